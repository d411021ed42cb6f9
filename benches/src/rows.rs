//! The rows of a game: what its fights cost, all metrics on.

use core::sync::atomic::AtomicBool;
use std::ops::Range;

use fray_engine::contract::{Report, Rules, System};
use fray_engine::fight::play;
use fray_engine::observe::{Nobody, Observer};
use fray_engine::roster::{SideId, UnitSet};
use fray_sim::exact::{Options, solve};
use fray_sim::play::dice::Dice;
use fray_sim::tally::Tally;
use fray_sim::totals::Totals;

use crate::measure::{Spread, allocations, cpu_ns, raw_words};
use crate::{REPEATS, SEED, WORDS};

/// A fight that is measured.
pub(crate) struct Row<S> {
    pub(crate) name: &'static str,
    pub(crate) system: S,
    /// Whether to look for the exact answer.
    pub(crate) is_exact: bool,
}

/// Keeps the events of the last fight.
pub(crate) struct Record<S: System>(Vec<S::Event>);

impl<S: System> Record<S> {
    /// With room for the events of a long fight.
    pub(crate) fn new() -> Self {
        Self(Vec::with_capacity(4096))
    }
}

impl<S: System> Observer<S> for Record<S> {
    const WANTS_EVENTS: bool = true;

    fn event(&mut self, make: impl FnOnce() -> S::Event) {
        self.0.push(make());
    }

    fn round_begins(&mut self, round: u32, _standing: UnitSet) {
        if round == 1 {
            self.0.clear();
        }
    }
}

/// Plays these fights.
#[inline(never)]
pub(crate) fn fights<S: System, O: Observer<S>>(
    system: &S,
    dice: &mut Dice,
    state: &mut S::State,
    range: Range<u64>,
    obs: &mut O,
) {
    for fight in range {
        dice.fight(fight);
        play(system, state, dice, obs);
    }
}

/// One row a fight, of `n` fights a repeat: its cost, watched by a tally and by nobody, what recording its events
/// costs, the allocations in fights that nobody watches (bar 0), and z against the exact answer where
/// one is in reach. `turn` is what the game calls a turn.
pub(crate) fn print<S: Rules>(n: u64, turn: &str, rows: &[Row<S>]) {
    println!("\n{}, all metrics on; {REPEATS} repeats, CPU time of one thread", S::NAME);
    println!(
        "{:<12} {:>24} {:>9} {:>22} {:>20} {:>7} {:>9} {:>21} {:>12} {:>6}",
        "fight",
        "cost in w",
        "ns",
        "per attack in w",
        format!("per {turn} in w"),
        "rounds",
        "nobody",
        "recorded / nobody",
        "allocations",
        "z"
    );
    for Row { name, system, is_exact } in rows {
        let (mut dice, mut state) = (Dice::new(system.roster(), SEED), S::State::default());
        let (mut tally, mut totals) = (Tally::new(system), Totals::default());
        let (mut words, mut costs, mut raw) = (Vec::new(), Vec::new(), 1);
        for repeat in 0..=REPEATS as u64 {
            let word = cpu_ns(|| raw_words(WORDS / 4, &mut raw)) / (WORDS / 4) as f64;
            let range = repeat * n..(repeat + 1) * n;
            let cost = cpu_ns(|| fights(system, &mut dice, &mut state, range, &mut tally)) / n as f64;
            // The first repeat warms up: histograms grow.
            if repeat > 0 {
                words.push(cost / word);
                costs.push(cost);
            }
            tally.drain_into(&mut totals);
        }
        // Those of the tally are its histograms, which grow between fights.
        let before = allocations();
        let mut nobody = || cpu_ns(|| fights(system, &mut dice, &mut state, 0..n, &mut Nobody)) / n as f64;
        let unwatched = nobody();
        let allocated = allocations() - before;
        let n_fights = totals.fights as f64;
        let attacks = totals.units.iter().map(|unit| unit.attack.n()).sum::<u64>() as f64 / n_fights;
        let (cost, rounds) = (Spread::of(words), totals.rounds().sum() as f64 / n_fights);
        let turns = totals.activations.sum() as f64 / n_fights;
        let per = |n: f64| Spread { median: cost.median / n, least: cost.least / n, most: cost.most / n };
        let (per_attack, per_turn) = (per(attacks), per(turns));
        let exact = if *is_exact { exact_win(system) } else { None };
        let z = exact.map_or_else(String::new, |exact| {
            let won = totals.wins(0) as f64 / n_fights;
            format!("{:+.2}", (won - exact) / (exact * (1.0 - exact) / n_fights).sqrt())
        });
        println!(
            "{name:<12} {cost:>24} {:>9.1} {per_attack:>22} {per_turn:>20} {rounds:>7.3} {unwatched:>9.1} {:>21} \
             {allocated:>12} {z:>6}",
            Spread::of(costs).median,
            recorded(system, n),
        );
    }
}

/// Returns the ratio of the cost of fights whose events are recorded to that of fights that nobody watches.
pub(crate) fn recorded<S: Report>(system: &S, n: u64) -> Spread {
    let (mut dice, mut state) = (Dice::new(system.roster(), SEED), S::State::default());
    let mut record = Record::new();
    let ratio = |_| {
        let nobody = cpu_ns(|| fights(system, &mut dice, &mut state, 0..n, &mut Nobody));
        cpu_ns(|| fights(system, &mut dice, &mut state, 0..n, &mut record)) / nobody
    };
    Spread::of((0..REPEATS).map(ratio))
}

/// The exact win rate of the first side, if it is in reach.
fn exact_win<S: Rules>(system: &S) -> Option<f64> {
    let report = solve(system, "fight", &Options::default(), &AtomicBool::new(false)).ok()?;
    Some(report.win(system.roster().side(SideId(0))))
}
