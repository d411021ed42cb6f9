//! Turning points of a fight: what the chances were after each turn, and which turns moved them most.

use core::ops::Range;

use fray_engine::roster::Roster;

use crate::play::branching::Chances;
use crate::play::trace::Trace;
use crate::play::turns::Turn;

/// So many turns are told of.
pub const MOST: usize = 3;
/// The width of the bars of a text.
const BAR: usize = 40;

/// A turn that moved the chances.
#[derive(Clone, Debug, PartialEq)]
pub struct TurningPoint {
    /// The places of the turns behind the one before after which the chances are known, itself the last: in a fight
    /// that ends several may come at once.
    pub turns: Range<usize>,
    /// The chance of the first side to win before it.
    pub before: f64,
    /// The chance after it.
    pub after: f64,
}

/// The chances of a side at the start and after the turns after which they are known, each with the place of the
/// turn; none where they were not kept.
#[must_use]
pub fn course(trace: &Trace, side: usize) -> Vec<(Option<usize>, f64)> {
    let by_turn = &trace.by_turn;
    let start = by_turn.first_chances.iter().map(|chances| (None, chances.win_rate(side)));
    let turns = by_turn.turns.iter().enumerate();
    let after = |(at, turn): (usize, &Turn)| {
        turn.chances.as_ref().map(|chances: &Chances| (Some(at), chances.win_rate(side)))
    };
    start.chain(turns.filter_map(after)).collect()
}

/// The turns that moved the chances of the first side most, in their order; at most [`MOST`].
#[must_use]
pub fn turning_points(trace: &Trace) -> Vec<TurningPoint> {
    let course = course(trace, 0);
    let moved = course.windows(2).filter_map(|pair| {
        let [(last, before), (Some(turn), after)] = *pair else { return None };
        Some(TurningPoint { turns: last.map_or(0, |last| last + 1)..turn + 1, before, after })
    });
    let mut points: Vec<TurningPoint> = moved.filter(|point| point.before != point.after).collect();
    let size = |point: &TurningPoint| (point.after - point.before).abs();
    points.sort_by(|a, b| size(b).total_cmp(&size(a)).then(a.turns.start.cmp(&b.turns.start)));
    points.truncate(MOST);
    points.sort_by_key(|point| point.turns.start);
    points
}

/// The round and the units of turns: `round 3, Ogre`.
#[must_use]
pub fn whose(turns: &[Turn], roster: &Roster) -> String {
    let round = match turns.first().map_or(0, |turn| turn.round) {
        0 => "before the first round".to_owned(),
        round => format!("round {round}"),
    };
    let by = turns.iter().find_map(|turn| turn.by);
    by.map_or_else(|| round.clone(), |by| format!("{round}, {}", roster.unit(by)))
}

/// The chances as lines of text, the turning points last; nothing where they were not kept.
#[must_use]
pub fn told(trace: &Trace, roster: &Roster) -> Vec<String> {
    let course = course(trace, 0);
    let Some(plays) = trace.by_turn.first_chances.as_ref().map(|chances| chances.plays) else {
        return Vec::new();
    };
    let side = &roster.sides[0].name;
    let mut lines = vec![
        String::new(),
        format!("The chance of {side} to win after each round, of {plays} fights that go on from there:"),
    ];
    let bar = |p: f64| "#".repeat((p * BAR as f64).round() as usize);
    let line = |label: String, p: f64| format!("  {label:>9}  {:>4.0}%  {}", p * 100.0, bar(p));
    let round_of = |at: Option<usize>| at.map_or(0, |at| trace.by_turn.turns[at].round);
    for (i, &(at, p)) in course.iter().enumerate() {
        let is_last_of_round = course.get(i + 1).is_none_or(|next| round_of(next.0) != round_of(at));
        match at {
            None => lines.push(line("start".to_owned(), p)),
            Some(_) if is_last_of_round => lines.push(line(
                match round_of(at) {
                    0 => "set up".to_owned(),
                    round => format!("round {round}"),
                },
                p,
            )),
            Some(_) => {}
        }
    }
    let points = turning_points(trace);
    if !points.is_empty() {
        lines.push(String::new());
        lines.push("The turns that moved it most:".to_owned());
    }
    for TurningPoint { turns, before, after } in points {
        let turns = &trace.by_turn.turns[turns];
        let moved = format!("{:.0}% to {:.0}%", before * 100.0, after * 100.0);
        lines.push(format!("  {}: {moved}", whose(turns, roster)));
        let told = turns.iter().flat_map(|turn| &turn.lines);
        lines.extend(told.map(|line| format!("    {line}")));
    }
    lines
}
