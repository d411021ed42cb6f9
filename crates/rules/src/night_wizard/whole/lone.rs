//! What most Mains of most fights are: an attack with a weapon that nothing answers but dice
//! (NW-15, NW-20 to NW-22). What a scenario may declare, trigger, cover or change in the course of
//! an attack is known before the fight; where there is nothing of it, an attack is two contests
//! and a subtraction, as in the core.

use super::super::contest::{Contest, JudgeId, Opposed, PairId, Told};
use super::super::events::Event;
use super::super::metrics::{Metric, NearDeathCause};
use super::super::setup::AttackKind;
use super::super::setup::ability::Inflicted;
use super::super::tactics::Target;
use super::Scene;
use super::kit::Arm;
use super::prepare::attributes;
use super::strike::Blow;
use crate::contract::{Chance, Observer, Purpose, Roll, Step};
use crate::night_wizard::NightWizard;
use crate::night_wizard::luck::Luck;
use crate::roster::{UnitId, UnitSet};

impl<'a, C: Chance, O: Observer<NightWizard>> Scene<'a, C, O> {
    /// The turn of an Initiative Character who attacks as it stands, and has nothing else to
    /// decide. `None`: there is more to it, and nothing was done.
    #[inline(always)]
    pub(super) fn lone_turn(&mut self) -> Option<Step> {
        let nw = self.nw;
        if self.whole.lone.is_empty() || nw.chance_or_list {
            return None;
        }
        let units = &self.state.units;
        let count_of = |place: u8| units[nw.by_place[place as usize & 31].idx()].count;
        let tied = self.state.gauge.highest(count_of)?;
        let unit = nw.by_place[tied.trailing_zeros() as usize & 31];
        let target = self.lone_target(unit)?;
        let count = self.state.gauge.take_first(tied);
        Some(self.lone_main(unit, target, count))
    }

    /// Whom the unit attacks as it stands, if that is all that it has to do in its Main (D-target).
    #[inline(always)]
    pub(super) fn lone_target(&mut self, unit: UnitId) -> Option<UnitId> {
        let (nw, whole) = (self.nw, self.whole);
        if !whole.lone.has(unit) {
            return None;
        }
        let legal = self.state.standing.and(self.enemies(unit));
        if legal.is_empty() {
            return None;
        }
        let kit = &whole.units[unit.idx()];
        let arm = &kit.arms[0];
        let unanswered = self.unanswered(unit, arm);
        if unanswered.is_empty() {
            return None;
        }
        if nw.hot(unit).takes_first && !whole.has_places {
            return Some(legal.first()).filter(|&it| unanswered.has(it));
        }
        let how = self.choose(unit, &nw.unit(unit).tactics.target, None);
        if how == Target::Random {
            // Nobody is drawn who might have to be drawn again.
            let any_will_do = !whole.has_places && legal.without(unanswered).is_empty();
            return any_will_do.then(|| nw.choose_target_by(how, unit, legal, self.state, self.dice));
        }
        let target = self.best_enemy(unit, how, legal);
        let stays = !whole.has_places
            || self.in_reach(unit, target, arm.range, true)
                && (kit.keeps == 0 || legal.into_iter().all(|enemy| self.distance(unit, enemy) >= kit.keeps));
        if !stays || !unanswered.has(target) {
            self.state.whole.turn.first = Some((unit, target));
            return None;
        }
        self.note_target(unit, target);
        Some(target)
    }

    /// NW-15: its Main.
    #[inline(always)]
    pub(super) fn lone_main(&mut self, unit: UnitId, target: UnitId, count: i16) -> Step {
        let nw = self.nw;
        let arm = &self.whole.units[unit.idx()].arms[0];
        self.obs.activation(unit);
        self.obs.add(unit, Metric::Mains, 1);
        self.state.unit_mut(unit).mains += 1;
        self.state.mains += 1;
        self.obs.event(|| Event::Main { unit, count: i32::from(count) });
        self.take_in_hand(unit, 0);
        self.obs.event(|| Event::Attacks { unit, target, arm: 0 });
        self.exchange(unit, target, arm);
        if self.hp(target) < nw.least_hp {
            self.forget_turn();
            self.settle(target, NearDeathCause::Damage);
            // NW-31: after the whole attack.
            if let Some(outcome) = self.look_at_outcome() {
                self.obs.activation_over(unit);
                return Step::Over(outcome);
            }
        }
        if nw.charge_for_main::<false, O>(unit, count, self.state, self.obs) {
            self.state.gauge.put(nw.hot(unit).place, self.state.unit(unit).count);
        }
        self.obs.activation_over(unit);
        Step::GoesOn
    }

    /// Those whose answer to an attack with this weapon is dice and no more, as things are.
    #[inline(always)]
    pub(super) fn unanswered(&self, unit: UnitId, arm: &Arm) -> UnitSet {
        let plain = self.unmodified();
        if plain.has(unit) { arm.unanswered.and(plain) } else { UnitSet::default() }
    }

    /// NW-20 to NW-22: Hit against Dodge, on a hit Attack against Defense, and the HP that are
    /// lost. Says whether it hit; who calls sees to a target that cannot stand any more.
    #[inline(always)]
    pub(super) fn exchange(&mut self, by: UnitId, target: UnitId, arm: &'a Arm) -> bool {
        let [hit, dodge, attack, _] = attributes(arm.hit_kind);
        let [.., defense] = attributes(arm.damage_kind);
        let (ours, theirs) = (&self.more(by).now.value, &self.more(target).now.value);
        let needed = theirs[dodge as usize] - ours[hit as usize] - arm.hit_mod + self.tie();
        let base = ours[attack as usize] + arm.attack_mod - theirs[defense as usize];
        let contest = self.contest_of([by, target], 0, needed, needed);
        let rolled = self.dice.draw(Roll { unit: by, purpose: Purpose::Hit }, &Told(contest));
        let hits = rolled.difference >= needed;
        self.count_both(true, [by, target], [Metric::HitLuck, Metric::DodgeLuck], rolled.luck);
        if O::LISTENS {
            self.tell_hit(&self.blow_of_arm(by, arm), target, &contest, rolled, hits);
        }

        let hp = self.hp(target);
        let from = 1 - base;
        let reads_all = self.nw.reads.hp_below_zero;
        let to = if reads_all { i32::MAX } else { from + (hp - self.nw.least_hp).max(0) };
        let contest = self.contest_of([by, target], self.nw.damage_judge, from, to);
        let rolled = self.dice.draw_if(hits, Roll { unit: by, purpose: Purpose::Damage }, &Told(contest));
        self.count_both(hits, [by, target], [Metric::AttackLuck, Metric::DefenseLuck], rolled.luck);
        // No branch on the even odds of a hit: a miss masks the damage out.
        let damage = (base + rolled.difference).max(0) & -i32::from(hits);
        self.obs.attack(by, hits, damage as u32);
        let lost = damage.min(hp.max(0)) as u32;
        self.obs.add(by, Metric::DamageDealt, lost);
        self.obs.add(target, Metric::DamageTaken, lost);
        if arm.damage_kind == AttackKind::Magic {
            self.obs.add(by, Metric::MagicDamage, lost);
        }
        let element = self.element_of(by, arm.element, arm.damage_kind);
        if element > 0 {
            self.obs.add(by, self.whole.damage_of[element as usize - 1], lost);
        }
        let hp = hp.saturating_sub(damage);
        self.state.unit_mut(target).hp = hp;
        if O::LISTENS && hits {
            self.tell_damage(&self.blow_of_arm(by, arm), target, &contest, rolled, damage);
        }
        if damage > lost as i32 {
            self.obs.overkill(by, (damage - lost as i32) as u32);
        }
        // Known before the dice, and so asked first.
        if !arm.inflict.is_empty() && damage > 0 {
            self.inflict_all(target, &arm.inflict);
        }
        hits
    }

    /// NW-22: what rides on damage.
    #[inline(never)]
    fn inflict_all(&mut self, target: UnitId, what: &[Inflicted]) {
        for it in what {
            self.inflict(target, it.status, it.level);
        }
    }

    /// Two units' Judges set against each other, those for damage `behind` those to hit.
    #[inline(always)]
    pub(super) fn contest_of(&self, units: [UnitId; 2], behind: JudgeId, from: i32, to: i32) -> Contest<'a> {
        let [active, passive] = units;
        let judge_of = |unit: UnitId| JudgeId::from(self.state.luck[unit.idx()]) + behind;
        let (active, passive) = (judge_of(active), judge_of(passive));
        Contest { judges: &self.nw.judges, active, passive, pair: PairId::MAX, from, to }
    }

    /// Metrics of two Judges' dice, where they are told apart, if they were rolled.
    #[inline(always)]
    pub(super) fn count_both(
        &mut self,
        yes: bool,
        units: [UnitId; 2],
        metrics: [Metric; 2],
        luck: Option<[Luck; 2]>,
    ) {
        let Some(luck) = luck else { return };
        self.obs.add_if(yes, units[0], metrics[0], luck[0].into());
        self.obs.add_if(yes, units[1], metrics[1], luck[1].into());
        // One branch that is seldom taken, and none on whether there was a roll at all.
        if yes & (luck[0] | luck[1] > 1) {
            self.count_chains(units, luck);
        }
    }

    #[inline(never)]
    fn count_chains(&mut self, units: [UnitId; 2], luck: [Luck; 2]) {
        let [active, passive] = luck;
        if active > 1 {
            self.obs.add(units[0], Metric::Chain, u32::from(active) - 1);
        }
        if passive > 1 {
            self.obs.add(units[1], Metric::Chain, u32::from(passive) - 1);
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn tell_hit(
        &mut self,
        blow: &Blow<'a>,
        target: UnitId,
        contest: &Contest<'_>,
        rolled: Opposed,
        hits: bool,
    ) {
        let (hit, dodge) = (self.basis_of_hit(blow), self.basis_of_dodge(blow, target));
        let [hit, dodge] = self.sides([&hit, &dodge], contest.rolls(rolled));
        let (unit, kind) = (blow.by, blow.hit_kind);
        self.obs.event(|| Event::Hit { unit, target, kind, hit, dodge, hits });
    }

    /// The damage just done.
    #[cold]
    #[inline(never)]
    fn tell_damage(
        &mut self,
        blow: &Blow<'a>,
        target: UnitId,
        contest: &Contest<'_>,
        rolled: Opposed,
        damage: i32,
    ) {
        let (attack, defense) = (self.basis_of_attack(blow), self.basis_of_defense(target, blow.damage_kind));
        let [attack, defense] = self.sides([&attack, &defense], contest.rolls(rolled));
        let (unit, kinds, hp) = (blow.by, [blow.hit_kind, blow.damage_kind], self.hp(target));
        let margin = damage;
        self.obs.event(|| Event::Damage { unit, target, kinds, attack, defense, margin, damage, hp });
    }
}
