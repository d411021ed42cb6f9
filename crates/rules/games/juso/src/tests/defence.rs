//! Defences (JU-04, JU-57 to JU-64, JU-78, D-09).

use super::*;
use crate::data::metrics::GuardBroken;

/// B's attack of this power and damage on A, adjacent, and nothing else.
fn attacked(target: UnitSetup, weapon: Weapon) -> Table {
    let target = UnitSetup { weapons: vec![out_of_reach()], ..target };
    let attacker = UnitSetup { weapons: vec![weapon], ..dummy(1) };
    Table::of(&[holding(at(7, target))], &[holding(at(8, attacker))]).flag(End::Right)
}

fn with_defence(unit: UnitSetup, how: Defend) -> UnitSetup {
    let mut unit = unit;
    unit.tactics.defend = Plan::always(how);
    unit
}

#[test]
fn ju_58_agility_defence_with_shield_against_n_less_armour() {
    let target = UnitSetup { armour: 1, shield: Shield::Large, ..pc("A", 1) };
    // 3 successes less armour 1: 2 of 1 + 2 dice.
    let seen = attacked(target.clone(), enemy_melee(3, 2)).tape("444 441");
    assert_eq!((seen.life(A), seen.all(A, Metric::AgilityDefence)), (9, vec![1]));
    let seen = attacked(target, enemy_melee(3, 2)).tape("444 411 44");
    assert_eq!((seen.life(A), seen.all(A, Metric::AgilityDefence)), (7, vec![0]));
}

#[test]
fn ju_64_armour_through_a_whole_attack() {
    // Worked example 5: power 5 against 4 dice, armour 0 and 2.
    let through = |armour| {
        let table = attacked(UnitSetup { armour, ..pc("A", 4) }, enemy_melee(5, 1));
        table.p(|seen| seen.hits(B) == [true])
    };
    assert_p(through(0), 1, 2);
    assert_p(through(2), 23, 256);
}

#[test]
fn ju_04_at_difficulty_0_armour_alone_stops_the_attack() {
    let target = UnitSetup { armour: 2, ..pc("A", 3) };
    let table = attacked(target, enemy_melee(2, 2));
    let seen = table.tape("44");
    assert_eq!((seen.life(A), seen.sum(A, Metric::ArmourDefences)), (9, 1));
    assert_eq!(seen.state.unit(A).defended, 1, "it counts as a defence");
    // With a floor of 1 a roll is always needed.
    let seen = table.ruling("armour_floor", "1").tape("44 111 44");
    assert_eq!(seen.life(A), 7);
}

#[test]
fn ju_59_body_defence_takes_squares_off_the_knockback_alone() {
    let body = UnitSetup { armour: 3, shield: Shield::Large, ..with_defence(pc("A", 2), Defend::Body) };
    // 3 damage, 3 squares less 1.
    let seen = attacked(body, enemy_melee(1, 3)).tape("4 41 444");
    assert_eq!((seen.life(A), seen.own(A)), (6, 5));
    assert_eq!(seen.all(A, Metric::BodyDefence), [1]);
}

#[test]
fn ju_60_perception_defence_answers_shots() {
    let mut target = UnitSetup { armour: 1, shield: Shield::Small, ..pc("A", 0) };
    target.abilities.perception = 2;
    let shot = Weapon { power: 3, ..bow(5, 1) };
    let seen = attacked(target, shot).tape("444 441");
    assert_eq!((seen.life(A), seen.all(A, Metric::PerceptionDefence)), (9, vec![1]));
}

#[test]
fn ju_62_each_defence_of_a_round_has_a_die_less() {
    // The seed's second example: agility, then perception with -1, then resistance with -2.
    let attacker = |name: &str, weapon| UnitSetup {
        weapons: vec![weapon],
        ..holding(at(8, UnitSetup { name: name.to_owned(), ..dummy(1) }))
    };
    let right = [
        attacker("a", enemy_melee(1, 1)),
        attacker("b", Weapon { power: 1, ..bow(3, 1) }),
        attacker("c", Weapon { power: 1, ..spell(Reach::Close) }),
    ];
    let target = UnitSetup { weapons: vec![out_of_reach()], ..holding(at(7, pc("A", 3))) };
    let table = Table::of(&[target], &right).flag(End::Right);
    let seen = table.tape("4 411 4 41 4 4");
    assert_eq!(seen.state.unit(A).defended, 3);
    for (metric, n) in
        [(Metric::Defence1, 1), (Metric::Defence2, 1), (Metric::Defence3, 1), (Metric::Defence4Up, 0)]
    {
        assert_eq!(seen.all(A, metric).len(), n);
    }
    // A new round, a new counter.
    assert_eq!(table.rounds(2).tape("4 411 4 41 4 4 4 411 4 41 4 4").state.unit(A).defended, 3);
}

#[test]
fn ju_62_five_attacks_on_one_defender() {
    // Worked example 6.
    let goblin = |i: usize| UnitSetup {
        weapons: vec![enemy_melee(4, 1)],
        ..holding(at(8, UnitSetup { name: format!("g{i}"), ..dummy(1) }))
    };
    let right: Vec<UnitSetup> = (0..5).map(goblin).collect();
    let target = UnitSetup { weapons: vec![out_of_reach()], ..holding(at(7, pc("A", 8))) };
    // Without damage dice the knockback of one does not spare the target the next.
    let mut table = Table::of(&[target], &right).flag(End::Right);
    for unit in &mut table.setup.sides[1].units {
        unit.weapons[0].damage = Some(0);
    }
    let through = [(299, 4096), (29, 256), (11, 64), (65, 256), (93, 256)]
        .map(|(ways, of)| f64::from(ways) / f64::from(of));
    let all_stopped: f64 = through.iter().map(|p| 1.0 - p).product();
    assert_p(all_stopped, 1_422_208_584_031, 4_398_046_511_104);
    // An attack without a success, 1 in 16, uses up no defence; where all five have some, the
    // pools are those of the page.
    let answered = |seen: &Seen| seen.state.unit(A).defended == 5;
    let is_hit = |seen: &Seen| (1..=5).any(|unit| seen.hits(UnitId(unit)) == [true]);
    let got = table.p(|seen| answered(seen) && !is_hit(seen));
    let want: f64 = through.iter().map(|p| 15.0 / 16.0 - p).product();
    assert!((got - want).abs() < ROUNDING, "{got} for {want}");
}

#[test]
fn x_3_a_defence_with_an_empty_pool_breaks_the_guard() {
    let seen = attacked(pc("A", 0), enemy_melee(1, 1)).tape("4 1");
    assert_eq!(seen.marks(A, Clock::GuardBroken(GuardBroken::Defence)), [(1, 1)]);
}

#[test]
fn ju_57_declining_uses_no_defence_up() {
    let seen = attacked(with_defence(pc("A", 3), Defend::None), enemy_melee(1, 1)).tape("4 4");
    assert_eq!((seen.life(A), seen.state.unit(A).defended), (8, 0));
}

#[test]
fn ju_57_the_incapacitated_cannot_defend() {
    // The second blow of an area falls on a unit at 0: hit if n >= 1, and dead.
    let area = Weapon { area: true, power: 2, damage: Some(1), ..spell(Reach::Close) };
    let table = attacked(pc("A", 9), area);
    let (juso, mut state) = table.board();
    state.unit_mut(A).life = 0;
    state.down.insert(A);
    let mut obs = Log::default();
    let mut tape = Tape::d6("41 4");
    crate::Play {
        rules: &juso,
        state: &mut state,
        dice: &mut tape,
        obs: &mut obs,
        acting: None,
        acted: false,
        answered: [UnitSet::default(); 4],
    }
    .attack_area(B, 0, 7);
    assert!(state.dead.has(A));
}

#[test]
fn ju_78_evasion_helps_defences_and_counter_jujutsu_resistance() {
    let skilled = UnitSetup { skills: Skills { defence: 2, resist: 1, ..Skills::default() }, ..pc("A", 1) };
    let pools = |table: &Table| {
        let (juso, state) = table.board();
        [AttackKind::Melee, AttackKind::Ranged, AttackKind::Jujutsu]
            .map(|kind| juso.defence_dice(&state, A, kind))
    };
    let table = attacked(skilled, enemy_melee(1, 1));
    assert_eq!(pools(&table), [3, 3, 2]);
    let (juso, state) = table.board();
    assert_eq!(juso.body_dice(&state, A), 3);
    assert_eq!(pools(&table.ruling("evasion_scope", "all")), [3, 3, 4]);
}

#[test]
fn ju_06_cores_buy_dice_of_defences_where_the_table_lets_them() {
    let target = UnitSetup { start_cores: 2, ..pc("A", 3) };
    let table = attacked(target, enemy_melee(3, 1));
    assert_eq!(table.tape("444 441 1").sum(A, Metric::CoresOnDice), 0);
    let seen = table.ruling("core_dice_on", "attack_and_defence").tape("444 44411");
    assert_eq!(seen.sum(A, Metric::CoresOnDice), 2);
}

#[test]
fn ju_64_an_enemys_armour_may_add_to_its_values() {
    let table = attacked(pc("A", 1), enemy_melee(1, 1));
    let mut table = table;
    table.setup.sides[1].units[0].armour = 2;
    let value = |table: &Table| {
        let (juso, state) = table.board();
        [AttackKind::Melee, AttackKind::Ranged, AttackKind::Jujutsu]
            .map(|kind| juso.defence_value(&state, B, kind))
    };
    assert_eq!(value(&table), [1, 1, 1]);
    assert_eq!(value(&table.ruling("enemy_armour", "adds")), [3, 3, 1]);
}

#[test]
fn ju_63_a_shield_and_two_hands_are_too_many() {
    let mut unit = UnitSetup { shield: Shield::Small, ..pc("A", 1) };
    assert!(!unit.has_too_few_hands());
    unit.weapons.push(Catalogue::HeavyLarge.weapon());
    assert!(unit.has_too_few_hands());
    assert!(!UnitSetup { shield: Shield::None, ..unit }.has_too_few_hands());
}

#[test]
fn d_09_agility_then_body_when_the_agility_pool_is_empty() {
    let mut target = with_defence(pc("A", 0), Defend::AgilityThenBody);
    target.abilities.strength = 2;
    assert_eq!(
        attacked(target.clone(), enemy_melee(1, 2)).tape("4 41 44").all(A, Metric::BodyDefence).len(),
        1
    );
    // Armour alone stops it: agility.
    target.armour = 1;
    assert_eq!(attacked(target, enemy_melee(1, 2)).tape("4").all(A, Metric::AgilityDefence), [1]);
}

#[test]
fn d_09_best_is_the_lower_loss_of_life() {
    // From the front body defence saves no life.
    let target = with_defence(pc("A", 3), Defend::Best);
    assert_eq!(attacked(target.clone(), enemy_melee(1, 2)).tape("4 411").all(A, Metric::AgilityDefence), [1]);
    // From behind each square is a point: strength 9 against no agility.
    let mut strong = UnitSetup { weapons: vec![out_of_reach()], ..target };
    (strong.abilities.agility, strong.abilities.strength) = (0, 9);
    let attacker = UnitSetup { weapons: vec![enemy_melee(1, 2)], ..dummy(1) };
    let table =
        Table::of(&[standing(at(9, strong), Stance::Hold)], &[holding(at(8, attacker))]).flag(End::Right);
    let seen = table.tape("4 111111111 44");
    assert_eq!(seen.all(A, Metric::BodyDefence), [0]);
}
