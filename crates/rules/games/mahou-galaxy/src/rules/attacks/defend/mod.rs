//! Defences (MG-26 to MG-32): spot blocks, parries and dodges, and active ones.

mod answer;

use crate::MahouGalaxy;
use crate::choose::odds::steps;
use crate::choose::{AttackOption, With};
use crate::data::rulings::{DodgePlus5, GrappleTie};
use crate::data::setup::{RollName, Skill, SkillSet, Stance, Stat};
use crate::data::tactics::{Spot, SpotTiming};
use crate::dice::draws::Pool;
use crate::rules::numbers::RollContext;
use crate::state::{SHIELD, State};
use fray_engine::roster::UnitId;

/// The means of a defence.
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

/// The answer to an attack.
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
            let past = self.mean_past_soak(state, attacker, unit, swing.with, times);
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
