//! The end of a run of the program: its exit code and its failure.

use core::sync::atomic::{AtomicBool, Ordering};
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use fray_engine::fight::is_given_up;
use fray_kit::sheet::text::shown_lines;
use fray_sim::output::{ErrorKind, OutputError, is_transient, of_system};
use fray_sim::tables::json::{Escaped, Versioned};
use serde::Serialize;

/// Declares the exit codes with their meanings, for the code and for the help.
macro_rules! exits {
    ($($(#[doc = $doc:literal])* $name:ident = $code:literal $meaning:literal;)*) => {
        /// The exit codes, one table for all verbs. clap itself ends wrong usage with
        /// [`Exit::Usage`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(u8)]
        pub(crate) enum Exit {
            $($(#[doc = $doc])* $name = $code,)*
        }

        impl Exit {
            /// All codes with what they mean.
            const ALL: &[(Self, &str)] = &[$((Self::$name, $meaning)),*];
        }
    };
}

exits! {
    /// Success. A closed pipe is success too.
    Ok = 0 "success; a closed pipe is success too";
    /// A goal, a baseline or an expected verdict failed.
    Failed = 1 "failed: `check`, `compare --expect`, `run --verify` or `selftest`; missed goals of `run` are not failures";
    /// Wrong usage.
    Usage = 2 "wrong usage";
    /// A fight broke an invariant of its rules.
    Broken = 3 "a fight broke an invariant of its rules";
    /// A limit was reached before the answer: the precision is not met, the exact answer is out of
    /// reach, or the search found nothing.
    Undecided = 4 "undecided: a limit reached first, an exact answer out of reach, or nothing found";
    /// A baseline is missing or out of date, or results do not belong together: they have gaps, overlap or
    /// are parts of another run.
    Mismatch = 5 "a baseline is missing or out of date, or results do not belong together";
    /// Results that contradict each other.
    Contradiction = 6 "results contradict each other: the same fights have different counts";
    /// No value of a key meets the goals.
    NoValue = 7 "no value meets the goals";
    /// A scenario file is wrong, missing or unreadable.
    BadScenario = 10 "a scenario file is wrong, missing or unreadable";
    /// Output cannot be written, or would replace the results of another run.
    Output = 30 "output cannot be written, or would replace the results of another run";
    /// Output cannot be written now, but a retry may succeed.
    Retry = 75 "output cannot be written now; try again later";
    /// Interrupted. The fights played so far are saved.
    Interrupted = 130 "interrupted; the fights played so far are saved";
}

impl Exit {
    /// All codes with what they mean.
    pub(crate) fn all() -> impl Iterator<Item = (u8, &'static str)> {
        Self::ALL.iter().map(|(exit, meaning)| (*exit as u8, *meaning))
    }

    /// The end of the help: how to see what was built, and the table of all codes.
    pub(crate) fn help() -> String {
        let line = |(exit, meaning): &(Self, &str)| format!("\n  {:<4}{meaning}", *exit as u8);
        let codes: String = Self::ALL.iter().map(line).collect();
        format!("`fray --version -v` also names the rules of each game and the build.\n\nExit codes:{codes}")
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// The reason for which a verb stopped before its end.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Nobody reads the output any more.
    ClosedPipe,
    /// The code to end with and a message.
    Because(Exit, String),
    /// The code to end with and a message that was printed already.
    Reported(Exit, String),
}

impl Failure {
    /// Wrong usage that clap does not notice.
    pub(crate) fn usage(message: impl fmt::Display) -> Self {
        Self::Because(Exit::Usage, message.to_string())
    }

    /// A failure that was printed already, with the meaning of the code as its message.
    pub(crate) fn reported(exit: Exit) -> Self {
        Self::Reported(exit, exit.meaning().to_owned())
    }
}

/// Prints a line to stderr. A closed stderr is no failure: `eprintln!` would panic there, in the
/// middle of a run. Quoted parts of files do not steer the terminal.
pub(crate) fn report(text: impl fmt::Display) {
    let _ = writeln!(anstream::stderr(), "{}", shown_lines(&text.to_string()));
}

/// Prints text without colours to stdout. Quoted parts of files do not steer the terminal.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(shown_lines(text).as_bytes())?;
    out.flush()
}

/// Whether an object of `--json` was printed, or begun: there is one, even if something fails later.
pub(crate) static HAS_OBJECT: AtomicBool = AtomicBool::new(false);

/// Prints an object of `--json` to stdout.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn print_json(object: &impl Serialize) -> io::Result<()> {
    HAS_OBJECT.store(true, Ordering::Relaxed);
    let mut out = Escaped(io::stdout().lock());
    serde_json::to_writer_pretty(&mut out, object)?;
    writeln!(out)?;
    out.flush()
}

impl Exit {
    /// The exit with this code.
    pub(crate) fn of(code: u8) -> Option<Self> {
        Self::ALL.iter().map(|(exit, _)| *exit).find(|exit| *exit as u8 == code)
    }

    /// Returns the meaning of the code.
    fn meaning(self) -> &'static str {
        Self::ALL.iter().find(|(exit, _)| *exit == self).map_or("", |(_, meaning)| meaning)
    }
}

/// A failure as the object of `--json`.
#[derive(Serialize)]
struct FailureObject<'a> {
    error: &'a str,
    code: u8,
}

impl Failure {
    /// Prints it as the object of `--json`, unless there is one. If that cannot be written, the exit code and
    /// stderr still say it.
    pub(crate) fn print_object(&self) {
        let (exit, error) = self.reason();
        if exit != Exit::Ok && !HAS_OBJECT.load(Ordering::Relaxed) {
            let _ = print_json(&Versioned::new(&FailureObject { error, code: exit as u8 }));
        }
    }

    /// The code to end with, and why.
    pub(crate) fn reason(&self) -> (Exit, &str) {
        match self {
            Self::ClosedPipe => (Exit::Ok, Exit::Ok.meaning()),
            // A fight that was given up broke nothing.
            Self::Reported(Exit::Broken, _) | Self::Because(Exit::Broken, _) if is_given_up() => {
                (Exit::Interrupted, "interrupted: the fights in progress were given up")
            }
            Self::Reported(exit, message) | Self::Because(exit, message) => (*exit, message),
        }
    }

    /// Prints the message to stderr and returns the code to end with.
    pub(crate) fn report(self) -> Exit {
        let (exit, message) = self.reason();
        if matches!(self, Self::Because(..)) {
            report(format_args!("error: {message}"));
        }
        exit
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if of_system(&error).kind() == io::ErrorKind::BrokenPipe {
            return Self::ClosedPipe;
        }
        let exit = if is_transient(&error) { Exit::Retry } else { Exit::Output };
        Self::Because(exit, format!("output cannot be written: {error}"))
    }
}

impl From<OutputError> for Failure {
    fn from(error: OutputError) -> Self {
        let exit = match error.kind {
            ErrorKind::OldLayout => Exit::Mismatch,
            ErrorKind::AnotherRun | ErrorKind::Output => Exit::Output,
            ErrorKind::Transient => Exit::Retry,
            ErrorKind::Mismatch => Exit::Mismatch,
        };
        Self::Because(exit, error.to_string())
    }
}
