//! Who does what when the rules leave a choice: one enum per decision (in `choices`), each entry
//! with the condition under which it is tried.

mod choices;
mod fact;

pub use choices::*;
pub use fact::Fact;

use crate::tactics::when::{self, Term};

/// A plan for a decision of Night Wizard.
pub type Plan<T> = crate::tactics::plan::Plan<T, Fact>;

/// One entry of it.
pub type Entry<T> = crate::tactics::plan::Entry<T, Fact>;

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
    when::settled_from(terms, Fact::Round)
}
