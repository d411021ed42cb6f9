//! Departures as tactics with a condition, and what these are worth when they are played.
//!
//! A condition asks one circumstance that every game has: the round, how many stand on either side, or the health of
//! the unit. Of each circumstance that one is taken which parts best the turns at which the side departed from those
//! at which it kept its base: by Youden's index, the share of the one less the share of the other that it
//! holds at. These few, and the tactic without a condition, are played on some pairs of fights, and the best of them
//! is judged on others.

use core::cmp::Reverse;

use fray_kit::sheet::edit::Edit;
use fray_kit::sheet::problem::{FileId, Problems};
use serde_json::{Value as Json, json};

use super::{Ceiling, Departed, NoCeiling, Player};
use crate::compare::Compared;
use crate::play::engine::Engine;
use crate::play::rollout::{BINS, Bins, Circumstance, Departure};
use crate::scenario::Scenario;
use crate::stats::family::holm;
use crate::vary::switches::{Effect, difference, effect_of, engine_against, metric_of};

/// The most departures that are tried.
const TRIED: usize = 6;
/// The pairs of fights that choose among the conditions of a departure, at most.
const FIRST_LOOK: u64 = 2048;
/// The fewest turns of either kind by which a condition is judged.
const FEWEST_TURNS: u64 = 20;

/// A condition that parts departures from other turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// It as `when` has it.
    pub when: String,
    /// The departures that it holds at.
    pub departed: u64,
    /// The turns at which the base was kept that it holds at.
    pub stayed: u64,
}

/// A tactic that was made of a departure, and tried.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The condition; always, if there is none.
    pub rule: Option<Rule>,
    /// It as arguments of `--set` on top of the base.
    pub sets: Vec<String>,
    /// The win rate of the side with it, compared with the base on the same dice.
    pub metric: Compared,
    /// The effect of the tactic on the win rate, with Holm's correction for all that were tried.
    pub effect: Effect,
    /// The pairs of fights.
    pub pairs: u64,
}

/// A choice, which these changes make of the base.
pub(super) fn departed(sets: &[String], side: &str) -> Departed {
    let paths: Vec<Edit> =
        sets.iter().filter_map(|set| Edit::parse(FileId(0), set, &mut Problems::default())).collect();
    let unit = |edit: &Edit| match &edit.path.parts[..] {
        [unit, tactics, ..] if tactics.value == "tactics" && unit.value != side => Some(unit.value.clone()),
        _ => None,
    };
    let key = paths.first().and_then(|edit| edit.path.parts.last()).map(|part| part.value.clone());
    let value = sets.first().and_then(|set| set.rsplit_once('=')).map(|(_, value)| value.to_owned());
    Departed {
        unit: paths.first().filter(|_| paths.len() == 1).and_then(unit),
        key: key.unwrap_or_default(),
        value: value.unwrap_or_default(),
        sets: sets.to_vec(),
        seen: Departure::default(),
        entry: None,
    }
}

impl Player<'_> {
    /// Tries the departures that gain most, each as a tactic with a condition, and then all that are better.
    pub(super) fn try_entries(&self, base: &Scenario, all: &mut Ceiling) -> Result<Option<()>, NoCeiling> {
        let gains = |departed: &&mut Departed| departed.seen.gained > 0;
        for departed in all.departures.iter_mut().filter(gains).take(TRIED) {
            (self.terms.told)(&format!("trying {} = {}", departed.key, departed.value));
            let mut versions = vec![None];
            versions.extend(rules(&departed.seen, base).into_iter().map(Some));
            let Some(entry) = self.best_version(base, departed, versions)? else { return Ok(None) };
            departed.entry = entry;
        }
        let p: Vec<f64> = all.departures.iter().filter_map(|it| it.entry.as_ref()?.metric.p).collect();
        let entries =
            all.departures.iter_mut().filter_map(|it| it.entry.as_mut().filter(|it| it.metric.p.is_some()));
        for (entry, p) in entries.zip(holm(&p)) {
            let is_equal = entry.metric.estimate.is_some_and(|it| it.equal);
            entry.effect = if is_equal { Effect::Equal } else { effect_of(&entry.metric, p) };
        }
        let mut better: Vec<&Entry> = all.departures.iter().filter_map(|it| it.entry.as_ref()).collect();
        better.retain(|entry| entry.effect == Effect::Rises);
        better.sort_by(|a, b| difference(&b.metric).total_cmp(&difference(&a.metric)));
        let mut sets: Vec<String> = Vec::new();
        let mut n = 0;
        for entry in better {
            let path = |set: &str| {
                set.split_once(".tactics.")
                    .map(|(of, rest)| (of.to_owned(), rest.split('=').next().map(str::to_owned)))
            };
            let is_taken = entry.sets.iter().any(|own| sets.iter().any(|other| path(own) == path(other)));
            if !is_taken {
                sets.extend(entry.sets.iter().cloned());
                n += 1;
            }
        }
        if n >= 2
            && let Some(together) =
                self.tried(base, None, sets, self.terms.seed.wrapping_add(3), self.terms.pairs)?
        {
            all.together = Some(together);
        }
        Ok((!self.is_stopped()).then_some(()))
    }

    /// The best of some versions of a departure, chosen on some dice and judged on others. `None` of one that the
    /// rules refuse whatever its condition.
    fn best_version(
        &self,
        base: &Scenario,
        departed: &Departed,
        versions: Vec<Option<Rule>>,
    ) -> Result<Option<Option<Entry>>, NoCeiling> {
        let mut tried = Vec::new();
        let few = self.terms.pairs.min(FIRST_LOOK);
        for rule in versions {
            let Some(sets) = with_condition(base, &departed.sets, rule.as_ref()) else { continue };
            let entry = self.tried(base, rule, sets, self.terms.seed.wrapping_add(2), few)?;
            if self.is_stopped() {
                return Ok(None);
            }
            tried.extend(entry);
        }
        // Of equals the first.
        let best =
            tried.into_iter().rev().max_by(|a, b| difference(&a.metric).total_cmp(&difference(&b.metric)));
        let Some(best) = best else { return Ok(Some(None)) };
        let judged =
            self.tried(base, best.rule, best.sets, self.terms.seed.wrapping_add(3), self.terms.pairs)?;
        (self.terms.watch.played)(self.terms.pairs);
        Ok((!self.is_stopped()).then_some(judged))
    }

    /// Plays the base with these changes against the base; `None` if the rules refuse it.
    fn tried(
        &self,
        base: &Scenario,
        rule: Option<Rule>,
        sets: Vec<String>,
        seed: u64,
        pairs: u64,
    ) -> Result<Option<Entry>, NoCeiling> {
        let changed = base.with_sets(&sets).filter(|it| it.warnings <= base.warnings.len());
        let Some(changed) = changed else { return Ok(None) };
        let engine: &dyn Engine = changed.engine();
        let compared = engine_against(base.engine(), engine, self.switch_terms(seed), pairs)?;
        let pairs = compared.pairs;
        let metric = metric_of(compared, Some(self.side()));
        let effect = effect_of(&metric, metric.p.unwrap_or(1.0));
        Ok(Some(Entry { rule, sets, metric, effect, pairs }))
    }
}

/// By circumstance the condition that parts departures best from other turns, the best first.
pub(super) fn rules(seen: &Departure, base: &Scenario) -> Vec<Rule> {
    if seen.stayed < FEWEST_TURNS || seen.turns < FEWEST_TURNS {
        return Vec::new();
    }
    let facts: Vec<&str> = base.info.parts.facts.iter().map(|fact| fact.name).collect();
    let mut found: Vec<(i128, Rule)> = Vec::new();
    for (circumstance, bins) in Circumstance::ALL.into_iter().zip(&seen.bins) {
        let Some((fact, step)) = fact_of(circumstance, &facts) else { continue };
        let splits = (1..BINS).flat_map(|at| [(at, true), (at, false)]);
        let scored = splits.filter_map(|(at, is_below)| {
            let [stayed, departed] = inside(bins, at, is_below);
            let youden =
                i128::from(departed) * i128::from(seen.stayed) - i128::from(stayed) * i128::from(seen.turns);
            let when = match (is_below, step) {
                (true, Some(step)) => format!("{fact} < {}%", at * step),
                (false, Some(step)) => format!("{fact} >= {}%", at * step),
                (true, None) => format!("{fact} <= {}", at - 1),
                (false, None) => format!("{fact} >= {at}"),
            };
            let is_some = departed > 0 && (stayed, departed) != (seen.stayed, seen.turns);
            (is_some && youden > 0).then_some((youden, Rule { when, departed, stayed }))
        });
        // Of equals the first.
        let best = scored.collect::<Vec<_>>().into_iter().rev().max_by_key(|(youden, _)| *youden);
        found.extend(best);
    }
    found.sort_by_key(|(youden, _)| Reverse(*youden));
    found.into_iter().map(|(_, rule)| rule).collect()
}

/// The name of a circumstance in a game with these facts, and the percents of a step if it is asked in percent.
fn fact_of(circumstance: Circumstance, facts: &[&str]) -> Option<(&'static str, Option<usize>)> {
    let names: &[(&str, Option<usize>)] = match circumstance {
        Circumstance::Round => &[("round", None)],
        Circumstance::Allies => &[("allies", None)],
        Circumstance::Enemies => &[("enemies", None)],
        Circumstance::Health => {
            &[("hp", Some(100 / (BINS - 1))), ("life", Some(100 / (BINS - 1))), ("wounds", None)]
        }
    };
    names.iter().find(|(name, _)| facts.contains(name)).copied()
}

/// The turns below a value, or from it on: those at which the base was kept, and those at which it was left.
fn inside(bins: &Bins, at: usize, is_below: bool) -> [u64; 2] {
    let inside = if is_below { &bins[..at] } else { &bins[at..] };
    inside.iter().fold([0, 0], |sum, bin| [sum[0] + bin[0], sum[1] + bin[1]])
}

/// Changes that make a tactic under a condition and leave what the base says for all other cases.
fn with_condition(base: &Scenario, sets: &[String], rule: Option<&Rule>) -> Option<Vec<String>> {
    let Some(Rule { when, .. }) = rule else { return Some(sets.to_vec()) };
    let entry = |set: &String| {
        let (path, value) = set.rsplit_once('=')?;
        let given = |path: &str| base.merged().iter().find(|it| it.path == path && it.from != "default");
        // What a unit does not say its side says.
        let of_side = path.split_once('/').zip(path.split_once(".tactics."));
        let of_side = of_side.map(|((side, _), (_, key))| format!("{side}.tactics.{key}"));
        let present = given(path).or_else(|| given(&of_side?));
        let mut list = vec![json!({ "use": value, "when": when })];
        match present.map(|merged| &merged.value) {
            Some(Json::Array(entries)) => list.extend(entries.iter().cloned()),
            Some(one) => list.push(one.clone()),
            None => {}
        }
        Some(format!("{path}={}", toml_of(&Json::Array(list))))
    };
    sets.iter().map(entry).collect()
}

/// A value as TOML in one line.
fn toml_of(value: &Json) -> String {
    match value {
        Json::Array(all) => format!("[{}]", all.iter().map(toml_of).collect::<Vec<_>>().join(", ")),
        Json::Object(table) => {
            let entries = table.iter().map(|(key, value)| {
                format!("{} = {}", fray_kit::sheet::declare::quoted(key), toml_of(value))
            });
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
        Json::String(text) => toml_edit::Value::from(text.as_str()).to_string(),
        other => other.to_string(),
    }
}
