//! Attacks: hit, cover, damage.

pub(crate) mod attack;
pub(crate) mod changes;
pub(crate) mod cover;
pub(crate) mod damage;
pub(crate) mod hit;
