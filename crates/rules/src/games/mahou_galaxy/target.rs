//! Whom a unit attacks (MG-D4).

use super::odds::steps;
use super::tactics::Target;
use super::{MahouGalaxy, Play, by};
use crate::engine::draw::{Chance, Purpose};
use crate::engine::observe::Observer;
use crate::engine::roster::{UnitId, UnitSet};

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// MG-D4: whom to attack among these.
    pub(super) fn choose_target(&mut self, unit: UnitId, among: UnitSet) -> Option<UnitId> {
        let (rules, state) = (self.rules, &*self.state);
        if among.len() < 2 {
            return (!among.is_empty()).then(|| among.first());
        }
        let how = rules.unit(unit).tactics.alone.target.choose(|fact| rules.fact(state, unit, None, fact));
        let distance = |foe: UnitId| rules.distance(state, unit, foe);
        let weakest =
            |among: UnitSet| among.min_by_key(|&foe| (rules.toughness(state, foe), distance(foe), foe));
        let by_worth = |worth: &dyn Fn(UnitId) -> f64| {
            let mut best: Option<(UnitId, i64)> = None;
            for foe in among {
                let worth = steps(worth(foe));
                if best.is_none_or(|(_, most)| worth > most) {
                    best = Some((foe, worth));
                }
            }
            best.map(|(foe, _)| foe)
        };
        let is = |wanted: Option<UnitId>| wanted.filter(|foe| among.has(*foe));
        match how {
            Target::Weakest => weakest(among),
            Target::Nearest => among.min_by_key(|&foe| (distance(foe), rules.toughness(state, foe), foe)),
            Target::First => Some(among.first()),
            Target::Threat => by_worth(&|foe| rules.greatest_worth(state, foe, unit)),
            Target::Focus => {
                let side = usize::from(rules.unit(unit).side);
                let times = |foe: UnitId| state.unit(foe).attacked[side];
                let most = among.map(times).max().unwrap_or(0);
                weakest(among.filter(|&foe| times(foe) == most).collect())
            }
            Target::Held => {
                let held: UnitSet = among.filter(|&foe| state.held.has(foe)).collect();
                weakest(if held.is_empty() { among } else { held })
            }
            Target::Same => is(state.unit(unit).last).or_else(|| weakest(among)),
            Target::BestDamage | Target::Net => by_worth(&|foe| rules.greatest_worth(state, unit, foe)),
            Target::Random => {
                let n = self.dice.below(by(unit, Purpose::Choice), among.len());
                Some(among.nth(n))
            }
        }
    }
}
