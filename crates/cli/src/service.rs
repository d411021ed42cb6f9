//! Services of long-running verbs: threads, a progress bar, and Ctrl-C.

use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::io::IsTerminal;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use fray_engine::fight;
use fray_sim::tables::format::thousands;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, WeakProgressBar};

use crate::exit::{Exit, Failure, report};

/// The template of a progress bar that counts fights.
pub(crate) const FIGHTS_BAR: &str = "{msg} {wide_bar} {human_pos}/{human_len} fights, {speed}, {eta} left";

/// The template of a progress bar below a message of several lines.
pub(crate) const FIGHTS_BAR_BELOW: &str =
    "{msg}\n{wide_bar} {human_pos}/{human_len} fights, {speed}, {eta} left";

/// Returns whether somebody reads both what is printed and how far the work is on a terminal.
pub(crate) fn is_read_on_a_terminal() -> bool {
    std::io::stdout().is_terminal() && std::io::stderr().is_terminal()
}

/// The results that are kept when a process ends at once.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Keeps {
    /// The fights up to the last checkpoint.
    Checkpoints,
    /// The files that were written.
    Files,
}

/// The flag of [`on_interrupt`], once a verb ends by itself on Ctrl-C.
static STOP: Mutex<Option<Arc<AtomicBool>>> = Mutex::new(None);

/// The results that are kept if the program ends at once; set by the work that was begun last.
static KEPT: Mutex<Keeps> = Mutex::new(Keeps::Files);

/// How long fights in progress may go on after the first Ctrl-C, and the saving after the second.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5);
const SAVING: Duration = Duration::from_secs(2);

/// Ends the program with the code of an interruption when a signal asks for its end, until a verb
/// [ends by itself](on_interrupt). Whatever verb runs, an interruption has one code.
///
/// # Errors
/// If the system offers no way to listen for signals.
pub(crate) fn answer_signals() -> Result<(), Failure> {
    static IS_LISTENING: Mutex<bool> = Mutex::new(false);
    let mut is_listening = IS_LISTENING.lock().unwrap_or_else(PoisonError::into_inner);
    if *is_listening {
        return Ok(());
    }
    let times = AtomicU32::new(0);
    ctrlc::set_handler(move || signalled(&times))
        .map_err(|error| Failure::Because(Exit::Output, format!("cannot listen for Ctrl-C: {error}")))?;
    *is_listening = true;
    Ok(())
}

/// Answers a signal: ends the program if no verb ends by itself, or at the third signal. The first sets the flag
/// of the verb; the second gives up its fights.
fn signalled(times: &AtomicU32) {
    let flag = STOP.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let Some(flag) = flag else {
        report("interrupted");
        std::process::exit(Exit::Interrupted as i32);
    };
    flag.store(true, Ordering::Relaxed);
    match times.fetch_add(1, Ordering::Relaxed) {
        0 => drop(std::thread::spawn(|| {
            std::thread::sleep(PATIENCE);
            fight::give_up();
        })),
        1 => {
            fight::give_up();
            report("interrupted again: the fights in progress are given up; a third time ends at once");
            // This thread hears the third; another ends what cannot be ended in order.
            std::thread::spawn(|| {
                std::thread::sleep(SAVING);
                end_at_once();
            });
        }
        _ => end_at_once(),
    }
}

/// Returns a flag that the first Ctrl-C sets: the work in progress is finished and saved. Fights that go
/// on for seconds after it, or until a second Ctrl-C, are given up, and what was played before them
/// is saved. Where the second finds the program unable to end within seconds, it ends at once; so does
/// every third. All calls return one flag.
///
/// # Errors
/// If the system offers no way to listen for it.
pub(crate) fn on_interrupt(keeps: Keeps) -> Result<Arc<AtomicBool>, Failure> {
    answer_signals()?;
    *KEPT.lock().unwrap_or_else(PoisonError::into_inner) = keeps;
    let mut known = STOP.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(Arc::clone(known.get_or_insert_default()))
}

/// Lets a signal end the program at once again: a search that ends by itself is over, and what follows does
/// not look at its flag.
pub(crate) fn stand_down() {
    *STOP.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

/// Ends the program. Files have their names only once they are whole.
fn end_at_once() -> ! {
    report(match *KEPT.lock().unwrap_or_else(PoisonError::into_inner) {
        Keeps::Checkpoints => "ended at once: nothing since the last checkpoint is kept",
        Keeps::Files => "ended at once: nothing is kept but the files written until now",
    });
    std::process::exit(Exit::Interrupted as i32)
}

/// A pool of this many threads; 0 is one for each core.
///
/// # Errors
///
/// If the threads cannot be started.
pub(crate) fn pool(threads: u16) -> Result<rayon::ThreadPool, Failure> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.into())
        .build()
        .map_err(|error| Failure::Because(Exit::Retry, format!("cannot start threads: {error}")))
}

/// The time between two reports of work that is not shown on a terminal: the seconds that the environment variable
/// `FRAY_PROGRESS` has, or ten.
fn reported_every() -> Duration {
    interval(std::env::var("FRAY_PROGRESS").ok().as_deref())
}

/// The interval that was asked for, if it is one.
fn interval(asked: Option<&str>) -> Duration {
    const USUAL: Duration = Duration::from_secs(10);
    const SHORTEST: f64 = 0.05;
    let seconds = asked.and_then(|text| text.parse().ok()).filter(|seconds| *seconds >= SHORTEST);
    seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).unwrap_or(USUAL)
}

/// A progress bar of this many steps on stderr. If stderr is no terminal, a hidden one, and a line on
/// stderr at intervals; with `quiet` neither.
pub(crate) fn progress(steps: u64, quiet: bool, style: &str) -> ProgressBar {
    if quiet || !std::io::stderr().is_terminal() {
        let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::hidden());
        if !quiet {
            let watched = bar.downgrade();
            std::thread::spawn(move || report_at_intervals(&watched, reported_every(), report));
        }
        return bar;
    }
    let bar = ProgressBar::new(steps).with_style(fights_style(style));
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

/// The style of a progress bar that counts fights.
pub(crate) fn fights_style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    // indicatif's own speed has four decimals; a whole number of fights a second is enough.
    let speed = |state: &ProgressState, out: &mut dyn core::fmt::Write| {
        let _ = write!(out, "{}/s", HumanCount(state.per_sec() as u64));
    };
    style.with_key("speed", speed)
}

/// Says at intervals how far the work is, until it ends.
fn report_at_intervals(bar: &WeakProgressBar, every: Duration, say: impl Fn(String)) {
    loop {
        std::thread::sleep(every);
        match bar.upgrade() {
            Some(bar) if !bar.is_finished() => say(how_far(&bar)),
            _ => break,
        }
    }
}

/// Returns how far the work is, in a line of a log. Of a search nobody knows how many fights it will be.
fn how_far(bar: &ProgressBar) -> String {
    let (done, all, seconds) = (bar.position(), bar.length().unwrap_or(0), bar.elapsed().as_secs());
    let message = bar.message();
    let what = if message.is_empty() { String::new() } else { format!("{message}: ") };
    let n = thousands(done.into());
    match all {
        0 => format!("{what}{n} fights after {seconds} s"),
        _ => {
            let (percent, all) = (100.0 * done as f64 / all as f64, thousands(all.into()));
            format!("{what}{percent:.0} % ({n} of {all}) after {seconds} s")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_nobody_sees_is_reported_until_it_ends() {
        let bar = ProgressBar::with_draw_target(Some(2_000_000), ProgressDrawTarget::hidden());
        bar.set_message("duel");
        bar.inc(1_250_000);
        let said = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            let (watched, said) = (bar.downgrade(), &said);
            scope.spawn(move || {
                report_at_intervals(&watched, Duration::from_millis(1), |line| {
                    said.lock().unwrap().push(line)
                });
            });
            while said.lock().unwrap().len() < 2 {
                std::thread::yield_now();
            }
            bar.finish_and_clear();
            drop(bar);
        });
        let said = said.into_inner().unwrap();
        assert_eq!(said[0], "duel: 62 % (1,250,000 of 2,000,000) after 0 s");
    }

    #[test]
    fn reports_come_as_often_as_was_asked_and_every_ten_seconds_otherwise() {
        let milliseconds = |asked| interval(asked).as_millis();
        assert_eq!(milliseconds(Some("0.2")), 200);
        assert_eq!(milliseconds(Some("60")), 60_000);
        for wrong in
            [None, Some(""), Some("0"), Some("-1"), Some("soon"), Some("NaN"), Some("inf"), Some("1e300")]
        {
            assert_eq!(milliseconds(wrong), 10_000, "{wrong:?}");
        }
    }

    #[test]
    fn work_without_a_known_end_has_no_percentage() {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        bar.inc(12_000);
        assert_eq!(how_far(&bar), "12,000 fights after 0 s");
    }
}
