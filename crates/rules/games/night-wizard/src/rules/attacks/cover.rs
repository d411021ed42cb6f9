//! Cover (NW-24, D-cover).

use crate::choose::harm::parts;
use crate::data::rulings::{CoverMinCount, OneOrUnlimited};
use crate::data::tactics::Cover;
use crate::rules::attacks::attack::DeclaredAttack;
use crate::rules::prelude::*;

/// The Action Count that a cover costs (NW-24).
const COVER_COST: i32 = 10;

/// The unit that takes each hit, by the unit that was hit.
pub(crate) type Takers = [UnitId; MAX_UNITS];

/// Nobody covers.
const THEMSELVES: Takers = {
    let mut takers = [UnitId(0); MAX_UNITS];
    let mut i = 0;
    while i < MAX_UNITS {
        takers[i] = UnitId(i as u8);
        i += 1;
    }
    takers
};

impl<'a, F: Features, C: Chance, O: Observer<NightWizard>> Turn<'a, F, C, O> {
    /// NW-24: for each hit at most one coverer; those who want to are asked in listed order.
    #[inline(always)]
    pub(crate) fn cover(&mut self, declared: &DeclaredAttack<'a>, hits: UnitSet) -> Takers {
        let is_covered =
            F::ABILITIES && hits.into_iter().any(|ward| !self.unit_tables(ward).coverers.is_empty());
        if is_covered { self.cover_each(declared, hits) } else { THEMSELVES }
    }

    #[inline(never)]
    fn cover_each(&mut self, declared: &DeclaredAttack<'a>, hits: UnitSet) -> Takers {
        let mut takers = THEMSELVES;
        let mut covering = UnitSet::default();
        for ward in hits {
            let may = self.coverers_of(ward, declared.by, covering);
            let coverer = may.into_iter().find(|&coverer| {
                self.shares_square(coverer, ward)
                    && self.may_judge(coverer)
                    && (self.nw.rulings.cover_min_count == CoverMinCount::None || self.count(coverer) >= 1)
                    && self.wants_to_cover(coverer, ward, hits, declared)
            });
            if let Some(coverer) = coverer {
                covering.insert(coverer);
                takers[ward.idx()] = coverer;
                self.obs.add(coverer, Metric::Covers, 1);
                self.obs.event(|| Event::Covers { unit: coverer, ward });
            }
        }
        takers
    }

    /// NW-24: those who may cover a ward as far as sets say: its standing allies, not the attacker;
    /// not Exhausted, if the ruling asks for a count; each once an attack, if it has it so. In its
    /// square, conscious and with a count of 1 or more they have to be as well.
    fn coverers_of(&self, ward: UnitId, by: UnitId, covering: UnitSet) -> UnitSet {
        // NW-10: what costs count is not to be had before there are counts.
        if self.state.turn.no_counts {
            return UnitSet::default();
        }
        let mut may = self.unit_tables(ward).coverers.and(self.state.standing);
        may.remove(by);
        if self.nw.rulings.covers_per_attack == OneOrUnlimited::One {
            may = may.without(covering);
        }
        match self.nw.rulings.cover_min_count {
            CoverMinCount::One => may.and(self.state.able),
            CoverMinCount::None => may,
        }
    }

    fn wants_to_cover(
        &self,
        coverer: UnitId,
        ward: UnitId,
        hits: UnitSet,
        declared: &DeclaredAttack<'a>,
    ) -> bool {
        match self.choose(coverer, &self.nw.unit(coverer).tactics.cover, Some(ward)) {
            Cover::Nobody => false,
            Cover::Guard(it) => it == ward,
            Cover::GuardWeakest => {
                let mut others = hits.and(self.allies(coverer));
                others.remove(coverer);
                others.min_by_key(|&it| (self.hp(it), it)) == Some(ward)
            }
            Cover::GuardFalling if !self.stands(ward) => false,
            Cover::GuardFalling => {
                let (attack, defense) =
                    (self.basis_of_attack(declared), self.basis_of_defense(ward, declared.damage_kind));
                let judges = self.damage_judges(&attack, &defense);
                let mean = self.mean_of_declared(declared, ward, judges, None);
                parts(mean) > parts(f64::from(self.hp(ward) - self.nw.least_hp))
            }
            Cover::GuardSpare => self.count(coverer) > COVER_COST,
        }
    }

    /// NW-24: when the damage is done each cover costs 10; who is then below the line is
    /// Exhausted. Near Death has count 0 already.
    pub(crate) fn pay_for_covers(&mut self, hits: UnitSet, takers: &Takers) {
        for ward in hits {
            let coverer = takers[ward.idx()];
            if coverer != ward && self.stands(coverer) && !self.extras(coverer).derived.cover_free {
                self.set_count(coverer, self.count(coverer) - COVER_COST, Exhaustion::Cover);
            }
        }
    }
}
