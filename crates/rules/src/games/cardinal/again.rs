//! Rolls, and dice that are rolled again where an ability says so (CA-04, CA-54): once, and the second roll
//! stands.

use super::draws::{Check, Checked, Contest, Contested, Hit, Soaked};
use super::events::Event;
use super::faces::{Faces, Highest};
use super::pool::{MAX_DICE, Pool};
use super::vocabulary::Again;
use super::{Cardinal, ModKind, Play, by};
use crate::engine::draw::{Chance, Purpose, Roll};
use crate::engine::observe::Observer;
use crate::engine::roster::UnitId;

/// The sizes of dice.
const SIZES: usize = 5;

/// What a pool shows, by the size of its dice, the smallest first.
#[derive(Clone, Copy, Debug, Default)]
struct BySize([Faces; SIZES]);

impl BySize {
    fn faces(self) -> Faces {
        let mut all = [0; MAX_DICE];
        let mut n = 0;
        for face in self.0.into_iter().rev().flat_map(Faces::iter).take(MAX_DICE) {
            all[n] = face;
            n += 1;
        }
        Faces::of(&all[..n])
    }
}

/// How a roll went for a unit whose dice may be rolled again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Went {
    /// Whether it came to nothing for who rolled.
    badly: bool,
    /// What a die has to be above to count; those that are need no second roll.
    number: u32,
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

    fn roll_by_size(&mut self, roll: Roll, pool: Pool) -> BySize {
        let mut shown = BySize::default();
        for size in 0..SIZES {
            let mut dice = Pool::NONE;
            dice.0[size] = pool.0[size];
            if !dice.is_empty() {
                shown.0[size] = self.dice.draw(roll, &Highest::of(dice, true));
            }
        }
        shown
    }

    /// CA-54: rolls again what the unit's second roll lets it, if that can help it; an enemy's where that can harm.
    fn roll_again(&mut self, roll: Roll, pool: Pool, shown: &mut BySize, went: Went) {
        let unit = roll.unit;
        let Some((at, again, hostile)) = self.second_roll(unit) else { return };
        let first = shown.faces();
        let mut dice = Pool::NONE;
        let lowest = first.iter().min().unwrap_or(0);
        match again {
            Again::OwnOnes => {
                for (size, faces) in shown.0.iter().enumerate() {
                    dice.0[size] = faces.equal(1);
                }
            }
            // Of equal dice the largest.
            Again::Lowest if went.badly || lowest <= went.number && first.iter().count() > 1 => {
                if let Some(size) = (0..SIZES).rev().find(|&size| shown.0[size].equal(lowest) > 0) {
                    dice.0[size] = 1;
                }
            }
            Again::All if went.badly != hostile => dice = pool,
            Again::Lowest | Again::All => {}
        }
        if dice.is_empty() {
            return;
        }
        let second = self.roll_by_size(roll, dice);
        for size in 0..SIZES {
            let drop = usize::from(dice.0[size]);
            if drop == 0 {
                continue;
            }
            // Dice stand from the highest down, so that those rolled again are the last.
            let kept = shown.0[size].iter().count().saturating_sub(drop);
            let mut all = [0; MAX_DICE];
            let mut n = 0;
            for face in shown.0[size].iter().take(kept).chain(second.0[size].iter()) {
                all[n] = face;
                n += 1;
            }
            shown.0[size] = Faces::of(&all[..n]).sorted();
        }
        let then = shown.faces();
        self.obs.event(|| Event::Rerolls { unit, dice, first, then });
        // A passive ability gives every roll its second.
        if self.rules.mods[at].passive.is_none() {
            let place = unit.idx() * self.rules.mods.len() + at;
            self.state.mods[place] = 0;
        }
    }

    /// A pool of a unit against a number or penalty dice.
    pub(super) fn check(&mut self, roll: Roll, check: &Check) -> Checked {
        if self.second_roll(roll.unit).is_none() {
            return self.dice.draw(roll, check);
        }
        let mut shown = self.roll_by_size(roll, check.pool);
        let penalty = self.dice.draw(roll, &Highest::of(check.penalty, false)).highest();
        let number = check.number.max(penalty);
        let badly = Check::result(shown.faces(), number).successes == 0;
        self.roll_again(roll, check.pool, &mut shown, Went { badly, number });
        Check::result(shown.faces(), number)
    }

    /// The same, if it is rolled at all.
    pub(super) fn check_if(&mut self, is_rolled: bool, roll: Roll, check: &Check) -> Checked {
        if self.second_roll(roll.unit).is_none() {
            return self.dice.draw_if(is_rolled, roll, check);
        }
        if is_rolled { self.check(roll, check) } else { Checked::default() }
    }

    /// Two pools of two units against each other; the loser of the first roll rolls again before the winner.
    pub(super) fn contest(
        &mut self,
        [one, other]: [UnitId; 2],
        purpose: Purpose,
        contest: &Contest,
    ) -> Contested {
        let roll = by(one, purpose);
        if self.second_roll(one).is_none() && self.second_roll(other).is_none() {
            return self.dice.draw(roll, contest);
        }
        let mut attack = self.roll_by_size(roll, contest.attack);
        let mut defence = self.roll_by_size(by(other, purpose), contest.defence);
        let read = |attack: BySize, defence: BySize| {
            Contested::of(attack.faces(), defence.faces(), contest.is_exchange)
        };
        let number = defence.faces().highest();
        let badly = read(attack, defence).attack == 0;
        self.roll_again(roll, contest.attack, &mut attack, Went { badly, number });
        let out = read(attack, defence);
        let badly = if contest.is_exchange { out.counter == 0 } else { out.attack > 0 };
        let number = attack.faces().highest();
        self.roll_again(by(other, purpose), contest.defence, &mut defence, Went { badly, number });
        read(attack, defence)
    }

    /// CA-33: the soak roll of a unit.
    pub(super) fn soak_roll(&mut self, roll: Roll, target: UnitId, hit: &Hit) -> Soaked {
        if self.second_roll(target).is_none() {
            return self.dice.draw(roll, hit);
        }
        let roll = by(target, roll.purpose);
        let mut shown = self.roll_by_size(roll, hit.soak);
        let badly = shown.faces().above(hit.number) == 0;
        self.roll_again(roll, hit.soak, &mut shown, Went { badly, number: hit.number });
        hit.read(shown.faces())
    }
}
