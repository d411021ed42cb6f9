//! The script of a turn: what a unit does with its actions, line by line (D-01 to D-19).

use crate::choose::AttackOption;
use crate::choose::approach::Near;
use crate::data::events::{ActionVerb, Event};
use crate::data::metrics::{Metric, Unfocused};
use crate::data::rulings::ReelingForces;
use crate::data::tactics::{
    FirstAidChoice, FocusUse, GrappleChoice, MoveChoice, RallyChoice, ReelingChoice, Tactic, TurnKind,
};
use crate::data::vocabulary::{ActionWord, Status, Statuses};
use crate::rules::turns::act::{Act, Turn};
use crate::{Cardinal, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::{Observer, TurnUse};
use fray_engine::roster::UnitId;

impl<C: Chance, O: Observer<Cardinal>> Play<'_, C, O> {
    /// One turn of a unit that is not out: CA-07 to CA-10, CA-62.
    pub(crate) fn take_turn(&mut self, unit: UnitId) {
        let rules = self.rules;
        let outer = core::mem::take(&mut self.inside);
        self.state.acted.insert(unit);
        self.obs.activation(unit);
        self.state.measured.turns += 1;
        self.obs.event(|| Event::Acts { unit, statuses: self.state.of(unit) });
        self.obs.add(unit, Metric::Turns, 1);
        let began = self.state.of(unit);
        let stances = began.and(Statuses::STANCES);
        self.obs.add(unit, Metric::ReelingTurns, u32::from(began.has(Status::Reeling)));
        self.obs.add(unit, Metric::AfraidTurns, u32::from(began.any(Statuses::AFRAID)));
        self.start_of_turn(unit);
        let mut turn = self.open_turn(unit);
        self.play_turn(unit, &mut turn);
        let able = !began.any(Statuses::OUT.or(Statuses::AFRAID));
        // CA-48: these have no turn, or one for Recover alone.
        let could_act = able && !began.any(Statuses::SPELLBOUND.or(Statuses::DAZED));
        let idle = !turn.acted && !turn.moved;
        self.obs.add_if(began.any(Statuses::AFRAID) && !turn.attacked, unit, Metric::DeniedAfraid, 1);
        let reeled = began.has(Status::Reeling) && !turn.attacked && !began.any(Statuses::AFRAID);
        self.obs.add_if(reeled, unit, Metric::DeniedReeling, 1);
        if able {
            self.obs.add(unit, Metric::MovedOnly, u32::from(turn.moved && !turn.acted));
            self.state.measured.was_active |= !idle;
        }
        let made = match (could_act, idle) {
            (_, false) => TurnUse::Acted,
            (true, true) => TurnUse::Idle,
            (false, true) => TurnUse::Unable,
        };
        self.obs.turn_used(unit, made);
        self.end_of_turn(unit, &mut turn);
        // CA-64: who did not Guard or hide before may change what others do.
        self.state.quiet &= !rules.reads.stances || self.state.of(unit).and(Statuses::STANCES) == stances;
        // Turns that lay within this one have the latest numbers.
        if self.inside > 0 {
            self.obs.nested_activation(self.inside as i32);
        }
        self.obs.activation_over(unit);
        self.inside += outer + 1;
    }

    /// Ends Guard, hiding, exposure, and effects up to the owner's next turn, at the start of a turn.
    fn start_of_turn(&mut self, unit: UnitId) {
        self.end_status(unit, Status::Guarding);
        self.end_status(unit, Status::Hiding);
        if core::mem::take(&mut self.state.unit_mut(unit).exposed) {
            self.state.quiet = false;
        }
        self.end_own_turn_mods(unit);
    }

    fn play_turn(&mut self, unit: UnitId, turn: &mut Turn) {
        let rules = self.rules;
        let held = self.state.of(unit);
        if held.any(Statuses::SPELLBOUND) {
            return;
        }
        turn.only_recovers = held.any(Statuses::DAZED);
        let tactics = &rules.unit(unit).tactics;
        // CA-42, D-06: who does not Recover loses the turn and falls.
        if held.has(Status::Reeling) {
            let mut how = tactics.reeling.choose_if(|when| rules.holds(self.state, unit, None, when));
            if rules.is_forced(self.state, unit, ActionWord::Recover) {
                how = ReelingChoice::Recover;
            }
            let optional = rules.rulings.reeling_forces == ReelingForces::Optional;
            let prevented = !self.may_take(unit, turn, Act::Recover);
            if !optional && (how == ReelingChoice::WaitForRally || prevented) {
                self.obs.event(|| Event::Does { unit, what: ActionVerb::Waits });
                self.give(
                    unit,
                    Statuses::of(&[Status::Knockdown]),
                    crate::rules::abilities::cause::StatusCause::Knockdown,
                    None,
                );
                return;
            }
            if how == ReelingChoice::Recover && !self.recover(unit, turn) {
                return;
            }
        }
        if turn.only_recovers {
            return;
        }
        self.stand(unit, turn);
        self.land_by_choice(unit, turn);
        self.forced_actions(unit, turn);
        self.release_by_choice(unit);
        self.use_stunts(unit, turn);
        if self.over.is_some() {
            return;
        }
        let afraid = self.state.of(unit).any(Statuses::AFRAID);
        if !afraid {
            self.ready_and_reload(unit, turn);
        }
        let what = tactics.tactic.choose_if(|when| rules.holds(self.state, unit, None, when));
        if afraid {
            self.be_afraid(unit, turn);
        } else if (what != Tactic::Guard
            || held.any(Statuses::RAGING)
            || rules.is_forced(self.state, unit, ActionWord::Attack))
            && self.fight(unit, turn, what)
        {
            return;
        }
        let afraid = afraid || self.state.of(unit).any(Statuses::AFRAID);
        self.finish(unit, turn, what, afraid);
    }

    /// CA-14: Reload, as often as it needs and actions are left.
    pub(crate) fn reload_all(&mut self, unit: UnitId, turn: &mut Turn) {
        for weapon in 0..self.rules.unit(unit).n_weapons {
            if self.state.unit(unit).ready >> weapon & 1 == 1 {
                self.reload_fully(unit, turn, weapon);
            }
        }
    }

    /// CA-14: Reloads one weapon, as often as it needs and actions are left.
    fn reload_fully(&mut self, unit: UnitId, turn: &mut Turn, weapon: usize) {
        for _ in 0..self.rules.unit(unit).weapons[weapon].reload {
            if self.state.unit(unit).loaded >> weapon & 1 == 1 || !self.may_take(unit, turn, Act::Reload) {
                return;
            }
            self.take(unit, turn, Act::Reload);
            self.reload(unit, weapon);
        }
    }

    /// Line 2: a weapon in hand, and loaded.
    fn ready_and_reload(&mut self, unit: UnitId, turn: &mut Turn) {
        let rules = self.rules;
        let n = rules.unit(unit).n_weapons;
        if n == 0 {
            return;
        }
        let of_use = |play: &Self, weapon: usize| rules.is_of_use(play.state, unit, weapon);
        if !(0..rules.unit(unit).weapons.len()).any(|weapon| of_use(self, weapon)) {
            let weapons = rules.unit(unit).weapons[..n].iter().enumerate();
            let ready = self.state.unit(unit).ready;
            let mut lies =
                weapons.filter(|(at, it)| ready >> at & 1 == 0 && !rules.is_mute(self.state, unit, it));
            if let Some((weapon, _)) = lies.next()
                && self.may_take(unit, turn, Act::Ready)
            {
                self.take(unit, turn, Act::Ready);
                self.ready(unit, weapon);
            }
        }
        let Some(first) = (0..n).find(|&weapon| of_use(self, weapon)) else { return };
        if self.state.unit(unit).loaded >> first & 1 == 1 {
            return;
        }
        let hostiles = self.state.standing(rules.hostiles(self.state, unit));
        if !hostiles.into_iter().any(|foe| self.attacks_from_here(unit, turn, foe)) {
            self.reload_fully(unit, turn, first);
        }
    }

    /// Lines 3 to 5; whether the turn is over.
    fn fight(&mut self, unit: UnitId, turn: &mut Turn, what: Tactic) -> bool {
        let rules = self.rules;
        let tactics = &rules.unit(unit).tactics;
        if self.medic(unit, turn) && self.over.is_some() {
            return true;
        }
        let attacks = self.may_take(unit, turn, Act::Attack);
        if tactics.grapple.choose_if(|when| rules.holds(self.state, unit, None, when))
            == GrappleChoice::BreakFree
            && self.break_free(unit, turn)
        {
            return false;
        }
        // The choice is made anew when somebody interrupts, which every unit does once at most, and when a reaction
        // spoils a move to an attack, of which a turn has three at most.
        for _ in 0..=rules.roster.units.len() + 3 {
            if self.over.is_some() || self.state.of(unit).any(Statuses::OUT.or(Statuses::AFRAID)) {
                return self.state.of(unit).any(Statuses::OUT) || self.over.is_some();
            }
            if !self.recover(unit, turn) {
                return false;
            }
            let pick = if attacks && self.may_take(unit, turn, Act::Attack) {
                self.find_attack(unit, turn)
            } else {
                None
            };
            let Some(pick) = pick else {
                if attacks && self.break_free(unit, turn) {
                    return false;
                }
                return self.without_candidate(unit, turn, attacks);
            };
            if !self.attack_with(unit, turn, what, pick) {
                return self.over.is_some();
            }
        }
        unreachable!("a choice of an attack that never comes to one");
    }

    /// Line 4: goes, Rallies or Aims first if its tactics say so, and Attacks. Whether its target interrupts the Attack,
    /// or a reaction to the move spoils it, so that it has to choose anew.
    fn attack_with(&mut self, unit: UnitId, turn: &mut Turn, what: Tactic, pick: AttackOption) -> bool {
        let rules = self.rules;
        let needed = 1 + rules.attack_cost(unit, pick.weapon);
        let moves = pick.paces > 0;
        self.go_to_attack(unit, turn, &pick);
        // A reaction to the move may have left it Reeling, stopped it, or brought its target elsewhere.
        if moves && rules.reads.reactions {
            if self.over.is_some()
                || self.state.of(unit).any(Statuses::OUT.or(Statuses::AFRAID))
                || !self.recover(unit, turn)
            {
                return false;
            }
            if self.state.unit(unit).at() != pick.at || !self.attacks_from_here(unit, turn, pick.target) {
                return true;
            }
        }
        let plan = &rules.unit(unit).tactics.rally;
        if plan.choose_if(|when| rules.holds(self.state, unit, None, when)) == RallyChoice::RallyFirst
            && turn.left() >= needed + self.keeps(unit, turn, Act::Rally)
        {
            self.rally(unit, turn, what);
        }
        let target = pick.target;
        let aims = what == Tactic::AimAttack || rules.is_forced(self.state, unit, ActionWord::Aim);
        if aims
            && turn.aim.is_none()
            && self.gains_by_aim(unit, turn, pick)
            && turn.left() >= needed + self.keeps(unit, turn, Act::Aim)
            && self.may_take(unit, turn, Act::Aim)
        {
            self.aim(unit, turn, target);
        }
        if !self.may_take(unit, turn, Act::Attack) || self.over.is_some() {
            return false;
        }
        if self.interrupted(unit, target) {
            return true;
        }
        let (weapon, laid) = self.weigh_abilities(unit, turn, pick);
        let cost = rules.attack_cost(unit, weapon);
        if !self.may_take_n(unit, turn, Act::Attack, cost) {
            return false;
        }
        self.take_n(unit, turn, Act::Attack, cost);
        turn.attacked = true;
        let aimed = turn.aim == Some(target);
        match laid {
            Some(laid) => self.attack_area(unit, weapon, laid, turn.aim),
            None => {
                self.state.unit_mut(target).was_attacked |= rules.reads.interrupts;
                self.attack(unit, weapon, target, aimed);
            }
        }
        turn.aim = None;
        self.check_end();
        // D-03: nobody kites whom its target has put out or made Afraid, nor from a target that is out.
        let stands = |unit: UnitId| !self.state.of(unit).any(Statuses::OUT);
        if self.over.is_none()
            && what == Tactic::Kite
            && stands(unit)
            && stands(target)
            && self.recover(unit, turn)
            && !self.state.of(unit).any(Statuses::AFRAID)
        {
            self.kite(unit, turn, weapon, target);
        }
        false
    }

    /// CA-13: whether Aim adds a die to the attack that the unit would make: a roll, and a die.
    fn gains_by_aim(&self, unit: UnitId, turn: &Turn, pick: AttackOption) -> bool {
        let (weapon, _) = self.weigh_abilities(unit, turn, pick);
        !self.rules.aim_dice(unit).is_empty()
            && self.rules.unit(unit).weapons[weapon].meets != crate::Meets::Nothing
    }

    /// Line 5, D-01: nobody can be attacked. Whether the turn is over.
    fn without_candidate(&mut self, unit: UnitId, turn: &mut Turn, attacks: bool) -> bool {
        let rules = self.rules;
        let plan = &rules.unit(unit).tactics.turn;
        let kind = plan.choose_if(|when| rules.holds(self.state, unit, None, when));
        let held = self.state.of(unit);
        let is_free =
            !held.any(Statuses::NO_FOCUS) && !held.has(Status::Reeling) && !held.has(Status::Focused);
        let can_ever = rules.could_ever_attack(self.state, unit);
        if kind == TurnKind::FocusWhenNoTarget
            && is_free
            && turn.is_fresh()
            && self.state.unit(unit).height == 0
            && attacks
            && !self.dash_brings_nearer(unit, turn)
        {
            if can_ever {
                self.approach(unit, turn, false);
            }
            self.obs.add(unit, Metric::FocusTurns, 1);
            self.obs.event(|| Event::Does { unit, what: ActionVerb::Focuses });
            self.give(
                unit,
                Statuses::of(&[Status::Focused]),
                crate::rules::abilities::cause::StatusCause::Start,
                None,
            );
            turn.acted = true;
            return true;
        }
        if can_ever {
            self.approach(unit, turn, true);
        } else {
            self.go_to_help(unit, turn);
        }
        false
    }

    /// D-01: whether a Dash would bring the unit nearer than its Stride.
    fn dash_brings_nearer(&mut self, unit: UnitId, turn: &Turn) -> bool {
        let rules = self.rules;
        let plan = &rules.unit(unit).tactics.movement;
        let holds = plan.choose_if(|when| rules.holds(self.state, unit, None, when)) == MoveChoice::Hold;
        if holds || rules.board.is_none() || !self.may_take_move(unit, turn, Act::Dash) {
            return false;
        }
        let (stride, dash) = (rules.stride(self.state, unit), rules.dash(self.state, unit));
        let hostiles = rules.hostiles(self.state, unit);
        let able = self.state.able(hostiles);
        let others = self.state.standing(hostiles).without(able);
        let foe = self.nearest_by_path(unit, able).or_else(|| self.nearest_by_path(unit, others));
        let Some(foe) = foe else { return false };
        let far = self.best_step(unit, foe, stride + dash, Near::InReach).map_or(0, |end| end.1);
        dash > 0 && far > stride
    }

    /// Line 6: Fly to stay in the air, Rally, abilities that help, First Aid, Reload, Guard, Hide.
    fn finish(&mut self, unit: UnitId, turn: &mut Turn, what: Tactic, afraid: bool) {
        let rules = self.rules;
        let gone = |play: &Self| play.over.is_some() || play.state.of(unit).any(Statuses::OUT);
        if gone(self) || turn.over || !self.recover(unit, turn) {
            return;
        }
        self.stay_aloft(unit, turn);
        // CA-48: those who rage take lines 1 to 5 alone.
        if self.state.of(unit).any(Statuses::RAGING) {
            return;
        }
        if !afraid && !self.state.of(unit).any(Statuses::AFRAID) {
            self.rally(unit, turn, what);
        }
        // The list from its beginning each time, each at most once.
        for _ in 0..rules.unit(unit).abilities.len() {
            if gone(self) || !self.use_helpful(unit, turn) {
                break;
            }
        }
        if gone(self) {
            return;
        }
        let plan = &rules.unit(unit).tactics.first_aid;
        if plan.choose_if(|when| rules.holds(self.state, unit, None, when)) == FirstAidChoice::IfFree {
            self.first_aid(unit, turn, false);
        }
        self.reload_all(unit, turn);
        if what != Tactic::Attack || afraid {
            self.guard(unit, turn);
        }
        if what != Tactic::Guard || afraid {
            self.leave_hazard(unit, turn);
        }
        self.hide(unit);
    }

    /// CA-57: hides, for nothing, where there is something to hide behind.
    fn hide(&mut self, unit: UnitId) {
        let rules = self.rules;
        let Some(board) = &rules.board else { return };
        let square = board.square(self.state.unit(unit).at());
        let covered = rules.square_cover(self.state, unit) != crate::data::setup::Cover::None
            || square.concealment != crate::data::setup::Concealment::None
                && self.state.unit(unit).height == 0
            || self.state.of(unit).has(Status::Knockdown);
        if covered && !self.state.of(unit).any(Statuses::OUT) {
            self.state.unit_mut(unit).statuses.insert(Status::Hiding);
            self.obs.event(|| Event::Does { unit, what: ActionVerb::Hides });
        }
    }

    /// CA-10, D-07: whether the target interrupts before the first Attack of the round on it.
    fn interrupted(&mut self, unit: UnitId, target: UnitId) -> bool {
        let rules = self.rules;
        if !rules.reads.interrupts || self.state.unit(target).was_attacked || self.state.acted.has(target) {
            return false;
        }
        let held = self.state.of(target);
        if !held.has(Status::Focused)
            || held.any(Statuses::NO_FOCUS.or(Statuses::OUT).or(Statuses::SPELLBOUND))
        {
            return false;
        }
        let plan = &rules.unit(target).tactics.focus;
        let wants = plan.choose_if(|when| rules.holds(self.state, target, Some(unit), when));
        let hostiles = self.state.standing(rules.hostiles(self.state, target));
        let its = self.open_turn(target);
        let strikes = hostiles.into_iter().any(|foe| self.attacks_from_here(target, &its, foe));
        if wants != FocusUse::InterruptFirstAttack || !strikes {
            return false;
        }
        self.obs.add(target, Metric::Interrupts, 1);
        self.obs.event(|| Event::Interrupts { unit: target, whom: unit });
        self.unfocus(target, Unfocused::Interrupt);
        self.obs.nested_activation(self.inside as i32);
        self.take_turn(target);
        // The interrupted turn goes on under its own number.
        self.obs.nested_activation(-(self.inside as i32));
        if self.over.is_none() && !self.state.of(unit).any(Statuses::OUT) {
            self.obs.event(|| Event::GoesOn { unit });
        }
        true
    }
}

impl Cardinal {
    /// Line 2: whether a unit has a weapon or a harmful ability that it could ever use again.
    pub(crate) fn could_ever_attack(&self, state: &crate::state::State, unit: UnitId) -> bool {
        let it = self.unit(unit);
        it.n_weapons > 0 || (it.n_weapons..it.weapons.len()).any(|weapon| self.is_of_use(state, unit, weapon))
    }
}
