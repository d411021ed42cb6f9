//! The meanings of the card's columns, for `fray list card` and below a card.

use fray_engine::clocks::ClockInfo;
use fray_engine::metrics::{Highlight, MetricInfo};

use crate::tables::rows::metric_index;

/// A heading or a column of the card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legend {
    /// The table.
    pub table: String,
    /// The column, or the line; empty for the table as a whole.
    pub column: String,
    /// One sentence for the designer.
    pub sentence: String,
}

/// Everything that the card of a system shows, in its order.
#[must_use]
pub fn legend(metrics: &[MetricInfo], highlights: &[Highlight], clocks: &[ClockInfo]) -> Vec<Legend> {
    let mut all = Vec::new();
    let mut add = |table: &str, column: &str, sentence: &str| {
        let [table, column, sentence] = [table, column, sentence].map(str::to_owned);
        all.push(Legend { table, column, sentence });
    };
    add(
        "GOALS",
        "",
        "The goals of the file: pass if the 95 % interval lies within, fail if outside, else open.",
    );
    add(
        "GOALS",
        "=",
        "Whatever rounds to what is written, as shown beside it; 0 and 100 % mean never and always.",
    );
    add("WINS", "", "The share of the fights that each side wins.");
    add("WINS", "draw", "Fights that nobody wins because no side is left.");
    add("WINS", "timeout", "Fights that are undecided after the last round.");
    add("ROUNDS", "mean", "The round in which a fight ends, timeouts included.");
    add(
        "ROUNDS",
        "end by round",
        "The share of the fights that end in this round or before: the rounds are those by which 5, 50 and 95 % do.",
    );
    add("ROUNDS", "activations", "Turns of all units in a fight.");
    add("ROUNDS", "ended in", "The share of the fights that end in a round, divided by who wins them.");
    let add_highlight = |table: &Highlight, add: &mut dyn FnMut(&str, &str, &str)| {
        for idx in table.metrics.iter().filter_map(|name| metric_index(metrics, name)) {
            if metrics[idx].kind.word().is_some() {
                add(table.heading, &metrics[idx].name.replace('_', " "), metrics[idx].sentence);
            }
        }
    };
    let (first, others) = highlights.split_at(highlights.len().min(1));
    first.iter().for_each(|table| add_highlight(table, &mut add));
    const DAMAGE: &str = "DAMAGE";
    add(
        DAMAGE,
        "per fight",
        "Damage as rolled that the unit does in a fight, beyond the last hit point too.",
    );
    add(DAMAGE, "per hit", "Damage as rolled of an attack that hits.");
    add(
        DAMAGE,
        "hits for",
        "How often a hit does how much: a bar for each amount, the largest amounts in the last.",
    );
    if let Some(clock) = clocks.first() {
        let table = clock.name.to_uppercase().replace('_', " ");
        add(&table, "", clock.sentence);
        add(
            &table,
            "of its rounds",
            "The share of the rounds begun standing in which it happens to the unit.",
        );
        add(&table, "at activation", "At which turn of the round, counted over all units, it happens.");
        add(&table, "others act after", "Turns of other units in the round after it happened.");
        let causes: Vec<_> = clock.causes.iter().map(|cause| cause.replace('_', " ")).collect();
        add(&table, &causes.join(", "), "The share of the rounds in which this is the cause.");
        add(
            &table,
            "fight ended first",
            "The share of the rounds in which the fight ends before it happens.",
        );
    }
    others.iter().for_each(|table| add_highlight(table, &mut add));
    const TABLE: &str = "AT THE TABLE";
    add(
        TABLE,
        "dice rolled",
        "Dice that players roll in a fight, counted in a few fights rolled die by die.",
    );
    add(TABLE, "attacks missed", "The share of the unit's attacks that miss.");
    add(TABLE, "rounds down", "The share of the rounds at whose end the unit is not standing.");
    add(TABLE, "share of damage", "The unit's share of the damage of its side.");
    all
}
