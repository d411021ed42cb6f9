//! The numbers of single fights, in columns: those that are asked for of what a [`Player`] that
//! keeps them ([`Keep`]) lists.

use std::collections::BTreeMap;
use std::ops::Range;

use super::Keep;
use super::Player;
pub use super::numbers::{Column, UnitColumn};
use super::numbers::{Number, Requested, Slots};
use crate::totals::About;

/// Fights whose numbers are kept at a time: few enough for the nearest cache, enough to add them
/// up column by column.
pub const BLOCK: usize = 64;

/// Columns asked for, each listed once.
#[derive(Clone, Debug, Default)]
pub struct ColumnList(BTreeMap<Column, usize>);

impl ColumnList {
    /// The place of a column in [`FightColumns`].
    pub fn place(&mut self, column: Column) -> usize {
        let next = self.0.len();
        *self.0.entry(column).or_insert(next)
    }
}

/// The columns of up to [`BLOCK`] fights.
#[derive(Clone, Debug)]
pub struct FightColumns {
    /// By column, then fight.
    cells: Vec<u32>,
    /// By column: whether a fight of the block listed it.
    is_listed: Vec<bool>,
    /// The columns that a fight of the block listed.
    listed: Vec<u32>,
    /// Fights in them.
    n: usize,
    /// The accounts of luck of each fight, if its player keeps them.
    accounts: Vec<i64>,
    /// By slot of a number: its column, or [`NONE`].
    columns: Vec<u32>,
    /// The numbers that the columns are.
    asked: Requested,
}

/// No column.
const NONE: u32 = u32::MAX;

impl FightColumns {
    /// Space for these columns of fights that `about` describes.
    pub fn new(about: &About, columns: ColumnList) -> Self {
        let columns = columns.0;
        let slots = Slots::new(about.clocks.len(), about.metrics.len());
        let mut all = Self {
            cells: vec![0; columns.len() * BLOCK],
            is_listed: vec![false; columns.len()],
            listed: Vec::with_capacity(columns.len()),
            n: 0,
            accounts: Vec::new(),
            columns: vec![NONE; slots.count(about.roster.units.len())],
            asked: columns.keys().fold(Requested::ENDS, |asked, &column| asked.with(column)),
        };
        for (column, place) in columns {
            all.columns[slots.of(column) as usize] = place as u32;
        }
        all
    }

    /// Returns the parts of fights that a player keeps for them.
    pub fn keep(&self) -> Keep {
        Keep::Fights(self.asked)
    }

    /// Plays some fights, at most [`BLOCK`], and reads their numbers in place of those before.
    pub fn play(&mut self, player: &mut dyn Player, fights: Range<u64>) {
        while let Some(column) = self.listed.pop() {
            self.is_listed[column as usize] = false;
            self.cells[column as usize * BLOCK..][..BLOCK].fill(0);
        }
        self.n = 0;
        self.accounts.clear();
        for fight in fights {
            player.play(fight..fight + 1);
            self.read(player.numbers());
            if let Some(account) = player.account() {
                self.accounts.extend_from_slice(account.sums().as_flattened());
            }
        }
    }

    /// The accounts of luck of each fight, by side and purpose; none if the player keeps none.
    pub fn accounts(&self) -> impl Iterator<Item = &[i64]> {
        self.accounts.chunks(self.accounts.len() / self.n.max(1) + usize::from(self.accounts.is_empty()))
    }

    /// A column, by fight.
    pub fn column(&self, column: usize) -> &[u32] {
        &self.cells[column * BLOCK..][..self.n]
    }

    /// Returns whether a column is 0 in every fight because none lists it. One that is listed may be, too.
    pub fn is_zero(&self, column: usize) -> bool {
        !self.is_listed[column]
    }

    /// Fights in the columns.
    pub fn n(&self) -> usize {
        self.n
    }

    /// Reads one fight.
    fn read(&mut self, numbers: &[Number]) {
        for &Number { slot, value } in numbers {
            let column = self.columns[slot as usize];
            if column == NONE {
                continue;
            }
            if !self.is_listed[column as usize] {
                self.is_listed[column as usize] = true;
                self.listed.push(column);
            }
            self.cells[column as usize * BLOCK + self.n] = value;
        }
        self.n += 1;
    }
}
