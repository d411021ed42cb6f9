//! Nothing that a game prepares or remembers to be faster changes what is played: with and without it
//! fights agree in totals, in the state after every turn and in their play-by-play. And what a
//! scenario has and nobody uses changes nothing either.

use std::path::Path;

use crate::support::night_wizard::{party, random_setup};
use crate::support::night_wizard_whole::random_whole_setup;
use crate::support::{Choices, cardinal, mahou_galaxy};
use fray_rules::declare::metrics::MetricSet;
use fray_rules::engine::contract::{Step, System};
use fray_rules::engine::draw::{Chance, Draw, Roll};
use fray_rules::engine::fight::play;
use fray_rules::engine::observe::{Nobody, Observer};
use fray_rules::games::cardinal::Cardinal;
use fray_rules::games::mahou_galaxy::MahouGalaxy;
use fray_rules::games::night_wizard::NightWizard;
use fray_rules::games::night_wizard::rulings::Switch;
use fray_rules::games::night_wizard::setup::ability::{Ability, Amount, Cost, Effect, Range, Timing};
use fray_rules::games::night_wizard::setup::{MapSetup, Series, Setup, UnitSetup, Weapon};
use fray_rules::games::night_wizard::tactics::{
    AllOut, Entry, Fact, Final, Flee, Flight, Movement, Plan, PranaMortality, Target,
};
use fray_rules::systems::Prepared;
use fray_sim::play::dice::Dice;
use fray_sim::play::observers::Both;
use fray_sim::scenario::{Options, load_scenario};
use fray_sim::tally::Tally;
use fray_sim::totals::{ActionTotals, Totals};

/// Random scenarios of each of the three sorts, and fights of each.
const SCENARIOS: u64 = 120;
const FIGHTS: u64 = 5;
const SEED: u64 = 2016;

/// The dice of a fight for somebody who looks at the state between turns.
struct TurnByTurn(Dice);

impl Chance for TurnByTurn {
    fn below(&mut self, by: Roll, n: u32) -> u32 {
        self.0.below(by, n)
    }

    fn draw<D: Draw>(&mut self, by: Roll, what: &D) -> D::Out {
        self.0.draw(by, what)
    }

    fn draw_if<D: Draw>(&mut self, yes: bool, by: Roll, what: &D) -> D::Out {
        self.0.draw_if(yes, by, what)
    }
}

fn dice_of(system: &impl System, fight: u64) -> Dice {
    let mut dice = Dice::new(system.roster(), SEED);
    dice.fight(fight);
    dice
}

/// The keys of a fight's states, after every turn.
fn keys<S: System>(system: &S, fight: u64) -> Vec<Vec<u32>> {
    let (mut state, mut dice) = (S::State::default(), TurnByTurn(dice_of(system, fight)));
    system.begin(&mut state, &mut dice, &mut Nobody);
    let (mut keys, mut n_rounds) = (Vec::new(), 0);
    loop {
        let mut key = Vec::new();
        system.key(&mut state.clone(), &mut key);
        keys.push(key);
        match system.turn(&mut state, &mut dice, &mut Nobody) {
            Step::GoesOn => {}
            Step::RoundOver if n_rounds == system.max_rounds() => return keys,
            Step::RoundOver => n_rounds += 1,
            Step::Over(_) => return keys,
        }
    }
}

/// Keeps the events of fights.
struct Events<S: System>(Vec<S::Event>);

impl<S: System> Observer<S> for Events<S> {
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
fn totals_and_lines<S: System<Event: Clone>>(system: &S, from: Begins) -> (Totals, Vec<String>) {
    let mut both = Both(Tally::new(system), Events::<S>(Vec::new()));
    let (mut lines, mut state) = (Vec::new(), S::State::default());
    for fight in 0..FIGHTS {
        if from == Begins::New {
            state = S::State::default();
        }
        play(system, &mut state, &mut dice_of(system, fight), &mut both);
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

fn assert_shortcuts_change_nothing(setup: &Setup, what: &str) {
    assert_plain_agrees(&NightWizard::new(setup), &NightWizard::without_shortcuts(setup), what);
}

fn assert_plain_agrees<S: System<Event: Clone>>(fast: &S, plain: &S, what: &str) {
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

/// Asserts that both play the same fights: totals and lines.
fn assert_same_fights(plain: &NightWizard, other: &NightWizard, what: &str) {
    let ((plain, plain_lines), (other, other_lines)) =
        (totals_and_lines(plain, Begins::New), totals_and_lines(other, Begins::Used));
    let differs = plain_lines.iter().zip(&other_lines).find(|(a, b)| a != b);
    assert!(plain_lines == other_lines, "{what}: the play-by-play differs at {differs:?}");
    assert!(plain == other, "{what}: the totals differ");
}

fn for_each_unit(setup: &Setup, mut change: impl FnMut(&mut UnitSetup)) -> Setup {
    let mut changed = setup.clone();
    changed.sides.iter_mut().flat_map(|side| &mut side.units).for_each(&mut change);
    changed
}

#[test]
fn what_is_never_used_changes_nothing() {
    let setups = (0..40).map(|seed| (format!("simple scenario {seed}"), random_setup(seed)));
    for (name, setup) in setups.chain([("a party".to_owned(), party())]) {
        // Conditions may ask for prana that is there.
        let mut units = setup.sides.iter().flat_map(|side| &side.units);
        if units.any(|unit| unit.tactics.ask(|fact| fact == Fact::Prana)) {
            continue;
        }
        let plain = NightWizard::new(&setup);
        let same = |what: &str, changed: &Setup| {
            assert_same_fights(&plain, &NightWizard::new(changed), &format!("{name} with {what}"));
        };
        same(
            "prana",
            &for_each_unit(&setup, |unit| {
                (unit.prana, unit.start_prana, unit.release) = (1, 1, 1);
                unit.tactics.prana_mort =
                    Plan { entries: vec![Entry { what: PranaMortality::None, when: None }] };
            }),
        );
        same(
            "second weapons",
            &for_each_unit(&setup, |unit| {
                // Who has none fights with bare hands, which are a weapon without anything.
                unit.weapons.resize_with(unit.weapons.len().max(1), Weapon::default);
                unit.weapons.push(Weapon { hit_mod: -50, attack_mod: -50, ..unit.weapons[0].clone() });
            }),
        );
        same(
            "an ability that costs more MP than there are",
            &for_each_unit(&setup, |unit| {
                let mp = Amount::fixed(1);
                unit.abilities.push(Ability {
                    name: "never".to_owned(),
                    timing: Timing::Major,
                    cost: Cost { mp, ..Cost::default() },
                    effects: vec![Effect::HealHp(Amount::fixed(1))],
                    ..Ability::default()
                });
            }),
        );
        let (obstacles, obstructs, exits, floor_height) = Default::default();
        let square =
            MapSetup { width: 1, height: 1, obstacles, obstructs, exits, floor_height, fortress: false };
        same("a map of one square", &Setup { map: Some(square), ..setup.clone() });
    }
}

#[test]
fn prana_that_is_never_spent_changes_nothing_of_shipped_fights() {
    let sets_of = |units: &[&str]| -> Vec<(String, String)> {
        let all = units.iter().flat_map(|unit| {
            ["prana=1", "release=1", "tactics.prana_mort=none"].map(|set| format!("{unit}.{set}"))
        });
        all.map(|set| ("--set".to_owned(), set)).collect()
    };
    let load = |name: &str, sets: Vec<(String, String)>| -> NightWizard {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/night-wizard").join(name);
        let options = Options { sets, ..Options::default() };
        match load_scenario(&path, &options).map(|scenario| scenario.system) {
            Ok(Prepared::NightWizard(system)) => *system,
            other => panic!("{name}: {other:?}"),
        }
    };
    for name in ["duel.toml", "brawl.toml", "swarm.toml"] {
        let plain = load(name, Vec::new());
        let mut units: Vec<&str> = plain.roster().units.iter().map(|unit| unit.name.as_str()).collect();
        // Copies of one unit share a path.
        units.iter_mut().for_each(|unit| *unit = unit.split('#').next().unwrap_or(unit));
        units.dedup();
        assert_same_fights(&plain, &load(name, sets_of(&units)), name);
    }
}

#[test]
fn shortcuts_change_nothing_of_simple_fights() {
    for seed in 0..SCENARIOS {
        let mut setup = random_setup(seed);
        if seed % 3 == 0 {
            setup.sides.truncate(2);
            setup.sides.iter_mut().for_each(|side| side.units.truncate(1));
            setup.sides.iter_mut().flat_map(|side| &mut side.units).for_each(|unit| {
                unit.tactics = Default::default();
            });
        }
        assert_shortcuts_change_nothing(&setup, &format!("simple scenario {seed}"));
    }
}

#[test]
fn shortcuts_change_nothing_of_fights_with_abilities() {
    for seed in 0..SCENARIOS {
        let setup = random_whole_setup(seed);
        assert_shortcuts_change_nothing(&setup, &format!("scenario {seed} with abilities"));
    }
}

#[test]
fn shortcuts_change_nothing_of_fights_on_maps_and_in_series() {
    for seed in 0..SCENARIOS {
        let mut setup = if seed % 2 == 0 { random_setup(seed) } else { random_whole_setup(seed) };
        on_a_map(&mut setup, &mut Choices::new(seed ^ 0x3a9));
        assert_shortcuts_change_nothing(&setup, &format!("scenario {seed} on a map"));
    }
}

#[test]
fn what_a_state_was_used_for_before_changes_nothing_of_cardinal() {
    for seed in 0..3 * SCENARIOS {
        let system = Cardinal::new(&cardinal::random_setup(seed));
        assert_plain_agrees(&system, &system, &format!("Cardinal scenario {seed}"));
    }
}

/// Puts a scenario on a map with walls, heights and exits, and gives it what belongs to one.
fn on_a_map(setup: &mut Setup, choices: &mut Choices) {
    let (width, height) = (choices.int(2, 9) as u8, choices.int(1, 7) as u8);
    let mut squares = |once_in: i64| -> Vec<(u8, u8)> {
        let all = (0..width).flat_map(|x| (0..height).map(move |y| (x, y)));
        all.filter(|_| choices.once_in(once_in)).collect()
    };
    // Who starts in the first or last column stands free.
    let inside = |&(x, _): &(u8, u8)| x > 0 && x + 1 < width;
    let obstacles = squares(5).into_iter().filter(inside).map(|(x, y)| (x, y, None)).collect();
    let floor_height = squares(9).into_iter().filter(inside).map(|(x, y)| (x, y, 1)).collect();
    let (obstructs, exits) = (squares(6), squares(8));
    setup.map = Some(MapSetup { width, height, obstacles, obstructs, exits, floor_height, fortress: false });
    setup.max_rounds = setup.max_rounds.min(8);
    setup.series = Series { fights: choices.int(1, 3) as u32 };
    setup.rulings.flee = *choices.of(&[Switch::Off, Switch::On]);
    let n_units = setup.sides.iter().map(|side| side.units.len()).sum::<usize>() as i32;
    for (i, side) in setup.sides.iter_mut().enumerate() {
        for unit in &mut side.units {
            let column = if i % 2 == 0 { 0 } else { width - 1 };
            unit.position = [column, choices.int(0, i32::from(height) - 1) as u8, 0];
            unit.movement_power = choices.int(0, 5);
            unit.lunar_robe |= choices.once_in(4);
            for weapon in &mut unit.weapons {
                let least = choices.int(0, 1) as u8;
                weapon.range = Range { least, most: Some(choices.int(1, 5) as u8) };
            }
            let ward = Movement::Ward(fray_rules::engine::roster::UnitId(choices.int(0, n_units - 1) as u8));
            let moves = [Movement::Approach, Movement::Stay, Movement::KeepDistance(3), ward];
            let more = [Movement::Kite, Movement::Flank];
            let tactics = &mut unit.tactics;
            tactics.move_ = sometimes(choices, &[&moves[..], &more[..]].concat());
            tactics.target = sometimes(choices, &[Target::Nearest, Target::Weakest, Target::Random]);
            tactics.allout = sometimes(choices, &[AllOut::BestMean, AllOut::Always]);
            tactics.flight = sometimes(choices, &[Flight::Start, Flight::Engaged, Flight::Hover]);
            tactics.flee = sometimes(choices, &[Flee::HpBelow(50), Flee::Outnumbered]);
            tactics.final_ = sometimes(choices, &[Final::Heal]);
        }
    }
}

fn sometimes<T: Copy>(choices: &mut Choices, all: &[T]) -> Plan<T> {
    let entries =
        if choices.once_in(2) { vec![Entry { what: *choices.of(all), when: None }] } else { Vec::new() };
    Plan { entries }
}

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
