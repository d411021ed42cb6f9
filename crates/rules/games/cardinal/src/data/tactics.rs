//! Who does what when the rules leave a choice (D-01 to D-19). A plan is a list of choices, each with
//! the condition under which it is taken. Keys and names are the ledger's.

use crate::data::rulings::{AttackHelpless, DeathSave, FirstAidReturns, Rulings};
use crate::data::setup::UnitSetup;
use crate::data::vocabulary::{Band, Kind, Status, Statuses};
use fray_kit::declare::facts::{Facts, NO_TARGET, Stands};
use fray_kit::declare::tactics::DecisionInfo;
use fray_kit::declare::tactics::Takes;
use fray_kit::tactics::range::Range;
use fray_kit::{Decision, Decisions, FactList};

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

/// What kind of turn it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-01", key = "turn")]
pub enum TurnKind {
    /// An action turn.
    Action,
    /// A focus turn when nobody can be attacked this turn and a Dash would bring it no nearer.
    /// Good for those who wait for the foe to come.
    FocusWhenNoTarget,
}

/// Whether on a tie of initiative it takes the Ready action and is Reeling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-02")]
pub enum ReadyTie {
    /// If none of its weapons is ready.
    IfUnready,
    /// Never.
    /// Good for those who would rather stand firm than armed.
    Never,
}

/// What it does with its actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-03")]
pub enum Tactic {
    /// It closes in, Attacks and Guards.
    AttackGuard,
    /// It Aims before it Attacks.
    /// Good for fights that one good hit ends, and against high defences.
    AimAttack,
    /// It Attacks and keeps no Guard.
    /// Good for seeing what Guard is worth.
    Attack,
    /// It Guards, and neither attacks nor moves.
    /// Good for those whom others protect.
    Guard,
    /// It Attacks and Rallies, whatever `rally` says.
    /// Good for leaders.
    #[matters_if("its rally pool is not empty", |of, _| of.rallies())]
    AttackRally,
    /// It picks its target among all whom Stride and Dash bring within reach.
    /// Good for hunters of one kind of foe.
    DashAttack,
    /// After its Attack it moves away as far as its weapon still reaches.
    /// Good for shooters.
    #[matters_if("one of its weapons reaches beyond Close and there is a map", |of, _| of.shoots())]
    Kite,
}

/// Whom it attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-04", key = "target")]
pub enum TargetChoice {
    /// Those who are not Afraid before those who are; then listed order.
    AbleFirst,
    /// Reeling ones before others.
    /// Good for making use of the extra die.
    ReelingFirst,
    /// The one with the most of Hurt, Afraid and Injured.
    /// Good for taking foes out for good.
    Weakest,
    /// The nearest.
    /// Good for beasts.
    Nearest,
    /// The one whom it hits with the highest chance.
    /// Good for sure blows.
    BestOdds,
    /// The one whose attack on it is expected to hurt most.
    /// Good for stopping the worst foe.
    MostDangerous,
    /// One at random.
    /// Good for mobs without a plan.
    Random,
    /// The one whom its attack is expected to hurt most.
    /// Good for the quickest end.
    BestDamage,
}

/// How it defends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-05", key = "defence")]
pub enum DefenceChoice {
    /// With the method that leaves the lowest chance of being hit.
    Best,
    /// With Dodge.
    /// Good for the nimble.
    Dodge,
    /// With Parry, otherwise Dodge.
    /// Good for shields.
    #[matters_if("a weapon or its shield parries", |of, _| of.parries())]
    Parry,
    /// With Counter, otherwise Parry or Dodge.
    /// Good for those who strike better than they defend.
    #[matters_if("one of its weapons counters", |of, _| of.counters())]
    Counter,
    /// With Counter if it is likelier to hit than to be hit, otherwise as `best` without Counter.
    /// Good for duellists.
    #[matters_if("one of its weapons counters", |of, _| of.counters())]
    CounterIfFavoured,
    /// With the method whose expected damage dealt less damage taken is largest.
    /// Good for weighing blow against blow.
    #[matters_if("one of its weapons counters", |of, _| of.counters())]
    Net,
}

/// What it does about being Reeling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-06", key = "reeling")]
pub enum ReelingChoice {
    /// It Recovers as its first action.
    Recover,
    /// It takes no turn and waits for a Rally; it is Knocked Down.
    /// Good for seeing what Recover is worth.
    WaitForRally,
}

/// What it spends Focus on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-07", key = "focus")]
pub enum FocusUse {
    /// A third action, when its script has one.
    ThirdAction,
    /// An interrupt before the first Attack of the round on it.
    /// Good for striking before being struck.
    #[matters_if("the ruling `interrupt` is `true`", |of, _| of.rulings.interrupt)]
    InterruptFirstAttack,
    /// Nothing.
    /// Good for keeping off Reeling once.
    Never,
}

/// What it does while Afraid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-08", key = "afraid")]
pub enum AfraidChoice {
    /// It Guards.
    Guard,
    /// It moves where no hostile sees it, if it can be there this turn.
    /// Good for getting over the fright.
    #[matters_if("there is a map", |of, _| of.has_map)]
    BreakSight,
    /// It moves near the nearest able ally who Rallies, and Guards.
    /// Good for those who have a leader.
    #[matters_if("there is a map", |of, _| of.has_map)]
    StayNearLeader,
}

/// When it Rallies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-09", key = "rally")]
#[matters_if("its rally pool is not empty", |of| of.rallies())]
pub enum RallyChoice {
    /// After its Attack, Afraid allies before Reeling ones.
    SecondAction,
    /// Before its Attack.
    /// Good for leaders who fight little.
    RallyFirst,
    /// Never.
    /// Good for those who care for themselves.
    Never,
    /// After its Attack, Afraid allies alone.
    /// Good for those who would rather Guard than help the Reeling.
    AfraidOnly,
}

/// Whether it Retreats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-10", key = "retreat")]
pub enum RetreatChoice {
    /// If it is not Reeling.
    IfNotReeling,
    /// Never.
    /// Good for holding a gate.
    HoldGround,
}

/// Whether it uses Tactics dice, hides and uses gifts that exhaust.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-11")]
pub enum Extras {
    /// Whenever it adds a die.
    Use,
    /// All but what would then be exhausted.
    /// Good for keeping gifts for later.
    #[matters_if("it has abilities", |of, _| of.has_abilities())]
    SaveGifts,
}

/// Where it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-12", key = "move")]
#[matters_if("there is a map", |of| of.has_map)]
pub enum MoveChoice {
    /// It closes in; with a weapon that reaches far only as near as it must.
    Close,
    /// As `close`, in the square of its Stride with the best cover.
    /// Good for shooters on broken ground.
    SeekCover,
    /// It never moves.
    /// Good for guards of a place.
    Hold,
    /// It Runs while it is farther than this many paces.
    /// Good for long approaches without fire.
    #[choice(takes = Takes::Number(1, 11_000))]
    Run(i32),
}

/// Whether it attacks helpless enemies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-13", key = "helpless")]
pub enum HelplessChoice {
    /// It spares them.
    Spare,
    /// After all others, where its Stride brings it within reach.
    /// Good for the merciless.
    #[legal_if("the ruling `attack_helpless` is `allowed`", |of, _| of.may_finish())]
    Finish,
}

/// When it gives First Aid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-14", key = "first_aid")]
#[matters_if("a ruling gives First Aid an effect in the fight", |of| of.aid_matters())]
pub enum FirstAidChoice {
    /// If no enemy is within Near, to effect.
    IfFree,
    /// Before its Attack, going to the Dying.
    /// Good for medics.
    Medic,
    /// Never.
    /// Good for seeing what First Aid is worth.
    Never,
}

/// Which weapon it uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-15", key = "weapon")]
#[matters_if("it has several weapons", |of| of.unit.weapons.len() > 1)]
pub enum WeaponChoice {
    /// The first listed that can attack somebody now.
    Listed,
    /// The one that is expected to hurt its target most.
    /// Good for several weapons of one reach.
    BestDamage,
}

/// Which abilities it uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-16", key = "ability")]
#[matters_if("it has abilities", |of| of.has_abilities())]
pub enum AbilityChoice {
    /// The first listed that it can use to effect.
    Listed,
    /// None.
    /// Good for seeing what the abilities are worth.
    Never,
    /// Only on an able hostile who is unhurt.
    /// Good for keeping them for fresh foes.
    Save,
}

/// Where it lays an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-17", key = "area")]
#[matters_if("one of its abilities has an area", |of| of.has_areas())]
pub enum AreaChoice {
    /// Where it hurts the hostiles most, less what it does to its own side.
    Net,
    /// Where it hurts the hostiles most, among areas that meet nobody of its side.
    /// Good for casters among friends.
    Safe,
    /// Where it covers the most hostiles, whoever else is there.
    /// Good for those without friends.
    Most,
}

/// At what height it fights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-18", key = "flight")]
#[matters_if("it flies", |of| of.unit.flying)]
pub enum FlightChoice {
    /// It stays where its weapon reaches its target, and Flies to the nearest such place.
    Engage,
    /// It lands, and fights on the ground.
    /// Good for those who need both actions.
    Land,
    /// It stays above the reach of every hostile melee weapon, if a weapon of its own reaches down.
    /// Good for shooters and spellcasters.
    Hover,
}

/// What it does about a hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-19", key = "grapple")]
pub enum GrappleChoice {
    /// It lets go when it could not attack otherwise, and breaks free when it reaches nobody.
    FightOn,
    /// It never lets go.
    /// Good for keeping one foe out of the fight.
    #[matters_if("one of its weapons grapples", |of, _| of.grapples())]
    Hold,
    /// It breaks free before any Attack.
    /// Good for those who have to get away.
    BreakFree,
}
