//! The numbers of a unit at this moment: stats with what changes them, dice, penalties, toughness.

use crate::MahouGalaxy;
use crate::data::rulings::{BlindApplies, DistractionAffects, NegativeSkill, OutAt, TalkExempt};
use crate::data::setup::{RollName, Skill, SkillSet, Stance, Stat};
use crate::data::tactics::{SkillChoice, Talk};
use crate::data::vocabulary::{Effect, What};
use crate::dice::draws::Pool;
use crate::dice::{Die, Distribution, Formula};
use crate::state::prepare::{defence_of, passive};
use crate::state::{Mood, NO_SCORE, State};
use fray_engine::roster::UnitId;

/// The kind of a roll, as far as distractions and falls depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RollContext {
    /// Whether it is a skill roll (MG-06).
    pub(crate) skill: bool,
    /// Whether it uses a hand (MG-39).
    pub(crate) hand: bool,
    /// Whether it is in line with the distraction (MG-62).
    pub(crate) in_line: bool,
}

impl MahouGalaxy {
    /// Returns whether a lasting effect is on the unit.
    #[inline(always)]
    pub(crate) fn bears(&self, state: &State, unit: UnitId, mark: u8) -> bool {
        state.marks[unit.idx() * self.lasting.len() + usize::from(mark)].left > 0
    }

    /// Returns the sum of the changes that lasting effects make to a number.
    #[inline(always)]
    pub(crate) fn change(&self, state: &State, unit: UnitId, what: What) -> i32 {
        let changes = &self.changes[what as usize];
        changes.iter().filter(|(mark, _)| self.bears(state, unit, *mark)).map(|(_, by)| i32::from(*by)).sum()
    }

    /// The lasting effects on a unit.
    pub(crate) fn effects_on<'a>(
        &'a self,
        state: &'a State,
        unit: UnitId,
    ) -> impl Iterator<Item = &'a Effect> {
        let borne = (0..self.lasting.len()).filter(move |&mark| self.bears(state, unit, mark as u8));
        borne.map(|mark| {
            let lasting = &self.lasting[mark];
            let knack = &self.unit(lasting.unit).skills_of[usize::from(lasting.ability)];
            &knack.ability.effects[usize::from(lasting.effect)].effect
        })
    }

    /// MG-19: whether the unit cannot see.
    pub(crate) fn is_blind(&self, state: &State, unit: UnitId) -> bool {
        !self.lasting.is_empty()
            && self.effects_on(state, unit).any(|effect| matches!(effect, Effect::Blind {}))
    }

    /// MG-19: whether blindness takes anything off the attacks of the unit: under `blind.applies = "ranged_only"` off
    /// those with a ranged weapon alone.
    pub(crate) fn needs_eyes(&self, unit: UnitId) -> bool {
        self.rulings.blind_applies == BlindApplies::All
            || self.unit(unit).weapons.iter().any(|weapon| weapon.ranged)
    }

    /// MG-58, MG-64: whether the unit has a use for speak tokens: it talks, or has an ability that costs them.
    pub(crate) fn needs_voice(&self, unit: UnitId) -> bool {
        let info = self.unit(unit);
        info.tactics.aimed.talk.any(|talk| talk != Talk::None)
            || info.skills_of.iter().any(|knack| knack.ability.cost.speak > 0)
    }

    /// MG-24: whether the unit is completely unable to move.
    pub(crate) fn is_immobile(&self, state: &State, unit: UnitId) -> bool {
        let pinned = self.rulings.grapple_pin_immobile && state.held.has(unit) && state.unit(unit).fallen;
        pinned || self.is_frozen(state, unit)
    }

    /// MG-24: whether an effect makes the unit immobile, which leaves it no tokens. The pinned have those of MG-50.
    pub(crate) fn is_frozen(&self, state: &State, unit: UnitId) -> bool {
        !self.lasting.is_empty()
            && self.effects_on(state, unit).any(|effect| matches!(effect, Effect::Immobile {}))
    }

    /// Returns whether the unit cannot speak.
    pub(crate) fn is_silent(&self, state: &State, unit: UnitId) -> bool {
        !self.lasting.is_empty()
            && self.effects_on(state, unit).any(|effect| matches!(effect, Effect::Silence {}))
    }

    /// A stat with what changes it.
    #[inline(always)]
    pub(crate) fn stat(&self, state: &State, unit: UnitId, stat: Stat) -> i32 {
        self.unit(unit).stats[stat as usize] + self.change(state, unit, What::ALL[stat as usize])
    }

    /// All stats.
    pub(crate) fn stats(&self, state: &State, unit: UnitId) -> [i32; 6] {
        Stat::ALL.map(|stat| self.stat(state, unit, stat))
    }

    /// The dice of a skill.
    #[inline(always)]
    pub(crate) fn skill(&self, state: &State, unit: UnitId, skill: Skill) -> i32 {
        self.unit(unit).skills.get(skill) + self.change(state, unit, What::ALL[What::SKILLS + skill as usize])
    }

    /// Returns the bonus of a roll.
    #[inline(always)]
    pub(crate) fn bonus(&self, state: &State, unit: UnitId, roll: RollName) -> i32 {
        self.unit(unit).bonuses.get(roll) + self.change(state, unit, What::ALL[What::ROLLS + roll as usize])
    }

    /// Returns whether a roll explodes on two faces.
    #[inline(always)]
    pub(crate) fn on_two(&self, state: &State, unit: UnitId, roll: RollName) -> bool {
        self.unit(unit).explode_two.has(roll)
            || !self.lasting.is_empty()
                && self
                    .effects_on(state, unit)
                    .any(|effect| matches!(effect, Effect::ExplodeTwo { rolls } if rolls.has(roll)))
    }

    /// The die of a stat for a roll.
    pub(crate) fn die(&self, state: &State, unit: UnitId, stat: Stat, roll: RollName) -> Die {
        self.plain_die(state, unit, stat).on_two(self.on_two(state, unit, roll))
    }

    /// The die of a stat for a roll that has no name.
    pub(crate) fn plain_die(&self, state: &State, unit: UnitId, stat: Stat) -> Die {
        let mut die = Die::of_stat(self.stat(state, unit, stat), self.dice);
        if !self.lasting.is_empty() {
            for effect in self.effects_on(state, unit) {
                if let Effect::ReplaceDie { stat: of, faces, plus } = *effect
                    && of == stat
                {
                    die = Die::of_faces(faces, i32::from(plus), self.dice);
                }
            }
        }
        die
    }

    /// MG-03: a pool of `dice` dice of a stat, with all that is added to it.
    pub(crate) fn pool(
        &self,
        state: &State,
        unit: UnitId,
        (stat, roll): (Stat, RollName),
        dice: i32,
        plus: i32,
        what: RollContext,
    ) -> Pool {
        let dice = match self.rulings.dice_negative_skill {
            NegativeSkill::AsZero => dice.max(0),
            NegativeSkill::OneFewerKeepLower => dice,
        };
        let plus = plus + self.bonus(state, unit, roll) - self.penalty(state, unit, what);
        let mut pool = Pool::new(self.die(state, unit, stat, roll), dice, plus);
        pool.clamp = self.rulings.dice_clamp_zero;
        pool
    }

    /// Returns the penalty of distraction, a fall and exhaustion on a roll (MG-06, MG-39, MG-40).
    #[inline]
    pub(crate) fn penalty(&self, state: &State, unit: UnitId, what: RollContext) -> i32 {
        let it = state.unit(unit);
        let distracts = what.skill || self.rulings.distraction_affects == DistractionAffects::AllRolls;
        let distraction = if distracts { self.distraction(state, unit, what.in_line) } else { 0 };
        let fallen = if what.hand && it.fallen { 2 } else { 0 };
        let exhausted = if it.hp <= 0 { self.rulings.exhausted_roll.0 } else { 0 };
        distraction + fallen + exhausted
    }

    /// MG-61, MG-62: the penalty that counts; none for what is in line with the named distraction.
    #[inline(always)]
    pub(crate) fn distraction(&self, state: &State, unit: UnitId, in_line: bool) -> i32 {
        let it = state.unit(unit);
        let exempt = self.rulings.talk_exempt == TalkExempt::AnyDifference || it.strong;
        if in_line && exempt && it.penalty > 0 && it.penalty >= it.general { 0 } else { it.distraction() }
    }

    /// MG-62: whether an attack on `target` is in line with what distracts the unit.
    #[inline(always)]
    pub(crate) fn attack_in_line(&self, state: &State, unit: UnitId, target: UnitId, stance: Stance) -> bool {
        let it = state.unit(unit);
        it.mood == Mood::Infuriated
            && it.by == target
            && (it.narrowed == 0 || it.narrowed == stance as u8 + 1)
    }

    /// The hit points that a unit can lose before it is out.
    #[inline(always)]
    pub(crate) fn toughness(&self, state: &State, unit: UnitId) -> i32 {
        state.unit(unit).hp - self.limit(state, unit)
    }

    /// MG-40: the hit points at which a unit is out.
    #[inline(always)]
    pub(crate) fn limit(&self, state: &State, unit: UnitId) -> i32 {
        match self.rulings.hp_out_at {
            OutAt::BelowMinusDef => -self.stat(state, unit, Stat::Def).max(0) - 1,
            OutAt::ZeroOrLess => 0,
        }
    }

    /// MG-22, MG-23, MG-29 to MG-31: the passive number against a stance, without cover.
    pub(crate) fn defence(&self, state: &State, unit: UnitId, stance: Stance) -> i32 {
        let it = state.unit(unit);
        let natural =
            passive(self.stat(state, unit, stance.defence())) + self.change(state, unit, defence_of(stance));
        let active = i32::from(it.active[stance as usize]);
        let always = !matches!(
            self.unit(unit).tactics.alone.keep.choose(|fact| self.fact(state, unit, None, fact)),
            crate::data::tactics::Keep::Better
        );
        let has_score = it.active[stance as usize] != NO_SCORE;
        let score = if has_score && (always || active > natural) { active } else { natural };
        let fallen = if it.fallen { 2 } else { 0 };
        let exhausted = if it.hp <= 0 { self.rulings.exhausted_passive.0 } else { 0 };
        score - fallen - exhausted
    }

    /// MG-23, MG-24: the target number of an attack without spot defences.
    pub(crate) fn target_number(
        &self,
        state: &State,
        attacker: UnitId,
        target: UnitId,
        stance: Stance,
    ) -> i32 {
        let cover = self.cover_against(state, attacker, target);
        if self.is_immobile(state, target) {
            return 5 + cover;
        }
        (self.defence(state, target, stance) + cover).max(self.rulings.attack_min_target.0)
    }

    /// MG-17, MG-D3: the skill of a weapon and its dice.
    pub(crate) fn best_skill(
        &self,
        state: &State,
        unit: UnitId,
        skills: SkillSet,
        less: impl Fn(Skill) -> i32,
        how: SkillChoice,
    ) -> (Skill, i32) {
        let info = self.unit(unit);
        let named = how.skill();
        // MG-03: where dice below 0 are no worse than none, an active facet decides.
        let least = if self.rulings.dice_negative_skill == NegativeSkill::AsZero { 0 } else { i32::MIN };
        let mut best: Option<(Skill, i32, (i32, i32))> = None;
        for skill in skills.each() {
            let dice = self.skill(state, unit, skill) + less(skill);
            if named == Some(skill) {
                return (skill, dice);
            }
            let facet = i32::from(info.facets.has(skill));
            let rank = if how == SkillChoice::FacetFirst { (facet, dice) } else { (dice.max(least), facet) };
            if best.is_none_or(|(_, _, most)| rank > most) {
                best = Some((skill, dice, rank));
            }
        }
        best.map_or((Skill::Gym, 0), |(skill, dice, _)| (skill, dice))
    }

    /// The soak of a unit: its dice, their distribution and what is added (MG-34), for `f`.
    pub(crate) fn with_soak<R>(
        &self,
        state: &State,
        unit: UnitId,
        f: impl FnOnce(&Formula, &Distribution, i32) -> R,
    ) -> R {
        let info = self.unit(unit);
        let plus = self.bonus(state, unit, RollName::Soak);
        let bare = info.shield.is_some() && state.unit(unit).dropped >> 15 & 1 == 1;
        let now = &info.soak[usize::from(bare) | usize::from(state.unit(unit).stripped) << 1];
        if self.lasting.is_empty() {
            return f(&now.0, &now.1, plus);
        }
        let mut formula = Formula::default();
        let armor =
            (i32::from(self.armor_of(state, unit)) + self.change(state, unit, What::Armor)).clamp(0, 40);
        let die = self.die(state, unit, Stat::Def, RollName::Soak);
        formula.push(crate::dice::Set { n: armor as u8, die, cumulative: false });
        if let Some(shield) = info.shield.as_ref().filter(|_| !bare) {
            let stats = self.stats(state, unit);
            for set in self.formula_of(&shield.soak, &stats, self.on_two(state, unit, RollName::Soak)).sets()
            {
                formula.push(*set);
            }
        }
        if formula == now.0 {
            return f(&now.0, &now.1, plus);
        }
        info.soak_changed[usize::from(bare)].with(&formula, |formula, soak| f(formula, soak, plus))
    }
}
