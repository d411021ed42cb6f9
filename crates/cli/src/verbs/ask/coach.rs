//! `fray coach`: what a designer may want to know of a scenario, in sentences.

use std::io::Write;

use fray_kit::sheet::text::shown;
use fray_report::coach::page;
use fray_sim::coach::{AdviceRow, Coach, Command, NoCoach, Requested, Settings, Topic, coach};
use fray_sim::tables::format::{Number, counted};
use fray_sim::vary::solve::points::StopReason;
use fray_sim::vary::weights::BrokenPart;
use serde::Serialize;

use super::{ceiling, switched};
use crate::args::CoachArgs;
use crate::exit::{Exit, Failure, report};
use crate::printer::look;
use crate::scenarios::load;
use crate::service::FIGHTS_BAR;
use crate::shell_command::ShellCommand;
use crate::study::{Workers, seed_of};
use crate::varied::{broken, print_object};
use crate::verbs::play::report::write_page;

#[derive(Serialize)]
struct CoachObject<'a> {
    scenario: &'a str,
    seed: u64,
    fights: u64,
    /// The sentences, what is worth most first.
    advice: Vec<AdviceRow<'a>>,
    interrupted: bool,
}

pub(crate) fn run(args: &CoachArgs) -> Result<Exit, Failure> {
    let options = args.play.options();
    let base = load(&args.scenario, &options)?;
    let workers = Workers::begin(args.play.threads, args.play.quiet || args.json, FIGHTS_BAR)?;
    let seed = seed_of(&args.play, &base);
    let fights = args.fights.0.max(2);
    let clever = args.thorough.then(|| ceiling::clever_pairs(fights));
    let asked = Requested { path: &args.scenario, options: &options, base: &base };
    let told = |what: &str| workers.tell(what);
    let found = workers.play(|watch| coach(asked, Settings { seed, fights, clever, watch, told: &told }));
    let found = found.map_err(|no| failure(no, args, seed))?;
    if let Some(file) = &args.html {
        let facts = vec![shown(&args.scenario.to_string_lossy()).into_owned(), played(fights, seed)];
        let page = page(&base, facts, &found, |it| command(it, args));
        write_page(&page, file, !args.force)?;
    }
    if args.json {
        let advice = found.advice.iter().map(|it| AdviceRow {
            topic: it.topic,
            text: &it.text,
            value: Number::new(it.value),
            lo: Number::new(it.within.map(|[lo, _]| lo)),
            hi: Number::new(it.within.map(|[_, hi]| hi)),
            command: command(&it.command, args),
        });
        let (scenario, interrupted) = (base.stem.as_str(), found.interrupted);
        print_object(&CoachObject { scenario, seed, fights, advice: advice.collect(), interrupted })?;
    } else if !args.play.quiet {
        let head = format!("{}\n{}\n", shown(&base.title), played(fights, seed));
        let text = head + &render(&found, args);
        anstream::stdout().lock().write_all(text.as_bytes())?;
    }
    if let Some(file) = args.html.as_ref().filter(|_| !args.play.quiet) {
        report(format_args!("written to {}", file.display()));
    }
    if found.interrupted {
        report("interrupted: what was known until then is shown; the same command looks at all");
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Ok)
}

/// Returns which fights a figure is of.
fn played(fights: u64, seed: u64) -> String {
    let fresh = seed.wrapping_add(2);
    format!("{} of seed {seed} for each figure; edits on those of seed {fresh}", counted(fights, "fight"))
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
    let add = |line: ShellCommand, (flag, value): &(&str, String)| match value.is_empty() {
        true => line.with_if(true, flag),
        false => line.with(flag, value),
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
