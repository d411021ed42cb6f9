//! The report of a run of a suite as text: a line for each point, then what did not pass.

use core::fmt::Write;

use super::drift::largest_drift;
use super::family::Family;
use super::point::Judged;
use super::report::{PlayedPoint, Report, named, row, sentence, short, value_of};
use super::{Finding, Kind, Verdict};
use crate::stats::Rate;
use crate::tables::format::{counted, thousands};

/// The part of a report that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// A line for each point that did not pass, and at most [`BRIEF`] lines after these.
    Quiet,
    /// A line for each point, and at most [`BRIEF`] lines after these.
    Brief,
    /// A line for each point, and every test that did not pass with the command that reproduces it.
    Full,
}

/// The largest number of lines after those of the points.
pub const BRIEF: usize = 10;

/// The largest number of changed values in the line of a point.
const CHANGES: usize = 3;

impl Report {
    /// The report as text: a line for each point, what else failed and why, what is undecided, and
    /// the largest possible drift.
    #[must_use]
    pub fn text(&self, detail: Detail) -> String {
        let mut out = String::new();
        let is_shown = |played: &&PlayedPoint| detail != Detail::Quiet || played.verdict() != Verdict::Pass;
        let lines = self.points.iter().filter(is_shown).map(line);
        let left_out =
            self.left_out.iter().map(|name| format!("INCONCLUSIVE: {name}: not tested: interrupted"));
        let end = self.end();
        let details = match detail {
            Detail::Full => self.full(),
            Detail::Quiet | Detail::Brief => self.brief(BRIEF - end.len()),
        };
        for line in lines.chain(left_out).chain(details).chain(end) {
            out.push_str(&line);
            out.push('\n');
        }
        out
    }

    /// Every test that did not pass, with the command that reproduces it.
    fn full(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for played in &self.points {
            for (findings, reproduce) in by_command(played) {
                lines.extend(findings.into_iter().map(|finding| detail(played, finding)));
                lines.push(format!("    reproduce: {reproduce}"));
            }
        }
        lines
    }

    /// Returns the findings that the lines of the points leave out, the most important first, in at most so
    /// many lines.
    fn brief(&self, most: usize) -> Vec<String> {
        let mut all: Vec<(&PlayedPoint, &Finding)> = self
            .points
            .iter()
            .flat_map(|played| {
                let said = worst(played);
                let is_open = |finding: &&Finding| is_bad(finding) && finding.kind != Kind::Exact;
                let open = told_once(said.into_iter().chain(played.judged.findings.iter().filter(is_open)));
                let is_new =
                    move |finding: &&Finding| !said.is_some_and(|said| core::ptr::eq(said, *finding));
                open.into_iter().filter(is_new).map(move |finding| (played, finding))
            })
            .collect();
        all.sort_by(|(_, a), (_, b)| {
            let failed = |finding: &Finding| finding.verdict != Verdict::Fail;
            (failed(a), rank(a)).partial_cmp(&(failed(b), rank(b))).unwrap_or(core::cmp::Ordering::Equal)
        });
        let is_told = |finding: &Finding| {
            let is_line = |played: &&PlayedPoint| worst(played).is_some_and(|it| core::ptr::eq(it, finding));
            finding.kind == Kind::Exact || self.points.iter().any(|played| is_line(&played))
        };
        let n_bad = self.findings().filter(|(_, finding)| is_bad(finding) && !is_told(finding)).count();
        let room = if n_bad > most { most - 1 } else { most };
        let mut lines: Vec<String> = all.iter().map(|(played, finding)| detail(played, finding)).collect();
        // Of a goal with two ends both may be missed in the same words.
        lines.dedup();
        lines.truncate(room);
        if n_bad > lines.len() {
            lines.push(format!("  {} more with --verbose, --json or --junit", n_bad - lines.len()));
        }
        lines
    }

    /// The verdict, and the largest possible drift.
    fn end(&self) -> Vec<String> {
        let all = self.findings().count();
        let count = |verdict| self.findings().filter(|(_, finding)| finding.verdict == verdict).count();
        let n_unchanged = self.points.iter().filter(|played| played.judged.unchanged.is_some()).count();
        let n_replayed = self.points.iter().filter(|played| played.judged.replayed.is_some()).count();
        let n_points = self.points.len() + self.left_out.len();
        let mut verdict = format!(
            "{}: {}: {} of {all} tests passed at {}{n_points} point{}",
            self.verdict().word().to_uppercase(),
            self.title,
            count(Verdict::Pass),
            if self.left_out.is_empty() { String::new() } else { format!("{} of ", self.points.len()) },
            if n_points == 1 { "" } else { "s" }
        );
        if self.is_interrupted() {
            verdict += ", interrupted";
        }
        for (n, how) in [(n_unchanged, "unchanged"), (n_replayed, "the same bit for bit")] {
            if n > 0 {
                // Writing to a string cannot fail.
                let _ = write!(verdict, ", {} {how}", counted(n as u64, "point"));
            }
        }
        let alpha = if self.alpha < 1e-4 { format!("{:e}", self.alpha) } else { self.alpha.to_string() };
        let _ = write!(verdict, " (probability of a false alarm in the whole run: {alpha})");
        let rates: Vec<(Rate, Rate)> =
            self.points.iter().flat_map(|played| played.judged.rates.clone()).collect();
        let is_drifted = |(_, finding): (_, &Finding)| finding.kind == Kind::Rate && is_bad(finding);
        // Where a rate did drift, a bound of all of them says nothing.
        let largest = if self.findings().any(is_drifted) { None } else { largest_drift(&rates) };
        let drift = largest.map(|largest| {
            format!(
                "no rate drifted by more than {:.2} pt (99 % confidence for all rates at once)",
                // A bound is rounded up.
                (1e4 * largest).ceil() / 100.0
            )
        });
        core::iter::once(verdict).chain(drift).collect()
    }
}

impl PlayedPoint {
    /// The worst verdict of its tests. After an interruption it is `Inconclusive` at best.
    pub(super) fn verdict(&self) -> Verdict {
        let least = if self.judged.interrupted { Verdict::Inconclusive } else { Verdict::Pass };
        self.judged.findings.iter().map(|finding| finding.verdict).fold(least, Ord::max)
    }
}

/// Returns the failures of a point, by the command that reproduces them.
pub(super) fn by_command(played: &PlayedPoint) -> Vec<(Vec<&Finding>, String)> {
    let mut all: Vec<(Vec<&Finding>, String)> = Vec::new();
    for finding in played.judged.findings.iter().filter(|finding| is_bad(finding)) {
        let reproduce = row(played, finding).reproduce;
        match all.iter_mut().find(|(_, command)| *command == reproduce) {
            Some((findings, _)) => findings.push(finding),
            None => all.push((vec![finding], reproduce)),
        }
    }
    all
}

/// A point in a line: its values if it passed; otherwise what changed in the scenario, the largest
/// drift, and the command that shows it.
fn line(played: &PlayedPoint) -> String {
    format!("{}: {}: {}", played.verdict().word().to_uppercase(), played.judged.name, told(played))
}

/// Returns the text of a point's line behind its verdict and its name.
pub(super) fn told(played: &PlayedPoint) -> String {
    let parts = match played.verdict() {
        Verdict::Pass => values(&played.judged),
        Verdict::Inconclusive | Verdict::Fail => trouble(played),
    };
    parts.join("; ")
}

fn values(judged: &Judged) -> Vec<String> {
    let shown = judged.shown.iter().map(|family| {
        let of = if family.whom.side.is_some() { format!("({})", family.whom) } else { String::new() };
        format!("{}{of} {}", family.metric, value_of(family))
    });
    let mut parts = Vec::new();
    let shown: Vec<String> = shown.collect();
    if !shown.is_empty() {
        parts.push(shown.join(", "));
    }
    parts.extend(judged.findings.iter().filter(|finding| finding.kind == Kind::Goal).map(sentence));
    if let Some(fights) = judged.unchanged {
        parts.push(format!("unchanged since its baseline of {}", counted(fights, "fight")));
    } else if let Some((replayed, fights)) = judged.replayed {
        let [replayed, all] = [replayed, fights].map(|n| thousands(n.into()));
        parts.push(if replayed == all {
            format!("all {} bit for bit", counted(fights, "fight"))
        } else {
            format!("the first {replayed} of {all} fights bit for bit")
        });
    } else if let Some((seed, range)) = &judged.differs {
        parts.push(format!(
            "fights {} to {} of seed {seed} have other results than in the baseline, with the same distributions",
            thousands(range.start.into()),
            thousands((range.end - 1).into()),
        ));
    }
    parts
}

fn trouble(played: &PlayedPoint) -> Vec<String> {
    let Judged { changes, findings, interrupted, .. } = &played.judged;
    let mut parts = Vec::new();
    match changes {
        Some(changes) => parts.push(changes.sentence(CHANGES)),
        // Why it could not be tested.
        None => parts.extend(findings.iter().find(|it| is_bad(it) && it.kind == Kind::Exact).map(sentence)),
    }
    let worst = worst(played);
    parts.extend(worst.map(short));
    if *interrupted {
        parts.push("interrupted".to_owned());
    }
    let reproduce = |finding: &Finding| row(played, finding).reproduce;
    let command = played.show.clone().filter(|_| changes.is_some());
    let bad = worst.or_else(|| findings.iter().find(|finding| is_bad(finding)));
    parts.extend(command.or_else(|| bad.map(reproduce)));
    parts
}

/// The findings without those that say what one before them says: another test of the same metric, or a
/// rate or mean of the same two values, as that of the side that loses what the other wins.
pub(super) fn told_once<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> Vec<&'a Finding> {
    let mut told: Vec<&Finding> = Vec::new();
    for finding in findings {
        let says = |other: &&Finding| {
            let is_same = finding.metric == other.metric && finding.whom == other.whom;
            is_same && finding.kind != Kind::Goal || is_mirrored(finding, other)
        };
        if !told.iter().any(says) {
            told.push(finding);
        }
    }
    told
}

/// Returns whether two findings have the same values before and after, or one what the other lacks to 1.
fn is_mirrored(a: &Finding, b: &Finding) -> bool {
    let values = |it: &Finding| it.baseline.zip(it.value).filter(|_| it.kind != Kind::Goal);
    let (Some(a), Some(b)) = (values(a), values(b)) else { return false };
    let is_near = |a: f64, b: f64| (a - b).abs() < 1e-12;
    is_near(a.0, b.0) && is_near(a.1, b.1) || is_near(a.0, 1.0 - b.0) && is_near(a.1, 1.0 - b.1)
}

pub(super) fn is_bad(finding: &Finding) -> bool {
    finding.verdict != Verdict::Pass
}

/// The test that the line of a point shows: of those with its verdict the largest drift of a rate,
/// or a missed goal, or the most significant change of a distribution.
fn worst(played: &PlayedPoint) -> Option<&Finding> {
    let verdict = played.verdict();
    let is_candidate =
        |finding: &&Finding| finding.kind != Kind::Exact && is_bad(finding) && finding.verdict == verdict;
    let candidates = played.judged.findings.iter().filter(is_candidate);
    candidates.min_by(|a, b| rank(a).partial_cmp(&rank(b)).unwrap_or(core::cmp::Ordering::Equal))
}

/// Returns the rank of a finding; readers want to know the least first: win rates and other rates by their
/// drift, then goals, then means and distributions by their p-values.
fn rank(finding: &Finding) -> (u8, f64) {
    // Of two sides one loses what the other wins: rounded, so that the first listed is shown.
    let drift = finding.value.zip(finding.baseline).map_or(0.0, |(is, was)| ((is - was).abs() * 1e6).round());
    let p = finding.p.unwrap_or(1.0);
    match finding.kind {
        Kind::Rate if finding.metric == "win_rate" => (0, -drift),
        Kind::Rate => (1, -drift),
        Kind::Goal => (2, 0.0),
        Kind::Mean => (3, p),
        Kind::Distribution => (4, p),
        Kind::Exact => (5, 0.0),
    }
}

fn detail(played: &PlayedPoint, finding: &Finding) -> String {
    let verdict = finding.verdict.word().to_uppercase();
    format!("  {verdict}: {}: {}", played.judged.name, sentence(finding))
}

/// Returns the metrics that moved from one baseline to the next, a line each: win rates, rounds, then by how
/// far.
#[must_use]
pub fn moved(was: &[Family], now: &[Family]) -> Vec<String> {
    let mut all: Vec<(usize, f64, String)> = Vec::new();
    for family in now {
        let before = was.iter().find(|was| was.whom == family.whom && was.metric == family.metric);
        let (Some(before), Some(is)) = (before, family.value()) else { continue };
        let Some(value) = before.value().filter(|_| before.observed != family.observed) else {
            continue;
        };
        let rank = ["win_rate", "rounds"].iter().position(|metric| *metric == family.metric);
        let relative = match rank {
            Some(_) => 0.0,
            None => (is - value).abs() / is.abs().max(value.abs()).max(f64::MIN_POSITIVE),
        };
        let finding = Finding {
            whom: family.whom.clone(),
            ..Finding::bare(&family.metric, Kind::Rate, Verdict::Pass, "")
        };
        let line = format!("{}: {} -> {}", named(&finding), value_of(before), value_of(family));
        all.push((rank.unwrap_or(2), -relative, line));
    }
    all.sort_by(|a, b| (a.0, a.1).partial_cmp(&(b.0, b.1)).unwrap_or(core::cmp::Ordering::Equal));
    all.into_iter().map(|(_, _, line)| line).collect()
}
