//! The values of facts in an ability, and in a scenario.

use fray_kit::declare::facts::{Facts as _, NO_TARGET_OF_PASSIVE, Stands};
use fray_kit::sheet::conditions::Judge;
use fray_kit::sheet::problem::Problems;
use fray_kit::tactics::range::Range;

use super::Owner;
use crate::data::setup::Setup;
use crate::data::tactics::Fact;
use crate::data::vocabulary::{Effect, Status, Statuses, Timing, Trigger};

/// The values that a fact can have in the condition of an ability of this timing.
///
/// # Errors
/// StatusCause it is not known there.
pub(super) fn known(fact: Fact, timing: Timing) -> Result<Range, &'static str> {
    // Who is out uses nothing, but its abilities may answer its own defeat.
    let may_be_out = timing == Timing::Reaction(Trigger::Defeated);
    match fact {
        _ if fact.is_of_target() && timing == Timing::Passive => Err(NO_TARGET_OF_PASSIVE),
        Fact::Round if timing == Timing::StartOfFight => Ok(Range::new(0, 0)),
        Fact::Allies if !may_be_out => Ok((1..).into()),
        Fact::HasStatus(status) if Statuses::OUT.has(status) && !may_be_out => Ok(Range::new(0, 0)),
        _ => fact.known(Stands::Ability),
    }
}

/// Warns of conditions that have one answer in this scenario.
pub(super) fn warn(setup: &Setup, owners: &[Owner<'_>], problems: &mut Problems) {
    // Who is controlled counts for another side.
    let turns = |effect: &Effect| {
        matches!(effect, Effect::AddStatus { status: Status::Controlled | Status::Marionette, .. })
    };
    let may_turn = setup.effects().any(turns);
    let n_units = setup.units().count() as i32;
    let mut judge = Judge::default();
    let mut rest = owners;
    for side in &setup.sides {
        let (own, others) = rest.split_at(side.units.len());
        rest = others;
        let n_own = if may_turn { n_units } else { side.units.len() as i32 };
        let n_foes = if may_turn { n_units } else { n_units - n_own };
        for (doc, _) in own {
            judge.unit(&doc.node, &doc.path, |fact| {
                Some(vec![match fact {
                    Fact::Round => Range::new(0, setup.max_rounds as i32),
                    Fact::Allies | Fact::AlliesAble => Range::new(0, n_own),
                    Fact::AlliesAfraid | Fact::AlliesReeling | Fact::AlliesDying => Range::new(0, n_own - 1),
                    Fact::Enemies | Fact::EnemiesAble | Fact::NearEnemies | Fact::InReach => {
                        Range::new(0, n_foes)
                    }
                    _ => return None,
                }])
            });
        }
    }
    judge.warn(problems);
}
