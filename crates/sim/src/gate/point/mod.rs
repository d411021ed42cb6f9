//! A point of a suite, played and judged.

mod pairs;

use pairs::{of_rates, of_shapes, pairs, unmatched};

use core::ops::Range;
use core::sync::atomic::Ordering;

use super::baseline::{Baseline, Change, GoalKept, Of, PREFIX};
use super::changes::{Changes, given};
use super::drift::{self, RateTest, Strictness};
use super::family::{Family, families};
use super::suite::Mode;
use super::{Finding, Kind, Verdict, goals, prefix, text};
use crate::control::Control;
use crate::measures::Goal;
use crate::plan::rules_digest;
use crate::play::run::{Broken, run};
use crate::scenario::Scenario;
use crate::stats::Rate;
use crate::stats::sequential;
use crate::tables::format::thousands;
use crate::totals::signature::{is_signature, signature};
use crate::totals::{About, Totals};

/// The number of fights before the first look at rates and goals; it doubles with each further look.
pub const FIRST_LOOK: u64 = 1 << 16;

/// The number of fights that are played before an interruption is noticed.
const AT_ONCE: u64 = 1 << 14;

/// A point, ready to be played.
#[derive(Debug)]
pub struct Point {
    /// The name.
    pub name: String,
    /// The scenario.
    pub scenario: Scenario,
    /// The goals of the scenario.
    pub goals: Vec<Goal>,
    /// The accepted results.
    pub baseline: Option<Baseline>,
}

/// The settings by which points are judged.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The way in which they are compared with their baselines.
    pub mode: Mode,
    /// The error rates of the tests; `tests` is the number of tests of all points.
    pub strict: Strictness,
    /// The number of fresh fights before the first look, by default [`FIRST_LOOK`].
    pub first_look: u64,
    /// The maximum number of fresh fights of a point.
    pub max_fights: u64,
    /// The seed of fresh fights; by default 1 more than the seed of the baseline.
    pub seed: Option<u64>,
    /// The part of a baseline that is played again.
    pub replay: Replay,
}

impl Settings {
    /// The most times that the fresh fights of a point are looked at: their number doubles each time.
    #[must_use]
    pub fn looks(&self) -> u32 {
        1 + self.max_fights.div_ceil(self.first_look.max(1)).max(1).next_power_of_two().ilog2()
    }
}

/// The part of a baseline's fights that is played again, to compare their tallies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Replay {
    /// None where neither the scenario nor the rules changed since, of whose goals the baseline says what they
    /// came to; else the first [`PREFIX`].
    #[default]
    Changed,
    /// The first [`PREFIX`].
    Prefix,
    /// All of them.
    Full,
}

/// The results of a point.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// The name of the point.
    pub name: String,
    /// The results of the tests.
    pub findings: Vec<Finding>,
    /// The seed and the number of the fresh fights; `None` if the tallies were equal and there is no
    /// goal.
    pub fresh: Option<(u64, u64)>,
    /// Each rate in the baseline and in the fresh fights.
    pub rates: Vec<(Rate, Rate)>,
    /// The fights of the baseline, if none was played again: nothing changed that decides them.
    pub unchanged: Option<u64>,
    /// The fights of the baseline that were played again with the same tallies, and all of them.
    pub replayed: Option<(u64, u64)>,
    /// The seed and the fights of the first block whose tallies differ from those of the baseline.
    pub differs: Option<(u64, Range<u64>)>,
    /// The changes of the scenario since its baseline was made, if the baseline is stale.
    pub changes: Option<Changes>,
    /// The win rates and rounds of the fresh fights, or of the baseline if none were played.
    pub shown: Vec<Family>,
    /// Whether the run was interrupted.
    pub interrupted: bool,
}

impl Point {
    /// Returns the names that its totals refer to.
    #[must_use]
    pub fn about(&self) -> About {
        self.scenario.engine().about()
    }

    /// The number of tests of the point by which the error rate is divided: those against its baseline, and its
    /// goals.
    #[must_use]
    pub fn tests(&self) -> usize {
        let families = self.baseline.as_ref().map_or(&[][..], |baseline| &baseline.families);
        drift::tests_of_all(families) + self.goals.len()
    }

    /// Returns the identity of the fights of a baseline of this point.
    #[must_use]
    pub fn of(&self, seed: u64) -> Of {
        Of {
            scenario: self.scenario.stem.clone(),
            system: self.scenario.info.name().to_owned(),
            scenario_hash: format!("{:016x}", self.scenario.hash),
            seed,
        }
    }

    /// Returns whether the scenario has changed since its baseline was made.
    #[must_use]
    pub fn is_stale(&self) -> bool {
        self.baseline.as_ref().is_some_and(|baseline| baseline.of != self.of(baseline.of.seed))
    }

    /// Returns the changes of the scenario since its baseline was made; `None` if it is not stale.
    #[must_use]
    pub fn changes(&self) -> Option<Changes> {
        let baseline = self.baseline.as_ref().filter(|_| self.is_stale())?;
        let roster = &self.about().roster;
        let (was, now) = (&baseline.of.scenario, &self.scenario.stem);
        Some(Changes {
            file: (was != now).then(|| [was.clone(), now.clone()]),
            ..Changes::between(&baseline.families, &baseline.values, roster, self.scenario.merged())
        })
    }

    /// Plays the point and tests it. The verdicts on distributions are decided by the report, when the
    /// p-values of all points are known.
    ///
    /// # Errors
    /// The first fight that broke an invariant of its rules, with its seed.
    pub fn judge(&self, terms: &Settings, watch: Control<'_>) -> Result<Judged, (u64, Broken)> {
        let mut judged = Judged { name: self.name.clone(), ..Judged::default() };
        let mut against = self.baseline.as_ref();
        judged.shown = shown(against.map_or(&[], |baseline| &baseline.families));
        judged.changes = self.changes();
        let renamed;
        if let (Some(changes), Some(baseline)) = (&judged.changes, against) {
            // The tests still run, to show which results the change moved.
            judged.findings.push(Finding::untested("baseline", &stale(changes)));
            let families = changes.with_new_names(&baseline.families);
            renamed = Baseline { families, ..baseline.clone() };
            against = Some(&renamed);
        } else if let Some(baseline) = against.filter(|baseline| self.needs_no_fights(baseline, terms)) {
            judged.findings.push(unchanged(baseline.fights));
            judged.unchanged = Some(baseline.fights);
            against = None;
        } else if let Some(baseline) = against.filter(|_| terms.mode != Mode::Stat) {
            let seed = baseline.of.seed;
            let first =
                prefix::first_difference(self.scenario.engine(), seed, &baseline.blocks, baseline.fights)
                    .map_err(|broken| (seed, broken))?;
            let mut replayed = baseline.fights.min(PREFIX);
            (watch.played)(replayed);
            judged.differs = first.map(|range| (seed, range));
            let mut is_same = judged.differs.is_none();
            if is_same && terms.replay == Replay::Full {
                let mut totals = Totals::default();
                self.play_to(baseline.fights, seed, &mut totals, watch).map_err(|broken| (seed, broken))?;
                judged.interrupted = totals.fights < baseline.fights;
                if judged.interrupted {
                    return Ok(judged);
                }
                replayed = baseline.fights;
                is_same = is_signature(&totals, &baseline.signature);
                if !is_same {
                    judged.differs = Some((seed, replayed.min(PREFIX)..replayed));
                }
            }
            if is_same || terms.mode == Mode::Exact {
                judged.findings.push(exact(replayed, baseline.fights, is_same));
                judged.replayed = is_same.then_some((replayed, baseline.fights));
                against = None;
            }
        }
        let mut decided = goals::decided_by_rules(&self.goals, &self.about());
        if judged.unchanged.is_some() && terms.strict.alpha_of_one() >= GOAL_ALPHA {
            self.recall(&mut decided);
        }
        if against.is_none() && decided.iter().all(Option::is_some) {
            judged.findings.extend(decided.into_iter().flatten().flatten());
        } else {
            let own = self.baseline.as_ref().map(|baseline| baseline.of.seed).or(self.scenario.run.seed);
            let seed = terms.seed.unwrap_or_else(|| own.unwrap_or(0).wrapping_add(1));
            self.judge_fresh(against, decided, seed, terms, watch, &mut judged)
                .map_err(|broken| (seed, broken))?;
        }
        Ok(judged)
    }

    /// Returns whether the fights of the baseline are known without playing them: the scenario and the rules are what
    /// they were, and nobody asked for more.
    fn needs_no_fights(&self, baseline: &Baseline, terms: &Settings) -> bool {
        let rules = rules_digest(self.scenario.info.name());
        terms.mode != Mode::Stat
            && terms.replay == Replay::Changed
            && baseline.rules.as_deref() == Some(rules)
    }

    /// Fills in what the fights of the baseline said of goals, where the rules did not decide them.
    fn recall(&self, decided: &mut [Option<Vec<Finding>>]) {
        let Some(baseline) = &self.baseline else { return };
        for (goal, decided) in self.goals.iter().zip(decided).filter(|(_, decided)| decided.is_none()) {
            let kept = baseline.goals.iter().filter(|kept| kept.goal == goal.text);
            let findings: Vec<Finding> = kept.map(GoalKept::finding).collect();
            // One of each subject, or all are played.
            if !findings.is_empty() && findings.len() == goal.measure.of.len() {
                *decided = Some(findings);
            }
        }
    }

    /// Plays fresh fights until everything is decided or the limit is reached. By goal, `decided` has what
    /// needs no fights.
    fn judge_fresh(
        &self,
        against: Option<&Baseline>,
        mut decided: Vec<Option<Vec<Finding>>>,
        seed: u64,
        terms: &Settings,
        watch: Control<'_>,
        judged: &mut Judged,
    ) -> Result<(), Broken> {
        let about = self.about();
        let shapes_at = against.map_or(0, |baseline| shapes_at(baseline.fights, terms));
        let goal_alpha = terms.strict.alpha_of_one();
        let mut totals = Totals::default();
        let mut shapes = Vec::new();
        let mut is_solved = false;
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
            let of_rates = of_rates(&pairs, terms);
            let is_open = |(_, test, is, _): &(&Family, RateTest, Rate, usize)| {
                test.verdict(*is) == sequential::Verdict::Undecided
            };
            let open = of_rates.iter().any(is_open);
            let of_goal = |goal: &Goal, decided: &Option<Vec<Finding>>| {
                decided.clone().unwrap_or_else(|| goals::findings(goal, &about, &totals, goal_alpha))
            };
            let mut goals: Vec<Vec<Finding>> =
                self.goals.iter().zip(&decided).map(|(goal, decided)| of_goal(goal, decided)).collect();
            let needs = |(goal, findings): (&Goal, &Vec<Finding>)| goals::needs_proof(goal, &about, findings);
            if !is_solved && self.goals.iter().zip(&goals).any(needs) {
                is_solved = true;
                let report = goals::proof(&self.scenario, watch.stop);
                for ((goal, decided), findings) in self.goals.iter().zip(&mut decided).zip(&mut goals) {
                    if goals::needs_proof(goal, &about, findings)
                        && let Some(exact) = goals::decided(goal, &about, report.as_ref())
                    {
                        findings.clone_from(&exact);
                        *decided = Some(exact);
                    }
                }
            }
            let goals: Vec<Finding> = goals.into_iter().flatten().collect();
            let is_open_goal =
                |goal: &Finding| goal.verdict == Verdict::Inconclusive && !goals::is_hopeless(goal);
            let open = open || goals.iter().any(is_open_goal);
            judged.interrupted = totals.fights < end;
            if judged.interrupted || end == terms.max_fights || !open && end >= shapes_at {
                for (family, test, is, sharing) in &of_rates {
                    judged.findings.push(drift::rate(family, test, *is, *sharing));
                    judged.rates.push((test.was(), *is));
                }
                judged
                    .findings
                    .extend(against.iter().flat_map(|baseline| unmatched(&baseline.families, &fresh)));
                judged.shown = shown(&fresh);
                judged.findings.append(&mut shapes);
                judged.findings.extend(goals);
                judged.fresh = Some((seed, totals.fights));
                return Ok(());
            }
            look *= 2;
        }
    }

    /// Plays until there are `end` fights, or until it is interrupted.
    fn play_to(&self, end: u64, seed: u64, totals: &mut Totals, watch: Control<'_>) -> Result<(), Broken> {
        while totals.fights < end && !watch.stop.load(Ordering::Relaxed) {
            let next = end.min(totals.fights + AT_ONCE);
            totals.merge(&run(self.scenario.engine(), seed, totals.fights..next, watch.played)?);
        }
        Ok(())
    }

    /// Plays a new baseline; `None` if it was interrupted.
    ///
    /// # Errors
    /// The first fight that broke an invariant of its rules.
    pub fn baseline(
        &self,
        seed: u64,
        fights: u64,
        reason: &str,
        watch: Control<'_>,
    ) -> Result<Option<Baseline>, Broken> {
        let mut totals = Totals::default();
        self.play_to(fights, seed, &mut totals, watch)?;
        if totals.fights < fights {
            return Ok(None);
        }
        let signature = signature(&totals);
        let families = families(&self.about(), &totals);
        let change = Change {
            fray: env!("CARGO_PKG_VERSION").to_owned(),
            reason: reason.to_owned(),
            moved: self.moved(&families, Some(MOST_MOVED), false),
        };
        let about = self.about();
        let found = self.goals.iter().flat_map(|goal| goals::findings(goal, &about, &totals, GOAL_ALPHA));
        let goals = found.filter_map(|finding| GoalKept::of(&finding)).collect();
        let before = self.baseline.iter().flat_map(|baseline| baseline.history.iter().cloned());
        Ok(Some(Baseline {
            of: self.of(seed),
            fights,
            signature,
            blocks: prefix::signatures(self.scenario.engine(), seed, fights)?,
            rules: Some(rules_digest(self.scenario.info.name()).to_owned()),
            goals,
            families,
            values: given(self.scenario.merged()),
            history: core::iter::once(change).chain(before).collect(),
        }))
    }
}

/// The error rate of a goal that a baseline keeps, over all looks: that of one test among a million at 0.001.
const GOAL_ALPHA: f64 = 1e-9;

/// So many values that moved are kept in the history.
const MOST_MOVED: usize = 6;

impl Point {
    /// Returns the changes of the scenario since its baseline was made, with the lines of its files or
    /// without, and the metrics that moved from its families to these; at most so many values of each, or
    /// all.
    #[must_use]
    pub fn moved(&self, families: &[Family], most: Option<usize>, has_lines: bool) -> Vec<String> {
        let Some(was) = &self.baseline else { return Vec::new() };
        let mut changes = self.changes();
        if !has_lines {
            let values = changes.iter_mut().flat_map(|changes| changes.values.iter_mut().flatten());
            values.for_each(|changed| changed.line = None);
        }
        let before = changes.as_ref().map(|changes| changes.with_new_names(&was.families));
        let mut values = text::moved(before.as_ref().unwrap_or(&was.families), families);
        let most = most.unwrap_or(usize::MAX);
        if values.len() > most {
            let n = values.len() - most;
            values.truncate(most);
            values.push(format!("{n} more moved"));
        }
        changes.map(|changes| changes.sentence(most)).into_iter().chain(values).collect()
    }
}

/// The finding of a point of which nothing changed that decides its fights.
fn unchanged(fights: u64) -> Finding {
    let note = format!(
        "neither the scenario nor the rules changed since its {} fights were accepted",
        thousands(fights.into())
    );
    Finding::bare("tallies", Kind::Exact, Verdict::Pass, &note)
}

/// The message for a baseline of an earlier version of the scenario.
fn stale(changes: &Changes) -> String {
    /// Changes that are listed.
    const MOST: usize = 20;
    format!(
        "out of date: the scenario has changed since its baseline was made: {}; if this is intended, make a new \
         one with `fray check --update --reason WHY`",
        changes.sentence(MOST)
    )
}

/// The win rates and the rounds among these families.
fn shown(families: &[Family]) -> Vec<Family> {
    let is_shown = |family: &&Family| ["win_rate", "rounds"].contains(&family.metric.as_str());
    families.iter().filter(is_shown).cloned().collect()
}

/// The number of fresh fights after which distributions are tested: the last look at or before a
/// tenth of the fights of the baseline, so that the error of the baseline hardly matters.
fn shapes_at(baseline: u64, terms: &Settings) -> u64 {
    let &Settings { first_look, max_fights, .. } = terms;
    let most = (baseline / 10).clamp(first_look, max_fights.max(first_look));
    let mut at = first_look;
    while at * 2 <= most {
        at *= 2;
    }
    at.min(max_fights)
}

fn exact(replayed: u64, fights: u64, is_same: bool) -> Finding {
    if is_same {
        let note = if replayed == fights {
            format!("all {fights} fights were played again and have the same tallies")
        } else {
            format!(
                "the first {replayed} of {fights} fights were played again and have the same tallies; \
                     the others as the baseline's checksum says (`--replay full` plays all)"
            )
        };
        Finding::bare("tallies", Kind::Exact, Verdict::Pass, &note)
    } else {
        Finding::bare("tallies", Kind::Exact, Verdict::Fail, "the same fights have other results now")
    }
}
