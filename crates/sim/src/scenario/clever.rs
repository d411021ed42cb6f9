//! A scenario in which a side looks ahead: its choices, prepared beside each other.

use fray_engine::roster::SideId;

use super::side_tactics::{Clever, SidePlay};
use super::{BuiltScenario, Options, Scenario};
use crate::play::engine::Engine;
use crate::play::rollout::{MOST_CHOICES, Rollout};
use crate::totals::signature::fnv_1a;

/// Lets the side of these options that looks ahead do so in a scenario that was read with them. A choice that the
/// rules refuse, or that means what another one does, is left out.
pub(super) fn prepare(options: &Options, scenario: &mut Scenario) {
    let of_side = options.tactics.iter().find_map(|side| match &side.play {
        SidePlay::Clever(clever) => Some((&side.side, clever)),
        _ => None,
    });
    let Some((name, clever @ Clever { trials, .. })) = of_side else { return };
    let sides = scenario.engine().about().roster.sides;
    let Some(at) = sides.iter().position(|side| side.name == *name) else { return };
    let kept = kept(scenario, clever);
    let hashes =
        core::iter::once(scenario.plain_hash).chain(kept.iter().skip(1).map(|(choice, _)| choice.hash));
    let text: String = hashes.map(|hash| format!("{hash:016x}\n")).collect();
    let engines: Vec<Box<dyn Engine>> = kept.into_iter().map(|(choice, _)| choice.into_engine()).collect();
    if engines.is_empty() {
        return;
    }
    scenario.hash = fnv_1a(format!("{:016x} clever {at} {trials}\n{text}", scenario.hash).as_bytes());
    scenario.title += &format!(" ({} choices, {trials} trials)", engines.len());
    scenario.clever = Some(Rollout::new(engines, SideId(at as u8), *trials));
}

/// The base and the choices of a side in a scenario that was read with the base, each with what makes it of the base.
/// A choice that the rules refuse, or that means what another one does, is none of them.
pub(crate) fn kept<'a>(scenario: &Scenario, clever: &'a Clever) -> Vec<(BuiltScenario, &'a [String])> {
    let mut hashes = vec![scenario.plain_hash];
    let mut kept: Vec<(BuiltScenario, &[String])> =
        scenario.with_sets(&[]).map(|base| (base, &[][..])).into_iter().collect();
    for sets in &clever.choices {
        let Some(choice) = scenario.with_sets(sets).filter(|it| !hashes.contains(&it.hash)) else { continue };
        if kept.len() == MOST_CHOICES || kept.is_empty() {
            break;
        }
        hashes.push(choice.hash);
        kept.push((choice, sets));
    }
    kept
}
