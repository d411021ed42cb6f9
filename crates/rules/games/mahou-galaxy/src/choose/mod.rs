//! Tactics: how a unit attacks (MG-D2, MG-D3), by the worth of attacks.

pub(crate) mod aim;
pub(crate) mod approach;
pub mod facts;
pub(crate) mod feet;
pub(crate) mod judge;
pub(crate) mod odds;
pub(crate) mod retreat;
pub mod subject;
pub(crate) mod target;
mod worth;

use crate::MahouGalaxy;
use crate::choose::odds::{Rank, steps};
use crate::data::setup::Stance;
use crate::data::tactics::StanceChoice;
use crate::dice::draws::Pool;
use crate::state::{Mood, State};
use fray_engine::roster::{UnitId, UnitSet};

/// The means of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum With {
    /// A weapon or the fist, by its place.
    Weapon(u8),
    /// A kick (MG-42).
    Kick,
    /// A grapple (MG-48).
    Grapple,
}

/// An attack as it would be made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttackOption {
    pub(crate) with: With,
    pub(crate) stance: Stance,
    /// The attack roll.
    pub(crate) pool: Pool,
    /// The target number without spot defences.
    pub(crate) n: i32,
    /// Whether an active facet covers the skill (MG-36).
    pub(crate) criticals: bool,
    /// Its worth (the evaluations of the decisions).
    pub(crate) worth: f64,
    /// The chance times the mean damage, which decides where its worth is 0.
    pub(crate) rolled: f64,
}

impl AttackOption {
    /// Returns where it stands among other attacks.
    pub(crate) fn rank(&self) -> Rank {
        Rank::of(self.worth, self.rolled)
    }
}

impl MahouGalaxy {
    /// MG-D2: the attack with the stance that the tactic wants; `None` if no attack is useful.
    pub(crate) fn best_swing(
        &self,
        state: &State,
        unit: UnitId,
        target: UnitId,
        with: With,
        offhand: bool,
    ) -> Option<AttackOption> {
        let plan = &self.unit(unit).tactics.aimed.stance;
        let how = plan.choose(|fact| self.fact(state, unit, Some(target), fact));
        let named = match how {
            StanceChoice::Strong => Some(Stance::Strong),
            StanceChoice::Fast => Some(Stance::Fast),
            StanceChoice::Precise => Some(Stance::Precise),
            _ => None,
        };
        if let Some(stance) = named
            && let Some(mut swing) = self.swing(state, unit, target, with, stance, offhand)
        {
            return self.judge(state, unit, target, &mut swing).then_some(swing);
        }
        let facet = Stance::ALL
            .into_iter()
            .filter_map(|stance| self.swing(state, unit, target, with, stance, offhand));
        let mut best: Option<(AttackOption, Rank)> = None;
        for mut swing in facet {
            if !self.judge(state, unit, target, &mut swing) {
                continue;
            }
            let rank = match how {
                StanceChoice::BestHit => Rank::of(self.odds.at_least(&swing.pool, swing.n), 0.0),
                StanceChoice::BestCritical if swing.criticals => {
                    Rank::of(self.odds.at_least(&swing.pool, 2 * swing.n), 0.0)
                }
                StanceChoice::WeakestPassive => Rank::of(-f64::from(swing.n), 0.0),
                _ => swing.rank(),
            };
            if best.is_none_or(|(_, most)| rank > most) {
                best = Some((swing, rank));
            }
        }
        best.map(|(swing, _)| swing)
    }

    /// The stance that the tactic names, if it names one.
    pub(crate) fn named_stance(&self, state: &State, unit: UnitId, target: UnitId) -> Option<Stance> {
        let plan = &self.unit(unit).tactics.aimed.stance;
        match plan.choose(|fact| self.fact(state, unit, Some(target), fact)) {
            StanceChoice::Strong => Some(Stance::Strong),
            StanceChoice::Fast => Some(Stance::Fast),
            StanceChoice::Precise => Some(Stance::Precise),
            _ => None,
        }
    }

    /// MG-52: the stance of a grapple whose result is known already: that of the tactic, else the one against which
    /// the target is weakest; ties strong, fast, precise.
    pub(crate) fn free_stance(&self, state: &State, unit: UnitId, target: UnitId) -> Stance {
        let number = |stance: &Stance| self.target_number(state, unit, target, *stance);
        let weakest = || Stance::ALL.into_iter().min_by_key(number).unwrap_or(Stance::Strong);
        self.named_stance(state, unit, target).unwrap_or_else(weakest)
    }

    /// The grapple with the stance of the tactic, else the one most likely to hold; ties strong, fast,
    /// precise.
    pub(crate) fn best_grapple(
        &self,
        state: &State,
        unit: UnitId,
        target: UnitId,
        offhand: bool,
    ) -> Option<AttackOption> {
        if let Some(stance) = self.named_stance(state, unit, target) {
            return self.swing(state, unit, target, With::Grapple, stance, offhand);
        }
        let mut best: Option<(AttackOption, i64)> = None;
        for stance in Stance::ALL {
            let Some(swing) = self.swing(state, unit, target, With::Grapple, stance, offhand) else {
                continue;
            };
            let p = steps(self.odds.at_least(&swing.pool, swing.n));
            if best.is_none_or(|(_, most)| p > most) {
                best = Some((swing, p));
            }
        }
        best.map(|(swing, _)| swing)
    }

    /// The weapon that a hand strikes with from where the unit stands: what it holds, or of those that take no hand
    /// the one whose attack is worth most. `None` for a hand with a shield.
    pub(crate) fn attack_of(
        &self,
        state: &State,
        unit: UnitId,
        target: UnitId,
        hand: u8,
        offhand: bool,
    ) -> Option<AttackOption> {
        let reaches = |at: usize| self.reaches(state, unit, target, at);
        self.attack_with(state, unit, target, hand, offhand, reaches)
    }

    /// The attack of a hand with a weapon that `reaches`.
    fn attack_with(
        &self,
        state: &State,
        unit: UnitId,
        target: UnitId,
        hand: u8,
        offhand: bool,
        reaches: impl Fn(usize) -> bool,
    ) -> Option<AttackOption> {
        let item = state.unit(unit).in_hand[usize::from(hand)];
        match item {
            crate::state::SHIELD => None,
            0 => {
                let weapons = &self.unit(unit).weapons;
                let mut best: Option<AttackOption> = None;
                for at in (0..weapons.len()).filter(|&at| weapons[at].hands == 0 && reaches(at)) {
                    let Some(swing) = self.best_swing(state, unit, target, With::Weapon(at as u8), offhand)
                    else {
                        continue;
                    };
                    if best.is_none_or(|best| swing.rank() > best.rank()) {
                        best = Some(swing);
                    }
                }
                best
            }
            n => {
                let at = usize::from(n) - 1;
                let swing = || self.best_swing(state, unit, target, With::Weapon(at as u8), offhand);
                if reaches(at) { swing() } else { None }
            }
        }
    }

    /// Returns whether some hand can make a useful attack on `target`.
    pub(crate) fn is_useful(&self, state: &State, unit: UnitId, target: UnitId) -> bool {
        let info = self.unit(unit);
        // Without a limit every die can reach every number, so that any attack that hurts is useful.
        let sure = self.dice.most > 0 && !self.rulings.stance_needs_facet;
        if !sure {
            return self.any_swing(state, unit, target).is_some();
        }
        let hurts = |at: usize| {
            self.reaches(state, unit, target, at)
                && self.can_hurt(state, unit, target, With::Weapon(at as u8))
        };
        state.unit(unit).in_hand[..usize::from(info.n_hands)].iter().any(|&item| match item {
            0 => (0..info.weapons.len()).any(|at| info.weapons[at].hands == 0 && hurts(at)),
            crate::state::SHIELD => false,
            n => hurts(usize::from(n) - 1),
        })
    }

    /// The first hand that can make a useful attack on `target`, with the attack.
    pub(crate) fn any_swing(&self, state: &State, unit: UnitId, target: UnitId) -> Option<AttackOption> {
        (0..self.unit(unit).n_hands).find_map(|hand| self.attack_of(state, unit, target, hand, false))
    }

    /// MG-D4, MG-D15: the attack of any hand that is worth most, on one who can be walked to.
    pub(crate) fn best_blow(&self, state: &State, unit: UnitId, target: UnitId) -> Option<AttackOption> {
        let hands = 0..self.unit(unit).n_hands;
        let swings = hands.filter_map(|hand| self.attack_with(state, unit, target, hand, false, |_| true));
        swings.reduce(|a, b| if b.rank() > a.rank() { b } else { a })
    }

    /// The rank of that attack.
    pub(crate) fn greatest_threat(&self, state: &State, unit: UnitId, target: UnitId) -> Rank {
        self.best_blow(state, unit, target).map(|swing| swing.rank()).unwrap_or_default()
    }

    /// MG-D4: the rank of the attack that is worth most: of those that reach the target from here if there is one,
    /// else of those for which the unit walks to it.
    pub(crate) fn greatest_worth(&self, state: &State, unit: UnitId, target: UnitId) -> Rank {
        let hands = 0..self.unit(unit).n_hands;
        let swings = hands.filter_map(|hand| self.attack_of(state, unit, target, hand, false));
        let from_here = swings.map(|swing| swing.rank()).max();
        from_here.unwrap_or_else(|| self.greatest_threat(state, unit, target))
    }

    /// Foes that are in and may be attacked; one who holds somebody has eyes for nobody else.
    pub(crate) fn attackable(&self, state: &State, unit: UnitId) -> UnitSet {
        let victims = state.unit(unit).holds;
        if victims.is_empty() { self.foes_to_attack(state, unit) } else { victims }
    }

    /// MG-D4: foes that are in; smitten ones whose originator is of the own side only if there is no other.
    pub(crate) fn foes_to_attack(&self, state: &State, unit: UnitId) -> UnitSet {
        let foes = state.present(self.enemies(unit));
        if !self.reads.talk {
            return foes;
        }
        let is_ours = |foe: UnitId| {
            let them = state.unit(foe);
            them.strong && them.mood == Mood::Infatuated && self.is_ally(unit, them.by)
        };
        let others: UnitSet = foes.filter(|&foe| !is_ours(foe)).collect();
        if others.is_empty() { foes } else { others }
    }
}
