//! Abilities: records in the vocabulary of the ledger (JU-80).

use crate::sheet::declare::{Extent, Place, Read, Shape, join, refuse, shown, value};
use crate::sheet::library::each_entry;
use crate::sheet::node::{Node, Value};
use crate::sheet::plan;
use crate::sheet::problem::{At, Problems};
use crate::sheet::types::{Int, Later, Name, Shaped};
use crate::sheet::variants::Of;
use crate::{sheet, variants};

use super::super::setup::AttackKind;
use super::super::tactics::Fact;
use super::super::vocabulary::{
    Ability, AbilityRange, AbilityRoll, AbilityTarget, Cost, Duration, Effect, MAX_ABILITIES, Pool, Timing,
    Versus,
};
use super::effect::{self, Names};
use super::sense::{self, Spans};

sheet! {
    /// An ability of Juso.
    pub(super) struct AbilitySheet is "ability" {
        /// Its name; the ID, if nothing is said.
        "JU-80" name: Name, required;
        /// When it is used.
        "JU-80" timing: Timing, required;
        /// What a use costs.
        "JU-80" cost: Cost = "{}";
        /// The condition of its use, seen by the unit that has it.
        "JU-80" when: Later<LateText>;
        /// The status that the target must have.
        "JU-80" target_has: Later<LateText>;
        /// Whom it is used on.
        "JU-80" target: AbilityTarget = "self";
        /// How far from the unit the target may be.
        "JU-80" range: AbilityRange = "any";
        /// What is rolled for it.
        "JU-80" roll: RollOf = "none";
        /// What it does to each target, in order.
        "JU-80" effects: Later<Effects>, required;
        /// How long lasting effects last: changed values and dice, statuses.
        "JU-80" duration: Duration = "instant";
    }
}

sheet! {
    /// A base roll against each target.
    pub(super) struct CheckSheet is "roll" {
        /// An ability, rolled with its class level, or a number of dice.
        "JU-02" pool: Pool, required;
        /// A difficulty, or what of the target stands against it.
        "JU-02" versus: VersusOf, required;
        /// Whether dice may be split off for the effect.
        "JU-05" split: bool = "false";
        /// Whether it strikes a square, which makes it harder.
        "JU-54, JU-56" area: bool = "false";
    }
}

/// A text that is read when names are known: a condition, the name of a status.
#[derive(Debug)]
pub(super) struct LateText;

/// The list `effects`.
#[derive(Debug)]
pub(super) struct Effects;

impl Shaped for Effects {
    fn shape() -> Shape {
        Shape::List(Box::new(<Effect as Read>::shape()))
    }
}

impl Shaped for LateText {
    fn shape() -> Shape {
        Shape::Text
    }
}

/// The key `roll`: `none`, a success-degree roll, or a base roll.
#[derive(Debug)]
pub(super) struct RollOf;

sheet! {
    /// A success-degree roll.
    pub(super) struct DegreeSheet is "roll" {
        /// How many dice; their successes are what `split` amounts read.
        "JU-03" degree: Int<0, 40>, required;
    }
}

impl Read for RollOf {
    type Out = Option<AbilityRoll>;

    fn shape() -> Shape {
        Shape::Either(vec![
            Shape::Word(vec!["none"]),
            Shape::Table(&CheckSheet::INFO),
            Shape::Table(&DegreeSheet::INFO),
        ])
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Option<AbilityRoll>> {
        let place = Place { path: key, owner: "the roll" };
        if node.as_text() == Some("none") {
            return Some(Some(AbilityRoll::None));
        }
        let Some(table) = node.as_table() else {
            refuse(node, key, &Self::shape(), problems);
            return None;
        };
        if table.get("degree").is_some() {
            let sheet = DegreeSheet::read(node, Extent::Whole, None, place, problems);
            return Some(Some(AbilityRoll::Degree(sheet.degree?.value as u8)));
        }
        let sheet = CheckSheet::read(node, Extent::Whole, None, place, problems);
        Some(Some(AbilityRoll::Check {
            pool: sheet.pool?.value,
            versus: sheet.versus?.value,
            split: value(&sheet.split),
            area: value(&sheet.area),
        }))
    }
}

/// The key `versus`: a difficulty, or what of the target stands against the roll.
#[derive(Debug)]
pub(super) struct VersusOf;

variants! {
    /// What of the target stands against a roll.
    pub(super) struct OfTarget is "what of the target stands against the roll" of Versus {
        /// Its defence value against attacks of this kind.
        "value": Of<AttackKind> => Versus::Value;
        /// Its defence roll against attacks of this kind.
        "defence_roll": Of<AttackKind> => Versus::DefenceRoll;
    }
}

impl Read for VersusOf {
    type Out = Versus;

    fn shape() -> Shape {
        Shape::Either(vec![Int::<0, 40>::shape(), OfTarget::shape()])
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Versus> {
        if node.as_table().is_none() {
            return Some(Versus::Fixed(Int::<0, 40>::read(node, key, problems)? as i8));
        }
        OfTarget::read(node, key, problems)
    }
}

/// The list `abilities` of a unit. Those named by their ID are written out by the library before.
#[derive(Debug)]
pub(crate) struct Abilities;

impl Shaped for Abilities {
    fn shape() -> Shape {
        Shape::List(Box::new(Shape::Either(vec![Shape::Text, Shape::Table(&AbilitySheet::INFO)])))
    }
}

/// Reads the abilities of a unit.
pub(super) fn list(node: &Node, key: &str, names: Names<'_>, problems: &mut Problems) -> Vec<Ability> {
    let Some(list) = node.as_list() else {
        refuse(node, key, &Abilities::shape(), problems);
        return Vec::new();
    };
    let mut abilities: Vec<Ability> = Vec::new();
    each_entry(&list, key, "ability", |item, place| {
        let Some(ability) = read(item, Extent::Whole, place, names, problems) else { return };
        if abilities.iter().any(|other| other.id == ability.id) {
            let message = format!("the unit has two abilities `{}`", shown(&ability.id));
            problems.add(item.span, place.path, message);
        }
        abilities.push(ability);
    });
    if abilities.len() > MAX_ABILITIES {
        problems.add(node.span, key, format!("a unit has at most {MAX_ABILITIES} abilities"));
    }
    abilities
}

/// Reads an ability; nothing if something is wrong with it.
pub(super) fn read(
    node: &Node,
    extent: Extent,
    place: Place<'_>,
    names: Names<'_>,
    problems: &mut Problems,
) -> Option<Ability> {
    let sheet = AbilitySheet::read(node, extent, None, place, problems);
    let given = |key| Some(node.as_table()?.get(key)?.value.span);
    let place_of = |key| given(key).unwrap_or(node.span);
    let spans = Spans {
        target: place_of("target"),
        roll: place_of("roll"),
        cost: place_of("cost"),
        duration: place_of("duration"),
    };
    // What cannot be read is noted, and would only lead to more of the same.
    let is_read = |key, is: bool| is || given(key).is_none();
    let all_read = is_read("target", sheet.target.is_some())
        && is_read("roll", sheet.roll.is_some())
        && is_read("duration", sheet.duration.is_some());
    let when = sheet.when.and_then(|when| when.value).and_then(|when| {
        plan::condition(&when, Fact::ALL, Fact::measure, &join(place.path, "when"), problems)
    });
    let target_has = sheet
        .target_has
        .and_then(|status| status.value)
        .and_then(|status| effect::status(&status, &join(place.path, "target_has"), names, problems));
    let path = join(place.path, "effects");
    let node = sheet.effects.and_then(|effects| effects.value)?;
    let Some(items) = node.as_list().filter(|_| matches!(node.value, Value::List(_))) else {
        problems.add(node.span, path, format!("expected a list of effects, found {}", node.found()));
        return None;
    };
    if items.is_empty() {
        problems.add(node.span, path.as_str(), "expected at least one effect");
    }
    let effects: Vec<At<Effect>> = items
        .iter()
        .filter_map(|item| Some(At { value: effect::read(item, &path, names, problems)?, span: item.span }))
        .collect();
    let ability = Ability {
        id: value(&sheet.name),
        timing: sheet.timing?.value,
        cost: value(&sheet.cost),
        when,
        target_has,
        target: sheet.target.map_or(AbilityTarget::Itself, |target| target.value),
        range: sheet.range.map_or(AbilityRange::Any, |range| range.value),
        roll: value(&sheet.roll).unwrap_or(AbilityRoll::None),
        effects: effects.iter().map(|effect| effect.value).collect(),
        duration: sheet.duration.map_or(Duration::Instant, |duration| duration.value),
    };
    if all_read && effects.len() == items.len() {
        sense::check(&ability, &effects, spans, names.statuses, place, problems);
    }
    Some(ability)
}
