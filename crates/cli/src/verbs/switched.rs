//! What `fray tactics` and `fray rulings` share: playing one switch after the other, printing and writing.

use std::io::Write;
use std::path::Path;

use fray_kit::sheet::text::shown;
use fray_sim::compare::{BrokenPair, NoComparison, Which};
use fray_sim::scenario::Scenario;
use fray_sim::tables::rows::write_csv;
use fray_sim::vary::switches::{Settings, Switches, What, Worth, worth};

use crate::args::{Fights, OutputArgs, PlayArgs};
use crate::exit::{Exit, Failure, print, report};
use crate::printer::look;
use crate::scenarios::random_seed;
use crate::service::{FIGHTS_BAR, Keeps, on_interrupt, pool, progress};
use crate::varied::{TableFile, common_columns, open_out, print_object, write_tables};

/// Undecided switches that are shown without `--verbose`.
const SHOWN: usize = 5;

/// The pairs of fights of each switch, if no flag says otherwise.
pub(crate) const PAIRS: u64 = 20_000;

/// What is asked for.
pub(crate) struct Requested<'a> {
    pub(crate) scenario: &'a Path,
    pub(crate) play: &'a PlayArgs,
    pub(crate) fights: Option<Fights>,
    pub(crate) metric: Option<&'a str>,
    pub(crate) output: &'a OutputArgs,
}

/// Plays the switches that `find` finds, prints what they are worth and writes it.
///
/// # Errors
/// If the metric is none, a fight broke an invariant, or something cannot be written.
pub(crate) fn run(
    asked: &Requested<'_>,
    base: &Scenario,
    find: impl FnOnce() -> Switches + Send,
) -> Result<Exit, Failure> {
    let Requested { scenario, play, fights, metric, output } = asked;
    let out = open_out(output, &["tactics.csv", "rulings.csv"])?;
    let stop = on_interrupt(Keeps::Files)?;
    let pool = pool(play.threads)?;
    let seed = play.seed.or(base.run.seed).unwrap_or_else(random_seed);
    let pairs = fights.map_or(PAIRS, |fights| fights.0);
    let found = pool.install(find);
    let bar = progress(pairs * found.all.len() as u64, play.quiet || output.json, FIGHTS_BAR);
    bar.set_message(base.stem.clone());
    let may_solve = fights.is_none();
    let terms = Settings {
        seed,
        pairs,
        metric: *metric,
        may_solve,
        stop: &stop,
        played: &|n| bar.inc(n),
        told: &|known| bar.set_message(shown(&format!("{}: {known}", base.stem)).into_owned()),
    };
    let worth = pool.install(|| worth(base, found, terms));
    bar.finish_and_clear();
    let worth = worth.map_err(|no| failure(*no, scenario, seed, metric.unwrap_or_default()))?;
    show(asked, base, &worth, seed)?;
    if let Some(dir) = &out {
        let table = table(base, &worth, seed)?;
        let file = dir.path().join(table.name);
        write_tables(dir, &[table], output.force)?;
        if !output.json && !play.quiet {
            print(&format!("\nwritten to {}\n", file.display()))?;
        }
    }
    if worth.interrupted {
        report("interrupted: the switches shown are those played until then; the same command plays all");
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Ok)
}

/// The failure of a comparison that could not be played.
pub(crate) fn failure(no: NoComparison, scenario: &Path, seed: u64, metric: &str) -> Failure {
    let BrokenPair { which, broken } = match no {
        NoComparison::Metric(error) => {
            return Failure::usage(format!("--metric: {}", error.with_text(metric)));
        }
        NoComparison::Refused(message) => return Failure::usage(message),
        NoComparison::Broken(pair) => pair,
    };
    let whose = if which == Which::A { "the scenario" } else { "a switched choice" };
    let message = format!(
        "{}: fight {} of seed {seed} with {whose} broke an invariant: {}",
        scenario.display(),
        broken.fight,
        broken.message
    );
    Failure::Because(Exit::Broken, message)
}

fn show(asked: &Requested<'_>, base: &Scenario, worth: &Worth, seed: u64) -> Result<(), Failure> {
    if asked.output.json {
        return match worth.what {
            What::Tactics => print_object(&worth.tactics_object(&base.stem, seed)),
            What::Rulings => print_object(&worth.rulings_object(&base.stem, seed)),
        };
    }
    if !asked.play.quiet {
        let all = asked.play.verbose;
        let table = worth.render(look(), if all { usize::MAX } else { SHOWN }, all);
        let text = format!("{}\n{}\n\n{table}", shown(&base.title), worth.played(seed));
        anstream::stdout().lock().write_all(text.as_bytes())?;
    }
    Ok(())
}

/// `tactics.csv` or `rulings.csv`.
fn table(base: &Scenario, worth: &Worth, seed: u64) -> Result<TableFile, Failure> {
    let point = common_columns(base, seed, worth.interrupted);
    let mut bytes = Vec::new();
    let name = match worth.what {
        What::Tactics => {
            write_csv(&mut bytes, [(&point, worth.tactic_rows().as_slice())])?;
            "tactics.csv"
        }
        What::Rulings => {
            write_csv(&mut bytes, [(&point, worth.ruling_rows().as_slice())])?;
            "rulings.csv"
        }
    };
    Ok(TableFile { name, bytes })
}
