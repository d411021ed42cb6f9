//! What actions are worth (the words *loss*, *can affect*, *worth* and *net gain* of the decisions): every
//! roll at present values, reactions left out. HP, in numbers that are fractions of the percentile rolls; two
//! that differ by less than [`SAME`] are equal.

use super::attack::{Blow, Points};
use super::draws::{BLIND, Fate, Rolled, Strike, Trial};
use super::rulings::BlindDouble;
use super::state::{State, count};
use super::vocabulary::{AttackMode, DamageKind, Effect, Mark, Removal, Stat, Status, StatusId, Target};
use super::{Prepared, Stonebound};
use crate::engine::roster::{UnitId, UnitSet};

/// Gains and chances that differ by less are equal.
pub(super) const SAME: f64 = 1e-9;

/// What an action comes to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Judged {
    /// Net gain.
    pub(super) gain: f64,
    /// The chance that it brings an enemy to 0.
    pub(super) kill: f64,
    /// Whether it can affect anybody.
    pub(super) affects: bool,
    /// Whether it catches a unit of the user's side that it harms.
    pub(super) hits_own: bool,
}

impl Judged {
    fn add(&mut self, other: Self, p: f64) {
        self.gain += p * other.gain;
        self.kill = self.kill.max(p * other.kill);
        self.affects |= p > 0.0 && other.affects;
        self.hits_own |= other.hits_own;
    }
}

/// The target of a blow while it is judged.
#[derive(Clone, Copy)]
struct Patient {
    hp: i32,
    defence: i32,
    /// Whether an earlier blow of a Double Attack may have laid what the rolls of the attack lay.
    laid: bool,
}

impl Stonebound {
    /// What a status is worth to who lays it on an enemy.
    fn worth_of(&self, status: StatusId) -> f64 {
        match status {
            Status::BURN => 4.0,
            Status::SLEEP => 3.0,
            Status::BLIND => 2.0,
            _ => 1.0,
        }
    }

    fn is_harmful(&self, status: StatusId) -> bool {
        self.statuses[status.idx()].harmful
    }

    /// What an effect that is no attack is worth on a target, and whether it changes anything.
    pub(super) fn judge_effect(
        &self,
        state: &State,
        user: UnitId,
        prepared: &Prepared,
        target: UnitId,
        times: i32,
        hp: i32,
    ) -> Judged {
        let is_enemy = self.are_enemies(user, target);
        // What harms an enemy is a gain, what harms its own a loss.
        let sign = |harms: bool| if harms == is_enemy { 1.0 } else { -1.0 };
        let fixed = prepared.worth.map(f64::from);
        let of = |worth: f64, harms: bool| {
            let gain = fixed.unwrap_or(worth) * sign(harms);
            Judged { gain, affects: true, kill: 0.0, hits_own: !is_enemy && harms }
        };
        let none = Judged::default();
        match prepared.effect {
            Effect::AddStatus(add) => {
                let room = self.room(state, target, add.status);
                let n = if add.status == Status::FREEZE {
                    room.min(1)
                } else {
                    room.min(add.stacks * times as u8)
                };
                if n == 0 {
                    return none;
                }
                let one = of(self.worth_of(add.status), self.is_harmful(add.status));
                Judged { gain: one.gain * f64::from(n), ..one }
            }
            Effect::RemoveStatus(what) => {
                let mut judged = none;
                for at in 0..self.statuses.len() {
                    let status = StatusId(at as u8);
                    let stacks = state.unit(target).stacks[at];
                    if stacks == 0 || matches!(what, Removal::One(one) if one != status) {
                        continue;
                    }
                    let stacks = if status == Status::FREEZE { 1 } else { stacks };
                    let one = of(self.worth_of(status), !self.is_harmful(status));
                    judged.gain += one.gain * f64::from(stacks);
                    judged.affects = true;
                }
                judged
            }
            Effect::Stat(_)
            | Effect::Evasion(_)
            | Effect::Negation(_)
            | Effect::Forbid(_)
            | Effect::Immune(_) => {
                if state.marks[self.mark_at(target, prepared.mark)] > 0 {
                    return none;
                }
                let harms = match prepared.effect {
                    Effect::Stat(change) => change.by < 0,
                    effect => matches!(effect, Effect::Forbid(_)),
                };
                of(1.0, harms)
            }
            Effect::Damage(blast) => {
                let kind = blast.kind.unwrap_or(self.unit(user).kind);
                let damage = (i32::from(blast.n) * times - self.defence(state, target, kind)).clamp(0, hp);
                Judged {
                    gain: f64::from(damage) * sign(true),
                    kill: f64::from(u8::from(is_enemy && damage > 0 && damage == hp)),
                    affects: damage > 0,
                    hits_own: !is_enemy && damage > 0,
                }
            }
            Effect::Heal(n) => {
                let lacks = i32::from(self.unit(target).hp) - i32::from(state.unit(target).hp);
                let healed = (i32::from(n) * times).min(lacks);
                if healed <= 0 || !state.stands(target) {
                    return none;
                }
                Judged { gain: f64::from(healed) * sign(false), affects: true, ..none }
            }
            Effect::Revive(n) => {
                if state.stands(target) {
                    return none;
                }
                let hp = (i32::from(n) * times).min(self.unit(target).hp.into());
                Judged { gain: f64::from(hp) * sign(false), affects: true, ..none }
            }
            Effect::Draw(_) => {
                let side = self.side_of(user);
                let can = self.sides[side].holds && count(&state.deck) + count(&state.discards) > 0;
                if can { Judged { gain: fixed.unwrap_or(1.0), affects: true, ..none } } else { none }
            }
            Effect::Discard(_) if count(&state.hands[self.side_of(target)]) > 0 => of(1.0, true),
            Effect::BreakFuse(_) if state.unit(target).lying != 0 => of(1.0, true),
            Effect::Push(steps) | Effect::Pull(steps) => {
                let poisoned = state.unit(target).stacks[Status::POISON.idx()] > 0;
                let away = matches!(prepared.effect, Effect::Push(_));
                let moved = self.shoved(state, user, target, i32::from(steps) * times, away);
                let lost = if poisoned { moved.min(hp) } else { 0 };
                let worth = f64::from(lost) + fixed.unwrap_or(0.0);
                Judged { gain: worth * sign(true), affects: moved > 0, ..none }
            }
            Effect::ExtraActivation | Effect::Swap | Effect::Teleport => {
                Judged { gain: fixed.unwrap_or(0.0), affects: fixed.is_some(), ..none }
            }
            _ => none,
        }
    }

    /// How many steps a push or a pull would move a unit.
    fn shoved(&self, state: &State, source: UnitId, target: UnitId, steps: i32, away: bool) -> i32 {
        let Some(board) = &self.board else { return 0 };
        let mut at = state.unit(target).at;
        if source == target {
            return 0;
        }
        let direction = super::effect::shove_direction(board, state.unit(source).at, at, away);
        let mut moved = 0;
        for _ in 0..steps {
            if !away && board.distance(at, state.unit(source).at) <= 1 {
                break;
            }
            let next = board.step(at, direction).filter(|&next| !board.is_blocked(next));
            let Some(next) = next.filter(|&next| !self.is_taken(state, next, Some(target))) else { break };
            at = next;
            moved += 1;
        }
        moved
    }

    /// What a blow, or the two of a Double Attack, comes to on a target.
    pub(super) fn judge_blow(&self, state: &State, blow: &Blow<'_>, target: UnitId) -> Judged {
        let strike = self.strike(state, blow, target);
        let patient = Patient {
            hp: state.unit(target).hp.into(),
            defence: self.defence(state, target, blow.kind),
            laid: false,
        };
        let n = 1 + u8::from(blow.mode == AttackMode::Double);
        self.judge_from(state, blow, &strike, target, patient, n)
    }

    /// What the next `left` blows come to.
    fn judge_from(
        &self,
        state: &State,
        blow: &Blow<'_>,
        strike: &Strike,
        target: UnitId,
        patient: Patient,
        left: u8,
    ) -> Judged {
        let mut judged = Judged::default();
        if left == 0 || patient.hp == 0 {
            return judged;
        }
        let is_enemy = self.are_enemies(blow.by, target);
        let sign = if is_enemy { 1.0 } else { -1.0 };
        let mut rest = 1.0;
        if strike.is_blind {
            let [passes, _] = BLIND.p();
            rest = passes;
            if self.rulings.blind_double == BlindDouble::Each {
                judged.add(self.judge_from(state, blow, strike, target, patient, left - 1), 1.0 - passes);
            }
        }
        let [p_crit, _] = Trial::percent(strike.crit.into()).p();
        let fates = strike.fates();
        let erodes = self.erodes(blow.kind).is_some();
        let mut kill = 0.0;
        for (is_crit, p_crit) in [(false, 1.0 - p_crit), (true, p_crit)] {
            let points = self.points(state, blow, target, is_crit);
            for (damage, row) in Fate::ALL.iter().zip(&fates) {
                for (effects, p_fate) in Fate::ALL.iter().zip(row) {
                    let p = rest * p_crit * p_fate;
                    if p <= 0.0 {
                        continue;
                    }
                    let rolled = Rolled { is_crit, damage: *damage, effects: *effects, ..Rolled::default() };
                    let wound = self.wound(blow, points, patient.defence, &rolled, 0);
                    let lost = wound.damage.min(patient.hp);
                    let eroded = if erodes { wound.erosion.min(patient.defence) } else { 0 };
                    let mut now = Judged {
                        gain: sign * f64::from(lost),
                        affects: lost > 0 || eroded > 0,
                        kill: 0.0,
                        hits_own: !is_enemy && lost > 0,
                    };
                    let mut p_kill = f64::from(u8::from(lost == patient.hp));
                    let mut after = Patient { hp: patient.hp - lost, ..patient };
                    if blow.kind != DamageKind::H {
                        after.defence -= eroded;
                    }
                    if after.hp > 0 && effects.stands() {
                        let (added, killed) = self.judge_added(state, blow, target, after, left == 1);
                        now.add(added, 1.0);
                        p_kill = killed;
                        after.laid = true;
                    }
                    if left > 1 && after.hp > 0 {
                        let later = self.judge_from(state, blow, strike, target, after, left - 1);
                        now.gain += later.gain;
                        now.affects |= later.affects;
                        p_kill += (1.0 - p_kill) * later.kill;
                    }
                    now.kill = 0.0;
                    judged.add(now, p);
                    kill += p * p_kill;
                }
            }
        }
        judged.kill = if is_enemy { kill + judged.kill } else { 0.0 };
        judged
    }

    /// The added effects of a blow on a target that stands after it, and the chance that they fell it.
    fn judge_added(
        &self,
        state: &State,
        blow: &Blow<'_>,
        target: UnitId,
        patient: Patient,
        is_last: bool,
    ) -> (Judged, f64) {
        let mut judged = Judged::default();
        let mut stays = 1.0;
        let mut consider = |prepared: &Prepared, times: i32, p: f64, again: bool| {
            let one = self.judge_effect(state, blow.by, prepared, target, times, patient.hp);
            // What one application fills is not laid twice.
            let fills = !matches!(prepared.effect, Effect::Damage(_) | Effect::Push(_) | Effect::Pull(_))
                && self.fills(state, target, prepared);
            let p = if again && fills { p * (1.0 - p) } else { p };
            judged.gain += p * stays * one.gain;
            judged.affects |= p > 0.0 && one.affects;
            judged.hits_own |= one.hits_own;
            stays *= 1.0 - p * one.kill;
        };
        if blow.has_extras {
            for extra in &self.unit(blow.by).extras {
                let [once, twice] = self.trial(state, blow.by, extra.trigger).p();
                for prepared in &extra.effects {
                    consider(prepared, 1, once, patient.laid);
                    if twice > 0.0 {
                        consider(prepared, 2, twice, patient.laid);
                    }
                }
            }
        }
        if is_last {
            for prepared in blow.added {
                consider(prepared, blow.times.into(), 1.0, false);
            }
        }
        (judged, 1.0 - stays)
    }

    /// Whether one application leaves no room for another.
    fn fills(&self, state: &State, target: UnitId, prepared: &Prepared) -> bool {
        match prepared.effect {
            Effect::AddStatus(add) => self.room(state, target, add.status) <= add.stacks,
            _ => true,
        }
    }

    /// The rolls of a target against an ability without an attack (SB-29).
    pub(super) fn strike_of_ability(
        &self,
        state: &State,
        user: UnitId,
        target: UnitId,
        mark: Mark,
    ) -> Strike {
        let mut strike = Strike::default();
        self.defend(state, user, target, self.kind_of_ability(user, mark), &mut strike);
        strike
    }

    /// SB-42: whether the use of an ability is checked against Blind: it falls on an enemy.
    pub(super) fn is_checked(&self, state: &State, unit: UnitId, targets: UnitSet) -> bool {
        self.stacks(state, unit, Status::BLIND) > 0
            && targets.into_iter().any(|target| self.are_enemies(unit, target))
    }

    /// What the use of an ability on these targets comes to.
    pub(super) fn judge_skill(&self, state: &State, unit: UnitId, at: u8, targets: UnitSet) -> Judged {
        let skill = &self.unit(unit).skills[at as usize];
        let [once, twice] = self.trial(state, unit, skill.ability.trigger).p();
        let passes = if self.is_checked(state, unit, targets) { BLIND.p()[0] } else { 1.0 };
        let is_area = is_laid(skill.ability.falls_on());
        let mut judged = Judged::default();
        for (times, p_times) in [(1_u8, once), (2, twice)] {
            if p_times <= 0.0 {
                continue;
            }
            for target in targets {
                let mut of_target = Judged::default();
                let mut from = 0;
                let effects = &skill.effects[..];
                while from < effects.len() {
                    if effects[from].effect.is_blow() {
                        let to = segment(effects, from + 1);
                        if state.stands(target)
                            && let Some(blow) = self.blow_of(unit, at, from, to, times, is_area)
                        {
                            of_target.add(self.judge_blow(state, &blow, target), 1.0);
                        }
                        from = to;
                        continue;
                    }
                    let to = segment(effects, from);
                    let hp = state.unit(target).hp.into();
                    let p = if self.are_enemies(unit, target) {
                        let fates = self.strike_of_ability(state, unit, target, skill.ability.mark).fates();
                        fates.iter().map(|row| row[0]).sum()
                    } else {
                        1.0
                    };
                    for prepared in &effects[from..to] {
                        let once_a_use = matches!(prepared.effect, Effect::Draw(_) | Effect::Teleport);
                        if !once_a_use || target == targets.first() {
                            let one = self.judge_effect(state, unit, prepared, target, times.into(), hp);
                            of_target.add(one, p);
                        }
                    }
                    from = to;
                }
                judged.gain += passes * p_times * of_target.gain;
                judged.kill = judged.kill.max(passes * p_times * of_target.kill);
                judged.affects |= of_target.affects;
                judged.hits_own |= of_target.hits_own;
            }
        }
        judged
    }

    /// The blow of an effect of an ability, with the effects behind it up to `to` (SB-29).
    pub(super) fn blow_of(
        &self,
        unit: UnitId,
        at: u8,
        from: usize,
        to: usize,
        times: u8,
        is_area: bool,
    ) -> Option<Blow<'_>> {
        let skill = &self.unit(unit).skills[at as usize];
        let added = &skill.effects[from + 1..to];
        let (action, cause) = (super::metrics::ABILITIES + at, super::metrics::By::Ability);
        let mut blow = match skill.effects[from].effect {
            Effect::StandardAttack(swing) => self.swing(unit, action, cause, swing, added),
            Effect::Damage(blast) => self.blast(unit, action, cause, blast, added),
            _ => return None,
        };
        if let Points::Flat(n) = &mut blow.points {
            *n *= i32::from(times);
        }
        (blow.times, blow.is_area) = (times, is_area);
        Some(blow)
    }

    /// Whether an attack by a Standard Attack can ever wear a target: the number that a condition calls
    /// its ATK.
    pub(super) fn present_atk(&self, state: &State, unit: UnitId) -> i32 {
        self.stat(state, unit, Stat::Atk)
    }
}

/// Whether a target is an area or a line.
pub(super) fn is_laid(target: Target) -> bool {
    matches!(target, Target::Area { .. } | Target::Line { .. })
}

/// The end of the effects without an attack that begin at `from`.
pub(super) fn segment(effects: &[Prepared], from: usize) -> usize {
    let next = effects[from.min(effects.len())..].iter().position(|prepared| prepared.effect.is_blow());
    next.map_or(effects.len(), |n| from + n)
}
