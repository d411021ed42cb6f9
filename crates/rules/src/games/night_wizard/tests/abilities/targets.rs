//! D-target, D-move: whom a unit goes towards in a Main, and whom it attacks after that.

use super::super::movement::{actor, at, dummy, field, moves, on, place, range, with_range};
use super::*;
use crate::games::night_wizard::setup::AttackKind;
use crate::games::night_wizard::setup::ability::Flags;
use crate::games::night_wizard::tactics::Target;

/// A unit on (0, 0) that chooses in this way.
fn chooser(target: Target) -> UnitSetup {
    let mut unit = actor(0, 0);
    unit.tactics.target = always(target);
    unit
}

#[test]
fn d_move_both_actions_lead_to_the_target_chosen_first() {
    // After the Minor the other is one step away; no attack would follow that step.
    let weak = UnitSetup { hp: 20, ..dummy("c", 7, 0) };
    let seen = on(field(9, 2), Table::of([&[chooser(Target::Weakest)], &[dummy("b", 3, 1), weak]])).tape("");
    let squares: Vec<_> = moves(&seen).into_iter().map(|(_, to, ..)| to).collect();
    assert_eq!(squares, [place(2, 0, 0), place(4, 0, 0)]);
}

#[test]
fn d_target_is_chosen_once_a_main_and_attacked_when_it_is_in_reach() {
    let enemies = [dummy("b", 1, 0), dummy("c", 1, 0)];
    let seen = on(field(9, 1), Table::of([&[chooser(Target::Random)], &enemies])).tape("d2=2  11 11");
    assert_eq!((moves(&seen).len(), seen.targets()), (1, vec![C]));
    // The next Main chooses anew.
    let twice = UnitSetup { fixed_action_count: Some(20), ..chooser(Target::Random) };
    let seen = on(field(9, 1), Table::of([&[twice], &enemies])).tape("d2=2  11 11  d2=1  11 11");
    assert_eq!(seen.targets(), [C, B]);
}

#[test]
fn d_target_who_falls_before_the_major_is_not_gone_towards_any_more() {
    let burst = Ability {
        trigger: Some(Trigger::EnemyEnters),
        flags: Flags { exhausted_ok: true, ..Flags::default() },
        ..ability(
            "burst",
            Timing::Auto,
            Effect::Damage {
                amount: Amount::fixed(99),
                kind: AttackKind::Physical,
                element: None,
                ignore_defense: true,
            },
        )
    };
    let bomb = with(UnitSetup { hp: 5, ..dummy("b", 2, 0) }, &[burst]);
    let seen = on(field(9, 2), Table::of([&[chooser(Target::First)], &[bomb, dummy("c", 2, 1)]])).tape("");
    let squares: Vec<_> = moves(&seen).into_iter().map(|(_, to, ..)| to).collect();
    assert_eq!(squares, [place(2, 0, 0), place(2, 1, 0)]);
}

#[test]
fn d_target_best_damage_weighs_those_who_have_to_be_approached_too() {
    let soft = at(npc_at("c", 0), 1, 1, 0);
    let table = |mut armed: UnitSetup| {
        armed.attack = 9;
        on(field(9, 2), Table::of([&[armed], &[dummy("b", 1, 0), soft.clone()]]))
    };
    // Nobody is in reach yet: not the first, whom it hardly hits, but the second.
    assert_eq!(table(chooser(Target::BestDamage)).tape("66 11 11 11").targets(), [C]);
    let spear = with_range(chooser(Target::BestDamage), range(1));
    assert_eq!(table(spear).tape("66 11 11 11").targets(), [C]);
}
