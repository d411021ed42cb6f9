//! Scenarios as the verbs read them: loading one, reporting what is wrong with it, and listing its
//! values.

use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::path::Path;

use fray_kit::sheet::text::shown;
use fray_sim::output::Setting;
use fray_sim::scenario::{self, Diagnosis, Options, Paint, Scenario, render};
use fray_sim::tables::format::counted;

use crate::exit::{Exit, Failure};

/// Reads a scenario, and prints its errors and warnings.
///
/// # Errors
///
/// [`Exit::BadScenario`] if anything is wrong with it.
pub(crate) fn load(path: &Path, options: &Options) -> Result<Scenario, Failure> {
    let scenario = load_again(path, options)?;
    report_warnings(&scenario);
    Ok(scenario)
}

/// Reads a scenario that was read before, without its warnings.
///
/// # Errors
///
/// As [`load`].
pub(crate) fn load_again(path: &Path, options: &Options) -> Result<Scenario, Failure> {
    scenario::load_scenario(path, options)
        .map_err(|diagnosis| Failure::Reported(Exit::BadScenario, report_problems(&diagnosis, path)))
}

/// Prints to stderr what of a scenario is hardly meant, in colours if it is a terminal.
pub(crate) fn report_warnings(scenario: &Scenario) {
    let text = render::warnings(&scenario.sources, &scenario.warnings, paint());
    let _ = anstream::stderr().write_all(text.as_bytes());
}

/// As [`report_warnings`], but each of them once.
pub(crate) fn report_new_warnings(scenario: &Scenario, told: &mut BTreeSet<String>) {
    for warning in &scenario.warnings {
        let text = render::warnings(&scenario.sources, core::slice::from_ref(warning), paint());
        if !told.contains(&text) {
            let _ = anstream::stderr().write_all(text.as_bytes());
            told.insert(text);
        }
    }
}

/// Without colours the text is plain from the start; anstream also honours NO_COLOR.
fn paint() -> Paint {
    if std::io::stderr().is_terminal() { Paint::Color } else { Paint::Plain }
}

/// Prints to stderr what is wrong with a scenario, in colours if it is a terminal, and returns it without.
pub(crate) fn report_problems(diagnosis: &Diagnosis, file: &Path) -> String {
    let n = diagnosis.problems.len();
    let count = counted(n as u64, "problem");
    let file = file.display().to_string();
    let text = |paint: Paint| format!("{}{}: {count}\n", diagnosis.render(paint), shown(&file));
    // If nobody reads that any more, the exit code still says it.
    let _ = anstream::stderr().write_all(text(paint()).as_bytes());
    text(Paint::Plain)
}

/// Every value of a scenario and where it came from, but for the number of fights and the seed.
pub(crate) fn settings(scenario: &Scenario) -> Vec<Setting> {
    scenario.settings()
}

/// The values of a scenario, one a line, as `--verbose` adds them.
pub(crate) fn values_text(settings: &[Setting]) -> String {
    let line = |Setting { path, value, origin }: &Setting| {
        format!("  {}\n", shown(&format!("{path} = {value}  ({origin})")))
    };
    "\nVALUES\n".to_owned() + &settings.iter().map(line).collect::<String>()
}

/// A seed for runs that name none. It differs from call to call, and every output shows it; it is below
/// 2^53, as programs that read the output keep numbers as floats.
pub(crate) fn random_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(()) >> 11
}
