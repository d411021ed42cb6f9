//! Numbers that do nothing, and those that matter most.

use fray_kit::sheet::declare::quoted;

use super::fight::one_sided;
use super::{Advice, Command, Looker, NoCoach, Topic, UNTIL_WEIGHED};
use crate::play::engine::Simulated;
use crate::tables::format::counted;
use crate::vary::metrics::Metric;
use crate::vary::weights::{Place, Settings, WeightedValue, parts, unit_numbers, weigh};

/// The least change of a win rate that matters; a number that certainly moves it by less does next to
/// nothing.
const SMALL: f64 = 0.005;
/// A number of a ranking is played so many times less often than the scenario.
const PART: u64 = 4;
/// Numbers of either kind that are named.
const NAMED: usize = 6;

/// The fights of each number, of so many of the scenario.
#[must_use]
pub fn fights_of_number(fights: u64) -> u64 {
    (fights / PART).max(2)
}

/// A number as a path of `--set`.
pub(super) fn path_of(place: &Place) -> String {
    format!("{}/{}.{}", quoted(&place.side), quoted(&place.unit), place.stat)
}

/// The numbers that do something.
pub(super) struct Ranked {
    /// Those of which one more or less certainly moves the win rate, that which moves it most first.
    pub(super) certain: Vec<Place>,
    /// The others of which one more or less changes a fight, that which moved the win rate most first.
    pub(super) others: Vec<Place>,
    /// Whether not all were weighed to the end.
    pub(super) is_cut: bool,
}

/// Says which numbers do nothing. Returns the others, as far as they were weighed in its part of the time.
pub(super) fn numbers(
    looker: &Looker<'_>,
    own: &Simulated,
    all: &mut Vec<Advice>,
) -> Result<Ranked, NoCoach> {
    let (asked, terms) = (looker.asked, looker.terms);
    let fights = fights_of_number(terms.fights);
    let mut metrics = Metric::of_card(&asked.base.engine().about());
    metrics.retain(|metric| metric.named.metric == "win_rate");
    let (weights, _) = terms.watch.for_a_time(looker.left_until(UNTIL_WEIGHED), |watch| {
        let parts = parts(asked.path, asked.options, asked.base, None, false, watch.stop);
        let with = Settings { seed: terms.seed, fights, may_solve: false, watch, told: &|_| {} };
        weigh(asked.base, &parts, metrics, with)
    });
    let weights = weights.map_err(NoCoach::Part)?;
    let bound = |row: &WeightedValue| {
        let worth = row.worth.iter().flatten();
        worth.map(|worth| worth.value.abs() + worth.half).fold(0.0, f64::max)
    };
    let command =
        || Command { verb: "weights", seed: terms.seed, flags: vec![("--max-fights", fights.to_string())] };
    let (idle, rest): (Vec<&WeightedValue>, Vec<_>) = weights.rows.iter().partition(|row| row.is_equal);
    // A number that comes to bear in steps does something, and nobody has chosen one that the file does not state.
    let numbers = unit_numbers(asked.base);
    let is_stated = |place: &Place| numbers.iter().any(|it| it.place == *place && it.is_stated());
    let idle: Vec<&WeightedValue> =
        idle.into_iter().filter(|row| row.in_steps.is_empty() && is_stated(&row.place)).collect();
    if !idle.is_empty() {
        let looked = fights.min(crate::play::run::CHUNK);
        let text =
            format!("One more or less of {} changes none of {}.", named(&idle), counted(looked, "fight"));
        let within = Some([0.0, 3.0 / looked as f64]);
        let (topic, worth) = (Topic::Numbers, 0.0002);
        all.push(Advice { topic, worth, text, value: Some(0.0), within, command: command() });
    }
    // Where one side nearly always wins, a number that hardly moves that may still do much.
    let is_saturated = one_sided(looker, own).is_some();
    let is_small = |row: &&WeightedValue| !is_saturated && bound(row) < SMALL && is_stated(&row.place);
    let (small, rest): (Vec<&WeightedValue>, Vec<_>) = rest.into_iter().partition(is_small);
    if !small.is_empty() {
        let most = small.iter().map(|row| bound(row)).fold(0.0, f64::max);
        let text = format!(
            "One more or less of {} moves the win rate of either side by at most {:.2} pt.",
            named(&small),
            100.0 * most
        );
        let (within, command) = (Some([0.0, most]), command());
        all.push(Advice { topic: Topic::Numbers, worth: 0.0001, text, value: None, within, command });
    }
    let worth = |row: &WeightedValue| {
        row.worth.iter().flatten().filter(|it| it.is_certain).map(|it| it.value.abs()).fold(0.0, f64::max)
    };
    let seen = |row: &WeightedValue| row.worth.iter().flatten().map(|it| it.value.abs()).fold(0.0, f64::max);
    let (mut certain, mut others): (Vec<&WeightedValue>, Vec<_>) =
        rest.into_iter().partition(|row| worth(row) > 0.0);
    certain.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
    others.sort_by(|a, b| seen(b).total_cmp(&seen(a)));
    let places = |rows: Vec<&WeightedValue>| rows.into_iter().map(|row| row.place.clone()).collect();
    Ok(Ranked { certain: places(certain), others: places(others), is_cut: weights.interrupted })
}

/// Numbers by name; of many a few, and how many there are.
fn named(rows: &[&WeightedValue]) -> String {
    let names: Vec<String> =
        rows.iter().take(NAMED).map(|row| format!("`{}`", path_of(&row.place))).collect();
    match rows.len().saturating_sub(NAMED) {
        0 => match names.split_last() {
            Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
            _ => names.join(""),
        },
        more => format!("{} or {}", names.join(", "), counted(more as u64, "other number")),
    }
}
