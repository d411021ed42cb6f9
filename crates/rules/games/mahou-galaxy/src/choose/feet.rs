//! The use of feet: kicks, or the dodges that the same tokens pay (MG-28, MG-42, MG-D1, MG-D5).

use crate::choose::odds::steps;
use crate::choose::{AttackOption, With};
use crate::data::tactics::{Fact, HoldTokens, Scheme, Spot};
use crate::dice::draws::Pool;
use crate::rules::abilities::talk::ActionKind;
use crate::rules::turns::react::ON_ATTACKED;
use crate::state::State;
use crate::{MahouGalaxy, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::{UnitId, UnitSet};

/// MG-42: the fewest move tokens of a kick.
pub(crate) const KICK_TOKENS: u8 = 4;
/// MG-28: the move tokens of a die of a dodge.
pub(crate) const DODGE_TOKENS: u8 = 4;
/// Results of an attack that are rarer change no choice.
const COUNTS: f64 = 1e-6;
/// More results than count of any attack.
const MOST_RESULTS: i32 = 1000;

impl MahouGalaxy {
    /// MG-42: whether a kick reaches a unit and is useful.
    pub(crate) fn can_kick(&self, state: &State, unit: UnitId, foe: UnitId) -> bool {
        self.distance(state, unit, foe) <= 5 && self.best_swing(state, unit, foe, With::Kick, false).is_some()
    }

    /// The worth of the best kick at whom a unit reaches; 0 if it has none.
    fn worth_of_kick(&self, state: &State, unit: UnitId) -> f64 {
        let near = self.attackable(state, unit).filter(|&foe| self.distance(state, unit, foe) <= 5);
        let kicks = near.filter_map(|foe| self.best_swing(state, unit, foe, With::Kick, false));
        kicks.map(|swing| swing.worth).fold(0.0, f64::max)
    }

    /// MG-D1 `sound`, MG-D5 `spare`: whether a unit weighs its kick against its dodges. Who stands alone against
    /// several does: they strike more often than its dodges could answer, and nobody else strikes for it.
    fn weighs_its_feet(&self, state: &State, unit: UnitId) -> bool {
        let [ours, theirs] = [self.allies(unit), self.enemies(unit)].map(|side| state.present(side).count());
        ours == 1 && theirs > 1
    }

    /// MG-D1 `sound`, MG-D5 `spare`: whether the move tokens of a unit, in its own turn, are expected to save it more
    /// by dodges than a kick would do: against the attacks of those who reach it or can come, as many as its tokens
    /// answer. Those are the attacks of the turns to come in this round; who holds its tokens (MG-14) has them in the
    /// next round too.
    fn keeps_to_dodge(&self, state: &State, unit: UnitId) -> bool {
        let n_dodges = (state.unit(unit).moves + state.unit(unit).held_moves) / DODGE_TOKENS;
        let hold = &self.unit(unit).tactics.alone.hold;
        let holds = self.rulings.hold_implicit
            || hold.choose(|fact| self.fact(state, unit, None, fact)) == HoldTokens::All;
        let keeps_on = holds && self.rulings.hold_carry_over_round;
        let (mut hits, mut saved) = (0.0, 0.0);
        for foe in state.present(self.enemies(unit)) {
            let them = state.unit(foe);
            let has_turn = keeps_on || !state.acted.has(foe);
            let hands = if has_turn { self.unit(foe).n_hands } else { 0 };
            let attacks = u32::from(hands) + u32::from(them.partials);
            let comes = || {
                let feet = if has_turn { self.feet(state, foe, self.base_moves(state, foe)) } else { 0 };
                self.distance(state, foe, unit) <= 5 + feet
            };
            if attacks == 0 || !(self.is_in_reach(state, foe, unit) || comes()) {
                continue;
            }
            let Some(swing) = self.best_blow(state, foe, unit) else { continue };
            let Some(dodge) = self.dodge_pool(state, unit, foe, swing.stance) else { continue };
            let (hit, stopped) = self.chances_against(&swing, &dodge);
            hits += f64::from(attacks) * hit;
            saved += f64::from(attacks) * stopped * self.mean_damage(state, foe, unit, swing.with, 1);
        }
        let answered = f64::from(n_dodges);
        let value = if hits > answered { saved * answered / hits } else { saved };
        steps(value) > 0 && steps(value) >= steps(self.worth_of_kick(state, unit))
    }

    /// The chance that an attack hits, and that it would and a dodge stops it.
    fn chances_against(&self, swing: &AttackOption, dodge: &Pool) -> (f64, f64) {
        let hit = self.odds.at_least(&swing.pool, swing.n);
        let (mut left, mut stopped) = (hit, 0.0);
        for roll in swing.n..swing.n.saturating_add(MOST_RESULTS) {
            if left <= COUNTS {
                break;
            }
            let beyond = self.odds.at_least(&swing.pool, roll + 1);
            stopped += (left - beyond) * self.odds.at_least(dodge, roll + 1);
            left = beyond;
        }
        (hit, stopped)
    }

    /// MG-D5 `spare`: whether a dodge, which has this chance to stop a result, would cost a unit the kick of its full
    /// turn to come and save it less than that would do. A blow that can put it out is dodged all the same.
    pub(crate) fn saves_feet(
        &self,
        state: &State,
        unit: UnitId,
        attacker: UnitId,
        swing: &AttackOption,
        critical: bool,
        chance: f64,
    ) -> bool {
        let it = state.unit(unit);
        let left = (it.moves + it.held_moves).saturating_sub(DODGE_TOKENS);
        let is_blow = swing.with != With::Grapple;
        if state.acted.has(unit)
            || left >= KICK_TOKENS
            || !is_blow
            || self.plan_of(state, unit) != Scheme::Sound
            || !self.weighs_its_feet(state, unit)
        {
            return false;
        }
        let times = if critical { 2 } else { 1 };
        let past = self.mean_past_soak(state, attacker, unit, swing.with, times);
        let is_lethal = steps(past) >= steps(self.toughness(state, unit).into());
        let saved = chance * self.mean_damage(state, attacker, unit, swing.with, times);
        !is_lethal && steps(saved) < steps(self.worth_of_kick(state, unit))
    }
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// MG-42, MG-D1: whether the plan of the unit has a kick that the tokens of the turn pay.
    pub(crate) fn wants_kick(&self, unit: UnitId) -> bool {
        let rules = self.rules;
        let it = self.state.unit(unit);
        let plan = rules.plan_of(self.state, unit);
        // Of an attack to come no roll is known: each answer that it could have may be needed.
        let fact = |fact| rules.fact(self.state, unit, self.state.turn.target, fact);
        let spot = rules
            .unit(unit)
            .tactics
            .answers
            .spot
            .choose_if(|when| when.holds_in_part(|fact: Fact| !fact.is_of_roll(), fact));
        let wants = match plan {
            Scheme::TwoHandsKick => true,
            // Where no defence spends them, move tokens are for a kick; what is spare is for dodges, or of who stands
            // alone for the better of the two.
            Scheme::Sound => match spot {
                Spot::None | Spot::BlockOffhand => true,
                Spot::Spare => {
                    rules.weighs_its_feet(self.state, unit) && !rules.keeps_to_dodge(self.state, unit)
                }
                _ => false,
            },
            _ => false,
        };
        let moves = self.state.turn.moves;
        wants && !it.fallen && moves >= KICK_TOKENS && moves >= it.moves + it.held_moves
    }

    /// MG-42: a kick; whether there was one.
    pub(crate) fn kick(&mut self, unit: UnitId) -> bool {
        let rules = self.rules;
        if !self.wants_kick(unit) {
            return false;
        }
        let moves = self.state.turn.moves;
        let attackable = self.attackable_in_mood(unit);
        let kicks = |foe: &UnitId| {
            let swing = || rules.best_swing(self.state, unit, *foe, With::Kick, false);
            let dares = || swing().is_some_and(|swing| rules.dares(self.state, unit, *foe, &swing));
            rules.can_kick(self.state, unit, *foe) && (!rules.is_held_by(self.state, unit, *foe) || dares())
        };
        let near: UnitSet = attackable.filter(kicks).collect();
        let target =
            self.state.turn.target.filter(|foe| near.has(*foe)).or_else(|| self.choose_target(unit, near));
        let Some(target) = target else { return false };
        if !self.may(unit, ActionKind::Kick, Some(target)) {
            return false;
        }
        if self.triggers(unit, ON_ATTACKED, Some(target)) {
            return self.state.is_in(unit);
        }
        let Some(swing) = rules.best_swing(self.state, unit, target, With::Kick, false) else { return false };
        self.spend_moves(unit, moves);
        self.state.turn.moves = 0;
        self.attack(unit, target, &swing);
        true
    }
}
