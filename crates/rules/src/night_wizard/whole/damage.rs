//! Damage Rolls and what they do (NW-21, NW-22, NW-25).

use super::super::events::Event;
use super::super::judge::{Contest, FUMBLE, Rolled};
use super::super::metrics::Metric;
use super::super::rulings::{AreaDefenceTiming, DamageEffectOrder};
use super::super::setup::AttackKind;
use super::super::setup::ability::{Effect, JudgeKind, Timing, Trigger};
use super::super::tactics::{PranaAttack, PranaDefense};
use super::Scene;
use super::cover::Takers;
use super::kit::{Element, Power};
use super::prepare::amount_of;
use super::state::End;
use super::strike::Blow;
use super::values::{Basis, Judged, Window};
use crate::contract::{Chance, Observer, Purpose, Roll};
use crate::night_wizard::NightWizard;
use crate::night_wizard::events::Side;
use crate::roster::{MAX_UNITS, UnitId, UnitSet};

/// One Damage Roll: what was rolled, and what is left of it.
#[derive(Clone, Copy, Debug, Default)]
struct Margin {
    /// Attack less Defense.
    margin: i32,
    attack: Side,
    defense: Side,
    damage_kind: AttackKind,
    element: Element,
}

/// The effects that change one hit's damage, in the order of declaration.
#[derive(Clone, Copy, Debug)]
struct Changes {
    add: i32,
    /// Percentages one after the other: at most so many change one hit.
    percents: [i32; 16],
    n_percents: usize,
    set_zero: bool,
}

impl<'a, C: Chance, O: Observer<NightWizard>> Scene<'a, C, O> {
    /// NW-21, NW-25: Attack once for all hits, a Defense for each, by whoever takes it; then the
    /// damage. Who took it.
    pub(super) fn roll_damage(&mut self, blow: &Blow<'a>, hits: UnitSet, takers: &Takers) -> UnitSet {
        let by = blow.by;
        let mut margins = [Margin::default(); MAX_UNITS];
        let mut struck = UnitSet::default();
        let at_once = self.nw.rulings.area_defence_timing == AreaDefenceTiming::BeforeDamage;
        let is_single = self.nw.rulings.area_single_damage_roll;
        let mut attack: Option<Judged> = None;
        if hits.len() == 1 {
            let (ward, taker) = (hits.first(), takers[hits.first().idx()]);
            self.fire(Trigger::BeforeDefense, taker, Some(by));
            if let Some(margin) = self.contest_damage(blow, taker) {
                struck.insert(taker);
                self.hurt(blow, taker, &margin);
                self.pay_for_covers(UnitSet::one(ward), takers);
                return struck;
            }
        } else if self.whole.has_triggers {
            let all = hits.fold(UnitSet::default(), |all, ward| all.or(UnitSet::one(takers[ward.idx()])));
            self.fire_each(Trigger::BeforeDefense, all, Some(by));
        }
        for ward in hits {
            let taker = takers[ward.idx()];
            if !self.is_in_play(taker) || !self.may_judge(by) {
                continue;
            }
            let rolled = match attack {
                Some(attack) if is_single => attack,
                _ => {
                    let rolled = self.roll_attack(blow, taker);
                    attack = Some(rolled);
                    rolled
                }
            };
            let margin = self.roll_defense(blow, taker, rolled);
            struck.insert(taker);
            if at_once {
                margins[ward.idx()] = margin;
            } else {
                self.hurt(blow, taker, &margin);
            }
        }
        if at_once {
            for ward in hits {
                let taker = takers[ward.idx()];
                if struck.has(taker) && self.is_in_play(taker) {
                    self.hurt(blow, taker, &margins[ward.idx()]);
                }
            }
        }
        self.pay_for_covers(hits, takers);
        struck
    }

    /// Attack against one Defense as one contest, cut to what is read of it.
    fn contest_damage(&mut self, blow: &Blow<'a>, taker: UnitId) -> Option<Margin> {
        let by = blow.by;
        let of_attack = JudgeKind::Attack as usize;
        if self.whole.before[of_attack].has(by)
            || self.whole.after[of_attack].has(by)
            || self.decides(by, taker, JudgeKind::Defense)
            || self.spends_on_attack(by, taker)
        {
            return None;
        }
        self.refresh_volatile();
        let (damage_kind, element) = self.kind_and_element(blow, taker);
        let (attack, defense) = (self.basis_of_attack(blow), self.basis_of_defense(taker, damage_kind));
        let base = self.as_plain(&attack)? - self.as_plain(&defense)?;
        let from = 1 - base;
        let behind = self.nw.damage_judge;
        let to = if self.reads_all_damage(blow, taker, element) {
            i32::MAX
        } else {
            from + (self.hp(taker) - self.nw.least_hp).max(0)
        };
        let contest = Contest {
            judges: &self.nw.judges,
            active: u16::from(self.state.luck[by.idx()]) + behind,
            passive: u16::from(self.state.luck[taker.idx()]) + behind,
            pair: crate::night_wizard::judge::PairId::MAX,
            from,
            to,
        };
        let rolled = self.dice.draw(Roll { unit: by, purpose: Purpose::Damage }, &contest);
        let rolls = contest.rolls(rolled);
        self.count_both([&attack, &defense], rolls);
        let [attack, defense] = self.sides([&attack, &defense], rolls);
        Some(Margin { margin: base + rolled.difference, attack, defense, damage_kind, element })
    }

    /// Whether damage is told apart beyond the last HP.
    fn reads_all_damage(&self, blow: &Blow<'_>, taker: UnitId, element: Element) -> bool {
        let element_mod = element > 0 && self.kit(taker).element_mods[element as usize - 1] != (0, 0);
        self.nw.reads.hp_below_zero
            || element_mod
            || self.more(taker).now.changes_damage
            || self.more(blow.by).now.changes_damage
            || blow.power.is_some_and(|power| power.is_of_damage)
            || self.whole.changes_damage
    }

    fn spends_on_attack(&self, by: UnitId, target: UnitId) -> bool {
        match self.prana_tactic(by, target) {
            PranaAttack::MaxAttack => true,
            PranaAttack::LowHp => self.is_half_down(target),
            PranaAttack::None | PranaAttack::Hit(_) => false,
        }
    }

    fn is_half_down(&self, unit: UnitId) -> bool {
        2 * i64::from(self.hp(unit)) <= i64::from(self.more(unit).now.max_hp)
    }

    fn roll_attack(&mut self, blow: &Blow<'a>, target: UnitId) -> Judged {
        self.before_judge(blow.by, JudgeKind::Attack);
        let mut basis = self.basis_of_attack(blow);
        if self.spends_on_attack(blow.by, target) {
            let most = self.most_prana(blow.by);
            self.declare_prana(&mut basis, most);
        }
        let judged = self.judge(&basis, Purpose::Damage, Window::ALL);
        // It fails by itself if it fumbles; whether it does damage is the Defense's to say.
        let judged = if judged.is_fumble {
            self.after_judge(&basis, judged, Purpose::Damage, |_| true)
        } else {
            judged
        };
        self.over_judge(blow.by, JudgeKind::Attack);
        self.fire_luck(blow.by, judged);
        judged
    }

    fn roll_defense(&mut self, blow: &Blow<'a>, taker: UnitId, attack: Judged) -> Margin {
        let (damage_kind, element) = self.kind_and_element(blow, taker);
        let reads_all = self.reads_all_damage(blow, taker, element);
        let judged = self.judge_defense(taker, damage_kind, attack.value, reads_all);
        Margin {
            margin: attack.value - judged.value,
            attack: attack.side,
            defense: judged.side,
            damage_kind,
            element,
        }
    }

    /// A Defense or Magic Defense Judge against damage of this size.
    fn judge_defense(&mut self, unit: UnitId, kind: AttackKind, attack: i32, reads_all: bool) -> Judged {
        self.before_judge(unit, JudgeKind::Defense);
        let mut basis = self.basis_of_defense(unit, kind);
        let n = self.prana_to_defend(&basis, attack);
        self.declare_prana(&mut basis, n);
        let cap = (self.hp(unit) - self.nw.least_hp).max(0) + 1;
        let reads_all = reads_all || self.whole.after[JudgeKind::Defense as usize].has(unit);
        let window = Window { from: if reads_all { i32::MIN } else { attack - cap + 1 }, to: attack };
        let judged = self.judge(&basis, Purpose::Damage, window);
        let judged = self.after_judge(&basis, judged, Purpose::Damage, |value| attack - value > 0);
        self.over_judge(unit, JudgeKind::Defense);
        self.fire_luck(unit, judged);
        judged
    }

    /// D-prana-def, `lethal`: all it may, if without prana the damage can put it in Near Death.
    fn prana_to_defend(&self, basis: &Basis, attack: i32) -> i32 {
        let most = self.most_prana(basis.unit);
        if most == 0 || !basis.rolls {
            return 0;
        }
        let tactic = self.choose(basis.unit, &self.nw.unit(basis.unit).tactics.prana_def, None);
        if tactic != PranaDefense::Lethal {
            return 0;
        }
        let fumbles = self.nw.judges.judge(self.state.luck[basis.unit.idx()].into()).fumble().0 != 0;
        let worst = if fumbles { FUMBLE.min(2 + basis.active) } else { 2 + basis.active };
        let damage = attack - basis.fixed - worst;
        if self.hp(basis.unit) - damage < self.nw.least_hp { most } else { 0 }
    }

    /// NW-22, NW-23: which Defense answers, and the element, after effects that set them: the
    /// ability's own, those on the attacker, Reactions of the defender.
    fn kind_and_element(&self, blow: &Blow<'a>, taker: UnitId) -> (AttackKind, Element) {
        let mut now = (blow.damage_kind, blow.element);
        let mut set = |power: &Power| {
            for deed in &power.steps {
                match deed.effect {
                    Effect::SetElement(_) => now.1 = deed.named as Element,
                    Effect::SetDamageKind(kind) => now.0 = kind,
                    _ => {}
                }
            }
        };
        if let Some(power) = blow.power {
            set(power);
        }
        if self.whole.changes_damage {
            self.each_in_force(blow.by, |power| {
                if power.timing != Timing::Reaction || power.is_dealt {
                    set(power);
                }
            });
            self.each_in_force(taker, |power| {
                if power.timing == Timing::Reaction && !power.is_dealt {
                    set(power);
                }
            });
        }
        now
    }

    /// Every ability in force on a unit: lasting effects and what works always.
    fn each_in_force(&self, unit: UnitId, mut see: impl FnMut(&Power)) {
        let whole = self.whole;
        let first = unit.idx() * whole.n_slots;
        for slot in &self.state.whole.slots[first..first + whole.n_slots] {
            if slot.end != End::Gone {
                see(&whole.powers[slot.power as usize]);
            }
        }
        for i in 0..whole.always.len() {
            if self.always_counts(i, unit) {
                let (owner, at) = whole.always[i];
                see(&whole.powers[whole.units[owner.idx()].abilities[at as usize].power as usize]);
            }
        }
    }

    /// NW-22: what the effects in force make of an attack's damage.
    pub(super) fn changed_damage(&self, blow: &Blow<'a>, taker: UnitId, element: Element, margin: i32) -> i32 {
        if margin <= 0 {
            return 0;
        }
        let (mut flat, mut percent) = match element {
            0 => (0, 0),
            element => self.kit(taker).element_mods[element as usize - 1],
        };
        if !self.whole.changes_damage && flat == 0 && percent == 0 {
            return margin;
        }
        let as_declared = self.nw.rulings.damage_effect_order == DamageEffectOrder::AsDeclared;
        let mut changes = Changes { add: 0, percents: [0; 16], n_percents: 0, set_zero: false };
        let mut running = i64::from(margin);
        let whole = self.whole;
        let mut take = |power: &Power, amount_at: Option<UnitId>, own: bool| {
            for deed in &power.steps {
                match deed.effect {
                    Effect::ChangeDamage { add, percent, set_zero } if own => {
                        let kept = amount_at
                            .map(|unit| self.state.whole.amounts[unit.idx() * whole.n_amounts + deed.amount as usize]);
                        let add = kept.unwrap_or_else(|| self.fixed_amount(add, blow.by));
                        if as_declared {
                            running = scaled((running + i64::from(add)).max(0), percent);
                            running = if set_zero { 0 } else { running };
                        }
                        changes.add = changes.add.saturating_add(add);
                        if percent != 0 && changes.n_percents < changes.percents.len() {
                            changes.percents[changes.n_percents] = percent;
                            changes.n_percents += 1;
                        }
                        changes.set_zero |= set_zero;
                    }
                    Effect::ElementMod { flat: f, percent: p, .. }
                        if amount_at == Some(taker) && !own_only(power) && i32::from(deed.named) + 1 == element.into() =>
                    {
                        flat += f;
                        percent += p;
                    }
                    _ => {}
                }
            }
        };
        if let Some(power) = blow.power {
            take(power, None, true);
        }
        if whole.changes_damage {
            for (unit, dealt) in [(blow.by, true), (taker, false)] {
                let first = unit.idx() * whole.n_slots;
                for slot in &self.state.whole.slots[first..first + whole.n_slots] {
                    if slot.end != End::Gone {
                        let power = &whole.powers[slot.power as usize];
                        take(power, Some(unit), power.is_dealt == dealt);
                    }
                }
            }
            for i in 0..whole.always.len() {
                let (owner, at) = whole.always[i];
                let power = &whole.powers[whole.units[owner.idx()].abilities[at as usize].power as usize];
                for (unit, dealt) in [(blow.by, true), (taker, false)] {
                    if self.always_counts(i, unit) {
                        take_always(power, power.is_dealt == dealt, unit == taker, &mut take_one(
                            &mut changes, &mut running, &mut flat, &mut percent, as_declared, element,
                            |amount| self.fixed_amount(amount, owner),
                        ));
                    }
                }
            }
        }
        let damage = if as_declared {
            scaled((running + i64::from(flat)).max(0), percent)
        } else {
            let sum = i64::from(margin) + i64::from(changes.add) + i64::from(flat);
            let mut damage = scaled(sum, percent);
            for &percent in &changes.percents[..changes.n_percents] {
                damage = scaled(damage, percent);
            }
            if changes.set_zero { 0 } else { damage }
        };
        damage.clamp(0, i64::from(i32::MAX / 4)) as i32
    }
}
