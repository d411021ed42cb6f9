//! How far sides are from good play.

use super::{Advice, Command, Looker, NoCoach, Topic};
use crate::play::rollout::TRIALS;
use crate::stats::ALPHA;
use crate::vary::ceiling::{self, Play, ceiling};
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
        let switch = switches::Terms {
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
        let (Some(estimate), Some(within)) = (metric.estimate, metric.within) else { continue };
        if metric.p.is_none_or(|p| p > ALPHA) || estimate.diff <= 0.0 {
            continue;
        }
        let text = format!(
            "{} play below their ceiling: with `{}` they win {:.1}% instead of {:.1}%, {}.",
            hint.side,
            hint.set,
            100.0 * estimate.b,
            100.0 * estimate.a,
            difference(&metric)
        );
        let flags = vec![
            ("--set", hint.set.clone()),
            ("--metric", metric.named.to_string()),
            ("--fights", terms.fights.to_string()),
        ];
        sets.push(hint.set);
        all.push(Advice {
            topic: Topic::Play,
            worth: estimate.diff,
            text,
            value: Some(estimate.diff),
            within: Some([within.lo, within.hi]),
            command: Command { verb: "compare", flags },
        });
    }
    Ok((!looker.is_stopped()).then_some(sets))
}

/// How much better each side is that looks ahead.
pub(super) fn looking_ahead(
    looker: &Looker<'_>,
    fights: u64,
    all: &mut Vec<Advice>,
) -> Result<Option<()>, NoCoach> {
    let (asked, terms) = (looker.asked, looker.terms);
    let sides = asked.base.engine().about().roster.sides.len();
    for side in (0..sides).map(|at| SideId(at as u8)) {
        let of = ceiling::Requested { path: asked.path, options: asked.options, base: asked.base, side };
        let with = ceiling::Terms {
            seed: terms.seed,
            pairs: terms.fights,
            clever_pairs: fights,
            trials: TRIALS,
            search_fights: SEARCH_FIGHTS,
            watch: terms.watch,
            told: terms.told,
        };
        let found = ceiling(of, with).map_err(NoCoach::Ceiling)?;
        if found.interrupted {
            return Ok(None);
        }
        let clever = found.levels.iter().find(|level| level.play == Play::Clever);
        let Some(metric) = clever.and_then(|level| level.metric.as_ref()) else { continue };
        let (Some(estimate), Some(within)) = (metric.estimate, metric.within) else { continue };
        if within.lo <= 0.0 {
            continue;
        }
        let text = format!(
            "Looking ahead at each turn, {} win {:.0}% instead of {:.0}%, {}: so much can be had by changing \
             tactics in the midst of a fight.",
            found.side,
            100.0 * estimate.b,
            100.0 * estimate.a,
            difference(metric)
        );
        let flags = vec![
            ("--tactics", format!("{}=clever", found.side)),
            ("--metric", metric.named.to_string()),
            ("--fights", fights.to_string()),
        ];
        all.push(Advice {
            topic: Topic::Play,
            worth: estimate.diff,
            text,
            value: Some(estimate.diff),
            within: Some([within.lo, within.hi]),
            command: Command { verb: "compare", flags },
        });
    }
    Ok(Some(()))
}
