//! What a run prints of its results: the card of one scenario, a row for each of several, or
//! JSON.

use std::io::{Stdout, StdoutLock, Write};
use std::path::Path;

use fray_sim::card::{Card, Look};
use fray_sim::output::Setting;
use fray_sim::stats::{Interval, Moments, Rate};
use fray_sim::tables::format::{estimate, rate, thousands};
use fray_sim::tables::json::{self, RunObject};
use fray_sim::tables::rows::{Point, Stop, Tables};
use fray_sim::totals::{About, Totals};

use crate::exit::{Exit, Failure};
use crate::job::write_settings;

/// The results of one scenario, and what is to be known of them.
pub(crate) struct Shown<'a> {
    pub(crate) title: &'a str,
    pub(crate) point: &'a Point,
    pub(crate) about: &'a About,
    pub(crate) totals: &'a Totals,
    /// The fights asked for.
    pub(crate) range: (u64, u64),
    pub(crate) values: &'a [Setting],
    /// The folder.
    pub(crate) dir: &'a Path,
    /// The dice that hands would roll in a fight, counted when they are shown.
    pub(crate) dice_per_fight: &'a dyn Fn() -> Option<(f64, f64)>,
    /// What a row says behind its numbers.
    pub(crate) note: &'static str,
}

/// How results are printed.
pub(crate) enum Show {
    Nothing,
    /// A card for each scenario.
    Cards,
    /// A card for each scenario with all its values.
    CardsAndValues,
    /// A row for each scenario, its name padded to this width.
    Rows(usize),
    /// One object.
    Json(RunObject<StdoutLock<'static>>),
}

/// What the flags say of printing.
#[derive(Clone, Copy)]
pub(crate) struct Flags {
    pub(crate) json: bool,
    pub(crate) quiet: bool,
    pub(crate) verbose: bool,
}

/// Prints results, as long as somebody reads them.
pub(crate) struct Shows {
    show: Show,
    /// The code of what could not be printed.
    pub(crate) exit: Exit,
}

impl Shows {
    /// `names` are those of the scenarios of a batch; none for one scenario alone.
    pub(crate) fn new(flags: Flags, names: Option<&[&str]>) -> Self {
        let mut shows = Self { show: Show::Nothing, exit: Exit::Ok };
        let Flags { json, quiet, verbose } = flags;
        if json {
            match RunObject::begin(Stdout::lock(&std::io::stdout())) {
                Ok(object) => shows.show = Show::Json(object),
                Err(error) => shows.give_up(error.into()),
            }
        } else if !quiet {
            shows.show = match names {
                _ if verbose => Show::CardsAndValues,
                None => Show::Cards,
                Some(names) => Show::Rows(names.iter().map(|name| name.chars().count()).max().unwrap_or(0)),
            };
        }
        shows
    }

    /// Shows the results of a scenario.
    pub(crate) fn add(&mut self, shown: &Shown<'_>) {
        let result = match &mut self.show {
            Show::Nothing => Ok(()),
            Show::Cards => card(shown, false),
            Show::CardsAndValues => card(shown, true),
            Show::Rows(width) => row(shown, *width),
            Show::Json(object) => object.add(&json::Played {
                system: shown.about.system,
                range: shown.range,
                fights: shown.totals.fights,
                dir: Some(shown.dir),
                tables: &Tables::new(shown.point, shown.about, shown.totals),
            }),
        };
        if let Err(error) = result {
            self.give_up(error.into());
        }
    }

    /// Ends what was begun, and says how that went.
    pub(crate) fn end(mut self) -> Exit {
        if let Show::Json(object) = std::mem::replace(&mut self.show, Show::Nothing)
            && let Err(error) = object.end()
        {
            self.give_up(error.into());
        }
        self.exit
    }

    /// The reader has seen enough, or cannot be reached: the files are still wanted.
    fn give_up(&mut self, failure: Failure) {
        self.show = Show::Nothing;
        self.exit = self.exit.max(failure.tell());
    }
}

fn card(shown: &Shown<'_>, with_values: bool) -> std::io::Result<()> {
    let card = Card {
        title: shown.title,
        point: shown.point,
        about: shown.about,
        totals: shown.totals,
        dice_per_fight: (shown.dice_per_fight)(),
        look: Look { color: true, ascii: false },
    };
    // anstream takes the colours out again where they cannot be shown or are not wanted.
    let mut out = anstream::stdout().lock();
    out.write_all(card.render().as_bytes())?;
    writeln!(out, "\nwritten to {}", shown.dir.display())?;
    if with_values {
        write_settings(&mut out, shown.values)?;
    }
    out.flush()
}

/// The scenario on one line.
fn row(shown: &Shown<'_>, width: usize) -> std::io::Result<()> {
    let Shown { point, about, totals, .. } = shown;
    let mut out = anstream::stdout().lock();
    write!(out, "{:<width$}  {} fights", point.scenario, thousands(totals.fights.into()))?;
    for (idx, side) in about.roster.sides.iter().enumerate() {
        let wins = rate(Rate { events: totals.wins(idx), n: totals.fights });
        write!(out, "  {} {wins}", side.name)?;
    }
    let rounds = Moments::of(&totals.rounds());
    write!(out, "  rounds {}", estimate(rounds.mean(), rounds.interval().map(Interval::half)))?;
    let note = match point.stop {
        Stop::Interrupted => "  interrupted",
        Stop::Fixed | Stop::Target | Stop::Max => shown.note,
    };
    writeln!(out, "  {}{note}", point.signature)?;
    out.flush()
}
