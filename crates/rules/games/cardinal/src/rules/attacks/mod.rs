//! Attacks: their rolls, the defences, damage and soak.

pub(crate) mod area_attack;
pub(crate) mod attack;
pub mod chart;
pub(crate) mod damage;
pub(crate) mod defend;
pub mod soak;
