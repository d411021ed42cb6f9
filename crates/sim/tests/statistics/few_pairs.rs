//! Differences where few pairs carry them, or none: an event has one answer whatever it is called, and what
//! was not seen is bounded.

use core::sync::atomic::AtomicBool;

use fray_sim::compare::{Compared, Comparison, ComparisonSettings, Seats, Streams, Until, compare};
use fray_sim::scenario::{Scenario, load_text};
use fray_sim::stats::sequential::Verdict;

/// Two heroes, one of whom nothing fells, against an ogre with these hit points.
fn scenario(hp: u32) -> Scenario {
    let unit = |name: &str, hp: u32, attack: u32| {
        format!(
            "[[side.unit]]\nname = \"{name}\"\nkind = \"npc\"\nhp = {hp}\nhit = 8\ndodge = 7\n\
             attack = {attack}\ndefense = 8\naction_value = 9\n"
        )
    };
    let text = format!(
        "system = \"night-wizard\"\n[run]\nmax_rounds = 20\n[[side]]\nname = \"heroes\"\n{}{}\
         [[side]]\nname = \"ogres\"\n{}",
        unit("Knight", 18, 12),
        unit("Wall", 900, 1),
        unit("Ogre", hp, 14)
    );
    load_text("duel.toml", &text).expect("the scenario is right")
}

fn compared(a: &Scenario, b: &Scenario, pairs: u64) -> Comparison {
    let stop = AtomicBool::new(false);
    let order = ComparisonSettings {
        streams: [Streams { seed: 7, seats: Seats::Listed }; 2],
        range: 0..pairs,
        until: Until::End,
        metric: None,
        delta: None,
        alpha: 0.05,
        stop: &stop,
        played: &|_| {},
    };
    compare(a.engine(), b.engine(), &order).expect("no invariant breaks")
}

/// A scenario beside itself: nothing differs in any pair, and every interval says how much may.
#[test]
fn what_never_differed_is_bounded_and_the_same_only_within_the_tolerance() {
    let it = scenario(26);
    for (pairs, is_same) in [(60, false), (4_000, true)] {
        for metric in compared(&it, &it, pairs).metrics {
            let (Some(within), Some(estimate)) = (metric.within, metric.estimate) else { continue };
            assert!(estimate.equal && estimate.diff == 0.0, "{}", metric.named);
            // Nothing else is possible where nobody can harm its own side, for example.
            let is_certain = !metric.kind.is_rate() && within.lo == 0.0 && within.hi == 0.0;
            let is_bounded = is_certain || within.lo < 0.0 && within.hi > 0.0;
            assert!(is_bounded, "{}: {within:?} after {pairs} pairs", metric.named);
            if !is_same && !is_certain {
                assert!(metric.verdict != Verdict::Same, "{}: {within:?}", metric.named);
            }
        }
    }
}

/// Where one unit of a side alone can fall, whether it does and whether anybody does is one event.
#[test]
fn one_event_has_one_answer() {
    let comparison = compared(&scenario(26), &scenario(27), 500);
    let of = |metric: &str, unit: bool| -> Vec<&Compared> {
        let is = |it: &&Compared| it.named.metric == metric && it.named.unit.is_some() == unit;
        comparison.metrics.iter().filter(is).collect()
    };
    let mut met = 0;
    for (flag, any) in [("died", "any_died"), ("dropped", "any_dropped")] {
        for one in of(flag, true) {
            for side in of(any, false) {
                let values = |it: &Compared| it.estimate.map(|it| (it.a, it.b));
                if one.named.side == side.named.side && values(one) == values(side) {
                    assert_eq!(
                        (one.within, one.p),
                        (side.within, side.p),
                        "{} and {}",
                        one.named,
                        side.named
                    );
                    met += 1;
                }
            }
        }
    }
    assert!(met > 0, "no event was met twice");
}
