//! Coverage of the intervals of goals where their play stops, and how often a goal gets a wrong verdict.

use core::sync::atomic::AtomicBool;

use super::alarms::{DELTA, FIRST_LOOK};
use super::{Plan, Row, quantile_of_rounds, row, worst};
use crate::control::Control;
use crate::exact::ExactReport;
use crate::gate::drift::Strictness;
use crate::gate::point::{Point, Replay, Settings};
use crate::gate::suite::Mode;
use crate::gate::{Kind, Verdict};
use crate::measures::Goal;
use crate::play::run::Broken;

/// Goals beside their truth, each as a text with the true value and whether it is met.
fn goals_of(point: &Point, exact: &ExactReport) -> Vec<(Goal, f64, bool)> {
    let about = point.about();
    let mut all = Vec::new();
    let mut add = |text: String, truth: f64, is_met: bool| {
        all.extend(Goal::parse(&text, &about).ok().map(|goal| (goal, truth, is_met)));
    };
    for side in &about.roster.sides {
        let win = exact.win(&side.name);
        // Too close to be decided soon, and far enough.
        for (by, is_met) in [(0.004, false), (-0.03, true)] {
            let bound = win + by;
            if (0.001..0.999).contains(&bound) && !side.name.contains([' ', '"', '(']) {
                add(format!("win_rate({}) >= {bound:.6}", side.name), win, is_met);
            }
        }
    }
    add(format!("draw_rate <= {:.6}", exact.draw() + 0.002), exact.draw(), true);
    add(format!("timeout_rate <= {:.6}", exact.timeout() + 0.002), exact.timeout(), true);
    add(format!("rounds <= {:.6}", exact.rounds_mean * 1.01), exact.rounds_mean, true);
    let median = f64::from(quantile_of_rounds(exact, 50));
    add(format!("p50(rounds) <= {median}"), median, true);
    all
}

/// Measures the coverage of goals at their stop, and the verdicts of goals that are wrong.
///
/// # Errors
/// The first fight that broke an invariant, with its seed.
pub fn goals(
    point: &mut Point,
    exact: &ExactReport,
    plan: &Plan,
    stop: &AtomicBool,
) -> Result<Vec<Row>, (u64, Broken)> {
    let goals = goals_of(point, exact);
    let mut held: Vec<(String, u64, u64)> =
        goals.iter().map(|(goal, ..)| (goal.text.clone(), 0, 0)).collect();
    let (mut runs, mut right) = (0, 0);
    let baseline = point.baseline.take();
    for (at, (goal, truth, is_met)) in goals.iter().enumerate() {
        // Each goal stops by itself.
        point.goals = vec![goal.clone()];
        for run in 0..plan.compared_runs {
            let terms = Settings {
                mode: Mode::Stat,
                strict: Strictness { alpha: plan.alpha, tests: 1, delta: DELTA },
                first_look: FIRST_LOOK / 2,
                max_fights: 2 * FIRST_LOOK,
                seed: Some(plan.seed.wrapping_add(run)),
                replay: Replay::Prefix,
            };
            let judged = point.judge(&terms, Control { stop, played: &|_| {} })?;
            if judged.interrupted {
                return Ok(Vec::new());
            }
            for finding in judged.findings.iter().filter(|finding| finding.kind == Kind::Goal) {
                held[at].1 += 1;
                // A truth that was summed up in floats is known to some digits less than all.
                let near = 1e-9 * truth.abs();
                held[at].2 += u64::from(
                    finding.within.is_some_and(|it| it.lo - near <= *truth && *truth <= it.hi + near),
                );
                runs += 1;
                let wrong = if *is_met { Verdict::Fail } else { Verdict::Pass };
                right += u64::from(finding.verdict != wrong);
            }
        }
    }
    point.goals = Vec::new();
    point.baseline = baseline;
    let mut rows: Vec<Row> = worst("a goal at its stop", &held).into_iter().collect();
    rows.push(row("verdicts on goals that are not wrong", runs, right, 1.0 - plan.alpha));
    Ok(rows)
}
