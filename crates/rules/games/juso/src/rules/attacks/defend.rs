//! Defences: agility, body, perception, resistance (JU-57 to JU-64, D-09).

use crate::choose::lowered;
use crate::data::events::{Defence, Event};
use crate::data::metrics::{Clock, Exhaustion, GuardBroken, Metric};
use crate::data::rulings::CoreDiceOn;
use crate::data::setup::{AttackKind, Attribute};
use crate::data::tactics::Defend;
use crate::data::vocabulary::{Ban, Timing};
use crate::dice::pool::{Successes, p_at_least, p_exactly};
use crate::rules::attacks::damage::Strike;
use crate::state::State;
use crate::{Juso, Play, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::Observer;
use fray_engine::roster::UnitId;
use fray_engine::worth::Against;

/// An attack with `n` successes that a PC may answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttackSpec {
    pub(crate) attacker: UnitId,
    pub(crate) kind: AttackKind,
    pub(crate) area: bool,
    pub(crate) n: i32,
    /// The damage dice behind it.
    pub(crate) damage: i32,
}

impl<C: Chance, O: Observer<Juso>> Play<'_, C, O> {
    /// JU-57: the PC answers an attack of at least one success. Whether it stops the attack.
    pub(crate) fn defend(&mut self, unit: UnitId, coming: AttackSpec, strike: &mut Strike) -> bool {
        if self.state.down.has(unit) || self.rules.bans(self.state, unit).has(Ban::Defend) {
            self.no_defence(coming.attacker);
            return false;
        }
        if self.rules.has_abilities {
            self.react(unit, Timing::OnDefence, coming.attacker, strike);
            if self.state.able(self.rules.everyone).has(unit) && self.state.off.has(unit) {
                // An ability took it off the board.
                self.no_defence(coming.attacker);
                return true;
            }
        }
        let (rules, state) = (self.rules, &*self.state);
        let less = rules.lowers(state, coming.attacker, coming.kind, coming.area, unit);
        let difficulty = lowered(coming.n, less, rules.rulings.armour_floor.0) + strike.to_defend;
        let weary = rules.weariness(state, unit);
        let pool = rules.defence_dice(state, unit, coming.kind) - weary;
        if coming.kind == AttackKind::Melee {
            match rules.choose_defence(state, unit, coming, pool, difficulty) {
                Answer::Agility => {}
                Answer::Body => {
                    self.body_defence(unit, coming, weary, strike);
                    return false;
                }
                Answer::None => {
                    self.no_defence(coming.attacker);
                    return false;
                }
            }
        }
        self.roll_defence(unit, coming, pool, difficulty)
    }

    /// Spends the words of a defence that is not rolled, so that later rolls stay in step.
    pub(crate) fn no_defence(&mut self, attacker: UnitId) {
        self.dice.draw_if(false, by(attacker, Purpose::Hit), &Successes::degree(0));
    }

    /// JU-58, JU-60, JU-61: a difficulty roll that stops the attack.
    fn roll_defence(&mut self, unit: UnitId, coming: AttackSpec, pool: i32, difficulty: i32) -> bool {
        let how = Defence::against(coming.kind);
        let kth = self.count_defence(unit, pool);
        // JU-04: no roll is needed at 0 or less.
        let is_rolled = difficulty > 0;
        let cores = if is_rolled { self.cores_on_defence(unit, coming.kind, pool, difficulty) } else { 0 };
        let roll = Successes::against(pool + cores, difficulty.max(1));
        let rolled = self.dice.draw_if(is_rolled, by(coming.attacker, Purpose::Hit), &Against(&roll));
        let stops = !is_rolled || rolled >= difficulty;
        self.obs.add_if(!is_rolled, unit, Metric::ArmourDefences, 1);
        const BY_KIND: [Metric; 3] = [Metric::AgilityDefence, Metric::PerceptionDefence, Metric::Resistance];
        const BY_NUMBER: [Metric; 4] =
            [Metric::Defence1, Metric::Defence2, Metric::Defence3, Metric::Defence4Up];
        self.obs.add(unit, BY_KIND[how as usize], u32::from(stops));
        self.obs.add(unit, BY_NUMBER[usize::from(kth.clamp(1, 4)) - 1], u32::from(stops));
        let dice = is_rolled.then(|| roll.dice());
        self.obs.event(|| Event::Defends { unit, how, dice, difficulty, rolled, stops });
        stops
    }

    /// JU-59: successes take squares off the knockback.
    fn body_defence(&mut self, unit: UnitId, coming: AttackSpec, weary: i32, strike: &mut Strike) {
        let pool = self.rules.body_dice(self.state, unit) - weary;
        self.count_defence(unit, pool);
        let roll = Successes::degree(pool);
        let rolled = self.dice.draw(by(coming.attacker, Purpose::Hit), &Against(&roll));
        strike.less_knockback += rolled;
        self.obs.add(unit, Metric::BodyDefence, u32::from(rolled > 0));
        self.obs.event(|| Event::BodyDefence { unit, dice: roll.dice(), rolled });
    }

    /// JU-62: one more defence of the round; its number. X-3 strikes when its pool is 0.
    fn count_defence(&mut self, unit: UnitId, pool: i32) -> u8 {
        if pool <= 0 {
            self.obs.mark(unit, Clock::GuardBroken(GuardBroken::Defence));
        }
        let it = self.state.unit_mut(unit);
        it.defended = it.defended.saturating_add(1);
        it.defended
    }

    /// JU-06: dice bought for a defence, where the ruling lets cores buy them.
    fn cores_on_defence(&mut self, unit: UnitId, kind: AttackKind, pool: i32, difficulty: i32) -> i32 {
        let (rules, state) = (self.rules, &*self.state);
        if rules.rulings.core_dice_on == CoreDiceOn::Attack {
            return 0;
        }
        const ANSWERS: [Attribute; 3] = [Attribute::Agility, Attribute::Perception, Attribute::Wisdom];
        let limit = rules.ability(state, unit, ANSWERS[kind as usize]);
        let cores = rules.cores_to_spend(state, unit, limit, |cores| p_at_least(pool + cores, difficulty));
        self.pay_for_dice(unit, cores);
        cores
    }

    /// JU-06: cores that buy dice.
    pub(crate) fn pay_for_dice(&mut self, unit: UnitId, cores: i32) {
        if cores > 0 {
            self.obs.add(unit, Metric::CoresOnDice, cores.min(self.state.unit(unit).cores) as u32);
            self.spend(unit, cores, Exhaustion::Attack);
        }
    }
}

/// The answer to a melee attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Agility,
    Body,
    None,
}

impl Juso {
    /// D-09, knowing the successes of the attack (JU-43).
    fn choose_defence(
        &self,
        state: &State,
        unit: UnitId,
        coming: AttackSpec,
        pool: i32,
        difficulty: i32,
    ) -> Answer {
        match self.choose(state, unit, &self.unit(unit).tactics.defend) {
            Defend::Agility => Answer::Agility,
            Defend::Body => Answer::Body,
            Defend::None => Answer::None,
            Defend::AgilityThenBody if pool <= 0 && difficulty > 0 => Answer::Body,
            Defend::AgilityThenBody => Answer::Agility,
            Defend::Best => {
                let loss = |less_knockback: i32| {
                    let strike = Strike { less_knockback, ..Strike::default() };
                    self.mean_loss(state, [coming.attacker, unit], [coming.damage, 0], &strike)
                };
                let agility = (1.0 - p_at_least(pool, difficulty)) * loss(0);
                let dice = self.body_dice(state, unit) - self.weariness(state, unit);
                let body: f64 = (0..=dice.max(0)).map(|less| p_exactly(dice, less) * loss(less)).sum();
                if body < agility { Answer::Body } else { Answer::Agility }
            }
        }
    }
}
