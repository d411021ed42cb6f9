//! The way of a unit to an attack (MG-D4, MG-D16): the cell from which it best attacks, and the nearest one
//! that it can reach where there is none.

use crate::board::walk::{FARTHEST, Foes};
use crate::board::{Board, FEET};
use crate::choose::With;
use crate::choose::feet::KICK_TOKENS;
use crate::data::tactics::Movement;
use crate::rules::abilities::talk::ActionKind;
use crate::state::SHIELD;
use crate::{MahouGalaxy, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::{UnitId, UnitSet};

/// The demands of a unit on the cell from which it attacks, beside a short way (MG-D16).
#[derive(Clone, Copy, Debug, Default)]
struct MoveGoal {
    /// Feet that it wants between itself and every foe; 0 for none.
    apart: i32,
    /// Whether it wants cover, so far as its tokens carry it.
    cover: bool,
    /// Whether cover decides between cells that cost it equal tokens.
    shoots: bool,
    /// The level at which it wants to stay.
    level: Option<i32>,
}

impl MoveGoal {
    /// Returns whether the cheapest way leads to the best cell, but for cover where it shoots.
    fn is_simple(self) -> bool {
        self.apart == 0 && !self.cover && self.level.is_none()
    }
}

/// The rank of a cell: lower is better.
type Rank = (bool, bool, bool, u16, bool, u16);

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// How far ways are looked for, one after the other up to the last, where a way that is good enough ends the
    /// search.
    pub(crate) fn horizons(&self, first: u16, last: u16) -> impl Iterator<Item = u16> + use<C, O> {
        let first = self.horizon(first.clamp(1, last));
        core::iter::successors(Some(first), move |most| {
            (*most < last).then(|| most.saturating_mul(2).min(last))
        })
    }

    fn wish(&self, unit: UnitId, how: Movement) -> MoveGoal {
        let (rules, it) = (self.rules, self.state.unit(unit));
        let info = rules.unit(unit);
        let at_hand = |at: usize| info.weapons[at].hands == 0 || it.in_hand.contains(&(at as u8 + 1));
        let roams = matches!(how, Movement::Kite | Movement::KeepDistance(_));
        MoveGoal {
            apart: if let Movement::KeepDistance(feet) = how { feet } else { 0 },
            cover: how == Movement::Cover,
            shoots: (0..info.weapons.len()).any(|at| info.weapons[at].ranged && at_hand(at)),
            level: (info.flies && !roams).then(|| Board::coordinates(info.cell)[2]),
        }
    }

    /// MG-D4, MG-D16: the target of the turn on a map, walked to if it must be.
    pub(crate) fn aim_on_map(&mut self, unit: UnitId, attackable: UnitSet) -> Option<UnitId> {
        let rules = self.rules;
        let now: UnitSet = attackable.filter(|&foe| rules.is_useful(self.state, unit, foe)).collect();
        let how = self.movement(unit);
        let tokens = self.walking_tokens(unit, how);
        let mut candidates = now;
        let near = self.cells_for(unit, tokens);
        let may_walk = tokens > 0 && near > 0;
        let wish = self.wish(unit, how);
        let others: UnitSet =
            attackable.without(now).filter(|&foe| may_walk && self.has_post(unit, foe)).collect();
        if !others.is_empty() {
            candidates = now.or(self.close_to(unit, others, wish, near));
        }
        let strikes = self.pays_for_a_blow(unit);
        if let Some(target) = self.choose_target(unit, candidates) {
            let is_bare = |play: &Self| {
                let (it, foe) = (play.state.unit(unit).cell, play.state.unit(target).cell);
                rules.board_in(play.state).is_some_and(|board| board.cover(foe, it) == 0)
            };
            let seeks = how == Movement::Cover && now.has(target) && near > 0 && is_bare(self);
            let leaves = now.has(target) && may_walk && rules.burns(self.state, unit);
            if now.has(target) && !seeks && !leaves {
                self.state.turn.target = Some(target);
                return Some(target);
            }
            if seeks || leaves {
                self.look_around(unit, false, self.horizon(near));
            }
            let acts = strikes || self.kicks_there(unit, target, wish, near);
            if acts && self.may(unit, ActionKind::Walk, Some(target)) {
                let stood = self.state.unit(target).cell;
                if self.approach(unit, target, wish, near, near) {
                    self.state.turn.target = Some(target);
                }
                // MG-80: whom an interrupt led elsewhere is looked for anew.
                let has_moved = self.state.unit(target).cell != stood;
                if has_moved && self.state.is_in(unit) && self.state.is_in(target) {
                    self.state.turn.target = None;
                    return self.aim_on_map(unit, attackable);
                }
            }
            let there = self.state.is_in(unit) && rules.is_useful(self.state, unit, target);
            return there.then_some(target).filter(|_| self.state.is_in(target));
        }
        // Nobody can be attacked: nearer to whom the shortest way leads.
        if may_walk && now.is_empty() && !attackable.is_empty() {
            self.come_nearer(unit, attackable, others, wish, near);
            // Who came to a foe by a way that it dared strikes.
            let is_there = |&foe: &UnitId| self.state.is_in(foe) && rules.is_useful(self.state, unit, foe);
            let there: UnitSet = attackable.filter(is_there).collect();
            if self.state.is_in(unit) {
                self.state.turn.target = self.choose_target(unit, there);
                return self.state.turn.target;
            }
        }
        None
    }

    /// MG-71, MG-D16: whether the tokens of the turn pay for the blow of a hand: one alone strikes with no weapon for
    /// two hands.
    fn pays_for_a_blow(&self, unit: UnitId) -> bool {
        let (rules, state) = (self.rules, &*self.state);
        let tokens = state.turn.hands & rules.tokens(state, unit);
        let strikes = |hand: &u8| {
            tokens >> hand & 1 == 1
                && state.unit(unit).in_hand[usize::from(*hand)] != SHIELD
                && rules.payment(state, unit, *hand, tokens).is_some()
        };
        (0..rules.unit(unit).n_hands).any(|hand| strikes(&hand))
    }

    /// MG-42, MG-D16: whether the way to a foe that was looked for leaves the tokens of the kick of the plan, beside it.
    fn kicks_there(&self, unit: UnitId, foe: UnitId, wish: MoveGoal, near: u16) -> bool {
        let (rules, state) = (self.rules, &*self.state);
        let there = state.unit(foe).cell;
        let leaves_a_kick = |(cell, cost): (u32, u16)| {
            let is_beside = rules.board_in(state).is_some_and(|board| board.distance(cell, there) <= FEET);
            let paid = self.tokens_for(unit, FEET * i32::from(cost));
            is_beside && paid.is_some_and(|paid| paid + KICK_TOKENS <= state.turn.moves)
        };
        self.wants_kick(unit)
            && rules.best_swing(state, unit, foe, With::Kick, false).is_some()
            && self.way_to(unit, foe, wish, near, near).is_some_and(leaves_a_kick)
    }

    /// MG-80: whether the tokens of the turn carry the unit to a cell from which it could attack a foe.
    pub(crate) fn is_in_walk(&mut self, unit: UnitId, foe: UnitId) -> bool {
        let how = self.movement(unit);
        let near = self.cells_for(unit, self.walking_tokens(unit, how));
        near > 0
            && self.has_post(unit, foe)
            && !self.close_to(unit, UnitSet::one(foe), self.wish(unit, how), near).is_empty()
    }

    /// Of some foes those whom the unit could attack from a cell to which so many cells of ways lead; the ways are
    /// looked for.
    fn close_to(&mut self, unit: UnitId, foes: UnitSet, wish: MoveGoal, near: u16) -> UnitSet {
        self.look_around(unit, false, self.horizon(near));
        foes.filter(|&foe| self.way_to(unit, foe, wish, near, near).is_some()).collect()
    }

    /// Returns whether there is a cell from which the unit could attack a foe, were there a way: a unit with
    /// a blade may have none beside one that flies.
    fn has_post(&self, unit: UnitId, foe: UnitId) -> bool {
        let (rules, state) = (self.rules, &*self.state);
        let (Some(board), info) = (rules.board_now(state), rules.unit(unit)) else { return true };
        if rules.is_plain || info.weapons.iter().any(|weapon| weapon.ranged) {
            return true;
        }
        let longest = info.weapons.iter().map(|weapon| weapon.range).max().unwrap_or(FEET);
        let mut near = board.cells_within(info.flies, board.around(state.unit(foe).cell, longest / FEET));
        near.any(|cell| (info.flies || board.is_walkable(cell)) && rules.reaches_from(state, unit, cell, foe))
    }

    /// MG-D16: towards the foe to whom the shortest way leads, of those whom it could attack from somewhere;
    /// through hazards and down falls only where no other way does.
    fn come_nearer(&mut self, unit: UnitId, attackable: UnitSet, others: UnitSet, wish: MoveGoal, near: u16) {
        let mut best: Option<(UnitId, u16)> = None;
        for dares in [false, true].into_iter().filter(|_| !others.is_empty()) {
            if dares && self.walk_out(unit, near) {
                let near = self.cells_for(unit, self.walking_tokens(unit, self.movement(unit)));
                return self.come_nearer(unit, attackable, others, wish, near);
            }
            if !self.state.is_in(unit) {
                return;
            }
            // Where the cheapest way is the best one, those that cost more need not be known.
            let all = self
                .horizons(near.saturating_mul(2), FARTHEST)
                .filter(|&most| wish.is_simple() || most == FARTHEST);
            let stride = self.rules.stride(self.state, unit);
            for most in all {
                self.look_around(unit, dares, most);
                best = None;
                // The fewest tokens of a way that costs more, or its cost where a turn does not carry so far.
                let beyond = self.price(stride, most + 1).min(most + 2);
                let mut is_settled = true;
                for foe in others {
                    let Some((_, cost)) = self.way_to(unit, foe, wish, near, most) else { continue };
                    is_settled &= !wish.shoots || self.price(stride, cost) < beyond;
                    if best.is_none_or(|(_, least)| cost < least) {
                        best = Some((foe, cost));
                    }
                }
                if best.is_some() && is_settled || self.state.scratch.is_done() {
                    break;
                }
            }
            if best.is_some() {
                break;
            }
        }
        if let Some((foe, _)) = best
            && self.may(unit, ActionKind::Walk, Some(foe))
        {
            self.approach(unit, foe, wish, near, FARTHEST);
        } else if best.is_none() {
            self.come_as_near(unit, attackable, near);
        }
    }

    /// MG-D16: where no way leads to a foe, as near to one as a way without hazards leads.
    fn come_as_near(&mut self, unit: UnitId, attackable: UnitSet, near: u16) {
        let rules = self.rules;
        let Some(board) = &rules.board_now(self.state) else { return };
        let here = self.state.unit(unit).cell;
        let foes = Foes::of(rules, self.state, unit);
        let sought = attackable.map(|foe| self.state.unit(foe).cell).fold(Foes::default(), Foes::and);
        let far = |cell: u32| sought.nearest(board, cell);
        // As near as a cell of the map lies to them: when a way to such a cell is found, no other is better.
        let is_bounded = !rules.is_plain && !rules.unit(unit).flies;
        let nearest = is_bounded.then(|| Self::nearest_ground(board, &foes, &sought));
        if nearest.is_some_and(|nearest| nearest >= far(here)) {
            return;
        }
        let mut best = None;
        for most in self.horizons(near.saturating_mul(2), FARTHEST) {
            self.look_around(unit, false, most);
            let scratch = &self.state.scratch;
            let ways = scratch.reached(board).filter(|&(cell, _)| !foes.are_in(cell));
            best = ways.map(|(cell, cost)| (far(cell), cost, cell)).min_by_key(|it| (it.0, it.1));
            if scratch.is_done() || best.is_some_and(|best| nearest.is_some_and(|nearest| best.0 <= nearest))
            {
                break;
            }
        }
        let best = best.map(|best| best.2);
        if let Some(cell) = best.filter(|&cell| far(cell) < far(here))
            && self.may(unit, ActionKind::Walk, None)
        {
            self.walk_to(unit, cell, near, None);
        }
    }

    /// The least distance to the ground below or beside some cells for a unit that goes where neither a foe
    /// nor a hazard is.
    fn nearest_ground(board: &Board, foes: &Foes, sought: &Foes) -> i32 {
        let fits =
            |cell: &u32| board.is_walkable(*cell) && board.hazard(*cell).is_none() && !foes.are_in(*cell);
        let mut nearest = i32::MAX;
        for foe in sought.each() {
            for ring in 0..=board.longest() / FEET {
                // Columns that lie farther away are no nearer at any level.
                if FEET * ring >= nearest {
                    break;
                }
                let distances = board.ring(foe, ring).filter(fits).map(|cell| board.distance(cell, foe));
                nearest = nearest.min(distances.min().unwrap_or(i32::MAX));
            }
        }
        nearest
    }

    /// Returns the cost of a way of so many cells for a unit with this stride: in tokens, or in cells where a
    /// turn does not carry so far.
    #[inline(always)]
    fn price(&self, stride: i32, cost: u16) -> u16 {
        self.tokens_at(stride, FEET * i32::from(cost)).map_or(cost, u16::from)
    }

    /// The cell from which the unit best attacks a foe, of those to which ways of this cost at most were
    /// found, and its cost: the cheapest, but for what it wishes more.
    fn way_to(&self, unit: UnitId, foe: UnitId, wish: MoveGoal, near: u16, most: u16) -> Option<(u32, u16)> {
        let (rules, state) = (self.rules, &*self.state);
        let board = rules.board_in(state)?;
        let (flies, there) = (rules.unit(unit).flies, state.unit(foe).cell);
        let foes = if wish.apart > 0 { Foes::of(rules, state, unit) } else { Foes::default() };
        let is_simple = wish.is_simple();
        let stride = rules.stride(state, unit);
        // Nobody stays in a fire who can strike from beside it.
        let fire = if rules.burns(state, unit) { Some(state.unit(unit).cell) } else { None };
        let mut best: Option<(u32, u16, Rank)> = None;
        let mut look = |cell: u32, cost: u16| {
            if cost > most || is_simple && best.is_some_and(|(_, least, _)| cost >= least && !wish.shoots) {
                return;
            }
            let tokens = if wish.shoots { self.price(stride, cost) } else { cost };
            let (is_near, is_off) = (
                wish.apart > 0 && foes.nearest(board, cell) < wish.apart,
                wish.level.is_some_and(|level| Board::coordinates(cell)[2] != level),
            );
            // What ranks behind the best whatever lines say needs no look at them.
            let known = (is_near, is_off, false, if wish.cover { 0 } else { tokens });
            if best.is_some_and(|(_, _, least)| known > (least.0, least.1, least.2, least.3)) {
                return;
            }
            if fire == Some(cell)
                || !rules.reaches_from(state, unit, cell, foe)
                || rules.is_taken(state, unit, cell)
            {
                return;
            }
            let is_bare = (wish.cover || wish.shoots) && board.cover(there, cell) == 0;
            let rank = (is_near, is_off, wish.cover && (is_bare || cost > near), tokens, is_bare, cost);
            if best.is_none_or(|(_, _, least)| rank < least) {
                best = Some((cell, cost, rank));
            }
        };
        if wish.shoots || rules.is_plain {
            state.scratch.reached(board).for_each(|(cell, cost)| look(cell, cost));
        } else {
            // From farther away than its longest weapon reaches only a shot can strike.
            let longest = rules.unit(unit).weapons.iter().map(|weapon| weapon.range).max().unwrap_or(FEET);
            let near = board.cells_within(flies, board.around(there, longest / FEET));
            near.for_each(|cell| look(cell, state.scratch.cost(board, cell)));
        }
        best.map(|(cell, cost, _)| (cell, cost))
    }

    /// Walks along the way to a foe that was looked for, at most `near` cells of it; whether it moved.
    fn approach(&mut self, unit: UnitId, foe: UnitId, wish: MoveGoal, near: u16, most: u16) -> bool {
        let Some((cell, _)) = self.way_to(unit, foe, wish, near, most) else { return false };
        self.walk_to(unit, cell, near, Some(foe))
    }
}
