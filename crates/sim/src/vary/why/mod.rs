//! The difference of two scenarios shared out over the edits that make one of the other.
//!
//! The share of an edit is its Shapley value: what it changes in a metric when it is made, averaged over
//! all orders in which the edits can be made (Shapley, "A value for n-person games", 1953). Shares add up
//! to the difference of the two scenarios, whatever the edits do to each other.
//!
//! Read in this order: [`EditLattice`] finds the edits, `design` says which choices of them
//! are played and what each counts, `play` plays these on the same dice and adds up integers, `share`
//! makes estimates of the sums, `text` is the table. Where every choice is played and all can be enumerated
//! for less than fights cost, `enumerated` takes the place of the fights.
//!
//! - Of up to [`EXACT`] edits every choice is played. The share in one fight is then a linear combination of
//!   the outcomes of that fight, so that the interval of its mean over fights is that of any mean.
//! - Of more edits every chunk of fights is played along an order of its own, drawn at random, and along
//!   its reverse (Castro, Gómez and Tejada, "Polynomial calculation of the Shapley value based on
//!   sampling", 2009, with antithetic orders). The chunk is then the unit of the interval, which so allows
//!   for the orders that were not drawn.

mod design;
mod enumerated;
mod play;
mod share;
pub(crate) mod text;

use core::sync::atomic::Ordering;

use super::metrics::Metric;
use crate::control::Control;
use crate::play::chunks::{self, Between};
use crate::play::run::{Broken, CHUNK};
use crate::scenario::blend::{EditLattice, EditSet};
use design::Design;
use play::{Players, Sums};
pub use share::{Share, Shares};

/// The most edits of which every choice is played.
pub const EXACT: usize = 6;

/// Chunks that are played between two looks at an interruption.
const CHUNKS: u64 = 8;

/// The settings of the scenarios' fights.
#[derive(Clone, Copy)]
pub struct Settings<'a> {
    /// The seed.
    pub seed: u64,
    /// The fights of each scenario.
    pub fights: u64,
    /// Whether exact answers may take the place of fights.
    pub may_solve: bool,
    /// The signal that stops play, and the callback with the numbers of fights as all choices of edits have
    /// played them.
    pub watch: Control<'a>,
}

/// The difference of two scenarios, shared out.
#[derive(Debug)]
pub struct Why {
    /// The edits in words, as `edit` in the table.
    pub edits: Vec<String>,
    /// The sides and units that only have other names, in words.
    pub renamed: Vec<String>,
    /// The metrics with their shares.
    pub metrics: Vec<(Metric, Shares)>,
    /// The fights of each scenario; 0 if the shares are exact.
    pub fights: u64,
    /// Whether every choice of the edits counts, and not only some orders.
    pub has_all_orders: bool,
    /// Whether the shares are exact, and no fight was played.
    pub is_exact: bool,
    /// Whether it was interrupted, so that there are fewer fights than were asked for.
    pub interrupted: bool,
}

/// The reason for which a difference is not shared out.
#[derive(Debug)]
pub enum NoShares {
    /// A fight of the scenario with these edits broke an invariant.
    Broken(Vec<String>, Broken),
    /// The rules do not allow the scenario with these edits alone.
    Refused(Vec<String>),
}

/// Shares out the difference of two scenarios, which have all these metrics.
///
/// # Errors
/// If a fight broke an invariant, or a choice of edits is no scenario.
pub fn why(blend: &EditLattice, metrics: Vec<Metric>, terms: Settings<'_>) -> Result<Why, NoShares> {
    let design = Design::new(blend.n(), terms.seed);
    let words = |set: EditSet| -> Vec<String> {
        (0..blend.n()).filter(|&edit| set & (1 << edit) != 0).map(|edit| in_words(blend, edit)).collect()
    };
    let of_metrics = |shares: Vec<Shares>, fights: u64, is_exact: bool| Why {
        edits: (0..blend.n()).map(|edit| in_words(blend, edit)).collect(),
        renamed: blend.renamed.iter().map(|it| format!("{} is {}", it.was, it.now)).collect(),
        metrics: metrics.iter().cloned().zip(shares).collect(),
        fights,
        has_all_orders: design.is_exact(),
        is_exact,
        interrupted: !is_exact && fights < terms.fights,
    };
    let exact = terms.may_solve.then(|| enumerated::shares(blend, &design, &metrics, terms.watch.stop));
    if let Some(shares) = exact.flatten() {
        return Ok(of_metrics(shares, 0, true));
    }
    let players = Players::new(blend, &design, &metrics, [terms.seed, terms.fights]);
    let players = players.map_err(|set| NoShares::Refused(words(set)))?;
    let mut sums = Sums::new(&design, &metrics);
    let mut played = 0;
    while played < terms.fights && !terms.watch.stop.load(Ordering::Relaxed) {
        let end = terms.fights.min(played + CHUNKS * CHUNK);
        let more = chunks::play(
            played..end,
            || players.worker(),
            || Sums::new(&design, &metrics),
            Sums::merge,
            Between { played: terms.watch.played, is_over: &|| false },
        );
        let (more, _) = more.map_err(|it| {
            if it.is_refused {
                NoShares::Refused(words(it.set))
            } else {
                NoShares::Broken(words(it.set), it.broken)
            }
        })?;
        sums.merge(&more);
        played = end;
    }
    let shares = (0..metrics.len()).map(|at| sums.shares(&design, &metrics[at], at)).collect();
    Ok(of_metrics(shares, played, false))
}

/// An edit in words, without the line where it stands.
fn in_words(blend: &EditLattice, edit: usize) -> String {
    let words = blend.changes(edit).map(|changed| {
        let mut changed = changed.clone();
        changed.line = None;
        changed.to_string()
    });
    words.collect::<Vec<_>>().join("; ")
}
