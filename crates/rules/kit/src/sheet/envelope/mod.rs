//! The frame of a scenario file, the same for all systems: what is run, who stands on which side.

mod document;

pub(crate) use document::written_out;
pub use document::{Document, SideDoc, UnitDoc, VariantDoc, assemble};

use super::types::{Big, Int, Line, List, Name, ReadBySystem};
use fray_kit::Sheet;
use fray_kit::sheet::declare::Given;

/// A scenario of fray.
#[derive(Debug, Default, Sheet)]
#[sheet("scenario")]
pub struct File {
    /// The system whose rules are played; a file without it is an include.
    #[key("", required)]
    pub system: Given<Line>,
    /// What the fight is called in reports.
    #[key("")]
    pub title: Given<Line>,
    /// Whether some unit plays badly on purpose: a side may win more often without its tactics.
    #[key("", default = "false")]
    pub poor_play_on_purpose: Given<bool>,
    /// Files with named blocks (`.toml`) or a row a unit (`.csv`), relative to this file.
    #[key("")]
    pub include: Given<List<Line>>,
    /// What is played if flags do not say otherwise.
    #[key("")]
    pub run: Given<ReadBySystem>,
    /// Answers to the silences of the rules text; the rest has its default.
    #[key("")]
    pub rulings: Given<ReadBySystem>,
    /// The board.
    #[key("")]
    pub map: Given<ReadBySystem>,
    /// Several fights in a row.
    #[key("")]
    pub series: Given<ReadBySystem>,
    /// The sides, in the order in which everything lists them.
    #[key("")]
    pub side: Given<ReadBySystem>,
    /// What the designers promise, for `fray check`.
    #[key("")]
    pub goal: Given<ReadBySystem>,
    /// Versions of the scenario under names of their own, for `fray sweep`.
    #[key("")]
    pub variant: Given<ReadBySystem>,
    /// Named stat blocks.
    #[key("")]
    pub unit: Given<ReadBySystem>,
    /// Named weapons.
    #[key("")]
    pub weapon: Given<ReadBySystem>,
    /// Named abilities.
    #[key("")]
    pub ability: Given<ReadBySystem>,
    /// Named enchantments.
    #[key("")]
    pub enchantment: Given<ReadBySystem>,
    /// Named loadouts.
    #[key("")]
    pub loadout: Given<ReadBySystem>,
    /// Named statuses.
    #[key("")]
    pub status: Given<ReadBySystem>,
}

/// An include: named blocks and nothing else.
#[derive(Debug, Default, Sheet)]
#[sheet("include")]
pub struct Include {
    /// What it holds.
    #[key("")]
    pub title: Given<Line>,
    /// Further includes, relative to this file.
    #[key("")]
    pub include: Given<List<Line>>,
    /// Named stat blocks.
    #[key("")]
    pub unit: Given<ReadBySystem>,
    /// Named weapons.
    #[key("")]
    pub weapon: Given<ReadBySystem>,
    /// Named abilities.
    #[key("")]
    pub ability: Given<ReadBySystem>,
    /// Named enchantments.
    #[key("")]
    pub enchantment: Given<ReadBySystem>,
    /// Named loadouts.
    #[key("")]
    pub loadout: Given<ReadBySystem>,
    /// Named statuses.
    #[key("")]
    pub status: Given<ReadBySystem>,
}

/// What is played if flags do not say otherwise.
#[derive(Debug, Default, Sheet)]
#[sheet("[run]")]
pub struct Run {
    /// The number of fights. If neither it nor `precision` is given, as many are played as decide every goal
    /// and tell every win rate to 0.5 points, at most a million.
    #[key("")]
    pub fights: Given<Big<1, 1_000_000_000_000_000>>,
    /// The precision at which a run stops, in the place of a number of fights: half the width of a 95 %
    /// interval of every win rate, as in `0.25pt`, or of another metric, as in `rounds=0.01`.
    #[key("")]
    pub precision: Given<Line>,
    /// The seed; drawn and echoed where nothing says it.
    #[key("")]
    pub seed: Given<Big<0, { u64::MAX }>>,
    /// The number of rounds after which an undecided fight is a timeout.
    #[key("", default = "100")]
    pub max_rounds: Given<Int<1, 100_000>>,
}

impl Clone for Run {
    fn clone(&self) -> Self {
        Self {
            fights: self.fights,
            precision: self.precision.clone(),
            seed: self.seed,
            max_rounds: self.max_rounds,
        }
    }
}

/// A side.
#[derive(Debug, Default, Sheet)]
#[sheet("side")]
pub struct Side {
    /// Its name.
    #[key("", required)]
    pub name: Given<Name>,
    /// Its units, in listed order.
    #[key("")]
    pub unit: Given<ReadBySystem>,
    /// Tactics that its units inherit, decision by decision.
    #[key("")]
    pub tactics: Given<ReadBySystem>,
}

/// What stands in every unit of a side, whatever the system.
#[derive(Debug, Default, Sheet)]
#[sheet("unit")]
pub struct Frame {
    /// Its name, unique within the side; the ID it uses, if nothing is said.
    #[key("")]
    pub name: Given<Name>,
    /// The named stat block it is made from; keys given here take precedence over it.
    #[key("", key = "use")]
    pub of: Given<Name>,
    /// How many of it there are; two or more are called `Name#1`, `Name#2` and so on.
    #[key("", default = "1")]
    pub count: Given<Int<1, 32>>,
}

/// What a named stat block may say beside its values, whatever the system.
#[derive(Debug, Default, Sheet)]
#[sheet("unit")]
pub struct BlockFrame {
    /// The name of a unit that uses the block and has none itself; the ID, if nothing is said.
    #[key("")]
    pub name: Given<Name>,
}

/// What the designers promise.
#[derive(Debug, Default, Sheet)]
#[sheet("goal")]
pub struct Goal {
    /// A sentence like `win_rate(wizards) between 60% and 70%`.
    #[key("", required)]
    pub expect: Given<Line>,
}

/// A version of the scenario.
#[derive(Debug, Default, Sheet)]
#[sheet("variant")]
pub struct Variant {
    /// Its name in tables, unique in the file.
    #[key("", required)]
    pub name: Given<Name>,
    /// The values that it changes: paths and values, as for `--set`.
    #[key("")]
    pub set: Given<ReadBySystem>,
}
