//! Abilities (MG-58, MG-64 to MG-66, MG-81): whether one is of use, its cost, its rolls and its effects.

use super::choose::{Swing, With};
use super::damage::{Blow, Source};
use super::draws::{Contest, Guard, Pool, Total, Wound};
use super::events::Event;
use super::metrics::{DryBy, FallenBy, HandDryBy, Harm, HeldBy, Metric};
use super::numbers::Purposeful;
use super::rulings::FailCost;
use super::setup::{RollName, Stance, Stat};
use super::state::{Borne, State, Turn, UNROLLED};
use super::tactics::AbilityUse;
use super::talk::ActionKind;
use super::vocabulary::{
    Ability, ContestTie, DebtKind, DrainKind, Duration, Effect, Element, GrantKind, HealWhat, Hits, On,
    OpposeResult, Reach, Resolve, Target, Timing, Uses,
};
use super::{Knack, MahouGalaxy, Play, by};
use crate::engine::draw::{Chance, Purpose};
use crate::engine::observe::{Cause, Observer};
use crate::engine::roster::{UnitId, UnitSet};

/// What came of an ability against one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Hit,
    Critical,
    Resisted,
    Halved,
}

impl MahouGalaxy {
    fn knack(&self, unit: UnitId, at: usize) -> &Knack {
        &self.unit(unit).skills_of[at]
    }

    /// Where the ability can be laid: its targets for each choice of a centre.
    fn struck(&self, state: &State, unit: UnitId, ability: &Ability, at: UnitId) -> UnitSet {
        let Some(area) = ability.area else { return UnitSet::one(at) };
        let all = state.present(self.everyone);
        let of = match area.hits {
            Hits::All => all,
            Hits::Enemies => all.and(self.enemies(unit)),
            Hits::Allies => all.and(self.allies(unit)),
        };
        of.filter(|&it| self.board.is_none() || self.distance(state, at, it) <= i32::from(area.feet))
            .collect()
    }

    /// Whether the ability reaches a unit.
    fn in_range(&self, state: &State, unit: UnitId, ability: &Ability, target: UnitId) -> bool {
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
        let cast =
            self.cast_pool(state, unit, ability, offhand).map_or(1.0, |(pool, bar)| pool.at_least(bar));
        let works = match ability.resolve {
            Resolve::Auto => 1.0,
            Resolve::Attack(_) => {
                let swing = self.ability_swing(state, unit, ability, target, offhand);
                swing.map_or(0.0, |swing| swing.pool.at_least(swing.n))
            }
            Resolve::Oppose(oppose) => {
                1.0 - self.plain(state, target, oppose.stat, 1).at_least(oppose.number.into())
            }
            Resolve::Contest(contest) => {
                let least = if contest.tie == ContestTie::Mine { 0 } else { 1 };
                let mine = self.plain(state, unit, contest.mine.stat, contest.mine.dice.into());
                let theirs = self.plain(state, target, contest.theirs.stat, contest.theirs.dice.into());
                Contest { mine, theirs, least: least - 1 }.at_least(least)
            }
        };
        (cast, works)
    }

    /// A roll that is no skill roll.
    fn plain(&self, state: &State, unit: UnitId, stat: Stat, dice: i32) -> Pool {
        let die = self.die(state, unit, stat, RollName::Cast);
        let what = Purposeful { skill: false, hand: false, in_line: false };
        Pool::new(die, dice, -self.penalty(state, unit, what))
    }

    fn cast_pool(
        &self,
        state: &State,
        unit: UnitId,
        ability: &Ability,
        offhand: bool,
    ) -> Option<(Pool, i32)> {
        let cast = ability.cast?;
        let less = if offhand && ability.hands_rule { 1 } else { 0 };
        let dice = self.skill(state, unit, cast.skill) - less;
        let hand = ability.cost.hand + ability.cost.primary > 0;
        let what = Purposeful { skill: true, hand, in_line: false };
        let pool = self.pool(state, unit, (cast.stat, RollName::Cast), dice, cast.mods.into(), what);
        Some((pool, cast.difficulty.into()))
    }

    fn ability_swing(
        &self,
        state: &State,
        unit: UnitId,
        ability: &Ability,
        target: UnitId,
        offhand: bool,
    ) -> Option<Swing> {
        let Resolve::Attack(roll) = ability.resolve else { return None };
        let less = if offhand && ability.hands_rule { 1 } else { 0 };
        let dice = self.skill(state, unit, roll.skill) - less;
        let hand = ability.cost.hand + ability.cost.primary > 0;
        let what = Purposeful { skill: true, hand, in_line: self.attack_in_line(state, unit, target) };
        let pool = self.pool(state, unit, (roll.stat, RollName::Cast), dice, roll.mods.into(), what);
        let n = self.target_number(state, unit, target, roll.stance);
        let criticals = roll.crit && self.unit(unit).facets.has(roll.skill);
        Some(Swing { with: With::Grapple, stance: roll.stance, pool, n, criticals, worth: 0.0 })
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
        let shield = f64::from(self.shielded(state, target, knack.ability.element)) / 4.0;
        let mean = if halved {
            (wound.mean_to(2 * (soak + most)) - wound.mean_to(2 * soak)) / 2.0
        } else {
            wound.mean_to(soak + most) - wound.mean_to(soak)
        };
        mean * shield
    }

    /// Quarters of damage of an element that a unit's shields leave (the best of them).
    fn shielded(&self, state: &State, unit: UnitId, element: Element) -> i32 {
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

    /// MG-D18: what an ability is worth on a set of units: HP taken off foes and given back to friends,
    /// less harm to the own side; and whether some other effect changes something for the better.
    fn value(&self, state: &State, unit: UnitId, at: usize, on: UnitSet, offhand: bool) -> (f64, bool) {
        let ability = &self.knack(unit, at).ability;
        let (mut worth, mut changes, mut harms) = (0.0, false, false);
        for target in on {
            let ally = self.is_ally(unit, target);
            let (cast, works) = self.chance_of(state, unit, ability, target, offhand);
            let halves =
                matches!(ability.resolve, Resolve::Oppose(oppose) if oppose.result == OpposeResult::Half);
            for (place, act) in ability.effects.iter().enumerate() {
                let p = match act.on {
                    Some(On::Fail) => 1.0 - cast,
                    Some(On::Always) => cast,
                    Some(On::Resisted) => cast * (1.0 - works),
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
                        worth += if ally { -mean } else { mean };
                    }
                    Effect::Heal { what: HealWhat::Hp, flat, .. } if ally => {
                        let missing = self.unit(target).hp_max - state.unit(target).hp;
                        let mean = self.knack(unit, at).totals[place].as_ref().map_or(0.0, |it| it.1.mean())
                            + f64::from(*flat);
                        worth += p * mean.min(f64::from(missing)).max(0.0);
                    }
                    effect if p > 0.0 => match self.betters(state, unit, at, place, target, effect) {
                        Some(true) => changes = true,
                        Some(false) => harms = true,
                        None => {}
                    },
                    _ => {}
                }
            }
        }
        (worth, changes && !harms)
    }

    /// Whether an effect changes something on the right side, on the wrong one, or nothing.
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
        let friendly = match effect {
            Effect::Heal { .. }
            | Effect::Grant { .. }
            | Effect::Stand {}
            | Effect::ResetSoak {}
            | Effect::SetSoak { .. }
            | Effect::ExplodeTwo { .. } => true,
            Effect::Modify { amount, .. } => *amount > 0,
            Effect::ElementShield { quarters, .. } => *quarters < 4,
            Effect::ReplaceDie { stat, faces, plus } => {
                i32::from(*faces) + i32::from(*plus) > i32::from(self.unit(target).die(*stat, self.dice).n)
            }
            _ => false,
        };
        let borne = self.knack(unit, at).marks[place].is_some_and(|mark| self.bears(state, target, mark));
        let changes = !borne
            && match effect {
                Effect::Heal { what: HealWhat::Mp, .. } => it.mp < self.unit(target).mp_max,
                Effect::Fall {} => !it.fallen,
                Effect::Stand {} => it.fallen,
                Effect::ResetSoak {} => it.pool != UNROLLED,
                Effect::SetSoak { n } => it.pool < *n as i16,
                Effect::Debt { token, .. } => it.debts[*token as usize] == 0,
                Effect::Drain { token, .. } => match token {
                    DrainKind::Hand => it.n_hands() > 0,
                    DrainKind::Speak => it.speak > 0,
                    DrainKind::Move => it.moves > 0,
                    DrainKind::Analyze => it.analyze > 0,
                    DrainKind::Escape => it.escape > 0,
                },
                Effect::Hold { .. } => state.unit(unit).holds.is_none(),
                Effect::Distract { .. } => it.distraction() == 0,
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

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// Passive abilities hold from the start.
    pub(super) fn lay_passives(&mut self) {
        let rules = self.rules;
        for unit in rules.everyone {
            for knack in
                rules.unit(unit).skills_of.iter().filter(|knack| knack.ability.timing == Timing::Passive)
            {
                for mark in knack.marks.iter().flatten() {
                    let place = unit.idx() * rules.lasting.len() + usize::from(*mark);
                    self.state.marks[place] = Borne { left: Borne::FIGHT, by: unit };
                }
            }
        }
    }

    /// MG-81: abilities at a round's start and end.
    pub(super) fn abilities_of_round(&mut self, timing: Timing) {
        let rules = self.rules;
        if rules.n_abilities == 0 {
            return;
        }
        for at in 0..rules.units.len() {
            let unit = self.state.order[at];
            let is_of = |knack: &Knack| knack.ability.timing == timing;
            if !self.state.is_in(unit) || !rules.unit(unit).skills_of.iter().any(is_of) {
                continue;
            }
            let it = self.state.unit(unit);
            self.state.turn = Turn { unit: Some(unit), hands: it.hands, moves: it.moves, ..Turn::default() };
            for _ in 0..super::vocabulary::MAX_ABILITIES {
                if !self.use_abilities(unit, timing) {
                    break;
                }
            }
            self.state.turn = Turn::default();
        }
        for uses in &mut self.state.uses {
            if timing == Timing::RoundEnd {
                uses[0] = 0;
            }
        }
    }

    /// MG-D18: uses the first useful ability of this timing; whether it used one.
    pub(super) fn use_abilities(&mut self, unit: UnitId, timing: Timing) -> bool {
        let rules = self.rules;
        for at in 0..rules.unit(unit).skills_of.len() {
            let ability = &rules.knack(unit, at).ability;
            let fits = ability.timing == timing
                || timing == Timing::Turn && ability.timing == Timing::Partial && self.state.turn.pass > 0;
            if !fits || !self.can_pay(unit, at) {
                continue;
            }
            let Some((targets, worth)) = self.choose_for(unit, at) else { continue };
            if !self.pays_off(unit, at, targets, worth)
                || !self.may(unit, ActionKind::Ability, Some(targets.first()))
            {
                continue;
            }
            self.use_ability(unit, at, targets);
            return true;
        }
        false
    }

    /// Whether the cost can be paid and a use is left.
    fn can_pay(&self, unit: UnitId, at: usize) -> bool {
        let (rules, state) = (self.rules, &*self.state);
        let ability = &rules.knack(unit, at).ability;
        let it = state.unit(unit);
        let [in_round, in_fight] = state.uses[unit.idx() * rules.n_abilities + at];
        let used = match ability.uses {
            Uses::Unlimited => state.turn.used[at] >= 99,
            Uses::PerTurn(n) => state.turn.used[at] >= n,
            Uses::PerRound(n) => in_round >= n,
            Uses::PerFight(n) => in_fight >= n,
        };
        let cost = &ability.cost;
        let hands = (state.turn.hands & rules.tokens(state, unit)).count_ones();
        let how = rules
            .unit(unit)
            .tactics
            .aimed
            .ability
            .choose(|fact| rules.fact(state, unit, state.turn.target, fact));
        let keep = match how {
            AbilityUse::KeepMp(n) => n,
            AbilityUse::Overdraft if rules.rulings.mp_overdraft => i32::MIN / 2,
            _ => 1,
        };
        let wanted = match how {
            AbilityUse::Never => false,
            AbilityUse::This(this) => usize::from(this) == at,
            _ => true,
        };
        wanted
            && !used
            && u32::from(cost.hand + cost.primary) <= hands
            && (cost.primary == 0 || it.primary)
            && cost.speak <= it.speak
            && (cost.speak == 0 || !rules.is_silent(state, unit))
            && cost.analyze <= it.analyze
            && cost.escape <= it.escape
            && cost.moves <= state.turn.moves
            && (cost.hp == 0 || i32::from(cost.hp) < it.hp)
            && (cost.mp == 0 || it.mp - i32::from(cost.mp) >= keep)
            && (!cost.item || in_fight < ability.stock)
    }

    /// Whether its rolls are those of an offhand (MG-18): hand tokens alone, without the primary one.
    fn is_offhand(&self, unit: UnitId, ability: &Ability) -> bool {
        let cost = &ability.cost;
        let others = cost.primary + cost.speak + cost.moves > 0;
        cost.hand > 0 && !others && !self.state.unit(unit).primary
    }

    /// MG-D4: the units that a use would strike, with what it is worth.
    fn choose_for(&self, unit: UnitId, at: usize) -> Option<(UnitSet, f64)> {
        let (rules, state) = (self.rules, &*self.state);
        let ability = &rules.knack(unit, at).ability;
        let offhand = self.is_offhand(unit, ability);
        let candidates = match ability.target {
            Target::Itself => UnitSet::one(unit),
            Target::Ally => state.present(rules.allies(unit)),
            Target::Enemy => rules.quarry(state, unit).and(state.present(rules.enemies(unit))),
            Target::Cell => state.present(rules.everyone),
        };
        let mut best: Option<(UnitSet, f64, i32)> = None;
        for target in candidates {
            let holds = ability
                .when
                .as_ref()
                .is_none_or(|when| when.holds(|fact| rules.fact(state, unit, Some(target), fact)));
            if !holds || !rules.in_range(state, unit, ability, target) {
                continue;
            }
            let on = rules.struck(state, unit, ability, target);
            let (worth, changes) = rules.value(state, unit, at, on, offhand);
            let only_changes = changes && worth >= 0.0;
            if worth <= 0.0 && !only_changes {
                continue;
            }
            let toughness = rules.toughness(state, target);
            let is_better = |than: &(UnitSet, f64, i32)| {
                worth > than.1 + 1e-9 || worth > than.1 - 1e-9 && toughness < than.2
            };
            if best.as_ref().is_none_or(is_better) {
                best = Some((on, worth, toughness));
            }
        }
        let (mut on, worth, _) = best?;
        // MG-65: several targets, one after the other.
        if ability.area.is_none() && ability.count > 1 {
            for target in candidates.without(on) {
                if on.len() < u32::from(ability.count) && rules.in_range(state, unit, ability, target) {
                    let (worth, changes) = rules.value(state, unit, at, UnitSet::one(target), offhand);
                    if worth > 0.0 || changes {
                        on.insert(target);
                    }
                }
            }
        }
        Some((on, worth))
    }

    /// MG-D18: one that costs hand tokens and only damages has to be worth its attacks; one below 1 MP
    /// has to put its targets out.
    fn pays_off(&self, unit: UnitId, at: usize, targets: UnitSet, worth: f64) -> bool {
        let (rules, state) = (self.rules, &*self.state);
        let ability = &rules.knack(unit, at).ability;
        let hands = ability.cost.hand + ability.cost.primary;
        let overdraws = ability.cost.mp > 0 && state.unit(unit).mp - i32::from(ability.cost.mp) < 1;
        if overdraws && worth + 1e-9 < targets.map(|it| f64::from(rules.toughness(state, it))).sum() {
            return false;
        }
        let only_damages = ability.effects.iter().all(|act| matches!(act.effect, Effect::Damage { .. }));
        if hands == 0 || !only_damages {
            return true;
        }
        let foes = rules.quarry(state, unit);
        let attack = foes.map(|foe| rules.greatest_worth(state, unit, foe)).fold(0.0, f64::max);
        worth + 1e-9 >= attack * f64::from(hands)
    }

    /// MG-81: one use, step by step.
    fn use_ability(&mut self, unit: UnitId, at: usize, targets: UnitSet) {
        let rules = self.rules;
        let ability = &rules.knack(unit, at).ability;
        let deed = rules.ability_deed(unit, at);
        let offhand = self.is_offhand(unit, ability);
        self.state.busy = true;
        self.state.turn.acted = true;
        self.state.turn.attacked |= targets.into_iter().any(|target| !rules.is_ally(unit, target));
        self.state.turn.used[at] = self.state.turn.used[at].saturating_add(1);
        let uses = &mut self.state.uses[unit.idx() * rules.n_abilities + at];
        *uses = uses.map(|n| n.saturating_add(1));
        self.obs.used(deed);
        let first = targets.first();
        self.obs.event(|| Event::Ability { unit, ability: at as u8, target: first, more: targets.len() > 1 });
        let cast = rules.cast_pool(self.state, unit, ability, offhand);
        self.pay(unit, ability);
        let mut works = true;
        if let Some((pool, difficulty)) = cast {
            self.obs.add(unit, Metric::Casts, 1);
            let roll = self.dice.draw(by(unit, Purpose::Effect), &pool.against(difficulty));
            works = roll >= difficulty;
            self.obs.add_if(!works, unit, Metric::FailedCasts, 1);
            self.obs.event(|| Event::Casts { unit, pool, roll, difficulty, succeeds: works });
        }
        let mp = i32::from(ability.cost.mp);
        let mp = match (works, rules.rulings.magic_fail_cost) {
            (true, _) | (false, FailCost::Full) => mp,
            (false, FailCost::Half) => mp / 2,
            (false, FailCost::None) => 0,
        };
        self.lose_mp(unit, mp, deed);
        if ability.cost.hp > 0 {
            self.lose_hp(unit, ability.cost.hp.into(), None, Harm::Cost);
        }
        if !works {
            for (place, act) in ability.effects.iter().enumerate() {
                if act.on == Some(On::Fail) {
                    for target in targets {
                        self.apply(unit, at, place, target, Fate::Hit);
                    }
                }
            }
            return;
        }
        for target in targets {
            if !self.state.is_in(unit) || !self.state.is_in(target) {
                continue;
            }
            let fate = self.fate(unit, ability, target, offhand);
            for (place, act) in ability.effects.iter().enumerate() {
                let default = if ability.resolve == Resolve::Auto { On::Always } else { On::Hit };
                let damages = matches!(act.effect, Effect::Damage { .. });
                let comes = match act.on.unwrap_or(default) {
                    On::Always => true,
                    On::Hit => matches!(fate, Fate::Hit | Fate::Critical) || fate == Fate::Halved && damages,
                    On::Crit => fate == Fate::Critical,
                    On::Fail => false,
                    On::Resisted => matches!(fate, Fate::Resisted | Fate::Halved),
                };
                if comes && self.state.is_in(target) {
                    self.apply(unit, at, place, target, fate);
                } else if damages {
                    self.obs.attack(deed, rules.victim_of(unit, target), false, 0);
                }
            }
        }
    }

    fn pay(&mut self, unit: UnitId, ability: &Ability) {
        let cost = ability.cost;
        for _ in 0..cost.hand + cost.primary {
            let tokens = self.state.turn.hands & self.rules.tokens(self.state, unit);
            self.spend_hands(unit, tokens & tokens.wrapping_neg(), HandDryBy::Ability);
        }
        self.spend_moves(unit, cost.moves);
        let it = self.state.unit_mut(unit);
        it.speak -= cost.speak;
        it.analyze -= cost.analyze;
        it.escape -= cost.escape;
    }

    /// MG-81, step 4: what is rolled against a target.
    fn fate(&mut self, unit: UnitId, ability: &Ability, target: UnitId, offhand: bool) -> Fate {
        let rules = self.rules;
        match ability.resolve {
            Resolve::Auto => Fate::Hit,
            Resolve::Attack(_) => {
                let Some(swing) = rules.ability_swing(self.state, unit, ability, target, offhand) else {
                    return Fate::Resisted;
                };
                let out = if rules.rulings.spell_attack_defences {
                    self.resolve(unit, target, &swing, DryBy::Ability, false)
                } else {
                    let roll =
                        self.dice.draw(by(unit, Purpose::Hit), &swing.pool.between(swing.n, 2 * swing.n));
                    super::attack::Resolved { roll, n: swing.n }
                };
                let (roll, n, hits) = (out.roll, out.n, out.hits());
                let critical = hits && swing.criticals && roll >= 2 * n;
                self.obs.event(|| Event::Result { unit, target, roll, n, hits, critical });
                match (hits, critical) {
                    (true, true) => Fate::Critical,
                    (true, false) => Fate::Hit,
                    _ => Fate::Resisted,
                }
            }
            Resolve::Oppose(oppose) => {
                let pool = rules.plain(self.state, target, oppose.stat, 1);
                let number = i32::from(oppose.number);
                let roll = self.dice.draw(by(target, Purpose::Effect), &pool.against(number));
                let resists = roll >= number;
                self.obs.event(|| Event::Opposes { unit: target, pool, roll, number, succeeds: resists });
                match (resists, oppose.result) {
                    (false, _) => Fate::Hit,
                    (true, OpposeResult::Half) => Fate::Halved,
                    (true, OpposeResult::Negate) => Fate::Resisted,
                }
            }
            Resolve::Contest(contest) => {
                let least = if contest.tie == ContestTie::Mine { 0 } else { 1 };
                let mine = rules.plain(self.state, unit, contest.mine.stat, contest.mine.dice.into());
                let theirs = rules.plain(self.state, target, contest.theirs.stat, contest.theirs.dice.into());
                let roll = Contest { mine, theirs, least: least - 1 };
                let [a, b] = self.dice.draw(by(unit, Purpose::Effect), &roll);
                let wins = a - b >= least;
                self.obs.event(|| Event::Opposes {
                    unit: target,
                    pool: theirs,
                    roll: b,
                    number: a,
                    succeeds: !wins,
                });
                if wins { Fate::Hit } else { Fate::Resisted }
            }
        }
    }

    /// MG-81, step 5: one effect on one target.
    fn apply(&mut self, unit: UnitId, at: usize, place: usize, target: UnitId, fate: Fate) {
        let rules = self.rules;
        let knack = rules.knack(unit, at);
        let act = &knack.ability.effects[place];
        let deed = rules.ability_deed(unit, at);
        if let Some(mark) = knack.marks[place] {
            let left = match act.duration {
                Duration::Rounds(n) => n,
                Duration::Instant => return,
                Duration::OwnTurn | Duration::TargetTurn | Duration::Fight => Borne::FIGHT,
            };
            let borne = &mut self.state.marks[target.idx() * rules.lasting.len() + usize::from(mark)];
            *borne = Borne { left: left.max(borne.left), by: unit };
            self.obs.event(|| Event::Begins { unit: target, mark });
            if rules.is_immobile(self.state, target) {
                let it = self.state.unit_mut(target);
                (it.hands, it.held_hands, it.primary, it.moves, it.held_moves) = (0, 0, false, 0, 0);
            }
            if rules.is_silent(self.state, target) {
                self.state.unit_mut(target).speak = 0;
            }
            return;
        }
        let it = self.state.unit_mut(target);
        match &act.effect {
            Effect::Damage { flat, ignore_soak, .. } => {
                let Some((formula, distribution)) = &knack.totals[place] else { return };
                let critical = fate == Fate::Critical
                    && matches!(knack.ability.resolve, Resolve::Attack(roll) if roll.stance == Stance::Strong);
                let blow = Blow {
                    deed: Some(deed),
                    is_attack: true,
                    times: if critical { 2 } else { 1 },
                    size: 0,
                    harm: Harm::Ability,
                    ignores_soak: *ignore_soak,
                    halved: fate == Fate::Halved,
                    quarters: rules.shielded(self.state, target, knack.ability.element),
                };
                self.hurt(unit, target, Source::Formula(formula, distribution, (*flat).into()), &blow);
            }
            Effect::Heal { what, flat, .. } => {
                let Some((formula, distribution)) = &knack.totals[place] else { return };
                let whole = self.dice.tells_apart();
                let most = if whole { i32::MAX } else { 10_000 };
                let total = Total { formula, distribution, most };
                let rolled = (self.dice.draw(by(unit, Purpose::Effect), &total) + i32::from(*flat)).max(0);
                let it = self.state.unit_mut(target);
                let (now, top) = match what {
                    HealWhat::Hp => (&mut it.hp, rules.unit(target).hp_max),
                    HealWhat::Mp => (&mut it.mp, rules.unit(target).mp_max),
                };
                let given = rolled.min(top - *now).max(0);
                *now += given;
                let now = *now;
                if *what == HealWhat::Hp {
                    self.obs.healed(Cause::Deed(deed), target, given as u32);
                    self.obs.add(unit, Metric::Overheal, (rolled - given) as u32);
                }
                let mp = *what == HealWhat::Mp;
                self.obs.event(|| Event::Heals { unit: target, given, now, mp });
            }
            Effect::Grant { token, n } => match token {
                GrantKind::Primary | GrantKind::Hand => {
                    let all = (1_u16 << rules.unit(target).n_hands).wrapping_sub(1) as u8;
                    for _ in 0..*n {
                        let free = all & !it.hands;
                        it.hands |= free & free.wrapping_neg();
                    }
                    it.primary |= *token == GrantKind::Primary;
                    if self.state.turn.unit == Some(target) {
                        self.state.turn.hands = self.state.unit(target).hands;
                    }
                }
                GrantKind::Speak => it.speak = it.speak.saturating_add(*n).min(15),
                GrantKind::Move => {
                    it.moves = it.moves.saturating_add(*n);
                    if self.state.turn.unit == Some(target) {
                        self.state.turn.moves = self.state.turn.moves.saturating_add(*n);
                    }
                }
                GrantKind::Analyze => it.analyze = it.analyze.saturating_add(*n),
                GrantKind::Escape => it.escape = it.escape.saturating_add(*n).min(15),
            },
            Effect::Drain { token, n } => match token {
                DrainKind::Hand => {
                    for _ in 0..*n {
                        let highest = if it.hands == 0 { 0 } else { 1 << (7 - it.hands.leading_zeros()) };
                        it.hands &= !highest;
                    }
                    it.primary &= it.hands != 0;
                }
                DrainKind::Speak => it.speak = it.speak.saturating_sub(*n),
                DrainKind::Move => it.moves = it.moves.saturating_sub(*n),
                DrainKind::Analyze => it.analyze = it.analyze.saturating_sub(*n),
                DrainKind::Escape => it.escape = it.escape.saturating_sub(*n),
            },
            Effect::Debt { token, n } => {
                let kind = match token {
                    DebtKind::Hand => 0,
                    DebtKind::Move => 1,
                    DebtKind::Speak => 2,
                };
                for _ in 0..*n {
                    self.owe(unit, target, kind);
                }
            }
            Effect::Fall {} => self.fall(target, FallenBy::Ability),
            Effect::Stand {} => (it.fallen, it.stood) = (false, 0),
            Effect::Hold { h, stance } => self.hold(unit, target, *stance, (*h).into(), HeldBy::Ability),
            Effect::Distract { kind, flat, .. } => {
                let Some((formula, distribution)) = &knack.totals[place] else { return };
                let total = Total { formula, distribution, most: i32::MAX };
                let rating = self.dice.draw(by(unit, Purpose::Effect), &total) + i32::from(*flat);
                let pool = rules.plain(self.state, target, Stat::Int, 1);
                let theirs = self.dice.draw(by(target, Purpose::Effect), &pool.between(1, rating));
                self.obs.event(|| Event::Talks { unit, target, what: *kind, mine: rating, theirs });
                self.distract(unit, target, *kind, rating - theirs);
            }
            Effect::ResetSoak {} => it.pool = UNROLLED,
            Effect::SetSoak { n } => it.pool = it.pool.max(*n as i16),
            Effect::Modify { .. }
            | Effect::Blind {}
            | Effect::Immobile {}
            | Effect::Silence {}
            | Effect::ExplodeTwo { .. }
            | Effect::Ongoing { .. }
            | Effect::ElementShield { .. }
            | Effect::ReplaceDie { .. } => {}
        }
    }

    /// What lasts until a turn ends: effects of this duration that the unit laid, or bears.
    pub(super) fn end_marks(&mut self, unit: UnitId, duration: Duration, laid: bool) {
        let rules = self.rules;
        let n_marks = rules.lasting.len();
        for at in 0..self.state.marks.len() {
            let (bearer, mark) = (UnitId((at / n_marks) as u8), at % n_marks);
            let borne = &mut self.state.marks[at];
            let is_of = if laid { borne.by == unit } else { bearer == unit };
            if is_of && borne.left > 0 && rules.lasting[mark].duration == duration {
                borne.left = 0;
                self.obs.event(|| Event::Ends { unit: bearer, mark: mark as u8 });
            }
        }
    }

    /// MG-67: burning and the like.
    pub(super) fn ongoing(&mut self, unit: UnitId) {
        let rules = self.rules;
        for mark in 0..rules.lasting.len() {
            let lasting = rules.lasting[mark];
            let knack = rules.knack(lasting.unit, lasting.ability.into());
            let place = usize::from(lasting.effect);
            let (Effect::Ongoing { flat, ignore_soak, .. }, Some((formula, distribution))) =
                (&knack.ability.effects[place].effect, &knack.totals[place])
            else {
                continue;
            };
            if !rules.bears(self.state, unit, mark as u8) || !self.state.is_in(unit) {
                continue;
            }
            let originator = self.state.marks[unit.idx() * rules.lasting.len() + mark].by;
            self.obs.event(|| Event::Burns { unit, mark: mark as u8 });
            let blow = Blow {
                deed: Some(rules.ability_deed(originator, lasting.ability.into())),
                is_attack: false,
                times: 1,
                size: 0,
                harm: Harm::Ongoing,
                ignores_soak: *ignore_soak,
                halved: false,
                quarters: rules.shielded(self.state, unit, knack.ability.element),
            };
            self.hurt(originator, unit, Source::Formula(formula, distribution, (*flat).into()), &blow);
        }
    }

    /// MG-78: those who were healed above the limit come back, fallen.
    pub(super) fn come_back(&mut self) {
        let rules = self.rules;
        if !rules.heals {
            return;
        }
        for unit in self.state.out {
            let int = rules.stat(self.state, unit, Stat::Int).max(0);
            let it = self.state.unit(unit);
            if it.hp > rules.limit(self.state, unit) && it.mp >= -int {
                self.state.out.remove(unit);
                self.state.unit_mut(unit).fallen = true;
                self.obs.event(|| Event::ComesBack { unit });
            }
        }
    }
}
