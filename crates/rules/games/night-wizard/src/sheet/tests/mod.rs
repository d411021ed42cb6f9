//! What scenarios of Night Wizard mean, and what is said of those that are wrong.

mod amount;
mod everything;
mod sensible;
mod vocabulary;

use super::*;
use crate::data::setup::{AttackKind, ElementMod, Numbers, UnitKind};
use crate::data::tactics::{Delay, Downed, Fact, Target};
use fray_engine::roster::UnitId;
use fray_kit::sheet::testing::{Reader, one};

const COMBAT: &str = "hit = 8\ndodge = 7\nattack = 12\ndefense = 8\naction_value = 11\n";

/// A duel: what else there is, then the keys of the two units beside name, HP and Combat
/// Attributes.
fn duel(head: &str, first: &str, second: &str) -> Result<Setup, Vec<String>> {
    let unit = |side: &str, name: &str, more: &str| {
        format!("[[side]]\nname = \"{side}\"\n[[side.unit]]\nname = \"{name}\"\nhp = 18\n{COMBAT}{more}\n")
    };
    read_text(&format!("{head}\n{}{}", unit("good", "Knight", first), unit("bad", "Ogre", second)))
}

fn read_text(text: &str) -> Result<Setup, Vec<String>> {
    read_whole(&format!("system = \"night-wizard\"\n{text}"), &[])
}

/// A scenario with its head, and with these edits.
fn read_whole(text: &str, sets: &[&str]) -> Result<Setup, Vec<String>> {
    Reader { parts: &PARTS, check, read }.scenario(text, sets)
}

fn error(head: &str, first: &str) -> String {
    one(duel(head, first, ""))
}

#[test]
fn a_stat_block_has_the_defaults_of_the_ledger() {
    let setup = duel("", "", "").unwrap();
    let knight = &setup.sides[0].units[0];
    assert_eq!(setup.max_rounds, 100);
    assert_eq!(setup.rulings, Rulings::default());
    assert_eq!(knight, &crate::data::setup::UnitSetup::plain("Knight", UnitKind::Npc, [18, 8, 7, 12, 8, 11]));
}

#[test]
fn a_stat_block_says_what_it_says() {
    let more = r#"kind = "pc"
start_hp = 9
magic_hit = 1
resistance = 2
magic_attack = 3
magic_defense = 4
fixed_action_count = 25
spirit = 11
crit = [7, 11]
fumble = []
cf_shift = 3
elements = ["fire"]
element_mods = { water = { flat = -2 }, fire = { percent = 50 } }
tie_priority = 2
weapons = [{ name = "Bolt", hit_kind = "magic", element = "none", hit_mod = 1, attack_mod = -2 }]
"#;
    let setup = duel("", more, "").unwrap();
    let knight = &setup.sides[0].units[0];
    assert_eq!((knight.kind, knight.start_hp, knight.fixed_action_count), (UnitKind::Pc, 9, Some(25)));
    assert_eq!(
        [knight.magic_hit, knight.resistance, knight.magic_attack, knight.magic_defense],
        [1, 2, 3, 4]
    );
    assert_eq!((knight.spirit, knight.luck), (11, 7));
    assert_eq!((knight.crit, knight.fumble), (Numbers::of(&[7, 11]), Numbers::default()));
    assert_eq!((knight.cf_shift, knight.tie_priority), (3, 2));
    assert_eq!(knight.elements, ["fire"]);
    assert_eq!(knight.element_mods["water"], ElementMod { flat: -2, percent: 0 });
    assert_eq!(knight.element_mods["fire"], ElementMod { flat: 0, percent: 50 });
    let bolt = &knight.weapons[0];
    assert_eq!((bolt.hit_kind, bolt.damage_kind), (AttackKind::Magic, AttackKind::Magic));
    assert_eq!((bolt.element.as_deref(), bolt.hit_mod, bolt.attack_mod), (None, 1, -2));
}

#[test]
fn nw_04_not_every_number_may_be_critical() {
    assert!(duel("", "crit = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]", "").is_ok());
    let message = "`crit` has all of 2 to 12; at least one number must not be critical";
    assert_eq!(error("", "crit = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]"), message);
    assert_eq!(error("", "fumble = [1]"), "`fumble` is 1; it ranges from 2 to 12");
    assert_eq!(
        error("", "fumble = 5"),
        "expected a list of whole numbers from 2 to 12 for `fumble`, found 5"
    );
}

#[test]
fn nw_28_a_unit_starts_the_fight_standing() {
    assert_eq!(duel("", "start_hp = 0", "").unwrap().sides[0].units[0].start_hp, 0);
    let zero = "[rulings]\nnear_death_at = \"zero_or_below\"";
    assert!(error(zero, "start_hp = 0").starts_with("`start_hp` is 0, which is Near Death"));
    assert_eq!(error("", "start_hp = 19"), "`start_hp` is 19; unit `Knight` has at most 18 HP");
}

#[test]
fn the_sheet_formulas_make_combat_attributes_of_basic_ones() {
    let unit = |name: &str, keys: &str| {
        format!("[[side]]\nname = \"side of {name}\"\n[[side.unit]]\nname = \"{name}\"\nhp = 9\n{keys}\n")
    };
    let basic = "strength = 10\nskill = 9\nagility = 8\nspirit = 12\nknowledge = 6\nfaith = 5\nperception = 4\nluck = 3";
    let setup = read_text(&(unit("a", basic) + &unit("b", "luck = 8"))).unwrap();
    let a = &setup.sides[0].units[0];
    // (9 + 4) / 2, (8 + 4) / 2, (10 + 9) / 2, (10 + 5) / 2
    assert_eq!([a.hit, a.dodge, a.attack, a.defense], [6, 6, 9, 7]);
    // (12 + 3) / 2, (8 + 3) / 2, (6 + 12) / 2, (6 + 5) / 2
    assert_eq!([a.magic_hit, a.resistance, a.magic_attack, a.magic_defense], [7, 5, 9, 5]);
    // (10 + 8 + 6 + 5) / 3
    assert_eq!(a.action_value, 9);
    assert_eq!(setup.sides[1].units[0].magic_hit, 7, "(7 + 8) / 2");
    let errors = read_text(&(unit("a", "hit = 3\nstrength = 9") + &unit("b", ""))).unwrap_err();
    let missing = |name: &str, keys: &[&str]| -> Vec<String> {
        keys.iter().map(|key| format!("unit `{name}` has no `{key}`")).collect()
    };
    let mut expected = missing("a", &["dodge", "attack", "defense", "action_value"]);
    expected.extend(missing("b", &["hit", "dodge", "attack", "defense", "action_value"]));
    assert_eq!(errors, expected);
}

#[test]
fn nw_22_none_is_no_element_that_could_be_modified() {
    assert!(error("", "element_mods = { none = { flat = 3 } }").starts_with("`none` is no element"));
    assert_eq!(
        error("", "element_mods = { fire = { flt = 3 } }"),
        "unknown key `flt` in the modifier of element `fire`; did you mean `flat`?"
    );
}

#[test]
fn rulings_are_words_numbers_and_switches() {
    let head = "[rulings]\ncrit_on_damage = false\nfinal_main = true\nmain_cost_when = \"start\"\nmin_count = 0\n\
                min_setup_count = \"none\"\nauto_actions_per_main = 3\nexhaustion_sticky = \"false\"";
    let rulings = duel(head, "", "").unwrap().rulings;
    let shown = |key: &str| rulings.show(key).unwrap();
    assert_eq!(shown("crit_on_damage"), "false");
    assert_eq!(shown("final_main"), "on");
    assert_eq!(shown("exhaustion_sticky"), "false");
    assert_eq!((shown("min_count"), shown("auto_actions_per_main")), ("0".to_owned(), "3".to_owned()));
    assert_eq!(
        error("[rulings]\nhit_tie = true", ""),
        "expected `attacker` or `defender` for `hit_tie`, found true"
    );
    assert_eq!(error("[rulings]\nmax_rounds = 3", ""), "`max_rounds` stands in `[run]`");
    assert_eq!(error("[rulings]\nhit_tied = 3", ""), "unknown ruling `hit_tied`; did you mean `hit_tie`?");
}

#[test]
fn what_is_no_part_of_the_fight_is_refused_by_its_name() {
    assert_eq!(
        error("", "experience = 3"),
        "`experience` is what a fight earns, which fray does not play: it has no part in a fight"
    );
    let weapon = error("", "weapons = [{ name = \"x\", price = 3 }]");
    assert!(weapon.starts_with("`price` is what a thing costs in a shop"), "{weapon}");
    assert!(error("[map]\ntraps = []", "").starts_with("`traps` is the traps of a fortress"));
}

#[test]
fn tactics_are_a_choice_or_a_list_with_conditions() {
    let tactics = r#"tactics = { target = [{ use = "weakest", when = "hp < 30% and enemies >= 2" }, "random"], delay = { to = 12 }, downed = "finish_off", pass = "pass_main" }"#;
    let setup =
        duel("", tactics, "tactics = { delay = { after_enemy = \"Knight\" }, target = \"first\" }").unwrap();
    let knight = &setup.sides[0].units[0].tactics;
    assert_eq!(
        knight.target.entries.iter().map(|e| e.what).collect::<Vec<_>>(),
        [Target::Weakest, Target::Random]
    );
    assert!(
        knight.target.terms().any(|t| t.fact == Fact::Hp)
            && knight.target.terms().any(|t| t.fact == Fact::Enemies)
    );
    assert_eq!(knight.delay.entries[0].what, Delay::To(12));
    assert_eq!(knight.downed.entries[0].what, Downed::FinishOff);
    assert!(knight.pass.entries.is_empty(), "the default needs no entry");
    let ogre = &setup.sides[1].units[0].tactics;
    assert_eq!(ogre.delay.entries[0].what, Delay::AfterEnemy(UnitId(0)));
    assert!(ogre.target.entries.is_empty());
}

#[test]
fn tactics_that_cannot_be_are_said() {
    let tactics = |text: &str| error("", &format!("tactics = {{ {text} }}"));
    assert_eq!(tactics("target = \"nearst\""), "unknown tactic `nearst`; did you mean `nearest`?");
    assert_eq!(tactics("targt = \"first\""), "unknown decision `targt`; did you mean `target`?");
    assert_eq!(tactics("delay = \"to\""), "`to` needs a value: `{ to = 12 }`");
    assert_eq!(tactics("delay = { act = 3 }"), "`act` takes no value");
    assert_eq!(
        tactics("delay = { to = 1, act = 3 }"),
        "expected a tactic or a table with one key, found 2 keys"
    );
    assert_eq!(tactics("delay = { after_ally = \"Ogre\" }"), "`Ogre` is not an ally of `Knight`");
    assert_eq!(tactics("delay = { after_ally = \"Knight\" }"), "`Knight` is the unit itself");
    assert_eq!(tactics("delay = { after_enemy = \"Ogr\" }"), "there is no enemy `Ogr`; did you mean `Ogre`?");
    assert_eq!(tactics("target = []"), "expected at least one tactic in the list");
    assert_eq!(
        tactics("target = [\"first\", \"random\"]"),
        "this is never reached: the entry before it has no `when`"
    );
    assert_eq!(
        tactics("target = [{ use = \"random\", when = \"hp < 30% or round > 3\" }]"),
        "expected `and` or the end of the condition"
    );
    assert_eq!(
        tactics("target = [{ use = \"random\", wen = \"hp < 3\" }]"),
        "unknown key `wen`; expected `use` and `when`"
    );
}

#[test]
fn a_name_with_copies_has_to_say_which() {
    let errors = duel("", "tactics = { delay = { after_enemy = \"Ogre\" } }", "count = 2").unwrap_err();
    assert_eq!(errors, ["there are several `Ogre`: say `Ogre#1` or `Ogre#2`"]);
    let setup = duel("", "tactics = { delay = { after_enemy = \"Ogre#2\" } }", "count = 2").unwrap();
    assert_eq!(setup.sides[0].units[0].tactics.delay.entries[0].what, Delay::AfterEnemy(UnitId(2)));
    assert_eq!(
        setup.sides[1].units.iter().map(|u| u.name.as_str()).collect::<Vec<_>>(),
        ["Ogre#1", "Ogre#2"]
    );
}

#[test]
fn a_unit_wins_over_its_block_and_its_block_over_its_side() {
    let text = format!(
        "[unit.ogre]\nhp = 26\nkind = \"pc\"\n{COMBAT}tactics = {{ target = \"random\", downed = \"finish_off\" }}\n\
         [[side]]\nname = \"a\"\ntactics = {{ target = \"weakest\", pass = \"sit_out\" }}\n\
         [[side.unit]]\nuse = \"ogre\"\nhp = 3\ntactics = {{ target = \"threat\" }}\n\
         [[side]]\nname = \"b\"\n[[side.unit]]\nname = \"B\"\nuse = \"ogre\"\n"
    );
    let setup = read_text(&text).unwrap();
    let ogre = &setup.sides[0].units[0];
    assert_eq!((ogre.name.as_str(), ogre.hp, ogre.kind), ("ogre", 3, UnitKind::Pc));
    assert_eq!(ogre.tactics.target.entries[0].what, Target::Threat);
    assert_eq!(ogre.tactics.downed.entries[0].what, Downed::FinishOff);
    assert_eq!(ogre.tactics.pass.entries.len(), 1);
    assert_eq!((setup.sides[1].units[0].name.as_str(), setup.sides[1].units[0].hp), ("B", 26));
}

#[test]
fn a_block_that_nobody_uses_has_to_be_right_all_the_same() {
    assert_eq!(
        error("[unit.imp]\nhpp = 3\n[weapon.claw]", ""),
        "unknown key `hpp` in unit `imp`; did you mean `hp`?"
    );
    assert_eq!(
        error("[unit.imp]\nkind = \"pcs\"", ""),
        "expected `pc` or `npc` for `kind`, found \"pcs\"; did you mean `pc`?"
    );
}

#[test]
fn a_misspelt_key_is_not_missing_too() {
    let unit = |keys: &str| {
        format!("[[side]]\nname = \"x{keys}\"\n[[side.unit]]\nname = \"a\"\n{COMBAT}{keys} = 9\n")
    };
    let errors = read_text(&(unit("hp") + &unit("hpp").replace("dodge", "doge"))).unwrap_err();
    assert_eq!(
        errors,
        [
            "unknown key `doge` in unit `a`; did you mean `dodge`?",
            "unknown key `hpp` in unit `a`; did you mean `hp`?"
        ]
    );
}
