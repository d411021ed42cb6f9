//! The whole game: everything beyond the core of `round` and `attack`.
//!
//! A scenario that uses any of it has a `Whole`, and its turns are played here; the others never
//! come by. What both have in common (gauge, order, Exhaustion, Near Death, the end) stands in
//! `round` and `end` and is called from here. Read in this order: `main_process` (a Main), `lone`
//! (one that is a plain attack), `aim` and `course` (whom it attacks, with what, and whom it comes
//! near), `strike` (an attack), `hit`, `cover`, `damage` and `changes` (its course), `values` and
//! `rolls` (what a Judge is made of, and its dice), `in_force` (what gear and effects make of a
//! unit), `windows`, `declare`, `targets` and `effects` (abilities), `costs`, `statuses`, `gear`,
//! `setup_process`, `clean_up`, `series`; `kit` is what `prepare` makes of a scenario, [`laws`] are
//! the draws, [`state`] is what changes, `board` is where units are, `movement`, `all_out`,
//! `displacement` and `flight` how they get elsewhere.

mod aim;
mod all_out;
pub(in crate::games::night_wizard) mod board;
mod changes;
mod clean_up;
mod costs;
mod course;
mod cover;
mod damage;
mod declare;
mod displacement;
mod effects;
mod flight;
mod gear;
mod hit;
mod in_force;
mod key;
pub(super) mod kit;
pub mod laws;
mod legs;
mod lone;
mod main_process;
mod movement;
pub(super) mod prepare;
mod ranges;
mod rolls;
mod series;
mod setup_process;
pub mod state;
mod statuses;
mod strike;
mod targets;
mod values;
mod windows;

use super::NightWizard;
use super::metrics::{Exhaustion, NearDeathCause};
use super::setup::AttributeId;
use super::setup::gear::Status;
use super::state::{Phase, State};
use super::tactics::Fact;
use crate::engine::contract::{Outcome, Step};
use crate::engine::draw::Chance;
use crate::engine::observe::{Nobody, Observer};
use crate::engine::roster::{MAX_UNITS, UnitId, UnitSet};
use crate::engine::tape::Tape;
use crate::tactics::when::When;
pub(super) use kit::Whole;
use kit::{Kit, Power};
use state::More;

/// A turn of a whole fight: rules, state, dice and observer in one place.
pub(super) struct Scene<'a, C, O> {
    pub(super) nw: &'a NightWizard,
    pub(super) whole: &'a Whole,
    pub(super) state: &'a mut State,
    pub(super) dice: &'a mut C,
    pub(super) obs: &'a mut O,
}

impl Whole {
    /// NW-10: whether something is played before the first round.
    pub(super) fn is_surprise(&self) -> bool {
        self.surprise.is_some()
    }

    /// Whether everybody is in one place throughout.
    pub(super) fn is_one_square(&self) -> bool {
        !self.has_places
    }
}

/// Names for the play-by-play.
impl NightWizard {
    fn kit_of(&self, unit: UnitId) -> Option<&Kit> {
        self.whole.as_ref().map(|whole| &whole.units[unit.idx()])
    }

    /// A weapon's.
    pub(super) fn arm_name(&self, unit: UnitId, arm: u8) -> &str {
        self.kit_of(unit).and_then(|kit| kit.arms.get(arm as usize)).map_or("", |arm| &arm.name)
    }

    /// A loadout's.
    pub(super) fn loadout_name(&self, unit: UnitId, loadout: u8) -> &str {
        let outfit = self.kit_of(unit).and_then(|kit| kit.loadouts.get(loadout as usize));
        outfit.map_or("", |outfit| &outfit.name)
    }

    /// Those of its enchantments.
    pub(super) fn charm_names(&self, unit: UnitId) -> impl Iterator<Item = &str> {
        self.kit_of(unit).into_iter().flat_map(|kit| &kit.charms).map(|charm| charm.name.as_str())
    }

    /// An ability's.
    pub(super) fn power_name(&self, power: u16) -> &str {
        let power = self.whole.as_ref().and_then(|whole| whole.powers.get(power as usize));
        power.map_or("", |power| &power.name)
    }
}

impl NightWizard {
    /// The start of a whole fight.
    #[inline(never)]
    pub(super) fn begin_whole<C: Chance, O: Observer<Self>>(
        &self,
        whole: &Whole,
        state: &mut State,
        dice: &mut C,
        obs: &mut O,
    ) {
        let Some(start) = &whole.start else {
            Scene { nw: self, whole, state, dice, obs }.take_places();
            return;
        };
        state.clone_from(start);
        state.whole.turn = whole.fresh;
        state.whole.route.clear();
        whole.board.fit(&mut state.whole.scratch);
    }

    /// The start of every fight of a scenario in which nothing is rolled for it, and what follows
    /// from it as long as nothing changes.
    pub(super) fn note_start(&mut self) {
        let Some(mut whole) = self.whole.take() else { return };
        if !self.hot.iter().any(|unit| unit.rolls_numbers) {
            let mut start = Box::<State>::default();
            self.begin_whole(&whole, &mut start, &mut Tape::new(&[]), &mut Nobody);
            start.whole.as_began = start.whole.steady;
            self.note_odds(&mut whole, &mut start);
            let is_sure = |&unit: &UnitId| {
                let odds = |target: UnitId| &whole.odds[unit.idx() * MAX_UNITS + target.idx()];
                let is_in_hand = start.whole.units[unit.idx()].held & 1 == 1;
                let has_odds = self.hot(unit).enemies.into_iter().all(|target| odds(target).is_ready());
                !whole.has_places && whole.has_one_arm(unit) && is_in_hand && has_odds
            };
            whole.sure = whole.lone.filter(is_sure).collect();
            whole.opens_plainly &= self.roster.everyone().all(|unit| {
                let own = start.whole.units[unit.idx()].now.value[AttributeId::ActionValue as usize];
                !self.hot(unit).fixed_count && own == i32::from(self.hot(unit).action_value)
            });
            whole.start = Some(start);
        }
        self.whole = Some(whole);
    }

    /// A turn of a whole fight.
    #[inline(never)]
    pub(super) fn turn_whole<C: Chance, O: Observer<Self>>(
        &self,
        whole: &Whole,
        state: &mut State,
        dice: &mut C,
        obs: &mut O,
    ) -> Step {
        let mut scene = Scene { nw: self, whole, state, dice, obs };
        scene.state.whole.turn.first = None;
        if scene.state.phase == Phase::Initiative
            && let Some(step) = scene.lone_turns()
        {
            return match step {
                Step::Over(outcome) => scene.end_of_fight(outcome),
                step => step,
            };
        }
        let first = scene.state.whole.turn.first;
        scene.forget_turn();
        scene.state.whole.turn.first = first;
        let step = match scene.state.phase {
            Phase::Surprise => scene.surprise(),
            Phase::Setup => scene.open_round(),
            Phase::Initiative => scene.process(),
        };
        let step = match step {
            Step::Over(outcome) => scene.end_of_fight(outcome),
            // Between turns nothing is pending.
            step => {
                scene.over_brief(0);
                scene.refresh_volatile();
                step
            }
        };
        match step {
            // Each fight of a series has a limit of its own.
            Step::RoundOver if whole.fights > 1 && scene.state.round > whole.rounds_of_fight => {
                Step::Over(Outcome::Timeout)
            }
            step => step,
        }
    }
}

impl<C: Chance, O: Observer<NightWizard>> Scene<'_, C, O> {
    #[inline(always)]
    fn kit(&self, unit: UnitId) -> &Kit {
        &self.whole.units[unit.idx()]
    }

    #[inline(always)]
    fn more(&self, unit: UnitId) -> &More {
        &self.state.whole.units[unit.idx()]
    }

    #[inline(always)]
    fn more_mut(&mut self, unit: UnitId) -> &mut More {
        &mut self.state.whole.units[unit.idx()]
    }

    #[inline(always)]
    fn power(&self, id: u16) -> &Power {
        &self.whole.powers[id as usize]
    }

    #[inline(always)]
    fn hp(&self, unit: UnitId) -> i32 {
        self.state.unit(unit).hp
    }

    #[inline(always)]
    fn count(&self, unit: UnitId) -> i32 {
        self.state.unit(unit).count.into()
    }

    #[inline(always)]
    fn has(&self, unit: UnitId, status: Status) -> bool {
        self.state.whole.afflicted.has(unit) && self.more(unit).statuses & status.bit() != 0
    }

    /// NW-31: standing: arrived, neither Near Death, dead nor fled.
    #[inline(always)]
    fn stands(&self, unit: UnitId) -> bool {
        self.state.standing.has(unit)
    }

    /// NW-05, NW-29, NW-44: whether the unit may make Judges.
    #[inline(always)]
    fn may_judge(&self, unit: UnitId) -> bool {
        self.stands(unit) && !self.has(unit, Status::Unconscious)
    }

    #[inline(always)]
    fn enemies(&self, unit: UnitId) -> UnitSet {
        self.nw.hot(unit).enemies
    }

    /// The unit's side, itself included, present or not.
    #[inline(always)]
    fn allies(&self, unit: UnitId) -> UnitSet {
        self.nw.roster.everyone().without(self.enemies(unit))
    }

    /// What a condition asks of the unit that decides; of a target only if there is one.
    fn fact(&self, fact: Fact, unit: UnitId, target: Option<UnitId>) -> (i32, i32) {
        let target = target.unwrap_or(unit);
        match fact {
            Fact::Hp => (self.hp(unit), self.more(unit).now.max_hp),
            Fact::HpPercent => (self.hp_percent(unit), 100),
            Fact::Mp => (self.more(unit).mp, self.more(unit).now.max_mp),
            Fact::Prana => (self.more(unit).prana, self.kit(unit).prana),
            Fact::TargetHp => (self.hp(target), self.more(target).now.max_hp),
            Fact::Distance => (self.distance(unit, target) as i32, 0),
            Fact::HasStatus(status) => (i32::from(self.has(unit, status)), 1),
            Fact::TargetHasStatus(status) => (i32::from(self.has(target, status)), 1),
            Fact::Flying => (i32::from(self.more(unit).flying), 1),
            Fact::NotExhausted => (i32::from(self.state.able.has(unit)), 1),
            Fact::Round | Fact::Count | Fact::Enemies | Fact::Allies => self.nw.fact(fact, unit, self.state),
        }
    }

    /// HP in percent of their maximum, rounded down.
    fn hp_percent(&self, unit: UnitId) -> i32 {
        (i64::from(self.hp(unit)) * 100).div_euclid(i64::from(self.more(unit).now.max_hp.max(1))) as i32
    }

    /// Whether a condition holds; one about a target does not without one.
    fn holds(&self, when: &When<Fact>, unit: UnitId, target: Option<UnitId>) -> bool {
        when.holds_known(|fact| {
            (target.is_some() || !fact.is_of_target()).then(|| self.fact(fact, unit, target))
        })
    }

    /// NW-28, NW-31: who has fewer HP than a standing unit needs falls; costs and attacks look
    /// after what they resolve.
    #[inline(always)]
    fn settle(&mut self, unit: UnitId, why: NearDeathCause) {
        if self.stands(unit) && self.hp(unit) < self.nw.least_hp {
            self.go_down(unit, why);
        }
    }

    /// NW-31: who is left, if somebody left the fight since the last look. The first that is found
    /// in a turn stays: nothing that follows changes who won.
    #[inline(always)]
    fn look_at_outcome(&mut self) -> Option<Outcome> {
        let turn = &mut self.state.whole.turn;
        if core::mem::take(&mut turn.changed) && turn.over.is_none() {
            self.state.whole.turn.over = self.nw.outcome(self.state);
        }
        self.state.whole.turn.over
    }

    /// Sets a count as it changes outside Setup and the end of a Main: who falls below the line is
    /// Exhausted (NW-16); `exhaustion_sticky = false` lets a raised count act again.
    fn set_count(&mut self, unit: UnitId, to: i32, why: Exhaustion) {
        let to = to.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let from = core::mem::replace(&mut self.state.unit_mut(unit).count, to);
        let place = self.nw.hot(unit).place;
        let waits = !self.state.whole.turn.in_main.has(unit);
        if self.state.able.has(unit) {
            if waits {
                self.state.gauge.take(place, from);
            }
            if !self.nw.may_act(to) {
                self.nw.exhaust(unit, why, self.state, self.obs);
            } else if waits {
                self.state.gauge.put(place, to);
            }
        } else if !self.nw.rulings.exhaustion_sticky
            && self.stands(unit)
            && to > from
            // After the last Initiative Process of a round nobody acts.
            && !self.state.whole.turn.cleans_up
            && self.nw.may_act(to)
            && !self.is_limited(unit)
        {
            self.state.able.insert(unit);
            if waits {
                self.state.gauge.put(place, to);
            }
        }
    }

    /// NW-08: whether the unit has had all the Mains of its round.
    fn is_limited(&self, unit: UnitId) -> bool {
        let (limit, mains) = (self.nw.rulings.max_mains_per_unit_per_round.0, self.state.unit(unit).mains);
        limit > 0 && i32::from(mains) >= limit || mains >= kit::MOST_MAINS
    }
}
