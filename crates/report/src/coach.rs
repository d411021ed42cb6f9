//! The page of what `fray coach` says: its sentences by topic, each above the command that shows it; and the section
//! of it on the page of a run.

use std::path::Path;

use fray_sim::coach::{Coach, Command, Topic};
use fray_sim::scenario::Scenario;

use crate::folder::ReportError;
use crate::page::{Page, Part, Section};
use crate::table_file::TableFile;

/// The page of what was found of a scenario. `written` writes a command as a shell takes it.
#[must_use]
pub fn page(
    scenario: &Scenario,
    facts: Vec<String>,
    found: &Coach,
    written: impl Fn(&Command) -> String,
) -> Page {
    let mut sections: Vec<Section> = Vec::new();
    let mut topic: Option<Topic> = None;
    for advice in &found.advice {
        if topic != Some(advice.topic) {
            topic = Some(advice.topic);
            sections.push(Section::new(heading(advice.topic)));
        }
        if let Some(section) = sections.pop() {
            sections.push(section.part(Part::with_command(&advice.text, written(&advice.command))));
        }
    }
    let lead = if found.advice.is_empty() {
        "Nothing is known yet."
    } else if found.advice.iter().any(|it| it.topic == Topic::Goals) {
        "Not every goal of the file is certain to be met."
    } else if scenario.goals.is_empty() {
        "The file has no goals that could be missed."
    } else {
        "All goals of the file are met."
    };
    let open = (!found.missing.is_empty())
        .then(|| format!("It was stopped early; not looked at to the end: {}.", found.missing.join(", ")));
    Page {
        title: scenario.title.clone(),
        facts,
        lead: [Some(lead), open.as_deref()].into_iter().flatten().map(str::to_owned).collect(),
        first: Vec::new(),
        sections,
        footer: format!(
            "fray {}. \u{b1} is half of a 95 % interval. The command below each sentence shows its figures.",
            env!("CARGO_PKG_VERSION")
        ),
    }
}

/// The section of what `fray coach` wrote into the folder of a run of the scenario with this hash; none where it wrote
/// nothing.
///
/// # Errors
/// If the table cannot be read.
pub(crate) fn section(dir: &Path, scenario_hash: &str) -> Result<Option<Section>, ReportError> {
    let Some(file) = TableFile::read(dir, "coach.csv")? else { return Ok(None) };
    let columns = ["topic", "text", "command", "scenario_hash"];
    let [topic, text, command, hash] = columns.map(|column| file.column(column));
    let (topic, text, command, hash) = (topic?, text?, command?, hash?);
    let section = Section::new("What the coach says");
    let n = file.rows.len();
    if (0..n).any(|row| file.text(row, hash) != scenario_hash) {
        let other = "The advice in `coach.csv` is about another version of the scenario: `fray coach` writes it anew.";
        return Ok(Some(section.text(other)));
    }
    let lead = "What `fray coach` found, what is worth most first, each sentence above the command that shows its figures.";
    let mut section = section.text(lead);
    let mut last = "";
    for row in 0..n {
        let word = file.text(row, topic);
        if let Some(named) = Topic::ALL.into_iter().find(|it| it.word() == word && word != last) {
            section = section.part(Part::label(&heading(named)));
        }
        last = word;
        let command = file.text(row, command).to_owned();
        section = section.part(Part::with_command(file.text(row, text), command));
    }
    Ok(Some(section))
}

/// The heading of a topic, as pages write headings.
fn heading(topic: Topic) -> String {
    let lower = topic.heading().to_lowercase();
    let mut chars = lower.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
