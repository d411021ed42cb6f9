//! The luck of many fights: sums and products of their [accounts](crate::account::Account), and of the accounts
//! with how the fights ended. All integers, so that any split of a run gives the same.

mod counts;

use fray_engine::contract::{Outcome, System};
use fray_engine::draw::Purpose;
use fray_engine::fight::Played;
use fray_engine::metrics::MetricSet;
use fray_engine::roster::MAX_SIDES;

use crate::account::Account;
use crate::totals::About;

use counts::CountRows;
pub use counts::{CountLuck, CountPlaces, CountSums, Counted, EVERY};

/// The most accounts: one for each side and purpose.
pub const MAX_ACCOUNTS: usize = MAX_SIDES * Purpose::COUNT;

/// What the accounts of luck came to in a number of fights. All sums are in parts of a
/// [`POINT`](fray_engine::worth::POINT), products in the square of these parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LuckTotals {
    /// The fights of which accounts were kept.
    pub fights: u64,
    /// By account, at `side * Purpose::COUNT + purpose`: its sum.
    pub sums: Vec<i128>,
    /// By pair of accounts i >= j, at [`pair_of_accounts`]: the sum of their products.
    pub products: Vec<i128>,
    /// By side, and last for draws: the sums of the accounts over the fights that ended so.
    pub ends: Vec<Vec<i128>>,
    /// By account: the sum of its products with the number of the last round.
    pub rounds: Vec<i128>,
    /// The same of the counts, in some of the fights.
    pub counts: CountLuck,
}

/// The place of a pair of accounts i >= j.
#[inline(always)]
#[must_use]
pub const fn pair_of_accounts(i: usize, j: usize) -> usize {
    i * (i + 1) / 2 + j
}

impl LuckTotals {
    /// Totals of no fights.
    #[must_use]
    pub fn new(n_sides: usize) -> Self {
        let n = n_sides * Purpose::COUNT;
        Self {
            fights: 0,
            sums: vec![0; n],
            products: vec![0; n * (n + 1) / 2],
            ends: vec![vec![0; n]; n_sides + 1],
            rounds: vec![0; n],
            counts: CountLuck::new(n),
        }
    }

    /// Returns whether nothing was counted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.fights == 0
    }

    /// Adds a fight. Lists its accounts that are not 0, with their places, and returns how many they are.
    #[inline]
    fn add(&mut self, account: &Account, played: Played, kept: &mut [(usize, i64); MAX_ACCOUNTS]) -> usize {
        self.fights += 1;
        let mut n = 0;
        for (place, &luck) in account.sums().as_flattened().iter().enumerate() {
            kept[n] = (place, luck);
            n += usize::from(luck != 0);
        }
        let n_sides = account.sums().len();
        let end = match played.outcome {
            Outcome::Win(side) => Some(side.idx()),
            Outcome::Draw => Some(n_sides),
            Outcome::Timeout => None,
        };
        let rounds = i128::from(played.rounds);
        for (at, &(i, luck)) in kept[..n].iter().enumerate() {
            self.sums[i] += i128::from(luck);
            self.rounds[i] += i128::from(luck) * rounds;
            if let Some(end) = end {
                self.ends[end][i] += i128::from(luck);
            }
            let row = &mut self.products[pair_of_accounts(i, 0)..][..=i];
            for &(j, other) in &kept[..=at] {
                row[j] += i128::from(luck) * i128::from(other);
            }
        }
        n
    }

    /// Adds the fights of another run of the same scenario.
    pub fn merge(&mut self, other: &Self) {
        if other.is_empty() {
            return;
        }
        if self.is_empty() {
            self.clone_from(other);
            return;
        }
        self.fights += other.fights;
        add_each(&mut self.sums, &other.sums);
        add_each(&mut self.products, &other.products);
        add_each(&mut self.rounds, &other.rounds);
        self.ends.iter_mut().zip(&other.ends).for_each(|(mine, theirs)| add_each(mine, theirs));
        self.counts.merge(&other.counts);
    }

    /// Returns whether these are sums of fights of this scenario: what a file says is not taken for granted.
    #[must_use]
    pub fn fits(&self, about: &About) -> bool {
        let places = about.count_places();
        let n = places.n_sides * Purpose::COUNT;
        self.is_empty()
            || self.sums.len() == n
                && self.products.len() == n * (n + 1) / 2
                && self.ends.len() == places.n_sides + 1
                && self.ends.iter().all(|sums| sums.len() == n)
                && self.rounds.len() == n
                && self.counts.fits(n, places)
    }
}

/// Adds numbers of equal places.
fn add_each(mine: &mut [i128], theirs: &[i128]) {
    assert!(mine.len() == theirs.len(), "totals of one scenario have the same shape");
    mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
}

/// Adds up the luck of one fight after another.
#[derive(Clone, Debug)]
pub(crate) struct LuckCounter {
    totals: LuckTotals,
    counts: CountRows,
}

impl LuckCounter {
    /// A counter of the fights of these rules.
    pub(crate) fn new<S: System>(system: &S) -> Self {
        let roster = system.roster();
        let (n_units, n_sides) = (roster.units.len(), roster.sides.len());
        let places = CountPlaces { n_units, n_sides, n_metrics: S::Metric::ALL.len() };
        Self { totals: LuckTotals::new(n_sides), counts: CountRows::new(places) }
    }

    /// Returns whether the counts of this fight are added up.
    #[inline(always)]
    pub(crate) fn wants_counts(account: &Account, fight: u64) -> bool {
        account.is_kept() && fight.is_multiple_of(EVERY)
    }

    /// Adds a fight, if its account is kept, with the counts that are listed of it.
    #[inline]
    pub(crate) fn add(&mut self, account: &Account, played: Played, counts: &[Counted]) {
        if !account.is_kept() {
            return;
        }
        let mut kept = [(0_usize, 0_i64); MAX_ACCOUNTS];
        let n = self.totals.add(account, played, &mut kept);
        if !counts.is_empty() {
            self.counts.add(&kept[..n], counts);
        }
    }

    /// Moves the sums into `totals` and leaves none.
    pub(crate) fn drain_into(&mut self, totals: &mut LuckTotals) {
        let n_sides = self.totals.ends.len() - 1;
        let mut mine = core::mem::replace(&mut self.totals, LuckTotals::new(n_sides));
        mine.counts = self.counts.take();
        totals.merge(&mine);
    }
}
