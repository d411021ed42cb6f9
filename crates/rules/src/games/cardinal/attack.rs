//! Attacks (CA-11, CA-20 to CA-24, CA-28, CA-29, CA-65): the roll, and who hits whom.

use super::damage::Strike;
use super::defend::{Coming, Defence, SHIELD};
use super::draws::{Check, Contest, Contested, Fails};
use super::events::Event;
use super::faces::Highest;
use super::metrics::{Metric, Why};
use super::pool::{MAX_DICE, Pool};
use super::rulings::{CounterTie, Ties};
use super::vocabulary::{Method, Status, Statuses, Trigger};
use super::{Cardinal, Meets, Play, by, deed};
use crate::engine::draw::{Chance, Purpose};
use crate::engine::observe::{Deed, Observer};
use crate::engine::roster::{UnitId, UnitSet};

/// How an attack on one target ended.
#[derive(Clone, Copy, Debug, Default)]
struct Landed {
    hits: bool,
    tied: bool,
    result: u32,
}

impl<C: Chance, O: Observer<Cardinal>> Play<'_, C, O> {
    /// CA-11: an Attack on one unit with a weapon, or with an ability that is one.
    pub(super) fn attack(&mut self, unit: UnitId, arm: usize, target: UnitId, aimed: bool) {
        let rules = self.rules;
        let it = deed(unit, arm);
        self.obs.used(it);
        self.open_arm(unit, arm);
        self.react(Trigger::Attacked, target, unit);
        self.react_side(Trigger::AllyAttacked, target, unit);
        let from = self.state.unit(unit).at();
        let coming = Coming { unit, arm, target, from, aimed };
        let info = &rules.unit(unit).arms[arm];
        let (landed, defence) = match info.meets {
            Meets::Defence => {
                let defence = rules.choose_defence(self.state, coming);
                (self.against_defence(coming, &defence, None), Some(defence))
            }
            Meets::Resistance => (self.against_resistance(coming), None),
            Meets::Number(_) | Meets::Pool(_) => (self.against_number(coming), None),
            Meets::Nothing => (self.unopposed(coming), None),
        };
        self.count_attack(it, target, landed, defence.as_ref());
        self.close_attack(unit, arm);
    }

    /// What an attack costs before it is rolled: nobody hides who attacks (CA-57), and an ability is paid.
    fn open_arm(&mut self, unit: UnitId, arm: usize) {
        self.state.quiet = false;
        self.end_status(unit, Status::Hiding);
        if let Some(ability) = self.rules.unit(unit).arms[arm].ability {
            self.pay(unit, usize::from(ability));
        }
    }

    /// CA-11, CA-48: the shot is gone; who attacks from the ground is Reeling.
    fn close_attack(&mut self, unit: UnitId, arm: usize) {
        self.unload(unit, arm);
        if self.state.of(unit).has(Status::Knockdown) && !self.state.of(unit).any(Statuses::OUT) {
            self.give(unit, Statuses::of(&[Status::Reeling]), Why::Knockdown, None);
        }
        self.end_brief();
    }

    /// CA-11: a weapon that needs reloading is unloaded by its use.
    fn unload(&mut self, unit: UnitId, arm: usize) {
        if self.rules.unit(unit).arms[arm].reload > 0 {
            let it = self.state.unit_mut(unit);
            it.loaded &= !(1 << arm);
            it.reloading &= !(15 << (4 * arm));
        }
    }

    fn count_attack(&mut self, it: Deed, target: UnitId, landed: Landed, defence: Option<&Defence>) {
        let unit = it.by;
        let hits = u32::from(landed.hits);
        self.obs.add(unit, Metric::Attacks, 1);
        self.obs.add(unit, Metric::Hits, hits);
        self.obs.add(unit, Metric::HitRate, hits);
        self.obs.add(unit, Metric::TiedAttacks, u32::from(landed.tied));
        self.obs.attack(it, self.rules.victim(unit, target), landed.hits, landed.result);
        let by_method = match defence.map(|defence| defence.method) {
            Some(Some(Method::Dodge)) => Metric::HitRateDodge,
            Some(Some(Method::Parry)) => Metric::HitRateParry,
            Some(Some(Method::Counter)) => Metric::HitRateCounter,
            _ => Metric::HitRateOpen,
        };
        self.obs.add(unit, by_method, hits);
        match by_method {
            Metric::HitRateDodge => self.obs.add(target, Metric::Dodges, 1 - hits),
            Metric::HitRateParry => self.obs.add(target, Metric::Parries, 1 - hits),
            _ => {}
        }
    }

    /// CA-03, CA-20 to CA-24: the attack is rolled against the defence. `given` are the attacker's dice where
    /// they are rolled already, for an area (CA-65).
    fn against_defence(&mut self, coming: Coming, defence: &Defence, given: Option<Contested>) -> Landed {
        let rules = self.rules;
        let Coming { unit, arm, target, .. } = coming;
        let is_counter = defence.method == Some(Method::Counter);
        let reads_ties = match is_counter {
            true => rules.rulings.counter_tie != CounterTie::None,
            false => rules.rulings.ties != Ties::Defender,
        };
        let guarded = self.state.of(target).has(Status::Guarding) && defence.method.is_some();
        self.obs.add(target, Metric::GuardedAttacks, u32::from(guarded));
        if defence.method.is_some() {
            self.state.unit_mut(target).defences += u8::from(rules.rulings.defences_per_round.0.is_some());
        }
        if is_counter {
            self.obs.used(self.counter_deed(target, defence.with));
        }
        let (method, with) = (defence.method, defence.with);
        let out = match given {
            Some(out) => out,
            None => {
                let contest = Contest::of(defence.attack, defence.pool, is_counter, reads_ties);
                self.contest([unit, target], Purpose::Hit, &contest)
            }
        };
        let pools = [defence.attack, defence.pool];
        self.obs.event(|| Event::Attacks { unit, arm: arm as u8, target, method, with, pools, out });
        let tied = out.tied[0] > 0;
        if is_counter {
            return self.countered(coming, defence, out, tied);
        }
        let mut successes = out.attack;
        if successes == 0 && tied {
            successes = match rules.rulings.ties {
                Ties::Defender => 0,
                Ties::Attacker => out.tied[0],
                Ties::Retreat if self.may_step_back(target, unit) && self.retreat(target, unit) => 0,
                Ties::Retreat => out.tied[0],
            };
        }
        let result = if successes > 0 { self.land(coming, successes) } else { 0 };
        Landed { hits: successes > 0, tied, result }
    }

    /// CA-24: a Counter. Whoever has the higher die hits; on a tie as the ruling says.
    fn countered(&mut self, coming: Coming, defence: &Defence, out: Contested, tied: bool) -> Landed {
        let Coming { unit, target, .. } = coming;
        let (attack, counter) = match (tied, self.rules.rulings.counter_tie) {
            (false, _) => (out.attack, out.counter),
            (true, CounterTie::None) => (0, 0),
            (true, CounterTie::BothHit) => (out.tied[0], out.tied[1]),
            (true, CounterTie::Attacker) => (out.tied[0], 0),
            (true, CounterTie::Defender) => (0, out.tied[1]),
        };
        self.obs.add(target, Metric::Counters, 1);
        self.obs.add(target, Metric::CountersWon, u32::from(counter > 0));
        self.obs.add(target, Metric::CountersTied, u32::from(tied));
        let result = if attack > 0 { self.land(coming, attack) } else { 0 };
        let with = usize::from(defence.with);
        let it = self.counter_deed(target, defence.with);
        let back = if counter > 0 {
            let arm = &self.rules.unit(target).arms[with];
            let back = self.strike(Strike {
                deed: Some(it),
                target: unit,
                blow: arm.blow,
                successes: i32::from(counter),
                why: Why::Counter,
                resisted: 0,
                on_hit: &arm.on_hit,
                reels: true,
            });
            self.after_hits(Some(it));
            back
        } else {
            0
        };
        self.obs.attack(it, self.rules.victim(target, unit), counter > 0, back);
        self.unload(target, with);
        Landed { hits: attack > 0, tied, result }
    }

    /// The place of a Counter among the actions of a unit.
    fn counter_deed(&self, unit: UnitId, with: u8) -> Deed {
        deed(unit, self.rules.unit(unit).arms.len() + usize::from(if with == SHIELD { 0 } else { with }))
    }

    /// A hit of an attack with so many successes.
    fn land(&mut self, coming: Coming, successes: u8) -> u32 {
        let rules = self.rules;
        let arm = &rules.unit(coming.unit).arms[coming.arm];
        let why = if arm.ability.is_some() { Why::Ability } else { Why::Attack };
        let it = deed(coming.unit, coming.arm);
        let result = self.strike(Strike {
            deed: Some(it),
            target: coming.target,
            blow: arm.blow,
            successes: i32::from(successes),
            why,
            resisted: 0,
            on_hit: &arm.on_hit,
            reels: true,
        });
        if let Some(ability) = arm.ability {
            self.apply_beside_damage(coming.unit, usize::from(ability), coming.target);
        }
        if !self.in_area {
            self.after_hits(Some(it));
        }
        result
    }

    /// CA-29: against 3 or the range, less what the target resists.
    fn against_resistance(&mut self, coming: Coming) -> Landed {
        let check = self.rules.attack_check(self.state, coming);
        let rolled = self.check(by(coming.unit, Purpose::Hit), &check);
        let (unit, arm, pool) = (coming.unit, coming.arm as u8, check.pool);
        self.obs.event(|| Event::Casts { unit, arm, target: coming.target, pool, rolled });
        let successes = rolled.successes;
        self.resist(coming, successes)
    }

    /// CA-29: the target resists so many successes.
    fn resist(&mut self, coming: Coming, successes: u8) -> Landed {
        let target = coming.target;
        let mut roll = self.rules.resist_roll(self.state, target);
        roll.most = successes.max(1);
        let resisted = self.check_if(successes > 0, by(target, Purpose::Hit), &roll);
        let pool = roll.pool;
        if successes > 0 {
            self.obs.event(|| Event::Resists { unit: target, pool, rolled: resisted });
        }
        let left = successes.saturating_sub(resisted.successes);
        let result = if left > 0 { self.land(coming, left) } else { 0 };
        Landed { hits: left > 0, tied: false, result }
    }

    /// An ability against a number or a pool of the target.
    fn against_number(&mut self, coming: Coming) -> Landed {
        let check = self.rules.attack_check(self.state, coming);
        let rolled = self.check(by(coming.unit, Purpose::Hit), &check);
        let (unit, arm, pool) = (coming.unit, coming.arm as u8, check.pool);
        self.obs.event(|| Event::Casts { unit, arm, target: coming.target, pool, rolled });
        let result = if rolled.successes > 0 { self.land(coming, rolled.successes) } else { 0 };
        Landed { hits: rolled.successes > 0, tied: false, result }
    }

    /// CA-29: an explosion hits without a roll; resistance adds to the soak.
    fn unopposed(&mut self, coming: Coming) -> Landed {
        let rules = self.rules;
        let target = coming.target;
        let arm = &rules.unit(coming.unit).arms[coming.arm];
        let roll = rules.resist_roll(self.state, target);
        let resisted = self.check(by(target, Purpose::Hit), &roll);
        self.obs.event(|| Event::Resists { unit: target, pool: roll.pool, rolled: resisted });
        let it = deed(coming.unit, coming.arm);
        let result = self.strike(Strike {
            deed: Some(it),
            target,
            blow: arm.blow,
            successes: 0,
            why: Why::Ability,
            resisted: i32::from(resisted.successes),
            on_hit: &[],
            reels: true,
        });
        if let Some(ability) = arm.ability {
            self.apply_beside_damage(coming.unit, usize::from(ability), target);
        }
        if !self.in_area {
            self.after_hits(Some(it));
        }
        Landed { hits: true, tied: false, result }
    }

    /// CA-65: one roll for everybody whom an area meets. Dice of the attacker that hang on a target are
    /// rolled once, each source, and count against those for whom they stand.
    pub(super) fn attack_area(
        &mut self,
        unit: UnitId,
        arm: usize,
        targets: UnitSet,
        centre: super::board::At,
        aimed: bool,
    ) {
        let rules = self.rules;
        let it = deed(unit, arm);
        self.obs.used(it);
        self.open_arm(unit, arm);
        let from = self.state.unit(unit).at();
        let info = &rules.unit(unit).arms[arm];
        self.obs.event(|| Event::Area { unit, arm: arm as u8, targets, at: centre });
        let plain = rules.raised(self.state, unit, super::vocabulary::ModWord::Attack, info.attack);
        let rolls = info.meets != Meets::Nothing;
        let all = |pool: Pool| Highest::of(pool, true);
        let dice = by(unit, Purpose::Hit);
        let common = if rolls { self.dice.draw(dice, &all(plain)) } else { Default::default() };
        // Each source once: advantage (one die or two), Aim, Tactics.
        let coming = |target| Coming { unit, arm, target, from, aimed };
        let mut extra = [[Pool::NONE; 2]; crate::engine::roster::MAX_UNITS];
        let mut most = [Pool::NONE; 2];
        for target in targets {
            let its = [rules.advantage(self.state, target), rules.tactics_dice(self.state, unit, target)];
            extra[target.idx()] = its;
            for (most, its) in most.iter_mut().zip(its) {
                *most = Ord::max(*most, its);
            }
        }
        let aim = if rules.unit(unit).is_veteran { Pool::D12 } else { rules.rulings.aim_die.pool() };
        let shared =
            most.map(|pool| if rolls { self.dice.draw(dice, &all(pool)) } else { Default::default() });
        let aim_faces = if rolls { self.dice.draw(dice, &all(aim.when(aimed))) } else { Default::default() };
        let range = rules.board.as_ref().map_or(Pool::NONE, |board| {
            super::vocabulary::Band::penalty(board.distance(from, centre), info.waive)
        });
        let against_number = matches!(info.meets, Meets::Resistance | Meets::Number(_));
        let number = match info.meets {
            Meets::Number(number) => u32::from(number),
            _ => super::weigh::RESIST_NUMBER,
        };
        let penalty = if against_number && info.meets == Meets::Resistance {
            self.dice.draw(dice, &Highest::of(range, false)).highest()
        } else {
            0
        };
        self.in_area = true;
        for target in targets {
            let its = extra[target.idx()];
            let mut faces = [0_u32; MAX_DICE];
            let mut n = 0;
            let mut take = |more: super::faces::Faces, up_to: usize| {
                for face in more.iter().take(up_to) {
                    if n < MAX_DICE {
                        faces[n] = face;
                        n += 1;
                    }
                }
            };
            take(common, MAX_DICE);
            take(shared[0], its[0].len());
            take(shared[1], its[1].len());
            take(aim_faces, MAX_DICE);
            let faces = super::faces::Faces::of(&faces[..n]);
            let coming = coming(target);
            let (landed, defence) = match info.meets {
                Meets::Nothing => (self.unopposed(coming), None),
                Meets::Defence => {
                    let defence = rules.choose_defence(self.state, coming);
                    let is_counter = defence.method == Some(Method::Counter);
                    let reads = Highest::of(defence.pool, is_counter);
                    let against = self.dice.draw(by(target, Purpose::Hit), &reads);
                    let out = Contested::of(faces, against, is_counter);
                    (self.against_defence(coming, &defence, Some(out)), Some(defence))
                }
                _ => {
                    let against = match info.meets {
                        Meets::Pool(which) => {
                            let pool = rules.opposed(target, which);
                            self.dice.draw(by(target, Purpose::Hit), &Highest::of(pool, false)).highest()
                        }
                        _ => number.max(penalty),
                    };
                    let rolled = Check::result(faces, against);
                    let pool = plain;
                    self.obs.event(|| Event::Casts { unit, arm: arm as u8, target, pool, rolled });
                    if info.meets == Meets::Resistance {
                        (self.resist(coming, rolled.successes), None)
                    } else {
                        let n = rolled.successes;
                        let result = if n > 0 { self.land(coming, n) } else { 0 };
                        (Landed { hits: n > 0, tied: false, result }, None)
                    }
                }
            };
            self.count_attack(it, target, landed, defence.as_ref());
        }
        self.in_area = false;
        self.after_hits(Some(it));
        self.close_attack(unit, arm);
    }

    /// CA-58: terrain strikes who ends a turn in it.
    pub(super) fn terrain(&mut self, unit: UnitId) {
        let rules = self.rules;
        let Some(board) = &rules.board else { return };
        let hazard = board.square(self.state.unit(unit).at()).hazard;
        if hazard == 0 || self.state.unit(unit).height > 0 || self.state.of(unit).any(Statuses::OUT) {
            return;
        }
        let (pool, blow) = rules.hazards[usize::from(hazard) - 1];
        let check = Check::of(pool, super::weigh::RESIST_NUMBER, Pool::NONE, MAX_DICE as u8);
        let rolled = self.dice.draw(by(unit, Purpose::Effect), &check.reading(Fails::Alike));
        self.state.quiet = false;
        self.obs.event(|| Event::Terrain { unit, pool, rolled });
        let mut roll = rules.resist_roll(self.state, unit);
        roll.most = rolled.successes.max(1);
        let resisted = self.check_if(rolled.successes > 0, by(unit, Purpose::Effect), &roll);
        let left = rolled.successes.saturating_sub(resisted.successes);
        if left > 0 {
            self.strike(Strike {
                deed: None,
                target: unit,
                blow,
                successes: i32::from(left),
                why: Why::Hazard,
                resisted: 0,
                on_hit: &[],
                reels: true,
            });
            self.after_hits(None);
        }
    }
}
