//! Whom a unit turns on, what it does and from where (D-03, D-04, D-05, D-08, D-09, D-12).

use super::attack::Blow;
use super::judge::{Judged, SAME};
use super::moves::Reach;
use super::state::State;
use super::tactics::{ActionChoice, Heal, MoveChoice, Poisoned, Target as Aim};
use super::vocabulary::{Ability, ActionUse, Ban, DamageKind, Effect, Stat, Status, Target};
use super::{Play, Stonebound, by};
use crate::declare::tactics::ranked;
use crate::engine::draw::{Chance, Purpose};
use crate::engine::observe::Observer;
use crate::engine::roster::{UnitId, UnitSet};

/// An action that a unit may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// The Standard Attack.
    Standard,
    /// One of its abilities.
    Skill(u8),
}

/// An action with whom it falls on and where the unit stands for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) what: What,
    /// For whom it is; of an area nobody.
    pub(super) target: Option<UnitId>,
    /// Whom it falls on.
    pub(super) targets: UnitSet,
    /// Where the unit goes for it; of a teleport where it arrives.
    pub(super) to: u16,
    pub(super) range: u16,
    pub(super) judged: Judged,
    pub(super) cost: u8,
}

/// Who decides, with what it can reach.
pub(super) struct Mind<'a> {
    pub(super) rules: &'a Stonebound,
    pub(super) state: &'a State,
    pub(super) unit: UnitId,
    /// `None` without a board.
    pub(super) reach: Option<Reach<'a>>,
    pub(super) own: i32,
    bans: super::vocabulary::Bans,
    silenced: bool,
}

impl Stonebound {
    /// A unit that decides; `mv` is what it can still move.
    pub(super) fn mind<'a>(&'a self, state: &'a State, unit: UnitId, mv: u16) -> Mind<'a> {
        Mind {
            rules: self,
            state,
            unit,
            reach: self.reach(state, unit, mv),
            own: self.stat(state, unit, Stat::Rng),
            bans: self.bans(state, unit),
            silenced: self.stacks(state, unit, Status::SILENCE) > 0,
        }
    }

    /// How far a unit may move by its tactics: not at all where it holds (D-04), or is poisoned and stays (D-08).
    pub(super) fn wants_mv(&self, state: &State, unit: UnitId, stage: u8) -> u16 {
        if self.board.is_none() {
            return 0;
        }
        let fact = |fact| self.fact(state, unit, self.nearest_by_air(state, unit), fact);
        let holds = self.unit(unit).aim.moves.choose(fact) == MoveChoice::Hold;
        let poisoned = state.unit(unit).stacks[Status::POISON.idx()] > 0
            && self.unit(unit).tactics.poisoned.choose(fact) == Poisoned::Never;
        if holds || poisoned { 0 } else { self.mv_at(state, unit, stage) }
    }

    fn nearest_by_air(&self, state: &State, unit: UnitId) -> Option<UnitId> {
        state.living(self.enemies(unit)).min_by_key(|&enemy| self.distance(state, unit, enemy))
    }

    /// D-02: the highest chance of a unit's choice to bring an enemy to 0; the `random` of D-03 counts as the
    /// first of the list.
    pub(super) fn kill_chance(&self, state: &State, unit: UnitId) -> f64 {
        let stage = state.unit(unit).stacks[Status::FREEZE.idx()];
        let mind = self.mind(state, unit, self.wants_mv(state, unit, stage));
        let candidates = mind.candidates();
        let Some(target) = mind.target(candidates) else { return 0.0 };
        mind.decide(Some(target), &mut |_, _| true).map_or(0.0, |choice| choice.judged.kill)
    }
}

impl<'a> Mind<'a> {
    /// Whether a unit is in range from some square of the reach.
    fn can_reach(&self, target: UnitId, range: u16) -> bool {
        self.reach.as_ref().is_none_or(|reach| reach.can_reach(self.state, self.state.unit(target).at, range))
    }

    pub(super) fn range_of(&self, ability: &Ability) -> u16 {
        Stonebound::range(ability.range, self.own)
    }

    /// Whether it may make a Standard Attack.
    fn swings(&self) -> bool {
        self.own > 0 && !self.bans.has(Ban::Attack)
    }

    /// SB-06, SB-08, SB-49, SB-55: whether an ability may be used now and can be paid.
    pub(super) fn is_usable(&self, at: u8) -> bool {
        let ability = &self.rules.unit(self.unit).skills[at as usize].ability;
        let it = self.state.unit(self.unit);
        ability.is_used()
            && !self.silenced
            && !self.bans.has(Ban::Ability)
            && ability.uses.is_none_or(|most| it.uses[at as usize] < most)
            && !(ability.use_once && it.once >> at & 1 != 0)
            && self.rules.payment(self.state, self.unit, ability).is_some()
    }

    fn holds_for(&self, ability: &Ability, target: Option<UnitId>) -> bool {
        let fact = |fact| self.rules.fact(self.state, self.unit, target, fact);
        ability.when.as_ref().is_none_or(|when| when.holds(fact))
    }

    /// The abilities of the Attack/Ability action.
    fn skills(&self) -> impl Iterator<Item = u8> + '_ {
        let skills = &self.rules.unit(self.unit).skills;
        (0..skills.len() as u8).filter(move |&at| {
            skills[at as usize].ability.takes() == ActionUse::AttackAbility && self.is_usable(at)
        })
    }

    fn judge_standard(&self, target: UnitId) -> Judged {
        let blow: Blow<'_> = self.rules.free_attack(self.unit);
        self.rules.judge_blow(self.state, &blow, target)
    }

    fn judge_on(&self, at: u8, target: UnitId) -> Judged {
        self.rules.judge_skill(self.state, self.unit, at, UnitSet::one(target))
    }

    fn is_against_enemy(&self, at: u8) -> bool {
        self.rules.unit(self.unit).skills[at as usize].ability.falls_on() == Target::Enemy
    }

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
    fn is_legal(&self, at: u8, enemy: UnitId) -> bool {
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
        let best = |value: &dyn Fn(UnitId) -> f64| {
            let mut best: Option<(UnitId, f64)> = None;
            for enemy in candidates {
                let now = value(enemy);
                if best.is_none_or(|best| now > best.1 + SAME) {
                    best = Some((enemy, now));
                }
            }
            best
        };
        let hp = |enemy: &UnitId| state.unit(*enemy).hp;
        Some(match aim {
            Aim::First | Aim::Random => candidates.first(),
            Aim::Weakest => candidates.min_by_key(hp)?,
            Aim::MostDamage => {
                candidates.min_by_key(|enemy| (rules.defence(state, *enemy, kind), hp(enemy)))?
            }
            Aim::Nearest => {
                let near = |&enemy: &UnitId| {
                    let range = self.could_affect(enemy).unwrap_or(1);
                    (rules.walk(state, unit, enemy, range), rules.distance(state, unit, enemy))
                };
                candidates.min_by_key(near)?
            }
            Aim::HighestAtk => {
                candidates.min_by_key(|enemy| core::cmp::Reverse(rules.present_atk(state, *enemy)))?
            }
            Aim::Same => {
                let last = UnitId(state.unit(unit).last.saturating_sub(1));
                if state.unit(unit).last > 0 && candidates.has(last) { last } else { candidates.first() }
            }
            Aim::KillIfPossible => best(&|enemy| self.against(enemy).kill)
                .filter(|best| best.1 > SAME)
                .map_or(candidates.first(), |best| best.0),
            Aim::Net => best(&|enemy| self.against(enemy).gain)?.0,
        })
    }

    /// What its best action against one enemy comes to.
    fn against(&self, enemy: UnitId) -> Judged {
        let mut best = Judged { gain: f64::NEG_INFINITY, ..Judged::default() };
        if self.swings() && self.can_reach(enemy, self.own as u16) {
            best = self.judge_standard(enemy);
        }
        for at in self.skills() {
            if self.is_legal(at, enemy) {
                let judged = self.judge_on(at, enemy);
                if judged.gain > best.gain + SAME {
                    best = judged;
                }
            }
        }
        best
    }

    /// D-05: what it does. `may` is asked of each option before it is taken.
    pub(super) fn decide(
        &self,
        target: Option<UnitId>,
        may: &mut dyn FnMut(What, &Judged) -> bool,
    ) -> Option<Choice> {
        let (rules, state, unit) = (self.rules, self.state, self.unit);
        let plan = &rules.unit(unit).aim.action;
        let standard = target.and_then(|target| self.standard(target));
        let mut best: Option<Choice> = None;
        let skill_of = |at: u8| self.option(at, target);
        let tactic = plan.choose(|fact| rules.fact(state, unit, target, fact));
        if let ActionChoice::Priorities(order) = tactic {
            for place in ranked(order) {
                let choice = match place {
                    0 => standard,
                    n => self.skills().find(|&at| usize::from(at) + 1 == n).and_then(skill_of),
                };
                let is_good = |choice: &Choice| choice.judged.affects && choice.judged.gain > -SAME;
                if let Some(choice) = choice.filter(is_good)
                    && may(choice.what, &choice.judged)
                {
                    return Some(choice);
                }
            }
            return None;
        }
        if tactic != ActionChoice::StandardOnly {
            for at in self.skills() {
                let Some(choice) = skill_of(at) else { continue };
                if may(choice.what, &choice.judged) && is_better(&choice, best.as_ref()) {
                    best = Some(choice);
                }
            }
            if tactic == ActionChoice::AbilityFirst && best.is_some_and(|best| best.judged.gain > SAME) {
                return best;
            }
        }
        if tactic == ActionChoice::AbilityFirst {
            best = None;
        }
        if let Some(standard) = standard
            && may(What::Standard, &standard.judged)
            // The [Standard Attack] goes before abilities that gain as much and cost as little.
            && best.is_none_or(|best| {
                let more = standard.judged.gain - best.judged.gain;
                more > SAME || more > -SAME && best.cost >= standard.cost
            })
        {
            best = Some(standard);
        }
        best.filter(is_used)
    }

    fn standard(&self, target: UnitId) -> Option<Choice> {
        let range = self.own as u16;
        if !self.swings() || !self.can_reach(target, range) {
            return None;
        }
        let judged = self.judge_standard(target);
        Some(Choice {
            what: What::Standard,
            target: Some(target),
            targets: UnitSet::one(target),
            to: self.square_for(target, range),
            range,
            judged,
            cost: 0,
        })
    }

    /// What an ability would be used on.
    pub(super) fn option(&self, at: u8, target: Option<UnitId>) -> Option<Choice> {
        let (rules, state, unit) = (self.rules, self.state, self.unit);
        let ability = &rules.unit(unit).skills[at as usize].ability;
        let range = self.range_of(ability);
        let stays = state.unit(unit).at;
        let pays = rules.sides[rules.side_of(unit)].pays;
        let cost = ability.cost.filter(|_| pays).map_or(0, |cost| cost.n);
        let make = |target: Option<UnitId>, targets: UnitSet, to: u16| {
            let judged = rules.judge_skill(state, unit, at, targets);
            Choice { what: What::Skill(at), target, targets, to, range, judged, cost }
        };
        match ability.falls_on() {
            Target::Enemy => {
                let target = match target.filter(|&target| self.is_legal(at, target)) {
                    Some(target) => target,
                    None => {
                        let legal: UnitSet = state
                            .living(rules.enemies(unit))
                            .filter(|&enemy| self.is_legal(at, enemy))
                            .collect();
                        self.target(legal)?
                    }
                };
                Some(make(Some(target), UnitSet::one(target), self.square_for(target, range)))
            }
            Target::Ally => {
                let target = self.ally_for(at, range)?;
                let to = if target == unit { stays } else { self.square_for(target, range) };
                Some(make(Some(target), UnitSet::one(target), to))
            }
            Target::Itself | Target::Attacker => {
                self.holds_for(ability, None).then(|| make(Some(unit), UnitSet::one(unit), stays))
            }
            Target::EmptySquare => {
                let to = self.arrival(target, range)?;
                self.holds_for(ability, None).then(|| make(Some(unit), UnitSet::one(unit), to))
            }
            Target::AllAllies | Target::AllEnemies => {
                let whom = match ability.falls_on() {
                    Target::AllAllies => rules.allies(unit),
                    _ => rules.enemies(unit),
                };
                // From where D-04 sends the unit for its target, or from where it stands.
                let to = match target {
                    Some(target)
                        if ability.falls_on() == Target::AllEnemies && self.can_reach(target, range) =>
                    {
                        self.square_for(target, range)
                    }
                    _ => stays,
                };
                let near = |other: &UnitId| match &rules.board {
                    Some(board) => *other == unit || board.in_range(to, state.unit(*other).at, range),
                    None => true,
                };
                let targets: UnitSet = state.living(whom).filter(near).collect();
                (!targets.is_empty() && self.holds_for(ability, target)).then(|| make(None, targets, to))
            }
            Target::Area { .. } | Target::Line { .. } => {
                self.holds_for(ability, None).then_some(())?;
                self.placement(at, range, cost)
            }
        }
    }

    /// D-09: whom an ability for an ally is used on.
    fn ally_for(&self, at: u8, range: u16) -> Option<UnitId> {
        let (rules, state, unit) = (self.rules, self.state, self.unit);
        let ability = &rules.unit(unit).skills[at as usize].ability;
        let revives = ability.effects.iter().any(|effect| matches!(effect, Effect::Revive(_)));
        let all = rules.allies(unit);
        let whom = if revives { all.and(state.down) } else { state.living(all) };
        let needs = |ally: &UnitId| {
            (*ally == unit || self.can_reach(*ally, range))
                && self.holds_for(ability, Some(*ally))
                && rules.judge_skill(state, unit, at, UnitSet::one(*ally)).gain > SAME
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

/// D-05: an option without a gain is used only where it wears somebody down and catches no own unit.
fn is_used(choice: &Choice) -> bool {
    let judged = &choice.judged;
    judged.gain > SAME || judged.gain > -SAME && judged.affects && !judged.hits_own
}

/// Whether an ability gains more than another, or as much with fewer stones.
fn is_better(choice: &Choice, best: Option<&Choice>) -> bool {
    best.is_none_or(|best| {
        let more = choice.judged.gain - best.judged.gain;
        more > SAME || more > -SAME && choice.cost < best.cost
    })
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
