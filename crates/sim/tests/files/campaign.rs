//! Files made from the schema, at the bounds of every key and with everything on everybody: each is refused
//! with a place, or played to sums that agree, to the same bytes on one thread and on two.
//!
//! The gate makes few of each game. A campaign makes more, of one game under a limit of memory:
//!
//! ```sh
//! (ulimit -v 4000000; FRAY_CAMPAIGN=3000 FRAY_FINDINGS=/tmp/faults nice -n 19 \
//!     cargo test -p fray-sim --no-default-features --features juso --test files campaign -- --nocapture)
//! ```
//!
//! `FRAY_FROM` is the seed of the first file, and `FRAY_GAME` the one game that is asked for. A file that is not
//! played within five minutes of processor time ends the campaign with its text and seed; go on behind it. `FRAY_KEEP=<folder>` keeps every file that is right, for calls of
//! the program.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use cpu_time::ProcessTime;
use fray_engine::metrics::Kind;
use fray_rules::{self, Game};
use fray_sim::play::engine::{RunRequest, simulate};
use fray_sim::scenario::{Scenario, load_text};
use fray_sim::totals::{MetricTotals, Totals};

use crate::support::Choices;
use crate::support::from_schema::{Maker, Reach, mended};
use crate::support::toml_lines::written;

/// Files of each game in the gate.
const FEW: u64 = 15;
/// Fights of each file.
const FIGHTS: u64 = 3;
/// Seconds of processor time after which a file is taken for one that never ends.
const MOST: u64 = 300;

/// What came of the files of a game.
#[derive(Debug, Default)]
struct Figures {
    files: u64,
    /// As they were made.
    refused: u64,
    /// After what is wrong was taken out.
    given_up: u64,
    played: u64,
    fights: u64,
    /// The most processor time of a file, and its seed.
    slowest: (Duration, u64),
    /// Of each kind the number and the first seed.
    faults: BTreeMap<String, (u64, u64)>,
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|n| n.parse().expect("a number"))
}

#[test]
fn the_campaign_of_files_made_from_the_schema() {
    let mut n_faults = 0;
    let game = std::env::var("FRAY_GAME").ok();
    for info in fray_rules::GAMES.iter().filter(|info| game.as_ref().is_none_or(|game| game == info.name())) {
        let figures = campaign(info);
        println!(
            "{}: {} files, {} refused as made, {} given up, {} played, {} fights, slowest {:.1?}, faults {:#?}",
            info.name(),
            figures.files,
            figures.refused,
            figures.given_up,
            figures.played,
            figures.fights,
            figures.slowest,
            figures.faults
        );
        n_faults += figures.faults.len();
    }
    assert_eq!(n_faults, 0, "kinds of faults");
}

fn campaign(info: &'static Game) -> Figures {
    let maker = Maker::new(info);
    let mut figures = Figures::default();
    let (from, n) = (number("FRAY_FROM").unwrap_or(0), number("FRAY_CAMPAIGN").unwrap_or(FEW));
    let (at, over) = (AtomicU64::new(from), AtomicBool::new(false));
    let text = Mutex::new(String::new());
    let since = Mutex::new(ProcessTime::now());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(200));
                let elapsed = since.lock().expect("no panic").elapsed();
                if elapsed > Duration::from_secs(MOST) {
                    let seed = at.load(Ordering::Relaxed);
                    keep(info, &format!("never ends {seed}"), &text.lock().expect("no panic"));
                    eprintln!("{}: file {seed} is not done after {MOST} seconds", info.name());
                    std::process::exit(1);
                }
            }
        });
        for seed in from..from + n {
            at.store(seed, Ordering::Relaxed);
            *since.lock().expect("no panic") = ProcessTime::now();
            let mut fault = |kind: &str, text: &str| {
                let of_kind = figures.faults.entry(kind.to_owned()).or_insert((0, seed));
                of_kind.0 += 1;
                if of_kind.0 == 1 {
                    keep(info, &format!("{kind} {seed}"), &format!("# {kind}\n{text}"));
                }
            };
            figures.files += 1;
            let tree = maker.tree(&mut Choices::new(seed), Reach::Extreme);
            let made = written(&tree).0;
            (*text.lock().expect("no panic")).clone_from(&made);
            let read = catch_unwind(|| match load_text("random.toml", &made) {
                Ok(_) => Ok(()),
                Err(diagnosis) => Err(diagnosis
                    .rows()
                    .iter()
                    .any(|row| row.line < 1 || row.column < 1 || row.message.is_empty())),
            });
            match read {
                Ok(Ok(())) => {}
                Ok(Err(points_nowhere)) => {
                    figures.refused += 1;
                    if points_nowhere {
                        fault("a problem points nowhere", &made);
                    }
                }
                Err(panic) => fault(&format!("reading panics: {}", message(&*panic)), &made),
            }
            let Ok(right) = catch_unwind(AssertUnwindSafe(|| mended(tree))) else {
                fault("mending panics", &made);
                continue;
            };
            let Some(right) = right else {
                figures.given_up += 1;
                continue;
            };
            (*text.lock().expect("no panic")).clone_from(&right.text);
            if let Some(folder) = std::env::var_os("FRAY_KEEP") {
                let folder = Path::new(&folder).join(info.name());
                std::fs::create_dir_all(&folder).expect("a folder");
                std::fs::write(folder.join(format!("{seed}.toml")), &right.text).expect("a file");
            }
            match catch_unwind(AssertUnwindSafe(|| faults(&right.scenario))) {
                Ok(found) => found.iter().for_each(|kind| fault(kind, &right.text)),
                Err(panic) => fault(&format!("playing panics: {}", message(&*panic)), &right.text),
            }
            figures.played += 1;
            figures.fights += FIGHTS;
            figures.slowest = figures.slowest.max((since.lock().expect("no panic").elapsed(), seed));
        }
        over.store(true, Ordering::Relaxed);
    });
    figures
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("?").to_owned()
}

/// Writes a file with a fault, if somebody asks for it.
fn keep(info: &Game, name: &str, text: &str) {
    let Some(folder) = std::env::var_os("FRAY_FINDINGS") else { return };
    let folder = Path::new(&folder).join(info.name());
    std::fs::create_dir_all(&folder).expect("a folder");
    let word = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let name: String = name.chars().map(word).take(90).collect();
    std::fs::write(folder.join(format!("campaign-{name}.toml")), text).expect("a file");
}

/// Returns what is wrong with the fights of a file.
fn faults(scenario: &Scenario) -> Vec<String> {
    let played = |n_threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().expect("threads");
        let order = RunRequest { seed: 7, range: 0..FIGHTS, stop: &AtomicBool::new(false), played: &|_| {} };
        pool.install(|| simulate(scenario.engine(), order)).map(|played| played.totals)
    };
    match (played(1), played(2)) {
        (Ok(one), Ok(two)) => {
            let mut found = sums(scenario, &one);
            if one != two {
                found.push("threads change totals".to_owned());
            }
            found
        }
        (Err(broken), _) | (_, Err(broken)) => vec![format!("broken: {}", broken.message)],
    }
}

/// Returns what of the sums of some fights cannot be.
fn sums(scenario: &Scenario, totals: &Totals) -> Vec<String> {
    let about = scenario.engine().about();
    let mut found = Vec::new();
    let mut holds = |yes: bool, what: &str| {
        if !yes {
            found.push(what.to_owned());
        }
    };
    let wins: u64 = (0..totals.sides.len()).map(|side| totals.wins(side)).sum();
    holds(totals.fights == FIGHTS, "fights are missing");
    holds(totals.fights == wins + totals.draws.n() + totals.timeouts.n(), "outcomes are not the fights");
    let rounds = totals.rounds();
    holds(rounds.n() == FIGHTS, "rounds are not the fights");
    holds(rounds.each().all(|(round, _)| round <= about.max_rounds), "more rounds than allowed");
    for (unit, largest) in totals.units.iter().zip(&about.largest) {
        holds(unit.per_fight.n() == FIGHTS, "damage is not of the fights");
        let of_hits: u128 =
            unit.attack.each().map(|(v, n)| u128::from(v.saturating_sub(1)) * u128::from(n)).sum();
        holds(of_hits <= unit.per_fight.sum(), "hits do more damage than the fight");
        holds(unit.overkill.sum() <= unit.per_fight.sum(), "more overkill than damage");
        for ((metric, info), largest) in unit.metrics.iter().zip(about.metrics).zip(largest) {
            let MetricTotals::Histogram(values) = metric else { continue };
            if matches!(info.kind, Kind::Count) {
                holds(values.n() == FIGHTS, &format!("{} is not of the fights", info.name));
            }
            if let Some(largest) = largest {
                let most = values.each().map(|(value, _)| value).max().unwrap_or(0);
                holds(most <= *largest, &format!("{} is above its bound", info.name));
            }
        }
        for sums in &unit.by_fight {
            holds(sums.fights <= FIGHTS && sums.fights <= sums.tries, "more fights than tries");
        }
    }
    found
}
