//! Rolls, and dice that are rolled again where an effect says so (CA-04, CA-54): once, and the second roll
//! stands.

use core::slice::from_mut;

use crate::data::events::Event;
use crate::data::vocabulary::Again;
use crate::dice::draws::{Check, Checked, Contest, Contested};
use crate::dice::faces::{Faces, Highest};
use crate::dice::pool::{MAX_DICE, Pool};
use crate::rules::attacks::soak::{Hit, Soaked};
use crate::{Cardinal, ModKind, Play, by};
use fray_engine::draw::{Chance, Purpose, Roll};
use fray_engine::observe::Observer;
use fray_engine::roster::UnitId;
use fray_engine::worth::Against;

/// The sizes of dice.
const SIZES: usize = 5;

/// The most sources of dice of one roll: an area's, and penalty dice beside them.
pub(crate) const MOST_SOURCES: usize = 6;

/// Dice of one source of a roll, and what they show by size, the smallest first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Thrown {
    pub(crate) pool: Pool,
    shown: [Faces; SIZES],
}

impl Thrown {
    pub(crate) fn faces(&self) -> Faces {
        gathered([self])
    }

    /// Puts new faces in the place of as many dice, the lowest ones of each size.
    fn replace(&mut self, second: &Self) {
        for (shown, new) in self.shown.iter_mut().zip(second.shown) {
            // Faces stand from the highest down, so that those rolled again are the last.
            let kept = shown.iter().count().saturating_sub(new.iter().count());
            let mut all = [0; MAX_DICE];
            let mut n = 0;
            for face in shown.iter().take(kept).chain(new.iter()) {
                all[n] = face;
                n += 1;
            }
            *shown = Faces::of(&all[..n]).sorted();
        }
    }
}

/// The faces of several sources in one roll.
pub(crate) fn gathered<'a>(sources: impl IntoIterator<Item = &'a Thrown>) -> Faces {
    let mut all = [0; MAX_DICE];
    let mut n = 0;
    let faces = sources.into_iter().flat_map(|source| source.shown.into_iter().rev().flat_map(Faces::iter));
    for face in faces.take(MAX_DICE) {
        all[n] = face;
        n += 1;
    }
    Faces::of(&all[..n])
}

impl<C: Chance, O: Observer<Cardinal>> Play<'_, C, O> {
    /// The second roll that a unit has, and the lasting effect that gives it.
    fn second_roll(&self, unit: UnitId) -> Option<(usize, Again, bool)> {
        let rules = self.rules;
        if !rules.reads.rerolls {
            return None;
        }
        (0..rules.mods.len()).find_map(|at| match rules.mods[at].what {
            ModKind::Reroll(again, hostile) if rules.is_under(self.state, unit, at) => {
                Some((at, again, hostile))
            }
            _ => None,
        })
    }

    /// Rolls dice of which some may be rolled again.
    pub(crate) fn throw(&mut self, roll: Roll, pool: Pool) -> Thrown {
        let mut thrown = Thrown { pool, ..Thrown::default() };
        for size in 0..SIZES {
            let mut dice = Pool::NONE;
            dice.0[size] = pool.0[size];
            if !dice.is_empty() {
                thrown.shown[size] = self.dice.draw(roll, &Highest::of(dice, true));
            }
        }
        thrown
    }

    /// CA-54: rolls the dice again that the unit's second roll allows, if that can help it; an enemy's where
    /// that can harm. `badly`: the roll had no result for the unit that rolled. `counts`: whether a die of
    /// this source that shows this is a success.
    pub(crate) fn roll_again(
        &mut self,
        roll: Roll,
        thrown: &mut [Thrown],
        badly: bool,
        counts: impl Fn(usize, u32) -> bool,
    ) {
        let unit = roll.unit;
        let Some((at, again, hostile)) = self.second_roll(unit) else { return };
        let first = gathered(thrown.iter());
        let mut dice = [Pool::NONE; MOST_SOURCES];
        match again {
            Again::OwnOnes => {
                for (dice, thrown) in dice.iter_mut().zip(thrown.iter()) {
                    dice.0 = thrown.shown.map(|faces| faces.equal(1));
                }
            }
            Again::Lowest => {
                let lowest = first.iter().min().unwrap_or(0);
                let holds = |source: usize, size: usize| thrown[source].shown[size].equal(lowest) > 0;
                // Of equal dice the largest.
                let found = (0..SIZES)
                    .rev()
                    .find_map(|size| Some(((0..thrown.len()).find(|&source| holds(source, size))?, size)));
                if let Some((source, size)) = found
                    && (badly || !counts(source, lowest) && first.iter().count() > 1)
                {
                    dice[source].0[size] = 1;
                }
            }
            Again::All if badly != hostile => {
                for (dice, thrown) in dice.iter_mut().zip(thrown.iter()) {
                    *dice = thrown.pool;
                }
            }
            Again::All => {}
        }
        let all = dice.into_iter().fold(Pool::NONE, Pool::and);
        if all.is_empty() {
            return;
        }
        for (thrown, dice) in thrown.iter_mut().zip(dice) {
            let second = self.throw(roll, dice);
            thrown.replace(&second);
        }
        let then = gathered(thrown.iter());
        self.obs.event(|| Event::Rerolls { unit, dice: all, first, then });
        // A passive ability gives every roll its second.
        if self.rules.mods[at].passive.is_none() {
            let place = unit.idx() * self.rules.mods.len() + at;
            self.state.mods[place] = 0;
        }
    }

    /// A pool of a unit against a number or penalty dice.
    pub(crate) fn check(&mut self, roll: Roll, check: &Check) -> Checked {
        if self.second_roll(roll.unit).is_none() {
            return self.dice.draw(roll, check);
        }
        let mut thrown = self.throw(roll, check.pool);
        let penalty = self.dice.draw(roll, &Against(&Highest::of(check.penalty, false))).highest();
        let number = check.number.max(penalty);
        let badly = Check::result(thrown.faces(), number).successes == 0;
        self.roll_again(roll, from_mut(&mut thrown), badly, |_, face| face > number);
        Check::result(thrown.faces(), number)
    }

    /// A check that is made only where it matters; otherwise it comes to nothing.
    pub(crate) fn check_if(&mut self, is_rolled: bool, roll: Roll, check: &Check) -> Checked {
        if self.second_roll(roll.unit).is_none() {
            return self.dice.draw_if(is_rolled, roll, check);
        }
        if is_rolled { self.check(roll, check) } else { Checked::default() }
    }

    /// Two pools of two units against each other; the attacker rolls again before the defender.
    pub(crate) fn contest(
        &mut self,
        [one, other]: [UnitId; 2],
        purpose: Purpose,
        contest: &Contest,
    ) -> Contested {
        let roll = by(one, purpose);
        if self.second_roll(one).is_none() && self.second_roll(other).is_none() {
            return self.dice.draw(roll, contest);
        }
        let mut attack = self.throw(roll, contest.attack);
        let mut defence = self.throw(by(other, purpose), contest.defence);
        let number = defence.faces().highest();
        let badly = attack.faces().above(number) == 0;
        self.roll_again(roll, from_mut(&mut attack), badly, |_, face| face > number);
        self.answer_again(by(other, purpose), attack.faces(), &mut defence, contest.is_exchange)
    }

    /// The defender's second roll where the attacker's dice stand, and how the roll ends.
    pub(crate) fn answer_again(
        &mut self,
        roll: Roll,
        attack: Faces,
        defence: &mut Thrown,
        is_exchange: bool,
    ) -> Contested {
        let out = Contested::of(attack, defence.faces(), is_exchange);
        let badly = if is_exchange { out.counter == 0 } else { out.attack > 0 };
        let number = attack.highest();
        self.roll_again(roll, from_mut(defence), badly, |_, face| face > number);
        Contested::of(attack, defence.faces(), is_exchange)
    }

    /// CA-33: the soak roll of a unit.
    pub(crate) fn soak_roll(&mut self, roll: Roll, target: UnitId, hit: &Hit) -> Soaked {
        if self.second_roll(target).is_none() {
            return self.dice.draw(roll, hit);
        }
        let roll = by(target, roll.purpose);
        let mut thrown = self.throw(roll, hit.soak);
        let penalty = self.dice.draw(roll, &Against(&Highest::of(hit.penalty, false))).highest();
        let number = hit.number.max(penalty);
        let badly = thrown.faces().above(number) == 0;
        self.roll_again(roll, from_mut(&mut thrown), badly, |_, face| face > number);
        hit.read(thrown.faces(), penalty)
    }
}
