//! A hit (CA-30 to CA-39, CA-67): points, soak, wards, and the statuses that come of the result.

use crate::choose::weigh::MOST_RESULT;
use crate::data::events::Event;
use crate::data::metrics::Metric;
use crate::data::vocabulary::{Status, Statuses, Trigger};
use crate::rules::abilities::cause::StatusCause;
use crate::state::actions::hazard;
use crate::{Cardinal, DamageProfile, OnHit, Play, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::{ActionRef, Observer};
use fray_engine::roster::UnitId;

/// A hit that is to be resolved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strike<'a> {
    /// The action that hits; `None` for terrain, fire and the like.
    pub(crate) action_ref: Option<ActionRef>,
    pub(crate) target: UnitId,
    pub(crate) profile: DamageProfile,
    pub(crate) successes: i32,
    pub(crate) why: StatusCause,
    /// Points that are soaked already (CA-29).
    pub(crate) resisted: i32,
    pub(crate) on_hit: &'a [OnHit],
    /// Whether the target becomes Reeling; not by fire.
    pub(crate) reels: bool,
}

impl<C: Chance, O: Observer<Cardinal>> Play<'_, C, O> {
    /// CA-67: everything that a hit brings, but for the fear of an Overkill. The result.
    pub(crate) fn strike(&mut self, strike: Strike<'_>) -> u32 {
        let Strike { action_ref, target, profile, successes, .. } = strike;
        let striker = action_ref.map(|action_ref| action_ref.by);
        self.state.quiet = false;
        self.state.measured.was_hit = true;
        // CA-26, CA-32: a Retreat halves an Impaling hit.
        let retreats = profile.impaling && striker.is_some_and(|striker| self.retreat(target, striker));
        if let Some(striker) = striker {
            self.react(Trigger::Hit, target, striker);
        }
        let points = self.rules.points(&profile, target, successes, retreats);
        let hit = self.rules.hit(self.state, target, &profile, points - strike.resisted);
        let roll = by(striker.unwrap_or(target), Purpose::Damage);
        let out = self.soak_roll(roll, target, &hit);
        let ward = i32::from(self.state.unit(target).ward).min(out.damage);
        let damage = out.damage - ward;
        self.state.unit_mut(target).ward -= ward as u8;
        let result = damage.min(MOST_RESULT) as u32;
        let (wounds, pool) = (hit.wounds, hit.soak);
        self.obs.event(|| Event::Damage {
            target,
            successes,
            points,
            wounds,
            pool,
            soaked: out,
            ward,
            damage,
        });
        self.count_hit(&strike, points, &out, result);
        if result > 0 && self.state.measured.first_blood == 0 {
            self.state.measured.first_blood = self.state.measured.turns.max(1);
        }
        self.wound(&strike, result);
        if !strike.on_hit.is_empty()
            && !self.state.of(target).any(Statuses::OUT)
            && let Some(action_ref) = action_ref
        {
            self.apply_on_hit(action_ref, target, strike.on_hit);
        }
        if let Some(action_ref) = action_ref {
            if profile.grapple {
                self.hold(action_ref.by, target);
            }
            if result > 0 && !self.state.of(target).any(Statuses::OUT) {
                self.react(Trigger::Damaged, target, action_ref.by);
            }
        }
        result
    }

    fn count_hit(
        &mut self,
        strike: &Strike<'_>,
        points: i32,
        out: &crate::rules::attacks::soak::Soaked,
        result: u32,
    ) {
        let target = strike.target;
        self.obs.add(target, Metric::DamageTaken, result);
        self.obs.add(target, Metric::SoakBotches, u32::from(out.botched));
        let Some(action_ref) = strike.action_ref else { return };
        let victim = self.rules.victim(action_ref.by, target);
        self.obs.damage(action_ref, victim, result);
        if victim.is_ally {
            return;
        }
        let by = action_ref.by;
        self.obs.add(by, Metric::DamageDealt, result);
        for ally in self.rules.allies(by) {
            for _ in 0..result {
                self.obs.add(ally, Metric::DamageShare, u32::from(ally == by));
            }
        }
        self.obs.add(by, Metric::of_result(result), 1);
        self.obs.add(by, Metric::NoDamage, u32::from(result == 0));
        self.obs.add(by, Metric::Successes, strike.successes.max(0) as u32);
        self.obs.add(by, Metric::Points, points.max(0) as u32);
        let soaked = i32::from(out.soaked);
        let useful = soaked.min(points.max(0));
        self.obs.add(by, Metric::Soaked, useful as u32);
        self.obs.add(by, Metric::SoakWasted, (soaked - useful) as u32);
        // What is beyond 4, the least that fells.
        self.obs.overkill(by, result.saturating_sub(4));
    }

    /// CA-38, CA-39: the statuses of a result, looked up afresh.
    fn wound(&mut self, strike: &Strike<'_>, result: u32) {
        let Strike { action_ref, target, profile, why, .. } = *strike;
        self.rouse(target);
        if strike.reels && !self.state.of(target).any(Statuses::FALLEN) {
            self.give(target, Statuses::of(&[Status::Reeling]), why, action_ref);
        }
        let result = if profile.nonlethal { result.min(4) } else { result };
        let ladder =
            [Status::Hurt, Status::Afraid, Status::Injured, Status::Dying, Status::Dead, Status::Overkilled];
        let mut given = Statuses::default();
        for status in &ladder[..result as usize] {
            given.insert(*status);
        }
        // The worst of the last three stands alone.
        if result >= 5 {
            given.remove(Status::Dying);
        }
        if result >= 6 {
            given.remove(Status::Dead);
        }
        if profile.knockout && result >= 1 {
            given.insert(if result >= 2 { Status::Unconscious } else { Status::Asleep });
        }
        let was_out = self.state.of(target).any(Statuses::OUT);
        let was_overkilled = self.state.of(target).has(Status::Overkilled);
        self.give(target, given, why, action_ref);
        if self.state.of(target).has(Status::Overkilled) && !was_overkilled {
            self.overkilled.insert(target);
        }
        if !was_out && self.state.of(target).any(Statuses::OUT) {
            self.fallen.insert(target);
        }
    }

    /// CA-47, CA-59: the consequences of all hits of one roll together: fear, and the reactions of those who
    /// fell.
    pub(crate) fn after_hits(&mut self, action_ref: Option<ActionRef>) {
        for unit in core::mem::take(&mut self.overkilled) {
            self.spread_fear(unit, action_ref);
            if let Some(action_ref) = action_ref {
                self.react_side(Trigger::AllyOverkilled, unit, action_ref.by);
            }
        }
        for unit in core::mem::take(&mut self.fallen) {
            if let Some(action_ref) = action_ref {
                self.react(Trigger::Defeated, unit, action_ref.by);
            }
        }
    }

    /// Points that nobody deals, soaked and without Reeling: of fire and of falls. The result.
    pub(crate) fn harm(&mut self, unit: UnitId, points: i32, how: u8) -> u32 {
        let profile = DamageProfile { bonus: points, soakable: true, flat: true, ..DamageProfile::default() };
        let strike = Strike {
            action_ref: None,
            target: unit,
            profile,
            successes: 0,
            why: StatusCause::Hazard,
            resisted: 0,
            on_hit: &[],
            reels: false,
        };
        self.hazard = how;
        let result = self.strike(strike);
        self.after_hits(None);
        self.hazard = hazard::TERRAIN;
        result
    }
}
