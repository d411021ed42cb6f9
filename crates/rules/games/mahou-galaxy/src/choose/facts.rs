//! The facts that conditions of tactics ask about, with their values at this moment.

use crate::MahouGalaxy;
use crate::data::tactics::{Alone, Answers, Plan};
use crate::state::{MAX_HANDS, Mood, State};
use fray_engine::roster::UnitId;
use fray_kit::FactList;
use fray_kit::declare::facts::{AskedAbout, Facts, GivenName, NO_TARGET, Stands};
use fray_kit::tactics::range::Range;
use fray_kit::tactics::when::When;

/// The most hand tokens, fresh ones and held ones.
const MOST_TOKENS: i32 = 2 * MAX_HANDS as i32;

/// What a condition may ask, seen by the unit that decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FactList)]
pub enum Fact {
    /// The number of the round.
    #[fact(range = 1..)]
    Round,
    /// Its hit points; with `%`, of `hp_max`.
    #[fact(of_maximum, range = Range::from(..).up_to_whole())]
    Hp,
    /// Its magic points; with `%`, of `mp_max`.
    #[fact(of_maximum, range = Range::from(..).up_to_whole())]
    Mp,
    /// The hit points that it can lose before it is out.
    Toughness,
    /// What is left of its soak pool; 0 if it has not rolled.
    SoakLeft,
    /// Its hit points are 0 or less.
    #[fact(flag)]
    Exhausted,
    /// It lies on the ground.
    #[fact(flag)]
    Fallen,
    /// It is held.
    #[fact(flag)]
    Held,
    /// It holds somebody.
    #[fact(flag)]
    Holding,
    /// It is enraged.
    #[fact(flag)]
    Enraged,
    /// It is terrified.
    #[fact(flag)]
    Terrified,
    /// It is smitten.
    #[fact(flag)]
    Smitten,
    /// The distraction penalty that counts.
    Penalty,
    /// Its hand tokens.
    #[fact(range = 0..=MOST_TOKENS)]
    Hands,
    /// Its move tokens.
    Moves,
    /// Its speak tokens.
    Speaks,
    /// 0 in a full turn, then 1, 2 and so on.
    Pass,
    /// Its initiative of this round, 10 less in each pass of partial turns.
    #[fact(range = ..)]
    Initiative,
    /// Units of its side that are in, itself included.
    Allies,
    /// Units of its side that are out.
    AlliesOut,
    /// Foes that are in.
    Enemies,
    /// Foes that it could attack without a step.
    InReach,
    /// Feet to the nearest foe.
    Distance,
    /// Its talk attempts so far.
    Attempts,
    /// Hit points of the target; with `%`, of its maximum.
    #[fact(of_maximum, range = Range::from(..).up_to_whole())]
    TargetHp,
    /// The hit points that the target can lose before it is out.
    TargetToughness,
    /// The target's size.
    #[fact(range = -4..=8)]
    TargetSize,
    /// Feet to the target.
    TargetDistance,
    /// The distraction penalty of the target.
    TargetPenalty,
    /// Hand tokens of the target.
    #[fact(range = 0..=MOST_TOKENS)]
    TargetHands,
    /// Move tokens of the target.
    TargetMoves,
    /// The target's hit points are 0 or less.
    #[fact(flag)]
    TargetExhausted,
    /// The target lies on the ground.
    #[fact(flag)]
    TargetFallen,
    /// The target is held.
    #[fact(flag)]
    TargetHeld,
    /// The result of the attack roll that is answered.
    #[fact(range = ..)]
    Roll,
    /// By how much that roll is above its target number; below 0 it misses.
    #[fact(range = ..)]
    Margin,
    /// Whether an effect of the ability of this name is on it. A name with spaces stands in single quotes.
    #[fact(flag)]
    HasEffect(EffectName),
    /// Whether an effect of the ability of this name is on the target.
    #[fact(flag)]
    TargetHasEffect(EffectName),
}

/// An ability whose effects conditions ask for, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EffectName(pub GivenName);

impl AskedAbout for EffectName {
    const SHOWN: &'static [&'static str] = &["NAME"];

    fn named() -> Vec<(&'static str, Self)> {
        Vec::new()
    }

    fn given(name: GivenName) -> Option<Self> {
        Some(Self(name))
    }
}

impl Fact {
    /// Returns whether it is about a target.
    #[must_use]
    pub fn is_of_target(self) -> bool {
        matches!(
            self,
            Self::TargetHp
                | Self::TargetToughness
                | Self::TargetSize
                | Self::TargetDistance
                | Self::TargetPenalty
                | Self::TargetHands
                | Self::TargetMoves
                | Self::TargetExhausted
                | Self::TargetFallen
                | Self::TargetHeld
                | Self::TargetHasEffect(_)
        )
    }

    /// Returns whether it is about an attack roll.
    #[inline(always)]
    #[must_use]
    pub fn is_of_roll(self) -> bool {
        matches!(self, Self::Roll | Self::Margin)
    }
}

/// The reason for which no attack roll is known.
pub(crate) const NO_ROLL: &str =
    "`spot` and `active` know an attack roll, and reactions to `hit` and `damaged`";

impl Facts for Fact {
    fn known(self, place: Stands<'_>) -> Result<Range, &'static str> {
        let Stands::Decision(key, choice) = place else { return Ok(self.range()) };
        let in_turn = key == "active" && choice == "in_turn";
        match self {
            _ if self.is_of_roll() && !Answers::KEYS.contains(&key) => Err(NO_ROLL),
            _ if self.is_of_target() && Alone::KEYS.contains(&key) => Err(NO_TARGET),
            _ if in_turn && (self.is_of_roll() || self.is_of_target()) => {
                Err("in its turn the unit answers nobody: it knows neither a roll nor a target")
            }
            // Nobody flees in a partial turn.
            Self::Pass if key == "flee" => Ok(Range::new(0, 0)),
            // Who decides is in.
            Self::Allies => Ok((1..).into()),
            // MG-D5: an attack that hits is answered.
            Self::Margin if key == "spot" => Ok((0..).into()),
            _ => Ok(self.range()),
        }
    }
}

impl MahouGalaxy {
    /// The choice of a plan whose unit may have a target or may not: what is asked about none, or about a roll
    /// that was not made, does not hold.
    pub(crate) fn decide<T: Copy + Default>(
        &self,
        plan: &Plan<T>,
        state: &State,
        unit: UnitId,
        target: Option<UnitId>,
    ) -> T {
        plan.choose_if(|when| self.holds(when, state, unit, target))
    }

    /// Returns whether a condition is known to hold.
    pub(crate) fn holds(
        &self,
        when: &When<Fact>,
        state: &State,
        unit: UnitId,
        target: Option<UnitId>,
    ) -> bool {
        when.holds_known(|fact| {
            let is_known = match fact {
                Fact::Roll | Fact::Margin => state.turn.rolled.is_some(),
                _ => target.is_some() || !fact.is_of_target(),
            };
            is_known.then(|| self.fact(state, unit, target, fact))
        })
    }

    /// The present value of a fact, and its maximum where it has one.
    pub(crate) fn fact(&self, state: &State, unit: UnitId, target: Option<UnitId>, fact: Fact) -> (i32, i32) {
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
            Fact::Holding => number(i32::from(!it.holds.is_empty())),
            Fact::Enraged => number(strong(Mood::Infuriated)),
            Fact::Terrified => number(strong(Mood::Intimidated)),
            Fact::Smitten => number(strong(Mood::Infatuated)),
            Fact::Penalty => number(it.distraction()),
            Fact::Hands => number(it.n_hands() as i32),
            Fact::Moves => number(i32::from(it.moves + it.held_moves)),
            Fact::Speaks => number((it.speak + it.held_speak).into()),
            Fact::Pass => number(state.pass.into()),
            Fact::Initiative => number(i32::from(it.initiative) - 10 * i32::from(state.pass)),
            Fact::Allies => number(state.present(self.allies(unit)).len() as i32),
            Fact::AlliesOut => {
                let all = self.allies(unit);
                number(all.and(state.out.or(state.fled)).len() as i32)
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
            Fact::TargetMoves => {
                of(&|target| i32::from(state.unit(target).moves + state.unit(target).held_moves))
            }
            Fact::TargetExhausted => of(&|target| i32::from(state.unit(target).hp <= 0)),
            Fact::TargetFallen => of(&|target| i32::from(state.unit(target).fallen)),
            Fact::HasEffect(name) => number(i32::from(self.bears_any(state, unit, name))),
            Fact::TargetHasEffect(name) => of(&|target| i32::from(self.bears_any(state, target, name))),
            Fact::TargetHeld => of(&|target| i32::from(state.held.has(target))),
            Fact::Roll => number(state.turn.rolled.map_or(0, |rolled| rolled.roll)),
            Fact::Margin => number(state.turn.rolled.map_or(0, |rolled| rolled.roll - rolled.n)),
        }
    }

    /// Returns whether an effect of the ability of a name is on a unit.
    fn bears_any(&self, state: &State, unit: UnitId, name: EffectName) -> bool {
        let asked = self.asked_marks.iter().find(|(asked, _)| *asked == name);
        asked.is_some_and(|(_, marks)| marks.iter().any(|mark| self.bears(state, unit, *mark)))
    }
}
