//! The sentences of the card, tested against exact answers over many seeds.
//!
//! A sentence makes [`Claim`]s: of a quantity whose exact value is known it says that it lies between two
//! numbers. [`claims`] reads them off the text, so that a new sentence is measured by teaching it here.

use core::sync::atomic::{AtomicBool, Ordering};
use std::collections::BTreeMap;

use rayon::prelude::*;

use super::{Plan, Row, row};
use crate::card::{Card, Look};
use crate::exact::ExactReport;
use crate::play::engine::Engine;
use crate::play::run::{Broken, run_alone};
use crate::tables::rows::{Point, Stop};
use crate::totals::{About, Totals};

/// The range that a sentence claims for a quantity, with its true value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Claim {
    /// The kind of sentence.
    pub kind: &'static str,
    /// The least that it may be, by what is said.
    pub lo: f64,
    /// The most that it may be.
    pub hi: f64,
    /// The true value.
    pub truth: f64,
}

impl Claim {
    /// Returns whether it is true, up to the rounding of a sum.
    #[must_use]
    pub fn is_true(&self) -> bool {
        self.lo - 1e-9 <= self.truth && self.truth <= self.hi + 1e-9
    }
}

/// The numbers of fights that a card is made from: many, few and hardly any.
const FIGHTS: [u64; 4] = [7, 60, 400, 2_000];

/// Measures how often what the card says is true: at least 95 of 100 of the sentences of each kind.
///
/// # Errors
/// The first fight that broke an invariant, with its seed.
pub fn sentences(
    engine: &dyn Engine,
    about: &About,
    exact: &ExactReport,
    plan: &Plan,
    stop: &AtomicBool,
) -> Result<Vec<Row>, (u64, Broken)> {
    let runs: Vec<(u64, u64)> =
        FIGHTS.iter().flat_map(|&fights| (0..plan.compared_runs).map(move |run| (run, fights))).collect();
    let one = |(run, fights): (u64, u64)| -> Result<Vec<Claim>, (u64, Broken)> {
        if stop.load(Ordering::Relaxed) {
            return Ok(Vec::new());
        }
        let seed = plan.seed.wrapping_add(run);
        let totals = run_alone(engine, seed, 0..fights).map_err(|broken| (seed, broken))?;
        Ok(claims(&told(about, &totals), about, exact))
    };
    let all: Vec<Vec<Claim>> = runs.into_par_iter().map(one).collect::<Result<_, _>>()?;
    let mut by_kind: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
    for claim in all.iter().flatten() {
        let [made, right] = by_kind.entry(claim.kind).or_default();
        *made += 1;
        *right += u64::from(claim.is_true());
    }
    let rows =
        by_kind.into_iter().map(|(kind, [made, right])| row(format!("sentences: {kind}"), made, right, 0.95));
    Ok(rows.collect())
}

/// The first lines of a card, in one.
fn told(about: &About, totals: &Totals) -> String {
    let point = Point {
        scenario: String::new(),
        system: about.system.to_owned(),
        varied: Vec::new(),
        seed: 0,
        stop: Stop::Fixed,
        signature: String::new(),
        ..Point::default()
    };
    let card = Card {
        title: "",
        point: &point,
        about,
        totals,
        dice_per_fight: None,
        goals: &[],
        each: false,
        look: Look::default(),
    };
    let lines = card.summary();
    let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    lines.join(" ")
}

/// The claims that a text makes of how often a side wins, and of which unit is down in half of the fights.
#[must_use]
pub fn claims(text: &str, about: &About, exact: &ExactReport) -> Vec<Claim> {
    let mut all = Vec::new();
    for side in &about.roster.sides {
        for verb in ["win", "wins"] {
            let said = text.split(&format!("{} {verb} ", side.name)).nth(1).and_then(share);
            all.extend(said.map(|(lo, hi)| Claim { kind: "who wins", lo, hi, truth: exact.win(&side.name) }));
        }
    }
    for (_, unit) in about.roster.each() {
        let round =
            text.split(&format!("{} is down by the end of round ", unit.name)).nth(1).and_then(number);
        if let Some(round) = round {
            let truth = down(exact, &unit.name, round);
            all.push(Claim { kind: "who is down in half of the fights", lo: 0.5, hi: 1.0, truth });
        }
    }
    all
}

/// The number that a text begins with.
fn number(text: &str) -> Option<u32> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

/// The range that a text beginning with a share of fights means: `7 out of 10 fights` is 65 to 75 %, `more
/// than 99 of 100 fights` is more, `between 3 and 9 out of 10 fights` and `7 to 8 out of 10 fights` reach to
/// half a tenth beyond.
fn share(text: &str) -> Option<(f64, f64)> {
    let text = text.split(" fights").next()?;
    let numbers: Vec<f64> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
    let half = 0.5;
    match (text.split(' ').next()?, &numbers[..]) {
        ("fewer", [most, scale]) => Some((0.0, most / scale)),
        ("more", [least, scale]) => Some((least / scale, 1.0)),
        (_, [at, scale]) => Some(((at - half) / scale, (at + half) / scale)),
        (_, [low, high, scale]) => Some(((low - half) / scale, (high + half) / scale)),
        _ => None,
    }
}

/// The probability that a unit is down at the end of a round.
fn down(exact: &ExactReport, unit: &str, round: u32) -> f64 {
    let ends = exact.exhaustion.iter().filter(|row| row.unit == unit && row.view == "round_end");
    let up = ends.filter(|row| match row.what {
        "active" | "exhausted" => row.round == Some(round),
        "over" => row.round.is_some_and(|at| at <= round),
        _ => false,
    });
    1.0 - up.map(|row| row.p).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_in_words_are_read() {
        let near = |text: &str, lo: f64, hi: f64| {
            let (low, high) = share(text).expect(text);
            assert!((low - lo).abs() < 1e-9 && (high - hi).abs() < 1e-9, "{text}: {low} to {high}");
        };
        near("7 out of 10 fights.", 0.65, 0.75);
        near("more than 99 out of 100 fights; 1 out of 10 fights are", 0.99, 1.0);
        near("fewer than 1 out of 100 fights", 0.0, 0.01);
        near("between 3 and 9 out of 10 fights", 0.25, 0.95);
        near("7 to 8 out of 10 fights", 0.65, 0.85);
        assert_eq!(share("an unknown share of the fights"), None);
    }
}
