//! The worth of a draw's outcome for the unit that rolls, and its mean: the two numbers of which the account
//! of luck is made.
//!
//! A draw is worth whole points of what it decides: the margin of a contest, successes, damage. Its mean is
//! held in parts of 2^-32, so that accounts are integers and any split of a run adds up to the same ones.

use super::draw::{Chance, Draw, Roll, Words};
use super::memory::{Key, Table, hashed};

/// One point, in the parts in which means and accounts are held.
pub const POINT: i64 = 1 << 32;

/// A mean in parts of a point, cut to whole parts.
#[inline(always)]
#[must_use]
pub fn parts_of(mean: f64) -> i64 {
    (mean * POINT as f64) as i64
}

/// All that the mean of a draw's worth depends on, the kind of draw included.
pub type MeanKey = [u64; 4];

impl Key for MeanKey {
    #[inline(always)]
    fn hash(&self) -> u64 {
        self.iter().fold(0, |hash, &word| hashed(hash, word))
    }
}

/// Means that were worked out before: as many as the fights of a large scenario ask for again and again.
#[derive(Clone, Debug)]
pub struct Means(Option<Table<MeanKey, i64, 12>>);

impl Default for Means {
    fn default() -> Self {
        Self(Some(Table::new()))
    }
}

impl Means {
    /// Room for no means: each is worked out whenever it is asked for.
    #[must_use]
    pub fn none() -> Self {
        Self(None)
    }

    /// Returns the mean that belongs to `key`, in parts of a point. It is worked out unless it is remembered.
    #[inline]
    pub fn of(&mut self, key: MeanKey, mean: impl FnOnce() -> f64) -> i64 {
        let Some(table) = &mut self.0 else { return parts_of(mean()) };
        table.find(&key).unwrap_or_else(|_| {
            let mean = parts_of(mean());
            table.put(key, mean);
            mean
        })
    }
}

/// The mean worth of a draw by its branches.
#[must_use]
pub fn mean_of_branches<D: Draw>(draw: &D) -> f64 {
    let (sum, all) = draw.outcomes().fold((0.0, 0.0), |(sum, all), (out, p)| {
        let worth = f64::from(draw.worth(&out));
        (sum + worth * p, all + p)
    });
    sum / all
}

/// A draw whose high outcomes are bad for the unit on whose stream it is drawn: a defence that is rolled on
/// the attacker's stream, poison that the poisoned rolls.
#[derive(Clone, Copy, Debug)]
pub struct Against<'a, D>(pub &'a D);

impl<D: Draw> Draw for Against<'_, D> {
    type Out = D::Out;

    #[inline(always)]
    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> Self::Out {
        self.0.roll(by, dice)
    }

    #[inline(always)]
    fn sample<W: Words>(&self, words: &mut W) -> Self::Out {
        self.0.sample(words)
    }

    #[inline(always)]
    fn n_outcomes(&self) -> usize {
        self.0.n_outcomes()
    }

    #[inline(always)]
    fn outcome(&self, i: usize) -> (Self::Out, f64) {
        self.0.outcome(i)
    }

    #[inline(always)]
    fn worth(&self, out: &Self::Out) -> i32 {
        -self.0.worth(out)
    }

    #[inline(always)]
    fn mean_worth(&self, means: &mut Means) -> i64 {
        -self.0.mean_worth(means)
    }

    #[inline(always)]
    fn luck(&self, out: &Self::Out, means: &mut Means) -> i64 {
        -self.0.luck(out, means)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_is_worked_out_once_and_never_taken_for_another() {
        let mut means = Means::default();
        let key = |n: u64| [n, 0, 0, 1];
        // More than are remembered: some share a place.
        for n in (0..10_000).chain(0..10_000) {
            assert_eq!(means.of(key(n), || n as f64), n as i64 * POINT);
        }
        assert_eq!(means.of(key(7), || 7.0), 7 * POINT);
        assert_eq!(means.of(key(7), || unreachable!("it is remembered")), 7 * POINT);
        assert_eq!(Means::none().of(key(7), || 7.0), 7 * POINT);
    }
}
