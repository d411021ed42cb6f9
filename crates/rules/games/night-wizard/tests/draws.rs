//! Every named draw has three readings: `roll` (die by die), `branch` (its distribution) and `sample` (from
//! uniform words). Here they are enumerated and compared.
//!
//! - `roll` is played over every face of every die. Chains are cut after a few rolls; what is cut
//!   is weighed, and what the cut paths could still have become bounds the difference.
//! - `sample` is walked through its table: a larger word never gives a smaller value, so bisection
//!   finds how many words give each of them, to the last word.

use std::collections::BTreeMap;

use fray_engine::draw::{Chance, Draw, Purpose, Roll, Words};
use fray_engine::every::Every;
use fray_engine::roster::UnitId;
use fray_engine::worth::{Means, POINT, mean_of_branches};
use fray_night_wizard::data::setup::Numbers;
use fray_night_wizard::dice::contest::{Contest, Judges};
use fray_night_wizard::dice::distributions::WAYS_2D6;
use fray_night_wizard::dice::judge::{Judge, TwoDice};
use fray_night_wizard::dice::judge_draws::{Distributions, JudgeDraw};
use fray_night_wizard::dice::sum::Sum;

const BY: Roll = Roll { unit: UnitId(0), purpose: Purpose::Hit };

/// What is left of a sum of fewer than 2^16 probabilities when each addition rounds.
const ROUNDING: f64 = 65536.0 * f64::EPSILON;

/// Critical and fumble numbers: none, usual, in both sets, several, all but one critical, all
/// fumbles.
const NUMBERS: &[(&[u8], &[u8])] = &[
    (&[], &[]),
    (&[10], &[5]),
    (&[7], &[2]),
    (&[7], &[7]),
    (&[2, 12], &[3, 12]),
    (&[6, 7, 8], &[]),
    (&[], &[2, 7, 12]),
    (&[2, 3, 4, 5, 6, 8, 9, 10, 11, 12], &[7]),
    (&[3, 4, 5, 6, 7, 8, 9, 10, 11, 12], &[3]),
    (&[5], &[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
];

fn judge((crit, fumble): (&[u8], &[u8])) -> Judge {
    Judge::new(Numbers::of(crit), Numbers::of(fumble))
}

/// Every face of every die, up to `depth` dice; from then on faces that end every chain, and the
/// path is cut.
struct DieByDie {
    every: Every,
    n_dice: usize,
    depth: usize,
    /// The faces of the dice beyond the depth, in turn.
    last: [u32; 2],
}

impl Chance for DieByDie {
    fn below(&mut self, by: Roll, n: u32) -> u32 {
        self.n_dice += 1;
        if self.n_dice <= self.depth { self.every.below(by, n) } else { self.last[self.n_dice % 2] }
    }
    // `draw` is not overridden: the text of the rule is what rolls.
}

/// The probability of each outcome by `key`, and of the cut paths. `last` are two faces, from 0,
/// that end every chain of `what`.
fn enumerate<D: Draw, K: Ord>(
    what: &D,
    depth: usize,
    last: [u32; 2],
    key: impl Fn(D::Out) -> K,
) -> (BTreeMap<K, f64>, f64) {
    let mut dice = DieByDie { every: Every::default(), n_dice: 0, depth, last };
    let (mut distribution, mut cut) = (BTreeMap::new(), 0.0);
    loop {
        dice.n_dice = 0;
        let out = dice.draw(BY, what);
        if dice.n_dice > depth {
            cut += dice.every.weight();
        } else {
            *distribution.entry(key(out)).or_insert(0.0) += dice.every.weight();
        }
        if !dice.every.advance() {
            return (distribution, cut);
        }
    }
}

fn branches<D: Draw, K: Ord>(what: &D, key: impl Fn(D::Out) -> K) -> BTreeMap<K, f64> {
    let mut distribution = BTreeMap::new();
    for (out, p) in (0..what.n_outcomes()).map(|i| what.outcome(i)) {
        *distribution.entry(key(out)).or_insert(0.0) += p;
    }
    distribution
}

#[track_caller]
fn assert_close(got: f64, want: f64, tolerance: f64, what: &str) {
    assert!((got - want).abs() <= tolerance, "{what}: {got} and {want} differ by more than {tolerance}");
}

/// Two faces from 0 whose total is not critical.
fn ends(crit: &[u8]) -> [u32; 2] {
    let ordinary = (2..=12).find(|v| !crit.contains(v)).expect("not all totals are critical");
    let first = u32::from(ordinary).saturating_sub(7);
    [first, u32::from(ordinary) - 2 - first]
}

#[test]
fn the_law_of_a_judge_is_what_its_dice_do() {
    for &(crit, fumble) in NUMBERS {
        let judge = judge((crit, fumble));
        // Three rolls, so chains of up to two criticals in full.
        let (rolled, cut) = enumerate(&judge, 6, ends(crit), |out| (out.total, out.criticals, out.is_fumble));
        let distribution = branches(&judge, |out| (out.total, out.criticals, out.is_fumble));
        let name = format!("C {crit:?} F {fumble:?}");
        for (outcome, &p) in &rolled {
            assert_close(distribution[outcome], p, ROUNDING, &format!("{name}: {outcome:?}"));
        }
        let longer: f64 = distribution.iter().filter(|(out, _)| !rolled.contains_key(out)).map(|x| x.1).sum();
        assert_close(longer, cut, ROUNDING, &name);
        assert_close(distribution.values().sum(), 1.0, ROUNDING, &name);
    }
}

/// One word, then the words of a script; asking for more is an error, as is leaving some.
struct Script<'a> {
    words: &'a [u64],
    used: usize,
}

impl Words for Script<'_> {
    fn word(&mut self) -> u64 {
        self.used += 1;
        self.words[self.used - 1]
    }
}

/// Returns what `what` deals from these words, and how many of them it took.
fn sample<D: Draw>(what: &D, words: &[u64]) -> (D::Out, usize) {
    let mut script = Script { words, used: 0 };
    let out = what.sample(&mut script);
    (out, script.used)
}

/// A word for which [`TwoDice`] deals `v`: the first of the faces with this total.
fn word_of(v: u32) -> u64 {
    (0..36)
        .map(first_of)
        .find(|&word| sample(&TwoDice::ANY, &[word]).0 == v as i32)
        .expect("a total of two dice")
}

/// The first word of the i-th of 36 equal parts.
fn first_of(i: u64) -> u64 {
    ((u128::from(i) << 64).div_ceil(36)) as u64
}

/// The probability of each value that `value` reads of one word, which never falls as the word
/// grows: the share of the words that give it.
fn shares<K: Ord + Copy>(value: impl Fn(u64) -> K) -> BTreeMap<K, f64> {
    let mut shares = BTreeMap::new();
    let mut first = 0;
    loop {
        let now = value(first);
        // The last word that still gives this value.
        let (mut lo, mut hi) = (first, u64::MAX);
        while lo < hi {
            let middle = lo + (hi - lo).div_ceil(2);
            assert!(value(middle) >= now, "a larger word gave a smaller value");
            if value(middle) == now { lo = middle } else { hi = middle - 1 }
        }
        shares.insert(now, ((lo - first) as f64 + 1.0) / 2.0_f64.powi(64));
        if lo == u64::MAX {
            return shares;
        }
        first = lo + 1;
    }
}

/// A distribution and the shares of a table agree: the table's steps are cumulative sums of the distribution in
/// floats, each scaled to whole words.
#[track_caller]
fn assert_shares<K: Ord + Copy + core::fmt::Debug>(
    distribution: &BTreeMap<K, f64>,
    shares: &BTreeMap<K, f64>,
    name: &str,
) {
    for (value, &p) in distribution {
        let share = shares.get(value).copied().unwrap_or(0.0);
        assert_close(share, p, ROUNDING, &format!("{name}: {value:?}"));
    }
    for value in shares.keys() {
        assert!(
            distribution.contains_key(value),
            "{name}: the table has {value:?} and the distribution has not"
        );
    }
}

#[test]
fn the_table_of_a_judge_holds_its_law() {
    for &(crit, fumble) in NUMBERS {
        let judge = judge((crit, fumble));
        let distribution = branches(&judge, |out| (out.total, out.criticals));
        let shares = shares(|word| {
            let (out, used) = sample(&judge, &[word]);
            assert_eq!(used, 1);
            (out.total, out.criticals)
        });
        assert_shares(&distribution, &shares, &format!("C {crit:?} F {fumble:?}"));
    }
}

#[test]
fn two_dice_fall_as_their_law_says() {
    let (rolled, cut) = enumerate(&TwoDice::ANY, 2, [0, 0], |out| out);
    let distribution = branches(&TwoDice::ANY, |out| out);
    assert_eq!((rolled.len(), cut), (11, 0.0));
    for (v, &p) in &distribution {
        assert_close(rolled[v], p, ROUNDING, "two dice");
    }
    // The words fall into 36 parts whose sizes differ by one word; count them by total.
    let mut parts = [0; 13];
    for i in 0..36 {
        let (first, last) = (first_of(i), if i == 35 { u64::MAX } else { first_of(i + 1) - 1 });
        let v = sample(&TwoDice::ANY, &[first]).0;
        assert_eq!(
            [last, first.midpoint(last)].map(|word| sample(&TwoDice::ANY, &[word]).0),
            [v; 2],
            "part {i}"
        );
        parts[v as usize] += 1;
    }
    assert_eq!(parts, WAYS_2D6);
}

#[test]
fn a_fumble_number_is_never_the_critical_number() {
    for crit in 2..=12 {
        let what = TwoDice(Numbers::all_but(crit));
        let [first, second] = ends(&[crit as u8]);
        let (rolled, cut) = enumerate(&what, 6, [first, second], |out| out);
        let distribution = branches(&what, |out| out);
        assert_close(distribution[&crit], 0.0, 0.0, "the critical number");
        assert_close(distribution.values().sum(), 1.0, ROUNDING, "all fumble numbers");
        assert!(!rolled.contains_key(&crit));
        // Of three rolls the share that is not cut has the distribution exactly.
        for (v, &p) in &rolled {
            assert_close(
                distribution[v] * (1.0 - cut),
                p,
                ROUNDING,
                &format!("fumble {v} for critical {crit}"),
            );
        }
        for v in 2..=12 {
            let words = [word_of(v), word_of(first + second + 2)];
            let again = (first + second + 2) as i32;
            let want = if v as i32 == crit { (again, 2) } else { (v as i32, 1) };
            assert_eq!(sample(&what, &words), want);
        }
    }
}

/// Every pair of Judges among these.
fn contests(numbers: &[(&[u8], &[u8])], mut each: impl FnMut(&Judges, u16, u16, &str)) {
    let mut judges = Judges::new(numbers.iter().map(|&of| judge(of)).collect());
    for active in 0..numbers.len() as u16 {
        for passive in 0..numbers.len() as u16 {
            judges.build_table(active, passive);
        }
    }
    for active in 0..numbers.len() {
        for passive in 0..numbers.len() {
            let name = format!("{:?} against {:?}", numbers[active], numbers[passive]);
            each(&judges, active as u16, passive as u16, &name);
        }
    }
}

#[test]
fn the_law_of_a_contest_is_what_its_dice_do() {
    // Two rolls a side are enumerated; a script cannot end the chains of two different sets at
    // once but with a total that neither holds, here a 4 or an 8.
    let numbers: [(&[u8], &[u8]); 4] = [(&[], &[]), (&[10], &[5]), (&[7], &[2]), (&[2, 12], &[3, 12])];
    contests(&numbers, |judges, active, passive, name| {
        for (from, to) in [(0, 0), (1, 1), (-3, 4), (2, i32::MAX), (-20, -20), (31, 40)] {
            let what = Contest { judges, of: judges.contest(active, passive), from, to };
            // Where the difference stands to `from..=to`: all that the rules read of it.
            let reading = |d: i32| d.clamp(from - 1, to);
            let (rolled, cut) = enumerate(&what, 8, [1, 1], |out| reading(out.difference));
            let distribution = branches(&what, |out| reading(out.difference));
            let of = format!("{name} from {from} to {to}");
            assert_close(distribution.values().sum(), 1.0, ROUNDING, &of);
            assert_close(rolled.values().sum::<f64>() + cut, 1.0, ROUNDING, &of);
            for reading in rolled.keys().chain(distribution.keys()) {
                let [p_rolled, p_law] =
                    [&rolled, &distribution].map(|of| of.get(reading).copied().unwrap_or(0.0));
                // The distribution has all of what was rolled in full, and at most what was cut on top.
                assert!(p_rolled - ROUNDING <= p_law, "{of}: {reading} has {p_law} of {p_rolled}");
                assert!(
                    p_law <= p_rolled + cut + ROUNDING,
                    "{of}: {reading} has {p_law}, not {p_rolled} + {cut}"
                );
            }
        }
    });
}

#[test]
fn the_table_of_a_contest_holds_the_distribution_of_difference_and_quality() {
    let mut n_tables = 0;
    contests(NUMBERS, |judges, active, passive, name| {
        let distributions =
            [active, passive].map(|id| branches(judges.judge(id), |out| (out.total, out.quality())));
        let mut distribution = BTreeMap::new();
        for (&(a, a_luck), p_a) in &distributions[0] {
            for (&(b, b_luck), p_b) in &distributions[1] {
                *distribution.entry((a - b, a_luck, b_luck)).or_insert(0.0) += p_a * p_b;
            }
        }
        let what = Contest { judges, of: judges.contest(active, passive), from: 0, to: 0 };
        // Judges that are nearly always critical are too long for a table, and rolled one by one.
        if !judges.has_table(active, passive) {
            return;
        }
        n_tables += 1;
        let shares = shares(|word| {
            let (out, used) = sample(&what, &[word]);
            assert_eq!(used, 1);
            assert!(out.is_known(), "{name}");
            let [a, b] = [out.active, out.passive];
            (out.difference, a, b)
        });
        assert_shares(&distribution, &shares, name);
        for i in 0..200_u64 {
            let word = i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let (out, _) = sample(&what, &[word]);
            let (a, b) = what.rolls(out).expect("dealt dice can be shown");
            assert_eq!([a.quality(), b.quality()], [out.active, out.passive], "{name}");
            assert_eq!(a.total - b.total, out.difference, "{name}");
        }
    });
    assert!(n_tables >= 64, "{n_tables} contests have a table");
}

#[test]
fn a_contest_without_a_table_rolls_two_judges() {
    contests(NUMBERS, |_, active, passive, name| {
        let judges = &Judges::new(NUMBERS.iter().map(|&of| judge(of)).collect());
        let what = Contest { judges, of: judges.contest(active, passive), from: 0, to: 0 };
        for i in 0..50_u64 {
            let words = [1, 2].map(|k| (2 * i + k).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let (out, used) = sample(&what, &words);
            let [a, p] = [(active, 0), (passive, 1)].map(|(id, k)| sample(judges.judge(id), &words[k..=k]).0);
            assert_eq!((what.rolls(out), used), (Some((a, p)), 2), "{name}");
        }
    });
}

#[test]
fn the_law_of_a_sum_is_what_its_dice_do() {
    let distributions = Distributions::new(0, 0);
    for n in 0..=6 {
        let what = Sum { distributions: &distributions, n };
        let (rolled, cut) = enumerate(&what, 6, [0, 0], |out| out.total);
        let distribution = branches(&what, |out| out.total);
        assert_eq!((rolled.len(), cut), (distribution.len(), 0.0));
        for (sum, &p) in &distribution {
            assert_close(rolled[sum], p, ROUNDING, &format!("{n} dice: {sum}"));
        }
        if n > 0 {
            let shares = shares(|word| {
                let (sum, used) = sample(&what, &[word]);
                assert_eq!(used, 1);
                sum.total
            });
            assert_shares(&distribution, &shares, &format!("{n} dice"));
        }
    }
}

#[test]
fn the_law_of_a_judge_with_prana_is_what_its_dice_do() {
    let numbers: [(&[u8], &[u8]); 3] = [(&[], &[]), (&[10], &[5]), (&[7], &[7, 2])];
    let judges = Judges::new(numbers.iter().map(|&of| judge(of)).collect());
    let distributions = Distributions::new(numbers.len(), 2);
    for (id, of) in numbers.iter().enumerate() {
        for (n, shift, kept) in [(0, 0, 0), (1, 3, 0), (2, -4, -4)] {
            for (from, to) in [(i32::MIN, i32::MAX), (9, 9), (4, 12), (-40, -30), (60, 70)] {
                let what = JudgeDraw {
                    judges: &judges,
                    distributions: &distributions,
                    judge: id as u16,
                    n,
                    shift,
                    kept,
                    from,
                    to,
                    reads_quality: false,
                };
                let reading = |value: i32| value.clamp(from.saturating_sub(1), to);
                let (rolled, cut) = enumerate(&what, 6, ends(of.0), |out| reading(out.value));
                let distribution = branches(&what, |out| reading(out.value));
                let name = format!("{of:?} with {n} dice, {shift} and {kept}, from {from} to {to}");
                assert_close(distribution.values().sum(), 1.0, ROUNDING, &name);
                assert_close(rolled.values().sum::<f64>() + cut, 1.0, ROUNDING, &name);
                for reading in rolled.keys().chain(distribution.keys()) {
                    let [p_rolled, p_law] =
                        [&rolled, &distribution].map(|of| of.get(reading).copied().unwrap_or(0.0));
                    assert!(p_rolled - ROUNDING <= p_law, "{name}: {reading} has {p_law} of {p_rolled}");
                    assert!(
                        p_law <= p_rolled + cut + ROUNDING,
                        "{name}: {reading} has {p_law}, not {p_rolled} + {cut}"
                    );
                }
                for draw in [what, JudgeDraw { reads_quality: true, ..what }] {
                    let mean = draw.mean_worth(&mut Means::none()) as f64 / POINT as f64;
                    // Parts of a point are cut off.
                    assert_close(
                        mean,
                        mean_of_branches(&draw),
                        4.0 / POINT as f64,
                        &format!("the mean of {name}"),
                    );
                }
                // Where luck is read nothing is cut: the same distribution, and what was critical.
                let open = JudgeDraw { reads_quality: true, ..what };
                let fine = branches(&open, |out| reading(out.value));
                for (reading, &p) in &distribution {
                    assert_close(fine.get(reading).copied().unwrap_or(0.0), p, ROUNDING, &name);
                }
                for value in [-11, -3, 5, 12, 20, 33] {
                    let p: f64 = branches(&open, |out| out.value).range(value..).map(|cell| cell.1).sum();
                    assert_close(
                        distributions.at_least(&open, value),
                        p,
                        ROUNDING,
                        &format!("{name}: {value} or more"),
                    );
                }
            }
        }
    }
}

#[test]
fn a_judge_with_prana_is_dealt_as_judge_and_sum() {
    let judges = Judges::new(vec![judge((&[10], &[5]))]);
    let distributions = Distributions::new(1, 2);
    for i in 0..200_u64 {
        let words = [1, 2].map(|n| (i + n).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let what = JudgeDraw {
            judges: &judges,
            distributions: &distributions,
            judge: 0,
            n: 2,
            shift: 3,
            kept: 0,
            from: 0,
            to: 0,
            reads_quality: false,
        };
        let (out, used) = sample(&what, &words);
        assert_eq!(used, 2);
        let (rolled, sum) = (
            sample(judges.judge(0), &words[..1]).0,
            sample(&Sum { distributions: &distributions, n: 2 }, &words[1..]).0,
        );
        let value = if rolled.is_fumble { -10 } else { rolled.total + sum.total + 3 };
        assert_eq!((out.value, out.is_fumble, out.criticals), (value, rolled.is_fumble, rolled.criticals));
    }
}
