//! Which Mains are an attack and nothing else, and which attacks nothing answers but dice: what
//! the fast way of `lone` asks before a fight.

use super::super::rulings::{AutoInOthersMains, MainCostWhen, Rulings, Switch};
use super::super::setup::AttackKind;
use super::super::setup::ability::{Area, JudgeKind, Timing, Trigger};
use super::super::tables::{Element, PreparedWeapon, Tables, UnitTables};
use super::super::tactics::{ChooseWeapon, Movement, Tactics};
use crate::engine::roster::{UnitId, UnitSet};
use crate::tactics::plan::Plan;

impl Tables {
    /// Notes for every weapon of every unit whose answer to an attack with it can be nothing but
    /// dice, and whose Mains can be such an attack and nothing else.
    pub(super) fn note_lone(&mut self, sides: &[UnitSet], tactics: &[&Tactics], rulings: &Rulings) {
        let everyone = sides.iter().fold(UnitSet::default(), |all, side| all.or(*side));
        for unit in everyone {
            let own = sides.iter().copied().find(|side| side.has(unit)).unwrap_or_default();
            for at in 0..self.units[unit.idx()].weapons.len() {
                let unanswered = everyone
                    .without(own)
                    .filter(|&target| {
                        let of_target = sides.iter().copied().find(|side| side.has(target));
                        self.is_unanswered(unit, at, target, of_target.unwrap_or_default(), rulings)
                    })
                    .collect();
                self.units[unit.idx()].weapons[at].unanswered = unanswered;
            }
            let unit_tables = &self.units[unit.idx()];
            let tactics = tactics[unit.idx()];
            let reaches = self.has_places || unit_tables.weapons[0].range.least == 0;
            if reaches && self.may_be_lone(rulings) && unit_tables.only_attacks(tactics, rulings) {
                let keeps = if self.has_places { unit_tables.keeps(tactics) } else { Some(0) };
                if let Some(keeps) = keeps {
                    self.units[unit.idx()].keeps = keeps;
                    self.lone.insert(unit);
                    let unit_tables = &self.units[unit.idx()];
                    self.open_to[unit.idx()] = unit_tables.weapons[0].unanswered;
                    self.laden.set(unit, self.is_laden(unit));
                }
            }
        }
    }

    /// Whether an attack of `unit` with weapon `at` on `target` is a matter of their values and
    /// dice: nobody can declare, trigger, cover or change anything in its course.
    fn is_unanswered(
        &self,
        unit: UnitId,
        at: usize,
        target: UnitId,
        of_target: UnitSet,
        rulings: &Rulings,
    ) -> bool {
        let weapon = &self.units[unit.idx()].weapons[at];
        let mut fellows = of_target;
        fellows.remove(target);
        let triggered =
            |trigger: Trigger, units: UnitSet| !self.triggered[trigger as usize].and(units).is_empty();
        let (attacker, defender) = (UnitSet::one(unit), UnitSet::one(target));
        let attacked = match weapon.hit_kind {
            AttackKind::Physical => Trigger::AttackedPhysical,
            AttackKind::Magic => Trigger::AttackedMagic,
        };
        let is_triggered = triggered(attacked, defender)
            || triggered(Trigger::Hit, defender)
            || triggered(Trigger::BeforeDefense, defender)
            || triggered(Trigger::Damaged, defender)
            || triggered(Trigger::NearDeathSelf, defender)
            || !weapon.inflict.is_empty() && triggered(Trigger::StatusReceived, defender)
            || triggered(Trigger::AllyHit, fellows)
            || triggered(Trigger::NearDeathAlly, fellows)
            || triggered(Trigger::Missed, attacker)
            || triggered(Trigger::DamageDealt, attacker);
        let any_auto = rulings.auto_in_others_mains == AutoInOthersMains::Any
            && !self.timed[Timing::Auto as usize].is_empty();
        let keeps_damage = match self.element_of(unit, weapon) {
            0 => true,
            element => self.units[target.idx()].element_mods[element as usize - 1] == (0, 0),
        };
        let quiet = |kind: JudgeKind, unit: UnitId| self.quiet[kind as usize].has(unit);
        weapon.area == Area::Single
            && quiet(JudgeKind::Hit, unit)
            && quiet(JudgeKind::Dodge, target)
            && quiet(JudgeKind::Attack, unit)
            && quiet(JudgeKind::Defense, target)
            && !is_triggered
            && !any_auto
            && !self.is_volatile
            && self.coverers.and(fellows).is_empty()
            && keeps_damage
    }

    /// Whether a unit has one weapon for the whole fight.
    pub(in super::super) fn has_one_weapon(&self, unit: UnitId) -> bool {
        let UnitTables { weapons, loadouts, .. } = &self.units[unit.idx()];
        weapons.len() == 1 && loadouts.is_empty()
    }

    /// Whether the first weapon of a unit has more than its modifiers.
    fn is_laden(&self, unit: UnitId) -> bool {
        let weapon = &self.units[unit.idx()].weapons[0];
        !weapon.inflict.is_empty()
            || weapon.damage_kind != AttackKind::Physical
            || self.element_of(unit, weapon) != 0
    }

    /// NW-22: the element of the damage of a weapon.
    fn element_of(&self, unit: UnitId, weapon: &PreparedWeapon) -> Element {
        match weapon.damage_kind {
            _ if weapon.element != 0 => weapon.element,
            AttackKind::Physical => self.units[unit.idx()].element,
            AttackKind::Magic => 0,
        }
    }

    /// Whether a Main can be an attack and nothing else in this scenario.
    fn may_be_lone(&self, rulings: &Rulings) -> bool {
        self.timed[Timing::Initiative as usize].is_empty()
            && !self.ties
            && !self.has_last_mains
            && !self.changes_counts
            && rulings.main_cost_when == MainCostWhen::End
            && (!self.has_places || !rulings.minor_after_major)
    }
}

impl UnitTables {
    /// Whether a unit that does not move has nothing to do in a Main but its Major Action, and
    /// nothing to do with that but an attack.
    pub(super) fn has_only_weapons(&self, tactics: &Tactics, rulings: &Rulings) -> bool {
        let timings = [Timing::MainStart, Timing::Auto, Timing::Minor, Timing::Major];
        timings.iter().all(|&timing| self.by_timing[timing as usize] == 0)
            && (rulings.flee == Switch::Off || tactics.flee.entries.is_empty())
            && tactics.prana_convert.entries.is_empty()
            && tactics.enchant.entries.is_empty()
            && tactics.loadout.entries.is_empty()
    }

    /// Whether this unit, as long as it is well, has nothing to do in its Mains but to attack whom
    /// it reaches with its first weapon, and as far as it has to, to move.
    fn only_attacks(&self, tactics: &Tactics, rulings: &Rulings) -> bool {
        let Tactics { delay, downed, pass, flight, weapon, .. } = tactics;
        let takes_first = self.weapons.len() == 1 || !weapon.any(|it| it != ChooseWeapon::First);
        self.has_only_weapons(tactics, rulings)
            && delay.entries.is_empty()
            && downed.entries.is_empty()
            && pass.entries.is_empty()
            && flight.entries.is_empty()
            && takes_first
            && self.always_usable & 1 == 1
    }

    /// How far away from every enemy it wants to be when it attacks as it stands; `None`, if it may
    /// move all the same.
    fn keeps(&self, tactics: &Tactics) -> Option<u32> {
        match always(&tactics.move_)? {
            Movement::Stay => Some(0),
            Movement::Approach if tactics.move_.entries.is_empty() => Some(0),
            Movement::KeepDistance(n) if self.weapons.len() == 1 => Some(n.max(0) as u32),
            _ => None,
        }
    }
}

/// What a tactic says whatever happens, if it does.
fn always<T: Copy + Default, F>(plan: &Plan<T, F>) -> Option<T> {
    match &plan.entries[..] {
        [] => Some(T::default()),
        [entry, ..] => entry.when.is_none().then_some(entry.what),
    }
}
