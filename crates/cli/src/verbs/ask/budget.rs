//! `fray budget`: how many of each monster meet a goal for each party.

use fray_kit::sheet::text::shown;
use fray_sim::compare::Tolerance;
use fray_sim::gate::suite::{self, Suite};
use fray_sim::scenario::Scenario;
use fray_sim::scenario::source::Disk;
use fray_sim::tables::format::{counted, thousands};
use fray_sim::vary::budget::{Budget, Pair, Requested, Stopped, Why, budget};

use crate::args::BudgetArgs;
use crate::exit::{Exit, Failure};
use crate::printer::look;
use crate::scenarios::{load, report_problems};
use crate::search::{self, SEARCH_BAR, Unfinished, halted, no_goal, no_scenario};
use crate::study::{Study, seed_of};
use crate::varied::{common_columns, table};
use crate::verbs::play::run::batch::options_of;

/// How far the measure may be off beside the number that meets a goal on a rate, in points.
const POINTS: f64 = 1.0;

pub(crate) fn run(args: &BudgetArgs) -> Result<Exit, Failure> {
    let pairs = pairs(args)?;
    let base = load(&pairs[0].path, &pairs[0].options)?;
    let asked = Requested {
        goal: args.goal.clone(),
        tolerance: args.tolerance.or(Some(Tolerance::Points(POINTS))),
        most: args.most,
        vary: args.vary.clone(),
        reference: args.against.clone(),
    };
    let seed = seed_of(&args.play, &base);
    let study = Study::begin_with_bar(&args.play, &args.output, &["budget.csv"], SEARCH_BAR)?;
    let found = search::play(&study, seed, (args.max_fights, args.max_time), false, |settings| {
        budget(&pairs, &asked, settings)
    });
    let found = found.map_err(|stopped| failure(args, &pairs, seed, stopped))?;
    show(args, &study, &base, &pairs, &found, seed)?;
    Ok(finish(&pairs, &found))
}

/// The parties and monsters of all crosses of the suite.
fn pairs(args: &BudgetArgs) -> Result<Vec<Pair>, Failure> {
    let suite = Suite::load(&Disk, &args.suite).map_err(|diagnosis| {
        Failure::Reported(Exit::BadScenario, report_problems(&diagnosis, &args.suite))
    })?;
    let pair = |point: suite::Point| {
        let suite::CrossedPair { party, monster, side, members, .. } = point.pair?;
        let options = options_of(&point.sets, &args.play, Vec::new());
        Some(Pair { party, monster, path: point.scenario, options, side, members })
    };
    let pairs: Vec<Pair> = suite.points.into_iter().filter_map(pair).collect();
    if pairs.is_empty() {
        let message = format!("{}: expected a suite with a `[[cross]]`", args.suite.display());
        return Err(Failure::Because(Exit::BadScenario, message));
    }
    if let Some(name) = args.against.as_ref().filter(|name| !pairs.iter().any(|it| it.monster == **name)) {
        let meant = fray_kit::sheet::problem::did_you_mean(name, pairs.iter().map(|it| it.monster.as_str()));
        return Err(Failure::usage(format!("--against: the cross has no monster `{name}`{meant}")));
    }
    Ok(pairs)
}

fn failure(args: &BudgetArgs, pairs: &[Pair], seed: u64, Stopped { pair, why }: Stopped) -> Failure {
    let pair = &pairs[pair];
    let label = format!("{}/{}", pair.party, pair.monster);
    let is_none = || format!("{label} is not a scenario");
    match why {
        Why::Goal(no) => no_goal(no, &args.goal),
        Why::Key(message) => Failure::usage(format!("--vary: {message}")),
        Why::Wrong(diagnosis) => no_scenario(&pair.path, &diagnosis, is_none()),
        Why::Halted(halt) => halted(halt, (&pair.path, seed, &args.play), |_| is_none(), &label),
    }
}

/// Prints the budget and writes its table.
fn show(
    args: &BudgetArgs,
    study: &Study<'_>,
    base: &Scenario,
    pairs: &[Pair],
    found: &Budget,
    seed: u64,
) -> Result<(), Failure> {
    let text = || {
        let fights: u64 = found.known.iter().map(|known| known.fights).sum();
        let n = counted(found.known.len() as u64, "pair");
        let head =
            format!("{}\n{n}, {} fights of seed {seed}\n\n", shown(&base.title), thousands(fights.into()));
        head + &found.render(pairs, &args.goal, look(), args.play.verbose)
    };
    study.show(|| found.object((&base.stem, base.info.name()), pairs, &args.goal, seed), text)?;
    study.write(|| {
        let mut common = common_columns(base, seed, found.is_interrupted);
        // Who fights has columns of its own.
        common.varied.clear();
        Ok(vec![table("budget.csv", [(&common, found.rows(pairs, &args.goal).as_slice())])?])
    })
}

/// Says how it ended.
fn finish(pairs: &[Pair], found: &Budget) -> Exit {
    let (known, n) = (found.known.len(), pairs.len());
    let pairs_are = format!("{known} of {n} pairs are known");
    match found {
        it if it.is_interrupted => return Unfinished::Interrupted.report(&pairs_are),
        it if it.is_late => return Unfinished::Late.report(&pairs_are),
        it if it.is_open() => return Unfinished::Open.report(&pairs_are),
        _ => {}
    }
    if found.is_met() { Exit::Ok } else { Exit::NoValue }
}
