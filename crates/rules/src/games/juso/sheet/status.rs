//! Statuses: those that the game ships, and those of `[status.ID]`.

use crate::sheet::declare::{Extent, Place, Read, Shape, join, refuse, value};
use crate::sheet::library::Library;
use crate::sheet::node::Node;
use crate::sheet::problem::Problems;
use crate::sheet::types::{Int, List};
use crate::{read_words, sheet};

use super::super::vocabulary::{Bans, Change, MAX_STATUSES, Pool, Removal, Status};
use super::effect::ChangeSheet;
use super::weapon::AbilityName;

sheet! {
    /// A status of Juso: a named bundle of changes.
    pub(super) struct StatusSheet is "status" {
        /// What it changes.
        "JU-80" change_value: Changes = "[]";
        /// What it forbids.
        "JU-80" ban: List<BanName> = "[]";
        /// Whether the next activation of its bearer uses it up, whatever the duration.
        "JU-80" one_activation: bool = "false";
        /// The roll that ends it, made at the end of each round by a bearer who is active.
        "JU-80" removal: RemovalOf;
    }
}

sheet! {
    /// A difficulty roll that ends a status.
    pub(super) struct RemovalSheet is "removal" {
        /// An ability, rolled with its class level, or a number of dice.
        "JU-02" pool: PoolOf, required;
        /// Its difficulty.
        "JU-02" difficulty: Int<0, 20>, required;
    }
}

read_words!(
    /// What a status can forbid.
    pub(super) struct BanName of Ban {
        "main" => Ban::Main,
        "sub" => Ban::Sub,
        "move" => Ban::Move,
        "attack" => Ban::Attack,
        "defend" => Ban::Defend,
        "spend_core" => Ban::SpendCore,
    }
);

/// What a status can forbid.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ban {
    Main,
    Sub,
    Move,
    Attack,
    Defend,
    SpendCore,
}

/// The key `change_value` of a status.
#[derive(Debug)]
pub(super) struct Changes;

impl Read for Changes {
    type Out = Vec<Change>;

    fn shape() -> Shape {
        Shape::List(Box::new(Shape::Table(&ChangeSheet::INFO)))
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Vec<Change>> {
        let Some(list) = node.as_list() else {
            refuse(node, key, &Self::shape(), problems);
            return None;
        };
        Some(list.iter().filter_map(|item| <ChangeSheet as Read>::read(item, key, problems)).collect())
    }
}

/// The dice of a roll: an ability with its class level, or a number.
#[derive(Debug)]
pub(super) struct PoolOf;

impl Read for PoolOf {
    type Out = Option<Pool>;

    fn shape() -> Shape {
        Shape::Either(vec![AbilityName::shape(), Int::<0, 40>::shape()])
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Option<Pool>> {
        let pool = match node.as_int() {
            Some(n) => u8::try_from(n).ok().filter(|n| *n <= 40).map(Pool::Dice),
            None => AbilityName::read(node, key, &mut Problems::default()).flatten().map(Pool::Ability),
        };
        if pool.is_none() {
            refuse(node, key, &Self::shape(), problems);
        }
        pool.map(Some)
    }
}

/// The key `removal`.
#[derive(Debug)]
pub(super) struct RemovalOf;

impl Read for RemovalOf {
    type Out = Option<Removal>;

    fn shape() -> Shape {
        Shape::Table(&RemovalSheet::INFO)
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Option<Removal>> {
        let place = Place { path: key, owner: "the removal" };
        let sheet = RemovalSheet::read(node, Extent::Whole, None, place, problems);
        Some(Some(Removal { pool: sheet.pool?.value?, difficulty: sheet.difficulty?.value as u8 }))
    }
}

/// Reads a status.
pub(super) fn read(node: &Node, id: &str, place: Place<'_>, problems: &mut Problems) -> Status {
    let sheet = StatusSheet::read(node, Extent::Whole, None, place, problems);
    let mut bans = Bans::default();
    for ban in value(&sheet.ban).into_iter().filter_map(|ban| ban.value) {
        *match ban {
            Ban::Main => &mut bans.main,
            Ban::Sub => &mut bans.sub,
            Ban::Move => &mut bans.moves,
            Ban::Attack => &mut bans.attack,
            Ban::Defend => &mut bans.defend,
            Ban::SpendCore => &mut bans.spend_core,
        } = true;
    }
    Status {
        name: id.to_owned(),
        changes: value(&sheet.change_value),
        bans,
        one_activation: value(&sheet.one_activation),
        removal: value(&sheet.removal),
    }
}

/// The statuses of a scenario: the shipped ones, and its own in the order of their names. What is
/// wrong inside them is said where blocks are checked.
pub(super) fn all(library: &Library, problems: &mut Problems) -> Vec<Status> {
    let mut statuses = Status::shipped();
    for (id, block) in library.section("status") {
        let path = join("status", id);
        if statuses.iter().any(|known| known.name == id) {
            let message = format!("`{id}` is a status of the game and cannot be another one");
            problems.add(block.span, path, message);
        } else if statuses.len() == MAX_STATUSES {
            let n = MAX_STATUSES - Status::shipped().len();
            problems.add(block.span, path, format!("a scenario has at most {n} statuses of its own"));
            break;
        } else {
            let mut ignored = Problems::default();
            statuses.push(read(&block.node, id, Place { path: &path, owner: "the status" }, &mut ignored));
        }
    }
    statuses
}
