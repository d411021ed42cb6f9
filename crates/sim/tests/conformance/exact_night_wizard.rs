//! The whole fights of the rules pages, F1 to F6, to 12 digits.
#![expect(clippy::excessive_precision, reason = "the numbers are those of the rules pages")]

use crate::support::close::assert_close;
use crate::support::fights;
use crate::support::fights::exact;
use fray_sim::exact::ExactReport;

/// What must hold of every answer.
fn assert_sound(report: &ExactReport) {
    let all: f64 = report.outcomes.iter().map(|row| row.p).sum();
    assert!((all + report.residual - 1.0).abs() < 1e-14, "{all} and {}", report.residual);
    assert!(report.residual < 1e-13, "{}", report.residual);
    let ends: f64 = report.rounds.iter().map(|row| row.p).sum();
    assert_close(ends, 1.0);
    // Every fight has a first Exhaustion of every unit, or none.
    for unit in report.metrics.iter().filter_map(|row| row.unit.as_ref()) {
        let of_view = |view: &'static str| {
            let is = move |row: &&fray_sim::exact::report::ExhaustionRow| {
                row.unit == *unit && (row.clock, row.view) == ("exhausted", view)
            };
            report.exhaustion.iter().filter(is)
        };
        assert_close(of_view("first").map(|row| row.p).sum(), 1.0);
        // Every fight has a first round, and every later round follows one that was not the last.
        let in_round = |round| of_view("round_end").filter(move |row| row.round == Some(round));
        assert_close(in_round(1).map(|row| row.p).sum(), 1.0);
        assert_close(in_round(2).map(|row| row.p).sum(), 1.0 - report.ends_in(1));
    }
}

#[test]
pub(crate) fn nw_f1_sudden() {
    let report = exact(&fights::f1_sudden());
    assert_sound(&report);
    assert_close(report.win("left"), 0.349_183_752_489_624_455);
    assert_close(report.rounds_mean, 1.317_259_699_010_895_728);
    assert_close(report.ends_in(1), 0.759_151_745_666_310_322);
    assert_close(report.ends_in(2), 0.182_840_372_718_104_009);
}

#[test]
fn nw_f2_tiny() {
    let report = exact(&fights::f2_tiny());
    assert_sound(&report);
    assert_close(report.win("left"), 0.504_518_258_786_322_520);
    assert_close(report.rounds_mean, 2.720_530_523_762_406_254);
    let wins_in = |round| {
        let is = |row: &&fray_sim::exact::report::RoundRow| {
            row.round == round && row.side.as_deref() == Some("left")
        };
        report.rounds.iter().find(is).expect("a wins in this round").p
    };
    assert_close(wins_in(1), 0.140_661_359_550_764_855);
    assert_close(wins_in(2), 0.133_990_672_663_643_246);
}

#[test]
fn nw_f3_with_criticals() {
    let report = exact(&fights::f3_criticals());
    assert_sound(&report);
    assert_close(report.win("left"), 0.724_867_919_528_297_368);
    assert_close(report.rounds_mean, 2.889_030_555_248_282_552);
    let by_round = [
        0.143_581_019_537_908_101,
        0.300_459_526_795_456_318,
        0.268_875_020_475_755_363,
        0.163_774_622_433_081_392,
    ];
    for (round, p) in (1..).zip(by_round) {
        assert_close(report.ends_in(round), p);
    }
}

#[test]
fn nw_f4_mortality() {
    let report = exact(&fights::f4_mortality());
    assert_sound(&report);
    assert_close(report.win("left"), 0.473_831_996_108_646_056);
    assert_close(report.rounds_mean, 4.525_755_481_166_915_797);
}

#[test]
fn nw_f5_two_against_one() {
    let report = exact(&fights::f5_two_against_one());
    assert_sound(&report);
    assert_close(report.win("left"), 0.257_325_408_794_100_669);
    assert_close(report.rounds_mean, 2.030_199_947_844_225_677);
}

#[test]
fn nw_f6_guard() {
    let report = exact(&fights::f6_guard());
    assert_sound(&report);
    assert_close(report.win("left"), 0.312_821_822_783_545_906_866);
    // The rules page has 2.250704832...: one digit of it is wrong, as the ends of all rounds show.
    assert_close(report.rounds_mean, 2.250_704_932_881_464_192_188);
    let mean: f64 = report.rounds.iter().map(|row| f64::from(row.round) * row.p).sum();
    assert_close(mean, report.rounds_mean);
    assert_close(report.ends_in(1), 0.162_808_194_174_072_890);
    assert_close(report.ends_in(2), 0.505_012_526_079_210_284);
}
