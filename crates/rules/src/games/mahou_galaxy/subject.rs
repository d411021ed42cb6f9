//! Whether a choice of a tactic is legal for a unit, and whether it can matter.

use super::rulings::Rulings;
use super::setup::{Skill, Stance, UnitSetup};
use super::vocabulary::Timing;

/// The unit that has a tactic, and the rulings in force: what decides whether the tactic can matter.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The unit.
    pub unit: &'a UnitSetup,
    /// The rulings.
    pub rulings: &'a Rulings,
    /// Whether there is a map.
    pub has_map: bool,
    /// Whether a foe casts.
    pub foes_cast: bool,
    /// Whether there is somebody by whom, or whom, it can infatuate.
    pub charms: bool,
}

impl Subject<'_> {
    pub(super) fn has_stance(&self, stance: Stance) -> bool {
        let fist = self.rulings.fist_stances.0 >> stance as u8 & 1 == 1;
        fist || self.unit.weapons.iter().any(|weapon| weapon.stances.has(stance))
    }

    pub(super) fn lists(&self, skill: Skill) -> bool {
        matches!(skill, Skill::Gym | Skill::MartialArts)
            || self.unit.weapons.iter().any(|weapon| weapon.skills.has(skill))
    }

    pub(super) fn has_abilities(&self) -> bool {
        self.unit.abilities.iter().any(|ability| ability.timing != Timing::Passive)
    }
}
