//! The target that a unit attacks (MG-D4).

use crate::choose::odds::Rank;
use crate::data::tactics::Target;
use crate::state::State;
use crate::{MahouGalaxy, Play, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::Observer;
use fray_engine::roster::{UnitId, UnitSet};

impl MahouGalaxy {
    /// MG-D4: whom of these units to attack; none where dice decide it.
    pub(crate) fn target_among(
        &self,
        state: &State,
        unit: UnitId,
        among: UnitSet,
        how: Target,
    ) -> Option<UnitId> {
        let distance = |foe: UnitId| self.distance(state, unit, foe);
        let weakest =
            |among: UnitSet| among.min_by_key(|&foe| (self.toughness(state, foe), distance(foe), foe));
        let by_worth = |worth: &dyn Fn(UnitId) -> Rank| {
            let mut best: Option<(UnitId, Rank)> = None;
            for foe in among {
                let worth = worth(foe);
                if best.is_none_or(|(_, most)| worth > most) {
                    best = Some((foe, worth));
                }
            }
            best.map(|(foe, _)| foe)
        };
        let is = |wanted: Option<UnitId>| wanted.filter(|foe| among.has(*foe));
        match how {
            Target::Weakest => weakest(among),
            Target::Nearest => among.min_by_key(|&foe| (distance(foe), self.toughness(state, foe), foe)),
            Target::First => (!among.is_empty()).then(|| among.first()),
            Target::Threat => by_worth(&|foe| self.greatest_threat(state, foe, unit)),
            Target::Focus => {
                let side = usize::from(self.unit(unit).side);
                let times = |foe: UnitId| state.unit(foe).attacked[side];
                let most = among.map(times).max().unwrap_or(0);
                weakest(among.filter(|&foe| times(foe) == most).collect())
            }
            Target::Held => {
                let held: UnitSet = among.filter(|&foe| state.held.has(foe)).collect();
                weakest(if held.is_empty() { among } else { held })
            }
            Target::Same => is(state.unit(unit).last).or_else(|| weakest(among)),
            Target::BestDamage | Target::Net => by_worth(&|foe| self.greatest_worth(state, unit, foe)),
            Target::Random => None,
        }
    }
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// MG-D4: whom to attack among these.
    pub(crate) fn choose_target(&mut self, unit: UnitId, among: UnitSet) -> Option<UnitId> {
        let (rules, state) = (self.rules, &*self.state);
        if among.len() < 2 {
            return (!among.is_empty()).then(|| among.first());
        }
        let how = rules.unit(unit).tactics.alone.target.choose(|fact| rules.fact(state, unit, None, fact));
        if how == Target::Random {
            let n = self.dice.below(by(unit, Purpose::Choice), among.len());
            return Some(among.nth(n));
        }
        rules.target_among(state, unit, among, how)
    }
}
