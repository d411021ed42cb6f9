//! Goals and targets.

use super::*;

#[test]
fn goals_are_met_missed_or_open() {
    let verdict = |text: &str| Goal::parse(text, &about()).unwrap().verdict(&about(), &totals());
    // Rounds were 1, 2, 2 and 3: 2 ± 3.18 · 0.82 / 2.
    assert_eq!(verdict("rounds between 0 and 4"), Verdict::Met);
    assert_eq!(verdict("rounds > 4"), Verdict::Missed);
    assert_eq!(verdict("rounds <= 2"), Verdict::Undecided);
    // Bob had nothing left of his 5 HP in any of four fights: 4.61 at most, 5 times 3.69 / 4.
    assert_eq!(verdict("hp_left(Bob) < 4.62"), Verdict::Met);
    assert_eq!(verdict("hp_left(Bob) < 4.60"), Verdict::Undecided);
    assert_eq!(verdict("hp_left(Bob) >= 4.62"), Verdict::Missed);
    assert_eq!(verdict("mains(Ann) between 0 and 100"), Verdict::Met);
    // Bob took two in every fight seen, and nothing says how many he may take in others.
    assert_eq!(verdict("mains(Bob) between 0 and 100"), Verdict::Undecided);
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
    let percent = region("win_rate(foe) = 65%");
    assert!(near(percent.lo, 0.645) && near(percent.hi, 0.655));
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
        ("rel:10", "10", "expected a percentage, as in `rel:10%`"),
        ("half", "half", "expected a precision, found `half`"),
        ("round=1", "round", "no metric is named `round`; did you mean `rounds`?"),
    ] {
        let wrong = target(text).expect_err(text);
        assert_eq!((wrong.message.as_str(), &text[wrong.at]), (message, at), "{text}");
    }
}

#[test]
fn a_target_knows_how_far_it_is() {
    let estimate = |events, n| {
        let rate = Rate { events, n };
        Estimate { subject: Subject::Fight, seen: Seen::Rate(rate), within: rate.interval(), sharper: None }
    };
    let target = |text: &str| Target::parse(text, &about()).unwrap();
    let half = estimate(5_000, 10_000).half().unwrap();
    assert!((target("1pt").ratio(&estimate(5_000, 10_000)) - half / 0.01).abs() < 1e-12);
    assert!((target("rel:10%").ratio(&estimate(5_000, 10_000)) - half / 0.05).abs() < 1e-12);
    assert_eq!(target("rel:10%").ratio(&estimate(0, 10_000)), f64::INFINITY);
    assert!(target("rel:90%").ratio(&estimate(25, 1_000_000)) == 2.0, "a hundred events are needed");
    assert_eq!(target("1pt").ratio(&estimate(0, 0)), f64::INFINITY);
}
