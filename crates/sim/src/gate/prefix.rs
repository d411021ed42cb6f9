//! Mode `exact`: compares the tallies of the same fights.
//!
//! The first fights of the baseline are played again and their tallies compared block by block.
//! Equal tallies prove that nothing changed in these fights, without any false alarm; a block that
//! differs tells which fights to look at.

use core::ops::Range;

use rayon::prelude::*;

use super::baseline::{BLOCK, PREFIX};
use crate::play::engine::Engine;
use crate::play::run::{Broken, run_alone};
use crate::totals::signature::{is_signature, signature};

/// The blocks of the first [`PREFIX`] fights of a run of `fights` fights; the last may be short.
fn blocks(fights: u64) -> impl IndexedParallelIterator<Item = Range<u64>> {
    let end = fights.min(PREFIX);
    (0..end.div_ceil(BLOCK) as usize).into_par_iter().map(move |i| {
        let start = i as u64 * BLOCK;
        start..end.min(start + BLOCK)
    })
}

/// The signature of each block of the first [`PREFIX`] fights of a run of `fights` fights.
///
/// # Errors
/// The first fight that broke an invariant of its rules.
pub fn signatures(engine: &dyn Engine, seed: u64, fights: u64) -> Result<Vec<String>, Broken> {
    let one = |block| run_alone(engine, seed, block).map(|totals| signature(&totals));
    let all: Vec<_> = blocks(fights).map(one).collect();
    // In order, so that the first broken fight is named whatever the threads did.
    all.into_iter().collect()
}

/// Plays the first [`PREFIX`] fights of a run of `fights` fights again, whose blocks had these signatures, and returns
/// the fights of the first block that differs.
///
/// # Errors
/// The first fight that broke an invariant of its rules.
pub fn first_difference(
    engine: &dyn Engine,
    seed: u64,
    was: &[String],
    fights: u64,
) -> Result<Option<Range<u64>>, Broken> {
    let one = |(i, block): (usize, Range<u64>)| {
        let totals = run_alone(engine, seed, block.clone())?;
        let is_same = was.get(i).is_some_and(|was| is_signature(&totals, was));
        Ok((!is_same).then_some(block))
    };
    let all: Vec<_> = blocks(fights).enumerate().map(one).collect();
    // In order, so that the first broken fight is named whatever the threads did.
    let all = all.into_iter().collect::<Result<Vec<_>, Broken>>()?;
    Ok(all.into_iter().flatten().next())
}
