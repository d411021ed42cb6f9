//! The answer of a page: what happened in the fights that were played until now, from the templates and charts of
//! the report, and what moved against the pinned versions.

mod pins;
mod tiles;

use std::collections::BTreeMap;
use std::sync::Arc;

use askama::Template;
use fray_report::page::{Part, Section};
use fray_report::run::Results;
use fray_sim::output::varied;
use fray_sim::scenario::Scenario;
use fray_sim::stats::Rate;
use fray_sim::tables::format::fights;
use fray_sim::tables::json::{Played, RunObject};
use fray_sim::tables::rows::{Point, Stop, Tables};
use fray_sim::totals::signature::signature;
use fray_sim::totals::{About, Totals};
use fray_sim::vary::moved::{Moved, moved};
use serde::Serialize;

use crate::desk::{Question, Snapshot, Subject};
use pins::{Pin, Pins};
use tiles::Tiles;

/// The data behind an answer: the scenario and the totals of its fights.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The scenario.
    pub(crate) scenario: Arc<Scenario>,
    /// The columns that the rows of all tables share: scenario, system, varied values.
    pub(crate) point: Point,
    /// The names that the totals refer to: system, roster, metrics, actions.
    pub(crate) about: About,
    /// The sums over all fights played for it.
    pub(crate) totals: Totals,
}

impl Answer {
    /// The object that `fray run --json` prints of these fights.
    ///
    /// # Errors
    /// If it cannot be written, which a vector always can.
    pub(crate) fn json(&self) -> std::io::Result<Vec<u8>> {
        let Self { point, about, totals, .. } = self;
        let mut bytes = Vec::new();
        let mut object = RunObject::begin(&mut bytes)?;
        object.add(&Played {
            system: about.system,
            range: (0, totals.fights),
            fights: totals.fights,
            dir: None,
            tables: &Tables::new(point, about, totals),
            hints: &[],
        })?;
        object.end(&[])?;
        Ok(bytes)
    }

    /// The page of the report.
    #[must_use]
    pub(crate) fn report(&self, command: &str) -> String {
        let values = self.scenario.settings();
        let footer = format!("Made by fray {}. The same figures: {command}", env!("CARGO_PKG_VERSION"));
        self.results(&values).page(footer).html()
    }

    fn results<'a>(&'a self, values: &'a [fray_sim::output::Setting]) -> Results<'a> {
        Results {
            scenario: Some(&self.scenario),
            point: &self.point,
            about: &self.about,
            totals: &self.totals,
            values,
        }
    }
}

/// The sections of the report, each in a box.
#[derive(Template)]
#[template(path = "sections.html")]
struct Sections {
    sections: Vec<Section>,
}

/// An answer as it is sent to the page.
#[derive(Debug, Serialize)]
struct Sent {
    number: u64,
    fights: u64,
    signature: String,
    done: bool,
    /// How long an older question was played on after this one was asked, in milliseconds.
    older_ms: f64,
    /// HTML by the identity of the element that shows it.
    parts: BTreeMap<&'static str, String>,
}

/// An answer with what is sent of it: at first what can be said at once, without the sections of the report.
#[derive(Debug)]
pub(crate) struct Told {
    /// The data behind it.
    pub(crate) answer: Arc<Answer>,
    sent: Sent,
}

impl Told {
    /// The answer of these fights, compared with those of the pinned versions; `is_done` if they are as many
    /// as are asked for.
    pub(crate) fn of(question: &Question, now: &Snapshot, pins: &[&Snapshot], is_done: bool) -> Self {
        let scenario = Arc::clone(&question.now.scenario);
        let totals = now.played().totals.clone();
        let point = Point {
            scenario: scenario.stem.clone(),
            system: scenario.info.name().to_owned(),
            varied: varied(&scenario.settings()),
            seed: question.seed,
            stop: Stop::Fixed,
            signature: signature(&totals),
            scenario_hash: format!("{:016x}", scenario.hash),
            date: None,
        };
        let about = scenario.engine().about();
        let answer = Answer { scenario, point, about, totals };
        let values = answer.scenario.settings();
        let results = answer.results(&values);
        let changes =
            pins.iter().map(|pin| moved((&pin.metrics, pin.played()), (&now.metrics, now.played())));
        let changes: Vec<Vec<Moved>> = changes.collect();
        let is_same = |pin: &Subject| pin.scenario.hash == answer.scenario.hash;
        let first = question.pins.first().filter(|pin| !is_same(pin));
        let tiles = Tiles::of(&results, first.and(changes.first()).map_or(&[][..], Vec::as_slice));
        let pinned = question.pins.iter().zip(&changes);
        let pinned = pinned.filter(|(pin, _)| question.pins.len() > 1 || !is_same(pin));
        let pinned = pinned.map(|(pin, all)| Pin::new(&pin.name, is_same(pin), all));
        let text = |text: &str| Part::text(text).to_string();
        let parts = BTreeMap::from([
            ("sentence", text(&results.sentences())),
            ("progress", text(&sharpness(question, &answer.totals, is_done))),
            ("mini", text(&tiles.in_short())),
            ("tiles", tiles.to_string()),
            ("moved", Pins { pins: pinned.collect() }.to_string()),
            ("foot", text(&format!("signature {} · ± and bands are 95 % intervals", answer.point.signature))),
        ]);
        let sent = Sent {
            number: question.number,
            fights: answer.totals.fights,
            signature: answer.point.signature.clone(),
            done: is_done,
            older_ms: 1000.0 * question.older.as_secs_f64(),
            parts,
        };
        Self { answer: Arc::new(answer), sent }
    }

    /// Adds the sections of the report, whose charts take longer.
    pub(crate) fn add_sections(&mut self) {
        let values = self.answer.scenario.settings();
        let sections = Sections { sections: self.answer.results(&values).sections() };
        self.sent.parts.insert("sections", sections.to_string());
    }

    /// The number of its question.
    pub(crate) fn number(&self) -> u64 {
        self.sent.number
    }

    /// JSON for the page.
    pub(crate) fn json(&self) -> String {
        serde_json::to_string(&self.sent).unwrap_or_default()
    }
}

/// Returns how many fights there are, and how sharp the win rates are by now.
fn sharpness(question: &Question, totals: &Totals, is_done: bool) -> String {
    let points = |share: f64| {
        let text = format!("{:.2}", 100.0 * share);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    let fights = fights(totals.fights);
    let asked = points(question.sharp);
    let begin = format!("{fights} of seed {}, on the same dice.", question.seed);
    if is_done {
        return format!("{begin} As sharp as asked: ± {asked} pt.");
    }
    let widest = (0..question.now.scenario.engine().about().roster.sides.len())
        .filter_map(|side| Rate { events: totals.wins(side), n: totals.fights }.interval())
        .map(|within| (within.hi - within.lo) / 2.0)
        .fold(0.0, f64::max);
    format!("{begin} ± {} pt, sharpening to ± {asked} pt …", points(widest))
}
