//! Changes of numbers that make luck weigh less, each played.

use super::fight::wins_of_first;
use super::numbers::fights_of_number;
use super::{Advice, Looker, NoCoach, Topic};
use crate::luck::{Luck, Share, purpose_word};
use crate::play::engine::Simulated;
use crate::stats::Rate;
use crate::tables::format::{counted, level_of_rate, rate};
use crate::vary::weights::{Place, unit_numbers};

/// The names of numbers of which larger and smaller ones are tried.
const NAMES: usize = 6;
/// By how much a change may move the win rate: beyond that it is another fight.
const NEAR: f64 = 0.1;

/// A version of the scenario, its rolls that decide most, and the rate at which the first side wins.
struct Tried {
    sets: Vec<String>,
    share: Share,
    wins: Rate,
}

/// Tries every number of a name together, half as much again and half as much, of the names that matter most, and says
/// which version leaves least to one kind of rolls.
pub(super) fn calm(
    looker: &Looker<'_>,
    own: &Simulated,
    ranked: &[Place],
    all: &mut Vec<Advice>,
) -> Result<Option<()>, NoCoach> {
    let Some(present) = weighed(own, Vec::new()) else { return Ok(Some(())) };
    let rate_of = |tried: &Tried| tried.wins.value().unwrap_or(0.0);
    let fights = fights_of_number(looker.terms.fights);
    let (mut best, mut n_tried): (Option<Tried>, u64) = (None, 0);
    for sets in candidates(looker, ranked) {
        let Some(changed) = looker.with(&sets) else { continue };
        let seed = looker.terms.seed;
        let Some(played) = looker.some_played(&changed, &sets, seed, fights)? else { return Ok(None) };
        n_tried += 1;
        let tried = weighed(&played, sets).filter(|it| (rate_of(it) - rate_of(&present)).abs() <= NEAR);
        best = match (best, tried) {
            (Some(best), Some(tried)) if tried.share.share >= best.share.share => Some(best),
            (best, tried) => tried.or(best),
        };
    }
    let Some(best) = best else { return Ok(Some(())) };
    // The best of several is judged on fights that it was not chosen by.
    let (fresh, base) = (looker.fresh(), looker.asked.base);
    let Some(changed) = looker.with(&best.sets) else { return Ok(Some(())) };
    let Some(before) = looker.played(base, &[], fresh)? else { return Ok(None) };
    let Some(after) = looker.played(&changed, &best.sets, fresh)? else { return Ok(None) };
    let (Some(before), Some(after)) = (weighed(&before, Vec::new()), weighed(&after, best.sets)) else {
        return Ok(Some(()));
    };
    let half = before.share.within.half().hypot(after.share.within.half());
    let diff = after.share.share - before.share.share;
    let is_calmer = diff + half < 0.0;
    let sides = &own.about.roster.sides;
    let first = &sides[0].name;
    let shares = [&after.share, &before.share];
    let rolls =
        shares.map(|it| format!("{} of {}", purpose_word(it.account.purpose), sides[it.account.side].name));
    let what = told(rolls, shares.map(|it| level_of_rate(it.share, it.within)));
    let sets = after.sets.join("`, `");
    let text = if is_calmer {
        format!(
            "`{sets}` would make the rolls that decide most decide less: {what}. The side {first} would then win {} and not {}.",
            rate(after.wins),
            rate(before.wins)
        )
    } else {
        format!(
            "None of the {} that were tried is certain to make the rolls that decide most decide less; each raised or \
             lowered all numbers of one name by half, at least by one. The best of them when tried was `{sets}`: {what}.",
            counted(n_tried, "change")
        )
    };
    all.push(Advice {
        topic: Topic::Luck,
        worth: if is_calmer { 0.003 } else { 0.0003 },
        text,
        value: Some(after.share.share),
        within: Some([after.share.within.lo, after.share.within.hi]),
        command: looker.run_with(&after.sets, fresh),
    });
    Ok(Some(()))
}

/// What the rolls that decide most explain of who wins, with a change and without it. Rolls that are the same in both
/// are named once.
fn told([with, now]: [String; 2], [share_with, share_now]: [String; 2]) -> String {
    if with == now {
        return format!(
            "with that, luck with the {now} explains {share_with} of who wins, and {share_now} now"
        );
    }
    format!(
        "with that, luck with the {with} decides most and explains {share_with} of who wins; now luck with the {now} does, \
         and explains {share_now}"
    )
}

/// The rolls that decide most in these fights; `None` where who wins hardly depends on a kind of rolls, or where the
/// first side wins or fails to win too few of them to tell.
fn weighed(played: &Simulated, sets: Vec<String>) -> Option<Tried> {
    let Simulated { about, totals, .. } = played;
    let wins = wins_of_first(played);
    let share = Luck::of(about, totals)?.shares(0).into_iter().next().filter(|_| !wins.has_few())?;
    Some(Tried { sets, share, wins })
}

/// Changes of all numbers of a name, up and down.
fn candidates(looker: &Looker<'_>, ranked: &[Place]) -> Vec<Vec<String>> {
    let mut names: Vec<&str> = Vec::new();
    for place in ranked {
        if names.len() < NAMES && !names.contains(&place.stat.as_str()) {
            names.push(&place.stat);
        }
    }
    let numbers = unit_numbers(looker.asked.base);
    let of_name = |name: &str, sign: i64| -> Vec<String> {
        let of_it = numbers.iter().filter(|number| number.place.stat == name);
        of_it.filter_map(|number| number.set(sign * number.half())).collect()
    };
    let both = names.into_iter().flat_map(|name| [of_name(name, 1), of_name(name, -1)]);
    both.filter(|sets| !sets.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::told;

    #[test]
    fn rolls_that_are_the_same_before_and_after_are_named_once() {
        let of = |rolls: [&str; 2]| told(rolls.map(str::to_owned), ["24%", "30%"].map(str::to_owned));
        assert_eq!(
            of(["hit rolls of a", "hit rolls of a"]),
            "with that, luck with the hit rolls of a explains 24% of who wins, and 30% now"
        );
        assert_eq!(
            of(["hit rolls of a", "damage rolls of b"]),
            "with that, luck with the hit rolls of a decides most and explains 24% of who wins; now luck with the \
             damage rolls of b does, and explains 30%"
        );
    }
}
