use serde::Serialize;

use super::*;
use crate::fixture::{about, point, totals};
use crate::totals::{About, Histogram};

fn csv<R: Row>(point: &Point, rows: &[R]) -> String {
    let mut text = Vec::new();
    write_csv(&mut text, [(point, rows)]).unwrap();
    String::from_utf8(text).unwrap()
}

#[track_caller]
fn assert_text(found: &str, expected: &str) {
    let expected: Vec<_> = expected.trim().lines().map(str::trim).collect();
    assert_eq!(found.lines().collect::<Vec<_>>(), expected);
}

fn columns_are_fields<R: Row>(row: &R) {
    let json = serde_json::to_value(row).unwrap();
    let keys: Vec<_> = json.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, R::COLUMNS);
}

#[test]
fn the_columns_are_those_of_the_contract() {
    let columns = |text: &str| text.split(", ").map(String::from).collect::<Vec<_>>();
    assert_eq!(
        SummaryRow::COLUMNS,
        columns(
            "side, seed, fights, wins, losses, draws, timeouts, win_rate, win_lo, win_hi, rounds_mean, rounds_lo, \
             rounds_hi, rounds_sd, rounds_p5, rounds_p50, rounds_p95, stop, signature, win_adjusted, \
             win_adjusted_lo, win_adjusted_hi, rounds_adjusted, rounds_adjusted_lo, rounds_adjusted_hi, \
             scenario_hash, date"
        )
    );
    assert_eq!(
        MetricRow::COLUMNS,
        columns(
            "side, unit, metric, kind, fights, n, sum, mean, sd, lo, hi, min, max, p5, p50, p95, mean_adjusted, \
             mean_adjusted_lo, mean_adjusted_hi"
        )
    );
    assert_eq!(DamageRow::COLUMNS, columns("side, unit, kind, value, count, fights"));
    assert_eq!(
        ExhaustionRow::COLUMNS,
        columns("side, unit, clock, view, round, activation, what, count, fights")
    );
    assert_eq!(RoundRow::COLUMNS, columns("round, outcome, side, count, fights"));
}

#[test]
fn json_has_the_names_of_the_csv() {
    let (point, about) = (point(), about());
    let tables = Tables::new(&point, &about, &totals());
    columns_are_fields(&tables.summary[0]);
    columns_are_fields(&tables.metrics[0]);
    columns_are_fields(&tables.damage[0]);
    columns_are_fields(&tables.exhaustion[0]);
    columns_are_fields(&tables.rounds[0]);
}

/// Rounds 2, 2, 3, 1: mean 2, variance 2/3, t with 3 degrees of freedom 3.182446305, half width
/// 3.182446305 √(2/3) / 2 = 1.299228. Wins 2 of 4: Clopper-Pearson 0.067586 to 0.932414.
#[test]
fn summary_has_one_row_a_side() {
    let (point, about) = (point(), about());
    assert_text(
        &csv(&point, &Tables::new(&point, &about, &totals()).summary),
        "
        scenario,system,boss.hp,side,seed,fights,wins,losses,draws,timeouts,win_rate,win_lo,win_hi,rounds_mean,rounds_lo,rounds_hi,rounds_sd,rounds_p5,rounds_p50,rounds_p95,stop,signature,win_adjusted,win_adjusted_lo,win_adjusted_hi,rounds_adjusted,rounds_adjusted_lo,rounds_adjusted_hi,scenario_hash,date
        gate,made-up,80,heroes,7,4,2,1,1,0,0.5,0.0675859865,0.932414014,2,1,3.29922826,0.816496581,1,2,3,fixed,00c0ffee00c0ffee,,,,,,,abcd,
        gate,made-up,80,foe,7,4,1,2,1,0,0.25,0.00630946321,0.80587955,2,1,3.29922826,0.816496581,1,2,3,fixed,00c0ffee00c0ffee,,,,,,,abcd,
        ",
    );
}

#[test]
fn rounds_are_by_outcome_then_number() {
    let (point, about) = (point(), about());
    assert_text(
        &csv(&point, &Tables::new(&point, &about, &totals()).rounds),
        "
        scenario,system,boss.hp,round,outcome,side,count,fights
        gate,made-up,80,2,win,heroes,2,4
        gate,made-up,80,3,win,foe,1,4
        gate,made-up,80,1,draw,,1,4
        ",
    );
}

#[test]
fn damage_counts_a_miss_and_a_hit_for_nothing_as_zero_per_attack() {
    let (point, about) = (point(), about());
    assert_text(
        &csv(&point, &Tables::new(&point, &about, &totals()).damage),
        "
        scenario,system,boss.hp,side,unit,kind,value,count,fights
        gate,made-up,80,heroes,Ann,per_attack,0,4,4
        gate,made-up,80,heroes,Ann,per_attack,2,2,4
        gate,made-up,80,heroes,Ann,per_attack,3,1,4
        gate,made-up,80,heroes,Ann,per_hit,0,1,4
        gate,made-up,80,heroes,Ann,per_hit,2,2,4
        gate,made-up,80,heroes,Ann,per_hit,3,1,4
        gate,made-up,80,heroes,Ann,per_activation,0,5,4
        gate,made-up,80,heroes,Ann,per_activation,2,2,4
        gate,made-up,80,heroes,Ann,per_activation,3,1,4
        gate,made-up,80,heroes,Ann,per_round,0,5,4
        gate,made-up,80,heroes,Ann,per_round,2,2,4
        gate,made-up,80,heroes,Ann,per_round,3,1,4
        gate,made-up,80,heroes,Ann,per_fight,0,1,4
        gate,made-up,80,heroes,Ann,per_fight,2,2,4
        gate,made-up,80,heroes,Ann,per_fight,3,1,4
        gate,made-up,80,heroes,Ann,overkill,1,1,4
        gate,made-up,80,heroes,Bob,per_attack,0,2,4
        gate,made-up,80,heroes,Bob,per_activation,0,8,4
        gate,made-up,80,heroes,Bob,per_round,0,4,4
        gate,made-up,80,heroes,Bob,per_fight,0,4,4
        gate,made-up,80,foe,Boss,per_attack,5,2,4
        gate,made-up,80,foe,Boss,per_hit,5,2,4
        gate,made-up,80,foe,Boss,per_activation,0,6,4
        gate,made-up,80,foe,Boss,per_activation,5,2,4
        gate,made-up,80,foe,Boss,per_round,0,6,4
        gate,made-up,80,foe,Boss,per_round,5,2,4
        gate,made-up,80,foe,Boss,per_fight,0,2,4
        gate,made-up,80,foe,Boss,per_fight,5,2,4
        ",
    );
}

#[test]
fn exhaustion_has_three_views_and_the_survival_view_for_the_first_clock_alone() {
    let (point, about) = (point(), about());
    let text = csv(&point, &Tables::new(&point, &about, &totals()).exhaustion);
    let of_ann: Vec<_> = text.lines().filter(|l| !l.contains(",Bo")).collect();
    assert_text(
        &of_ann.join("\n"),
        "
        scenario,system,boss.hp,side,unit,clock,view,round,activation,what,count,fights
        gate,made-up,80,heroes,Ann,exhausted,every,1,2,main_end,3,4
        gate,made-up,80,heroes,Ann,exhausted,every,2,3,main_end,2,4
        gate,made-up,80,heroes,Ann,exhausted,every,1,2,censored,1,4
        gate,made-up,80,heroes,Ann,exhausted,every,2,2,censored,1,4
        gate,made-up,80,heroes,Ann,exhausted,every,3,3,censored,1,4
        gate,made-up,80,heroes,Ann,exhausted,first,1,2,main_end,3,4
        gate,made-up,80,heroes,Ann,exhausted,first,,,never,1,4
        gate,made-up,80,heroes,Ann,exhausted,round_end,1,,exhausted,3,4
        gate,made-up,80,heroes,Ann,exhausted,round_end,2,,exhausted,1,4
        gate,made-up,80,heroes,Ann,exhausted,round_end,1,,over,1,4
        gate,made-up,80,heroes,Ann,exhausted,round_end,2,,over,2,4
        gate,made-up,80,heroes,Ann,exhausted,round_end,3,,over,1,4
        gate,made-up,80,heroes,Ann,dry,first,,,never,4,4
        ",
    );
    assert!(
        text.contains("gate,made-up,80,heroes,Bob,exhausted,every,1,0,setup,4,4\n"),
        "a strike before the first activation"
    );
}

#[test]
fn each_metric_of_a_system_has_a_name_of_its_own() {
    for system in fray_play::game::games() {
        let mut names: Vec<_> = system.metrics.iter().chain(&COMMON).map(|it| it.name).collect();
        names.sort_unstable();
        let n_named = names.len();
        names.dedup();
        assert_eq!(names.len(), n_named, "{}", system.name());
    }
}

/// Mains of Ann: 2, 2, 3, 1: as the rounds above. `survived` has one try a fight: its interval is
/// Clopper and Pearson's. The other ratios are carried by few fights: the gamma interval of their
/// successes, or of their failures, over the tries; of the one success of `fumbled`, for example,
/// at least -ln 0.975 = 0.0253 of 7.
#[test]
fn metrics_have_side_rows_then_unit_rows_and_no_hidden_ones() {
    let (point, about) = (point(), about());
    let text = csv(&point, &Tables::new(&point, &about, &totals()).metrics);
    let names = |owner: &str| {
        let of_owner = text.lines().filter(|line| line.starts_with(owner));
        of_owner.map(|line| line.split(',').nth(5).unwrap().to_string()).collect::<Vec<_>>().join(" ")
    };
    let all = "mains hp_left survived fumbled chained hit_rate soaked";
    for side in ["gate,made-up,80,heroes,,", "gate,made-up,80,foe,,"] {
        let of_side = "n_survived any_survived stalled won_first";
        let expected = all.replace(" hit_rate", &format!(" {of_side} hit_rate")) + " activations";
        assert_eq!(names(side), expected, "{side}");
    }
    for unit in ["gate,made-up,80,heroes,Ann,", "gate,made-up,80,heroes,Bob,", "gate,made-up,80,foe,Boss,"] {
        assert_eq!(names(unit), all, "{unit}");
    }
    let mut owners: Vec<_> = text.lines().skip(1).map(|line| line.split(',').nth(4).unwrap()).collect();
    owners.dedup();
    assert_eq!(owners, ["", "Ann", "Bob", "", "Boss"]);
    // Fights of 2, 6, 6 and 8.
    let tables = Tables::new(&point, &about, &totals());
    let of_fights: Vec<_> = tables.metrics.iter().filter(|row| row.metric == "activations").collect();
    assert_eq!(of_fights.iter().map(|row| row.side).collect::<Vec<_>>(), ["heroes", "foe"]);
    for row in of_fights {
        assert_eq!((row.kind, row.n, row.sum, row.min, row.max), ("count", 4, 22, Some(2), Some(8)));
        assert_eq!((row.p5, row.p50, row.p95), (Some(2), Some(6), Some(8)));
    }
    let of_ann: Vec<_> = text.lines().filter(|line| line.contains(",Ann,")).collect();
    assert_text(
        &of_ann.join("\n"),
        "
        gate,made-up,80,heroes,Ann,mains,count,4,4,8,2,0.816496581,0.700771736,3.29922826,1,3,1,2,3,,,
        gate,made-up,80,heroes,Ann,hp_left,value,4,4,10,2.5,2.88675135,0,5,0,5,0,0,5,,,
        gate,made-up,80,heroes,Ann,survived,ratio,4,4,3,0.75,,0.19412045,0.993690537,,,,,,,,
        gate,made-up,80,heroes,Ann,fumbled,ratio,4,7,1,0.142857143,,0.00361682971,1,,,,,,,,
        gate,made-up,80,heroes,Ann,chained,ratio,4,6,2,0.333333333,,0.0403682131,1,,,,,,,,
        gate,made-up,80,heroes,Ann,hit_rate,ratio,4,7,4,0.571428571,,0,0.911618268,,,,,,,,
        gate,made-up,80,heroes,Ann,soaked,ratio,4,4,1,0.25,,0.006329452,1,,,,,,,,
        ",
    );
}

#[test]
fn a_side_counts_per_fight_and_merges_the_rest_over_its_units() {
    let (point, about) = (point(), about());
    let tables = Tables::new(&point, &about, &totals());
    let heroes = |metric: &str| {
        tables
            .metrics
            .iter()
            .find(|row| row.side == "heroes" && row.unit.is_none() && row.metric == metric)
            .unwrap()
    };
    // Per fight 4, 4, 5 and 3 of the two together.
    assert_eq!(
        (heroes("mains").n, heroes("mains").sum, heroes("mains").min, heroes("mains").max),
        (4, 16, Some(3), Some(5))
    );
    assert_eq!((heroes("hp_left").n, heroes("hp_left").sum), (8, 10));
    assert_eq!((heroes("survived").n, heroes("survived").sum), (8, 3));
    assert_eq!((heroes("fumbled").n, heroes("fumbled").sum), (7, 1));
    assert_eq!((heroes("hit_rate").n, heroes("hit_rate").sum), (9, 4));
    assert_eq!((heroes("soaked").n, heroes("soaked").sum), (4, 1));
}

#[test]
fn what_sides_alone_have_is_read_from_their_units_and_the_fight() {
    let (point, about) = (point(), about());
    let tables = Tables::new(&point, &about, &totals());
    let of = |side: &str, metric: &str| {
        let rows = tables.metrics.iter().filter(|row| (row.side, row.metric) == (side, metric));
        let rows: Vec<_> = rows.map(|row| (row.unit, row.kind, row.n, row.sum)).collect();
        assert_eq!(rows.len(), 1, "{metric} is of sides alone");
        rows[0]
    };
    // Of the heroes one stands at the end of three fights, of the foe in one.
    assert_eq!(of("heroes", "n_survived"), (None, "count", 4, 3));
    assert_eq!(of("heroes", "any_survived"), (None, "ratio", 4, 3));
    assert_eq!(of("foe", "n_survived"), (None, "count", 4, 1));
    assert_eq!(of("foe", "any_survived"), (None, "ratio", 4, 1));
    assert_eq!(of("foe", "stalled"), (None, "ratio", 4, 1));
    assert_eq!(of("heroes", "won_first"), (None, "ratio", 3, 2));
    assert_eq!(of("foe", "won_first"), (None, "ratio", 1, 0));
}

#[test]
fn actions_that_did_something_have_a_row() {
    let (point, about) = (point(), about());
    assert_text(
        &csv(&point, &Tables::new(&point, &about, &totals()).actions),
        "
        scenario,system,boss.hp,side,unit,action,kind,fights,uses,hits,damage,ally_damage,healed,felled
        gate,made-up,80,heroes,Ann,Sword,weapon,4,7,4,6,0,0,2
        gate,made-up,80,foe,Boss,Claw,weapon,4,2,2,7,1,3,1
        ",
    );
}

#[test]
fn who_was_felled_by_nobody_has_a_row_without_a_unit() {
    let (point, about) = (point(), about());
    assert_text(
        &csv(&point, &Tables::new(&point, &about, &totals()).felled),
        "
        scenario,system,boss.hp,side,unit,by_side,by_unit,action,count,fights
        gate,made-up,80,heroes,Bob,,,poison,1,4
        gate,made-up,80,heroes,Bob,foe,Boss,Claw,1,4
        gate,made-up,80,foe,Boss,heroes,Ann,Sword,2,4
        ",
    );
}

#[test]
fn a_count_of_several_units_without_its_sum_per_fight_has_no_side_row() {
    let (point, about) = (point(), about());
    let mut totals = totals();
    totals.sides.iter_mut().for_each(|side| side.counts.clear());
    let tables = Tables::new(&point, &about, &totals);
    let of_sides: Vec<_> = tables
        .metrics
        .iter()
        .filter(|row| row.unit.is_none() && row.metric == "mains")
        .map(|row| row.side)
        .collect();
    assert_eq!(of_sides, ["foe"], "the only unit's own");
}

#[test]
fn what_is_undefined_is_empty() {
    let (point, about) = (point(), about());
    let tables = Tables::new(&point, &about, &totals());
    let bob = tables.metrics.iter().find(|row| row.unit == Some("Bob") && row.metric == "soaked").unwrap();
    assert_eq!(
        csv(&point, core::slice::from_ref(bob)).lines().nth(1),
        Some("gate,made-up,80,heroes,Bob,soaked,ratio,4,0,0,,,,,,,,,,,,")
    );
}

#[test]
fn without_fights_there_are_sides_and_nothing_else_to_say() {
    let (point, about) = (point(), about());
    let nothing = Totals {
        sides: vec![Default::default(); 2],
        units: totals().units.iter().map(emptied).collect(),
        ..Default::default()
    };
    let tables = Tables::new(&point, &about, &nothing);
    assert_eq!(
        (tables.summary.len(), tables.rounds.len(), tables.damage.len(), tables.exhaustion.len()),
        (2, 0, 0, 0)
    );
    assert_eq!(tables.summary[0].win_rate.get(), None);
    assert_eq!(csv(&point, &tables.rounds), "scenario,system,boss.hp,round,outcome,side,count,fights\n");
}

/// The shape of a unit's totals before the first fight.
fn emptied(unit: &UnitTotals) -> UnitTotals {
    use crate::totals::{ClockTotals, MetricTotals, Plane};
    let metrics = unit.metrics.iter().map(|metric| match metric {
        MetricTotals::Histogram(_) => MetricTotals::Histogram(Default::default()),
        MetricTotals::Ratio => MetricTotals::Ratio,
    });
    let clocks = unit.clocks.iter().map(|clock| ClockTotals {
        every: vec![Plane::default(); clock.every.len()],
        first: vec![Plane::default(); clock.first.len()],
        ..Default::default()
    });
    UnitTotals { metrics: metrics.collect(), clocks: clocks.collect(), ..Default::default() }
}

#[test]
fn sums_agree_over_the_tables() {
    let (point, about, totals) = (point(), about(), totals());
    let tables = Tables::new(&point, &about, &totals);
    assert_eq!(tables.rounds.iter().map(|row| row.count).sum::<u64>(), totals.fights);
    for row in &tables.summary {
        assert_eq!(row.wins + row.losses + row.draws + row.timeouts, row.fights);
    }
    let dealt = |unit: &str, kind: &str| {
        let bars = tables.damage.iter().filter(|row| row.unit == unit && row.kind == kind);
        bars.map(|row| row.value * row.count).sum::<u64>()
    };
    for unit in ["Ann", "Bob", "Boss"] {
        for kind in ["per_hit", "per_activation", "per_round", "per_fight"] {
            assert_eq!(dealt(unit, kind), dealt(unit, "per_attack"), "{unit} {kind}");
        }
        let cells = |clock: &str, view: &str| {
            let of_unit = tables.exhaustion.iter().filter(|row| row.unit == unit);
            of_unit.filter(|row| row.clock == clock && row.view == view).map(|row| row.count).sum::<u64>()
        };
        assert_eq!(cells("exhausted", "first"), totals.fights);
        assert_eq!(cells("dry", "first"), totals.fights);
        assert_eq!(cells("exhausted", "round_end"), totals.activations.n());
    }
}

#[test]
fn rows_of_merged_totals_do_not_depend_on_who_merged() {
    let (point, about) = (point(), about());
    let mut twice = totals();
    twice.merge(&totals());
    let mut from_nothing = Totals::default();
    from_nothing.merge(&totals());
    from_nothing.merge(&totals());
    let tables = Tables::new(&point, &about, &twice);
    assert_eq!(tables, Tables::new(&point, &about, &from_nothing));
    let once = Tables::new(&point, &about, &totals());
    assert_eq!(tables.damage.len(), once.damage.len());
    for (two, one) in tables.damage.iter().zip(&once.damage) {
        assert_eq!((two.value, two.count, two.fights), (one.value, 2 * one.count, 2 * one.fights));
    }
}

#[test]
fn no_mean_of_rounds_ends_below_the_first() {
    let about = About { least_round: 1, ..about() };
    for cells in [&[0, 47, 3][..], &[0, 19, 1], &[0, 30, 12, 5], &[0, 3, 1]] {
        let rounds = Measured::rounds(Histogram::of_cells(cells), &about);
        let within = rounds.interval().expect("a largest value is known");
        assert!(within.lo >= 1.0 && within.hi > within.lo, "{cells:?}: {within:?}");
        // Where something is played before the first round, it may end there.
        let before = Measured { least: 0, ..rounds }.interval().expect("a largest value is known");
        assert!(before.lo < within.lo, "{cells:?}: {before:?}");
    }
}

#[test]
fn a_table_of_several_points_has_one_header() {
    let (first, about) = (point(), about());
    let second = Point { varied: vec![("boss.hp".into(), "90, \"hard\"".into())], ..first.clone() };
    let (a, b) = (Tables::new(&first, &about, &totals()), Tables::new(&second, &about, &totals()));
    let mut text = Vec::new();
    write_csv(&mut text, [(&first, &a.rounds[..1]), (&second, &b.rounds[..1])]).unwrap();
    assert_text(
        core::str::from_utf8(&text).unwrap(),
        "
        scenario,system,boss.hp,round,outcome,side,count,fights
        gate,made-up,80,2,win,heroes,2,4
        gate,made-up,\"90, \"\"hard\"\"\",2,win,heroes,2,4
        ",
    );
}

#[test]
fn a_line_of_json_carries_the_common_columns() {
    let (point, about) = (point(), about());
    let tables = Tables::new(&point, &about, &totals());
    let json = |row: &RoundRow| serde_json::to_string(&Line::new(&point, row)).unwrap();
    assert_eq!(
        json(&tables.rounds[2]),
        r#"{"scenario":"gate","system":"made-up","boss.hp":"80","round":1,"outcome":"draw","side":null,"count":1,"fights":4}"#
    );
    let mut text = serde_json::Serializer::new(Vec::new());
    Line::new(&point, &tables.metrics[0]).serialize(&mut text).unwrap();
    assert!(String::from_utf8(text.into_inner()).unwrap().contains(r#""unit":null,"metric":"mains""#));
}
