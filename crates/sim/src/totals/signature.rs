//! A short signature of the tallies: sixteen hex digits to quote where nothing may have moved.
//!
//! It covers every integer of [`Totals`]: the number of fights, how and in which round they
//! ended, the activations of rounds and fights, and of every side and unit the counts, values, attacks,
//! damage, clocks and round ends, in the order of the file and of declaration. It covers no
//! names, no seed and no scenario: two runs with equal tallies have equal signatures, whatever
//! they are called. Totals do not depend on threads, partial runs or order, so neither does it.
//!
//! It guards against change, not against malice: 64 bits of FNV-1a.

use crate::totals::Totals;
use crate::totals::codec::encode;

/// The signature of these totals.
#[must_use]
pub fn signature(totals: &Totals) -> String {
    format!("{:016x}", fnv_1a(&encode(totals)))
}

/// The FNV-1a hash with 64 bits (Fowler, Noll, Vo; RFC 9923).
pub(crate) fn fnv_1a(bytes: &[u8]) -> u64 {
    let fold = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, fold)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{histogram, plane, totals};
    use crate::totals::MetricTotals;

    #[test]
    fn the_hash_agrees_with_its_published_vectors() {
        assert_eq!(fnv_1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv_1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv_1a(b"foobar"), 0x8594_4171_f739_67e8);
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
        let changes: [fn(&mut Totals); 24] = [
            |t| t.fights += 1,
            |t| t.draws.add(1, 1),
            |t| t.timeouts.add(0, 1),
            |t| t.activations.add(3, 1),
            |t| t.fight_activations.add(3, 1),
            |t| t.sides[1].wins.add(3, 1),
            |t| t.sides[1].counts[0].add(2, 1),
            |t| t.units[2].by_fight[0].add(0, 1),
            |t| t.units[0].health.push([1, 3]),
            |t| t.sides[0].by_fight[0].add(0, 1),
            |t| t.sides[0].course = plane(&[(1, 2, 1)]),
            |t| t.sides[0].course_wins = plane(&[(1, 2, 1)]),
            |t| t.units[2].metrics[3] = MetricTotals::Histogram(histogram(&[1])),
            |t| t.units[2].attack.add(6, 1),
            |t| t.units[2].per_activation.add(0, 1),
            |t| t.units[2].per_round.add(0, 1),
            |t| t.units[2].per_fight.add(0, 1),
            |t| t.units[2].overkill.add(0, 1),
            |t| t.units[2].overkill_per_fight.add(0, 1),
            |t| t.sides[1].damage.add(0, 1),
            |t| t.sides[1].overkill.add(0, 1),
            |t| t.units[2].clocks[0].every[1].merge(&plane(&[(1, 1, 1)])),
            |t| t.units[2].clocks[1].never += 1,
            |t| t.units[2].round_ends.over.add(1, 1),
        ];
        for (i, change) in changes.into_iter().enumerate() {
            let mut changed = totals();
            change(&mut changed);
            assert_ne!(signature(&changed), signature(&totals()), "change {i}");
        }
    }
}
