//! A scenario of Stonebound as the rules read it: stat blocks, board and tactics. `sheet` makes it from text,
//! `Stonebound::new` prepares it. The words in which abilities and statuses are written stand in
//! [`vocabulary`](crate::data::vocabulary).

use crate::data::rulings::{First, Rulings};
use crate::data::tactics::{AimTactics, SideTactics, Tactics};
use crate::data::vocabulary::{
    Ability, AttackMode, DamageKind, Effect, Extra, Kind, Negation, Status, StatusId, Target, Timing,
};
use crate::sheet::{Abilities, Extras, Statuses};
use fray_kit::sheet::node::Node;
use fray_kit::sheet::problem::Problems;
use fray_kit::sheet::types::{Deferred, Int, Items, ReadBySystem};
use fray_kit::{Record, Words, either, stat_block};

/// The most squares along one edge of a board.
pub const MAX_EDGE: usize = 40;
/// The most squares of a board.
pub const MAX_SQUARES: usize = MAX_EDGE * MAX_EDGE;
/// The most sides: 2 to 6 players (SB-01).
pub const MAX_PLAYERS: usize = 6;

/// A scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The answers to the silences of the text.
    pub rulings: Rulings,
    /// The number of rounds after which the fight is a timeout; 1 or more (SB-61).
    pub max_rounds: u32,
    /// The board; `None` without one (SB-65).
    pub map: Option<Map>,
    /// The statuses that abilities and units name by [`StatusId`]: those of the game, and those of the
    /// scenario behind them.
    pub statuses: Vec<Status>,
    /// The sides in file order: 2 to 6.
    pub sides: Vec<SideSetup>,
    /// Whether the sides change places on the board: the first stands where the second would (SB-04).
    pub mirrored: bool,
}

/// The board (SB-01, SB-56).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// Squares from west to east.
    pub width: u8,
    /// Squares from north to south.
    pub height: u8,
    /// Squares that are not plain, each once.
    pub squares: Vec<Square>,
}

/// A square that is not plain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Record)]
#[record("square")]
pub struct Square {
    /// Column, from 0.
    #[key("SB-56", reads = Int<0, 39>, required)]
    pub x: u8,
    /// Row, from 0.
    #[key("SB-56", reads = Int<0, 39>, required)]
    pub y: u8,
    /// Whether nobody may enter it.
    #[key("SB-56", default = "false")]
    pub blocked: bool,
    /// Whether a step onto it costs 2.
    #[key("SB-56", default = "false")]
    pub rough: bool,
    /// HP that a unit on it loses at the end of its side's turn.
    #[key("SB-56", reads = Int<1, 99>)]
    pub hazard: Option<u8>,
    /// Whether a unit on it reaches a step farther.
    #[key("SB-56", default = "false")]
    pub high: bool,
}

/// A side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideSetup {
    /// Its name.
    pub name: String,
    /// Its maximum hand; `None`: 1 and 2 for each unit (SB-09).
    pub hand_max: Option<u8>,
    /// Whether it has to pay stones (SB-09).
    pub stones: bool,
    /// Its own decisions.
    pub tactics: SideTactics,
    /// Its units in file order, copies written out; at least one.
    pub units: Vec<UnitSetup>,
}

/// The class, which says the kind of the Standard Attack (SB-19).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Words)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Class {
    #[default]
    Marauder,
    Vanguard,
    Tactician,
    Watchman,
    Prophet,
    Remnant,
    Sentinel,
    Other,
}

impl Class {
    /// SB-19: Prophet, Remnant and Sentinel attack S, the others P.
    #[must_use]
    pub fn kind(self) -> DamageKind {
        match self {
            Self::Prophet | Self::Remnant | Self::Sentinel => DamageKind::S,
            Self::Marauder | Self::Vanguard | Self::Tactician | Self::Watchman | Self::Other => DamageKind::P,
        }
    }
}

/// The kind of a unit's Standard Attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AttackType {
    /// Its own; `None`: that of its class.
    pub kind: Option<DamageKind>,
}

either! {
    /// A kind of damage, or that of the class.
    struct TypeOf of Option<DamageKind> {
        "class" => None,
        DamageKind => Some,
    }
}

/// Innate evasion, in percent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Record)]
#[record("evasion")]
pub struct Evasions {
    /// Against P.
    #[key("SB-24", key = "P", reads = Int<0, 100>, default = "0")]
    pub physical: u8,
    /// Against S.
    #[key("SB-24", key = "S", reads = Int<0, 100>, default = "0")]
    pub spirit: u8,
    /// Against everything.
    #[key("SB-24", key = "A", reads = Int<0, 100>, default = "0")]
    pub all: u8,
}

/// The least and the greatest number of a stat that adds up: nothing reaches beyond.
type Small = Int<0, 99>;

stat_block! {
    /// A stat block of Stonebound.
    pub struct UnitSetup is "unit", beside Beside;
    [set {
        /// The name, unique within the side.
        name: String;
    }]
    [fields {
        /// The class; it says the kind of the Standard Attack.
        "SB-19" class: Class = "marauder";
    }]
    [
        /// The kind of the Standard Attack.
        group attack: AttackType {
            /// The kind of the Standard Attack: P meets PD, S meets SD, H meets nothing.
            "SB-19, SB-20" kind("type"): TypeOf = "class";
        }
    ]
    [fields {
        /// Rarity, for the budget of a team.
        "SB-01" stars: u8 as Int<1, 3> = "1";
        /// Starting and full HP.
        "SB-30, SB-52" hp: i16 as Int<1, 999>, required;
        /// Attack.
        "SB-11" atk: i16 as Small, required;
        /// Chance of a critical, in percent.
        "SB-11, SB-12" crt: i16 as Int<0, 100> = "0";
        /// Physical defence.
        "SB-30 to SB-32" pd: i16 as Small = "0";
        /// Spirit defence.
        "SB-30 to SB-32" sd: i16 as Small = "0";
        /// Steps of a Move.
        "SB-17" mv: i16 as Int<0, 20> = "3";
        /// Range in steps; 0: no Standard Attack.
        "SB-16" rng: i16 as Int<0, 20> = "1";
        /// Where it stands; on the line of its side, if nothing is said.
        "SB-04" position: Option<[u8; 2]> as Position;
        /// What its free attack is.
        "SB-11 to SB-15" attack_mode: AttackMode = "standard";
        /// Innate evasion, scope all.
        "SB-24" evasion: Evasions = "{}";
        /// Innate negations.
        "SB-26, SB-27" negation: Vec<Negation> as Items<Negation> = "[]";
    }]
    [set {
        /// Rolls that go with each of its attacks.
        on_attack: Vec<Extra>;
        /// Innate reactions, then abilities, in their orders.
        abilities: Vec<Ability>;
        /// How many of them are reactions.
        n_reactions: usize;
        /// Statuses it starts with, and their stacks.
        statuses: Vec<(StatusId, u8)>;
        /// Its decisions that know no target.
        tactics: Tactics;
        /// Its decisions that know a target.
        aim: AimTactics;
    }]
    [beside {
        /// Rolls that go with each of its attacks, Counters too; their effects fall on the target.
        "SB-28" on_attack: Deferred<Extras> = "[]";
        /// Innate reactions, on from the start.
        "SB-36" reactions: Deferred<Abilities> = "[]";
        /// Its abilities.
        "SB-06" abilities: Deferred<Abilities> = "[]";
        /// Statuses at the start, each with its stacks.
        "SB-41" statuses: Deferred<Statuses> = "{}";
        /// Its decisions.
        "D-03 to D-12" tactics: ReadBySystem;
    }]
}

/// `[x, y]`.
#[derive(Debug)]
pub struct Position;

impl fray_kit::sheet::declare::Read for Position {
    type Out = [u8; 2];

    fn shape() -> fray_kit::sheet::declare::Shape {
        fray_kit::sheet::declare::Shape::List(Box::new(Int::<0, 39>::shape()))
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<[u8; 2]> {
        let most = fray_kit::sheet::places::Coordinates { plane: MAX_EDGE as u32 - 1, level: None };
        let (x, y, _) = most.read(node, key, problems)?;
        Some([x as u8, y as u8])
    }
}

impl UnitSetup {
    /// A unit with this HP and ATK and every other value at its default, for tests and as a start.
    #[must_use]
    pub fn plain(name: &str, hp: i16, atk: i16) -> Self {
        Self { name: name.to_owned(), hp, atk, ..Self::of_nothing() }
    }

    /// SB-19, SB-20: the kind of its Standard Attack.
    #[must_use]
    pub fn kind(&self) -> DamageKind {
        self.attack.kind.unwrap_or(self.class.kind())
    }

    /// All effects that it can have on others and itself.
    pub fn effects(&self) -> impl Iterator<Item = &Effect> {
        let of_abilities = self.abilities.iter().flat_map(|ability| &ability.effects);
        of_abilities.chain(self.on_attack.iter().flat_map(|extra| &extra.effects))
    }

    /// Returns whether it has a fuse.
    #[must_use]
    pub fn has_fuses(&self) -> bool {
        self.abilities.iter().any(|ability| ability.kind == Kind::Fuse)
    }

    /// Returns whether some ability of its costs stones.
    #[must_use]
    pub fn has_costs(&self) -> bool {
        self.abilities.iter().any(|ability| ability.cost.is_some())
    }

    /// Returns whether it has an ability that it uses in an activation.
    #[must_use]
    pub fn has_active(&self) -> bool {
        self.abilities.iter().any(Ability::is_used)
    }

    /// Returns whether it lays an area or a line.
    #[must_use]
    pub fn has_areas(&self) -> bool {
        self.abilities
            .iter()
            .any(|ability| matches!(ability.falls_on(), Target::Area { .. } | Target::Line { .. }))
    }

    /// Returns whether it can heal, cleanse or bring back.
    #[must_use]
    pub fn helps(&self) -> bool {
        self.abilities.iter().any(|ability| ability.falls_on() == Target::Ally)
    }
}

impl SideSetup {
    /// A side of these units, every other value at its default.
    #[must_use]
    pub fn plain(name: &str, units: Vec<UnitSetup>) -> Self {
        Self { name: name.to_owned(), hand_max: None, stones: true, tactics: SideTactics::default(), units }
    }

    /// SB-66: whether it draws and holds stones.
    #[must_use]
    pub fn holds_stones(&self) -> bool {
        self.stones && self.units.iter().any(UnitSetup::has_costs)
    }
}

/// Questions of rulings and tactics about a scenario, which decide whether they can matter.
impl Setup {
    /// All units in listed order.
    pub fn units(&self) -> impl Iterator<Item = &UnitSetup> {
        self.sides.iter().flat_map(|side| &side.units)
    }

    /// Returns whether some unit is such.
    #[must_use]
    pub fn any(&self, is: impl Fn(&UnitSetup) -> bool) -> bool {
        self.units().any(is)
    }

    /// All abilities.
    pub fn abilities(&self) -> impl Iterator<Item = &Ability> {
        self.units().flat_map(|unit| &unit.abilities)
    }

    /// Returns whether some effect is such.
    #[must_use]
    pub fn has_effect(&self, is: impl Fn(&Effect) -> bool) -> bool {
        self.units().flat_map(UnitSetup::effects).any(is)
    }

    /// Returns whether somebody can have this status.
    #[must_use]
    pub fn has_status(&self, status: StatusId) -> bool {
        self.has_effect(|effect| matches!(effect, Effect::AddStatus(add) if add.status == status))
            || self.any(|unit| unit.statuses.iter().any(|given| given.0 == status))
    }

    pub(crate) fn has_counters(&self) -> bool {
        self.has_effect(|effect| *effect == Effect::Counter)
    }

    pub(crate) fn has_fuses(&self) -> bool {
        self.any(UnitSetup::has_fuses)
    }

    pub(crate) fn has_stones(&self) -> bool {
        self.sides.iter().any(SideSetup::holds_stones)
    }

    pub(crate) fn has_evasion(&self) -> bool {
        self.any(|unit| unit.evasion != Evasions::default())
            || self.has_effect(|effect| matches!(effect, Effect::Evasion(_)))
    }

    pub(crate) fn has_negation(&self) -> bool {
        self.any(|unit| !unit.negation.is_empty())
            || self.has_effect(|effect| matches!(effect, Effect::Negation(_)))
    }

    pub(crate) fn has_doubles(&self) -> bool {
        self.any(|unit| unit.attack_mode == AttackMode::Double)
            || self.has_effect(
                |effect| matches!(effect, Effect::StandardAttack(attack) if attack.mode == AttackMode::Double),
            )
    }

    pub(crate) fn has_hp_attacks(&self) -> bool {
        self.any(|unit| unit.kind() == DamageKind::H)
            || self.has_effect(|effect| match effect {
                Effect::StandardAttack(attack) => attack.kind == Some(DamageKind::H),
                Effect::Damage(blast) => blast.kind == Some(DamageKind::H),
                _ => false,
            })
    }

    pub(crate) fn has_reactions(&self) -> bool {
        self.abilities().any(|ability| ability.moment().is_some_and(Timing::is_of_attack))
    }
}

impl Setup {
    /// The fight as it was before its first two sides changed places in the list: each stands on the end
    /// line on which it stood, and who begins is who began.
    #[must_use]
    pub fn mirrored(mut self) -> Self {
        self.mirrored = !self.mirrored;
        self.rulings.first = match self.rulings.first {
            First::Rolloff => First::Rolloff,
            First::SideA => First::SideB,
            First::SideB => First::SideA,
        };
        self
    }

    /// A fight of these units, everything else at its default.
    #[must_use]
    pub fn plain(first: Vec<UnitSetup>, second: Vec<UnitSetup>) -> Self {
        Self {
            rulings: Rulings::default(),
            max_rounds: 100,
            map: None,
            statuses: Status::shipped(),
            sides: vec![SideSetup::plain("first", first), SideSetup::plain("second", second)],
            mirrored: false,
        }
    }
}
