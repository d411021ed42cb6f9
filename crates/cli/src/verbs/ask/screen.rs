//! `fray weights --method`: what numbers do where others change, too.

use fray_kit::sheet::text::shown;
use fray_sim::scenario::Scenario;
use fray_sim::tables::format::{counted, thousands};
use fray_sim::vary::metrics::Metric;
use fray_sim::vary::screen::{BrokenNode, Method, Screened, Settings, factors, screen};

use crate::args::{MethodArg, WeightsArgs};
use crate::exit::{Exit, Failure, report};
use crate::printer::look;
use crate::study::{Study, seed_of};
use crate::varied::{broken, common_columns, table};

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
    let study = Study::begin(play, output, &["morris.csv", "sobol.csv"])?;
    let seed = seed_of(play, base);
    study.tell(&base.stem);
    let rows = args.rows.unwrap_or_else(|| method.usual_rows());
    let fights = args.fights.map_or_else(|| method.usual_fights(), |fights| fights.0);
    let failure = |BrokenNode { sets, seed, broken: fight }: BrokenNode| {
        let sets: Vec<String> = play.set.sets.iter().cloned().chain(sets).collect();
        broken(&args.scenario, seed, play, &sets, &[], &fight)
    };
    let (options, of) = (play.options(), args.of.as_deref());
    let found = study.play_first(|watch| {
        let settings = Settings { method, seed, rows, fights, watch };
        factors(&args.scenario, &options, base, of, args.span, settings)
    });
    let found = found.map_err(failure)?;
    let nodes = match method {
        Method::Morris => found.all.len() as u64 + 1,
        Method::Sobol => found.all.len() as u64 + 2,
    };
    let all = rows.saturating_mul(nodes).saturating_mul(fights.next_multiple_of(2));
    if all > MOST {
        let message =
            format!("{} fights are too many; at most {}", thousands(all.into()), thousands(MOST.into()));
        return Err(Failure::usage(message));
    }
    study.bar.set_length(all);
    let screened =
        study.play(|watch| screen(base, &found, metrics, Settings { method, seed, rows, fights, watch }));
    let screened = screened.map_err(failure)?;
    let text = || text(args, base, &screened, seed, metrics_shown);
    study.show(|| screened.object(&base.stem, seed), text)?;
    study.write(|| {
        let point = common_columns(base, seed, screened.interrupted);
        Ok(vec![match method {
            Method::Morris => table("morris.csv", [(&point, screened.morris_rows().as_slice())])?,
            Method::Sobol => table("sobol.csv", [(&point, screened.sobol_rows().as_slice())])?,
        }])
    })?;
    if screened.interrupted {
        let (played, rows) = (thousands(screened.played.into()), thousands(rows.into()));
        report(format_args!(
            "interrupted: this is the result of {played} of {rows} rows; the same command plays all of them"
        ));
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Ok)
}

fn text(args: &WeightsArgs, base: &Scenario, screened: &Screened, seed: u64, metrics: &[usize]) -> String {
    let n = screened.rows.len();
    let rows = match screened.method {
        Method::Morris => "path",
        Method::Sobol => "row",
    };
    format!(
        "{}\n{}, up to {} to either side; {}\n{} with dice made from seed {seed}, {} a \
         combination\n\n{}",
        shown(&base.title),
        counted(n as u64, "number"),
        args.span,
        counted(screened.played, rows),
        counted(screened.all_fights, "fight"),
        thousands(screened.fights.into()),
        screened.render(look(), metrics, args.play.verbose)
    )
}
