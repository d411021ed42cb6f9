//! A folder to work in, and the program to call.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use assert_cmd::cargo::CommandCargoExt;
use serde_json::Value;
use tempfile::TempDir;

pub(crate) const TABLES: [&str; 10] =
    ["summary", "metrics", "damage", "exhaustion", "rounds", "actions", "felled", "course", "health", "luck"];

/// The files of a run.
pub(crate) const ALL: [&str; 13] = [
    "actions.csv",
    "course.csv",
    "damage.csv",
    "exhaustion.csv",
    "felled.csv",
    "health.csv",
    "luck.csv",
    "manifest.json",
    "metrics.csv",
    "rounds.csv",
    "scenario.toml",
    "summary.csv",
    "tallies",
];

/// How a call ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ended {
    #[track_caller]
    pub(crate) fn ends_with(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{}\n{}", self.out, self.err);
        self
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}

/// A row of a table by its columns.
pub(crate) type Row = BTreeMap<String, String>;

/// An empty folder in which the program is called.
pub(crate) struct Shell {
    dir: TempDir,
}

impl Shell {
    pub(crate) fn new() -> Self {
        // Some tests read what the program wrote by themselves.
        fray_play::game::install(fray_rules::GAMES);
        Self { dir: tempfile::tempdir().expect("a folder to work in") }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        std::fs::write(path, text).expect("the file can be written");
    }

    /// The program, not yet called. Nothing of the environment decides on colours or folders.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::cargo_bin("fray").expect("the program is built");
        command.current_dir(self.dir.path()).args(args);
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "GITHUB_WORKSPACE", "SOURCE_DATE_EPOCH"] {
            command.env_remove(name);
        }
        command
    }

    /// The program, called and not waited for.
    pub(crate) fn start(&self, args: &[&str]) -> Running {
        let mut command = self.command(args);
        Running(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts"))
    }

    pub(crate) fn fray(&self, args: &[&str]) -> Ended {
        ended(&mut self.command(args))
    }

    /// `fray run` of the duel with these flags and results in `out`, which has to go well.
    #[track_caller]
    pub(crate) fn duel(&self, out: &str, flags: &[&str]) -> Ended {
        let duel = duel();
        let args = [&["run", duel.as_str(), "--out", out], flags].concat();
        self.fray(&args).ends_with(0)
    }

    pub(crate) fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The bytes of the five tables in this folder.
    pub(crate) fn tables(&self, out: &str) -> [String; TABLES.len()] {
        TABLES.map(|table| self.text(&format!("{out}/{table}.csv")))
    }

    /// The bytes of everything but the manifest in this folder: what does not depend on when,
    /// where and in how many parts the fights were played.
    pub(crate) fn bytes(&self, out: &str) -> Vec<(String, Vec<u8>)> {
        let names = self.names(out).into_iter().filter(|name| name != "manifest.json");
        names
            .map(|name| {
                let bytes = std::fs::read(self.path(&format!("{out}/{name}"))).expect("a file");
                (name, bytes)
            })
            .collect()
    }

    pub(crate) fn rows(&self, out: &str, table: &str) -> Vec<Row> {
        let text = self.text(&format!("{out}/{table}.csv"));
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let rows: Result<_, _> = reader.deserialize().collect();
        rows.unwrap_or_else(|error| panic!("{out}/{table}.csv: {error}"))
    }

    pub(crate) fn signature(&self, out: &str) -> String {
        self.rows(out, "summary")[0]["signature"].clone()
    }

    pub(crate) fn manifest(&self, out: &str) -> Value {
        serde_json::from_str(&self.text(&format!("{out}/manifest.json"))).expect("JSON")
    }

    /// Returns whether the manifest in this folder has that reason for its end, as soon as there is one.
    pub(crate) fn manifest_is(&self, out: &str, stop: &str) -> bool {
        let text = std::fs::read_to_string(self.path(&format!("{out}/manifest.json")));
        let manifest = text.ok().and_then(|text| serde_json::from_str::<Value>(&text).ok());
        manifest.is_some_and(|manifest| manifest["stop"] == stop)
    }

    /// The names in a folder; none, if it is not there.
    pub(crate) fn names(&self, dir: &str) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(self.path(dir)) else { return Vec::new() };
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

pub(crate) fn ended(command: &mut Command) -> Ended {
    let output = command.output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    Ended {
        code: output.status.code().expect("no signal"),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// A scenario of the repository.
pub(crate) fn config(name: &str) -> String {
    configs(&format!("night-wizard/{name}"))
}

/// A file or folder of `configs`.
pub(crate) fn configs(name: &str) -> String {
    let configs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs");
    configs.join(name).canonicalize().expect("the file is there").display().to_string()
}

pub(crate) fn duel() -> String {
    config("duel.toml")
}

/// A process that ends with the test at the latest.
pub(crate) struct Running(pub(crate) Child);

impl Running {
    /// How it ends, by itself or by a signal.
    pub(crate) fn ended(mut self) -> Ended {
        let mut text = [String::new(), String::new()];
        let [out, err] = &mut text;
        // Little is printed: nothing waits for the other pipe.
        self.0.stdout.take().expect("a pipe").read_to_string(out).expect("text");
        self.0.stderr.take().expect("a pipe").read_to_string(err).expect("text");
        let code = self.0.wait().expect("it ends").code().unwrap_or(-1);
        let [out, err] = text;
        Ended { code, out, err }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended long ago.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits until something holds, up to a minute.
#[track_caller]
pub(crate) fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < Duration::from_secs(60), "waited in vain: {what}");
        sleep(Duration::from_millis(5));
    }
}

/// A column of counts, whole.
pub(crate) fn number(row: &Row, column: &str) -> u64 {
    row[column].parse().unwrap_or_else(|error| panic!("{column} of {row:?}: {error}"))
}

/// The names of the scenarios of a folder in the order of their files; a file without a system is
/// an include.
pub(crate) fn scenarios(folder: &str) -> Vec<String> {
    let mut names = Vec::new();
    let files = std::fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    for path in paths {
        let is_scenario = path.extension().is_some_and(|ending| ending == "toml")
            && std::fs::read_to_string(&path)
                .expect("a text")
                .lines()
                .any(|line| line.starts_with("system = "));
        if is_scenario {
            names.push(path.file_stem().expect("a name").to_string_lossy().into_owned());
        }
    }
    names
}
