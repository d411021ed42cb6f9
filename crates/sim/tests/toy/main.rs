//! The toy game, which no program lists: what a new game must write, held to what every game is held to. It
//! keeps the promises and properties of conformance, its exact answers are those of fights worked out by hand, and
//! sampled fights agree with them.

use std::any::Any;

use fray_play::engine::Engine;
use fray_play::game::Game;
use fray_rules::Visitor;

mod by_hand;
mod conform;
mod files;
#[path = "../conformance/properties/mod.rs"]
mod properties;
#[path = "../support/mod.rs"]
mod support;
#[path = "../files/wrong.rs"]
mod wrong;

/// The games that are installed: the toy alone.
pub(crate) const GAMES: &[Game] = &[fray_toy::GAME];

/// Does something with the rules of a scenario of the toy.
pub(crate) fn with_rules<'a, V: Visitor<'a>>(rules: &'a dyn Engine, visitor: V) -> Option<V::Output> {
    let rules: &dyn Any = rules;
    rules.downcast_ref::<fray_toy::Toy>().map(|rules| visitor.visit(rules))
}
