//! `fray solve`: the whole numbers, or dice, that meet a goal.

use fray_kit::sheet::text::shown;
use fray_sim::compare::Tolerance;
use fray_sim::measures::Goal;
use fray_sim::measures::possible::senseless;
use fray_sim::output::{may_write, write_whole};
use fray_sim::scenario::write::with_value;
use fray_sim::scenario::{Options, Scenario};
use fray_sim::tables::format::thousands;
use fray_sim::vary::solve::goal::SolveGoal;
use fray_sim::vary::solve::key::Key;
use fray_sim::vary::solve::points::StopReason;
use fray_sim::vary::solve::{MOST_VALUES, Solution, solve};

use crate::args::SolveArgs;
use crate::exit::{Exit, Failure, report};
use crate::printer::look;
use crate::scenarios::load;
use crate::search::{self, SEARCH_BAR, Unfinished, halted, no_goal};
use crate::study::{Study, seed_of};
use crate::varied::{common_columns, table};

pub(crate) fn run(args: &SolveArgs) -> Result<Exit, Failure> {
    let options = args.play.options();
    let base = load(&args.scenario, &options)?;
    let keys = keys(args, &base)?;
    let wishes = wishes(args, &base)?;
    let seed = seed_of(&args.play, &base);
    let study = Study::begin_with_bar(&args.play, &args.output, &["solve.csv"], SEARCH_BAR)?;
    if args.write {
        may_write(&args.scenario)?;
    }
    let solved = search::play(&study, seed, (args.max_fights, args.max_time), true, |settings| {
        solve(&args.scenario, &options, &base, keys, wishes, settings)
    });
    let solution = solved.map_err(|halt| failure(args, seed, halt))?;
    show(args, &study, &base, &solution, seed)?;
    finish(args, &options, &base, &solution)
}

/// The keys that are varied.
fn keys(args: &SolveArgs, base: &Scenario) -> Result<Vec<Key>, Failure> {
    let usage = |message: String| Err(Failure::usage(format!("--vary: {message}")));
    if args.vary.len() > 2 {
        return usage("expected one --vary, or a second one for a curve".to_owned());
    }
    if args.write && args.vary.len() > 1 {
        return Err(Failure::usage("--write needs one answer: a curve of two keys has many"));
    }
    let mut keys = Vec::new();
    for text in &args.vary {
        let key = match Key::parse(text, Some(base)) {
            Ok(key) => key,
            Err(message) => return usage(message),
        };
        if key.path.starts_with("run.") && key.path != "run.max_rounds" {
            return usage(format!("`{}` changes no fight", key.path));
        }
        if key.present(base).is_none() && key.range.is_none() {
            // A path that means nothing has an error of its own.
            load(&args.scenario, &key.options(&args.play.options(), 1))?;
            let message = format!(
                "`{0}` is neither a whole number nor dice now: give a range, as in {0}=10:20",
                key.path
            );
            return usage(message);
        }
        keys.push(key);
    }
    if let [first, second] = &keys[..]
        && first.path == second.path
    {
        return usage(format!("`{}` is named twice", first.path));
    }
    match keys.get(1).and_then(|key| key.range) {
        Some((lo, hi)) if hi.saturating_sub(lo) >= MOST_VALUES => {
            usage(format!("the range of the second key has more than {MOST_VALUES} values"))
        }
        _ => Ok(keys),
    }
}

/// The goals: those of the flags, or those of the file.
fn wishes(args: &SolveArgs, base: &Scenario) -> Result<Vec<SolveGoal>, Failure> {
    let about = base.engine().about();
    let of_file = base.goals.iter().map(|goal| goal.value.text.clone());
    let texts: Vec<String> = if args.goals.is_empty() { of_file.collect() } else { args.goals.clone() };
    if texts.is_empty() {
        return Err(Failure::usage(
            "there is no goal: expected one like `--goal \"win_rate(heroes) = 65%\"`, or a `[[goal]]` \
             in the file",
        ));
    }
    let wish = |text: &String| SolveGoal::new(text, &about, args.tolerance).map_err(|no| no_goal(no, text));
    let wishes: Vec<SolveGoal> = texts.iter().map(wish).collect::<Result<_, _>>()?;
    let all: Vec<&Goal> = wishes.iter().map(SolveGoal::goal).collect();
    for it in senseless(&all, &about) {
        let said = format!("`{}`: {}: {}", texts[it.goal], it.message, it.help);
        if it.is_lasting {
            return Err(Failure::usage(format!("--goal: {said}")));
        }
        // Another value may be otherwise. Of the goals of the file it was said when that was read.
        if !args.goals.is_empty() {
            report(format_args!("warning: {said}"));
        }
    }
    if let (Some(Tolerance::Points(_)), [first, ..]) = (args.tolerance, &wishes[..])
        && wishes.iter().all(|wish| !wish.is_rate)
    {
        let message = format!("--tolerance: `{}` is not about a rate: its tolerance has no `pt`", first.text);
        return Err(Failure::usage(message));
    }
    Ok(wishes)
}

fn failure(args: &SolveArgs, seed: u64, halt: StopReason) -> Failure {
    let file = args.scenario.display();
    let wrong =
        |label: &str| format!("{file}: no scenario with {label}: leave it out of the range of --vary");
    halted(halt, (&args.scenario, seed, &args.play), wrong, "every value")
}

/// Prints the solution and writes its table.
fn show(
    args: &SolveArgs,
    study: &Study<'_>,
    base: &Scenario,
    solution: &Solution,
    seed: u64,
) -> Result<(), Failure> {
    let mut common = common_columns(base, seed, false);
    // What the search varies has a column of its own.
    common.varied.retain(|(path, _)| !solution.columns.contains(path));
    let rows = solution.rows(&common);
    let text = || {
        let played = match solution.fights {
            0 if solution.is_exact() => "exact".to_owned(),
            fights => format!("{} fights of seed {seed} in all", thousands(fights.into())),
        };
        format!("{}\n{played}\n\n{}", shown(&base.title), solution.render(look(), args.play.verbose))
    };
    study.show(|| solution.object(&base.stem, seed, &rows), text)?;
    study.write(|| Ok(vec![table("solve.csv", rows.iter().map(|(point, rows)| (point, rows.as_slice())))?]))
}

/// Writes the answer into the scenario file, if that is asked for, and says how it ended.
fn finish(
    args: &SolveArgs,
    options: &Options,
    base: &Scenario,
    solution: &Solution,
) -> Result<Exit, Failure> {
    // Whoever asked for it is told what became of the file, whatever the search found.
    let not_written = |exit| {
        if args.write {
            report(format_args!("{}: not written: there is no certain answer", args.scenario.display()));
        }
        Ok(exit)
    };
    let unfinished = match solution {
        it if it.is_interrupted => Some(Unfinished::Interrupted),
        it if it.is_late => Some(Unfinished::Late),
        it if it.is_open() => Some(Unfinished::Open),
        _ => None,
    };
    if let Some(unfinished) = unfinished {
        return not_written(unfinished.report("the values that were tried are shown"));
    }
    if !solution.is_met() {
        return not_written(Exit::NoValue);
    }
    if args.write && solution.answer().is_none() {
        return not_written(Exit::Ok);
    }
    if let (true, Some(answer)) = (args.write, solution.answer()) {
        let key = &solution.keys[0];
        if solution.present[0] == Some(answer) {
            report(format_args!(
                "{}: not written: {} is already there",
                base.path.display(),
                key.set(answer)
            ));
            return Ok(Exit::Ok);
        }
        let was = solution.present[0].map(|present| key.written(present));
        let text = with_value(&args.scenario, options, &key.path, &key.written(answer), was.as_deref())
            .map_err(|message| {
                Failure::Because(Exit::Output, format!("{}: {message}", args.scenario.display()))
            })?;
        write_whole(&args.scenario, text.as_bytes())?;
        report(format_args!(
            "{}: {} written; the earlier value is kept in a comment after it",
            args.scenario.display(),
            key.set(answer)
        ));
    }
    Ok(Exit::Ok)
}
