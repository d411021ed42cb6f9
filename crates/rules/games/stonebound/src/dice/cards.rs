//! The named draw of cards (SB-07, SB-57).

use crate::state::{Cards, KINDS};
use fray_engine::draw::{Chance, Draw, Roll, Words};
use fray_engine::worth::Means;

/// A card, each of these as likely as the others: of the deck the next (SB-07), of a hand a random one
/// (SB-57). There is at least one.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// How many there are of each kind.
    pub cards: Cards,
}

impl Card {
    fn total(&self) -> u32 {
        crate::state::count(&self.cards)
    }

    /// The kinds of which there is a card, and how many.
    fn there(&self) -> impl Iterator<Item = (u8, u16)> {
        let kinds = self.cards.iter().enumerate().map(|(kind, &n)| (kind as u8, n));
        kinds.filter(|&(_, n)| n > 0)
    }

    fn nth(&self, n: u32) -> u8 {
        let mut left = n;
        for (kind, &cards) in self.cards.iter().enumerate() {
            if left < u32::from(cards) {
                return kind as u8;
            }
            left -= u32::from(cards);
        }
        (KINDS - 1) as u8
    }
}

impl Draw for Card {
    /// Its kind.
    type Out = u8;

    fn roll<C: Chance>(&self, by: Roll, chance: &mut C) -> u8 {
        self.nth(chance.below(by, self.total()))
    }

    fn sample<W: Words>(&self, words: &mut W) -> u8 {
        self.nth(((u128::from(words.word()) * u128::from(self.total())) >> 64) as u32)
    }

    // A branch that cannot come out may be played all the same if it is the last of its draw, so that only
    // the kinds that are there are branches.
    fn n_outcomes(&self) -> usize {
        self.there().count()
    }

    fn outcome(&self, i: usize) -> (u8, f64) {
        let total = f64::from(self.total());
        self.there().nth(i).map_or((0, 0.0), |(kind, n)| (kind, f64::from(n) / total))
    }

    /// No card is better than another in every hand.
    fn worth(&self, _out: &u8) -> i32 {
        0
    }

    fn mean_worth(&self, _means: &mut Means) -> i64 {
        0
    }
}
