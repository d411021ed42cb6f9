//! `exhaustion.csv`: when each clock struck, for whom, and why.

use super::table::row;
use super::units;
use crate::totals::{About, Plane, Totals};

row! {
    /// A cell of a clock of a unit.
    "exhaustion" ExhaustionRow {
        /// The side.
        side: &'a str,
        /// The unit.
        unit: &'a str,
        /// The clock; `exhausted` is Exhaustion.
        clock: &'static str,
        /// `every` round that the unit began standing, the `first` time in the fight, or the
        /// survival view `round_end`.
        view: &'static str,
        /// The round; none for `never`.
        round: Option<u64>,
        /// The activation within the round; none for `never` and for `round_end`.
        activation: Option<u64>,
        /// A cause of the ledger, `censored` (the fight ended before) or `never`; for
        /// `round_end` active, exhausted, out or over.
        what: &'static str,
        /// The number of observations.
        count: u64,
        /// Fights played.
        fights: u64,
    }
}

pub(super) fn rows<'a>(about: &'a About, totals: &Totals) -> Vec<ExhaustionRow<'a>> {
    let mut rows = Vec::new();
    for one in units(about, totals) {
        let row = |clock, view, what, (round, activation), count| ExhaustionRow {
            side: one.side,
            unit: one.unit,
            clock,
            view,
            round,
            activation,
            what,
            count,
            fights: totals.fights,
        };
        for (clock_idx, (clock, struck)) in about.clocks.iter().zip(&one.totals.clocks).enumerate() {
            let mut plane = |view, what, plane: &Plane| {
                let cells = plane.each();
                rows.extend(
                    cells.map(|(r, a, count)| row(clock.name, view, what, (Some(r), Some(a)), count)),
                );
            };
            for (cause, cells) in clock.causes.iter().zip(&struck.every) {
                plane("every", cause, cells);
            }
            plane("every", "censored", &struck.censored);
            for (cause, cells) in clock.causes.iter().zip(&struck.first) {
                plane("first", cause, cells);
            }
            if struck.never > 0 {
                rows.push(row(clock.name, "first", "never", (None, None), struck.never));
            }
            // The survival view is that of Exhaustion, the first clock.
            if clock_idx > 0 {
                continue;
            }
            let ends = &one.totals.round_ends;
            let ends = [
                ("active", &ends.active),
                ("exhausted", &ends.exhausted),
                ("out", &ends.out),
                ("over", &ends.over),
            ];
            for (what, by_round) in ends {
                let cells = by_round.each();
                rows.extend(
                    cells.map(|(r, count)| row(clock.name, "round_end", what, (Some(r), None), count)),
                );
            }
        }
    }
    rows
}
