//! The numbers that an answer says first, with how they moved.

use askama::Template;
use fray_report::run::Results;
use fray_sim::measures::Verdict;
use fray_sim::stats::Rate;
use fray_sim::tables::format::rate;
use fray_sim::tables::rows::Measured;
use fray_sim::vary::moved::{Moved, Movement};

/// Numbers beside each other, each in a box.
#[derive(Debug, Template)]
#[template(path = "tiles.html")]
pub(super) struct Tiles {
    tiles: Vec<Tile>,
}

#[derive(Debug, Default)]
struct Tile {
    label: String,
    value: String,
    note: String,
    /// `goal`, `rate` or `plain`, and what is known of it.
    classes: String,
    is_goal: bool,
    band: Option<Band>,
}

/// A rate on a line from 0 to 1, in percent of it.
#[derive(Debug)]
struct Band {
    side: usize,
    value: f64,
    lo: f64,
    width: f64,
    /// The rate of the first pinned version; `None` if no version is pinned.
    was: Option<f64>,
}

impl Tile {
    fn plain(label: impl Into<String>, value: String, note: &str) -> Self {
        let classes = "plain".to_owned();
        Self { label: label.into(), value, note: note.to_owned(), classes, ..Self::default() }
    }

    /// The tile with how its number moved.
    fn moved(mut self, moved: Option<&Moved>) -> Self {
        let Some(it) = moved else { return self };
        let [_, _, diff] = it.texts();
        self.classes += if it.movement == Movement::Real { " real" } else { " noise" };
        self.note = match it.movement {
            Movement::Real => format!("{diff}, real"),
            Movement::Noise => format!("{diff}, may be noise"),
            Movement::Same => "the same in every fight".to_owned(),
            Movement::Unknown => format!("{diff}, too few fights to tell"),
        };
        if let Some(band) = &mut self.band {
            band.was = it.levels[0].value.map(|was| 100.0 * was);
        }
        self
    }
}

impl Tiles {
    /// The tiles of a run; `moved` is against the first pinned version.
    pub(super) fn of(results: &Results<'_>, moved: &[Moved]) -> Self {
        let (about, totals) = (results.about, results.totals);
        let change = |of: &str, side: Option<&str>| {
            moved.iter().find(|it| {
                it.named.metric == of && it.named.side.as_deref() == side && it.named.unit.is_none()
            })
        };
        let goals = results.goals().into_iter().map(|goal| {
            let (class, note) = match goal.verdict {
                Verdict::Met => ("goal pass", "met"),
                Verdict::Missed => ("goal fail", "missed"),
                Verdict::Undecided => ("goal open", "open"),
            };
            let note = if goal.is_sharper { format!("{note}, luck taken out") } else { note.to_owned() };
            Tile { classes: class.to_owned(), is_goal: true, ..Tile::plain(goal.text, goal.value, &note) }
        });
        let mut tiles: Vec<Tile> = goals.collect();
        for (at, side) in about.roster.sides.iter().enumerate() {
            let seen = Rate { events: totals.wins(at), n: totals.fights };
            let band = seen.value().zip(seen.interval()).map(|(value, within)| Band {
                side: at % 8,
                value: 100.0 * value,
                lo: 100.0 * within.lo,
                width: (100.0 * (within.hi - within.lo)).max(0.75),
                was: None,
            });
            let tile = Tile {
                classes: "rate".to_owned(),
                band,
                ..Tile::plain(format!("{} win", side.name), rate(seen), "")
            };
            tiles.push(tile.moved(change("win_rate", Some(&side.name))));
        }
        let rounds = Measured::rounds(totals.rounds(), about);
        tiles.push(Tile::plain("rounds", rounds.text(), "mean of a fight").moved(change("rounds", None)));
        if let Some((unit, how)) = results.worst_off() {
            tiles.push(Tile::plain("drops most often", unit, &format!("in {how} of fights")));
        }
        Self { tiles }
    }

    /// Returns how often the first side wins, in a line.
    pub(super) fn in_short(&self) -> String {
        let first = self.tiles.iter().find(|tile| tile.band.is_some());
        first.map_or_else(String::new, |tile| match tile.note.as_str() {
            "" => format!("{} {}", tile.label, tile.value),
            note => format!("{} {} ({note})", tile.label, tile.value),
        })
    }
}
