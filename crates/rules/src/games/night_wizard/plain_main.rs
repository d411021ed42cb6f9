//! What most Mains of most fights are: an attack with a weapon that nothing answers but dice
//! (NW-15, NW-20 to NW-22). What a scenario may declare, trigger, cover or change in the course of
//! an attack is known before the fight; where there is nothing of it, an attack is two contests
//! and a subtraction, as in the core.

use super::contest::{Contest, JudgeId, NO_PAIR, Opposed, PairId, WithQuality};
use super::declared_attack::DeclaredAttack;
use super::events::Event;
use super::metrics::{Metric, NearDeathCause};
use super::prepare::attributes;
use super::setup::AttackKind;
use super::state::State;
use super::tables::PreparedWeapon;
use super::tables::Tables;
use super::tactics::Target;
use super::turn::Turn;
use crate::engine::contract::{Outcome, Step};
use crate::engine::draw::{Chance, Purpose, Roll};
use crate::engine::observe::{Nobody, Observer};
use crate::engine::roster::{MAX_UNITS, UnitId, UnitSet};
use crate::engine::tape::Tape;
use crate::games::night_wizard::NightWizard;

/// What an attack of one unit on another comes to (NW-20, NW-21).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AttackNumbers {
    /// The least difference of the dice that hits.
    needed: i32,
    /// Attack less Defense.
    base: i32,
    /// The laws of both contests.
    hit: PairId,
    damage: PairId,
}

impl AttackNumbers {
    /// Whether both laws are made ready.
    pub(super) fn is_ready(&self) -> bool {
        ![self.hit, self.damage].contains(&NO_PAIR)
    }
}

impl NightWizard {
    /// Notes what attacks come to as long as nothing has changed those who begin a fight.
    pub(super) fn note_odds(&self, tables: &mut Tables, state: &mut State) {
        let (dice, obs) = (&mut Tape::new(&[]), &mut Nobody);
        for unit in self.roster.everyone() {
            for target in self.hot(unit).enemies {
                let scene = Turn { nw: self, tables, state, dice, obs };
                tables.odds[unit.idx() * MAX_UNITS + target.idx()] =
                    scene.odds_now(unit, target, &tables.units[unit.idx()].weapons[0]);
            }
        }
    }
}

impl<'a, C: Chance, O: Observer<NightWizard>> Turn<'a, C, O> {
    /// The turns of Initiative Characters who attack as they stand, and have nothing else to
    /// decide: one, or as many as follow each other where nobody looks between them. `None`: there
    /// is more to the next.
    #[inline(always)]
    pub(super) fn lone_turns(&mut self) -> Option<Step> {
        if self.tables.lone.is_empty() || self.nw.chance_or_list {
            return None;
        }
        loop {
            if !self.tables.sure.is_empty()
                && let Some(step) = self.sure_turns()
            {
                return Some(step);
            }
            let (tied, unit) = self.next_in_line()?;
            let target = self.lone_target(unit)?;
            let count = self.state.gauge.take_first(tied);
            let step = self.lone_main::<false>(unit, target, count);
            if !C::MAY_BATCH_TURNS || step != Step::GoesOn {
                return Some(step);
            }
        }
    }

    /// The same of those who are [`sure`](Tables::sure), among units that are as they began. Not
    /// inlined, and in a scene of its own: it is to stay in registers.
    #[inline(never)]
    fn sure_turns(&mut self) -> Option<Step> {
        let mut scene = self.aside();
        let mut has_played = false;
        loop {
            let Some((tied, unit, target)) = scene.next_sure() else {
                return has_played.then_some(Step::GoesOn);
            };
            let count = scene.state.gauge.take_first(tied);
            let step = scene.lone_main::<true>(unit, target, count);
            if !C::MAY_BATCH_TURNS || step != Step::GoesOn {
                return Some(step);
            }
            has_played = true;
        }
    }

    /// Who of the sure is next and whom it attacks, if both are as they began; and all who stand on
    /// the same count, as places.
    #[inline(always)]
    fn next_sure(&mut self) -> Option<(u32, UnitId, UnitId)> {
        let (tied, unit) = self.next_in_line()?;
        let as_began = self.unmodified().and(self.state.extras.as_began);
        let open = self.tables.open_to[unit.idx()].and(as_began);
        if open.is_empty() || !as_began.and(self.tables.sure).has(unit) {
            return None;
        }
        let legal = self.state.standing.and(self.enemies(unit));
        let takes_first = self.nw.hot(unit).takes_first || legal.len() == 1 && !self.nw.reads.last_target;
        let target = match takes_first {
            true => Some(legal.first()).filter(|&target| open.has(target)),
            false => self.aside().choose_lone_target(unit, open),
        };
        target.map(|target| (tied, unit, target))
    }

    /// The same scene, for calls that take it by reference: this one need not lie in memory for
    /// them.
    #[inline(always)]
    fn aside(&mut self) -> Turn<'_, C, O> {
        let Self { nw, tables, state, dice, obs } = self;
        Turn { nw, tables, state, dice, obs }
    }

    /// NW-13: who is next, and all who stand on the same count, as places.
    #[inline(always)]
    fn next_in_line(&mut self) -> Option<(u32, UnitId)> {
        let (nw, units) = (self.nw, &self.state.units);
        let count_of = |place: u8| units[nw.by_place[place as usize & 31].idx()].count;
        let tied = self.state.gauge.highest(count_of)?;
        Some((tied, nw.by_place[tied.trailing_zeros() as usize & 31]))
    }

    /// Whom the unit attacks as it stands, if that is all that it has to do in its Main (D-target).
    #[inline(always)]
    pub(super) fn lone_target(&mut self, unit: UnitId) -> Option<UnitId> {
        let (nw, tables) = (self.nw, self.tables);
        let plain = self.unmodified();
        let unanswered = tables.open_to[unit.idx()].and(plain);
        if unanswered.is_empty() || !plain.has(unit) {
            return None;
        }
        if nw.hot(unit).takes_first && !tables.has_places {
            let legal = self.state.standing.and(self.enemies(unit));
            return Some(legal.first()).filter(|&target| unanswered.has(target));
        }
        self.choose_lone_target(unit, unanswered)
    }

    fn choose_lone_target(&mut self, unit: UnitId, unanswered: UnitSet) -> Option<UnitId> {
        let (nw, tables) = (self.nw, self.tables);
        let legal = self.state.standing.and(self.enemies(unit));
        let how = self.choose(unit, &nw.unit(unit).tactics.target, None);
        if how == Target::Random {
            // Nobody is drawn who might have to be drawn again.
            let any_will_do = !tables.has_places && legal.without(unanswered).is_empty();
            return any_will_do.then(|| nw.choose_target_by(how, unit, legal, self.state, self.dice));
        }
        let target = self.best_enemy(unit, how, legal);
        let unit_tables = &tables.units[unit.idx()];
        let stays = !tables.has_places
            || self.in_reach(unit, target, unit_tables.weapons[0].range, true)
                && (unit_tables.keeps == 0
                    || legal
                        .fold(true, |far, enemy| far & (self.distance(unit, enemy) >= unit_tables.keeps)));
        if !stays || !unanswered.has(target) {
            self.state.extras.turn.first = Some((unit, target));
            return None;
        }
        self.note_target(unit, target);
        Some(target)
    }

    /// NW-15: its Main. `SURE`: as in [`exchange`](Turn::exchange).
    #[inline(always)]
    pub(super) fn lone_main<const SURE: bool>(&mut self, unit: UnitId, target: UnitId, count: i16) -> Step {
        let nw = self.nw;
        self.obs.activation(unit);
        self.obs.add(unit, Metric::Mains, 1);
        self.state.unit_mut(unit).mains += 1;
        self.state.mains += 1;
        self.obs.event(|| Event::Main { unit, count: i32::from(count) });
        if !SURE {
            self.take_in_hand(unit, 0);
        }
        self.obs.event(|| Event::Attacks { unit, target, weapon: 0 });
        self.exchange::<SURE>(unit, target, 0);
        if self.hp(target) < nw.least_hp
            && let Some(outcome) = self.aside().fell(target)
        {
            self.obs.activation_over(unit);
            return Step::Over(outcome);
        }
        if nw.charge_for_main::<false, O>(unit, count, self.state, self.obs) {
            self.state.gauge.put(nw.hot(unit).place, self.state.unit(unit).count);
        }
        self.obs.activation_over(unit);
        Step::GoesOn
    }

    /// NW-28, NW-31: what follows when an attack has felled `unit`.
    #[inline(never)]
    fn fell(&mut self, unit: UnitId) -> Option<Outcome> {
        self.forget_turn();
        self.settle(unit, NearDeathCause::Damage);
        self.look_at_outcome()
    }

    /// Those whose answer to an attack with this weapon is dice and no more, as things are.
    #[inline(always)]
    pub(super) fn unanswered(&self, unit: UnitId, weapon: &PreparedWeapon) -> UnitSet {
        let plain = self.unmodified();
        if plain.has(unit) { weapon.unanswered.and(plain) } else { UnitSet::default() }
    }

    /// What an attack with a weapon comes to as things are.
    #[inline(never)]
    fn odds_now(&self, by: UnitId, target: UnitId, weapon: &PreparedWeapon) -> AttackNumbers {
        let [hit, dodge, attack, _] = attributes(weapon.hit_kind);
        let [.., defense] = attributes(weapon.damage_kind);
        let (ours, theirs) = (&self.extras(by).derived.value, &self.extras(target).derived.value);
        AttackNumbers {
            needed: theirs[dodge as usize] - ours[hit as usize] - weapon.hit_mod + self.tie(),
            base: ours[attack as usize] + weapon.attack_mod - theirs[defense as usize],
            hit: self.told([by, target], 0),
            damage: self.told([by, target], self.nw.damage_judge),
        }
    }

    /// NW-20 to NW-22: Hit against Dodge, on a hit Attack against Defense, and the HP that are
    /// lost. Says whether it hit; who calls sees to a target that cannot stand any more. `SURE`:
    /// `by` is one of the [`sure`](Tables::sure), and both are as they began the fight.
    #[inline(always)]
    pub(super) fn exchange<const SURE: bool>(&mut self, by: UnitId, target: UnitId, at: usize) -> bool {
        let (nw, tables) = (self.nw, self.tables);
        let weapon = || &tables.units[by.idx()].weapons[at];
        let odds_now;
        let as_began = self.state.extras.as_began;
        let odds = if SURE || at == 0 && as_began.has(by) && as_began.has(target) {
            &tables.odds[by.idx() * MAX_UNITS + target.idx()]
        } else {
            odds_now = self.odds_now(by, target, weapon());
            &odds_now
        };
        let needed = odds.needed;
        let contest = self.contest_of([by, target], 0, odds.hit, needed, needed);
        let roll = Roll { unit: by, purpose: Purpose::Hit };
        let rolled = self.dice.draw(roll, &WithQuality::<SURE>(contest));
        let hits = rolled.difference >= needed;
        self.count_both(true, [by, target], [Metric::HitLuck, Metric::DodgeLuck], &rolled);
        if O::WANTS_EVENTS {
            self.tell_hit(&self.weapon_attack(by, weapon()), target, &contest, rolled, hits);
        }

        let hp = self.hp(target);
        let from = 1 - odds.base;
        let to = if nw.reads.hp_below_zero { i32::MAX } else { from + (hp - nw.least_hp).max(0) };
        let behind = nw.damage_judge;
        let contest = self.contest_of([by, target], behind, odds.damage, from, to);
        let roll = Roll { unit: by, purpose: Purpose::Damage };
        let rolled = self.dice.draw_if(hits, roll, &WithQuality::<SURE>(contest));
        self.count_both(hits, [by, target], [Metric::AttackLuck, Metric::DefenseLuck], &rolled);
        // No branch on the even odds of a hit: a miss masks the damage out.
        let damage = (odds.base + rolled.difference).max(0) & -i32::from(hits);
        self.obs.attack(by, hits, damage as u32);
        let lost = damage.min(hp.max(0)) as u32;
        self.obs.add(by, Metric::DamageDealt, lost);
        self.obs.add(target, Metric::DamageTaken, lost);
        let hp = hp.saturating_sub(damage);
        self.state.unit_mut(target).hp = hp;
        if O::WANTS_EVENTS && hits {
            self.tell_damage(&self.weapon_attack(by, weapon()), target, &contest, rolled, damage);
        }
        if damage > lost as i32 {
            self.obs.overkill(by, (damage - lost as i32) as u32);
        }
        if damage > 0 && (!SURE || tables.laden.has(by)) {
            self.aside().count_and_inflict(by, target, weapon(), lost);
        }
        hits
    }

    /// What a weapon has beyond its modifiers, when it does damage: magic, an element, what rides on
    /// it (NW-22).
    #[inline(never)]
    fn count_and_inflict(&mut self, by: UnitId, target: UnitId, weapon: &PreparedWeapon, lost: u32) {
        if weapon.damage_kind == AttackKind::Magic {
            self.obs.add(by, Metric::MagicDamage, lost);
        }
        let element = self.element_of(by, weapon.element, weapon.damage_kind);
        if element > 0 {
            self.obs.add(by, self.tables.damage_of[element as usize - 1], lost);
        }
        for it in &weapon.inflict {
            self.inflict(target, it.status, it.level);
        }
    }

    /// Two units' Judges, those for damage `behind` those to hit.
    #[inline(always)]
    fn judges_of(&self, units: [UnitId; 2], behind: JudgeId) -> [JudgeId; 2] {
        let judge_of = |unit: UnitId| JudgeId::from(self.state.luck[unit.idx()]) + behind;
        // Not by `map`, which stays a call of its own.
        [judge_of(units[0]), judge_of(units[1])]
    }

    /// The law of them set against each other that tells their luck.
    #[inline(always)]
    pub(super) fn told(&self, units: [UnitId; 2], behind: JudgeId) -> PairId {
        let [active, passive] = self.judges_of(units, behind);
        self.nw.judges.told(active, passive)
    }

    /// The contest of them by this law.
    #[inline(always)]
    pub(super) fn contest_of(
        &self,
        units: [UnitId; 2],
        behind: JudgeId,
        pair: PairId,
        from: i32,
        to: i32,
    ) -> Contest<'a> {
        let [active, passive] = self.judges_of(units, behind);
        Contest { judges: &self.nw.judges, active, passive, pair, from, to }
    }

    /// Metrics of two Judges' dice, where they are told apart, if they were rolled.
    #[inline(always)]
    pub(super) fn count_both(
        &mut self,
        yes: bool,
        units: [UnitId; 2],
        metrics: [Metric; 2],
        rolled: &Opposed,
    ) {
        let &Opposed { is_told, active, passive, .. } = rolled;
        if is_told {
            self.obs.add_if(yes, units[0], metrics[0], active);
            self.obs.add_if(yes, units[1], metrics[1], passive);
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn tell_hit(
        &mut self,
        blow: &DeclaredAttack<'a>,
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
        blow: &DeclaredAttack<'a>,
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
