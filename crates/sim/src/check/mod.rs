//! The gate: whether scenarios still come to what their designers were content with, and to what
//! they promise.
//!
//! A [`suite`] lists points: a scenario, its [`baseline`], its goals. What is tested of a point
//! are the [`family`]s of observations of which a fight gives one value.

pub mod baseline;
pub mod family;
pub mod suite;
