//! A scenario as a form: its sides with their stat blocks, each value with its range, its sentence and its default
//! from the declarations that `fray schema` and `fray list keys` are made of.

use std::collections::BTreeMap;

use fray_kit::declare::rulings::RulingInfo;
use fray_kit::declare::tactics::{DecisionInfo, Takes};
use fray_kit::sheet::declare::{KeyInfo, Shape, SheetInfo, Variant};
use fray_kit::sheet::edit::Path;
use fray_kit::sheet::envelope::{Frame, Run};
use fray_kit::sheet::problem::{FileId, Problems};
use fray_sim::scenario::Scenario;
use fray_sim::scenario::render::rows;
use serde::Serialize;
use serde_json::Value as Json;

/// A scenario as a form.
#[derive(Debug, Serialize)]
pub(crate) struct Form {
    title: String,
    game: &'static str,
    system: &'static str,
    sides: Vec<SideForm>,
    rulings: Vec<Field>,
    /// The rulings of which no other answer can change a fight.
    idle_rulings: Vec<Field>,
    /// What belongs to no side: the map, the run, statuses.
    others: Vec<Group>,
    goals: Vec<String>,
    seed: Option<u64>,
    warnings: Vec<String>,
    /// Fights to look for.
    fights: Vec<(String, String)>,
    has_map: bool,
}

#[derive(Debug, Serialize)]
struct SideForm {
    name: String,
    groups: Vec<Group>,
    units: Vec<UnitForm>,
}

#[derive(Debug, Serialize)]
struct UnitForm {
    name: String,
    path: String,
    groups: Vec<Group>,
}

/// Values under a heading.
#[derive(Debug, Default, Serialize)]
struct Group {
    heading: String,
    fields: Vec<Field>,
}

/// A value.
#[derive(Debug, Serialize)]
struct Field {
    /// The path, as `--set` takes it.
    path: String,
    label: String,
    /// The value in TOML.
    value: String,
    /// The value before the changes of this version.
    was: String,
    from: String,
    sentence: String,
    rule: String,
    default: Option<String>,
    #[serde(flatten)]
    kind: Kind,
}

/// How a value is changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Kind {
    /// A whole number: its range, and the part of it that a slider shows.
    Number { min: i64, max: i64, low: i64, high: i64, step: i64 },
    /// One of some words, each with what it does.
    Choice { choices: Vec<(String, String)> },
    /// What is written in TOML.
    Text { expected: String },
}

/// The form of a version of a scenario; `base` is the scenario without its changes.
#[must_use]
pub(crate) fn form(scenario: &Scenario, base: &Scenario) -> Form {
    let was: BTreeMap<&str, String> =
        base.merged.iter().map(|it| (it.path.as_str(), toml(&it.value))).collect();
    let maker = Maker { scenario, was };
    let about = scenario.engine().about();
    let mut sides: Vec<SideForm> = about
        .roster
        .sides
        .iter()
        .map(|side| SideForm { name: side.name.clone(), groups: Vec::new(), units: Vec::new() })
        .collect();
    let mut others: Vec<Group> = Vec::new();
    for merged in &scenario.merged {
        let Some(path) = parsed(&merged.path) else { continue };
        let parts: Vec<&str> = path.parts.iter().map(|part| part.value.as_str()).collect();
        let side = path.side.as_ref().map(|side| side.value.as_str());
        let (owner, keys) = (parts[0], &parts[1..]);
        let at = match side {
            Some(name) => sides.iter().position(|it| it.name == name),
            None => None,
        };
        if side.is_none() && ["rulings", "run", "map", "series", "status"].contains(&owner) {
            if owner != "rulings" && keys != ["fights"] && keys != ["precision"] && keys != ["seed"] {
                let (heading, sheets): (&str, Vec<&'static SheetInfo>) = match owner {
                    "run" => ("The run", vec![&Run::INFO]),
                    "map" => ("The board", scenario.info.parts.map.into_iter().collect()),
                    "series" => ("The series", scenario.info.parts.series.into_iter().collect()),
                    _ => ("Statuses", Vec::new()),
                };
                put(
                    &mut others,
                    heading,
                    maker.field(&merged.path, &merged.value, &merged.from, &sheets, keys),
                );
            }
            continue;
        }
        let Some(at) = at else {
            // The keys of a side, and what several sides summon.
            if let Some(of) = sides.iter_mut().find(|it| it.name == owner) {
                let sheets: Vec<_> = scenario.info.parts.side.into_iter().collect();
                put(
                    &mut of.groups,
                    "",
                    maker.field(&merged.path, &merged.value, &merged.from, &sheets, keys),
                );
            }
            continue;
        };
        let units = &mut sides[at].units;
        if units.iter().all(|unit| unit.name != owner) {
            let path = merged.path[..merged.path.len() - tail_length(keys)].to_owned();
            units.push(UnitForm { name: owner.to_owned(), path, groups: Vec::new() });
        }
        let Some(unit) = units.iter_mut().find(|unit| unit.name == owner) else { continue };
        let sheets = [&Frame::INFO, scenario.info.parts.unit];
        let heading = match keys {
            ["tactics", ..] => continue,
            [section, name, _, ..] => format!("{}: {name}", words(section)),
            [section, _] => words(section),
            _ => String::new(),
        };
        put(
            &mut unit.groups,
            &heading,
            maker.field(&merged.path, &merged.value, &merged.from, &sheets, keys),
        );
    }
    for unit in sides.iter_mut().flat_map(|side| &mut side.units) {
        let tactics = scenario.info.parts.tactics.iter().map(|decision| maker.tactic(&unit.path, decision));
        unit.groups.push(Group { heading: "tactics".to_owned(), fields: tactics.collect() });
        unit.groups.retain(|group| !group.fields.is_empty());
    }
    let rulings = scenario.info.parts.rulings.iter();
    let (idle, rulings): (Vec<_>, Vec<_>) =
        rulings.partition(|ruling| scenario.idle_rulings.contains(&ruling.key));
    Form {
        title: scenario.title.clone(),
        game: scenario.info.title,
        system: scenario.info.name(),
        fights: fights(scenario),
        has_map: others.iter().any(|group| group.heading == "The board"),
        sides,
        rulings: rulings.into_iter().map(|ruling| maker.ruling(ruling)).collect(),
        idle_rulings: idle.into_iter().map(|ruling| maker.ruling(ruling)).collect(),
        others,
        goals: scenario.goals.iter().map(|goal| goal.value.text.clone()).collect(),
        seed: scenario.run.seed,
        warnings: rows(&scenario.sources, &scenario.warnings)
            .into_iter()
            .map(|row| format!("{}: {}", row.key, row.message))
            .collect(),
    }
}

/// The fights that are worth a look: a name, and what `--find` takes.
fn fights(scenario: &Scenario) -> Vec<(String, String)> {
    let about = scenario.engine().about();
    let Some(side) = about.roster.sides.first().map(|side| side.name.as_str()) else { return Vec::new() };
    let name = fray_kit::sheet::declare::quoted(side);
    let mut all = vec![
        ("the usual one".to_owned(), "p50 rounds".to_owned()),
        ("the shortest".to_owned(), "shortest".to_owned()),
        ("the longest".to_owned(), "longest".to_owned()),
    ];
    let left = about.metrics.iter().find(|metric| metric.name.ends_with("_left"));
    if let Some(left) = left {
        all.push((format!("the luckiest for {side}"), format!("win({name}), p95 {}({name})", left.name)));
        all.push((format!("the unluckiest for {side}"), format!("loss({name}), p5 {}({name})", left.name)));
    }
    all.push((format!("{side} lose, at the longest"), format!("loss({name}), longest")));
    let parses = |what: &str| fray_sim::measures::Criteria::parse(what, &about).is_ok();
    all.retain(|(_, what)| parses(what));
    all
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

/// Makes fields.
struct Maker<'a> {
    scenario: &'a Scenario,
    /// The values before the changes, by path.
    was: BTreeMap<&'a str, String>,
}

impl Maker<'_> {
    fn field(
        &self,
        path: &str,
        value: &Json,
        from: &str,
        sheets: &[&'static SheetInfo],
        keys: &[&str],
    ) -> Field {
        let info = declared(sheets, keys);
        let shape = info.map(|info| (info.shape)());
        let now = toml(value);
        let key = keys.last().copied().unwrap_or_default();
        Field {
            path: path.to_owned(),
            label: words(key),
            was: self.was.get(path).cloned().unwrap_or_else(|| now.clone()),
            kind: kind(shape.as_ref(), value),
            value: now,
            from: from.to_owned(),
            sentence: info.map_or_else(String::new, |info| info.sentence.to_owned()),
            rule: info.map_or_else(String::new, |info| info.rule.to_owned()),
            default: info.and_then(|info| info.default).map(str::to_owned),
        }
    }

    /// The value at a path, or the default of what is declared.
    fn at(&self, path: &str, default: &str) -> (String, String, String) {
        let merged = self.scenario.merged.iter().find(|merged| merged.path == path);
        let now = merged.map_or_else(|| default.to_owned(), |merged| toml(&merged.value));
        let was = self.was.get(path).cloned().unwrap_or_else(|| default.to_owned());
        (now, was, merged.map_or_else(|| "default".to_owned(), |merged| merged.from.clone()))
    }

    fn tactic(&self, unit: &str, decision: &DecisionInfo) -> Field {
        let path = format!("{unit}.tactics.{}", decision.key);
        let default =
            decision.choices.first().map_or_else(String::new, |choice| format!("{:?}", choice.name));
        let (value, was, from) = self.at(&path, &default);
        let bare = decision.choices.iter().filter(|choice| choice.takes == Takes::Nothing);
        let choices: Vec<(String, String)> =
            bare.map(|choice| (format!("{:?}", choice.name), choice.sentence.to_owned())).collect();
        let is_bare = choices.iter().any(|(name, _)| *name == value);
        let kind =
            if is_bare { Kind::Choice { choices } } else { text("a tactic of the list, or a list of them") };
        Field {
            path,
            label: words(decision.key),
            value,
            was,
            from,
            sentence: decision.sentence.to_owned(),
            rule: decision.id.to_owned(),
            default: Some(default),
            kind,
        }
    }

    fn ruling(&self, ruling: &RulingInfo) -> Field {
        let path = format!("rulings.{}", ruling.key);
        let default = toml_of_default(&(ruling.default)());
        let (value, was, from) = self.at(&path, &default);
        let number: Option<i64> = value.parse().ok();
        let word = |word: &str| match word {
            "true" | "false" => word.to_owned(),
            word => format!("{word:?}"),
        };
        let words_of: Vec<(String, String)> =
            ruling.words.iter().map(|it| (word(it), String::new())).collect();
        let kind = match (number, ruling.range) {
            (Some(now), Some((min, max))) => number_kind(min, max, now, ruling.step.max(1)),
            _ if words_of.iter().any(|(name, _)| *name == value) => Kind::Choice { choices: words_of },
            _ => text("a word or a number"),
        };
        Field {
            path,
            label: words(ruling.key),
            value,
            was,
            from,
            sentence: ruling.sentence.to_owned(),
            rule: ruling.rule.to_owned(),
            default: Some(default),
            kind,
        }
    }
}

/// A default as it stands in a file; a word without quotes has them here.
fn toml_of_default(text: &str) -> String {
    match text.parse::<toml_edit::Value>() {
        Ok(_) => text.to_owned(),
        Err(_) => format!("{text:?}"),
    }
}

fn text(expected: &str) -> Kind {
    Kind::Text { expected: expected.to_owned() }
}

/// What is declared of the key at the end of `keys`, which lead through tables and, by name, through lists of them.
fn declared(sheets: &[&'static SheetInfo], keys: &[&str]) -> Option<&'static KeyInfo> {
    let (first, rest) = keys.split_first()?;
    let info = sheets.iter().flat_map(|sheet| sheet.keys).find(|info| info.key == *first)?;
    match rest {
        [] => Some(info),
        _ => below(&(info.shape)(), rest),
    }
}

fn below(shape: &Shape, keys: &[&str]) -> Option<&'static KeyInfo> {
    match shape {
        Shape::Table(sheet) => declared(&[sheet], keys),
        Shape::List(of) | Shape::Map(of) => below(of, keys.get(1..).filter(|keys| !keys.is_empty())?),
        Shape::Either(shapes) => shapes.iter().find_map(|shape| below(shape, keys)),
        _ => None,
    }
}

fn number_kind(min: i64, max: i64, now: i64, step: i64) -> Kind {
    // Round about the present value: a slider over all that is legal would be too coarse.
    let reach = (now.abs().saturating_mul(2)).max(20);
    let tens = if reach > 50 { 10 } else { 1 };
    let low = match now {
        ..0 => now - reach,
        0..=200 => 0,
        _ => now / 4,
    };
    let low = low.max(min);
    let high = ((now.saturating_add(reach) + tens - 1) / tens * tens).min(max);
    Kind::Number { min, max, low: low.min(now), high: high.max(now), step }
}

fn kind(shape: Option<&Shape>, value: &Json) -> Kind {
    let Some(shape) = shape else {
        return match value.as_i64() {
            Some(now) => number_kind(i64::from(i32::MIN), i64::from(i32::MAX), now, 1),
            None => text("a value in TOML"),
        };
    };
    let clamp =
        |n: i128| i64::try_from(n.clamp(-9_007_199_254_740_991, 9_007_199_254_740_991)).unwrap_or_default();
    let named = |words: &[&str]| -> Vec<(String, String)> {
        words.iter().map(|word| (format!("{word:?}"), String::new())).collect()
    };
    let bare = |all: &[Variant]| -> Vec<(String, String)> {
        let bare = all.iter().filter(|it| it.takes.is_none() || it.bare);
        bare.map(|it| (format!("{:?}", it.name), it.sentence.to_owned())).collect()
    };
    let is_in = |choices: &[(String, String)]| choices.iter().any(|(name, _)| *name == toml(value));
    match (shape, value) {
        (Shape::Int { min, max }, Json::Number(now)) => {
            number_kind(clamp(*min), clamp(*max), now.as_i64().unwrap_or_default(), 1)
        }
        (Shape::Bool, Json::Bool(_)) => Kind::Choice {
            choices: [("true", ""), ("false", "")].map(|(a, b)| (a.to_owned(), b.to_owned())).to_vec(),
        },
        (Shape::Word(words), Json::String(_)) if is_in(&named(words)) => {
            Kind::Choice { choices: named(words) }
        }
        (Shape::Variants(all), Json::String(_)) if is_in(&bare(all)) => Kind::Choice { choices: bare(all) },
        (Shape::Either(shapes), _) => {
            let kinds = shapes.iter().map(|shape| kind(Some(shape), value));
            let mut found = kinds.filter(|kind| !matches!(kind, Kind::Text { .. }));
            found.next().unwrap_or_else(|| text(&shape.expected()))
        }
        _ => text(&shape.expected()),
    }
}

/// A value in TOML.
pub(crate) fn toml(value: &Json) -> String {
    match value {
        Json::Null => String::new(),
        Json::String(text) => format!("{}", toml_edit::Value::from(text.as_str())),
        Json::Array(list) => format!("[{}]", list.iter().map(toml).collect::<Vec<_>>().join(", ")),
        Json::Object(table) if table.is_empty() => "{}".to_owned(),
        Json::Object(table) => {
            let entry = |(key, value): (&String, &Json)| {
                format!("{} = {}", toml_edit::Key::new(key).display_repr(), toml(value))
            };
            format!("{{ {} }}", table.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slider_shows_what_is_near_and_legal() {
        let Kind::Number { min, max, low, high, .. } = number_kind(1, 10_000, 118, 1) else {
            panic!("a number")
        };
        assert_eq!((min, max, low, high), (1, 10_000, 1, 360));
        let Kind::Number { low, high, .. } = number_kind(0, 6, 3, 1) else { panic!("a number") };
        assert_eq!((low, high), (0, 6));
        let Kind::Number { low, high, .. } = number_kind(-100, 100, 8, 1) else { panic!("a number") };
        assert_eq!((low, high), (0, 28));
        let Kind::Number { low, high, .. } = number_kind(-100, 100, -4, 1) else { panic!("a number") };
        assert_eq!((low, high), (-24, 16));
    }

    #[test]
    fn values_are_written_as_toml() {
        let value = serde_json::json!({"a b": [1, true, "x\"y"], "c": {}});
        let text = format!("v = {}", toml(&value));
        let read: toml_edit::DocumentMut = text.parse().expect("it is TOML");
        assert_eq!(read["v"]["a b"][2].as_str(), Some("x\"y"));
    }
}
