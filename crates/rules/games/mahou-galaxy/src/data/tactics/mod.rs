//! The decisions that the rules leave open (MG-D1 to MG-D22). A plan is a list of choices, each with the
//! condition under which it is taken. Keys and names are the ledger's. `facts` has the facts that conditions
//! ask about, `subject` decides whether a choice can matter.

mod aimed;
mod alone;
mod answers;

pub use aimed::{
    AbilityUse, Distracted, EscapeChoice, FastRefund, GrappleChoice, HeldChoice, PreciseChoice, SkillChoice,
    SnatchResist, SpotTiming, StanceChoice, Talk,
};
pub use alone::{Flee, HoldTokens, Keep, Movement, PickUp, Refund, Scheme, Target};
pub use answers::{ActiveDefence, Spot};
use fray_kit::Decisions;
use fray_kit::declare::tactics::{DecisionInfo, joined};

pub use crate::choose::facts::Fact;
pub use crate::choose::subject::Subject;

/// A plan for a decision of Mahou Galaxy.
pub type Plan<T> = fray_kit::tactics::plan::Plan<T, Fact>;

/// The decisions that a scenario can set.
pub const DECISIONS: &[DecisionInfo] = &joined::<
    { Alone::DECISIONS.len() + Aimed::DECISIONS.len() + Answers::DECISIONS.len() },
>(&[&Alone::DECISIONS, &Aimed::DECISIONS, &Answers::DECISIONS]);

/// The decisions of a unit that know no target.
#[derive(Clone, Debug, PartialEq, Eq, Decisions)]
#[decisions(asking = Fact)]
pub struct Alone {
    /// What the unit does with its hands in its turns.
    pub plan: Plan<Scheme>,
    /// Whom the unit attacks; ties go to listed order.
    pub target: Plan<Target>,
    /// Which number counts once an active defence is rolled.
    pub keep: Plan<Keep>,
    /// What the unit takes back in a partial turn.
    pub refund: Plan<Refund>,
    /// How the unit moves.
    pub movement: Plan<Movement>,
    /// Which tokens the unit holds at the end of its turn.
    pub hold: Plan<HoldTokens>,
    /// Whether the unit leaves the map.
    pub flee: Plan<Flee>,
    /// Whether the unit draws or picks up its items.
    pub pick_up: Plan<PickUp>,
}

/// The decisions of a unit that know their target.
#[derive(Clone, Debug, PartialEq, Eq, Decisions)]
#[decisions(asking = Fact)]
pub struct Aimed {
    /// The stance of its attacks.
    pub stance: Plan<StanceChoice>,
    /// The skill of its attacks.
    pub skill: Plan<SkillChoice>,
    /// Whether the unit answers before or after the attack roll.
    pub spot_timing: Plan<SpotTiming>,
    /// What the unit does with the token that a fast critical gives back.
    pub fast_refund: Plan<FastRefund>,
    /// What a precise critical does.
    pub precise: Plan<PreciseChoice>,
    /// What the unit does with whom it holds.
    pub grapple: Plan<GrappleChoice>,
    /// What the unit does while it is held.
    pub held: Plan<HeldChoice>,
    /// What the unit does with an escape.
    pub escape: Plan<EscapeChoice>,
    /// What the unit says.
    pub talk: Plan<Talk>,
    /// Which abilities the unit uses.
    pub ability: Plan<AbilityUse>,
    /// How the unit holds on to what is snatched at.
    pub snatch_resist: Plan<SnatchResist>,
    /// What the unit does in a strong state.
    pub distracted: Plan<Distracted>,
}

/// The decisions of a unit that may know an attack roll.
#[derive(Clone, Debug, PartialEq, Eq, Decisions)]
#[decisions(asking = Fact)]
pub struct Answers {
    /// How the unit answers an attack.
    pub spot: Plan<Spot>,
    /// Whether the unit uses active defences.
    pub active: Plan<ActiveDefence>,
}

/// The decisions of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tactics {
    /// Those that know no target.
    pub alone: Alone,
    /// Those that know their target.
    pub aimed: Aimed,
    /// Those that answer attacks.
    pub answers: Answers,
}
