//! Weapons, and jujutsu attacks, which are written like them: what is checked when a scenario is read.

use fray_kit::readers;
use fray_kit::sheet::block::Block;
use fray_kit::sheet::declare::{Extent, Place, Read, join, shown};
use fray_kit::sheet::library::{list_shape, read_list};
use fray_kit::sheet::node::Node;
use fray_kit::sheet::problem::Problems;

use crate::data::rulings::{Rulings, WeaponCatalogue};
use crate::data::setup::{AttackKind, Catalogue, Reach, UnitKind, Weapon};

readers! {
    /// A list of weapons, each with its table. Those named by their ID are written out by the library before.
    pub(crate) struct Weapons of Vec<(Weapon, Node)>: list_shape(&Weapon::INFO), |node, key, problems| {
        let read = |item: &Node, place: Place<'_>, problems: &mut Problems| {
            Some((self::read(item, Extent::Whole, place, problems), item.clone()))
        };
        read_list(node, key, &Weapon::INFO, usize::MAX, |weapon| &weapon.0.name, read, problems)
    };
}

/// Reads a weapon: the catalogue's, if it names one, and its own keys over it.
pub(super) fn read(node: &Node, extent: Extent, place: Place<'_>, problems: &mut Problems) -> Weapon {
    let weapon = Weapon::read_block(node, extent, place, problems);
    let has = |key| node.get(key).is_some();
    // Of a block that lacks it, or is wrong there, the kind is not known.
    let known_kind = node.get("kind").map_or(weapon.catalogue.is_some(), |kind| {
        AttackKind::read(kind, "kind", &mut Problems::default()).is_some()
    });
    if known_kind {
        by_kind(node, &weapon, place, problems);
    } else if extent == Extent::Whole && !has("kind") && !has("catalogue") {
        let message = format!("{} has no `kind` and no `catalogue`", place.owner);
        problems.missing(node.span, join(place.path, "kind"), message);
    }
    let needs_damage = weapon.kind != AttackKind::Jujutsu && !has("damage") && !has("catalogue");
    if extent == Extent::Whole && needs_damage {
        problems.missing(node.span, join(place.path, "damage"), format!("{} has no `damage`", place.owner));
    }
    weapon
}

/// Keys that have no meaning for a weapon of its kind.
fn by_kind(node: &Node, weapon: &Weapon, place: Place<'_>, problems: &mut Problems) {
    let is_close = matches!(weapon.range, Reach::Squares(1) | Reach::Close);
    let is_number = matches!(weapon.range, Reach::Squares(_));
    let of_jujutsu = |key, is_set: bool, why| (key, is_set && weapon.kind != AttackKind::Jujutsu, why);
    let refused = [
        ("range", weapon.kind == AttackKind::Melee && !is_close, "for ranged and jujutsu attacks, JU-29"),
        ("range", weapon.kind == AttackKind::Ranged && !is_number, "a word for jujutsu attacks only, JU-53"),
        of_jujutsu("area", weapon.area, "for jujutsu attacks, JU-54"),
        of_jujutsu("effect_cap", weapon.effect_cap.is_some(), "for jujutsu attacks, JU-55"),
    ];
    for (key, is_refused, why) in refused {
        if let Some(value) = node.get(key).filter(|_| is_refused) {
            problems.add(
                value.span,
                join(place.path, key),
                format!("`{key}` is {why}; {} is none", place.owner),
            );
        }
    }
}

/// Checks that a weapon fits the kind of unit that bears it, and the rulings.
pub(super) fn check(
    (weapon, node): &(Weapon, Node),
    kind: UnitKind,
    rulings: &Rulings,
    place: Place<'_>,
    problems: &mut Problems,
) {
    let path = join(place.path, &weapon.name);
    let mut refuse =
        |value: &Node, key: &str, message: &str| problems.add(value.span, join(&path, key), message);
    if weapon.catalogue.is_some_and(Catalogue::is_of_prose)
        && rulings.weapon_catalogue == WeaponCatalogue::Table
        && let Some(catalogue) = node.get("catalogue")
    {
        let message = "only the prose knows this weapon, and the ruling `weapon_catalogue` is `table`";
        refuse(catalogue, "catalogue", message);
    }
    if kind != UnitKind::Enemy {
        return;
    }
    if matches!(weapon.range, Reach::Mid | Reach::Far)
        && let Some(range) = node.get("range")
    {
        let message = "`mid` and `far` are of a PC's class, JU-53; expected a whole number from 0 to 13";
        refuse(range, "range", message);
    }
    if node.get("power").is_none() {
        let message = format!("weapon `{}` of {} has no `power`", shown(&weapon.name), place.owner);
        problems.missing(node.span, join(&path, "power"), message);
    }
}
