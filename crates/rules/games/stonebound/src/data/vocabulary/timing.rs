//! The moments at which abilities are used or rolled, the rolls that they go with, and the durations of their
//! effects.

use super::{AnyDefence, AnyKind, Whose};
use fray_kit::Choices;
use fray_kit::sheet::declare::{Read, Shape, refuse};
use fray_kit::sheet::node::Node;
use fray_kit::sheet::problem::Problems;
use fray_kit::sheet::types::Int;

/// When an ability is used or rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
#[choices("a timing")]
pub enum Timing {
    /// In an activation.
    Activation,
    /// In an attack on the unit, before its damage is taken.
    BeforeDamage,
    /// After an attack of its own took HP.
    AfterDamage,
    /// After an attack on it was declared that Blind did not stop.
    OnAttacked,
    /// After an attack of this kind on it whose damage was neither evaded nor negated.
    OnHit(AnyKind),
    /// After an attack of this kind on it did HP damage.
    OnHpDamage(AnyKind),
    /// After an attack took off this defence.
    OnErosion(AnyDefence),
    /// After an evasion of its succeeded, of any scope.
    OnEvade,
    /// After a critical attack on it.
    OnCritTaken,
    /// After a critical attack of its own.
    OnCritDealt,
    /// After the fall of itself, another of its side or an enemy.
    OnIncapacitated(Whose),
    /// At the start of its side's turn, after drawing.
    StartOfTurn,
    /// At the end of its side's turn.
    EndOfTurn,
    /// After its own Move of at least one step.
    OnMove,
    /// After another of its side lost HP to an attack.
    OnAllyDamaged,
}

impl Timing {
    /// Returns whether it answers an attack or ability of somebody who can be its target `attacker`.
    #[must_use]
    pub fn answers_attack(self) -> bool {
        !matches!(
            self,
            Self::Activation
                | Self::StartOfTurn
                | Self::EndOfTurn
                | Self::OnMove
                | Self::AfterDamage
                | Self::OnCritDealt
        )
    }

    /// Returns whether it belongs to an attack that is under way or just made.
    #[must_use]
    pub fn is_of_attack(self) -> bool {
        !matches!(self, Self::Activation | Self::StartOfTurn | Self::EndOfTurn | Self::OnMove)
    }
}

/// A roll of its own (SB-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
#[choices("a trigger")]
pub enum Trigger {
    /// No roll.
    Always,
    /// On a-b.
    OnRange(Between),
    /// On #: one die shows the digit; both dice double the effect.
    #[choice(reads = Int<0, 9>)]
    OnDigit(u8),
    /// On Doubles.
    OnDoubles,
    /// On CRT.
    OnCrt,
}

/// `[a, b]`: from a to b, 1 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Between {
    /// The least roll.
    pub from: u8,
    /// The greatest.
    pub to: u8,
}

impl Read for Between {
    type Out = Self;

    fn shape() -> Shape {
        Shape::List(Box::new(Int::<1, 100>::shape()))
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self> {
        let numbers = node.as_list().map(|list| list.iter().filter_map(Node::as_int).collect::<Vec<_>>());
        match numbers.as_deref() {
            Some(&[from, to]) if 1 <= from && from <= to && to <= 100 => {
                Some(Self { from: from as u8, to: to as u8 })
            }
            Some(_) => {
                let message = format!("expected `[a, b]` with 1 <= a <= b <= 100, found {}", node.found());
                problems.add(node.span, key, message);
                None
            }
            None => {
                refuse(node, key, &Self::shape(), problems);
                None
            }
        }
    }
}

/// How long a lasting effect lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
#[choices("a duration")]
pub enum Duration {
    /// It happens and is over: for effects that do not last.
    Instant,
    /// While its fuse, innate ability or aura is on.
    WhileFused,
    /// To the end of this attack.
    ThisAttack,
    /// To the end of the present side's turn.
    EndOfTurn,
    /// To the n-th end of a turn of the bearer's side after the turn in which it was given.
    #[choice(reads = Int<1, 99>)]
    Turns(u8),
    /// To the end of the fight.
    Fight,
}
