//! The names of metrics as lists show them.

use fray_engine::metrics::{MetricInfo, Scope};
use fray_play::game::Game;

use crate::tables::rows::COMMON;

/// A metric as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The name in tables, goals, targets and `--metric`.
    pub name: String,
    /// The word of the column `kind` of `metrics.csv`: count, value or ratio.
    pub kind: &'static str,
    /// One sentence for the designer.
    pub sentence: String,
}

/// The measures that every system has of fights, sides and units, beside the metrics of `metrics.csv`.
const OF_EVERY_SYSTEM: [(&str, &str, &str); 7] = [
    ("win_rate", "ratio", "Fights that the side wins."),
    ("draw_rate", "ratio", "Fights that nobody wins because no side is left."),
    ("timeout_rate", "ratio", "Fights that are undecided after the last round."),
    ("rounds", "count", "The round in which the fight ends, timeouts included."),
    ("activations", "count", "Activations of all units in the fight."),
    ("damage", "count", "Damage as rolled that the side or unit does in the fight, overkill included."),
    ("overkill", "count", "The part of its damage that is beyond the last HP of its targets."),
];

/// Everything that can be asked for of the fights of a system, in the order of lists.
#[must_use]
pub fn listed(system: &Game) -> Vec<Listed> {
    let row = |name: &str, kind, sentence: &str| Listed {
        name: name.to_owned(),
        kind,
        sentence: sentence.to_owned(),
    };
    let metric = |metric: &MetricInfo| {
        let whom = match metric.scope {
            Scope::Fight => " (of the fight)",
            _ if metric.is_of_sides() => " (of a side)",
            _ => "",
        };
        Some(row(metric.name, metric.kind.word()?, &format!("{}{whom}", metric.sentence)))
    };
    let mut all: Vec<Listed> =
        OF_EVERY_SYSTEM.iter().map(|&(name, kind, sentence)| row(name, kind, sentence)).collect();
    all.extend(system.metrics.iter().chain(&COMMON).filter_map(metric));
    for clock in system.clocks {
        let name = clock.name;
        let causes = clock.causes.join(", ");
        let sentence = format!("Fights in which it happens at all: {} (by {causes})", clock.sentence);
        all.push(row(name, "ratio", &sentence));
        let every = "Rounds begun standing in which it happens.";
        all.push(row(&format!("{name}_every"), "ratio", every));
        let first = "The round in which it first happens, in fights in which it does.";
        all.push(row(&format!("{name}_first_round"), "value", first));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::measure::names;
    use crate::scenario::load_text;

    /// The names that a goal can use are those of the list.
    #[test]
    fn every_name_of_a_goal_is_listed() {
        for system in fray_play::game::games() {
            let scenario = load_text("example.toml", system.example).expect("the example is right");
            let listed: Vec<String> = listed(system).into_iter().map(|metric| metric.name).collect();
            let names: Vec<String> =
                names(&scenario.engine().about()).into_iter().map(|(name, _)| name).collect();
            assert_eq!(listed, names, "{}", system.name());
        }
    }
}
