//! The worked fights of Night Wizard's rules pages, for tests of exact and sampled answers.

use core::sync::atomic::AtomicBool;

use fray_engine::roster::UnitId;
use fray_rules::games::night_wizard::NightWizard;
use fray_rules::games::night_wizard::data::rulings::{Mortality, NearDeathAt, Rulings, Victory};
use fray_rules::games::night_wizard::data::setup::{Setup, SideSetup, UnitKind, UnitSetup};
use fray_rules::games::night_wizard::data::tactics::{Cover, Plan};
use fray_sim::exact::{ExactReport, Options, solve};
use fray_sim::play::engine::AsEngine;

/// Unless named: no Mortality Judges and no round limit worth the name.
pub(crate) fn plain_rulings() -> Rulings {
    Rulings { mortality: Mortality::Off, ..Rulings::default() }
}

/// A PC without critical and fumble numbers: hp, hit, dodge, attack, defense, Action Value.
pub(crate) fn pc(name: &str, stats: [i32; 6]) -> UnitSetup {
    UnitSetup::plain(name, UnitKind::Pc, stats).numbers(&[], &[])
}

/// The same, an NPC.
pub(crate) fn npc(name: &str, stats: [i32; 6]) -> UnitSetup {
    UnitSetup::plain(name, UnitKind::Npc, stats).numbers(&[], &[])
}

/// Two sides, `left` and `right`.
pub(crate) fn fight(rulings: Rulings, left: Vec<UnitSetup>, right: Vec<UnitSetup>) -> Setup {
    let side = |name: &str, units| SideSetup { name: name.to_owned(), units };
    Setup { rulings, max_rounds: 1000, ..Setup::of(vec![side("left", left), side("right", right)]) }
}

pub(crate) fn f1_sudden() -> Setup {
    let rulings = Rulings { near_death_at: NearDeathAt::ZeroOrBelow, ..plain_rulings() };
    fight(rulings, vec![pc("a", [1, 5, 4, 7, 5, 3])], vec![npc("b", [1, 4, 5, 8, 6, 5])])
}

pub(crate) fn f2_tiny() -> Setup {
    fight(plain_rulings(), vec![pc("a", [4, 3, 3, 5, 4, 4])], vec![npc("b", [4, 3, 3, 5, 4, 4])])
}

pub(crate) fn f3_criticals() -> Setup {
    let knight = pc("knight", [18, 8, 7, 12, 8, 11]).numbers(&[7], &[2]);
    let ogre = npc("ogre", [26, 7, 6, 14, 9, 7]).numbers(&[10], &[5]);
    fight(plain_rulings(), vec![knight], vec![ogre])
}

pub(crate) fn f4_mortality() -> Setup {
    let rulings = Rulings { mortality: Mortality::All, victory: Victory::SideDead, ..Rulings::default() };
    let a = UnitSetup { spirit: 7, ..pc("a", [6, 6, 6, 9, 7, 9]).numbers(&[11], &[3]) };
    let b = UnitSetup { spirit: 10, ..pc("b", [6, 6, 6, 9, 7, 5]).numbers(&[10], &[5]) };
    fight(rulings, vec![a], vec![b])
}

pub(crate) fn f5_two_against_one() -> Setup {
    let blade = pc("blade", [8, 7, 6, 9, 7, 8]).numbers(&[10], &[5]);
    let bow = pc("bow", [6, 9, 5, 8, 5, 6]);
    let fiend = npc("fiend", [14, 8, 6, 12, 7, 13]).numbers(&[12], &[2]);
    fight(plain_rulings(), vec![blade, bow], vec![fiend])
}

pub(crate) fn f6_guard() -> Setup {
    let at = |count, unit| UnitSetup { fixed_action_count: Some(count), ..unit };
    let ward = at(12, pc("ward", [6, 5, 4, 8, 5, 0]));
    let mut wall = at(19, pc("wall", [8, 5, 3, 6, 9, 0]));
    wall.tactics.cover = Plan::always(Cover::Guard(UnitId(0)));
    let beast = at(25, npc("beast", [9, 7, 4, 11, 5, 0]));
    fight(plain_rulings(), vec![ward, wall], vec![beast])
}

/// The exact answer, which must be in reach.
pub(crate) fn exact(setup: &Setup) -> ExactReport {
    exact_of(&NightWizard::new(setup))
}

/// The same of rules already prepared.
pub(crate) fn exact_of(system: &NightWizard) -> ExactReport {
    let answer = solve(system.as_engine(), "test", &Options::default(), &AtomicBool::new(false));
    answer.unwrap_or_else(|none| panic!("{none}"))
}
