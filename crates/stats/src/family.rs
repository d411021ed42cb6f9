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

/// Adjusts the p-values of a family of tests, each with its weight, by Holm's step-down procedure (1979,
/// section 4). `total` is the weight of all tests, those included that are decided elsewhere. A test of
/// weight 1/k has the error rate that one of k tests in the place of one has.
#[must_use]
pub fn weighted_holm(tests: &[(f64, f64)], total: f64) -> Vec<f64> {
    let weighted = |at: usize| tests[at].0 / tests[at].1;
    let mut order: Vec<usize> = (0..tests.len()).collect();
    order.sort_by(|&a, &b| weighted(a).total_cmp(&weighted(b)));
    let mut adjusted = vec![0.0; tests.len()];
    let own: f64 = tests.iter().map(|(_, weight)| weight).sum();
    let (mut left, mut so_far) = (total.max(own), 0.0_f64);
    for at in order {
        so_far = so_far.max(weighted(at) * left).min(1.0);
        adjusted[at] = so_far;
        left -= tests[at].1;
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

    #[test]
    fn equal_weights_are_those_of_the_plain_procedure() {
        let p = [0.04, 0.01, 0.03, 0.02];
        near(&weighted_holm(&p.map(|p| (p, 1.0)), 4.0), &holm(&p));
        // Two tests that share the error rate of one: 0.01 · 2 · 2 comes second.
        near(&weighted_holm(&[(0.01, 0.5), (0.4, 0.5), (0.015, 1.0)], 2.0), &[0.03, 0.4, 0.03]);
        // Five tests that are decided elsewhere.
        near(&weighted_holm(&[(0.01, 1.0)], 6.0), &[0.06]);
    }
}
