//! `run --target-error`: where runs stop, what they say, and how they end.

use crate::shell::{Shell, duel, number};

#[test]
fn a_run_stops_at_its_target_whatever_the_threads() {
    let shell = Shell::new();
    for (out, threads) in [("one", "1"), ("two", "2"), ("seven", "7")] {
        shell.duel(out, &["--target-error", "1pt", "--threads", threads]);
    }
    let summary = &shell.rows("one", "summary")[0];
    assert_eq!(summary["stop"], "target");
    // z² p q / 0.01² is 9,604 at most, and the first look behind 10,000 is at 10,240.
    assert_eq!(number(summary, "fights"), 10_240);
    assert_eq!(shell.manifest("one")["stop"], "target");
    for other in ["two", "seven"] {
        assert_eq!(shell.tables(other), shell.tables("one"), "{other}");
    }
    // The same fights as a run that was asked for so many.
    shell.duel("fixed", &["--fights", "10240"]);
    assert_eq!(shell.signature("fixed"), shell.signature("one"));
    assert_eq!(shell.rows("fixed", "summary")[0]["stop"], "fixed");
}

#[test]
fn several_targets_are_all_met() {
    let shell = Shell::new();
    let targets = ["--target-error", "5pt", "--target-error", "rounds=rel:1%", "--min-fights", "1000"];
    shell.duel("out", &targets);
    let summary = &shell.rows("out", "summary")[0];
    let value = |column: &str| summary[column].parse::<f64>().expect("a number");
    // Of a duel the rounds are known sooner with luck taken out, and the run stops by that.
    let (lo, hi) = (value("rounds_adjusted_lo"), value("rounds_adjusted_hi"));
    assert!(hi - lo <= 0.02 * value("rounds_mean"));
    assert!(value("rounds_hi") - value("rounds_lo") > 0.02 * value("rounds_mean"));
    // 5 points take fewer than the first look holds.
    assert!(number(summary, "fights") > 1024, "{summary:?}");
}

#[test]
fn a_limit_before_the_target_ends_with_4_and_says_what_is_needed() {
    let shell = Shell::new();
    let duel = duel();
    let args =
        ["run", &duel, "--seed", "1", "--target-error", "win_rate(wizards)=0.1pt", "--max-fights", "3000"];
    let ended = shell.fray(&[&args[..], &["--out", "out"]].concat()).ends_with(4);
    assert_eq!(shell.rows("out", "summary")[0]["stop"], "max");
    assert_eq!(number(&shell.rows("out", "summary")[0], "fights"), 3000);
    assert!(
        ended.out.contains("the largest number of fights was reached before the requested precision"),
        "{}",
        ended.out
    );
    assert!(ended.err.contains("win_rate(wizards) "), "{}", ended.err);
    assert!(ended.err.contains("pt, target 0.1pt after 3000 fights; needs about "), "{}", ended.err);
}

#[test]
fn wrong_targets_are_pointed_at() {
    let shell = Shell::new();
    let duel = duel();
    for (args, said) in [
        (&["--target-error", "0.25"][..], "expected a precision like `0.25pt` or `rel:10%`"),
        (&["--target-error", "win_rat=1pt"], "no metric is named `win_rat`; did you mean `win_rate`?"),
        (&["--target-error", "1pt", "--fights", "10"], "cannot be used with"),
        (&["--target-error", "1pt", "--range", "0..10"], "cannot be used with"),
        (&["--max-fights", "10", "--fights", "5"], "cannot be used with"),
        (&["--target-error", "1pt", "--min-fights", "10", "--max-fights", "5"], "is more than --max-fights"),
    ] {
        let ended = shell.fray(&[&["run", &duel][..], args].concat()).ends_with(2);
        assert!(ended.err.contains(said), "{args:?}: {}", ended.err);
        assert_eq!(ended.out, "");
    }
    let ended = shell.fray(&["run", &duel, "--target-error", "win_rat=1pt"]).ends_with(2);
    assert!(ended.err.contains("\n  win_rat=1pt\n  ^^^^^^^\n"), "{}", ended.err);
    assert!(!shell.path("results").exists(), "nothing was opened");
}

#[test]
fn a_rare_end_is_estimated_with_an_interval() {
    let shell = Shell::new();
    let duel = duel();
    let args = ["run", &duel, "--seed", "1", "--set", "Ogre.hp=100", "--rare", "win(wizards)", "--json"];
    let object = shell.fray(&args).ends_with(0).json();
    let number = |key: &str| object[key].as_f64().expect("a number");
    // Exactly 13.05 %.
    assert!(number("lo") < 0.1305 && 0.1305 < number("hi"), "{object}");
    assert!(number("p") > number("lo") && number("p") < number("hi"), "{object}");
    let ended = shell.fray(&["run", &duel, "--rare", "rounds > 3"]).ends_with(2);
    assert!(ended.err.contains("splitting knows no way that leads there"), "{}", ended.err);
}
