//! The rules, in the order of the rulebook.

pub(crate) mod ability;
pub(crate) mod all_out;
pub(crate) mod attack;
pub(crate) mod changes;
pub(crate) mod costs;
pub(crate) mod cover;
pub(crate) mod damage;
pub(crate) mod displacement;
pub(crate) mod effects;
pub(crate) mod end;
pub(crate) mod flight;
pub(crate) mod gear;
pub(crate) mod hit;
pub(crate) mod in_force;
pub(crate) mod main_process;
pub(crate) mod movement;
pub(crate) mod prelude;
pub(crate) mod rolls;
pub(crate) mod round;
pub(crate) mod series;
pub(crate) mod setup_process;
pub(crate) mod statuses;
pub(crate) mod turn;
pub(crate) mod values;
pub(crate) mod windows;
