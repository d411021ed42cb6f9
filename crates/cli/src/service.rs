//! What long-running verbs share: threads, a progress bar, and Ctrl-C.

use core::sync::atomic::{AtomicBool, Ordering};
use std::io::IsTerminal;
use std::sync::Arc;
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};

use crate::exit::{Exit, Failure};

/// The template of a progress bar that counts fights.
pub(crate) const FIGHTS_BAR: &str = "{msg} {wide_bar} {human_pos}/{human_len} fights, {speed}, {eta} left";

/// Returns a flag that the first Ctrl-C sets. The second Ctrl-C ends the program at once.
///
/// # Errors
///
/// If the system offers no way to listen for it.
pub(crate) fn on_interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let handler = move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Interrupted as i32);
        }
    };
    ctrlc::set_handler(handler)
        .map_err(|error| Failure::Because(Exit::Output, format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(stop)
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

/// A progress bar of this many steps on stderr; a hidden one if `quiet`, or if stderr is no terminal.
pub(crate) fn progress(steps: u64, quiet: bool, style: &str) -> ProgressBar {
    if quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar());
    // indicatif's own speed has four decimals; a whole number of fights a second is enough.
    let speed = |state: &ProgressState, out: &mut dyn core::fmt::Write| {
        let _ = write!(out, "{}/s", HumanCount(state.per_sec() as u64));
    };
    let style = style.with_key("speed", speed);
    let bar = ProgressBar::new(steps).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}
