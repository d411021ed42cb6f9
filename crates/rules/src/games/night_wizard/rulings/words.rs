//! The answers that are words.

use crate::words;

words! {
    /// The basic attribute of the Mortality Judge.
    pub enum Attribute {
        /// Spirit.
        Spirit = "spirit",
        /// Strength.
        Strength = "strength",
        /// Luck.
        Luck = "luck",
        /// Skill.
        Skill = "skill",
        /// Agility.
        Agility = "agility",
        /// Knowledge.
        Knowledge = "knowledge",
        /// Faith.
        Faith = "faith",
        /// Perception.
        Perception = "perception",
    }

    /// Which action something takes.
    pub enum AutoOrMinor {
        /// An Auto Action.
        Auto = "auto",
        /// The Minor Action.
        Minor = "minor",
    }

    /// How many covers one unit may make against one attack.
    pub enum OneOrUnlimited {
        /// One.
        One = "1",
        /// Any number.
        Unlimited = "unlimited",
    }

    /// On or off.
    pub enum Switch {
        /// On.
        On = "on",
        /// Off.
        Off = "off",
    }

}
