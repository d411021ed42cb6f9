//! The intervals of ratios and means over tries, measured on made-up fights whose truth is known.

use proptest::prelude::*;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::*;
use crate::beta::{Unit, tails};

fn sums(fights: &[(u64, u64)]) -> FightSums {
    let mut all = FightSums::default();
    fights.iter().for_each(|&(y, n)| all.add(y, n));
    all
}

/// A die with uniform numbers of [0, 1).
struct Luck(Pcg64);

impl Luck {
    fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn has(&mut self, p: f64) -> bool {
        self.unit() < p
    }

    /// A number from `lo` to `hi`, both ends included.
    fn number(&mut self, lo: u64, hi: u64) -> u64 {
        lo + (self.unit() * (hi - lo + 1) as f64) as u64
    }

    fn successes(&mut self, n: u64, p: f64) -> u64 {
        (0..n).map(|_| u64::from(self.has(p))).sum()
    }
}

/// The chance of at most `k` events among `n` with chance `p`.
fn at_most(k: u64, n: u64, p: f64) -> f64 {
    if k >= n { 1.0 } else { tails((k + 1) as f64, (n - k) as f64, Unit::new(p)).1 }
}

/// Runs of the same fights, how many have an interval, and how many of these hold the truth.
fn coverage(seed: u64, runs: u64, truth: f64, one: impl Fn(&mut Luck) -> Option<Interval>) -> (u64, u64) {
    let mut luck = Luck(Pcg64::seed_from_u64(seed));
    let held: Vec<bool> = (0..runs).filter_map(|_| one(&mut luck).map(|within| within.has(truth))).collect();
    (held.len() as u64, held.iter().filter(|held| **held).count() as u64)
}

/// Fails where the coverage is significantly below 94 %, or above 97.5 %: one true interval in a
/// thousand would.
fn assert_covers((runs, held): (u64, u64), may_be_wide: bool) {
    assert!(at_most(held, runs, 0.94) >= 1e-3, "{held} of {runs} intervals hold the truth");
    let too_wide = 1.0 - if held == 0 { 0.0 } else { at_most(held - 1, runs, 0.975) };
    assert!(may_be_wide || too_wide >= 1e-3, "{held} of {runs} intervals hold the truth");
}

fn proportion(fights: u64, mut one: impl FnMut() -> (u64, u64)) -> Option<Interval> {
    let mut all = FightSums::default();
    for _ in 0..fights {
        let (y, n) = one();
        all.add(y, n);
    }
    all.proportion()
}

fn mean<V: IntoIterator<Item = u64>>(
    fights: u64,
    largest: Option<u64>,
    mut one: impl FnMut() -> V,
) -> Option<Interval> {
    let (mut all, mut observed) = (FightSums::default(), Histogram::default());
    for _ in 0..fights {
        let (mut sum, mut tries) = (0, 0);
        for value in one() {
            observed.add(value, 1);
            (sum, tries) = (sum + value, tries + 1);
        }
        all.add(sum, tries);
    }
    all.mean(&observed, 0, largest)
}

#[test]
fn tries_that_hang_together_are_covered() {
    // A fight goes one way or the other: 0.2 or 0.8 of its 3 to 10 tries succeed.
    let found = coverage(1, 2_000, 0.5, |luck| {
        proportion(300, || {
            let p = if luck.has(0.5) { 0.2 } else { 0.8 };
            let n = luck.number(3, 10);
            (luck.successes(n, p), n)
        })
    });
    assert_covers(found, false);
}

#[test]
fn long_fights_that_differ_from_short_ones_are_covered() {
    // Half of the fights have 2 tries at 0.1, half 20 at 0.9: (0.2 + 18) / 22.
    let found = coverage(2, 2_000, 18.2 / 22.0, |luck| {
        proportion(300, || {
            let (n, p) = if luck.has(0.5) { (2, 0.1) } else { (20, 0.9) };
            (luck.successes(n, p), n)
        })
    });
    assert_covers(found, false);
}

#[test]
fn tries_that_repel_each_other_have_narrower_intervals() {
    // 4 of 8 tries succeed, or in a fifth of the fights 3 or 5: independent ones would scatter
    // by 1.41 a fight, these by 0.45.
    let one = |luck: &mut Luck| {
        proportion(2_000, || (if luck.has(0.2) { luck.number(0, 1) * 2 + 3 } else { 4 }, 8))
    };
    assert_covers(coverage(3, 2_000, 0.5, one), false);
    let half = one(&mut Luck(Pcg64::seed_from_u64(1))).unwrap().half();
    let independent = Rate { events: 8_000, n: 16_000 }.interval().unwrap().half();
    assert!(half < independent / 2.0, "{half} {independent}");
}

#[test]
fn rare_fights_that_were_not_seen_are_covered() {
    for (seed, expected) in [(4, 0.5), (5, 2.0), (6, 8.0), (7, 30.0)] {
        let q = expected / 1_000.0;
        // Every try of a rare fight succeeds, and none of the others.
        let found =
            coverage(seed, 2_000, q, |luck| proportion(1_000, || (if luck.has(q) { 10 } else { 0 }, 10)));
        assert_covers(found, true);
        // All but those of a rare fight.
        let found = coverage(seed, 2_000, 1.0 - q, |luck| {
            proportion(1_000, || (if luck.has(q) { 0 } else { 10 }, 10))
        });
        assert_covers(found, true);
        // Half of the tries succeed, in a rare fight all.
        let found = coverage(seed, 2_000, 0.5 + q / 2.0, |luck| {
            proportion(1_000, || (if luck.has(q) { 10 } else { 5 }, 10))
        });
        assert_covers(found, true);
    }
}

#[test]
fn values_that_hang_together_are_covered() {
    // 1 to 6 rounds a fight, with a value of 0 to 3 that stays, and a die of 0 to 2 each.
    let found = coverage(8, 2_000, 2.5, |luck| {
        mean(400, Some(5), || {
            let (stays, rounds) = (luck.number(0, 3), luck.number(1, 6));
            (0..rounds).map(|_| stays + luck.number(0, 2)).collect::<Vec<_>>()
        })
    });
    assert_covers(found, false);
}

#[test]
fn means_of_a_side_that_nearly_always_loses_are_covered() {
    // In one fight of 2,500 somebody is left, with 1 to 30 points: the mean is 15.5 / 2,500.
    for (seed, fights) in [(9, 1_000), (10, 3_000), (11, 20_000)] {
        let one = |luck: &mut Luck| {
            mean(fights, Some(30), || [if luck.has(1.0 / 2_500.0) { luck.number(1, 30) } else { 0 }])
        };
        assert_covers(coverage(seed, 1_000, 15.5 / 2_500.0, one), true);
        // The same of a side that nearly always loses none of its 30.
        let one = |luck: &mut Luck| {
            mean(fights, Some(30), || [30 - if luck.has(1.0 / 2_500.0) { luck.number(1, 30) } else { 0 }])
        };
        assert_covers(coverage(seed, 1_000, 30.0 - 15.5 / 2_500.0, one), true);
    }
}

#[test]
fn where_nothing_bounds_the_unseen_there_is_no_interval() {
    assert_eq!(mean(1_000, None, || [0]), None);
    assert_eq!(mean(1_000, None, || [7]), None);
    let mut fight = 0;
    let rare = mean(1_000, None, || {
        fight += 1;
        [u64::from(fight % 300 == 0) * 5]
    });
    assert_eq!(rare, None);
    // 25 events are enough: 25 ± 1.96 · 5 or so of a thousand, each 5.
    let mut fight = 0;
    let seldom = mean(1_000, None, || {
        fight += 1;
        [u64::from(fight % 40 == 0) * 5]
    });
    let within = seldom.expect("an interval");
    assert!(within.lo > 0.075 && within.lo < 0.085 && within.hi > 0.175 && within.hi < 0.20, "{within:?}");
    let mut fight = 0;
    let often = mean(1_000, None, || {
        fight += 1;
        [fight % 4]
    });
    assert!(often.unwrap().has(1.5));
}

#[test]
fn what_was_never_seen_is_at_most_the_rule_of_three_times_the_largest() {
    // -ln 0.025 = 3.689 fights of a thousand, each with 30 points.
    let never = mean(1_000, Some(30), || [0]).unwrap();
    assert!(never.lo == 0.0 && (never.hi - 0.030 * 3.688_879_454).abs() < 1e-9, "{never:?}");
    let always = mean(1_000, Some(30), || [30]).unwrap();
    assert!(always.hi == 30.0 && (30.0 - always.lo - 0.030 * 3.688_879_454).abs() < 1e-9, "{always:?}");
    // What can be nothing else is known.
    assert_eq!(mean(1_000, Some(0), || [0]), Some(Interval { lo: 0.0, hi: 0.0 }));
    // Ten tries of each of a thousand fights: the fights count, not the tries.
    let never = proportion(1_000, || (0, 10)).unwrap();
    assert!(never.lo == 0.0 && (never.hi - 3.688_879_454e-3).abs() < 1e-9, "{never:?}");
}

#[test]
fn one_try_a_fight_is_a_plain_rate() {
    for events in [0, 3, 25, 60] {
        let of_fights: Vec<(u64, u64)> = (0..100).map(|i| (u64::from(i < events), 1)).collect();
        let plain = Rate { events, n: 100 }.interval();
        assert_eq!(sums(&of_fights).proportion(), plain);
    }
    assert_eq!(sums(&[(0, 0), (0, 0)]).proportion(), None);
}

#[test]
fn the_variance_is_exact_where_floats_cancel() {
    // A million million fights with 1,000 of 2,000, and one with one success more and one less.
    let many = 1_000_000_000_000_u64;
    let all = FightSums {
        fights: many + 2,
        tries: 2_000 * (many + 2),
        sum: 1_000 * (many + 2),
        squares: 1_000_000 * u128::from(many) + 1_001 * 1_001 + 999 * 999,
        products: 2_000_000 * u128::from(many + 2),
        tries_squared: 4_000_000 * u128::from(many + 2),
        most_tries: 2_000,
    };
    assert_eq!(all.scatter(), 2.0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn the_variance_is_that_of_the_plain_sum(fights in prop::collection::vec((0_u64..=40, 1_u64..40), 2..60)) {
        let fights: Vec<_> = fights.into_iter().map(|(y, n)| (y.min(n), n)).collect();
        let all = sums(&fights);
        let r = all.ratio().unwrap();
        let plain: f64 = fights.iter().map(|&(y, n)| (y as f64 - r * n as f64).powi(2)).sum();
        prop_assert!((all.scatter() - plain).abs() <= 1e-9 * plain.max(1.0));
        let within = all.proportion().unwrap();
        prop_assert!(0.0 <= within.lo && within.lo <= r && r <= within.hi && within.hi <= 1.0, "{within:?} {r}");
    }

    #[test]
    fn a_part_of_the_tries_varies_no_more_than_its_bounds_allow(
        // Of each fight: its tries, and of these the successes, those of the part, and the tries left out.
        fights in prop::collection::vec((1_u64..12, 0_u64..12, 0_u64..12, 0_u64..12), 2..40),
        is_of_all_tries: bool,
    ) {
        let of_part = |&(n, s, y, out): &(u64, u64, u64, u64)| {
            let tries = if is_of_all_tries { n } else { n - out.min(n) };
            (y.min(s).min(tries), tries)
        };
        let all = sums(&fights.iter().map(|&(n, s, ..)| (s.min(n), n)).collect::<Vec<_>>());
        let part = sums(&fights.iter().map(of_part).collect::<Vec<_>>());
        let bounds = all.part(part.tries, part.sum);
        prop_assert_eq!((bounds.tries, bounds.sum), (part.tries, part.sum));
        prop_assert!(bounds.fights <= part.fights && bounds.most_tries >= part.most_tries);
        prop_assert!(bounds.scatter() >= part.scatter(), "{:?} {:?}", bounds, part);
    }

    #[test]
    fn all_of_the_tries_are_their_own_bounds(fights in prop::collection::vec((0_u64..12, 1_u64..12), 1..40)) {
        let all = sums(&fights.into_iter().map(|(y, n)| (y.min(n), n)).collect::<Vec<_>>());
        prop_assert_eq!(all.part(all.tries, all.sum), all);
    }

    #[test]
    fn sums_merge_in_any_order(fights in prop::collection::vec((0_u64..100, 0_u64..40), 0..30), cut in 0_usize..30) {
        let cut = cut.min(fights.len());
        let (mut a, b) = (sums(&fights[cut..]), sums(&fights[..cut]));
        a.merge(&b);
        prop_assert_eq!(a, sums(&fights));
        prop_assert!(a.is_possible(fights.len() as u64));
    }

    #[test]
    fn intervals_of_means_stay_where_values_can_be(values in prop::collection::vec(0_u64..=9, 2..80)) {
        let mut each = values.iter();
        let within = mean(values.len() as u64, Some(9), || [*each.next().unwrap()]).unwrap();
        let r = values.iter().sum::<u64>() as f64 / values.len() as f64;
        prop_assert!(0.0 <= within.lo && within.lo <= r && r <= within.hi && within.hi <= 9.0, "{within:?} {r}");
    }
}
