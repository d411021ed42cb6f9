//! An encounter budget: how many of each monster meet a goal against each party, what monsters are worth in each
//! other, and whether a mixed pack is worth the sum of its parts.
//!
//! Each number is searched as [`mod@super::solve`] searches any other, over a key whose value is the number of copies.
//! Between two whole numbers a straight line says where the goal is met ([`curve`]).

pub mod curve;
pub mod text;

use std::path::PathBuf;

use fray_kit::sheet::declare::quoted;

use self::curve::{Crossing, Curve, quotient};
use super::solve::goal::{GoalError, SolveGoal};
use super::solve::key::Key;
use super::solve::points::{Evaluation, Settings, StopReason};
use super::solve::{Line, look_at, search_along};
use crate::compare::Tolerance;
use crate::scenario::{Diagnosis, Options, load_scenario};
use crate::stats::Interval;

/// How far from a whole share of the goal a mixed pack may be.
const FAR: f64 = 1.6;

/// A party and a monster of a cross.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The party.
    pub party: String,
    /// The monster.
    pub monster: String,
    /// The template.
    pub path: PathBuf,
    /// The options that make the fight of the two from it.
    pub options: Options,
    /// The name of the side of the monster.
    pub side: String,
    /// The pack: how many of which stat block.
    pub members: Vec<(i64, String)>,
}

/// The request of a budget.
#[derive(Clone, Debug)]
pub struct Requested {
    /// The goal, as scenario files say it.
    pub goal: String,
    /// The greatest distance of a number from it.
    pub tolerance: Option<Tolerance>,
    /// The largest number that is tried.
    pub most: i64,
    /// A key of the monster to vary in the place of its number, with its range.
    pub vary: Option<String>,
    /// The monster in which the others are counted; by default the one whose number is known most often.
    pub reference: Option<String>,
}

/// The reason for which there is no budget, with the number of the pair.
#[derive(Debug)]
pub struct Stopped {
    /// The pair.
    pub pair: usize,
    /// The reason.
    pub why: Why,
}

/// The reason for which a pair has no number.
#[derive(Debug)]
pub enum Why {
    /// The search ended before its end.
    Halted(StopReason),
    /// The goal is none of this fight.
    Goal(GoalError),
    /// The key is none of this fight.
    Key(String),
    /// The fight is not a scenario.
    Wrong(Box<Diagnosis>),
}

/// The results of the search for a pair.
#[derive(Debug)]
pub struct Known {
    /// The number of the pair.
    pub pair: usize,
    /// The name of the counted thing: a stat block, a pack or a key.
    pub of: String,
    /// The number in the cross, or the present value of the key.
    pub now: Option<i64>,
    /// The measure by number.
    pub curve: Curve,
    /// The number at which it meets the goal; `None` where two numbers could not be tried.
    pub crossing: Option<Crossing>,
    /// Whether the most fights left something open.
    pub is_open: bool,
    /// The fights of the numbers that were looked at.
    pub fights: u64,
    /// Its worth in numbers of the reference, with the 95 % interval.
    pub exchange: Option<(f64, Interval)>,
    /// A pack of it and the reference.
    pub mixed: Option<Mixed>,
}

/// A pack of two monsters, of each about half of what meets the goal.
#[derive(Debug)]
pub struct Mixed {
    /// The pack.
    pub pack: String,
    /// The strength of the pack as a share of the sum of its parts, with its 95 % interval.
    pub worth: (f64, Interval),
}

/// A budget.
#[derive(Debug)]
pub struct Budget {
    /// The results of each pair that was searched, in their order.
    pub known: Vec<Known>,
    /// The monster in which the others are counted.
    pub reference: Option<String>,
    /// The value of the measure that the goal asks for.
    pub target: f64,
    /// Whether it was stopped from outside; then pairs are missing.
    pub is_interrupted: bool,
    /// Whether its time was over before all pairs were searched.
    pub is_late: bool,
}

impl Budget {
    /// Returns whether some pair meets the goal.
    #[must_use]
    pub fn is_met(&self) -> bool {
        self.known.iter().any(|it| it.crossing.and_then(Crossing::known).is_some())
    }

    /// Returns whether the most fights left something open.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.known.iter().any(|it| it.is_open)
    }
}

/// The value that a wish draws the line at.
fn target_of(wish: &SolveGoal) -> f64 {
    let region = wish.goal().region;
    wish.target.unwrap_or(if region.lo.is_finite() && region.lo > 0.0 { region.lo } else { region.hi })
}

/// Searches the number of each pair, in their order.
///
/// # Errors
/// If a pair is no scenario, lacks what the goal is about, or a fight broke an invariant. An interruption is none.
pub fn budget(pairs: &[Pair], asked: &Requested, terms: Settings<'_>) -> Result<Budget, Stopped> {
    let mut all = Budget {
        known: Vec::new(),
        reference: None,
        target: f64::NAN,
        is_interrupted: false,
        is_late: false,
    };
    for (at, pair) in pairs.iter().enumerate() {
        if terms.is_late() {
            all.is_late = true;
            break;
        }
        match search(at, pair, asked, terms) {
            Ok((known, target)) => {
                all.target = target;
                all.known.push(known);
            }
            Err(Why::Halted(StopReason::Interrupted)) => {
                (all.is_late, all.is_interrupted) = (terms.is_late(), !terms.is_late());
                break;
            }
            Err(why) => return Err(Stopped { pair: at, why }),
        }
    }
    if asked.vary.is_none() {
        exchange(pairs, asked, terms, &mut all)?;
    }
    Ok(all)
}

/// Searches the number of one pair.
fn search(at: usize, pair: &Pair, asked: &Requested, terms: Settings<'_>) -> Result<(Known, f64), Why> {
    let base = load_scenario(&pair.path, &pair.options).map_err(|wrong| Why::Wrong(Box::new(wrong)))?;
    let about = base.engine().about();
    let wish = SolveGoal::new(&asked.goal, &about, asked.tolerance).map_err(Why::Goal)?;
    let (key, of) = match &asked.vary {
        None => (pack_key(&pair.side, &pair.members, asked.most), counted(&pair.members)),
        Some(text) => {
            let unit = base.document.sides.get(1).and_then(|side| side.units.first());
            let unit = unit.map_or("", |unit| unit.name.value.as_str());
            let own = format!("{}/{}.{text}", quoted(&pair.side), quoted(unit));
            let key = Key::parse(&own, Some(&base)).ok().filter(|key| key.present(&base).is_some());
            let key = key.map_or_else(|| Key::parse(text, Some(&base)), Ok).map_err(Why::Key)?;
            if key.present(&base).is_none() && key.range.is_none() {
                let message = format!("`{text}` is neither a whole number nor dice of {} now", pair.monster);
                return Err(Why::Key(message));
            }
            let of = key.path.clone();
            (key, of)
        }
    };
    let label = format!("{}/{}", pair.party, pair.monster);
    let told = |text: &str| (terms.told)(&format!("{label}: {text}"));
    let terms = Settings { told: &told, ..terms };
    let target = target_of(&wish);
    let now = key.present(&base);
    let line = search_along(&pair.path, &pair.options, &base, &key, &[wish], terms).map_err(Why::Halted)?;
    let curve = curve_of(&line);
    let crossing = curve.crossing(target, Interval { lo: target, hi: target });
    let known = Known {
        pair: at,
        of,
        now,
        crossing,
        is_open: line.looked.iter().any(|(_, looked)| looked.is_open),
        fights: line.looked.iter().map(|(_, looked)| looked.fights).sum(),
        curve,
        exchange: None,
        mixed: None,
    };
    Ok((known, target))
}

fn curve_of(line: &Line) -> Curve {
    let reading = |(at, looked): &(i64, Evaluation)| {
        let reading = looked.readings(0).into_iter().flatten().next()?;
        Some((*at, reading))
    };
    Curve { points: line.looked.iter().filter_map(reading).collect() }
}

/// The key whose value is the number of copies: of one stat block, or of a mixed pack as a whole.
fn pack_key(side: &str, members: &[(i64, String)], most: i64) -> Key {
    match members {
        [(count, id)] => Key::of_pack(side, vec![(1, id.clone())], *count, most.max(*count)),
        _ => Key::of_pack(side, members.to_vec(), 1, most),
    }
}

/// Returns the name of the thing that is counted: a stat block, or a pack.
fn counted(members: &[(i64, String)]) -> String {
    match members {
        [(_, id)] => id.clone(),
        _ => Key::pack_text(members, 1),
    }
}

/// Finds the worth of monsters in terms of the reference, and of packs of both.
fn exchange(pairs: &[Pair], asked: &Requested, terms: Settings<'_>, all: &mut Budget) -> Result<(), Stopped> {
    all.reference = asked.reference.clone().or_else(|| finest(pairs, &all.known));
    let Some(reference) = &all.reference else { return Ok(()) };
    for at in 0..all.known.len() {
        let (pair, number) = (&pairs[all.known[at].pair], all.known[at].crossing.and_then(Crossing::known));
        let is_unit =
            |it: &&Known| pairs[it.pair].party == pair.party && pairs[it.pair].monster == *reference;
        let Some(unit) = all.known.iter().find(is_unit) else { continue };
        let (Some(number), Some(of_unit)) = (number, unit.crossing.and_then(Crossing::known)) else {
            continue;
        };
        let exchange = if pair.monster == *reference {
            Some((1.0, Interval { lo: 1.0, hi: 1.0 }))
        } else {
            quotient(of_unit, number)
        };
        let mixed = if pair.monster == *reference || all.is_interrupted || terms.is_late() {
            Ok(None)
        } else {
            mixed(pair, &pairs[unit.pair], (number, of_unit.0), &unit.curve, asked, terms)
        };
        match mixed {
            Ok(mixed) => (all.known[at].exchange, all.known[at].mixed) = (exchange, mixed),
            Err(Why::Halted(StopReason::Interrupted)) => all.is_interrupted = !terms.is_late(),
            Err(why) => return Err(Stopped { pair: all.known[at].pair, why }),
        }
    }
    all.is_late |= terms.is_late();
    Ok(())
}

/// The monster whose number is known against most parties; of several the one of which most are needed, which tells
/// the others apart best.
fn finest(pairs: &[Pair], known: &[Known]) -> Option<String> {
    let mut of: Vec<(&str, usize, f64)> = Vec::new();
    for it in known {
        let Some((value, _)) = it.crossing.and_then(Crossing::known) else { continue };
        let name = pairs[it.pair].monster.as_str();
        match of.iter_mut().find(|(other, ..)| *other == name) {
            Some((_, n, sum)) => (*n, *sum) = (*n + 1, *sum + value),
            None => of.push((name, 1, value)),
        }
    }
    let best = of.into_iter().max_by(|a, b| a.1.cmp(&b.1).then(a.2.total_cmp(&b.2)))?;
    Some(best.0.to_owned())
}

/// Plays a pack of about half of each, and finds how many of the reference alone do as well.
fn mixed(
    pair: &Pair,
    reference: &Pair,
    ((of_monster, within_monster), of_reference): ((f64, Interval), f64),
    curve: &Curve,
    asked: &Requested,
    terms: Settings<'_>,
) -> Result<Option<Mixed>, Why> {
    let n = (of_monster / 2.0).round().max(1.0);
    let m = ((1.0 - n / of_monster) * of_reference).round();
    let sum = n / of_monster + m / of_reference;
    if m < 1.0 || !(1.0 / FAR..=FAR).contains(&sum) {
        return Ok(None);
    }
    let times = |n: f64, members: &[(i64, String)]| -> Vec<(i64, String)> {
        let single = members.len() == 1;
        members.iter().map(|(count, id)| (n as i64 * if single { 1 } else { *count }, id.clone())).collect()
    };
    let members = [times(m, &reference.members), times(n, &pair.members)].concat();
    let key = Key::of_pack(&pair.side, members.clone(), 1, 1);
    let base = load_scenario(&pair.path, &key.options(&pair.options, 1));
    // A pack may be larger than the game allows.
    let Ok(base) = base else { return Ok(None) };
    let about = base.engine().about();
    let wish = SolveGoal::new(&asked.goal, &about, asked.tolerance).map_err(Why::Goal)?;
    let looked = look_at(&pair.path, &pair.options, &key, &[wish], 1, terms).map_err(Why::Halted)?;
    let Some(reading) = looked.readings(0).into_iter().flatten().next() else { return Ok(None) };
    let Some((worth, within)) = curve.crossing(reading.value, reading.within).and_then(Crossing::known)
    else {
        return Ok(None);
    };
    // Both are read off the curve of the reference, so that what is left of their errors is that of the monster.
    let parts = |number: f64| n / number * of_reference + m;
    let within_parts = Interval { lo: parts(within_monster.hi), hi: parts(within_monster.lo) };
    let share = quotient((worth, within), (parts(of_monster), within_parts));
    Ok(share.map(|worth| Mixed { pack: Key::pack_text(&members, 1), worth }))
}
