//! fray.
fn main() {}
