//! A short signature of the tallies: sixteen hex digits to quote where nothing may have moved.
//!
//! It covers every integer that was observed, and not the account of luck: the number of fights, how and in which round they
//! ended, the activations of rounds and fights, and of every side and unit the counts, values, attacks,
//! damage, clocks and round ends, in the order of the file and of declaration. It covers no
//! names, no seed and no scenario: two runs with equal tallies have equal signatures, whatever
//! they are called. Totals do not depend on threads, partial runs or order, so neither does it.
//!
//! It guards against change, not against malice: 64 bits of FNV-1a.

use crate::totals::Totals;
use crate::totals::codec::{OBSERVED_VERSIONS, encode_observed};

/// The signature of these totals.
#[must_use]
pub fn signature(totals: &Totals) -> String {
    under(totals, OBSERVED_VERSIONS[0])
}

/// Returns whether a signature is that of these totals, as this version of fray writes it or one before it that
/// observed the same.
#[must_use]
pub fn is_signature(totals: &Totals, written: &str) -> bool {
    OBSERVED_VERSIONS.iter().any(|&version| under(totals, version) == written)
}

/// The signature under a version of the layout.
fn under(totals: &Totals, version: u64) -> String {
    format!("{:016x}", fnv_1a(&encode_observed(totals, version)))
}

/// The FNV-1a hash with 64 bits (Fowler, Noll, Vo; RFC 9923).
pub fn fnv_1a(bytes: &[u8]) -> u64 {
    let fold = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, fold)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_of_the_version_before_is_that_of_the_same_totals() {
        let totals = Totals { fights: 3, ..Totals::default() };
        let [now, before] = OBSERVED_VERSIONS.map(|version| under(&totals, version));
        assert_ne!(now, before);
        assert!(is_signature(&totals, &now) && is_signature(&totals, &before));
        let others = Totals { fights: 4, ..Totals::default() };
        assert!(!is_signature(&others, &now) && !is_signature(&others, &before));
    }

    #[test]
    fn the_hash_agrees_with_its_published_vectors() {
        assert_eq!(fnv_1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv_1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv_1a(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
