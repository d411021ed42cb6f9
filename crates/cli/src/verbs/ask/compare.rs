//! `fray compare`: two scenarios, or a scenario and a change to it, on the same dice.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use fray_sim::compare::report::{Report, word};
use fray_sim::compare::stored::{Question, Stored, compare_stored};
use fray_sim::compare::{
    BrokenPair, Comparison, ComparisonSettings, FEWEST, NoComparison, Seats, Streams, Tolerance, Until,
    Which, compare,
};
use fray_sim::control::Control;
use fray_sim::measures::ParseError;
use fray_sim::output::{ComparedDir, ComparedManifest, Force, Requested, Run};
use fray_sim::scenario::{self, Options, Scenario};
use fray_sim::stats::sequential::Verdict;
use fray_sim::tables::format::{fights as in_words, thousands};
use fray_sim::tables::json::SCHEMA;
use fray_sim::tables::rows::Stop;

use crate::args::{CompareArgs, Expect, with_rounds};
use crate::exit::{self, Exit, Failure, print};
use crate::printer::look;
use crate::scenarios::{random_seed, settings, values_text};
use crate::scenarios::{report_problems, report_warnings};
use crate::service::FIGHTS_BAR;
use crate::shell_command::{self, ShellCommand};
use crate::side_tactics;
use crate::study::Workers;
use crate::varied::raised;
use crate::verbs::ask::nights;

/// The most pairs of scenarios that say nothing of fights.
const FIGHTS: u64 = 100_000;

/// So many metrics are shown without `--verbose`.
const SHOWN: usize = 15;

/// A comparison: the two scenarios, their dice and the range of fights.
struct Comparing<'a> {
    args: &'a CompareArgs,
    scenarios: [Scenario; 2],
    /// The names of the two in the answer.
    names: [String; 2],
    streams: [Streams; 2],
    range: (u64, u64),
    until: Until,
}

pub(crate) fn run(args: &CompareArgs) -> Result<Exit, Failure> {
    if args.scenarios.iter().any(|path| path.is_dir()) {
        if let Some(verdict) = nights::compared(args)? {
            return Ok(exit_code(args.expect, verdict, Ok(())));
        }
        return stored(args);
    }
    let args = &with_best(args)?;
    let scenarios = load(args)?;
    let job = job(args, scenarios)?;
    let asked = job.asked();
    let force = if args.output.force { Force::Replace } else { Force::Keep };
    let dir = args.output.out.as_ref().map(|dir| ComparedDir::open(dir, &asked, force)).transpose()?;
    let workers = Workers::begin(args.play.threads, args.play.quiet || args.output.json, FIGHTS_BAR)?;
    workers.bar.set_length(job.range.1 - job.range.0);
    workers.tell("comparing");
    let started = Instant::now();
    let compared = workers.play(|control| job.play(control)).map_err(|no| job.failure(no))?;
    if compared.pairs == 0 {
        return Err(Failure::Because(Exit::Interrupted, "interrupted; no pair was played".to_owned()));
    }
    let wall_time_s = started.elapsed().as_secs_f64();
    let played = job.played(compared.pairs);
    let report = job.report(&compared, &played);
    // Whoever sees the results has them, even if there is no room for them.
    let shown = show(args, &report);
    let written = dir.as_ref().map_or(Ok(()), |dir| {
        let manifest = ComparedManifest {
            schema: SCHEMA,
            fray: env!("CARGO_PKG_VERSION").to_owned(),
            compare: asked,
            pairs: compared.pairs,
            stop: compared.stop,
            verdict: word(compared.verdict()).to_owned(),
            threads: workers.n_threads(),
            wall_time_s,
            command: shell_command::current(),
        };
        dir.write(&report, &manifest)
    });
    let more = || {
        let mut text = String::new();
        if let (Some(dir), Ok(())) = (&dir, &written) {
            text += &format!("\nwritten to {}\n", dir.path().display());
        }
        if args.play.verbose {
            for (name, scenario) in job.names.iter().zip(&job.scenarios) {
                text += &format!("\n{name}\n{}", values_text(&settings(scenario)));
            }
        }
        Ok(print(&text)?)
    };
    let is_silent = args.output.json || args.play.quiet;
    let shown = shown.and_then(|()| if is_silent { Ok(()) } else { more() });
    let written = written.map_err(Failure::from).map_or_else(Failure::report, |()| Exit::Ok);
    if compared.stop == Stop::Interrupted {
        exit::report(format_args!(
            "interrupted: this is the result of the {} pairs played so far; a comparison cannot be resumed, \
             the same command starts again",
            compared.pairs
        ));
        return Ok(Exit::Interrupted);
    }
    Ok(exit_code(args.expect, compared.verdict(), shown).max(written))
}

/// Returns the exit code of an expected verdict. Without one no verdict is a failure. That nobody read what
/// was `shown` does not change it.
fn exit_code(expect: Option<Expect>, verdict: Verdict, shown: Result<(), Failure>) -> Exit {
    let of_verdict = match (expect, verdict) {
        (None, _) | (Some(Expect::Different), Verdict::Different) | (Some(Expect::Same), Verdict::Same) => {
            Exit::Ok
        }
        (Some(_), Verdict::Undecided) => Exit::Undecided,
        (Some(_), _) => Exit::Failed,
    };
    of_verdict.max(shown.map_or_else(Failure::report, |()| Exit::Ok))
}

/// The arguments with the best tactics of sides found, in the second scenario if there are two.
fn with_best(args: &CompareArgs) -> Result<CompareArgs, Failure> {
    if let Some(several) = args.sides.tactics.iter().find(|side| side.hows.len() > 1) {
        return Err(Failure::usage(format!("--tactics {several}: only `fray sweep` plays several")));
    }
    let path = args.scenarios.last().expect("the command line has one or two");
    let sides = side_tactics::with_best(&args.sides, &args.play, path, &args.play.options())?;
    Ok(CompareArgs { sides, ..args.clone() })
}

/// Reads both scenarios. One that is wrong is shown, and then there are none.
fn load(args: &CompareArgs) -> Result<[Scenario; 2], Failure> {
    let mut changed = args.play.options();
    changed.tactics = args.sides.fixed();
    let plain = || with_rounds(Options::default(), args.play.max_rounds.as_deref());
    let (a, b) = match (args.scenarios.as_slice(), args.mirror) {
        ([one], true) => ((one, changed.clone()), (one, Options { reversed: true, ..changed })),
        ([_, _], true) => return Err(Failure::usage("--mirror compares one scenario with itself")),
        ([one], false) if args.changes().is_empty() && !args.independent => {
            let message = format!(
                "{} alone has nothing to be compared with: name a second scenario, change it with --set or \
                 --tactics, or use --mirror",
                one.display()
            );
            return Err(Failure::usage(message));
        }
        ([one], false) => ((one, plain()), (one, changed)),
        (all, false) => ((&all[0], changed.clone()), (&all[1], changed)),
        (_, true) => return Err(Failure::usage("--mirror needs a scenario")),
    };
    let (mut loaded, mut wrong) = (Vec::new(), String::new());
    for (path, options) in [a, b] {
        match scenario::load_scenario(path, &options) {
            Ok(scenario) => {
                // What B changes of A is what was asked for.
                if loaded.is_empty() {
                    report_warnings(&scenario);
                }
                loaded.push(scenario);
            }
            Err(diagnosis) => wrong += &report_problems(&diagnosis, path),
        }
    }
    loaded.try_into().map_err(|_| Failure::Reported(Exit::BadScenario, wrong))
}

fn job(args: &CompareArgs, scenarios: [Scenario; 2]) -> Result<Comparing<'_>, Failure> {
    let [a, b] = &scenarios;
    if a.info.name() != b.info.name() && !args.independent {
        let message = format!(
            "{} is of {} and {} of {}: they share no dice; use --independent",
            a.path.display(),
            a.info.name(),
            b.path.display(),
            b.info.name()
        );
        return Err(Failure::usage(message));
    }
    let seed = args.play.seed.or(a.run.seed).or(b.run.seed).unwrap_or_else(random_seed);
    let most = || {
        let most = args.max_fights.map(|fights| fights.0).or(a.run.fights).unwrap_or(FIGHTS);
        raised(most, FEWEST, "comparison")
    };
    let (range, until) = match (args.range, args.fights) {
        (Some(range), _) => ((range.lo, range.hi), Until::End),
        (None, Some(fights)) => ((0, fights.0), Until::End),
        (None, None) => ((0, most()), Until::Verdict),
    };
    let mut streams = [Streams { seed, seats: Seats::Listed }; 2];
    if args.mirror {
        streams[1].seats = Seats::Reversed;
    }
    if args.independent {
        streams[1].seed = seed.wrapping_add(1);
    }
    let changes = match args.scenarios.as_slice() {
        [_] if args.mirror => "sides listed the other way round".to_owned(),
        [_] => args.changes(),
        _ => String::new(),
    };
    let of_both = args.changes();
    let names = if args.scenarios.len() == 2 && !of_both.is_empty() {
        [a, b].map(|scenario| format!("{}: {of_both}", scenario.stem))
    } else if changes.is_empty() {
        [a.stem.clone(), b.stem.clone()]
    } else {
        [a.stem.clone(), format!("{}: {changes}", b.stem)]
    };
    Ok(Comparing { args, names, streams, range, until, scenarios })
}

impl Comparing<'_> {
    fn play(&self, Control { stop, played }: Control<'_>) -> Result<Comparison, NoComparison> {
        let [a, b] = &self.scenarios;
        let settings = ComparisonSettings {
            streams: self.streams,
            range: self.range.0..self.range.1,
            until: self.until,
            metric: self.args.metric.as_deref(),
            delta: self.args.delta,
            alpha: self.args.alpha,
            stop,
            played,
        };
        compare(a.engine(), b.engine(), &settings)
    }

    fn asked(&self) -> Requested {
        let run = |i: usize| {
            let scenario: &Scenario = &self.scenarios[i];
            Run {
                system: scenario.info.name().to_owned(),
                rules_version: env!("CARGO_PKG_VERSION").to_owned(),
                scenario: scenario.path.display().to_string(),
                scenario_hash: format!("{:016x}", scenario.hash),
                seed: self.streams[i].seed,
                range: self.range,
                values: settings(scenario),
                clever: scenario.beside.clever.clone(),
            }
        };
        Requested {
            a: run(0),
            b: run(1),
            until_verdict: self.until == Until::Verdict,
            metric: self.args.metric.clone(),
            delta: self.args.delta.map(|delta| match delta {
                Tolerance::Points(points) => format!("{points}pt"),
                Tolerance::Plain(delta) => delta.to_string(),
            }),
            alpha: self.args.alpha,
            mirror: self.args.mirror,
        }
    }

    fn played(&self, pairs: u64) -> String {
        let dice =
            if self.args.independent { "B on the dice of the next seed" } else { "both on the same dice" };
        format!(
            "{} pair{} of seed {}, {dice}",
            thousands(pairs.into()),
            if pairs == 1 { "" } else { "s" },
            self.streams[0].seed
        )
    }

    fn report<'a>(&'a self, compared: &'a Comparison, played: &'a str) -> Report<'a> {
        Report {
            a: &self.names[0],
            b: &self.names[1],
            system: self.scenarios[0].info.name(),
            played,
            is_independent: self.args.independent,
            is_mirror: self.args.mirror,
            compared,
        }
    }

    fn failure(&self, no: NoComparison) -> Failure {
        match no {
            NoComparison::Metric(error) => metric_failure(self.args, &error),
            NoComparison::Refused(message) => Failure::usage(message),
            NoComparison::Broken(BrokenPair { which, broken }) => {
                let at = which as usize;
                let scenario = &self.scenarios[at];
                let mut message = format!(
                    "{}: fight {} broke an invariant: {}",
                    scenario.path.display(),
                    broken.fight,
                    broken.message
                );
                // A mirrored scenario is no file that can be traced.
                if !(self.args.mirror && which == Which::B) {
                    message += &format!(
                        "\n  trace it: {}",
                        self.trace(at).with("--fight", &broken.fight.to_string())
                    );
                }
                Failure::Because(Exit::Broken, message)
            }
        }
    }

    /// The command that tells fights of one of the two.
    fn trace(&self, at: usize) -> ShellCommand {
        let mut play = self.args.play.clone();
        if at == 0 && self.args.scenarios.len() == 1 && !self.args.mirror {
            play.set.sets.clear();
        }
        let command = ShellCommand::new("trace", &self.scenarios[at].path, self.streams[at].seed, &play);
        let is_plain = at == 0 && self.args.scenarios.len() == 1 && !self.args.mirror;
        if is_plain { command } else { command.with_tactics(&self.args.sides.fixed()) }
    }
}

fn metric_failure(args: &CompareArgs, error: &ParseError) -> Failure {
    let text = args.metric.as_deref().unwrap_or_default();
    Failure::usage(format!("--metric: {}", error.with_text(text)))
}

fn show(args: &CompareArgs, report: &Report<'_>) -> Result<(), Failure> {
    if args.output.json {
        report.write_json(std::io::stdout().lock())?;
    } else if !args.play.quiet {
        let most = if args.play.verbose { usize::MAX } else { SHOWN };
        // anstream takes the colours out again where they cannot be shown or are not wanted.
        let text = report.render(look(), most);
        anstream::stdout().lock().write_all(text.as_bytes())?;
    }
    Ok(())
}

/// Compares two folders with the results of runs.
fn stored(args: &CompareArgs) -> Result<Exit, Failure> {
    let dirs = match args.scenarios.as_slice() {
        [a, b] if a.is_dir() && b.is_dir() && args.independent => [a, b],
        [a, b] if a.is_dir() && b.is_dir() => {
            return Err(Failure::usage("stored results are compared as independent runs: use --independent"));
        }
        _ => {
            return Err(Failure::usage(
                "expected two scenario files, or two folders of results and --independent",
            ));
        }
    };
    let play = &args.play;
    let plays = !args.changes().is_empty() || play.seed.is_some() || play.max_rounds.is_some();
    if plays
        || args.fights.is_some()
        || args.max_fights.is_some()
        || args.range.is_some()
        || args.output.out.is_some()
    {
        let message = "folders of results are only compared, and nothing is played or written: leave out \
                       the flags for that";
        return Err(Failure::usage(message));
    }
    let read = |dir: &Path| Stored::read(dir).map_err(|message| Failure::Because(Exit::Mismatch, message));
    let [a, b] = [read(dirs[0])?, read(dirs[1])?];
    if a.shares_dice(&b) {
        let message = format!(
            "both results are of seed {} and share fights, so they are on the same dice and not independent: \
             compare the scenarios, or run one of them with another --seed",
            a.seed
        );
        return Err(Failure::Because(Exit::Mismatch, message));
    }
    let question = Question { metric: args.metric.as_deref(), delta: args.delta, alpha: args.alpha };
    let compared = match compare_stored(&a, &b, &question) {
        Ok(compared) => compared,
        Err(NoComparison::Metric(error)) => return Err(metric_failure(args, &error)),
        Err(NoComparison::Refused(message)) => return Err(Failure::usage(message)),
        Err(NoComparison::Broken(broken)) => unreachable!("{broken:?} of fights that were not played"),
    };
    let of = |run: &Stored| format!("{} of seed {}", in_words(run.fights), run.seed);
    let names = dirs.map(|dir| dir.display().to_string());
    let report = Report {
        a: &names[0],
        b: &names[1],
        system: &a.system,
        played: &format!("{} and {}, independent of each other", of(&a), of(&b)),
        is_independent: true,
        is_mirror: false,
        compared: &compared,
    };
    Ok(exit_code(args.expect, compared.verdict(), show(args, &report)))
}
