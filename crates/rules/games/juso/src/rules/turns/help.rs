//! Units that cannot fight stay by their friends (D-06, *Sensible play*).

use crate::choose::suits::is_revival;
use crate::data::events::{Event, Move};
use crate::data::tactics::{AbilityUse, Fact};
use crate::data::vocabulary::{Ability, AbilityTarget, Ban, Effect, Timing};
use crate::rules::turns::act::{Budget, SMALL_MOVE};
use crate::{Juso, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::{UnitId, UnitSet};
use fray_kit::tactics::when::When;

/// Returns whether an ability is for others of its user's side, as an action.
fn is_for_allies(ability: &Ability) -> bool {
    is_action(ability) && matches!(ability.target, AbilityTarget::Ally | AbilityTarget::AllAllies)
}

/// Returns whether an ability is an action.
fn is_action(ability: &Ability) -> bool {
    matches!(ability.timing, Timing::Main | Timing::Sub | Timing::Full | Timing::Potion)
}

/// Returns whether an effect helps whom it falls on in any fight.
fn is_help(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Heal(_)
            | Effect::Revive(_)
            | Effect::AttackDice(_)
            | Effect::DefenceDice(_)
            | Effect::DamageDice(_)
            | Effect::ChangeValue(_)
            | Effect::RepeatDefenceImmunity
            | Effect::ExtraAction(_)
    )
}

/// Returns whether an ability may make its user's own attacks better.
fn makes_better(ability: &Ability) -> bool {
    let is_for_attacks = |effect: &Effect| {
        matches!(effect, Effect::AttackDice(_) | Effect::ChangeValue(_) | Effect::SwitchWeapon(_))
    };
    ability.target != AbilityTarget::Ally && ability.effects.iter().any(is_for_attacks)
}

impl<C: Chance, O: Observer<Juso>> Play<'_, C, O> {
    /// Returns whether an ability may yet be used: it has uses left, its tactic lets it, and its condition holds as far as
    /// it does not ask for a target.
    fn may_be_used(&self, unit: UnitId, at: usize) -> bool {
        let (rules, state) = (self.rules, &*self.state);
        let ability = &rules.unit(unit).abilities[at].ability;
        let [_, used] = state.uses[unit.idx() * rules.n_abilities + at];
        let fact = |fact| rules.fact_on(state, unit, unit, fact);
        let is_chosen = match rules.unit(unit).tactics.ability.choose(fact) {
            AbilityUse::FirstUsable => true,
            AbilityUse::Never => false,
            AbilityUse::This(only) => only as usize == at,
        };
        let holds = |when: &When<Fact>| when.holds_in_part(|fact: Fact| !fact.is_of_target(), fact);
        is_chosen
            && ability.cost.uses_per_fight.is_none_or(|most| used < most)
            && state.unit(unit).mana >= i32::from(ability.cost.high_mana)
            && ability.when.as_ref().is_none_or(holds)
    }

    /// Returns whether a unit has abilities for its own side and none for a fight, and no weapon with which
    /// it could hit a foe that it sees, whatever cores it spends. Abilities and weapons that can be of no use
    /// count for neither.
    pub(crate) fn only_helps(&self, unit: UnitId) -> bool {
        let (rules, state) = (self.rules, &*self.state);
        let info = rules.unit(unit);
        let skills = || info.abilities.iter().map(|skill| &skill.ability).enumerate();
        let allies = rules.allies(unit).without(UnitSet::one(unit)).without(state.dead);
        if allies.is_empty() || !skills().any(|(_, ability)| is_for_allies(ability)) {
            return false;
        }
        let foes = rules.seen(state, unit);
        let changes = |at: usize, effect: &Effect, units: UnitSet| {
            units.into_iter().any(|it| rules.does_something(state, unit, it, at, effect))
        };
        let helps = |at: usize, ability: &Ability| {
            let is_of_use = |effect: &Effect| is_help(effect) || changes(at, effect, state.active(allies));
            is_for_allies(ability) && self.may_be_used(unit, at) && ability.effects.iter().any(is_of_use)
        };
        let fights = |at: usize, ability: &Ability| {
            let is_on_foes = is_action(ability)
                && matches!(
                    ability.target,
                    AbilityTarget::Enemy | AbilityTarget::AllEnemies | AbilityTarget::Square
                )
                && ability.effects.iter().any(|effect| changes(at, effect, foes));
            (is_on_foes || makes_better(ability)) && self.may_be_used(unit, at)
        };
        if !skills().any(|(at, ability)| helps(at, ability))
            || skills().any(|(at, ability)| fights(at, ability))
        {
            return false;
        }
        let could_hit = |weapon: usize| {
            let profile = &info.profiles[weapon];
            foes.into_iter().any(|foe| {
                let aim = rules.aim(state, unit, profile, Some(foe));
                let cores = if info.has_cores { aim.limit.max(0) } else { 0 };
                rules.against(state, unit, profile, foe).p_hit(aim.pool + cores) > 0.0
            })
        };
        !self.weapons(unit).any(could_hit)
    }

    /// Goes to the friend on whom an ability could be used, or else to the nearest, until that is in its range.
    pub(crate) fn go_to_help(&mut self, unit: UnitId, budget: &mut Budget) {
        let (rules, state) = (self.rules, &*self.state);
        let friends = state.active(rules.allies(unit)).without(UnitSet::one(unit));
        let skills = || rules.unit(unit).abilities.iter().map(|skill| &skill.ability).enumerate();
        let helps = || skills().filter(|&(at, ability)| is_for_allies(ability) && self.may_be_used(unit, at));
        let range = |ability: &Ability| ability.range.columns(|stat| rules.stat(state, unit, stat));
        let needy = helps().find_map(|(at, ability)| {
            let lying = rules.allies(unit).and(state.down).without(state.off);
            let all = if is_revival(ability) { lying } else { friends };
            let needs = |friend: UnitId| {
                ability.effects.iter().any(|effect| rules.does_something(state, unit, friend, at, effect))
            };
            let among = all.only(|friend| rules.is_affordable(state, unit, at) && needs(friend));
            (!among.is_empty()).then(|| (rules.nearest(state, unit, among), range(ability)))
        });
        let any = || {
            let reach = helps().map(|(_, ability)| range(ability)).max()?;
            (!friends.is_empty()).then(|| (rules.nearest(state, unit, friends), reach))
        };
        let goal = needy.or_else(any).filter(|_| !budget.bans.has(Ban::Move));
        let Some((friend, reach)) =
            goal.filter(|&(friend, reach)| rules.distance(state, unit, friend) > reach)
        else {
            self.obs.event(|| Event::Stays { unit });
            return;
        };
        let need = |play: &Self| play.rules.distance(play.state, unit, friend) - reach;
        let (squares, ahead) = (need(self), self.is_ahead(unit, friend));
        // A step leaves the main action to what helps.
        if squares <= SMALL_MOVE && budget.allows_move_and_main() {
            budget.use_sub();
            budget.small_moves -= 1;
            self.walk(unit, Move::Small, ahead, squares);
            return;
        }
        self.travel(unit, ahead, squares, budget, need);
    }
}
