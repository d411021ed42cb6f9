//! The silences of the rules text and fray's answers to them. Each key is read in one place.
//! Answers that are more than the words of one ruling stand in `types`.

mod answers;

pub use answers::{
    ActionOrder, AreaDefenceTiming, AreaLos, AutoInOthersMains, CfRolledFor, CfSource, CoverMinCount,
    CrossSideTie, DamageEffectOrder, DazeCleanup, Delays, DifficultyTie, FailedTakeoff, FinalCleanup, HitTie,
    HpCostOverdraw, InitiativeWindow, MainCostWhen, Mortality, MpPaid, NearDeathAt, NoJudgeUnit,
    OffturnCountCost, PoisonStack, PranaMode, PranaUsers, RecoverPerAction, RestBetweenFights, StatusPenalty,
    UnconsciousCount, Victory, WindowOrder,
};
mod types;

pub use fray_kit::board::grid::{LosCorner, RangeMetric};
pub use fray_kit::declare::rulings::{Switch, Unlimited};
pub use types::{AllOutTable, AutoOrMinor, BasicAttribute, OneOrUnlimited, PoisonRule};

use crate::data::setup::{AttributeId, Setup};
use fray_kit::Rulings;
use fray_kit::declare::rulings::{MaybeNumber, Need, Number, RulingInfo};

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

/// The rulings of Night Wizard, with the ledger's defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Rulings)]
#[rulings(of = Setup)]
pub struct Rulings {
    /// Whether criticals apply to Attack and Defense Judges.
    #[ruling("NW-02", default = true)]
    pub crit_on_damage: bool,
    /// Whether a fumble loses active modifiers.
    #[ruling("NW-03", default = true)]
    pub fumble_drops_active: bool,
    /// Where critical and fumble numbers come from.
    #[ruling("NW-04", default = CfSource::Fixed)]
    pub cf_source: CfSource,
    /// Whose numbers are rolled under `cf_source = rolled_per_fight`.
    #[ruling("NW-04", default = CfRolledFor::Pc)]
    #[matters_if(
        "`cf_source` is `rolled_per_fight`",
        |setup| setup.rulings.cf_source == CfSource::RolledPerFight
    )]
    pub cf_rolled_for: CfRolledFor,
    /// Whether an achievement value equal to a difficulty succeeds.
    #[ruling("NW-05", default = DifficultyTie::Success)]
    pub difficulty_tie: DifficultyTie,
    /// Whether a unit that may not make a Judge suffers status penalties on its bare attribute.
    #[ruling("NW-05", default = false)]
    pub flat_av_penalties: bool,
    /// What a point of prana adds to a Judge.
    #[ruling("NW-06", default = PranaMode::Dice)]
    #[needs(PRANA)]
    pub prana_mode: PranaMode,
    /// Who may use prana.
    #[ruling("NW-06", default = PranaUsers::AnyWithPrana)]
    #[needs(PRANA)]
    pub prana_users: PranaUsers,
    /// HP for a point of prana; 0 is off.
    #[ruling("NW-06", default = Number(0))]
    #[needs(PRANA)]
    pub prana_to_hp_rate: Number<0, 99>,
    /// MP for a point of prana; 0 is off.
    #[ruling("NW-06", default = Number(0))]
    #[needs(PRANA)]
    pub prana_to_mp_rate: Number<0, 99>,
    /// Whether penalties of bad statuses are passive or active modifiers.
    #[ruling("NW-07", default = StatusPenalty::Passive)]
    pub status_penalty_class: StatusPenalty,
    /// The most Mains of one unit in one round; 0 is no limit.
    #[ruling("NW-08", default = Number(0))]
    pub max_mains_per_unit_per_round: Number<0, 99>,
    /// Whether counts or the list decide who is next.
    #[ruling("NW-08", default = ActionOrder::Count)]
    pub action_order: ActionOrder,
    /// Whether late arrivals have to pass their Appearance Judge.
    #[ruling("NW-09", default = Switch::Off)]
    #[matters_if("a unit arrives late", |setup| setup.units().any(|unit| unit.arrives_round > 1))]
    pub appearance_judge: Switch,
    /// Whether a switch by Lunar Robe bars magic in this Setup too.
    #[ruling("NW-09", default = false)]
    #[needs(LOADOUTS)]
    pub robe_bars_magic: bool,
    /// Whose abilities come first in a window.
    #[ruling("NW-09", default = WindowOrder::PcFirst)]
    #[needs(ABILITIES)]
    pub window_order: WindowOrder,
    /// The count of an Unconscious unit.
    #[ruling("NW-11", default = UnconsciousCount::Attribute)]
    pub unconscious_count: UnconsciousCount,
    /// A floor under the Action Count Judge.
    #[ruling("NW-11", default = MaybeNumber(None))]
    pub min_setup_count: MaybeNumber<0, 300>,
    /// The least count with which a unit may enter a Main; below it, it is Exhausted.
    #[ruling("NW-12", default = Number(1))]
    pub min_count: Number<0, 2>,
    /// How a tie between sides is broken.
    #[ruling("NW-13", default = CrossSideTie::Random)]
    pub cross_side_tie: CrossSideTie,
    /// Whether units may delay.
    #[ruling("NW-14", default = Delays::Allowed)]
    pub delay: Delays,
    /// Whether the Minor Action may follow the Major Action.
    #[ruling("NW-15", default = false)]
    pub minor_after_major: bool,
    /// The most Auto Actions in one Main.
    #[ruling("NW-15", default = Unlimited(None))]
    pub auto_actions_per_main: Unlimited<0, 99>,
    /// What a Main costs in Action Count.
    #[ruling("NW-16", default = Number(10))]
    pub main_cost: Number<1, 999>,
    /// Whether the cost of a Main falls at its end or at its start.
    #[ruling("NW-16", default = MainCostWhen::End)]
    pub main_cost_when: MainCostWhen,
    /// Whether a unit stays Exhausted when its count is raised again.
    #[ruling("NW-16", default = true)]
    pub exhaustion_sticky: bool,
    /// What a cost in Action Count outside one's own Main needs.
    #[ruling("NW-17", default = OffturnCountCost::One)]
    #[needs(ABILITIES)]
    pub offturn_count_cost_needs: OffturnCountCost,
    /// When MP are paid.
    #[ruling("NW-17", default = MpPaid::OnUse)]
    #[needs(MP)]
    pub mp_paid: MpPaid,
    /// Whether HP costs may exceed the HP left.
    #[ruling("NW-17", default = HpCostOverdraw::ResolveThenDrop)]
    pub hp_cost_overdraw: HpCostOverdraw,
    /// How many Reaction abilities answer one event.
    #[ruling("NW-19", default = OneOrUnlimited::One)]
    #[needs(ABILITIES)]
    pub reaction_abilities_per_event: OneOrUnlimited,
    /// Which Auto Actions are possible in the Mains of others.
    #[ruling("NW-19", default = AutoInOthersMains::Triggered)]
    #[needs(ABILITIES)]
    pub auto_in_others_mains: AutoInOthersMains,
    /// Which action opens the Lunar Robe outside Setup.
    #[ruling("NW-19", default = AutoOrMinor::Auto)]
    #[needs(LOADOUTS)]
    pub robe_access: AutoOrMinor,
    /// Which action cancels an enchantment.
    #[ruling("NW-19", default = AutoOrMinor::Auto)]
    #[needs(ENCHANTMENTS)]
    pub cancel_enchantment: AutoOrMinor,
    /// Who wins a tie of Hit and Dodge.
    #[ruling("NW-20", default = HitTie::Attacker)]
    pub hit_tie: HitTie,
    /// The order in which effects change damage.
    #[ruling("NW-22", default = DamageEffectOrder::AddElementMultiplyZero)]
    pub damage_effect_order: DamageEffectOrder,
    /// What a unit needs to cover another.
    #[ruling("NW-24", default = CoverMinCount::One)]
    pub cover_min_count: CoverMinCount,
    /// Whether the attacker rolls Attack once for all targets.
    #[ruling("NW-25", default = true)]
    pub area_single_damage_roll: bool,
    /// How many covers one unit may make against one attack.
    #[ruling("NW-25", default = OneOrUnlimited::One)]
    pub covers_per_attack: OneOrUnlimited,
    /// When the Defense Judges of an attack on several targets are made.
    #[ruling("NW-25", default = AreaDefenceTiming::BeforeDamage)]
    pub area_defence_timing: AreaDefenceTiming,
    /// Whether Daze ends by itself in Clean-Up.
    #[ruling("NW-26", default = DazeCleanup::Auto)]
    pub daze_cleanup: DazeCleanup,
    /// Where a status that drains MP or prana stops.
    #[ruling("NW-27", default = Number(1))]
    pub status_drain_floor: Number<0, 1>,
    /// Where Near Death begins.
    #[ruling("NW-28", default = NearDeathAt::BelowZero)]
    pub near_death_at: NearDeathAt,
    /// Who is entitled to a Mortality Judge.
    #[ruling("NW-30", default = Mortality::Pc)]
    pub mortality: Mortality,
    /// The basic attribute of the Mortality Judge.
    #[ruling("NW-30", default = BasicAttribute(AttributeId::Spirit))]
    #[needs(MORTALITY)]
    pub mortality_attribute: BasicAttribute,
    /// The difficulty of the Mortality Judge.
    #[ruling("NW-30", default = Number(15))]
    #[needs(MORTALITY)]
    pub mortality_difficulty: Number<-999, 999>,
    /// What every point below 0 HP adds to the difficulty of the Mortality Judge.
    #[ruling("NW-30", default = Number(0))]
    #[needs(MORTALITY)]
    pub mortality_per_hp: Number<0, 99>,
    /// The HP of a unit that passed its Mortality Judge.
    #[ruling("NW-30", default = Number(1))]
    #[needs(MORTALITY)]
    pub mortality_hp: Number<1, 9999>,
    /// When a unit that is not entitled to a Mortality Judge dies.
    #[ruling("NW-30", default = NoJudgeUnit::DeadAtOnce)]
    pub no_judge_unit: NoJudgeUnit,
    /// When a side is beaten.
    #[ruling("NW-31", default = Victory::SideDown)]
    pub victory: Victory,
    /// Whether the winners may take one last Main each.
    #[ruling("NW-31", default = Switch::Off)]
    pub final_main: Switch,
    /// Whether one Clean-Up follows the end of the fight.
    #[ruling("NW-31", default = FinalCleanup::Run)]
    pub final_cleanup: FinalCleanup,
    /// Whether units may flee from the map's exits.
    #[ruling("NW-32", default = Switch::Off)]
    #[needs(MAP)]
    pub flee: Switch,
    /// Whether enchantment levels must stay below the limit, not just within it.
    #[ruling("NW-33", default = false)]
    #[needs(ENCHANTMENTS)]
    pub enchantment_limit_strict: bool,
    /// How many units a square holds.
    #[ruling("NW-35", default = Unlimited(None))]
    #[needs(MAP)]
    pub square_capacity: Unlimited<0, 32>,
    /// Whether a line of sight that touches a corner or an edge is blocked.
    #[ruling("NW-36", default = LosCorner::Open)]
    #[needs(MAP)]
    pub los_corner: LosCorner,
    /// Whether Unconscious enemies hinder who leaves their square.
    #[ruling("NW-38", default = false)]
    #[needs(MAP)]
    pub unconscious_obstructs: bool,
    /// How many squares an All-Out Movement goes: a fifth of the achievement value, rounded up, or a table of least values and squares.
    #[ruling("NW-39", default = AllOutTable::CEIL_FIFTH)]
    #[needs(MAP)]
    pub all_out_table: AllOutTable,
    /// How distance is measured.
    #[ruling("NW-40", default = RangeMetric::Manhattan)]
    #[needs(MAP)]
    pub range_metric: RangeMetric,
    /// What of an area the attacker has to see.
    #[ruling("NW-40", default = AreaLos::EachTarget)]
    #[needs(MAP)]
    pub area_los: AreaLos,
    /// What a take-off that failed for want of MP costs.
    #[ruling("NW-41", default = FailedTakeoff::MinorLost)]
    #[needs(MP)]
    pub failed_takeoff: FailedTakeoff,
    /// What becomes of two Poisons.
    #[ruling("NW-43", default = PoisonStack::Max)]
    pub poison_stack: PoisonStack,
    /// What Poison does in Clean-Up; a number is HP lost a level.
    #[ruling("NW-47", default = PoisonRule::PerLevel(1))]
    pub poison_damage: PoisonRule,
    /// Whether Paralysis leaves All-Out Movement possible.
    #[ruling("NW-48", default = true)]
    pub paralysis_all_out: bool,
    /// How many bad statuses one action shakes off.
    #[ruling("NW-51", default = RecoverPerAction::One)]
    pub recover_per_action: RecoverPerAction,
    /// What is regained between the fights of a series.
    #[ruling("NW-52", default = RestBetweenFights::Off)]
    #[matters_if(
        "there is a series and `carry_over` is `true`",
        |setup| setup.series.fights > 1 && setup.rulings.carry_over
    )]
    pub rest_between_fights: RestBetweenFights,
    /// Whether only units that could act may be commanded.
    #[ruling("NW-53", default = true)]
    #[matters_if(
        "a unit is in a command group",
        |setup| setup.units().any(|unit| unit.command_group.is_some())
    )]
    pub command_needs_count: bool,
    /// Whether HP, MP and prana carry over in a series.
    #[ruling("NW-54", default = false)]
    #[matters_if("there is a series", |setup| setup.series.fights > 1)]
    pub carry_over: bool,
    /// To whom Initiative windows are open.
    #[ruling("NW-56", default = InitiativeWindow::All)]
    #[needs(ABILITIES)]
    pub initiative_window: InitiativeWindow,
}
