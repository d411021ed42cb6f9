//! The words of the vocabulary, and the small values that several tables share.

use crate::read_words;
use crate::sheet;
use crate::sheet::declare::{Extent, Place, Read, Shape, join, refuse, value};
use crate::sheet::node::Node;
use crate::sheet::problem::{At, Problems};
use crate::sheet::types::{Instead, Int, IntOr, Line};

use super::super::setup::ability::{
    AbilityKind, Area, JudgeKind, Keep, ModifierClass, MoveMode, Range, Timing, Trigger, Victims,
};
use super::super::setup::{AttackKind, AttributeId, Inflicted, Status, UnitKind};

read_words!(UnitKind { "pc" => UnitKind::Pc, "npc" => UnitKind::Npc });
read_words!(AttackKind { "physical" => AttackKind::Physical, "magic" => AttackKind::Magic });
read_words!(Status {
    "unconscious" => Status::Unconscious,
    "pressure" => Status::Pressure,
    "panic" => Status::Panic,
    "poison" => Status::Poison,
    "capture" => Status::Capture,
    "paralysis" => Status::Paralysis,
    "daze" => Status::Daze,
});
read_words!(AbilityKind {
    "special" => AbilityKind::Special,
    "invocation" => AbilityKind::Invocation,
    "enchantment" => AbilityKind::Enchantment,
    "item" => AbilityKind::Item,
    "equipment" => AbilityKind::Equipment,
});
read_words!(Timing {
    "always" => Timing::Always,
    "setup" => Timing::Setup,
    "initiative" => Timing::Initiative,
    "main_start" => Timing::MainStart,
    "minor" => Timing::Minor,
    "before_judge" => Timing::BeforeJudge,
    "after_judge" => Timing::AfterJudge,
    "major" => Timing::Major,
    "reaction" => Timing::Reaction,
    "auto" => Timing::Auto,
    "cleanup" => Timing::CleanUp,
});
read_words!(Trigger {
    "attacked_physical" => Trigger::AttackedPhysical,
    "attacked_magic" => Trigger::AttackedMagic,
    "missed" => Trigger::Missed,
    "hit" => Trigger::Hit,
    "before_defense" => Trigger::BeforeDefense,
    "damaged" => Trigger::Damaged,
    "damage_dealt" => Trigger::DamageDealt,
    "status_received" => Trigger::StatusReceived,
    "ally_hit" => Trigger::AllyHit,
    "near_death_self" => Trigger::NearDeathSelf,
    "near_death_ally" => Trigger::NearDeathAlly,
    "judge_critical" => Trigger::JudgeCritical,
    "judge_fumble" => Trigger::JudgeFumble,
    "enemy_enters" => Trigger::EnemyEnters,
    "enemy_leaves" => Trigger::EnemyLeaves,
});
read_words!(JudgeKind {
    "all" => JudgeKind::All,
    "hit" => JudgeKind::Hit,
    "dodge" => JudgeKind::Dodge,
    "attack" => JudgeKind::Attack,
    "defense" => JudgeKind::Defense,
    "action_count" => JudgeKind::ActionCount,
    "mortality" => JudgeKind::Mortality,
    "waking" => JudgeKind::Waking,
    "all_out" => JudgeKind::AllOut,
    "appearance" => JudgeKind::Appearance,
    "ability" => JudgeKind::Ability,
});
read_words!(ModifierClass { "active" => ModifierClass::Active, "passive" => ModifierClass::Passive });
read_words!(Keep { "new" => Keep::New, "best" => Keep::Best });
read_words!(MoveMode {
    "walk" => MoveMode::Walk,
    "fly" => MoveMode::Fly,
    "teleport" => MoveMode::Teleport,
    "push" => MoveMode::Push,
    "pull" => MoveMode::Pull,
});
read_words!(Victims { "pick" => Victims::Pick, "all" => Victims::All });

impl Read for AttributeId {
    type Out = Self;

    fn shape() -> Shape {
        Shape::Word(Self::WORDS.to_vec())
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self> {
        let place = node.as_text().and_then(|text| Self::WORDS.iter().position(|word| *word == text));
        if place.is_none() {
            refuse(node, key, &<Self as Read>::shape(), problems);
        }
        place.map(|place| Self::ALL[place])
    }
}

/// A table of attributes and what is added to them.
#[derive(Debug)]
pub(super) struct Modify;

impl Read for Modify {
    type Out = Vec<(AttributeId, i32)>;

    fn shape() -> Shape {
        Shape::Map(Box::new(Int::<-999, 999>::shape()))
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self::Out> {
        let Some(table) = node.as_table() else {
            refuse(node, key, &Self::shape(), problems);
            return None;
        };
        let mut modify = Vec::new();
        for entry in &table.entries {
            let name = Node::text(entry.span, entry.key.as_str());
            let name = <AttributeId as Read>::read(&name, key, problems);
            let amount = Int::<-999, 999>::read(&entry.value, &join(key, &entry.key), problems);
            modify.extend(name.zip(amount));
        }
        Some(modify)
    }
}

/// The name of an element, or `none`.
#[derive(Debug)]
pub(super) struct ElementOrNone;

impl Read for ElementOrNone {
    type Out = Option<String>;

    fn shape() -> Shape {
        Shape::Text
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self::Out> {
        Line::read(node, key, problems).map(|element| Some(element).filter(|element| element != "none"))
    }
}

/// The name of an element.
#[derive(Debug)]
pub(super) struct Element;

impl Read for Element {
    type Out = String;

    fn shape() -> Shape {
        Shape::Text
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<String> {
        let element = ElementOrNone::read(node, key, problems)?;
        if element.is_none() {
            problems.add(node.span, key, "`none` is no element: damage without an element is never changed");
        }
        element
    }
}

/// The word `sight`: as far as one sees.
#[derive(Debug)]
pub(super) struct Sight;

impl Instead for Sight {
    const WORD: &'static str = "sight";
}

/// How far something reaches: squares, or as far as one sees.
pub(super) type Reach = IntOr<Sight, 0, 99>;

/// NW-40: the least distance is not beyond the greatest.
pub(super) fn range(
    most: &Option<At<Option<i32>>>,
    least: &Option<At<i32>>,
    path: &str,
    problems: &mut Problems,
) -> Range {
    // Ranges go up to 99.
    let reach = value(most).map(|squares| squares as u8);
    let from = value(least) as u8;
    if let (Some(squares), Some(given)) = (reach.filter(|&squares| squares < from), least) {
        let message = format!("`range_min` is {from}, beyond the `range` of {squares}");
        problems.add(given.span, join(path, "range_min"), message);
    }
    Range { least: from, most: reach }
}

read_words!(Shaped { "single" => Shaped::Single, "square" => Shaped::Square, "sphere" => Shaped::Sphere });

/// The shape of an area.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Shaped {
    #[default]
    Single,
    Square,
    Sphere,
}

sheet! {
    /// An area.
    pub(super) struct AreaSheet is "area" {
        /// One target, everybody in its square, or within `radius` of it.
        "NW-40" shape: Shaped, required;
        /// How far a sphere reaches.
        "NW-40" radius: Int<0, 20>;
        /// Whether the attacker picks who is hit, or it hits all, friends too.
        "NW-40" hits: Victims = "pick";
    }
}

/// An area: a word or a table.
#[derive(Debug)]
pub(super) struct AnyArea;

impl Read for AnyArea {
    type Out = Area;

    fn shape() -> Shape {
        Shape::Either(vec![Shape::Word(vec!["single", "square"]), Shape::Table(&AreaSheet::INFO)])
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Area> {
        match node.as_text() {
            Some("single") => return Some(Area::Single),
            Some("square") => return Some(Area::Square(Victims::Pick)),
            _ if node.as_table().is_none() => {
                refuse(node, key, &Self::shape(), problems);
                return None;
            }
            _ => {}
        }
        let place = Place { path: key, owner: "the area" };
        let sheet = AreaSheet::read(node, Extent::Whole, None, place, problems);
        let (shape, hits) = (value(&sheet.shape), value(&sheet.hits));
        match (shape, &sheet.radius) {
            (Shaped::Sphere, None) => {
                problems.missing(node.span, join(key, "radius"), "a sphere has a `radius`");
            }
            (Shaped::Single | Shaped::Square, Some(radius)) => {
                problems.add(radius.span, join(key, "radius"), "only a sphere has a `radius`");
            }
            _ => {}
        }
        Some(match shape {
            Shaped::Single => Area::Single,
            Shaped::Square => Area::Square(hits),
            Shaped::Sphere => Area::Sphere(value(&sheet.radius) as u8, hits),
        })
    }
}

sheet! {
    /// A bad status with its level.
    pub(super) struct InflictedSheet is "status" {
        /// Which.
        "NW-43" status: Status, required;
        /// The level of Poison.
        "NW-47" level: Int<1, 99>;
    }
}

/// A bad status: its word, or a table with its level.
#[derive(Debug)]
pub(super) struct AnyInflicted;

impl Read for AnyInflicted {
    type Out = Inflicted;

    fn shape() -> Shape {
        Shape::Either(vec![<Status as Read>::shape(), Shape::Table(&InflictedSheet::INFO)])
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Inflicted> {
        if node.as_table().is_none() {
            return Some(Inflicted { status: <Status as Read>::read(node, key, problems)?, level: 1 });
        }
        let place = Place { path: key, owner: "the status" };
        let sheet = InflictedSheet::read(node, Extent::Whole, None, place, problems);
        let status = sheet.status?.value;
        if let Some(level) = sheet.level.filter(|_| status != Status::Poison) {
            problems.add(level.span, join(key, "level"), "only `poison` has a `level`");
        }
        Some(Inflicted { status, level: sheet.level.map_or(1, |level| level.value) })
    }
}

/// A set of statuses: bit n is the status of number n.
pub(super) fn bits(statuses: &[At<Status>]) -> u8 {
    statuses.iter().fold(0, |set, status| set | status.value.bit())
}
