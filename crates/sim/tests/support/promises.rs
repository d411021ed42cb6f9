//! What every system promises, checked over random scenarios of it.
//!
//! A failure names the seed of its scenario; `FRAY_SCENARIO=<seed>` in the environment of the test runs that one
//! alone.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use super::audited::Audited;
use super::recorder::Recorder;
use super::seen::{begin_seen, play_seen, turn_seen};
use super::{Family, fair, two_sided};
use fray_engine::contract::{Outcome, Rules, Step};
use fray_engine::fight::Played;
use fray_engine::metrics::{Kind, MetricSet};
use fray_engine::observe::Nobody;
use fray_engine::worth::POINT;
use fray_sim::play::dice::Dice;
use fray_sim::play::engine::AsEngine;
use fray_sim::play::luck::{LuckProducts, LuckTotals, pair_of_accounts};
use fray_sim::play::observers::Both;
use fray_sim::play::run::run;
use fray_sim::play::trace::{Trace, Transcript, trace};
use fray_sim::play::turns::ByTurn;
use fray_sim::tally::Tally;
use fray_sim::totals::{Histogram, MetricTotals, Plane, Totals};

/// Random scenarios of a system.
const SCENARIOS: u64 = 300;
/// Fights that are watched one by one, of each: another scenario shows more than another fight.
const WATCHED: u64 = 3;
/// Fights that are run, of each: chunks that threads share, and an odd end.
const RUN: u64 = fray_sim::play::run::CHUNK + 77;
/// Scenarios that are run at all; runs take the time.
const SCENARIOS_RUN: u64 = 8;
/// Mirror matches and their fights.
const MIRRORS: u64 = 20;
const MIRROR_FIGHTS: u64 = 8_000;
/// The rate of false alarms of all mirror matches of a system together, over random seeds.
const ALPHA: f64 = 1e-3;
/// More turns than any round of these scenarios can have: a Main or a delay lowers a count.
const TURNS: u32 = 10_000;

const SEED: u64 = 2016;

/// Runs `check` over random scenarios and says how to run a failed one again.
fn over_scenarios(name: &str, n: u64, mut check: impl FnMut(u64)) {
    let only = std::env::var("FRAY_SCENARIO").ok().map(|seed| seed.parse().expect("a number"));
    for scenario in 0..n {
        if only.is_some_and(|only: u64| only != scenario) {
            continue;
        }
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| check(scenario))) {
            eprintln!("{name}: scenario {scenario} failed; to run it alone:");
            let tests = env!("CARGO_CRATE_NAME");
            eprintln!("    FRAY_SCENARIO={scenario} cargo test -p fray-sim --test {tests} {name}");
            resume_unwind(panic);
        }
    }
}

/// Holds a system to its promises. `make` and `mirror` make a random scenario and a random match
/// of two identical sides from a seed.
pub(crate) fn conform<S: AsEngine<Event: Clone + PartialEq, Clock: PartialEq>>(
    name: &str,
    make: impl Fn(u64) -> S,
    mirror: impl Fn(u64) -> S,
) {
    let n_draws = hold(name, make, mirror);
    // One scenario alone may have no luck.
    let is_whole = std::env::var_os("FRAY_SCENARIO").is_none();
    assert!(
        n_draws > 0 || !is_whole,
        "no draw of {name} is worth anything, so that no account of luck was held"
    );
}

/// Holds a system as [`conform`] does whose draws are worth nothing to anybody.
pub(crate) fn conform_without_luck<S: AsEngine<Event: Clone + PartialEq, Clock: PartialEq>>(
    name: &str,
    make: impl Fn(u64) -> S,
    mirror: impl Fn(u64) -> S,
) {
    assert_eq!(hold(name, make, mirror), 0, "draws of {name} are worth something");
}

/// Holds a system to its promises and returns how many draws were worth something.
fn hold<S: AsEngine<Event: Clone + PartialEq, Clock: PartialEq>>(
    name: &str,
    make: impl Fn(u64) -> S,
    mirror: impl Fn(u64) -> S,
) -> u64 {
    let mut n_draws = 0;
    over_scenarios(name, SCENARIOS, |scenario| {
        let system = make(scenario);
        for fight in 0..WATCHED {
            fights_end(&system, fight);
            a_tally_is_what_an_observer_sees(&system, fight);
            watching_changes_nothing(&system, fight);
            a_key_holds_all_that_matters(&system, fight);
            n_draws += luck_has_mean_zero(&system, fight);
        }
    });
    let mut luck = Family::new(ALPHA);
    over_scenarios(name, SCENARIOS_RUN, |scenario| {
        let system = make(scenario);
        let totals = threads_change_nothing(&system);
        ranges_add_up(&system, &totals);
        totals_hang_together(&system, &totals);
        luck_evens_out(&mut luck, scenario, &totals);
    });
    if !luck.is_empty() {
        luck.close();
    }
    mirror_matches_are_fair(&mirror);
    n_draws
}

/// The dice of a fight, whose draws nobody audits.
fn dice_of<S: Rules>(system: &S, fight: u64) -> Audited {
    let mut dice = Dice::new(system.roster(), SEED);
    dice.fight(fight);
    Audited::unchecked(dice)
}

fn fights_end<S: AsEngine>(system: &S, fight: u64) {
    let (mut state, mut dice) = (S::State::default(), dice_of(system, fight));
    begin_seen(system, &mut state, &mut dice, &mut Nobody);
    let played = go_on(system, &mut state, &mut dice, 1, |_, _, _| {});
    assert!((1..=system.max_rounds()).contains(&played.rounds));
    assert_eq!(played, play_seen(system, &mut S::State::default(), &mut dice_of(system, fight), &mut Nobody));
    if let Outcome::Win(side) = played.outcome {
        assert!(side.idx() < system.roster().sides.len());
    }
    assert!(system.standing(&state).without(system.roster().everyone()).is_empty());
}

/// Plays on from `round`; `see` looks at state, dice and round before every turn.
fn go_on<S: Rules>(
    system: &S,
    state: &mut S::State,
    dice: &mut Audited,
    mut round: u32,
    mut see: impl FnMut(&S::State, &Audited, u32),
) -> Played {
    let mut turns = 0;
    loop {
        see(state, dice, round);
        match turn_seen(system, state, dice, &mut Nobody) {
            Step::GoesOn => {
                turns += 1;
                assert!(turns < TURNS, "round {round} does not end");
            }
            Step::RoundOver if round == system.max_rounds() => {
                return Played { outcome: Outcome::Timeout, rounds: round };
            }
            Step::RoundOver => (round, turns) = (round + 1, 0),
            Step::Over(outcome) => return Played { outcome, rounds: round },
        }
    }
}

/// The tally of one fight, and what a plain observer of the same fight counts, are one.
#[inline(never)]
fn a_tally_is_what_an_observer_sees<S: Rules<Event: Clone>>(system: &S, fight: u64) {
    let mut both = Both(Tally::new(system), Recorder::<S>::default());
    play_seen(system, &mut S::State::default(), &mut dice_of(system, fight), &mut both);
    let mut totals = Totals::default();
    both.0.drain_into(&mut totals);
    assert_eq!(totals, both.1.totals(system), "fight {fight}");
}

/// A transcript, a trace and a tally see the fight that is played when nobody watches.
fn watching_changes_nothing<S: AsEngine<Event: Clone + PartialEq>>(system: &S, fight: u64) {
    let unseen = play_seen(system, &mut S::State::default(), &mut dice_of(system, fight), &mut Nobody);
    let (played, a) = tallied(system, fight);
    assert_eq!(played, unseen);
    let (played, b, told) = tallied_and_told(system, fight);
    assert_eq!(played, unseen);
    assert_eq!(a, b);
    assert_eq!(
        a,
        observed(run(system.as_engine(), SEED, fight..fight + 1, &|_| {}).expect("no invariant breaks"))
    );
    let traced = trace(system.as_engine(), SEED, fight).expect("no invariant breaks");
    assert_eq!((traced.outcome, traced.rounds), (unseen.outcome, unseen.rounds));
    assert_eq!(traced.lines[..traced.lines.len() - 1], told);
    the_turns_are_the_fight(system, fight, &traced);
}

/// Turn by turn a trace tells what its lines tell, and the units stand on the map, in the end as the
/// fight leaves them.
fn the_turns_are_the_fight<S: AsEngine>(system: &S, fight: u64, traced: &Trace) {
    let ByTurn { map, start, turns, .. } = &traced.by_turn;
    let of_turns: Vec<&str> = turns.iter().flat_map(|turn| &turn.lines).map(String::as_str).collect();
    // Lines under the heading of a round are indented.
    let mut indent = "";
    let mut lines = Vec::new();
    for line in &traced.lines[..traced.lines.len() - 1] {
        if line.strip_prefix("Round ").is_some_and(|n| n.parse::<u32>().is_ok()) {
            indent = "  ";
        } else {
            lines.push(line.strip_prefix(indent).expect("the indent of its round"));
        }
    }
    assert_eq!(of_turns, lines, "fight {fight}");
    assert!(turns.is_sorted_by_key(|turn| turn.round), "fight {fight}");
    let stands = || [start].into_iter().chain(turns.iter().filter_map(|turn| turn.after.as_ref()));
    for unit in stands().flatten() {
        let Some(spot) = unit.spot else { continue };
        let map = map.as_ref().expect("a map, where units have places");
        assert!(spot.x < map.width && spot.y < map.height, "fight {fight}: {spot:?} is off the map");
    }
    let mut state = S::State::default();
    play_seen(system, &mut state, &mut dice_of(system, fight), &mut Nobody);
    let end = stands().last().expect("the start");
    for (unit, end) in system.roster().everyone().zip(end) {
        assert_eq!(end.health, system.health(&state, unit), "fight {fight}");
        assert_eq!(end.is_standing, system.standing(&state).has(unit), "fight {fight}");
        assert_eq!(end.is_dead, system.dead(&state).has(unit), "fight {fight}");
        assert_eq!(end.spot, system.spot(&state, unit), "fight {fight}");
    }
}

/// Returns what was observed, without the account of luck, which a tally by itself has not.
fn observed(totals: Totals) -> Totals {
    Totals { luck: LuckTotals::default(), ..totals }
}

/// The account of luck has mean 0 given all that went before: every draw that is made takes off the mean of its
/// branches, which exact answers follow. And who keeps it plays the same fight. Returns how many draws were held to it.
fn luck_has_mean_zero<S: Rules>(system: &S, fight: u64) -> u64 {
    let mut audited = Audited::new(dice_of(system, fight).dice);
    let played = play_seen(system, &mut S::State::default(), &mut audited, &mut Nobody);
    let mut kept = Dice::new(system.roster(), SEED).keeping_account();
    kept.fight(fight);
    let mut kept = Audited::unchecked(kept);
    assert_eq!(played, play_seen(system, &mut S::State::default(), &mut kept, &mut Nobody));
    let has_luck = kept.dice.account().sums().as_flattened().iter().any(|luck| *luck != 0);
    assert!(audited.n_draws > 0 || !has_luck, "luck without a draw");
    if has_luck { audited.n_draws } else { 0 }
}

/// Over many fights each account is as near to 0 as chance allows. Where an account depends on a rare event that few
/// fights or none have seen, its squares say too little: then its variance is that of events of one point, of which as
/// many were expected as it is away from 0 (Poisson).
fn luck_evens_out(luck: &mut Family, scenario: u64, totals: &Totals) {
    assert_eq!(totals.luck.fights, totals.fights);
    let LuckProducts { sums, products, .. } = &totals.luck.part;
    for (i, &sum) in sums.iter().enumerate() {
        let square = products[pair_of_accounts(i, i)];
        if square > 0 {
            let unseen = sum.unsigned_abs() as f64 * POINT as f64;
            let z = sum as f64 / (square as f64).max(unseen).sqrt();
            luck.test(two_sided(z), || format!("scenario {scenario}, account {i}: z = {z}"));
        }
    }
}

/// How a fight ended, and its tally. In a frame of its own, as is whatever else here holds a tally: one
/// is some hundred kilobytes, and those of a few calls together overflow the stack of a test.
#[inline(never)]
fn tallied<S: Rules>(system: &S, fight: u64) -> (Played, Totals) {
    let mut tally = Tally::<S>::new(system);
    let played = play_seen(system, &mut S::State::default(), &mut dice_of(system, fight), &mut tally);
    let mut totals = Totals::default();
    tally.drain_into(&mut totals);
    (played, totals)
}

/// The same, with a transcript.
#[inline(never)]
fn tallied_and_told<S: Rules<Event: Clone>>(system: &S, fight: u64) -> (Played, Totals, Vec<String>) {
    let mut told = Both(Tally::<S>::new(system), Transcript::<S>::default());
    let played = play_seen(system, &mut S::State::default(), &mut dice_of(system, fight), &mut told);
    let mut totals = Totals::default();
    told.0.drain_into(&mut totals);
    (played, totals, told.1.lines(system))
}

/// From the state that a key stands for, the fight goes on as it did: same key, same end on the
/// same dice.
fn a_key_holds_all_that_matters<S: Rules>(system: &S, fight: u64) {
    let (mut state, mut dice) = (S::State::default(), dice_of(system, fight));
    begin_seen(system, &mut state, &mut dice, &mut Nobody);
    let mut seen = Vec::new();
    let played = go_on(system, &mut state, &mut dice, 1, |state, dice, round| {
        let mut key = Vec::new();
        system.key(&mut state.clone(), &mut key);
        seen.push((key, dice.clone(), round));
    });
    let n_seen = seen.len();
    for (i, (key, mut dice, round)) in seen.into_iter().enumerate() {
        let mut state = system.state_of(&key);
        let mut again = Vec::new();
        system.key(&mut state.clone(), &mut again);
        assert_eq!(key, again, "turn {i}");
        // To the end from a few states of each fight: the first, the last, and some between.
        if i % 7 == 0 || i + 1 == n_seen {
            assert_eq!(go_on(system, &mut state, &mut dice, round, |_, _, _| {}), played, "turn {i}");
        }
    }
}

fn threads_change_nothing<S: AsEngine>(system: &S) -> Totals {
    let on = |n_threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().expect("threads");
        pool.install(|| run(system.as_engine(), SEED, 0..RUN, &|_| {})).expect("no invariant breaks")
    };
    let one = on(1);
    assert_eq!(one, on(2));
    assert_eq!(one, on(7));
    one
}

fn ranges_add_up<S: AsEngine>(system: &S, whole: &Totals) {
    let mut sum = Totals::default();
    // Out of order, and with an empty part.
    for range in [500..RUN, 0..1, 1..1, 1..500] {
        sum.merge(&run(system.as_engine(), SEED, range, &|_| {}).expect("no invariant breaks"));
    }
    assert_eq!(&sum, whole);
}

fn totals_hang_together<S: Rules>(system: &S, totals: &Totals) {
    let fights = totals.fights;
    assert_eq!(fights, RUN);
    let wins: u64 = (0..totals.sides.len()).map(|side| totals.wins(side)).sum();
    assert_eq!(fights, wins + totals.draws.n() + totals.timeouts.n());
    let rounds = totals.rounds();
    assert_eq!(rounds.n(), fights);
    assert!(rounds.each().all(|(round, _)| (1..=u64::from(system.max_rounds())).contains(&round)));
    assert!(totals.timeouts.each().all(|(round, _)| round == u64::from(system.max_rounds())));
    let n_rounds = rounds.sum();
    assert_eq!(u128::from(totals.activations.n()), n_rounds);
    for unit in &totals.units {
        assert_eq!(unit.per_fight.n(), fights);
        let of_hits: u128 =
            unit.attack.each().map(|(v, n)| u128::from(v.saturating_sub(1)) * u128::from(n)).sum();
        // Damage without an attack is in the fight's and in no attack's.
        let dealt = unit.per_fight.sum();
        assert!(of_hits <= dealt);
        assert!(unit.overkill.sum() <= dealt);
        assert!(unit.per_activation.sum() <= dealt);
        let ends = &unit.round_ends;
        let all_ends: u64 =
            [&ends.active, &ends.exhausted, &ends.out, &ends.over].map(Histogram::n).iter().sum();
        assert_eq!(u128::from(all_ends), n_rounds);
        // Rounds that were over before their end are the last of their fights.
        assert!(ends.over.n() <= fights - totals.timeouts.n());
        for clock in &unit.clocks {
            let cells =
                |planes: &[Plane]| -> u64 { planes.iter().flat_map(Plane::each).map(|cell| cell.2).sum() };
            assert_eq!(cells(&clock.first) + clock.never, fights);
            assert!(cells(&clock.every) >= cells(&clock.first));
            assert!(
                u128::from(cells(&clock.every) + cells(std::slice::from_ref(&clock.censored))) <= n_rounds
            );
        }
        for sums in &unit.by_fight {
            assert!(sums.fights <= fights && sums.fights <= sums.tries);
        }
        for (metric, info) in unit.metrics.iter().zip(S::Metric::ALL) {
            if let (MetricTotals::Histogram(values), Kind::Count) = (metric, info.kind) {
                assert_eq!(values.n(), fights, "{}", info.name);
            }
        }
    }
    let activations: u64 = totals.units.iter().map(|unit| unit.per_activation.n()).sum();
    assert_eq!(u128::from(activations), totals.activations.sum());
    assert_eq!(
        (totals.fight_activations.n(), totals.fight_activations.sum()),
        (fights, u128::from(activations))
    );
}

fn mirror_matches_are_fair<S: AsEngine>(mirror: &impl Fn(u64) -> S) {
    let mut family = Family::new(ALPHA);
    let mut n_decided = 0;
    for seed in 0..MIRRORS {
        let totals =
            run(mirror(seed).as_engine(), SEED, 0..MIRROR_FIGHTS, &|_| {}).expect("no invariant breaks");
        let (a, b) = (totals.wins(0), totals.wins(1));
        n_decided += a + b;
        family.test(fair(a, b), || format!("mirror match {seed}: {a} to {b} wins"));
    }
    assert!(n_decided > MIRRORS * MIRROR_FIGHTS / 2, "mirror matches that nobody wins show nothing");
    family.close();
}
