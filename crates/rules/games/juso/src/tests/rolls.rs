//! Dice: pools, difficulty rolls, degrees, initiative (JU-01 to JU-06, JU-10, JU-11).

use super::*;
use crate::dice::pool::{Initiative, MAX_DICE, Successes, is_even_chance, p_at_least, p_exactly, p_through};
use fray_engine::draw::{Draw, Purpose, Roll, Words};

const BY: Roll = Roll { unit: A, purpose: Purpose::Hit };

/// The same word for ever, so that a fair bit is what the test says.
struct Bits(u64);

impl Words for Bits {
    fn word(&mut self) -> u64 {
        self.0
    }
}

#[test]
fn ju_01_four_or_more_is_a_success() {
    assert_eq!(Successes::degree(6).roll(BY, &mut Tape::d6("123456")), 3);
    assert_eq!(Successes::degree(3).roll(BY, &mut Tape::d6("345")), 2);
}

#[test]
fn ju_02_a_difficulty_roll_succeeds_with_that_many_successes() {
    // Worked example 1.
    assert_p(p_at_least(5, 3), 1, 2);
    assert_p(p_at_least(10, 4), 53, 64);
    // Ten dice against 4, counted out: C(10, 4) + ... + C(10, 10) of 1024.
    assert_p(p_at_least(10, 4), 210 + 252 + 210 + 120 + 45 + 10 + 1, 1024);
}

#[test]
fn ju_03_a_degree_is_binomial() {
    let choose = [1, 4, 6, 4, 1];
    for (s, ways) in (0..).zip(choose) {
        assert_p(p_exactly(4, s), ways, 16);
    }
    assert_eq!((p_exactly(4, 5), p_exactly(4, -1)), (0.0, 0.0));
}

#[test]
fn ju_04_a_pool_is_at_least_0_and_a_difficulty_of_0_succeeds() {
    assert_eq!((p_at_least(-3, 1), p_at_least(-3, 0), p_at_least(0, 0)), (0.0, 1.0, 1.0));
    assert_eq!(Successes::degree(-2).roll(BY, &mut Tape::d6("")), 0);
}

#[test]
fn the_three_readings_of_a_pool_are_one() {
    for dice in 0..=5 {
        for (from, to) in [(1, 1), (1, 3), (2, 2), (2, 5), (4, 9), (1, 40)] {
            let roll = Successes::between(dice, from, to);
            let cut = |s: i32| s.clamp(from - 1, to);
            // Die by die, over every face.
            let mut distribution = [0.0; 64];
            let mut every = Every::default();
            loop {
                let s = cut(roll.roll(BY, &mut every));
                distribution[s as usize] += every.weight();
                if !every.advance() {
                    break;
                }
            }
            let mut sum = 0.0;
            for (s, p) in (0..roll.n_outcomes()).map(|i| roll.outcome(i)) {
                assert!((distribution[s as usize] - p).abs() < ROUNDING, "{dice}d {from}..{to}: {s}");
                sum += p;
            }
            assert!((sum - 1.0).abs() < ROUNDING);
            // By word: each pattern of the upper bits is a way the dice can fall.
            let mut dealt = [0.0; 64];
            for bits in 0..1_u64 << dice {
                let word = if dice == 0 { 0 } else { bits << (64 - dice) | 12345 };
                dealt[cut(roll.sample(&mut Bits(word))) as usize] += 0.5_f64.powi(dice);
            }
            assert!(
                distribution
                    .iter()
                    .zip(dealt)
                    .all(|(distribution, dealt)| (distribution - dealt).abs() < ROUNDING)
            );
        }
    }
}

#[test]
fn a_pool_of_more_dice_than_a_word_has_bits_takes_a_second_word() {
    let all = u64::MAX;
    for (dice, successes) in [(64, 64), (65, 65), (100, 100), (MAX_DICE as i32, 128), (500, 128)] {
        assert_eq!(Successes::degree(dice).sample(&mut Bits(all)), successes);
        assert_eq!(Successes::degree(dice).sample(&mut Bits(0)), 0);
    }
    let distribution = |dice: i32| -> f64 { (0..=dice).map(|s| p_exactly(dice, s)).sum() };
    assert!((distribution(128) - 1.0).abs() < ROUNDING && (distribution(65) - 1.0).abs() < ROUNDING);
}

#[test]
fn ju_11_initiative_is_rolled_until_it_differs() {
    // Worked example 2.
    assert_p(Initiative { dice: [7, 4] }.p_first(), 743, 859);
    assert_p(Initiative { dice: [7, 6] }.p_first(), 1024, 1619);
    assert_p(Initiative { dice: [5, 5] }.p_first(), 1, 2);
    let rolled = Initiative { dice: [1, 1] }.roll(BY, &mut Tape::d6("44 13 51"));
    assert_eq!(rolled, [1, 0]);
    // Equal in the first word, different in the second.
    struct Two([u64; 4], usize);
    impl Words for Two {
        fn word(&mut self) -> u64 {
            self.1 += 1;
            self.0[self.1 - 1]
        }
    }
    assert_eq!(Initiative { dice: [1, 1] }.sample(&mut Two([0, 0, 0, u64::MAX], 0)), [0, 1]);
}

#[test]
fn ju_43_through_a_defence() {
    // Worked example 5: power 5 against 4 dice, armour 0 and 2.
    assert_p(p_through(5, 4, |n| n), 1, 2);
    assert_p(p_through(5, 4, |n| n - 2), 23, 256);
    // Worked example 6: power 4 against 8 dice and fewer.
    let of_pool = [(299, 4096), (29, 256), (11, 64), (65, 256), (93, 256)];
    for (pool, (ways, of)) in [8, 7, 6, 5, 4].into_iter().zip(of_pool) {
        assert_p(p_through(4, pool, |n| n), ways, of);
    }
}

#[test]
fn ju_02_an_even_chance_is_asked_of_whole_numbers() {
    for dice in -1..=MAX_DICE as i32 + 3 {
        for difficulty in -2..=MAX_DICE as i32 + 3 {
            // An odd number of dice meets its upper half with exactly 1/2, which sums of many terms miss.
            let is = p_at_least(dice, difficulty) > 0.5 - 1e-9;
            assert_eq!(is_even_chance(dice, difficulty), is, "S({dice}) >= {difficulty}");
        }
    }
}
