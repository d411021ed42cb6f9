//! The statistics against reference tables, made by `reference/make.py` with mpmath in 60 digits.

use fray_sim::stats::beta::{self, Unit};
use fray_sim::stats::{Rate, fisher, student};
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// The rows of a table as numbers.
fn rows<const N: usize>(table: &str) -> Vec<[f64; N]> {
    let row = |line: &str| {
        let cells: Vec<f64> = line.split(',').map(|cell| cell.parse().expect("a number")).collect();
        cells.try_into().expect("as many cells as the header has")
    };
    table.lines().skip(1).map(row).collect()
}

#[track_caller]
fn assert_close(found: f64, expected: f64, relative: f64, of: &[f64]) {
    assert!((found - expected).abs() <= relative * expected.abs(), "{found:e} is not {expected:e} at {of:?}");
}

/// The smaller tail is right to nine digits, from one observation to 10^8.
#[test]
fn incomplete_beta() {
    let rows = rows::<5>(include_str!("reference/beta.csv"));
    assert!(rows.len() > 80);
    for row in rows {
        let [a, b, x, lower, upper] = row;
        let found = beta::tails(a, b, Unit::new(x));
        assert_close(found.0.min(found.1), lower.min(upper), 1e-9, &row);
        assert_close(found.0.max(found.1), lower.max(upper), 1e-10, &row);
    }
}

#[test]
fn beta_quantiles() {
    for row in rows::<4>(include_str!("reference/beta_quantile.csv")) {
        let [a, b, p, x] = row;
        assert_close(beta::quantile(a, b, p).x, x, 1e-9, &row);
    }
}

#[test]
fn fisher_exact() {
    for row in rows::<5>(include_str!("reference/fisher.csv")) {
        let rate = |k: f64, n: f64| Rate { events: k as u64, n: n as u64 };
        let found = fisher::two_sided(rate(row[0], row[1]), rate(row[2], row[3]), 10_000);
        assert_close(found.expect("few tables"), row[4], 1e-10, &row);
    }
}

#[test]
fn student_t() {
    for row in rows::<3>(include_str!("reference/student.csv")) {
        let [t, freedom, p] = row;
        assert_close(student::two_sided(t, freedom), p, 1e-9, &row);
        let back = student::two_sided_point(p, freedom);
        assert_close(back, t, 1e-8, &row);
    }
}

/// The library's function is used where it is right.
#[test]
fn chi_square() {
    for row in rows::<3>(include_str!("reference/chi_square.csv")) {
        let [g, freedom, p] = row;
        let distribution = ChiSquared::new(freedom).expect("one degree of freedom at least");
        assert_close(distribution.sf(g), p, 1e-9, &row);
    }
}
