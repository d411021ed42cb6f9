//! `fray matrix`: everybody of a folder against everybody.

use std::path::{Path, PathBuf};

use fray_kit::sheet::text::shown;
use fray_sim::compare::Tolerance;
use fray_sim::gate::suite::Suite;
use fray_sim::scenario::pairing::{Pairing, blocks};
use fray_sim::scenario::{Loaded, Options, Scenario, files_of, load};
use fray_sim::tables::format::counted;
use fray_sim::vary::matrix::{BrokenCell, Settings, matrix};

use crate::args::{MatrixArgs, PlayArgs, at_most};
use crate::exit::{Exit, Failure, report};
use crate::printer::look;
use crate::scenarios::{self, report_problems};
use crate::study::{Study, seed_of};
use crate::varied::{common_columns, race_fights, table};

/// The most fighters: every pair of them is a scenario.
const MOST: usize = 200;

/// The most fights of each pair in each order of listing, if no flag says otherwise.
const FIGHTS: u64 = 20_000;

pub(crate) fn run(args: &MatrixArgs) -> Result<Exit, Failure> {
    let most = at_most(args.max_fights, args.old_fights);
    let delta = match args.delta {
        Tolerance::Points(points) => points / 100.0,
        Tolerance::Plain(share) => share,
    };
    if delta >= 0.5 {
        return Err(Failure::usage("--delta: with 50 points everybody is even: expected less, as in 1pt"));
    }
    let (template, pairing) = pairing(&args.folder, args.template.as_deref(), &args.play)?;
    let n = pairing.fighters.len();
    let seed = seed_of(&args.play, &template);
    let study = Study::begin(&args.play, &args.output, &["matrix.csv"])?;
    let looked = |open: usize, more: u64| {
        study.bar.inc_length(more);
        study.tell(&format!("{open} pairs open"));
    };
    let fights = race_fights(most.map_or(FIGHTS, |most| most.0));
    let played =
        study.play(|watch| matrix(&pairing, Settings { seed, fights, delta, watch, looked: &looked }));
    let matrix = played.map_err(|BrokenCell { a, b, seed, broken }| {
        let message = format!(
            "fight {} of seed {seed} of `{a}` against `{b}` broke an invariant: {}",
            broken.fight, broken.message
        );
        Failure::Because(Exit::Broken, message)
    })?;
    let text = || {
        let fights = counted(matrix.fights(), "fight");
        let head = format!("{n} fighters under {}", shown(&template.title));
        let table = matrix.render(look(), args.play.verbose);
        format!("{head}\n{fights} with dice made from seed {seed}\n\n{table}")
    };
    study.show(|| matrix.object(&template.stem, template.info.name(), seed), text)?;
    study.write(|| {
        let point = common_columns(&template, seed, matrix.interrupted);
        Ok(vec![table("matrix.csv", [(&point, matrix.rows().as_slice())])?])
    })?;
    if matrix.interrupted {
        report(
            "interrupted: the cells shown have the fights played until then; the same command plays all of them",
        );
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Ok)
}

/// The template, and the fighters of a folder under it.
///
/// # Errors
/// If a file is wrong, or the folder has no fighters that could meet.
pub(crate) fn pairing(
    folder: &Path,
    template: Option<&Path>,
    play: &PlayArgs,
) -> Result<(Scenario, Pairing), Failure> {
    let (scenarios, includes) = files(folder)?;
    let template = match template {
        Some(path) => path.to_owned(),
        None => first_template(folder, &scenarios)?,
    };
    let template = scenarios::load(&template, &play.options())?;
    if template.engine().about().roster.sides.len() != 2 {
        let message = format!("{}: a template needs two sides", template.path.display());
        return Err(Failure::usage(message));
    }
    let libraries: Vec<_> = includes.iter().filter_map(|path| blocks(path)).collect();
    let pairing = Pairing::new(&template, &scenarios, &libraries);
    let n = pairing.fighters.len();
    if (2..=MOST).contains(&n) {
        return Ok((template, pairing));
    }
    let left_out = pairing
        .left_out
        .first()
        .map_or_else(String::new, |it| format!("; left out: {} ({}) ...", it.name, it.reason));
    let message = format!(
        "{}: {n} fighters of {} under {}; expected 2 to {MOST}{left_out}",
        folder.display(),
        template.info.name(),
        template.path.display()
    );
    Err(Failure::usage(message))
}

/// The scenarios of a folder, and its includes. One that is wrong is reported; then there is no matrix.
fn files(folder: &Path) -> Result<(Vec<Scenario>, Vec<PathBuf>), Failure> {
    let cannot =
        |error: std::io::Error| Failure::Because(Exit::BadScenario, format!("{}: {error}", folder.display()));
    if !folder.is_dir() {
        return Err(Failure::usage(format!("{}: expected a folder", folder.display())));
    }
    let (mut scenarios, mut includes) = (Vec::new(), Vec::new());
    let mut wrong = String::new();
    // A folder may hold suites beside its scenarios.
    for file in files_of(folder).map_err(cannot)?.into_iter().filter(|file| !Suite::is_one(file)) {
        match load(&file, &Options::default()) {
            Ok(Loaded::Scenario(scenario)) => scenarios.push(*scenario),
            Ok(Loaded::Include) => includes.push(file),
            Err(diagnosis) => {
                wrong += &report_problems(&diagnosis, &file);
            }
        }
    }
    if wrong.is_empty() {
        Ok((scenarios, includes))
    } else {
        Err(Failure::Reported(Exit::BadScenario, wrong))
    }
}

/// The file of the template, if none is named.
fn first_template(folder: &Path, scenarios: &[Scenario]) -> Result<PathBuf, Failure> {
    let mut systems: Vec<&str> = scenarios.iter().map(|scenario| scenario.info.name()).collect();
    systems.sort_unstable();
    systems.dedup();
    if systems.len() > 1 {
        let message =
            format!("{} has scenarios of {}: name one with --template", folder.display(), systems.join(", "));
        return Err(Failure::usage(message));
    }
    let has_two = |scenario: &&Scenario| scenario.engine().about().roster.sides.len() == 2;
    match scenarios.iter().find(has_two) {
        Some(scenario) => Ok(scenario.path.clone()),
        None => {
            let message =
                format!("{} has no scenario of two sides: name one with --template", folder.display());
            Err(Failure::usage(message))
        }
    }
}
