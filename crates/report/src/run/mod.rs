//! The page of a run, in the order in which a designer asks: who wins, how long it takes, what is left, what
//! each unit does with its turns.
//!
//! It knows sides, units, actions, clocks and metrics, and names no game.

mod course;
mod outcome;
mod rounds;

use std::path::Path;

use fray_sim::card::{Card, Look};
use fray_sim::output::Manifest;
use fray_sim::stats::Rate;
use fray_sim::tables::format::thousands;
use fray_sim::tables::rows::{Point, Stop, Tables};
use fray_sim::totals::part::PartialRun;
use fray_sim::totals::{About, Totals};

use crate::folder::ReportError;
use crate::page::Page;

/// What the sections are made of.
pub(crate) struct Run<'a> {
    pub(crate) about: &'a About,
    pub(crate) totals: &'a Totals,
    pub(crate) tables: Tables<'a>,
}

impl Run<'_> {
    /// The name of a side.
    pub(crate) fn side(&self, side: usize) -> &str {
        &self.about.roster.sides[side].name
    }

    /// Events among all fights.
    pub(crate) fn of_fights(&self, events: u64) -> Rate {
        Rate { events, n: self.totals.fights }
    }
}

/// The ends of the 95 % interval of a rate.
pub(crate) fn ends(rate: Rate) -> Option<(f64, f64)> {
    rate.interval().map(|within| (within.lo, within.hi))
}

/// The page of a run.
///
/// # Errors
///
/// If the tallies are of another version of fray.
pub fn page(dir: &Path, manifest: &Manifest, partial: &PartialRun) -> Result<Page, ReportError> {
    let about = partial.of.about().map_err(|error| ReportError::Unfit(dir.into(), error.to_string()))?;
    let totals = &partial.played.totals;
    let point = Point {
        scenario: partial.of.scenario.clone(),
        system: partial.of.system.clone(),
        varied: manifest.run.varied(),
        seed: partial.of.seed,
        stop: manifest.stop,
        signature: manifest.signature.clone(),
    };
    let run = Run { about: &about, totals, tables: Tables::new(&point, &about, totals) };
    let card = Card {
        title: "",
        point: &point,
        about: &about,
        totals,
        dice_per_fight: None,
        goals: &[],
        each: false,
        look: Look::default(),
    };
    let title = point.scenario.clone();
    let sections = [outcome::section(&run), rounds::section(&run), course::section(&run)];
    Ok(Page {
        title,
        facts: facts(&point, totals),
        lead: Some(card.sentences()).filter(|text| !text.is_empty()).into_iter().collect(),
        sections: sections.into_iter().flatten().collect(),
        footer: footer(&manifest.fray),
    })
}

/// What was played.
fn facts(point: &Point, totals: &Totals) -> Vec<String> {
    let Point { system, varied, seed, stop, signature, .. } = point;
    let fights = thousands(totals.fights.into());
    let mut facts = vec![format!("{system}, {fights} fights of seed {seed}, signature {signature}")];
    facts.extend(varied.iter().map(|(path, value)| format!("{path} = {value}")));
    facts.extend(match stop {
        Stop::Fixed | Stop::Target => None,
        Stop::Max => {
            Some("the maximum number of fights was reached before the requested precision".to_owned())
        }
        Stop::Interrupted => {
            Some("interrupted: the results are those of the fights played so far".to_owned())
        }
    });
    facts.push("± and whiskers are 95 % intervals; < and > give one end of one".to_owned());
    facts
}

/// The last line of a page.
pub(crate) fn footer(version: &str) -> String {
    format!("Made by fray {version} from the files of this folder.")
}
