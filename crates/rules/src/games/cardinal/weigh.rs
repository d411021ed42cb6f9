//! What tactics compare: chances to hit and expected damage results of attacks as they would be rolled
//! (the evaluations of the ledger).

use super::defend::{Coming, Defence};
use super::draws::{Check, Hit};
use super::pool::{MAX_DICE, Pool};
use super::rulings::{CounterTie, Slaying, Ties, WoundBonus};
use super::state::State;
use super::vocabulary::{Method, ModWord, Statuses};
use super::{Blow, Cardinal, Meets};
use crate::engine::roster::UnitId;

/// CA-38: results beyond this one read the same.
pub(super) const MOST_RESULT: i32 = 6;

/// CA-29: what a resisted attack and its resistance are rolled against.
pub(super) const RESIST_NUMBER: u32 = 3;

impl Cardinal {
    /// CA-30 to CA-32: the points of so many successes, the bonus included.
    #[inline]
    pub(super) fn points(&self, blow: &Blow, target: UnitId, successes: i32, retreats: bool) -> i32 {
        if blow.flat {
            return blow.bonus;
        }
        let mut points = successes;
        if self.slays(blow, target) {
            points += successes * if self.rulings.slaying == Slaying::Triple { 2 } else { 1 };
        }
        if blow.impaling && !retreats {
            points += successes;
        }
        if blow.critical {
            points += successes / 2;
        }
        points + blow.bonus
    }

    /// CA-33 to CA-35: the soak roll against a blow of so many points.
    #[inline]
    pub(super) fn hit(&self, state: &State, target: UnitId, blow: &Blow, points: i32) -> Hit {
        Hit {
            soak: self.soak(state, target, blow),
            number: self.rulings.soak_tn.0 as u32,
            points,
            wounds: state.of(target).and(Statuses::WOUNDS).len() as i32,
            wounds_first: self.rulings.wound_bonus == WoundBonus::BeforeSoak,
            botch: self.rulings.botch_soak.0,
            most: MOST_RESULT + i32::from(state.unit(target).ward),
            ..Hit::default()
        }
    }

    /// The mean result of a hit with so many successes.
    fn mean(&self, state: &State, target: UnitId, blow: &Blow, successes: i32, retreats: bool) -> f64 {
        self.mean_of_points(state, target, blow, self.points(blow, target, successes, retreats))
    }

    /// The mean result of so many points before soak.
    fn mean_of_points(&self, state: &State, target: UnitId, blow: &Blow, points: i32) -> f64 {
        let hit = self.hit(state, target, blow, points);
        let ward = i32::from(state.unit(target).ward);
        let mut mean = 0.0;
        hit.each(|out, p| {
            let damage = out.damage - out.damage.min(ward);
            mean += p * f64::from(damage.min(MOST_RESULT));
        });
        mean
    }

    /// The mean result of a roll of `attack` against `defence` on `target`, ties as `ties` says.
    fn mean_of(
        &self,
        state: &State,
        rolls: [Pool; 2],
        blow: &Blow,
        [striker, target]: [UnitId; 2],
        ties: bool,
    ) -> f64 {
        let [attack, defence] = rolls;
        let mut by_s = [0.0; MAX_DICE + 1];
        let n = attack.len();
        for (m, p_m) in defence.highest().into_iter().enumerate().filter(|(_, p)| *p > 0.0) {
            let successes = attack.successes(m as u32);
            let tied = if ties { attack.tied(m as u32) } else { [0.0; MAX_DICE + 1] };
            for s in 1..=n {
                by_s[s] += p_m * (successes[s] + tied[s]);
            }
        }
        let retreats = blow.impaling && self.will_retreat(state, target, striker);
        (1..=n).map(|s| by_s[s] * self.mean(state, target, blow, s as i32, retreats)).sum()
    }

    /// E of an attack that the target answers so.
    pub(super) fn expected_against(&self, state: &State, coming: Coming, defence: &Defence) -> f64 {
        let blow = &self.unit(coming.unit).arms[coming.arm].blow;
        let ties = match defence.method {
            Some(Method::Counter) => {
                matches!(self.rulings.counter_tie, CounterTie::BothHit | CounterTie::Attacker)
            }
            _ => match self.rulings.ties {
                Ties::Defender => false,
                Ties::Attacker => true,
                Ties::Retreat => !self.will_retreat(state, coming.target, coming.unit),
            },
        };
        self.mean_of(state, [defence.attack, defence.pool], blow, [coming.unit, coming.target], ties)
    }

    /// E of a Counter on the attacker; 0 for other methods.
    pub(super) fn expected_counter(&self, state: &State, coming: Coming, defence: &Defence) -> f64 {
        if defence.method != Some(Method::Counter) {
            return 0.0;
        }
        let blow = &self.unit(coming.target).arms[usize::from(defence.with)].blow;
        let ties = matches!(self.rulings.counter_tie, CounterTie::BothHit | CounterTie::Defender);
        self.mean_of(state, [defence.pool, defence.attack], blow, [coming.target, coming.unit], ties)
    }

    /// E of an attack against what the target's own tactics answer.
    pub(super) fn expected(&self, state: &State, coming: Coming) -> f64 {
        let arm = &self.unit(coming.unit).arms[coming.arm];
        let target = coming.target;
        match arm.meets {
            Meets::Defence => self.expected_against(state, coming, &self.choose_defence(state, coming)),
            Meets::Nothing => {
                let mut mean = 0.0;
                let points = self.points(&arm.blow, target, 0, false);
                self.resist_roll(state, target).each(|resisted, p| {
                    mean += p * self.mean_of_points(state, target, &arm.blow, points - i32::from(resisted));
                });
                mean
            }
            Meets::Resistance | Meets::Number(_) | Meets::Pool(_) => {
                let mut mean = 0.0;
                let resist = self.resist_roll(state, target);
                // Many pairs of successes and resistance leave as many successes: each mean is worked out once.
                let mut means = [None; MAX_DICE + 1];
                self.attack_check(state, coming).each(|successes, p| {
                    let mut land = |less: u8, q: f64| {
                        let left = successes.saturating_sub(less);
                        if left >= 1 {
                            let of_left = means[usize::from(left)].get_or_insert_with(|| {
                                self.mean(state, target, &arm.blow, i32::from(left), false)
                            });
                            mean += p * q * *of_left;
                        }
                    };
                    if arm.meets == Meets::Resistance { resist.each(&mut land) } else { land(0, 1.0) }
                });
                mean
            }
        }
    }

    /// The chance that an attack hits, against what the target's own tactics answer.
    pub(super) fn p_hit(&self, state: &State, coming: Coming) -> f64 {
        let arm = &self.unit(coming.unit).arms[coming.arm];
        match arm.meets {
            Meets::Defence => self.p_being_hit(state, coming, &self.choose_defence(state, coming)),
            Meets::Nothing => 1.0,
            Meets::Number(_) | Meets::Pool(_) => self.attack_check(state, coming).p_success(),
            Meets::Resistance => {
                let mut p = 0.0;
                let resist = self.resist_roll(state, coming.target);
                self.attack_check(state, coming).each(|successes, q| {
                    resist.each(|resisted, r| p += if successes > resisted { q * r } else { 0.0 });
                });
                p
            }
        }
    }

    /// CA-29: the roll of an attack against a number, a pool or the range.
    pub(super) fn attack_check(&self, state: &State, coming: Coming) -> Check {
        let own = match self.unit(coming.unit).arms[coming.arm].meets {
            Meets::Pool(which) => self.opposed(coming.target, which),
            _ => Pool::NONE,
        };
        let (number, penalty) = self.difficulty(state, coming);
        Check::of(self.attack_pool(state, coming), number, own.and(penalty), MAX_DICE as u8)
    }

    /// CA-04, CA-29: the number that an attack meets, and the dice that may raise it, a pool of the target apart.
    pub(super) fn difficulty(&self, state: &State, coming: Coming) -> (u32, Pool) {
        let penalty = self.penalties(state, coming.unit, ModWord::Attack);
        match self.unit(coming.unit).arms[coming.arm].meets {
            Meets::Number(number) => (u32::from(number), penalty),
            Meets::Pool(_) => (0, penalty),
            _ => (RESIST_NUMBER, self.range_dice(state, coming).and(penalty)),
        }
    }

    /// CA-29: the target's resistance.
    pub(super) fn resist_roll(&self, state: &State, target: UnitId) -> Check {
        let pool = self.raised(state, target, ModWord::Resist, self.unit(target).resist);
        let penalty = self.penalties(state, target, ModWord::Resist);
        Check::of(pool, RESIST_NUMBER, penalty, MAX_DICE as u8)
    }

    /// Whether an attack can change anything for the target: a chance to hit, and a result or Reeling to give.
    pub(super) fn can_matter(&self, state: &State, coming: Coming) -> bool {
        let arm = &self.unit(coming.unit).arms[coming.arm];
        let most = if arm.meets == Meets::Nothing { 0 } else { self.attack_pool(state, coming).len() as i32 };
        if arm.meets != Meets::Nothing && arm.attack.is_empty() {
            return false;
        }
        let reeling = state.of(coming.target).has(super::vocabulary::Status::Reeling);
        if let Meets::Number(number) = arm.meets
            && self.attack_pool(state, coming).max() <= u32::from(number)
        {
            return false;
        }
        if !reeling {
            return true;
        }
        // The largest result: every die a success, nothing soaked, or a botch.
        let all = self.points(&arm.blow, coming.target, most, false);
        let hit = self.hit(state, coming.target, &arm.blow, all);
        hit.damage(0, !hit.soak.is_empty()).max(hit.damage(0, false))
            > i32::from(state.unit(coming.target).ward)
    }
}
