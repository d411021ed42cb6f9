//! The draw of a Judge with dice of prana, and the distributions of all draws (NW-06, NW-17).

use std::sync::OnceLock;

use crate::dice::contest::{JudgeId, Judges};
use crate::dice::distributions::{Distribution, InverseCdf};
use crate::dice::judge::{FUMBLE, Faces, Judge};
use crate::dice::sum::Sum;
use fray_engine::draw::{Chance, Draw, Roll, Words};
use fray_engine::worth::{Means, POINT, parts_of};

/// The distributions of one scenario's draws. Those that a fight can meet are made ready before it.
#[derive(Debug, Default)]
pub struct Distributions {
    /// By number of dice.
    sums: Vec<OnceLock<SumDistribution>>,
    /// At `judge * width + dice`.
    judges: Vec<OnceLock<JudgeDistribution>>,
    width: usize,
}

/// The most dice that are added up at once.
const MOST_DICE: usize = 255;

/// The total of n dice: from n on.
#[derive(Debug)]
pub(crate) struct SumDistribution {
    pub(crate) p: Vec<f64>,
    pub(crate) inverse: InverseCdf,
}

/// The dice part of a Judge with n more dice, by ascending value.
#[derive(Debug)]
struct JudgeDistribution {
    p_fumble: f64,
    /// Without a critical, and with one or more.
    plain: Vec<f64>,
    critical: Vec<f64>,
    /// Of all that is no fumble.
    all: Distribution,
}

impl Distributions {
    /// For this many Judges, each with at most `dice` dice more.
    #[must_use]
    pub fn new(judges: usize, dice: usize) -> Self {
        let width = dice + 1;
        Self {
            sums: (0..=MOST_DICE).map(|_| OnceLock::new()).collect(),
            judges: (0..judges * width).map(|_| OnceLock::new()).collect(),
            width,
        }
    }

    /// Makes the sum of `n` dice ready.
    pub fn warm_sum(&self, n: u8) {
        self.sum(n);
    }

    /// Makes a Judge with `n` dice more ready.
    pub fn warm_judge(&self, judges: &Judges, judge: JudgeId, n: u8) {
        self.judge(judges, judge, n);
    }

    pub(crate) fn sum(&self, n: u8) -> &SumDistribution {
        self.sums[n as usize].get_or_init(|| {
            let mut p = vec![1.0];
            for _ in 0..n {
                let mut next = vec![0.0; p.len() + 5];
                for (i, p) in p.iter().enumerate() {
                    next[i..i + 6].iter_mut().for_each(|to| *to += p / 6.0);
                }
                p = next;
            }
            SumDistribution { inverse: InverseCdf::new(&p), p }
        })
    }

    fn judge(&self, judges: &Judges, judge: JudgeId, n: u8) -> &JudgeDistribution {
        let at = judge as usize * self.width + (n as usize).min(self.width - 1);
        debug_assert!((n as usize) < self.width, "more dice than a Judge can get");
        self.judges[at].get_or_init(|| JudgeDistribution::new(judges.judge(judge), n, &self.sum(n).p))
    }

    /// The probability that the dice part of a Judge with `n` dice more, `lost` added to what is
    /// no fumble and `kept` to what is one, is at least `value`.
    #[must_use]
    pub fn at_least(&self, draw: &JudgeDraw<'_>, value: i32) -> f64 {
        let distribution = self.judge(draw.judges, draw.judge, draw.n);
        let of_fumble = if FUMBLE + draw.kept >= value { distribution.p_fumble } else { 0.0 };
        of_fumble + distribution.all.at_least(value - draw.shift)
    }
}

impl JudgeDistribution {
    fn new(judge: &Judge, n: u8, sum: &[f64]) -> Self {
        let ordinary = || judge.outcomes().filter(|(rolled, _)| !rolled.is_fumble);
        let least = ordinary().map(|(rolled, _)| rolled.total).min().unwrap_or(0) + i32::from(n);
        let most = ordinary().map(|(rolled, _)| rolled.total).max().unwrap_or(0) + 6 * i32::from(n);
        let mut plain = vec![0.0; (most - least + 1) as usize];
        let mut critical = plain.clone();
        for (rolled, p) in ordinary() {
            let to = if rolled.criticals > 0 { &mut critical } else { &mut plain };
            for (i, p_sum) in sum.iter().enumerate() {
                to[(rolled.total + i32::from(n) - least) as usize + i] += p * p_sum;
            }
        }
        let both = plain.iter().zip(&critical).map(|(a, b)| a + b).collect();
        let p_fumble = judge.outcomes().filter(|(rolled, _)| rolled.is_fumble).map(|(_, p)| p).sum();
        Self { p_fumble, plain, critical, all: Distribution::new(least, both) }
    }
}

/// A Judge of one unit, with dice of prana and what its modifiers make of it.
#[derive(Clone, Copy, Debug)]
pub struct JudgeDraw<'a> {
    /// The Judges of the scenario.
    pub judges: &'a Judges,
    /// The distributions.
    pub distributions: &'a Distributions,
    /// Its critical and fumble numbers.
    pub judge: JudgeId,
    /// The number of dice that are added.
    pub n: u8,
    /// Added unless the dice fumble: active modifiers (NW-03, NW-07).
    pub shift: i32,
    /// Added if they do: what a ruling lets a fumble keep.
    pub kept: i32,
    /// The least value that reads otherwise than all below it, in an enumeration; `i32::MIN`:
    /// none.
    pub from: i32,
    /// The least value that reads as all above it; `i32::MAX`: none.
    pub to: i32,
    /// Whether somebody reads if it was critical or a fumble; then every value is a branch of its
    /// own.
    pub reads_quality: bool,
}

/// The result of a [`JudgeDraw`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JudgeRoll {
    /// Dice, prana and active modifiers.
    pub value: i32,
    /// The number of criticals; in an enumeration 0 or 1.
    pub criticals: u16,
    /// Whether they fumbled.
    pub is_fumble: bool,
    /// The sum of the dice of prana.
    pub prana: i32,
    /// Whether the dice are known one by one.
    pub is_known: bool,
    /// The last two dice, for transcripts.
    pub faces: Faces,
}

impl JudgeDraw<'_> {
    #[inline(always)]
    fn roll_of(&self, dice: crate::dice::judge::Rolled, prana: i32) -> JudgeRoll {
        if dice.is_fumble {
            return JudgeRoll { is_known: true, ..self.fumbled() };
        }
        let value = dice.total + prana + self.shift;
        let (criticals, faces) = (dice.criticals, dice.faces);
        JudgeRoll { value, criticals, is_fumble: false, prana, is_known: true, faces }
    }

    #[inline(always)]
    fn fumbled(&self) -> JudgeRoll {
        JudgeRoll { value: FUMBLE + self.kept, is_fumble: true, ..JudgeRoll::default() }
    }

    fn distribution(&self) -> &JudgeDistribution {
        self.distributions.judge(self.judges, self.judge, self.n)
    }

    /// The first and last value of an enumeration that is cut.
    fn window(&self, distribution: &JudgeDistribution) -> (i32, i32) {
        let fumble = FUMBLE + self.kept;
        let (mut least, mut most) =
            (distribution.all.least() + self.shift, distribution.all.most() + self.shift);
        if distribution.p_fumble > 0.0 {
            (least, most) = (least.min(fumble), most.max(fumble));
        }
        let first = least.max(self.from.saturating_sub(1).min(most));
        (first, most.min(self.to.max(first)))
    }
}

impl Draw for JudgeDraw<'_> {
    type Out = JudgeRoll;

    /// NW-55: two dice, the chain, the dice of prana. NW-03: a fumble ends it before them.
    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> JudgeRoll {
        let rolled = self.judges.judge(self.judge).roll(by, dice);
        let n = if rolled.is_fumble { 0 } else { self.n };
        let prana = (0..n).map(|_| dice.below(by, 6) as i32 + 1).sum();
        self.roll_of(rolled, prana)
    }

    #[inline(always)]
    fn sample<W: Words>(&self, words: &mut W) -> JudgeRoll {
        let rolled = self.judges.judge(self.judge).sample(words);
        let prana = Sum { distributions: self.distributions, n: self.n }.sample(words).total;
        self.roll_of(rolled, prana)
    }

    fn n_outcomes(&self) -> usize {
        let distribution = self.distribution();
        if self.reads_quality {
            return 1 + 2 * distribution.plain.len();
        }
        let (first, last) = self.window(distribution);
        (last - first) as usize + 1
    }

    fn outcome(&self, i: usize) -> (JudgeRoll, f64) {
        let distribution = self.distribution();
        if self.reads_quality {
            if i == 0 {
                return (self.fumbled(), distribution.p_fumble);
            }
            let (place, criticals) = ((i - 1) / 2, (i - 1) % 2);
            let value = distribution.all.least() + place as i32 + self.shift;
            let p = [distribution.plain[place], distribution.critical[place]][criticals];
            return (JudgeRoll { value, criticals: criticals as u16, ..JudgeRoll::default() }, p);
        }
        let (first, last) = self.window(distribution);
        let value = first + i as i32;
        let ordinary = value - self.shift;
        let fumble = FUMBLE + self.kept;
        let (p, fumbles) = if value == first && value == last {
            (1.0, distribution.p_fumble > 0.0)
        } else if value == first {
            (distribution.all.below(ordinary + 1), fumble <= value)
        } else if value == last {
            (distribution.all.at_least(ordinary), fumble >= value)
        } else {
            (distribution.all.p(ordinary), fumble == value)
        };
        let tables = value == first && value == last;
        let p = if fumbles && !tables { p + distribution.p_fumble } else { p };
        (JudgeRoll { value, ..JudgeRoll::default() }, p)
    }

    /// The value, as far as it is read.
    fn worth(&self, out: &JudgeRoll) -> i32 {
        let least = self.from.saturating_sub(1);
        out.value.clamp(least, self.to.max(least))
    }

    /// From the least that is read: a fumble lies so far off, and other rolls lie above it by what their distribution
    /// has summed up.
    fn mean_worth(&self, _means: &mut Means) -> i64 {
        let JudgeDistribution { p_fumble, all, .. } = self.distribution();
        let least = self.from.saturating_sub(1);
        let most = self.to.max(least);
        let high = most.saturating_sub(self.shift);
        let low = least.saturating_sub(self.shift).max(all.least()).min(high);
        let below = (FUMBLE + self.kept).clamp(least, most) - (low + self.shift);
        all.mean_between(low, high) + i64::from(self.shift) * POINT + parts_of(f64::from(below) * p_fumble)
    }
}
