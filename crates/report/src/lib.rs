//! Writes results as pages: one HTML file that needs neither network nor script.
//!
//! [`page`](fn@page) looks at what folders hold ([`folder`]) and makes a page of it: of a [`run`], or of the
//! tables of the verbs that compare and vary. A page ([`page`](mod@page)) is sections with figures, tables
//! and logs; the templates in `templates/` escape every text. [`chart`] draws the figures with a library, in
//! the colours of [`theme`], which are other ones on a dark page.
//!
//! [`fight`] makes the page of a single fight, with the board drawn turn by turn.
//!
//! The numbers of a run come from its tallies by way of the typed rows of [`fray_sim::tables`]; the other
//! tables are read as they were written.

mod batch;
mod batch_map;
mod budget;
pub mod chart;
mod check;
pub mod coach;
mod compare;
pub mod fight;
pub mod folder;
mod heat;
pub mod history;
mod matrix;
pub mod page;
pub mod run;
mod sifted;
mod sweep;
mod table_file;
mod tables;
pub mod theme;
mod words;

pub use folder::{ReportError, page};
