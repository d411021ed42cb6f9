//! The verbs, as a shell sees them: what stands on stdout, stderr and disk, and the
//! exit codes. Fights are few; that they are the right ones is tested in fray-rules and fray-sim.

mod answers;
mod batch;
mod best;
mod book;
mod changed;
mod check;
mod coach;
mod compare;
mod cookbook;
mod devices;
mod dice;
#[path = "../../../sim/tests/support/duel.rs"]
#[allow(dead_code, reason = "the tests of other crates use the rest")]
mod duel_text;
mod edit;
mod enumerated;
mod errors;
mod exact;
mod exit_codes;
mod extend;
mod files;
mod hints;
mod history;
mod json;
mod live;
mod matrix;
mod merge;
mod names;
mod nights;
mod outputs;
mod planned;
mod report;
mod results;
mod resume;
mod rulings;
mod run;
mod safety;
mod selftest;
mod sentences;
mod shell;
mod side_tactics;
mod solve;
mod streams;
mod sweep;
mod tactics;
mod target;
mod trace;
mod watch;
mod weights;
mod why;
mod windows;
