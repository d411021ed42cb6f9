//! Whether a scenario needs the whole game, and whether its tables can hold it.

use super::twist::{MOST_LUCKS, twisted, twists};
use crate::games::night_wizard::setup::ability::Area;
use crate::games::night_wizard::setup::{Numbers, Setup, UnitSetup, Weapon};
use crate::games::night_wizard::tactics::Tactics;

/// Whether a scenario uses anything beyond the core.
pub(in crate::games::night_wizard) fn is_whole(setup: &Setup) -> bool {
    let units: Vec<&UnitSetup> = setup.sides.iter().flat_map(|side| &side.units).collect();
    let needs = |unit: &&UnitSetup| {
        let tactics = &unit.tactics;
        let Tactics { tie, cover, flight, final_, .. } = tactics;
        unit.prana > 0 && unit.release > 0
            || unit.weapons.len() > 1
            || unit.weapons.iter().any(is_beyond)
            || !unit.abilities.is_empty()
            || !unit.enchantments.is_empty()
            || !unit.loadouts.is_empty()
            || !unit.start_statuses.is_empty()
            || unit.arrives_round > 1
            || unit.position != units[0].position
            || unit.position[2] > 0
            || tie.any(|it| it != Default::default())
            || cover.any(|it| it != Default::default())
            || flight.any(|it| it != Default::default())
            || final_.any(|it| it != Default::default())
            || tactics.ask(|fact| !fact.is_of_core())
    };
    setup.map.is_some() || setup.series.fights > 1 || setup.surprise.is_some() || units.iter().any(needs)
}

/// Whether a weapon is more than the modifiers of an attack. On one square every range that
/// begins at 0 reaches.
fn is_beyond(weapon: &Weapon) -> bool {
    weapon.area != Area::Single
        || weapon.range.least > 0
        || weapon.count_cost != 0
        || weapon.hp_cost != 0
        || !weapon.mp_cost.is_zero()
        || !weapon.prana_cost.is_zero()
        || !weapon.inflict.is_empty()
        || weapon.enchantment.is_some()
}

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
