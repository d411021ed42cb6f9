//! Statuses: those that the game ships, and those of `[status.ID]`.

use crate::sheet::declare::{Extent, Place, join, value};
use crate::sheet::library::Library;
use crate::sheet::node::Node;
use crate::sheet::problem::Problems;
use crate::sheet::types::Items;
use crate::{sheet, words};

use super::super::vocabulary::{Bans, Change, MAX_STATUSES, Removal, Status};

sheet! {
    /// A status of Juso: a named bundle of changes.
    pub(super) struct StatusSheet is "status" {
        /// What it changes.
        "JU-80" change_value: Items<Change> = "[]";
        /// What it forbids.
        "JU-80" ban: Items<Ban> = "[]";
        /// Whether the next activation of its bearer uses it up, whatever the duration.
        "JU-80" one_activation: bool = "false";
        /// The roll that ends it, made at the end of each round by a bearer who is active.
        "JU-80" removal: Removal;
    }
}

words! {
    /// What a status can forbid.
    pub(super) enum Ban {
        /// The main action.
        Main = "main",
        /// Sub actions.
        Sub = "sub",
        /// Moves of its own.
        Move = "move",
        /// Attacks.
        Attack = "attack",
        /// Defences.
        Defend = "defend",
        /// Spending cores.
        SpendCore = "spend_core",
    }
}

/// Reads a status.
pub(super) fn read(node: &Node, id: &str, place: Place<'_>, problems: &mut Problems) -> Status {
    let sheet = StatusSheet::read(node, Extent::Whole, None, place, problems);
    let mut bans = Bans::default();
    for ban in value(&sheet.ban) {
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
        removal: sheet.removal.map(|removal| removal.value),
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
