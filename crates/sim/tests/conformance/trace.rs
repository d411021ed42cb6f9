//! Traces and their goldens.
//!
//! The goldens under `tests/goldens/transcripts/` are whole transcripts. After a change that is meant to move
//! them, renew them with
//!
//! ```text
//! FRAY_RENEW=1 cargo test -p fray-sim --test conformance trace
//! ```
//!
//! and read the difference like code: which rule moved the line, and why the new one is right.

#[cfg(feature = "night-wizard")]
mod night_wizard;

use std::path::Path;

use crate::support::{golden, is_compiled};
use fray_sim::play::trace::trace;
use fray_sim::scenario::{Options, load_scenario};

const SEED: u64 = 2016;

/// A golden transcript.
pub(crate) struct Golden {
    pub(crate) system: &'static str,
    file: &'static str,
    /// Plays the fight that the file shows.
    lines: fn() -> Vec<String>,
}

const fn golden(system: &'static str, file: &'static str, lines: fn() -> Vec<String>) -> Golden {
    Golden { system, file, lines }
}

pub(crate) const TRANSCRIPTS: &[Golden] = &[
    #[cfg(feature = "night-wizard")]
    golden("night-wizard", "party", night_wizard::of_the_party),
    #[cfg(feature = "night-wizard")]
    golden("night-wizard", "mortal-duel", night_wizard::of_a_mortal_duel),
    // Hunters at the edge of the board.
    golden("juso", "edge", || of_config("juso/edge.toml", 5)),
    // Casters and abilities.
    golden("juso", "warlord-guarded", || of_config("juso/warlord-guarded.toml", 1)),
    // Fear and Rally.
    golden("cardinal", "ogre-and-leader", || of_config("cardinal/ogre-and-leader.toml", 1)),
    // Each way to defend.
    golden("cardinal", "duel", || of_config("cardinal/duel.toml", 4)),
    golden("cardinal", "mirror-swords", || of_config("cardinal/mirror-swords.toml", 1)),
    golden("cardinal", "one-against-two", || of_config("cardinal/one-against-two.toml", 1)),
    // Initiative, Focus and interrupts.
    golden("cardinal", "ambush", || of_config("cardinal/ambush.toml", 3)),
    golden("cardinal", "swarm", || of_config("cardinal/swarm.toml", 3)),
    // The Afraid fight on.
    golden("cardinal", "bitter-end", || of_config("cardinal/bitter-end.toml", 3)),
    // Range, cover and Reload.
    golden("cardinal", "lane", || of_config("cardinal/lane.toml", 4)),
    // Moves over the board, spells and an area.
    golden("cardinal", "witch-wood", || of_config("cardinal/witch-wood.toml", 1)),
    // Flight.
    golden("cardinal", "eyrie", || of_config("cardinal/eyrie.toml", 1)),
    // Stones, fuses and counters.
    golden("stonebound", "stones", || of_config("stonebound/stones.toml", 1)),
    // Moves over the board.
    golden("stonebound", "bridge", || of_config("stonebound/bridge.toml", 2)),
    // Holds, escapes, defences and partial turns.
    golden("mahou-galaxy", "the-hold", || of_config("mahou-galaxy/the-hold.toml", 1)),
    // Throws, snatches and a fire.
    golden("mahou-galaxy", "by-the-fire", || of_config("mahou-galaxy/by-the-fire.toml", 1)),
    // A map, shots, interrupts and spells.
    golden("mahou-galaxy", "fire-among-friends", || of_config("mahou-galaxy/fire-among-friends.toml", 2)),
    // A flyer over roofs, jumps and falls.
    golden("mahou-galaxy", "rooftops", || of_config("mahou-galaxy/rooftops.toml", 1)),
    // Terrain that abilities lay: fire, ice that bars and ice that slows.
    golden("mahou-galaxy", "fire-and-ice", || of_config("mahou-galaxy/fire-and-ice.toml", 2)),
];

/// The transcript of a fight of a scenario of the repository.
fn of_config(file: &str, fight: u64) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs").join(file);
    let scenario = load_scenario(&path, &Options::default()).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    trace(scenario.engine(), SEED, fight).expect("no invariant breaks").lines
}

#[test]
fn every_golden_transcript_is_as_it_was() {
    for Golden { system, file, lines } in TRANSCRIPTS.iter().filter(|golden| is_compiled(golden.system)) {
        let file = Path::new("transcripts").join(system).join(file).with_extension("txt");
        golden::compare(file, &(lines().join("\n") + "\n"));
    }
}
