//! The worth of an attack before it is made: the harm to enemies less the harm to allies, each at most the
//! life that the target has left (D-05, D-08, D-13).

use core::cell::LazyCell;

use crate::choose::{Against, Aim};
use crate::data::rulings::DeathRule;
use crate::data::tactics::{AreaSquare, Stance, WeaponChoice};
use crate::data::vocabulary::Stat;
use crate::dice::pool::{MAX_DICE, p_exactly};
use crate::rules::attacks::damage::Strike;
use crate::rules::turns::act::{Budget, SMALL_MOVE};
use crate::state::State;
use crate::{Juso, Play, WeaponProfile};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::{MAX_UNITS, UnitId, UnitSet};
use fray_kit::whole::nearest;

/// The dice of an attack as a unit declares it (JU-42, steps 2 to 4).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declared {
    pub(crate) aim: Aim,
    pub(crate) cores: i32,
    pub(crate) split: i32,
}

impl Declared {
    /// The dice of the base roll.
    pub(crate) fn base(&self) -> i32 {
        self.aim.pool + self.cores - self.split
    }

    /// The dice of the damage roll (JU-44, JU-55).
    pub(crate) fn damage(&self, profile: &WeaponProfile) -> i32 {
        (self.aim.own + self.split).min(profile.effect_cap).saturating_add(self.aim.bonus).max(0)
    }
}

/// The further effects of damage that special armour has let through (JU-68, JU-69, JU-73).
#[derive(Clone, Copy, Debug)]
pub(crate) struct DamageSource {
    /// Squares of knockback, or points of a back attack.
    pub(crate) squares: i32,
    pub(crate) is_back: bool,
    pub(crate) kills: bool,
    /// The damage with that of a back attack.
    pub(crate) arrives: i32,
}

impl Juso {
    /// D-07, D-08: cores and split of an attack on one of these or, as an area, on all of them.
    pub(crate) fn declare(
        &self,
        state: &State,
        unit: UnitId,
        profile: &WeaponProfile,
        foes: UnitSet,
    ) -> Declared {
        let victim = match foes.len() {
            0 => None,
            1 => Some(foes.first()),
            _ => Some(self.nearest(state, unit, foes)),
        };
        let aim = self.aim(state, unit, profile, victim);
        if !self.chooses_dice(unit) {
            return Declared { aim, cores: 0, split: 0 };
        }
        // What they set against it does not depend on the dice.
        if foes.len() <= 1 {
            let answer = LazyCell::new(|| victim.map(|foe| self.against(state, unit, profile, foe)));
            let p_hit = |dice: i32| answer.map_or(0.0, |answer| answer.p_hit(dice));
            return self.choose_dice(state, unit, aim, victim, 1.0, p_hit);
        }
        let answers = LazyCell::new(|| {
            let mut answers = [Against::Value(1); MAX_UNITS];
            for (answer, foe) in answers.iter_mut().zip(foes) {
                *answer = self.against(state, unit, profile, foe);
            }
            answers
        });
        let p_sum =
            |dice: i32| -> f64 { answers.iter().zip(foes).map(|(answer, _)| answer.p_hit(dice)).sum() };
        self.choose_dice(state, unit, aim, victim, f64::from(foes.len()), p_sum)
    }

    /// The cores and the split of an attack on `n` units, of whom `p_sum` are hit on average.
    #[inline(always)]
    fn choose_dice(
        &self,
        state: &State,
        unit: UnitId,
        aim: Aim,
        victim: Option<UnitId>,
        n: f64,
        p_sum: impl Fn(i32) -> f64,
    ) -> Declared {
        let cores = self.cores_to_spend(state, unit, aim.limit, |cores| p_sum(aim.pool + cores) / n);
        let split = self.split(state, unit, &aim, cores, p_sum, victim);
        Declared { aim, cores, split }
    }

    /// Returns the further effects on the target of damage after special armour.
    #[inline(always)]
    pub(crate) fn impact(
        &self,
        state: &State,
        attacker: UnitId,
        victim: UnitId,
        damage: i32,
        strike: &Strike,
    ) -> DamageSource {
        let is_back = strike.is_back_attack || self.is_back_attack(state, attacker, victim);
        let squares = (self.knockback(state, victim, damage) - strike.less_knockback).max(0);
        let squares = if strike.no_knockback { 0 } else { squares };
        let back = if is_back { squares } else { 0 };
        DamageSource {
            squares,
            is_back,
            kills: self.is_deadly(state, victim, damage, back),
            arrives: damage + back,
        }
    }

    /// The mean loss of life to a blow of so many dice and points that gets through (JU-66 to JU-73);
    /// death takes all.
    pub(crate) fn mean_loss(
        &self,
        state: &State,
        [attacker, victim]: [UnitId; 2],
        [dice, fixed]: [i32; 2],
        strike: &Strike,
    ) -> f64 {
        let life = state.unit(victim).life;
        let soak = if strike.ignores_special_armour {
            0
        } else {
            self.stat(state, victim, Stat::SpecialArmour).max(0)
        };
        let loss = |rolled: i32| {
            let damage = (rolled - soak).max(0);
            if damage == 0 {
                return 0;
            }
            let impact = self.impact(state, attacker, victim, damage, strike);
            if impact.kills { life } else { life.min(impact.arrives) }
        };
        (0..=dice.max(0)).map(|rolled| p_exactly(dice, rolled) * f64::from(loss(rolled + fixed))).sum()
    }

    /// D-08 `kill`: the least damage roll that ends the fight for the victim: that kills or, where nobody
    /// brings its side's incapacitated back or nothing kills, that takes its life to 0.
    pub(crate) fn felling_roll(&self, state: &State, attacker: UnitId, victim: UnitId) -> Option<i32> {
        let soak = self.stat(state, victim, Stat::SpecialArmour).max(0);
        let side = &self.sides[self.unit(victim).side as usize];
        let life_0_does = !side.revives || self.rulings.death_rule == DeathRule::Never;
        (1..=MAX_DICE as i32).find(|&rolled| {
            let damage = (rolled - soak).max(0);
            let impact = self.impact(state, attacker, victim, damage, &Strike::default());
            damage > 0 && (impact.kills || life_0_does && impact.arrives >= state.unit(victim).life)
        })
    }

    /// The expected harm of an attack with this weapon on everybody of `targets`, declared against the
    /// enemies among them.
    pub(crate) fn harm(&self, state: &State, unit: UnitId, profile: &WeaponProfile, targets: UnitSet) -> f64 {
        let declared = self.declare(state, unit, profile, targets.and(self.seen(state, unit)));
        let damage = declared.damage(profile);
        self.net(state, unit, targets, |target| {
            let p = self.against(state, unit, profile, target).p_hit(declared.base());
            p * self.mean_loss(state, [unit, target], [damage, 0], &Strike::default())
        })
    }

    /// The worth of an attack in parts of a point so small that they matter to nobody: sums of such worths
    /// in any order are equal, and so are worths that differ by rounding alone.
    fn parts(worth: f64) -> f64 {
        const PARTS: f64 = (1_u64 << 30) as f64;
        nearest(worth * PARTS) as f64 / PARTS
    }

    /// The sum of `harm` over the enemies that the unit sees, less that over its allies and itself. An
    /// incapacitated ally can still die: it counts a point.
    pub(crate) fn net(
        &self,
        state: &State,
        unit: UnitId,
        targets: UnitSet,
        harm: impl Fn(UnitId) -> f64,
    ) -> f64 {
        let seen = self.seen(state, unit);
        let of_each = |target: UnitId| match (self.allies(unit).has(target), state.down.has(target)) {
            (true, true) => -1.0,
            (true, false) => -harm(target),
            (false, _) if seen.has(target) => harm(target),
            (false, _) => 0.0,
        };
        targets.map(|target| Self::parts(of_each(target))).sum()
    }

    /// JU-54: everybody on a square who is not dead; allies only under `area_hits_allies`.
    pub(crate) fn on_square(&self, state: &State, unit: UnitId, column: i32) -> UnitSet {
        let whom = if self.rulings.area_hits_allies.is_yes() { self.everyone } else { self.enemies(unit) };
        whom.without(state.dead).without(state.off).only(|other| self.column(state, other) == column)
    }

    /// JU-54, D-13: the column among those of `foes` on which an area is laid, and what it is worth by
    /// `net`; a tactic that does not ask for the worth gets more than any.
    pub(crate) fn choose_square(
        &self,
        state: &State,
        unit: UnitId,
        foes: UnitSet,
        net: impl Fn(UnitSet) -> f64,
    ) -> Option<(i32, f64)> {
        let how = self.choose(state, unit, &self.unit(unit).tactics.area);
        let here = self.column(state, unit);
        let mut best: Option<((f64, i32, i32), i32)> = None;
        for column in foes.map(|foe| self.column(state, foe)) {
            if best.is_some_and(|best| best.1 == column) {
                continue;
            }
            let there = self.on_square(state, unit, column);
            let enemies = foes.only(|foe| self.column(state, foe) == column).len();
            let worth = match how {
                AreaSquare::Net => net(there),
                AreaSquare::Most => f64::from(enemies),
                AreaSquare::MostSafe if self.holds_ally(state, unit, column) => 0.0,
                AreaSquare::MostSafe => f64::from(enemies),
            };
            let rank = (worth, -(column - here).abs(), -column);
            if worth > 0.0 && best.is_none_or(|best| rank > best.0) {
                best = Some((rank, column));
            }
        }
        let any = how != AreaSquare::Net;
        best.map(|((worth, ..), column)| (column, if any { f64::INFINITY } else { worth }))
    }

    fn holds_ally(&self, state: &State, unit: UnitId, column: i32) -> bool {
        let allies = self.allies(unit).without(state.dead).without(state.off);
        allies.into_iter().any(|ally| self.column(state, ally) == column)
    }
}

/// The square of an area, and what the area is worth there.
pub(crate) type Square = (i32, f64);

impl<C: Chance, O: Observer<Juso>> Play<'_, C, O> {
    /// The enemies within reach of a weapon that the unit may use now.
    pub(crate) fn in_range(&self, unit: UnitId, weapon: usize) -> UnitSet {
        if self.state.off.has(unit) || self.is_barred(unit, weapon) {
            return UnitSet::default();
        }
        let reach = self.rules.reach(self.state, unit, &self.rules.unit(unit).profiles[weapon]);
        self.rules.in_reach(self.state, unit, reach)
    }

    /// Returns whom a weapon that strikes one unit would be used on, as far as that is known before: D-04.
    fn likely_target(&self, unit: UnitId, foes: UnitSet) -> UnitSet {
        let (rules, state) = (self.rules, &*self.state);
        let how = rules.choose(state, unit, &rules.unit(unit).tactics.target);
        UnitSet::one(rules.fixed_target(state, unit, how, foes))
    }

    /// The expected harm of the best attack on one unit, with weapons of which `suits` holds.
    fn plain_harm_with(&self, unit: UnitId, suits: impl Fn(usize) -> bool) -> f64 {
        let (rules, state) = (self.rules, &*self.state);
        let plain =
            self.weapons(unit).filter(|&weapon| !rules.unit(unit).profiles[weapon].area && suits(weapon));
        let harms = plain.filter_map(|weapon| {
            let foes = self.in_range(unit, weapon);
            let profile = &rules.unit(unit).profiles[weapon];
            (!foes.is_empty()).then(|| rules.harm(state, unit, profile, self.likely_target(unit, foes)))
        });
        harms.fold(0.0, f64::max)
    }

    /// The expected harm of the best attack on one unit.
    pub(crate) fn plain_harm(&self, unit: UnitId) -> f64 {
        self.plain_harm_with(unit, |_| true)
    }

    /// D-13 `net`: the small move to where the best attack on one unit does more than `worth`, which an area
    /// does from here. Of equals it is the shortest, backward rather than forward; who keeps its distance
    /// steps into no melee state for it.
    pub(crate) fn step_for_more(&mut self, unit: UnitId, worth: f64, budget: &Budget) -> Option<(bool, i32)> {
        let rules = self.rules;
        let stance = rules.choose(self.state, unit, &rules.unit(unit).tactics.stance);
        if worth == f64::INFINITY || stance == Stance::Hold || !budget.allows_move_and_main() {
            return None;
        }
        let from = self.state.unit(unit).own;
        let (mut step, mut most) = (None, worth);
        for (squares, ahead) in (1..=SMALL_MOVE).flat_map(|squares| [(squares, false), (squares, true)]) {
            let to = rules.destination(self.state, unit, ahead, squares, false);
            if to < 1 || (to - from).abs() != squares {
                continue;
            }
            self.state.unit_mut(unit).own = to;
            if stance != Stance::Kite || rules.in_melee(self.state, unit).is_empty() {
                let harm = self.plain_harm_with(unit, |weapon| !self.needs_sub_to_ready(unit, weapon));
                if harm > most {
                    (step, most) = (Some((ahead, squares)), harm);
                }
            }
            self.state.unit_mut(unit).own = from;
        }
        step
    }

    /// The square of an area weapon. By D-13 `net` it must beat the best attack on one unit.
    pub(crate) fn square_of_weapon(&self, unit: UnitId, weapon: usize) -> Option<(i32, f64)> {
        let (rules, state) = (self.rules, &*self.state);
        let foes = self.in_range(unit, weapon);
        if foes.is_empty() {
            return None;
        }
        let profile = &rules.unit(unit).profiles[weapon];
        let square =
            rules.choose_square(state, unit, foes, |there| rules.harm(state, unit, profile, there))?;
        (square.1 == f64::INFINITY || square.1 > self.plain_harm(unit)).then_some(square)
    }

    /// D-05 `best`: the weapon with the largest expected damage roll on its target; an area that beats
    /// the best attack on one unit goes before all of those. With the square of an area and its worth.
    pub(crate) fn best_weapon(&self, unit: UnitId, budget: &Budget) -> Option<(usize, Option<Square>)> {
        let (rules, state) = (self.rules, &*self.state);
        if rules.choose(state, unit, &rules.unit(unit).tactics.weapon) != WeaponChoice::Best
            || !budget.allows_attack()
        {
            return None;
        }
        let mut best: Option<(usize, Option<Square>, f64)> = None;
        for weapon in self.weapons(unit) {
            let foes = self.in_range(unit, weapon);
            if foes.is_empty() || self.needs_sub_to_ready(unit, weapon) && budget.subs == 0 {
                continue;
            }
            let profile = &rules.unit(unit).profiles[weapon];
            let (foes, square, more) = if profile.area {
                let Some((column, worth)) = self.square_of_weapon(unit, weapon) else { continue };
                let more = if worth == f64::INFINITY { 0.0 } else { ABOVE_ALL + worth };
                (foes.only(|foe| rules.column(state, foe) == column), Some((column, worth)), more)
            } else {
                (self.likely_target(unit, foes), None, 0.0)
            };
            let declared = rules.declare(state, unit, profile, foes);
            let p: f64 =
                foes.map(|foe| rules.against(state, unit, profile, foe).p_hit(declared.base())).sum();
            let expected = more + Juso::parts(p * f64::from(declared.damage(profile)) / 2.0);
            if best.is_none_or(|(.., most)| expected > most) {
                best = Some((weapon, square, expected));
            }
        }
        best.map(|(weapon, square, _)| (weapon, square))
    }
}

/// More than the expected damage of any attack.
const ABOVE_ALL: f64 = 1e6;
