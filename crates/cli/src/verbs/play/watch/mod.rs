//! `fray watch`: a scenario played again whenever it is saved.
//!
//! The time decides how many fights a card has, which it says; `fray run` with that number gives the same
//! figures. While nothing is saved the same fights are continued.

mod files;
mod screen;

use core::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fray_sim::control::Control;
use fray_sim::play::run::{Broken, CHUNK};
use fray_sim::scenario::{Diagnosis, Paint, Scenario, load_scenario};
use fray_sim::vary::hints::Hint;
use fray_sim::vary::metrics::Metric;
use fray_sim::vary::sample::{Sample, Sampler};

use self::files::Files;
use self::screen::Screen;
use crate::args::{WatchArgs, at_most};
use crate::exit::{Exit, Failure, report};
use crate::hinted::hints_of;
use crate::scenarios::random_seed;
use crate::service::{Keeps, on_interrupt, pool};

/// The time between two looks at the files.
const POLL: Duration = Duration::from_millis(50);
/// How long the first card of a version is played.
const FIRST: Duration = Duration::from_millis(300);
/// Fights that show how long one takes.
const PROBE: u64 = 16;
/// A scenario is slow if fewer fights than this fit into the time of the first card.
const SLOW: u64 = 4 * CHUNK;
/// A card is shown again when it has this many times the fights.
const REFINED: u64 = 4;
/// The number of fights if neither flag nor file has one.
const FIGHTS: u64 = 100_000;

pub(crate) fn run(args: &WatchArgs) -> Result<Exit, Failure> {
    at_most(args.max_fights, args.old_fights);
    let stop = on_interrupt(Keeps::Files)?;
    let pool = pool(args.play.threads)?;
    let drawn = random_seed();
    let mut screen = Screen::new(args)?;
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
                    version.hints = std::mem::take(&mut last.hints);
                } else {
                    version.before = last.take().filter(|last| last.played().fights > 0).map(Box::new);
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
    report(match &screen.again {
        Some(run) => format!("interrupted: the last figures again, and their files: {run}"),
        None => "interrupted: no card was shown yet".to_owned(),
    });
    Ok(Exit::Interrupted)
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

/// A version of the scenario with the fights played of it.
struct Version {
    scenario: Scenario,
    seed: u64,
    metrics: Vec<Metric>,
    sample: Sample,
    /// The fights of its first card, where they are less than a chunk; they are not played on.
    first: Sample,
    /// The version before it.
    before: Option<Box<Version>>,
    /// Tactics that are worth much; none before all fights were played.
    hints: Vec<Hint>,
}

impl Version {
    fn new(scenario: Scenario, seed: u64) -> Self {
        let metrics = Metric::of_card(&scenario.engine().about());
        let (sample, first) = (Sample::default(), Sample::default());
        Self { scenario, seed, metrics, sample, first, before: None, hints: Vec::new() }
    }

    fn is_same_as(&self, other: &Self) -> bool {
        (self.scenario.hash, self.seed) == (other.scenario.hash, other.seed)
    }

    /// Plays on until a file is saved or play is stopped, and shows cards. Either drops the fights in
    /// progress, as the fights of a slow scenario would keep the next card waiting.
    fn refine(
        &mut self,
        args: &WatchArgs,
        files: &Files,
        stop: &AtomicBool,
        screen: &mut Screen<'_>,
    ) -> Result<Result<(), Broken>, Failure> {
        let (is_over, is_done) = (AtomicBool::new(false), AtomicBool::new(false));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    if stop.load(Ordering::Relaxed) || files.are_saved() {
                        is_over.store(true, Ordering::Relaxed);
                        return;
                    }
                    std::thread::sleep(POLL);
                }
            });
            let refined = self.refine_unless(&is_over, args, stop, screen);
            is_done.store(true, Ordering::Relaxed);
            refined
        })
    }

    /// Plays on until `is_over` is set, and shows cards.
    fn refine_unless(
        &mut self,
        is_over: &AtomicBool,
        args: &WatchArgs,
        stop: &AtomicBool,
        screen: &mut Screen<'_>,
    ) -> Result<Result<(), Broken>, Failure> {
        let most = args
            .max_fights
            .or(args.old_fights)
            .map(|fights| fights.0)
            .or(self.scenario.run.fights)
            .unwrap_or(FIGHTS);
        let slice = CHUNK * rayon::current_num_threads() as u64;
        let began = Instant::now();
        let watch = Control { stop, played: &|_| {} };
        let mut shown = 0;
        if self.sample.fights == 0 {
            let mut probe = Sample::default();
            if let Err(broken) = self.play(&mut probe, PROBE.min(most), watch, is_over) {
                return Ok(Err(broken));
            }
            let each = began.elapsed().div_f64(PROBE as f64);
            let fits = (FIRST.as_secs_f64() / each.as_secs_f64().max(1e-9)) as u64;
            if fits < SLOW {
                // Whole chunks may take too long for a first card: it has what the time allows.
                let (mut first, fights) = (Sample::default(), fits.clamp(PROBE, CHUNK - 1));
                if let Err(broken) = self.play(&mut first, fights.min(most), watch, is_over) {
                    return Ok(Err(broken));
                }
                if first.fights > 0 {
                    screen.card(self, &first, most)?;
                    self.first = first;
                }
            }
        }
        while !is_over.load(Ordering::Relaxed) {
            if self.sample.fights >= most {
                if shown < self.sample.fights {
                    shown = self.sample.fights;
                    screen.card(self, &self.sample, most)?;
                    self.look_for_hints(args, is_over);
                    if !self.hints.is_empty() && !is_over.load(Ordering::Relaxed) {
                        screen.card(self, &self.sample, most)?;
                    }
                }
                std::thread::sleep(POLL);
                continue;
            }
            let mut sample = std::mem::take(&mut self.sample);
            let end = most.min(sample.fights + slice);
            let played = self.play(&mut sample, end, watch, is_over);
            self.sample = sample;
            if let Err(broken) = played {
                return Ok(Err(broken));
            }
            let is_due =
                if shown == 0 { began.elapsed() >= FIRST } else { self.sample.fights >= REFINED * shown };
            if is_due && self.sample.fights < most && !is_over.load(Ordering::Relaxed) {
                shown = self.sample.fights;
                screen.card(self, &self.sample, most)?;
            }
        }
        Ok(Ok(()))
    }

    /// Looks for hints with a part of the fights of the last card, unless a file is saved meanwhile.
    fn look_for_hints(&mut self, args: &WatchArgs, is_over: &AtomicBool) {
        let is_shown = args.output.json || !args.play.quiet;
        if is_shown && !args.no_hints && self.hints.is_empty() {
            let watch = Control { stop: is_over, played: &|_| {} };
            self.hints = hints_of(&args.play, &[], &self.scenario, (self.seed, self.sample.fights), watch);
        }
    }

    fn play(
        &self,
        sample: &mut Sample,
        end: u64,
        watch: Control<'_>,
        is_over: &AtomicBool,
    ) -> Result<(), Broken> {
        let metrics: Vec<_> = self.metrics.iter().cloned().map(Some).collect();
        let sampler = Sampler::new(self.scenario.engine(), self.seed, &metrics, true);
        sampler.play_unless(sample, end, watch, is_over).map(|_| ())
    }

    /// The most fights that were played of it.
    fn played(&self) -> &Sample {
        if self.sample.fights > 0 { &self.sample } else { &self.first }
    }
}
