//! Tests goals sequentially while fights are played, by confidence sequences: these cover the truth at all
//! looks at once, so that a run may stop as soon as a goal is decided. Goals that the rules or an exact
//! answer decide need no fights.

use core::sync::atomic::AtomicBool;

use super::family::Whom;
use super::{Finding, Kind, Verdict};
use crate::exact::{ExactReport, Options, solve};
use crate::luck::Sharper;
use crate::measures::possible::senseless;
use crate::measures::{Goal, Region, Stat, Subject};
use crate::scenario::Scenario;
use crate::stats::sequential::Sequence;
use crate::stats::{ALPHA, Interval, Rate};
use crate::tables::rows::{Measured, MeasuredAs};
use crate::totals::{About, Histogram, Totals};

/// The number of observations at which the confidence sequences are narrowest.
const TUNED_FOR: f64 = 200_000.0;

/// Tests a goal for each of its subjects. The probability of a wrong verdict over all looks is at
/// most `alpha`.
#[must_use]
pub fn findings(goal: &Goal, about: &About, totals: &Totals, alpha: f64) -> Vec<Finding> {
    let sequence = Sequence { alpha: alpha / goal.measure.of.len().max(1) as f64, tuned_for: TUNED_FOR };
    let seen = goal.measure.observed(about, totals);
    let estimates = goal.measure.estimates(about, totals);
    let each = seen.into_iter().zip(estimates);
    each.map(|((subject, seen), estimate)| {
        let verdict = match estimate.sharper {
            Some(sharper) => of_interval(without_luck(&seen, &sharper, sequence), goal.region),
            None => verdict(&seen, goal.measure.stat, goal.region, sequence),
        };
        let verdict = if is_refuted(goal, &seen) { Verdict::Fail } else { verdict };
        let is_open = verdict == Verdict::Inconclusive;
        let stated = Sequence { alpha: ALPHA, ..sequence };
        let at_any_time = match (estimate.sharper, seen.kind, goal.measure.stat) {
            (Some(sharper), ..) => without_luck(&seen, &sharper, stated),
            (None, MeasuredAs::Ratio, _) | (None, _, Stat::Mean) => of_fights(&seen, stated),
            (None, _, Stat::Quantile(percent)) => bounds_of_quantile(&seen.values, percent, stated),
        };
        // That of a fixed number of fights knows better of what is rare.
        let hull = |a: Interval, b: Interval| Interval { lo: a.lo.min(b.lo), hi: a.hi.max(b.hi) };
        let (value, fixed) = estimate.sharpest().unzip();
        let within = fixed.zip(at_any_time).map(|(fixed, at_any_time)| hull(fixed, at_any_time));
        let note = match within {
            None if is_open => "these fights give no bound for it".to_owned(),
            Some(_) if is_open && goal.wants_proof(about) => {
                "no number of fights can show this: leave a margin, as in `< 0.1%`".to_owned()
            }
            _ if estimate.sharper.is_some() => "luck taken out".to_owned(),
            _ => String::new(),
        };
        Finding {
            whom: whom(about, subject),
            is_rate: goal.measure.is_rate(about),
            value: value.or_else(|| estimate.value()),
            within,
            meaning: goal.meaning(about),
            ..Finding::bare(&goal.text, Kind::Goal, verdict, &note)
        }
    })
    .collect()
}

/// Returns whether one fight that was seen is enough to miss a goal that asks for never or always.
fn is_refuted(goal: &Goal, seen: &Measured) -> bool {
    let is_ratio = seen.kind == MeasuredAs::Ratio;
    goal.measure.stat == Stat::Mean
        && (goal.region.closed && goal.region.hi == 0.0 && seen.by_fight.sum > 0
            || is_ratio && goal.region.closed && goal.region.lo == 1.0 && seen.by_fight.failures().sum > 0)
}

/// The findings of a goal that needs no fights, as the rules decide it for each of its subjects, or an exact
/// answer does.
#[must_use]
pub fn decided(goal: &Goal, about: &About, report: Option<&ExactReport>) -> Option<Vec<Finding>> {
    let of = |&subject: &Subject| {
        let range = goal.measure.range(about, subject);
        let (holds, value, note) = match goal.by_rules(about, subject) {
            Some(holds) if range.lo == range.hi => (holds, Some(range.lo), "by the rules".to_owned()),
            Some(holds) => (holds, None, "by the rules, whatever the dice say".to_owned()),
            None => {
                let report = report.filter(|report| report.residual <= LEFT_OUT)?;
                let value = goal.measure.exact_value(subject, about, report)?;
                // Sums of probabilities are a last bit off.
                let is_whole = goal.measure.is_rate(about) && (1.0 - value).abs() <= 4.0 * f64::EPSILON;
                let value = if is_whole { 1.0 } else { value };
                let note = match report.residual {
                    ..=0.0 => "exact, by enumeration".to_owned(),
                    left => format!("exact, by enumeration, but for {left:.0e} of the probability"),
                };
                (goal.region.has(value), Some(value), note)
            }
        };
        let verdict = if holds { Verdict::Pass } else { Verdict::Fail };
        Some(Finding {
            whom: whom(about, subject),
            is_rate: goal.measure.is_rate(about),
            value,
            is_proved: true,
            meaning: goal.meaning(about),
            ..Finding::bare(&goal.text, Kind::Goal, verdict, &note)
        })
    };
    goal.measure.of.iter().map(of).collect()
}

/// The exact answer of a scenario, if it takes no more than a few seconds.
#[must_use]
pub fn proof(scenario: &Scenario, stop: &AtomicBool) -> Option<ExactReport> {
    let bounds =
        Options { max_paths: 20_000_000, max_steps: 500_000_000, max_bytes: 1 << 29, ..Options::default() };
    if scenario.is_plain() { solve(scenario.engine(), &scenario.stem, &bounds, stop).ok() } else { None }
}

/// The largest probability that an exact answer may leave out where it is taken for a proof.
const LEFT_OUT: f64 = 1e-12;

/// By goal, what is decided before a fight is played: by the rules, or because it contradicts another.
#[must_use]
pub fn decided_by_rules(goals: &[Goal], about: &About) -> Vec<Option<Vec<Finding>>> {
    let mut all: Vec<_> = goals.iter().map(|goal| decided(goal, about, None)).collect();
    let goals: Vec<&Goal> = goals.iter().collect();
    for it in senseless(&goals, about).into_iter().filter(|it| it.is_lasting) {
        for at in it.against.into_iter().chain([it.goal]) {
            let note = if at == it.goal {
                format!("{}: {}", it.message, it.help)
            } else {
                format!("contradicts `{}`: {}", goals[it.goal].text, it.help)
            };
            let finding = Finding::bare(&goals[at].text, Kind::Goal, Verdict::Fail, &note);
            all[at] = Some(vec![Finding { is_proved: true, ..finding }]);
        }
    }
    all
}

/// Returns whether fights may leave a goal open for ever: it asks for a proof, or nothing bounds what was not seen.
#[must_use]
pub fn needs_proof(goal: &Goal, about: &About, findings: &[Finding]) -> bool {
    let is_open = |finding: &&Finding| finding.verdict == Verdict::Inconclusive;
    findings.iter().filter(is_open).any(|finding| finding.within.is_none() || goal.wants_proof(about))
}

/// Returns whether more fights are of no use for a finding: nothing was seen that bounds it.
#[must_use]
pub fn is_hopeless(finding: &Finding) -> bool {
    finding.verdict == Verdict::Inconclusive && finding.within.is_none()
}

fn whom(about: &About, subject: Subject) -> Whom {
    let side = |side: usize| Some(about.roster.sides[side].name.clone());
    match subject {
        Subject::Fight => Whom::default(),
        Subject::Side(id) => Whom { side: side(id.idx()), unit: None },
        Subject::Unit(id) => {
            let unit = &about.roster.units[id.idx()];
            Whom { side: side(unit.side.idx()), unit: Some(unit.name.clone()) }
        }
    }
}

fn verdict(seen: &Measured, stat: Stat, region: Region, sequence: Sequence) -> Verdict {
    match (seen.kind, stat) {
        (MeasuredAs::Ratio, _) | (_, Stat::Mean) => of_interval(of_fights(seen, sequence), region),
        (_, Stat::Quantile(percent)) => of_quantile(&seen.values, percent, region, sequence),
    }
}

/// The interval of a rate or mean, with the fight as the unit: its variance is that of one more
/// fight at each end of what a try can be, so that what was not seen yet is not taken for sure.
/// None where too few fights say something of a mean that nothing bounds.
fn of_fights(seen: &Measured, sequence: Sequence) -> Option<Interval> {
    let mean = seen.by_fight.ratio()?;
    seen.interval()?;
    let n = seen.by_fight.fights;
    let within = sequence.interval(mean, variance_with_unseen(seen)?, n);
    Some(possible(within, seen))
}

/// As [`of_fights`], of the estimate with luck taken out: what was not seen yet adds as much to its variance as
/// to that of the plain one.
fn without_luck(seen: &Measured, sharper: &Sharper, sequence: Sequence) -> Option<Interval> {
    let n = seen.by_fight.fights;
    let unseen = variance_with_unseen(seen)? - seen.by_fight.variance()? * n as f64;
    let within = sequence.interval(sharper.value, sharper.variance(n) + unseen.max(0.0), n);
    Some(possible(within, seen))
}

/// The variance of one fight, with one more fight at each end of what a try can be.
fn variance_with_unseen(seen: &Measured) -> Option<f64> {
    let mut with_unseen = seen.by_fight;
    if let Some(largest) = seen.largest {
        let tries = seen.by_fight.tries.div_ceil(seen.by_fight.fights);
        with_unseen.add(0, tries);
        with_unseen.add(tries * largest, tries);
    }
    Some(with_unseen.variance()? * seen.by_fight.fights as f64)
}

/// The part of an interval that is possible.
fn possible(within: Interval, seen: &Measured) -> Interval {
    let most = seen.largest.map_or(f64::INFINITY, |largest| largest as f64);
    Interval { lo: within.lo.max(0.0), hi: within.hi.min(most) }
}

fn of_interval(within: Option<Interval>, region: Region) -> Verdict {
    use crate::measures::Verdict as Of;
    match within.map(|within| region.verdict(within)) {
        Some(Of::Met) => Verdict::Pass,
        Some(Of::Missed) => Verdict::Fail,
        Some(Of::Undecided) | None => Verdict::Inconclusive,
    }
}

/// The interval of a rate. Its variance is computed with one more try of each outcome, so that it
/// is not 0 for a rate without events.
fn of_rate(rate: Rate, sequence: Sequence) -> Option<Interval> {
    let mean = rate.value()?;
    let p = (rate.events as f64 + 1.0) / (rate.n as f64 + 2.0);
    let Interval { lo, hi } = sequence.interval(mean, p * (1.0 - p), rate.n);
    Some(Interval { lo: lo.max(0.0), hi: hi.min(1.0) })
}

/// The interval of a quantile: from the first value that may have its share of the values at or below it,
/// to the first that certainly has. Two confidence sequences share the error rate.
fn bounds_of_quantile(all: &Histogram, percent: u32, sequence: Sequence) -> Option<Interval> {
    let sequence = Sequence { alpha: sequence.alpha / 2.0, ..sequence };
    let (n, part) = (all.n(), f64::from(percent) / 100.0);
    let (mut events, mut ends) = (0, [None; 2]);
    for (value, count) in all.each() {
        events += count;
        let share = of_rate(Rate { events, n }, sequence)?;
        for (end, is_reached) in ends.iter_mut().zip([share.hi >= part, share.lo >= part]) {
            if is_reached && end.is_none() {
                *end = Some(value as f64);
            }
        }
    }
    let most = all.each().next_back()?.0 as f64;
    Some(Interval { lo: ends[0].unwrap_or(most), hi: ends[1].unwrap_or(most) })
}

/// Returns whether a quantile lies in the region: at least its share of the values has to be at most `hi`,
/// and less than its share below `lo`.
fn of_quantile(all: &Histogram, percent: u32, region: Region, sequence: Sequence) -> Verdict {
    // Two confidence sequences share the error rate.
    let sequence = Sequence { alpha: sequence.alpha / 2.0, ..sequence };
    let n = all.n();
    let part = f64::from(percent) / 100.0;
    let share = |is: &dyn Fn(f64) -> bool| {
        let events = all.each().filter(|&(value, _)| is(value as f64)).map(|(_, count)| count).sum();
        of_rate(Rate { events, n }, sequence)
    };
    let Region { lo, hi, closed } = region;
    let not_above = share(&|x| if closed { x <= hi } else { x < hi });
    let below = share(&|x| if closed { x < lo } else { x <= lo });
    let (Some(not_above), Some(below)) = (not_above, below) else { return Verdict::Inconclusive };
    if not_above.lo >= part && below.hi < part {
        Verdict::Pass
    } else if not_above.hi < part || below.lo >= part {
        Verdict::Fail
    } else {
        Verdict::Inconclusive
    }
}

#[cfg(all(test, feature = "juso"))]
mod tests {
    use super::*;
    use crate::play::run::run_alone;
    use crate::scenario::load_text;

    /// The interval of a goal is narrower with luck taken out, and the finding says so.
    #[test]
    fn a_goal_is_judged_with_luck_taken_out() {
        let scenario = load_text("juso", fray_rules::games::juso::GAME.example).expect("an example");
        let about = scenario.engine().about();
        let side = &about.roster.sides[0].name;
        let totals = run_alone(scenario.engine(), 2016, 0..4_096).expect("no broken fight");
        let goal = Goal::parse(&format!("win_rate({side}) >= 10%"), &about).expect("a goal");
        let mut plain = totals.clone();
        plain.luck = crate::play::luck::LuckTotals::default();
        let [sharper, plain] =
            [&totals, &plain].map(|totals| findings(&goal, &about, totals, ALPHA).remove(0));
        let half = |finding: &Finding| finding.within.expect("an interval").half();
        // A fifth of the fights saved narrows an interval by a tenth.
        assert!(half(&sharper) < 0.9 * half(&plain), "{sharper:?} {plain:?}");
        assert_eq!((sharper.note.as_str(), plain.note.as_str()), ("luck taken out", ""));
        assert_eq!((sharper.verdict, plain.verdict), (Verdict::Pass, Verdict::Pass));
    }
}
