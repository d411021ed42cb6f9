//! Measured error rates: dice against exact distributions, intervals, tests, the gate and the
//! verdicts of comparisons. Every test has a fixed seed and a stated rate of false alarms.

mod best;
mod compare_errors;
mod coverage;
mod dice;
mod errors;
mod exact_observed;
mod exact_sampled;
mod few_pairs;
mod gate;
mod pairing;
mod random_tactics;
mod reference;
mod screen;
mod sensible;
mod solve;
#[path = "../support/mod.rs"]
mod support;
mod sweep;
mod verify;
mod weights;
mod why;
