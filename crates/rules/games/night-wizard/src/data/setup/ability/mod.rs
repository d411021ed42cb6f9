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
use crate::sheet::{AnyInflicted, AnyJudge, Condition, Price, Targets};
use fray_kit::sheet::types::{Int, Items, Name};
use fray_kit::tactics::when::When;
use fray_kit::{choices, record, stat_block, words};

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

impl Trigger {
    /// Returns whether there is somebody else in what it speaks of: an attacker, a target, an ally, an enemy.
    #[must_use]
    pub fn names_another(self) -> bool {
        !matches!(self, Self::StatusReceived | Self::NearDeathSelf | Self::JudgeCritical | Self::JudgeFumble)
    }
}

record! {
    /// A bad status with its level.
    #[derive(Copy)]
    pub struct Inflicted is "status" {
        /// Which.
        "NW-43" status: Status, required;
        /// The level of Poison.
        "NW-47" level: i32 as Int<1, 99> = (Some(1));
    }

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
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Duration is "a duration" {
        /// They are done at once.
        "instant" Instant = default,
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
