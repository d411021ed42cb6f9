//! The roll of a Judge, and the declarations just before it and just after it (NW-01 to NW-06, NW-19, NW-53).

use crate::data::events::Side;
use crate::data::setup::ability::Keep;
use crate::dice::judge::{Rolled, TwoDice};
use crate::dice::judge_draws::{JudgeDraw, JudgeRoll};
use crate::dice::sum::Sum;
use crate::rules::prelude::*;
use crate::rules::values::{Basis, Judged, Window};

impl<'a, F: Features, C: Chance, O: Observer<NightWizard>> Turn<'a, F, C, O> {
    /// The draw of a Judge; `window` is of its achievement value.
    #[inline(always)]
    pub(crate) fn judge_draw(&self, basis: &Basis, window: Window) -> JudgeDraw<'a> {
        let behind = if matches!(basis.kind, JudgeKind::Attack | JudgeKind::Defense) {
            self.nw.damage_judge
        } else {
            0
        };
        let keeps = if self.nw.rulings.fumble_drops_active { 0 } else { basis.active };
        let cut = |value: i32| {
            if value == i32::MIN || value == i32::MAX { value } else { value - basis.fixed }
        };
        JudgeDraw {
            judges: &self.nw.judges,
            distributions: &self.tables.distributions,
            judge: u16::from(self.state.numbers[basis.unit.idx()]) + behind,
            n: basis.n_dice(),
            shift: basis.active + basis.flat,
            kept: keeps,
            from: cut(window.from),
            to: cut(window.to),
            reads_quality: self.tables.reads_quality.has(basis.unit),
        }
    }

    /// Rolls a Judge. `window` is of its achievement value. It becomes part of whatever rolls it,
    /// where kind and purpose are known and no random source reads the window.
    #[inline(always)]
    pub(crate) fn judge(&mut self, basis: &Basis, purpose: Purpose, window: Window) -> Judged {
        let by = Roll { unit: basis.unit, purpose };
        let roll = if basis.rolls {
            let draw = self.judge_draw(basis, window);
            self.dice.draw(by, &draw)
        } else {
            JudgeRoll::default()
        };
        self.count_judge(basis, roll);
        self.judged(basis, roll)
    }

    /// A Judge of which only success is read, unless something may be declared after it.
    #[inline(always)]
    pub(crate) fn window_at(&self, basis: &Basis, least: i32) -> Window {
        let is_open = self.tables.after[basis.kind as usize].has(basis.unit);
        if is_open { Window::ALL } else { Window::at(least) }
    }

    #[inline(always)]
    pub(crate) fn judged(&self, basis: &Basis, roll: JudgeRoll) -> Judged {
        let lost = if roll.is_fumble && self.nw.rulings.fumble_drops_active { 0 } else { basis.active };
        Judged {
            value: basis.fixed + roll.value,
            is_critical: roll.criticals > 0,
            is_fumble: roll.is_fumble,
            side: if !O::WANTS_EVENTS {
                Side::default()
            } else {
                let side = if basis.rolls {
                    Side::of_judge(basis.fixed, lost, roll, if roll.is_fumble { 0 } else { basis.flat })
                } else {
                    Side::of(basis.fixed, None)
                };
                Side { penalty: basis.penalty, ..side }
            },
        }
    }

    /// Metrics of a Judge's dice, where they are known one by one.
    #[inline(always)]
    fn count_judge(&mut self, basis: &Basis, roll: JudgeRoll) {
        if !basis.rolls || !roll.is_known {
            return;
        }
        let (unit, JudgeRoll { criticals, is_fumble, .. }) = (basis.unit, roll);
        let rolled = Rolled { criticals, is_fumble, ..Rolled::default() };
        match basis.kind {
            JudgeKind::Hit => self.count_dice(unit, Metric::HitLuck, rolled),
            JudgeKind::Dodge => self.count_dice(unit, Metric::DodgeLuck, rolled),
            JudgeKind::Attack => self.count_dice(unit, Metric::AttackLuck, rolled),
            JudgeKind::Defense => self.count_dice(unit, Metric::DefenseLuck, rolled),
            _ => self.count_dice(unit, Metric::OtherLuck, rolled),
        }
        if roll.prana > 0 {
            self.obs.add(unit, Metric::PranaGained, roll.prana as u32);
        }
    }

    /// Counts the quality of the two dice of a Judge.
    #[inline(always)]
    pub(crate) fn count_dice(&mut self, unit: UnitId, metric: Metric, rolled: Rolled) {
        let chain = u32::from(rolled.criticals);
        self.obs.add(unit, metric, if rolled.is_fumble { 0 } else { 1 + chain });
    }

    /// NW-06: a fumble that was cancelled: the dice count as shown, with all modifiers.
    fn cancel_fumble(&mut self, basis: &Basis, purpose: Purpose) -> Judged {
        let fumble = self.nw.judges.judge(self.state.numbers[basis.unit.idx()].into()).fumble();
        let by = Roll { unit: basis.unit, purpose };
        // One fumble number is what they show; of several nobody has kept which.
        let is_one = fumble.0.count_ones() == 1;
        let shown =
            if is_one { fumble.0.trailing_zeros() as i32 } else { self.dice.draw(by, &TwoDice(fumble)) };
        let distributions = &self.tables.distributions;
        let prana = self.dice.draw(by, &Sum { distributions, n: basis.n_dice() }).total;
        let value = shown + prana + basis.active + basis.flat;
        self.judged(basis, JudgeRoll { value, prana, is_known: true, ..JudgeRoll::default() })
    }

    /// Timing `before_judge`: abilities that a unit declares for a Judge it is about to make. Their changes
    /// are in force before its basis is read.
    #[inline(always)]
    pub(crate) fn before_judge(&mut self, unit: UnitId, kind: JudgeKind) {
        self.refresh_volatile();
        if F::ABILITIES && self.tables.before[kind as usize].has(unit) {
            for at in bits(self.unit_tables(unit).before[kind as usize]) {
                self.declare(unit, at, None);
            }
        }
    }

    /// Timing `after_judge`: abilities of a unit whose Judge failed: rolled again, a fumble
    /// cancelled, modifiers added. The new result.
    #[inline(always)]
    pub(crate) fn after_judge(
        &mut self,
        basis: &Basis,
        judged: Judged,
        purpose: Purpose,
        fails: impl Fn(i32) -> bool,
    ) -> Judged {
        let may = F::ABILITIES && basis.rolls && self.tables.after[basis.kind as usize].has(basis.unit);
        if !may || !fails(judged.value) {
            return judged;
        }
        // Sides that nobody reads are not carried along.
        let slim = |it: Judged| if O::WANTS_EVENTS { it } else { Judged { side: Side::default(), ..it } };
        slim(self.mend(*basis, slim(judged), purpose, fails))
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
        let mut left = self.unit_tables(unit).after[kind as usize];
        while left != 0 && fails(judged.value) {
            let at = left.trailing_zeros() as u8;
            left &= left - 1;
            let (_, ability) = self.owned(unit, at);
            if ability.needs_fumble && !judged.is_fumble {
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
            for step in &ability.steps {
                match step.effect {
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
    pub(crate) fn fire_quality(&mut self, unit: UnitId, judged: Judged) {
        if judged.is_critical {
            self.fire(Trigger::JudgeCritical, unit, None);
        }
        if judged.is_fumble {
            self.fire(Trigger::JudgeFumble, unit, None);
        }
    }
}
