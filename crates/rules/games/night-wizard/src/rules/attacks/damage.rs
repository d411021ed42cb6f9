//! Damage Rolls and what they do (NW-21, NW-22, NW-25).

use crate::data::events::{DrawnRolls, Side};
use crate::data::rulings::{AreaDefenceTiming, PranaMode};
use crate::data::tactics::{PranaAttack, PranaDefense};
use crate::dice::contest::Contest;
use crate::dice::judge::FUMBLE;
use crate::rules::attacks::attack::DeclaredAttack;
use crate::rules::attacks::cover::Takers;
use crate::rules::prelude::*;
use crate::rules::values::{Basis, Judged, Window, sides};
use crate::state::tables::Element;

/// One Damage Roll: what was rolled, and what is left of it.
#[derive(Clone, Copy, Debug, Default)]
struct Margin {
    /// Attack less Defense.
    margin: i32,
    attack: Side,
    defense: Side,
    /// Their dice, if they are still to be found out.
    rolls: Option<DrawnRolls>,
    /// Whether the Attack was rolled once for all and shown before.
    is_of_all: bool,
    damage_kind: AttackKind,
    element: Element,
}

impl<'a, F: Features, C: Chance, O: Observer<NightWizard>> Turn<'a, F, C, O> {
    /// NW-21, NW-25: Attack once for all hits, a Defense for each, by whoever takes it; then the
    /// damage. Who took it. Attack and one Defense are one contest where nothing can be decided
    /// between them.
    #[inline]
    pub(crate) fn roll_damage(
        &mut self,
        declared: &DeclaredAttack<'a>,
        hits: UnitSet,
        takers: &Takers,
    ) -> UnitSet {
        self.refresh_volatile();
        if F::ABILITIES && self.tables.has_triggers {
            let all = hits.fold(UnitSet::default(), |all, ward| all.or(UnitSet::one(takers[ward.idx()])));
            self.fire_each(Trigger::BeforeDefense, all, Some(declared.by));
        }
        let (ward, taker) = (hits.first(), takers[hits.first().idx()]);
        let margin = if hits.len() == 1 { self.contest_damage(declared, taker) } else { None };
        let struck = match margin {
            Some(margin) => {
                self.hurt(declared, ward, taker, &margin);
                UnitSet::one(taker)
            }
            None => self.roll_for_each(declared, hits, takers),
        };
        if F::ABILITIES && !self.tables.coverers.is_empty() {
            self.pay_for_covers(hits, takers);
        }
        struck
    }

    /// Attack, then the Defenses, as rolls of their own.
    #[inline(never)]
    fn roll_for_each(&mut self, declared: &DeclaredAttack<'a>, hits: UnitSet, takers: &Takers) -> UnitSet {
        let by = declared.by;
        let mut struck = UnitSet::default();
        let at_once = self.nw.rulings.area_defence_timing == AreaDefenceTiming::BeforeDamage;
        // Behind a single roll nothing is rolled before its damage.
        let mut margins = if at_once && hits.len() > 1 { Some([None; MAX_UNITS]) } else { None };
        let is_single = self.nw.rulings.area_single_damage_roll;
        let is_of_all = is_single && hits.len() > 1;
        let mut attack: Option<Judged> = None;
        for ward in hits {
            let taker = takers[ward.idx()];
            if !self.is_in_play(taker) || !self.may_judge(by) {
                // Nobody is left to answer or to roll: a hit all the same.
                self.obs.attack(declared.action_ref(), self.victim_of(by, taker), true, 0);
                continue;
            }
            let rolled = match attack {
                Some(attack) if is_single => attack,
                _ => {
                    // One roll for all is made for the first enemy among them.
                    let foe = || hits.map(|ward| takers[ward.idx()]).find(|one| self.enemies(by).has(*one));
                    let target = if is_single { foe().unwrap_or(taker) } else { taker };
                    let rolled = self.roll_attack(declared, target);
                    attack = Some(rolled);
                    if is_of_all {
                        let (unit, kind) = (by, declared.hit_kind);
                        self.obs.event(|| Event::AttackOfAll { unit, kind, attack: rolled.side });
                    }
                    rolled
                }
            };
            let margin = Margin { is_of_all, ..self.roll_defense(declared, taker, rolled) };
            struck.insert(taker);
            match &mut margins {
                Some(margins) => margins[ward.idx()] = Some(margin),
                None => self.do_damage(declared, ward, taker, &margin, at_once),
            }
        }
        for ward in hits {
            if let Some(margin) = margins.as_ref().and_then(|margins| margins[ward.idx()].as_ref()) {
                self.do_damage(declared, ward, takers[ward.idx()], margin, at_once);
            }
        }
        struck
    }

    /// Does the damage that was rolled to the unit that takes it. `at_once`: everything was rolled before,
    /// and its taker may be dead by now.
    #[inline(always)]
    fn do_damage(
        &mut self,
        declared: &DeclaredAttack<'a>,
        ward: UnitId,
        taker: UnitId,
        margin: &Margin,
        at_once: bool,
    ) {
        if at_once && !self.is_in_play(taker) {
            self.waste(declared, taker, margin);
        } else {
            self.hurt(declared, ward, taker, margin);
        }
    }

    /// Attack against one Defense as one contest, cut to what is read of it. `None`: something can
    /// be decided between the two.
    #[inline(always)]
    fn contest_damage(&mut self, declared: &DeclaredAttack<'a>, taker: UnitId) -> Option<Margin> {
        let by = declared.by;
        if !self.is_one_contest([(by, JudgeKind::Attack), (taker, JudgeKind::Defense)])
            || self.spends_on_attack(by, taker)
        {
            return None;
        }
        let (damage_kind, element) = self.kind_and_element(declared, taker);
        let known = self.known_numbers(declared, taker).filter(|_| damage_kind == declared.damage_kind);
        let (base, of) = match known {
            Some(numbers) => (numbers.base, numbers.contests[1]),
            None => (
                self.base_of_damage(declared, taker, damage_kind)?,
                self.contest_id([by, taker], self.nw.damage_judge),
            ),
        };
        let from = 1 - base;
        let to = if self.reads_all_damage(declared, taker, element) {
            i32::MAX
        } else {
            from + (self.hp(taker) - self.nw.least_hp).max(0)
        };
        let contest = Contest { judges: &self.nw.judges, of, from, to };
        let opposed = self.dice.draw(Roll { unit: by, purpose: Purpose::Damage }, &contest);
        self.count_quality([by, taker], [Metric::AttackLuck, Metric::DefenseLuck], &opposed);
        let mut margin =
            Margin { margin: base + opposed.difference, damage_kind, element, ..Margin::default() };
        if O::WANTS_EVENTS {
            let bases = [self.basis_of_attack(declared), self.basis_of_defense(taker, damage_kind)];
            (margin.attack, margin.defense, margin.rolls) = sides(&bases, &contest, opposed);
        }
        Some(margin)
    }

    /// Attack less Defense before their dice. `None`: one of the two is not a number and two dice.
    #[inline(always)]
    pub(crate) fn base_of_damage(
        &self,
        declared: &DeclaredAttack<'a>,
        taker: UnitId,
        damage_kind: AttackKind,
    ) -> Option<i32> {
        let attack = self.as_plain(&self.basis_of_attack(declared))?;
        Some(attack - self.as_plain(&self.basis_of_defense(taker, damage_kind))?)
    }

    /// Returns whether damage is told apart beyond the last HP.
    #[inline(always)]
    fn reads_all_damage(&self, declared: &DeclaredAttack<'_>, taker: UnitId, element: Element) -> bool {
        let element_mod = element > 0 && self.unit_tables(taker).element_mods[element as usize - 1] != (0, 0);
        let changes = |unit: UnitId| self.extras(unit).derived.changes_damage;
        let may_change = self.tables.changes_damage
            || changes(taker)
            || changes(declared.by)
            || declared.ability.is_some_and(|ability| ability.is_of_damage);
        self.dice.tells_apart() || self.nw.reads.hp_below_zero || element_mod || F::ABILITIES && may_change
    }

    /// Returns whether the attacker spends prana on its Attack: for no blow that its own side alone takes.
    #[inline(always)]
    fn spends_on_attack(&self, by: UnitId, target: UnitId) -> bool {
        F::ABILITIES
            && self.tables.spends[JudgeKind::Attack as usize].has(by)
            && self.enemies(by).has(target)
            && match self.prana_tactic(by, target) {
                PranaAttack::MaxAttack => true,
                PranaAttack::LowHp => self.is_half_down(target),
                PranaAttack::None | PranaAttack::Hit(_) => false,
            }
    }

    fn is_half_down(&self, unit: UnitId) -> bool {
        2 * i64::from(self.hp(unit)) <= i64::from(self.extras(unit).derived.max_hp)
    }

    fn roll_attack(&mut self, declared: &DeclaredAttack<'a>, target: UnitId) -> Judged {
        self.before_judge(declared.by, JudgeKind::Attack);
        let mut basis = self.basis_of_attack(declared);
        if self.spends_on_attack(declared.by, target) {
            let most = self.most_prana(declared.by);
            self.declare_prana(&mut basis, most);
        }
        let judged = self.judge(&basis, Purpose::Damage, Window::ALL);
        // It fails by itself if it fumbles; whether it does damage is the Defense's to say.
        let judged = if judged.is_fumble {
            self.after_judge(&basis, judged, Purpose::Damage, |_| true)
        } else {
            judged
        };
        self.over_judge(declared.by, JudgeKind::Attack);
        self.fire_quality(declared.by, judged);
        judged
    }

    fn roll_defense(&mut self, declared: &DeclaredAttack<'a>, taker: UnitId, attack: Judged) -> Margin {
        let (damage_kind, element) = self.kind_and_element(declared, taker);
        let reads_all = self.reads_all_damage(declared, taker, element);
        let judged = self.judge_defense(taker, declared.by, damage_kind, attack.value, reads_all);
        let (margin, defense) = (attack.value - judged.value, judged.side);
        Margin { margin, attack: attack.side, defense, damage_kind, element, ..Margin::default() }
    }

    /// A Defense or Magic Defense Judge against damage of this size.
    #[inline(always)]
    fn judge_defense(
        &mut self,
        unit: UnitId,
        by: UnitId,
        kind: AttackKind,
        attack: i32,
        reads_all: bool,
    ) -> Judged {
        self.before_judge(unit, JudgeKind::Defense);
        let mut basis = self.basis_of_defense(unit, kind);
        if self.tables.spends[JudgeKind::Defense as usize].has(unit) {
            let n = self.prana_to_defend(basis, by, attack);
            self.declare_prana(&mut basis, n);
        }
        let cap = (self.hp(unit) - self.nw.least_hp).max(0) + 1;
        let reads_all = reads_all || self.tables.after[JudgeKind::Defense as usize].has(unit);
        let window = Window { from: if reads_all { i32::MIN } else { attack - cap + 1 }, to: attack };
        let judged = self.judge(&basis, Purpose::Damage, window);
        let judged = self.after_judge(&basis, judged, Purpose::Damage, move |value| attack - value > 0);
        self.over_judge(unit, JudgeKind::Defense);
        self.fire_quality(unit, judged);
        judged
    }

    /// D-prana-def, `lethal`: all it may, if without prana the damage can put it in Near Death, and with it need not.
    fn prana_to_defend(&self, basis: Basis, by: UnitId, attack: i32) -> i32 {
        let most = self.most_prana(basis.unit);
        if most == 0 || !basis.rolls {
            return 0;
        }
        let tactic = self.choose(basis.unit, &self.nw.unit(basis.unit).tactics.prana_def, Some(by));
        if tactic != PranaDefense::Lethal {
            return 0;
        }
        let judge = self.nw.judges.judge(self.state.numbers[basis.unit.idx()].into());
        let worst = if judge.fumble().0 != 0 { FUMBLE.min(2 + basis.active) } else { 2 + basis.active };
        let added = match self.nw.rulings.prana_mode {
            PranaMode::Dice => 6 * most,
            PranaMode::Flat => most,
        };
        let best = judge.top() + basis.active + added;
        let falls_with = |dice: i32| self.hp(basis.unit) - (attack - basis.fixed - dice) < self.nw.least_hp;
        if falls_with(worst) && !falls_with(best) { most } else { 0 }
    }

    /// Damage of one hit: effects between roll and subtraction, HP, statuses that ride on it, and
    /// what answers it (NW-21, NW-22, NW-27 to NW-29).
    #[inline]
    fn hurt(&mut self, declared: &DeclaredAttack<'a>, ward: UnitId, taker: UnitId, rolled: &Margin) {
        let by = declared.by;
        if F::ABILITIES && rolled.margin > 0 && self.tables.changes_damage {
            self.answer_damage(Trigger::DamageDealt, by, taker, true);
            self.answer_damage(Trigger::Damaged, taker, by, true);
        }
        let (kind, element) = if F::ABILITIES && self.tables.changes_damage {
            (rolled.damage_kind, self.kind_and_element(declared, taker).1)
        } else {
            (rolled.damage_kind, rolled.element)
        };
        let damage = self.changed_damage(declared, taker, element, rolled.margin);
        let (margin, hp) = (rolled.margin.max(0), self.hp(taker) - damage);
        self.obs.event(|| {
            let (unit, target, kinds) = (by, taker, [declared.hit_kind, kind]);
            let Margin { attack, defense, rolls, is_of_all, .. } = *rolled;
            Event::Damage { unit, target, kinds, attack, defense, rolls, is_of_all, margin, damage, hp }
        });
        let lost = self.lose_hp(declared, taker, damage, kind, element);
        if F::ABILITIES && ward != taker {
            self.obs.add(taker, Metric::CoverDamage, lost);
        }
        let inflicts =
            !declared.inflict.is_empty() || declared.ability.is_some_and(|ability| !ability.steps.is_empty());
        if F::STATUSES && damage > 0 && inflicts {
            self.inflict_with(declared, taker);
        }
        self.settle(taker, NearDeathCause::Damage, Cause::Action(declared.action_ref()));
        if damage > 0 {
            self.answer_damage(Trigger::DamageDealt, by, taker, false);
            self.answer_damage(Trigger::Damaged, taker, by, false);
        }
    }

    /// Inflicts the bad statuses that go with damage: those of a weapon, and those of an ability's attack.
    #[inline(never)]
    fn inflict_with(&mut self, declared: &DeclaredAttack<'a>, taker: UnitId) {
        let steps = declared.ability.map_or(&[][..], |ability| &ability.steps);
        let of_ability = steps.iter().filter_map(|step| match step.effect {
            Effect::Inflict(it) => Some(it),
            _ => None,
        });
        for it in declared.inflict.iter().copied().chain(of_ability) {
            if self.is_in_play(taker) {
                self.inflict(taker, it.status, it.level);
            }
        }
    }

    /// NW-25, NW-32: damage of one more hit of the attack that killed the unit: all of it is too
    /// much.
    fn waste(&mut self, declared: &DeclaredAttack<'a>, taker: UnitId, rolled: &Margin) {
        let damage = self.changed_damage(declared, taker, rolled.element, rolled.margin) as u32;
        let target = self.victim_of(declared.by, taker);
        self.obs.attack(declared.action_ref(), target, true, damage);
        if damage > 0 && !target.is_ally {
            self.obs.overkill(declared.by, damage);
        }
    }

    #[inline(always)]
    fn answer_damage(&mut self, trigger: Trigger, unit: UnitId, other: UnitId, is_of_damage: bool) {
        if F::ABILITIES && self.tables.triggered[trigger as usize].has(unit) {
            self.fire_at(trigger, unit, Some(other), is_of_damage);
        }
    }

    /// HP lost to damage that somebody did, and its metrics.
    #[inline]
    fn lose_hp(
        &mut self,
        declared: &DeclaredAttack<'a>,
        taker: UnitId,
        damage: i32,
        kind: AttackKind,
        element: Element,
    ) -> u32 {
        let by = declared.by;
        let before = self.hp(taker);
        let lost = damage.min(before.max(0)) as u32;
        let (action_ref, target) = (declared.action_ref(), self.victim_of(by, taker));
        if declared.is_attack {
            self.obs.attack(action_ref, target, true, damage as u32);
        } else {
            self.obs.harm(action_ref, target, damage as u32);
        }
        self.obs.damage(action_ref, target, lost);
        self.obs.add_if(!target.is_ally, by, Metric::DamageDealt, lost);
        self.obs.add(taker, Metric::DamageTaken, lost);
        if kind == AttackKind::Magic && !target.is_ally {
            self.obs.add(by, Metric::MagicDamage, lost);
        }
        if element > 0 && !target.is_ally {
            self.obs.add(by, self.tables.damage_of[element as usize - 1], lost);
        }
        let hp = before.saturating_sub(damage);
        self.state.unit_mut(taker).hp = hp;
        if damage > lost as i32 && !target.is_ally {
            self.obs.overkill(by, (damage - lost as i32) as u32);
        }
        lost
    }

    /// NW-53: damage of an ability without an attack: the amount less a Defense Judge of each, if
    /// one answers.
    pub(crate) fn harm(
        &mut self,
        action_ref: ActionRef,
        targets: UnitSet,
        amount: i32,
        kind: AttackKind,
        element: Element,
        ignore_defense: bool,
    ) {
        let by = action_ref.by;
        let declared = DeclaredAttack::of_harm(action_ref, kind, element);
        for target in targets {
            if !self.is_in_play(target) {
                continue;
            }
            let attack = Side::of(amount, None);
            let mut margin =
                Margin { margin: amount, attack, damage_kind: kind, element, ..Margin::default() };
            if !ignore_defense {
                self.fire(Trigger::BeforeDefense, target, Some(by));
                let reads_all = self.reads_all_damage(&declared, target, element);
                let judged = self.judge_defense(target, by, kind, amount, reads_all);
                (margin.margin, margin.defense) = (amount - judged.value, judged.side);
            }
            self.hurt(&declared, target, target, &margin);
        }
    }
}
