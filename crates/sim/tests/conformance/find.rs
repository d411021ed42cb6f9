//! The search for fights.

use crate::support::night_wizard::{party, stalemate};
use crate::support::toss::Toss;
use fray_rules::engine::contract::Outcome;
use fray_rules::engine::roster::SideId;
use fray_rules::games::night_wizard::NightWizard;
use fray_sim::measures::{Criteria, Ends, Most};
use fray_sim::play::engine::Engine;
use fray_sim::play::find::{Found, find};
use fray_sim::play::run::{Broken, run};
use fray_sim::play::trace::trace;

const SEED: u64 = 2016;

const FIGHTS: u64 = 3000;

/// What a plain walk over the fights finds.
fn walk(system: &NightWizard, criteria: &Criteria) -> Option<(u64, Outcome, u32)> {
    let mut best: Option<(i64, (u64, Outcome, u32))> = None;
    for fight in 0..FIGHTS {
        let totals = run(system, SEED, fight..fight + 1, &|_| {}).expect("no invariant breaks");
        let rounds = totals.rounds().sum() as u32;
        let winner = (0..totals.sides.len()).find(|&side| totals.wins(side) == 1);
        let outcome = match winner {
            Some(side) => Outcome::Win(SideId(side as u8)),
            None if totals.draws.n() == 1 => Outcome::Draw,
            None => Outcome::Timeout,
        };
        let fits = match criteria.outcome {
            None => true,
            Some(Ends::Win(side)) => outcome == Outcome::Win(side),
            Some(Ends::Loss(side)) => winner.is_some() && outcome != Outcome::Win(side),
            Some(Ends::Draw) => outcome == Outcome::Draw,
            Some(Ends::Timeout) => outcome == Outcome::Timeout,
        };
        let score = match criteria.most {
            None => 0,
            Some(Most::Longest) => i64::from(rounds),
            Some(Most::Shortest) => -i64::from(rounds),
            Some(Most::Damage(units)) => {
                units.map(|unit| totals.units[unit.idx()].per_fight.sum() as i64).sum()
            }
        };
        if fits && best.is_none_or(|best| score > best.0) {
            best = Some((score, (fight, outcome, rounds)));
        }
    }
    best.map(|best| best.1)
}

#[test]
fn find_finds_what_a_walk_over_all_fights_finds() {
    let system = NightWizard::new(&party());
    for text in [
        "loss",
        "win, longest",
        "loss(wizards), longest",
        "win(enemies), shortest",
        "longest",
        "loss, most_damage(Emulator)",
        "most_damage(Servant)",
        "win, most_damage(wizards/Gunner)",
        "timeout",
    ] {
        let criteria = Criteria::parse(text, &system.about()).expect("good criteria");
        let found = find(&system, SEED, 0..FIGHTS, &criteria).expect("no invariant breaks");
        assert_eq!(found.map(|f| (f.fight, f.outcome, f.rounds)), walk(&system, &criteria), "{text}");
    }
}

#[test]
fn find_finds_the_same_on_any_number_of_threads() {
    let system = NightWizard::new(&party());
    for text in ["loss, longest", "win", "most_damage(Emulator)"] {
        let criteria = Criteria::parse(text, &system.about()).expect("good criteria");
        let on = |n_threads| -> Option<Found> {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().expect("threads");
            pool.install(|| find(&system, SEED, 100..20_000, &criteria)).expect("no invariant breaks")
        };
        assert_eq!(on(1), on(2), "{text}");
        assert_eq!(on(1), on(7), "{text}");
    }
}

#[test]
fn find_says_when_no_fight_fits() {
    let system = NightWizard::new(&stalemate());
    let draw = Criteria::parse("draw, longest", &system.about()).expect("good criteria");
    assert_eq!(find(&system, SEED, 0..100, &draw), Ok(None));
    let timeout = Criteria::parse("timeout, longest", &system.about()).expect("good criteria");
    let first = find(&system, SEED, 40..100, &timeout).expect("no invariant breaks").expect("all fit");
    assert_eq!((first.fight, first.rounds), (40, 2), "of equals the first");
    assert_eq!(find(&system, SEED, 5..5, &timeout), Ok(None));
}

#[test]
fn a_broken_fight_is_named_by_run_and_find_and_told_as_far_as_it_came() {
    let toss = Toss::default();
    let fights = 0..5000;
    let broken = run(&toss, SEED, fights.clone(), &|_| {}).expect_err("some fight breaks");
    assert_eq!(broken.message, "three heads in a row");
    let longest = Criteria::parse("longest", &toss.about()).expect("good criteria");
    assert_eq!(find(&toss, SEED, fights.clone(), &longest), Err(broken.clone()));
    let told = trace(&toss, SEED, broken.fight).expect_err("it breaks again");
    assert_eq!((told.message, told.lines.len()), (broken.message, 4));
    assert_eq!(told.lines[..2], ["Round 1", "  head"]);
    // All fights before it are sound.
    assert!((0..broken.fight).all(|fight| trace(&toss, SEED, fight).is_ok()));
    // A search that ends before it never meets it.
    let win = Criteria::parse("win", &toss.about()).expect("good criteria");
    let found: Result<Option<Found>, Broken> = find(&toss, SEED, 0..broken.fight, &win);
    assert!(found.is_ok());
}
