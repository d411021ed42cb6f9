//! One scenario that uses the whole vocabulary: it is read to what it means, and nothing that is
//! declared is missing from it.

use super::read_whole;
use crate::data::rulings::{AllOutTable, PoisonRule, RestBetweenFights, Switch, Unlimited};
use crate::data::setup::ability::{
    AbilityJudge, AbilityKind, Amount, Area, Cost, Duration, Effect, Flags, JudgeKind, Keep, ModifierClass,
    MoveMode, Range, RemoveStatus, TargetRule, Timing, Trigger, Uses, Victims, Who,
};
use crate::data::setup::{
    Ability, Appearance, AttackKind, AttributeId, ElementMod, Enchantment, Inflicted, Loadout, MapSetup,
    Numbers, Series, Setup, Status, UnitKind, UnitSetup, Weapon,
};
use crate::data::tactics::{
    AllOut, ChooseWeapon, Cover, Delay, Downed, Enchant, Entry, Fact, Final, Flee, Flight, Movement, Pass,
    PayCost, Plan, PranaAttack, PranaConvert, PranaDefense, PranaInit, PranaMortality, React, Recover, Robe,
    Tactics, Target, Tie, UseAbility, Wake, Wear,
};
use crate::sheet::PARTS;
use fray_engine::roster::{SideId, UnitId};
use fray_kit::sheet::declare::{Shape, SheetInfo};
use fray_kit::tactics::when::{Compare, Term, When};

const EVERYTHING: &str = include_str!("everything.toml");

fn everything() -> Setup {
    read_whole(EVERYTHING, &[]).unwrap()
}

fn amount(dice: u8, plus: i32) -> Amount {
    Amount { dice, scaled: None, plus }
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

fn inflicted(status: Status, level: i32) -> Inflicted {
    Inflicted { status, level }
}

fn term(fact: Fact, compare: Compare, value: i32) -> Term<Fact> {
    Term { fact, compare, value, percent: false }
}

#[test]
fn the_scenario_around_the_units_is_read() {
    let setup = everything();
    assert_eq!((setup.max_rounds, setup.series, setup.surprise), (30, Series { fights: 3 }, Some(SideId(1))));
    let rulings = setup.rulings;
    assert_eq!(rulings.all_out_table, AllOutTable::of(&[(0, 0), (5, 2), (20, 6)]).unwrap());
    assert_eq!(rulings.poison_damage, PoisonRule::DicePerLevel);
    assert_eq!(rulings.square_capacity, Unlimited(Some(4)));
    assert_eq!((rulings.appearance_judge, rulings.flee), (Switch::On, Switch::On));
    assert_eq!((rulings.carry_over, rulings.rest_between_fights), (true, RestBetweenFights::Both));
    let map = MapSetup {
        width: 8,
        height: 6,
        obstacles: vec![(3, 2, None), (3, 3, Some(2))],
        obstructs: vec![(4, 4)],
        exits: vec![(0, 0)],
        floor_height: vec![(7, 5, 1)],
        fortress: true,
    };
    assert_eq!(setup.map, Some(map));
}

#[test]
fn a_stat_block_is_read_whole() {
    let setup = everything();
    let mage = &setup.sides[0].units[0];
    let expected = UnitSetup {
        name: "Mage".to_owned(),
        kind: UnitKind::Pc,
        hp: 20,
        start_hp: 15,
        mp: 30,
        start_mp: 25,
        prana: 10,
        start_prana: 8,
        release: 2,
        hit: 7,
        dodge: 8,
        attack: 5,
        defense: 6,
        magic_hit: 12,
        resistance: 11,
        magic_attack: 14,
        magic_defense: 10,
        action_value: 9,
        fixed_action_count: Some(24),
        movement_power: 3,
        strength: 5,
        skill: 6,
        agility: 8,
        spirit: 12,
        knowledge: 11,
        faith: 9,
        perception: 10,
        luck: 4,
        crit: Numbers::of(&[7, 11]),
        fumble: Numbers::of(&[2]),
        cf_shift: 1,
        elements: vec!["fire".to_owned(), "wind".to_owned()],
        element_mods: [("water".to_owned(), ElementMod { flat: 2, percent: 50 })].into(),
        status_immune: Status::Panic.bit() | Status::Capture.bit(),
        start_statuses: vec![inflicted(Status::Daze, 1), inflicted(Status::Poison, 2)],
        position: [1, 2, 3],
        arrives_round: 1,
        appearance: None,
        tie_priority: 1,
        enchantment_limit: 5,
        memory: 2,
        block: 1,
        lunar_robe: false,
        command_group: Some("coven".to_owned()),
        // Each has a test of its own.
        weapons: mage.weapons.clone(),
        abilities: mage.abilities.clone(),
        enchantments: mage.enchantments.clone(),
        loadouts: mage.loadouts.clone(),
        tactics: mage.tactics.clone(),
    };
    assert_eq!(mage, &expected);
    let pupil = &setup.sides[0].units[1];
    let appearance = Appearance { attribute: AttributeId::Agility, difficulty: 12 };
    assert_eq!((pupil.arrives_round, pupil.appearance), (2, Some(appearance)));
    // (10 + 12 + 13 + 14) / 3 = 16, and 16 / 10 + 1 = 2.
    assert_eq!((pupil.action_value, pupil.movement_power), (16, 2));
    assert_eq!(pupil.position, [7, 5, 1], "on the floor, where no height is given");
    assert_eq!(setup.sides[1].units.iter().map(|unit| unit.position).collect::<Vec<_>>(), [[6, 4, 0]; 2]);
}

#[test]
fn gear_is_read_whole() {
    let setup = everything();
    let mage = &setup.sides[0].units[0];
    let wand = Weapon {
        name: "Wand".to_owned(),
        hit_kind: AttackKind::Magic,
        damage_kind: AttackKind::Physical,
        element: Some("earth".to_owned()),
        hit_mod: 1,
        attack_mod: -2,
        range: Range { least: 1, most: Some(3) },
        area: Area::Sphere(2, Victims::All),
        count_cost: 3,
        hp_cost: 1,
        mp_cost: amount(1, 2),
        prana_cost: amount(0, 1),
        inflict: vec![inflicted(Status::Paralysis, 1), inflicted(Status::Pressure, 1)],
        hands: 1,
        enchantment: Some("Star Coat".to_owned()),
    };
    let knife = Weapon {
        name: "Knife".to_owned(),
        hands: 2,
        range: Range { least: 0, most: None },
        area: Area::Square(Victims::Pick),
        ..Weapon::default()
    };
    let fist = Weapon { name: "Fist".to_owned(), hands: 1, ..Weapon::default() };
    assert_eq!(mage.weapons, [wand, knife, fist]);
    let star = Enchantment {
        name: "Star Coat".to_owned(),
        level: 3,
        magic_power: -7,
        modify: vec![(AttributeId::MagicAttack, 5), (AttributeId::Dodge, -1)],
        grants: names(&["Nova", "Wand"]),
        active_at_start: false,
    };
    let ward =
        Enchantment { name: "Ward".to_owned(), level: 2, active_at_start: true, ..Enchantment::default() };
    assert_eq!(mage.enchantments, [star, ward]);
    let modify = vec![(AttributeId::MovementPower, 1)];
    let light = Loadout { name: "Light".to_owned(), weapons: names(&["Knife"]), modify };
    let heavy = Loadout { name: "Heavy".to_owned(), weapons: names(&["Knife", "Wand"]), modify: Vec::new() };
    assert_eq!(mage.loadouts, [light, heavy]);
}

#[test]
fn abilities_are_read_whole() {
    let setup = everything();
    let ability = |name: &str| {
        let own = &setup.sides[0].units[0].abilities;
        own.iter().find(|ability| ability.name == name).unwrap().clone()
    };
    let base = |name: &str, timing: Timing, effects: Vec<Effect>| Ability {
        name: name.to_owned(),
        timing,
        target: TargetRule { number: Some(1), ..TargetRule::default() },
        effects,
        ..Ability::default()
    };
    let percent = |fact, compare, value| Term { percent: true, ..term(fact, compare, value) };
    let focus = Ability {
        kind: AbilityKind::Invocation,
        when: Some(When {
            terms: vec![
                term(Fact::Round, Compare::AtLeast, 2),
                term(Fact::Count, Compare::AtLeast, 11),
                term(Fact::HpPercent, Compare::AtMost, 50),
                percent(Fact::Hp, Compare::Less, 30),
                term(Fact::Mp, Compare::AtLeast, 5),
                term(Fact::Prana, Compare::More, 0),
                term(Fact::Enemies, Compare::AtLeast, 1),
                term(Fact::Allies, Compare::AtLeast, 1),
                term(Fact::HasStatus(Status::Poison), Compare::AtLeast, 1),
                term(Fact::Flying, Compare::AtLeast, 1),
                term(Fact::NotExhausted, Compare::AtLeast, 1),
            ],
        }),
        cost: Cost {
            count: amount(0, 1),
            hp: amount(0, 2),
            mp: amount(2, 0),
            prana: amount(0, 1),
            statuses: vec![inflicted(Status::Unconscious, 1)],
        },
        uses: Uses { per_main: 1, per_round: 2, per_fight: 3, charges: 0 },
        flags: Flags {
            exhausted_ok: true,
            usable_near_death: true,
            usable_unconscious: true,
            ignores_pressure: true,
            needs_los: false,
            hits_self: true,
        },
        duration: Duration::ThisMain,
        ..base(
            "Focus",
            Timing::Minor,
            vec![Effect::ModifyJudge { which: JudgeKind::Attack, amount: amount(0, 2) }],
        )
    };
    assert_eq!(ability("Focus"), focus);
    let nova = Ability {
        target: TargetRule {
            who: Who::Enemy,
            number: None,
            area: Area::Sphere(1, Victims::Pick),
            range: Range { least: 1, most: Some(5) },
        },
        judge: AbilityJudge::Attack {
            hit_kind: AttackKind::Magic,
            damage_kind: AttackKind::Magic,
            hit_mod: 1,
            attack_mod: 4,
        },
        when: Some(When {
            terms: vec![
                percent(Fact::TargetHp, Compare::Less, 50),
                term(Fact::Distance, Compare::AtMost, 3),
                term(Fact::TargetHasStatus(Status::Daze), Compare::Equal, 0),
            ],
        }),
        ..base(
            "Nova",
            Timing::Major,
            vec![
                Effect::Inflict(inflicted(Status::Poison, 2)),
                Effect::DrainMp(amount(1, 0)),
                Effect::ChangeCount(amount(0, -5)),
                Effect::Move { steps: amount(0, 2), mode: MoveMode::Push, forced: true },
            ],
        )
    };
    assert_eq!(ability("Nova"), nova);
    let critical = |add, totals: &[u8]| Effect::Critical { add, numbers: Numbers::of(totals) };
    let fumble = |add, totals: &[u8]| Effect::Fumble { add, numbers: Numbers::of(totals) };
    let blessing = Ability {
        kind: AbilityKind::Enchantment,
        target: TargetRule {
            who: Who::Ally,
            number: Some(2),
            range: Range { least: 0, most: None },
            ..TargetRule::default()
        },
        judge: AbilityJudge::Difficulty { attribute: AttributeId::Spirit, difficulty: 15 },
        duration: Duration::Rounds(2),
        ..base(
            "Blessing",
            Timing::Setup,
            vec![
                Effect::ModifyAttribute {
                    name: AttributeId::Dodge,
                    amount: amount(0, 3),
                    class: ModifierClass::Passive,
                },
                critical(true, &[11, 12]),
                critical(false, &[10]),
                fumble(true, &[3]),
                fumble(false, &[5]),
                Effect::ChangeMax { hp: 5, mp: -2 },
                Effect::ElementMod { element: "fire".to_owned(), flat: -3, percent: -50 },
                Effect::Immunity(Status::Daze),
                Effect::WithdrawCost(amount(0, -1)),
                Effect::CoverFree,
            ],
        )
    };
    assert_eq!(ability("Blessing"), blessing);
    let range = |squares| Range { least: 0, most: Some(squares) };
    let hex = Ability {
        target: TargetRule { who: Who::Any, number: Some(1), range: range(4), ..TargetRule::default() },
        judge: AbilityJudge::Against { attribute: AttributeId::Spirit, against: AttributeId::Resistance },
        ..base(
            "Hex",
            Timing::Initiative,
            vec![
                Effect::Damage {
                    amount: Amount { dice: 0, scaled: Some((AttributeId::MagicAttack, 2)), plus: 3 },
                    kind: AttackKind::Magic,
                    element: Some("heaven".to_owned()),
                    ignore_defense: true,
                },
                Effect::Enchant { name: "Star Coat".to_owned(), on: false },
                Effect::Swap,
                Effect::SetCount(amount(0, 5)),
            ],
        )
    };
    assert_eq!(ability("Hex"), hex);
    let potion = Ability {
        kind: AbilityKind::Item,
        uses: Uses { charges: 2, ..Uses::default() },
        ..base(
            "Potion",
            Timing::Auto,
            vec![
                Effect::HealHp(amount(2, 3)),
                Effect::RestoreMp(amount(0, 5)),
                Effect::GainPrana(amount(0, 1)),
                Effect::RemoveStatus(RemoveStatus::These(Status::Poison.bit() | Status::Paralysis.bit())),
                Effect::RemoveStatus(RemoveStatus::Any(1)),
            ],
        )
    };
    assert_eq!(ability("Potion"), potion);
    let boots = Ability {
        kind: AbilityKind::Equipment,
        ..base(
            "Boots",
            Timing::MainStart,
            vec![
                Effect::TakeOff,
                Effect::Land,
                Effect::ExtraAttack,
                Effect::Move { steps: amount(1, 0), mode: MoveMode::Fly, forced: false },
                Effect::ChangeLoadout("Light".to_owned()),
            ],
        )
    };
    assert_eq!(ability("Boots"), boots);
    let fate = vec![Effect::Reroll { which: JudgeKind::Defense, keep: Keep::Best }, Effect::CancelFumble];
    assert_eq!(ability("Fate"), base("Fate", Timing::AfterJudge, fate));
    let trance = vec![Effect::AddDice { which: JudgeKind::Mortality, n: 2 }];
    assert_eq!(
        ability("Trance"),
        Ability { duration: Duration::ThisJudge, ..base("Trance", Timing::BeforeJudge, trance) }
    );
    let parry = vec![
        Effect::ChangeDamage { add: amount(0, -5), percent: -50, set_zero: false },
        Effect::SetElement(None),
        Effect::SetDamageKind(AttackKind::Magic),
    ];
    assert_eq!(
        ability("Parry"),
        Ability { trigger: Some(Trigger::AttackedPhysical), ..base("Parry", Timing::Reaction, parry) }
    );
    let grace = Ability {
        target: TargetRule { who: Who::Ally, number: Some(1), range: range(1), ..TargetRule::default() },
        ..base("Grace", Timing::CleanUp, vec![Effect::LiftNearDeath])
    };
    assert_eq!(ability("Grace"), grace);
    let aura = Effect::ModifyAttribute {
        name: AttributeId::Luck,
        amount: amount(0, 1),
        class: ModifierClass::Active,
    };
    let always = |name, effect, duration| Ability { duration, ..base(name, Timing::Always, vec![effect]) };
    assert_eq!(ability("Aura"), always("Aura", aura, Duration::Fight));
    assert_eq!(ability("Bond"), always("Bond", Effect::Immunity(Status::Pressure), Duration::WhileActive));
    let march = Ability {
        target: TargetRule { who: Who::CommandGroup, number: None, ..TargetRule::default() },
        ..base(
            "March",
            Timing::Major,
            vec![Effect::Command, Effect::Enchant { name: "Ward".to_owned(), on: true }],
        )
    };
    assert_eq!(ability("March"), march);
}

#[test]
fn tactics_are_read_whole() {
    fn when(terms: Vec<Term<Fact>>) -> Option<When<Fact>> {
        Some(When { terms })
    }
    let setup = everything();
    let pupil = UnitId(1);
    let moves = vec![
        Entry { what: Movement::KeepDistance(3), when: when(vec![term(Fact::Distance, Compare::Less, 3)]) },
        Entry {
            what: Movement::Ward(pupil),
            when: when(vec![term(Fact::Round, Compare::More, 1), term(Fact::Enemies, Compare::More, 1)]),
        },
    ];
    let cover = Entry { what: Cover::Guard(pupil), when: when(vec![term(Fact::Count, Compare::More, 10)]) };
    let expected = Tactics {
        target: Plan::always(Target::BestDamage),
        delay: Plan::always(Delay::AfterAlly(pupil)),
        downed: Plan::always(Downed::FinishOff),
        pass: Plan::always(Pass::SitOut),
        tie: Plan::always(Tie::HighestAttack),
        weapon: Plan::always(ChooseWeapon::ConserveMp),
        ability: Plan::always(UseAbility::KeepMp(5)),
        cost: Plan::always(PayCost::KeepMains),
        move_: Plan { entries: moves },
        allout: Plan::always(AllOut::BestMean),
        flight: Plan::always(Flight::Hover),
        prana_init: Plan::always(PranaInit::Below(20)),
        prana_atk: Plan::always(PranaAttack::Hit(1)),
        prana_def: Plan::always(PranaDefense::Chance(60)),
        prana_mort: Plan::always(PranaMortality::None),
        cover: Plan { entries: vec![cover] },
        recover: Plan::always(Recover::MajorFirst),
        wake: Plan::always(Wake::Pass),
        // The default needs no entry.
        memory: Plan::default(),
        prana_convert: Plan::always(PranaConvert::HpBelow(30)),
        enchant: Plan::always(Enchant::Set(0b11)),
        loadout: Plan::always(Wear::This(1)),
        react: Plan::always(React::Above(8)),
        robe: Plan::always(Robe::Switch),
        flee: Plan::always(Flee::HpBelow(20)),
        final_: Plan::always(Final::Heal),
    };
    assert_eq!(setup.sides[0].units[0].tactics, expected);
}

/// Every key and every variant of a table, with those of the tables in it.
fn declared(info: &SheetInfo, out: &mut Vec<&'static str>) {
    for key in info.keys {
        out.push(key.key);
        within(&(key.shape)(), out);
    }
}

fn within(shape: &Shape, out: &mut Vec<&'static str>) {
    match shape {
        Shape::Table(info) => declared(info, out),
        Shape::List(of) | Shape::Map(of) => within(of, out),
        Shape::Either(shapes) => shapes.iter().for_each(|of| within(of, out)),
        Shape::Variants(variants) => {
            for variant in variants {
                out.push(variant.name);
                variant.takes.iter().for_each(|of| within(of, out));
            }
        }
        Shape::Int { .. }
        | Shape::Text
        | Shape::Word(_)
        | Shape::Bool
        | Shape::Form { .. }
        | Shape::ReadBySystem => {}
    }
}

#[test]
fn every_key_that_is_declared_stands_in_the_scenario() {
    let mut all = Vec::new();
    declared(PARTS.unit, &mut all);
    for info in PARTS.libraries.iter().map(|library| library.1).chain(PARTS.map).chain(PARTS.series) {
        declared(info, &mut all);
    }
    all.extend(PARTS.tactics.iter().map(|decision| decision.key));
    // Durations of their own tests.
    let elsewhere = ["this_round", "fight"];
    let words: Vec<&str> = EVERYTHING.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect();
    let missing: Vec<&&str> =
        all.iter().filter(|key| !words.contains(key) && !elsewhere.contains(key)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    for (name, _) in Fact::all() {
        let first = name.split(' ').next().unwrap();
        assert!(words.contains(&first), "{first}");
    }
}
