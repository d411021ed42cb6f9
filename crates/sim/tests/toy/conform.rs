//! What every game is held to, held of the toy.

use core::sync::atomic::AtomicBool;
use std::sync::LazyLock;

use fray_sim::compare::{Comparison, ComparisonSettings, Seats, Streams, Until, compare};
use fray_sim::stats::sequential::Verdict;
use fray_toy::{GAME, Toy};

use crate::by_hand::exact;
use crate::files::{rules, scenario, two};
use crate::support::from_schema::{Maker, Reach, mended};
use crate::support::{exact_observed, exact_sampled, promises};

static MAKER: LazyLock<Maker> = LazyLock::new(|| Maker::new(&crate::GAMES[0]));

/// A random scenario.
fn random(seed: u64) -> Toy {
    let made = (0_u64..).find_map(|again| MAKER.make(seed + (again << 32), Reach::Small));
    rules(&made.expect("a file").scenario)
}

/// A random match of two identical sides, in which nobody is first by the file.
fn mirror(seed: u64) -> Toy {
    let made = (0_u64..).find_map(|again| {
        let mut tree = MAKER.make(seed + (again << 32), Reach::Small)?.tree;
        let table = tree.as_object_mut().expect("a table");
        ["run", "rulings"].iter().for_each(|key| drop(table.remove(*key)));
        let mut side = tree["side"][0].clone();
        side["name"] = tree["side"][1]["name"].clone();
        tree["side"][1] = side;
        mended(tree)
    });
    rules(&made.expect("a file").scenario)
}

#[test]
fn toy_conforms() {
    promises::conform_without_luck("toy_conforms", random, mirror);
}

#[test]
fn sampled_fights_agree_with_exact_answers() {
    let party = "hp = 3\naim = 3\ndamage = 2\nshots = 2\ncount = 2\ntactics = { target = \"random\" }";
    let mob =
        "hp = 2\naim = 4\ncount = 2\ntactics = { target = { use = \"weakest\", when = \"shots >= 5\" } }";
    let texts = [GAME.example.to_owned(), two("[run]\nmax_rounds = 4", party, mob)];
    for (seed, text) in (31..).zip(&texts) {
        let rules = rules(&scenario(text));
        exact_sampled::compare(&rules, &exact(text), seed);
        exact_observed::compare(&rules, seed + 10);
    }
}

fn compared(a: &str, b: &str) -> Comparison {
    let order = ComparisonSettings {
        streams: [Streams { seed: 2016, seats: Seats::Listed }; 2],
        range: 0..100_000,
        until: Until::Verdict,
        metric: Some("win_rate(archers)"),
        delta: None,
        alpha: 0.01,
        stop: &AtomicBool::new(false),
        played: &|_| {},
    };
    compare(scenario(a).engine(), scenario(b).engine(), &order).expect("no fight breaks")
}

#[test]
fn a_change_is_found_and_no_change_is_none() {
    let changed = GAME.example.replace("damage = 2", "damage = 3");
    assert_ne!(changed, GAME.example);
    let [before, after] = [GAME.example, &changed].map(|text| exact(text).win("archers"));
    assert!(after > before);
    assert_eq!(compared(GAME.example, GAME.example).verdict(), Verdict::Same);
    let on = |n_threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().expect("threads");
        pool.install(|| compared(GAME.example, &changed))
    };
    let found = on(1);
    assert_eq!(found.verdict(), Verdict::Different, "{before} and {after}");
    assert_eq!(found, on(7), "threads move no bit");
}
