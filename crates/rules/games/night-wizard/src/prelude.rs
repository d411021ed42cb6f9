//! What nearly every rule speaks of.

pub(super) use super::NightWizard;
pub(super) use super::events::{Event, Idle};
pub(super) use super::extras::{End, Slot};
pub(super) use super::metrics::{Clock, Exhaustion, Metric, NearDeathCause};
pub(super) use super::setup::ability::{
    Amount, Area, AttributeId, Effect, JudgeKind, Range, Timing, Trigger,
};
pub(super) use super::setup::{AttackKind, Status};
pub(super) use super::tables::{AbilityStep, PreparedAbility, PreparedWeapon, UnitTables, bits};
pub(super) use super::turn::{Features, Turn};
pub(super) use fray_engine::contract::{Outcome, Step};
pub(super) use fray_engine::draw::{Chance, Draw, Purpose, Roll};
pub(super) use fray_engine::observe::{Cause, Deed, Observer};
pub(super) use fray_engine::roster::{MAX_UNITS, SideId, UnitId, UnitSet};
pub(super) use fray_kit::board::grid::Place;
