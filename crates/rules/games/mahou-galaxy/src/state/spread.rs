//! The limits within which the effects of a scenario can move its numbers, and the formulas that follow: all
//! that can be known of them is worked out before the first roll.

use crate::data::setup::{RollName, RollSet, SetText, Setup, Side, Stat};
use crate::data::vocabulary::{Effect, How, What};
use crate::dice::{DiceRules, Die, Distribution, Formula, Set};

/// Formulas of more variants than this are not remembered.
const MOST: usize = 256;

/// The changes that effects can make to numbers that dice depend on.
#[derive(Debug, Default)]
pub(crate) struct Spread {
    dice: Option<DiceRules>,
    /// Whether some effect lasts at all.
    lasts: bool,
    /// The most that each stat can lose and gain.
    stats: [[i32; 2]; 6],
    armor: [i32; 2],
    /// Rolls that an effect lets explode on two faces.
    on_two: RollSet,
    replaced: Vec<(Stat, Die)>,
}

impl Spread {
    /// Of all effects of a scenario.
    pub(crate) fn of(setup: &Setup) -> Self {
        let mut spread = Self { dice: Some(setup.dice()), ..Self::default() };
        for act in setup.abilities().flat_map(|ability| &ability.effects) {
            spread.lasts |= act.effect.how() == How::Lasts;
            match &act.effect {
                Effect::Modify { what, amount } => {
                    let amount = i32::from(*amount);
                    let ends = match Stat::ALL.iter().position(|stat| What::ALL[*stat as usize] == *what) {
                        Some(stat) => &mut spread.stats[stat],
                        None if *what == What::Armor => &mut spread.armor,
                        None => continue,
                    };
                    *ends = [ends[0] + amount.min(0), ends[1] + amount.max(0)];
                }
                Effect::ExplodeTwo { rolls } => spread.on_two.0 |= rolls.0,
                Effect::ReplaceDie { stat, faces, plus } => {
                    let die = Die::of_faces(*faces, i32::from(*plus), setup.dice());
                    spread.replaced.push((*stat, die));
                }
                _ => {}
            }
        }
        spread
    }

    /// The dice that a unit with this score can come to roll for a stat.
    pub(crate) fn dice(&self, stat: Stat, score: i32) -> Vec<Die> {
        let mut dice = self.scored(stat, score);
        dice.extend(self.replaced.iter().filter(|it| it.0 == stat).map(|it| it.1));
        dice
    }

    /// The dice that a score of the stat gives.
    fn scored(&self, stat: Stat, score: i32) -> Vec<Die> {
        let Some(rules) = self.dice else { return Vec::new() };
        let [down, up] = self.stats[stat as usize];
        let mut dice: Vec<Die> =
            (score + down..=score + up).map(|score| Die::of_stat(score, rules)).collect();
        dice.dedup();
        dice
    }

    /// Returns whether some effect lets some roll explode on two faces.
    pub(crate) fn explodes_on_two(&self) -> bool {
        self.on_two.0 != 0
    }

    /// Returns the sets that a formula can have for a unit with these stats.
    pub(crate) fn sets(&self, sets: &[SetText], stats: &[i32; 6]) -> Vec<Vec<Set>> {
        let of = |set: &SetText| {
            let dice = match (set.die, self.dice) {
                (Side::Stat(stat), _) => self.scored(stat, stats[stat as usize]),
                (Side::Faces(n), Some(rules)) => vec![Die::of_faces(n, 0, rules)],
                (Side::Faces(_), None) => Vec::new(),
            };
            dice.into_iter().map(|die| Set { n: set.n, die, cumulative: set.cumulative }).collect()
        };
        sets.iter().map(of).collect()
    }

    /// Returns the dice that armour can have: those of each number that effects can make of it, or of none.
    pub(crate) fn armor(&self, armor: u8, def: i32) -> Vec<Set> {
        let armor = i32::from(armor);
        let most = (armor + self.armor[1]).clamp(0, 40);
        let numbers = (0..=most).filter(|&n| n >= armor + self.armor[0] || n <= self.armor[1]);
        let dice = self.dice(Stat::Def, def);
        numbers
            .flat_map(|n| dice.iter().map(move |&die| Set { n: n as u8, die, cumulative: false }))
            .collect()
    }

    /// All formulas that come of these sets, with the dice of `roll`; none where nothing lasts or they are too
    /// many.
    pub(crate) fn formulas(&self, sets: &[Vec<Set>], roll: RollName, own: RollSet) -> Formulas {
        let twice: &[bool] = match (own.has(roll), self.on_two.has(roll)) {
            (true, _) => &[true],
            (false, true) => &[false, true],
            (false, false) => &[false],
        };
        let many = sets.iter().fold(twice.len(), |n, set| n.saturating_mul(set.len()));
        if !self.lasts || many > MOST {
            return Formulas::default();
        }
        let mut all = Vec::new();
        for &two in twice {
            let mut some = vec![Formula::default()];
            for options in sets {
                let with = |formula: &Formula, set: &Set| {
                    let mut formula = *formula;
                    formula.push(Set { die: set.die.on_two(two), ..*set });
                    formula
                };
                some = some.iter().flat_map(|it| options.iter().map(move |set| with(it, set))).collect();
            }
            all.extend(some.iter().map(|formula| (*formula, Distribution::of(formula))));
        }
        Formulas(all)
    }
}

/// Formulas with their distributions.
#[derive(Debug, Default)]
pub(crate) struct Formulas(Vec<(Formula, Distribution)>);

impl Formulas {
    /// The formula with its distribution, for `f`: the one that is remembered, or one made for this once.
    pub(crate) fn with<R>(&self, formula: &Formula, f: impl FnOnce(&Formula, &Distribution) -> R) -> R {
        match self.0.iter().find(|it| it.0 == *formula) {
            Some((formula, distribution)) => f(formula, distribution),
            None => f(formula, &Distribution::of(formula)),
        }
    }
}
