//! On whom a unit acts: whom it attacks (D-03) and whom it helps (D-09).

use core::cmp::Reverse;

use super::choose::Mind;
use super::judge::Judged;
use super::tactics::{Heal, Target as Aim};
use super::vocabulary::{DamageKind, Effect, Stat};
use super::{Play, Stonebound, by};
use crate::declare::tactics::ranked;
use crate::engine::draw::{Chance, Purpose};
use crate::engine::observe::Observer;
use crate::engine::roster::{UnitId, UnitSet};

impl Mind<'_> {
    /// Whether the unit could affect an enemy if it were near enough (D-03), and from how far.
    pub(super) fn could_affect(&self, target: UnitId) -> Option<u16> {
        if self.swings() && self.judge_standard(target).affects {
            return Some(self.own as u16);
        }
        let mut skills = self.skills().filter(|&at| self.is_against_enemy(at));
        let skill = skills.find(|&at| {
            self.holds_for(&self.rules.unit(self.unit).skills[at as usize].ability, Some(target))
                && self.judge_on(at, target).affects
        })?;
        Some(self.range_of(&self.rules.unit(self.unit).skills[skill as usize].ability))
    }

    /// D-03: the living enemies that it can reach and affect.
    pub(super) fn candidates(&self) -> UnitSet {
        let can = |enemy: &UnitId| {
            let standard = self.swings()
                && self.can_reach(*enemy, self.own as u16)
                && self.judge_standard(*enemy).affects;
            standard || self.skills().any(|at| self.is_legal(at, *enemy))
        };
        self.state.living(self.rules.enemies(self.unit)).filter(can).collect()
    }

    /// Whether an ability against an enemy can be used on this one to effect.
    pub(super) fn is_legal(&self, at: u8, enemy: UnitId) -> bool {
        let ability = &self.rules.unit(self.unit).skills[at as usize].ability;
        self.is_against_enemy(at)
            && self.can_reach(enemy, self.range_of(ability))
            && self.holds_for(ability, Some(enemy))
            && self.judge_on(at, enemy).affects
    }

    /// D-03 without chance: `random` is left to the caller, and counts as `first` here.
    pub(super) fn target(&self, candidates: UnitSet) -> Option<UnitId> {
        let (rules, state, unit) = (self.rules, self.state, self.unit);
        let plan = &rules.unit(unit).tactics.target;
        let aim = plan.choose(|fact| rules.fact(state, unit, None, fact));
        self.target_by(aim, candidates, rules.unit(unit).kind)
    }

    /// The choice of one tactic among candidates.
    pub(super) fn target_by(&self, aim: Aim, candidates: UnitSet, kind: DamageKind) -> Option<UnitId> {
        if candidates.is_empty() {
            return None;
        }
        let (rules, state, unit) = (self.rules, self.state, self.unit);
        let hp = |enemy: &UnitId| state.unit(*enemy).hp;
        Some(match aim {
            Aim::First | Aim::Random => candidates.first(),
            Aim::Weakest => candidates.min_by_key(hp)?,
            Aim::MostDamage => {
                candidates.min_by_key(|enemy| (rules.defence(state, *enemy, kind), hp(enemy)))?
            }
            Aim::Nearest => {
                let range = |enemy: UnitId| self.could_affect(enemy).unwrap_or(1);
                rules.least_walk(state, unit, candidates, range)?
            }
            Aim::HighestAtk => {
                candidates.min_by_key(|enemy| Reverse(rules.stat(state, *enemy, Stat::Atk)))?
            }
            Aim::Same => {
                let last = UnitId(state.unit(unit).last.saturating_sub(1));
                if state.unit(unit).last > 0 && candidates.has(last) { last } else { candidates.first() }
            }
            // With all chances equal, 0 too, the first of the list.
            Aim::KillIfPossible => {
                candidates.min_by_key(|&enemy| Reverse(self.against(enemy).map(|best| best.kill)))?
            }
            Aim::Net => candidates.min_by_key(|&enemy| Reverse(self.against(enemy).map(|best| best.gain)))?,
        })
    }

    /// What its best action against one enemy comes to; nothing if it has none.
    fn against(&self, enemy: UnitId) -> Option<Judged> {
        let mut best = None;
        if self.swings() && self.can_reach(enemy, self.own as u16) {
            best = Some(self.judge_standard(enemy));
        }
        for at in self.skills() {
            if self.is_legal(at, enemy) {
                let judged = self.judge_on(at, enemy);
                if best.is_none_or(|best: Judged| judged.gain > best.gain) {
                    best = Some(judged);
                }
            }
        }
        best
    }

    /// D-09: whom an ability for an ally is used on.
    pub(super) fn ally_for(&self, at: u8, range: u16) -> Option<UnitId> {
        let (rules, state, unit) = (self.rules, self.state, self.unit);
        let ability = &rules.unit(unit).skills[at as usize].ability;
        let revives = ability.effects.iter().any(|effect| matches!(effect, Effect::Revive(_)));
        let all = rules.allies(unit);
        let whom = if revives { all.and(state.down) } else { state.living(all) };
        let needs = |ally: &UnitId| {
            (*ally == unit || self.can_reach(*ally, range))
                && self.holds_for(ability, Some(*ally))
                && rules.judge_skill(state, unit, at, UnitSet::one(*ally)).gain.is_positive()
        };
        let mut needy = whom.filter(needs);
        if revives {
            let free = |ally: &UnitId| {
                rules.board.is_none() || !rules.is_taken(state, state.unit(*ally).at, Some(*ally))
            };
            return needy.find(free);
        }
        let needy: UnitSet = needy.collect();
        let plan = &rules.unit(unit).tactics.heal;
        match plan.choose(|fact| rules.fact(state, unit, None, fact)) {
            Heal::LowestShare => needy.min_by(|a, b| {
                let share =
                    |unit: &UnitId| (i64::from(state.unit(*unit).hp), i64::from(rules.unit(*unit).hp));
                let ((a, of_a), (b, of_b)) = (share(a), share(b));
                (a * of_b).cmp(&(b * of_a))
            }),
            Heal::Listed => needy.into_iter().next(),
            Heal::Priorities(order) => {
                let first = all.first().0;
                ranked(order).map(|place| UnitId(first + place as u8)).find(|&ally| needy.has(ally))
            }
        }
    }
}

impl<'a, C: Chance, O: Observer<Stonebound>> Play<'a, C, O> {
    /// D-03 with chance: whom a unit turns on among these.
    pub(super) fn pick_target(
        &mut self,
        unit: UnitId,
        candidates: UnitSet,
        kind: DamageKind,
    ) -> Option<UnitId> {
        let rules = self.rules;
        if candidates.is_empty() {
            return None;
        }
        let plan = &rules.unit(unit).tactics.target;
        let aim = plan.choose(|fact| rules.fact(self.state, unit, None, fact));
        if aim == Aim::Random {
            let n = self.dice.below(by(unit, Purpose::Choice), candidates.len());
            return Some(candidates.nth(n));
        }
        rules.mind(self.state, unit, 0).target_by(aim, candidates, kind)
    }
}
