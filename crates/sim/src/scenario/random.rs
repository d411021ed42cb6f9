//! Tactics drawn at random: a scenario of which each fight is played with other tactics of some sides.
//!
//! Tactics are prepared before a fight, and much of what the rules prepare depends on them, so that a fight
//! cannot change them when it begins. A prepared set of combinations takes the place of that: a combination
//! has a legal named tactic for every decision of every unit, and every fight plays one of them, drawn by
//! its own dice with equal chances. Where there are no more combinations than [`MOST`], the set has all of
//! them, so that each decision is drawn once for each unit and fight. Where there are more, the set has
//! [`MOST`] of them, in which the tactics of every decision come up equally often, as far as their number
//! allows, and independently of other decisions (Latin hypercube sampling; McKay, Beckman and Conover
//! 1979). The set depends on the legal tactics alone and not on a seed. Copies of a unit share their
//! tactics. A decision without a legal named tactic stays as it is, and a combination that the rules refuse
//! or warn of is left out.

use core::sync::atomic::AtomicBool;
use std::path::Path;

use fray_engine::roster::SideId;
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;

use super::legal::{LegalTactic, legal_tactics};
use super::side_tactics::{FLAG, SidePlay};
use super::{Options, Scenario, load_scenario};
use crate::play::engine::Engine;
use crate::scenario::mixed::Mixture;
use crate::totals::signature::fnv_1a;

/// The most combinations of a set.
pub const MOST: usize = 256;

/// The set of combinations, and a hash of what they mean.
pub(super) struct Drawn {
    pub(super) set: Mixture,
    pub(super) hash: u64,
    /// The number of all combinations of legal tactics; `None` where there are more than can be counted.
    pub(super) of: Option<usize>,
}

/// The set of combinations for the sides that play at random in the scenario `base`, which was read from the
/// file at `path` with `options`. `None` if no side does.
pub(super) fn drawn(path: &Path, options: &Options, base: &Scenario) -> Option<Drawn> {
    let mut fixed = options.clone();
    fixed.tactics.retain(|side| side.play != SidePlay::Random);
    let names: Vec<&str> = options
        .tactics
        .iter()
        .filter(|side| side.play == SidePlay::Random)
        .map(|side| side.side.as_str())
        .collect();
    if names.is_empty() {
        return None;
    }
    let sides = base.engine().about().roster.sides;
    // None is the tactic that is played already.
    let mut decisions: Vec<Vec<Option<String>>> = Vec::new();
    for at in (0..sides.len()).filter(|&at| names.contains(&sides[at].name.as_str())) {
        let found = legal_tactics(path, &fixed, base, Some(SideId(at as u8)), &AtomicBool::new(false)).all;
        let is_same = |a: &LegalTactic, b: &LegalTactic| (&a.unit, a.key) == (&b.unit, b.key);
        decisions.extend(
            found
                .chunk_by(is_same)
                .map(|decision| decision.iter().map(|it| (!it.is_present).then(|| it.set.clone())).collect()),
        );
    }
    let sizes: Vec<usize> = decisions.iter().map(Vec::len).collect();
    let of = sizes.iter().try_fold(1_usize, |n, &size| n.checked_mul(size));
    let made = |choices: Vec<usize>| {
        let mut options = fixed.clone();
        let sets = choices.iter().zip(&decisions).filter_map(|(&choice, decision)| decision[choice].clone());
        options.sets.extend(sets.map(|set| (FLAG.to_owned(), set)));
        let scenario = load_scenario(path, &options).ok()?;
        (scenario.warnings.len() <= base.warnings.len()).then_some((scenario.hash, scenario.rules))
    };
    let made: Vec<Option<(u64, Box<dyn Engine>)>> = combinations(&sizes).into_par_iter().map(made).collect();
    let (hashes, combinations): (Vec<u64>, Vec<Box<dyn Engine>>) = made.into_iter().flatten().unzip();
    let text: String = hashes.iter().map(|hash| format!("{hash:016x}\n")).collect();
    // A scenario that no combination may take the place of is played as it is.
    let hash = fnv_1a(text.as_bytes());
    (!combinations.is_empty()).then(|| Drawn { set: Mixture::new(combinations), hash, of })
}

/// The combinations of a set: by decision the number of a tactic, of so many each.
fn combinations(sizes: &[usize]) -> Vec<Vec<usize>> {
    let all = sizes.iter().try_fold(1_usize, |n, &size| n.checked_mul(size));
    if let Some(all) = all.filter(|&all| all <= MOST) {
        let of = |number: usize| {
            let mut rest = number;
            let digit = |&size: &usize| {
                let digit = rest % size;
                rest /= size;
                digit
            };
            sizes.iter().map(digit).collect()
        };
        return (0..all).map(of).collect();
    }
    let mut set = vec![Vec::new(); MOST];
    for (decision, &size) in sizes.iter().enumerate() {
        // Fisher and Yates, each decision with a generator of its own.
        let mut choices: Vec<usize> = (0..MOST).map(|i| i % size).collect();
        let mut words = Pcg64Mcg::new(2 * decision as u128 + 1);
        for i in (1..MOST).rev() {
            let at = (u128::from(words.next_u64()) * (i as u128 + 1)) >> 64;
            choices.swap(i, at as usize);
        }
        set.iter_mut().zip(choices).for_each(|(combination, choice)| combination.push(choice));
    }
    set
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn few_combinations_are_all_in_the_set() {
        let set = combinations(&[2, 3, 4]);
        let distinct: BTreeSet<&Vec<usize>> = set.iter().collect();
        assert_eq!((set.len(), distinct.len()), (24, 24));
        assert_eq!(combinations(&[]), [Vec::<usize>::new()], "nothing to draw");
    }

    #[test]
    fn of_many_each_tactic_comes_up_equally_often_whatever_the_other_decisions_are() {
        let sizes = [4, 4, 5, 2, 3];
        let set = combinations(&sizes);
        assert_eq!(set.len(), MOST);
        for (decision, &size) in sizes.iter().enumerate() {
            for tactic in 0..size {
                let n = set.iter().filter(|combination| combination[decision] == tactic).count();
                assert!((MOST / size..=MOST.div_ceil(size)).contains(&n), "{decision}, {tactic}: {n}");
            }
        }
        // 16 pairs of the first two decisions, 16 times each on average: the chi-squared statistic of 9
        // degrees of freedom (margins are fixed) is above 33.7 with a probability of 1e-4.
        let mut pairs = [0_f64; 16];
        set.iter().for_each(|combination| pairs[4 * combination[0] + combination[1]] += 1.0);
        let statistic: f64 = pairs.iter().map(|n| (n - 16.0).powi(2) / 16.0).sum();
        assert!(statistic < 33.7, "{statistic}");
    }
}
