//! The numbers of a unit at a moment: pools with what changes them, distances, facts for conditions.

use crate::board::At;
use crate::data::rulings::{HelplessSoak, TacticsDice};
use crate::data::setup::{Concealment, Cover, WeaponKind};
use crate::data::tactics::{AbilityChoice, Fact};
use crate::data::vocabulary::{ActionWord, Band, Cost, MAX_MODS, ModWord, Refresh, Status, Statuses, Timing};
use crate::dice::pool::Pool;
use crate::state::State;
use crate::{AreaOf, Cardinal, DamageProfile, ModKind, Slays, WeaponProfile};
use fray_engine::roster::{UnitId, UnitSet};
use fray_kit::tactics::when::When;

impl Cardinal {
    /// Returns how many of Hurt, Afraid and Injured it has; 3 for those Dying or worse.
    #[inline(always)]
    pub(crate) fn wounds(&self, state: &State, unit: UnitId) -> u32 {
        let held = state.of(unit);
        if held.any(Statuses::FALLEN) {
            return 3;
        }
        held.and(Statuses::of(&[Status::Hurt, Status::Afraid, Status::Injured])).len()
    }

    /// Returns whether a lasting effect of an ability is on the unit.
    #[inline]
    pub(crate) fn is_under(&self, state: &State, unit: UnitId, at: usize) -> bool {
        match self.mods[at].passive {
            Some((owner, ability)) => {
                owner == unit && {
                    let skill = &self.unit(owner).abilities[usize::from(ability)];
                    skill.ability.when.as_ref().is_none_or(|when| self.holds(state, unit, None, when))
                }
            }
            None => state.mods[unit.idx() * self.mods.len() + at] > 0,
        }
    }

    /// Shows the changes by the lasting effects on a unit; of one source one alone counts (CA-04).
    pub(crate) fn each_mod(&self, state: &State, unit: UnitId, mut see: impl FnMut(ModKind)) {
        let mut seen = [false; MAX_MODS];
        for at in 0..self.mods.len() {
            let source = usize::from(self.mods[at].source) % MAX_MODS;
            if !seen[source] && self.is_under(state, unit, at) {
                seen[source] = !self.rulings.stack_same_source;
                see(self.mods[at].what);
            }
        }
    }

    /// CA-04: a pool of the unit with the bonus dice and larger dice for this roll.
    #[inline]
    pub(crate) fn raised(&self, state: &State, unit: UnitId, word: ModWord, mut pool: Pool) -> Pool {
        if self.mods.is_empty() {
            return pool;
        }
        let mut steps = 0_u8;
        let mut bonus = Pool::NONE;
        self.each_mod(state, unit, |what| match what {
            ModKind::Bonus(dice, to) if to == word => bonus = bonus.and(dice),
            ModKind::Upgrade(of, by) if of == word => steps = u8::saturating_add(steps, by),
            _ => {}
        });
        if steps > 0 {
            pool = pool.upgraded(steps);
        }
        pool.and(bonus)
    }

    /// CA-04: the dice that join whatever opposes this roll of the unit.
    #[inline]
    pub(crate) fn penalties(&self, state: &State, unit: UnitId, word: ModWord) -> Pool {
        let mut pool = Pool::NONE;
        if !self.mods.is_empty() {
            self.each_mod(state, unit, |what| {
                if let ModKind::Penalty(dice, to) = what
                    && to == word
                {
                    pool = pool.and(dice);
                }
            });
        }
        pool
    }

    /// Returns whether an effect forbids the unit this action.
    pub(crate) fn is_forbidden(&self, state: &State, unit: UnitId, word: ActionWord) -> bool {
        let mut forbidden = false;
        if !self.mods.is_empty() {
            self.each_mod(state, unit, |what| forbidden |= what == ModKind::Forbid(word));
        }
        forbidden
    }

    /// Returns whether an effect puts this action before all others of the unit's turn.
    pub(crate) fn is_forced(&self, state: &State, unit: UnitId, word: ActionWord) -> bool {
        let mut forced = false;
        if !self.mods.is_empty() {
            self.each_mod(state, unit, |what| forced |= what == ModKind::Force(word));
        }
        forced
    }

    /// CA-20: the methods that the scenario, or an ability on the target, names for attacks of this kind; `None`
    /// where the table of the rules stands.
    pub(crate) fn chart_row(&self, state: &State, target: UnitId, kind: WeaponKind) -> Option<u8> {
        let mut row = self.rulings.defence_chart.row(kind);
        if !self.mods.is_empty() {
            self.each_mod(state, target, |what| {
                if let ModKind::Chart(chart) = what {
                    row = chart.row(kind).or(row);
                }
            });
        }
        row
    }

    /// CA-15: the Speed dice; of the Burdened none is larger than a d8.
    #[inline(always)]
    pub(crate) fn speed(&self, state: &State, unit: UnitId) -> Pool {
        let speed = self.unit(unit).speed;
        if state.of(unit).any(Statuses::LADEN) { speed.up_to_d8() } else { speed }
    }

    /// CA-22: Speed and Dodge.
    #[inline(always)]
    pub(crate) fn dodge(&self, state: &State, unit: UnitId) -> Pool {
        let dodge = self.unit(unit).dodge;
        let dodge = if state.of(unit).any(Statuses::LADEN) { dodge.up_to_d8() } else { dodge };
        self.raised(state, unit, ModWord::Dodge, dodge)
    }

    /// CA-33, CA-36: the soak dice against this blow.
    #[inline]
    pub(crate) fn soak(&self, state: &State, unit: UnitId, profile: &DamageProfile) -> Pool {
        if !profile.soakable {
            return Pool::NONE;
        }
        let it = self.unit(unit);
        let armor = it.armor.when(!profile.penetrating);
        let helpless = state.of(unit).any(Statuses::OUT);
        let pool = match self.rulings.helpless_soak {
            HelplessSoak::ArmorOnly if helpless => armor,
            HelplessSoak::None if helpless => return Pool::NONE,
            _ => self.raised(state, unit, ModWord::Soak, it.soak.and(armor)),
        };
        if profile.weak { pool.and(pool) } else { pool }
    }

    /// CA-31: whether the blow slays this unit.
    #[inline(always)]
    pub(crate) fn slays(&self, profile: &DamageProfile, target: UnitId) -> bool {
        match profile.slaying {
            Slays::Nobody => false,
            Slays::Everybody => true,
            Slays::Species(species) => species == self.unit(target).species,
        }
    }

    /// CA-16: the distance between two units, CA-63.
    #[inline(always)]
    pub(crate) fn distance(&self, state: &State, a: UnitId, b: UnitId) -> u32 {
        self.distance_to(state, state.unit(a).at(), b)
    }

    /// The distance of a unit from a square.
    #[inline(always)]
    pub(crate) fn distance_to(&self, state: &State, from: At, unit: UnitId) -> u32 {
        self.board.as_ref().map_or(1, |board| board.distance(from, state.unit(unit).at()))
    }

    /// CA-19: whether two units see each other.
    #[inline(always)]
    pub(crate) fn sees(&self, state: &State, a: UnitId, b: UnitId) -> bool {
        self.sees_from(state, state.unit(a).at(), b)
    }

    #[inline(always)]
    pub(crate) fn sees_from(&self, state: &State, from: At, unit: UnitId) -> bool {
        self.board.as_ref().is_none_or(|board| board.sees(from, state.unit(unit).at()))
    }

    /// The units within Near of a unit (CA-16).
    #[inline]
    pub(crate) fn near(&self, state: &State, unit: UnitId, among: UnitSet) -> UnitSet {
        let near = Band::Near.paces();
        among.into_iter().filter(|&other| self.distance(state, unit, other) <= near).collect()
    }

    /// CA-18, CA-57: the cover of a unit against an attacker at `from`, where itself stands if it meets itself.
    pub(crate) fn cover(&self, state: &State, attacker: UnitId, target: UnitId, from: At) -> Cover {
        let held = state.of(target);
        let at = if attacker == target { from } else { state.unit(target).at() };
        let mut cover = match &self.board {
            Some(board) => board.cover(at, from),
            None => Cover::None,
        };
        if held.has(Status::HalfBuried) {
            cover = cover.max(Cover::Soft);
        }
        if held.has(Status::Hiding) {
            cover = if self.lies_low(state, target, from) { cover.max(Cover::Soft) } else { cover.better() };
        }
        cover
    }

    /// CA-57: whether the unit hides flat on the ground, beyond Near of whoever looks.
    fn lies_low(&self, state: &State, unit: UnitId, from: At) -> bool {
        state.of(unit).has(Status::Knockdown)
            && self.square_cover(state, unit) == Cover::None
            && self.distance_to(state, from, unit) > Band::Near.paces()
    }

    /// The best cover of the square of a unit, from wherever.
    pub(crate) fn square_cover(&self, state: &State, unit: UnitId) -> Cover {
        let Some(board) = &self.board else { return Cover::None };
        let at = state.unit(unit).at();
        let (x, y, _) = at;
        let around = [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
        around.into_iter().map(|(x, y)| board.cover(at, (x, y, 0))).max().unwrap_or(Cover::None)
    }

    /// CA-18, CA-57: the concealment of a unit from an attacker at `from`.
    pub(crate) fn concealment(
        &self,
        state: &State,
        attacker: UnitId,
        target: UnitId,
        from: At,
    ) -> Concealment {
        let mut best = match &self.board {
            Some(board) => {
                let at = if attacker == target { from } else { state.unit(target).at() };
                if at.2 == 0 { board.square(at).concealment } else { Concealment::None }
            }
            None => Concealment::None,
        };
        // What it hides behind has to stand between the two, or to conceal it all around.
        if state.of(target).has(Status::Hiding) {
            let behind =
                best != Concealment::None || self.cover(state, attacker, target, from) != Cover::None;
            if self.lies_low(state, target, from) {
                best = best.max(Concealment::Partial);
            } else if behind {
                best = Concealment::Total;
            }
        }
        let held = state.of(attacker);
        if held.any(Statuses::SIGHTLESS) {
            best = Concealment::Total;
        } else if held.any(Statuses::DAZED) {
            best = best.max(Concealment::Partial);
        }
        best
    }

    /// CA-28: whether the unit is at a disadvantage.
    #[inline(always)]
    pub(crate) fn is_at_disadvantage(&self, state: &State, unit: UnitId) -> bool {
        state.of(unit).any(Statuses::DISADVANTAGE) || state.unit(unit).exposed
    }

    /// CA-28, CA-40: the dice that attackers of the unit gain.
    #[inline(always)]
    pub(crate) fn advantage(&self, state: &State, target: UnitId) -> Pool {
        if !self.is_at_disadvantage(state, target) {
            return Pool::NONE;
        }
        let die = self.rulings.reeling_die.pool();
        let twice = self.rulings.reeling_die_use == crate::data::rulings::ReelingDieUse::AttackerAndDefence;
        if twice && state.of(target).has(Status::Reeling) { die.and(die) } else { die }
    }

    /// CA-28: the Tactics dice against this target.
    #[inline]
    pub(crate) fn tactics_dice(&self, state: &State, unit: UnitId, target: UnitId) -> Pool {
        let dice = self.unit(unit).tactics_dice;
        if dice.is_empty() || self.rulings.tactics == TacticsDice::Off {
            return Pool::NONE;
        }
        let mut allies = state.standing(self.friends(state, unit));
        allies.remove(unit);
        dice.when(allies.into_iter().any(|ally| self.threatens(state, ally, target)))
    }

    /// CA-28: whether a unit at no disadvantage has a ready melee weapon within whose range somebody of another side is.
    fn threatens(&self, state: &State, unit: UnitId, target: UnitId) -> bool {
        let it = self.unit(unit);
        !self.is_at_disadvantage(state, unit)
            && self.hostiles(state, unit).has(target)
            && it.weapons[..it.n_weapons].iter().enumerate().any(|(at, weapon)| {
                matches!(weapon.kind, WeaponKind::Melee | WeaponKind::Unarmed)
                    && state.unit(unit).ready >> at & 1 == 1
                    && self.distance(state, unit, target) <= weapon.range
            })
    }

    /// Returns whether a condition holds for a unit; about a target only where there is one.
    #[inline]
    pub(crate) fn holds(
        &self,
        state: &State,
        unit: UnitId,
        target: Option<UnitId>,
        when: &When<Fact>,
    ) -> bool {
        when.holds_known(|fact| self.fact(state, unit, target, fact))
    }

    /// A fact, and what 100 % of it is; `None` without the target that it is about.
    fn fact(&self, state: &State, unit: UnitId, target: Option<UnitId>, fact: Fact) -> Option<(i32, i32)> {
        let count = |units: UnitSet| (units.len() as i32, 0);
        let of = |units: UnitSet, all: UnitSet| (units.len() as i32, self.began(all).len() as i32);
        let others = || {
            let mut allies = self.friends(state, unit);
            allies.remove(unit);
            allies
        };
        let is = |yes: bool| (i32::from(yes), 1);
        let hostiles = || self.hostiles(state, unit);
        Some(match fact {
            Fact::Round => (state.round as i32, 0),
            Fact::Enemies => of(state.standing(hostiles()), hostiles()),
            Fact::EnemiesAble => of(state.able(hostiles()), hostiles()),
            Fact::Allies => {
                let allies = self.friends(state, unit);
                of(state.standing(allies), allies)
            }
            Fact::AlliesAble => {
                let allies = self.friends(state, unit);
                of(state.able(allies), allies)
            }
            Fact::AlliesAfraid => count(state.with(state.standing(others()), Statuses::AFRAID)),
            Fact::AlliesReeling => {
                count(state.with(state.standing(others()), Statuses::of(&[Status::Reeling])))
            }
            Fact::AlliesDying => count(state.with(others(), Statuses::of(&[Status::Dying]))),
            Fact::Wounds => (self.wounds(state, unit) as i32, 0),
            Fact::Ward => (i32::from(state.unit(unit).ward), i32::from(self.unit(unit).ward)),
            Fact::NearEnemies => count(self.near(state, unit, state.standing(hostiles()))),
            Fact::InReach => {
                let foes = state.standing(hostiles());
                count(foes.into_iter().filter(|&foe| self.reaches_now(state, unit, foe)).collect())
            }
            Fact::Loaded => {
                is(self.first_ready(state, unit).is_some_and(|at| state.unit(unit).loaded >> at & 1 == 1))
            }
            Fact::HasStatus(status) => is(state.of(unit).has(status)),
            Fact::Distance => (self.distance(state, unit, target?) as i32, 0),
            Fact::TargetWounds => (self.wounds(state, target?) as i32, 0),
            Fact::TargetWard => (i32::from(state.unit(target?).ward), 0),
            Fact::TargetHasStatus(status) => is(state.of(target?).has(status)),
        })
    }

    /// Of these units those who began the fight.
    fn began(&self, units: UnitSet) -> UnitSet {
        units.into_iter().filter(|&unit| !self.unit(unit).statuses.any(Statuses::OUT)).collect()
    }

    /// The first listed weapon that is ready.
    pub(crate) fn first_ready(&self, state: &State, unit: UnitId) -> Option<usize> {
        let ready = state.unit(unit).ready;
        (0..self.unit(unit).n_weapons).find(|&at| ready >> at & 1 == 1)
    }

    /// Line 5: whether a weapon is at hand, loaded or to be loaded, or an ability could be an attack again in this fight.
    pub(crate) fn is_of_use(&self, state: &State, unit: UnitId, weapon: usize) -> bool {
        let it = state.unit(unit);
        let info = &self.unit(unit).weapons[weapon];
        if info.profile.grapple && !self.held_by(state, unit).is_empty() || self.is_mute(state, unit, info) {
            return false;
        }
        match info.ability.map(usize::from) {
            None => it.ready >> weapon & 1 == 1,
            Some(at) => {
                let ability = &self.unit(unit).abilities[at].ability;
                let spent = |cost: &Cost| match *cost {
                    Cost::Ammunition(most) => it.uses[at] >= most,
                    Cost::Exhaust(refresh) => it.exhausted >> at & 1 == 1 && refresh != Refresh::Action,
                    Cost::Actions(_) | Cost::Focus | Cost::Status(_) => false,
                };
                let plan = &self.unit(unit).tactics.ability;
                ability.timing == Timing::Action
                    && !ability.cost.iter().any(spent)
                    && plan.choose_if(|when| self.holds(state, unit, None, when)) != AbilityChoice::Never
            }
        }
    }

    /// Returns whether some ready, loaded weapon reaches a unit from where its owner stands.
    pub(crate) fn reaches_now(&self, state: &State, unit: UnitId, target: UnitId) -> bool {
        let from = state.unit(unit).at();
        (0..self.unit(unit).n_weapons)
            .any(|at| self.is_usable(state, unit, at) && self.reaches(state, unit, at, target, from))
    }

    /// CA-11, CA-14: whether a weapon is ready and loaded, or an ability may be used as an attack.
    #[inline(always)]
    pub(crate) fn is_usable(&self, state: &State, unit: UnitId, weapon: usize) -> bool {
        let it = state.unit(unit);
        let info = &self.unit(unit).weapons[weapon];
        // CA-55: what holds somebody does nothing else.
        if info.profile.grapple && !self.held_by(state, unit).is_empty() || self.is_mute(state, unit, info) {
            return false;
        }
        match info.ability {
            None => it.ready >> weapon & 1 == 1 && it.loaded >> weapon & 1 == 1,
            Some(ability) => self.may_pay(state, unit, usize::from(ability)),
        }
    }

    /// CA-48: whether a spell is kept from a unit that cannot speak it.
    #[inline(always)]
    pub(crate) fn is_mute(&self, state: &State, unit: UnitId, weapon: &WeaponProfile) -> bool {
        weapon.kind == WeaponKind::Magic && state.of(unit).any(Statuses::MUTE)
    }

    /// CA-65: how far from its user a weapon strikes: the centre of an area has to be within range, its radius reaches on.
    #[inline(always)]
    pub(crate) fn farthest(weapon: &WeaponProfile) -> u32 {
        weapon.range
            + match weapon.area {
                Some(AreaOf::Sphere { radius, .. }) => radius,
                Some(AreaOf::Near) | None => 0,
            }
    }

    /// CA-11, CA-18, CA-65: whether an attack with this weapon is possible on a unit from a square: within range, in
    /// sight and not behind total cover; with an area, whether one can be laid that has the unit in it.
    #[inline]
    pub(crate) fn reaches(
        &self,
        state: &State,
        unit: UnitId,
        weapon: usize,
        target: UnitId,
        from: At,
    ) -> bool {
        let Some(board) = &self.board else { return true };
        let at = state.unit(target).at();
        let info = &self.unit(unit).weapons[weapon];
        let in_reach = match info.area {
            Some(AreaOf::Sphere { radius, .. }) => {
                self.centre_for(state, board, (from, info.range), (at, radius)).is_some()
            }
            Some(AreaOf::Near) | None => board.distance(from, at) <= info.range && board.sees(from, at),
        };
        in_reach && self.cover(state, unit, target, from) != Cover::Total
    }
}
