//! Defences (MG-26 to MG-32): spot blocks, parries and dodges, and active ones.

use crate::choose::odds::steps;
use crate::choose::{AttackOption, With};
use crate::data::events::Event;
use crate::data::metrics::{Clock, DryBy, HandDryBy, Metric};
use crate::data::rulings::{DodgePlus5, GrappleTie};
use crate::data::setup::{RollName, Skill, SkillSet, Stance, Stat};
use crate::data::tactics::{ActiveDefence, Scheme, Spot, SpotTiming};
use crate::dice::draws::{Contest, Pool, Rolled, Shown};
use crate::rules::attack::is_critical;
use crate::rules::numbers::RollContext;
use crate::state::prepare::passive;
use crate::state::{Answered, NO_SCORE, SHIELD, State};
use crate::{MahouGalaxy, Play, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::Observer;
use fray_engine::roster::UnitId;

/// What a defence is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A dodge, with so many move tokens.
    Dodge(u8),
    /// A block with a hand.
    Block(u8),
    /// A parry with a hand.
    Parry(u8),
}

/// A spot defence that can be paid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Defence {
    pub(crate) kind: Kind,
    /// Its roll, cover included.
    pub(crate) pool: Pool,
}

/// How an attack is answered.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Answer {
    /// Not at all.
    None,
    /// With this defence, if the attack result lies between these two.
    Single(Defence, [i32; 2]),
    /// With one that depends on the result.
    ByRoll,
}

/// The most defences that a unit can choose from: a dodge, and a block and a parry with each hand.
const MOST: usize = 17;

/// A list of defences.
#[derive(Clone, Copy, Debug)]
struct Defences {
    list: [Option<Defence>; MOST],
    len: usize,
}

impl Defences {
    fn push(&mut self, defence: Defence) {
        if self.len < MOST {
            self.list[self.len] = Some(defence);
            self.len += 1;
        }
    }

    fn each(&self) -> impl Iterator<Item = Defence> + '_ {
        self.list.iter().flatten().copied()
    }
}

impl MahouGalaxy {
    /// MG-28: a Spot Dodge of `m` dice.
    fn dodge(&self, state: &State, unit: UnitId, stance: Stance, m: u8, cover: i32) -> Option<Defence> {
        let it = state.unit(unit);
        let cost = u32::from(m) * 4;
        if m == 0 || it.fallen || u32::from(it.moves) + u32::from(it.held_moves) < cost {
            return None;
        }
        let plus5 = stance == Stance::Strong && self.rulings.dodge_plus5_on == DodgePlus5::Spot;
        let plus = if plus5 { 5 } else { 0 } + cover;
        let what = RollContext { skill: false, hand: false, in_line: false };
        let pool = self.pool(state, unit, (Stat::Agi, RollName::SpotDodge), m.into(), plus, what);
        Some(Defence { kind: Kind::Dodge(cost as u8), pool })
    }

    /// MG-26, MG-27, MG-29, MG-30: the roll of a block (with Defense) or a parry (with Accuracy) with
    /// this hand; `None` if it cannot.
    fn hand_roll(
        &self,
        state: &State,
        unit: UnitId,
        hand: u8,
        parry: bool,
        roll: RollName,
        plus: i32,
    ) -> Option<Pool> {
        let info = self.unit(unit);
        let it = state.unit(unit);
        self.paying_hand(state, unit, hand)?;
        let item = it.in_hand[usize::from(hand)];
        let unarmed = SkillSet::of(&[Skill::Gym, Skill::MartialArts]);
        let skills = match (parry, item) {
            (false, SHIELD) => info.shield.as_ref()?.skills,
            (false, item) => self.blocks_with(unit, item).then_some(unarmed)?,
            (true, 0) => self.rulings.fist_parry.then_some(unarmed)?,
            (true, SHIELD) => {
                let shield = info.shield.as_ref()?;
                shield.stances.has(Stance::Precise).then_some(shield.skills)?
            }
            (true, item) => {
                let weapon = &info.weapons[usize::from(item) - 1];
                weapon.stances.has(Stance::Precise).then_some(weapon.skills)?
            }
        };
        let offhand = it.n_hands() > u32::from(it.primary);
        let less = if offhand { -1 } else { 0 };
        let (_, dice) =
            self.best_skill(state, unit, skills, |_| less, crate::data::tactics::SkillChoice::BestPool);
        let stat = if parry { Stat::Acc } else { Stat::Def };
        let what = RollContext { skill: true, hand: true, in_line: false };
        Some(self.pool(state, unit, (stat, roll), dice, plus, what))
    }

    /// MG-28: the roll of a Spot Dodge of one die against an attacker, if it is within the rules.
    pub(crate) fn dodge_pool(
        &self,
        state: &State,
        unit: UnitId,
        attacker: UnitId,
        stance: Stance,
    ) -> Option<Pool> {
        let cover = self.cover(state, attacker, unit);
        self.dodge(state, unit, stance, 1, cover).map(|it| it.pool)
    }

    fn block(&self, state: &State, unit: UnitId, stance: Stance, hand: u8, cover: i32) -> Option<Defence> {
        let plus = if stance == Stance::Precise { 5 } else { 0 } + cover;
        let pool = self.hand_roll(state, unit, hand, false, RollName::SpotBlock, plus)?;
        Some(Defence { kind: Kind::Block(hand), pool })
    }

    fn parry(&self, state: &State, unit: UnitId, stance: Stance, hand: u8, cover: i32) -> Option<Defence> {
        let plus = if stance == Stance::Fast { 5 } else { 0 } + cover;
        let pool = self.hand_roll(state, unit, hand, true, RollName::SpotParry, plus)?;
        Some(Defence { kind: Kind::Parry(hand), pool })
    }

    /// MG-D5: the defences that the tactic chooses from, in the order of ties.
    fn defences(&self, state: &State, unit: UnitId, attacker: UnitId, stance: Stance, how: Spot) -> Defences {
        let mut found = Defences { list: [None; MOST], len: 0 };
        if how == Spot::None {
            return found;
        }
        let (it, cover) = (state.unit(unit), self.cover(state, attacker, unit));
        let dodge = |m: u8| self.dodge(state, unit, stance, m, cover);
        // An interrupt or a reaction strikes at the one whose turn runs.
        let is_its_turn =
            state.turn.unit == Some(unit) || state.turn.is_interrupt && state.turn.target == Some(unit);
        let own_turn_over = state.acted.has(unit) && !is_its_turn;
        let (mut moves, mut hands) = (true, true);
        match how {
            Spot::Dodge => {
                dodge(1).into_iter().for_each(|it| found.push(it));
                return found;
            }
            Spot::DodgeOf(m) => {
                dodge(m).into_iter().for_each(|it| found.push(it));
                return found;
            }
            Spot::DodgeAllIn => {
                dodge((it.moves + it.held_moves) / 4).into_iter().for_each(|it| found.push(it));
                return found;
            }
            Spot::BlockOffhand => {
                let may = it.n_hands() > u32::from(it.primary);
                let blocks = self.hands_to_spare(state, unit, true).filter(|_| may);
                if let Some(it) =
                    blocks.filter_map(|hand| self.block(state, unit, stance, hand, cover)).next()
                {
                    found.push(it);
                }
                return found;
            }
            Spot::Spare => {
                // Before its full turn a unit keeps its hands, and its feet unless a foe is at hand.
                moves = own_turn_over
                    || state.present(self.enemies(unit)).any(|foe| self.is_in_reach(state, unit, foe));
                hands = own_turn_over;
            }
            Spot::None | Spot::BestOdds | Spot::Several | Spot::OnlyIfLethal | Spot::DenyCritical => {}
        }
        if moves {
            dodge(1).into_iter().for_each(|it| found.push(it));
        }
        if hands {
            let spare = || self.hands_to_spare(state, unit, !state.acted.has(unit));
            for hand in spare() {
                self.block(state, unit, stance, hand, cover).into_iter().for_each(|it| found.push(it));
            }
            for hand in spare() {
                self.parry(state, unit, stance, hand, cover).into_iter().for_each(|it| found.push(it));
            }
        }
        found
    }

    fn spot(&self, state: &State, unit: UnitId, attacker: UnitId) -> Spot {
        self.decide(&self.unit(unit).tactics.answers.spot, state, unit, Some(attacker))
    }

    /// MG-D6.
    fn spot_timing(&self, state: &State, unit: UnitId, attacker: UnitId) -> SpotTiming {
        let plan = &self.unit(unit).tactics.aimed.spot_timing;
        plan.choose(|fact| self.fact(state, unit, Some(attacker), fact))
    }

    /// MG-D7: whether the active defence against an attack is decided behind its roll, since a condition asks
    /// for that.
    pub(crate) fn is_active_late(&self, state: &State, unit: UnitId, attacker: UnitId) -> bool {
        self.unit(unit).roll_reads.active && self.spot_timing(state, unit, attacker) == SpotTiming::After
    }

    /// MG-D5 `only_if_lethal`: the attack results at which the damage could put the unit out.
    fn lethal_from(
        &self,
        state: &State,
        unit: UnitId,
        attacker: UnitId,
        swing: &AttackOption,
        n: i32,
    ) -> Option<i32> {
        let past = |times: i32| {
            let soak = self.expected_soak(state, unit);
            let size = self.rulings.size_damage_per_step.0 * self.size_step(attacker, unit);
            let mean = self.with_damage(state, attacker, swing.with, |_, distribution, flat| {
                distribution.mean() + f64::from(flat)
            });
            let past = (mean - f64::from(size)).max(0.0) * f64::from(times) - f64::from(soak);
            steps(past) >= steps(self.toughness(state, unit).into())
        };
        if swing.with == With::Grapple {
            return None;
        }
        if past(1) {
            Some(n)
        } else if swing.criticals && swing.stance == Stance::Strong && past(2) {
            Some(2 * n)
        } else {
            None
        }
    }
}

impl MahouGalaxy {
    /// MG-48: whether a tie misses, as under a ruling that of a grapple does.
    fn misses_on_ties(&self, swing: &AttackOption) -> bool {
        swing.with == With::Grapple && self.rulings.grapple_tie == GrappleTie::Miss
    }

    /// The least target number that this result misses.
    fn least_to_stop(&self, swing: &AttackOption, roll: i32) -> i32 {
        if self.misses_on_ties(swing) { roll } else { roll + 1 }
    }

    /// The least result that hits this target number.
    fn least_to_hit(&self, swing: &AttackOption, n: i32) -> i32 {
        if self.misses_on_ties(swing) { n + 1 } else { n }
    }
}

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
                let top = only.pool.ends().1;
                let most =
                    if only.pool.die.most >= 64 { i32::MAX } else { rules.least_to_hit(swing, top - 1) };
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
