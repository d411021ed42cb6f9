//! Crosses of parties and monsters, and two nights of them compared.

use crate::shell::Shell;

/// A template and a suite of two parties and three monsters.
pub(crate) fn arena() -> Shell {
    let shell = Shell::new();
    let configs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/juso");
    let template = format!(
        "system = \"juso\"\ninclude = [{:?}, {:?}]\n[run]\nseed = 7\n\
         [[side]]\nname = \"hunters\"\n[[side.unit]]\nuse = \"axe-hunter\"\n\
         [[side]]\nname = \"monsters\"\n[[side.unit]]\nuse = \"runt\"\n",
        configs.join("bestiary.toml").display().to_string(),
        configs.join("swarm.csv").display().to_string(),
    );
    shell.write("arena.toml", &template);
    shell.write("night.toml", &night("3 runt + 1 slinger"));
    shell
}

pub(crate) fn night(pack: &str) -> String {
    format!(
        "[[cross]]\ntemplate = \"arena.toml\"\n\
         parties = {{ axes = \"2 axe-hunter\", pair = \"axe-hunter + sword-hunter\" }}\n\
         monsters = {{ runt = \"runt\", slinger = \"slinger\", pack = {pack:?} }}\n"
    )
}

#[test]
fn a_cross_is_every_party_against_every_monster() {
    let shell = arena();
    shell.fray(&["run", "night.toml", "--fights", "300", "--out", "a", "-q"]).ends_with(0);
    let mut points: Vec<_> = shell.rows("a", "summary").iter().map(|row| row["scenario"].clone()).collect();
    points.dedup();
    let all = ["axes/runt", "axes/slinger", "axes/pack", "pair/runt", "pair/slinger", "pair/pack"];
    points.sort_unstable();
    let mut sorted = all;
    sorted.sort_unstable();
    assert_eq!(points, sorted);
    // Two hunters fell one runt at most, and so does their interval.
    let metrics = shell.rows("a/axes/runt", "metrics");
    let of_side = |row: &&std::collections::BTreeMap<String, String>| {
        (row["side"].as_str(), row["unit"].as_str(), row["metric"].as_str()) == ("hunters", "", "felled")
    };
    let felled = metrics.iter().find(of_side).expect("a row");
    assert_eq!(felled["hi"], "1");
    // A point is the template with these units.
    let sets = ["--set", "hunters.units=\"2 axe-hunter\"", "--set", "monsters.units=\"3 runt + 1 slinger\""];
    shell
        .fray(&[&["run", "arena.toml", "--fights", "300", "--out", "alone", "-q"], &sets[..]].concat())
        .ends_with(0);
    assert_eq!(shell.signature("a/axes/pack"), shell.signature("alone"));
    // A name that nothing has is told at its place, with the nearest.
    shell.write("wrong.toml", &night("2 ruunt"));
    let ended = shell.fray(&["validate", "wrong.toml"]).ends_with(10);
    assert!(ended.err.contains("did you mean `runt`?"), "{}", ended.err);
    assert!(ended.err.contains("wrong.toml:4:"), "{}", ended.err);
}

#[test]
fn two_nights_are_compared_point_by_point() {
    let shell = arena();
    let played = |out: &str, seed: &str| {
        shell
            .fray(&["run", "night.toml", "--fights", "400", "--seed", seed, "--out", out, "-q"])
            .ends_with(0);
    };
    played("a", "1");
    played("b", "2");
    let same = shell.fray(&["compare", "a", "b"]).ends_with(0);
    assert!(same.out.contains("6 points of both nights: none moved"), "{}", same.out);
    let json = shell.fray(&["compare", "a", "b", "--json", "--out", "table"]).ends_with(0).json();
    assert_eq!((&json["verdict"], &json["points"]), (&"undecided".into(), &6.into()));
    assert_eq!(json["metrics"].as_array().map(Vec::len), Some(shell.rows("table", "nights").len()));
    let itself = shell.fray(&["compare", "a", "a", "--json", "--expect", "same"]).ends_with(0).json();
    assert_eq!(itself["verdict"], "same");
    // What plays fights, or judges one metric, has nothing to do here.
    for flag in [
        "--seed=1",
        "--set=run.max_rounds=3",
        "--max-rounds=3",
        "--max-fights=2000",
        "--delta=1pt",
        "--threads=1",
    ] {
        let wrong = shell.fray(&["compare", "a", "b", flag]).ends_with(2);
        let name = flag.split('=').next().expect("a flag");
        assert!(wrong.err.contains(&format!("{name} is for scenarios")), "{}", wrong.err);
    }
    let wrong = shell.fray(&["compare", "a", "a/axes/runt"]).ends_with(2);
    assert!(wrong.err.contains("a/axes/runt is none"), "{}", wrong.err);
    // A batch is measured by a fiftieth of its fights at most, which are too few for each point of this one.
    let json =
        shell.fray(&["plan", "night.toml", "--fights", "400", "--dry-run", "--json"]).ends_with(0).json();
    let measured =
        json["points"].as_array().expect("points").iter().filter(|it| it["measured"] == true).count();
    assert!((1..=2).contains(&measured) && json["unmeasured"] == 6 - measured, "48 fights in all: {json}");
    assert!(json["core_seconds"].as_f64().is_some_and(|seconds| seconds > 0.0), "{json}");
    let few = shell.fray(&["run", "arena.toml", "--fights", "100", "--dry-run"]).ends_with(0);
    assert!(few.out.contains("the time was not measured"), "{}", few.out);
    // Twelve instead of four: two points moved, and say that they were edited.
    shell.write("night.toml", &night("9 runt + 3 slinger"));
    played("c", "3");
    let moved = shell.fray(&["compare", "a", "c"]).ends_with(0);
    assert!(moved.out.contains("6 points of both nights: 2 moved"), "{}", moved.out);
    let rows: Vec<&str> = moved.out.lines().filter(|line| line.contains('→')).collect();
    assert!(
        !rows.is_empty() && rows.iter().all(|row| row.contains("/pack") && row.ends_with("edited")),
        "{rows:?}"
    );
}

#[test]
fn a_cross_is_shown_as_a_table_with_what_stands_out() {
    let shell = arena();
    let goal = "[[goal]]\nexpect = \"win_rate(hunters) between 5% and 30%\"\n";
    let template = std::fs::read_to_string(shell.path("arena.toml")).expect("the template") + goal;
    shell.write("arena.toml", &template);
    let ran = shell.fray(&["run", "night.toml", "--fights", "300", "--out", "a"]).ends_with(0);
    let rows: Vec<&str> = ran.out.lines().collect();
    assert!(
        rows.iter().any(|row| row.contains("runt") && row.contains("slinger") && row.contains("pack")),
        "{rows:?}"
    );
    assert!(rows.iter().any(|row| row.starts_with("axes") && row.contains('!')), "{rows:?}");
    assert!(ran.out.contains("misses a goal ("), "{}", ran.out);
    // One line about goals, and none for each point.
    assert_eq!(ran.err.matches("`fray run` exits with 0 all the same").count(), 1, "{}", ran.err);
    shell.fray(&["report", "a", "-q"]).ends_with(0);
    let page = std::fs::read_to_string(shell.path("a/report.html")).expect("a page");
    assert!(page.contains("class=\"heat flat") && page.contains("misses a goal ("), "no table");
}

#[test]
fn a_budget_is_how_many_of_each_monster_meet_a_goal() {
    let shell = arena();
    shell.write(
        "budget.toml",
        "[[cross]]\ntemplate = \"arena.toml\"\nparties = { one = \"axe-hunter\" }\n\
         monsters = { runt = \"runt\", slinger = \"2 slinger\", both = \"runt + slinger\" }\n",
    );
    let asked = ["budget", "budget.toml", "--goal", "win_rate(hunters) = 50%", "--tolerance", "5pt"];
    let flags = ["--max-fights", "4096", "--most", "8", "--seed", "5", "--out", "b"];
    let found = shell.fray(&[&asked[..], &flags[..]].concat());
    assert!(
        ["How many meet", "is worth", "95 % intervals"].iter().all(|it| found.out.contains(it)),
        "{}",
        found.out
    );
    let rows = shell.rows("b", "budget");
    assert_eq!(rows.len(), 3);
    for row in &rows {
        let number = |key: &str| row[key].parse::<f64>().ok();
        let Some(value) = number("value") else { continue };
        assert!(
            number("lo").is_none_or(|lo| lo <= value) && number("hi").is_none_or(|hi| value <= hi),
            "{row:?}"
        );
        // The search went over what the number lies between.
        assert!(number("least") <= Some(value) && Some(value) <= number("most"), "{row:?}");
    }
    assert_eq!(rows[0]["of"], "runt");
    assert_eq!(rows[2]["of"], "runt + slinger");
    // What nobody can meet has a bound, and the code of a goal without a value.
    shell.write(
        "hard.toml",
        "[[cross]]\ntemplate = \"arena.toml\"\nparties = { one = \"axe-hunter\" }\nmonsters = [\"warlord\"]\n",
    );
    let flags = ["--max-fights", "2048", "--most", "2", "--seed", "5"];
    let never = ["budget", "hard.toml", "--goal", "win_rate(hunters) = 99%"];
    let hard = shell.fray(&[&never[..], &flags[..]].concat()).ends_with(7);
    assert!(hard.out.contains("less than 1"), "{}", hard.out);
    let none = shell.fray(&["budget", "arena.toml", "--goal", "win_rate(hunters) = 50%"]);
    none.ends_with(10);
}

/// Without `--extend`, and without a seed in a file or flag.
#[cfg(unix)]
#[test]
fn a_killed_batch_goes_on_by_the_same_command() {
    let shell = arena();
    let template = shell.text("arena.toml").replace("seed = 7\n", "");
    shell.write("arena.toml", &template);
    let args =
        |fights: &'static str| ["run", "night.toml", "--fights", fights, "--out", "a", "--threads", "1"];
    let running = shell.start(&[&args("3000")[..], &["--checkpoint", "0", "-q"]].concat());
    crate::shell::wait_until("a finished point", || shell.path("a/axes/slinger/manifest.json").exists());
    let mut running = running;
    running.0.kill().expect("SIGKILL");
    assert_eq!(running.ended().code, -1, "killed by a signal");
    let first = shell.manifest("a/axes/runt");
    shell.fray(&args("3000")).ends_with(0);
    assert_eq!(shell.manifest("a/axes/runt"), first, "what is finished is not played or written again");
    assert_eq!(shell.rows("a", "summary").len(), 12, "two sides of six points");
    let seed = first["seed"].to_string();
    shell.fray(&[&args("3000")[..5], &["b", "--seed", &seed, "-q"]].concat()).ends_with(0);
    assert_eq!(shell.text("a/summary.csv"), shell.text("b/summary.csv"));
    // Fights of other rules are played again.
    let path = "a/axes/runt/manifest.json";
    let rules = first["rules"].as_str().expect("a digest");
    shell.write(path, &shell.text(path).replace(rules, "0123456789abcdef"));
    let kept = shell.manifest("a/axes/slinger");
    shell.fray(&args("3000")).ends_with(0);
    assert_eq!(shell.manifest("a/axes/runt")["rules"], rules);
    assert_eq!(shell.manifest("a/axes/slinger"), kept);
    // None are added to them, unless they are played again.
    let extend = |more: &[&str]| {
        let flags = ["run", "arena.toml", "--extend", "-q", "--seed", "7", "--out", "alone", "--fights"];
        shell.fray(&[&flags[..], more].concat())
    };
    extend(&["300"]).ends_with(0);
    let path = "alone/manifest.json";
    shell.write(path, &shell.text(path).replace(rules, "0123456789abcdef"));
    let refused = extend(&["600"]).ends_with(5);
    assert!(
        refused.err.contains("the folder holds fights of other rules (0123456789abcdef"),
        "{}",
        refused.err
    );
    extend(&["600", "--force"]).ends_with(0);
    assert_eq!(shell.manifest("alone")["rules"], rules);
    assert_eq!(shell.manifest("alone")["resumed"], serde_json::json!([]), "all of them are played again");
}

#[test]
fn a_point_of_a_suite_is_a_scenario_and_a_suite_lists_files() {
    let shell = arena();
    let sweep = ["--set", "runt.life=2:4:2", "--fights", "200", "--seed", "3", "--json"];
    let of_point = shell.fray(&[&["sweep", "night.toml/axes/runt"], &sweep[..]].concat()).ends_with(0);
    let sets = ["--set", "hunters.units=\"2 axe-hunter\"", "--set", "monsters.units=\"runt\""];
    let by_hand = shell.fray(&[&["sweep", "arena.toml"], &sets[..], &sweep[..]].concat()).ends_with(0);
    assert_eq!(of_point.out, by_hand.out);
    let wrong = shell.fray(&["solve", "night.toml/axes/rnt", "--vary", "runt.life"]).ends_with(10);
    assert!(wrong.err.contains("did you mean `axes/runt`?"), "{}", wrong.err);
    // Run alone, a point is the row of the batch: the same fights come to the same tallies.
    let run = ["--fights", "200", "--seed", "3", "-q", "--out"];
    shell.fray(&[&["run", "night.toml/axes/runt"], &run[..], &["one"]].concat()).ends_with(0);
    shell.fray(&[&["run", "night.toml"], &run[..], &["all"]].concat()).ends_with(0);
    let [one, of_all] = ["one", "all/axes/runt"].map(|dir| shell.manifest(dir));
    assert!(one["signature"].is_string(), "{one}");
    assert_eq!([&one["signature"], &one["scenario_hash"]], [&of_all["signature"], &of_all["scenario_hash"]]);
    // The answer of a search has no file of the point to stand in: the spreadsheet that it is from is named.
    let solve = ["solve", "night.toml/axes/runt", "--vary", "runt.life=1:9", "--write"];
    let kept = shell.text("arena.toml");
    let refused = shell.fray(&solve).ends_with(2);
    assert!(refused.err.contains("arena.toml is the template of all points"), "{}", refused.err);
    assert!(refused.err.contains("swarm.csv:2: write the answer there"), "{}", refused.err);
    assert_eq!(shell.text("arena.toml"), kept);
    // There is no baseline to make anew, which is said.
    let update = shell.fray(&["check", "night.toml", "--update", "--reason", "Tougher"]).ends_with(0);
    assert!(update.err.contains("6 points name no baseline, so that none is written"), "{}", update.err);
    // A whole cross: every party with every monster.
    let whole = shell.fray(&["sweep", "night.toml", "--fights", "200", "--json"]).ends_with(0);
    assert!(["2 axe-hunter", "3 runt + 1 slinger"].iter().all(|it| whole.out.contains(it)), "{}", whole.out);
    // Files of a folder by a pattern; the suite itself and includes are none.
    let template = std::fs::read_to_string(shell.path("arena.toml")).expect("the template");
    std::fs::create_dir(shell.path("more")).expect("a folder");
    for name in ["more/a.toml", "more/b.toml", "more/c.toml"] {
        shell.write(name, &template);
    }
    shell.write("more/include.toml", "[unit.x]\nlife = 3\n");
    for (list, n) in [("\"more/?.toml\"", 3), ("\"more\"", 3), ("\"more/b.toml\", \"mo*/*.toml\"", 3)] {
        shell.write("list.toml", &format!("scenarios = [{list}]\n"));
        let valid = shell.fray(&["validate", "list.toml"]).ends_with(0);
        assert!(valid.out.contains(&format!("suite: {n} points")), "{list}: {}", valid.out);
    }
    shell.write("list.toml", "scenarios = [\"none/*.toml\"]\n");
    let none = shell.fray(&["validate", "list.toml"]).ends_with(10);
    assert!(none.err.contains("list.toml:1:14"), "{}", none.err);
}
