//! The answer of a page: what happened in the fights that were played until now, from the templates and charts of
//! the report, and what moved against the pinned versions.

use std::sync::Arc;

use fray_report::run::Results;
use fray_sim::measures::Verdict;
use fray_sim::output::varied;
use fray_sim::scenario::Scenario;
use fray_sim::stats::Rate;
use fray_sim::tables::format::{rate, thousands};
use fray_sim::tables::json::{Played, RunObject};
use fray_sim::tables::rows::{Measured, Point, Stop, Tables};
use fray_sim::totals::signature::signature;
use fray_sim::totals::{About, Totals};
use fray_sim::vary::moved::{Moved, Movement, moved};
use serde::Serialize;

use crate::desk::{Kept, Question};

/// What stands behind an answer.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The scenario.
    pub(crate) scenario: Arc<Scenario>,
    /// What the rows of tables have in common.
    pub(crate) point: Point,
    /// What the totals are about.
    pub(crate) about: About,
    /// What was observed.
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

#[derive(Serialize)]
struct Tile {
    label: String,
    value: String,
    note: String,
    /// `goal`, `rate` or `plain`.
    kind: &'static str,
    /// Of a goal `pass`, `fail` or `open`; of a number `real` or `noise` if it moved.
    verdict: &'static str,
    /// The ends of the interval and the value before, of a rate.
    band: Option<[f64; 3]>,
    was: Option<f64>,
    side: Option<usize>,
}

#[derive(Serialize)]
struct MovedRow {
    metric: String,
    last: String,
    now: String,
    diff: String,
    verdict: &'static str,
    /// The change with the ends of its interval.
    span: Option<[f64; 3]>,
    is_rate: bool,
}

#[derive(Serialize)]
struct PinRows {
    name: String,
    is_same: bool,
    n_same: usize,
    rows: Vec<MovedRow>,
}

#[derive(Serialize)]
struct SectionHtml {
    heading: String,
    html: String,
}

#[derive(Serialize)]
struct AnswerJson<'a> {
    number: u64,
    fights: u64,
    fights_text: String,
    seed: u64,
    signature: &'a str,
    done: bool,
    needed: Option<u64>,
    sentence: String,
    tiles: Vec<Tile>,
    pins: Vec<PinRows>,
    sections: Vec<SectionHtml>,
}

/// The answer that these fights give, and what is sent of it. `progress` says whether it is sharp enough, and how
/// many fights that takes.
pub(crate) fn answer(
    question: &Question,
    now: &Kept,
    pins: &[&Kept],
    progress: Option<(bool, u64)>,
) -> (Answer, String) {
    let scenario = Arc::clone(&question.now.scenario);
    let totals = now.played().totals.clone();
    let values = scenario.settings();
    let about = scenario.engine().about();
    let point = Point {
        scenario: scenario.stem.clone(),
        system: scenario.info.name().to_owned(),
        varied: varied(&values),
        seed: question.seed,
        stop: Stop::Fixed,
        signature: signature(&totals),
        scenario_hash: format!("{:016x}", scenario.hash),
        date: None,
    };
    let answer = Answer { scenario, point, about, totals };
    let results = answer.results(&values);
    let changes: Vec<Vec<Moved>> =
        pins.iter().map(|pin| moved((&pin.metrics, pin.played()), (&now.metrics, now.played()))).collect();
    let first = question.pins.first().filter(|pin| pin.scenario.hash != answer.scenario.hash);
    let of_first = first.and(changes.first()).map_or(&[][..], Vec::as_slice);
    let pinned = question.pins.iter().zip(&changes).map(|(pin, all)| PinRows {
        name: pin.name.clone(),
        is_same: pin.scenario.hash == answer.scenario.hash,
        n_same: all.iter().filter(|it| it.movement == Movement::Same).count(),
        rows: all.iter().filter(|it| it.movement != Movement::Same).map(row).collect(),
    });
    let section = |section: fray_report::page::Section| SectionHtml {
        heading: section.heading,
        html: section.parts.iter().map(ToString::to_string).collect(),
    };
    let json = AnswerJson {
        number: question.number,
        fights: answer.totals.fights,
        fights_text: thousands(answer.totals.fights.into()),
        seed: question.seed,
        signature: &answer.point.signature,
        done: progress.is_some_and(|(is_done, _)| is_done),
        needed: progress.map(|(_, needed)| needed),
        sentence: results.sentences(),
        tiles: tiles(&results, of_first),
        pins: pinned.collect(),
        sections: results.sections().into_iter().map(section).collect(),
    };
    let text = serde_json::to_string(&json).unwrap_or_default();
    (answer, text)
}

fn row(it: &Moved) -> MovedRow {
    let [last, now, diff] = it.texts();
    MovedRow {
        metric: it.named.to_string(),
        last,
        now,
        diff,
        verdict: it.movement.word(),
        span: it.difference.map(|it| [it.value, it.within.lo, it.within.hi]),
        is_rate: it.kind.is_rate(),
    }
}

/// The numbers that are said first, with how they moved.
fn tiles(results: &Results<'_>, moved: &[Moved]) -> Vec<Tile> {
    let (about, totals) = (results.about, results.totals);
    let change = |of: &str, side: Option<&str>| {
        moved
            .iter()
            .find(|it| it.named.metric == of && it.named.side.as_deref() == side && it.named.unit.is_none())
    };
    let with = |mut tile: Tile, moved: Option<&Moved>| {
        if let Some(it) = moved {
            let [_, _, diff] = it.texts();
            tile.verdict = it.movement.word();
            tile.was = it.levels[0].value;
            tile.note = match it.movement {
                Movement::Real => format!("{diff}, real"),
                Movement::Noise => format!("{diff}, may be noise"),
                Movement::Same => "the same in every fight".to_owned(),
                Movement::Unknown => format!("{diff}, too few fights to tell"),
            };
        }
        tile
    };
    let plain = |label: String, value: String, note: String| Tile {
        label,
        value,
        note,
        kind: "plain",
        verdict: "",
        band: None,
        was: None,
        side: None,
    };
    let mut tiles: Vec<Tile> = results
        .goals()
        .into_iter()
        .map(|goal| Tile {
            kind: "goal",
            verdict: match goal.verdict {
                Verdict::Met => "pass",
                Verdict::Missed => "fail",
                Verdict::Undecided => "open",
            },
            ..plain(goal.text, goal.value, String::new())
        })
        .collect();
    for (at, side) in about.roster.sides.iter().enumerate() {
        let seen = Rate { events: totals.wins(at), n: totals.fights };
        let within = seen.interval();
        let tile = Tile {
            kind: "rate",
            side: Some(at),
            band: seen.value().zip(within).map(|(value, within)| [value, within.lo, within.hi]),
            ..plain(format!("{} win", side.name), rate(seen), String::new())
        };
        tiles.push(with(tile, change("win_rate", Some(&side.name))));
    }
    let rounds = Measured::count(totals.rounds(), Some(about.max_rounds));
    tiles.push(with(plain("rounds".into(), rounds.text(), "mean of a fight".into()), change("rounds", None)));
    if let Some((unit, how)) = results.worst_off() {
        tiles.push(plain("drops most often".into(), unit, format!("in {how} of fights")));
    }
    tiles
}
