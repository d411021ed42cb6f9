//! The fights of one scenario with the numbers of each that metrics are read from, so that it can be
//! compared with every other scenario that was played on the same dice.
//!
//! Fights are played as [`crate::compare`] plays them, and their numbers are read from the same columns. A
//! number that is 0 or 1 takes a bit of the memory of its chunk of fights.

use core::sync::atomic::{AtomicBool, Ordering};
use std::collections::BTreeMap;
use std::ops::Range;
use std::time::{Duration, Instant};

use super::metrics::Metric;
use crate::compare::Estimate;
use crate::compare::play::{Places, read};
use crate::compare::shared::MetricKind;
use crate::compare::sums::Sums;
use crate::control::Control;
use crate::play::chunks::{self, Between, Part};
use crate::play::dice::Dice;
use crate::play::engine::Engine;
use crate::play::run::{Broken, CHUNK, Summed};
use crate::stats::paired::UNSEEN;
use crate::stats::sequential::Sequence;
use crate::stats::{FightSums, Interval, Moments, Rate};
use crate::tables::rows::Measured;
use crate::tally::Keep;
use crate::tally::columns::{BLOCK, ColumnList, FightColumns};
use crate::totals::{Histogram, Totals};

/// Chunks that are played at a time are doubled below this time.
const SOON: Duration = Duration::from_millis(250);

/// The most chunks that are played at a time.
const MOST_CHUNKS: u64 = 64;

/// How long fights may be played between two looks at whether play is over, as far as single fights allow.
const HEARD: Duration = Duration::from_millis(4);

/// Fights before the first such look.
const FIRST_STEP: u64 = 8;

/// Nothing ends play before its end.
static NEVER: AtomicBool = AtomicBool::new(false);

/// The most pairs that are added to sums at a time.
const PAIRS: usize = 1 << 8;

/// Plays a scenario and keeps the numbers of its fights.
pub struct Sampler<'a> {
    engine: &'a dyn Engine,
    dice: Dice,
    /// By metric.
    places: Vec<Places>,
    /// Space for the columns that the metrics are read from.
    fights: FightColumns,
    /// Whether everything that a run observes is counted, too.
    counts: bool,
}

/// The fights 0 up to but not with `fights`.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// The number of fights.
    pub fights: u64,
    /// Everything that a run observes, if it was to be counted.
    pub totals: Totals,
    /// By chunk.
    chunks: Vec<Chunk>,
}

/// A chunk of fights: by metric, the sums and the tries.
type Chunk = Vec<[Packed; 2]>;

impl<'a> Sampler<'a> {
    /// A sampler of these metrics, which belong to the scenario of `engine`; those that it does not have
    /// are 0. With `counts` it counts everything that a run observes, too.
    #[must_use]
    pub fn new(engine: &'a dyn Engine, seed: u64, metrics: &[Option<Metric>], counts: bool) -> Self {
        let about = engine.about();
        let mut columns = ColumnList::default();
        let place = |metric: &Option<Metric>| {
            metric.as_ref().map_or_else(Places::default, |metric| Places::new(&mut columns, &metric.read))
        };
        let places = metrics.iter().map(place).collect();
        let fights = FightColumns::new(&about, columns);
        Self { engine, dice: Dice::new(&about.roster, seed), places, fights, counts }
    }

    /// Plays on up to fight `end`, on the threads of the current pool. When it is stopped, the chunks in
    /// progress are dropped, and the sample has fewer fights.
    ///
    /// The clock decides how many chunks are played at a time, and so where a sample ends that is stopped; it
    /// has no say in the numbers of its fights.
    ///
    /// # Errors
    /// The first fight that broke an invariant.
    pub fn play(&self, sample: &mut Sample, end: u64, watch: Control<'_>) -> Result<(), Broken> {
        self.play_unless(sample, end, watch, &NEVER).map(|_| ())
    }

    /// Plays on as [`play`](Self::play) does, but gives up soon once `is_over` is set: then the fights in
    /// progress are dropped, and it returns false.
    ///
    /// # Errors
    /// The first fight that broke an invariant.
    pub fn play_unless(
        &self,
        sample: &mut Sample,
        end: u64,
        watch: Control<'_>,
        is_over: &AtomicBool,
    ) -> Result<bool, Broken> {
        let mut n_chunks = rayon::current_num_threads() as u64;
        let is_stopped = || watch.stop.load(Ordering::Relaxed);
        let is_dropped = || is_over.load(Ordering::Relaxed) || is_stopped();
        while sample.fights < end && !is_stopped() {
            let began = Instant::now();
            // Chunks begin at multiples of their length, and all but the last are whole.
            let chunk = sample.fights / CHUNK;
            let (from, to) = (chunk * CHUNK, end.min((chunk + n_chunks) * CHUNK));
            assert_eq!(from, sample.fights, "a sample that ends within a chunk is not played on");
            let merge = |a: &mut Block, b: &Block| {
                a.chunks.extend(b.chunks.iter().map(|(at, kept)| (*at, kept.clone())));
                a.totals.merge(&b.totals);
            };
            let worker = || self.worker(&is_dropped);
            let between = Between { played: watch.played, is_over: &is_dropped };
            let (block, _) = match chunks::play(from..to, worker, Block::default, merge, between) {
                Err(broken) if broken.is_given_up() => break,
                played => played?,
            };
            if is_over.load(Ordering::Relaxed) {
                return Ok(false);
            }
            if is_stopped() {
                break;
            }
            sample.chunks.extend(block.chunks.into_values());
            sample.totals.merge(&block.totals);
            sample.fights = to;
            if began.elapsed() < SOON {
                n_chunks = (2 * n_chunks).min(MOST_CHUNKS);
            }
        }
        Ok(true)
    }

    fn worker<'w>(&'w self, is_dropped: &'w (dyn Fn() -> bool + Sync)) -> Worker<'w> {
        let dice = self.dice.clone();
        let (keep, dice) =
            if self.counts { (Keep::Both, dice.keeping_account()) } else { (self.fights.keep(), dice) };
        Worker {
            places: &self.places,
            player: Summed::new(self.engine.player(dice, keep)),
            fights: self.fights.clone(),
            chunks: BTreeMap::new(),
            step: FIRST_STEP,
            is_dropped,
        }
    }
}

/// Some chunks by their first fights, and everything that was observed in them.
#[derive(Default)]
struct Block {
    chunks: BTreeMap<u64, Chunk>,
    totals: Totals,
}

/// The part of one thread.
struct Worker<'a> {
    places: &'a [Places],
    player: Summed<'a>,
    fights: FightColumns,
    chunks: BTreeMap<u64, Chunk>,
    /// Fights until the next look at whether it is.
    step: u64,
    /// Whether what is played on is dropped.
    is_dropped: &'a (dyn Fn() -> bool + Sync),
}

impl Part for Worker<'_> {
    type Sums = Block;
    type Broken = Broken;

    /// Numbers are packed by chunk.
    const IS_BY_CHUNK: bool = true;

    fn play(&mut self, fights: Range<u64>) {
        let mut numbers = vec![[const { Vec::new() }; 2]; self.places.len()];
        let mut scratch = [const { Vec::new() }; 2];
        let mut at = fights.start;
        while at < fights.end && !(self.is_dropped)() {
            let end = fights.end.min(at + self.step);
            let began = Instant::now();
            self.fights.play(self.player.player_for(end - at), at..end);
            for (places, all) in self.places.iter().zip(&mut numbers) {
                let [first, second] = &mut scratch;
                let of_block = read(&self.fights, places, [first, second]);
                all.iter_mut().zip(of_block).for_each(|(all, block)| all.extend_from_slice(block));
            }
            at = end;
            // Fights that take long are played few at a time, so that the end of play is seen in time.
            self.step = match began.elapsed() {
                long if long > HEARD => (self.step / 2).max(1),
                _ => (2 * self.step).min(BLOCK as u64),
            };
        }
        let packed = numbers.iter().map(|pair| pair.each_ref().map(|numbers| Packed::of(numbers)));
        self.chunks.insert(fights.start, packed.collect());
    }

    fn broken(&self, message: String) -> Broken {
        self.player.broken(message)
    }

    fn finish(self) -> Block {
        Block { chunks: self.chunks, totals: self.player.finish() }
    }
}

/// Numbers of the fights of a chunk, in as little space as the largest allows.
#[derive(Clone, Debug)]
enum Packed {
    Zeros,
    Bits(Box<[u64]>),
    Bytes(Box<[u8]>),
    Words(Box<[u32]>),
}

impl Packed {
    fn of(numbers: &[u32]) -> Self {
        let bits = |word: &[u32]| {
            word.iter().enumerate().fold(0, |bits, (i, &number)| bits | u64::from(number) << i)
        };
        match numbers.iter().fold(0, |any, number| any | number) {
            0 => Self::Zeros,
            1 => Self::Bits(numbers.chunks(64).map(bits).collect()),
            2..=0xff => Self::Bytes(numbers.iter().map(|&number| number as u8).collect()),
            _ => Self::Words(numbers.into()),
        }
    }

    /// The first `n` numbers.
    fn unpack(&self, n: usize, to: &mut Vec<u32>) {
        to.clear();
        match self {
            Self::Zeros => to.resize(n, 0),
            Self::Bits(words) => to.extend((0..n).map(|i| (words[i / 64] >> (i % 64)) as u32 & 1)),
            Self::Bytes(bytes) => to.extend(bytes[..n].iter().map(|&byte| u32::from(byte))),
            Self::Words(words) => to.extend_from_slice(&words[..n]),
        }
    }
}

/// The estimate of one metric from a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// The rate or mean; `None` without observations.
    pub value: Option<f64>,
    /// The 95 % interval; `None` where there are too few observations for one.
    pub within: Option<Interval>,
    /// The events and tries, if it is a rate of fights.
    pub rate: Option<Rate>,
    /// Whether it was enumerated, and not sampled.
    pub is_exact: bool,
}

impl Sample {
    /// Its first fights, without what a run observes: whole chunks of them, or all.
    pub(super) fn prefix(&self, fights: u64) -> Self {
        let fights = fights.min(self.fights);
        let chunks = self.chunks[..fights.div_ceil(CHUNK) as usize].to_vec();
        Self { fights, totals: Totals::default(), chunks }
    }

    /// Returns the estimate of its metric number `at`. With a sequence the interval is valid whenever the
    /// sample was ended, without one if its number of fights does not depend on the values seen.
    #[must_use]
    pub fn level(&self, at: usize, metric: &Metric, sequence: Option<Sequence>) -> Level {
        let (values, by_fight) = self.sums(at, metric.kind);
        let rate = (metric.kind == MetricKind::Rate).then(|| Rate { events: values.get(1), n: values.n() });
        let (value, variance, n) = if metric.kind.has_tries() {
            let variance = by_fight.variance().map(|variance| variance * by_fight.fights as f64);
            (by_fight.ratio(), variance, by_fight.fights)
        } else {
            let moments = Moments::of(&values);
            (moments.mean(), moments.variance(), moments.n)
        };
        let within = match (sequence, metric.kind) {
            (Some(sequence), _) => value.zip(variance).map(|(value, variance)| {
                let most = if metric.kind.is_rate() { 1.0 } else { f64::INFINITY };
                let within = sequence.interval(value, variance + UNSEEN / n as f64, n);
                Interval { lo: within.lo.max(0.0), hi: within.hi.min(most) }
            }),
            (None, MetricKind::Rate) => rate.and_then(Rate::interval),
            (None, MetricKind::Mean) => Measured::count(values, metric.largest).interval(),
            (None, MetricKind::RateOfTries) => Measured::ratio(by_fight).interval(),
            (None, MetricKind::MeanOfObservations) => by_fight.mean_of_sums(),
        };
        Level { value, within, rate: rate.filter(|_| sequence.is_none()), is_exact: false }
    }

    /// The values of a metric with one number in each fight, or the sums over fights of one with two.
    fn sums(&self, at: usize, kind: MetricKind) -> (Histogram, FightSums) {
        let mut numbers = [const { Vec::new() }; 2];
        let (mut values, mut by_fight) = (Histogram::default(), FightSums::default());
        for (chunk, kept) in (0..).zip(&self.chunks) {
            let n = CHUNK.min(self.fights - chunk * CHUNK) as usize;
            kept[at].iter().zip(&mut numbers).for_each(|(packed, numbers)| packed.unpack(n, numbers));
            let [sums, tries] = &numbers;
            if kind.has_tries() {
                sums.iter().zip(tries).for_each(|(&sum, &tries)| by_fight.add(sum.into(), tries.into()));
                continue;
            }
            values.merge(&sums.iter().map(|&value| (value.into(), 1)).collect());
        }
        (values, by_fight)
    }

    /// The difference of metric number `at` from `other` to this sample, over the fights that both
    /// have. `None` for fewer than two fights, or a ratio without tries.
    #[must_use]
    pub fn minus(&self, other: &Self, at: usize, metric: &Metric) -> Option<Estimate> {
        self.difference(at, other, at, metric)
    }

    /// As [`minus`](Self::minus), where the metric has another number in the other sample.
    #[must_use]
    pub fn difference(&self, at: usize, other: &Self, in_other: usize, metric: &Metric) -> Option<Estimate> {
        let Metric { kind, largest, .. } = *metric;
        let n = self.fights.min(other.fights);
        let mut sums = Sums::none(kind.has_tries());
        let mut numbers = [const { Vec::new() }; 4];
        for (chunk, both) in (0..n.div_ceil(CHUNK)).zip(other.chunks.iter().zip(&self.chunks)) {
            let n = CHUNK.min(n - chunk * CHUNK) as usize;
            let columns = both.0[in_other].iter().chain(&both.1[at]);
            columns.zip(&mut numbers).for_each(|(packed, numbers)| packed.unpack(n, numbers));
            for from in (0..n).step_by(PAIRS) {
                let [a, a_tries, b, b_tries] =
                    numbers.each_ref().map(|numbers| &numbers[from..n.min(from + PAIRS)]);
                match &mut sums {
                    Sums::Plain(sums) => sums.add(a, b),
                    Sums::Ratio(sums) => sums.add([a, a_tries, b, b_tries]),
                }
            }
        }
        Estimate::of(&sums, kind, largest, n)
    }
}

#[cfg(all(test, feature = "night-wizard"))]
#[path = "sample_tests.rs"]
mod tests;
