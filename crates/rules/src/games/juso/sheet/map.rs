//! What stands in `[map]` and what a side says of itself.

use crate::sheet::declare::{Extent, Place, Read, Shape, join, refuse, value};
use crate::sheet::envelope::{Document, Side, SideDoc};
use crate::sheet::node::Node;
use crate::sheet::problem::{At, Problems};
use crate::sheet::types::Int;
use crate::{read_words, sheet};

use super::super::setup::{End, Flag, Obstacle};

read_words!(Surprise { "none" => Surprise(None), "left" => Surprise(Some(End::Left)), "right" => Surprise(Some(End::Right)) });

/// The side whose ambush succeeded.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Surprise(pub Option<End>);

sheet! {
    /// The board: one row of 14 squares. The first side owns the left end, the second the right one.
    pub(super) struct MapSheet is "[map]" {
        /// The side whose ambush succeeded: it takes the flag, whatever `flag` says.
        "JU-12" surprise: Surprise = "none";
        /// Who holds the flag at first, or how many dice each side rolls for it; if nothing is said, the dice of JU-10 are rolled.
        "JU-10, JU-11" flag: FirstFlag;
        /// Columns with terrain that hinders shots, and moves if it says so.
        "JU-52, JU-34" obstacles: Obstacles = "[]";
    }
}

sheet! {
    /// The dice of the initiative roll.
    pub(super) struct FlagDice is "flag" {
        /// The dice of the left side.
        "JU-11" left_dice: Int<0, 40>, required;
        /// The dice of the right side.
        "JU-11" right_dice: Int<0, 40>, required;
    }
}

sheet! {
    /// A square of terrain.
    pub(super) struct ObstacleSheet is "obstacle" {
        /// Its column.
        "JU-52" col: Int<1, 14>, required;
        /// Whether it stops the moves of both sides as an enemy does.
        "JU-34" blocks_move: bool = "false";
    }
}

sheet! {
    /// What a side of Juso says of itself.
    pub(super) struct SideSheet is "side" {
        /// High or low morale: a die of initiative more or less.
        "JU-10" morale: Int<-1, 1> = "0";
        /// Clearly stronger or weaker: a die of initiative more or less.
        "JU-10" strength: Int<-1, 1> = "0";
    }
}

/// The key `flag`.
#[derive(Debug)]
pub(super) struct FirstFlag;

impl Read for FirstFlag {
    type Out = Flag;

    fn shape() -> Shape {
        Shape::Either(vec![Shape::Word(vec!["left", "right"]), Shape::Table(&FlagDice::INFO)])
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Flag> {
        match node.as_text() {
            Some("left") => return Some(Flag::Held(End::Left)),
            Some("right") => return Some(Flag::Held(End::Right)),
            _ if node.as_table().is_none() => {
                refuse(node, key, &Self::shape(), problems);
                return None;
            }
            _ => {}
        }
        let place = Place { path: key, owner: "`flag`" };
        let dice = FlagDice::read(node, Extent::Whole, None, place, problems);
        let [left, right] = [dice.left_dice?.value, dice.right_dice?.value];
        if left == 0 && right == 0 {
            problems.add(node.span, key, "at least one side needs a die, or nobody ever takes the flag");
        }
        Some(Flag::Dice([left as u8, right as u8]))
    }
}

/// The key `obstacles`.
#[derive(Debug)]
pub(super) struct Obstacles;

impl Read for Obstacles {
    type Out = Vec<Obstacle>;

    fn shape() -> Shape {
        let one = Shape::Either(vec![Int::<1, 14>::shape(), Shape::Table(&ObstacleSheet::INFO)]);
        Shape::List(Box::new(one))
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Vec<Obstacle>> {
        let Some(list) = node.as_list() else {
            refuse(node, key, &Self::shape(), problems);
            return None;
        };
        let mut obstacles: Vec<Obstacle> = Vec::new();
        for item in &list {
            let (col, blocks_move) = if item.as_table().is_some() {
                let place = Place { path: key, owner: "the obstacle" };
                let sheet = ObstacleSheet::read(item, Extent::Whole, None, place, problems);
                (sheet.col.map(|col| col.value), value(&sheet.blocks_move))
            } else {
                (Int::<1, 14>::read(item, key, problems), false)
            };
            let Some(col) = col else { continue };
            if obstacles.iter().any(|other| i32::from(other.col) == col) {
                problems.add(item.span, key, format!("column {col} has two obstacles"));
            }
            obstacles.push(Obstacle { col: col as u8, blocks_move });
        }
        Some(obstacles)
    }
}

/// What `[map]` says.
pub(super) fn read(document: &Document, problems: &mut Problems) -> MapSheet {
    let place = Place { path: "map", owner: "`[map]`" };
    match &document.map {
        Some(map) => MapSheet::read(&map.value, Extent::Whole, None, place, problems),
        None => MapSheet::default(),
    }
}

/// What a side says of itself: morale and strength.
pub(super) fn side(doc: &SideDoc, path: &str, problems: &mut Problems) -> [i32; 2] {
    let owner = format!("side `{}`", doc.name.value);
    let place = Place { path, owner: &owner };
    let sheet = SideSheet::read(&doc.node, Extent::Whole, Some(&Side::INFO), place, problems);
    [value(&sheet.morale), value(&sheet.strength)]
}

/// Notes sides beyond the two that own an end of the board.
pub(super) fn two(document: &Document, problems: &mut Problems) -> bool {
    if let Some(At { value, span }) = document.sides.get(2).map(|side| &side.name) {
        let message = format!("Juso is fought by two sides, one at each end, JU-07; `{value}` is one more");
        problems.add(*span, join("side", value), message);
    }
    document.sides.len() == 2
}
