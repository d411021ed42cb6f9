//! `report`: pages of runs, batches and tables, what they weigh, and what a scenario cannot do to them.

#[path = "../../../report/tests/pages/markup.rs"]
pub(crate) mod markup;

use crate::shell::{Shell, duel};
use markup::assert_page;

/// What the page of a run may weigh.
const MOST_BYTES: usize = 500_000;

/// Sides, units, actions and a title that would be markup if they were not escaped.
pub(crate) const HOSTILE: &str = r#"
system = "night-wizard"
title = "</title><script>alert(1)</script>"

[[side]]
name = "<b>heroes</b>"
[[side.unit]]
name = "<script>alert(2)</script>"
kind = "pc"
hp = 26
hit = 10
dodge = 9
attack = 14
defense = 6
action_value = 14
crit = [12]
fumble = [2]
weapons = [{ name = "\"><img src=x onerror=alert(3)>", attack_mod = 2 }]

[[side]]
name = "]]></svg>"
[[side.unit]]
name = "&lt;'Ogre'"
count = 2
kind = "npc"
hp = 12
hit = 9
dodge = 8
attack = 12
defense = 4
action_value = 12
crit = [12]
fumble = [2]
"#;

#[test]
fn names_of_a_scenario_inject_nothing() {
    let shell = Shell::new();
    shell.write("hostile.toml", HOSTILE);
    let run = ["run", "hostile.toml", "--fights", "60", "--seed", "1", "--out", "out", "--report", "-q"];
    shell.fray(&run).ends_with(0);
    let page = shell.text("out/report.html");
    assert_page(&page);
    assert!(!page.contains("<script") && !page.contains("<img") && !page.contains("<b>"));
    assert!(page.contains("alert(2)"), "the name is shown");
}

/// A page depends on the folder alone, and `--report` writes what `report` does.
#[test]
fn the_page_of_a_run_is_the_same_whoever_writes_it() {
    let shell = Shell::new();
    shell.duel("out", &["--fights", "300", "--seed", "5", "--report", "-q"]);
    let along = shell.text("out/report.html");
    let said = shell.fray(&["report", "out"]).ends_with(0);
    assert_eq!(said.out, "written to out/report.html\n");
    assert_eq!(shell.text("out/report.html"), along);
    shell.duel("parts", &["--range", "0..100", "--seed", "5", "-q"]);
    shell.duel("parts", &["--fights", "300", "--seed", "5", "--extend", "-q"]);
    shell.fray(&["report", "parts", "--out", "page.html", "-q"]).ends_with(0);
    assert_eq!(shell.text("page.html"), along);
    for what in [
        "Who wins, and who drops",
        "Rounds by outcome",
        "Chance to win",
        "Who still stands",
        "Health by round",
        "Per attack",
    ]
    .into_iter()
    .chain(["Damage by ability", "Who falls to whom", "Idle and lost turns", "activation in the round"])
    {
        assert!(along.contains(what), "{what}");
    }
}

#[test]
fn every_shipped_scenario_has_a_page_that_is_light() {
    let shell = Shell::new();
    let configs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../configs");
    let run = ["run", configs, "--fights", "40", "--seed", "3", "--out", "all", "--report", "-q"];
    shell.fray(&run).ends_with(0);
    let manifest = shell.manifest("all");
    let runs = manifest["runs"].as_array().expect("runs");
    assert!(runs.len() > 30, "{}", runs.len());
    for name in runs {
        let name = name.as_str().expect("a name");
        let page = shell.text(&format!("all/{name}/report.html"));
        assert_page(&page);
        assert!(page.len() < MOST_BYTES, "{name}: {} bytes", page.len());
        assert!(page.matches("<svg").count() > 8, "{name}");
    }
    let page = shell.text("all/report.html");
    assert_page(&page);
    assert!(page.contains("night-wizard/duel") && page.contains("All points"));
}

/// What verbs write is what the page reads.
#[test]
fn tables_of_verbs_have_pages() {
    let shell = Shell::new();
    let duel = duel();
    let scenario = duel.as_str();
    let calls: [&[&str]; 5] = [
        &["sweep", scenario, "--set", "Ogre.hp=20,26", "--set", "Ogre.attack=12,14", "--fights", "50"],
        &["compare", scenario, "--set", "Ogre.hp=30", "--fights", "200"],
        &["rulings", scenario, "--fights", "40"],
        &["weights", scenario, "--of", "Ogre", "--fights", "40"],
        &["why", scenario, "--set", "Ogre.hp=30", "--fights", "64"],
    ];
    for call in calls {
        shell.fray(&[call, &["--seed", "1", "--out", call[0], "-q"]].concat()).ends_with(0);
        shell.fray(&["report", call[0], "-q"]).ends_with(0);
        let page = shell.text(&format!("{}/report.html", call[0]));
        assert_page(&page);
        assert!(page.contains("<svg"), "{}", call[0]);
    }
}

#[test]
fn what_cannot_be_shown_is_named() {
    let shell = Shell::new();
    shell.write("notes/plan.txt", "nothing yet");
    let none = shell.fray(&["report", "notes"]).ends_with(5);
    assert!(none.err.contains("notes: expected results: of a run (`tallies`)"), "{}", none.err);
    assert!(shell.fray(&["report", "nowhere"]).ends_with(5).err.contains("nowhere"));
    let two = shell.fray(&["report", "notes", "nowhere", "--out", "page.html"]).ends_with(2);
    assert!(two.err.contains("--out names the page of one folder"), "{}", two.err);
    shell.duel("out", &["--fights", "20", "--seed", "1", "-q"]);
    // One folder without results does not keep the other from having its page.
    shell.fray(&["report", "notes", "out"]).ends_with(5);
    assert_page(&shell.text("out/report.html"));
    let tallies = std::fs::read(shell.path("out/tallies")).expect("tallies");
    std::fs::write(shell.path("out/tallies"), &tallies[..tallies.len() / 2]).expect("a file");
    assert!(shell.fray(&["report", "out"]).ends_with(5).err.contains("damaged"));
}

/// A page never replaces another file that `--out` names without `--force`, and always that of its folder.
#[test]
fn another_file_is_replaced_with_force_alone() {
    let shell = Shell::new();
    shell.duel("one", &["--fights", "20", "-q"]);
    shell.duel("two", &["--fights", "30", "-q"]);
    shell.fray(&["report", "one", "--out", "page.html", "-q"]).ends_with(0);
    shell.fray(&["report", "one", "--out", "page.html", "-q"]).ends_with(0);
    let kept = shell.fray(&["report", "two", "--out", "page.html", "-q"]).ends_with(30);
    assert!(kept.err.contains("page.html already exists; use --force to replace it"), "{}", kept.err);
    shell.fray(&["report", "two", "--out", "page.html", "--force", "-q"]).ends_with(0);
    assert!(shell.text("page.html").contains("30 fights"));
    shell.fray(&["report", "two", "-q"]).ends_with(0);
    shell.write("two/report.html", "something else");
    shell.fray(&["report", "two", "-q"]).ends_with(0);
}
