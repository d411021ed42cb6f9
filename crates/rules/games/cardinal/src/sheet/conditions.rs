//! Conditions that can never be known or never hold where they stand, which are refused, and those that have one
//! answer in this scenario alone, which are warned of.

use fray_kit::declare::facts::Facts;
use fray_kit::sheet::declare::join;
use fray_kit::sheet::envelope::Document;
use fray_kit::sheet::node::{Node, Table};
use fray_kit::sheet::plan::condition;
use fray_kit::sheet::problem::{FileId, Problems, Span};
use fray_kit::tactics::when::{Term, When};

use super::Owner;
use crate::data::setup::Setup;
use crate::data::tactics::Fact;
use crate::data::vocabulary::{Ability, Effect, Status, Statuses, Timing, Trigger};

/// The least and the greatest value of a fact; `None` for no greatest.
type Range = (i32, Option<i32>);

/// Where a condition stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// In a decision that is made in a round.
    Decision,
    /// In a decision that is made before round 1 (D-02).
    BeforeRound1,
    /// In an ability of this timing.
    Ability(Timing),
}

impl Place {
    /// What values a fact has, whatever the scenario.
    fn range(self, fact: Fact) -> Range {
        // Who is out decides nothing, but its abilities may answer its own defeat.
        let may_be_out = self == Self::Ability(Timing::Reaction(Trigger::Defeated));
        let is_before = matches!(self, Self::BeforeRound1 | Self::Ability(Timing::StartOfFight));
        match fact {
            Fact::Round if is_before => (0, Some(0)),
            Fact::Allies if !may_be_out => (1, None),
            Fact::Distance => (1, None),
            Fact::Wounds | Fact::TargetWounds => (0, Some(3)),
            Fact::HasStatus(status) if Statuses::OUT.has(status) && !may_be_out => (0, Some(0)),
            Fact::Loaded | Fact::HasStatus(_) | Fact::TargetHasStatus(_) => (0, Some(1)),
            Fact::Ward | Fact::TargetWard => (0, Some(20)),
            _ => (0, None),
        }
    }
}

/// Whether the terms of a condition about the fact of this one all hold for some value, and whether they do for every
/// value. Shares are looked at in halves of a percent.
fn answers(term: &Term<Fact>, when: &When<Fact>, (least, most): Range) -> (bool, bool) {
    let (steps, whole) = if term.percent { (2, 200) } else { (1, 0) };
    let about = || when.terms.iter().filter(|other| (other.fact, other.percent) == (term.fact, term.percent));
    let near = about().flat_map(|other| {
        let at = other.value.saturating_mul(steps);
        [at.saturating_sub(1), at, at.saturating_add(1)]
    });
    let ends = [least, most.unwrap_or(i32::MAX)];
    let values = near.chain(ends).filter(|&value| value >= least && most.is_none_or(|most| value <= most));
    let all: Vec<bool> = values.map(|value| about().all(|other| other.holds(value, whole))).collect();
    (all.contains(&true), !all.contains(&false))
}

/// The range of what a term asks, shares apart.
fn range_of(term: &Term<Fact>, range: impl Fn(Fact) -> Range) -> Range {
    if term.percent { (0, None) } else { range(term.fact) }
}

/// What a range is called.
fn told(term: &Term<Fact>, (least, most): Range) -> String {
    let name = term.fact.name();
    let percent = if term.percent { "%" } else { "" };
    match most {
        Some(most) if most == least => format!("`{name}` is {least}{percent} here"),
        Some(most) => format!("`{name}` goes from {least}{percent} to {most}{percent} here"),
        None => format!("`{name}` is {least}{percent} or more here"),
    }
}

/// Why a condition never holds in any scenario.
fn never(when: &When<Fact>, place: Place) -> Option<String> {
    when.terms.iter().find_map(|term| {
        let range = range_of(term, |fact| place.range(fact));
        let (some, _) = answers(term, when, range);
        (!some).then(|| format!("this condition can never hold: {}", told(term, range)))
    })
}

/// Why the condition of an ability never holds.
pub(super) fn of_ability(ability: &Ability) -> Option<String> {
    never(ability.when.as_ref()?, Place::Ability(ability.timing))
}

/// The conditions of a decision, or of a list of abilities, each with its place.
fn conditions(node: &Node) -> Vec<(Span, When<Fact>)> {
    let items = node.as_list().unwrap_or_else(|| vec![node.clone()]);
    let whens = items.iter().filter_map(|item| Some(&item.as_table()?.get("when")?.value));
    let read = |when: &Node| {
        let read = condition(when, Fact::NAMES, Fact::measure, "", &mut Problems::default())?;
        Some((when.span, read))
    };
    whens.filter_map(read).collect()
}

/// Refuses conditions of decisions that never hold.
pub(super) fn refuse(table: &Table, path: &str, problems: &mut Problems) {
    for entry in &table.entries {
        let place = if entry.key == "ready_tie" { Place::BeforeRound1 } else { Place::Decision };
        for (span, when) in conditions(&entry.value) {
            if let Some(message) = never(&when, place) {
                problems.add(span, join(path, &entry.key), message);
            }
        }
    }
}

/// Warns of conditions on how many there are that have one answer in this scenario. What stands in an include serves
/// other scenarios, and what a side hands down other units.
pub(super) fn warn(setup: &Setup, document: &Document, owners: &[Owner<'_>], problems: &mut Problems) {
    // Who is controlled counts for another side.
    let turns = |effect: &Effect| {
        matches!(effect, Effect::AddStatus { status: Status::Controlled | Status::Marionette, .. })
    };
    if setup.effects().any(turns) {
        return;
    }
    let n_units = setup.units().count();
    let mut own = 0;
    for (side, doc) in setup.sides.iter().zip(&document.sides) {
        let of_side = doc.node.get("tactics").and_then(Node::as_table);
        let (allies, foes) = (side.units.len() as i32, (n_units - side.units.len()) as i32);
        let range = |fact: Fact| match fact {
            Fact::Allies => (1, Some(allies)),
            Fact::AlliesAble => (0, Some(allies)),
            Fact::AlliesAfraid | Fact::AlliesReeling | Fact::AlliesDying => (0, Some(allies - 1)),
            Fact::Enemies | Fact::EnemiesAble | Fact::NearEnemies | Fact::InReach => (0, Some(foes)),
            _ => (i32::MIN, None),
        };
        for _ in &side.units {
            let (unit, _) = &owners[own];
            own += 1;
            let mut judge = |node: &Node, path: String| {
                for (span, when) in conditions(node).into_iter().filter(|(span, _)| span.file == FileId(0)) {
                    if let Some((message, help)) = one_answer(&when, range) {
                        problems.warn(span, path.clone(), message, help);
                    }
                }
            };
            let tactics = unit.node.get("tactics").and_then(Node::as_table);
            for entry in tactics.map_or(&[][..], |table| &table.entries) {
                let is_of_side =
                    |theirs: &Table| theirs.get(&entry.key).is_some_and(|it| it.span == entry.span);
                if !of_side.is_some_and(is_of_side) {
                    judge(&entry.value, join(&join(&unit.path, "tactics"), &entry.key));
                }
            }
            if let Some(abilities) = unit.node.get("abilities") {
                judge(abilities, join(&unit.path, "abilities"));
            }
        }
    }
}

/// What is odd about a condition that has one answer, and what to do about it.
fn one_answer(when: &When<Fact>, range: impl Fn(Fact) -> Range) -> Option<(String, &'static str)> {
    let of = |term: &Term<Fact>| {
        // Shares of a number are not known beforehand.
        let range = if term.percent { (i32::MIN, None) } else { range(term.fact) };
        (range, answers(term, when, range))
    };
    let counts = |term: &Term<Fact>| match term.fact {
        Fact::Allies | Fact::AlliesAble => ", the unit itself counted",
        _ => "",
    };
    let never = when.terms.iter().find(|term| !of(term).1.0);
    let always = when.terms.iter().all(|term| of(term).1.1);
    let (term, what, help) = match (never, when.terms.first()) {
        (Some(term), _) => (term, "can never hold", "change the number, or take the entry out"),
        (None, Some(term)) if always => {
            (term, "always holds", "change the number, or take the condition out")
        }
        _ => return None,
    };
    Some((format!("this condition {what}: {}{}", told(term, of(term).0), counts(term)), help))
}
