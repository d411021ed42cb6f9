//! The plain twin: the fights on one square as anybody would first write them. Each fight has a
//! standard generator of its own, names are strings, units stand in vectors, and the order of Mains
//! is sorted again for every Main. It shares no code with the engine.

use rand::rngs::StdRng;
use rand::{Rng, RngExt, SeedableRng};

use crate::scenarios::{A, Fight};

#[derive(Clone)]
struct Unit {
    name: String,
    side: usize,
    hp: i32,
    hit: i32,
    dodge: i32,
    attack: i32,
    defense: i32,
    action_value: i32,
    action_count: i32,
    targets_at_random: bool,
}

fn two_dice(rng: &mut impl Rng) -> i32 {
    rng.random_range(1..=6) + rng.random_range(1..=6)
}

/// Criticals on 10, a fumble on 5.
fn judge(rng: &mut impl Rng) -> i32 {
    let mut dice = two_dice(rng);
    if dice == 5 {
        return -10;
    }
    let mut value = 0;
    while dice == 10 {
        value += 10;
        dice = two_dice(rng);
    }
    value + dice
}

fn side(prefix: &str, side: usize, n: usize, stats: [i32; 6], targets_at_random: bool) -> Vec<Unit> {
    let [hp, hit, dodge, attack, defense, action_value] = stats;
    let unit = |i: usize| Unit {
        name: format!("{prefix}{i}"),
        side,
        hp,
        hit,
        dodge,
        attack,
        defense,
        action_value,
        action_count: 0,
        targets_at_random,
    };
    (1..=n).map(unit).collect()
}

/// Plays one fight; whether the first side wins.
pub(crate) fn first_side_wins(fight: &Fight, seed: u64) -> bool {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut units = side("a", 0, fight.n_a, A, false);
    units.extend(side("b", 1, fight.n_b, fight.b, fight.random));
    loop {
        for unit in units.iter_mut().filter(|unit| unit.hp >= 0) {
            unit.action_count = unit.action_value + two_dice(&mut rng);
        }
        loop {
            let mut able: Vec<String> = Vec::new();
            let mut order: Vec<&Unit> =
                units.iter().filter(|unit| unit.hp >= 0 && unit.action_count >= 1).collect();
            order.sort_by_key(|unit| (-unit.action_count, unit.side));
            able.extend(order.iter().map(|unit| unit.name.clone()));
            let Some(actor) = able.first() else {
                break;
            };
            let actor = units.iter().position(|unit| unit.name == *actor).expect("it is one of the units");
            let enemies: Vec<usize> = (0..units.len())
                .filter(|&other| units[other].side != units[actor].side && units[other].hp >= 0)
                .collect();
            let target = if units[actor].targets_at_random {
                enemies[rng.random_range(0..enemies.len())]
            } else {
                enemies[0]
            };
            if units[actor].hit + judge(&mut rng) >= units[target].dodge + judge(&mut rng) {
                let damage = units[actor].attack + judge(&mut rng) - units[target].defense - judge(&mut rng);
                units[target].hp -= damage.max(0);
            }
            if units.iter().all(|unit| unit.side == units[actor].side || unit.hp < 0) {
                return units[actor].side == 0;
            }
            units[actor].action_count -= 10;
        }
    }
}
