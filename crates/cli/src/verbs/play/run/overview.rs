//! The last lines of a batch: how many points miss a goal, and of a cross its table and the points that stand
//! out.

use std::io::Write;

use fray_sim::measures::Goal;
use fray_sim::overview::text::{goals, grid, standing_out};
use fray_sim::overview::{PointFigures, Shape, shape};
use fray_sim::totals::{About, Totals};

use crate::exit::{Failure, report};
use crate::printer::look;

/// The figures of the points that were played.
#[derive(Default)]
pub(crate) struct Overview {
    names: Vec<String>,
    points: Vec<PointFigures>,
}

impl Overview {
    /// Notes the results of a point.
    pub(crate) fn add(&mut self, name: &str, about: &About, totals: &Totals, goals: &[&Goal]) {
        self.names.push(name.to_owned());
        self.points.push(PointFigures::of(about, totals, goals.iter().copied()));
    }

    /// Prints the table of points of one shape, and what stands out; with `all` every point that does.
    ///
    /// # Errors
    /// If it cannot be printed.
    pub(crate) fn show(&self, all: bool) -> Result<(), Failure> {
        let look = look();
        let shape = Shape::of(self.names.iter().map(|name| shape::halves(name)));
        if let Some(shape) = shape {
            let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
            let out = standing_out(&names, &self.points, look, all);
            let note = if self.points.iter().any(PointFigures::fails) { "; ! misses a goal" } else { "" };
            let head = format!("how often the first side wins, in percent{note}\n\n");
            let gap = if out.is_empty() { "" } else { "\n" };
            let text = format!("{head}{}{gap}{out}", grid(&shape, &self.points, look));
            anstream::stdout().lock().write_all(text.as_bytes())?;
        }
        // Goals that are met or open need no word beside the rows.
        if self.points.iter().any(PointFigures::fails)
            && let Some(goals) = goals(&self.points)
        {
            report(format_args!(
                "{goals}; `fray run` exits with 0 all the same, `fray check` would exit with 1"
            ));
        }
        Ok(())
    }
}
