//! Attacks (JU-05, JU-06, JU-41 to JU-56, JU-78, JU-81).

use super::*;
use crate::choose::Against;

/// A's attack on B, adjacent, and nothing else.
fn strike(attacker: UnitSetup, target: UnitSetup) -> Table {
    Table::of(&[holding(at(7, attacker))], &[holding(at(8, target))])
}

/// Pool, weapon dice and value of an attack and the split that a tactic chooses.
fn split_of(
    pool: i32,
    weapon: i32,
    value: i32,
    life: i32,
    how: Split,
    key: &str,
    ruling: &str,
) -> (i32, f64) {
    let mut attacker = UnitSetup { weapons: vec![melee(weapon)], ..pc("A", pool) };
    attacker.tactics.split = Plan::always(how);
    let table = strike(attacker, UnitSetup { life, ..dummy(value) }).ruling(key, ruling);
    let (juso, state) = table.board();
    let profile = juso.units[0].profiles[0];
    let aim = juso.aim(&state, A, &profile, Some(B));
    let against = juso.against(&state, A, &profile, B);
    let k = juso.split(&state, A, &aim, 0, |dice| against.p_hit(dice), Some(B));
    (k, against.p_hit(pool - k))
}

#[test]
fn ju_05_ju_44_the_best_split_by_expected_damage() {
    // Worked example 3.
    let of = |pool, weapon, value| split_of(pool, weapon, value, 9, Split::Ev, "split_cap", "total_2x");
    let (k, p) = of(6, 6, 2);
    assert_eq!(k, 1);
    assert_p(p, 13, 16);
    assert_p(p * f64::from(6 + k) / 2.0, 91, 32);
    let (k, p) = of(10, 3, 3);
    assert_eq!(k, 3, "the limit");
    assert_p(p, 99, 128);
    assert_p(p * f64::from(3 + k) / 2.0, 297, 128);
    let (k, p) = of(12, 2, 2);
    assert_eq!(k, 2);
    assert_p(p * f64::from(2 + k) / 2.0, 1013, 512);
    let (k, p) = split_of(12, 2, 2, 9, Split::Ev, "split_cap", "extra_2x");
    assert_eq!(k, 4);
    assert_p(p * f64::from(2 + k) / 2.0, 741, 256);
    // Without a limit all but one die may go.
    assert_eq!(split_of(12, 2, 0, 9, Split::Number(40), "split_cap", "none").0, 11);
}

#[test]
fn ju_05_the_best_split_for_a_kill() {
    // Worked example 4: life 4.
    let (k, p) = split_of(8, 3, 2, 4, Split::Kill, "split_cap", "total_2x");
    assert_eq!(k, 3);
    assert_p(p, 13, 16);
    assert_p(p * crate::dice::pool::p_at_least(6, 4), 143, 512);
}

#[test]
fn ju_05_one_die_stays_in_the_base_roll() {
    let of = |ruling| split_of(3, 9, 0, 9, Split::Number(9), "split_min_base", ruling).0;
    assert_eq!((of("1"), of("0")), (2, 3));
    // A pool of 0 cannot split.
    assert_eq!(split_of(0, 9, 0, 9, Split::Number(9), "split_min_base", "0").0, 0);
}

#[test]
fn ju_05_the_split_dice_are_lost_with_the_base_roll_and_enemies_split_none() {
    let attacker = UnitSetup { weapons: vec![melee(2)], ..splitting(pc("A", 4), 2) };
    let seen = strike(attacker, dummy(1)).tape("11");
    assert_eq!((seen.declared(), seen.life(B)), (vec![(4, 0, 2)], 9));
    let enemy = UnitSetup { weapons: vec![enemy_melee(4, 3)], ..splitting(dummy(1), 2) };
    let table = strike(pc("A", 0), enemy).flag(End::Right);
    assert_eq!(table.tape("1111").declared()[0], (4, 0, 0));
    assert_eq!(table.ruling("enemy_split", "yes").tape("11").declared()[0], (4, 0, 2));
}

#[test]
fn ju_06_cores_up_to_ability_and_level_each_a_die() {
    let spender = |cores| UnitSetup {
        start_cores: cores,
        abilities: Attributes { strength: 3, ..Attributes::default() },
        levels: Attributes { strength: 2, ..Attributes::default() },
        skills: Skills { melee: 3, ..Skills::default() },
        ..splitting(pc("A", 0), 0)
    };
    // The seed's example: 3 + 2 allows up to 5; passive dice do not raise it.
    let seen = strike(spender(7), dummy(20)).tape("1111111111111");
    assert_eq!(seen.declared(), [(13, 5, 0)]);
    assert_eq!((seen.sum(A, Metric::CoresOnDice), seen.all(A, Metric::CoresPerAttack)), (5, vec![5]));
    let seen = strike(spender(1), dummy(20)).tape("111111111");
    assert_eq!(seen.declared(), [(9, 1, 0)]);
}

#[test]
fn d_07_how_many_cores_are_spent() {
    let with = |how, reserve| {
        let mut unit = UnitSetup { start_cores: 6, ..splitting(pc("A", 4), 0) };
        unit.tactics.core_attack = Plan::always(how);
        unit.tactics.core_reserve = reserve;
        let table = strike(unit, dummy(3));
        let (juso, state) = table.board();
        let against = Against::Value(3);
        juso.cores_to_spend(&state, A, 4, |cores| against.p_hit(4 + cores))
    };
    assert_eq!(with(CoreAttack::Max, 0), 4);
    assert_eq!(with(CoreAttack::Max, 4), 2);
    assert_eq!(with(CoreAttack::Number(3), 0), 3);
    assert_eq!(with(CoreAttack::Number(9), 3), 3);
    // P(S(6) >= 3) is 42/64, P(S(7) >= 3) is 99/128 and enough for 0.75.
    assert_eq!(with(CoreAttack::Needed, 0), 3);
    assert_eq!(with(CoreAttack::Needed, 4), 2, "none does: as many as there are");
}

#[test]
fn ju_06_bought_dice_stay_in_the_base_roll_where_the_table_says_so() {
    let unit = UnitSetup { start_cores: 4, weapons: vec![melee(9)], ..splitting(pc("A", 4), 9) };
    let table = strike(unit, dummy(20));
    assert_eq!(table.tape("1").declared(), [(8, 4, 7)]);
    assert_eq!(table.ruling("core_dice_split", "base_only").tape("1111").declared(), [(8, 4, 4)]);
}

#[test]
fn ju_14_enemies_with_cores_spend_up_to_their_power() {
    let enemy = UnitSetup { start_cores: 9, weapons: vec![enemy_melee(3, 1)], ..dummy(1) };
    let table = strike(holding(pc("A", 1)), enemy).flag(End::Right);
    let a_strikes_back = " 1";
    assert_eq!(table.tape(&format!("111{a_strikes_back}")).declared()[0], (3, 0, 0));
    let table = table.ruling("enemy_cores", "on");
    assert_eq!(table.tape(&format!("111111{a_strikes_back}")).declared()[0], (6, 3, 0));
}

#[test]
fn ju_42_a_pc_attack_step_by_step() {
    // Worked example 11.
    let h = UnitSetup { start_cores: 2, ..splitting(hunter(), 2) };
    let table = strike(h, UnitSetup { weapons: vec![], ..brute() }).flag(End::Right);
    let seen = table.tape("64251 4416325");
    assert_eq!(seen.declared(), [(7, 2, 2)]);
    assert_eq!((seen.own(B), seen.life(B), seen.state.flag), (4, 6, End::Left));
    assert_eq!(seen.all(B, Metric::KnockbackPerHit), [3]);
    assert_eq!((seen.hits(A), seen.all(A, Metric::SplitDice)), (vec![true], vec![2]));
}

#[test]
fn ju_43_an_enemy_attack_without_a_success_uses_up_no_defence() {
    let table = strike(pc("A", 3), brute()).flag(End::Right);
    let seen = table.tape("1111111 111");
    assert!(!seen.has(|event| matches!(event, Event::Defends { .. })));
    assert_eq!(seen.state.unit(A).defended, 0);
    assert_eq!((seen.all(B, Metric::HitBefore), seen.hits(B)), (vec![0], vec![false]));
}

#[test]
fn ju_45_ju_46_the_catalogue_of_melee_weapons() {
    let of = |catalogue: Catalogue| {
        let weapon = catalogue.weapon();
        (weapon.hands, weapon.damage, weapon.ability)
    };
    assert_eq!(of(Catalogue::LightSmall), (1, Some(2), Some(Attribute::Agility)));
    assert_eq!(of(Catalogue::LightMedium), (1, Some(3), Some(Attribute::Agility)));
    assert_eq!(of(Catalogue::HeavyMedium), (2, Some(5), Some(Attribute::Strength)));
    assert_eq!(of(Catalogue::HeavyLarge), (2, Some(6), Some(Attribute::Strength)));
    // JU-47: what only the prose knows.
    assert_eq!(of(Catalogue::MeleeMedium), (1, Some(4), Some(Attribute::Strength)));
    assert_eq!(of(Catalogue::LightSmallStrength), (1, Some(2), Some(Attribute::Strength)));
    assert_eq!(of(Catalogue::LightMediumStrength), (1, Some(3), Some(Attribute::Strength)));
    let prose = Catalogue::ALL.iter().filter(|weapon| weapon.is_of_prose()).count();
    assert_eq!(prose, 3);
    // JU-50.
    let range = |catalogue: Catalogue| (catalogue.weapon().range, catalogue.weapon().damage);
    assert_eq!(range(Catalogue::RangedShort), (Reach::Squares(2), Some(2)));
    assert_eq!(range(Catalogue::RangedMedium), (Reach::Squares(5), Some(4)));
    assert_eq!(range(Catalogue::RangedLong), (Reach::Squares(10), Some(5)));
}

#[test]
fn ju_48_fists_use_the_better_of_strength_and_agility() {
    let mut fighter = UnitSetup { weapons: vec![], ..splitting(pc("A", 0), 0) };
    (fighter.abilities.strength, fighter.abilities.agility) = (2, 3);
    let seen = strike(fighter.clone(), dummy(1)).tape("411 4");
    assert_eq!(seen.declared(), [(3, 0, 0)]);
    assert_eq!(seen.life(B), 8);
    let seen = strike(fighter, dummy(1)).ruling("unarmed_damage", "3").tape("411 444");
    assert_eq!(seen.life(B), 6);
    // An enemy without an attack makes none.
    assert!(strike(holding(dummy(1)), dummy(1)).tape("").targets().is_empty());
}

#[test]
fn ju_49_ranged_attacks_reach_their_range_and_may_be_barred_in_melee() {
    let archer = |col| holding(at(col, UnitSetup { weapons: vec![bow(5, 4)], ..splitting(pc("A", 1), 0) }));
    let table = |col| Table::of(&[archer(col)], &[holding(at(8, dummy(9)))]);
    assert_eq!(table(3).tape("1").targets(), [B]);
    assert!(table(2).tape("").targets().is_empty());
    assert_eq!(table(8).tape("1").targets(), [B], "0 squares are allowed");
    assert!(table(7).ruling("shoot_in_melee", "forbidden").tape("").targets().is_empty());
    assert_eq!(table(6).ruling("shoot_in_melee", "forbidden").tape("1").targets(), [B]);
}

#[test]
fn ju_50_a_thrown_weapon_is_lost_where_the_table_says_so() {
    let thrower = UnitSetup { weapons: vec![Catalogue::RangedShort.weapon()], ..splitting(pc("A", 1), 0) };
    let table = Table::of(&[holding(at(6, thrower))], &[holding(at(8, dummy(9)))]).rounds(2);
    assert_eq!(table.tape("1 1").targets(), [B, B]);
    assert_eq!(table.ruling("thrown_lost", "yes").tape("1").targets(), [B]);
}

#[test]
fn ju_51_ranged_modifiers_change_the_shooters_dice() {
    let archer = UnitSetup { weapons: vec![bow(5, 4)], ..splitting(pc("A", 5), 0) };
    let target = UnitSetup { ranged_mod: -2, moving_mod: -1, ..dummy(4) };
    let table = Table::of(&[holding(at(3, archer.clone()))], &[holding(at(8, target.clone()))]);
    assert_eq!(table.tape("11").declared(), [(2, 0, 0)]);
    // Or the value: 4 + 3 is out of reach of 5 dice.
    let on_value = table.clone().ruling("ranged_mod_target", "defence_value");
    let seen = on_value.tape("44444");
    assert!(seen.has(|event| matches!(event, Event::BaseRoll { value: 7, dice: 5, hits: false, .. })));
    // By distance: the target has not moved of its own.
    assert_eq!(table.ruling("moving_penalty", "by_distance").tape("111").declared(), [(3, 0, 0)]);
    // It moves 4 squares, and the shot comes after.
    let runner = UnitSetup { ranged_mod: 0, ..at(12, UnitSetup { weapons: vec![], ..target }) };
    let right = [standing(runner, Stance::Strike)];
    let table = Table::of(&[holding(at(3, archer))], &right).flag(End::Right);
    let seen = table.ruling("moving_penalty", "by_distance").tape("11");
    assert_eq!((seen.state.unit(B).moved, seen.declared()), (7, vec![(2, 0, 0)]));
}

#[test]
fn ju_51_enemies_shots_are_modified_too() {
    let archer = UnitSetup { weapons: vec![bow(5, 4)], ..dummy(1) };
    let target = UnitSetup { ranged_mod: -2, weapons: vec![], ..pc("A", 0) };
    let table = Table::of(&[holding(at(3, target))], &[holding(at(8, archer))]);
    assert_eq!(table.tape("11").declared(), [(2, 0, 0)]);
    assert_eq!(table.ruling("ranged_mods_for_enemies", "no").tape("1111").declared(), [(4, 0, 0)]);
}

#[test]
fn ju_52_obstacles_cost_shooters_dice_and_nobody_else() {
    let archer = holding(at(2, UnitSetup { weapons: vec![bow(8, 4)], ..splitting(pc("A", 9), 0) }));
    let crowd = [4, 4, 5].map(|col| holding(at(col, UnitSetup { weapons: vec![], ..dummy(1) })));
    let left = [[archer].as_slice(), &crowd].concat();
    let right = [7, 7, 8, 9].map(|col| holding(at(col, dummy(9))));
    let mut table = Table::of(&left, &right);
    table.setup.sides[0].units[0].tactics.target = Plan::always(Target::MostForward);
    // The most forward is on column 7: between are 4 and 5.
    assert_eq!(table.tape("1111111").all(A, Metric::ObstacleDice), [2]);
}

#[test]
fn ju_53_the_range_of_jujutsu() {
    let caster = |reach| UnitSetup { core_base: 2, weapons: vec![spell(reach)], ..splitting(pc("A", 3), 0) };
    let reach = |reach| {
        let table = Table::of(&[UnitSetup { core_base: 2, ..caster(reach) }], &[at(12, dummy(1))]);
        let juso = table.system();
        juso.reach(&State::default(), A, &juso.units[0].profiles[0])
    };
    assert_eq!((reach(Reach::Close), reach(Reach::Mid), reach(Reach::Far)), (1, 2, 5));
    assert_eq!(reach(Reach::Squares(9)), 9);
}

#[test]
fn ju_54_an_area_compares_each_target_with_one_base_roll() {
    // Worked example 9: resistances 2, 3, 4 and 6 base dice.
    let mut caster = UnitSetup {
        weapons: vec![Weapon { area: true, ..spell(Reach::Squares(5)) }],
        ..splitting(pc("A", 6), 0)
    };
    caster.tactics.area = Plan::always(AreaSquare::Most);
    let foe = |value| holding(at(8, dummy(value)));
    let table = Table::of(&[holding(at(4, caster))], &[foe(2), foe(3), foe(4)]);
    let affected = |table: &Table, unit: UnitId| {
        table.p(|seen| {
            seen.has(|event| matches!(event, Event::BaseRoll { target, hits: true, .. } if *target == unit))
        })
    };
    for (unit, (ways, of)) in [B, C, D].into_iter().zip([(11, 32), (7, 64), (1, 64)]) {
        assert_p(affected(&table, unit), ways, of);
    }
    let table = table.ruling("area_bonus", "0");
    for (unit, (ways, of)) in [B, C, D].into_iter().zip([(57, 64), (21, 32), (11, 32)]) {
        assert_p(affected(&table, unit), ways, of);
    }
    // Whether there was any success is counted in exact answers, too: 63 of 64 rolls of 6 dice have some.
    let any = |seen: &Seen| seen.all(A, Metric::HitBefore) == [1];
    assert_p(table.p(any), 63, 64);
    // 3 successes: resistances 2 and 3 are affected, 4 is not.
    let seen = table.tape("444111");
    let hits = seen.events.iter().filter_map(|event| match event {
        Event::BaseRoll { hits, .. } => Some(*hits),
        _ => None,
    });
    assert_eq!(hits.collect::<Vec<_>>(), [true, true, false]);
}

#[test]
fn ju_54_the_effect_of_an_area_is_rolled_once_or_for_each_and_allies_are_targets() {
    let area = |damage| Weapon { area: true, damage: Some(damage), ..spell(Reach::Squares(5)) };
    let caster = UnitSetup { weapons: vec![area(3)], ..splitting(pc("A", 4), 0) };
    let ally = UnitSetup { statuses: vec![Status::STUNNED], ..holding(at(8, pc("ally", 2))) };
    let left = [holding(at(4, caster)), ally];
    let right = [holding(at(8, dummy(0))), holding(at(8, dummy(0)))];
    let table = Table::of(&left, &right);
    // 2 successes hit both enemies at 0 + 2; the ally resists with 2 dice against 2, no +2.
    let seen = table.tape("4411 41 441");
    // The caster stands behind the ally: 2 squares become damage (JU-73).
    assert_eq!((seen.life(B), seen.life(C), seen.life(D)), (5, 7, 7));
    let seen = table.tape("4411 44 441");
    assert_eq!(seen.life(B), 9, "it resists");
    let seen = table.clone().ruling("area_effect_roll", "each").tape("4411 41 441 444 111");
    assert_eq!((seen.life(B), seen.life(C), seen.life(D)), (5, 6, 9));
    let seen = table.ruling("area_hits_allies", "no").tape("4411 441");
    assert_eq!((seen.life(B), seen.life(C)), (9, 7));
}

#[test]
fn ju_55_the_effect_of_jujutsu_comes_from_the_split_dice_up_to_its_cap() {
    let caster = |cap| {
        let own = Weapon { effect_cap: cap, ..spell(Reach::Close) };
        UnitSetup { weapons: vec![own], ..splitting(pc("A", 6), 4) }
    };
    // No limit of a weapon: 4 dice where the own dice are 0. It knocks back.
    let seen = strike(caster(None), dummy(1)).tape("41 4444");
    assert_eq!((seen.declared(), seen.life(B), seen.own(B)), (vec![(6, 0, 4)], 5, 3));
    let seen = strike(caster(Some(3)), dummy(1)).tape("411 444");
    assert_eq!((seen.declared(), seen.life(B)), (vec![(6, 0, 3)], 6));
}

#[test]
fn ju_56_enemy_jujutsu_is_resisted_and_an_area_adds_2() {
    let enemy = |area| {
        let own = Weapon { area, power: 3, damage: Some(2), ..spell(Reach::Close) };
        UnitSetup { weapons: vec![own], ..dummy(1) }
    };
    let target =
        || UnitSetup { weapons: vec![out_of_reach()], armour: 3, shield: Shield::Large, ..pc("A", 4) };
    // No shield, no armour: 4 dice against 2.
    let seen = strike(target(), enemy(false)).tape("441 4411");
    assert_eq!((seen.life(A), seen.all(A, Metric::Resistance)), (9, vec![1]));
    let table = strike(target(), enemy(true));
    assert_eq!(table.tape("441 4441 44").life(A), 7, "3 are not 2 + 2");
    assert_eq!(table.ruling("enemy_area_bonus", "0").tape("441 4441").life(A), 9);
}

#[test]
fn ju_78_passive_skills_add_dice_to_their_attacks() {
    let skilled = |weapon: Weapon| {
        let skills = Skills { melee: 1, ranged: 2, jujutsu: 3, ..Skills::default() };
        UnitSetup { skills, weapons: vec![weapon], ..splitting(pc("A", 1), 0) }
    };
    assert_eq!(strike(skilled(melee(1)), dummy(9)).tape("11").declared(), [(2, 0, 0)]);
    assert_eq!(strike(skilled(bow(5, 1)), dummy(9)).tape("111").declared(), [(3, 0, 0)]);
    assert_eq!(strike(skilled(spell(Reach::Close)), dummy(9)).tape("1111").declared(), [(4, 0, 0)]);
}

#[test]
fn ju_81_attacks_between_the_same_kind() {
    // PC on PC: the base roll's successes are answered by a defence.
    let seen = strike(splitting(pc("A", 3), 0), UnitSetup { weapons: vec![out_of_reach()], ..pc("B", 2) })
        .tape("441 41 4");
    assert_eq!(seen.life(B), 8);
    let seen = strike(splitting(pc("A", 3), 0), UnitSetup { weapons: vec![out_of_reach()], ..pc("B", 2) })
        .tape("441 44");
    assert_eq!(seen.life(B), 9);
    // Enemy on enemy: power successes against the value; none fails even against 0.
    let enemy = UnitSetup { weapons: vec![enemy_melee(2, 1)], ..dummy(2) };
    let seen = strike(enemy.clone(), dummy(2)).tape("44 4");
    assert_eq!(seen.life(B), 8);
    assert_eq!(strike(enemy, dummy(0)).tape("11").life(B), 9);
}
