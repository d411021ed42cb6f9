//! Names: what a table, a comparison or a report of the gate prints can be asked for, as a goal, as
//! a target and as the metric of a comparison.

use core::sync::atomic::AtomicBool;
use std::collections::BTreeSet;

use fray_sim::compare::{ComparisonSettings, NoComparison, Seats, Streams, Tolerance, Until, compare};
use fray_sim::gate::family::{Whom, families};
use fray_sim::measures::list::listed;
use fray_sim::measures::{Goal, Target};
use fray_sim::play::engine::{AsEngine, Engine};
use fray_sim::play::run::run;
use fray_sim::scenario::load_text;

static NEVER: AtomicBool = AtomicBool::new(false);

fn order(metric: Option<&str>) -> ComparisonSettings<'_> {
    ComparisonSettings {
        streams: [Streams { seed: 1, seats: Seats::Listed }; 2],
        range: 0..8,
        until: Until::End,
        metric,
        delta: Some(Tolerance::Plain(1.0)),
        alpha: 0.01,
        stop: &NEVER,
        played: &|_| {},
    }
}

/// The names of comparisons, baselines and lists.
fn printed(engine: &dyn Engine) -> BTreeSet<String> {
    let about = engine.about();
    let totals = run(engine, 1, 0..64, &|_| {}).expect("no fight breaks");
    let families = families(&about, &totals).into_iter().map(|family| match &family.whom {
        Whom { side: None, .. } => family.metric,
        whom => format!("{}({whom})", family.metric),
    });
    let compared = compare(engine, engine, &order(None)).expect("no fight breaks").metrics;
    let system = fray_play::game::find(about.system).expect("a system");
    families
        .chain(compared.into_iter().map(|metric| metric.named.to_string()))
        .chain(listed(system).into_iter().map(|metric| metric.name))
        .collect()
}

#[track_caller]
fn can_be_asked_for(engine: &dyn Engine) {
    let about = engine.about();
    let names = printed(engine);
    assert!(names.len() > 100, "{}", names.len());
    for name in names {
        // Rates are compared with percentages.
        let goals = [">= 0", ">= 0%"].map(|than| Goal::parse(&format!("{name} {than}"), &about));
        let targets = ["0.5", "0.5pt"].map(|error| Target::parse(&format!("{name}={error}"), &about));
        assert!(goals.iter().any(Result::is_ok), "{name}: {goals:?}");
        assert!(targets.iter().any(Result::is_ok), "{name}: {targets:?}");
        // Without a side or unit a comparison asks for one.
        if name.contains('(') {
            let found = compare(engine, engine, &order(Some(&name)));
            assert!(!matches!(found, Err(NoComparison::Metric(_))), "{name}: {found:?}");
        }
    }
}

#[test]
fn every_printed_name_can_be_asked_for() {
    for system in fray_rules::GAMES {
        let scenario = load_text("example.toml", system.example).expect("the example is right");
        can_be_asked_for(scenario.engine());
    }
}

#[cfg(feature = "night-wizard")]
#[test]
fn every_printed_name_of_a_party_can_be_asked_for() {
    use crate::support::night_wizard::party;
    use fray_rules::games::night_wizard::NightWizard;

    can_be_asked_for(NightWizard::new(&party()).as_engine());
}
