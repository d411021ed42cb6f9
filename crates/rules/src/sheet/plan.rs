//! Tactics as text: how a choice of a decision, a list of them and a condition are read.

use super::declare::{Read, Shape, join, shown};
use super::envelope::{SideDoc, UnitDoc};
use super::node::{Node, Table, Value};
use super::problem::{Problems, did_you_mean, one_of};
use crate::declare::facts::Facts;
use crate::declare::tactics::{ChoiceInfo, Decision, DecisionInfo, MOST_RANKED, Takes, Unmet};
use crate::engine::roster::UnitId;
use crate::tactics::plan::{Entry, Plan};
use crate::tactics::when::{self, Measure, When};

/// A unit that tactics can name.
#[derive(Clone, Debug)]
pub struct Named {
    /// The name in the file.
    pub base: String,
    /// The name of the copy.
    pub name: String,
    /// The place of its side.
    pub side: usize,
}

/// Reads the units of a side, each once, and writes their copies out, each renamed. Adds all of them to those
/// that tactics can name.
pub fn units_of<'a, T: Clone>(
    (side, doc): (usize, &'a SideDoc),
    named: &mut Vec<Named>,
    mut read: impl FnMut(&'a UnitDoc) -> T,
    rename: impl Fn(&mut T, String),
) -> Vec<(T, &'a UnitDoc)> {
    let mut units = Vec::new();
    for unit in &doc.units {
        let own = read(unit);
        for name in unit.names() {
            let mut copy = own.clone();
            rename(&mut copy, name.clone());
            units.push((copy, unit));
            named.push(Named { base: unit.name.value.clone(), name, side });
        }
    }
    units
}

/// Who decides, among whom.
#[derive(Clone, Copy, Debug)]
pub struct Chooser<'a> {
    /// Everybody in listed order.
    pub units: &'a [Named],
    /// Who decides, by its place in `units`.
    pub own: usize,
    /// The path of its tactics.
    pub path: &'a str,
    /// What it owns: of each kind that tactics can name the names, by their places.
    pub owns: &'a [(&'a str, Vec<String>)],
}

/// Reads the decisions of one table `tactics`.
#[derive(Debug)]
pub struct PlanReader<'a, F: 'static> {
    /// The table.
    pub table: &'a Table,
    /// What conditions may ask.
    pub facts: &'static [(&'static str, F)],
    /// How a fact is compared.
    pub measure: fn(F) -> Measure,
    /// Who decides. Its path is that of the table.
    pub chooser: Chooser<'a>,
    /// What is wrong.
    pub problems: &'a mut Problems,
}

impl<F: Copy> PlanReader<'_, F> {
    /// The plan for a decision; empty, if the table does not have it.
    pub fn plan<T: Decision>(&mut self) -> Plan<T, F> {
        let entries = self.entries(&T::INFO).into_iter();
        let made = |(choice, argument, when)| Entry { what: T::make(choice, argument), when };
        Plan { entries: entries.map(made).collect() }
    }

    /// A number that stands among the decisions.
    pub fn number(&mut self, key: &str, takes: Takes) -> Option<i32> {
        let entry = self.table.get(key)?;
        number(&entry.value, takes, &join(self.chooser.path, key), self.problems)
    }

    /// The entries of a decision: the places of the choices, their arguments and conditions.
    fn entries(&mut self, decision: &DecisionInfo) -> Vec<(usize, i32, Option<When<F>>)> {
        let Some(entry) = self.table.get(decision.key) else { return Vec::new() };
        let path = join(self.chooser.path, decision.key);
        let chooser = Chooser { path: &path, ..self.chooser };
        read(&entry.value, decision.choices, self.facts, self.measure, chooser, self.problems)
    }
}

/// Reads a choice, or a list of them that is tried in order. Without an entry whose condition
/// holds the first choice, the default, is taken; so it is left out at the end.
fn read<F: Copy>(
    node: &Node,
    choices: &[ChoiceInfo],
    facts: &[(&str, F)],
    measure: fn(F) -> Measure,
    chooser: Chooser<'_>,
    problems: &mut Problems,
) -> Vec<(usize, i32, Option<When<F>>)> {
    let items = match &node.value {
        Value::List(list) => list.clone(),
        Value::Cell(_) => node.as_list().unwrap_or_default(),
        _ => vec![node.clone()],
    };
    if items.is_empty() {
        problems.add(node.span, chooser.path, "expected at least one tactic in the list");
    }
    let mut entries = Vec::new();
    let mut always = false;
    for item in &items {
        if always {
            let message = "this is never reached: the entry before it has no `when`";
            problems.add(item.span, chooser.path, message);
            break;
        }
        let mut what = item.clone();
        let mut when = None;
        if let Value::Table(table) = &mut what.value {
            when = table.take("when").map(|entry| entry.value);
            // Without `use` the table is the tactic: `{ guard = "Ward", when = "count > 10" }`.
            if let Some(used) = table.take("use") {
                for entry in &table.entries {
                    let message = format!("unknown key `{}`; expected `use` and `when`", shown(&entry.key));
                    problems.add(entry.span, join(chooser.path, &entry.key), message);
                }
                what = used.value;
            } else if table.entries.is_empty() && when.is_some() {
                problems.missing(item.span, chooser.path, "expected `use` beside `when`");
                continue;
            }
        }
        always = when.is_none();
        let path = join(chooser.path, "when");
        let condition = when.and_then(|when| condition(&when, facts, measure, &path, problems));
        if let Some((choice, argument)) = choice(&what, choices, chooser, problems) {
            entries.push((choice, argument, condition));
        }
    }
    let default_is_bare = choices.first().is_some_and(|choice| choice.takes.is_bare());
    entries.pop_if(|(choice, _, when)| *choice == 0 && !default_is_bare && when.is_none());
    entries
}

/// Checks the keys of a table `tactics`; gives the table.
pub fn open<'a>(
    node: &'a Node,
    decisions: &[DecisionInfo],
    path: &str,
    problems: &mut Problems,
) -> Option<&'a Table> {
    let Some(table) = node.as_table() else {
        problems.add(node.span, path, format!("expected a table for `tactics`, found {}", node.found()));
        return None;
    };
    for entry in &table.entries {
        let key = entry.key.as_str();
        if problems.is_full() {
            break;
        }
        if decisions.iter().any(|decision| decision.key == key) {
            continue;
        }
        let meant = did_you_mean(key, decisions.iter().map(|decision| decision.key));
        let message = format!("unknown decision `{}`{meant}", shown(key));
        let help = "`fray list tactics` prints all decisions";
        problems.add_help(entry.span, join(path, key), message, help);
    }
    Some(table)
}

/// Notes the tactics that are not legal for the unit that has them. Those that merely cannot matter
/// are no errors.
pub fn refuse(node: &Node, unmet: &[Unmet], path: &str, problems: &mut Problems) {
    for Unmet { key, choice, need } in unmet.iter().filter(|unmet| unmet.need.decides_legality) {
        let given = node.as_table().and_then(|table| table.get(key));
        let span = given.map_or(node.span, |entry| entry.value.span);
        problems.add(span, join(path, key), format!("`{choice}` is legal only if {}", need.what));
    }
}

/// Checks the tactics of a block by itself: `read` reads them for a unit that is alone and owns
/// nothing. Whom and what they name is known only in a scenario.
pub fn check_alone(path: &str, problems: &mut Problems, read: impl FnOnce(Chooser<'_>, &mut Problems)) {
    let own = [Named { base: String::new(), name: String::new(), side: 0 }];
    let mut found = Problems::default();
    read(Chooser { units: &own, own: 0, path, owns: &[] }, &mut found);
    problems.extend(found.sorted().into_iter().filter(|problem| !problem.may_follow));
}

/// A key that is a condition over the facts `F`.
#[derive(Debug)]
pub struct Condition<F>(core::marker::PhantomData<F>);

impl<F: Facts> Read for Condition<F> {
    type Out = When<F>;

    fn shape() -> Shape {
        Shape::Text
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<When<F>> {
        condition(node, F::NAMES, F::measure, key, problems)
    }
}

/// Reads a condition, or a list of conditions that must all hold.
pub fn condition<F: Copy>(
    node: &Node,
    facts: &[(&str, F)],
    measure: fn(F) -> Measure,
    path: &str,
    problems: &mut Problems,
) -> Option<When<F>> {
    let items = match &node.value {
        Value::List(list) if !list.is_empty() => &list[..],
        _ => core::slice::from_ref(node),
    };
    let mut terms = Vec::new();
    for item in items {
        let Some(text) = item.as_text() else {
            let share = facts.iter().find(|fact| measure(fact.1) == Measure::OfMaximum);
            let most = share.map(|fact| format!("{} < 30%", fact.0));
            let example = most.or(facts.first().map(|fact| format!("{} >= 2", fact.0))).unwrap_or_default();
            let message = format!("expected a condition like {example:?}, found {}", item.found());
            problems.add(item.span, path, message);
            return None;
        };
        match when::parse(text, facts, measure) {
            Ok(when) => terms.extend(when.terms),
            Err((offset, message)) => {
                problems.add(item.place_in_text(offset), path, message);
                return None;
            }
        }
    }
    Some(When { terms })
}

/// The place of a choice and its argument.
fn choice(
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
            let message = format!("`{name}` wants a value: {}", example(name, takes));
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
fn number(node: &Node, takes: Takes, path: &str, problems: &mut Problems) -> Option<i32> {
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

/// What a decision takes: "`max`, `needed` or a whole number from 0 to 40".
fn names(choices: &[ChoiceInfo]) -> String {
    let names = one_of(choices.iter().filter(|choice| !choice.takes.is_bare()).map(|choice| choice.name));
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
