//! `fray sweep`: every combination of some values, on the same dice.

use std::io::Write;
use std::path::Path;

use fray_kit::sheet::text::shown;
use fray_sim::measures::{Goal, GoalRow, Sign};
use fray_sim::output::TABLES;
use fray_sim::precision::Aim;
use fray_sim::scenario::{Options, Scenario, candidates, in_cells, load_scenario};
use fray_sim::tables::format::{counted, fights as in_words, thousands};
use fray_sim::tables::rows::Tables;
use fray_sim::totals::About;
use fray_sim::vary::axis::{Axis, NoPoints, SweepPoints};
use fray_sim::vary::metrics::Metric;
use fray_sim::vary::pick::{PickKind, PickText, Wanted};
use fray_sim::vary::sweep::{News, NoPlayers, Players, Sweep, Until};
use fray_sim::vary::sweep_set::SweepSet;
use fray_sim::vary::sweep_text::PickShown;
use indicatif::ProgressBar;

use crate::args::{PlayArgs, SideTacticsArgs, SweepArgs, at_most, with_rounds};
use crate::exit::{Exit, Failure, print, report};
use crate::printer::look;
use crate::scenarios::{load, report_problems};
use crate::service::FIGHTS_BAR;
use crate::side_tactics::with_best;
use crate::study::{Workers, seed_of};
use crate::sweep_tables::SweepTables;
use crate::varied::{TableFile, broken, print_object, race_fights, table};
use crate::verbs::play::run::target::{TargetProgress, report_shortfall};

/// The number of fights of a point if neither flag nor file has one.
const FIGHTS: u64 = 100_000;

/// The most numbers of fights that are kept, those of all points and metrics together.
const MOST_KEPT: u64 = 20_000_000_000;

pub(crate) fn run(args: &SweepArgs) -> Result<Exit, Failure> {
    let varied = Varied {
        scenario: &args.scenario,
        play: &args.play,
        sides: &args.sides,
        among: args.among.as_deref(),
        variants: args.variants,
    };
    let (base, points) = varied.points()?;
    let first = points.point(0).map_err(|no| varied.wrong(no))?;
    let about = first.scenario.engine().about();
    let asked = Requested::new(args, &about)?;
    let seed = seed_of(&args.play, &base);
    let asked_for = match &args.pick {
        Some(_) => at_most(args.target.max_fights, args.fights),
        None => args.fights,
    };
    let fights = asked_for.map(|fights| fights.0).or(base.run.fights).unwrap_or(FIGHTS);
    let fights = if asked.pick.is_some() { race_fights(fights) } else { fights };
    let counts = args.output.out.is_some() || args.target.is_asked();
    let players = Players::new(&points, asked.metrics.clone(), seed, counts).map_err(|no| match no {
        NoPlayers::Wrong(no) => varied.wrong(no),
        NoPlayers::Lacks(point, name) => {
            let label = points.label(point);
            let message =
                format!("`{name}` is not a metric of every point: the scenario with {label} lacks it");
            Failure::usage(message)
        }
    })?;
    let mut aims = aims(args, &varied, &points)?;
    let n = points.n();
    let room = MOST_KEPT / (n * asked.metrics.len()) as u64;
    if aims.is_empty() && fights > room {
        let message = format!(
            "{} points of {} fights are too many to compare; at most {} fights each",
            n,
            thousands(fights.into()),
            thousands(room.into())
        );
        return Err(Failure::usage(message));
    }
    for aim in &mut aims {
        aim.max_fights = aim.max_fights.min(room);
        aim.min_fights = aim.min_fights.min(aim.max_fights);
    }
    let until = match (&asked.pick, aims.is_empty()) {
        (Some((_, metric, wanted)), _) => Until::Picked { metric: *metric, wanted: *wanted, most: fights },
        (None, true) => Until::Fights(fights),
        (None, false) => Until::Targets(&aims),
    };
    let names: Vec<&str> = ["sweep.csv", "goals.csv"].into_iter().chain(TABLES).collect();
    let out = args.output.out.as_deref();
    let mut tables = out.map(|dir| SweepTables::among(dir, &names, args.output.force)).transpose()?;
    let workers = Workers::begin(args.play.threads, args.play.quiet || args.output.json, FIGHTS_BAR)?;
    workers.bar.set_length(expected(until, n as u64));
    let labels: Vec<String> = (0..n).map(|point| points.label(point)).collect();
    let mut way = Way { bar: &workers.bar, aims: &aims, labels: &labels, of_point: None };
    // Whoever asks for fights, or for the tables of runs, gets fights.
    let may_solve = asked_for.is_none() && args.output.out.is_none() && aims.is_empty();
    let pick = asked.pick.map(|(_, metric, wanted)| (metric, wanted));
    let mut failed = None;
    let played = workers.play(|control| {
        let mut tell = |news: News<'_>| match (news, &mut tables) {
            (News::Played(played, point, totals), Some(tables)) => {
                let about = point.scenario.engine().about();
                // Nobody waits for fights that cannot be written.
                if let Err(failure) = tables.add(&Tables::new(&played.columns, &about, totals)) {
                    failed.get_or_insert(failure);
                    workers.stop();
                }
            }
            (news, _) => way.tell(news),
        };
        let exact = may_solve.then(|| players.enumerate(pick, control, &mut tell)).flatten();
        exact.map_or_else(|| players.play(until, control, &mut tell), Ok)
    });
    let sweep = played.map_err(|it| match points.point(it.point) {
        Ok(point) => broken(&args.scenario, seed, &args.play, &point.sets, &point.tactics, &it.broken),
        Err(no) => varied.wrong(no),
    })?;
    if let Some(failure) = failed {
        return Err(failure);
    }
    show(args, &base, &sweep, &asked, seed, fights)?;
    finish(args, tables, &sweep)
}

/// A scenario with what flags vary in it.
pub(crate) struct Varied<'a> {
    pub(crate) scenario: &'a Path,
    pub(crate) play: &'a PlayArgs,
    pub(crate) sides: &'a SideTacticsArgs,
    /// The spreadsheet of candidates.
    pub(crate) among: Option<&'a Path>,
    pub(crate) variants: bool,
}

impl Varied<'_> {
    /// Returns whether a flag asks for more than one point.
    ///
    /// # Errors
    /// If a range makes no sense.
    pub(crate) fn are_several(&self) -> Result<bool, Failure> {
        let several = self.sides.tactics.iter().any(|side| side.hows.len() > 1);
        Ok(several || self.variants || self.among.is_some() || !self.axes()?.0.is_empty())
    }

    /// The scenario without what is varied, and the points.
    ///
    /// # Errors
    /// If the scenario is wrong, or nothing is varied.
    pub(crate) fn points(&self) -> Result<(Scenario, SweepPoints), Failure> {
        let path = self.scenario;
        let (mut axes, mut fixed) = self.axes()?;
        let sides = with_best(self.sides, self.play, path, &fixed)?;
        fixed.tactics = sides.fixed();
        axes.extend(sides.tactics.iter().filter(|side| side.hows.len() > 1).map(|side| {
            let ways = side.hows.iter().map(|how| (how.word(), how.of(&side.side)));
            Axis::of_tactics(&side.side, ways.collect())
        }));
        if let Some(file) = self.among {
            let rows = candidates(file).map_err(|diagnosis| {
                Failure::Reported(Exit::BadScenario, report_problems(&diagnosis, file))
            })?;
            axes.insert(0, Axis::of_rows(file, rows));
        }
        let base = load(path, &fixed)?;
        let points = SweepPoints::new(path, &fixed, &base, axes, self.variants);
        Ok((base, points.map_err(|no| self.wrong(no))?))
    }

    /// The failure of points that there are not.
    pub(crate) fn wrong(&self, no: NoPoints) -> Failure {
        let path = self.scenario;
        match no {
            NoPoints::Refused(message) => Failure::usage(message),
            // A row says itself what is wrong with it, and so does a way to play.
            NoPoints::Wrong(_, diagnosis) if self.among.is_some() || !self.sides.tactics.is_empty() => {
                let diagnosis = match self.among {
                    Some(file) => in_cells(file, diagnosis),
                    None => diagnosis,
                };
                Failure::Reported(Exit::BadScenario, report_problems(&diagnosis, path))
            }
            NoPoints::Wrong(label, diagnosis) => {
                report_problems(&diagnosis, path);
                let message = format!(
                    "{}: no scenario with {label}: leave that value out of its range or list, or name the \
                     combinations that there are in a spreadsheet (--among)",
                    path.display()
                );
                Failure::Because(Exit::BadScenario, message)
            }
        }
    }

    /// Returns the axes that `--set` gives, and the flags of all points.
    fn axes(&self) -> Result<(Vec<Axis>, Options), Failure> {
        let (mut axes, mut fixed) = (Vec::new(), Options::default());
        // Where a range is meant, its ends may be dice.
        let is_range = self.play.set.sets.iter().any(|text| text.contains(':'));
        let base = is_range.then(|| load_scenario(self.scenario, &Options::default()).ok()).flatten();
        let ladder = base.and_then(|base| base.info.ladder());
        for text in &self.play.set.sets {
            match SweepSet::parse(text, ladder).map_err(|error| Failure::usage(format!("--set: {error}")))? {
                SweepSet::Fixed(text) => fixed.sets.push(("--set".to_owned(), text)),
                SweepSet::Varied(axis) => axes.push(axis),
            }
        }
        Ok((axes, with_rounds(fixed, self.play.max_rounds.as_deref())))
    }
}

/// The metrics of a sweep, and the pick among its points.
struct Requested<'a> {
    metrics: Vec<Metric>,
    /// The numbers of the metrics that the terminal shows.
    shown: Vec<usize>,
    /// The flag of a pick, the number of its metric, and the best value.
    pick: Option<(&'a PickText, usize, Wanted)>,
}

impl<'a> Requested<'a> {
    fn new(args: &'a SweepArgs, about: &About) -> Result<Self, Failure> {
        let mut texts = args.metric.metrics.clone();
        let pick = match &args.pick {
            None => None,
            Some(pick) => {
                let (metric, wanted) = wanted(pick, about)?;
                texts.push(metric);
                Some((pick, wanted))
            }
        };
        let (metrics, mut shown) = Metric::named(about, &texts).map_err(|(text, error)| {
            let flag =
                if args.metric.metrics.iter().any(|metric| metric == text) { "--metric" } else { "--pick" };
            Failure::usage(format!("{flag}: {}", error.with_text(text)))
        })?;
        let pick = pick.zip(shown.last()).map(|((text, wanted), &at)| (text, at, wanted));
        if shown.is_empty() {
            shown.push(0);
        }
        let mut seen = Vec::new();
        shown.retain(|at| {
            !seen.contains(at) && {
                seen.push(*at);
                true
            }
        });
        Ok(Self { metrics, shown, pick })
    }
}

/// The metric of a pick and its best value.
fn wanted(pick: &PickText, about: &About) -> Result<(String, Wanted), Failure> {
    let text = &pick.text;
    match pick.kind {
        PickKind::Max => Ok((text.clone(), Wanted::Max)),
        PickKind::Min => Ok((text.clone(), Wanted::Min)),
        PickKind::Closest => {
            let goal = Goal::parse(text, about)
                .map_err(|error| Failure::usage(format!("--pick: {}", error.with_text(text))))?;
            let metric = text.rsplit_once('=').map(|(metric, _)| metric.trim().to_owned());
            match metric.filter(|_| goal.sign == Sign::Equal) {
                // The middle of the values that round to the one that is written.
                Some(metric) => Ok((metric, Wanted::Closest((goal.region.lo + goal.region.hi) / 2.0))),
                None => {
                    Err(Failure::usage("--pick: closest needs one value, as in closest:win_rate(heroes)=65%"))
                }
            }
        }
    }
}

/// The targets of each point; none without `--target-error`.
fn aims(args: &SweepArgs, varied: &Varied<'_>, points: &SweepPoints) -> Result<Vec<Aim>, Failure> {
    // A race ends by itself, and `--max-fights` is its limit.
    if args.pick.is_some() {
        return Ok(Vec::new());
    }
    if !args.target.is_asked() {
        // What goes with a target alone is refused.
        let base = points.point(0).map_err(|no| varied.wrong(no))?;
        return args.target.aim(&base.scenario).map(|_| Vec::new());
    }
    let aim = |at: usize| {
        let point = points.point(at).map_err(|no| varied.wrong(no))?;
        args.target.aim(&point.scenario)
    };
    (0..points.n()).filter_map(|at| aim(at).transpose()).collect()
}

/// The fights of all points, as far as they are known before the first.
fn expected(until: Until<'_>, points: u64) -> u64 {
    match until {
        Until::Fights(fights) | Until::Picked { most: fights, .. } => points.saturating_mul(fights),
        Until::Targets(aims) => aims.iter().map(|aim| aim.min_fights).sum(),
    }
}

/// The text of the progress bar beside the fights.
struct Way<'a> {
    bar: &'a ProgressBar,
    aims: &'a [Aim],
    /// By point, what it is called.
    labels: &'a [String],
    /// How far the point under way is from its targets.
    of_point: Option<TargetProgress<'a>>,
}

impl Way<'_> {
    fn tell(&mut self, news: News<'_>) {
        let n = self.labels.len();
        match news {
            News::Point(point) => {
                let (label, aims) = (&self.labels[point], self.aims);
                self.bar.set_message(format!("{} of {n}: {label}", point + 1));
                self.of_point = aims.get(point).map(|aim| TargetProgress::new(self.bar, label, aim));
            }
            News::Target(progress) => {
                if let Some(way) = &self.of_point {
                    way.watch(progress);
                }
            }
            News::Played(..) => {}
            News::Left(left) => self.bar.set_message(format!("{} of {n} points may be the best", left.len())),
        }
    }
}

/// Prints the sweep.
fn show(
    args: &SweepArgs,
    base: &Scenario,
    sweep: &Sweep<'_>,
    asked: &Requested<'_>,
    seed: u64,
    most: u64,
) -> Result<(), Failure> {
    if args.output.json {
        let rows: Vec<_> = sweep.played.iter().map(|played| sweep.rows(played)).collect();
        return print_object(&sweep.object(&base.stem, &rows, seed));
    }
    if args.play.quiet {
        return Ok(());
    }
    let fights = sweep.played.iter().map(|played| played.fights);
    let (least, most_played) = (fights.clone().min().unwrap_or(0), fights.max().unwrap_or(0));
    let each = if least < most_played {
        format!("{} to {}", thousands(least.into()), counted(most_played, "fight"))
    } else if sweep.is_exact {
        "exact".to_owned()
    } else {
        in_words(least)
    };
    let (n, played) = (sweep.points.n(), sweep.played.len());
    let of = if played < n {
        format!("{played} of {}", counted(n as u64, "point"))
    } else {
        counted(n as u64, "point")
    };
    let pick =
        asked.pick.map(|(text, metric, wanted)| PickShown { text: &text.written, metric, wanted, most });
    let table = sweep.render(look(), &asked.shown, pick, args.play.verbose);
    let each = if sweep.is_exact { each } else { format!("{each} of seed {seed} each") };
    let text = format!("{}\n{of}, {each}\n\n{table}", shown(&base.title));
    anstream::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

/// Writes the tables, and says how it ended.
fn finish(args: &SweepArgs, tables: Option<SweepTables>, sweep: &Sweep<'_>) -> Result<Exit, Failure> {
    if let Some(mut tables) = tables {
        let rows: Vec<_> = sweep.played.iter().map(|played| (&played.columns, sweep.rows(played))).collect();
        let rows = rows.iter().map(|(columns, rows)| (*columns, rows.as_slice()));
        tables.add_whole(&table("sweep.csv", rows)?)?;
        tables.add_whole(&goals(sweep)?)?;
        let written = format!("\nwritten to {}\n", tables.path().display());
        tables.persist()?;
        if !args.output.json && !args.play.quiet {
            print(&written)?;
        }
    }
    if sweep.interrupted {
        let (known, n) = (sweep.played.len(), sweep.points.n());
        let [written, forced] = match args.output.out {
            Some(_) => [" and written", " with --force"],
            None => [""; 2],
        };
        match &sweep.picked {
            Some(picked) => report(format_args!(
                "interrupted: {} of {n} points may be the best, and what was played of all is shown{written}; the \
                 same command{forced} picks anew",
                picked.left.len()
            )),
            None => report(format_args!(
                "interrupted: {known} of {n} points are known{written}; the same command{forced} plays all of them"
            )),
        }
        return Ok(Exit::Interrupted);
    }
    let mut exit = Exit::Ok;
    for played in &sweep.played {
        if let Some(progress) = &played.shortfall {
            report_shortfall(&sweep.label(played.point), progress);
            exit = Exit::Undecided;
        }
    }
    match &sweep.picked {
        Some(picked) if !sweep.is_decided(picked) => Ok(Exit::Undecided),
        _ => Ok(exit),
    }
}

/// The goals of the scenario, with which the values of the points are compared.
fn goals(sweep: &Sweep<'_>) -> Result<TableFile, Failure> {
    let of_first = sweep.played.first().and_then(|played| sweep.points.point(played.point).ok());
    let about = of_first.as_ref().map(|point| point.scenario.engine().about());
    let rows = of_first
        .iter()
        .zip(&about)
        .flat_map(|(point, about)| point.scenario.goals.iter().flat_map(|goal| goal.value.rows(about)));
    let mut bytes = Vec::new();
    GoalRow::write_csv(&rows.collect::<Vec<_>>(), &mut bytes)?;
    Ok(TableFile { name: "goals.csv", bytes })
}
