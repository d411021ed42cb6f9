//! What the draws of all games share: exact laws, and tables that answer a roll from a few bits
//! of a random word.

/// Chains without limit are cut in *exact* laws where less than this is left of them. Sampled
/// chains are never cut.
pub const FLOOR: f64 = 1e-18;

/// The ways to roll each total of two dice, of 36, by total.
pub const WAYS_2D6: [u32; 13] = [0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];

/// The probability that two dice show `total` (2 to 12).
#[must_use]
pub fn p_2d6(total: usize) -> f64 {
    f64::from(WAYS_2D6[total]) / 36.0
}

/// The total of two dice from a uniform word, each of the 36 faces as likely as the others to
/// within 2^-58.
#[inline(always)]
#[must_use]
pub fn deal_2d6(word: u64) -> i32 {
    const TOTAL: [u8; 36] = {
        let mut faces = [0; 36];
        let mut i = 0;
        while i < 36 {
            faces[i] = (i / 6 + i % 6 + 2) as u8;
            i += 1;
        }
        faces
    };
    i32::from(TOTAL[((u128::from(word) * 36) >> 64) as usize])
}

/// How many outcomes a [`Table`] holds at most.
pub const SLOTS: usize = 64;
const SLOT_BITS: u32 = SLOTS.trailing_zeros();
/// What one slot weighs: all slots together weigh 2^32, as many as there are half words.
const SLOT_WEIGHT: u64 = 1 << (32 - SLOT_BITS);

/// An alias table (Walker 1977, in Vose's form): draws one of up to 64 outcomes from half a
/// random word with one look-up and no unpredictable branch. Built in integers, so the
/// probability of every outcome is right to 2^-32.
///
/// A slot is one word:
///
/// | bits 48 to 63 | bits 32 to 47 | bits 0 to 31 |
/// | --- | --- | --- |
/// | outcome from the threshold on | outcome below it | threshold, of 2^26 |
#[derive(Clone, Debug)]
pub struct Table {
    slots: [u64; SLOTS],
}

impl Table {
    /// A table of these outcomes and their probabilities, which add up to 1 (1e-9 more or less).
    ///
    /// # Panics
    /// With no outcome or more than 64.
    #[must_use]
    pub fn new(outcomes: &[(u16, f64)]) -> Self {
        assert!((1..=SLOTS).contains(&outcomes.len()), "a table holds 1 to {SLOTS} outcomes");
        let weights = weights(outcomes);
        let mut slots = [0; SLOTS];
        // Vose: fill each slot with one outcome that is too light for it and the rest from one
        // that is too heavy. In integers nothing is left over at the end.
        let mut left: Vec<(u16, u64)> =
            outcomes.iter().map(|o| o.0).zip(weights).filter(|&(_, weight)| weight > 0).collect();
        for slot in slots.iter_mut() {
            left.sort_by_key(|&(outcome, weight)| (weight, outcome));
            let (light, weight) = left[0];
            if weight >= SLOT_WEIGHT {
                *slot = pack(SLOT_WEIGHT, light, light);
                take(&mut left, 0, SLOT_WEIGHT);
            } else {
                let heavy = left.len() - 1;
                *slot = pack(weight, light, left[heavy].0);
                take(&mut left, heavy, SLOT_WEIGHT - weight);
                left.remove(0);
            }
        }
        Self { slots }
    }

    /// The outcome of a uniform half word.
    #[inline(always)]
    #[must_use]
    pub fn pick(&self, half: u32) -> u16 {
        let slot = self.slots[(half >> (32 - SLOT_BITS)) as usize];
        let within = half & (SLOT_WEIGHT as u32 - 1);
        let shift = if within < slot as u32 { 32 } else { 48 };
        (slot >> shift) as u16
    }

    /// How many of the 2^32 half words give `outcome`.
    #[must_use]
    pub fn weight(&self, outcome: u16) -> u64 {
        let of_slot = |&slot: &u64| {
            let below = u64::from(slot as u32);
            let is = |shift: u32| u64::from((slot >> shift) as u16 == outcome);
            is(32) * below + is(48) * (SLOT_WEIGHT - below)
        };
        self.slots.iter().map(of_slot).sum()
    }
}

fn pack(threshold: u64, below: u16, from: u16) -> u64 {
    threshold | u64::from(below) << 32 | u64::from(from) << 48
}

/// Takes weight from an entry and drops it when nothing is left.
fn take(left: &mut Vec<(u16, u64)>, at: usize, weight: u64) {
    left[at].1 -= weight;
    if left[at].1 == 0 {
        left.remove(at);
    }
}

/// Whole weights that add up to 2^32 exactly, each rounded down and the rest given to those that
/// lost most.
fn weights(outcomes: &[(u16, f64)]) -> Vec<u64> {
    const ALL: u64 = 1 << 32;
    let total: f64 = outcomes.iter().map(|o| o.1).sum();
    let exact: Vec<f64> = outcomes.iter().map(|o| o.1 / total * ALL as f64).collect();
    let mut whole: Vec<u64> = exact.iter().map(|x| x.floor() as u64).collect();
    let mut lost: Vec<usize> = (0..outcomes.len()).collect();
    lost.sort_by(|&a, &b| (exact[b] - exact[b].floor()).total_cmp(&(exact[a] - exact[a].floor())));
    let missing = ALL - whole.iter().sum::<u64>();
    for &i in lost.iter().cycle().take(missing as usize) {
        whole[i] += 1;
    }
    whole
}

/// The distribution of a difference of two independent rolls.
#[derive(Clone, Debug, Default)]
pub struct Differences {
    least: i32,
    /// P(difference = least + i).
    p: Vec<f64>,
    /// P(difference >= least + i), one longer than `p`.
    tail: Vec<f64>,
    /// P(difference < least + i), one longer than `p`.
    head: Vec<f64>,
}

impl Differences {
    /// Of every `a` less every `b`; both are values with their probabilities.
    #[must_use]
    pub fn new(a: &[(i32, f64)], b: &[(i32, f64)]) -> Self {
        let ends = |law: &[(i32, f64)]| {
            let values = || law.iter().map(|x| x.0);
            (values().min().unwrap_or(0), values().max().unwrap_or(0))
        };
        let ((a_least, a_most), (b_least, b_most)) = (ends(a), ends(b));
        let least = a_least - b_most;
        let mut p = vec![0.0; (a_most - b_least - least + 1) as usize];
        for &(x, p_x) in a {
            for &(y, p_y) in b {
                p[(x - y - least) as usize] += p_x * p_y;
            }
        }
        let sums = |p: &mut dyn Iterator<Item = &f64>| {
            let running = p.scan(0.0, |sum, &x| {
                *sum += x;
                Some(*sum)
            });
            core::iter::once(0.0).chain(running).collect::<Vec<f64>>()
        };
        let head = sums(&mut p.iter());
        let mut tail = sums(&mut p.iter().rev());
        tail.reverse();
        Self { least, p, tail, head }
    }

    fn place(&self, difference: i32) -> usize {
        (i64::from(difference) - i64::from(self.least)).clamp(0, self.p.len() as i64) as usize
    }

    /// P(difference = `d`).
    #[must_use]
    pub fn p(&self, d: i32) -> f64 {
        if d < self.least { 0.0 } else { self.p.get(self.place(d)).copied().unwrap_or(0.0) }
    }

    /// P(difference >= `d`).
    #[must_use]
    pub fn at_least(&self, d: i32) -> f64 {
        self.tail[self.place(d)]
    }

    /// P(difference < `d`).
    #[must_use]
    pub fn below(&self, d: i32) -> f64 {
        self.head[self.place(d)]
    }

    /// The largest difference with a probability.
    #[must_use]
    pub fn most(&self) -> i32 {
        self.least + self.p.len() as i32 - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_holds_its_law_to_the_last_bit_of_half_a_word() {
        let law: Vec<(u16, f64)> = (2..=12).map(|v| (v as u16, p_2d6(v))).collect();
        let table = Table::new(&law);
        for &(v, p) in &law {
            let got = table.weight(v) as f64 / 4_294_967_296.0;
            assert!((got - p).abs() <= 0.5_f64.powi(32), "{v}: {got} for {p}");
        }
        assert_eq!((2..=12).map(|v| table.weight(v)).sum::<u64>(), 1 << 32);
    }

    #[test]
    fn a_table_of_one_outcome_gives_it_always() {
        let table = Table::new(&[(7, 1.0)]);
        for half in [0, 1, u32::MAX / 2, u32::MAX] {
            assert_eq!(table.pick(half), 7);
        }
    }

    #[test]
    fn differences_of_two_dice_totals_are_those_of_the_page() {
        // Equal Hit and Dodge without criticals: 721 of 1296 for the attacker who wins ties.
        let law: Vec<(i32, f64)> = (2..=12).map(|v| (v, p_2d6(v as usize))).collect();
        let d = Differences::new(&law, &law);
        assert!((d.at_least(0) - 721.0 / 1296.0).abs() < 1e-15);
        assert!((d.at_least(1) - 575.0 / 1296.0).abs() < 1e-15);
        assert!((d.below(0) - 575.0 / 1296.0).abs() < 1e-15);
        assert!((d.p(0) - 146.0 / 1296.0).abs() < 1e-15);
        assert_eq!((d.at_least(11), d.below(-10), d.p(11), d.p(-11)), (0.0, 0.0, 0.0, 0.0));
        assert!((d.at_least(-500) - 1.0).abs() < 1e-15);
    }
}
