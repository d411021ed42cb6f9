//! `fray list`: everything that can stand in a scenario file, as it was declared.

mod columns;
mod keys;

use std::io::Write;

use fray_engine::metrics::MetricInfo;
use fray_kit::declare::tactics::{DecisionInfo, Need, Takes};
use fray_kit::sheet::rulings::expected;
use fray_rules::{self, Game};
use fray_sim::card::legend;
use fray_sim::measures::list::listed;
use fray_sim::tables::json::SCHEMA;
use fray_sim::tables::rows::COMMON;
use serde_json::{Value, json};

use crate::args::{ListArgs, What};
use crate::exit::{Exit, Failure, print_json};
use crate::verbs::look_up::schema;

/// The name or heading, its values, one sentence.
pub(crate) type Row = [String; 3];

pub(crate) fn run(args: &ListArgs) -> Result<Exit, Failure> {
    if matches!(args.what, What::Columns) {
        return columns::print_all(args);
    }
    let systems: Vec<&Game> = match &args.system {
        Some(name) => vec![schema::system(name)?],
        None => fray_rules::GAMES.iter().collect(),
    };
    let mut out = std::io::stdout().lock();
    if args.json {
        let listed: Vec<Value> = systems.iter().map(|info| as_json(info, args.what)).collect();
        let all = json!({ "schema": SCHEMA, "systems": listed });
        print_json(&all)?;
        return Ok(Exit::Ok);
    }
    for info in &systems {
        if matches!(args.what, What::Systems) {
            writeln!(out, "{}  {}", info.name(), info.title)?;
            continue;
        }
        if systems.len() > 1 {
            writeln!(out, "{}", info.title)?;
        }
        let rows = rows(info, args.what);
        for line in lines(&rows) {
            writeln!(out, "{line}")?;
        }
        if matches!(args.what, What::Tactics) {
            writeln!(
                out,
                "\nconditions: `{{ use = ..., when = \"{}\" }}`; `fray list facts` says what",
                info.parts.when
            )?;
            writeln!(out, "they may ask:")?;
            for [name, _, sentence] in keys::facts(info) {
                writeln!(out, "  {name:20}  {sentence}")?;
            }
        }
    }
    Ok(Exit::Ok)
}

/// Rows as columns. The sentence of long values stands on a line of its own.
fn lines(rows: &[Row]) -> Vec<String> {
    const WIDEST: usize = 48;
    let length = |text: &String| text.chars().count();
    let widest = |i: usize| rows.iter().filter(|row| !row[1].is_empty()).map(|row| length(&row[i])).max();
    let first = widest(0).unwrap_or_else(|| rows.iter().map(|row| length(&row[0])).max().unwrap_or(0));
    let second = widest(1).unwrap_or(0).min(WIDEST);
    let mut lines = Vec::new();
    for [name, values, sentence] in rows {
        let mut line = format!("{name:first$}  {values:second$}  {sentence}");
        if length(values) > second && !sentence.is_empty() {
            lines.push(format!("{name:first$}  {values}"));
            line = format!("{:first$}  {sentence}", "");
        }
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// The list as rows of name, values, sentence. A name that is indented belongs to the one above that is not.
pub(crate) fn rows(info: &Game, what: What) -> Vec<Row> {
    match what {
        What::Columns => columns::rows(),
        What::Systems => vec![[info.name().to_owned(), info.title.to_owned(), String::new()]],
        What::Metrics => {
            listed(info).into_iter().map(|it| [it.name, it.kind.to_owned(), it.sentence]).collect()
        }
        What::Card => legend(info.metrics, info.highlights, info.clocks)
            .into_iter()
            .map(|it| [it.table, it.column, it.sentence])
            .collect(),
        What::Rulings => {
            let row = |ruling: &fray_kit::declare::rulings::RulingInfo| {
                let need = ruling.need.map_or_else(String::new, |need| format!("; matters if {need}"));
                let default = (ruling.default)();
                let sentence = format!("{}: {} (default: {default}{need})", ruling.rule, ruling.sentence);
                [ruling.key.to_owned(), expected(ruling).replace('`', ""), sentence]
            };
            info.rulings().iter().map(row).collect()
        }
        What::Tactics => {
            let mut rows = Vec::new();
            for decision in info.tactics() {
                let sentence = format!("{}{}", decision.sentence, needs(decision.need));
                rows.push([decision.key.to_owned(), decision.id.to_owned(), sentence]);
                for (i, choice) in decision.choices.iter().enumerate() {
                    let default = if i == 0 && !choice.takes.is_bare() { " (default)" } else { "" };
                    let sentence = format!("{}{default}{}", choice.sentence, needs(choice.need));
                    rows.push([format!("  {}", value(choice.name, choice.takes)), String::new(), sentence]);
                }
            }
            rows
        }
        What::Facts => keys::facts(info),
        What::Keys => keys::keys(info),
        What::Effects => keys::of_abilities(info, "effects"),
        What::Targets => keys::of_abilities(info, "target"),
        What::Timings => keys::of_abilities(info, "timing"),
    }
}

fn as_json(info: &Game, what: What) -> Value {
    let mut listed = json!({ "system": info.name(), "title": info.title });
    let more = match what {
        What::Systems => return listed,
        What::Metrics => {
            let metrics = metrics(info).filter_map(|metric| {
                Some(json!({ "name": metric.name, "kind": metric.kind.word()?, "sentence": metric.sentence }))
            });
            let clocks = info.clocks.iter().map(
                |clock| json!({ "name": clock.name, "causes": clock.causes, "sentence": clock.sentence }),
            );
            listed["clocks"] = clocks.collect();
            let names = self::listed(info).into_iter();
            listed["names"] = names
                .map(|it| json!({ "name": it.name, "kind": it.kind, "sentence": it.sentence }))
                .collect();
            ("metrics", metrics.collect::<Value>())
        }
        What::Rulings => {
            let row = |ruling: &fray_kit::declare::rulings::RulingInfo| {
                json!({
                    "key": ruling.key, "rule": ruling.rule, "words": ruling.words,
                    "range": ruling.range.map(|(min, max)| [min, max]),
                    "step": ruling.range.map(|_| ruling.step),
                    "default": (ruling.default)(), "sentence": ruling.sentence, "need": ruling.need,
                })
            };
            ("rulings", info.rulings().iter().map(row).collect())
        }
        What::Tactics => {
            let row = |decision: &DecisionInfo| {
                let need = |need: Option<Need>| need.map(|need| need.to_string());
                let choices = decision.choices.iter().map(|choice| {
                    json!({
                        "name": choice.name, "value": value(choice.name, choice.takes),
                        "sentence": choice.sentence, "need": need(choice.need),
                    })
                });
                json!({
                    "key": decision.key, "id": decision.id, "sentence": decision.sentence,
                    "default": decision.choices.first().filter(|choice| !choice.takes.is_bare()).map(|choice| choice.name),
                    "need": need(decision.need),
                    "choices": choices.collect::<Value>(),
                })
            };
            ("tactics", info.tactics().iter().map(row).collect())
        }
        What::Card
        | What::Columns
        | What::Facts
        | What::Keys
        | What::Effects
        | What::Targets
        | What::Timings => {
            let row = |[name, values, sentence]: Row| json!({ "name": name.trim(), "values": values, "sentence": sentence });
            ("rows", rows(info, what).into_iter().map(row).collect())
        }
    };
    listed[more.0] = more.1;
    listed
}

/// The rows of `metrics.csv`: what the system counts, and what all do.
fn metrics(info: &Game) -> impl Iterator<Item = &MetricInfo> {
    info.metrics.iter().chain(&COMMON)
}

/// The condition under which a tactic is legal or can matter, as it stands behind its sentence.
fn needs(need: Option<Need>) -> String {
    need.map_or_else(String::new, |need| format!(" ({need})"))
}

/// A tactic as it stands in a file.
fn value(name: &str, takes: Takes) -> String {
    match takes {
        Takes::Nothing => name.to_owned(),
        Takes::Number(min, max) => format!("{{ {name} = {min}..{max} }}"),
        Takes::Bare(min, max) => format!("{min}..{max}"),
        Takes::Fraction => "0..1".to_owned(),
        Takes::Ally | Takes::Enemy | Takes::Own(_) => format!("{{ {name} = \"Name\" }}"),
        Takes::Set(_) | Takes::Ranked(_) => format!("{{ {name} = [\"Name\"] }}"),
    }
}
