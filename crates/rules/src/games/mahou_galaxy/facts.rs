//! What conditions of tactics ask, and the answers of this moment.

use super::MahouGalaxy;
use super::state::{Mood, State};
use crate::engine::roster::UnitId;
use crate::facts;

facts! {
    /// What a condition may ask, seen by the unit that decides.
    pub enum Fact {
        /// The number of the round.
        Round: Number = "round";
        /// Its hit points; with `%`, of `hp_max`.
        Hp: OfMaximum = "hp";
        /// Its magic points; with `%`, of `mp_max`.
        Mp: OfMaximum = "mp";
        /// The hit points that it can lose before it is out.
        Toughness: Number = "toughness";
        /// What is left of its soak pool; 0 if it has not rolled.
        SoakLeft: Number = "soak_left";
        /// Its hit points are 0 or less.
        Exhausted: Flag = "exhausted";
        /// It lies on the ground.
        Fallen: Flag = "fallen";
        /// It is held.
        Held: Flag = "held";
        /// It holds somebody.
        Holding: Flag = "holding";
        /// It is enraged.
        Enraged: Flag = "enraged";
        /// It is terrified.
        Terrified: Flag = "terrified";
        /// It is smitten.
        Smitten: Flag = "smitten";
        /// The distraction penalty that counts.
        Penalty: Number = "penalty";
        /// Its hand tokens.
        Hands: Number = "hands";
        /// Its move tokens.
        Moves: Number = "moves";
        /// Its speak tokens.
        Speaks: Number = "speaks";
        /// 0 in a full turn, then 1, 2 and so on.
        Pass: Number = "pass";
        /// Units of its side that are in, itself included.
        Allies: Number = "allies";
        /// Units of its side that are out.
        AlliesOut: Number = "allies_out";
        /// Foes that are in.
        Enemies: Number = "enemies";
        /// Foes that it could attack without a step.
        InReach: Number = "in_reach";
        /// Feet to the nearest foe.
        Distance: Number = "distance";
        /// Its talk attempts so far.
        Attempts: Number = "attempts";
        /// Hit points of the target; with `%`, of its maximum.
        TargetHp: OfMaximum = "target_hp";
        /// The hit points that the target can lose before it is out.
        TargetToughness: Number = "target_toughness";
        /// The target's size.
        TargetSize: Number = "target_size";
        /// Feet to the target.
        TargetDistance: Number = "target_distance";
        /// The distraction penalty of the target.
        TargetPenalty: Number = "target_penalty";
        /// Hand tokens of the target.
        TargetHands: Number = "target_hands";
        /// Move tokens of the target.
        TargetMoves: Number = "target_moves";
        /// The target's hit points are 0 or less.
        TargetExhausted: Flag = "target_exhausted";
        /// The target lies on the ground.
        TargetFallen: Flag = "target_fallen";
        /// The target is held.
        TargetHeld: Flag = "target_held";
    }
}

impl Fact {
    /// The facts that are known where no target is.
    pub const OF_UNIT: &'static [(&'static str, Self)] = Self::ALL.split_at(23).0;

    /// Whether it is about a target.
    #[must_use]
    pub fn is_of_target(self) -> bool {
        !Self::OF_UNIT.iter().any(|known| known.1 == self)
    }
}

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
