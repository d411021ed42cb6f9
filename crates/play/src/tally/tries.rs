//! The contribution of each fight to ratios and means over tries, and its sums over fights.

use core::ops::AddAssign;

use fray_engine::metrics::Kind;

use super::rounds::RoundSet;
use fray_stats::FightSums;

/// The sum of the successes or values of one fight's tries, and the tries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pair {
    sum: u64,
    tries: u64,
}

impl Pair {
    #[inline(always)]
    pub(super) fn new(sum: impl Into<u64>, tries: impl Into<u64>) -> Self {
        Self { sum: sum.into(), tries: tries.into() }
    }

    #[inline(always)]
    pub(super) fn sum(self) -> u64 {
        self.sum
    }

    #[inline(always)]
    pub(super) fn tries(self) -> u64 {
        self.tries
    }

    /// Takes the sum and leaves 0.
    #[inline(always)]
    pub(super) fn take_sum(&mut self) -> u64 {
        core::mem::take(&mut self.sum)
    }

    #[inline(always)]
    fn is_small(self) -> bool {
        self.sum >> SUM_BITS | self.tries >> TRIES_BITS == 0
    }
}

impl AddAssign for Pair {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        self.sum += other.sum;
        self.tries += other.tries;
    }
}

/// Returns whether an observation of a histogram is a success to a metric that is read from it.
pub(super) fn is_success(kind: Kind, value: u32) -> bool {
    match kind {
        Kind::Share { is, .. } => is(value),
        Kind::Above { least, .. } => value > least,
        _ => false,
    }
}

/// Returns the contribution of a success: its value, or the part of the value above the least.
#[inline(always)]
pub(super) fn success(kind: Kind, value: u32) -> Pair {
    match kind {
        Kind::Above { least, .. } => Pair::new(value - least, true),
        _ => Pair::new(true, true),
    }
}

/// The bits of a small number of tries, and of a small sum.
const TRIES_BITS: u32 = 4;
const SUM_BITS: u32 = 8;

/// The sums over fights of one metric. Pairs of small numbers, as most are, are counted, and
/// multiplied when the sums are taken.
#[derive(Clone, Debug, Default)]
pub(super) struct PairSums {
    /// Fights by sum and, in the lowest bits, tries.
    small: Box<[u16]>,
    /// Larger pairs, and fights that a full place has no room for.
    others: Option<Box<FightSums>>,
}

impl PairSums {
    /// Adds a fight. Without tries it adds nothing.
    #[inline(always)]
    pub(super) fn add(&mut self, pair: Pair) {
        let at = (pair.sum() << TRIES_BITS | pair.tries()) as usize;
        match self.small.get_mut(at) {
            Some(fights) if pair.is_small() && *fights < u16::MAX => *fights += 1,
            _ => self.add_other(pair),
        }
    }

    #[inline(never)]
    fn add_other(&mut self, pair: Pair) {
        let is_full = |small: &[u16]| small.get((pair.sum() << TRIES_BITS) as usize).is_some();
        if !pair.is_small() || is_full(&self.small) {
            self.others.get_or_insert_default().add(pair.sum(), pair.tries());
            return;
        }
        let mut small = core::mem::take(&mut self.small).into_vec();
        small.resize((((pair.sum() + 1) << TRIES_BITS).next_power_of_two()) as usize, 0);
        self.small = small.into_boxed_slice();
        self.add(pair);
    }

    /// Takes the sums and leaves zeros.
    pub(super) fn take(&mut self) -> FightSums {
        let mut all = self.others.take().map(|others| *others).unwrap_or_default();
        for (at, fights) in (0_u64..).zip(&mut self.small) {
            let fights = core::mem::take(fights);
            all.add_equal(fights.into(), at >> TRIES_BITS, at & ((1 << TRIES_BITS) - 1));
        }
        all
    }

    /// Takes the sums and leaves zeros; fights without successes were not added, and `all` has the
    /// tries of every fight.
    pub(super) fn take_successes(&mut self, all: &FightSums) -> FightSums {
        with_tries(&self.take(), all)
    }
}

/// The sums of successes, with the tries of `all`.
pub(super) fn with_tries(successes: &FightSums, all: &FightSums) -> FightSums {
    let &FightSums { sum, squares, products, .. } = successes;
    FightSums { sum, squares, products, ..*all }
}

/// This fight's tries that every game has of a unit, and as far as attacks go of a side.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CommonTries {
    /// Hits of attacks.
    pub(super) hits: Pair,
    pub(super) soaked: u64,
    pub(super) hit_damage: u64,
    pub(super) rounds_down: u32,
    /// Rounds that it began standing.
    pub(super) began: RoundSet,
    /// The activations at which it was Exhausted, of the rounds among them in which it was.
    pub(super) exhausted_at: Pair,
    /// The sum of the activations that followed.
    pub(super) waited: u64,
    /// Damage as rolled.
    pub(super) damage: u64,
    pub(super) overkill: u64,
}

impl CommonTries {
    /// Adds the attacks of another unit of the side; rounds are not added up.
    #[inline(always)]
    pub(super) fn merge(&mut self, other: &Self) {
        self.hits += other.hits;
        self.soaked += other.soaked;
        self.hit_damage += other.hit_damage;
        self.damage += other.damage;
        self.overkill += other.overkill;
    }
}

/// The sums over fights of a unit or a side.
#[derive(Clone, Debug, Default)]
pub(super) struct SumsByFight {
    hit_rate: PairSums,
    damage_per_hit: PairSums,
    /// Of fights with hits without damage.
    soaked: PairSums,
    /// Of fights with rounds down.
    rounds_down: PairSums,
    exhausted_at: PairSums,
    waited: PairSums,
    share_of_damage: PairSums,
    /// By clock: of fights in which it struck.
    clocks: Box<[PairSums]>,
    metrics: Box<[PairSums]>,
}

impl SumsByFight {
    pub(super) fn new(n_clocks: usize, n_metrics: usize) -> Self {
        Self {
            clocks: vec![PairSums::default(); n_clocks].into(),
            metrics: vec![PairSums::default(); n_metrics].into(),
            ..Self::default()
        }
    }

    /// Adds the attacks of a fight.
    #[inline(always)]
    pub(super) fn add_attacks(&mut self, of: &CommonTries) {
        let hits = of.hits.sum();
        self.hit_rate.add(of.hits);
        self.damage_per_hit.add(Pair::new(of.hit_damage, hits));
        if of.soaked > 0 {
            self.soaked.add(Pair::new(of.soaked, hits));
        }
    }

    /// Adds the rounds of a fight.
    #[inline(always)]
    pub(super) fn add_rounds(&mut self, of: &CommonTries, rounds: u32) {
        if of.rounds_down > 0 {
            self.rounds_down.add(Pair::new(of.rounds_down, rounds));
        }
        self.exhausted_at.add(of.exhausted_at);
        self.waited.add(Pair::new(of.waited, of.began.len()));
    }

    /// Adds a fight in which its side did this damage.
    #[inline(always)]
    pub(super) fn add_share_of_damage(&mut self, own: u64, of_side: u64) {
        self.share_of_damage.add(Pair::new(own, of_side));
    }

    /// Adds a fight in which a clock struck in this many of the rounds begun standing.
    #[inline(always)]
    pub(super) fn add_clock(&mut self, clock: usize, strikes: u32, began: u32) {
        self.clocks[clock].add(Pair::new(strikes, began));
    }

    /// Adds a fight's tries of a metric.
    #[inline(always)]
    pub(super) fn add_metric(&mut self, metric: usize, pair: Pair) {
        self.metrics[metric].add(pair);
    }

    /// Takes the sums in the order of [`Tries`](crate::totals::Tries) and leaves zeros. `rounds`
    /// has the rounds of every fight as its tries.
    pub(super) fn take(&mut self, rounds: &FightSums) -> Vec<FightSums> {
        let damage_per_hit = self.damage_per_hit.take();
        let waited = self.waited.take();
        let mut all = vec![
            self.hit_rate.take(),
            self.soaked.take_successes(&damage_per_hit),
            damage_per_hit,
            self.rounds_down.take_successes(rounds),
            self.exhausted_at.take(),
            waited,
            self.share_of_damage.take(),
        ];
        all.extend(self.clocks.iter_mut().map(|clock| clock.take_successes(&waited)));
        all.extend(self.metrics.iter_mut().map(PairSums::take));
        all
    }
}

/// By round: fights that a unit stood in at its end, and the sum of its health then.
#[derive(Clone, Debug, Default)]
pub(super) struct HealthByRound(Box<[[u64; 2]]>);

impl HealthByRound {
    /// Counts a fight, and says whether there is a cell.
    #[inline(always)]
    #[must_use]
    pub(super) fn add(&mut self, round: u32, health: u32) -> bool {
        match self.0.get_mut(round as usize) {
            Some([fights, sum]) => {
                *fights += 1;
                *sum += u64::from(health);
                true
            }
            None => false,
        }
    }

    /// Counts a fight in a cell that it makes if there is none.
    pub(super) fn grow(&mut self, round: u32, health: u32) {
        let needed = (round as usize + 1).next_power_of_two().max(16);
        if self.0.len() < needed {
            let mut longer = core::mem::take(&mut self.0).into_vec();
            longer.resize(needed, [0; 2]);
            self.0 = longer.into_boxed_slice();
        }
        let found = self.add(round, health);
        debug_assert!(found, "there is room now");
    }

    /// Takes the cells and leaves zeros.
    pub(super) fn take(&mut self) -> Vec<[u64; 2]> {
        let used = self.0.iter().rposition(|cell| cell[0] > 0).map_or(0, |last| last + 1);
        let taken = self.0[..used].to_vec();
        self.0.fill([0; 2]);
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Small pairs, pairs on both sides of the limits, and fights without a try.
    #[test]
    fn pairs_add_up_whether_they_are_counted_or_not() {
        let mut pairs = PairSums::default();
        let mut plain = FightSums::default();
        let far = (u64::from(u32::MAX) * 9, u64::from(u32::MAX) * 5);
        let near = [(0, 0), (0, 3), (2, 3), (2, 3), (255, 15), (256, 15), (255, 16), (90_000, 400)];
        for (sum, tries) in near.into_iter().chain([far]) {
            pairs.add(Pair::new(sum, tries));
            plain.add(sum, tries);
        }
        assert_eq!(pairs.take(), plain);
        assert_eq!(pairs.take(), FightSums::default(), "taken");
    }

    #[test]
    fn a_full_place_goes_on_elsewhere() {
        let (mut pairs, mut plain) = (PairSums::default(), FightSums::default());
        let fights = u64::from(u16::MAX) + 3;
        (0..fights).for_each(|_| pairs.add(Pair::new(3_u32, 5_u32)));
        plain.add_equal(fights, 3, 5);
        assert_eq!(pairs.take(), plain);
    }

    #[test]
    fn fights_without_a_success_need_not_be_added() {
        let (mut successes, mut all) = (PairSums::default(), FightSums::default());
        for (sum, tries) in [(0, 4), (1, 4), (3, 5), (0, 1)] {
            all.add(sum, tries);
            if sum > 0 {
                successes.add(Pair::new(sum, tries));
            }
        }
        let rounds = FightSums { sum: 0, squares: 0, products: 0, ..all };
        assert_eq!(successes.take_successes(&rounds), all);
    }
}
