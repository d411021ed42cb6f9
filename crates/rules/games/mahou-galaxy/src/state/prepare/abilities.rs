//! Abilities made ready: marks, formulas, names, what they lay and whom they summon (MG-65, MG-66).

use super::formula;
use crate::board::{HazardProfile, Terrain};
use crate::choose::facts::EffectName;
use crate::data::rulings::SpellOppose;
use crate::data::setup::{SetText, Summoned, UnitSetup};
use crate::data::vocabulary::{
    Ability, Act, Duration, Effect, GripDice, HoldDifficulty, How, MAX_MARKS, OpposeResult, Rating, Resolve,
    Rounds, Timing,
};
use crate::dice::Distribution;
use crate::rules::moves::shift::Named;
use crate::rules::moves::terrain::LayingEffect;
use crate::{MahouGalaxy, PreparedAbility, PreparedEffect};
use fray_engine::roster::{UnitId, UnitSet};
use fray_kit::declare::facts::GivenName;

impl MahouGalaxy {
    pub(super) fn add_abilities(&mut self, unit: UnitId, sheet: &UnitSetup, sheets: &[&UnitSetup]) {
        for (at, ability) in sheet.abilities.iter().enumerate() {
            let (mut marks, mut totals) = (Vec::new(), Vec::new());
            let lays = self.add_terrain(unit, at as u8, ability, sheet);
            let summons =
                (0..ability.effects.len()).map(|effect| self.summoned_by(unit, [at, effect], sheets));
            let summons = summons.collect();
            let of = |sets: &[SetText]| {
                let formula = formula(sets, &sheet.stats.all(), self.dice, false);
                (formula, Distribution::of(&formula))
            };
            let rounds = |act: &Act| match act.duration {
                Duration::Rounds(Rounds::Rolled(set)) => Some(of(&[set])),
                _ => None,
            };
            let rounds = ability.effects.iter().map(rounds).collect();
            for (place, act) in ability.effects.iter().enumerate() {
                let sets = match &act.effect {
                    Effect::Damage { sets, .. }
                    | Effect::Heal { sets, .. }
                    | Effect::Distract { rating: Rating { sets, .. }, .. }
                    | Effect::Ongoing { sets, .. }
                    | Effect::Hold { h: HoldDifficulty::Rolled(GripDice { sets, .. }), .. } => Some(sets),
                    _ => None,
                };
                totals.push(sets.map(|sets| of(sets)));
                if act.effect.how() == How::Lies
                    || act.effect.how() == How::Once && ability.timing != Timing::Passive
                {
                    marks.push(None);
                    continue;
                }
                // MG-81: what several users of one ability lay does not add up.
                let is_known = |of: &PreparedEffect| {
                    let theirs = &sheets[of.unit.idx()].abilities[usize::from(of.ability)];
                    usize::from(of.effect) == place && theirs == ability
                };
                if let Some(known) = self.lasting.iter().position(is_known) {
                    marks.push(Some(known as u8));
                    continue;
                }
                let mark = self.lasting.len() as u8;
                assert!(self.lasting.len() < MAX_MARKS, "at most {MAX_MARKS} lasting effects");
                marks.push(Some(mark));
                self.lasting.push(PreparedEffect {
                    unit,
                    ability: at as u8,
                    effect: place as u8,
                    duration: act.duration,
                });
                if let Effect::Modify { what, amount } = act.effect {
                    self.changes[what as usize].push((mark, amount));
                }
            }
            let mut ability = ability.clone();
            if let Resolve::Oppose(oppose) = &mut ability.resolve {
                oppose.result = oppose.result.or(Some(match self.rulings.spell_oppose {
                    SpellOppose::Negate => OpposeResult::Negate,
                    SpellOppose::Half => OpposeResult::Half,
                }));
            }
            self.units[unit.idx()].skills_of.push(PreparedAbility {
                ability,
                marks,
                totals,
                rounds,
                lays,
                summons,
                named: Vec::new(),
            });
        }
    }

    /// MG-66: the units that an effect of an ability may summon.
    fn summoned_by(&self, unit: UnitId, [ability, effect]: [usize; 2], sheets: &[&UnitSetup]) -> UnitSet {
        let side = self.allies(unit);
        let by = unit.0 - side.first().0;
        let call = Some(Summoned { by, ability: ability as u8, effect: effect as u8 });
        side.filter(|other| sheets[other.idx()].summoned == call).collect()
    }

    /// The effects of an ability that lay terrain; dice by a stat are those of its user.
    fn add_terrain(&mut self, unit: UnitId, at: u8, ability: &Ability, sheet: &UnitSetup) -> Vec<Option<u8>> {
        let mut lays = vec![None; ability.effects.len()];
        let (Some(board), Some(area)) = (&mut self.board, ability.area) else { return lays };
        for (place, act) in ability.effects.iter().enumerate() {
            let Effect::Terrain(cell) = &act.effect else { continue };
            let hazard = cell.hazard.as_ref().map(|hazard| {
                let dice = formula(&hazard.damage, &sheet.stats.all(), self.dice, false);
                board.add_hazard(HazardProfile::of(dice, hazard.flat, hazard.on, Some((unit, at))))
            });
            lays[place] = Some(self.laying.len() as u8);
            self.laying.push(LayingEffect {
                unit,
                ability: at,
                duration: act.duration,
                on: act.on,
                area,
                terrain: Terrain::of(cell, hazard, &self.rulings),
            });
        }
        lays
    }

    /// Finds the things that the names in effects and conditions stand for.
    pub(super) fn find_names(&mut self, sheets: &[&UnitSetup]) {
        let name_of = |lasting: &PreparedEffect| {
            &sheets[lasting.unit.idx()].abilities[usize::from(lasting.ability)].name
        };
        let marks_of = |name: &str| {
            let all = self.lasting.iter().enumerate().filter(|(_, lasting)| name_of(lasting) == name);
            all.map(|(mark, _)| mark as u8).collect()
        };
        self.asked_marks.clear();
        for name in self.lasting.iter().map(name_of) {
            let asked = EffectName(GivenName::of(name));
            if !self.asked_marks.iter().any(|(known, _)| *known == asked) {
                self.asked_marks.push((asked, marks_of(name)));
            }
        }
        for unit in &mut self.units {
            for knack in &mut unit.skills_of {
                let acts = knack.ability.effects.iter();
                knack.named = acts.map(|act| Named::of(&act.effect, sheets, marks_of)).collect();
            }
        }
    }
}
