//! The rules, in the order of the rulebook.

pub(crate) mod ability;
pub(crate) mod act;
pub(crate) mod attack;
pub(crate) mod damage;
pub(crate) mod declared;
pub(crate) mod defend;
pub(crate) mod effect;
pub(crate) mod end;
pub(crate) mod facts;
pub(crate) mod react;
pub(crate) mod round;
pub(crate) mod status;
pub(crate) mod stones;
pub(crate) mod values;
