//! Lists of weapons.

use crate::sheet::block::Block;
use crate::sheet::declare::{Extent, Place, Read, Shape, join, refuse};
use crate::sheet::library::each_entry;
use crate::sheet::node::Node;
use crate::sheet::problem::Problems;

use super::super::setup::Weapon;
use super::super::vocabulary::{Duration, Effect, MAX_WEAPONS, Target, Timing};
use super::ability;

/// A list of weapons. Those named by their ID are written out by the library before.
#[derive(Debug)]
pub(crate) struct Weapons;

impl Read for Weapons {
    type Out = Vec<Weapon>;

    fn shape() -> Shape {
        Shape::List(Box::new(Shape::Either(vec![Shape::Text, Shape::Table(&Weapon::INFO)])))
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self::Out> {
        let Some(list) = node.as_list() else {
            refuse(node, key, &Self::shape(), problems);
            return None;
        };
        let mut weapons: Self::Out = Vec::new();
        each_entry(&list, key, "weapon", |item, place| {
            let weapon = read(item, Extent::Whole, place, problems);
            if !weapon.name.is_empty() && weapons.iter().any(|other| other.name == weapon.name) {
                problems.add(item.span, place.path, format!("the unit has two weapons `{}`", weapon.name));
            }
            weapons.push(weapon);
        });
        if weapons.len() > MAX_WEAPONS {
            problems.add(node.span, key, format!("a unit has at most {MAX_WEAPONS} weapons"));
        }
        Some(weapons)
    }
}

/// Reads a weapon, and refuses what could not come of a hit.
pub(super) fn read(node: &Node, extent: Extent, place: Place<'_>, problems: &mut Problems) -> Weapon {
    let weapon = Weapon::read_block(node, extent, place, problems);
    if let Some(message) = weapon.on_hit.iter().find_map(on_hit_fault) {
        problems.add(node.span_of("on_hit"), join(place.path, "on_hit"), message);
    }
    weapon
}

/// Why a hit could not do this to whom it strikes (CA-54, CA-67).
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
