//! What is wrong in the same way in every game is told in the same words, in the same place.

use fray_play::game::Game;
use fray_sim::scenario::load_text;

/// The keys without which a unit cannot be.
fn needed(game: &Game) -> &'static str {
    match game.name() {
        "juso" => "kind = \"pc\"",
        "night-wizard" => "hp = 9\nhit = 8\ndodge = 7\nattack = 9\ndefense = 7\naction_value = 8",
        "stonebound" => "hp = 9\natk = 3\nrng = 1\nmv = 2",
        "toy" => "hp = 9",
        _ => "",
    }
}

/// A fight of two units of `we` against one of `they`; the first has these keys.
fn text(game: &Game, head: &str, keys: &str) -> String {
    let needed = needed(game);
    format!(
        "system = \"{}\"\n{head}\n[[side]]\nname = \"we\"\n[[side.unit]]\nname = \"Ann\"\n{keys}\n{needed}\n\
         [[side.unit]]\nname = \"Amy\"\n{needed}\n[[side]]\nname = \"they\"\n[[side.unit]]\nname = \"Bob\"\n{needed}\n",
        game.name()
    )
}

/// What is said of a text: whether it is refused, and the messages.
fn said(text: &str) -> (bool, Vec<String>) {
    match load_text("x.toml", text) {
        Ok(scenario) => (false, scenario.warnings.iter().map(|it| it.message.clone()).collect()),
        Err(wrong) => (true, wrong.problems.iter().map(|it| it.message.clone()).collect()),
    }
}

/// What is said of a fight whose first unit decides under this condition.
fn judged(game: &Game, when: &str) -> (bool, Vec<String>) {
    let keys = format!("tactics = {{ target = [{{ use = \"weakest\", when = \"{when}\" }}] }}");
    said(&text(game, "[run]\nmax_rounds = 40", &keys))
}

/// Whether conditions of a game may ask for a fact.
fn asks(game: &Game, when: &str) -> bool {
    let fact = when.split(' ').next();
    game.parts.facts.iter().any(|info| Some(info.name) == fact)
}

/// A condition that no scenario could make hold is refused; one that cannot hold in this one, or always does, is
/// warned of: in the same words in every game whose conditions may ask for the fact.
#[test]
fn a_condition_with_one_answer_is_judged_alike_in_every_game() {
    let refused = [
        ("allies < 1", "`allies` is never less than 1"),
        ("allies = 0", "`allies` is never less than 1"),
        ("enemies < 0", "`enemies` is never less than 0"),
        ("round < 0", ""),
        ("hp < 3 and hp > 5", "what it asks of `hp` excludes itself"),
        ("life < 3 and life > 5", "what it asks of `life` excludes itself"),
        ("enemies = 1 and allies >= 1 and enemies = 2", "what it asks of `enemies` excludes itself"),
        ("hp_percent > 100", "`hp_percent` is never more than 100"),
        ("life > 100%", "`life` goes from 0% to 100%"),
        ("own > 14", "`own` goes from 0 to 14"),
        ("wounds > 3", "`wounds` goes from 0 to 3"),
        ("first > 1", "`first` goes from 0 to 1"),
        ("flying = 2", "`flying` goes from 0 to 1"),
        ("has_status poison >= 21", ""),
        ("shots > 20", "`shots` goes from 0 to 20"),
        ("foes < 1", "`foes` is never less than 1"),
    ];
    let warned = [
        ("allies > 2", "can never hold here: `allies` goes from 1 to 2"),
        ("allies >= 5", "can never hold here: `allies` goes from 1 to 2"),
        ("allies <= 2", "always holds here: `allies` goes from 1 to 2"),
        ("enemies > 1", "can never hold here: `enemies` goes from 0 to 1"),
        ("enemies >= 0", "always holds here: `enemies` goes from 0 to 1"),
        ("round > 40", "can never hold here: `round` goes from"),
        ("round <= 40 and enemies < 2", "always holds here: `round` goes from"),
        ("foes > 1", "can never hold here: `foes` is always 1"),
    ];
    let fine = ["allies = 2", "allies < 2", "enemies >= 1", "round > 3", "round = 40", "hp < 50%"];
    for game in crate::GAMES {
        let of = |when: &str| (game.name().to_owned() + ": " + when, judged(game, when));
        for (when, why) in refused.into_iter().filter(|(when, _)| asks(game, when)) {
            let (what, (is_refused, said)) = of(when);
            let message = "this condition can never hold: ".to_owned() + why;
            assert!(is_refused && said.len() == 1 && said[0].starts_with(&message), "{what}: {said:?}");
        }
        for (when, how) in warned.into_iter().filter(|(when, _)| asks(game, when)) {
            let (what, (is_refused, said)) = of(when);
            let message = "this condition ".to_owned() + how;
            let told: Vec<_> = said.iter().filter(|said| said.contains("condition")).collect();
            assert!(!is_refused && told.len() == 1 && told[0].starts_with(&message), "{what}: {said:?}");
        }
        for when in fine.into_iter().filter(|when| asks(game, when)) {
            let (what, (is_refused, said)) = of(when);
            assert!(!is_refused && !said.iter().any(|said| said.contains("condition")), "{what}: {said:?}");
        }
    }
}

/// What a side hands down is judged for all of its units together, and what stands in an include for no scenario.
#[test]
fn a_condition_that_units_share_has_one_answer_if_it_has_it_for_each() {
    for game in crate::GAMES.iter().filter(|game| asks(game, "allies")) {
        let tactics = "tactics = { target = [{ use = \"weakest\", when = \"allies > 2\" }] }";
        let text = text(game, "", "").replacen("name = \"we\"", &format!("name = \"we\"\n{tactics}"), 1);
        let (_, of_side) = said(&text);
        let told = of_side.iter().filter(|said| said.contains("can never hold here")).count();
        assert_eq!(told, 1, "{}: {of_side:?}", game.name());
    }
}
