//! The words of effects: when they come and what they are about.

use fray_kit::Words;

/// The result at which an effect comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum On {
    /// Any but a failed casting.
    Always,
    /// The attack hits, the opposing roll fails, the contest is won.
    Hit,
    /// The attack is a critical hit.
    Crit,
    /// The casting failed.
    Fail,
    /// The rest.
    Resisted,
}

/// What is healed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum HealWhat {
    /// Hit points.
    Hp,
    /// Magic points.
    Mp,
}

/// A token that is granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub enum GrantKind {
    Primary,
    Hand,
    Speak,
    Move,
    Analyze,
    Escape,
}

/// A token that is drained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub enum DrainKind {
    Primary,
    Hand,
    Speak,
    Move,
    Analyze,
    Escape,
}

/// The token of a debt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub enum DebtKind {
    Hand,
    Move,
    Speak,
}

/// Where a unit is moved to, seen from the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Direction {
    /// Away from it.
    Away,
    /// Towards it.
    Toward,
    /// Up; who does not fly falls from there.
    Up,
    /// Down, as far as the ground.
    Down,
}

/// A type of talk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub enum DistractType {
    General,
    Infatuate,
    Infuriate,
    Intimidate,
}

/// A kind of hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum GripKind {
    /// One that the user has to keep up (MG-51).
    Grapple,
    /// One without upkeep (MG-57).
    Bind,
}

/// What can be modified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
#[expect(missing_docs, reason = "the names are those of the stat block")]
pub enum What {
    Str,
    Def,
    Agi,
    Int,
    Acc,
    Per,
    Gym,
    MartialArts,
    Science,
    HomeEc,
    Art,
    Music,
    History,
    Language,
    Math,
    Magic,
    Initiative,
    Attack,
    Damage,
    Kick,
    KickDamage,
    Grapple,
    SpotBlock,
    SpotParry,
    SpotDodge,
    ActiveBlock,
    ActiveParry,
    ActiveDodge,
    Soak,
    Escape,
    Throw,
    Snatch,
    Cast,
    General,
    Infatuate,
    Infuriate,
    Intimidate,
    ResistTalk,
    Jump,
    Block,
    Dodge,
    Parry,
    Armor,
    Cover,
    MoveMult,
}

impl What {
    /// The place of the first skill.
    pub const SKILLS: usize = 6;
    /// The place of the first roll.
    pub const ROLLS: usize = 16;
    /// How many there are.
    pub const COUNT: usize = Self::ALL.len();
}
