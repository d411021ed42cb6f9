//! `fray report`: writes what folders hold as pages.

use std::path::Path;

use fray_report::folder::REPORT;
use fray_report::page::Page;
use fray_report::{ReportError, page};
use fray_sim::output::write_whole;

use crate::args::ReportArgs;
use crate::exit::{Exit, Failure, print, report};

pub(crate) fn run(args: &ReportArgs) -> Result<Exit, Failure> {
    if args.out.is_some() && args.dirs.len() > 1 {
        return Err(Failure::usage("--out names the page of one folder; of several each has its own"));
    }
    let mut exit = Exit::Ok;
    for dir in &args.dirs {
        let file = args.out.clone().unwrap_or_else(|| dir.join(REPORT));
        let is_kept = args.out.is_some() && !args.force;
        let written = write(dir, &file, is_kept).and_then(|()| shown(&file, args));
        // A folder without a page does not keep the others from having one.
        exit = exit.max(written.map_or_else(Failure::report, |()| Exit::Ok));
    }
    Ok(exit)
}

/// Writes the page of a folder to a file. Where `is_kept`, a file with something else in it stays, which is a
/// failure.
pub(crate) fn write(dir: &Path, file: &Path, is_kept: bool) -> Result<(), Failure> {
    let page = page(dir).map_err(|error| match error {
        ReportError::Output(error) => error.into(),
        error => Failure::Because(Exit::Mismatch, error.to_string()),
    })?;
    write_page(&page, file, is_kept)
}

/// Writes a page to a file. Where `is_kept`, a file with something else in it stays, which is a failure.
pub(crate) fn write_page(page: &Page, file: &Path, is_kept: bool) -> Result<(), Failure> {
    let html = page.html();
    if is_kept && file.is_file() && std::fs::read(file).is_ok_and(|held| held != html.as_bytes()) {
        let message = format!("{} already exists; use --force to replace it", file.display());
        return Err(Failure::Because(Exit::Output, message));
    }
    Ok(write_whole(file, html.as_bytes())?)
}

/// Names the page that was written, and opens it.
fn shown(file: &Path, args: &ReportArgs) -> Result<(), Failure> {
    if !args.quiet {
        print(&format!("written to {}\n", file.display()))?;
    }
    if args.open {
        open_page(file);
    }
    Ok(())
}

/// Opens a page that was written.
pub(crate) fn open_page(file: &Path) {
    if let Err(error) = open::that_detached(file) {
        // The page is there all the same.
        report(format_args!("warning: no program opened {}: {error}", file.display()));
    }
}
