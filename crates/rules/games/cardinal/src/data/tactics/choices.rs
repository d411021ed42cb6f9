//! The choices of each decision.

use super::Subject;
use fray_kit::Decision;
use fray_kit::declare::tactics::Takes;

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
