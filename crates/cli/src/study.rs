//! The framework of the verbs that play versions of a scenario: the folder for their tables, threads, the
//! bar, the flag of Ctrl-C, and how an answer is printed and written.

use core::ops::Deref;
use core::sync::atomic::{AtomicBool, Ordering};
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use fray_engine::fight::give_up;
use fray_kit::sheet::text::shown;
use fray_sim::control::Control;
use fray_sim::output::OpenDir;
use fray_sim::scenario::Scenario;
use indicatif::ProgressBar;
use rayon::ThreadPool;
use serde::Serialize;

use crate::args::{OutputArgs, PlayArgs};
use crate::exit::{Exit, Failure, print, report};
use crate::scenarios::random_seed;
use crate::service::{FIGHTS_BAR, Keeps, PATIENCE, on_interrupt, pool, progress};
use crate::varied::{TableFile, open_out, print_object, write_tables};

/// Fights that go on for this part of a limit of time after it are given up.
const LONG_AFTER: u32 = 10;

/// The threads, the bar and the flag of Ctrl-C with which a verb plays.
pub(crate) struct Workers {
    stop: Arc<AtomicBool>,
    /// Set when the [limit](Self::limit) of time ends the play.
    late: Arc<AtomicBool>,
    pool: ThreadPool,
    /// Shows how far the work is.
    pub(crate) bar: ProgressBar,
}

impl Workers {
    /// Begins to play on so many threads, with a bar of this look, if it is shown.
    ///
    /// # Errors
    /// If threads cannot be started, or the system offers no way to listen for signals.
    pub(crate) fn begin(threads: u16, is_silent: bool, style: &str) -> Result<Self, Failure> {
        let (stop, pool) = (on_interrupt(Keeps::Files)?, pool(threads)?);
        Ok(Self { stop, late: Arc::default(), pool, bar: progress(0, is_silent, style) })
    }

    /// Shows a text beside the bar.
    pub(crate) fn tell(&self, text: &str) {
        self.bar.set_message(shown(text).into_owned());
    }

    /// How many threads there are.
    pub(crate) fn n_threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Ends the play as Ctrl-C does.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Ends the play after this time as Ctrl-C does, if there is a limit. Fights that go on long after it are given up.
    pub(crate) fn limit(&self, time: Option<Duration>) {
        let Some(time) = time else { return };
        let (stop, late) = (Arc::clone(&self.stop), Arc::clone(&self.late));
        std::thread::spawn(move || {
            std::thread::sleep(time);
            if !stop.swap(true, Ordering::Relaxed) {
                late.store(true, Ordering::Relaxed);
            }
            std::thread::sleep((time / LONG_AFTER).min(PATIENCE));
            give_up();
        });
    }

    /// Returns whether the limit of time ended the play.
    pub(crate) fn is_late(&self) -> bool {
        self.late.load(Ordering::Relaxed)
    }

    /// Says that the play ended before its end, and what of it: by a limit of time, or by Ctrl-C.
    pub(crate) fn report_end(&self, known: &str, again: &str) -> Exit {
        if self.is_late() {
            report(format_args!("time ran out: {known}; raise --max-time"));
            Exit::Undecided
        } else {
            report(format_args!("interrupted: {known}; {again}"));
            Exit::Interrupted
        }
    }

    /// Does work on the threads that were asked for.
    pub(crate) fn work<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.pool.install(work)
    }

    /// Plays on the threads that were asked for, with what stops the play and is told of its fights. More may be
    /// played after it.
    pub(crate) fn play_first<T: Send>(&self, play: impl FnOnce(Control<'_>) -> T + Send) -> T {
        let played = |n| self.bar.inc(n);
        self.pool.install(|| play(Control { stop: &self.stop, played: &played }))
    }

    /// The same for all that is left to be played: takes the bar away.
    pub(crate) fn play<T: Send>(&self, play: impl FnOnce(Control<'_>) -> T + Send) -> T {
        let answer = self.play_first(play);
        self.bar.finish_and_clear();
        answer
    }
}

/// One answer in the making: what plays for it, and where its tables go.
pub(crate) struct Study<'a> {
    play: &'a PlayArgs,
    output: &'a OutputArgs,
    out: Option<OpenDir>,
    workers: Workers,
}

impl Deref for Study<'_> {
    type Target = Workers;

    fn deref(&self) -> &Workers {
        &self.workers
    }
}

impl<'a> Study<'a> {
    /// Begins an answer whose tables have these names. The folder for them is opened before anything is played.
    ///
    /// # Errors
    /// If nothing can be written there, or another process has it open; if threads cannot be started.
    pub(crate) fn begin(play: &'a PlayArgs, output: &'a OutputArgs, names: &[&str]) -> Result<Self, Failure> {
        Self::begin_with_bar(play, output, names, FIGHTS_BAR)
    }

    /// The same with a bar of this look.
    ///
    /// # Errors
    /// As for [`begin`](Self::begin).
    pub(crate) fn begin_with_bar(
        play: &'a PlayArgs,
        output: &'a OutputArgs,
        names: &[&str],
        style: &str,
    ) -> Result<Self, Failure> {
        let out = open_out(output, names)?;
        let workers = Workers::begin(play.threads, play.quiet || output.json, style)?;
        Ok(Self { play, output, out, workers })
    }

    /// Prints the answer: the object of `--json`, or the text, or with `--quiet` nothing.
    ///
    /// # Errors
    /// If it cannot be printed.
    pub(crate) fn show<O: Serialize>(
        &self,
        object: impl FnOnce() -> O,
        text: impl FnOnce() -> String,
    ) -> Result<(), Failure> {
        if self.output.json {
            return print_object(&object());
        }
        if !self.play.quiet {
            anstream::stdout().lock().write_all(text().as_bytes())?;
        }
        Ok(())
    }

    /// Writes the tables, if a folder was named, and says where: the file, or the folder of several.
    ///
    /// # Errors
    /// If there are other results in the way, or something cannot be written.
    pub(crate) fn write(
        &self,
        tables: impl FnOnce() -> Result<Vec<TableFile>, Failure>,
    ) -> Result<(), Failure> {
        let Some(dir) = &self.out else { return Ok(()) };
        let tables = tables()?;
        write_tables(dir, &tables, self.output.force)?;
        if self.output.json || self.play.quiet {
            return Ok(());
        }
        let at = match &tables[..] {
            [one] => dir.path().join(one.name),
            _ => dir.path().to_owned(),
        };
        Ok(print(&format!("\nwritten to {}\n", at.display()))?)
    }
}

/// The seed that the flags name, or the file, or one at random.
pub(crate) fn seed_of(play: &PlayArgs, scenario: &Scenario) -> u64 {
    play.seed.or(scenario.run.seed).unwrap_or_else(random_seed)
}
