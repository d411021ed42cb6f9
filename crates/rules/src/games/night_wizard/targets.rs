//! On whom an ability works (NW-53).

use super::prelude::*;
use super::setup::ability::{RemoveStatus, Victims, Who};

impl<F: Features, C: Chance, O: Observer<NightWizard>> Turn<'_, F, C, O> {
    /// NW-53: on whom an ability works now: those for whom it would change something, in range and in
    /// sight, as many as it takes (`other` first), with everybody its area covers.
    pub(super) fn targets(
        &mut self,
        unit: UnitId,
        ability: &PreparedAbility,
        other: Option<UnitId>,
    ) -> UnitSet {
        let rule = ability.target;
        let enemies = self.enemies(unit);
        let among = self.named_by(unit, rule.who);
        let here = if ability.lifts || rule.who == Who::Myself {
            self.in_play()
        } else if ability.is_attack() {
            self.legal(unit).or(self.state.standing.without(enemies))
        } else {
            self.state.standing
        };
        let mut legal = self.useful(unit, ability, among.and(here));
        if rule.who != Who::Myself && (self.tables.has_places || rule.range.least > 0) {
            let reaches = |it| it == unit || self.in_reach(unit, it, rule.range, ability.flags.needs_los);
            legal = legal.filter(|&it| reaches(it)).collect();
        }
        let Some(number) = rule.number else { return legal };
        let mut chosen = UnitSet::default();
        for _ in 0..number.max(1) {
            let left = legal.without(chosen);
            if left.is_empty() {
                break;
            }
            chosen.insert(match other {
                Some(other) if left.has(other) => other,
                _ if !left.and(enemies).is_empty() && rule.who != Who::Ally => {
                    self.choose_enemy(unit, left.and(enemies))
                }
                _ if ability.heals => self.most_wounded(left),
                _ => left.first(),
            });
        }
        let (Area::Square(victims) | Area::Sphere(_, victims)) = rule.area else { return chosen };
        let covered = match victims {
            Victims::Pick => among.and(here),
            Victims::All if ability.flags.hits_self => self.in_play(),
            Victims::All => self.in_play().without(UnitSet::one(unit)),
        };
        let area_of = |target| self.area_of(unit, target, rule.area, covered);
        chosen.fold(UnitSet::default(), |all, target| all.or(area_of(target)))
    }

    /// NW-53: whom an ability of a unit may be for, present or not.
    pub(super) fn named_by(&self, unit: UnitId, who: Who) -> UnitSet {
        match who {
            Who::Myself => UnitSet::one(unit),
            Who::Ally => self.allies(unit),
            Who::Enemy => self.enemies(unit),
            Who::Any => self.nw.roster.everyone(),
            Who::CommandGroup => self.unit_tables(unit).fellows.and(self.allies(unit)),
        }
    }

    /// Who has lost the most HP; of equals the first in listed order.
    pub(super) fn most_wounded(&self, units: UnitSet) -> UnitId {
        let lost = |unit: UnitId| self.extras(unit).derived.max_hp - self.hp(unit);
        let mut most = units.first();
        for unit in units {
            if lost(unit) > lost(most) {
                most = unit;
            }
        }
        most
    }

    /// NW-53: those of `among` for whom an ability would change something; an attack is of use
    /// against everybody.
    fn useful(&self, unit: UnitId, ability: &PreparedAbility, among: UnitSet) -> UnitSet {
        if ability.is_attack() {
            return among;
        }
        let mut unchanged = among;
        for step in &ability.steps {
            if unchanged.is_empty() {
                break;
            }
            let changed = if step.lasts {
                // What lasts already changes nothing (NW-53).
                let slots = &self.state.slots[ability.slot..];
                unchanged.filter(|it| slots[it.idx() * self.tables.n_slots].end == End::Gone).collect()
            } else {
                self.changed_by(unit, step, unchanged)
            };
            unchanged = unchanged.without(changed);
        }
        among.without(unchanged)
    }

    /// Those of `among` for whom an effect that is done at once would change something.
    fn changed_by(&self, unit: UnitId, step: &AbilityStep, among: UnitSet) -> UnitSet {
        let turn = &self.state.turn;
        let changes = |it: UnitId| {
            let extras = self.extras(it);
            match &step.effect {
                Effect::HealHp(_) => self.stands(it) && self.hp(it) < extras.derived.max_hp,
                Effect::RestoreMp(_) => extras.mp < extras.derived.max_mp,
                Effect::DrainMp(_) => extras.mp > 0,
                Effect::GainPrana(_) => extras.prana < self.nw.unit(it).prana,
                Effect::Inflict(new) => self.would_take(it, new.status, new.level),
                Effect::RemoveStatus(RemoveStatus::These(set)) => extras.statuses & set != 0,
                Effect::RemoveStatus(RemoveStatus::Any(_)) => extras.statuses != 0,
                Effect::LiftNearDeath => turn.lifts && self.state.near_death.has(it),
                Effect::ChangeCount(_) | Effect::SetCount(_) => !turn.no_counts && self.stands(it),
                Effect::Move { .. } => self.tables.has_places,
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
        };
        among.filter(|&it| changes(it)).collect()
    }
}
