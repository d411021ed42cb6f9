//! Files as they come from Windows: with CRLF, and with `\` between folders.

use crate::shell::{Shell, config};

/// A repository with a scenario, a bestiary, a spreadsheet and a suite in folders of their own; `slash` parts folders,
/// and `ends` ends lines.
fn repository(slash: &str, ends: &str) -> Shell {
    let shell = Shell::new();
    let text = |name: &str| std::fs::read_to_string(config(name)).expect("a file");
    let write = |name: &str, text: &str| shell.write(name, &text.replace('\n', ends));
    let listed = "include = [\"bestiary.toml\", \"swarm.csv\"]";
    let scenario = text("swarm.toml");
    assert!(scenario.contains(listed));
    let include =
        format!("include = ['..{slash}beasts{slash}bestiary.toml', '.{slash}sheets{slash}swarm.csv']");
    write("fights/swarm.toml", &scenario.replace(listed, &include));
    write("beasts/bestiary.toml", &text("bestiary.toml"));
    write("fights/sheets/swarm.csv", &text("swarm.csv"));
    let suite = format!(
        "[[point]]\nscenario = '..{slash}fights{slash}swarm.toml'\nbaseline = 'of{slash}swarm.toml'\nfights = 2000\n"
    );
    write("gate/suite.toml", &suite);
    shell
}

#[test]
fn files_from_windows_give_the_same_results() {
    let (posix, windows) = (repository("/", "\n"), repository(r"\", "\r\n"));
    let run = ["run", "fights/swarm.toml", "--fights", "500", "--seed", "1", "--out", "out"];
    for shell in [&posix, &windows] {
        shell.fray(&["validate", "fights/swarm.toml"]).ends_with(0);
        shell.fray(&run).ends_with(0);
    }
    assert_eq!(posix.bytes("out"), windows.bytes("out"));
    assert_eq!(posix.manifest("out")["scenario_hash"], windows.manifest("out")["scenario_hash"]);
}

#[test]
fn a_baseline_holds_where_git_has_changed_the_ends_of_its_lines() {
    let (posix, windows) = (repository("/", "\n"), repository(r"\", "\r\n"));
    let update = ["check", "gate/suite.toml", "--update", "--reason", "First"];
    posix.fray(&update).ends_with(0);
    windows.write("gate/of/swarm.toml", &posix.text("gate/of/swarm.toml").replace('\n', "\r\n"));
    windows.fray(&["check", "gate/suite.toml", "--mode", "exact"]).ends_with(0);
    let again = windows.fray(&update).ends_with(0);
    assert!(again.out.starts_with("swarm: unchanged: "), "{}", again.out);
    assert!(windows.text("gate/of/swarm.toml").contains("\r\n"));
}
