//! A game as the list of games knows it: what it declares, and how a document becomes rules that play.

use core::fmt;
use std::sync::OnceLock;

use fray_engine::clocks::ClockInfo;
use fray_engine::contract::Health;
use fray_engine::metrics::{Highlight, MetricInfo};
use fray_kit::declare::rulings::RulingInfo;
use fray_kit::declare::tactics::DecisionInfo;
use fray_kit::sheet::envelope::Document;
use fray_kit::sheet::ladder::Ladder;
use fray_kit::sheet::library::Library;
use fray_kit::sheet::problem::Problems;
use fray_kit::sheet::schema::{self, Parts};
use schemars::Schema;

use crate::engine::Engine;

/// A scenario as its game reads it: the prepared rules, and a text that is equal for scenarios that play the
/// same.
#[derive(Debug)]
pub struct Meaning {
    /// The rules.
    pub engine: Box<dyn Engine>,
    /// Everything the fights depend on.
    pub canonical: String,
    /// The keys of the rulings of which no other answer can change a fight.
    pub idle_rulings: Vec<&'static str>,
}

impl Meaning {
    /// The meaning of a setup: its rules, its text, and which of these rulings can matter.
    pub fn new(
        rules: impl Engine,
        setup: &impl fmt::Debug,
        rulings: &[RulingInfo],
        can_matter: impl Fn(&str) -> bool,
    ) -> Self {
        let idle_rulings = rulings.iter().map(|info| info.key).filter(|key| !can_matter(key)).collect();
        Self { engine: Box::new(rules), canonical: format!("{setup:?}"), idle_rulings }
    }
}

/// A game in the list: everything that lists, schemas and readers need of it.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    /// The title of the game, as lists show it.
    pub title: &'static str,
    /// Its numbered rules.
    pub rules: RuleRange,
    /// The rules as fray plays them, rule by rule: its RULES.md.
    pub rulebook: &'static str,
    /// A small fight as a scenario file, within reach of an exact answer.
    pub example: &'static str,
    /// The metrics.
    pub metrics: &'static [MetricInfo],
    /// The clocks.
    pub clocks: &'static [ClockInfo],
    /// The tables of metrics on the card.
    pub highlights: &'static [Highlight],
    /// The kind of number that the health of units is: points left, or wounds taken.
    pub health: Health,
    /// The least number that the round of an end can have.
    pub least_round: u32,
    /// The name in files, rulings, tactics, stat block and weapon.
    pub parts: &'static Parts,
    /// Says what a document means. `None` if something is wrong, which is then noted.
    pub read: fn(&Document, &Library, &mut Problems) -> Option<Meaning>,
    /// Says what a document means whose sides have changed places in the list: the fight as it would
    /// be if each side stood in the other's place, so that nothing but the place can make a
    /// difference.
    pub mirror: fn(&Document, &Library, &mut Problems) -> Option<Meaning>,
    /// Checks named blocks by themselves.
    pub check: fn(&Library, &mut Problems),
    /// A digest of the source with which this program plays and counts its fights: sixteen hex digits.
    /// Programs with the same digest play the same fights. The list of games fills it in.
    pub source: &'static str,
}

impl Game {
    /// The name in scenario files.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.parts.system
    }

    /// The rulings.
    #[must_use]
    pub fn rulings(&self) -> &'static [RulingInfo] {
        self.parts.rulings
    }

    /// The decisions.
    #[must_use]
    pub fn tactics(&self) -> &'static [DecisionInfo] {
        self.parts.tactics
    }

    /// The row of values that are no numbers and better or worse all the same, if it has one.
    #[must_use]
    pub fn ladder(&self) -> Option<&'static Ladder> {
        self.parts.ladder
    }

    /// The JSON Schema of its scenario files.
    #[must_use]
    pub fn schema(&self) -> Schema {
        schema::schema(self.parts)
    }
}

/// The numbered rules of a game: `NW-01` to `NW-56`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleRange {
    /// The letters before the hyphen: `NW`.
    pub prefix: &'static str,
    /// The number of the last rule; the first is 1.
    pub last: u32,
}

impl RuleRange {
    /// The rules as they are cited: `NW-01`, `NW-02` and so on.
    pub fn each(self) -> impl Iterator<Item = String> {
        (1..=self.last).map(move |number| format!("{}-{number:02}", self.prefix))
    }
}

/// The games that [`install`] was told of.
static GAMES: OnceLock<&'static [Game]> = OnceLock::new();

/// Says which games there are. A program does so once, before it reads anything; a second list is ignored.
pub fn install(games: &'static [Game]) {
    GAMES.get_or_init(|| games);
}

/// Returns the games that are [installed](install): none, if nobody said so.
#[must_use]
pub fn games() -> &'static [Game] {
    GAMES.get().copied().unwrap_or_default()
}

/// Returns the installed game of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Game> {
    games().iter().find(|game| game.name() == name)
}
