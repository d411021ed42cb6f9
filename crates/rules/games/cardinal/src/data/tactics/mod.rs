//! The decisions that the rules leave open (D-01 to D-19). A plan is a list of choices, each with the
//! condition under which it is taken. Keys and names are the ledger's.

mod choices;

use crate::data::rulings::{AttackHelpless, DeathSave, FirstAidReturns, Rulings};
use crate::data::setup::UnitSetup;
use crate::data::vocabulary::{Band, Kind, Status, Statuses};
pub use choices::{
    AbilityChoice, AfraidChoice, AreaChoice, DefenceChoice, Extras, FirstAidChoice, FlightChoice, FocusUse,
    GrappleChoice, HelplessChoice, MoveChoice, RallyChoice, ReadyTie, ReelingChoice, RetreatChoice, Tactic,
    TargetChoice, TurnKind, WeaponChoice,
};
use fray_kit::declare::facts::{Facts, NO_TARGET, Stands};
use fray_kit::declare::tactics::DecisionInfo;
use fray_kit::tactics::range::Range;
use fray_kit::{Decisions, FactList};

/// A plan for a decision of Cardinal.
pub type Plan<T> = fray_kit::tactics::plan::Plan<T, Fact>;

/// One entry of it.
pub type Entry<T> = fray_kit::tactics::plan::Entry<T, Fact>;

/// What a condition may ask, seen by the unit that decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FactList)]
pub enum Fact {
    /// The number of the round; 0 before round 1.
    Round,
    /// Hostiles who are not out; with `%`, of those who began the fight.
    #[fact(of_maximum)]
    Enemies,
    /// Hostiles who are neither out nor Afraid; with `%`, of those who began the fight.
    #[fact(of_maximum)]
    EnemiesAble,
    /// Units of its side who are not out, itself included; with `%`, of those who began the fight.
    #[fact(of_maximum)]
    Allies,
    /// Units of its side who are neither out nor Afraid, itself included; with `%`, of those who began the fight.
    #[fact(of_maximum)]
    AlliesAble,
    /// Other units of its side who are Afraid.
    AlliesAfraid,
    /// Other units of its side who are Reeling.
    AlliesReeling,
    /// Other units of its side who are Dying.
    AlliesDying,
    /// How many of Hurt, Afraid and Injured it has.
    #[fact(range = 0..=3)]
    Wounds,
    /// Its points of ward; with `%`, of those it began with.
    #[fact(of_maximum, range = 0..=20)]
    Ward,
    /// Hostiles who are not out and within Near.
    NearEnemies,
    /// Hostiles whom it could attack from where it stands with a ready, loaded weapon.
    InReach,
    /// 1 if the weapon it would use is ready and loaded, else 0.
    #[fact(flag)]
    Loaded,
    /// How far its target is, in paces.
    #[fact(range = 1..)]
    Distance,
    /// How many of Hurt, Afraid and Injured its target has.
    #[fact(range = 0..=3)]
    TargetWounds,
    /// The points of ward of its target.
    #[fact(range = 0..=20)]
    TargetWard,
    /// 1 if it has this status, else 0.
    #[fact(flag)]
    HasStatus(Status),
    /// 1 if its target has this status, else 0.
    #[fact(flag)]
    TargetHasStatus(Status),
}

impl Fact {
    /// Returns whether it is about the unit's target.
    #[inline]
    #[must_use]
    pub fn is_of_target(self) -> bool {
        matches!(self, Self::Distance | Self::TargetWounds | Self::TargetWard | Self::TargetHasStatus(_))
    }
}

impl Facts for Fact {
    fn known(self, place: Stands<'_>) -> Result<Range, &'static str> {
        let Stands::Decision(key, choice) = place else { return Ok(self.range()) };
        // Only the attack that is interrupted gives a target.
        let is_blind =
            Tactics::UNTARGETED.contains(&key) || key == "focus" && choice != "interrupt_first_attack";
        match self {
            _ if self.is_of_target() && is_blind => Err(NO_TARGET),
            // D-02 is decided before round 1.
            Self::Round if key == "ready_tie" => Ok(Range::new(0, 0)),
            // Who is out decides nothing.
            Self::Allies => Ok((1..).into()),
            Self::HasStatus(status) if Statuses::OUT.has(status) => Ok(Range::new(0, 0)),
            _ => Ok(self.range()),
        }
    }
}

/// The unit that has a tactic, and the rulings in force: what decides whether the tactic can matter.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The unit.
    pub unit: &'a UnitSetup,
    /// The rulings.
    pub rulings: &'a Rulings,
    /// Whether there is a map.
    pub has_map: bool,
}

impl Subject<'_> {
    fn parries(&self) -> bool {
        !self.unit.shield.parry.is_empty() || self.unit.weapons.iter().any(|weapon| !weapon.parry.is_empty())
    }

    fn counters(&self) -> bool {
        self.unit.weapons.iter().any(|weapon| !weapon.counter.is_empty())
    }

    fn rallies(&self) -> bool {
        !self.unit.rally().is_empty()
    }

    fn shoots(&self) -> bool {
        self.has_map && self.unit.weapons.iter().any(|weapon| weapon.range > Band::Close)
    }

    fn may_finish(&self) -> bool {
        self.rulings.attack_helpless == AttackHelpless::Allowed
    }

    fn aid_matters(&self) -> bool {
        self.rulings.first_aid_returns != FirstAidReturns::Never || self.rulings.death_save == DeathSave::On
    }

    fn has_abilities(&self) -> bool {
        !self.unit.abilities.is_empty()
    }

    fn has_areas(&self) -> bool {
        self.unit.abilities.iter().any(|ability| ability.target.radius().is_some())
    }

    fn grapples(&self) -> bool {
        self.unit.weapons.iter().any(|weapon| weapon.effects.contains(&Kind::Grapple))
    }
}

/// The decisions that a scenario can set.
pub const DECISIONS: &[DecisionInfo] = &Tactics::DECISIONS;

/// The decisions of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Decisions)]
#[decisions(asking = Fact)]
pub struct Tactics {
    /// What kind of turn it takes.
    #[untargeted]
    pub turn: Plan<TurnKind>,
    /// Whether on a tie of initiative it takes the Ready action and is Reeling.
    #[untargeted]
    pub ready_tie: Plan<ReadyTie>,
    /// What it does with its actions.
    #[untargeted]
    pub tactic: Plan<Tactic>,
    /// Whom it attacks.
    pub target: Plan<TargetChoice>,
    /// How it defends.
    pub defence: Plan<DefenceChoice>,
    /// What it does about being Reeling.
    #[untargeted]
    pub reeling: Plan<ReelingChoice>,
    /// What it spends Focus on.
    pub focus: Plan<FocusUse>,
    /// What it does while Afraid.
    #[untargeted]
    pub afraid: Plan<AfraidChoice>,
    /// When it Rallies.
    pub rally: Plan<RallyChoice>,
    /// Whether it Retreats.
    pub retreat: Plan<RetreatChoice>,
    /// Whether it uses Tactics dice, hides and uses gifts that exhaust.
    #[untargeted]
    pub extras: Plan<Extras>,
    /// Where it moves.
    #[untargeted]
    pub movement: Plan<MoveChoice>,
    /// Whether it attacks helpless enemies.
    pub helpless: Plan<HelplessChoice>,
    /// When it gives First Aid.
    pub first_aid: Plan<FirstAidChoice>,
    /// Which weapon it uses.
    pub weapon: Plan<WeaponChoice>,
    /// Which abilities it uses.
    pub ability: Plan<AbilityChoice>,
    /// Where it lays an area.
    pub area: Plan<AreaChoice>,
    /// At what height it fights.
    #[untargeted]
    pub flight: Plan<FlightChoice>,
    /// What it does about a hold.
    #[untargeted]
    pub grapple: Plan<GrappleChoice>,
}
