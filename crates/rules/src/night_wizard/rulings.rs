//! The silences of the rules text and fray's answers to them. Each key is read in one place.

use crate::declare::{MaybeNumber, Number, Other, RulingInfo, RulingType, RulingValue};
pub use crate::grid::{LosCorner, RangeMetric};
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

/// A number of actions, or no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unlimited<const MAX: i64>(pub Option<i32>);

impl<const MAX: i64> RulingType for Unlimited<MAX> {
    const WORDS: &'static [&'static str] = &["unlimited"];
    const RANGE: Option<(i64, i64)> = Some((0, MAX));

    fn read(value: RulingValue<'_>) -> Option<Self> {
        match value {
            RulingValue::Word("unlimited") => Some(Self(None)),
            RulingValue::Number(n) if (0..=MAX).contains(&n) => Some(Self(Some(n as i32))),
            _ => None,
        }
    }

    fn show(self) -> String {
        self.0.map_or_else(|| "unlimited".to_owned(), |n| n.to_string())
    }
}

/// What Poison does in Clean-Up (NW-47).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoisonRule {
    /// So many HP a level.
    PerLevel(i32),
    /// A die a level.
    DicePerLevel,
}

impl RulingType for PoisonRule {
    const WORDS: &'static [&'static str] = &["level", "dice_per_level"];
    const RANGE: Option<(i64, i64)> = Some((0, 99));

    fn read(value: RulingValue<'_>) -> Option<Self> {
        match value {
            RulingValue::Word("level") => Some(Self::PerLevel(1)),
            RulingValue::Word("dice_per_level") => Some(Self::DicePerLevel),
            RulingValue::Number(n) if (0..=99).contains(&n) => Some(Self::PerLevel(n as i32)),
            _ => None,
        }
    }

    fn show(self) -> String {
        match self {
            Self::PerLevel(1) => "level".to_owned(),
            Self::PerLevel(n) => n.to_string(),
            Self::DicePerLevel => "dice_per_level".to_owned(),
        }
    }
}

/// How many squares the achievement value of an All-Out Movement is worth (NW-39).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllOutTable {
    /// Least value and squares, by ascending value; a value below the first is worth nothing.
    rows: [(i16, u8); Self::MOST],
    /// How many rows there are; 0: a fifth of the value, rounded up.
    len: u8,
}

impl AllOutTable {
    /// The most rows a table can have.
    pub const MOST: usize = 20;
    /// A fifth of the value, rounded up, and 0 for values below.
    pub const CEIL_FIFTH: Self = Self { rows: [(0, 0); Self::MOST], len: 0 };

    /// A table of least values and squares, by ascending value. `None`, if it has no rows, too
    /// many, or one that is not above the row before.
    #[must_use]
    pub fn of(rows: &[(i16, u8)]) -> Option<Self> {
        let ascends = rows.windows(2).all(|pair| pair[0].0 < pair[1].0);
        (!rows.is_empty() && rows.len() <= Self::MOST && ascends).then(|| {
            let mut table = Self { rows: [(0, 0); Self::MOST], len: rows.len() as u8 };
            table.rows[..rows.len()].copy_from_slice(rows);
            table
        })
    }

    /// Its rows, by ascending value; none: a fifth of the value, rounded up.
    #[must_use]
    pub fn rows(&self) -> &[(i16, u8)] {
        &self.rows[..self.len as usize]
    }

    /// The squares that a value is worth.
    #[must_use]
    pub fn squares(&self, value: i32) -> u32 {
        if self.len == 0 {
            return (value.max(0) as u32).div_ceil(5);
        }
        let rows = &self.rows[..self.len as usize];
        rows.iter().rev().find(|row| i32::from(row.0) <= value).map_or(0, |row| row.1.into())
    }
}

impl RulingType for AllOutTable {
    const WORDS: &'static [&'static str] = &["ceil_fifth"];
    const RANGE: Option<(i64, i64)> = None;
    const OTHER: Option<Other> =
        Some(Other::Pairs("up to 20 pairs `[least value, squares]`, least values rising"));

    fn read(value: RulingValue<'_>) -> Option<Self> {
        match value {
            RulingValue::Word("ceil_fifth") => Some(Self::CEIL_FIFTH),
            RulingValue::Pairs(pairs) => {
                let row = |&(least, squares): &(i64, i64)| {
                    Some((i16::try_from(least).ok()?, u8::try_from(squares).ok()?))
                };
                Self::of(&pairs.iter().map(row).collect::<Option<Vec<_>>>()?)
            }
            _ => None,
        }
    }

    fn show(self) -> String {
        if self.len == 0 {
            return "ceil_fifth".to_owned();
        }
        let rows: Vec<String> = self.rows[..self.len as usize]
            .iter()
            .map(|(least, squares)| format!("[{least}, {squares}]"))
            .collect();
        format!("[{}]", rows.join(", "))
    }
}

/// The key of a scenario's surprise among its rulings: which side it is, the scenario says, so
/// that it stands in [`Setup`](super::setup::Setup).
pub const SURPRISE: RulingInfo = RulingInfo {
    key: "surprise",
    rule: "NW-10",
    words: &["none"],
    range: None,
    step: 1,
    other: Some(Other::Side),
    default: "none",
    sentence: "Which side surprises the others: each of its units takes a Main before round 1.",
};

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
        /// What a point of prana adds to a Judge.
        "NW-06" prana_mode: PranaMode = PranaMode::Dice, "dice";
        /// Who may use prana.
        "NW-06" prana_users: PranaUsers = PranaUsers::AnyWithPrana, "any_with_prana";
        /// HP for a point of prana; 0 is off.
        "NW-06" prana_to_hp_rate: Number<0, 99> = Number(0), "0";
        /// MP for a point of prana; 0 is off.
        "NW-06" prana_to_mp_rate: Number<0, 99> = Number(0), "0";
        /// Whether penalties of bad statuses are passive or active modifiers.
        "NW-07" status_penalty_class: StatusPenalty = StatusPenalty::Passive, "passive";
        /// The most Mains of one unit in one round; 0 is no limit.
        "NW-08" max_mains_per_unit_per_round: Number<0, 99> = Number(0), "0";
        /// Whether counts or the list decide who is next.
        "NW-08" action_order: ActionOrder = ActionOrder::Count, "count";
        /// Whether late arrivals have to pass their Appearance Judge.
        "NW-09" appearance_judge: Switch = Switch::Off, "off";
        /// Whether a switch by Lunar Robe bars magic in this Setup too.
        "NW-09" robe_bars_magic: bool = false, "false";
        /// Whose abilities come first in a window.
        "NW-09" window_order: WindowOrder = WindowOrder::PcFirst, "pc_first";
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
        /// What a cost in Action Count outside one's own Main needs.
        "NW-17" offturn_count_cost_needs: OffturnCountCost = OffturnCountCost::One, "1";
        /// When MP are paid.
        "NW-17" mp_paid: MpPaid = MpPaid::OnUse, "on_use";
        /// Whether HP costs may exceed the HP left.
        "NW-17" hp_cost_overdraw: HpCostOverdraw = HpCostOverdraw::ResolveThenDrop, "resolve_then_drop";
        /// How many Reaction abilities answer one event.
        "NW-19" reaction_abilities_per_event: OneOrUnlimited = OneOrUnlimited::One, "1";
        /// Which Auto Actions are possible in the Mains of others.
        "NW-19" auto_in_others_mains: AutoInOthersMains = AutoInOthersMains::Triggered, "triggered";
        /// Which action opens the Lunar Robe outside Setup.
        "NW-19" robe_access: AutoOrMinor = AutoOrMinor::Auto, "auto";
        /// Which action cancels an enchantment.
        "NW-19" cancel_enchantment: AutoOrMinor = AutoOrMinor::Auto, "auto";
        /// Who wins a tie of Hit and Dodge.
        "NW-20" hit_tie: HitTie = HitTie::Attacker, "attacker";
        /// The order in which effects change damage.
        "NW-22" damage_effect_order: DamageEffectOrder = DamageEffectOrder::AddElementMultiplyZero, "add_element_multiply_zero";
        /// What a unit needs to cover another.
        "NW-24" cover_min_count: CoverMinCount = CoverMinCount::One, "1";
        /// Whether the attacker rolls Attack once for all targets.
        "NW-25" area_single_damage_roll: bool = true, "true";
        /// How many covers one unit may make against one attack.
        "NW-25" covers_per_attack: OneOrUnlimited = OneOrUnlimited::One, "1";
        /// When the Defense Judges of an attack on several targets are made.
        "NW-25" area_defence_timing: AreaDefenceTiming = AreaDefenceTiming::BeforeDamage, "before_damage";
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
        /// Whether units may flee from the map's exits.
        "NW-32" flee: Switch = Switch::Off, "off";
        /// Whether enchantment levels must stay below the limit, not just within it.
        "NW-33" enchantment_limit_strict: bool = false, "false";
        /// How many units a square holds.
        "NW-35" square_capacity: Unlimited<32> = Unlimited(None), "unlimited";
        /// Whether a line of sight that touches a corner or an edge is blocked.
        "NW-36" los_corner: LosCorner = LosCorner::Open, "open";
        /// Whether Unconscious enemies hinder who leaves their square.
        "NW-38" unconscious_obstructs: bool = false, "false";
        /// How many squares an All-Out Movement goes: a fifth of the achievement value, rounded up, or a table of least values and squares.
        "NW-39" all_out_table: AllOutTable = AllOutTable::CEIL_FIFTH, "ceil_fifth";
        /// How distance is measured.
        "NW-40" range_metric: RangeMetric = RangeMetric::Manhattan, "manhattan";
        /// What of an area the attacker has to see.
        "NW-40" area_los: AreaLos = AreaLos::EachTarget, "each_target";
        /// What a take-off that failed for want of MP costs.
        "NW-41" failed_takeoff: FailedTakeoff = FailedTakeoff::MinorLost, "minor_lost";
        /// What becomes of two Poisons.
        "NW-43" poison_stack: PoisonStack = PoisonStack::Max, "max";
        /// What Poison does in Clean-Up; a number is so many HP a level.
        "NW-47" poison_damage: PoisonRule = PoisonRule::PerLevel(1), "level";
        /// Whether Paralysis leaves All-Out Movement possible.
        "NW-48" paralysis_all_out: bool = true, "true";
        /// How many bad statuses one action shakes off.
        "NW-51" recover_per_action: RecoverPerAction = RecoverPerAction::One, "one";
        /// What is regained between the fights of a series.
        "NW-52" rest_between_fights: RestBetweenFights = RestBetweenFights::Off, "off";
        /// Whether only units that could act may be commanded.
        "NW-53" command_needs_count: bool = true, "true";
        /// Whether HP, MP and prana carry over in a series.
        "NW-54" carry_over: bool = false, "false";
        /// To whom Initiative windows are open.
        "NW-56" initiative_window: InitiativeWindow = InitiativeWindow::All, "all";
    }
}
