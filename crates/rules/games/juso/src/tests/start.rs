//! The battle-start phase (JU-09 to JU-12).

use super::*;

fn idle(name: &str) -> UnitSetup {
    holding(at(3, UnitSetup::plain(name, UnitKind::Enemy, 5)))
}

/// The dice of both groups, as they are told.
fn dice_of(setup: Setup) -> [i32; 2] {
    let table = Table { setup: Setup { flag: Flag::Rolled, ..setup } };
    let mut dice = None;
    table.p(|seen| {
        dice = dice.or(seen.events.iter().find_map(|event| match event {
            Event::Initiative { dice, .. } => Some(*dice),
            _ => None,
        }));
        true
    });
    dice.expect("initiative is rolled")
}

#[test]
fn ju_09_each_pc_rolls_core_base_dice_of_high_mana_once() {
    let caster = UnitSetup { core_base: 3, ..holding(at(3, pc("A", 1))) };
    let enemy = at(12, UnitSetup { core_base: 3, ..idle("B") });
    // High mana, then the cores of each round.
    let table = Table::of(&[caster], &[enemy]).rounds(2);
    let seen = table.tape("456 444 111");
    assert_eq!(seen.state.unit(A).mana, 3);
    assert_eq!(seen.state.unit(B).mana, 0, "enemies roll none");
    assert_eq!(seen.all(A, Metric::HighManaLeft), [3]);
}

#[test]
fn ju_09_high_mana_buys_dice_behind_the_cores_where_the_table_lets_it() {
    let caster = UnitSetup { core_base: 2, ..splitting(holding(at(7, pc("A", 4))), 0) };
    let table = Table::of(&[caster], &[at(8, dummy(9))]);
    // Two high mana, one core.
    let dice = |n: usize| format!("44 41 {}", "1".repeat(n));
    assert_eq!(table.tape(&dice(5)).declared(), [(5, 1, 0)]);
    let table = table.ruling("high_mana_use", "also_core_dice");
    let seen = table.tape(&dice(7));
    assert_eq!((seen.declared(), seen.state.unit(A).mana), (vec![(7, 3, 0)], 0));
}

#[test]
fn ju_10_the_dice_of_initiative() {
    let of = |left: usize, right: usize| {
        let units = |n: usize| (0..n).map(|i| idle(&i.to_string())).collect::<Vec<_>>();
        Table::of(&units(left), &units(right)).setup
    };
    assert_eq!(dice_of(of(1, 1)), [5, 5]);
    assert_eq!(dice_of(of(2, 1)), [6, 4]);
    let mut setup = of(1, 1);
    (setup.sides[0].morale, setup.sides[0].strength, setup.sides[1].strength) = (1, 1, -1);
    assert_eq!(dice_of(setup.clone()), [7, 4]);
    // Between 3 and 7.
    (setup.sides[1].morale, setup.sides[0].units[0].agitation) = (-1, 1);
    assert_eq!(dice_of(setup), [7, 3]);
}

#[test]
fn ju_10_only_the_higher_agitation_gives_a_die() {
    let with = |left, right| {
        let unit = |agitation| UnitSetup { agitation, ..idle("u") };
        Table::of(&[unit(left)], &[unit(right)])
    };
    assert_eq!(dice_of(with(1, 0).setup), [6, 5]);
    assert_eq!(dice_of(with(1, 2).setup), [5, 6]);
    assert_eq!(dice_of(with(2, 2).setup), [5, 5]);
    assert_eq!(dice_of(with(2, 2).ruling("agitation_tie", "both").setup), [6, 6]);
    assert_eq!(dice_of(with(0, 0).ruling("agitation_tie", "both").setup), [5, 5]);
}

#[test]
fn ju_11_the_winner_of_the_roll_takes_the_flag() {
    let mut table = Table::of(&[idle("A")], &[idle("B")]);
    table.setup.flag = Flag::Dice([2, 1]);
    // 1 against 1, and again: 0 against 1.
    let seen = table.tape("41 4 11 4");
    assert_eq!(seen.state.flag, End::Right);
    let seen = table.tape("41 1");
    assert_eq!(seen.state.flag, End::Left);
    assert!(
        seen.has(|event| *event == Event::Initiative { dice: [2, 1], rolled: [1, 0], winner: End::Left })
    );
}

#[test]
fn ju_12_surprise_takes_the_flag_without_a_roll() {
    let mut table = Table::of(&[idle("A")], &[idle("B")]).flag(End::Left);
    table.setup.surprise = Some(End::Right);
    let seen = table.tape("");
    assert_eq!(seen.state.flag, End::Right);
    assert!(!seen.has(|event| matches!(event, Event::Passes { .. })));
    // The surprised side skips its activations of round 1, where the table rules so.
    let seen = table.rounds(2).ruling("surprise_free_round", "yes").tape("");
    let passes = |event: &&Event| matches!(event, Event::Passes { .. });
    assert_eq!(
        seen.events.iter().filter(passes).collect::<Vec<_>>(),
        [&Event::Passes { unit: A, why: Passes::Surprised }]
    );
}
