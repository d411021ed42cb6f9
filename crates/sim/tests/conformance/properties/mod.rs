//! Promises held over random scenario files of every game that is compiled, each written once for all of
//! them: whoever is out of a fight does nothing, what is shown is what counts, what cannot be used changes
//! nothing, names, the order of listing and an empty map change nothing, nor does where on it a fight takes
//! place, more never hurts, an area does to friends what the rules say, and who idles had nothing to do.
//!
//! The files are made from the schema of the game and the blocks of its scenarios. `FRAY_PROPERTIES=1000`
//! makes that many of each game instead of a few; `FRAY_FROM` is the seed of the first, and
//! `FRAY_FINDINGS=<folder>` gets the files that break a promise, and `FRAY_KEEP=<folder>` all of them.

mod changes;
mod futile;
mod idle;
mod more;
mod object;
mod own_side;
mod places;
mod shown;
mod watched;

use std::collections::BTreeMap;
use std::path::Path;

use fray_rules::Game;
use fray_sim::play::trace::trace;
use fray_sim::scenario::Scenario;

use crate::support::from_schema::{Made, Maker, Reach};
use object::Requested;

const SEED: u64 = 2016;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|n| n.parse().expect("a number"))
}

/// A scenario as these properties see it.
fn asked(scenario: &Scenario) -> &dyn Requested {
    object::asked(&*scenario.rules)
}

/// The lines of a fight.
fn lines(scenario: &Scenario, seed: u64, fight: u64) -> Vec<String> {
    trace(&*scenario.rules, seed, fight).map_or_else(|broken| vec![broken.message], |trace| trace.lines)
}

/// Breaches of one property in one game: of each kind the first, and how many there are.
#[derive(Default)]
struct Found(BTreeMap<String, (u64, String)>);

impl Found {
    fn add(&mut self, kind: &str, told: impl FnOnce() -> String) {
        let of_kind = self.0.entry(kind.to_owned()).or_insert_with(|| (0, told()));
        of_kind.0 += 1;
    }
}

/// Holds a property over random files of every game that is registered, but for the kinds of breaches that
/// `allowed` names of a game, each with its reason.
fn over_files(
    property: &str,
    few: u64,
    allowed: &[(&str, &str, &str)],
    mut check: impl FnMut(&Made, &Maker, u64, &mut Found),
) {
    let n = number("FRAY_PROPERTIES").unwrap_or(few);
    let from = number("FRAY_FROM").unwrap_or(0);
    let mut all = String::new();
    for info in crate::GAMES {
        let maker = Maker::new(info);
        let mut found = Found::default();
        let mut n_made = 0;
        // Not every file is right; where few are, so many more are made.
        for seed in from..from + 2 * n {
            if seed >= from + n && n_made > n / 2 {
                break;
            }
            let Some(made) = maker.make(seed, Reach::Small) else { continue };
            n_made += 1;
            if let Some(folder) = std::env::var_os("FRAY_KEEP") {
                let folder = Path::new(&folder).join(info.name());
                std::fs::create_dir_all(&folder).expect("a folder");
                std::fs::write(folder.join(format!("{seed}.toml")), &made.text).expect("a file");
            }
            let before: Vec<String> = found.0.keys().cloned().collect();
            check(&made, &maker, seed, &mut found);
            for (kind, (_, told)) in found.0.iter().filter(|(kind, _)| !before.contains(kind)) {
                keep(info, property, kind, told, &made.text);
            }
        }
        assert!(n_made > n / 2, "{}: only {n_made} of {n} files are right", info.name());
        for (kind, (n, told)) in found.0 {
            let is_allowed = |(game, of, _): &&(&str, &str, &str)| *game == info.name() && *of == kind;
            if !allowed.iter().any(|one| is_allowed(&one)) {
                all.push_str(&format!("\n== {}: {kind} ({n} of {n_made} files)\n{told}\n", info.name()));
            }
        }
    }
    assert!(all.is_empty(), "{property}:{all}");
}

/// Writes a file that breaks a promise, with what is wrong at its head.
fn keep(info: &Game, property: &str, kind: &str, told: &str, text: &str) {
    let Some(folder) = std::env::var_os("FRAY_FINDINGS") else { return };
    let folder = Path::new(&folder).join(info.name());
    std::fs::create_dir_all(&folder).expect("a folder");
    let word = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let name: String = format!("{property}-{kind}").chars().map(word).take(80).collect();
    let head: String =
        format!("{property}: {kind}\n{told}").lines().map(|line| format!("# {line}\n")).collect();
    std::fs::write(folder.join(name).with_extension("toml"), head + text).expect("a file");
}

/// Fights of each file that are watched.
const WATCHED: u64 = 4;

#[test]
fn who_is_out_does_nothing_and_health_is_what_is_reported() {
    over_files("events", 100, watched::ALLOWED, |made, _, seed, found| {
        for fight in 0..WATCHED {
            for breach in asked(&made.scenario).breaches(SEED, fight) {
                found.add(&breach.kind, || {
                    format!("file {seed}, seed {SEED}, fight {fight}\n{}", breach.told)
                });
            }
        }
    });
}

#[test]
fn what_is_shown_is_what_counts() {
    over_files("shown", 60, &[], |made, _, seed, found| {
        let Some(named) = shown::named(made) else { return };
        for fight in 0..WATCHED {
            for breach in shown::breaches(&named.scenario, SEED, fight) {
                found.add(&breach.kind, || {
                    format!("file {seed}, seed {SEED}, fight {fight}\n{}", breach.told)
                });
            }
        }
    });
}

#[test]
fn who_idles_had_nothing_to_do() {
    over_files("idle", 50, idle::ALLOWED, |made, _, seed, found| {
        if let Some(breach) = idle::breach(made, SEED) {
            found.add(&breach.kind, || format!("file {seed}\n{}", breach.told));
        }
    });
}

#[test]
fn what_can_never_be_used_changes_nothing() {
    over_files("futile", 40, &[], |made, maker, seed, found| {
        for breach in futile::breaches(made, maker, seed) {
            found.add(&breach.kind, || format!("file {seed}\n{}", breach.told));
        }
    });
}

#[test]
fn names_change_nothing() {
    over_files("names", 10, &[], |made, _, seed, found| {
        if let Some(breach) = changes::renamed(made) {
            found.add(&breach.kind, || format!("file {seed}\n{}", breach.told));
        }
    });
}

#[test]
fn the_order_of_listing_changes_nothing() {
    over_files("order", 16, changes::ORDERED, |made, _, seed, found| {
        if let Some(breach) = changes::listed_otherwise(made) {
            found.add(&breach.kind, || format!("file {seed}\n{}", breach.told));
        }
    });
}

#[test]
fn an_empty_map_without_room_changes_nothing() {
    over_files("map", 16, changes::MAPPED, |made, _, seed, found| {
        if let Some(breach) = changes::on_a_map(made) {
            found.add(&breach.kind, || format!("file {seed}\n{}", breach.told));
        }
    });
}

#[test]
fn elsewhere_on_an_empty_map_is_the_same() {
    over_files("places", 30, &[], |made, _, seed, found| {
        if let Some(breach) = places::breach(made) {
            found.add(&breach.kind, || format!("file {seed}\n{}", breach.told));
        }
    });
}

#[test]
fn more_never_hurts() {
    over_files("more", 8, more::ALLOWED, |made, maker, seed, found| {
        for breach in more::breaches(made, maker, seed) {
            found.add(&breach.kind, || format!("file {seed}\n{}", breach.told));
        }
    });
}

/// Of so many files one has an area at least that is looked at.
const WITHOUT_AREA: usize = 10;

#[test]
fn areas_do_to_friends_what_the_rules_say() {
    let mut met: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    over_files("own side", 160, own_side::ALLOWED, |made, maker, seed, found| {
        if !maker.has_areas() {
            return;
        }
        let of_file = own_side::met(made, maker, seed);
        let (n_files, n_met) = met.entry(made.scenario.info.name()).or_default();
        (*n_files, *n_met) = (*n_files + 1, *n_met + of_file.n);
        for breach in of_file.breaches {
            found.add(&breach.kind, || format!("file {seed}\n{}", breach.told));
        }
    });
    for (game, (n_files, n_met)) in met {
        assert!(n_met >= n_files / WITHOUT_AREA, "{game}: only {n_met} areas in {n_files} files");
    }
}
