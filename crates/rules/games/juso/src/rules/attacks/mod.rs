//! Attacks, defences and damage.

pub(crate) mod attack;
pub(crate) mod damage;
pub(crate) mod defend;
