//! `fray coach`: what a designer may want to know of a scenario, in sentences.

use fray_kit::sheet::text::shown;
use fray_report::coach::page;
use fray_sim::coach::{
    Advice, Coach, CoachRow, Command, NoCoach, Requested, Settings, Topic, coach, fights_of_number,
};
use fray_sim::tables::format::{Number, counted, thousands};
use fray_sim::vary::solve::points::StopReason;
use fray_sim::vary::weights::BrokenPart;
use serde::Serialize;

use super::{ceiling, switched};
use crate::args::CoachArgs;
use crate::exit::{Exit, Failure, report};
use crate::printer::look;
use crate::scenarios::load;
use crate::shell_command::ShellCommand;
use crate::study::{Study, seed_of};
use crate::varied::{broken, common_columns, table};
use crate::verbs::play::report::write_page;

#[derive(Serialize)]
struct CoachObject<'a> {
    scenario: &'a str,
    seed: u64,
    fights: u64,
    /// The sentences, what is worth most first.
    advice: &'a [CoachRow<'a>],
    interrupted: bool,
    /// What was not looked at, or not to its end.
    missing: &'a [&'static str],
}

pub(crate) fn run(args: &CoachArgs) -> Result<Exit, Failure> {
    let options = args.play.options();
    let base = load(&args.scenario, &options)?;
    let study = Study::begin(&args.play, &args.output, &["coach.csv"])?;
    study.limit(args.max_time);
    let seed = seed_of(&args.play, &base);
    let fights = args.fights.0.max(2);
    let clever = args.thorough.then(|| ceiling::clever_pairs(fights));
    let asked = Requested { path: &args.scenario, options: &options, base: &base };
    let told = |what: &str| study.tell(what);
    let found = study.play(|watch| {
        coach(asked, Settings { seed, fights, clever, time: args.max_time, watch, told: &told })
    });
    let found = found.map_err(|no| failure(no, args, seed))?;
    if let Some(file) = &args.html {
        let facts = vec![shown(&args.scenario.to_string_lossy()).into_owned(), played(fights, seed)];
        let page = page(&base, facts, &found, |it| command(it, args));
        write_page(&page, file, !args.output.force)?;
    }
    let point = common_columns(&base, seed, !found.missing.is_empty());
    let rows: Vec<CoachRow<'_>> = found.advice.iter().map(|it| row(it, args, &point.scenario_hash)).collect();
    let object = || CoachObject {
        scenario: &base.stem,
        seed,
        fights,
        advice: &rows,
        interrupted: !found.missing.is_empty(),
        missing: &found.missing,
    };
    let text = || format!("{}\n{}\n", shown(&base.title), played(fights, seed)) + &render(&found, args);
    study.show(object, text)?;
    study.write(|| Ok(vec![table("coach.csv", [(&point, rows.as_slice())])?]))?;
    if let Some(file) = args.html.as_ref().filter(|_| !args.play.quiet) {
        report(format_args!("written to {}", file.display()));
    }
    if !found.missing.is_empty() {
        let known = missing(&found);
        if found.is_cut && !study.is_late() {
            report(format_args!("time ran out: {known}; raise --max-time"));
            return Ok(Exit::Undecided);
        }
        return Ok(study.report_end(&known, "the same command looks at all"));
    }
    Ok(Exit::Ok)
}

/// Returns which fights a figure is of.
fn played(fights: u64, seed: u64) -> String {
    let (fresh, of_number) = (seed.wrapping_add(2), fights_of_number(fights));
    format!(
        "{} of seed {seed} for each figure, {} for what a number does; edits on those of seed {fresh}",
        counted(fights, "fight"),
        thousands(of_number.into())
    )
}

/// Returns what is shown of an answer without the end of some looks, and without others.
fn missing(found: &Coach) -> String {
    let (begun, others) = found.missing.split_at(found.n_begun);
    let known = format!("what was known until then is shown; unfinished: {}", begun.join(", "));
    if others.is_empty() { known } else { format!("{known}; not begun: {}", others.join(", ")) }
}

/// A sentence as a row.
fn row<'a>(advice: &'a Advice, args: &CoachArgs, scenario_hash: &'a str) -> CoachRow<'a> {
    CoachRow {
        topic: advice.topic.word(),
        text: &advice.text,
        value: Number::new(advice.value),
        lo: Number::new(advice.within.map(|[lo, _]| lo)),
        hi: Number::new(advice.within.map(|[_, hi]| hi)),
        command: command(&advice.command, args),
        scenario_hash,
    }
}

/// The sentences under their headings, each with its command.
fn render(found: &Coach, args: &CoachArgs) -> String {
    let look = look();
    let mut lines: Vec<String> = Vec::new();
    let mut topic: Option<Topic> = None;
    for advice in &found.advice {
        if topic != Some(advice.topic) {
            topic = Some(advice.topic);
            lines.extend([String::new(), look.heading(advice.topic.heading())]);
        }
        lines.extend(look.wrapped(&shown(&advice.text), "  "));
        lines.push(look.dim(&format!("      {}", command(&advice.command, args))));
    }
    lines.join("\n") + "\n"
}

/// A command as it is written for this scenario.
fn command(command: &Command, args: &CoachArgs) -> String {
    let line = ShellCommand::new(command.verb, &args.scenario, command.seed, &args.play);
    let add = |line: ShellCommand, (flag, value): &(&str, String)| {
        if value.is_empty() { line.with_if(true, flag) } else { line.with(flag, value) }
    };
    command.flags.iter().fold(line, add).to_string()
}

fn failure(no: NoCoach, args: &CoachArgs, seed: u64) -> Failure {
    let of_sets = |sets: Vec<String>, seed: u64, fight| {
        let sets: Vec<String> = args.play.set.sets.iter().cloned().chain(sets).collect();
        broken(&args.scenario, seed, &args.play, &sets, &[], fight)
    };
    match no {
        NoCoach::Broken(sets, seed, fight) => of_sets(sets, seed, &fight),
        NoCoach::Ceiling(no) => ceiling::failure(no, &args.scenario, &args.play, seed),
        NoCoach::Comparison(no) => switched::failure(*no, &args.scenario, seed, ""),
        NoCoach::Part(it) => {
            let BrokenPart { options, broken: fight } = *it;
            let sets = options.map_or_else(Vec::new, |it| it.sets.into_iter().map(|(_, set)| set).collect());
            broken(&args.scenario, seed, &args.play, &sets, &[], &fight)
        }
        NoCoach::StopReason(StopReason::Broken(sets, fight)) => {
            broken(&args.scenario, seed, &args.play, &sets, &[], &fight)
        }
        NoCoach::StopReason(StopReason::Interrupted) => {
            Failure::Because(Exit::Interrupted, "interrupted; nothing is known yet".to_owned())
        }
        NoCoach::StopReason(StopReason::Wrong(_, diagnosis)) => {
            ceiling::unread(&diagnosis, &args.scenario, "a change of it")
        }
        NoCoach::StopReason(StopReason::Lacks(goal)) => {
            Failure::usage(format!("`{goal}` is not a goal of every value"))
        }
    }
}
