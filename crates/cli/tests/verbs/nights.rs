//! Crosses of parties and monsters, and two nights of them compared.

use crate::shell::Shell;

/// A template and a suite of two parties and three monsters.
fn arena() -> Shell {
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

fn night(pack: &str) -> String {
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
    assert_eq!(ran.err.matches("the exit code of `run` does not say so").count(), 1, "{}", ran.err);
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
