//! Chances of rolls that tactics ask for, remembered for every die that a scenario can roll.
//!
//! The chance of a pool is made of the chances of its die, and a die that explodes has no end: without a table
//! each look at a talk or a defence would raise the same powers hundreds of times.

use crate::data::setup::{Setup, Stat};
use crate::dice::Die;
use crate::dice::draws::{Contest, Pool};
use crate::state::spread::Spread;
use fray_kit::whole::floor;

/// The most faces of a die, and the most that is added to each roll of it.
const FACES: usize = 21;
const PLUSES: usize = 102;
/// Marks a die without a table.
const NONE: u8 = u8::MAX;

/// A worth or a chance as a whole number of steps of 2^-30, for comparisons: what is equal but was added up in
/// another order is equal.
#[inline(always)]
pub(crate) fn steps(of: f64) -> i64 {
    const ONE: f64 = (1_u32 << 30) as f64;
    // Fractions of the dice lie on halves of steps; none lies here.
    const EDGE: f64 = 0.618_033_988_749_894_8;
    floor(of * ONE + EDGE)
}

/// The rank of a worth among others: higher is better. The chance times the mean damage decides where the
/// worths that are compared are all 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank {
    worth: i64,
    rolled: i64,
}

impl Rank {
    /// Of a worth, and of the chance times the mean damage, which is asked for where the worth is 0.
    #[inline(always)]
    pub(crate) fn of(worth: f64, rolled: f64) -> Self {
        let worth = steps(worth);
        Self { worth, rolled: if worth == 0 { steps(rolled) } else { 0 } }
    }
}

/// A mean rounded down; one that is whole but for the last bits is whole.
#[inline(always)]
pub(crate) fn whole(mean: f64) -> i32 {
    const EQUAL: f64 = 1e-9;
    floor(mean + EQUAL) as i32
}

/// Returns whether a chance is below 1 in 20.
#[inline(always)]
pub(crate) fn is_rare(chance: f64) -> bool {
    steps(chance) < steps(0.05)
}

/// The chances of one die.
#[derive(Clone, Debug)]
struct DieOdds {
    die: Die,
    /// P(X >= v), from 0 to one more than [`Die::top`].
    tail: Vec<f64>,
}

impl DieOdds {
    fn of(die: Die) -> Self {
        Self { die, tail: die.tail() }
    }

    #[inline(always)]
    fn at_least(&self, v: i32) -> f64 {
        if v <= 0 {
            return 1.0;
        }
        self.tail.get(v as usize).copied().unwrap_or_else(|| self.die.at_least(v))
    }

    fn top(&self) -> i32 {
        self.tail.len() as i32 - 2
    }
}

/// The chances of the dice of a scenario.
#[derive(Debug)]
pub(crate) struct Odds {
    /// The place in `tables` of each die, by faces, what is added and whether two faces explode.
    places: Vec<u8>,
    tables: Vec<DieOdds>,
}

fn place(die: Die) -> usize {
    let plus = (i32::from(die.k) + 1).clamp(0, PLUSES as i32 - 1) as usize;
    (usize::from(die.n).min(FACES - 1) * PLUSES + plus) * 2 + usize::from(die.two)
}

impl Odds {
    /// Of the dice that units of this scenario can roll, effects counted; of none if `is_plain`.
    pub(crate) fn new(setup: &Setup, spread: &Spread, is_plain: bool) -> Self {
        let mut odds = Self { places: vec![NONE; FACES * PLUSES * 2], tables: Vec::new() };
        if !is_plain {
            dice_of(setup, spread, |die| odds.remember(die));
        }
        odds
    }

    fn remember(&mut self, die: Die) {
        let at = &mut self.places[place(die)];
        if *at == NONE && self.tables.len() < usize::from(NONE) {
            *at = self.tables.len() as u8;
            self.tables.push(DieOdds::of(die));
        }
    }

    /// The chances of a die, for `f`: those that are remembered, or made for this once.
    #[inline(always)]
    fn with<R>(&self, die: Die, f: impl FnOnce(&DieOdds) -> R) -> R {
        match self.tables.get(usize::from(self.places[place(die)])) {
            Some(table) if table.die == die => f(table),
            _ => f(&DieOdds::of(die)),
        }
    }

    /// P(result >= v) of a pool.
    #[inline(always)]
    pub(crate) fn at_least(&self, pool: &Pool, v: i32) -> f64 {
        match self.tables.get(usize::from(self.places[place(pool.die)])) {
            Some(table) if table.die == pool.die => pool.at_least_by(v, |v| table.at_least(v)),
            _ => pool.at_least(v),
        }
    }

    /// P(mine - theirs >= d) of a contest.
    pub(crate) fn wins_by(&self, contest: &Contest, d: i32) -> f64 {
        self.with(contest.mine.die, |mine| {
            self.with(contest.theirs.die, |theirs| {
                contest.at_least_by(
                    d,
                    [mine.top(), theirs.top()],
                    |v| contest.mine.at_least_by(v, |v| mine.at_least(v)),
                    |v| contest.theirs.at_least_by(v, |v| theirs.at_least(v)),
                )
            })
        })
    }

    /// The mean of what mine is above theirs, 0 where it is not.
    pub(crate) fn mean_margin(&self, contest: &Contest) -> f64 {
        let Contest { mine, theirs, .. } = contest;
        self.with(mine.die, |my| {
            self.with(theirs.die, |their| {
                let mine_at_least = |v: i32| mine.at_least_by(v, |v| my.at_least(v));
                let theirs_at_least = |v: i32| theirs.at_least_by(v, |v| their.at_least(v));
                let least = theirs.ends_by(their.top()).0;
                let top = mine.ends_by(my.top()).1;
                // Above v mine is as much more, on the mean, as its chances to reach more than v add up to.
                let (mut above, mut mean) = (0.0, 0.0);
                for v in (least..top).rev() {
                    above += mine_at_least(v + 1);
                    mean += above * (theirs_at_least(v) - theirs_at_least(v + 1));
                }
                mean
            })
        })
    }
}

/// Every die that a unit of a scenario can come to roll.
fn dice_of(setup: &Setup, spread: &Spread, mut found: impl FnMut(Die)) {
    let on_two = spread.explodes_on_two() || setup.any(|unit| unit.explode_two.0 != 0);
    for unit in setup.units() {
        for stat in Stat::ALL {
            for die in spread.dice(stat, unit.stats.all()[stat as usize]) {
                found(die);
                if on_two {
                    found(die.on_two(true));
                }
            }
        }
    }
}
