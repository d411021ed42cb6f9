//! Special abilities, invocations, items and enchantments as data: the ledger's vocabulary
//! (NW-53). Here stands what an ability is, when it may be used and what it costs; on whom it
//! works, what is rolled for it and what it does stand in modules of their own.

mod effect;
mod judge;
mod target;

pub use effect::{Amount, Effect, Keep, ModifierClass, MoveMode, RemoveStatus};
pub use judge::{AbilityJudge, AttributeId, JudgeKind};
pub use target::{Area, Range, TargetRule, Victims, Who};

use super::super::tactics::Fact;
use super::Status;
use crate::tactics::when::When;

/// An ability. Two abilities of one name are the same ability: their effects on one unit do not
/// stack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ability {
    /// Its name, which is also its identity.
    pub name: String,
    /// What it is; says which statuses and rulings bar it.
    pub kind: AbilityKind,
    /// When it may be used.
    pub timing: Timing,
    /// What must have happened, for `reaction` and `auto`.
    pub trigger: Option<Trigger>,
    /// What must hold, seen by the user.
    pub when: Option<When<Fact>>,
    /// What it costs (NW-17).
    pub cost: Cost,
    /// How often it may be used.
    pub uses: Uses,
    /// What it ignores.
    pub flags: Flags,
    /// On whom it works.
    pub target: TargetRule,
    /// What is rolled for it.
    pub judge: AbilityJudge,
    /// What it does, in order.
    pub effects: Vec<Effect>,
    /// How long its effects last.
    pub duration: Duration,
}

/// What an ability is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the ledger's words")]
pub enum AbilityKind {
    #[default]
    Special,
    Invocation,
    Enchantment,
    Item,
    Equipment,
}

/// When an ability may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Timing {
    /// It works all the time and is never declared.
    Always,
    /// In the Setup window (NW-09(c)).
    Setup,
    /// In the Initiative window (NW-13(a)).
    Initiative,
    /// At the start of the user's Main.
    MainStart,
    /// As a Minor Action, in the ledger also "just before" one.
    Minor,
    /// Before one of the Judges that its effects name.
    BeforeJudge,
    /// After it.
    AfterJudge,
    /// As a Major Action.
    #[default]
    Major,
    /// As a Reaction to its trigger.
    Reaction,
    /// As an Auto Action: in the user's Main, or when its trigger fires.
    Auto,
    /// In the Clean-Up window (NW-26, step 3).
    CleanUp,
}

/// What a Reaction or an Auto Action answers, seen by its user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Trigger {
    /// The user is the target of an attack that rolls Hit against Dodge.
    AttackedPhysical,
    /// The user is the target of an attack that rolls Magic Hit against Resistance.
    AttackedMagic,
    /// The user's attack missed.
    Missed,
    /// The user was hit.
    Hit,
    /// Before the user rolls Defense or Magic Defense.
    BeforeDefense,
    /// The user lost HP to an attack.
    Damaged,
    /// The user's attack did damage.
    DamageDealt,
    /// A bad status was inflicted on the user.
    StatusReceived,
    /// An ally of the user was hit.
    AllyHit,
    /// The user fell into Near Death.
    NearDeathSelf,
    /// An ally of the user fell into Near Death.
    NearDeathAlly,
    /// A Judge of the user was critical.
    JudgeCritical,
    /// A Judge of the user fumbled.
    JudgeFumble,
    /// An enemy entered the user's square.
    EnemyEnters,
    /// An enemy left the user's square.
    EnemyLeaves,
}

/// What an ability costs (NW-17).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Action Count.
    pub count: Amount,
    /// HP.
    pub hp: Amount,
    /// MP.
    pub mp: Amount,
    /// Prana.
    pub prana: Amount,
    /// Bad statuses that the user takes after the Major Action of its Main.
    pub statuses: Vec<Inflicted>,
}

/// A bad status with its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inflicted {
    /// Which.
    pub status: Status,
    /// Its level; read of Poison only.
    pub level: i32,
}

/// How often something may be used; 0 is without limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// In a Main (the user's, or whoever's is going on).
    pub per_main: u8,
    /// In a round.
    pub per_round: u8,
    /// In a fight.
    pub per_fight: u8,
    /// Of an item: in a series of fights, as its charges are not renewed.
    pub charges: u8,
}

/// What an ability ignores, or needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flags {
    /// It may be used as an Auto Action while Exhausted outside one's own Main (NW-19).
    pub exhausted_ok: bool,
    /// It may be used in Near Death (NW-29).
    pub usable_near_death: bool,
    /// It may be used while Unconscious (NW-44).
    pub usable_unconscious: bool,
    /// Pressure does not bar it (NW-45).
    pub ignores_pressure: bool,
    /// Its target square must be in sight (NW-36).
    pub needs_los: bool,
    /// Its area hits the user too (NW-40).
    pub hits_self: bool,
}

impl Default for Flags {
    fn default() -> Self {
        Self {
            exhausted_ok: false,
            usable_near_death: false,
            usable_unconscious: false,
            ignores_pressure: false,
            needs_los: true,
            hits_self: false,
        }
    }
}

/// How long effects last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Duration {
    /// They are done at once.
    #[default]
    Instant,
    /// For the Judge they were declared for.
    ThisJudge,
    /// Until the Main that is going on ends.
    ThisMain,
    /// Until the next Clean-Up, step 2.
    ThisRound,
    /// Until Clean-Up step 2 of the n-th round, the present one the first (NW-56).
    Rounds(u8),
    /// Until the fight ends.
    Fight,
    /// As long as the enchantment that grants the ability is in force.
    WhileActive,
}
