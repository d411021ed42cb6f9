//! A point of a suite, played and judged.

use core::ops::Range;
use core::sync::atomic::{AtomicBool, Ordering};

use super::baseline::{Baseline, Change, Of, PREFIX};
use super::drift::{self, Strictness};
use super::family::{Family, Observed, families};
use super::suite::Mode;
use super::{Finding, Kind, Verdict, goals, prefix};
use crate::measures::Goal;
use crate::play::run::{Broken, run};
use crate::scenario::Scenario;
use crate::stats::Rate;
use crate::stats::sequential;
use crate::totals::signature::signature;
use crate::totals::{About, Totals};

/// The number of fights after which rates and goals are looked at first; each further look comes
/// after twice as many.
pub const FIRST_LOOK: u64 = 1 << 16;

/// The fights that are played at once: an interruption is answered behind them.
const AT_ONCE: u64 = 1 << 14;

/// A point, ready to be played.
#[derive(Debug)]
pub struct Point {
    /// What it is called.
    pub name: String,
    /// The scenario.
    pub scenario: Scenario,
    /// What the scenario promises.
    pub goals: Vec<Goal>,
    /// What it came to when its designers were content with it.
    pub baseline: Option<Baseline>,
}

/// Why a baseline is not one of the scenario as it is now.
const STALE: &str = "stale: the scenario changed since its baseline was made; if that is wanted, \
                     `fray check --update --reason ...` makes a new one";

/// How points are judged.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// How they are held against their baselines.
    pub mode: Mode,
    /// How strict the tests are; `tests` counts those of all points.
    pub strict: Strictness,
    /// The fresh fights of a point at its first look, by default [`FIRST_LOOK`].
    pub first_look: u64,
    /// The most fresh fights of a point.
    pub max_fights: u64,
    /// The seed of fresh fights; the one behind the baseline's, if nothing is said.
    pub seed: Option<u64>,
}

/// Who stops a run from outside, and who is told of it.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Set from outside: stop soon.
    pub stop: &'a AtomicBool,
    /// Told the number of fights as they are done, from any thread.
    pub played: &'a (dyn Fn(u64) + Sync),
}

/// What a point came to.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// The name of the point.
    pub name: String,
    /// What the tests said.
    pub findings: Vec<Finding>,
    /// The seed of the fresh fights, and how many were played; none if the tallies were the same
    /// and there is no goal.
    pub fresh: Option<(u64, u64)>,
    /// The rates of the baseline and of the fresh fights.
    pub rates: Vec<(Rate, Rate)>,
    /// The fights of the first block whose tallies differ from the baseline's, with their seed.
    pub differs: Option<(u64, Range<u64>)>,
    /// Whether it was stopped from outside.
    pub interrupted: bool,
}

impl Point {
    /// What its totals are about.
    #[must_use]
    pub fn about(&self) -> About {
        self.scenario.engine().about()
    }

    /// How many tests it brings to the family of the run: those against its baseline and its goals.
    #[must_use]
    pub fn tests(&self) -> usize {
        let families = self.baseline.iter().flat_map(|baseline| &baseline.families);
        families.map(drift::tests_of).sum::<usize>() + self.goals.len()
    }

    /// What decides the fights of a baseline of this point.
    #[must_use]
    pub fn of(&self, seed: u64) -> Of {
        Of {
            scenario: self.scenario.stem.clone(),
            system: self.scenario.info.name().to_owned(),
            scenario_hash: format!("{:016x}", self.scenario.hash),
            seed,
        }
    }

    /// Whether the scenario is not the one that its baseline was made of.
    #[must_use]
    pub fn is_stale(&self) -> bool {
        self.baseline.as_ref().is_some_and(|baseline| baseline.of != self.of(baseline.of.seed))
    }

    /// Plays the point and judges it. Findings of distributions wait for Holm.
    ///
    /// # Errors
    /// The first fight that broke an invariant of its rules, with its seed.
    pub fn judge(&self, terms: &Terms, watch: Watch<'_>) -> Result<Judged, (u64, Broken)> {
        let mut judged = Judged { name: self.name.clone(), ..Judged::default() };
        let mut against = self.baseline.as_ref();
        if self.is_stale() {
            // What the change moved is worth knowing all the same.
            judged.findings.push(Finding::untested("baseline", STALE));
        } else if let Some(baseline) = against.filter(|_| terms.mode != Mode::Stat) {
            let seed = baseline.of.seed;
            let is = prefix::signatures(self.scenario.engine(), seed, baseline.fights)
                .map_err(|broken| (seed, broken))?;
            let fights = baseline.fights.min(PREFIX);
            (watch.played)(fights);
            judged.differs =
                prefix::first_difference(&baseline.blocks, &is, baseline.fights).map(|range| (seed, range));
            let is_same = judged.differs.is_none();
            if is_same || terms.mode == Mode::Exact {
                judged.findings.push(exact(fights, is_same));
                against = None;
            }
        }
        if against.is_some() || !self.goals.is_empty() {
            let own = self.baseline.as_ref().map(|baseline| baseline.of.seed).or(self.scenario.run.seed);
            let seed = terms.seed.unwrap_or_else(|| own.unwrap_or(0).wrapping_add(1));
            self.judge_fresh(against, seed, terms, watch, &mut judged).map_err(|broken| (seed, broken))?;
        }
        Ok(judged)
    }

    /// Plays fresh fights until everything is decided or the limit is reached.
    fn judge_fresh(
        &self,
        against: Option<&Baseline>,
        seed: u64,
        terms: &Terms,
        watch: Watch<'_>,
        judged: &mut Judged,
    ) -> Result<(), Broken> {
        let about = self.about();
        let shapes_at = against.map_or(0, |baseline| shapes_at(baseline.fights, terms));
        let goal_alpha = terms.strict.alpha_of_one();
        let mut totals = Totals::default();
        let mut shapes = Vec::new();
        let mut look = terms.first_look;
        loop {
            let end = look.min(terms.max_fights);
            self.play_to(end, seed, &mut totals, watch)?;
            if totals.fights == 0 {
                // Interrupted before the first fight: there is nothing to test yet.
                judged.interrupted = true;
                judged.fresh = Some((seed, 0));
                return Ok(());
            }
            let fresh = families(&about, &totals);
            let pairs = against.map(|baseline| pairs(&baseline.families, &fresh)).unwrap_or_default();
            if totals.fights == shapes_at {
                shapes = of_shapes(&pairs);
            }
            let open = pairs.iter().any(|(was, is)| is_open(was, is, terms));
            let goals: Vec<Finding> = self
                .goals
                .iter()
                .flat_map(|goal| goals::findings(goal, &about, &totals, goal_alpha))
                .collect();
            let open = open || goals.iter().any(|goal| goal.verdict == Verdict::Inconclusive);
            judged.interrupted = totals.fights < end;
            if judged.interrupted || end == terms.max_fights || !open && end >= shapes_at {
                for (was, is) in &pairs {
                    if let (Observed::Rate { n, events }, Some(Observed::Rate { n: m, events: k })) =
                        (&was.observed, is.map(|is| &is.observed))
                    {
                        let (was_rate, is_rate) =
                            (Rate { events: *events, n: *n }, Rate { events: *k, n: *m });
                        judged.findings.push(drift::rate(was, was_rate, is_rate, &terms.strict));
                        judged.rates.push((was_rate, is_rate));
                    }
                }
                judged
                    .findings
                    .extend(against.iter().flat_map(|baseline| strangers(&baseline.families, &fresh)));
                judged.findings.append(&mut shapes);
                judged.findings.extend(goals);
                judged.fresh = Some((seed, totals.fights));
                return Ok(());
            }
            look *= 2;
        }
    }

    /// Plays on to so many fights, or until it is stopped.
    fn play_to(&self, end: u64, seed: u64, totals: &mut Totals, watch: Watch<'_>) -> Result<(), Broken> {
        while totals.fights < end && !watch.stop.load(Ordering::Relaxed) {
            let next = end.min(totals.fights + AT_ONCE);
            totals.merge(&run(self.scenario.engine(), seed, totals.fights..next, watch.played)?);
        }
        Ok(())
    }

    /// The baseline that this point would have now; none if it was stopped.
    ///
    /// # Errors
    /// The first fight that broke an invariant of its rules.
    pub fn baseline(
        &self,
        seed: u64,
        fights: u64,
        reason: &str,
        watch: Watch<'_>,
    ) -> Result<Option<Baseline>, Broken> {
        let mut totals = Totals::default();
        self.play_to(fights, seed, &mut totals, watch)?;
        if totals.fights < fights {
            return Ok(None);
        }
        let signature = signature(&totals);
        let change = Change {
            signature: signature.clone(),
            fray: env!("CARGO_PKG_VERSION").to_owned(),
            reason: reason.to_owned(),
        };
        let before = self.baseline.iter().flat_map(|baseline| baseline.history.iter().cloned());
        Ok(Some(Baseline {
            of: self.of(seed),
            fights,
            signature,
            blocks: prefix::signatures(self.scenario.engine(), seed, fights)?,
            families: families(&self.about(), &totals),
            history: core::iter::once(change).chain(before).collect(),
        }))
    }
}

/// After how many fresh fights the shapes of distributions are tested: a tenth of the baseline's,
/// cut to a look, as the baseline's own error should not matter.
fn shapes_at(baseline: u64, terms: &Terms) -> u64 {
    let &Terms { first_look, max_fights, .. } = terms;
    let most = (baseline / 10).clamp(first_look, max_fights.max(first_look));
    let mut at = first_look;
    while at * 2 <= most {
        at *= 2;
    }
    at.min(max_fights)
}

fn exact(fights: u64, is_same: bool) -> Finding {
    match is_same {
        true => {
            let note = format!("the first {fights} fights have the same tallies");
            Finding::bare("tallies", Kind::Exact, Verdict::Pass, &note)
        }
        false => Finding::bare("tallies", Kind::Exact, Verdict::Fail, "the same fights have other tallies"),
    }
}

/// Each family of the baseline with that of the fresh fights.
fn pairs<'a>(was: &'a [Family], is: &'a [Family]) -> Vec<(&'a Family, Option<&'a Family>)> {
    let same = |a: &Family, b: &Family| a.whom == b.whom && a.metric == b.metric;
    was.iter().map(|was| (was, is.iter().find(|is| same(was, is)))).collect()
}

fn of_shapes(pairs: &[(&Family, Option<&Family>)]) -> Vec<Finding> {
    let shape = |(was, is): &(&Family, Option<&Family>)| match (&was.observed, is.map(|is| &is.observed)) {
        (Observed::Distribution(a), Some(Observed::Distribution(b))) => {
            drift::distribution(was, a, b).to_vec()
        }
        _ => Vec::new(),
    };
    pairs.iter().flat_map(shape).collect()
}

fn is_open(was: &Family, is: &Option<&Family>, terms: &Terms) -> bool {
    match (&was.observed, is.map(|is| &is.observed)) {
        (Observed::Rate { n, events }, Some(Observed::Rate { n: m, events: k })) => {
            let (was, is) = (Rate { events: *events, n: *n }, Rate { events: *k, n: *m });
            drift::rate_verdict(was, is, &terms.strict) == sequential::Verdict::Undecided
        }
        _ => false,
    }
}

/// Families that the baseline has and the fights have not, or the other way round.
fn strangers(was: &[Family], is: &[Family]) -> Vec<Finding> {
    let lacks = |these: &[Family], family: &Family| {
        !these.iter().any(|other| {
            let same_kind = matches!(
                (&family.observed, &other.observed),
                (Observed::Rate { .. }, Observed::Rate { .. })
                    | (Observed::Distribution(_), Observed::Distribution(_))
            );
            other.whom == family.whom && other.metric == family.metric && same_kind
        })
    };
    let finding = |family: &Family, note: &str| {
        let kind = match family.observed {
            Observed::Rate { .. } => Kind::Rate,
            Observed::Distribution(_) => Kind::Distribution,
        };
        Finding { whom: family.whom.clone(), ..Finding::bare(&family.metric, kind, Verdict::Fail, note) }
    };
    let gone = was.iter().filter(|family| lacks(is, family));
    let new = is.iter().filter(|family| lacks(was, family));
    gone.map(|family| finding(family, "only the baseline has it; see `fray check --update`"))
        .chain(new.map(|family| finding(family, "the baseline does not have it; see `fray check --update`")))
        .collect()
}
