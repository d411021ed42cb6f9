//! The silences of the rules text and fray's answers to them. Each key is read in one place.

mod answers;

use crate::data::setup::Setup;
use crate::dice::pool::Pool;
use crate::rules::attacks::chart::Chart;
pub use answers::{
    AttackHelpless, BreakFreePools, CounterTie, CoverAppliesTo, DeathSave, DistanceMetric, FallDamage,
    FirstAidReturns, HelplessSoak, LineOfSight, RallyClears, RallyHearing, ReelingDieUse, ReelingForces,
    RepeatAction, ResistPool, ReviveStatuses, Slaying, Sprint, Stalemate, TacticsDice, Ties, TurnOrder,
    WoundBonus,
};
use fray_kit::declare::rulings::{Number, RulingType, RulingValue};
use fray_kit::{Rulings, Words};

/// A die, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Die {
    /// None.
    None,
    /// A d4.
    D4,
    /// A d6.
    D6,
    /// A d8.
    D8,
    /// A d10.
    D10,
    /// A d12.
    D12,
}

impl Die {
    /// The pool of this die alone.
    #[inline(always)]
    #[must_use]
    pub fn pool(self) -> Pool {
        let mut pool = Pool::NONE;
        if self != Self::None {
            pool.0[self as usize - 1] = 1;
        }
        pool
    }
}

/// A number from `MIN` to `MAX`, or the word `unlimited`, of which one is the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit<const MIN: i64, const MAX: i64>(pub Option<u8>);

impl<const MIN: i64, const MAX: i64> RulingType for Limit<MIN, MAX> {
    const WORDS: &'static [&'static str] = &["unlimited"];
    const RANGE: Option<(i64, i64)> = Some((MIN, MAX));

    fn read(value: RulingValue<'_>) -> Option<Self> {
        match value {
            RulingValue::Word("unlimited") => Some(Self(None)),
            RulingValue::Number(n) if (MIN..=MAX).contains(&n) => Some(Self(Some(n as u8))),
            _ => None,
        }
    }

    fn show(self) -> String {
        self.0.map_or_else(|| "unlimited".to_owned(), |n| n.to_string())
    }
}

/// The rulings of Cardinal, with the ledger's defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Rulings)]
#[rulings(of = Setup)]
pub struct Rulings {
    /// Whether bonus dice of one source stack.
    #[ruling("CA-04", default = false)]
    #[matters_if("a unit has abilities", Setup::has_abilities)]
    pub stack_same_source: bool,
    /// Whether units roll for initiative before round 1.
    #[ruling("CA-05", default = true)]
    pub initiative_roll: bool,
    /// Who acts before whom.
    #[ruling("CA-06", default = TurnOrder::D100)]
    pub turn_order: TurnOrder,
    /// How many actions a turn has.
    #[ruling("CA-09", default = Number(2))]
    pub actions_per_turn: Number<1, 4>,
    /// Whether an action may be taken again in a turn.
    #[ruling("CA-09", default = RepeatAction::Never)]
    pub repeat_action: RepeatAction,
    /// Whether Reload may be taken again in a turn all the same.
    #[ruling("CA-09", default = true)]
    #[matters_if("a weapon needs reloading", |setup| setup.weapons().any(|weapon| weapon.reload > 1))]
    pub reload_repeats: bool,
    /// Whether a Focused unit that would become Reeling loses its Focus instead.
    #[ruling("CA-10", default = true)]
    pub focus_cancels_reeling: bool,
    /// Whether Focus can be spent on an interrupt.
    #[ruling("CA-10", default = true)]
    pub interrupt: bool,
    /// The die of Guard.
    #[ruling("CA-12", default = Die::D8)]
    pub guard_die: Die,
    /// Whether becoming Reeling ends Guard.
    #[ruling("CA-12", default = false)]
    pub reeling_ends_guard: bool,
    /// The die of Aim.
    #[ruling("CA-13", default = Die::D8)]
    pub aim_die: Die,
    /// Whether Run leaves the unit at a disadvantage until its next turn.
    #[ruling("CA-15", default = true)]
    #[matters_if("there is a map", Setup::has_map)]
    pub run_exposes: bool,
    /// How far a Sprint goes.
    #[ruling("CA-15", default = Sprint::SpeedHighestPlusStride)]
    #[matters_if("there is a map", Setup::has_map)]
    pub sprint: Sprint,
    /// How distance is measured.
    #[ruling("CA-16", default = DistanceMetric::Chebyshev)]
    #[matters_if("there is a map", Setup::has_map)]
    pub metric: DistanceMetric,
    /// Whether units pass through their allies.
    #[ruling("CA-16", default = true)]
    #[matters_if("there is a map", Setup::has_map)]
    pub pass_allies: bool,
    /// Which defences cover, concealment and a shield's cover die help.
    #[ruling("CA-18", default = CoverAppliesTo::All)]
    pub cover_applies_to: CoverAppliesTo,
    /// What breaks sight.
    #[ruling("CA-19", default = LineOfSight::CentreLine)]
    #[matters_if("there is a map", Setup::has_map)]
    pub los: LineOfSight,
    /// Which methods answer which attacks.
    #[ruling("CA-20", default = Chart::default())]
    pub defence_chart: Chart,
    /// How many defences a unit has in a round.
    #[ruling("CA-20", default = Limit(None))]
    pub defences_per_round: Limit<1, 20>,
    /// What a tie means.
    #[ruling("CA-21", default = Ties::Defender)]
    pub ties: Ties,
    /// What a tie with a Counter means.
    #[ruling("CA-24", default = CounterTie::None)]
    pub counter_tie: CounterTie,
    /// How often a unit Retreats in a round.
    #[ruling("CA-26", default = Limit(Some(1)))]
    pub retreats_per_round: Limit<1, 20>,
    /// Whether the helpless may be attacked.
    #[ruling("CA-27", default = AttackHelpless::Never)]
    pub attack_helpless: AttackHelpless,
    /// Whether an ally who threatens the target adds the Tactics dice of the attacker.
    #[ruling("CA-28", default = TacticsDice::On)]
    #[matters_if(
        "a unit has the skill `tactics`",
        |setup| setup.any(|unit| !unit.skill("tactics").is_empty())
    )]
    pub tactics: TacticsDice,
    /// What a unit resists with.
    #[ruling("CA-29", default = ResistPool::BodyWill)]
    pub resist_pool: ResistPool,
    /// What a Slaying success is worth.
    #[ruling("CA-31", default = Slaying::Double)]
    pub slaying: Slaying,
    /// What a soak die has to be above.
    #[ruling("CA-33", default = Number(3))]
    pub soak_tn: Number<1, 11>,
    /// What the helpless soak with.
    #[ruling("CA-33", default = HelplessSoak::BodyArmor)]
    pub helpless_soak: HelplessSoak,
    /// What a botched soak adds to the damage.
    #[ruling("CA-34", default = Number(1))]
    pub botch_soak: Number<0, 5>,
    /// Whether Hurt and Injured count before soak.
    #[ruling("CA-35", default = WoundBonus::BeforeSoak)]
    pub wound_bonus: WoundBonus,
    /// The die that attackers of the disadvantaged gain.
    #[ruling("CA-40", default = Die::D8)]
    pub reeling_die: Die,
    /// How often the Reeling give it.
    #[ruling("CA-40", default = ReelingDieUse::AttackerOnce)]
    pub reeling_die_use: ReelingDieUse,
    /// What the Reeling must do.
    #[ruling("CA-42", default = ReelingForces::NextAction)]
    pub reeling_forces: ReelingForces,
    /// Whether the Dying roll at the end of a round.
    #[ruling("CA-46", default = DeathSave::Off)]
    pub death_save: DeathSave,
    /// Whether an Overkill frightens allies nearby.
    #[ruling("CA-47", default = true)]
    pub overkill_fear: bool,
    /// Whether it frightens only those who see it.
    #[ruling("CA-47", default = false)]
    #[matters_if("there is a map", Setup::has_map)]
    pub overkill_needs_sight: bool,
    /// Who hears a Rally.
    #[ruling("CA-50", default = RallyHearing::Any)]
    #[matters_if("there is a map", Setup::has_map)]
    pub rally_hearing: RallyHearing,
    /// What a Rally rolls against.
    #[ruling("CA-50", default = Number(3))]
    pub rally_tn: Number<0, 11>,
    /// How many statuses a Rally takes off.
    #[ruling("CA-50", default = RallyClears::All)]
    pub rally_clears: RallyClears,
    /// Whether First Aid brings the Dying back.
    #[ruling("CA-52", default = FirstAidReturns::Never)]
    pub first_aid_returns: FirstAidReturns,
    /// What the revived come back with.
    #[ruling("CA-53", default = ReviveStatuses::HurtInjuredAfraidReeling)]
    #[matters_if("a unit has abilities", Setup::has_abilities)]
    pub revive_statuses: ReviveStatuses,
    /// What Break Free is rolled with.
    #[ruling("CA-55", default = BreakFreePools::BodyFighting)]
    pub break_free_pools: BreakFreePools,
    /// What a fall does.
    #[ruling("CA-56", default = FallDamage::Per2Paces)]
    #[matters_if("a unit flies", |setup| setup.any(|unit| unit.flying))]
    pub fall_damage: FallDamage,
    /// Whether a side that is Afraid or out has lost.
    #[ruling("CA-60", default = true)]
    pub yield_afraid: bool,
    /// What a fight in which nothing can change any more comes to.
    #[ruling("CA-64", default = Stalemate::RunOn)]
    pub stalemate: Stalemate,
    /// Whether an area meets allies and its user.
    #[ruling("CA-65", default = true)]
    #[matters_if(
        "an ability has an area",
        |setup| setup.abilities().any(|ability| ability.target.radius().is_some())
    )]
    pub area_hits_allies: bool,
}
