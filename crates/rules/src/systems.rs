//! The systems that fray plays: the one list of them, and the one place where a fight's system is
//! chosen at run time. A new system is a module and a line of `systems!`.

use schemars::Schema;

use crate::declare::clocks::{ClockInfo, ClockSet};
use crate::declare::metrics::{Highlight, MetricInfo, MetricSet};
use crate::declare::rulings::RulingInfo;
use crate::declare::tactics::DecisionInfo;
use crate::engine::contract::{Health, System};
use crate::sheet::envelope::Document;
use crate::sheet::ladder::Ladder;
use crate::sheet::library::Library;
use crate::sheet::problem::Problems;
use crate::sheet::schema::{self, Parts};

/// An object-safe trait that every [`System`] implements: `dyn Engine` of the simulation.
pub trait SystemObject {
    /// The system as such an object.
    fn of<S: System + 'static>(system: &S) -> &Self;
}

/// What a scenario means: its rules prepared, and a text that is equal for scenarios that play
/// the same.
#[derive(Debug)]
pub struct Meaning {
    /// The rules.
    pub prepared: Prepared,
    /// Everything the fights depend on.
    pub canonical: String,
    /// The keys of the rulings of which no other answer can change a fight.
    pub idle_rulings: Vec<&'static str>,
}

/// The keys of these rulings that cannot matter.
fn idle(all: &[RulingInfo], can_matter: impl Fn(&str) -> bool) -> Vec<&'static str> {
    all.iter().map(|info| info.key).filter(|key| !can_matter(key)).collect()
}

/// A system in the list: everything that lists, schemas and readers need of it.
#[derive(Clone, Copy, Debug)]
pub struct SystemInfo {
    /// What it is called.
    pub title: &'static str,
    /// Its numbered rules.
    pub rules: RuleRange,
    /// How fray plays it, rule by rule: its RULES.md.
    pub rulebook: &'static str,
    /// A small fight as a scenario file, within reach of an exact answer.
    pub example: &'static str,
    /// The metrics.
    pub metrics: &'static [MetricInfo],
    /// The clocks.
    pub clocks: &'static [ClockInfo],
    /// The tables of metrics on the card.
    pub highlights: &'static [Highlight],
    /// What the health of units counts.
    pub health: Health,
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
}

impl SystemInfo {
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
    /// What stands before the hyphen.
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

/// Declares the systems: of each its type, its module, the feature that compiles it and its title. Of one
/// that is `mirrored` the place of a side in the list is its place on the board or its turn, so that its
/// setup says what it is when sides have changed places; in others it means nothing.
macro_rules! systems {
    ($($system:ident of $game:ident in $feature:literal is $title:literal $(, $mirrored:ident)?;)*) => {
        $(#[cfg(feature = $feature)] use crate::games::$game;)*

        /// The rules of some system, prepared for a scenario.
        #[derive(Debug)]
        pub enum Prepared {
            $(#[cfg(feature = $feature)] #[doc = concat!($title, ".")] $system(Box<$game::$system>),)*
        }

        impl Prepared {
            /// The system as an object of one type, whatever game it is: all that is compiled for each
            /// game is compiled here.
            #[must_use]
            pub fn as_object<T: SystemObject + ?Sized>(&self) -> &T {
                match self { $(#[cfg(feature = $feature)] Self::$system(system) => T::of(&**system),)* }
            }
        }

        $(#[cfg(feature = $feature)] fn $game(setup: &$game::setup::Setup) -> Meaning {
            Meaning {
                canonical: format!("{setup:?}"),
                idle_rulings: idle($game::rulings::Rulings::ALL, |key| {
                    $game::rulings::Rulings::can_matter(key, setup)
                }),
                prepared: Prepared::$system(Box::new($game::$system::new(setup))),
            }
        })*

        /// All systems.
        pub const ALL: &[SystemInfo] = &[$(#[cfg(feature = $feature)] SystemInfo {
            title: $title,
            rules: $game::RULES,
            rulebook: include_str!(concat!("games/", stringify!($game), "/RULES.md")),
            example: include_str!(concat!("games/", stringify!($game), "/example.toml")),
            metrics: <<$game::$system as System>::Metric as MetricSet>::ALL,
            clocks: <<$game::$system as System>::Clock as ClockSet>::ALL,
            highlights: $game::$system::HIGHLIGHTS,
            health: $game::$system::HEALTH,
            parts: &$game::sheet::PARTS,
            read: |document, library, problems| {
                $game::sheet::read(document, library, problems).map(|setup| $game(&setup))
            },
            mirror: |document, library, problems| {
                Some($game(&$game::sheet::read(document, library, problems)?$(.$mirrored())?))
            },
            check: $game::sheet::check,
        },)*];
    };
}

systems! {
    NightWizard of night_wizard in "night-wizard" is "Night Wizard, 2nd edition (Square Battle)";
    Juso of juso in "juso" is "Juso (Warriors of Altair)", mirrored;
    Cardinal of cardinal in "cardinal" is "Cardinal (Ironclaw, 2nd edition family)", mirrored;
    Stonebound of stonebound in "stonebound" is "The Stonebound Saga", mirrored;
    MahouGalaxy of mahou_galaxy in "mahou-galaxy" is "Mahou Galaxy (MSF High)";
}

/// The system of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static SystemInfo> {
    ALL.iter().find(|info| info.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_system_is_listed_under_its_own_name() {
        let names: Vec<&str> = ALL.iter().map(SystemInfo::name).collect();
        let compiled = [
            #[cfg(feature = "night-wizard")]
            night_wizard::NightWizard::NAME,
            #[cfg(feature = "juso")]
            juso::Juso::NAME,
            #[cfg(feature = "cardinal")]
            cardinal::Cardinal::NAME,
            #[cfg(feature = "stonebound")]
            stonebound::Stonebound::NAME,
            #[cfg(feature = "mahou-galaxy")]
            mahou_galaxy::MahouGalaxy::NAME,
        ];
        assert_eq!(names, compiled);
        assert!(find("no-such-game").is_none());
    }

    #[test]
    fn the_card_shows_what_is_counted() {
        for info in ALL {
            let shown = info.highlights.iter().flat_map(|table| table.metrics);
            for name in shown {
                assert!(info.metrics.iter().any(|metric| metric.name == *name), "{}: {name}", info.name());
            }
            assert_eq!(info.highlights[0].heading, "UNITS", "{}", info.name());
        }
    }
}
