//! On whom an ability works (NW-53).

use super::extras::End;
use super::setup::ability::{Area, Effect, RemoveStatus, Victims, Who};
use super::tables::{AbilityStep, PreparedAbility};
use super::turn::Turn;
use crate::engine::draw::Chance;
use crate::engine::observe::Observer;
use crate::engine::roster::{UnitId, UnitSet};
use crate::games::night_wizard::NightWizard;

impl<C: Chance, O: Observer<NightWizard>> Turn<'_, C, O> {
    /// On whom an ability works now: those for whom it would change something, in range and in
    /// sight, as many as it takes, with everybody its area covers.
    #[inline(always)]
    pub(super) fn targets(
        &mut self,
        unit: UnitId,
        ability: &PreparedAbility,
        other: Option<UnitId>,
    ) -> UnitSet {
        if ability.target.who == Who::Myself && ability.target.area == Area::Single {
            return self.useful(unit, ability, UnitSet::one(unit).and(self.in_play()));
        }
        self.targets_among(unit, ability, other)
    }

    #[inline(never)]
    fn targets_among(&mut self, unit: UnitId, ability: &PreparedAbility, other: Option<UnitId>) -> UnitSet {
        let rule = ability.target;
        let enemies = self.enemies(unit);
        let among = match rule.who {
            Who::Myself => UnitSet::one(unit),
            Who::Ally => self.allies(unit),
            Who::Enemy => enemies,
            Who::Any => self.nw.roster.everyone(),
            Who::CommandGroup => self.unit_tables(unit).fellows.and(self.allies(unit)),
        };
        let mut here = self.state.standing;
        if ability.lifts || rule.who == Who::Myself {
            here = here.or(self.state.near_death);
        } else if ability.is_attack() {
            here = self.legal(unit).or(self.state.standing.without(enemies));
        }
        let mut legal = self.useful(unit, ability, among.and(here));
        if self.tables.has_places || rule.range.least > 0 {
            let reaches = |it| it == unit || self.in_reach(unit, it, rule.range, ability.flags.needs_los);
            legal = legal.filter(|&it| reaches(it)).collect();
        }
        if legal.is_empty() {
            return legal;
        }
        let Some(number) = rule.number else { return legal };
        let mut chosen = UnitSet::default();
        let mut left = legal;
        for _ in 0..number.max(1) {
            if left.is_empty() {
                break;
            }
            let target = match other {
                Some(other) if left.has(other) => other,
                _ if !left.and(enemies).is_empty() && rule.who != Who::Ally => {
                    self.choose_enemy(unit, left.and(enemies))
                }
                _ if ability.heals => self.most_wounded(left),
                _ => left.first(),
            };
            left.remove(target);
            chosen.insert(target);
        }
        match rule.area {
            Area::Single => chosen,
            Area::Square(victims) | Area::Sphere(_, victims) => {
                let mut among = match victims {
                    Victims::Pick => among.and(here),
                    Victims::All => self.state.standing.or(self.state.near_death),
                };
                if victims == Victims::All && !ability.flags.hits_self {
                    among.remove(unit);
                }
                chosen.fold(UnitSet::default(), |covered, target| {
                    covered.or(self.area_of(unit, target, rule.area, among))
                })
            }
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

    /// Those of `among` of whom an ability would change something.
    fn useful(&self, unit: UnitId, ability: &PreparedAbility, among: UnitSet) -> UnitSet {
        if ability.is_attack() {
            return among;
        }
        let mut left = among;
        for step in &ability.steps {
            if left.is_empty() {
                break;
            }
            let changed = if step.lasts {
                // The same ability again changes nothing (NW-53).
                let slots = &self.state.extras.slots[ability.slot..];
                left.filter(|it| slots[it.idx() * self.tables.n_slots].end == End::Gone).collect()
            } else {
                self.changed_by(unit, step, left)
            };
            left = left.without(changed);
        }
        among.without(left)
    }

    /// Those of `among` of whom an effect that is done at once would.
    #[inline(never)]
    fn changed_by(&self, unit: UnitId, step: &AbilityStep, among: UnitSet) -> UnitSet {
        let those = |is: &dyn Fn(UnitId) -> bool| among.filter(|&it| is(it)).collect();
        let if_so = |is: bool, units: UnitSet| if is { units } else { UnitSet::default() };
        let standing = among.and(self.state.standing);
        let turn = &self.state.extras.turn;
        match &step.effect {
            Effect::HealHp(_) => {
                standing.filter(|&it| self.hp(it) < self.extras(it).derived.max_hp).collect()
            }
            Effect::RemoveStatus(which) => {
                let which = match *which {
                    RemoveStatus::These(set) => set,
                    RemoveStatus::Any(_) => u8::MAX,
                };
                let afflicted = among.and(self.state.extras.afflicted);
                afflicted.filter(|&it| self.extras(it).statuses & which != 0).collect()
            }
            Effect::RestoreMp(_) => those(&|it| self.extras(it).mp < self.extras(it).derived.max_mp),
            Effect::DrainMp(_) => those(&|it| self.extras(it).mp > 0),
            Effect::GainPrana(_) => those(&|it| self.extras(it).prana < self.unit_tables(it).prana),
            Effect::Inflict(new) => those(&|it| self.would_take(it, new.status, new.level)),
            Effect::LiftNearDeath => if_so(turn.lifts, among.and(self.state.near_death)),
            Effect::ChangeCount(_) | Effect::SetCount(_) => if_so(!turn.no_counts, standing),
            Effect::Move { .. } => if_so(self.tables.has_places, among),
            Effect::Swap => those(&|it| self.tables.has_places && !self.shares_square(unit, it)),
            Effect::TakeOff => those(&|it| !self.extras(it).flying),
            Effect::Land => those(&|it| self.extras(it).flying),
            Effect::ExtraAttack => those(&|it| self.may_attack(it)),
            Effect::Command => those(&|it| self.may_command(unit, it)),
            Effect::Enchant { on, .. } => those(&|it| {
                self.enchantment_named(it, step.named).is_some_and(|at| {
                    let is_on = self.extras(it).enchants >> at & 1 == 1;
                    is_on != *on && (!on || self.may_enchant(it, at))
                })
            }),
            Effect::ChangeLoadout(_) => those(&|it| {
                self.loadout_named(it, step.named).is_some_and(|at| at != self.extras(it).loadout)
            }),
            _ => among,
        }
    }
}
