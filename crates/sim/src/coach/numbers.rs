//! Numbers that do nothing, and those that matter most.

use fray_kit::sheet::declare::quoted;

use super::{Advice, Command, Looker, NoCoach, Topic};
use crate::tables::format::counted;
use crate::vary::metrics::Metric;
use crate::vary::weights::{Place, Settings, WeightedValue, parts, weigh};

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

/// The numbers that do nothing. Returns the others, that which moves the win rate most first.
pub(super) fn numbers(looker: &Looker<'_>, all: &mut Vec<Advice>) -> Result<Option<Vec<Place>>, NoCoach> {
    let (asked, terms) = (looker.asked, looker.terms);
    let fights = fights_of_number(terms.fights);
    let mut metrics = Metric::of_card(&asked.base.engine().about());
    metrics.retain(|metric| metric.named.metric == "win_rate");
    let parts = parts(asked.path, asked.options, asked.base, None, false);
    let with = Settings { seed: terms.seed, fights, may_solve: false, watch: terms.watch, told: &|_| {} };
    let weights = weigh(asked.base, &parts, metrics, with).map_err(NoCoach::Part)?;
    if weights.interrupted {
        return Ok(None);
    }
    let bound = |row: &WeightedValue| {
        let worth = row.worth.iter().flatten();
        worth.map(|worth| worth.value.abs() + worth.half).fold(0.0, f64::max)
    };
    let command =
        || Command { verb: "weights", seed: terms.seed, flags: vec![("--max-fights", fights.to_string())] };
    let (idle, rest): (Vec<&WeightedValue>, Vec<_>) = weights.rows.iter().partition(|row| row.is_equal);
    if !idle.is_empty() {
        let looked = fights.min(crate::play::run::CHUNK);
        let text =
            format!("One more or less of {} changes none of {}.", named(&idle), counted(looked, "fight"));
        let within = Some([0.0, 3.0 / looked as f64]);
        let (topic, worth) = (Topic::Numbers, 0.0002);
        all.push(Advice { topic, worth, text, value: Some(0.0), within, command: command() });
    }
    let small: Vec<&WeightedValue> = rest.into_iter().filter(|row| bound(row) < SMALL).collect();
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
    let mut ranked: Vec<&WeightedValue> = weights.rows.iter().filter(|row| worth(row) > 0.0).collect();
    ranked.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
    Ok(Some(ranked.into_iter().map(|row| row.place.clone()).collect()))
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
