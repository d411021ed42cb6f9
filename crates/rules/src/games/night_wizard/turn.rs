//! The whole game: everything beyond the core of `round` and `attack`.
//!
//! A scenario that uses any of it has a `Tables`, and its turns are played here; the others never
//! come by. What both have in common (gauge, order, Exhaustion, Near Death, the end) stands in
//! `round` and `end` and is called from here. Read in this order: `main_process` (a Main), `lone`
//! (one that is a plain attack), `aim` and `course` (whom it attacks, with what, and whom it comes
//! near), `strike` (an attack), `hit`, `cover`, `damage` and `changes` (its course), `values` and
//! `rolls` (what a Judge is made of, and its dice), `in_force` (what gear and effects make of a
//! unit), `windows`, `declare`, `targets` and `effects` (abilities), `costs`, `statuses`, `gear`,
//! `setup_process`, `clean_up`, `series`; `kit` is what `prepare` makes of a scenario, [`laws`] are
//! the draws, [`state`] is what changes, `board` is where units are, `movement`, `all_out`,
//! `displacement` and `flight` how they get elsewhere.

use super::NightWizard;
use super::extras::UnitExtras;
use super::metrics::{Exhaustion, NearDeathCause};
use super::setup::AttributeId;
use super::setup::gear::Status;
use super::state::{Phase, State};
use super::tables::{self, PreparedAbility, Tables, UnitTables};
use super::tactics::Fact;
use crate::engine::contract::{Outcome, Step};
use crate::engine::draw::Chance;
use crate::engine::observe::{Nobody, Observer};
use crate::engine::roster::{MAX_UNITS, UnitId, UnitSet};
use crate::engine::tape::Tape;
use crate::tactics::when::When;

/// A turn of a whole fight: rules, state, dice and observer in one place.
pub(super) struct Turn<'a, C, O> {
    pub(super) nw: &'a NightWizard,
    pub(super) tables: &'a Tables,
    pub(super) state: &'a mut State,
    pub(super) dice: &'a mut C,
    pub(super) obs: &'a mut O,
}

impl Tables {
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
    pub(super) fn tables_of(&self, unit: UnitId) -> Option<&UnitTables> {
        self.tables.as_ref().map(|tables| &tables.units[unit.idx()])
    }

    /// A weapon's.
    pub(super) fn weapon_name(&self, unit: UnitId, weapon: u8) -> &str {
        self.tables_of(unit)
            .and_then(|unit_tables| unit_tables.weapons.get(weapon as usize))
            .map_or("", |weapon| &weapon.name)
    }

    /// A loadout's.
    pub(super) fn loadout_name(&self, unit: UnitId, loadout: u8) -> &str {
        let outfit = self.tables_of(unit).and_then(|unit_tables| unit_tables.loadouts.get(loadout as usize));
        outfit.map_or("", |outfit| &outfit.name)
    }

    /// Those of its enchantments.
    pub(super) fn enchantment_names(&self, unit: UnitId) -> impl Iterator<Item = &str> {
        self.tables_of(unit)
            .into_iter()
            .flat_map(|unit_tables| &unit_tables.enchantments)
            .map(|enchantment| enchantment.name.as_str())
    }

    /// An ability's.
    pub(super) fn ability_name(&self, ability: u16) -> &str {
        let ability = self.tables.as_ref().and_then(|tables| tables.abilities.get(ability as usize));
        ability.map_or("", |ability| &ability.name)
    }
}

impl NightWizard {
    /// The start of a whole fight.
    #[inline(never)]
    pub(super) fn begin_whole<C: Chance, O: Observer<Self>>(
        &self,
        tables: &Tables,
        state: &mut State,
        dice: &mut C,
        obs: &mut O,
    ) {
        let Some(start) = &tables.start else {
            Turn { nw: self, tables, state, dice, obs }.take_places();
            return;
        };
        state.clone_from(start);
        state.extras.turn = tables.fresh;
        state.extras.route.clear();
        tables.board.fit(&mut state.extras.scratch);
    }

    /// The start of every fight of a scenario in which nothing is rolled for it, and what follows
    /// from it as long as nothing changes.
    pub(super) fn note_start(&mut self) {
        let Some(mut tables) = self.tables.take() else { return };
        if !self.hot.iter().any(|unit| unit.rolls_numbers) {
            let mut start = Box::<State>::default();
            self.begin_whole(&tables, &mut start, &mut Tape::new(&[]), &mut Nobody);
            start.extras.as_began = start.extras.steady;
            self.note_odds(&mut tables, &mut start);
            let is_sure = |&unit: &UnitId| {
                let odds = |target: UnitId| &tables.odds[unit.idx() * MAX_UNITS + target.idx()];
                let is_in_hand = start.extras.units[unit.idx()].held & 1 == 1;
                let has_odds = self.hot(unit).enemies.into_iter().all(|target| odds(target).is_ready());
                !tables.has_places && tables.has_one_weapon(unit) && is_in_hand && has_odds
            };
            tables.sure = tables.lone.filter(is_sure).collect();
            tables.opens_plainly &= self.roster.everyone().all(|unit| {
                let own = start.extras.units[unit.idx()].derived.value[AttributeId::ActionValue as usize];
                !self.hot(unit).fixed_count && own == i32::from(self.hot(unit).action_value)
            });
            tables.start = Some(start);
        }
        self.tables = Some(tables);
    }

    /// A turn of a whole fight.
    #[inline(never)]
    pub(super) fn turn_whole<C: Chance, O: Observer<Self>>(
        &self,
        tables: &Tables,
        state: &mut State,
        dice: &mut C,
        obs: &mut O,
    ) -> Step {
        let mut scene = Turn { nw: self, tables, state, dice, obs };
        scene.state.extras.turn.first = None;
        if scene.state.phase == Phase::Initiative
            && let Some(step) = scene.lone_turns()
        {
            return match step {
                Step::Over(outcome) => scene.end_of_fight(outcome),
                step => step,
            };
        }
        let first = scene.state.extras.turn.first;
        scene.forget_turn();
        scene.state.extras.turn.first = first;
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
            Step::RoundOver if tables.fights > 1 && scene.state.round > tables.rounds_of_fight => {
                Step::Over(Outcome::Timeout)
            }
            step => step,
        }
    }
}

impl<'a, C: Chance, O: Observer<NightWizard>> Turn<'a, C, O> {
    #[inline(always)]
    pub(super) fn unit_tables(&self, unit: UnitId) -> &'a UnitTables {
        &self.tables.units[unit.idx()]
    }

    /// The ability in place `at` of a unit's list, and its number among those of all units.
    #[inline(always)]
    pub(super) fn owned(&self, unit: UnitId, at: u8) -> (u16, &'a PreparedAbility) {
        let id = self.tables.units[unit.idx()].abilities[at as usize].ability;
        (id, &self.tables.abilities[id as usize])
    }

    #[inline(always)]
    pub(super) fn extras(&self, unit: UnitId) -> &UnitExtras {
        &self.state.extras.units[unit.idx()]
    }

    #[inline(always)]
    pub(super) fn extras_mut(&mut self, unit: UnitId) -> &mut UnitExtras {
        &mut self.state.extras.units[unit.idx()]
    }

    #[inline(always)]
    pub(super) fn hp(&self, unit: UnitId) -> i32 {
        self.state.unit(unit).hp
    }

    #[inline(always)]
    pub(super) fn count(&self, unit: UnitId) -> i32 {
        self.state.unit(unit).count.into()
    }

    #[inline(always)]
    pub(super) fn has(&self, unit: UnitId, status: Status) -> bool {
        self.state.extras.afflicted.has(unit) && self.extras(unit).statuses & status.bit() != 0
    }

    /// NW-31: standing: arrived, neither Near Death, dead nor fled.
    #[inline(always)]
    pub(super) fn stands(&self, unit: UnitId) -> bool {
        self.state.standing.has(unit)
    }

    /// NW-05, NW-29, NW-44: whether the unit may make Judges.
    #[inline(always)]
    pub(super) fn may_judge(&self, unit: UnitId) -> bool {
        self.stands(unit) && !self.has(unit, Status::Unconscious)
    }

    #[inline(always)]
    pub(super) fn enemies(&self, unit: UnitId) -> UnitSet {
        self.nw.hot(unit).enemies
    }

    /// The unit's side, itself included, present or not.
    #[inline(always)]
    pub(super) fn allies(&self, unit: UnitId) -> UnitSet {
        self.nw.roster.everyone().without(self.enemies(unit))
    }

    /// What a condition asks of the unit that decides; of a target only if there is one.
    pub(super) fn fact(&self, fact: Fact, unit: UnitId, target: Option<UnitId>) -> (i32, i32) {
        let target = target.unwrap_or(unit);
        match fact {
            Fact::Hp => (self.hp(unit), self.extras(unit).derived.max_hp),
            Fact::HpPercent => (self.hp_percent(unit), 100),
            Fact::Mp => (self.extras(unit).mp, self.extras(unit).derived.max_mp),
            Fact::Prana => (self.extras(unit).prana, self.unit_tables(unit).prana),
            Fact::TargetHp => (self.hp(target), self.extras(target).derived.max_hp),
            Fact::Distance => (self.distance(unit, target) as i32, 0),
            Fact::HasStatus(status) => (i32::from(self.has(unit, status)), 1),
            Fact::TargetHasStatus(status) => (i32::from(self.has(target, status)), 1),
            Fact::Flying => (i32::from(self.extras(unit).flying), 1),
            Fact::NotExhausted => (i32::from(self.state.able.has(unit)), 1),
            Fact::Round | Fact::Count | Fact::Enemies | Fact::Allies => self.nw.fact(fact, unit, self.state),
        }
    }

    /// HP in percent of their maximum, rounded down.
    pub(super) fn hp_percent(&self, unit: UnitId) -> i32 {
        (i64::from(self.hp(unit)) * 100).div_euclid(i64::from(self.extras(unit).derived.max_hp.max(1))) as i32
    }

    /// Whether a condition holds; one about a target does not without one.
    pub(super) fn holds(&self, when: &When<Fact>, unit: UnitId, target: Option<UnitId>) -> bool {
        when.holds_known(|fact| {
            (target.is_some() || !fact.is_of_target()).then(|| self.fact(fact, unit, target))
        })
    }

    /// NW-28, NW-31: who has fewer HP than a standing unit needs falls; costs and attacks look
    /// after what they resolve.
    #[inline(always)]
    pub(super) fn settle(&mut self, unit: UnitId, why: NearDeathCause) {
        if self.stands(unit) && self.hp(unit) < self.nw.least_hp {
            self.go_down(unit, why);
        }
    }

    /// NW-31: who is left, if somebody left the fight since the last look. The first that is found
    /// in a turn stays: nothing that follows changes who won.
    #[inline(always)]
    pub(super) fn look_at_outcome(&mut self) -> Option<Outcome> {
        let turn = &mut self.state.extras.turn;
        if core::mem::take(&mut turn.changed) && turn.over.is_none() {
            self.state.extras.turn.over = self.nw.outcome(self.state);
        }
        self.state.extras.turn.over
    }

    /// Sets a count as it changes outside Setup and the end of a Main: who falls below the line is
    /// Exhausted (NW-16); `exhaustion_sticky = false` lets a raised count act again.
    pub(super) fn set_count(&mut self, unit: UnitId, to: i32, why: Exhaustion) {
        let to = to.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let from = core::mem::replace(&mut self.state.unit_mut(unit).count, to);
        let place = self.nw.hot(unit).place;
        let waits = !self.state.extras.turn.in_main.has(unit);
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
            && !self.state.extras.turn.cleans_up
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
    pub(super) fn is_limited(&self, unit: UnitId) -> bool {
        let (limit, mains) = (self.nw.rulings.max_mains_per_unit_per_round.0, self.state.unit(unit).mains);
        limit > 0 && i32::from(mains) >= limit || mains >= tables::MOST_MAINS
    }
}
