//! Who does what when the rules leave a choice: one enum per decision (in `choices`), each entry
//! with the condition under which it is tried.

mod choices;
mod fact;

pub use choices::*;
pub use fact::Fact;

use crate::when::{Term, When};

/// A tactic, or a list tried in order: the first entry whose condition holds is used, and the
/// decision's default where none does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<T> {
    /// The entries in order.
    pub entries: Vec<Entry<T>>,
}

/// One entry of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<T> {
    /// What is done.
    pub what: T,
    /// When; always, if nothing is said.
    pub when: Option<When<Fact>>,
}

impl<T> Default for Plan<T> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

macro_rules! tactics {
    ($($(#[doc = $id:literal])+ $key:ident: $choice:ty;)*) => {
        /// All decisions of one unit.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Tactics {
            $($(#[doc = $id])+ pub $key: Plan<$choice>,)*
        }

        impl Tactics {
            /// Whether some condition of some decision asks for a fact.
            #[must_use]
            pub fn ask(&self, is: impl Fn(Fact) -> bool + Copy) -> bool {
                false $(|| self.$key.terms().any(|term| is(term.fact)))*
            }

            /// The first round from which on no condition on rounds changes its answer.
            #[must_use]
            pub fn latest_round(&self) -> u32 {
                let latest = 0;
                $(let latest = latest.max(latest_round(self.$key.terms()));)*
                latest
            }
        }
    };
}

tactics! {
    /// D-target.
    target: Target;
    /// D-delay.
    delay: Delay;
    /// D-downed.
    downed: Downed;
    /// D-pass.
    pass: Pass;
    /// D-tie.
    tie: Tie;
    /// D-weapon.
    weapon: ChooseWeapon;
    /// D-ability.
    ability: UseAbility;
    /// D-cost.
    cost: PayCost;
    /// D-move.
    move_: Movement;
    /// D-allout.
    allout: AllOut;
    /// D-flight.
    flight: Flight;
    /// D-prana-init.
    prana_init: PranaInit;
    /// D-prana-atk.
    prana_atk: PranaAttack;
    /// D-prana-def.
    prana_def: PranaDefense;
    /// D-prana-mort.
    prana_mort: PranaMortality;
    /// D-cover.
    cover: Cover;
    /// D-recover.
    recover: Recover;
    /// D-wake.
    wake: Wake;
    /// D-memory.
    memory: Memory;
    /// D-prana-convert.
    prana_convert: PranaConvert;
    /// D-enchant.
    enchant: Enchant;
    /// D-loadout.
    loadout: Wear;
    /// D-react.
    react: React;
    /// D-robe.
    robe: Robe;
    /// D-flee.
    flee: Flee;
    /// D-final.
    final_: Final;
}

/// The first round from which on no condition on rounds among `terms` changes its answer.
pub fn latest_round<'a>(terms: impl Iterator<Item = &'a Term<Fact>>) -> u32 {
    let rounds = terms.filter(|term| term.fact == Fact::Round);
    rounds.map(|term| term.value.max(0) as u32 + 1).max().unwrap_or(0)
}

impl<T: Copy + Default> Plan<T> {
    /// The first entry whose condition holds, or the decision's default. `fact` gives the
    /// present value and, for facts with a maximum, that too.
    #[inline(always)]
    pub fn choose(&self, fact: impl Fn(Fact) -> (i32, i32)) -> T {
        for entry in &self.entries {
            if entry.when.as_ref().is_none_or(|when| when.holds(&fact)) {
                return entry.what;
            }
        }
        T::default()
    }

    /// The same with conditions judged as a whole.
    pub fn choose_if(&self, holds: impl Fn(&When<Fact>) -> bool) -> T {
        for entry in &self.entries {
            if entry.when.as_ref().is_none_or(&holds) {
                return entry.what;
            }
        }
        T::default()
    }

    /// Whether some entry satisfies `is`.
    #[must_use]
    pub fn any(&self, is: impl Fn(T) -> bool) -> bool {
        self.entries.iter().any(|entry| is(entry.what))
    }

    /// The terms of all its conditions.
    pub fn terms(&self) -> impl Iterator<Item = &Term<Fact>> {
        self.entries.iter().filter_map(|entry| entry.when.as_ref()).flat_map(|when| &when.terms)
    }
}
