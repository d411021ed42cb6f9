//! How fights went: transcripts of a usual one and of the extremes.

use std::ops::Range;

use fray_engine::metrics::Kind;
use fray_kit::sheet::declare::quoted;
use fray_sim::find::find;
use fray_sim::measures::Criteria;
use fray_sim::play::trace::{Trace, trace};
use fray_sim::scenario::Scenario;
use fray_sim::tables::format::thousands;

use super::Run;
use crate::page::{Part, Section};

/// So many fights are looked through.
const FIGHTS: u64 = 10_000;
/// The most lines of a transcript.
const MOST_LINES: usize = 250;

/// The transcripts of the fights at the 5th, 50th and 95th percentile of rounds and of what the first side has
/// left, among the first fights of the run. Only these fights are played.
pub(crate) fn section(run: &Run<'_>, scenario: &Scenario, fights: Range<u64>) -> Option<Section> {
    let fights = fights.start..fights.end.min(fights.start + FIGHTS);
    if fights.is_empty() {
        return None;
    }
    let side = run.side(0);
    let mut wanted: Vec<(String, String)> =
        [(5, "A short fight"), (50, "A typical fight"), (95, "A long fight")]
            .map(|(percent, says)| {
                (format!("{says}: the {percent}th percentile of rounds"), format!("p{percent} rounds"))
            })
            .into();
    // What games call left is health first.
    let is_left = |kind: Kind, name: &str| matches!(kind, Kind::Value) && name.ends_with("_left");
    if let Some(left) = run.about.metrics.iter().find(|metric| is_left(metric.kind, metric.name)) {
        let name = left.name;
        let levels = [(5, "A bad fight"), (50, "An average fight"), (95, "A good fight")];
        wanted.extend(levels.map(|(percent, says)| {
            let what = name.replace('_', " ");
            let says = format!("{says} for {side}: the {percent}th percentile of {what}");
            (says, format!("p{percent} {name}({})", quoted(side)))
        }));
    }
    let mut told: Vec<(u64, Vec<String>, Trace)> = Vec::new();
    for (says, criteria) in wanted {
        // A side may have a name that criteria cannot say.
        let Ok(criteria) = Criteria::parse(&criteria, run.about) else { continue };
        let found = find(scenario.engine(), run.tables.point.seed, fights.clone(), &criteria);
        let Ok(Some(found)) = found else { continue };
        match told.iter_mut().find(|(fight, ..)| *fight == found.fight) {
            Some((_, all, _)) => all.push(says),
            None => {
                if let Ok(trace) = trace(scenario.engine(), run.tables.point.seed, found.fight) {
                    told.push((found.fight, vec![says], trace));
                }
            }
        }
    }
    if told.is_empty() {
        return None;
    }
    let text = format!(
        "Blow by blow, exactly as the run counted them: fights {} to {}.",
        thousands(fights.start.into()),
        thousands((fights.end - 1).into())
    );
    let mut section = Section::new("How fights went").text(&text);
    for (fight, says, mut trace) in told {
        let end = trace.lines.last().cloned().unwrap_or_default();
        if trace.lines.len() > MOST_LINES {
            let more = trace.lines.len() - MOST_LINES;
            trace.lines.truncate(MOST_LINES);
            trace
                .lines
                .push(format!("… and {more} more lines: fray trace --fight {fight} shows all of them"));
        }
        let summary = format!("{} (fight {fight}: {end})", says.join("; "));
        section = section.part(Part::folded(&summary, &[Part::log(&trace.lines)]));
    }
    Some(section)
}
