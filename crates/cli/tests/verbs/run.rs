//! `run`: the same fights whoever plays them, and the values that are played.

use std::collections::BTreeMap;

use crate::shell::{Shell, TABLES, duel, number};

#[test]
fn threads_and_repetition_change_no_byte() {
    let shell = Shell::new();
    for (out, threads) in [("one", "1"), ("two", "2"), ("seven", "7"), ("again", "7")] {
        shell.duel(out, &["--fights", "5000", "--threads", threads]);
    }
    let one = shell.tables("one");
    assert!(one.iter().all(|table| table.lines().count() > 2), "every table has rows: {one:?}");
    for other in ["two", "seven", "again"] {
        assert_eq!(shell.tables(other), one, "{other}");
    }
    assert_eq!(shell.manifest("seven")["threads"], 7);
    assert_eq!(shell.manifest("one")["signature"], shell.signature("one"));
}

#[test]
fn two_ranges_count_what_the_whole_counts() {
    let shell = Shell::new();
    shell.duel("first", &["--range", "0..600"]);
    shell.duel("second", &["--range", "600..1000"]);
    shell.duel("whole", &["--fights", "1000"]);
    for table in ["rounds", "damage", "exhaustion"] {
        let counts = |outs: &[&str]| {
            let mut cells = BTreeMap::new();
            for mut row in outs.iter().flat_map(|out| shell.rows(out, table)) {
                let (count, fights) = (number(&row, "count"), number(&row, "fights"));
                row.retain(|column, _| column != "count" && column != "fights");
                *cells.entry(row).or_insert(0) += count;
                assert!([600, 400, 1000].contains(&fights), "{fights}");
            }
            cells
        };
        assert_eq!(counts(&["first", "second"]), counts(&["whole"]), "{table}");
    }
    assert_ne!(shell.signature("first"), shell.signature("whole"));
}

#[test]
fn a_drawn_seed_is_shown_and_plays_the_same_again() {
    let shell = Shell::new();
    let duel = std::fs::read_to_string(duel()).unwrap();
    let seedless: String =
        duel.lines().filter(|line| !line.starts_with("seed")).flat_map(|l| [l, "\n"]).collect();
    assert_ne!(duel, seedless);
    shell.write("seedless.toml", &seedless);
    let card = shell.fray(&["run", "seedless.toml", "--fights", "500", "--out", "drawn"]).ends_with(0).out;
    let seed = card.split("fights of seed ").nth(1).and_then(|rest| rest.split(',').next()).expect("a seed");
    assert_eq!(shell.rows("drawn", "summary")[0]["seed"], seed);
    let again = ["run", "seedless.toml", "--fights", "500", "--seed", seed, "--out", "again"];
    shell.fray(&again).ends_with(0);
    assert_eq!(shell.tables("again"), shell.tables("drawn"));
    shell.fray(&["run", "seedless.toml", "--fights", "500", "--out", "another"]).ends_with(0);
    assert_ne!(shell.rows("another", "summary")[0]["seed"], seed, "two draws of 64 bits differ");
}

#[test]
fn a_flag_wins_over_set_and_set_over_the_file() {
    let shell = Shell::new();
    let longest = |out: &str| shell.rows(out, "rounds").iter().map(|row| number(row, "round")).max().unwrap();
    let few = ["--fights", "500"];
    let set = ["--set", "run.max_rounds=3"];
    shell.duel("file", &few);
    shell.duel("set", &[&few[..], &set].concat());
    shell.duel("flag", &[&few[..], &["--max-rounds", "2"], &set].concat());
    assert!(longest("file") > 3);
    assert_eq!((longest("set"), longest("flag")), (3, 2));
    let origin = |out: &str| {
        let manifest = shell.manifest(out);
        let values = manifest["values"].as_array().expect("values");
        let value = values.iter().find(|value| value["path"] == "run.max_rounds").expect("the value");
        (value["value"].clone(), value["origin"].clone())
    };
    assert_eq!(origin("set"), ("3".into(), "--set".into()));
    assert_eq!(origin("flag"), ("2".into(), "--max-rounds".into()));
    assert!(origin("file").1.as_str().expect("text").ends_with("duel.toml:15"));
}

#[test]
fn a_set_value_is_played() {
    let shell = Shell::new();
    shell.duel("plain", &["--fights", "500"]);
    shell.duel("tough", &["--fights", "500", "--set", "Ogre.hp=60"]);
    let losses = |out: &str| number(&shell.rows(out, "summary")[0], "losses");
    assert!(losses("tough") > losses("plain"));
    // An ogre that is not reached by any damage stands in every fight that did not time out.
    let taken = shell.rows("tough", "metrics");
    let most = taken.iter().find(|row| row["unit"] == "Ogre" && row["metric"] == "damage_taken").unwrap();
    assert_eq!(number(most, "max"), 60, "damage beyond the last HP is not taken");
}

#[test]
fn the_tables_agree_with_each_other() {
    let shell = Shell::new();
    let brawl = crate::shell::config("brawl.toml");
    shell.fray(&["run", &brawl, "--fights", "1000", "--out", "brawl"]).ends_with(0);
    shell.duel("duel", &["--fights", "1000", "--max-rounds", "4"]);
    for out in ["duel", "brawl"] {
        agree(&shell, out);
    }
}

fn agree(shell: &Shell, out: &str) {
    let [summary, metrics, damage, exhaustion, rounds, actions, felled, course, health, _luck] =
        crate::shell::TABLES.map(|table| shell.rows(out, table));
    let sum = |rows: &[crate::shell::Row], is: &dyn Fn(&crate::shell::Row) -> bool| -> u64 {
        rows.iter().filter(|row| is(row)).map(|row| number(row, "count")).sum()
    };
    assert_eq!(sum(&rounds, &|_| true), 1000);
    for side in &summary {
        let parts = ["wins", "losses", "draws", "timeouts"].map(|column| number(side, column));
        assert_eq!(parts.iter().sum::<u64>(), 1000);
        assert_eq!(sum(&rounds, &|row| row["side"] == side["side"]), parts[0]);
        assert_eq!(sum(&rounds, &|row| row["outcome"] == "timeout"), parts[3]);
    }
    let units: Vec<_> =
        metrics.iter().filter(|row| row["metric"] == "mains" && !row["unit"].is_empty()).collect();
    assert_eq!(units.len(), if out == "duel" { 2 } else { 5 });
    // All fights have a first round, and whoever is left at the end of it has HP.
    for side in &summary {
        let first: Vec<_> =
            course.iter().filter(|row| row["side"] == side["side"] && row["round"] == "1").collect();
        assert_eq!(first.iter().map(|row| number(row, "count")).sum::<u64>(), 1000);
        assert_eq!(first.iter().map(|row| number(row, "wins")).sum::<u64>(), number(side, "wins"));
        let standing = first.iter().map(|row| number(row, "standing") * number(row, "count")).sum::<u64>();
        let of_side = |row: &&crate::shell::Row| row["side"] == side["side"] && row["round"] == "1";
        let healthy: Vec<_> = health.iter().filter(of_side).collect();
        assert_eq!(healthy.iter().map(|row| number(row, "count")).sum::<u64>(), standing);
        assert!(healthy.iter().all(|row| number(row, "sum") >= number(row, "count")));
    }
    for unit in units {
        let of_unit = |row: &crate::shell::Row| row["side"] == unit["side"] && row["unit"] == unit["unit"];
        let metric = |name: &str| {
            let row = metrics.iter().find(|row| of_unit(row) && row["metric"] == name).expect("the metric");
            (number(row, "n"), number(row, "sum"))
        };
        let bars = |kind: &str| sum(&damage, &|row| of_unit(row) && row["kind"] == kind);
        let (attacks, hits) = metric("hit_rate");
        assert_eq!((bars("per_attack"), bars("per_hit")), (attacks, hits));
        assert_eq!(metric("soaked").0, hits);
        assert_eq!(bars("per_fight"), 1000);
        let cells = |view: &str| {
            sum(&exhaustion, &|row| of_unit(row) && row["view"] == view && row["clock"] == "exhausted")
        };
        let begun = metric("mains_per_round").0;
        assert_eq!((cells("every"), cells("first")), (begun, 1000));
        assert_eq!(bars("per_round"), begun);
        // Every fight has as many rounds as it lasted.
        let lasted: u64 = rounds.iter().map(|row| number(row, "round") * number(row, "count")).sum();
        assert_eq!(cells("round_end"), lasted);
        assert_eq!(metric("dropped").0, 1000);
        let of_actions = |column: &str| -> u64 {
            actions.iter().filter(|row| of_unit(row)).map(|row| number(row, column)).sum()
        };
        assert_eq!(
            (of_actions("damage"), of_actions("felled")),
            (metric("damage_dealt").1, metric("felled").1)
        );
        let times: u64 = felled.iter().filter(|row| of_unit(row)).map(|row| number(row, "count")).sum();
        assert!(times >= metric("dropped").1);
        assert_eq!(metric("mains").1, metric("mains_per_round").1);
    }
    // A side's row holds the sum of its units' own.
    for name in ["mains", "damage_dealt", "damage_taken", "delays", "near_deaths", "dropped", "hit_rate"] {
        for side in &summary {
            let rows = metrics.iter().filter(|row| row["side"] == side["side"] && row["metric"] == name);
            let (of_side, of_units): (Vec<_>, Vec<_>) = rows.partition(|row| row["unit"].is_empty());
            let total: u64 = of_units.iter().map(|row| number(row, "sum")).sum();
            assert_eq!(of_side.len(), 1, "{name}");
            assert_eq!(number(of_side[0], "sum"), total, "{name}");
        }
    }
}

#[test]
fn what_set_changes_is_a_column_of_every_table() {
    let shell = Shell::new();
    shell.duel("out", &["--fights", "200", "--set", "Ogre.hp=30", "--set", "rulings.hit_tie=defender"]);
    // So few fights have no row of luck.
    for table in TABLES.into_iter().filter(|table| *table != "luck") {
        let row = &shell.rows("out", table)[0];
        assert_eq!(
            (row["scenario"].as_str(), row["system"].as_str(), row["emulators/Ogre.hp"].as_str()),
            ("duel", "night-wizard", "30"),
            "{table}"
        );
        assert_eq!(row["rulings.hit_tie"], "defender", "{table}");
    }
}
