//! The dice: the distributions of the named draws against every face of every die, and the worked examples.

use super::{ByDie, ROUNDING, assert_p};
use crate::dice::draws::{Check, Contest, Contested, Fails};
use crate::dice::faces::{Faces, Highest};
use crate::dice::pool::Pool;
use crate::rules::attacks::soak::Hit;
use fray_engine::draw::{Draw, Purpose, Roll, Words};
use fray_engine::roster::UnitId;

const BY: Roll = Roll { unit: UnitId(0), purpose: Purpose::Hit };

fn pool(text: &str) -> Pool {
    Pool::parse(text).expect("a pool")
}

/// The chance that an attack hits.
fn p_hit(attack: Pool, defence: Pool) -> f64 {
    attack.ways_to_hit(defence) / (attack.ways() * defence.ways())
}

/// The probability that a draw comes out so, by its distribution.
fn p<D: Draw>(what: &D, is: impl Fn(D::Out) -> bool) -> f64 {
    (0..what.n_outcomes()).map(|i| what.outcome(i)).filter(|(out, _)| is(*out)).map(|(_, p)| p).sum()
}

/// The same by every face of every die.
fn rolled<D: Draw>(what: &D, is: impl Fn(D::Out) -> bool) -> f64 {
    let (mut dice, mut sum) = (ByDie::default(), 0.0);
    loop {
        let out = what.roll(BY, &mut dice);
        sum += if is(out) { dice.0.weight() } else { 0.0 };
        if !dice.0.advance() {
            return sum;
        }
    }
}

/// Both, which have to agree with each other and with the page.
#[track_caller]
fn assert_both<D: Draw>(what: &D, is: impl Fn(D::Out) -> bool + Copy, ways: u64, of: u64) {
    assert_p(p(what, is), ways, of);
    assert_p(rolled(what, is), ways, of);
}

fn opposed(attack: &str, defence: &str) -> Contest {
    Contest::of(pool(attack), pool(defence), false, true)
}

fn exchange(attack: &str, counter: &str) -> Contest {
    Contest::of(pool(attack), pool(counter), true, true)
}

#[test]
fn ca_02_ca_03_example_1_an_opposed_roll() {
    let roll = opposed("d8+d6", "d6+d4");
    assert_both(&roll, |out| out.attack == 1, 61, 144);
    assert_both(&roll, |out| out.attack == 2, 125, 576);
    assert_both(&roll, |out| out.tied[0] == 2, 1, 48);
    assert_both(&roll, |out| out.tied[0] == 1, 35, 288);
    assert_both(&roll, |out| out.attack == 0 && out.tied[0] == 0, 125, 576);
    // Of 1,152 ways 41/64 hit, and 451/576 where a tie does.
    let (attack, defence) = (pool("d8+d6"), pool("d6+d4"));
    assert_eq!(attack.ways() * defence.ways(), 1152.0);
    assert_eq!(attack.ways_to_hit(defence), 738.0);
    assert_eq!(attack.ways_to_hit(defence) + attack.ways_to_tie(defence), 902.0);
}

#[test]
fn ca_02_example_2_only_dice_above_the_highest_count() {
    let attack = |faces: &[u32], defence: &[u32]| {
        let out = Contested::of(Faces::of(faces), Faces::of(defence), false);
        (out.attack, out.tied[0])
    };
    assert_eq!(attack(&[7, 6, 4], &[5, 3, 1]), (2, 0));
    assert_eq!(attack(&[7, 5, 4], &[5, 3, 1]), (1, 0));
    assert_eq!(attack(&[5, 5, 2], &[5, 1]), (0, 2));
}

#[test]
fn ca_03_without_dice_the_highest_is_0_and_every_die_succeeds() {
    assert_both(&opposed("d8+d6", "none"), |out| out.attack == 2, 1, 1);
    let nothing = opposed("none", "d6");
    assert_both(&nothing, |out| out.attack == 0 && out.tied[0] == 0, 1, 1);
}

#[test]
fn ca_33_ca_34_example_4_soak() {
    let soak =
        |text: &str| Hit { soak: pool(text), number: 3, points: 20, most: 99, botch: 1, ..Hit::default() };
    let two = soak("d8+d6");
    assert_both(&two, |out| out.botched, 1, 48);
    assert_both(&two, |out| out.soaked == 0 && !out.botched, 1, 6);
    assert_both(&two, |out| out.soaked == 1, 1, 2);
    assert_both(&two, |out| out.soaked == 2, 5, 16);
    assert_both(&soak("d4"), |out| out.botched, 1, 4);
    assert_both(&soak("d4"), |out| out.soaked == 1, 1, 4);
    let four = soak("d10+d8+d6+d4");
    assert_both(&four, |out| out.botched, 1, 1920);
    assert_both(&four, |out| out.soaked == 0 && !out.botched, 1, 24);
    assert_both(&four, |out| out.soaked == 2, 129, 320);
    assert_both(&four, |out| out.soaked == 4, 7, 128);
    assert_both(&soak("none"), |out| out.soaked == 0 && !out.botched, 1, 1);
    // CA-36 Weak: rolled twice.
    let weak = soak("2d8+2d6");
    assert_both(&weak, |out| out.botched, 1, 2304);
    assert_both(&weak, |out| out.soaked == 0 && !out.botched, 5, 144);
    assert_both(&weak, |out| out.soaked == 4, 25, 256);
}

#[test]
fn ca_04_ca_33_penalty_dice_raise_what_a_soak_die_has_to_be_above() {
    let (soak, penalty) = (pool("d8"), pool("d6"));
    let hit = Hit { soak, penalty, number: 3, points: 20, most: 99, botch: 1, ..Hit::default() };
    // Above 3 where the d6 shows 3 or less, otherwise above what it shows: 3 x 5 + 4 + 3 + 2 of 48.
    assert_both(&hit, |out| out.soaked == 1, 24, 48);
    assert_both(&hit, |out| out.botched, 6, 48);
    assert_both(&hit, |out| out.soaked == 0 && !out.botched, 18, 48);
}

#[test]
fn ca_24_example_8_a_counter() {
    let roll = exchange("d8+d6", "d8+d4");
    assert_both(&roll, |out| out.attack > 0, 127, 256);
    assert_both(&roll, |out| out.counter > 0, 281, 768);
    assert_both(&roll, |out| out.tied[0] > 0, 53, 384);
    assert_both(&roll, |out| out.attack == 1, 1, 3);
    assert_both(&roll, |out| out.attack == 2, 125, 768);
    assert_both(&roll, |out| out.counter == 1, 5, 16);
    assert_both(&roll, |out| out.counter == 2, 41, 768);
    assert_both(&roll, |out| out.tied == [1, 1], 11, 96);
    assert_both(&roll, |out| out.tied == [1, 2], 1, 128);
    assert_both(&roll, |out| out.tied == [2, 1], 5, 384);
    assert_both(&roll, |out| out.tied == [2, 2], 1, 384);
}

#[test]
fn ca_40_ca_12_example_9_reeling_and_guarding() {
    let p = |attack: &str, defence: &str| p_hit(pool(attack), pool(defence));
    assert_p(p("d8+d6", "d6"), 197, 288);
    assert_p(p("2d8+d6", "d6"), 207, 256);
    assert_p(p("d8+d6", "d8+d6"), 973, 2304);
    assert_p(p("2d8+d6", "d8+d6"), 10255, 18432);
    assert_p(p("3d8+d6", "d6"), 16157, 18432);
}

#[test]
fn ca_17_example_10_range() {
    use crate::data::vocabulary::Band;
    let p = |paces: u32| p_hit(pool("d8+d6"), pool("d6").and(Band::penalty(paces, 0)));
    assert_p(p(4), 197, 288);
    assert_p(p(5), 973, 2304);
    assert_p(p(12), 973, 2304);
    assert_p(p(36), 973, 3456);
    assert_p(p(100), 5243, 41472);
    assert_eq!(Band::penalty(100, 2), Pool::D8);
    assert_eq!(Band::penalty(11_000, 0), pool("6d12"));
}

#[test]
fn ca_50_ca_05_examples_11_and_12_checks() {
    let rally = Check::of(pool("d8+d6"), 3, Pool::NONE, 2).reading(Fails::BotchAndTie);
    assert_both(&rally, |out| out.is_botch, 1, 48);
    assert_both(&rally, |out| out.is_tie, 5, 48);
    assert_both(&rally, |out| out.successes == 0 && !out.is_tie && !out.is_botch, 1, 16);
    assert_both(&rally, |out| out.successes == 1, 1, 2);
    assert_both(&rally, |out| out.successes == 2, 5, 16);
    assert_both(&rally, |out| out.successes > 0, 13, 16);
}

#[test]
fn ca_15_ca_06_the_highest_and_all_dice() {
    let highest = Highest::of(pool("d8+d6"), false);
    assert_both(&highest, |faces| faces.highest() == 8, 1, 8);
    let all = Highest::of(pool("2d4"), true);
    assert_both(&all, |faces| faces == Faces::of(&[4, 3]), 1, 8);
}

#[test]
fn ca_03_a_word_holds_three_dice_of_equal_faces() {
    struct Script(Vec<u64>);
    impl Words for Script {
        fn word(&mut self) -> u64 {
            self.0.remove(0)
        }
    }
    let roll = Highest::of(pool("d8+d6+d4"), true);
    let n = 8_u32 * 6 * 4;
    let mut seen = std::collections::BTreeMap::new();
    for i in 0..n {
        let word = ((u128::from(2 * i + 1) << 64) / (2 * u128::from(n))) as u64;
        *seen.entry(roll.sample(&mut Script(vec![word]))).or_insert(0.0) += 1.0 / f64::from(n);
    }
    for (faces, share) in seen {
        assert!((share - p(&roll, |out| out == faces)).abs() <= ROUNDING, "{faces:?}");
    }
    // Four dice need a second word, an attack and its defence one each.
    let mut script = Script(vec![0, u64::MAX, 7]);
    assert_eq!(Highest::of(pool("4d6"), true).sample(&mut script), Faces::of(&[6, 1, 1, 1]));
    assert_eq!(script.0.len(), 1);
}

#[test]
fn ca_04_pools_are_read_and_shown() {
    for text in ["2d8+d6", "d12+d10+d8+d6+d4", "none"] {
        assert_eq!(pool(text).to_string(), text);
    }
    assert_eq!(pool("d6+d8 + d8").to_string(), "2d8+d6");
    for wrong in ["", "d7", "8", "d", "0d6", "2d6+", "-d6", "300d6", "d6+none"] {
        assert_eq!(Pool::parse(wrong), None, "{wrong}");
    }
    assert_eq!(pool("40d12").and(pool("2d4")).len(), 40);
    assert_eq!(pool("d12+d10+d4").up_to_d8(), pool("2d8+d4"));
    assert_eq!(pool("d8+d6").upgraded(1), pool("d10+d6"));
    assert_eq!(pool("d10").upgraded(4), pool("d12"));
}
