//! `fray completions`, `fray man`.

use std::io::Write;

use clap::CommandFactory;

use crate::args::{Args, CompletionsArgs};
use crate::exit::{Exit, Failure};

/// Prints the completions of a shell.
pub(crate) fn completions(args: &CompletionsArgs) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "fray", &mut script);
    print(&script)
}

/// Prints the manual page, verbs and all.
pub(crate) fn man() -> Result<Exit, Failure> {
    let mut command = Args::command();
    command.build();
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for verb in command.get_subcommands().filter(|verb| verb.get_name() != "help") {
        clap_mangen::Man::new(verb.clone()).render(&mut page)?;
    }
    print(&page)
}

fn print(bytes: &[u8]) -> Result<Exit, Failure> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(Exit::Ok)
}
