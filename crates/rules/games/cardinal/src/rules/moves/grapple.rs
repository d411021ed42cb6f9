//! Holds (CA-55, D-19).

use crate::data::events::{ActionVerb, Event};
use crate::data::tactics::GrappleChoice;
use crate::data::vocabulary::{Status, Statuses};
use crate::dice::draws::Contest;
use crate::rules::abilities::cause::StatusCause;
use crate::rules::turns::act::{Act, Turn};
use crate::{Cardinal, Play, action_ref};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::Observer;
use fray_engine::roster::{UnitId, UnitSet};

impl Cardinal {
    /// Returns whom a unit holds.
    pub(crate) fn held_by(&self, state: &crate::state::State, holder: UnitId) -> UnitSet {
        self.everyone.into_iter().filter(|&unit| state.unit(unit).holder == holder.0 + 1).collect()
    }
}

impl<C: Chance, O: Observer<Cardinal>> Play<'_, C, O> {
    /// CA-55: a hit that grapples makes the target Grappled.
    pub(crate) fn hold(&mut self, holder: UnitId, target: UnitId) {
        if self.state.of(target).any(Statuses::OUT) || self.state.of(holder).any(Statuses::OUT) {
            return;
        }
        self.state.unit_mut(target).holder = holder.0 + 1;
        self.give(target, Statuses::of(&[Status::Grappled]), StatusCause::Attack, None);
    }

    /// Everybody whom the unit holds is free, and it is free itself where it is out.
    pub(crate) fn release_all(&mut self, holder: UnitId) {
        for unit in self.rules.held_by(self.state, holder) {
            self.free(unit);
        }
        if self.state.of(holder).any(Statuses::OUT) {
            self.free(holder);
        }
    }

    fn free(&mut self, unit: UnitId) {
        self.end_status(unit, Status::Grappled);
    }

    /// CA-55: who has come out of reach of those whom it holds lets go of them.
    pub(crate) fn slip(&mut self, holder: UnitId) {
        let rules = self.rules;
        if !rules.reads.holds {
            return;
        }
        let grapples = rules.unit(holder).weapons.iter().filter(|weapon| weapon.profile.grapple);
        let reach = grapples.map(|weapon| weapon.range).max().unwrap_or(0);
        for held in rules.held_by(self.state, holder) {
            if rules.distance(self.state, holder, held) > reach {
                self.free(held);
                self.obs.event(|| Event::Does { unit: holder, what: ActionVerb::LetsGo });
            }
        }
    }

    /// D-19: an able grappler lets go when it could attack with nothing else.
    pub(crate) fn release_by_choice(&mut self, unit: UnitId) {
        let rules = self.rules;
        let held = rules.held_by(self.state, unit);
        if held.is_empty() || self.state.of(unit).any(Statuses::AFRAID) {
            return;
        }
        let plan = &rules.unit(unit).tactics.grapple;
        if plan.choose_if(|when| rules.holds(self.state, unit, None, when)) == GrappleChoice::Hold {
            return;
        }
        let other = (0..rules.unit(unit).weapons.len()).any(|weapon| {
            !rules.unit(unit).weapons[weapon].profile.grapple && rules.is_usable(self.state, unit, weapon)
        });
        if !other {
            self.release_all(unit);
            self.obs.event(|| Event::Does { unit, what: ActionVerb::LetsGo });
        }
    }

    /// CA-55: Break Free, in place of the Attack; whether it was tried.
    pub(crate) fn break_free(&mut self, unit: UnitId, turn: &mut Turn) -> bool {
        let rules = self.rules;
        let buried = self.state.of(unit).has(Status::HalfBuried);
        let holder = self.state.unit(unit).holder;
        if holder == 0 && !buried || !self.may_take(unit, turn, Act::Attack) {
            return false;
        }
        self.take(unit, turn, Act::Attack);
        turn.attacked = true;
        let against =
            if holder > 0 { rules.unit(UnitId(holder - 1)).hold } else { crate::dice::pool::Pool::NONE };
        let pool = rules.unit(unit).hold;
        let other = if holder > 0 { UnitId(holder - 1) } else { unit };
        let out = self.contest([unit, other], Purpose::Hit, &Contest::of(pool, against, false, false));
        let pools = [pool, against];
        self.obs.event(|| Event::BreaksFree { unit, pools, out });
        self.state.quiet = false;
        if out.attack > 0 {
            if holder > 0 { self.free(unit) } else { self.end_status(unit, Status::HalfBuried) }
        }
        true
    }

    /// The action of a status that an ability gives.
    pub(crate) fn ability_action(&self, unit: UnitId, ability: usize) -> fray_engine::observe::ActionRef {
        let skill = &self.rules.unit(unit).abilities[ability];
        action_ref(unit, skill.weapon.map_or(usize::from(skill.action), usize::from))
    }
}
