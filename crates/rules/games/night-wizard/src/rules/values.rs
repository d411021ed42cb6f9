//! The parts of a Judge: attribute, modifiers, prana (NW-01 to NW-07).

use crate::data::events::{DrawnRolls, Side};
use crate::data::rulings::{PranaMode, StatusPenalty};
use crate::dice::contest::{Contest, ContestId, Opposed, Rolls};
use crate::rules::prelude::*;

/// A Judge before its roll.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Basis {
    pub(crate) unit: UnitId,
    pub(crate) kind: JudgeKind,
    name: AttributeId,
    /// Whether it answers an attack (NW-46, NW-48).
    is_reaction: bool,
    /// The modifiers of the occasion: passive as a weapon's modifier, and active.
    plus: [i32; 2],
    /// Attribute and passive modifiers (NW-07).
    pub(crate) fixed: i32,
    /// The penalty by bad statuses and surprise that is part of `fixed`, for the play-by-play.
    pub(crate) penalty: i32,
    /// Active modifiers, which a fumble loses (NW-03).
    pub(crate) active: i32,
    /// Dice that effects add.
    dice: u8,
    /// Dice of prana (NW-06).
    prana: u8,
    /// Prana that adds one each (NW-06).
    pub(crate) flat: i32,
    /// Whether it is rolled at all (NW-05).
    pub(crate) rolls: bool,
}

impl Basis {
    /// Returns how many dice are added.
    #[inline(always)]
    pub(crate) fn n_dice(&self) -> u8 {
        self.dice.saturating_add(self.prana)
    }
}

/// A Judge after its roll.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Judged {
    /// The achievement value.
    pub(crate) value: i32,
    pub(crate) is_critical: bool,
    pub(crate) is_fumble: bool,
    /// For the play-by-play.
    pub(crate) side: Side,
}

/// A window of values that read differently; what is outside reads as its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    /// The least value that reads otherwise than those below it.
    pub(crate) from: i32,
    /// The least value that reads as all above it.
    pub(crate) to: i32,
}

impl Window {
    /// Every value.
    pub(crate) const ALL: Self = Self { from: i32::MIN, to: i32::MAX };

    /// Returns whether it is at least `value`.
    #[inline(always)]
    pub(crate) fn at(value: i32) -> Self {
        Self { from: value, to: value }
    }
}

/// Both sides of a contest for the play-by-play, and the dice that are still to be found out.
pub(crate) fn sides(
    [active, passive]: &[Basis; 2],
    contest: &Contest<'_>,
    opposed: Opposed,
) -> (Side, Side, Option<DrawnRolls>) {
    let ContestId { active: ours, passive: theirs, .. } = contest.of;
    let (rolled, drawn) = match opposed.rolls {
        Rolls::Rolled(active, passive) => ([Some(active), Some(passive)], None),
        Rolls::Drawn(_) => ([None; 2], Some(DrawnRolls { active: ours, passive: theirs, opposed })),
        Rolls::Unknown => ([None; 2], None),
    };
    let side = |basis: &Basis, rolled| Side {
        fixed: basis.fixed,
        penalty: basis.penalty,
        rolled,
        active: basis.active,
        prana: 0,
    };
    (side(active, rolled[0]), side(passive, rolled[1]), drawn)
}

impl<'a, F: Features, C: Chance, O: Observer<NightWizard>> Turn<'a, F, C, O> {
    /// NW-05, NW-07: the Judge of a unit: attribute and modifiers. `is_reaction`: made in answer to
    /// an attack (NW-46, NW-48). `plus`: what the occasion adds, passive and active.
    #[inline(always)]
    pub(crate) fn basis(
        &self,
        unit: UnitId,
        kind: JudgeKind,
        name: AttributeId,
        is_reaction: bool,
        plus: [i32; 2],
    ) -> Basis {
        let fixed = self.extras(unit).derived.value[name as usize] + plus[0];
        let (active, penalty, dice, prana, flat, rolls) = (plus[1], 0, 0, 0, 0, true);
        let basis =
            Basis { unit, kind, name, is_reaction, plus, fixed, penalty, active, dice, prana, flat, rolls };
        if self.is_unchanged(unit) { basis } else { self.changed_judge(basis) }
    }

    /// Returns whether a Judge of the unit is its attribute.
    #[inline(always)]
    fn is_unchanged(&self, unit: UnitId) -> bool {
        self.unmodified().has(unit) && !(F::ABILITIES && self.state.turn.surprise)
    }

    /// The units whose Judges are their attributes, but for surprise: they stand, and nothing modifies
    /// Judges or takes something from them. Most do.
    #[inline(always)]
    pub(crate) fn unmodified(&self) -> UnitSet {
        let now = &*self.state;
        let mut unmodified = self.state.standing;
        if F::ABILITIES {
            unmodified = unmodified.and(now.steady);
        }
        if F::STATUSES {
            unmodified = unmodified.without(now.hindered);
        }
        unmodified
    }

    /// Returns the parts of a unit's Judge, with everything that can change it.
    #[inline(never)]
    fn changed_judge(&self, mut made: Basis) -> Basis {
        let derived = &self.extras(made.unit).derived;
        let (kind, of_all) = (made.kind as usize, JudgeKind::All as usize);
        made.active += derived.active[made.name as usize] + derived.judge[kind] + derived.judge[of_all];
        made.dice = derived.dice[kind] + derived.dice[of_all];
        made.rolls =
            self.may_judge(made.unit) || matches!(made.kind, JudgeKind::Mortality | JudgeKind::Waking);
        let penalty = self.penalty(made.unit, made.is_reaction);
        if !made.rolls {
            // NW-05: the bare attribute.
            (made.active, made.dice) = (0, 0);
            made.penalty = if self.nw.rulings.flat_av_penalties { penalty } else { 0 };
            made.fixed += made.penalty;
            return made;
        }
        match self.nw.rulings.status_penalty_class {
            StatusPenalty::Passive => (made.penalty, made.fixed) = (penalty, made.fixed + penalty),
            StatusPenalty::Active => made.active += penalty,
        }
        made
    }

    /// Makes a Judge again after something changed, with the prana that was declared for it.
    pub(crate) fn rebased(&self, basis: &Basis) -> Basis {
        let new = self.basis(basis.unit, basis.kind, basis.name, basis.is_reaction, basis.plus);
        Basis { prana: basis.prana, flat: basis.flat, rolls: basis.rolls, ..new }
    }

    /// NW-46, NW-48, NW-49, NW-10: the penalty on a Judge by bad statuses and surprise.
    #[inline(always)]
    fn penalty(&self, unit: UnitId, is_reaction: bool) -> i32 {
        let (statuses, is_surprise) = (self.extras(unit).statuses, self.state.turn.surprise);
        let mut penalty = 0;
        if statuses == 0 && !is_surprise {
            return penalty;
        }
        if statuses & Status::Daze.bit() != 0 {
            penalty -= 5;
        }
        if is_reaction {
            if statuses & Status::Panic.bit() != 0 {
                penalty -= 10;
            }
            if statuses & Status::Paralysis.bit() != 0 {
                penalty -= 5;
            }
            let ours = self.tables.surprise.map(|side| self.nw.of_side(side));
            if is_surprise && ours.is_some_and(|ours| !ours.has(unit)) {
                penalty -= 3;
            }
        }
        penalty
    }

    /// NW-06: prana on a Judge: at most `wanted`, `release`, and what there is. It is spent
    /// whatever comes of it.
    #[inline(always)]
    pub(crate) fn declare_prana(&mut self, basis: &mut Basis, wanted: i32) {
        if wanted > 0 && basis.rolls {
            let n = self.use_prana(basis.unit, wanted);
            match self.nw.rulings.prana_mode {
                PranaMode::Dice => basis.prana += n as u8,
                PranaMode::Flat => basis.flat += n,
            }
        }
    }

    #[inline(never)]
    fn use_prana(&mut self, unit: UnitId, wanted: i32) -> i32 {
        let n = wanted.min(self.most_prana(unit)).max(0);
        if n > 0 {
            self.spend_prana(unit, n);
            self.obs.add(unit, Metric::PranaDice, n as u32);
        }
        n
    }

    /// The most prana that a Judge of the unit can take now.
    #[inline(always)]
    pub(crate) fn most_prana(&self, unit: UnitId) -> i32 {
        self.nw.unit(unit).release.min(self.extras(unit).prana)
    }

    /// The probability that a Judge with so much prana reaches `value`.
    pub(crate) fn p_with_prana(&self, basis: &Basis, n: i32, value: i32) -> f64 {
        let with = match self.nw.rulings.prana_mode {
            PranaMode::Dice => Basis { prana: n as u8, ..*basis },
            PranaMode::Flat => Basis { flat: n, ..*basis },
        };
        let draw = self.judge_draw(&with, Window::ALL);
        self.tables.distributions.at_least(&draw, value - basis.fixed)
    }
}
