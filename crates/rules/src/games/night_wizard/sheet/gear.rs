//! Weapons and attack spells, enchantments, loadouts: the tables, and how the names in them become
//! places in the unit's lists.

use crate::sheet;
use crate::sheet::declare::{Extent, Place, Read, Shape, join, refuse, shown, value};
use crate::sheet::library::each_entry;
use crate::sheet::node::Node;
use crate::sheet::problem::{At, Problems, did_you_mean};
use crate::sheet::types::{Int, Line, List, Name};

use super::super::setup::{AttackKind, Enchantment, Loadout, Weapon};
use super::amount::Price;
use super::words::{AnyArea, AnyInflicted, ElementOrNone, Modify, Reach, range};

sheet! {
    /// A weapon or an attack spell.
    pub(super) struct WeaponSheet is "weapon" {
        /// Its name; the ID, if nothing is said.
        "NW-20" name: Name, required;
        /// Which pair is rolled to hit, and which attack attribute is used.
        "NW-20, NW-23" hit_kind: AttackKind = "physical";
        /// Whether Defense or Magic Defense answers the damage; as `hit_kind`, if nothing is said.
        "NW-22, NW-23" damage_kind: AttackKind;
        /// How many squares it reaches, or `sight`; 0 is the same square.
        "NW-40" range: Reach = "0";
        /// The least distance.
        "NW-40" range_min: Int<0, 99> = "0";
        /// Whom it hits at once.
        "NW-25, NW-40" area: AnyArea = "single";
        /// In place of the default, `none`: the unit's first element for physical damage, no element for magic damage.
        "NW-22" element: ElementOrNone = "none";
        /// Passive modifier of the Hit Judge.
        "NW-07" hit_mod: Int<-50, 99> = "0";
        /// Passive modifier of the Attack Judge.
        "NW-07" attack_mod: Int<-50, 99> = "0";
        /// Action Count that a use costs.
        "NW-17" count_cost: Int<0, 99> = "0";
        /// HP that a use costs.
        "NW-17" hp_cost: Int<0, 99> = "0";
        /// MP that a use costs, in numbers or dice.
        "NW-17" mp_cost: Price = "0";
        /// Prana that a use costs, in numbers or dice.
        "NW-17" prana_cost: Price = "0";
        /// Bad statuses that ride on its damage.
        "NW-22, NW-43" inflict: List<AnyInflicted> = "[]";
        /// Hands that it takes.
        "NW-34" hands: Int<1, 2> = "1";
        /// The enchantment that must be in force, or `none`.
        "NW-23, NW-33" enchantment: ElementOrNone = "none";
    }
    not played &[
        ("price", "what a thing costs in a shop", "it has no part in a fight"),
        ("weight", "what a thing weighs", "loads are no part of the fight rules"),
    ];
}

sheet! {
    /// An enchantment: magic that changes attributes, and grants abilities and weapons, while it is in force.
    pub(super) struct EnchantmentSheet is "enchantment" {
        /// Its name; the ID, if nothing is said.
        "NW-33" name: Name, required;
        /// What it takes of the unit's `enchantment_limit`.
        "NW-33" level: Int<0, 20> = "1";
        /// How it changes maximum MP.
        "NW-33" magic_power: Int<-99, 99> = "0";
        /// How it changes attributes.
        "NW-33" modify: Modify = "{}";
        /// The unit's abilities and weapons, by name, that need it.
        "NW-33" grants: List<Line> = "[]";
        /// Whether it is in force at the start of the fight.
        "NW-33" active_at_start: bool = "true";
    }
}

sheet! {
    /// A set of worn and wielded gear; a unit starts with its first.
    pub(super) struct LoadoutSheet is "loadout" {
        /// Its name; the ID, if nothing is said.
        "NW-34" name: Name, required;
        /// The unit's weapons, by name, that are at hand.
        "NW-34" weapons: List<Line> = "[]";
        /// How it changes attributes.
        "NW-34" modify: Modify = "{}";
    }
}

/// A weapon whose enchantment is still a name.
#[derive(Clone, Debug)]
pub(super) struct WeaponDraft {
    weapon: Weapon,
    needs: Option<At<String>>,
}

/// An enchantment whose grants are still names.
#[derive(Clone, Debug)]
pub(super) struct EnchantmentDraft {
    enchantment: Enchantment,
    grants: Vec<At<String>>,
}

/// A loadout whose weapons are still names.
#[derive(Clone, Debug)]
pub(super) struct LoadoutDraft {
    loadout: Loadout,
    weapons: Vec<At<String>>,
}

/// Something in a list, with a name.
pub(super) trait Listed: Clone + core::fmt::Debug {
    /// What it is, as in "two weapons".
    const NOUN: &'static str;
    /// Its table.
    const INFO: &'static sheet::declare::SheetInfo;
    /// Its name.
    fn name(&self) -> &str;
    /// Reads its table.
    fn read(node: &Node, place: Place<'_>, problems: &mut Problems) -> Self;
}

/// A list of things with names. Those given by their ID are written out by the library before.
#[derive(Debug)]
pub(super) struct ListOf<T>(core::marker::PhantomData<T>);

impl<T: Listed> Read for ListOf<T> {
    type Out = Vec<At<T>>;

    fn shape() -> Shape {
        Shape::List(Box::new(Shape::Either(vec![Shape::Text, Shape::Table(T::INFO)])))
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self::Out> {
        let Some(list) = node.as_list() else {
            refuse(node, key, &Self::shape(), problems);
            return None;
        };
        let mut all: Vec<At<T>> = Vec::new();
        each_entry(&list, key, T::NOUN, |item, place| {
            let one = T::read(item, place, problems);
            if !one.name().is_empty() && all.iter().any(|other| other.value.name() == one.name()) {
                let plural =
                    if T::NOUN == "ability" { "abilities".to_owned() } else { format!("{}s", T::NOUN) };
                let message = format!("the unit has two {plural} `{}`", shown(one.name()));
                problems.add(item.span, place.path, message);
            }
            all.push(At { value: one, span: item.span });
        });
        Some(all)
    }
}

impl Listed for WeaponDraft {
    const NOUN: &'static str = "weapon";
    const INFO: &'static sheet::declare::SheetInfo = &WeaponSheet::INFO;

    fn name(&self) -> &str {
        &self.weapon.name
    }

    fn read(node: &Node, place: Place<'_>, problems: &mut Problems) -> Self {
        let sheet = WeaponSheet::read(node, Extent::Whole, None, place, problems);
        let hit_kind = value(&sheet.hit_kind);
        let weapon = Weapon {
            name: value(&sheet.name),
            hit_kind,
            damage_kind: sheet.damage_kind.map_or(hit_kind, |kind| kind.value),
            element: value(&sheet.element),
            hit_mod: value(&sheet.hit_mod),
            attack_mod: value(&sheet.attack_mod),
            range: range(&sheet.range, &sheet.range_min, place.path, problems),
            area: value(&sheet.area),
            count_cost: value(&sheet.count_cost),
            hp_cost: value(&sheet.hp_cost),
            mp_cost: value(&sheet.mp_cost),
            prana_cost: value(&sheet.prana_cost),
            inflict: value(&sheet.inflict).into_iter().map(|inflicted| inflicted.value).collect(),
            hands: value(&sheet.hands) as u8,
            enchantment: None,
        };
        let needs = sheet.enchantment.and_then(|needs| Some(At { value: needs.value?, span: needs.span }));
        Self { weapon, needs }
    }
}

impl Listed for EnchantmentDraft {
    const NOUN: &'static str = "enchantment";
    const INFO: &'static sheet::declare::SheetInfo = &EnchantmentSheet::INFO;

    fn name(&self) -> &str {
        &self.enchantment.name
    }

    fn read(node: &Node, place: Place<'_>, problems: &mut Problems) -> Self {
        let sheet = EnchantmentSheet::read(node, Extent::Whole, None, place, problems);
        let enchantment = Enchantment {
            name: value(&sheet.name),
            level: value(&sheet.level),
            magic_power: value(&sheet.magic_power),
            modify: value(&sheet.modify),
            grants_abilities: Vec::new(),
            grants_weapons: Vec::new(),
            active_at_start: value(&sheet.active_at_start),
        };
        Self { enchantment, grants: value(&sheet.grants) }
    }
}

impl Listed for LoadoutDraft {
    const NOUN: &'static str = "loadout";
    const INFO: &'static sheet::declare::SheetInfo = &LoadoutSheet::INFO;

    fn name(&self) -> &str {
        &self.loadout.name
    }

    fn read(node: &Node, place: Place<'_>, problems: &mut Problems) -> Self {
        let sheet = LoadoutSheet::read(node, Extent::Whole, None, place, problems);
        let loadout = Loadout { name: value(&sheet.name), weapons: Vec::new(), modify: value(&sheet.modify) };
        Self { loadout, weapons: value(&sheet.weapons) }
    }
}

/// The weapons, with the enchantments they need.
pub(super) fn weapons(
    drafts: Vec<At<WeaponDraft>>,
    enchantments: &[At<EnchantmentDraft>],
    place: Place<'_>,
    problems: &mut Problems,
) -> Vec<Weapon> {
    let known: Vec<&str> = enchantments.iter().map(|own| own.value.name()).collect();
    let mut weapons = Vec::new();
    for At { value: WeaponDraft { mut weapon, needs }, .. } in drafts {
        if let Some(needs) = needs {
            weapon.enchantment = known.iter().position(|own| *own == needs.value);
            if weapon.enchantment.is_none() {
                let path = join(&join(&join(place.path, "weapons"), &weapon.name), "enchantment");
                let meant = did_you_mean(&needs.value, known.iter().copied());
                let message = format!("{} has no enchantment `{}`{meant}", place.owner, shown(&needs.value));
                problems.add(needs.span, path, message);
            }
        }
        weapons.push(weapon);
    }
    weapons
}

/// The enchantments, with the places of what they grant.
pub(super) fn enchantments(
    drafts: Vec<At<EnchantmentDraft>>,
    weapons: &[String],
    abilities: &[String],
    place: Place<'_>,
    problems: &mut Problems,
) -> Vec<Enchantment> {
    let mut enchantments = Vec::new();
    for At { value: EnchantmentDraft { mut enchantment, grants }, .. } in drafts {
        for granted in grants {
            let is = |name: &String| *name == granted.value;
            let found = (abilities.iter().position(is), weapons.iter().position(is));
            match found {
                (Some(_), Some(_)) => {
                    let path = join(&join(place.path, "enchantments"), &enchantment.name);
                    let message = format!("an ability and a weapon are called `{}`", shown(&granted.value));
                    problems.add(granted.span, join(&path, "grants"), message);
                }
                (Some(ability), None) => enchantment.grants_abilities.push(ability),
                (None, Some(weapon)) => enchantment.grants_weapons.push(weapon),
                (None, None) => {
                    let path = join(&join(place.path, "enchantments"), &enchantment.name);
                    let known = abilities.iter().chain(weapons).map(String::as_str);
                    let meant = did_you_mean(&granted.value, known);
                    let message = format!(
                        "{} has no ability or weapon `{}`{meant}",
                        place.owner,
                        shown(&granted.value)
                    );
                    problems.add(granted.span, join(&path, "grants"), message);
                }
            }
        }
        enchantments.push(enchantment);
    }
    enchantments
}

/// The loadouts, with the places of their weapons. Two hands hold what two hands can (NW-34);
/// attack spells take none.
pub(super) fn loadouts(
    drafts: Vec<At<LoadoutDraft>>,
    weapons: &[Weapon],
    place: Place<'_>,
    problems: &mut Problems,
) -> Vec<Loadout> {
    const HANDS: u8 = 2;
    let mut loadouts = Vec::new();
    for At { value: LoadoutDraft { mut loadout, weapons: names }, .. } in drafts {
        let path = join(&join(&join(place.path, "loadouts"), &loadout.name), "weapons");
        let mut hands = 0;
        for named in &names {
            let Some(at) = weapons.iter().position(|weapon| weapon.name == named.value) else {
                let meant = did_you_mean(&named.value, weapons.iter().map(|weapon| weapon.name.as_str()));
                let message = format!("{} has no weapon `{}`{meant}", place.owner, shown(&named.value));
                problems.add(named.span, path.clone(), message);
                continue;
            };
            if loadout.weapons.contains(&at) {
                let message = format!("`{}` stands in the loadout twice", shown(&named.value));
                problems.add(named.span, path.clone(), message);
                continue;
            }
            let held = if weapons[at].hit_kind == AttackKind::Physical { weapons[at].hands } else { 0 };
            if hands <= HANDS && hands + held > HANDS {
                let message = format!("loadout `{}` takes more than two hands", shown(&loadout.name));
                problems.add(named.span, path.clone(), message);
            }
            hands += held;
            loadout.weapons.push(at);
        }
        loadouts.push(loadout);
    }
    loadouts
}
