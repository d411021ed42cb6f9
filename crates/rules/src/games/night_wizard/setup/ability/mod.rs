//! Special abilities, invocations, items and enchantments as data: the ledger's vocabulary
//! (NW-53). Here stands what an ability is, when it may be used and what it costs; on whom it
//! works, what is rolled for it and what it does stand in modules of their own.

mod effect;
mod judge;
mod target;

pub use effect::{Amount, Effect, Keep, ModifierClass, MoveMode, RemoveStatus};
pub use judge::{AbilityJudge, AttributeId, JudgeKind};
pub use target::{Area, Range, TargetRule, Victims, Who};

use super::super::sheet::{AnyInflicted, Price};
use super::super::tactics::Fact;
use super::Status;
use crate::sheet::types::{Int, Items};
use crate::tactics::when::When;
use crate::{choices, record, words};

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

words! {
    /// What an ability is.
    #[derive(Default)]
    #[expect(missing_docs, reason = "the ledger's words")]
    pub enum AbilityKind {
        #[default]
        Special = "special",
        Invocation = "invocation",
        Enchantment = "enchantment",
        Item = "item",
        Equipment = "equipment",
    }
}

words! {
    /// When an ability may be used.
    #[derive(Default)]
    pub enum Timing {
        /// It works all the time and is never declared.
        Always = "always",
        /// In the Setup window (NW-09(c)).
        Setup = "setup",
        /// In the Initiative window (NW-13(a)).
        Initiative = "initiative",
        /// At the start of the user's Main.
        MainStart = "main_start",
        /// As a Minor Action, in the ledger also "just before" one.
        Minor = "minor",
        /// Before one of the Judges that its effects name.
        BeforeJudge = "before_judge",
        /// After it.
        AfterJudge = "after_judge",
        /// As a Major Action.
        #[default]
        Major = "major",
        /// As a Reaction to its trigger.
        Reaction = "reaction",
        /// As an Auto Action: in the user's Main, or when its trigger fires.
        Auto = "auto",
        /// In the Clean-Up window (NW-26, step 3).
        CleanUp = "cleanup",
    }
}

words! {
    /// What a Reaction or an Auto Action answers, seen by its user.
    #[repr(u8)]
    pub enum Trigger {
        /// The user is the target of an attack that rolls Hit against Dodge.
        AttackedPhysical = "attacked_physical",
        /// The user is the target of an attack that rolls Magic Hit against Resistance.
        AttackedMagic = "attacked_magic",
        /// The user's attack missed.
        Missed = "missed",
        /// The user was hit.
        Hit = "hit",
        /// Before the user rolls Defense or Magic Defense.
        BeforeDefense = "before_defense",
        /// The user lost HP to an attack.
        Damaged = "damaged",
        /// The user's attack did damage.
        DamageDealt = "damage_dealt",
        /// A bad status was inflicted on the user.
        StatusReceived = "status_received",
        /// An ally of the user was hit.
        AllyHit = "ally_hit",
        /// The user fell into Near Death.
        NearDeathSelf = "near_death_self",
        /// An ally of the user fell into Near Death.
        NearDeathAlly = "near_death_ally",
        /// A Judge of the user was critical.
        JudgeCritical = "judge_critical",
        /// A Judge of the user fumbled.
        JudgeFumble = "judge_fumble",
        /// An enemy entered the user's square.
        EnemyEnters = "enemy_enters",
        /// An enemy left the user's square.
        EnemyLeaves = "enemy_leaves",
    }
}

record! {
    /// What an ability costs.
    #[derive(Default)]
    pub struct Cost is "cost" {
        /// Action Count.
        "NW-17" count: Amount as Price = "0";
        /// HP.
        "NW-17" hp: Amount as Price = "0";
        /// MP.
        "NW-17" mp: Amount as Price = "0";
        /// Prana.
        "NW-17" prana: Amount as Price = "0";
        /// Bad statuses that the user takes after the Major Action of its Main.
        "NW-17" statuses: Vec<Inflicted> as Items<AnyInflicted> = "[]";
    }

    /// How often an ability may be used; 0 is without limit.
    #[derive(Copy, Default)]
    pub struct Uses is "uses" {
        /// In a Main (the user's, or whoever's is going on).
        "NW-53" per_main: u8 as Int<0, 99> = "0";
        /// In a round.
        "NW-53" per_round: u8 as Int<0, 99> = "0";
        /// In a fight.
        "NW-53" per_fight: u8 as Int<0, 99> = "0";
        /// Of an item: in a series of fights.
        "NW-53" charges: u8 as Int<0, 99> = "0";
    }

    /// What an ability ignores, or needs.
    #[derive(Copy)]
    pub struct Flags is "flags" {
        /// It may be used as an Auto Action while Exhausted outside one's own Main.
        "NW-19" exhausted_ok: bool = "false";
        /// It may be used in Near Death.
        "NW-29" usable_near_death: bool = "false";
        /// It may be used while Unconscious.
        "NW-44" usable_unconscious: bool = "false";
        /// Pressure does not bar it.
        "NW-45" ignores_pressure: bool = "false";
        /// Its target square must be in sight.
        "NW-36" needs_los: bool = "true";
        /// Its area hits the user too.
        "NW-40" hits_self: bool = "false";
    }
}

/// A bad status with its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inflicted {
    /// Which.
    pub status: Status,
    /// Its level; read of Poison only.
    pub level: i32,
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

choices! {
    /// How long effects last.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Duration is "a duration" {
        /// They are done at once.
        "instant" Instant,
        /// For the Judge they were declared for.
        "this_judge" ThisJudge,
        /// Until the Main that is going on ends.
        "this_main" ThisMain,
        /// Until the next Clean-Up, step 2.
        "this_round" ThisRound,
        /// Until Clean-Up step 2 of the n-th round, the present one the first (NW-56).
        "n_rounds" Rounds(u8 as Int<1, 99>),
        /// Until the fight ends.
        "fight" Fight,
        /// As long as the enchantment that grants the ability is in force.
        "while_active" WhileActive,
    }
}

#[expect(clippy::derivable_impls, reason = "a declaration of choices marks no default")]
impl Default for Duration {
    fn default() -> Self {
        Self::Instant
    }
}
