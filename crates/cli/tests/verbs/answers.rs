//! What all verbs that answer have alike: threads move no byte, and Ctrl-C keeps what is known.

use crate::shell::{Shell, config, configs, duel};

/// Calls of every verb that answers by fights, without `--fights`.
fn calls() -> Vec<Vec<String>> {
    let (duel, brawl) = (duel(), config("brawl.toml"));
    let calls: [&[&str]; 13] = [
        &["sweep", &duel, "--set", "Ogre.hp=20:26:3"],
        // Two values that are equally near.
        &["sweep", &duel, "--set", "Ogre.hp=32,33", "--pick", "closest:win_rate(wizards)=65%"],
        &["weights", &duel, "--of", "Ogre"],
        &["weights", &duel, "--of", "Ogre", "--parts"],
        &["weights", &duel, "--of", "Ogre", "--method", "morris", "--rows", "2"],
        &["weights", &duel, "--of", "Ogre", "--method", "sobol", "--rows", "2"],
        &["tactics", &brawl, "--of", "boss"],
        &["tactics", &duel, "--best", "--of", "emulators"],
        &["rulings", &duel],
        &["why", &duel, "--set", "Ogre.hp=30", "--set", "Ogre.attack=13"],
        &["compare", &duel, "--set", "Ogre.hp=30"],
        &["matrix", "pit", "--delta", "0.01pt"],
        &["solve", &brawl, "--vary", "Demon Lord.hp", "--goal", "win_rate(boss) between 20% and 80%"],
    ];
    calls.map(|call| call.iter().map(|&word| word.to_owned()).collect()).into()
}

/// A call with this number of fights.
fn with_fights(call: &[String], fights: &str) -> Vec<String> {
    let is_search = call[0] == "solve" || call.iter().any(|word| word == "--pick");
    let flag = if is_search { "--max-fights" } else { "--fights" };
    [call, &[flag.to_owned(), fights.to_owned()]].concat()
}

/// A folder of three fighters for `matrix`.
fn pit(shell: &Shell) {
    let text = |name: &str| std::fs::read_to_string(configs(name)).expect("a file of the repository");
    shell.write("pit/duel.toml", &text("juso/duel.toml"));
    shell.write("pit/bestiary.toml", &text("juso/bestiary.toml"));
}

#[test]
fn threads_move_no_byte_of_any_answer() {
    let shell = Shell::new();
    pit(&shell);
    for (at, call) in calls().iter().enumerate() {
        let run = |threads: &str| {
            let out = format!("out-{at}-{threads}");
            let call = with_fights(call, "300");
            let flags = ["--out", &out, "--threads", threads];
            let all: Vec<&str> = call.iter().map(String::as_str).chain(flags).collect();
            let ended = shell.fray(&all);
            assert!([0, 4, 7].contains(&ended.code), "{call:?}: {}", ended.err);
            (ended.out.replace(&out, "out"), shell.bytes(&out))
        };
        let (one, three) = (run("1"), run("3"));
        assert!(!one.1.is_empty(), "{call:?} writes a table");
        assert_eq!(one, three, "{call:?}");
    }
}

/// Every table has a column for each value that a flag changed, as those of `run` have.
#[test]
fn what_a_flag_changed_is_a_column_of_every_table() {
    let shell = Shell::new();
    pit(&shell);
    let text = std::fs::read_to_string(duel()).expect("the duel");
    shell.write("hard.toml", &text.replace("hp = 26", "hp = 30"));
    for (at, call) in calls().iter().enumerate() {
        let (call, set) = match call[0].as_str() {
            // It writes a table of two scenarios.
            "compare" => continue,
            // Of one scenario, what is set is an edit; of two it is in both.
            "why" => (["why", &duel(), "hard.toml"].map(str::to_owned).to_vec(), "wizards/Knight.hp"),
            "matrix" => (call.clone(), "run.max_rounds"),
            "solve" => (call.clone(), "wizards/Kureha.hp"),
            _ if call[1] == config("brawl.toml") => (call.clone(), "wizards/Kureha.hp"),
            _ => (call.clone(), "wizards/Knight.hp"),
        };
        let (out, value) = (format!("out-{at}"), format!("{set}=17"));
        let call = with_fights(&call, "300");
        let flags = ["--set", &value, "--out", &out, "-q"];
        let all: Vec<&str> = call.iter().map(String::as_str).chain(flags).collect();
        let ended = shell.fray(&all);
        assert!([0, 4, 7].contains(&ended.code), "{call:?}: {}", ended.err);
        let tables = shell.names(&out);
        // Goals are of the scenario, and not of a point.
        let of_points = tables.iter().filter(|file| *file != "goals.csv");
        let rows: Vec<_> =
            of_points.flat_map(|file| shell.rows(&out, file.trim_end_matches(".csv"))).collect();
        assert!(!rows.is_empty(), "{call:?}");
        assert!(rows.iter().all(|row| row.get(set).is_some_and(|it| it == "17")), "{call:?}: {rows:?}");
    }
}

/// Each says how much is known and how to go on, its JSON is whole, and the exit code is 130.
#[cfg(unix)]
#[test]
fn an_interrupted_answer_says_what_is_known_and_how_to_go_on() {
    let shell = Shell::new();
    pit(&shell);
    for call in calls() {
        let call = match call[0].as_str() {
            // Whatever it is asked, a search ends soon; at a tie to a millionth of a point it does not.
            "solve" => {
                let goal = ["--goal", "win_rate(boss) = 35%", "--tolerance", "0.00001pt"].map(str::to_owned);
                with_fights(&[&call[..4], &goal].concat(), "1e12")
            }
            "sweep" if call.iter().any(|word| word == "--pick") => with_fights(&call, "1e9"),
            _ => with_fights(&call, "1e8"),
        };
        let all: Vec<&str> = call.iter().map(String::as_str).chain(["--threads", "1", "--json"]).collect();
        let running = shell.start(&all);
        std::thread::sleep(std::time::Duration::from_millis(800));
        crate::resume::interrupt(&running);
        let ended = running.ended().ends_with(130);
        assert!(ended.json().is_object(), "{call:?}");
        assert!(ended.err.contains("interrupted: "), "{call:?}: {}", ended.err);
        let says_how = ["the same command", "go on from it with"].iter().any(|how| ended.err.contains(how));
        assert!(says_how, "{call:?}: {}", ended.err);
    }
}
