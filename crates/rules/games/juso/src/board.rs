//! The line of 14 squares: distances, moves and the flag (JU-07, JU-23 to JU-40, JU-52).

use crate::data::events::{Event, Move};
use crate::data::metrics::{Clock, FlagLost, LeftBoard, Metric};
use crate::data::rulings::{
    BackAttackGeometry, BackToBack, CutoffScope, EnterEnemySquare, FlagEval, KnockbackBlocked,
    SecondSideLargeMove,
};
use crate::data::setup::{COLUMNS, End};
use crate::data::vocabulary::Stat;
use crate::state::State;
use crate::{Juso, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::{UnitId, UnitSet};

impl Juso {
    /// JU-07: the column of an own number.
    #[inline(always)]
    pub(crate) fn column_of(side: End, own: i32) -> i32 {
        match side {
            End::Left => own,
            End::Right => COLUMNS + 1 - own,
        }
    }

    /// The column of a unit; one beyond the board for those who have left it.
    #[inline(always)]
    pub(crate) fn column(&self, state: &State, unit: UnitId) -> i32 {
        Self::column_of(self.unit(unit).side, state.unit(unit).own)
    }

    /// The difference of two units' columns.
    #[inline(always)]
    pub(crate) fn distance(&self, state: &State, a: UnitId, b: UnitId) -> i32 {
        (self.column(state, a) - self.column(state, b)).abs()
    }

    /// The columns on which somebody of `units` is active, bit c for column c.
    #[inline(always)]
    pub(crate) fn columns(&self, state: &State, units: UnitSet) -> u32 {
        let numbers = |side: End| Self::numbers(state, state.active(units).and(self.of(side)));
        (numbers(End::Left) | Self::mirrored(numbers(End::Right))).into()
    }

    /// The own numbers of some units of a side, bit n for number n.
    #[inline(always)]
    fn numbers(state: &State, units: UnitSet) -> u16 {
        units.fold(0, |set, unit| set | 1 << state.unit(unit).own)
    }

    /// Numbers of one side as the other side counts them; those of the left side are the columns.
    #[inline(always)]
    fn mirrored(numbers: u16) -> u16 {
        const { assert!(COLUMNS + 1 == u16::BITS as i32 - 1, "a bit for each number and for 0") };
        numbers.reverse_bits()
    }

    /// JU-29: the active enemies in melee state with the unit.
    #[inline(always)]
    pub(crate) fn in_melee(&self, state: &State, unit: UnitId) -> UnitSet {
        if state.off.has(unit) {
            return UnitSet::default();
        }
        self.near(state, unit, state.active(self.enemies(unit)), 1)
    }

    /// The units among `foes` that are at most `most` columns away.
    #[inline(always)]
    pub(crate) fn near(&self, state: &State, unit: UnitId, foes: UnitSet, most: i32) -> UnitSet {
        // By the foes' own numbers, so that none of theirs is turned into a column.
        let here = Self::column_of(self.unit(unit).side.other(), self.column(state, unit));
        foes.only(|foe| (state.unit(foe).own - here).abs() <= most)
    }

    /// JU-52: the squares strictly between two columns that hold an active unit or terrain.
    #[inline(always)]
    pub(crate) fn obstacles(&self, state: &State, a: i32, b: i32) -> i32 {
        let (low, high) = (a.min(b), a.max(b));
        if high - low < 2 {
            return 0;
        }
        let between = (1_u32 << high) - (1 << (low + 1));
        let held = self.columns(state, self.everyone) | self.terrain;
        (held & between).count_ones() as i32
    }

    /// JU-73: whether the attacker stands behind the victim.
    #[inline(always)]
    pub(crate) fn is_back_attack(&self, state: &State, attacker: UnitId, victim: UnitId) -> bool {
        let side = self.unit(victim).side;
        let own = state.unit(victim).own;
        match self.rulings.back_attack_geometry {
            // The attacker's column in the victim's numbers.
            BackAttackGeometry::Relative => {
                let column = self.column(state, attacker);
                Self::column_of(side, column) < own
            }
            BackAttackGeometry::AbsoluteHalves => {
                self.unit(attacker).side != side && state.unit(attacker).own >= 8 && own <= 7
            }
        }
    }

    /// JU-34, JU-35, JU-37: where a move of up to `squares` ends: the own number, 0 beyond the
    /// own end. `forward` or backward; enemies stop it unless it goes `through` them.
    pub(crate) fn destination(
        &self,
        state: &State,
        unit: UnitId,
        forward: bool,
        squares: i32,
        through: bool,
    ) -> i32 {
        let side = self.unit(unit).side;
        let foes = if through { 0 } else { self.columns(state, self.enemies(unit)) };
        let mut own = state.unit(unit).own;
        for _ in 0..squares {
            let next = if forward { own + 1 } else { own - 1 };
            if next > COLUMNS {
                break;
            }
            if next < 1 {
                return 0;
            }
            let square = 1 << Self::column_of(side, next);
            if self.blocking & square != 0 {
                break;
            }
            if foes & square != 0 {
                if self.rulings.enter_enemy_square == EnterEnemySquare::LastSquare {
                    own = next;
                }
                break;
            }
            own = next;
        }
        own
    }

    /// JU-70: where a knockback ends, as an own number that may be beyond the own end.
    pub(crate) fn knocked_to(&self, state: &State, unit: UnitId, squares: i32) -> i32 {
        let own = state.unit(unit).own;
        if self.rulings.knockback_blocked == KnockbackBlocked::No {
            return own - squares;
        }
        let foes = self.columns(state, self.enemies(unit));
        let is_free = |to: i32| to < 1 || foes >> Self::column_of(self.unit(unit).side, to) & 1 == 0;
        let free = (1..=squares).take_while(|step| is_free(own - step)).count();
        own - free as i32
    }

    /// JU-31: whether the unit may make a large move now.
    #[inline(always)]
    pub(crate) fn may_move_large(&self, state: &State, unit: UnitId) -> bool {
        self.unit(unit).side == state.first
            || match self.rulings.second_side_large_move {
                SecondSideLargeMove::FirstRound => state.round == 1,
                SecondSideLargeMove::Always => true,
                SecondSideLargeMove::Never => false,
            }
    }

    /// JU-40: the enemies who are considered when a unit slips to own number `to`: those in melee
    /// state at the start and those on the way; their highest alert and one for each other.
    pub(crate) fn alert(&self, state: &State, unit: UnitId, to: i32) -> i32 {
        let side = self.unit(unit).side;
        let from = state.unit(unit).own;
        let on_the_way = |foe: UnitId| {
            let own = Self::column_of(side, self.column(state, foe));
            (from.min(to)..=from.max(to)).contains(&own) && own != from
        };
        let melee = self.in_melee(state, unit);
        let considered = state.active(self.enemies(unit)).only(|foe| melee.has(foe) || on_the_way(foe));
        let highest = considered.map(|foe| self.stat(state, foe, Stat::Alert)).max();
        highest.map_or(0, |highest| highest + considered.len() as i32 - 1)
    }

    /// JU-24, JU-26: the highest own number among the eligible ones of these pieces of a side, and how
    /// many of them stand there; `None` without a piece on the board. Their squares and those of their
    /// foes are by this side's own numbers.
    fn front(&self, state: &State, pieces: UnitSet, [squares, foes]: [u16; 2]) -> Option<(i32, u32)> {
        let (mut squares, foes) = (u32::from(squares), u32::from(foes));
        while squares != 0 {
            let highest = squares.ilog2();
            let behind = squares ^ 1 << highest;
            let ally = match self.rulings.cutoff_scope {
                _ if behind == 0 => highest,
                CutoffScope::AnyAllyBehind => behind.trailing_zeros(),
                CutoffScope::NearestAllyBehind => behind.ilog2(),
            };
            // Strictly between the two.
            let between = (1_u32 << highest).saturating_sub(1 << (ally + 1));
            if foes & between == 0 {
                let highest = highest as i32;
                return Some((highest, pieces.only(|piece| state.unit(piece).own == highest).len()));
            }
            squares = behind;
        }
        None
    }

    /// JU-23 to JU-28: who takes the flag as the pieces stand, and whether the row of two who
    /// have passed each other is kept from now on.
    pub(crate) fn judge_flag(&self, state: &State) -> (End, bool) {
        let (lefts, rights) = (state.active(self.of(End::Left)), state.active(self.of(End::Right)));
        let ahead = |left: (i32, u32), right: (i32, u32)| match left.cmp(&right) {
            core::cmp::Ordering::Greater => End::Left,
            core::cmp::Ordering::Less => End::Right,
            core::cmp::Ordering::Equal => state.flag,
        };
        if lefts.len() == 1 && rights.len() == 1 {
            let (left, right) = (lefts.first(), rights.first());
            let (a, b) = (state.unit(left).own, state.unit(right).own);
            if self.column(state, left) > self.column(state, right) {
                // JU-27: the row of the one who is further forward is used by both, in which that
                // one is ahead.
                if state.row_kept {
                    return (state.flag, true);
                }
                return (ahead((a, 1), (b, 1)), self.rulings.back_to_back == BackToBack::Sticky);
            }
            // Alone, nobody can be cut off.
            return (ahead((a, 1), (b, 1)), false);
        }
        let [left, right] = [lefts, rights].map(|pieces| Self::numbers(state, pieces));
        let fronts = (
            self.front(state, lefts, [left, Self::mirrored(right)]),
            self.front(state, rights, [right, Self::mirrored(left)]),
        );
        let flag = match fronts {
            // JU-28: an empty board for one, or for both.
            (None, None) => state.flag,
            (Some(_), None) => End::Left,
            (None, Some(_)) => End::Right,
            // JU-24, JU-25: the number, then the head count, then it stays.
            (Some(left), Some(right)) => ahead(left, right),
        };
        (flag, false)
    }
}

impl<C: Chance, O: Observer<Juso>> Play<'_, C, O> {
    /// JU-23: a change of position or activity is over.
    pub(crate) fn something_changed(&mut self) {
        if self.rules.rulings.flag_eval == FlagEval::Immediate {
            self.judge_flag();
        }
    }

    /// Judges the flag and gives it to whom it is due.
    pub(crate) fn judge_flag(&mut self) {
        let (flag, kept) = self.rules.judge_flag(self.state);
        self.state.row_kept = kept;
        self.give_flag(flag, FlagLost::Passed);
    }

    /// The flag goes to a side.
    pub(crate) fn give_flag(&mut self, flag: End, why: FlagLost) {
        let loser = self.state.flag;
        if loser == flag {
            return;
        }
        self.state.flag = flag;
        let told = self.rules.sides[loser as usize].first;
        self.obs.add(told, Metric::FlagLosses, 1);
        self.obs.mark(told, Clock::FlagLost(why));
        self.obs.event(|| Event::Flag { side: flag });
    }

    /// The unit moves of its own to an own number; 0 is beyond its own end. Entering counts from
    /// own number 0.
    pub(crate) fn move_to(&mut self, unit: UnitId, how: Move, to: i32) {
        let from = self.state.unit(unit).own;
        if from == to {
            return;
        }
        let it = self.state.unit_mut(unit);
        it.own = to;
        if self.rules.reads.moved {
            it.moved = it.moved.saturating_add((from - to).unsigned_abs() as u8);
        }
        self.obs.event(|| Event::Moves { unit, how, from, to });
        if from == 0 {
            self.state.off.remove(unit);
        }
        if to == 0 {
            self.leave(unit, LeftBoard::Move);
        }
        self.something_changed();
    }

    /// JU-35: the unit is off the board. The flag is judged by the caller.
    pub(crate) fn leave(&mut self, unit: UnitId, why: LeftBoard) {
        // JU-36: it sits out that many rounds less one.
        let delay = self.rules.rulings.return_delay.0 as u8;
        let it = self.state.unit_mut(unit);
        (it.own, it.away) = (0, delay);
        self.state.off.insert(unit);
        self.obs.add(unit, Metric::Leaves, 1);
        self.obs.mark(unit, Clock::LeftBoard(why));
        self.obs.event(|| Event::Leaves { unit });
    }
}
