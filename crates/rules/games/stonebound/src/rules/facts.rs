//! The facts that conditions of tactics and abilities ask about.

use crate::data::tactics::AskedStatus;
use crate::data::tactics::Fact;
use crate::data::vocabulary::{AbilityRange, Stat, StatusId};
use crate::state::{State, count};
use crate::{Stonebound, UnitId};
use fray_engine::roster::UnitSet;

/// The value of an infinite card in the fact `stones`, where others count by their number.
const INFINITE: u32 = 9;

impl Stonebound {
    /// The value of a fact for a unit, and its maximum where it has one. A fact about a target that is not
    /// there is 0.
    pub(crate) fn fact(&self, state: &State, unit: UnitId, target: Option<UnitId>, fact: Fact) -> (i32, i32) {
        let base = |unit: UnitId, stat: Stat| i32::from(self.unit(unit).base[stat as usize]);
        let of_target = |value: fn(&Self, &State, UnitId, UnitId) -> (i32, i32)| {
            target.map_or((0, 0), |target| value(self, state, unit, target))
        };
        let full = |rules: &Self, unit: UnitId| i32::from(rules.unit(unit).hp);
        match fact {
            Fact::Hp => (state.unit(unit).hp.into(), full(self, unit)),
            Fact::Pd => (self.stat(state, unit, Stat::Pd), base(unit, Stat::Pd)),
            Fact::Sd => (self.stat(state, unit, Stat::Sd), base(unit, Stat::Sd)),
            Fact::Crt => (self.crt(state, unit, None), 0),
            Fact::InRange => {
                let own = self.stat(state, unit, Stat::Rng);
                let there = state.living(self.enemies(unit));
                let n = there
                    .filter(|&enemy| own > 0 && self.is_within(state, unit, enemy, AbilityRange::Unit, own));
                (n.count() as i32, 0)
            }
            Fact::InReach => (self.in_reach(state, unit).len() as i32, 0),
            Fact::Threats => {
                let threatens = |&enemy: &UnitId| self.could_attack(state, enemy, unit);
                (state.living(self.enemies(unit)).filter(threatens).count() as i32, 0)
            }
            Fact::Fuses => (state.unit(unit).lying.count_ones() as i32, 0),
            Fact::HasStatus(status) => (self.asked_stacks(state, unit, status), 0),
            Fact::TargetHp => of_target(|rules, state, _, target| {
                (state.unit(target).hp.into(), rules.unit(target).hp.into())
            }),
            Fact::TargetPd => of_target(|rules, state, _, target| {
                (rules.stat(state, target, Stat::Pd), rules.unit(target).base[Stat::Pd as usize].into())
            }),
            Fact::TargetSd => of_target(|rules, state, _, target| {
                (rules.stat(state, target, Stat::Sd), rules.unit(target).base[Stat::Sd as usize].into())
            }),
            Fact::TargetDef => of_target(|rules, state, unit, target| {
                (rules.defence(state, target, rules.unit(unit).kind), 0)
            }),
            Fact::Distance => {
                of_target(|rules, state, unit, target| (rules.distance(state, unit, target).into(), 0))
            }
            Fact::TargetHasStatus(status) => {
                target.map_or((0, 0), |target| (self.asked_stacks(state, target, status), 0))
            }
            Fact::Round
            | Fact::Enemies
            | Fact::Allies
            | Fact::Hand
            | Fact::First
            | Fact::Quiet
            | Fact::Stones(_) => self.side_fact(state, self.side_of(unit), fact),
        }
    }

    /// The stacks of a status that a condition asks for; 0 of one that the scenario does not have.
    fn asked_stacks(&self, state: &State, unit: UnitId, status: AskedStatus) -> i32 {
        self.status_named(status).map_or(0, |status| self.stacks(state, unit, status))
    }

    /// The status of a name in a condition.
    pub(crate) fn status_named(&self, status: AskedStatus) -> Option<StatusId> {
        let place = self.status_names.iter().position(|&name| name == status.0)?;
        Some(StatusId(place as u8))
    }

    /// The value of a fact for a side.
    pub(crate) fn side_fact(&self, state: &State, side: usize, fact: Fact) -> (i32, i32) {
        let own: UnitSet = self.sides[side].units;
        let value = match fact {
            Fact::Round => state.round,
            Fact::Enemies => state.living(self.everyone.without(own)).len(),
            Fact::Allies => state.living(own).len(),
            Fact::Hand => count(&state.hands[side]),
            Fact::First => u32::from(usize::from(state.order[0]) == side),
            Fact::Quiet => u32::from(state.quiet.min(99)),
            Fact::Stones(element) => {
                let [ones, twos, threes, infinite] = Self::of_element(&state.hands[side], element as usize);
                u32::from(ones) + 2 * u32::from(twos) + 3 * u32::from(threes) + INFINITE * u32::from(infinite)
            }
            _ => 0,
        };
        (value as i32, 0)
    }
}
