//! The Main Process: its actions in their order, and commands (NW-15, NW-18, NW-19, NW-53).

use core::ops::ControlFlow;

use crate::choose::approach::Reach;
use crate::data::metrics::COST;
use crate::data::rulings::{MainCostWhen, Switch};
use crate::data::tactics::PranaConvert;
use crate::rules::moves::movement::Moment;
use crate::rules::prelude::*;
use crate::state::extras::MainState;
use fray_engine::observe::TurnUse;

impl<'a, F: Features, C: Chance, O: Observer<NightWizard>> Turn<'a, F, C, O> {
    /// NW-15: a Main Process, from its first Auto Action to its cost. The end of the fight, if it
    /// comes in it.
    #[inline]
    pub(crate) fn main(&mut self, unit: UnitId, commanded: bool) -> Option<Outcome> {
        let count = self.state.unit(unit).count;
        let no_counts = self.state.turn.no_counts;
        self.obs.activation(unit);
        self.obs.add(unit, Metric::Mains, 1);
        self.state.unit_mut(unit).mains += u16::from(!no_counts);
        self.state.mains += u32::from(!no_counts);
        self.obs.event(|| match (no_counts, commanded) {
            (true, _) => Event::Surprises { unit },
            (false, true) => Event::Obeys { unit, count: i32::from(count) },
            (false, false) => Event::Main { unit, count: i32::from(count) },
        });
        let outer = self.enter_main(unit);
        let pays_first = !no_counts && self.nw.rulings.main_cost_when == MainCostWhen::Start;
        if pays_first {
            self.pay_for_main(unit);
        }
        let outcome = self.actions(unit);
        self.leave_actions(unit, outer);
        self.over_main(unit);
        if F::ABILITIES {
            self.state.turn.depth -= 1;
        }
        // A Main that ends the fight is paid only if one more may follow it.
        let is_paid = outcome.is_none() || F::ABILITIES && self.tables.has_last_mains;
        // NW-16: a unit that became Near Death in its own Main ends it with count 0, no further 10.
        if is_paid && !no_counts && !pays_first && self.stands(unit) {
            self.pay_for_main(unit);
        }
        if F::ABILITIES {
            self.state.turn.in_main.remove(unit);
        }
        if self.state.able.has(unit) && !no_counts {
            let count = self.state.unit(unit).count;
            self.state.gauge.put(self.nw.hot(unit).place, count);
        }
        if F::ABILITIES && self.state.turn.depth == 0 {
            let inside = core::mem::take(&mut self.state.turn.inside);
            if inside > 0 {
                self.obs.nested_activation(inside as i32);
            }
        }
        self.obs.activation_over(unit);
        outcome
    }

    /// Notes that the unit is in a Main, with nothing done in it yet. The state of a Main that it lies
    /// in (NW-53) is returned for [`leave_actions`](Turn::leave_actions).
    #[inline(always)]
    fn enter_main(&mut self, unit: UnitId) -> MainState {
        if !F::ABILITIES {
            return MainState::default();
        }
        self.state.turn.in_main.insert(unit);
        self.state.turn.depth += 1;
        if self.state.turn.depth == 1 {
            self.forget_uses_of_main();
        }
        core::mem::take(&mut self.state.turn.main)
    }

    /// The actions of a Main are over: the turn is that of the Main in which it lay.
    #[inline(always)]
    fn leave_actions(&mut self, unit: UnitId, outer: MainState) {
        let main = &mut self.state.turn.main;
        let only_moved = F::PLACES && main.moves > 0 && main.moves == main.acts;
        let acted = main.acts > 0 || F::ABILITIES && main.autos > 0;
        if F::ABILITIES {
            *main = outer;
        } else {
            main.acts = 0;
        }
        self.obs.add_if(only_moved, unit, Metric::OnlyMoved, 1);
        let made = if acted { TurnUse::Acted } else { self.idle_or_unable(unit) };
        self.obs.turn_used(unit, made);
    }

    /// Counts actions of this Main that were used.
    #[inline(always)]
    fn count_acts(&mut self, n: u32) {
        self.state.turn.main.acts += n;
    }

    /// Returns the use of a turn in which a unit takes no action: it could act if somebody is in reach of its
    /// weapons, or if its tactic keeps it from coming near anybody.
    #[inline(never)]
    pub(crate) fn idle_or_unable(&self, unit: UnitId) -> TurnUse {
        let legal = self.legal(unit);
        let stays =
            F::PLACES && self.tables.has_places && !self.nw.unit(unit).tactics.move_.entries.is_empty();
        let could = self.may_judge(unit)
            && !self.has(unit, Status::Capture)
            && !legal.is_empty()
            && (stays || !self.within_reach(unit, legal).is_empty());
        if could { TurnUse::Idle } else { TurnUse::Unable }
    }

    /// Uses per Main count anew.
    #[inline(always)]
    pub(crate) fn forget_uses_of_main(&mut self) {
        if F::ABILITIES && self.tables.counts_mains {
            self.state.used.iter_mut().for_each(|used| used.main = 0);
        }
    }

    /// Ends the effects that last for this Main.
    #[inline(always)]
    fn over_main(&mut self, unit: UnitId) {
        let depth = self.state.turn.depth;
        if F::ABILITIES && depth == 1 {
            self.over_brief(0);
        }
        if F::ABILITIES && !self.state.turn.of_main.is_empty() {
            self.end_of_main(depth);
        }
        if self.stands(unit) {
            self.take_owed(unit);
        }
    }

    #[inline(never)]
    fn end_of_main(&mut self, depth: u8) {
        for bearer in self.state.turn.of_main {
            self.end_effects(bearer, |_, slot| slot.end == End::Main(depth));
        }
    }

    /// The actions of a Main, in their order. The end of the fight, if it comes.
    #[inline(always)]
    fn actions(&mut self, unit: UnitId) -> Option<Outcome> {
        self.refresh_volatile();
        let only_attacks = F::IS_PLAIN || self.tables.only_attacks.without(self.state.afflicted).has(unit);
        let (mut minor, mut major) = (false, false);
        if !only_attacks {
            match self.before_major(unit) {
                ControlFlow::Continue(used) => [minor, major] = used,
                ControlFlow::Break(outcome) => return outcome,
            }
        }
        if let ControlFlow::Break(over) = self.after_action(unit) {
            return over;
        }
        if !major {
            let acts = self.major(unit);
            self.count_acts(u32::from(acts));
        }
        self.take_owed(unit);
        if !minor && self.nw.rulings.minor_after_major && !only_attacks {
            if let ControlFlow::Break(over) = self.after_action(unit) {
                return over;
            }
            let acts = self.minor(unit, Moment::AfterMajor);
            self.count_acts(u32::from(acts));
        }
        self.settle(unit, NearDeathCause::Cost, Cause::Hazard(COST));
        self.look_at_outcome()
    }

    /// Plays the part of a Main before the Major Action: abilities at its start, waking (NW-44), flight from
    /// the battle (NW-32), Auto Actions, recovery (NW-51), the Minor Action. Returns whether Minor and Major
    /// Action are used up; or that the Main is over, perhaps with the fight.
    #[inline(never)]
    fn before_major(&mut self, unit: UnitId) -> ControlFlow<Option<Outcome>, [bool; 2]> {
        self.use_all(unit, Timing::MainStart);
        self.after_action(unit)?;
        if self.has(unit, Status::Unconscious) {
            self.wake(unit);
            self.count_acts(1);
            return ControlFlow::Break(self.look_at_outcome());
        }
        if self.nw.rulings.flee == Switch::On {
            let how = self.choose(unit, &self.nw.unit(unit).tactics.flee, None);
            if how != Default::default() && self.flee(unit, how) {
                self.state.turn.main.acts = self.state.turn.main.moves;
                return ControlFlow::Break(self.look_at_outcome());
            }
        }
        self.convert_prana(unit);
        if self.has_auto() {
            self.use_all(unit, Timing::Auto);
        }
        self.after_action(unit)?;
        let [mut minor, major] = self.recover(unit);
        self.count_acts(u32::from(minor) + u32::from(major));
        if !minor {
            minor = self.minor(unit, Moment::Minor);
            self.count_acts(u32::from(minor));
        }
        ControlFlow::Continue([minor, major])
    }

    /// Breaks off a Main with the end of the fight, or where its unit can act no more.
    #[inline(always)]
    fn after_action(&mut self, unit: UnitId) -> ControlFlow<Option<Outcome>> {
        let turn = &self.state.turn;
        let nobody_left = !turn.changed && turn.over.is_none();
        let is_up = self.stands(unit) && self.hp(unit) >= self.nw.least_hp;
        if nobody_left && is_up { ControlFlow::Continue(()) } else { self.look_after_action(unit) }
    }

    #[inline(never)]
    fn look_after_action(&mut self, unit: UnitId) -> ControlFlow<Option<Outcome>> {
        self.settle(unit, NearDeathCause::Cost, Cause::Hazard(COST));
        match self.look_at_outcome() {
            None if self.stands(unit) => ControlFlow::Continue(()),
            over => ControlFlow::Break(over),
        }
    }

    /// D-prana-convert, NW-06: prana turned into HP or MP, as an Auto Action each.
    fn convert_prana(&mut self, unit: UnitId) {
        if self.nw.unit(unit).tactics.prana_convert.entries.is_empty() {
            return;
        }
        let rulings = &self.nw.rulings;
        let (hp_rate, mp_rate) = (rulings.prana_to_hp_rate.0, rulings.prana_to_mp_rate.0);
        let prana = self.extras(unit).prana;
        if hp_rate + mp_rate == 0 || prana == 0 || !self.has_auto() {
            return;
        }
        let derived = &self.extras(unit).derived;
        let (max_hp, max_mp) = (derived.max_hp, derived.max_mp);
        match self.choose(unit, &self.nw.unit(unit).tactics.prana_convert, None) {
            PranaConvert::Never => {}
            PranaConvert::HpBelow(percent) if hp_rate > 0 => {
                let is_low = i64::from(self.hp(unit)) * 100 < i64::from(percent) * i64::from(max_hp);
                let missing = (max_hp - self.hp(unit)).max(0) as u32;
                let n = missing.div_ceil(hp_rate as u32).min(prana as u32) as i32;
                if is_low && n > 0 {
                    self.state.turn.main.autos += 1;
                    self.spend_prana(unit, n);
                    let action_ref = self.nw.prana_action(unit);
                    self.obs.used(action_ref);
                    self.heal(unit, n * hp_rate, Cause::Action(action_ref));
                }
            }
            PranaConvert::Keep(keep) if mp_rate > 0 => {
                let missing = (max_mp - self.extras(unit).mp).max(0) as u32;
                let n = missing.div_ceil(mp_rate as u32).min((prana - keep).max(0) as u32) as i32;
                if n > 0 {
                    self.state.turn.main.autos += 1;
                    self.spend_prana(unit, n);
                    self.gain_mp(unit, n * mp_rate);
                }
            }
            PranaConvert::HpBelow(_) | PranaConvert::Keep(_) => {}
        }
    }

    /// NW-18: the Minor Action: gear, flight, a step that brings a target in reach, an ability, any
    /// other step. Says whether it was used.
    fn minor(&mut self, unit: UnitId, moment: Moment) -> bool {
        if self.rearrange(unit) || self.change_loadout(unit) {
            return true;
        }
        if !self.tables.has_places {
            return self.use_one(unit, Timing::Minor);
        }
        let mut planned = self.normal_move(unit);
        let target = self.approached(&mut planned);
        if !self.nw.unit(unit).tactics.flight.entries.is_empty() {
            if self.fly(unit, target) {
                return true;
            }
            // It may have landed.
            planned = self.normal_move(unit);
        }
        if let Some(to) = target {
            let reach = self.reach(&mut planned, to);
            if reach == Reach::Near && self.walk(&mut planned, target, moment) {
                return true;
            }
            if reach == Reach::There && self.nw.unit(unit).tactics.move_.entries.is_empty() {
                // Who approaches is near enough.
                return self.use_one(unit, Timing::Minor);
            }
        }
        self.use_one(unit, Timing::Minor) || self.walk(&mut planned, target, moment)
    }

    /// NW-18: the Major Action: an ability, an attack, All-Out Movement, a second Normal Movement.
    /// Says whether it was used.
    #[inline(always)]
    fn major(&mut self, unit: UnitId) -> bool {
        if self.use_one(unit, Timing::Major) {
            return true;
        }
        if self.may_judge(unit) && !self.has(unit, Status::Capture) && self.attack(unit) {
            return true;
        }
        self.move_on(unit)
    }

    /// The Major Action of a unit that can do nothing but move.
    #[inline(never)]
    fn move_on(&mut self, unit: UnitId) -> bool {
        if F::PLACES && self.tables.has_places {
            let mut planned = self.normal_move(unit);
            let target = self.approached(&mut planned);
            // D-move: a ward is kept near without any enemy, too.
            if target.is_some_and(|target| self.all_out(unit, target))
                || self.walk(&mut planned, target, Moment::Major)
            {
                return true;
            }
        }
        let nobody = self.legal(unit).is_empty();
        let why = if nobody { Idle::Nobody } else { Idle::OutOfReach };
        self.obs.event(|| Event::Nothing { unit, why });
        false
    }

    /// NW-53: whether the commander may give this unit a Main now.
    pub(crate) fn may_command(&self, unit: UnitId, target: UnitId) -> bool {
        // A commanded Main cannot command.
        !self.state.turn.is_commanded
            && !self.state.turn.no_counts
            && target != unit
            && self.stands(target)
            && !self.state.turn.in_main.has(target)
            && (!self.nw.rulings.command_needs_count || self.state.able.has(target))
    }

    /// NW-53: the unit takes a Main at once, which costs it 10 at its end.
    pub(crate) fn command(&mut self, unit: UnitId, target: UnitId) {
        if !self.may_command(unit, target) || self.nw.outcome(self.state).is_some() {
            return;
        }
        if self.state.able.has(target) {
            let count = self.state.unit(target).count;
            self.state.gauge.take(self.nw.hot(target).place, count);
        }
        // Its Main has the next number; then that of the commander's goes on.
        let is_in_main = self.state.turn.depth > 0;
        self.obs.nested_activation(self.state.turn.inside as i32);
        self.state.turn.is_commanded = true;
        // If it ends the fight, the commander's own look at the outcome finds that.
        self.main(target, true);
        self.state.turn.is_commanded = false;
        if is_in_main {
            self.state.turn.inside += 1;
            self.obs.nested_activation(-(self.state.turn.inside as i32));
        }
    }
}
