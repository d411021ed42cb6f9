//! The rules, in the order of the rulebook.

pub(crate) mod ability;
pub(crate) mod act;
pub(crate) mod attack;
pub(crate) mod damage;
pub(crate) mod defend;
pub(crate) mod effect;
pub(crate) mod help;
pub(crate) mod marks;
pub(crate) mod round;
pub(crate) mod stance;
pub(crate) mod strike;
pub(crate) mod values;
