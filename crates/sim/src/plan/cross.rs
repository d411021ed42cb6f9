//! The points of a cross in a plan: named by their parts, and built when they are played. A plan keeps the texts of the
//! template once, and who fights in a list of parties and one of monsters; a point is a place in both.
//!
//! That every pair can be built is not tried; [`crossed`] tries each party against the largest monster and each monster
//! against the largest party. What no scenario may have too much of is found there, if anywhere.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{POINTS, sha256};
use crate::scenario::Scenario;
use crate::scenario::bundle::Bundle;
use crate::totals::signature::fnv_1a;

/// A cross of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedCross {
    /// The digest of the file with the texts of its template.
    pub texts: String,
    /// What else is set in all its fights: the names of flags for messages, and arguments of `--set`.
    pub sets: Vec<(String, String)>,
    /// By party the argument of `--set` with its units.
    pub parties: Vec<String>,
    /// By monster likewise.
    pub monsters: Vec<String>,
}

/// The place of a point in the crosses of its plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(usize, usize, usize)", into = "(usize, usize, usize)")]
pub struct CrossPlace {
    /// Which cross.
    pub cross: usize,
    /// Which of its parties.
    pub party: usize,
    /// Which of its monsters.
    pub monster: usize,
}

impl From<(usize, usize, usize)> for CrossPlace {
    fn from((cross, party, monster): (usize, usize, usize)) -> Self {
        Self { cross, party, monster }
    }
}

impl From<CrossPlace> for (usize, usize, usize) {
    fn from(CrossPlace { cross, party, monster }: CrossPlace) -> Self {
        (cross, party, monster)
    }
}

impl PlannedCross {
    /// Returns what is set in the fight of a pair.
    #[must_use]
    pub fn sets(&self, party: usize, monster: usize) -> Vec<(String, String)> {
        let units = [&self.parties[party], &self.monsters[monster]];
        let units = units.into_iter().map(|set| ("suite".to_owned(), set.clone()));
        units.chain(self.sets.iter().cloned()).collect()
    }

    /// Returns whether there is such a pair.
    #[must_use]
    pub fn has(&self, party: usize, monster: usize) -> bool {
        party < self.parties.len() && monster < self.monsters.len()
    }

    /// Returns what of it decides on fights: how its texts are written does not.
    pub(super) fn identity(&self) -> impl Serialize {
        (&self.sets, &self.parties, &self.monsters)
    }

    /// The file with the texts of its template, in the folder of its plan.
    #[must_use]
    pub fn file(&self, plan: &Path) -> PathBuf {
        let digest = self.texts.get(..16).unwrap_or(&self.texts);
        plan.join(POINTS).join(format!("template.{digest}.json"))
    }

    /// Returns whether these are the bytes of that file.
    #[must_use]
    pub fn is_of(&self, bytes: &[u8]) -> bool {
        sha256(bytes) == self.texts
    }
}

/// A cross on its way into a plan.
#[derive(Debug)]
pub struct CrossDraft {
    /// What the plan says of it.
    pub cross: PlannedCross,
    /// What its template is read from.
    pub bundle: Bundle,
    /// A pair of it: what all have in common can be asked of it.
    pub example: Scenario,
    /// The bytes of the file of its texts.
    pub bytes: Vec<u8>,
    /// By party the hash of its fight against the largest monster.
    parties: Vec<u64>,
    /// By monster that of the largest party against it.
    monsters: Vec<u64>,
}

impl CrossDraft {
    /// The digest of what a pair means: other units, or another template, make another one.
    #[must_use]
    pub fn hash(&self, party: usize, monster: usize) -> String {
        let text = format!("{:016x} {:016x}", self.parties[party], self.monsters[monster]);
        format!("{:016x}", fnv_1a(text.as_bytes()))
    }

    /// A pair of it.
    ///
    /// # Errors
    /// If it cannot be built.
    pub fn pair(&self, party: usize, monster: usize) -> Result<Scenario, crate::scenario::Diagnosis> {
        self.bundle.load(self.cross.sets(party, monster))
    }
}

/// Reads the template of a cross, and tries those who fight; `see` sees the scenarios of the trial. `None` if something
/// is wrong, or if the tables of its points have columns that are not the same: then each pair has to be read for itself.
pub fn crossed(
    template: &Path,
    (sets, parties, monsters): (Vec<(String, String)>, Vec<String>, Vec<String>),
    see: &mut dyn FnMut(&Scenario),
) -> Option<CrossDraft> {
    let bundle = Bundle::read(template)?;
    let bytes = bundle.encode();
    let cross = PlannedCross { texts: sha256(&bytes), sets, parties, monsters };
    let load = |party: usize, monster: usize| bundle.load(cross.sets(party, monster)).ok();
    let size = |scenario: &Scenario| scenario.engine().about().roster.units.len();
    /// The first of the largest.
    fn largest(sizes: impl Iterator<Item = usize>) -> Option<usize> {
        let best = sizes.enumerate().max_by_key(|&(at, size)| (size, core::cmp::Reverse(at)));
        best.map(|(at, _)| at)
    }
    let sizes = (0..cross.parties.len()).map(|at| load(at, 0).as_ref().map(size));
    let party = largest(sizes.collect::<Option<Vec<_>>>()?.into_iter())?;
    let mut example: Option<Scenario> = None;
    let mut varied = None;
    // Nobody keeps thousands of scenarios in memory.
    let mut tried = |party: usize, monster: usize| {
        let scenario = load(party, monster)?;
        see(&scenario);
        let columns = || crate::output::varied(&scenario.settings());
        let is_like = cross.sets.is_empty() || *varied.get_or_insert_with(columns) == columns();
        let told = (scenario.hash, size(&scenario));
        example = Some(scenario);
        is_like.then_some(told)
    };
    let of_monsters = (0..cross.monsters.len()).map(|at| tried(party, at)).collect::<Option<Vec<_>>>()?;
    let monster = largest(of_monsters.iter().map(|it| it.1))?;
    let of_parties = (0..cross.parties.len()).map(|at| tried(at, monster)).collect::<Option<Vec<_>>>()?;
    let hashes = |all: Vec<(u64, usize)>| all.into_iter().map(|it| it.0).collect();
    let (parties, monsters) = (hashes(of_parties), hashes(of_monsters));
    let example = example?;
    Some(CrossDraft { cross, bundle, example, bytes, parties, monsters })
}
