//! The targets that an ability is used on, and whether that is worth its cost (MG-65, MG-74, MG-D4, MG-D18).

use core::cmp::Reverse;

use crate::board::{Board, FEET};
use crate::choose::judge::Judged;
use crate::choose::odds::steps;
use crate::data::rulings::TokenBinding;
use crate::data::tactics::{AbilityUse, Fact, Scheme, Target as Choice};
use crate::data::vocabulary::{Area, AreaShape, Effect, Reach, Target};
use crate::rules::abilities::talk::ActionKind;
use crate::rules::moves::terrain::Lines;
use crate::state::SHIELD;
use crate::{MahouGalaxy, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::{MAX_UNITS, UnitId, UnitSet};
use fray_kit::tactics::when::When;

/// The targets of an ability, and where it is laid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aimed {
    /// The units that it would strike.
    pub(crate) on: UnitSet,
    /// The worth of striking them.
    pub(crate) worth: f64,
    /// The cell on which its area is laid.
    pub(crate) cell: Option<u32>,
}

impl Aimed {
    /// The first unit that it would strike, if there is one.
    pub(crate) fn first(&self) -> Option<UnitId> {
        (!self.on.is_empty()).then(|| self.on.first())
    }
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// MG-D4: the best targets of an ability.
    pub(crate) fn choose_for(&mut self, unit: UnitId, at: usize) -> Option<Aimed> {
        let (rules, state) = (self.rules, &*self.state);
        let ability = &rules.knack(unit, at).ability;
        // What its condition asks of the unit alone is known before anybody is looked at.
        let asks = |fact: Fact| !fact.is_of_target() && !fact.is_of_roll();
        let may_hold =
            |when: &When<Fact>| when.holds_in_part(asks, |fact| rules.fact(state, unit, None, fact));
        if !rules.is_plain && !ability.when.as_ref().is_none_or(may_hold) {
            return None;
        }
        let offhand = self.is_offhand(unit, ability);
        let holds = |target: Option<UnitId>| {
            ability.when.as_ref().is_none_or(|when| rules.holds(when, state, unit, target))
        };
        if let Some(area) = ability.area {
            let open = rules.open_to(state, unit, area.hits);
            let Some(board) = rules.board_in(state) else {
                let judged = rules.value(state, unit, at, open, offhand);
                let aimed = Aimed { on: open, worth: judged.worth, cell: None };
                return (judged.is_useful() && holds(None)).then_some(aimed);
            };
            return self.aim_area(unit, at, board, area, open, holds);
        }
        let candidates = match ability.target {
            Target::Itself => UnitSet::one(unit),
            Target::Ally => state.present(rules.allies(unit)).or(rules.revivable(state, unit, at)),
            // MG-81: a reaction is a matter between the two.
            Target::Enemy if ability.timing.is_reaction() => {
                let actor = state.turn.target.filter(|&it| state.is_in(it) && !rules.is_ally(unit, it));
                actor.map_or(UnitSet::default(), UnitSet::one)
            }
            Target::Enemy => {
                // MG-D4: a hold narrows whom its grappler attacks, not on whom it uses an ability.
                self.in_mood(unit, rules.foes_to_attack(state, unit), ActionKind::Ability)
            }
            Target::Cell => UnitSet::default(),
        };
        let mut worths = [0.0; MAX_UNITS];
        let mut left = UnitSet::default();
        for target in candidates {
            if !holds(Some(target)) || !rules.in_range(state, unit, ability, target) {
                continue;
            }
            let judged = rules.value(state, unit, at, UnitSet::one(target), offhand);
            if judged.is_useful() {
                worths[target.idx()] = judged.worth;
                left.insert(target);
            }
        }
        // MG-65: several targets, one after the other.
        let mut aimed = Aimed { on: UnitSet::default(), worth: 0.0, cell: None };
        for _ in 0..ability.count {
            let Some(target) = self.choose_one(unit, ability.target, left, &worths) else { break };
            aimed.on.insert(target);
            aimed.worth += worths[target.idx()];
            left.remove(target);
        }
        (!aimed.on.is_empty()).then_some(aimed)
    }

    /// MG-D4: of those on whom an ability is useful, one: of foes as its tactic has it, of friends whom it gives
    /// back most; help that gives nothing back goes to the weakest, of those who are alike to the nearest.
    fn choose_one(
        &mut self,
        unit: UnitId,
        target: Target,
        among: UnitSet,
        worths: &[f64; MAX_UNITS],
    ) -> Option<UnitId> {
        let (rules, state) = (self.rules, &*self.state);
        let how = rules.unit(unit).tactics.alone.target.choose(|fact| rules.fact(state, unit, None, fact));
        if target == Target::Enemy && !matches!(how, Choice::BestDamage | Choice::Net) {
            return self.choose_target(unit, among);
        }
        let tie = |it: UnitId| match target {
            Target::Enemy => (0, 0),
            _ if steps(worths[it.idx()]) > 0 => (rules.toughness(state, it), 0),
            _ => (rules.toughness(state, it), rules.distance(state, unit, it)),
        };
        among.min_by_key(|it| (Reverse(steps(worths[it.idx()])), tie(*it), *it))
    }

    /// MG-74, MG-D4 `net`: the cell where an area is worth most over both sides: those with a unit first,
    /// the nearest first.
    fn aim_area(
        &self,
        unit: UnitId,
        at: usize,
        board: &Board,
        area: Area,
        open: UnitSet,
        holds: impl Fn(Option<UnitId>) -> bool,
    ) -> Option<Aimed> {
        let (rules, state) = (self.rules, &*self.state);
        let knack = rules.knack(unit, at);
        let ability = &knack.ability;
        let offhand = self.is_offhand(unit, ability);
        let from = state.unit(unit).cell;
        let mut judged = [Judged::default(); MAX_UNITS];
        for target in open {
            judged[target.idx()] = rules.value(state, unit, at, UnitSet::one(target), offhand);
        }
        let mut best: Option<(UnitSet, f64, (bool, i32), u32)> = None;
        let lays = knack.lays.iter().any(Option::is_some);
        let lines = lays.then(|| rules.lines_of(state, unit));
        let cast = rules.cast_pool(state, unit, ability, UnitSet::default(), offhand);
        let cast = cast.map_or(1.0, |(pool, bar)| rules.odds.at_least(&pool, bar));
        // An area that strikes nobody for whom it is meant is never worth laying, nor is terrain that lies under
        // nobody and across no line.
        let most = i32::from(area.feet) / FEET;
        let meant: UnitSet = if lays && rules.lays_on_units(unit, at) {
            state.present(rules.everyone)
        } else {
            open.filter(|it| judged[it.idx()].is_wanted()).collect()
        };
        let cells = || meant.map(|it| state.unit(it).cell);
        let is_bounded = area.shape == AreaShape::Radius && !rules.is_plain;
        let span = |row: i32| {
            let lines = lines.iter().flat_map(Lines::ends);
            if is_bounded { Board::span_near(row, most, cells(), lines) } else { [0, i32::MAX] }
        };
        let reach = match ability.range {
            Reach::Feet(feet) if !rules.is_plain => board.around(from, i32::from(feet).max(FEET) / FEET),
            _ => board.whole(),
        };
        let part =
            if is_bounded && !lays { Board::common(reach, board.around_all(cells(), most)) } else { reach };
        for cell in board.cells_in_spans(board.has_air(), part, span) {
            if !rules.is_plain && !rules.may_reach_cell(board, from, ability, cell) {
                continue;
            }
            let on: UnitSet =
                open.filter(|it| board.is_in_area(area, from, cell, state.unit(*it).cell)).collect();
            let mut sum = on.into_iter().fold(Judged::default(), |sum, it| sum.and(judged[it.idx()]));
            if let Some(lines) = &lines {
                sum = sum.and(rules.value_of_terrain(state, unit, at, cell, lines).times(cast));
            }
            // What is worth less needs no line.
            let is_less = best.as_ref().is_some_and(|best| steps(sum.worth) < steps(best.1));
            if on.is_empty() && !lays || !sum.is_useful() || is_less && !rules.is_plain {
                continue;
            }
            let there = state.present(rules.everyone).into_iter().find(|it| state.unit(*it).cell == cell);
            if !rules.reaches_cell(board, from, ability, cell) || !holds(there) {
                continue;
            }
            let rank = (there.is_none(), board.distance(from, cell));
            let is_better = |than: &(UnitSet, f64, (bool, i32), u32)| {
                (steps(sum.worth), Reverse(rank)) > (steps(than.1), Reverse(than.2))
            };
            if best.as_ref().is_none_or(is_better) {
                best = Some((on, sum.worth, rank, cell));
            }
        }
        best.map(|(on, worth, _, cell)| Aimed { on, worth, cell: Some(cell) })
    }

    /// MG-D18: one that costs hand tokens and only damages has to be worth its attacks; one below 1 MP
    /// has to put its targets out.
    pub(crate) fn pays_off(&self, unit: UnitId, at: usize, Aimed { on: targets, worth, .. }: Aimed) -> bool {
        let (rules, state) = (self.rules, &*self.state);
        let ability = &rules.knack(unit, at).ability;
        let hands = ability.cost.hand + ability.cost.primary;
        let overdraws = ability.cost.mp > 0
            && state.unit(unit).mp - i32::from(ability.cost.mp) < 1
            && rules.ability_use(state, unit) == AbilityUse::Overdraft;
        let toughness: i32 = targets.map(|it| rules.toughness(state, it)).sum();
        if overdraws && (targets.is_empty() || steps(worth) < steps(toughness.into())) {
            return false;
        }
        // What burns is damage too; a wall of fire in the way of foes is more.
        let damages = |effect: &Effect| match effect {
            Effect::Damage { .. } => true,
            Effect::Terrain(_) => worth > 0.0,
            _ => false,
        };
        let only_damages = ability.effects.iter().all(|act| damages(&act.effect));
        if hands == 0 || !only_damages {
            return true;
        }
        steps(worth) >= steps(self.worth_of_attacks(unit, hands, targets))
    }

    /// MG-D18: the worth of the attacks that so many hand tokens would make from here on one of these units
    /// or, if they reach none of them, on the target that they would strike instead (MG-D4); none of a unit
    /// that does not attack (MG-D1).
    fn worth_of_attacks(&self, unit: UnitId, tokens: u8, targets: UnitSet) -> f64 {
        let (rules, state) = (self.rules, &*self.state);
        let mut left = state.turn.hands & rules.tokens(state, unit);
        let plan = rules.plan_of(state, unit);
        if plan == Scheme::Pass || left == 0 {
            return 0.0;
        }
        let is_single = state.turn.pass == 0 && matches!(plan, Scheme::Attack | Scheme::HitAndHold);
        let reached: UnitSet =
            rules.attackable(state, unit).filter(|&foe| rules.is_useful(state, unit, foe)).collect();
        let foes = if reached.and(targets).is_empty() {
            self.struck_instead(unit, reached)
        } else {
            reached.and(targets)
        };
        let (mut worth, mut offhand, mut paid) = (0.0, !state.unit(unit).primary, 0);
        // MG-82: the tokens of hands with a shield, which pay first, strike nothing.
        if rules.rulings.hands_token_binding != TokenBinding::Free && !is_single {
            let idle = rules.hands_with(state, unit, SHIELD) & left;
            (left, paid) = (left & !idle, idle.count_ones());
            offhand |= idle != 0;
        }
        for hand in 0..rules.unit(unit).n_hands {
            if paid >= u32::from(tokens) || is_single && offhand {
                break;
            }
            let Some(pay) = rules.payment(state, unit, hand, left).filter(|_| left >> hand & 1 == 1) else {
                continue;
            };
            let swings = foes.filter_map(|foe| rules.attack_of(state, unit, foe, hand, offhand));
            let best = swings.map(|swing| swing.worth).reduce(f64::max);
            // The one blow of such a plan is struck by the first hand that can.
            if best.is_none() && is_single {
                continue;
            }
            worth += best.unwrap_or(0.0);
            (left, paid, offhand) = (left & !pay, paid + pay.count_ones(), true);
        }
        worth
    }

    /// MG-D4: whom of these the unit would attack, as far as no dice decide it.
    fn struck_instead(&self, unit: UnitId, among: UnitSet) -> UnitSet {
        let (rules, state) = (self.rules, &*self.state);
        let how = rules.unit(unit).tactics.alone.target.choose(|fact| rules.fact(state, unit, None, fact));
        match rules.target_among(state, unit, among, how) {
            Some(foe) => UnitSet::one(foe),
            None => among,
        }
    }
}
