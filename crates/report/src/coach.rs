//! The page of what `fray coach` says: its sentences by topic, each above the command that shows it.

use fray_sim::coach::{Coach, Command, Topic};
use fray_sim::scenario::Scenario;

use crate::page::{Page, Part, Section};

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
            let parts = [Part::text(&advice.text), Part::log(&[written(&advice.command)])];
            sections.push(parts.into_iter().fold(section, Section::part));
        }
    }
    let lead = match found.advice.iter().any(|it| it.topic == Topic::Goals) {
        true => "Not every goal of the file is certain to be met.",
        false if scenario.goals.is_empty() => "The file has no goals that could be missed.",
        false => "All goals of the file are met.",
    };
    let open = found.interrupted.then_some("It was interrupted, so some answers are missing.");
    Page {
        title: scenario.title.clone(),
        facts,
        lead: [Some(lead), open].into_iter().flatten().map(str::to_owned).collect(),
        first: Vec::new(),
        sections,
        footer: format!(
            "fray {}. \u{b1} is half of a 95 % interval. The command below each sentence shows its figures.",
            env!("CARGO_PKG_VERSION")
        ),
    }
}

/// The heading of a topic, as pages write headings.
fn heading(topic: Topic) -> String {
    let lower = topic.heading().to_lowercase();
    let mut chars = lower.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
