//! Cover (NW-24, D-cover).

use super::super::events::Event;
use super::super::metrics::{Exhaustion, Metric};
use super::super::rulings::{CoverMinCount, OneOrUnlimited};
use super::super::tactics::Cover;
use super::Scene;
use super::strike::Blow;
use crate::contract::{Chance, Observer};
use crate::night_wizard::NightWizard;
use crate::roster::{MAX_UNITS, UnitId, UnitSet};

/// What a cover takes from a count (NW-24).
const COVER_COST: i32 = 10;

/// Who takes each hit, by whom it hit.
pub(super) type Takers = [UnitId; MAX_UNITS];

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

impl<'a, C: Chance, O: Observer<NightWizard>> Scene<'a, C, O> {
    /// NW-24: for each hit at most one coverer; those who want to are asked in listed order.
    #[inline(always)]
    pub(super) fn cover(&mut self, blow: &Blow<'a>, hits: UnitSet) -> Takers {
        if self.whole.coverers.is_empty() { THEMSELVES } else { self.cover_each(blow, hits) }
    }

    #[inline(never)]
    fn cover_each(&mut self, blow: &Blow<'a>, hits: UnitSet) -> Takers {
        let mut takers = THEMSELVES;
        let mut covering = UnitSet::default();
        for ward in hits {
            let coverer = self.whole.coverers.into_iter().find(|&coverer| {
                let is_free =
                    self.nw.rulings.covers_per_attack == OneOrUnlimited::Unlimited || !covering.has(coverer);
                is_free
                    && self.may_cover(coverer, ward, blow.by)
                    && self.wants_to_cover(coverer, ward, hits, blow)
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

    /// NW-24: standing, conscious, in the ward's square, not the attacker; with a count of 1 or
    /// more and not Exhausted, if the ruling asks for it.
    fn may_cover(&self, coverer: UnitId, ward: UnitId, by: UnitId) -> bool {
        let has_count = match self.nw.rulings.cover_min_count {
            CoverMinCount::One => self.state.able.has(coverer) && self.count(coverer) >= 1,
            CoverMinCount::None => true,
        };
        coverer != ward
            && coverer != by
            && self.may_judge(coverer)
            && has_count
            // NW-10: what costs count is not to be had before there are counts.
            && !self.state.whole.turn.no_counts
            && self.shares_square(coverer, ward)
    }

    fn wants_to_cover(&self, coverer: UnitId, ward: UnitId, hits: UnitSet, blow: &Blow<'a>) -> bool {
        let allies = self.allies(coverer);
        if !allies.has(ward) {
            return false;
        }
        match self.choose(coverer, &self.nw.unit(coverer).tactics.cover, Some(ward)) {
            Cover::Nobody => false,
            Cover::Guard(it) => it == ward,
            Cover::GuardWeakest => {
                let mut others = hits.and(allies);
                others.remove(coverer);
                others.min_by_key(|&it| (self.hp(it), it)) == Some(ward)
            }
            Cover::GuardFalling => {
                let (attack, defense) =
                    (self.basis_of_attack(blow), self.basis_of_defense(ward, blow.damage_kind));
                let mean = self.mean_of_blow(blow, ward, &attack, &defense);
                self.stands(ward) && f64::from(self.hp(ward)) - mean < f64::from(self.nw.least_hp)
            }
            Cover::GuardSpare => self.count(coverer) > COVER_COST,
        }
    }

    /// NW-24: when the damage is done each cover costs 10; who is then below the line is
    /// Exhausted. Near Death has count 0 already.
    pub(super) fn pay_for_covers(&mut self, hits: UnitSet, takers: &Takers) {
        for ward in hits {
            let coverer = takers[ward.idx()];
            if coverer != ward && self.stands(coverer) && !self.more(coverer).now.cover_free {
                self.set_count(coverer, self.count(coverer) - COVER_COST, Exhaustion::Cover);
            }
        }
    }
}
