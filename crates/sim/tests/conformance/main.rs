//! What every system promises, over random scenarios and in worked examples: its fights end and
//! keep their invariants, a transcript and a tally agree, exact answers are those of the rules
//! pages, and neither threads nor parts of a run move a count.

mod compare;
mod exact_cardinal;
mod exact_exhaustion;
mod exact_juso;
mod exact_juso_by_hand;
mod exact_mahou_galaxy;
mod exact_night_wizard;
mod exact_reach;
mod exact_stonebound;

mod find;
mod maps;
mod names;
mod parts;
mod promises;
mod registry;
mod shortcuts;
#[path = "../support/mod.rs"]
mod support;
mod trace;
