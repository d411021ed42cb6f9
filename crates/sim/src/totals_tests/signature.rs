//! The signature of totals.

use crate::fixture::{histogram, plane, totals};
use crate::totals::signature::signature;
use crate::totals::{MetricTotals, Totals};

#[test]
fn the_order_of_merging_does_not_count() {
    let mut other = totals();
    other.timeouts = histogram(&[0, 0, 0, 0, 1]);
    let (mut a, mut b) = (totals(), other.clone());
    a.merge(&other);
    b.merge(&totals());
    assert_eq!(signature(&a), signature(&b));
    assert_ne!(signature(&a), signature(&totals()));
}

#[test]
fn every_part_of_the_totals_counts() {
    let changes: [fn(&mut Totals); 24] = [
        |t| t.fights += 1,
        |t| t.draws.add(1, 1),
        |t| t.timeouts.add(0, 1),
        |t| t.activations.add(3, 1),
        |t| t.fight_activations.add(3, 1),
        |t| t.sides[1].wins.add(3, 1),
        |t| t.sides[1].counts[0].add(2, 1),
        |t| t.units[2].by_fight[0].add(0, 1),
        |t| t.units[0].health.push([1, 3]),
        |t| t.sides[0].by_fight[0].add(0, 1),
        |t| t.sides[0].course = plane(&[(1, 2, 1)]),
        |t| t.sides[0].course_wins = plane(&[(1, 2, 1)]),
        |t| t.units[2].metrics[3] = MetricTotals::Histogram(histogram(&[1])),
        |t| t.units[2].attack.add(6, 1),
        |t| t.units[2].per_activation.add(0, 1),
        |t| t.units[2].per_round.add(0, 1),
        |t| t.units[2].per_fight.add(0, 1),
        |t| t.units[2].overkill.add(0, 1),
        |t| t.units[2].overkill_per_fight.add(0, 1),
        |t| t.sides[1].damage.add(0, 1),
        |t| t.sides[1].overkill.add(0, 1),
        |t| t.units[2].clocks[0].every[1].merge(&plane(&[(1, 1, 1)])),
        |t| t.units[2].clocks[1].never += 1,
        |t| t.units[2].round_ends.over.add(1, 1),
    ];
    for (i, change) in changes.into_iter().enumerate() {
        let mut changed = totals();
        change(&mut changed);
        assert_ne!(signature(&changed), signature(&totals()), "change {i}");
    }
}
