//! Abilities (MG-64 to MG-66, MG-81): which one is used, its cost and its rolls.

use crate::choose::With;
use crate::choose::aim::Aimed;
use crate::data::events::Event;
use crate::data::metrics::{DryBy, Harm, Metric};
use crate::data::rulings::{AreaDamageRoll, FailCost};
use crate::data::setup::{Stance, Stat};
use crate::data::tactics::AbilityUse;
use crate::data::vocabulary::{
    Ability, ContestTie, Effect, HealWhat, HoldDifficulty, MAX_EFFECTS, On, OpposeResult, Resolve, Timing,
    Trigger, Uses,
};
use crate::dice::draws::{Contest, Faces, Rolled, Shown, Total};
use crate::rules::abilities::talk::ActionKind;
use crate::rules::turns::react::ON_CAST;
use crate::state::{Again, Answered, LastingEffect, State, Turn, UnitState};
use crate::{MahouGalaxy, Play, PreparedAbility, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::Observer;
use fray_engine::roster::UnitId;

/// The outcome of an ability against one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AbilityOutcome {
    Hit,
    Critical,
    Resisted,
    Halved,
}

impl MahouGalaxy {
    /// MG-D18: which abilities the unit uses now.
    pub(crate) fn ability_use(&self, state: &State, unit: UnitId) -> AbilityUse {
        self.decide(&self.unit(unit).tactics.aimed.ability, state, unit, state.turn.target)
    }
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// MG-66: passive abilities of a unit hold from the start, and again when it has come back (MG-78).
    pub(crate) fn lay_passives_of(&mut self, unit: UnitId) {
        let rules = self.rules;
        let is_passive = |knack: &&PreparedAbility| knack.ability.timing == Timing::Passive;
        for knack in rules.unit(unit).skills_of.iter().filter(is_passive) {
            for mark in knack.marks.iter().flatten() {
                let place = unit.idx() * rules.lasting.len() + usize::from(*mark);
                self.state.marks[place] = LastingEffect { left: LastingEffect::FIGHT, by: unit };
            }
        }
    }

    /// MG-81: abilities at a round's start and end.
    pub(crate) fn abilities_of_round(&mut self, timing: Timing) {
        let rules = self.rules;
        if rules.n_abilities == 0 {
            return;
        }
        for at in 0..rules.units.len() {
            let unit = self.state.order[at];
            let is_of = |knack: &PreparedAbility| knack.ability.timing == timing;
            let may_act = self.state.is_in(unit) && !self.state.fresh.has(unit);
            if !may_act || !rules.unit(unit).skills_of.iter().any(is_of) {
                continue;
            }
            let it = self.state.unit(unit);
            let (hands, moves, speak) = (it.hands, it.moves, it.speak);
            self.state.turn = Turn { unit: Some(unit), hands, moves, speak, ..Turn::default() };
            for _ in 0..crate::data::vocabulary::MAX_ABILITIES {
                if !self.use_abilities(unit, timing) {
                    break;
                }
            }
            self.state.turn = Turn::default();
        }
    }

    /// MG-D18: uses the first useful ability of this timing; whether it used one.
    pub(crate) fn use_abilities(&mut self, unit: UnitId, timing: Timing) -> bool {
        let rules = self.rules;
        for at in 0..rules.unit(unit).skills_of.len() {
            let ability = &rules.knack(unit, at).ability;
            let fits = ability.timing == timing
                || timing == Timing::Turn && ability.timing == Timing::Partial && self.state.turn.pass > 0;
            if !fits || !self.can_pay(unit, at) {
                continue;
            }
            if self.prepares(unit, at) {
                return true;
            }
            let Some(aimed) = self.choose_for(unit, at) else { continue };
            if !self.pays_off(unit, at, aimed) || !self.may(unit, ActionKind::Ability, aimed.first()) {
                continue;
            }
            if self.rules.is_slow(unit, at) && !self.is_prepared(unit, at) {
                self.prepare(unit, at);
                return true;
            }
            if ability.cast.is_some() && self.triggers(unit, ON_CAST, None) {
                return self.state.is_in(unit);
            }
            self.use_ability(unit, at, aimed);
            return true;
        }
        false
    }

    /// Returns whether the cost can be paid and a use is left.
    fn can_pay(&self, unit: UnitId, at: usize) -> bool {
        let (rules, state) = (self.rules, &*self.state);
        let ability = &rules.knack(unit, at).ability;
        let it = state.unit(unit);
        let [in_round, in_fight] = state.uses[unit.idx() * rules.n_abilities + at];
        let used = match ability.uses {
            Uses::Unlimited => state.turn.used[at] >= 99,
            // A reaction has no turn of its own.
            Uses::PerTurn(n) if ability.timing.is_reaction() => in_round >= n,
            Uses::PerTurn(n) => state.turn.used[at] >= n,
            Uses::PerRound(n) => in_round >= n,
            Uses::PerFight(n) => in_fight >= n,
        };
        let cost = &ability.cost;
        let hands = (state.turn.hands & rules.tokens(state, unit)).count_ones();
        let how = rules.ability_use(state, unit);
        let keep = match how {
            AbilityUse::KeepMp(n) => n,
            // Nothing comes of a spell that puts its caster out.
            AbilityUse::Overdraft if rules.rulings.mp_overdraft => -rules.stat(state, unit, Stat::Int).max(0),
            _ => 1,
        };
        let wanted = match how {
            AbilityUse::Never => false,
            AbilityUse::This(this) => usize::from(this) == at,
            _ => true,
        };
        wanted
            && !used
            && self.can_pay_hands(unit, at, hands)
            && cost.speak <= state.turn.speak
            && (cost.speak == 0 || !rules.is_silent(state, unit))
            && cost.analyze <= it.analyze
            && cost.escape <= it.escape
            && cost.moves.of(state.turn.moves) <= state.turn.moves
            // MG-39: who lies stands up before it moves otherwise.
            && (cost.moves.is_none() || !it.fallen)
            && (cost.hp == 0 || i32::from(cost.hp) < it.hp)
            && (cost.mp == 0 || it.mp - i32::from(cost.mp) >= keep)
            && (!cost.item || in_fight < ability.stock)
    }

    /// Returns whether its rolls are those of an offhand (MG-18): hand tokens alone, without the primary one.
    pub(crate) fn is_offhand(&self, unit: UnitId, ability: &Ability) -> bool {
        let cost = &ability.cost;
        let others = cost.primary + cost.speak > 0 || !cost.moves.is_none();
        let it = self.state.unit(unit);
        // MG-72: a reaction spends the primary token last.
        let primary = it.primary && (!ability.timing.is_reaction() || it.n_hands() <= cost.hand.into());
        let slow = u32::from(cost.hand) > u32::from(self.rules.unit(unit).n_hands);
        cost.hand > 0 && !others && !slow && !primary
    }

    /// MG-81: one use, step by step.
    fn use_ability(&mut self, unit: UnitId, at: usize, aimed: Aimed) {
        let rules = self.rules;
        let (targets, from) = (aimed.on, self.state.unit(unit).cell);
        let ability = &rules.knack(unit, at).ability;
        let action_ref = rules.ability_action(unit, at);
        let offhand = self.is_offhand(unit, ability);
        self.state.busy = true;
        self.state.turn.acted = true;
        self.state.turn.attacked |= targets.into_iter().any(|target| !rules.is_ally(unit, target));
        self.state.turn.used[at] = self.state.turn.used[at].saturating_add(1);
        let uses = &mut self.state.uses[unit.idx() * rules.n_abilities + at];
        *uses = uses.map(|n| n.saturating_add(1));
        self.obs.used(action_ref);
        self.obs.add(unit, Metric::Casts, 1);
        // MG-66: what is laid on cells is told with them.
        let told =
            if ability.has(|effect| !matches!(effect, Effect::Terrain(_))) { aimed.first() } else { None };
        let (target, more) = (told.unwrap_or(unit), told.is_some() && targets.len() > 1);
        self.obs.event(|| Event::Ability { unit, ability: at as u8, target, more });
        let cast = rules.cast_pool(self.state, unit, ability, targets, offhand);
        let (hands, before) = (rules.tokens(self.state, unit), *self.state.unit(unit));
        self.pay(unit, at);
        let paid = hands & !rules.tokens(self.state, unit);
        if cast.is_some() {
            self.react_all(self.state.present(rules.enemies(unit)), Trigger::Cast, unit);
            if !self.state.is_in(unit) {
                return;
            }
        }
        let mut works = true;
        if let Some((pool, difficulty)) = cast {
            let Rolled { value: roll, faces } =
                self.dice.draw(by(unit, Purpose::Effect), &Shown(pool.against(difficulty)));
            works = roll >= difficulty;
            self.obs.add_if(!works, unit, Metric::FailedCasts, 1);
            self.obs.event(|| Event::Casts { unit, pool, faces, roll, difficulty, succeeds: works });
        }
        let mp = i32::from(ability.cost.mp);
        let mp = match (works, rules.rulings.magic_fail_cost) {
            (true, _) | (false, FailCost::Full) => mp,
            (false, FailCost::Half) => mp / 2,
            (false, FailCost::None) => 0,
        };
        self.lose_mp(unit, mp, action_ref);
        if ability.cost.hp > 0 {
            self.lose_hp(unit, ability.cost.hp.into(), None, Harm::Cost);
        }
        // Who has paid with its last strength does nothing more.
        if !self.state.is_in(unit) {
            return;
        }
        if !works {
            for (place, act) in ability.effects.iter().enumerate() {
                if act.on == Some(On::Fail) {
                    for target in targets {
                        self.apply(unit, at, place, target, AbilityOutcome::Hit, None);
                    }
                }
            }
            if let Some(to) = aimed.cell {
                self.lay_terrain(unit, at, false, from, to);
            }
            return;
        }
        let shares = ability.area.is_some() && rules.rulings.area_damage_roll == AreaDamageRoll::Shared;
        let mut rolled = [None; MAX_EFFECTS];
        let outer = self.state.turn.rolled;
        for target in targets {
            // MG-78: who is out can be healed.
            let was_out = self.state.out.has(target);
            if !self.state.is_in(unit) || !was_out && !self.state.is_in(target) {
                continue;
            }
            let (fate, result) = self.fate(unit, ability, target, offhand);
            for (place, act) in ability.effects.iter().enumerate() {
                let default = if ability.resolve == Resolve::Auto { On::Always } else { On::Hit };
                let damages = matches!(act.effect, Effect::Damage { .. });
                let comes = match act.on.unwrap_or(default) {
                    On::Always => true,
                    On::Hit => {
                        matches!(fate, AbilityOutcome::Hit | AbilityOutcome::Critical)
                            || fate == AbilityOutcome::Halved && damages
                    }
                    On::Crit => fate == AbilityOutcome::Critical,
                    On::Fail => false,
                    On::Resisted => matches!(fate, AbilityOutcome::Resisted | AbilityOutcome::Halved),
                };
                let reaches = if was_out {
                    matches!(act.effect, Effect::Heal { what: HealWhat::Hp, .. })
                } else {
                    self.state.is_in(target)
                };
                if comes && reaches {
                    if damages && shares && rolled[place].is_none() {
                        rolled[place] = self.roll_for_all(unit, at, place);
                    }
                    let shown = if damages { rolled[place] } else { result };
                    self.apply(unit, at, place, target, fate, shown);
                } else if damages {
                    self.obs.attack(action_ref, rules.victim_of(unit, target), false, 0);
                }
            }
            self.state.turn.rolled = outer;
            if fate == AbilityOutcome::Critical {
                self.ability_critical(unit, ability, target, paid, &before);
            }
        }
        if let Some(to) = aimed.cell.filter(|_| self.state.is_in(unit)) {
            self.lay_terrain(unit, at, true, from, to);
        }
    }

    /// MG-37, MG-38: the effects of an ability's critical hit by its stance, beside doubled damage.
    fn ability_critical(
        &mut self,
        unit: UnitId,
        ability: &Ability,
        target: UnitId,
        paid: u8,
        before: &UnitState,
    ) {
        let Resolve::Attack(roll) = ability.resolve else { return };
        match roll.stance {
            Stance::Strong => {}
            Stance::Fast if paid != 0 => {
                let hand = paid.trailing_zeros() as u8;
                let again = Again { hand, with: With::Grapple, stance: roll.stance };
                self.regain(unit, again, before.primary, before.held_hands >> hand & 1 == 1);
                // The token is for what the plan has for it: the ability may have no further use in this turn.
                self.state.turn.again = None;
            }
            Stance::Fast => {}
            Stance::Precise if self.state.is_in(unit) && self.state.is_in(target) => {
                self.precise_critical(unit, target);
            }
            Stance::Precise => {}
        }
    }

    /// MG-81 `area.damage_roll`: one damage roll of an effect for all whom an area strikes.
    fn roll_for_all(&mut self, unit: UnitId, at: usize, place: usize) -> Option<i32> {
        let (formula, distribution) = self.rules.knack(unit, at).totals[place].as_ref()?;
        let total = Total { formula, distribution, most: i32::MAX };
        let rolled = self.dice.draw(by(unit, Purpose::Damage), &total);
        self.obs.event(|| Event::DamageOfAll { rolled });
        Some(rolled)
    }

    /// MG-81, step 4: rolls against a target, and returns the outcome with the attack roll.
    fn fate(
        &mut self,
        unit: UnitId,
        ability: &Ability,
        target: UnitId,
        offhand: bool,
    ) -> (AbilityOutcome, Option<i32>) {
        let rules = self.rules;
        let fate = match ability.resolve {
            Resolve::Auto => AbilityOutcome::Hit,
            Resolve::Attack(_) => {
                let Some(swing) = rules.ability_swing(self.state, unit, ability, target, offhand) else {
                    return (AbilityOutcome::Resisted, None);
                };
                let reads_value = rules.unit(target).roll_reads.reactions
                    || ability.has(|effect| matches!(effect, Effect::Hold { h: HoldDifficulty::Result, .. }));
                let out = if rules.rulings.spell_attack_defences {
                    self.resolve(unit, target, &swing, DryBy::Ability, reads_value)
                } else {
                    let most = if reads_value { i32::MAX } else { 2 * swing.n };
                    let pool = swing.pool.between(swing.n, most);
                    let Rolled { value: roll, faces } = self.dice.draw(by(unit, Purpose::Hit), &Shown(pool));
                    crate::rules::attacks::attack::Resolved { roll, faces, n: swing.n }
                };
                let (roll, faces, n, hits) = (out.roll, out.faces, out.n, out.hits());
                let critical = hits && swing.criticals && roll >= 2 * n;
                self.obs.event(|| Event::Result { unit, target, roll, faces, n, hits, critical });
                let fate = match (hits, critical) {
                    (true, true) => AbilityOutcome::Critical,
                    (true, false) => AbilityOutcome::Hit,
                    _ => AbilityOutcome::Resisted,
                };
                self.state.turn.rolled = Some(Answered { roll, n });
                return (fate, Some(roll));
            }
            Resolve::Oppose(oppose) => {
                let pool = rules.plain(self.state, target, oppose.stat, 1);
                let number = i32::from(oppose.number);
                let Rolled { value: roll, faces } =
                    self.dice.draw(by(target, Purpose::Effect), &Shown(pool.against(number)));
                let resists = roll >= number;
                self.obs.add(target, Metric::Opposed, u32::from(resists));
                self.obs.event(|| Event::Opposes {
                    unit: target,
                    pool,
                    faces,
                    roll,
                    number,
                    succeeds: resists,
                });
                match (resists, oppose.result) {
                    (false, _) => AbilityOutcome::Hit,
                    (true, Some(OpposeResult::Half)) => AbilityOutcome::Halved,
                    (true, _) => AbilityOutcome::Resisted,
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
                    faces: Faces::default(),
                    roll: b,
                    number: a,
                    succeeds: !wins,
                });
                if wins { AbilityOutcome::Hit } else { AbilityOutcome::Resisted }
            }
        };
        (fate, None)
    }
}
