//! The metrics that are read from the histograms of others.

use fray_engine::metrics::{Kind, MetricInfo};

use super::{MAX_METRICS, NOBODY};

/// By metric: the places of those that are read from its histogram.
pub(super) const fn readers(all: &[MetricInfo]) -> [[u8; 8]; MAX_METRICS] {
    let mut readers = [[NOBODY; 8]; MAX_METRICS];
    let mut reader = 0;
    while reader < all.len() {
        match all[reader].kind {
            Kind::Share { of, .. } => readers[of] = with(readers[of], reader as u8),
            Kind::Above { of, .. } => {
                let mut i = 0;
                while i < of.len() {
                    readers[of[i]] = with(readers[of[i]], reader as u8);
                    i += 1;
                }
            }
            _ => {}
        }
        reader += 1;
    }
    readers
}

/// A list with one more entry.
const fn with(mut list: [u8; 8], entry: u8) -> [u8; 8] {
    let mut i = 0;
    while list[i] != NOBODY {
        i += 1;
    }
    assert!(i < 7, "seven metrics are read from one at most");
    list[i] = entry;
    list
}
