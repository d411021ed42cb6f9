//! Looks for a fight worth telling: `loss(wizards), longest`.
//!
//! Criteria are an outcome, then what there should be most or least of; either may be left out.
//!
//! | outcome | ends |
//! | --- | --- |
//! | `win`, `win(side)` | the side wins; the first side if none is named |
//! | `loss`, `loss(side)` | another side wins |
//! | `draw`, `timeout` | nobody does |
//!
//! | then | the fight with |
//! | --- | --- |
//! | `longest`, `shortest` | the most or fewest rounds |
//! | `most_damage(Unit)` | the most damage as rolled by the unit, all its copies together |
//!
//! A unit whose name two sides share is written `side/Unit`. Of equals the first fight is found.

use core::cmp::Reverse;
use core::fmt;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use fray_rules::engine::contract::{Outcome, System};
use fray_rules::engine::fight::play;
use fray_rules::engine::observe::Observer;
use fray_rules::engine::roster::{Roster, SideId, UnitId, UnitSet};
use rayon::prelude::*;

use crate::play::dice::Dice;
use crate::play::run::{Broken, CHUNK, message};

/// Which fight is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Criteria {
    /// How it ends; in any way, if nothing is said.
    pub outcome: Option<Ends>,
    /// Which of those; the first, if nothing is said.
    pub most: Option<Most>,
}

/// How the fight ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// This side wins.
    Win(SideId),
    /// Another side than this one wins.
    Loss(SideId),
    /// Nobody is left.
    Draw,
    /// It is given up.
    Timeout,
}

/// What there should be most or least of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Most {
    /// The most rounds.
    Longest,
    /// The fewest rounds.
    Shortest,
    /// The most damage as rolled by these units together.
    Damage(UnitSet),
}

/// The fight that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its number.
    pub fight: u64,
    /// How it ended.
    pub outcome: Outcome,
    /// The round in which it ended.
    pub rounds: u32,
    /// The damage as rolled by the units asked for; 0 if none were.
    pub damage: u64,
}

/// What is wrong with criteria, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The place in the text, in bytes.
    pub at: usize,
    /// What was found there and what was expected.
    pub message: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Wrong {}

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

/// Reads criteria about the units of `roster`.
///
/// # Errors
/// The first thing that is wrong with them.
pub fn parse(text: &str, roster: &Roster) -> Result<Criteria, Wrong> {
    const OUTCOMES: &str = "win, loss, draw, timeout";
    const MOST: &str = "longest, shortest, most_damage(Unit)";
    let mut criteria = Criteria::default();
    for word in words(text)? {
        let side = || match word.argument {
            None => Ok(SideId(0)),
            Some((at, name)) => side_named(roster, at, name),
        };
        let outcome = match word.name {
            "win" => Some(Ends::Win(side()?)),
            "loss" => Some(Ends::Loss(side()?)),
            "draw" => Some(Ends::Draw),
            "timeout" => Some(Ends::Timeout),
            _ => None,
        };
        let most = match (word.name, word.argument) {
            ("longest", _) => Some(Most::Longest),
            ("shortest", _) => Some(Most::Shortest),
            ("most_damage", Some((at, name))) => Some(Most::Damage(units_named(roster, at, name)?)),
            ("most_damage", None) => return Err(word.wrong("of whom? write most_damage(Unit)")),
            _ => None,
        };
        if let ("draw" | "timeout" | "longest" | "shortest", Some((at, _))) = (word.name, word.argument) {
            return Err(Wrong { at, message: format!("`{}` is said of nobody", word.name) });
        }
        match (outcome, most) {
            (None, None) => {
                return Err(word.wrong(&format!("expected an outcome ({OUTCOMES}), then one of {MOST}")));
            }
            (Some(_), _) if criteria.outcome.is_some() => return Err(word.wrong("a second outcome")),
            (Some(_), _) if criteria.most.is_some() => {
                return Err(word.wrong("an outcome comes first"));
            }
            (None, Some(_)) if criteria.most.is_some() => {
                return Err(word.wrong(&format!("a second one of {MOST}")));
            }
            (Some(_), _) => criteria.outcome = outcome,
            (None, Some(_)) => criteria.most = most,
        }
    }
    Ok(criteria)
}

/// One word of criteria with the argument in its brackets, both with their places.
#[derive(Clone, Copy)]
struct Word<'a> {
    at: usize,
    name: &'a str,
    argument: Option<(usize, &'a str)>,
}

impl Word<'_> {
    fn wrong(&self, what: &str) -> Wrong {
        Wrong { at: self.at, message: format!("`{}`: {what}", self.name) }
    }
}

/// The words between the commas. A name in brackets may hold commas and brackets of its own: it
/// goes on to the bracket before the next comma or the end, or is quoted.
fn words(text: &str) -> Result<Vec<Word<'_>>, Wrong> {
    let mut words = Vec::new();
    let mut at = 0;
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        let rest = &text[at..];
        let len = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let name = &rest[..len];
        let mut word = Word { at, name, argument: None };
        if name.is_empty() {
            return Err(Wrong {
                at,
                message: "expected a word: win, loss, draw, timeout, longest, shortest or most_damage"
                    .to_owned(),
            });
        }
        at += len;
        if text[at..].starts_with('(') {
            let start = at + 1;
            let closes = |i: &usize| {
                let after = text[start + i + 1..].trim_start();
                after.is_empty() || after.starts_with(',')
            };
            let Some(end) = text[start..].match_indices(')').map(|(i, _)| i).find(closes) else {
                return Err(Wrong { at: start - 1, message: "this bracket is never closed".to_owned() });
            };
            let inside = &text[start..start + end];
            let argument = inside.trim().trim_matches('"');
            let indent = inside.find(argument).unwrap_or(0);
            if argument.is_empty() {
                return Err(Wrong { at: start, message: format!("`{name}`: a name is missing") });
            }
            word.argument = Some((start + indent, argument));
            at = start + end + 1;
        }
        words.push(word);
        at += text[at..].len() - text[at..].trim_start().len();
        if at == text.len() {
            return Ok(words);
        }
        if !text[at..].starts_with(',') {
            return Err(Wrong { at, message: "expected a comma or the end".to_owned() });
        }
        at += 1;
    }
}

fn side_named(roster: &Roster, at: usize, name: &str) -> Result<SideId, Wrong> {
    let found = roster.sides.iter().position(|side| side.name == name);
    found.map(|side| SideId(side as u8)).ok_or_else(|| {
        let names: Vec<&str> = roster.sides.iter().map(|side| side.name.as_str()).collect();
        Wrong { at, message: format!("no side is named `{name}`; the sides are {}", names.join(", ")) }
    })
}

/// The unit of this name, or all its copies.
fn units_named(roster: &Roster, at: usize, name: &str) -> Result<UnitSet, Wrong> {
    // A unit's name may itself hold a slash, so the whole name is tried too.
    let is = |unit: &str, name: &str| {
        unit == name || unit.strip_prefix(name).is_some_and(|rest| rest.starts_with('#'))
    };
    let (of_side, of_unit) = name.split_once('/').map_or((None, name), |(side, unit)| (Some(side), unit));
    let mut found = UnitSet::default();
    for (id, unit) in roster.each() {
        let in_side = of_side.is_some_and(|side| roster.side(unit.side) == side);
        if is(&unit.name, name) || in_side && is(&unit.name, of_unit) {
            found.insert(id);
        }
    }
    let full = |id: UnitId| format!("{}/{}", roster.side(roster.units[id.idx()].side), roster.unit(id));
    if found.is_empty() {
        let names: Vec<String> = roster.everyone().map(full).collect();
        let message = format!("no unit is named `{name}`; the units are {}", names.join(", "));
        return Err(Wrong { at, message });
    }
    let side = roster.units[found.first().idx()].side;
    if found.without(roster.sides[side.idx()].units).is_empty() {
        return Ok(found);
    }
    let names: Vec<String> = found.map(full).collect();
    Err(Wrong { at, message: format!("`{name}` stands on more than one side: write {}", names.join(" or ")) })
}

/// Sums up what some units do in a fight.
struct Damage {
    of: UnitSet,
    sum: u64,
}

impl<S: System> Observer<S> for Damage {
    #[inline]
    fn attack(&mut self, by: UnitId, _hit: bool, damage: u32) {
        self.sum += if self.of.has(by) { u64::from(damage) } else { 0 };
    }

    #[inline]
    fn harm(&mut self, by: UnitId, damage: u32) {
        Observer::<S>::attack(self, by, true, damage);
    }
}

/// Searches the fights of `range` under `seed` on the threads of the current pool. Of fights that
/// fit equally well the first is found, whatever the threads do. `None`: no fight fits.
///
/// # Errors
/// A fight of the range that broke an invariant: the first, if all are searched.
pub fn find<S: System>(
    system: &S,
    seed: u64,
    range: Range<u64>,
    criteria: &Criteria,
) -> Result<Option<Found>, Broken> {
    let n_chunks = range.end.saturating_sub(range.start).div_ceil(CHUNK);
    let chunk = |i: u64| {
        let start = range.start + i * CHUNK;
        search(system, seed, start..range.end.min(start + CHUNK), criteria)
    };
    let chunks = (0..n_chunks).into_par_iter();
    if criteria.most.is_none() {
        // Without a superlative the first that fits ends the search.
        return chunks.find_map_first(|i| chunk(i).transpose()).transpose();
    }
    let better = |a: Found, b: Found| if rank(&a, criteria) <= rank(&b, criteria) { a } else { b };
    let merge = |a: Result<Option<Found>, Broken>, b: Result<Option<Found>, Broken>| match (a, b) {
        (Ok(Some(a)), Ok(Some(b))) => Ok(Some(better(a, b))),
        (Ok(a), Ok(b)) => Ok(a.or(b)),
        (Err(a), Err(b)) => Err(if a.fight <= b.fight { a } else { b }),
        (Err(broken), Ok(_)) | (Ok(_), Err(broken)) => Err(broken),
    };
    chunks.map(chunk).reduce(|| Ok(None), merge)
}

/// The best of a chunk.
fn search<S: System>(
    system: &S,
    seed: u64,
    fights: Range<u64>,
    criteria: &Criteria,
) -> Result<Option<Found>, Broken> {
    let mut dice = Dice::new(system.roster(), seed);
    let mut state = S::State::default();
    let of = match criteria.most {
        Some(Most::Damage(units)) => units,
        Some(Most::Longest | Most::Shortest) | None => UnitSet::default(),
    };
    let mut best: Option<Found> = None;
    for fight in fights {
        dice.fight(fight);
        let mut damage = Damage { of, sum: 0 };
        let played = catch_unwind(AssertUnwindSafe(|| play(system, &mut state, &mut dice, &mut damage)))
            .map_err(|panic| Broken { fight, message: message(&*panic) })?;
        let found = Found { fight, outcome: played.outcome, rounds: played.rounds, damage: damage.sum };
        if criteria.outcome.is_some_and(|ends| !ends.is(played.outcome)) {
            continue;
        }
        if best.as_ref().is_none_or(|best| rank(&found, criteria) < rank(best, criteria)) {
            best = Some(found);
        }
        if criteria.most.is_none() {
            break;
        }
    }
    Ok(best)
}

/// The order of fights that fit, best first.
fn rank(found: &Found, criteria: &Criteria) -> (Reverse<i64>, u64) {
    let score = match criteria.most {
        Some(Most::Longest) => i64::from(found.rounds),
        Some(Most::Shortest) => -i64::from(found.rounds),
        Some(Most::Damage(_)) => found.damage as i64,
        None => 0,
    };
    (Reverse(score), found.fight)
}
