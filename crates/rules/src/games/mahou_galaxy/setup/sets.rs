//! Formulas as a scenario writes them: lists of sets such as `2d6`, `1dStr`, `2cd12`.

use super::super::dice::{DiceRules, Die, Set};
use super::Stat;
use crate::sheet::declare::{Read, Shape, refuse};
use crate::sheet::node::Node;
use crate::sheet::problem::Problems;
use crate::sheet::types::Items;

/// The die of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Of so many faces, and what is added to each roll.
    Faces(u8),
    /// The die of a stat of the wielder.
    Stat(Stat),
}

/// A set of dice of a formula (MG-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetText {
    /// How many dice, 1 to 20.
    pub n: u8,
    /// Whether all of them count.
    pub cumulative: bool,
    /// The die.
    pub die: Side,
}

impl SetText {
    /// From a text like `2d6`, `1dStr` or `2cd12`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (count, die) = text.split_once('d')?;
        let (count, cumulative) = count.strip_suffix('c').map_or((count, false), |count| (count, true));
        let n = count
            .parse()
            .ok()
            .filter(|n| (1..=20).contains(n) && count.bytes().all(|b| b.is_ascii_digit()))?;
        let stat = Stat::WORDS.iter().position(|word| die.eq_ignore_ascii_case(word));
        let die = match stat {
            Some(place) => Side::Stat(Stat::ALL[place]),
            None => Side::Faces(die.parse().ok().filter(|n| (2..=20).contains(n))?),
        };
        Some(Self { n, cumulative, die })
    }

    /// The set for use where nobody's stats have a say: of hazards and falls.
    #[must_use]
    pub fn plain(self, dice: DiceRules) -> Set {
        let faces = match self.die {
            Side::Faces(n) => n,
            Side::Stat(_) => 6,
        };
        Set { n: self.n, die: Die::of_faces(faces, 0, dice), cumulative: self.cumulative }
    }
}

/// What `die` is called.
pub type Sides = Side;

impl Read for SetText {
    type Out = Self;

    fn shape() -> Shape {
        Shape::Form {
            what: "a set of dice like \"2d6\", \"1dStr\" or \"2cd12\"",
            pattern: "^[0-9]+c?d([0-9]+|[Ss]tr|[Dd]ef|[Aa]gi|[Ii]nt|[Aa]cc|[Pp]er)$",
        }
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self> {
        let set = node.as_text().and_then(Self::parse);
        if set.is_none() {
            refuse(node, key, &Self::shape(), problems);
        }
        set
    }
}

/// The sets of a formula, at most four.
#[derive(Debug)]
pub struct SetTexts;

impl Read for SetTexts {
    type Out = Vec<SetText>;

    fn shape() -> Shape {
        Items::<SetText>::shape()
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Vec<SetText>> {
        const MOST: usize = 4;
        let sets = Items::<SetText>::read(node, key, problems)?;
        if sets.len() > MOST {
            let message = format!("expected at most {MOST} sets of dice, found {}", sets.len());
            problems.add(node.span, key, message);
            return None;
        }
        Some(sets)
    }
}
