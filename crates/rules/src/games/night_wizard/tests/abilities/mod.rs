//! The whole game by its rules' numbers: everything beyond the core.

mod clean_up;
mod costs;
mod cover;
mod damage;
mod gear;
mod judges;
mod limits;
mod lone;
mod ranges;
mod rounds;
mod series;
mod statuses;
mod targets;
mod windows;

use super::*;
use crate::games::night_wizard::setup::ability::{
    Ability, AbilityKind, Amount, Duration, Effect, Range, TargetRule, Timing, Trigger, Who,
};
use crate::games::night_wizard::setup::gear::Status;
use crate::games::night_wizard::setup::{Inflicted, Weapon};

/// An ability of one effect that its user has on itself.
fn ability(name: &str, timing: Timing, effect: Effect) -> Ability {
    Ability { name: name.to_owned(), timing, effects: vec![effect], ..Ability::default() }
}

/// One that works on an enemy.
fn hex(name: &str, timing: Timing, effect: Effect) -> Ability {
    Ability { target: one(Who::Enemy), ..ability(name, timing, effect) }
}

/// One of these as a target.
fn one(who: Who) -> TargetRule {
    TargetRule { who, number: Some(1), ..TargetRule::default() }
}

fn inflict(status: Status) -> Effect {
    Effect::Inflict(Inflicted { status, level: 1 })
}

/// A unit that starts with this status.
fn with_status(unit: UnitSetup, status: Status, level: i32) -> UnitSetup {
    UnitSetup { start_statuses: vec![Inflicted { status, level }], ..unit }
}

/// A unit with prana of which it may take `release` a Judge.
fn with_prana(unit: UnitSetup, prana: i32, release: i32) -> UnitSetup {
    UnitSetup { prana, start_prana: prana, release, ..unit }
}

fn with_mp(unit: UnitSetup, mp: i32) -> UnitSetup {
    UnitSetup { mp, start_mp: mp, ..unit }
}

/// A unit with these abilities.
fn with(unit: UnitSetup, abilities: &[Ability]) -> UnitSetup {
    UnitSetup { abilities: abilities.to_vec(), ..unit }
}

fn with_spirit(mut unit: UnitSetup, spirit: i32) -> UnitSetup {
    unit.spirit = spirit;
    unit
}

/// A weapon that reaches any distance.
fn bow() -> Weapon {
    Weapon { name: "bow".to_owned(), range: Range { least: 0, most: None }, ..Weapon::default() }
}

impl Seen {
    /// The statuses inflicted: on whom, which.
    fn inflicted(&self) -> Vec<(UnitId, Status)> {
        let of = |event: &Event| match event {
            Event::Inflicted { unit, status, .. } => Some((*unit, *status)),
            _ => None,
        };
        self.events.iter().filter_map(of).collect()
    }

    /// The statuses that ended.
    fn recovered(&self) -> Vec<(UnitId, Status)> {
        let of = |event: &Event| match event {
            Event::Recovered { unit, status } => Some((*unit, *status)),
            _ => None,
        };
        self.events.iter().filter_map(of).collect()
    }

    /// The damage of each hit: target, margin of the Judges, damage.
    fn damage(&self) -> Vec<(UnitId, i32, i32)> {
        let of = |event: &Event| match event {
            Event::Damage { target, margin, damage, .. } => Some((*target, *margin, *damage)),
            _ => None,
        };
        self.events.iter().filter_map(of).collect()
    }

    /// How often abilities were used.
    fn n_used(&self, unit: UnitId) -> usize {
        self.events
            .iter()
            .filter(|event| matches!(event, Event::Uses { unit: by, .. } if *by == unit))
            .count()
    }

    /// The place of the first such event.
    fn place(&self, is: impl Fn(&Event) -> bool) -> usize {
        self.events.iter().position(is).expect("it happened")
    }

    fn sum(&self, unit: UnitId, metric: Metric) -> u32 {
        self.all(unit, metric).iter().sum()
    }
}
