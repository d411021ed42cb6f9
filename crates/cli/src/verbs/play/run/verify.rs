//! `run --verify`: tests the sampled result against the exact answer.

use core::sync::atomic::AtomicBool;

use fray_sim::exact::NoAnswer;
use fray_sim::exact::verify::{ALPHA, verify as compare};
use fray_sim::tables::format::p_value;
use fray_sim::tables::rows::Tables;

use crate::exit::{Exit, report};
use crate::verbs::play::exact::solved;
use crate::verbs::play::run::play::RunResults;
use crate::verbs::play::run::request::RunRequest;

/// The number of tests that are shown if the results differ.
const SHOWN: usize = 5;

/// Tests a result against the exact answer and prints the outcome. If the exact answer is out of
/// reach, the result is undecided.
pub(crate) fn verify(job: &RunRequest, done: &RunResults, stop: &AtomicBool, quiet: bool) -> Exit {
    let stem = &job.scenario.stem;
    if !job.scenario.is_plain() {
        let what = if job.scenario.clever.is_some() {
            "a side that looks ahead is"
        } else {
            "tactics drawn at random are"
        };
        report(format_args!("{stem}: not verified: {what} not enumerated"));
        return Exit::Undecided;
    }
    let exact = match solved(&job.scenario, stop, quiet) {
        Ok(exact) => exact,
        Err(NoAnswer::Interrupted) => return Exit::Interrupted,
        Err(no_answer) => {
            report(format_args!("{stem}: not verified: {no_answer}"));
            return Exit::Undecided;
        }
    };
    let totals = &done.partial.played.totals;
    let tables = Tables::new(&done.point, &job.about, totals);
    let verified = compare(&job.about, totals, &tables, &exact);
    let n = verified.tests.len();
    let least = verified.tests.iter().map(|test| test.p_holm).fold(1.0, f64::min);
    if verified.agrees() {
        if !quiet {
            report(format_args!(
                "{stem}: verified: {n} tests against the exact answer, the smallest adjusted p is {least:.2}"
            ));
        }
        return Exit::Ok;
    }
    report(format_args!("{stem}: the result differs from the exact answer (false-alarm rate {ALPHA:e}):"));
    for test in verified.tests.iter().take(SHOWN).filter(|test| test.p_holm <= ALPHA) {
        report(format_args!(
            "  {}: {}, adjusted for {n} tests {}",
            test.what,
            p_value(test.p),
            p_value(test.p_holm)
        ));
    }
    Exit::Failed
}
