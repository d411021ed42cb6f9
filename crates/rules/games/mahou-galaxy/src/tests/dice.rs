//! Dice, pools, formulas and the draws made of them (MG-01 to MG-05), with the single-roll examples of
//! the ledger.

use crate::board::place::penalty_at;
use crate::data::rulings::RangeRounding;
use crate::dice::draws::{Contest, DuelOrder, Exchange, Faces, Guard, Pool, Wound, partial_turns};
use crate::dice::{DiceRules, Die, Distribution, Formula, Set};
use fray_engine::draw::{Draw, Purpose, Roll, Words};
use fray_engine::every::Every;
use fray_engine::roster::UnitId;
use fray_engine::tape::Tape;
use fray_engine::worth::{Means, mean_of_branches, parts_of};

const PLAIN: DiceRules = DiceRules { most: 64, once: false };
const BY: Roll = Roll { unit: UnitId(0), purpose: Purpose::Hit };

fn stat(score: i32) -> Die {
    Die::of_stat(score, PLAIN)
}

fn pool(score: i32, dice: i32, plus: i32) -> Pool {
    Pool::new(stat(score), dice, plus)
}

#[track_caller]
fn close(got: f64, want: f64) {
    assert!((got - want).abs() < 1e-14, "{got} where the page has {want}");
}

#[test]
fn mg_02_and_mg_04_e1_stat_dice() {
    let d6 = stat(6);
    close(d6.at_least(6), 1.0 / 6.0);
    close(d6.at_least(7), 1.0 / 6.0);
    close(d6.at_least(8), 5.0 / 36.0);
    close(d6.at_least(13), 1.0 / 36.0);
    let low = stat(2);
    close(low.at_least(1), 0.75);
    close(low.at_least(3), 0.25);
    close(low.at_least(4), 3.0 / 16.0);
    let high = stat(15);
    close(high.at_least(3), 1.0);
    close(high.at_least(14), 1.0 / 12.0);
    close(high.at_least(17), 1.0 / 12.0);
    close(high.at_least(18), 11.0 / 144.0);
    let twelve = Die::of_faces(12, 1, PLAIN);
    assert_eq!(twelve.roll(BY, &mut Tape::new(&[(12, 12), (12, 3)]), &mut Faces::default()), 17);
    for (score, faces) in [(-5, 4), (2, 4), (3, 4), (4, 4), (5, 6), (8, 8), (9, 10), (12, 12), (13, 12)] {
        assert_eq!(stat(score).n, faces, "the die of {score}");
    }
    assert_eq!([stat(2).k, stat(3).k, stat(12).k, stat(13).k, stat(16).k], [-1, 0, 0, 1, 2]);
}

#[test]
fn mg_03_and_mg_18_e2_pools() {
    close(pool(8, 3, 0).at_least(6), 387.0 / 512.0);
    close(pool(8, 0, 0).at_least(6), 9.0 / 64.0);
    close(pool(8, 0, 0).at_least(4), 25.0 / 64.0);
}

fn set(n: u8, faces: u8, cumulative: bool) -> Set {
    Set { n, die: Die::of_faces(faces, 0, PLAIN), cumulative }
}

#[test]
fn mg_05_e3_formulas() {
    let sum = Distribution::of(&Formula::of(&[set(2, 6, false), set(2, 10, false)]));
    close(sum.at_least(8), 331.0 / 360.0);
    close(sum.at_least(12), 40_267.0 / 64_800.0);
    close(sum.at_least(20), 19_326_847.0 / 116_640_000.0);
    let both = Distribution::of(&Formula::of(&[set(2, 12, true)]));
    close(both.at_least(8), 41.0 / 48.0);
    close(both.at_least(13), 13.0 / 24.0);
    close(both.at_least(25), 1.0 / 12.0);
}

/// P(hit) and P(critical) of an exchange.
fn odds(exchange: &Exchange) -> (f64, f64) {
    let (mut hit, mut critical) = (0.0, 0.0);
    for i in 0..exchange.n_outcomes() {
        let (out, p) = exchange.outcome(i);
        let n = exchange.n.max(out.answer.unwrap_or(i32::MIN));
        hit += if out.roll >= n { p } else { 0.0 };
        critical += if out.roll >= 2 * n { p } else { 0.0 };
    }
    (hit, critical)
}

fn exchange(attack: Pool, n: i32, answer: Option<Pool>) -> Exchange {
    Exchange { attack, n, criticals: true, far_miss: false, answer, declared: [n, i32::MAX] }
}

#[test]
fn mg_36_e4_and_mg_28_e5_an_attack_and_a_spot_dodge() {
    let (hit, critical) = odds(&exchange(pool(8, 3, 0), 4, None));
    close(hit, 485.0 / 512.0);
    close(critical, 169.0 / 512.0);
    let (hit, critical) = odds(&exchange(pool(8, 3, 0), 4, Some(pool(6, 1, 5))));
    close(hit, 0.400_408_009_439_284);
    close(critical, 0.078_207_524_468_994_1);
    let (hit, critical) = odds(&exchange(pool(8, 3, 0), 4, Some(pool(8, 2, 5))));
    close(hit, 4_339_172_491.0 / 17_911_228_608.0);
    close(critical, 0.026_199_646_519_609_3);
    let (hit, _) = odds(&exchange(pool(8, 3, 0), 5, Some(pool(8, 1, 0))));
    close(hit, 6_449_413.0 / 8_745_984.0);
}

#[test]
fn mg_59_and_mg_60_e6_talk() {
    let contest = |less: i32| Contest { mine: pool(9, 1, -less), theirs: pool(6, 1, 0), least: 0 };
    close(contest(2).at_least(1), 33_406_579.0 / 77_759_990.0);
    close(contest(4).at_least(1), 10_112_992.0 / 38_879_995.0);
    close(contest(4).at_least(10), 26_825_457.0 / 777_599_900.0);
}

/// Where dice explode seldom or never, what mine cannot reach is not improbable.
#[test]
fn mg_04_mg_59_and_mg_60_a_contest_of_dice_that_hardly_explode() {
    for most in [0, 1] {
        let pool = |score: i32, dice: i32, plus: i32| {
            Pool::new(Die::of_stat(score, DiceRules { most, once: false }), dice, plus)
        };
        for (mine, theirs) in [
            (pool(6, 1, -4), pool(3, 1, 0)),
            (pool(4, 1, -2), pool(8, 2, 1)),
            (pool(2, 0, 0), pool(14, 1, 0)),
            (pool(12, 2, 0), pool(2, 1, -3)),
        ] {
            let contest = Contest { mine, theirs, least: 0 };
            for d in -9..30 {
                let pairs = (-20..60).flat_map(|a| (-20..60).map(move |b| (a, b)));
                let want: f64 = pairs.filter(|(a, b)| a - b >= d).map(|(a, b)| mine.p(a) * theirs.p(b)).sum();
                close(contest.at_least(d), want);
            }
        }
    }
}

/// MG-04, MG-59: the account of luck asks for means of margins at each word.
#[test]
fn mg_04_and_mg_59_means_are_those_of_the_branches_and_soon_known() {
    fn same<D: Draw>(draw: &D) {
        let want = parts_of(mean_of_branches(draw));
        let got = draw.mean_worth(&mut Means::none());
        assert!((got - want).abs() <= 1, "{got} where the branches have {want}");
    }
    let two = |score: i32, dice: i32, plus: i32| Pool::new(stat(score).on_two(true), dice, plus);
    for (mine, theirs) in
        [(pool(9, 1, -2), pool(6, 1, 0)), (two(5, 1, 3), pool(12, 2, -1)), (two(2, 0, 0), two(7, 1, 1))]
    {
        [-3, 0, 4].into_iter().for_each(|least| same(&Contest { mine, theirs, least }));
        same(&mine.between(3, 9));
        same(&mine.against(4));
        for answer in [None, Some(theirs)] {
            same(&Exchange {
                attack: mine,
                n: 4,
                criticals: true,
                far_miss: true,
                answer,
                declared: [4, i32::MAX],
            });
        }
    }
    // Each try is harder than the one before, so that none is remembered: summed margin by margin these take minutes.
    let mean = |tries: i32| {
        let contest = Contest { mine: two(60, 1, -2 * tries), theirs: two(60, 1, 0), least: 0 };
        contest.mean_worth(&mut Means::none())
    };
    let means: Vec<i64> = (0..60).map(mean).collect();
    assert!(means.is_sorted_by(|a, b| a > b), "{means:?}");
}

#[test]
fn mg_09_mg_11_and_mg_15_e7_initiative() {
    let at_least = |plus: i32, n: i32| {
        let initiative = pool(6, 1, plus);
        (1..400).filter(|v| partial_turns(*v) >= n).map(|v| initiative.p(v)).sum::<f64>()
    };
    close(at_least(0, 1), 1.0 / 18.0);
    close(at_least(0, 2), 1.0 / 324.0);
    close(at_least(0, 3), 1.0 / 7776.0);
    close(at_least(3, 1), 5.0 / 36.0);
    close(at_least(3, 2), 1.0 / 216.0);
    // MG-11: the higher Accuracy is first of two alike, so that the 5 has to roll more.
    let order = DuelOrder::new([stat(5), stat(6)], [0, 0]);
    let draw = &order;
    let first: f64 =
        (0..draw.n_outcomes()).map(|i| draw.outcome(i)).filter(|(of, _)| of[0] > of[1]).map(|it| it.1).sum();
    close(first, 3.0 / 7.0);
    assert_eq!([23, 11, 4, 1, 0, -3, 21].map(partial_turns), [2, 1, 0, 0, 0, 0, 2]);
}

#[test]
fn mg_20_e11_range_penalties() {
    let at = |distance| penalty_at(distance, 30, RangeRounding::CeilMinus1);
    assert_eq!([30, 31, 60, 61, 90, 100, 120, 121].map(at), [0, 1, 1, 2, 2, 3, 3, 4]);
    // `range.rounding` = floor counts an exact multiple in full.
    assert_eq!([30, 59, 60, 90].map(|d| penalty_at(d, 30, RangeRounding::Floor)), [0, 1, 2, 3]);
}

#[test]
fn mg_52_e12_escapes_and_e14_the_blow_at_a_grappler() {
    let escape = pool(8, 2, 0);
    close(escape.at_least(9), 15.0 / 64.0);
    close((1.0 - 15.0 / 64.0) * escape.at_least(7), 343.0 / 1024.0);
    let blow = Exchange { far_miss: true, criticals: false, ..exchange(pool(6, 2, 0), 7, None) };
    close(blow.outcome(0).1, 1.0 / 9.0);
    let (hit, _) = odds(&blow);
    close(hit, 11.0 / 36.0);
}

/// What the rules read of an exchange: whether a defence was rolled and stopped the attack, and what the roll comes to.
fn read(exchange: &Exchange, roll: i32, answer: Option<i32>) -> (Option<bool>, &'static str) {
    let n = exchange.n.max(answer.unwrap_or(i32::MIN));
    let what = match n - roll {
        5.. if exchange.far_miss => "far miss",
        1.. => "miss",
        _ if exchange.criticals && roll >= 2 * n => "critical",
        _ => "hit",
    };
    (answer.map(|answer| answer > roll), what)
}

#[test]
fn mg_16_mg_32_and_mg_51_each_pair_of_rolls_has_its_outcome() {
    use std::collections::BTreeMap;
    let (attack, dodge) = (pool(6, 2, 1), pool(4, 1, 3));
    for n in [-2, 0, 1, 4, 9] {
        for declared in [[n, i32::MAX], [i32::MIN, i32::MAX], [n, n + 4], [2 * n.max(1), i32::MAX]] {
            for (criticals, far_miss) in [(false, false), (false, true), (true, false), (true, true)] {
                let exchange = Exchange { attack, n, criticals, far_miss, answer: Some(dodge), declared };
                let mut by_pair = BTreeMap::new();
                for roll in 0..160 {
                    let p = attack.p(roll);
                    if (declared[0]..=declared[1]).contains(&roll) {
                        for answer in 0..160 {
                            let at = read(&exchange, roll, Some(answer));
                            *by_pair.entry(at).or_insert(0.0) += p * dodge.p(answer);
                        }
                    } else {
                        *by_pair.entry(read(&exchange, roll, None)).or_insert(0.0) += p;
                    }
                }
                let mut by_outcome = BTreeMap::new();
                for (out, p) in exchange.outcomes().filter(|(_, p)| p.abs() > 1e-13) {
                    *by_outcome.entry(read(&exchange, out.roll, out.answer)).or_insert(0.0) += p;
                }
                by_pair.retain(|_, p: &mut f64| *p > 1e-13);
                let close = |(a, b): ((_, &f64), (_, &f64))| a.0 == b.0 && (a.1 - b.1).abs() < 1e-12;
                let same = by_pair.len() == by_outcome.len() && by_pair.iter().zip(&by_outcome).all(close);
                assert!(same, "{exchange:?}\n{by_pair:?}\n{by_outcome:?}");
            }
        }
    }
}

/// Draws with one number of outcomes, whose probabilities sum to 1.
fn sums_to_one(draw: &impl Draw) {
    let sum: f64 = (0..draw.n_outcomes()).map(|i| draw.outcome(i).1).sum();
    assert!((sum - 1.0).abs() < 1e-12, "{sum}");
}

#[test]
fn every_draw_is_a_distribution() {
    let attack = pool(7, 2, 1);
    close(pool(6, 1, -3).at_least(i32::MAX), 0.0);
    sums_to_one(&attack);
    sums_to_one(&attack.between(3, 9));
    for far_miss in [false, true] {
        for criticals in [false, true] {
            for declared in [[4, i32::MAX], [i32::MIN, i32::MAX], [8, 20]] {
                for answer in [None, Some(pool(5, 1, 5))] {
                    sums_to_one(&Exchange { attack, n: 4, criticals, far_miss, answer, declared });
                }
            }
        }
    }
    let damage = Formula::of(&[set(2, 6, false)]);
    let law = Distribution::of(&damage);
    let soak = Formula::of(&[set(0, 6, false)]);
    let soak_law = Distribution::of(&soak);
    for times in [1, 2] {
        for whole in [false, true] {
            for guard in [Guard::Pool(0), Guard::Pool(5), Guard::Roll(&soak, &soak_law, 0)] {
                let wound = Wound {
                    formula: &damage,
                    distribution: &law,
                    flat: 1,
                    size: 2,
                    times,
                    guard,
                    toughness: 9,
                    whole,
                };
                sums_to_one(&wound);
            }
        }
    }
    sums_to_one(&Contest { mine: attack, theirs: pool(6, 1, 0), least: 0 });
    sums_to_one(&&DuelOrder::new([stat(5), stat(9)], [0, 3]));
}

/// Words of a fixed generator.
struct Mixed(u64);

impl Words for Mixed {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

#[test]
fn mg_04_sampled_dice_have_the_survival_function() {
    let mut words = Mixed(7);
    let n = 100_000;
    for die in [
        stat(2),
        stat(6),
        stat(14),
        stat(8).on_two(true),
        Die { most: 1, ..stat(6) },
        Die { once: true, ..stat(2) },
    ] {
        let rolled: Vec<i32> = (0..n).map(|_| die.sample(&mut words, &mut Faces::default())).collect();
        for v in 1..30 {
            let p = die.at_least(v);
            let share = rolled.iter().filter(|x| **x >= v).count() as f64 / f64::from(n);
            let error = 5.0 * (p * (1.0 - p) / f64::from(n)).sqrt() + 1e-9;
            assert!((share - p).abs() <= error, "{die:?} {v}: {share} for {p}");
        }
    }
}

#[test]
fn mg_04_the_survival_function_is_what_the_faces_do() {
    // `dice.max_explosions` small enough to play every face.
    for most in [0, 1, 2] {
        for two in [false, true] {
            for once in [false, true] {
                let die = Die { most, ..Die::of_stat(2, DiceRules { most, once }).on_two(two) };
                let mut every = Every::default();
                let mut sum = vec![0.0_f64; 40];
                loop {
                    let value = die.roll(BY, &mut every, &mut Faces::default());
                    for at in sum.iter_mut().take(value.max(0) as usize + 1) {
                        *at += every.weight();
                    }
                    if !every.advance() {
                        break;
                    }
                }
                for (v, p) in sum.iter().enumerate() {
                    assert!(
                        (die.at_least(v as i32) - p).abs() < 1e-12,
                        "{die:?} {v}: {} for {p}",
                        die.at_least(v as i32)
                    );
                }
            }
        }
    }
}
