//! A point of a suite in the place of a scenario: `night.toml/veterans/ogre` is the scenario of that point with what the
//! suite sets in it. A sweep takes a whole cross, and varies who fights.

use std::path::{Path, PathBuf};

use fray_kit::sheet::problem::did_you_mean;
use fray_sim::gate::suite::{Point, Suite};
use fray_sim::scenario::Merged;
use fray_sim::scenario::source::Disk;
use fray_sim::vary::solve::key::Key;

use crate::args::{SolveArgs, Verb};
use crate::exit::{Exit, Failure};
use crate::scenarios::{load, report_problems};

/// Puts scenarios in the place of points of suites.
///
/// # Errors
/// If a suite is wrong, or has no such point.
pub(crate) fn resolve(verb: &mut Verb) -> Result<(), Failure> {
    match verb {
        Verb::Sweep(args) => {
            if Suite::is_one(&args.scenario) {
                return whole(&mut args.scenario, &mut args.play.set.sets);
            }
            one(&mut args.scenario, &mut args.play.set.sets)
        }
        Verb::Run(args) => match &mut args.scenarios[..] {
            [scenario] if named(scenario).is_some() => one(scenario, &mut args.play.set.sets),
            _ => Ok(()),
        },
        Verb::Solve(args) => {
            let point = named(&args.scenario).map(|_| args.scenario.display().to_string());
            one(&mut args.scenario, &mut args.play.set.sets)?;
            match point.filter(|_| args.write) {
                Some(point) => Err(not_written(&point, args)),
                None => Ok(()),
            }
        }
        Verb::Weights(args) => one(&mut args.scenario, &mut args.play.set.sets),
        Verb::Rulings(args) => one(&mut args.scenario, &mut args.play.set.sets),
        Verb::Tactics(args) => one(&mut args.scenario, &mut args.play.set.sets),
        Verb::Exact(args) => one(&mut args.scenario, &mut args.set.sets),
        Verb::Trace(args) => one(&mut args.scenario, &mut args.play.set.sets),
        _ => Ok(()),
    }
}

/// Returns why `solve` does not write into a point: it would change all of them. Says where the number stands.
fn not_written(point: &str, args: &SolveArgs) -> Failure {
    let template = args.scenario.display();
    let message = format!("--write: {point} stands in no file, and {template} is the template of all points");
    let Ok(base) = load(&args.scenario, &args.play.options()) else { return Failure::usage(message) };
    let places = args.vary.iter().filter_map(|text| {
        let key = Key::parse(text, Some(&base)).ok()?.path;
        let (_, of_block) = key.rsplit_once('/').unwrap_or(("", &key));
        let is_it = |it: &&Merged| it.path == key || it.path.rsplit('/').next() == Some(of_block);
        let place = &base.merged().iter().find(is_it)?.from;
        Some(format!("; {key} is from {place}: write the answer there"))
    });
    let places: String = places.collect();
    Failure::usage(message + &places)
}

/// The suite that a path begins with, and the name of the point behind it.
fn named(path: &Path) -> Option<(PathBuf, String)> {
    if path.exists() {
        return None;
    }
    let suite = path.ancestors().skip(1).find(|file| file.is_file()).filter(|file| Suite::is_one(file))?;
    let name: Vec<_> = path.strip_prefix(suite).ok()?.iter().map(|part| part.to_string_lossy()).collect();
    Some((suite.to_owned(), name.join("/")))
}

fn points(suite: &Path) -> Result<Vec<Point>, Failure> {
    let suite_of = Suite::load(&Disk, suite);
    let suite_of = suite_of
        .map_err(|diagnosis| Failure::Reported(Exit::BadScenario, report_problems(&diagnosis, suite)))?;
    Ok(suite_of.points)
}

fn one(scenario: &mut PathBuf, sets: &mut Vec<String>) -> Result<(), Failure> {
    let bad = |message: String| Err(Failure::Because(Exit::BadScenario, message));
    if Suite::is_one(scenario) {
        let shown = scenario.display();
        return match points(scenario)?.first() {
            Some(point) => {
                bad(format!("{shown} is a suite: name a point of it, as in {shown}/{}", point.name))
            }
            None => bad(format!("{shown} is a suite without points")),
        };
    }
    let Some((suite, name)) = named(scenario) else { return Ok(()) };
    let points = points(&suite)?;
    let Some(point) = points.iter().find(|point| point.name == name) else {
        let meant = did_you_mean(&name, points.iter().map(|point| point.name.as_str()));
        return bad(format!("{}: there is no point `{name}`{meant}", suite.display()));
    };
    scenario.clone_from(&point.scenario);
    // What is set last wins.
    sets.splice(0..0, point.sets.iter().cloned());
    Ok(())
}

/// All points of a cross: who stands on each side is what the sweep varies.
fn whole(scenario: &mut PathBuf, sets: &mut Vec<String>) -> Result<(), Failure> {
    let shown = scenario.display().to_string();
    let points = points(scenario)?;
    let refused =
        || Failure::usage(format!("{shown}: a sweep takes a suite of one `[[cross]]`, or a point of it"));
    let first = points.first().filter(|point| point.pair.is_some()).ok_or_else(refused)?;
    let [_, _, more @ ..] = first.sets.as_slice() else { return Err(refused()) };
    let mut sides: [Vec<(String, String)>; 2] = Default::default();
    for point in &points {
        let [party, monster, rest @ ..] = point.sets.as_slice() else { return Err(refused()) };
        if point.pair.is_none() || point.scenario != first.scenario || rest != more {
            return Err(refused());
        }
        for (side, set) in sides.iter_mut().zip([party, monster]) {
            let (path, units) = set.rsplit_once(".units=").ok_or_else(refused)?;
            let set = (format!("{path}.units"), units.to_owned());
            if !side.contains(&set) {
                side.push(set);
            }
        }
    }
    let varied = sides.iter().map(|side| {
        let units: Vec<&str> = side.iter().map(|(_, units)| units.as_str()).collect();
        format!("{}={}", side[0].0, units.join(","))
    });
    let who: Vec<String> = varied.chain(more.iter().cloned()).collect();
    sets.splice(0..0, who);
    scenario.clone_from(&first.scenario);
    Ok(())
}
