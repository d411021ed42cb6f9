//! `fray tactics`: what the tactics of a scenario are worth.

use fray_engine::roster::SideId;
use fray_sim::vary::tactics::switches;

use super::switched::{self, Requested};
use super::{best, ceiling};
use crate::args::{TacticsArgs, at_most};
use crate::exit::{Exit, Failure};
use crate::scenarios::load;
use crate::side_tactics::{side_id, unit_or_side};

pub(crate) fn run(args: &TacticsArgs) -> Result<Exit, Failure> {
    let options = args.play.options();
    let base = load(&args.scenario, &options)?;
    if args.best || args.ceiling {
        let side = args.of.as_ref().map(|name| side_id(&base, name, "--of")).transpose()?;
        let run = if args.best { best::run } else { ceiling::run };
        return run(args, &options, &base, side.unwrap_or(SideId(0)));
    }
    let (of, unit) = match args.of.as_deref() {
        None => (None, None),
        Some(name) if base.engine().about().roster.sides.iter().any(|side| side.name == name) => {
            (Some(side_id(&base, name, "--of")?), None)
        }
        Some(name) => (None, Some(unit_or_side(&base, name)?)),
    };
    let asked = Requested {
        scenario: &args.scenario,
        play: &args.play,
        fights: at_most(args.max_fights, args.old_fights),
        metric: None,
        max_time: args.max_time,
        output: &args.output,
    };
    switched::run(&asked, &base, |stop| {
        let mut found = switches(&args.scenario, &options, &base, of, stop);
        found.all.retain(|switch| unit.is_none() || switch.unit.as_deref() == unit);
        found
    })
}
