//! What conditions of tactics ask (the facts of [`Fact`]).

use super::MahouGalaxy;
use super::state::{Mood, State};
use super::tactics::Fact;
use crate::engine::roster::UnitId;

impl MahouGalaxy {
    /// The present value of a fact, and its maximum where it has one.
    pub(super) fn fact(&self, state: &State, unit: UnitId, target: Option<UnitId>, fact: Fact) -> (i32, i32) {
        let it = state.unit(unit);
        let strong = |mood: Mood| i32::from(it.strong && it.mood == mood);
        let number = |n: i32| (n, n);
        let foes = || state.present(self.enemies(unit));
        let of = |f: &dyn Fn(UnitId) -> i32| number(target.map_or(0, f));
        match fact {
            Fact::Round => number(state.round as i32),
            Fact::Hp => (it.hp, self.unit(unit).hp_max),
            Fact::Mp => (it.mp, self.unit(unit).mp_max),
            Fact::Toughness => number(self.toughness(state, unit)),
            Fact::SoakLeft => number(i32::from(it.pool.max(0))),
            Fact::Exhausted => number(i32::from(it.hp <= 0)),
            Fact::Fallen => number(i32::from(it.fallen)),
            Fact::Held => number(i32::from(state.held.has(unit))),
            Fact::Holding => number(i32::from(it.holds.is_some())),
            Fact::Enraged => number(strong(Mood::Infuriated)),
            Fact::Terrified => number(strong(Mood::Intimidated)),
            Fact::Smitten => number(strong(Mood::Infatuated)),
            Fact::Penalty => number(it.distraction()),
            Fact::Hands => number(it.n_hands() as i32),
            Fact::Moves => number(i32::from(it.moves + it.held_moves)),
            Fact::Speaks => number((it.speak + it.held_speak).into()),
            Fact::Pass => number(state.pass.into()),
            Fact::Allies => number(state.present(self.allies(unit)).len() as i32),
            Fact::AlliesOut => {
                let all = self.allies(unit);
                number((all.len() - state.present(all).len()) as i32)
            }
            Fact::Enemies => number(foes().len() as i32),
            Fact::InReach => number(foes().filter(|&foe| self.is_in_reach(state, unit, foe)).count() as i32),
            Fact::Distance => number(foes().map(|foe| self.distance(state, unit, foe)).min().unwrap_or(0)),
            Fact::Attempts => number(it.attempts.iter().map(|n| i32::from(*n)).sum()),
            Fact::TargetHp => {
                target.map_or((0, 0), |target| (state.unit(target).hp, self.unit(target).hp_max))
            }
            Fact::TargetToughness => of(&|target| self.toughness(state, target)),
            Fact::TargetSize => of(&|target| self.unit(target).size),
            Fact::TargetDistance => of(&|target| self.distance(state, unit, target)),
            Fact::TargetPenalty => of(&|target| state.unit(target).distraction()),
            Fact::TargetHands => of(&|target| state.unit(target).n_hands() as i32),
            Fact::TargetMoves => of(&|target| i32::from(state.unit(target).moves)),
            Fact::TargetExhausted => of(&|target| i32::from(state.unit(target).hp <= 0)),
            Fact::TargetFallen => of(&|target| i32::from(state.unit(target).fallen)),
            Fact::TargetHeld => of(&|target| i32::from(state.held.has(target))),
        }
    }
}
