//! The worth of actions (the words *loss*, *can affect*, *worth* and *net gain* of the decisions): every roll
//! at present values, reactions left out. In HP, exactly: in fractions of the percentile rolls. Here stand
//! attacks and whole abilities; the worth of single effects stands in `worth`.

use crate::choose::worth::Patient;
use crate::data::rulings::BlindDouble;
use crate::data::vocabulary::{AbilityMark, AttackMode, DamageKind, Effect, Status, Target};
use crate::dice::centesimal::Centesimal;
use crate::dice::draws::{BLIND, Rolled, Strike, SurvivalOutcome, Trial};
use crate::rules::attacks::declared::{DeclaredAttack, Points};
use crate::state::State;
use crate::{Prepared, Stonebound};
use fray_engine::roster::{UnitId, UnitSet};
use fray_kit::memory::{Key, Memory, hashed};

/// The expected result of an action.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Judged {
    /// Net gain.
    pub(crate) gain: Centesimal,
    /// The chance that it brings an enemy to 0.
    pub(crate) kill: Centesimal,
    /// Whether it can affect anybody.
    pub(crate) affects: bool,
    /// Whether it catches a unit of the user's side that it harms.
    pub(crate) hits_own: bool,
}

impl Judged {
    /// Adds what happens with chance `p`, apart from everything that was added before.
    fn add(&mut self, other: Self, p: Centesimal) {
        self.gain += p * other.gain;
        self.kill += p * other.kill;
        self.affects |= p.is_positive() && other.affects;
        self.hits_own |= p.is_positive() && other.hits_own;
    }

    /// Adds what comes in any case as well.
    fn and(mut self, later: Self) -> Self {
        self.add(later, Centesimal::ONE);
        self
    }
}

/// A blow that no roll goes with and no effect follows: what it comes to depends on the rulings and on this alone.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct BlowKey {
    strike: [u64; 4],
    /// The points of an ordinary blow and of a critical one.
    points: [i32; 2],
    hp: i32,
    defences: [i32; 2],
    kind: DamageKind,
    /// Whether it is one of two, erodes, and falls on an enemy, and whether the target stands.
    flags: [bool; 4],
}

impl Key for BlowKey {
    fn hash(&self) -> u64 {
        let [points, defences] =
            [self.points, self.defences].map(|[a, b]| u64::from(a as u32) << 32 | u64::from(b as u32));
        let flags = self.flags.iter().fold(self.kind as u64, |flags, &it| flags << 1 | u64::from(it));
        let words = [points, defences, u64::from(self.hp as u32) << 32 | flags];
        self.strike.iter().chain(&words).fold(0, |hash, &word| hashed(hash, word))
    }
}

/// Blows that were weighed before.
pub(crate) type BlowMemory = Memory<BlowKey, Judged, 9>;

/// An action on one target while it is judged, roll by roll: what comes first changes what comes later.
#[derive(Clone, Copy)]
struct Course<'a> {
    rules: &'a Stonebound,
    state: &'a State,
    user: UnitId,
    target: UnitId,
    /// Whether the target stands when it begins.
    stands: bool,
    /// Of an ability: its place, and 2 if both digits of On # double it.
    ability: Option<(u8, u8)>,
    /// Whether what an ability does once is counted on this target.
    is_first: bool,
}

impl<'a> Course<'a> {
    fn is_enemy(&self) -> bool {
        self.rules.are_enemies(self.user, self.target)
    }

    /// Returns the expected result of the ability's effects from `from` on.
    fn effects(&self, from: usize, patient: Patient) -> Judged {
        let is_down = self.stands && patient.hp == 0;
        let kill = Centesimal::whole(i32::from(is_down && self.is_enemy()));
        let over = Judged { kill, ..Judged::default() };
        let Some((at, times)) = self.ability.filter(|_| !is_down) else { return over };
        let skill = &self.rules.unit(self.user).skills[at as usize];
        let Some(first) = skill.effects.get(from) else { return over };
        if first.effect.is_blow() {
            let to = segment(&skill.effects, from + 1);
            let is_area = is_laid(skill.ability.falls_on());
            return match self.rules.blow_of(self.user, at, from, to, times, is_area) {
                Some(declared) if self.stands => self.blow(&declared, to, patient),
                _ => self.effects(to, patient),
            };
        }
        let to = segment(&skill.effects, from);
        let strike = self.rules.strike_of_ability(self.state, self.user, self.target, skill.ability.mark);
        let p = strike.fates().iter().fold(Centesimal::ZERO, |sum, row| sum + row[0]);
        let mut judged = Judged::default();
        if p.is_positive() {
            let (now, after) = self.lay(&skill.effects[from..to], times.into(), patient, !self.is_first);
            judged.add(now.and(self.effects(to, after)), p);
        }
        if p.rest().is_positive() {
            judged.add(self.effects(to, patient), p.rest());
        }
        judged
    }

    /// Returns the expected result of a blow, or of the two of a Double Attack; the effects from `next` on
    /// follow.
    fn blow(&self, declared: &DeclaredAttack<'_>, next: usize, patient: Patient) -> Judged {
        self.blow_of(declared, &self.rules.strike(self.state, declared, self.target), next, patient)
    }

    /// Returns what a blow with these rolls, or the two of a Double Attack, comes to.
    fn blow_of(
        &self,
        declared: &DeclaredAttack<'_>,
        strike: &Strike,
        next: usize,
        patient: Patient,
    ) -> Judged {
        let n = 1 + u8::from(declared.mode == AttackMode::Double);
        self.blows(declared, strike, n, next, patient)
    }

    /// Returns the expected result of the next `left` blows.
    fn blows(
        &self,
        declared: &DeclaredAttack<'_>,
        strike: &Strike,
        left: u8,
        next: usize,
        patient: Patient,
    ) -> Judged {
        if left == 0 || patient.hp == 0 {
            return self.effects(next, patient);
        }
        if !strike.is_blind {
            return self.strikes(declared, strike, left, next, patient);
        }
        let mut judged = Judged::default();
        let [passes, _] = BLIND.p();
        // SB-42: by `blind_double = once` one check lets both pass or none.
        let mut seeing = *strike;
        let missed = match self.rules.rulings.blind_double {
            BlindDouble::Each => left - 1,
            BlindDouble::Once => {
                seeing.is_blind = false;
                0
            }
        };
        judged.add(self.strikes(declared, &seeing, left, next, patient), passes);
        judged.add(self.blows(declared, strike, missed, next, patient), passes.rest());
        judged
    }

    /// Returns the expected result of a blow that Blind does not stop, with those behind it.
    fn strikes(
        &self,
        declared: &DeclaredAttack<'_>,
        strike: &Strike,
        left: u8,
        next: usize,
        patient: Patient,
    ) -> Judged {
        let (rules, is_enemy) = (self.rules, self.is_enemy());
        let [p_crit, _] = Trial::percent(strike.crit.into()).p();
        let fates = strike.fates();
        let which = rules.erodes(declared.kind);
        let defence = patient.defence(declared.kind);
        let mut judged = Judged::default();
        for (is_crit, p_crit) in [(false, p_crit.rest()), (true, p_crit)] {
            if p_crit.is_zero() {
                continue;
            }
            let points = rules.points(self.state, declared, self.target, is_crit);
            for (damage, row) in SurvivalOutcome::ALL.iter().zip(&fates) {
                let rolled = Rolled { is_crit, damage: *damage, ..Rolled::default() };
                let wound = rules.wound(declared, points, defence, &rolled, 0);
                let lost = wound.damage.min(patient.hp);
                let mut after = patient;
                after.hp -= lost;
                let mut eroded = 0;
                if let Some(which) = which {
                    eroded = wound.erosion.min(after.defences[which]);
                    after.defences[which] -= eroded;
                }
                let now = Judged {
                    gain: Centesimal::whole(if is_enemy { lost } else { -lost }),
                    affects: lost > 0 || eroded > 0,
                    kill: Centesimal::ZERO,
                    hits_own: !is_enemy && lost > 0,
                };
                let [with, without] = [row[0], row[1] + row[2]].map(|p| p_crit * p);
                if with.is_positive() {
                    judged.add(now.and(self.extras(declared, strike, 0, left, next, after)), with);
                }
                if without.is_positive() {
                    judged.add(now.and(self.blows(declared, strike, left - 1, next, after)), without);
                }
            }
        }
        judged
    }

    /// Returns the expected result of the rolls that go with a blow from the `at`-th on, then of the effects
    /// of its ability and all that follows: roll by roll, so that nothing is laid twice where there is room
    /// for one.
    fn extras(
        &self,
        declared: &DeclaredAttack<'_>,
        strike: &Strike,
        at: usize,
        left: u8,
        next: usize,
        patient: Patient,
    ) -> Judged {
        let extras = &self.rules.unit(declared.by).extras;
        let Some(extra) = extras.get(at).filter(|_| declared.has_extras && patient.hp > 0) else {
            let (now, after) = match left {
                1 => self.lay(declared.added, declared.times.into(), patient, false),
                _ => (Judged::default(), patient),
            };
            return now.and(self.blows(declared, strike, left - 1, next, after));
        };
        let later = |patient| self.extras(declared, strike, at + 1, left, next, patient);
        let [once, twice] = self.rules.trial(self.state, declared.by, extra.trigger).p();
        let (of_one, after_one) = self.lay(&extra.effects, 1, patient, false);
        if of_one.is_nothing() {
            // What one success cannot do two cannot either.
            return later(patient);
        }
        let mut judged = Judged::default();
        for (times, p) in [(0, (once + twice).rest()), (1, once), (2, twice)] {
            if !p.is_positive() {
                continue;
            }
            let (now, after) = match times {
                0 => (Judged::default(), patient),
                1 => (of_one, after_one),
                _ => self.lay(&extra.effects, 2, patient, false),
            };
            judged.add(now.and(later(after)), p);
        }
        judged
    }

    /// Returns the expected result of effects, one after the other, and how they leave the target;
    /// `was_done`: without those that an ability has once, on its first target.
    fn lay(
        &self,
        effects: &[Prepared],
        times: i32,
        mut patient: Patient,
        was_done: bool,
    ) -> (Judged, Patient) {
        let mut judged = Judged::default();
        for prepared in effects {
            if self.stands && patient.hp == 0 {
                break;
            }
            let once_a_use = matches!(prepared.effect, Effect::Draw(_) | Effect::Teleport);
            if !(once_a_use && was_done) {
                judged = judged.and(self.rules.judge_effect(
                    self.state,
                    self.user,
                    prepared,
                    self.target,
                    times,
                    &mut patient,
                ));
            }
        }
        (judged, patient)
    }
}

impl Judged {
    /// Returns whether it affects somebody and does its user's side no harm on the whole.
    pub(crate) fn is_worth_it(&self) -> bool {
        self.affects && !self.gain.is_negative()
    }

    /// Returns whether nothing comes of it.
    fn is_nothing(&self) -> bool {
        self.gain.is_zero() && !self.affects
    }
}

impl Stonebound {
    /// Returns the expected result on a target of a blow, or of the two of a Double Attack.
    pub(crate) fn judge_attack(
        &self,
        state: &State,
        declared: &DeclaredAttack<'_>,
        target: UnitId,
    ) -> Judged {
        let (stands, user) = (state.stands(target), declared.by);
        let course = Course { rules: self, state, user, target, stands, ability: None, is_first: true };
        let patient = self.patient(state, target, state.unit(user).at);
        let has_extras = declared.has_extras && !self.unit(user).extras.is_empty();
        if has_extras || !declared.added.is_empty() {
            return course.blow(declared, 0, patient);
        }
        let strike = self.strike(state, declared, target);
        let key = BlowKey {
            strike: strike.code(),
            points: [false, true].map(|is_crit| self.points(state, declared, target, is_crit)),
            hp: patient.hp,
            defences: patient.defences,
            kind: declared.kind,
            flags: [declared.mode == AttackMode::Double, declared.erodes, course.is_enemy(), stands],
        };
        state.blows.get(key, |_| course.blow_of(declared, &strike, 0, patient))
    }

    /// The rolls of a target against an ability without an attack (SB-29).
    pub(crate) fn strike_of_ability(
        &self,
        state: &State,
        user: UnitId,
        target: UnitId,
        mark: AbilityMark,
    ) -> Strike {
        let mut strike = Strike::default();
        self.defend(state, user, target, self.kind_of_ability(user, mark), &mut strike);
        strike
    }

    /// SB-42: whether the use of an ability is checked against Blind: it falls on an enemy.
    pub(crate) fn is_checked(&self, state: &State, unit: UnitId, targets: UnitSet) -> bool {
        self.is_under(state, unit, Status::BLIND)
            && targets.into_iter().any(|target| self.are_enemies(unit, target))
    }

    /// Returns the expected result of an ability's use on these targets, from a square.
    pub(crate) fn judge_skill(
        &self,
        state: &State,
        unit: UnitId,
        at: u8,
        targets: UnitSet,
        from: u16,
    ) -> Judged {
        let skill = &self.unit(unit).skills[at as usize];
        let [once, twice] = self.trial(state, unit, skill.ability.trigger).p();
        let passes = if self.is_checked(state, unit, targets) { BLIND.p()[0] } else { Centesimal::ONE };
        let mut judged = Judged::default();
        for target in targets {
            let mut of_target = Judged::default();
            for (times, p) in [(1, once), (2, twice)] {
                if p.is_zero() {
                    continue;
                }
                let course = Course {
                    rules: self,
                    state,
                    user: unit,
                    target,
                    stands: state.stands(target),
                    ability: Some((at, times)),
                    is_first: target == targets.first(),
                };
                // SB-57: a hand is the side's, and what is taken for one unit of it is not there for the next.
                let before = targets.filter(|&other| {
                    other < target && self.side_of(other) == self.side_of(target) && state.stands(other)
                });
                let robbed = before.count() as u32 * discarded(&skill.effects) * u32::from(times);
                let patient = self.patient(state, target, from).robbed(robbed);
                of_target.add(course.effects(0, patient), passes * p);
            }
            let kill = judged.kill.max(of_target.kill);
            judged = Judged { kill, ..judged.and(of_target) };
        }
        judged
    }

    /// The blow of an effect of an ability, with the effects behind it up to `to` (SB-29).
    pub(crate) fn blow_of(
        &self,
        unit: UnitId,
        at: u8,
        from: usize,
        to: usize,
        times: u8,
        is_area: bool,
    ) -> Option<DeclaredAttack<'_>> {
        let skill = &self.unit(unit).skills[at as usize];
        let added = &skill.effects[from + 1..to];
        let (action, cause) = (crate::data::metrics::ABILITIES + at, crate::data::metrics::By::Ability);
        let mut declared = match skill.effects[from].effect {
            Effect::StandardAttack(attack) => self.standard_attack(unit, action, cause, attack, added),
            Effect::Damage(blast) => self.blast(unit, action, cause, blast, added),
            _ => return None,
        };
        if let Points::Flat(n) = &mut declared.points {
            *n *= i32::from(times);
        }
        (declared.times, declared.is_area) = (times, is_area);
        Some(declared)
    }
}

/// The cards that the effects discard for each target.
fn discarded(effects: &[Prepared]) -> u32 {
    let cards = |prepared: &Prepared| match prepared.effect {
        Effect::Discard(cards) => u32::from(cards),
        _ => 0,
    };
    effects.iter().map(cards).sum()
}

/// Returns whether a target is an area or a line.
pub(crate) fn is_laid(target: Target) -> bool {
    matches!(target, Target::Area { .. } | Target::Line { .. })
}

/// The end of the effects without an attack that begin at `from`.
pub(crate) fn segment(effects: &[Prepared], from: usize) -> usize {
    let next = effects[from.min(effects.len())..].iter().position(|prepared| prepared.effect.is_blow());
    next.map_or(effects.len(), |n| from + n)
}
