//! Reading of the target, the Judge and the statuses of abilities, and the errors of abilities that cannot
//! be.

use fray_kit::declare::facts::Stands;
use fray_kit::sheet::block::ValueOf;
use fray_kit::sheet::conditions::{condition, refuse_in_ability};
use fray_kit::sheet::declare::{Given, Place, Read, Shape, join, refuse};
use fray_kit::sheet::node::{Node, Value};
use fray_kit::sheet::problem::Problems;
use fray_kit::sheet::types::{Int, List};
use fray_kit::sheet::variants::Maybe;
use fray_kit::tactics::when::When;
use fray_kit::{Sheet, means, readers, variants};

use super::gear::Listed;
use super::values::{Statuses, check_range};
use crate::data::setup::ability::{
    Ability, AbilityJudge, AbilityKind, Area, Duration, Effect, Range, RemoveStatus, TargetRule, Timing,
    Trigger, Victims, Who,
};
use crate::data::setup::{AttributeId, Status};
use crate::data::tactics::Fact;

readers! {
    /// A condition, or a list of them that must all hold.
    pub(crate) struct Condition of When<Fact>: Shape::ReadBySystem, |node, key, problems| {
        condition(node, Stands::Ability, key, problems)
    };

    /// The table of a target.
    pub(crate) struct TargetTable of TargetRule = ValueOf<TargetRule>, |rule, node, key, problems| {
        check_range(rule.range, node, key, problems);
        Some(rule)
    };

    /// What is rolled for an ability.
    pub(crate) struct AnyJudge of AbilityJudge: Shape::Either(vec![<AbilityJudge as Read>::shape(), JudgeSheet::shape()]),
        |node, key, problems| {
            if node.as_table().is_some() && node.get("attack").is_none() {
                return <JudgeSheet as Read>::read(node, key, problems);
            }
            <AbilityJudge as Read>::read(node, key, problems)
        };

    /// Which statuses end: a list of them, or a number.
    pub(crate) struct Ending of RemoveStatus: Shape::Either(vec![List::<Status>::shape(), AnyStatuses::shape()]),
        |node, key, problems| {
            if node.as_table().is_some() {
                return <AnyStatuses as Read>::read(node, key, problems);
            }
            if node.as_list().is_none() {
                refuse(node, key, &Self::shape(), problems);
                return None;
            }
            Statuses::read(node, key, problems).map(RemoveStatus::These)
        };
}

fn of(who: Who, rule: Option<TargetRule>) -> TargetRule {
    TargetRule { who, ..rule.unwrap_or(TargetRule { number: Some(1), ..TargetRule::default() }) }
}

variants! {
    /// On whom an ability works.
    pub(crate) struct Targets is "a target" of TargetRule {
        /// The user.
        "self": Maybe<TargetTable> => |rule| of(Who::Myself, rule);
        /// Units of the user's side, the user included.
        "ally": Maybe<TargetTable> => |rule| of(Who::Ally, rule);
        /// Everybody else.
        "enemy": Maybe<TargetTable> => |rule| of(Who::Enemy, rule);
        /// Anybody.
        "any": Maybe<TargetTable> => |rule| of(Who::Any, rule);
        /// Allies of the user's `command_group`, without the user.
        "command_group": Maybe<TargetTable> => |rule| of(Who::CommandGroup, rule);
    }
}

/// A Judge of the user: against a difficulty, or against a Judge of the target, who wins ties.
#[derive(Debug, Default, Sheet)]
#[sheet("judge")]
pub(super) struct JudgeSheet {
    /// The user's attribute.
    #[key("NW-05", required)]
    pub(super) attribute: Given<AttributeId>,
    /// What it has to reach.
    #[key("NW-05")]
    pub(super) difficulty: Given<Int<-999, 999>>,
    /// The target's attribute.
    #[key("NW-05")]
    pub(super) against: Given<AttributeId>,
}

/// So many statuses.
#[derive(Debug, Default, Sheet)]
#[sheet("statuses")]
pub(super) struct AnyStatuses {
    /// How many, the worst first.
    #[key("NW-43", required)]
    pub(super) any: Given<Int<1, 7>>,
}

means! {
    AnyStatuses => RemoveStatus, |read| Some(RemoveStatus::Any(read.any?.value as u8));
    JudgeSheet => AbilityJudge, |read, node, key, problems| match (&read.difficulty, &read.against) {
        (Some(difficulty), None) => Some(AbilityJudge::Difficulty {
            attribute: read.attribute?.value,
            difficulty: difficulty.value,
        }),
        (None, Some(against)) => {
            Some(AbilityJudge::Against { attribute: read.attribute?.value, against: against.value })
        }
        (None, None) => {
            problems.missing(node.span, key, "a Judge has a `difficulty`, or an attribute `against` it");
            None
        }
        (Some(_), Some(against)) => {
            let message = "a Judge is against a `difficulty` or `against` an attribute, not both";
            problems.add(against.span, join(key, "against"), message);
            None
        }
    };
}

impl Listed for Ability {
    fn name(&self) -> &str {
        &self.name
    }

    fn check(&self, node: &Node, is_right: bool, place: Place<'_>, problems: &mut Problems) {
        // What cannot be read is mended first.
        if is_right {
            check(self, node, place, problems);
        }
    }
}

/// Refuses abilities that cannot be.
fn check(ability: &Ability, node: &Node, place: Place<'_>, problems: &mut Problems) {
    let Ability { timing, duration, effects, .. } = ability;
    let at = |key: &str| join(place.path, key);
    let is_attack = matches!(ability.judge, AbilityJudge::Attack { .. });
    if effects.is_empty() && !is_attack {
        let message =
            format!("{} does nothing: it has no `effects` and no attack as its `judge`", place.owner);
        problems.missing(node.span, at("effects"), message);
        return;
    }
    let answers = matches!(timing, Timing::Reaction | Timing::Auto);
    if ability.trigger.is_none() && *timing == Timing::Reaction {
        let message = format!("{} has no `trigger`; a Reaction answers something", place.owner);
        problems.missing(node.span, at("trigger"), message);
    } else if ability.trigger.is_some() && !answers {
        let message = "only `reaction` and `auto` have a `trigger`";
        problems.add(node.span_of("trigger"), at("trigger"), message);
    }
    let lacking = match timing {
        Timing::BeforeJudge if !effects.iter().any(shapes_a_judge) => {
            Some("about the Judge before it, such as `modify_judge`")
        }
        Timing::AfterJudge if !effects.iter().any(mends_a_judge) => {
            Some("about the Judge behind it, such as `reroll`")
        }
        _ => None,
    };
    if let Some(what) = lacking {
        let message = format!("{} has no effect {what}", place.owner);
        problems.add(node.span_of("timing"), at("timing"), message);
    }
    if *timing == Timing::Always && is_attack {
        let message = "what works always attacks nobody: give the attack a `timing`";
        problems.add(node.span_of("judge"), at("judge"), message);
    }
    for (effect, item) in effects.iter().zip(node.get("effects").and_then(Node::as_list).unwrap_or_default())
    {
        if *effect == Effect::LiftNearDeath && *timing != Timing::CleanUp {
            let message = "`lift_near_death` works in Clean-Up only: its `timing` is `cleanup`";
            problems.add(item.span, at("effects"), message);
        }
        if effect.is_lasting() && !effect.is_of_damage() && *duration == Duration::Instant {
            let message = format!("`{}` would last no time: say a `duration`", word_of(&item));
            problems.add(item.span, at("effects"), message);
        }
    }
    let knows_another = ability.trigger.is_some_and(Trigger::names_another);
    let is_blind = ability.target.who == Who::Myself && !knows_another;
    let known = |fact: Fact| {
        if fact.is_of_target() && is_blind {
            Err("the ability works on its user and knows of no other")
        } else {
            Ok(fact.range())
        }
    };
    refuse_in_ability(node, place.path, known, problems);
    if let Some((key, help)) = idle_target(&ability.target) {
        let message = format!("`{key}` changes nothing in {}", place.owner);
        problems.warn(node.span_of("target"), at("target"), message, help);
    }
    let is_timed = !matches!(duration, Duration::Instant | Duration::Fight | Duration::ThisJudge);
    if is_timed && !effects.iter().any(Effect::is_lasting) {
        let message = format!("`duration` changes nothing in {}", place.owner);
        problems.warn(node.span_of("duration"), at("duration"), message, "no effect of it lasts, NW-53");
    }
    for (flag, help) in idle_flags(ability) {
        let message = format!("`{flag}` changes nothing in {}", place.owner);
        let span = node.get("flags").map_or(node.span, |flags| flags.span_of(flag));
        problems.warn(span, at("flags"), message, help);
    }
    if ability.uses.charges > 0 && ability.kind != AbilityKind::Item {
        problems.add(node.span_of("uses"), at("uses"), "only an `item` has `charges`");
    }
}

/// NW-40, NW-53: the part of a target that changes nothing in an ability on its user alone, if one does, and why.
fn idle_target(target: &TargetRule) -> Option<(&'static str, &'static str)> {
    if target.who != Who::Myself {
        return None;
    }
    if target.number != Some(1) {
        return Some(("number", "`self` is one target"));
    }
    if target.range != Range::default() {
        return Some(("range", "`self` is always in range"));
    }
    let picks = matches!(target.area, Area::Square(Victims::Pick) | Area::Sphere(_, Victims::Pick));
    let help = "an area round `self` that picks has nobody else to pick: name an `ally`, `enemy` or `any`, or say `hits = \"all\"`";
    picks.then_some(("area", help))
}

/// The flags of an ability that change nothing beside its other keys, each with what would give it a meaning.
fn idle_flags(ability: &Ability) -> impl Iterator<Item = (&'static str, &'static str)> {
    let Ability { timing, kind, flags, target, .. } = ability;
    let idle = [
        (
            flags.exhausted_ok && *timing != Timing::Auto,
            ("exhausted_ok", "it is about `timing = \"auto\"` alone, NW-19"),
        ),
        (
            flags.ignores_pressure && *kind != AbilityKind::Special,
            ("ignores_pressure", "Pressure bars `kind = \"special\"` alone, NW-45"),
        ),
        (
            flags.hits_self && !target.area.hits_all(),
            ("hits_self", "it is about an `area` with `hits = \"all\"` alone, NW-40"),
        ),
    ];
    idle.into_iter().filter_map(|(is_idle, told)| is_idle.then_some(told))
}

/// The word of a value that is a word or a table with one key.
fn word_of(node: &Node) -> &str {
    match &node.value {
        Value::Table(table) => table.entries.first().map_or("", |entry| entry.key.as_str()),
        _ => node.as_text().unwrap_or_default(),
    }
}

/// Returns whether an effect is about a Judge that is about to be rolled.
fn shapes_a_judge(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::ModifyJudge { .. } | Effect::AddDice { .. } | Effect::Critical { .. } | Effect::Fumble { .. }
    )
}

/// Returns whether an effect is about a Judge that was rolled.
fn mends_a_judge(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Reroll { .. } | Effect::CancelFumble | Effect::ModifyJudge { .. } | Effect::AddDice { .. }
    )
}
