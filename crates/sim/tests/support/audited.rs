//! Dice whose every draw is audited: its worth has the mean that the account of luck takes off.

use fray_engine::draw::{Chance, Draw, Purpose, Roll};
use fray_engine::every::Every;
use fray_engine::roster::MAX_UNITS;
#[cfg(feature = "juso")]
use fray_engine::roster::Roster;
use fray_engine::worth::{Means, POINT, mean_of_branches};
use fray_sim::play::dice::Dice;

/// Dice of a run, and how many draws were audited.
#[derive(Clone)]
pub(crate) struct Audited {
    pub(crate) dice: Dice,
    /// `None` where nothing is audited: the rules are compiled once for both.
    means: Option<Means>,
    pub(crate) n_draws: u64,
    /// Where every way the dice can fall is played, in place of the dice of a run.
    every: Option<Every>,
    /// By unit and purpose: how far the audited draws came out above their means, in parts of a point.
    pub(crate) luck: [[i64; Purpose::COUNT]; MAX_UNITS],
}

/// How far a mean may lie from that of the branches: rounding, and the part of a point that is cut off.
const ROUNDING: f64 = 1e-8;

impl Audited {
    pub(crate) fn new(dice: Dice) -> Self {
        Self { means: Some(Means::default()), ..Self::unchecked(dice) }
    }

    /// Every way the dice can fall, one after the other.
    #[cfg(feature = "juso")]
    pub(crate) fn every(roster: &Roster) -> Self {
        Self { every: Some(Every::default()), ..Self::new(Dice::new(roster, 0)) }
    }

    /// The probability of the way that was played last.
    #[cfg(feature = "juso")]
    pub(crate) fn weight(&self) -> f64 {
        self.every.as_ref().map_or(1.0, Every::weight)
    }

    /// Goes on to the next way, if there is one.
    #[cfg(feature = "juso")]
    pub(crate) fn advance(&mut self) -> bool {
        self.luck = [[0; Purpose::COUNT]; MAX_UNITS];
        self.every.as_mut().is_some_and(Every::advance)
    }

    /// The dice alone.
    pub(crate) fn unchecked(dice: Dice) -> Self {
        let luck = [[0; Purpose::COUNT]; MAX_UNITS];
        Self { dice, means: None, n_draws: 0, every: None, luck }
    }

    fn audit<D: Draw>(&mut self, by: Roll, what: &D, out: &D::Out) {
        let Some(means) = &mut self.means else { return };
        self.n_draws += 1;
        let mean = what.mean_worth(means);
        let luck = what.luck(out, means);
        self.luck[by.unit.idx()][by.purpose as usize] += luck;
        let kind = std::any::type_name::<D>();
        assert_eq!(luck, i64::from(what.worth(out)) * POINT - mean, "{kind}: the luck of a draw");
        let mean = mean as f64 / POINT as f64;
        let by_branches = mean_of_branches(what);
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
        match &mut self.every {
            Some(every) => every.below(by, n),
            None => self.dice.below(by, n),
        }
    }

    fn draw<D: Draw>(&mut self, by: Roll, what: &D) -> D::Out {
        let out = match &mut self.every {
            Some(every) => every.draw(by, what),
            None => self.dice.draw(by, what),
        };
        self.audit(by, what, &out);
        out
    }

    fn draw_if<D: Draw>(&mut self, yes: bool, by: Roll, what: &D) -> D::Out {
        let out = match &mut self.every {
            Some(every) => every.draw_if(yes, by, what),
            None => self.dice.draw_if(yes, by, what),
        };
        if yes {
            self.audit(by, what, &out);
        }
        out
    }
}
