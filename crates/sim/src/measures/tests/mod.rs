//! The language on the made-up fight: Ann and Bob (heroes) against Boss (foe).

use proptest::prelude::*;

use fray_engine::roster::{RosterSide, RosterUnit, SideId, UnitId, UnitSet};

mod criteria;
mod goals;

use super::cursor::Cursor;
use super::reference::{Place, Reference};
use super::*;
use crate::compare::primary::primary_metric;
use crate::compare::{self, MetricName, NoComparison};
use crate::fixture::{about, totals};
use crate::stats::{FightSums, Rate};
use crate::totals::{About, Totals, Tries};

/// A measure, by the goal that it lies above nothing.
fn measure(text: &str, about: &About) -> Measure {
    Goal::parse(&format!("{text} >= 0"), about).unwrap_or_else(|wrong| panic!("{text}: {wrong}")).measure
}

fn values(text: &str) -> Vec<Option<f64>> {
    let found = measure(text, &about()).estimates(&about(), &totals());
    found.iter().map(Estimate::value).collect()
}

fn wrong(text: &str) -> ParseError {
    Goal::parse(text, &about()).expect_err(text)
}

#[test]
fn every_name_is_evaluated_on_totals() {
    // The numbers of the fixture: two wins of the heroes in round 2, one of the foe in round 3, a
    // draw in round 1.
    let some = |all: &[f64]| all.iter().copied().map(Some).collect::<Vec<_>>();
    assert_eq!(values("win_rate"), some(&[0.5, 0.25]));
    assert_eq!(values("win_rate(foe)"), some(&[0.25]));
    assert_eq!(values("draw_rate"), some(&[0.25]));
    assert_eq!(values("timeout_rate"), some(&[0.0]));
    assert_eq!(values("rounds"), some(&[2.0]));
    assert_eq!(values("median(rounds)"), some(&[2.0]));
    assert_eq!(values("p95(rounds)"), some(&[3.0]));
    assert_eq!(values("mains"), some(&[2.0, 2.0, 2.0]));
    assert_eq!(values("mains(heroes)"), some(&[4.0]));
    assert_eq!(values("mean(hp_left(Ann))"), some(&[2.5]));
    assert_eq!(values("survived(heroes)"), some(&[3.0 / 8.0]));
    assert_eq!(values("fumbled(Ann)"), some(&[1.0 / 7.0]));
    assert_eq!(values("fumbled(Bob)"), [None]);
    assert_eq!(values("hit_rate(Ann)"), some(&[4.0 / 7.0]));
    assert_eq!(values("hit_rate(heroes)"), some(&[4.0 / 9.0]));
    assert_eq!(values("activations"), some(&[5.5]));
    assert_eq!(values("damage(Ann)"), some(&[7.0 / 4.0]));
    assert_eq!(values("damage(heroes)"), some(&[7.0 / 4.0]));
    assert_eq!(values("overkill(heroes)"), some(&[1.0 / 4.0]));
    assert_eq!(values("overkill"), some(&[1.0 / 4.0, 0.0, 0.0]));
    assert_eq!(values("p95(damage(foe))"), some(&[5.0]));
}

/// Ann began rounds 1, 1 and 2, 1 and 2, 1 to 3 of the four fights standing, and was Exhausted in
/// none, 1, 1 and 2, 1 and 2.
#[test]
fn bounds_on_rounds_have_the_fight_as_their_unit() {
    let by_fight = |text: &str| measure(text, &about()).observed(&about(), &totals())[0].1.by_fight;
    let sums = |fights: &[(u64, u64)]| {
        let mut sums = FightSums::default();
        fights.iter().for_each(|&(sum, tries)| sums.add(sum, tries));
        sums
    };
    let all = sums(&[(0, 1), (1, 2), (2, 2), (2, 3)]);
    assert_eq!(by_fight("exhausted(Ann, every)"), all);
    assert_eq!(by_fight("exhausted(Ann, every, round >= 1)"), all);
    assert_eq!(by_fight("exhausted(Ann, every, round <= 2)"), sums(&[(0, 1), (1, 2), (2, 2), (2, 2)]));
    assert_eq!(by_fight("exhausted(Ann, every, round >= 2)"), sums(&[(0, 0), (0, 1), (1, 1), (1, 2)]));
    assert_eq!(by_fight("exhausted(Ann, every, round = 3)"), sums(&[(0, 1)]));
    assert_eq!(by_fight("exhausted(Ann, every, round > 3)"), FightSums::default());
    // Which strikes of a fight came at which activation is not tallied, and is bounded.
    assert_eq!(by_fight("exhausted(Ann, every, activation <= 3)"), all, "these are all of them");
    assert_eq!(by_fight("exhausted(Ann, every, activation <= 2)"), all.part(8, 3));
    let first = sums(&[(0, 1), (1, 1), (1, 1), (1, 1)]);
    assert_eq!(by_fight("exhausted(Ann, every, round = 1, activation <= 2)"), first);
}

#[test]
fn clocks_are_shares_of_fights_or_of_rounds() {
    let rate = |text: &str| match measure(text, &about()).estimates(&about(), &totals())[..] {
        [Estimate { seen: Seen::Rate(rate), .. }] => (rate.events, rate.n),
        ref other => panic!("{other:?}"),
    };
    // First strikes of Ann: three of four fights, all in round 1 at activation 2.
    assert_eq!(rate("exhausted(Ann)"), (3, 4));
    assert_eq!(rate("exhausted(Ann, round <= 2)"), (3, 4));
    assert_eq!(rate("exhausted(Ann, round > 1)"), (0, 4));
    assert_eq!(rate("exhausted(Ann, activation between 1 and 2, round = 1)"), (3, 4));
    // Of all her rounds: five strikes, three of them in round 1, and three rounds cut short.
    assert_eq!(rate("exhausted(Ann, every)"), (5, 8));
    assert_eq!(rate("exhausted(Ann, every, round = 1)"), (3, 4));
    assert_eq!(rate("exhausted(Ann, every, activation < 3)"), (3, 8));
    assert_eq!(rate("exhausted_every(Ann, round = 1)"), (3, 4));
    assert_eq!(rate("dry(Boss)"), (0, 4));
    // Bob was exhausted in round 1 of each fight, Ann in three.
    assert_eq!(values("exhausted_first_round(heroes)"), [Some(1.0), Some(1.0)]);
    assert_eq!(values("dry_first_round(Boss)"), [None]);
    let all = measure("exhausted(round <= 2)", &about());
    assert_eq!(all.of, [0, 1, 2].map(|unit| Subject::Unit(UnitId(unit))));
    assert_eq!(measure("exhausted(heroes, round <= 2)", &about()).of.len(), 2);
}

#[test]
fn rates_and_means_have_the_intervals_of_the_tables() {
    let estimate = |text: &str| measure(text, &about()).estimates(&about(), &totals())[0];
    assert_eq!(estimate("win_rate(foe)").within, Rate { events: 1, n: 4 }.interval());
    let of_unit = |text: &str| estimate(text).within.expect("an interval");
    // The attacks of Ann and Bob in one fight hang together: their side has sums of its own.
    let of_side = totals().sides[0].by_fight[Tries::HitRate.place(2)];
    assert_eq!(of_side.tries, 9);
    assert_eq!(Some(of_unit("hit_rate(heroes)")), of_side.proportion());
    let of_ann = totals().units[0].by_fight[Tries::HitRate.place(2)];
    assert_eq!(Some(of_unit("hit_rate(Ann)")), of_ann.proportion());
}

#[test]
fn copies_are_meant_together_and_slashes_part_sides_from_units() {
    let mut about = about();
    about.roster.units[0].name = "Imp#1".into();
    about.roster.units[1].name = "Imp#2".into();
    let of = |text: &str, about: &About| measure(text, about).of;
    let unit = |id| Subject::Unit(UnitId(id));
    assert_eq!(of("mains(Imp)", &about), [unit(0), unit(1)]);
    assert_eq!(of("mains(Imp#2)", &about), [unit(1)]);
    assert_eq!(of("mains(heroes/Imp)", &about), [unit(0), unit(1)]);
    assert_eq!(of("mains(\"heroes\"/\"Imp#1\")", &about), [unit(0)]);
    about.roster.units[2].name = "Imp#2".into();
    let wrong = Goal::parse("mains(Imp#2) > 1", &about).unwrap_err();
    assert_eq!(wrong.message, "units of several sides are named `Imp#2`");
    assert_eq!(wrong.help.as_deref(), Some("write heroes/Imp#2 or foe/Imp#2"));
    assert_eq!(of("mains(foe/Imp#2)", &about), [unit(2)]);
    // A side and a unit of one name: the side.
    about.roster.units[2].name = "foe".into();
    assert_eq!(of("mains(foe)", &about), [Subject::Side(SideId(1))]);
    assert_eq!(of("mains(foe/foe)", &about), [unit(2)]);
    assert_eq!(measure("mains(foe/foe)", &about).name(&about, unit(2)), "mains(foe/foe)");
    for (name, written) in [
        ("a, b", "\"a, b\""),
        ("x (old)", "x (old)"),
        ("x) y", "'x) y'"),
        ("a/b", "a/b"),
        ("say \"hi\"", r#""say \"hi\"""#),
        ("round", "round"),
        ("忍者 一", "忍者 一"),
    ] {
        about.roster.units[2] = RosterUnit { name: name.into(), side: SideId(1) };
        assert_eq!(of(&format!("exhausted({written})"), &about), [unit(2)], "{name}");
        assert_eq!(of(&format!("exhausted(foe/{written}, round < 3)"), &about), [unit(2)], "{name}");
    }
}

#[test]
fn wrong_texts_are_pointed_at() {
    // The text, what is pointed at, what is said of it.
    for (text, at, message) in [
        ("", "", "expected the name of a metric, like `rounds` or `hp_left(Boss)`, found the end"),
        ("winrate > 5%", "winrate", "no metric is named `winrate`; did you mean `win_rate`?"),
        ("win_rate(orcs) > 5%", "orcs", "no side is named `orcs`"),
        ("win_rate(heros) > 5%", "heros", "no side is named `heros`; did you mean `heroes`?"),
        ("win_rate(Ann) > 5%", "Ann", "`win_rate` belongs to a side, and `Ann` is a unit"),
        ("mains(Bosss) > 1", "Bosss", "no side or unit is named `Bosss`; did you mean `Boss`?"),
        ("rounds(Ann) > 1", "Ann", "`rounds` belongs to the fight and takes no name"),
        ("rounds > 40%", "40%", "this metric is not a rate: expected a number without `%`"),
        ("win_rate > 60", "60", "a rate lies between 0% and 100%"),
        ("win_rate > 5pt", "5pt", "`pt` is a unit of differences; a rate is written with `%`"),
        ("win_rate between 70% and 60%", "70% and 60%", "the lower end is above the upper end"),
        ("win_rate between 60%", "", "expected `and`, found the end"),
        ("win_rate ~ 60%", "~", "expected `<`, `<=`, `>`, `>=`, `=` or `between ... and ...`, found `~`"),
        ("win_rate > 60% or so", "or so", "expected the end, found `or`"),
        ("win_rate > 6x%", "6x", "expected a rate like 65% or 0.65"),
        ("win_rate >", "", "expected a rate like 65% or 0.65, found the end"),
        ("win_rate() > 1%", "(", "expected a name in the brackets"),
        (
            "win_rate(heroes, foe) > 1%",
            "foe",
            "expected `every`, or a bound like `round <= 2` or `activation < 3`, found `foe`",
        ),
        (
            "mains(Ann, every) > 1",
            "every",
            "`mains` is not a clock and takes neither `every`, `first` nor bounds",
        ),
        (
            "mains(round < 3) > 1",
            "round < 3",
            "`mains` is not a clock and takes neither `every`, `first` nor bounds",
        ),
        ("win_rate(heroes > 1%", "", "expected `,` or `)`, found the end"),
        ("median(survived) > 1", "median", "`survived` is a rate and has no quantiles"),
        ("mean rounds > 1", "rounds", "expected `(` after `mean`, found `rounds`"),
        ("mean(rounds > 1", ">", "expected `)`, found `>`"),
        ("judge > 1", "judge", "no metric is named `judge`"),
        ("exhausted(Ann, round <= 0) > 1%", "0", "expected a whole number from 1 to 1000000"),
        ("exhausted(Ann, round > 3, round < 3) > 1%", "round < 3", "no round fits these bounds"),
        (
            "exhausted(Ann, rounds < 3) > 1%",
            "rounds",
            "expected `every`, or a bound like `round <= 2` or `activation < 3`, found `rounds`",
        ),
        ("mains(\"Ann) > 1", "\"Ann) > 1", "this quote is never closed"),
    ] {
        let wrong = wrong(text);
        assert_eq!(wrong.message, message, "{text}");
        assert_eq!(&text[wrong.at], at, "{text}");
    }
}

#[test]
fn whoever_is_named_like_a_view_is_written_in_quotes() {
    for (text, help) in [
        (
            "win_rate(first) > 50%",
            Some("a side or unit of this name is written in quotes: win_rate('first')"),
        ),
        ("mains(every) > 1", Some("a side or unit of this name is written in quotes: mains('every')")),
    ] {
        assert_eq!(wrong(text).help.as_deref(), help, "{text}");
    }
    // Quoted, it is a name.
    assert!(wrong("win_rate('first') > 50%").message.contains("no side is named `first`"));
}

/// The error of a comparison that shares all metrics, sides and units of `about`.
fn refused_in_pairs(text: &str, about: &About) -> Option<ParseError> {
    let name = |metric: &str, side: Option<&str>, unit: Option<&str>| MetricName {
        metric: metric.to_owned(),
        side: side.map(str::to_owned),
        unit: unit.map(str::to_owned),
    };
    let mut shared = Vec::new();
    for (metric, what) in measure::names(about) {
        if let What::DrawRate | What::TimeoutRate | What::Rounds | What::Activations = what {
            shared.push(name(&metric, None, None));
            continue;
        }
        for side in &about.roster.sides {
            shared.push(name(&metric, Some(&side.name), None));
            shared.extend(
                side.units.map(|unit| name(&metric, Some(&side.name), Some(about.roster.unit(unit)))),
            );
        }
    }
    let shared: Vec<_> = shared.iter().map(|named| (named, compare::MetricKind::Mean)).collect();
    match primary_metric(&shared, Some(text)) {
        Ok(_) => None,
        Err(NoComparison::Metric(error)) => Some(error),
        Err(other) => panic!("{other:?}"),
    }
}

/// What each place says of a name: nothing if it accepts it, else what it points at and why.
#[test]
fn each_name_is_accepted_or_refused_in_each_place() {
    const NO_QUANTILE: &str =
        "a comparison is of rates and means: a quantile has no difference in a pair of fights";
    const NO_BOUNDS: &str =
        "a comparison counts all rounds and activations: bounds are for goals and targets";
    let no_clock =
        |name: &str| format!("`{name}` is not a clock and takes neither `every`, `first` nor bounds");
    let one_fight = |name: &str| format!("`{name}` describes one fight, which only `trace --find` asks for");
    let all_fights = |name: &str| format!("`{name}` speaks of all fights, and a search is for one");
    let compared = |name: &str| format!("`{name}` needs a comparison here");
    const NO_MEAN: &str = "a mean speaks of all fights, and a search is for one";
    let unknown = |name: &str| format!("no metric is named `{name}`");
    let said = |at: &'static str, message: &str| (at, message.to_owned());
    let accepted = || said("", "");
    // The text; in goals and targets; in comparisons, which look up names among the metrics that
    // two scenarios share; in searches.
    for (text, fights, pairs, one) in [
        ("win_rate(foe)", accepted(), accepted(), said("win_rate(foe)", &all_fights("win_rate"))),
        ("draw_rate", accepted(), accepted(), said("draw_rate", &all_fights("draw_rate"))),
        ("rounds", accepted(), accepted(), said("rounds", &compared("rounds"))),
        ("mean(rounds)", accepted(), accepted(), said("mean", NO_MEAN)),
        ("median(rounds)", accepted(), said("median", NO_QUANTILE), accepted()),
        ("activations", accepted(), accepted(), said("activations", &compared("activations"))),
        ("damage(Ann)", accepted(), accepted(), said("damage(Ann)", &compared("damage"))),
        ("damage(heroes)", accepted(), accepted(), said("damage(heroes)", &compared("damage"))),
        ("overkill(Ann)", accepted(), accepted(), said("overkill(Ann)", &compared("overkill"))),
        ("hit_rate(heroes)", accepted(), accepted(), said("hit_rate(heroes)", &compared("hit_rate"))),
        ("exhausted(Ann)", accepted(), accepted(), accepted()),
        (
            "exhausted(Ann, every)",
            accepted(),
            accepted(),
            said("exhausted(Ann, every)", &compared("exhausted")),
        ),
        ("exhausted(Ann, round <= 2)", accepted(), said("round <= 2", NO_BOUNDS), accepted()),
        (
            "exhausted_every(Ann)",
            accepted(),
            accepted(),
            said("exhausted_every(Ann)", &compared("exhausted_every")),
        ),
        (
            "dry_first_round(Ann)",
            accepted(),
            accepted(),
            said("dry_first_round(Ann)", &compared("dry_first_round")),
        ),
        (
            "hp_left(Ann, every)",
            said("every", &no_clock("hp_left")),
            said("every", &no_clock("hp_left")),
            said("every", &no_clock("hp_left")),
        ),
        (
            "judge(Ann)",
            said("judge", &unknown("judge")),
            said("judge", &unknown("judge")),
            said("judge", "`judge` is not a metric and describes no fight"),
        ),
        ("win", said("win", &one_fight("win")), said("win", &one_fight("win")), accepted()),
        ("loss(heroes)", said("loss", &one_fight("loss")), said("loss", &one_fight("loss")), accepted()),
        (
            "timeout",
            said("timeout", &one_fight("timeout")),
            said("timeout", &one_fight("timeout")),
            accepted(),
        ),
        (
            "longest",
            said("longest", &one_fight("longest")),
            said("longest", &one_fight("longest")),
            accepted(),
        ),
        (
            "most_damage(Ann)",
            said("most_damage", &one_fight("most_damage")),
            said("most_damage", &one_fight("most_damage")),
            accepted(),
        ),
        (
            "median(most_damage(Ann))",
            said("most_damage", &one_fight("most_damage")),
            said("most_damage", &one_fight("most_damage")),
            said("median", "one fight has no means and quantiles"),
        ),
        (
            "win(heroes, round = 2)",
            said("win", &one_fight("win")),
            said("win", &one_fight("win")),
            said("round = 2", &no_clock("win")),
        ),
    ] {
        let shown = |error: Option<ParseError>| {
            error.map_or(("", String::new()), |ParseError { at, message, .. }| (&text[at], message))
        };
        let about = about();
        let is_rate = Measure::parse(&mut Cursor::new(text), &about).is_ok_and(|found| found.is_rate(&about));
        let precision = if is_rate { "1pt" } else { "0.1" };
        assert_eq!(shown(Goal::parse(&format!("{text} >= 0"), &about).err()), fights, "{text}");
        assert_eq!(shown(Target::parse(&format!("{text} = {precision}"), &about).err()), fights, "{text}");
        assert_eq!(shown(refused_in_pairs(text, &about)), pairs, "{text}");
        assert_eq!(shown(Criteria::parse(text, &about).err()), one, "{text}");
    }
}

#[test]
fn no_name_of_a_system_is_that_of_another_metric() {
    for system in fray_play::game::games() {
        let about = About { metrics: system.metrics, clocks: system.clocks, ..about() };
        let mut names: Vec<String> = measure::names(&about).into_iter().map(|(name, _)| name).collect();
        let n_names = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), n_names, "{}", system.name());
    }
}

#[test]
fn a_measure_is_named_as_it_can_be_read_again() {
    let about = about();
    for text in [
        "win_rate(heroes)",
        "draw_rate",
        "p95(rounds)",
        "median(mains(heroes))",
        "hp_left(Ann)",
        "exhausted(Ann, every, round <= 2, activation between 2 and 3)",
        "dry(Boss, round >= 4)",
    ] {
        let read = measure(text, &about);
        assert_eq!(read.name(&about, read.of[0]), text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_text_panics_and_wrong_ones_are_pointed_at_within(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "win_rate", "exhausted", "win", "most_damage", "mains", "median", "p5", "rounds", "round", "activation", "every",
                "Ann", "heroes", "between", "and", "rel", ":", "(", ")", ",", "/", "\"", "'", "\\", "<", "=",
                ">=", "60%", "0.25pt", "1_0", "-3", "9e9", "99999999999999999999", "%", " ", "\n", "忍", "é",
            ]),
            0..12,
        ),
    ) {
        let text: String = words.concat();
        let wrong = [
            Goal::parse(&text, &about()).err(),
            Target::parse(&text, &about()).err(),
            Criteria::parse(&text, &about()).err(),
            Reference::parse_text(&text, Place::Pairs).err(),
        ];
        for ParseError { at, .. } in wrong.into_iter().flatten() {
            prop_assert!(text.get(at.clone()).is_some(), "{at:?} in {text:?}");
        }
    }
}
