//! Effects of abilities: what they do at once, what lasts and when it ends (MG-66, MG-67, MG-78, MG-81).

use crate::data::events::Event;
use crate::data::metrics::{FallenBy, Harm, HeldBy, Metric};
use crate::data::setup::{RollName, Stance, Stat};
use crate::data::vocabulary::{
    DebtKind, DrainKind, Duration, Effect, GrantKind, GripKind, HealWhat, HoldDifficulty, Resolve, Rounds,
};
use crate::dice::draws::{Rolled, Shown, Total};
use crate::rules::abilities::ability::AbilityOutcome;
use crate::rules::attacks::damage::{DamageSource, Source};
use crate::state::{Hold, LastingEffect, State, UNROLLED, UnitState};
use crate::{MahouGalaxy, Play, PreparedAbility, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::{Cause, Observer};
use fray_engine::roster::UnitId;

/// The most rounds that an effect lasts whose dice say how long.
const MOST_ROUNDS: i32 = 99;
/// The most move tokens, fresh and held, up to which an effect grants more, and the most of other kinds.
const MOST_MOVES: u8 = 120;
const MOST_TOKENS: u8 = 15;

impl MahouGalaxy {
    /// A hand token for each hand of a unit.
    fn all_hands(&self, unit: UnitId) -> u8 {
        (1_u16 << self.unit(unit).n_hands).wrapping_sub(1) as u8
    }

    /// The place of the ability by which a unit lays a lasting effect.
    fn ability_of(&self, unit: UnitId, mark: usize) -> usize {
        let lays = |knack: &PreparedAbility| knack.marks.contains(&Some(mark as u8));
        self.unit(unit).skills_of.iter().position(lays).unwrap_or(self.lasting[mark].ability.into())
    }

    /// How many tokens of a kind a unit can be granted: hand tokens for hands without a fresh one (MG-72), of the
    /// others as many as are counted; none while it cannot move (MG-24).
    pub(crate) fn room_for(&self, state: &State, unit: UnitId, token: GrantKind) -> u8 {
        if self.is_immobile(state, unit) {
            return 0;
        }
        let it = state.unit(unit);
        let free = (self.all_hands(unit) & !it.hands).count_ones() as u8;
        match token {
            GrantKind::Primary => free.max(u8::from(!it.primary && it.hands != 0)),
            GrantKind::Hand => free,
            GrantKind::Speak if self.is_silent(state, unit) => 0,
            GrantKind::Speak => MOST_TOKENS.saturating_sub(it.speak + it.held_speak),
            GrantKind::Move => MOST_MOVES.saturating_sub(it.moves + it.held_moves),
            GrantKind::Analyze => MOST_TOKENS.saturating_sub(it.analyze),
            GrantKind::Escape => MOST_TOKENS.saturating_sub(it.escape),
        }
    }
}

impl UnitState {
    /// Tokens are lost at once, fresh ones first, then those that are held.
    fn drain(&mut self, token: DrainKind, n: u8) {
        let from = |fresh: &mut u8, held: &mut u8| {
            let rest = n.saturating_sub(*fresh);
            (*fresh, *held) = (fresh.saturating_sub(n), held.saturating_sub(rest));
        };
        match token {
            DrainKind::Primary => {
                // Being primary belongs to no hand: the token of the first goes with it (MG-72).
                if self.primary {
                    (self.primary, self.hands) = (false, self.hands & self.hands.wrapping_sub(1));
                }
            }
            DrainKind::Hand => {
                for _ in 0..n {
                    let hands = if self.hands == 0 { &mut self.held_hands } else { &mut self.hands };
                    *hands &= !highest_of(*hands);
                }
                self.primary &= self.hands != 0;
            }
            DrainKind::Speak => from(&mut self.speak, &mut self.held_speak),
            DrainKind::Move => from(&mut self.moves, &mut self.held_moves),
            DrainKind::Analyze => self.analyze = self.analyze.saturating_sub(n),
            DrainKind::Escape => self.escape = self.escape.saturating_sub(n),
        }
    }
}

/// The highest of a set of hands, if there is one.
fn highest_of(hands: u8) -> u8 {
    if hands == 0 { 0 } else { 1 << (7 - hands.leading_zeros()) }
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// MG-81, step 5: one effect on one target; `shown` is what its dice show already: the damage of
    /// an area, the attack roll.
    pub(crate) fn apply(
        &mut self,
        unit: UnitId,
        at: usize,
        place: usize,
        target: UnitId,
        fate: AbilityOutcome,
        shown: Option<i32>,
    ) {
        let rules = self.rules;
        let knack = rules.knack(unit, at);
        let act = &knack.ability.effects[place];
        let action_ref = rules.ability_action(unit, at);
        if let Some(mark) = knack.marks[place] {
            let left = match act.duration {
                Duration::Rounds(Rounds::Fixed(n)) => n,
                Duration::Rounds(Rounds::Rolled(_)) => self.rounds_of(unit, at, place),
                Duration::Instant => return,
                // The full turn that is under way is not the next one.
                Duration::TargetTurn if self.state.full_turn == Some(target) => LastingEffect::NEXT_TURN,
                Duration::OwnTurn | Duration::TargetTurn | Duration::UntilSaved(_) | Duration::Fight => {
                    LastingEffect::FIGHT
                }
            };
            let borne = &mut self.state.marks[target.idx() * rules.lasting.len() + usize::from(mark)];
            let is_longer = left > borne.left || left == LastingEffect::NEXT_TURN;
            *borne = LastingEffect { left: if is_longer { left } else { borne.left }, by: unit };
            self.obs.event(|| Event::Begins { unit: target, mark });
            if rules.is_frozen(self.state, target) {
                self.take_tokens(target);
                let it = self.state.unit_mut(target);
                (it.held_hands, it.held_moves, it.held_speak) = (0, 0, 0);
            }
            if rules.is_silent(self.state, target) {
                let it = self.state.unit_mut(target);
                (it.speak, it.held_speak) = (0, 0);
            }
            self.check_limits(target, Cause::Action(action_ref));
            return;
        }
        let it = self.state.unit_mut(target);
        match &act.effect {
            Effect::Damage { flat, ignore_soak, .. } => {
                let Some((formula, distribution)) = &knack.totals[place] else { return };
                let critical = fate == AbilityOutcome::Critical
                    && matches!(knack.ability.resolve, Resolve::Attack(roll) if roll.stance == Stance::Strong);
                let impact = DamageSource {
                    action_ref: Some(action_ref),
                    is_attack: true,
                    times: if critical { 2 } else { 1 },
                    size: 0,
                    harm: Harm::Ability,
                    ignores_soak: *ignore_soak,
                    halved: fate == AbilityOutcome::Halved,
                    quarters: rules.shielded(self.state, target, knack.ability.element),
                };
                let flat = i32::from(*flat);
                let source = match shown {
                    None => Source::Formula(formula, distribution, flat),
                    // No dice, and what they showed added.
                    Some(shown) => Source::Formula(&rules.fall[0].0, &rules.fall[0].1, shown + flat),
                };
                self.hurt(unit, target, source, &impact);
            }
            Effect::Heal { what, flat, .. } => {
                let Some((formula, distribution)) = &knack.totals[place] else { return };
                let whole = self.dice.tells_apart();
                let most = if whole { i32::MAX } else { 10_000 };
                let total = Total { formula, distribution, most };
                let rolled = (self.dice.draw(by(unit, Purpose::Effect), &total) + i32::from(*flat)).max(0);
                let it = self.state.unit_mut(target);
                let (now, top) = match what {
                    HealWhat::Hp => (&mut it.hp, rules.unit(target).hp_max),
                    HealWhat::Mp => (&mut it.mp, rules.unit(target).mp_max),
                };
                let given = rolled.min(top - *now).max(0);
                *now += given;
                let now = *now;
                if *what == HealWhat::Hp {
                    self.obs.healed(Cause::Action(action_ref), target, given as u32);
                    self.obs.add(unit, Metric::Overheal, (rolled - given) as u32);
                }
                let mp = *what == HealWhat::Mp;
                self.obs.event(|| Event::Heals { unit: target, given, now, mp });
            }
            Effect::Grant { token, n } => self.grant_tokens(target, *token, *n),
            Effect::Drain { token, n } => it.drain(*token, *n),
            Effect::Debt { token, n } => {
                let kind = match token {
                    DebtKind::Hand => 0,
                    DebtKind::Move => 1,
                    DebtKind::Speak => 2,
                };
                for _ in 0..*n {
                    self.owe(unit, target, kind);
                }
            }
            Effect::Fall {} => self.fall(target, FallenBy::Ability),
            Effect::Stand {} => (it.fallen, it.stood) = (false, 0),
            Effect::Hold { h, stance, kind } => {
                let h = match (h, &knack.totals[place]) {
                    (HoldDifficulty::Fixed(h), _) => i32::from(*h),
                    (HoldDifficulty::Rolled(grip), Some((formula, distribution))) => {
                        let total = Total { formula, distribution, most: i32::MAX };
                        (self.dice.draw(by(unit, Purpose::Effect), &total) + i32::from(grip.flat)).max(0)
                    }
                    _ => shown.unwrap_or(0),
                };
                let hold = Hold { binds: *kind == GripKind::Bind, ..Hold::new(*stance, h) };
                self.take_hold(unit, target, hold, HeldBy::Ability);
            }
            Effect::Distract { kind, rating } => {
                let Some((formula, distribution)) = &knack.totals[place] else { return };
                if !rules.is_open_to(unit, target, *kind) {
                    return;
                }
                let total = Total { formula, distribution, most: i32::MAX };
                let rating = self.dice.draw(by(unit, Purpose::Effect), &total) + i32::from(rating.flat);
                let pool = rules.talk_pool(self.state, target, (Stat::Int, RollName::ResistTalk), 0);
                let theirs = self.dice.draw(by(target, Purpose::Effect), &pool.between(i32::MIN, rating));
                self.obs.event(|| Event::Talks { unit, target, what: *kind, mine: rating, theirs });
                self.distract(unit, target, *kind, rating - theirs);
            }
            Effect::Drop { .. } => {
                if let Some(item) = rules.item_to_drop(self.state, &knack.named[place], target) {
                    self.drop_item(target, item);
                }
            }
            Effect::MoveTarget { feet, direction } => {
                self.move_target(unit, target, (*feet).into(), *direction, action_ref);
            }
            Effect::Teleport { feet } => self.teleport(target, (*feet).into()),
            Effect::Summon { .. } => self.summon(unit, at, place),
            Effect::End { .. } => self.end_named(&knack.named[place], target),
            Effect::ResetSoak {} => it.pool = UNROLLED,
            Effect::SetSoak { n } => {
                // MG-34: what was not rolled yet is rolled first, so that nobody is worse off for it.
                let was_rolled = it.pool != UNROLLED;
                let before = if was_rolled { it.pool.into() } else { self.roll_soak(target) };
                let pool = before.max(i32::from(*n)).min(30_000);
                self.state.unit_mut(target).pool = pool as i16;
                self.obs.event(|| Event::SetsSoak { unit: target, was_rolled, before, pool });
            }
            Effect::Modify { .. }
            | Effect::Terrain(_)
            | Effect::Blind {}
            | Effect::Immobile {}
            | Effect::Silence {}
            | Effect::ExplodeTwo { .. }
            | Effect::Ongoing { .. }
            | Effect::ElementShield { .. }
            | Effect::ReplaceDie { .. } => {}
        }
    }

    /// MG-12: tokens at once, as many as there is room for. In its own turn the unit may spend them.
    fn grant_tokens(&mut self, target: UnitId, token: GrantKind, n: u8) {
        let was = *self.state.unit(target);
        let n = n.min(self.rules.room_for(self.state, target, token));
        let all = self.rules.all_hands(target);
        let it = self.state.unit_mut(target);
        match token {
            GrantKind::Primary | GrantKind::Hand => {
                for _ in 0..n {
                    let free = all & !it.hands;
                    it.hands |= free & free.wrapping_neg();
                }
                it.primary |= token == GrantKind::Primary && n > 0;
            }
            GrantKind::Speak => it.speak += n,
            GrantKind::Move => it.moves += n,
            GrantKind::Analyze => it.analyze += n,
            GrantKind::Escape => it.escape += n,
        }
        let gained = (it.hands & !was.hands, it.moves - was.moves, it.speak - was.speak);
        if self.state.turn.unit == Some(target) {
            self.state.turn.hands |= gained.0;
            self.state.turn.moves += gained.1;
            self.state.turn.speak += gained.2;
        }
    }

    /// The rounds that an effect lasts whose dice say it: one at least, 99 at most.
    pub(crate) fn rounds_of(&mut self, unit: UnitId, at: usize, place: usize) -> u8 {
        let Some((formula, distribution)) = &self.rules.knack(unit, at).rounds[place] else { return 1 };
        let total = Total { formula, distribution, most: MOST_ROUNDS };
        self.dice.draw(by(unit, Purpose::Effect), &total).clamp(1, MOST_ROUNDS) as u8
    }

    /// MG-65 `until_saved`: at the end of its full turn a unit may throw off what is on it.
    pub(crate) fn save(&mut self, unit: UnitId) {
        let rules = self.rules;
        for mark in 0..rules.lasting.len() {
            let Duration::UntilSaved(save) = rules.lasting[mark].duration else { continue };
            if !rules.bears(self.state, unit, mark as u8) {
                continue;
            }
            self.state.busy = true;
            let pool = rules.plain(self.state, unit, save.stat, 1);
            let difficulty = i32::from(save.difficulty);
            let Rolled { value: roll, faces } =
                self.dice.draw(by(unit, Purpose::Effect), &Shown(pool.against(difficulty)));
            let (mark, succeeds) = (mark as u8, roll >= difficulty);
            self.obs.event(|| Event::Saves { unit, mark, pool, faces, roll, difficulty, succeeds });
            if succeeds {
                self.state.marks[unit.idx() * rules.lasting.len() + usize::from(mark)].left = 0;
            }
        }
        self.check_all_limits();
    }

    /// Ends the effects and the terrain that last until the next full turn of the unit that laid them.
    pub(crate) fn end_what_awaits_turn_of(&mut self, unit: UnitId) {
        self.end_marks(unit, Duration::OwnTurn, true);
        self.end_terrain_of(unit);
    }

    /// Ends the effects of this duration that the unit laid, or that it bears.
    pub(crate) fn end_marks(&mut self, unit: UnitId, duration: Duration, laid: bool) {
        let rules = self.rules;
        let n_marks = rules.lasting.len();
        for at in 0..self.state.marks.len() {
            let (bearer, mark) = (UnitId((at / n_marks) as u8), at % n_marks);
            let borne = &mut self.state.marks[at];
            let is_of = if laid { borne.by == unit } else { bearer == unit };
            if is_of && borne.left > 0 && rules.lasting[mark].duration == duration {
                if borne.left == LastingEffect::NEXT_TURN {
                    borne.left = LastingEffect::FIGHT;
                    continue;
                }
                borne.left = 0;
                self.obs.event(|| Event::Ends { unit: bearer, mark: mark as u8 });
            }
        }
        self.check_all_limits();
    }

    /// MG-67: burning and the like.
    pub(crate) fn ongoing(&mut self, unit: UnitId) {
        let rules = self.rules;
        for mark in 0..rules.lasting.len() {
            if !rules.bears(self.state, unit, mark as u8) || !self.state.is_in(unit) {
                continue;
            }
            let originator = self.state.marks[unit.idx() * rules.lasting.len() + mark].by;
            let (at, place) = (rules.ability_of(originator, mark), usize::from(rules.lasting[mark].effect));
            let knack = rules.knack(originator, at);
            let (Effect::Ongoing { flat, ignore_soak, .. }, Some((formula, distribution))) =
                (&knack.ability.effects[place].effect, &knack.totals[place])
            else {
                continue;
            };
            self.obs.event(|| Event::Burns { unit, mark: mark as u8 });
            let impact = DamageSource {
                action_ref: Some(rules.ability_action(originator, at)),
                is_attack: false,
                times: 1,
                size: 0,
                harm: Harm::Ongoing,
                ignores_soak: *ignore_soak,
                halved: false,
                quarters: rules.shielded(self.state, unit, knack.ability.element),
            };
            self.hurt(originator, unit, Source::Formula(formula, distribution, (*flat).into()), &impact);
        }
    }

    /// MG-78: those who were healed above the limit come back, fallen.
    pub(crate) fn come_back(&mut self) {
        let rules = self.rules;
        if !rules.heals {
            return;
        }
        for unit in self.state.out {
            let int = rules.stat(self.state, unit, Stat::Int).max(0);
            let it = self.state.unit(unit);
            if it.hp > rules.limit(self.state, unit) && it.mp >= -int {
                let cell = self.free_cell(unit, self.state.unit(unit).cell);
                // Where there is no room it waits for the next round.
                if rules.board_now(self.state).is_some_and(|board| !board.is_walkable(cell)) {
                    continue;
                }
                self.state.out.remove(unit);
                let it = self.state.unit_mut(unit);
                (it.fallen, it.cell) = (true, cell);
                self.lay_passives_of(unit);
                self.obs.event(|| Event::ComesBack { unit });
            }
        }
    }
}
