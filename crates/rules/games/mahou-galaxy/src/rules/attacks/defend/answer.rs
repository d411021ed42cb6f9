//! Answers to an attack: before its roll, with it known, and actively.

use super::{Answer, Defence, Kind, MOST};
use crate::choose::AttackOption;
use crate::choose::odds::steps;
use crate::data::events::Event;
use crate::data::metrics::{Clock, DryBy, HandDryBy, Metric};
use crate::data::rulings::DodgePlus5;
use crate::data::setup::{RollName, Skill, SkillSet, Stance, Stat};
use crate::data::tactics::{ActiveDefence, Scheme, Spot, SpotTiming};
use crate::dice::draws::{Contest, Rolled, Shown};
use crate::rules::attacks::attack::is_critical;
use crate::rules::numbers::RollContext;
use crate::state::prepare::passive;
use crate::state::{Answered, NO_SCORE};
use crate::{MahouGalaxy, Play, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::Observer;
use fray_engine::roster::UnitId;

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// The clock `dry`: attacked without a token that could pay for any defence.
    pub(crate) fn clock_dry(&mut self, unit: UnitId, why: DryBy) {
        let it = self.state.unit(unit);
        let can = it.n_hands() > 0 || it.moves + it.held_moves >= 4 && !it.fallen;
        if !can {
            self.obs.mark(unit, Clock::Dry(why));
        }
    }

    /// MG-D5, MG-D6: how the target answers an attack on target number `n`.
    pub(crate) fn plan_answer(
        &mut self,
        attacker: UnitId,
        unit: UnitId,
        swing: &AttackOption,
        n: i32,
    ) -> Answer {
        let (rules, state) = (self.rules, &*self.state);
        let timing = rules.spot_timing(state, unit, attacker);
        if timing == SpotTiming::After && rules.unit(unit).roll_reads.spot {
            return Answer::ByRoll;
        }
        let how = rules.spot(state, unit, attacker);
        let defences = rules.defences(state, unit, attacker, swing.stance, how);
        if defences.len == 0 || rules.odds.at_least(&swing.pool, n) <= 0.0 {
            return Answer::None;
        }
        let from = match how {
            Spot::DenyCritical if !swing.criticals => return Answer::None,
            Spot::DenyCritical => 2 * n,
            Spot::OnlyIfLethal => match rules.lethal_from(state, unit, attacker, swing, n) {
                Some(from) => from,
                None => return Answer::None,
            },
            // MG-48: what ties already is not answered.
            _ => rules.least_to_hit(swing, n),
        };
        if timing == SpotTiming::Before {
            // Without the result: the defence most likely to stop it.
            let chance = |it: &Defence| {
                rules.odds.wins_by(&Contest { mine: it.pool, theirs: swing.pool, least: 0 }, 1)
            };
            let mut best: Option<(Defence, i64)> = None;
            for it in defences.each() {
                let p = if defences.len == 1 { 1 } else { steps(chance(&it)) };
                if best.is_none_or(|(_, most)| p > most) {
                    best = Some((it, p));
                }
            }
            return best.map_or(Answer::None, |(it, _)| Answer::Single(it, [i32::MIN, i32::MAX]));
        }
        // MG-D5: whether a dodge is worth its kick depends on the result.
        let weighs = how == Spot::Spare && rules.saves_feet(state, unit, attacker, swing, false, 0.0);
        match (defences.len, how) {
            (1, how) if how != Spot::Several && !weighs => {
                let Some(only) = defences.each().next() else { return Answer::None };
                // What cannot reach the roll is not rolled.
                let most = if only.pool.die.most >= 64 {
                    i32::MAX
                } else {
                    rules.least_to_hit(swing, only.pool.ends().1 - 1)
                };
                let to = match how {
                    Spot::DenyCritical => most.saturating_mul(2).saturating_add(1),
                    Spot::Dodge | Spot::DodgeOf(_) | Spot::DodgeAllIn | Spot::BlockOffhand => i32::MAX,
                    _ => most,
                };
                Answer::Single(only, [from, to])
            }
            _ => Answer::ByRoll,
        }
    }

    /// MG-D5, MG-32: answers a result that is known; the target number behind the defences.
    pub(crate) fn answer_roll(
        &mut self,
        attacker: UnitId,
        unit: UnitId,
        swing: &AttackOption,
        n: i32,
        roll: i32,
    ) -> i32 {
        let outer = self.state.turn.rolled;
        let n = self.answer_known(attacker, unit, swing, n, roll);
        self.state.turn.rolled = outer;
        n
    }

    /// The defences against a result, one after the other.
    fn answer_known(
        &mut self,
        attacker: UnitId,
        unit: UnitId,
        swing: &AttackOption,
        mut n: i32,
        roll: i32,
    ) -> i32 {
        for _ in 0..MOST {
            self.state.turn.rolled = Some(Answered { roll, n });
            let (rules, state) = (self.rules, &*self.state);
            let how = rules.spot(state, unit, attacker);
            let from = match how {
                Spot::DenyCritical if swing.criticals => 2 * n,
                Spot::DenyCritical => return n,
                Spot::OnlyIfLethal => rules.lethal_from(state, unit, attacker, swing, n).unwrap_or(i32::MAX),
                _ => n,
            };
            let least = rules.least_to_stop(swing, roll);
            if roll < from || least <= n {
                return n;
            }
            let bar = if how == Spot::DenyCritical { roll / 2 + 1 } else { least };
            let mut best: Option<(Defence, i64)> = None;
            for it in rules.defences(state, unit, attacker, swing.stance, how).each() {
                let p = rules.odds.at_least(&it.pool, bar);
                let doubles = swing.criticals && swing.stance == Stance::Strong && is_critical(roll, n);
                let is_kept = how == Spot::Spare
                    && matches!(it.kind, Kind::Dodge(_))
                    && rules.saves_feet(state, unit, attacker, swing, doubles, p);
                if p > 0.0 && !is_kept && best.is_none_or(|(_, most)| steps(p) > most) {
                    best = Some((it, steps(p)));
                }
            }
            let Some((it, _)) = best else { return n };
            n = n.max(self.defend_with(attacker, unit, &it, swing, roll));
            if how != Spot::Several || n >= least {
                return n;
            }
        }
        n
    }

    /// A defence against a result: paid and rolled.
    pub(crate) fn defend_with(
        &mut self,
        attacker: UnitId,
        unit: UnitId,
        defence: &Defence,
        swing: &AttackOption,
        roll: i32,
    ) -> i32 {
        self.pay_defence(unit, defence);
        let least = self.rules.least_to_stop(swing, roll);
        let from = if swing.criticals { (roll / 2 + 1).min(least) } else { least };
        // MG-51: whether it misses by 5 or more is read of who strikes at its grappler.
        let to = if self.rules.is_held_by(self.state, attacker, unit) { roll + 5 } else { roll + 1 };
        let rolled = self.dice.draw(by(unit, Purpose::Hit), &Shown(defence.pool.between(from, to)));
        self.note_defence(unit, defence, swing, roll, rolled);
        rolled.value
    }

    /// Pays a spot defence.
    pub(crate) fn pay_defence(&mut self, unit: UnitId, defence: &Defence) {
        match defence.kind {
            Kind::Dodge(moves) => self.spend_moves(unit, moves),
            Kind::Block(hand) | Kind::Parry(hand) => {
                self.spend_offhand(unit, hand, HandDryBy::Defence);
            }
        }
    }

    /// Counts and tells a spot defence against a roll of this attack.
    pub(crate) fn note_defence(
        &mut self,
        unit: UnitId,
        defence: &Defence,
        swing: &AttackOption,
        roll: i32,
        rolled: Rolled,
    ) {
        let Rolled { value, faces } = rolled;
        let (kind, stops) = (defence.kind, value > roll);
        let (stopped, denied) = match kind {
            Kind::Dodge(_) => (Metric::SpotDodge, Metric::DodgeDenies),
            Kind::Block(_) => (Metric::SpotBlock, Metric::BlockDenies),
            Kind::Parry(_) => (Metric::SpotParry, Metric::ParryDenies),
        };
        self.obs.add(unit, stopped, u32::from(stops));
        if swing.criticals && is_critical(roll, swing.n) {
            self.obs.add(unit, denied, u32::from(!is_critical(roll, value)));
        }
        let others = &mut self.state.unit_mut(unit).defences;
        self.obs.add(unit, Metric::defence_behind(*others), u32::from(stops));
        *others = others.saturating_add(1);
        let pool = defence.pool;
        self.obs.event(|| Event::Defends { unit, kind, pool, faces, roll, value, stops });
    }

    /// MG-D7: an active defence against an attack, before the unit's full turn; whether it was declared.
    pub(crate) fn react_actively(&mut self, attacker: UnitId, unit: UnitId, stance: Stance) -> bool {
        if !self.rules.reads.active || self.state.acted.has(unit) {
            return false;
        }
        let (rules, state) = (self.rules, &*self.state);
        let tactics = &rules.unit(unit).tactics;
        let how = rules.decide(&tactics.answers.active, state, unit, Some(attacker));
        let plan = tactics.alone.plan.choose(|fact| rules.fact(state, unit, None, fact));
        let reacts = matches!(how, ActiveDefence::React | ActiveDefence::Both) || plan == Scheme::Turtle;
        // Once a round, and not against what an active defence of its turn before stands against.
        let it = state.unit(unit);
        let is_due = reacts && !it.reacted && it.active[stance as usize] == NO_SCORE;
        let reacts = is_due && self.defend_actively(unit, stance);
        self.state.unit_mut(unit).reacted |= reacts;
        reacts
    }

    /// MG-29 to MG-31: an active defence against this stance; whether it could be paid.
    pub(crate) fn defend_actively(&mut self, unit: UnitId, stance: Stance) -> bool {
        let (rules, state) = (self.rules, &*self.state);
        let it = state.unit(unit);
        let what = RollContext { skill: true, hand: false, in_line: false };
        let pool = match stance {
            Stance::Fast => {
                let agi = rules.stat(state, unit, Stat::Agi);
                if it.fallen || agi <= 0 || i32::from(it.moves + it.held_moves) < agi {
                    return false;
                }
                let skills = SkillSet::of(&[Skill::Gym, Skill::MartialArts]);
                let (_, dice) =
                    rules.best_skill(state, unit, skills, |_| 0, crate::data::tactics::SkillChoice::BestPool);
                // `dodge.plus5_on = active` moves the +5 here.
                let plus = if rules.rulings.dodge_plus5_on == DodgePlus5::Active { 5 } else { 0 };
                let pool = rules.pool(state, unit, (Stat::Agi, RollName::ActiveDodge), dice, plus, what);
                self.spend_moves(unit, agi.min(250) as u8);
                pool
            }
            Stance::Strong | Stance::Precise => {
                let parry = stance == Stance::Precise;
                let roll = if parry { RollName::ActiveParry } else { RollName::ActiveBlock };
                // MG-39, MG-23: the score of the fallen is lowered already, unless the ruling says twice.
                let lifted = if it.fallen && !rules.rulings.fallen_active_double { 2 } else { 0 };
                let found = rules
                    .hands_to_spare(state, unit, true)
                    .find_map(|hand| Some((hand, rules.hand_roll(state, unit, hand, parry, roll, lifted)?)));
                let Some((hand, pool)) = found else { return false };
                self.spend_offhand(unit, hand, HandDryBy::Defence);
                pool
            }
        };
        let natural = passive(self.rules.stat(self.state, unit, stance.defence()));
        let Rolled { value, faces } = self.dice.draw(by(unit, Purpose::Hit), &Shown(pool));
        // MG-32: a better one that stands is kept.
        let score = &mut self.state.unit_mut(unit).active[stance as usize];
        *score = (value.clamp(-i32::from(i16::MAX), i16::MAX.into()) as i16).max(*score);
        self.state.turn.acted |= self.state.turn.unit == Some(unit);
        self.obs.add(unit, Metric::ActiveBetter, u32::from(value > natural));
        self.obs.event(|| Event::DefendsActively { unit, stance, pool, faces, value, natural });
        true
    }
}
