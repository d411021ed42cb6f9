//! The families of a baseline beside those of fresh fights, and what is found of them.

use super::super::drift::{self, RateTest};
use super::super::family::{Family, Observed};
use super::super::{Finding, Kind, Verdict};
use super::Settings;
use crate::stats::Rate;

/// Each family of the baseline with that of the fresh fights.
pub(super) fn pairs<'a>(was: &'a [Family], is: &'a [Family]) -> Vec<(&'a Family, Option<&'a Family>)> {
    let same = |a: &Family, b: &Family| a.whom == b.whom && a.metric == b.metric;
    was.iter().map(|was| (was, is.iter().find(|is| same(was, is)))).collect()
}

pub(super) fn of_shapes(pairs: &[(&Family, Option<&Family>)]) -> Vec<Finding> {
    let families: Vec<Family> = pairs.iter().map(|(was, _)| (*was).clone()).collect();
    let shape = |&(was, is): &(&Family, Option<&Family>)| match (&was.observed, is, is.map(|is| &is.observed))
    {
        (Observed::Distribution(a), Some(is), Some(Observed::Distribution(b))) => {
            drift::distribution([was, is], a, b, drift::sharing(was, &families))
        }
        _ => Vec::new(),
    };
    pairs.iter().flat_map(shape).collect()
}

/// The rates of the baseline with their tests, those of the fresh fights, and how many tests share the error
/// rate of one with each.
pub(super) fn of_rates<'a>(
    pairs: &[(&'a Family, Option<&Family>)],
    terms: &Settings,
) -> Vec<(&'a Family, RateTest, Rate, usize)> {
    let families: Vec<Family> = pairs.iter().map(|(was, _)| (*was).clone()).collect();
    let of_pair = |&(family, is): &(&'a Family, Option<&Family>)| match (&family.observed, &is?.observed) {
        (&Observed::Rate { n, events }, &Observed::Rate { n: m, events: k }) => {
            let sharing = drift::sharing(family, &families);
            let test = RateTest::new(Rate { events, n }, &terms.strict, terms.looks(), sharing);
            Some((family, test, Rate { events: k, n: m }, sharing))
        }
        _ => None,
    };
    pairs.iter().filter_map(of_pair).collect()
}

/// Failures for the families that only the baseline or only the fresh fights have.
pub(super) fn unmatched(was: &[Family], is: &[Family]) -> Vec<Finding> {
    let lacks = |these: &[Family], family: &Family| {
        !these.iter().any(|other| {
            let same_kind = matches!(
                (&family.observed, &other.observed),
                (Observed::Rate { .. }, Observed::Rate { .. })
                    | (Observed::Distribution(_), Observed::Distribution(_))
            );
            other.whom == family.whom && other.metric == family.metric && same_kind
        })
    };
    let finding = |family: &Family, note: &str| {
        let kind = match family.observed {
            Observed::Rate { .. } => Kind::Rate,
            Observed::Distribution(_) => Kind::Distribution,
        };
        Finding { whom: family.whom.clone(), ..Finding::bare(&family.metric, kind, Verdict::Fail, note) }
    };
    let gone = was.iter().filter(|family| lacks(is, family));
    let new = is.iter().filter(|family| lacks(was, family));
    gone.map(|family| {
        finding(
            family,
            "this version of fray no longer has this metric; renew the baseline with `fray check --update`",
        )
    })
    .chain(new.map(|family| {
        finding(family, "the baseline does not have this metric yet; renew it with `fray check --update`")
    }))
    .collect()
}
