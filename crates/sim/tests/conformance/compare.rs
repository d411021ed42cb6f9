//! Comparisons: the same fights as a run's, integers that threads do not move, names, seats, and
//! what pairing gains.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use fray_engine::contract::System;
use fray_engine::metrics::{Kind, MetricInfo, MetricSet};
use fray_engine::roster::SideId;
use fray_rules::games::night_wizard::NightWizard;
use fray_rules::games::night_wizard::data::setup::Setup;
use fray_sim::compare::report::Report;
use fray_sim::compare::sums::Sums;
use fray_sim::compare::{
    Compared, Comparison, ComparisonSettings, DELTA, MetricName, NoComparison, Seats, Streams, Tolerance,
    Until, Which, compare,
};
use fray_sim::play::engine::AsEngine;
use fray_sim::play::run::run;
use fray_sim::stats::sequential::Verdict;
use fray_sim::tables::rows::{MeasuredAs, MeasuredOf, Stop};
use fray_sim::totals::{Histogram, Totals};

use crate::support::night_wizard::party;
use crate::support::seen::play_seen;
use crate::support::toss;
use crate::support::turn_by_turn::TurnByTurn;

const SEED: u64 = 2016;
static NEVER: AtomicBool = AtomicBool::new(false);

/// So many pairs, all of them.
fn order(fights: u64) -> ComparisonSettings<'static> {
    ComparisonSettings {
        streams: [Streams { seed: SEED, seats: Seats::Listed }; 2],
        range: 0..fights,
        until: Until::End,
        metric: None,
        delta: None,
        alpha: 0.01,
        stop: &NEVER,
        played: &|_| {},
    }
}

/// A party, and the same with a changed enemy.
fn pair(change: impl FnOnce(&mut Setup)) -> [NightWizard; 2] {
    let mut changed = party();
    change(&mut changed);
    [NightWizard::new(&party()), NightWizard::new(&changed)]
}

/// The emulator with this many more HP.
fn tougher(hp: i32) -> [NightWizard; 2] {
    pair(|setup| {
        let emulator = &mut setup.sides[1].units[2];
        emulator.hp += hp;
        emulator.start_hp += hp;
    })
}

fn compared([a, b]: &[NightWizard; 2], order: &ComparisonSettings<'_>) -> Comparison {
    compare(a.as_engine(), b.as_engine(), order).expect("no fight breaks")
}

#[track_caller]
fn metric<'a>(comparison: &'a Comparison, name: &str) -> (&'a Compared, Sums) {
    let is = |named: &MetricName| {
        let of_unit = named.unit.as_ref().map(|unit| format!("{}({unit})", named.metric));
        named.to_string() == name || of_unit.is_some_and(|text| text == name)
    };
    let mut named = (0..comparison.metrics.len()).filter(|&at| is(&comparison.metrics[at].named));
    let at = named.next().unwrap_or_else(|| panic!("no {name}"));
    assert_eq!(named.next(), None, "{name} is one");
    (&comparison.metrics[at], comparison.sums[at])
}

/// What a run of each scenario by itself counts is what the comparison counts.
#[test]
fn the_fights_are_those_of_two_runs() {
    // Neither a multiple of a block nor of a chunk.
    const FIGHTS: u64 = 5_003;
    let systems = tougher(3);
    let comparison = compared(&systems, &order(FIGHTS));
    assert_eq!((comparison.pairs, comparison.stop), (FIGHTS, Stop::Fixed));
    let totals = systems
        .each_ref()
        .map(|system| run(system.as_engine(), SEED, 0..FIGHTS, &|_| {}).expect("no fight breaks"));
    let about = systems[0].as_engine().about();

    let plain = |name: &str, of: &dyn Fn(&Totals) -> Histogram| {
        let Sums::Plain(sums) = metric(&comparison, name).1 else { panic!("{name} is one number a fight") };
        for (totals, sum, squares) in [(&totals[0], sums.a, sums.aa), (&totals[1], sums.b, sums.bb)] {
            let seen = of(totals);
            assert_eq!((sum, squares), (seen.sum(), seen.sum_of_squares()), "{name}");
        }
    };
    let events = |n: u64| Histogram::of_cells(&[0, n]);
    let ratio = |name: &str, of: &dyn Fn(&Totals) -> (u128, u128)| {
        let Sums::Ratio(sums) = metric(&comparison, name).1 else { panic!("{name} has tries") };
        assert_eq!(
            [(sums.sums[0], sums.sums[1]), (sums.sums[2], sums.sums[3])],
            totals.each_ref().map(of),
            "{name}"
        );
    };

    plain("rounds", &|totals| totals.rounds());
    plain("draw_rate", &|totals| events(totals.draws.n()));
    plain("timeout_rate", &|totals| events(totals.timeouts.n()));
    plain("win_rate(wizards)", &|totals| events(totals.wins(0)));
    plain("win_rate(enemies)", &|totals| events(totals.wins(1)));
    let Sums::Plain(activations) = metric(&comparison, "activations").1 else { panic!() };
    assert_eq!([activations.a, activations.b], totals.each_ref().map(|totals| totals.activations.sum()));
    for (side, info) in about.roster.sides.iter().enumerate() {
        let counted =
            |name: &str| about.metrics.iter().position(|metric| metric.name == name).expect("a metric");
        for name in ["mains", "damage_dealt", "near_deaths"] {
            plain(&format!("{name}({})", info.name), &|totals| {
                totals.sides[side].counts[counted(name)].clone()
            });
        }
    }
    for (id, side) in (0..).map(SideId).zip(&about.roster.sides) {
        for (idx, info) in about.metrics.iter().enumerate().filter(|(_, info)| info.kind.is_of_sides()) {
            let of = |totals: &Totals| MeasuredOf::Side(id).metric(&about, totals, idx).expect("of a side");
            let name = format!("{}({})", info.name, side.name);
            match (info.kind, of(&totals[0]).kind) {
                (_, MeasuredAs::Count) => plain(&name, &|totals| of(totals).values),
                (Kind::WonFirst, _) => ratio(&name, &|totals| {
                    let rate = of(totals).rate();
                    (rate.events.into(), rate.n.into())
                }),
                _ => plain(&name, &|totals| events(of(totals).rate().events)),
            }
        }
    }
    for (unit, info) in about.roster.each() {
        let name = &info.name;
        let is_shown =
            |(_, info): &(usize, &MetricInfo)| !matches!(info.kind, Kind::Hidden) && !info.kind.is_of_sides();
        for (idx, info) in about.metrics.iter().enumerate().filter(is_shown) {
            let of = |totals: &Totals| {
                MeasuredOf::Unit(unit).metric(&about, totals, idx).expect("a metric that is shown")
            };
            let name = format!("{}({name})", info.name);
            match of(&totals[0]).kind {
                MeasuredAs::Count => plain(&name, &|totals| of(totals).values),
                MeasuredAs::Value => {
                    ratio(&name, &|totals| (of(totals).values.sum(), of(totals).values.n().into()));
                }
                // A flag is once in every fight.
                MeasuredAs::Ratio if matches!(metric(&comparison, &name).1, Sums::Plain(_)) => {
                    plain(&name, &|totals| events(of(totals).rate().events));
                }
                MeasuredAs::Ratio => ratio(&name, &|totals| {
                    let rate = of(totals).rate();
                    (rate.events.into(), rate.n.into())
                }),
            }
        }
        plain(&format!("damage({name})"), &|totals| totals.units[unit.idx()].per_fight.clone());
        for (idx, common) in ["hit_rate", "soaked"].into_iter().enumerate() {
            ratio(&format!("{common}({name})"), &|totals| {
                let rate = MeasuredOf::Unit(unit).common(&about, totals)[idx].rate();
                (rate.events.into(), rate.n.into())
            });
        }
        let clock = |totals: &Totals| totals.units[unit.idx()].clocks[0].clone();
        plain(&format!("exhausted({name})"), &|totals| events(totals.fights - clock(totals).never));
        ratio(&format!("exhausted_every({name})"), &|totals| {
            let strikes: u64 =
                clock(totals).every.iter().flat_map(|plane| plane.each()).map(|cell| cell.2).sum();
            (strikes.into(), totals.units[unit.idx()].per_round.n().into())
        });
        ratio(&format!("exhausted_first_round({name})"), &|totals| {
            let planes = clock(totals).first;
            let cells = || planes.iter().flat_map(|plane| plane.each());
            let rounds: u64 = cells().map(|(round, _, count)| round * count).sum();
            (rounds.into(), cells().map(|cell| u128::from(cell.2)).sum())
        });
    }
}

#[test]
fn threads_move_no_bit() {
    let systems = tougher(2);
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| compared(&systems, &ComparisonSettings { until: Until::Verdict, ..order(40_000) }))
    };
    let one = on(1);
    assert!(one.pairs > 0);
    assert_eq!((one.clone(), one), (on(2), on(7)));
}

#[test]
fn a_scenario_is_the_same_as_itself() {
    let comparison = compared(&tougher(0), &ComparisonSettings { until: Until::Verdict, ..order(100_000) });
    assert_eq!((comparison.verdict(), comparison.stop), (Verdict::Same, Stop::Target));
    assert!(comparison.pairs < 20_000, "the first looks are enough");
    for metric in &comparison.metrics {
        let Some(estimate) = metric.estimate else { continue };
        assert!(estimate.equal && estimate.diff == 0.0 && metric.p == Some(1.0), "{metric:?}");
        let within = metric.within.expect("an interval");
        assert!(within.has(0.0) && estimate.vrf().is_none(), "{metric:?}");
        // Equal pairs are no proof: a rate is the same where its interval says so, and a count where nothing
        // but 0 is possible.
        let band = if metric.kind.is_rate() { 0.005 } else { 0.0 };
        let is_within = within.hi <= band;
        let expected = if is_within { Verdict::Same } else { Verdict::Undecided };
        assert_eq!(metric.verdict, expected, "{metric:?}");
    }
}

/// The joint counts of a rate, fight by fight.
#[test]
fn pairs_are_pairs() {
    use fray_engine::contract::Outcome;
    use fray_engine::observe::Nobody;
    const FIGHTS: u64 = 3_000;
    let systems = tougher(4);
    let wins = |system: &NightWizard| -> Vec<bool> {
        let mut dice = TurnByTurn::new(fray_sim::play::dice::Dice::new(system.roster(), SEED));
        let mut state = Default::default();
        let win = |fight| {
            dice.0.fight(fight);
            play_seen(system, &mut state, &mut dice, &mut Nobody).outcome == Outcome::Win(SideId(0))
        };
        (0..FIGHTS).map(win).collect()
    };
    let [a, b] = systems.each_ref().map(wins);
    let comparison = compared(&systems, &order(FIGHTS));
    let Sums::Plain(sums) = metric(&comparison, "win_rate(wizards)").1 else { panic!() };
    let only = |a: &[bool], b: &[bool]| a.iter().zip(b).filter(|&(&a, &b)| a && !b).count() as u64;
    assert_eq!(sums.differences.up.pairs, only(&b, &a));
    assert_eq!(sums.differences.down.pairs, only(&a, &b));
    let diff = (only(&b, &a) as f64 - only(&a, &b) as f64) / FIGHTS as f64;
    let estimate = comparison.primary().estimate.expect("an estimate");
    assert!((estimate.diff - diff).abs() < 1e-12 && diff < 0.0, "a tougher enemy wins more");
}

#[test]
fn pairing_saves_fights() {
    let vrf = |systems: &[NightWizard; 2]| {
        let comparison = compared(systems, &order(100_000));
        comparison.primary().estimate.and_then(|estimate| estimate.vrf()).expect("pairs that differ")
    };
    let more_hp = vrf(&tougher(1));
    assert!(more_hp >= 10.0, "{more_hp}");
    let more_action = vrf(&pair(|setup| setup.sides[1].units[2].action_value += 1));
    assert!(more_action >= 4.0, "{more_action}");
}

/// On dice of their own, pairing gains nothing.
#[test]
fn independent_streams_are_independent() {
    let mut order = order(50_000);
    order.streams[1].seed += 1;
    let comparison = compared(&tougher(0), &order);
    let vrf = comparison.primary().estimate.and_then(|estimate| estimate.vrf()).expect("pairs that differ");
    // A correlation of 50,000 independent pairs is within five standard errors, 5/√50,000.
    assert!((0.97..1.03).contains(&vrf), "{vrf}");
}

/// Sides listed the other way round keep their dice, and where no rule reads the list every fight
/// goes the same way.
#[test]
fn the_order_of_the_list_is_worth_nothing_here() {
    let mut reversed = party();
    reversed.sides.reverse();
    let mirrored = [NightWizard::new(&party()), NightWizard::new(&reversed)];
    let mut order = order(20_000);
    order.streams[1].seats = Seats::Reversed;
    let comparison = compared(&mirrored, &order);
    assert_eq!(comparison.primary().named.to_string(), "win_rate(wizards)");
    assert!(comparison.metrics.iter().all(|metric| metric.estimate.is_none_or(|estimate| estimate.equal)));
    // With the dice of the place instead they are other fights.
    order.streams[1].seats = Seats::Listed;
    assert!(!compared(&mirrored, &order).primary().estimate.expect("an estimate").equal);
}

#[test]
fn what_only_one_has_is_said_and_left_out() {
    let systems = pair(|setup| setup.sides[1].units[0].name = "Minion".to_owned());
    let comparison = compared(&systems, &order(2_000));
    let units = |only: &[fray_sim::compare::MetricName]| -> Vec<_> {
        let mut units: Vec<_> = only.iter().map(|named| named.unit.clone().expect("of a unit")).collect();
        units.dedup();
        units
    };
    assert_eq!(units(&comparison.only_a), ["Servant#1"]);
    assert_eq!(units(&comparison.only_b), ["Minion"]);
    assert!(comparison.metrics.iter().all(|metric| metric.named.unit.as_deref() != Some("Servant#1")));
    metric(&comparison, "mains(enemies)");
    let report = Report {
        a: "party",
        b: "other",
        system: "night-wizard",
        played: "2,000 pairs",
        is_independent: false,
        is_mirror: false,
        compared: &comparison,
    };
    let text = report.render(Default::default(), 5);
    let only = text.split_once("only in A, not compared: ").unwrap_or_else(|| panic!("{text}")).1;
    let count = only.split_once(" metrics of Servant#1").and_then(|(count, _)| count.parse::<usize>().ok());
    assert_eq!(count, Some(comparison.only_a.len()), "counted, and not listed: {text}");
}

#[test]
fn the_primary_metric_is_one_that_both_share() {
    let systems = tougher(1);
    let refused = |metric: Option<&'static str>, delta: Option<Tolerance>| {
        let order = ComparisonSettings { metric, delta, ..order(2_000) };
        match compare(systems[0].as_engine(), systems[1].as_engine(), &order) {
            Err(NoComparison::Metric(error)) => error.message,
            Err(NoComparison::Refused(message)) => message,
            other => panic!("{metric:?}: {:?}", other.map(|comparison| comparison.pairs)),
        }
    };
    let plain = Some(Tolerance::Plain(0.1));
    assert!(refused(Some("win_rat"), plain).ends_with("did you mean `win_rate`?"));
    assert_eq!(refused(Some("win_rate(ogres)"), plain), "no side or unit is named `ogres`");
    assert!(refused(Some("rounds"), None).contains("--delta"));
    assert!(refused(Some("rounds"), Some(Tolerance::Points(1.0))).contains("not a rate"));
    for (name, named) in [
        ("rounds", "rounds"),
        ("hp_left(Emulator)", "hp_left(enemies/Emulator)"),
        ("hp_left( enemies/Emulator )", "hp_left(enemies/Emulator)"),
        ("mains(enemies)", "mains(enemies)"),
        ("win_rate(enemies)", "win_rate(enemies)"),
    ] {
        let comparison =
            compared(&systems, &ComparisonSettings { metric: Some(name), delta: plain, ..order(2_000) });
        assert_eq!(comparison.primary().named.to_string(), named);
        assert_eq!(comparison.delta, 0.1);
    }
    assert_eq!(compared(&systems, &order(2_000)).delta, DELTA);
}

#[test]
fn an_interruption_keeps_what_was_played() {
    let stop = AtomicBool::new(false);
    // Of a single pair nothing is known.
    let played = AtomicU64::new(0);
    let soon = |n| {
        if played.fetch_add(n, Ordering::Relaxed) + n >= 64 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let order = ComparisonSettings { stop: &stop, played: &soon, ..order(u64::MAX) };
    let comparison = compared(&tougher(1), &order);
    assert_eq!(comparison.stop, Stop::Interrupted);
    assert!(comparison.pairs > 0);
    let estimate = comparison.primary().estimate.expect("an estimate");
    assert_eq!(estimate.pairs, comparison.pairs);
}

#[test]
fn a_broken_fight_is_named() {
    let toss = toss::Toss::default();
    let broken = match compare(&toss, &toss, &order(100_000)) {
        Err(NoComparison::Broken(broken)) => broken,
        other => panic!("{:?}", other.map(|comparison| comparison.pairs)),
    };
    assert_eq!((broken.which, broken.broken.message.as_str()), (Which::A, "three heads in a row"));
    let first = run(&toss, SEED, 0..100_000, &|_| {}).expect_err("one of eight breaks");
    assert_eq!(broken.broken.fight, first.fight);
    assert!(toss::Metric::ALL.iter().any(|metric| metric.name == "heads"));
}
