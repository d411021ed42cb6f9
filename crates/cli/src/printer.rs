//! Prints the results of runs: the card of one scenario, a row for each scenario of a batch, or
//! JSON.

use core::sync::atomic::Ordering;
use std::io::{Stdout, StdoutLock, Write};
use std::path::Path;

use fray_sim::card::{Card, Look, WIDTHS, legend, timeouts_note};
use fray_sim::measures::Goal;
use fray_sim::output::{NotPlayed, ResultName, Setting};
use fray_sim::stats::Rate;
use fray_sim::tables::format::{rate, thousands};
use fray_sim::tables::json::{self, RunObject};
use fray_sim::tables::rows::{Measured, Point, Stop, Tables};
use fray_sim::totals::{About, Totals};
use fray_sim::vary::hints::Hint;

use crate::exit::{Exit, Failure, HAS_OBJECT, print};
use crate::scenarios::values_text;

/// The results of one scenario with what is printed beside them.
pub(crate) struct PrintedRun<'a> {
    pub(crate) title: &'a str,
    pub(crate) point: &'a Point,
    pub(crate) about: &'a About,
    pub(crate) totals: &'a Totals,
    /// The fights asked for.
    pub(crate) range: (u64, u64),
    /// The folder; none if nothing is written.
    pub(crate) dir: Option<&'a Path>,
    /// The goals of the scenario.
    pub(crate) goals: &'a [&'a Goal],
    /// Whether each copy of a unit has a row of its own.
    pub(crate) each: bool,
    /// The mean number of dice that players roll in a fight, with its error; counted only when shown.
    pub(crate) dice_per_fight: &'a dyn Fn() -> Option<(f64, f64)>,
    /// Tactics that are worth much to a side; looked for only when shown.
    pub(crate) hints: &'a dyn Fn() -> Vec<Hint>,
    /// A note at the end of a row.
    pub(crate) note: &'static str,
}

/// The format of the output.
pub(crate) enum Format {
    Nothing,
    /// A card for each scenario.
    Cards,
    /// A card for each scenario with its legend and all values.
    CardsAndValues,
    /// A row for each scenario, its name padded to this width.
    Rows(usize),
    /// One JSON object.
    Json(RunObject<StdoutLock<'static>>),
}

/// The flags that decide the format.
#[derive(Clone, Copy)]
pub(crate) struct Flags {
    pub(crate) json: bool,
    pub(crate) quiet: bool,
    pub(crate) verbose: bool,
}

/// Prints results until nobody reads them any more.
pub(crate) struct Printer {
    format: Format,
    /// The exit code if something could not be printed.
    pub(crate) exit: Exit,
}

impl Printer {
    /// `names` are those of the scenarios of a batch; none for one scenario alone.
    pub(crate) fn new(flags: Flags, names: Option<&[ResultName]>) -> Self {
        let mut printer = Self { format: Format::Nothing, exit: Exit::Ok };
        let Flags { json, quiet, verbose } = flags;
        if json {
            HAS_OBJECT.store(true, Ordering::Relaxed);
            match RunObject::begin(Stdout::lock(&std::io::stdout())) {
                Ok(object) => printer.format = Format::Json(object),
                Err(error) => printer.give_up(error.into()),
            }
        } else if !quiet {
            printer.format = match names {
                _ if verbose => Format::CardsAndValues,
                None => Format::Cards,
                Some(names) => {
                    Format::Rows(names.iter().map(|name| name.as_str().chars().count()).max().unwrap_or(0))
                }
            };
        }
        printer
    }

    /// Prints no row for each scenario, as a table of all follows.
    pub(crate) fn leave_rows_out(&mut self) {
        if let Format::Rows(_) = self.format {
            self.format = Format::Nothing;
        }
    }

    /// Prints the results of a scenario.
    pub(crate) fn add(&mut self, shown: &PrintedRun<'_>) {
        let result = match &mut self.format {
            Format::Nothing => Ok(()),
            Format::Cards => card(shown),
            Format::CardsAndValues => card(shown).and_then(|()| print(&legend_text(shown.about))),
            Format::Rows(width) => row(shown, *width),
            Format::Json(object) => object.add(&json::Played {
                system: shown.about.system,
                range: shown.range,
                fights: shown.totals.fights,
                dir: shown.dir,
                tables: &Tables::new(shown.point, shown.about, shown.totals),
                hints: &(shown.hints)(),
            }),
        };
        if let Err(error) = result {
            self.give_up(error.into());
        }
    }

    /// Says that the results shown last are written, if they are, and what values the scenario has.
    pub(crate) fn written(&mut self, dir: Option<&Path>, values: &[Setting]) {
        let written = dir.map_or_else(String::new, |dir| format!("\nwritten to {}\n", dir.display()));
        let result = match &self.format {
            Format::Cards => print(&written),
            Format::CardsAndValues => print(&(written + &values_text(values))),
            Format::Nothing | Format::Rows(_) | Format::Json(_) => Ok(()),
        };
        if let Err(error) = result {
            self.give_up(error.into());
        }
    }

    /// Ends what was begun with what was not played, and says how that went.
    pub(crate) fn end(mut self, not_played: &[NotPlayed]) -> Exit {
        if let Format::Json(object) = std::mem::replace(&mut self.format, Format::Nothing)
            && let Err(error) = object.end(not_played)
        {
            self.give_up(error.into());
        }
        self.exit
    }

    /// Stops printing, as nobody reads the output; the files are still written.
    fn give_up(&mut self, failure: Failure) {
        self.format = Format::Nothing;
        self.exit = self.exit.max(failure.report());
    }
}

/// Returns the capabilities of the terminal: its width, or 80 columns where there is none. anstream removes
/// the colours where they are not supported or not wanted.
pub(crate) fn look() -> Look {
    let columns = terminal_size::terminal_size_of(std::io::stdout());
    let width = columns.map_or(Look::default().width, |(width, _)| {
        usize::from(width.0).clamp(*WIDTHS.start(), *WIDTHS.end())
    });
    Look { color: true, ascii: false, width }
}

/// Returns whether colours are supported and wanted there.
pub(crate) fn has_colors(stream: &impl anstream::stream::RawStream) -> bool {
    anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never
}

fn card(shown: &PrintedRun<'_>) -> std::io::Result<()> {
    let card = Card {
        title: shown.title,
        point: shown.point,
        about: shown.about,
        totals: shown.totals,
        dice_per_fight: (shown.dice_per_fight)(),
        goals: shown.goals,
        each: shown.each,
        look: look(),
    };
    let mut out = anstream::stdout().lock();
    out.write_all(card.render().as_bytes())?;
    for hint in (shown.hints)() {
        let lines = hint.lines(card.look);
        out.write_all(format!("\n{}\n", lines.join("\n")).as_bytes())?;
    }
    out.flush()
}

/// Returns the meanings of the tables and columns of the card.
fn legend_text(about: &About) -> String {
    let mut text = "\nLEGEND\n".to_owned();
    let mut table = String::new();
    for line in legend(about.metrics, about.highlights, about.clocks) {
        if line.table != table {
            table.clone_from(&line.table);
            text += &format!("  {table}\n");
        }
        let colon = if line.column.is_empty() { "" } else { ": " };
        text += &format!("    {}{colon}{}\n", line.column, line.sentence);
    }
    text
}

/// The scenario on one line.
fn row(shown: &PrintedRun<'_>, width: usize) -> std::io::Result<()> {
    let PrintedRun { point, about, totals, .. } = shown;
    let mut text = format!("{:<width$}  {} fights", point.scenario, thousands(totals.fights.into()));
    for (idx, side) in about.roster.sides.iter().enumerate() {
        let wins = rate(Rate { events: totals.wins(idx), n: totals.fights });
        text += &format!("  {} {wins}", side.name);
    }
    for (what, ended) in [("draw", &totals.draws), ("timeout", &totals.timeouts)] {
        if ended.n() > 0 {
            text += &format!("  {what} {}", rate(Rate { events: ended.n(), n: totals.fights }));
        }
    }
    text += &timeouts_note(totals).map_or_else(String::new, |note| format!(" ({note})"));
    let rounds = Measured::count(totals.rounds(), Some(about.max_rounds));
    text += &format!("  rounds {}", rounds.text());
    let note = match point.stop {
        Stop::Interrupted => "  interrupted",
        Stop::Fixed | Stop::Target | Stop::Max => shown.note,
    };
    print(&format!("{text}  {}{note}\n", point.signature))
}
