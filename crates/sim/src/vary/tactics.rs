//! The worth of play: each decision of each unit switched to its other named tactics, one at a time.

use core::sync::atomic::AtomicBool;
use std::path::Path;

use fray_engine::roster::SideId;

use super::switches::{Switch, Switches, What};
use crate::scenario::legal::{LegalTactic, LegalTactics, legal_tactics};
use crate::scenario::{Options, Scenario};

/// Finds the switches of the scenario in the file at `path`, read with `options`; of one side alone, if
/// it is named. Once `stop` is set, no further one is read.
#[must_use]
pub fn switches(
    path: &Path,
    options: &Options,
    base: &Scenario,
    of: Option<SideId>,
    stop: &AtomicBool,
) -> Switches {
    let LegalTactics { all, untried } = legal_tactics(path, options, base, of, stop);
    let others = all.into_iter().filter(|tactic| !tactic.is_present);
    let switch = |LegalTactic { side, unit, key, value, set, scenario, .. }: LegalTactic| Switch {
        side: Some(side),
        unit,
        key,
        value: value.to_owned(),
        set,
        scenario,
    };
    Switches { what: What::Tactics, all: others.map(switch).collect(), untried, ..Switches::default() }
}
