//! Who does what when the rules leave a choice (D-01 to D-16): one enum per decision, each entry
//! with the condition under which it is tried.

use crate::tactics::when::Measure;

/// A plan for a decision of Juso.
pub type Plan<T> = crate::tactics::plan::Plan<T, Fact>;

/// One entry of it.
pub type Entry<T> = crate::tactics::plan::Entry<T, Fact>;

/// What a condition may ask, seen by the unit that decides. Decisions of a side (`order`,
/// `concede_at`) may ask [`Fact::OF_SIDE`] alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The number of the round; 0 in the battle-start phase.
    Round,
    /// Its present life; with `%`, of its full life.
    Life,
    /// Its cores.
    Cores,
    /// Its high mana (JU-09).
    HighMana,
    /// How many enemies are active.
    Enemies,
    /// How many of its side are active, itself included.
    Allies,
    /// How many active enemies are in melee state with it (JU-29).
    Melee,
    /// Its own number (JU-07); 0 off the board.
    Own,
    /// 1 if its side holds the flag, 0 otherwise.
    Flag,
    /// 1 if its side is the first side of this round (JU-15), 0 otherwise.
    First,
}

impl Fact {
    /// Every fact with its name in a condition.
    pub const ALL: &'static [(&'static str, Self)] = &[
        ("round", Self::Round),
        ("life", Self::Life),
        ("cores", Self::Cores),
        ("high_mana", Self::HighMana),
        ("enemies", Self::Enemies),
        ("allies", Self::Allies),
        ("melee", Self::Melee),
        ("own", Self::Own),
        ("flag", Self::Flag),
        ("first", Self::First),
    ];

    /// The facts of a side, for its own decisions.
    pub const OF_SIDE: &'static [(&'static str, Self)] = &[
        ("round", Self::Round),
        ("enemies", Self::Enemies),
        ("allies", Self::Allies),
        ("flag", Self::Flag),
        ("first", Self::First),
    ];

    /// How it is compared.
    #[must_use]
    pub fn measure(self) -> Measure {
        if self == Self::Life { Measure::OfMaximum } else { Measure::Number }
    }
}

/// D-01, `placement`: where a unit stands at the start. Without an entry the ruling `placement`
/// decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Placement {
    /// On its `col`, or where JU-08 puts units without one.
    #[default]
    AsConfigured,
    /// Anywhere on own numbers 1 to 7, each as likely as the others.
    OwnHalf,
}

/// D-03, `order` of a side: who of it acts when. Ties go to listed order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SideOrder {
    /// Listed order.
    #[default]
    List,
    /// The highest movement rating first.
    FastestFirst,
    /// The highest own number first.
    FrontFirst,
    /// The lowest own number first.
    BackFirst,
    /// Every order as likely as the others, drawn anew each round.
    Random,
}

/// D-04, `target`: whom a unit attacks, among the active foes in reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// The nearest; then the lower life, then listed order.
    #[default]
    Nearest,
    /// The lowest life; then the nearer, then listed order.
    Weakest,
    /// The first in listed order.
    First,
    /// The highest own number; then listed order.
    MostForward,
    /// One at random, each as likely as the others.
    Random,
}

/// D-05, `weapon`: which weapon is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WeaponChoice {
    /// The first listed that works.
    #[default]
    Listed,
    /// The one with a foe in reach and the largest expected damage roll; ties listed order.
    Best,
}

/// D-06, `stance`: what a unit does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stance {
    /// Closes in and attacks.
    #[default]
    Strike,
    /// Never moves while on the board, attacks what is in reach.
    Hold,
    /// Keeps the largest distance at which it can shoot.
    Kite,
    /// Moves forward if that takes the flag, otherwise strikes.
    FlagRunner,
    /// Slips past an enemy for a back attack (JU-39; JU-38 while unnoticed), otherwise strikes.
    SlipBehind,
    /// Leaves the board backward and stays away.
    Withdraw,
}

/// D-07, `core_attack`: how many cores an attack spends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CoreAttack {
    /// All, up to the limit.
    #[default]
    Max,
    /// This many, at most what is there and the limit.
    Number(u8),
    /// The fewest with which the attack hits with [`Tactics::core_p_ppm`] at split 0; `Max` if
    /// none does.
    Needed,
}

/// D-08, `split`: how many dice go to the effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Split {
    /// The most P(hit) x damage dice; ties the fewest.
    #[default]
    Ev,
    /// This many, cut to the most that are legal and count.
    Number(u8),
    /// The most P(one blow kills); ties as `Ev`, then the fewest.
    Kill,
}

/// D-09, `defend`: how a PC answers a melee attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Defend {
    /// Agility defence.
    #[default]
    Agility,
    /// Body defence.
    Body,
    /// Body defence where the agility pool is 0 and armour alone does not stop the attack.
    AgilityThenBody,
    /// The lower expected loss of life; ties agility.
    Best,
    /// Not at all.
    None,
}

/// D-10, `on_damage`: what a unit does after a knockback.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnDamage {
    /// Nothing.
    #[default]
    None,
    /// Endures as much as its cores allow.
    EndureAll,
    /// Endures just enough to stay on the board, if it can.
    EndureBoard,
    /// Retreat-defence with its full level.
    Retreat,
}

/// D-11, `return`: when a unit off the board comes back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Return {
    /// As soon as it may.
    #[default]
    Asap,
    /// Not at all.
    Never,
    /// Only while fewer than this many enemies are active.
    Below(u8),
}

/// D-12, `leave_at`: when a unit withdraws for the rest of the fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LeaveAt {
    /// Never.
    #[default]
    Never,
    /// At this life or less.
    Life(u8),
}

/// D-13, `area`: the square of an area; ties the nearest, then the lower column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AreaSquare {
    /// The most enemies.
    #[default]
    Most,
    /// The same without squares that hold an ally.
    MostSafe,
}

/// D-14, `first_aid`: whether a unit with `first_aid` gives it to an ally in close range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FirstAid {
    /// When no active enemy is within reach of its weapons.
    #[default]
    IfFree,
    /// Whenever it can.
    Always,
    /// Never.
    Never,
}

/// D-15, `concede_at` of a side: when it gives up, at the end of a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ConcedeAt {
    /// Never.
    #[default]
    Never,
    /// When at least this part of it, in millionths, is dead or incapacitated.
    Fraction(u32),
}

/// D-16, `ability`: which abilities a unit uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AbilityUse {
    /// The first usable of its list whose own condition holds.
    #[default]
    FirstUsable,
    /// None.
    Never,
    /// The one at this place of its list, if it is usable, and no other. Passive abilities work
    /// whatever is chosen.
    This(u8),
}

/// All decisions of one unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tactics {
    /// D-01.
    pub placement: Plan<Placement>,
    /// D-04.
    pub target: Plan<Target>,
    /// D-05.
    pub weapon: Plan<WeaponChoice>,
    /// D-06.
    pub stance: Plan<Stance>,
    /// D-07.
    pub core_attack: Plan<CoreAttack>,
    /// D-07: cores that attacks keep back, 0 to 40.
    pub core_reserve: u8,
    /// D-07: the chance to hit that `Needed` is content with, in millionths.
    pub core_p_ppm: u32,
    /// D-08.
    pub split: Plan<Split>,
    /// D-09.
    pub defend: Plan<Defend>,
    /// D-10.
    pub on_damage: Plan<OnDamage>,
    /// D-11.
    pub return_when: Plan<Return>,
    /// D-12.
    pub leave_at: Plan<LeaveAt>,
    /// D-13.
    pub area: Plan<AreaSquare>,
    /// D-14.
    pub first_aid: Plan<FirstAid>,
    /// D-16.
    pub ability: Plan<AbilityUse>,
}

impl Default for Tactics {
    fn default() -> Self {
        Self {
            placement: Plan::default(),
            target: Plan::default(),
            weapon: Plan::default(),
            stance: Plan::default(),
            core_attack: Plan::default(),
            core_reserve: 0,
            core_p_ppm: 750_000,
            split: Plan::default(),
            defend: Plan::default(),
            on_damage: Plan::default(),
            return_when: Plan::default(),
            leave_at: Plan::default(),
            area: Plan::default(),
            first_aid: Plan::default(),
            ability: Plan::default(),
        }
    }
}

/// The decisions of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideTactics {
    /// D-03.
    pub order: Plan<SideOrder>,
    /// D-15.
    pub concede_at: Plan<ConcedeAt>,
}
