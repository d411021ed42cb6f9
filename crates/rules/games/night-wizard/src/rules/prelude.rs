//! The names that nearly every module of rules uses.

pub(crate) use crate::NightWizard;
pub(crate) use crate::data::events::{Event, Idle};
pub(crate) use crate::data::metrics::{Clock, Exhaustion, Metric, NearDeathCause};
pub(crate) use crate::data::setup::ability::{
    Amount, Area, AttributeId, Effect, JudgeKind, Range, Timing, Trigger,
};
pub(crate) use crate::data::setup::{AttackKind, Status};
pub(crate) use crate::rules::turns::turn::{Features, Turn};
pub(crate) use crate::state::extras::{End, Slot};
pub(crate) use crate::state::tables::{AbilityStep, PreparedAbility, PreparedWeapon, UnitTables, bits};
pub(crate) use fray_engine::contract::{Outcome, Step};
pub(crate) use fray_engine::draw::{Chance, Draw, Purpose, Roll};
pub(crate) use fray_engine::observe::{ActionRef, Cause, Observer};
pub(crate) use fray_engine::roster::{MAX_UNITS, SideId, UnitId, UnitSet};
pub(crate) use fray_kit::board::grid::Place;
