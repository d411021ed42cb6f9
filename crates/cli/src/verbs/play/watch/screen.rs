//! The output of cards: the terminal, a file or lines of JSON.

use std::io::{IsTerminal, Write};

use fray_sim::card::Card;
use fray_sim::measures::Verdict;
use fray_sim::output::{OpenDir, TABLES};
use fray_sim::play::dice_count::dice_per_fight;
use fray_sim::play::run::{Broken, CHUNK};
use fray_sim::scenario::{Diagnosis, Paint};
use fray_sim::tables::rows::{Point, SummaryRow, Tables};
use fray_sim::totals::signature::signature;
use fray_sim::vary::hints::Hint;
use fray_sim::vary::moved::{Moved, MovedRow, moved, render, rows};
use fray_sim::vary::sample::Sample;
use serde::Serialize;

use super::Version;
use crate::args::WatchArgs;
use crate::exit::Failure;
use crate::printer::{has_colors, look};
use crate::scenarios::report_warnings;
use crate::shell_command::ShellCommand;
use crate::varied::{broken, common_columns, open_out, print_object, run_tables, write_tables};

/// A card of at least so many fights says how many dice are rolled in one.
const COUNTED: u64 = 8 * CHUNK;

/// A goal in JSON.
#[derive(Serialize)]
struct GoalRow<'a> {
    goal: &'a str,
    verdict: &'static str,
}

#[derive(Serialize)]
struct CardObject<'a> {
    scenario: &'a str,
    system: &'a str,
    seed: u64,
    fights: u64,
    signature: &'a str,
    summary: &'a [SummaryRow<'a>],
    goals: Vec<GoalRow<'a>>,
    moved: Vec<MovedRow>,
    /// Of the last card of a version, once they were looked for.
    hints: &'a [Hint],
}

#[derive(Serialize)]
struct ErrorObject<'a> {
    error: &'a str,
}

/// The output of cards.
pub(super) struct Screen<'a> {
    args: &'a WatchArgs,
    /// The folder for the tables, if there is one.
    out: Option<OpenDir>,
    is_shown: bool,
    /// Whether what stands in the folder may be replaced.
    is_written: bool,
    /// The command that gives the figures of the last card again.
    pub(super) again: Option<String>,
}

impl<'a> Screen<'a> {
    /// A screen on which nothing is shown yet.
    ///
    /// # Errors
    /// If the tables cannot be written where they were asked for.
    pub(super) fn new(args: &'a WatchArgs) -> Result<Self, Failure> {
        let out = open_out(&args.output, &TABLES)?;
        Ok(Self { args, out, is_shown: false, is_written: args.output.force, again: None })
    }

    /// Shows a card of these fights, beside the version before.
    pub(super) fn card(&mut self, version: &Version, sample: &Sample, most: u64) -> Result<(), Failure> {
        let Version { scenario, seed, metrics, .. } = version;
        let run = ShellCommand::new("run", &self.args.scenario, *seed, &self.args.play)
            .with("--fights", &sample.fights.to_string())
            .to_string();
        let about = scenario.engine().about();
        let totals = &sample.totals;
        let point = Point { signature: signature(totals), ..common_columns(scenario, *seed, false) };
        self.again = Some(run.clone());
        let before = version.before.as_ref();
        let changes: Vec<Moved> = before
            .map(|before| moved((&before.metrics, before.played()), (metrics, sample)))
            .unwrap_or_default();
        let goals: Vec<_> = scenario.goals.iter().map(|goal| &goal.value).collect();
        let tables = Tables::new(&point, &about, totals);
        if let Some(dir) = &self.out {
            write_tables(dir, &run_tables(&[&tables])?, self.is_written)?;
            self.is_written = true;
        }
        if self.args.output.json {
            let goal = |goal: &&'_ fray_sim::measures::Goal| match goal.verdict(&about, totals) {
                Verdict::Met => "pass",
                Verdict::Missed => "fail",
                Verdict::Undecided => "open",
            };
            return print_object(&CardObject {
                scenario: &point.scenario,
                system: &point.system,
                seed: *seed,
                fights: sample.fights,
                signature: &point.signature,
                summary: &tables.summary,
                goals: goals.iter().map(|it| GoalRow { goal: &it.text, verdict: goal(it) }).collect(),
                moved: rows(&changes),
                hints: &version.hints,
            });
        }
        if self.args.play.quiet {
            return Ok(());
        }
        // They are counted in fights of their own, for which a slow scenario has no time at first.
        let dice_per_fight = (sample.fights >= COUNTED)
            .then(|| dice_per_fight(scenario.engine(), *seed, sample.fights, &|| false));
        let card = Card {
            title: &scenario.title,
            point: &point,
            about: &about,
            totals,
            dice_per_fight: dice_per_fight.flatten(),
            goals: &goals,
            each: false,
            look: look(),
        };
        let mut text = card.render();
        for hint in &version.hints {
            text += &format!("\n{}\n", hint.lines(card.look).join("\n"));
        }
        if let Some(before) = before {
            let fights = sample.fights.min(before.played().fights);
            text += &format!("\n{}", render(&changes, fights, look()));
        }
        let refined =
            if sample.fights < most { "; more fights are played until a file is saved" } else { "" };
        text += &format!("\nthe same figures: {run}{refined}\n");
        report_warnings(scenario);
        self.show(&text)
    }

    /// Shows what is wrong with the file in the place of the card.
    pub(super) fn wrong(&mut self, diagnosis: &Diagnosis) -> Result<(), Failure> {
        if self.args.output.json {
            return print_object(&ErrorObject { error: &diagnosis.render(Paint::Plain) });
        }
        let paint = if has_colors(&std::io::stdout()) { Paint::Color } else { Paint::Plain };
        self.show(&diagnosis.render(paint))
    }

    /// Shows that a fight broke an invariant.
    pub(super) fn broken(&mut self, version: &Version, fight: &Broken) -> Result<(), Failure> {
        let play = &self.args.play;
        let failure = broken(&self.args.scenario, version.seed, play, &play.set.sets, &[], fight);
        let (_, text) = failure.reason();
        if self.args.output.json {
            return print_object(&ErrorObject { error: text });
        }
        self.show(&format!("{text}\n"))
    }

    /// In a terminal a text takes the place of the one before; elsewhere it follows it.
    fn show(&mut self, text: &str) -> Result<(), Failure> {
        let mut out = anstream::stdout().lock();
        if std::io::stdout().is_terminal() {
            out.write_all(b"\x1b[H\x1b[2J\x1b[3J")?;
        } else if self.is_shown {
            out.write_all(b"\n")?;
        }
        self.is_shown = true;
        out.write_all(text.as_bytes())?;
        Ok(out.flush()?)
    }
}
