//! The actions that a unit can take, and the choice among them (D-05, D-08). Targets stand in `target`,
//! squares to act from in `place`.

pub(crate) mod judge;
pub(crate) mod moves;
pub(crate) mod place;
pub(crate) mod target;
pub(crate) mod worth;

use core::cmp::Reverse;

use crate::Stonebound;
use crate::choose::judge::Judged;
use crate::choose::moves::ReachQuery;
use crate::data::tactics::{ActionChoice, MoveChoice, Poisoned};
use crate::data::vocabulary::{Ability, ActionUse, Ban, Bans, Effect, Stat, Status, Target};
use crate::dice::centesimal::Centesimal;
use crate::rules::attacks::declared::DeclaredAttack;
use crate::state::State;
use fray_engine::roster::{UnitId, UnitSet};
use fray_kit::declare::tactics::ranked;

/// An action that a unit may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// The Standard Attack.
    Standard,
    /// One of its abilities.
    PreparedAbility(u8),
}

/// An action with whom it falls on and where the unit stands for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub(crate) what: What,
    /// For whom it is; of an area nobody.
    pub(crate) target: Option<UnitId>,
    /// The units that it falls on.
    pub(crate) targets: UnitSet,
    /// The square that the unit goes to for it; that of arrival for a teleport.
    pub(crate) to: u16,
    pub(crate) range: u16,
    pub(crate) judged: Judged,
    pub(crate) cost: u8,
}

impl Choice {
    /// D-05, `best`: the largest gain, then the fewest stones.
    fn rank(&self) -> (Centesimal, Reverse<u8>) {
        (self.judged.gain, Reverse(self.cost))
    }

    /// D-05: an option that cannot affect anybody is none; one without a gain is used only where it wears
    /// somebody down and catches no own unit.
    fn is_used(&self) -> bool {
        let judged = &self.judged;
        judged.gain.is_positive() || judged.gain.is_zero() && judged.affects && !judged.hits_own
    }
}

/// A unit that decides, with the squares that it can reach.
pub(crate) struct Mind<'a> {
    pub(crate) rules: &'a Stonebound,
    pub(crate) state: &'a State,
    pub(crate) unit: UnitId,
    /// `None` without a board.
    pub(crate) reach: Option<ReachQuery<'a>>,
    pub(crate) own: i32,
    bans: Bans,
    silenced: bool,
}

impl Stonebound {
    /// A unit that decides; `mv` is what it can still move.
    pub(crate) fn mind<'a>(&'a self, state: &'a State, unit: UnitId, mv: u16) -> Mind<'a> {
        Mind {
            rules: self,
            state,
            unit,
            reach: self.reach(state, unit, mv),
            own: self.stat(state, unit, Stat::Rng),
            bans: self.bans(state, unit),
            silenced: self.is_under(state, unit, Status::SILENCE),
        }
    }

    /// How far a unit may move by its tactics: not at all where it holds (D-04), or is poisoned and stays (D-08).
    pub(crate) fn wants_mv(&self, state: &State, unit: UnitId) -> u16 {
        if self.board.is_none() {
            return 0;
        }
        let fact = |fact| self.fact(state, unit, self.nearest_by_air(state, unit), fact);
        let holds = self.unit(unit).aim.moves.choose(fact) == MoveChoice::Hold;
        let poisoned = self.is_under(state, unit, Status::POISON)
            && self.unit(unit).tactics.poisoned.choose(fact) == Poisoned::Never;
        if holds || poisoned { 0 } else { self.present_mv(state, unit) }
    }

    pub(crate) fn nearest_by_air(&self, state: &State, unit: UnitId) -> Option<UnitId> {
        state.living(self.enemies(unit)).min_by_key(|&enemy| self.distance(state, unit, enemy))
    }

    /// D-02: the highest chance of a unit's choice to bring an enemy to 0; the `random` of D-03 counts as the
    /// first of the list.
    pub(crate) fn kill_chance(&self, state: &State, unit: UnitId) -> Centesimal {
        let mind = self.mind(state, unit, self.wants_mv(state, unit));
        let candidates = mind.candidates();
        let Some(target) = mind.target(candidates) else { return Centesimal::ZERO };
        mind.decide(Some(target), &mut |_, _| true).map_or(Centesimal::ZERO, |choice| choice.judged.kill)
    }
}

impl<'a> Mind<'a> {
    /// Returns whether a unit is in range from some square of the reach.
    pub(crate) fn can_reach(&self, target: UnitId, range: u16) -> bool {
        self.reach.as_ref().is_none_or(|reach| reach.can_reach(self.state.unit(target).at, range))
    }

    pub(crate) fn range_of(&self, ability: &Ability) -> u16 {
        Stonebound::range(ability.range, self.own)
    }

    /// Returns whether it may make a Standard Attack.
    pub(crate) fn can_attack(&self) -> bool {
        self.own > 0 && !self.bans.has(Ban::Attack)
    }

    /// SB-06, SB-08, SB-49, SB-55: whether an ability may be used now and can be paid.
    pub(crate) fn is_usable(&self, at: u8) -> bool {
        let ability = &self.rules.unit(self.unit).skills[at as usize].ability;
        let it = self.state.unit(self.unit);
        ability.is_used()
            && !self.silenced
            && !self.bans.has(Ban::Ability)
            && ability.uses.is_none_or(|most| it.uses[at as usize] < most)
            && !(ability.use_once && it.once >> at & 1 != 0)
            && self.rules.payment(self.state, self.unit, ability).is_some()
    }

    pub(crate) fn holds_for(&self, ability: &Ability, target: Option<UnitId>) -> bool {
        let fact = |fact| self.rules.fact(self.state, self.unit, target, fact);
        ability.when.as_ref().is_none_or(|when| when.holds(fact))
    }

    /// The abilities of the Attack/Ability action.
    pub(crate) fn skills(&self) -> impl Iterator<Item = u8> + '_ {
        let skills = &self.rules.unit(self.unit).skills;
        (0..skills.len() as u8).filter(move |&at| {
            skills[at as usize].ability.takes() == ActionUse::AttackAbility && self.is_usable(at)
        })
    }

    pub(crate) fn judge_standard(&self, target: UnitId) -> Judged {
        let declared: DeclaredAttack<'_> = self.rules.free_attack(self.unit);
        self.rules.judge_attack(self.state, &declared, target)
    }

    /// Returns the expected result of an ability on one unit. Effects that depend on the place are measured
    /// from the square to which D-04 sends the unit for that.
    pub(crate) fn judge_on(&self, at: u8, target: UnitId) -> Judged {
        let ability = &self.rules.unit(self.unit).skills[at as usize].ability;
        let moves = ability.effects.iter().any(|effect| matches!(effect, Effect::Push(_) | Effect::Pull(_)));
        let from = if target == self.unit || !moves {
            self.state.unit(self.unit).at
        } else {
            self.square_for(target, self.range_of(ability))
        };
        self.rules.judge_skill(self.state, self.unit, at, UnitSet::one(target), from)
    }

    /// The stones that an ability costs its side.
    pub(crate) fn cost_of(&self, at: u8) -> u8 {
        let ability = &self.rules.unit(self.unit).skills[at as usize].ability;
        let pays = self.rules.sides[self.rules.side_of(self.unit)].pays;
        ability.cost.filter(|_| pays).map_or(0, |cost| cost.n)
    }

    /// D-05: what it does. `may` is asked of each option before it is taken.
    pub(crate) fn decide(
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
                let is_good = |choice: &Choice| choice.judged.is_worth_it();
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
                let Some(choice) = skill_of(at).filter(Choice::is_used) else { continue };
                if may(choice.what, &choice.judged) && best.is_none_or(|best| choice.rank() > best.rank()) {
                    best = Some(choice);
                }
            }
            if tactic == ActionChoice::AbilityFirst && best.is_some_and(|best| best.judged.gain.is_positive())
            {
                return best;
            }
        }
        if tactic == ActionChoice::AbilityFirst {
            best = None;
        }
        if let Some(standard) = standard.filter(Choice::is_used)
            && may(What::Standard, &standard.judged)
            // The [Standard Attack] goes before abilities that gain as much and cost as little.
            && best.is_none_or(|best| standard.rank() >= best.rank())
        {
            best = Some(standard);
        }
        best
    }

    fn standard(&self, target: UnitId) -> Option<Choice> {
        let range = self.own as u16;
        if !self.can_attack() || !self.can_reach(target, range) {
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

    /// Returns the choice of an ability with its targets.
    pub(crate) fn option(&self, at: u8, target: Option<UnitId>) -> Option<Choice> {
        let (rules, state, unit) = (self.rules, self.state, self.unit);
        let ability = &rules.unit(unit).skills[at as usize].ability;
        let range = self.range_of(ability);
        let stays = state.unit(unit).at;
        let cost = self.cost_of(at);
        let make = |target: Option<UnitId>, targets: UnitSet, to: u16| {
            let judged = rules.judge_skill(state, unit, at, targets, to);
            Choice { what: What::PreparedAbility(at), target, targets, to, range, judged, cost }
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
                // From where D-04 sends the unit for its target or, if it is of no use against that from any square of
                // the reach, for another; for its own side from where the one who needs it most is in range.
                let to = match ability.falls_on() {
                    Target::AllAllies => self.ally_for(at, range),
                    _ => target.filter(|&target| self.is_of_use(at, target)).or_else(|| {
                        let others = state.living(rules.enemies(unit));
                        self.target(others.filter(|&enemy| self.is_of_use(at, enemy)).collect())
                    }),
                };
                let to = to.filter(|&to| to != unit).map_or(stays, |target| self.square_for(target, range));
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
}
