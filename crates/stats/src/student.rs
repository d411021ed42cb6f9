//! Student's t distribution, by the incomplete beta function of [`super::beta`].

use super::beta::{self, Unit};

/// The probability of |T| >= `t` with these degrees of freedom (which need not be an integer):
/// I_x(ν/2, 1/2) at x = ν / (ν + t²).
#[must_use]
pub fn two_sided(t: f64, freedom: f64) -> f64 {
    let scale = freedom + t * t;
    if scale.is_finite() {
        beta::tails(freedom / 2.0, 0.5, Unit { x: freedom / scale, y: t * t / scale }).0
    } else {
        0.0
    }
}

/// The t for which |T| >= t has probability `alpha`.
#[must_use]
pub fn two_sided_point(alpha: f64, freedom: f64) -> f64 {
    let at = beta::quantile(freedom / 2.0, 0.5, alpha);
    (freedom * at.y / at.x).sqrt()
}
