//! NW-20, NW-37, D-target, D-move: how near a unit wants to be, whom it goes towards, and whom it attacks
//! after that.

use super::movement::{actor, at, dummy, field, moves, on, place, range, with_range};
use super::*;
use crate::data::setup::AttackKind;
use crate::data::setup::ability::Flags;
use crate::data::setup::ability::{AbilityJudge, Cost};
use crate::data::tactics::Target;
use crate::data::tactics::UseAbility;

/// An archer who cannot shoot at anybody nearer than two squares, and has a knife for that.
fn archer(x: u8) -> UnitSetup {
    let far = Range { least: 2, most: Some(5) };
    let knife = Weapon { name: "knife".to_owned(), ..Weapon::default() };
    UnitSetup { weapons: vec![Weapon { range: far, ..bow() }, knife], ..actor(x, 0) }
}

/// Returns what the archer does in a corridor against an enemy on this square.
fn meets(archer: UnitSetup, enemy: u8) -> (Vec<fray_kit::board::grid::Place>, Vec<u8>) {
    let seen = on(field(10, 1), Table::of([&[archer], &[dummy("b", enemy, 0)]])).tape("11 11");
    let weapon = |event: &Event| match *event {
        Event::Attacks { weapon, .. } => Some(weapon),
        _ => None,
    };
    let squares = moves(&seen).into_iter().map(|(_, to, ..)| to).collect();
    (squares, seen.events.iter().filter_map(weapon).collect())
}

#[test]
fn nw_37_a_target_is_near_enough_when_any_weapon_reaches_it() {
    assert_eq!(meets(archer(3), 3), (vec![], vec![1]), "the knife, and no step away");
    assert_eq!(meets(archer(3), 5), (vec![], vec![0]), "the bow, and no step nearer");
    assert_eq!(meets(archer(3), 8), (vec![], vec![0]));
    assert_eq!(meets(archer(1), 7), (vec![place(2, 0, 0)], vec![0]), "only as near as the bow needs");
}

#[test]
fn nw_37_between_two_ranges_the_first_of_the_cheapest_paths_leads_to_either() {
    // Neither reaches one square: +x leads to the knife's square, or to the bow's.
    assert_eq!(meets(archer(3), 4), (vec![place(4, 0, 0)], vec![1]));
    assert_eq!(meets(archer(4), 3), (vec![place(5, 0, 0)], vec![0]));
}

#[test]
fn nw_37_a_weapon_that_cannot_be_paid_reaches_nobody() {
    let mut poor = archer(1);
    poor.weapons[0].mp_cost = Amount::fixed(1);
    let (squares, weapons) = meets(at(poor, 3, 0, 0), 5);
    assert_eq!((squares, weapons), (vec![place(5, 0, 0)], vec![1]));
}

/// A swordsman with a spell of range 5 for 2 MP.
fn caster(mp: i32) -> UnitSetup {
    let spell = Ability {
        target: TargetRule { range: range(5), ..one(Who::Enemy) },
        judge: AbilityJudge::Attack {
            hit_kind: AttackKind::Physical,
            damage_kind: AttackKind::Magic,
            hit_mod: 0,
            attack_mod: 0,
        },
        cost: Cost { mp: Amount::fixed(2), ..Cost::default() },
        effects: Vec::new(),
        ..ability("spell", Timing::Major, Effect::TakeOff)
    };
    with_mp(with(actor(0, 0), &[spell]), mp)
}

#[test]
fn nw_37_an_ability_that_cannot_be_used_keeps_nobody_away() {
    let ends = |caster: UnitSetup, rounds: u32, dice: &str| {
        let table = on(field(9, 1), Table::of([&[caster], &[dummy("b", 4, 0)]])).rounds(rounds);
        moves(&table.tape(dice)).into_iter().map(|(_, to, ..)| to.x).collect::<Vec<_>>()
    };
    assert_eq!(ends(caster(2), 1, "11 11"), Vec::<u8>::new(), "near enough for the spell");
    assert_eq!(ends(caster(1), 1, ""), [2, 4], "it cannot be paid");
    assert_eq!(ends(caster(2), 2, "11 11"), [2, 4], "paid once, it cannot be paid again");
    let mut once = caster(9);
    once.abilities[0].uses.per_fight = 1;
    assert_eq!(ends(once, 2, "11 11"), [2, 4], "it is used up");
    let mut sparing = caster(9);
    sparing.tactics.ability = always(UseAbility::KeepMp(8));
    assert_eq!(ends(sparing, 1, ""), [2, 4], "it is not to be used");
    let mut unwilling = caster(9);
    unwilling.tactics.ability = always(UseAbility::Never);
    assert_eq!(ends(unwilling, 1, ""), [2, 4]);
    let mut pressed = with_status(caster(9), Status::Pressure, 1);
    pressed.tactics.recover = always(crate::data::tactics::Recover::Never);
    assert_eq!(ends(pressed, 1, ""), [2, 4], "Pressure bars it (NW-45)");
}

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
