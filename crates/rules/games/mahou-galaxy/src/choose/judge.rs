//! The judgement of an ability before its use: whom it reaches, its chances and its worth (MG-65, MG-74,
//! MG-81, MG-D18).

use crate::board::Board;
use crate::choose::odds::{steps, whole};
use crate::choose::{AttackOption, With};
use crate::data::setup::{RollName, Stat};
use crate::data::vocabulary::{
    Ability, Act, ContestTie, DrainKind, Effect, Element, HealWhat, Hits, On, OpposeResult, Reach, Resolve,
};
use crate::dice::draws::{Contest, Guard, Pool, Wound};
use crate::dice::{Die, Distribution, Formula};
use crate::rules::numbers::RollContext;
use crate::state::{CASTING, Mood, State, UNROLLED};
use crate::{MahouGalaxy, PreparedAbility};
use fray_engine::roster::{UnitId, UnitSet};

/// The expected result of an ability on one unit.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Judged {
    /// HP taken off a foe or given back to a friend, less harm to the own side.
    pub(crate) worth: f64,
    /// Whether some other effect changes something for the better.
    changes: bool,
    /// Whether one changes something for the worse.
    harms: bool,
}

impl Judged {
    /// HP taken off a foe or given back to a friend.
    pub(crate) fn of(worth: f64) -> Self {
        Self { worth, ..Self::default() }
    }

    /// Something else that changes, for the better or for the worse.
    pub(crate) fn change(is_better: bool) -> Self {
        Self { changes: is_better, harms: !is_better, ..Self::default() }
    }

    /// All of it with this chance.
    pub(crate) fn times(self, chance: f64) -> Self {
        if chance > 0.0 { Self { worth: chance * self.worth, ..self } } else { Self::default() }
    }

    /// Returns the expected result of both.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            worth: self.worth + other.worth,
            changes: self.changes || other.changes,
            harms: self.harms || other.harms,
        }
    }

    /// Returns whether something changes for the better and something for the worse: one more change adds nothing.
    pub(crate) fn is_mixed(self) -> bool {
        self.changes && self.harms
    }

    /// Returns whether a use may be worth it for this unit's sake.
    pub(crate) fn is_wanted(self) -> bool {
        steps(self.worth) > 0 || self.changes
    }

    /// Returns whether it is useful (MG-D18).
    pub(crate) fn is_useful(self) -> bool {
        steps(self.worth) > 0 || steps(self.worth) == 0 && self.changes && !self.harms
    }
}

impl PreparedAbility {
    /// MG-D4: the mean of the hit points that it gives back, rounded down.
    pub(crate) fn mean_healing(&self) -> i32 {
        let healing = |(act, total): (&Act, &Option<(Formula, Distribution)>)| match &act.effect {
            Effect::Heal { what: HealWhat::Hp, flat, .. } => {
                total.as_ref().map_or(0.0, |it| it.1.mean()) + f64::from(*flat)
            }
            _ => 0.0,
        };
        whole(self.ability.effects.iter().zip(&self.totals).map(healing).sum())
    }
}

impl MahouGalaxy {
    pub(crate) fn knack(&self, unit: UnitId, at: usize) -> &PreparedAbility {
        &self.unit(unit).skills_of[at]
    }

    /// MG-74: whom an area may hit, wherever it lies.
    pub(crate) fn open_to(&self, state: &State, unit: UnitId, hits: Hits) -> UnitSet {
        let all = state.present(self.everyone);
        match hits {
            Hits::All => all,
            Hits::Enemies => all.and(self.enemies(unit)),
            Hits::Allies => all.and(self.allies(unit)),
        }
    }

    /// Returns whether a cell lies within the feet of an ability: a bound that asks for no line.
    pub(crate) fn may_reach_cell(&self, board: &Board, from: u32, ability: &Ability, cell: u32) -> bool {
        match ability.range {
            Reach::Sight => true,
            Reach::Feet(feet) => board.distance(from, cell) <= i32::from(feet).max(5),
        }
    }

    /// Returns whether the ability reaches a cell of the map.
    pub(crate) fn reaches_cell(&self, board: &Board, from: u32, ability: &Ability, cell: u32) -> bool {
        let near = match ability.range {
            Reach::Sight => board.sees(from, cell),
            Reach::Feet(feet) => board.distance(from, cell) <= i32::from(feet).max(5),
        };
        near && (!ability.needs_sight || board.sees(from, cell))
    }

    /// Returns whether the ability reaches a unit.
    pub(crate) fn in_range(&self, state: &State, unit: UnitId, ability: &Ability, target: UnitId) -> bool {
        let sees = !ability.needs_sight || self.sees(state, unit, target);
        let near = match ability.range {
            Reach::Sight => self.sees(state, unit, target),
            Reach::Feet(feet) => self.distance(state, unit, target) <= i32::from(feet).max(5),
        };
        sees && near || target == unit
    }

    /// The chance that an ability is cast, and that it works on a target.
    fn chance_of(
        &self,
        state: &State,
        unit: UnitId,
        ability: &Ability,
        target: UnitId,
        offhand: bool,
    ) -> (f64, f64) {
        let cast = self
            .cast_pool(state, unit, ability, UnitSet::one(target), offhand)
            .map_or(1.0, |(pool, bar)| self.odds.at_least(&pool, bar));
        let works = match ability.resolve {
            Resolve::Auto => 1.0,
            Resolve::Attack(_) => {
                let swing = self.ability_swing(state, unit, ability, target, offhand);
                swing.map_or(0.0, |swing| self.odds.at_least(&swing.pool, swing.n))
            }
            Resolve::Oppose(oppose) => {
                let resists = self.plain(state, target, oppose.stat, 1);
                1.0 - self.odds.at_least(&resists, oppose.number.into())
            }
            Resolve::Contest(contest) => {
                let least = if contest.tie == ContestTie::Mine { 0 } else { 1 };
                let mine = self.plain(state, unit, contest.mine.stat, contest.mine.dice.into());
                let theirs = self.plain(state, target, contest.theirs.stat, contest.theirs.dice.into());
                self.odds.wins_by(&Contest { mine, theirs, least: least - 1 }, least)
            }
        };
        (cast, works)
    }

    /// The chance that the attack roll of an ability is a critical hit (MG-36).
    fn chance_of_critical(
        &self,
        state: &State,
        unit: UnitId,
        ability: &Ability,
        target: UnitId,
        offhand: bool,
    ) -> f64 {
        let swing = self.ability_swing(state, unit, ability, target, offhand);
        let swing = swing.filter(|swing| swing.criticals);
        swing.map_or(0.0, |swing| self.odds.at_least(&swing.pool, 2 * swing.n.max(1)))
    }

    /// MG-04, MG-06: a roll that is no skill roll and has no name, so that nothing lets it explode on two faces.
    pub(crate) fn plain(&self, state: &State, unit: UnitId, stat: Stat, dice: i32) -> Pool {
        let die = self.plain_die(state, unit, stat);
        let what = RollContext { skill: false, hand: false, in_line: false };
        Pool::new(die, dice, -self.penalty(state, unit, what))
    }

    /// MG-62: whether using an ability on a unit is in line with what distracts the user: of a spell, if no
    /// attack was baited.
    fn cast_in_line(&self, state: &State, unit: UnitId, ability: &Ability, target: UnitId) -> bool {
        let it = state.unit(unit);
        let is_free = it.narrowed == 0 || it.narrowed == CASTING && ability.cast.is_some();
        it.mood == Mood::Infuriated && it.by == target && is_free
    }

    pub(crate) fn cast_pool(
        &self,
        state: &State,
        unit: UnitId,
        ability: &Ability,
        on: UnitSet,
        offhand: bool,
    ) -> Option<(Pool, i32)> {
        let cast = ability.cast?;
        let less = if offhand && ability.hands_rule { 1 } else { 0 };
        let dice = self.skill(state, unit, cast.skill) - less;
        let hand = ability.cost.hand + ability.cost.primary > 0;
        let in_line = on.into_iter().any(|target| self.cast_in_line(state, unit, ability, target));
        let what = RollContext { skill: true, hand, in_line };
        let pool = self.pool(state, unit, (cast.stat, RollName::Cast), dice, cast.mods.into(), what);
        Some((pool, cast.difficulty.into()))
    }

    pub(crate) fn ability_swing(
        &self,
        state: &State,
        unit: UnitId,
        ability: &Ability,
        target: UnitId,
        offhand: bool,
    ) -> Option<AttackOption> {
        let Resolve::Attack(roll) = ability.resolve else { return None };
        let less = if offhand && ability.hands_rule { 1 } else { 0 };
        let dice = self.skill(state, unit, roll.skill) - less;
        let hand = ability.cost.hand + ability.cost.primary > 0;
        let in_line = self.attack_in_line(state, unit, target, roll.stance)
            || self.cast_in_line(state, unit, ability, target);
        let what = RollContext { skill: true, hand, in_line };
        let pool = self.pool(state, unit, (roll.stat, RollName::Cast), dice, roll.mods.into(), what);
        let n = self.target_number(state, unit, target, roll.stance);
        let criticals = roll.crit && self.unit(unit).facets.has(roll.skill);
        Some(AttackOption {
            with: With::Grapple,
            stance: roll.stance,
            pool,
            n,
            criticals,
            worth: 0.0,
            rolled: 0.0,
        })
    }

    /// The mean of damage of an effect past the soak of a target, at most what it can lose.
    fn effect_damage(
        &self,
        state: &State,
        unit: UnitId,
        at: usize,
        place: usize,
        target: UnitId,
        halved: bool,
    ) -> f64 {
        let knack = self.knack(unit, at);
        let (Effect::Damage { flat, ignore_soak, .. }, Some((formula, distribution))) =
            (&knack.ability.effects[place].effect, &knack.totals[place])
        else {
            return 0.0;
        };
        let soak = if *ignore_soak { 0 } else { self.expected_soak(state, target) };
        let most = self.toughness(state, target).max(0);
        let wound = Wound {
            formula,
            distribution,
            flat: (*flat).into(),
            size: 0,
            times: 1,
            guard: Guard::Pool(soak),
            toughness: most,
            whole: false,
        };
        wound.mean_of_part(soak, halved, self.shielded(state, target, knack.ability.element))
    }

    /// MG-D18: the mean of the hit points that an effect of healing really gives back to a unit that lacks
    /// `missing`.
    fn mean_given(&self, unit: UnitId, at: usize, place: usize, flat: i32, missing: i32) -> f64 {
        let missing = missing.max(0);
        match &self.knack(unit, at).totals[place] {
            Some((_, rolled)) => rolled.above(missing - flat) - rolled.above(-flat),
            None => f64::from(flat.clamp(0, missing)),
        }
    }

    /// Quarters of damage of an element that a unit's shields leave (the best of them).
    pub(crate) fn shielded(&self, state: &State, unit: UnitId, element: Element) -> i32 {
        if self.lasting.is_empty() || element == Element::None {
            return 4;
        }
        let of = |effect: &Effect| match effect {
            Effect::ElementShield { element: of, quarters } if *of == element => Some(i32::from(*quarters)),
            _ => None,
        };
        let found: Vec4 = self.effects_on(state, unit).filter_map(of).collect();
        found.0
    }

    /// MG-D18: the expected result of an ability on a set of units.
    pub(crate) fn value(&self, state: &State, unit: UnitId, at: usize, on: UnitSet, offhand: bool) -> Judged {
        let ability = &self.knack(unit, at).ability;
        let mut judged = Judged::default();
        for target in on {
            let ally = self.is_ally(unit, target);
            let (cast, works) = self.chance_of(state, unit, ability, target, offhand);
            let halves = matches!(ability.resolve, Resolve::Oppose(oppose) if oppose.result == Some(OpposeResult::Half));
            for (place, act) in ability.effects.iter().enumerate() {
                let p = match act.on {
                    Some(On::Fail) => 1.0 - cast,
                    Some(On::Always) => cast,
                    Some(On::Resisted) => cast * (1.0 - works),
                    Some(On::Crit) => cast * self.chance_of_critical(state, unit, ability, target, offhand),
                    _ => cast * works,
                };
                match &act.effect {
                    Effect::Damage { .. } => {
                        let mut mean = p * self.effect_damage(state, unit, at, place, target, false);
                        if halves {
                            mean += cast
                                * (1.0 - works)
                                * self.effect_damage(state, unit, at, place, target, true);
                        }
                        judged.worth += if ally { -mean } else { mean };
                        judged.harms |= ally && steps(mean) > 0;
                    }
                    Effect::Heal { what: HealWhat::Hp, flat, .. } if ally => {
                        let missing = self.unit(target).hp_max - state.unit(target).hp;
                        judged.worth += p * self.mean_given(unit, at, place, (*flat).into(), missing);
                    }
                    // Who is out can only be healed.
                    _ if !state.is_in(target) => {}
                    // MG-66: terrain is laid on cells, whoever is there.
                    Effect::Terrain(_) => {}
                    effect if p > 0.0 => match self.betters(state, unit, at, place, target, effect) {
                        Some(true) => judged.changes = true,
                        Some(false) => judged.harms = true,
                        None => {}
                    },
                    _ => {}
                }
            }
        }
        judged
    }

    /// MG-78, MG-D4: the allies of a unit who are out and whom an ability brings back: by the mean of its healing,
    /// rounded down.
    pub(crate) fn revivable(&self, state: &State, unit: UnitId, at: usize) -> UnitSet {
        if !self.heals {
            return UnitSet::default();
        }
        let mean = self.knack(unit, at).mean_healing();
        let comes_back = |it: &UnitId| {
            let them = state.unit(*it);
            let has_magic = them.mp >= -self.stat(state, *it, Stat::Int).max(0);
            mean > 0 && them.hp + mean > self.limit(state, *it) && has_magic
        };
        self.allies(unit).and(state.out).filter(comes_back).collect()
    }

    /// Returns whether an effect is good for a unit.
    pub(crate) fn is_friendly(&self, effect: &Effect, target: UnitId) -> bool {
        match effect {
            Effect::Heal { .. }
            | Effect::Grant { .. }
            | Effect::Stand {}
            | Effect::Teleport { .. }
            | Effect::Summon { .. }
            | Effect::ResetSoak {}
            | Effect::SetSoak { .. }
            | Effect::ExplodeTwo { .. } => true,
            Effect::Modify { amount, .. } => *amount > 0,
            Effect::ElementShield { quarters, .. } => *quarters < 4,
            Effect::ReplaceDie { stat, faces, plus } => {
                let other = Die::of_faces(*faces, i32::from(*plus), self.dice);
                steps(other.mean()) > steps(self.unit(target).die(*stat, self.dice).mean())
            }
            _ => false,
        }
    }

    /// Returns whether an effect changes something on the right side, on the wrong one, or nothing.
    fn betters(
        &self,
        state: &State,
        unit: UnitId,
        at: usize,
        place: usize,
        target: UnitId,
        effect: &Effect,
    ) -> Option<bool> {
        let ally = self.is_ally(unit, target);
        let it = state.unit(target);
        let named = &self.knack(unit, at).named[place];
        let ends = self.would_end(state, named, target);
        let friendly = match effect {
            Effect::End { .. } => ends == Some(true),
            _ => self.is_friendly(effect, target),
        };
        let borne = self.knack(unit, at).marks[place].is_some_and(|mark| self.bears(state, target, mark));
        let changes = !borne
            && match effect {
                Effect::Heal { what: HealWhat::Mp, .. } => it.mp < self.unit(target).mp_max,
                Effect::Fall {} => !it.fallen,
                Effect::Stand {} => it.fallen,
                Effect::ResetSoak {} => it.pool != UNROLLED,
                Effect::SetSoak { n } if it.pool == UNROLLED => {
                    let reaches = |soak: &Distribution, plus: i32| soak.at_least(i32::from(*n) - plus);
                    *n > 0 && self.with_soak(state, target, |_, soak, plus| reaches(soak, plus)) < 1.0
                }
                Effect::SetSoak { n } => it.pool < *n as i16,
                Effect::Debt { token, .. } => it.debts[*token as usize] == 0,
                Effect::Grant { token, .. } => self.room_for(state, target, *token) > 0,
                Effect::Drain { token, .. } => match token {
                    DrainKind::Primary => it.primary,
                    DrainKind::Hand => it.n_hands() > 0,
                    DrainKind::Speak => it.speak + it.held_speak > 0,
                    DrainKind::Move => it.moves + it.held_moves > 0,
                    DrainKind::Analyze => it.analyze > 0,
                    DrainKind::Escape => it.escape > 0,
                },
                Effect::Drop { .. } => self.item_to_drop(state, named, target).is_some(),
                Effect::MoveTarget { feet, direction } => {
                    self.would_move(state, unit, target, (*feet).into(), *direction)
                }
                Effect::Teleport { feet } => self.landing(state, target, (*feet).into()).is_some(),
                Effect::End { .. } => ends.is_some(),
                Effect::Summon { .. } => !self.waiting(state, unit, at, place).is_empty(),
                Effect::Hold { .. } => self.may_hold(state, unit, target),
                // What is there once is not there twice, whichever ability laid it.
                Effect::Blind {} => !self.is_blind(state, target) && self.needs_eyes(target),
                Effect::Immobile {} => !self.is_frozen(state, target),
                Effect::Silence {} => !self.is_silent(state, target) && self.needs_voice(target),
                Effect::ExplodeTwo { rolls } => {
                    RollName::ALL.into_iter().any(|roll| rolls.has(roll) && !self.on_two(state, target, roll))
                }
                Effect::Distract { kind, .. } => {
                    it.distraction() == 0 && self.is_open_to(unit, target, *kind)
                }
                _ => true,
            };
        changes.then_some(friendly == ally)
    }
}

/// The least number of quarters found, or all four.
struct Vec4(i32);

impl FromIterator<i32> for Vec4 {
    fn from_iter<I: IntoIterator<Item = i32>>(all: I) -> Self {
        Self(all.into_iter().reduce(i32::min).unwrap_or(4))
    }
}
