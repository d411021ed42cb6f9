//! What is counted: clocks, elements of damage, what bad statuses cost.

use super::*;
use crate::data::setup::Weapon;
use crate::data::setup::ability::Inflicted;
use crate::data::setup::gear::Status;
use crate::data::tactics::{Delay, Recover};

fn runs_out(sides: [&[UnitSetup]; 2], misses: usize) -> Seen {
    Table::of(sides).tape(&MISS.repeat(misses))
}

#[test]
fn nw_16_who_runs_out_before_every_enemy_and_when_a_side_has_nobody_left() {
    // 20, 11, 10, 1: a is Exhausted at activation 3, b at 4.
    let seen = runs_out([&[pc_at("a", 20)], &[npc_at("b", 11)]], 4);
    let of = |metric| [A, B].map(|unit| seen.all(unit, metric));
    assert_eq!(of(Metric::ExhaustedFirst), [vec![1], vec![]]);
    assert_eq!(of(Metric::SideExhausted), [vec![3], vec![4]]);
}

#[test]
fn nw_16_of_a_side_the_last_alone_ends_it() {
    let party = [pc_at("a", 10), pc_at("b", 20)];
    let seen = runs_out([&party, &[npc_at("c", 12)]], 5);
    // b at 20, c at 12, a and b at 10, c at 2.
    assert_eq!(seen.mains, [B, C, A, B, C]);
    let of = |metric| [A, B, C].map(|unit| seen.all(unit, metric));
    assert_eq!(of(Metric::SideExhausted), [vec![], vec![4], vec![5]]);
    assert_eq!(of(Metric::ExhaustedFirst), [vec![1], vec![1], vec![]]);
}

#[test]
fn nw_12_exhausted_at_setup_is_activation_0() {
    let seen = runs_out([&[pc_at("a", 0), pc_at("b", 0)], &[npc_at("c", 10)]], 1);
    let of = |metric| [A, B, C].map(|unit| seen.all(unit, metric));
    assert_eq!(of(Metric::SideExhausted), [vec![], vec![0], vec![1]]);
    assert_eq!(of(Metric::ExhaustedFirst), [vec![1], vec![1], vec![]]);
}

#[test]
fn nw_22_damage_is_counted_by_its_element() {
    let dealt = |elements: &[&str], weapon: Option<&str>| {
        let mut a = pc("a", [50, 0, 0, 9, 0, 0]);
        a.elements = elements.iter().map(|&it| it.to_owned()).collect();
        a.weapons = vec![Weapon { element: weapon.map(str::to_owned), ..Weapon::default() }];
        let table = Table::strike(a, npc("b", [50, 0, 0, 0, 0, 0]));
        let seen = watch(
            &NightWizard::new(&table.setup),
            &mut Tape::new(&[6_u32, 6, 1, 1, 1, 1, 1, 1].map(|face| (6, face))),
        );
        assert_eq!(seen.attacks, [(A, true, 9)]);
        [Metric::FireDamage, Metric::UnderworldDamage, Metric::OtherElementDamage]
            .map(|metric| seen.all(A, metric).iter().sum::<u32>())
    };
    assert_eq!(dealt(&["fire", "wind"], None), [9, 0, 0]);
    assert_eq!(dealt(&["fire"], Some("underworld")), [0, 9, 0]);
    assert_eq!(dealt(&[], Some("paper")), [0, 0, 9]);
    assert_eq!(dealt(&[], None), [0, 0, 0]);
}

#[test]
fn nw_43_51_what_a_status_costs_is_counted_by_status() {
    let lost = |ruling: &str, statuses: &[Status]| {
        let mut a = pc_at("a", 10);
        a.start_statuses = statuses.iter().map(|&status| Inflicted { status, level: 1 }).collect();
        a.tactics.recover = always(Recover::Minor);
        let mut table = Table::of([&[a], &[npc_at("b", 0)]]).ruling("recover_per_action", ruling);
        table.setup.rulings.daze_cleanup = crate::data::rulings::DazeCleanup::None;
        let misses = usize::from(!statuses.contains(&Status::Capture));
        let seen = table.tape(&MISS.repeat(misses));
        let of = [Metric::ActionsLost, Metric::LostToPanic, Metric::LostToDaze, Metric::LostToCapture]
            .map(|metric| seen.all(A, metric).iter().sum::<u32>());
        (of, seen.all(A, Metric::RoundsDaze).len(), seen.all(A, Metric::RoundsPanic).len())
    };
    let both = [Status::Panic, Status::Daze];
    assert_eq!(lost("one", &both), ([1, 1, 0, 0], 1, 0));
    // One action ends both, and is lost once.
    assert_eq!(lost("all", &both), ([1, 1, 0, 0], 0, 0));
    // Capture takes the Minor and the Major Action.
    assert_eq!(lost("one", &[Status::Capture, Status::Daze]), ([2, 0, 0, 2], 1, 0));
    assert_eq!(lost("all", &[Status::Capture, Status::Daze]), ([2, 0, 0, 2], 0, 0));
}

#[test]
fn nw_16_the_first_round_in_which_one_runs_out_first_counts_once() {
    let seen = Table::of([&[pc_at("a", 10)], &[npc_at("b", 11)]]).rounds(3).tape(&MISS.repeat(9));
    assert_eq!(seen.mains, [B, A, B].repeat(3));
    assert_eq!([A, B].map(|unit| seen.all(unit, Metric::ExhaustedFirst)), [vec![1], vec![]]);
    assert_eq!(seen.all(A, Metric::SideExhausted), [2, 2, 2]);
}

/// Returns whether each of its Mains was idle, of a unit that attacks and of one that sits out.
#[test]
fn nw_14_18_a_main_without_an_action_is_idle_where_somebody_is_in_reach() {
    let idle = |table: &Table, dice: &str| table.tape(dice).all(A, Metric::Idle);
    let attacks = Table::of([&[pc_at("a", 10)], &[npc_at("b", 0)]]);
    assert_eq!(idle(&attacks, MISS), [0]);
    let mut waits = attacks.clone();
    waits.setup.sides[0].units[0].tactics.delay = always(Delay::SitOut);
    assert_eq!(idle(&waits, ""), [1]);
}

#[test]
fn nw_30_a_unit_without_a_mortality_judge_falls_once() {
    let npc = UnitSetup { kind: UnitKind::Npc, ..npc_at("b", 0) };
    let nw = NightWizard::new(&Table::of([&[pc_at("a", 10), pc_at("c", 10)], &[npc]]).setup);
    assert_eq!(nw.largest_of(A, Metric::Felled), Some(1), "one of the other side, and none of its own");
    assert_eq!(
        nw.largest_of(C, Metric::Felled),
        Some(2 * (nw.max_rounds + 1)),
        "who judges may fall each round"
    );
}

#[test]
fn nw_21_28_health_lost_and_falls_are_told_with_the_weapon() {
    let a = pc("a", [50, 0, 0, 9, 0, 0]);
    let b = UnitSetup { kind: UnitKind::Npc, hp: 5, ..pc("b", [50, 0, 0, 0, 0, 0]) };
    let table = Table::strike(a, b);
    let seen = watch(
        &NightWizard::new(&table.setup),
        &mut Tape::new(&[6_u32, 6, 1, 1, 1, 1, 1, 1].map(|face| (6, face))),
    );
    let action_ref = ActionRef { by: A, action: 0 };
    assert_eq!(
        seen.actions_told,
        [Told::Used(action_ref), Told::Damage(action_ref, B, 5), Told::Felled(B, Cause::Action(action_ref))]
    );
    assert_eq!((seen.all(A, Metric::DamageDealt), seen.all(A, Metric::AllyDamage)), (vec![5], vec![]));
    let names = NightWizard::new(&table.setup).actions_of(A);
    assert_eq!(names[0].kind, "weapon");
    assert_eq!(names.last().map(|action| action.name.as_str()), Some("prana"));
}
