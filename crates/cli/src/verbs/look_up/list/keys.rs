//! The keys of scenario files, effects, targets, timings and facts, as they were declared.

use fray_kit::declare::facts::FactInfo;
use fray_kit::sheet::declare::{KeyInfo, Shape, SheetInfo, Variant};
use fray_kit::tactics::when::Measure;
use fray_rules::Game;

use super::Row;

/// The tables of a scenario file with their keys, then the tables that stand in values.
pub(super) fn keys(system: &Game) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut inner: Vec<&'static SheetInfo> = Vec::new();
    for (heading, sheets) in system.parts.tables() {
        rows.push([heading, String::new(), String::new()]);
        for sheet in sheets {
            rows.extend(sheet.keys.iter().map(|info| key(info, system, &mut inner)));
        }
    }
    let mut at = 0;
    while let Some(sheet) = inner.get(at).copied() {
        rows.push([format!("{} = {{ ... }}", sheet.noun), String::new(), sheet.sentence.to_owned()]);
        rows.extend(sheet.keys.iter().map(|info| key(info, system, &mut inner)));
        at += 1;
    }
    rows
}

/// A key; the tables in its values are put on the list of those that are still to be shown.
fn key(info: &KeyInfo, system: &Game, inner: &mut Vec<&'static SheetInfo>) -> Row {
    let shape = (info.shape)();
    note_tables(&shape, system, inner);
    let default = info.default.map(|default| format!("default: {default}"));
    let must = info.required.then(|| "required".to_owned());
    let rule = Some(info.rule).filter(|rule| !rule.is_empty()).map(str::to_owned);
    let more: Vec<String> = [rule, must, default].into_iter().flatten().collect();
    let more = if more.is_empty() { String::new() } else { format!(" ({})", more.join("; ")) };
    let values = match (info.key, &shape) {
        ("tactics", Shape::ReadBySystem) => "see `fray list tactics`".to_owned(),
        ("rulings", Shape::ReadBySystem) => "see `fray list rulings`".to_owned(),
        ("when", _) => "see `fray list facts`".to_owned(),
        // Those of abilities, some of which are tables; a weapon may have a list of words under this key.
        ("effects", shape) if has_tables(shape) => "see `fray list effects`".to_owned(),
        (_, shape) => takes(shape),
    };
    [format!("  {}", info.key), values, format!("{}{more}", info.sentence)]
}

/// Returns whether some value of this shape is a table.
fn has_tables(shape: &Shape) -> bool {
    match shape {
        Shape::List(of) => has_tables(of),
        Shape::Either(shapes) => shapes.iter().any(has_tables),
        Shape::Variants(all) => all.iter().filter_map(|variant| variant.takes.as_ref()).any(has_tables),
        Shape::Table(_) => true,
        Shape::Int { .. }
        | Shape::Text
        | Shape::Word(_)
        | Shape::Bool
        | Shape::Map(_)
        | Shape::Form { .. }
        | Shape::ReadBySystem => false,
    }
}

fn note_tables(shape: &Shape, system: &Game, inner: &mut Vec<&'static SheetInfo>) {
    match shape {
        Shape::List(of) | Shape::Map(of) => note_tables(of, system, inner),
        Shape::Either(shapes) => shapes.iter().for_each(|shape| note_tables(shape, system, inner)),
        Shape::Variants(all) => {
            all.iter().flat_map(|variant| &variant.takes).for_each(|shape| note_tables(shape, system, inner));
        }
        Shape::Table(info) => {
            // Two tables may be of one kind, as the rolls of Juso are.
            let keys = |info: &SheetInfo| info.keys.iter().map(|key| key.key).collect::<Vec<_>>();
            let is_known = |known: &&SheetInfo| known.noun == info.noun && keys(known) == keys(info);
            let is_library = system.parts.libraries.iter().any(|(_, library)| library.noun == info.noun);
            if !is_library && !inner.iter().any(is_known) {
                inner.push(info);
            }
        }
        Shape::Int { .. }
        | Shape::Text
        | Shape::Word(_)
        | Shape::Bool
        | Shape::Form { .. }
        | Shape::ReadBySystem => {}
    }
}

/// Returns the values that a key takes, in few words.
fn takes(shape: &Shape) -> String {
    match shape {
        Shape::Int { min, max } => format!("{min}..{max}"),
        Shape::Text => "\"text\"".to_owned(),
        Shape::Word(words) => words.join("|"),
        Shape::Bool => "true|false".to_owned(),
        Shape::List(of) => format!("[{}]", takes(of)),
        Shape::Map(of) => format!("{{ key = {} }}", takes(of)),
        Shape::Table(info) => format!("{{ {} }}", info.noun),
        Shape::Either(shapes) => shapes.iter().map(takes).collect::<Vec<_>>().join(" or "),
        Shape::Form { what, .. } => (*what).to_owned(),
        Shape::Variants(all) => all.iter().map(written).collect::<Vec<_>>().join(", "),
        Shape::ReadBySystem => String::new(),
    }
}

/// A variant as it stands in a file.
fn written(variant: &Variant) -> String {
    let name = variant.name;
    match &variant.takes {
        Some(_) if variant.bare => format!("{name}, {{ {name} = ... }}"),
        Some(shape) => match shape {
            Shape::Table(info) if info.noun != name => format!("{{ {name} = {{ {} }} }}", info.noun),
            Shape::Table(_) => format!("{{ {name} = {{ ... }} }}"),
            shape => format!("{{ {name} = {} }}", takes(shape)),
        },
        None => name.to_owned(),
    }
}

/// The values of a key of abilities: effects, targets or timings. Below each effect stand the keys of
/// the table that it takes.
pub(super) fn of_abilities(system: &Game, wanted: &str) -> Vec<Row> {
    let ability = system.parts.libraries.iter().find(|(section, _)| *section == "ability");
    let Some(info) = ability.and_then(|(_, info)| info.keys.iter().find(|key| key.key == wanted)) else {
        return Vec::new();
    };
    let mut rows = Vec::new();
    values(&(info.shape)(), system, &mut rows);
    rows
}

fn values(shape: &Shape, system: &Game, rows: &mut Vec<Row>) {
    match shape {
        Shape::List(of) => values(of, system, rows),
        Shape::Either(shapes) => shapes.iter().for_each(|shape| values(shape, system, rows)),
        Shape::Word(words) => {
            rows.extend(words.iter().map(|word| [(*word).to_owned(), String::new(), String::new()]));
        }
        Shape::Variants(all) => {
            for variant in all {
                rows.push([variant.name.to_owned(), written(variant), variant.sentence.to_owned()]);
                if let Some(Shape::Table(sheet)) = &variant.takes {
                    rows.extend(sheet.keys.iter().map(|info| key(info, system, &mut Vec::new())));
                }
            }
        }
        Shape::Table(sheet) => rows.extend(sheet.keys.iter().map(|info| key(info, system, &mut Vec::new()))),
        Shape::Int { .. }
        | Shape::Text
        | Shape::Bool
        | Shape::Map(_)
        | Shape::Form { .. }
        | Shape::ReadBySystem => {}
    }
}

/// Returns the facts that conditions can ask about.
pub(super) fn facts(system: &Game) -> Vec<Row> {
    let row = |fact: &FactInfo| {
        let words = if fact.words.is_empty() { String::new() } else { format!(" {}", fact.words.join("|")) };
        let example = match fact.measure {
            Measure::Number => format!("{}{words} >= 2", fact.name),
            Measure::OfMaximum => format!("{0} < 10, {0} < 30%", fact.name),
            Measure::Flag => fact.name.to_owned() + &words,
        };
        [fact.name.to_owned(), example, fact.sentence.to_owned()]
    };
    system.parts.facts.iter().map(row).collect()
}
