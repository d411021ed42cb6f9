//! `actions.csv` and `felled.csv`: what weapons and abilities did, and what put units out of the fight.

use fray_engine::roster::UnitId;

use super::table::row;
use crate::totals::{About, ActionTotals, Totals};

row! {
    /// An action of a unit: sums over all fights.
    "actions" ActionRow {
        /// The side.
        side: &'a str,
        /// The unit.
        unit: &'a str,
        /// The weapon, ability or other action.
        action: &'a str,
        /// What it is.
        kind: &'a str,
        /// Fights played.
        fights: u64,
        /// How often it was used; an attack on several targets is one use.
        uses: u64,
        /// Targets of other sides that its attacks hit.
        hits: u64,
        /// Health that it took off units of other sides.
        damage: u64,
        /// Health that it took off the unit's own side.
        ally_damage: u64,
        /// Health that it gave back.
        healed: u64,
        /// Units of other sides that it put out of the fight.
        felled: u64,
    }
}

row! {
    /// What put a unit out of the fight.
    "felled" FelledRow {
        /// The side of the unit that was put out of the fight.
        side: &'a str,
        /// The unit.
        unit: &'a str,
        /// The side of the unit that caused it; none if nobody did.
        by_side: Option<&'a str>,
        /// The unit that caused it.
        by_unit: Option<&'a str>,
        /// The weapon, ability, status or hazard.
        action: &'a str,
        /// How often.
        count: u64,
        /// Fights played.
        fights: u64,
    }
}

/// The names of a unit and of its side.
fn names(about: &About, unit: UnitId) -> (&str, &str) {
    (about.roster.side(about.roster.units[unit.idx()].side), about.roster.unit(unit))
}

pub(super) fn actions<'a>(about: &'a About, totals: &Totals) -> Vec<ActionRow<'a>> {
    let fights = totals.fights;
    let mut rows = Vec::new();
    for unit in about.roster.sides.iter().flat_map(|side| side.units) {
        let (side, name) = names(about, unit);
        let counted = about.actions[unit.idx()].iter().zip(&totals.units[unit.idx()].actions);
        for (action, counts) in counted.filter(|(_, counts)| **counts != ActionTotals::default()) {
            let &ActionTotals { uses, hits, damage, ally_damage, healed, felled } = counts;
            rows.push(ActionRow {
                side,
                unit: name,
                action: &action.name,
                kind: &action.kind,
                fights,
                uses,
                hits,
                damage,
                ally_damage,
                healed,
                felled,
            });
        }
    }
    rows
}

pub(super) fn felled<'a>(about: &'a About, totals: &Totals) -> Vec<FelledRow<'a>> {
    let mut rows = Vec::new();
    for unit in about.roster.sides.iter().flat_map(|side| side.units) {
        let (side, name) = names(about, unit);
        let causes = about.causes().zip(&totals.units[unit.idx()].felled);
        rows.extend(causes.filter(|(_, count)| **count > 0).map(|((by, action), &count)| FelledRow {
            side,
            unit: name,
            by_side: by.map(|by| names(about, by).0),
            by_unit: by.map(|by| names(about, by).1),
            action: &action.name,
            count,
            fights: totals.fights,
        }));
    }
    rows
}
