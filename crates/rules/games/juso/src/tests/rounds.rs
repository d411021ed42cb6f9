//! Rounds, their order and their end; the clocks (JU-13 to JU-18, X-1 to X-7, D-03, D-15).

use super::*;
use crate::data::metrics::*;

fn idle(col: i32, name: &str) -> UnitSetup {
    holding(at(col, UnitSetup::plain(name, UnitKind::Enemy, 5)))
}

fn slots(table: &Table) -> Vec<u8> {
    table.tape("").slots().iter().map(|unit| unit.0).collect()
}

#[test]
fn ju_13_a_round_is_preparation_action_and_round_end() {
    let seen = Table::of(&[idle(3, "A")], &[idle(12, "B")]).rounds(2).tape("");
    let phases = seen.events.iter().filter_map(|event| match event {
        Event::Preparation => Some('p'),
        Event::Action { .. } => Some('a'),
        Event::RoundEnd => Some('e'),
        _ => None,
    });
    assert_eq!(phases.collect::<String>(), "paepae");
}

#[test]
fn ju_14_cores_are_gained_on_top_of_those_carried_without_a_cap() {
    let hunter =
        UnitSetup { core_base: 3, start_cores: 20, core_carry: CoreCarry::All, ..holding(at(3, pc("A", 1))) };
    let seen = Table::of(std::slice::from_ref(&hunter), &[idle(12, "B")]).rounds(2).tape("111 445 446");
    assert_eq!(seen.state.unit(A).cores, 26);
    assert_eq!(seen.all(A, Metric::CoresGained), [3, 3]);
    // Enemies gain none unless the table says so.
    let enemy = UnitSetup { core_base: 1, core_carry: CoreCarry::All, ..idle(12, "B") };
    let table = Table::of(&[idle(3, "A")], &[enemy]);
    assert_eq!(table.tape("").state.unit(B).cores, 0);
    assert_eq!(table.ruling("enemy_cores", "on").tape("4").state.unit(B).cores, 1);
}

#[test]
fn ju_14_off_the_board_and_down_no_cores_are_gained() {
    let caster = UnitSetup { core_base: 1, core_carry: CoreCarry::All, ..pc("A", 1) };
    let leaver = standing(at(1, caster.clone()), Stance::Withdraw);
    let table = Table::of(&[leaver], &[idle(12, "B")]).rounds(2);
    assert_eq!(table.tape("1 4").state.unit(A).cores, 1);
    assert_eq!(table.ruling("offboard_core_gain", "yes").tape("1 4 4").state.unit(A).cores, 2);
    // Incapacitated by a back attack in round 1: B on column 8 strikes A on 9.
    let victim = UnitSetup { life: 3, ..holding(at(9, caster)) };
    let brute = UnitSetup { weapons: vec![enemy_melee(1, 2)], ..holding(at(8, brute())) };
    let table = Table::of(&[victim, idle(3, "C")], &[brute]).flag(End::Right).rounds(2);
    // Mana, core, power 1, agility 1, damage 2d = 2, with 2 squares 4 of 3 life.
    let seen = table.tape("1 4 4 1 44");
    assert!(seen.state.down.has(A));
    assert_eq!(table.ruling("down_core_gain", "yes").tape("1 4 4 1 44 4").state.unit(A).cores, 2);
}

#[test]
fn ju_15_the_flag_decides_who_is_first_and_the_ruling_how() {
    let left = [idle(3, "A"), idle(3, "B")];
    let right = [idle(12, "C"), idle(12, "D"), idle(12, "E")];
    let table = Table::of(&left, &right).flag(End::Right);
    assert_eq!(slots(&table), [2, 3, 4, 0, 1]);
    assert_eq!(slots(&table.clone().ruling("order", "alternating")), [2, 0, 3, 1, 4]);
    assert_eq!(slots(&table.clone().ruling("order", "live_flag")), [2, 3, 4, 0, 1]);
    // C runs away and with it the flag: the next comes from the left.
    let runner = standing(at(9, UnitSetup::plain("C", UnitKind::Enemy, 5)), Stance::Withdraw);
    let table = Table::of(&left, &[runner, idle(13, "D")]).flag(End::Right);
    assert_eq!(slots(&table.ruling("order", "live_flag")), [2, 0, 1, 3]);
}

#[test]
fn ju_15_the_dead_keep_their_slots() {
    let striker = UnitSetup { weapons: vec![melee(5)], ..splitting(holding(at(7, pc("A", 1))), 0) };
    let victim = UnitSetup { life: 1, ..at(8, dummy(1)) };
    let seen = Table::of(&[striker], &[victim, idle(12, "C")]).rounds(2).tape("4 41111");
    assert_eq!(seen.slots().iter().map(|unit| unit.0).collect::<Vec<_>>(), [0, 1, 2, 0, 1, 2]);
    assert!(seen.has(|event| *event == Event::Passes { unit: B, why: Passes::Dead }));
    assert_eq!(seen.marks(B, Clock::Dead(Dead::Damage)), [(1, 1)]);
}

#[test]
fn ju_16_the_order_inside_a_side_is_the_sides_choice() {
    let unit = |col, movement| UnitSetup { movement, ..idle(col, &format!("u{col}")) };
    let left = [unit(3, Movement::Slow), unit(5, Movement::Fast), unit(4, Movement::Fast)];
    let table = Table::of(&left, &[idle(12, "D")]);
    let with = |how| {
        let mut table = table.clone();
        table.setup.sides[0].tactics.order = Plan::always(how);
        table
    };
    assert_eq!(slots(&table), [0, 1, 2, 3]);
    assert_eq!(slots(&with(SideOrder::FastestFirst)), [1, 2, 0, 3]);
    assert_eq!(slots(&with(SideOrder::FrontFirst)), [1, 2, 0, 3]);
    assert_eq!(slots(&with(SideOrder::BackFirst)), [0, 2, 1, 3]);
    // Every order of three as likely as the others.
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let order = order.map(UnitId);
        assert_p(with(SideOrder::Random).p(|seen| seen.slots()[..3] == order), 1, 6);
    }
}

#[test]
fn ju_17_cores_are_lost_but_for_those_carried() {
    for (carry, kept) in [(CoreCarry::Number(0), 0), (CoreCarry::Number(3), 3), (CoreCarry::All, 5)] {
        let unit = UnitSetup { start_cores: 5, core_carry: carry, ..holding(at(3, pc("A", 1))) };
        let seen = Table::of(&[unit], &[idle(12, "B")]).tape("");
        assert_eq!(seen.state.unit(A).cores, kept);
        assert_eq!(
            (seen.sum(A, Metric::CoresLost), seen.sum(A, Metric::CoresCarried)),
            (5 - kept as u32, kept as u32)
        );
        assert!(seen.marks(A, Clock::Exhausted(Exhaustion::Attack)).is_empty(), "draining is no spend");
    }
}

#[test]
fn ju_18_the_fight_ends_when_one_group_cannot_fight() {
    let striker = UnitSetup { weapons: vec![melee(5)], ..splitting(holding(at(7, pc("A", 1))), 0) };
    let victim = UnitSetup { life: 1, ..at(8, dummy(1)) };
    let table = Table::of(&[striker], &[victim]);
    let seen = table.tape("4 41111");
    assert!(seen.won(End::Left));
    assert_eq!(seen.slots(), [A], "at once");
    let seen = table.ruling("end_check", "round_end").tape("4 41111");
    assert!(seen.won(End::Left));
    assert_eq!(seen.slots(), [A, B]);
}

#[test]
fn ju_18_a_side_may_concede() {
    let striker = UnitSetup { weapons: vec![melee(5)], ..splitting(holding(at(7, pc("A", 1))), 0) };
    let right = [UnitSetup { life: 1, ..at(8, dummy(1)) }, idle(12, "C")];
    let mut table = Table::of(&[striker], &right).rounds(3);
    table.setup.sides[1].tactics.concede_at = Plan::always(ConcedeAt::Fraction(500_000));
    assert!(table.tape("4 41111").won(End::Left));
    table.setup.sides[1].tactics.concede_at = Plan::always(ConcedeAt::Fraction(500_001));
    assert_eq!(table.tape("4 41111").outcome, Some(Outcome::Timeout), "half is not more than half");
}

#[test]
fn ju_10_cores_left_after_the_most_are_spent() {
    // Worked example 10: core_base 4, ability + level 2, none carried.
    let striker = UnitSetup { core_base: 4, ..splitting(holding(at(7, pc("A", 2))), 0) };
    let table = Table::of(&[striker], &[at(8, dummy(9))]);
    let left = |n: u32| table.p(|seen| seen.sum(A, Metric::CoresLost) == n);
    assert_p(left(0), 11, 16);
    assert_p(left(1), 1, 4);
    assert_p(left(2), 1, 16);
}

#[test]
fn x_1_exhaustion_is_the_spend_of_the_last_core_and_x_2_an_attack_without_any() {
    let striker = UnitSetup { core_base: 1, ..splitting(holding(at(7, pc("A", 2))), 0) };
    let table = Table::of(&[idle(3, "B"), striker], &[at(8, dummy(9))]).rounds(3);
    // Mana; round 1: a core, 3 dice; round 2: none, 2 dice; round 3: a core.
    let seen = table.tape("1 4 111 1 11 4 111");
    assert_eq!(seen.marks(B, Clock::Exhausted(Exhaustion::Attack)), [(1, 2), (3, 2)]);
    assert_eq!(seen.marks(B, Clock::DryAttack(DryAttack::Attack)), [(2, 2)]);
    // A unit without any source of cores does not run dry.
    let table = Table::of(&[splitting(holding(at(7, pc("A", 2))), 0)], &[at(8, dummy(9))]);
    assert!(table.tape("11").marks(A, Clock::DryAttack(DryAttack::Attack)).is_empty());
}

#[test]
fn x_7_the_flag_is_lost_by_the_first_unit_of_its_side() {
    let mover = standing(at(8, pc("A", 2)), Stance::Strike);
    let seen = Table::of(&[mover], &[idle(12, "B"), idle(13, "C")]).flag(End::Right).tape("");
    assert_eq!(seen.marks(B, Clock::FlagLost(FlagLost::Passed)), [(1, 3)]);
    assert_eq!(seen.sum(B, Metric::FlagLosses), 1);
    assert_eq!((seen.all(A, Metric::FlagRounds), seen.all(B, Metric::FlagRounds)), (vec![1], vec![0]));
}

#[test]
fn ju_82_no_number_of_units_is_too_large_for_one_board_up_to_what_a_fight_holds() {
    let side = |col| (0..16).map(|i| idle(col, &format!("u{i}"))).collect::<Vec<_>>();
    let seen = Table::of(&side(3), &side(12)).tape("");
    assert_eq!((seen.slots().len(), seen.outcome), (32, Some(Outcome::Timeout)));
}
