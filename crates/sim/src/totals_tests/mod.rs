//! Totals as they are kept, held against made-up fights that were added up by hand.

mod codec;
mod signature;
