//! How a run of the program ends.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use fray_sim::output::{ErrorKind, OutputError};

/// Declares the exit codes with what they mean, said once for the code and for the help.
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
    /// All is well. A closed pipe is success too.
    Ok = 0 "all is well; a closed pipe too";
    /// A goal, a baseline or an asked-for verdict failed.
    Failed = 1 "a goal, a baseline or an asked-for verdict failed";
    /// Wrong usage.
    Usage = 2 "wrong usage";
    /// A fight broke an invariant of its rules.
    Broken = 3 "a fight broke an invariant of its rules";
    /// The limit came before the answer: a precision not reached, an exact answer out of reach, a
    /// search without a find.
    Undecided = 4 "undecided: the limit came first, out of reach, or nothing found";
    /// A baseline is missing or stale; results do not fit together: gaps, overlaps, parts of
    /// something else.
    Unfit = 5 "a baseline is missing or stale, or results do not fit together";
    /// Results that contradict each other.
    Contradiction = 6 "results contradict each other: the same fights, other counts";
    /// A scenario file is wrong, missing or unreadable.
    BadScenario = 10 "a scenario file is wrong, missing or unreadable";
    /// Output cannot be written, or would replace the results of another run.
    Output = 30 "output cannot be written, or would replace another run's";
    /// The same, but worth a retry.
    Retry = 75 "the same, worth a retry";
    /// Interrupted; what was played is saved.
    Interrupted = 130 "interrupted, what was played is saved";
}

impl Exit {
    /// The table of all codes, for the help.
    pub(crate) fn help() -> String {
        let line = |(exit, meaning): &(Self, &str)| format!("\n  {:<4}{meaning}", *exit as u8);
        "Exit codes:".to_owned() + &Self::ALL.iter().map(line).collect::<String>()
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why a verb stopped before its end.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Nobody reads the output any more.
    ClosedPipe,
    /// Something to tell, and the code to end with.
    Because(Exit, String),
    /// The code to end with; what went wrong was told already.
    Told(Exit),
}

impl Failure {
    /// Wrong usage, found after clap was content.
    pub(crate) fn usage(message: impl fmt::Display) -> Self {
        Self::Because(Exit::Usage, message.to_string())
    }
}

/// A line on stderr. If nobody reads that any more, files and exit code still say it: `eprintln!`
/// would end the program in the middle of its work.
pub(crate) fn tell(text: impl fmt::Display) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

impl Failure {
    /// Says what went wrong on stderr and returns the code to end with.
    pub(crate) fn tell(self) -> Exit {
        match self {
            // The reader has seen enough.
            Self::ClosedPipe => Exit::Ok,
            Self::Told(exit) => exit,
            Self::Because(exit, message) => {
                tell(format_args!("error: {message}"));
                exit
            }
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::ClosedPipe;
        }
        Self::Because(Exit::Output, format!("output cannot be written: {error}"))
    }
}

impl From<OutputError> for Failure {
    fn from(error: OutputError) -> Self {
        let exit = match error.kind {
            ErrorKind::AnotherRun | ErrorKind::Output => Exit::Output,
            ErrorKind::Transient => Exit::Retry,
        };
        Self::Because(exit, error.to_string())
    }
}
