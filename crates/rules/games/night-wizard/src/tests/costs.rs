//! NW-17, NW-27: costs.

use super::*;
use crate::data::setup::ability::Cost;
use crate::data::tactics::{Pass, PayCost};

/// a, at this count, has one weapon with these costs; b stands and does nothing.
fn armed(count: i32, weapon: Weapon) -> Table {
    let mut a = with_mp(pc_at("a", count), 10);
    a.weapons = vec![weapon];
    Table::of([&[a], &[npc_at("b", 0)]])
}

fn counted(cost: i32) -> Weapon {
    Weapon { count_cost: cost, ..Weapon::default() }
}

#[test]
fn nw_17_count_is_paid_in_ones_own_main_even_below_zero() {
    let seen = armed(4, counted(5)).tape(MISS);
    assert_eq!(seen.attacks.len(), 1, "the Main continues");
    assert_eq!(seen.exhausted, [(1, 0, B, Exhaustion::Setup), (1, 1, A, Exhaustion::Cost)]);
    assert_eq!(seen.all(A, Metric::CountWasted), [11], "and the 10 still follow");
    assert_eq!(seen.sum(A, Metric::CountSpent), 5);
}

#[test]
fn nw_17_who_may_sit_out_counts_on_what_its_own_main_may_pay() {
    // Less count than its weapon costs, which outside a Main would not do.
    let mut table = armed(4, counted(5)).ruling("offturn_count_cost_needs", "full_amount");
    let a = &mut table.setup.sides[0].units[0];
    a.tactics.pass = always(Pass::SitOut);
    assert_eq!(table.clone().tape(MISS).attacks.len(), 1);
    // Nor would losing a Main: this one is paid already.
    table.setup.sides[0].units[0].tactics.cost = always(PayCost::KeepMains);
    assert_eq!(table.ruling("offturn_count_cost_needs", "1").tape(MISS).attacks.len(), 1);
}

#[test]
fn nw_17_11_worked_example_10_with_costs() {
    let mains = |count: i32, cost: i32| {
        let n = [1, 2, 3, 4].into_iter().find(|n| (count - n * (10 + cost)) < 1);
        n.unwrap()
    };
    // Action Value 11: 13 to 23.
    for count in 13..=23 {
        let seen = armed(count, counted(5)).tape(&MISS.repeat(mains(count, 5) as usize));
        assert_eq!(seen.mains.len() as i32, mains(count, 5), "{count}");
        assert_eq!(seen.mains.len(), if count <= 15 { 1 } else { 2 });
    }
    // Two dice: 4 or less with 1/6.
    let table = armed(0, counted(5));
    let mut rolled = table.clone();
    rolled.setup.sides[0].units[0].fixed_action_count = None;
    rolled.setup.sides[0].units[0].action_value = 11;
    rolled.setup.sides[1].units[0].dodge = 99;
    assert_p(rolled.p(|seen| seen.mains.len() == 1), 1, 6);
    assert_p(rolled.p(|seen| seen.mains.len() == 2), 5, 6);
}

#[test]
fn nw_17_mp_and_prana_are_paid_only_if_they_are_there() {
    let spell = Weapon { mp_cost: Amount::fixed(6), ..Weapon::default() };
    let seen = armed(20, spell).tape(MISS);
    assert_eq!((seen.attacks.len(), seen.sum(A, Metric::MpSpent)), (1, 6));
    let prana = Weapon { prana_cost: Amount::fixed(1), ..Weapon::default() };
    assert_eq!(armed(5, prana).tape("").attacks.len(), 0);
}

#[test]
fn nw_17_dice_of_a_cost_are_rolled_when_declared_and_what_cannot_be_paid_is_lost() {
    let spell = Weapon { mp_cost: Amount { dice: 2, ..Amount::default() }, ..Weapon::default() };
    let seen = armed(5, spell.clone()).tape(&format!("55 {MISS}"));
    assert_eq!(seen.sum(A, Metric::MpSpent), 10);
    let seen = armed(5, spell).tape("56");
    assert_eq!((seen.sum(A, Metric::MpSpent), seen.attacks.len(), seen.mains.len()), (0, 0, 1));
    assert!(seen.has(&Event::CannotPay { unit: A, count: 0, hp: 0, mp: 11, prana: 0 }));
}

#[test]
fn nw_17_mp_paid_on_success_spares_a_miss() {
    let spell = Weapon { mp_cost: Amount::fixed(6), ..Weapon::default() };
    let spent = |when: &str, dice: &str| {
        armed(5, spell.clone()).ruling("mp_paid", when).tape(dice).sum(A, Metric::MpSpent)
    };
    assert_eq!((spent("on_use", MISS), spent("on_success", MISS)), (6, 0));
    assert_eq!(spent("on_success", "66 11 11 11"), 6);
}

#[test]
fn nw_17_hp_cost_overdraw_resolves_then_drops() {
    let mut table = armed(5, Weapon { hp_cost: 3, ..Weapon::default() });
    table.setup.sides[0].units[0].start_hp = 2;
    table.setup.sides[0].units[0].tactics.cost = always(PayCost::Freely);
    let seen = table.clone().ruling("hp_cost_overdraw", "resolve_then_drop").tape("66 11 11 11  11");
    assert_eq!(seen.attacks, [(A, true, 0)]);
    assert!(
        seen.won(1)
            && seen.place(|e| matches!(e, Event::NearDeath { .. }))
                > seen.place(|e| matches!(e, Event::Hit { .. }))
    );
    let seen = table.ruling("hp_cost_overdraw", "forbid").tape("");
    assert!(seen.attacks.is_empty());
}

#[test]
fn nw_17_d_cost_pays_hp_if_one_is_left_and_may_keep_mains() {
    let mut table = armed(5, Weapon { hp_cost: 3, ..Weapon::default() });
    table.setup.sides[0].units[0].start_hp = 3;
    assert!(table.tape("").attacks.is_empty());
    table.setup.sides[0].units[0].start_hp = 4;
    assert_eq!(table.tape(MISS).sum(A, Metric::HpSpent), 3);
    let mut keeps = armed(24, counted(4));
    keeps.setup.sides[0].units[0].tactics.cost = always(PayCost::KeepMains);
    // 24 is three Mains; 4 paid in the first would leave two: 20, 10, then nothing to lose.
    let seen = keeps.tape(MISS);
    assert_eq!(seen.counts(), [24, 14, 4]);
    assert_eq!(seen.sum(A, Metric::CountSpent), 4);
}

#[test]
fn nw_17_statuses_as_a_cost_come_after_the_major_action() {
    let frenzy = Ability {
        cost: Cost { statuses: vec![Inflicted { status: Status::Daze, level: 1 }], ..Cost::default() },
        ..ability("frenzy", Timing::Minor, Effect::HealHp(Amount::fixed(1)))
    };
    let a = UnitSetup { start_hp: 9, ..with(pc_at("a", 5), &[frenzy]) };
    let seen = Table::of([&[a], &[npc_at("b", 0)]]).tape(MISS);
    assert_eq!(seen.hits(), [(2, 12)], "no -5 on this Hit");
    let daze = seen.place(|e| matches!(e, Event::Inflicted { status: Status::Daze, .. }));
    assert!(daze > seen.place(|e| matches!(e, Event::Hit { .. })));
}

/// b answers each attack with an ability that costs 5 count.
fn answering(count: i32, ruling: &str, n_attacks: usize) -> Seen {
    let shout = Ability {
        cost: Cost { count: Amount::fixed(5), ..Cost::default() },
        trigger: Some(Trigger::AttackedPhysical),
        ..ability("shout", Timing::Reaction, Effect::RestoreMp(Amount::fixed(1)))
    };
    let b = UnitSetup { start_mp: 0, ..with_mp(with(npc_at("b", count), &[shout]), 9) };
    let table = Table::of([&[pc_at("a", 20)], &[b]]).ruling("offturn_count_cost_needs", ruling);
    table.tape(&MISS.repeat(n_attacks))
}

#[test]
fn nw_17_offturn_count_cost_needs_1_the_full_amount_or_nothing() {
    let seen = answering(3, "1", 2);
    assert_eq!(seen.n_used(B), 1, "3, then -2");
    assert!(seen.exhausted.contains(&(1, 1, B, Exhaustion::OffturnCost)));
    assert_eq!(answering(3, "full_amount", 3).n_used(B), 0);
    assert_eq!(answering(6, "full_amount", 3).n_used(B), 1);
    assert_eq!(answering(-1, "none", 2).n_used(B), 2);
}

#[test]
fn nw_27_mp_have_a_clock_of_their_end() {
    let spell = Weapon { mp_cost: Amount::fixed(5), ..Weapon::default() };
    let seen = armed(25, spell).tape(&MISS.repeat(2));
    let empty = Clock::MpEmpty(crate::data::metrics::Spent::Spent);
    assert_eq!(seen.marks, [(1, 2, A, empty)]);
}
