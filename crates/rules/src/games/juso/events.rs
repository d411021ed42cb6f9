//! What the play-by-play says.

use super::metrics::Exhaustion;
use super::setup::{AttackKind, End};
use super::vocabulary::{How, Stat, StatusId};
use crate::engine::roster::UnitId;

/// One line of the play-by-play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are named by what they are")]
pub enum Event {
    /// Placed by chance (JU-08).
    Placed { unit: UnitId, own: i32 },
    /// High mana was rolled (JU-09).
    HighMana { unit: UnitId, dice: i32, gained: i32 },
    /// The initiative roll (JU-11).
    Initiative { dice: [i32; 2], rolled: [i32; 2], winner: End },
    /// Who begins with the flag without a roll; by surprise or by the scenario (JU-12).
    FlagGiven { side: End, surprise: bool },
    /// The preparation phase.
    Preparation,
    /// Cores were gained (JU-14).
    Cores { unit: UnitId, dice: i32, gained: i32, cores: i32 },
    /// The action phase, with the first side of the round (JU-15).
    Action { first: End },
    /// The unit's activation, on this column.
    Acts { unit: UnitId, column: i32, life: i32, cores: i32 },
    /// The unit's slot passes.
    Passes { unit: UnitId, why: Passes },
    /// The unit does nothing.
    Stays { unit: UnitId },
    /// A move of its own from own number to own number (JU-31 to JU-36).
    Moves { unit: UnitId, how: Move, from: i32, to: i32 },
    /// An attempt to slip past or to sneak (JU-38 to JU-40).
    Slips { unit: UnitId, sneaks: bool, dice: i32, difficulty: i32, rolled: i32, succeeds: bool },
    /// A weapon was made ready (JU-22).
    Readies { unit: UnitId, weapon: u8 },
    /// An attack is declared: pool after cores, of which the split is taken (JU-42, JU-43).
    Attacks { unit: UnitId, target: UnitId, weapon: u8, pool: i32, cores: i32, split: i32 },
    /// An area attack is declared on this column (JU-54).
    AttacksArea { unit: UnitId, column: i32, weapon: u8, pool: i32, cores: i32, split: i32 },
    /// The base roll against a fixed value (JU-42).
    BaseRoll { unit: UnitId, target: UnitId, dice: i32, rolled: i32, value: i32, hits: bool },
    /// The successes of an attack that its targets answer (JU-43).
    PowerRoll { unit: UnitId, dice: i32, rolled: i32 },
    /// A defence against this difficulty; `dice` is `None` if armour alone decided (JU-57).
    Defends { unit: UnitId, how: Defence, dice: Option<i32>, difficulty: i32, rolled: i32, stops: bool },
    /// Body defence: the knockback it takes away (JU-59).
    BodyDefence { unit: UnitId, dice: i32, rolled: i32 },
    /// The damage roll (JU-66).
    DamageRoll { unit: UnitId, dice: i32, rolled: i32 },
    /// Special armour (JU-67).
    SpecialArmour { unit: UnitId, stopped: i32, left: i32 },
    /// Damage that an ability stops.
    Reduced { unit: UnitId, stopped: i32, left: i32 },
    /// A knockback (JU-69, JU-70): squares, from and to own number.
    KnockedBack { unit: UnitId, squares: i32, from: i32, to: i32 },
    /// A back attack turns this many squares into damage (JU-73).
    BackAttack { unit: UnitId, squares: i32 },
    /// Squares endured with cores (JU-75).
    Endures { unit: UnitId, squares: i32, to: i32, cores: i32 },
    /// Retreat-defence (JU-74).
    Retreats { unit: UnitId, squares: i32, to: i32 },
    /// The unit left the board (JU-35).
    Leaves { unit: UnitId },
    /// Life lost (JU-76).
    Loses { unit: UnitId, damage: i32, life: i32 },
    /// Incapacitated (JU-76).
    Incapacitated { unit: UnitId },
    /// Dead (JU-68).
    Dead { unit: UnitId },
    /// The last core is spent.
    Exhausted { unit: UnitId, why: Exhaustion },
    /// First aid (JU-77).
    FirstAid { unit: UnitId, target: UnitId, dice: i32, rolled: i32, succeeds: bool },
    /// The flag changes hands (JU-23).
    Flag { side: End },
    /// An ability is used (JU-80).
    Ability { unit: UnitId, ability: u8, target: UnitId },
    /// Its roll (JU-80).
    AbilityRoll { unit: UnitId, dice: i32, rolled: i32, difficulty: i32, succeeds: bool },
    /// Life back.
    Heals { unit: UnitId, life: i32 },
    /// Cores gained or lost by an ability.
    CoresChanged { unit: UnitId, cores: i32 },
    /// High mana gained by an ability.
    HighManaChanged { unit: UnitId, mana: i32 },
    /// A status begins or ends.
    Status { unit: UnitId, status: StatusId, begins: bool },
    /// The roll to be rid of a status.
    Recovers { unit: UnitId, status: StatusId, dice: i32, rolled: i32, difficulty: i32, succeeds: bool },
    /// An ability changes a number of the unit.
    Changes { unit: UnitId, stat: Stat, how: How },
    /// An ability lets the unit defend without losing dice by repetition.
    Unwearied { unit: UnitId },
    /// What an ability did for a time is over.
    Ends { unit: UnitId, mark: u8 },
    /// The enemies know of the unit.
    Noticed { unit: UnitId },
    /// The round end phase.
    RoundEnd,
    /// Cores lost and kept at the end of the round (JU-17).
    CoresLost { unit: UnitId, lost: i32, kept: i32 },
    /// A side concedes (D-15).
    Concedes { side: End },
}

/// Why a unit's slot passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// It is dead.
    Dead,
    /// It is incapacitated.
    Down,
    /// JU-12: its side is surprised.
    Surprised,
}

/// How a unit moves of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// JU-31.
    Large,
    /// JU-32.
    Small,
    /// JU-33.
    DoubleSub,
    /// JU-38, JU-39.
    Slip,
    /// By an ability.
    Ability,
}

/// A defence that can stop an attack (JU-58, JU-60, JU-61).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defence {
    /// Agility.
    Agility,
    /// Perception.
    Perception,
    /// Resistance.
    Resistance,
}

impl Defence {
    /// JU-57: what answers an attack of this kind.
    #[must_use]
    pub fn against(kind: AttackKind) -> Self {
        match kind {
            AttackKind::Melee => Self::Agility,
            AttackKind::Ranged => Self::Perception,
            AttackKind::Jujutsu => Self::Resistance,
        }
    }
}
