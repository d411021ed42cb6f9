//! Warnings that need all units: whom commands reach, what abilities of one unit change on another.

use fray_kit::sheet::declare::{join, shown};
use fray_kit::sheet::node::Node;
use fray_kit::sheet::problem::{Problems, did_you_mean};

use super::gear::names;
use super::unit::UnitDraft;
use crate::data::setup::UnitSetup;
use crate::data::setup::ability::{Effect, Who};

/// Checks the abilities of every unit against the others. Copies of a unit say the same.
pub(super) fn check(units: &[UnitDraft<'_>], problems: &mut Problems) {
    for (own, UnitDraft { unit, doc, .. }) in units.iter().enumerate() {
        let items = doc.node.get("abilities").and_then(Node::as_list).unwrap_or_default();
        for (ability, item) in unit.abilities.iter().zip(&items) {
            let path = join(&join(&doc.path, "abilities"), &ability.name);
            let spans = item.spans_in("effects", ability.effects.len());
            let commands = ability.effects.iter().position(|effect| *effect == Effect::Command);
            if let Some(at) = commands.filter(|_| ability.target.who != Who::CommandGroup) {
                let message = "`command` reaches a command group: say `target = \"command_group\"`";
                problems.add(spans[at], join(&path, "effects"), message);
            }
            if ability.target.who == Who::CommandGroup
                && let Some(message) = nobody_follows(units, own)
            {
                problems.add(item.span_of("target"), join(&path, "target"), message);
            }
            for (effect, span) in ability.effects.iter().zip(spans) {
                let (noun, name, of): (_, _, fn(&UnitSetup) -> Vec<&str>) = match effect {
                    Effect::Enchant { name, .. } => ("enchantment", name, |unit| names(&unit.enchantments)),
                    Effect::ChangeLoadout(name) => ("loadout", name, |unit| names(&unit.loadouts)),
                    _ => continue,
                };
                let alone = ability.target.who == Who::Myself;
                let targets = units.iter().enumerate().filter(|&(i, _)| !alone || i == own);
                let known: Vec<&str> = targets.flat_map(|(_, other)| of(&other.unit)).collect();
                if !known.contains(&name.as_str()) {
                    let who =
                        if alone { format!("`{}` has no", unit.name) } else { "there is no".to_owned() };
                    let meant = did_you_mean(name, known);
                    let message = format!("{who} {noun} `{}`{meant}", shown(name));
                    problems.add(span, join(&path, "effects"), message);
                }
            }
        }
    }
}

/// Returns why an order of this unit reaches nobody, if it does not (NW-53).
fn nobody_follows(units: &[UnitDraft<'_>], own: usize) -> Option<String> {
    let (commander, name) = (&units[own], &units[own].unit.name);
    let Some(group) = &commander.unit.command_group else {
        return Some(format!("`{name}` has no `command_group`, so nobody takes its orders"));
    };
    let follows = |(i, other): (usize, &UnitDraft<'_>)| {
        i != own && other.side == commander.side && other.unit.command_group.as_ref() == Some(group)
    };
    let alone = !units.iter().enumerate().any(follows);
    alone.then(|| format!("nobody beside `{name}` is in the command group `{}`", shown(group)))
}
