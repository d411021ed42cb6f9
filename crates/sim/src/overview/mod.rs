//! A batch at a glance: what a designer looks for among many points, and points of one shape as a table.
//!
//! [`PointFigures`] are what is known of a point, [`marks`] what stands out about it, [`Shape`] finds the table that
//! points of names like `party/monster` make, and [`text`] prints it.

pub mod shape;
pub mod text;

pub use shape::Shape;

use fray_kit::sheet::declare::quoted;

use crate::measures::{Goal, Seen, Subject, Verdict, What};
use crate::stats::Interval;
use crate::totals::{About, Totals};

/// A win rate of the first side beyond which nobody is in danger, where no goal says so.
const EASY: f64 = 0.95;
/// A win rate below which the first side rather loses, where no goal says so.
const HARD: f64 = 0.5;
/// How many times the middle of all points a long fight takes.
const LONG: f64 = 2.0;
/// The share of the first side that falls in the middle of fights which it rather wins, and pays dearly for.
const COSTLY: f64 = 0.5;
/// The least nearness to all or nobody of the losses of a swingy fight.
const SWINGY: f64 = 0.75;

/// A way in which a point stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// It misses a goal.
    Fails,
    /// The first side wins more often than its goal wants, or nearly always.
    Easy,
    /// The first side wins less often than its goal wants, or rather loses.
    Hard,
    /// Of the first side either nobody falls or everybody.
    Swingy,
    /// It takes much longer than the others.
    Long,
    /// It kills more of the first side than its goal wants, or half of it though it rather wins.
    Kills,
}

impl Mark {
    /// All marks, what is worst first.
    pub const ALL: [Self; 6] = [Self::Fails, Self::Easy, Self::Hard, Self::Swingy, Self::Long, Self::Kills];

    /// Returns the word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Fails => "misses a goal",
            Self::Easy => "too easy",
            Self::Hard => "too hard",
            Self::Swingy => "swingy",
            Self::Long => "long",
            Self::Kills => "kills many",
        }
    }

    /// Returns its meaning, in a sentence.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Fails => "the 95 % interval of a goal lies wholly outside of it",
            Self::Easy => {
                "the first side wins more often than its goal wants; without such a goal, beyond 95 %"
            }
            Self::Hard => {
                "the first side wins less often than its goal wants; without such a goal, below 50 %"
            }
            Self::Swingy => "mostly either nobody of the first side falls or everybody does",
            Self::Long => {
                "more than twice the median rounds of all points, or timeouts in more than one fight of twenty"
            }
            Self::Kills => {
                "more of the first side die or fall than its goal wants; without such a goal, half of it or more on \
                 average, though it wins most fights"
            }
        }
    }
}

/// The figures of a point; `None` where one is not known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PointFigures {
    /// The win rate of the first side, with its 95 % interval.
    pub wins: Option<(f64, Interval)>,
    /// The mean number of rounds.
    pub rounds: Option<f64>,
    /// The share of timeouts.
    pub timeouts: f64,
    /// Goals that are missed, open, and all; none where they are not known.
    pub goals: Option<[usize; 3]>,
    /// Whether a goal on the win rate of the first side is missed from above, and from below; none where no goal draws
    /// that line.
    off: [Option<bool>; 2],
    /// The rate of fights in which somebody of the first side dies, where its game has deaths, or else falls.
    pub deaths: Option<f64>,
    /// The mean share of the first side that dies, or else falls.
    lost: Option<f64>,
    /// Whether a goal on the deaths or falls of the first side is missed from above; none where there is no such goal.
    kills: Option<bool>,
    /// The nearness of its losses to all or nobody, from 0 to 1.
    swing: Option<f64>,
}

impl PointFigures {
    /// Returns the figures of a point before its tallies are read: win rate, rounds, share of timeouts.
    #[must_use]
    pub fn of_summary(wins: Option<(f64, Interval)>, rounds: Option<f64>, timeouts: f64) -> Self {
        Self { wins, rounds, timeouts, ..Self::default() }
    }

    /// Returns the figures of a point by its tallies, judged by these goals.
    #[must_use]
    pub fn of<'g>(about: &About, totals: &Totals, goals: impl IntoIterator<Item = &'g Goal>) -> Self {
        let mut all = Self::default();
        if totals.fights == 0 {
            return all;
        }
        all.timeouts = totals.timeouts.n() as f64 / totals.fights as f64;
        let Some(side) = about.roster.sides.first() else { return all };
        let name = quoted(&side.name);
        let measured = |measure: &str| {
            let goal = Goal::parse(&format!("{measure} >= 0"), about).ok()?;
            goal.measure.estimates(about, totals).into_iter().next()
        };
        let value = |metric: &str| measured(&format!("{metric}({name})"));
        all.rounds = measured("rounds").and_then(|it| it.value());
        all.wins = value("win_rate").and_then(|it| it.value().zip(it.within));
        all.deaths = value("any_died").or_else(|| value("any_dropped")).and_then(|it| it.value());
        let n_units = about.roster.units.iter().filter(|unit| unit.side.idx() == 0).count();
        let n_lost = value("n_died").or_else(|| value("n_dropped")).and_then(|it| it.value());
        all.lost = n_lost.map(|n| n / n_units.max(1) as f64);
        all.swing = value("n_dropped").and_then(|it| match it.seen {
            Seen::Mean(moments) => swing(moments.mean()?, moments.variance()?, n_units as f64),
            _ => None,
        });
        let mut counts = [0; 3];
        for goal in goals {
            let verdict = goal.verdict(about, totals);
            counts[0] += usize::from(verdict == Verdict::Missed);
            counts[1] += usize::from(verdict == Verdict::Undecided);
            counts[2] += 1;
            let is_of_first =
                goal.measure.of.iter().any(|it| matches!(it, Subject::Side(it) if it.idx() == 0));
            let losses = ["any_died", "any_dropped", "n_died", "n_dropped"];
            let is_of_losses = losses.iter().any(|metric| goal.text.contains(metric));
            if is_of_first && is_of_losses && goal.region.hi.is_finite() {
                let above = goal.measure.estimates(about, totals).into_iter().next();
                let above = above.and_then(|it| it.within).is_some_and(|it| it.lo >= goal.region.hi);
                all.kills = Some(all.kills.unwrap_or(false) || verdict == Verdict::Missed && above);
            }
            if goal.measure.what == What::WinRate
                && is_of_first
                && let Some((_, within)) = all.wins
            {
                let (is_missed, region) = (verdict == Verdict::Missed, goal.region);
                let [above, below] = &mut all.off;
                if region.hi < 1.0 {
                    *above = Some(above.unwrap_or(false) || is_missed && within.lo >= region.hi);
                }
                if region.lo > 0.0 {
                    *below = Some(below.unwrap_or(false) || is_missed && within.hi <= region.lo);
                }
            }
        }
        all.goals = Some(counts);
        all
    }

    /// Returns whether it misses a goal.
    #[must_use]
    pub fn fails(&self) -> bool {
        self.goals.is_some_and(|[missed, ..]| missed > 0)
    }

    fn has(&self, mark: Mark, middle: f64) -> bool {
        let beyond = |is_it: &dyn Fn(Interval) -> bool| self.wins.is_some_and(|(_, within)| is_it(within));
        match mark {
            Mark::Fails => self.fails(),
            Mark::Easy => self.off[0].unwrap_or_else(|| beyond(&|it| it.lo > EASY)),
            Mark::Hard => self.off[1].unwrap_or_else(|| beyond(&|it| it.hi < HARD)),
            Mark::Swingy => self.swing.is_some_and(|swing| swing >= SWINGY),
            Mark::Long => self.timeouts >= 0.05 || self.rounds.is_some_and(|rounds| rounds > LONG * middle),
            Mark::Kills => self.kills.unwrap_or_else(|| {
                self.lost.is_some_and(|lost| lost >= COSTLY) && beyond(&|it| it.lo > HARD)
            }),
        }
    }
}

/// The nearness of a number of losses to all or nobody: its variance as a share of the largest that its mean
/// allows. None where there is one unit, or nearly always the same happens.
fn swing(mean: f64, variance: f64, n: f64) -> Option<f64> {
    let most = mean * (n - mean);
    let is_open = mean > 0.1 * n && mean < 0.9 * n;
    (n > 1.0 && is_open).then(|| variance / most)
}

/// Returns the marks of each point.
#[must_use]
pub fn marks(points: &[PointFigures]) -> Vec<Vec<Mark>> {
    let mut rounds: Vec<f64> = points.iter().filter_map(|point| point.rounds).collect();
    rounds.sort_by(f64::total_cmp);
    let middle = rounds.get(rounds.len() / 2).copied().unwrap_or(f64::INFINITY);
    let of = |point: &PointFigures| Mark::ALL.into_iter().filter(|mark| point.has(*mark, middle)).collect();
    points.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(rate: f64, rounds: f64) -> PointFigures {
        let within = Interval { lo: rate - 0.01, hi: rate + 0.01 };
        PointFigures::of_summary(Some((rate, within)), Some(rounds), 0.0)
    }

    #[test]
    fn a_goal_says_what_is_too_easy() {
        let off = PointFigures { off: [Some(true), None], goals: Some([1, 0, 1]), ..point(0.8, 5.0) };
        let met = PointFigures { off: [Some(false); 2], ..point(0.99, 5.0) };
        let all = [off, met, point(0.97, 5.0), point(0.4, 11.0), point(0.8, 5.0)];
        assert_eq!(
            marks(&all),
            [vec![Mark::Fails, Mark::Easy], vec![], vec![Mark::Easy], vec![Mark::Hard, Mark::Long], vec![]]
        );
    }

    #[test]
    fn what_kills_is_what_a_goal_says_or_a_victory_that_costs_half() {
        let lost = |rate, lost| PointFigures { lost: Some(lost), ..point(rate, 5.0) };
        let by_goal = |kills| PointFigures { kills: Some(kills), ..lost(0.8, 0.6) };
        let all = [lost(0.8, 0.5), lost(0.8, 0.4), lost(0.505, 0.9), by_goal(false), by_goal(true)];
        let kills: Vec<bool> = marks(&all).iter().map(|marks| marks.contains(&Mark::Kills)).collect();
        assert_eq!(kills, [true, false, false, false, true]);
    }

    #[test]
    fn losses_of_all_or_nobody_are_swingy() {
        // Four units: all fall in half of the fights, or each by itself.
        assert_eq!(swing(2.0, 4.0, 4.0), Some(1.0));
        assert_eq!(swing(2.0, 1.0, 4.0), Some(0.25));
        assert_eq!(swing(0.1, 0.4, 4.0), None);
        assert_eq!(swing(0.5, 0.25, 1.0), None);
    }
}
