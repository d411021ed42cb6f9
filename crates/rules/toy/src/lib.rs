#![doc = include_str!("../RULES.md")]
//!
//! Read in this order: [`Toy`] (a fight from its start to its end), [`data`], `sheet` (scenario files).

pub mod data;
mod sheet;

use core::fmt;

use fray_engine::clocks::ClockSet as _;
use fray_engine::contract::{Action, Keyed, Outcome, Report, Step, System};
use fray_engine::draw::{Chance, Purpose, Roll};
use fray_engine::key::{KeyCursor, KeyReader, KeyWriter};
use fray_engine::metrics::{Highlight, MetricSet as _};
use fray_engine::observe::{ActionRef, ActionTarget, Cause, Observer, TurnUse};
use fray_engine::roster::{MAX_UNITS, Roster, SideId, UnitId, UnitSet};
use fray_play::engine::{AsEngine, Engine};
use fray_play::game::{Game, Meaning, RuleRange};

use data::{Clock, Event, Exhaustion, Fact, First, Metric, Rulings, Setup, Target, UnitSetup};

/// The game, as a list of games knows it.
pub const GAME: Game = Game {
    title: "Potshots",
    rules: RuleRange { prefix: "TY", last: 6 },
    rulebook: include_str!("../RULES.md"),
    example: include_str!("../example.toml"),
    metrics: Metric::ALL,
    clocks: Clock::ALL,
    highlights: Toy::HIGHLIGHTS,
    health: Toy::HEALTH,
    least_round: Toy::LEAST_ROUND,
    parts: &sheet::PARTS,
    read: |document, library, problems| Some(meaning(&sheet::read(document, library, problems)?)),
    mirror: |document, library, problems| {
        Some(meaning(&Setup { is_mirrored: true, ..sheet::read(document, library, problems)? }))
    },
    check: sheet::check,
    source: "",
};

/// The meaning of a scenario's setup.
fn meaning(setup: &Setup) -> Meaning {
    Meaning::new(Toy::new(setup), setup, Rulings::ALL, |key| Rulings::can_matter(key, setup))
}

/// The rules prepared for one scenario.
#[derive(Clone, Debug)]
pub struct Toy {
    roster: Roster,
    max_rounds: u32,
    /// The side that is first in a round; `None` for a toss.
    first: Option<SideId>,
    units: Vec<UnitSetup>,
}

/// The state of a fight.
#[derive(Clone, Debug, Default)]
pub struct State {
    hp: [u8; MAX_UNITS],
    shots: [u8; MAX_UNITS],
    /// The units that still have a turn in this round.
    waiting: UnitSet,
    /// The side that is first in this round.
    first: SideId,
}

/// The places of bow and fists among the actions of a unit.
const BOW: u8 = 0;
const FISTS: u8 = 1;

impl Toy {
    /// Prepares a scenario.
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        let sides = setup.sides.iter();
        let named = sides.map(|(side, units)| (side.as_str(), units.iter().map(|unit| unit.name.as_str())));
        let listed = SideId(u8::from(setup.is_mirrored));
        Self {
            roster: Roster::of(named),
            max_rounds: setup.max_rounds,
            first: (setup.rulings.first == First::Listed).then_some(listed),
            units: setup.sides.iter().flat_map(|side| side.1.clone()).collect(),
        }
    }

    /// The units of a side.
    fn of(&self, side: SideId) -> UnitSet {
        self.roster.sides[side.idx()].units
    }

    /// The units of the other side that stand.
    fn foes(&self, state: &State, unit: UnitId) -> UnitSet {
        self.standing(state).without(self.of(self.roster.units[unit.idx()].side))
    }

    /// TY-02: the side that is first in the round, and who has a turn in it.
    fn begin_round<C: Chance, O: Observer<Self>>(&self, state: &mut State, dice: &mut C, obs: &mut O) {
        let toss = Roll { unit: UnitId(0), purpose: Purpose::Initiative };
        let first = self.first.unwrap_or_else(|| SideId(dice.below(toss, 2) as u8));
        (state.first, state.waiting) = (first, self.standing(state));
        obs.event(|| Event::Begins { first });
    }

    /// TY-02: whose turn it is.
    fn next(&self, state: &State) -> UnitId {
        let of_first = state.waiting.and(self.of(state.first));
        if of_first.is_empty() { state.waiting.first() } else { of_first.first() }
    }

    /// D-01: whom the unit attacks.
    fn target<C: Chance>(&self, state: &State, unit: UnitId, dice: &mut C) -> UnitId {
        let (me, foes) = (&self.units[unit.idx()], self.foes(state, unit));
        let target = me.tactics.target.choose(|fact| match fact {
            Fact::Hp => (state.hp[unit.idx()].into(), me.hp.into()),
            Fact::Shots => (state.shots[unit.idx()].into(), 0),
            Fact::Foes => (foes.len() as i32, 0),
        });
        match target {
            Target::First => foes.first(),
            Target::Weakest => foes.least(|foe| state.hp[foe.idx()]),
            Target::Random => foes.nth(dice.below(Roll { unit, purpose: Purpose::Choice }, foes.len())),
        }
    }

    /// TY-03 to TY-05: the turn of a unit.
    fn attack<C: Chance, O: Observer<Self>>(
        &self,
        state: &mut State,
        unit: UnitId,
        dice: &mut C,
        obs: &mut O,
    ) {
        obs.activation(unit);
        let (me, target) = (&self.units[unit.idx()], self.target(state, unit, dice));
        let bow = state.shots[unit.idx()] > 0;
        let (action, need, damage) = if bow { (BOW, me.aim, me.damage) } else { (FISTS, 6, 1) };
        let (action_ref, victim) =
            (ActionRef { by: unit, action }, ActionTarget { unit: target, is_ally: false });
        obs.used(action_ref);
        obs.add_if(!bow, unit, Metric::Blows, 1);
        let roll = dice.below(Roll { unit, purpose: Purpose::Hit }, 6) as u8 + 1;
        let hits = roll >= need;
        obs.event(|| Event::Attacks { unit, target, bow, roll, need });
        obs.attack(action_ref, victim, hits, if hits { damage.into() } else { 0 });
        if hits {
            let hp = &mut state.hp[target.idx()];
            let lost = damage.min(*hp);
            *hp -= lost;
            obs.event(|| Event::Hurt { unit: target, damage: lost, hp: *hp });
            obs.damage(action_ref, victim, lost.into());
            if damage > lost {
                obs.overkill(unit, (damage - lost).into());
            }
            if *hp == 0 {
                state.shots[target.idx()] = 0;
                state.waiting.remove(target);
                obs.felled(victim, Cause::Action(action_ref));
            }
        }
        if bow {
            state.shots[unit.idx()] -= 1;
            if state.shots[unit.idx()] == 0 {
                obs.event(|| Event::Exhausted { unit });
                obs.mark(unit, Clock::Exhausted(Exhaustion::Attack));
            }
        }
        obs.turn_used(unit, TurnUse::Acted);
        obs.activation_over(unit);
    }

    /// Writes and reads keys.
    fn visit_key<K: KeyCursor>(&self, state: &mut State, key: &mut K) {
        // Who was first matters while both sides wait.
        if [0, 1].into_iter().any(|side| state.waiting.and(self.of(SideId(side))).is_empty()) {
            state.first = SideId(0);
        }
        key.field(&mut state.first.0);
        key.field(&mut state.waiting);
        for unit in self.roster.everyone() {
            key.word(|word| {
                word.bits(8, &mut state.hp[unit.idx()]);
                word.bits(8, &mut state.shots[unit.idx()]);
            });
        }
    }
}

impl AsEngine for Toy {
    #[inline(never)]
    fn as_engine(&self) -> &dyn Engine {
        self
    }
}

impl System for Toy {
    type State = State;
    type Event = Event;
    type Metric = Metric;
    type Clock = Clock;

    fn roster(&self) -> &Roster {
        &self.roster
    }

    fn max_rounds(&self) -> u32 {
        self.max_rounds
    }

    fn begin<C: Chance, O: Observer<Self>>(&self, state: &mut State, _: &mut C, _: &mut O) {
        *state = State::default();
        for (at, unit) in self.units.iter().enumerate() {
            (state.hp[at], state.shots[at]) = (unit.hp, unit.shots);
        }
    }

    fn turn<C: Chance, O: Observer<Self>>(&self, state: &mut State, dice: &mut C, obs: &mut O) -> Step {
        if state.waiting.is_empty() {
            self.begin_round(state, dice, obs);
            return Step::GoesOn;
        }
        let unit = self.next(state);
        state.waiting.remove(unit);
        self.attack(state, unit, dice, obs);
        if self.foes(state, unit).is_empty() {
            return Step::Over(Outcome::Win(self.roster.units[unit.idx()].side));
        }
        if state.waiting.is_empty() { Step::RoundOver } else { Step::GoesOn }
    }

    fn standing(&self, state: &State) -> UnitSet {
        self.roster.everyone().only(|unit| state.hp[unit.idx()] > 0)
    }

    fn health(&self, state: &State, unit: UnitId) -> u32 {
        state.hp[unit.idx()].into()
    }

    fn end<O: Observer<Self>>(&self, state: &State, obs: &mut O) {
        for unit in self.roster.everyone() {
            obs.add(unit, Metric::ShotsLeft, state.shots[unit.idx()].into());
        }
    }
}

impl Keyed for Toy {
    fn key(&self, state: &mut State, key: &mut Vec<u32>) {
        self.visit_key(state, &mut KeyWriter(key));
    }

    fn state_of(&self, key: &[u32]) -> State {
        let mut state = State::default();
        self.visit_key(&mut state, &mut KeyReader(key));
        state
    }
}

impl Report for Toy {
    const NAME: &'static str = "toy";

    const HIGHLIGHTS: &'static [Highlight] =
        &[Highlight { heading: "UNITS", metrics: &["standing", "dropped", "felled", "blows", "shots_left"] }];

    fn actions(&self, _: UnitId) -> Vec<Action> {
        vec![Action::new("weapon", "bow"), Action::new("weapon", "fists")]
    }

    fn describe(&self, event: &Event, line: &mut dyn fmt::Write) -> fmt::Result {
        event.describe(self, line)
    }
}
