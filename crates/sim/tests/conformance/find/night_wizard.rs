//! The search for fights of a party of wizards.

use super::{FIGHTS, SEED, best, walk};
use crate::support::night_wizard::{party, stalemate};
use fray_rules::games::night_wizard::NightWizard;
use fray_sim::find::{Found, find};
use fray_sim::measures::Criteria;
use fray_sim::play::engine::AsEngine;

#[test]
fn find_finds_what_a_walk_over_all_fights_finds() {
    let system = NightWizard::new(&party());
    let all = walk(system.as_engine(), 0..FIGHTS);
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
        let criteria = Criteria::parse(text, &system.as_engine().about()).expect("good criteria");
        let found = find(system.as_engine(), SEED, 0..FIGHTS, &criteria).expect("no invariant breaks");
        assert_eq!(found.map(|f| f.fight), best(&all, &system.as_engine().about(), &criteria), "{text}");
    }
}

#[test]
fn find_finds_the_same_on_any_number_of_threads() {
    let system = NightWizard::new(&party());
    for text in ["loss, longest", "win", "most_damage(Emulator)", "loss, p95 damage(Emulator)"] {
        let criteria = Criteria::parse(text, &system.as_engine().about()).expect("good criteria");
        let on = |n_threads| -> Option<Found> {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().expect("threads");
            pool.install(|| find(system.as_engine(), SEED, 100..20_000, &criteria))
                .expect("no invariant breaks")
        };
        assert_eq!(on(1), on(2), "{text}");
        assert_eq!(on(1), on(7), "{text}");
    }
}

#[test]
fn find_says_when_no_fight_fits() {
    let system = NightWizard::new(&stalemate());
    let draw = Criteria::parse("draw, longest", &system.as_engine().about()).expect("good criteria");
    assert_eq!(find(system.as_engine(), SEED, 0..100, &draw), Ok(None));
    let timeout = Criteria::parse("timeout, longest", &system.as_engine().about()).expect("good criteria");
    let first =
        find(system.as_engine(), SEED, 40..100, &timeout).expect("no invariant breaks").expect("all fit");
    assert_eq!((first.fight, first.value), (40, Some(2.0)), "of equals the first");
    assert_eq!(find(system.as_engine(), SEED, 5..5, &timeout), Ok(None));
}
