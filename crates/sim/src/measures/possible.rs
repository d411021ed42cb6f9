//! The judgement of goals by the rules alone, before a fight is played: those that always hold or never can,
//! and those that contradict each other.

use fray_engine::roster::SideId;

use super::{Goal, Measure, Region, Sign, Stat, Subject, Verdict, What};
use crate::stats::Interval;
use crate::tables::format::Number;
use crate::tables::rows::MeasuredOf;
use crate::totals::About;

/// A fault of one goal among several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Senseless {
    /// Its number.
    pub goal: usize,
    /// The fault: a fragment of one line.
    pub message: String,
    /// The reason.
    pub help: String,
    /// The number of the goal that it contradicts.
    pub against: Option<usize>,
    /// Whether it is wrong whatever numbers the scenario has.
    pub is_lasting: bool,
}

impl Measure {
    /// The values that the scenario allows of one subject.
    #[must_use]
    pub fn range(&self, about: &About, subject: Subject) -> Interval {
        let most = |largest: Option<u64>| largest.map_or(f64::INFINITY, |largest| largest as f64);
        let rounds = if about.max_rounds > 0 { Some(about.max_rounds) } else { None };
        let hi = match (self.what, subject) {
            _ if self.is_rate(about) => 1.0,
            (What::Rounds | What::FirstRound(_), _) => most(rounds),
            (What::Metric(idx), Subject::Side(side)) => most(MeasuredOf::Side(side).largest_seen(about, idx)),
            (What::Metric(idx), Subject::Unit(unit)) => most(MeasuredOf::Unit(unit).largest_seen(about, idx)),
            _ => f64::INFINITY,
        };
        // Every fight has a round.
        let lo = if self.what == What::Rounds { 1.0 } else { 0.0 };
        Interval { lo, hi }
    }
}

impl Region {
    /// Returns whether 0 alone belongs to it: what is measured never happens.
    #[must_use]
    pub fn is_never(self) -> bool {
        self.lo == 0.0 && self.hi == 0.0
    }

    /// Returns whether it has all of these values.
    fn has_all(self, Interval { lo, hi }: Interval) -> bool {
        self.has(lo) && if hi.is_finite() { self.has(hi) } else { self.hi == f64::INFINITY }
    }
}

impl Goal {
    /// Returns the answer of the rules to the goal for one subject; `None` if fights decide it.
    #[must_use]
    pub fn by_rules(&self, about: &About, subject: Subject) -> Option<bool> {
        let range = self.measure.range(about, subject);
        match self.region.verdict(range) {
            _ if self.region.has_all(range) => Some(true),
            Verdict::Missed => Some(false),
            Verdict::Met | Verdict::Undecided => None,
        }
    }

    /// Returns whether it asks for what no number of fights shows: that something never happens, or always.
    #[must_use]
    pub fn wants_proof(&self, about: &About) -> bool {
        let is_always = self.measure.is_rate(about) && self.region.lo == 1.0;
        self.region.closed && (self.region.is_never() || self.region.hi == 0.0 || is_always)
    }

    /// Returns the meaning of `=`, where it is more than one value or a claim of proof: `64.5% to 65.5%`,
    /// `never`.
    #[must_use]
    pub fn meaning(&self, about: &About) -> Option<String> {
        let Region { lo, hi, .. } = self.region;
        let is_rate = self.measure.is_rate(about);
        let shown = |value: f64| {
            if is_rate {
                format!("{}%", Number::from(value * 100.0))
            } else {
                Number::from(value).to_string()
            }
        };
        match self.sign {
            Sign::Equal if is_rate && self.region.is_never() => Some("never".to_owned()),
            Sign::Equal if is_rate && lo == 1.0 => Some("always".to_owned()),
            // A quantile is a whole number.
            Sign::Equal if self.measure.stat != Stat::Mean && hi - lo <= 1.0 => None,
            Sign::Equal if lo < hi => Some(format!("{} to {}", shown(lo.max(0.0)), shown(hi))),
            _ => None,
        }
    }
}

/// Returns the faults of these goals that the rules alone show.
#[must_use]
pub fn senseless(goals: &[&Goal], about: &About) -> Vec<Senseless> {
    let mut all: Vec<Senseless> =
        goals.iter().enumerate().filter_map(|(at, goal)| decided(at, goal, about)).collect();
    all.extend(disjoint(goals, about));
    all.extend(outcomes(goals, about));
    all.extend(losses(goals, about));
    all.extend(fates(goals, about));
    all
}

/// A goal that always holds, or that never can.
fn decided(at: usize, goal: &Goal, about: &About) -> Option<Senseless> {
    let each: Vec<Option<bool>> = goal.measure.of.iter().map(|&of| goal.by_rules(about, of)).collect();
    let missed = each.iter().position(|holds| *holds == Some(false));
    let holds = match missed {
        Some(_) => false,
        None if !each.is_empty() && each.iter().all(|holds| *holds == Some(true)) => true,
        None => return None,
    };
    let subject = goal.measure.of[missed.unwrap_or(0)];
    let Interval { lo, hi } = goal.measure.range(about, subject);
    let name = goal.measure.name(about, subject);
    let values = match hi {
        _ if goal.measure.is_rate(about) => "between 0% and 100%".to_owned(),
        0.0 => "0".to_owned(),
        hi if hi.is_finite() => format!("between {lo} and {hi}"),
        _ => format!("{lo} or more"),
    };
    Some(Senseless {
        goal: at,
        message: if holds { "this goal always holds" } else { "this goal can never be met" }.to_owned(),
        help: format!("whatever the dice say, `{name}` is {values} in this scenario"),
        against: None,
        is_lasting: false,
    })
}

/// Goals of one measure that no value meets.
fn disjoint(goals: &[&Goal], about: &About) -> Vec<Senseless> {
    let mut all = Vec::new();
    for (at, goal) in goals.iter().enumerate() {
        for (before, other) in goals[..at].iter().enumerate() {
            let is_same = |subject: &&Subject| {
                (other.measure.stat, other.measure.what) == (goal.measure.stat, goal.measure.what)
                    && other.measure.of.contains(subject)
            };
            let Some(&subject) = goal.measure.of.iter().find(is_same) else { continue };
            let (a, b) = (goal.region, other.region);
            let (lo, hi) = (a.lo.max(b.lo), a.hi.min(b.hi));
            let is_met_at_end = lo == hi && a.has(lo) && b.has(lo);
            if lo > hi || lo == hi && !is_met_at_end {
                all.push(Senseless {
                    goal: at,
                    message: format!("this goal contradicts `{}`", other.text),
                    help: format!("no value of `{}` meets both", goal.measure.name(about, subject)),
                    against: Some(before),
                    is_lasting: true,
                });
                break;
            }
        }
    }
    all
}

/// The values that goals leave to the rate of an outcome.
#[derive(Clone, Copy)]
struct Left {
    within: Interval,
    /// The goals that set the ends.
    by: [Option<usize>; 2],
}

impl Left {
    /// The values between 0 and `most` that goals leave to the mean of a measure.
    fn of(goals: &[&Goal], most: f64, is: impl Fn(What, Subject) -> bool) -> Self {
        let mut left = Self { within: Interval { lo: 0.0, hi: most }, by: [None; 2] };
        for (at, goal) in goals.iter().enumerate() {
            if goal.measure.stat == Stat::Mean
                && goal.measure.of.iter().any(|subject| is(goal.measure.what, *subject))
            {
                if goal.region.lo > left.within.lo {
                    (left.within.lo, left.by[0]) = (goal.region.lo, Some(at));
                }
                if goal.region.hi < left.within.hi {
                    (left.within.hi, left.by[1]) = (goal.region.hi, Some(at));
                }
            }
        }
        left
    }

    /// The values that goals leave to the rate of a flag of a unit, or of all units of a side.
    fn of_flag(goals: &[&Goal], about: &About, name: &str, most: f64, subject: Subject) -> Self {
        Self::of(goals, most, |what, it| {
            it == subject && matches!(what, What::Metric(idx) if about.metrics[idx].name == name)
        })
    }

    /// The values that are left to the rate of the fights in which it does not happen.
    fn not(self) -> Self {
        let Interval { lo, hi } = self.within;
        Self { within: Interval { lo: 1.0 - hi, hi: 1.0 - lo }, by: [self.by[1], self.by[0]] }
    }

    /// The goals that leave this rate no value below those that are left to `most`, the first before the last.
    fn above(self, most: Self, times: f64) -> Option<[usize; 2]> {
        let (a, b) = (self.by[0]?, most.by[1]?);
        (self.within.lo > times * most.within.hi + SLACK).then_some([a.min(b), a.max(b)])
    }
}

/// Goals on what becomes of a unit that cannot hold together: who stands at the end is not dead, who is dead was put
/// out of the fight, and who is not dead survived.
fn fates(goals: &[&Goal], about: &About) -> Vec<Senseless> {
    let mut subjects: Vec<Subject> = Vec::new();
    for &of in goals.iter().flat_map(|goal| &goal.measure.of) {
        if of != Subject::Fight && !subjects.contains(&of) {
            subjects.push(of);
        }
    }
    let mut found = Vec::new();
    for subject in subjects {
        let of = |name: &str| Left::of_flag(goals, about, name, 1.0, subject);
        let (standing, survived, died, dropped) = (of("standing"), of("survived"), of("died"), of("dropped"));
        let parts = [
            (standing, survived, "who stands at the end is not dead"),
            (standing, died.not(), "who stands at the end is not dead"),
            (survived, died.not(), "who survived is not dead"),
            (died.not(), survived, "who is not dead survived"),
            (died, dropped, "who is dead was put out of the fight"),
        ];
        for (less, more, why) in parts {
            if let Some([first, last]) = less.above(more, 1.0) {
                found.push(Senseless {
                    goal: last,
                    message: format!("this goal contradicts `{}`", goals[first].text),
                    help: format!("{why}, so that no fights meet both"),
                    against: Some(first),
                    is_lasting: true,
                });
            }
        }
    }
    found
}

/// Goals on the losses of a side and of its units that cannot hold together: a unit is no more often out of the fight
/// than any of its side, and that is no more often so than units are out, who are all of them at most.
fn losses(goals: &[&Goal], about: &About) -> Vec<Senseless> {
    let mut found = Vec::new();
    for ([unit, any, number], side) in
        [["dropped", "any_dropped", "n_dropped"], ["died", "any_died", "n_died"]]
            .into_iter()
            .flat_map(|names| (0..about.roster.sides.len()).map(move |side| (names, SideId(side as u8))))
    {
        let of = |name: &str, most: f64, subject: Subject| Left::of_flag(goals, about, name, most, subject);
        let units = about.roster.sides[side.idx()].units;
        let size = f64::from(units.len());
        let (any, number) = (of(any, 1.0, Subject::Side(side)), of(number, size, Subject::Side(side)));
        let each = units.map(|it| of(unit, 1.0, Subject::Unit(it)));
        let pairs = each.flat_map(|unit| [(unit, any, 1.0), (unit, number, 1.0)]);
        for (less, more, times) in pairs.chain([(any, number, 1.0), (number, any, size)]) {
            if let Some([first, last]) = less.above(more, times) {
                let name = about.roster.side(side);
                found.push(Senseless {
                    goal: last,
                    message: format!("this goal contradicts `{}`", goals[first].text),
                    help: format!("both are about how many of {name} are out of how many fights, and no fights meet both"),
                    against: Some(first),
                    is_lasting: true,
                });
            }
        }
    }
    found
}

/// Goals on how fights end that cannot hold together: one outcome comes at the cost of the others, and where a
/// side loses one of its units at least has been put out of the fight.
fn outcomes(goals: &[&Goal], about: &About) -> Vec<Senseless> {
    let n = about.roster.sides.len();
    let rate = |is: &dyn Fn(What, Subject) -> bool| Left::of(goals, 1.0, is);
    let side = |of: usize| Subject::Side(SideId(of as u8));
    let mut all: Vec<Left> =
        (0..n).map(|of| rate(&|what, subject| what == What::WinRate && subject == side(of))).collect();
    all.push(rate(&|what, _| what == What::DrawRate));
    all.push(rate(&|what, _| what == What::TimeoutRate));
    let mut found = Vec::new();
    let mut add = |ends: Vec<Option<usize>>, help: String| {
        let mut of: Vec<usize> = ends.into_iter().flatten().collect();
        of.sort_unstable();
        of.dedup();
        if let [others @ .., last] = &of[..] {
            let texts: Vec<String> = others.iter().map(|&at| format!("`{}`", goals[at].text)).collect();
            let message = if texts.is_empty() {
                "this goal can never be met".to_owned()
            } else {
                format!("this goal contradicts {}", texts.join(" and "))
            };
            let against = others.last().copied();
            found.push(Senseless { goal: *last, message, help, against, is_lasting: true });
        }
    };
    let percent = |rate: f64| format!("{}%", Number::from(rate * 100.0));
    let least: f64 = all.iter().map(|left| left.within.lo).sum();
    let most: f64 = all.iter().map(|left| left.within.hi).sum();
    if least > 1.0 + SLACK {
        let ends = all.iter().map(|left| left.by[0]).collect();
        add(ends, format!("wins, draws and timeouts would be {} of the fights or more", percent(least)));
        return found;
    }
    if most < 1.0 - SLACK {
        let ends = all.iter().map(|left| left.by[1]).collect();
        add(ends, format!("wins, draws and timeouts would be {} of the fights at most", percent(most)));
        return found;
    }
    let mut needs = Vec::new();
    for of in (0..n).filter(|_| loses_by_drops(about)) {
        let drops = rate(&|what, subject| is_drop(what, about) && subject == side(of));
        let (win, [draw, timeout]) = (all[of], [all[n], all[n + 1]]);
        let others = || (0..n).filter(move |&other| other != of);
        let undecided = (draw.within.hi + timeout.within.hi).min(1.0);
        let others_win: f64 = others().map(|other| all[other].within.lo).sum();
        let lost = (1.0 - win.within.hi - undecided).max(others_win);
        let name = about.roster.side(SideId(of as u8));
        let falls = "where they lose, one of them has been put out of the fight";
        if lost > drops.within.hi + SLACK {
            let mut ends = vec![drops.by[1]];
            if lost > others_win {
                ends.extend([win.by[1], draw.by[1], timeout.by[1]])
            } else {
                ends.extend(others().map(|other| all[other].by[0]))
            }
            add(ends, format!("{name} would lose {} of the fights or more, and {falls}", percent(lost)));
        } else if let (Some(won), Some(dropped)) = (win.by[1], drops.by[1])
            && 1.0 - win.within.hi > drops.within.hi + SLACK
        {
            let least = percent(1.0 - win.within.hi - drops.within.hi);
            let (first, last) = (won.min(dropped), won.max(dropped));
            needs.push(Senseless {
                goal: last,
                message: format!("this goal can hardly hold at the same time as `{}`", goals[first].text),
                help: format!(
                    "{falls}, so that both hold only if {least} of the fights or more are undecided"
                ),
                against: Some(first),
                is_lasting: false,
            });
        }
    }
    found.extend(needs);
    found
}

/// The most that the rounding of written rates may add up to.
const SLACK: f64 = 1e-9;

/// Returns whether a measure counts fights in which units of a side were put out of the fight: the rate of these, or
/// a number that is no less.
fn is_drop(what: What, about: &About) -> bool {
    let What::Metric(idx) = what else { return false };
    ["any_dropped", "n_dropped"].contains(&about.metrics[idx].name)
}

/// The games in which a side is beaten when all of its units are out of the fight, or have left it.
const TO_THE_LAST: [&str; 3] = ["night-wizard", "stonebound", "mahou-galaxy"];

/// Returns whether a side can only lose by units that are put out of the fight: nobody may yield, or leave it.
fn loses_by_drops(about: &About) -> bool {
    let fled = about.metrics.iter().position(|metric| metric.name == "fled");
    let never = |idx: usize| about.largest.iter().all(|unit| unit.get(idx).copied().flatten() == Some(0));
    TO_THE_LAST.contains(&about.system) && fled.is_none_or(never)
}

#[cfg(all(test, feature = "night-wizard"))]
#[path = "possible_tests.rs"]
mod tests;
