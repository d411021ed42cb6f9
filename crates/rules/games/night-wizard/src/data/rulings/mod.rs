//! The silences of the rules text and fray's answers to them. Each key is read in one place.
//! Answers that are more than the words of one ruling stand in `types`.

mod types;

pub use fray_kit::board::grid::{LosCorner, RangeMetric};
pub use fray_kit::declare::rulings::{Switch, Unlimited};
pub use types::{AllOutTable, AutoOrMinor, BasicAttribute, OneOrUnlimited, PoisonRule};

use crate::data::setup::{AttributeId, Setup};
use fray_kit::declare::rulings::{MaybeNumber, Need, Number, RulingInfo};
use fray_kit::rulings;

/// The key of a scenario's surprise among its rulings: which side it is, the scenario says, so
/// that it stands in [`Setup`].
pub const SURPRISE: RulingInfo = RulingInfo::of_side(
    "surprise",
    "NW-10",
    "Which side surprises the others: each of its units takes a Main before round 1.",
);

// What several rulings need.
const PRANA: Need<Setup> =
    Need { what: "a unit has prana", holds: |setup| setup.units().any(|unit| unit.prana > 0) };
const MP: Need<Setup> = Need { what: "a unit has MP", holds: |setup| setup.units().any(|unit| unit.mp > 0) };
const ABILITIES: Need<Setup> = Need {
    what: "a unit has abilities",
    holds: |setup| setup.units().any(|unit| !unit.abilities.is_empty()),
};
const ENCHANTMENTS: Need<Setup> = Need {
    what: "a unit has enchantments",
    holds: |setup| setup.units().any(|unit| !unit.enchantments.is_empty()),
};
const LOADOUTS: Need<Setup> = Need {
    what: "a unit owns a Lunar Robe and several loadouts",
    holds: |setup| setup.units().any(|unit| unit.lunar_robe && unit.loadouts.len() > 1),
};
const MORTALITY: Need<Setup> =
    Need { what: "`mortality` is not `off`", holds: |setup| setup.rulings.mortality != Mortality::Off };
const MAP: Need<Setup> = Need { what: "there is a map", holds: |setup| setup.map.is_some() };

rulings! {
    /// The rulings of Night Wizard, with the ledger's defaults.
    pub struct Rulings of Setup {
        /// Whether criticals apply to Attack and Defense Judges.
        "NW-02" crit_on_damage: bool = true;
        /// Whether a fumble loses active modifiers.
        "NW-03" fumble_drops_active: bool = true;
        /// Where critical and fumble numbers come from.
        "NW-04" cf_source: enum CfSource {
            /// The lists of the stat block.
            Fixed = "fixed",
            /// Two dice each at the start of every fight.
            RolledPerFight = "rolled_per_fight",
        } = CfSource::Fixed;
        /// Whose numbers are rolled under `cf_source = rolled_per_fight`.
        "NW-04" cf_rolled_for: enum CfRolledFor {
            /// The PCs'.
            Pc = "pc",
            /// Everybody's.
            All = "all",
        } = CfRolledFor::Pc,
            if "`cf_source` is `rolled_per_fight`" => |setup| setup.rulings.cf_source == CfSource::RolledPerFight;
        /// Whether an achievement value equal to a difficulty succeeds.
        "NW-05" difficulty_tie: enum DifficultyTie {
            /// Succeeds.
            Success = "success",
            /// Fails.
            Fail = "fail",
        } = DifficultyTie::Success;
        /// Whether a unit that may not make a Judge suffers status penalties on its bare attribute.
        "NW-05" flat_av_penalties: bool = false;
        /// What a point of prana adds to a Judge.
        "NW-06" prana_mode: enum PranaMode {
            /// A die.
            Dice = "dice",
            /// One.
            Flat = "flat",
        } = PranaMode::Dice, needs PRANA;
        /// Who may use prana.
        "NW-06" prana_users: enum PranaUsers {
            /// Whoever has some.
            AnyWithPrana = "any_with_prana",
            /// PCs.
            PcOnly = "pc_only",
        } = PranaUsers::AnyWithPrana, needs PRANA;
        /// HP for a point of prana; 0 is off.
        "NW-06" prana_to_hp_rate: Number<0, 99> = Number(0), needs PRANA;
        /// MP for a point of prana; 0 is off.
        "NW-06" prana_to_mp_rate: Number<0, 99> = Number(0), needs PRANA;
        /// Whether penalties of bad statuses are passive or active modifiers.
        "NW-07" status_penalty_class: enum StatusPenalty {
            /// Kept on a fumble.
            Passive = "passive",
            /// Lost on a fumble.
            Active = "active",
        } = StatusPenalty::Passive;
        /// The most Mains of one unit in one round; 0 is no limit.
        "NW-08" max_mains_per_unit_per_round: Number<0, 99> = Number(0);
        /// Whether counts or the list decide who is next.
        "NW-08" action_order: enum ActionOrder {
            /// The highest Action Count.
            Count = "count",
            /// The fewest Mains this round, then listed order.
            Listed = "listed",
        } = ActionOrder::Count;
        /// Whether late arrivals have to pass their Appearance Judge.
        "NW-09" appearance_judge: Switch = Switch::Off,
            if "a unit arrives late" => |setup| setup.units().any(|unit| unit.arrives_round > 1);
        /// Whether a switch by Lunar Robe bars magic in this Setup too.
        "NW-09" robe_bars_magic: bool = false, needs LOADOUTS;
        /// Whose abilities come first in a window.
        "NW-09" window_order: enum WindowOrder {
            /// The PCs'.
            PcFirst = "pc_first",
            /// The NPCs'.
            NpcFirst = "npc_first",
        } = WindowOrder::PcFirst, needs ABILITIES;
        /// The count of an Unconscious unit.
        "NW-11" unconscious_count: enum UnconsciousCount {
            /// Its bare Action Value.
            Attribute = "attribute",
            /// Rolled as for others.
            Roll = "roll",
        } = UnconsciousCount::Attribute;
        /// A floor under the Action Count Judge.
        "NW-11" min_setup_count: MaybeNumber<0, 300> = MaybeNumber(None);
        /// The least count with which a unit may enter a Main; below it, it is Exhausted.
        "NW-12" min_count: Number<0, 2> = Number(1);
        /// How a tie between sides is broken.
        "NW-13" cross_side_tie: enum CrossSideTie {
            /// One fair pick among the sides, made anew at every Initiative Process.
            Random = "random",
            /// Listed order over all sides.
            Listed = "listed",
        } = CrossSideTie::Random;
        /// Whether units may delay.
        "NW-14" delay: enum Delays {
            /// They may.
            Allowed = "allowed",
            /// They may not: every delay tactic acts instead.
            Forbidden = "forbidden",
        } = Delays::Allowed;
        /// Whether the Minor Action may follow the Major Action.
        "NW-15" minor_after_major: bool = false;
        /// The most Auto Actions in one Main.
        "NW-15" auto_actions_per_main: Unlimited<0, 99> = Unlimited(None);
        /// What a Main costs in Action Count.
        "NW-16" main_cost: Number<1, 999> = Number(10);
        /// Whether the cost of a Main falls at its end or at its start.
        "NW-16" main_cost_when: enum MainCostWhen {
            /// When it ends.
            End = "end",
            /// When it is entered.
            Start = "start",
        } = MainCostWhen::End;
        /// Whether a unit stays Exhausted when its count is raised again.
        "NW-16" exhaustion_sticky: bool = true;
        /// What a cost in Action Count outside one's own Main needs.
        "NW-17" offturn_count_cost_needs: enum OffturnCountCost {
            /// A count of 1 or more.
            One = "1",
            /// The full amount.
            FullAmount = "full_amount",
            /// Nothing.
            None = "none",
        } = OffturnCountCost::One, needs ABILITIES;
        /// When MP are paid.
        "NW-17" mp_paid: enum MpPaid {
            /// When the action is declared.
            OnUse = "on_use",
            /// When its Judge succeeds.
            OnSuccess = "on_success",
        } = MpPaid::OnUse, needs MP;
        /// Whether HP costs may exceed the HP left.
        "NW-17" hp_cost_overdraw: enum HpCostOverdraw {
            /// May be paid: the action resolves, then the unit falls.
            ResolveThenDrop = "resolve_then_drop",
            /// May not be paid.
            Forbid = "forbid",
        } = HpCostOverdraw::ResolveThenDrop;
        /// How many Reaction abilities answer one event.
        "NW-19" reaction_abilities_per_event: OneOrUnlimited = OneOrUnlimited::One, needs ABILITIES;
        /// Which Auto Actions are possible in the Mains of others.
        "NW-19" auto_in_others_mains: enum AutoInOthersMains {
            /// Those whose trigger fires.
            Triggered = "triggered",
            /// Those without a trigger too, whenever something fires.
            Any = "any",
            /// None.
            None = "none",
        } = AutoInOthersMains::Triggered, needs ABILITIES;
        /// Which action opens the Lunar Robe outside Setup.
        "NW-19" robe_access: AutoOrMinor = AutoOrMinor::Auto, needs LOADOUTS;
        /// Which action cancels an enchantment.
        "NW-19" cancel_enchantment: AutoOrMinor = AutoOrMinor::Auto, needs ENCHANTMENTS;
        /// Who wins a tie of Hit and Dodge.
        "NW-20" hit_tie: enum HitTie {
            /// The attacker: Hit AV >= Dodge AV.
            Attacker = "attacker",
            /// The defender: Hit AV > Dodge AV.
            Defender = "defender",
        } = HitTie::Attacker;
        /// The order in which effects change damage.
        "NW-22" damage_effect_order: enum DamageEffectOrder {
            /// Add and subtract, element, multiply, set to zero.
            AddElementMultiplyZero = "add_element_multiply_zero",
            /// As they were declared.
            AsDeclared = "as_declared",
        } = DamageEffectOrder::AddElementMultiplyZero;
        /// What a unit needs to cover another.
        "NW-24" cover_min_count: enum CoverMinCount {
            /// A count of 1 or more, and not to be Exhausted.
            One = "1",
            /// Nothing.
            None = "none",
        } = CoverMinCount::One;
        /// Whether the attacker rolls Attack once for all targets.
        "NW-25" area_single_damage_roll: bool = true;
        /// How many covers one unit may make against one attack.
        "NW-25" covers_per_attack: OneOrUnlimited = OneOrUnlimited::One;
        /// When the Defense Judges of an attack on several targets are made.
        "NW-25" area_defence_timing: enum AreaDefenceTiming {
            /// Before any of the damage is applied.
            BeforeDamage = "before_damage",
            /// Each before its own damage.
            Sequential = "sequential",
        } = AreaDefenceTiming::BeforeDamage;
        /// Whether Daze ends by itself in Clean-Up.
        "NW-26" daze_cleanup: enum DazeCleanup {
            /// By itself in Clean-Up.
            Auto = "auto",
            /// Not by itself.
            None = "none",
        } = DazeCleanup::Auto;
        /// Where a status that drains MP or prana stops.
        "NW-27" status_drain_floor: Number<0, 1> = Number(1);
        /// Where Near Death begins.
        "NW-28" near_death_at: enum NearDeathAt {
            /// Below 0 HP.
            BelowZero = "below_zero",
            /// At 0 HP.
            ZeroOrBelow = "zero_or_below",
        } = NearDeathAt::BelowZero;
        /// Who is entitled to a Mortality Judge.
        "NW-30" mortality: enum Mortality {
            /// PCs.
            Pc = "pc",
            /// Everybody.
            All = "all",
            /// Nobody.
            Off = "off",
        } = Mortality::Pc;
        /// The basic attribute of the Mortality Judge.
        "NW-30" mortality_attribute: BasicAttribute = BasicAttribute(AttributeId::Spirit), needs MORTALITY;
        /// The difficulty of the Mortality Judge.
        "NW-30" mortality_difficulty: Number<-999, 999> = Number(15), needs MORTALITY;
        /// What every point below 0 HP adds to the difficulty of the Mortality Judge.
        "NW-30" mortality_per_hp: Number<0, 99> = Number(0), needs MORTALITY;
        /// The HP of a unit that passed its Mortality Judge.
        "NW-30" mortality_hp: Number<1, 9999> = Number(1), needs MORTALITY;
        /// When a unit that is not entitled to a Mortality Judge dies.
        "NW-30" no_judge_unit: enum NoJudgeUnit {
            /// The moment it reaches Near Death.
            DeadAtOnce = "dead_at_once",
            /// In Clean-Up.
            DeadAtCleanup = "dead_at_cleanup",
        } = NoJudgeUnit::DeadAtOnce;
        /// When a side is beaten.
        "NW-31" victory: enum Victory {
            /// When none of its units stands.
            SideDown = "side_down",
            /// When all of its units are dead or fled.
            SideDead = "side_dead",
        } = Victory::SideDown;
        /// Whether the winners may take one last Main each.
        "NW-31" final_main: Switch = Switch::Off;
        /// Whether one Clean-Up follows the end of the fight.
        "NW-31" final_cleanup: enum FinalCleanup {
            /// It does, for the casualties.
            Run = "run",
            /// It does not.
            Skip = "skip",
        } = FinalCleanup::Run;
        /// Whether units may flee from the map's exits.
        "NW-32" flee: Switch = Switch::Off, needs MAP;
        /// Whether enchantment levels must stay below the limit, not just within it.
        "NW-33" enchantment_limit_strict: bool = false, needs ENCHANTMENTS;
        /// How many units a square holds.
        "NW-35" square_capacity: Unlimited<0, 32> = Unlimited(None), needs MAP;
        /// Whether a line of sight that touches a corner or an edge is blocked.
        "NW-36" los_corner: LosCorner = LosCorner::Open, needs MAP;
        /// Whether Unconscious enemies hinder who leaves their square.
        "NW-38" unconscious_obstructs: bool = false, needs MAP;
        /// How many squares an All-Out Movement goes: a fifth of the achievement value, rounded up, or a table of least values and squares.
        "NW-39" all_out_table: AllOutTable = AllOutTable::CEIL_FIFTH, needs MAP;
        /// How distance is measured.
        "NW-40" range_metric: RangeMetric = RangeMetric::Manhattan, needs MAP;
        /// What of an area the attacker has to see.
        "NW-40" area_los: enum AreaLos {
            /// Every target.
            EachTarget = "each_target",
            /// The square in the middle.
            Centre = "centre",
        } = AreaLos::EachTarget, needs MAP;
        /// What a take-off that failed for want of MP costs.
        "NW-41" failed_takeoff: enum FailedTakeoff {
            /// The Minor Action.
            MinorLost = "minor_lost",
            /// Nothing.
            MinorKept = "minor_kept",
        } = FailedTakeoff::MinorLost, needs MP;
        /// What becomes of two Poisons.
        "NW-43" poison_stack: enum PoisonStack {
            /// The higher level stays.
            Max = "max",
            /// Levels add up.
            Sum = "sum",
        } = PoisonStack::Max;
        /// What Poison does in Clean-Up; a number is HP lost a level.
        "NW-47" poison_damage: PoisonRule = PoisonRule::PerLevel(1);
        /// Whether Paralysis leaves All-Out Movement possible.
        "NW-48" paralysis_all_out: bool = true;
        /// How many bad statuses one action shakes off.
        "NW-51" recover_per_action: enum RecoverPerAction {
            /// One.
            One = "one",
            /// All it may.
            All = "all",
        } = RecoverPerAction::One;
        /// What is regained between the fights of a series.
        "NW-52" rest_between_fights: enum RestBetweenFights {
            /// Nothing.
            Off = "off",
            /// HP.
            Hp = "hp",
            /// MP.
            Mp = "mp",
            /// Both.
            Both = "both",
        } = RestBetweenFights::Off,
            if "there is a series and `carry_over` is `true`" => |setup| setup.series.fights > 1 && setup.rulings.carry_over;
        /// Whether only units that could act may be commanded.
        "NW-53" command_needs_count: bool = true,
            if "a unit is in a command group" => |setup| setup.units().any(|unit| unit.command_group.is_some());
        /// Whether HP, MP and prana carry over in a series.
        "NW-54" carry_over: bool = false,
            if "there is a series" => |setup| setup.series.fights > 1;
        /// To whom Initiative windows are open.
        "NW-56" initiative_window: enum InitiativeWindow {
            /// Everybody who stands and is conscious.
            All = "all",
            /// Those of them who are not Exhausted.
            NotExhausted = "not_exhausted",
        } = InitiativeWindow::All, needs ABILITIES;
    }
}
