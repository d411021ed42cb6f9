//! Attacks: declared, carried out, defended against, and damage.

pub(crate) mod attack;
pub(crate) mod damage;
pub(crate) mod declared;
pub(crate) mod defend;
