//! Numbers that do nothing, and the smallest edits that meet all goals.

use fray_kit::sheet::declare::quoted;

use super::{Advice, Command, Looker, NoCoach, Topic};
use crate::measures::possible::senseless;
use crate::measures::{Goal, Verdict};
use crate::play::engine::Simulated;
use crate::scenario::load_scenario;
use crate::stats::Rate;
use crate::tables::format::{counted, rate};
use crate::vary::metrics::Metric;
use crate::vary::solve::goal::SolveGoal;
use crate::vary::solve::key::Key;
use crate::vary::solve::points::{FEWEST, Terms as SolveTerms};
use crate::vary::solve::solve;
use crate::vary::weights::{Terms as WeighTerms, WeightedValue, parts, weigh};

/// What moves a win rate by less than this for certain does next to nothing.
const SMALL: f64 = 0.005;
/// A number of a ranking is played so many times less often than the scenario.
const PART: u64 = 4;
/// Numbers of either kind that are named.
const NAMED: usize = 6;

/// The numbers that do nothing. Returns the paths of the others, that which moves the win rate most first.
pub(super) fn numbers(looker: &Looker<'_>, all: &mut Vec<Advice>) -> Result<Option<Vec<String>>, NoCoach> {
    let (asked, terms) = (looker.asked, looker.terms);
    let fights = (terms.fights / PART).max(2);
    let mut metrics = Metric::of_card(&asked.base.engine().about());
    metrics.retain(|metric| metric.named.metric == "win_rate");
    let parts = parts(asked.path, asked.options, asked.base, None, false);
    let with = WeighTerms { seed: terms.seed, fights, may_solve: false, watch: terms.watch, told: &|_| {} };
    let weights = weigh(asked.base, &parts, metrics, with).map_err(NoCoach::Part)?;
    if weights.interrupted {
        return Ok(None);
    }
    let path = |row: &WeightedValue| {
        let place = &row.place;
        format!("{}/{}.{}", quoted(&place.side), quoted(&place.unit), place.stat)
    };
    let bound = |row: &WeightedValue| {
        let worth = row.worth.iter().flatten();
        worth.map(|worth| worth.value.abs() + worth.half).fold(0.0, f64::max)
    };
    let named = |rows: &[&WeightedValue]| {
        let names: Vec<String> = rows.iter().take(NAMED).map(|row| format!("`{}`", path(row))).collect();
        let more = rows.len().saturating_sub(NAMED);
        names.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() }
    };
    let command = Command { verb: "weights", flags: vec![("--max-fights", fights.to_string())] };
    let idle: Vec<&WeightedValue> = weights.rows.iter().filter(|row| row.is_equal).collect();
    if !idle.is_empty() {
        let looked = fights.min(crate::play::run::CHUNK);
        let text = format!(
            "One more or less of {} changes none of {}: {}.",
            counted(idle.len() as u64, "number"),
            counted(looked, "fight"),
            named(&idle)
        );
        let within = Some([0.0, 3.0 / looked as f64]);
        let (topic, worth, command) = (Topic::Numbers, 0.0002, command.clone());
        all.push(Advice { topic, worth, text, value: Some(0.0), within, command });
    }
    let small: Vec<&WeightedValue> =
        weights.rows.iter().filter(|row| !row.is_equal && bound(row) < SMALL).collect();
    if !small.is_empty() {
        let most = small.iter().map(|row| bound(row)).fold(0.0, f64::max);
        let text = format!(
            "One more or less of {} moves no win rate by more than {:.2} pt: {}.",
            counted(small.len() as u64, "number"),
            100.0 * most,
            named(&small)
        );
        let within = Some([0.0, most]);
        all.push(Advice { topic: Topic::Numbers, worth: 0.0001, text, value: None, within, command });
    }
    let worth = |row: &WeightedValue| {
        row.worth.iter().flatten().filter(|it| it.is_certain).map(|it| it.value.abs()).fold(0.0, f64::max)
    };
    let mut ranked: Vec<&WeightedValue> = weights.rows.iter().filter(|row| worth(row) > 0.0).collect();
    ranked.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
    Ok(Some(ranked.into_iter().map(path).collect()))
}

/// One number, two numbers and one tactic that meet all goals, each played.
pub(super) fn edits(
    looker: &Looker<'_>,
    own: &Simulated,
    tactics: &[String],
    ranked: &[String],
    all: &mut Vec<Advice>,
) -> Result<Option<()>, NoCoach> {
    let base = looker.asked.base;
    let goals: Vec<&Goal> = base.goals.iter().map(|goal| &goal.value).collect();
    let are_met = goals.iter().all(|goal| goal.verdict(&own.about, &own.totals) != Verdict::Missed);
    if are_met || senseless(&goals, &own.about).iter().any(|it| it.is_lasting) {
        return Ok(Some(()));
    }
    let mut tried: Vec<(&str, Vec<String>)> = Vec::new();
    for kind in ["one number", "two numbers"] {
        let n = if kind == "one number" { 1 } else { 2 };
        match solved(looker, ranked, n)? {
            None => return Ok(None),
            Some(Some(sets)) => tried.push((kind, sets)),
            Some(None) => {}
        }
    }
    tried.extend(tactics.iter().map(|set| ("one tactic", vec![set.clone()])));
    let mut n_met = 0;
    for (kind, sets) in tried {
        let mut options = looker.asked.options.clone();
        options.sets.extend(sets.iter().map(|set| ("--set".to_owned(), set.clone())));
        let Ok(scenario) = load_scenario(looker.asked.path, &options) else { continue };
        let Some(played) = looker.played(&scenario, &sets)? else { return Ok(None) };
        let missed = goals
            .iter()
            .filter(|goal| goal.verdict(&played.about, &played.totals) == Verdict::Missed)
            .count();
        if missed > 0 && kind == "one tactic" {
            continue;
        }
        n_met += usize::from(missed == 0);
        let side = &played.about.roster.sides[0].name;
        let wins = Rate { events: played.totals.wins(0), n: played.totals.fights };
        let says = match missed {
            0 => "misses none of the goals".to_owned(),
            n => format!("still misses {}", counted(n as u64, "goal")),
        };
        let text =
            format!("With {kind} the scenario {says}: `{}`; {side} win {}.", sets.join("`, `"), rate(wins));
        all.push(Advice {
            topic: Topic::Edits,
            worth: if missed == 0 { 0.009 } else { 0.006 },
            text,
            value: wins.value(),
            within: wins.interval().map(|it| [it.lo, it.hi]),
            command: looker.run_with(&sets),
        });
    }
    if n_met == 0
        && let Some(first) = ranked.first()
    {
        let text = format!(
            "No edit of the numbers that matter most, and no tactic that was found, meets all goals at once: \
             `{first}` alone does not. The goals may exclude each other."
        );
        let command = Command { verb: "solve", flags: vec![("--vary", first.clone())] };
        all.push(Advice { topic: Topic::Edits, worth: 0.008, text, value: None, within: None, command });
    }
    Ok(Some(()))
}

/// The changes of the `n` numbers that matter most that meet all goals, if some do; the outer is `None` if it was
/// stopped.
fn solved(looker: &Looker<'_>, ranked: &[String], n: usize) -> Result<Option<Option<Vec<String>>>, NoCoach> {
    let (asked, terms) = (looker.asked, looker.terms);
    let about = asked.base.engine().about();
    let wishes: Option<Vec<SolveGoal>> =
        asked.base.goals.iter().map(|goal| SolveGoal::new(&goal.value.text, &about, None).ok()).collect();
    let keys: Vec<Key> =
        ranked.iter().filter_map(|path| Key::parse(path, Some(asked.base)).ok()).take(n).collect();
    let Some(wishes) = wishes.filter(|_| keys.len() == n) else { return Ok(Some(None)) };
    let with = SolveTerms {
        seed: terms.seed,
        most: terms.fights.max(FEWEST),
        until: None,
        may_solve: false,
        watch: terms.watch,
        told: &|_| {},
    };
    let solution =
        solve(asked.path, asked.options, asked.base, keys, wishes, with).map_err(NoCoach::StopReason)?;
    if solution.is_interrupted {
        return Ok(None);
    }
    let away = |value: i64, at: usize| {
        let present = solution.present[at].unwrap_or(value);
        (value - present).unsigned_abs() as f64 / present.unsigned_abs().max(1) as f64
    };
    let answers = solution.lines.iter().filter_map(|line| Some((line.found.as_ref()?.answer?, line.second)));
    let is_edit = |(_, second): &(i64, Option<i64>)| second.is_none_or(|it| solution.present[1] != Some(it));
    let distance =
        |(first, second): &(i64, Option<i64>)| away(*first, 0) + second.map_or(0.0, |it| away(it, 1));
    let nearest = answers.filter(is_edit).min_by(|a, b| distance(a).total_cmp(&distance(b)));
    let sets = nearest.map(|(first, second)| {
        let first = solution.keys[0].set(first);
        core::iter::once(first).chain(second.map(|it| solution.keys[1].set(it))).collect()
    });
    let other = || {
        solution.others.first().map(|it| {
            let unit = ranked[0].rsplit_once('/').map_or("", |(side, _)| side);
            vec![format!("{unit}/{}={}", it.path, it.value)]
        })
    };
    Ok(Some(sets.or_else(other)))
}
