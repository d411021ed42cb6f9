//! The probability to win from each state, from the last round to the first, and where a fight goes.

use core::cell::Cell;
use core::sync::atomic::Ordering;

use fray_engine::contract::Outcome;
use fray_engine::roster::SideId;

use super::super::Bound;
use super::super::space::StopReason;
use super::space::Space;
use crate::play::enumerated::Led;

/// The states in an order in which turns can be worked out.
pub(super) struct Values<'a> {
    pub(super) space: &'a Space<'a>,
    side: SideId,
    /// The number of rounds.
    pub(super) rounds: usize,
    /// The states, those behind which a round goes on before those from which it does.
    order: Vec<u32>,
    steps: Cell<u64>,
}

/// By number of rounds left, with the one that the state is in, and by state: the probability to win. Those of more
/// rounds than there are here are the last.
pub(super) struct Won(Vec<Vec<f64>>);

impl Won {
    /// With so many rounds left.
    pub(super) fn with(&self, left: usize) -> &[f64] {
        &self.0[left.min(self.0.len() - 1)]
    }
}

/// The probabilities of the ends of fights.
pub(super) struct Ends {
    /// By side.
    pub(super) wins: Vec<f64>,
    pub(super) draw: f64,
    pub(super) timeout: f64,
}

impl<'a> Values<'a> {
    /// `None` if a state can come back within a round.
    pub(super) fn new(space: &'a Space<'a>, side: SideId, rounds: usize) -> Option<Self> {
        Some(Self { space, side, rounds, order: order(space)?, steps: Cell::new(0) })
    }

    /// The probability to win behind a turn, where `now` is that of states in this round and `next` of those in the
    /// next one. The terms are added in one order for all choices, so that rounding, which is monotone, puts no sum
    /// of smaller values above one of larger ones.
    #[inline(always)]
    pub(super) fn behind(&self, way: u32, now: &[f64], next: &[f64]) -> f64 {
        self.space.way(way).fold(0.0, |sum, ((led, to), p)| {
            let won = match led {
                Led::GoesOn => now[to as usize],
                Led::RoundOver => next[to as usize],
                Led::Over(outcome) => f64::from(u8::from(outcome == Outcome::Win(self.side))),
            };
            sum + p * won
        })
    }

    /// The probability to win under one choice throughout, or the best one at each turn.
    ///
    /// # Errors
    /// If a bound was met, or it was interrupted.
    pub(super) fn won(&self, choice: Option<usize>) -> Result<Won, StopReason> {
        let n = self.space.n_states();
        let mut won = vec![vec![0.0; n]];
        for _ in 0..self.rounds {
            self.check()?;
            let next = &won[won.len() - 1];
            let mut now = vec![0.0; n];
            for &state in &self.order {
                let ways = self.space.ways(state);
                now[state as usize] = match choice {
                    Some(choice) => self.behind(ways[choice], &now, next),
                    None => self.best(ways, &now, next),
                };
            }
            // From here on more rounds change nothing.
            let is_settled = now.iter().zip(next).all(|(a, b)| a.to_bits() == b.to_bits());
            won.push(now);
            if is_settled {
                break;
            }
            // Of one choice nobody asks what the values were on the way.
            if choice.is_some() && won.len() > 2 {
                won.remove(0);
            }
            if won.len() * n * size_of::<f64>() > self.space.max_bytes() {
                return Err(StopReason::Reached(Bound::Memory));
            }
        }
        Ok(Won(won))
    }

    /// The best probability to win behind a turn. The numbers of ways ascend with the choices that take them first.
    fn best(&self, ways: &[u32], now: &[f64], next: &[f64]) -> f64 {
        let (mut best, mut tried) = (self.behind(ways[0], now, next), ways[0]);
        for &way in &ways[1..] {
            if way > tried {
                (best, tried) = (best.max(self.behind(way, now, next)), way);
            }
        }
        best
    }

    /// The first choice that is best in a state with so many rounds left, and the value of the first of all.
    pub(super) fn choice(&self, won: &Won, left: usize, state: u32) -> (usize, f64) {
        let ways = self.space.ways(state);
        let value = |choice: usize| self.behind(ways[choice], won.with(left), won.with(left - 1));
        let of_file = value(0);
        let (mut at, mut best) = (0, of_file);
        for choice in 1..ways.len() {
            let value = if ways[choice] == ways[0] { of_file } else { value(choice) };
            if value > best {
                (at, best) = (choice, value);
            }
        }
        (at, of_file)
    }

    /// Sends fights from these starts through the rounds. `choose` is told the rounds left, a state and the
    /// probability that a fight comes there, and says which choice is taken.
    ///
    /// # Errors
    /// As [`won`](Self::won).
    pub(super) fn send(
        &self,
        starts: &[(u32, f64)],
        n_sides: usize,
        mut choose: impl FnMut(usize, u32, f64) -> usize,
    ) -> Result<Ends, StopReason> {
        let n = self.space.n_states();
        let (mut now, mut next) = (vec![0.0; n], vec![0.0; n]);
        let mut ends = Ends { wins: vec![0.0; n_sides], draw: 0.0, timeout: 0.0 };
        starts.iter().for_each(|&(state, p)| now[state as usize] += p);
        for left in (1..=self.rounds).rev() {
            self.check()?;
            for &state in self.order.iter().rev() {
                let mass = core::mem::take(&mut now[state as usize]);
                if mass == 0.0 {
                    continue;
                }
                let choice = choose(left, state, mass);
                for ((led, to), p) in self.space.way(self.space.ways(state)[choice]) {
                    let to = match led {
                        Led::GoesOn => &mut now[to as usize],
                        Led::RoundOver if left == 1 => &mut ends.timeout,
                        Led::RoundOver => &mut next[to as usize],
                        Led::Over(Outcome::Win(side)) => &mut ends.wins[side.idx()],
                        Led::Over(Outcome::Draw) => &mut ends.draw,
                        Led::Over(Outcome::Timeout) => &mut ends.timeout,
                    };
                    *to += mass * p;
                }
            }
            core::mem::swap(&mut now, &mut next);
        }
        Ok(ends)
    }

    /// Counts the steps of a round: is a bound reached, was it interrupted?
    fn check(&self) -> Result<(), StopReason> {
        if self.space.control.stop.load(Ordering::Relaxed) {
            return Err(StopReason::Interrupted);
        }
        self.steps.set(self.steps.get() + self.space.n_transitions() as u64);
        if self.steps.get() > self.space.max_steps() {
            return Err(StopReason::Reached(Bound::Steps));
        }
        Ok(())
    }
}

/// The states, each behind all to which a turn of it can lead in its round; `None` if one can come back within it.
fn order(space: &Space<'_>) -> Option<Vec<u32>> {
    #[derive(Clone, Copy, PartialEq)]
    enum Seen {
        Not,
        OnTheWay,
        Done,
    }
    let n = space.n_states();
    let within_round = |state: u32| -> Vec<u32> {
        let mut ways = space.ways(state).to_vec();
        ways.dedup();
        let targets = ways.iter().flat_map(|&way| space.way(way)).map(|(target, _)| target);
        let mut targets: Vec<u32> =
            targets.filter(|(led, _)| *led == Led::GoesOn).map(|(_, to)| to).collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    };
    let (mut seen, mut order) = (vec![Seen::Not; n], Vec::with_capacity(n));
    let mut way: Vec<(u32, Vec<u32>)> = Vec::new();
    for state in 0..n as u32 {
        if seen[state as usize] == Seen::Not {
            seen[state as usize] = Seen::OnTheWay;
            way.push((state, within_round(state)));
        }
        while let Some((at, targets)) = way.last_mut() {
            match targets.pop() {
                None => {
                    seen[*at as usize] = Seen::Done;
                    order.push(*at);
                    way.pop();
                }
                Some(to) => match seen[to as usize] {
                    Seen::Done => {}
                    Seen::OnTheWay => return None,
                    Seen::Not => {
                        seen[to as usize] = Seen::OnTheWay;
                        way.push((to, within_round(to)));
                    }
                },
            }
        }
    }
    Some(order)
}
