//! Formulas as a scenario writes them: lists of sets such as `2d6`, `1dStr`, `2cd12`.

use super::Stat;
use crate::dice::{DiceRules, Die, Set};
use serde_json::Value;

use fray_kit::sheet::declare::{Read, Shape, refuse};
use fray_kit::sheet::ladder::Ladder;
use fray_kit::sheet::node::Node;
use fray_kit::sheet::problem::Problems;
use fray_kit::sheet::types::Items;

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
    /// The number of dice, 1 to 20.
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

/// The number of faces of a die, or the stat that gives its die.
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

/// Formulas, MG-05: of the sets of d4 to d12 the largest that is no d12 grows a size, and where there is none a
/// d4 joins them. Sets of the dice of a stat, and of other dice, stay as they are.
pub const SETS: Ladder = Ladder {
    noun: "dice",
    place: |value| sets(value).map(|sets| sets.iter().filter_map(|set| set.place()).sum()),
    above: |value| {
        let mut sets = sets(value)?;
        let can_grow = |set: &&mut SetText| set.place().is_some_and(|place| place < SIZES.len() as i64);
        match sets.iter_mut().filter(can_grow).max_by_key(|set| set.place()) {
            Some(set) => set.grow(1),
            None if value.is_array() => {
                sets.push(SetText { n: 1, cumulative: false, die: Side::Faces(SIZES[0]) });
            }
            None => return None,
        }
        Some(written(&sets, value))
    },
    below: |value| {
        let mut sets = sets(value)?;
        let least = |at: &usize| sets[*at].place();
        let at = (0..sets.len()).filter(|at| least(at).is_some()).min_by_key(least)?;
        match sets[at].place() {
            Some(1) if sets.len() == 1 => return None,
            Some(1) => drop(sets.remove(at)),
            _ => sets[at].grow(-1),
        }
        Some(written(&sets, value))
    },
};

/// The sizes of dice, smallest first.
const SIZES: [u8; 5] = [4, 6, 8, 10, 12];

/// The sets of a value as it stands in a file: a list of them, or one.
fn sets(value: &Value) -> Option<Vec<SetText>> {
    let parse = |value: &Value| SetText::parse(value.as_str()?);
    match value {
        Value::Array(list) if !list.is_empty() => list.iter().map(parse).collect(),
        _ => Some(vec![parse(value)?]),
    }
}

/// Sets as a value like this one.
fn written(sets: &[SetText], like: &Value) -> Value {
    let texts: Vec<Value> = sets.iter().map(|set| set.to_string().into()).collect();
    if like.is_array() { Value::Array(texts) } else { texts.into_iter().next().unwrap_or_default() }
}

impl SetText {
    /// The place of its dice among the sizes, from 1; `None` for the dice of a stat and other dice.
    fn place(&self) -> Option<i64> {
        let Side::Faces(faces) = self.die else { return None };
        SIZES.iter().position(|&size| size == faces).map(|at| at as i64 + 1)
    }

    /// Gives its dice that many sizes more.
    fn grow(&mut self, by: i64) {
        let to = self.place().and_then(|place| SIZES.get((place - 1 + by) as usize));
        self.die = to.map_or(self.die, |&faces| Side::Faces(faces));
    }
}

impl core::fmt::Display for SetText {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let (n, c) = (self.n, if self.cumulative { "c" } else { "" });
        match self.die {
            Side::Faces(faces) => write!(f, "{n}{c}d{faces}"),
            Side::Stat(stat) => {
                let at = Stat::ALL.iter().position(|other| *other == stat).unwrap_or_default();
                write!(f, "{n}{c}d{}", Stat::WORDS[at])
            }
        }
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn formulas_stand_in_a_ladder_of_their_dice() {
        let up = |value: Value| SETS.stepped(&value, 1);
        assert_eq!(up(json!(["2d6"])), Some(json!(["2d8"])));
        assert_eq!(up(json!(["1d12", "1dStr"])), Some(json!(["1d12", "1dstr", "1d4"])));
        assert_eq!(up(json!(["1d6", "1d10"])), Some(json!(["1d6", "1d12"])));
        assert_eq!(up(json!("2cd6")), Some(json!("2cd8")));
        assert_eq!(up(json!("1d12")), None, "one set stays one set");
        assert_eq!(SETS.stepped(&json!(["1d4", "1d10"]), -1), Some(json!(["1d10"])));
        assert_eq!(SETS.stepped(&json!(["1d4"]), -1), None);
        for none in [json!([]), json!(["martial_arts"]), json!(4), json!("spare")] {
            assert_eq!((SETS.place)(&none), None, "{none}");
        }
        // Every step is a place.
        for value in [json!(["2d6", "1dStr"]), json!(["1d12", "1d8"])] {
            let place = |value: &Value| (SETS.place)(value).expect("a formula");
            for by in -2..=6 {
                let there = SETS.stepped(&value, by).expect("there is room");
                assert_eq!(place(&there), place(&value) + by, "{value} {by}");
            }
        }
    }
}
