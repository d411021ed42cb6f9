//! Shares of a difference against exact answers: how often their intervals cover, when every choice of
//! edits is played and when orders are drawn; and that shares add up.

use core::sync::atomic::AtomicBool;
use std::path::Path;

use fray_sim::control::Control;
use fray_sim::exact::{self, solve};
use fray_sim::play::engine::Engine;
use fray_sim::scenario::blend::EditLattice;
use fray_sim::scenario::{Options, Scenario, load_scenario};
use fray_sim::vary::metrics::Metric;
use fray_sim::vary::why::{EXACT, Settings, Why, why};
use statrs::distribution::{Binomial, DiscreteCDF};

/// The probability that a right program fails one of the comparisons of a test.
const ALARM: f64 = 1e-4;

/// A short duel with these changes.
fn duel(more: &[&str]) -> Scenario {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/night-wizard/duel.toml");
    let short = ["Knight.hp=5", "Ogre.hp=8", "run.max_rounds=2"];
    let sets = short.iter().chain(more).map(|set| ("--set".to_owned(), (*set).to_owned()));
    load_scenario(&path, &Options { sets: sets.collect(), ..Options::default() }).expect("a scenario")
}

fn win(engine: &dyn Engine) -> f64 {
    let solved = solve(engine, "duel", &exact::Options::default(), &AtomicBool::new(false));
    solved.expect("within reach").win("wizards")
}

/// The exact share of each edit, by the definition: the mean over all orders of making them.
fn exact_shares(blend: &EditLattice) -> Vec<f64> {
    let n = blend.n();
    let wins: Vec<f64> =
        (0..1_u64 << n).map(|set| win(blend.with(set).expect("a scenario").engine())).collect();
    let mut shares = vec![0.0; n];
    let (mut orders, mut n_orders) = (vec![(Vec::new(), 0_u64)], 0.0);
    while let Some((order, made)) = orders.pop() {
        if order.len() == n {
            n_orders += 1.0;
            let mut before = 0;
            for edit in order {
                let edit: usize = edit;
                shares[edit] += wins[before | 1 << edit] - wins[before];
                before |= 1 << edit;
            }
            continue;
        }
        let left = (0..n).filter(|edit| made & (1 << edit) == 0);
        orders.extend(left.map(|edit| ([&order[..], &[edit]].concat(), made | 1 << edit)));
    }
    shares.iter().map(|share| share / n_orders).collect()
}

fn played(blend: &EditLattice, b: &Scenario, metrics: &[&str], seed: u64, fights: u64) -> Why {
    let metrics: Vec<String> = metrics.iter().map(|&name| name.to_owned()).collect();
    let (metrics, _) = Metric::named(&b.engine().about(), &metrics).expect("metrics");
    let stop = AtomicBool::new(false);
    let terms = Settings { seed, fights, may_solve: false, watch: Control { stop: &stop, played: &|_| {} } };
    why(blend, metrics, terms).expect("no invariant breaks")
}

/// Misses of `runs` seeds, of each edit and of the whole.
fn misses(blend: &EditLattice, b: &Scenario, exact: &[f64], runs: u64, fights: u64) -> Vec<u64> {
    let mut missed = vec![0; exact.len() + 1];
    for seed in 0..runs {
        let why = played(blend, b, &[], seed, fights);
        let shares = &why.metrics[0].1;
        let truths = exact.iter().copied().chain([exact.iter().sum()]);
        for ((share, truth), missed) in
            shares.edits.iter().chain([&shares.total]).zip(truths).zip(&mut missed)
        {
            *missed += u64::from(!share.within.expect("an interval").has(truth));
        }
    }
    missed
}

fn most(runs: u64) -> u64 {
    let distribution = Binomial::new(0.05, runs).expect("a binomial distribution");
    (0..=runs).find(|&k| distribution.sf(k) < ALARM).expect("a bound")
}

#[test]
fn shares_of_few_edits_cover_the_exact_ones() {
    let (a, b) = (duel(&[]), duel(&["Knight.hp=7", "Ogre.hp=10", "Ogre.attack=12"]));
    let blend = EditLattice::new(&a, &b, EXACT);
    assert_eq!(blend.n(), 3);
    let exact = exact_shares(&blend);
    let (runs, fights) = (100, 512);
    let missed = misses(&blend, &b, &exact, runs, fights);
    eprintln!("exact {exact:?}: {missed:?} of {runs} missed, {} allowed", most(runs));
    assert!(missed.iter().all(|&missed| missed <= most(runs)), "{missed:?} of {runs}");
}

#[test]
fn shares_by_drawn_orders_cover_the_exact_ones() {
    let sets =
        ["Knight.hp=6", "Ogre.hp=9", "Ogre.attack=13", "Knight.dodge=8", "Knight.hit=9", "Ogre.defense=10"];
    let (a, b) = (duel(&[]), duel(&[&sets[..], &["Ogre.action_value=8"]].concat()));
    let blend = EditLattice::new(&a, &b, EXACT);
    assert_eq!(blend.n(), 7);
    let exact = exact_shares(&blend);
    let (runs, fights) = (25, 12 * 1024);
    let missed = misses(&blend, &b, &exact, runs, fights);
    eprintln!("exact {exact:?}: {missed:?} of {runs} missed, {} allowed", most(runs));
    assert!(missed.iter().all(|&missed| missed <= most(runs)), "{missed:?} of {runs}");
}

#[test]
fn shares_add_up_to_the_whole() {
    let few = ["Knight.hp=7", "Ogre.hp=10", "Ogre.attack=12"];
    let many = ["Knight.dodge=8", "Knight.hit=9", "Ogre.defense=10", "Ogre.hit=8", "Ogre.dodge=7"];
    for sets in [few.to_vec(), [&few[..], &many[..]].concat()] {
        let (a, b) = (duel(&[]), duel(&sets));
        let blend = EditLattice::new(&a, &b, EXACT);
        assert_eq!(blend.n(), sets.len());
        let metrics = ["rounds", "hp_left(Knight)", "hit_rate(Ogre)"];
        let why = played(&blend, &b, &metrics, 3, 3000);
        for (metric, shares) in &why.metrics {
            let value: f64 = shares.edits.iter().filter_map(|share| share.value).sum();
            let total = shares.total.value.expect("a difference");
            assert!((value - total).abs() < 1e-9, "{}: {value}, not {total}", metric.named);
            // Of whole numbers the sums are equal to the last bit.
            if let Some(sum) = shares.total.sum {
                assert_eq!(shares.edits.iter().filter_map(|share| share.sum).sum::<i128>(), sum);
            }
        }
        let ends = why.metrics[0].1.ends.map(|end| end.expect("a win rate"));
        let total = why.metrics[0].1.total.value.expect("a difference");
        assert!((ends[1] - ends[0] - total).abs() < 1e-12, "{ends:?} {total}");
    }
}
