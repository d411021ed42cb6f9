//! What an ability does.

use super::{Change, StatusId};

/// What an ability does to each of its targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Damage, with the whole flow of JU-65.
    Damage {
        /// How much; a roll of it is the damage roll.
        amount: Amount,
        /// Special armour does not reduce it (JU-67).
        ignore_special_armour: bool,
        /// It does not knock back (JU-69).
        no_knockback: bool,
        /// It counts as a back attack wherever the two stand (JU-73).
        as_back_attack: bool,
    },
    /// Life back, at most to full life; not for the incapacitated.
    Heal(Amount),
    /// An incapacitated target has this life again, 1 to 99 (JU-77).
    Revive(u8),
    /// Cores.
    GainCore(Amount),
    /// Cores lost.
    LoseCore(Amount),
    /// High mana.
    GainHighMana(Amount),
    /// The unit that has the ability moves.
    MoveSelf {
        /// Which way.
        direction: Direction,
        /// How far.
        amount: Amount,
        /// Whether enemies do not stop it.
        through_enemies: bool,
    },
    /// The target is moved.
    MoveTarget {
        /// Which way.
        direction: Direction,
        /// How far.
        amount: Amount,
        /// Whether its enemies do not stop it.
        through_enemies: bool,
    },
    /// The target is knocked back so many squares, less its machine level and type reduction.
    Knockback(Amount),
    /// Less damage of this attack (timing `OnDamage`).
    ReduceDamage(Amount),
    /// Less knockback of this attack (`OnDefence`, `OnDamage`); squares of it taken back
    /// (`OnKnockback`).
    ReduceKnockback(Amount),
    /// Attack dice, -20 to 20.
    AttackDice(i8),
    /// Defence dice, -20 to 20.
    DefenceDice(i8),
    /// Damage dice, -20 to 20.
    DamageDice(i8),
    /// A value of the stat block changes.
    ChangeValue(Change),
    /// The difficulty of the base roll of this attack (`WithAttack`) or of the defence against it
    /// (`OnDefence`), -20 to 20; nothing at other timings.
    ChangeDifficulty(i8),
    /// Defences do not lose dice by repetition (JU-62).
    RepeatDefenceImmunity,
    /// One more action in this activation, or in the next one of a target that is not acting.
    /// What is left of its stance is then played again.
    ExtraAction(ActionKind),
    /// One action less in the present activation, or in the next.
    LoseAction(ActionKind),
    /// A status.
    AddStatus(StatusId),
    /// A status ends.
    RemoveStatus(StatusId),
    /// The flag goes to the unit's side.
    TakeFlag,
    /// This weapon of the target's list, from 0, is used from now on, before the others.
    SwitchWeapon(u8),
}

/// How much: a fixed number, and the successes of a success-degree roll of so many dice and, with
/// `split`, of the split dice of the roll too.
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

/// Which way along the board, seen by the one who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards the far end.
    Forward,
    /// Towards the own end.
    Backward,
}

/// A main or a sub action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// Main.
    Main,
    /// Sub.
    Sub,
}

impl Effect {
    /// How much it does, where that is an amount.
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
