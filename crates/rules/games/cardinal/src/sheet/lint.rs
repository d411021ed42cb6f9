//! Warnings about units that are written correctly and could never work, or are hardly meant: tactics without
//! what they need.

use fray_kit::declare::tactics::Unmet;
use fray_kit::sheet::declare::{join, shown};
use fray_kit::sheet::envelope::{Document, UnitDoc};
use fray_kit::sheet::node::{Node, Table};
use fray_kit::sheet::problem::{Problems, did_you_mean};

use super::Owner;
use crate::data::rulings::{BreakFreePools, ReelingForces, ResistPool, Rulings};
use crate::data::setup::{Setup, SideSetup, UnitSetup};
use crate::data::tactics::{FocusUse, RallyChoice, ReelingChoice, Subject, Tactic, TurnKind};
use crate::data::vocabulary::{Ability, AbilityRoll, Effect, Status};
use crate::state::prepare::TRAITS;

/// The skills that rules read (CA-22, CA-28, CA-50, CA-52, CA-55).
const READ: [&str; 5] = ["dodge", "fighting", "leadership", "tactics", "academics"];

/// Refuses pools that the rulings in force never read (CA-29, CA-55).
pub(super) fn pools(sides: &[SideSetup], owners: &[Owner<'_>], rulings: &Rulings, problems: &mut Problems) {
    let units = sides.iter().flat_map(|side| &side.units);
    for (unit, (doc, _)) in units.zip(owners) {
        let unread = [
            (
                "resist_pool",
                unit.resist_pool.is_some() && rulings.resist_pool == ResistPool::BodyWill,
                "`resist_pool` is `per_unit`, CA-29",
            ),
            (
                "break_free_pool",
                unit.break_free_pool.is_some() && rulings.break_free_pools == BreakFreePools::BodyFighting,
                "`break_free_pools` is `data`, CA-55",
            ),
        ];
        for (key, is_unread, needs) in unread {
            if is_unread {
                let message = format!("`{key}` is read only where the ruling {needs}");
                problems.add(doc.node.span_of(key), join(&doc.path, key), message);
            }
        }
    }
}

/// Warns of declarations of the scenario as a whole that are hardly meant.
pub(super) fn check(setup: &Setup, document: &Document, owners: &[Owner<'_>], problems: &mut Problems) {
    let focuses = |unit: &UnitSetup| {
        unit.statuses.contains(&Status::Focused)
            || unit.tactics.turn.any(|turn| turn == TurnKind::FocusWhenNoTarget)
    };
    let gives_focus = |effect: &Effect| matches!(effect, Effect::AddStatus { status: Status::Focused, .. });
    let has_focus = setup.rulings.initiative_roll || setup.any(focuses) || setup.effects().any(gives_focus);
    let mut own = 0;
    for (side, side_doc) in setup.sides.iter().zip(&document.sides) {
        let of_side = side_doc.node.get("tactics").and_then(Node::as_table);
        for (place, unit) in side.units.iter().enumerate() {
            let (doc, _) = &owners[own];
            own += 1;
            let tactics = &unit.tactics;
            let path = |key: &str| join(&join(&doc.path, "tactics"), key);
            let span = |key: &str| doc.node.get("tactics").map_or(doc.name.span, |node| node.span_of(key));
            let mut warn = |key: &str, message: &str, help: &str| {
                problems.warn(span(key), path(key), format!("unit `{}`: {message}", unit.name), help);
            };
            let helpers = side.units.iter().enumerate().any(|(other, ally)| {
                other != place
                    && !ally.rally().is_empty()
                    && !ally.tactics.rally.any(|rally| rally == RallyChoice::Never)
            });
            if tactics.reeling.any(|reeling| reeling == ReelingChoice::WaitForRally)
                && setup.rulings.reeling_forces != ReelingForces::Optional
                && !helpers
            {
                warn(
                    "reeling",
                    "`wait_for_rally` waits for ever: nobody else of its side Rallies",
                    "let somebody Rally, or let it `recover`",
                );
            }
            if tactics.tactic.any(|tactic| tactic == Tactic::AimAttack)
                && setup.rulings.actions_per_turn.0 == 1
            {
                warn(
                    "tactic",
                    "`aim_attack` never Aims: a turn has one action",
                    "raise `actions_per_turn`, or let it `attack`",
                );
            }
            if tactics.focus.any(|focus| focus == FocusUse::InterruptFirstAttack) && !has_focus {
                warn(
                    "focus",
                    "it never interrupts: nobody comes to be Focused",
                    "set `initiative_roll`, or let it take focus turns",
                );
            }
            let subject = Subject { unit, rulings: &setup.rulings, has_map: setup.has_map() };
            for Unmet { key, choice, need } in tactics.unmet(&subject) {
                let is_of_side = |theirs: &Table| {
                    let own = doc.node.get("tactics").and_then(Node::as_table).and_then(|own| own.get(key));
                    theirs.get(key).map(|it| it.span) == own.map(|it| it.span)
                };
                if !need.decides_legality && !of_side.is_some_and(is_of_side) {
                    let message = format!("`{choice}` changes nothing: it matters only if {}", need.what);
                    warn(key, &message, "take it out, or give what it needs");
                }
            }
        }
        for (unit, (doc, _)) in side.units.iter().zip(&owners[own - side.units.len()..own]) {
            if setup.map.is_none() {
                needs_map(unit, doc, problems);
            }
            skills(setup, unit, doc, problems);
        }
        if !side.units.iter().any(|unit| unit.is_armed()) {
            let Some((doc, _)) = own.checked_sub(1).and_then(|own| owners.get(own)) else { continue };
            let message = format!(
                "side `{}` has neither a weapon nor a harmful ability: it can never win by blows",
                side.name
            );
            problems.warn(doc.name.span, doc.path.clone(), message, "give somebody a weapon");
        }
    }
}

/// CA-63: abilities that do nothing but on a map.
fn needs_map(unit: &UnitSetup, doc: &UnitDoc, problems: &mut Problems) {
    let spans = doc.node.spans_in("abilities", unit.abilities.len());
    for (ability, span) in unit.abilities.iter().zip(spans) {
        let moves = |effect: &Effect| {
            matches!(effect, Effect::Move { .. } | Effect::Teleport(_) | Effect::Stride(_) | Effect::Dash(_))
        };
        if ability.effects.iter().all(moves) {
            let message = format!(
                "unit `{}`: ability `{}` does nothing: without a `[map]` nobody moves, CA-63",
                unit.name, ability.name
            );
            problems.warn(
                span,
                join(&doc.path, "abilities"),
                message,
                "add a `[map]`, or take the ability out",
            );
        }
    }
}

/// CA-01: skills that nothing reads and that are written nearly like one that is read, and rolls against a skill that
/// nobody has.
fn skills(setup: &Setup, unit: &UnitSetup, doc: &UnitDoc, problems: &mut Problems) {
    let opposed = |ability: &Ability| match &ability.roll {
        AbilityRoll::Opposed(_, word) => Some(word.clone()),
        _ => None,
    };
    let mut read: Vec<String> = READ.map(str::to_owned).to_vec();
    read.extend(setup.abilities().filter_map(opposed));
    for (name, _) in unit.skills.iter().filter(|(name, _)| !read.contains(name)) {
        let meant = did_you_mean(name, READ);
        if !meant.is_empty() {
            let message = format!("unit `{}`: nothing reads the skill `{}`{meant}", unit.name, shown(name));
            let help =
                format!("rules read {}; abilities those that they are rolled against", READ.join(", "));
            problems.warn(doc.node.span_of("skills"), join(&doc.path, "skills"), message, help);
        }
    }
    let owned = |word: &str| setup.any(|unit| unit.skills.iter().any(|(name, _)| name == word));
    let spans = doc.node.spans_in("abilities", unit.abilities.len());
    for (ability, span) in unit.abilities.iter().zip(spans) {
        let Some(word) = opposed(ability).filter(|word| !TRAITS.contains(&word.as_str()) && !owned(word))
        else {
            continue;
        };
        let known: Vec<&str> =
            setup.units().flat_map(|unit| &unit.skills).map(|(name, _)| name.as_str()).collect();
        let meant = did_you_mean(&word, TRAITS.into_iter().chain(known));
        let message = format!(
            "unit `{}`: ability `{}` is rolled against `{}`, which nobody has{meant}",
            unit.name,
            ability.name,
            shown(&word)
        );
        let help = "whoever lacks a skill meets the roll with no dice at all";
        problems.warn(span, join(&doc.path, "abilities"), message, help);
    }
}
