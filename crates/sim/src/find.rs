//! Searches for the fight that meets criteria: `loss(wizards) and rounds <= 3, longest`.
//!
//! [`crate::measures`] says what criteria may ask for. Of equal fights the first is found.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use fray_engine::contract::Outcome;
use fray_engine::roster::SideId;
use rayon::prelude::*;

use crate::compare::MetricName;
use crate::compare::shared::columns_of;
use crate::luck::LuckIndex;
use crate::measures::{Condition, Criteria, Ends, Measure, Pick, Region, Subject, View, What, Within};
use crate::play::dice::Dice;
use crate::play::engine::Engine;
use crate::play::run::{Broken, CHUNK, message};
use crate::tally::columns::{Column, ColumnList, FightColumns, UnitColumn};
use crate::tally::{Keep, Player};
use crate::totals::{About, Totals};

/// The fight that was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// Its number.
    pub fight: u64,
    /// Its value of what was picked by: its rounds, its damage, or that of which it is at a percentile.
    pub value: Option<f64>,
}

impl Ends {
    fn is(self, outcome: Outcome) -> bool {
        match (self, outcome) {
            (Self::Win(side), Outcome::Win(winner)) => side == winner,
            (Self::Loss(side), Outcome::Win(winner)) => side != winner,
            (Self::Draw, Outcome::Draw) | (Self::Timeout, Outcome::Timeout) => true,
            (Self::Win(_) | Self::Loss(_), Outcome::Draw | Outcome::Timeout)
            | (Self::Draw, Outcome::Win(_) | Outcome::Timeout)
            | (Self::Timeout, Outcome::Win(_) | Outcome::Draw) => false,
        }
    }
}

/// Searches the fights of `range` under `seed` on the threads of the current pool. Of fights that
/// fit equally well the first is found, whatever the threads do. `None`: no fight fits.
///
/// # Errors
/// A fight of the range that broke an invariant: the first, if all are searched.
pub fn find(
    engine: &dyn Engine,
    seed: u64,
    range: Range<u64>,
    criteria: &Criteria,
) -> Result<Option<Found>, Broken> {
    let n_chunks = range.end.saturating_sub(range.start).div_ceil(CHUNK);
    let about = engine.about();
    let dice = Dice::new(&about.roster, seed);
    let luck = match criteria.pick {
        Some(Pick::Luckiest(side) | Pick::Unluckiest(side)) => LuckIndex::of(engine, seed, side)?,
        _ => None,
    };
    let search = || Search::new(engine, &about, &dice, criteria, luck.as_ref());
    let chunks = (0..n_chunks).into_par_iter().map_init(search, |search, i| {
        let start = range.start + i * CHUNK;
        search.chunk(start..range.end.min(start + CHUNK))
    });
    let Some(pick) = &criteria.pick else {
        // The first that fits ends the search.
        let found = chunks.map(|fits| fits.map(|fits| fits.first())).find_map_first(Result::transpose);
        return found.map_or(Ok(None), |found| found.map(|fight| Some(Found { fight, value: None })));
    };
    let merge = |a: Result<Fits, Broken>, b: Result<Fits, Broken>| match (a, b) {
        (Ok(a), Ok(b)) => Ok(a.with(b)),
        (Err(a), Err(b)) => Err(if a.fight <= b.fight { a } else { b }),
        (Err(broken), Ok(_)) | (Ok(_), Err(broken)) => Err(broken),
    };
    chunks.reduce(|| Ok(Fits::default()), merge).map(|fits| fits.pick(pick))
}

/// The fights that meet the conditions, by the value that one is picked by: how many there are, and the
/// first. The values are not negative, so that their bits are in their order.
#[derive(Clone, Debug, Default)]
struct Fits(BTreeMap<u64, (u64, u64)>);

impl Fits {
    fn add(&mut self, value: f64, n: u64, fight: u64) {
        let (all, first) = self.0.entry(value.to_bits()).or_insert((0, fight));
        *all += n;
        *first = fight.min(*first);
    }

    fn with(mut self, other: Self) -> Self {
        other.0.into_iter().for_each(|(value, (n, first))| self.add(f64::from_bits(value), n, first));
        self
    }

    fn first(&self) -> Option<u64> {
        self.0.values().map(|&(_, first)| first).min()
    }

    fn pick(&self, pick: &Pick) -> Option<Found> {
        let found = match *pick {
            Pick::Longest | Pick::Damage(_) | Pick::Luckiest(_) => self.0.last_key_value(),
            Pick::Shortest | Pick::Unluckiest(_) => self.0.first_key_value(),
            Pick::Percentile(percent, _) => {
                // As `stats::quantile` has it: the smallest value that enough fights do not exceed.
                let n: u64 = self.0.values().map(|&(n, _)| n).sum();
                let rank = (u128::from(n) * u128::from(percent)).div_ceil(100);
                let mut seen = 0;
                self.0.iter().find(|(_, (n, _))| {
                    seen += u128::from(*n);
                    seen >= rank
                })
            }
        };
        let shift = if matches!(pick, Pick::Luckiest(_) | Pick::Unluckiest(_)) { LUCK_SHIFT } else { 0.0 };
        found.map(|(&value, &(_, fight))| Found { fight, value: Some(f64::from_bits(value) - shift) })
    }
}

/// Added to luck, so that no value is negative: far more than any fight has.
const LUCK_SHIFT: f64 = 1e6;

/// The source of a measure's value for one subject, in each fight.
enum Reading {
    /// The luck of a side; equal in all fights where nothing moves its wins.
    Luck(Option<LuckIndex>),
    /// The sum of columns, or whether it is above 0, divided by the sum of others if there are some.
    Columns { sum: Vec<usize>, is_any: bool, tries: Option<Vec<usize>> },
    /// Whether a clock struck, and for the first time in one of these rounds.
    FirstStrike { struck: usize, round: usize, within: Within },
    /// The totals of the fight alone, for what columns do not tell: which strikes came when.
    Totals(Measure),
}

impl Reading {
    fn new(measure: &Measure, subject: Subject, about: &About, columns: &mut ColumnList) -> Self {
        if let (What::Clock { clock, view, rounds, activations }, Subject::Unit(unit)) =
            (measure.what, subject)
            && (rounds, activations) != (Within::ALL, Within::ALL)
        {
            if view == View::Every || activations != Within::ALL {
                return Self::Totals(Measure { of: vec![subject], ..measure.clone() });
            }
            let mut place = |column| columns.place(Column::Unit(unit, column));
            let (struck, round) = (place(UnitColumn::Struck(clock)), place(UnitColumn::First(clock)));
            return Self::FirstStrike { struck, round, within: rounds };
        }
        let (side, unit) = match subject {
            Subject::Fight => (None, None),
            Subject::Side(side) => (Some(side), None),
            Subject::Unit(unit) => (Some(about.roster.units[unit.idx()].side), Some(unit)),
        };
        let named = MetricName {
            metric: measure.table_name(about),
            side: side.map(|side| about.roster.side(side).to_owned()),
            unit: unit.map(|unit| about.roster.unit(unit).to_owned()),
        };
        let read = columns_of(about, &named);
        let mut place = |all: Vec<Column>| all.into_iter().map(|column| columns.place(column)).collect();
        Self::Columns { sum: place(read.sum), is_any: read.is_any, tries: read.tries.map(place) }
    }
}

/// Plays fights one by one again for their totals.
struct Alone<'a> {
    player: Box<dyn Player + 'a>,
    /// Of the fight played last.
    totals: Totals,
    fight: Option<u64>,
}

impl<'a> Alone<'a> {
    fn new(player: Box<dyn Player + 'a>) -> Self {
        Self { player, totals: Totals::default(), fight: None }
    }

    fn totals(&mut self, fight: u64) -> &Totals {
        if self.fight != Some(fight) {
            self.player.play(fight..fight + 1);
            self.totals = Totals::default();
            self.player.drain_into(&mut self.totals);
            self.fight = Some(fight);
        }
        &self.totals
    }
}

/// A search among the fights of a run: the player of its fights, and the columns that its criteria read.
struct Search<'a> {
    player: Box<dyn Player + 'a>,
    alone: Option<RefCell<Alone<'a>>>,
    about: &'a About,
    fights: FightColumns,
    /// The winning side of each fight, by side.
    wins: Vec<usize>,
    draw: usize,
    /// The ends that the fight may have.
    ends: Vec<Ends>,
    /// The values that a fight must have.
    conditions: Vec<(Reading, Region)>,
    /// The value that a fight is picked by.
    by: Option<Reading>,
}

impl<'a> Search<'a> {
    fn new(
        engine: &'a dyn Engine,
        about: &'a About,
        dice: &Dice,
        criteria: &Criteria,
        luck: Option<&LuckIndex>,
    ) -> Self {
        let mut columns = ColumnList::default();
        let sides = 0..about.roster.sides.len() as u8;
        let wins = sides.map(|side| columns.place(Column::Win(SideId(side)))).collect();
        let draw = columns.place(Column::Draw);
        let (mut ends, mut conditions) = (Vec::new(), Vec::new());
        for condition in &criteria.conditions {
            match condition {
                Condition::Ends(how) => ends.push(*how),
                Condition::Value(measure, region) => conditions.extend(
                    measure.of.iter().map(|&of| (Reading::new(measure, of, about, &mut columns), *region)),
                ),
            }
        }
        // What is played twice is looked at last.
        conditions.sort_by_key(|(reading, _)| matches!(reading, Reading::Totals(_)));
        let whole = |sum| Reading::Columns { sum, is_any: false, tries: None };
        let by = criteria.pick.as_ref().map(|pick| match pick {
            Pick::Longest | Pick::Shortest => whole(vec![columns.place(Column::Rounds)]),
            Pick::Damage(units) => {
                whole(units.map(|unit| columns.place(Column::Unit(unit, UnitColumn::Damage))).collect())
            }
            Pick::Luckiest(_) | Pick::Unluckiest(_) => Reading::Luck(luck.cloned()),
            Pick::Percentile(_, measure) => Reading::new(measure, measure.of[0], about, &mut columns),
        });
        let of_totals = |reading: &Reading| matches!(reading, Reading::Totals(_));
        let needs_totals =
            by.as_ref().is_some_and(of_totals) || conditions.iter().any(|(reading, _)| of_totals(reading));
        let fights = FightColumns::new(about, columns);
        Self {
            player: engine.player(
                if luck.is_some() { dice.clone().keeping_account() } else { dice.clone() },
                fights.keep(),
            ),
            alone: needs_totals.then(|| RefCell::new(Alone::new(engine.player(dice.clone(), Keep::Totals)))),
            about,
            fights,
            wins,
            draw,
            ends,
            conditions,
            by,
        }
    }

    /// The fights of a chunk that fit; without a value to pick by only the first.
    fn chunk(&mut self, fights: Range<u64>) -> Result<Fits, Broken> {
        catch_unwind(AssertUnwindSafe(|| self.fits(fights)))
            .map_err(|panic| Broken { fight: self.player.playing(), message: message(&*panic) })
    }

    fn fits(&mut self, fights: Range<u64>) -> Fits {
        let mut fits = Fits::default();
        for fight in fights {
            self.fights.play(&mut *self.player, fight..fight + 1);
            if !self.meets(fight) {
                continue;
            }
            let Some(by) = &self.by else {
                fits.add(0.0, 1, fight);
                break;
            };
            if let Some(value) = self.value(by, fight) {
                fits.add(value, 1, fight);
            }
        }
        fits
    }

    /// Returns whether the fight played last meets the conditions.
    fn meets(&self, fight: u64) -> bool {
        let outcome = self.outcome();
        self.ends.iter().all(|ends| ends.is(outcome))
            && self
                .conditions
                .iter()
                .all(|(reading, region)| self.value(reading, fight).is_some_and(|value| region.has(value)))
    }

    fn outcome(&self) -> Outcome {
        match self.wins.iter().position(|&column| self.number(column) > 0) {
            Some(side) => Outcome::Win(SideId(side as u8)),
            None if self.number(self.draw) > 0 => Outcome::Draw,
            None => Outcome::Timeout,
        }
    }

    /// A number of the fight played last.
    fn number(&self, column: usize) -> u64 {
        self.fights.column(column)[0].into()
    }

    /// A value of the fight played last; `None` if nothing of it was observed.
    fn value(&self, reading: &Reading, fight: u64) -> Option<f64> {
        let added = |columns: &[usize]| columns.iter().map(|&column| self.number(column)).sum::<u64>();
        match reading {
            Reading::Luck(index) => {
                let luck = index.as_ref().zip(self.player.account());
                Some(LUCK_SHIFT + luck.map_or(0.0, |(index, account)| index.value(account)))
            }
            Reading::Columns { sum, is_any: true, .. } => Some(f64::from(u8::from(added(sum) > 0))),
            Reading::Columns { sum, tries: None, .. } => Some(added(sum) as f64),
            Reading::Columns { sum, tries: Some(tries), .. } => match added(tries) {
                0 => None,
                tries => Some(added(sum) as f64 / tries as f64),
            },
            Reading::FirstStrike { struck, round, within } => {
                let is_met = self.number(*struck) > 0 && within.has(self.number(*round));
                Some(f64::from(u8::from(is_met)))
            }
            Reading::Totals(measure) => {
                let alone = self.alone.as_ref().expect("a reading of totals has who plays for them");
                measure.estimates(self.about, alone.borrow_mut().totals(fight))[0].value()
            }
        }
    }
}
