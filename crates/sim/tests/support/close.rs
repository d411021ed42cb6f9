//! Numbers of exact answers beside those that they have to be.

use fray_sim::exact::ExactReport;

/// Equal to 12 digits.
#[track_caller]
pub(crate) fn assert_close(got: f64, expected: f64) {
    assert!((got - expected).abs() <= 1e-12 * expected.abs().max(1.0), "{got:.17} for {expected:.17}");
}

/// The mean number of rounds is this to 12 digits, but for the paths that were cut: each of them could have
/// gone on to the `last` round.
#[track_caller]
pub(crate) fn assert_rounds(report: &ExactReport, expected: f64, last: u32) {
    let cut = report.residual * f64::from(last);
    let (got, within) = (report.rounds_mean, cut + 1e-12 * expected.max(1.0));
    assert!((got - expected).abs() <= within, "{got:.17} for {expected:.17}, {cut:e} cut");
}
