//! The outcome, which a reader asks for first: the goals, who wins, how long it takes, who is worst off.

use fray_sim::card::{Card, timeouts_note};
use fray_sim::measures::Verdict;
use fray_sim::output::Setting;
use fray_sim::stats::Rate;
use fray_sim::tables::format::rate;
use fray_sim::tables::rows::{Measured, metric_index};
use fray_sim::totals::Tries;

use super::{Group, Run, ends, forest_row};
use crate::chart::{Axis, Forest, ForestRow};
use crate::page::{Figure, Part, Section, Tile};
use crate::theme::{BAD, GOOD, MUTED, NOBODY, series};

/// The goals with their verdicts, then the numbers of the fight; nothing without fights.
pub(crate) fn tiles(run: &Run<'_>, card: &Card<'_>, values: &[Setting]) -> Vec<Part> {
    if run.totals.fights == 0 {
        return Vec::new();
    }
    let goals: Vec<Tile> = card
        .judged_goals()
        .into_iter()
        .map(|goal| {
            let word = goal.word().to_owned();
            let color = match goal.verdict {
                Verdict::Met => GOOD,
                Verdict::Missed => BAD,
                Verdict::Undecided => MUTED,
            };
            let note = if goal.is_sharper { "luck taken out".to_owned() } else { String::new() };
            Tile { label: goal.text, value: goal.value, note, verdict: Some((word, color)) }
        })
        .collect();
    let plain =
        |label: String, value: String, note: &str| Tile { label, value, note: note.into(), verdict: None };
    let sides = run.about.roster.sides.iter().enumerate();
    let mut numbers: Vec<Tile> = sides
        .map(|(idx, side)| plain(format!("{} win", side.name), rate(run.of_fights(run.totals.wins(idx))), ""))
        .collect();
    let rounds = Measured::rounds(run.totals.rounds(), run.about);
    numbers.push(plain("rounds".into(), rounds.text(), "mean of a fight"));
    if let Some((group, dropped)) = worst_hero(run, values) {
        numbers.push(plain("drops most often".into(), group, &format!("in {dropped} of fights")));
    }
    let turns = Measured::count(run.totals.fight_activations.clone(), None);
    numbers.push(plain("at the table".into(), turns.text(), "turns of units in a fight"));
    let mut parts = Vec::new();
    if !goals.is_empty() {
        parts.push(Part::tiles(&goals));
    }
    parts.push(Part::tiles(&numbers));
    parts
}

/// The player character that drops most often; of a scenario without any, the unit of the first side.
pub(super) fn worst_hero(run: &Run<'_>, values: &[Setting]) -> Option<(String, String)> {
    let groups = run.groups();
    let is_pc = |group: &&Group| {
        let unit = run.about.roster.unit(*group.units.first()?);
        let name = unit.split('#').next().unwrap_or(unit);
        let kind = values.iter().find(|value| {
            let path = value.path.replace('"', "");
            path == format!("{}/{name}.kind", run.side(group.side)) || path == format!("{name}.kind")
        })?;
        Some(kind.value.contains("pc") && !kind.value.contains("npc"))
    };
    let mut heroes: Vec<&Group> = groups.iter().filter(|group| is_pc(group) == Some(true)).collect();
    if heroes.is_empty() {
        heroes = groups.iter().filter(|group| group.side == 0).collect();
    }
    let seen = heroes.into_iter().filter_map(|group| Some((group, drops(run, group)?)));
    let (group, worst) = seen.max_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
    (worst.value > 0.0).then(|| (group.label.clone(), worst.text))
}

/// Returns how often a unit of a group drops.
fn drops(run: &Run<'_>, group: &Group) -> Option<super::Estimated> {
    run.tries(group, Tries::Metric(metric_index(run.about.metrics, "dropped")?))
}

/// Returns who drops, and how the fights end.
pub(crate) fn section(run: &Run<'_>) -> Option<Section> {
    if run.totals.fights == 0 {
        return None;
    }
    let mut section = Section::new("Who wins, and who drops");
    let figures: Vec<_> = [Some(wins(run)), first(run), dropped(run)].into_iter().flatten().collect();
    section = section.figures(&figures);
    Some(section)
}

/// Wins of each side, draws and timeouts.
fn wins(run: &Run<'_>) -> Figure {
    let sides = run.about.roster.sides.iter().enumerate();
    let mut parts: Vec<_> =
        sides.map(|(idx, side)| (side.name.clone(), series(idx), run.totals.wins(idx))).collect();
    for (what, ended) in [("draw", &run.totals.draws), ("timeout", &run.totals.timeouts)] {
        if ended.n() > 0 {
            parts.push((what.to_owned(), NOBODY, ended.n()));
        }
    }
    let rows: Vec<ForestRow> = parts
        .iter()
        .map(|(label, color, events)| {
            let seen = run.of_fights(*events);
            ForestRow::new(label.clone(), seen.value().unwrap_or(0.0), ends(seen), *color).text(rate(seen))
        })
        .collect();
    let note = timeouts_note(run.totals).map_or_else(String::new, |note| format!("{note}."));
    Figure::new("How fights end", "", bars(&rows, "of the fights")).note(note)
}

/// Returns how often each side wins when it acts first; nothing where that was not seen.
fn first(run: &Run<'_>) -> Option<Figure> {
    let rows = run.tables.metrics.iter().filter(|row| row.metric == "won_first" && row.n > 0);
    let rows: Vec<_> = rows
        .filter_map(|row| {
            let side = run.about.roster.sides.iter().position(|it| it.name == row.side);
            let seen = Rate { events: row.sum as u64, n: row.n };
            let within = row.lo.get().zip(row.hi.get());
            Some(
                ForestRow::new(row.side, row.mean.get()?, within, series(side.unwrap_or(0))).text(rate(seen)),
            )
        })
        .collect();
    (!rows.is_empty()).then(|| {
        let sentence = "How often a side wins the fights in which it acts first.";
        Figure::new("Acting first", sentence, bars(&rows, "of the fights in which it acts first"))
    })
}

/// Returns how often each unit drops.
fn dropped(run: &Run<'_>) -> Option<Figure> {
    let groups = run.groups();
    let rows: Vec<_> = groups
        .iter()
        .filter_map(|group| {
            let seen = drops(run, group)?;
            let several = group.units.len() > 1;
            let label = if several { format!("{}, each", group.label) } else { group.label.clone() };
            Some(forest_row(&label, &seen, series(group.side)).of(run.side(group.side)))
        })
        .collect();
    (!rows.is_empty()).then(|| {
        Figure::new(
            "Who drops",
            "How often a unit is down at least once in a fight.",
            bars(&rows, "of the fights"),
        )
    })
}

fn bars(rows: &[ForestRow], title: &str) -> Part {
    let ends = Some((0.0, 1.0));
    Forest { rows, axis: Axis::Percent, of: "", title, base: Some(0.0), has_bars: true, ends }.part()
}
