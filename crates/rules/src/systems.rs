//! The systems that fray plays: the one list of them, and the one place where a fight's system is
//! chosen at run time. A new system is a module, a variant of [`Prepared`] and a line of [`ALL`].

use schemars::Schema;

use crate::declare::clocks::{ClockInfo, ClockSet};
use crate::declare::metrics::{Highlight, MetricInfo, MetricSet};
use crate::declare::rulings::RulingInfo;
use crate::declare::tactics::DecisionInfo;
use crate::engine::contract::System;
use crate::games::cardinal::{self, Cardinal};
use crate::games::juso::{self, Juso};
use crate::games::mahou_galaxy::{self, MahouGalaxy};
use crate::games::night_wizard::{self, NightWizard};
use crate::games::stonebound::{self, Stonebound};
use crate::sheet::envelope::Document;
use crate::sheet::library::Library;
use crate::sheet::problem::Problems;
use crate::sheet::schema::{self, Parts};

/// The rules of some system, prepared for a scenario.
#[derive(Debug)]
pub enum Prepared {
    /// Night Wizard.
    NightWizard(Box<NightWizard>),
    /// Juso.
    Juso(Box<Juso>),
    /// Cardinal.
    Cardinal(Box<Cardinal>),
    /// Stonebound.
    Stonebound(Box<Stonebound>),
    /// Mahou Galaxy.
    MahouGalaxy(Box<MahouGalaxy>),
}

/// An object-safe trait that every [`System`] implements: `dyn Engine` of the simulation.
pub trait SystemObject {
    /// The system as such an object.
    fn of<S: System + 'static>(system: &S) -> &Self;
}

impl Prepared {
    /// The system as an object of one type, whatever game it is: all that is compiled for each
    /// game is compiled here.
    #[must_use]
    pub fn as_object<T: SystemObject + ?Sized>(&self) -> &T {
        match self {
            Self::NightWizard(system) => T::of(&**system),
            Self::Juso(system) => T::of(&**system),
            Self::Cardinal(system) => T::of(&**system),
            Self::Stonebound(system) => T::of(&**system),
            Self::MahouGalaxy(system) => T::of(&**system),
        }
    }
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
    /// A small fight as a scenario file, within reach of an exact answer.
    pub example: &'static str,
    /// The metrics.
    pub metrics: &'static [MetricInfo],
    /// The clocks.
    pub clocks: &'static [ClockInfo],
    /// The tables of metrics on the card.
    pub highlights: &'static [Highlight],
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

/// All systems.
pub const ALL: &[SystemInfo] = &[
    SystemInfo {
        title: "Night Wizard, 2nd edition (Square Battle)",
        rules: night_wizard::RULES,
        example: include_str!("games/night_wizard/example.toml"),
        metrics: <<NightWizard as System>::Metric as MetricSet>::ALL,
        clocks: <<NightWizard as System>::Clock as ClockSet>::ALL,
        highlights: NightWizard::HIGHLIGHTS,
        parts: &night_wizard::sheet::PARTS,
        read: night_wizard,
        // Where a side stands has nothing to do with its place in the list.
        mirror: night_wizard,
        check: night_wizard::sheet::check,
    },
    SystemInfo {
        title: "Juso (Warriors of Altair)",
        rules: juso::RULES,
        example: include_str!("games/juso/example.toml"),
        metrics: <<Juso as System>::Metric as MetricSet>::ALL,
        clocks: <<Juso as System>::Clock as ClockSet>::ALL,
        highlights: Juso::HIGHLIGHTS,
        parts: &juso::sheet::PARTS,
        read: |document, library, problems| juso::sheet::read(document, library, problems).map(juso),
        // The place of a side in the list is its end of the board.
        mirror: |document, library, problems| {
            juso::sheet::read(document, library, problems).map(juso::setup::Setup::mirrored).map(juso)
        },
        check: juso::sheet::check,
    },
    SystemInfo {
        title: "Cardinal (Ironclaw, 2nd edition family)",
        rules: cardinal::RULES,
        example: include_str!("games/cardinal/example.toml"),
        metrics: <<Cardinal as System>::Metric as MetricSet>::ALL,
        clocks: <<Cardinal as System>::Clock as ClockSet>::ALL,
        highlights: Cardinal::HIGHLIGHTS,
        parts: &cardinal::sheet::PARTS,
        read: |document, library, problems| cardinal::sheet::read(document, library, problems).map(cardinal),
        // The place of a side in the list is its end of the board, and may say who begins.
        mirror: |document, library, problems| {
            let setup = cardinal::sheet::read(document, library, problems)?;
            Some(cardinal(setup.mirrored()))
        },
        check: cardinal::sheet::check,
    },
    SystemInfo {
        title: "The Stonebound Saga",
        rules: stonebound::RULES,
        example: include_str!("games/stonebound/example.toml"),
        metrics: <<Stonebound as System>::Metric as MetricSet>::ALL,
        clocks: <<Stonebound as System>::Clock as ClockSet>::ALL,
        highlights: Stonebound::HIGHLIGHTS,
        parts: &stonebound::sheet::PARTS,
        read: |document, library, problems| {
            stonebound::sheet::read(document, library, problems).map(stonebound)
        },
        // The place of a side in the list is its end of the board, and may say who begins.
        mirror: |document, library, problems| {
            let setup = stonebound::sheet::read(document, library, problems)?;
            Some(stonebound(setup.mirrored()))
        },
        check: stonebound::sheet::check,
    },
    SystemInfo {
        title: "Mahou Galaxy (MSF High)",
        rules: mahou_galaxy::RULES,
        example: include_str!("games/mahou_galaxy/example.toml"),
        metrics: <<MahouGalaxy as System>::Metric as MetricSet>::ALL,
        clocks: <<MahouGalaxy as System>::Clock as ClockSet>::ALL,
        highlights: MahouGalaxy::HIGHLIGHTS,
        parts: &mahou_galaxy::sheet::PARTS,
        read: mahou_galaxy,
        // Where a side stands has nothing to do with its place in the list.
        mirror: mahou_galaxy,
        check: mahou_galaxy::sheet::check,
    },
];

fn night_wizard(document: &Document, library: &Library, problems: &mut Problems) -> Option<Meaning> {
    use night_wizard::rulings::Rulings;
    let setup = night_wizard::sheet::read(document, library, problems)?;
    Some(Meaning {
        canonical: format!("{setup:?}"),
        idle_rulings: idle(Rulings::ALL, |key| Rulings::can_matter(key, &setup)),
        prepared: Prepared::NightWizard(Box::new(NightWizard::new(&setup))),
    })
}

fn juso(setup: juso::setup::Setup) -> Meaning {
    use juso::rulings::Rulings;
    Meaning {
        canonical: format!("{setup:?}"),
        idle_rulings: idle(Rulings::ALL, |key| Rulings::can_matter(key, &setup)),
        prepared: Prepared::Juso(Box::new(Juso::new(&setup))),
    }
}

fn cardinal(setup: cardinal::setup::Setup) -> Meaning {
    use cardinal::rulings::Rulings;
    Meaning {
        canonical: format!("{setup:?}"),
        idle_rulings: idle(Rulings::ALL, |key| Rulings::can_matter(key, &setup)),
        prepared: Prepared::Cardinal(Box::new(Cardinal::new(&setup))),
    }
}

fn stonebound(setup: stonebound::setup::Setup) -> Meaning {
    use stonebound::rulings::Rulings;
    Meaning {
        canonical: format!("{setup:?}"),
        idle_rulings: idle(Rulings::ALL, |key| Rulings::can_matter(key, &setup)),
        prepared: Prepared::Stonebound(Box::new(Stonebound::new(&setup))),
    }
}

fn mahou_galaxy(document: &Document, library: &Library, problems: &mut Problems) -> Option<Meaning> {
    use mahou_galaxy::rulings::Rulings;
    let setup = mahou_galaxy::sheet::read(document, library, problems)?;
    Some(Meaning {
        canonical: format!("{setup:?}"),
        idle_rulings: idle(Rulings::ALL, |key| Rulings::can_matter(key, &setup)),
        prepared: Prepared::MahouGalaxy(Box::new(MahouGalaxy::new(&setup))),
    })
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
        assert_eq!(
            names,
            [NightWizard::NAME, Juso::NAME, Cardinal::NAME, Stonebound::NAME, MahouGalaxy::NAME]
        );
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
