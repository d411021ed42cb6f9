//! Tactics as text: how a list of choices of a decision and a condition are read. How a single choice is read
//! stands in `choice`.

mod choice;

use choice::{choice, number};

use super::conditions::condition;
use super::declare::{join, shown};
use super::envelope::{SideDoc, UnitDoc};
use super::node::{Node, Table, Value};
use super::problem::{Problems, did_you_mean};
use crate::declare::facts::{Facts, Stands};
use crate::declare::tactics::{Decision, DecisionInfo, Takes, Unmet};
use crate::tactics::plan::{Entry, Plan};
use crate::tactics::when::When;

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

/// A unit whose tactics are read, in its place among all units.
#[derive(Clone, Copy, Debug)]
pub struct Chooser<'a> {
    /// Everybody in listed order.
    pub units: &'a [Named],
    /// The place of the deciding unit in `units`.
    pub own: usize,
    /// The path of its tactics.
    pub path: &'a str,
    /// The things that it owns: for each kind that tactics can name, the names in the order of their places.
    pub owns: &'a [(&'a str, Vec<String>)],
}

/// Reads the decisions of one table `tactics`.
#[derive(Debug)]
pub struct PlanReader<'a> {
    /// The table.
    pub table: &'a Table,
    /// The deciding unit. Its path is that of the table.
    pub chooser: Chooser<'a>,
    /// The list to which problems are added.
    pub problems: &'a mut Problems,
}

impl PlanReader<'_> {
    /// The plan for a decision; empty, if the table does not have it.
    pub fn plan<T: Decision, F: Facts>(&mut self) -> Plan<T, F> {
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
    fn entries<F: Facts>(&mut self, decision: &DecisionInfo) -> Vec<(usize, i32, Option<When<F>>)> {
        let Some(entry) = self.table.get(decision.key) else { return Vec::new() };
        let path = join(self.chooser.path, decision.key);
        let chooser = Chooser { path: &path, ..self.chooser };
        read(&entry.value, decision, chooser, self.problems)
    }
}

/// Reads a choice, or a list of them that is tried in order. Without an entry whose condition
/// holds the first choice, the default, is taken; so it is left out at the end.
fn read<F: Facts>(
    node: &Node,
    decision: &DecisionInfo,
    chooser: Chooser<'_>,
    problems: &mut Problems,
) -> Vec<(usize, i32, Option<When<F>>)> {
    let choices = decision.choices;
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
        let chosen = choice(&what, choices, chooser, problems);
        let name = chosen.map_or("", |(place, _)| choices[place].name);
        let place = Stands::Decision(decision.key, name);
        let condition = when.and_then(|when| condition(&when, place, &path, problems));
        if let Some((choice, argument)) = chosen {
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
