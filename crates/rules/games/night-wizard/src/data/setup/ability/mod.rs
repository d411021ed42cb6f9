//! Special abilities, invocations, items and enchantments as data: the ledger's vocabulary
//! (NW-53). Here stands what an ability is, when it may be used and what it costs; on whom it
//! works, what is rolled for it and what it does stand in modules of their own.

mod effect;
mod judge;
mod target;

pub use effect::{Amount, Effect, Keep, ModifierClass, MoveMode, RemoveStatus};
pub use judge::{AbilityJudge, AttributeId, JudgeKind};
pub use target::{Area, Range, TargetRule, Victims, Who};

use super::Status;
use super::gear::NOT_PLAYED;
use crate::data::tactics::Fact;
use crate::sheet::{AnyInflicted, AnyJudge, Condition, PaidAmount, Targets};
use fray_kit::sheet::types::{Int, Items, Name};
use fray_kit::tactics::when::When;
use fray_kit::{Choices, Record, Words, stat_block};

stat_block! {
    /// A special ability, an invocation, an item: what may be used, when, and what it does.
    #[derive(Default)]
    pub struct Ability is "ability", not played NOT_PLAYED;
    [fields {
        /// Its name; the ID, if nothing is said. Effects of one name do not stack on a unit.
        "NW-53" name: String as Name, required;
        /// What it is; says which statuses and rulings bar it.
        "NW-45, NW-53" kind: AbilityKind = "special";
        /// When it may be used.
        "NW-09, NW-18, NW-19, NW-53" timing: Timing = "major";
        /// What it answers, for `reaction` and `auto`.
        "NW-19" trigger: Option<Trigger> as Trigger;
        /// What must hold, seen by the user.
        "NW-53" when: Option<When<Fact>> as Condition;
        /// What it costs.
        "NW-17" cost: Cost = "{}";
        /// How often it may be used.
        "NW-53" uses: Uses = "{}";
        /// What it ignores, or needs.
        "NW-19, NW-29, NW-36, NW-44, NW-45" flags: Flags = "{}";
        /// On whom it works.
        "NW-40, NW-53" target: TargetRule as Targets = "self";
        /// What is rolled for it.
        "NW-05, NW-53" judge: AbilityJudge as AnyJudge = "none";
        /// What it does, in order.
        "NW-53" effects: Vec<Effect> as Items<Effect> = "[]";
        /// How long its effects last. If nothing is said: `fight` for `always`, `this_judge` for what is declared for a Judge, otherwise `instant`.
        "NW-53, NW-56" duration: Duration = (usual_duration(timing, &effects));
    }]
}

/// Returns how long an ability lasts that does not say it.
fn usual_duration(timing: Timing, effects: &[Effect]) -> Duration {
    let lasts = effects.iter().any(|effect| effect.is_lasting() && !effect.is_of_damage());
    match timing {
        Timing::Always => Duration::Fight,
        Timing::BeforeJudge | Timing::AfterJudge | Timing::Reaction if lasts => Duration::ThisJudge,
        _ => Duration::Instant,
    }
}

/// What an ability is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Words)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Words)]
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
    #[word("cleanup")]
    CleanUp,
}

/// What a Reaction or an Auto Action answers, seen by its user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
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

impl Trigger {
    /// Returns whether there is somebody else in what it speaks of: an attacker, a target, an ally, an enemy.
    #[must_use]
    pub fn names_another(self) -> bool {
        !matches!(self, Self::StatusReceived | Self::NearDeathSelf | Self::JudgeCritical | Self::JudgeFumble)
    }
}

/// A bad status with its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Record)]
#[record("status")]
pub struct Inflicted {
    /// Which.
    #[key("NW-43", required)]
    pub status: Status,
    /// The level of Poison.
    #[key("NW-47", reads = Int<1, 99>, computed = Some(1))]
    pub level: i32,
}

/// What an ability costs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Record)]
#[record("cost")]
pub struct Cost {
    /// Action Count.
    #[key("NW-17", reads = PaidAmount, default = "0")]
    pub count: Amount,
    /// HP.
    #[key("NW-17", reads = PaidAmount, default = "0")]
    pub hp: Amount,
    /// MP.
    #[key("NW-17", reads = PaidAmount, default = "0")]
    pub mp: Amount,
    /// Prana.
    #[key("NW-17", reads = PaidAmount, default = "0")]
    pub prana: Amount,
    /// Bad statuses that the user takes after the Major Action of its Main.
    #[key("NW-17", reads = Items<AnyInflicted>, default = "[]")]
    pub statuses: Vec<Inflicted>,
}

/// How often an ability may be used; 0 is without limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Record)]
#[record("uses")]
pub struct Uses {
    /// In a Main (the user's, or whoever's is going on).
    #[key("NW-53", reads = Int<0, 99>, default = "0")]
    pub per_main: u8,
    /// In a round.
    #[key("NW-53", reads = Int<0, 99>, default = "0")]
    pub per_round: u8,
    /// In a fight.
    #[key("NW-53", reads = Int<0, 99>, default = "0")]
    pub per_fight: u8,
    /// Of an item: in a series of fights.
    #[key("NW-53", reads = Int<0, 99>, default = "0")]
    pub charges: u8,
}

/// What an ability ignores, or needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Record)]
#[record("flags")]
pub struct Flags {
    /// It may be used as an Auto Action while Exhausted outside one's own Main.
    #[key("NW-19", default = "false")]
    pub exhausted_ok: bool,
    /// It may be used in Near Death.
    #[key("NW-29", default = "false")]
    pub usable_near_death: bool,
    /// It may be used while Unconscious.
    #[key("NW-44", default = "false")]
    pub usable_unconscious: bool,
    /// Pressure does not bar it.
    #[key("NW-45", default = "false")]
    pub ignores_pressure: bool,
    /// Its target square must be in sight.
    #[key("NW-36", default = "true")]
    pub needs_los: bool,
    /// Its area hits the user too.
    #[key("NW-40", default = "false")]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Choices)]
#[choices("a duration")]
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
    #[choice("n_rounds", reads = Int<1, 99>)]
    Rounds(u8),
    /// Until the fight ends.
    Fight,
    /// As long as the enchantment that grants the ability is in force.
    WhileActive,
}
