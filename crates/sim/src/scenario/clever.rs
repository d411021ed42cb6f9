//! A scenario in which a side looks ahead: its choices, prepared beside each other.

use fray_engine::roster::SideId;

use super::side_tactics::{Clever, SidePlay};
use super::{Options, Scenario};
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
    let Some((name, Clever { trials, choices, .. })) = of_side else { return };
    let sides = scenario.engine().about().roster.sides;
    let Some(at) = sides.iter().position(|side| side.name == *name) else { return };
    let mut hashes = vec![scenario.plain_hash];
    let mut engines: Vec<Box<dyn Engine>> = Vec::new();
    let base = scenario.with_sets(&[]);
    engines.extend(base.map(|base| base.into_engine()));
    for sets in choices {
        let Some(choice) = scenario.with_sets(sets).filter(|it| !hashes.contains(&it.hash)) else { continue };
        if engines.len() == MOST_CHOICES || engines.is_empty() {
            break;
        }
        hashes.push(choice.hash);
        engines.push(choice.into_engine());
    }
    if engines.is_empty() {
        return;
    }
    let text: String = hashes.iter().map(|hash| format!("{hash:016x}\n")).collect();
    scenario.hash = fnv_1a(format!("{:016x} clever {at} {trials}\n{text}", scenario.hash).as_bytes());
    scenario.title += &format!(" ({} choices, {trials} trials)", engines.len());
    scenario.clever = Some(Rollout::new(engines, SideId(at as u8), *trials));
}
