//! `run --verify`: the sampled result against the exact answer.

use core::sync::atomic::AtomicBool;

use fray_sim::exact::NoAnswer;
use fray_sim::exact::verify::{ALPHA, verify as compare};
use fray_sim::tables::format::p_value;
use fray_sim::tables::rows::Tables;

use crate::exit::{Exit, tell};
use crate::job::Job;
use crate::play::Done;
use crate::verbs::exact::solved;

/// The tests that are shown of a run that does not agree.
const SHOWN: usize = 5;

/// Compares and says what came of it. An exact answer out of reach is no failure of the run.
pub(crate) fn verify(job: &Job, done: &Done, stop: &AtomicBool, quiet: bool) -> Exit {
    let stem = &job.scenario.stem;
    let exact = match solved(&job.scenario, stop) {
        Ok(exact) => exact,
        Err(NoAnswer::Interrupted) => return Exit::Interrupted,
        Err(no_answer) => {
            tell(format_args!("{stem}: not verified: {no_answer}"));
            return Exit::Ok;
        }
    };
    let totals = &done.partial.played.totals;
    let tables = Tables::new(&done.point, &job.about, totals);
    let verified = compare(&job.about, totals, &tables, &exact);
    let n = verified.tests.len();
    let least = verified.tests.iter().map(|test| test.p_holm).fold(1.0, f64::min);
    if verified.agrees() {
        if !quiet {
            tell(format_args!(
                "{stem}: verified: {n} tests against the exact answer, the least p {least:.2} (adjusted)"
            ));
        }
        return Exit::Ok;
    }
    tell(format_args!("{stem}: the result does not agree with the exact answer (false alarms: {ALPHA:e}):"));
    for test in verified.tests.iter().take(SHOWN).filter(|test| test.p_holm <= ALPHA) {
        tell(format_args!(
            "  {}: {}, adjusted for {n} tests {}",
            test.what,
            p_value(test.p),
            p_value(test.p_holm)
        ));
    }
    Exit::Failed
}
