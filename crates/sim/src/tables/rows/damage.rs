//! `damage.csv`: the histograms of damage dealt.

use super::table::row;
use super::units;
use crate::totals::{About, Totals};

row! {
    /// One bar of a histogram of damage dealt.
    "damage" DamageRow {
        /// The side.
        side: &'a str,
        /// The unit that dealt it.
        unit: &'a str,
        /// `per_attack` (a miss is 0), `per_hit`, `per_activation`, `per_round`, `per_fight` or `overkill`.
        kind: &'static str,
        /// The damage.
        value: u64,
        /// The number of observations.
        count: u64,
        /// Fights played.
        fights: u64,
    }
}

pub(super) fn rows<'a>(about: &'a About, totals: &Totals) -> Vec<DamageRow<'a>> {
    let mut rows = Vec::new();
    for one in units(about, totals) {
        let kinds = [
            ("per_attack", &one.totals.per_attack()),
            ("per_hit", &one.totals.per_hit()),
            ("per_activation", &one.totals.per_activation),
            ("per_round", &one.totals.per_round),
            ("per_fight", &one.totals.per_fight),
            ("overkill", &one.totals.overkill),
        ];
        for (kind, damage) in kinds {
            rows.extend(damage.each().map(|(value, count)| DamageRow {
                side: one.side,
                unit: one.unit,
                kind,
                value,
                count,
                fights: totals.fights,
            }));
        }
    }
    rows
}
