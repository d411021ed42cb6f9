//! Whether tables can hold a scenario.

use super::twist::{MOST_LUCKS, twisted, twists};
use crate::games::night_wizard::setup::{Numbers, Setup};

/// Why a scenario is too large for the tables of a whole fight; `None`: it is not.
pub(in crate::games::night_wizard) fn fault(setup: &Setup, numbers: &[(Numbers, Numbers)]) -> Option<String> {
    let over = |n: usize, most: usize, what: &str, name: &str| {
        (n > most).then(|| format!("`{name}` has {n} {what}; at most {most} can be played"))
    };
    for unit in setup.sides.iter().flat_map(|side| &side.units) {
        let name = &unit.name;
        let found = over(unit.abilities.len(), 64, "abilities", name)
            .or_else(|| over(unit.weapons.len(), 32, "weapons", name))
            .or_else(|| over(unit.enchantments.len(), 32, "enchantments", name))
            .or_else(|| over(unit.loadouts.len(), 255, "loadouts", name));
        if found.is_some() {
            return found;
        }
    }
    let mut all = numbers.to_vec();
    let twists = twists(setup);
    if twists.len() > 64 {
        return Some(format!(
            "{} different changes of critical and fumble numbers; at most 64 can be played",
            twists.len()
        ));
    }
    twisted(&mut all, &twists);
    (all.len() > MOST_LUCKS).then(|| {
        format!("abilities can make more than {MOST_LUCKS} different pairs of critical and fumble numbers")
    })
}
