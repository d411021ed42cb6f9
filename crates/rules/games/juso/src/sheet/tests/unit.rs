//! Stat blocks and weapons.

use super::*;

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
    for (name, catalogue) in Catalogue::WORDS.iter().zip(Catalogue::ALL) {
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
        range: Reach::Far,
        area: true,
        effect_cap: Some(5),
        damage: Some(2),
        ability: Some(Attribute::Wisdom),
        ..Weapon::default()
    };
    let hex =
        Weapon { name: "Hex".to_owned(), kind: AttackKind::Jujutsu, range: Reach::Mid, ..Weapon::default() };
    let bow = Weapon {
        name: "Bow".to_owned(),
        kind: AttackKind::Ranged,
        range: Reach::Squares(7),
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
    assert_eq!(one(duel("[enchantment.x]", "", "")), "Juso has no `[enchantment.ID]`");
}
