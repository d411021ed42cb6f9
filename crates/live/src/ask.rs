//! Longer questions: the verbs of the command line that search and vary, played by this program in a process of its
//! own, so that they can be stopped at once and give the same figures.

use core::sync::atomic::{AtomicBool, Ordering};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use fray_sim::scenario::Scenario;
use serde::{Deserialize, Serialize};

use crate::desk::{Desk, held};
use crate::version::quoted;

/// The time between two looks at whether a question was stopped.
const LOOK: Duration = Duration::from_millis(20);
/// The most bytes that are read of what a question says.
const MOST_SAID: u64 = 256 << 10;
/// The points of a curve.
const POINTS: i64 = 12;

/// A longer question.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "ask", deny_unknown_fields, rename_all = "lowercase")]
pub(crate) enum Ask {
    /// The win rates over the values of a number.
    Curve {
        /// The number.
        path: String,
        /// The ends of its range.
        low: i64,
        /// The upper end.
        high: i64,
    },
    /// The values of a number that meet a goal.
    Solve {
        /// The number.
        path: String,
        /// The goal.
        goal: String,
    },
    /// The worth of each number of a unit or a side.
    Weights {
        /// The unit or side.
        of: String,
    },
    /// The worth of a side's other tactics.
    Tactics {
        /// The side.
        of: String,
    },
    /// The worth of other answers to the rulings.
    Rulings,
}

impl Ask {
    /// The question as the page sends it.
    pub(crate) fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Returns the question in words.
    fn title(&self) -> String {
        match self {
            Self::Curve { path, .. } => format!("Win rates over {path}"),
            Self::Solve { path, goal } => format!("What {path} must be for {goal}"),
            Self::Weights { of } => format!("What one more of each number of {of} is worth"),
            Self::Tactics { of } => format!("What other tactics of {of} are worth"),
            Self::Rulings => "What other rulings are worth".to_owned(),
        }
    }

    /// The verb with its arguments.
    fn words(&self) -> Vec<String> {
        let words: Vec<&str> = match self {
            Self::Curve { path, low, high } => {
                let step = ((high.saturating_sub(*low)) / POINTS).max(1);
                return vec![
                    "sweep".into(),
                    "--set".into(),
                    format!("{path}={low}:{high}:{step}"),
                    "--fights".into(),
                    "10240".into(),
                ];
            }
            Self::Solve { path, goal } => vec!["solve", "--vary", path, "--goal", goal],
            Self::Weights { of } => vec!["weights", "--of", of],
            Self::Tactics { of } => vec!["tactics", "--of", of],
            Self::Rulings => vec!["rulings"],
        };
        words.into_iter().map(str::to_owned).collect()
    }
}

/// The state of a longer question, as it is sent to the page.
#[derive(Debug, Serialize)]
struct Told<'a> {
    id: u64,
    title: String,
    /// `running`, `done`, `stopped` or `failed`.
    state: &'a str,
    told: &'a str,
    html: String,
}

/// A button that sets a number to the value that was found.
#[derive(Template)]
#[template(
    source = "<p><button class=\"main\" data-do=\"set\" data-of=\"{{ path }}\" data-value=\"{{ value }}\">Set it to {{ value }}</button></p>\n",
    ext = "html"
)]
struct Found<'a> {
    path: &'a str,
    value: String,
}

/// A longer question with the scenario and the seed that it is asked of.
pub(crate) struct Requested {
    pub(crate) program: PathBuf,
    pub(crate) threads: usize,
    pub(crate) id: u64,
    pub(crate) ask: Ask,
    pub(crate) scenario: Arc<Scenario>,
    pub(crate) seed: u64,
    /// The command line of the version: the scenario and its changed values.
    pub(crate) of: String,
}

/// Plays a question until it ends or is stopped, and says how far it is. It is the only one of its page.
pub(crate) fn play(desk: &Desk, asked: &Requested) {
    let stop = Arc::new(AtomicBool::new(false));
    if let Some(last) = held(&desk.asking).replace(Arc::clone(&stop)) {
        last.store(true, Ordering::Relaxed);
    }
    let words = asked.ask.words();
    let (verb, arguments) = words.split_first().map_or(("", &[][..]), |(verb, rest)| (verb.as_str(), rest));
    let shown: Vec<String> = arguments.iter().map(|word| quoted(word)).collect();
    let command = format!("fray {verb} {} {}", asked.of, shown.join(" "));
    let say = |state: &str, told: &str, html: String| {
        let told = Told { id: asked.id, title: asked.ask.title(), state, told, html };
        Desk::tell(&desk.asks, serde_json::to_string(&told).unwrap_or_default());
    };
    say("running", "fray is playing …", String::new());
    let played = run(asked, verb, arguments, &stop, &|told| say("running", told, String::new()));
    match played {
        Ok(_) if stop.load(Ordering::Relaxed) => say("stopped", "Stopped.", String::new()),
        Ok(html) => say("done", &format!("The same: {}", command.trim()), html),
        Err(message) => say("failed", &message, String::new()),
    }
}

fn run(
    asked: &Requested,
    verb: &str,
    arguments: &[String],
    stop: &AtomicBool,
    told: &dyn Fn(&str),
) -> Result<String, String> {
    let of_io = |error: std::io::Error| error.to_string();
    let dir = tempfile::tempdir().map_err(of_io)?;
    let file = dir.path().join(format!("{}.toml", asked.scenario.stem));
    let text = asked.scenario.text(Some(asked.seed)).map_err(|error| error.to_string())?;
    std::fs::write(&file, text).map_err(of_io)?;
    let out = dir.path().join("out");
    let mut command = Command::new(&asked.program);
    command.arg(verb).arg(&file).args(arguments).args(["--out"]).arg(&out);
    command.args(["--seed", &asked.seed.to_string(), "--threads", &asked.threads.to_string()]);
    command.env("FRAY_PROGRESS", "0.25").env("NO_COLOR", "1");
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot start {}: {error}", asked.program.display()))?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let mut said = String::new();
    let mut last = String::new();
    let code = std::thread::scope(|scope| {
        let printed = scope.spawn(|| {
            let mut text = String::new();
            let read = stdout.map(|it| it.take(MOST_SAID).read_to_string(&mut text));
            read.map(|_| text).unwrap_or_default()
        });
        let (sender, receiver) = std::sync::mpsc::channel();
        scope.spawn(move || {
            for line in stderr.into_iter().flat_map(|it| BufReader::new(it.take(MOST_SAID)).lines()) {
                let Ok(line) = line else { break };
                let _ = sender.send(line);
            }
        });
        let code = loop {
            if stop.load(Ordering::Relaxed) {
                let _ = child.kill();
            }
            while let Ok(line) = receiver.try_recv() {
                last = line
                    .trim_start_matches("fray: ")
                    .replace(&file.display().to_string(), &asked.scenario.stem);
                told(&last);
            }
            match child.try_wait() {
                Ok(Some(status)) => break status.code(),
                Ok(None) => std::thread::sleep(LOOK),
                Err(_) => break None,
            }
        };
        while let Ok(line) = receiver.recv() {
            last = line.trim_start_matches("fray: ").to_owned();
        }
        said = printed.join().unwrap_or_default();
        code
    });
    // 4 and 7 are answers, too: undecided, and no value meets the goal.
    match code {
        Some(0 | 4 | 7) => {}
        _ if stop.load(Ordering::Relaxed) => return Ok(Default::default()),
        _ => return Err(last),
    }
    let found = match &asked.ask {
        Ask::Solve { path, .. } => solved(&out, path).map(|value| Found { path, value }.to_string()),
        _ => None,
    };
    Ok(found.unwrap_or_default() + &html(&out, &said))
}

/// The answer of a search: what the key is in the row whose role says so.
fn solved(out: &Path, path: &str) -> Option<String> {
    let mut table = csv::Reader::from_path(out.join("solve.csv")).ok()?;
    let head = table.headers().ok()?.clone();
    let [role, value] = ["role", path].map(|name| head.iter().position(|it| it == name));
    let (role, value) = role.zip(value)?;
    let mut rows = table.records().filter_map(Result::ok);
    rows.find(|row| row.get(role) == Some("answer")).and_then(|row| row.get(value).map(str::to_owned))
}

/// Returns the answer: the page that the report makes of it, and the text of the terminal.
fn html(out: &Path, said: &str) -> String {
    let mut html = String::new();
    if let Ok(page) = fray_report::page(out) {
        for line in &page.lead {
            html += &fray_report::page::Part::text(line).to_string();
        }
        for section in page.sections {
            html += "<section>";
            html.extend(section.parts.iter().map(ToString::to_string));
            html += "</section>";
        }
    }
    let lines: Vec<String> =
        said.lines().skip(1).filter(|line| !line.starts_with("written to")).map(str::to_owned).collect();
    let log = fray_report::page::Part::log(&lines);
    html + &fray_report::page::Part::folded("As the terminal shows it", &[log]).to_string()
}
