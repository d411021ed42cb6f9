//! What the verbs that vary a scenario share: printing an object, writing tables into a folder, and
//! naming a fight that broke an invariant.

use std::io::Write;
use std::path::Path;

use fray_sim::output::write_whole;
use fray_sim::play::run::Broken;
use fray_sim::tables::json::{Escaped, Versioned};
use serde::Serialize;

use crate::args::PlayArgs;
use crate::exit::{Exit, Failure};
use crate::shell_command::ShellCommand;

/// Prints an object of `--json` on one line, with the version of its keys.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn print_object(object: &impl Serialize) -> Result<(), Failure> {
    let mut out = Escaped(std::io::stdout().lock());
    serde_json::to_writer(&mut out, &Versioned::new(object)).map_err(std::io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(())
}

/// A table with the name of its file.
pub(crate) struct TableFile {
    pub(crate) name: &'static str,
    pub(crate) bytes: Vec<u8>,
}

/// Writes tables into a folder, which is made if it is not there. Other results in the way are replaced
/// with `force` alone.
///
/// # Errors
/// If there are other results, or something cannot be written.
pub(crate) fn write_tables(dir: &Path, tables: &[TableFile], force: bool) -> Result<(), Failure> {
    for TableFile { name, bytes } in tables {
        let file = dir.join(name);
        let is_other = std::fs::read(&file).is_ok_and(|held| held != *bytes);
        if is_other && !force {
            let message = format!("{}: holds other results; --force replaces them", file.display());
            return Err(Failure::Because(Exit::Output, message));
        }
    }
    let folder = std::fs::create_dir_all(dir);
    folder.map_err(|error| Failure::Because(Exit::Output, format!("{}: {error}", dir.display())))?;
    for TableFile { name, bytes } in tables {
        write_whole(&dir.join(name), bytes)?;
    }
    Ok(())
}

/// The failure of a fight of a scenario with these changes, and how to trace it.
pub(crate) fn broken(
    scenario: &Path,
    seed: u64,
    play: &PlayArgs,
    sets: &[String],
    broken: &Broken,
) -> Failure {
    let mut play = play.clone();
    play.set.sets = sets.to_vec();
    let trace = ShellCommand::new("trace", scenario, seed, &play).with("--fight", &broken.fight.to_string());
    let message = format!(
        "{}: fight {} broke an invariant: {}\n  trace it: {trace}",
        scenario.display(),
        broken.fight,
        broken.message
    );
    Failure::Because(Exit::Broken, message)
}
