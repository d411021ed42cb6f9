//! `fray watch`: a scenario played again whenever it is saved.
//!
//! The time decides how many fights a card has, which it says; `fray run` with that number gives the same
//! figures. While nothing is saved the same fights are continued.

use core::sync::atomic::{AtomicBool, Ordering};
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use fray_sim::card::Card;
use fray_sim::measures::Verdict;
use fray_sim::play::dice_count::dice_per_fight;
use fray_sim::play::run::{Broken, CHUNK};
use fray_sim::scenario::source::Sources;
use fray_sim::scenario::{Diagnosis, Paint, Scenario, load_scenario};
use fray_sim::tables::rows::{Point, Stop, SummaryRow, Tables};
use fray_sim::totals::signature::signature;
use fray_sim::vary::metrics::Metric;
use fray_sim::vary::moved::{Moved, MovedRow, moved, render, rows};
use fray_sim::vary::sample::{Sample, Sampler, Watch};
use serde::Serialize;

use crate::args::WatchArgs;
use crate::exit::{Exit, Failure};
use crate::printer::{has_colors, look};
use crate::scenarios::{random_seed, report_warnings};
use crate::service::{Keeps, on_interrupt, pool};
use crate::shell_command::ShellCommand;
use crate::varied::{broken, print_object, run_tables, write_tables};

/// The time between two looks at the files.
const POLL: Duration = Duration::from_millis(50);
/// How long the first card of a version is played.
const FIRST: Duration = Duration::from_millis(300);
/// Fights that show how long one takes.
const PROBE: u64 = 16;
/// A card is shown again when it has this many times the fights.
const REFINED: u64 = 4;
/// A card of at least so many fights says how many dice are rolled in one.
const COUNTED: u64 = 8 * CHUNK;
/// The number of fights if neither flag nor file has one.
const FIGHTS: u64 = 100_000;

pub(crate) fn run(args: &WatchArgs) -> Result<Exit, Failure> {
    let stop = on_interrupt(Keeps::Files)?;
    let pool = pool(args.play.threads)?;
    let drawn = random_seed();
    let mut screen = Screen { args, is_shown: false, is_written: args.output.force };
    let mut last: Option<Version> = None;
    while !stop.load(Ordering::Relaxed) {
        match load_scenario(&args.scenario, &args.play.options()) {
            Err(diagnosis) => {
                screen.wrong(&diagnosis)?;
                wait_while_wrong(args, &diagnosis, &stop);
            }
            Ok(scenario) => {
                let seed = args.play.seed.or(scenario.run.seed).unwrap_or(drawn);
                let files = Files::of(&scenario.sources);
                // Saved again while it was read.
                if !files.hold(&scenario.sources) {
                    continue;
                }
                let mut version = Version::new(scenario, seed);
                if let Some(last) = last.as_mut().filter(|last| last.is_same_as(&version)) {
                    // Only a comment or a goal was edited: its fights are kept.
                    version.sample = std::mem::take(&mut last.sample);
                    version.before = last.before.take();
                } else {
                    version.before = last.take().filter(|last| last.sample.fights > 0).map(Box::new);
                    if let Some(before) = &mut version.before {
                        before.before = None;
                    }
                }
                let ended = pool.install(|| version.refine(args, &files, &stop, &mut screen));
                if let Err(broken) = ended? {
                    screen.broken(&version, &broken)?;
                    while !files.are_saved() && !stop.load(Ordering::Relaxed) {
                        std::thread::sleep(POLL);
                    }
                }
                last = Some(version);
            }
        }
    }
    Ok(Exit::Ok)
}

/// Waits until the scenario is right, or wrong in another way.
fn wait_while_wrong(args: &WatchArgs, known: &Diagnosis, stop: &AtomicBool) {
    let known = known.render(Paint::Plain);
    loop {
        std::thread::sleep(POLL);
        let is_same = load_scenario(&args.scenario, &args.play.options())
            .is_err_and(|diagnosis| diagnosis.render(Paint::Plain) == known);
        if !is_same || stop.load(Ordering::Relaxed) {
            return;
        }
    }
}

/// When a file was saved.
#[expect(clippy::disallowed_types, reason = "it says whether a file was saved since, and reaches no result")]
type Saved = std::time::SystemTime;

/// When each file was saved last, and its length.
type Stamps = Vec<Option<(Saved, u64)>>;

fn stamps(files: &[PathBuf]) -> Stamps {
    let stamp = |file: &PathBuf| {
        let about = std::fs::metadata(file).ok()?;
        Some((about.modified().ok()?, about.len()))
    };
    files.iter().map(stamp).collect()
}

/// The files of a scenario as they were when it was read.
struct Files {
    files: Vec<PathBuf>,
    stamps: Stamps,
}

impl Files {
    fn of(sources: &Sources) -> Self {
        let names = sources.list.iter().map(|source| &source.name).filter(|name| !name.starts_with("--"));
        let files: Vec<PathBuf> = names.map(PathBuf::from).collect();
        let stamps = stamps(&files);
        Self { files, stamps }
    }

    /// Whether the files still have the texts that were read of them.
    fn hold(&self, sources: &Sources) -> bool {
        let text = |file: &PathBuf| {
            let name = file.to_string_lossy();
            sources.list.iter().find(|source| source.name == name).map(|source| source.text.as_bytes())
        };
        // A pipe can be read only once.
        let mut files = self.files.iter().filter(|file| file.is_file());
        files.all(|file| std::fs::read(file).ok().as_deref() == text(file))
    }

    /// Whether one of them was saved since.
    fn are_saved(&self) -> bool {
        stamps(&self.files) != self.stamps
    }
}

/// A version of the scenario with the fights played of it.
struct Version {
    scenario: Scenario,
    seed: u64,
    metrics: Vec<Metric>,
    sample: Sample,
    /// The version before it.
    before: Option<Box<Version>>,
}

impl Version {
    fn new(scenario: Scenario, seed: u64) -> Self {
        let metrics = Metric::of_card(&scenario.engine().about());
        Self { scenario, seed, metrics, sample: Sample::default(), before: None }
    }

    fn is_same_as(&self, other: &Self) -> bool {
        (self.scenario.hash, self.seed) == (other.scenario.hash, other.seed)
    }

    /// Plays on until a file is saved or play is stopped, and shows cards.
    fn refine(
        &mut self,
        args: &WatchArgs,
        files: &Files,
        stop: &AtomicBool,
        screen: &mut Screen<'_>,
    ) -> Result<Result<(), Broken>, Failure> {
        let most = args.fights.map(|fights| fights.0).or(self.scenario.run.fights).unwrap_or(FIGHTS);
        let slice = CHUNK * rayon::current_num_threads() as u64;
        let began = Instant::now();
        let watch = Watch { stop, played: &|_| {} };
        let mut shown = 0;
        if self.sample.fights == 0 {
            let mut probe = Sample::default();
            if let Err(broken) = self.play(&mut probe, PROBE.min(most), watch) {
                return Ok(Err(broken));
            }
            let each = began.elapsed().div_f64(PROBE as f64);
            let fits = (FIRST.as_secs_f64() / each.as_secs_f64().max(1e-9)) as u64;
            if fits < CHUNK {
                // A chunk takes too long for a first card: it has what the time allows.
                let mut first = Sample::default();
                if let Err(broken) = self.play(&mut first, fits.max(PROBE).min(most), watch) {
                    return Ok(Err(broken));
                }
                screen.card(self, &first, most)?;
            }
        }
        while !files.are_saved() && !stop.load(Ordering::Relaxed) {
            if self.sample.fights >= most {
                if shown < self.sample.fights {
                    shown = self.sample.fights;
                    screen.card(self, &self.sample, most)?;
                }
                std::thread::sleep(POLL);
                continue;
            }
            let mut sample = std::mem::take(&mut self.sample);
            let end = most.min(sample.fights + slice);
            let played = self.play(&mut sample, end, watch);
            self.sample = sample;
            if let Err(broken) = played {
                return Ok(Err(broken));
            }
            let is_due =
                if shown == 0 { began.elapsed() >= FIRST } else { self.sample.fights >= REFINED * shown };
            if is_due && self.sample.fights < most {
                shown = self.sample.fights;
                screen.card(self, &self.sample, most)?;
            }
        }
        Ok(Ok(()))
    }

    fn play(&self, sample: &mut Sample, end: u64, watch: Watch<'_>) -> Result<(), Broken> {
        let metrics: Vec<_> = self.metrics.iter().cloned().map(Some).collect();
        Sampler::new(self.scenario.engine(), self.seed, &metrics, true).play(sample, end, watch)
    }
}

/// A goal in JSON.
#[derive(Serialize)]
struct GoalRow<'a> {
    goal: &'a str,
    verdict: &'static str,
}

#[derive(Serialize)]
struct CardObject<'a> {
    scenario: &'a str,
    system: &'a str,
    seed: u64,
    fights: u64,
    signature: &'a str,
    summary: &'a [SummaryRow<'a>],
    goals: Vec<GoalRow<'a>>,
    moved: Vec<MovedRow>,
}

#[derive(Serialize)]
struct ErrorObject<'a> {
    error: &'a str,
}

/// Where cards are shown.
struct Screen<'a> {
    args: &'a WatchArgs,
    is_shown: bool,
    /// Whether what stands in the folder may be replaced.
    is_written: bool,
}

impl Screen<'_> {
    /// Shows a card of these fights, beside the version before.
    fn card(&mut self, version: &Version, sample: &Sample, most: u64) -> Result<(), Failure> {
        let Version { scenario, seed, metrics, .. } = version;
        let about = scenario.engine().about();
        let totals = &sample.totals;
        let point = Point {
            scenario: scenario.stem.clone(),
            system: scenario.info.name().to_owned(),
            varied: Vec::new(),
            seed: *seed,
            stop: Stop::Fixed,
            signature: signature(totals),
        };
        let before = version.before.as_ref();
        let changes: Vec<Moved> = before
            .map(|before| moved((&before.metrics, &before.sample), (metrics, sample)))
            .unwrap_or_default();
        let goals: Vec<_> = scenario.goals.iter().map(|goal| &goal.value).collect();
        let tables = Tables::new(&point, &about, totals);
        if let Some(dir) = &self.args.output.out {
            write_tables(dir, &run_tables(&[&tables])?, self.is_written)?;
            self.is_written = true;
        }
        if self.args.output.json {
            let goal = |goal: &&'_ fray_sim::measures::Goal| match goal.verdict(&about, totals) {
                Verdict::Met => "pass",
                Verdict::Missed => "fail",
                Verdict::Undecided => "open",
            };
            return print_object(&CardObject {
                scenario: &point.scenario,
                system: &point.system,
                seed: *seed,
                fights: sample.fights,
                signature: &point.signature,
                summary: &tables.summary,
                goals: goals.iter().map(|it| GoalRow { goal: &it.text, verdict: goal(it) }).collect(),
                moved: rows(&changes),
            });
        }
        if self.args.play.quiet {
            return Ok(());
        }
        // They are counted in fights of their own, for which a slow scenario has no time at first.
        let dice_per_fight =
            (sample.fights >= COUNTED).then(|| dice_per_fight(scenario.engine(), *seed, sample.fights));
        let card = Card {
            title: &scenario.title,
            point: &point,
            about: &about,
            totals,
            dice_per_fight: dice_per_fight.flatten(),
            goals: &goals,
            each: false,
            look: look(),
        };
        let mut text = card.render();
        if before.is_some() {
            text += &format!("\n{}", render(&changes, look()));
        }
        let run = ShellCommand::new("run", &self.args.scenario, *seed, &self.args.play)
            .with("--fights", &sample.fights.to_string());
        let refined = if sample.fights < most { "; it is refined while nothing is saved" } else { "" };
        text += &format!("\nthe same figures: {run}{refined}\n");
        report_warnings(scenario);
        self.show(&text)
    }

    /// Shows what is wrong with the file in the place of the card.
    fn wrong(&mut self, diagnosis: &Diagnosis) -> Result<(), Failure> {
        if self.args.output.json {
            return print_object(&ErrorObject { error: &diagnosis.render(Paint::Plain) });
        }
        let paint = if has_colors(&std::io::stdout()) { Paint::Color } else { Paint::Plain };
        self.show(&diagnosis.render(paint))
    }

    /// Shows that a fight broke an invariant.
    fn broken(&mut self, version: &Version, fight: &Broken) -> Result<(), Failure> {
        let play = &self.args.play;
        let failure = broken(&self.args.scenario, version.seed, play, &play.set.sets, &[], fight);
        let (_, text) = failure.reason();
        if self.args.output.json {
            return print_object(&ErrorObject { error: text });
        }
        self.show(&format!("{text}\n"))
    }

    /// In a terminal a text takes the place of the one before; elsewhere it follows it.
    fn show(&mut self, text: &str) -> Result<(), Failure> {
        let mut out = anstream::stdout().lock();
        if std::io::stdout().is_terminal() {
            out.write_all(b"\x1b[H\x1b[2J\x1b[3J")?;
        } else if self.is_shown {
            out.write_all(b"\n")?;
        }
        self.is_shown = true;
        out.write_all(text.as_bytes())?;
        Ok(out.flush()?)
    }
}
