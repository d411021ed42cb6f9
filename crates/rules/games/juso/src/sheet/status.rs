//! Statuses: those that the game ships, and those of `[status.ID]`.

use fray_kit::sheet::block::Block;
use fray_kit::sheet::declare::{Extent, Place, join};
use fray_kit::sheet::library::Library;
use fray_kit::sheet::node::Node;
use fray_kit::sheet::problem::Problems;

use crate::data::vocabulary::{MAX_STATUSES, Status};

/// Reads a status.
pub(super) fn read(node: &Node, id: &str, place: Place<'_>, problems: &mut Problems) -> Status {
    Status { name: id.to_owned(), ..Status::read_block(node, Extent::Whole, place, problems) }
}

/// The statuses of a scenario: the shipped ones, and its own in the order of their names. Errors inside them
/// are reported where blocks are checked.
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
