//! The sentences of the card, held against exact answers over many seeds.

use core::sync::atomic::AtomicBool;

use super::story::ends_of;
use super::{Card, Look};
use crate::duel::{Duel, KNIGHT, OGRE};
use crate::exact::{ExactReport, Options, solve};
use crate::play::run::run_alone;
use crate::scenario::{Scenario, load_text};
use crate::stats::Rate;
use crate::stats::rate::clopper_pearson;
use crate::tables::format::rate;
use crate::tables::rows::{Measured, Point, Stop};

/// A duel whose outcome, length and losses depend on these numbers.
fn duel(hp: [i32; 2], max_rounds: u32) -> Scenario {
    let with = |block: &str, from: &str, hp: i32| {
        format!("kind = \"npc\"\n{}", block.replacen(from, &format!("hp = {hp}"), 1))
    };
    let text = Duel {
        head: &format!("[run]\nmax_rounds = {max_rounds}\n"),
        sides: ["heroes", "ogres"],
        knight: &with(KNIGHT, "hp = 18", hp[0]),
        ogre: &with(OGRE, "hp = 26", hp[1]),
        end: "",
    }
    .text();
    load_text("duel.toml", &text).expect("the scenario is right")
}

/// How often a claim was made, and how often it was wrong.
#[derive(Default)]
struct Claims {
    made: u64,
    wrong: u64,
}

impl Claims {
    fn add(&mut self, is_right: bool) {
        self.made += 1;
        self.wrong += u64::from(!is_right);
    }

    /// The claims are wrong no more often than `rate`, as far as they tell.
    fn assert(&self, what: &str, rate: f64) {
        let Self { made, wrong } = *self;
        assert!(made > 0, "nothing was said of {what}");
        let least = clopper_pearson(wrong, made, 1e-4).lo;
        assert!(least <= rate, "{what}: {wrong} of {made} are wrong");
    }
}

/// The probability that a fight ends by this round.
fn ends_by(exact: &ExactReport, round: u32) -> f64 {
    (0..=round).map(|round| exact.ends_in(round)).sum()
}

/// The probability that a unit is down at the end of this round.
fn down(exact: &ExactReport, unit: &str, round: u32) -> f64 {
    let ends = exact.exhaustion.iter().filter(|row| row.unit == unit && row.view == "round_end");
    let up = ends.filter(|row| match row.what {
        "active" | "exhausted" => row.round == Some(round),
        "over" => row.round.is_some_and(|at| at <= round),
        _ => false,
    });
    1.0 - up.map(|row| row.p).sum::<f64>()
}

/// The values that a printed estimate allows: `71.7% ± 0.6`, `> 99.81%`, `0.02% (0.01 to 0.04)`; none of one
/// that claims none.
fn ends_of_estimate(text: &str) -> Option<(f64, f64)> {
    let (none, all) = (f64::NEG_INFINITY, f64::INFINITY);
    let plain = text.replace(['%', ',', '(', ')'], "");
    let numbers: Vec<f64> = plain.split(' ').filter_map(|word| word.parse().ok()).collect();
    match numbers[..] {
        [least] if text.starts_with('>') => Some((least, all)),
        [most] if text.starts_with('<') => Some((none, most)),
        [value, half] if text.contains('±') => Some((value - half, value + half)),
        [_, low, high] => Some((low, high)),
        [always] if text.contains("always") => Some((always, always)),
        _ => None,
    }
}

/// Estimates as they are printed, rounded, hold the truth as often as 95 % intervals have to.
#[test]
fn printed_estimates_hold_the_truth_as_often_as_they_promise() {
    let (mut rates, mut means) = (Claims::default(), Claims::default());
    for (hp, max_rounds) in [([18, 26], 50), ([18, 22], 50), ([60, 5], 50), ([18, 26], 1), ([30, 26], 3)] {
        let scenario = duel(hp, max_rounds);
        let engine = scenario.engine();
        let exact = solve(engine, "duel", &Options::default(), &AtomicBool::new(false)).expect("enumerated");
        for n in [2, 7, 60, 400] {
            for seed in 100..140 {
                let totals = run_alone(engine, seed, 0..n).expect("no invariant breaks");
                let wins = [0, 1].map(|side| totals.wins(side));
                let events = [wins[0], wins[1], totals.draws.n(), totals.timeouts.n()];
                let known = [exact.win("heroes"), exact.win("ogres"), exact.draw(), exact.timeout()];
                for (events, known) in events.into_iter().zip(known) {
                    let text = rate(Rate { events, n });
                    if let Some((lo, hi)) = ends_of_estimate(&text) {
                        rates.add(lo <= 100.0 * known && 100.0 * known <= hi);
                    }
                }
                let rounds = Measured::rounds(totals.rounds(), &engine.about()).text();
                if let Some((lo, hi)) = ends_of_estimate(&rounds) {
                    means.add(lo - 1e-9 <= exact.rounds_mean && exact.rounds_mean <= hi + 1e-9);
                }
            }
        }
    }
    rates.assert("rates", 0.05);
    means.assert("mean rounds", 0.05);
}

#[test]
fn what_the_story_says_is_true_as_often_as_it_promises() {
    const SLACK: f64 = 1e-9;
    let (mut wins, mut undecided, mut lengths, mut downs, mut nobody) =
        (Claims::default(), Claims::default(), Claims::default(), Claims::default(), Claims::default());
    // An even duel, a sure one, one that ends after a round, one whose half lies at a round.
    for (hp, max_rounds) in [([18, 26], 50), ([18, 22], 50), ([60, 5], 50), ([18, 26], 1), ([30, 26], 3)] {
        let scenario = duel(hp, max_rounds);
        let engine = scenario.engine();
        let exact = solve(engine, "duel", &Options::default(), &AtomicBool::new(false));
        let exact = exact.expect("two units are enumerated");
        let about = engine.about();
        for n in [1, 2, 7, 60, 400] {
            for seed in 0..40 {
                let totals = run_alone(engine, seed, 0..n).expect("no invariant breaks");
                let point = Point {
                    scenario: "duel".into(),
                    system: "night-wizard".into(),
                    varied: Vec::new(),
                    seed,
                    stop: Stop::Fixed,
                    signature: String::new(),
                    ..Point::default()
                };
                let card = Card {
                    title: "Duel",
                    point: &point,
                    about: &about,
                    totals: &totals,
                    dice_per_fight: None,
                    goals: &[],
                    each: false,
                    look: Look::default(),
                };
                let text = card.sentences();
                let (first, second) = text.split_once(". ").expect("two sentences");
                let has = |(lo, hi): (f64, f64), p: f64| lo - SLACK <= p && p <= hi + SLACK;
                let (who, rest) =
                    first.split_once("; ").map_or((first, None), |(who, rest)| (who, Some(rest)));
                for side in ["heroes", "ogres"] {
                    if let Some(said) = who.strip_prefix(&format!("The {side} win ")) {
                        wins.add(has(ends_of(said), exact.win(side)));
                    }
                }
                if let Some(said) = rest {
                    undecided.add(has(ends_of(said), exact.draw() + exact.timeout()));
                }
                // Of who mostly wins against a unit that stands, nothing is said of units.
                let (takes, falls) = second.split_once("; ").unwrap_or((second.trim_end_matches('.'), ""));
                let last = |text: &str, word: &str| -> u32 {
                    text.split(word)
                        .nth(1)
                        .and_then(|rest| rest.split([' ', '.']).next()?.parse().ok())
                        .expect("a round")
                };
                if takes == "How long fights take is not certain yet" {
                    assert!(n <= 60, "{text}");
                } else if let Some((said, _)) = takes.split_once(" are over within ") {
                    let p = ends_by(&exact, last(takes, " are over within "));
                    lengths.add(p >= 0.5 - SLACK && has(ends_of(&said.to_lowercase()), p));
                } else {
                    assert!(takes.starts_with("No fight takes more than "), "{text}");
                    assert!(ends_by(&exact, last(takes, "more than ")) >= 1.0 - SLACK, "{text}");
                }
                if let Some(said) = falls.strip_prefix("in at least half of all fights ") {
                    let unit = said.split(' ').next().expect("a unit");
                    downs.add(down(&exact, unit, last(said, "round ")) >= 0.5 - SLACK);
                } else if falls.starts_with("no unit") {
                    let most = (1..=max_rounds)
                        .flat_map(|round| ["Knight", "Ogre"].map(|unit| down(&exact, unit, round)));
                    nobody.add(most.fold(0.0, f64::max) <= 0.5 + SLACK);
                } else if !falls.is_empty() {
                    assert_eq!(falls, "whether any unit goes down in half of all fights is not certain yet.");
                }
            }
        }
    }
    wins.assert("who wins", 0.05);
    undecided.assert("undecided fights", 0.05);
    // The round is chosen among several by the same fights.
    lengths.assert("the length of fights", 0.1);
    downs.assert("who is down", 0.05);
    nobody.assert("nobody down", 0.05);
}

/// Bounds and shares of the whole card agree with the truth.
#[test]
fn no_line_says_none_or_all_of_what_is_not_so() {
    let scenario = duel([60, 5], 50);
    let engine = scenario.engine();
    let exact = solve(engine, "duel", &Options::default(), &AtomicBool::new(false)).expect("enumerated");
    assert!(exact.win("ogres") > 0.0, "the heroes do not always win");
    let about = engine.about();
    for n in [1, 3, 50, 2000] {
        let totals = run_alone(engine, 7, 0..n).expect("no invariant breaks");
        let point = Point {
            scenario: "duel".into(),
            system: "night-wizard".into(),
            varied: Vec::new(),
            seed: 7,
            stop: Stop::Fixed,
            signature: String::new(),
            ..Point::default()
        };
        let look = Look::default();
        let card = Card {
            title: "Duel",
            point: &point,
            about: &about,
            totals: &totals,
            dice_per_fight: None,
            goals: &[],
            each: false,
            look,
        };
        let text = card.render();
        for wrong in [" 100%", " 0%", " 100.0%", " 0.0%", "always"] {
            // What the rules bound may be sure; nothing of wins and rounds is.
            let top: Vec<&str> = text.lines().take_while(|line| !line.starts_with("UNITS")).collect();
            assert!(!top.join("\n").contains(wrong), "{n} fights say {wrong:?}:\n{text}");
        }
    }
}
