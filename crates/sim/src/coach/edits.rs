//! The smallest edits that meet all goals, and goals that no edit meets together.

use super::numbers::{Ranked, path_of};
use super::{Advice, Command, Looker, NoCoach, Topic};
use crate::measures::possible::senseless;
use crate::measures::{Goal, Verdict};
use crate::play::engine::Simulated;
use crate::stats::Rate;
use crate::tables::format::{counted, rate};
use crate::vary::solve::goal::SolveGoal;
use crate::vary::solve::key::Key;
use crate::vary::solve::points::{Evaluation, FEWEST, Settings};
use crate::vary::solve::{Solution, solve};

/// An edit that may meet all goals.
struct Edit {
    /// What it changes, in words.
    kind: &'static str,
    /// The changes, as arguments of `--set`.
    sets: Vec<String>,
    /// What the numbers among them are now.
    now: Vec<String>,
}

/// One tactic, one number and two numbers that meet all goals, each played on fights that it was not found by.
pub(super) fn edits(
    looker: &Looker<'_>,
    own: &Simulated,
    tactics: &[String],
    ranked: &Ranked,
    all: &mut Vec<Advice>,
) -> Result<Option<()>, NoCoach> {
    let base = looker.asked.base;
    let goals: Vec<&Goal> = base.goals.iter().map(|goal| &goal.value).collect();
    let are_met = goals.iter().all(|goal| goal.verdict(&own.about, &own.totals) != Verdict::Missed);
    if are_met || senseless(&goals, &own.about).iter().any(|it| it.is_lasting) {
        return Ok(Some(()));
    }
    let mut is_met = false;
    for set in tactics {
        let edit = Edit { kind: "one tactic", sets: vec![set.clone()], now: Vec::new() };
        let Some(meets) = tried(looker, &goals, &edit, all)? else { return Ok(None) };
        is_met |= meets;
    }
    // Where no number certainly moves the win rate by itself, as where one side always wins, a long way may.
    let places = if ranked.certain.is_empty() { &ranked.others } else { &ranked.certain };
    let paths: Vec<String> = places.iter().map(path_of).collect();
    let (mut excluded, mut searched) = (None, 0);
    for (kind, n) in [("one number", 1), ("two numbers", 2)] {
        let Some(solution) = solved(looker, &paths, n)? else { continue };
        searched = n;
        if solution.is_interrupted {
            return Ok(None);
        }
        match nearest(&solution, &paths) {
            Some((sets, now)) => {
                let edit = Edit { kind, sets, now };
                let Some(meets) = tried(looker, &goals, &edit, all)? else { return Ok(None) };
                is_met |= meets;
            }
            None => excluded = excluded.or_else(|| conflict(looker, &goals, &solution)),
        }
    }
    if !is_met {
        all.push(none(looker, ranked, &paths[..searched]));
        all.extend(excluded);
    }
    Ok(Some(()))
}

/// A sentence on goals that no edit meets, with the numbers along which it was searched for.
fn none(looker: &Looker<'_>, ranked: &Ranked, searched: &[String]) -> Advice {
    let (verb, flags, text) = match searched {
        [] => {
            let text = "No number was searched for that meets all goals: none does anything, or `fray solve` cannot ask \
                        for every goal of the file. No single better tactic meets all goals.";
            ("weights", Vec::new(), text.to_owned())
        }
        [first, others @ ..] => {
            let most = if ranked.certain.is_empty() { "" } else { ", the number that matters most," };
            let both =
                others.first().map_or_else(String::new, |it| format!(" nor of it and `{it}` together"));
            let text = format!(
                "No value that was tried of `{first}`{most}{both} meets all goals, and no single better tactic does."
            );
            ("solve", vec![("--vary", first.clone())], text)
        }
    };
    let command = Command { verb, seed: looker.terms.seed, flags };
    Advice { topic: Topic::Edits, worth: 0.005, text, value: None, within: None, command }
}

/// Plays an edit and says what it does; of a tactic only if it misses no goal. Returns whether it misses none, `None` if
/// it was stopped.
fn tried(
    looker: &Looker<'_>,
    goals: &[&Goal],
    edit: &Edit,
    all: &mut Vec<Advice>,
) -> Result<Option<bool>, NoCoach> {
    let Edit { kind, sets, now } = edit;
    let Some(scenario) = looker.with(sets) else { return Ok(Some(false)) };
    let Some(played) = looker.played(&scenario, sets, looker.fresh())? else { return Ok(None) };
    let verdicts = goals.iter().map(|goal| goal.verdict(&played.about, &played.totals));
    let (mut missed, mut open) = (0_u64, 0_u64);
    verdicts.for_each(|verdict| match verdict {
        Verdict::Missed => missed += 1,
        Verdict::Undecided => open += 1,
        Verdict::Met => {}
    });
    if missed > 0 && *kind == "one tactic" {
        return Ok(Some(false));
    }
    let side = &played.about.roster.sides[0].name;
    let wins = Rate { events: played.totals.wins(0), n: played.totals.fights };
    let says = match (missed, open) {
        (0, 0) => "meets all goals".to_owned(),
        (0, open) => format!("misses no goal, but {}", close(open)),
        (missed, _) => format!("still misses {}", counted(missed, "goal")),
    };
    let now = match &now[..] {
        [] => String::new(),
        now => format!(" (now {})", now.join(" and ")),
    };
    let text = format!(
        "With {kind} the scenario {says}, on other fights than those it was found with: `{}`{now}; the win rate of {side} is {}.",
        sets.join("`, `"),
        rate(wins)
    );
    all.push(Advice {
        topic: Topic::Edits,
        worth: if missed == 0 { 0.009 } else { 0.006 },
        text,
        value: wins.value(),
        within: wins.interval().map(|it| [it.lo, it.hi]),
        command: looker.run_with(sets, looker.fresh()),
    });
    Ok(Some(missed == 0))
}

fn close(n: u64) -> String {
    match n {
        1 => "one is too close to call".to_owned(),
        n => format!("{n} are too close to call"),
    }
}

/// Two goals of which no value that was looked at meets both, although each is met by some.
fn conflict(looker: &Looker<'_>, goals: &[&Goal], solution: &Solution) -> Option<Advice> {
    let ([key], [line]) = (&solution.keys[..], &solution.lines[..]) else { return None };
    let is = |looked: &Evaluation, goal: usize, verdict: Verdict| looked.verdict(goal) == verdict;
    let meets = |goal: usize| line.looked.iter().find(|(_, it)| is(it, goal, Verdict::Met));
    let pairs = (0..goals.len()).flat_map(|a| (a + 1..goals.len()).map(move |b| (a, b)));
    let (a, b, at_a, at_b) = pairs
        .filter(|&(a, b)| {
            let misses_one =
                |(_, it): &(i64, Evaluation)| is(it, a, Verdict::Missed) || is(it, b, Verdict::Missed);
            line.looked.iter().all(misses_one)
        })
        .find_map(|(a, b)| Some((a, b, meets(a)?.0, meets(b)?.0)))?;
    let text = format!(
        "`{}` and `{}` exclude each other as far as `{}` goes: at {} the first is met, at {} the second, and at each \
         of {} that were tried one of them is missed.",
        goals[a].text,
        goals[b].text,
        key.path,
        key.rung(at_a),
        key.rung(at_b),
        counted(line.looked.len() as u64, "value")
    );
    let goal = |at: usize| ("--goal", goals[at].text.clone());
    let flags = vec![("--vary", key.path.clone()), goal(a), goal(b)];
    let command = Command { verb: "solve", seed: looker.terms.seed, flags };
    Some(Advice { topic: Topic::Goals, worth: 0.5, text, value: None, within: None, command })
}

/// Searches along the `n` numbers that matter most for values that meet all goals; `None` where there are no such
/// numbers, or a goal that no search can ask for.
fn solved(looker: &Looker<'_>, ranked: &[String], n: usize) -> Result<Option<Solution>, NoCoach> {
    let (asked, terms) = (looker.asked, looker.terms);
    let about = asked.base.engine().about();
    let wishes: Option<Vec<SolveGoal>> =
        asked.base.goals.iter().map(|goal| SolveGoal::new(&goal.value.text, &about, None).ok()).collect();
    let keys: Vec<Key> =
        ranked.iter().filter_map(|path| Key::parse(path, Some(asked.base)).ok()).take(n).collect();
    let Some(wishes) = wishes.filter(|_| keys.len() == n) else { return Ok(None) };
    let with = Settings {
        seed: terms.seed,
        most: terms.fights.max(FEWEST),
        until: None,
        may_solve: false,
        watch: terms.watch,
        told: &|_| {},
    };
    let solution = solve(asked.path, asked.options, asked.base, keys, wishes, with);
    solution.map(Some).map_err(NoCoach::StopReason)
}

/// The changes that meet all goals and change least, as shares of what the numbers are, and what these are now.
fn nearest(solution: &Solution, ranked: &[String]) -> Option<(Vec<String>, Vec<String>)> {
    let away = |value: i64, at: usize| {
        let present = solution.present[at].unwrap_or(value);
        (value - present).unsigned_abs() as f64 / present.unsigned_abs().max(1) as f64
    };
    let answers = solution.lines.iter().filter_map(|line| Some((line.found.as_ref()?.answer?, line.second)));
    // A goal that is missed by less than the tolerance of a search may be met where nothing is changed.
    let is_edit = |(first, second): &(i64, Option<i64>)| match second {
        None => solution.present[0] != Some(*first),
        Some(second) => solution.present[1] != Some(*second),
    };
    let distance =
        |(first, second): &(i64, Option<i64>)| away(*first, 0) + second.map_or(0.0, |it| away(it, 1));
    let nearest = answers.filter(is_edit).min_by(|a, b| distance(a).total_cmp(&distance(b)));
    let edit = nearest.map(|(first, second)| {
        let values = [Some(first), second];
        let set = |(value, key): (&Option<i64>, &Key)| Some(key.set((*value)?));
        let present = solution.keys.iter().zip(&solution.present);
        let sets = values.iter().zip(&solution.keys).filter_map(set).collect();
        (sets, present.filter_map(|(key, it)| Some(key.rung((*it)?).to_string())).collect())
    });
    edit.or_else(|| {
        let other = solution.others.first()?;
        let side = ranked.first()?.rsplit_once('/')?.0;
        Some((vec![format!("{side}/{}={}", other.path, other.value)], vec![other.present.to_string()]))
    })
}
