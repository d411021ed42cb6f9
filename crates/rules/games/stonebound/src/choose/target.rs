//! On whom a unit acts: whom it attacks (D-03) and whom it helps (D-09).

use core::cmp::Reverse;

use crate::choose::judge::Judged;
use crate::choose::place::harms;
use crate::choose::{Mind, What};
use crate::data::tactics::{ActionChoice, Heal, Target as Aim};
use crate::data::vocabulary::{DamageKind, Effect, Hits, Stat, Target};
use crate::state::State;
use crate::{Play, Stonebound, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::Observer;
use fray_engine::roster::{UnitId, UnitSet};
use fray_kit::declare::tactics::ranked;

impl Mind<'_> {
    /// Returns whether the unit could affect an enemy if it were near enough (D-03), and from how far: by its Standard
    /// Attack, by an ability on that enemy or one that catches it among others.
    pub(crate) fn could_affect(&self, target: UnitId) -> Option<u16> {
        if self.can_attack() && self.lets(What::Standard, target) && self.judge_standard(target).is_worth_it()
        {
            return Some(self.own as u16);
        }
        self.skills().find_map(|at| {
            let ability = &self.rules.unit(self.unit).skills[at as usize].ability;
            let range = self.range_of(ability);
            let (reach, knows_target) = match ability.falls_on() {
                Target::Enemy => (range, true),
                Target::AllEnemies => (range, false),
                Target::Area { radius, hits } if self.catches_enemies(at, hits) => {
                    (range.saturating_add(radius.into()), false)
                }
                // On whom stands beside it a line can always be laid.
                Target::Line { hits, .. } if self.catches_enemies(at, hits) => (1, false),
                _ => return None,
            };
            let judged = self.judge_on(at, target);
            (self.lets(What::PreparedAbility(at), target)
                && self.holds_for(ability, knows_target.then_some(target))
                && judged.is_worth_it())
            .then_some(reach)
        })
    }

    /// Returns whether an area or a line of an ability falls on enemies (SB-35).
    fn catches_enemies(&self, at: u8, hits: Hits) -> bool {
        hits == Hits::All
            || harms(self.rules, &self.rules.unit(self.unit).skills[at as usize].ability.effects[0])
    }

    /// D-05: whether its tactic ever takes this action against an enemy.
    fn lets(&self, what: What, enemy: UnitId) -> bool {
        let (rules, state, unit) = (self.rules, self.state, self.unit);
        match rules.unit(unit).aim.action.choose(|fact| rules.fact(state, unit, Some(enemy), fact)) {
            ActionChoice::StandardOnly => what == What::Standard,
            ActionChoice::Priorities(order) => {
                let place = match what {
                    What::Standard => 0,
                    What::PreparedAbility(at) => usize::from(at) + 1,
                };
                ranked(order).any(|ranked| ranked == place)
            }
            ActionChoice::Best | ActionChoice::AbilityFirst => true,
        }
    }

    /// D-03: the living enemies that it can reach and affect with an action that its tactic lets it take.
    pub(crate) fn candidates(&self) -> UnitSet {
        let can =
            |enemy: &UnitId| self.can_strike(*enemy) || self.skills().any(|at| self.is_legal(at, *enemy));
        self.state.living(self.rules.enemies(self.unit)).filter(can).collect()
    }

    /// Returns whether it may make a Standard Attack on this enemy to effect.
    fn can_strike(&self, enemy: UnitId) -> bool {
        self.can_attack()
            && self.lets(What::Standard, enemy)
            && self.can_reach(enemy, self.own as u16)
            && self.judge_standard(enemy).is_worth_it()
    }

    /// Returns whether an ability against an enemy can be used on this one to effect.
    pub(crate) fn is_legal(&self, at: u8, enemy: UnitId) -> bool {
        let ability = &self.rules.unit(self.unit).skills[at as usize].ability;
        ability.falls_on() == Target::Enemy && self.is_of_use(at, enemy)
    }

    /// Returns whether an ability is of use against an enemy that is in its range from a square of the reach.
    pub(crate) fn is_of_use(&self, at: u8, enemy: UnitId) -> bool {
        let ability = &self.rules.unit(self.unit).skills[at as usize].ability;
        self.lets(What::PreparedAbility(at), enemy)
            && self.can_reach(enemy, self.range_of(ability))
            && self.holds_for(ability, Some(enemy))
            && self.judge_on(at, enemy).is_worth_it()
    }

    /// D-03 without chance: `random` is left to the caller, and counts as `first` here.
    pub(crate) fn target(&self, candidates: UnitSet) -> Option<UnitId> {
        let (rules, state, unit) = (self.rules, self.state, self.unit);
        let plan = &rules.unit(unit).tactics.target;
        let aim = plan.choose(|fact| rules.fact(state, unit, None, fact));
        self.target_by(aim, candidates, rules.unit(unit).kind)
    }

    /// The choice of one tactic among candidates.
    pub(crate) fn target_by(&self, aim: Aim, candidates: UnitSet, kind: DamageKind) -> Option<UnitId> {
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

    /// Returns the expected result of its best action against one enemy (D-05); `None` if it has none.
    fn against(&self, enemy: UnitId) -> Option<Judged> {
        let standard = self.can_strike(enemy).then(|| (self.judge_standard(enemy), 0));
        let skills = self.skills().filter(|&at| self.is_legal(at, enemy));
        let all = standard.into_iter().chain(skills.map(|at| (self.judge_on(at, enemy), self.cost_of(at))));
        // Of equals the first.
        all.min_by_key(|(judged, cost)| (Reverse(judged.gain), *cost)).map(|best| best.0)
    }

    /// D-09: whom an ability for an ally is used on.
    pub(crate) fn ally_for(&self, at: u8, range: u16) -> Option<UnitId> {
        self.needy(at, |ally| ally == self.unit || self.can_reach(ally, range))
    }

    /// D-09: who of those that are meant needs an ability for an ally most.
    pub(crate) fn needy(&self, at: u8, is_meant: impl Fn(UnitId) -> bool) -> Option<UnitId> {
        let (rules, state, unit) = (self.rules, self.state, self.unit);
        let ability = &rules.unit(unit).skills[at as usize].ability;
        let revives = ability.effects.iter().any(|effect| matches!(effect, Effect::Revive(_)));
        let all = rules.allies(unit);
        let whom = if revives { all.and(state.down) } else { state.living(all) };
        let knows_target = ability.falls_on() == Target::Ally;
        let needs = |ally: &UnitId| {
            is_meant(*ally)
                && self.holds_for(ability, knows_target.then_some(*ally))
                && self.judge_on(at, *ally).gain.is_positive()
        };
        let mut needy = whom.filter(needs);
        if revives {
            let free = |ally: &UnitId| {
                rules.board.is_none() || !rules.is_taken(state, state.unit(*ally).at, Some(*ally))
            };
            return needy.find(free);
        }
        rules.by_need(state, unit, needy.collect())
    }
}

impl Stonebound {
    /// D-09: of units of its side that need help the one whom a unit helps.
    pub(crate) fn by_need(&self, state: &State, unit: UnitId, needy: UnitSet) -> Option<UnitId> {
        let plan = &self.unit(unit).tactics.heal;
        match plan.choose(|fact| self.fact(state, unit, None, fact)) {
            Heal::LowestShare => needy.min_by(|a, b| {
                let share = |unit: &UnitId| (i64::from(state.unit(*unit).hp), i64::from(self.unit(*unit).hp));
                let ((a, of_a), (b, of_b)) = (share(a), share(b));
                (a * of_b).cmp(&(b * of_a))
            }),
            Heal::Listed => needy.into_iter().next(),
            Heal::Priorities(order) => {
                let first = self.allies(unit).first().0;
                ranked(order).map(|place| UnitId(first + place as u8)).find(|&ally| needy.has(ally))
            }
        }
    }
}

impl<'a, C: Chance, O: Observer<Stonebound>> Play<'a, C, O> {
    /// D-03 with chance: whom a unit turns on among these.
    pub(crate) fn pick_target(
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
