//! What is written right and could never work, or hardly is meant: conditions that can never be known,
//! tactics without what they need.

use crate::sheet::declare::join;
use crate::sheet::node::Node;
use crate::sheet::problem::Problems;

use super::super::rulings::{BreakFreePools, DeathSave, FirstAidReturns, ReelingForces, ResistPool, Rulings};
use super::super::setup::{Setup, SideSetup};
use super::super::tactics::{
    DefenceChoice, FirstAidChoice, FocusUse, Plan, RallyChoice, ReelingChoice, Tactic, Tactics,
};
use super::super::vocabulary::Band;
use super::Owner;

fn asks_target<T>(plan: &Plan<T>) -> bool {
    plan.terms().any(|term| term.fact.is_of_target())
}

/// Refuses conditions about a target where there is none (the facts for `when`).
pub(super) fn targets(tactics: &Tactics, node: &Node, path: &str, problems: &mut Problems) {
    let without = [
        ("turn", asks_target(&tactics.turn)),
        ("ready_tie", asks_target(&tactics.ready_tie)),
        ("tactic", asks_target(&tactics.tactic)),
        ("reeling", asks_target(&tactics.reeling)),
        ("afraid", asks_target(&tactics.afraid)),
        ("move", asks_target(&tactics.movement)),
        ("grapple", asks_target(&tactics.grapple)),
        ("flight", asks_target(&tactics.flight)),
        ("extras", asks_target(&tactics.extras)),
        (
            "focus",
            tactics.focus.entries.iter().any(|entry| {
                entry.what != FocusUse::InterruptFirstAttack
                    && entry
                        .when
                        .as_ref()
                        .is_some_and(|when| when.terms.iter().any(|term| term.fact.is_of_target()))
            }),
        ),
    ];
    for (key, asks) in without {
        if asks {
            let message = format!("`{key}` is decided without a target: the condition can never be known");
            problems.add(node.span_of(key), join(path, key), message);
        }
    }
}

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

/// What a scenario as a whole hardly means.
pub(super) fn check(setup: &Setup, owners: &[Owner<'_>], problems: &mut Problems) {
    let mut own = 0;
    for side in &setup.sides {
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
            if tactics.tactic.any(|tactic| tactic == Tactic::Kite)
                && !unit.weapons.iter().any(|weapon| weapon.range > Band::Close)
            {
                warn(
                    "tactic",
                    "`kite` never moves it: no weapon of its reaches beyond Close",
                    "give it such a weapon, or let it `attack_guard`",
                );
            }
            if tactics.focus.any(|focus| focus == FocusUse::InterruptFirstAttack)
                && (!setup.rulings.interrupt
                    || !setup.rulings.initiative_roll
                        && setup.units().all(|unit| unit.tactics.turn.entries.is_empty()))
            {
                warn(
                    "focus",
                    "it never interrupts: the ruling forbids it, or nobody comes to be Focused",
                    "set `interrupt` and `initiative_roll`",
                );
            }
            let counters = unit.weapons.iter().any(|weapon| !weapon.counter.is_empty());
            let parries =
                !unit.shield.parry.is_empty() || unit.weapons.iter().any(|weapon| !weapon.parry.is_empty());
            let needs = |choice| match choice {
                DefenceChoice::Parry => !parries,
                DefenceChoice::Counter | DefenceChoice::CounterIfFavoured | DefenceChoice::Net => !counters,
                DefenceChoice::Best | DefenceChoice::Dodge => false,
            };
            if tactics.defence.any(needs) {
                warn(
                    "defence",
                    "it has no pool for this method, and falls back on another",
                    "give a weapon a `parry` or `counter` pool",
                );
            }
            let aids = setup.rulings.first_aid_returns != FirstAidReturns::Never
                || setup.rulings.death_save == DeathSave::On;
            if tactics.first_aid.any(|choice| choice == FirstAidChoice::Medic) && !aids {
                warn(
                    "first_aid",
                    "First Aid has no effect in the fight by these rulings",
                    "set `death_save` or `first_aid_returns`",
                );
            }
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
