//! The written form of totals: the rows of the CSV files, the digits of their numbers, the JSON.

pub mod dictionary;
pub mod format;
pub mod json;
pub mod rows;
