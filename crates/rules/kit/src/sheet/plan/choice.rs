//! Reading of a single choice of a decision: its name, and the number, unit or thing that it takes.

use super::{Chooser, Named};
use crate::declare::tactics::{ChoiceInfo, MOST_RANKED, Takes, choice_names};
use crate::sheet::declare::shown;
use crate::sheet::node::{Node, Value};
use crate::sheet::problem::{Problems, did_you_mean, one_of};
use fray_engine::roster::UnitId;

/// The place of a choice and its argument.
pub(super) fn choice(
    node: &Node,
    choices: &[ChoiceInfo],
    chooser: Chooser<'_>,
    problems: &mut Problems,
) -> Option<(usize, i32)> {
    if let Some(place) = choices.iter().position(|choice| choice.takes.is_bare())
        && is_number(node)
    {
        return Some((place, number(node, choices[place].takes, chooser.path, problems)?));
    }
    let (name, span, argument) = match &node.value {
        Value::Table(table) => match &table.entries[..] {
            [entry] => (entry.key.as_str(), entry.span, Some(&entry.value)),
            entries => {
                let message =
                    format!("expected a tactic or a table with one key, found {} keys", entries.len());
                problems.add(node.span, chooser.path, message);
                return None;
            }
        },
        _ => match node.as_text() {
            Some(name) => (name, node.span, None),
            None => {
                let message = format!("expected {}, found {}", names(choices), node.found());
                problems.add(node.span, chooser.path, message);
                return None;
            }
        },
    };
    let named = |choice: &ChoiceInfo| choice.name == name && !choice.takes.is_bare();
    // A name that stands bare and before a value is two choices.
    let fits = |choice: &ChoiceInfo| named(choice) && (choice.takes == Takes::Nothing) == argument.is_none();
    let Some(place) = choices.iter().position(fits).or_else(|| choices.iter().position(named)) else {
        let known = choices.iter().filter(|choice| !choice.takes.is_bare());
        let meant = did_you_mean(name, known.map(|choice| choice.name));
        let message = format!("unknown tactic `{}`{meant}", shown(name));
        problems.add_help(span, chooser.path, message, format!("expected {}", names(choices)));
        return None;
    };
    let takes = choices[place].takes;
    let argument = match (takes, argument) {
        (Takes::Nothing, None) => 0,
        (Takes::Nothing, Some(argument)) => {
            problems.add(argument.span, chooser.path, format!("`{name}` takes no value"));
            return None;
        }
        (takes, None) => {
            let message = format!("`{name}` needs a value: {}", example(name, takes));
            problems.add(span, chooser.path, message);
            return None;
        }
        (takes @ (Takes::Number(..) | Takes::Bare(..) | Takes::Fraction), Some(argument)) => {
            number(argument, takes, chooser.path, problems)?
        }
        (Takes::Ally | Takes::Enemy, Some(argument)) => unit(argument, takes, chooser, problems)?.0.into(),
        (Takes::Own(kind), Some(argument)) => own(argument, kind, chooser, problems)? as i32,
        (Takes::Set(kind), Some(argument)) => {
            let Some(list) = argument.as_list() else {
                let message = format!("expected a list of names of {kind}s, found {}", argument.found());
                problems.add(argument.span, chooser.path, message);
                return None;
            };
            let bit = |item: &Node| Some(1_u32 << own(item, kind, chooser, problems)?);
            list.iter().map(bit).try_fold(0, |set, bit| Some(set | bit?))?.cast_signed()
        }
        (Takes::Ranked(kind), Some(argument)) => {
            let list = argument.as_list().filter(|list| (1..=MOST_RANKED).contains(&list.len()));
            let Some(list) = list else {
                let found = argument.found();
                let message =
                    format!("expected a list of 1 to {MOST_RANKED} names of {kind}s, found {found}");
                problems.add(argument.span, chooser.path, message);
                return None;
            };
            let mut ranked = 0_u32;
            for (at, item) in list.iter().enumerate() {
                let place = own(item, kind, chooser, problems)?;
                if place >= 31 {
                    problems.add(item.span, chooser.path, format!("expected one of the first 31 {kind}s"));
                    return None;
                }
                ranked |= (place as u32 + 1) << (5 * at);
            }
            ranked.cast_signed()
        }
    };
    Some((place, argument))
}

fn is_number(node: &Node) -> bool {
    match &node.value {
        Value::Int(_) | Value::Float(_) => true,
        Value::Cell(text) => text.parse::<f64>().is_ok_and(f64::is_finite),
        _ => false,
    }
}

/// The number that a tactic is or takes.
pub(super) fn number(node: &Node, takes: Takes, path: &str, problems: &mut Problems) -> Option<i32> {
    let number = match (takes, &node.value) {
        (Takes::Number(min, max) | Takes::Bare(min, max), _) => {
            node.as_int().and_then(|n| i32::try_from(n).ok()).filter(|n| (min..=max).contains(n))
        }
        (_, Value::Float(x)) => millionths(*x),
        (_, Value::Cell(text)) => text.parse().ok().and_then(millionths),
        _ => node.as_int().and_then(|n| millionths(n as f64)),
    };
    if number.is_none() {
        let message = format!("expected {}, found {}", takes.expected(), node.found());
        problems.add(node.span, path, message);
    }
    number
}

/// The millionths of a number from 0 to 1, rounded down, so that two thirds with any number of
/// digits are reached by two of three.
fn millionths(x: f64) -> Option<i32> {
    // What is a whole number of millionths in the text may lie just below it as a float.
    const SLACK: f64 = 1e-6;
    (0.0..=1.0).contains(&x).then(|| (x * 1e6 + SLACK).floor() as i32)
}

/// The unit that a tactic names.
fn unit(node: &Node, takes: Takes, chooser: Chooser<'_>, problems: &mut Problems) -> Option<UnitId> {
    let (path, own) = (chooser.path, &chooser.units[chooser.own]);
    let who = if takes == Takes::Ally { "an ally" } else { "an enemy" };
    let Some(name) = node.as_text() else {
        problems.add(node.span, path, format!("expected the name of {who}, found {}", node.found()));
        return None;
    };
    let legal = |i: usize, unit: &Named| match takes {
        Takes::Ally => unit.side == own.side && i != chooser.own,
        _ => unit.side != own.side,
    };
    let legal: Vec<(usize, &Named)> =
        chooser.units.iter().enumerate().filter(|&(i, unit)| legal(i, unit)).collect();
    let exact: Vec<usize> = legal.iter().filter(|(_, unit)| unit.name == name).map(|&(i, _)| i).collect();
    if let [i] = exact[..] {
        return Some(UnitId(i as u8));
    }
    if takes == Takes::Ally && own.name == name {
        problems.add(node.span, path, format!("`{}` is the unit itself", shown(name)));
        return None;
    }
    if exact.len() > 1 {
        problems.add(node.span, path, format!("enemies of two sides are called `{}`", shown(name)));
        return None;
    }
    let copies: Vec<&str> =
        legal.iter().filter(|(_, unit)| unit.base == name).map(|(_, unit)| unit.name.as_str()).collect();
    let message = if copies.is_empty() {
        let meant = did_you_mean(name, legal.iter().map(|(_, unit)| unit.name.as_str()));
        let other = chooser.units.iter().any(|unit| unit.name == name || unit.base == name);
        if other && meant.is_empty() {
            format!("`{}` is not {who} of `{}`", shown(name), own.name)
        } else {
            format!("there is no {} `{}`{meant}", who.rsplit(' ').next().unwrap_or(who), shown(name))
        }
    } else {
        format!("there are several `{}`: say {}", shown(name), one_of(copies))
    };
    problems.missing(node.span, path, message);
    None
}

/// The place of the thing of the unit's own that a tactic names.
fn own(node: &Node, kind: &str, chooser: Chooser<'_>, problems: &mut Problems) -> Option<usize> {
    let Some(name) = node.as_text() else {
        let message = format!("expected the name of its {kind}, found {}", node.found());
        problems.add(node.span, chooser.path, message);
        return None;
    };
    let owned = chooser.owns.iter().find(|owned| owned.0 == kind).map_or(&[][..], |owned| &owned.1);
    let place = owned.iter().position(|own| own == name).filter(|&place| place < 32);
    if place.is_none() {
        let meant = did_you_mean(name, owned.iter().map(String::as_str));
        let message = format!("the unit has no {kind} `{}`{meant}", shown(name));
        problems.missing(node.span, chooser.path, message);
    }
    place
}

/// Returns the choices of a decision in words: "`max`, `needed` or a whole number from 0 to 40".
fn names(choices: &[ChoiceInfo]) -> String {
    let names = one_of(choice_names(choices));
    let number = choices.iter().find(|choice| choice.takes.is_bare()).map(|choice| choice.takes.expected());
    number.map_or(names.clone(), |number| format!("{names}, or {number}"))
}

fn example(name: &str, takes: Takes) -> String {
    match takes {
        Takes::Nothing => name.to_owned(),
        Takes::Number(..) => format!("`{{ {name} = 12 }}`"),
        Takes::Bare(..) => "`3`".to_owned(),
        Takes::Fraction => "`0.5`".to_owned(),
        Takes::Ally | Takes::Enemy | Takes::Own(_) => format!("`{{ {name} = \"Name\" }}`"),
        Takes::Set(_) | Takes::Ranked(_) => format!("`{{ {name} = [\"Name\"] }}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::node::parse_value;
    use crate::sheet::problem::FileId;

    fn fraction(text: &str) -> Option<i32> {
        let mut problems = Problems::default();
        let node = parse_value(FileId(0), text, 0, &mut problems)?;
        number(&node, Takes::Fraction, "x", &mut problems)
    }

    #[test]
    fn a_fraction_is_read_in_millionths_and_rounded_down() {
        for millionths in (0..=1_000_000).step_by(7) {
            let text = format!("{}.{:06}", millionths / 1_000_000, millionths % 1_000_000);
            assert_eq!(fraction(&text), Some(millionths), "{text}");
        }
        assert_eq!(fraction("0.6666667"), Some(666_666));
        assert_eq!((fraction("1"), fraction("0")), (Some(1_000_000), Some(0)));
        for wrong in ["1.000001", "-0.1", "2", "nan", "half", "true"] {
            assert_eq!(fraction(wrong), None, "{wrong}");
        }
    }
}
