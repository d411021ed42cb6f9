//! Events of the play-by-play: each is declared once, with its fields and the line that describes it.

use core::fmt;

use fray_engine::contract::System;
use fray_engine::roster::{SideId, UnitId};

/// The text of a field's value in a line of the play-by-play.
pub trait Show<G> {
    /// Writes the value in the words of the game `G`.
    ///
    /// # Errors
    /// Those of `f`.
    fn show(&self, game: &G, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// Shows values in the lines of one game, or of all (`_`), as they are displayed everywhere.
#[macro_export]
macro_rules! shown_as_displayed {
    (@impl [$($any:ident)?] $game:ty: $type:ty) => {
        impl$(<$any>)? $crate::declare::events::Show<$game> for $type {
            fn show(&self, _: &$game, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Display::fmt(self, f)
            }
        }
    };
    (_: $($type:ty),*) => { $($crate::shown_as_displayed!(@impl [G] G: $type);)* };
    ($game:ty: $($type:ty),*) => { $($crate::shown_as_displayed!(@impl [] $game: $type);)* };
}

shown_as_displayed!(_: u8, i8, u32, i32);

impl<G> Show<G> for bool {
    /// Returns whether a roll succeeds.
    fn show(&self, _: &G, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self { "succeeds" } else { "fails" })
    }
}

impl<G: System> Show<G> for SideId {
    fn show(&self, game: &G, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(game.roster().side(*self))
    }
}

impl<G: System> Show<G> for UnitId {
    /// A unit's name, with its side where two sides share it.
    fn show(&self, game: &G, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let roster = game.roster();
        let name = roster.unit(*self);
        if roster.units.iter().filter(|unit| unit.name == name).count() > 1 {
            write!(f, "{}/", roster.side(roster.units[self.idx()].side))?;
        }
        f.write_str(name)
    }
}

/// A value as a line says it.
#[derive(Debug)]
pub struct Shown<'a, G, T> {
    /// The game that knows the names.
    pub game: &'a G,
    /// The value to write.
    pub value: T,
}

impl<G, T: Show<G>> fmt::Display for Shown<'_, G, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.show(self.game, f)
    }
}
