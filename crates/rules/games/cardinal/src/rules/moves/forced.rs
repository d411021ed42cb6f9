//! Forced actions, which come before all others, and teleports: effects that move or direct a unit (CA-54).

use crate::board::At;
use crate::choose::approach::Near;
use crate::data::tactics::{MoveChoice, Tactic};
use crate::data::vocabulary::{ActionWord, Statuses};
use crate::rules::turns::act::{Act, Turn};
use crate::state::State;
use crate::{Cardinal, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::UnitId;

impl Cardinal {
    /// CA-54: where a teleport brings a unit, if it helps: the nearest free square from which it could attack
    /// somebody able, otherwise the one nearest to such a hostile. Not the held, nor who could attack already,
    /// nor the Afraid, nor who is told to stay.
    pub(crate) fn teleport_to(&self, state: &State, unit: UnitId, paces: u16) -> Option<At> {
        let board = self.board.as_ref()?;
        let it = state.unit(unit);
        let here = it.at();
        let plan = &self.unit(unit).tactics.movement;
        if it.statuses.any(Statuses::HELD.or(Statuses::AFRAID))
            || it.holder > 0
            || plan.choose_if(|when| self.holds(state, unit, None, when)) == MoveChoice::Hold
        {
            return None;
        }
        let able = state.able(self.hostiles(state, unit));
        let weapons = 0..self.unit(unit).weapons.len();
        let attacks = |at: At| {
            able.into_iter().any(|foe| {
                weapons.clone().any(|weapon| {
                    self.is_usable(state, unit, weapon) && self.reaches(state, unit, weapon, foe, at)
                })
            })
        };
        if able.is_empty() || attacks(here) {
            return None;
        }
        // CA-58: nobody goes into a hazard that would put it out.
        let is_free = |at: At| {
            !board.square(at).blocked
                && self.is_free(state, at)
                && (board.harms(here) || !board.harms(at) || !self.puts_out(state, unit, at))
        };
        let away = |at: At| able.into_iter().map(|foe| self.distance_to(state, at, foe)).min();
        // The least first: those from which it attacks before others, the near before the far.
        let value = |at: At| {
            let (attacks, far) = (attacks(at), board.distance(here, at));
            (!attacks, if attacks { Some(far) } else { away(at) }, far, at.1, at.0)
        };
        let level = board.all().map(|(x, y, _)| (x, y, here.2));
        let within = level.filter(|&at| at != here && board.distance(here, at) <= u32::from(paces));
        let best = within.filter(|&at| is_free(at)).min_by_key(|&at| value(at))?;
        (attacks(best) || away(best) < away(here)).then_some(best)
    }
}

impl<C: Chance, O: Observer<Cardinal>> Play<'_, C, O> {
    /// CA-54: takes the actions that effects put before all others, as far as they can be taken. Recover,
    /// Stand and Attack have their places in the script, and Aim goes with the Attack.
    pub(crate) fn forced_actions(&mut self, unit: UnitId, turn: &mut Turn) {
        let rules = self.rules;
        if rules.mods.is_empty() {
            return;
        }
        for word in ActionWord::ALL {
            if self.over.is_some() || !rules.is_forced(self.state, unit, word) {
                continue;
            }
            match word {
                ActionWord::Guard => self.guard(unit, turn),
                ActionWord::Rally => self.rally(unit, turn, Tactic::AttackRally),
                ActionWord::FirstAid => {
                    self.first_aid(unit, turn, true);
                }
                ActionWord::Ready => {
                    let ready = self.state.unit(unit).ready;
                    let first = (0..rules.unit(unit).n_weapons).find(|&at| ready >> at & 1 == 0);
                    if let Some(weapon) = first.filter(|_| self.may_take(unit, turn, Act::Ready)) {
                        self.take(unit, turn, Act::Ready);
                        self.ready(unit, weapon);
                    }
                }
                ActionWord::Reload => self.reload_all(unit, turn),
                ActionWord::Dash => self.forced_move(unit, turn, Act::Dash),
                ActionWord::Sprint => self.forced_move(unit, turn, Act::Sprint),
                ActionWord::Fly => self.forced_flight(unit, turn),
                ActionWord::Run if turn.is_fresh() => self.forced_move(unit, turn, Act::Run),
                ActionWord::Run
                | ActionWord::Attack
                | ActionWord::Aim
                | ActionWord::Recover
                | ActionWord::Stand => {}
            }
        }
    }

    /// CA-54: Fly that an effect forces: toward the nearest able hostile, who flies at all.
    fn forced_flight(&mut self, unit: UnitId, turn: &mut Turn) {
        let able = self.state.able(self.rules.hostiles(self.state, unit));
        if let Some(foe) = self.nearest_by_path(unit, able)
            && self.rules.board.is_some()
            && self.may_fly(unit, turn)
        {
            self.fly_toward(unit, turn, foe);
        }
    }

    /// CA-54: a move that an effect forces, toward the nearest able hostile, then the nearest Afraid one.
    fn forced_move(&mut self, unit: UnitId, turn: &mut Turn, act: Act) {
        if self.rules.board.is_none()
            || self.state.unit(unit).height > 0
            || self.state.of(unit).any(Statuses::HELD)
            || !self.may_take_move(unit, turn, act)
        {
            return;
        }
        let hostiles = self.rules.hostiles(self.state, unit);
        let able = self.state.able(hostiles);
        let others = self.state.standing(hostiles).without(able);
        let foe = self.nearest_by_path(unit, able).or_else(|| self.nearest_by_path(unit, others));
        let Some(foe) = foe else { return };
        match act {
            Act::Dash => {
                let dash = self.rules.dash(self.state, unit);
                self.go_toward_with(unit, turn, foe, [0, dash], Near::Beside);
            }
            Act::Run => self.run_toward(unit, turn, foe, Near::Beside),
            _ => self.sprint_toward(unit, turn, foe, Near::Beside),
        }
    }
}
