//! Speed as ratios measured in one run: `cargo run --release -p fray-benches`.
//!
//! Without arguments everything is measured. The name of a system (`night-wizard`, `juso`, `cardinal`, `stonebound`, `mahou-galaxy`) measures
//! its rows alone, `board` those of the board of squares, `compare` what a comparison costs and
//! `answers` what a search costs against a full grid. `waits` measures fights that people wait for, `cards` the first
//! cards and default runs of all scenarios, `peers` (with the feature of this name) the core duel in Python and numpy
//! beside the engine's. `maps` measures the Night Wizard
//! fights that use more than one weapon on one square; texts behind it choose the rows that have
//! one of them in their names. Names of the fights on one square measure these fights alone.
//!
//! `w` is the CPU time of one word of the raw generator, in one chain. Every ratio is taken within
//! one repeat; what is printed is the median and the range over all repeats. Each row of fights ends
//! with z, the distance in standard errors between the measured win rate of the first side and the
//! exact one. Where no exact answer is within reach, the plain twin's rate takes its place. A large z
//! shows an engine that is fast and wrong.

mod answers;
mod board;
#[cfg(feature = "cardinal")]
mod cardinal;
mod compare;
#[cfg(feature = "juso")]
mod juso;
#[cfg(feature = "mahou-galaxy")]
mod mahou_galaxy;
mod maps;
mod matrix;
mod measure;
#[cfg(feature = "peers")]
mod peers;
#[cfg_attr(
    not(any(feature = "juso", feature = "cardinal", feature = "stonebound", feature = "mahou-galaxy")),
    allow(dead_code, reason = "the rows of those games")
)]
mod rows;
mod scenarios;
#[cfg(feature = "stonebound")]
mod stonebound;
mod threads;
mod twin;
mod waits;

use core::sync::atomic::AtomicBool;

use fray_engine::contract::System;
use fray_engine::draw::{Chance, Draw, Roll, Words};
use fray_engine::fight::play;
use fray_engine::observe::Nobody;
use fray_rules::games::night_wizard::NightWizard;
use fray_rules::games::night_wizard::state::State;
use fray_sim::exact::{Options, solve};
use fray_sim::play::dice::Dice;
use fray_sim::tally::Tally;
use fray_sim::totals::Totals;
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;

use measure::{Spread, allocations, cpu_ns, raw_words};
use rows::{fights, recorded};
use scenarios::{DUEL, FIGHTS, Fight};

#[global_allocator]
static ALLOCATOR: measure::Counting = measure::Counting;

/// Repeats, and fights of a duel in each; other fights are played as often as their size allows.
const REPEATS: usize = 15;
const DUELS: u64 = 100_000;
const WORDS: u64 = 20_000_000;
const SEED: u64 = 2016;

/// By system, the function that measures and prints its rows.
const SYSTEMS: &[(&str, fn())] = &[
    ("night-wizard", night_wizard),
    #[cfg(feature = "juso")]
    ("juso", juso::print),
    #[cfg(feature = "cardinal")]
    ("cardinal", cardinal::print),
    #[cfg(feature = "stonebound")]
    ("stonebound", stonebound::print),
    #[cfg(feature = "mahou-galaxy")]
    ("mahou-galaxy", mahou_galaxy::print),
];

fn main() {
    fray_play::game::install(fray_rules::GAMES);
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let system = |name: &str| SYSTEMS.iter().find(|(system, _)| *system == name);
    match asked.as_slice() {
        [] => {
            board::print();
            for (_, rows) in SYSTEMS {
                rows();
            }
            compare::print();
            matrix::print();
            answers::print();
            #[cfg(feature = "peers")]
            peers::print();
            waits::print_fights();
            waits::print_cards();
        }
        [name] if name == "answers" => answers::print(),
        [name] if name == "waits" => waits::print_fights(),
        [name] if name == "cards" => waits::print_cards(),
        #[cfg(feature = "peers")]
        [name] if name == "peers" => peers::print(),
        [name] if name == "board" => board::print(),
        [name] if name == "compare" => compare::print(),
        [name] if name == "matrix" => matrix::print(),
        [name] if let Some((_, rows)) = system(name) => rows(),
        [maps, rows @ ..] if maps == "maps" => maps::print(rows),
        names => {
            if one_square(names).is_empty() {
                let fights = FIGHTS.map(|fight| fight.name).join(", ");
                let systems = SYSTEMS.iter().map(|(system, _)| *system).collect::<Vec<_>>().join(", ");
                println!(
                    "expected the name of a fight ({fights}), of a system ({systems}), answers, board, cards, compare, matrix, peers (a feature), waits or maps"
                );
            }
        }
    }
}

fn night_wizard() {
    let rows = one_square(&[]);
    let duel = &rows[0];
    let growth = rows[4].per_attack.median / duel.per_attack.median;
    println!("\ngrowth of the cost per attack, 1v1 to 8v8: {growth:.2} (bar 1.25)");
    println!("cost per attack, any size: bar 12 w");
    details();
    threads::print();
    exact_row(duel);
    maps::print(&[]);
}

/// Measures and prints the fights on one square that have one of these names, or all of them.
fn one_square(names: &[String]) -> Vec<Row> {
    let is_asked = |fight: &&Fight| names.is_empty() || names.iter().any(|name| name == fight.name);
    let rows: Vec<Row> = FIGHTS.iter().filter(is_asked).map(measure_fight).collect();
    let Some(duel) = rows.first() else { return rows };
    println!("night-wizard on one square, all metrics on; {REPEATS} repeats, CPU time of one thread\n");
    println!("w = {} ns\n", duel.word_ns);
    println!(
        "{:<12} {:>24} {:>6} {:>9} {:>22} {:>22} {:>6} {:>7}",
        "fight", "cost in w", "bar", "ns", "per attack in w", "twin / engine", "z", "rounds"
    );
    for row in &rows {
        let bar = row.fight.bar.map_or_else(String::new, |bar| bar.to_string());
        println!(
            "{:<12} {:>24} {bar:>6} {:>9.1} {:>22} {:>22} {:>+6.2} {:>7.3}",
            row.fight.name, row.words, row.ns.median, row.per_attack, row.twin, row.z, row.rounds
        );
    }
    rows
}

struct Row {
    fight: Fight,
    word_ns: Spread,
    ns: Spread,
    words: Spread,
    per_attack: Spread,
    twin: Spread,
    z: f64,
    rounds: f64,
}

fn measure_fight(fight: &Fight) -> Row {
    let system = NightWizard::new(&fight.setup());
    let n = DUELS / (fight.n_a * fight.n_b.max(2)) as u64;
    let (mut dice, mut state) = (Dice::new(system.roster(), SEED), State::default());
    let (mut tally, mut totals) = (Tally::new(&system), Totals::default());
    let (mut words, mut engine, mut twin) = (Vec::new(), Vec::new(), Vec::new());
    let (mut twin_wins, mut twin_fights) = (0_u64, 0_u64);
    let mut raw = 1;
    for repeat in 0..=REPEATS as u64 {
        let word = cpu_ns(|| raw_words(WORDS, &mut raw)) / WORDS as f64;
        let range = repeat * n..(repeat + 1) * n;
        let cost = cpu_ns(|| fights(&system, &mut dice, &mut state, range, &mut tally)) / n as f64;
        tally.drain_into(&mut totals);
        let n_twin = n / 8;
        let range = repeat * n_twin..(repeat + 1) * n_twin;
        let plain =
            cpu_ns(|| twin_wins += range.filter(|&seed| twin::first_side_wins(fight, seed)).count() as u64);
        twin_fights += n_twin;
        // The first repeat warms up: histograms grow, the clock of the processor rises.
        if repeat > 0 {
            words.push(word);
            engine.push(cost);
            twin.push(plain / n_twin as f64);
        }
    }
    let attacks = totals.units.iter().map(|unit| unit.attack.n()).sum::<u64>() as f64 / totals.fights as f64;
    let pair = |a: &[f64], b: &[f64]| Spread::of(a.iter().zip(b).map(|(a, b)| a / b).collect::<Vec<_>>());
    let cost = pair(&engine, &words);
    let scale =
        |s: Spread| Spread { median: s.median / attacks, least: s.least / attacks, most: s.most / attacks };
    Row {
        fight: *fight,
        ns: Spread::of(engine.clone()),
        words: cost,
        per_attack: scale(cost),
        twin: pair(&twin, &engine),
        z: z_score(fight, &system, &totals, (twin_wins, twin_fights)),
        rounds: totals.rounds().sum() as f64 / totals.fights as f64,
        word_ns: Spread::of(words),
    }
}

/// Returns how far the engine's win rate is from the exact one, or from the twin's.
fn z_score(fight: &Fight, system: &NightWizard, totals: &Totals, twin: (u64, u64)) -> f64 {
    let (n, p) = (totals.fights as f64, totals.wins(0) as f64 / totals.fights as f64);
    if fight.n_a + fight.n_b == 2 {
        let exact = exact_win(system);
        return (p - exact) / (exact * (1.0 - exact) / n).sqrt();
    }
    let (n2, p2) = (twin.1 as f64, twin.0 as f64 / twin.1 as f64);
    (p - p2) / (p * (1.0 - p) / n + p2 * (1.0 - p2) / n2).sqrt()
}

/// Counts the words that fights draw.
struct CountWords {
    words: Pcg64Mcg,
    drawn: u64,
}

impl Words for CountWords {
    fn word(&mut self) -> u64 {
        self.drawn += 1;
        self.words.next_u64()
    }
}

impl Chance for CountWords {
    fn below(&mut self, _by: Roll, n: u32) -> u32 {
        ((u128::from(self.word()) * u128::from(n)) >> 64) as u32
    }

    fn draw<D: Draw>(&mut self, _by: Roll, what: &D) -> D::Out {
        what.sample(self)
    }

    fn draw_if<D: Draw>(&mut self, _yes: bool, by: Roll, what: &D) -> D::Out {
        self.draw(by, what)
    }
}

/// Duels that draw all words from one chain, which no fight starts anew.
#[inline(never)]
fn fights_of_one_chain(system: &NightWizard, words: &mut CountWords, state: &mut State) {
    for _ in 0..DUELS {
        play(system, state, words, &mut Nobody);
    }
}

/// Rows about the duel: words, allocations, what watching costs.
fn details() {
    let system = NightWizard::new(&DUEL.setup());
    let (mut dice, mut state) = (Dice::new(system.roster(), SEED), State::default());
    let mut tally = Tally::new(&system);
    let mut raw = 1;
    fights(&system, &mut dice, &mut state, 0..DUELS, &mut tally);

    let before = allocations();
    fights(&system, &mut dice, &mut state, 0..DUELS, &mut tally);
    println!("\nallocations in {DUELS} duels: {} (bar 0)", allocations() - before);

    let mut totals = Totals::default();
    tally.drain_into(&mut totals);
    let attacks = totals.units.iter().map(|unit| unit.attack.n()).sum::<u64>() as f64 / totals.fights as f64;
    let mut counter = CountWords { words: Pcg64Mcg::new(1), drawn: 0 };
    for _ in 0..10_000 {
        play(&system, &mut state, &mut counter, &mut Nobody);
    }
    let words = counter.drawn as f64 / 10_000.0;
    println!("words drawn in a duel: {words:.2}, of them 2 in each of {attacks:.2} attacks (bar 2)");

    let (mut seeding, mut alone, mut one_chain, mut tallied) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..REPEATS {
        let word = cpu_ns(|| raw_words(WORDS / 4, &mut raw)) / (WORDS / 4) as f64;
        seeding.push(
            cpu_ns(|| (0..DUELS).for_each(|fight| core::hint::black_box(&mut dice).fight(fight)))
                / DUELS as f64
                / word,
        );
        let nobody = cpu_ns(|| fights(&system, &mut dice, &mut state, 0..DUELS, &mut Nobody));
        alone.push(nobody / DUELS as f64 / word);
        one_chain.push(nobody / cpu_ns(|| fights_of_one_chain(&system, &mut counter, &mut state)));
        tallied.push(cpu_ns(|| fights(&system, &mut dice, &mut state, 0..DUELS, &mut tally)) / nobody);
    }
    println!("dice of a duel put at their start, in w: {} (bar 4)", Spread::of(seeding));
    println!("a duel that nobody watches, in w: {}", Spread::of(alone));
    println!("keyed streams / one chain for all: {}", Spread::of(one_chain));
    println!("tally / nobody: {}", Spread::of(tallied));
    println!("events recorded / nobody: {} (bar 3)", recorded(&system, DUELS));
}

fn exact_win(system: &NightWizard) -> f64 {
    let report =
        solve(system, "duel", &Options::default(), &AtomicBool::new(false)).expect("a duel is in reach");
    report.outcomes.iter().find(|row| row.side.as_deref() == Some("a")).map_or(0.0, |row| row.p)
}

/// An exact duel in sampled duels.
fn exact_row(duel: &Row) {
    let system = NightWizard::new(&DUEL.setup());
    // The first run builds the distributions of the Judges and the others find them built, so only
    // the others are shown.
    let times = (0..6).map(|_| cpu_ns(|| exact_win(&system))).collect::<Vec<_>>();
    let in_duels = Spread::of(times[1..].iter().map(|time| time / duel.ns.median));
    let ms = Spread::of(times[1..].iter().map(|time| time / 1e6));
    println!("\nan exact duel: {ms} ms, in sampled duels {in_duels} (bar 200000)");
}

#[cfg(test)]
mod tests {

    #[test]
    fn every_system_has_rows() {
        for name in fray_rules::GAMES.iter().map(fray_rules::Game::name) {
            assert!(
                super::SYSTEMS.iter().any(|(system, _)| *system == name),
                "{name} has no bench: add a module that prints the rows of its fights, and the module to SYSTEMS"
            );
        }
    }
}
