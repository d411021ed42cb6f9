//! The cost of a batch: points, fights, time and disk space, before it is played.

use core::fmt::Write as _;
use std::collections::BTreeMap;

use fray_sim::plan::speed::Speed;
use fray_sim::plan::{Piece, Plan};
use fray_sim::tables::format::{counted, thousands};
use serde_json::json;

use crate::args::PlanArgs;
use crate::exit::{Exit, Failure, print};
use crate::varied::print_object;
use crate::verbs::scale::plan::points::MOST_MEASURED;

/// The most points that are listed one by one, unless all are asked for.
const LISTED: usize = 20;

/// The share of the fights of a batch that is played to measure it.
const SHARE: u64 = 50;

/// The fights that may be played to measure a batch: a fiftieth of what it plans. A point may use the fights
/// that earlier ones left over, so that of many small points some are measured.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Allowance {
    left: u64,
}

impl Allowance {
    /// The fights that may be played of a point with so many.
    pub(crate) fn with(&self, fights: u64) -> u64 {
        self.left.saturating_add(fights / SHARE)
    }

    /// Adds a point with so many fights, of which some were played.
    pub(crate) fn add(&mut self, fights: u64, played: u64) {
        self.left = self.with(fights).saturating_sub(played);
    }
}

/// The fights of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fights {
    /// So many as are asked for.
    Exactly(u64),
    /// As many as a target is likely to need.
    About(u64),
    /// The fights before the first look at a target, which may not be met there.
    AtLeast(u64),
}

impl Fights {
    /// Their number.
    pub(crate) fn n(self) -> u64 {
        let (Self::Exactly(n) | Self::About(n) | Self::AtLeast(n)) = self;
        n
    }

    /// The word before their number.
    fn word(self) -> &'static str {
        match self {
            Self::Exactly(_) => "",
            Self::About(_) => "about ",
            Self::AtLeast(_) => "at least ",
        }
    }
}

/// The cost of a batch.
pub(crate) struct Estimate {
    rows: Vec<EstimateRow>,
    /// By game, the speed that its points are taken to have that were not measured.
    of_game: BTreeMap<String, Speed>,
    /// The same for the games of which no point was measured; `None` if nothing was.
    of_others: Option<Speed>,
    /// The number of tasks and the bytes of their files; none for a run on one machine.
    tasks: Option<(usize, u64)>,
}

/// The cost of a point.
pub(crate) struct EstimateRow {
    /// Its name.
    pub(crate) name: String,
    /// Its game.
    pub(crate) system: String,
    /// Its fights.
    pub(crate) fights: Fights,
    /// Its speed; `None` if it was not measured.
    pub(crate) speed: Option<Speed>,
}

impl Estimate {
    /// That of a plan whose points have these speeds.
    pub(crate) fn of_plan(plan: &Plan, speeds: &[Option<Speed>]) -> Self {
        let row = |(point, &speed): (&fray_sim::plan::PlanPoint, &Option<Speed>)| EstimateRow {
            name: point.name.to_string(),
            system: point.system.clone(),
            // A plan with a target has the fights of its first round.
            fights: Fights::Exactly(point.fights),
            speed,
        };
        let mut all = Self::new(plan.points.iter().zip(speeds).map(row).collect());
        let bytes_of = |piece: &Piece| {
            let speed = all.rows.get(piece.point).and_then(|row| all.speed(row));
            speed.map_or(0, |speed| speed.shard_bytes(piece.hi - piece.lo))
        };
        let bytes = plan.tasks.iter().flatten().map(bytes_of).sum();
        all.tasks = Some((plan.tasks.len(), bytes));
        all
    }

    /// That of a run of these points on one machine.
    fn new(rows: Vec<EstimateRow>) -> Self {
        let mut told: BTreeMap<&str, Vec<(u64, Speed)>> = BTreeMap::new();
        for row in &rows {
            told.entry(&row.system).or_default().extend(row.speed.map(|speed| (row.fights.n(), speed)));
        }
        let of_others = Speed::of_like(told.values().flatten().copied());
        let like = |(system, told): (&&str, &Vec<(u64, Speed)>)| {
            Some(((*system).to_owned(), Speed::of_like(told.iter().copied())?))
        };
        let of_game = told.iter().filter_map(like).collect();
        Self { of_game, of_others, rows, tasks: None }
    }

    /// The speed of a point, or what it is taken to be.
    fn speed(&self, row: &EstimateRow) -> Option<Speed> {
        row.speed.or_else(|| self.of_game.get(&row.system).copied()).or(self.of_others)
    }

    /// Seconds of a point on one core; `None` if nothing was measured.
    fn seconds_of(&self, row: &EstimateRow) -> Option<f64> {
        self.speed(row).map(|speed| speed.seconds(row.fights.n()))
    }

    /// The bytes of the results of a point; `None` if nothing was measured.
    fn bytes_of(&self, row: &EstimateRow) -> Option<u64> {
        self.speed(row).map(|speed| speed.result_bytes(row.fights.n()))
    }

    fn fights(&self) -> u128 {
        self.rows.iter().map(|row| u128::from(row.fights.n())).sum()
    }

    fn seconds(&self) -> Option<f64> {
        self.rows.iter().map(|row| self.seconds_of(row)).sum()
    }

    fn bytes(&self) -> u64 {
        let of_point = |row| self.bytes_of(row).unwrap_or(0);
        self.rows.iter().map(of_point).sum::<u64>() + self.tasks.map_or(0, |it| it.1)
    }

    /// The number of points that were not measured.
    fn unmeasured(&self) -> usize {
        self.rows.iter().filter(|row| row.speed.is_none()).count()
    }

    /// Time and disk space of all points, and what was not measured.
    pub(crate) fn total(&self) -> String {
        let few = "2 % of the fights, the most that are played for this, are too few";
        let Some(seconds) = self.seconds() else {
            return format!("the time was not measured: {few}");
        };
        let at_least = self.rows.iter().any(|row| matches!(row.fights, Fights::AtLeast(_)));
        let about = if at_least { "at least" } else { "about" };
        let mut text =
            format!("{about} {} on one core; results take about {}", time(seconds), size(self.bytes()));
        let unmeasured = self.unmeasured();
        if unmeasured > 0 {
            let points = counted(unmeasured as u64, "point");
            let (were, are) = if unmeasured == 1 { ("was", "is") } else { ("were", "are") };
            let why = if self.rows.len() > MOST_MEASURED {
                format!("no more than {MOST_MEASURED} are tried")
            } else {
                few.to_owned()
            };
            text += &format!(
                "\n{points} {were} not measured, since {why}: taken to be as fast as the others {are}"
            );
        }
        text
    }

    fn text(&self, all: bool) -> String {
        let mut text = String::new();
        let listed = if all { self.rows.len() } else { LISTED };
        let width = self.rows.iter().take(listed).map(|row| row.name.chars().count()).max().unwrap_or(0);
        for row in self.rows.iter().take(listed) {
            let fights = row.fights.word().to_owned() + &counted(row.fights.n(), "fight");
            let (speed, took) = match (row.speed, self.seconds_of(row)) {
                (Some(speed), Some(seconds)) => {
                    (format!("{}/s", thousands(speed.fights_per_s as u128)), time(seconds))
                }
                (_, seconds) => ("not measured".to_owned(), seconds.map_or_else(String::new, time)),
            };
            let bytes = self.bytes_of(row).map_or_else(String::new, size);
            let _ = writeln!(text, "{:width$}  {fights:>22}  {speed:>13}  {took:>9}  {bytes:>9}", row.name);
        }
        if self.rows.len() > listed {
            let _ = writeln!(text, "and {} more (-v lists all)", self.rows.len() - listed);
        }
        let n = self.rows.len();
        let points = counted(n as u64, "point");
        let tasks = match self.tasks {
            Some((n, _)) => format!(", {}", counted(n as u64, "task")),
            None => String::new(),
        };
        let _ = writeln!(text, "{points}, {}{tasks}", counted(self.fights(), "fight"));
        text + &self.total() + "\n"
    }

    fn object(&self) -> serde_json::Value {
        let row = |row: &EstimateRow| {
            json!({
                "point": row.name,
                "fights": row.fights.n(),
                "is_estimate": !matches!(row.fights, Fights::Exactly(_)),
                "measured": row.speed.is_some(),
                "fights_per_s": self.speed(row).map(|speed| speed.fights_per_s.round()),
                "core_seconds": self.seconds_of(row),
                "bytes": self.bytes_of(row),
            })
        };
        json!({
            "points": self.rows.iter().map(row).collect::<Vec<_>>(),
            // A sum that JSON has no integer for is a float.
            "fights": u64::try_from(self.fights()).map_or_else(|_| json!(self.fights() as f64), |n| json!(n)),
            "tasks": self.tasks.map(|it| it.0),
            "unmeasured": self.unmeasured(),
            "core_seconds": self.seconds(),
            "bytes": self.bytes(),
        })
    }
}

/// Prints the estimate of a plan.
pub(super) fn show(args: &PlanArgs, estimate: &Estimate) -> Result<Exit, Failure> {
    printed(estimate, args.json, args.play.verbose)
}

fn printed(estimate: &Estimate, json: bool, all: bool) -> Result<Exit, Failure> {
    if json {
        print_object(&estimate.object())?
    } else {
        print(&estimate.text(all))?
    }
    Ok(Exit::Ok)
}

/// Prints what a run takes.
///
/// # Errors
/// If it cannot be printed.
pub(crate) fn estimate_of_run(rows: Vec<EstimateRow>, json: bool, all: bool) -> Result<Exit, Failure> {
    printed(&Estimate::new(rows), json, all)
}

/// A length of time in the unit that suits it.
fn time(seconds: f64) -> String {
    match seconds {
        s if s < 0.95 => "< 1 s".to_owned(),
        s if s < 99.5 => format!("{s:.0} s"),
        s if s < 99.5 * 60.0 => format!("{:.0} min", s / 60.0),
        s if s < 99.5 * 3600.0 => format!("{:.1} h", s / 3600.0),
        s => format!("{:.0} days", s / 86_400.0),
    }
}

/// A number of bytes in the unit that suits it.
fn size(bytes: u64) -> String {
    indicatif::HumanBytes(bytes).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_the_unit_that_suits_them() {
        let texts = [0.2, 1.0, 75.0, 600.0, 7200.0, 3.6e6].map(time);
        assert_eq!(texts, ["< 1 s", "1 s", "75 s", "10 min", "2.0 h", "42 days"]);
    }
}
