//! Attacks (CA-11, CA-20 to CA-24, CA-28, CA-29, CA-58): the roll, and who hits whom.

use crate::data::events::Event;
use crate::data::metrics::Metric;
use crate::data::rulings::{AttackHelpless, CounterTie, Ties};
use crate::data::vocabulary::{Method, Status, Statuses, Trigger};
use crate::dice::draws::{Check, Checked, Contest, Contested, Fails};
use crate::dice::pool::{MAX_DICE, Pool};
use crate::rules::abilities::cause::StatusCause;
use crate::rules::attacks::damage::Strike;
use crate::rules::attacks::defend::{AttackSpec, Defence, SHIELD};
use crate::{Cardinal, Meets, Play, action_ref, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::{ActionRef, Observer};
use fray_engine::roster::UnitId;

/// The result of an attack on one target.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AttackResult {
    pub(crate) hits: bool,
    pub(crate) tied: bool,
    pub(crate) result: u32,
}

impl<C: Chance, O: Observer<Cardinal>> Play<'_, C, O> {
    /// CA-11: an Attack on one unit with a weapon, or with an ability that is one.
    pub(crate) fn attack(&mut self, unit: UnitId, weapon: usize, target: UnitId, aimed: bool) {
        let rules = self.rules;
        let it = action_ref(unit, weapon);
        self.obs.used(it);
        self.open_attack(unit, weapon);
        self.react(Trigger::Attacked, target, unit);
        self.react_side(Trigger::AllyAttacked, target, unit);
        if rules.reads.reactions && !self.still_comes(unit, weapon, target) {
            self.obs.event(|| Event::NoEffect { unit: target });
            self.close_attack(unit, weapon);
            return;
        }
        let from = self.state.unit(unit).at();
        let coming = AttackSpec { unit, weapon, target, from, centre: None, aimed };
        let info = &rules.unit(unit).weapons[weapon];
        let (landed, defence) = match info.meets {
            Meets::Defence => {
                let defence = rules.choose_defence(self.state, coming);
                (self.against_defence(coming, &defence, None), Some(defence))
            }
            Meets::Resistance => (self.against_resistance(coming), None),
            Meets::Number(_) | Meets::Pool(_) => (self.against_number(coming), None),
            Meets::Nothing => (self.unopposed(coming), None),
        };
        self.count_attack(it, target, landed, defence.as_ref());
        self.close_attack(unit, weapon);
    }

    /// CA-11, CA-54: whether an attack can still be made when all have reacted to it: the attacker is neither out nor
    /// Afraid, its target not out, and the one in reach of the other.
    fn still_comes(&self, unit: UnitId, weapon: usize, target: UnitId) -> bool {
        let rules = self.rules;
        let past_harm = match rules.rulings.attack_helpless {
            AttackHelpless::Never => Statuses::OUT,
            AttackHelpless::Allowed => Statuses::DEAD,
        };
        let from = self.state.unit(unit).at();
        !self.state.of(unit).any(Statuses::OUT.or(Statuses::AFRAID))
            && !self.state.of(target).any(past_harm)
            && rules.reaches(self.state, unit, weapon, target, from)
    }

    /// Pays for an attack before it is rolled: a unit that attacks hides no more (CA-57), and an ability has
    /// its cost.
    pub(crate) fn open_attack(&mut self, unit: UnitId, weapon: usize) {
        self.state.quiet = false;
        self.end_status(unit, Status::Hiding);
        if let Some(ability) = self.rules.unit(unit).weapons[weapon].ability {
            self.pay(unit, usize::from(ability));
        }
    }

    /// CA-11, CA-48: the shot is gone; who attacks from the ground is Reeling.
    pub(crate) fn close_attack(&mut self, unit: UnitId, weapon: usize) {
        self.unload(unit, weapon);
        if self.state.of(unit).has(Status::Knockdown) && !self.state.of(unit).any(Statuses::OUT) {
            self.give(unit, Statuses::of(&[Status::Reeling]), StatusCause::Knockdown, None);
        }
        self.end_brief();
    }

    /// CA-11: a weapon that needs reloading is unloaded by its use.
    fn unload(&mut self, unit: UnitId, weapon: usize) {
        if self.rules.unit(unit).weapons[weapon].reload > 0 {
            let it = self.state.unit_mut(unit);
            it.loaded &= !(1 << weapon);
            it.reloading &= !(15 << (4 * weapon));
        }
    }

    pub(crate) fn count_attack(
        &mut self,
        it: ActionRef,
        target: UnitId,
        landed: AttackResult,
        defence: Option<&Defence>,
    ) {
        let unit = it.by;
        let hits = u32::from(landed.hits);
        self.obs.add(unit, Metric::Attacks, 1);
        self.obs.add(unit, Metric::Hits, hits);
        self.obs.add(unit, Metric::HitRate, hits);
        self.obs.add(unit, Metric::TiedAttacks, u32::from(landed.tied));
        self.obs.attack(it, self.rules.victim(unit, target), landed.hits, landed.result);
        let by_method = match defence.map(|defence| defence.method) {
            Some(Some(Method::Dodge)) => Metric::HitRateDodge,
            Some(Some(Method::Parry)) => Metric::HitRateParry,
            Some(Some(Method::Counter)) => Metric::HitRateCounter,
            _ => Metric::HitRateOpen,
        };
        self.obs.add(unit, by_method, hits);
        match by_method {
            Metric::HitRateDodge => self.obs.add(target, Metric::Dodges, 1 - hits),
            Metric::HitRateParry => self.obs.add(target, Metric::Parries, 1 - hits),
            _ => {}
        }
    }

    /// CA-03, CA-20 to CA-24: the attack is rolled against the defence. `given` are the attacker's dice where
    /// they are rolled already, for an area (CA-65).
    pub(crate) fn against_defence(
        &mut self,
        coming: AttackSpec,
        defence: &Defence,
        given: Option<Contested>,
    ) -> AttackResult {
        let rules = self.rules;
        let AttackSpec { unit, weapon, target, .. } = coming;
        let is_counter = defence.method == Some(Method::Counter);
        let reads_ties = if is_counter {
            rules.rulings.counter_tie != CounterTie::None
        } else {
            rules.rulings.ties != Ties::Defender
        };
        let guarded = self.state.of(target).has(Status::Guarding) && defence.method.is_some();
        self.obs.add(target, Metric::GuardedAttacks, u32::from(guarded));
        if defence.method.is_some() {
            self.state.unit_mut(target).defences += u8::from(rules.rulings.defences_per_round.0.is_some());
        }
        if is_counter {
            self.obs.used(self.counter_action(target, defence.with));
        }
        let (method, with) = (defence.method, defence.with);
        let out = match given {
            Some(out) => out,
            None => {
                let contest = Contest::of(defence.attack, defence.pool, is_counter, reads_ties);
                self.contest([unit, target], Purpose::Hit, &contest)
            }
        };
        let pools = [defence.attack, defence.pool];
        self.obs.event(|| Event::Attacks { unit, weapon: weapon as u8, target, method, with, pools, out });
        let tied = out.tied[0] > 0;
        if is_counter {
            return self.countered(coming, defence, out, tied);
        }
        let mut successes = out.attack;
        if successes == 0 && tied {
            successes = match rules.rulings.ties {
                Ties::Defender => 0,
                Ties::Attacker => out.tied[0],
                Ties::Retreat if self.may_step_back(target, unit) && self.retreat(target, unit) => 0,
                Ties::Retreat => out.tied[0],
            };
        }
        let result = if successes > 0 { self.land(coming, successes) } else { 0 };
        AttackResult { hits: successes > 0, tied, result }
    }

    /// CA-24: a Counter. Whoever has the higher die hits; on a tie as the ruling says.
    fn countered(
        &mut self,
        coming: AttackSpec,
        defence: &Defence,
        out: Contested,
        tied: bool,
    ) -> AttackResult {
        let AttackSpec { unit, target, .. } = coming;
        let (attack, counter) = match (tied, self.rules.rulings.counter_tie) {
            (false, _) => (out.attack, out.counter),
            (true, CounterTie::None) => (0, 0),
            (true, CounterTie::BothHit) => (out.tied[0], out.tied[1]),
            (true, CounterTie::Attacker) => (out.tied[0], 0),
            (true, CounterTie::Defender) => (0, out.tied[1]),
        };
        self.obs.add(target, Metric::Counters, 1);
        self.obs.add(target, Metric::CountersWon, u32::from(counter > 0));
        self.obs.add(target, Metric::CountersTied, u32::from(tied));
        let result = if attack > 0 { self.land(coming, attack) } else { 0 };
        let with = usize::from(defence.with);
        let it = self.counter_action(target, defence.with);
        let back = if counter > 0 {
            let weapon = &self.rules.unit(target).weapons[with];
            let back = self.strike(Strike {
                action_ref: Some(it),
                target: unit,
                profile: weapon.profile,
                successes: i32::from(counter),
                why: StatusCause::Counter,
                resisted: 0,
                on_hit: &weapon.on_hit,
                reels: true,
            });
            self.after_hits(Some(it));
            back
        } else {
            0
        };
        self.obs.attack(it, self.rules.victim(target, unit), counter > 0, back);
        self.unload(target, with);
        AttackResult { hits: attack > 0, tied, result }
    }

    /// The place of a Counter among the actions of a unit.
    fn counter_action(&self, unit: UnitId, with: u8) -> ActionRef {
        action_ref(
            unit,
            self.rules.unit(unit).weapons.len() + usize::from(if with == SHIELD { 0 } else { with }),
        )
    }

    /// A hit of an attack with so many successes.
    pub(crate) fn land(&mut self, coming: AttackSpec, successes: u8) -> u32 {
        let rules = self.rules;
        let weapon = &rules.unit(coming.unit).weapons[coming.weapon];
        let why = if weapon.ability.is_some() { StatusCause::Ability } else { StatusCause::Attack };
        let it = action_ref(coming.unit, coming.weapon);
        let result = self.strike(Strike {
            action_ref: Some(it),
            target: coming.target,
            profile: weapon.profile,
            successes: i32::from(successes),
            why,
            resisted: 0,
            on_hit: &weapon.on_hit,
            reels: true,
        });
        if let Some(ability) = weapon.ability {
            self.apply_beside_damage(coming.unit, usize::from(ability), coming.target);
        }
        if !self.in_area {
            self.after_hits(Some(it));
        }
        result
    }

    /// CA-29: against 3 or the range, less what the target resists.
    fn against_resistance(&mut self, coming: AttackSpec) -> AttackResult {
        let check = self.rules.attack_check(self.state, coming);
        let rolled = self.check(by(coming.unit, Purpose::Hit), &check);
        let (unit, weapon, pool) = (coming.unit, coming.weapon as u8, check.pool);
        self.obs.event(|| Event::Casts { unit, weapon, target: coming.target, pool, rolled });
        let successes = rolled.successes;
        self.resist(coming, successes)
    }

    /// CA-29: the target resists so many successes.
    pub(crate) fn resist(&mut self, coming: AttackSpec, successes: u8) -> AttackResult {
        let target = coming.target;
        let mut roll = self.rules.resist_roll(self.state, target);
        roll.most = successes.max(1);
        let resisted = self.check_if(successes > 0, by(target, Purpose::Hit), &roll);
        let pool = roll.pool;
        if successes > 0 {
            self.obs.event(|| Event::Resists { unit: target, pool, rolled: resisted });
        }
        let left = successes.saturating_sub(resisted.successes);
        let result = if left > 0 { self.land(coming, left) } else { 0 };
        AttackResult { hits: left > 0, tied: false, result }
    }

    /// An ability against a number or a pool of the target.
    fn against_number(&mut self, coming: AttackSpec) -> AttackResult {
        let check = self.rules.attack_check(self.state, coming);
        let (unit, weapon, pool) = (coming.unit, coming.weapon as u8, check.pool);
        let rolled = match self.rules.unit(unit).weapons[coming.weapon].meets {
            // Two units roll, and each may have a second roll.
            Meets::Pool(_) => {
                let contest = Contest::of(pool, check.penalty, false, false);
                let out = self.contest([unit, coming.target], Purpose::Hit, &contest);
                let [faces, other] = out.faces;
                let number = other.highest() as u8;
                Checked { successes: out.attack, number, faces, ..Checked::default() }
            }
            _ => self.check(by(unit, Purpose::Hit), &check),
        };
        self.obs.event(|| Event::Casts { unit, weapon, target: coming.target, pool, rolled });
        let result = if rolled.successes > 0 { self.land(coming, rolled.successes) } else { 0 };
        AttackResult { hits: rolled.successes > 0, tied: false, result }
    }

    /// CA-29: an explosion hits without a roll; resistance adds to the soak.
    pub(crate) fn unopposed(&mut self, coming: AttackSpec) -> AttackResult {
        let rules = self.rules;
        let target = coming.target;
        let weapon = &rules.unit(coming.unit).weapons[coming.weapon];
        let roll = rules.resist_roll(self.state, target);
        let resisted = self.check(by(target, Purpose::Hit), &roll);
        self.obs.event(|| Event::Resists { unit: target, pool: roll.pool, rolled: resisted });
        let it = action_ref(coming.unit, coming.weapon);
        let result = self.strike(Strike {
            action_ref: Some(it),
            target,
            profile: weapon.profile,
            successes: 0,
            why: StatusCause::Ability,
            resisted: i32::from(resisted.successes),
            on_hit: &[],
            reels: true,
        });
        if let Some(ability) = weapon.ability {
            self.apply_beside_damage(coming.unit, usize::from(ability), target);
        }
        if !self.in_area {
            self.after_hits(Some(it));
        }
        AttackResult { hits: true, tied: false, result }
    }

    /// CA-58: terrain strikes who ends a turn in it.
    pub(crate) fn terrain(&mut self, unit: UnitId) {
        let rules = self.rules;
        let Some(board) = &rules.board else { return };
        let hazard = board.square(self.state.unit(unit).at()).hazard;
        if hazard == 0 || self.state.unit(unit).height > 0 || self.state.of(unit).any(Statuses::OUT) {
            return;
        }
        let (pool, profile) = rules.hazards[usize::from(hazard) - 1];
        let check = Check::of(pool, crate::choose::weigh::RESIST_NUMBER, Pool::NONE, MAX_DICE as u8);
        let rolled = self.dice.draw(by(unit, Purpose::Effect), &check.reading(Fails::Alike));
        self.state.quiet = false;
        self.obs.event(|| Event::Terrain { unit, pool, rolled });
        let mut roll = rules.resist_roll(self.state, unit);
        roll.most = rolled.successes.max(1);
        let resisted = self.check_if(rolled.successes > 0, by(unit, Purpose::Effect), &roll);
        let left = rolled.successes.saturating_sub(resisted.successes);
        if left > 0 {
            self.strike(Strike {
                action_ref: None,
                target: unit,
                profile,
                successes: i32::from(left),
                why: StatusCause::Hazard,
                resisted: 0,
                on_hit: &[],
                reels: true,
            });
            self.after_hits(None);
        }
    }
}
