//! The luck of many fights: sums and products of their [accounts](crate::account::Account), and of the accounts
//! with how the fights ended. All integers, so that any split of a run gives the same.

use fray_engine::contract::Outcome;
use fray_engine::draw::Purpose;
use fray_engine::fight::Played;
use fray_engine::roster::MAX_SIDES;

use crate::account::Account;

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
        }
    }

    /// Returns whether nothing was counted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.fights == 0
    }

    /// Adds a fight.
    #[inline]
    pub(crate) fn add(&mut self, account: &Account, played: Played) {
        self.fights += 1;
        let mut kept = [(0_usize, 0_i64); MAX_ACCOUNTS];
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
            for &(j, other) in &kept[..=at] {
                self.products[pair_of_accounts(i, j)] += i128::from(luck) * i128::from(other);
            }
        }
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
        let add = |mine: &mut [i128], theirs: &[i128]| {
            assert!(mine.len() == theirs.len(), "totals of one scenario have the same shape");
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        };
        self.fights += other.fights;
        add(&mut self.sums, &other.sums);
        add(&mut self.products, &other.products);
        add(&mut self.rounds, &other.rounds);
        self.ends.iter_mut().zip(&other.ends).for_each(|(mine, theirs)| add(mine, theirs));
    }
}
