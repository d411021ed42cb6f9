//! Conditions as text: how they are read and judged. A condition that no scenario could make hold is refused
//! where it is read; one that has the same answer throughout this scenario is warned of.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::declare::{Read, Shape, join};
use super::node::{Node, Value};
use super::problem::{FileId, Problems, Span};
use crate::declare::facts::{Facts, GivenName, Stands};
use crate::tactics::range::{Range, Verdict, judge};
use crate::tactics::when::{self, Measure, Term, When, Written};

/// A key that is a condition over the facts `F`.
#[derive(Debug)]
pub struct Condition<F>(core::marker::PhantomData<F>);

impl<F: Facts> Read for Condition<F> {
    type Out = When<F>;

    fn shape() -> Shape {
        Shape::Text
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<When<F>> {
        condition(node, Stands::Ability, key, problems)
    }
}

/// Reads a condition, or a list of conditions that must all hold. One that asks for what is not known where it
/// stands, or that no scenario could make hold there, is refused.
pub fn condition<F: Facts>(
    node: &Node,
    place: Stands<'_>,
    path: &str,
    problems: &mut Problems,
) -> Option<When<F>> {
    let terms = terms::<F>(node, place, path, problems)?;
    refuse(&terms, |fact| fact.known(place), path, problems);
    Some(When { terms: terms.into_iter().map(|(_, term)| term).collect() })
}

/// Refuses the condition `when` of an ability in which a fact has these values in whatever scenario, or is not
/// known for a reason.
pub fn refuse_in_ability<F: Facts>(
    ability: &Node,
    path: &str,
    known: impl Fn(F) -> Result<Range, &'static str>,
    problems: &mut Problems,
) {
    let Some(when) = ability.get("when") else { return };
    // What cannot be read was noted.
    let read = terms::<F>(when, Stands::Ability, path, &mut Problems::default());
    if let Some(terms) = read {
        refuse(&terms, known, &join(path, "when"), problems);
    }
}

/// Terms, each with its place in the file.
type Terms<F> = Vec<(Span, Term<F>)>;

fn terms<F: Facts>(node: &Node, place: Stands<'_>, path: &str, problems: &mut Problems) -> Option<Terms<F>> {
    let items = match &node.value {
        Value::List(list) if !list.is_empty() => &list[..],
        _ => core::slice::from_ref(node),
    };
    let mut terms = Vec::new();
    for item in items {
        let Some(text) = item.as_text() else {
            let known = || F::all().iter().filter(|fact| fact.1.known(place).is_ok());
            let share = known().find(|fact| fact.1.measure() == Measure::OfMaximum);
            let most = share.map(|fact| format!("{} < 30%", fact.0));
            let example = most.or(known().next().map(|fact| format!("{} >= 2", fact.0))).unwrap_or_default();
            let message = format!("expected a condition like {example:?}, found {}", item.found());
            problems.add(item.span, path, message);
            return None;
        };
        match written(text) {
            Ok(read) => {
                terms.extend(read.into_iter().map(|it| (item.place_in_text(it.at), it.term)));
            }
            Err((offset, message)) => {
                problems.add(item.place_in_text(offset), path, message);
                return None;
            }
        }
    }
    Some(terms)
}

/// The terms of a text.
fn written<F: Facts>(text: &str) -> Result<Vec<Written<'_, F>>, (usize, String)> {
    let names: Vec<&str> = F::INFO.iter().map(|info| info.name).collect();
    when::terms(text, &names, F::all(), |fact, name| F::given(fact, GivenName::of(name)), F::measure)
}

/// Shows the names of the scenario's own for which the conditions in a table ask, each with its place and path.
pub fn each_given_name<F: Facts>(node: &Node, path: &str, see: &mut dyn FnMut(&str, Span, &str)) {
    match &node.value {
        Value::Table(table) => {
            for entry in &table.entries {
                let path = join(path, &entry.key);
                if entry.key == "when" {
                    given_names::<F>(&entry.value, &path, see);
                } else {
                    each_given_name::<F>(&entry.value, &path, see);
                }
            }
        }
        Value::List(list) => list.iter().for_each(|item| each_given_name::<F>(item, path, see)),
        _ => {}
    }
}

/// The same of one condition. Text that cannot be read is skipped: the problem is noted where the condition
/// is read.
pub fn given_names<F: Facts>(when: &Node, path: &str, see: &mut dyn FnMut(&str, Span, &str)) {
    let items = when.as_list();
    for item in items.as_deref().unwrap_or(core::slice::from_ref(when)) {
        for (offset, name) in item
            .as_text()
            .and_then(|text| written::<F>(text).ok())
            .into_iter()
            .flatten()
            .filter_map(|it| it.name)
        {
            see(name, item.place_in_text(offset), path);
        }
    }
}

fn refuse<F: Facts>(
    terms: &Terms<F>,
    known: impl Fn(F) -> Result<Range, &'static str>,
    path: &str,
    problems: &mut Problems,
) {
    for (span, term) in terms {
        if let Err(why) = known(term.fact) {
            let message = format!("`{}` is not known here: {why}", term.fact.shown());
            problems.add(*span, path, message);
            return;
        }
    }
    let when = When { terms: terms.iter().map(|(_, term)| *term).collect() };
    let ranges = |fact: F| known(fact).into_iter().collect();
    if let Some(Verdict { holds: false, term, because }) = judge(&when, ranges, F::shown) {
        let (span, term) = &terms[term];
        problems.add_help(*span, path, format!("this condition can never hold: {because}"), meaning(term));
    }
}

/// Returns the name and the sentence of a fact, for a hint.
fn meaning<F: Facts>(term: &Term<F>) -> String {
    format!("`{}`: {}", term.fact.shown(), term.fact.info().map_or("", |info| info.sentence))
}

/// Judges the conditions of the units of a scenario, and warns of those that have one answer in it. A
/// condition that several units share has one answer if it has the same for each of them. Conditions in an
/// include serve other scenarios, too, and are not warned of.
#[derive(Debug, Default)]
pub struct Judge {
    found: BTreeMap<Span, Judged>,
}

/// A condition that was judged.
#[derive(Debug)]
struct Judged {
    path: String,
    /// Its answer with what is said of it; `None` if it has two.
    answer: Option<(bool, String, String)>,
}

impl Judge {
    /// Judges the conditions of a unit. `range` gives the values of a fact in this scenario, of each unit
    /// that it may be about; `None` where it may be all that it could be elsewhere.
    pub fn unit<F: Facts>(&mut self, unit: &Node, path: &str, range: impl Fn(F) -> Option<Vec<Range>>) {
        let Some(table) = unit.as_table() else { return };
        for entry in &table.entries {
            let path = join(path, &entry.key);
            match entry.value.as_table().filter(|_| entry.key == "tactics") {
                Some(decisions) => {
                    for decision in &decisions.entries {
                        let path = join(&path, &decision.key);
                        self.each(&decision.value, &path, Stands::Decision(&decision.key, ""), &range);
                    }
                }
                None => self.each(&entry.value, &path, Stands::Ability, &range),
            }
        }
    }

    fn each<F: Facts>(
        &mut self,
        node: &Node,
        path: &str,
        place: Stands<'_>,
        range: &impl Fn(F) -> Option<Vec<Range>>,
    ) {
        match &node.value {
            Value::Table(table) => {
                let used =
                    table.get("use").or_else(|| table.entries.iter().find(|entry| entry.key != "when"));
                let used = used.map_or("", |entry| entry.value.as_text().unwrap_or(&entry.key));
                for entry in &table.entries {
                    let path = join(path, &entry.key);
                    let place = match place {
                        Stands::Decision(key, _) => Stands::Decision(key, used),
                        Stands::Ability => place,
                    };
                    if entry.key == "when" {
                        self.one(&entry.value, path, |fact: F| {
                            let Ok(known) = fact.known(place) else { return Vec::new() };
                            let here = range(fact).unwrap_or_else(|| vec![known]);
                            here.into_iter().map(|here| here.within(known)).collect()
                        });
                    } else {
                        self.each(&entry.value, &path, place, range);
                    }
                }
            }
            Value::List(list) => list.iter().for_each(|item| self.each(item, path, place, range)),
            _ => {}
        }
    }

    /// Judges one condition.
    fn one<F: Facts>(&mut self, node: &Node, path: String, range: impl Fn(F) -> Vec<Range>) {
        if node.span.file != FileId(0) {
            return;
        }
        let Some(terms) = terms::<F>(node, Stands::Ability, &path, &mut Problems::default()) else { return };
        let when = When { terms: terms.iter().map(|(_, term)| *term).collect() };
        let verdict = judge(&when, range, F::shown);
        let answer = verdict.map(|Verdict { holds, term, because }| {
            let (what, take) =
                if holds { ("always holds", "condition") } else { ("can never hold", "entry") };
            let help = format!("change the number, or take the {take} out; {}", meaning(&when.terms[term]));
            (holds, format!("this condition {what} here: {because}"), help)
        });
        match self.found.entry(node.span) {
            Entry::Vacant(place) => drop(place.insert(Judged { path, answer })),
            Entry::Occupied(mut place) => {
                let known = &mut place.get_mut().answer;
                if known.as_ref().map(|it| it.0) != answer.map(|it| it.0) {
                    *known = None;
                }
            }
        }
    }

    /// Warns of the conditions that have one answer.
    pub fn warn(self, problems: &mut Problems) {
        for (span, Judged { path, answer }) in self.found {
            if let Some((_, message, help)) = answer {
                problems.warn(span, path, message, help);
            }
        }
    }
}
