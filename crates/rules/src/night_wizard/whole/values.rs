//! What a Judge is made of: attribute, modifiers, prana, and the abilities declared for it
//! (NW-01 to NW-07).

use super::super::events::{Event, Side};
use super::super::judge::{Rolled, TwoDice};
use super::super::metrics::Metric;
use super::super::rulings::{PranaMode, StatusPenalty};
use super::super::setup::Numbers;
use super::super::setup::ability::{AttributeId, Effect, JudgeKind, Keep, Trigger};
use super::super::setup::gear::Status;
use super::Scene;
use super::laws::{Cast, Sum, Thrown};
use crate::contract::{Chance, Draw, Observer, Purpose, Roll, Words};
use crate::dice::p_2d6;
use crate::night_wizard::NightWizard;
use crate::roster::UnitId;

/// A Judge before its roll.
#[derive(Clone, Copy, Debug)]
pub(super) struct Basis {
    pub(super) unit: UnitId,
    pub(super) kind: JudgeKind,
    name: AttributeId,
    /// Whether it answers an attack (NW-46, NW-48).
    is_reaction: bool,
    /// What the occasion adds: passive as a weapon's modifier, or active.
    plus: [i32; 2],
    /// Attribute and passive modifiers (NW-07).
    pub(super) fixed: i32,
    /// What of it bad statuses and surprise took, for the play-by-play.
    pub(super) penalty: i32,
    /// Active modifiers, which a fumble loses (NW-03).
    pub(super) active: i32,
    /// Dice that effects add.
    dice: u8,
    /// Dice of prana (NW-06).
    prana: u8,
    /// Prana that adds one each (NW-06).
    flat: i32,
    /// Whether it is rolled at all (NW-05).
    pub(super) rolls: bool,
}

impl Basis {
    /// How many dice are added.
    #[inline(always)]
    pub(super) fn n_dice(&self) -> u8 {
        self.dice.saturating_add(self.prana)
    }

    /// Prana that adds one each.
    #[inline(always)]
    pub(super) fn flat(&self) -> i32 {
        self.flat
    }
}

/// A Judge after its roll.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Judged {
    /// The achievement value.
    pub(super) value: i32,
    pub(super) is_critical: bool,
    pub(super) is_fumble: bool,
    /// For the play-by-play.
    pub(super) side: Side,
}

/// A window of values that read differently; what is outside reads as its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    /// The least value that reads otherwise than those below it.
    pub(super) from: i32,
    /// The least value that reads as all above it.
    pub(super) to: i32,
}

impl Window {
    /// Every value.
    pub(super) const ALL: Self = Self { from: i32::MIN, to: i32::MAX };

    /// Whether it is at least `value`.
    #[inline(always)]
    pub(super) fn at(value: i32) -> Self {
        Self { from: value, to: value }
    }
}

impl<'a, C: Chance, O: Observer<NightWizard>> Scene<'a, C, O> {
    /// NW-05, NW-07: the Judge of a unit: attribute and modifiers. `is_reaction`: made in answer to
    /// an attack (NW-46, NW-48). `plus`: what the occasion adds, passive and active.
    #[inline(always)]
    pub(super) fn basis(
        &self,
        unit: UnitId,
        kind: JudgeKind,
        name: AttributeId,
        is_reaction: bool,
        plus: [i32; 2],
    ) -> Basis {
        if !self.is_unchanged(unit) {
            return self.changed_basis(unit, kind, name, is_reaction, plus);
        }
        let fixed = self.more(unit).now.value[name as usize] + plus[0];
        let (penalty, active, dice, prana, flat) = (0, plus[1], 0, 0, 0);
        let rolls = true;
        Basis { unit, kind, name, is_reaction, plus, fixed, penalty, active, dice, prana, flat, rolls }
    }

    /// Whether a Judge of the unit is its attribute: it stands, and nothing modifies Judges or takes
    /// something from them. Most are.
    #[inline(always)]
    fn is_unchanged(&self, unit: UnitId) -> bool {
        let now = &self.state.whole;
        now.steady.and(self.state.standing).without(now.afflicted).has(unit) && !now.turn.surprise
    }

    #[inline(never)]
    fn changed_basis(
        &self,
        unit: UnitId,
        kind: JudgeKind,
        name: AttributeId,
        is_reaction: bool,
        plus: [i32; 2],
    ) -> Basis {
        let now = &self.more(unit).now;
        let of_all = JudgeKind::All as usize;
        let mut basis = Basis {
            unit,
            kind,
            name,
            is_reaction,
            plus,
            fixed: now.value[name as usize] + plus[0],
            penalty: 0,
            active: now.active[name as usize] + now.judge[kind as usize] + now.judge[of_all] + plus[1],
            dice: now.dice[kind as usize] + now.dice[of_all],
            prana: 0,
            flat: 0,
            rolls: self.may_judge(unit) || matches!(kind, JudgeKind::Mortality | JudgeKind::Waking),
        };
        let penalty = self.penalty(unit, is_reaction);
        if !basis.rolls {
            // NW-05: the bare attribute.
            (basis.active, basis.dice) = (0, 0);
            basis.penalty = if self.nw.rulings.flat_av_penalties { penalty } else { 0 };
            basis.fixed += basis.penalty;
            return basis;
        }
        match self.nw.rulings.status_penalty_class {
            StatusPenalty::Passive => (basis.penalty, basis.fixed) = (penalty, basis.fixed + penalty),
            StatusPenalty::Active => basis.active += penalty,
        }
        basis
    }

    /// The same Judge after something changed.
    fn rebased(&self, basis: &Basis) -> Basis {
        let new = self.basis(basis.unit, basis.kind, basis.name, basis.is_reaction, basis.plus);
        Basis { prana: basis.prana, flat: basis.flat, rolls: basis.rolls, ..new }
    }

    /// NW-46, NW-48, NW-49, NW-10: what bad statuses and surprise take from a Judge.
    #[inline(always)]
    fn penalty(&self, unit: UnitId, is_reaction: bool) -> i32 {
        let is_free = !self.state.whole.afflicted.has(unit) && !self.state.whole.turn.surprise;
        if is_free { 0 } else { self.penalty_of(unit, is_reaction) }
    }

    #[inline(never)]
    fn penalty_of(&self, unit: UnitId, is_reaction: bool) -> i32 {
        let statuses = self.more(unit).statuses;
        let mut penalty = 0;
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
            let ours = self.whole.surprise.map(|side| self.nw.side_sets[side.idx()]);
            if self.state.whole.turn.surprise && ours.is_some_and(|ours| !ours.has(unit)) {
                penalty -= 3;
            }
        }
        penalty
    }

    /// NW-06: prana on a Judge: at most `wanted`, `release`, and what there is. It is spent
    /// whatever comes of it.
    #[inline(always)]
    pub(super) fn declare_prana(&mut self, basis: &mut Basis, wanted: i32) {
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
    pub(super) fn most_prana(&self, unit: UnitId) -> i32 {
        self.kit(unit).release.min(self.more(unit).prana)
    }

    /// The draw of a Judge; `window` is of its achievement value.
    #[inline(always)]
    pub(super) fn cast(&self, basis: &Basis, window: Window) -> Cast<'a> {
        let behind = if matches!(basis.kind, JudgeKind::Attack | JudgeKind::Defense) {
            self.nw.damage_judge
        } else {
            0
        };
        let keeps = if self.nw.rulings.fumble_drops_active { 0 } else { basis.active };
        let cut = |value: i32| {
            if value == i32::MIN || value == i32::MAX { value } else { value - basis.fixed }
        };
        Cast {
            judges: &self.nw.judges,
            laws: &self.whole.laws,
            judge: u16::from(self.state.luck[basis.unit.idx()]) + behind,
            n: basis.n_dice(),
            shift: basis.active + basis.flat,
            kept: keeps,
            from: cut(window.from),
            to: cut(window.to),
            reads_luck: self.whole.reads_luck.has(basis.unit),
        }
    }

    /// Rolls a Judge. `window` is of its achievement value. It becomes part of whatever rolls it,
    /// where kind and purpose are known and no random source reads the window.
    #[inline(always)]
    pub(super) fn judge(&mut self, basis: &Basis, purpose: Purpose, window: Window) -> Judged {
        let by = Roll { unit: basis.unit, purpose };
        let thrown = if basis.rolls {
            let cast = self.cast(basis, window);
            self.dice.draw(by, &cast)
        } else {
            Thrown::default()
        };
        self.count_luck(basis, thrown);
        self.judged(basis, thrown)
    }

    /// A Judge of which only success is read, unless something may be declared after it.
    #[inline(always)]
    pub(super) fn window_at(&self, basis: &Basis, least: i32) -> Window {
        let is_open = self.whole.after[basis.kind as usize].has(basis.unit);
        if is_open { Window::ALL } else { Window::at(least) }
    }

    #[inline(always)]
    pub(super) fn judged(&self, basis: &Basis, thrown: Thrown) -> Judged {
        let lost = if thrown.is_fumble && self.nw.rulings.fumble_drops_active { 0 } else { basis.active };
        Judged {
            value: basis.fixed + thrown.value,
            is_critical: thrown.criticals > 0,
            is_fumble: thrown.is_fumble,
            side: if !O::LISTENS {
                Side::default()
            } else {
                let side = if basis.rolls {
                    Side::of_judge(basis.fixed, lost, thrown, if thrown.is_fumble { 0 } else { basis.flat })
                } else {
                    Side::of(basis.fixed, None)
                };
                Side { penalty: basis.penalty, ..side }
            },
        }
    }

    /// Metrics of a Judge's dice, where they are known one by one.
    #[inline(always)]
    fn count_luck(&mut self, basis: &Basis, thrown: Thrown) {
        if !basis.rolls || !thrown.is_known {
            return;
        }
        let (unit, Thrown { criticals, is_fumble, .. }) = (basis.unit, thrown);
        let rolled = Rolled { total: 0, criticals, is_fumble };
        match basis.kind {
            JudgeKind::Hit => self.count_dice(unit, Metric::HitLuck, rolled),
            JudgeKind::Dodge => self.count_dice(unit, Metric::DodgeLuck, rolled),
            JudgeKind::Attack => self.count_dice(unit, Metric::AttackLuck, rolled),
            JudgeKind::Defense => self.count_dice(unit, Metric::DefenseLuck, rolled),
            _ => self.count_dice(unit, Metric::OtherLuck, rolled),
        }
        if thrown.prana > 0 {
            self.obs.add(unit, Metric::PranaGained, thrown.prana as u32);
        }
    }

    /// How the two dice of a Judge went.
    #[inline(always)]
    pub(super) fn count_dice(&mut self, unit: UnitId, metric: Metric, rolled: Rolled) {
        let chain = u32::from(rolled.criticals);
        self.obs.add(unit, metric, if rolled.is_fumble { 0 } else { 1 + chain });
        if chain > 0 {
            self.obs.add(unit, Metric::Chain, chain);
        }
    }

    /// NW-06: a fumble that was cancelled: the dice count as shown, with all modifiers.
    fn cancel_fumble(&mut self, basis: &Basis, purpose: Purpose) -> Judged {
        let fumble = self.nw.judges.judge(self.state.luck[basis.unit.idx()].into()).fumble();
        let by = Roll { unit: basis.unit, purpose };
        // One fumble number is what they show; of several nobody has kept which.
        let is_one = fumble.0.count_ones() == 1;
        let shown =
            if is_one { fumble.0.trailing_zeros() as i32 } else { self.dice.draw(by, &Shown { fumble }) };
        let laws = &self.whole.laws;
        let prana = self.dice.draw(by, &Sum { laws, n: basis.n_dice() });
        let value = shown + prana + basis.active + basis.flat;
        self.judged(basis, Thrown { value, prana, is_known: true, ..Thrown::default() })
    }

    /// Timing `before_judge`: abilities that a unit declares for a Judge it is about to make. What
    /// they change is in force before its basis is read.
    #[inline(always)]
    pub(super) fn before_judge(&mut self, unit: UnitId, kind: JudgeKind) {
        self.refresh_volatile();
        if self.whole.before[kind as usize].has(unit) {
            self.declare_before(unit, kind);
        }
    }

    /// Timing `after_judge`: abilities of a unit whose Judge failed: rolled again, a fumble
    /// cancelled, modifiers added. The new result.
    #[inline(always)]
    pub(super) fn after_judge(
        &mut self,
        basis: &Basis,
        judged: Judged,
        purpose: Purpose,
        fails: impl Fn(i32) -> bool,
    ) -> Judged {
        let may = basis.rolls && self.whole.after[basis.kind as usize].has(basis.unit);
        if may && fails(judged.value) { self.mend(*basis, judged, purpose, fails) } else { judged }
    }

    #[inline(never)]
    fn mend(
        &mut self,
        basis: Basis,
        mut judged: Judged,
        purpose: Purpose,
        fails: impl Fn(i32) -> bool,
    ) -> Judged {
        let (basis, unit, kind) = (&basis, basis.unit, basis.kind);
        let mut left = self.kit(unit).after[kind as usize];
        while left != 0 && fails(judged.value) {
            let at = left.trailing_zeros() as u8;
            left &= left - 1;
            let id = self.kit(unit).abilities[at as usize].power;
            let whole = self.whole;
            let power = &whole.powers[id as usize];
            if power.needs_fumble && !judged.is_fumble {
                continue;
            }
            let before = self.rebased(basis);
            if !self.declare(unit, at, None) {
                continue;
            }
            // What it changes counts for the Judge that was made.
            let again = self.rebased(basis);
            let keeps = !(judged.is_fumble && self.nw.rulings.fumble_drops_active);
            let change = again.fixed - before.fixed + if keeps { again.active - before.active } else { 0 };
            judged.value += change;
            judged.side.fixed += change;
            for deed in &power.steps {
                match deed.effect {
                    Effect::CancelFumble if judged.is_fumble => judged = self.cancel_fumble(&again, purpose),
                    Effect::Reroll { keep, .. } => {
                        let new = self.judge_again(&again, purpose);
                        if keep == Keep::New || new.value > judged.value {
                            judged = new;
                        }
                    }
                    _ => {}
                }
            }
            self.obs.event(|| Event::Again { unit, kind, judge: judged.side });
        }
        judged
    }

    #[inline(never)]
    fn judge_again(&mut self, basis: &Basis, purpose: Purpose) -> Judged {
        self.judge(basis, purpose, Window::ALL)
    }

    /// NW-19: triggers of a Judge's own dice.
    #[inline(always)]
    pub(super) fn fire_luck(&mut self, unit: UnitId, judged: Judged) {
        if judged.is_critical {
            self.fire(Trigger::JudgeCritical, unit, None);
        }
        if judged.is_fumble {
            self.fire(Trigger::JudgeFumble, unit, None);
        }
    }
}

/// Two dice that show what they show, given that it is one of these totals: a fumble that was
/// cancelled (NW-06).
#[derive(Clone, Copy, Debug)]
struct Shown {
    fumble: Numbers,
}

impl Draw for Shown {
    type Out = i32;

    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> i32 {
        loop {
            let v = TwoDice.roll(by, dice);
            if self.fumble.has(v) {
                return v;
            }
        }
    }

    fn deal<W: Words>(&self, words: &mut W) -> i32 {
        loop {
            let v = TwoDice.deal(words);
            if self.fumble.has(v) {
                return v;
            }
        }
    }

    fn branches(&self) -> usize {
        11
    }

    fn branch(&self, i: usize) -> (i32, f64) {
        let of = |v: i32| if self.fumble.has(v) { p_2d6(v as usize) } else { 0.0 };
        let v = i as i32 + 2;
        (v, of(v) / (2..=12).map(of).sum::<f64>())
    }
}

impl<C: Chance, O: Observer<NightWizard>> Scene<'_, C, O> {
    /// The probability that a Judge with so much prana reaches `value`.
    pub(super) fn p_with_prana(&self, basis: &Basis, n: i32, value: i32) -> f64 {
        let with = match self.nw.rulings.prana_mode {
            PranaMode::Dice => Basis { prana: n as u8, ..*basis },
            PranaMode::Flat => Basis { flat: n, ..*basis },
        };
        let cast = self.cast(&with, Window::ALL);
        self.whole.laws.at_least(&cast, value - basis.fixed)
    }
}
