//! Named bundles of changes and bans that a unit can bear.

use super::{Change, ChangeSheet, How, Pool, Stat};
use fray_kit::sheet::record::Fill;
use fray_kit::sheet::types::{Int, Items};
use fray_kit::{Record, Words, stat_block};

/// A status of [`Setup::statuses`](crate::data::setup::Setup::statuses), by its place there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct StatusId(pub u8);

impl Fill<i32> for StatusId {
    fn fill(place: i32) -> Self {
        Self(place as u8)
    }
}

stat_block! {
    /// A status of Juso: a named bundle of changes.
    #[derive(Default)]
    pub struct Status is "status";
    [set {
        /// Its name.
        name: String;
    }]
    [fields {
        /// What it changes.
        "JU-80" change_value: Vec<Change> as Items<ChangeSheet> = "[]";
        /// What it forbids.
        "JU-80" ban: Bans as Items<Ban> = "[]";
        /// Whether the next activation of its bearer uses it up, whatever the duration.
        "JU-80" one_activation: bool = "false";
        /// The roll that ends it, made at the end of each round by a bearer who is active.
        "JU-80" removal: Option<Removal> as Removal;
    }]
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
        let changed = |name: &str, stat, by| Self {
            change_value: vec![Change { stat, how: How::By(by) }],
            ..plain(name)
        };
        let barred = |name: &str, ban| Self { ban: Bans::of(&[ban]), ..plain(name) };
        let next = |name: &str, ban| Self { one_activation: true, ..barred(name, ban) };
        vec![
            plain("unnoticed"),
            changed("hidden_1", Stat::RangedMod, -1),
            changed("hidden_2", Stat::RangedMod, -2),
            changed("hidden_3", Stat::RangedMod, -3),
            changed("flying", Stat::RangedMod, -2),
            changed("moving_1", Stat::MovingMod, -1),
            changed("moving_2", Stat::MovingMod, -2),
            changed("moving_3", Stat::MovingMod, -3),
            next("prone", Ban::Sub),
            barred("held", Ban::Move),
            next("stunned", Ban::Main),
            changed("blinded", Stat::AttackDice, -2),
        ]
    }
}

/// What a status can forbid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Ban {
    /// The main action.
    Main,
    /// Sub actions.
    Sub,
    /// Moves of its own. Knockback moves it all the same.
    Move,
    /// Attacks.
    Attack,
    /// Defences.
    Defend,
    /// Spending cores.
    SpendCore,
}

/// All that is forbidden: bit n for ban n.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bans(u8);

impl Bans {
    /// These bans.
    #[must_use]
    pub fn of(bans: &[Ban]) -> Self {
        Self(bans.iter().fold(0, |set, &ban| set | 1 << ban as u8))
    }

    /// Returns whether this is forbidden.
    #[inline(always)]
    #[must_use]
    pub fn has(self, ban: Ban) -> bool {
        self.0 >> ban as u8 & 1 != 0
    }

    /// Returns whether anything is forbidden.
    #[must_use]
    pub fn any(self) -> bool {
        self.0 != 0
    }

    /// Returns the bans of both.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Fill<Vec<Ban>> for Bans {
    fn fill(bans: Vec<Ban>) -> Self {
        Self::of(&bans)
    }
}

/// A difficulty roll that ends a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Record)]
#[record("removal")]
pub struct Removal {
    /// An ability, rolled with its class level, or a number of dice.
    #[key("JU-02", required)]
    pub pool: Pool,
    /// Its difficulty.
    #[key("JU-02", reads = Int<0, 20>, required)]
    pub difficulty: u8,
}
