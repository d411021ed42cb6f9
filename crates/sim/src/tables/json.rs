//! The JSON of a run: the rows of the CSV files, with their column names as keys.

use std::io::{self, Write as _};
use std::path::Path;

use fray_kit::sheet::text::is_control;
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use crate::output::NotPlayed;
use crate::tables::rows::{Line, Point, Row, Stop, Tables};
use crate::vary::hints::Hint;

/// The version of the columns and keys of all outputs. It increases if a name or meaning changes.
pub const SCHEMA: u32 = 2;

/// An object that begins with the version of its keys.
#[derive(Debug, Serialize)]
pub struct Versioned<'a, T> {
    schema: u32,
    #[serde(flatten)]
    object: &'a T,
}

impl<'a, T> Versioned<'a, T> {
    /// Adds the present version to an object.
    pub fn new(object: &'a T) -> Self {
        Self { schema: SCHEMA, object }
    }
}

/// A writer of JSON whose strings do not steer a terminal: control characters that JSON allows in
/// strings (U+007F to U+009F, and those of bidirectional text) are written as escapes.
#[derive(Debug)]
pub struct Escaped<W>(pub W);

impl<W: io::Write> io::Write for Escaped<W> {
    fn write(&mut self, json: &[u8]) -> io::Result<usize> {
        // The serializer writes characters whole. Line breaks stand between values alone.
        let steers = |c: char| c != '\n' && is_control(c);
        match str::from_utf8(json) {
            Ok(text) if text.contains(steers) => {
                let escape = |c: char| if steers(c) { format!("\\u{:04x}", u32::from(c)) } else { c.into() };
                self.0.write_all(text.chars().map(escape).collect::<String>().as_bytes())?;
            }
            _ => self.0.write_all(json)?,
        }
        Ok(json.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// One scenario point of a run.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// The name of the system.
    pub system: &'a str,
    /// The fights that were asked for: from the first up to, but not including, the second.
    pub range: (u64, u64),
    /// The fights played.
    pub fights: u64,
    /// The folder of the files; `None` if nothing was written.
    pub dir: Option<&'a Path>,
    /// The rows.
    pub tables: &'a Tables<'a>,
    /// Tactics that are worth much to a side.
    pub hints: &'a [Hint],
}

/// Writes the object of a run as one line of JSON, adding each scenario when it was played.
#[derive(Debug)]
pub struct RunObject<W> {
    to: Escaped<W>,
    is_first: bool,
}

impl<W: io::Write> RunObject<W> {
    /// Begins the object.
    ///
    /// # Errors
    ///
    /// The errors of the writer.
    pub fn begin(to: W) -> io::Result<Self> {
        let mut to = Escaped(to);
        write!(to, "{{\"schema\":{SCHEMA},\"scenarios\":[")?;
        Ok(Self { to, is_first: true })
    }

    /// Adds a scenario.
    ///
    /// # Errors
    ///
    /// The errors of the writer.
    pub fn add(&mut self, played: &Played) -> io::Result<()> {
        if !self.is_first {
            self.to.write_all(b",")?;
        }
        self.is_first = false;
        serde_json::to_writer(&mut self.to, &object(played))?;
        self.to.flush()
    }

    /// Ends the object and the line with what was not played.
    ///
    /// # Errors
    ///
    /// The errors of the writer.
    pub fn end(mut self, not_played: &[NotPlayed]) -> io::Result<()> {
        self.to.write_all(b"],\"not_played\":")?;
        serde_json::to_writer(&mut self.to, not_played)?;
        self.to.write_all(b"}\n")?;
        self.to.flush()
    }
}

#[derive(Serialize)]
struct ScenarioObject<'a> {
    scenario: &'a str,
    system: &'a str,
    seed: u64,
    range: (u64, u64),
    fights: u64,
    stop: Stop,
    signature: &'a str,
    dir: Option<String>,
    summary: Lines<'a, crate::tables::rows::SummaryRow<'a>>,
    metrics: Lines<'a, crate::tables::rows::MetricRow<'a>>,
    damage: Lines<'a, crate::tables::rows::DamageRow<'a>>,
    exhaustion: Lines<'a, crate::tables::rows::ExhaustionRow<'a>>,
    rounds: Lines<'a, crate::tables::rows::RoundRow<'a>>,
    actions: Lines<'a, crate::tables::rows::ActionRow<'a>>,
    felled: Lines<'a, crate::tables::rows::FelledRow<'a>>,
    course: Lines<'a, crate::tables::rows::CourseRow<'a>>,
    health: Lines<'a, crate::tables::rows::HealthRow<'a>>,
    luck: Lines<'a, crate::luck::table::LuckRow<'a>>,
    hints: &'a [Hint],
}

fn object<'a>(played: &Played<'a>) -> ScenarioObject<'a> {
    let tables = played.tables;
    let point = tables.point;
    ScenarioObject {
        scenario: &point.scenario,
        system: played.system,
        seed: point.seed,
        range: played.range,
        fights: played.fights,
        stop: point.stop,
        signature: &point.signature,
        dir: played.dir.map(|dir| dir.display().to_string()),
        summary: Lines(point, &tables.summary),
        metrics: Lines(point, &tables.metrics),
        damage: Lines(point, &tables.damage),
        exhaustion: Lines(point, &tables.exhaustion),
        rounds: Lines(point, &tables.rounds),
        actions: Lines(point, &tables.actions),
        felled: Lines(point, &tables.felled),
        course: Lines(point, &tables.course),
        health: Lines(point, &tables.health),
        luck: Lines(point, &tables.luck),
        hints: played.hints,
    }
}

/// The rows of one table, each with the common columns.
struct Lines<'a, R>(&'a Point, &'a [R]);

impl<R: Row> Serialize for Lines<'_, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut lines = serializer.serialize_seq(Some(self.1.len()))?;
        for row in self.1 {
            lines.serialize_element(&Line::new(self.0, row))?;
        }
        lines.end()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::fixture::{about, point, totals};
    use crate::tables::rows::write_csv;

    fn written() -> Value {
        let (point, about) = (point(), about());
        let tables = Tables::new(&point, &about, &totals());
        let played = Played {
            system: about.system,
            range: (0, 4),
            fights: 4,
            dir: Some(Path::new("results/gate")),
            tables: &tables,
            hints: &[],
        };
        let mut text = Vec::new();
        let mut run = RunObject::begin(&mut text).unwrap();
        run.add(&played).unwrap();
        run.add(&played).unwrap();
        run.end(&[]).unwrap();
        serde_json::from_slice(&text).unwrap()
    }

    #[test]
    fn the_object_has_the_keys_of_the_contract() {
        let object = written();
        let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(", ");
        assert_eq!(keys(&object), "schema, scenarios, not_played");
        assert_eq!(object["scenarios"][0], object["scenarios"][1]);
        let scenario = &object["scenarios"][0];
        assert_eq!(
            keys(scenario),
            "scenario, system, seed, range, fights, stop, signature, dir, summary, metrics, damage, exhaustion, rounds, \
             actions, felled, course, health, luck, hints"
        );
        assert_eq!(scenario["range"], json!([0, 4]));
        assert_eq!(scenario["stop"], "fixed");
        assert_eq!(scenario["dir"], "results/gate");
        assert_eq!(scenario["summary"][0]["boss.hp"], "80");
        assert_eq!(scenario["exhaustion"][5]["round"], 1);
        assert_eq!(scenario["exhaustion"][6]["activation"], Value::Null);
        assert_eq!(scenario["metrics"][0]["unit"], Value::Null);
    }

    #[test]
    fn strings_do_not_steer_a_terminal() {
        let steering = "a\u{1b}[2J\u{7f}\u{9b}31m\u{202e}\u{2066}\u{2028}b";
        let mut text = Vec::new();
        serde_json::to_writer_pretty(Escaped(&mut text), &json!({ steering: [steering] })).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(!text.contains(|c| c != '\n' && is_control(c)), "{text:?}");
        assert_eq!(text.lines().count(), 5, "what JSON breaks into lines stays so");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), json!({ steering: [steering] }));
    }

    #[test]
    fn its_rows_say_what_the_csv_says() {
        let (point, about) = (point(), about());
        let tables = Tables::new(&point, &about, &totals());
        let mut text = Vec::new();
        write_csv(&mut text, [(&point, tables.metrics.as_slice())]).unwrap();
        let mut reader = csv::Reader::from_reader(text.as_slice());
        let header = reader.headers().unwrap().clone();
        let object = written();
        let rows = object["scenarios"][0]["metrics"].as_array().unwrap();
        for (record, row) in reader.records().map(Result::unwrap).zip(rows) {
            assert_eq!(
                header.iter().collect::<Vec<_>>(),
                row.as_object().unwrap().keys().collect::<Vec<_>>()
            );
            for (cell, value) in record.iter().zip(row.as_object().unwrap().values()) {
                match value {
                    Value::Null => assert_eq!(cell, ""),
                    Value::String(text) => assert_eq!(cell, text),
                    number => assert_eq!(cell, number.to_string()),
                }
            }
        }
    }
}
