//! The bytes of totals.

use proptest::prelude::*;

use crate::fixture::totals;
use crate::totals::Totals;
use crate::totals::codec::{DecodeError, decode, encode};

/// The layout is a promise: signatures are quoted in commits. A new layout is a new version.
#[test]
fn nothing_has_the_bytes_of_its_layout() {
    let mut expected = b"fraytall".to_vec();
    for number in [8_u64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] {
        expected.extend_from_slice(&number.to_le_bytes());
    }
    assert_eq!(encode(&Totals::default()), expected);
}

#[test]
fn totals_come_back() {
    assert_eq!(decode(&encode(&totals())), Ok(totals()));
    assert_eq!(decode(&encode(&Totals::default())), Ok(Totals::default()));
}

#[test]
fn what_is_not_canonical_is_refused() {
    let bytes = encode(&totals());
    assert_eq!(decode(b"PNG"), Err(DecodeError::NoTallies));
    assert_eq!(decode(&bytes[..bytes.len() - 1]), Err(DecodeError::Broken));
    assert_eq!(decode(&[&bytes[..], &[0]].concat()), Err(DecodeError::Broken));
    let mut newer = bytes.clone();
    newer[8] = 9;
    assert_eq!(decode(&newer), Err(DecodeError::Version(9)));
    // Draws: a run that begins with 1 and has one count, which is made a zero.
    let mut padded = bytes;
    assert_eq!(padded[24..56], [[1_u64, 1, 1, 1].map(u64::to_le_bytes)].concat().concat());
    padded[48] = 0;
    assert_eq!(decode(&padded), Err(DecodeError::Broken));
}

#[test]
fn values_of_any_size_take_a_few_bytes() {
    let mut far = totals();
    far.activations.add(u64::from(u32::MAX) * 7, 2);
    far.sides[0].course.merge(&[(99_999, 31, 1)].into_iter().collect());
    let bytes = encode(&far);
    assert!(bytes.len() < encode(&totals()).len() + 100);
    assert_eq!(decode(&bytes), Ok(far));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn damaged_bytes_neither_panic_nor_allocate_without_bound(at in 0_usize..10_000, byte: u8, cut in 0_usize..10_000) {
        let mut bytes = encode(&totals());
        let at = at % bytes.len();
        bytes[at] = byte;
        bytes.truncate(bytes.len() - cut % 40);
        if let Ok(totals) = decode(&bytes) {
            prop_assert_eq!(encode(&totals), bytes);
        }
    }
}
