//! `fray weights --method`: what numbers do where others change, too.

use std::io::Write;

use fray_kit::sheet::text::shown;
use fray_sim::control::Control;
use fray_sim::scenario::Scenario;
use fray_sim::tables::format::{counted, thousands};
use fray_sim::vary::metrics::Metric;
use fray_sim::vary::screen::{BrokenNode, Method, Screened, Settings, factors, screen};

use crate::args::{MethodArg, WeightsArgs};
use crate::exit::{Exit, Failure, print, report};
use crate::printer::look;
use crate::scenarios::random_seed;
use crate::service::{FIGHTS_BAR, Keeps, on_interrupt, pool, progress};
use crate::varied::{broken, common_columns, open_out, print_object, table, write_tables};

/// The most fights of all combinations together.
const MOST: u64 = 100_000_000_000;

/// Moves the numbers, prints what they do and writes it. The terminal shows the metrics with the numbers
/// `metrics_shown`.
///
/// # Errors
/// If a fight broke an invariant, or something cannot be written.
pub(crate) fn run(
    args: &WeightsArgs,
    base: &Scenario,
    method: MethodArg,
    metrics: Vec<Metric>,
    metrics_shown: &[usize],
) -> Result<Exit, Failure> {
    let WeightsArgs { play, output, .. } = args;
    let method = match method {
        MethodArg::Morris => Method::Morris,
        MethodArg::Sobol => Method::Sobol,
    };
    let out = open_out(output, &["morris.csv", "sobol.csv"])?;
    let stop = on_interrupt(Keeps::Files)?;
    let pool = pool(play.threads)?;
    let seed = play.seed.or(base.run.seed).unwrap_or_else(random_seed);
    let bar = progress(0, play.quiet || output.json, FIGHTS_BAR);
    bar.set_message(base.stem.clone());
    let terms = Settings {
        method,
        seed,
        rows: args.rows.unwrap_or_else(|| method.usual_rows()),
        fights: args.fights.map_or_else(|| method.usual_fights(), |fights| fights.0),
        watch: Control { stop: &stop, played: &|n| bar.inc(n) },
    };
    let failure = |BrokenNode { sets, seed, broken: fight }: BrokenNode| {
        let sets: Vec<String> = play.set.sets.iter().cloned().chain(sets).collect();
        broken(&args.scenario, seed, play, &sets, &[], &fight)
    };
    let found =
        pool.install(|| factors(&args.scenario, &play.options(), base, args.of.as_deref(), args.span, terms));
    let found = found.map_err(failure)?;
    let nodes = match method {
        Method::Morris => found.all.len() as u64 + 1,
        Method::Sobol => found.all.len() as u64 + 2,
    };
    let all = terms.rows.saturating_mul(nodes).saturating_mul(terms.fights.next_multiple_of(2));
    if all > MOST {
        let message =
            format!("{} fights are too many; at most {}", thousands(all.into()), thousands(MOST.into()));
        return Err(Failure::usage(message));
    }
    bar.set_length(all);
    let screened = pool.install(|| screen(base, &found, metrics, terms));
    bar.finish_and_clear();
    let screened = screened.map_err(failure)?;
    show(args, base, &screened, seed, metrics_shown)?;
    if let Some(dir) = &out {
        let point = common_columns(base, seed, screened.interrupted);
        let (name, file) = match method {
            Method::Morris => {
                ("morris.csv", table("morris.csv", [(&point, screened.morris_rows().as_slice())])?)
            }
            Method::Sobol => ("sobol.csv", table("sobol.csv", [(&point, screened.sobol_rows().as_slice())])?),
        };
        write_tables(dir, &[file], output.force)?;
        if !output.json && !play.quiet {
            print(&format!("\nwritten to {}\n", dir.path().join(name).display()))?;
        }
    }
    if screened.interrupted {
        let (played, rows) = (thousands(screened.played.into()), thousands(terms.rows.into()));
        report(format_args!(
            "interrupted: this is the result of {played} of {rows} rows; the same command plays all of them"
        ));
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Ok)
}

fn show(
    args: &WeightsArgs,
    base: &Scenario,
    screened: &Screened,
    seed: u64,
    metrics: &[usize],
) -> Result<(), Failure> {
    if args.output.json {
        return print_object(&screened.object(&base.stem, seed));
    }
    if args.play.quiet {
        return Ok(());
    }
    let n = screened.rows.len();
    let rows = match screened.method {
        Method::Morris => "path",
        Method::Sobol => "row",
    };
    let text = format!(
        "{}\n{}, up to {} to either side; {}\n{} of dice made from seed {seed}, {} a \
         combination\n\n{}",
        shown(&base.title),
        counted(n as u64, "number"),
        args.span,
        counted(screened.played, rows),
        counted(screened.all_fights, "fight"),
        thousands(screened.fights.into()),
        screened.render(look(), metrics, args.play.verbose)
    );
    anstream::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}
