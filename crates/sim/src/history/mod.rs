//! The history of batches: what each night found of each point, and the values of its scenario.
//!
//! A history is a folder that only grows. Each [`add`](store::add) writes one table of results, [`results`], and one of the
//! values of scenarios that were not known before, [`values`], each under a name that says what is in it. Nothing is ever
//! replaced, so that two writers at once lose nothing.
//!
//! [`trend`] follows a metric of each point from night to night: what moved, and what was changed between two nights.

pub mod results;
pub mod store;
pub mod text;
pub mod trend;
pub mod values;

#[cfg(test)]
mod tests;
