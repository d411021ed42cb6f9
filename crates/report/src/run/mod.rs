//! The page of a run, in the order in which a designer asks: who wins, how long it takes, what is left, what
//! each unit does with its turns.
//!
//! It knows sides, units, actions, clocks and metrics, and names no game.

mod course;
mod damage;
mod exhaustion;
mod felled;
mod fights;
mod health;
mod luck;
mod outcome;
mod played;
mod rounds;
mod shares;
mod standing;
mod turns;

use std::path::Path;

use fray_engine::roster::UnitId;
use fray_sim::card::{Card, JudgedGoal, Look, Row, rows_of};
use fray_sim::measures::Goal;
use fray_sim::output::{Manifest, Setting};
use fray_sim::parts::PartialRun;
use fray_sim::scenario::{Scenario, scenario_of_results};
use fray_sim::stats::Rate;
use fray_sim::tables::format::{fights, rate, rate_by_fight};
use fray_sim::tables::rows::{MeasuredOf, Point, Stop, Tables};
use fray_sim::totals::{About, Totals, Tries};

use crate::chart::ForestRow;
use crate::folder::ReportError;
use crate::page::{Page, Section};
use crate::theme::Color;

/// A run with its tables, from which the sections are made.
pub(crate) struct Run<'a> {
    pub(crate) about: &'a About,
    pub(crate) totals: &'a Totals,
    pub(crate) tables: Tables<'a>,
}

/// Units that share a figure: a unit, or the copies of one.
pub(crate) struct Group {
    /// The side.
    pub(crate) side: usize,
    /// The name, with the number of copies.
    pub(crate) label: String,
    /// The units.
    pub(crate) units: Vec<UnitId>,
}

impl Run<'_> {
    /// The groups of all sides, in file order.
    pub(crate) fn groups(&self) -> Vec<Group> {
        let sides = self.about.roster.sides.iter().enumerate();
        let rows = sides.flat_map(|(side, of)| {
            let rows = rows_of(&self.about.roster, of.units, false);
            rows.into_iter().map(move |row| (side, row))
        });
        let group =
            |(side, Row { label, units }): (usize, Row)| Group { side, label, units: units.collect() };
        rows.map(group).collect()
    }

    /// The name of a side.
    pub(crate) fn side(&self, side: usize) -> &str {
        &self.about.roster.sides[side].name
    }

    /// Of what, of the units of a group, a fight has tries: the rate with its interval and its text. Of
    /// copies together the fights count as one try each.
    pub(crate) fn tries(&self, group: &Group, tries: Tries) -> Option<Estimated> {
        let of = |unit: &UnitId| MeasuredOf::Unit(*unit).by_fight(self.about, self.totals, tries);
        if let [unit] = group.units.as_slice() {
            let seen = of(unit);
            let within = seen.proportion().map(|within| (within.lo, within.hi));
            return Some(Estimated { value: seen.ratio()?, within, text: rate_by_fight(&seen) });
        }
        let (events, n) =
            group.units.iter().map(of).fold((0, 0), |sum, it| (sum.0 + it.sum, sum.1 + it.tries));
        self.by_fight(events, n)
    }

    /// A rate of tries of which a fight may have many: its interval is that of one try a fight.
    pub(crate) fn by_fight(&self, events: u64, n: u64) -> Option<Estimated> {
        if n == 0 {
            return None;
        }
        let value = events as f64 / n as f64;
        let tries = n.min(self.totals.fights);
        // What was seen now and then is neither none nor all.
        let events = match (value * tries as f64).round() as u64 {
            _ if tries == n => events,
            0 if events > 0 => 1,
            all if all == tries && events < n => tries - 1,
            part => part,
        };
        let seen = Rate { events, n: tries };
        Some(Estimated { value, within: ends(seen), text: rate(seen) })
    }

    /// Events among all fights.
    pub(crate) fn of_fights(&self, events: u64) -> Rate {
        Rate { events, n: self.totals.fights }
    }
}

/// A rate with its interval.
#[derive(Clone, Debug)]
pub(crate) struct Estimated {
    /// The rate.
    pub(crate) value: f64,
    /// The ends of its interval, if it has one.
    pub(crate) within: Option<(f64, f64)>,
    /// Both as text.
    pub(crate) text: String,
}

/// The note on the intervals of figures for which only sums over all fights are known.
pub(crate) const ONE_TRY: &str = "What happens within one fight is not independent, so from here on intervals are \
                                  as wide as if each fight had given one observation.";

/// A row of a forest plot of rates.
pub(crate) fn forest_row(label: &str, seen: &Estimated, color: Color) -> ForestRow {
    ForestRow::new(label, seen.value, seen.within, color).text(seen.text.clone())
}

/// The ends of the 95 % interval of a rate.
pub(crate) fn ends(rate: Rate) -> Option<(f64, f64)> {
    rate.interval().map(|within| (within.lo, within.hi))
}

/// A run of which a page is made.
#[derive(Clone, Copy, Debug)]
pub struct Results<'a> {
    /// The scenario, where its text is at hand: without it there are no goals and no transcripts.
    pub scenario: Option<&'a Scenario>,
    /// The columns that the rows of all tables share: scenario, system, varied values.
    pub point: &'a Point,
    /// The names that the totals refer to: system, roster, metrics, actions.
    pub about: &'a About,
    /// The sums over all fights of the run.
    pub totals: &'a Totals,
    /// Every value of the scenario.
    pub values: &'a [Setting],
}

impl<'a> Results<'a> {
    fn run(&self) -> Run<'a> {
        let Self { point, about, totals, .. } = *self;
        Run { about, totals, tables: Tables::new(point, about, totals) }
    }

    /// The goals of the scenario, with what was observed of them.
    #[must_use]
    pub fn goals(&self) -> Vec<JudgedGoal> {
        let goals = self.goals_of_file();
        self.card(&goals).judged_goals()
    }

    /// Returns the character of the fight, in two sentences; empty without fights.
    #[must_use]
    pub fn sentences(&self) -> String {
        self.card(&[]).sentences()
    }

    /// The sections that say what happened in the fights, without transcripts.
    #[must_use]
    pub fn sections(&self) -> Vec<Section> {
        sections(&self.run(), None)
    }

    /// The unit of the players that drops most often, and how often.
    #[must_use]
    pub fn worst_off(&self) -> Option<(String, String)> {
        outcome::worst_hero(&self.run(), self.values)
    }

    /// The page, with transcripts of its first fights.
    #[must_use]
    pub fn page(&self, footer: String) -> Page {
        let run = self.run();
        let goals = self.goals_of_file();
        let card = self.card(&goals);
        let mut all = sections(&run, self.scenario);
        let n = self.totals.fights;
        all.extend(self.scenario.and_then(|scenario| fights::section(&run, scenario, 0..n)));
        all.extend(turns::highlights(&run));
        Page {
            title: self.scenario.map_or_else(|| self.point.scenario.clone(), |it| it.title.clone()),
            facts: facts(self.point, self.totals),
            lead: Some(card.sentences()).filter(|text| !text.is_empty()).into_iter().collect(),
            first: outcome::tiles(&run, &card, self.values),
            sections: all,
            footer,
        }
    }

    fn goals_of_file(&self) -> Vec<&'a Goal> {
        self.scenario.iter().flat_map(|it| &it.goals).map(|goal| &goal.value).collect()
    }

    fn card<'c>(&self, goals: &'c [&'c Goal]) -> Card<'c>
    where
        'a: 'c,
    {
        Card {
            title: self.scenario.map_or("", |scenario| &scenario.title),
            point: self.point,
            about: self.about,
            totals: self.totals,
            dice_per_fight: None,
            goals,
            each: false,
            look: Look::default(),
        }
    }
}

/// The sections about the fights. With the scenario, fights of it are played for figures that no total holds.
fn sections(run: &Run<'_>, scenario: Option<&Scenario>) -> Vec<Section> {
    let mut course = standing::figures(run);
    course.extend(health::figures(run));
    course.extend(course::figures(run));
    let course =
        course.into_iter().fold(Section::new("The course of the fight"), |it, figure| it.figures(&[figure]));
    let sections = [
        outcome::section(run),
        felled::section(run),
        rounds::section(run),
        (!course.parts.is_empty()).then_some(course),
        damage::section(run),
        luck::section(run, scenario),
        shares::section(run),
        turns::section(run),
        exhaustion::section(run),
    ];
    sections.into_iter().flatten().collect()
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
        scenario_hash: partial.of.scenario_hash.clone(),
        date: None,
    };
    // The text of a scenario that was kept with its results; without it there are no transcripts.
    let scenario = scenario_of_results(dir);
    let results = Results {
        scenario: scenario.as_ref().ok(),
        point: &point,
        about: &about,
        totals,
        values: &manifest.run.values,
    };
    let run = results.run();
    let goals = results.goals_of_file();
    let card = results.card(&goals);
    let title = scenario.as_ref().map_or_else(|_| point.scenario.clone(), |scenario| scenario.title.clone());
    let (lo, hi) = partial.played.ranges.hull().unwrap_or_default();
    let ends = [
        crate::coach::section(dir, &point.scenario_hash)?,
        match &scenario {
            Ok(scenario) => fights::section(&run, scenario, lo..hi),
            Err(why) => Some(Section::new("How fights went").text(&format!("No transcripts: {why}."))),
        },
        turns::highlights(&run),
        played::section(dir),
        Some(played::again(manifest, lo..hi)),
    ];
    Ok(Page {
        title,
        facts: facts(&point, totals),
        lead: Some(card.sentences()).filter(|text| !text.is_empty()).into_iter().collect(),
        first: outcome::tiles(&run, &card, &manifest.run.values),
        sections: sections(&run, scenario.as_ref().ok())
            .into_iter()
            .chain(ends.into_iter().flatten())
            .collect(),
        footer: footer(&manifest.fray),
    })
}

/// Returns the lines that say what was played.
fn facts(point: &Point, totals: &Totals) -> Vec<String> {
    let Point { scenario, system, varied, seed, stop, signature, .. } = point;
    let fights = fights(totals.fights);
    let mut facts = vec![format!("{scenario}, {system}, {fights} of seed {seed}, signature {signature}")];
    facts.extend(varied.iter().map(|(path, value)| format!("{path} = {value}")));
    facts.extend(match stop {
        Stop::Fixed | Stop::Target => None,
        Stop::Max => {
            Some("the largest number of fights was reached before the requested precision".to_owned())
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
