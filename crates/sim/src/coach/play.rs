//! The distance of sides from good play.

use super::{Advice, Command, Looker, NoCoach, Topic};
use crate::compare::Compared;
use crate::play::rollout::TRIALS;
use crate::stats::{ALPHA, Rate};
use crate::tables::format::{counted, rate, rate_of_fights};
use crate::vary::ceiling::{self, CLEVER_PART, FEWEST_COMPARED, Play, ceiling};
use crate::vary::hints;
use crate::vary::switches::{self, engine_against, metric_of};
use crate::vary::switches_text::difference;
use fray_engine::roster::SideId;

/// A look for tactics has a fifth of the fights that it is told.
const OF_A_LOOK: u64 = 5;
/// The most fights of a tactic in a race for the best combination.
const SEARCH_FIGHTS: u64 = 1024;

/// Sides that a single named tactic would make better. Returns the changes.
pub(super) fn hints(looker: &Looker<'_>, all: &mut Vec<Advice>) -> Result<Option<Vec<String>>, NoCoach> {
    let (base, terms) = (looker.asked.base, looker.terms);
    let hints = hints::hints(base, (terms.seed.wrapping_add(1), OF_A_LOOK * terms.fights), terms.watch);
    let mut sets = Vec::new();
    for hint in hints {
        let Some(changed) = base.with_sets(std::slice::from_ref(&hint.set)) else { continue };
        let switch = switches::Settings {
            seed: terms.seed,
            pairs: terms.fights,
            metric: None,
            may_solve: false,
            stop: terms.watch.stop,
            played: &|_| {},
            told: &|_| {},
        };
        let compared = engine_against(base.engine(), changed.engine(), switch, terms.fights);
        let metric = metric_of(compared.map_err(NoCoach::Comparison)?, Some(&hint.side));
        if looker.is_stopped() {
            return Ok(None);
        }
        if metric.p.is_none_or(|p| p > ALPHA) {
            continue;
        }
        let says = |rates: &str| {
            format!("The side {} plays below its ceiling: with `{}` it wins {rates}.", hint.side, hint.set)
        };
        if let Some(advice) = better(looker, &metric, terms.fights, ("--set", &hint.set), says) {
            all.push(advice);
            sets.push(hint.set);
        }
    }
    Ok((!looker.is_stopped()).then_some(sets))
}

/// Returns how much better each side is that looks ahead.
pub(super) fn looking_ahead(
    looker: &Looker<'_>,
    fights: u64,
    all: &mut Vec<Advice>,
) -> Result<Option<()>, NoCoach> {
    let (asked, terms) = (looker.asked, looker.terms);
    let sides = asked.base.engine().about().roster.sides.len();
    for side in (0..sides).map(|at| SideId(at as u8)) {
        let of = ceiling::Requested { path: asked.path, options: asked.options, base: asked.base, side };
        let with = ceiling::Settings {
            seed: terms.seed,
            pairs: terms.fights,
            clever_pairs: fights,
            trials: TRIALS,
            search_fights: SEARCH_FIGHTS,
            time: looker.left_until(1),
            watch: terms.watch,
            told: terms.told,
        };
        let found = ceiling(of, with).map_err(NoCoach::Ceiling)?;
        if found.interrupted {
            return Ok(None);
        }
        let clever = found.levels.iter().find(|level| level.play == Play::Clever);
        let Some((wins, metric)) = clever.and_then(|level| Some((level.wins, level.metric.as_ref()?))) else {
            continue;
        };
        if wins.n < FEWEST_COMPARED {
            all.push(too_few(looker, &found.side, wins));
            continue;
        }
        let says = |rates: &str| {
            format!(
                "Looking ahead at each turn, the side {} wins {rates}: that is how far the tactics of the file are from good play.",
                found.side
            )
        };
        let way = format!("{}=clever", found.side);
        all.extend(better(looker, metric, fights, ("--tactics", &way), says));
    }
    Ok(Some(()))
}

/// A sentence on too few fights looking ahead to tell how much better that is.
fn too_few(looker: &Looker<'_>, side: &str, wins: Rate) -> Advice {
    let text = format!(
        "Looking ahead at each turn, the side {side} wins {} of {}: too few to tell whether it is better than the \
         tactics of the file. `--fights {}` plays enough.",
        rate(wins),
        counted(wins.n, "fight"),
        FEWEST_COMPARED * CLEVER_PART
    );
    let flags = vec![
        ("--tactics", format!("{side}=clever")),
        ("--fights", wins.n.to_string()),
        ("--no-out", String::new()),
    ];
    Advice {
        topic: Topic::Play,
        worth: 0.0,
        text,
        value: wins.value(),
        within: wins.interval().map(|it| [it.lo, it.hi]),
        command: Command { verb: "run", seed: looker.terms.seed, flags },
    }
}

/// A sentence of a side that wins more for certain in another way of play, with the comparison that shows it.
fn better(
    looker: &Looker<'_>,
    metric: &Compared,
    pairs: u64,
    (flag, way): (&'static str, &str),
    says: impl FnOnce(&str) -> String,
) -> Option<Advice> {
    let (estimate, within) = metric.estimate.zip(metric.within)?;
    if within.lo <= 0.0 {
        return None;
    }
    let percent = |rate: f64| rate_of_fights(rate, pairs, 1);
    let rates = format!("{} instead of {}, {}", percent(estimate.b), percent(estimate.a), difference(metric));
    let (fights, metric) = (pairs.to_string(), metric.named.to_string());
    let flags = vec![(flag, way.to_owned()), ("--metric", metric), ("--fights", fights)];
    Some(Advice {
        topic: Topic::Play,
        worth: estimate.diff,
        text: says(&rates),
        value: Some(estimate.diff),
        within: Some([within.lo, within.hi]),
        command: Command { verb: "compare", seed: looker.terms.seed, flags },
    })
}
