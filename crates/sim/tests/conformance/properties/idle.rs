//! Who idles had nothing to do: no other tactic of its own would have affected anybody in that turn.

use fray_engine::contract::{Rules, Step};
use fray_engine::observe::{ActionRef, ActionTarget, Cause, Nobody, Observer, TurnUse};
use fray_engine::roster::UnitId;
use fray_kit::declare::tactics::Takes;
use serde_json::{Map, Value, json};

use super::asked;
use super::watched::Breach;
use crate::support::Choices;
use crate::support::from_schema::{Made, mended};
use crate::support::seen::{begin_seen, turn_seen};
use crate::support::turn_by_turn::TurnByTurn;

/// Kinds of breaches that are right, by game and with the reason.
pub(super) const ALLOWED: &[(&str, &str, &str)] = &[];

/// Idle turns of each file that are looked at: each costs a reading of the file for every choice.
const IDLES: usize = 2;
/// Sets of several decisions that are tried of each.
const TOGETHER: usize = 6;

/// A turn in which a unit with default tactics idles, though one other choice of one of its decisions
/// would have affected somebody.
pub(super) fn breach(made: &Made, seed: u64) -> Option<Breach> {
    // Everybody plays by the defaults.
    let mut plain = made.tree.clone();
    for side in plain["side"].as_array_mut().expect("sides") {
        side.as_object_mut().expect("a table").remove("tactics");
        for unit in side["unit"].as_array_mut().expect("units") {
            unit.as_object_mut().expect("a table").remove("tactics");
        }
    }
    let plain = mended(plain)?;
    let roster = plain.scenario.engine().about().roster;
    let idles = (0..2).flat_map(|fight| asked(&plain.scenario).idles(seed, fight)).take(IDLES);
    for idle in idles {
        let side = roster.units[idle.unit.idx()].side.idx();
        let place = idle.unit.idx() - roster.sides[side].units.first().idx();
        for (what, tree) in alternatives(&plain, side, place, idle.fight ^ idle.turn as u64) {
            let Some(other) = mended(tree.clone()) else { continue };
            if other.tree != tree {
                continue;
            }
            let told = asked(&plain.scenario).instead(asked(&other.scenario), seed, &idle);
            if let Some(told) = told {
                let name = &roster.units[idle.unit.idx()].name;
                return Some(Breach {
                    kind: format!("{what} affects somebody"),
                    told: format!(
                        "seed {seed}, fight {}, unit {name}:\n{}\ninstead:\n{told}\n{}",
                        idle.fight, idle.lines, plain.text
                    ),
                });
            }
        }
    }
    None
}

/// The file with one other choice of one decision of the unit, with others of several, or without one of its abilities
/// or all but one: not taken out, so that the others keep their places, but under a condition that never holds.
fn alternatives(plain: &Made, side: usize, place: usize, seed: u64) -> Vec<(String, Value)> {
    let unit = &plain.tree["side"][side]["unit"][place];
    if unit.is_null() {
        return Vec::new();
    }
    let changed = |key: &str, value: Value| {
        let mut tree = plain.tree.clone();
        tree["side"][side]["unit"][place][key] = value;
        tree
    };
    let mut all = Vec::new();
    for decision in plain.scenario.info.tactics() {
        for choice in decision.choices.iter().skip(1).filter(|choice| choice.takes == Takes::Nothing) {
            let tactics = json!({ decision.key: choice.name });
            all.push((format!("{} = {}", decision.key, choice.name), changed("tactics", tactics)));
        }
    }
    // Several decisions at once.
    let mut choices = Choices::new(seed ^ 0x1d1e);
    for _ in 0..TOGETHER {
        let mut tactics = Map::new();
        for decision in plain.scenario.info.tactics() {
            let plain: Vec<_> =
                decision.choices.iter().filter(|choice| choice.takes == Takes::Nothing).collect();
            if choices.once_in(2) && !plain.is_empty() {
                tactics.insert(decision.key.to_owned(), json!(choices.of(&plain).name));
            }
        }
        all.push(("other tactics".to_owned(), changed("tactics", Value::Object(tactics))));
    }
    let none = Vec::new();
    let abilities = unit.get("abilities").and_then(Value::as_array).unwrap_or(&none);
    let never = |at: usize, others: &mut Vec<Value>| {
        // A named ability is written out.
        if let Some(name) = others[at].as_str().map(str::to_owned) {
            others[at] = plain.tree["ability"][&name].clone();
            others[at]["name"] = json!(name);
        }
        if others[at].is_object() {
            others[at]["when"] = json!("round > 90");
        }
    };
    for at in 0..abilities.len() {
        let mut others = abilities.clone();
        never(at, &mut others);
        all.push(("not having an ability".to_owned(), changed("abilities", Value::Array(others))));
        if abilities.len() > 2 {
            let mut others = abilities.clone();
            (0..abilities.len()).filter(|&other| other != at).for_each(|other| never(other, &mut others));
            all.push(("having one ability alone".to_owned(), changed("abilities", Value::Array(others))));
        }
    }
    all
}

/// A turn in which somebody idles.
#[derive(Clone, Debug)]
pub(crate) struct Idle {
    /// The fight.
    pub(crate) fight: u64,
    /// The place of the turn in the fight.
    pub(crate) turn: usize,
    /// Who idles.
    pub(crate) unit: UnitId,
    /// What was told of the turn.
    pub(crate) lines: String,
}

/// Listens to one turn.
struct Turn<'a, S> {
    system: &'a S,
    lines: Vec<String>,
    idles: Vec<UnitId>,
    /// Whom the actions of each unit affected, foes by attacks and allies by healing.
    affects: Vec<UnitId>,
}

impl<S: Rules> Observer<S> for Turn<'_, S> {
    const WANTS_EVENTS: bool = true;

    fn event(&mut self, make: impl FnOnce() -> S::Event) {
        let mut line = String::new();
        self.system.describe(&make(), &mut line).expect("a string takes every line");
        self.lines.push(line);
    }

    fn turn_used(&mut self, unit: UnitId, made: TurnUse) {
        if made == TurnUse::Idle {
            self.idles.push(unit);
        }
    }

    fn attack(&mut self, action_ref: ActionRef, victim: ActionTarget, _: bool, _: u32) {
        if !victim.is_ally {
            self.affects.push(action_ref.by);
        }
    }

    fn harm(&mut self, action_ref: ActionRef, victim: ActionTarget, damage: u32) {
        if !victim.is_ally && damage > 0 {
            self.affects.push(action_ref.by);
        }
    }

    fn healed(&mut self, cause: Cause, _: UnitId, health: u32) {
        if let Cause::Action(action_ref) = cause
            && health > 0
        {
            self.affects.push(action_ref.by);
        }
    }
}

fn turn_of<'a, S: Rules>(system: &'a S, state: &mut S::State, dice: &mut TurnByTurn) -> (Turn<'a, S>, Step) {
    let mut turn = Turn { system, lines: Vec::new(), idles: Vec::new(), affects: Vec::new() };
    let step = turn_seen(system, state, dice, &mut turn);
    (turn, step)
}

/// The turns of a fight in which somebody idles, who affected nobody in them.
pub(crate) fn idles<S: Rules>(system: &S, seed: u64, fight: u64) -> Vec<Idle> {
    let (mut state, mut dice) = (S::State::default(), TurnByTurn::of(system, seed, fight));
    begin_seen(system, &mut state, &mut dice, &mut Nobody);
    let mut idles = Vec::new();
    let mut round = system.first_round();
    for place in 0.. {
        let (turn, step) = turn_of(system, &mut state, &mut dice);
        for unit in turn.idles.iter().filter(|unit| !turn.affects.contains(unit)) {
            idles.push(Idle { fight, turn: place, unit: *unit, lines: turn.lines.join("\n") });
        }
        match step {
            Step::GoesOn => {}
            Step::RoundOver if round < system.max_rounds() => round += 1,
            _ => break,
        }
    }
    idles
}

/// Returns what `other`, rules that differ in tactics of the unit alone, makes of the turn, from the same state
/// and on the same dice: what is told of it, if the unit affects somebody.
pub(crate) fn instead<S: Rules>(system: &S, other: &S, seed: u64, idle: &Idle) -> Option<String> {
    let (mut state, mut dice) = (S::State::default(), TurnByTurn::of(system, seed, idle.fight));
    begin_seen(system, &mut state, &mut dice, &mut Nobody);
    for _ in 0..idle.turn {
        turn_seen(system, &mut state, &mut dice, &mut Nobody);
    }
    let (turn, _) = turn_of(other, &mut state, &mut dice);
    turn.affects.contains(&idle.unit).then(|| turn.lines.join("\n"))
}
