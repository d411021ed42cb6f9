//! Units that abilities summon: from the blocks that effects name to units behind those of their side.

use fray_engine::roster::MAX_UNITS;
use fray_kit::sheet::declare::join;
use fray_kit::sheet::envelope::{Document, SideDoc, UnitDoc};
use fray_kit::sheet::library::Library;
use fray_kit::sheet::problem::Problems;

use crate::data::setup::{Summoned, UnitSetup};
use crate::data::vocabulary::{Effect, Uses};

/// A named stat block that effects of a side summon.
#[derive(Debug)]
pub(super) struct Called {
    id: String,
    /// The block as a unit of the side.
    pub(super) doc: UnitDoc,
}

/// The stat blocks that the abilities of each side name.
pub(super) fn called(document: &Document, library: &Library, problems: &mut Problems) -> Vec<Vec<Called>> {
    let of = |side: &SideDoc| {
        let docs = side.summoned().into_iter().filter_map(|id| {
            let doc = side.unit_of_block(id, library, problems)?;
            Some(Called { id: id.as_text()?.to_owned(), doc })
        });
        docs.collect()
    };
    document.sides.iter().map(of).collect()
}

/// Returns who summons, in order: for each unit that may come the one that calls it, and the ID of its block.
fn calls(units: &[UnitSetup]) -> Vec<(Summoned, &str)> {
    let mut all = Vec::new();
    for (by, unit) in units.iter().enumerate() {
        for (ability, knack) in unit.abilities.iter().enumerate() {
            let Uses::PerFight(uses) = knack.uses else { continue };
            for (effect, act) in knack.effects.iter().enumerate() {
                if let Effect::Summon { unit, number } = &act.effect {
                    let n = usize::from(uses) * usize::from(*number);
                    let [by, ability, effect] = [by, ability, effect].map(|place| place as u8);
                    let call = (Summoned { by, ability, effect }, unit.as_str());
                    // One more than may be is enough to say so.
                    all.extend(core::iter::repeat_n(call, n.min(MAX_UNITS + 1)));
                }
            }
        }
    }
    all
}

/// How many of each block the units of a side may summon.
pub(super) fn count(called: &mut [Called], units: &[UnitSetup]) {
    let calls = calls(units);
    for called in called {
        let n = calls.iter().filter(|(_, id)| *id == called.id).count();
        called.doc.count = n.min(MAX_UNITS + 1);
    }
}

/// The units that may come, in the order of their blocks and names, each with who summons it.
pub(super) fn units(
    called: &[Called],
    units: &[UnitSetup],
    mut read: impl FnMut(&UnitDoc) -> UnitSetup,
    problems: &mut Problems,
) -> Vec<UnitSetup> {
    let calls = calls(units);
    let mut all = Vec::new();
    for Called { id, doc } in called.iter().filter(|called| called.doc.count > 0) {
        let unit = read(doc);
        if unit.abilities.iter().any(|it| it.has(|effect| matches!(effect, Effect::Summon { .. }))) {
            let message = "a unit that is summoned does not itself summon";
            problems.add(doc.name.span, join(&doc.path, "abilities"), message);
        }
        let by = calls.iter().filter(|(_, of)| of == id);
        for (name, (summoned, _)) in doc.names().zip(by) {
            if units.iter().any(|other| other.name == name) {
                let message = format!(
                    "a unit `{name}` of the side and one that it summons have one name: give one of them another `name`"
                );
                problems.add(doc.name.span, doc.path.clone(), message);
            }
            all.push(UnitSetup { name, summoned: Some(*summoned), ..unit.clone() });
        }
    }
    all
}
