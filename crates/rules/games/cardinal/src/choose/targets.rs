//! Tactics: which of the hostiles in reach a unit attacks (D-04).

use crate::choose::AttackOption;
use crate::data::tactics::TargetChoice;
use crate::data::vocabulary::{Status, Statuses};
use crate::rules::attacks::defend::AttackSpec;
use crate::rules::turns::act::Turn;
use crate::state::State;
use crate::{Cardinal, Play, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::Observer;
use fray_engine::roster::{MAX_UNITS, UnitId, UnitSet};

impl<C: Chance, O: Observer<Cardinal>> Play<'_, C, O> {
    /// D-04: one of these foes, of whom there is at least one.
    pub(crate) fn choose_target(
        &mut self,
        unit: UnitId,
        turn: &Turn,
        choice: TargetChoice,
        among: UnitSet,
        picks: &[Option<AttackOption>; MAX_UNITS],
    ) -> UnitId {
        if among.len() == 1 {
            return among.first();
        }
        let rules = self.rules;
        if choice == TargetChoice::Random {
            return among.nth(self.dice.below(by(unit, Purpose::Choice), among.len()));
        }
        let state = &*self.state;
        let afraid = |foe: UnitId| i64::from(state.of(foe).any(Statuses::AFRAID));
        let reeling = |foe: UnitId| i64::from(state.of(foe).has(Status::Reeling));
        let coming = |foe: UnitId| {
            picks[foe.idx()].map(|pick| AttackSpec {
                unit,
                weapon: pick.weapon,
                target: foe,
                from: pick.at,
                centre: None,
                aimed: turn.aim == Some(foe),
            })
        };
        // The least value; of equals the able before the Afraid, then listed order.
        let value = |foe: UnitId| -> i64 {
            match choice {
                TargetChoice::AbleFirst | TargetChoice::Random => afraid(foe),
                TargetChoice::ReelingFirst => 2 * afraid(foe) - reeling(foe),
                TargetChoice::Weakest => -(2 * i64::from(rules.wounds(state, foe)) + reeling(foe)),
                TargetChoice::Nearest => i64::from(rules.distance(state, unit, foe)),
                TargetChoice::BestOdds => coming(foe).map_or(0, |coming| -rules.p_hit(state, coming)),
                TargetChoice::BestDamage => coming(foe).map_or(0, |coming| -rules.expected(state, coming)),
                TargetChoice::MostDangerous => -rules.danger(state, foe, unit),
            }
        };
        let least = among.into_iter().min_by_key(|&foe| (value(foe), afraid(foe)));
        least.unwrap_or(among.first())
    }
}

impl Cardinal {
    /// D-04 `most_dangerous`: E of the first weapon of a foe that could be used on this unit, loaded or to be loaded; 0 for
    /// the Afraid and the unarmed.
    fn danger(&self, state: &State, foe: UnitId, unit: UnitId) -> i64 {
        if state.of(foe).any(Statuses::AFRAID) {
            return 0;
        }
        let weapons = 0..self.unit(foe).weapons.len();
        let first = weapons.into_iter().find(|&weapon| self.is_of_use(state, foe, weapon));
        first.map_or(0, |weapon| {
            let from = state.unit(foe).at();
            self.expected(
                state,
                AttackSpec { unit: foe, weapon, target: unit, from, centre: None, aimed: false },
            )
        })
    }
}
