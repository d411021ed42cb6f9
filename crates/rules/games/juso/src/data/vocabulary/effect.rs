//! The effects of abilities.

use super::{Change, ChangeSheet, StatusId};
use fray_kit::sheet::declare::{Read, Shape};
use fray_kit::sheet::node::Node;
use fray_kit::sheet::problem::Problems;
use fray_kit::sheet::types::Int;
use fray_kit::{Choices, Words, readers};

/// What an ability does to each of its targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
#[choices("an effect")]
pub enum Effect {
    /// Damage, with the flow of JU-65.
    #[choice(short = amount)]
    Damage {
        /// How much; a roll of it is the damage roll.
        #[key("JU-66", required)]
        amount: Amount,
        /// Special armour does not reduce it.
        #[key("JU-67", default = "false")]
        ignore_special_armour: bool,
        /// It does not knock back.
        #[key("JU-69", default = "false")]
        no_knockback: bool,
        /// It counts as a back attack wherever the two stand.
        #[key("JU-73", default = "false")]
        as_back_attack: bool,
    },
    /// Life back, at most to full life; not for the incapacitated.
    Heal(Amount),
    /// An incapacitated target has this life again.
    #[choice(reads = Int<1, 99>)]
    Revive(u8),
    /// Cores.
    GainCore(Amount),
    /// Cores lost.
    LoseCore(Amount),
    /// High mana.
    GainHighMana(Amount),
    /// The unit that has the ability moves.
    MoveSelf {
        /// Which way, seen by the one who moves.
        #[key("JU-34", required)]
        direction: Direction,
        /// How far.
        #[key("JU-34", required)]
        amount: Amount,
        /// Whether enemies do not stop it.
        #[key("JU-34", default = "false")]
        through_enemies: bool,
    },
    /// The target is moved.
    MoveTarget {
        /// Which way, seen by the one who moves.
        #[key("JU-34", required)]
        direction: Direction,
        /// How far.
        #[key("JU-34", required)]
        amount: Amount,
        /// Whether its enemies do not stop it.
        #[key("JU-34", default = "false")]
        through_enemies: bool,
    },
    /// The target is knocked back this many squares, less its machine level and type reduction.
    Knockback(Amount),
    /// Less damage of this attack; at `on_damage`.
    ReduceDamage(Amount),
    /// Less knockback of this attack; at `on_knockback` squares of it taken back.
    ReduceKnockback(Amount),
    /// Attack dice.
    #[choice(reads = Int<-20, 20>)]
    AttackDice(i8),
    /// Defence dice.
    #[choice(reads = Int<-20, 20>)]
    DefenceDice(i8),
    /// Damage dice.
    #[choice(reads = Int<-20, 20>)]
    DamageDice(i8),
    /// A value of the stat block changes.
    #[choice(reads = ChangeSheet)]
    ChangeValue(Change),
    /// The difficulty of this attack's base roll (at `with_attack`), or of the defence against it (at `on_defence`).
    #[choice(reads = Int<-20, 20>)]
    ChangeDifficulty(i8),
    /// Defences do not lose dice by repetition (JU-62).
    RepeatDefenceImmunity,
    /// One more action in this activation, or in the next one of a target that is not acting. What is left of its stance is then played again.
    ExtraAction(ActionKind),
    /// One action less in the present activation, or in the next.
    LoseAction(ActionKind),
    /// A status.
    #[choice(reads = NameOf)]
    AddStatus(StatusId),
    /// A status ends.
    #[choice(reads = NameOf)]
    RemoveStatus(StatusId),
    /// The flag goes to the unit's side.
    TakeFlag,
    /// This weapon of the target is used from now on, before the others.
    #[choice(reads = NameOf)]
    SwitchWeapon(u8),
}

/// An amount: a fixed number, and the successes of a success-degree roll of this many dice and, with `split`,
/// of the split dice of the roll too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    /// The fixed part, 0 to 99.
    pub fixed: u8,
    /// Dice, 0 to 40.
    pub dice: u8,
    /// Whether the split dice join, or the successes of a roll of degree are added.
    pub split: bool,
}

impl Amount {
    /// A fixed number.
    #[must_use]
    pub const fn fixed(fixed: u8) -> Self {
        Self { fixed, dice: 0, split: false }
    }

    /// Dice.
    #[must_use]
    pub const fn dice(dice: u8) -> Self {
        Self { fixed: 0, dice, split: false }
    }
}

impl Read for Amount {
    type Out = Self;

    fn shape() -> Shape {
        Shape::Either(vec![Int::<0, 99>::shape(), Shape::Text])
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self> {
        let amount = match (node.as_int(), node.as_text()) {
            (Some(n), _) => u8::try_from(n).ok().filter(|n| *n <= 99).map(Self::fixed),
            (None, Some(text)) => sum(text),
            (None, None) => None,
        };
        if amount.is_none() {
            let message = format!(
                "expected an amount like `3`, `\"4d\"`, `\"split\"` or `\"2d+1\"`, of at most 99 and 40d, found {}",
                node.found()
            );
            problems.add(node.span, key, message);
        }
        amount
    }
}

/// Reads a sum of a number, dice and `split`, each at most once.
fn sum(text: &str) -> Option<Amount> {
    let (mut fixed, mut dice, mut split) = (None, None, false);
    for term in text.split('+').map(str::trim) {
        let digits =
            |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?;
        let is_new = match (term, term.strip_suffix('d')) {
            ("split", _) => !std::mem::replace(&mut split, true),
            (_, Some(n)) => dice.replace(digits(n).filter(|n: &u8| *n <= 40)?).is_none(),
            (n, None) => fixed.replace(digits(n).filter(|n: &u8| *n <= 99)?).is_none(),
        };
        if !is_new {
            return None;
        }
    }
    Some(Amount { fixed: fixed.unwrap_or(0), dice: dice.unwrap_or(0), split })
}

/// Which way along the board, seen by the one who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Direction {
    /// Towards the far end.
    Forward,
    /// Towards the own end.
    Backward,
}

/// A main or a sub action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum ActionKind {
    /// Main.
    Main,
    /// Sub.
    Sub,
}

impl Effect {
    /// Returns how much it does, where that is an amount.
    #[must_use]
    pub fn amount(&self) -> Option<Amount> {
        match *self {
            Self::Damage { amount, .. }
            | Self::Heal(amount)
            | Self::GainCore(amount)
            | Self::LoseCore(amount)
            | Self::GainHighMana(amount)
            | Self::MoveSelf { amount, .. }
            | Self::MoveTarget { amount, .. }
            | Self::Knockback(amount)
            | Self::ReduceDamage(amount)
            | Self::ReduceKnockback(amount) => Some(amount),
            Self::Revive(_)
            | Self::AttackDice(_)
            | Self::DefenceDice(_)
            | Self::DamageDice(_)
            | Self::ChangeValue(_)
            | Self::ChangeDifficulty(_)
            | Self::RepeatDefenceImmunity
            | Self::ExtraAction(_)
            | Self::LoseAction(_)
            | Self::AddStatus(_)
            | Self::RemoveStatus(_)
            | Self::TakeFlag
            | Self::SwitchWeapon(_) => None,
        }
    }
}

readers! {
    /// The place of a status or a weapon, which a file gives by name: names are replaced by places before
    /// the effects are read.
    pub(super) struct NameOf of i32: Shape::Text, |node, key, problems| Int::<0, 255>::read(node, key, problems);
}
