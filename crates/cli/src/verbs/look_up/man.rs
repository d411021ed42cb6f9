//! `fray completions`, `fray man`.

use std::io::Write;

use fray_sim::output::write_whole;

use super::book;
use crate::args::{CompletionsArgs, ManArgs, command};
use crate::exit::{Exit, Failure};

/// Prints the completions of a shell.
pub(crate) fn completions(args: &CompletionsArgs) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command(), "fray", &mut script);
    print(&script)
}

/// Prints the manual, the program first and then its verbs, or writes each page into a file.
pub(crate) fn man(args: &ManArgs) -> Result<Exit, Failure> {
    if let Some(dir) = &args.book {
        for page in book::pages() {
            write_whole(&dir.join(&page.path), page.text.as_bytes())?;
        }
        return Ok(Exit::Ok);
    }
    let mut command = command();
    command.build();
    let mut all = Vec::new();
    for command in core::iter::once(&command).chain(command.get_subcommands()) {
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
