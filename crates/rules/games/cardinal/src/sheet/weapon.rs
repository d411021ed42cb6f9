//! Lists of weapons.

use fray_kit::readers;
use fray_kit::sheet::block::Block;
use fray_kit::sheet::declare::{Extent, Place, join};
use fray_kit::sheet::library::{list_shape, read_list};
use fray_kit::sheet::node::Node;
use fray_kit::sheet::problem::Problems;

use super::ability;
use crate::data::setup::Weapon;
use crate::data::vocabulary::{Duration, Effect, MAX_WEAPONS, Target, Timing};

readers! {
    /// A list of weapons. Those named by their ID are written out by the library before.
    pub(crate) struct Weapons of Vec<Weapon>: list_shape(&Weapon::INFO), |node, key, problems| {
        let read = |item: &Node, place: Place<'_>, problems: &mut Problems| {
            Some(self::read(item, Extent::Whole, place, problems))
        };
        read_list(node, key, &Weapon::INFO, MAX_WEAPONS, |weapon| &weapon.name, read, problems)
    };
}

/// Reads a weapon, and refuses what could not come of a hit.
pub(super) fn read(node: &Node, extent: Extent, place: Place<'_>, problems: &mut Problems) -> Weapon {
    let weapon = Weapon::read_block(node, extent, place, problems);
    if let Some(message) = weapon.on_hit.iter().find_map(on_hit_fault) {
        problems.add(node.span_of("on_hit"), join(place.path, "on_hit"), message);
    }
    weapon
}

/// Returns why a hit could not do this to whom it strikes (CA-54, CA-67).
fn on_hit_fault(effect: &Effect) -> Option<&'static str> {
    if matches!(effect, Effect::Damage { .. }) {
        return Some("a hit does the damage of its weapon: see `damage` and `effects`, CA-32");
    }
    if effect.lasts() == Some(Duration::ThisAttack) {
        return Some(
            "`on_hit` comes when the attack is rolled and soaked: `this_attack` is over then, CA-67",
        );
    }
    ability::effect_fault(effect, Target::Enemy, Timing::Action).map(|(_, message)| message)
}
