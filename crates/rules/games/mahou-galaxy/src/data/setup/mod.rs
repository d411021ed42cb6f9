//! A scenario of Mahou Galaxy as the rules read it: stat blocks, weapons, map and tactics. `sheet` makes it
//! from text, `MahouGalaxy::new` prepares it.

mod map;
mod sets;
mod weapon;
mod words;

use crate::board::FEET;
use crate::data::rulings::{D4Minus1, Rulings};
use crate::data::tactics::{EscapeChoice, FastRefund, GrappleChoice, Scheme, Tactics};
use crate::data::vocabulary::{Ability, Direction, Effect, How, Resolve};
use crate::dice::DiceRules;
use crate::sheet::{Abilities, Weapons};
use fray_kit::sheet::declare::{Extent, Place};
use fray_kit::sheet::node::Node;
use fray_kit::sheet::problem::{Problems, Span};
use fray_kit::sheet::types::{Deferred, Int, Items, Line, ReadBySystem};
use fray_kit::stat_block;

pub use map::{Cell, Cover, CoverLevel, Hazard, HazardOn, MapSetup, Patch};
pub use sets::{SETS, SetText, SetTexts, Side, Sides};
pub use weapon::{Shield, Weapon};
pub use words::{
    AirFall, Bonuses, HIGHEST, Mode, Position, Quarters, RollName, RollSet, Skill, SkillMods, SkillSet,
    Skills, Spot, Stance, StanceSet, Start, Stat, Stats,
};

/// A scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The answers to the silences of the text.
    pub rulings: Rulings,
    /// The number of rounds after which the fight is a timeout.
    pub max_rounds: u32,
    /// The side that is surprised (MG-70).
    pub surprise: Option<u8>,
    /// The map (MG-43).
    pub map: Option<MapSetup>,
    /// The sides in file order.
    pub sides: Vec<SideSetup>,
}

/// The effect that summons a unit (MG-66).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summoned {
    /// The place of its summoner among the units of its side.
    pub by: u8,
    /// The place of the ability among those of that unit.
    pub ability: u8,
    /// The place of the effect in it.
    pub effect: u8,
}

/// A side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideSetup {
    /// Its name.
    pub name: String,
    /// Its units in file order, copies written out.
    pub units: Vec<UnitSetup>,
}

type Score = Int<-5, 60>;

stat_block! {
    /// A stat block of Mahou Galaxy.
    pub struct UnitSetup is "unit", beside Beside;
    [set {
        /// The name, unique within the side.
        name: String;
    }]
    [
        /// The stats.
        group stats: Stats {
            /// Strength: strong attacks, throws, damage of fists.
            "MG-02" str: Score = "5";
            /// Defense: Block, soak, how far below 0 hit points may go.
            "MG-02" def: Score = "5";
            /// Agility: fast attacks, Dodge, move tokens.
            "MG-02" agi: Score = "5";
            /// Intelligence: resists talk and magic.
            "MG-02" int: Score = "5";
            /// Accuracy: precise attacks, Parry, initiative.
            "MG-02" acc: Score = "5";
            /// Personality: talk.
            "MG-02" per: Score = "5";
        }
    ]
    [fields {
        /// Hit points at most.
        "MG-40" hp_max: i32 as Int<1, 9999> = "20";
        /// Hit points at the start; `hp_max`, if nothing is said.
        "MG-40" hp: Option<i32> as Int<-9999, 9999>;
        /// Magic points at most.
        "MG-41" mp_max: i32 as Int<0, 9999> = "0";
        /// Magic points at the start; `mp_max`, if nothing is said.
        "MG-41" mp: Option<i32> as Int<-9999, 9999>;
        /// Dice by skill, those of active facets included.
        "MG-03" skills: Skills = "{}";
        /// Skills that an active facet covers.
        "MG-36" facet_skills: SkillSet as Items<Skill> = "[]";
        /// Size category: 0 is medium.
        "MG-21" size: i32 as Int<-4, 8> = "0";
        /// Hands, each with a token a round.
        "MG-12" hands: u8 as Int<0, 8> = "2";
        /// Speak tokens a round.
        "MG-12" speak: u8 as Int<0, 8> = "1";
        /// Analyze tokens a round; those of the ruling, if nothing is said.
        "MG-63" analyze: Option<u8> as Int<0, 8>;
        /// By how much the feet of a move token are multiplied, in quarters.
        "MG-73" move_mult: i32 as Quarters<10> = "1";
        /// Ways of moving.
        "MG-43" modes: Vec<Mode> as Items<Mode> = "[\"walk\"]";
        /// Added to initiative.
        "MG-09" speed_mod: i32 as Int<-20, 20> = "0";
        /// Soak dice; 0 rolls two dice of which the lower counts.
        "MG-34" armor: u8 as Int<0, 20> = "0";
        /// What the armour adds to initiative.
        "MG-09" armor_speed: i32 as Int<-10, 10> = "0";
        /// How many parts of the body its armour covers.
        "MG-56" armor_parts: u8 as Int<1, 10> = "1";
        /// Whether its armour covers the torso.
        "MG-56" armor_torso: bool = "true";
        /// Whether its armour was made for it.
        "MG-56" crafted: bool = "false";
        /// Whether its armour has grown on it.
        "MG-56" natural_armor: bool = "false";
        /// The shield.
        "MG-26, MG-27, MG-34" shield: Option<Shield> as Shield;
        /// Rolls that explode on the two highest faces.
        "MG-04" explode_two: RollSet as Items<RollName> = "[]";
        /// Bonuses by roll.
        "MG-06" bonuses: Bonuses = "{}";
        /// Tags of those by whom it can be infatuated.
        "MG-60" attracted_to: Vec<String> as Items<Line> = "[]";
        /// Its own tags.
        "MG-60" tags: Vec<String> as Items<Line> = "[]";
        /// Threat level: the threshold of traumas.
        "MG-69" threat_level: i32 as Int<1, 40> = "1";
        /// What it does if it falls in the air.
        "MG-39" air_fall: AirFall = "\"fall\"";
        /// The cell in which it starts: column, row and, for who flies, level.
        "MG-73" position: Option<Start> as Start;
    }]
    [set {
        /// Its weapons in listed order, without the fist that is always there.
        weapons: Vec<Weapon>;
        /// Its abilities in order of priority.
        abilities: Vec<Ability>;
        /// Its decisions.
        tactics: Tactics;
        /// Who summons it, if it does not stand there from the start.
        summoned: Option<Summoned>;
    }]
    [beside {
        /// Its weapons; the fist is always there behind them.
        "MG-17, MG-71" weapons: Weapons = "[]";
        /// Its abilities in order of priority.
        "MG-66, MG-81" abilities: Deferred<Abilities> = "[]";
        /// Its decisions.
        "MG-D1 to MG-D22" tactics: ReadBySystem;
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

    /// Hit points at the start.
    #[must_use]
    pub fn start_hp(&self) -> i32 {
        self.hp.unwrap_or(self.hp_max)
    }

    /// Magic points at the start.
    #[must_use]
    pub fn start_mp(&self) -> i32 {
        self.mp.unwrap_or(self.mp_max)
    }

    /// Returns whether a weapon of its takes several hands.
    #[must_use]
    pub fn has_two_handed(&self) -> bool {
        self.weapons.iter().any(|weapon| weapon.hands > 1)
    }

    /// MG-48, MG-57: whether its tactics or weapons hold others.
    #[must_use]
    pub fn wrestles(&self) -> bool {
        let Tactics { alone, aimed, .. } = &self.tactics;
        alone.plan.any(|plan| plan == Scheme::Grapple)
            || aimed.fast_refund.any(|it| it == FastRefund::Grapple)
            || self.weapons.iter().any(|weapon| weapon.bind)
            || aimed.grapple.any(|it| it != GrappleChoice::Hold)
    }

    /// MG-56, MG-57: whether it takes things from others.
    #[must_use]
    pub fn snatches(&self) -> bool {
        let aimed = &self.tactics.aimed;
        aimed.grapple.any(|it| it == GrappleChoice::Snatch)
            || aimed.escape.any(|it| it == EscapeChoice::Disarm)
    }

    /// The number of the item of this name in hands, as [`crate::state::UnitState::in_hand`] has it.
    #[must_use]
    pub fn item_called(&self, name: &str) -> Option<u8> {
        let mut weapons = self.weapons.iter().filter(|weapon| weapon.name != "fist");
        let weapon = weapons.position(|weapon| weapon.name == name).map(|at| at as u8 + 1);
        let shield = self.shield.as_ref().filter(|shield| shield.name == name);
        weapon.or(shield.map(|_| crate::state::SHIELD))
    }

    /// MG-43: whether it flies.
    #[must_use]
    pub fn flies(&self) -> bool {
        self.modes.contains(&Mode::Fly)
    }

    /// MG-60: whether it can be infatuated by a unit with these tags.
    #[must_use]
    pub fn is_attracted_to(&self, other: &Self) -> bool {
        self.attracted_to.iter().any(|tag| other.tags.contains(tag))
    }
}

/// Questions of rulings and tactics about a scenario, which decide whether they can matter.
impl Setup {
    /// A fight of these units, everything else at its default.
    #[must_use]
    pub fn plain(sides: Vec<Vec<UnitSetup>>) -> Self {
        let names = ["left", "right", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
        let side = |(units, name): (Vec<UnitSetup>, &&str)| SideSetup { name: (*name).to_owned(), units };
        Self {
            rulings: Rulings::default(),
            max_rounds: 200,
            surprise: None,
            map: None,
            sides: sides.into_iter().zip(&names).map(side).collect(),
        }
    }

    /// The rules of the dice (MG-04).
    #[must_use]
    pub fn dice(&self) -> DiceRules {
        let rulings = &self.rulings;
        let most = if rulings.dice_explode { rulings.dice_max_explosions.0 as u8 } else { 0 };
        DiceRules { most, once: rulings.dice_d4_minus1 == D4Minus1::Once }
    }

    /// All units.
    pub fn units(&self) -> impl Iterator<Item = &UnitSetup> {
        self.sides.iter().flat_map(|side| &side.units)
    }

    /// Returns whether some unit is such.
    #[must_use]
    pub fn any(&self, is: impl Fn(&UnitSetup) -> bool) -> bool {
        self.units().any(is)
    }

    /// The abilities of all units.
    pub fn abilities(&self) -> impl Iterator<Item = &Ability> {
        self.units().flat_map(|unit| &unit.abilities)
    }

    pub(crate) fn costs_analyze(&self) -> bool {
        self.abilities().any(|ability| ability.cost.analyze > 0)
    }

    pub(crate) fn blinds(&self) -> bool {
        self.abilities().any(|ability| ability.has(|effect| matches!(effect, Effect::Blind {})))
    }

    pub(crate) fn casts(&self) -> bool {
        self.abilities().any(|ability| ability.cast.is_some())
    }

    pub(crate) fn leaves_opposing_open(&self) -> bool {
        self.abilities()
            .any(|ability| matches!(ability.resolve, Resolve::Oppose(oppose) if oppose.result.is_none()))
    }

    pub(crate) fn has_damaging_areas(&self) -> bool {
        let damages = |effect: &Effect| matches!(effect, Effect::Damage { .. });
        self.abilities().any(|ability| ability.area.is_some() && ability.has(damages))
    }

    pub(crate) fn has_ability_attacks(&self) -> bool {
        self.abilities().any(|ability| matches!(ability.resolve, Resolve::Attack(_)))
    }

    pub(crate) fn has_map(&self) -> bool {
        self.map.is_some()
    }

    /// MG-49: whether somebody can come to hold another.
    pub(crate) fn has_holds(&self) -> bool {
        let holds = |ability: &Ability| ability.has(|effect| matches!(effect, Effect::Hold { .. }));
        self.any(UnitSetup::wrestles) || self.abilities().any(holds)
    }

    /// Returns whether a unit throws those that it holds.
    pub(crate) fn throws(&self) -> bool {
        self.any(|unit| unit.tactics.aimed.grapple.any(|it| it == GrappleChoice::Throw))
    }

    /// MG-46: whether somebody can fall from a height, or be thrown against something.
    pub(crate) fn has_falls(&self) -> bool {
        self.farthest_fall() > 0
    }

    /// MG-46: the feet that the dice of a fall are counted for at most: from the highest level, for a throw
    /// from one end of the map to the other, or from where an ability lifts.
    #[must_use]
    pub fn farthest_fall(&self) -> i32 {
        let thrown = self.map.as_ref().filter(|_| self.throws());
        let thrown = thrown.map_or(0, |map| i32::from(map.width.max(map.height)));
        let lifted = self.abilities().flat_map(|ability| &ability.effects).map(|act| match act.effect {
            Effect::MoveTarget { feet, direction: Direction::Up } => i32::from(feet) / FEET,
            _ => 0,
        });
        FEET * i32::from(self.top()).max(thrown).max(lifted.max().unwrap_or(0))
    }

    /// Returns whether a unit takes things from others.
    pub(crate) fn snatches(&self) -> bool {
        self.any(UnitSetup::snatches)
    }

    /// MG-60: whether a unit can be infatuated by one of another side.
    pub(crate) fn has_charms(&self) -> bool {
        let foes = |at: usize| self.sides.iter().enumerate().filter(move |(other, _)| *other != at);
        let charmed = |at: usize, unit: &UnitSetup| {
            foes(at).flat_map(|(_, side)| &side.units).any(|foe| unit.is_attracted_to(foe))
        };
        self.sides.iter().enumerate().any(|(at, side)| side.units.iter().any(|unit| charmed(at, unit)))
    }

    /// The terrain that abilities lay.
    pub fn terrains(&self) -> impl Iterator<Item = &Cell> {
        let acts = self.abilities().flat_map(|ability| &ability.effects);
        acts.filter_map(|act| if let Effect::Terrain(cell) = &act.effect { Some(cell) } else { None })
    }

    /// The highest level of ground or of a start.
    #[must_use]
    pub fn top(&self) -> u8 {
        let starts = self.units().filter_map(|unit| unit.position?.z);
        let raised = self.terrains().filter_map(|cell| cell.height);
        starts.chain(raised).chain(self.map.as_ref().map(MapSetup::highest)).max().unwrap_or(0)
    }

    pub(crate) fn has_sizes(&self) -> bool {
        let first = self.units().next().map(|unit| unit.size);
        self.any(|unit| Some(unit.size) != first) || self.any(|unit| unit.size != 0) && self.has_map()
    }

    pub(crate) fn has_env(&self) -> bool {
        self.has_hazards()
            || self.abilities().any(|ability| ability.has(|effect| matches!(effect, Effect::Ongoing { .. })))
    }

    pub(crate) fn has_hazards(&self) -> bool {
        self.map.as_ref().is_some_and(|map| map.patches.iter().any(|patch| patch.cell.hazard.is_some()))
            || self.terrains().any(|cell| cell.hazard.is_some())
    }

    /// Returns whether an ability may change the numbers of a stat block.
    #[must_use]
    pub fn has_changes(&self) -> bool {
        self.abilities().any(|ability| ability.has(|effect| matches!(effect.how(), How::Lasts)))
    }
}
