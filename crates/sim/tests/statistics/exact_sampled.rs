//! Exact against sampled: 200,000 fights from a fixed seed, every cell of the tally.
//!
//! A cell is met at most once a fight, so its count is binomial. Hoeffding's inequality (1963,
//! theorem 1) bounds both tails for every n and p, without an approximation: P(the share of n
//! fights is as far from p as x) <= exp(-n KL(x || p)) on either side. The cells of a fight share
//! an error rate of [`ALPHA`] by Bonferroni: a right program fails each of these tests for at
//! most one seed in a thousand, and these seeds pass.

use crate::support::fights;
use crate::support::fights::exact;
use fray_engine::clocks::ClockSet;
use fray_engine::contract::System;
use fray_engine::metrics::{Kind, MetricSet};
use fray_kit::tactics::when::parse;
use fray_rules::games::night_wizard::NightWizard;
use fray_rules::games::night_wizard::data::metrics::{Clock, Metric};
use fray_rules::games::night_wizard::data::rulings::CfSource;
use fray_rules::games::night_wizard::data::setup::ability::Range;
use fray_rules::games::night_wizard::data::setup::{MapSetup, Setup, UnitSetup, Weapon};
use fray_rules::games::night_wizard::data::tactics::{AllOut, Delay, Entry, Fact, Flight, Movement, Target};
use fray_sim::exact::ExactReport;
use fray_sim::play::run::run;
use fray_sim::totals::{Histogram, MetricTotals, Plane, Totals};

const FIGHTS: u64 = 200_000;
const ALPHA: f64 = 1e-3;

/// A cell: what is counted, its exact probability, its count.
type Cell = (String, f64, u64);

/// The Kullback-Leibler divergence of two biased coins.
fn divergence(x: f64, p: f64) -> f64 {
    let part = |x: f64, p: f64| if x == 0.0 { 0.0 } else { x * (x / p).ln() };
    part(x, p) + part(1.0 - x, 1.0 - p)
}

fn assert_agree(cells: &[Cell]) {
    let bound = (2.0 * cells.len() as f64 / ALPHA).ln();
    for (what, p, count) in cells {
        let x = *count as f64 / FIGHTS as f64;
        // A probability of 1 is known to a last bit only.
        let far = FIGHTS as f64 * divergence(x, p.min(1.0));
        assert!(
            far <= bound || (x - p).abs() < 1e-12,
            "{what}: {count} of {FIGHTS} for {p}: {far:.1} > {bound:.1}"
        );
    }
}

/// The rows of the totals as the report has them.
fn cells(setup: &Setup, report: &ExactReport, totals: &Totals) -> Vec<Cell> {
    let system = NightWizard::new(setup);
    let roster = system.roster();
    let mut cells = Vec::new();
    let ends = |outcome: &'static str, side: Option<&str>, of: &Histogram, cells: &mut Vec<Cell>| {
        let is =
            |row: &&fray_sim::exact::report::RoundRow| row.outcome == outcome && row.side.as_deref() == side;
        let p_of =
            |round| report.rounds.iter().filter(is).find(|row| row.round == round).map_or(0.0, |row| row.p);
        let last = report.rounds.iter().filter(is).map(|row| row.round).max().unwrap_or(0);
        for round in 0..=last.max(of.largest().unwrap_or(0) as u32) {
            let count = of.get(round.into());
            cells.push((format!("{outcome} {side:?} in round {round}"), p_of(round), count));
        }
        let p: f64 = report.rounds.iter().filter(is).map(|row| row.p).sum();
        cells.push((format!("{outcome} {side:?}"), p, of.n()));
    };
    for (side, sums) in roster.sides.iter().zip(&totals.sides) {
        ends("win", Some(&side.name), &sums.wins, &mut cells);
    }
    ends("draw", None, &totals.draws, &mut cells);
    ends("timeout", None, &totals.timeouts, &mut cells);

    // By row of the report, the count; what the report lacks has probability 0.
    let mut counts = Vec::new();
    for (id, unit) in roster.each() {
        for (clock, sums) in Clock::ALL.iter().zip(&totals.units[id.idx()].clocks) {
            let mut plane = |view, what, plane: &Plane| {
                for (round, activation, count) in plane.each() {
                    let place = (unit.name.as_str(), clock.name, view, Some(round), Some(activation), what);
                    counts.push((place, count));
                }
            };
            for (&what, (every, first)) in clock.causes.iter().zip(sums.every.iter().zip(&sums.first)) {
                plane("every", what, every);
                plane("first", what, first);
            }
            plane("every", "censored", &sums.censored);
            counts.push(((unit.name.as_str(), clock.name, "first", None, None, "never"), sums.never));
        }
        let ends = &totals.units[id.idx()].round_ends;
        let of_end = [
            ("active", &ends.active),
            ("exhausted", &ends.exhausted),
            ("out", &ends.out),
            ("over", &ends.over),
        ];
        for (what, rounds) in of_end {
            for (round, count) in rounds.each() {
                let clock = Clock::ALL[0].name;
                counts.push(((unit.name.as_str(), clock, "round_end", Some(round), None, what), count));
            }
        }
    }
    let mut met = 0;
    for row in &report.exhaustion {
        let (round, activation) = (row.round.map(u64::from), row.activation.map(u64::from));
        let place = (row.unit.as_str(), row.clock, row.view, round, activation, row.what);
        let count = counts.iter().find(|(at, _)| *at == place).map_or(0, |cell| cell.1);
        met += u64::from(count > 0);
        cells.push((format!("{place:?}"), row.p, count));
    }
    let sampled = counts.iter().filter(|cell| cell.1 > 0).count() as u64;
    assert_eq!(met, sampled, "the tally met a cell whose exact probability is 0");
    cells
}

/// Means of counts, by the central limit theorem: 5 standard errors, beyond which a right mean
/// lies with less than 1e-6.
fn assert_means(setup: &Setup, report: &ExactReport, totals: &Totals) {
    let system = NightWizard::new(setup);
    let counts = || Metric::ALL.iter().enumerate().filter(|(_, info)| matches!(info.kind, Kind::Count));
    let check = |unit: Option<&str>, side: &str, metric: &str, of: &Histogram| {
        let is = |row: &&fray_sim::exact::report::MetricRow| {
            row.unit.as_deref() == unit && row.side == side && row.metric == metric
        };
        let exact = report.metrics.iter().find(is).map_or(0.0, |row| row.mean);
        let n = FIGHTS as f64;
        let mean = of.sum() as f64 / n;
        let variance = of.sum_of_squares() as f64 / n - mean * mean;
        let error = (variance / n).sqrt();
        assert!((mean - exact).abs() <= 5.0 * error + 1e-12, "{side} {unit:?} {metric}: {mean} for {exact}");
    };
    for (id, unit) in system.roster().each() {
        for (at, info) in counts() {
            let MetricTotals::Histogram(of) = &totals.units[id.idx()].metrics[at] else {
                panic!("a count has a histogram")
            };
            check(Some(&unit.name), system.roster().side(unit.side), info.name, of);
        }
    }
    for (side, sums) in system.roster().sides.iter().zip(&totals.sides) {
        for (at, info) in counts().filter(|_| side.units.len() > 1) {
            check(None, &side.name, info.name, &sums.counts[at]);
        }
    }
}

fn compare(setup: &Setup, seed: u64) {
    let report = exact(setup);
    let system = NightWizard::new(setup);
    let totals = run(&system, seed, 0..FIGHTS, &|_| {}).expect("no fight breaks an invariant");
    assert_agree(&cells(setup, &report, &totals));
    assert_means(setup, &report, &totals);
}

#[test]
fn criticals_agree() {
    compare(&fights::f3_criticals(), 3);
}

#[test]
fn mortality_agrees() {
    compare(&fights::f4_mortality(), 4);
}

#[test]
fn two_against_one_agrees() {
    compare(&fights::f5_two_against_one(), 5);
}

#[test]
fn timeouts_agree() {
    compare(&Setup { max_rounds: 3, ..fights::f4_mortality() }, 6);
}

/// NW-04: the start of the fight draws, so there are 110 starts.
#[test]
fn numbers_rolled_per_fight_agree() {
    let mut setup = fights::f2_tiny();
    setup.rulings.cf_source = CfSource::RolledPerFight;
    compare(&setup, 7);
}

/// Chance between sides, delays, targets at random, a unit that sits out: turns that begin no
/// activation, and units whose clock strikes late or never.
#[test]
fn delays_and_ties_agree() {
    let mut lazy = fights::pc("lazy", [4, 5, 5, 8, 5, 9]);
    let entry = |what, when: Option<&str>| Entry {
        what,
        when: when.map(|text| parse(text, Fact::ALL, Fact::measure).expect("a condition")),
    };
    lazy.tactics.delay.entries = vec![entry(Delay::SitOut, Some("hp < 50%")), entry(Delay::To(8), None)];
    let mut wild = fights::pc("wild", [5, 5, 5, 8, 5, 9]);
    wild.tactics.target.entries = vec![Entry { what: Target::Random, when: None }];
    let left = vec![lazy, fights::pc("guard", [4, 5, 5, 8, 5, -3])];
    compare(&Setup { max_rounds: 6, ..fights::fight(fights::plain_rulings(), left, vec![wild]) }, 8);
}

/// A map of three by three squares round an obstacle of this height.
fn round_a_pillar(height: Option<u8>) -> MapSetup {
    MapSetup {
        width: 3,
        height: 3,
        obstacles: vec![(1, 1, height)],
        obstructs: vec![(0, 1)],
        exits: Vec::new(),
        floor_height: Vec::new(),
        fortress: false,
    }
}

fn bow(most: u8) -> Vec<Weapon> {
    vec![Weapon { range: Range { least: 0, most: Some(most) }, ..Weapon::default() }]
}

/// NW-37 to NW-40: a sword that may run, against a bow that keeps its distance.
#[test]
fn moves_on_a_map_agree() {
    let mut sword = UnitSetup { movement_power: 1, ..fights::pc("sword", [5, 7, 6, 9, 6, 6]) };
    sword.tactics.allout.entries = vec![Entry { what: AllOut::Always, when: None }];
    let archer = fights::npc("archer", [5, 5, 5, 9, 5, 7]);
    let mut archer = UnitSetup { position: [2, 2, 0], movement_power: 2, weapons: bow(2), ..archer };
    archer.tactics.move_.entries = vec![Entry { what: Movement::KeepDistance(3), when: None }];
    let setup = fights::fight(fights::plain_rulings(), vec![sword], vec![archer]);
    compare(&Setup { map: Some(round_a_pillar(None)), max_rounds: 6, ..setup }, 9);
}

/// NW-41, NW-42: a take-off that may fail, and a flyer that hovers above a sword.
#[test]
fn flights_agree() {
    let caster = fights::pc("caster", [4, 6, 5, 9, 6, 6]);
    let mut caster = UnitSetup { mp: 7, start_mp: 7, weapons: bow(2), ..caster };
    caster.tactics.flight.entries = vec![Entry { what: Flight::Hover, when: None }];
    let sword = UnitSetup { position: [2, 0, 0], ..fights::npc("sword", [4, 7, 6, 9, 6, 6]) };
    let setup = fights::fight(fights::plain_rulings(), vec![caster], vec![sword]);
    compare(&Setup { map: Some(round_a_pillar(Some(1))), max_rounds: 4, ..setup }, 10);
}
