//! The single dice of a roll, for transcripts.

use core::fmt;

use super::Pool;
use fray_engine::draw::{Chance, Draw, Roll, Words};
use fray_engine::worth::Means;

/// The bits of a face, and the mark of a face that explodes.
const BITS: u32 = 6;
const EXPLODES: u32 = 1 << (BITS - 1);
/// The mark between two sets of a formula.
const NEXT_SET: u32 = EXPLODES;
/// So many faces are kept; of longer rolls the first ones.
const MOST: u32 = u128::BITS / BITS;

/// The faces that were rolled, in their order, the first in the highest bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faces(u128);

impl Faces {
    #[inline(always)]
    fn push_code(&mut self, code: u32) {
        if self.0 >> ((MOST - 1) * BITS) == 0 {
            self.0 = self.0 << BITS | u128::from(code);
        }
    }

    /// One more face; whether the die is rolled again behind it.
    #[inline(always)]
    pub fn push(&mut self, face: u32, explodes: bool) {
        self.push_code(face | if explodes { EXPLODES } else { 0 });
    }

    /// The next faces belong to another set of a formula (MG-05).
    #[inline(always)]
    pub fn next_set(&mut self) {
        if self.0 != 0 {
            self.push_code(NEXT_SET);
        }
    }

    fn codes(self) -> impl Iterator<Item = u32> {
        let codes = (0..MOST).rev().map(move |at| (self.0 >> (at * BITS)) as u32 & (2 * EXPLODES - 1));
        codes.skip_while(|code| *code == 0)
    }
}

impl fmt::Display for Faces {
    /// `(3 8+5)`: a 3, and an 8 that exploded into a 5; `;` between the sets of a formula, and `...` behind
    /// the last die that was kept.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = "(";
        for code in self.codes() {
            if code == NEXT_SET {
                before = "; ";
                continue;
            }
            write!(f, "{before}{}", code & (EXPLODES - 1))?;
            before = if code & EXPLODES != 0 { "+" } else { " " };
        }
        match before {
            "(" => f.write_str("(-)"),
            _ if self.codes().count() as u32 == MOST => f.write_str(" ...)"),
            _ => f.write_str(")"),
        }
    }
}

/// A pool whose dice are shown.
#[derive(Clone, Copy, Debug)]
pub struct Shown(pub Pool);

/// The result of a roll and its dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rolled {
    /// The result.
    pub value: i32,
    /// The dice; none where an outcome stands for several rolls.
    pub faces: Faces,
}

impl Draw for Shown {
    type Out = Rolled;

    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> Rolled {
        let mut faces = Faces::default();
        let value = self.0.roll_shown(by, dice, &mut faces);
        Rolled { value, faces }
    }

    #[inline(always)]
    fn sample<W: Words>(&self, words: &mut W) -> Rolled {
        let mut faces = Faces::default();
        let value = self.0.sample_shown(words, &mut faces);
        Rolled { value, faces }
    }

    fn n_outcomes(&self) -> usize {
        self.0.n_outcomes()
    }

    fn outcome(&self, i: usize) -> (Rolled, f64) {
        let (value, p) = self.0.outcome(i);
        (Rolled { value, faces: Faces::default() }, p)
    }

    fn worth(&self, out: &Rolled) -> i32 {
        self.0.worth(&out.value)
    }

    fn mean_worth(&self, means: &mut Means) -> i64 {
        self.0.mean_worth(means)
    }
}
