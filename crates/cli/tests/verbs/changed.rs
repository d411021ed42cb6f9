//! `check --changed`: what a hook before a commit and a pull request play.

use std::process::Command;

use crate::shell::{Shell, duel};

/// A repository of two monsters, one of which includes a file, in a folder of a work tree.
struct Repository(Shell);

impl Repository {
    fn new() -> Self {
        let shell = Shell::new();
        let text = std::fs::read_to_string(duel()).expect("a scenario");
        shell.write("balance/one.toml", &text);
        let (head, rest) = text.split_at(text.find("\n[run]").expect("a table"));
        shell.write("balance/two.toml", &format!("{head}\ninclude = [\"armory.toml\"]\n{rest}"));
        shell.write("balance/armory.toml", "[weapon.sling]\nname = \"Sling\"\n");
        let point = |name: &str| {
            format!("[[point]]\nscenario = \"{name}.toml\"\nbaseline = \"base/{name}.toml\"\nfights = 2000\n")
        };
        shell.write("balance/suite.toml", &(point("one") + &point("two")));
        shell.write("README.md", "Monsters.\n");
        let new = Self(shell);
        new.git(&["init", "--quiet", "--initial-branch", "main"]);
        new.0.fray(&["check", "balance/suite.toml", "--update", "--reason", "First"]).ends_with(0);
        new
    }

    fn git(&self, args: &[&str]) {
        let names = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
        let done =
            Command::new("git").current_dir(self.0.path("")).args(names).args(args).output().expect("git");
        assert!(done.status.success(), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
    }

    fn commit(&self) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--message", "Something"]);
    }

    fn edit(&self, name: &str) {
        let text = self.0.text(name);
        self.0.write(name, &(text + "\n# A remark.\n"));
    }

    /// The points that are tested.
    fn tested(&self, flag: &str) -> Vec<String> {
        let ended = self.0.fray(&["check", "balance/suite.toml", "--json", flag]).ends_with(0);
        let json = ended.json();
        let rows = json["points"].as_array().expect("rows");
        let mut names: Vec<String> =
            rows.iter().map(|row| row["point"].as_str().expect("a name").to_owned()).collect();
        names.dedup();
        names
    }
}

#[test]
fn only_points_with_an_edited_file_are_tested() {
    let repository = Repository::new();
    assert_eq!(repository.tested("--changed"), ["one", "two"], "nothing is committed yet");
    repository.commit();
    assert_eq!(repository.tested("--changed"), Vec::<String>::new());
    let said =
        repository.0.fray(&["check", "balance/suite.toml", "--changed", "--junit", "j.xml"]).ends_with(0);
    assert_eq!(said.out, "Nothing to test: no point of balance/suite.toml was edited since HEAD\n");
    assert!(repository.0.path("j.xml").exists(), "what was asked for is written all the same");
    let hook = repository.0.fray(&["check", "balance/suite.toml", "--changed", "--quiet"]).ends_with(0);
    assert_eq!((hook.out.as_str(), hook.err.as_str()), ("", ""));

    repository.edit("README.md");
    assert_eq!(repository.tested("--changed"), Vec::<String>::new());
    repository.edit("balance/armory.toml");
    assert_eq!(repository.tested("--changed"), ["two"], "an include");
    repository.edit("balance/base/one.toml");
    assert_eq!(repository.tested("--changed"), ["one", "two"], "a baseline");
    repository.git(&["checkout", "--quiet", "balance"]);
    repository.edit("balance/one.toml");
    repository.git(&["add", "--all"]);
    assert_eq!(repository.tested("--changed"), ["one"], "what a commit would take");
    repository.edit("balance/suite.toml");
    assert_eq!(repository.tested("--changed"), ["one", "two"], "the suite");
}

#[test]
fn a_branch_is_compared_with_where_it_began() {
    let repository = Repository::new();
    repository.commit();
    repository.git(&["checkout", "--quiet", "-b", "topic"]);
    repository.edit("balance/one.toml");
    repository.commit();
    repository.git(&["checkout", "--quiet", "main"]);
    repository.edit("balance/two.toml");
    repository.commit();
    repository.git(&["checkout", "--quiet", "topic"]);
    assert_eq!(repository.tested("--changed=main"), ["one"]);
    assert_eq!(repository.tested("--changed"), Vec::<String>::new());
}

#[test]
fn what_git_does_not_know_is_said() {
    let repository = Repository::new();
    repository.commit();
    let unknown = repository.0.fray(&["check", "balance/suite.toml", "--changed=nowhere"]).ends_with(2);
    assert!(
        unknown.err.contains("asks git what was edited") && unknown.err.contains("nowhere"),
        "{}",
        unknown.err
    );
    // A point that cannot be read any more is looked at.
    std::fs::remove_file(repository.0.path("balance/two.toml")).expect("a file");
    let gone = repository.0.fray(&["check", "balance/suite.toml", "--changed"]).ends_with(10);
    assert!(gone.err.contains("two.toml") && !gone.out.contains("one"), "{} {}", gone.out, gone.err);
    let outside = Shell::new();
    outside.write("suite.toml", &repository.0.text("balance/suite.toml"));
    let ended =
        outside.command(&["check", "suite.toml", "--changed"]).env("GIT_CEILING_DIRECTORIES", "/").output();
    assert_eq!(ended.expect("fray").status.code(), Some(2));
}
