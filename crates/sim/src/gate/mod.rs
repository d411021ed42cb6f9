//! The gate: whether scenarios still come to what their designers were content with, and to what
//! they promise.
//!
//! A [`suite`] lists points: a scenario, its [`baseline`], its goals. What is tested of a point
//! are the [`family`]s of observations of which a fight gives one value: first whether the same
//! fights give the same tallies ([`prefix`]), and if they do not, or nobody asks, whether fresh
//! fights are of the same distributions ([`drift`]). Goals are tested on fresh fights ([`goals`]).
//! [`point`] plays a point, [`report`] adds up the findings of a run and writes them.

pub mod baseline;
pub mod drift;
pub mod family;
pub mod goals;
pub mod point;
pub mod prefix;
pub mod report;
pub mod selftest;
pub mod suite;

use crate::stats::Interval;
use family::Whom;

/// What kind of test a finding comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The same fights, bit for bit.
    Exact,
    /// A rate against the baseline's.
    Rate,
    /// The shape of a distribution against the baseline's.
    Distribution,
    /// A mean against the baseline's.
    Mean,
    /// A goal of the designers.
    Goal,
}

impl Kind {
    /// Its word in reports.
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

/// What a test said, or a run of them; the worst is the greatest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Nothing moved; the goal is met.
    #[default]
    Pass,
    /// The limit came before the answer.
    Inconclusive,
    /// Something moved; the goal is missed.
    Fail,
}

impl Verdict {
    /// Its word in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Inconclusive => "inconclusive",
            Self::Fail => "fail",
        }
    }
}

/// What one test of a point said.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The metric, or the goal as it was written.
    pub metric: String,
    /// Of whom.
    pub whom: Whom,
    /// What kind of test.
    pub kind: Kind,
    /// What the baseline saw: a rate or a mean.
    pub baseline: Option<f64>,
    /// What the fresh fights saw.
    pub value: Option<f64>,
    /// The 95 % interval of the difference from the baseline; of a goal that of the value.
    pub within: Option<Interval>,
    /// The chance of such evidence where nothing moved.
    pub p: Option<f64>,
    /// The same, adjusted for all tests of the run.
    pub p_holm: Option<f64>,
    /// What it comes to.
    pub verdict: Verdict,
    /// What a reader should know.
    pub note: String,
    /// The command that shows it, where that is not one that plays the point's fights again.
    pub reproduce: Option<String>,
}

impl Finding {
    /// One without numbers.
    #[must_use]
    pub fn bare(metric: &str, kind: Kind, verdict: Verdict, note: &str) -> Self {
        Self {
            metric: metric.to_owned(),
            whom: Whom::default(),
            kind,
            baseline: None,
            value: None,
            within: None,
            p: None,
            p_holm: None,
            verdict,
            note: note.to_owned(),
            reproduce: None,
        }
    }

    /// What kept a point from being tested. A gate that is not held fails.
    #[must_use]
    pub fn untested(what: &str, why: &str) -> Self {
        Self::bare(what, Kind::Exact, Verdict::Fail, why)
    }
}
