//! Sentences on the scenario as it is: its goals, its luck, its length.

use super::{Advice, Looker, Topic};
use crate::luck::{Luck, purpose_word};
use crate::measures::possible::senseless;
use crate::measures::{Estimate, Goal, Verdict};
use crate::play::engine::Simulated;
use crate::stats::{Histogram, Interval, Moments, Rate, Z, quantile};
use crate::tables::format::{counted, level_of_rate, mean, rate};
use crate::totals::About;

/// Accounts of luck that have a sentence.
const ACCOUNTS: usize = 2;
/// Timeouts have a sentence where certainly more than this share of the fights ends so.
const TIMEOUTS: f64 = 0.01;
/// Follows a figure that no fight differed in.
const IN_ALL: &str = "(in all that were played)";
/// A side that certainly wins more than this share of the fights wins nearly always.
const NEARLY_ALL: f64 = 0.95;

/// The goals that no fight can meet, that are missed, and that hang on a hair.
pub(super) fn goals(looker: &Looker<'_>, own: &Simulated) -> Vec<Advice> {
    let Simulated { about, totals, .. } = own;
    let goals: Vec<&Goal> = looker.asked.base.goals.iter().map(|goal| &goal.value).collect();
    let command = || looker.run_with(&[], looker.terms.seed);
    let mut all = Vec::new();
    let by_rules = senseless(&goals, about);
    for it in &by_rules {
        let text = format!("`{}`: {}; {}.", goals[it.goal].text, it.message, it.help);
        let (topic, worth) = (Topic::Goals, 1.0);
        all.push(Advice { topic, worth, text, value: None, within: None, command: command() });
    }
    for (_, goal) in goals.iter().enumerate().filter(|(at, _)| by_rules.iter().all(|it| it.goal != *at)) {
        let estimates = goal.measure.estimates(about, totals);
        let worst = estimates.iter().max_by(|a, b| miss(goal, a).total_cmp(&miss(goal, b)));
        let Some((worst, value)) = worst.and_then(|it| Some((it, it.value()?))) else { continue };
        let verdict = goal.verdict(about, totals);
        if verdict == Verdict::Met {
            continue;
        }
        let shown = shown_value(goal, about, worst, value);
        let name = goal.measure.name(about, worst.subject);
        // As the goal says it.
        let name = if goal.text.trim_start().starts_with("mean(") { format!("mean({name})") } else { name };
        let (text, worth) = if verdict == Verdict::Missed {
            let text = format!("`{}` is missed: `{name}` is {shown}.", goal.text);
            (text, miss(goal, worst).clamp(0.01, 1.0))
        } else {
            let (text, fights) = (&goal.text, counted(totals.fights, "fight"));
            (
                format!("`{text}` is too close to call: `{name}` is {shown}, and {fights} do not decide it."),
                0.005,
            )
        };
        let within = worst.within.map(|Interval { lo, hi }| [lo, hi]);
        all.push(Advice { topic: Topic::Goals, worth, text, value: Some(value), within, command: command() });
    }
    all
}

/// Returns how far an estimate lies outside of what a goal wants: of what is no rate in parts of what it wants.
fn miss(goal: &Goal, estimate: &Estimate) -> f64 {
    let Some(value) = estimate.value() else { return 0.0 };
    let region = goal.region;
    let (by, end) = match value {
        _ if value < region.lo => (region.lo - value, region.lo),
        _ if value > region.hi => (value - region.hi, region.hi),
        _ => (0.0, 1.0),
    };
    if matches!(estimate.seen, crate::measures::Seen::Rate(_)) { by } else { by / end.abs().max(1.0) }
}

fn shown_value(goal: &Goal, about: &About, estimate: &Estimate, value: f64) -> String {
    match estimate.within {
        Some(within) if goal.measure.is_rate(about) => level_of_rate(value, within),
        Some(within) if within.half() <= 0.0 => format!("{value} {IN_ALL}"),
        Some(within) => mean(value, within),
        None => format!("{value} (no interval)"),
    }
}

/// The rate at which the first side wins.
pub(super) fn wins_of_first(own: &Simulated) -> Rate {
    Rate { events: own.totals.wins(0), n: own.totals.fights }
}

/// Returns the share of the result that the rolls decide, and the rolls that decide most, or that one side wins nearly
/// always. Where almost no fight ends otherwise, nothing is known of the rolls.
pub(super) fn luck(looker: &Looker<'_>, own: &Simulated) -> Vec<Advice> {
    let Simulated { about, totals, .. } = own;
    let mut all = Vec::from_iter(one_sided(looker, own));
    let luck = Luck::of(about, totals).filter(|_| !wins_of_first(own).has_few());
    let Some(luck) = luck else { return all };
    let first = &about.roster.sides[0].name;
    let shares = luck.shares(0);
    let sentence = |share: &crate::luck::Share| {
        let side = &about.roster.sides[share.account.side].name;
        let (rolls, level) = (purpose_word(share.account.purpose), level_of_rate(share.share, share.within));
        let moves = share.moves * 100.0;
        let text = format!(
            "Luck with the {rolls} of {side} explains {level} of who wins: with one standard deviation more of it, \
             the win rate of {first} {} by {:.0} pt.",
            if moves < 0.0 { "falls" } else { "rises" },
            moves.abs()
        );
        Advice {
            topic: Topic::Luck,
            worth: 0.004 * share.share,
            text,
            value: Some(share.share),
            within: Some([share.within.lo, share.within.hi]),
            command: looker.run_with(&[], looker.terms.seed),
        }
    };
    all.extend(shares.iter().filter(|share| share.within.lo > 0.01).take(ACCOUNTS).map(sentence));
    all
}

/// A sentence on a side that wins nearly always.
pub(super) fn one_sided(looker: &Looker<'_>, own: &Simulated) -> Option<Advice> {
    let Simulated { about, totals, .. } = own;
    let wins = |side: usize| Rate { events: totals.wins(side), n: totals.fights };
    let side = (0..about.roster.sides.len()).max_by_key(|side| totals.wins(*side))?;
    let wins = wins(side);
    let within = wins.interval().filter(|it| it.lo > NEARLY_ALL)?;
    let text = format!(
        "The side {} wins {} of the fights: the dice hardly ever decide who wins.",
        about.roster.sides[side].name,
        rate(wins)
    );
    Some(Advice {
        topic: Topic::Luck,
        worth: 0.004,
        text,
        value: wins.value(),
        within: Some([within.lo, within.hi]),
        command: looker.run_with(&[], looker.terms.seed),
    })
}

/// A sentence on fights that nobody has won when their rounds are over; none where that is rare.
fn undecided(looker: &Looker<'_>, own: &Simulated) -> Option<Advice> {
    let totals = &own.totals;
    let timeouts = Rate { events: totals.timeouts.n(), n: totals.fights };
    let within = timeouts.interval().filter(|it| it.lo > TIMEOUTS)?;
    let last = totals.timeouts.each().map(|(round, _)| round).max()?;
    let text = format!(
        "Nobody has won {} of the fights when they are given up, after {} at the latest.",
        rate(timeouts),
        counted(last, "round")
    );
    Some(Advice {
        topic: Topic::Length,
        worth: 0.004 * within.lo,
        text,
        value: timeouts.value(),
        within: Some([within.lo, within.hi]),
        command: looker.run_with(&[], looker.terms.seed),
    })
}

/// A mean of some fights as an amount of these.
fn amount(value: f64, within: Interval, one: &str) -> String {
    if within.half() <= 0.0 {
        return format!("{} {IN_ALL}", counted(value as u64, one));
    }
    format!("{} {one}s", mean(value, within))
}

/// Returns how long a fight takes at the table.
pub(super) fn length(looker: &Looker<'_>, own: &Simulated) -> Vec<Advice> {
    let totals = &own.totals;
    let level = |observed: &Histogram| {
        let moments = Moments::of(observed);
        let half = Z * moments.sd()? / (totals.fights as f64).sqrt();
        let value = moments.mean()?;
        Some((value, Interval { lo: value - half, hi: value + half }))
    };
    let observed = totals.rounds();
    let Some((rounds, within)) = level(&observed) else { return Vec::new() };
    let turns = level(&totals.fight_activations);
    let activations = turns.as_ref().map_or_else(String::new, |(value, within)| {
        format!(" and {}", amount(*value, *within, "activation"))
    });
    let dice = own.dice_per_fight.map_or_else(String::new, |(dice, half)| {
        let within = Interval { lo: dice - half, hi: dice + half };
        let dice = if half > 0.0 { mean(dice, within) } else { format!("{dice:.0}") };
        format!("; the table rolls {dice} dice")
    });
    let long = quantile(&observed, 90).map_or_else(String::new, |most| {
        format!(" Nine fights in ten are over within {}.", counted(most, "round"))
    });
    let minutes = turns.map_or_else(String::new, |(value, _)| {
        format!(" At a minute an activation that is about {}.", counted(value.round() as u64, "minute"))
    });
    let text =
        format!("A fight takes {}{activations}{dice}.{long}{minutes}", amount(rounds, within, "round"));
    let (value, within) = (Some(rounds), Some([within.lo, within.hi]));
    let length = Advice {
        topic: Topic::Length,
        worth: 0.0,
        text,
        value,
        within,
        command: looker.run_with(&[], looker.terms.seed),
    };
    undecided(looker, own).into_iter().chain([length]).collect()
}
