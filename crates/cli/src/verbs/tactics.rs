//! `fray tactics`: what the tactics of a scenario are worth.

use fray_rules::engine::roster::SideId;
use fray_rules::sheet::problem::did_you_mean;
use fray_rules::sheet::text::shown;
use fray_sim::vary::tactics::switches;

use super::best;
use super::switched::{self, Asked};
use crate::args::TacticsArgs;
use crate::exit::{Exit, Failure};
use crate::scenarios::load;

pub(crate) fn run(args: &TacticsArgs) -> Result<Exit, Failure> {
    let options = args.play.options();
    let base = load(&args.scenario, &options)?;
    let sides = base.engine().about().roster.sides;
    let of = match &args.of {
        None => None,
        Some(name) => {
            let at = sides.iter().position(|side| side.name == *name);
            let wrong = || {
                let meant = did_you_mean(name, sides.iter().map(|side| side.name.as_str()));
                Failure::usage(format!("--of: there is no side `{}`{meant}", shown(name)))
            };
            Some(SideId(at.ok_or_else(wrong)? as u8))
        }
    };
    if args.best {
        return best::run(args, &options, &base, of.unwrap_or(SideId(0)));
    }
    let asked = Asked {
        scenario: &args.scenario,
        play: &args.play,
        fights: args.fights,
        metric: None,
        output: &args.output,
    };
    switched::run(&asked, &base, || switches(&args.scenario, &options, &base, of))
}
