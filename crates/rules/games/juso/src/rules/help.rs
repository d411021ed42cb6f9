//! Who cannot fight stays by its friends (D-06, *Sensible play*).

use crate::choose::suits::is_revival;
use crate::data::events::{Event, Move};
use crate::data::vocabulary::{Ability, AbilityTarget, Ban, Effect, Timing};
use crate::rules::act::{Budget, SMALL_MOVE};
use crate::{Juso, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::{UnitId, UnitSet};

/// Returns whether an ability is for others of its user's side, as an action.
fn is_for_allies(ability: &Ability) -> bool {
    is_action(ability) && matches!(ability.target, AbilityTarget::Ally | AbilityTarget::AllAllies)
}

/// Returns whether an ability is an action.
fn is_action(ability: &Ability) -> bool {
    matches!(ability.timing, Timing::Main | Timing::Sub | Timing::Full | Timing::Potion)
}

/// Returns whether an ability may do something to enemies, or make its user's attacks better.
fn is_for_a_fight(ability: &Ability) -> bool {
    let is_on_enemies = matches!(
        ability.target,
        AbilityTarget::Enemy | AbilityTarget::AllEnemies | AbilityTarget::Square | AbilityTarget::Attacker
    );
    let makes_better = |effect: &Effect| {
        matches!(effect, Effect::AttackDice(_) | Effect::ChangeValue(_) | Effect::SwitchWeapon(_))
    };
    is_action(ability) && is_on_enemies || ability.effects.iter().any(makes_better)
}

impl<C: Chance, O: Observer<Juso>> Play<'_, C, O> {
    /// Returns whether a unit has abilities for its own side and none for a fight, and no weapon with which it could hit a
    /// foe that it sees, whatever cores it spends.
    pub(crate) fn only_helps(&self, unit: UnitId) -> bool {
        let (rules, state) = (self.rules, &*self.state);
        let info = rules.unit(unit);
        let abilities = || info.abilities.iter().map(|skill| &skill.ability);
        if !abilities().any(is_for_allies) || abilities().any(is_for_a_fight) {
            return false;
        }
        let foes = rules.seen(state, unit);
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
        let helps = || skills().filter(|(_, ability)| is_for_allies(ability));
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
