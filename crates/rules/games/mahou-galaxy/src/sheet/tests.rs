//! What scenarios of Mahou Galaxy mean, and what is said of those that are wrong.

use super::*;
use fray_kit::sheet::testing::{Reader, one};

fn read_text(text: &str) -> Result<Setup, Vec<String>> {
    Reader { parts: &PARTS, check, read }.scenario(&format!("system = \"mahou-galaxy\"\n{text}"), &[])
}

fn duel(head: &str, first: &str) -> Result<Setup, Vec<String>> {
    let unit = |side: &str, name: &str, more: &str| {
        format!("[[side]]\nname = \"{side}\"\n[[side.unit]]\nname = \"{name}\"\n{more}\n")
    };
    read_text(&format!("{head}\n{}{}", unit("a", "Ann", first), unit("b", "Bob", "")))
}

#[test]
fn a_unit_has_the_defaults_of_the_ledger() {
    let setup = duel("", "").unwrap();
    let unit = &setup.sides[0].units[0];
    assert_eq!((unit.hp_max, unit.stats.str, unit.hands, unit.speak, unit.armor), (20, 5, 2, 1, 0));
    assert_eq!(setup.max_rounds, 200);
}

#[test]
fn dotted_rulings_are_read_dotted() {
    let setup = duel("[rulings]\ndice.explode = false\nhp.out_at = \"zero_or_less\"", "").unwrap();
    assert!(!setup.rulings.dice_explode);
    assert_eq!(setup.rulings.hp_out_at, crate::data::rulings::OutAt::ZeroOrLess);
    let wrong = one(duel("[rulings]\ndice.explde = false", ""));
    assert!(wrong.contains("unknown ruling `dice.explde`; did you mean `dice.explode`?"), "{wrong}");
}

#[test]
fn what_is_wrong_is_said() {
    assert_eq!(one(duel("", "hp = 30")), "`hp` is 30, more than `hp_max`, which is 20");
    assert!(one(duel("", "position = [1, 1]")).contains("there is no `[map]`"));
    assert!(one(duel("", "tactics = { flee = \"exhausted\" }")).contains("legal only if there is a map"));
    assert!(one(duel("", "tactics = { spot = { dodge = 2 } }")).contains("legal only if its `agi`"));
    assert!(one(duel("", "skills = { gim = 3 }")).contains("did you mean `gym`?"));
}

#[test]
fn mg_43_a_level_is_for_who_flies() {
    let at = |terrain: &str, first: &str| {
        let head = format!("[map]\nwidth = 9\nheight = 3\nterrain = [{terrain}]");
        let unit = |side: &str, name: &str, more: &str| {
            format!("[[side]]\nname = \"{side}\"\n[[side.unit]]\nname = \"{name}\"\n{more}\n")
        };
        read_text(&format!("{head}\n{}{}", unit("a", "Ann", first), unit("b", "Bob", "position = [8, 1]")))
    };
    let hill = "{ at = [1, 1], height = 2 }";
    assert!(at(hill, "position = [1, 1, 2]").is_ok());
    assert!(at(hill, "position = [1, 1, 4]\nmodes = [\"fly\"]").is_ok());
    assert!(one(at(hill, "position = [1, 1, 4]")).contains("only `modes = [\"fly\"]` flies, MG-43"));
    assert!(one(at(hill, "position = [1, 1, 1]")).contains("lies in the ground, which is at level 2"));
    for (position, message) in [("[1, 1, 51]", "from 0 to 50"), ("[1]", "found 1 numbers")] {
        let wrong = at("", &format!("position = {position}")).unwrap_err();
        assert!(wrong.iter().any(|wrong| wrong.contains(message)), "{wrong:?}");
    }
}

#[test]
fn a_condition_that_can_never_be_known_is_refused() {
    let refused = |tactics: &str| one(duel("", &format!("tactics = {{ {tactics} }}")));
    let no_roll = "`roll` is not known here: `spot` and `active` know an attack roll, and reactions to `hit` and `damaged`";
    assert_eq!(refused("stance = { use = \"strong\", when = \"hp < 5 and roll > 3\" }"), no_roll);
    assert_eq!(refused("plan = [{ use = \"attack\", when = [\"round = 1\", \"roll > 3\"] }]"), no_roll);
    for decision in ["target = { use = \"nearest\"", "keep = { use = \"always\""] {
        let wrong = refused(&format!("{decision}, when = \"target_hp < 5\" }}"));
        assert_eq!(wrong, "`target_hp` is not known here: this is decided without a target");
    }
    let before = "spot_timing = \"before\", spot = [{ use = \"dodge\", when = \"margin > 1\" }]";
    assert_eq!(refused(before), "with `spot_timing = \"before\"` the attack roll is never known");
    let in_turn = "active = [{ use = \"in_turn\", when = \"margin > 1\" }]";
    assert!(
        refused(in_turn)
            .ends_with("in its turn the unit answers nobody: it knows neither a roll nor a target")
    );
    assert!(duel("", "tactics = { active = [{ use = \"react\", when = \"margin > 1\" }] }").is_ok());
    let ability = |more: &str| {
        duel("", &format!("abilities = [{{ name = \"Trick\", cost = {{ hand = 1 }}, {more} }}]"))
    };
    let damage = "effects = [{ damage = { flat = 5 } }]";
    let reaction =
        |to: &str| ability(&format!("timing = {{ reaction_to = \"{to}\" }}, {damage}, when = \"roll > 3\""));
    assert_eq!(one(reaction("attacked")), no_roll);
    assert!(reaction("hit").is_ok() && reaction("damaged").is_ok());
    let area = "area = { feet = 10, hits = \"enemies\" }, when = \"target_hp < 5\"";
    let wrong = one(ability(&format!("{area}, {damage}")));
    assert!(wrong.ends_with("an area without a `[map]` has no target"), "{wrong}");
    let passive = "abilities = [{ name = \"Ward\", timing = \"passive\", target = \"self\", when = \"hp < 5\", \
        effects = [{ modify = { what = \"block\", amount = 4 }, duration = \"fight\" }] }]";
    assert_eq!(one(duel("", passive)), "a passive ability is always on: no condition is asked");
    let ends = passive.replace("when = \"hp < 5\", ", "").replace("\"fight\"", "\"own_turn\"");
    let wrong = one(duel("", &ends));
    assert_eq!(wrong, "a passive ability is always on: expected `duration = \"fight\"`, MG-81");
}

#[test]
fn a_condition_that_can_never_hold_is_refused() {
    let refused = |when: &str| {
        one(duel("", &format!("tactics = {{ plan = [{{ use = \"pass\", when = {when} }}, \"attack\"] }}")))
    };
    for (when, why) in [
        ("\"hp > 100%\"", "`hp` is never more than 100%"),
        ("\"round < 1\"", "`round` is never less than 1"),
        ("\"fallen = 2\"", "`fallen` goes from 0 to 1"),
        ("\"hands < 0\"", "`hands` goes from 0 to 16"),
        ("\"hp < 3 and round > 1 and hp > 5\"", "what it asks of `hp` excludes itself"),
        ("[\"toughness < 3\", \"toughness > 2\"]", "what it asks of `toughness` excludes itself"),
    ] {
        assert_eq!(refused(when), format!("this condition can never hold: {why}"));
    }
    let map = "[map]\nwidth = 9\nheight = 3";
    let unit = |more: &str, x: u8| format!("position = [{x}, 1]\n{more}");
    let flees = unit("tactics = { flee = { use = \"exhausted\", when = \"pass > 0\" } }", 1);
    let text = format!(
        "{map}\n[[side]]\nname = \"a\"\n[[side.unit]]\nname = \"Ann\"\n{flees}\n[[side]]\nname = \"b\"\n[[side.unit]]\nname = \"Bob\"\n{}",
        unit("", 5)
    );
    assert_eq!(one(read_text(&text)), "this condition can never hold: `pass` is always 0");
}

#[test]
fn a_condition_that_cannot_hold_in_this_scenario_is_warned_of() {
    let warnings = |when: &str| {
        let reader = Reader { parts: &PARTS, check, read };
        let tactics = format!("tactics = {{ plan = [{{ use = \"pass\", when = \"{when}\" }}, \"attack\"] }}");
        let text = format!(
            "system = \"mahou-galaxy\"\n[[side]]\nname = \"a\"\n[[side.unit]]\nname = \"Ann\"\n{tactics}\n\
             [[side]]\nname = \"b\"\n[[side.unit]]\nname = \"Bob\"\n"
        );
        reader.warnings(&text, "")
    };
    for (when, why) in [
        ("enemies >= 2", "`enemies` goes from 0 to 1"),
        ("held", "`held` is always 0"),
        ("hp > 20", "`hp` goes from -6 to 20"),
        ("distance > 5", "`distance` goes from 0 to 5"),
        ("penalty > 0", "`penalty` is always 0"),
        ("mp > 0", "`mp` is never more than 0"),
    ] {
        assert_eq!(warnings(when), [format!("this condition can never hold here: {why}")], "{when}");
    }
    assert_eq!(warnings("hp = 100% and enemies < 2"), [""; 0]);
}

#[test]
fn mg_d11_and_mg_d15_tactics_that_cannot_matter_are_warned_of() {
    let warnings = |keys: &str, more: &str| {
        let reader = Reader { parts: &PARTS, check, read };
        let text = format!(
            "system = \"mahou-galaxy\"\n[[side]]\nname = \"a\"\n[[side.unit]]\nname = \"Ann\"\n{keys}\n{more}\n\
             [[side]]\nname = \"b\"\n[[side.unit]]\nname = \"Bob\"\n"
        );
        reader.warnings(&text, "")
    };
    let amy = "[[side.unit]]\nname = \"Amy\"";
    let no_facet = "`trip` changes nothing: it matters only if a facet covers a skill of it, and it has the precise stance";
    let slow = "changes nothing: it matters only if its `agi` is 4 or more";
    let alone = "changes nothing: it matters only if somebody else is on its side";
    for (tactics, more, warned) in [
        ("precise = \"trip\"", "", Some(no_facet.to_owned())),
        ("precise = \"trip\"", "facet_skills = [\"gym\"]", None),
        // No weapon of hers is skilfully used with it.
        ("precise = \"trip\"", "facet_skills = [\"magic\"]", Some(no_facet.to_owned())),
        ("talk = \"infuriate\"", "", Some(format!("`infuriate` {alone}"))),
        ("talk = { bait = \"strong\" }", "", Some(format!("`bait` {alone}"))),
        ("talk = \"infuriate\"", amy, None),
        // MG-28: a die of a dodge takes four move tokens.
        ("spot = \"dodge\"", "agi = 3", Some(format!("`dodge` {slow}"))),
        ("spot = \"dodge_all_in\"", "agi = 3", Some(format!("`dodge_all_in` {slow}"))),
        ("spot = \"dodge\"", "agi = 4", None),
        ("move = \"kite\"", "", Some("`kite` changes nothing: it matters only if there is a map".to_owned())),
    ] {
        let found = warnings(&format!("tactics = {{ {tactics} }}"), more);
        assert_eq!(found, Vec::from_iter(warned), "{tactics} {more}");
    }
    // Copies are warned of once.
    assert_eq!(warnings("count = 3\ntactics = { move = \"kite\" }", "").len(), 1);
    // MG-48: without a hand nobody grapples.
    let handless = duel("", "hands = 0\ntactics = { plan = \"grapple\" }");
    assert_eq!(one(handless), "`grapple` is legal only if it has a hand");
}

#[test]
fn mg_66_what_cannot_be_summoned_or_laid_is_refused() {
    let wolf = "[unit.Wolf]\nhp_max = 6\n";
    let call = |keys: &str| format!("abilities = [{{ name = \"Call\", {keys} }}]");
    let summon = |more: &str| {
        call(&format!("target = \"self\", {more}, effects = [{{ summon = {{ unit = \"Wolf\" }} }}]"))
    };
    assert!(duel(wolf, &summon("uses = { per_fight = 2 }")).is_ok());
    assert!(one(duel(wolf, &summon("cost = { speak = 1 }"))).contains("expected `{ per_fight = n }`"));
    let at_foe = call("uses = { per_fight = 1 }, effects = [{ summon = { unit = \"Wolf\" } }]");
    assert!(one(duel(wolf, &at_foe)).contains("expected `target = \"self\"`"));
    assert!(one(duel(wolf, &summon("uses = { per_fight = 31 }"))).contains("at most 32 units"));
    let other = summon("uses = { per_fight = 1 }").replace("Wolf", "Wulf");
    assert!(
        one(duel(wolf, &other))
            .contains("there is no `[unit.Wulf]` here or in an include; did you mean `Wolf`?")
    );
    let named = wolf.replace("hp_max", "name = \"Ann\"\nhp_max");
    assert!(one(duel(&named, &summon("uses = { per_fight = 1 }"))).contains("have one name"));
    let again = format!("{wolf}{}", summon("uses = { per_fight = 1 }"));
    assert!(one(duel(&again, &summon("uses = { per_fight = 1 }"))).contains("does not itself summon"));
    let placed = format!("{wolf}position = [1, 1]\n");
    assert!(one(duel(&placed, &summon("uses = { per_fight = 1 }"))).contains("has no `position`"));

    let map = "[map]\nwidth = 9\nheight = 3";
    let laid = |keys: &str, area: &str, lasts: &str| {
        let more = format!(
            "position = [1, 1]\nabilities = [{{ name = \"Wall\", target = \"cell\", range = 30, {area} effects = [{{ terrain = {{ {keys} }}, {lasts} }}] }}]"
        );
        let unit = |side: &str, name: &str, more: &str| {
            format!("[[side]]\nname = \"{side}\"\n[[side.unit]]\nname = \"{name}\"\n{more}\n")
        };
        read_text(&format!("{map}\n{}{}", unit("a", "Ann", &more), unit("b", "Bob", "position = [8, 1]")))
    };
    let (area, fight) = ("area = { shape = \"radius\", feet = 5, hits = \"all\" },", "duration = \"fight\"");
    assert!(laid("blocks_move = true", area, fight).is_ok());
    assert!(one(laid("", area, fight)).contains("this terrain changes nothing"));
    assert!(one(laid("blocks_move = true", "", fight)).contains("`area`"));
    assert!(
        one(laid("blocks_move = true", area, "on = \"always\"")).contains("say how long with `duration`")
    );
    assert!(
        one(laid("blocks_move = true", area, "duration = \"target_turn\"")).contains("terrain has no target")
    );
    let hit = "on = \"hit\", duration = \"fight\"";
    assert!(one(laid("blocks_move = true", area, hit)).contains("not with what its targets roll"));
    assert!(one(laid("blocks_mov = true", area, fight)).contains("did you mean `blocks_move`?"));
    let bare = "abilities = [{ name = \"Wall\", area = { shape = \"radius\", feet = 5, hits = \"enemies\" }, effects = [{ terrain = { move_cost = 2 }, duration = \"fight\" }] }]";
    assert!(one(duel("", bare)).contains("terrain needs a `[map]`"));
}

/// Returns what is warned of in a scenario of side `a` with these units and of Bob.
fn warnings(head: &str, units: &[&str], bob: &str) -> Vec<String> {
    let unit = |(name, keys): (char, &&str)| format!("[[side.unit]]\nname = \"{name}\"\n{keys}\n");
    let own: String = ('A'..).zip(units).map(unit).collect();
    let text = format!(
        "system = \"mahou-galaxy\"\n{head}\n[[side]]\nname = \"a\"\n{own}\
         [[side]]\nname = \"b\"\n[[side.unit]]\nname = \"Bob\"\n{bob}\n"
    );
    (Reader { parts: &PARTS, check, read }).warnings(&text, "")
}

#[test]
fn mg_d1_a_side_of_which_nobody_attacks_is_warned_of() {
    let plan = |plan: &str| format!("tactics = {{ plan = {plan} }}");
    let (turtle, pass) = (plan("\"turtle\""), plan("\"pass\""));
    let warned =
        ["with this `plan` unit `A` attacks nobody, and neither does anybody else of side `a`".to_owned()];
    assert_eq!(warnings("", &[&turtle], ""), warned);
    assert_eq!(warnings("", &[&turtle, &pass], ""), warned);
    assert_eq!(warnings("", &[&plan("[{ use = \"turtle\", when = \"hp < 50%\" }, \"pass\"]")], ""), warned);
    let bolt =
        "abilities = [{ name = \"Bolt\", cost = { hand = 1 }, effects = [{ damage = { flat = 4 } }] }]";
    let strikes = [
        vec![turtle.clone(), String::new()],
        // The plan behind the condition is the default.
        vec![plan("[{ use = \"turtle\", when = \"hp < 50%\" }]")],
        vec![format!("{pass}\n{bolt}")],
    ];
    for units in strikes {
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        assert_eq!(warnings("", &units, ""), [""; 0], "{units:?}");
    }
    let never = "tactics = { plan = \"pass\", ability = \"never\" }";
    assert_eq!(warnings("", &[&format!("{never}\n{bolt}")], ""), warned);
}

#[test]
fn mg_66_healing_where_nothing_is_missing_is_warned_of() {
    let mend = |target: &str, more: &str| {
        let cost = if more.contains("cost") { "" } else { "cost = { hand = 1 }, " };
        format!(
            "abilities = [{{ name = \"Mend\", {cost}target = \"{target}\", effects = [{{ heal = {{ flat = 4 }} }}]{more} }}]"
        )
    };
    let healed = |how: &str| {
        vec![format!(
            "`heal` of ability `Mend` gives nothing back: {how} lets unit `A` use it only where all hit points are there"
        )]
    };
    let by_when = || healed("`when`");
    for (target, when, warned) in [
        ("self", "hp >= 100%", by_when()),
        ("self", "hp = 20", by_when()),
        ("self", "hp > 95%", by_when()),
        ("self", "hp >= 19", vec![]),
        ("self", "target_hp = 100%", by_when()),
        ("ally", "target_hp = 100%", by_when()),
        // B has more to lose.
        ("ally", "target_hp = 20", vec![]),
        // Whoever else is hurt may be healed by one who is not.
        ("ally", "hp = 100%", vec![]),
        ("self", "hp < 50%", vec![]),
    ] {
        let mend = mend(target, &format!(", when = \"{when}\""));
        assert_eq!(warnings("", &[&mend, "hp_max = 30"], ""), warned, "{target} {when}");
    }
    let alone = mend("ally", ", when = \"hp = 100%\"");
    assert_eq!(warnings("", &[&alone], ""), by_when(), "she is the only one to be healed");
    // MG-81: what it costs is missing when it heals.
    let costly = mend("self", ", cost = { hp = 2 }, when = \"hp = 100%\"");
    assert_eq!(warnings("", &[&costly], ""), [""; 0]);
    let magic = mend("self", ", when = \"mp = 100%\"").replace("flat", "what = \"mp\", flat");
    let said = by_when().remove(0).replace("hit points", "magic points");
    assert_eq!(warnings("", &[&format!("mp_max = 9\n{magic}")], ""), [said]);

    for (plan, warned) in [
        ("[{ use = \"useful\", when = \"hp = 100%\" }, \"never\"]", healed("this `ability`")),
        ("[{ use = { this = \"Mend\" }, when = \"hp > 19\" }, \"never\"]", healed("this `ability`")),
        ("[{ use = \"useful\", when = \"hp > 10\" }, \"never\"]", vec![]),
        // Where the condition does not hold, the default does.
        ("[{ use = \"useful\", when = \"hp = 100%\" }]", vec![]),
        ("\"never\"", vec![]),
    ] {
        let unit = format!("{}\ntactics = {{ ability = {plan} }}", mend("self", ""));
        assert_eq!(warnings("", &[&unit], ""), warned, "{plan}");
    }
}

#[test]
fn mg_74_a_target_that_aims_no_area_is_warned_of() {
    let map = "[map]\nwidth = 9\nheight = 3";
    let mage = |hits: &str, tactics: &str| {
        format!(
            "position = [1, 1]\nabilities = [{{ name = \"Blast\", cost = {{ hand = 1 }}, range = 30, \
             area = {{ feet = 10, hits = \"{hits}\" }}, effects = [{{ damage = {{ flat = 4 }} }}] }}]\n\
             tactics = {{ {tactics} }}"
        )
    };
    let said = "this `target` does not aim ability `Blast` of unit `A`, whose area hits all: it goes where it is \
        worth most over both sides, as under `net`";
    for (hits, tactics, warned) in [
        ("all", "target = \"nearest\"", vec![said]),
        ("all", "target = [{ use = \"net\", when = \"hp < 5\" }, \"nearest\"]", vec![said]),
        ("all", "target = \"net\"", vec![]),
        ("all", "", vec![]),
        ("enemies", "target = \"nearest\"", vec![]),
    ] {
        let found = warnings(map, &[&mage(hits, tactics)], "position = [8, 1]");
        assert_eq!(found, warned, "{hits} {tactics}");
    }
}

#[test]
fn abilities_that_could_never_work_are_refused() {
    let ability = |keys: &str, tactics: &str| {
        let other = "{ name = \"Trip\", cost = { speak = 1 }, effects = [{ fall = {} }] }";
        format!("abilities = [{{ name = \"Trick\", {keys} }}, {other}]\n{tactics}")
    };
    for (keys, tactics, message) in [
        ("effects = [{ on = \"crit\", fall = {} }]", "", "needs a `resolve` with an `attack`"),
        ("effects = [{ on = \"fail\", fall = {} }]", "", "needs a `cast` that can fail"),
        ("effects = [{ on = \"resisted\", fall = {} }]", "", "that can be resisted"),
        ("stock = 2, effects = [{ fall = {} }]", "", "expected `cost = { item = true }`"),
        (
            "timing = \"passive\", target = \"self\", effects = [{ modify = { what = \"def\", amount = 1 }, duration = \"fight\" }]",
            "tactics = { ability = { this = \"Trick\" } }",
            "legal only if that ability is not passive",
        ),
    ] {
        let told = one(duel("", &ability(keys, tactics)));
        assert!(told.contains(message), "{told}");
    }
}

#[test]
fn mg_41_an_ability_that_costs_more_magic_than_there_is_is_warned_of() {
    let warnings = |mp_max: u32, cost: &str| {
        let reader = Reader { parts: &PARTS, check, read };
        let ann = format!(
            "mp_max = {mp_max}\nabilities = [{{ name = \"Trick\", cost = {{ {cost} }}, effects = [{{ fall = {{}} }}] }}]"
        );
        let unit = |side: &str, name: &str, more: &str| {
            format!("[[side]]\nname = \"{side}\"\n[[side.unit]]\nname = \"{name}\"\n{more}\n")
        };
        let text = format!("system = \"mahou-galaxy\"\n{}{}", unit("a", "Ann", &ann), unit("b", "Bob", ""));
        reader.warnings(&text, "")
    };
    let told = "ability `Trick` costs 3 mp, and unit `Ann` never has more than 2 to pay with";
    assert_eq!(warnings(2, "mp = 3"), [told]);
    assert_eq!(warnings(3, "mp = 3"), [""; 0]);
    assert_eq!(
        warnings(0, "item = true"),
        ["unit `Ann` has no piece of the item that ability `Trick` takes"]
    );
}

#[test]
fn mg_44_nobody_starts_inside_a_wall() {
    let at = |terrain: &str, ann: &str| {
        let unit = |side: &str, name: &str, more: &str| {
            format!("[[side]]\nname = \"{side}\"\n[[side.unit]]\nname = \"{name}\"\n{more}\n")
        };
        let map = format!("[map]\nwidth = 9\nheight = 3\nterrain = [{terrain}]\n");
        read_text(&format!("{map}{}{}", unit("a", "Ann", ann), unit("b", "Bob", "position = [8, 1]")))
    };
    let wall = "{ at = [1, 0], to = [3, 2], blocks_move = true }";
    let message = "`Ann` starts at [2, 1], which is blocked";
    for flies in ["", "\nmodes = [\"fly\"]"] {
        let wrong = one(at(wall, &format!("position = [2, 1]{flies}")));
        assert_eq!(wrong, message);
    }
    // A later entry opens a door; one flies over what has a height.
    assert!(at(&format!("{wall}, {{ at = [2, 1], blocks_move = false }}"), "position = [2, 1]").is_ok());
    let low = "{ at = [1, 0], to = [3, 2], blocks_move = true, height = 2 }";
    assert!(at(low, "position = [2, 1, 2]\nmodes = [\"fly\"]").is_ok());
    let wrong = one(at(low, "position = [2, 1, 1]\nmodes = [\"fly\"]"));
    assert_eq!(wrong, message);
    assert!(one(at(low, "position = [2, 1, 2]")).starts_with(message));
}

#[test]
fn tactics_that_never_come_to_anything_are_warned_of() {
    let warnings = |head: &str, ann: &str, bob: &str| {
        let reader = Reader { parts: &PARTS, check, read };
        let text = format!(
            "system = \"mahou-galaxy\"\n{head}\n[[side]]\nname = \"a\"\n[[side.unit]]\nname = \"Ann\"\n{ann}\n\
             [[side]]\nname = \"b\"\n[[side.unit]]\nname = \"Bob\"\n{bob}\n"
        );
        reader.warnings(&text, "")
    };
    // MG-23: a d4 against Block 5, MG-04: which it reaches where it explodes; of who may lie the number is 3.
    let (ann, bob) = ("str = 4\ntactics = { stance = \"strong\" }", "def = 8");
    let plain = "rulings = { dice.explode = false }";
    let warned = "unit `Ann` never hits with the stance `strong`: no roll of it reaches the number of a foe";
    assert_eq!(warnings(plain, ann, bob), [warned]);
    assert_eq!(warnings("", ann, bob), [""; 0]);
    assert_eq!(warnings(plain, ann, "def = 7"), [""; 0]);
    assert_eq!(warnings(plain, &format!("{ann}\nfacet_skills = [\"gym\"]"), bob), [""; 0]);
    let far = "str = 4\ntactics = { stance = \"strong\" }\nweapons = [{ name = \"club\", attack_mod = 1 }]";
    assert_eq!(warnings(plain, far, bob), [""; 0]);
    // MG-48.
    let ann = "tactics = { plan = \"grapple\" }\nweapons = [{ name = \"club\" }]";
    let warned = "unit `Ann` grapples nobody while it has `club` in hand: a grappler is unarmed, MG-48";
    assert_eq!(warnings("", ann, ""), [warned]);
    assert_eq!(warnings("rulings = { grapple.armed = \"free_hand\" }", ann, ""), [""; 0]);
}
