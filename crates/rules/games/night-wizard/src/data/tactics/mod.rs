//! The decisions that the rules leave open: for each the choices, the default first. A plan is a list of
//! them, each with the condition under which it is taken. The facts that a condition can ask about stand in
//! `fact`.

mod choices;

pub use choices::{
    AllOut, ChooseWeapon, Cover, Delay, Downed, Enchant, Final, Flee, Flight, Memory, Movement, Pass,
    PayCost, PranaAttack, PranaConvert, PranaDefense, PranaInit, PranaMortality, React, Recover, Robe,
    Target, Tie, UseAbility, Wake, Wear,
};
mod fact;

pub use fact::Fact;

use crate::data::rulings::Rulings;
use crate::data::setup::UnitSetup;
use fray_kit::Decisions;
use fray_kit::declare::tactics::DecisionInfo;
use fray_kit::tactics::when::{self, Term};

/// A plan for a decision of Night Wizard.
pub type Plan<T> = fray_kit::tactics::plan::Plan<T, Fact>;

/// One entry of it.
pub type Entry<T> = fray_kit::tactics::plan::Entry<T, Fact>;

/// The unit and the rulings that decide whether a tactic can matter.
pub type Subject<'a> = fray_kit::tactics::Subject<'a, UnitSetup, Rulings>;

/// NW-33: whether a set of enchantments may be in force together.
fn may_enchant(of: &Subject<'_>, choice: Enchant) -> bool {
    let Enchant::Set(set) = choice else { return true };
    let all = of.unit.enchantments.iter().enumerate();
    let chosen: Vec<i32> = all.filter(|(i, _)| set >> i & 1 == 1).map(|(_, own)| own.level).collect();
    let most = of.unit.enchantment_limit - i32::from(of.rulings.enchantment_limit_strict);
    chosen.iter().sum::<i32>() <= most && chosen.len() as i32 <= of.unit.memory
}

/// The decisions that a scenario can set.
pub const DECISIONS: &[DecisionInfo] = &Tactics::DECISIONS;

/// The decisions of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Decisions)]
#[decisions(asking = Fact)]
pub struct Tactics {
    /// Whom the unit attacks, among its legal targets; ties go to listed order.
    pub target: Plan<Target>,
    /// What the unit does when it is its turn, before its Main.
    #[untargeted]
    pub delay: Plan<Delay>,
    /// Whether enemies in Near Death are attacked.
    pub downed: Plan<Downed>,
    /// What the unit does with a Main that has nothing to do.
    #[untargeted]
    pub pass: Plan<Pass>,
    /// Which of the tied units of one side and kind goes first; the first of them in listed order decides.
    #[untargeted]
    pub tie: Plan<Tie>,
    /// Which of its usable weapons and attack spells the unit uses.
    pub weapon: Plan<ChooseWeapon>,
    /// Which abilities the unit uses in a window.
    pub ability: Plan<UseAbility>,
    /// Which costs the unit is ready to pay.
    #[untargeted]
    pub cost: Plan<PayCost>,
    /// Where the unit goes.
    pub move_: Plan<Movement>,
    /// How a unit whose target is out of reach spends its Major Action.
    pub allout: Plan<AllOut>,
    /// When the unit flies.
    pub flight: Plan<Flight>,
    /// Prana on the Action Count Judge.
    #[untargeted]
    pub prana_init: Plan<PranaInit>,
    /// Prana on attacks.
    pub prana_atk: Plan<PranaAttack>,
    /// Prana on Dodge and Defense, the attacker's value known.
    pub prana_def: Plan<PranaDefense>,
    /// Prana on Mortality and waking Judges.
    #[untargeted]
    pub prana_mort: Plan<PranaMortality>,
    /// Whom the unit covers.
    pub cover: Plan<Cover>,
    /// Which bad statuses the unit shakes off, and with which action.
    #[untargeted]
    pub recover: Plan<Recover>,
    /// What an Unconscious unit does in its Main.
    #[untargeted]
    pub wake: Plan<Wake>,
    /// Which magic is memorised.
    #[untargeted]
    pub memory: Plan<Memory>,
    /// When prana becomes HP or MP, where a ruling gives a rate.
    #[untargeted]
    pub prana_convert: Plan<PranaConvert>,
    /// Which enchantments are in force.
    #[untargeted]
    pub enchant: Plan<Enchant>,
    /// Which loadout is worn.
    #[untargeted]
    pub loadout: Plan<Wear>,
    /// When Reaction abilities are used.
    pub react: Plan<React>,
    /// What the Lunar Robe is for in Setup.
    #[untargeted]
    pub robe: Plan<Robe>,
    /// When the unit leaves the fight, where the ruling `flee` allows it.
    #[untargeted]
    pub flee: Plan<Flee>,
    /// What the last Main is for, where the ruling `final_main` grants one.
    #[untargeted]
    pub final_: Plan<Final>,
}

impl Tactics {
    /// Returns whether some condition of some decision asks for a fact.
    #[must_use]
    pub fn ask(&self, is: impl Fn(Fact) -> bool) -> bool {
        self.terms().into_iter().any(|term| is(term.fact))
    }

    /// The first round from which on no condition on rounds changes its answer.
    #[must_use]
    pub fn latest_round(&self) -> u32 {
        latest_round(self.terms().into_iter())
    }
}

/// The first round from which on no condition on rounds among `terms` changes its answer.
pub fn latest_round<'a>(terms: impl Iterator<Item = &'a Term<Fact>>) -> u32 {
    when::settled_from(terms, Fact::Round)
}
