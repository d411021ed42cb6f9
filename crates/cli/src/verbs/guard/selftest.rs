//! `fray selftest`: measures the coverage of intervals, the truth of sentences and the rate of false alarms of
//! the gate, on fights whose exact answer is known.

use core::sync::atomic::{AtomicBool, Ordering};
use std::io::Write;

use fray_sim::exact::NoAnswer;
use fray_sim::gate::point::Point;
use fray_sim::gate::selftest::sentences::sentences;
use fray_sim::gate::selftest::text::text;
use fray_sim::gate::selftest::{Plan, Row, counts, coverage, differences, gate, goals, screens};
use fray_sim::play::run::Broken;
use fray_sim::scenario::{self, Scenario};
use fray_sim::tables::json::Versioned;
use serde::Serialize;

use crate::args::SelftestArgs;
use crate::exit::{Exit, Failure, report};
use crate::printer::look;
use crate::scenarios::report_problems;
use crate::service::{Keeps, on_interrupt, pool};
use crate::verbs::play::exact::solved;

/// The measured promises of one scenario.
#[derive(Serialize)]
struct Measured {
    scenario: String,
    promises: Vec<Row>,
}

/// The object that `--json` prints.
#[derive(Serialize)]
struct Printed {
    kept: bool,
    /// Whether it was interrupted; then promises are missing, or were measured on fewer tries.
    interrupted: bool,
    scenarios: Vec<Measured>,
}

pub(crate) fn run(args: &SelftestArgs) -> Result<Exit, Failure> {
    let stop = on_interrupt(Keeps::Files)?;
    let pool = pool(args.threads)?;
    let mut exit = Exit::Ok;
    let mut scenarios = Vec::new();
    if args.scenarios.is_empty() {
        for info in fray_rules::GAMES {
            scenarios.push(scenario::load_text(info.name(), info.example));
        }
    }
    for path in &args.scenarios {
        scenarios.push(scenario::load_scenario(path, &scenario::Options::default()));
    }
    let usual = if args.thorough { Plan::thorough() } else { Plan::default() };
    let plan = Plan { seed: args.seed, ..usual };
    let mut printed = Printed { kept: true, interrupted: false, scenarios: Vec::new() };
    for loaded in scenarios {
        let scenario = match loaded {
            Ok(scenario) => scenario,
            Err(diagnosis) => {
                let name = diagnosis.sources.list.first().map(|source| source.name.clone());
                report_problems(&diagnosis, name.unwrap_or_default().as_ref());
                exit = exit.max(Exit::BadScenario);
                continue;
            }
        };
        let name = scenario.stem.clone();
        let promises = match pool.install(|| measure(scenario, &plan, &stop)) {
            Ok(promises) => promises,
            Err(Trouble::NoAnswer(NoAnswer::Interrupted)) => break,
            Err(Trouble::NoAnswer(no_answer)) => {
                report(format_args!("error: {name}: {no_answer}"));
                exit = exit.max(Exit::Undecided);
                continue;
            }
            Err(Trouble::Broken(seed, broken)) => {
                let (fight, message) = (broken.fight, broken.message);
                let text =
                    format!("error: {name}: fight {fight} of seed {seed} broke an invariant: {message}");
                report(text);
                exit = exit.max(Exit::Broken);
                continue;
            }
        };
        if promises.is_empty() && stop.load(Ordering::Relaxed) {
            break;
        }
        printed.kept &= promises.iter().all(|row| row.kept);
        let measured = Measured { scenario: name, promises };
        if !args.json {
            // anstream takes the colours out again where they cannot be shown or are not wanted.
            let text = text(&measured.scenario, &measured.promises, look());
            anstream::stdout().lock().write_all(text.as_bytes())?;
        }
        printed.scenarios.push(measured);
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    printed.interrupted = stop.load(Ordering::Relaxed);
    if args.json {
        let mut out = std::io::stdout().lock();
        serde_json::to_writer_pretty(&mut out, &Versioned::new(&printed)).map_err(std::io::Error::from)?;
        writeln!(out)?;
    }
    if printed.interrupted {
        let known = if printed.scenarios.is_empty() {
            "nothing was measured yet"
        } else {
            "what was measured until then is shown"
        };
        report(format_args!("interrupted: {known}; the same command begins anew"));
        return Ok(Exit::Interrupted);
    }
    Ok(if printed.kept { exit } else { exit.max(Exit::Failed) })
}

/// The reason for which nothing could be measured.
enum Trouble {
    NoAnswer(NoAnswer),
    Broken(u64, Broken),
}

/// Measures all promises of a scenario; if it is stopped, those that are known until then. Intervals, counts and
/// sentences count their tries one by one: fewer are as true. Of what was cut short of the others nothing is known.
fn measure(scenario: Scenario, plan: &Plan, stop: &AtomicBool) -> Result<Vec<Row>, Trouble> {
    let exact = solved(&scenario, stop, true).map_err(Trouble::NoAnswer)?;
    let name = scenario.stem.clone();
    let mut point = Point { name, scenario, goals: Vec::new(), baseline: None };
    let broken = |(seed, broken)| Trouble::Broken(seed, broken);
    let about = point.about();
    let mut rows = coverage(point.scenario.engine(), &about, &exact, plan, stop).map_err(broken)?;
    rows.extend(counts(point.scenario.engine(), &about, &exact, plan, stop).map_err(broken)?);
    rows.extend(sentences(point.scenario.engine(), &about, &exact, plan, stop).map_err(broken)?);
    let whole = |found: Vec<Row>| if stop.load(Ordering::Relaxed) { Vec::new() } else { found };
    rows.extend(whole(differences(&point.scenario, plan, stop).map_err(broken)?));
    rows.extend(whole(screens(&point.scenario, plan, stop).map_err(broken)?));
    rows.extend(whole(goals(&mut point, &exact, plan, stop).map_err(broken)?));
    rows.extend(whole(gate(&mut point, plan, stop).map_err(broken)?.into()));
    Ok(rows)
}
