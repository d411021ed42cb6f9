//! The totals of a run: integers alone, so that any split over threads, partial runs or machines gives the
//! same.

mod about;
mod actions;
pub mod codec;
pub mod ranges;
pub mod signature;

pub use about::About;
pub use actions::{ActionTotals, Stalls};
pub use fray_stats::{Histogram, Plane};

use fray_stats::FightSums;

use crate::luck::LuckTotals;

/// The observations of one metric of one unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MetricTotals {
    /// Of a count (one value a fight), a value, or a hidden histogram.
    Histogram(Histogram),
    /// Of a ratio or a share, whose tries and successes stand in the sums
    /// [by fight](UnitTotals::by_fight).
    Ratio,
}

/// A kind of tries of a unit or side: an entry of [`UnitTotals::by_fight`] and [`SideTotals::by_fight`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tries {
    /// Attacks, of which some hit.
    HitRate,
    /// Hits, of which some did no damage.
    Soaked,
    /// Hits, each with its damage as rolled.
    DamagePerHit,
    /// Rounds of fights, at the end of some of which the unit was not standing.
    RoundsDown,
    /// Rounds that the unit began standing and in which it was Exhausted, each with the activation
    /// at which it was.
    ExhaustedAt,
    /// Rounds that the unit began standing, each with the activations that followed its
    /// Exhaustion.
    Wait,
    /// Points of damage of its side, as rolled, of which it did some. Nothing where every side is
    /// one unit.
    ShareOfDamage,
    /// Rounds that the unit began standing, in some of which the clock struck.
    Clock(usize),
    /// Observations of a metric; those of a count are not kept by fight.
    Metric(usize),
}

impl Tries {
    /// The entries that every game has, the first ones.
    pub const COMMON: usize = Self::ShareOfDamage.place(0) + 1;

    /// The place among the entries of a game with this many clocks.
    #[must_use]
    pub const fn place(self, n_clocks: usize) -> usize {
        match self {
            Self::HitRate => 0,
            Self::Soaked => 1,
            Self::DamagePerHit => 2,
            Self::RoundsDown => 3,
            Self::ExhaustedAt => 4,
            Self::Wait => 5,
            Self::ShareOfDamage => 6,
            Self::Clock(clock) => 7 + clock,
            Self::Metric(metric) => 7 + n_clocks + metric,
        }
    }
}

/// The strikes of one clock of one unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClockTotals {
    /// Every strike, by cause.
    pub every: Vec<Plane>,
    /// The rounds that the unit began standing and in which the fight was over before the clock
    /// struck; the activation is the fight's last.
    pub censored: Plane,
    /// The first strike of a fight, by cause.
    pub first: Vec<Plane>,
    /// Fights in which it never struck.
    pub never: u64,
    /// By pair of rounds r <= s that the unit began standing, at [`pair_of_rounds`]: fights in which
    /// it struck in both, in r, and in s.
    pub by_rounds: Vec<[u64; 3]>,
}

/// Rounds below this one are told apart in sums by pairs of rounds; the later ones have the place
/// behind them, with the product of their numbers in place of a fight.
pub const ROUNDS_APART: usize = 15;

/// The place of a pair of rounds r <= s.
#[must_use]
pub const fn pair_of_rounds(r: usize, s: usize) -> usize {
    s * (s + 1) / 2 + r
}

/// The ends of a unit's rounds: the survival view of Exhaustion, by round. A fight's last round ends with the
/// fight.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundEnds {
    /// Standing and not Exhausted.
    pub active: Histogram,
    /// Standing and Exhausted.
    pub exhausted: Histogram,
    /// Not standing.
    pub out: Histogram,
    /// Standing when the fight was over, before the round's end.
    pub over: Histogram,
}

/// The totals of one unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitTotals {
    /// By metric, in the order of declaration.
    pub metrics: Vec<MetricTotals>,
    /// Attacks: 0 is a miss, 1 + d a hit for d damage as rolled.
    pub attack: Histogram,
    /// Damage as rolled, of each activation of the unit.
    pub per_activation: Histogram,
    /// Damage as rolled, of each round that the unit began standing.
    pub per_round: Histogram,
    /// Damage as rolled, of each fight.
    pub per_fight: Histogram,
    /// Damage beyond the last HP of its target, of each attack with some.
    pub overkill: Histogram,
    /// That damage, of each fight.
    pub overkill_per_fight: Histogram,
    /// By clock, in the order of declaration.
    pub clocks: Vec<ClockTotals>,
    /// The survival view of the first clock.
    pub round_ends: RoundEnds,
    /// Sums over fights of what has tries: [`Tries`] says where.
    pub by_fight: Vec<FightSums>,
    /// By round: fights that it stood in at the end of the round, and the sum of its health then.
    pub health: Vec<[u64; 2]>,
    /// By action, in the order of the game's list.
    pub actions: Vec<ActionTotals>,
    /// By pair of rounds, at [`pair_of_rounds`]: fights in which it began both standing.
    pub began: Vec<u64>,
    /// The number of times that it was put out of the fight, by cause: the hazards, then the actions of every
    /// unit in listed order. No entries if it never was.
    pub felled: Vec<u64>,
}

impl UnitTotals {
    /// Damage as rolled for each attack; 0 for a miss and for a hit without damage.
    #[must_use]
    pub fn per_attack(&self) -> Histogram {
        let mut damage = self.per_hit();
        damage.add(0, self.attack.get(0));
        damage
    }

    /// Damage as rolled for each hit.
    #[must_use]
    pub fn per_hit(&self) -> Histogram {
        self.attack.each().filter_map(|(value, count)| Some((value.checked_sub(1)?, count))).collect()
    }
}

/// The totals of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideTotals {
    /// The rounds in which it won.
    pub wins: Histogram,
    /// By metric, in the order of declaration, one value a fight: for counts the sum over the
    /// side's units, for flags the number of them; empty for all others. No entries at all where
    /// every side is one unit, whose own counts these would be.
    pub counts: Vec<Histogram>,
    /// Damage of its units as rolled, of each fight. Empty where every side is one unit.
    pub damage: Histogram,
    /// The part of it beyond the last HP of its targets, of each fight. Empty where every side is one
    /// unit.
    pub overkill: Histogram,
    /// Sums over fights of what has tries, with the tries of a side's units added up in each
    /// fight: [`Tries`] says where. No entries where every side is one unit.
    pub by_fight: Vec<FightSums>,
    /// By round and number of its units standing at the end of the round: fights.
    pub course: Plane,
    /// The number of these fights that the side won.
    pub course_wins: Plane,
    /// Fights in which it acted first, and those of them that it won.
    pub first: [u64; 2],
}

/// The totals of a number of fights.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// The number of fights.
    pub fights: u64,
    /// The rounds in which fights ended in a draw.
    pub draws: Histogram,
    /// The rounds in which fights were given up as timeouts.
    pub timeouts: Histogram,
    /// Activations of all units, of each round, the last included.
    pub activations: Histogram,
    /// Activations of all units, of each fight.
    pub fight_activations: Histogram,
    /// Fights that nobody brought on.
    pub stalls: Stalls,
    /// By side, in file order.
    pub sides: Vec<SideTotals>,
    /// By unit, in listed order.
    pub units: Vec<UnitTotals>,
    /// The luck of the fights of which accounts were kept.
    pub luck: LuckTotals,
}

impl Totals {
    /// Adds the fights of another run of the same scenario.
    pub fn merge(&mut self, other: &Self) {
        self.fights += other.fights;
        self.draws.merge(&other.draws);
        self.timeouts.merge(&other.timeouts);
        self.activations.merge(&other.activations);
        self.fight_activations.merge(&other.fight_activations);
        self.stalls.merge(&other.stalls);
        merge_all(&mut self.sides, &other.sides, SideTotals::merge);
        merge_all(&mut self.units, &other.units, UnitTotals::merge);
        self.luck.merge(&other.luck);
    }

    /// The number of wins of each side.
    #[must_use]
    pub fn wins(&self, side: usize) -> u64 {
        self.sides[side].wins.n()
    }

    /// The rounds in which the fights ended, however they ended.
    #[must_use]
    pub fn rounds(&self) -> Histogram {
        let mut rounds = self.draws.clone();
        rounds.merge(&self.timeouts);
        for side in &self.sides {
            rounds.merge(&side.wins);
        }
        rounds
    }
}

impl SideTotals {
    fn merge(&mut self, other: &Self) {
        self.wins.merge(&other.wins);
        merge_all(&mut self.counts, &other.counts, Histogram::merge);
        self.damage.merge(&other.damage);
        self.overkill.merge(&other.overkill);
        merge_all(&mut self.by_fight, &other.by_fight, FightSums::merge);
        self.course.merge(&other.course);
        self.course_wins.merge(&other.course_wins);
        add_each(&mut self.first, &other.first);
    }
}

impl UnitTotals {
    fn merge(&mut self, other: &Self) {
        merge_all(&mut self.metrics, &other.metrics, MetricTotals::merge);
        self.attack.merge(&other.attack);
        self.per_activation.merge(&other.per_activation);
        self.per_round.merge(&other.per_round);
        self.per_fight.merge(&other.per_fight);
        self.overkill.merge(&other.overkill);
        self.overkill_per_fight.merge(&other.overkill_per_fight);
        merge_all(&mut self.clocks, &other.clocks, ClockTotals::merge);
        self.round_ends.active.merge(&other.round_ends.active);
        self.round_ends.exhausted.merge(&other.round_ends.exhausted);
        self.round_ends.out.merge(&other.round_ends.out);
        self.round_ends.over.merge(&other.round_ends.over);
        merge_all(&mut self.by_fight, &other.by_fight, FightSums::merge);
        if self.health.len() < other.health.len() {
            self.health.resize(other.health.len(), [0; 2]);
        }
        for (mine, theirs) in self.health.iter_mut().zip(&other.health) {
            add_each(mine, theirs);
        }
        merge_all(&mut self.actions, &other.actions, ActionTotals::merge);
        add(&mut self.felled, &other.felled);
        add(&mut self.began, &other.began);
    }
}

impl MetricTotals {
    fn merge(&mut self, other: &Self) {
        match (self, other) {
            (Self::Histogram(mine), Self::Histogram(theirs)) => mine.merge(theirs),
            (Self::Ratio, Self::Ratio) => {}
            _ => unreachable!("totals of one scenario have the same metrics"),
        }
    }
}

impl ClockTotals {
    fn merge(&mut self, other: &Self) {
        merge_all(&mut self.every, &other.every, Plane::merge);
        self.censored.merge(&other.censored);
        merge_all(&mut self.first, &other.first, Plane::merge);
        self.never += other.never;
        if self.by_rounds.len() < other.by_rounds.len() {
            self.by_rounds.resize(other.by_rounds.len(), [0; 3]);
        }
        self.by_rounds.iter_mut().zip(&other.by_rounds).for_each(|(mine, theirs)| add_each(mine, theirs));
    }
}

/// Merges lists of one length; an empty one takes the other as it is.
fn merge_all<T: Clone>(mine: &mut Vec<T>, theirs: &[T], merge: impl Fn(&mut T, &T)) {
    if mine.is_empty() {
        mine.extend_from_slice(theirs);
        return;
    }
    assert!(theirs.is_empty() || mine.len() == theirs.len(), "totals of one scenario have the same shape");
    for (mine, theirs) in mine.iter_mut().zip(theirs) {
        merge(mine, theirs);
    }
}

/// Adds numbers of equal places.
fn add_each<const N: usize>(mine: &mut [u64; N], theirs: &[u64; N]) {
    mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
}

/// Adds counts by value; the longer list decides the length.
fn add(mine: &mut Vec<u64>, theirs: &[u64]) {
    if mine.len() < theirs.len() {
        mine.resize(theirs.len(), 0);
    }
    for (mine, theirs) in mine.iter_mut().zip(theirs) {
        *mine += theirs;
    }
}
