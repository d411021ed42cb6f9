//! An activation: what a unit does with its main and sub action (JU-19 to JU-22, JU-31 to JU-36,
//! D-05, D-06, D-11, D-12). The stances beside `strike` stand in `stance`.

use super::damage::Strike;
use super::events::{Event, Move};
use super::metrics::Metric;
use super::rulings::{ListedWeapons, Potion, ReadyWeapon, ShootInMelee};
use super::setup::AttackKind;
use super::tactics::{LeaveAt, Return, Stance, Target, WeaponChoice};
use super::vocabulary::{Ban, Bans, Stat, Timing};
use super::{Juso, Play};
use crate::engine::draw::Chance;
use crate::engine::observe::Observer;
use crate::engine::roster::{UnitId, UnitSet};

/// JU-32: the squares of a small move.
pub(super) const SMALL_MOVE: i32 = 2;

/// JU-19: the actions that an activation still has. A main action that is not used may be a sub
/// action.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    pub(super) mains: i32,
    pub(super) subs: i32,
    /// Main and sub actions that abilities add: played when the others are over.
    pub(super) extra: [i32; 2],
    /// Small moves that the round still allows (JU-33).
    pub(super) small_moves: i32,
    pub(super) bans: Bans,
}

impl Budget {
    /// Whether a small move can be made, and a main action after it.
    pub(super) fn allows_move_and_main(&self) -> bool {
        self.subs > 0 && self.mains > 0 && self.small_moves > 0 && !self.bans.has(Ban::Move)
    }

    pub(super) fn allows_small_move(&self) -> bool {
        self.subs + self.mains > 0 && self.small_moves > 0 && !self.bans.has(Ban::Move)
    }

    pub(super) fn allows_attack(&self) -> bool {
        self.mains > 0 && !self.bans.has(Ban::Attack)
    }

    /// Uses a sub action, or a main action in place of one.
    pub(super) fn use_sub(&mut self) {
        if self.subs > 0 {
            self.subs -= 1;
        } else {
            self.mains -= 1;
        }
    }
}

impl<C: Chance, O: Observer<Juso>> Play<'_, C, O> {
    /// The activation of a unit that is alive and not incapacitated.
    pub(super) fn act(&mut self, unit: UnitId) {
        let (rules, state) = (self.rules, &*self.state);
        // D-12 is looked at when the unit acts; it holds for the rest of the fight.
        let plan = &rules.unit(unit).tactics.leave_at;
        if let LeaveAt::Life(n) = plan.choose(|fact| rules.fact(state, unit, fact))
            && state.unit(unit).life <= i32::from(n)
        {
            self.state.leaving.insert(unit);
        }
        let mut budget = Budget {
            mains: 1,
            subs: 1,
            extra: [0; 2],
            small_moves: rules.rulings.small_moves_per_round.0,
            bans: rules.bans(self.state, unit),
        };
        self.absorb(unit, &mut budget);
        if budget.bans.has(Ban::Main) {
            budget.mains = 0;
        }
        if budget.bans.has(Ban::Sub) {
            budget.subs = 0;
        }
        if self.rules.has_abilities {
            self.use_abilities(unit, &mut budget);
        }
        // Each ability adds three actions at most, and those of an attack may add some again.
        for _ in 0..4 {
            if self.state.able(UnitSet::one(unit)).is_empty() {
                return;
            }
            if !self.first_aid(unit, &mut budget) {
                self.stance(unit, &mut budget);
            }
            self.absorb(unit, &mut budget);
            [budget.mains, budget.subs] = core::mem::take(&mut budget.extra);
            if budget.mains + budget.subs == 0 {
                return;
            }
        }
    }

    /// Actions gained and lost by abilities.
    fn absorb(&mut self, unit: UnitId, budget: &mut Budget) {
        let [main, sub] = core::mem::take(&mut self.state.unit_mut(unit).actions);
        if (main, sub) == (0, 0) {
            return;
        }
        let (main, sub) = (i32::from(main), i32::from(sub));
        budget.mains = (budget.mains + main.min(0)).max(0);
        budget.subs = (budget.subs + sub.min(0)).max(0);
        budget.extra[0] += main.max(0);
        budget.extra[1] += sub.max(0);
    }

    /// JU-22, D-16: abilities that are actions, each at most once, before all else.
    fn use_abilities(&mut self, unit: UnitId, budget: &mut Budget) {
        let mut used = 0_u32;
        let potion = self.rules.rulings.potion;
        loop {
            let now = *budget;
            let fits = |at: usize, timing: Timing| {
                used >> at & 1 == 0
                    && match timing {
                        Timing::Main => now.mains > 0,
                        Timing::Sub => now.subs + now.mains > 0,
                        Timing::Full => now.mains > 0 && now.subs > 0,
                        Timing::Potion if potion == Potion::Main => now.mains > 0,
                        Timing::Potion => now.subs + now.mains > 0,
                        _ => false,
                    }
            };
            let Some(at) = self.usable(unit, None, fits) else { return };
            used |= 1 << at;
            match self.rules.unit(unit).abilities[at].ability.timing {
                Timing::Full => {
                    budget.mains -= 1;
                    budget.subs -= 1;
                }
                Timing::Potion if potion == Potion::Sub => budget.use_sub(),
                Timing::Sub => budget.use_sub(),
                _ => budget.mains -= 1,
            }
            self.use_ability(unit, at, None, &mut Strike::default());
            self.end_of_attack();
            self.absorb(unit, budget);
        }
    }

    /// D-06: what the unit does.
    fn stance(&mut self, unit: UnitId, budget: &mut Budget) {
        let (rules, state) = (self.rules, &*self.state);
        if state.leaving.has(unit) {
            return self.withdraw(unit, budget);
        }
        let on_board = !state.off.has(unit);
        match rules.unit(unit).tactics.stance.choose(|fact| rules.fact(state, unit, fact)) {
            Stance::Strike => self.strike(unit, budget),
            Stance::Hold if on_board => {
                if !self.attack_in_reach(unit, budget) {
                    self.obs.event(|| Event::Stays { unit });
                }
            }
            Stance::Kite if on_board => self.kite(unit, budget),
            Stance::FlagRunner if on_board => self.run_for_the_flag(unit, budget),
            Stance::SlipBehind if on_board => self.slip_behind(unit, budget),
            Stance::Hold | Stance::Kite | Stance::FlagRunner | Stance::SlipBehind => {
                self.strike(unit, budget);
            }
            Stance::Withdraw => self.withdraw(unit, budget),
        }
    }

    /// JU-36, D-11: whether a unit off the board may and wants to come back.
    pub(super) fn may_return(&self, unit: UnitId) -> bool {
        let (rules, state) = (self.rules, &*self.state);
        if state.unit(unit).away > 0 || state.leaving.has(unit) {
            return false;
        }
        let plan = &rules.unit(unit).tactics.return_when;
        match plan.choose(|fact| rules.fact(state, unit, fact)) {
            Return::Asap => true,
            Return::Never => false,
            Return::Below(n) => state.active(rules.enemies(unit)).len() < u32::from(n),
        }
    }

    /// The weapons in the order in which they are tried: the one in hand before the others where
    /// all are at hand.
    pub(super) fn weapons(&self, unit: UnitId) -> impl Iterator<Item = usize> + use<C, O> {
        let it = self.state.unit(unit);
        let (hand, lost) = (it.hand as usize, it.lost);
        let n = self.rules.unit(unit).arms.len();
        let swap = self.rules.rulings.listed_weapons == ListedWeapons::AtHand && hand < n;
        (0..n)
            .map(move |i| match i {
                0 if swap => hand,
                i if swap && i <= hand => i - 1,
                i => i,
            })
            .filter(move |&i| lost >> i & 1 == 0)
    }

    /// JU-22: whether the weapon needs readying first.
    fn needs_ready(&self, unit: UnitId, weapon: usize) -> bool {
        self.rules.rulings.listed_weapons == ListedWeapons::NeedReady
            && self.state.unit(unit).hand as usize != weapon
    }

    /// JU-49: whether the ruling bars the weapon now.
    pub(super) fn is_barred(&self, unit: UnitId, weapon: usize) -> bool {
        self.rules.unit(unit).arms[weapon].kind == AttackKind::Ranged
            && self.rules.rulings.shoot_in_melee == ShootInMelee::Forbidden
            && !self.rules.in_melee(self.state, unit).is_empty()
    }

    /// JU-22: readies the weapon, if it must be and can be.
    pub(super) fn ready(&mut self, unit: UnitId, weapon: usize, budget: &mut Budget) -> bool {
        if !self.needs_ready(unit, weapon) {
            return true;
        }
        if self.rules.rulings.ready_weapon == ReadyWeapon::Sub {
            if budget.subs == 0 {
                return false;
            }
            budget.subs -= 1;
        }
        self.state.unit_mut(unit).hand = weapon as u8;
        self.obs.event(|| Event::Readies { unit, weapon: weapon as u8 });
        true
    }

    /// (a) of `strike`: with this weapon on somebody in reach; whether it was done.
    fn try_weapon(&mut self, unit: UnitId, weapon: usize, budget: &mut Budget) -> bool {
        if !budget.allows_attack() || self.is_barred(unit, weapon) {
            return false;
        }
        let arm = self.rules.unit(unit).arms[weapon];
        let reach = self.rules.reach(self.state, unit, &arm);
        let foes = self.rules.in_reach(self.state, unit, reach);
        if foes.is_empty() {
            return false;
        }
        if arm.area {
            let Some(column) = self.choose_square(unit, reach) else { return false };
            if !self.ready(unit, weapon, budget) {
                return false;
            }
            budget.mains -= 1;
            self.attack_area(unit, weapon, column);
        } else {
            if !self.ready(unit, weapon, budget) {
                return false;
            }
            budget.mains -= 1;
            let target = self.choose_target(unit, foes);
            self.attack(unit, weapon, target);
        }
        true
    }

    /// An attack with the first weapon that has somebody in reach, or the best (D-05).
    pub(super) fn attack_in_reach(&mut self, unit: UnitId, budget: &mut Budget) -> bool {
        if self.try_best_weapon(unit, budget) {
            return true;
        }
        self.weapons(unit).any(|weapon| self.try_weapon(unit, weapon, budget))
    }

    /// D-05 `best`: the largest expected damage roll on its target.
    fn try_best_weapon(&mut self, unit: UnitId, budget: &mut Budget) -> bool {
        let (rules, state) = (self.rules, &*self.state);
        let plan = &rules.unit(unit).tactics.weapon;
        if plan.choose(|fact| rules.fact(state, unit, fact)) != WeaponChoice::Best || !budget.allows_attack()
        {
            return false;
        }
        let mut best: Option<(usize, f64)> = None;
        for weapon in self.weapons(unit) {
            let needs_sub = self.needs_ready(unit, weapon)
                && rules.rulings.ready_weapon == ReadyWeapon::Sub
                && budget.subs == 0;
            if self.is_barred(unit, weapon) || needs_sub {
                continue;
            }
            if let Some(expected) = self.expected_damage(unit, weapon)
                && best.is_none_or(|(_, most)| expected > most)
            {
                best = Some((weapon, expected));
            }
        }
        best.is_some_and(|(weapon, _)| self.try_weapon(unit, weapon, budget))
    }

    /// The mean damage roll of an attack with this weapon on its target, a miss being 0; `None`
    /// without anybody in reach.
    fn expected_damage(&self, unit: UnitId, weapon: usize) -> Option<f64> {
        let (rules, state) = (self.rules, &*self.state);
        let arm = &rules.unit(unit).arms[weapon];
        let reach = rules.reach(state, unit, arm);
        let mut foes = rules.in_reach(state, unit, reach);
        if foes.is_empty() {
            return None;
        }
        if arm.area {
            let column = self.choose_square(unit, reach)?;
            foes = foes.filter(|&foe| rules.column(state, foe) == column).collect();
        } else {
            let how: Target = rules.unit(unit).tactics.target.choose(|fact| rules.fact(state, unit, fact));
            foes = UnitSet::one(rules.fixed_target(state, unit, how, foes));
        }
        let first = foes.first();
        let aim = rules.aim(state, unit, arm, Some(first));
        let p_sum =
            |dice: i32| -> f64 { foes.map(|foe| rules.against(state, unit, arm, foe).p_hit(dice)).sum() };
        let mean = |dice: i32| p_sum(dice) / f64::from(foes.len());
        let cores = rules.cores_to_spend(state, unit, aim.limit, |cores| mean(aim.pool + cores));
        let split: i32 = rules.split(state, unit, &aim, cores, p_sum, Some(first));
        let dice = (aim.own + split).min(arm.effect_cap).saturating_add(aim.bonus).max(0);
        Some(p_sum(aim.pool + cores - split) * f64::from(dice) / 2.0)
    }

    /// D-06 `strike`.
    pub(super) fn strike(&mut self, unit: UnitId, budget: &mut Budget) {
        let foes = self.rules.seen(self.state, unit);
        let off = self.state.off.has(unit);
        if off && !self.may_return(unit) {
            self.obs.event(|| Event::Stays { unit });
            return;
        }
        if foes.is_empty() {
            // Entering the empty board is a small move.
            if off && budget.allows_small_move() {
                budget.use_sub();
                self.walk(unit, Move::Small, true, 1);
            } else {
                self.obs.event(|| Event::Stays { unit });
            }
            return;
        }
        if !off && self.try_best_weapon(unit, budget) {
            return;
        }
        let mut nearest = None;
        for weapon in self.weapons(unit) {
            if !off && self.try_weapon(unit, weapon, budget) {
                return;
            }
            let foe = *nearest.get_or_insert_with(|| self.rules.nearest(self.state, unit, foes));
            if self.try_closing(unit, weapon, foe, budget) {
                return;
            }
        }
        let foe = nearest.unwrap_or_else(|| self.rules.nearest(self.state, unit, foes));
        self.approach(unit, foe, budget);
    }

    /// The squares between a unit and the reach of a weapon; at least 1 off the board.
    fn need(&self, unit: UnitId, foe: UnitId, reach: i32) -> i32 {
        let need = self.rules.distance(self.state, unit, foe) - reach;
        if self.state.off.has(unit) { need.max(1) } else { need }
    }

    /// Whether `foe` is ahead of the unit.
    fn is_ahead(&self, unit: UnitId, foe: UnitId) -> bool {
        let own = Juso::column_of(self.rules.unit(unit).side, self.rules.column(self.state, foe));
        own > self.state.unit(unit).own
    }

    /// (b) of `strike`: a small move towards the foe, then an attack on it.
    fn try_closing(&mut self, unit: UnitId, weapon: usize, foe: UnitId, budget: &mut Budget) -> bool {
        let arm = self.rules.unit(unit).arms[weapon];
        let reach = self.rules.reach(self.state, unit, &arm);
        let need = self.need(unit, foe, reach);
        let readies = self.needs_ready(unit, weapon) && self.rules.rulings.ready_weapon == ReadyWeapon::Sub;
        if !(1..=SMALL_MOVE).contains(&need)
            || !budget.allows_move_and_main()
            || budget.bans.has(Ban::Attack)
            || readies
        {
            return false;
        }
        let ahead = self.is_ahead(unit, foe);
        if self.rules.destination(self.state, unit, ahead, need, false) == self.state.unit(unit).own {
            return false;
        }
        budget.use_sub();
        budget.small_moves -= 1;
        self.walk(unit, Move::Small, ahead, need);
        let in_reach = self.rules.distance(self.state, unit, foe) <= reach;
        if !in_reach || self.is_barred(unit, weapon) || !self.ready(unit, weapon, budget) {
            return true;
        }
        if arm.area {
            if let Some(column) = self.choose_square(unit, reach) {
                budget.mains -= 1;
                self.attack_area(unit, weapon, column);
            }
        } else {
            budget.mains -= 1;
            self.attack(unit, weapon, foe);
        }
        true
    }

    /// The end of `strike`: as near as the actions allow.
    fn approach(&mut self, unit: UnitId, foe: UnitId, budget: &mut Budget) {
        let rules = self.rules;
        let first = self.weapons(unit).next();
        let reach = first.map_or(1, |weapon| rules.reach(self.state, unit, &rules.unit(unit).arms[weapon]));
        let need = self.need(unit, foe, reach);
        if need < 1 || budget.bans.has(Ban::Move) {
            self.obs.event(|| Event::Stays { unit });
            return;
        }
        let ahead = self.is_ahead(unit, foe);
        self.travel(unit, ahead, need, budget, |play| play.need(unit, foe, reach));
    }

    /// A large move and then a small one, or one move by sub actions: up to `need` squares, of
    /// which `rest` says what is left after the first.
    pub(super) fn travel(
        &mut self,
        unit: UnitId,
        ahead: bool,
        need: i32,
        budget: &mut Budget,
        rest: impl Fn(&Self) -> i32,
    ) {
        let rating = self.rules.stat(self.state, unit, Stat::Movement);
        let large = self.rules.may_move_large(self.state, unit);
        if large && budget.mains > 0 {
            budget.mains -= 1;
            self.walk(unit, Move::Large, ahead, rating.min(need));
            let rest = rest(self).min(SMALL_MOVE);
            if rest > 0 && budget.subs > 0 && budget.small_moves > 0 && (ahead || !self.state.off.has(unit)) {
                budget.subs -= 1;
                budget.small_moves -= 1;
                self.walk(unit, Move::Small, ahead, rest);
            }
            return;
        }
        self.obs.add_if(!large, unit, Metric::LargeMovesDenied, 1);
        // JU-33: both subs together; two small moves where the table allows them and they reach
        // farther.
        let both = budget.subs + budget.mains > 1;
        let by_small_moves = SMALL_MOVE * budget.small_moves.min(if both { 2 } else { 1 });
        let farthest = if both { (rating - 2).max(by_small_moves) } else { by_small_moves };
        let squares = farthest.min(need);
        if squares < 1 || budget.subs + budget.mains < 1 {
            self.obs.event(|| Event::Stays { unit });
        } else if squares <= SMALL_MOVE && budget.small_moves > 0 {
            budget.use_sub();
            budget.small_moves -= 1;
            self.walk(unit, Move::Small, ahead, squares);
        } else {
            if squares > rating - 2 {
                budget.small_moves = 0;
            }
            budget.use_sub();
            budget.use_sub();
            self.walk(unit, Move::DoubleSub, ahead, squares);
        }
    }

    /// A move of the unit's own as far as its way is free.
    pub(super) fn walk(&mut self, unit: UnitId, how: Move, ahead: bool, squares: i32) {
        let to = self.rules.destination(self.state, unit, ahead, squares, false);
        self.move_to(unit, how, to);
    }
}
