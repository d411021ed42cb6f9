//! Speed as ratios measured in one run: `cargo run --release -p fray-benches`.
//!
//! Names of fights as arguments measure these alone, without the rows about the rest; `board`
//! and `juso` measure these alone, `maps` fights of the whole game; names behind `maps` choose
//! those of its rows that have one of them in theirs.
//!
//! `w` is the CPU time of one word of the raw generator, in one chain. Ratios are paired within a
//! repeat; printed are the median and the range over the repeats. Beside each row of fights stands
//! z, the distance of its first side's win rate from the exact answer (from the plain twin's,
//! where no exact answer is within reach) in standard errors: a fast engine that is wrong shows.

mod board;
mod juso;
mod maps;
mod measure;
mod scenarios;
mod threads;
mod twin;

use core::sync::atomic::AtomicBool;

use fray_rules::engine::contract::System;
use fray_rules::engine::draw::{Chance, Draw, Roll, Words};
use fray_rules::engine::fight::play;
use fray_rules::engine::observe::{Nobody, Observer};
use fray_rules::games::night_wizard::NightWizard;
use fray_rules::games::night_wizard::events::Event;
use fray_rules::games::night_wizard::state::State;
use fray_sim::exact::{Options, solve};
use fray_sim::play::dice::Dice;
use fray_sim::tally::Tally;
use fray_sim::totals::Totals;
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;

use measure::{Spread, allocations, cpu_ns, raw_words};
use scenarios::{DUEL, FIGHTS, Fight};

#[global_allocator]
static ALLOCATOR: measure::Counting = measure::Counting;

/// Repeats, and fights of a duel in each; other fights are played as often as their size allows.
const REPEATS: usize = 15;
const DUELS: u64 = 100_000;
const WORDS: u64 = 20_000_000;
const SEED: u64 = 2016;

fn main() {
    let only: Vec<String> = std::env::args().skip(1).collect();
    if only == ["board"] {
        board::print();
        return;
    }
    if only.iter().any(|name| name == "juso") {
        juso::print();
        return;
    }
    if let [first, rows @ ..] = &only[..]
        && first == "maps"
    {
        maps::print(rows);
        return;
    }
    println!("fights on one square, all metrics on; {REPEATS} repeats, CPU time of one thread\n");
    let asked = |fight: &&Fight| only.is_empty() || only.iter().any(|name| name == fight.name);
    let rows: Vec<Row> = FIGHTS.iter().filter(asked).map(measure_fight).collect();
    let Some(duel) = rows.first() else {
        println!("no such fight; there are {}, juso", FIGHTS.map(|fight| fight.name).join(", "));
        return;
    };
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
    if !only.is_empty() {
        return;
    }
    let growth = rows[4].per_attack.median / duel.per_attack.median;
    println!("\ngrowth of the cost per attack, 1v1 to 8v8: {growth:.2} (bar 1.25)");
    println!("cost per attack, any size: bar 12 w");
    details();
    threads::print();
    exact_row(duel);
    board::print();
    juso::print();
    maps::print(&[]);
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

#[inline(never)]
fn fights<O: Observer<NightWizard>>(
    system: &NightWizard,
    dice: &mut Dice,
    state: &mut State,
    range: std::ops::Range<u64>,
    obs: &mut O,
) {
    for fight in range {
        dice.fight(fight);
        play(system, state, dice, obs);
    }
}

fn measure_fight(fight: &Fight) -> Row {
    let system = NightWizard::new(&fight.setup());
    let n = DUELS / (fight.n_a * fight.n_b.max(2)) as u64;
    let (mut dice, mut state) = (Dice::new(system.roster(), SEED), State::default());
    let (mut tally, mut totals) = (Tally::new(system.roster()), Totals::default());
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

/// How far the engine's win rate is from the exact one, or from the twin's.
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

/// Keeps the events of the last fight.
#[derive(Default)]
struct Record(Vec<Event>);

impl Observer<NightWizard> for Record {
    const WANTS_EVENTS: bool = true;

    fn event(&mut self, make: impl FnOnce() -> Event) {
        self.0.push(make());
    }

    fn round_begins(&mut self, round: u32, _standing: fray_rules::engine::roster::UnitSet) {
        if round == 1 {
            self.0.clear();
        }
    }
}

/// Rows about the duel: words, allocations, what watching costs.
fn details() {
    let system = NightWizard::new(&DUEL.setup());
    let (mut dice, mut state) = (Dice::new(system.roster(), SEED), State::default());
    let mut tally = Tally::new(system.roster());
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

    let (mut seeding, mut alone, mut recorded, mut tallied) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut one_chain = Vec::new();
    let mut record = Record(Vec::with_capacity(4096));
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
        recorded.push(cpu_ns(|| fights(&system, &mut dice, &mut state, 0..DUELS, &mut record)) / nobody);
    }
    println!("dice of a duel put at their start, in w: {} (bar 4)", Spread::of(seeding));
    println!("a duel that nobody watches, in w: {}", Spread::of(alone));
    println!("keyed streams / one chain for all: {}", Spread::of(one_chain));
    println!("tally / nobody: {}", Spread::of(tallied));
    println!("events recorded / nobody: {} (bar 1.10)", Spread::of(recorded));
}

fn exact_win(system: &NightWizard) -> f64 {
    let report =
        solve(system, "duel", &Options::default(), &AtomicBool::new(false)).expect("a duel is in reach");
    report.outcomes.iter().find(|row| row.side.as_deref() == Some("a")).map_or(0.0, |row| row.p)
}

/// An exact duel in sampled duels.
fn exact_row(duel: &Row) {
    let system = NightWizard::new(&DUEL.setup());
    // The first run makes the laws of the Judges; the others find them made, as a second look at
    // the same scenario would.
    let times = (0..6).map(|_| cpu_ns(|| exact_win(&system))).collect::<Vec<_>>();
    let in_duels = Spread::of(times[1..].iter().map(|time| time / duel.ns.median));
    let ms = Spread::of(times[1..].iter().map(|time| time / 1e6));
    println!("\nan exact duel: {ms} ms, in sampled duels {in_duels} (bar 200000)");
}
