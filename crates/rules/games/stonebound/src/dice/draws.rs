//! The named draws: the percentile roll and what is read of it (SB-02, SB-03), the rolls of one attack
//! together (SB-21).

use crate::data::vocabulary::Scope;
use crate::dice::centesimal::Centesimal;
use fray_engine::draw::{Chance, Draw, Roll, Words};
use fray_engine::worth::{Means, parts_of};

/// The most negations that one attack meets; more are not rolled.
pub const MAX_NEGATIONS: usize = 12;
const _: () = assert!(MAX_NEGATIONS == 12, "a code has room for them");
/// The most rolls that go with an attack.
pub const MAX_ROLLS: usize = crate::data::vocabulary::MAX_EXTRAS;

/// SB-02: two ten-sided dice, tens and ones; 0-0 reads 100.
#[inline]
fn dice<C: Chance>(by: Roll, chance: &mut C) -> (u32, u32) {
    let tens = chance.below(by, 10);
    (tens, chance.below(by, 10))
}

/// Returns the number that two dice show, 1 to 100.
#[inline]
fn reads((tens, ones): (u32, u32)) -> u32 {
    if tens + ones == 0 { 100 } else { 10 * tens + ones }
}

/// Two dice from a uniform word, each pair as likely as the others to within 2^-57.
#[inline(always)]
fn sampled<W: Words>(words: &mut W) -> (u32, u32) {
    let n = ((u128::from(words.word()) * 100) >> 64) as u32;
    (n / 10, n % 10)
}

/// A roll of its own, by what is read of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trial {
    /// Nothing is rolled: it succeeds.
    #[default]
    Sure,
    /// At or under this number; 0 and 100 are decided without a roll.
    Percent(u8),
    /// On a-b.
    Range(u8, u8),
    /// On #.
    Digit(u8),
    /// On Doubles.
    Doubles,
}

impl Trial {
    /// A check against a number, which is decided without a roll at 0 or less and at 100 or more.
    #[must_use]
    pub fn percent(n: i32) -> Self {
        if n >= 100 { Self::Sure } else { Self::Percent(n.max(0) as u8) }
    }

    /// Returns whether dice are rolled.
    #[inline]
    #[must_use]
    pub fn is_rolled(self) -> bool {
        !matches!(self, Self::Sure | Self::Percent(0))
    }

    /// The chances to succeed once and, of both digits, twice.
    #[inline]
    #[must_use]
    pub fn p(self) -> [Centesimal; 2] {
        match self {
            Self::Sure => [Centesimal::ONE, Centesimal::ZERO],
            Self::Percent(n) => [Centesimal::percent(n), Centesimal::ZERO],
            Self::Range(from, to) => [Centesimal::percent(to + 1 - from), Centesimal::ZERO],
            Self::Digit(_) => [Centesimal::percent(18), Centesimal::percent(1)],
            Self::Doubles => [Centesimal::percent(10), Centesimal::ZERO],
        }
    }

    /// Returns how often it succeeds with these dice: not at all, once or twice.
    #[inline]
    fn read(self, dice: (u32, u32)) -> u8 {
        let n = reads(dice);
        match self {
            Self::Sure => 1,
            Self::Percent(most) => u8::from(n <= u32::from(most)),
            Self::Range(from, to) => u8::from((u32::from(from)..=u32::from(to)).contains(&n)),
            Self::Digit(digit) => u8::from(dice.0 == u32::from(digit)) + u8::from(dice.1 == u32::from(digit)),
            Self::Doubles => u8::from(dice.0 == dice.1),
        }
    }

    /// Returns how often it succeeds on average.
    #[inline]
    fn mean(self) -> f64 {
        match self {
            Self::Sure => 1.0,
            Self::Percent(n) => f64::from(n) / 100.0,
            Self::Range(from, to) => f64::from(to + 1 - from) / 100.0,
            Self::Digit(_) => 0.2,
            Self::Doubles => 0.1,
        }
    }

    fn n_branches(self) -> usize {
        match self {
            Self::Sure | Self::Percent(0) => 1,
            Self::Digit(_) => 3,
            Self::Percent(_) | Self::Range(..) | Self::Doubles => 2,
        }
    }

    /// Branch `i`: how often it succeeds, and the probability.
    fn branch(self, i: usize) -> (u8, f64) {
        let [once, twice] = self.p();
        match (self, i) {
            (Self::Percent(0), _) => (0, 1.0),
            (Self::Sure, _) => (1, 1.0),
            (_, 0) => (0, (once + twice).rest().to_f64()),
            (_, 1) => (1, once.to_f64()),
            _ => (2, twice.to_f64()),
        }
    }
}

impl Draw for Trial {
    /// The number of successes.
    type Out = u8;

    fn roll<C: Chance>(&self, by: Roll, chance: &mut C) -> u8 {
        if self.is_rolled() { self.read(dice(by, chance)) } else { self.branch(0).0 }
    }

    #[inline(always)]
    fn sample<W: Words>(&self, words: &mut W) -> u8 {
        if self.is_rolled() { self.read(sampled(words)) } else { self.branch(0).0 }
    }

    fn n_outcomes(&self) -> usize {
        self.n_branches()
    }

    fn outcome(&self, i: usize) -> (u8, f64) {
        self.branch(i)
    }

    #[inline]
    fn worth(&self, out: &u8) -> i32 {
        (*out).into()
    }

    #[inline]
    fn mean_worth(&self, _means: &mut Means) -> i64 {
        parts_of(self.mean())
    }
}

/// The fate of the damage, or of the added effects, of an attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SurvivalOutcome {
    /// It stands.
    #[default]
    Stands,
    /// It was evaded.
    Evaded,
    /// It was negated.
    Negated,
}

impl SurvivalOutcome {
    /// All, in the order of the branches.
    pub const ALL: [Self; 3] = [Self::Stands, Self::Evaded, Self::Negated];

    fn of(evaded: bool, negated: bool) -> Self {
        match (evaded, negated) {
            (true, _) => Self::Evaded,
            (false, true) => Self::Negated,
            (false, false) => Self::Stands,
        }
    }

    /// Returns whether it stands.
    #[inline(always)]
    #[must_use]
    pub fn stands(self) -> bool {
        self == Self::Stands
    }
}

/// All rolls of one attack on one target (SB-21): Blind, the critical, the rolls that go with it, evasion
/// of each scope, negations. Nothing is decided between them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strike {
    /// Whether Blind is checked.
    pub is_blind: bool,
    /// The chance of a critical, in percent, 0 to 100.
    pub crit: u8,
    /// Evasion by [`Scope`], in percent, 0 to 100.
    pub evasion: [u8; 3],
    negations: [(u8, u8); MAX_NEGATIONS],
    n_negations: u8,
    extras: [Trial; MAX_ROLLS],
    n_extras: u8,
}

/// The results of an attack's rolls, as far as the rules read them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rolled {
    /// Blind stopped it.
    pub is_stopped: bool,
    /// It is critical.
    pub is_crit: bool,
    /// The fate of its damage.
    pub damage: SurvivalOutcome,
    /// The fate of its added effects.
    pub effects: SurvivalOutcome,
    /// The successes of each of its extra rolls.
    pub extras: [u8; MAX_ROLLS],
}

/// SB-42: Blind lets a roll of 1 to 50 pass.
pub const BLIND: Trial = Trial::Percent(50);

impl Strike {
    /// Adds a negation.
    pub fn negate(&mut self, n: u8, scope: Scope) {
        if usize::from(self.n_negations) < MAX_NEGATIONS {
            self.negations[usize::from(self.n_negations)] = (n, scope as u8);
            self.n_negations += 1;
        }
    }

    /// Adds an extra roll.
    pub fn add_roll(&mut self, trial: Trial) {
        if usize::from(self.n_extras) < MAX_ROLLS {
            self.extras[usize::from(self.n_extras)] = trial;
            self.n_extras += 1;
        }
    }

    /// Returns whether something can keep damage or effects away.
    #[inline]
    #[must_use]
    pub fn is_defended(&self) -> bool {
        self.n_negations > 0 || self.evasion != [0; 3]
    }

    /// What it rolls as numbers, but for the rolls that go with it.
    #[must_use]
    pub fn code(&self) -> [u64; 4] {
        let [damage, effects, all] = self.evasion;
        let mut code = [0; 4];
        code[0] = u64::from_le_bytes([self.is_blind.into(), self.crit, damage, effects, all, 0, 0, 0]);
        for (word, negations) in code[1..].iter_mut().zip(self.negations.chunks_exact(4)) {
            let negation = |&(n, scope): &(u8, u8)| u64::from(n) << 8 | u64::from(scope);
            *word = negations.iter().fold(0, |word, it| word << 16 | negation(it));
        }
        code
    }

    fn negations(&self) -> &[(u8, u8)] {
        &self.negations[..usize::from(self.n_negations)]
    }

    fn extras(&self) -> &[Trial] {
        &self.extras[..usize::from(self.n_extras)]
    }

    fn crit_trial(&self) -> Trial {
        Trial::percent(self.crit.into())
    }

    /// The chances of what becomes of damage (rows) and effects (columns), in the order of [`SurvivalOutcome::ALL`].
    #[must_use]
    pub fn fates(&self) -> [[Centesimal; 3]; 3] {
        let (zero, one) = (Centesimal::ZERO, Centesimal::ONE);
        let mut out = [[zero; 3]; 3];
        if !self.is_defended() {
            out[0][0] = one;
            return out;
        }
        let evades = self.evasion.map(Centesimal::percent);
        let mut fails = [one; 3];
        for &(n, scope) in self.negations() {
            fails[usize::from(scope)] *= Centesimal::percent(n).rest();
        }
        let [damage, effects, all] = [Scope::Damage as usize, Scope::Effects as usize, Scope::All as usize];
        // Both fates are independent of each other once it is known what removes both.
        for (evaded, p_evaded) in [(true, evades[all]), (false, evades[all].rest())] {
            for (negated, p_negated) in [(true, fails[all].rest()), (false, fails[all])] {
                let p_both = p_evaded * p_negated;
                if p_both.is_zero() {
                    continue;
                }
                let fate = |scope: usize| {
                    let evade = if evaded { one } else { evades[scope] };
                    let negate = if negated { one } else { fails[scope].rest() };
                    [evade.rest() * negate.rest(), evade, evade.rest() * negate]
                };
                let (of_damage, of_effects) = (fate(damage), fate(effects));
                for (row, p_damage) in out.iter_mut().zip(of_damage) {
                    for (cell, p_effects) in row.iter_mut().zip(of_effects) {
                        *cell += p_both * p_damage * p_effects;
                    }
                }
            }
        }
        out
    }

    /// Reads the rolls in their order; `trial` answers each.
    #[inline(always)]
    fn read(&self, mut trial: impl FnMut(Trial) -> u8) -> Rolled {
        let is_stopped = self.is_blind && trial(BLIND) == 0;
        let is_crit = trial(self.crit_trial()) > 0;
        let mut extras = [0; MAX_ROLLS];
        for (out, &extra) in extras.iter_mut().zip(self.extras()) {
            *out = trial(extra);
        }
        let mut evaded = [false; 3];
        if self.is_defended() {
            evaded = self.evasion.map(|n| trial(Trial::percent(n.into())) > 0);
        }
        let mut negated = [false; 3];
        for &(n, scope) in self.negations() {
            negated[usize::from(scope)] |= trial(Trial::percent(n.into())) > 0;
        }
        let all = Scope::All as usize;
        let fate = |scope: Scope| {
            let scope = scope as usize;
            SurvivalOutcome::of(evaded[scope] || evaded[all], negated[scope] || negated[all])
        };
        if is_stopped {
            return Rolled { is_stopped, ..Rolled::default() };
        }
        Rolled { is_stopped, is_crit, damage: fate(Scope::Damage), effects: fate(Scope::Effects), extras }
    }
}

impl Draw for Strike {
    type Out = Rolled;

    /// Of an attack that Blind stops nothing more is rolled (SB-42).
    fn roll<C: Chance>(&self, by: Roll, chance: &mut C) -> Rolled {
        let mut is_stopped = false;
        let mut n = 0;
        self.read(|trial| {
            n += 1;
            if is_stopped {
                return 0;
            }
            let out = trial.roll(by, chance);
            is_stopped = self.is_blind && n == 1 && out == 0;
            out
        })
    }

    #[inline(always)]
    fn sample<W: Words>(&self, words: &mut W) -> Rolled {
        self.read(|trial| trial.sample(words))
    }

    fn n_outcomes(&self) -> usize {
        let fates = if self.is_defended() { 9 } else { 1 };
        let extras: usize = self.extras().iter().map(|extra| extra.n_branches()).product();
        usize::from(self.is_blind) + self.crit_trial().n_branches() * fates * extras
    }

    fn outcome(&self, i: usize) -> (Rolled, f64) {
        let (mut at, mut p) = (i, 1.0);
        if self.is_blind {
            if i == 0 {
                return (Rolled { is_stopped: true, ..Rolled::default() }, BLIND.branch(0).1);
            }
            (at, p) = (i - 1, BLIND.branch(1).1);
        }
        let mut digit = |n: usize| {
            let digit = at % n;
            at /= n;
            digit
        };
        let crit = self.crit_trial();
        let (is_crit, p_crit) = crit.branch(digit(crit.n_branches()));
        p *= p_crit;
        let mut rolled = Rolled { is_crit: is_crit > 0, ..Rolled::default() };
        for (out, extra) in rolled.extras.iter_mut().zip(self.extras()) {
            let (times, p_extra) = extra.branch(digit(extra.n_branches()));
            *out = times;
            p *= p_extra;
        }
        if self.is_defended() {
            let (damage, effects) = (digit(3), digit(3));
            (rolled.damage, rolled.effects) = (SurvivalOutcome::ALL[damage], SurvivalOutcome::ALL[effects]);
            p *= self.fates()[damage][effects].to_f64();
        }
        (rolled, p)
    }

    /// Two points for damage that stands and a third for a critical, and one for each success of an extra roll.
    #[inline]
    fn worth(&self, out: &Rolled) -> i32 {
        let damage = if out.damage.stands() && !out.is_stopped { 2 + i32::from(out.is_crit) } else { 0 };
        damage + out.extras.iter().map(|&times| i32::from(times)).sum::<i32>()
    }

    fn mean_worth(&self, _means: &mut Means) -> i64 {
        let fails = |n: u8| f64::from(100 - n) / 100.0;
        let mut stands = 1.0;
        if self.is_defended() {
            stands = fails(self.evasion[Scope::Damage as usize]) * fails(self.evasion[Scope::All as usize]);
            for &(n, scope) in self.negations() {
                if usize::from(scope) != Scope::Effects as usize {
                    stands *= fails(n);
                }
            }
        }
        let extras: f64 = self.extras().iter().map(|extra| extra.mean()).sum();
        let damage = stands * (2.0 + self.crit_trial().mean());
        parts_of((damage + extras) * if self.is_blind { BLIND.mean() } else { 1.0 })
    }
}

/// Two numbers that one roll is compared with (SB-35, one critical roll for several targets): at or under
/// both, at or under the greater alone, above both.
#[derive(Clone, Copy, Debug)]
pub struct TwoNumbers {
    /// The lesser, 0 to 100.
    pub low: u8,
    /// The greater, 0 to 100.
    pub high: u8,
}

impl Draw for TwoNumbers {
    /// How many of them the roll does not exceed.
    type Out = u8;

    fn roll<C: Chance>(&self, by: Roll, chance: &mut C) -> u8 {
        self.read(reads(dice(by, chance)))
    }

    fn sample<W: Words>(&self, words: &mut W) -> u8 {
        self.read(reads(sampled(words)))
    }

    fn n_outcomes(&self) -> usize {
        3
    }

    fn outcome(&self, i: usize) -> (u8, f64) {
        let (low, high) = (f64::from(self.low) / 100.0, f64::from(self.high) / 100.0);
        (i as u8, [1.0 - high, high - low, low][i])
    }

    fn worth(&self, out: &u8) -> i32 {
        (*out).into()
    }

    fn mean_worth(&self, _means: &mut Means) -> i64 {
        parts_of((f64::from(self.low) + f64::from(self.high)) / 100.0)
    }
}

impl TwoNumbers {
    fn read(&self, n: u32) -> u8 {
        u8::from(n <= u32::from(self.low)) + u8::from(n <= u32::from(self.high))
    }
}
