//! `--json`: the keys of the contract, neither more nor fewer.

use serde_json::Value;

use crate::shell::{Shell, TABLES, duel};

#[track_caller]
fn has_keys(value: &Value, expected: &str) {
    let keys = value.as_object().expect("an object").keys().map(String::as_str);
    assert_eq!(keys.collect::<Vec<_>>().join(", "), expected);
}

/// The first row of a list; there has to be one.
#[track_caller]
fn row<'a>(value: &'a Value, list: &str) -> &'a Value {
    &value[list].as_array().expect("a list")[0]
}

#[test]
fn the_object_of_a_run_holds_its_tables() {
    let shell = Shell::new();
    let ended = shell.duel("out", &["--range", "100..400", "--json"]);
    assert_eq!(ended.err, "");
    let object = ended.json();
    has_keys(&object, "schema, scenarios, not_played");
    let scenario = row(&object, "scenarios");
    has_keys(
        scenario,
        "scenario, system, seed, range, fights, stop, signature, dir, summary, metrics, damage, exhaustion, rounds, \
         actions, felled, course, health, luck, hints",
    );
    assert_eq!(
        (&object["schema"], &scenario["range"], &scenario["fights"]),
        (&2.into(), &serde_json::json!([100, 400]), &300.into())
    );
    assert_eq!((&scenario["stop"], &scenario["dir"]), (&"fixed".into(), &"out".into()));
    for table in TABLES {
        let text = shell.text(&format!("out/{table}.csv"));
        let header = text.lines().next().expect("a header").replace(',', ", ");
        has_keys(row(scenario, table), &header);
        assert_eq!(scenario[table].as_array().map(Vec::len), Some(text.lines().count() - 1), "{table}");
    }
}

#[test]
fn the_csv_files_have_the_columns_of_the_contract() {
    let shell = Shell::new();
    shell.duel("out", &["--fights", "50"]);
    for (table, columns) in [
        (
            "summary",
            "side,seed,fights,wins,losses,draws,timeouts,win_rate,win_lo,win_hi,rounds_mean,rounds_lo,rounds_hi,\
             rounds_sd,rounds_p5,rounds_p50,rounds_p95,stop,signature,win_adjusted,win_adjusted_lo,win_adjusted_hi,\
             rounds_adjusted,rounds_adjusted_lo,rounds_adjusted_hi,scenario_hash,date",
        ),
        (
            "metrics",
            "side,unit,metric,kind,fights,n,sum,mean,sd,lo,hi,min,max,p5,p50,p95,mean_adjusted,mean_adjusted_lo,\
             mean_adjusted_hi",
        ),
        ("damage", "side,unit,kind,value,count,fights"),
        ("exhaustion", "side,unit,clock,view,round,activation,what,count,fights"),
        ("rounds", "round,outcome,side,count,fights"),
        ("actions", "side,unit,action,kind,fights,uses,hits,damage,ally_damage,healed,felled"),
        ("felled", "side,unit,by_side,by_unit,action,count,fights"),
        ("course", "side,round,standing,count,wins,fights"),
        ("health", "side,unit,round,count,sum,fights"),
        ("luck", "wins_of,side,rolls,share,share_lo,share_hi,deviation,moves"),
    ] {
        let text = shell.text(&format!("out/{table}.csv"));
        assert_eq!(text.lines().next(), Some(format!("scenario,system,{columns}").as_str()));
    }
}

#[test]
fn the_object_of_an_exact_answer() {
    let object = Shell::new().fray(&["exact", &duel(), "--json"]).ends_with(0).json();
    has_keys(
        &object,
        "schema, scenario, system, residual, states, outcomes, rounds_mean, rounds, exhaustion, metrics, \
         values, damage, left_out",
    );
    has_keys(row(&object, "outcomes"), "outcome, side, p");
    has_keys(row(&object, "rounds"), "round, outcome, side, p");
    has_keys(row(&object, "exhaustion"), "side, unit, clock, view, round, activation, what, p");
    has_keys(row(&object, "metrics"), "side, unit, metric, kind, n, mean");
    has_keys(row(&object, "values"), "side, unit, metric, value, n, p");
    has_keys(row(&object, "damage"), "side, unit, kind, value, n, p");
    assert_eq!(object["schema"], 2);
}

#[test]
fn the_object_of_a_trace() {
    let object = Shell::new().fray(&["trace", &duel(), "--fight", "3", "--json"]).ends_with(0).json();
    has_keys(&object, "schema, scenario, seed, fight, outcome, side, rounds, lines");
    assert_eq!(
        (&object["schema"], &object["scenario"], &object["seed"], &object["fight"]),
        (&2.into(), &"duel".into(), &2016.into(), &3.into())
    );
}

#[test]
fn the_object_of_a_validation() {
    let shell = Shell::new();
    shell.write("bad.toml", "system = \"night-wizard\"\n[run]\nfihgts = 3\n");
    let object = shell.fray(&["validate", "bad.toml", &duel(), "--json"]).ends_with(10).json();
    has_keys(&object, "schema, files");
    let files = object["files"].as_array().expect("files");
    assert_eq!(files.len(), 2);
    has_keys(&files[0], "file, errors, warnings");
    assert_eq!(files[1]["errors"], serde_json::json!([]));
    has_keys(row(&files[0], "errors"), "file, line, column, key, message, help");
}

#[test]
fn every_metric_and_clock_of_the_tables_is_listed() {
    let shell = Shell::new();
    let listed = shell.fray(&["list", "metrics", "night-wizard", "--json"]).ends_with(0).json();
    let names = |list: &str, key: &str| -> Vec<String> {
        let rows = listed["systems"][0][list].as_array().expect("a list");
        rows.iter().map(|row| row[key].as_str().expect("text").to_owned()).collect()
    };
    shell.duel("out", &["--fights", "200"]);
    let (metrics, kinds) = (names("metrics", "name"), names("metrics", "kind"));
    // A side has all of them, and the activations of the fight.
    let of_side = |row: &crate::shell::Row| row["side"] == "wizards" && row["unit"].is_empty();
    let rows: Vec<_> = shell.rows("out", "metrics").into_iter().filter(of_side).collect();
    let column = |name: &str| -> Vec<String> {
        rows.iter().filter(|row| row["metric"] != "activations").map(|row| row[name].clone()).collect()
    };
    assert_eq!((column("metric"), column("kind")), (metrics.clone(), kinds));
    let clocks = names("clocks", "name");
    assert!(shell.rows("out", "exhaustion").iter().all(|row| clocks.contains(&row["clock"])));
    let text = shell.fray(&["list", "metrics"]).ends_with(0).out;
    assert!(metrics.iter().all(|name| text.contains(name.as_str())), "{text}");
}

/// Whoever reads an object reads one of a failure, too, with what stderr says and the exit code.
#[test]
fn a_failure_is_an_object_with_the_error_and_the_exit_code() {
    let shell = Shell::new();
    let duel = duel();
    shell.write("wrong.toml", "system = \"juso\"\n");
    for (call, code, part) in [
        (&["sweep", &duel, "--set", "Ogre.hp=1,2", "--metric", "roundz"][..], 2, "did you mean `rounds`?"),
        (&["sweep", "wrong.toml", "--set", "Ogre.hp=1,2"], 10, "wrong.toml"),
        (&["solve", &duel, "--vary", "Ogre.hpp"], 10, "unknown key `hpp`"),
        (&["weights", "none.toml"], 10, "cannot be read"),
        (&["rulings", "none.toml"], 10, "cannot be read"),
        (&["tactics", &duel, "--of", "boss"], 2, "there are wizards, emulators, Knight, Ogre"),
        (&["matrix", "nowhere"], 2, "expected a folder"),
        (&["why", &duel], 2, "alone has nothing to be compared with"),
        (&["exact", "none.toml"], 10, "cannot be read"),
        (&["trace", "none.toml", "--fight", "0"], 10, "cannot be read"),
        (&["compare", &duel, "none.toml"], 10, "cannot be read"),
        (&["check", "none.toml"], 10, "cannot be read"),
    ] {
        let ended = shell.fray(&[call, &["--json"]].concat()).ends_with(code);
        let object = ended.json();
        has_keys(&object, "schema, error, code");
        assert_eq!(object["code"], code, "{call:?}");
        let error = object["error"].as_str().expect("a text");
        assert!(error.contains(part), "{call:?}: {error}");
        assert!(ended.err.contains(part), "{call:?}: {}", ended.err);
    }
}
