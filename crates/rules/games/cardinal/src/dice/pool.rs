//! The pools of mixed dice of the game, which are compared and never added up (CA-02, CA-03), and their
//! chances.

use core::fmt;

use fray_kit::sheet::declare::{Read, Shape, refuse};
use fray_kit::sheet::ladder::Ladder;
use fray_kit::sheet::node::Node;
use fray_kit::sheet::problem::Problems;

/// The sizes of dice, smallest first.
pub const SIZES: [u32; 5] = [4, 6, 8, 10, 12];
/// The most dice of one roll, extra dice included.
pub const MAX_DICE: usize = 40;
/// The highest face there is.
pub(crate) const TOP: u32 = 12;

/// In how many ways dice fall, by how many of them count. Whole numbers, exact below 2^53: a chance is one number of
/// ways divided by another, once, so that chances that are equal on paper are equal numbers.
pub type Ways = [f64; MAX_DICE + 1];

/// A pool: how many dice of each of [`SIZES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pool(pub [u8; 5]);

impl Pool {
    /// The empty pool.
    pub const NONE: Self = Self([0; 5]);
    /// One d6.
    pub const D6: Self = Self([0, 1, 0, 0, 0]);
    /// One d8.
    pub const D8: Self = Self([0, 0, 1, 0, 0]);
    /// One d12.
    pub const D12: Self = Self([0, 0, 0, 0, 1]);

    /// A pool as it stands in a file; `None` if it is none.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut pool = Self::NONE;
        if text.trim() == "none" {
            return Some(pool);
        }
        for term in text.split('+').map(str::trim) {
            let (n, size) = term.split_once('d')?;
            let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
            if !is_digits(n) || !is_digits(size) || size.is_empty() {
                return None;
            }
            let n: u8 = if n.is_empty() { 1 } else { n.parse().ok()? };
            let size: u32 = size.parse().ok()?;
            let at = SIZES.iter().position(|known| *known == size)?;
            pool.0[at] = pool.0[at].checked_add(n).filter(|_| n > 0)?;
        }
        (pool.len() <= MAX_DICE).then_some(pool)
    }

    /// The pool as a number of 30 bits.
    #[inline]
    #[must_use]
    pub fn code(self) -> u64 {
        // A pool has fewer than 64 dice of a size.
        self.0.iter().fold(0, |code, &n| code << 6 | u64::from(n))
    }

    /// Returns how many dice it has.
    #[inline(always)]
    #[must_use]
    pub fn len(self) -> usize {
        self.0.iter().map(|&n| usize::from(n)).sum()
    }

    /// Returns whether it has no dice.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == [0; 5]
    }

    /// Both pools in one (CA-04). Dice beyond the limit of one roll, the smallest first, fall away.
    #[inline(always)]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let mut sum = Self(core::array::from_fn(|i| self.0[i].saturating_add(other.0[i])));
        let mut over = sum.len().saturating_sub(MAX_DICE);
        let mut i = 0;
        while over > 0 && i < sum.0.len() {
            let less = usize::from(sum.0[i]).min(over);
            sum.0[i] -= less as u8;
            over -= less;
            i += 1;
        }
        sum
    }

    /// The pool, or no dice.
    #[inline(always)]
    #[must_use]
    pub fn when(self, yes: bool) -> Self {
        if yes { self } else { Self::NONE }
    }

    /// No die larger than a d8.
    #[must_use]
    pub fn up_to_d8(self) -> Self {
        let [d4, d6, d8, d10, d12] = self.0;
        Self([d4, d6, d8 + d10 + d12, 0, 0])
    }

    /// Its largest die some steps larger, up to a d12.
    #[must_use]
    pub fn upgraded(mut self, steps: u8) -> Self {
        if let Some(largest) = (0..SIZES.len()).rev().find(|&i| self.0[i] > 0) {
            self.0[largest] -= 1;
            self.0[(largest + usize::from(steps)).min(SIZES.len() - 1)] += 1;
        }
        self
    }

    /// The size of its largest die; 0 without dice.
    #[inline(always)]
    #[must_use]
    pub fn max(self) -> u32 {
        (0..SIZES.len()).rev().find(|&i| self.0[i] > 0).map_or(0, |i| SIZES[i])
    }

    /// The sizes of its dice, largest first.
    #[inline(always)]
    pub fn dice(self) -> impl Iterator<Item = u32> {
        (0..SIZES.len()).rev().flat_map(move |i| core::iter::repeat_n(SIZES[i], usize::from(self.0[i])))
    }

    /// All ways in which its dice fall.
    #[inline]
    #[must_use]
    pub fn ways(self) -> f64 {
        self.ways_at_most(TOP)
    }

    /// The ways in which no die is above m.
    #[inline]
    #[must_use]
    pub fn ways_at_most(self, m: u32) -> f64 {
        let mut ways = 1.0;
        for (&n, &size) in self.0.iter().zip(&SIZES) {
            for _ in 0..n {
                ways *= f64::from(m.min(size));
            }
        }
        ways
    }

    /// The ways in which the highest die shows m, for every m from 0 to 12; the empty pool shows 0.
    #[must_use]
    pub fn ways_of_highest(self) -> [f64; TOP as usize + 1] {
        let mut below = 0.0;
        core::array::from_fn(|m| {
            let up_to = if self.is_empty() { 1.0 } else { self.ways_at_most(m as u32) };
            let ways = up_to - below;
            below = up_to;
            ways
        })
    }

    /// The ways in which all dice show 1: one, or none without dice.
    #[inline]
    #[must_use]
    pub fn ways_of_botch(self) -> f64 {
        f64::from(u8::from(!self.is_empty()))
    }

    /// The ways in which s dice are above m, by s.
    #[inline]
    #[must_use]
    pub fn ways_above(self, m: u32) -> Ways {
        self.counted(|size| (size.saturating_sub(m), m.min(size)))
    }

    /// The ways in which no die is above m, and t of them are at m, by t.
    #[must_use]
    pub fn ways_tied(self, m: u32) -> Ways {
        self.counted(|size| (u32::from(m >= 1 && size >= m), m.saturating_sub(1).min(size)))
    }

    /// The ways in which so many dice count, by how many, where `of` gives for each size the faces that count and
    /// those that do not.
    #[inline(always)]
    fn counted(self, of: impl Fn(u32) -> (u32, u32)) -> Ways {
        let mut all = [0.0; MAX_DICE + 1];
        all[0] = 1.0;
        let mut n = 0;
        for (&dice, &size) in self.0.iter().zip(&SIZES) {
            let (yes, no) = of(size);
            let (yes, no) = (f64::from(yes), f64::from(no));
            for _ in 0..dice {
                n += 1;
                for s in (1..=n).rev() {
                    all[s] = all[s] * no + all[s - 1] * yes;
                }
                all[0] *= no;
            }
        }
        all
    }

    /// CA-03: the ways, of both pools together, in which this one has a success against `defence`.
    #[inline]
    #[must_use]
    pub fn ways_to_hit(self, defence: Self) -> f64 {
        let all = self.ways();
        let of_m = |(m, ways)| ways * (all - self.ways_at_most(m as u32));
        defence.ways_of_highest().into_iter().enumerate().filter(|(_, ways)| *ways > 0.0).map(of_m).sum()
    }

    /// CA-21: the ways, of both pools together, in which their highest dice are equal.
    #[must_use]
    pub fn ways_to_tie(self, defence: Self) -> f64 {
        if self.is_empty() || defence.is_empty() {
            return 0.0;
        }
        self.ways_of_highest().iter().zip(defence.ways_of_highest()).map(|(a, b)| a * b).sum()
    }
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        let mut plus = "";
        for i in (0..SIZES.len()).rev().filter(|&i| self.0[i] > 0) {
            match self.0[i] {
                1 => write!(f, "{plus}d{}", SIZES[i])?,
                n => write!(f, "{plus}{n}d{}", SIZES[i])?,
            }
            plus = "+";
        }
        Ok(())
    }
}

/// Pools of dice: the largest die that is no d12 grows a size, and where all are d12 a d4 joins them.
pub const LADDER: Ladder = Ladder {
    noun: "dice",
    place: |value| Pool::parse(value.as_str()?).map(Pool::place),
    above: |value| Some(Pool::parse(value.as_str()?)?.above().to_string().into()),
    below: |value| Some(Pool::parse(value.as_str()?)?.below()?.to_string().into()),
};

impl Pool {
    /// The sizes of all dice together, a d4 counted as 1 and a d12 as 5.
    fn place(self) -> i64 {
        self.0.iter().zip(1..).map(|(&n, size): (_, i64)| i64::from(n) * size).sum()
    }

    /// One size more of the largest die that can grow, or a d4 more.
    fn above(mut self) -> Self {
        match (0..SIZES.len() - 1).rev().find(|&at| self.0[at] > 0) {
            Some(at) => {
                self.0[at] -= 1;
                self.0[at + 1] += 1;
            }
            None => self.0[0] += 1,
        }
        self
    }

    /// One size less of the smallest die, without it if it is a d4; `None` of no dice.
    fn below(mut self) -> Option<Self> {
        let at = (0..SIZES.len()).find(|&at| self.0[at] > 0)?;
        self.0[at] -= 1;
        if at > 0 {
            self.0[at - 1] += 1;
        }
        Some(self)
    }
}

/// A pool of `MIN` to `MAX` dice as it stands in a file.
#[derive(Debug)]
pub struct Dice<const MIN: usize, const MAX: usize>;

impl<const MIN: usize, const MAX: usize> Read for Dice<MIN, MAX> {
    type Out = Pool;

    fn shape() -> Shape {
        let what = match (MIN, MAX) {
            (1, 4) => "1 to 4 dice like \"2d8+d6\"",
            (1, _) => "1 to 12 dice like \"2d8+d6\"",
            (_, 6) => "up to 6 dice like \"2d8+d6\", or \"none\"",
            _ => "up to 12 dice like \"2d8+d6\", or \"none\"",
        };
        Shape::Form { what, pattern: "^ *(none|[0-9]*d(4|6|8|10|12)( *\\+ *[0-9]*d(4|6|8|10|12))*) *$" }
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Pool> {
        let pool = node.as_text().and_then(Pool::parse).filter(|pool| (MIN..=MAX).contains(&pool.len()));
        if pool.is_none() {
            refuse(node, key, &Self::shape(), problems);
        }
        pool
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pools_stand_in_a_ladder_from_a_d4_to_many_dice() {
        let from = |text: &str, by: i64| {
            LADDER.stepped(&text.into(), by).map(|value| value.as_str().expect("a text").to_owned())
        };
        let ladder: Vec<String> = (0..12).map(|by| from("d4", by).expect("there is room")).collect();
        let expected = [
            "d4", "d6", "d8", "d10", "d12", "d12+d4", "d12+d6", "d12+d8", "d12+d10", "2d12", "2d12+d4",
            "2d12+d6",
        ];
        assert_eq!(ladder, expected);
        assert_eq!(from("2d12", -9).as_deref(), Some("d4"), "the same ladder downwards");
        assert_eq!(from("d4", -1).as_deref(), Some("none"));
        assert_eq!((from("d4", -2), from("sword", 1)), (None, None));
        assert_eq!(from("d8+d8", 1).as_deref(), Some("d10+d8"));
        assert_eq!(from("d8+d8", -1).as_deref(), Some("d8+d6"));
    }
}
