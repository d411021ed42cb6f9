//! Things declared once: metrics, clocks, events, facts, rulings and tactics. Columns, help, lists, the JSON Schema and
//! the docs are made from the declarations.

pub mod events;
pub mod facts;
pub mod prepared;
pub mod rulings;
pub mod tactics;

pub use fray_engine::trimmed;
