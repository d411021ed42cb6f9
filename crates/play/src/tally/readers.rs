//! The metrics that are read from the histograms of others.

use fray_engine::metrics::{Kind, MetricInfo};

use super::tries::{Pair, is_success, success};
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

/// The bits of a lane.
const LANE_BITS: u32 = 16;
/// The lanes of a word.
const MOST_LANES: usize = (u64::BITS / LANE_BITS) as usize;
/// The highest bit of each lane: where one is set, the lane has no room for another observation.
pub(super) const FULL: u64 = 0x8000_8000_8000_8000;

/// What a metric reads from the observations of a hidden one in a fight, in lanes of one word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lane {
    /// The metric that reads.
    pub(super) reader: u8,
    /// How far up the sum of its successes is, and their number: one lane where each success is 1.
    at: [u8; 2],
}

impl Lane {
    const NONE: Self = Self { reader: NOBODY, at: [0; 2] };

    /// The sum of its successes in a word, and their number.
    #[inline(always)]
    pub(super) fn read(self, lanes: u64) -> Pair {
        let [sum, tries] = self.at.map(|at| lanes >> at & ((1 << LANE_BITS) - 1));
        Pair::new(sum, tries)
    }

    /// A success in its lanes.
    fn of(self, success: Pair) -> u64 {
        let [sum, tries] = self.at;
        let n = if sum == tries { 0 } else { success.tries() << tries };
        success.sum() << sum | n
    }
}

/// The lanes of those that read a metric, and none behind them.
pub(super) type Lanes = [Lane; MOST_LANES];

/// By metric: the lanes of those that read it.
pub(super) const fn lanes(all: &[MetricInfo], readers: &[[u8; 8]; MAX_METRICS]) -> [Lanes; MAX_METRICS] {
    let mut lanes = [[Lane::NONE; MOST_LANES]; MAX_METRICS];
    let mut metric = 0;
    while metric < all.len() {
        let (mut i, mut next) = (0, 0);
        while readers[metric][i] != NOBODY {
            let reader = readers[metric][i];
            let n = if matches!(all[reader as usize].kind, Kind::Above { .. }) { 2 } else { 1 };
            assert!(next + n <= MOST_LANES, "what is read from a metric fits one word");
            let at = [next as u8 * LANE_BITS as u8, (next + n - 1) as u8 * LANE_BITS as u8];
            lanes[metric][i] = Lane { reader, at };
            (i, next) = (i + 1, next + n);
        }
        metric += 1;
    }
    lanes
}

/// The metrics that have lanes.
#[inline(always)]
pub(super) fn readers_in(lanes: &Lanes) -> impl Iterator<Item = usize> + '_ {
    lanes.iter().map(|lane| usize::from(lane.reader)).take_while(|&reader| reader != usize::from(NOBODY))
}

/// An observation of a hidden metric in the lanes of those that read it.
pub(super) fn in_lanes(all: &[MetricInfo], lanes: &Lanes, n: u32) -> u64 {
    let read = |lane: &Lane| {
        let kind = all[usize::from(lane.reader)].kind;
        if is_success(kind, n) { lane.of(success(kind, n)) } else { 0 }
    };
    lanes.iter().take_while(|lane| lane.reader != NOBODY).map(read).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fray_engine::metrics::Scope;

    const fn metric(kind: Kind) -> MetricInfo {
        MetricInfo { name: "", kind, scope: Scope::Unit, sentence: "" }
    }

    const ALL: [MetricInfo; 4] = [
        metric(Kind::Hidden),
        metric(Kind::Share { of: 0, is: |n| n == 0 }),
        metric(Kind::Share { of: 0, is: |n| n > 1 }),
        metric(Kind::Above { of: &[0], least: 1 }),
    ];

    #[test]
    fn lanes_add_up_what_is_read_until_one_is_full() {
        let lanes = lanes(&ALL, &readers(&ALL))[0];
        assert_eq!(readers_in(&lanes).collect::<Vec<_>>(), [1, 2, 3]);
        let (mut word, mut sums) = (0, [Pair::default(); ALL.len()]);
        let mut n = 0;
        while word & FULL == 0 {
            let value = n % 8;
            word += in_lanes(&ALL, &lanes, value);
            for reader in readers_in(&lanes).filter(|&reader| is_success(ALL[reader].kind, value)) {
                sums[reader] += success(ALL[reader].kind, value);
            }
            n += 1;
        }
        assert!(n > 10_000, "{n}");
        for (lane, reader) in lanes.into_iter().zip(1..ALL.len()) {
            assert_eq!(lane.read(word), sums[reader], "{reader}");
        }
    }
}
