//! Sweeps against exact answers: how often intervals of differences cover, and how often a pick leaves the
//! best point out.
//!
//! The points are duels of which `fray exact` knows every probability. Seeds are fixed; a right program
//! fails one of these tests for at most one choice of seeds in a thousand.

use core::sync::atomic::AtomicBool;
use std::path::Path;

use fray_sim::control::Control;
use fray_sim::exact::{self, solve};
use fray_sim::scenario::{Options, load_scenario};
use fray_sim::vary::axis::SweepPoints;
use fray_sim::vary::metrics::Metric;
use fray_sim::vary::pick::Wanted;
use fray_sim::vary::sweep::{Players, Sweep, Until};
use fray_sim::vary::sweep_set::SweepSet;
use statrs::distribution::{Binomial, DiscreteCDF};

/// The probability that a right program fails a test.
const ALARM: f64 = 1e-3;

/// A short duel for each of these values of one key.
fn points(varied: &str) -> SweepPoints {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/night-wizard/duel.toml");
    let fixed = ["Knight.hp=5", "run.max_rounds=6"].map(|set| ("--set".to_owned(), set.to_owned()));
    let options = Options { sets: fixed.to_vec(), ..Options::default() };
    let base = load_scenario(&path, &options).expect("a scenario");
    let Ok(SweepSet::Varied(axis)) = SweepSet::parse(varied, None) else { panic!("{varied} is a range") };
    SweepPoints::new(&path, &options, &base, vec![axis], false).expect("points")
}

/// The exact win rate of the first side at each point.
fn exact(points: &SweepPoints) -> Vec<f64> {
    let win = |at: usize| {
        let point = points.point(at).expect("a point");
        let solved =
            solve(point.scenario.engine(), "duel", &exact::Options::default(), &AtomicBool::new(false));
        solved.expect("within reach").win("wizards")
    };
    (0..points.n()).map(win).collect()
}

fn played<'a>(points: &'a SweepPoints, seed: u64, until: Until<'_>) -> Sweep<'a> {
    let about = points.point(0).expect("a point").scenario.engine().about();
    let (metrics, _) = Metric::named(&about, &[]).expect("win rates");
    let players = Players::new(points, metrics, seed, false).expect("all have win rates");
    let stop = AtomicBool::new(false);
    let watch = Control { stop: &stop, played: &|_| {} };
    players.play(until, watch, &mut |_| {}).expect("no invariant breaks")
}

/// The most of `n` events of probability `p` that come in all but [`ALARM`] of cases.
fn most(n: u64, p: f64) -> u64 {
    let of = Binomial::new(p, n).expect("a binomial distribution");
    (0..=n).find(|&k| of.sf(k) < ALARM).unwrap_or(n)
}

#[test]
fn differences_between_points_cover_the_exact_ones() {
    const RUNS: u64 = 400;
    let points = points("Ogre.hp=8,10,20");
    let truth = exact(&points);
    let mut missed = [0; 3];
    for seed in 0..RUNS {
        let sweep = played(&points, seed, Until::Fights(400));
        let of = |at: usize| {
            let [prev, first] = [sweep.played[at].prev[0], sweep.played[at].first[0]];
            [prev, first].map(|difference| difference.expect("a difference").within)
        };
        let ([to_second, _], [to_third, from_first]) = (of(1), of(2));
        let exact = [truth[1] - truth[0], truth[2] - truth[1], truth[2] - truth[0]];
        for (missed, (within, exact)) in
            missed.iter_mut().zip([to_second, to_third, from_first].into_iter().zip(exact))
        {
            *missed += u64::from(!within.has(exact));
        }
    }
    let most = most(RUNS, 0.05);
    eprintln!("{missed:?} of {RUNS} missed, {most} allowed");
    assert!(missed.iter().all(|&missed| missed <= most), "{missed:?} of {RUNS} missed");
}

/// The best of 32 is among what a pick leaves with a confidence of 95 %, and mostly it is named, at a part
/// of the fights of a full grid.
#[test]
fn a_pick_of_32_holds_the_best_and_mostly_names_it() {
    const RUNS: u64 = 20;
    const MOST: u64 = 1 << 17;
    let points = points("Ogre.hp=1:32");
    let truth = exact(&points);
    // A value between two points, a twentieth of the way from the best.
    let best = 15;
    let to = truth[best] + (truth[best + 1] - truth[best]) / 20.0;
    let nearer = |&a: &usize, &b: &usize| (truth[a] - to).abs().total_cmp(&(truth[b] - to).abs());
    assert_eq!((0..truth.len()).min_by(nearer), Some(best), "{truth:?}");
    let wanted = Wanted::Closest(to);
    let (mut missed, mut named, mut fights) = (0, 0, 0);
    for seed in 0..RUNS {
        let sweep = played(&points, seed, Until::Picked { metric: 0, wanted, most: MOST });
        let picked = sweep.picked.expect("a pick");
        missed += u64::from(!picked.left.contains(&best));
        named += u64::from(picked.left == [best]);
        fights += picked.fights;
    }
    let most = most(RUNS, 0.05);
    eprintln!("{named} of {RUNS} name it, {missed} miss it, {most} allowed; {} fights each", fights / RUNS);
    assert!(missed <= most, "{missed} of {RUNS} leave the best out, {most} allowed");
    assert!(named * 2 > RUNS, "only {named} of {RUNS} name the best");
    assert!(fights / RUNS < 32 * MOST / 2, "{} fights each", fights / RUNS);
}
