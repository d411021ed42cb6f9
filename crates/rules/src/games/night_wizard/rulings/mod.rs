//! The silences of the rules text and fray's answers to them. Each key is read in one place.
//! Which words and numbers an answer may be stands in `words` and `numbers`.

mod numbers;
mod words;

pub use crate::board::grid::{LosCorner, RangeMetric};
pub use numbers::{AllOutTable, PoisonRule, Unlimited};
pub use words::*;

use crate::declare::rulings::{MaybeNumber, Number, Other, RulingInfo};
use crate::rulings;

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
