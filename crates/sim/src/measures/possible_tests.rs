use super::*;
use crate::duel::{Duel, KNIGHT, OGRE};
use crate::scenario::{Scenario, load_text};

fn duel() -> Scenario {
    let text = Duel {
        head: "[run]\nmax_rounds = 7\n",
        sides: ["heroes", "ogres"],
        knight: &format!("kind = \"pc\"\n{KNIGHT}"),
        ogre: &format!("kind = \"npc\"\n{OGRE}"),
        end: "",
    }
    .text();
    load_text("duel.toml", &text).expect("the scenario is right")
}

/// Returns the faults of these goals of a duel, by number.
fn said(goals: &[&str]) -> Vec<(usize, String)> {
    let scenario = duel();
    let about = scenario.engine().about();
    let goals: Vec<Goal> = goals
        .iter()
        .map(|text| Goal::parse(text, &about).unwrap_or_else(|no| panic!("{text}: {no}")))
        .collect();
    let goals: Vec<&Goal> = goals.iter().collect();
    senseless(&goals, &about).into_iter().map(|it| (it.goal, it.message)).collect()
}

#[test]
fn a_goal_on_what_cannot_be_is_decided_by_the_rules() {
    let always = |goal: &str| assert_eq!(said(&[goal]), [(0, "this goal always holds".to_owned())], "{goal}");
    let never =
        |goal: &str| assert_eq!(said(&[goal]), [(0, "this goal can never be met".to_owned())], "{goal}");
    // Nobody heals, flees or hits his own side.
    always("ally_damage(Knight) < 1");
    always("healing_given = 0");
    always("healing_received(heroes) <= 3");
    always("fled(Ogre) = 0");
    never("healing_given(Knight) > 0");
    never("p95(healing_given(Knight)) >= 1");
    always("rounds <= 7");
    always("median(rounds) < 8");
    never("rounds > 7");
    // Every fight has a round.
    always("rounds >= 1");
    never("median(rounds) < 1");
    never("hp_left(Knight) > 18");
    always("hp_left(Knight) between 0 and 18");
    always("win_rate(heroes) >= 0%");
    never("win_rate(heroes) < 0%");
    never("win_rate(heroes) > 100%");
    never("n_dropped(heroes) >= 2");
    always("timeout_rate between 0% and 100%");
    for open in [
        "win_rate(heroes) = 0%",
        "timeout_rate = 100%",
        "rounds < 7",
        "hp_left(Knight) >= 18",
        "damage(Knight) < 1000000",
    ] {
        assert_eq!(said(&[open]), [], "{open}");
    }
}

#[test]
fn goals_that_contradict_each_other_are_said() {
    let contradicts = |goals: &[&str], at: usize| {
        let found = said(goals);
        assert!(
            found.iter().any(|(goal, text)| *goal == at && text.contains("contradicts")),
            "{goals:?}: {found:?}"
        );
    };
    contradicts(&["win_rate(heroes) > 60%", "win_rate(heroes) <= 60%"], 1);
    contradicts(&["rounds between 3 and 4", "win_rate(heroes) > 10%", "rounds >= 5"], 2);
    contradicts(&["win_rate(heroes) >= 60%", "win_rate(ogres) >= 41%"], 1);
    contradicts(&["win_rate(heroes) >= 60%", "win_rate(ogres) >= 30%", "draw_rate > 11%"], 2);
    contradicts(
        &["win_rate(heroes) <= 60%", "win_rate(ogres) <= 30%", "draw_rate <= 5%", "timeout_rate = 0%"],
        3,
    );
    // Where the heroes lose, one of them has been put out of the fight.
    let undecided = ["timeout_rate <= 5%", "draw_rate <= 1%"];
    contradicts(&[undecided[0], undecided[1], "win_rate(heroes) <= 70%", "any_dropped(heroes) <= 20%"], 3);
    contradicts(&["any_dropped(heroes) <= 20%", "win_rate(ogres) >= 25%"], 1);
    contradicts(&["win_rate(ogres) >= 25%", "n_dropped(heroes) < 0.2"], 1);
    // A unit, any of its side, and how many of it.
    contradicts(&["dropped(Knight) >= 50%", "any_dropped(heroes) <= 40%"], 1);
    contradicts(&["n_died(ogres) < 0.2", "died(Ogre) >= 30%"], 1);
    contradicts(&["any_died(heroes) >= 30%", "n_died(heroes) <= 0.2"], 1);
    contradicts(&["n_dropped(heroes) >= 0.6", "any_dropped(heroes) <= 50%"], 1);
    contradicts(&["died(Knight) >= 50%", "survived(Knight) >= 60%"], 1);
    contradicts(&["survived(heroes) <= 40%", "died(heroes) <= 50%"], 1);
    contradicts(&["standing(Knight) >= 50%", "died(Knight) >= 60%"], 1);
    contradicts(&["standing(Knight) >= 50%", "survived(Knight) < 40%"], 1);
    contradicts(&["dropped(Ogre) <= 20%", "died(Ogre) >= 30%"], 1);
    assert_eq!(said(&["win_rate >= 60%"]), [(0, "this goal can never be met".to_owned())]);
    for goals in [
        &["win_rate(heroes) between 60% and 70%", "win_rate(ogres) between 30% and 40%"][..],
        &["win_rate(heroes) >= 60%", "win_rate(heroes) <= 60%"],
        &["win_rate(heroes) >= 80%", "any_dropped(heroes) <= 20%"],
        &["median(rounds) = 3", "rounds = 5"],
        &["dropped(Knight) >= 50%", "any_dropped(heroes) <= 50%"],
        &["dropped(Knight) >= 50%", "any_dropped(ogres) <= 20%"],
        &["died(Knight) >= 40%", "survived(Knight) >= 60%", "standing(Knight) <= 10%"],
        &["died(Knight) >= 50%", "survived(Ogre) >= 60%"],
    ] {
        assert_eq!(said(goals), [], "{goals:?}");
    }
}

#[test]
fn goals_that_need_many_undecided_fights_are_said() {
    let found = said(&["win_rate(heroes) <= 70%", "any_dropped(heroes) <= 20%"]);
    assert_eq!(
        found,
        [(1, "this goal can hardly hold at the same time as `win_rate(heroes) <= 70%`".to_owned())]
    );
    assert_eq!(said(&["win_rate(heroes) <= 70%", "any_dropped(heroes) <= 30%"]), []);
}

/// `=` of 0 and 100 % is no band, and every other one says what it is.
#[test]
fn equal_means_what_is_said() {
    let scenario = duel();
    let about = scenario.engine().about();
    let goal = |text: &str| Goal::parse(text, &about).expect(text);
    let meaning = |text: &str| goal(text).meaning(&about).unwrap_or_default();
    assert_eq!(meaning("timeout_rate = 0%"), "never");
    assert_eq!(meaning("timeout_rate = 0.0"), "never");
    assert_eq!(meaning("win_rate(heroes) = 100%"), "always");
    assert_eq!(meaning("win_rate(heroes) = 65%"), "64.5% to 65.5%");
    assert_eq!(meaning("win_rate(heroes) = 65.0%"), "64.95% to 65.05%");
    assert_eq!(meaning("rounds = 4"), "3.5 to 4.5");
    assert_eq!(meaning("median(rounds) = 4"), "");
    assert_eq!(meaning("win_rate(heroes) >= 65%"), "");
    let never = goal("timeout_rate = 0%");
    assert!(never.wants_proof(&about) && !never.region.has(0.0044));
    let always = goal("win_rate(heroes) = 100%");
    assert!(always.wants_proof(&about) && !always.region.has(0.996));
    assert!(!goal("win_rate(heroes) = 1%").wants_proof(&about));
}
