//! A turn of a fight: rules, state, dice and observer in one place, and what all rules ask of them.

use crate::NightWizard;
use crate::data::metrics::NearDeathCause;
use crate::data::setup::gear::Status;
use crate::data::tactics::Fact;
use crate::state::extras::UnitExtras;
use crate::state::tables::{PreparedAbility, Tables, UnitTables};
use crate::state::{Phase, State};
use core::marker::PhantomData;

use fray_engine::contract::{Outcome, Step};
use fray_engine::draw::Chance;
use fray_engine::observe::{ActionTarget, Cause, Nobody, Observer};
use fray_engine::roster::{UnitId, UnitSet};
use fray_engine::tape::Tape;
use fray_kit::tactics::when::When;

/// The features that a scenario may use, for the compiler: the rules are one text, compiled a second time for
/// scenarios that are attacks on one square and nothing else, where the questions that abilities, places and
/// bad statuses raise cost nothing.
pub(crate) trait Features {
    /// Whatever a unit may declare or wear beside its attacks, and whatever changes what follows
    /// from its stat block: abilities, prana, enchantments, covers, commands; surprise and series.
    const ABILITIES: bool;
    /// A map.
    const PLACES: bool;
    /// Bad statuses.
    const STATUSES: bool;
    /// Nothing of it.
    const IS_PLAIN: bool = !(Self::ABILITIES || Self::PLACES || Self::STATUSES);
}

/// Everything the rules know.
pub(crate) struct Full;

impl Features for Full {
    const ABILITIES: bool = true;
    const PLACES: bool = true;
    const STATUSES: bool = true;
}

/// Attacks on one square.
pub(crate) struct Plain;

impl Features for Plain {
    const ABILITIES: bool = false;
    const PLACES: bool = false;
    const STATUSES: bool = false;
}

/// Rules, state, dice and observer of the turn that goes on.
pub(crate) struct Turn<'a, F, C, O> {
    pub(crate) nw: &'a NightWizard,
    pub(crate) tables: &'a Tables,
    pub(crate) state: &'a mut State,
    pub(crate) dice: &'a mut C,
    pub(crate) obs: &'a mut O,
    features: PhantomData<F>,
}

/// Names for the play-by-play.
impl NightWizard {
    pub(crate) fn weapon_name(&self, unit: UnitId, weapon: u8) -> &str {
        self.tables.units[unit.idx()].weapons.get(weapon as usize).map_or("", |weapon| &weapon.name)
    }

    pub(crate) fn loadout_name(&self, unit: UnitId, loadout: u8) -> &str {
        self.unit(unit).loadouts.get(loadout as usize).map_or("", |loadout| &loadout.name)
    }

    pub(crate) fn enchantment_names(&self, unit: UnitId) -> impl Iterator<Item = &str> {
        self.unit(unit).enchantments.iter().map(|enchantment| enchantment.name.as_str())
    }

    pub(crate) fn ability_name(&self, ability: u16) -> &str {
        self.tables.abilities.get(ability as usize).map_or("", |ability| &ability.name)
    }
}

impl NightWizard {
    /// Prepares the start of every fight, if nothing is rolled for it.
    pub(crate) fn note_start(&mut self) {
        if self.tables.has_shortcuts && !self.hot.iter().any(|unit| unit.rolls_numbers) {
            let mut start = Box::<State>::default();
            let (tape, nobody) = (&mut Tape::new(&[]), &mut Nobody);
            let mut turn = Turn::<Full, _, _>::of(self, &mut start, tape, nobody);
            turn.begin();
            let numbers = turn.attack_numbers();
            start.as_began = self.roster.everyone();
            for (unit, of_weapons) in self.roster.everyone().zip(numbers) {
                for (weapon, numbers) in self.tables.units[unit.idx()].weapons.iter_mut().zip(of_weapons) {
                    weapon.numbers = Some(Box::new(numbers));
                }
            }
            self.tables.start = Some(start);
        }
    }
}

/// The most turns of a round in a row: what takes more never ends.
const MOST_TURNS: u32 = 1 << 16;

impl<'a, F: Features, C: Chance, O: Observer<NightWizard>> Turn<'a, F, C, O> {
    #[inline(always)]
    pub(crate) fn of(nw: &'a NightWizard, state: &'a mut State, dice: &'a mut C, obs: &'a mut O) -> Self {
        Self { nw, tables: &nw.tables, state, dice, obs, features: PhantomData }
    }

    /// The start of a fight.
    #[inline(always)]
    pub(crate) fn begin(&mut self) {
        match &self.tables.start {
            Some(start) => {
                self.state.clone_from(start);
                self.state.turn = self.tables.fresh;
                self.state.route.clear();
                self.tables.board.fit(&mut self.state.scratch);
            }
            None => self.take_places(),
        }
    }

    /// Plays a turn, or as many as follow each other where nobody looks between them.
    #[inline(always)]
    pub(crate) fn play(&mut self) -> Step {
        for _ in 0..MOST_TURNS {
            let step = self.next();
            if !C::MAY_BATCH_TURNS || step != Step::GoesOn {
                return step;
            }
        }
        panic!("round {} goes on after {MOST_TURNS} turns", self.state.round)
    }

    #[inline(always)]
    fn next(&mut self) -> Step {
        self.forget_turn();
        let step = match self.state.phase {
            Phase::Surprise => self.surprise(),
            Phase::Setup => self.open_round(),
            Phase::Initiative => self.process(),
        };
        match step {
            Step::Over(outcome) => return self.end_of_fight(outcome),
            // Each fight of a series has a limit of its own.
            Step::RoundOver
                if F::ABILITIES
                    && self.tables.fights > 1
                    && self.state.round > self.tables.rounds_of_fight =>
            {
                return Step::Over(Outcome::Timeout);
            }
            Step::RoundOver | Step::GoesOn => {}
        }
        // Between turns nothing is pending.
        self.over_brief(0);
        self.refresh_volatile();
        step
    }
}

impl<'a, F: Features, C: Chance, O: Observer<NightWizard>> Turn<'a, F, C, O> {
    #[inline(always)]
    pub(crate) fn unit_tables(&self, unit: UnitId) -> &'a UnitTables {
        &self.tables.units[unit.idx()]
    }

    /// The ability in place `at` of a unit's list, and its number among those of all units.
    #[inline(always)]
    pub(crate) fn owned(&self, unit: UnitId, at: u8) -> (u16, &'a PreparedAbility) {
        let id = self.tables.units[unit.idx()].abilities[at as usize].ability;
        (id, &self.tables.abilities[id as usize])
    }

    #[inline(always)]
    pub(crate) fn extras(&self, unit: UnitId) -> &UnitExtras {
        &self.state.extras[unit.idx()]
    }

    #[inline(always)]
    pub(crate) fn extras_mut(&mut self, unit: UnitId) -> &mut UnitExtras {
        &mut self.state.extras[unit.idx()]
    }

    #[inline(always)]
    pub(crate) fn hp(&self, unit: UnitId) -> i32 {
        self.state.unit(unit).hp
    }

    #[inline(always)]
    pub(crate) fn count(&self, unit: UnitId) -> i32 {
        self.state.unit(unit).count.into()
    }

    #[inline(always)]
    pub(crate) fn has(&self, unit: UnitId, status: Status) -> bool {
        F::STATUSES && self.state.afflicted.has(unit) && self.extras(unit).statuses & status.bit() != 0
    }

    /// NW-31: standing: arrived, neither Near Death, dead nor fled.
    #[inline(always)]
    pub(crate) fn stands(&self, unit: UnitId) -> bool {
        self.state.standing.has(unit)
    }

    /// NW-05, NW-29, NW-44: whether the unit may make Judges.
    #[inline(always)]
    pub(crate) fn may_judge(&self, unit: UnitId) -> bool {
        self.stands(unit) && !self.has(unit, Status::Unconscious)
    }

    /// A unit as somebody's target.
    #[inline(always)]
    pub(crate) fn victim_of(&self, by: UnitId, unit: UnitId) -> ActionTarget {
        ActionTarget { unit, is_ally: !self.enemies(by).has(unit) }
    }

    #[inline(always)]
    pub(crate) fn enemies(&self, unit: UnitId) -> UnitSet {
        self.nw.hot(unit).enemies
    }

    /// The unit's side, itself included, present or not.
    #[inline(always)]
    pub(crate) fn allies(&self, unit: UnitId) -> UnitSet {
        self.nw.roster.everyone().without(self.enemies(unit))
    }

    /// Returns the value of a fact for the unit that decides; facts about a target need one.
    pub(crate) fn fact(&self, fact: Fact, unit: UnitId, target: Option<UnitId>) -> (i32, i32) {
        let target = target.unwrap_or(unit);
        match fact {
            Fact::Hp => (self.hp(unit), self.extras(unit).derived.max_hp),
            Fact::HpPercent => (self.hp_percent(unit), 100),
            Fact::Mp => (self.extras(unit).mp, self.extras(unit).derived.max_mp),
            Fact::Prana => (self.extras(unit).prana, self.nw.unit(unit).prana),
            Fact::TargetHp => (self.hp(target), self.extras(target).derived.max_hp),
            Fact::Distance => (self.distance(unit, target) as i32, 0),
            Fact::HasStatus(status) => (i32::from(self.has(unit, status)), 1),
            Fact::TargetHasStatus(status) => (i32::from(self.has(target, status)), 1),
            Fact::Flying => (i32::from(self.extras(unit).flying), 1),
            Fact::NotExhausted => (i32::from(self.state.able.has(unit)), 1),
            Fact::Round => (self.state.round as i32, 0),
            Fact::Count => (self.count(unit), 0),
            Fact::Enemies => (self.state.standing.and(self.enemies(unit)).len() as i32, 0),
            Fact::Allies => (self.state.standing.without(self.enemies(unit)).len() as i32, 0),
        }
    }

    /// HP in percent of their maximum, rounded down.
    pub(crate) fn hp_percent(&self, unit: UnitId) -> i32 {
        (i64::from(self.hp(unit)) * 100).div_euclid(i64::from(self.extras(unit).derived.max_hp.max(1))) as i32
    }

    /// Returns whether a condition holds; one about a target does not without one.
    pub(crate) fn holds(&self, when: &When<Fact>, unit: UnitId, target: Option<UnitId>) -> bool {
        when.holds_known(|fact| {
            (target.is_some() || !fact.is_of_target()).then(|| self.fact(fact, unit, target))
        })
    }

    /// Returns whether what a condition says of the unit itself holds.
    pub(crate) fn holds_of_unit(&self, when: &When<Fact>, unit: UnitId) -> bool {
        when.holds_in_part(|fact| !fact.is_of_target(), |fact| self.fact(fact, unit, None))
    }

    /// Returns whether what a condition says of the target holds of this one.
    pub(crate) fn holds_of_target(&self, when: &When<Fact>, unit: UnitId, target: UnitId) -> bool {
        when.holds_in_part(Fact::is_of_target, |fact| self.fact(fact, unit, Some(target)))
    }

    /// NW-28, NW-31: who has fewer HP than a standing unit needs falls; costs and attacks look
    /// after what they resolve.
    #[inline(always)]
    pub(crate) fn settle(&mut self, unit: UnitId, why: NearDeathCause, cause: Cause) {
        if self.stands(unit) && self.hp(unit) < self.nw.least_hp {
            self.go_down(unit, why, cause);
        }
    }

    /// NW-31: who is left, if somebody left the fight since the last look. The first that is found
    /// in a turn stays: nothing that follows changes who won.
    #[inline(always)]
    pub(crate) fn look_at_outcome(&mut self) -> Option<Outcome> {
        let turn = &mut self.state.turn;
        if core::mem::take(&mut turn.changed) && turn.over.is_none() {
            self.state.turn.over = self.nw.outcome(self.state);
        }
        self.state.turn.over
    }
}
