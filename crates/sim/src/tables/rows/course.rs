//! `course.csv` and `health.csv`: how sides and units stood at the end of each round.

use super::table::row;
use super::units;
use crate::totals::{About, Totals};

row! {
    /// A number of units of a side that stood at the end of a round.
    "course" CourseRow {
        /// The side.
        side: &'a str,
        /// The round.
        round: u64,
        /// Units of the side that stood at its end, or when the fight ended in it.
        standing: u64,
        /// Fights in which so many stood then.
        count: u64,
        /// The number of these fights that the side won.
        wins: u64,
        /// Fights played.
        fights: u64,
    }
}

row! {
    /// A unit at the end of a round.
    "health" HealthRow {
        /// The side.
        side: &'a str,
        /// The unit.
        unit: &'a str,
        /// The round.
        round: u64,
        /// Fights in which the unit stood at its end.
        count: u64,
        /// The sum of its health then.
        sum: u64,
        /// Fights played.
        fights: u64,
    }
}

pub(super) fn course<'a>(about: &'a About, totals: &Totals) -> Vec<CourseRow<'a>> {
    let sides = about.roster.sides.iter().zip(&totals.sides);
    let fights = totals.fights;
    let rows = sides.flat_map(|(side, totals)| {
        totals.course.each().map(move |(round, standing, count)| CourseRow {
            side: side.name.as_str(),
            round,
            standing,
            count,
            wins: totals.course_wins.get(round, standing),
            fights,
        })
    });
    rows.collect()
}

pub(super) fn health<'a>(about: &'a About, totals: &Totals) -> Vec<HealthRow<'a>> {
    let mut rows = Vec::new();
    for one in units(about, totals) {
        for (round, &[count, sum]) in (0..).zip(&one.totals.health).filter(|(_, [count, _])| *count > 0) {
            rows.push(HealthRow { side: one.side, unit: one.unit, round, count, sum, fights: totals.fights });
        }
    }
    rows
}
