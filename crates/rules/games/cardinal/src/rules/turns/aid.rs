//! Rally, First Aid and death saves (CA-46, CA-50, CA-52, D-09, D-14).

use crate::board::At;
use crate::data::events::Event;
use crate::data::metrics::{Cured, Metric};
use crate::data::rulings::{DeathSave, FirstAidReturns, RallyClears, RallyHearing};
use crate::data::tactics::{FirstAidChoice, RallyChoice, Tactic};
use crate::data::vocabulary::{Band, ModWord, Status, Statuses};
use crate::dice::draws::{Check, Fails};
use crate::dice::pool::Pool;
use crate::rules::abilities::cause::StatusCause;
use crate::rules::turns::act::{Act, Turn};
use crate::{Cardinal, Play, action_ref, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::Observer;
use fray_engine::roster::{UnitId, UnitSet};

/// CA-50: the statuses that a Rally takes off, in the order in which successes take them off one by one.
const RALLIED: [Status; 5] =
    [Status::Afraid, Status::Reeling, Status::Asleep, Status::Unconscious, Status::Confused];

/// CA-46, CA-52: the number that death saves and First Aid are rolled against.
const SAVE_NUMBER: u32 = 3;

impl Cardinal {
    /// CA-52: the successes of First Aid that bring somebody back; `None` where none do.
    fn aid_needed(&self) -> Option<u8> {
        match self.rulings.first_aid_returns {
            FirstAidReturns::Never => None,
            FirstAidReturns::OneSuccess => Some(1),
            FirstAidReturns::ThreeSuccesses => Some(3),
        }
    }

    /// CA-52: whether the First Aid of a unit has as many dice as there have to be successes.
    fn could_bring_back(&self, unit: UnitId) -> bool {
        self.aid_needed().is_some_and(|needed| self.unit(unit).aid.len() >= usize::from(needed))
    }
}

impl<C: Chance, O: Observer<Cardinal>> Play<'_, C, O> {
    /// The place of Rally among the actions of a unit; First Aid stands behind it.
    fn rally_action(&self, unit: UnitId) -> usize {
        let it = self.rules.unit(unit);
        2 * it.weapons.len() + it.abilities.len()
    }

    /// CA-50: whether somebody hears this unit.
    fn hears(&self, unit: UnitId, ally: UnitId) -> bool {
        let rules = self.rules;
        let in_sight = rules.rulings.rally_hearing == RallyHearing::Any || rules.sees(self.state, unit, ally);
        in_sight && rules.distance(self.state, unit, ally) <= Band::Horizon.paces()
    }

    /// D-09: whom the unit Rallies: the Afraid, then the Reeling, then those who sleep, then the Confused.
    fn whom_to_rally(&self, unit: UnitId, what: Tactic) -> Option<UnitId> {
        let rules = self.rules;
        let plan = &rules.unit(unit).tactics.rally;
        let mut allies = rules.friends(self.state, unit);
        allies.remove(unit);
        let kinds = [
            Statuses::of(&[Status::Afraid]),
            Statuses::of(&[Status::Reeling]),
            Statuses::of(&[Status::Asleep, Status::Unconscious]),
            Statuses::of(&[Status::Confused]),
        ];
        for (place, kind) in kinds.into_iter().enumerate() {
            for ally in allies {
                let held = self.state.of(ally);
                if !held.any(kind) || held.any(Statuses::FALLEN) || !self.hears(unit, ally) {
                    continue;
                }
                let choice = plan.choose_if(|when| rules.holds(self.state, unit, Some(ally), when));
                let wants = match choice {
                    _ if what == Tactic::AttackRally => true,
                    RallyChoice::SecondAction | RallyChoice::RallyFirst => true,
                    RallyChoice::Never => false,
                    RallyChoice::AfraidOnly => place == 0,
                };
                if wants {
                    return Some(ally);
                }
            }
        }
        None
    }

    /// CA-50: a Rally, if the unit may and somebody needs it.
    pub(crate) fn rally(&mut self, unit: UnitId, turn: &mut Turn, what: Tactic) {
        let rules = self.rules;
        let pool = rules.raised(self.state, unit, ModWord::Rally, rules.unit(unit).rally);
        let held = self.state.of(unit);
        // Nobody tries what no die can do.
        if pool.max() <= rules.rulings.rally_tn.0 as u32
            || held.any(Statuses::AFRAID.or(Statuses::MUTE))
            || !self.may_take(unit, turn, Act::Rally)
        {
            return;
        }
        let Some(ally) = self.whom_to_rally(unit, what) else { return };
        self.take(unit, turn, Act::Rally);
        let range = Band::penalty(rules.distance(self.state, unit, ally), 0);
        let penalty = range.and(rules.penalties(self.state, unit, ModWord::Rally));
        let one_by_one = rules.rulings.rally_clears == RallyClears::OnePerSuccess;
        let most = if one_by_one { RALLIED.len() as u8 } else { 1 };
        let check = Check::of(pool, rules.rulings.rally_tn.0 as u32, penalty, most);
        let rolled = self.check(by(unit, Purpose::Effect), &check);
        let it = action_ref(unit, self.rally_action(unit));
        self.state.quiet = false;
        self.obs.used(it);
        self.obs.add(unit, Metric::Rallies, 1);
        self.obs.add(unit, Metric::Rallied, u32::from(rolled.successes > 0));
        self.obs.event(|| Event::Rallies { unit, ally, pool, rolled });
        let n = if one_by_one { usize::from(rolled.successes) } else { RALLIED.len() };
        if rolled.successes > 0 {
            let held = self.state.of(ally);
            let mut what = Statuses::default();
            for status in RALLIED.into_iter().filter(|&status| held.has(status)).take(n) {
                what.insert(status);
            }
            self.cure(ally, what, Cured::Rally, Some(it));
        }
        self.check_end();
    }

    /// CA-52, D-14: First Aid on a Dying ally at Close, to effect, or whenever it `is_forced`.
    pub(crate) fn first_aid(&mut self, unit: UnitId, turn: &mut Turn, is_forced: bool) -> bool {
        let rules = self.rules;
        let plan = &rules.unit(unit).tactics.first_aid;
        if !self.may_take(unit, turn, Act::FirstAid) {
            return false;
        }
        let hostiles = self.state.standing(rules.hostiles(self.state, unit));
        let is_free = rules.near(self.state, unit, hostiles).is_empty();
        let matters = rules.could_bring_back(unit) || rules.rulings.death_save == DeathSave::On;
        let fits = |&ally: &UnitId| {
            is_forced
                || match plan.choose_if(|when| rules.holds(self.state, unit, Some(ally), when)) {
                    FirstAidChoice::IfFree => is_free && matters,
                    FirstAidChoice::Medic => true,
                    FirstAidChoice::Never => false,
                }
        };
        let Some(ally) = self.dying(unit).into_iter().filter(fits).find(|&ally| self.is_close(unit, ally))
        else {
            return false;
        };
        self.take(unit, turn, Act::FirstAid);
        let pool = rules.unit(unit).aid;
        let rolled = self.check(by(unit, Purpose::Effect), &Check::of(pool, SAVE_NUMBER, Pool::NONE, 3));
        let it = action_ref(unit, self.rally_action(unit) + 1);
        self.obs.used(it);
        self.obs.add(unit, Metric::FirstAids, 1);
        self.state.quiet = false;
        self.obs.event(|| Event::FirstAid { unit, ally, pool, rolled });
        if rolled.successes > 0 {
            self.state.unit_mut(ally).stable = true;
        }
        if rules.aid_needed().is_some_and(|needed| rolled.successes >= needed) {
            let back = Statuses::of(&[Status::Hurt, Status::Afraid, Status::Injured, Status::Reeling]);
            self.come_back(ally, Status::Dying, back, Cured::FirstAid, it);
        }
        self.check_end();
        true
    }

    /// A unit comes back from among the fallen with these statuses (CA-52, CA-53).
    pub(crate) fn come_back(
        &mut self,
        unit: UnitId,
        from: Status,
        with: Statuses,
        how: Cured,
        it: fray_engine::observe::ActionRef,
    ) {
        self.cure(unit, Statuses::of(&[from, Status::Overkilled]), how, Some(it));
        let state = self.state.unit_mut(unit);
        state.statuses = state.statuses.or(with);
        state.stable = false;
        self.obs.event(|| Event::Becomes { unit, statuses: with });
    }

    /// Dying units of its side who are not yet stable, or whom a success brings back.
    fn dying(&self, unit: UnitId) -> UnitSet {
        let mut allies = self.rules.friends(self.state, unit);
        allies.remove(unit);
        let dying = self.state.with(allies, Statuses::of(&[Status::Dying]));
        let returns = self.rules.could_bring_back(unit);
        dying.into_iter().filter(|&ally| returns || !self.state.unit(ally).stable).collect()
    }

    fn is_close(&self, unit: UnitId, ally: UnitId) -> bool {
        self.rules.distance(self.state, unit, ally) <= Band::Close.paces()
    }

    /// D-14 `medic`: First Aid before the Attack, going to the Dying; whether it was given.
    pub(crate) fn medic(&mut self, unit: UnitId, turn: &mut Turn) -> bool {
        let rules = self.rules;
        let plan = &rules.unit(unit).tactics.first_aid;
        if plan.choose_if(|when| rules.holds(self.state, unit, None, when)) != FirstAidChoice::Medic
            || !self.may_take(unit, turn, Act::FirstAid)
        {
            return false;
        }
        let dying = self.dying(unit);
        if dying.is_empty() {
            return false;
        }
        // Those of them for whom the entry is meant.
        let fits = |ally: &UnitId| {
            plan.choose_if(|when| rules.holds(self.state, unit, Some(*ally), when)) == FirstAidChoice::Medic
        };
        let dying: UnitSet = dying.into_iter().filter(fits).collect();
        if dying.into_iter().all(|ally| !self.is_close(unit, ally)) {
            let close = Band::Close.paces();
            let reaches = |play: &Self, at: At| {
                dying.into_iter().any(|ally| rules.distance_to(play.state, at, ally) <= close)
            };
            if turn.left() >= 2 {
                self.go_where(unit, turn, reaches);
            } else {
                self.stride_where(unit, turn, reaches);
            }
            if self.over.is_some() || self.state.of(unit).any(Statuses::OUT) {
                return false;
            }
        }
        self.first_aid(unit, turn, false)
    }

    /// CA-46: the Dying roll Body at the end of a round.
    pub(crate) fn death_saves(&mut self) {
        let rules = self.rules;
        if rules.rulings.death_save == DeathSave::Off {
            return;
        }
        for unit in self.state.with(rules.everyone, Statuses::of(&[Status::Dying])) {
            if self.state.unit(unit).stable {
                continue;
            }
            let pool = rules.unit(unit).body;
            let check = Check::of(pool, SAVE_NUMBER, Pool::NONE, 3).reading(Fails::Botch);
            let rolled = self.check(by(unit, Purpose::Survival), &check);
            self.state.quiet = false;
            self.obs.event(|| Event::DeathSave { unit, pool, rolled });
            if rolled.is_botch {
                let sick = self.state.of(unit).has(Status::Sick);
                let what = if sick { Status::Dead } else { Status::Sick };
                self.give(unit, Statuses::of(&[what]), StatusCause::DeathSave, None);
            } else if rolled.successes >= 3 {
                self.state.unit_mut(unit).stable = true;
            }
            self.check_end();
            if self.over.is_some() {
                return;
            }
        }
    }
}
