//! Abilities (CA-54, CA-62, CA-66, D-11, D-16): when they are used, what they cost, whom they change.

use crate::board::At;
use crate::choose::area::within;
use crate::data::events::Event;
use crate::data::tactics::{AreaChoice, Extras, MoveChoice};
use crate::data::vocabulary::{
    Ability, ActionWord, Band, Cost, Effect, ModWord, Refresh, Status, Statuses, Target, Timing, Who,
};
use crate::dice::draws::{Check, Contest};
use crate::dice::pool::Pool;
use crate::rules::turns::act::{Act, Turn};
use crate::state::State;
use crate::{Cardinal, Meets, NO_MOD, Play, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::Observer;
use fray_engine::roster::{UnitId, UnitSet};

impl Cardinal {
    /// CA-54: whether a unit can pay for an ability, actions left aside.
    pub(crate) fn may_pay(&self, state: &State, unit: UnitId, at: usize) -> bool {
        let it = state.unit(unit);
        let skill = &self.unit(unit).abilities[at];
        if it.exhausted >> at & 1 == 1 {
            return false;
        }
        skill.ability.cost.iter().all(|cost| match *cost {
            Cost::Actions(_) | Cost::Exhaust(_) => true,
            Cost::Focus => it.statuses.has(Status::Focused) && !it.statuses.any(Statuses::NO_FOCUS),
            Cost::Status(status) => !it.statuses.has(status),
            Cost::Ammunition(most) => it.uses[at] < most,
        })
    }

    /// Returns how many actions an ability takes.
    pub(crate) fn action_cost(&self, unit: UnitId, at: usize) -> u8 {
        let costs = &self.unit(unit).abilities[at].ability.cost;
        costs.iter().find_map(|cost| if let Cost::Actions(n) = cost { Some(*n) } else { None }).unwrap_or(1)
    }

    /// CA-66: how many actions an attack with this weapon takes.
    pub(crate) fn attack_cost(&self, unit: UnitId, weapon: usize) -> u8 {
        self.unit(unit).weapons[weapon].ability.map_or(1, |at| self.action_cost(unit, usize::from(at)))
    }

    /// Returns whether an effect of an ability would change somebody (D-16).
    pub(super) fn changes(
        &self,
        state: &State,
        owner: UnitId,
        at: usize,
        nth: usize,
        target: UnitId,
    ) -> bool {
        let skill = &self.unit(owner).abilities[at];
        self.would_change(state, [owner, target], &skill.ability.effects[nth], skill.mods[nth])
    }

    /// Returns whether an effect of the first would change the second: to who is out nothing is given.
    pub(crate) fn would_change(
        &self,
        state: &State,
        [owner, target]: [UnitId; 2],
        effect: &Effect,
        made: u8,
    ) -> bool {
        let it = state.unit(target);
        let out = it.statuses.any(Statuses::OUT);
        match effect {
            Effect::Damage { .. } => false,
            Effect::AddStatus { status, .. } => {
                let immune = *status == Status::Afraid && it.statuses.any(Statuses::RAGING);
                !out && !immune && !it.statuses.has(*status)
            }
            Effect::RemoveStatus(statuses) => it.statuses.are_cured_by(Statuses::of(statuses)),
            Effect::Ward(points) => !out && it.ward < *points,
            Effect::Knockdown => !out && !it.statuses.has(Status::Knockdown),
            Effect::Disarm => !out && it.ready != 0,
            Effect::Reload => {
                let all = (1_u16 << self.unit(target).n_weapons) - 1;
                !out && u16::from(it.loaded) & all != all
            }
            Effect::Revive => it.statuses.any(Statuses::DEAD),
            Effect::Move { who, paces, direction } => {
                let (mover, other) = if *who == Who::Itself { (owner, target) } else { (target, owner) };
                !out && self.shifted(state, mover, other, u16::from(*paces), *direction).is_some()
            }
            Effect::Teleport(paces) => !out && self.teleport_to(state, target, u16::from(*paces)).is_some(),
            _ => {
                made != NO_MOD
                    && !out
                    && !self.has_source(state, target, made)
                    && self.has_use_for(target, effect)
            }
        }
    }

    /// D-16: whether it makes a difference to a unit what an effect gives or takes: an action that it can take, a
    /// roll that it makes, paces on a map.
    fn has_use_for(&self, target: UnitId, effect: &Effect) -> bool {
        let info = self.unit(target);
        match *effect {
            Effect::Stride(_) | Effect::Dash(_) => self.board.is_some(),
            Effect::PenaltyDie { to: ModWord::Rally, .. } => !info.rally.is_empty(),
            Effect::PenaltyDie { to: ModWord::Attack, .. } => !info.weapons.is_empty(),
            Effect::Forbid(action) => match action {
                ActionWord::Attack | ActionWord::Aim => !info.weapons.is_empty(),
                ActionWord::Ready => info.n_weapons > 0,
                ActionWord::Reload => info.weapons.iter().any(|weapon| weapon.reload > 0),
                ActionWord::Rally => !info.rally.is_empty(),
                ActionWord::Dash | ActionWord::Sprint | ActionWord::Run => self.board.is_some(),
                ActionWord::Fly => info.flies,
                _ => true,
            },
            _ => true,
        }
    }

    /// D-16: whom help goes to: the weakest (D-04), of equals the nearest, then the first listed.
    fn weakest(&self, state: &State, unit: UnitId, among: UnitSet) -> UnitId {
        let strength =
            |it| -(2 * i64::from(self.wounds(state, it)) + i64::from(state.of(it).has(Status::Reeling)));
        among.least(|it| (strength(it), self.distance(state, unit, it)))
    }

    /// CA-04: whether a lasting effect of this source is on the unit already.
    fn has_source(&self, state: &State, unit: UnitId, made: u8) -> bool {
        let source = self.mods[usize::from(made)].source;
        let n = self.mods.len();
        (0..n).any(|at| self.mods[at].source == source && state.mods[unit.idx() * n + at] > 0)
    }

    /// Returns whether an ability has its effects on hostiles.
    fn is_hostile(ability: &Ability) -> bool {
        matches!(ability.target, Target::Enemy | Target::AllNear)
    }

    /// The units on which an ability without harm could be used from a square, to effect: allies in listed order, hostiles able
    /// before Afraid. With an area it is the centre that has to be in range (CA-65).
    pub(crate) fn whom_to_help(&self, state: &State, unit: UnitId, at: usize, from: At) -> UnitSet {
        let skill = &self.unit(unit).abilities[at];
        let ability = &skill.ability;
        let friends = self.friends(state, unit);
        let hostiles = state.standing(self.hostiles(state, unit));
        let among = match ability.target {
            Target::Itself => UnitSet::one(unit),
            Target::Ally => friends.without(UnitSet::one(unit)),
            Target::Enemy => hostiles,
            Target::AllNear => hostiles,
            Target::Sphere { .. } => self.everyone,
        };
        let range =
            if ability.target == Target::AllNear { Band::Near.paces() } else { ability.range.paces() };
        let radius = u32::from(ability.target.radius().unwrap_or(0));
        let fits = |&target: &UnitId| {
            let in_range = target == unit
                || self.distance_to(state, from, target) <= range && self.sees_from(state, from, target)
                || radius > 0 && self.helpful_centre(state, (unit, from), at, target).is_some();
            in_range
                && ability.when.as_ref().is_none_or(|when| self.holds(state, unit, Some(target), when))
                && (0..ability.effects.len()).any(|nth| self.changes(state, unit, at, nth, target))
        };
        among.into_iter().filter(fits).collect()
    }
}

impl Cardinal {
    /// CA-65: where an area of an ability without harm is laid that meets somebody: around it where that is in range and
    /// in sight, otherwise as near to it as can be; without a map nowhere else.
    fn helpful_centre(
        &self,
        state: &State,
        (unit, from): (UnitId, At),
        at: usize,
        target: UnitId,
    ) -> Option<At> {
        let ability = &self.unit(unit).abilities[at].ability;
        let to = state.unit(target).at();
        let radius = u32::from(ability.target.radius().unwrap_or(0));
        match &self.board {
            Some(board) => self.centre_for(state, board, (from, ability.range.paces()), (to, radius)),
            None => Some(to),
        }
    }

    /// D-16, D-17: the area of an ability without harm, and its centre: around the first whom it is meant for and changes,
    /// of whom there have to be more in it than of others whom it changes, and under `safe` no such others.
    fn helpful_area(&self, state: &State, unit: UnitId, at: usize, whom: UnitSet) -> Option<(UnitSet, At)> {
        let Target::Sphere { radius, pick } = self.unit(unit).abilities[at].ability.target else {
            return None;
        };
        let effects = &self.unit(unit).abilities[at].ability.effects;
        let helps = effects.iter().any(Effect::helps);
        let friends = self.friends(state, unit).or(UnitSet::one(unit));
        let wanted = if helps { whom.and(friends) } else { whom.without(friends) };
        if wanted.is_empty() {
            return None;
        }
        let first = if helps { self.weakest(state, unit, wanted) } else { wanted.first() };
        let centre = self.helpful_centre(state, (unit, state.unit(unit).at()), at, first)?;
        let radius = u32::from(radius);
        let is_in = |&other: &UnitId| match &self.board {
            Some(board) => within(board, centre, radius, state.unit(other).at()),
            None => radius > 0 || other == first,
        };
        let met: UnitSet = state.standing(self.everyone).or(whom).into_iter().filter(is_in).collect();
        // CA-65: a ruling keeps harm from the own side; help is for it.
        let met = if helps || self.rulings.area_hits_allies { met } else { met.without(friends) };
        if pick {
            return Some((met.and(wanted), centre));
        }
        let changed =
            |&other: &UnitId| (0..effects.len()).any(|nth| self.changes(state, unit, at, nth, other));
        let others = if helps { met.without(friends) } else { met.and(friends) };
        let others = others.into_iter().filter(changed).count();
        let area = self.unit(unit).tactics.area.choose_if(|when| self.holds(state, unit, Some(first), when));
        let most = match area {
            AreaChoice::Net => met.and(wanted).len() as usize,
            AreaChoice::Safe => 1,
            AreaChoice::Most => usize::MAX,
        };
        (others < most).then_some((met, centre))
    }
}

impl<C: Chance, O: Observer<Cardinal>> Play<'_, C, O> {
    /// CA-54: pays for an ability, actions left aside.
    pub(crate) fn pay(&mut self, unit: UnitId, at: usize) {
        let rules = self.rules;
        for cost in &rules.unit(unit).abilities[at].ability.cost {
            match *cost {
                Cost::Actions(_) => {}
                Cost::Focus => self.unfocus(unit, crate::data::metrics::Unfocused::Action),
                Cost::Exhaust(_) => self.state.unit_mut(unit).exhausted |= 1 << at,
                Cost::Status(status) => {
                    self.give(
                        unit,
                        Statuses::of(&[status]),
                        crate::rules::abilities::cause::StatusCause::Ability,
                        None,
                    );
                }
                Cost::Ammunition(_) => self.state.unit_mut(unit).uses[at] += 1,
            }
        }
    }

    /// Line 6: the first listed ability without harm that can be used to effect; whether one was.
    pub(crate) fn use_helpful(&mut self, unit: UnitId, turn: &mut Turn) -> bool {
        let rules = self.rules;
        for (at, skill) in rules.unit(unit).abilities.iter().enumerate() {
            let act = Act::Ability(at as u8);
            let cost = rules.action_cost(unit, at);
            let exhausts = skill.ability.cost.contains(&Cost::Exhaust(Refresh::Action));
            if skill.ability.timing != Timing::Action {
                continue;
            }
            // CA-54: an exhausted ability is refreshed by an action of its name, where somebody has need of it.
            if exhausts
                && self.state.unit(unit).exhausted >> at & 1 == 1
                && self.may_take(unit, turn, act)
                && self.needs_again(unit, at)
            {
                self.take(unit, turn, act);
                self.state.unit_mut(unit).exhausted &= !(1 << at);
                self.state.quiet = false;
                self.obs.event(|| Event::Refreshes { unit, ability: at as u8 });
                return true;
            }
            if skill.weapon.is_some() || !self.may_take_n(unit, turn, act, cost) {
                continue;
            }
            if self.use_listed(unit, at) {
                self.take_n(unit, turn, act, cost);
                self.check_end();
                return true;
            }
        }
        false
    }

    /// Line 5 for who has nothing to attack with: to the nearest square within Stride, and Dash where an action is left
    /// then, from which an ability of its list can be used to effect, if none can from where it stands.
    pub(crate) fn go_to_help(&mut self, unit: UnitId, turn: &mut Turn) {
        let rules = self.rules;
        let plan = &rules.unit(unit).tactics.movement;
        if rules.board.is_none()
            || self.state.of(unit).any(Statuses::HELD)
            || plan.choose_if(|when| rules.holds(self.state, unit, None, when)) == MoveChoice::Hold
        {
            return;
        }
        let skills = &rules.unit(unit).abilities;
        let mut open = 0_u32;
        for (at, skill) in skills.iter().enumerate() {
            let may = skill.weapon.is_none()
                && skill.ability.timing == Timing::Action
                && rules.may_pay(self.state, unit, at)
                && self.may_take_n(unit, turn, Act::Ability(at as u8), rules.action_cost(unit, at));
            open |= u32::from(may) << at;
        }
        let helps = |play: &Self, from: At| {
            (0..skills.len()).any(|at| open >> at & 1 == 1 && !play.wanting_from(unit, at, from).is_empty())
        };
        if open == 0 || helps(self, self.state.unit(unit).at()) {
            return;
        }
        if turn.left() >= 2 {
            self.go_where(unit, turn, helps);
        } else {
            self.stride_where(unit, turn, helps);
        }
    }

    /// CA-54: whether somebody has need of an exhausted ability: it can be used again, its owner's tactics let it, and
    /// there is somebody to use it on.
    fn needs_again(&self, unit: UnitId, at: usize) -> bool {
        let rules = self.rules;
        let skill = &rules.unit(unit).abilities[at];
        if let Some(weapon) = skill.weapon {
            return rules.is_of_use(self.state, unit, usize::from(weapon));
        }
        let extras = &rules.unit(unit).tactics.extras;
        let saves = extras.choose_if(|when| rules.holds(self.state, unit, None, when)) == Extras::SaveGifts;
        let it = self.state.unit(unit);
        let is_left = |cost: &Cost| !matches!(*cost, Cost::Ammunition(most) if it.uses[at] >= most);
        !saves && skill.ability.cost.iter().all(is_left) && !self.wanting(unit, at).is_empty()
    }

    /// CA-54, D-11: stunts, for nothing, once a turn each.
    pub(crate) fn use_stunts(&mut self, unit: UnitId, turn: &mut Turn) {
        let rules = self.rules;
        for (at, skill) in rules.unit(unit).abilities.iter().enumerate() {
            if skill.ability.timing == Timing::Stunt
                && turn.stunts >> at & 1 == 0
                && self.use_listed(unit, at)
            {
                turn.stunts |= 1 << at;
                self.check_end();
                if self.over.is_some() {
                    return;
                }
            }
        }
    }

    /// Uses an ability without harm, if its cost, its tactics and its effect let it.
    pub(super) fn use_listed(&mut self, unit: UnitId, at: usize) -> bool {
        let rules = self.rules;
        let skill = &rules.unit(unit).abilities[at];
        if skill.weapon.is_some() || !rules.may_pay(self.state, unit, at) {
            return false;
        }
        let exhausts = skill.ability.cost.iter().any(|cost| matches!(cost, Cost::Exhaust(_)));
        let extras = &rules.unit(unit).tactics.extras;
        if exhausts && extras.choose_if(|when| rules.holds(self.state, unit, None, when)) == Extras::SaveGifts
        {
            return false;
        }
        let whom = self.wanting(unit, at);
        if whom.is_empty() {
            return false;
        }
        let (targets, centre) = match skill.ability.target {
            Target::AllNear => (whom, None),
            Target::Sphere { .. } => match rules.helpful_area(self.state, unit, at, whom) {
                Some((targets, centre)) => (targets, Some(centre)),
                None => return false,
            },
            _ => {
                let able = self.state.able(whom);
                let one = match (Cardinal::is_hostile(&skill.ability), able.is_empty()) {
                    (false, _) => rules.weakest(self.state, unit, whom),
                    (true, true) => whom.first(),
                    (true, false) => able.first(),
                };
                (UnitSet::one(one), None)
            }
        };
        self.use_on(unit, at, targets, centre);
        true
    }

    /// The units that an ability without harm changes and on which the unit's tactics use it.
    fn wanting(&self, unit: UnitId, at: usize) -> UnitSet {
        self.wanting_from(unit, at, self.state.unit(unit).at())
    }

    /// The same from another square.
    fn wanting_from(&self, unit: UnitId, at: usize, from: At) -> UnitSet {
        let whom = self.rules.whom_to_help(self.state, unit, at, from);
        whom.into_iter().filter(|&target| self.rules.wants_ability(self.state, unit, Some(target))).collect()
    }

    /// CA-54: an ability without harm is used on these, who stand around `centre` where it has an area.
    pub(super) fn use_on(&mut self, unit: UnitId, at: usize, targets: UnitSet, centre: Option<At>) {
        let rules = self.rules;
        let skill = &rules.unit(unit).abilities[at];
        let it = self.ability_action(unit, at);
        self.obs.used(it);
        self.state.quiet = false;
        self.obs.event(|| Event::Uses { unit, ability: at as u8, targets });
        self.pay(unit, at);
        for target in targets {
            let works = match skill.meets {
                Meets::Nothing => true,
                Meets::Defence | Meets::Resistance => {
                    // CA-65: the range of an area is that of its centre.
                    let to = centre.unwrap_or(self.state.unit(target).at());
                    let distance = rules.distance_to(self.state, to, unit);
                    let range = Band::penalty(distance, 0);
                    let check = Check::of(skill.pool, crate::choose::weigh::RESIST_NUMBER, range, 12);
                    let rolled = self.check(by(unit, Purpose::Effect), &check);
                    let mut resist = rules.resist_roll(self.state, target);
                    resist.most = rolled.successes.max(1);
                    let resisted = self.check_if(rolled.successes > 0, by(target, Purpose::Effect), &resist);
                    rolled.successes > resisted.successes
                }
                Meets::Number(number) => {
                    let check = Check::of(skill.pool, u32::from(number), Pool::NONE, 1);
                    self.check(by(unit, Purpose::Effect), &check).successes > 0
                }
                Meets::Pool(which) => {
                    let contest = Contest::of(skill.pool, rules.opposed(target, which), false, false);
                    self.contest([unit, target], Purpose::Effect, &contest).attack > 0
                }
            };
            if works {
                for nth in 0..skill.ability.effects.len() {
                    self.apply(it, at, nth, target);
                }
            } else {
                self.obs.event(|| Event::NoEffect { unit: target });
            }
        }
    }

    /// Applies the effects of an attack by ability other than its damage.
    pub(crate) fn apply_beside_damage(&mut self, unit: UnitId, at: usize, target: UnitId) {
        let it = self.ability_action(unit, at);
        for nth in 0..self.rules.unit(unit).abilities[at].ability.effects.len() {
            self.apply(it, at, nth, target);
        }
    }
}
