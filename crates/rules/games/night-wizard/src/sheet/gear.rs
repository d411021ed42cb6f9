//! Lists of things with names, and whether the names in them are those of the unit's own things.

use fray_kit::readers;
use fray_kit::sheet::block::Block;
use fray_kit::sheet::declare::{Extent, Place, join, shown};
use fray_kit::sheet::library::{list_shape, read_list};
use fray_kit::sheet::node::Node;
use fray_kit::sheet::problem::{Problems, did_you_mean};

use super::values::check_range;
use crate::data::setup::{AttackKind, Enchantment, Loadout, UnitSetup, Weapon};
use crate::rules::abilities::gear::HANDS;

/// Something in a list, with a name.
pub(crate) trait Listed: Block {
    /// Its name.
    fn name(&self) -> &str;

    /// Notes what it cannot be. `is_right`: all of it could be read.
    fn check(&self, _: &Node, _is_right: bool, _: Place<'_>, _: &mut Problems) {}
}

readers! {
    /// A list of things with names. Those given by their ID are written out by the library before.
    pub(crate) struct ListOf<T: Listed> of Vec<T>: list_shape(T::INFO), |node, key, problems| {
        let read = |item: &Node, place: Place<'_>, problems: &mut Problems| {
            let n_problems = problems.len();
            let one = T::read_block(item, Extent::Whole, place, problems);
            one.check(item, problems.len() == n_problems, place, problems);
            Some(one)
        };
        read_list(node, key, T::INFO, usize::MAX, T::name, read, problems)
    };
}

impl Listed for Weapon {
    fn name(&self) -> &str {
        &self.name
    }

    fn check(&self, node: &Node, _: bool, place: Place<'_>, problems: &mut Problems) {
        check_range(self.range, node, place.path, problems);
    }
}

impl Listed for Enchantment {
    fn name(&self) -> &str {
        &self.name
    }
}

impl Listed for Loadout {
    fn name(&self) -> &str {
        &self.name
    }
}

/// The names of some things.
pub(super) fn names<T: Listed>(things: &[T]) -> Vec<&str> {
    things.iter().map(T::name).collect()
}

/// Notes names in the unit's gear that none of its things has, and loadouts that take more than two
/// hands (NW-34); attack spells take none.
pub(super) fn check(unit: &UnitSetup, node: &Node, place: Place<'_>, problems: &mut Problems) {
    let items = |key: &str| node.get(key).and_then(Node::as_list).unwrap_or_default();
    let unknown = |noun: &str, name: &str, known: &[&str]| {
        let meant = did_you_mean(name, known.iter().copied());
        format!("{} has no {noun} `{}`{meant}", place.owner, shown(name))
    };
    let (enchantments, weapons) = (names(&unit.enchantments), names(&unit.weapons));
    let abilities = names(&unit.abilities);
    for (weapon, item) in unit.weapons.iter().zip(items("weapons")) {
        if let Some(needs) = &weapon.enchantment
            && !enchantments.contains(&needs.as_str())
        {
            let path = join(&join(&join(place.path, "weapons"), &weapon.name), "enchantment");
            let message = unknown("enchantment", needs, &enchantments);
            problems.add(item.span_of("enchantment"), path, message);
        }
    }
    for (enchantment, item) in unit.enchantments.iter().zip(items("enchantments")) {
        let path = join(&join(&join(place.path, "enchantments"), &enchantment.name), "grants");
        let spans = item.spans_in("grants", enchantment.grants.len());
        for (name, span) in enchantment.grants.iter().zip(spans) {
            match (abilities.contains(&name.as_str()), weapons.contains(&name.as_str())) {
                (true, true) => {
                    let message = format!("an ability and a weapon are called `{}`", shown(name));
                    problems.add(span, path.clone(), message);
                }
                (false, false) => {
                    let known = [&abilities[..], &weapons].concat();
                    problems.add(span, path.clone(), unknown("ability or weapon", name, &known));
                }
                _ => {}
            }
        }
    }
    for (loadout, item) in unit.loadouts.iter().zip(items("loadouts")) {
        let path = join(&join(&join(place.path, "loadouts"), &loadout.name), "weapons");
        let spans = item.spans_in("weapons", loadout.weapons.len());
        let mut hands = 0;
        for (i, (name, span)) in loadout.weapons.iter().zip(spans).enumerate() {
            let Some(weapon) = unit.weapons.iter().find(|weapon| weapon.name == *name) else {
                problems.add(span, path.clone(), unknown("weapon", name, &weapons));
                continue;
            };
            if loadout.weapons[..i].contains(name) {
                let message = format!("`{}` stands in the loadout twice", shown(name));
                problems.add(span, path.clone(), message);
                continue;
            }
            let held = if weapon.hit_kind == AttackKind::Physical { weapon.hands } else { 0 };
            if hands <= HANDS && hands + held > HANDS {
                let message = format!("loadout `{}` takes more than two hands", shown(&loadout.name));
                problems.add(span, path.clone(), message);
            }
            hands += held;
        }
    }
}
