//! The weapon, and jujutsu attacks, which are written like one.

use crate::sheet;
use crate::sheet::declare::{Extent, Place, Read, Shape, join, refuse, shown, value};
use crate::sheet::library::each_entry;
use crate::sheet::node::Node;
use crate::sheet::problem::{At, Problems};
use crate::sheet::types::{Int, IntOrNone, Name};

use super::super::rulings::{Rulings, WeaponCatalogue};
use super::super::setup::{AttackKind, Attribute, Catalogue, Reach, UnitKind, Weapon};

sheet! {
    /// A weapon or a jujutsu attack of Juso.
    pub(super) struct WeaponSheet is "weapon" {
        /// Its name; the ID, if nothing is said.
        "JU-42" name: Name, required;
        /// A weapon of the game, which fills in the other keys; those that are given win.
        "JU-46, JU-47, JU-48, JU-50" catalogue: CatalogueName;
        /// What it is: reach, defence and skill follow from it.
        "JU-45, JU-49, JU-53" kind: AttackKind;
        /// The ability of a PC's pool; strength, perception or wisdom by kind, if nothing is said.
        "JU-45" ability: Attribute;
        /// Its damage dice; of a jujutsu attack its own effect dice.
        "JU-46, JU-50, JU-55" damage: Int<0, 12>;
        /// The attack dice of an enemy that uses it.
        "JU-43" power: Int<0, 15>;
        /// How many squares it reaches; 1, if nothing is said. A PC's jujutsu may say how far by its class.
        "JU-50, JU-53" range: Range;
        /// How many hands it takes; with two there is none for a shield.
        "JU-63" hands: Int<1, 2>;
        /// Whether it strikes everybody on a square.
        "JU-54" area: bool = "false";
        /// The most effect dice of a jujutsu attack.
        "JU-55" effect_cap: IntOrNone<0, 40> = "none";
    }
}

/// The name of a weapon of the game.
#[derive(Debug)]
pub(super) struct CatalogueName;

impl Read for CatalogueName {
    type Out = Option<Catalogue>;

    fn shape() -> Shape {
        Shape::Word(Catalogue::ALL.iter().map(|known| known.0).collect())
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Option<Catalogue>> {
        let known = Catalogue::ALL.iter().find(|known| Some(known.0) == node.as_text());
        if known.is_none() {
            refuse(node, key, &Self::shape(), problems);
        }
        known.map(|known| Some(known.1))
    }
}

/// Squares, or how far a class casts.
#[derive(Debug)]
pub(super) struct Range;

impl Read for Range {
    type Out = Option<Reach>;

    fn shape() -> Shape {
        Shape::Either(vec![Int::<0, 13>::shape(), Shape::Word(vec!["mid", "far", "close"])])
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Option<Reach>> {
        let squares = || node.as_int().and_then(|n| u8::try_from(n).ok()).filter(|n| *n <= 13);
        let reach = match node.as_text() {
            Some("mid") => Some(Reach::Mid),
            Some("far") => Some(Reach::Far),
            Some("close") => Some(Reach::Close),
            _ => squares().map(Reach::Squares),
        };
        if reach.is_none() {
            refuse(node, key, &Self::shape(), problems);
        }
        reach.map(Some)
    }
}

/// A weapon of a unit, with what has to be known to check it against its bearer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listed {
    /// The weapon.
    pub weapon: Weapon,
    from: Option<At<Option<Catalogue>>>,
    range: Option<At<Option<Reach>>>,
    has_power: bool,
}

/// A list of weapons. Those named by their ID are written out by the library before.
#[derive(Debug)]
pub(crate) struct Weapons;

impl Read for Weapons {
    type Out = Vec<At<Listed>>;

    fn shape() -> Shape {
        Shape::List(Box::new(Shape::Either(vec![Shape::Text, Shape::Table(&WeaponSheet::INFO)])))
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self::Out> {
        let Some(list) = node.as_list() else {
            refuse(node, key, &Self::shape(), problems);
            return None;
        };
        let mut weapons: Self::Out = Vec::new();
        each_entry(&list, key, "weapon", |item, place| {
            let listed = read(item, Extent::Whole, place, problems);
            let name = &listed.weapon.name;
            if !name.is_empty() && weapons.iter().any(|other| other.value.weapon.name == *name) {
                problems.add(item.span, place.path, format!("the unit has two weapons `{name}`"));
            }
            weapons.push(At { value: listed, span: item.span });
        });
        Some(weapons)
    }
}

/// Reads a weapon: the catalogue's, if it names one, and its own keys over it.
pub(super) fn read(node: &Node, extent: Extent, place: Place<'_>, problems: &mut Problems) -> Listed {
    let sheet = WeaponSheet::read(node, extent, None, place, problems);
    let catalogue = sheet.catalogue.as_ref().and_then(|from| from.value);
    let mut weapon = catalogue.map(Catalogue::weapon).unwrap_or_default();
    weapon.name = value(&sheet.name);
    if let Some(kind) = &sheet.kind {
        weapon.kind = kind.value;
    }
    if let Some(ability) = &sheet.ability {
        weapon.ability = Some(ability.value);
    }
    if let Some(damage) = &sheet.damage {
        weapon.damage = Some(damage.value);
    }
    if let Some(hands) = &sheet.hands {
        weapon.hands = hands.value as u8;
    }
    if let Some(At { value: Some(reach), .. }) = sheet.range {
        weapon.reach = reach;
    }
    weapon.power = value(&sheet.power);
    weapon.area = value(&sheet.area);
    weapon.effect_cap = value(&sheet.effect_cap);
    // Of a block that lacks it, or is wrong there, the kind is not known.
    let has = |key| node.as_table().is_some_and(|table| table.get(key).is_some());
    if sheet.kind.is_some() || (catalogue.is_some() && !has("kind")) {
        by_kind(&sheet, &weapon, place, problems);
    } else if extent == Extent::Whole && !has("kind") && !has("catalogue") {
        let message = format!("{} has no `kind` and no `catalogue`", place.owner);
        problems.missing(node.span, join(place.path, "kind"), message);
    }
    let has_damage = weapon.damage.is_some() || weapon.unarmed || weapon.kind == AttackKind::Jujutsu;
    if extent == Extent::Whole && !has_damage && !has("damage") && !has("catalogue") {
        problems.missing(node.span, join(place.path, "damage"), format!("{} has no `damage`", place.owner));
    }
    Listed { weapon, from: sheet.catalogue, range: sheet.range, has_power: has("power") }
}

/// Keys that have no meaning for a weapon of its kind.
fn by_kind(sheet: &WeaponSheet, weapon: &Weapon, place: Place<'_>, problems: &mut Problems) {
    let mut refuse = |span, key: &str, why: &str| {
        problems.add(span, join(place.path, key), format!("`{key}` is {why}; {} is none", place.owner));
    };
    if let Some(range) = &sheet.range {
        let is_close = matches!(range.value, Some(Reach::Squares(1) | Reach::Close));
        match weapon.kind {
            AttackKind::Melee if !is_close => {
                refuse(range.span, "range", "for ranged and jujutsu attacks, JU-29")
            }
            AttackKind::Ranged if !matches!(range.value, Some(Reach::Squares(_)) | None) => {
                refuse(range.span, "range", "a word for jujutsu attacks only, JU-53");
            }
            _ => {}
        }
    }
    if weapon.kind != AttackKind::Jujutsu {
        if let Some(area) = sheet.area.as_ref().filter(|area| area.value) {
            refuse(area.span, "area", "for jujutsu attacks, JU-54");
        }
        if let Some(cap) = sheet.effect_cap.as_ref().filter(|cap| cap.value.is_some()) {
            refuse(cap.span, "effect_cap", "for jujutsu attacks, JU-55");
        }
    }
}

/// What a weapon has to be for whoever bears it.
pub(super) fn check(
    listed: &At<Listed>,
    kind: UnitKind,
    rulings: &Rulings,
    place: Place<'_>,
    problems: &mut Problems,
) {
    let Listed { weapon, from, range, has_power } = &listed.value;
    let path = join(place.path, &weapon.name);
    if let Some(At { value: Some(catalogue), span }) = from
        && catalogue.is_of_prose()
        && rulings.weapon_catalogue == WeaponCatalogue::Table
    {
        let message = "only the prose knows this weapon, and the ruling `weapon_catalogue` is `table`";
        problems.add(*span, join(&path, "catalogue"), message);
    }
    if kind != UnitKind::Enemy {
        return;
    }
    if !has_power {
        let message = format!("weapon `{}` of {} has no `power`", shown(&weapon.name), place.owner);
        problems.missing(listed.span, join(&path, "power"), message);
    }
    if let Some(range) = range
        && matches!(range.value, Some(Reach::Mid | Reach::Far))
    {
        let message = "`mid` and `far` are of a PC's class, JU-53; expected a whole number from 0 to 13";
        problems.add(range.span, join(&path, "range"), message);
    }
}
