//! Lists of weapons.

use crate::sheet::block::Block;
use crate::sheet::declare::{Extent, Read, Shape, refuse};
use crate::sheet::library::each_entry;
use crate::sheet::node::Node;
use crate::sheet::problem::Problems;

use super::super::setup::Weapon;
use super::super::vocabulary::{Effect, MAX_WEAPONS};

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
            let weapon = Weapon::read_block(item, Extent::Whole, place, problems);
            if !weapon.name.is_empty() && weapons.iter().any(|other| other.name == weapon.name) {
                problems.add(item.span, place.path, format!("the unit has two weapons `{}`", weapon.name));
            }
            let at_once = |effect: &Effect| {
                matches!(
                    effect,
                    Effect::AddStatus { duration: super::super::vocabulary::Duration::Fight, .. }
                        | Effect::RemoveStatus(_)
                        | Effect::Knockdown
                        | Effect::Disarm
                        | Effect::Ward(_)
                        | Effect::Move { .. }
                )
            };
            if !weapon.on_hit.iter().all(at_once) {
                let message = "`on_hit` takes `add_status` for the fight, `remove_status`, `knockdown`, `disarm`, `ward` and `move`, CA-54";
                problems.add(item.span_of("on_hit"), place.path, message);
            }
            weapons.push(weapon);
        });
        if weapons.len() > MAX_WEAPONS {
            problems.add(node.span, key, format!("a unit has at most {MAX_WEAPONS} weapons"));
        }
        Some(weapons)
    }
}
