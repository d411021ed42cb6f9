//! The search for fights.

#[cfg(feature = "night-wizard")]
mod night_wizard;

use std::ops::Range;
use std::path::Path;

use crate::support::is_compiled;
use crate::support::toss::Toss;
use fray_engine::contract::Outcome;
use fray_engine::roster::SideId;
use fray_sim::find::{Found, find};
use fray_sim::measures::list::listed;
use fray_sim::measures::{Condition, Criteria, Ends, Estimate, Measure, Pick};
use fray_sim::play::engine::Engine;
use fray_sim::play::run::{Broken, run};
use fray_sim::play::trace::trace;
use fray_sim::scenario::{Options, Scenario, load_scenario};
use fray_sim::totals::{About, Totals};

const SEED: u64 = 2016;

#[cfg(feature = "night-wizard")]
const FIGHTS: u64 = 3000;

/// A fight as a plain walk sees it.
struct Walked {
    outcome: Outcome,
    totals: Totals,
}

/// Plays these fights one by one.
fn walk(engine: &dyn Engine, fights: Range<u64>) -> Vec<Walked> {
    let walked = |fight| {
        let totals = run(engine, SEED, fight..fight + 1, &|_| {}).expect("no invariant breaks");
        let winner = (0..totals.sides.len()).find(|&side| totals.wins(side) == 1);
        let outcome = match winner {
            Some(side) => Outcome::Win(SideId(side as u8)),
            None if totals.draws.n() == 1 => Outcome::Draw,
            None => Outcome::Timeout,
        };
        Walked { outcome, totals }
    };
    fights.map(walked).collect()
}

/// The values of a measure in one fight; `None` where nothing of it was observed.
fn values(measure: &Measure, about: &About, totals: &Totals) -> Vec<Option<f64>> {
    measure.estimates(about, totals).iter().map(Estimate::value).collect()
}

/// Returns what a plain walk over the fights finds.
fn best(all: &[Walked], about: &About, criteria: &Criteria) -> Option<u64> {
    let fits = |walked: &Walked| {
        criteria.conditions.iter().all(|condition| match condition {
            Condition::Ends(Ends::Win(side)) => walked.outcome == Outcome::Win(*side),
            Condition::Ends(Ends::Loss(side)) => {
                matches!(walked.outcome, Outcome::Win(winner) if winner != *side)
            }
            Condition::Ends(Ends::Draw) => walked.outcome == Outcome::Draw,
            Condition::Ends(Ends::Timeout) => walked.outcome == Outcome::Timeout,
            Condition::Value(measure, region) => values(measure, about, &walked.totals)
                .into_iter()
                .all(|value| value.is_some_and(|value| region.has(value))),
        })
    };
    let score = |Walked { totals, .. }: &Walked| match &criteria.pick {
        None => Some(0.0),
        Some(Pick::Longest) => Some(-(totals.rounds().sum() as f64)),
        Some(Pick::Shortest) => Some(totals.rounds().sum() as f64),
        Some(Pick::Damage(units)) => {
            Some(-(units.map(|unit| totals.units[unit.idx()].per_fight.sum() as f64).sum::<f64>()))
        }
        Some(Pick::Percentile(_, measure)) => values(measure, about, totals)[0],
        Some(Pick::Luckiest(_) | Pick::Unluckiest(_)) => {
            unreachable!("no totals of one fight weigh its rolls")
        }
    };
    let fitting = (0_u64..).zip(all).filter(|(_, walked)| fits(walked));
    let mut scored: Vec<(f64, u64)> =
        fitting.filter_map(|(fight, walked)| Some((score(walked)?, fight))).collect();
    scored.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
    let rank = match &criteria.pick {
        // Of 100 fights the fifth is at 5 percent.
        Some(Pick::Percentile(percent, _)) => (scored.len() * *percent as usize).div_ceil(100).max(1) - 1,
        Some(Pick::Longest | Pick::Shortest | Pick::Damage(_) | Pick::Luckiest(_) | Pick::Unluckiest(_))
        | None => 0,
    };
    let &(value, _) = scored.get(rank)?;
    scored.iter().find(|scored| scored.0 == value).map(|&(_, fight)| fight)
}

fn scenario(file: &str) -> Scenario {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs").join(file);
    load_scenario(&path, &Options::default()).unwrap_or_else(|wrong| panic!("{wrong:?}"))
}

/// Whatever is measured, in every game: the fight at each percentile of its values.
#[test]
fn find_finds_the_fight_at_a_percentile_of_every_metric_of_every_game() {
    const FIGHTS: u64 = 60;
    for file in [
        "night-wizard/brawl.toml",
        "juso/edge.toml",
        "cardinal/ogre-and-leader.toml",
        "stonebound/stones.toml",
        "mahou-galaxy/fire-among-friends.toml",
    ]
    .into_iter()
    .filter(|file| is_compiled(file))
    {
        let scenario = scenario(file);
        let (engine, about) = (scenario.engine(), scenario.engine().about());
        let all = walk(engine, 0..FIGHTS);
        let (side, last) = (&about.roster.sides[0], about.roster.units.len() - 1);
        let first = side.units.first().idx();
        let full = |unit: usize| {
            let unit = &about.roster.units[unit];
            format!("{}/{}", about.roster.side(unit.side), unit.name)
        };
        let (mut asked, mut seen) = (0, 0);
        for metric in listed(scenario.info) {
            for who in [String::new(), side.name.clone(), full(first), full(last)] {
                let named =
                    if who.is_empty() { metric.name.clone() } else { format!("{}({who})", metric.name) };
                for percent in [5, 50, 95] {
                    // Rates of all fights, what is true or false, and names that mean several are refused.
                    let Ok(criteria) = Criteria::parse(&format!("p{percent} {named}"), &about) else {
                        continue;
                    };
                    let found = find(engine, SEED, 0..FIGHTS, &criteria).expect("no invariant breaks");
                    let fight = best(&all, &about, &criteria);
                    assert_eq!(found.map(|found| found.fight), fight, "{file}: p{percent} {named}");
                    if let (Some(Pick::Percentile(_, measure)), Some(found)) = (&criteria.pick, found) {
                        let value = values(measure, &about, &all[found.fight as usize].totals)[0];
                        assert_eq!(found.value, value, "{file}: p{percent} {named}");
                        seen += 1;
                    }
                    asked += 1;
                }
            }
        }
        assert!(seen > 100 && asked > seen, "{file}: {asked} asked, {seen} seen");
    }
}

/// Conditions of every kind, in every game, on units with copies, sides and clocks with bounds.
#[test]
fn find_finds_the_first_fight_that_meets_conditions() {
    const FIGHTS: u64 = 400;
    for (file, texts) in [
        (
            "night-wizard/brawl.toml",
            &[
                "damage_dealt(Demon Lord) >= 20 and loss(wizards)",
                "dropped(Elis) and rounds <= 3 and win",
                "exhausted(Demon Lord, round <= 1) and win(boss)",
                "exhausted(Demon Lord, activation <= 3) and win(boss)",
                "exhausted(wizards, every, round >= 2) > 0% and rounds = 3",
                "exhausted(Demon Lord) = 0%",
                "exhausted_first_round(Kureha) >= 2",
                "n_dropped(wizards) >= 2 and win, p95 rounds",
                "any_dropped(wizards) = 0% and win, p5 hp_left(wizards)",
                "hit_rate(boss) < 50% and hp_left between 1 and 60, longest",
            ][..],
        ),
        (
            "juso/edge.toml",
            &[
                "dropped(Ram) and rounds <= 3",
                "dropped(machines) >= 50% and loss",
                "left_board(Ram#2, round <= 2)",
                "left_board(Ram) and win",
                "exhausted(Garo, round between 2 and 3, activation <= 4)",
                "life_left(hunters) > 4, p50 damage(Rin)",
                "agility_defence(Rin) >= 50%",
            ],
        ),
        (
            "cardinal/ogre-and-leader.toml",
            &[
                "felled(Ogre) >= 2 and loss",
                "wounds_left(Leader) = 0 and attack_hit_rate(Ogre) > 0%",
                "won_first(ogres)",
                "stalled(soldiers) = 0% and rallied(Leader) > 50%",
                "exhausted(soldiers)",
                "dropped(First) and dropped(Second), shortest",
            ],
        ),
        (
            "stonebound/stones.toml",
            &[
                "hp_left(fire) >= 1 and loss(water)",
                "n_dropped(fire) = 3",
                "exhausted(fire, every) > 10%, p95 activations",
                "idle(water) > 0% and rounds >= 4",
                "any_dropped(water), p5 damage(fire)",
            ],
        ),
        (
            "mahou-galaxy/fire-among-friends.toml",
            &[
                "dropped(Thug) and dropped(Mage)",
                "n_dropped(thugs) between 3 and 5 and loss(students)",
                "hp_left(Thug#2) > 3 and mp_left(Mage) < 10",
                "ally_damage(Mage) > 0 and win, p95 ally_damage(Mage)",
                "exhausted(Brute, every) = 0%",
            ],
        ),
    ]
    .into_iter()
    .filter(|(file, _)| is_compiled(file))
    {
        let scenario = scenario(file);
        let (engine, about) = (scenario.engine(), scenario.engine().about());
        let all = walk(engine, 0..FIGHTS);
        let mut n_found = 0;
        for text in texts {
            let criteria = Criteria::parse(text, &about).unwrap_or_else(|wrong| panic!("{file}: {wrong}"));
            let found = find(engine, SEED, 0..FIGHTS, &criteria).expect("no invariant breaks");
            assert_eq!(found.map(|found| found.fight), best(&all, &about, &criteria), "{file}: {text}");
            n_found += usize::from(found.is_some());
        }
        assert!(n_found >= 3, "{file}: only {n_found} of {} searches find a fight", texts.len());
    }
}

#[test]
fn a_broken_fight_is_named_by_run_and_find_and_told_as_far_as_it_came() {
    let toss = Toss::default();
    let fights = 0..5000;
    let broken = run(&toss, SEED, fights.clone(), &|_| {}).expect_err("some fight breaks");
    assert_eq!(broken.message, "three heads in a row");
    let longest = Criteria::parse("longest", &toss.about()).expect("good criteria");
    assert_eq!(find(&toss, SEED, fights.clone(), &longest), Err(broken.clone()));
    let told = trace(&toss, SEED, broken.fight).expect_err("it breaks again");
    assert_eq!((told.message, told.lines.len()), (broken.message, 4));
    assert_eq!(told.lines[..2], ["Round 1", "  head"]);
    // All fights before it are sound.
    assert!((0..broken.fight).all(|fight| trace(&toss, SEED, fight).is_ok()));
    // A search that ends before it never meets it.
    let win = Criteria::parse("win", &toss.about()).expect("good criteria");
    let found: Result<Option<Found>, Broken> = find(&toss, SEED, 0..broken.fight, &win);
    assert!(found.is_ok());
}
