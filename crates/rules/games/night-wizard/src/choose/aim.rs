//! The targets of a unit and the weapons that it attacks with (D-downed, D-target, D-weapon). The expected
//! harm of an attack is in `harm`.

use core::cmp::Reverse;

use crate::data::tactics::{ChooseWeapon, Downed, Target};
use crate::rules::prelude::*;

impl<'a, F: Features, C: Chance, O: Observer<NightWizard>> Turn<'a, F, C, O> {
    /// NW-44, NW-50: whether the unit may attack, and has somebody in reach.
    pub(crate) fn may_attack(&self, unit: UnitId) -> bool {
        self.may_judge(unit)
            && !self.has(unit, Status::Capture)
            && !self.within_reach(unit, self.legal(unit)).is_empty()
    }

    /// NW-17, NW-23, NW-33, NW-34: the weapons that the unit can use now, in listed order: worn, in
    /// hand or soon there, enchantments in force, cost payable.
    #[inline(always)]
    pub(crate) fn usable(&self, unit: UnitId) -> impl Iterator<Item = (usize, &'a PreparedWeapon)> + '_ {
        let unit_tables = self.unit_tables(unit);
        let mut worn = unit_tables.always_usable;
        if unit_tables.sometimes_usable != 0 {
            let loadout = unit_tables.loadouts.get(self.extras(unit).loadout as usize);
            worn |= unit_tables.sometimes_usable & loadout.map_or(u32::MAX, |it| it.held);
        }
        bits(worn.into()).filter_map(move |at| {
            let (at, weapon) = (usize::from(at), &unit_tables.weapons[usize::from(at)]);
            let is_usable = unit_tables.always_usable >> at & 1 == 1 || self.is_usable(unit, at, weapon);
            is_usable.then_some((at, weapon))
        })
    }

    #[inline(never)]
    fn is_usable(&self, unit: UnitId, at: usize, weapon: &PreparedWeapon) -> bool {
        let enchants = self.extras(unit).enchants;
        enchants & weapon.needs_all == weapon.needs_all
            && (weapon.needs_any == 0 || enchants & weapon.needs_any != 0)
            && self.is_in_hand(unit, at)
            && self.can_pay(unit, &weapon.price)
    }

    /// NW-20, NW-40: those of `targets` that some usable weapon reaches.
    pub(crate) fn within_reach(&self, unit: UnitId, targets: UnitSet) -> UnitSet {
        let mut reached = UnitSet::default();
        for (_, weapon) in self.usable(unit) {
            for it in targets.without(reached) {
                reached.set(it, self.in_reach(unit, it, weapon.range, true));
            }
            if self.unit_tables(unit).has_one_range || reached == targets {
                break;
            }
        }
        reached
    }

    /// D-downed: the enemies that the unit may attack.
    #[inline(always)]
    pub(crate) fn legal(&self, unit: UnitId) -> UnitSet {
        let enemies = self.enemies(unit);
        let standing = self.state.standing.and(enemies);
        let downed = self.state.near_death.and(enemies);
        if self.nw.hot(unit).is_plain || downed.is_empty() {
            return standing;
        }
        standing.or(self.finished_off(unit, downed))
    }

    /// D-downed: those of the fallen whom the unit attacks. Who is certain to stay down is left alone.
    #[inline(never)]
    fn finished_off(&self, unit: UnitId, downed: UnitSet) -> UnitSet {
        let plan = &self.nw.unit(unit).tactics.downed;
        let wants = |it: UnitId| self.choose(unit, plan, Some(it)) == Downed::FinishOff;
        downed.only(|it| wants(it) && !self.stays_down(it))
    }

    /// D-target among these, of whom there is at least one.
    #[inline(always)]
    pub(crate) fn choose_enemy(&mut self, unit: UnitId, legal: UnitSet) -> UnitId {
        let first = legal.first();
        if self.nw.hot(unit).takes_first || legal == UnitSet::one(first) {
            self.note_target(unit, first);
            return first;
        }
        let nw = self.nw;
        let (how, legal) = if self.unit_tables(unit).targets_by_condition {
            self.target_rule(unit, legal)
        } else {
            (self.choose(unit, &nw.unit(unit).tactics.target, None), legal)
        };
        if how == Target::Random {
            let by = Roll { unit, purpose: Purpose::Choice };
            let target = legal.nth(if legal.len() == 1 { 0 } else { self.dice.below(by, legal.len()) });
            self.note_target(unit, target);
            return target;
        }
        let target = self.best_enemy(unit, how, legal);
        self.note_target(unit, target);
        target
    }

    /// D-target where its conditions speak of the target: the first entry for which somebody meets its
    /// condition, and those who do.
    #[inline(never)]
    fn target_rule(&self, unit: UnitId, legal: UnitSet) -> (Target, UnitSet) {
        for entry in &self.nw.unit(unit).tactics.target.entries {
            let meets = |it| entry.when.as_ref().is_none_or(|when| self.holds(when, unit, Some(it)));
            let among = legal.only(meets);
            if !among.is_empty() {
                return (entry.what, among);
            }
        }
        (Target::default(), legal)
    }

    /// Remembers a chosen target, where a tactic asks for the last one.
    pub(crate) fn note_target(&mut self, unit: UnitId, target: UnitId) {
        if self.nw.reads.last_target && !self.nw.hot(unit).takes_first {
            self.state.last_target[unit.idx()] = target;
        }
    }

    /// D-target, `random` apart: the best of these, of equals the first in listed order.
    #[inline(never)]
    pub(crate) fn best_enemy(&self, unit: UnitId, how: Target, among: UnitSet) -> UnitId {
        let first = among.first();
        if among.len() == 1 {
            return first;
        }
        let best =
            |value: &dyn Fn(UnitId) -> i64| among.min_by_key(|&it| Reverse(value(it))).unwrap_or(first);
        match how {
            Target::First | Target::Random => first,
            Target::Same => {
                let last = self.state.last_target[unit.idx()];
                if among.has(last) { last } else { first }
            }
            Target::Nearest => {
                let (grid, from) = (&self.tables.board.grid, self.spot(unit));
                // Distance and listed order as one number.
                let least = among.fold(u32::MAX, |least, it| {
                    least.min(grid.distance(from, self.spot(it)) * MAX_UNITS as u32 + u32::from(it.0))
                });
                UnitId((least % MAX_UNITS as u32) as u8)
            }
            Target::Weakest => best(&|it| -i64::from(self.hp(it))),
            Target::Threat => {
                let defenses = [AttackKind::Physical, AttackKind::Magic].map(|kind| {
                    let basis = self.basis_of_defense(unit, kind);
                    basis.fixed + basis.active
                });
                best(&|it| {
                    let (attack, kind) = self.threat(it);
                    i64::from(attack - defenses[kind as usize])
                })
            }
            Target::MostDamaged => best(&|it| i64::from(self.extras(it).derived.max_hp - self.hp(it))),
            Target::BestDamage => best(&|it| self.best_harm(unit, it)),
        }
    }

    /// Attack of `by` with its first usable weapon, and which Defense answers.
    fn threat(&self, by: UnitId) -> (i32, AttackKind) {
        let weapon = self.usable(by).next().map_or(&self.unit_tables(by).weapons[0], |(_, weapon)| weapon);
        let name = AttributeId::of_attack(weapon.hit_kind)[2];
        let attack = self.basis(by, JudgeKind::Attack, name, false, [weapon.attack_mod, 0]);
        (attack.fixed + attack.active, weapon.damage_kind)
    }

    /// D-weapon: a weapon that reaches the target and spares friends.
    pub(crate) fn choose_weapon(&self, unit: UnitId, target: UnitId) -> Option<(usize, &'a PreparedWeapon)> {
        let reaches = |weapon: &PreparedWeapon| {
            !weapon.area.hits_all() && self.in_reach(unit, target, weapon.range, true)
        };
        let mut reaching = self.usable(unit).filter(|(_, weapon)| reaches(weapon));
        let how = self.choose(unit, &self.nw.unit(unit).tactics.weapon, Some(target));
        match how {
            ChooseWeapon::First => reaching.next(),
            ChooseWeapon::CheapestCount | ChooseWeapon::ConserveMp => {
                reaching.min_by_key(|(_, weapon)| self.least_cost(unit, weapon, how))
            }
            // Of equals the first.
            ChooseWeapon::BestDamage => {
                reaching.min_by_key(|(_, weapon)| -self.harm_of_weapon(unit, weapon, target))
            }
        }
    }

    /// D-weapon: what an attack costs of what the choice saves, in half points.
    fn least_cost(&self, unit: UnitId, weapon: &PreparedWeapon, how: ChooseWeapon) -> i32 {
        let amount = if how == ChooseWeapon::ConserveMp { weapon.price.mp } else { weapon.price.count };
        self.fixed_amount(amount, unit) * 2 + 7 * i32::from(amount.dice)
    }

    /// D-weapon: whether the choice falls on the weapon in place `wide`, whose area is worth more than
    /// any other attack, rather than on the one in place `other` against this target.
    pub(crate) fn prefers_wide(&self, unit: UnitId, wide: usize, other: usize, target: UnitId) -> bool {
        let how = self.choose(unit, &self.nw.unit(unit).tactics.weapon, Some(target));
        let weapons = &self.unit_tables(unit).weapons;
        match how {
            ChooseWeapon::First => wide < other,
            ChooseWeapon::BestDamage => true,
            ChooseWeapon::CheapestCount | ChooseWeapon::ConserveMp => {
                let cost = |at: usize| (self.least_cost(unit, &weapons[at], how), at);
                cost(wide) < cost(other)
            }
        }
    }

    /// D-react: the mean damage of the attack that goes on, to `unit`.
    pub(crate) fn mean_of_attack(&self, unit: UnitId) -> f64 {
        let Some((by, hit_kind, damage_kind, plus)) = self.state.turn.attack else { return 0.0 };
        let name = AttributeId::of_attack(hit_kind)[2];
        let attack = self.basis(by, JudgeKind::Attack, name, false, plus);
        let defense = self.basis_of_defense(unit, damage_kind);
        self.mean_of_margin(self.damage_judges(&attack, &defense), None, None)
    }
}
