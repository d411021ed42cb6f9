//! When abilities are used or rolled, on which rolls, and how long what they do lasts.

use super::{AnyDefence, AnyKind, Whose};
use fray_kit::choices;
use fray_kit::sheet::declare::{Read, Shape, refuse};
use fray_kit::sheet::node::Node;
use fray_kit::sheet::problem::Problems;
use fray_kit::sheet::types::Int;

choices! {
    /// When an ability is used or rolled.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Timing is "a timing" {
        /// In an activation.
        "activation" Activation,
        /// In an attack on the unit, before its damage is taken.
        "before_damage" BeforeDamage,
        /// After an attack of its own took HP.
        "after_damage" AfterDamage,
        /// After an attack on it was declared that Blind did not stop.
        "on_attacked" OnAttacked,
        /// After an attack of this kind on it whose damage was neither evaded nor negated.
        "on_hit" OnHit(AnyKind),
        /// After an attack of this kind on it did HP damage.
        "on_hp_damage" OnHpDamage(AnyKind),
        /// After an attack took off this defence.
        "on_erosion" OnErosion(AnyDefence),
        /// After an evasion of its succeeded, of any scope.
        "on_evade" OnEvade,
        /// After a critical attack on it.
        "on_crit_taken" OnCritTaken,
        /// After a critical attack of its own.
        "on_crit_dealt" OnCritDealt,
        /// After the fall of itself, another of its side or an enemy.
        "on_incapacitated" OnIncapacitated(Whose),
        /// At the start of its side's turn, after drawing.
        "start_of_turn" StartOfTurn,
        /// At the end of its side's turn.
        "end_of_turn" EndOfTurn,
        /// After its own Move of at least one step.
        "on_move" OnMove,
        /// After another of its side lost HP to an attack.
        "on_ally_damaged" OnAllyDamaged,
    }
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

choices! {
    /// A roll of its own (SB-03).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Trigger is "a trigger" {
        /// No roll.
        "always" Always,
        /// On a-b.
        "on_range" OnRange(Between),
        /// On #: one die shows the digit; both dice double the effect.
        "on_digit" OnDigit(u8 as Int<0, 9>),
        /// On Doubles.
        "on_doubles" OnDoubles,
        /// On CRT.
        "on_crt" OnCrt,
    }
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

choices! {
    /// How long a lasting effect lasts.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Duration is "a duration" {
        /// It happens and is over: for effects that do not last.
        "instant" Instant,
        /// While its fuse, innate ability or aura is on.
        "while_fused" WhileFused,
        /// To the end of this attack.
        "this_attack" ThisAttack,
        /// To the end of the present side's turn.
        "end_of_turn" EndOfTurn,
        /// To the n-th end of a turn of the bearer's side after the turn in which it was given.
        "turns" Turns(u8 as Int<1, 99>),
        /// To the end of the fight.
        "fight" Fight,
    }
}
