//! The verbs that play, as a shell sees them: what stands on stdout, stderr and disk, and the
//! exit codes. Fights are few; that they are the right ones is tested in fray-rules and fray-sim.

mod compare;
mod exact;
mod exit_codes;
mod goes_on;
mod json;
mod results;
mod run;
mod shell;
mod streams;
mod target;
mod trace;
