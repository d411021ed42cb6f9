//! `exact`: sums to one, agrees with what is sampled, and says when it is out of reach.

use serde_json::Value;
use statrs::distribution::{ContinuousCDF, Normal};

use crate::shell::{Shell, config, configs, duel, number};

fn sum<'a>(rows: impl IntoIterator<Item = &'a Value>) -> f64 {
    rows.into_iter().map(|row| row["p"].as_f64().expect("a probability")).sum()
}

/// The largest error of `n` probabilities summed one after the other, each correct to the last
/// bit: Higham, Accuracy and Stability of Numerical Algorithms, 2nd edition, section 4.2.
fn rounding(n: usize) -> f64 {
    n as f64 * f64::EPSILON
}

#[test]
fn the_rows_of_each_view_sum_to_one() {
    let object = Shell::new().fray(&["exact", &duel(), "--json"]).ends_with(0).json();
    let residual = object["residual"].as_f64().expect("a number");
    let list = |name: &str| object[name].as_array().expect("a list");
    let sums_to_one = |what: &str, rows: &[&Value]| {
        let missing = (1.0 - sum(rows.iter().copied())).abs();
        assert!(missing <= residual + rounding(rows.len()), "{what}: {missing:e}, residual {residual:e}");
    };
    sums_to_one("outcomes", &list("outcomes").iter().collect::<Vec<_>>());
    sums_to_one("rounds", &list("rounds").iter().collect::<Vec<_>>());
    for unit in ["Knight", "Ogre"] {
        let first =
            |row: &&Value| row["unit"] == unit && row["view"] == "first" && row["clock"] == "exhausted";
        sums_to_one(unit, &list("exhaustion").iter().filter(first).collect::<Vec<_>>());
    }
}

/// A z-test for each probability of the duel's outcomes and of the rounds in which they come,
/// each at a level that all together are wrong once in a million seeds.
#[test]
fn the_run_agrees_with_the_exact_answer() {
    const FIGHTS: u64 = 200_000;
    let shell = Shell::new();
    let object = shell.fray(&["exact", &duel(), "--json"]).ends_with(0).json();
    shell.duel("out", &["--fights", &FIGHTS.to_string(), "-q"]);
    let rows = shell.rows("out", "rounds");
    let exact = object["rounds"].as_array().expect("rounds");
    // Where fewer than 100 fights are expected the normal approximation is none.
    let usual: Vec<_> = exact.iter().filter(|row| sum([*row]) * FIGHTS as f64 >= 100.0).collect();
    assert!(usual.len() > 10);
    let limit = Normal::standard().inverse_cdf(1.0 - 1e-6 / 2.0 / (usual.len() + 2) as f64);
    let agrees = |what: &dyn core::fmt::Debug, count: u64, p: f64| {
        let n = FIGHTS as f64;
        let z = (count as f64 - n * p) / (n * p * (1.0 - p)).sqrt();
        assert!(z.abs() < limit, "{what:?}: {count} of {n}, exact {p}, z {z}");
    };
    for row in usual {
        let counted = rows.iter().find(|other| {
            row["round"] == number(other, "round")
                && row["outcome"] == other["outcome"]
                && row["side"] == other["side"]
        });
        agrees(row, counted.map_or(0, |row| number(row, "count")), sum([row]));
    }
    for side in shell.rows("out", "summary") {
        let outcomes = object["outcomes"].as_array().expect("outcomes");
        let exact = outcomes.iter().find(|row| row["side"] == side["side"].as_str()).expect("the side");
        agrees(&side, number(&side, "wins"), sum([exact]));
    }
}

#[test]
fn the_text_says_what_the_object_says() {
    let shell = Shell::new();
    let object = shell.fray(&["exact", &duel(), "--json"]).ends_with(0).json();
    let text = shell.fray(&["exact", &duel()]).ends_with(0).out;
    let wins = format!("{:.9} %", 100.0 * object["outcomes"][0]["p"].as_f64().expect("a number"));
    let line = text.lines().find(|line| line.contains("wizards to win")).expect("the line");
    assert!(line.ends_with(&wins), "{line}: {wins}");
    assert!(text.contains(&format!("{} states", object["states"])), "{text}");
}

#[test]
fn best_play_is_an_answer_of_one_side() {
    let shell = Shell::new();
    let (duel, small) = (configs("juso/duel.toml"), ["--set", "Hunter.life=2", "--set", "Brute.life=2"]);
    let best = [&["exact", duel.as_str(), "--play", "best", "--of", "machines"], &small[..]].concat();
    let object = shell.fray(&[&best[..], &["--json"]].concat()).ends_with(0).json();
    let rate = object["win_rate"].as_f64().expect("a rate");
    assert!(object["side"] == "machines" && rate >= object["sets"][0]["win_rate"].as_f64().expect("a rate"));
    let text = shell.fray(&best).ends_with(0).out;
    assert!(text.contains(&format!("{:.9} %  the best of these at each turn", 100.0 * rate)), "{text}");
    let ended = shell.fray(&["exact", &duel, "--play", "best", "--of", "machine"]).ends_with(2);
    assert!(ended.err.contains("there is no side `machine`; did you mean `machines`"), "{}", ended.err);
    shell.fray(&["exact", &duel, "--of", "machines"]).ends_with(2);
}

#[test]
fn walls_are_out_of_reach_and_it_says_how_far() {
    let ended = Shell::new().fray(&["exact", &config("walls.toml"), "--json"]).ends_with(4);
    assert_eq!(ended.json()["code"], 4);
    let estimate = ended.err.split("at least about ").nth(1).and_then(|rest| rest.split(' ').next());
    let estimate: f64 = estimate.expect("an estimate").parse().expect("a number of states");
    assert!(estimate > 1e5, "{}", ended.err);
    assert!(ended.err.contains("sample it with `fray run`"), "{}", ended.err);
}

#[test]
fn a_run_is_held_against_the_exact_answer() {
    let shell = Shell::new();
    let ended = shell.duel("out", &["--fights", "100000", "--verify"]);
    assert!(ended.err.starts_with("duel: verified: "), "{}", ended.err);
    let swarm = config("swarm.toml");
    let ended = shell.fray(&["run", &swarm, "--fights", "100", "--out", "swarm", "--verify"]).ends_with(4);
    assert!(ended.err.contains("swarm: not verified: "), "{}", ended.err);
}
