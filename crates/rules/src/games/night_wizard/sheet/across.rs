//! What can be said only when all units are known: whom commands reach, what abilities of one unit
//! change on another.

use crate::sheet::declare::{join, shown};
use crate::sheet::envelope::UnitDoc;
use crate::sheet::problem::{Problems, did_you_mean};

use super::super::setup::UnitSetup;
use super::super::setup::ability::{Effect, Who};
use super::unit::UnitDraft;

/// Checks the abilities of every unit against the others. Copies of a unit say the same.
pub(super) fn check(units: &[(UnitDraft, &UnitDoc)], problems: &mut Problems) {
    for (own, (draft, doc)) in units.iter().enumerate() {
        for ability in &draft.abilities {
            let what = &ability.value.ability;
            let path = join(&join(&doc.path, "abilities"), &what.name);
            let commands = what.effects.iter().position(|effect| *effect == Effect::Command);
            if let Some(at) = commands.filter(|_| what.target.who != Who::CommandGroup) {
                let span = ability.value.effects.get(at).copied().unwrap_or(ability.span);
                let message = "`command` reaches a command group: say `target = \"command_group\"`";
                problems.add(span, join(&path, "effects"), message);
            }
            if what.target.who == Who::CommandGroup
                && let Some(message) = nobody_follows(units, own)
            {
                let span = ability.value.target.unwrap_or(ability.span);
                problems.add(span, join(&path, "target"), message);
            }
            for (effect, &span) in what.effects.iter().zip(&ability.value.effects) {
                let (noun, name, of): (_, _, fn(&UnitSetup) -> Vec<&str>) = match effect {
                    Effect::Enchant { name, .. } => ("enchantment", name, |unit| {
                        unit.enchantments.iter().map(|own| own.name.as_str()).collect()
                    }),
                    Effect::ChangeLoadout(name) => {
                        ("loadout", name, |unit| unit.loadouts.iter().map(|own| own.name.as_str()).collect())
                    }
                    _ => continue,
                };
                let alone = what.target.who == Who::Myself;
                let targets = units.iter().enumerate().filter(|&(i, _)| !alone || i == own);
                let known: Vec<&str> = targets.flat_map(|(_, unit)| of(&unit.0.unit)).collect();
                if !known.contains(&name.as_str()) {
                    let who = if alone {
                        format!("`{}` has no", draft.unit.name)
                    } else {
                        "there is no".to_owned()
                    };
                    let meant = did_you_mean(name, known);
                    let message = format!("{who} {noun} `{}`{meant}", shown(name));
                    problems.add(span, join(&path, "effects"), message);
                }
            }
        }
    }
}

/// Why an order of this unit reaches nobody, if it does not (NW-53).
fn nobody_follows(units: &[(UnitDraft, &UnitDoc)], own: usize) -> Option<String> {
    let commander = &units[own].0;
    let name = &commander.unit.name;
    let Some(group) = &commander.unit.command_group else {
        return Some(format!("`{name}` has no `command_group`, so nobody takes its orders"));
    };
    let follows = |(i, other): (usize, &(UnitDraft, &UnitDoc))| {
        i != own && other.0.side == commander.side && other.0.unit.command_group.as_ref() == Some(group)
    };
    let alone = !units.iter().enumerate().any(follows);
    alone.then(|| format!("nobody beside `{name}` is in the command group `{}`", shown(group)))
}
