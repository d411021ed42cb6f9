//! `fray completions`, `fray man`.

use std::io::Write;

use clap::CommandFactory;
use fray_sim::output::write_whole;

use crate::args::{Args, CompletionsArgs, ManArgs};
use crate::exit::{Exit, Failure};

/// Prints the completions of a shell.
pub(crate) fn completions(args: &CompletionsArgs) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "fray", &mut script);
    print(&script)
}

/// Prints the manual, the program first and then its verbs, or writes each page into a file.
pub(crate) fn man(args: &ManArgs) -> Result<Exit, Failure> {
    let mut command = Args::command();
    command.build();
    let mut all = Vec::new();
    let verbs = command.get_subcommands().filter(|verb| verb.get_name() != "help");
    for command in core::iter::once(&command).chain(verbs) {
        let page = clap_mangen::Man::new(command.clone()).source(concat!("fray ", env!("CARGO_PKG_VERSION")));
        let mut bytes = Vec::new();
        page.render(&mut bytes)?;
        match &args.out {
            Some(dir) => write_whole(&dir.join(page.get_filename()), &bytes)?,
            None => all.extend(bytes),
        }
    }
    print(&all)
}

fn print(bytes: &[u8]) -> Result<Exit, Failure> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(Exit::Ok)
}
