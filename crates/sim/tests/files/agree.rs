//! The tables of one run say the same of what several of them count.

use fray_sim::tables::rows::{MetricRow, Point, Stop, Tables};

use super::cards::{played, scenarios};

/// Sum and tries of a metric of a unit, or of a side.
fn of(tables: &Tables, side: &str, unit: Option<&str>, metric: &str) -> (u64, u64) {
    let is = |row: &&MetricRow| (row.side, row.unit, row.metric) == (side, unit, metric);
    let row = tables.metrics.iter().find(is).unwrap_or_else(|| panic!("{metric} of {side} {unit:?}"));
    (row.sum as u64, row.n)
}

/// Returns whether a unit is of a game in which units can die.
fn dies(tables: &Tables, side: &str, unit: &str) -> bool {
    let is = |row: &MetricRow| (row.side, row.unit, row.metric) == (side, Some(unit), "died");
    tables.metrics.iter().any(is)
}

#[test]
fn actions_and_metrics_agree() {
    each_scenario(|name, tables, units, _| {
        for &(side, unit) in units {
            let sum = |metric| of(tables, side, Some(unit), metric).0;
            let of_unit = || tables.actions.iter().filter(|row| (row.side, row.unit) == (side, unit));
            let who = format!("{name}: {side}/{unit}");
            assert_eq!(of_unit().map(|row| row.damage).sum::<u64>(), sum("damage_dealt"), "{who}");
            assert_eq!(of_unit().map(|row| row.ally_damage).sum::<u64>(), sum("ally_damage"), "{who}");
            assert_eq!(of_unit().map(|row| row.healed).sum::<u64>(), sum("healing_given"), "{who}");
            assert_eq!(of_unit().map(|row| row.felled).sum::<u64>(), sum("felled"), "{who}");
            assert_eq!(of_unit().map(|row| row.hits).sum::<u64>(), sum("hit_rate"), "{who}");
            assert!(of_unit().all(|row| row.uses > 0), "{who}: nothing is done without a use");
        }
    });
}

#[test]
fn who_felled_and_who_was_felled_agree() {
    each_scenario(|name, tables, units, fights| {
        for &(side, unit) in units {
            let sum = |metric| of(tables, side, Some(unit), metric).0;
            let who = format!("{name}: {side}/{unit}");
            let by_it = tables
                .felled
                .iter()
                .filter(|row| (row.by_side, row.by_unit) == (Some(side), Some(unit)) && row.side != side);
            assert_eq!(by_it.map(|row| row.count).sum::<u64>(), sum("felled"), "{who}");
            let times: u64 = tables
                .felled
                .iter()
                .filter(|row| (row.side, row.unit) == (side, unit))
                .map(|row| row.count)
                .sum();
            assert!(times >= sum("dropped") && (times > 0) == (sum("dropped") > 0), "{who}: {times}");
            if dies(tables, side, unit) {
                assert_eq!(sum("survived") + sum("died"), fights, "{who}");
                assert!(sum("standing") <= sum("survived"), "{who}");
            }
        }
    });
}

#[test]
fn sides_and_their_units_agree() {
    each_scenario(|name, tables, units, fights| {
        for summary in &tables.summary {
            let side = summary.side;
            let of_side = |metric| of(tables, side, None, metric);
            let of_units = |metric| -> u64 {
                let its = units.iter().filter(|(of, _)| *of == side);
                its.map(|(_, unit)| of(tables, side, Some(unit), metric).0).sum()
            };
            let units_die = units.iter().any(|(of, unit)| *of == side && dies(tables, side, unit));
            let deaths = units_die.then_some(("n_died", "any_died", "died"));
            for (number, any, flag) in [("n_dropped", "any_dropped", "dropped")].into_iter().chain(deaths) {
                assert_eq!(of_side(number), (of_units(flag), fights), "{name}: {side}");
                let (events, n) = of_side(any);
                assert!(n == fights && events <= of_units(flag), "{name}: {side}");
                assert_eq!(events > 0, of_units(flag) > 0, "{name}: {side}");
            }
            let (won, acted_first) = of_side("won_first");
            assert!(won <= acted_first && acted_first <= fights && won <= summary.wins, "{name}: {side}");
            assert_eq!(of_side("stalled"), of(tables, tables.summary[0].side, None, "stalled"), "{name}");
        }
    });
}

#[test]
fn the_course_agrees_with_the_rounds_and_the_health_of_units() {
    each_scenario(|name, tables, _, _| {
        for &side in &tables.summary.iter().map(|row| row.side).collect::<Vec<_>>() {
            let rounds: std::collections::BTreeSet<u64> = tables.course.iter().map(|row| row.round).collect();
            for round in rounds {
                let course = || tables.course.iter().filter(|row| (row.side, row.round) == (side, round));
                let later = || tables.rounds.iter().filter(|row| row.round >= round);
                let who = format!("{name}: {side} in round {round}");
                let fights: u64 = later().map(|row| row.count).sum();
                assert_eq!(course().map(|row| row.count).sum::<u64>(), fights, "{who}");
                let wins: u64 = later().filter(|row| row.side == Some(side)).map(|row| row.count).sum();
                assert_eq!(course().map(|row| row.wins).sum::<u64>(), wins, "{who}");
                let healthy = tables.health.iter().filter(|row| (row.side, row.round) == (side, round));
                let standing: u64 = course().map(|row| row.standing * row.count).sum();
                assert_eq!(healthy.map(|row| row.count).sum::<u64>(), standing, "{who}");
            }
        }
    });
}

/// Calls `check` with the tables of a run of every scenario of the repository, its units with their
/// sides, and the number of fights.
fn each_scenario(check: impl Fn(&str, &Tables, &[(&str, &str)], u64)) {
    for scenario in scenarios() {
        let played = played(&scenario, 100);
        let point = Point {
            scenario: scenario.stem.clone(),
            system: played.about.system.to_owned(),
            varied: Vec::new(),
            seed: 0,
            stop: Stop::Fixed,
            signature: String::new(),
            ..Point::default()
        };
        let roster = &played.about.roster;
        let units: Vec<(&str, &str)> =
            roster.each().map(|(_, unit)| (roster.side(unit.side), unit.name.as_str())).collect();
        let tables = Tables::new(&point, &played.about, &played.totals);
        check(&scenario.stem, &tables, &units, played.totals.fights);
    }
}
