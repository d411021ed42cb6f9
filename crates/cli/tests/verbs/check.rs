//! `check`: what a repository of monsters meets when a pull request moves a probability.

use std::process::Stdio;

use crate::shell::{Shell, duel};

/// A repository with one monster, a goal and a baseline.
fn repository() -> Shell {
    let shell = Shell::new();
    let text = std::fs::read_to_string(duel()).expect("the scenario of the repository");
    let goal = "\n[[goal]]\nexpect = \"win_rate(wizards) between 60% and 80%\"\n";
    shell.write("monsters/duel.toml", &(text + goal));
    let suite =
        "[[point]]\nscenario = \"monsters/duel.toml\"\nbaseline = \"baselines/duel.toml\"\nfights = 1e6\n";
    shell.write("suite.toml", suite);
    let made = shell.fray(&["check", "suite.toml", "--update", "--reason", "The first one"]).ends_with(0);
    assert_eq!(made.out, "duel: written: baselines/duel.toml\n");
    shell
}

#[test]
fn what_did_not_move_passes_bit_for_bit() {
    let shell = repository();
    let ended = shell.fray(&["check", "suite.toml"]).ends_with(0);
    assert!(ended.out.starts_with("PASS: duel: win_rate(wizards) 72."), "{}", ended.out);
    for part in [
        "%, rounds 2.",
        "; win_rate(wizards) between 60% and 80%: 72.",
        "; unchanged since its baseline of 1,000,000 fights\nPASS: suite: 3 of 3 tests passed at 1 point, 1 point unchanged",
    ] {
        assert!(ended.out.contains(part), "{part}: {}", ended.out);
    }
    let replayed = shell.fray(&["check", "suite.toml", "--replay", "prefix"]).ends_with(0).out;
    assert!(replayed.contains("; the first 8,192 of 1,000,000 fights bit for bit\n"), "{replayed}");
    assert_eq!(shell.fray(&["check", "suite.toml", "-q"]).ends_with(0).out, "");
    let again = shell.fray(&["check", "suite.toml", "--update", "--reason", "Again"]).ends_with(0);
    assert_eq!(again.out, "duel: unchanged: baselines/duel.toml\n");
    assert!(!shell.text("baselines/duel.toml").contains("Again"));

    assert!(shell.text("baselines/duel.toml").contains("emulators/Ogre.hp"));
}

#[test]
fn a_pull_request_that_moves_a_probability_fails_and_says_why() {
    let shell = repository();
    let text = shell.text("monsters/duel.toml");
    shell.write("monsters/duel.toml", &text.replacen("hp = 26", "hp = 40", 1));
    let args = ["check", "suite.toml", "--junit", "out/junit.xml", "--annotations"];
    let ended = shell.fray(&args).ends_with(5);
    let change = "emulators/Ogre.hp 26 -> 40 (monsters/duel.toml:49); win_rate(wizards): 72.";
    for part in [
        &format!("::error file=monsters/duel.toml,line=49,title=fray check%3A duel::{change}"),
        "::error file=monsters/duel.toml,line=66,title=fray check%3A duel::win_rate(wizards) between ",
    ] {
        assert!(ended.out.contains(&part.replace(" %", " %25")), "{part}: {}", ended.out);
    }
    let junit = shell.text("out/junit.xml");
    assert!(
        junit
            .contains("out of date: the scenario has changed since its baseline was made: emulators/Ogre.hp")
    );

    // A line for the point, and at most ten more.
    let ended = shell.fray(&["check", "suite.toml"]).ends_with(5);
    let lines: Vec<&str> = ended.out.lines().collect();
    assert!(lines[0].starts_with(&format!("FAIL: duel: {change}")), "{}", ended.out);
    assert!(
        lines[0].ends_with("; fray compare monsters/duel.toml --set emulators/Ogre.hp=26"),
        "{}",
        ended.out
    );
    // The win rate stands in the first line, and the other side has what is left of it.
    assert!(lines[1].starts_with("  FAIL: duel: standing(wizards/Knight) (rate): 88."), "{}", ended.out);
    assert_eq!(lines.len(), 11, "{}", ended.out);
    assert!(lines[9].ends_with(" more with --verbose, --json or --junit"), "{}", ended.out);
    let all = shell.fray(&["check", "suite.toml", "-v"]).ends_with(5).out;
    assert!(all.lines().count() > 40, "{all}");
    assert!(all.contains("\n    reproduce: fray run monsters/duel.toml --seed 2017 --fights "), "{all}");
    // The command of the first line says what the change does, seen from now.
    let args = ["compare", "monsters/duel.toml", "--set", "emulators/Ogre.hp=26", "--fights", "2000"];
    assert!(shell.fray(&args).ends_with(0).out.contains("win_rate(wizards)"));

    // Wanted: the baseline is made anew, says what moved and why, and the goal is still missed.
    let args = ["check", "suite.toml", "--update", "--reason", "The ogre is a boss now"];
    let made = shell.fray(&args).ends_with(0).out;
    let moved = "duel: written: baselines/duel.toml\n  emulators/Ogre.hp 26 -> 40 (monsters/duel.toml:49)\n  \
                 win_rate(wizards): 72.";
    assert!(made.starts_with(moved), "{made}");
    let missed = " more moved (--verbose lists them)\n  its goal is missed: win_rate(wizards) between 60% and 80%: fail ";
    assert!(made.contains(missed), "{made}");
    let baseline = shell.text("baselines/duel.toml");
    let reasons: Vec<&str> = baseline.lines().filter(|line| line.starts_with("reason")).collect();
    assert_eq!(reasons, ["reason = \"The ogre is a boss now\"", "reason = \"The first one\""]);
    let ended = shell.fray(&["check", "suite.toml"]).ends_with(1);
    assert!(ended.out.starts_with("FAIL: duel: win_rate(wizards) between 60% and 80%: "), "{}", ended.out);
}

/// A reviewer reads what a change of a monster does to its baseline.
#[test]
fn two_more_hp_change_few_lines_of_a_baseline() {
    let shell = repository();
    let old = shell.text("baselines/duel.toml");
    let text = shell.text("monsters/duel.toml");
    shell.write("monsters/duel.toml", &text.replacen("hp = 26", "hp = 28", 1));
    shell.fray(&["check", "suite.toml", "--update", "--reason", "Tougher"]).ends_with(0);
    let new = shell.text("baselines/duel.toml");
    let changed = |of: &str, than: &str| -> Vec<String> {
        let mut rest: Vec<&str> = than.lines().collect();
        let is_new = |line: &&str| match rest.iter().position(|it| it == line) {
            Some(at) => {
                rest.swap_remove(at);
                false
            }
            None => true,
        };
        of.lines().filter(is_new).map(str::to_owned).collect()
    };
    let lines = [changed(&old, &new), changed(&new, &old)].concat();
    assert!(lines.len() <= 20, "{lines:#?}");
    let moved =
        changed(&new, &old).into_iter().find(|line| line.starts_with("moved = ")).expect("what moved");
    assert!(
        moved.starts_with("moved = [\"emulators/Ogre.hp 26 -> 28\", \"win_rate(wizards): 72."),
        "{moved}"
    );
    assert!(new.contains("[summary]\nwin_rate = \"wizards "), "{new}");
    assert!(new.contains("\"win_rate(wizards) between 60% and 80%\" = \"pass wizards "), "{new}");
}

#[test]
fn a_report_for_a_pull_request_names_points_and_escapes_names() {
    let shell = repository();
    let text = shell.text("monsters/duel.toml").replacen("hp = 26", "hp = 40", 1);
    shell.write("monsters/duel.toml", &text);
    shell.write(
        "suite.toml",
        &shell.text("suite.toml").replace("[[point]]", "[[point]]\nname = \"ogre @x|<b>\""),
    );
    let flags = ["check", "suite.toml", "--max-fights", "65536", "--markdown", "--junit", "junit.xml"];
    let ended = shell.fray(&flags).ends_with(5);
    assert!(ended.out.starts_with("### fray check: suite\n\n**Failed**: 1 of 1 point."), "{}", ended.out);
    let name = "| ogre &#64;x\\|&lt;b&gt; | changed | emulators/Ogre.hp 26 -&gt; 40";
    assert!(ended.out.contains(name) && !ended.out.contains("<b>"), "{}", ended.out);
    assert!(
        ended.out.contains("```sh\nfray compare monsters/duel.toml --set emulators/Ogre.hp=26\n```"),
        "{}",
        ended.out
    );
    let junit = shell.text("junit.xml");
    assert_eq!(junit.matches("<testcase ").count(), 1, "a test a point: {junit}");
    for part in [" time=\"", " timestamp=\"", " file=\"monsters/duel.toml\"", " line=\"49\""] {
        assert!(junit.contains(part), "{part}: {junit}");
    }
}

#[test]
fn json_has_a_row_a_test() {
    let shell = repository();
    let object = shell.fray(&["check", "suite.toml", "--mode", "stat", "--json"]).ends_with(0).json();
    assert_eq!(object["verdict"], "pass");
    let points = object["points"].as_array().expect("a list");
    let rate = points.iter().find(|row| row["metric"] == "win_rate(wizards)").expect("a row a test");
    for key in ["point", "metric", "kind", "baseline", "value", "lo", "hi", "p_holm", "verdict", "reproduce"]
    {
        assert!(rate.get(key).is_some(), "{key}");
    }
}

#[test]
fn a_baseline_that_is_too_small_says_so() {
    let shell = repository();
    let text = shell.text("suite.toml").replace("1e6", "2e4");
    shell.write("suite.toml", &text);
    std::fs::remove_file(shell.path("baselines/duel.toml")).expect("it was written");
    shell.fray(&["check", "suite.toml", "--update", "--reason", "Too small"]).ends_with(0);
    let ended = shell.fray(&["check", "suite.toml", "--mode", "stat", "--max-fights", "2e5"]).ends_with(4);
    assert!(ended.out.contains("the baseline has 20,000 fights and would need "), "{}", ended.out);
}

#[test]
fn a_missing_baseline_ends_with_5_and_a_broken_suite_with_10() {
    let shell = repository();
    std::fs::remove_file(shell.path("baselines/duel.toml")).expect("it was written");
    let ended = shell.fray(&["check", "suite.toml"]).ends_with(5);
    assert!(
        ended.err.contains(
            "there is no baselines/duel.toml yet; `fray check suite.toml --update --reason WHY` makes it"
        ),
        "{}",
        ended.err
    );
    shell.write("baselines/duel.toml", "schema = 2\nfights = \"many\"\n");
    let ended = shell.fray(&["check", "suite.toml"]).ends_with(5);
    assert!(ended.err.contains("the baseline baselines/duel.toml is wrong: "), "{}", ended.err);

    let cases = [
        (
            "alpha = 2\n[[point]]\nscenario = \"monsters/duel.toml\"\n",
            "suite.toml:1:9: expected a number above 0 and below 1",
        ),
        ("[[point]]\nscenari = \"monsters/duel.toml\"\n", "did you mean `scenario`?"),
        ("alpha = 0.1\n", "expected a `[[point]]`"),
        ("[[point]]\nscenario = \"monsters/duel.toml\"\nset = { \"Ogre.hpp\" = 3 }\n", "did you mean `hp`?"),
        ("[[point]]\nscenario = \"monsters/gone.toml\"\n", "monsters/gone.toml"),
    ];
    for (text, part) in cases {
        shell.write("suite.toml", text);
        let ended = shell.fray(&["check", "suite.toml"]).ends_with(10);
        assert!(ended.err.contains(part), "{part}: {}", ended.err);
    }
}

/// Whoever reads the report of the hosted CI alone must not find a gate that was not held in green.
#[test]
fn what_could_not_be_tested_stands_in_every_report() {
    let shell = repository();
    let text = shell.text("suite.toml");
    let more = "[[point]]\nscenario = \"monsters/gone.toml\"\n\
                [[point]]\nscenario = \"monsters/duel.toml\"\nset = { \"Ogre.hp\" = 27 }\nbaseline = \"gone.toml\"\n";
    shell.write("suite.toml", &(text + more));
    let args = ["check", "suite.toml", "--max-fights", "65536", "--junit", "junit.xml"];
    let ended = shell.fray(&args).ends_with(10);
    for part in [
        "FAIL: gone: scenario: cannot be read",
        "; fray validate monsters/gone.toml\n",
        "FAIL: duel Ogre.hp=27: baseline: there is no gone.toml yet; ",
        " at 3 points",
    ] {
        assert!(ended.out.contains(part), "{part}: {}", ended.out);
    }
    let junit = shell.text("junit.xml");
    // They are errors and no failures of the scenario.
    assert_eq!([junit.matches("<error").count(), junit.matches("<failure").count()], [2, 0], "{junit}");
    let object = shell.fray(&["check", "suite.toml", "--max-fights", "65536", "--json"]).ends_with(10).json();
    assert_eq!(object["verdict"], "fail");
}

#[test]
fn the_report_is_written_as_a_table_that_nothing_else_is_replaced_by() {
    let shell = repository();
    let text = shell.text("monsters/duel.toml");
    shell.write("monsters/duel.toml", &text.replacen("hp = 26", "hp = 40", 1));
    let args = |out: &'static str| ["check", "suite.toml", "--max-fights", "65536", "--out", out];
    let ended = shell.fray(&args("out")).ends_with(5);
    assert!(ended.err.contains("written to out/check.csv"), "{}", ended.err);
    let object = shell.fray(&["check", "suite.toml", "--max-fights", "65536", "--json"]).ends_with(5).json();
    let told = object["points"].as_array().expect("rows");
    let rows = shell.rows("out", "check");
    assert_eq!(rows.len(), told.len());
    for (row, told) in rows.iter().zip(told) {
        for (key, value) in told.as_object().expect("a row") {
            let is_same = match value {
                serde_json::Value::String(text) => row[key] == *text,
                serde_json::Value::Null => row[key].is_empty(),
                number => row[key].parse().ok() == number.as_f64(),
            };
            assert!(is_same, "{key} of {told}: {:?}", row[key]);
        }
    }
    let header = "point,metric,kind,baseline,value,lo,hi,p_holm,verdict,reproduce,note\n";
    assert!(shell.text("out/check.csv").starts_with(header));
    let manifest: serde_json::Value = serde_json::from_str(&shell.text("out/manifest.json")).expect("JSON");
    assert_eq!((&manifest["verdict"], &manifest["check"]["points"][0]), (&"fail".into(), &"duel".into()));

    // The same check replaces it; another one does not without force, and a run never.
    let table = shell.text("out/check.csv");
    shell.fray(&args("out")).ends_with(5);
    let other = ["check", "suite.toml", "--max-fights", "131072", "--out", "out"];
    let refused = shell.fray(&other).ends_with(30);
    assert!(refused.err.contains("the folder holds another check; use `--force`"), "{}", refused.err);
    assert_eq!((refused.out.as_str(), shell.text("out/check.csv")), ("", table));
    shell.fray(&[&other[..], &["--force"]].concat()).ends_with(5);
    let run = shell.fray(&["run", "monsters/duel.toml", "--fights", "100", "--out", "out", "-q"]);
    run.ends_with(30);
}

#[test]
fn a_damaged_baseline_is_not_made_anew_by_the_way() {
    let shell = repository();
    let text = shell.text("baselines/duel.toml").replacen("rate = [", "rate = [1", 1);
    shell.write("baselines/duel.toml", &text);
    let ended = shell.fray(&["check", "suite.toml", "--update", "--reason", "Why not"]).ends_with(5);
    assert!(ended.err.contains("remove the file to make a new one"), "{}", ended.err);
    assert_eq!(shell.text("baselines/duel.toml"), text);
}

/// A reader that has seen enough, a full disk: the gate is still missed.
#[test]
fn a_report_that_cannot_be_written_does_not_change_the_verdict() {
    let shell = repository();
    let text = shell.text("monsters/duel.toml").replace("between 60% and 80%", "< 50%");
    shell.write("monsters/duel.toml", &text);
    let mut child = shell
        .command(&["check", "suite.toml"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    drop((child.stdout.take(), child.stderr.take()));
    assert_eq!(child.wait().expect("it ends").code(), Some(1));

    shell.write("real.xml", "");
    std::os::unix::fs::symlink("real.xml", shell.path("link.xml")).expect("a link");
    let ended = shell.fray(&["check", "suite.toml", "--junit", "link.xml"]).ends_with(1);
    assert!(ended.out.starts_with("FAIL: duel: win_rate(wizards) < 50%"), "{}", ended.out);
    assert!(shell.text("real.xml").contains("<failure"));
    if std::path::Path::new("/dev/full").exists() {
        std::os::unix::fs::symlink("/dev/full", shell.path("full.xml")).expect("a link");
        let ended = shell.fray(&["check", "suite.toml", "--junit", "full.xml"]).ends_with(75);
        assert!(ended.out.starts_with("FAIL: duel: "), "{}", ended.out);
    }
}

#[test]
fn fights_of_the_baseline_are_not_fresh() {
    let shell = repository();
    let ended = shell.fray(&["check", "suite.toml", "--mode", "stat", "--seed", "2016"]).ends_with(2);
    assert!(ended.err.contains("--seed 2016 is the seed of the baseline of duel"), "{}", ended.err);
    let ended = shell.fray(&["check", "suite.toml", "--mode", "stat", "--alpha", "1e-9", "--seed", "1e3"]);
    assert!(ended.ends_with(0).out.contains("(probability of a false alarm in the whole run: 1e-9)"));
    shell.fray(&["check", "suite.toml", "--update", "--reason", ""]).ends_with(2);
}

#[test]
fn a_goal_at_its_edge_is_undecided() {
    let shell = repository();
    let text = shell.text("monsters/duel.toml").replace("between 60% and 80%", "> 72.47%");
    shell.write("monsters/duel.toml", &text);
    let args = ["check", "suite.toml", "--max-fights", "65536"];
    let ended = shell.fray(&args).ends_with(4);
    assert!(ended.out.starts_with("INCONCLUSIVE: duel: win_rate(wizards) > 72.47%: 72."), "{}", ended.out);
}

#[test]
fn this_repository_passes_its_own_gate() {
    let suite = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results/suite.toml");
    let ended = Shell::new().fray(&["check", &suite.display().to_string(), "--mode", "exact"]);
    ended.ends_with(0);
}

#[test]
fn a_renamed_unit_is_renamed_and_nothing_else() {
    let shell = repository();
    let text = shell.text("monsters/duel.toml").replace("name = \"Ogre\"", "name = \"Troll\"");
    shell.write("monsters/duel.toml", &text);
    let ended = shell.fray(&["check", "suite.toml"]).ends_with(5);
    assert!(
        ended.out.starts_with("FAIL: duel: emulators/Ogre is renamed emulators/Troll; "),
        "{}",
        ended.out
    );
    assert_eq!(ended.out.matches("FAIL: duel").count(), 1, "{}", ended.out);
    std::fs::rename(shell.path("monsters/duel.toml"), shell.path("monsters/troll.toml")).expect("a new name");
    shell.write("suite.toml", &shell.text("suite.toml").replace("monsters/duel", "monsters/troll"));
    let ended = shell.fray(&["check", "suite.toml"]).ends_with(5);
    assert!(ended.out.starts_with("FAIL: troll: the file `duel` is `troll` now, "), "{}", ended.out);
}

#[test]
fn points_have_names_and_two_files_may_have_one_stem() {
    let shell = repository();
    let text = shell.text("monsters/duel.toml");
    shell.write("bosses/duel.toml", &text);
    let suite = "[[point]]\nscenario = \"monsters/duel.toml\"\n\
                 [[point]]\nscenario = \"bosses/duel.toml\"\n\
                 [[point]]\nname = \"A tough ogre\"\nscenario = \"bosses/duel.toml\"\nset = { \"Ogre.hp\" = 27 }\n";
    shell.write("suite.toml", suite);
    let args = ["check", "suite.toml", "--max-fights", "65536"];
    let ended = shell.fray(&args).ends_with(0);
    for part in ["PASS: monsters/duel: ", "PASS: bosses/duel: ", "PASS: A tough ogre: "] {
        assert!(ended.out.contains(part), "{part}: {}", ended.out);
    }
    let ended = shell.fray(&[&args[..], &["--point", "tough"]].concat()).ends_with(0);
    assert!(ended.out.contains("at 1 point "), "{}", ended.out);
    shell.fray(&["run", "suite.toml", "--fights", "100", "--out", "all", "-q"]).ends_with(0);
    assert_eq!(shell.names("all").iter().filter(|name| !name.contains('.')).count(), 3);

    shell.write("suite.toml", &suite.replace("A tough ogre", "bosses/duel"));
    let ended = shell.fray(&args).ends_with(10);
    assert!(ended.err.contains("two points have the name `bosses/duel`"), "{}", ended.err);
    assert!(ended.err.contains("give one of them another `name`"), "{}", ended.err);
}

#[test]
fn a_suite_can_be_validated_and_is_told_from_a_scenario() {
    let shell = repository();
    let ended = shell.fray(&["validate", "suite.toml"]).ends_with(0);
    assert_eq!(ended.out, "suite.toml: ok (suite: 1 point)\n");
    let text = shell.text("suite.toml");
    let more = "[[point]]\nscenario = \"monsters/gone.toml\"\n\
                [[point]]\nscenario = \"monsters/duel.toml\"\nset = { \"Ogre.hpp\" = 27 }\nbaseline = \"gone.toml\"\n";
    shell.write("suite.toml", &(text + more));
    let ended = shell.fray(&["validate", "suite.toml"]).ends_with(10);
    for part in ["monsters/gone.toml", "did you mean `hp`?", "suite.toml:7: there is no gone.toml yet"] {
        assert!(ended.err.contains(part), "{part}: {}", ended.err);
    }
    let object = shell.fray(&["validate", "suite.toml", "--json"]).ends_with(10).json();
    assert_eq!(object["files"][0]["errors"].as_array().map(Vec::len), Some(3), "{object}");

    let ended = shell.fray(&["check", "monsters/duel.toml"]).ends_with(10);
    assert!(ended.err.contains("expected a suite; with `system` this is a scenario"), "{}", ended.err);
    assert!(ended.err.contains("1 problem"), "{}", ended.err);
    let ended = shell.fray(&["exact", "suite.toml"]).ends_with(10);
    assert!(ended.err.contains("is a suite: name a point of it, as in suite.toml/duel"), "{}", ended.err);
}
