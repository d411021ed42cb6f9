//! From text to what a system is asked to play: the envelope that all systems share, the tree of
//! places behind it, and how tables are declared and read. Text in, places out; no file is opened
//! here.
//!
//! Read in this order: [`problem`] (places and what is wrong there), [`node`] (the document as a
//! tree), [`declare`] (what a key takes), [`table`] (a table's keys, declared once), [`record`] and [`block`] (what tables mean,
//! declared with their keys), [`types`], [`envelope`] (sides, units, run), [`text`] (what may be shown,
//! and what may be a name), [`library`] (named blocks), [`edit`] (`--set`), [`pack`] (`3 Goblin + 1 Shaman`), [`rulings`], [`plan`]
//! (tactics), [`variants`] (bare words and tables with one key), [`either`] (values of several shapes),
//! [`schema`].

pub mod block;
pub mod conditions;
pub mod declare;
pub mod edit;
pub mod either;
pub mod envelope;
pub mod ladder;
pub mod library;
pub mod lint;
pub mod node;
pub mod pack;
pub mod places;
pub mod plan;
pub mod problem;
pub mod record;
pub mod rulings;
pub mod schema;
pub mod table;
#[doc(hidden)]
pub mod testing;
pub mod text;
pub mod types;
mod unclosed;
pub mod variants;
