//! `fray rulings`: which house rules change a fight, and by how much.

use fray_sim::vary::rulings::switches;

use super::switched::{self, Requested};
use crate::args::{RulingsArgs, at_most};
use crate::exit::{Exit, Failure};
use crate::scenarios::load;

pub(crate) fn run(args: &RulingsArgs) -> Result<Exit, Failure> {
    let options = args.play.options();
    let base = load(&args.scenario, &options)?;
    let asked = Requested {
        scenario: &args.scenario,
        play: &args.play,
        fights: at_most(args.max_fights, args.old_fights),
        metric: args.metric.as_deref(),
        max_time: None,
        output: &args.output,
    };
    switched::run(&asked, &base, |_| switches(&args.scenario, &options, &base))
}
