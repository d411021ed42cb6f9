//! Fights worked out by hand, against exact answers and transcripts.

use core::sync::atomic::AtomicBool;

use fray_engine::fight::play;
use fray_engine::tape::Tape;
use fray_sim::exact::{ExactReport, Options, solve};
use fray_sim::play::trace::Transcript;
use fray_sim::scenario::Scenario;
use fray_toy::{State, Toy};

use crate::files::{rules, scenario, two};
use crate::support::close::assert_close;

/// The exact answer to a scenario.
pub(crate) fn exact_of(scenario: &Scenario) -> ExactReport {
    let answer = solve(scenario.engine(), "toy", &Options::default(), &AtomicBool::new(false));
    answer.unwrap_or_else(|none| panic!("{none}"))
}

/// The exact answer to the scenario of a text.
pub(crate) fn exact(text: &str) -> ExactReport {
    exact_of(&scenario(text))
}

/// The mean of a metric of a unit.
fn mean(report: &ExactReport, unit: &str, metric: &str) -> f64 {
    let is =
        |row: &&fray_sim::exact::report::MetricRow| row.unit.as_deref() == Some(unit) && row.metric == metric;
    report.metrics.iter().find(is).unwrap_or_else(|| panic!("{metric} of {unit}")).mean
}

/// TY-02, TY-03: each kills with two of three shots. Who is first wins with 2/3 / (1 - 1/9), in 1 / (1 - 1/9) rounds;
/// that 20 shots are not enough is as good as impossible.
#[test]
fn ty_02_who_is_first_wins_three_of_four() {
    let sure = "hp = 1\naim = 3\nshots = 20";
    let fight = |first: &str| exact(&two(&format!("[rulings]\nfirst = \"{first}\""), sure, sure));
    let listed = fight("listed");
    assert_close(listed.win("left"), 3.0 / 4.0);
    assert_close(listed.rounds_mean, 9.0 / 8.0);
    assert_close(fight("rolled").win("left"), 0.5);
}

/// TY-05: the left has one shot, which takes 1 of 2 HP in 5 of 6; then fists, which hit in 1 of 6. The right kills
/// with 5 of 6 shots. With 1 HP left before the shot of the right the left wins with w = (1/6 + 5/6 w) / 6 = 1/31,
/// with 2 HP with v = (w/6 + 5/6 v) / 6 = 1/961.
#[test]
fn ty_05_fists_when_the_shots_are_spent() {
    let left = "hp = 1\naim = 2\nshots = 1";
    let report = exact(&two("[rulings]\nfirst = \"listed\"", left, "hp = 2\naim = 2\nshots = 20"));
    assert_close(report.win("left"), 5.0 / 6.0 / 31.0 + 1.0 / 6.0 / 961.0);
    // The shot is spent in round 1, and each later turn is a blow.
    let spent = report.exhaustion.iter().filter(|row| row.unit == "L" && row.view == "first");
    let spent = spent.filter(|row| row.what == "attack" && row.round == Some(1));
    assert_close(spent.map(|row| row.p).sum(), 1.0);
    // Each survived shot of the right is followed by a blow: b = (1 + 5/6 b) / 6 with 1 HP, c = (1 + b/6 + 5/6 c) / 6.
    let (b, c) = (6.0 / 31.0, 192.0 / 961.0);
    assert_close(mean(&report, "L", "blows"), 5.0 / 6.0 * b + c / 6.0);
}

/// TY-04: a hit takes no more than there is, and who is down keeps no shots.
#[test]
fn ty_04_what_a_hit_takes_off() {
    let report = exact(&two(
        "[run]\nmax_rounds = 1\n[rulings]\nfirst = \"listed\"",
        "hp = 9\naim = 2\ndamage = 5",
        "hp = 3\naim = 4",
    ));
    assert_close(report.win("left"), 5.0 / 6.0);
    assert_close(mean(&report, "R", "dropped"), 5.0 / 6.0);
    assert_close(mean(&report, "L", "shots_left"), 5.0);
    assert_close(mean(&report, "R", "shots_left"), 5.0 / 6.0);
}

/// D-01: in the one round of the fight the archer attacks the brute with 3 HP, the one with 2, or either.
#[test]
fn d_01_whom_a_unit_attacks() {
    let down = |target: &str| {
        let report = exact(&format!(
            "system = \"toy\"\n[run]\nmax_rounds = 1\n[rulings]\nfirst = \"listed\"\n\
             [[side]]\nname = \"left\"\n[[side.unit]]\nname = \"L\"\nhp = 9\naim = 2\ndamage = 2\n\
             tactics = {{ target = {target} }}\n\
             [[side]]\nname = \"right\"\n[[side.unit]]\nname = \"A\"\nhp = 3\n[[side.unit]]\nname = \"B\"\nhp = 2\n"
        ));
        [mean(&report, "A", "dropped"), mean(&report, "B", "dropped")]
    };
    for (target, p) in [
        ("\"first\"", 0.0),
        ("\"weakest\"", 5.0 / 6.0),
        ("\"random\"", 5.0 / 12.0),
        ("[{ use = \"weakest\", when = \"foes >= 2\" }, \"first\"]", 5.0 / 6.0),
        ("[{ use = \"weakest\", when = \"hp < 50%\" }, \"first\"]", 0.0),
        ("[{ use = \"weakest\", when = \"shots = 6\" }]", 5.0 / 6.0),
    ] {
        let [a, b] = down(target);
        assert_close(a, 0.0);
        assert_close(b, p);
    }
}

/// TY-06: nobody can be put down in one round.
#[test]
fn ty_06_a_timeout() {
    let report = exact(&two("[run]\nmax_rounds = 1", "hp = 9", "hp = 9"));
    assert_close(report.timeout(), 1.0);
}

#[test]
fn the_transcript_says_what_the_dice_say() {
    let toy = rules(&scenario(&two("", "hp = 2\naim = 4\nshots = 1", "hp = 1\naim = 6")));
    // The right is first and misses; the left spends its shot; the right hits; the left strikes.
    let mut dice = Tape::new(&[(2, 2), (6, 5), (6, 3), (2, 2), (6, 6), (6, 6)]);
    let mut told = Transcript::<Toy>::default();
    play(&toy, &mut State::default(), &mut dice, &mut told);
    assert_eq!(
        told.lines(&toy),
        [
            "Round 1",
            "  right is first",
            "  R shoots at L: d6 = 5 against 6: miss",
            "  L shoots at R: d6 = 3 against 4: miss",
            "    L has no shot left",
            "Round 2",
            "  right is first",
            "  R shoots at L: d6 = 6 against 6: hit",
            "    L loses 1 HP, 1 left",
            "  L strikes R: d6 = 6 against 6: hit",
            "    R loses 1 HP and is down",
        ]
    );
}
