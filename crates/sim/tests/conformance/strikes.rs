//! Strikes of clocks as a tally counts them.

use crate::support::night_wizard;
use crate::support::recorder::Recorder;
use fray_engine::contract::{Outcome, System};
use fray_engine::observe::Observer;
use fray_engine::roster::UnitId;
use fray_rules::games::night_wizard::NightWizard;
use fray_rules::games::night_wizard::data::metrics::{Clock, Exhaustion};
use fray_sim::play::observers::Both;
use fray_sim::tally::Tally;
use fray_sim::totals::{Plane, Totals};

#[test]
fn of_several_strikes_in_a_round_the_first_counts() {
    let system = night_wizard::random(0);
    let mut both = Both(Tally::new(&system), Recorder::<NightWizard>::default());
    let (unit, all) = (UnitId(0), system.roster().everyone());
    for round in 1..=2 {
        both.round_begins(round, all);
        both.activation(unit);
        both.mark(unit, Clock::Exhausted(Exhaustion::MainEnd));
        both.activation_over(unit);
        both.mark(unit, Clock::Exhausted(Exhaustion::NearDeath));
        both.round_over(all);
    }
    both.fight_over(Outcome::Timeout, all);
    let mut totals = Totals::default();
    both.0.drain_into(&mut totals);
    let n_strikes = |planes: &[Plane]| planes.iter().flat_map(Plane::each).map(|cell| cell.2).sum::<u64>();
    let clock = &totals.units[0].clocks[0];
    assert_eq!((n_strikes(&clock.every), n_strikes(&clock.first)), (2, 1));
    assert_eq!(n_strikes(&clock.every[Exhaustion::MainEnd as usize..][..1]), 2);
    assert_eq!(totals, both.1.totals(&system));
}

#[test]
fn what_strikes_before_the_first_round_does_not_depend_on_the_fight_before() {
    let system = night_wizard::random(0);
    let (unit, all) = (UnitId(0), system.roster().everyone());
    let fight = |tally: &mut Tally<NightWizard>| {
        tally.mark(unit, Clock::Exhausted(Exhaustion::MainEnd));
        tally.round_begins(1, all);
        tally.activation(unit);
        tally.mark(unit, Clock::Exhausted(Exhaustion::NearDeath));
        tally.fight_over(Outcome::Draw, all);
    };
    let totals_of = |tally: &mut Tally<NightWizard>| {
        let mut totals = Totals::default();
        tally.drain_into(&mut totals);
        totals
    };
    let mut tally = Tally::new(&system);
    fight(&mut tally);
    let first = totals_of(&mut tally);
    fight(&mut tally);
    assert_eq!(totals_of(&mut tally), first);
}
