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

/// What was measured on fewer tries is as true, and is shown.
#[cfg(unix)]
#[test]
fn an_interrupted_selftest_shows_what_it_measured() {
    let shell = Shell::new();
    let duel = config("duel.toml");
    let mut wait = std::time::Duration::from_millis(250);
    loop {
        let running = shell.start(&["selftest", "--thorough", "--json", &duel]);
        std::thread::sleep(wait);
        crate::resume::interrupt(&running);
        let ended = running.ended().ends_with(130);
        assert!(ended.err.contains("the same command begins anew"), "{}", ended.err);
        let object = ended.json();
        assert_eq!(object["interrupted"], true, "{object}");
        if let Some(scenario) = object["scenarios"].as_array().expect("a list").first() {
            let promises = scenario["promises"].as_array().expect("a list");
            assert!(promises.iter().all(|row| row["tries"].as_u64() > Some(0)), "{scenario}");
            assert!(
                promises.iter().any(|row| row["what"] == "95 % interval of win_rate(wizards)"),
                "{scenario}"
            );
            // The text for people, in a file: the styles of a terminal are taken out.
            let running = shell.start(&["selftest", "--thorough", &duel]);
            std::thread::sleep(wait);
            crate::resume::interrupt(&running);
            let ended = running.ended().ends_with(130);
            assert!(!ended.out.contains("u{1b}") && !ended.out.contains('\u{1b}'), "{}", ended.out);
            break;
        }
        assert!(wait < std::time::Duration::from_secs(60), "nothing was measured");
        wait *= 2;
    }
}
