//! NW-52, NW-54: series of fights.

use super::*;
use crate::data::setup::Series;
use crate::data::setup::ability::Uses;

/// a fells b with every hit, and was hit for 10 before; two fights.
fn series() -> Table {
    let a = UnitSetup { fixed_action_count: Some(5), start_hp: 40, ..pc("a", [50, 0, 0, 99, 0, 0]) };
    let b = UnitSetup { fixed_action_count: Some(15), ..npc("b", [5, 0, 0, 0, 0, 0]) };
    let mut table = Table::of([&[a], &[b]]).rounds(3);
    table.setup.series = Series { fights: 2 };
    table
}

/// b hits for 10 and misses; a misses and fells it, in one round and the next.
const FIGHT: &str = "66 11 66 11  66 11 66 11 ";

#[test]
fn nw_54_the_first_side_goes_on_to_its_next_fight() {
    let seen = series().tape(&format!("{FIGHT}{FIGHT}"));
    assert!(seen.won(0));
    assert_eq!((seen.mains.as_slice(), seen.round), (&[B, A, B, A][..], 2));
    assert!(seen.has(&Event::NextFight { fight: 2 }));
    // 40 again, and 10 less.
    assert_eq!(seen.all(A, Metric::HpLeft), [30]);
}

#[test]
fn nw_54_carry_over_keeps_hp() {
    let seen = series().ruling("carry_over", "true").tape(&format!("{FIGHT}{FIGHT}"));
    assert_eq!(seen.all(A, Metric::HpLeft), [20]);
}

#[test]
fn nw_52_rest_between_fights() {
    let left = |ruling: &str, dice: &str| {
        let mut table = series().ruling("carry_over", "true").ruling("rest_between_fights", ruling);
        table.setup.sides[0].units[0].strength = 3;
        (table.setup.sides[0].units[0].mp, table.setup.sides[0].units[0].start_mp) = (20, 5);
        let seen = table.tape(&format!("{FIGHT}{dice} {FIGHT}"));
        let of = |event: &Event| if let Event::Magic { mp, .. } = event { Some(*mp) } else { None };
        (seen.all(A, Metric::HpLeft)[0], seen.events.iter().find_map(of))
    };
    assert_eq!(left("off", ""), (20, None));
    assert_eq!(left("hp", "22"), (27, None));
    assert_eq!(left("mp", "11"), (20, Some(14)), "Spirit 7");
    assert_eq!(left("both", "22 66"), (27, Some(20)), "up to the maximum");
}

#[test]
fn nw_54_another_end_ends_the_series() {
    let mut table = series();
    table.setup.sides[1].units[0].attack = 99;
    assert!(table.tape("66 11 66 11  66").won(1));
}

#[test]
fn nw_54_each_fight_has_its_own_limit() {
    let table = series().rounds(1);
    // The first is won in its round; the second is not.
    let seen = table.tape(&format!("{FIGHT} {MISS}{MISS}{MISS}"));
    assert_eq!((seen.outcome, seen.round), (Some(Outcome::Timeout), 2));
    let seen = table.tape(&MISS.repeat(3));
    assert_eq!((seen.outcome, seen.round), (Some(Outcome::Timeout), 1));
}

#[test]
fn nw_53_54_charges_are_not_renewed_statuses_and_uses_are() {
    let heal =
        |name: &str, uses| Ability { uses, ..ability(name, Timing::Setup, Effect::HealHp(Amount::fixed(1))) };
    let mut table = series();
    let a = &mut table.setup.sides[0].units[0];
    a.abilities = vec![
        heal("x", Uses { charges: 1, ..Uses::default() }),
        heal("y", Uses { per_fight: 1, ..Uses::default() }),
    ];
    let seen = table.tape(&format!("{FIGHT}{FIGHT}"));
    assert_eq!(seen.n_used(A), 3);
}
