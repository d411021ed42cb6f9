//! Weapons, with which attacks are made (CA-11, CA-20, CA-31 to CA-38).

use crate::data::vocabulary::{Band, Effect, Kind, KindOf};
use crate::dice::pool::{Dice, Pool};
use fray_kit::sheet::types::{Int, Items, Name};
use fray_kit::{Words, stat_block};

/// CA-20: what an attack is, and so what answers it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum WeaponKind {
    /// A weapon in hand.
    #[default]
    Melee,
    /// Fists, claws and teeth.
    Unarmed,
    /// Thrown.
    Thrown,
    /// A bow or a gun.
    Ranged,
    /// A spell with an attack roll.
    Magic,
    /// Explosions, gazes and the like, which are resisted (CA-29).
    Resisted,
}

stat_block! {
    /// A weapon of Cardinal.
    pub struct Weapon is "weapon";
    [fields {
        /// Its name; the ID, if nothing is said.
        "CA-11" name: String as Name, required;
        /// What it is: which defences answer it.
        "CA-20, CA-29" kind: WeaponKind = "melee";
        /// The full attack pool.
        "CA-11" attack: Pool as Dice<1, 12>, required;
        /// The full pool of a Parry with it; none: it does not parry.
        "CA-23" parry: Pool as Dice<0, 12> = "none";
        /// The full pool of a Counter with it; none: it does not counter.
        "CA-24" counter: Pool as Dice<0, 12> = "none";
        /// Its damage bonus.
        "CA-32" damage: i32 as Int<-5, 20> = "0";
        /// Kinds of its damage.
        "CA-31, CA-38, CA-55" effects: Vec<Kind> as Items<KindOf> = "[]";
        /// Its maximum range, for attacks and Counters.
        "CA-16, CA-17" range: Band = "close";
        /// So many range bands beyond Near bring no penalty.
        "CA-17" range_waive: u8 as Int<0, 6> = "0";
        /// Whether it is ready at the start.
        "CA-14" ready: bool = "true";
        /// Whether it is loaded at the start.
        "CA-14" loaded: bool = "true";
        /// How many Reload actions a shot needs; 0: it is never unloaded.
        "CA-11, CA-14" reload: u8 as Int<0, 5> = "0";
        /// Whether it may Counter what is thrown or shot.
        "CA-20" counter_missiles: bool = "false";
        /// Whether it may Counter spells.
        "CA-20" counter_magic: bool = "false";
        /// What a hit does beside damage.
        "CA-54, CA-67" on_hit: Vec<Effect> as Items<Effect> = "[]";
    }]
}

impl Default for Weapon {
    /// Without a name and dice, in hand.
    fn default() -> Self {
        Self {
            name: String::new(),
            kind: WeaponKind::Melee,
            attack: Pool::NONE,
            parry: Pool::NONE,
            counter: Pool::NONE,
            damage: 0,
            effects: Vec::new(),
            range: Band::Close,
            range_waive: 0,
            ready: true,
            loaded: true,
            reload: 0,
            counter_missiles: false,
            counter_magic: false,
            on_hit: Vec::new(),
        }
    }
}
