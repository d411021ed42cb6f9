//! Statuses: those of the game, whose rules the code plays, and those of a scenario, which are data.

use super::Duration;
use fray_kit::sheet::record::Fill;
use fray_kit::sheet::types::{Int, Items};
use fray_kit::{Record, Words, stat_block};

/// A status of [`Setup::statuses`](crate::data::setup::Setup::statuses), by its place there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct StatusId(pub u8);

impl StatusId {
    /// The place.
    #[inline(always)]
    #[must_use]
    pub fn idx(self) -> usize {
        self.0 as usize & (super::MAX_STATUSES - 1)
    }
}

impl Fill<i32> for StatusId {
    fn fill(place: i32) -> Self {
        Self(place as u8)
    }
}

/// A number of the stat block that can change (SB-52).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
#[expect(missing_docs, reason = "the names are the stat block's")]
pub enum Stat {
    Pd,
    Sd,
    Atk,
    Crt,
    Mv,
    Rng,
}

/// What can be forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Ban {
    /// Its Move.
    Move,
    /// Standard Attacks.
    Attack,
    /// Abilities.
    Ability,
    /// Setting fuses.
    Fuse,
}

/// What each stack of a status changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Record)]
#[record("stats")]
pub struct StatusStats {
    /// PD.
    #[key("SB-51", reads = Int<-99, 99>, default = "0")]
    pub pd: i8,
    /// SD.
    #[key("SB-51", reads = Int<-99, 99>, default = "0")]
    pub sd: i8,
    /// ATK.
    #[key("SB-51", reads = Int<-99, 99>, default = "0")]
    pub atk: i8,
    /// CRT.
    #[key("SB-51", reads = Int<-99, 99>, default = "0")]
    pub crt: i8,
    /// MV.
    #[key("SB-51", reads = Int<-99, 99>, default = "0")]
    pub mv: i8,
    /// RNG.
    #[key("SB-51", reads = Int<-99, 99>, default = "0")]
    pub rng: i8,
}

impl StatusStats {
    /// The change of one number.
    #[must_use]
    pub fn get(&self, stat: Stat) -> i32 {
        i32::from([self.pd, self.sd, self.atk, self.crt, self.mv, self.rng][stat as usize])
    }
}

stat_block! {
    /// A status of Stonebound that a scenario defines.
    #[derive(Default)]
    pub struct Status is "status";
    [set {
        /// Its name.
        name: String;
    }]
    [fields {
        /// The most stacks.
        "SB-51" max_stacks: u8 as Int<1, 9> = "1";
        /// What each stack changes.
        "SB-51" stats: StatusStats = "{}";
        /// HP at the end of its side's turn, by stack: lost below 0, given back above.
        "SB-51" hp_end_of_turn: i8 as Int<-99, 99> = "0";
        /// What it forbids.
        "SB-51" forbid: Bans as Items<Ban> = "[]";
        /// Whether HP damage ends it.
        "SB-51" ends_on_damage: bool = "false";
        /// How long it lasts, if who gives it says nothing; until it is removed, if nothing is said here.
        "SB-51" duration: Option<Duration> as Duration;
        /// Whether it harms its bearer.
        "SB-51" harmful: bool = "true";
    }]
}

impl Status {
    /// SB-42.
    pub const BLIND: StatusId = StatusId(0);
    /// SB-43.
    pub const BREAK: StatusId = StatusId(1);
    /// SB-44. Its stacks are the stages left.
    pub const FREEZE: StatusId = StatusId(2);
    /// SB-45.
    pub const BURN: StatusId = StatusId(3);
    /// SB-46.
    pub const CRIPPLE: StatusId = StatusId(4);
    /// SB-47.
    pub const SHEAR: StatusId = StatusId(5);
    /// SB-48.
    pub const POISON: StatusId = StatusId(6);
    /// SB-49.
    pub const SILENCE: StatusId = StatusId(7);
    /// SB-50.
    pub const SLEEP: StatusId = StatusId(8);
    /// The statuses of the game by name, at their places; those of a scenario stand behind them.
    pub const OF_GAME: [&'static str; 9] =
        ["blind", "break", "freeze", "burn", "cripple", "shear", "poison", "silence", "sleep"];

    /// The statuses of the game.
    #[must_use]
    pub fn shipped() -> Vec<Self> {
        let plain =
            |name: &&str| Self { name: (*name).to_owned(), max_stacks: 1, harmful: true, ..Self::default() };
        Self::OF_GAME.iter().map(plain).collect()
    }
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
