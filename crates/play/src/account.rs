//! The account of luck of a fight: how far its draws came out above their means.
//!
//! It is kept where dice are drawn, so that no rules know of it. Whatever the tactics do, and whenever the
//! fight ends, its mean is 0: every draw adds its worth less the mean of its worth, given all that went
//! before.

use fray_engine::draw::{Draw, Purpose, Roll};
use fray_engine::roster::{MAX_SIDES, MAX_UNITS, Roster};
use fray_engine::worth::Means;

/// The luck of one fight or of several in a row, by side and purpose, in parts of a [`POINT`](fray_engine::worth::POINT).
#[derive(Clone, Debug)]
pub struct Account {
    sums: [[i64; Purpose::COUNT]; MAX_SIDES],
    side_of: [u8; MAX_UNITS],
    n_sides: usize,
    means: Means,
    is_kept: bool,
}

impl Account {
    /// An account of nothing. It is kept only where somebody [asks for it](Account::keep).
    pub(crate) fn new(roster: &Roster) -> Self {
        let mut side_of = [0; MAX_UNITS];
        for (to, unit) in side_of.iter_mut().zip(&roster.units) {
            *to = unit.side.0;
        }
        Self {
            sums: [[0; Purpose::COUNT]; MAX_SIDES],
            side_of,
            n_sides: roster.sides.len(),
            means: Means::none(),
            is_kept: false,
        }
    }

    /// Keeps the account from the next fight on.
    pub fn keep(&mut self) {
        self.means = Means::default();
        self.is_kept = true;
    }

    /// Returns whether it is kept.
    #[inline(always)]
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// Begins anew. Nothing else does, not the beginning of a fight either: of most fights nobody asks for more than
    /// what they add to those before.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.sums[..self.n_sides].fill([0; Purpose::COUNT]);
    }

    /// Books a draw that was made.
    #[inline(always)]
    pub(crate) fn book<D: Draw>(&mut self, by: Roll, what: &D, out: &D::Out) {
        if self.is_kept {
            let luck = what.luck(out, &mut self.means);
            let side = usize::from(self.side_of[by.unit.idx()]) & (MAX_SIDES - 1);
            self.sums[side][by.purpose as usize] += luck;
        }
    }

    /// The luck of each side by purpose, in parts of a point, since it was begun.
    #[inline(always)]
    #[must_use]
    pub fn sums(&self) -> &[[i64; Purpose::COUNT]] {
        &self.sums[..self.n_sides]
    }
}
