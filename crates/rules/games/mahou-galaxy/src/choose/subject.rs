//! Whether a choice of a tactic is legal for a unit, and whether it can matter.

use crate::data::rulings::Rulings;
use crate::data::setup::{Skill, SkillSet, Stance, UnitSetup};
use crate::data::tactics::SkillChoice;
use crate::data::vocabulary::Timing;

/// The unit that has a tactic, and the rulings in force: what decides whether the tactic can matter.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The unit.
    pub unit: &'a UnitSetup,
    /// The rulings.
    pub rulings: &'a Rulings,
    /// Whether there is a map.
    pub has_map: bool,
    /// Whether somebody else is on its side.
    pub has_allies: bool,
    /// Whether a foe casts.
    pub foes_cast: bool,
    /// Whether there is somebody by whom, or whom, it can infatuate.
    pub charms: bool,
}

impl Subject<'_> {
    pub(crate) fn has_stance(&self, stance: Stance) -> bool {
        let fist = self.rulings.fist_stances.0 >> stance as u8 & 1 == 1;
        fist || self.unit.weapons.iter().any(|weapon| weapon.stances.has(stance))
    }

    pub(crate) fn lists(&self, skill: Skill) -> bool {
        matches!(skill, Skill::Gym | Skill::MartialArts)
            || self.unit.weapons.iter().any(|weapon| weapon.skills.has(skill))
    }

    /// MG-38: whether precise attacks of its can be critical hits.
    pub(crate) fn has_precise_criticals(&self) -> bool {
        let covers = |skills: SkillSet| self.unit.facet_skills.0 & skills.0 != 0;
        let has_fist = self.unit.weapons.iter().all(|weapon| weapon.name != "fist");
        let unarmed = SkillSet::of(&[Skill::Gym, Skill::MartialArts]);
        has_fist && self.rulings.fist_stances.0 >> Stance::Precise as u8 & 1 == 1 && covers(unarmed)
            || self.unit.weapons.iter().any(|it| it.stances.has(Stance::Precise) && covers(it.skills))
            // What it takes from others may be of any kind.
            || self.unit.snatches() && self.unit.facet_skills.0 != 0
    }

    pub(crate) fn has_abilities(&self) -> bool {
        self.unit.abilities.iter().any(|ability| ability.timing != Timing::Passive)
    }
}

impl SkillChoice {
    /// The skill that it names.
    #[must_use]
    pub fn skill(self) -> Option<Skill> {
        Some(match self {
            Self::BestPool | Self::FacetFirst => return None,
            Self::Gym => Skill::Gym,
            Self::MartialArts => Skill::MartialArts,
            Self::Science => Skill::Science,
            Self::HomeEc => Skill::HomeEc,
            Self::Art => Skill::Art,
            Self::Music => Skill::Music,
            Self::History => Skill::History,
            Self::Language => Skill::Language,
            Self::Math => Skill::Math,
            Self::Magic => Skill::Magic,
        })
    }
}
