//! A turn, full or partial: its steps in the order of the decisions (MG-13, MG-15, MG-39, MG-D1).

use crate::data::events::Event;
use crate::data::metrics::Metric;
use crate::data::rulings::SoakRefresh;
use crate::data::setup::Stat;
use crate::data::tactics::{HeldChoice, HoldTokens, Scheme};
use crate::data::vocabulary::{Timing, What};
use crate::rules::turns::react::ON_TURN;
use crate::state::{NO_SCORE, Stage, State, Turn, UNROLLED};
use crate::{MahouGalaxy, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::{Observer, TurnUse};
use fray_engine::roster::UnitId;

/// The greatest `move_mult`, in quarters.
const MOST_QUARTERS: i32 = 40;
/// More steps than a turn has, whatever its tokens pay.
pub(crate) const MOST_STEPS: u32 = 10_000;

impl MahouGalaxy {
    /// MG-73: the feet that so many move tokens carry.
    #[inline(always)]
    pub(crate) fn feet(&self, state: &State, unit: UnitId, tokens: i32) -> i32 {
        feet_of(self.stride(state, unit), tokens)
    }

    /// MG-73: percent of 5 feet that a move token carries, times four, with what changes `move_mult`.
    #[inline(always)]
    pub(crate) fn stride(&self, state: &State, unit: UnitId) -> i32 {
        let info = self.unit(unit);
        if self.changes[What::MoveMult as usize].is_empty() {
            return info.stride;
        }
        let quarters = info.move_mult + 4 * self.change(state, unit, What::MoveMult);
        info.pace * quarters.clamp(0, MOST_QUARTERS)
    }

    /// Returns the present plan of the unit.
    pub(crate) fn plan_of(&self, state: &State, unit: UnitId) -> Scheme {
        self.unit(unit).tactics.alone.plan.choose(|fact| self.fact(state, unit, None, fact))
    }

    /// MG-D17: whether a unit could attack from its cell, and its plan has no attack.
    fn refrains(&self, state: &State, unit: UnitId) -> bool {
        matches!(self.plan_of(state, unit), Scheme::Turtle | Scheme::Pass)
            && self.attackable(state, unit).any(|foe| self.is_useful(state, unit, foe))
    }

    /// MG-12: move tokens of a grant.
    pub(crate) fn base_moves(&self, state: &State, unit: UnitId) -> i32 {
        let exhausted = if state.unit(unit).hp <= 0 { self.rulings.exhausted_move.0 } else { 0 };
        (self.stat(state, unit, Stat::Agi) - exhausted).clamp(0, 120)
    }
}

/// MG-73: the feet that so many move tokens of this stride carry.
#[inline(always)]
pub(crate) fn feet_of(stride: i32, tokens: i32) -> i32 {
    5 * tokens * stride / 400
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// A turn of the unit begins.
    pub(crate) fn begin_turn(&mut self, unit: UnitId) {
        let pass = self.state.pass;
        self.state.turn = Turn { unit: Some(unit), pass, ..Turn::default() };
        self.state.unit_mut(unit).refunded = false;
        if pass == 0 {
            self.state.acted.insert(unit);
            self.state.full_turn = Some(unit);
        } else {
            self.state.unit_mut(unit).partials -= 1;
        }
        self.obs.activation(unit);
    }

    /// Plays the turn under way to its end.
    pub(crate) fn play_turn(&mut self) {
        for _ in 0..MOST_STEPS {
            let Some(unit) = self.state.turn.unit else { return };
            if !self.state.is_in(unit) && self.state.turn.stage != Stage::Finish {
                self.state.turn.stage = Stage::Finish;
            }
            self.stage(unit);
            if self.is_decided() {
                if let Some(unit) = self.state.turn.unit {
                    self.finish(unit);
                }
                return;
            }
        }
        panic!("a turn of {:?} does not end", self.state.turn.unit);
    }

    /// Returns whether at most one side is left.
    pub(crate) fn is_decided(&self) -> bool {
        self.rules.outcome(self.state).is_some()
    }

    fn go(&mut self, stage: Stage) {
        self.state.turn.stage = stage;
    }

    /// One step of the turn: an attack or the like, or on to the next stage.
    fn stage(&mut self, unit: UnitId) {
        match self.state.turn.stage {
            Stage::Begin => {
                self.open_turn(unit);
                self.triggers(unit, ON_TURN + unit.0, None);
                if !self.state.is_in(unit) {
                    return;
                }
                if self.wants_to_flee(unit) && self.run_away(unit) {
                    return self.go(Stage::Finish);
                }
                self.go(Stage::Escape)
            }
            Stage::Escape => {
                if self.state.held.has(unit) && self.state.unit(unit).escape > 0 {
                    let how = self.held_choice(unit);
                    if how == HeldChoice::Escape {
                        self.try_escape(unit);
                        return;
                    }
                }
                self.go(Stage::Stand)
            }
            Stage::Stand => {
                self.stand_up(unit);
                self.state.turn.runs = self.can_run(unit);
                self.go(Stage::Talk)
            }
            Stage::Talk => {
                if self.rules.casts_by_word(unit) || !self.talk(unit) {
                    self.go(Stage::Abilities);
                }
            }
            Stage::Abilities => {
                if !self.rules.unit(unit).skills_of.is_empty() && self.use_abilities(unit, Timing::Turn) {
                    return;
                }
                // MG-D15: words with what spells leave.
                if self.rules.casts_by_word(unit) && self.talk(unit) {
                    return;
                }
                self.go(Stage::PickUp)
            }
            Stage::PickUp => {
                self.pick_up(unit);
                self.go(Stage::Upkeep)
            }
            Stage::Upkeep => {
                self.keep_holds(unit);
                self.go(Stage::Strike)
            }
            Stage::Strike => {
                if !self.strike_next(unit) {
                    self.go(Stage::Kick);
                }
            }
            Stage::Kick => {
                // MG-D13: the escape behind the attacks, and that of who was caught in the middle of its turn. What
                // it gives back strikes.
                if self.state.held.has(unit)
                    && self.state.unit(unit).escape > 0
                    && self.held_choice(unit) != HeldChoice::Wait
                {
                    if self.try_escape(unit) {
                        self.go(Stage::Strike);
                    }
                } else if !self.kick(unit) {
                    self.go(Stage::Active);
                }
            }
            Stage::Active => {
                // MG-39: who fell in its own turn stands up with the tokens that are left, and goes on.
                if self.state.unit(unit).fallen {
                    self.stand_up(unit);
                    if !self.state.unit(unit).fallen {
                        return self.go(Stage::Strike);
                    }
                }
                self.defend_in_turn(unit);
                self.go(Stage::Retreat)
            }
            Stage::Retreat => {
                self.walk_away(unit);
                self.go(Stage::Finish)
            }
            Stage::Finish => self.finish(unit),
        }
    }

    fn held_choice(&self, unit: UnitId) -> HeldChoice {
        let rules = self.rules;
        let grappler = rules.everyone.into_iter().find(|&other| self.state.unit(other).holds.has(unit));
        rules.decide(&rules.unit(unit).tactics.aimed.held, self.state, unit, grappler)
    }

    /// Begins a turn: renews soak and tokens, and ends held tokens and active defences.
    fn open_turn(&mut self, unit: UnitId) {
        let rules = self.rules;
        let full = self.state.turn.pass == 0;
        match rules.rulings.soak_refresh {
            SoakRefresh::OwnFullTurn if full => self.state.unit_mut(unit).pool = UNROLLED,
            SoakRefresh::EveryTurn => rules.everyone.for_each(|it| self.state.unit_mut(it).pool = UNROLLED),
            _ => {}
        }
        if full {
            if self.is_surprised(unit) {
                self.grant(unit);
            }
            let it = self.state.unit_mut(unit);
            // MG-14, MG-29: held tokens and active defences last until the next full turn begins.
            (it.held_hands, it.held_moves, it.held_speak, it.active) = (0, 0, 0, [NO_SCORE; 3]);
            let (hands, moves, speak) = (it.hands, it.moves, it.speak);
            (self.state.turn.hands, self.state.turn.moves, self.state.turn.speak) = (hands, moves, speak);
            self.obs.add(unit, Metric::Turns, 1);
            self.end_what_awaits_turn_of(unit);
        } else {
            self.obs.add(unit, Metric::PartialTurns, 1);
            let it = self.state.unit(unit);
            let (hands, moves, speak) = (it.held_hands, it.held_moves, it.held_speak);
            (self.state.turn.hands, self.state.turn.moves, self.state.turn.speak) = (hands, moves, speak);
        }
        let (pass, it, held) = (self.state.turn.pass, *self.state.unit(unit), self.state.held.has(unit));
        self.obs.event(|| Event::Acts {
            unit,
            pass,
            hp: it.hp,
            hands: it.n_hands() as u8,
            moves: it.moves,
            speak: it.speak,
            held,
        });
        if !full {
            self.take_refund(unit);
        }
    }

    /// The end of a turn (MG-14, MG-51, MG-59).
    pub(crate) fn finish(&mut self, unit: UnitId) {
        let rules = self.rules;
        let turn = self.state.turn;
        if self.state.is_in(unit) && turn.pass == 0 {
            let it = self.state.unit_mut(unit);
            it.general = 0;
            self.end_marks(unit, crate::data::vocabulary::Duration::TargetTurn, false);
            self.save(unit);
        }
        if self.state.is_in(unit) {
            let how =
                rules.unit(unit).tactics.alone.hold.choose(|fact| rules.fact(self.state, unit, None, fact));
            let ready = how == HoldTokens::Ready && !turn.attacked && !rules.refrains(self.state, unit);
            let wants = ready || how == HoldTokens::All;
            if wants || rules.rulings.hold_implicit {
                let it = self.state.unit_mut(unit);
                let gained = it.hands | u8::from(it.moves > 0);
                // `ready` waits for a foe within reach, who is not talked to.
                if how == HoldTokens::All || rules.rulings.hold_implicit {
                    it.held_speak += core::mem::take(&mut it.speak);
                }
                it.held_hands |= core::mem::take(&mut it.hands);
                it.held_moves += core::mem::take(&mut it.moves);
                self.state.turn.acted |= wants && gained != 0;
            } else if matches!(how, HoldTokens::Interrupt(_)) {
                self.state.turn.acted |= self.hold_one(unit);
            }
            let it = self.state.unit(unit);
            let had_tokens = it.n_hands() > 0 || it.moves > 0 || it.speak + it.held_speak > 0;
            let made = match (self.state.turn.acted, had_tokens && !rules.is_frozen(self.state, unit)) {
                (true, _) => TurnUse::Acted,
                (false, true) => TurnUse::Idle,
                (false, false) => TurnUse::Unable,
            };
            self.obs.turn_used(unit, made);
            self.note_turn(unit, made);
            let idle = made == TurnUse::Idle;
            self.obs.add_if(idle && self.state.held.has(unit), unit, Metric::HeldIdle, 1);
            self.obs.add_if(idle && self.state.turn.barred != 0, unit, Metric::StateIdle, 1);
        }
        self.state.turn = Turn::default();
        self.state.full_turn = None;
        self.obs.activation_over(unit);
    }
}
