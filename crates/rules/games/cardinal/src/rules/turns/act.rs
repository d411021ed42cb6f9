//! The actions of a turn (CA-08 to CA-14, CA-42, CA-50, CA-52): what may be taken, and what it does.

use crate::data::events::{ActionVerb, Event};
use crate::data::metrics::{Metric, Unfocused};
use crate::data::rulings::{ReelingForces, RepeatAction};
use crate::data::tactics::{FocusUse, ReelingChoice};
use crate::data::vocabulary::{ActionWord, Status, Statuses};
use crate::{Cardinal, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::UnitId;

/// An action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    Attack,
    Guard,
    Aim,
    Ready,
    Reload,
    Recover,
    Rally,
    FirstAid,
    Stand,
    Dash,
    Sprint,
    Run,
    Fly,
    Ability(u8),
}

impl Act {
    /// Its bit.
    fn bit(self) -> u32 {
        1 << match self {
            Self::Attack => 0,
            Self::Guard => 1,
            Self::Aim => 2,
            Self::Ready => 3,
            Self::Reload => 4,
            Self::Recover => 5,
            Self::Rally => 6,
            Self::FirstAid => 7,
            Self::Stand => 8,
            Self::Dash => 9,
            Self::Sprint => 10,
            Self::Run => 11,
            Self::Fly => 12,
            Self::Ability(at) => 13 + u32::from(at),
        }
    }

    fn word(self) -> Option<ActionWord> {
        Some(match self {
            Self::Attack => ActionWord::Attack,
            Self::Guard => ActionWord::Guard,
            Self::Aim => ActionWord::Aim,
            Self::Ready => ActionWord::Ready,
            Self::Reload => ActionWord::Reload,
            Self::Recover => ActionWord::Recover,
            Self::Rally => ActionWord::Rally,
            Self::FirstAid => ActionWord::FirstAid,
            Self::Stand => ActionWord::Stand,
            Self::Dash => ActionWord::Dash,
            Self::Sprint => ActionWord::Sprint,
            Self::Run => ActionWord::Run,
            Self::Fly => ActionWord::Fly,
            Self::Ability(_) => return None,
        })
    }
}

/// The rest of a turn, and the actions taken in it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Turn {
    /// Actions left.
    left: u8,
    /// Actions taken, by bit.
    used: u32,
    last: Option<Act>,
    /// Whether Focus may still bring a third action.
    third: bool,
    /// Whether the free Stride is gone.
    pub(crate) strode: bool,
    /// Whether it took the Fly action (CA-56).
    pub(crate) flew: bool,
    /// At whom the unit Aims.
    pub(crate) aim: Option<UnitId>,
    /// Whether it moved.
    pub(crate) moved: bool,
    /// Whether it did anything but Guard and move.
    pub(crate) acted: bool,
    /// Whether it made its Attack.
    pub(crate) attacked: bool,
    /// Whether a Recover has taken the whole of it (CA-42 `whole_turn`).
    pub(crate) over: bool,
    /// Whether it may do no more than Recover, for the Confused.
    pub(crate) only_recovers: bool,
    /// Stunts used, by bit.
    pub(crate) stunts: u16,
}

impl Turn {
    /// Returns whether no action has been taken.
    pub(crate) fn is_fresh(&self) -> bool {
        self.used == 0
    }

    /// A turn of one action, with a Stride.
    pub(crate) fn of_one_action() -> Self {
        Self { left: 1, ..Self::default() }
    }

    /// Actions left without Focus.
    pub(crate) fn left(&self) -> u8 {
        self.left
    }

    /// Nothing more is done.
    pub(crate) fn end(&mut self) {
        self.left = 0;
        self.third = false;
        self.strode = true;
    }
}

impl<C: Chance, O: Observer<Cardinal>> Play<'_, C, O> {
    /// CA-09, CA-10: the actions of a turn that begins.
    pub(crate) fn open_turn(&self, unit: UnitId) -> Turn {
        let rules = self.rules;
        let held = self.state.of(unit);
        let plan = &rules.unit(unit).tactics.focus;
        let wants =
            || plan.choose_if(|when| rules.holds(self.state, unit, None, when)) == FocusUse::ThirdAction;
        let third = held.has(Status::Focused) && !held.any(Statuses::NO_FOCUS) && wants();
        Turn { left: rules.rulings.actions_per_turn.0 as u8, third, ..Turn::default() }
    }

    /// CA-09, CA-42: whether an action may be taken, actions left aside.
    pub(crate) fn is_open(&self, unit: UnitId, turn: &Turn, act: Act) -> bool {
        let rulings = &self.rules.rulings;
        let repeats = act == Act::Reload && rulings.reload_repeats;
        let again = match rulings.repeat_action {
            RepeatAction::Never => turn.used & act.bit() != 0,
            RepeatAction::NotInARow => turn.last == Some(act),
        };
        if again && !repeats || turn.only_recovers && act != Act::Recover {
            return false;
        }
        let held = self.state.of(unit);
        // Reactions may have put it out, or under a spell, in its own turn.
        if held.any(Statuses::OUT.or(Statuses::SPELLBOUND)) {
            return false;
        }
        // CA-15: a Sprint holds a Stride and a Run a Dash, of which the Slowed have none.
        if matches!(act, Act::Sprint | Act::Run) && held.any(Statuses::SLOW) {
            return false;
        }
        let must_recover = held.has(Status::Reeling) && rulings.reeling_forces != ReelingForces::Optional;
        (!must_recover || act == Act::Recover)
            && !act.word().is_some_and(|word| self.rules.is_forbidden(self.state, unit, word))
    }

    /// CA-10: the action that Focus still adds to this turn, 0 or 1: none once a Counter has taken the Focus or made
    /// the unit Afraid.
    fn third(&self, unit: UnitId, turn: &Turn) -> u8 {
        let held = self.state.of(unit);
        u8::from(turn.third && held.has(Status::Focused) && !held.any(Statuses::NO_FOCUS))
    }

    /// Returns whether an action may be taken now; a third one by Focus.
    pub(crate) fn may_take(&self, unit: UnitId, turn: &Turn, act: Act) -> bool {
        self.may_take_n(unit, turn, act, 1)
    }

    /// Returns whether an action that costs several may be taken now; the last one by Focus.
    pub(crate) fn may_take_n(&self, unit: UnitId, turn: &Turn, act: Act, n: u8) -> bool {
        self.over.is_none()
            && turn.left + self.third(unit, turn) >= n + self.keeps(unit, turn, act)
            && self.is_open(unit, turn, act)
    }

    /// D-18: the actions that the unit keeps back from this one for Fly, 0 or 1.
    pub(crate) fn keeps(&self, unit: UnitId, turn: &Turn, act: Act) -> u8 {
        let first = matches!(act, Act::Fly | Act::Recover | Act::Stand);
        u8::from(!first && self.must_fly(unit, turn))
    }

    /// D-07: a move alone is no third action.
    pub(crate) fn may_take_move(&self, unit: UnitId, turn: &Turn, act: Act) -> bool {
        self.over.is_none() && turn.left > self.keeps(unit, turn, act) && self.is_open(unit, turn, act)
    }

    /// Line 3: whether a Dash, or Fly, leaves an action for the Attack.
    pub(crate) fn may_go_and_attack(&self, unit: UnitId, turn: &Turn, act: Act) -> bool {
        self.may_take_move(unit, turn, act) && turn.left + self.third(unit, turn) >= 2
    }

    /// Takes an action that may be taken.
    pub(crate) fn take(&mut self, unit: UnitId, turn: &mut Turn, act: Act) {
        self.take_n(unit, turn, act, 1);
    }

    /// Takes what costs several actions.
    pub(crate) fn take_n(&mut self, unit: UnitId, turn: &mut Turn, act: Act, n: u8) {
        turn.used |= act.bit();
        turn.last = Some(act);
        if turn.left >= n {
            turn.left -= n;
        } else {
            turn.left = 0;
            turn.third = false;
            self.obs.add(unit, Metric::ThirdActions, 1);
            self.unfocus(unit, Unfocused::Action);
        }
        turn.acted |= !matches!(act, Act::Guard | Act::Dash | Act::Sprint | Act::Run | Act::Fly);
    }

    /// Line 1, CA-42: Recovers if it is Reeling and may; whether it can go on.
    pub(crate) fn recover(&mut self, unit: UnitId, turn: &mut Turn) -> bool {
        if !self.state.of(unit).has(Status::Reeling) {
            return true;
        }
        let forces = self.rules.rulings.reeling_forces;
        let plan = &self.rules.unit(unit).tactics.reeling;
        let waits = || {
            plan.choose_if(|when| self.rules.holds(self.state, unit, None, when))
                == ReelingChoice::WaitForRally
        };
        if forces == ReelingForces::Optional && waits() {
            return true;
        }
        if !self.may_take(unit, turn, Act::Recover) {
            return forces == ReelingForces::Optional;
        }
        self.take(unit, turn, Act::Recover);
        self.obs.add(unit, Metric::Recovers, 1);
        self.obs.event(|| Event::Does { unit, what: ActionVerb::Recovers });
        self.end_status(unit, Status::Reeling);
        self.state.quiet = false;
        if forces == ReelingForces::WholeTurn {
            turn.end();
            turn.over = true;
            return false;
        }
        true
    }

    /// CA-14: Stand.
    pub(crate) fn stand(&mut self, unit: UnitId, turn: &mut Turn) {
        if self.state.of(unit).has(Status::Knockdown) && self.may_take(unit, turn, Act::Stand) {
            self.take(unit, turn, Act::Stand);
            self.end_status(unit, Status::Knockdown);
            self.obs.event(|| Event::Does { unit, what: ActionVerb::Stands });
        }
    }

    /// CA-12: Guard.
    pub(crate) fn guard(&mut self, unit: UnitId, turn: &mut Turn) {
        let held = self.state.of(unit);
        if held.has(Status::Guarding) || held.any(Statuses::RAGING) || !self.may_take(unit, turn, Act::Guard)
        {
            return;
        }
        self.take(unit, turn, Act::Guard);
        self.obs.add(unit, Metric::Guards, 1);
        self.obs.event(|| Event::Does { unit, what: ActionVerb::Guards });
        self.state.unit_mut(unit).statuses.insert(Status::Guarding);
    }

    /// CA-13: Aim.
    pub(crate) fn aim(&mut self, unit: UnitId, turn: &mut Turn, target: UnitId) {
        self.take(unit, turn, Act::Aim);
        turn.aim = Some(target);
        self.obs.add(unit, Metric::Aims, 1);
        self.obs.event(|| Event::Aims { unit, target });
    }

    /// CA-14: draws a weapon.
    pub(crate) fn ready(&mut self, unit: UnitId, weapon: usize) {
        self.state.quiet = false;
        self.state.unit_mut(unit).ready |= 1 << weapon;
        self.obs.event(|| Event::Readies { unit, weapon: weapon as u8 });
    }

    /// CA-14: one Reload action.
    pub(crate) fn reload(&mut self, unit: UnitId, weapon: usize) {
        self.state.quiet = false;
        let needed = u32::from(self.rules.unit(unit).weapons[weapon].reload);
        let it = self.state.unit_mut(unit);
        let shift = 4 * weapon;
        let done = (it.reloading >> shift & 15) + 1;
        it.reloading &= !(15 << shift);
        if done >= needed {
            it.loaded |= 1 << weapon;
        } else {
            it.reloading |= done << shift;
        }
        let is_loaded = done >= needed;
        self.obs.add(unit, Metric::Reloads, 1);
        self.obs.event(|| Event::Reloads { unit, weapon: weapon as u8, is_loaded });
    }
}
