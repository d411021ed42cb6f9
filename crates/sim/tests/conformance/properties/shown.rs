//! What is told of the health of a unit is the health that it has.

use fray_engine::contract::Health;
use fray_sim::play::trace::trace;
use fray_sim::scenario::Scenario;

use super::watched::Breach;

/// Returns what lines say of somebody's health: `HP 13`, `life 5 left`, `6 HP, 2 left`.
fn told_health(line: &str, name: &str) -> Option<i64> {
    let line = line.trim();
    let rest = line.strip_prefix(name)?;
    if !rest.starts_with([' ', ':', ',']) {
        return None;
    }
    let words: Vec<&str> = rest.split([' ', ',', ':']).filter(|word| !word.is_empty()).collect();
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<i64>().ok());
    // `acts, HP 13` and `life 5 left`
    for (at, word) in words.iter().enumerate() {
        if ["HP", "life"].contains(word)
            && let Some(n) = number(at + 1)
        {
            return Some(n);
        }
    }
    // `loses 6 HP, 2 left`
    let at = words.iter().position(|word| *word == "HP")?;
    (words.get(at + 2) == Some(&"left")).then(|| number(at + 1)).flatten()
}

/// Returns where the last line of a turn that tells of a unit's health and the state behind it differ.
pub(super) fn breaches(scenario: &Scenario, seed: u64, fight: u64) -> Vec<Breach> {
    let about = scenario.engine().about();
    if about.health != Health::Left {
        return Vec::new();
    }
    let Ok(traced) = trace(scenario.engine(), seed, fight) else {
        return vec![Breach { kind: "a broken fight".to_owned(), told: String::new() }];
    };
    let names: Vec<&str> = about.roster.units.iter().map(|unit| unit.name.as_str()).collect();
    let mut found = Vec::new();
    for turn in &traced.by_turn.turns {
        let Some(after) = &turn.after else { continue };
        for (unit, name) in names.iter().enumerate() {
            // Two units of one name are told apart by nobody.
            if names.iter().filter(|other| *other == name).count() > 1 {
                continue;
            }
            let told = turn
                .lines
                .iter()
                .enumerate()
                .rev()
                .find_map(|(at, line)| told_health(line, name).map(|health| (at, health)));
            let Some((at, told)) = told else { continue };
            // Who acts may be hurt behind the line that opens its turn without being named.
            if at == 0 && turn.lines.len() > 1 {
                continue;
            }
            if told.max(0) != i64::from(after[unit].health) && after[unit].is_standing {
                found.push(Breach {
                    kind: "another health is told than there is".to_owned(),
                    told: format!("{}\n>> {name} has {}", turn.lines.join("\n"), after[unit].health),
                });
            }
        }
    }
    found
}
