//! What an area does to its user's own side is what it does to the other, but for what the rules of a game say.
//!
//! A friend of who lays the area and several foes of it, all of one stat block, stand side by side in it, and all of
//! them roll the same. What is told and what is counted of the friend is what is told and counted of a foe.

mod watch;

use serde_json::{Value, json};

pub(crate) use watch::{InArea, has_area, in_area};

use super::watched::Breach;
use super::{SEED, asked};
use crate::support::Choices;
use crate::support::from_schema::{Made, Maker, mended};

/// What the rules of a game say of friends in an area.
enum Declared {
    /// They fare as foes who have none of the abilities, effects and numbers with these words.
    AsWithout(&'static [&'static str]),
    /// They fare otherwise where units have abilities, effects or numbers with these words. Nobody has them.
    Without(&'static [&'static str]),
    /// They fare otherwise where a file has this: a key of the `rulings`, of a `side`, of a `unit` that is met, of the `user`
    /// or of an `area`. It is left out.
    Apart(&'static str),
    /// They fare otherwise but where a ruling has this value.
    Under(&'static str, &'static str),
}

/// What the rules of games say of friends in an area, each with its rule.
const DECLARED: &[(&str, &str, Declared)] = &[
    (
        "stonebound",
        "SB-29: what is done to the own side is neither evaded nor negated",
        Declared::AsWithout(&["evasion", "negation"]),
    ),
    (
        "stonebound",
        "SB-64: an area sets off no reactions of its user's side but those to a fall",
        Declared::AsWithout(&[
            "before_damage",
            "on_attacked",
            "on_hit",
            "on_hp_damage",
            "on_erosion",
            "on_evade",
            "on_crit_taken",
        ]),
    ),
    ("night-wizard", "NW-25: no prana goes into the Damage Roll on a friend", Declared::Apart("user.prana")),
    ("night-wizard", "NW-24: who covers covers its own side", Declared::Apart("unit.tactics.cover")),
    ("night-wizard", "NW-24: who covers covers its own side", Declared::Apart("side.tactics.cover")),
    (
        "night-wizard",
        "NW-53: an ability for `all` of a kind is for them alone, whatever its area",
        Declared::Apart("area.target.*.number"),
    ),
    ("juso", "JU-54: areas spare the own side, by a ruling", Declared::Apart("rulings.area_hits_allies")),
    (
        "juso",
        "JU-73: who stands before the user with its back to it suffers a back attack",
        Declared::Under("knockback", "off"),
    ),
    (
        "juso",
        "JU-73, JU-74: who is struck from behind is not knocked back, and does not retreat",
        Declared::Without(&["on_knockback", "retreat_defence"]),
    ),
    (
        "cardinal",
        "CA-28: nobody of the user's side threatens a friend for Tactics dice",
        Declared::Under("tactics", "off"),
    ),
    (
        "cardinal",
        "CA-47: of an Overkilled unit its own side is afraid",
        Declared::Under("overkill_fear", "false"),
    ),
    ("cardinal", "CA-65: areas spare the own side, by a ruling", Declared::Apart("rulings.area_hits_allies")),
];

/// Kinds of breaches that are right, by game and with the reason.
pub(super) const ALLOWED: &[(&str, &str, &str)] = &[(
    "mahou-galaxy",
    "of a friend in an area `Bystander dodges:` and not `damage (`",
    "MG-D5: it has a foe at hand, and its foes have none when it has fallen before them",
)];

/// Foes of who lays the area, around its friend.
const FOES: usize = 4;
/// Where the friend stands, and how far from it each stands whom an area meets: itself, and foes on all sides.
const PLACE: [i64; 2] = [5, 2];
const AROUND: [[i64; 2]; FOES + 1] = [[0, 0], [-1, 0], [1, 0], [0, -1], [0, 1]];
/// Fights that are watched of each file.
const FIGHTS: u64 = 40;
/// Areas of each file that are looked at.
const ENOUGH: usize = 3;
/// Files that are made until one has an area, and areas that are tried in each.
const TRIES: usize = 4;
const AREAS: usize = 6;
/// Rounds of them: the first area is looked at alone.
const ROUNDS: u64 = 2;
/// Who lays the area, and the first word of the name of an area, and of each whom it meets.
const USER: &str = "User";
const AREA: &str = "Area";
const MET: &str = "Bystander";

/// What happened in the areas of a file.
#[derive(Default)]
pub(super) struct Met {
    /// Areas that met a friend and a foe.
    pub(super) n: usize,
    pub(super) breaches: Vec<Breach>,
}

/// Lays an area of somebody on a friend and foes.
pub(super) fn met(made: &Made, maker: &Maker, seed: u64) -> Met {
    let mut met = Met::default();
    let mut choices = Choices::new(seed ^ 0x0a4ea);
    let Some(scene) = (0..TRIES).find_map(|_| scene(made, maker, &mut choices)) else { return met };
    for fight in 0..FIGHTS {
        let Some(told) = asked(&scene.scenario).in_area(SEED, fight) else { continue };
        met.n += 1;
        met.breaches.extend(told.breach().map(|breach| Breach {
            told: format!("fight {fight}\n{}\n{}", breach.told, scene.text),
            ..breach
        }));
        if met.n == ENOUGH {
            break;
        }
    }
    met
}

/// A file with somebody who has areas beside a friend, and foes of the friend's stat block around it.
fn scene(made: &Made, maker: &Maker, choices: &mut Choices) -> Option<Made> {
    let mut tree = made.tree.clone();
    let sides = tree["side"].as_array().expect("sides");
    let units: Vec<Value> =
        sides.iter().flat_map(|side| side["unit"].as_array().expect("units")).cloned().collect();
    let (mut user, mut met) = (choices.of(&units).clone(), choices.of(&units).clone());
    user["name"] = json!(USER);
    user["abilities"] = json!([]);
    // Whoever has more of everything acts first in most games.
    if choices.once_in(2) {
        for key in maker.number_keys() {
            if let Some(number) = user.get(&key).and_then(Value::as_i64) {
                user[key] = json!(number + choices.between(0, 6));
            }
        }
    }
    for n in 0..AREAS {
        let (list, mut area) = maker.area(choices);
        area["name"] = json!(format!("{AREA}{n}"));
        // What it costs and waits for may never be there.
        for key in ["cost", "when", "timing", "uses"] {
            if choices.once_in(2) {
                area.as_object_mut().expect("a table").remove(key);
            }
        }
        // The first of a list is what is used for want of a choice.
        match user.get_mut(list).and_then(Value::as_array_mut) {
            Some(all) => all.insert(0, area),
            None => user[list] = json!([area]),
        }
    }
    let sides = tree["side"].as_array_mut().expect("sides");
    sides.truncate(2);
    // Neither side plays otherwise.
    sides[1] = sides[0].clone();
    sides[1]["name"] = json!("others");
    let shares = choices.once_in(3);
    // What hangs on conditions may hang on how many are on a side, and which is the first.
    for section in ["weapon", "ability", "status", "enchantment"] {
        tree.get_mut(section).into_iter().for_each(take_conditions);
    }
    take_conditions(&mut met);
    let bystander = |n: usize| {
        let mut unit = met.clone();
        unit["name"] = json!(format!("{MET}{n}"));
        // Games refuse places of another kind than theirs.
        let [x, y] = if shares { [0, 0] } else { AROUND[n] };
        unit["position"] = json!([PLACE[0] + x, PLACE[1] + y]);
        unit["col"] = json!(PLACE[0]);
        unit
    };
    let place = *choices.of(&[[2, 2], [3, 2], [3, 3], [1, 2]]);
    (user["position"], user["col"]) = (json!(place), json!(place[0]));
    let friends = choices.between(0, 1) as usize;
    let mut friend = bystander(0);
    let mut foes: Vec<Value> = (1..=FOES).map(bystander).collect();
    tree["run"]["max_rounds"] = json!(ROUNDS);
    tree["map"] = json!({ "width": 9, "height": 5 });
    let game = made.scenario.info.name();
    for (_, _, declared) in DECLARED.iter().filter(|(of, ..)| *of == game) {
        match declared {
            Declared::AsWithout(words) => {
                take_from(&mut friend, words, true);
                foes.iter_mut().for_each(|foe| take_from(foe, words, false));
            }
            Declared::Without(words) => {
                [&mut friend].into_iter().chain(&mut foes).for_each(|unit| take_from(unit, words, false));
            }
            Declared::Apart(path) => {
                let (part, path) = path.split_once('.').expect("a key of a part");
                let areas = ["weapons", "abilities"].into_iter();
                let parts: Vec<&mut Value> = match part {
                    "unit" => [&mut friend].into_iter().chain(&mut foes).collect(),
                    "user" => vec![&mut user],
                    "side" => tree["side"].as_array_mut().expect("sides").iter_mut().collect(),
                    "area" => {
                        let lists = user.as_object_mut().expect("a unit").iter_mut();
                        let lists = lists.filter(|(key, _)| areas.clone().any(|list| list == *key));
                        lists.filter_map(|(_, list)| list.as_array_mut()).flatten().collect()
                    }
                    _ => vec![&mut tree[part]],
                };
                parts.into_iter().for_each(|part| take_out(part, path));
            }
            Declared::Under(key, value) => tree["rulings"][key] = json!(value),
        }
    }
    let sides = tree["side"].as_array_mut().expect("sides");
    sides[friends]["unit"] = json!([user, friend]);
    sides[1 - friends]["unit"] = Value::Array(foes);
    let with = mended(tree)?;
    let sides = with.tree["side"].as_array()?;
    let units: Vec<&Value> = sides.iter().filter_map(|side| side["unit"].as_array()).flatten().collect();
    // What was refused of one of those who are met was refused of all, but for a place on which one stands already.
    let mut met = units.iter().filter(|unit| unit["name"].as_str().is_some_and(|name| name.starts_with(MET)));
    let of = |unit: &Value| unit.get("position").is_some();
    let first = of(met.next()?);
    let is_whole = units.len() == FOES + 2 && met.all(|unit| of(unit) == first);
    (is_whole && asked(&with.scenario).has_area()).then_some(with)
}

/// Takes out of a unit what has one of these words: numbers, and of a list of abilities those in which a word stands. A
/// friend keeps the abilities that are nothing else.
fn take_from(unit: &mut Value, words: &[&str], is_friend: bool) {
    let has = |value: &Value| words.iter().any(|word| value.to_string().contains(&format!("\"{word}\"")));
    let table = unit.as_object_mut().expect("a unit");
    for (key, value) in table.iter_mut() {
        let Some(list) = value.as_array_mut().filter(|_| key != "position") else { continue };
        list.retain(|one| {
            let effects = || one["effects"].as_array().is_some_and(|all| all.iter().all(has));
            !has(one) || (is_friend && (has(&one["timing"]) || effects()))
        });
    }
    if !is_friend {
        table.retain(|key, _| !words.contains(&key.as_str()));
    }
}

/// Takes out all conditions.
fn take_conditions(value: &mut Value) {
    match value {
        Value::Object(table) => {
            table.remove("when");
            table.values_mut().for_each(take_conditions);
        }
        Value::Array(all) => all.iter_mut().for_each(take_conditions),
        _ => {}
    }
}

/// Takes out of a part what a path names: keys, a `*` for any.
fn take_out(part: &mut Value, path: &str) {
    let Some(table) = part.as_object_mut() else { return };
    match path.split_once('.') {
        None => drop(table.remove(path)),
        Some((key, rest)) => {
            let of_key = table.iter_mut().filter(|(name, _)| key == "*" || *name == key);
            of_key.for_each(|(_, value)| take_out(value, rest));
        }
    }
}
