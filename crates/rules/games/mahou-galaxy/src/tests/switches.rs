//! Every ruling and every choice of a decision changes some fight: with it and without it the dice of
//! one generator tell different stories.

use super::{Setup, duel, fight, fights, setup, told};

/// Fights that are compared.
const FIGHTS: u64 = 160;

/// A text in which a change of this kind can show.
const BRAWL: &str = "hp_max = 14\nstr = 7\ndef = 5\nagi = 8\nacc = 6\nper = 12\nint = 4\n\
    skills = { martial_arts = 3, home_ec = 1, gym = 2 }\nfacet_skills = [\"martial_arts\"]";
const WEAK: &str =
    "hp_max = 12\nstr = 2\ndef = 2\nagi = 4\nacc = 2\nint = 2\nper = 2\nskills = { martial_arts = 1 }";

fn both(tactics: &str) -> String {
    duel(&format!("{BRAWL}\ntactics = {{ {tactics} }}"), &format!("{BRAWL}\ntactics = {{ {tactics} }}"))
}

/// Returns whether a change shows in the stories of these fights.
#[track_caller]
fn differs(text: &str, set: &str) {
    let [plain, changed] = [&[][..], &[set][..]].map(|sets| setup(text, sets));
    let story = |setup: &Setup, n: u64| told(setup, &fight(setup, n));
    let differs = (0..FIGHTS).any(|n| story(&plain, n) != story(&changed, n));
    assert!(differs, "`{set}` changes nothing in\n{text}");
}

/// Three against three on a map with cover, a wall and a hazard.
fn field(tactics: &str, more: &str) -> String {
    let unit = |name: &str, x: u32, y: u32, keys: &str| {
        format!(
            "[[side.unit]]\nname = \"{name}\"\nposition = [{x}, {y}]\n{BRAWL}\n{keys}\ntactics = {{ {tactics} }}\n"
        )
    };
    let bow = "weapons = [{ name = \"bow\", ranged = true, range = 15, hands = 2, damage = [\"1d8\"] }]";
    format!(
        "[map]\nwidth = 14\nheight = 6\nterrain = [{{ at = [6, 1], to = [6, 4], cover = \"heavy\", move_cost = 2 }}, \
         {{ at = [0, 0], to = [1, 5], cover = \"half\" }}, {{ at = [9, 2], hazard = {{ damage = [\"1d6\"] }} }}, {{ at = [12, 1], to = [12, 3], cover = \"light\" }}]\n{more}\n\
         [[side]]\nname = \"left\"\n{}{}[[side]]\nname = \"right\"\n{}{}",
        unit("Ann", 0, 2, bow),
        unit("Amy", 1, 3, ""),
        unit("Bob", 12, 2, bow),
        unit("Bill", 12, 3, "")
    )
}

#[test]
fn rulings_of_dice_and_rounds_change_fights() {
    let plain = both("stance = \"strong\"");
    let weak = duel(WEAK, WEAK);
    differs(&plain, "rulings.dice.explode=false");
    differs(&plain, "rulings.dice.max_explosions=1");
    differs(&weak, "rulings.dice.d4_minus1=\"once\"");
    let clumsy =
        "weapons = [{ name = \"fist\", skill_mod = { gym = -3, martial_arts = -3 }, attack_mod = -3 }]";
    let clumsy = duel(&format!("{WEAK}\n{clumsy}"), &format!("{WEAK}\n{clumsy}"));
    differs(&clumsy, "rulings.dice.negative_skill=\"one_fewer_keep_lower\"");
    differs(&clumsy, "rulings.dice.clamp_zero=true");
    let slow = duel(&format!("{WEAK}\nspeed_mod = -5"), BRAWL);
    differs(&slow, "rulings.initiative.nonpositive_acts=false");
    differs(&plain, "rulings.initiative.partial_hand=\"offhand\"");
    // Between equals chance decides by default too.
    let uneven = duel(BRAWL, &BRAWL.replace("agi = 8", "agi = 7"));
    for tie in ["random", "reroll"] {
        differs(&uneven, &format!("rulings.initiative.tie=\"{tie}\""));
    }
    let faster = duel(WEAK, &WEAK.replace("acc = 2", "acc = 1"));
    differs(&faster.replace("acc = 1", "acc = 2"), "rulings.initiative.tie=\"side_a_first\"");
    // With grants before the tick a round of immobility takes the tokens of the next round too.
    let stops = mage("cost = { speak = 1 }, effects = [{ immobile = {}, duration = { rounds = 1 } }]", "");
    differs(&stops, "rulings.round.start_order=[\"initiative\", \"soak\", \"grant\", \"tick\"]");
    for refresh in ["own_full_turn", "every_turn"] {
        differs(&plain, &format!("rulings.soak.refresh=\"{refresh}\""));
    }
    differs(&plain, "rulings.surprise.side=\"left\"");
    differs(&both("stance = \"strong\", plan = \"attack\""), "rulings.hold.implicit=true");
    let idle = both("plan = \"pass\"");
    differs(&idle, "rulings.end.standstill=3");
    differs(&idle, "rulings.end.standstill=\"off\"");
    let waits = field("move = \"stay\", plan = \"two_hands\", target = \"nearest\"", "")
        .replace("ranged = true, ", "");
    let (left, right) = waits.split_once("name = \"right\"").expect("two sides");
    let waits = format!("{left}name = \"right\"{}", right.replace("move = \"stay\"", "move = \"approach\""));
    differs(&waits, "rulings.hold.carry_over_round=false");
}

#[test]
fn rulings_of_attacks_and_damage_change_fights() {
    let plain = both("stance = \"strong\", target = \"weakest\"");
    differs(&plain, "rulings.crit.double_before_soak=false");
    differs(&plain, "rulings.gm.attack_mod=2");
    differs(&plain, "rulings.exhausted.penalty.roll=2");
    differs(&plain, "rulings.exhausted.penalty.move=2");
    differs(&plain, "rulings.exhausted.penalty.passive=2");
    differs(&plain, "rulings.hp.out_at=\"zero_or_less\"");
    differs(&both("stance = \"best_damage\""), "rulings.fist.stances=[\"fast\"]");
    differs(
        &duel(&format!("{BRAWL}\nweapons = [{{ name = \"fist\", skills = [\"gym\"] }}]"), BRAWL),
        "rulings.stance.needs_facet=true",
    );
    differs(&both("stance = \"fast\""), "rulings.fastcrit.refund_kind=\"offhand\"");
    let precise = both("stance = \"precise\", precise = \"hand\"");
    differs(&precise, "rulings.precisecrit.timing=\"next_turn\"");
    let trips = both("stance = \"precise\", precise = \"trip\", active = \"both\"");
    differs(&trips.replace("agi = 8", "agi = 3"), "rulings.stand.partial_payment=false");
    // A fist does not parry, so that the fallen need a blow that they can block.
    let trips = both(
        "stance = [{ use = \"strong\", when = \"target_fallen\" }, \"precise\"], precise = \"trip\", \
         active = \"both\", keep = \"always\", spot = \"none\"",
    );
    differs(&trips, "rulings.fallen.active_double=true");
    let low = duel(
        &WEAK.replace("def = 2", "def = -5"),
        &format!("{}\ntactics = {{ stance = \"strong\" }}", BRAWL),
    );
    differs(&low, "rulings.attack.min_target=\"none\"");
    let sized =
        duel(&format!("{BRAWL}\nsize = 1\ntactics = {{ stance = \"strong\", plan = \"grapple\" }}"), BRAWL);
    differs(&sized, "rulings.size.attack_per_step=0");
    differs(&sized, "rulings.size.damage_per_step=0");
    differs(&sized, "rulings.size.grapple_per_step=0");
    differs(&sized, "rulings.size.grapple_strong=\"as_attack\"");
    let maul = "weapons = [{ name = \"maul\", hands = 2, damage = [\"2dStr\"] }, { name = \"knife\", damage = [\"1d4\"] }]";
    let armed = duel(&format!("{BRAWL}\n{maul}"), BRAWL);
    differs(&armed, "rulings.weapon.hand_tokens=\"one\"");
    // With tokens of no hand it strikes with the axe twice.
    let one = "weapons = [{ name = \"axe\", damage = [\"2d8\"] }]";
    differs(&duel(&format!("{BRAWL}\n{one}"), BRAWL), "rulings.hands.token_binding=\"free\"");
    // All hands block before the own turn; the token of the partial turn is an offhand one by itself.
    let blocks = both("stance = \"precise\", spot = \"best_odds\"")
        .replace("hp_max = 14", "hp_max = 40\nspeed_mod = 12");
    let blocks = format!("[rulings]\ninitiative.partial_hand = \"offhand\"\n{blocks}");
    differs(&blocks, "rulings.hands.reaction_primary=\"first_of_turn\"");
    let bind = "weapons = [{ name = \"lasso\", bind = true }]";
    differs(&duel(&format!("{BRAWL}\n{bind}"), BRAWL), "rulings.bind.with_damage=false");
    differs(&both("spot = \"best_odds\", stance = \"fast\""), "rulings.fist.parry=true");
    differs(&both("spot = \"dodge\", stance = \"strong\""), "rulings.dodge.plus5_on=\"active\"");
}

#[test]
fn rulings_of_holds_and_talk_change_fights() {
    let hold = both("plan = \"grapple\", stance = \"strong\"");
    differs(&hold, "rulings.grapple.tie=\"miss\"");
    differs(&hold, "rulings.grapple.upkeep_turns=\"every\"");
    differs(&hold, "rulings.grapple.end_on=[\"out\"]");
    differs(&hold, "rulings.escape.drop_before_roll=true");
    differs(
        &both("plan = \"grapple\", stance = \"strong\", grapple = \"pin\""),
        "rulings.grapple.pin_immobile=true",
    );
    differs(
        &both("plan = \"grapple\", grapple = { reinforce = 20 }"),
        "rulings.grapple.plus4_on_reinforce=true",
    );
    let kick = duel(
        &format!("{BRAWL}\ntactics = {{ plan = \"grapple\", spot = \"none\" }}"),
        &format!("{BRAWL}\ntactics = {{ plan = \"pass\", held = \"wait\" }}"),
    );
    let kick = kick.replace(
        "plan = \"grapple\"",
        "plan = [{ use = \"grapple\", when = \"holding = 0\" }, \"two_hands_kick\"]",
    );
    differs(&kick, "rulings.kick.grapple_bonus=true");
    let two = format!(
        "[[side]]\nname = \"left\"\n[[side.unit]]\nname = \"Ann\"\ncount = 2\n{BRAWL}\ntactics = {{ plan = \"grapple\", stance = [{{ use = \"strong\", when = \"target_held\" }}, \"fast\"] }}\n\
         [[side]]\nname = \"right\"\n[[side.unit]]\nname = \"Bob\"\n{}",
        BRAWL.replace("hp_max = 14", "hp_max = 60")
    );
    differs(&two, "rulings.grapple.multi=\"first\"");
    let crowd = format!("{hold}[[side.unit]]\nname = \"Bill\"\n{WEAK}\n");
    differs(&crowd, "rulings.grapple.max_held=\"hands\"");
    let talk = both("talk = \"intimidate\"");
    differs(&talk, "rulings.distraction.affects=\"all_rolls\"");
    differs(&talk, "rulings.talk.congruence=4");
    differs(&talk, "rulings.talk.contrary_fail=\"lose_action\"");
    let party = format!(
        "[[side]]\nname = \"left\"\n[[side.unit]]\nname = \"Ann\"\ncount = 2\n{BRAWL}\ntactics = {{ talk = \"infuriate\" }}\n\
         [[side]]\nname = \"right\"\n[[side.unit]]\nname = \"Bob\"\ncount = 2\n{BRAWL}\n"
    );
    differs(&party, "rulings.talk.targets=\"all_enemies_in_sight\"");
    differs(&party, "rulings.talk.exempt=\"strong_state_only\"");
}

#[test]
fn rulings_of_the_map_change_fights() {
    let map = field("plan = \"sound\"", "");
    for set in [
        "rulings.cover.values.light=5",
        "rulings.cover.values.half=5",
        "rulings.cover.values.heavy=9",
        "rulings.map.metric=\"manhattan\"",
        "rulings.map.metric=\"euclid\"",
        "rulings.range.rounding=\"floor\"",
        "rulings.size.move_multiplier=[[0, 60]]",
    ] {
        differs(&map, set);
    }
    let heavy = map
        .replace("at = [0, 0], to = [1, 5], cover = \"half\"", "at = [0, 0], to = [1, 5], cover = \"heavy\"");
    differs(&heavy, "rulings.cover.attack_penalty.heavy=6");
    // In a corridor the weaker foe stands behind the stronger one.
    let guard = |name: &str, x: u32, hp: u32| {
        let keys = BRAWL.replace("hp_max = 14", &format!("hp_max = {hp}"));
        format!(
            "[[side.unit]]\nname = \"{name}\"\nposition = [{x}, 0]\n{keys}\ntactics = {{ move = \"stay\" }}\n"
        )
    };
    let narrow = format!(
        "[map]\nwidth = 8\nheight = 1\n[[side]]\nname = \"left\"\n[[side.unit]]\nname = \"Ann\"\n\
         position = [0, 0]\n{BRAWL}\n[[side]]\nname = \"right\"\n{}{}",
        guard("Bill", 2, 40),
        guard("Bob", 3, 6)
    );
    differs(&narrow, "rulings.map.enemies_block=false");
    let fast = field("plan = \"grapple\", stance = \"fast\", move = \"kite\"", "");
    differs(&fast, "rulings.grapple.victim_walks=\"free\"");
}

/// A mage with this ability against a brawler.
fn mage(ability: &str, tactics: &str) -> String {
    let mage = format!(
        "{BRAWL}\nmp_max = 20\nanalyze = 1\nabilities = [{{ name = \"Trick\", {ability} }}]\ntactics = {{ {tactics} }}"
    );
    duel(&mage, BRAWL)
}

/// An ability that puts out whom it strikes, and costs more MP than there are.
fn sure_death(tactics: &str) -> String {
    let costly = "cost = { speak = 1, mp = 8 }, effects = [{ damage = { flat = 90 } }]";
    mage(costly, tactics).replace("mp_max = 20", "mp_max = 5")
}

#[test]
fn rulings_of_abilities_change_fights() {
    let cast = "cost = { speak = 1, mp = 9 }, cast = { skill = \"magic\", stat = \"int\", difficulty = 3 }, effects = [{ damage = { sets = [\"2d6\"] } }]";
    for set in ["rulings.magic.fail_cost=\"none\"", "rulings.magic.fail_cost=\"half\""] {
        differs(&mage(cast, ""), set);
    }
    differs(&sure_death("ability = \"overdraft\""), "rulings.mp.overdraft=false");
    let attack = "cost = { speak = 1 }, resolve = { attack = { skill = \"martial_arts\", stat = \"int\", stance = \"fast\" } }, effects = [{ damage = { sets = [\"1d6\"] } }]";
    differs(&mage(attack, ""), "rulings.spell.attack_defences=false");
    let blind = "cost = { speak = 1 }, effects = [{ blind = {}, duration = { rounds = 3 } }]";
    differs(&mage(blind, ""), "rulings.blind.applies=\"ranged_only\"");
    let analyze = "cost = { analyze = 1 }, effects = [{ damage = { sets = [\"1d6\"] } }]";
    differs(&mage(analyze, "").replace("analyze = 1\n", ""), "rulings.analyze.per_round=1");
    let burn =
        "cost = { speak = 1 }, effects = [{ ongoing = { sets = [\"1d4\"] }, duration = { rounds = 3 } }]";
    let two = mage(burn, "").replace("name = \"Bob\"", "name = \"Bob\"\ncount = 2");
    differs(&two, "rulings.env.order=\"random\"");
    let stops = "cost = { speak = 1 }, effects = [{ immobile = {}, duration = { rounds = 2 } }]";
    let cover = field("plan = \"sound\"", "").replace(
        "name = \"Ann\"\n",
        &format!("name = \"Ann\"\nabilities = [{{ name = \"Trick\", range = \"sight\", {stops} }}]\n"),
    );
    differs(&cover, "rulings.immobile.cover=false");
}

#[test]
fn rulings_of_trauma_count_it() {
    let traumas = |set: &[&str]| {
        let logs = fights(&setup(&both("stance = \"strong\""), set), FIGHTS);
        logs.iter().map(|log| log.sum(super::B, super::Metric::Traumas)).sum::<u32>()
    };
    let strict = traumas(&["rulings.trauma.enabled=true"]);
    assert_eq!(traumas(&[]), 0);
    assert!(strict > 0 && traumas(&["rulings.trauma.enabled=true", "rulings.trauma.strict=false"]) > strict);
}

#[test]
fn choices_of_decisions_change_fights() {
    let plain = both("");
    for plan in ["attack", "two_hands_kick", "hit_and_hold", "turtle", "grapple", "pass"] {
        differs(&plain, &format!("Ann.tactics.plan=\"{plan}\""));
    }
    differs(&both("spot = \"none\""), "Ann.tactics.plan=\"two_hands\"");
    // Weak but quick, against one who blocks well and dodges badly: of itself Bob is fast.
    let stiff = BRAWL.replace("def = 5", "def = 9").replace("agi = 8", "agi = 2");
    differs(&duel(&stiff, &BRAWL.replace("str = 7", "str = 4")), "Bob.tactics.stance=\"strong\"");
    for stance in ["fast", "precise"] {
        differs(&both("stance = \"strong\""), &format!("Ann.tactics.stance=\"{stance}\""));
    }
    // A strong hit is doubled more often than not; a fast one hits more often, and is critical more often.
    let ann =
        BRAWL.replace("str = 7", "str = 8").replace("agi = 8", "agi = 10").replace("acc = 6", "acc = 3");
    let fast = duel(&ann, &BRAWL.replace("agi = 8", "agi = 2"));
    for stance in ["best_hit", "best_critical", "weakest_passive"] {
        differs(&fast, &format!("Ann.tactics.stance=\"{stance}\""));
    }
    let two_skills = duel(&BRAWL.replace("gym = 2", "gym = 5"), BRAWL);
    for skill in ["facet_first", "martial_arts"] {
        differs(&two_skills, &format!("Ann.tactics.skill=\"{skill}\""));
    }
    differs(&plain, "Ann.tactics.skill=\"gym\"");
    for spot in ["none", "dodge_all_in", "block_offhand", "several", "only_if_lethal", "deny_critical"] {
        differs(&plain, &format!("Ann.tactics.spot=\"{spot}\""));
    }
    // A block has 5 more against precise attacks; hands are spared before the own turn.
    differs(&both("stance = \"precise\""), "Ann.tactics.spot=\"best_odds\"");
    differs(&both("spot = \"none\""), "Ann.tactics.spot=\"dodge\"");
    differs(&plain, "Ann.tactics.spot={ dodge = 2 }");
    differs(&plain, "Ann.tactics.spot_timing=\"before\"");
    for active in ["react", "in_turn", "both"] {
        differs(
            &both("spot = \"none\", plan = \"hit_and_hold\""),
            &format!("Ann.tactics.active=\"{active}\""),
        );
    }
    differs(&both("active = \"react\", spot = \"none\""), "Ann.tactics.keep=\"always\"");
    for refund in ["move", "speak"] {
        let busy = both("plan = \"hit_and_hold\", talk = \"general\", spot = \"best_odds\"");
        differs(&busy, &format!("Ann.tactics.refund=\"{refund}\""));
    }
    // Out of reach `needed` would take moves.
    differs(&field("hold = \"ready\"", "").replace("acc = 6", "acc = 12"), "Amy.tactics.refund=\"hand\"");
    let fast = both("stance = \"fast\"");
    for refund in ["grapple", "keep"] {
        differs(&fast, &format!("Ann.tactics.fast_refund=\"{refund}\""));
    }
    let precise =
        both("stance = \"precise\"").replace(BRAWL, &format!("{BRAWL}\nweapons = [{{ name = \"club\" }}]"));
    for what in ["trip", "disarm", "move", "speak"] {
        differs(&precise, &format!("Ann.tactics.precise=\"{what}\""));
    }
    differs(
        &both("plan = \"attack\", spot = \"best_odds\", stance = \"precise\""),
        "Ann.tactics.hold=\"all\"",
    );
    let hold = both("plan = \"grapple\", stance = \"strong\"");
    for what in ["{ reinforce = 30 }", "\"pin\"", "\"let_go\""] {
        differs(&hold, &format!("Ann.tactics.grapple={what}"));
    }
    differs(&both("plan = \"grapple\", stance = \"precise\""), "Ann.tactics.held=\"attack\"");
    differs(&hold, "Ann.tactics.held=\"wait\"");
    differs(&hold, "Ann.tactics.escape=\"counter\"");
    for talk in ["general", "intimidate", "best"] {
        differs(&plain, &format!("Ann.tactics.talk=\"{talk}\""));
    }
    let charm = duel(&format!("{BRAWL}\ntags = [\"x\"]"), &format!("{BRAWL}\nattracted_to = [\"x\"]"));
    differs(&charm, "Ann.tactics.talk=\"infatuate\"");
    let three = plain.replace("name = \"Ann\"", "name = \"Ann\"\ncount = 2");
    differs(&three, "Ann.tactics.talk=\"infuriate\"");
    for distracted in ["obey", "try"] {
        let cowed = field("talk = \"intimidate\"", "").replace("per = 12", "per = 40");
        differs(&cowed, &format!("Bill.tactics.distracted=\"{distracted}\""));
    }
    let ability = mage("cost = { speak = 1, mp = 6 }, effects = [{ damage = { sets = [\"2d6\"] } }]", "");
    for used in ["\"never\"", "{ keep_mp = 10 }"] {
        differs(&ability, &format!("Ann.tactics.ability={used}"));
    }
    differs(&sure_death(""), "Ann.tactics.ability=\"overdraft\"");
    let two = mage(
        "cost = { speak = 1 }, effects = [{ fall = {} }] }, { name = \"Shout\", cost = { speak = 1 }, effects = [{ damage = { sets = [\"1d4\"] } }]",
        "",
    );
    differs(&two, "Ann.tactics.ability={ this = \"Shout\" }");
}

#[test]
fn choices_of_targets_and_ways_change_fights() {
    let crowd = format!(
        "[[side]]\nname = \"left\"\n[[side.unit]]\nname = \"Ann\"\ncount = 2\n{}\n\
         [[side]]\nname = \"right\"\n[[side.unit]]\nname = \"Big\"\n{}\n[[side.unit]]\nname = \"Small\"\ncount = 2\n{}\n",
        BRAWL.replace("hp_max = 14", "hp_max = 30"),
        BRAWL.replace("hp_max = 14", "hp_max = 22").replace("def = 5", "def = 4"),
        BRAWL.replace("def = 5", "def = 8")
    );
    for target in ["first", "threat", "best_damage", "random", "net"] {
        differs(&crowd, &format!("Ann.tactics.target=\"{target}\""));
    }
    // Eve is always at the first of the foes, who is not the weakest.
    let eve = |plan: &str| {
        let eve = format!(
            "[[side.unit]]\nname = \"Eve\"\nacc = 12\nhp_max = 40\nskills = {{ martial_arts = 3 }}\ntactics = {{ plan = \"{plan}\", target = \"first\", stance = \"strong\" }}\n"
        );
        crowd.replacen("[[side.unit]]\nname = \"Ann\"", &format!("{eve}[[side.unit]]\nname = \"Ann\""), 1)
    };
    differs(&eve("attack"), "Ann.tactics.target=\"focus\"");
    differs(&eve("grapple"), "Ann.tactics.target=\"held\"");
    differs(&eve("two_hands"), "Ann.tactics.target=\"same\"");
    let map = field("plan = \"sound\"", "");
    // The weaker of the two foes is the farther one, and a bow has the choice.
    let apart = map
        .replace("position = [12, 2]\nhp_max = 14", "position = [12, 2]\nhp_max = 8")
        .replace("position = [12, 3]", "position = [8, 3]");
    differs(&apart, "Ann.tactics.target=\"nearest\"");
    for way in ["stay", "keep_dodge"] {
        differs(&map, &format!("Amy.tactics.move=\"{way}\""));
    }
    differs(&map, "Ann.tactics.move=\"kite\"");
    let waits = map.replace("ranged = true, ", "");
    differs(&waits, "Amy.tactics.hold=\"none\"");
    for flee in ["\"exhausted\"", "{ hp_below = 60 }"] {
        differs(&map, &format!("Amy.tactics.flee={flee}"));
    }
    let drops = both("stance = \"precise\", precise = \"disarm\"")
        .replace(BRAWL, &format!("{BRAWL}\nweapons = [{{ name = \"club\", damage = [\"2d8\"] }}]"));
    for pick_up in ["never", "always"] {
        differs(&drops, &format!("Ann.tactics.pick_up=\"{pick_up}\""));
    }
    let armed = field("stance = \"precise\", precise = \"disarm\"", "").replace(
        "position = [12, 3]",
        "position = [12, 3]\nweapons = [{ name = \"club\", damage = [\"2d8\"] }]",
    );
    differs(&armed, "rulings.drop.scatter_feet=10");
    let fast = crowd.replacen("name = \"Ann\"\n", "name = \"Ann\"\ntactics = { stance = \"fast\" }\n", 1);
    differs(&fast, "Ann.tactics.fast_refund=\"new_target\"");
}
