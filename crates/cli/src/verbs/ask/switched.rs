//! The common part of `fray tactics` and `fray rulings`: playing one switch after the other, printing and
//! writing.

use core::sync::atomic::AtomicBool;
use std::path::Path;
use std::time::Duration;

use fray_kit::sheet::text::shown;
use fray_sim::compare::{BrokenPair, NoComparison, Which};
use fray_sim::control::Control;
use fray_sim::scenario::Scenario;
use fray_sim::vary::switches::{Settings, Switches, What, worth};

use crate::args::{Fights, OutputArgs, PlayArgs};
use crate::exit::{Exit, Failure};
use crate::printer::look;
use crate::study::{Study, seed_of};
use crate::varied::{common_columns, table};

/// Undecided switches that are shown without `--verbose`.
const SHOWN: usize = 5;

/// The pairs of fights of each switch, if no flag says otherwise.
pub(crate) const PAIRS: u64 = 20_000;

/// The arguments that both verbs have.
pub(crate) struct Requested<'a> {
    pub(crate) scenario: &'a Path,
    pub(crate) play: &'a PlayArgs,
    pub(crate) fights: Option<Fights>,
    pub(crate) metric: Option<&'a str>,
    /// The limit of time.
    pub(crate) max_time: Option<Duration>,
    pub(crate) output: &'a OutputArgs,
}

/// Plays the switches that `find` finds, which may leave some out once it is told to stop, prints what they are worth and writes it.
///
/// # Errors
/// If the metric is none, a fight broke an invariant, or something cannot be written.
pub(crate) fn run(
    asked: &Requested<'_>,
    base: &Scenario,
    find: impl FnOnce(&AtomicBool) -> Switches + Send,
) -> Result<Exit, Failure> {
    let Requested { scenario, play, fights, metric, max_time, output } = asked;
    let study = Study::begin(play, output, &["tactics.csv", "rulings.csv"])?;
    study.limit(*max_time);
    let seed = seed_of(play, base);
    let pairs = fights.map_or(PAIRS, |fights| fights.0);
    let found = study.play_first(|watch| find(watch.stop));
    study.bar.set_length(pairs * found.all.len() as u64);
    study.tell(&base.stem);
    let told = |known: &str| study.tell(&format!("{}: {known}", base.stem));
    let may_solve = fights.is_none();
    let worth = study.play(|Control { stop, played }| {
        worth(base, found, Settings { seed, pairs, metric: *metric, may_solve, stop, played, told: &told })
    });
    let worth = worth.map_err(|no| failure(*no, scenario, seed, metric.unwrap_or_default()))?;
    let text = || {
        let all = play.verbose;
        let table = worth.render(look(), if all { usize::MAX } else { SHOWN }, all);
        format!("{}\n{}\n\n{table}", shown(&base.title), worth.played(seed))
    };
    match worth.what {
        What::Tactics => study.show(|| worth.tactics_object(&base.stem, seed), text)?,
        What::Rulings => study.show(|| worth.rulings_object(&base.stem, seed), text)?,
    }
    study.write(|| {
        let point = common_columns(base, seed, worth.interrupted);
        Ok(vec![match worth.what {
            What::Tactics => table("tactics.csv", [(&point, worth.tactic_rows().as_slice())])?,
            What::Rulings => table("rulings.csv", [(&point, worth.ruling_rows().as_slice())])?,
        }])
    })?;
    if worth.interrupted {
        let known = "the switches shown are those played until then";
        return Ok(study.report_end(known, "the same command plays all"));
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
