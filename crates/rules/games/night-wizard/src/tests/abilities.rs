//! NW-09, NW-13, NW-19, NW-53, NW-56: windows, uses, targets.

use super::*;
use crate::data::setup::ability::{AbilityJudge, Cost, RemoveStatus, Uses};
use crate::data::setup::{AttackKind, AttributeId};
use crate::data::tactics::UseAbility;

fn heal(timing: Timing) -> Ability {
    ability("heal", timing, Effect::HealHp(Amount::fixed(1)))
}

#[test]
fn nw_09_window_order_pcs_or_npcs_first() {
    let unit =
        |kind, name: &str| UnitSetup { kind, start_hp: 5, ..with(pc_at(name, 0), &[heal(Timing::Setup)]) };
    let users = |ruling: &str| {
        let table = Table::of([&[unit(UnitKind::Npc, "a")], &[unit(UnitKind::Pc, "b")]]);
        let seen = table.ruling("window_order", ruling).tape("");
        let of = |event: &Event| if let Event::Uses { unit, .. } = event { Some(*unit) } else { None };
        seen.events.iter().filter_map(of).collect::<Vec<_>>()
    };
    assert_eq!(users("pc_first"), [B, A]);
    assert_eq!(users("npc_first"), [A, B]);
}

#[test]
fn nw_09_17_what_costs_count_is_not_used_before_the_counts() {
    let used = |timing| {
        let it = Ability { cost: Cost { count: Amount::fixed(1), ..Cost::default() }, ..heal(timing) };
        let a = UnitSetup { start_hp: 5, ..with(pc_at("a", 5), &[it]) };
        Table::of([&[a], &[npc_at("b", 0)]]).tape(MISS).n_used(A)
    };
    assert_eq!(used(Timing::Setup), 0);
    // At the Initiative Process that finds it, and at the one that finds nobody its count is -6.
    assert_eq!(used(Timing::Initiative), 1);
}

#[test]
fn nw_13_56_the_initiative_window_opens_at_every_initiative_process() {
    let used = |ruling: &str| {
        let a = UnitSetup { start_hp: 5, ..with(pc_at("a", 15), &[heal(Timing::Initiative)]) };
        Table::of([&[a], &[npc_at("b", 0)]])
            .ruling("initiative_window", ruling)
            .tape(&MISS.repeat(2))
            .n_used(A)
    };
    // Two Mains, and the one that finds nobody, in which it is Exhausted.
    assert_eq!((used("all"), used("not_exhausted")), (3, 2));
}

#[test]
fn nw_53_uses_are_counted() {
    let used = |uses| {
        let it = Ability { uses, ..heal(Timing::Initiative) };
        let a = UnitSetup { start_hp: 5, ..with(pc_at("a", 15), &[it]) };
        Table::of([&[a], &[npc_at("b", 0)]]).rounds(2).tape(&MISS.repeat(4)).n_used(A)
    };
    assert_eq!(used(Uses::default()), 6);
    assert_eq!(used(Uses { per_round: 2, ..Uses::default() }), 4);
    assert_eq!(used(Uses { per_fight: 5, ..Uses::default() }), 5);
    assert_eq!(used(Uses { charges: 1, ..Uses::default() }), 1);
}

#[test]
fn nw_53_d_ability_says_when() {
    let used = |tactic| {
        let cost = Cost { mp: Amount::fixed(2), ..Cost::default() };
        let it = Ability { cost, ..heal(Timing::Initiative) };
        let mut a = UnitSetup { start_hp: 48, ..with(with_mp(pc_at("a", 15), 7), &[it]) };
        a.tactics.ability = always(tactic);
        Table::of([&[a], &[npc_at("b", 0)]]).rounds(2).tape(&MISS.repeat(4)).n_used(A)
    };
    assert_eq!(used(UseAbility::Listed), 3);
    assert_eq!(used(UseAbility::Never), 0);
    assert_eq!(used(UseAbility::KeepMp(3)), 2);
    assert_eq!(used(UseAbility::OncePerRound), 2);
    assert_eq!(used(UseAbility::HpBelow(50)), 2);
}

#[test]
fn nw_44_56_the_unconscious_use_what_is_flagged() {
    let mut it = heal(Timing::Initiative);
    let used = |it: &Ability| {
        let a = with_status(UnitSetup { start_hp: 5, ..pc_at("a", 0) }, Status::Unconscious, 1);
        Table::of([&[with(a, std::slice::from_ref(it))], &[npc_at("b", 0)]]).tape("").n_used(A)
    };
    assert_eq!(used(&it), 0);
    it.flags.usable_unconscious = true;
    assert_eq!(used(&it), 1);
}

#[test]
fn nw_53_targets_are_those_for_whom_something_would_change() {
    let mend = Ability { target: one(Who::Ally), ..heal(Timing::Minor) };
    let a = with(pc_at("a", 5), &[mend]);
    let hurt = |name: &str, hp| UnitSetup { start_hp: hp, ..pc_at(name, 0) };
    let seen = Table::of([&[a.clone(), hurt("b", 90), hurt("c", 40)], &[npc_at("d", 0)]]).tape(MISS);
    assert!(seen.has(&Event::Heals { unit: C, hp: 41 }), "who has lost the most");
    let seen = Table::of([&[a], &[npc_at("b", 0)]]).tape(MISS);
    assert_eq!(seen.n_used(A), 0, "nobody is hurt");
}

#[test]
fn nw_53_other_help_than_healing_goes_to_the_weakest() {
    let cure = Ability {
        target: one(Who::Ally),
        ..ability("cure", Timing::Minor, Effect::RemoveStatus(RemoveStatus::These(Status::Daze.bit())))
    };
    let cured = |[b, c]: [i32; 2]| {
        let dazed =
            |name: &str, hp| with_status(UnitSetup { start_hp: hp, ..pc_at(name, 0) }, Status::Daze, 1);
        let a = with(pc_at("a", 5), core::slice::from_ref(&cure));
        Table::of([&[a, dazed("b", b), dazed("c", c)], &[npc_at("d", 0)]]).tape(MISS).recovered()[0].0
    };
    assert_eq!((cured([90, 40]), cured([40, 90]), cured([90, 90])), (C, B, B));
}

#[test]
fn nw_45_pressure_is_for_who_has_special_abilities() {
    let press = hex("x", Timing::Minor, inflict(Status::Pressure));
    let pressed = |abilities: &[Ability]| {
        let a = with(pc_at("a", 5), core::slice::from_ref(&press));
        Table::of([&[a], &[with(npc_at("b", 0), abilities)]]).tape(MISS).inflicted().len()
    };
    let skill = ability("y", Timing::Minor, Effect::HealHp(Amount::fixed(3)));
    assert_eq!(pressed(&[]), 0, "it bars nothing");
    assert_eq!(pressed(core::slice::from_ref(&skill)), 1);
    assert_eq!(pressed(&[Ability { kind: AbilityKind::Item, ..skill }]), 0, "items are not barred");
}

#[test]
fn nw_53_a_number_of_targets_or_all() {
    let scare = |number| Ability {
        target: TargetRule { who: Who::Enemy, number, ..TargetRule::default() },
        ..ability("scare", Timing::Minor, inflict(Status::Capture))
    };
    let hit = |number| {
        let a = with(pc_at("a", 5), &[scare(number)]);
        let others = ["b", "c", "d"].map(|name| npc_at(name, 0));
        Table::of([&[a], &others]).tape(MISS).inflicted().len()
    };
    assert_eq!((hit(Some(1)), hit(Some(2)), hit(None)), (1, 2, 3));
}

#[test]
fn nw_40_nw_53_all_targets_have_an_area_each_as_so_many_have() {
    use super::movement::{field, on};
    use crate::data::setup::ability::{Area, Victims};
    // One enemy in reach, and one more and a friend beyond it, in its square.
    let hit = |number, victims| {
        let range = Range { least: 1, most: Some(2) };
        let area = Area::Sphere(1, victims);
        let scare = Ability {
            target: TargetRule { who: Who::Enemy, number, area, range },
            ..ability("scare", Timing::Setup, inflict(Status::Capture))
        };
        let at = |x, unit: UnitSetup| UnitSetup { position: [x, 0, 0], ..unit };
        let own = [with(pc_at("a", 0), &[scare]), at(3, pc_at("e", 0))];
        let others = [at(2, npc_at("b", 0)), at(3, npc_at("c", 0)), at(9, npc_at("d", 0))];
        on(field(10, 1), Table::of([&own, &others]).rounds(1)).tape("").inflicted().len()
    };
    assert_eq!([hit(Some(1), Victims::Pick), hit(None, Victims::Pick)], [2, 2]);
    assert_eq!([hit(Some(2), Victims::All), hit(None, Victims::All)], [3, 3]);
}

#[test]
fn nw_53_nobody_is_given_what_it_never_reads() {
    let of = |name, who| Ability {
        duration: Duration::Fight,
        target: one(who),
        ..ability(
            "bless",
            Timing::Setup,
            Effect::ModifyAttribute {
                name,
                amount: Amount::fixed(2),
                class: crate::data::setup::ability::ModifierClass::Passive,
            },
        )
    };
    let used = |name, who, kind| {
        let wand = Weapon { hit_kind: kind, ..Weapon::default() };
        let b = |unit: UnitSetup| UnitSetup { weapons: vec![wand.clone()], ..unit };
        let a = with(pc_at("a", 0), &[of(name, who)]);
        Table::of([&[a], &[b(npc_at("b", 0))]]).rounds(1).tape("").n_used(A)
    };
    for who in [Who::Enemy, Who::Myself] {
        let reads_of_b = |n: usize| if who == Who::Enemy { n } else { 0 };
        let own = 1 - reads_of_b(1);
        let uses = |name, kind| used(name, who, kind);
        assert_eq!(uses(AttributeId::Hit, AttackKind::Physical), 1);
        assert_eq!(uses(AttributeId::MagicAttack, AttackKind::Magic), reads_of_b(1));
        assert_eq!(uses(AttributeId::MagicHit, AttackKind::Physical), 0, "nobody casts");
        assert_eq!(uses(AttributeId::Attack, AttackKind::Magic), own);
        assert_eq!(uses(AttributeId::MagicDefense, AttackKind::Physical), 1, "it may be asked for");
    }
}

#[test]
fn nw_53_judges_of_abilities() {
    let judged = |judge, dice: &str| {
        let it = Ability { judge, ..hex("bind", Timing::Major, inflict(Status::Capture)) };
        let a = with_spirit(with(pc_at("a", 5), &[it]), 6);
        Table::of([&[a], &[npc_at("b", 0)]]).tape(dice).inflicted().len()
    };
    let against_15 = AbilityJudge::Difficulty { attribute: AttributeId::Spirit, difficulty: 15 };
    assert_eq!((judged(against_15, "54"), judged(against_15, "44")), (1, 0));
    // A conflict, whose passive side wins ties: 6 against 7.
    let against = AbilityJudge::Against { attribute: AttributeId::Spirit, against: AttributeId::Luck };
    assert_eq!((judged(against, "44 33"), judged(against, "44 34")), (1, 0));
}

#[test]
fn nw_53_effects_of_one_name_do_not_stack() {
    let bless = Ability {
        duration: Duration::Fight,
        target: one(Who::Ally),
        ..ability(
            "bless",
            Timing::Setup,
            Effect::ModifyAttribute {
                name: AttributeId::Hit,
                amount: Amount { dice: 1, scaled: Some((AttributeId::Luck, 1)), plus: 1 },
                class: crate::data::setup::ability::ModifierClass::Passive,
            },
        )
    };
    let a = with(pc_at("a", 5), std::slice::from_ref(&bless));
    let table = Table::of([&[a], &[npc("b", [50, 0, 99, 0, 0, -50])]]).rounds(2);
    let seen = table.tape(&format!("3 11 {MISS} 11 {MISS}"));
    assert_eq!(seen.hits().iter().map(|hit| hit.0).collect::<Vec<_>>(), [13, 13], "2 + 3 + 7 + 1");
    assert_eq!(seen.n_used(A), 1);
}

/// A commander with a unit of its group and one of another; an enemy's group has the same name.
fn commanded(count: i32, ruling: &str, dice: &str) -> Seen {
    let order = Ability {
        target: TargetRule { who: Who::CommandGroup, number: None, ..TargetRule::default() },
        ..ability("order", Timing::Minor, Effect::Command)
    };
    let of = |unit: UnitSetup, group: &str| UnitSetup { command_group: Some(group.to_owned()), ..unit };
    let a = of(with(npc_at("a", 20), std::slice::from_ref(&order)), "horde");
    let b = of(with(npc_at("b", count), &[order]), "horde");
    let c = of(npc_at("c", 8), "guard");
    let d = of(pc_at("d", 0), "horde");
    Table::of([&[a, b, c], &[d]]).ruling("command_needs_count", ruling).tape(dice)
}

#[test]
fn nw_53_commanded_mains_nest_with_numbers_of_their_own() {
    let seen = commanded(12, "true", &MISS.repeat(5));
    // a's first, in which b acts at 12; a's second, in which b acts at 2; then c at 8.
    assert_eq!(seen.mains, [A, B, A, B, C]);
    assert_eq!(seen.counts(), [20, 10, 8]);
    // What happens to the commander after them happens in its own Main.
    let ends =
        [(1, 4, B), (1, 3, A), (1, 5, C)].map(|(round, n, unit)| (round, n, unit, Exhaustion::MainEnd));
    assert_eq!(seen.exhausted[1..], ends, "each loses its 10");
}

#[test]
fn nw_53_command_needs_count() {
    assert_eq!(commanded(0, "true", &MISS.repeat(3)).mains, [A, A, C]);
    assert_eq!(commanded(0, "false", &MISS.repeat(5)).mains, [A, B, A, B, C]);
}
