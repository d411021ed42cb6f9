//! NW-53: the effects that no other rule's tests use.

use super::*;
use crate::data::setup::ability::{JudgeKind, RemoveStatus};
use crate::data::setup::{AttackKind, AttributeId, Enchantment, Loadout};

#[test]
fn nw_53_mp_and_prana_are_restored_and_drained_within_their_bounds() {
    let mut a = UnitSetup { start_mp: 3, ..with_mp(pc_at("a", 5), 9) };
    (a.prana, a.start_prana, a.release) = (4, 1, 1);
    let a = with(
        a,
        &[
            ability("rest", Timing::Setup, Effect::RestoreMp(Amount::fixed(20))),
            ability("pray", Timing::Setup, Effect::GainPrana(Amount::fixed(20))),
            hex("leech", Timing::Minor, Effect::DrainMp(Amount::fixed(9))),
        ],
    );
    let seen = Table::of([&[a], &[with_mp(npc_at("b", 0), 5)]]).tape(MISS);
    assert!(seen.has(&Event::Magic { unit: A, mp: 9 }));
    assert!(seen.has(&Event::Prana { unit: A, prana: 4 }));
    assert!(seen.has(&Event::Magic { unit: B, mp: 0 }));
    assert_eq!(seen.marks, [(1, 1, B, Clock::MpEmpty(crate::data::metrics::Spent::Drained))]);
}

#[test]
fn nw_53_dice_are_added_to_judges() {
    let dice = ability("focus", Timing::Always, Effect::AddDice { which: JudgeKind::Hit, n: 1 });
    let a = with(pc("a", [50, 0, 0, 0, 0, 0]), &[dice]);
    let seen = Table::strike(a, npc("b", [50, 0, 99, 0, 0, 0])).tape("34 5 11");
    assert_eq!(seen.hits()[0].0, 12);
}

#[test]
fn nw_53_maxima_change_and_cut() {
    let weak = ability("weak", Timing::Setup, Effect::ChangeMax { hp: -30, mp: -4 });
    let weak = Ability { duration: Duration::ThisRound, ..weak };
    let a = with(with_mp(pc_at("a", 0), 9), &[weak]);
    let seen = Table::of([&[a], &[npc_at("b", 0)]]).tape("");
    assert_eq!(seen.all(A, Metric::HpLeft), [70], "back at 100, but HP do not come back");
}

#[test]
fn nw_43_53_immunity_lasts_as_long_as_its_ability() {
    let calm = Ability {
        duration: Duration::ThisRound,
        ..ability("calm", Timing::Setup, Effect::Immunity(Status::Capture))
    };
    let calm =
        Ability { uses: crate::data::setup::ability::Uses { per_fight: 1, ..Default::default() }, ..calm };
    let bind = hex("bind", Timing::Minor, inflict(Status::Capture));
    let table = Table::of([&[with(pc_at("a", 5), &[bind])], &[with(npc_at("b", 0), &[calm])]]).rounds(2);
    let seen = table.tape(&MISS.repeat(2));
    assert_eq!(seen.inflicted(), [(B, Status::Capture)], "in the second round");
}

#[test]
fn nw_53_statuses_are_removed_by_name_or_number() {
    let removed = |which| {
        let cure = ability("cure", Timing::Setup, Effect::RemoveStatus(which));
        let mut a = with(pc_at("a", 0), &[cure]);
        a.start_statuses = [Status::Poison, Status::Paralysis, Status::Capture]
            .map(|status| Inflicted { status, level: 1 })
            .to_vec();
        let seen = Table::of([&[a], &[npc_at("b", 0)]]).tape("");
        seen.recovered().into_iter().map(|it| it.1).collect::<Vec<_>>()
    };
    assert_eq!(removed(RemoveStatus::These(Status::Poison.bit())), [Status::Poison]);
    assert_eq!(removed(RemoveStatus::Any(2)), [Status::Capture, Status::Paralysis]);
}

#[test]
fn nw_33_34_53_effects_put_enchantments_in_force_and_change_loadouts() {
    let on = ability("call", Timing::Setup, Effect::Enchant { name: "blade".to_owned(), on: true });
    let wear = ability("arm", Timing::Setup, Effect::ChangeLoadout("mail".to_owned()));
    let mut a = with(pc_at("a", 5), &[on, wear]);
    let modify = vec![(AttributeId::Hit, 3)];
    a.enchantments =
        vec![Enchantment { name: "blade".to_owned(), modify: modify.clone(), ..Enchantment::default() }];
    a.loadouts = vec![
        Loadout { name: "robe".to_owned(), weapons: vec![String::new()], modify: vec![] },
        Loadout { name: "mail".to_owned(), weapons: vec![String::new()], modify },
    ];
    a.weapons = vec![Weapon::default()];
    let seen = Table::of([&[a], &[npc("b", [50, 0, 99, 0, 0, -50])]]).tape("11 11 66");
    assert_eq!(seen.hits()[0].0, 8);
}

#[test]
fn nw_53_while_active_ends_with_its_enchantment() {
    let song = Ability {
        duration: Duration::WhileActive,
        ..ability(
            "song",
            Timing::Setup,
            Effect::ModifyJudge { which: JudgeKind::Hit, amount: Amount::fixed(4) },
        )
    };
    let off = Ability {
        uses: crate::data::setup::ability::Uses { per_fight: 1, ..Default::default() },
        ..ability("end", Timing::CleanUp, Effect::Enchant { name: "choir".to_owned(), on: false })
    };
    let mut a = with(pc_at("a", 5), &[song, off]);
    a.enchantments = vec![Enchantment {
        name: "choir".to_owned(),
        grants: vec!["song".to_owned()],
        active_at_start: true,
        ..Enchantment::default()
    }];
    let seen = Table::of([&[a], &[npc("b", [50, 0, 99, 0, 0, -50])]]).rounds(2).tape("11 11 66 11 11 66");
    assert_eq!(seen.hits().iter().map(|hit| hit.0).collect::<Vec<_>>(), [6, 2]);
}

#[test]
fn nw_29_53_falls_are_answered() {
    let rage = Ability {
        trigger: Some(Trigger::NearDeathAlly),
        ..ability("rage", Timing::Reaction, Effect::HealHp(Amount::fixed(5)))
    };
    let mut curse = Ability {
        trigger: Some(Trigger::NearDeathSelf),
        ..hex("curse", Timing::Reaction, inflict(Status::Capture))
    };
    curse.flags.usable_near_death = true;
    let victim = UnitSetup { fixed_action_count: Some(0), ..with(pc("a", [5, 0, 0, 0, 0, 0]), &[curse]) };
    let friend = UnitSetup { start_hp: 50, ..with(pc_at("b", 0), &[rage]) };
    let slayer = UnitSetup { fixed_action_count: Some(10), ..npc("c", [99, 0, 0, 99, 0, 0]) };
    let seen = Table::of([&[victim, friend], &[slayer]]).tape("66 11 11 11  66");
    assert!(seen.has(&Event::Heals { unit: B, hp: 55 }));
    assert_eq!(seen.inflicted(), [(C, Status::Capture)]);
}

#[test]
fn nw_41_53_a_unit_on_the_wing_comes_down_unconscious_or_in_near_death() {
    let fly = ability("fly", Timing::Setup, Effect::TakeOff);
    let land = ability("land", Timing::CleanUp, Effect::Land);
    let seen = Table::of([&[with(pc_at("a", 0), &[fly, land])], &[npc_at("b", 0)]]).tape("");
    assert!(seen.has(&Event::TakesOff { unit: A }) && seen.has(&Event::Lands { unit: A }));
}

#[test]
fn nw_53_auras_work_on_allies_as_long_as_their_owner_stands() {
    let banner = Ability {
        target: TargetRule {
            who: Who::Ally,
            number: None,
            range: Range { least: 0, most: None },
            ..TargetRule::default()
        },
        ..ability(
            "banner",
            Timing::Always,
            Effect::ModifyAttribute {
                name: AttributeId::Hit,
                amount: Amount::fixed(4),
                class: crate::data::setup::ability::ModifierClass::Passive,
            },
        )
    };
    let bearer = with(pc_at("a", 0), std::slice::from_ref(&banner));
    // Two of one banner do not stack.
    let second = with(pc_at("b", 0), &[banner]);
    let table = Table::of([&[bearer, second, pc_at("c", 5)], &[npc("d", [50, 0, 99, 0, 0, -50])]]);
    assert_eq!(table.tape("11 11 66").hits()[0].0, 6);
}

#[test]
fn nw_53_what_works_on_a_command_group_works_on_allies_alone() {
    let mut order = ability(
        "order",
        Timing::Always,
        Effect::ModifyAttribute {
            name: AttributeId::Hit,
            amount: Amount::fixed(4),
            class: crate::data::setup::ability::ModifierClass::Passive,
        },
    );
    let range = Range { least: 0, most: None };
    order.target = TargetRule { who: Who::CommandGroup, number: None, range, ..TargetRule::default() };
    let in_group = |unit: UnitSetup| UnitSetup { command_group: Some("x".to_owned()), ..unit };
    let chief = in_group(with(pc_at("a", 0), &[order]));
    let ward = npc("d", [50, 0, 99, 0, 0, -50]);
    // The first die pair is the Action Count Judge of the one who is attacked.
    let table = Table::of([&[chief.clone(), in_group(pc_at("b", 5))], &[ward]]);
    assert_eq!(table.tape("11 11 66").hits()[0].0, 6, "an ally of the group");
    let table = Table::of([&[chief], &[in_group(npc_at("b", 5))]]);
    assert_eq!(table.tape("11 66").hits()[0].0, 2, "an enemy whose group has the same name");
}

/// NW-29, NW-53: what follows a blow passes over whom the blow has felled.
#[test]
fn nw_29_53_who_is_in_near_death_loses_nothing_but_hp() {
    let blow = Effect::Damage {
        amount: Amount::fixed(30),
        kind: AttackKind::Physical,
        element: None,
        ignore_defense: true,
    };
    let drain = Ability {
        target: TargetRule { number: None, ..one(Who::Enemy) },
        effects: vec![blow, Effect::DrainMp(Amount::fixed(3))],
        ..ability("drain", Timing::Major, Effect::TakeOff)
    };
    let a = with(pc_at("a", 10), &[drain]);
    let hp = |name: &str, hp: i32| with_mp(UnitSetup { hp, ..npc_at(name, 0) }, 5);
    let seen = Table::of([&[a], &[hp("b", 10), hp("c", 60)]]).tape("");
    let drained = |it: UnitId| {
        seen.events.iter().any(|event| matches!(event, Event::Magic { unit, mp: 2 } if *unit == it))
    };
    assert_eq!((drained(B), drained(C)), (false, true));
}

/// NW-53: MP, prana and counts are for whom they buy something.
#[test]
fn nw_53_what_buys_nothing_is_not_given() {
    let uses = |effect: Effect, change: fn(&mut UnitSetup)| {
        let mut a = UnitSetup { lunar_robe: false, mp: 9, start_mp: 0, prana: 4, ..pc_at("a", 10) };
        (a.start_prana, a.abilities) = (0, vec![ability("x", Timing::Setup, effect)]);
        change(&mut a);
        Table::of([&[a], &[npc_at("b", 0)]]).tape(MISS).n_used(A)
    };
    let (mp, prana) = (Effect::RestoreMp(Amount::fixed(3)), Effect::GainPrana(Amount::fixed(3)));
    assert_eq!(uses(mp.clone(), |_| ()), 0);
    assert_eq!(uses(mp, |a| a.lunar_robe = true), 1);
    assert_eq!(uses(prana.clone(), |_| ()), 0);
    assert_eq!(uses(prana, |a| a.release = 1), 1);
}
