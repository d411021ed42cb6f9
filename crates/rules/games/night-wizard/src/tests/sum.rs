//! The dice of a sum, as a transcript shows them (NW-06, NW-53).

use std::collections::BTreeMap;

use crate::dice::sum::{Shown, SumRoll};

#[test]
fn dice_drawn_for_a_sum_make_it_each_way_alike() {
    for n in 2..=3_u8 {
        for total in i32::from(n)..=6 * i32::from(n) {
            let mut seen = BTreeMap::new();
            for i in 0..6000_u32 {
                let shown = Shown::Drawn(i.wrapping_mul(0x85eb_ca6b).wrapping_add(n.into()));
                let (dice, n) = SumRoll { n, total, shown }.dice().expect("few dice");
                assert_eq!(dice[..n].iter().sum::<i32>(), total);
                assert!(dice[..n].iter().all(|die| (1..=6).contains(die)), "{dice:?}");
                *seen.entry(dice).or_insert(0_u32) += 1;
            }
            let ways = if n == 3 { (0..6).map(|a| two(total - 1 - a)).sum() } else { two(total) };
            assert_eq!(seen.len(), ways, "{n} dice, {total}");
            // Six standard deviations of a count.
            let mean = 6000.0 / ways as f64;
            let far = 6.0 * mean.sqrt();
            assert!(seen.values().all(|&count| (f64::from(count) - mean).abs() <= far), "{seen:?}");
        }
    }
}

/// In how many ways two dice make a sum.
fn two(sum: i32) -> usize {
    (1..=6).filter(|first| (1..=6).contains(&(sum - first))).count()
}

#[test]
fn dice_rolled_one_by_one_are_shown_as_they_fell() {
    let roll = SumRoll { n: 3, total: 11, shown: Shown::Faces(3 | 1 << 3 | 4 << 6) };
    assert_eq!(roll.to_string(), "3d6 = 11 (4+2+5)");
    assert_eq!(SumRoll { n: 1, total: 4, shown: Shown::Faces(3) }.to_string(), "1d6 = 4");
    assert_eq!(SumRoll { n: 2, total: 4, shown: Shown::Unknown }.to_string(), "2d6 = 4");
}
