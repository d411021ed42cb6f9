//! The points of a plan: of a scenario, several, a suite, a sweep or a matrix.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;
use std::time::Duration;

use fray_kit::sheet::text::{two_of_a_name, without_case};
use fray_sim::gate::suite::Suite;
use fray_sim::output::{ResultName, Run};
use fray_sim::plan::cross::{CrossDraft, CrossPlace, crossed};
use fray_sim::plan::points::Frozen;
use fray_sim::plan::speed::{Speed, measure};
use fray_sim::plan::{Kind, PlanPoint};
use fray_sim::play::engine::Engine;
use fray_sim::play::run::Broken;
use fray_sim::scenario::{Beside, Loaded, Loader, Options, Scenario, load_text};
use fray_sim::tables::rows::Stop;
use fray_sim::totals::Totals;
use fray_sim::vary::matrix::cell_seed;

use crate::args::{How, PlanArgs, SideTacticsArgs};
use crate::exit::{Exit, Failure};
use crate::scenarios::{
    load_again, random_seed, report_new_warnings, report_problems, report_warnings, settings,
};
use crate::side_tactics::with_best;
use crate::verbs::ask::matrix::pairing;
use crate::verbs::ask::sweep::Varied;
use crate::verbs::play::run::batch::options_of;
use crate::verbs::play::run::requested::Requested;
use crate::verbs::scale::plan::Allowance;

/// The number of fights of a point if neither flag nor file has one.
const FIGHTS: u64 = 100_000;

/// The time for measuring the speed of a batch, in seconds of a core.
const MEASURED_S: f64 = 1.5;

/// The same for a batch of which some points are measured, which has to be planned in a moment.
const SAMPLED_S: f64 = 0.5;

/// The most points of a batch that are measured; in larger batches this many are.
pub(super) const MOST_MEASURED: usize = 60;

/// Returns whether point `at` of `n` is one of those that are measured, which lie evenly among all and in no
/// step with the rows of a table.
pub(crate) fn is_measured(at: usize, n: usize) -> bool {
    // Multiples of the golden ratio, modulo 1, fill every interval evenly.
    const GOLDEN: u32 = 0x9E37_79B9;
    let place = (at as u32).wrapping_mul(GOLDEN);
    n <= MOST_MEASURED || u64::from(place) * (n as u64) < (MOST_MEASURED as u64) << 32
}

/// The points of a batch, with their speeds where these are asked for.
pub(crate) struct Points {
    pub(crate) kind: Kind,
    pub(crate) all: Vec<PlanPoint>,
    /// The crosses that some of them are pairs of.
    pub(crate) crosses: Vec<CrossDraft>,
    pub(crate) speeds: Vec<Option<Speed>>,
}

/// The consumer of a point's text: nobody keeps those of thousands of points in memory.
pub(super) type Sink<'a> = dyn FnMut(&Frozen) -> Result<(), Failure> + 'a;

/// The length of the measurement of one point of so many.
pub(crate) fn measured_for(n: usize) -> Duration {
    match n {
        0..=MOST_MEASURED => Duration::from_secs_f64((MEASURED_S / n.max(1) as f64).min(0.25)),
        _ => Duration::from_secs_f64(SAMPLED_S / MOST_MEASURED as f64),
    }
}

impl Points {
    /// Freezes what the flags ask for, and hands each point to `sink`.
    ///
    /// # Errors
    /// If a scenario is wrong, or the flags make no sense.
    pub(super) fn read(args: &PlanArgs, is_measured: bool, sink: &mut Sink<'_>) -> Result<Self, Failure> {
        let mut points = Reader {
            args,
            sink,
            random: random_seed(),
            measured: is_measured.then(|| measured_for(1)),
            n: 1,
            points: Self { kind: Kind::Run, all: Vec::new(), crosses: Vec::new(), speeds: Vec::new() },
            allowance: Allowance::default(),
            names: BTreeMap::new(),
        };
        if let Some(folder) = &args.matrix {
            points.matrix(folder)?;
        } else if let [path] = &args.scenarios[..]
            && let varied = varied(args, path)
            && (varied.are_several()? && !path.is_dir())
        {
            points.sweep(&varied)?;
        } else {
            points.batch()?;
        }
        Ok(points.points)
    }
}

fn varied<'a>(args: &'a PlanArgs, scenario: &'a Path) -> Varied<'a> {
    Varied {
        scenario,
        play: &args.play,
        sides: &args.sides,
        among: args.among.as_deref(),
        variants: args.variants,
    }
}

struct Reader<'a, 's> {
    args: &'a PlanArgs,
    sink: &'a mut Sink<'s>,
    /// The seed of scenarios that name none.
    random: u64,
    /// How long the speed of each point is measured, if it is.
    measured: Option<Duration>,
    /// The number of points.
    n: usize,
    points: Points,
    /// The fights that may be played for that.
    allowance: Allowance,
    /// The names of the points, by their form without case, so that no two are equal on any system.
    names: BTreeMap<String, ResultName>,
}

impl Reader<'_, '_> {
    fn batch(&mut self) -> Result<(), Failure> {
        let args = self.args;
        let varies = "several values can be planned for a single scenario file only";
        if let Some(path) = args.scenarios.first()
            && varied(args, path).are_several()?
        {
            return Err(Failure::usage(varies));
        }
        let is_one = matches!(&args.scenarios[..], [path] if !path.is_dir() && !Suite::is_one(path));
        self.points.kind = if is_one { Kind::Run } else { Kind::Batch };
        let sides = match &args.scenarios[..] {
            [path] if is_one => with_best(&args.sides, &args.play, path, &args.play.options())?,
            _ if args.sides.tactics.iter().any(|side| side.hows.iter().any(How::is_searched)) => {
                let message = "--tactics SIDE=best and SIDE=clever search the tactics of one scenario alone";
                return Err(Failure::usage(message));
            }
            _ => args.sides.clone(),
        };
        let mut wrong = Vec::new();
        let requested = Requested::all(&args.scenarios, &mut wrong)?;
        self.measure_each_of(requested.len());
        let mut is_wrong = !wrong.is_empty();
        let loader = Loader::default();
        let mut requested = VecDeque::from(requested);
        while !requested.is_empty() {
            let named = self.cross(requested.make_contiguous(), &sides)?;
            requested.drain(..named);
            let Some(Requested { path, sets, name, is_found, .. }) = requested.pop_front() else { break };
            let options = options_of(&sets, &args.play, sides.fixed());
            let scenario = match (loader.load(&path, &options), is_found) {
                (Ok(Loaded::Include), true) => continue,
                (Ok(Loaded::Scenario(scenario)), _) => *scenario,
                (Ok(Loaded::Include), false) => load_again(&path, &options)?,
                (Err(diagnosis), _) => {
                    report_problems(&diagnosis, &path);
                    is_wrong = true;
                    continue;
                }
            };
            report_warnings(&scenario);
            let Some(name) = name else { continue };
            let mut scenario = scenario;
            scenario.stem = name.to_string();
            self.add(name, &scenario, None)?;
        }
        if is_wrong {
            return Err(Failure::reported(Exit::BadScenario));
        }
        if self.points.all.is_empty() {
            let message = "expected a scenario: a file with `system`, or a folder with such files";
            return Err(Failure::Because(Exit::BadScenario, message.to_owned()));
        }
        Ok(())
    }

    /// Adds the points of a cross that these begin with, by name. Returns their number: none if there is no cross, or if
    /// each pair has to be read for itself.
    fn cross(&mut self, all: &[Requested], sides: &SideTacticsArgs) -> Result<usize, Failure> {
        if all[0].pair != Some((0, 0)) {
            return Ok(0);
        }
        let others = all[1..].iter().take_while(|it| it.pair.is_some_and(|pair| pair != (0, 0)));
        let points = &all[..=others.count()];
        // A pair has the units of its sides set first, then what all pairs have.
        let [_, _, sets @ ..] = &points[0].sets[..] else { return Ok(0) };
        let options = options_of(sets, &self.args.play, sides.fixed());
        let Options { sets, removed, tactics, reversed } = options;
        if !removed.is_empty() || !tactics.is_empty() || reversed {
            return Ok(0);
        }
        let of = |is: fn((usize, usize)) -> bool, set: usize| {
            let one = |it: &&Requested| it.pair.is_some_and(is);
            points.iter().filter(one).map(|it| it.sets[set].clone()).collect::<Vec<_>>()
        };
        let fighters = (sets, of(|pair| pair.1 == 0, 0), of(|pair| pair.0 == 0, 1));
        let mut warned = BTreeSet::new();
        let draft =
            crossed(&points[0].path, fighters, &mut |scenario| report_new_warnings(scenario, &mut warned));
        let Some(draft) = draft else { return Ok(0) };
        let seed = self.args.play.seed.or(draft.example.run.seed).unwrap_or(self.random);
        let run = self.run(&draft.example, seed)?;
        for Requested { name, pair, .. } in points {
            let (Some(name), &Some((party, monster))) = (name, pair) else { continue };
            let mut point =
                PlanPoint::new(name.clone(), &draft.example.title, name.as_str(), &run, Beside::default());
            point.scenario_hash = draft.hash(party, monster);
            point.cross = Some(CrossPlace { cross: self.points.crosses.len(), party, monster });
            // Only those that are measured are built.
            let is_built = self.measured.is_some() && is_measured(self.points.all.len(), self.n);
            let built = is_built.then(|| draft.pair(party, monster)).transpose();
            let built = built.map_err(|diagnosis| {
                Failure::Reported(Exit::BadScenario, report_problems(&diagnosis, &points[0].path))
            })?;
            self.put(point, built.as_ref().map(Scenario::engine))?;
        }
        self.points.crosses.push(draft);
        Ok(points.len())
    }

    fn sweep(&mut self, varied: &Varied<'_>) -> Result<(), Failure> {
        self.points.kind = Kind::Sweep;
        let (_, points) = varied.points()?;
        self.measure_each_of(points.n());
        for at in 0..points.n() {
            let point = points.point(at).map_err(|no| varied.wrong(no))?;
            let label = points.label(at).replace(" = ", "=");
            self.add(ResultName::describing(&label), &point.scenario, Some(point.varied))?;
        }
        Ok(())
    }

    fn matrix(&mut self, folder: &Path) -> Result<(), Failure> {
        let args = self.args;
        self.points.kind = Kind::Matrix;
        let (template, pairing) = pairing(folder, args.template.as_deref(), &args.play)?;
        let n = pairing.fighters.len();
        self.measure_each_of(n * n);
        let seed = args.play.seed.or(template.run.seed).unwrap_or(self.random);
        for first in 0..n {
            for second in 0..n {
                let [a, b] = [first, second].map(|at| pairing.fighters[at].name.as_str());
                let seed = cell_seed(seed, a, b);
                let text = pairing.pair_text(first, second, seed);
                let Some((composed, text)) = text.map_err(|error| internal(&error))? else { continue };
                let name = ResultName::describing(&format!("{a} against {b}"));
                // The text stands for the pair, of which no file is.
                let scenario = load_text(&format!("{name}.toml"), &text)
                    .map_err(|diagnosis| internal(&diagnosis.render(fray_sim::scenario::Paint::Plain)))?;
                let run = self.run(&scenario, seed)?;
                let point =
                    PlanPoint::new(name.clone(), &scenario.title, name.as_str(), &run, Beside::default());
                self.freeze(Frozen { point, text, run }, composed.engine())?;
            }
        }
        Ok(())
    }

    fn measure_each_of(&mut self, n: usize) {
        self.measured = self.measured.map(|_| measured_for(n));
        self.n = n;
    }

    /// Adds a scenario. `varied` are the columns of its tables, where they are not those of its flags.
    fn add(
        &mut self,
        name: ResultName,
        scenario: &Scenario,
        varied: Option<Vec<(String, String)>>,
    ) -> Result<(), Failure> {
        let seed = self.args.play.seed.or(scenario.run.seed).unwrap_or(self.random);
        // That texts mean their scenarios is tried for some of them. Every machine holds its point against the hash again.
        let text = if is_measured(self.points.all.len(), self.n) {
            scenario.text(Some(seed)).map_err(|error| internal(&error))?
        } else {
            scenario.unchecked_text(Some(seed))
        };
        let run = self.run(scenario, seed)?;
        let beside = scenario.beside.clone();
        let mut point = PlanPoint::new(name, &scenario.title, &scenario.stem, &run, beside);
        if let Some(varied) = varied {
            point.varied = varied;
        }
        self.freeze(Frozen { point, text, run }, scenario.engine())
    }

    fn run(&self, scenario: &Scenario, seed: u64) -> Result<Run, Failure> {
        // A target that this scenario does not have is found now, and not after its first round.
        self.args.target.aim(scenario)?;
        let of_file = || scenario.run.fights.unwrap_or(FIGHTS);
        let fights = if self.args.target.is_asked() {
            self.args.target.first_round().unwrap_or_else(of_file)
        } else {
            self.args.fights.map_or_else(of_file, |fights| fights.0)
        };
        Ok(Run {
            system: scenario.info.name().to_owned(),
            rules_version: env!("CARGO_PKG_VERSION").to_owned(),
            scenario: scenario.path.display().to_string(),
            scenario_hash: format!("{:016x}", scenario.hash),
            seed,
            range: (0, fights),
            values: settings(scenario),
            clever: scenario.beside.clever.clone(),
        })
    }

    fn freeze(&mut self, frozen: Frozen, engine: &dyn Engine) -> Result<(), Failure> {
        (self.sink)(&frozen)?;
        self.put(frozen.point, Some(engine))
    }

    /// Adds a point to the list. `engine` plays it, if it is one of those that are measured.
    fn put(&mut self, point: PlanPoint, engine: Option<&dyn Engine>) -> Result<(), Failure> {
        let name = &point.name;
        if let Some(other) = self.names.insert(without_case(name.as_str()), name.clone()) {
            return Err(Failure::usage(two_of_a_name("points", other.as_str(), name.as_str())));
        }
        if let Some(time) = self.measured {
            let asked = point.fights;
            let speed = match engine.filter(|_| is_measured(self.points.all.len(), self.n)) {
                Some(engine) => speed(&point, engine, time, asked, &mut self.allowance)?,
                None => {
                    self.allowance.add(asked, 0);
                    None
                }
            };
            self.points.speeds.push(speed);
        }
        self.points.all.push(point);
        Ok(())
    }
}

/// The speed of a point of which so many fights are asked for; `None` where the fights that may be played do not tell.
///
/// # Errors
/// If a fight broke an invariant.
pub(crate) fn speed(
    point: &PlanPoint,
    engine: &dyn Engine,
    time: Duration,
    asked: u64,
    allowance: &mut Allowance,
) -> Result<Option<Speed>, Failure> {
    let columns = point.columns(Stop::Fixed, String::new());
    let most = |_: &Totals| allowance.with(asked);
    let measured = measure(engine, &point.identity(engine, &point.scenario_hash), &columns, time, &most);
    let measured = measured.map_err(|Broken { fight, message }| {
        let message = format!(
            "point {}: fight {fight} of seed {} broke an invariant: {message}",
            point.name, point.seed
        );
        Failure::Because(Exit::Broken, message)
    })?;
    allowance.add(asked, measured.totals.fights);
    Ok(measured.speed)
}

/// The failure of something that can only be wrong in this program.
fn internal(error: &dyn core::fmt::Display) -> Failure {
    Failure::Because(Exit::Broken, error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_points_some_are_measured_in_every_row_and_not_the_same_ones() {
        let of = |n: usize| (0..n).filter(|&at| is_measured(at, n)).collect::<Vec<_>>();
        assert_eq!(of(7), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(of(MOST_MEASURED).len(), MOST_MEASURED);
        // Twelve parties of 2,000 monsters.
        let some = of(24_000);
        assert!(some.len().abs_diff(MOST_MEASURED) <= 2, "{}", some.len());
        let monsters: std::collections::BTreeSet<usize> = some.iter().map(|at| at % 2_000).collect();
        assert!(monsters.len() > MOST_MEASURED * 9 / 10, "{}", monsters.len());
        for party in 0..12 {
            let n = some.iter().filter(|&at| at / 2_000 == party).count();
            assert!(n.abs_diff(MOST_MEASURED / 12) <= 2, "party {party}: {n}");
        }
    }
}
