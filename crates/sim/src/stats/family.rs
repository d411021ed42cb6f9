//! Multiple testing.

/// Adjusts the p-values of a family of tests by Holm's step-down procedure (1979). Rejecting those
/// at or below α has a family-wise error rate of at most α, however the tests depend on each other.
#[must_use]
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut adjusted = vec![0.0; p.len()];
    let mut so_far = 0.0_f64;
    for (rank, &idx) in order.iter().enumerate() {
        so_far = so_far.max(p[idx] * (p.len() - rank) as f64).min(1.0);
        adjusted[idx] = so_far;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        assert!(found.iter().zip(expected).all(|(x, y)| (x - y).abs() < 1e-12), "{found:?}");
    }

    #[test]
    fn holm_steps_down_and_never_falls() {
        // 0.01 · 4, 0.02 · 3, then 0.03 · 2 and 0.04 · 1, raised to the largest before them.
        near(&holm(&[0.04, 0.01, 0.03, 0.02]), &[0.06, 0.04, 0.06, 0.06]);
        near(&holm(&[0.9, 0.8]), &[1.0, 1.0]);
        near(&holm(&[]), &[]);
    }
}
