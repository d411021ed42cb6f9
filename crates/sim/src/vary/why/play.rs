//! Plays chunks of fights with every choice of edits that the design asks for, and adds them up.

use std::any::Any;
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use super::design::{Design, Plan};
use crate::compare::play::{Places, read};
use crate::compare::shared::MetricKind;
use crate::play::chunks::Part;
use crate::play::dice::Dice;
use crate::play::engine::Engine;
use crate::play::run::{Broken, CHUNK};
use crate::scenario::BuiltScenario;
use crate::scenario::blend::{EditLattice, EditSet};
use crate::stats::difference::Pairs;
use crate::tally::columns::{BLOCK, ColumnList, FightColumns};
use crate::vary::metrics::Metric;

/// The scenarios to be played, and the design by which chunks are played.
pub(super) struct Players<'a> {
    blend: &'a EditLattice,
    design: &'a Design,
    metrics: &'a [Metric],
    seed: u64,
    /// The fights that are one unit of an error, of a metric with two numbers in each.
    block: usize,
    /// The scenarios of a design that is the same for every chunk.
    prepared: BTreeMap<EditSet, BuiltScenario>,
}

/// A chunk that could not be played: the edits, and the fight or that the rules refuse them.
#[derive(Debug)]
pub(super) struct BrokenChoice {
    pub(super) set: EditSet,
    pub(super) is_refused: bool,
    pub(super) broken: Broken,
}

impl AsRef<Broken> for BrokenChoice {
    fn as_ref(&self) -> &Broken {
        &self.broken
    }
}

/// Blocks of fights that are the units of an error at least, where there are as many fights.
const BLOCKS: u64 = 256;

/// By metric: the numbers of each fight of a chunk, and its tries.
type Numbers = Vec<[Vec<u32>; 2]>;

impl<'a> Players<'a> {
    /// # Errors
    /// Edits that the rules do not allow alone.
    pub(super) fn new(
        blend: &'a EditLattice,
        design: &'a Design,
        metrics: &'a [Metric],
        [seed, fights]: [u64; 2],
    ) -> Result<Self, EditSet> {
        let sets = if design.is_exact() { design.plan(0).sets } else { Vec::new() };
        let prepared = sets.into_iter().map(|set| blend.with(set).map(|composed| (set, composed)).ok_or(set));
        let block = (fights / BLOCKS).clamp(1, BLOCK as u64) as usize;
        Ok(Self { blend, design, metrics, seed, block, prepared: prepared.collect::<Result<_, EditSet>>()? })
    }

    pub(super) fn worker(&self) -> Worker<'_> {
        Worker { players: self, sums: Sums::new(self.design, self.metrics), failed: None }
    }
}

/// The part of one thread.
pub(super) struct Worker<'a> {
    players: &'a Players<'a>,
    sums: Sums,
    /// The choice of edits and the fight that broke an invariant; without a fight it is refused.
    failed: Option<(EditSet, Option<u64>)>,
}

impl Part for Worker<'_> {
    type Sums = Sums;
    type Broken = BrokenChoice;

    /// A chunk has a plan.
    const IS_BY_CHUNK: bool = true;

    fn play(&mut self, fights: Range<u64>) {
        let players = self.players;
        let plan = players.design.plan(fights.start / CHUNK);
        let mut numbers: Vec<Numbers> = Vec::new();
        for &set in &plan.sets {
            let made;
            let composed = match players.prepared.get(&set) {
                Some(prepared) => prepared,
                None => match players.blend.with(set) {
                    Some(composed) => {
                        made = composed;
                        &made
                    }
                    None => {
                        self.failed = Some((set, None));
                        panic!("edits that are no scenario by themselves");
                    }
                },
            };
            match self.numbers(composed.engine(), fights.clone()) {
                Ok(of_set) => numbers.push(of_set),
                Err((fight, panic)) => {
                    self.failed = Some((set, Some(fight)));
                    resume_unwind(panic);
                }
            }
        }
        self.sums.add(&plan, fights, players.block, players.metrics, &numbers);
    }

    fn broken(&self, message: String) -> BrokenChoice {
        let (set, fight) = self.failed.unwrap_or((0, None));
        let broken = Broken { fight: fight.unwrap_or(0), message };
        BrokenChoice { set, is_refused: fight.is_none(), broken }
    }

    fn finish(self) -> Sums {
        self.sums
    }
}

impl Worker<'_> {
    /// The numbers of these fights of one scenario; or the fight that broke an invariant.
    fn numbers(
        &self,
        engine: &dyn Engine,
        fights: Range<u64>,
    ) -> Result<Numbers, (u64, Box<dyn Any + Send>)> {
        let about = engine.about();
        let again = Metric::again(self.players.metrics, &about);
        let mut columns = ColumnList::default();
        let place = |metric: &Option<Metric>| {
            metric.as_ref().map_or_else(Places::default, |metric| Places::new(&mut columns, &metric.read))
        };
        let places: Vec<Places> = again.iter().map(place).collect();
        let mut block = FightColumns::new(&about, columns);
        let mut player = engine.player(Dice::new(&about.roster, self.players.seed), block.keep());
        let mut numbers = vec![[const { Vec::new() }; 2]; places.len()];
        let mut scratch = [const { Vec::new() }; 2];
        let mut at = fights.start;
        while at < fights.end {
            let end = fights.end.min(at + BLOCK as u64);
            catch_unwind(AssertUnwindSafe(|| block.play(&mut *player, at..end)))
                .map_err(|panic| (player.playing(), panic))?;
            for (places, all) in places.iter().zip(&mut numbers) {
                let [first, second] = &mut scratch;
                let of_block = read(&block, places, [first, second]);
                all.iter_mut().zip(of_block).for_each(|(all, block)| all.extend_from_slice(block));
            }
            at = end;
        }
        Ok(numbers)
    }
}

/// Integers over all fights, from which shares are estimated.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sums {
    /// By metric.
    pub(super) metrics: Vec<MetricSums>,
    /// The fights.
    pub(super) fights: u64,
}

/// The integers of one metric.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MetricSums {
    /// The sums and the tries of all fights: of the first scenario and of the second.
    pub(super) ends: [[u128; 2]; 2],
    /// Of a metric with one number in each fight, by edit and then of the whole difference: the shares of
    /// single fights times the scale of the design.
    pub(super) shares: Vec<Pairs>,
    /// And the fights in which the share was not 0.
    pub(super) carriers: Vec<u64>,
    /// The groups of fights that stay together for the error, by the number of the first: chunks of a drawn
    /// order; blocks of fights of a metric with two numbers in each.
    pub(super) clusters: BTreeMap<u64, Cluster>,
}

/// Fights that stay together.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cluster {
    /// Its fights.
    pub(super) fights: u64,
    /// The sums over its fights of the shares, times the scale: by edit, then the whole. Of a metric with
    /// one number in each fight.
    pub(super) shares: Vec<i128>,
    /// By choice of the plan: sum and tries. Of a metric with two.
    pub(super) tries: Vec<[u64; 2]>,
}

impl Sums {
    pub(super) fn new(design: &Design, metrics: &[Metric]) -> Self {
        let n = design.n() + 1;
        let none = || MetricSums {
            ends: [[0; 2]; 2],
            shares: vec![Pairs::default(); n],
            carriers: vec![0; n],
            clusters: BTreeMap::new(),
        };
        Self { metrics: metrics.iter().map(|_| none()).collect(), fights: 0 }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.fights += other.fights;
        for (mine, theirs) in self.metrics.iter_mut().zip(&other.metrics) {
            for (mine, theirs) in mine.ends.iter_mut().flatten().zip(theirs.ends.iter().flatten()) {
                *mine += theirs;
            }
            mine.shares.iter_mut().zip(&theirs.shares).for_each(|(mine, theirs)| mine.merge(theirs));
            mine.carriers.iter_mut().zip(&theirs.carriers).for_each(|(mine, theirs)| *mine += theirs);
            mine.clusters.extend(theirs.clusters.iter().map(|(at, cluster)| (*at, cluster.clone())));
        }
    }

    /// Adds a chunk, played by every choice of the plan.
    fn add(
        &mut self,
        plan: &Plan,
        fights: Range<u64>,
        block: usize,
        metrics: &[Metric],
        numbers: &[Numbers],
    ) {
        self.fights += fights.end - fights.start;
        let n = (fights.end - fights.start) as usize;
        for (at, metric) in metrics.iter().enumerate() {
            let sums = &mut self.metrics[at];
            let of_sets: Vec<&[Vec<u32>; 2]> = numbers.iter().map(|all| &all[at]).collect();
            for (end, of_set) in sums.ends.iter_mut().zip([of_sets[0], of_sets[of_sets.len() - 1]]) {
                for (sum, column) in end.iter_mut().zip(of_set) {
                    *sum += column.iter().map(|&n| u128::from(n)).sum::<u128>();
                }
            }
            match metric.kind {
                MetricKind::Rate | MetricKind::Mean => sums.add_shares(plan, fights.start, n, &of_sets),
                MetricKind::RateOfTries | MetricKind::MeanOfObservations => {
                    // Chunks of a drawn order stay whole.
                    let step = if plan.is_exact { block } else { n };
                    for from in (0..n).step_by(step) {
                        let range = from..n.min(from + step);
                        let sum = |column: &[u32]| column[range.clone()].iter().map(|&n| u64::from(n)).sum();
                        let tries = of_sets.iter().map(|set| [sum(&set[0]), sum(&set[1])]).collect();
                        let cluster = Cluster { fights: range.len() as u64, shares: Vec::new(), tries };
                        sums.clusters.insert(fights.start + from as u64, cluster);
                    }
                }
            }
        }
    }
}

impl MetricSums {
    fn add_shares(&mut self, plan: &Plan, first: u64, n: usize, of_sets: &[&[Vec<u32>; 2]]) {
        let mut sums = vec![0_i128; plan.weights.len() + 1];
        let mut share = vec![0_i64; n];
        let whole: Vec<i64> = {
            let mut whole = vec![0; of_sets.len()];
            whole[0] -= plan.scale;
            whole[of_sets.len() - 1] += plan.scale;
            whole
        };
        for (edit, weights) in plan.weights.iter().chain([&whole]).enumerate() {
            share.fill(0);
            for (&weight, set) in weights.iter().zip(of_sets).filter(|(weight, _)| **weight != 0) {
                share
                    .iter_mut()
                    .zip(&set[0])
                    .for_each(|(share, &number)| *share += weight * i64::from(number));
            }
            for &share in &share {
                self.shares[edit].add(share);
                self.carriers[edit] += u64::from(share != 0);
                sums[edit] += i128::from(share);
            }
        }
        if !plan.is_exact {
            let cluster = Cluster { fights: n as u64, shares: sums, tries: Vec::new() };
            self.clusters.insert(first, cluster);
        }
    }
}
