//! The answers that are words.

use crate::words;

words! {
    /// What decides who is next.
    pub enum ActionOrder {
        /// The highest Action Count.
        Count = "count",
        /// The fewest Mains this round, then listed order.
        Listed = "listed",
    }

    /// Where critical and fumble numbers come from.
    pub enum CfSource {
        /// The lists of the stat block.
        Fixed = "fixed",
        /// Two dice each at the start of every fight.
        RolledPerFight = "rolled_per_fight",
    }

    /// Whose critical and fumble numbers are rolled.
    pub enum CfRolledFor {
        /// The PCs'.
        Pc = "pc",
        /// Everybody's.
        All = "all",
    }

    /// Ties between units of one kind on different sides.
    pub enum CrossSideTie {
        /// One fair pick among the sides, made anew at every Initiative Process.
        Random = "random",
        /// Listed order over all sides.
        Listed = "listed",
    }

    /// Whether units may delay.
    pub enum Delays {
        /// They may.
        Allowed = "allowed",
        /// They may not: every delay tactic acts instead.
        Forbidden = "forbidden",
    }

    /// An achievement value that equals the difficulty.
    pub enum DifficultyTie {
        /// Succeeds.
        Success = "success",
        /// Fails.
        Fail = "fail",
    }

    /// The order of effects that change damage.
    pub enum DamageEffectOrder {
        /// Add and subtract, element, multiply, set to zero.
        AddElementMultiplyZero = "add_element_multiply_zero",
        /// As they were declared.
        AsDeclared = "as_declared",
    }

    /// How Daze ends.
    pub enum DazeCleanup {
        /// By itself in Clean-Up.
        Auto = "auto",
        /// Not by itself.
        None = "none",
    }

    /// Who wins a tie of Hit and Dodge.
    pub enum HitTie {
        /// The attacker: Hit AV >= Dodge AV.
        Attacker = "attacker",
        /// The defender: Hit AV > Dodge AV.
        Defender = "defender",
    }

    /// When a Main costs its Action Count.
    pub enum MainCostWhen {
        /// When it ends.
        End = "end",
        /// When it is entered.
        Start = "start",
    }

    /// Who rolls Mortality Judges.
    pub enum Mortality {
        /// PCs.
        Pc = "pc",
        /// Everybody.
        All = "all",
        /// Nobody.
        Off = "off",
    }

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

    /// Where Near Death begins.
    pub enum NearDeathAt {
        /// Below 0 HP.
        BelowZero = "below_zero",
        /// At 0 HP.
        ZeroOrBelow = "zero_or_below",
    }

    /// When a unit without a Mortality Judge dies.
    pub enum NoJudgeUnit {
        /// The moment it reaches Near Death.
        DeadAtOnce = "dead_at_once",
        /// In Clean-Up.
        DeadAtCleanup = "dead_at_cleanup",
    }

    /// The class of the penalties of bad statuses.
    pub enum StatusPenalty {
        /// Kept on a fumble.
        Passive = "passive",
        /// Lost on a fumble.
        Active = "active",
    }

    /// The count of an Unconscious unit.
    pub enum UnconsciousCount {
        /// Its bare Action Value.
        Attribute = "attribute",
        /// Rolled as for others.
        Roll = "roll",
    }

    /// When a side is beaten.
    pub enum Victory {
        /// When none of its units stands.
        SideDown = "side_down",
        /// When all of its units are dead or fled.
        SideDead = "side_dead",
    }

    /// When all the Defense Judges of an attack on several targets are made.
    pub enum AreaDefenceTiming {
        /// Before any of the damage is applied.
        BeforeDamage = "before_damage",
        /// Each before its own damage.
        Sequential = "sequential",
    }

    /// What of an area the attacker has to see.
    pub enum AreaLos {
        /// Every target.
        EachTarget = "each_target",
        /// The square in the middle.
        Centre = "centre",
    }

    /// Which Auto Actions are possible in the Mains of others.
    pub enum AutoInOthersMains {
        /// Those whose trigger fires.
        Triggered = "triggered",
        /// Those without a trigger too, whenever something fires.
        Any = "any",
        /// None.
        None = "none",
    }

    /// Which action something takes.
    pub enum AutoOrMinor {
        /// An Auto Action.
        Auto = "auto",
        /// The Minor Action.
        Minor = "minor",
    }

    /// What a unit needs to cover another.
    pub enum CoverMinCount {
        /// A count of 1 or more, and not to be Exhausted.
        One = "1",
        /// Nothing.
        None = "none",
    }

    /// How many covers one unit may make against one attack.
    pub enum OneOrUnlimited {
        /// One.
        One = "1",
        /// Any number.
        Unlimited = "unlimited",
    }

    /// What a take-off that failed for want of MP costs.
    pub enum FailedTakeoff {
        /// The Minor Action.
        MinorLost = "minor_lost",
        /// Nothing.
        MinorKept = "minor_kept",
    }

    /// HP costs beyond the last HP.
    pub enum HpCostOverdraw {
        /// May be paid: the action resolves, then the unit falls.
        ResolveThenDrop = "resolve_then_drop",
        /// May not be paid.
        Forbid = "forbid",
    }

    /// To whom Initiative windows are open.
    pub enum InitiativeWindow {
        /// Everybody who stands and is conscious.
        All = "all",
        /// Those of them who are not Exhausted.
        NotExhausted = "not_exhausted",
    }

    /// When MP are paid.
    pub enum MpPaid {
        /// When the action is declared.
        OnUse = "on_use",
        /// When its Judge succeeds.
        OnSuccess = "on_success",
    }

    /// What a cost in Action Count outside one's own Main needs.
    pub enum OffturnCountCost {
        /// A count of 1 or more.
        One = "1",
        /// The full amount.
        FullAmount = "full_amount",
        /// Nothing.
        None = "none",
    }

    /// What becomes of two Poisons.
    pub enum PoisonStack {
        /// The higher level stays.
        Max = "max",
        /// Levels add up.
        Sum = "sum",
    }

    /// What a point of prana adds.
    pub enum PranaMode {
        /// A die.
        Dice = "dice",
        /// One.
        Flat = "flat",
    }

    /// Who may use prana.
    pub enum PranaUsers {
        /// Whoever has some.
        AnyWithPrana = "any_with_prana",
        /// PCs.
        PcOnly = "pc_only",
    }

    /// How many bad statuses one action shakes off.
    pub enum RecoverPerAction {
        /// One.
        One = "one",
        /// All it may.
        All = "all",
    }

    /// What is regained between the fights of a series.
    pub enum RestBetweenFights {
        /// Nothing.
        Off = "off",
        /// HP.
        Hp = "hp",
        /// MP.
        Mp = "mp",
        /// Both.
        Both = "both",
    }

    /// Whose abilities come first in a window.
    pub enum WindowOrder {
        /// The PCs'.
        PcFirst = "pc_first",
        /// The NPCs'.
        NpcFirst = "npc_first",
    }

    /// On or off.
    pub enum Switch {
        /// On.
        On = "on",
        /// Off.
        Off = "off",
    }

    /// Whether one Clean-Up follows the end of the fight.
    pub enum FinalCleanup {
        /// It does, for the casualties.
        Run = "run",
        /// It does not.
        Skip = "skip",
    }
}
