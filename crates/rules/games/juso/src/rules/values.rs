//! The numbers of units as they stand, changes included, and what conditions ask.

use crate::data::rulings::{EvasionScope, MovingPenalty, YesNo};
use crate::data::setup::{AttackKind, Attribute, End, Reach};
use crate::data::tactics::{Fact, Plan};
use crate::data::vocabulary::{AbilityTarget, Bans, How, Stat};
use crate::state::State;
use crate::{Juso, WeaponProfile};
use fray_engine::roster::UnitId;

impl Reach {
    /// JU-53: how many columns this is for a unit with these values.
    #[inline(always)]
    pub(crate) fn columns(self, stat: impl Fn(Stat) -> i32) -> i32 {
        match self {
            Self::Squares(n) => i32::from(n),
            Self::Close => 1,
            Self::Mid => stat(Stat::CoreBase),
            Self::Far => stat(Stat::CoreBase) + stat(Stat::Perception),
            Self::Any => i32::MAX,
        }
    }
}

impl Juso {
    /// A number of the stat block with its changes.
    #[inline(always)]
    pub(crate) fn stat(&self, state: &State, unit: UnitId, stat: Stat) -> i32 {
        self.changed(state, unit, stat, i32::from(self.unit(unit).base[stat as usize]))
    }

    /// `base` with the changes of `stat`: first to a value, then by what is added.
    #[inline(always)]
    pub(crate) fn changed(&self, state: &State, unit: UnitId, stat: Stat, base: i32) -> i32 {
        let changes = &self.changes[stat as usize];
        if changes.is_empty() || !self.may_have_marks(state, unit) {
            base
        } else {
            self.change(state, unit, changes, base)
        }
    }

    #[cold]
    fn change(&self, state: &State, unit: UnitId, changes: &[(u8, How)], base: i32) -> i32 {
        let (mut to, mut by) = (base, 0);
        for &(mark, how) in changes {
            if self.has_mark(state, unit, mark) {
                match how {
                    How::By(n) => by += i32::from(n),
                    How::To(n) => to = i32::from(n),
                }
            }
        }
        to + by
    }

    /// Returns whether the unit may have a status, a lasting effect or a passive ability on it.
    #[inline(always)]
    fn may_have_marks(&self, state: &State, unit: UnitId) -> bool {
        state.marked.or(self.in_passives).has(unit)
    }

    /// Returns whether a status or lasting effect is on the unit, or a passive ability that holds now.
    pub(crate) fn has_mark(&self, state: &State, unit: UnitId, mark: u8) -> bool {
        state.marks[unit.idx() * self.marks.len() + mark as usize] > 0
            || self.marks[mark as usize]
                .passive
                .is_some_and(|(owner, at)| self.reaches(state, owner, at, unit))
    }

    /// Returns whether a passive ability of `owner` holds and has `unit` for a target.
    fn reaches(&self, state: &State, owner: UnitId, at: u8, unit: UnitId) -> bool {
        let ability = &self.unit(owner).abilities[at as usize].ability;
        let aimed = match ability.target {
            AbilityTarget::AllAllies => self.unit(owner).side == self.unit(unit).side,
            AbilityTarget::AllEnemies => self.unit(owner).side != self.unit(unit).side,
            _ => owner == unit,
        };
        // The range is that of the stat block: a changed one would ask for itself.
        let base = |stat: Stat| i32::from(self.unit(owner).base[stat as usize]);
        let range = ability.range.columns(base);
        aimed
            && state.able(self.everyone).has(owner)
            && (owner == unit || !state.off.has(owner) && self.distance(state, owner, unit) <= range)
            && ability.when.as_ref().is_none_or(|when| when.holds(|fact| self.fact(state, owner, fact)))
            && ability
                .target_has
                .is_none_or(|status| state.marks[unit.idx() * self.marks.len() + status.0 as usize] > 0)
    }

    /// Returns the bans of the unit's statuses.
    #[inline(always)]
    pub(crate) fn bans(&self, state: &State, unit: UnitId) -> Bans {
        if !self.may_have_marks(state, unit) {
            return Bans::default();
        }
        let held = |bans: Bans, &(mark, more): &(u8, Bans)| {
            if self.has_mark(state, unit, mark) { bans.or(more) } else { bans }
        };
        self.banning.iter().fold(Bans::default(), held)
    }

    /// Ability + class level (JU-02).
    #[inline(always)]
    pub(crate) fn ability(&self, state: &State, unit: UnitId, which: Attribute) -> i32 {
        let (value, level) = match which {
            Attribute::Perception => (Stat::Perception, Stat::LevelPerception),
            Attribute::Agility => (Stat::Agility, Stat::LevelAgility),
            Attribute::Wisdom => (Stat::Wisdom, Stat::LevelWisdom),
            Attribute::Strength => (Stat::Strength, Stat::LevelStrength),
        };
        self.stat(state, unit, value) + self.stat(state, unit, level)
    }

    /// JU-45 to JU-53: ability + level of an attack; unarmed the better of strength and agility,
    /// strength if they are equal (JU-48).
    #[inline(always)]
    pub(crate) fn attack_ability(&self, state: &State, unit: UnitId, profile: &WeaponProfile) -> i32 {
        match profile.ability {
            Some(which) => self.ability(state, unit, which),
            None => self.ability(state, unit, Attribute::Strength).max(self.ability(
                state,
                unit,
                Attribute::Agility,
            )),
        }
    }

    /// JU-78: the passive dice of an attack.
    #[inline(always)]
    pub(crate) fn attack_skill(&self, state: &State, unit: UnitId, kind: AttackKind) -> i32 {
        const SKILLS: [Stat; 3] = [Stat::SkillMelee, Stat::SkillRanged, Stat::SkillJujutsu];
        self.stat(state, unit, SKILLS[kind as usize])
    }

    /// JU-41: the value that an attack of this kind is rolled against.
    #[inline(always)]
    pub(crate) fn defence_value(&self, state: &State, unit: UnitId, kind: AttackKind) -> i32 {
        const VALUES: [Stat; 3] = [Stat::DefenceMelee, Stat::DefenceRanged, Stat::DefenceJujutsu];
        self.stat(state, unit, VALUES[kind as usize])
    }

    /// JU-58 to JU-63: ability and level, shield, passive dice and dice of abilities of the
    /// defence that an attack of this kind is answered with, before repetition.
    pub(crate) fn defence_dice(&self, state: &State, unit: UnitId, kind: AttackKind) -> i32 {
        let dice = self.stat(state, unit, Stat::DefenceDice);
        let evasion = self.stat(state, unit, Stat::SkillDefence);
        let shield = self.stat(state, unit, Stat::Shield);
        dice + match kind {
            AttackKind::Melee => self.ability(state, unit, Attribute::Agility) + shield + evasion,
            AttackKind::Ranged => self.ability(state, unit, Attribute::Perception) + shield + evasion,
            AttackKind::Jujutsu => {
                let all = self.rulings.evasion_scope == EvasionScope::All;
                self.ability(state, unit, Attribute::Wisdom)
                    + self.stat(state, unit, Stat::SkillResist)
                    + if all { evasion } else { 0 }
            }
        }
    }

    /// JU-59: the dice of body defence before repetition: no shield.
    pub(crate) fn body_dice(&self, state: &State, unit: UnitId) -> i32 {
        self.ability(state, unit, Attribute::Strength)
            + self.stat(state, unit, Stat::SkillDefence)
            + self.stat(state, unit, Stat::DefenceDice)
    }

    /// JU-62: the dice that repetition takes off the next defence of this round.
    #[inline(always)]
    pub(crate) fn weariness(&self, state: &State, unit: UnitId) -> i32 {
        let unwearied = self.may_have_marks(state, unit)
            && self.unwearied.iter().any(|&mark| self.has_mark(state, unit, mark));
        if unwearied { 0 } else { i32::from(state.unit(unit).defended) }
    }

    /// JU-45 to JU-53: how far an attack reaches, in columns.
    #[inline(always)]
    pub(crate) fn reach(&self, state: &State, unit: UnitId, profile: &WeaponProfile) -> i32 {
        if profile.kind == AttackKind::Melee {
            return 1;
        }
        let base = profile.reach.columns(|stat| self.stat(state, unit, stat));
        self.changed(state, unit, Stat::Range, base)
    }

    /// JU-51: the dice of a shot at this unit.
    #[inline(always)]
    pub(crate) fn ranged_mods(&self, state: &State, target: UnitId) -> i32 {
        let moving = match self.rulings.moving_penalty {
            MovingPenalty::FlagOnly => self.stat(state, target, Stat::MovingMod),
            MovingPenalty::ByDistance => -i32::from(state.unit(target).moved.div_ceil(2).min(3)),
        };
        self.stat(state, target, Stat::RangedMod) + moving
    }

    /// Returns the choice of a unit by a plan, where no target is known.
    #[inline(always)]
    pub(crate) fn choose<T: Copy + Default>(&self, state: &State, unit: UnitId, plan: &Plan<T>) -> T {
        plan.choose(|fact| self.fact(state, unit, fact))
    }

    /// Returns the value of a fact that a condition of an ability asks about, seen by `unit`, for this target
    /// of it (D-16).
    pub(crate) fn fact_on(&self, state: &State, unit: UnitId, target: UnitId, fact: Fact) -> (i32, i32) {
        match fact {
            Fact::TargetLife => (state.unit(target).life, self.unit(target).life),
            Fact::Distance => (self.distance(state, unit, target), 0),
            _ => self.fact(state, unit, fact),
        }
    }

    /// Returns the value of a fact, seen by `unit`. Facts about a target are not asked without one: files
    /// that do so are refused.
    pub(crate) fn fact(&self, state: &State, unit: UnitId, fact: Fact) -> (i32, i32) {
        let it = state.unit(unit);
        let side = self.unit(unit).side;
        match fact {
            Fact::Life => (it.life, self.unit(unit).life),
            Fact::Cores => (it.cores, 0),
            Fact::HighMana => (it.mana, 0),
            Fact::Melee => (self.in_melee(state, unit).len() as i32, 0),
            Fact::Own => (it.own, 0),
            Fact::TargetLife | Fact::Distance => (0, 0),
            Fact::Round | Fact::Enemies | Fact::Allies | Fact::Flag | Fact::First => {
                self.side_fact(state, side, fact)
            }
        }
    }

    /// Returns the value of a fact for a side; 0 for facts that only a unit has.
    pub(crate) fn side_fact(&self, state: &State, side: End, fact: Fact) -> (i32, i32) {
        let n = match fact {
            Fact::Round => state.round as i32,
            Fact::Enemies => state.active(self.of(side.other())).len() as i32,
            Fact::Allies => state.active(self.of(side)).len() as i32,
            Fact::Flag => i32::from(state.flag == side),
            Fact::First => i32::from(state.first == side),
            _ => 0,
        };
        (n, 0)
    }

    /// JU-38: whether nobody of the other side may pick the unit.
    #[inline(always)]
    pub(crate) fn is_overlooked(&self, state: &State, unit: UnitId) -> bool {
        state.unnoticed.has(unit) && self.rulings.unnoticed_target == YesNo::No
    }
}
