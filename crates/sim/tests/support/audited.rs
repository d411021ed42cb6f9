//! Dice whose every draw is audited: its worth has the mean that the account of luck takes off.

use fray_engine::draw::{Chance, Draw, Roll};
use fray_engine::worth::{Means, POINT, mean_of_branches};
use fray_sim::play::dice::Dice;

/// Dice of a run, and how many draws were audited.
#[derive(Clone)]
pub(crate) struct Audited {
    pub(crate) dice: Dice,
    /// `None` where nothing is audited: the rules are compiled once for both.
    means: Option<Means>,
    pub(crate) n_draws: u64,
}

/// How far a mean may lie from that of the branches: rounding, and the part of a point that is cut off.
const ROUNDING: f64 = 1e-8;

impl Audited {
    pub(crate) fn new(dice: Dice) -> Self {
        Self { dice, means: Some(Means::default()), n_draws: 0 }
    }

    /// The dice alone.
    pub(crate) fn unchecked(dice: Dice) -> Self {
        Self { dice, means: None, n_draws: 0 }
    }

    fn audit<D: Draw>(&mut self, what: &D, out: &D::Out) {
        let Some(means) = &mut self.means else { return };
        self.n_draws += 1;
        let mean = what.mean_worth(means) as f64 / POINT as f64;
        let by_branches = mean_of_branches(what);
        let kind = std::any::type_name::<D>();
        let far = (mean - by_branches).abs() / by_branches.abs().max(1.0);
        assert!(far < ROUNDING, "{kind}: a mean of {mean} for {by_branches}");
        let worth = what.worth(out);
        let branches = || what.outcomes().map(|(out, _)| what.worth(&out));
        let (least, most) = (branches().min().expect("a branch"), branches().max().expect("a branch"));
        // A chain may go on beyond where its branches are cut.
        let is_known = branches().any(|branch| branch == worth) || worth > most || worth < least;
        assert!(is_known, "{kind}: a worth of {worth} in none of its branches");
    }
}

impl Chance for Audited {
    const MAY_BATCH_TURNS: bool = Dice::MAY_BATCH_TURNS;

    fn below(&mut self, by: Roll, n: u32) -> u32 {
        self.dice.below(by, n)
    }

    fn draw<D: Draw>(&mut self, by: Roll, what: &D) -> D::Out {
        let out = self.dice.draw(by, what);
        self.audit(what, &out);
        out
    }

    fn draw_if<D: Draw>(&mut self, yes: bool, by: Roll, what: &D) -> D::Out {
        let out = self.dice.draw_if(yes, by, what);
        if yes {
            self.audit(what, &out);
        }
        out
    }
}
