//! What the test binaries share: random scenarios and worked fights of each system, the promises of every
//! system, golden files, observers and the statistics of the tests.
#![allow(dead_code, reason = "each test binary uses a part")]

/// Tests read scenarios of the games that their binary lists. It runs before `main`, where little may be done: it
/// sets one static.
#[ctor::ctor(unsafe)]
fn install_games() {
    fray_play::game::install(crate::GAMES);
}

pub(crate) mod audited;
#[cfg(feature = "cardinal")]
pub(crate) mod cardinal;
pub(crate) mod close;
pub(crate) mod exact_observed;
pub(crate) mod exact_sampled;
#[cfg(feature = "night-wizard")]
pub(crate) mod fights;
pub(crate) mod from_schema;
pub(crate) mod golden;
#[cfg(feature = "juso")]
pub(crate) mod juso;
#[cfg(feature = "juso")]
pub(crate) mod juso_fights;
#[cfg(feature = "mahou-galaxy")]
pub(crate) mod mahou_galaxy;
#[cfg(feature = "night-wizard")]
pub(crate) mod night_wizard;
#[cfg(feature = "night-wizard")]
pub(crate) mod night_wizard_whole;
pub(crate) mod promises;
pub(crate) mod recorder;
pub(crate) mod seen;
#[cfg(feature = "stonebound")]
pub(crate) mod stonebound;
#[cfg(feature = "stonebound")]
pub(crate) mod stonebound_fights;
pub(crate) mod toml_lines;
pub(crate) mod toss;
pub(crate) mod turn_by_turn;

use std::path::{Path, PathBuf};

use fray_kit::declare::rulings::{Other, RulingInfo, RulingValue};
use fray_sim::gate::suite::Suite;
use fray_sim::scenario::files_of;

use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

/// Returns whether the game of a scenario of the repository is compiled, whose path begins with its name.
pub(crate) fn is_compiled(path: &str) -> bool {
    path.split('/').next().is_some_and(|system| fray_play::game::find(system).is_some())
}

/// The folders of the repository's scenarios, those of the games that are compiled.
pub(crate) fn config_folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs");
    crate::GAMES.iter().map(|system| root.join(system.name())).collect()
}

/// The files of the repository's scenarios and includes, those of the games that are compiled: no suites, and not what
/// stands beside a suite, which plays it.
pub(crate) fn config_files() -> Vec<PathBuf> {
    let files = |folder: PathBuf| files_of(&folder).expect("a folder of scenarios");
    let mut all: Vec<PathBuf> = config_folders().into_iter().flat_map(files).collect();
    let suites: Vec<PathBuf> = all.extract_if(.., |file| Suite::is_one(file)).collect();
    all.retain(|file| suites.iter().all(|suite| suite.parent() != file.parent()));
    all
}

/// A small deterministic source of choices for scenarios (SplitMix64), apart from all dice.
pub(crate) struct Choices(u64);

impl Choices {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0xd134_2543_de82_ef95))
    }

    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// One of `lo..=hi`.
    pub(crate) fn between(&mut self, lo: i64, hi: i64) -> i64 {
        lo + ((u128::from(self.word()) * (hi - lo + 1) as u128) >> 64) as i64
    }

    pub(crate) fn int(&mut self, lo: i32, hi: i32) -> i32 {
        self.between(i64::from(lo), i64::from(hi)) as i32
    }

    /// True once in `n` times.
    pub(crate) fn once_in(&mut self, n: i64) -> bool {
        self.between(1, n) == 1
    }

    pub(crate) fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.between(0, all.len() as i64 - 1) as usize]
    }
}

/// Half of the rulings at their defaults, the others at any legal word or a number near the low
/// end of their range, at most `most`.
pub(crate) fn random_rulings<R: Default>(
    choices: &mut Choices,
    all: &[RulingInfo],
    most: i64,
    set: impl Fn(&mut R, &str, RulingValue<'_>) -> Option<bool>,
) -> R {
    let mut rulings = R::default();
    for info in all {
        if choices.once_in(2) {
            continue;
        }
        if info.words.is_empty() && info.range.is_none() {
            // A list of words, shuffled; the whole of it where a part of it is no answer. Tables of other
            // kinds stay as they are.
            if let Some(Other::Words(all)) = info.other {
                let mut words = all.to_vec();
                for i in (1..words.len()).rev() {
                    words.swap(i, choices.between(0, i as i64) as usize);
                }
                let n = choices.between(1, words.len() as i64) as usize;
                let is_legal = set(&mut rulings, info.key, RulingValue::Words(&words[..n])).expect("a key")
                    || set(&mut rulings, info.key, RulingValue::Words(&words)).expect("a key");
                assert!(is_legal, "{}: {words:?}", info.key);
            }
            continue;
        }
        let number = info.range.filter(|_| info.words.is_empty() || choices.once_in(2));
        let value = match number {
            Some((lo, hi)) => RulingValue::Number(choices.between(lo.max(0), hi.min(most.max(lo)))),
            None => RulingValue::Word(choices.of::<&str>(info.words)),
        };
        let is_legal = set(&mut rulings, info.key, value).expect("a key");
        assert!(is_legal || info.step > 1, "{}: {value:?}", info.key);
    }
    rulings
}

/// The chance that counts drawn from cells with these probabilities lie as far off as these, or
/// farther: Pearson's test. Cells expected less than 5 times are one cell, as the approximation
/// asks for (Cochran 1954).
pub(crate) fn chi_square(counts: &[u64], p: &[f64]) -> f64 {
    assert_eq!(counts.len(), p.len());
    let n = counts.iter().sum::<u64>() as f64;
    let (mut statistic, mut n_cells) = (0.0, 0);
    let mut cell = |count: f64, expected: f64| {
        statistic += (count - expected).powi(2) / expected;
        n_cells += 1;
    };
    let mut rest = (0.0, 0.0);
    for (&count, &p) in counts.iter().zip(p) {
        let (count, expected) = (count as f64, p * n);
        assert!(expected > 0.0 || count == 0.0, "what cannot happen was counted {count} times");
        if expected < 5.0 {
            rest = (rest.0 + count, rest.1 + expected);
        } else {
            cell(count, expected);
        }
    }
    if rest.1 >= 5.0 {
        cell(rest.0, rest.1);
    }
    if n_cells < 2 {
        return 1.0;
    }
    ChiSquared::new(f64::from(n_cells - 1)).expect("a degree of freedom").sf(statistic)
}

/// The chance that of `a + b` fair tosses the sides come out at least as unequal.
pub(crate) fn fair(a: u64, b: u64) -> f64 {
    if a + b == 0 {
        return 1.0;
    }
    two_sided((a.abs_diff(b)) as f64 / ((a + b) as f64).sqrt())
}

/// The chance that a standard normal number lies as far from 0 as this, or farther.
pub(crate) fn two_sided(z: f64) -> f64 {
    2.0 * Normal::standard().sf(z.abs())
}

/// Many tests that share one error rate (Bonferroni): false alarms of all together stay below
/// `alpha`, had the fixed seeds been drawn at random.
pub(crate) struct Family {
    alpha: f64,
    tests: Vec<(f64, String)>,
}

impl Family {
    pub(crate) fn new(alpha: f64) -> Self {
        Self { alpha, tests: Vec::new() }
    }

    pub(crate) fn test(&mut self, p: f64, what: impl FnOnce() -> String) {
        self.tests.push((p, if p < self.alpha { what() } else { String::new() }));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.tests.is_empty()
    }

    #[track_caller]
    pub(crate) fn close(self) {
        assert!(!self.tests.is_empty());
        let limit = self.alpha / self.tests.len() as f64;
        let failed: Vec<_> = self.tests.iter().filter(|test| test.0 < limit).collect();
        assert!(failed.is_empty(), "of {} tests, p < {limit:e} in {failed:?}", self.tests.len());
    }
}
