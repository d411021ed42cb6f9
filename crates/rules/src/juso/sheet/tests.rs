//! What scenarios of Juso mean, and what is said of those that are wrong.

use super::*;
use crate::juso::setup::*;
use crate::juso::tactics::*;
use crate::juso::vocabulary::*;
use crate::sheet::edit::Edit;
use crate::sheet::envelope::assemble;
use crate::sheet::node::parse;
use crate::sheet::problem::FileId;
use crate::when::{Compare, Term, When};

/// A duel: what else there is, then the keys of the two units beside name and kind.
fn duel(head: &str, first: &str, second: &str) -> Result<Setup, Vec<String>> {
    read_text(&duel_text(head, first, second), &[])
}

fn duel_text(head: &str, first: &str, second: &str) -> String {
    let unit = |side: &str, name: &str, kind: &str, more: &str| {
        format!("[[side]]\nname = \"{side}\"\n[[side.unit]]\nname = \"{name}\"\nkind = \"{kind}\"\n{more}\n")
    };
    format!("{head}\n{}{}", unit("pcs", "Hunter", "pc", first), unit("foes", "Brute", "enemy", second))
}

fn read_text(text: &str, sets: &[&str]) -> Result<Setup, Vec<String>> {
    let text = format!("system = \"juso\"\n{text}");
    let mut problems = Problems::default();
    let root = parse(FileId(0), &text, &mut problems);
    let mut library = Library::default();
    library.add(root.as_table().unwrap(), &mut problems);
    let edits: Vec<Edit> = sets.iter().filter_map(|set| Edit::parse(FileId(1), set, &mut problems)).collect();
    let document = assemble(&root, &library, PARTS.side, &edits, &mut problems);
    check(&library, &mut problems);
    library.check_ids(&mut problems);
    let setup = read(&document, &library, &mut problems);
    let messages: Vec<String> = problems.sorted().into_iter().map(|problem| problem.message).collect();
    if messages.is_empty() { Ok(setup.unwrap()) } else { Err(messages) }
}

fn error(head: &str, first: &str) -> String {
    one(duel(head, first, ""))
}

fn enemy_error(second: &str) -> String {
    one(duel("", "", second))
}

fn one(found: Result<Setup, Vec<String>>) -> String {
    let mut errors = found.unwrap_err();
    assert_eq!(errors.len(), 1, "{errors:?}");
    errors.remove(0)
}

fn hunter(first: &str) -> UnitSetup {
    duel("", first, "").unwrap_or_else(|errors| panic!("{errors:?}")).sides[0].units[0].clone()
}

#[test]
fn a_stat_block_has_the_defaults_of_the_ledger() {
    let setup = duel("", "", "").unwrap();
    let mut plain = Setup::plain(
        vec![UnitSetup::plain("Hunter", UnitKind::Pc, 8)],
        vec![UnitSetup::plain("Brute", UnitKind::Enemy, 8)],
    );
    plain.sides[0].name = "pcs".to_owned();
    plain.sides[1].name = "foes".to_owned();
    assert_eq!(setup, plain);
}

#[test]
fn a_stat_block_says_what_it_says() {
    let more = r#"body = "monster"
life = 7
col = 5
movement = "slow"
perception = 1
agility = 2
wisdom = 3
strength = 4
level_perception = 5
level_agility = 6
level_wisdom = 7
level_strength = 8
skill_melee = 1
skill_ranged = 2
skill_jujutsu = 3
skill_defence = 2
skill_resist = 1
core_base = 4
start_cores = 20
core_carry = 3
armour = 6
shield = "small"
special_armour = 2
machine_level = 1
retreat_defence = 3
agitation = 2
alert = 9
size_mod = -1
moving_mod = -3
flying = true
hidden_mod = -2
first_aid = true
defence = { melee = 3, jujutsu = 12 }
unnoticed = true
"#;
    let unit = hunter(more);
    let four = |perception, agility, wisdom, strength| Attributes { perception, agility, wisdom, strength };
    let expected = UnitSetup {
        body: Body::Monster,
        life: 7,
        col: Some(5),
        movement: Movement::Slow,
        abilities: four(1, 2, 3, 4),
        levels: four(5, 6, 7, 8),
        skills: Skills { melee: 1, ranged: 2, jujutsu: 3, defence: 2, resist: 1 },
        core_base: 4,
        start_cores: 20,
        core_carry: CoreCarry::Number(3),
        armour: 6,
        shield: Shield::Small,
        special_armour: 2,
        machine_level: 1,
        retreat_defence: 3,
        agitation: 2,
        alert: 9,
        ranged_mod: -1 - 2 - 2,
        moving_mod: -3,
        first_aid: true,
        defence: Defence { melee: 3, ranged: 2, jujutsu: 12 },
        statuses: vec![Status::UNNOTICED],
        ..UnitSetup::plain("Hunter", UnitKind::Pc, 7)
    };
    assert_eq!(unit, expected);
    assert_eq!(hunter("core_carry = \"all\"").core_carry, CoreCarry::All);
    assert_eq!(hunter("ranged_mod = -7").ranged_mod, -7);
    assert_eq!(
        (hunter("movement = \"fast\"").movement, hunter("shield = \"large\"").shield),
        (Movement::Fast, Shield::Large)
    );
    assert_eq!(hunter("body = \"ryuma\"").body, Body::Ryuma);
}

#[test]
fn every_key_has_its_range() {
    let ranges = [
        ("life", 1, 99),
        ("col", 1, 14),
        ("perception", 0, 10),
        ("level_strength", 0, 10),
        ("skill_melee", 0, 3),
        ("core_base", 0, 10),
        ("start_cores", 0, 20),
        ("armour", 0, 6),
        ("special_armour", 0, 10),
        ("machine_level", 0, 6),
        ("retreat_defence", 0, 3),
        ("agitation", 0, 3),
        ("alert", 0, 9),
        ("ranged_mod", -11, 3),
        ("size_mod", -3, 3),
        ("moving_mod", -3, 0),
        ("hidden_mod", -3, 0),
    ];
    for (key, min, max) in ranges {
        hunter(&format!("{key} = {min}"));
        hunter(&format!("{key} = {max}"));
        for n in [min - 1, max + 1] {
            let message = format!("`{key}` is {n}; it ranges from {min} to {max}");
            assert_eq!(error("", &format!("{key} = {n}")), message);
        }
    }
    assert_eq!(
        error("", "core_carry = 41"),
        "expected a whole number from 0 to 40 or `all` for `core_carry`, found 41"
    );
    assert_eq!(error("", "defence = { melee = 13 }"), "`melee` is 13; it ranges from 0 to 12");
}

#[test]
fn ju_51_the_sum_and_its_parts_do_not_stand_together() {
    assert_eq!(
        error("", "ranged_mod = -3\nflying = true"),
        "`flying` is a part of `ranged_mod`, which is given too, JU-51"
    );
    assert_eq!(
        error("", "moving_mod = -1\nranged_mod = -3"),
        "`moving_mod` is a part of `ranged_mod`, which is given too, JU-51"
    );
}

#[test]
fn ju_46_the_catalogue_fills_in_and_explicit_keys_win() {
    for (name, catalogue) in Catalogue::ALL {
        let unit = hunter(&format!("weapons = [{{ name = \"w\", catalogue = \"{name}\" }}]"));
        assert_eq!(unit.weapons, [Weapon { name: "w".to_owned(), ..catalogue.weapon() }], "{name}");
    }
    let unit = hunter(
        r#"weapons = [{ name = "w", catalogue = "heavy_large", ability = "agility", hands = 1, damage = 7, power = 3 }]"#,
    );
    let expected = Weapon {
        name: "w".to_owned(),
        ability: Some(Attribute::Agility),
        hands: 1,
        damage: Some(7),
        power: 3,
        ..Catalogue::HeavyLarge.weapon()
    };
    assert_eq!(unit.weapons, [expected]);
}

#[test]
fn a_weapon_says_what_it_says() {
    let unit = hunter(
        r#"weapons = [
  { name = "Bolt", kind = "jujutsu", range = "far", area = true, effect_cap = 5, damage = 2, ability = "wisdom" },
  { name = "Hex", kind = "jujutsu", range = "mid" },
  { name = "Bow", kind = "ranged", range = 7, damage = 4, hands = 2 },
]"#,
    );
    let bolt = Weapon {
        name: "Bolt".to_owned(),
        kind: AttackKind::Jujutsu,
        reach: Reach::Far,
        area: true,
        effect_cap: Some(5),
        damage: Some(2),
        ability: Some(Attribute::Wisdom),
        ..Weapon::default()
    };
    let hex =
        Weapon { name: "Hex".to_owned(), kind: AttackKind::Jujutsu, reach: Reach::Mid, ..Weapon::default() };
    let bow = Weapon {
        name: "Bow".to_owned(),
        kind: AttackKind::Ranged,
        reach: Reach::Squares(7),
        damage: Some(4),
        hands: 2,
        ..Weapon::default()
    };
    assert_eq!(unit.weapons, [bolt, hex, bow]);
}

#[test]
fn weapons_that_cannot_be_are_said() {
    let weapon = |keys: &str| error("", &format!("weapons = [{{ name = \"w\", {keys} }}]"));
    assert_eq!(weapon("damage = 3"), "weapon `w` has no `kind` and no `catalogue`");
    assert_eq!(weapon("kind = \"melee\""), "weapon `w` has no `damage`");
    assert_eq!(
        weapon("catalogue = \"heavy_larg\""),
        "expected `light_small`, `light_medium`, `heavy_medium`, `heavy_large`, `melee_medium`, \
         `light_small_strength`, `light_medium_strength`, `ranged_short`, `ranged_medium`, `ranged_long` or \
         `unarmed` for `catalogue`, found \"heavy_larg\"; did you mean `heavy_large`?"
    );
    assert_eq!(
        weapon("kind = \"melee\", damage = 3, range = 2"),
        "`range` is for ranged and jujutsu attacks, JU-29; weapon `w` is none"
    );
    assert_eq!(
        weapon("catalogue = \"ranged_long\", range = \"far\""),
        "`range` is a word for jujutsu attacks only, JU-53; weapon `w` is none"
    );
    assert_eq!(
        weapon("catalogue = \"ranged_long\", area = true"),
        "`area` is for jujutsu attacks, JU-54; weapon `w` is none"
    );
    assert_eq!(
        weapon("catalogue = \"light_small\", effect_cap = 4"),
        "`effect_cap` is for jujutsu attacks, JU-55; weapon `w` is none"
    );
    assert_eq!(
        weapon("kind = \"jujutsu\", range = 14"),
        "expected a whole number from 0 to 13 or `mid`, `far` or `close` for `range`, found 14"
    );
    assert_eq!(
        weapon("kind = \"jujutsu\", dmage = 1"),
        "unknown key `dmage` in weapon `w`; did you mean `damage`?"
    );
    assert_eq!(
        weapon("catalogue = \"light_small\" }, { name = \"w\", kind = \"jujutsu\""),
        "the unit has two weapons `w`"
    );
    let enemy = |keys: &str| enemy_error(&format!("weapons = [{{ name = \"w\", {keys} }}]"));
    assert_eq!(enemy("kind = \"melee\", damage = 3"), "weapon `w` of unit `Brute` has no `power`");
    assert_eq!(
        enemy("kind = \"jujutsu\", power = 3, range = \"mid\""),
        "`mid` and `far` are of a PC's class, JU-53; expected a whole number from 0 to 13"
    );
}

#[test]
fn ju_47_the_table_alone_has_no_weapons_of_the_prose() {
    let head = "[rulings]\nweapon_catalogue = \"table\"";
    assert_eq!(
        error(head, "weapons = [{ name = \"w\", catalogue = \"melee_medium\" }]"),
        "only the prose knows this weapon, and the ruling `weapon_catalogue` is `table`"
    );
    assert!(duel(head, "weapons = [{ name = \"w\", catalogue = \"heavy_large\" }]", "").is_ok());
}

#[test]
fn ju_63_a_shield_needs_a_hand() {
    let two = "shield = \"large\"\nweapons = [{ name = \"Axe\", catalogue = \"heavy_large\" }]";
    assert_eq!(error("", two), "unit `Hunter` has a shield, and `Axe` takes both hands, JU-63");
    assert!(duel("[rulings]\nshield_with_two_hands = \"allowed\"", two, "").is_ok());
}

#[test]
fn the_map_has_flag_surprise_and_obstacles() {
    let map = |text: &str| duel(&format!("[map]\n{text}"), "", "").unwrap();
    assert_eq!(map("flag = \"left\"").flag, Flag::Held(End::Left));
    assert_eq!(map("flag = \"right\"").flag, Flag::Held(End::Right));
    assert_eq!(map("flag = { left_dice = 7, right_dice = 4 }").flag, Flag::Dice([7, 4]));
    assert_eq!(map("surprise = \"right\"").surprise, Some(End::Right));
    assert_eq!(map("surprise = \"none\"").surprise, None);
    let at = |col, blocks_move| Obstacle { col, blocks_move };
    assert_eq!(
        map("obstacles = [3, { col = 14, blocks_move = true }]").obstacles,
        [at(3, false), at(14, true)]
    );
    let wrong = |text: &str| error(&format!("[map]\n{text}"), "");
    assert_eq!(wrong("obstacles = [3, 3]"), "column 3 has two obstacles");
    assert_eq!(wrong("obstacles = [15]"), "`obstacles` is 15; it ranges from 1 to 14");
    assert_eq!(wrong("obstacles = [{ blocks_move = true }]"), "the obstacle has no `col`");
    assert_eq!(
        wrong("flag = \"lefty\""),
        "expected `left` or `right` or a table for `flag`, found \"lefty\""
    );
    assert_eq!(wrong("flag = { left_dice = 3 }"), "`flag` has no `right_dice`");
    assert_eq!(
        wrong("flag = { left_dice = 0, right_dice = 0 }"),
        "at least one side needs a die, or nobody ever takes the flag"
    );
    assert_eq!(wrong("width = 14"), "unknown key `width` in `[map]`");
    assert_eq!(wrong("obstacle = [3]"), "unknown key `obstacle` in `[map]`; did you mean `obstacles`?");
}

#[test]
fn ju_10_a_side_has_morale_and_strength() {
    let text =
        duel_text("", "", "").replacen("name = \"pcs\"", "name = \"pcs\"\nmorale = 1\nstrength = -1", 1);
    let setup = read_text(&text, &[]).unwrap();
    assert_eq!((setup.sides[0].morale, setup.sides[0].strength), (1, -1));
    let setup = read_text(&text, &["foes.morale=-1", "pcs.strength=1"]).unwrap();
    assert_eq!((setup.sides[0].strength, setup.sides[1].morale), (1, -1));
    let wrong = |text: &str, sets: &[&str]| one(read_text(text, sets));
    assert_eq!(
        wrong(&text.replace("morale = 1", "morale = 2"), &[]),
        "`morale` is 2; it ranges from -1 to 1"
    );
    assert_eq!(
        wrong(&text.replace("morale", "moral"), &[]),
        "unknown key `moral` in the side; did you mean `morale`?"
    );
    assert_eq!(wrong(&text, &["pcs.moral=1"]), "unknown key `moral` in side `pcs`; did you mean `morale`?");
    assert_eq!(wrong(&text, &["pcs.name=x"]), "`name` of a side cannot be set");
    assert_eq!(wrong(&text, &["pc.morale=1"]), "there is no unit `pc`; did you mean `pcs`?");
}

#[test]
fn ju_07_exactly_two_sides_have_an_end_each() {
    let third =
        duel_text("", "", "") + "[[side]]\nname = \"more\"\n[[side.unit]]\nname = \"x\"\nkind = \"pc\"\n";
    assert_eq!(
        one(read_text(&third, &[])),
        "Juso is fought by two sides, one at each end, JU-07; `more` is one more"
    );
}

#[test]
fn rulings_are_those_of_the_ledger() {
    let head = "[rulings]\nknockback = false\nback_attack_kills = true\narea_bonus = 0\nunarmed_damage = 2\norder = \"live_flag\"";
    let rulings = duel(head, "", "").unwrap().rulings;
    let shown = |key: &str| rulings.show(key).unwrap();
    assert_eq!((shown("knockback"), shown("back_attack_kills")), ("off".to_owned(), "yes".to_owned()));
    assert_eq!((shown("area_bonus"), shown("unarmed_damage")), ("0".to_owned(), "2".to_owned()));
    assert_eq!(shown("order"), "live_flag");
    assert_eq!(error("[rulings]\nordr = \"x\"", ""), "unknown ruling `ordr`; did you mean `order`?");
    assert_eq!(
        error("[rulings]\norder = \"flag\"", ""),
        "expected `side_blocks`, `alternating` or `live_flag` for `order`, found \"flag\""
    );
    assert_eq!(error("[rulings]\nmax_rounds = 3", ""), "`max_rounds` stands in `[run]`");
}

#[test]
fn tactics_are_those_of_the_ledger() {
    let tactics = r#"[side.unit.tactics]
placement = "own_half"
target = [{ use = "weakest", when = "life < 50% and melee >= 2" }, "random"]
weapon = "best"
stance = "kite"
core_attack = 2
core_reserve = 3
core_p = 0.9
split = "kill"
defend = "agility_then_body"
on_damage = "endure_board"
return = { below = 2 }
leave_at = 3
area = "most_safe"
first_aid = "always"
ability = "never"
"#;
    let read = hunter(tactics).tactics;
    let life = Term { fact: Fact::Life, compare: Compare::Less, value: 50, percent: true };
    let melee = Term { fact: Fact::Melee, compare: Compare::AtLeast, value: 2, percent: false };
    let target = Plan {
        entries: vec![
            Entry { what: Target::Weakest, when: Some(When { terms: vec![life, melee] }) },
            Entry { what: Target::Random, when: None },
        ],
    };
    let expected = Tactics {
        placement: Plan::always(Placement::OwnHalf),
        target,
        weapon: Plan::always(WeaponChoice::Best),
        stance: Plan::always(Stance::Kite),
        core_attack: Plan::always(CoreAttack::Number(2)),
        core_reserve: 3,
        core_p_ppm: 900_000,
        split: Plan::always(Split::Kill),
        defend: Plan::always(Defend::AgilityThenBody),
        on_damage: Plan::always(OnDamage::EndureBoard),
        return_when: Plan::always(Return::Below(2)),
        leave_at: Plan::always(LeaveAt::Life(3)),
        area: Plan::always(AreaSquare::MostSafe),
        first_aid: Plan::always(FirstAid::Always),
        ability: Plan::always(AbilityUse::Never),
    };
    assert_eq!(read, expected);
    assert_eq!(
        hunter("tactics = { split = 0, core_attack = \"needed\" }").tactics.split,
        Plan::always(Split::Number(0))
    );
    assert_eq!(
        hunter("tactics = { core_attack = \"max\", stance = \"strike\" }").tactics,
        Tactics::default()
    );
}

#[test]
fn every_decision_of_the_ledger_is_listed_with_its_default_first() {
    let listed: Vec<(&str, &str, &str)> =
        DECISIONS.iter().map(|known| (known.key, known.id, known.choices[0].0)).collect();
    assert_eq!(
        listed,
        [
            ("placement", "D-01", "as_configured"),
            ("order", "D-03", "list"),
            ("target", "D-04", "nearest"),
            ("weapon", "D-05", "listed"),
            ("stance", "D-06", "strike"),
            ("core_attack", "D-07", "max"),
            ("core_reserve", "D-07", "a number"),
            ("core_p", "D-07", "a number"),
            ("split", "D-08", "ev"),
            ("defend", "D-09", "agility"),
            ("on_damage", "D-10", "none"),
            ("return", "D-11", "asap"),
            ("leave_at", "D-12", "never"),
            ("area", "D-13", "most"),
            ("first_aid", "D-14", "if_free"),
            ("concede_at", "D-15", "never"),
            ("ability", "D-16", "first_usable"),
        ]
    );
}

#[test]
fn d_01_a_placement_that_is_named_wins_over_the_ruling() {
    let tactics = |text: &str| hunter(text).tactics.placement;
    assert_eq!(tactics(""), Plan::default(), "the ruling decides");
    assert_eq!(tactics("tactics = { placement = \"as_configured\" }"), Plan::always(Placement::AsConfigured));
}

#[test]
fn d_03_and_d_15_are_decided_by_the_side() {
    let of_side = |tactics: &str| {
        duel_text("", "", "").replacen("name = \"foes\"", &format!("name = \"foes\"\ntactics = {tactics}"), 1)
    };
    let text = of_side(
        "{ order = [{ use = \"random\", when = \"round > 3\" }, \"front_first\"], concede_at = 0.6666, target = \"weakest\" }",
    );
    let setup = read_text(&text, &[]).unwrap();
    let foes = &setup.sides[1];
    assert_eq!(foes.tactics.order.entries[1].what, SideOrder::FrontFirst);
    assert_eq!(foes.tactics.concede_at, Plan::always(ConcedeAt::Fraction(666_600)));
    assert_eq!(foes.units[0].tactics.target, Plan::always(Target::Weakest), "units inherit the rest");
    let setup = read_text(&text, &["foes.tactics.concede_at=0.7", "foes.tactics.target=first"]).unwrap();
    assert_eq!(setup.sides[1].tactics.concede_at, Plan::always(ConcedeAt::Fraction(700_000)));
    assert_eq!(setup.sides[1].units[0].tactics.target, Plan::always(Target::First));
    let wrong = |tactics: &str| one(read_text(&of_side(tactics), &[]));
    assert_eq!(wrong("{ concede_at = 1.5 }"), "expected a number from 0 to 1, found 1.5");
    assert_eq!(wrong("{ concede_at = \"half\" }"), "unknown tactic `half`");
    assert_eq!(
        wrong("{ order = { use = \"random\", when = \"life < 3\" } }"),
        "expected one of round, enemies, allies, flag, first"
    );
    assert_eq!(
        error("", "tactics = { order = \"random\" }"),
        "`order` is decided by the side: `order` stands in its `tactics`"
    );
}

#[test]
fn tactics_that_cannot_be_are_said() {
    let tactics = |text: &str| error("", &format!("tactics = {{ {text} }}"));
    assert_eq!(tactics("stance = \"strik\""), "unknown tactic `strik`; did you mean `strike`?");
    assert_eq!(tactics("stanse = \"hold\""), "unknown decision `stanse`; did you mean `stance`?");
    assert_eq!(tactics("core_attack = 41"), "expected a whole number from 0 to 40, found 41");
    assert_eq!(
        tactics("core_attack = true"),
        "expected `max` or `needed`, or a whole number from 0 to 40, found true"
    );
    assert_eq!(tactics("core_reserve = \"all\""), "expected a whole number from 0 to 40, found \"all\"");
    assert_eq!(tactics("core_p = 2"), "expected a number from 0 to 1, found 2");
    assert_eq!(tactics("return = \"below\""), "`below` wants a value: `{ below = 12 }`");
    assert_eq!(tactics("leave_at = -1"), "expected a whole number from 0 to 99, found -1");
    assert_eq!(tactics("ability = { this = \"Sand\" }"), "the unit has no ability `Sand`");
    assert_eq!(
        tactics("split = [{ use = 2, when = \"hp < 3\" }]"),
        "expected one of round, life, cores, high_mana, enemies, allies, melee, own, flag, first"
    );
    assert_eq!(
        tactics("split = [{ use = 2, when = 3 }]"),
        "expected a condition like \"life < 30%\", found 3"
    );
}

#[test]
fn what_the_ledger_does_not_have_is_refused_by_its_name() {
    for (key, meant) in
        [("hp", None), ("lifes", Some("life")), ("coll", Some("col")), ("stance", None), ("position", None)]
    {
        let message = error("", &format!("{key} = 3"));
        let meant = meant.map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
        assert_eq!(message, format!("unknown key `{key}` in unit `Hunter`{meant}"));
    }
    let text = duel_text("", "", "").replace("kind = \"pc\"\n", "");
    assert_eq!(one(read_text(&text, &[])), "unit `Hunter` has no `kind`");
    assert_eq!(
        one(duel("[enchantment.x]", "", "")),
        "`enchantment` is a library of enchantments, a part of the rules, which fray does not play yet"
    );
}

#[test]
fn sets_reach_everything() {
    let text = duel_text(
        "[map]\nobstacles = [3]",
        "weapons = [{ name = \"Axe\", catalogue = \"heavy_large\" }]\nabilities = [{ name = \"Sand\", timing = \"sub\", effects = [{ add_status = \"prone\" }] }]",
        "",
    );
    let sets = [
        "Hunter.life=12",
        "foes/Brute.defence.melee=5",
        "Hunter.weapons.Axe.damage=4",
        "Hunter.abilities.Sand.timing=main",
        "Hunter.tactics.core_attack=1",
        "map.flag=left",
        "map.obstacles=[7]",
        "rulings.knockback=off",
        "run.max_rounds=40",
    ];
    let setup = read_text(&text, &sets).unwrap();
    let hunter = &setup.sides[0].units[0];
    assert_eq!((hunter.life, hunter.weapons[0].damage), (12, Some(4)));
    assert_eq!(hunter.special[0].timing, Timing::Main);
    assert_eq!(hunter.tactics.core_attack, Plan::always(CoreAttack::Number(1)));
    assert_eq!(setup.sides[1].units[0].defence.melee, 5);
    assert_eq!((setup.flag, setup.obstacles[0].col, setup.max_rounds), (Flag::Held(End::Left), 7, 40));
    assert_eq!(setup.rulings.show("knockback").unwrap(), "off");
}

#[test]
fn units_weapons_and_abilities_come_from_named_blocks() {
    let text = "[unit.goblin]\nkind = \"enemy\"\nlife = 4\nweapons = [\"knife\"]\nabilities = [\"sand\"]\n\
                [weapon.knife]\nkind = \"melee\"\npower = 5\ndamage = 4\n\
                [ability.sand]\ntiming = \"sub\"\ntarget = \"enemy\"\nrange = \"close\"\neffects = [{ add_status = \"dust\" }]\n\
                [status.dust]\nchange_value = [{ value = \"attack_dice\", by = -1 }]\n\
                [[side]]\nname = \"pcs\"\n[[side.unit]]\nname = \"A\"\nkind = \"pc\"\n\
                [[side]]\nname = \"foes\"\n[[side.unit]]\nuse = \"goblin\"\ncount = 2\nlife = 3\n";
    let setup = read_text(text, &[]).unwrap();
    let goblins = &setup.sides[1].units;
    assert_eq!((goblins[1].name.as_str(), goblins[1].life), ("goblin#2", 3));
    assert_eq!((goblins[0].weapons[0].name.as_str(), goblins[0].weapons[0].power), ("knife", 5));
    let dust = StatusId(Status::shipped().len() as u8);
    assert_eq!(goblins[0].special[0].effects, [Effect::AddStatus(dust)]);
    assert_eq!(setup.statuses[usize::from(dust.0)].name, "dust");
    let wrong = |from: &str, to: &str| one(read_text(&text.replace(from, to), &[]));
    assert_eq!(
        wrong("[\"sand\"]", "[\"sad\"]"),
        "there is no `[ability.sad]` here or in an include; did you mean `sand`?"
    );
    assert_eq!(
        wrong("= \"dust\"", "= \"dst\""),
        "there is no `[status.dst]` here or in an include; did you mean `dust`?"
    );
    assert_eq!(
        wrong("[status.dust]", "[status.prone]\n[status.dust]"),
        "`prone` is a status of the game and cannot be another one"
    );
    assert_eq!(wrong("timing = \"sub\"\n", ""), "ability `sand` has no `timing`");
}

mod abilities;
