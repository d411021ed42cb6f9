//! An attack and its course (NW-20, NW-23, NW-25). Whom it is aimed at says `aim`; `hit`, `cover`
//! and `damage` follow one after the other.

use crate::choose::harm::Aimed;
use crate::data::rulings::MpPaid;
use crate::data::setup::ability::{AbilityJudge, Inflicted};
use crate::rules::prelude::*;
use crate::rules::values::Basis;
use crate::state::tables::{AttackNumbers, Element};

/// An attack as it is declared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeclaredAttack<'a> {
    pub(crate) by: UnitId,
    /// The place among its actions.
    pub(crate) action: u8,
    /// Whether it is an attack, not damage without one.
    pub(crate) is_attack: bool,
    /// The ability behind it, if it is one's.
    pub(crate) ability: Option<&'a PreparedAbility>,
    pub(crate) hit_kind: AttackKind,
    pub(crate) damage_kind: AttackKind,
    /// The modifiers to the Hit Judge by weapon or ability, passive and active (NW-07).
    pub(crate) hit_plus: [i32; 2],
    pub(crate) attack_plus: [i32; 2],
    pub(crate) element: Element,
    pub(crate) inflict: &'a [Inflicted],
    /// The dice of what the ability adds to its damage, rolled when it was declared.
    pub(crate) rolled_add: i32,
    /// The numbers of the attack by target, valid while its attacker is as it began the fight.
    pub(crate) numbers: Option<&'a [Option<AttackNumbers>; MAX_UNITS]>,
}

/// The target of an attack with a weapon, and the attack.
#[derive(Clone, Copy, Debug)]
struct Strike {
    target: UnitId,
    /// The weapon, by its place.
    at: usize,
    /// The aim of its area, if that spares nobody.
    aimed: Option<Aimed>,
}

impl PreparedAbility {
    /// Returns the amounts in dice that it adds to the damage of its attack.
    fn rolled_adds(&self) -> impl Iterator<Item = Amount> + '_ {
        self.steps.iter().filter_map(|step| match step.effect {
            Effect::ChangeDamage { add, .. } if add.dice > 0 => Some(Amount { scaled: None, plus: 0, ..add }),
            _ => None,
        })
    }
}

impl DeclaredAttack<'_> {
    /// The action of which it is reported.
    #[inline(always)]
    pub(crate) fn action_ref(&self) -> ActionRef {
        ActionRef { by: self.by, action: self.action }
    }

    /// Damage of an ability without an attack.
    #[inline(always)]
    pub(crate) fn of_harm(action_ref: ActionRef, kind: AttackKind, element: Element) -> Self {
        Self {
            by: action_ref.by,
            action: action_ref.action,
            is_attack: false,
            ability: None,
            hit_kind: kind,
            damage_kind: kind,
            hit_plus: [0; 2],
            attack_plus: [0; 2],
            element,
            inflict: &[],
            rolled_add: 0,
            numbers: None,
        }
    }
}

impl<'a, F: Features, C: Chance, O: Observer<NightWizard>> Turn<'a, F, C, O> {
    /// NW-22: the element of an attack's damage: what weapon or magic says; else the attacker's
    /// first for physical damage, and none for magic damage.
    #[inline(always)]
    pub(crate) fn element_of(&self, by: UnitId, named: Element, damage_kind: AttackKind) -> Element {
        match damage_kind {
            _ if named != 0 => named,
            AttackKind::Physical => self.unit_tables(by).element,
            AttackKind::Magic => 0,
        }
    }

    /// An attack with a weapon; which of the unit's it is, the caller says in `action`.
    #[inline(always)]
    pub(crate) fn weapon_attack(&self, by: UnitId, weapon: &'a PreparedWeapon) -> DeclaredAttack<'a> {
        let element = self.element_of(by, weapon.element, weapon.damage_kind);
        DeclaredAttack {
            is_attack: true,
            hit_kind: weapon.hit_kind,
            hit_plus: [weapon.hit_mod, 0],
            attack_plus: [weapon.attack_mod, 0],
            inflict: &weapon.inflict,
            numbers: weapon.numbers.as_deref().filter(|_| self.as_began().has(by)),
            ..DeclaredAttack::of_harm(ActionRef { by, action: 0 }, weapon.damage_kind, element)
        }
    }

    /// NW-53: an attack that an ability makes.
    pub(crate) fn ability_attack(&mut self, by: UnitId, at: u8) -> DeclaredAttack<'a> {
        let (_, ability) = self.owned(by, at);
        let mut rolled_add = 0;
        for amount in ability.rolled_adds() {
            rolled_add += self.roll_amount(amount, by);
        }
        DeclaredAttack { rolled_add, ..self.expected_attack(by, at) }
    }

    /// NW-53: an attack that an ability makes, dice of its damage at their mean.
    pub(crate) fn expected_attack(&self, by: UnitId, at: u8) -> DeclaredAttack<'a> {
        let (_, ability) = self.owned(by, at);
        let AbilityJudge::Attack { hit_kind, damage_kind, hit_mod, attack_mod } = ability.judge else {
            unreachable!("the ability makes an attack");
        };
        let dice: i32 = ability.rolled_adds().map(|amount| i32::from(amount.dice)).sum();
        let (action_ref, element) = (self.nw.ability_action(by, at), self.element_of(by, 0, damage_kind));
        DeclaredAttack {
            is_attack: true,
            ability: Some(ability),
            hit_kind,
            hit_plus: [0, hit_mod],
            attack_plus: [0, attack_mod],
            rolled_add: dice * 7 / 2,
            ..DeclaredAttack::of_harm(action_ref, damage_kind, element)
        }
    }

    #[inline(always)]
    pub(crate) fn basis_of_hit(&self, declared: &DeclaredAttack<'_>) -> Basis {
        let name = AttributeId::of_attack(declared.hit_kind)[0];
        self.basis(declared.by, JudgeKind::Hit, name, false, declared.hit_plus)
    }

    #[inline(always)]
    pub(crate) fn basis_of_dodge(&self, declared: &DeclaredAttack<'_>, target: UnitId) -> Basis {
        self.basis(target, JudgeKind::Dodge, AttributeId::of_attack(declared.hit_kind)[1], true, [0; 2])
    }

    #[inline(always)]
    pub(crate) fn basis_of_attack(&self, declared: &DeclaredAttack<'_>) -> Basis {
        let name = AttributeId::of_attack(declared.hit_kind)[2];
        self.basis(declared.by, JudgeKind::Attack, name, false, declared.attack_plus)
    }

    #[inline(always)]
    pub(crate) fn basis_of_defense(&self, target: UnitId, kind: AttackKind) -> Basis {
        self.basis(target, JudgeKind::Defense, AttributeId::of_attack(kind)[3], true, [0; 2])
    }

    /// The units whose Judges of an attack are what they were when the fight began.
    #[inline(always)]
    pub(crate) fn as_began(&self) -> UnitSet {
        let mut units = self.unmodified();
        if F::ABILITIES {
            units = units.and(self.state.as_began);
            if self.state.turn.surprise {
                units = UnitSet::default();
            }
        }
        units
    }

    /// Returns the numbers of the attack against this target, if they are known.
    #[inline(always)]
    pub(crate) fn known_numbers(
        &self,
        attack: &DeclaredAttack<'a>,
        target: UnitId,
    ) -> Option<&'a AttackNumbers> {
        attack.numbers.filter(|_| self.as_began().has(target))?[target.idx()].as_ref()
    }

    /// Returns the numbers of the attack against this target. `None`: its Judges are not a number and two
    /// dice each.
    fn numbers(&self, attack: &DeclaredAttack<'a>, target: UnitId) -> Option<AttackNumbers> {
        Some(AttackNumbers {
            needed: self.needed_to_hit(attack, target)?,
            base: self.base_of_damage(attack, target, attack.damage_kind)?,
            contests: [0, self.nw.damage_judge].map(|behind| self.contest_id([attack.by, target], behind)),
        })
    }

    /// Returns the present numbers of each unit's attacks with each of its weapons, by target.
    pub(crate) fn attack_numbers(&self) -> Vec<Vec<[Option<AttackNumbers>; MAX_UNITS]>> {
        let of_weapon = |by: UnitId, weapon: &'a PreparedWeapon| {
            let attack = self.weapon_attack(by, weapon);
            let mut numbers = [None; MAX_UNITS];
            // What hinders a unit at the start can leave it.
            let known = if self.unmodified().has(by) { self.unmodified() } else { UnitSet::default() };
            for target in known {
                numbers[target.idx()] = self.numbers(&attack, target);
            }
            numbers
        };
        let of_unit =
            |by: UnitId| self.unit_tables(by).weapons.iter().map(|weapon| of_weapon(by, weapon)).collect();
        self.nw.roster.everyone().map(of_unit).collect()
    }

    /// A Physical or Magic Attack as a Major Action or an extra attack (NW-20, NW-23): whom, with
    /// what, its cost, and its course. Whom it chose to come near it attacks, if it can. Says
    /// whether there was one.
    #[inline]
    pub(crate) fn attack(&mut self, unit: UnitId) -> bool {
        let legal = self.legal(unit);
        let Some(Strike { target, at, aimed }) = self.target_and_weapon(unit, legal) else { return false };
        let tables = self.tables;
        let weapon = &tables.units[unit.idx()].weapons[at];
        self.take_in_hand(unit, at);
        let later = self.nw.rulings.mp_paid == MpPaid::OnSuccess;
        self.obs.used(ActionRef { by: unit, action: at as u8 });
        self.obs.event(|| Event::Attacks { unit, target, weapon: at as u8 });
        if let Some(Aimed { at, .. }) = aimed
            && at != self.spot(target)
        {
            self.obs.event(|| Event::Aims { unit, at });
        }
        let Some(mp_due) = self.pay(unit, &weapon.price, later) else { return true };
        let attack = DeclaredAttack { action: at as u8, ..self.weapon_attack(unit, weapon) };
        let victims = match (weapon.area, aimed) {
            (Area::Single, _) => UnitSet::one(target),
            (_, Some(aimed)) => aimed.victims,
            // It picks its victims: no friend is among them.
            (area, None) => self.area_of(unit, target, area, legal),
        };
        let struck = self.strike(&attack, victims);
        if mp_due > 0 && !struck.is_empty() {
            self.spend_mp(unit, mp_due.min(self.extras(unit).mp));
        }
        self.settle(unit, NearDeathCause::Cost, Cause::Action(attack.action_ref()));
        true
    }

    /// D-target, D-weapon: whom the unit attacks and with which of its weapons, if it reaches
    /// somebody with one.
    #[inline(always)]
    fn target_and_weapon(&mut self, unit: UnitId, legal: UnitSet) -> Option<Strike> {
        if let Some(at) = self.unit_tables(unit).fixed_weapon {
            let target = (!legal.is_empty()).then(|| self.choose_enemy(unit, legal));
            return target.map(|target| Strike { target, at: at.into(), aimed: None });
        }
        self.choose_target_and_weapon(unit, legal)
    }

    #[inline(never)]
    fn choose_target_and_weapon(&mut self, unit: UnitId, legal: UnitSet) -> Option<Strike> {
        let wide =
            if self.unit_tables(unit).has_wide_weapons { self.best_wide_weapon(unit, legal) } else { None };
        let single = self.choose_single(unit, legal, wide.is_some());
        let Some((wide, aimed)) = wide else {
            return single.map(|(target, at)| Strike { target, at, aimed: None });
        };
        let hit = aimed.victims.and(legal);
        match single {
            Some((target, at)) if !self.prefers_wide(unit, wide, at, target) => {
                Some(Strike { target, at, aimed: None })
            }
            Some((target, _)) if hit.has(target) => Some(Strike { target, at: wide, aimed: Some(aimed) }),
            _ => Some(Strike { target: hit.first(), at: wide, aimed: Some(aimed) }),
        }
    }

    /// D-target, D-weapon: whom the unit attacks with a weapon that spares friends. `has_other`: it has
    /// another attack, so that none is denied to it.
    fn choose_single(&mut self, unit: UnitId, legal: UnitSet, has_other: bool) -> Option<(UnitId, usize)> {
        if let Some(target) = self.chosen(unit, legal)
            && let Some((at, _)) = self.choose_weapon(unit, target)
        {
            return Some((target, at));
        }
        let reached = self.within_reach(unit, legal);
        if reached.is_empty() {
            if !legal.is_empty() && !has_other {
                self.obs.add(unit, Metric::AttacksDenied, 1);
            }
            return None;
        }
        let spared = if self.unit_tables(unit).has_wide_weapons {
            reached.only(|it| self.choose_weapon(unit, it).is_some())
        } else {
            reached
        };
        if spared.is_empty() {
            return None;
        }
        let target = self.choose_enemy(unit, spared);
        self.choose_weapon(unit, target).map(|(at, _)| (target, at))
    }

    /// NW-20 to NW-25: the course of an attack. Who took its hits.
    #[inline]
    pub(crate) fn strike(&mut self, attack: &DeclaredAttack<'a>, victims: UnitSet) -> UnitSet {
        if !F::ABILITIES || !self.tables.has_triggers {
            return self.resolve(attack, victims);
        }
        // NW-19: Reactions are declared once an attack; those against an outer one count again
        // after this one.
        let of_this = (attack.by, attack.hit_kind, attack.damage_kind, attack.attack_plus);
        let outer_attack = self.state.turn.attack.replace(of_this);
        let (outer, mut reactions) = (self.state.turn.reacted, [0; MAX_UNITS]);
        outer.for_each(|unit| reactions[unit.idx()] = self.state.reactions[unit.idx()]);
        self.forget_reactions();
        let struck = self.resolve(attack, victims);
        self.forget_reactions();
        self.state.turn.reacted = outer;
        outer.for_each(|unit| self.state.reactions[unit.idx()] = reactions[unit.idx()]);
        self.state.turn.attack = outer_attack;
        struck
    }

    /// An attack, one of perhaps several in one another, and the end of what was declared for it.
    #[inline(always)]
    fn resolve(&mut self, attack: &DeclaredAttack<'a>, victims: UnitSet) -> UnitSet {
        self.state.turn.strikes += u8::from(F::ABILITIES);
        let struck = self.hit_and_damage(attack, victims);
        self.over_brief(self.state.turn.strikes);
        self.state.turn.strikes -= u8::from(F::ABILITIES);
        struck
    }

    #[inline(always)]
    fn hit_and_damage(&mut self, attack: &DeclaredAttack<'a>, victims: UnitSet) -> UnitSet {
        let by = attack.by;
        if F::ABILITIES && self.tables.has_triggers {
            let trigger = match attack.hit_kind {
                AttackKind::Physical => Trigger::AttackedPhysical,
                AttackKind::Magic => Trigger::AttackedMagic,
            };
            self.fire_each(trigger, victims, Some(by));
        }
        self.refresh_volatile();
        let victims = victims.and(self.in_play());
        if victims.is_empty() || !self.may_judge(by) {
            return UnitSet::default();
        }
        let all = self.roll_hits(attack, victims);
        if F::ABILITIES && self.tables.has_triggers {
            self.answer_hits(by, victims, all);
        }
        let hits = all.and(self.in_play());
        for target in all.without(hits) {
            // An answer to the hit was faster than its damage.
            self.obs.attack(attack.action_ref(), self.victim_of(by, target), true, 0);
        }
        if hits.is_empty() {
            return hits;
        }
        let takers = self.cover(attack, hits);
        self.roll_damage(attack, hits, &takers)
    }

    /// NW-19: plays the answers to misses and hits.
    fn answer_hits(&mut self, by: UnitId, victims: UnitSet, hits: UnitSet) {
        let missed = victims.without(hits);
        if !missed.is_empty() && self.tables.answers[Trigger::Missed as usize].has(by) {
            missed.for_each(|target| self.fire_at(Trigger::Missed, by, Some(target), false));
        }
        let of_allies = self.tables.triggered[Trigger::AllyHit as usize];
        if !hits.and(self.tables.answers[Trigger::Hit as usize]).is_empty() || !of_allies.is_empty() {
            for target in hits {
                self.fire(Trigger::Hit, target, Some(by));
                let mut allies = self.state.standing.and(self.allies(target)).and(of_allies);
                allies.remove(target);
                self.fire_each(Trigger::AllyHit, allies, Some(target));
            }
        }
    }
}
