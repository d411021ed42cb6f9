//! `fray trace`: one fight blow by blow, and the search for one worth telling.

use std::path::{Path, PathBuf};

use fray_kit::sheet::text::shown;
use fray_report::fight::{Fight, page};
use fray_sim::find::{Found, find};
use fray_sim::luck::turning::told;
use fray_sim::measures::Criteria;
use fray_sim::output::{Force, OpenDir, Setting, folder_of};
use fray_sim::play::trace::{Keeps, Trace, trace_keeping};
use fray_sim::scenario::Scenario;
use fray_sim::tables::json::{Escaped, Versioned};

use crate::args::{TraceArgs, at_most};
use crate::exit::{Exit, Failure, print, report};
use crate::scenarios::{self, random_seed, settings, values_text};
use crate::service::pool;
use crate::side_tactics::with_best;
use crate::verbs::play::report::open_page;
use crate::verbs::play::run::batch::{changed, default_dir};

/// The fights that are searched if nothing says how many.
const FIGHTS: u64 = 100_000;

pub(crate) fn run(args: &TraceArgs) -> Result<Exit, Failure> {
    if args.force && args.out.is_none() && !args.html {
        return Err(Failure::usage("--force needs a file: use --out or --html"));
    }
    let mut options = args.play.options();
    let sides = with_best(&args.sides, &args.play, &args.scenario, &options)?;
    options.tactics = sides.fixed();
    let scenario = scenarios::load(&args.scenario, &options)?;
    let seed = args.play.seed.or(scenario.run.seed).unwrap_or_else(random_seed);
    // Tried before a search, so that nobody waits for what cannot be written.
    let place = Place::of(args)?;
    match pool(args.play.threads)?.install(|| replayed(args, &scenario, seed))? {
        Some(trace) => print_or_write(args, place, &scenario, &trace),
        None => {
            let what = args.find.as_deref().unwrap_or_default();
            let message = format!(
                "no fight of seed {seed} is \"{what}\" among those searched; search more with --max-fights"
            );
            Err(Failure::Because(Exit::Undecided, message))
        }
    }
}

/// Plays the fight that was asked for again; `None` if the search found none.
fn replayed(args: &TraceArgs, scenario: &Scenario, seed: u64) -> Result<Option<Trace>, Failure> {
    let fight = match (args.fight, &args.find) {
        (Some(fight), _) => fight,
        (None, Some(what)) => match search(args, scenario, seed, what)? {
            Some(found) => found.fight,
            None => return Ok(None),
        },
        (None, None) => return Err(Failure::usage("say which fight: --fight K or --find WHAT")),
    };
    let keeps = args.chances.map_or(Keeps::Stands, |plays| Keeps::Chances { plays });
    trace_keeping(scenario.engine(), seed, fight, keeps).map(Some).map_err(|broken| {
        // The lines until then show where it broke.
        let lines = broken.lines.join("\n");
        Failure::Because(
            Exit::Broken,
            format!("{lines}\nfight {fight} broke an invariant: {}", broken.message),
        )
    })
}

fn search(args: &TraceArgs, scenario: &Scenario, seed: u64, what: &str) -> Result<Option<Found>, Failure> {
    let engine = scenario.engine();
    let criteria = Criteria::parse(what, &engine.about())
        .map_err(|error| Failure::usage(format!("--find: {}", error.with_text(what))))?;
    let range = match (args.range, at_most(args.max_fights, args.old_fights)) {
        (Some(range), _) => range.lo..range.hi,
        (None, Some(fights)) => 0..fights.0,
        (None, None) => 0..scenario.run.fights.unwrap_or(FIGHTS),
    };
    find(engine, seed, range, &criteria).map_err(|broken| {
        Failure::Because(
            Exit::Broken,
            format!("fight {} broke an invariant: {}", broken.fight, broken.message),
        )
    })
}

/// The place that a fight is written to.
struct Place {
    dir: OpenDir,
    /// The name of the file, where a flag says it.
    name: Option<String>,
}

impl Place {
    /// The place that flags say; `None` if the fight is printed.
    fn of(args: &TraceArgs) -> Result<Option<Self>, Failure> {
        let is_page =
            |path: &Path| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("html"));
        let (dir, name) = match &args.out {
            Some(file) if args.html && is_page(file) && !file.is_dir() => {
                let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
                (folder_of(file).to_owned(), Some(name))
            }
            Some(dir) => (dir.clone(), None),
            None if args.html => (changed(default_dir(&args.scenario)?, &args.play, &args.sides), None),
            None => return Ok(None),
        };
        let names: Vec<&str> = name.as_deref().into_iter().collect();
        Ok(Some(Self { dir: OpenDir::open(&dir, &names)?, name }))
    }

    /// Writes a file with this ending, and names it. Returns its path.
    fn write(&self, args: &TraceArgs, fight: u64, ending: &str, text: &[u8]) -> Result<PathBuf, Failure> {
        let name = self.name.clone().unwrap_or_else(|| format!("fight-{fight}.{ending}"));
        let force = if args.force { Force::Replace } else { Force::Keep };
        self.dir.write(&[(&name, text)], force)?;
        let path = self.dir.path().join(name);
        if !args.play.quiet {
            report(format_args!("written to {}", path.display()));
        }
        Ok(path)
    }
}

fn print_or_write(
    args: &TraceArgs,
    place: Option<Place>,
    scenario: &Scenario,
    trace: &Trace,
) -> Result<Exit, Failure> {
    match place {
        None => print(&text(args, scenario, trace)?)?,
        Some(place) if args.html => {
            let path = place.write(args, trace.fight, "html", page_of(scenario, trace).as_bytes())?;
            if args.open {
                open_page(&path);
            }
        }
        Some(place) => {
            let ending = if args.json { "json" } else { "txt" };
            place.write(args, trace.fight, ending, text(args, scenario, trace)?.as_bytes())?;
        }
    }
    Ok(Exit::Ok)
}

/// The page of a fight.
fn page_of(scenario: &Scenario, trace: &Trace) -> String {
    let about = scenario.engine().about();
    let varied = settings(scenario).into_iter().filter(Setting::is_varied);
    let mut facts = vec![format!("{}, {}", scenario.stem, scenario.info.name())];
    facts.extend(varied.map(|Setting { path, value, .. }| format!("{path} = {value}")));
    page(Fight { title: &scenario.title, facts: &facts, roster: &about.roster, health: about.health, trace })
        .html()
}

fn text(args: &TraceArgs, scenario: &Scenario, trace: &Trace) -> std::io::Result<String> {
    if args.json {
        let mut json = Vec::new();
        let object = trace.json(&scenario.stem);
        serde_json::to_writer_pretty(Escaped(&mut json), &Versioned::new(&object))?;
        json.push(b'\n');
        return String::from_utf8(json).map_err(std::io::Error::other);
    }
    let mut text = String::new();
    if !args.play.quiet {
        let title = shown(&scenario.title);
        text += &format!("{title}, seed {}, fight {}\n\n", trace.seed, trace.fight);
    }
    for line in &trace.lines {
        text += line;
        text.push('\n');
    }
    for line in told(trace, &scenario.engine().about().roster) {
        text += &line;
        text.push('\n');
    }
    if args.play.verbose {
        text += &values_text(&settings(scenario));
    }
    Ok(text)
}
