//! The exact best play of a side among named tactics, on a small fight: as good as the exact answers say, and the
//! ceiling of looking ahead.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use fray_engine::roster::SideId;
use fray_sim::exact::best::report::BestPlay;
use fray_sim::exact::best::{NoBestPlay, render, solve, within};
use fray_sim::exact::{Bound, Control, Options as Bounds, solve as exact};
use fray_sim::play::run::run;
use fray_sim::scenario::{Clever, Options, Scenario, SidePlay, SideTactics, load_scenario};
use fray_sim::vary::clever::{NoChoices, Settings, choices};

/// The duel of Juso with few points of life and these tactics of the hunters.
fn duel(tactics: Vec<SideTactics>, sets: &[String]) -> Scenario {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../configs/juso/duel.toml");
    let small = ["Hunter.life=2", "Brute.life=3"].map(str::to_owned);
    let sets = small.iter().chain(sets).map(|set| ("--set".to_owned(), set.clone())).collect();
    load_scenario(&path, &Options { sets, tactics, ..Options::default() }).expect("the duel")
}

fn sets_of(scenario: &Scenario) -> Clever {
    let stop = AtomicBool::new(false);
    let terms = Settings { seed: 2, trials: 48, stop: &stop, played: &|_| {} };
    choices(scenario, SideId(0), terms).unwrap_or_else(|no: NoChoices| panic!("{no:?}"))
}

fn best(scenario: &Scenario, sets: &Clever, bounds: &Bounds) -> Result<BestPlay, NoBestPlay> {
    let stop = AtomicBool::new(false);
    solve(scenario, SideId(0), sets, bounds, Control { stop: &stop, progress: &|_| {} })
}

/// The largest error of the two sums of products: that of the exact answer, and as many roundings as a fight has
/// steps at most.
const ROUNDING: f64 = 1e-12;

#[test]
fn best_play_is_above_every_set_and_what_it_gains_adds_up() {
    let small = duel(Vec::new(), &[]);
    let sets = sets_of(&small);
    let found = best(&small, &sets, &Bounds::default()).expect("it is small");
    assert!(found.residual < ROUNDING && found.sets.len() > 4, "{found:?}");
    for row in &found.sets {
        let stop = AtomicBool::new(false);
        let alone = duel(Vec::new(), &row.set);
        let alone = exact(alone.engine(), "alone", &Bounds::default(), &stop).expect("it is small");
        assert!(
            (row.win_rate - alone.win("hunters")).abs() < ROUNDING,
            "{row:?}, not {}",
            alone.win("hunters")
        );
        assert!(row.win_rate <= found.win_rate, "{row:?}, best is {}", found.win_rate);
    }
    // A change of mind is worth more than any one set.
    let most = found.sets.iter().map(|row| row.win_rate).fold(0.0, f64::max);
    assert!(found.win_rate > most + 0.05, "{} and {most}", found.win_rate);
    let ends: f64 = found.outcomes.iter().map(|row| row.p).sum();
    assert!(
        (ends - 1.0).abs() < ROUNDING && (found.outcomes[0].p - found.win_rate).abs() < ROUNDING,
        "{found:?}"
    );
    // What is lost at each turn by playing as the file says is all that is lost.
    let worth = found.departures.iter().map(|it| it.worth).sum::<f64>() + found.start.worth + found.more.1;
    let gained = found.win_rate - found.sets[0].win_rate;
    assert!((worth - gained).abs() < ROUNDING, "{worth}, not {gained}");
    assert!(found.departures.iter().all(|it| it.gain > 0.0 && it.turns > 0.0 && !it.set.is_empty()));
    let text = render(&found);
    assert!(
        text.contains(&format!("{:.9} %  the best of these at each turn", 100.0 * found.win_rate)),
        "{text}"
    );
    assert!(text.contains("Hunter 2, Brute 3: hunters/Hunter.tactics."), "{text}");
    // With the file's tactics alone, best play is the file's.
    let alone = best(&small, &Clever::default(), &Bounds::default()).expect("it is small");
    assert!(alone.departures.is_empty() && alone.sets.len() == 1, "{alone:?}");
    assert_eq!(alone.win_rate.to_bits(), alone.sets[0].win_rate.to_bits());
    assert!(render(&alone).contains("never departs"), "{}", render(&alone));
}

/// 600 fights against the exact answer at 4 standard errors: a false alarm once in 15,000 seeds a side.
#[test]
fn looking_ahead_is_below_best_play_and_not_far() {
    const FIGHTS: u64 = 600;
    /// What 48 trials a turn and turns that are tried under the base alone may lose.
    const GAP: f64 = 0.05;
    let small = duel(Vec::new(), &[]);
    let sets = sets_of(&small);
    let ceiling = best(&small, &sets, &Bounds::default()).expect("it is small").win_rate;
    let play = SidePlay::Clever(sets);
    let clever = duel(vec![SideTactics { side: "hunters".to_owned(), play }], &[]);
    let totals = run(clever.engine(), 5, 0..FIGHTS, &|_| {}).expect("no invariant breaks");
    let won = totals.sides[0].wins.n() as f64 / FIGHTS as f64;
    let noise = 4.0 * (ceiling * (1.0 - ceiling) / FIGHTS as f64).sqrt();
    assert!(won <= ceiling + noise, "{won} is above {ceiling}");
    assert!(won >= ceiling - GAP - noise, "{won} is far below {ceiling}");
}

#[test]
fn what_is_too_large_is_refused_with_the_bound() {
    let small = duel(Vec::new(), &[]);
    let sets = sets_of(&small);
    for (bounds, limit) in [
        (Bounds { max_paths: 400_000, ..Bounds::default() }, Bound::Paths),
        (Bounds { max_bytes: 300_000, ..Bounds::default() }, Bound::Memory),
        (Bounds { max_steps: 100_000, ..Bounds::default() }, Bound::Steps),
    ] {
        match best(&small, &sets, &bounds) {
            Err(NoBestPlay::TooLarge { bound, .. }) => assert_eq!(bound, limit),
            other => panic!("{other:?}"),
        }
    }
}

/// The sampled states alone would be within the bound.
#[test]
fn what_the_first_states_take_is_known_before_sets_of_tactics_are_searched() {
    let large = duel(Vec::new(), &["Hunter.life=5", "Brute.life=5"].map(str::to_owned));
    let stop = AtomicBool::new(false);
    let control = Control { stop: &stop, progress: &|_| {} };
    let bounds = Bounds { max_paths: 20_000, ..Bounds::default() };
    match within(&large, &bounds, control) {
        Err(NoBestPlay::TooLarge { bound: Bound::Paths, expanded, states_at_least }) => {
            assert!(expanded > 0 && states_at_least > 0.0, "{expanded} of {states_at_least}");
        }
        other => panic!("{other:?}"),
    }
    within(&large, &Bounds::default(), control).expect("it is in reach");
}
