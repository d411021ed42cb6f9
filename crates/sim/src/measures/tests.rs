//! The language on the made-up fight: Ann and Bob (heroes) against Boss (foe).

use proptest::prelude::*;

use fray_rules::engine::roster::{RosterUnit, SideId, UnitId};

use super::*;
use crate::fixture::{about, totals};
use crate::stats::{Interval, Rate};
use crate::totals::{About, Totals};

/// A measure, by the goal that it lies above nothing.
fn measure(text: &str, about: &About) -> Measure {
    Goal::parse(&format!("{text} >= 0"), about).unwrap_or_else(|wrong| panic!("{text}: {wrong}")).measure
}

fn values(text: &str) -> Vec<Option<f64>> {
    let found = measure(text, &about()).estimates(&about(), &totals());
    found.iter().map(Estimate::value).collect()
}

fn wrong(text: &str) -> Wrong {
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
    assert_eq!(rate("dry(Boss)"), (0, 4));
    let all = measure("exhausted(round <= 2)", &about());
    assert_eq!(all.of, [0, 1, 2].map(|unit| Subject::Unit(UnitId(unit))));
    assert_eq!(measure("exhausted(heroes, round <= 2)", &about()).of.len(), 2);
}

#[test]
fn rates_and_means_have_the_intervals_of_the_tables() {
    let estimate = |text: &str| measure(text, &about()).estimates(&about(), &totals())[0];
    assert_eq!(estimate("win_rate(foe)").within, Rate { events: 1, n: 4 }.interval());
    let of_unit = |text: &str| estimate(text).within.expect("an interval");
    // A side's interval is the weighted sum of its units': 7 attacks of Ann, 2 of Bob.
    let (ann, bob) = (of_unit("hit_rate(Ann)"), of_unit("hit_rate(Bob)"));
    let Interval { lo, hi } = of_unit("hit_rate(heroes)");
    assert!((lo - (7.0 * ann.lo + 2.0 * bob.lo) / 9.0).abs() < 1e-12);
    assert!((hi - (7.0 * ann.hi + 2.0 * bob.hi) / 9.0).abs() < 1e-12);
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
    assert_eq!(wrong.message, "`Imp#2` stands on more than one side");
    assert_eq!(wrong.help.as_deref(), Some("write heroes/Imp#2 or foe/Imp#2"));
    assert_eq!(of("mains(foe/Imp#2)", &about), [unit(2)]);
    // A side and a unit of one name: the side.
    about.roster.units[2].name = "foe".into();
    assert_eq!(of("mains(foe)", &about), [Subject::Side(SideId(1))]);
    assert_eq!(of("mains(foe/foe)", &about), [unit(2)]);
    assert_eq!(measure("mains(foe/foe)", &about).name(&about, unit(2)), "mains(foe/foe)");
    for (name, written) in [
        ("a, b", "\"a, b\""),
        ("x (old)", "'x (old)'"),
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
        ("", "", "expected what is measured, found the end"),
        ("winrate > 5%", "winrate", "unknown name `winrate`; did you mean `win_rate`?"),
        ("win_rate(orcs) > 5%", "orcs", "no side is named `orcs`"),
        ("win_rate(heros) > 5%", "heros", "no side is named `heros`; did you mean `heroes`?"),
        ("win_rate(Ann) > 5%", "Ann", "`win_rate` is of a side, and `Ann` is a unit"),
        ("mains(Bosss) > 1", "Bosss", "no side or unit is named `Bosss`; did you mean `Boss`?"),
        ("rounds(Ann) > 1", "Ann", "`rounds` is of the fight and takes no name"),
        ("rounds > 40%", "40%", "this is no rate: expected a number without `%`"),
        ("win_rate > 60", "60", "a rate lies between 0% and 100%"),
        ("win_rate > 5pt", "5pt", "`pt` is a unit of errors; a rate is written with `%`"),
        ("win_rate between 70% and 60%", "70% and 60%", "the first end lies above the second"),
        ("win_rate between 60%", "", "expected `and`, found the end"),
        ("win_rate ~ 60%", "~", "expected `<`, `<=`, `>`, `>=`, `=` or `between ... and ...`, found `~`"),
        ("win_rate > 60% or so", "or so", "expected the end, found `or`"),
        ("win_rate > 6x%", "6x", "expected a rate like 65% or 0.65"),
        ("win_rate >", "", "expected a rate like 65% or 0.65, found the end"),
        ("win_rate() > 1%", "(", "expected a name in the brackets"),
        ("win_rate(heroes, foe) > 1%", "foe", "`win_rate` takes one name and no more"),
        ("win_rate(heroes > 1%", "", "expected `,` or `)`, found the end"),
        ("median(survived) > 1", "median", "`survived` is a rate and has no `median`"),
        ("mean rounds > 1", "rounds", "expected `(` behind `mean`, found `rounds`"),
        ("mean(rounds > 1", ">", "expected `)`, found `>`"),
        ("judge > 1", "judge", "unknown name `judge`"),
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
fn goals_are_met_missed_or_open() {
    let verdict = |text: &str| Goal::parse(text, &about()).unwrap().verdict(&about(), &totals());
    // Rounds were 1, 2, 2 and 3: 2 ± 3.18 · 0.82 / 2.
    assert_eq!(verdict("rounds between 0 and 4"), Verdict::Met);
    assert_eq!(verdict("rounds > 4"), Verdict::Missed);
    assert_eq!(verdict("rounds <= 2"), Verdict::Undecided);
    // Bob had nothing left in any of four fights, which is 0.92 at most: 3.69 events / 4.
    assert_eq!(verdict("hp_left(Bob) < 0.93"), Verdict::Met);
    assert_eq!(verdict("hp_left(Bob) < 0.91"), Verdict::Undecided);
    assert_eq!(verdict("hp_left(Bob) >= 0.93"), Verdict::Missed);
    assert_eq!(verdict("mains between 0 and 100"), Verdict::Met);
    // One of three units misses it.
    assert_eq!(verdict("mains between 1.9 and 2.1"), Verdict::Undecided);
    assert_eq!(verdict("hp_left >= 0.0"), Verdict::Met);
    assert_eq!(verdict("fumbled > 0"), Verdict::Undecided, "Bob never rolled");
    let nothing = Goal::parse("rounds = 4", &about()).unwrap().verdict(&about(), &Totals::default());
    assert_eq!(nothing, Verdict::Undecided);
}

#[test]
fn equal_means_equal_as_written() {
    let region = |text: &str| Goal::parse(text, &about()).unwrap().region;
    let near = |x: f64, y: f64| (x - y).abs() < 1e-12;
    let whole = region("win_rate(foe) = 65%");
    assert!(near(whole.lo, 0.645) && near(whole.hi, 0.655));
    let finer = region("win_rate(foe) = 65.0%");
    assert!(near(finer.lo, 0.6495) && near(finer.hi, 0.6505));
    let rounds = region("rounds = 4");
    assert!(rounds.has(3.5) && rounds.has(4.5) && !rounds.has(4.6));
    assert!(!region("rounds < 4").has(4.0) && region("rounds <= 4").has(4.0));
    assert!(region("rounds between 4 and 5").has(5.0));
}

#[test]
fn targets_name_a_measure_and_a_precision() {
    let target = |text: &str| Target::parse(text, &about());
    let bare = target("0.25pt").unwrap();
    assert_eq!((bare.measure.of.len(), bare.precision), (2, Precision::Absolute(0.0025)));
    assert_eq!(target("rel:10%").unwrap().precision, Precision::Relative(0.1));
    assert_eq!(target("win_rate(foe)=1pt").unwrap().measure.of, [Subject::Side(SideId(1))]);
    assert_eq!(target("rounds=0.01").unwrap().precision, Precision::Absolute(0.01));
    assert_eq!(target("mains(Ann) = rel:2%").unwrap().measure.what, What::Metric(0));
    assert!(matches!(target("exhausted(Ann, round = 2)=1pt").unwrap().measure.what, What::Clock { .. }));
    for (text, at, message) in [
        ("0.25", "0.25", "expected a precision like `0.25pt` or `rel:10%`"),
        ("0.25%", "0.25%", "expected a precision like `0.25pt` or `rel:10%`"),
        ("0pt", "0pt", "expected a precision above 0"),
        ("0,25pt", "0", "expected a precision like `0.25pt` or `rel:10%`"),
        ("rounds=1pt", "1pt", "expected a precision like `0.01` or `rel:10%`"),
        ("rounds", "", "expected `=` and a precision like `0.25pt` or `rel:10%`, found the end"),
        ("rel:10", "10", "expected a part in percent, as in `rel:10%`"),
        ("round=1", "round", "unknown name `round`; did you mean `rounds`?"),
    ] {
        let wrong = target(text).expect_err(text);
        assert_eq!((wrong.message.as_str(), &text[wrong.at]), (message, at), "{text}");
    }
}

#[test]
fn a_target_knows_how_far_it_is() {
    let estimate = |events, n| {
        let rate = Rate { events, n };
        Estimate { subject: Subject::Fight, seen: Seen::Rate(rate), within: rate.interval() }
    };
    let target = |text: &str| Target::parse(text, &about()).unwrap();
    let half = estimate(5_000, 10_000).half().unwrap();
    assert!((target("1pt").ratio(&estimate(5_000, 10_000)) - half / 0.01).abs() < 1e-12);
    assert!((target("rel:10%").ratio(&estimate(5_000, 10_000)) - half / 0.05).abs() < 1e-12);
    assert_eq!(target("rel:10%").ratio(&estimate(0, 10_000)), f64::INFINITY);
    assert!(target("rel:90%").ratio(&estimate(25, 1_000_000)) == 2.0, "a hundred events are needed");
    assert_eq!(target("1pt").ratio(&estimate(0, 0)), f64::INFINITY);
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
                "win_rate", "exhausted", "mains", "median", "p5", "rounds", "round", "activation", "every",
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
        ];
        for Wrong { at, .. } in wrong.into_iter().flatten() {
            prop_assert!(text.get(at.clone()).is_some(), "{at:?} in {text:?}");
        }
    }
}
