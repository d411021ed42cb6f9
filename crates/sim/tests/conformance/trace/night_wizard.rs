//! Traces of Night Wizard, and what they tell beside the tally.

use super::SEED;
use crate::support::night_wizard::{party, random_setup, stalemate};
use crate::support::seen::play_seen;
use crate::support::turn_by_turn::TurnByTurn;
use fray_engine::contract::{Outcome, System};
use fray_engine::observe::Observer;
use fray_engine::roster::{UnitId, UnitSet};
use fray_rules::games::night_wizard::data::events::Event;
use fray_rules::games::night_wizard::data::metrics::{Clock, Metric};
use fray_rules::games::night_wizard::data::rulings::{Mortality, Victory};
use fray_rules::games::night_wizard::data::setup::Setup;
use fray_rules::games::night_wizard::{NightWizard, state::State};
use fray_sim::play::dice::Dice;
use fray_sim::play::engine::AsEngine;
use fray_sim::play::observers::Both;
use fray_sim::play::run::run;
use fray_sim::play::trace::{Transcript, trace};
use fray_sim::stats::FightSums;
use fray_sim::totals::{MetricTotals, Tries};

fn lines(setup: &Setup, fight: u64) -> Vec<String> {
    trace(NightWizard::new(setup).as_engine(), SEED, fight).expect("no invariant breaks").lines
}

/// The wizards alone, one against the other, to the death.
fn mortal_duel() -> Setup {
    let mut setup = party();
    setup.rulings.mortality = Mortality::All;
    setup.rulings.victory = Victory::SideDead;
    setup.sides[1].units = vec![setup.sides[0].units.pop().expect("the Gunner")];
    setup
}

pub(super) fn of_the_party() -> Vec<String> {
    lines(&party(), 5)
}

pub(super) fn of_a_mortal_duel() -> Vec<String> {
    lines(&mortal_duel(), 19)
}

#[test]
fn a_trace_has_a_heading_for_each_round_and_ends_with_the_outcome() {
    let system = NightWizard::new(&stalemate());
    let told = trace(system.as_engine(), SEED, 0).expect("no invariant breaks");
    let headings: Vec<_> = told.lines.iter().filter(|line| line.starts_with("Round")).collect();
    assert_eq!(headings, ["Round 1", "Round 2"]);
    assert_eq!(told.lines.last().expect("a line"), "timeout after 2 rounds");
    assert_eq!((told.outcome, told.side, told.rounds), (Outcome::Timeout, None, 2));

    let system = NightWizard::new(&party());
    for fight in 0..50 {
        let told = trace(system.as_engine(), SEED, fight).expect("no invariant breaks");
        let Outcome::Win(side) = told.outcome else { continue };
        let side = system.roster().side(side);
        assert_eq!(told.lines.last().expect("a line"), &format!("{side} win in round {}", told.rounds));
        assert_eq!(told.side.as_deref(), Some(side));
    }
}

#[test]
fn the_json_of_a_trace_has_the_columns_of_the_contract() {
    let system = NightWizard::new(&stalemate());
    let told = trace(system.as_engine(), SEED, 3).expect("no invariant breaks");
    let json = serde_json::to_value(told.json("stalemate")).expect("plain data");
    let keys: Vec<&str> = json.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(keys, ["scenario", "seed", "fight", "outcome", "side", "rounds", "lines"]);
    assert_eq!(
        (&json["scenario"], &json["seed"], &json["fight"]),
        (&"stalemate".into(), &SEED.into(), &3.into())
    );
    assert_eq!(
        (&json["outcome"], &json["side"], &json["rounds"]),
        (&"timeout".into(), &serde_json::Value::Null, &2.into())
    );
    assert_eq!(json["lines"].as_array().expect("lines").len(), told.lines.len());
}

/// What the events of a fight come to, for those parts of the tally that events speak of.
#[derive(Default)]
struct FromEvents {
    n_attacks: [u64; 32],
    n_hits: [u64; 32],
    damage: [u64; 32],
    n_mains: [u64; 32],
    n_delays: [u64; 32],
    n_falls: [u64; 32],
    n_exhausted: [u64; 32],
    mortality: [[u64; 2]; 32],
}

impl FromEvents {
    fn of(transcript: &Transcript<NightWizard>) -> Self {
        let mut seen = Self::default();
        for entry in &transcript.entries {
            match entry.event {
                Event::Hit { unit, hits, .. } => {
                    seen.n_attacks[unit.idx()] += 1;
                    seen.n_hits[unit.idx()] += u64::from(hits);
                }
                Event::Damage { unit, damage, .. } => seen.damage[unit.idx()] += damage as u64,
                Event::Main { unit, .. } | Event::Surprises { unit } | Event::Obeys { unit, .. } => {
                    seen.n_mains[unit.idx()] += 1;
                }
                Event::Delay { unit, .. } => seen.n_delays[unit.idx()] += 1,
                Event::NearDeath { unit } => seen.n_falls[unit.idx()] += 1,
                Event::Exhausted { unit, .. } => seen.n_exhausted[unit.idx()] += 1,
                Event::Mortality { unit, lives, .. } => {
                    seen.mortality[unit.idx()][0] += 1;
                    seen.mortality[unit.idx()][1] += u64::from(lives);
                }
                _ => {}
            }
        }
        seen
    }
}

#[test]
fn the_lines_agree_with_the_tally_to_the_last_count() {
    let setups = (0..100).map(random_setup).chain([party()]);
    for (scenario, setup) in setups.enumerate() {
        let system = NightWizard::new(&setup);
        let mut dice = TurnByTurn::new(Dice::new(system.roster(), SEED));
        for fight in 0..30 {
            dice.0.fight(fight);
            let mut transcript = Transcript::default();
            play_seen(&system, &mut State::default(), &mut dice, &mut transcript);
            let told = FromEvents::of(&transcript);
            let tally =
                run(system.as_engine(), SEED, fight..fight + 1, &|_| {}).expect("no invariant breaks");
            for (i, unit) in tally.units.iter().enumerate() {
                let sum = |metric: Metric| match &unit.metrics[metric as usize] {
                    MetricTotals::Histogram(values) => values.sum() as u64,
                    MetricTotals::Ratio => panic!("{metric:?} is no count"),
                };
                let n_hits: u64 = unit.attack.each().filter(|(value, _)| *value > 0).map(|bar| bar.1).sum();
                let strikes: u64 =
                    unit.clocks[0].every.iter().flat_map(|plane| plane.each()).map(|cell| cell.2).sum();
                let mortality = Tries::Metric(Metric::Mortality as usize).place(unit.clocks.len());
                let FightSums { tries: n, sum: lives, .. } = unit.by_fight[mortality];
                assert_eq!(
                    [
                        unit.attack.n(),
                        n_hits,
                        unit.per_fight.sum() as u64,
                        sum(Metric::Mains),
                        sum(Metric::Delays)
                    ],
                    [told.n_attacks[i], told.n_hits[i], told.damage[i], told.n_mains[i], told.n_delays[i]],
                    "scenario {scenario}, fight {fight}, unit {i}"
                );
                assert_eq!(
                    [sum(Metric::NearDeaths), strikes, n, lives],
                    [told.n_falls[i], told.n_exhausted[i], told.mortality[i][0], told.mortality[i][1]],
                    "scenario {scenario}, fight {fight}, unit {i}"
                );
            }
        }
    }
}

#[test]
fn events_carry_the_round_and_activation_of_their_marks() {
    /// Exhaustions with their round and activation.
    #[derive(Default)]
    struct Marks(Vec<(u32, u32, UnitId)>, u32, u32);
    impl Observer<NightWizard> for Marks {
        fn mark(&mut self, unit: UnitId, clock: Clock) {
            if matches!(clock, Clock::Exhausted(_)) {
                self.0.push((self.1, self.2, unit));
            }
        }
        fn activation(&mut self, _: UnitId) {
            self.2 += 1;
        }
        fn round_begins(&mut self, round: u32, _: UnitSet) {
            (self.1, self.2) = (round, 0);
        }
    }
    let system = NightWizard::new(&party());
    let mut dice = TurnByTurn::new(Dice::new(system.roster(), SEED));
    dice.0.fight(0);
    let mut both = Both(Transcript::default(), Marks::default());
    play_seen(&system, &mut State::default(), &mut dice, &mut both);
    let told = both.0.entries.iter().filter_map(|entry| match entry.event {
        Event::Exhausted { unit, .. } => Some((entry.round, entry.activation, unit)),
        _ => None,
    });
    assert_eq!(told.collect::<Vec<_>>(), both.1.0);
    assert!(!both.1.0.is_empty());
}

#[test]
fn two_listeners_hear_the_same() {
    let system = NightWizard::new(&party());
    let mut dice = TurnByTurn::new(Dice::new(system.roster(), SEED));
    dice.0.fight(0);
    let mut both = Both(Transcript::default(), Transcript::default());
    play_seen(&system, &mut State::default(), &mut dice, &mut both);
    assert!(!both.0.entries.is_empty());
    assert_eq!(both.0.entries, both.1.entries);
}
