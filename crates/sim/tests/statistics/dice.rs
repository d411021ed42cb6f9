//! The random source against the exact distributions, and its streams against each other.
//!
//! Each test is a family of chi-square tests that share one rate of false alarms, [`ALPHA`]
//! (Bonferroni). The seeds are fixed, so a test that passes passes always; the rate says how
//! likely good dice would have been to fail when the seed was picked.

use std::collections::BTreeMap;

use crate::support::{Choices, Family, chi_square};
use fray_engine::contract::System;
use fray_engine::draw::{Chance, Draw, Purpose, Roll, Words};
use fray_engine::fight::play;
use fray_engine::observe::Nobody;
use fray_engine::roster::{Roster, RosterSide, RosterUnit, SideId, UnitId, UnitSet};
use fray_engine::worth::Means;
use fray_rules::games::night_wizard::data::rulings::{CrossSideTie, Rulings};
use fray_rules::games::night_wizard::data::setup::{Numbers, Setup, SideSetup, UnitKind, UnitSetup};
use fray_rules::games::night_wizard::data::tactics::{Entry, Plan, Target};
use fray_rules::games::night_wizard::dice::contest::{Contest, Judges, Opposed};
use fray_rules::games::night_wizard::dice::judge::{Judge, Rolled, TwoDice};
use fray_rules::games::night_wizard::{NightWizard, state::State};
use fray_sim::play::dice::Dice;

const ALPHA: f64 = 1e-3;
const SEED: u64 = 1009;

const PURPOSES: [Purpose; Purpose::COUNT] = [
    Purpose::Setup,
    Purpose::Initiative,
    Purpose::Tie,
    Purpose::Choice,
    Purpose::Hit,
    Purpose::Damage,
    Purpose::Effect,
    Purpose::Survival,
];

/// Two sides of two units, of which the names of one side repeat those of the other.
fn roster() -> Roster {
    let unit = |(i, name): (usize, &str)| RosterUnit { name: name.to_owned(), side: SideId(i as u8 / 2) };
    Roster {
        sides: vec![
            RosterSide { name: "a".to_owned(), units: UnitSet(0b0011) },
            RosterSide { name: "b".to_owned(), units: UnitSet(0b1100) },
        ],
        units: ["x", "y", "x", "y"].into_iter().enumerate().map(unit).collect(),
    }
}

fn dice(seed: u64, fight: u64) -> Dice {
    let mut dice = Dice::new(&roster(), seed);
    dice.fight(fight);
    dice
}

/// Every stream of the roster.
fn streams() -> Vec<Roll> {
    let of_unit = |unit: UnitId| PURPOSES.map(|purpose| Roll { unit, purpose });
    roster().everyone().flat_map(of_unit).collect()
}

/// The next word of a stream as it is.
struct RawWord;

impl Draw for RawWord {
    type Out = u64;

    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> u64 {
        (0..4).fold(0, |word, _| word << 16 | u64::from(dice.below(by, 1 << 16)))
    }

    fn sample<W: Words>(&self, words: &mut W) -> u64 {
        words.word()
    }

    fn n_outcomes(&self) -> usize {
        panic!("nobody enumerates words")
    }

    fn outcome(&self, _: usize) -> (u64, f64) {
        panic!("nobody enumerates words")
    }

    fn worth(&self, _out: &u64) -> i32 {
        0
    }

    fn mean_worth(&self, _means: &mut Means) -> i64 {
        0
    }
}

/// `n` draws of `what`: one from each of `n` fights, then `n` from one stream of one fight.
fn samples<D: Draw>(what: &D, n: u64) -> [Vec<D::Out>; 2] {
    let by = Roll { unit: UnitId(1), purpose: Purpose::Hit };
    let mut dice = dice(SEED, 0);
    let over_fights = (0..n)
        .map(|fight| {
            dice.fight(fight);
            dice.draw(by, what)
        })
        .collect();
    let in_one = (0..n).map(|_| dice.draw(by, what)).collect();
    [over_fights, in_one]
}

/// Holds samples of `what` against a distribution over `key`.
fn hold<D: Draw, K: Ord + Copy>(
    family: &mut Family,
    name: &str,
    what: &D,
    distribution: &BTreeMap<K, f64>,
    key: impl Fn(D::Out) -> K,
) {
    hold_n(200_000, family, name, what, distribution, key);
}

fn hold_n<D: Draw, K: Ord + Copy>(
    n: u64,
    family: &mut Family,
    name: &str,
    what: &D,
    distribution: &BTreeMap<K, f64>,
    key: impl Fn(D::Out) -> K,
) {
    for (sample, way) in samples(what, n).iter().zip(["over fights", "in one fight"]) {
        let mut counts: BTreeMap<K, u64> = distribution.keys().map(|&key| (key, 0)).collect();
        for &out in sample {
            *counts.get_mut(&key(out)).expect("the distribution knows every outcome") += 1;
        }
        let (counts, p): (Vec<u64>, Vec<f64>) = counts.iter().map(|(key, &n)| (n, distribution[key])).unzip();
        family.test(chi_square(&counts, &p), || format!("{name} {way}"));
    }
}

fn law_of<D: Draw, K: Ord>(what: &D, key: impl Fn(D::Out) -> K) -> BTreeMap<K, f64> {
    let mut distribution = BTreeMap::new();
    for (out, p) in (0..what.n_outcomes()).map(|i| what.outcome(i)).filter(|branch| branch.1 > 0.0) {
        *distribution.entry(key(out)).or_insert(0.0) += p;
    }
    distribution
}

#[test]
fn dice_have_the_exact_law_of_every_draw() {
    let mut family = Family::new(ALPHA);
    hold(&mut family, "two dice", &TwoDice::ANY, &law_of(&TwoDice::ANY, |v| v), |v| v);
    for crit in [2, 7, 12] {
        let what = TwoDice(Numbers::all_but(crit));
        hold(&mut family, "fumble number", &what, &law_of(&what, |v| v), |v| v);
    }
    let numbers: [(&[u8], &[u8]); 5] = [
        (&[], &[]),
        (&[10], &[5]),
        (&[7], &[2]),
        (&[7, 12], &[7]),
        (&[3, 4, 5, 6, 7, 8, 9, 10, 11, 12], &[3]),
    ];
    let judges = numbers.map(|(crit, fumble)| Judge::new(Numbers::of(crit), Numbers::of(fumble)));
    for (what, name) in judges.iter().zip(numbers) {
        let key = |out: Rolled| (out.total, out.criticals);
        hold(&mut family, &format!("judge {name:?}"), what, &law_of(what, key), key);
    }
    let cases = [(0, 0, 0, 0), (1, 2, -2, 15), (2, 1, 1, 8), (3, 4, 0, 30), (4, 3, -9, 9)];
    let without_tables = Judges::new(judges.to_vec());
    let mut with_tables = Judges::new(judges.to_vec());
    cases.iter().for_each(|&(active, passive, ..)| with_tables.build_table(active, passive));
    let ways =
        [&with_tables, &without_tables].into_iter().flat_map(|judges| cases.map(|case| (judges, case)));
    for (judges, (active, passive, from, to)) in ways {
        let what = Contest { judges, of: judges.contest(active, passive), from, to };
        let name = format!("{active} {passive}, with a table: {}", judges.has_table(active, passive));
        let key = |out: Opposed| out.difference.clamp(from - 1, to);
        hold(&mut family, &format!("contest {name}"), &what, &law_of(&what, key), key);
        // The two rolls that are shown are independent, not only right in their difference. The
        // distributions with many criticals have millions of pairs, too many to hold.
        if active > 2 {
            continue;
        }
        let both = |out: Opposed| {
            let (a, p) = what.rolls(out).expect("dice can be shown");
            (a.total, a.criticals, p.total, p.criticals)
        };
        let mut distribution = BTreeMap::new();
        let alone = |id| law_of(judges.judge(id), |out: Rolled| (out.total, out.criticals));
        for (a, p_a) in alone(active) {
            for (p, p_p) in alone(passive) {
                distribution.insert((a.0, a.1, p.0, p.1), p_a * p_p);
            }
        }
        hold_n(20_000, &mut family, &format!("rolls of contest {name}"), &what, &distribution, both);
    }
    family.close();
}

#[test]
fn below_is_uniform_for_awkward_numbers() {
    let mut family = Family::new(ALPHA);
    let by = Roll { unit: UnitId(0), purpose: Purpose::Choice };
    for n in [2_u32, 3, 5, 6, 7, 10, 11, 20, 100, 1000, (1 << 16) + 1, (1 << 31) + 1, u32::MAX] {
        let n_bins = n.min(1000);
        // Bin i holds the numbers whose share of the way to n is i of n_bins; not all are as large.
        let bin = |x: u32| (u64::from(x) * u64::from(n_bins) / u64::from(n)) as usize;
        let first = |i: u32| (u64::from(i) * u64::from(n)).div_ceil(u64::from(n_bins));
        let p: Vec<f64> = (0..n_bins).map(|i| (first(i + 1) - first(i)) as f64 / f64::from(n)).collect();
        let mut counts = vec![0; n_bins as usize];
        let mut dice = dice(SEED, u64::from(n));
        for _ in 0..200_000 {
            counts[bin(dice.below(by, n))] += 1;
        }
        family.test(chi_square(&counts, &p), || format!("below({n})"));
    }
    assert_eq!(dice(SEED, 0).below(by, 1), 0);
    family.close();
}

/// How the high and the low bits of two words that should know nothing of each other go together.
fn independent(family: &mut Family, pairs: &[(u64, u64)], what: impl Fn() -> String) {
    let uniform = [1.0 / 256.0; 256];
    // Four bits of each word, from these on.
    let cuts = [("high bits", 60, 60), ("low bits", 0, 0), ("high and low bits", 60, 0), ("halves", 60, 28)];
    for (name, from_a, from_b) in cuts {
        let mut counts = [0; 256];
        for &(a, b) in pairs {
            counts[((a >> from_a & 15) << 4 | (b >> from_b & 15)) as usize] += 1;
        }
        family.test(chi_square(&counts, &uniform), || format!("{name} of {}", what()));
    }
}

const FIGHTS: u64 = 1 << 16;

/// The first two words of every stream of each fight.
fn first_words(seed: u64) -> Vec<Vec<[u64; 2]>> {
    let (streams, mut dice) = (streams(), Dice::new(&roster(), seed));
    (0..FIGHTS)
        .map(|fight| {
            dice.fight(fight);
            streams.iter().map(|&by| [(); 2].map(|()| dice.draw(by, &RawWord))).collect()
        })
        .collect()
}

#[test]
fn the_streams_of_a_fight_are_independent() {
    let (words, streams) = (first_words(SEED), streams());
    let mut family = Family::new(ALPHA);
    for a in 0..streams.len() {
        for b in 0..a {
            let pairs: Vec<(u64, u64)> = words.iter().map(|fight| (fight[a][0], fight[b][0])).collect();
            independent(&mut family, &pairs, || format!("{:?} and {:?}", streams[a], streams[b]));
        }
        let pairs: Vec<(u64, u64)> = words.iter().map(|fight| (fight[a][0], fight[a][1])).collect();
        independent(&mut family, &pairs, || format!("two words of {:?}", streams[a]));
    }
    family.close();
}

#[test]
fn fights_that_follow_each_other_are_independent() {
    let (words, streams) = (first_words(SEED), streams());
    let mut family = Family::new(ALPHA);
    for (i, &stream) in streams.iter().enumerate() {
        for lag in [1, 2, 3, 1024] {
            let pairs: Vec<(u64, u64)> =
                words.iter().zip(&words[lag..]).map(|(fight, next)| (fight[i][0], next[i][0])).collect();
            independent(&mut family, &pairs, || format!("fights {lag} apart, {stream:?}"));
        }
        // Another stream of the next fight.
        let other = (i + 1) % streams.len();
        let pairs: Vec<(u64, u64)> =
            words.iter().zip(&words[1..]).map(|(fight, next)| (fight[i][0], next[other][0])).collect();
        independent(&mut family, &pairs, || format!("the next fight's {:?} and {stream:?}", streams[other]));
    }
    family.close();
}

#[test]
fn seeds_that_follow_each_other_are_independent() {
    let mut family = Family::new(ALPHA);
    for seed in [0, 1, SEED, u64::MAX - 1] {
        let (words, next) = (first_words(seed), first_words(seed.wrapping_add(1)));
        for (i, stream) in streams().into_iter().enumerate() {
            let same: Vec<(u64, u64)> = words.iter().zip(&next).map(|(a, b)| (a[i][0], b[i][0])).collect();
            independent(&mut family, &same, || format!("seeds {seed} and 1 more, {stream:?}"));
            // Seed and fight must not make up for each other.
            let one_back: Vec<(u64, u64)> =
                words[1..].iter().zip(&next).map(|(a, b)| (a[i][0], b[i][0])).collect();
            independent(&mut family, &one_back, || format!("seed {seed} a fight later, {stream:?}"));
        }
    }
    family.close();
}

#[test]
fn no_two_streams_begin_alike() {
    let mut seen = std::collections::BTreeSet::new();
    let mut n = 0;
    for seed in 0..8 {
        for word in first_words(seed).iter().take(2048).flatten() {
            seen.insert(*word);
            n += 1;
        }
    }
    // 2^19 pairs of words: that two agree by chance has a chance of 2^38 / 2^129.
    assert_eq!(seen.len(), n);
}

#[test]
fn a_fight_does_not_depend_on_what_was_played_before() {
    let mut choices = Choices::new(7);
    let mut used = dice(SEED, 0);
    for _ in 0..2000 {
        let fight = choices.between(0, 1 << 40) as u64;
        let by = *choices.of(&streams());
        used.fight(fight);
        let mut fresh = dice(SEED, fight);
        for _ in 0..choices.between(0, 9) {
            assert_eq!(used.draw(by, &RawWord), fresh.draw(by, &RawWord), "fight {fight}, {by:?}");
        }
    }
}

/// Dice that keep the word with which each draw of each stream begins.
struct Recording {
    dice: Dice,
    words: BTreeMap<Roll, Vec<u64>>,
}

impl Recording {
    fn keep(&mut self, by: Roll) {
        let word = self.dice.clone().draw(by, &RawWord);
        self.words.entry(by).or_default().push(word);
    }
}

impl Chance for Recording {
    fn below(&mut self, by: Roll, n: u32) -> u32 {
        self.keep(by);
        self.dice.below(by, n)
    }

    fn draw<D: Draw>(&mut self, by: Roll, what: &D) -> D::Out {
        self.keep(by);
        self.dice.draw(by, what)
    }

    fn draw_if<D: Draw>(&mut self, yes: bool, by: Roll, what: &D) -> D::Out {
        self.keep(by);
        self.dice.draw_if(yes, by, what)
    }
}

/// The words of each unit by name and purpose, draw by draw, in fights 0 to 99.
fn words_of(setup: &Setup) -> Vec<BTreeMap<(String, Purpose), Vec<u64>>> {
    let system = NightWizard::new(setup);
    let mut dice = Dice::new(system.roster(), SEED);
    (0..100)
        .map(|fight| {
            dice.fight(fight);
            let mut recording = Recording { dice: dice.clone(), words: BTreeMap::new() };
            play(&system, &mut State::default(), &mut recording, &mut Nobody);
            let named = |(by, words): (Roll, Vec<u64>)| {
                ((system.roster().unit(by.unit).to_owned(), by.purpose), words)
            };
            recording.words.into_iter().map(named).collect()
        })
        .collect()
}

/// A party of two against two, all of one kind, with ties and targets by chance.
fn party() -> Setup {
    let unit = |name: &str, stats| {
        let random = Entry { what: Target::Random, when: None };
        let mut unit = UnitSetup::plain(name, UnitKind::Pc, stats).numbers(&[], &[]);
        unit.tactics.target = Plan { entries: vec![random] };
        unit
    };
    let a = vec![unit("a1", [30, 6, 6, 12, 8, 11]), unit("a2", [30, 7, 5, 11, 8, 12])];
    let b = vec![unit("b1", [30, 6, 6, 12, 8, 11]), unit("b2", [30, 5, 7, 13, 7, 10])];
    let rulings = Rulings { cross_side_tie: CrossSideTie::Random, ..Rulings::default() };
    let side = |(name, units): (&str, Vec<UnitSetup>)| SideSetup { name: name.to_owned(), units };
    Setup { rulings, ..Setup::of([("a", a), ("b", b)].map(side).to_vec()) }
}

/// Returns how many rolls two scenarios have in common, all of which must be the same.
fn in_common(a: &Setup, b: &Setup) -> usize {
    let mut n_common = 0;
    for (fight, (one, other)) in words_of(a).iter().zip(words_of(b)).enumerate() {
        for (by, words) in one {
            let others = other.get(by).map_or(&[][..], Vec::as_slice);
            for (i, (word, other)) in words.iter().zip(others).enumerate() {
                assert_eq!(word, other, "fight {fight}, {by:?}, roll {i}");
                n_common += 1;
            }
        }
    }
    n_common
}

#[test]
fn a_changed_stat_leaves_every_roll_of_the_others_as_it_was() {
    let before = party();
    let changes: [fn(&mut UnitSetup); 6] = [
        |unit| unit.hp += 9,
        |unit| unit.defense += 2,
        |unit| unit.dodge -= 3,
        |unit| unit.attack += 4,
        |unit| unit.action_value += 5,
        |unit| unit.tactics = Default::default(),
    ];
    for (i, change) in changes.into_iter().enumerate() {
        let mut after = before.clone();
        change(&mut after.sides[1].units[0]);
        // A fight has at least one roll for each unit's count, a Hit and a Damage.
        assert!(in_common(&before, &after) > 600, "change {i}");
    }
}

#[test]
fn a_unit_more_leaves_every_roll_of_the_others_as_it_was() {
    let before = party();
    let mut after = before.clone();
    // First in the list, so that the ids of all others move.
    after.sides[0].units.insert(0, UnitSetup { name: "a0".to_owned(), ..before.sides[0].units[0].clone() });
    assert!(in_common(&before, &after) > 600);
}
