//! NW-26, NW-30 to NW-32: Clean-Up in its order, leaving Near Death, the end.

use super::*;
use crate::data::setup::AttackKind;
use crate::data::tactics::{Final, PayCost};

/// The PC of worked example 16, with an ally who keeps its side standing.
fn example_16() -> Table {
    let mut a = UnitSetup { start_hp: 2, ..with_spirit(pc_at("a", 0), 8) };
    a.start_statuses =
        vec![Inflicted { status: Status::Poison, level: 3 }, Inflicted { status: Status::Daze, level: 1 }];
    Table::of([&[a, pc_at("b", 0)], &[npc_at("c", 0)]]).ruling("mortality", "pc")
}

#[test]
fn nw_26_28_30_49_worked_example_16() {
    let seen = example_16().tape("4+3");
    assert_eq!(seen.mortality()[0].1.value(), 15, "no -5 any more");
    assert!(seen.standing.has(A));
    assert_eq!(seen.all(A, Metric::HpLeft), [1]);
    assert!(seen.marks.contains(&(1, 0, A, Clock::NearDeath(crate::data::metrics::NearDeathCause::Poison))));
    let seen = example_16().tape("4+2");
    assert!(seen.has(&Event::Dead { unit: A }));
    // Poison is gone with Near Death: the second round takes nothing.
    assert_eq!(example_16().rounds(2).tape("4+3").all(A, Metric::HpLeft), [1]);
}

#[test]
fn nw_26_31_the_end_is_looked_for_after_each_step() {
    let mut table = example_16();
    table.setup.sides[0].units.pop();
    let seen = table.clone().ruling("final_cleanup", "skip").tape("");
    assert!(seen.won(1), "beaten in step 1, and no Mortality Judge follows");
    let seen = table.ruling("victory", "side_dead").tape("4+3");
    assert!(seen.standing.has(A));
}

#[test]
fn nw_31_the_clean_up_that_ends_the_fight_is_played_to_its_end() {
    let mut table = example_16();
    table.setup.sides[0].units.pop();
    // Beaten in step 1: the Daze ends in step 2, and who passes the Mortality Judge lives.
    for (dice, lives) in [("4+3", true), ("4+2", false)] {
        let seen = table.tape(dice);
        assert!(seen.won(1), "nothing of it changes who won");
        assert_eq!(seen.mortality()[0].1.value(), if lives { 15 } else { 14 }, "no -5 any more");
        assert_eq!(seen.all(A, Metric::Standing), [u32::from(lives)]);
        assert_eq!(seen.events.iter().filter(|event| matches!(event, Event::Poisoned { .. })).count(), 1);
    }
    // Step 3 is played too: an enemy that can lift Near Death does not mind who won.
    let mut rise = ability("rise", Timing::CleanUp, Effect::LiftNearDeath);
    rise.flags.usable_near_death = true;
    table.setup.sides[0].units[0].abilities = vec![rise];
    let seen = table.tape("");
    assert!(seen.won(1) && seen.has(&Event::Lifted { unit: A }));
}

#[test]
fn nw_31_a_plain_attack_ends_the_fight_once_in_whatever_order_it_came() {
    let b = UnitSetup { start_hp: 5, ..pc_at("b", 5) };
    let dazed = with_status(npc_at("d", 0), Status::Daze, 1);
    let table = Table::of([&[pc_at("a", 5), dazed], &[b]]).ruling("mortality", "off");
    for order in ["count", "listed"] {
        let table = table.clone().ruling("action_order", order).ruling("cross_side_tie", "listed");
        let seen = table.tape("66 11 66 11");
        assert!(seen.won(0), "{order}");
        assert_eq!(seen.all(A, Metric::MainsPerRound), [1], "{order}");
    }
}

/// In one window a fells b, the last enemy; then each of them would lift itself or be felled by
/// what it pays.
fn felled_in_a_window(timing: Timing, ruling: &str, dice: &str) -> Seen {
    let burn = Effect::Damage {
        amount: Amount::fixed(9),
        kind: AttackKind::Physical,
        element: None,
        ignore_defense: true,
    };
    let mut bleed = ability("bleed", timing, Effect::RestoreMp(Amount::fixed(1)));
    bleed.cost.hp = Amount::fixed(200);
    let mut a = with_mp(with(pc_at("a", 5), &[hex("burn", timing, burn), bleed]), 1);
    (a.start_mp, a.tactics.cost) = (0, always(PayCost::Freely));
    let mut rise = ability("rise", timing, Effect::LiftNearDeath);
    rise.flags.usable_near_death = true;
    let b = with(UnitSetup { start_hp: 5, ..npc_at("b", 0) }, &[rise]);
    Table::of([&[a], &[b]]).ruling("mortality", "all").ruling("final_cleanup", ruling).tape(dice)
}

#[test]
fn nw_31_the_end_is_looked_for_after_each_use_of_an_ability() {
    for timing in [Timing::Setup, Timing::Initiative] {
        let seen = felled_in_a_window(timing, "skip", "");
        assert!(seen.won(0) && seen.standing.has(A), "nothing is used after the end: {timing:?}");
    }
    let seen = felled_in_a_window(Timing::CleanUp, "skip", MISS);
    assert!(seen.won(0) && seen.standing == UnitSet::one(A));
    // Played to its end, Clean-Up fells a and lifts b: a has won all the same.
    let seen = felled_in_a_window(Timing::CleanUp, "run", &format!("{MISS} 6+6"));
    assert!(seen.won(0) && seen.n_used(A) == 2 && seen.has(&Event::Lifted { unit: B }));
}

#[test]
fn nw_30_an_ability_lifts_near_death_in_step_3_alone() {
    let lift = |timing| Ability { target: one(Who::Ally), ..ability("lift", timing, Effect::LiftNearDeath) };
    let lifted = |timing, dice: &str| {
        let mut table = example_16();
        table.setup.sides[0].units[1].abilities = vec![lift(timing)];
        table.setup.sides[0].units[1].fixed_action_count = Some(5);
        table.tape(dice)
    };
    let seen = lifted(Timing::CleanUp, MISS);
    assert!(seen.has(&Event::Lifted { unit: A }) && seen.mortality().is_empty());
    assert_eq!(seen.all(A, Metric::HpLeft), [1]);
    let seen = lifted(Timing::Major, &format!("{MISS} 4+3"));
    assert!(!seen.has(&Event::Lifted { unit: A }));
}

#[test]
fn nw_29_healing_does_not_reach_near_death() {
    let mut table = example_16();
    let heal = Ability {
        target: one(Who::Ally),
        ..ability("heal", Timing::CleanUp, Effect::HealHp(Amount::fixed(9)))
    };
    table.setup.sides[0].units[1].abilities = vec![heal];
    assert_eq!(table.tape("4+3").n_used(B), 0);
}

#[test]
fn nw_56_usable_near_death_is_the_exception() {
    let mut table = example_16();
    let mut rise = ability("rise", Timing::CleanUp, Effect::LiftNearDeath);
    table.setup.sides[0].units[0].abilities = vec![rise.clone()];
    assert_eq!(table.tape("4+3").n_used(A), 0);
    rise.flags.usable_near_death = true;
    table.setup.sides[0].units[0].abilities = vec![rise];
    assert!(table.tape("").has(&Event::Lifted { unit: A }));
}

#[test]
fn nw_56_durations_count_the_present_round_as_the_first() {
    let n_rounds = |timing, duration| {
        let bless = Ability {
            duration,
            uses: crate::data::setup::ability::Uses { per_fight: 1, ..Default::default() },
            ..ability(
                "bless",
                timing,
                Effect::ModifyAttribute {
                    name: crate::data::setup::AttributeId::Hit,
                    amount: Amount::fixed(5),
                    class: crate::data::setup::ability::ModifierClass::Passive,
                },
            )
        };
        let a = with(pc_at("a", 5), &[bless]);
        let seen = Table::of([&[a], &[npc("b", [50, 0, 99, 0, 0, -50])]])
            .rounds(5)
            .tape(&format!("11 {MISS}").repeat(5));
        seen.hits().iter().filter(|hit| hit.0 == 7).count()
    };
    assert_eq!(n_rounds(Timing::Setup, Duration::ThisRound), 1);
    assert_eq!(n_rounds(Timing::Setup, Duration::Rounds(3)), 3);
    assert_eq!(n_rounds(Timing::Minor, Duration::ThisMain), 1);
    assert_eq!(n_rounds(Timing::Minor, Duration::Fight), 5);
    // From step 3 of Clean-Up on they count from the next round.
    assert_eq!(n_rounds(Timing::CleanUp, Duration::ThisRound), 1);
    assert_eq!(n_rounds(Timing::CleanUp, Duration::Rounds(2)), 2);
}

/// a fells b; a third of its side is wounded, and may heal with a last Main.
fn ending(final_main: &str, cleanup: &str) -> Seen {
    let a = UnitSetup { fixed_action_count: Some(10), ..pc("a", [50, 0, 0, 99, 0, 0]) };
    let heal = Ability {
        target: one(Who::Ally),
        ..ability("heal", Timing::Major, Effect::HealHp(Amount::fixed(7)))
    };
    let mut c = with(UnitSetup { start_hp: 60, ..pc_at("c", 3) }, &[heal]);
    c.start_statuses = vec![Inflicted { status: Status::Poison, level: 2 }];
    c.tactics.final_ = always(Final::Heal);
    let b = UnitSetup { fixed_action_count: Some(0), ..npc("b", [5, 0, 0, 0, 0, 0]) };
    let seen = Table::of([&[a, c], &[b]])
        .ruling("final_main", final_main)
        .ruling("final_cleanup", cleanup)
        .tape("66 11 66 11");
    assert!(seen.won(0));
    seen
}

#[test]
fn nw_31_final_main_and_final_cleanup_follow_the_end() {
    let left = |seen: Seen| seen.all(B, Metric::HpLeft);
    assert_eq!(left(ending("off", "skip")), [60]);
    assert_eq!(left(ending("on", "skip")), [67]);
    assert_eq!(left(ending("off", "run")), [58]);
    assert_eq!(left(ending("on", "run")), [65]);
    assert_eq!(ending("on", "run").mains, [A, B]);
}

#[test]
fn nw_30_mortality_takes_prana() {
    let mut table = example_16();
    let a = table.setup.sides[0].units[0].clone();
    table.setup.sides[0].units[0] = with_prana(a, 2, 1);
    let seen = table.tape("1+1 6");
    assert_eq!(seen.mortality()[0].1.value(), 16);
    table.setup.sides[0].units[0].tactics.prana_mort = always(crate::data::tactics::PranaMortality::None);
    assert_eq!(table.tape("4+3").sum(A, Metric::PranaSpent), 0);
}

#[test]
fn nw_31_the_main_that_ended_the_fight_is_paid_before_the_last_mains() {
    let mains = |count| {
        let heal = Ability {
            target: one(Who::Ally),
            ..ability("heal", Timing::Minor, Effect::HealHp(Amount::fixed(7)))
        };
        let a = UnitSetup { fixed_action_count: Some(count), ..pc("a", [50, 0, 0, 99, 0, 0]) };
        let mut a = with(a, &[Ability { timing: Timing::CleanUp, ..heal.clone() }, heal]);
        a.tactics.final_ = always(Final::Heal);
        let b = UnitSetup { fixed_action_count: Some(0), ..npc("b", [5, 0, 0, 0, 0, 0]) };
        Table::of([&[a], &[b]]).ruling("final_main", "on").tape("66 11 66 11").mains
    };
    assert_eq!(mains(4), [A], "at -6 it is Exhausted");
    assert_eq!(mains(11), [A, A]);
}
