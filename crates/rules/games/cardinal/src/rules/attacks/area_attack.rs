//! Attacks on areas (CA-29, CA-59, CA-65): one roll of the attacker against the answers of all whom the area
//! meets.

use crate::choose::area::AreaPlacement;
use crate::data::events::Event;
use crate::data::vocabulary::{Method, Trigger};
use crate::dice::draws::Check;
use crate::dice::faces::{Faces, Highest};
use crate::dice::pool::Pool;
use crate::rules::again::{MOST_SOURCES, Thrown, gathered};
use crate::rules::attacks::attack::AttackResult;
use crate::rules::attacks::defend::{AttackSpec, Defence};
use crate::{Cardinal, Meets, Play, action_ref, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::Observer;
use fray_engine::roster::{MAX_UNITS, UnitId, UnitSet};
use fray_engine::worth::Against;

/// The sources of the attacker's dice, each of which is rolled once: the attack itself, the die of advantage and
/// the second one that a ruling gives, Tactics, Aim.
const SOURCES: usize = 5;

const _: () = assert!(SOURCES < MOST_SOURCES);

/// The answer of a target, and those of the attacker's dice that stand against it.
#[derive(Clone, Copy, Debug, Default)]
struct Answer {
    defence: Defence,
    shown: Thrown,
    /// CA-04: penalty dice of its defence, which are the attacker's against this target.
    penalty: Thrown,
    /// The sources that stand against it, bit i for source i.
    sources: u8,
    /// The number that a die has to exceed to count.
    number: u32,
}

impl Answer {
    fn dice<'a>(&'a self, thrown: &'a [Thrown; SOURCES]) -> impl Iterator<Item = &'a Thrown> {
        let stands = move |(at, _): &(usize, &Thrown)| self.sources >> at & 1 == 1;
        thrown.iter().enumerate().filter(stands).map(|(_, thrown)| thrown).chain([&self.penalty])
    }

    fn faces(&self, thrown: &[Thrown; SOURCES]) -> Faces {
        gathered(self.dice(thrown))
    }
}

impl<C: Chance, O: Observer<Cardinal>> Play<'_, C, O> {
    /// CA-65: one roll for everybody whom an area meets, after an Aim or none. All answer before anybody is struck.
    pub(crate) fn attack_area(
        &mut self,
        unit: UnitId,
        weapon: usize,
        laid: AreaPlacement,
        aim: Option<UnitId>,
    ) {
        let rules = self.rules;
        let it = action_ref(unit, weapon);
        let AreaPlacement { mut targets, centre, .. } = laid;
        self.obs.used(it);
        self.open_attack(unit, weapon);
        self.obs.event(|| Event::Area { unit, weapon: weapon as u8, targets, at: centre });
        for target in targets {
            self.react(Trigger::Attacked, target, unit);
            self.react_side(Trigger::AllyAttacked, target, unit);
        }
        if rules.reads.reactions {
            targets = rules.still_met(self.state, unit, weapon, &laid);
            if targets.is_empty() {
                self.obs.event(|| Event::NoEffect { unit });
                self.close_attack(unit, weapon);
                return;
            }
        }
        let from = self.state.unit(unit).at();
        let meets = rules.unit(unit).weapons[weapon].meets;
        let coming = |target| AttackSpec {
            unit,
            weapon,
            target,
            from,
            centre: Some(centre),
            aimed: aim == Some(target),
        };
        let mut thrown = [Thrown::default(); SOURCES];
        let mut answers = [Answer::default(); MAX_UNITS];
        if meets != Meets::Nothing {
            let roll = by(unit, Purpose::Hit);
            let mut pools = [Pool::NONE; SOURCES];
            pools[0] = rules.bare_attack(self.state, unit, weapon);
            for target in targets {
                for (pool, its) in pools[1..].iter_mut().zip(rules.dice_on(self.state, coming(target))) {
                    *pool = Ord::max(*pool, its);
                }
            }
            thrown = pools.map(|pool| self.throw(roll, pool));
            let (number, penalty) = rules.difficulty(self.state, coming(targets.first()));
            let penalty = penalty.when(meets != Meets::Defence);
            let penalty = self.dice.draw(roll, &Against(&Highest::of(penalty, false))).highest();
            let number = number.max(penalty);
            for target in targets {
                answers[target.idx()] = self.answer(coming(target), number);
            }
            self.area_again(unit, targets, &mut thrown, &answers);
        }
        self.in_area = true;
        for target in targets {
            let (coming, mut answer) = (coming(target), answers[target.idx()]);
            let faces = answer.faces(&thrown);
            let (landed, defence) = match meets {
                Meets::Nothing => (self.unopposed(coming), None),
                Meets::Defence => {
                    let is_counter = answer.defence.method == Some(Method::Counter);
                    let own = by(target, Purpose::Hit);
                    let out = self.answer_again(own, faces, &mut answer.shown, is_counter);
                    (self.against_defence(coming, &answer.defence, Some(out)), Some(answer.defence))
                }
                Meets::Resistance | Meets::Number(_) | Meets::Pool(_) => {
                    let rolled = Check::result(faces, answer.number);
                    let pool = answer.dice(&thrown).fold(Pool::NONE, |pool, dice| pool.and(dice.pool));
                    self.obs.event(|| Event::Casts { unit, weapon: weapon as u8, target, pool, rolled });
                    let landed = match (meets, rolled.successes) {
                        (Meets::Resistance, n) => self.resist(coming, n),
                        (_, 0) => AttackResult::default(),
                        (_, n) => AttackResult { hits: true, tied: false, result: self.land(coming, n) },
                    };
                    (landed, None)
                }
            };
            self.count_attack(it, target, landed, defence.as_ref());
        }
        self.in_area = false;
        self.after_hits(Some(it));
        self.close_attack(unit, weapon);
    }

    /// Returns the roll of a target against an area, where all of them meet at least `number`.
    fn answer(&mut self, coming: AttackSpec, number: u32) -> Answer {
        let rules = self.rules;
        let AttackSpec { unit, weapon, target, .. } = coming;
        let stand = rules.dice_on(self.state, coming);
        let sources = stand.iter().rev().fold(0, |set, pool| set << 1 | u8::from(!pool.is_empty())) << 1 | 1;
        let mut answer = Answer { sources, number, ..Answer::default() };
        let own = by(target, Purpose::Hit);
        match rules.unit(unit).weapons[weapon].meets {
            Meets::Defence => {
                answer.defence = rules.choose_defence(self.state, coming);
                answer.shown = self.throw(own, answer.defence.pool);
                if let Some(method) = answer.defence.method {
                    let penalty = rules.penalties(self.state, target, method.word());
                    answer.penalty = self.throw(by(unit, Purpose::Hit), penalty);
                }
                answer.number = answer.shown.faces().highest();
            }
            Meets::Pool(which) => {
                answer.shown = self.throw(own, rules.opposed(target, which));
                answer.number = number.max(answer.shown.faces().highest());
            }
            Meets::Resistance | Meets::Number(_) | Meets::Nothing => {}
        }
        answer
    }

    /// CA-54: the second roll of an area's one roll. It came to nothing if it hits nobody; a die counts that is a
    /// success against somebody.
    fn area_again(
        &mut self,
        unit: UnitId,
        targets: UnitSet,
        thrown: &mut [Thrown; SOURCES],
        answers: &[Answer; MAX_UNITS],
    ) {
        let each = || targets.into_iter().map(|target| &answers[target.idx()]);
        let badly = each().all(|answer| answer.faces(thrown).above(answer.number) == 0);
        let counts = |source: usize, face: u32| {
            each().any(|answer| answer.sources >> source & 1 == 1 && face > answer.number)
        };
        self.roll_again(by(unit, Purpose::Hit), thrown, badly, counts);
    }
}

impl Cardinal {
    /// CA-28, CA-65: the attacker's dice that hang on a target, each source by itself: advantage, a second die of it,
    /// Tactics, Aim.
    fn dice_on(&self, state: &crate::state::State, coming: AttackSpec) -> [Pool; SOURCES - 1] {
        let advantage = self.advantage(state, coming.target).len();
        let die = self.rulings.reeling_die.pool();
        [
            die.when(advantage > 0),
            die.when(advantage > 1),
            self.tactics_dice(state, coming.unit, coming.target),
            self.aim_dice(coming.unit).when(coming.aimed),
        ]
    }
}
