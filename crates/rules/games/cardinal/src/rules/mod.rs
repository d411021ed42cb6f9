//! The rules, in the order of the rulebook.

pub(crate) mod ability;
pub(crate) mod act;
pub(crate) mod again;
pub(crate) mod aid;
pub(crate) mod area_attack;
pub(crate) mod attack;
pub mod cause;
pub mod chart;
pub(crate) mod damage;
pub(crate) mod defend;
pub(crate) mod effect;
pub(crate) mod end;
pub(crate) mod flight;
pub(crate) mod forced;
pub(crate) mod grapple;
pub(crate) mod movement;
pub(crate) mod round;
pub mod soak;
pub(crate) mod status;
pub(crate) mod values;
