//! `watch`: a file is written, and what is shown is read.

use std::fs::File;
use std::io::Read;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::shell::{Running, Shell, duel, wait_until};

/// `watch` with these flags; what it prints stands in a file.
fn start(shell: &Shell, flags: &[&str]) -> Running {
    let mut command = shell.command(&[&["watch", "duel.toml", "--seed", "1"], flags].concat());
    let out = File::create(shell.path("out")).expect("a file");
    Running(command.stdout(out).stderr(Stdio::piped()).spawn().expect("it starts"))
}

fn lines(shell: &Shell) -> Vec<Value> {
    let text = shell.text("out");
    // The last line may not be whole.
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// The newest object that is like this.
fn wait_for(shell: &Shell, what: &str, is: impl Fn(&Value) -> bool) -> Value {
    wait_until(what, || lines(shell).iter().any(&is));
    lines(shell).into_iter().rfind(&is).expect("it was there")
}

fn interrupt(running: Running) {
    let kill = Command::new("sh").args(["-c", &format!("kill -INT {}", running.0.id())]).status();
    assert!(kill.expect("a shell").success());
    let mut running = running;
    assert_eq!(running.0.wait().expect("it ends").code(), Some(130), "as every verb");
    let mut said = String::new();
    running.0.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
    assert!(said.contains("interrupted: the last figures again") && said.contains("--fights "), "{said}");
}

fn moved<'a>(object: &'a Value, metric: &str) -> &'a Value {
    let rows = object["moved"].as_array().expect("rows");
    rows.iter().find(|row| row["metric"] == metric).unwrap_or_else(|| panic!("no {metric} in {object}"))
}

#[test]
fn a_saved_scenario_is_played_again_and_errors_stand_where_the_card_was() {
    let shell = Shell::new();
    let text = std::fs::read_to_string(duel()).expect("the duel");
    shell.write("duel.toml", &text);
    let running = start(&shell, &["--json", "--fights", "5000"]);
    let first = wait_for(&shell, "all fights", |it| it["fights"] == 5000);
    assert_eq!(first["moved"], Value::Array(Vec::new()), "nothing was before");
    // The number of fights is that of a run with the same figures.
    let run = shell.fray(&["run", "duel.toml", "--no-out", "--json", "--fights", "5000", "--seed", "1"]);
    let run = run.ends_with(0).json()["scenarios"][0].clone();
    assert_eq!(first["signature"], run["signature"]);
    for key in ["wins", "win_rate", "win_lo", "win_hi", "rounds_mean"] {
        assert_eq!(first["summary"][0][key], run["summary"][0][key], "{key}");
    }
    // A great change is real, with what it changes; what it does not touch is the same.
    shell.write("duel.toml", &text.replace("hp = 26", "hp = 40"));
    let second = wait_for(&shell, "the change", |it| it["fights"] == 5000 && it["moved"] != first["moved"]);
    let win_rate = moved(&second, "win_rate(wizards)");
    assert_eq!(win_rate["verdict"], "real", "{second}");
    assert_eq!(win_rate["last"], first["summary"][0]["win_rate"]);
    assert_eq!(win_rate["now"], second["summary"][0]["win_rate"]);
    assert!(win_rate["hi"].as_f64() < Some(0.0), "{win_rate}");
    assert_eq!(moved(&second, "draw_rate")["verdict"], "same");
    // An error, and the file mended in another way.
    shell.write("duel.toml", &text.replace("hp = 26", "hpp = 26"));
    let wrong = wait_for(&shell, "the error", |it| it["error"].is_string());
    assert!(wrong["error"].as_str().is_some_and(|text| text.contains("unknown key `hpp`")), "{wrong}");
    shell.write("duel.toml", &text.replace("hp = 26", "hp = 41"));
    let known = second["signature"].clone();
    let third = wait_for(&shell, "the mended file", |it| {
        it["fights"] == 5000 && it["signature"] != known && it["signature"] != first["signature"]
    });
    assert_eq!(moved(&third, "win_rate(wizards)")["last"], second["summary"][0]["win_rate"], "{third}");
    // Of a card with fewer fights than the last version has, those count that both have: the change is the
    // difference of what stands beside it.
    for object in lines(&shell) {
        for row in object["moved"].as_array().into_iter().flatten() {
            let [last, now, diff] = ["last", "now", "diff"].map(|key| row[key].as_f64());
            let Some(((last, now), diff)) = last.zip(now).zip(diff) else { continue };
            assert!((now - last - diff).abs() < 1e-7, "{row} of {}", object["fights"]);
        }
    }
    interrupt(running);
    let mut names = shell.names(".");
    names.sort();
    assert_eq!(names, ["duel.toml", "out"], "nothing is written");
}

#[test]
fn an_include_is_watched_and_tables_are_written_where_asked() {
    let shell = Shell::new();
    let text = std::fs::read_to_string(duel()).expect("the duel");
    let goal = "\n[[goal]]\nexpect = \"win_rate(wizards) >= 1%\"\n";
    let duel = text
        .replace("title =", "include = [\"more.toml\"]\ntitle =")
        .replace("name = \"Ogre\"", "name = \"Ogre\"\nuse = \"ogre\"")
        .replace("\nhp = 26\n", "\n");
    shell.write("duel.toml", &(duel + goal));
    shell.write("more.toml", "[unit.ogre]\nhp = 26\n");
    let running = start(&shell, &["--fights", "3000", "--out", "tables", "--set", "Knight.hp=17"]);
    let has = |part: &'static str| wait_until(part, || shell.text("out").contains(part));
    has("--seed 1 --fights 3000\n");
    has("GOALS");
    has("pass  win_rate(wizards) >= 1%");
    shell.write("more.toml", "[unit.ogre]\nhp = 45\n");
    has("SINCE THE LAST VERSION");
    wait_until("the last card", || shell.text("out").matches("--fights 3000\n").count() >= 2);
    assert!(shell.text("out").contains(" real"), "{}", shell.text("out"));
    interrupt(running);
    let set = ["--set", "Knight.hp=17"];
    let run = [&["run", "duel.toml", "--out", "run", "--fights", "3000", "--seed", "1", "-q"][..], &set];
    let run = run.concat();
    shell.fray(&run).ends_with(0);
    assert_eq!(shell.text("tables/summary.csv"), shell.text("run/summary.csv"));
    assert_eq!(shell.text("tables/metrics.csv"), shell.text("run/metrics.csv"));
}

/// Once the card of a version is not refined further, it names a tactic that is worth much, as that of `run` does.
#[test]
fn the_last_card_of_a_version_has_hints() {
    let shell = Shell::new();
    let text = std::fs::read_to_string(duel()).expect("the duel");
    let idle = text.replacen("downed = \"ignore\"", "delay = \"sit_out\"\ndowned = \"ignore\"", 1);
    let short = idle.replacen("max_rounds = 100", "max_rounds = 6", 1).replacen("hp = 26", "hp = 8", 1);
    shell.write("duel.toml", &short);
    let running = start(&shell, &["--json", "--fights", "400000"]);
    let last = wait_for(&shell, "a hint", |it| it["hints"].as_array().is_some_and(|hints| !hints.is_empty()));
    let run = ["run", "duel.toml", "--no-out", "--json", "--fights", "400000", "--seed", "1"];
    let run = shell.fray(&run).ends_with(0).json()["scenarios"][0].clone();
    assert_eq!(last["hints"], run["hints"]);
    assert_eq!(last["signature"], run["signature"]);
    assert_eq!(last["hints"][0]["command"], "fray tactics duel.toml --seed 1 --of wizards");
    interrupt(running);
    let running = start(&shell, &["--fights", "400000", "--no-hints"]);
    wait_until("the last card", || shell.text("out").contains("--fights 400000"));
    // Long enough for a look at tactics, which is not taken.
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert!(!shell.text("out").contains("hint:"), "{}", shell.text("out"));
    interrupt(running);
}
