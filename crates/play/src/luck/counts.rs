//! The luck of counts: sums of products of the accounts with the numbers that every fight has of a unit or side.
//!
//! A fight has some hundreds of these numbers, and what the accounts move of them is known well enough from a part of
//! the fights: those of every [`EVERY`]th number, and of every fourth of these from [`COUNTED_OFTEN`] on. Which these are
//! depends on nothing but their number, so that any split of a run gives the same.

use std::collections::BTreeMap;

use fray_engine::draw::Purpose;

use super::{MAX_ACCOUNTS, add_each, pair_of_accounts};

/// Of the fights whose numbers divide by this the counts are added up with the accounts.
pub const EVERY: u64 = 32;

/// From this fight on only every fourth of them is: a run as long as this has enough of them.
pub const COUNTED_OFTEN: u64 = 16 * 1024;

/// Returns whether the counts of this fight are added up.
#[inline(always)]
#[must_use]
pub const fn is_counted(fight: u64) -> bool {
    fight.is_multiple_of(if fight < COUNTED_OFTEN { EVERY } else { 4 * EVERY })
}

/// A number of a fight: its place by [`CountPlaces`], and its value.
pub type Counted = (u32, u64);

/// The order in which the numbers of a fight are numbered themselves: by unit, then by side of several units, those of
/// each metric; last the activations of the fight.
#[derive(Clone, Copy, Debug)]
pub struct CountPlaces {
    /// The number of units.
    pub n_units: usize,
    /// The number of sides.
    pub n_sides: usize,
    /// The number of metrics.
    pub n_metrics: usize,
}

impl CountPlaces {
    /// The count of a unit, or its flag, by the place of the metric.
    #[inline(always)]
    #[must_use]
    pub const fn of_unit(self, unit: usize, metric: usize) -> u32 {
        (unit * self.n_metrics + metric) as u32
    }

    /// The count of a side of several units, the number of them that have a flag, or whether any has.
    #[inline(always)]
    #[must_use]
    pub const fn of_side(self, side: usize, metric: usize) -> u32 {
        self.of_unit(self.n_units + side, metric)
    }

    /// The activations of all units.
    #[inline(always)]
    #[must_use]
    pub const fn activations(self) -> u32 {
        self.of_side(self.n_sides, 0)
    }

    /// Returns how many places there are.
    const fn len(self) -> usize {
        self.activations() as usize + 1
    }
}

/// The sums of one count of a fight, and of its products with the accounts of luck.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CountSums {
    /// Its sum.
    pub sum: u128,
    /// The sum of its squares.
    pub squares: u128,
    /// By account: the sum of its products with the account, in parts of a [`POINT`](fray_engine::worth::POINT).
    pub products: Vec<i128>,
}

/// The accounts of the fights of which counts were added up, and their products with the counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CountLuck {
    /// The number of fights.
    pub fights: u64,
    /// By account: its sum.
    pub sums: Vec<i128>,
    /// By pair of accounts, at [`pair_of_accounts`]: the sum of their products.
    pub products: Vec<i128>,
    /// By place, of the numbers that were ever above 0.
    pub counts: BTreeMap<u32, CountSums>,
}

impl CountSums {
    /// Adds the number of a fight of these accounts.
    #[inline]
    pub(super) fn add(&mut self, value: u64, kept: &[(usize, i64)]) {
        self.sum += u128::from(value);
        self.squares += u128::from(value) * u128::from(value);
        for &(i, luck) in kept {
            self.products[i] += i128::from(luck) * i128::from(value);
        }
    }

    /// Adds those of other fights.
    pub(super) fn merge(&mut self, other: &Self) {
        self.sum += other.sum;
        self.squares += other.squares;
        add_each(&mut self.products, &other.products);
    }
}

impl CountLuck {
    /// Nothing of this many accounts.
    pub(super) fn new(n_accounts: usize) -> Self {
        Self {
            fights: 0,
            sums: vec![0; n_accounts],
            products: vec![0; n_accounts * (n_accounts + 1) / 2],
            counts: BTreeMap::new(),
        }
    }

    /// Adds the fights of another run of the same scenario.
    pub(super) fn merge(&mut self, other: &Self) {
        if other.fights == 0 {
            return;
        }
        if self.fights == 0 {
            self.clone_from(other);
            return;
        }
        self.fights += other.fights;
        add_each(&mut self.sums, &other.sums);
        add_each(&mut self.products, &other.products);
        for (place, theirs) in &other.counts {
            match self.counts.get_mut(place) {
                Some(mine) => mine.merge(theirs),
                None => drop(self.counts.insert(*place, theirs.clone())),
            }
        }
    }

    /// Returns whether these are sums of fights with so many accounts and places: what a file says is not
    /// taken for granted.
    pub(super) fn fits(&self, n_accounts: usize, places: CountPlaces) -> bool {
        let is_count = |(place, it): (&u32, &CountSums)| {
            (*place as usize) < places.len() && it.products.len() == n_accounts
        };
        self.sums.len() == n_accounts
            && self.products.len() == n_accounts * (n_accounts + 1) / 2
            && self.counts.iter().all(is_count)
    }
}

/// The sums of a worker, in rows that are made when a number is first above 0.
#[derive(Clone, Debug)]
pub(super) struct CountRows {
    n_accounts: usize,
    /// By place: its row, from 1 on; 0 of none.
    row_of: Vec<u32>,
    /// The places of the rows.
    places: Vec<u32>,
    /// By row: the sum, that of the squares, and of the products with each account.
    rows: Vec<i128>,
    fights: u64,
    sums: [i128; MAX_ACCOUNTS],
    products: Vec<i128>,
}

impl CountRows {
    pub(super) fn new(places: CountPlaces) -> Self {
        let n_accounts = places.n_sides * Purpose::COUNT;
        Self {
            n_accounts,
            row_of: vec![0; places.len()],
            places: Vec::new(),
            rows: Vec::new(),
            fights: 0,
            sums: [0; MAX_ACCOUNTS],
            products: vec![0; n_accounts * (n_accounts + 1) / 2],
        }
    }

    /// Adds a fight of these accounts, by their places, and these counts.
    #[inline(never)]
    pub(super) fn add(&mut self, kept: &[(usize, i64)], counts: &[Counted]) {
        self.fights += 1;
        for (at, &(i, luck)) in kept.iter().enumerate() {
            self.sums[i] += i128::from(luck);
            for &(j, other) in &kept[..=at] {
                self.products[pair_of_accounts(i, j)] += i128::from(luck) * i128::from(other);
            }
        }
        let width = self.n_accounts + 2;
        for &(place, value) in counts {
            let row = &mut self.row_of[place as usize];
            if *row == 0 {
                self.places.push(place);
                *row = self.places.len() as u32;
                self.rows.resize(self.rows.len() + width, 0);
            }
            let first = (*row as usize - 1) * width;
            let sums = &mut self.rows[first..first + width];
            let value = i128::from(value);
            sums[0] += value;
            sums[1] += value * value;
            for &(i, luck) in kept {
                sums[i + 2] += value * i128::from(luck);
            }
        }
    }

    /// Takes the sums and leaves none.
    pub(super) fn take(&mut self) -> CountLuck {
        let n = self.n_accounts;
        let rows = self.places.iter().zip(self.rows.chunks(n + 2)).filter(|(_, row)| row[1] != 0);
        let counts = rows.map(|(place, row)| {
            let products = row[2..].to_vec();
            (*place, CountSums { sum: row[0].unsigned_abs(), squares: row[1].unsigned_abs(), products })
        });
        let taken = CountLuck {
            fights: self.fights,
            sums: self.sums[..n].to_vec(),
            products: self.products.clone(),
            counts: counts.collect(),
        };
        self.rows.fill(0);
        self.fights = 0;
        self.sums = [0; MAX_ACCOUNTS];
        self.products.fill(0);
        taken
    }
}
