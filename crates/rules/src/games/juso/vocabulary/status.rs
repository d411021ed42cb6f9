//! Named bundles of changes and bans that a unit can bear.

use super::{Change, How, Pool, Stat};
use crate::record;
use crate::sheet::record::Fill;
use crate::sheet::types::Int;

/// A status of [`Setup::statuses`](super::super::setup::Setup::statuses), by its place there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct StatusId(pub u8);

impl Fill<i32> for StatusId {
    fn fill(place: i32) -> Self {
        Self(place as u8)
    }
}

/// A named bundle of changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// Its name.
    pub name: String,
    /// What it changes.
    pub changes: Vec<Change>,
    /// What it forbids.
    pub bans: Bans,
    /// Whether it is used up by the next activation of its bearer, whatever the duration.
    pub one_activation: bool,
    /// The roll that ends it, made in the round end phase by an active bearer.
    pub removal: Option<Removal>,
}

impl Status {
    /// JU-38: enemies do not know of the unit.
    pub const UNNOTICED: StatusId = StatusId(0);
    /// JU-51: hidden, -1 to -3 dice.
    pub const HIDDEN: [StatusId; 3] = [StatusId(1), StatusId(2), StatusId(3)];
    /// JU-51: flying, -2 dice.
    pub const FLYING: StatusId = StatusId(4);
    /// JU-51: moving, -1 to -3 dice.
    pub const MOVING: [StatusId; 3] = [StatusId(5), StatusId(6), StatusId(7)];
    /// Loses the next sub action.
    pub const PRONE: StatusId = StatusId(8);
    /// Cannot move.
    pub const HELD: StatusId = StatusId(9);
    /// Loses the next main action.
    pub const STUNNED: StatusId = StatusId(10);
    /// -2 attack dice.
    pub const BLINDED: StatusId = StatusId(11);

    /// The shipped statuses, at the places of the constants above.
    #[must_use]
    pub fn shipped() -> Vec<Self> {
        let plain = |name: &str| Self { name: name.to_owned(), ..Self::default() };
        let changed =
            |name: &str, stat, by| Self { changes: vec![Change { stat, how: How::By(by) }], ..plain(name) };
        let next = |name: &str, bans| Self { bans, one_activation: true, ..plain(name) };
        vec![
            plain("unnoticed"),
            changed("hidden_1", Stat::RangedMod, -1),
            changed("hidden_2", Stat::RangedMod, -2),
            changed("hidden_3", Stat::RangedMod, -3),
            changed("flying", Stat::RangedMod, -2),
            changed("moving_1", Stat::MovingMod, -1),
            changed("moving_2", Stat::MovingMod, -2),
            changed("moving_3", Stat::MovingMod, -3),
            next("prone", Bans { sub: true, ..Bans::default() }),
            Self { bans: Bans { moves: true, ..Bans::default() }, ..plain("held") },
            next("stunned", Bans { main: true, ..Bans::default() }),
            changed("blinded", Stat::AttackDice, -2),
        ]
    }
}

/// What a status forbids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Bans {
    pub main: bool,
    pub sub: bool,
    /// Moves of its own. Knockback moves it all the same.
    pub moves: bool,
    pub attack: bool,
    pub defend: bool,
    pub spend_core: bool,
}

record! {
    /// A difficulty roll that ends a status.
    #[derive(Copy)]
    pub struct Removal is "removal" {
        /// An ability, rolled with its class level, or a number of dice.
        "JU-02" pool: Pool, required;
        /// Its difficulty.
        "JU-02" difficulty: u8 as Int<0, 20>, required;
    }
}
