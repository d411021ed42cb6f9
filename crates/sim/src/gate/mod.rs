//! The gate: it tests whether the results of scenarios have changed since their baselines were
//! accepted, and whether the goals of the designers are met.
//!
//! A [`suite`] lists points: a scenario, its [`baseline`] and its goals. The tests of a point are
//! about [`family`]: quantities of which each fight gives one value. First the fights of the
//! baseline are played again and their tallies compared ([`prefix`]). If they differ, or the suite
//! says so, fresh fights are tested for a change of distributions ([`drift`]). Goals are tested on
//! fresh fights as well ([`goals`]). [`point`] plays a point, [`changes`] says what changed in its
//! scenario, [`report`] collects the findings of a run and writes them (`text`, `ci`), and [`selftest`] measures the error rates of the gate itself.

pub mod baseline;
pub mod changes;
pub mod ci;
pub mod drift;
pub mod family;
pub mod goals;
pub mod point;
pub mod prefix;
pub mod report;
pub mod selftest;
pub mod suite;
pub mod text;

use crate::stats::Interval;
use family::Whom;

/// The kind of test that a finding comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Whether the tallies of the same fights are equal.
    Exact,
    /// Whether a rate differs from that of the baseline.
    Rate,
    /// Whether a distribution has another shape than in the baseline.
    Distribution,
    /// Whether a mean differs from that of the baseline.
    Mean,
    /// Whether a goal of the designers is met.
    Goal,
}

impl Kind {
    /// The word for it in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Rate => "rate",
            Self::Distribution => "distribution",
            Self::Mean => "mean",
            Self::Goal => "goal",
        }
    }
}

/// The result of a test, or the worst result of several; worse results compare greater.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// No change was found, or the goal is met.
    #[default]
    Pass,
    /// The maximum number of fights was reached before a decision.
    Inconclusive,
    /// A change was found, or the goal is missed.
    Fail,
}

impl Verdict {
    /// The word for it in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Inconclusive => "inconclusive",
            Self::Fail => "fail",
        }
    }
}

/// The result of one test of a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The name of the metric, or the text of the goal.
    pub metric: String,
    /// The side or unit that the metric belongs to.
    pub whom: Whom,
    /// The kind of test.
    pub kind: Kind,
    /// Whether it is about a rate, which is shown in percent.
    pub is_rate: bool,
    /// The rate or mean in the baseline.
    pub baseline: Option<f64>,
    /// The rate or mean in the fresh fights.
    pub value: Option<f64>,
    /// Whether the value is known by the rules or an exact answer, and no fights were played for it.
    pub is_proved: bool,
    /// The 95 % interval of the difference from the baseline; for a goal, of the value itself. It holds
    /// whenever the run stops.
    pub within: Option<Interval>,
    /// The p-value: the probability of such evidence if nothing has changed.
    pub p: Option<f64>,
    /// The p-value adjusted for the number of tests in the run.
    pub p_holm: Option<f64>,
    /// The number of tests that share the error rate of one with this.
    pub sharing: usize,
    /// The result.
    pub verdict: Verdict,
    /// The meaning of `=` in a goal; `None` where it is a single value.
    pub meaning: Option<String>,
    /// Further details for the reader.
    pub note: String,
    /// The command that shows the problem, if it is not the one that plays the fights of the point.
    pub reproduce: Option<String>,
}

impl Finding {
    /// A finding without numbers.
    #[must_use]
    pub fn bare(metric: &str, kind: Kind, verdict: Verdict, note: &str) -> Self {
        Self {
            metric: metric.to_owned(),
            whom: Whom::default(),
            kind,
            is_rate: kind == Kind::Rate,
            baseline: None,
            value: None,
            is_proved: false,
            within: None,
            p: None,
            p_holm: None,
            sharing: 1,
            verdict,
            meaning: None,
            note: note.to_owned(),
            reproduce: None,
        }
    }

    /// A failure because a point could not be tested: what is not tested has not passed.
    #[must_use]
    pub fn untested(what: &str, why: &str) -> Self {
        Self::bare(what, Kind::Exact, Verdict::Fail, why)
    }
}
