//! `fray coach`: sentences, each with a command that runs as it is printed and shows its figure.

use crate::shell::Shell;

/// The words of a command line as the shell parts them: spaces part words, and quotes keep them together.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut is_quoted) = (vec![String::new()], false);
    for c in line.chars() {
        match c {
            '\'' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            c => words.last_mut().expect("a word").push(c),
        }
    }
    words
}

#[test]
fn every_sentence_has_a_command_that_runs_and_shows_its_figure() {
    let shell = Shell::new();
    shell.fray(&["new", "juso", "a fight.toml"]).ends_with(0);
    let goals = "\n[[goal]]\nexpect = \"win_rate(heroes) = 37%\"\n";
    let text = shell.text("a fight.toml");
    let first = text.split("name = \"").nth(1).and_then(|rest| rest.split('"').next()).expect("a side");
    shell.write("a fight.toml", &(text.clone() + &goals.replace("heroes", first)));
    shell.fray(&["run", "a fight.toml", "--fights", "300", "--seed", "3", "--out", "r"]).ends_with(0);
    let args = ["coach", "a fight.toml", "--fights", "2048", "--seed", "3", "--json", "--out", "r"];
    shell.write("page.html", "another page");
    let object = shell.fray(&[&args[..], &["--html", "page.html", "--force"]].concat()).ends_with(0).json();
    assert!(shell.text("page.html").contains("At the table"));
    // It is a section on the page of a run of the scenario, and of no other.
    shell.fray(&["report", "r"]).ends_with(0);
    let page = shell.text("r/report.html");
    assert!(page.contains("What the coach says") && page.contains("<strong>At the table</strong>"), "{page}");
    let rows = shell.text("r/coach.csv");
    let hash = rows.lines().nth(1).and_then(|row| row.rsplit(',').find(|it| it.len() == 16)).expect("a hash");
    shell.write("r/coach.csv", &rows.replace(hash, "0123456789abcdef"));
    shell.fray(&["report", "r"]).ends_with(0);
    assert!(shell.text("r/report.html").contains("another version of the scenario"));
    let advice = object["advice"].as_array().expect("sentences");
    let topics: Vec<&str> = advice.iter().map(|it| it["topic"].as_str().expect("a topic")).collect();
    assert!(topics.contains(&"goals") && topics.contains(&"length"), "{object}");
    let mut run: Vec<String> = Vec::new();
    for it in advice {
        let command = it["command"].as_str().expect("a command").to_owned();
        let words = words(&command);
        assert_eq!(words[0], "fray", "{command}");
        if run.contains(&command) || words[1] == "solve" {
            continue;
        }
        let args: Vec<&str> = words[1..].iter().map(String::as_str).chain(["--json"]).collect();
        let answer = shell.fray(&args).ends_with(0).json();
        if words[1] == "compare" {
            let rows = answer["metrics"].as_array().expect("rows");
            assert!(rows.iter().any(|row| row["diff"] == it["value"]), "{command}: {it}");
        }
        run.push(command);
    }
    assert!(!run.is_empty());
}

#[test]
fn without_time_one_value_is_looked_at_and_what_is_unknown_is_said() {
    let shell = Shell::new();
    shell.fray(&["new", "juso", "f.toml"]).ends_with(0);
    let args = ["solve", "f.toml", "--vary", "Brute.life", "--goal", "mean(rounds) = 3", "--max-time", "0"];
    let ended = shell.fray(&args).ends_with(4);
    assert!(ended.out.contains("OUT OF TIME: Brute.life is not known yet"), "{}", ended.out);
    assert!(ended.out.contains("1 value was tried"), "{}", ended.out);
    for args in [&["tactics", "f.toml"][..], &["tactics", "f.toml", "--best"], &["coach", "f.toml"]] {
        let ended = shell.fray(&[args, &["--max-time", "0", "--seed", "1"]].concat()).ends_with(4);
        assert!(ended.err.contains("time ran out"), "{}", ended.err);
        if args[0] == "coach" {
            let is_told = ended.err.contains("unfinished: the fight as it is; not begun: other tactics, ");
            assert!(is_told, "{}", ended.err);
        }
    }
    // The page does not say that goals are met for which nothing was played.
    let text = shell.text("f.toml");
    shell.write("f.toml", &(text + "\n[[goal]]\nexpect = \"win_rate(hunters) between 1% and 2%\"\n"));
    let args = ["coach", "f.toml", "--max-time", "0", "--seed", "1", "--html", "page.html"];
    shell.fray(&args).ends_with(4);
    let page = shell.text("page.html");
    assert!(
        page.contains("It was stopped early") && !page.contains("All goals of the file are met"),
        "{page}"
    );
}

/// What `fray coach` says of each topic, with these flags.
fn said(shell: &Shell, args: &[&str]) -> Vec<(String, String)> {
    let all = [&["coach", "f.toml", "--fights", "2000", "--seed", "3", "--json"][..], args].concat();
    let object = shell.fray(&all).ends_with(0).json();
    let words = |it: &serde_json::Value, key: &str| it[key].as_str().expect("a text").to_owned();
    let advice = object["advice"].as_array().expect("sentences").iter();
    advice.map(|it| (words(it, "topic"), words(it, "text"))).collect()
}

#[test]
fn of_a_side_that_always_wins_an_edit_is_found_and_no_luck_is_told() {
    let shell = Shell::new();
    shell.fray(&["new", "juso", "f.toml"]).ends_with(0);
    let text = shell.text("f.toml");
    shell.write("f.toml", &(text + "\n[[goal]]\nexpect = \"win_rate(hunters) between 50% and 70%\"\n"));
    let all = said(&shell, &["--set", "Hunter.life=60"]);
    let has = |topic: &str, part: &str| all.iter().any(|(of, text)| of == topic && text.contains(part));
    assert!(has("luck", "The side hunters wins > 99."), "{all:?}");
    assert!(!has("luck", "explains"), "one fight in thousands tells nothing of luck: {all:?}");
    assert!(has("edits", "hunters/Hunter.life=") && has("edits", "(now 60)"), "{all:?}");
    // An edit names no number of which the same advice says that it does nothing.
    let edits =
        all.iter().filter(|(of, _)| of == "edits").flat_map(|(_, text)| text.split('`').skip(1).step_by(2));
    for path in edits.filter_map(|set| set.split('=').next()) {
        assert!(!has("numbers", &format!("`{path}`")), "{path}: {all:?}");
    }
}

#[test]
fn numbers_that_no_file_states_are_not_named() {
    let shell = Shell::new();
    shell.fray(&["new", "juso", "f.toml"]).ends_with(0);
    let all = said(&shell, &[]);
    let names = |part: &str| all.iter().any(|(of, text)| of == "numbers" && text.contains(part));
    assert!(!names("skill_jujutsu"), "{all:?}");
}

#[test]
fn fights_that_nobody_wins_are_told() {
    let shell = Shell::new();
    shell.fray(&["new", "juso", "f.toml"]).ends_with(0);
    let all = said(&shell, &["--max-rounds", "1"]);
    let is_told = |(of, text): &(String, String)| {
        of == "length"
            && text.starts_with("Nobody has won > 99.")
            && text.ends_with("when they are given up, after 1 round at the latest.")
    };
    assert!(all.iter().any(is_told), "{all:?}");
}
