//! `fray tactics`: what the tactics of a scenario are worth.

use fray_rules::engine::roster::SideId;
use fray_rules::sheet::problem::did_you_mean;
use fray_rules::sheet::text::shown;
use fray_sim::compare::{BrokenPair, Which};
use fray_sim::tables::rows::{Point, Stop, write_csv};
use fray_sim::vary::tactics::{Terms, switches, worth};
use std::io::Write;

use crate::args::TacticsArgs;
use crate::exit::{Exit, Failure, print, report};
use crate::printer::look;
use crate::scenarios::{load, random_seed};
use crate::service::{FIGHTS_BAR, Keeps, on_interrupt, pool, progress};
use crate::varied::{TableFile, print_object, write_tables};

/// Undecided switches that are shown without `--verbose`.
const SHOWN: usize = 5;

pub(crate) fn run(args: &TacticsArgs) -> Result<Exit, Failure> {
    let options = args.play.options();
    let base = load(&args.scenario, &options)?;
    let sides = base.engine().about().roster.sides;
    let of = match &args.of {
        None => None,
        Some(name) => {
            let at = sides.iter().position(|side| side.name == *name);
            let wrong = || {
                let meant = did_you_mean(name, sides.iter().map(|side| side.name.as_str()));
                Failure::usage(format!("--of: there is no side `{}`{meant}", shown(name)))
            };
            Some(SideId(at.ok_or_else(wrong)? as u8))
        }
    };
    let stop = on_interrupt(Keeps::Files)?;
    let pool = pool(args.play.threads)?;
    let seed = args.play.seed.or(base.run.seed).unwrap_or_else(random_seed);
    let pairs = args.fights.0;
    let found = pool.install(|| switches(&args.scenario, &options, &base, of));
    let bar = progress(pairs * found.all.len() as u64, args.play.quiet || args.output.json, FIGHTS_BAR);
    bar.set_message(base.stem.clone());
    let terms = Terms { seed, pairs, stop: &stop, played: &|n| bar.inc(n) };
    let worth = pool.install(|| worth(&base, found, terms));
    bar.finish_and_clear();
    let worth = worth.map_err(|broken| {
        let BrokenPair { which, broken } = *broken;
        let whose = if which == Which::A { "the scenario" } else { "a switched tactic" };
        let message = format!(
            "{}: fight {} of seed {seed} with {whose} broke an invariant: {}",
            args.scenario.display(),
            broken.fight,
            broken.message
        );
        Failure::Because(Exit::Broken, message)
    })?;
    if args.output.json {
        print_object(&worth.object(&base.stem, seed))?;
    } else if !args.play.quiet {
        let most = if args.play.verbose { usize::MAX } else { SHOWN };
        let title = shown(&base.title);
        let text = format!("{title}\n{}\n\n{}", worth.played(seed), worth.render(look(), most));
        anstream::stdout().lock().write_all(text.as_bytes())?;
    }
    if worth.interrupted {
        report("interrupted: the switches shown are those played until then");
        return Ok(Exit::Interrupted);
    }
    if let Some(dir) = &args.output.out {
        let point = Point {
            scenario: base.stem.clone(),
            system: base.info.name().to_owned(),
            varied: Vec::new(),
            seed,
            stop: Stop::Fixed,
            signature: String::new(),
        };
        let mut bytes = Vec::new();
        write_csv(&mut bytes, [(&point, worth.rows().as_slice())])?;
        write_tables(dir, &[TableFile { name: "tactics.csv", bytes }], args.output.force)?;
        if !args.output.json && !args.play.quiet {
            print(&format!("\nwritten to {}\n", dir.join("tactics.csv").display()))?;
        }
    }
    Ok(Exit::Ok)
}
