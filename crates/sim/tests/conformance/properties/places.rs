//! Where on an empty map a fight takes place, and how much of the map lies around it, changes nothing.

use fray_sim::play::trace::trace;
use serde_json::json;

use super::SEED;
use super::watched::Breach;
use crate::support::from_schema::{Made, mended};

/// Fights that are compared line by line.
const FIGHTS: u64 = 12;
/// Rounds of them, in which hardly anybody comes to an edge.
const ROUNDS: u64 = 3;
/// The squares of the smaller map in a row and in a column, those that the larger has more, and by how many squares
/// the fight is moved on it.
const SIZE: i64 = 33;
const LARGER: i64 = 7;
const MOVED: [i64; 2] = [3, 4];

/// The file on an empty map, everybody in the middle: its sides in columns beside each other, moved by some squares.
fn on_an_empty_map(made: &Made, size: i64, moved: [i64; 2]) -> Option<Made> {
    let mut tree = made.tree.clone();
    tree["run"]["max_rounds"] = json!(ROUNDS);
    tree["map"] = json!({ "width": size, "height": size });
    for (x, side) in (0..).zip(tree["side"].as_array_mut().expect("sides")) {
        for (y, unit) in (0..).zip(side["unit"].as_array_mut().expect("units")) {
            unit["position"] = json!([SIZE / 2 + x + moved[0], SIZE / 2 + y + moved[1]]);
        }
    }
    mended(tree.clone()).filter(|with| with.tree == tree)
}

/// The lines of a fight without their numbers, which may be places, and how much health everybody has at its end; nothing
/// where somebody came to an edge of the map.
fn told(made: &Made, size: i64, fight: u64) -> Option<(Vec<String>, Vec<u32>)> {
    let traced = trace(made.scenario.engine(), SEED, fight).ok()?;
    let stands = || traced.by_turn.turns.iter().filter_map(|turn| turn.after.as_ref());
    let is_edge = |at: u16| at == 0 || i64::from(at) == size - 1;
    if stands().flatten().filter_map(|unit| unit.spot).any(|spot| is_edge(spot.x) || is_edge(spot.y)) {
        return None;
    }
    let without = |line: &String| line.split(|c: char| c.is_ascii_digit()).collect();
    let health = stands().next_back()?.iter().map(|unit| unit.health).collect();
    Some((traced.lines.iter().map(without).collect(), health))
}

/// Returns whether a fight goes otherwise elsewhere on a larger empty map.
pub(super) fn breach(made: &Made) -> Option<Breach> {
    // Games without such maps have nothing to hold.
    let here = on_an_empty_map(made, SIZE, [0, 0])?;
    let there = on_an_empty_map(made, SIZE + LARGER, MOVED)?;
    for fight in 0..FIGHTS {
        let (Some(before), Some(after)) = (told(&here, SIZE, fight), told(&there, SIZE + LARGER, fight))
        else {
            continue;
        };
        if before != after {
            let at = (0..before.0.len()).find(|&at| before.0.get(at) != after.0.get(at)).unwrap_or(0);
            let around = |made: &Made| {
                let lines = super::lines(&made.scenario, SEED, fight);
                lines[at.saturating_sub(8).min(lines.len())..]
                    .iter()
                    .take(12)
                    .cloned()
                    .collect::<Vec<_>>()
                    .join("\n")
            };
            return Some(Breach {
                kind: "a fight goes otherwise elsewhere on a larger empty map".to_owned(),
                told: format!(
                    "fight {fight} here:\n{}\nand there:\n{}\n{}",
                    around(&here),
                    around(&there),
                    here.text
                ),
            });
        }
    }
    None
}
