//! All-Out Movement (NW-39, D-allout).

use crate::choose::harm::parts;
use crate::data::events::MoveKind;
use crate::data::rulings::AllOutTable;
use crate::data::tactics::{AllOut, Movement};
use crate::rules::moves::movement::Moment;
use crate::rules::prelude::*;
use crate::rules::values::Window;
use fray_kit::board::grid::reach::NEVER;

impl<F: Features, C: Chance, O: Observer<NightWizard>> Turn<'_, F, C, O> {
    /// NW-39, D-allout: All-Out Movement instead of a second Normal Movement, if the tactic wants
    /// it. Returns whether the action was used.
    pub(crate) fn all_out(&mut self, unit: UnitId, target: UnitId) -> bool {
        if !self.wants_all_out(unit, Some(target)) {
            return false;
        }
        let mut planned = self.planned_move(unit, MoveKind::Runs, 0);
        let Some((to, ranges)) = self.destination(&planned, Some(target)) else { return false };
        let aim = self.aim_at(&planned, to, ranges);
        // Nobody rolls where there is no way, or nowhere to go.
        let path_cost = match self.plan(&planned, &aim) {
            Some(walk) if walk.path_cost > 0 => walk.path_cost,
            _ => return false,
        };
        let tactic = self.choose(unit, &self.nw.unit(unit).tactics.move_, Some(target));
        let only_near = matches!(tactic, Movement::Approach | Movement::Kite | Movement::Ward(_));
        planned.steps = self.judge_all_out(unit, if only_near { path_cost } else { NEVER });
        self.go(&mut planned, Some(target), Moment::Major);
        self.state.turn.main.moves += 1;
        true
    }

    /// NW-46, NW-48, D-allout: whether the unit may and wants to run.
    pub(crate) fn wants_all_out(&self, unit: UnitId, target: Option<UnitId>) -> bool {
        let plan = &self.nw.unit(unit).tactics.allout;
        if plan.entries.is_empty() || !self.may_run(unit) || !self.may_judge(unit) {
            return false;
        }
        match self.choose(unit, plan, target) {
            AllOut::Walk => false,
            AllOut::BestMean => {
                let basis = self.basis(unit, JudgeKind::AllOut, AttributeId::Agility, false, [0; 2]);
                let draw = self.judge_draw(&basis, Window::ALL);
                let at_least = |value: i32| self.tables.distributions.at_least(&draw, value - basis.fixed);
                let mean = self.nw.rulings.all_out_table.mean(at_least);
                parts(mean) > parts(self.normal_move(unit).steps.into())
            }
            AllOut::Always => true,
        }
    }

    /// NW-39: the Agility Judge. Returns the squares that it is worth; `most` are of use.
    pub(crate) fn judge_all_out(&mut self, unit: UnitId, most: u32) -> u32 {
        self.before_judge(unit, JudgeKind::AllOut);
        let basis = self.basis(unit, JudgeKind::AllOut, AttributeId::Agility, false, [0; 2]);
        let table = self.nw.rulings.all_out_table;
        let (from, to) = table.window(most);
        let judged = self.judge(&basis, Purpose::Effect, Window { from, to });
        let judged = self.after_judge(&basis, judged, Purpose::Effect, |value| table.squares(value) < most);
        self.over_judge(unit, JudgeKind::AllOut);
        let squares = table.squares(judged.value);
        self.obs.event(|| Event::AllOut { unit, judge: judged.side, squares });
        self.fire_quality(unit, judged);
        squares
    }
}

impl AllOutTable {
    /// The mean number of squares, if `at_least` is the probability of a value and more.
    fn mean(&self, at_least: impl Fn(i32) -> f64) -> f64 {
        match self.rows() {
            // Each square more asks for five points more.
            [] => (0..).map(|n| at_least(5 * n + 1)).take_while(|&p| p > 1e-12).sum(),
            rows => {
                let mut squares = 0.0;
                let mut mean = 0.0;
                for &(least, next) in rows {
                    let next = f64::from(next);
                    mean += (next - squares) * at_least(least.into());
                    squares = next;
                }
                mean
            }
        }
    }

    /// The values that read differently: from the least that is worth a square to the least that
    /// is worth as many as are of use, or as there are.
    fn window(&self, most: u32) -> (i32, i32) {
        match self.rows() {
            [] => {
                let to = i64::from(most.max(1) - 1) * 5 + 1;
                (1, i32::try_from(to).unwrap_or(i32::MAX))
            }
            rows => (rows[0].0.into(), rows[rows.len() - 1].0.into()),
        }
    }
}
