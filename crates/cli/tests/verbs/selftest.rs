//! `selftest`: what it measures, and that it can fail.

use crate::shell::{Shell, config};

/// A duel of Juso that is soon enumerated.
const SMALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/games/juso/example.toml");

/// On one small duel: what is measured is shared by all, and the whole selftest takes minutes.
#[test]
fn the_promises_are_kept_and_listed() {
    let object = Shell::new().fray(&["selftest", "--json", SMALL]).ends_with(0).json();
    assert_eq!(object["kept"], true);
    let scenarios = object["scenarios"].as_array().expect("a list");
    assert!(!scenarios.is_empty());
    for scenario in scenarios {
        let promises = scenario["promises"].as_array().expect("a list");
        let has = |start: &str| promises.iter().any(|row| row["what"].as_str().unwrap().starts_with(start));
        // Counts, ratios and values.
        assert!(has("95 % interval of damage_dealt(") && has("95 % interval of hit_rate("), "{scenario}");
        assert!(
            has("95 % interval of win_rate(") && has("null runs of the gate without an alarm"),
            "{scenario}"
        );
        assert!(
            promises.iter().any(|row| row["what"].as_str().unwrap().ends_with(", luck taken out")),
            "{scenario}"
        );
        assert!(has("drifts of three tolerances found"), "{scenario}");
        for kind in
            ["the difference of a count", "the difference of a rate of fights", "mu", "total", "a goal"]
        {
            assert!(has(&format!("95 % interval of {kind}")), "{kind}: {scenario}");
        }
        assert!(has("sentences: who wins"), "{scenario}");
        // A sentence is not always said, and an index or difference of few observations has no interval: so the
        // tries differ, and each row says what they find.
        for row in promises {
            let finds = row["finds"].as_f64();
            assert!(finds.is_none_or(|part| 0.0 < part && part < 0.95), "{row}");
            assert!(finds.is_some() || row["tries"].as_u64() < Some(10), "{row}");
        }
    }
}

#[test]
fn a_scenario_out_of_reach_ends_with_4() {
    let ended = Shell::new().fray(&["selftest", &config("swarm.toml")]).ends_with(4);
    assert!(ended.err.starts_with("error: swarm: "), "{}", ended.err);
}
