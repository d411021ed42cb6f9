//! A scenario of Cardinal as the rules read it: stat blocks, weapons, map and tactics. `sheet` makes it from
//! text, `Cardinal::new` prepares it. The words in which abilities are written stand in
//! [`vocabulary`](crate::data::vocabulary).

mod field;
mod weapon;

use crate::data::rulings::{Rulings, TurnOrder};
use crate::data::tactics::Tactics;
use crate::data::vocabulary::{Ability, Effect, Kind, Status};
use crate::dice::pool::{Dice, Pool};
use crate::sheet::{Abilities, Position, Skills, Weapons};
use fray_kit::sheet::declare::{Extent, Place};
use fray_kit::sheet::node::Node;
use fray_kit::sheet::problem::{Problems, Span};
use fray_kit::sheet::types::{Deferred, Int, Items, Name, ReadBySystem};
use fray_kit::{Record, Words, stat_block};

pub use field::{Concealment, Cover, CoverSide, Hazard, MapSetup, SquareSetup};
pub use weapon::{Weapon, WeaponKind};

/// A scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The answers to the silences of the text.
    pub rulings: Rulings,
    /// The number of rounds after which the fight is a timeout; 1 or more.
    pub max_rounds: u32,
    /// The map; without one everybody is Close to everybody (CA-63).
    pub map: Option<MapSetup>,
    /// The sides in file order.
    pub sides: Vec<SideSetup>,
}

/// A side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideSetup {
    /// Its name.
    pub name: String,
    /// Its units in file order, copies written out; at least one.
    pub units: Vec<UnitSetup>,
}

/// Who is counted in `pcs_down`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum UnitKind {
    /// A player character.
    Pc,
    /// Anybody else.
    #[default]
    Npc,
}

/// A gift that a rule names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Gift {
    /// Guard and Aim with a d12 (CA-12, CA-13).
    Veteran,
    /// A d12 of initiative (CA-05).
    DangerSense,
    /// Will dice in soak (CA-33).
    Resolve,
}

/// A shield, which is always ready.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Record)]
#[record("shield")]
pub struct Shield {
    /// Its cover die.
    #[key("CA-18, CA-22", reads = Dice<0, 6>, default = "none")]
    pub cover: Pool,
    /// The full pool of a Parry with it.
    #[key("CA-23", reads = Dice<0, 12>, default = "none")]
    pub parry: Pool,
    /// Whether it parries what is thrown or shot.
    #[key("CA-20", default = "false")]
    pub parry_missiles: bool,
}

type Trait = Dice<1, 4>;
type Skill = Dice<0, 6>;
type Full = Dice<0, 12>;

stat_block! {
    /// A stat block of Cardinal.
    pub struct UnitSetup is "unit", beside Beside;
    [set {
        /// The name, unique within the side.
        name: String;
    }]
    [fields {
        /// Whether it is counted in `pcs_down`; no rule reads it.
        "Metrics" kind: UnitKind = "npc";
        /// Body: soak, resistance, holds, death saves.
        "CA-01, CA-33" body: Pool as Trait = "d6";
        /// Speed: initiative, Dodge, moves.
        "CA-01, CA-15, CA-22" speed: Pool as Trait = "d6";
        /// Mind: initiative, First Aid.
        "CA-01, CA-05" mind: Pool as Trait = "d6";
        /// Will: Rally, resistance.
        "CA-01, CA-50" will: Pool as Trait = "d6";
    }]
    [beside {
        /// Skill pools: `dodge`, `fighting`, `leadership`, `tactics`, `academics` are read by rules, others by
        /// abilities.
        "CA-22, CA-28, CA-50, CA-52, CA-55" skills: Skills = "{}";
    }]
    [fields {
        /// What it dodges with, a shield's cover die left out; Speed and the skill of dodging, if nothing is said.
        "CA-22" dodge_pool: Option<Pool> as Full;
        /// What it soaks with, armor left out; Body, with the gift of resolve Will too, if nothing is said.
        "CA-33" soak_pool: Option<Pool> as Full;
        /// What it Rallies with; Will and Leadership, if nothing is said.
        "CA-50" rally_pool: Option<Pool> as Full;
        /// What it rolls for initiative; Speed and Mind, if nothing is said.
        "CA-05" initiative_pool: Option<Pool> as Dice<1, 12>;
        /// What it resists with under `resist_pool = per_unit`; Body and Will, if nothing is said.
        "CA-29" resist_pool: Option<Pool> as Full;
        /// What it holds and breaks free with under `break_free_pools = data`; Body and fighting, if nothing is said.
        "CA-55" break_free_pool: Option<Pool> as Full;
        /// Armor dice.
        "CA-33, CA-36" armor: Pool as Skill = "none";
        /// A shield.
        "CA-20, CA-22, CA-23" shield: Shield = "{}";
    }]
    [set {
        /// Its weapons in order of preference; none: it attacks with abilities alone.
        weapons: Vec<Weapon>;
        /// Its skill pools by name.
        skills: Vec<(String, Pool)>;
        /// Its abilities, in order of preference (CA-54).
        abilities: Vec<Ability>;
        /// Statuses that it starts with (CA-48).
        statuses: Vec<Status>;
        /// Its starting square and height; none without a map.
        position: Option<(u16, u16, u16)>;
        /// Its decisions.
        tactics: Tactics;
    }]
    [beside {
        /// Its weapons in order of preference; fists, if nothing is said.
        "CA-11" weapons: Weapons;
        /// Its abilities in order of preference.
        "CA-54" abilities: Deferred<Abilities> = "[]";
        /// Statuses that it starts with.
        "CA-40, CA-48" statuses: Items<Status> = "[]";
        /// Its starting square, and its height where it starts in the air; a place in the line of its side, if
        /// nothing is said.
        "CA-16" position: Position;
        /// Its decisions.
        "D-01 to D-19" tactics: ReadBySystem;
    }]
    [fields {
        /// Whether it flies.
        "CA-56" flying: bool = "false";
        /// Paces more of a Stride.
        "CA-15" stride_bonus: i32 as Int<-2, 10> = "0";
        /// Paces more of a Dash.
        "CA-15" dash_bonus: i32 as Int<-2, 10> = "0";
        /// Gifts that rules name.
        "CA-05, CA-12, CA-33" gifts: Vec<Gift> as Items<Gift> = "[]";
        /// Whether it does not see the attack coming.
        "CA-05" unaware: bool = "false";
        /// Its place in the order of turns under `turn_order = fixed`.
        "CA-06" order: i32 as Int<0, 100> = "0";
        /// Points of a ward.
        "CA-37" ward: u8 as Int<0, 20> = "0";
        /// What it is, for weapons that are Slaying against it.
        "CA-31" species: Option<String> as Name;
    }]
}

impl UnitSetup {
    /// A unit with every value at its default, for tests and as a start.
    #[must_use]
    pub fn plain(name: &str) -> Self {
        let mut ignored = Problems::default();
        let nothing = Node::table(Span::default());
        let place = Place { path: "", owner: "" };
        let (unit, _) = Self::read(&nothing, Extent::Whole, None, place, &mut ignored);
        Self { name: name.to_owned(), ..unit }
    }

    /// The pool of a skill; none without it.
    #[must_use]
    pub fn skill(&self, name: &str) -> Pool {
        self.skills.iter().find(|skill| skill.0 == name).map_or(Pool::NONE, |skill| skill.1)
    }

    /// Returns whether it has a gift.
    #[must_use]
    pub fn has(&self, gift: Gift) -> bool {
        self.gifts.contains(&gift)
    }

    /// CA-50: the pool of its Rally.
    #[must_use]
    pub fn rally(&self) -> Pool {
        self.rally_pool.unwrap_or_else(|| self.will.and(self.skill("leadership")))
    }

    /// CA-11: the fists of a unit that names no weapon.
    #[must_use]
    pub fn fists(&self) -> Weapon {
        let attack = self.body.and(self.speed).and(self.skill("fighting"));
        Weapon {
            name: "unarmed".to_owned(),
            kind: WeaponKind::Unarmed,
            attack,
            counter: attack,
            parry: self.speed.and(self.skill("fighting")),
            ..Weapon::default()
        }
    }

    /// Returns whether it can attack at all (CA-11, CA-66).
    #[must_use]
    pub fn is_armed(&self) -> bool {
        !self.weapons.is_empty() || self.abilities.iter().any(|ability| ability.damage().is_some())
    }
}

impl Setup {
    /// A fight without a map of these sides.
    #[must_use]
    pub fn of(sides: Vec<SideSetup>) -> Self {
        Self { rulings: Rulings::default(), max_rounds: 100, map: None, sides }
    }

    /// All units in listed order.
    pub fn units(&self) -> impl Iterator<Item = &UnitSetup> {
        self.sides.iter().flat_map(|side| &side.units)
    }

    /// All weapons.
    pub fn weapons(&self) -> impl Iterator<Item = &Weapon> {
        self.units().flat_map(|unit| &unit.weapons)
    }

    /// All abilities.
    pub fn abilities(&self) -> impl Iterator<Item = &Ability> {
        self.units().flat_map(|unit| &unit.abilities)
    }

    /// Returns the effects of all abilities, and of hits with all weapons.
    pub fn effects(&self) -> impl Iterator<Item = &Effect> {
        let on_hit = self.weapons().flat_map(|weapon| &weapon.on_hit);
        self.abilities().flat_map(|ability| &ability.effects).chain(on_hit)
    }

    /// The kinds of damage of all weapons and abilities.
    pub fn kinds(&self) -> impl Iterator<Item = &Kind> {
        let spells = self.abilities().filter_map(Ability::damage).flat_map(|(_, kinds, _)| kinds);
        self.weapons().flat_map(|weapon| &weapon.effects).chain(spells)
    }

    /// Returns whether something holds for a unit.
    #[must_use]
    pub fn any(&self, is: impl Fn(&UnitSetup) -> bool) -> bool {
        self.units().any(is)
    }

    /// Returns whether somebody has an ability.
    #[must_use]
    pub fn has_abilities(&self) -> bool {
        self.any(|unit| !unit.abilities.is_empty())
    }

    /// CA-16: the square and height of each unit at the start: its own, or its place in the line-up. `None`
    /// without a map.
    #[must_use]
    pub fn squares(&self) -> Vec<Option<(u16, u16, u16)>> {
        let Some(map) = &self.map else { return vec![None; self.units().count()] };
        let is_blocked = |at: (u16, u16, u16)| {
            map.squares.iter().any(|square| square.blocked && (square.x, square.y) == (at.0, at.1))
        };
        let mut taken: Vec<(u16, u16, u16)> = self.units().filter_map(|unit| unit.position).collect();
        let sides = self.sides.iter().enumerate();
        let units = sides.flat_map(|(at, side)| side.units.iter().map(move |unit| (at, unit.position)));
        let mut squares = Vec::new();
        for (side, own) in units {
            // Column by column from the end of the side.
            let mut line = (0..map.width).flat_map(|column| {
                let x = if side == 0 { column } else { map.width - 1 - column };
                (0..map.height).map(move |y| (x, y, 0))
            });
            let at = own.or_else(|| line.find(|&at| !is_blocked(at) && !taken.contains(&at)));
            taken.extend(at);
            squares.push(at);
        }
        squares
    }

    /// The fight as it was before its sides changed places in the list: everybody stands where it stood, and
    /// acts when it acted.
    #[must_use]
    pub fn mirrored(mut self) -> Self {
        self.sides.reverse();
        let squares = self.squares();
        let mut order: Vec<usize> = (0..squares.len()).collect();
        let orders: Vec<i32> = self.units().map(|unit| unit.order).collect();
        order.sort_by_key(|&unit| (orders[unit], unit));
        let units = self.sides.iter_mut().flat_map(|side| &mut side.units);
        for (own, (unit, at)) in units.zip(squares).enumerate() {
            unit.position = at;
            unit.order = order.iter().position(|&other| other == own).unwrap_or(own) as i32;
        }
        self.sides.reverse();
        self.rulings.turn_order = match self.rulings.turn_order {
            TurnOrder::SidesFirstA => TurnOrder::SidesFirstB,
            TurnOrder::SidesFirstB => TurnOrder::SidesFirstA,
            order => order,
        };
        self
    }

    /// Returns whether there is a map.
    #[must_use]
    pub fn has_map(&self) -> bool {
        self.map.is_some()
    }
}
