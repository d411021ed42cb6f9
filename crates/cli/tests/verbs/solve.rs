//! `solve`: what is found, printed, written and refused.

use serde_json::Value;

use crate::shell::{Ended, Shell, config, duel};

/// `fray solve` of the duel by the Ogre's HP.
fn solve(shell: &Shell, flags: &[&str]) -> Ended {
    let duel = duel();
    shell.fray(&[&["solve", duel.as_str(), "--vary", "Ogre.hp"], flags].concat())
}

/// The exact win rate of the wizards with a change.
fn exact_win(shell: &Shell, set: &str) -> f64 {
    let object = shell.fray(&["exact", &duel(), "--json", "--set", set]).ends_with(0).json();
    object["outcomes"][0]["p"].as_f64().expect("a probability")
}

fn rows(object: &Value) -> &Vec<Value> {
    object["solve"].as_array().unwrap_or_else(|| panic!("rows in {object}"))
}

#[test]
fn the_answer_is_the_nearest_value_and_its_neighbours_stand_beside_it() {
    let shell = Shell::new();
    let goal = ["--goal", "win_rate(wizards) = 64.5%", "--tolerance", "1pt"];
    let object = solve(&shell, &[&goal[..], &["--json"]].concat()).ends_with(0).json();
    let answer = object["answers"][0]["value"].as_i64().expect("an answer");
    let of = |role: &str| -> Vec<i64> {
        let found = rows(&object).iter().filter(|row| row["role"] == role);
        found
            .map(|row| row["emulators/Ogre.hp"].as_str().expect("a value").parse().expect("a number"))
            .collect()
    };
    assert_eq!((of("answer"), of("neighbour")), (vec![answer], vec![answer - 1, answer + 1]), "{object}");
    let miss = |hp: i64| (exact_win(&shell, &format!("Ogre.hp={hp}")) - 0.645).abs();
    assert!(miss(answer) <= miss(answer - 1) && miss(answer) <= miss(answer + 1), "{object}");
    for row in rows(&object) {
        assert_eq!(
            (&row["metric"], &row["scenario"]),
            (&"win_rate(wizards)".into(), &"duel".into()),
            "{row}"
        );
    }
    let text = solve(&shell, &goal).ends_with(0).out;
    assert!(text.contains(&format!("Ogre.hp = {answer}\n")), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn without_a_value_it_says_by_how_much_and_what_else_would() {
    let shell = Shell::new();
    let flags = [
        "solve",
        &duel(),
        "--vary",
        "Ogre.hp=26:28",
        "--goal",
        "win_rate(wizards) = 50%",
        "--tolerance",
        "3pt",
    ];
    let text = shell.fray(&flags).ends_with(7).out;
    for part in ["NO VALUE of Ogre.hp", "28 comes nearest", "misses it by", "other numbers that would:"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let object = shell.fray(&[&flags[..], &["--json"]].concat()).ends_with(7).json();
    assert!(object["answers"][0]["value"].is_null(), "{object}");
    // Another number, set to what is named, meets the goal.
    let other = &object["others"].as_array().expect("others")[0];
    let set = format!("{}={}", other["path"].as_str().expect("a path"), other["value"]);
    assert!((exact_win(&shell, &set) - 0.5).abs() < 0.04, "{set} of {object}");
}

#[test]
fn several_goals_of_any_form_have_an_interval() {
    let shell = Shell::new();
    let goals = [
        "--goal",
        "win_rate(wizards) between 55% and 75%",
        "--goal",
        "rounds <= 100",
        "--max-fights",
        "200000",
    ];
    let object = solve(&shell, &[&goals[..], &["--json"]].concat()).ends_with(0).json();
    let answer = &object["answers"][0];
    let (lo, hi) = (answer["lo"].as_i64().expect("an end"), answer["hi"].as_i64().expect("an end"));
    assert!(lo < hi, "{object}");
    for (hp, is_in) in [(lo - 1, false), (lo, true), (hi, true), (hi + 1, false)] {
        let win = exact_win(&shell, &format!("Ogre.hp={hp}"));
        assert_eq!((0.55..=0.75).contains(&win), is_in, "{hp} gives {win}");
    }
}

#[test]
fn two_keys_give_a_curve() {
    let shell = Shell::new();
    let flags = ["--vary", "Ogre.defense=8:10", "--goal", "win_rate(wizards) >= 60%", "--out", "curve"];
    let text = solve(&shell, &flags).ends_with(0).out;
    for part in ["Ogre.hp for each Ogre.defense", "Ogre.defense = 8", "Ogre.defense = 10", "or less"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let rows = shell.rows("curve", "solve");
    let answer = |defense: &str| {
        let of = |row: &&crate::shell::Row| row["emulators/Ogre.defense"] == defense && row["role"] == "met";
        rows.iter().filter(of).map(|row| row["emulators/Ogre.hp"].parse::<i64>().expect("a number")).max()
    };
    // Who takes less damage needs fewer HP to be as hard.
    assert!(answer("8") > answer("10"), "{rows:?}");
}

#[test]
fn the_answer_is_written_and_all_else_stays() {
    let shell = Shell::new();
    let old = std::fs::read_to_string(duel()).expect("the duel");
    shell.write("own.toml", &old);
    let flags = ["solve", "own.toml", "--vary", "Ogre.hp", "--goal", "win_rate(wizards) <= 60%", "-q"];
    shell.fray(&flags).ends_with(0);
    assert_eq!(shell.text("own.toml"), old, "nothing is written unasked");
    shell.fray(&[&flags[..], &["--write"]].concat()).ends_with(0);
    let new = shell.text("own.toml");
    let changed: Vec<(&str, &str)> = old.lines().zip(new.lines()).filter(|(old, new)| old != new).collect();
    let [("hp = 26", hp)] = changed[..] else { panic!("{changed:?}") };
    // The earlier value is kept beside it.
    let hp = hp.strip_prefix("hp = ").and_then(|hp| hp.strip_suffix("  # was 26")).expect("a comment");
    let hp = hp.parse::<i64>().expect("a number");
    // What is closer to the end of the goal than the tolerance may go either way.
    const TOLERANCE: f64 = 0.005;
    assert!(exact_win(&shell, &format!("Ogre.hp={hp}")) <= 0.6 + TOLERANCE, "{hp}");
    let before = exact_win(&shell, &format!("Ogre.hp={}", hp - 1));
    assert!(before > 0.6 - TOLERANCE, "{hp} is the nearest to the present: {before}");
    // What an include says is written into the unit, and the include stays.
    let include = "[unit.ogre]\nhp = 26\nhit = 7\ndodge = 6\nattack = 14\ndefense = 9\naction_value = 7\n";
    shell.write("ogre.toml", include);
    let start = old.find("name = \"Ogre\"").expect("the unit");
    let end = old.find("[[goal]]").expect("the goal");
    let included = format!("{}name = \"Ogre\"  # big\nuse = \"ogre\"\n\n{}", &old[..start], &old[end..]);
    let included = included.replacen("title =", "include = [\"ogre.toml\"]\ntitle =", 1);
    shell.write("including.toml", &included);
    let flags = ["solve", "including.toml", "--vary", "Ogre.hp", "--goal", "win_rate(wizards) <= 60%", "-q"];
    shell.fray(&[&flags[..], &["--write"]].concat()).ends_with(0);
    assert_eq!(shell.text("ogre.toml"), include);
    let new = shell.text("including.toml");
    let at = new.find("use = \"ogre\"\nhp = ").expect("the HP in the unit");
    assert_eq!(new[..at], included[..at]);
}

/// Fights and not enumeration: the brawl is out of reach of cheap exact answers.
#[test]
fn threads_move_no_byte() {
    let shell = Shell::new();
    let brawl = config("brawl.toml");
    let flags = |out: &'static str, threads: &'static str| {
        let goal = ["--goal", "win_rate(boss) between 20% and 80%", "--max-fights", "3000"];
        let vary = ["solve", brawl.as_str(), "--vary", "Demon Lord.hp"];
        [&vary[..], &goal[..], &["--out", out, "--threads", threads]].concat()
    };
    let one = shell.fray(&flags("one", "1"));
    let three = shell.fray(&flags("three", "3"));
    assert_eq!(one.out.replace("to one", "to three"), three.out, "{}", one.err);
    assert_eq!(shell.bytes("one"), shell.bytes("three"));
    assert!(shell.rows("one", "solve").iter().all(|row| row["fights"] != "0"));
}

/// The wizards lose some fights however badly the Ogre hits, which two thousand fights do not show.
#[test]
fn always_is_found_where_it_is_proved() {
    let shell = Shell::new();
    let goal = ["--goal", "win_rate(wizards) = 100%"];
    let hit = ["solve", &duel(), "--vary", "Ogre.hit=-25:-24"];
    let ended = shell.fray(&[&hit[..], &goal].concat()).ends_with(7);
    assert!(ended.out.contains("NO VALUE of Ogre.hit meets the goals"), "{}", ended.out);
    assert!(!ended.out.contains("other number"), "a few fights prove nothing of others: {}", ended.out);
    // Where no exact answer is known, what was never seen is no answer either.
    let dungeon = config("swarm.toml");
    let ended = shell.fray(&[
        "solve",
        &dungeon,
        "--vary",
        "Imp.hp=1:2",
        "--goal",
        "draw_rate = 0%",
        "--max-fights",
        "4096",
    ]);
    assert!(
        ended.code == 4 || ended.code == 0 && !ended.out.contains("never seen"),
        "{} {}",
        ended.code,
        ended.out
    );
}

#[test]
fn what_cannot_be_searched_is_an_error_of_usage() {
    let shell = Shell::new();
    let duel = duel();
    let goal = ["--goal", "win_rate(wizards) = 65%"];
    for (flags, part) in [
        (vec!["--vary", "Ogre"], "expected a path"),
        (vec!["--vary", "Ogre.hp=30:20"], "a range of whole numbers"),
        (vec!["--vary", "Ogre.hp", "--vary", "Ogre.hp"], "named twice"),
        (vec!["--vary", "Ogre.hp", "--vary", "Ogre.attack", "--write"], "many"),
        (vec!["--vary", "Ogre.hp", "--vary", "Ogre.attack=1:500"], "more than 100"),
        (vec!["--vary", "run.seed"], "changes no fight"),
        (vec!["--vary", "rulings.hit_tie"], ""),
        (vec!["--vary", "Ogre.hp", "--goal", "win_rate(wizard) = 65%"], "did you mean `wizards`?"),
        (vec!["--vary", "Ogre.hp", "--goal", "win_rate = 65%"], "name one of them"),
        (vec!["--vary", "Ogre.hp", "--tolerance", "0pt"], "more than 0"),
    ] {
        let ended = shell.fray(&[&["solve", duel.as_str()], &flags[..], &goal[..]].concat());
        let code = if part.is_empty() { 10 } else { 2 };
        let ended = ended.ends_with(code);
        assert!(ended.err.contains(part), "{flags:?}: {}", ended.err);
    }
    let points = ["solve", &duel, "--vary", "Ogre.hp", "--goal", "rounds = 4", "--tolerance", "1pt"];
    let ended = shell.fray(&points).ends_with(2);
    assert!(ended.err.contains("`rounds = 4` is not about a rate"), "{}", ended.err);
    let ended = shell.fray(&["solve", &duel, "--vary", "Ogre.hpp", "--goal", "rounds <= 4"]).ends_with(10);
    assert!(ended.err.contains("did you mean `hp`?"), "{}", ended.err);
}
