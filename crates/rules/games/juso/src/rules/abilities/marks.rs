//! Statuses and lasting effects: how long they last and how they end (JU-80).

use core::ops::Range;

use crate::data::events::Event;
use crate::data::vocabulary::{Ability, Duration, Status, StatusId, Timing};
use crate::dice::pool::Successes;
use crate::state::State;
use crate::{Juso, Play, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::Observer;
use fray_engine::roster::{UnitId, UnitSet};

/// Lasts to the end of the attack.
const THIS_ATTACK: u8 = 250;
/// Lasts to the end of the activation.
const THIS_ACTIVATION: u8 = 251;
/// Lasts to the end of its bearer's next activation.
pub(crate) const NEXT_ACTIVATION: u8 = 252;
/// Lasts to the end of its bearer's next activation, and was given during another one of the bearer.
pub(crate) const NEXT_BUT_THIS: u8 = 253;
/// Lasts for the fight.
const FIGHT: u8 = 255;

impl Juso {
    /// Returns where the marks of a unit are.
    #[inline(always)]
    fn marks_of(&self, unit: UnitId) -> Range<usize> {
        let first = unit.idx() * self.marks.len();
        first..first + self.marks.len()
    }

    /// Sets how long a mark lasts; the longer of two stays.
    pub(crate) fn set_mark(&self, state: &mut State, unit: UnitId, mark: u8, lasts: u8) {
        let at = self.marks_of(unit).start + mark as usize;
        state.marks[at] = state.marks[at].max(lasts);
        state.marked.insert(unit);
        state.brief |= (THIS_ATTACK..=NEXT_BUT_THIS).contains(&lasts);
        if mark == Status::UNNOTICED.0 {
            state.unnoticed.insert(unit);
        }
    }

    /// Returns whether a mark of a unit ends sooner than one that lasts so long.
    pub(crate) fn lasts_less(&self, state: &State, unit: UnitId, mark: u8, lasts: u8) -> bool {
        state.marks[self.marks_of(unit).start + mark as usize] < lasts
    }

    /// Ends a mark; whether it was there.
    pub(crate) fn end_mark(&self, state: &mut State, unit: UnitId, mark: u8) -> bool {
        let at = self.marks_of(unit).start + mark as usize;
        if mark == Status::UNNOTICED.0 {
            state.unnoticed.remove(unit);
        }
        let was_there = core::mem::replace(&mut state.marks[at], 0) > 0;
        state.marked.set(unit, state.marks[self.marks_of(unit)].iter().any(|&lasts| lasts > 0));
        was_there
    }

    /// Takes all marks off a unit.
    pub(crate) fn clear_marks(&self, state: &mut State, unit: UnitId) {
        state.marks[self.marks_of(unit)].fill(0);
        state.marked.remove(unit);
    }

    /// The marks that a fight begins with.
    pub(crate) fn first_marks(&self, state: &mut State) {
        state.marks.clear();
        state.marks.resize(self.roster.units.len() * self.marks.len(), 0);
        (state.marked, state.brief) = (UnitSet::default(), false);
        state.uses.clear();
        state.uses.resize(self.roster.units.len() * self.n_abilities, [0; 2]);
        for unit in self.everyone {
            for status in &self.unit(unit).statuses {
                self.set_mark(state, unit, status.0, FIGHT);
            }
        }
    }

    /// Returns how long a status that an ability adds lasts on a target.
    pub(crate) fn status_lasts(ability: &Ability) -> u8 {
        if ability.duration == Duration::Instant { FIGHT } else { Self::lasts(ability) }
    }

    /// Returns how long changed values and dice of an ability last on a target.
    pub(crate) fn lasts(ability: &Ability) -> u8 {
        let in_attack = matches!(
            ability.timing,
            Timing::WithAttack | Timing::OnDefence | Timing::OnDamage | Timing::OnKnockback
        );
        match ability.duration {
            Duration::Instant if in_attack => THIS_ATTACK,
            Duration::ThisAttack => THIS_ATTACK,
            Duration::ThisActivation => THIS_ACTIVATION,
            Duration::RoundEnd => 1,
            Duration::Rounds(n) => n,
            Duration::Instant | Duration::Fight => FIGHT,
        }
    }
}

impl<C: Chance, O: Observer<Juso>> Play<'_, C, O> {
    /// A status ends.
    pub(crate) fn end_status(&mut self, unit: UnitId, status: StatusId) {
        if self.rules.end_mark(self.state, unit, status.0) {
            self.obs.event(|| Event::Status { unit, status, begins: false });
        }
    }

    /// JU-38: the enemies know of the unit.
    pub(crate) fn notice(&mut self, unit: UnitId) {
        if self.state.unnoticed.has(unit) {
            self.rules.end_mark(self.state, unit, Status::UNNOTICED.0);
            self.obs.event(|| Event::Noticed { unit });
        }
    }

    /// The end of an attack or of an ability: what lasted for it ends.
    pub(crate) fn end_of_attack(&mut self) {
        if !self.state.brief {
            return;
        }
        for unit in self.state.marked {
            for (mark, at) in (0..).zip(self.rules.marks_of(unit)) {
                if self.state.marks[at] == THIS_ATTACK {
                    self.end_mark_of(unit, mark);
                }
            }
        }
    }

    /// The end of an activation: what lasted for it ends.
    pub(crate) fn end_of_activation(&mut self, unit: UnitId) {
        if !core::mem::take(&mut self.state.brief) {
            return;
        }
        for bearer in self.state.marked {
            for (mark, at) in (0..).zip(self.rules.marks_of(bearer)) {
                let lasts = self.state.marks[at];
                let ends = match lasts {
                    THIS_ATTACK | THIS_ACTIVATION => true,
                    NEXT_ACTIVATION => bearer == unit,
                    NEXT_BUT_THIS => {
                        if bearer == unit {
                            self.state.marks[at] = NEXT_ACTIVATION;
                        }
                        false
                    }
                    _ => false,
                };
                // It stays for an activation to come.
                self.state.brief |= !ends && matches!(lasts, NEXT_ACTIVATION | NEXT_BUT_THIS);
                if ends {
                    self.end_mark_of(bearer, mark);
                }
            }
        }
    }

    fn end_mark_of(&mut self, unit: UnitId, mark: u8) {
        if self.rules.marks[mark as usize].is_status {
            return self.end_status(unit, StatusId(mark));
        }
        let lasted = self.state.marks[self.rules.marks_of(unit).start + mark as usize];
        self.rules.end_mark(self.state, unit, mark);
        // What was for one attack needs no word.
        if lasted != THIS_ATTACK {
            self.obs.event(|| Event::Ends { unit, mark });
        }
    }

    /// The round end phase: removal rolls, then one round less for what lasts rounds.
    pub(crate) fn tick_marks(&mut self) {
        for unit in self.state.marked {
            for (mark, at) in (0..).zip(self.rules.marks_of(unit)) {
                if self.state.marks[at] > 0 && !self.recovers(unit, mark) {
                    match self.state.marks[at] {
                        1 => self.end_mark_of(unit, mark),
                        2..THIS_ATTACK => self.state.marks[at] -= 1,
                        _ => {}
                    }
                }
            }
        }
        for uses in &mut self.state.uses {
            uses[0] = 0;
        }
    }

    /// A removal roll, if there is one for the mark; whether it ended the mark.
    fn recovers(&mut self, unit: UnitId, mark: u8) -> bool {
        let Some(removal) = self.rules.marks[mark as usize].removal else { return false };
        if self.state.active(UnitSet::one(unit)).is_empty() {
            return false;
        }
        let pool = self.rules.pool(self.state, unit, removal.pool);
        let difficulty = i32::from(removal.difficulty);
        let roll = Successes::against(pool, difficulty.max(1));
        let rolled = self.dice.draw_if(difficulty > 0, by(unit, Purpose::Effect), &roll);
        let succeeds = rolled >= difficulty;
        let (status, dice) = (StatusId(mark), roll.dice());
        self.obs.event(|| Event::Recovers { unit, status, dice, rolled, difficulty, succeeds });
        if succeeds {
            self.end_mark_of(unit, mark);
        }
        succeeds
    }
}
