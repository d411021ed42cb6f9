//! Damage that no weapon does: of falls, and of those who are thrown against something (MG-46, MG-54, MG-55).

use crate::data::metrics::Harm;
use crate::data::rulings::Rulings;
use crate::dice::draws::Total;
use crate::dice::{DiceRules, Distribution, Formula, MAX_SETS, Set};
use crate::rules::attacks::damage::{DamageSource, Source};
use crate::{MahouGalaxy, Play, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::{ActionRef, Observer};
use fray_engine::roster::UnitId;
use fray_engine::worth::Against;

/// The dice of a fall by the number of times that `fall.die` is rolled, from none on.
pub(crate) type FallDice = Vec<(Formula, Distribution)>;

/// The most dice of one draw: those of a fall from the highest ground. Further dice are drawn before and
/// added.
const MOST: i32 = 25;

/// MG-46: the dice of falls of up to so many feet.
pub(crate) fn dice(rulings: &Rulings, dice: DiceRules, feet: i32) -> FallDice {
    let set = rulings.fall_die.0.plain(dice);
    let of = |n: usize| {
        // Dice that all count are one set, so that a formula has room for any height.
        let formula = if set.cumulative {
            let all = [Set { n: set.n.saturating_mul(n as u8), ..set }];
            Formula::of(&all[..n.min(1)])
        } else {
            Formula::of(&vec![set; n])
        };
        let distribution = Distribution::of(&formula);
        (formula, distribution)
    };
    let room = if set.cumulative { i32::from(u8::MAX / set.n.max(1)) } else { MAX_SETS as i32 };
    let needed = feet / rulings.fall_per_feet.0.max(1);
    // One at least, so that every number of dice is made of those that are here.
    (0..=needed.min(MOST).min(room).max(1) as usize).map(of).collect()
}

impl DamageSource {
    /// Damage that is no attack.
    pub(crate) fn accident(action_ref: Option<ActionRef>, harm: Harm) -> Self {
        Self {
            action_ref,
            is_attack: false,
            times: 1,
            size: 0,
            harm,
            ignores_soak: false,
            halved: false,
            quarters: 4,
        }
    }
}

impl MahouGalaxy {
    /// The mean of the damage of a fall of `fall.per_feet`.
    pub(crate) fn fall_mean(&self) -> f64 {
        self.fall[1].1.mean()
    }

    /// MG-46: how often `fall.die` is rolled for so many feet.
    pub(crate) fn fall_dice(&self, feet: i32) -> i32 {
        (feet / self.rulings.fall_per_feet.0.max(1)).max(0)
    }
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// MG-46: the damage of a fall of so many feet.
    pub(crate) fn fall_damage(&mut self, unit: UnitId, feet: i32, action_ref: Option<ActionRef>, harm: Harm) {
        let rules = self.rules;
        let dice = rules.fall_dice(feet) as usize;
        if dice == 0 {
            return;
        }
        let (flat, dice) = self.roll_beyond(unit, dice);
        let (formula, distribution) = &rules.fall[dice];
        let impact = DamageSource {
            ignores_soak: !rules.rulings.fall_soak,
            ..DamageSource::accident(action_ref, harm)
        };
        self.hurt(unit, unit, Source::Formula(formula, distribution, flat), &impact);
    }

    /// The dice of a fall that are too many for one draw, rolled before; and how many are left.
    fn roll_beyond(&mut self, unit: UnitId, mut dice: usize) -> (i32, usize) {
        let rules = self.rules;
        let most = rules.fall.len() - 1;
        let mut flat = 0;
        while dice > most {
            let (formula, distribution) = &rules.fall[most];
            let total = Total { formula, distribution, most: i32::MAX };
            flat += self.dice.draw(by(unit, Purpose::Damage), &Against(&total));
            dice -= most;
        }
        (flat, dice)
    }

    /// MG-54: the damage of a fall as a number that several read.
    pub(crate) fn roll_fall(&mut self, unit: UnitId, feet: i32) -> i32 {
        let rules = self.rules;
        let (flat, dice) = self.roll_beyond(unit, rules.fall_dice(feet) as usize);
        let (formula, distribution) = &rules.fall[dice];
        let total = Total { formula, distribution, most: i32::MAX };
        flat + self.dice.draw(by(unit, Purpose::Damage), &Against(&total))
    }

    /// Damage that was rolled already.
    pub(crate) fn hurt_by(&mut self, unit: UnitId, damage: i32, impact: &DamageSource) {
        let (formula, distribution) = &self.rules.fall[0];
        self.hurt(unit, unit, Source::Formula(formula, distribution, damage), impact);
    }
}
