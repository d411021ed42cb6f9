//! What a batch takes: points, fights, time and disk space, before it is played.

use core::fmt::Write as _;

use fray_sim::plan::Plan;
use fray_sim::plan::speed::Speed;
use fray_sim::tables::format::{counted, thousands};
use serde_json::json;

use crate::args::PlanArgs;
use crate::exit::{Exit, Failure, print};
use crate::varied::print_object;

/// The most points that are listed one by one, unless all are asked for.
const LISTED: usize = 20;

/// What a batch takes.
pub(crate) struct Estimate {
    rows: Vec<EstimateRow>,
    /// The number of tasks and the bytes of their files; none for a run on one machine.
    tasks: Option<(usize, u64)>,
}

struct EstimateRow {
    name: String,
    fights: u64,
    speed: Speed,
}

impl EstimateRow {
    /// Seconds on one core.
    fn seconds(&self) -> f64 {
        self.fights as f64 / self.speed.fights_per_s
    }
}

impl Estimate {
    /// That of a plan whose points have these speeds.
    pub(crate) fn of_plan(plan: &Plan, speeds: &[Speed]) -> Self {
        let row = |(point, &speed): (&fray_sim::plan::PlanPoint, &Speed)| EstimateRow {
            name: point.name.to_string(),
            fights: point.fights,
            speed,
        };
        let pieces = plan.tasks.iter().flatten();
        let bytes = pieces.map(|piece| speeds.get(piece.point).map_or(0, |speed| speed.shard_bytes)).sum();
        Self {
            rows: plan.points.iter().zip(speeds).map(row).collect(),
            tasks: Some((plan.tasks.len(), bytes)),
        }
    }

    fn fights(&self) -> u128 {
        self.rows.iter().map(|row| u128::from(row.fights)).sum()
    }

    fn seconds(&self) -> f64 {
        self.rows.iter().map(EstimateRow::seconds).sum()
    }

    fn bytes(&self) -> u64 {
        self.rows.iter().map(|row| row.speed.result_bytes).sum::<u64>() + self.tasks.map_or(0, |it| it.1)
    }

    /// Time and disk space of all points.
    pub(crate) fn total(&self) -> String {
        format!("about {} on one core; results take about {}", time(self.seconds()), size(self.bytes()))
    }

    fn text(&self, all: bool) -> String {
        let mut text = String::new();
        let listed = if all { self.rows.len() } else { LISTED };
        let width = self.rows.iter().take(listed).map(|row| row.name.chars().count()).max().unwrap_or(0);
        for row in self.rows.iter().take(listed) {
            let _ = writeln!(
                text,
                "{:width$}  {:>22}  {:>11}/s  {:>9}  {:>9}",
                row.name,
                counted(row.fights, "fight"),
                thousands(row.speed.fights_per_s as u128),
                time(row.seconds()),
                size(row.speed.result_bytes)
            );
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
                "fights": row.fights,
                "fights_per_s": row.speed.fights_per_s.round(),
                "core_seconds": row.seconds(),
                "bytes": row.speed.result_bytes,
            })
        };
        json!({
            "points": self.rows.iter().map(row).collect::<Vec<_>>(),
            // A sum that JSON has no integer for is a float.
            "fights": u64::try_from(self.fights()).map_or_else(|_| json!(self.fights() as f64), |n| json!(n)),
            "tasks": self.tasks.map(|it| it.0),
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

/// Prints what a run takes: of each scenario its name, its fights and its speed.
///
/// # Errors
/// If it cannot be printed.
pub(crate) fn estimate_of_run(
    points: Vec<(String, u64, Speed)>,
    json: bool,
    all: bool,
) -> Result<Exit, Failure> {
    let row = |(name, fights, speed)| EstimateRow { name, fights, speed };
    printed(&Estimate { rows: points.into_iter().map(row).collect(), tasks: None }, json, all)
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
