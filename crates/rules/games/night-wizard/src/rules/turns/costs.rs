//! The costs of actions: Action Count, HP, MP, prana, bad statuses (NW-17, D-cost).

use crate::data::metrics::{PranaSpent, Spent};
use crate::data::rulings::{HpCostOverdraw, OffturnCountCost};
use crate::data::tactics::PayCost;
use crate::dice::sum::Sum;
use crate::rules::prelude::*;
use crate::state::tables::{AbilityCost, PreparedCost};
use fray_engine::worth::Against;

impl<F: Features, C: Chance, O: Observer<NightWizard>> Turn<'_, F, C, O> {
    /// The value of an amount that rolls nothing, seen by `unit`.
    pub(crate) fn fixed_amount(&self, amount: Amount, unit: UnitId) -> i32 {
        let scaled = amount.scaled.map_or(0, |(name, times)| {
            let value = self.extras(unit).derived.value[name as usize];
            value.saturating_mul(times.into())
        });
        scaled.saturating_add(amount.plus)
    }

    /// An amount, its dice rolled by `unit`.
    pub(crate) fn roll_amount(&mut self, amount: Amount, unit: UnitId) -> i32 {
        let fixed = self.fixed_amount(amount, unit);
        if amount.dice == 0 {
            return fixed;
        }
        let sum = Sum { distributions: &self.tables.distributions, n: amount.dice };
        let rolled = self.dice.draw(Roll { unit, purpose: Purpose::Effect }, &Against(&sum));
        self.obs.event(|| Event::RollsAmount { unit, rolled, fixed });
        fixed + rolled.total
    }

    /// Returns whether the unit can pay a cost, dice at their least, and is ready to (D-cost).
    #[inline(always)]
    pub(crate) fn can_pay(&self, unit: UnitId, price: &PreparedCost) -> bool {
        if price.is_free {
            return true;
        }
        let bill = if price.is_scaled {
            price.bill(|amount| self.fixed_amount(amount, unit) + i32::from(amount.dice))
        } else {
            price.least
        };
        self.can_settle(unit, bill) && self.wants_to_pay(unit, bill)
    }

    /// NW-17: whether the rules let the unit pay a bill.
    #[inline(always)]
    fn can_settle(&self, unit: UnitId, bill: AbilityCost) -> bool {
        let extras = self.extras(unit);
        extras.mp >= bill.mp
            && extras.prana >= bill.prana
            && (bill.hp <= 0 || self.can_lose_hp(unit, bill.hp))
            && (bill.count <= 0 || self.can_lose_count(unit, bill.count))
    }

    fn can_lose_hp(&self, unit: UnitId, cost: i32) -> bool {
        let hp = self.hp(unit);
        hp >= 0
            && match self.nw.rulings.hp_cost_overdraw {
                HpCostOverdraw::ResolveThenDrop => true,
                HpCostOverdraw::Forbid => hp - cost >= self.nw.least_hp,
            }
    }

    fn can_lose_count(&self, unit: UnitId, cost: i32) -> bool {
        let turn = &self.state.turn;
        !turn.no_counts
            && (turn.in_main.has(unit)
                || match self.nw.rulings.offturn_count_cost_needs {
                    OffturnCountCost::One => self.count(unit) >= 1,
                    OffturnCountCost::FullAmount => self.count(unit) >= cost,
                    OffturnCountCost::None => true,
                })
    }

    /// D-cost: count always, or as long as it loses no Main; HP if at least 1 is left.
    #[inline(always)]
    fn wants_to_pay(&self, unit: UnitId, bill: AbilityCost) -> bool {
        if bill.count <= 0 && bill.hp <= 0 {
            return true;
        }
        let keeps_hp = bill.hp <= 0 || self.hp(unit) > bill.hp;
        match self.choose(unit, &self.nw.unit(unit).tactics.cost, None) {
            PayCost::Freely => true,
            PayCost::Pay => keeps_hp,
            PayCost::KeepMains => {
                let cost = self.nw.rulings.main_cost.0;
                let mains = |count: i32| {
                    let above = count - self.nw.rulings.min_count.0;
                    if above < 0 { 0 } else { above / cost + 1 }
                };
                // The Main that goes on is paid for at its end.
                let in_main = self.state.turn.in_main.has(unit);
                let count = self.count(unit) - if in_main { cost } else { 0 };
                keeps_hp && mains(count - bill.count) == mains(count)
            }
        }
    }

    /// NW-17: pays a cost when an action is declared; dice are rolled now, and if the bill cannot
    /// be paid nothing is paid and the action is lost (`None`). With `mp_later` the MP are not
    /// taken yet. Returns the MP still due.
    pub(crate) fn pay(&mut self, unit: UnitId, price: &PreparedCost, mp_later: bool) -> Option<i32> {
        if !F::ABILITIES || price.is_free {
            return Some(0);
        }
        let rolled =
            if price.is_fixed { price.least } else { price.bill(|amount| self.roll_amount(amount, unit)) };
        let bill = rolled.at_least_nothing();
        let AbilityCost { count, hp, mp, prana } = bill;
        if !self.can_settle(unit, bill) {
            self.obs.event(|| Event::CannotPay { unit, count, hp, mp, prana });
            return None;
        }
        let mp_now = if mp_later { 0 } else { mp };
        self.obs.event(|| Event::Pays { unit, count, hp, mp: mp_now, prana });
        if hp > 0 {
            self.state.unit_mut(unit).hp -= hp;
            self.obs.add(unit, Metric::HpSpent, hp as u32);
        }
        self.spend_mp(unit, mp_now);
        self.spend_prana(unit, prana);
        let in_main = self.state.turn.in_main.has(unit);
        if count > 0 {
            self.obs.add(unit, Metric::CountSpent, count as u32);
            let why = if in_main { Exhaustion::Cost } else { Exhaustion::OffturnCost };
            self.set_count(unit, self.count(unit) - count, why);
        }
        if price.statuses != 0 {
            let it = self.extras_mut(unit);
            it.owed |= price.statuses;
            it.owed_poison = it.owed_poison.max(price.poison);
            self.state.note_afflicted(unit);
            if !in_main {
                self.take_owed(unit);
            }
        }
        Some(mp - mp_now)
    }

    /// Takes MP that the unit has.
    pub(crate) fn spend_mp(&mut self, unit: UnitId, mp: i32) {
        if mp > 0 {
            self.obs.add(unit, Metric::MpSpent, mp as u32);
            self.lose_mp(unit, mp, Spent::Spent);
        }
    }

    /// NW-27: MP never go below 0. Marks the clock of a unit that has none left.
    pub(crate) fn lose_mp(&mut self, unit: UnitId, mp: i32, why: Spent) {
        let it = self.extras_mut(unit);
        let had = it.mp;
        it.mp = (had - mp).max(0);
        if had > 0 && it.mp == 0 {
            self.obs.mark(unit, Clock::MpEmpty(why));
        }
    }

    /// NW-27: MP regained, up to the maximum.
    pub(crate) fn gain_mp(&mut self, unit: UnitId, mp: i32) {
        let it = self.extras_mut(unit);
        it.mp = (it.mp + mp).min(it.derived.max_mp);
        self.report_mp(unit);
    }

    pub(crate) fn report_mp(&mut self, unit: UnitId) {
        let mp = self.extras(unit).mp;
        self.obs.event(|| Event::Magic { unit, mp });
    }

    /// NW-27: takes prana that the unit has. Marks the clock of a unit that has none left.
    pub(crate) fn spend_prana(&mut self, unit: UnitId, prana: i32) {
        if prana <= 0 {
            return;
        }
        self.obs.add(unit, Metric::PranaSpent, prana as u32);
        let it = self.extras_mut(unit);
        let had = it.prana;
        it.prana = (had - prana).max(0);
        if had > 0 && it.prana == 0 {
            self.obs.mark(unit, Clock::PranaEmpty(PranaSpent::Spent));
        }
    }
}
