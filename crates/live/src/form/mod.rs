//! A scenario as a form: its sides with their stat blocks, the rulings, the board.

mod field;
mod kind;

use askama::Template;
use fray_kit::sheet::declare::SheetInfo;
use fray_kit::sheet::edit::Path;
use fray_kit::sheet::envelope::{Frame, Run};
use fray_kit::sheet::problem::{FileId, Problems};
use fray_sim::measures::{Subject, What};
use fray_sim::scenario::Scenario;

use crate::ask::Ask;
use crate::curves::Number;
use field::{Field, Maker};
use kind::Kind;
pub(crate) use kind::{Range, toml};

/// A scenario as a form.
#[derive(Debug, Template)]
#[template(path = "form.html")]
pub(crate) struct Form {
    sides: Vec<SideForm>,
    rulings: Vec<Field>,
    /// The rulings of which no other answer can change a fight.
    idle_rulings: Vec<Field>,
    /// The values that belong to no side: the map, the run, statuses.
    others: Vec<Group>,
    /// The goals of the file.
    goals: Vec<String>,
    aim: Aim,
    ask_rulings: String,
}

/// The goal that a reader can drag: how often the first side is to win.
#[derive(Debug, Default)]
struct Aim {
    /// The question for the worth of each number of the side, as the page asks it.
    ask_weights: String,
    /// The measure, as goals write it.
    goal: String,
    percent: f64,
}

#[derive(Debug)]
struct SideForm {
    name: String,
    /// The number of its colour.
    color: usize,
    groups: Vec<Group>,
    units: Vec<UnitForm>,
    ask_tactics: String,
}

#[derive(Debug)]
struct UnitForm {
    name: String,
    path: String,
    groups: Vec<Group>,
    ask_weights: String,
}

/// Values under a heading.
#[derive(Debug, Default, Template)]
#[template(path = "group.html")]
struct Group {
    heading: String,
    fields: Vec<Field>,
}

/// A group without a heading folds this many values that nobody said.
const FOLDED: usize = 4;

impl Group {
    /// The fields that a file says, and those that are as the rules have them, if there are enough to fold them.
    fn parts(&self) -> [Vec<&Field>; 2] {
        let (said, rest): (Vec<&Field>, Vec<&Field>) = self.fields.iter().partition(|field| field.is_said);
        if rest.len() < FOLDED || said.is_empty() {
            return [self.fields.iter().collect(), Vec::new()];
        }
        [said, rest]
    }
}

/// The form of a version of a scenario; `base` is the scenario without its changes.
#[must_use]
pub(crate) fn form(scenario: &Scenario, base: &Scenario) -> Form {
    let maker = Maker::new(scenario, base);
    let about = scenario.engine().about();
    let mut sides: Vec<SideForm> = about
        .roster
        .sides
        .iter()
        .enumerate()
        .map(|(at, side)| SideForm {
            name: side.name.clone(),
            color: at % 8,
            groups: Vec::new(),
            units: Vec::new(),
            ask_tactics: Ask::Tactics { of: side.name.clone() }.json(),
        })
        .collect();
    let mut others: Vec<Group> = Vec::new();
    let parts = &scenario.info.parts;
    for merged in scenario.merged() {
        let Some(path) = parsed(&merged.path) else { continue };
        let of_path: Vec<&str> = path.parts.iter().map(|part| part.value.as_str()).collect();
        let side = path.side.as_ref().map(|side| side.value.as_str());
        let (owner, keys) = (of_path[0], &of_path[1..]);
        if side.is_none() && ["rulings", "run", "map", "series", "status"].contains(&owner) {
            if owner != "rulings" && keys != ["fights"] && keys != ["precision"] && keys != ["seed"] {
                let (heading, sheets): (&str, Vec<&'static SheetInfo>) = match owner {
                    "run" => ("The run", vec![&Run::INFO]),
                    "map" => ("The board", parts.map.into_iter().collect()),
                    "series" => ("The series", parts.series.into_iter().collect()),
                    _ => ("Statuses", Vec::new()),
                };
                put(&mut others, heading, maker.field(merged, &sheets, keys, ""));
            }
            continue;
        }
        let Some(at) = side.and_then(|name| sides.iter().position(|it| it.name == name)) else {
            // The keys of a side, and what several sides summon.
            if let Some(of) = sides.iter_mut().find(|it| it.name == owner) {
                let sheets: Vec<_> = parts.side.into_iter().collect();
                put(&mut of.groups, &format!("about {owner}"), maker.field(merged, &sheets, keys, owner));
            }
            continue;
        };
        let units = &mut sides[at].units;
        if units.iter().all(|unit| unit.name != owner) {
            let path = merged.path[..merged.path.len() - tail_length(keys)].to_owned();
            let ask_weights = Ask::Weights { of: owner.to_owned() }.json();
            units.push(UnitForm { name: owner.to_owned(), path, groups: Vec::new(), ask_weights });
        }
        let Some(unit) = units.iter_mut().find(|unit| unit.name == owner) else { continue };
        let heading = match keys {
            ["tactics", ..] => continue,
            [section, name, _, ..] => format!("{}: {name}", words(section)),
            [section, _] => words(section),
            _ => String::new(),
        };
        put(&mut unit.groups, &heading, maker.field(merged, &[&Frame::INFO, parts.unit], keys, owner));
    }
    for unit in sides.iter_mut().flat_map(|side| &mut side.units) {
        let tactics = parts.tactics.iter().map(|decision| maker.tactic(&unit.path, &unit.name, decision));
        unit.groups.push(Group { heading: "tactics".to_owned(), fields: tactics.collect() });
        unit.groups.retain(|group| !group.fields.is_empty());
    }
    let (idle, rulings): (Vec<_>, Vec<_>) =
        parts.rulings.iter().partition(|ruling| scenario.idle_rulings.contains(&ruling.key));
    Form {
        aim: sides.first().map_or_else(Aim::default, |side| Aim {
            ask_weights: Ask::Weights { of: side.name.clone() }.json(),
            goal: format!("win_rate({})", fray_kit::sheet::declare::quoted(&side.name)),
            percent: aim(scenario),
        }),
        sides,
        rulings: rulings.into_iter().map(|ruling| maker.ruling(ruling)).collect(),
        idle_rulings: idle.into_iter().map(|ruling| maker.ruling(ruling)).collect(),
        others,
        goals: scenario.goals.iter().map(|goal| goal.value.text.clone()).collect(),
        ask_rulings: Ask::Rulings.json(),
    }
}

impl Form {
    /// Returns whether there is a board.
    pub(crate) fn has_map(&self) -> bool {
        self.others.iter().any(|group| group.heading == "The board")
    }

    /// The numbers of the form with the ranges of their sliders, in the order in which they stand there.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = Number> {
        let of_sides = self
            .sides
            .iter()
            .flat_map(|side| side.groups.iter().chain(side.units.iter().flat_map(|unit| &unit.groups)));
        let fields = of_sides.chain(&self.others).flat_map(|group| &group.fields);
        fields.chain(&self.rulings).filter_map(|field| match &field.kind {
            Kind::Number(range) => Some(Number {
                path: field.path.clone(),
                now: field.value.parse().ok()?,
                range: range.clone(),
            }),
            _ => None,
        })
    }
}

/// How often a goal of a scenario wants its first side to win, in percent: the end of what it allows, or the middle
/// between two ends; half, where there is no such goal.
fn aim(scenario: &Scenario) -> f64 {
    let is_first = |subject: &Subject| matches!(subject, Subject::Side(side) if side.idx() == 0);
    let mut goals = scenario.goals.iter().map(|goal| &goal.value);
    let goal = goals.find(|goal| goal.measure.what == What::WinRate && goal.measure.of.iter().all(is_first));
    goal.map_or(50.0, |goal| {
        let ends = [goal.region.lo, goal.region.hi].into_iter().filter(|end| end.is_finite());
        let n = ends.clone().count().max(1) as f64;
        (ends.sum::<f64>() / n * 200.0).round() / 2.0
    })
}

fn put(groups: &mut Vec<Group>, heading: &str, field: Field) {
    match groups.iter_mut().find(|group| group.heading == heading) {
        Some(group) => group.fields.push(field),
        None => groups.push(Group { heading: heading.to_owned(), fields: vec![field] }),
    }
}

fn parsed(path: &str) -> Option<Path> {
    Path::parse(FileId(0), path, &mut Problems::default()).map(|(path, _)| path)
}

/// The length of the keys behind the owner of a path, with their dots.
fn tail_length(keys: &[&str]) -> usize {
    keys.iter().map(|key| fray_kit::sheet::declare::quoted(key).len() + 1).sum()
}

fn words(key: &str) -> String {
    key.replace('_', " ")
}
