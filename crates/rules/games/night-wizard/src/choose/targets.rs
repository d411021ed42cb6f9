//! On whom an ability works (NW-53).

use crate::data::setup::ability::{AbilityJudge, MoveMode, RemoveStatus, Victims, Who};
use crate::rules::prelude::*;

impl<'a, F: Features, C: Chance, O: Observer<NightWizard>> Turn<'a, F, C, O> {
    /// NW-53: on whom an ability works now: those for whom it would change something and of whom its
    /// conditions hold, in range and in sight, as many as it takes (`other` first), with everybody its
    /// area covers. Nobody, if it works on friends too and is not worth it.
    pub(crate) fn targets(&mut self, unit: UnitId, at: u8, other: Option<UnitId>) -> UnitSet {
        let (_, ability) = self.owned(unit, at);
        let rule = ability.target;
        let enemies = self.enemies(unit);
        let named = self.named_by(unit, rule.who);
        // Who names its targets among anybody names no friends for harm, and no enemies for help.
        let among = match rule.number {
            Some(_) if rule.who == Who::Any && ability.harms => named.and(enemies),
            Some(_) if rule.who == Who::Any && ability.helps => named.without(enemies),
            _ => named,
        };
        let here = if ability.lifts || rule.who == Who::Myself {
            self.in_play()
        } else if ability.is_attack() {
            self.legal(unit).or(self.state.standing.without(enemies))
        } else {
            self.state.standing
        };
        let asks = rule.who != Who::Myself && (ability.asks_target || self.unit_tables(unit).uses_by_target);
        let among = among.and(here).only(|it| !asks || self.suits(unit, ability, it));
        let mut legal = self.useful(unit, ability, among);
        if ability.is_wide() && ability.harms && rule.number == Some(1) {
            return self.best_wide_targets(unit, at, legal.and(enemies));
        }
        if rule.who != Who::Myself && (self.tables.has_places || rule.range.least > 0) {
            legal =
                legal.only(|it| it == unit || self.in_reach(unit, it, rule.range, ability.flags.needs_los));
        }
        let chosen = match rule.number {
            None => legal,
            Some(number) => self.as_many(unit, ability, number, legal, other),
        };
        let all = match rule.area {
            Area::Single => chosen,
            Area::Square(victims) | Area::Sphere(_, victims) => {
                let covered = match victims {
                    Victims::Pick => among,
                    Victims::All => self.covered_by(unit, ability),
                };
                let area_of = |target| self.area_of(unit, target, rule.area, covered);
                chosen.fold(UnitSet::default(), |all, target| all.or(area_of(target)))
            }
        };
        let is_worth_it = !ability.is_wide() || self.is_worth(unit, at, ability, all);
        if is_worth_it { all } else { UnitSet::default() }
    }

    /// NW-53: as many of these as an ability takes, `other` first.
    fn as_many(
        &mut self,
        unit: UnitId,
        ability: &PreparedAbility,
        number: u8,
        legal: UnitSet,
        other: Option<UnitId>,
    ) -> UnitSet {
        let enemies = self.enemies(unit);
        let mut chosen = UnitSet::default();
        for _ in 0..number.max(1) {
            let left = legal.without(chosen);
            if left.is_empty() {
                break;
            }
            chosen.insert(match other {
                Some(other) if left.has(other) => other,
                _ if !left.and(enemies).is_empty() && ability.target.who != Who::Ally => {
                    self.choose_enemy(unit, left.and(enemies))
                }
                _ if ability.heals => self.most_wounded(left),
                _ => left.least(|it| (self.hp(it), self.distance(unit, it))),
            });
        }
        chosen
    }

    /// NW-40: whom an area of an ability can cover that spares nobody.
    fn covered_by(&self, unit: UnitId, ability: &PreparedAbility) -> UnitSet {
        let all = self.in_play();
        if ability.flags.hits_self { all } else { all.without(UnitSet::one(unit)) }
    }

    /// NW-40: the victims of an area that spares nobody, where it is worth the most, if that is worth
    /// it and one of `wanted` is among them.
    #[inline(never)]
    fn best_wide_targets(&mut self, unit: UnitId, at: u8, wanted: UnitSet) -> UnitSet {
        let (_, ability) = self.owned(unit, at);
        let (rule, covered) = (ability.target, self.covered_by(unit, ability));
        let needs_sight = ability.flags.needs_los;
        let worth = |it| self.worth_of_victim(unit, at, it);
        let aimed = self.best_square(unit, rule.range, needs_sight, rule.area, covered, wanted, worth);
        let victims = aimed.map_or(UnitSet::default(), |aimed| aimed.victims);
        if !victims.is_empty() && self.is_worth(unit, at, ability, victims) {
            victims
        } else {
            UnitSet::default()
        }
    }

    /// NW-53: whom an ability of a unit may be for, present or not.
    pub(crate) fn named_by(&self, unit: UnitId, who: Who) -> UnitSet {
        match who {
            Who::Myself => UnitSet::one(unit),
            Who::Ally => self.allies(unit),
            Who::Enemy => self.enemies(unit),
            Who::Any => self.nw.roster.everyone(),
            Who::CommandGroup => self.unit_tables(unit).fellows.and(self.allies(unit)),
        }
    }

    /// Returns who has lost the most HP; of equals the first in listed order.
    pub(crate) fn most_wounded(&self, units: UnitSet) -> UnitId {
        units.least(|unit| self.hp(unit) - self.extras(unit).derived.max_hp)
    }

    /// NW-53: those of `among` for whom an ability would change something; an attack is of use
    /// against everybody.
    pub(crate) fn useful(&self, unit: UnitId, ability: &PreparedAbility, among: UnitSet) -> UnitSet {
        // What lasts already changes nothing.
        let slot = |it: UnitId| self.state.slots[it.idx() * self.tables.n_slots + ability.slot];
        // Nor does a number that nothing reads, the Judges of others against it included.
        let asks = |name: AttributeId| {
            let asks = |ability: &PreparedAbility| matches!(ability.judge, AbilityJudge::Against { against, .. } if against == name);
            self.tables.abilities.iter().any(asks)
        };
        let reads = |it: UnitId, step: &AbilityStep| match step.effect {
            Effect::ModifyAttribute { name, .. } => {
                self.unit_tables(it).unread >> name as u32 & 1 == 0 || asks(name)
            }
            _ => true,
        };
        let changes = |it, step: &AbilityStep| {
            if step.lasts {
                slot(it).end == End::Gone && reads(it, step)
            } else {
                self.would_change(unit, it, step)
            }
        };
        among.only(|it| ability.is_attack() || ability.steps.iter().any(|step| changes(it, step)))
    }

    /// Returns whether an effect of the unit that is done at once would change something for a target.
    fn would_change(&self, unit: UnitId, it: UnitId, step: &AbilityStep) -> bool {
        let extras = self.extras(it);
        match &step.effect {
            Effect::HealHp(amount) => self.stands(it) && self.needs_healing(unit, *amount, it),
            Effect::RestoreMp(_) => extras.mp < extras.derived.max_mp && self.unit_tables(it).spends_mp,
            Effect::DrainMp(_) => extras.mp > 0 && self.unit_tables(it).spends_mp,
            Effect::GainPrana(_) => {
                extras.prana < self.nw.unit(it).prana && self.unit_tables(it).spends_prana
            }
            // NW-45: Pressure bars nothing of who has no special ability.
            Effect::Inflict(new) => {
                self.would_take(it, new.status, new.level)
                    && (new.status != Status::Pressure || self.unit_tables(it).has_specials)
            }
            Effect::RemoveStatus(RemoveStatus::These(set)) => extras.statuses & set != 0,
            Effect::RemoveStatus(RemoveStatus::Any(_)) => extras.statuses != 0,
            Effect::LiftNearDeath => self.state.turn.lifts && self.state.near_death.has(it),
            Effect::ChangeCount(amount) | Effect::SetCount(amount) => {
                // Who is Exhausted for good in this round has no use for a count.
                let may_act = self.state.able.has(it) || !self.nw.rulings.exhaustion_sticky;
                let same = if matches!(step.effect, Effect::SetCount(_)) { self.count(it) } else { 0 };
                let is_other = amount.dice > 0 || self.fixed_amount(*amount, unit) != same;
                !self.state.turn.no_counts && self.stands(it) && may_act && is_other
            }
            Effect::Move { mode, forced, .. } => {
                let goes = match mode {
                    MoveMode::Push => true,
                    MoveMode::Pull => !self.shares_square(unit, it),
                    MoveMode::Walk | MoveMode::Fly | MoveMode::Teleport => self.may_judge(it),
                };
                self.tables.has_places && goes && (*forced || self.may_walk(it))
            }
            Effect::Swap => self.tables.has_places && !self.shares_square(unit, it),
            Effect::TakeOff => !extras.flying,
            Effect::Land => extras.flying,
            Effect::ExtraAttack => self.may_attack(it),
            Effect::Command => self.may_command(unit, it),
            Effect::Enchant { on, .. } => self.enchantment_named(it, step.named).is_some_and(|at| {
                let is_on = extras.enchants >> at & 1 == 1;
                is_on != *on && (!on || self.may_enchant(it, at))
            }),
            Effect::ChangeLoadout(_) => {
                self.loadout_named(it, step.named).is_some_and(|at| at != extras.loadout)
            }
            _ => true,
        }
    }

    /// NW-53: whether healing is not wasted on a unit: it misses at least as many HP as are restored on
    /// average, or is below a third.
    fn needs_healing(&self, unit: UnitId, amount: Amount, it: UnitId) -> bool {
        let (hp, most) = (self.hp(it), self.extras(it).derived.max_hp);
        let twice_the_mean = 2 * i64::from(self.fixed_amount(amount, unit)) + 7 * i64::from(amount.dice);
        let missing = i64::from(most) - i64::from(hp);
        missing > 0 && (2 * missing >= twice_the_mean || 3 * i64::from(hp) < i64::from(most))
    }
}
