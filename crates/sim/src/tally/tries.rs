//! What each fight contributes to ratios and means over tries, and its sums over fights.

use fray_rules::declare::metrics::Kind;

use crate::stats::FightSums;

/// The tries of one fight and the sum of their successes or values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) sum: u32,
    pub(super) tries: u32,
}

/// What one observation of a histogram is to a metric that is read from it: whether it is a try,
/// and a success, or the part of it above the least.
#[inline(always)]
pub(super) fn read(kind: Kind, value: u32) -> Pair {
    match kind {
        Kind::Share { among, is, .. } => {
            let tries = u32::from(among(value));
            Pair { sum: u32::from(is(value)) * tries, tries }
        }
        Kind::Above { least, .. } => {
            let sum = value.saturating_sub(least);
            Pair { sum, tries: u32::from(sum > 0) }
        }
        Kind::Count | Kind::Value | Kind::Ratio | Kind::Hidden => Pair::default(),
    }
}

/// Numbers of one fight stay below this, so that the squares of as many fights as a tally holds
/// before it is drained add up in 64 bits.
const TOO_MANY: u32 = 1 << 23;

/// The sums of [`FightSums`] that are of the tries alone.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TrySums {
    fights: u64,
    tries: u64,
    squares: u64,
    most: u64,
}

/// The other sums of [`FightSums`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ValueSums {
    sum: u64,
    squares: u64,
    products: u64,
}

impl TrySums {
    /// Adds a fight with at least one try.
    #[inline(always)]
    pub(super) fn add(&mut self, tries: u32) {
        let n = u64::from(tries);
        self.fights += 1;
        self.tries += n;
        self.squares += n * n;
        self.most = self.most.max(n);
    }
}

impl ValueSums {
    /// Adds a fight.
    #[inline(always)]
    pub(super) fn add(&mut self, Pair { sum, tries }: Pair) {
        if (sum | tries) >= TOO_MANY {
            too_many(sum, tries);
        }
        let [y, n] = [sum, tries].map(u64::from);
        self.sum += y;
        self.squares += y * y;
        self.products += y * n;
    }
}

#[cold]
#[inline(never)]
fn too_many(sum: u32, tries: u32) -> ! {
    panic!("{tries} observations of one fight that add up to {sum} are more than a tally can hold");
}

/// Takes the sums and leaves zeros.
pub(super) fn take(tries: &mut TrySums, values: &mut ValueSums) -> FightSums {
    sums(core::mem::take(tries), values)
}

/// Takes the sums of the values alone: others share the tries.
pub(super) fn sums(tries: TrySums, values: &mut ValueSums) -> FightSums {
    let ValueSums { sum, squares, products } = core::mem::take(values);
    FightSums {
        fights: tries.fights,
        tries: tries.tries,
        sum,
        squares: squares.into(),
        products: products.into(),
        tries_squared: tries.squares.into(),
        most_tries: tries.most,
    }
}

/// The sums of one metric.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MetricSums {
    tries: TrySums,
    values: ValueSums,
}

impl MetricSums {
    /// Adds a fight, if it had a try.
    #[inline(always)]
    pub(super) fn add(&mut self, pair: Pair) {
        if pair.tries > 0 {
            self.tries.add(pair.tries);
            self.values.add(pair);
        }
    }

    /// Takes the sums and leaves zeros.
    pub(super) fn take(&mut self) -> FightSums {
        take(&mut self.tries, &mut self.values)
    }
}

/// This fight's tries that every game has of a unit, and as far as attacks go of a side.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CommonTries {
    pub(super) attacks: u32,
    pub(super) hits: u32,
    pub(super) soaked: u32,
    pub(super) hit_damage: u32,
    pub(super) rounds_down: u32,
    /// Rounds of the fight.
    pub(super) rounds: u32,
    /// Rounds that it began standing.
    pub(super) began: u32,
    /// Rounds among them in which it was Exhausted.
    pub(super) exhausted: u32,
    /// The sum of the activations at which it was.
    pub(super) exhausted_at: u32,
    /// The sum of the activations that followed.
    pub(super) waited: u32,
    /// Damage as rolled.
    pub(super) damage: u32,
}

impl CommonTries {
    /// Adds the attacks of another unit of the side; rounds are not added up.
    pub(super) fn merge(&mut self, other: &Self) {
        self.attacks += other.attacks;
        self.hits += other.hits;
        self.soaked += other.soaked;
        self.hit_damage += other.hit_damage;
        self.damage += other.damage;
    }
}

/// The sums over fights of a unit or a side.
#[derive(Clone, Debug, Default)]
pub(super) struct SumsByFight {
    attacks: TrySums,
    hits: TrySums,
    rounds: TrySums,
    began: TrySums,
    exhausted: TrySums,
    hit_rate: ValueSums,
    soaked: ValueSums,
    damage_per_hit: ValueSums,
    rounds_down: ValueSums,
    exhausted_at: ValueSums,
    waited: ValueSums,
    share_of_damage: MetricSums,
    clocks: Box<[ValueSums]>,
    metrics: Box<[MetricSums]>,
}

impl SumsByFight {
    pub(super) fn new(n_clocks: usize, n_metrics: usize) -> Self {
        Self {
            clocks: vec![ValueSums::default(); n_clocks].into(),
            metrics: vec![MetricSums::default(); n_metrics].into(),
            ..Self::default()
        }
    }

    /// Adds a fight.
    #[inline(always)]
    pub(super) fn add(&mut self, of: &CommonTries) {
        let pair = |sum, tries| Pair { sum, tries };
        if of.attacks > 0 {
            self.attacks.add(of.attacks);
            if of.hits > 0 {
                self.hits.add(of.hits);
                self.hit_rate.add(pair(of.hits, of.attacks));
                self.damage_per_hit.add(pair(of.hit_damage, of.hits));
                if of.soaked > 0 {
                    self.soaked.add(pair(of.soaked, of.hits));
                }
            }
        }
        if of.rounds > 0 {
            self.rounds.add(of.rounds);
            if of.rounds_down > 0 {
                self.rounds_down.add(pair(of.rounds_down, of.rounds));
            }
        }
        if of.began > 0 {
            self.began.add(of.began);
            if of.exhausted > 0 {
                self.exhausted.add(of.exhausted);
                self.exhausted_at.add(pair(of.exhausted_at, of.exhausted));
                self.waited.add(pair(of.waited, of.began));
            }
        }
    }

    /// Adds a fight in which its side did this damage.
    #[inline(always)]
    pub(super) fn add_share_of_damage(&mut self, own: u32, of_side: u32) {
        self.share_of_damage.add(Pair { sum: own, tries: of_side });
    }

    /// Adds a fight in which a clock struck in this many of the rounds begun standing.
    #[inline(always)]
    pub(super) fn add_clock(&mut self, clock: usize, strikes: u32, began: u32) {
        self.clocks[clock].add(Pair { sum: strikes, tries: began });
    }

    /// Adds a fight's tries of a metric.
    #[inline(always)]
    pub(super) fn add_metric(&mut self, metric: usize, pair: Pair) {
        self.metrics[metric].add(pair);
    }

    /// Takes the sums in the order of [`Tries`](crate::totals::Tries) and leaves zeros.
    pub(super) fn take(&mut self) -> Vec<FightSums> {
        let hits = core::mem::take(&mut self.hits);
        let began = core::mem::take(&mut self.began);
        let mut all = vec![
            take(&mut self.attacks, &mut self.hit_rate),
            sums(hits, &mut self.soaked),
            sums(hits, &mut self.damage_per_hit),
            take(&mut self.rounds, &mut self.rounds_down),
            take(&mut self.exhausted, &mut self.exhausted_at),
            sums(began, &mut self.waited),
            self.share_of_damage.take(),
        ];
        all.extend(self.clocks.iter_mut().map(|values| sums(began, values)));
        all.extend(self.metrics.iter_mut().map(MetricSums::take));
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
