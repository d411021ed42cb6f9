//! The names in reports of the actions of units, and of hazards, which harm without one.

use crate::Cardinal;
use fray_engine::contract::Action;
use fray_engine::roster::UnitId;

impl Cardinal {
    /// The weapons of a unit with their Counters, its abilities, Rally and First Aid.
    pub(crate) fn actions_of(&self, unit: UnitId) -> Vec<Action> {
        let weapons = &self.unit(unit).weapons;
        let mut actions: Vec<Action> = weapons
            .iter()
            .map(|weapon| {
                Action::new(if weapon.ability.is_some() { "ability" } else { "weapon" }, weapon.name.as_str())
            })
            .collect();
        actions.extend(
            weapons.iter().map(|weapon| Action::new("counter", format!("{} (counter)", weapon.name))),
        );
        let skills = self.unit(unit).abilities.iter();
        actions.extend(skills.map(|skill| Action::new("ability", skill.ability.name.as_str())));
        actions.push(Action::new("rally", "rally"));
        actions.push(Action::new("first aid", "first_aid"));
        actions
    }

    /// Returns the causes of harm without an action of a unit.
    pub(crate) fn hazards_of() -> Vec<Action> {
        ["terrain", "fire", "death save", "status", "fall"].map(|name| Action::new("hazard", name)).to_vec()
    }
}

/// The places among the hazards.
pub(crate) mod hazard {
    pub(crate) const TERRAIN: u8 = 0;
    pub(crate) const FIRE: u8 = 1;
    pub(crate) const DEATH_SAVE: u8 = 2;
    pub(crate) const STATUS: u8 = 3;
    pub(crate) const FALL: u8 = 4;
}
