//! Whom a unit attacks and with what (D-downed, D-target, D-weapon), and what it may expect of it.

use core::cmp::Reverse;

use super::attack::DeclaredAttack;
use super::contest::JudgeId;
use super::prelude::*;
use super::tactics::{ChooseWeapon, Downed, Target};
use super::values::Basis;

impl<'a, F: Features, C: Chance, O: Observer<NightWizard>> Turn<'a, F, C, O> {
    /// NW-44, NW-50: whether the unit may attack, and has somebody in reach.
    pub(super) fn may_attack(&self, unit: UnitId) -> bool {
        self.may_judge(unit)
            && !self.has(unit, Status::Capture)
            && !self.within_reach(unit, self.legal(unit)).is_empty()
    }

    /// NW-17, NW-23, NW-33, NW-34: the weapons that the unit can use now, in listed order: worn, in
    /// hand or soon there, enchantments in force, cost payable.
    #[inline(always)]
    pub(super) fn usable(&self, unit: UnitId) -> impl Iterator<Item = (usize, &'a PreparedWeapon)> + '_ {
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
    pub(super) fn within_reach(&self, unit: UnitId, targets: UnitSet) -> UnitSet {
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
    pub(super) fn legal(&self, unit: UnitId) -> UnitSet {
        let enemies = self.enemies(unit);
        let standing = self.state.standing.and(enemies);
        let downed = self.state.near_death.and(enemies);
        if self.nw.hot(unit).is_plain || downed.is_empty() {
            return standing;
        }
        match self.choose(unit, &self.nw.unit(unit).tactics.downed, None) {
            Downed::Ignore => standing,
            Downed::FinishOff => standing.or(downed),
        }
    }

    /// D-target among these, of whom there is at least one.
    #[inline(always)]
    pub(super) fn choose_enemy(&mut self, unit: UnitId, legal: UnitSet) -> UnitId {
        if self.nw.hot(unit).takes_first {
            return legal.first();
        }
        let nw = self.nw;
        let how = self.choose(unit, &nw.unit(unit).tactics.target, None);
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

    /// Remembers a chosen target, where a tactic asks for the last one.
    pub(super) fn note_target(&mut self, unit: UnitId, target: UnitId) {
        if self.nw.reads.last_target && !self.nw.hot(unit).takes_first {
            self.state.last_target[unit.idx()] = target;
        }
    }

    /// D-target, `random` apart: the best of these, of equals the first in listed order.
    #[inline(never)]
    pub(super) fn best_enemy(&self, unit: UnitId, how: Target, among: UnitSet) -> UnitId {
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
            Target::BestDamage => best(&|it| self.best_damage(unit, it)),
        }
    }

    /// Attack of `by` with its first usable weapon, and which Defense answers.
    fn threat(&self, by: UnitId) -> (i32, AttackKind) {
        let weapon = self.usable(by).next().map_or(&self.unit_tables(by).weapons[0], |(_, weapon)| weapon);
        let name = AttributeId::of_attack(weapon.hit_kind)[2];
        let attack = self.basis(by, JudgeKind::Attack, name, false, [weapon.attack_mod, 0]);
        (attack.fixed + attack.active, weapon.damage_kind)
    }

    /// The highest mean damage of the unit's usable weapons that reach `target`, in 1/2^20 points;
    /// of all of them, if it has to come nearer first.
    fn best_damage(&self, unit: UnitId, target: UnitId) -> i64 {
        let reaches = |weapon: &PreparedWeapon| self.in_reach(unit, target, weapon.range, true);
        let is_near = self.usable(unit).any(|(_, weapon)| reaches(weapon));
        let usable = self.usable(unit).filter(|(_, weapon)| !is_near || reaches(weapon));
        usable.map(|(_, weapon)| self.mean_damage(unit, weapon, target)).max().unwrap_or(i64::MIN)
    }

    /// The mean damage of an attack in 1/2^20 points, from the present values without prana and
    /// abilities still to be declared.
    fn mean_damage(&self, unit: UnitId, weapon: &'a PreparedWeapon, target: UnitId) -> i64 {
        let declared = self.weapon_attack(unit, weapon);
        let (hit, dodge) = (self.basis_of_hit(&declared), self.basis_of_dodge(&declared, target));
        let p_hit = self.p_at_least(&hit, &dodge, self.tie());
        let attack = self.basis_of_attack(&declared);
        let defense = self.basis_of_defense(target, declared.damage_kind);
        let mean = self.mean_of_declared(&declared, target, &attack, &defense);
        (p_hit * mean * f64::from(1 << 20)) as i64
    }

    /// D-weapon: a weapon that reaches the target.
    pub(super) fn choose_weapon(&self, unit: UnitId, target: UnitId) -> Option<(usize, &'a PreparedWeapon)> {
        let mut reaching =
            self.usable(unit).filter(|(_, weapon)| self.in_reach(unit, target, weapon.range, true));
        let how = self.choose(unit, &self.nw.unit(unit).tactics.weapon, Some(target));
        let least = |weapon: &PreparedWeapon, mp: bool| {
            let amount = if mp { weapon.price.mp } else { weapon.price.count };
            self.fixed_amount(amount, unit) * 2 + 7 * i32::from(amount.dice)
        };
        match how {
            ChooseWeapon::First => reaching.next(),
            ChooseWeapon::CheapestCount => reaching.min_by_key(|(_, weapon)| least(weapon, false)),
            ChooseWeapon::ConserveMp => reaching.min_by_key(|(_, weapon)| least(weapon, true)),
            // Of equals the first.
            ChooseWeapon::BestDamage => {
                reaching.min_by_key(|(_, weapon)| -self.mean_damage(unit, weapon, target))
            }
        }
    }

    /// D-react: the mean damage of the attack that goes on, to `unit`.
    pub(super) fn mean_of_attack(&self, unit: UnitId) -> f64 {
        let Some((by, hit_kind, damage_kind, plus)) = self.state.turn.attack else { return 0.0 };
        let name = AttributeId::of_attack(hit_kind)[2];
        let attack = self.basis(by, JudgeKind::Attack, name, false, plus);
        let defense = self.basis_of_defense(unit, damage_kind);
        self.mean_of_margin(&attack, &defense, None)
    }

    /// The mean damage of an attack that hits, with the effects in force and without prana.
    pub(super) fn mean_of_declared(
        &self,
        declared: &DeclaredAttack<'a>,
        target: UnitId,
        attack: &Basis,
        defense: &Basis,
    ) -> f64 {
        let change = |margin| self.changed_damage(declared, target, declared.element, margin);
        let changes = !self.keeps_damage(declared, target, declared.element);
        self.mean_of_margin(attack, defense, changes.then_some(&change))
    }

    /// The mean of what Attack leaves of Defense, or of what a change makes of it.
    fn mean_of_margin(&self, attack: &Basis, defense: &Basis, change: Option<&dyn Fn(i32) -> i32>) -> f64 {
        let base = attack.fixed + attack.active - defense.fixed - defense.active;
        let damage = |margin: i32| change.map_or(margin.max(0), |change| change(margin));
        let behind = self.nw.damage_judge;
        let [active, passive] = [attack, defense].map(|basis| self.judge_id(basis) + behind);
        if !defense.rolls {
            let judge = self.nw.judges.judge(active);
            let all = (0..judge.n_outcomes()).map(|i| judge.outcome(i));
            return all.map(|(rolled, p)| p * f64::from(damage(base + rolled.total))).sum();
        }
        let difference = self.nw.judges.differences(active, passive);
        match change {
            None => difference.mean_above(base),
            Some(change) => {
                (1 - base..=difference.most()).map(|d| difference.p(d) * f64::from(change(base + d))).sum()
            }
        }
    }

    /// The probability that one Judge beats another by `least`, without prana.
    pub(super) fn p_at_least(&self, active: &Basis, passive: &Basis, least: i32) -> f64 {
        let needed = passive.fixed + passive.active - active.fixed - active.active + least;
        if !passive.rolls {
            let judge = self.nw.judges.judge(self.judge_id(active));
            let all = (0..judge.n_outcomes()).map(|i| judge.outcome(i));
            return all.filter(|(rolled, _)| rolled.total >= needed).map(|(_, p)| p).sum();
        }
        self.nw.judges.differences(self.judge_id(active), self.judge_id(passive)).at_least(needed)
    }

    /// The dice of a Judge to hit, by the unit's critical and fumble numbers.
    fn judge_id(&self, basis: &Basis) -> JudgeId {
        self.state.numbers[basis.unit.idx()].into()
    }
}
