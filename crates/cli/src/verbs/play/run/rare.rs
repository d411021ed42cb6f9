//! `fray run --rare`: how probable a rare end of the fight is.

use fray_kit::sheet::text::shown;
use fray_sim::rare::{Rare, parse, rare};
use fray_sim::scenario::stem_of;
use fray_sim::tables::json::Versioned;
use serde::Serialize;

use crate::args::RunArgs;
use crate::exit::{Exit, Failure, print};
use crate::scenarios::{self, random_seed};
use crate::service::pool;

/// The object that `--json` prints.
#[derive(Debug, Serialize)]
struct RareJson<'a> {
    scenario: &'a str,
    seed: u64,
    rare: &'a str,
    p: f64,
    lo: Option<f64>,
    hi: Option<f64>,
    levels: usize,
    fights: u64,
}

pub(super) fn run(args: &RunArgs, what: &str) -> Result<Exit, Failure> {
    let pool = pool(args.play.threads)?;
    let mut exit = Exit::Ok;
    for path in &args.scenarios {
        let mut options = args.play.options();
        options.tactics = args.sides.fixed();
        let scenario = scenarios::load(path, &options)?;
        let seed = args.play.seed.or(scenario.run.seed).unwrap_or_else(random_seed);
        let engine = scenario.engine();
        let event = parse(what, &engine.about())
            .map_err(|error| Failure::usage(format!("--rare: {}", error.with_text(what))))?;
        let found = pool.install(|| rare(engine, seed, &event)).ok_or_else(|| {
            Failure::usage("--rare: a scenario that is drawn anew for each fight cannot be split")
        })?;
        print(&text(args, &stem_of(path), what, seed, &found)?)?;
        if found.within.is_none() {
            exit = Exit::Undecided;
        }
    }
    Ok(exit)
}

fn text(args: &RunArgs, stem: &str, what: &str, seed: u64, found: &Rare) -> Result<String, Failure> {
    if args.json {
        let (lo, hi) = found.within.map(|within| (within.lo, within.hi)).unzip();
        let &Rare { p, levels, fights, .. } = found;
        let object = RareJson { scenario: stem, seed, rare: what, p, lo, hi, levels, fights };
        let json = serde_json::to_string_pretty(&Versioned::new(&object)).map_err(std::io::Error::other)?;
        return Ok(json + "\n");
    }
    Ok(format!("{}: {what} {found}\n", shown(stem)))
}
