//! The luck of many fights: sums of their [accounts](crate::account::Account), and in a part of the fights products of
//! the accounts with each other and with how the fights ended. All integers, so that any split of a run gives the same.

mod counts;

use fray_engine::contract::{Outcome, System};
use fray_engine::draw::Purpose;
use fray_engine::fight::Played;
use fray_engine::metrics::MetricSet;
use fray_engine::roster::MAX_SIDES;

use crate::account::Account;
use crate::totals::About;

use counts::CountRows;
pub use counts::{COUNTED_OFTEN, CountLuck, CountPlaces, CountSums, Counted, EVERY, is_counted};

/// The most accounts: one for each side and purpose.
pub const MAX_ACCOUNTS: usize = MAX_SIDES * Purpose::COUNT;

/// The accounts of the first so many fights are multiplied with each other and with how the fights ended.
pub const FIRST: u64 = 1024;

/// Of later fights those whose numbers divide by this.
pub const EVERY_LATER: u64 = 8;

/// Returns whether the account of this fight is multiplied: it depends on the fight's number alone, so that
/// any split of a run gives the same. These fights estimate the influence of the accounts well enough; of all
/// others only sums are kept.
#[inline(always)]
const fn is_multiplied(fight: u64) -> bool {
    fight < FIRST || fight.is_multiple_of(EVERY_LATER)
}

/// The accounts of luck, summed over a number of fights. All sums are in parts of a
/// [`POINT`](fray_engine::worth::POINT), products in the square of these parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LuckTotals {
    /// The fights of which accounts were kept.
    pub fights: u64,
    /// By account, at `side * Purpose::COUNT + purpose`: its sum.
    pub sums: Vec<i128>,
    /// The products, in some of the fights.
    pub part: LuckProducts,
    /// The accounts and their products with the counts of fights, in some of the fights.
    pub counts: CountLuck,
}

/// The products of the accounts with each other and with how the fights ended, in the fights that are
/// multiplied: the first [`FIRST`], and every [`EVERY_LATER`]th.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LuckProducts {
    /// The number of fights.
    pub fights: u64,
    /// By account: its sum.
    pub sums: Vec<i128>,
    /// By pair of accounts i >= j, at [`pair_of_accounts`]: the sum of their products.
    pub products: Vec<i128>,
    /// By side, and last for draws: the fights that ended so.
    pub ends: Vec<CountSums>,
    /// The number of the last round.
    pub rounds: CountSums,
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
        let none = CountSums { products: vec![0; n], ..CountSums::default() };
        Self {
            fights: 0,
            sums: vec![0; n],
            part: LuckProducts {
                fights: 0,
                sums: vec![0; n],
                products: vec![0; n * (n + 1) / 2],
                ends: vec![none.clone(); n_sides + 1],
                rounds: none,
            },
            counts: CountLuck::new(n),
        }
    }

    /// Returns whether nothing was counted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.fights == 0
    }

    /// Adds what an account came to since it was begun, and begins it anew.
    #[inline(never)]
    fn take(&mut self, account: &mut Account) {
        for (sum, &luck) in self.sums.iter_mut().zip(account.sums().as_flattened()) {
            *sum += i128::from(luck);
        }
        account.clear();
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
        self.part.merge(&other.part);
        self.counts.merge(&other.counts);
    }

    /// Returns whether these are sums of fights of this scenario: what a file says is not taken for granted.
    #[must_use]
    pub fn fits(&self, about: &About) -> bool {
        let places = about.count_places();
        let n = places.n_sides * Purpose::COUNT;
        let part = &self.part;
        self.is_empty()
            || self.sums.len() == n
                && part.sums.len() == n
                && part.products.len() == n * (n + 1) / 2
                && part.ends.len() == places.n_sides + 1
                && part.ends.iter().chain([&part.rounds]).all(|sums| sums.products.len() == n)
                && self.counts.fits(n, places)
    }
}

impl LuckProducts {
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
        if let Some(end) = end {
            self.ends[end].add(1, &kept[..n]);
        }
        self.rounds.add(played.rounds.into(), &kept[..n]);
        for (at, &(i, luck)) in kept[..n].iter().enumerate() {
            self.sums[i] += i128::from(luck);
            let row = &mut self.products[pair_of_accounts(i, 0)..][..=i];
            for &(j, other) in &kept[..=at] {
                row[j] += i128::from(luck) * i128::from(other);
            }
        }
        n
    }

    fn merge(&mut self, other: &Self) {
        self.fights += other.fights;
        add_each(&mut self.sums, &other.sums);
        add_each(&mut self.products, &other.products);
        self.ends.iter_mut().zip(&other.ends).for_each(|(mine, theirs)| mine.merge(theirs));
        self.rounds.merge(&other.rounds);
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
    /// Whether the account of the fight that is played is multiplied.
    is_multiplied: bool,
}

impl LuckCounter {
    /// A counter of the fights of these rules.
    pub(crate) fn new<S: System>(system: &S) -> Self {
        let roster = system.roster();
        let (n_units, n_sides) = (roster.units.len(), roster.sides.len());
        let places = CountPlaces { n_units, n_sides, n_metrics: S::Metric::ALL.len() };
        Self { totals: LuckTotals::new(n_sides), counts: CountRows::new(places), is_multiplied: false }
    }

    /// Gets ready for a fight, and returns whether its counts are to be listed. The account of a fight that is
    /// multiplied, or read by itself, holds no other fight.
    #[inline(always)]
    pub(crate) fn begin(&mut self, account: &mut Account, fight: u64, is_read: bool) -> bool {
        if !account.is_kept() {
            return false;
        }
        self.is_multiplied = is_multiplied(fight);
        if self.is_multiplied || is_read {
            self.totals.take(account);
        }
        self.is_multiplied && is_counted(fight)
    }

    /// Adds a fight, if its account is kept, with the counts that are listed of it.
    #[inline(always)]
    pub(crate) fn add(&mut self, account: &Account, played: Played, counts: &[Counted]) {
        if account.is_kept() {
            self.totals.fights += 1;
            if self.is_multiplied {
                self.multiply(account, played, counts);
            }
        }
    }

    #[inline(never)]
    fn multiply(&mut self, account: &Account, played: Played, counts: &[Counted]) {
        let mut kept = [(0_usize, 0_i64); MAX_ACCOUNTS];
        let n = self.totals.part.add(account, played, &mut kept);
        if !counts.is_empty() {
            self.counts.add(&kept[..n], counts);
        }
    }

    /// Moves the sums into `totals` and leaves none.
    pub(crate) fn drain_into(&mut self, account: &mut Account, totals: &mut LuckTotals) {
        if !account.is_kept() {
            return;
        }
        self.totals.take(account);
        let n_sides = self.totals.part.ends.len() - 1;
        let mut mine = core::mem::replace(&mut self.totals, LuckTotals::new(n_sides));
        mine.counts = self.counts.take();
        totals.merge(&mine);
    }
}

const _: () = assert!(EVERY.is_multiple_of(EVERY_LATER), "fights whose counts are added up are multiplied");
