//! The silences of the rules text and fray's answers to them. Each key is read in one place.

use crate::declare::{MaybeNumber, Number};
use crate::{rulings, words};

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

/// A number of actions, or no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unlimited<const MAX: i64>(pub Option<i32>);

impl<const MAX: i64> crate::declare::RulingType for Unlimited<MAX> {
    const WORDS: &'static [&'static str] = &["unlimited"];
    const RANGE: Option<(i64, i64)> = Some((0, MAX));

    fn read(value: crate::declare::RulingValue<'_>) -> Option<Self> {
        match value {
            crate::declare::RulingValue::Word("unlimited") => Some(Self(None)),
            crate::declare::RulingValue::Number(n) if (0..=MAX).contains(&n) => Some(Self(Some(n as i32))),
            _ => None,
        }
    }

    fn show(self) -> String {
        self.0.map_or_else(|| "unlimited".to_owned(), |n| n.to_string())
    }
}

rulings! {
    /// The rulings of Night Wizard, with the ledger's defaults.
    pub struct Rulings {
        /// Whether criticals apply to Attack and Defense Judges.
        "NW-02" crit_on_damage: bool = true, "true";
        /// Whether a fumble loses active modifiers.
        "NW-03" fumble_drops_active: bool = true, "true";
        /// Where critical and fumble numbers come from.
        "NW-04" cf_source: CfSource = CfSource::Fixed, "fixed";
        /// Whose numbers are rolled under `cf_source = rolled_per_fight`.
        "NW-04" cf_rolled_for: CfRolledFor = CfRolledFor::Pc, "pc";
        /// Whether an achievement value equal to a difficulty succeeds.
        "NW-05" difficulty_tie: DifficultyTie = DifficultyTie::Success, "success";
        /// Whether a unit that may not make a Judge suffers status penalties on its bare attribute.
        "NW-05" flat_av_penalties: bool = false, "false";
        /// Whether penalties of bad statuses are passive or active modifiers.
        "NW-07" status_penalty_class: StatusPenalty = StatusPenalty::Passive, "passive";
        /// The most Mains of one unit in one round; 0 is no limit.
        "NW-08" max_mains_per_unit_per_round: Number<0, 99> = Number(0), "0";
        /// Whether counts or the list decide who is next.
        "NW-08" action_order: ActionOrder = ActionOrder::Count, "count";
        /// The count of an Unconscious unit.
        "NW-11" unconscious_count: UnconsciousCount = UnconsciousCount::Attribute, "attribute";
        /// A floor under the Action Count Judge.
        "NW-11" min_setup_count: MaybeNumber<0, 300> = MaybeNumber(None), "none";
        /// The least count with which a unit may enter a Main; below it, it is Exhausted.
        "NW-12" min_count: Number<0, 2> = Number(1), "1";
        /// How a tie between sides is broken.
        "NW-13" cross_side_tie: CrossSideTie = CrossSideTie::Random, "random";
        /// Whether units may delay.
        "NW-14" delay: Delays = Delays::Allowed, "allowed";
        /// Whether the Minor Action may follow the Major Action.
        "NW-15" minor_after_major: bool = false, "false";
        /// The most Auto Actions in one Main.
        "NW-15" auto_actions_per_main: Unlimited<99> = Unlimited(None), "unlimited";
        /// What a Main costs in Action Count.
        "NW-16" main_cost: Number<1, 999> = Number(10), "10";
        /// Whether the cost of a Main falls at its end or at its start.
        "NW-16" main_cost_when: MainCostWhen = MainCostWhen::End, "end";
        /// Whether a unit stays Exhausted when its count is raised again.
        "NW-16" exhaustion_sticky: bool = true, "true";
        /// Who wins a tie of Hit and Dodge.
        "NW-20" hit_tie: HitTie = HitTie::Attacker, "attacker";
        /// The order in which effects change damage.
        "NW-22" damage_effect_order: DamageEffectOrder = DamageEffectOrder::AddElementMultiplyZero, "add_element_multiply_zero";
        /// Whether Daze ends by itself in Clean-Up.
        "NW-26" daze_cleanup: DazeCleanup = DazeCleanup::Auto, "auto";
        /// Where a status that drains MP or prana stops.
        "NW-27" status_drain_floor: Number<0, 1> = Number(1), "1";
        /// Where Near Death begins.
        "NW-28" near_death_at: NearDeathAt = NearDeathAt::BelowZero, "below_zero";
        /// Who is entitled to a Mortality Judge.
        "NW-30" mortality: Mortality = Mortality::Pc, "pc";
        /// The basic attribute of the Mortality Judge.
        "NW-30" mortality_attribute: Attribute = Attribute::Spirit, "spirit";
        /// The difficulty of the Mortality Judge.
        "NW-30" mortality_difficulty: Number<-999, 999> = Number(15), "15";
        /// What every point below 0 HP adds to the difficulty of the Mortality Judge.
        "NW-30" mortality_per_hp: Number<0, 99> = Number(0), "0";
        /// The HP of a unit that passed its Mortality Judge.
        "NW-30" mortality_hp: Number<1, 9999> = Number(1), "1";
        /// When a unit that is not entitled to a Mortality Judge dies.
        "NW-30" no_judge_unit: NoJudgeUnit = NoJudgeUnit::DeadAtOnce, "dead_at_once";
        /// When a side is beaten.
        "NW-31" victory: Victory = Victory::SideDown, "side_down";
        /// Whether the winners may take one last Main each.
        "NW-31" final_main: Switch = Switch::Off, "off";
        /// Whether one Clean-Up follows the end of the fight.
        "NW-31" final_cleanup: FinalCleanup = FinalCleanup::Run, "run";
    }
}
