//! A short signature of the tallies: sixteen hex digits to quote where nothing may have moved.
//!
//! It covers every integer of [`Totals`]: the number of fights, how and in which round they
//! ended, the activations of the rounds, and of every side and unit the counts, values, attacks,
//! damage, clocks and round ends, in the order of the file and of declaration. It covers no
//! names, no seed and no scenario: two runs with equal tallies have equal signatures, whatever
//! they are called. Totals do not depend on threads, shards or order, so neither does it.
//!
//! It guards against change, not against malice: 64 bits of FNV-1a.

use crate::totals::{ClockTotals, Histogram, MetricTotals, Plane, RoundEnds, SideTotals, Totals, UnitTotals};

/// The version of [`encode`]'s layout; it stands in the first bytes.
pub const VERSION: u64 = 1;

/// The signature of these totals.
#[must_use]
pub fn signature(totals: &Totals) -> String {
    format!("{:016x}", fnv_1a(&encode(totals)))
}

/// The canonical bytes of totals: 64-bit little-endian numbers, lists with their length before
/// them, histograms without their trailing zeros, planes likewise. Equal observations have equal
/// bytes.
///
/// ```text
/// "fraytall" version fights draws timeouts activations
/// n sides: wins, n counts
/// n units: n metrics (0 histogram | 1 n sum | 2), attack, per activation, round, fight,
///          overkill, n clocks (n every, censored, n first, never), active, exhausted, out, over
/// ```
#[must_use]
pub fn encode(totals: &Totals) -> Vec<u8> {
    let mut out = Encoder(b"fraytall".to_vec());
    out.number(VERSION);
    let Totals { fights, draws, timeouts, activations, sides, units } = totals;
    out.number(*fights);
    out.histogram(draws);
    out.histogram(timeouts);
    out.histogram(activations);
    out.list(sides, Encoder::side);
    out.list(units, Encoder::unit);
    out.0
}

struct Encoder(Vec<u8>);

impl Encoder {
    fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    fn list<T>(&mut self, items: &[T], each: impl Fn(&mut Self, &T)) {
        self.number(items.len() as u64);
        items.iter().for_each(|item| each(self, item));
    }

    fn cells(&mut self, cells: &[u64]) {
        let used = cells.iter().rposition(|count| *count > 0).map_or(0, |last| last + 1);
        self.list(&cells[..used], |out, count| out.number(*count));
    }

    fn histogram(&mut self, histogram: &Histogram) {
        self.cells(&histogram.cells);
    }

    fn plane(&mut self, plane: &Plane) {
        let some = |cells: &Vec<u64>| cells.iter().any(|count| *count > 0);
        let used = plane.rounds.iter().rposition(some).map_or(0, |last| last + 1);
        self.list(&plane.rounds[..used], |out, cells| out.cells(cells));
    }

    fn side(&mut self, side: &SideTotals) {
        let SideTotals { wins, counts } = side;
        self.histogram(wins);
        self.list(counts, Self::histogram);
    }

    fn unit(&mut self, unit: &UnitTotals) {
        let UnitTotals {
            metrics,
            attack,
            per_activation,
            per_round,
            per_fight,
            overkill,
            clocks,
            round_ends,
        } = unit;
        self.list(metrics, Self::metric);
        for damage in [attack, per_activation, per_round, per_fight, overkill] {
            self.histogram(damage);
        }
        self.list(clocks, Self::clock);
        let RoundEnds { active, exhausted, out, over } = round_ends;
        for end in [active, exhausted, out, over] {
            self.histogram(end);
        }
    }

    fn metric(&mut self, metric: &MetricTotals) {
        match metric {
            MetricTotals::Histogram(seen) => {
                self.number(0);
                self.histogram(seen);
            }
            MetricTotals::Ratio { n, sum } => {
                [1, *n, *sum].into_iter().for_each(|number| self.number(number))
            }
            MetricTotals::Share => self.number(2),
        }
    }

    fn clock(&mut self, clock: &ClockTotals) {
        let ClockTotals { every, censored, first, never } = clock;
        self.list(every, Self::plane);
        self.plane(censored);
        self.list(first, Self::plane);
        self.number(*never);
    }
}

/// The FNV-1a hash with 64 bits (Fowler, Noll, Vo; RFC 9923).
fn fnv_1a(bytes: &[u8]) -> u64 {
    let fold = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, fold)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{histogram, totals};

    #[test]
    fn the_hash_agrees_with_its_published_vectors() {
        assert_eq!(fnv_1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv_1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv_1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    /// The layout is a promise: signatures are quoted in commits. A new layout is a new version.
    #[test]
    fn nothing_has_the_bytes_of_its_layout() {
        let mut expected = b"fraytall".to_vec();
        for number in [1_u64, 0, 0, 0, 0, 0, 0] {
            expected.extend_from_slice(&number.to_le_bytes());
        }
        assert_eq!(encode(&Totals::default()), expected);
    }

    #[test]
    fn trailing_zeros_do_not_count() {
        let mut padded = totals();
        padded.draws.cells.extend([0, 0]);
        padded.units[0].clocks[0].every[1].rounds[1].push(0);
        padded.units[0].clocks[0].every[0].rounds.push(vec![0, 0]);
        assert_eq!(signature(&padded), signature(&totals()));
    }

    #[test]
    fn the_order_of_merging_does_not_count() {
        let mut other = totals();
        other.timeouts = histogram(&[0, 0, 0, 0, 1]);
        let (mut a, mut b) = (totals(), other.clone());
        a.merge(&other);
        b.merge(&totals());
        assert_eq!(signature(&a), signature(&b));
        assert_ne!(signature(&a), signature(&totals()));
    }

    #[test]
    fn every_part_of_the_totals_counts() {
        let changes: [fn(&mut Totals); 16] = [
            |t| t.fights += 1,
            |t| t.draws.cells[1] += 1,
            |t| t.timeouts.cells.push(1),
            |t| t.activations.cells[3] += 1,
            |t| t.sides[1].wins.cells[3] += 1,
            |t| t.sides[1].counts[0].cells[2] += 1,
            |t| t.units[2].metrics[2] = MetricTotals::Ratio { n: 4, sum: 2 },
            |t| t.units[2].metrics[3] = MetricTotals::Histogram(histogram(&[1])),
            |t| t.units[2].attack.cells[6] += 1,
            |t| t.units[2].per_activation.cells[0] += 1,
            |t| t.units[2].per_round.cells[0] += 1,
            |t| t.units[2].per_fight.cells[0] += 1,
            |t| t.units[2].overkill.cells.push(1),
            |t| t.units[2].clocks[0].every[1].rounds[1][1] += 1,
            |t| t.units[2].clocks[1].never += 1,
            |t| t.units[2].round_ends.over.cells[1] += 1,
        ];
        for (i, change) in changes.into_iter().enumerate() {
            let mut changed = totals();
            change(&mut changed);
            assert_ne!(signature(&changed), signature(&totals()), "change {i}");
        }
    }
}
