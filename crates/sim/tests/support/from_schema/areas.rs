//! Areas that hit both sides: where the schema of a game lets a weapon or an ability have one. A table says it by
//! `hits`, of which one choice is `all`; or `area` is true.

use serde_json::{Map, Value, json};

use super::super::Choices;
use super::{Maker, Of, Reach};

/// How deep in a weapon or an ability an area is looked for.
const DEPTH: usize = 4;

/// A place for an area: the keys from the weapon or the ability to it, each with the schema of its value.
type Place<'a> = Vec<(&'a str, &'a Value)>;

impl Maker {
    /// Returns whether weapons or abilities of the game may have areas that hit both sides.
    pub(crate) fn has_areas(&self) -> bool {
        !self.with_areas().is_empty()
    }

    /// Kinds of blocks that may have an area: the name of their section, the list of a unit in which they stand, their
    /// schema, and the places for areas.
    fn with_areas(&self) -> Vec<(&'static str, &'static str, &Value, Vec<Place<'_>>)> {
        let sections = [("weapon", "weapons"), ("ability", "abilities")].into_iter();
        let all = sections.filter_map(|(section, list)| {
            let schema = self.schema.pointer(&format!("/$defs/{section}/anyOf/0"))?;
            let mut places = Vec::new();
            self.places(schema, &mut Vec::new(), &mut places);
            Some((section, list, schema, places))
        });
        all.filter(|(.., places)| !places.is_empty()).collect()
    }

    /// A random weapon or ability with an area that hits both sides, and in which list of a unit it stands; for games that
    /// have areas.
    pub(crate) fn area(&self, choices: &mut Choices) -> (&'static str, Value) {
        let all = self.with_areas();
        // Each list as likely as the other.
        let (section, list, schema, places) = choices.of(&all);
        // Those with a name of their own, and those that units have alone.
        let named = self.library.get(*section).into_iter().flat_map(Map::values);
        let of_units = self.units.iter().filter_map(|unit| unit.get(*list)?.as_array()).flatten();
        let known: Vec<&Value> = named.chain(of_units).filter(|one| one.is_object()).collect();
        let place = choices.of(places).clone();
        // One of the repository with some keys changed, or one from nothing.
        let is_new = known.is_empty() || choices.once_in(6);
        let mut block = if is_new { Value::Null } else { (*choices.of(&known)).clone() };
        let mut of = Of { maker: self, choices, reach: Reach::Small, is_large: false };
        if is_new {
            block = of.table(section, schema, 2);
        } else {
            let properties = schema["properties"].as_object().expect("a table");
            let keys: Vec<&String> = properties.keys().collect();
            for _ in 0..of.choices.between(0, 2) {
                let key = *of.choices.of(&keys);
                block[key] = of.value(key, &properties[key], 3);
            }
        }
        of.lay(&mut block, &place);
        (list, block)
    }

    /// Finds the places for areas in a table.
    fn places<'a>(&'a self, schema: &'a Value, path: &mut Place<'a>, found: &mut Vec<Place<'a>>) {
        let schema = self.followed(schema);
        if let Some((_, of)) = path.last_mut() {
            *of = schema;
        }
        for one in schema.get("anyOf").and_then(Value::as_array).into_iter().flatten() {
            self.places(one, &mut path.clone(), found);
        }
        let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return };
        if properties
            .get("hits")
            .and_then(|hits| hits["enum"].as_array())
            .is_some_and(|all| all.iter().any(|word| word == "all"))
        {
            found.push(path.clone());
        }
        for (key, schema) in properties {
            path.push((key, schema));
            if key == "area" && self.followed(schema)["type"] == "boolean" {
                found.push(path.clone());
            } else if path.len() < DEPTH {
                self.places(schema, path, found);
            }
            path.pop();
        }
    }
}

impl Of<'_> {
    /// Puts an area in its place.
    fn lay(&mut self, into: &mut Value, place: &[(&str, &Value)]) {
        let [(key, schema), rest @ ..] = place else { return };
        let mut value = if schema["type"] == "boolean" {
            json!(true)
        } else {
            let known = into[*key]
                .as_object()
                .filter(|known| rest.first().is_some_and(|(key, _)| known.contains_key(*key)));
            match known {
                Some(known) => Value::Object(known.clone()),
                None => self.table(key, schema, 2),
            }
        };
        if rest.is_empty() && !value.is_boolean() {
            self.size(&mut value, schema);
        }
        self.lay(&mut value, rest);
        into[*key] = value;
    }

    /// Makes an area hit all, and neither as large as nothing nor as small.
    fn size(&mut self, area: &mut Value, schema: &Value) {
        area["hits"] = json!("all");
        let none = Map::new();
        for (key, of) in schema["properties"].as_object().unwrap_or(&none) {
            if let Some(all) = of["enum"].as_array().filter(|_| key == "shape") {
                // What comes last in the list is the largest.
                area[key] = if self.choices.once_in(2) {
                    all[all.len() - 1].clone()
                } else {
                    self.choices.of(all).clone()
                };
            } else if let Some(least) = of["minimum"].as_i64() {
                // The feet of an area are at least those of one square.
                area[key] = json!(self.choices.between(1, 3) * least.max(1));
            }
        }
    }
}
