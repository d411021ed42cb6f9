//! Weights against exact answers: how often the intervals of effects and worths cover, and how often a
//! number that is worth nothing is called certain.

use core::sync::atomic::AtomicBool;
use std::path::Path;

use fray_sim::control::Control;
use fray_sim::exact::{self, solve};
use fray_sim::scenario::{Options, Scenario, load_scenario};
use fray_sim::vary::metrics::Metric;
use fray_sim::vary::weights::{Part, Settings, Weights, parts, weigh};
use statrs::distribution::{Binomial, DiscreteCDF};

const RUNS: u64 = 100;

/// The probability that a right program fails one of the comparisons of a test.
const ALARM: f64 = 1e-4;

/// A short duel, and the flags that make it one.
fn duel() -> (std::path::PathBuf, Options, Scenario) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/night-wizard/duel.toml");
    let sets =
        ["Knight.hp=5", "Ogre.hp=8", "run.max_rounds=6"].map(|set| ("--set".to_owned(), set.to_owned()));
    let options = Options { sets: sets.to_vec(), ..Options::default() };
    let base = load_scenario(&path, &options).expect("a scenario");
    (path, options, base)
}

/// The numbers that matter in such a duel.
fn numbers() -> Vec<Part> {
    let (path, options, base) = duel();
    let all = parts(&path, &options, &base, Some("Knight"), false, &AtomicBool::new(false));
    all.into_iter().filter(|part| ["hp", "attack", "luck"].contains(&part.place.stat.as_str())).collect()
}

fn win(scenario: &Scenario) -> f64 {
    let solved = solve(scenario.engine(), "duel", &exact::Options::default(), &AtomicBool::new(false));
    solved.expect("within reach").win("wizards")
}

fn weighed(base: &Scenario, numbers: &[Part], seed: u64) -> Weights {
    let (metrics, _) = Metric::named(&base.engine().about(), &[]).expect("win rates");
    let stop = AtomicBool::new(false);
    let watch = Control { stop: &stop, played: &|_| {} };
    let terms = Settings { seed, fights: 512, may_solve: false, watch, told: &|_| {} };
    weigh(base, numbers, metrics, terms).expect("no invariant breaks")
}

#[test]
fn effects_and_worths_cover_the_exact_ones() {
    let (_, _, base) = duel();
    let of_base = win(&base);
    let numbers = numbers();
    let exact: Vec<Vec<f64>> = numbers
        .iter()
        .map(|part| part.changed.iter().map(|it| win(&it.scenario) - of_base).collect())
        .collect();
    let mut missed = vec![[0; 3]; exact.len()];
    for seed in 0..RUNS {
        let weights = weighed(&base, &numbers, seed);
        for ((row, exact), missed) in weights.rows.iter().zip(&exact).zip(&mut missed) {
            if row.is_equal {
                // Luck rolls no dice here.
                assert!(exact.iter().all(|effect| effect.abs() < 1e-12), "{:?}: {exact:?}", row.place);
                continue;
            }
            for (i, (_, effects)) in row.effects.iter().enumerate() {
                let within = effects[0].expect("an effect").within;
                missed[i] += u64::from(!within.has(exact[i]));
            }
            let worth = row.worth[0].expect("a worth");
            let truth = (exact[0] - exact[1]) / 2.0;
            missed[2] += u64::from((worth.value - truth).abs() > worth.half);
        }
    }
    let distribution = Binomial::new(0.05, RUNS).expect("a binomial distribution");
    let most = (0..=RUNS).find(|&k| distribution.sf(k) < ALARM).expect("a bound");
    eprintln!("{missed:?} of {RUNS} missed, {most} allowed");
    assert!(missed.iter().flatten().all(|&missed| missed <= most), "{missed:?} of {RUNS}, {most} allowed");
}
