//! What weapons, abilities, enchantments, loadouts, maps and series cannot be, and what is said.

use super::{COMBAT, PARTS, Reader, Setup, duel, error, read_text, read_whole};
use crate::data::setup::ability::{Duration, Timing};

/// Returns what is said of a unit with one ability of these keys beside its name.
fn ability(keys: &str) -> String {
    error("", &format!("[[side.unit.abilities]]\nname = \"Trick\"\n{keys}"))
}

/// The ability with these keys.
fn read_ability(keys: &str) -> crate::data::setup::Ability {
    let setup = duel("", &format!("[[side.unit.abilities]]\nname = \"Trick\"\n{keys}"), "").unwrap();
    setup.sides[0].units[0].abilities[0].clone()
}

#[test]
fn nw_53_an_ability_does_something() {
    let nothing = "ability `Trick` does nothing: it has no `effects` and no attack as its `judge`";
    assert_eq!(ability("timing = \"minor\""), nothing);
    assert_eq!(ability("judge = { attribute = \"spirit\", difficulty = 9 }"), nothing);
    assert_eq!(read_ability("judge = { attack = {} }").timing, Timing::Major);
    assert_eq!(
        ability("timing = \"always\"\njudge = { attack = {} }"),
        "what works always attacks nobody: give the attack a `timing`"
    );
}

#[test]
fn nw_19_reactions_answer_something_and_others_do_not() {
    assert_eq!(
        ability("timing = \"reaction\"\neffects = [{ heal_hp = 1 }]"),
        "ability `Trick` has no `trigger`; a Reaction answers something"
    );
    assert_eq!(
        ability("timing = \"minor\"\ntrigger = \"hit\"\neffects = [{ heal_hp = 1 }]"),
        "only `reaction` and `auto` have a `trigger`"
    );
    assert_eq!(read_ability("timing = \"auto\"\neffects = [{ heal_hp = 1 }]").trigger, None);
    assert!(
        ability("timing = \"reaction\"\ntrigger = \"damged\"\neffects = [{ heal_hp = 1 }]")
            .ends_with("did you mean `damaged`?")
    );
}

#[test]
fn nw_06_what_is_declared_for_a_judge_is_about_one() {
    assert_eq!(
        ability("timing = \"before_judge\"\neffects = [{ heal_hp = 1 }]"),
        "ability `Trick` has no effect about the Judge before it, such as `modify_judge`"
    );
    assert_eq!(
        ability("timing = \"after_judge\"\neffects = [{ heal_hp = 1 }]"),
        "ability `Trick` has no effect about the Judge behind it, such as `reroll`"
    );
}

#[test]
fn nw_53_what_changes_nothing_beside_another_key_is_warned_of() {
    let told = |keys: &str| {
        let unit = |side: &str, more: &str| {
            format!(
                "[[side]]\nname = \"{side}\"\n[[side.unit]]\nname = \"{side}\"\nhp = 18\n{COMBAT}{more}\n"
            )
        };
        let trick =
            format!("[[side.unit.abilities]]\nname = \"Trick\"\neffects = [{{ heal_hp = 1 }}]\n{keys}");
        let text = format!("system = \"night-wizard\"\n{}{}", unit("good", &trick), unit("bad", ""));
        Reader { parts: &PARTS, check: super::check, read: super::read }.warnings(&text, "")
    };
    assert_eq!(
        told("flags = { exhausted_ok = true, hits_self = true }"),
        [
            "`exhausted_ok` changes nothing in ability `Trick`",
            "`hits_self` changes nothing in ability `Trick`"
        ]
    );
    let pressed = told("kind = \"invocation\"\nflags = { ignores_pressure = true }");
    assert_eq!(pressed, ["`ignores_pressure` changes nothing in ability `Trick`"]);
    let of_self = |target: &str| told(&format!("target = {{ self = {{ {target} }} }}"));
    assert_eq!(of_self("number = 2"), ["`number` changes nothing in ability `Trick`"]);
    assert_eq!(of_self("range_min = 1, range = 2"), ["`range` changes nothing in ability `Trick`"]);
    let picks = "area = { shape = \"square\", hits = \"pick\" }";
    assert_eq!(of_self(picks), ["`area` changes nothing in ability `Trick`"]);
    assert_eq!(told("duration = \"this_round\""), ["`duration` changes nothing in ability `Trick`"]);
    let none: [&str; 0] = [];
    assert_eq!(of_self("number = 1, area = { shape = \"square\", hits = \"all\" }"), none);
    assert_eq!(told("timing = \"auto\"\nflags = { exhausted_ok = true, ignores_pressure = true }"), none);
}

#[test]
fn nw_30_near_death_is_lifted_in_clean_up() {
    assert_eq!(
        ability("timing = \"minor\"\neffects = [\"lift_near_death\"]"),
        "`lift_near_death` works in Clean-Up only: its `timing` is `cleanup`"
    );
    assert_eq!(read_ability("timing = \"cleanup\"\neffects = [\"lift_near_death\"]").timing, Timing::CleanUp);
}

#[test]
fn nw_56_effects_that_last_say_how_long() {
    let modify = "effects = [{ modify_attribute = { name = \"hit\", amount = 1 } }]";
    assert_eq!(
        ability(&format!("timing = \"minor\"\n{modify}")),
        "`modify_attribute` would last no time: say a `duration`"
    );
    assert_eq!(
        ability(&format!("timing = \"always\"\nduration = \"instant\"\n{modify}")),
        "`modify_attribute` would last no time: say a `duration`"
    );
    let duration = |keys: &str| read_ability(&format!("{keys}\n{modify}")).duration;
    assert_eq!(duration("timing = \"always\""), Duration::Fight);
    assert_eq!(duration("timing = \"reaction\"\ntrigger = \"hit\""), Duration::ThisJudge);
    assert_eq!(duration("timing = \"minor\"\nduration = \"this_round\""), Duration::ThisRound);
    assert_eq!(duration("timing = \"minor\"\nduration = { n_rounds = 4 }"), Duration::Rounds(4));
    assert_eq!(
        ability(&format!("duration = \"n_rounds\"\n{modify}")),
        "`n_rounds` needs a whole number from 1 to 99: `{ n_rounds = ... }`"
    );
}

#[test]
fn charges_are_for_items() {
    let keys = "uses = { charges = 2 }\neffects = [{ heal_hp = 1 }]";
    assert_eq!(ability(keys), "only an `item` has `charges`");
    assert_eq!(read_ability(&format!("kind = \"item\"\n{keys}")).uses.charges, 2);
}

#[test]
fn effects_are_words_and_tables_with_one_key() {
    let effect = |text: &str| ability(&format!("effects = [{text}]"));
    assert_eq!(
        effect("\"cancel_fumbel\""),
        "expected an effect, found `cancel_fumbel`; did you mean `cancel_fumble`?"
    );
    assert_eq!(
        effect("\"heal_hp\""),
        "`heal_hp` needs a whole number from -9999 to 9999 or an amount like \"2d6+3\" or \"magic_attack * 2 + 3\": `{ heal_hp = ... }`"
    );
    assert_eq!(effect("{ swap = 3 }"), "`swap` takes no value");
    assert_eq!(
        effect("{ heal_hp = 1, drain_mp = 2 }"),
        "expected an effect: a word or a table with one key, found 2 keys"
    );
    assert_eq!(effect("3"), "expected an effect, found 3");
    assert_eq!(effect("{ heal_hp = \"2d8\" }"), "expected six-sided dice, found a d8");
    assert_eq!(effect("{ inflict = { status = \"daze\", level = 2 } }"), "only `poison` has a `level`");
    assert_eq!(
        effect("{ inflict = \"dazed\" }"),
        "expected `unconscious`, `pressure`, `panic`, `poison`, `capture`, `paralysis` or `daze` for `inflict`, found \"dazed\"; did you mean `daze`?"
    );
    assert_eq!(effect("{ damage = { kind = \"magic\" } }"), "`damage` has no `amount`");
    assert_eq!(
        effect("{ element_mod = { element = \"none\", flat = 1 } }"),
        "`none` is no element: damage without an element is never changed"
    );
    assert_eq!(
        effect("{ remove_status = \"daze\" }").split(" for").next(),
        Some("expected a list or a table")
    );
}

#[test]
fn judges_have_one_opponent() {
    let judge = |text: &str| ability(&format!("judge = {text}\neffects = [{{ heal_hp = 1 }}]"));
    assert_eq!(
        judge("{ attribute = \"spirit\" }"),
        "a Judge has a `difficulty`, or an attribute `against` it"
    );
    assert_eq!(
        judge("{ attribute = \"spirit\", difficulty = 3, against = \"luck\" }"),
        "a Judge is against a `difficulty` or `against` an attribute, not both"
    );
    assert_eq!(judge("\"nothing\""), "expected a Judge, found `nothing`");
    assert!(judge("{ attribute = \"spirt\", difficulty = 3 }").ends_with("did you mean `spirit`?"));
}

#[test]
fn costs_are_never_below_zero() {
    let cost = |text: &str| ability(&format!("cost = {{ {text} }}\neffects = [{{ heal_hp = 1 }}]"));
    assert_eq!(cost("mp = -1"), "`mp` is -1; it ranges from 0 to 99");
    assert_eq!(
        cost("mp = \"1d6-2\""),
        "expected a whole number from 0 to 99 or dice like \"1d6\" for `mp`, found \"1d6-2\""
    );
    assert_eq!(cost("pm = 2"), "unknown key `pm` in `cost`; did you mean `mp`?");
}

#[test]
fn conditions_of_abilities_are_checked() {
    let when = |text: &str| ability(&format!("when = {text}\neffects = [{{ heal_hp = 1 }}]"));
    assert_eq!(
        when("\"has_status daz\""),
        "expected one of unconscious, pressure, panic, poison, capture, paralysis, daze; did you mean `daze`?"
    );
    assert_eq!(
        when("[\"round > 1\", \"rond > 1\"]"),
        "expected one of round, count, hp, hp_percent, mp, prana, enemies, allies, target_hp, distance, flying, not_exhausted, has_status, target_has_status; did you mean `round`?"
    );
    assert_eq!(when("3"), "expected a condition like \"hp < 30%\", found 3");
}

#[test]
fn nw_53_orders_reach_somebody() {
    let march = "[[side.unit.abilities]]\nname = \"March\"\neffects = [\"command\"]\n";
    assert_eq!(error("", march), "`command` reaches a command group: say `target = \"command_group\"`");
    let march = format!("{march}target = \"command_group\"\n");
    assert_eq!(error("", &march), "`Knight` has no `command_group`, so nobody takes its orders");
    let alone = format!("command_group = \"guard\"\n{march}");
    assert_eq!(
        duel("", &alone, "command_group = \"guard\"").unwrap_err(),
        ["nobody beside `Knight` is in the command group `guard`"],
        "enemies do not take orders"
    );
    assert!(duel("", &format!("count = 2\n{alone}"), "").is_ok());
}

#[test]
fn nw_33_nw_34_names_in_gear_lead_somewhere() {
    let gear = |text: &str| error("", &format!("weapons = [{{ name = \"Staff\" }}]\n{text}"));
    assert_eq!(
        gear("enchantments = [{ name = \"Coat\", grants = [\"Staf\"] }]"),
        "unit `Knight` has no ability or weapon `Staf`; did you mean `Staff`?"
    );
    assert_eq!(
        gear("loadouts = [{ name = \"Light\", weapons = [\"Stafff\"] }]"),
        "unit `Knight` has no weapon `Stafff`; did you mean `Staff`?"
    );
    assert_eq!(
        gear("loadouts = [{ name = \"Light\", weapons = [\"Staff\", \"Staff\"] }]"),
        "`Staff` stands in the loadout twice"
    );
    assert_eq!(
        error(
            "",
            "enchantments = [{ name = \"Coat\" }]\nweapons = [{ name = \"Bolt\", enchantment = \"Cot\" }]"
        ),
        "unit `Knight` has no enchantment `Cot`; did you mean `Coat`?"
    );
    assert_eq!(
        error("", "enchantments = [{ name = \"Coat\" }, { name = \"Coat\" }]"),
        "the unit has two enchantments `Coat`"
    );
    assert_eq!(ability("effects = [{ activate = \"Coat\" }]"), "`Knight` has no enchantment `Coat`");
    assert_eq!(
        ability("target = \"enemy\"\neffects = [{ change_loadout = \"Light\" }]"),
        "there is no loadout `Light`"
    );
}

#[test]
fn nw_34_a_loadout_takes_two_hands() {
    let gear = |second: &str| {
        format!(
            "weapons = [{{ name = \"Maul\", hands = 2 }}, {{ name = \"Other\", {second} }}]\n\
             loadouts = [{{ name = \"Both\", weapons = [\"Maul\", \"Other\"] }}]"
        )
    };
    assert_eq!(error("", &gear("hands = 1")), "loadout `Both` takes more than two hands");
    assert!(duel("", &gear("hit_kind = \"magic\""), "").is_ok(), "spells take no hands");
}

#[test]
fn nw_33_enchantments_in_force_at_the_start_fit() {
    let enchantments = "enchantments = [{ name = \"A\", level = 2 }, { name = \"B\", level = 3 }, { name = \"C\", active_at_start = false }]\n";
    let with = |keys: &str| format!("{enchantments}{keys}");
    assert!(duel("", &with("enchantment_limit = 5\nmemory = 2"), "").is_ok());
    assert_eq!(
        error("", &with("enchantment_limit = 4")),
        "the enchantments of unit `Knight` have levels of 5 together, which may not exceed its `enchantment_limit` of 4"
    );
    assert_eq!(
        error("[rulings]\nenchantment_limit_strict = true", &with("enchantment_limit = 5")),
        "the enchantments of unit `Knight` have levels of 5 together, which must stay below its `enchantment_limit` of 5"
    );
    assert_eq!(
        error("", &with("memory = 1")),
        "unit `Knight` has 2 enchantments in force at the start and a `memory` of 1"
    );
    let set = |names: &str| with(&format!("memory = 2\ntactics = {{ enchant = {{ set = [{names}] }} }}"));
    assert!(duel("", &set("\"A\", \"C\""), "").is_ok());
    assert_eq!(
        error("", &set("\"A\", \"B\", \"C\"")),
        "`set` is legal only if `enchantment_limit` and `memory` allow these together"
    );
}

#[test]
fn nw_27_a_fight_starts_within_the_maxima() {
    assert_eq!(error("", "mp = 5\nstart_mp = 6"), "`start_mp` is 6; unit `Knight` has at most 5 MP");
    assert_eq!(error("", "start_prana = 1"), "`start_prana` is 1; unit `Knight` has at most 0 prana");
    assert_eq!(
        error("", "status_immune = [\"daze\"]\nstart_statuses = [\"daze\"]"),
        "unit `Knight` is immune to `daze`"
    );
    assert_eq!(error("", "start_statuses = [\"daze\", \"daze\"]"), "`daze` is there twice");
}

#[test]
fn nw_40_ranges_and_areas_make_sense() {
    let weapon = |keys: &str| error("", &format!("weapons = [{{ name = \"x\", {keys} }}]"));
    assert_eq!(weapon("range = 2, range_min = 3"), "`range_min` is 3, beyond the `range` of 2");
    assert_eq!(
        weapon("range = 100"),
        "expected a whole number from 0 to 99 or `sight` for `range`, found 100"
    );
    assert_eq!(weapon("area = { shape = \"sphere\" }"), "a sphere has a `radius`");
    assert_eq!(weapon("area = { shape = \"square\", radius = 1 }"), "only a sphere has a `radius`");
    assert!(duel("", "weapons = [{ name = \"x\", range = \"sight\", range_min = 3 }]", "").is_ok());
}

const FIELD: &str = "[map]\nwidth = 4\nheight = 3\nobstacles = [{ x = 1, y = 1 }, { x = 2, y = 1, height = 2 }]\n\
                     floor_height = [{ x = 3, y = 2, z = 1 }]";

#[test]
fn nw_35_units_start_on_squares_of_the_map() {
    let at = |position: &str| duel(FIELD, &format!("position = {position}"), "");
    let place = |setup: Result<Setup, Vec<String>>| setup.unwrap().sides[0].units[0].position;
    assert_eq!(place(at("[3, 0]")), [3, 0, 0]);
    assert_eq!(place(at("[2, 1, 2]")), [2, 1, 2], "above the wall");
    assert_eq!(place(at("[3, 2]")), [3, 2, 1], "on the floor");
    let wrong = |position: &str| at(position).unwrap_err().join("; ");
    assert_eq!(
        wrong("[4, 0]"),
        "`Knight` starts at [4, 0], outside the map, which has columns 0 to 3 and rows 0 to 2"
    );
    assert_eq!(wrong("[1, 1]"), "`Knight` starts at [1, 1], which is blocked");
    assert_eq!(wrong("[2, 1, 1]"), "`Knight` starts at [2, 1], which is blocked");
    assert_eq!(wrong("[3, 2, 0]"), "`Knight` starts at height 0, below the floor at height 1");
    assert_eq!(wrong("[1]"), "expected `[x, y]` or `[x, y, z]` for `position`, found 1 numbers");
    assert_eq!(wrong("[1, 0, 21]"), "expected a whole number from 0 to 20 for `z`, found 21");
    assert_eq!(error("", "position = [1, 0]"), "`Knight` has a `position`, and there is no `[map]`");
    assert_eq!(duel("", "position = [0, 0, 2]", "").unwrap().sides[0].units[0].position, [0, 0, 2]);
}

#[test]
fn nw_35_squares_of_the_map_lie_on_it() {
    let map = |keys: &str| error(&format!("[map]\nwidth = 3\nheight = 2\n{keys}"), "");
    assert_eq!(
        map("exits = [{ x = 3, y = 0 }]"),
        "[3, 0] lies outside the map, which has columns 0 to 2 and rows 0 to 1"
    );
    assert_eq!(map("obstructs = [{ x = 1, y = 0 }, { x = 1, y = 0 }]"), "[1, 0] stands in `obstructs` twice");
    assert_eq!(
        map("obstacles = [{ x = 1, y = 0 }]\nexits = [{ x = 1, y = 0 }]"),
        "[1, 0] is an obstacle: nobody can leave there"
    );
    assert_eq!(map("obstacles = [{ x = 1 }]"), "`obstacles` has no `y`");
}

#[test]
fn nw_35_square_capacity_holds_at_the_start() {
    let head = "[rulings]\nsquare_capacity = 2";
    assert_eq!(
        duel(head, "count = 2", "").unwrap_err(),
        ["`Ogre` is one too many at [0, 0]; `square_capacity` allows 2 units in a square"]
    );
    assert!(duel(head, "count = 2", "arrives_round = 2").is_ok());
    assert!(duel(head, "count = 2", "position = [0, 0, 1]").is_ok());
}

#[test]
fn nw_10_a_side_surprises() {
    let surprise = |word: &str| duel(&format!("[rulings]\nsurprise = \"{word}\""), "", "");
    assert_eq!(surprise("bad").unwrap().surprise.map(|side| side.0), Some(1));
    assert_eq!(surprise("none").unwrap().surprise, None);
    assert_eq!(
        surprise("bed").unwrap_err(),
        ["expected `none`, or the name of a side for `surprise`, found \"bed\"; did you mean `bad`?"]
    );
}

#[test]
fn nw_39_the_all_out_table_is_a_word_or_pairs() {
    let table = |text: &str| error(&format!("[rulings]\nall_out_table = {text}"), "");
    let expected = "expected `ceil_fifth`, or up to 20 pairs `[least value, squares]`, least values rising for `all_out_table`";
    assert_eq!(table("[[5, 1], [5, 2]]"), format!("{expected}, found a list"));
    assert_eq!(table("[5, 1]"), format!("{expected}, found a list"));
    assert_eq!(
        table("\"ceil_fith\""),
        format!("{expected}, found \"ceil_fith\"; did you mean `ceil_fifth`?")
    );
    let numbers = duel("[rulings]\npoison_damage = 3", "", "").unwrap().rulings;
    assert_eq!(numbers.show("poison_damage").unwrap(), "3");
}

#[test]
fn nw_54_a_series_has_a_fight() {
    assert_eq!(duel("[series]\nfights = 4", "", "").unwrap().series.fights, 4);
    assert_eq!(error("[series]\nfights = 0", ""), "`fights` is 0; it ranges from 1 to 1000");
    assert_eq!(error("[series]\nfight = 2", ""), "unknown key `fight` in `[series]`; did you mean `fights`?");
}

#[test]
fn tactics_name_what_the_unit_owns() {
    let tactics =
        |text: &str| error("", &format!("loadouts = [{{ name = \"Light\" }}]\ntactics = {{ {text} }}"));
    assert_eq!(
        tactics("loadout = { this = \"Ligth\" }"),
        "the unit has no loadout `Ligth`; did you mean `Light`?"
    );
    assert_eq!(tactics("enchant = { set = [\"Coat\"] }"), "the unit has no enchantment `Coat`");
    assert_eq!(tactics("enchant = { set = 3 }"), "expected a list of names of enchantments, found 3");
    assert_eq!(tactics("cover = { when = \"count > 10\" }"), "expected `use` beside `when`");
}

#[test]
fn blocks_are_named_in_lists_and_changed_there() {
    let head = "[ability.cure]\nkind = \"item\"\neffects = [{ heal_hp = 3 }]\n[weapon.bow]\nname = \"Bow\"\nrange = 4";
    let more = "abilities = [\"cure\", { use = \"cure\", name = \"Cure Two\", kind = \"special\" }]\n\
                weapons = [{ use = \"bow\", attack_mod = 2 }]";
    let setup = duel(head, more, "").unwrap();
    let knight = &setup.sides[0].units[0];
    assert_eq!(
        knight.abilities.iter().map(|own| own.name.as_str()).collect::<Vec<_>>(),
        ["cure", "Cure Two"]
    );
    assert_eq!(knight.abilities[0].effects, knight.abilities[1].effects);
    assert_eq!((knight.weapons[0].attack_mod, knight.weapons[0].range.most), (2, Some(4)));
    assert_eq!(
        error(head, "abilities = [{ use = \"cur\" }]"),
        "there is no `[ability.cur]` here or in an include; did you mean `cure`?"
    );
    assert_eq!(error("[status.burn]", ""), "Night Wizard has no `[status.ID]`");
    assert!(error("[ability.x]\nefects = []", "").ends_with("did you mean `effects`?"));
}

#[test]
fn every_part_of_an_ability_can_be_set() {
    let text = format!(
        "system = \"night-wizard\"\n[weapon.claw]\nname = \"Claw\"\n[[side]]\nname = \"a\"\n[[side.unit]]\nname = \"Boss\"\nhp = 9\n{COMBAT}\
         abilities = [{{ name = \"Roar\", effects = [{{ drain_mp = 1 }}], cost = {{ mp = 2 }} }}]\n\
         [[side]]\nname = \"b\"\n[[side.unit]]\nname = \"B\"\nhp = 9\n{COMBAT}"
    );
    let sets = [
        "Boss.abilities.Roar.cost.mp=\"1d6\"",
        "Boss.weapons=[\"claw\"]",
        "map.width=5",
        "series.fights=2",
        "rulings.surprise=b",
    ];
    let setup = read_whole(&text, &sets).unwrap();
    let boss = &setup.sides[0].units[0];
    assert_eq!((boss.abilities[0].cost.mp.dice, boss.weapons[0].name.as_str()), (1, "Claw"));
    assert_eq!((setup.map.unwrap().width, setup.series.fights), (5, 2));
    assert_eq!(setup.surprise.map(|side| side.0), Some(1));
}

#[test]
fn without_a_square_for_everybody_errors_still_come_all_at_once() {
    let errors = read_text(&format!(
        "[map]\nwidth = 0\n[[side]]\nname = \"a\"\n[[side.unit]]\nname = \"A\"\nhp = 1\n{COMBAT}position = [9, 9]\n\
         [[side]]\nname = \"b\"\n[[side.unit]]\nname = \"B\"\nhp = 1\n{COMBAT}mp = -1\n"
    ));
    assert_eq!(
        errors.unwrap_err(),
        ["`width` is 0; it ranges from 1 to 200", "`mp` is -1; it ranges from 0 to 999"]
    );
}
