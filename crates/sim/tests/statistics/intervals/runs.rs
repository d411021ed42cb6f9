//! The intervals of `run`, its tables and its page.

use std::collections::BTreeMap;

use fray_engine::metrics::DROPPED;
use fray_engine::roster::UnitId;
use fray_sim::exact::ExactReport;
use fray_sim::measures::Target;
use fray_sim::play::run::{Played, run, run_alone};
use fray_sim::precision::Aim;
use fray_sim::stats::{Interval, Rate, Z, quantile_bounds};
use fray_sim::tables::rows::{MeasuredOf, Point, Stop, Tables, metric_index};
use fray_sim::totals::ranges::Ranges;
use fray_sim::totals::{About, Totals, Tries};

use super::case::{Case, FIGHTS, LONG, LONG_SEED, exactly, whom};
use super::table::{Seen, Table};

/// Fights that a point of the page's courses is made of at least.
const SHOWN: u64 = 20;

fn point() -> Point {
    Point {
        scenario: String::new(),
        system: String::new(),
        varied: Vec::new(),
        seed: 0,
        stop: Stop::Fixed,
        signature: String::new(),
        ..Point::default()
    }
}

/// By kind and name, an interval with the estimate.
type Printed = BTreeMap<(String, String), (Interval, f64)>;

/// Everything that tables and page print of these fights. What was not seen now but may be has the interval of
/// nothing seen, so that `known`, which has seen more, says what there is.
fn printed(about: &About, totals: &Totals, known: &Totals) -> Printed {
    let point = point();
    let tables = Tables::new(&point, about, totals);
    let mut all = Printed::new();
    let mut add = |kind: String, name: String, lo: Option<f64>, hi: Option<f64>, value: Option<f64>| {
        if let (Some(lo), Some(hi), Some(value)) = (lo, hi, value) {
            all.insert((kind, name), (Interval { lo, hi }, value));
        }
    };
    for row in &tables.summary {
        let (lo, hi) = (row.win_lo.get(), row.win_hi.get());
        add("win rate".to_owned(), row.side.to_owned(), lo, hi, row.win_rate.get());
        let (lo, hi) = (row.rounds_lo.get(), row.rounds_hi.get());
        add("mean rounds".to_owned(), String::new(), lo, hi, row.rounds_mean.get());
    }
    for (name, events) in [("draws", totals.draws.n()), ("timeouts", totals.timeouts.n())] {
        let rate = Rate { events, n: totals.fights };
        let within = rate.interval();
        add(
            "draws, timeouts".to_owned(),
            name.to_owned(),
            within.map(|it| it.lo),
            within.map(|it| it.hi),
            rate.value(),
        );
    }
    for row in &tables.metrics {
        let kind = format!("{} of {}", row.kind, whom(Some(row.side), row.unit));
        let name = format!("{}({})", row.metric, row.unit.unwrap_or(row.side));
        add(kind, name, row.lo.get(), row.hi.get(), row.mean.get());
    }
    let mut rate = |kind: &str, name: String, events: u64, n: u64| {
        let rate = Rate { events, n };
        if let (Some(within), Some(value)) = (rate.interval(), rate.value()) {
            all.insert((kind.to_owned(), name), (within, value));
        }
    };
    let of_known = Tables::new(&point, about, known);
    for row in of_known.course.iter().filter(|row| row.standing > 0 && row.round > 0) {
        let mut same = tables.course.iter();
        let same = same.find(|it| (it.side, it.round, it.standing) == (row.side, row.round, row.standing));
        if let Some(seen) = same.filter(|seen| seen.count >= SHOWN) {
            rate("course", format!("{} {} {}", row.side, row.round, row.standing), seen.wins, seen.count);
        }
    }
    for row in &of_known.felled {
        let mut same = tables.felled.iter();
        let same = same.find(|it| (it.unit, it.by_unit, it.action) == (row.unit, row.by_unit, row.action));
        let count = same.map_or(0, |it| it.count);
        // Whoever falls twice in a fight has no rate.
        let at = about.roster.units.iter().position(|unit| unit.name == row.unit).expect("a unit");
        if falls_once(about, known, at) {
            let name = format!("{} by {:?} {}", row.unit, row.by_unit, row.action);
            rate("felled", name, count.min(totals.fights), totals.fights);
        }
    }
    for row in &of_known.rounds {
        let mut same = tables.rounds.iter();
        let same = same.find(|it| (it.round, it.outcome, it.side) == (row.round, row.outcome, row.side));
        let name = format!("{} {:?} {}", row.outcome, row.side, row.round);
        rate("rounds and outcomes", name, same.map_or(0, |it| it.count), totals.fights);
    }
    // Of a histogram each bar is as wide as if each fight had given one observation.
    for row in &of_known.damage {
        let same = |it: &&fray_sim::tables::rows::DamageRow<'_>| (it.unit, it.kind) == (row.unit, row.kind);
        let n: u64 = tables.damage.iter().filter(same).map(|it| it.count).sum();
        let count =
            tables.damage.iter().filter(same).find(|it| it.value == row.value).map_or(0, |it| it.count);
        if let Some((within, value)) = once_a_fight(count, n, totals.fights) {
            let name = format!("{} {} {}", row.unit, row.kind, row.value);
            all.insert(("bar of damage".to_owned(), name), (within, value));
        }
    }
    for (at, unit) in about.roster.units.iter().enumerate() {
        let is_left = |name: &str| name.ends_with("_left");
        let left = about.metrics.iter().zip(&about.largest[at]).filter(|(info, _)| is_left(info.name));
        let Some(most) = left.filter_map(|(_, most)| *most).max().map(|most| most as f64) else { continue };
        for (round, &[count, sum]) in
            totals.units[at].health.iter().enumerate().filter(|(_, it)| it[0] >= SHOWN)
        {
            let mean = sum as f64 / count as f64;
            // As wide as values from 0 to `most` can make it (Bhatia and Davis).
            let half = Z * ((mean * (most - mean)).max(0.0) / count as f64).sqrt();
            let within = Interval { lo: (mean - half).max(0.0), hi: mean + half };
            all.insert(("health".to_owned(), format!("{} {round}", unit.name)), (within, mean));
        }
    }
    all
}

/// Returns whether no fight put a unit out more than once, as the page asks.
fn falls_once(about: &About, totals: &Totals, unit: usize) -> bool {
    let falls: u64 = totals.units[unit].felled.iter().sum();
    let dropped = metric_index(about.metrics, DROPPED).expect("every game has it");
    let unit = MeasuredOf::Unit(UnitId(unit as u8));
    falls <= unit.by_fight(about, totals, Tries::Metric(dropped)).sum
}

/// A share of observations of which a fight may have many, as the page prints it.
fn once_a_fight(events: u64, n: u64, fights: u64) -> Option<(Interval, f64)> {
    let value = Rate { events, n }.value()?;
    let tries = n.min(fights);
    let seen = match (value * tries as f64).round() as u64 {
        _ if tries == n => events,
        0 if events > 0 => 1,
        all if all == tries && events < n => tries - 1,
        part => part,
    };
    Some((Rate { events: seen, n: tries }.interval()?, value))
}

/// Returns what is true: exactly where the answer has it, else of a long run.
fn truths(about: &About, long: &Totals, exact: Option<&ExactReport>) -> BTreeMap<(String, String), f64> {
    let mut all: BTreeMap<_, f64> =
        printed(about, long, long).into_iter().map(|(key, (_, value))| (key, value)).collect();
    let Some(exact) = exact else { return all };
    let mut set = |kind: String, name: String, value: f64| {
        if let Some(known) = all.get_mut(&(kind, name)) {
            *known = value;
        }
    };
    for side in &about.roster.sides {
        set("win rate".to_owned(), side.name.clone(), exact.win(&side.name));
    }
    set("mean rounds".to_owned(), String::new(), exact.rounds_mean);
    set("draws, timeouts".to_owned(), "draws".to_owned(), exact.draw());
    set("draws, timeouts".to_owned(), "timeouts".to_owned(), exact.timeout());
    for row in &exact.metrics {
        let kind = format!("{} of {}", row.kind, whom(Some(&row.side), row.unit.as_deref()));
        let name = format!("{}({})", row.metric, row.unit.as_ref().unwrap_or(&row.side));
        if let Some(mean) = row.known_mean() {
            set(kind, name, mean);
        }
    }
    for row in &exact.rounds {
        let name = format!("{} {:?} {}", row.outcome, row.side, row.round);
        set("rounds and outcomes".to_owned(), name, row.p);
    }
    all
}

/// The quantiles of rounds with the bounds that a card shows.
fn quantiles(totals: &Totals, exact: &ExactReport, seen: &mut Seen) {
    for percent in [5, 50, 95] {
        let last = exact.rounds.iter().map(|row| row.round).max().unwrap_or(0);
        let mut sum = 0.0;
        let truth = (0..=last).find(|&round| {
            sum += exact.ends_in(round);
            sum >= f64::from(percent) / 100.0 - 1e-12
        });
        if let (Some(truth), Some((lo, hi))) = (truth, quantile_bounds(&totals.rounds(), percent)) {
            let within = Interval { lo: lo as f64, hi: hi as f64 };
            seen.add("quantile of rounds", format!("p{percent}"), within, f64::from(truth));
        }
    }
}

/// Every interval of a run of a fixed number of fights.
pub(super) fn of_fixed_fights(case: &Case, tries: u64, table: &mut Table) {
    let (engine, exact) = (case.base.engine(), exactly(case.base.engine()));
    let about = engine.about();
    let long = run(engine, LONG_SEED, 0..LONG, &|_| {}).expect("no invariant breaks");
    let truths = truths(&about, &long, exact.as_ref());
    for seed in 0..tries {
        let totals = run_alone(engine, seed, 0..FIGHTS).expect("no invariant breaks");
        let mut seen = Seen::default();
        let printed = printed(&about, &totals, &long);
        for (key, truth) in &truths {
            let name = format!("{} in {}", key.1, case.name);
            match printed.get(key) {
                Some((within, _)) => seen.add(&key.0, name, *within, *truth),
                // What has no interval is printed without one. A point of a course needs some fights.
                None if key.0 != "course" && key.0 != "health" => seen.add_none(&key.0, name),
                None => {}
            }
        }
        if let Some(exact) = &exact {
            quantiles(&totals, exact, &mut seen);
        }
        table.add(seen);
    }
}

/// The intervals of runs that stop at a target error.
pub(super) fn of_targets(case: &Case, tries: u64, table: &mut Table) {
    let (engine, exact) = (case.base.engine(), exactly(case.base.engine()));
    let about = engine.about();
    let long = run(engine, LONG_SEED, 0..LONG, &|_| {}).expect("no invariant breaks");
    let truths = truths(&about, &long, exact.as_ref());
    for target in ["2pt", "rel:10%", "rounds=rel:2%"] {
        let target = Target::parse(target, &about).expect("a target");
        let aim =
            Aim { targets: vec![target.clone()], goals: Vec::new(), min_fights: 1, max_fights: 1 << 13 };
        for seed in 0..tries {
            let play = |mut so_far: Played, missing: &Ranges| {
                let (from, to) = missing.hull().expect("fights to play");
                so_far.totals.merge(&run_alone(engine, seed, from..to)?);
                Ok::<_, fray_sim::play::run::Broken>(Played {
                    ranges: Ranges::from(0..to),
                    totals: so_far.totals,
                })
            };
            let pursued = aim.pursue(&about, Played::default(), play, |_| {}).expect("no invariant breaks");
            let point = point();
            let tables = Tables::new(&point, &about, &pursued.played.totals);
            let mut seen = Seen::default();
            for row in &tables.summary {
                let mut add = |kind: &str, name: &str, lo: Option<f64>, hi: Option<f64>| {
                    let truth = truths.get(&(kind.to_owned(), name.to_owned()));
                    if let (Some(lo), Some(hi), Some(&truth)) = (lo, hi, truth) {
                        let name = format!("{name} in {} to {}", case.name, target.text);
                        seen.add(kind, name, Interval { lo, hi }, truth);
                    }
                };
                add("win rate", row.side, row.win_lo.get(), row.win_hi.get());
                add("mean rounds", "", row.rounds_lo.get(), row.rounds_hi.get());
            }
            table.add(seen);
        }
    }
}
