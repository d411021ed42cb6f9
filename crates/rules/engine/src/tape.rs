//! Scripted dice: the wrong die, a missing die and a die left over each fail.

use crate::draw::{Chance, Roll};

/// Dice from a script of `(sides, face)`.
///
/// Dropping a tape with dice left over panics, unless a panic is under way already.
#[derive(Debug)]
pub struct Tape {
    script: Vec<(u32, u32)>,
    next: usize,
}

impl Tape {
    /// A tape of dice with their sides and the faces they show, from 1.
    ///
    /// # Panics
    /// If a face is not on its die.
    #[must_use]
    pub fn new(script: &[(u32, u32)]) -> Self {
        for &(sides, face) in script {
            assert!((1..=sides).contains(&face), "a d{sides} has no face {face}");
        }
        Self { script: script.to_vec(), next: 0 }
    }

    /// A tape of six-sided dice, one digit a die; anything else is layout: `"3+4, 2+2"`.
    #[must_use]
    pub fn d6(faces: &str) -> Self {
        let script: Vec<_> = faces.chars().filter_map(|c| c.to_digit(10)).map(|face| (6, face)).collect();
        Self::new(&script)
    }

    /// Returns how many dice are left.
    #[must_use]
    pub fn left(&self) -> usize {
        self.script.len() - self.next
    }
}

impl Chance for Tape {
    fn below(&mut self, by: Roll, n: u32) -> u32 {
        let Some(&(sides, face)) = self.script.get(self.next) else {
            panic!("the script has no die {} for {by:?}, a d{n}", self.next + 1);
        };
        assert_eq!(sides, n, "die {} of the script is a d{sides}; {by:?} rolls a d{n}", self.next + 1);
        self.next += 1;
        face - 1
    }
}

impl Drop for Tape {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert_eq!(self.left(), 0, "{} dice of the script were never rolled", self.left());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Purpose;
    use crate::roster::UnitId;

    const BY: Roll = Roll { unit: UnitId(0), purpose: Purpose::Hit };

    #[test]
    fn a_tape_gives_its_faces_in_order() {
        let mut tape = Tape::new(&[(6, 1), (20, 20), (2, 1)]);
        assert_eq!((tape.below(BY, 6), tape.below(BY, 20), tape.below(BY, 2)), (0, 19, 0));
    }

    #[test]
    #[should_panic(expected = "is a d6")]
    fn the_wrong_die_fails() {
        let mut tape = Tape::d6("4");
        tape.below(BY, 20);
    }

    #[test]
    #[should_panic(expected = "no die 2")]
    fn a_missing_die_fails() {
        let mut tape = Tape::d6("4");
        tape.below(BY, 6);
        tape.below(BY, 6);
    }

    #[test]
    #[should_panic(expected = "never rolled")]
    fn a_die_left_over_fails() {
        let mut tape = Tape::d6("4+4");
        tape.below(BY, 6);
    }
}
