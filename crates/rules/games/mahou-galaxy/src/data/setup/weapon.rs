//! Weapons and shields, with which attacks and defences are made (MG-17, MG-26, MG-27, MG-71).

use super::{SetText, SetTexts, Skill, SkillMods, SkillSet, Stance, StanceSet};
use fray_kit::sheet::types::{Int, Items, Name};
use fray_kit::{Record, stat_block};

stat_block! {
    /// A weapon of Mahou Galaxy.
    #[derive(Default)]
    pub struct Weapon is "weapon";
    [fields {
        /// Its name; the ID, if nothing is said. `fist` replaces the unarmed fist.
        "MG-17" name: String as Name, required;
        /// The skills that it is used with.
        "MG-17" skills: SkillSet as Items<Skill> = "[\"gym\", \"martial_arts\"]";
        /// What it takes off skills, for attacks only.
        "MG-17" skill_mod: SkillMods = "{}";
        /// Its stances.
        "MG-17" stances: StanceSet as Items<Stance> = "[\"strong\", \"fast\", \"precise\"]";
        /// The dice of its damage.
        "MG-33" damage: Vec<SetText> as SetTexts = "[\"1dStr\"]";
        /// Added to its damage.
        "MG-33" flat: i32 as Int<-20, 200> = "0";
        /// Feet that it reaches, or up to which a shot has no penalty.
        "MG-19, MG-20" range: i32 as Int<5, 5000> = "5";
        /// Whether it shoots.
        "MG-19" ranged: bool = "false";
        /// How many hands hold it; one that is worn, attached or a fist takes none.
        "MG-71" hands: u8 as Int<0, 8> = (1);
        /// What it adds to initiative in the primary hand.
        "MG-09" speed: i32 as Int<-20, 20> = "0";
        /// Whether it deals fist damage: its hand may block and grapple with it.
        "MG-26, MG-48" fist: bool = "false";
        /// Whether it is worn and cannot be dropped.
        "MG-38" worn: bool = "false";
        /// Whether it is attached and cannot be dropped.
        "MG-38" attached: bool = "false";
        /// Whether a hit with it binds.
        "MG-57" bind: bool = "false";
        /// Added to its attack rolls.
        "MG-25" attack_mod: i32 as Int<-20, 20> = "0";
        /// Hand tokens that drawing it or picking it up costs.
        "MG-18" draw_tokens: u8 as Int<0, 4> = "1";
    }]
}

impl Weapon {
    /// Returns whether it takes no hand.
    #[must_use]
    pub fn is_handless(&self) -> bool {
        self.fist || self.worn || self.attached || self.hands == 0
    }

    /// MG-17: the fist that everybody has.
    #[must_use]
    pub fn unarmed(stances: StanceSet) -> Self {
        Self {
            name: "fist".to_owned(),
            skills: SkillSet::of(&[Skill::Gym, Skill::MartialArts]),
            stances,
            damage: vec![SetText { n: 1, cumulative: false, die: super::Side::Stat(super::Stat::Str) }],
            range: 5,
            fist: true,
            ..Self::default()
        }
    }
}

/// A shield.
#[derive(Clone, Debug, PartialEq, Eq, Record)]
#[record("shield")]
pub struct Shield {
    /// Its name.
    #[key("MG-26", reads = Name, default = "\"shield\"")]
    pub name: String,
    /// The skills of its blocks and parries.
    #[key("MG-26", reads = Items<Skill>, default = "[\"gym\"]")]
    pub skills: SkillSet,
    /// Its stances; with `precise` it parries.
    #[key("MG-27, MG-82", reads = Items<Stance>, default = "[]")]
    pub stances: StanceSet,
    /// The sets that it adds to soak.
    #[key("MG-34", reads = SetTexts, default = "[]")]
    pub soak: Vec<SetText>,
    /// What it adds to initiative in the primary hand.
    #[key("MG-09", reads = Int<-20, 20>, default = "0")]
    pub speed: i32,
    /// How many hands hold it.
    #[key("MG-71", reads = Int<1, 4>, default = "1")]
    pub hands: u8,
    /// Whether it is attached: it takes no hand and cannot be dropped.
    #[key("MG-38", default = "false")]
    pub attached: bool,
    /// Whether it is worn: it takes no hand and cannot be dropped.
    #[key("MG-38", default = "false")]
    pub worn: bool,
}
