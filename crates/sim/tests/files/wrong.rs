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

/// Returns what is said of a text: whether it is refused, and the messages.
fn said(text: &str) -> (bool, Vec<String>) {
    match load_text("x.toml", text) {
        Ok(scenario) => (false, scenario.warnings.iter().map(|it| it.message.clone()).collect()),
        Err(wrong) => (true, wrong.problems.iter().map(|it| it.message.clone()).collect()),
    }
}

/// Returns what is said of a fight whose first unit decides under this condition.
fn judged(game: &Game, when: &str) -> (bool, Vec<String>) {
    let keys = format!("tactics = {{ target = [{{ use = \"weakest\", when = \"{when}\" }}] }}");
    said(&text(game, "[run]\nmax_rounds = 40", &keys))
}

/// Returns whether conditions of a game may ask for a fact.
fn asks(game: &Game, when: &str) -> bool {
    let mut words = when.split(' ');
    let (fact, of) = (words.next(), words.next().unwrap_or_default());
    game.parts
        .facts
        .iter()
        .any(|info| Some(info.name) == fact && (info.words.is_empty() || info.words.contains(&of)))
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

/// What is put in the place of what in a file.
type Put = Option<(&'static str, &'static str)>;

/// Files that are wrong in the same way whatever the game: the lines before the sides, the keys of the first unit, and
/// what is put in the place of what; then how each message begins.
const WRONG: &[(&str, &str, Put, &[&str])] = &[
    ("[run]\nfight = 3", "", None, &["unknown key `fight` in `[run]`; did you mean `fights`?"]),
    ("[run]\nfights = 0", "", None, &["`fights` is 0; it ranges from 1 to"]),
    (
        "[run]\nmax_rounds = \"many\"",
        "",
        None,
        &["expected a whole number from 1 to 100000 for `max_rounds`"],
    ),
    ("[rulings]\nno_such = 1", "", None, &["unknown ruling `no_such`"]),
    ("", "hqqq = 3", None, &["unknown key `hqqq` in unit `Ann`"]),
    ("", "count = 0", None, &["`count` is 0; it ranges from 1 to 32"]),
    ("", "use = \"nobody\"", None, &["there is no `[unit.nobody]` here or in an include"]),
    ("", "tactics = 3", None, &["expected a table for `tactics`, found 3"]),
    ("", "tactics = { no_such = \"x\" }", None, &["unknown decision `no_such`"]),
    ("", "tactics = { target = \"weakes\" }", None, &["unknown tactic `weakes`; did you mean `weakest`?"]),
    ("", "tactics = { target = [] }", None, &["expected at least one tactic in the list"]),
    (
        "",
        "tactics = { target = [\"weakest\", \"random\"] }",
        None,
        &["this is never reached: the entry before it has no `when`"],
    ),
    ("", "tactics = { target = { use = \"weakest\", when = \"nothing > 3\" } }", None, &["expected one of "]),
    ("", "tactics = { target = { use = \"weakest\", when = 3 } }", None, &["expected a condition like \""]),
    (
        "",
        "tactics = { target = { use = \"weakest\", if = \"x\" } }",
        None,
        &["unknown key `if`; expected `use` and `when`"],
    ),
    ("", "tactics = { target = { when = \"hp > 3\" } }", None, &["expected `use` beside `when`"]),
    ("", "", Some(("\"Amy\"", "\"Ann\"")), &["there are two units `Ann` on side `we`"]),
    ("", "", Some(("\"Amy\"", "\"\"")), &["expected a string that is not empty for `name`, found \"\""]),
    ("", "", Some(("\"they\"", "\"we\"")), &["there are two sides `we`"]),
    (
        "",
        "",
        Some(("name = \"Bob\"", "title = \"Bob\"")),
        &["side `they` has no unit", "the unit has no `name` and no `use`"],
    ),
];

/// The same for games whose units may have abilities.
const OF_ABILITIES: &[(&str, &str)] = &[
    ("abilities = 3", "expected a list for `abilities`, found 3"),
    ("abilities = [\"nothing\"]", "there is no `[ability.nothing]` here or in an include"),
];

/// The same for games with a map of squares.
const OF_MAP: &[(&str, &str, &str)] = &[
    ("width = 0\nheight = 3", "position = [0, 0]", "`width` is 0; it ranges from 1 to"),
    (
        "width = 3\nheight = 3",
        "position = [3, 0]",
        "`Ann` starts at [3, 0], outside the map, which has columns 0 to 2 and rows 0 to 2",
    ),
    (
        "width = 3\nheight = 3",
        "position = [0, 3]",
        "`Ann` starts at [0, 3], outside the map, which has columns 0 to 2 and rows 0 to 2",
    ),
    ("width = 3\nheight = 3", "position = [0, 0, 0, 0]", "expected `[x, y]`"),
    ("width = 3\nheight = 3", "position = \"here\"", "expected `[x, y]`"),
    ("width = 3\nheight = 3", "position = [-1, 0]", "expected a whole number from 0 to"),
    ("", "position = [1, 1]", "`Ann` has a `position`, and there is no `[map]`"),
    ("width = 3\nheight = 3\nBLOCKED", "position = [1, 1]", "`Ann` starts at [1, 1], which is blocked"),
    (
        "width = 3\nheight = 3\nOUTSIDE",
        "position = [1, 1]",
        "[7, 1] lies outside the map, which has columns 0 to 2 and rows 0 to 2",
    ),
];

/// A square of the map where nobody can stand, in the keys of a game.
fn blocked(game: &Game, x: u8, y: u8) -> String {
    match game.name() {
        "night-wizard" => format!("obstacles = [{{ x = {x}, y = {y} }}]"),
        "mahou-galaxy" => format!("terrain = [{{ at = [{x}, {y}], blocks_move = true }}]"),
        _ => format!("squares = [{{ x = {x}, y = {y}, blocked = true }}]"),
    }
}

#[test]
fn what_is_wrong_whatever_the_game_is_told_in_the_same_words() {
    for game in crate::GAMES {
        let told = |text: &str, expected: &[&str]| {
            let (is_refused, said) = said(text);
            let fits = said.iter().zip(expected).all(|(said, expected)| said.starts_with(expected));
            assert!(is_refused && fits && said.len() == expected.len(), "{text}\n{said:#?}");
        };
        for (head, keys, put, expected) in WRONG {
            let text = text(game, head, keys);
            told(&put.map_or(text.clone(), |(old, new)| text.replacen(old, new, 1)), expected);
        }
        let has_abilities = game.parts.libraries.iter().any(|library| library.0 == "ability");
        for (keys, expected) in OF_ABILITIES.iter().filter(|_| has_abilities) {
            told(&text(game, "", keys), &[*expected]);
        }
        let has_squares = game.parts.map.is_some_and(|map| map.keys.iter().any(|key| key.key == "width"));
        for (map, keys, expected) in OF_MAP.iter().filter(|_| has_squares) {
            let map = map.replace("BLOCKED", &blocked(game, 1, 1)).replace("OUTSIDE", &blocked(game, 7, 1));
            let head = if map.is_empty() { map } else { format!("[map]\n{map}") };
            // The others stand apart, where everybody has to say where.
            let text = text(game, &head, keys);
            let text = match head.as_str() {
                "" => text,
                _ => ["Amy", "Bob"].iter().zip(["[2, 1]", "[2, 2]"]).fold(text, |text, (name, at)| {
                    text.replacen(&format!("\"{name}\""), &format!("\"{name}\"\nposition = {at}"), 1)
                }),
            };
            told(&text, &[*expected]);
        }
    }
}
