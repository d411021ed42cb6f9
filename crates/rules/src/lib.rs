//! The games whose rules fray plays: the one list of them. The simulation compiles no game: a program
//! [installs](fray_play::game::install) this list, and what is read from then on is of its games.
//!
//! Each game is a crate of its own below `games/`, with its rules in the order of its rulebook and a
//! `RULES.md`. All stand on `engine/` (the contracts between rules, dice and observers, and
//! [`play`](fray_engine::fight::play), the whole loop of a fight), on `kit/` (scenario text and its
//! declarations, tactics, boards) and on the play layer
//! ([`Engine`]: the rules of any game as one object).
//!
//! The rules never read files, start threads, look at a clock, make a random number, or allocate between the
//! first roll of a fight and its outcome.

use core::any::Any;

use fray_engine::contract::Rules;
use fray_play::engine::Engine;

pub use fray_play::game::{Game, Meaning, RuleRange};

/// Something that is done with rules of whatever game, by their own type.
pub trait Visitor<'a> {
    /// The result of the visit.
    type Output;

    /// Does it with the rules of one game.
    fn visit<S: Rules>(self, rules: &'a S) -> Self::Output;
}

/// Lists the games: of each the feature that compiles it, its crate and the type of its rules.
macro_rules! games {
    ($($feature:literal: $package:ident as $game:ident, $rules:ident;)*) => {
        /// The crates of the games that are compiled.
        pub mod games {
            $(#[cfg(feature = $feature)] pub use $package as $game;)*
        }

        /// All games that are compiled.
        pub const GAMES: &[Game] = &[
            $(#[cfg(feature = $feature)]
            Game {
                source: env!(concat!("FRAY_SOURCE_", stringify!($game))),
                ..$package::GAME
            },)*
        ];

        /// Does something with the rules of a scenario by their own type. `None` where they are of no game.
        pub fn with_rules<'a, V: Visitor<'a>>(rules: &'a dyn Engine, visitor: V) -> Option<V::Output> {
            let rules: &dyn Any = rules;
            $(#[cfg(feature = $feature)]
            if let Some(rules) = rules.downcast_ref::<$package::$rules>() {
                return Some(visitor.visit(rules));
            })*
            // Without any game nothing else would use them.
            let _ = (rules, visitor);
            None
        }
    };
}

games! {
    "night-wizard": fray_night_wizard as night_wizard, NightWizard;
    "juso": fray_juso as juso, Juso;
    "cardinal": fray_cardinal as cardinal, Cardinal;
    "stonebound": fray_stonebound as stonebound, Stonebound;
    "mahou-galaxy": fray_mahou_galaxy as mahou_galaxy, MahouGalaxy;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_that_is_compiled_is_listed_under_its_own_name() {
        let names: Vec<&str> = GAMES.iter().map(Game::name).collect();
        let compiled = [
            #[cfg(feature = "night-wizard")]
            "night-wizard",
            #[cfg(feature = "juso")]
            "juso",
            #[cfg(feature = "cardinal")]
            "cardinal",
            #[cfg(feature = "stonebound")]
            "stonebound",
            #[cfg(feature = "mahou-galaxy")]
            "mahou-galaxy",
        ];
        assert_eq!(names, compiled);
    }

    #[test]
    fn every_game_has_a_digest_of_its_own_source() {
        for (at, game) in GAMES.iter().enumerate() {
            assert_eq!(game.source.len(), 16);
            assert!(GAMES[..at].iter().all(|other| other.source != game.source), "{}", game.name());
        }
    }

    #[test]
    fn the_card_shows_what_is_counted() {
        for game in GAMES {
            let shown = game.highlights.iter().flat_map(|table| table.metrics);
            for name in shown {
                assert!(game.metrics.iter().any(|metric| metric.name == *name), "{}: {name}", game.name());
            }
            assert_eq!(game.highlights[0].heading, "UNITS", "{}", game.name());
        }
    }
}
