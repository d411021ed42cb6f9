//! Tactics: which of the hostiles in reach a unit attacks (D-04).

use super::act::Turn;
use super::choose::Pick;
use super::defend::Coming;
use super::state::State;
use super::tactics::TargetChoice;
use super::vocabulary::{Status, Statuses};
use super::{Cardinal, Play, by};
use crate::engine::draw::{Chance, Purpose};
use crate::engine::observe::Observer;
use crate::engine::roster::{MAX_UNITS, UnitId, UnitSet};

impl<C: Chance, O: Observer<Cardinal>> Play<'_, C, O> {
    /// D-04: one of these foes, of whom there is at least one.
    pub(super) fn choose_target(
        &mut self,
        unit: UnitId,
        turn: &Turn,
        choice: TargetChoice,
        among: UnitSet,
        picks: &[Option<Pick>; MAX_UNITS],
    ) -> UnitId {
        if among.len() == 1 {
            return among.first();
        }
        let rules = self.rules;
        if choice == TargetChoice::Random {
            return among.nth(self.dice.below(by(unit, Purpose::Choice), among.len()));
        }
        let state = &*self.state;
        let afraid = |foe: UnitId| f64::from(u8::from(state.of(foe).any(Statuses::AFRAID)));
        let coming = |foe: UnitId| {
            picks[foe.idx()].map(|pick| Coming {
                unit,
                weapon: pick.weapon,
                target: foe,
                from: pick.at,
                centre: None,
                aimed: turn.aim == Some(foe),
            })
        };
        // The least value; of equals the able before the Afraid, then listed order.
        let value = |foe: UnitId| -> f64 {
            match choice {
                TargetChoice::AbleFirst | TargetChoice::Random => afraid(foe),
                TargetChoice::ReelingFirst => {
                    2.0 * afraid(foe) - f64::from(u8::from(state.of(foe).has(Status::Reeling)))
                }
                TargetChoice::Weakest => {
                    let reeling = u32::from(state.of(foe).has(Status::Reeling));
                    -f64::from(2 * rules.wounds(state, foe) + reeling)
                }
                TargetChoice::Nearest => f64::from(rules.distance(state, unit, foe)),
                TargetChoice::BestOdds => coming(foe).map_or(0.0, |coming| -rules.p_hit(state, coming)),
                TargetChoice::BestDamage => coming(foe).map_or(0.0, |coming| -rules.expected(state, coming)),
                TargetChoice::MostDangerous => -rules.danger(state, foe, unit),
            }
        };
        let mut best = (among.first(), (f64::INFINITY, f64::INFINITY));
        for foe in among {
            let its = (value(foe), afraid(foe));
            if its < best.1 {
                best = (foe, its);
            }
        }
        best.0
    }
}

impl Cardinal {
    /// D-04 `most_dangerous`: E of the first usable weapon of a foe on this unit; 0 for the Afraid and the
    /// unarmed.
    fn danger(&self, state: &State, foe: UnitId, unit: UnitId) -> f64 {
        if state.of(foe).any(Statuses::AFRAID) {
            return 0.0;
        }
        let weapons = 0..self.unit(foe).weapons.len();
        let first = weapons.into_iter().find(|&weapon| self.is_usable(state, foe, weapon));
        first.map_or(0.0, |weapon| {
            let from = state.unit(foe).at();
            self.expected(state, Coming { unit: foe, weapon, target: unit, from, centre: None, aimed: false })
        })
    }
}
