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
use crate::vary::solve::{Line, Solution, search_along, solve};

/// The numbers that are searched along, each by itself: those that matter most.
const TRIED: usize = 4;

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
    let paths: Vec<String> = places.iter().take(TRIED).map(path_of).collect();
    let Some(searches) = searches(looker, &paths)? else { return Ok(None) };
    for (kind, n) in [("one number", 1), ("two numbers", 2)] {
        let answers = searches.iter().filter(|search| search.keys.len() == n).filter_map(Searched::nearest);
        let smallest = answers.min_by(|a, b| a.changes.total_cmp(&b.changes));
        let Some(Answer { sets, now, .. }) = smallest else { continue };
        let Some(meets) = tried(looker, &goals, &Edit { kind, sets, now }, all)? else { return Ok(None) };
        is_met |= meets;
    }
    // Before any number was weighed, nothing is known of them.
    let is_known = !(ranked.is_cut && paths.is_empty());
    if !is_met && is_known {
        all.push(none(looker, &searches));
        all.extend(searches.iter().find_map(|search| conflict(looker, &goals, search)));
    }
    Ok(Some(()))
}

/// A sentence on goals that no edit meets, with the numbers along which it was searched for.
fn none(looker: &Looker<'_>, searches: &[Searched]) -> Advice {
    let of = |n: usize| searches.iter().filter(move |search| search.keys.len() == n);
    let paths: Vec<String> = of(1).map(|search| format!("`{}`", search.keys[0].path)).collect();
    let (verb, flags, text) = match (searches.first(), paths.split_last()) {
        (Some(first), Some((last, others))) => {
            let one =
                if others.is_empty() { last.clone() } else { format!("{} or {last}", others.join(", ")) };
            let both = of(2).next().map_or_else(String::new, |search| {
                format!(
                    " by itself, nor of `{}` and `{}` together,",
                    search.keys[0].path, search.keys[1].path
                )
            });
            let text = format!(
                "No value that was tried of {one}{both} meets all goals, and no single better tactic does."
            );
            ("solve", vec![("--vary", first.keys[0].path.clone())], text)
        }
        _ => {
            let text = "No number was searched for that meets all goals: none does anything, or `fray solve` cannot ask \
                        for every goal of the file. No single better tactic meets all goals.";
            ("weights", Vec::new(), text.to_owned())
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
fn conflict(looker: &Looker<'_>, goals: &[&Goal], search: &Searched) -> Option<Advice> {
    let ([key], [line]) = (&search.keys[..], &search.lines[..]) else { return None };
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

/// Numbers along which values were searched for that meet all goals: one, or two.
struct Searched {
    keys: Vec<Key>,
    /// What the numbers are now.
    present: Vec<Option<i64>>,
    lines: Vec<Line>,
}

/// Values that meet all goals.
struct Answer {
    /// By how much they differ from what the numbers are now, as a share of that, added up.
    changes: f64,
    /// The changes, as arguments of `--set`.
    sets: Vec<String>,
    /// What the numbers are now.
    now: Vec<String>,
}

/// Searches along each of these numbers, and along the first two together, for values that meet all goals. None where
/// there is a goal that no search can ask for; `None` if it was stopped.
fn searches(looker: &Looker<'_>, paths: &[String]) -> Result<Option<Vec<Searched>>, NoCoach> {
    let (asked, terms) = (looker.asked, looker.terms);
    let about = asked.base.engine().about();
    let wishes: Option<Vec<SolveGoal>> =
        asked.base.goals.iter().map(|goal| SolveGoal::new(&goal.value.text, &about, None).ok()).collect();
    let Some(wishes) = wishes else { return Ok(Some(Vec::new())) };
    let key = |path: &String| Key::parse(path, Some(asked.base)).ok();
    let alone = paths.iter().filter_map(|path| Some(vec![key(path)?]));
    let both = paths.iter().filter_map(key).take(2).collect::<Vec<_>>();
    let with = Settings {
        seed: terms.seed,
        most: terms.fights.max(FEWEST),
        until: None,
        may_solve: false,
        watch: terms.watch,
        told: &|_| {},
    };
    let mut found = Vec::new();
    for keys in alone.chain((both.len() == 2).then_some(both)) {
        let (path, options, base) = (asked.path, asked.options, asked.base);
        let present = keys.iter().map(|key| key.present(base)).collect();
        let searched = match &keys[..] {
            [key] => {
                let line = search_along(path, options, base, key, &wishes, with);
                line.map(|line| Searched { lines: vec![line], present, keys })
            }
            _ => solve(path, options, base, keys, wishes.clone(), with)
                .map(|Solution { keys, lines, .. }| Searched { keys, present, lines }),
        };
        found.push(searched.map_err(NoCoach::StopReason)?);
        if looker.is_stopped() {
            return Ok(None);
        }
    }
    Ok(Some(found))
}

impl Searched {
    /// The values that meet all goals and change least; none where no values do.
    fn nearest(&self) -> Option<Answer> {
        let away = |value: i64, at: usize| {
            let present = self.present[at].unwrap_or(value);
            (value - present).unsigned_abs() as f64 / present.unsigned_abs().max(1) as f64
        };
        let answers = self.lines.iter().filter_map(|line| Some((line.found.as_ref()?.answer?, line.second)));
        // A goal that is missed by less than the tolerance of a search may be met where nothing is changed.
        let is_edit = |(first, second): &(i64, Option<i64>)| match second {
            None => self.present[0] != Some(*first),
            Some(second) => self.present[1] != Some(*second),
        };
        let changes =
            |(first, second): (i64, Option<i64>)| away(first, 0) + second.map_or(0.0, |it| away(it, 1));
        let answer = |(first, second): (i64, Option<i64>)| {
            let values = [Some(first), second];
            let set = |(value, key): (&Option<i64>, &Key)| Some(key.set((*value)?));
            let sets = values.iter().zip(&self.keys).filter_map(set).collect();
            let present = self.keys.iter().zip(&self.present);
            let now = present.filter_map(|(key, it)| Some(key.rung((*it)?).to_string())).collect();
            Answer { changes: changes((first, second)), sets, now }
        };
        answers.filter(is_edit).map(answer).min_by(|a, b| a.changes.total_cmp(&b.changes))
    }
}
