//! Transcripts of single fights: a usual one and the extremes, and the turning points of some of them.

use std::ops::Range;

use fray_engine::metrics::Kind;
use fray_kit::sheet::declare::quoted;
use fray_sim::find::find;
use fray_sim::luck::turning::told as turning;
use fray_sim::measures::Criteria;
use fray_sim::play::trace::{Keeps, Trace, trace_keeping};
use fray_sim::scenario::Scenario;
use fray_sim::tables::format::thousands;

use super::Run;
use crate::page::{Part, Section};

/// So many fights are looked through.
const FIGHTS: u64 = 10_000;
/// So many fights go on from after each turn of a fight whose turning points are told.
const PLAYS: u32 = 100;
/// The most lines of a transcript.
const MOST_LINES: usize = 250;

/// A fight that is told of.
struct Wanted {
    says: String,
    criteria: String,
    /// Whether its turning points are told, too.
    turns: bool,
}

impl Wanted {
    fn new(says: String, criteria: String) -> Self {
        Self { says, criteria, turns: false }
    }
}

/// The transcripts of the fights at the 5th, 50th and 95th percentile of rounds and of what the first side has
/// left, of its luckiest and of its narrowest win, among the first fights of the run; of the usual, the luckiest and the
/// narrowest with the chances after each turn. Only these fights are played.
pub(crate) fn section(run: &Run<'_>, scenario: &Scenario, fights: Range<u64>) -> Option<Section> {
    let fights = fights.start..fights.end.min(fights.start + FIGHTS);
    if fights.is_empty() {
        return None;
    }
    let side = run.side(0);
    let of_rounds = |(percent, says): (u32, &str)| {
        let says = format!("{says}: the {percent}th percentile of rounds");
        Wanted { turns: percent == 50, ..Wanted::new(says, format!("p{percent} rounds")) }
    };
    let mut wanted: Vec<Wanted> =
        [(5, "A short fight"), (50, "A typical fight"), (95, "A long fight")].map(of_rounds).into();
    let luckiest = format!("luckiest({})", quoted(side));
    wanted.push(Wanted { turns: true, ..Wanted::new(format!("The luckiest fight of {side}"), luckiest) });
    // What games call left is health first.
    let is_left = |kind: Kind, name: &str| matches!(kind, Kind::Value) && name.ends_with("_left");
    if let Some(left) = run.about.metrics.iter().find(|metric| is_left(metric.kind, metric.name)) {
        let name = left.name;
        let levels = [(5, "A bad fight"), (50, "An average fight"), (95, "A good fight")];
        wanted.extend(levels.map(|(percent, says)| {
            let what = name.replace('_', " ");
            let says = format!("{says} for {side}: the {percent}th percentile of {what}");
            Wanted::new(says, format!("p{percent} {name}({})", quoted(side)))
        }));
        let (says, side) = (format!("The closest win of {side}"), quoted(side));
        let closest = format!("win({side}), p1 {name}({side})");
        wanted.push(Wanted { turns: true, ..Wanted::new(says, closest) });
    }
    // A fight that is wanted for several reasons is played once.
    wanted.sort_by_key(|wanted| !wanted.turns);
    let mut told: Vec<(u64, Vec<String>, Trace)> = Vec::new();
    for Wanted { says, criteria, turns } in wanted {
        // A side may have a name that criteria cannot say.
        let Ok(criteria) = Criteria::parse(&criteria, run.about) else { continue };
        let found = find(scenario.engine(), run.tables.point.seed, fights.clone(), &criteria);
        let Ok(Some(found)) = found else { continue };
        match told.iter_mut().find(|(fight, ..)| *fight == found.fight) {
            Some((_, all, _)) => all.push(says),
            None => {
                let keeps = if turns { Keeps::Chances { plays: PLAYS } } else { Keeps::Stands };
                let seed = run.tables.point.seed;
                if let Ok(trace) = trace_keeping(scenario.engine(), seed, found.fight, keeps) {
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
        let mut parts = vec![Part::log(&trace.lines)];
        let turned = turning(&trace, &run.about.roster);
        if turned.len() > 1 {
            parts.insert(0, Part::log(&turned[1..]));
        }
        section = section.part(Part::folded(&summary, &parts));
    }
    Some(section)
}
