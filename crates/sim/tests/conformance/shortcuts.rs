//! Nothing that a game prepares or remembers to be faster changes what is played: with and without it
//! fights agree in totals, in the state after every turn and in their play-by-play. And what a
//! scenario has and nobody uses changes nothing either.

#[cfg(feature = "night-wizard")]
mod night_wizard;

use crate::support::audited::Audited;
#[cfg(feature = "cardinal")]
use crate::support::cardinal;
#[cfg(feature = "mahou-galaxy")]
use crate::support::mahou_galaxy;
use crate::support::seen::{begin_seen, play_seen, turn_seen};
use crate::support::turn_by_turn::TurnByTurn;
use fray_engine::contract::{Rules, Step, System};
use fray_engine::metrics::MetricSet;
use fray_engine::observe::{Nobody, Observer};
#[cfg(feature = "cardinal")]
use fray_rules::games::cardinal::Cardinal;
#[cfg(feature = "mahou-galaxy")]
use fray_rules::games::mahou_galaxy::MahouGalaxy;
use fray_sim::play::dice::Dice;
use fray_sim::play::observers::Both;
use fray_sim::tally::Tally;
use fray_sim::totals::{ActionTotals, Totals};

/// Random scenarios of each of the three sorts, and fights of each.
const SCENARIOS: u64 = 120;
const FIGHTS: u64 = 5;
const SEED: u64 = 2016;

fn dice_of(system: &impl System, fight: u64) -> Dice {
    let mut dice = Dice::new(system.roster(), SEED);
    dice.fight(fight);
    dice
}

/// The keys of a fight's states, after every turn.
fn keys<S: Rules>(system: &S, fight: u64) -> Vec<Vec<u32>> {
    let (mut state, mut dice) = (S::State::default(), TurnByTurn::new(dice_of(system, fight)));
    begin_seen(system, &mut state, &mut dice, &mut Nobody);
    let (mut keys, mut n_rounds) = (Vec::new(), 0);
    loop {
        let mut key = Vec::new();
        system.key(&mut state.clone(), &mut key);
        keys.push(key);
        match turn_seen(system, &mut state, &mut dice, &mut Nobody) {
            Step::GoesOn => {}
            Step::RoundOver if n_rounds == system.max_rounds() => return keys,
            Step::RoundOver => n_rounds += 1,
            Step::Over(_) => return keys,
        }
    }
}

/// Keeps the events of fights.
struct Events<S: Rules>(Vec<S::Event>);

impl<S: Rules> Observer<S> for Events<S> {
    const WANTS_EVENTS: bool = true;

    fn event(&mut self, make: impl FnOnce() -> S::Event) {
        self.0.push(make());
    }
}

/// Whether each fight is played from a new state, or from what the one before it left.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Begins {
    New,
    Used,
}

/// The totals of some fights, in as many turns a call as the game likes, and their lines.
fn totals_and_lines<S: Rules<Event: Clone>>(system: &S, from: Begins) -> (Totals, Vec<String>) {
    let mut both = Both(Tally::new(system), Events::<S>(Vec::new()));
    let (mut lines, mut state) = (Vec::new(), S::State::default());
    for fight in 0..FIGHTS {
        if from == Begins::New {
            state = S::State::default();
        }
        play_seen(system, &mut state, &mut Audited::unchecked(dice_of(system, fight)), &mut both);
        for event in &core::mem::take(&mut both.1.0) {
            let mut line = String::new();
            system.describe(event, &mut line).expect("a string takes every line");
            lines.push(line);
        }
    }
    let mut totals = Totals::default();
    both.0.drain_into(&mut totals);
    // Units with more actions have more places in these lists, and nothing at them.
    for unit in &mut totals.units {
        unit.actions.retain(|action| *action != ActionTotals::default());
        unit.felled.retain(|times| *times > 0);
    }
    (totals, lines)
}

fn assert_plain_agrees<S: Rules<Event: Clone>>(fast: &S, plain: &S, what: &str) {
    let ((fast_totals, fast_lines), (plain_totals, plain_lines)) =
        (totals_and_lines(fast, Begins::Used), totals_and_lines(plain, Begins::New));
    let differs = fast_lines.iter().zip(&plain_lines).position(|(a, b)| a != b).unwrap_or(0);
    let differs = [&fast_lines, &plain_lines]
        .map(|lines| lines[differs.saturating_sub(9)..].iter().take(11).collect::<Vec<_>>());
    assert!(fast_lines == plain_lines, "{what}: the play-by-play differs at {differs:#?}");
    for (unit, (fast, plain)) in fast_totals.units.iter().zip(&plain_totals.units).enumerate() {
        for (metric, (fast, plain)) in S::Metric::ALL.iter().zip(fast.metrics.iter().zip(&plain.metrics)) {
            assert!(fast == plain, "{what}: {} of unit {unit} is {fast:?} and {plain:?}", metric.name);
        }
    }
    for (unit, (fast, plain)) in fast_totals.units.iter().zip(&plain_totals.units).enumerate() {
        for (clock, (fast, plain)) in fast.clocks.iter().zip(&plain.clocks).enumerate() {
            assert!(fast == plain, "{what}: clock {clock} of unit {unit} is {fast:?} and {plain:?}");
        }
    }
    assert!(fast_totals == plain_totals, "{what}: the totals differ");
    for fight in 0..FIGHTS {
        let (fast, plain) = (keys(fast, fight), keys(plain, fight));
        let differs = fast.iter().zip(&plain).position(|(a, b)| a != b);
        assert!(fast == plain, "{what}, fight {fight}: the state after turn {differs:?} differs");
    }
}

#[cfg(feature = "cardinal")]
#[test]
fn what_a_state_was_used_for_before_changes_nothing_of_cardinal() {
    for seed in 0..3 * SCENARIOS {
        let system = Cardinal::new(&cardinal::random_setup(seed));
        assert_plain_agrees(&system, &system, &format!("Cardinal scenario {seed}"));
    }
}

#[cfg(feature = "mahou-galaxy")]
#[test]
fn shortcuts_change_nothing_of_ways_areas_and_chances() {
    let mut on_maps = 0;
    for seed in 0..3 * SCENARIOS {
        let setup = mahou_galaxy::random_setup(seed);
        on_maps += u64::from(setup.map.is_some());
        let (fast, plain) = (MahouGalaxy::new(&setup), MahouGalaxy::without_shortcuts(&setup));
        assert_plain_agrees(&fast, &plain, &format!("Mahou Galaxy scenario {seed}"));
    }
    assert!(on_maps > SCENARIOS / 2, "{on_maps} scenarios on maps");
}
