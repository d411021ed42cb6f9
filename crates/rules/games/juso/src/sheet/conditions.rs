//! Conditions that can never hold or always do, and units that can wait for each other for ever: warnings
//! with the reason. And what a condition may not ask where it stands.

use fray_kit::sheet::declare::join;
use fray_kit::sheet::envelope::UnitDoc;
use fray_kit::sheet::node::{Node, Table};
use fray_kit::sheet::plan::condition;
use fray_kit::sheet::problem::{FileId, Problems, Span};
use fray_kit::tactics::when::{Term, When};

use crate::data::rulings::{Rulings, Switch};
use crate::data::setup::{COLUMNS, Reach, SideSetup, UnitSetup};
use crate::data::tactics::{Fact, Stance};

/// The conditions of a decision, or of an ability, each with its place.
fn conditions(node: &Node) -> Vec<(Span, When<Fact>)> {
    let items = node.as_list().unwrap_or_else(|| vec![node.clone()]);
    let whens = items.iter().filter_map(|item| Some(&item.as_table()?.get("when")?.value));
    let read = |when: &Node| {
        let read = condition(when, Fact::ALL, Fact::measure, "", &mut Problems::default())?;
        Some((when.span, read))
    };
    whens.filter_map(read).collect()
}

/// Refuses conditions about a target in decisions that are made before there is one.
pub(super) fn refuse_targets(table: &Table, path: &str, problems: &mut Problems) {
    for entry in table.entries.iter().filter(|entry| entry.key != "ability") {
        for (span, when) in conditions(&entry.value) {
            let Some(term) = when.terms.iter().find(|term| term.fact.is_of_target()) else { continue };
            let message =
                format!("`{}` is about the target of an ability, and there is none here", term.fact.name());
            let help = "it may stand in the `when` of an ability, and in the decision `ability`";
            problems.add_help(span, join(path, &entry.key), message, help);
        }
    }
}

/// The units of a scenario with where they stand in it, and the `tactics` that their side hands down.
type Owners<'a> = [(&'a UnitDoc, Option<&'a Table>)];

/// Warns of conditions that can never hold or always do, and of units that wait for each other.
pub(super) fn warn(rulings: &Rulings, sides: &[SideSetup], owners: &Owners<'_>, problems: &mut Problems) {
    let mut first = 0;
    for (at, side) in sides.iter().enumerate() {
        let foes: usize =
            sides.iter().enumerate().filter(|other| other.0 != at).map(|other| other.1.units.len()).sum();
        for (unit, (doc, of_side)) in side.units.iter().zip(&owners[first..]) {
            let range = |fact: Fact| match fact {
                Fact::Allies => (1, Some(side.units.len())),
                Fact::Enemies | Fact::Melee => (0, Some(foes)),
                fact => of_unit(fact, unit, rulings),
            };
            let Some(table) = doc.node.as_table() else { continue };
            let mut check = |node: &Node, path: &str, inherited: bool| {
                for (span, when) in conditions(node) {
                    judge(span, &when, range, inherited, path, problems);
                }
            };
            if let Some(tactics) = table.get("tactics").and_then(|entry| entry.value.as_table()) {
                for entry in tactics.entries.iter().filter(|entry| entry.key != "return") {
                    let inherited = of_side
                        .and_then(|table| table.get(&entry.key))
                        .is_some_and(|theirs| theirs.span == entry.span);
                    check(&entry.value, &join(&join(&doc.path, "tactics"), &entry.key), inherited);
                }
            }
            if let Some(abilities) = table.get("abilities") {
                check(&abilities.value, &join(&doc.path, "abilities"), false);
            }
        }
        waiting(side, &owners[first..], problems);
        first += side.units.len();
    }
}

/// The least and the greatest value of a fact about the unit or the board; percentages apart.
fn of_unit(fact: Fact, unit: &UnitSetup, rulings: &Rulings) -> (i32, Option<usize>) {
    let gains = unit.is_pc() || rulings.enemy_cores == Switch::On;
    let none = Some(0).filter(|_| unit.special.is_empty());
    let most = match fact {
        Fact::Life => Some(unit.life as usize),
        Fact::Cores if !(gains && unit.core_base > 0 || unit.start_cores > 0) => none,
        Fact::HighMana if !(unit.is_pc() && unit.core_base > 0) => none,
        Fact::Own => Some(COLUMNS as usize),
        Fact::Flag | Fact::First => Some(1),
        Fact::Distance => Some(COLUMNS as usize - 1),
        _ => None,
    };
    (0, most)
}

/// Warns of a condition that has one answer. What stands in an include serves other fights too, and what
/// a side hands down other units, so only what holds for all of those counts there.
fn judge(
    span: Span,
    when: &When<Fact>,
    range: impl Fn(Fact) -> (i32, Option<usize>),
    inherited: bool,
    path: &str,
    problems: &mut Problems,
) {
    let of_board = |fact| matches!(fact, Fact::Own | Fact::Flag | Fact::First | Fact::Distance);
    let of_fight = |fact| matches!(fact, Fact::Allies | Fact::Enemies | Fact::Melee);
    let range_of = |term: &Term<Fact>| {
        let fact = term.fact;
        let counts = of_board(fact) || span.file == FileId(0) && (of_fight(fact) || !inherited);
        match (term.percent, range(fact)) {
            (true, _) => (0, Some(100)),
            (false, range) if counts => range,
            (false, _) => (i32::MIN, None),
        }
    };
    let answer = |term: &Term<Fact>| {
        let (least, most) = range_of(term);
        let most = most.map_or(i32::MAX, |most| most as i32);
        let holds = |value: i32| When { terms: vec![*term] }.holds(|_| (value, 100));
        let near = [least, most, term.value.saturating_sub(1), term.value, term.value.saturating_add(1)];
        let all: Vec<bool> = near.into_iter().filter(|n| (least..=most).contains(n)).map(holds).collect();
        all.iter().all(|it| *it == all[0]).then_some(all[0])
    };
    let never = when.terms.iter().find(|term| answer(term) == Some(false));
    let always = when.terms.iter().all(|term| answer(term) == Some(true));
    let Some(term) = never.or(when.terms.first().filter(|_| always)) else { return };
    let (least, most) = range_of(term);
    let what = if never.is_some() { "can never hold" } else { "always holds" };
    let unit = if term.percent { "%" } else { "" };
    let to = most.map_or(String::new(), |most| format!(" to {most}{unit}"));
    let counts = if term.fact == Fact::Allies { ", and counts the unit itself" } else { "" };
    let message =
        format!("this condition {what}: `{}` goes from {least}{unit}{to} here{counts}", term.fact.name());
    let help = if never.is_some() {
        "change the number, or take the entry out"
    } else {
        "change the number, or take the condition out"
    };
    problems.warn(span, path, message, help);
}

/// Warns of units of a side that all `hold` as long as so many of them are left, each counting the others.
fn waiting(side: &SideSetup, owners: &Owners<'_>, problems: &mut Problems) {
    for left in 2..=side.units.len() {
        let holders: Vec<usize> =
            (0..side.units.len()).filter(|&at| may_hold(&side.units[at], left)).collect();
        let waits = holders.iter().find(|&&at| !may_hold(&side.units[at], 1));
        let Some(&at) = waits.filter(|_| holders.len() >= left) else { continue };
        let names: Vec<&str> = holders.iter().map(|&at| side.units[at].name.as_str()).collect();
        let message = format!(
            "{} can `hold` for ever because of one another: while {left} of them are left, `allies` is {left} \
             for each, the unit itself counted",
            names.join(", ")
        );
        let help = format!(
            "ask for more allies than can hold, as in `allies >= {}`, or let one of them move",
            holders.len() + 1
        );
        let doc = owners[at].0;
        problems.warn(doc.name.span, join(&doc.path, "tactics.stance"), message, help);
        return;
    }
}

/// Whether a unit may choose `hold` in every round to come while so many of its side are left, and does
/// not reach the whole board anyway.
fn may_hold(unit: &UnitSetup, left: usize) -> bool {
    let far = Reach::Squares(COLUMNS as u8 - 1);
    if unit.weapons.iter().any(|weapon| weapon.range == far) {
        return false;
    }
    for entry in &unit.tactics.stance.entries {
        // Other facts may be anything; rounds go on.
        let known = |term: &&Term<Fact>| matches!(term.fact, Fact::Allies | Fact::Round);
        let holds = |term: &Term<Fact>| {
            let value = if term.fact == Fact::Round { i32::MAX } else { left as i32 };
            When { terms: vec![*term] }.holds(|_| (value, 1))
        };
        let terms = entry.when.as_ref().map_or(&[][..], |when| &when.terms);
        let may = terms.iter().filter(known).all(holds);
        let must = may && terms.iter().all(|term| known(&term));
        if entry.what == Stance::Hold && may {
            return true;
        }
        if must {
            return false;
        }
    }
    false
}
