//! What play is worth: each decision of each unit switched to its other named tactics, one at a time.
//!
//! A switch is the scenario with one `--set`, so that it is read, refused and played as any other
//! change. One that changes no meaning is the present tactic, one that is refused or draws a warning
//! cannot be taken by this unit, and neither is played.

use core::sync::atomic::{AtomicBool, Ordering};
use std::path::Path;

use fray_rules::declare::tactics::{DecisionInfo, Takes};
use fray_rules::engine::roster::{RosterSide, SideId};
use fray_rules::sheet::declare::quoted;
use fray_rules::sheet::text::shown;
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

use crate::card::copies::copied_from;
use crate::card::text::{Grid, GridRow, Look, indented};
use crate::compare::{BrokenPair, Compared, NoComparison, Order, Seats, Streams, Until, compare};
use crate::play::run::CHUNK;
use crate::scenario::{Options, Scenario, load_scenario};
use crate::stats::ALPHA;
use crate::stats::family::holm;
use crate::tables::format::{Number, thousands};
use crate::tables::rows::row;
use crate::vary::text::change;

row! {
    /// A tactic that a unit, or a side, could have instead.
    "tactics" TacticRow {
        /// The side.
        side: &'a str,
        /// The unit, its copies together; none for a decision of the side.
        unit: Option<&'a str>,
        /// The decision.
        key: &'a str,
        /// The tactic it is switched to.
        value: &'a str,
        /// The metric: the win rate of the side.
        metric: &'a str,
        /// How much the metric rises by the switch.
        effect: Number,
        /// The lower end of the effect's 95 % interval.
        lo: Number,
        /// The upper end of the effect's 95 % interval.
        hi: Number,
        /// `better`, `worse`, `equal` (in every pair) or `undecided`.
        verdict: &'a str,
        /// The pairs of fights.
        fights: u64,
    }
}

/// A decision switched to another tactic.
#[derive(Debug)]
pub struct Switch {
    /// The side.
    pub side: SideId,
    /// The unit without the number of a copy; none for a decision of the side.
    pub unit: Option<String>,
    /// The decision.
    pub key: &'static str,
    /// The tactic.
    pub value: &'static str,
    /// The change as an argument of `--set`.
    pub set: String,
    /// The scenario with the change.
    pub scenario: Scenario,
}

/// The switches of a scenario.
#[derive(Debug, Default)]
pub struct Switches {
    /// Those that can be played, in file order.
    pub all: Vec<Switch>,
    /// Tactics that take a value, which nobody can guess, by decision: `keep_distance of move`.
    pub untried: Vec<String>,
}

/// Finds the switches of the scenario in the file at `path`, read with `options`; of one side alone, if
/// it is named.
#[must_use]
pub fn switches(path: &Path, options: &Options, base: &Scenario, of: Option<SideId>) -> Switches {
    let roster = base.engine().about().roster;
    let mut found = Switches::default();
    for (i, side) in roster.sides.iter().enumerate() {
        let id = SideId(i as u8);
        if of.is_some_and(|of| of != id) {
            continue;
        }
        for decision in base.info.tactics() {
            let mut is_of_units = false;
            let mut units: Vec<&str> = side.units.map(|unit| copied_from(roster.unit(unit))).collect();
            units.dedup();
            for unit in units {
                let at = format!("{}/{}", quoted(&side.name), quoted(unit));
                is_of_units |= found.add(path, options, base, decision, id, Some(unit), &at);
            }
            if !is_of_units {
                found.add(path, options, base, decision, id, None, &quoted(&side.name));
            }
        }
    }
    found.untried.sort();
    found.untried.dedup();
    found
}

impl Switches {
    /// Adds what a decision at this place can be switched to. Returns whether the place has the decision.
    #[expect(clippy::too_many_arguments, reason = "all of them name one place of one file")]
    fn add(
        &mut self,
        path: &Path,
        options: &Options,
        base: &Scenario,
        decision: &DecisionInfo,
        side: SideId,
        unit: Option<&str>,
        at: &str,
    ) -> bool {
        let mut is_here = false;
        for choice in decision.choices {
            if choice.takes != Takes::Nothing {
                self.untried.push(match choice.takes.is_bare() {
                    true => format!("{} of {}", choice.name, decision.key),
                    false => format!("`{}` of {}", choice.name, decision.key),
                });
                continue;
            }
            let set = format!("{at}.tactics.{}={}", decision.key, choice.name);
            let mut changed = options.clone();
            changed.sets.push(("--set".to_owned(), set.clone()));
            let Ok(scenario) = load_scenario(path, &changed) else { continue };
            is_here = true;
            let draws_a_warning = scenario.warnings.len() > base.warnings.len();
            if scenario.hash != base.hash && !draws_a_warning {
                self.all.push(Switch {
                    side,
                    unit: unit.map(str::to_owned),
                    key: decision.key,
                    value: choice.name,
                    set,
                    scenario,
                });
            }
        }
        is_here
    }
}

/// How often each switch is played.
#[derive(Clone, Copy)]
pub struct Terms<'a> {
    /// The seed of both scenarios.
    pub seed: u64,
    /// Pairs of fights for each switch.
    pub pairs: u64,
    /// Set from outside to stop soon.
    pub stop: &'a AtomicBool,
    /// Called with numbers of pairs as they are played or turn out not to be needed, on any thread.
    pub played: &'a (dyn Fn(u64) + Sync),
}

/// What a switch does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The side wins more often: significant after Holm's correction for all switches.
    Better,
    /// It wins less often.
    Worse,
    /// No metric of any pair differs.
    Equal,
    /// The fights do not tell.
    Undecided,
}

impl Effect {
    fn word(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::Equal => "equal",
            Self::Undecided => "undecided",
        }
    }
}

/// A switch with what it does to the win rate of its side.
#[derive(Debug)]
pub struct Played {
    /// The switch.
    pub switch: Switch,
    /// The pairs of fights.
    pub pairs: u64,
    /// The win rate of the side, compared.
    pub win_rate: Compared,
    /// What it does.
    pub effect: Effect,
    /// The first and the last rank that its simultaneous interval allows; 1 is the largest rise.
    pub ranks: [usize; 2],
}

/// The switches of a scenario, the largest rise first.
#[derive(Debug)]
pub struct Worth {
    /// The switches.
    pub rows: Vec<Played>,
    /// The sides, in file order.
    pub sides: Vec<RosterSide>,
    /// Tactics that were not tried, as they take a value.
    pub untried: Vec<String>,
    /// Whether it was interrupted; then some switches are missing.
    pub interrupted: bool,
}

/// Plays each switch against the scenario as it is.
///
/// # Errors
/// The first fight that broke an invariant.
pub fn worth(base: &Scenario, switches: Switches, terms: Terms<'_>) -> Result<Worth, Box<BrokenPair>> {
    let mut rows = Vec::new();
    let mut interrupted = false;
    let about = base.engine().about();
    for switch in switches.all {
        let play = |pairs: u64| {
            let order = Order {
                streams: [Streams { seed: terms.seed, seats: Seats::Listed }; 2],
                range: 0..pairs,
                until: Until::End,
                metric: None,
                delta: None,
                alpha: ALPHA,
                stop: terms.stop,
                played: &|_| {},
            };
            compare(base.engine(), switch.scenario.engine(), &order).map_err(|no| match no {
                NoComparison::Broken(broken) => Box::new(broken),
                no => unreachable!("two scenarios of equal sides share their win rates: {no:?}"),
            })
        };
        // Most tactics never come to bear: a few fights show those that change nothing.
        let mut compared = play(terms.pairs.min(CHUNK))?;
        let is_equal = compared.is_equal();
        if !is_equal && terms.pairs > CHUNK {
            compared = play(terms.pairs)?;
        }
        (terms.played)(terms.pairs);
        if terms.stop.load(Ordering::Relaxed) {
            interrupted = true;
            break;
        }
        let side = about.roster.side(switch.side);
        let is_win_rate =
            |row: &Compared| row.named.metric == "win_rate" && row.named.side.as_deref() == Some(side);
        let win_rate = compared.metrics.into_iter().find(is_win_rate).expect("every side has a win rate");
        let effect = if is_equal { Effect::Equal } else { Effect::Undecided };
        rows.push(Played { switch, pairs: compared.pairs, win_rate, effect, ranks: [0, 0] });
    }
    judge(&mut rows);
    Ok(Worth { rows, sides: about.roster.sides, untried: switches.untried, interrupted })
}

/// Decides which switches are better or worse, and ranks them.
fn judge(rows: &mut [Played]) {
    let p: Vec<f64> = rows.iter().map(|row| row.win_rate.p.unwrap_or(1.0)).collect();
    for (row, p) in rows.iter_mut().zip(holm(&p)) {
        if row.effect != Effect::Equal && p <= ALPHA {
            row.effect = if rise(row) > 0.0 { Effect::Better } else { Effect::Worse };
        }
    }
    rows.sort_by(|a, b| rise(b).total_cmp(&rise(a)));
    // All intervals hold together at 95 %: each is wider by the quantiles of Bonferroni's level.
    let quantile = |alpha: f64| Normal::standard().inverse_cdf(1.0 - alpha / 2.0);
    let wider = quantile(ALPHA / rows.len().max(1) as f64) / quantile(ALPHA);
    let ends: Vec<[f64; 2]> = rows
        .iter()
        .map(|row| {
            let half = row.win_rate.within.map_or(0.0, |within| within.half() * wider);
            [rise(row) - half, rise(row) + half]
        })
        .collect();
    for (row, own) in rows.iter_mut().zip(&ends) {
        let above = ends.iter().filter(|other| other[0] > own[1]).count();
        let below = ends.iter().filter(|other| other[1] < own[0]).count();
        row.ranks = [1 + above, ends.len() - below];
    }
}

fn rise(row: &Played) -> f64 {
    row.win_rate.estimate.map_or(0.0, |estimate| estimate.diff)
}

#[derive(Serialize)]
struct Object<'a> {
    scenario: &'a str,
    seed: u64,
    tactics: Vec<TacticRow<'a>>,
    untried: &'a [String],
}

impl Worth {
    /// The rows of `tactics.csv`.
    #[must_use]
    pub fn rows(&self) -> Vec<TacticRow<'_>> {
        let row = |row: &'_ Played| -> TacticRow<'_> {
            let within = row.win_rate.within;
            TacticRow {
                side: &self.sides[row.switch.side.idx()].name,
                unit: None,
                key: row.switch.key,
                value: row.switch.value,
                metric: "win_rate",
                effect: Number::new(row.win_rate.estimate.map(|estimate| estimate.diff)),
                lo: Number::new(within.map(|within| within.lo)),
                hi: Number::new(within.map(|within| within.hi)),
                verdict: row.effect.word(),
                fights: row.pairs,
            }
        };
        self.rows.iter().map(|it| TacticRow { unit: it.switch.unit.as_deref(), ..row(it) }).collect()
    }

    /// The object of `--json`.
    #[must_use]
    pub fn object<'a>(&'a self, scenario: &'a str, seed: u64) -> impl Serialize + 'a {
        Object { scenario, seed, tactics: self.rows(), untried: &self.untried }
    }

    /// The text for the terminal; at most `most` rows that are undecided.
    #[must_use]
    pub fn render(&self, look: Look, most: usize) -> String {
        let mut lines = Vec::new();
        let of = |effect| self.rows.iter().filter(move |row| row.effect == effect);
        for (effect, heading) in [
            (Effect::Better, "BETTER: the side wins more often with it"),
            (Effect::Worse, "WORSE"),
            (Effect::Undecided, "UNDECIDED, the largest effects first"),
        ] {
            let mut rows: Vec<&Played> = of(effect).collect();
            if effect == Effect::Undecided {
                rows.sort_by(|a, b| rise(b).abs().total_cmp(&rise(a).abs()));
                rows.truncate(most);
            }
            if !rows.is_empty() {
                lines.push(look.heading(heading));
                lines.extend(self.table(&rows).lines(look));
                lines.push(String::new());
            }
        }
        if lines.is_empty() {
            lines.extend(["no other tactic changed a fight".to_owned(), String::new()]);
        }
        let n_undecided = of(Effect::Undecided).count();
        let n_equal = of(Effect::Equal).count();
        let mut notes = vec![
            "better, worse: significant after Holm's correction for all switches at 5 %".to_owned(),
            "rank: as far as the intervals, which hold together at 95 %, allow".to_owned(),
        ];
        if n_undecided > most {
            notes.push(format!("{} more are undecided; -v shows them", n_undecided - most));
        }
        if n_equal > 0 {
            notes.push(format!("{n_equal} others changed nothing in any fight"));
        }
        if !self.untried.is_empty() {
            notes.push(format!("not tried, as they take a value: {}", self.untried.join(", ")));
        }
        for note in notes {
            lines.extend(indented(&note, "  ", look.width).iter().map(|line| look.dim(line)));
        }
        lines.join("\n") + "\n"
    }

    fn table(&self, rows: &[&Played]) -> Grid {
        let row = |row: &&Played| {
            let [first, last] = row.ranks;
            let rank = if first == last { first.to_string() } else { format!("{first} to {last}") };
            let side = &self.sides[row.switch.side.idx()].name;
            let who = row.switch.unit.as_ref().map_or_else(|| side.clone(), |unit| format!("{side}/{unit}"));
            let label = format!("  {}: {} = {}", shown(&who), row.switch.key, row.switch.value);
            GridRow { label, cells: vec![points(&row.win_rate), rank], notes: Vec::new() }
        };
        let columns = ["win rate", "rank"].map(str::to_owned).to_vec();
        Grid { columns, rows: rows.iter().map(row).collect() }
    }

    /// How many fights each switch was played for, at most.
    #[must_use]
    pub fn played(&self, seed: u64) -> String {
        let most = self.rows.iter().map(|row| row.pairs).max().unwrap_or(0);
        let n = self.rows.len();
        format!("{n} switches, up to {} pairs of fights of seed {seed} each", thousands(most.into()))
    }
}

/// A difference of rates in points, with its error.
fn points(metric: &Compared) -> String {
    let Some((estimate, within)) = metric.estimate.zip(metric.within) else { return "-".into() };
    change(metric.kind, estimate.diff, within.half())
}
