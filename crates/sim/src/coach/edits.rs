//! The smallest edits that meet all goals, and goals that no edit meets together.

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

/// One number, two numbers and one tactic that meet all goals, each played on fights that it was not found by.
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
    let mut excluded = None;
    for (kind, n) in [("one number", 1), ("two numbers", 2)] {
        let Some(solution) = solved(looker, ranked, n)? else { continue };
        if solution.is_interrupted {
            return Ok(None);
        }
        match nearest(&solution, ranked) {
            Some(sets) => tried.push((kind, sets)),
            None => excluded = excluded.or_else(|| conflict(looker, &goals, &solution)),
        }
    }
    tried.extend(tactics.iter().map(|set| ("one tactic", vec![set.clone()])));
    let mut n_met = 0;
    for (kind, sets) in tried {
        let Some(scenario) = looker.with(&sets) else { continue };
        let Some(played) = looker.played(&scenario, &sets, looker.fresh())? else { return Ok(None) };
        let verdicts = goals.iter().map(|goal| goal.verdict(&played.about, &played.totals));
        let (mut missed, mut open) = (0_u64, 0_u64);
        verdicts.for_each(|verdict| match verdict {
            Verdict::Missed => missed += 1,
            Verdict::Undecided => open += 1,
            Verdict::Met => {}
        });
        if missed > 0 && kind == "one tactic" {
            continue;
        }
        n_met += usize::from(missed == 0);
        let side = &played.about.roster.sides[0].name;
        let wins = Rate { events: played.totals.wins(0), n: played.totals.fights };
        let says = match (missed, open) {
            (0, 0) => "meets all goals".to_owned(),
            (0, open) => format!("misses no goal, but {}", close(open)),
            (missed, _) => format!("still misses {}", counted(missed, "goal")),
        };
        let text = format!(
            "With {kind} the scenario {says}, on other fights than those it was found with: `{}`; the win rate of {side} is {}.",
            sets.join("`, `"),
            rate(wins)
        );
        all.push(Advice {
            topic: Topic::Edits,
            worth: if missed == 0 { 0.009 } else { 0.006 },
            text,
            value: wins.value(),
            within: wins.interval().map(|it| [it.lo, it.hi]),
            command: looker.run_with(&sets, looker.fresh()),
        });
    }
    if n_met == 0
        && let Some(first) = ranked.first()
    {
        let text = format!(
            "Neither `{first}`, the number that matters most, nor it with the next one, nor a better tactic meets \
             all goals."
        );
        let command =
            Command { verb: "solve", seed: looker.terms.seed, flags: vec![("--vary", first.clone())] };
        all.push(Advice { topic: Topic::Edits, worth: 0.005, text, value: None, within: None, command });
        all.extend(excluded);
    }
    Ok(Some(()))
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

/// The changes that meet all goals and change least, as shares of what the numbers are.
fn nearest(solution: &Solution, ranked: &[String]) -> Option<Vec<String>> {
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
    sets.or_else(|| {
        let other = solution.others.first()?;
        let side = ranked.first()?.rsplit_once('/')?.0;
        Some(vec![format!("{side}/{}={}", other.path, other.value)])
    })
}
