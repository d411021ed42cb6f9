//! `fray tactics`: what the tactics of a scenario are worth.

use fray_engine::roster::SideId;
use fray_sim::vary::tactics::switches;

use super::best;
use super::switched::{self, Asked};
use crate::args::TacticsArgs;
use crate::exit::{Exit, Failure};
use crate::scenarios::load;
use crate::side_tactics::side_id;

pub(crate) fn run(args: &TacticsArgs) -> Result<Exit, Failure> {
    let options = args.play.options();
    let base = load(&args.scenario, &options)?;
    let of = match &args.of {
        None => None,
        Some(name) => Some(side_id(&base, name, "--of")?),
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
