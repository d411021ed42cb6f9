//! The words of effects: when they come and what they are about.

use fray_kit::words;

words! {
    /// The result at which an effect comes.
    pub enum On {
        /// Any but a failed casting.
        Always = "always",
        /// The attack hits, the opposing roll fails, the contest is won.
        Hit = "hit",
        /// The attack is a critical hit.
        Crit = "crit",
        /// The casting failed.
        Fail = "fail",
        /// The rest.
        Resisted = "resisted",
    }

    /// What is healed.
    pub enum HealWhat {
        /// Hit points.
        Hp = "hp",
        /// Magic points.
        Mp = "mp",
    }

    /// A token that is granted.
    #[expect(missing_docs, reason = "the names are the rulebook's")]
    pub enum GrantKind {
        Primary = "primary",
        Hand = "hand",
        Speak = "speak",
        Move = "move",
        Analyze = "analyze",
        Escape = "escape",
    }

    /// A token that is drained.
    #[expect(missing_docs, reason = "the names are the rulebook's")]
    pub enum DrainKind {
        Primary = "primary",
        Hand = "hand",
        Speak = "speak",
        Move = "move",
        Analyze = "analyze",
        Escape = "escape",
    }

    /// The token of a debt.
    #[expect(missing_docs, reason = "the names are the rulebook's")]
    pub enum DebtKind {
        Hand = "hand",
        Move = "move",
        Speak = "speak",
    }

    /// Where a unit is moved to, seen from the user.
    pub enum Direction {
        /// Away from it.
        Away = "away",
        /// Towards it.
        Toward = "toward",
        /// Up; who does not fly falls from there.
        Up = "up",
        /// Down, as far as the ground.
        Down = "down",
    }

    /// A type of talk.
    #[expect(missing_docs, reason = "the names are the rulebook's")]
    pub enum DistractType {
        General = "general",
        Infatuate = "infatuate",
        Infuriate = "infuriate",
        Intimidate = "intimidate",
    }

    /// A kind of hold.
    pub enum GripKind {
        /// One that the user has to keep up (MG-51).
        Grapple = "grapple",
        /// One without upkeep (MG-57).
        Bind = "bind",
    }

    /// What can be modified.
    #[expect(missing_docs, reason = "the names are those of the stat block")]
    pub enum What {
        Str = "str",
        Def = "def",
        Agi = "agi",
        Int = "int",
        Acc = "acc",
        Per = "per",
        Gym = "gym",
        MartialArts = "martial_arts",
        Science = "science",
        HomeEc = "home_ec",
        Art = "art",
        Music = "music",
        History = "history",
        Language = "language",
        Math = "math",
        Magic = "magic",
        Initiative = "initiative",
        Attack = "attack",
        Damage = "damage",
        Kick = "kick",
        KickDamage = "kick_damage",
        Grapple = "grapple",
        SpotBlock = "spot_block",
        SpotParry = "spot_parry",
        SpotDodge = "spot_dodge",
        ActiveBlock = "active_block",
        ActiveParry = "active_parry",
        ActiveDodge = "active_dodge",
        Soak = "soak",
        Escape = "escape",
        Throw = "throw",
        Snatch = "snatch",
        Cast = "cast",
        General = "general",
        Infatuate = "infatuate",
        Infuriate = "infuriate",
        Intimidate = "intimidate",
        ResistTalk = "resist_talk",
        Jump = "jump",
        Block = "block",
        Dodge = "dodge",
        Parry = "parry",
        Armor = "armor",
        Cover = "cover",
        MoveMult = "move_mult",
    }
}

impl What {
    /// The place of the first skill.
    pub const SKILLS: usize = 6;
    /// The place of the first roll.
    pub const ROLLS: usize = 16;
    /// How many there are.
    pub const COUNT: usize = Self::ALL.len();
}
