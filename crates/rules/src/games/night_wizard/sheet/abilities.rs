//! The ability: its table, and what no ability can be.

use crate::sheet::declare::{Extent, Place, Read, Shape, SheetInfo, join, value};
use crate::sheet::node::Node;
use crate::sheet::plan;
use crate::sheet::problem::{At, Problems, Span};
use crate::sheet::types::{Instead, Int, IntOr, List, Name};
use crate::sheet::variants::{Maybe, Nothing, Of};
use crate::tactics::when::When;
use crate::{means, sheet, variants};

use super::super::setup::ability::{
    Ability, AbilityJudge, AbilityKind, Cost, Duration, Effect, Flags, TargetRule, Timing, Trigger, Uses, Who,
};
use super::super::setup::{AttackKind, AttributeId};
use super::super::tactics::Fact;
use super::effects::{lasting, mends_a_judge, shapes_a_judge};
use super::gear::Listed;
use super::words::{AnyArea, Reach, range};

sheet! {
    /// A special ability, an invocation, an item: what may be used, when, and what it does.
    pub(super) struct AbilitySheet is "ability" {
        /// Its name; the ID, if nothing is said. Effects of one name do not stack on a unit.
        "NW-53" name: Name, required;
        /// What it is; says which statuses and rulings bar it.
        "NW-45, NW-53" kind: AbilityKind = "special";
        /// When it may be used.
        "NW-09, NW-18, NW-19, NW-53" timing: Timing = "major";
        /// What it answers, for `reaction` and `auto`.
        "NW-19" trigger: Trigger;
        /// What must hold, seen by the user.
        "NW-53" when: Condition;
        /// What it costs.
        "NW-17" cost: Cost = "{}";
        /// How often it may be used.
        "NW-53" uses: Uses = "{}";
        /// What it ignores, or needs.
        "NW-19, NW-29, NW-36, NW-44, NW-45" flags: Flags = "{}";
        /// On whom it works.
        "NW-40, NW-53" target: Targets = "self";
        /// What is rolled for it.
        "NW-05, NW-53" judge: AnyJudge = "none";
        /// What it does, in order.
        "NW-53" effects: List<Effect> = "[]";
        /// How long its effects last. If nothing is said: `fight` for `always`, `this_judge` for what is declared for a Judge, otherwise `instant`.
        "NW-53, NW-56" duration: Duration;
    }
    not played &[
        ("price", "what a thing costs in a shop", "it has no part in a fight"),
        ("weight", "what a thing weighs", "loads are no part of the fight rules"),
    ];
}

sheet! {
    /// Targets of an ability.
    pub(super) struct TargetSheet is "target" {
        /// How many, or `all` of them.
        "NW-53" number: IntOr<All, 1, 32> = "1";
        /// The area round the target.
        "NW-40" area: AnyArea = "single";
        /// How far the target may be, or `sight`; 0 is the same square.
        "NW-40" range: Reach = "0";
        /// The least distance.
        "NW-40" range_min: Int<0, 99> = "0";
    }
}

sheet! {
    /// A Judge of the user: against a difficulty, or against a Judge of the target, who wins ties.
    pub(super) struct JudgeSheet is "judge" {
        /// The user's attribute.
        "NW-05" attribute: AttributeId, required;
        /// What it has to reach.
        "NW-05" difficulty: Int<-999, 999>;
        /// The target's attribute.
        "NW-05" against: AttributeId;
    }
}

sheet! {
    /// An attack that the ability makes.
    pub(super) struct AttackSheet is "attack" {
        /// Which pair is rolled to hit, and which attack attribute is used.
        "NW-20, NW-23" hit_kind: AttackKind = "physical";
        /// Whether Defense or Magic Defense answers the damage; as `hit_kind`, if nothing is said.
        "NW-22, NW-23" damage_kind: AttackKind;
        /// Active modifier of the Hit Judge.
        "NW-07" hit_mod: Int<-50, 99> = "0";
        /// Active modifier of the Attack Judge.
        "NW-07" attack_mod: Int<-50, 99> = "0";
    }
}

means! {
    TargetSheet => TargetRule, |read, _node, key, problems| Some(TargetRule {
        who: Who::Myself,
        number: read.number.map_or(Some(1), |number| number.value.map(|n| n as u8)),
        area: value(&read.area),
        range: range(&read.range, &read.range_min, key, problems),
    });
    AttackSheet => AbilityJudge, |read| Some(AbilityJudge::Attack {
        hit_kind: value(&read.hit_kind),
        damage_kind: read.damage_kind.as_ref().map_or(value(&read.hit_kind), |kind| kind.value),
        hit_mod: value(&read.hit_mod),
        attack_mod: value(&read.attack_mod),
    });
    JudgeSheet => AbilityJudge, |read, node, key, problems| match (&read.attribute, &read.difficulty, &read.against) {
        (Some(attribute), Some(difficulty), None) => {
            Some(AbilityJudge::Difficulty { attribute: attribute.value, difficulty: difficulty.value })
        }
        (Some(attribute), None, Some(against)) => {
            Some(AbilityJudge::Against { attribute: attribute.value, against: against.value })
        }
        (_, None, None) => {
            problems.missing(node.span, key, "a Judge has a `difficulty`, or an attribute `against` it");
            None
        }
        (_, Some(_), Some(against)) => {
            let message = "a Judge is against a `difficulty` or `against` an attribute, not both";
            problems.add(against.span, join(key, "against"), message);
            None
        }
        (None, ..) => None,
    };
}

/// The word `all`: as many targets as there are.
#[derive(Debug)]
pub(super) struct All;

impl Instead for All {
    const WORD: &'static str = "all";
}

/// A condition, or a list of them that must all hold.
#[derive(Debug)]
pub(super) struct Condition;

impl Read for Condition {
    type Out = Option<When<Fact>>;

    fn shape() -> Shape {
        Shape::Elsewhere
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self::Out> {
        plan::condition(node, Fact::ALL, Fact::measure, key, problems).map(Some)
    }
}

fn of(who: Who, rule: Option<TargetRule>) -> TargetRule {
    TargetRule { who, ..rule.unwrap_or(TargetRule { number: Some(1), ..TargetRule::default() }) }
}

variants! {
    /// On whom an ability works.
    pub(super) struct Targets is "a target" of TargetRule {
        /// The user.
        "self": Maybe<TargetSheet> => |rule| of(Who::Myself, rule);
        /// Units of the user's side, the user included.
        "ally": Maybe<TargetSheet> => |rule| of(Who::Ally, rule);
        /// Everybody else.
        "enemy": Maybe<TargetSheet> => |rule| of(Who::Enemy, rule);
        /// Anybody.
        "any": Maybe<TargetSheet> => |rule| of(Who::Any, rule);
        /// Allies of the user's `command_group`, without the user.
        "command_group": Maybe<TargetSheet> => |rule| of(Who::CommandGroup, rule);
    }
}

variants! {
    /// What is rolled for an ability, as a word.
    pub(super) struct JudgeWord is "a Judge" of AbilityJudge {
        /// Nothing: it works.
        "none": Nothing => |()| AbilityJudge::None;
        /// An attack; the effects follow for each target that was hit.
        "attack": Of<AttackSheet> => |attack| attack;
    }
}

/// What is rolled for an ability.
#[derive(Debug)]
pub(super) struct AnyJudge;

impl Read for AnyJudge {
    type Out = AbilityJudge;

    fn shape() -> Shape {
        Shape::Either(vec![JudgeWord::shape(), Shape::Table(&JudgeSheet::INFO)])
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<AbilityJudge> {
        let is_judge = |table: &crate::sheet::node::Table| table.get("attack").is_none();
        if node.as_table().is_some_and(is_judge) {
            return <JudgeSheet as Read>::read(node, key, problems);
        }
        JudgeWord::read(node, key, problems)
    }
}

/// An ability with the places of its effects, for what is checked when all units are known.
#[derive(Clone, Debug)]
pub(super) struct AbilityDraft {
    /// The ability.
    pub(super) ability: Ability,
    /// Where each effect stands.
    pub(super) effects: Vec<Span>,
    /// Where the target stands.
    pub(super) target: Option<Span>,
}

impl Listed for AbilityDraft {
    const NOUN: &'static str = "ability";
    const INFO: &'static SheetInfo = &AbilitySheet::INFO;

    fn name(&self) -> &str {
        &self.ability.name
    }

    fn read(node: &Node, place: Place<'_>, problems: &mut Problems) -> Self {
        let n_problems = problems.len();
        let sheet = AbilitySheet::read(node, Extent::Whole, None, place, problems);
        // What cannot be read is mended first.
        if problems.len() == n_problems {
            check(&sheet, node.span, place, problems);
        }
        let effects = value(&sheet.effects);
        let duration = sheet.duration.as_ref().map_or_else(|| usual_duration(&sheet), |given| given.value);
        let ability = Ability {
            name: value(&sheet.name),
            kind: value(&sheet.kind),
            timing: value(&sheet.timing),
            trigger: sheet.trigger.map(|trigger| trigger.value),
            when: value(&sheet.when),
            cost: value(&sheet.cost),
            uses: value(&sheet.uses),
            flags: value(&sheet.flags),
            target: value(&sheet.target),
            judge: value(&sheet.judge),
            effects: effects.iter().map(|effect| effect.value.clone()).collect(),
            duration,
        };
        let target = sheet.target.map(|target| target.span);
        Self { ability, effects: effects.into_iter().map(|effect| effect.span).collect(), target }
    }
}

/// How long an ability lasts that does not say it.
fn usual_duration(sheet: &AbilitySheet) -> Duration {
    let lasts = value(&sheet.effects).iter().any(|effect| lasting(&effect.value).is_some());
    match value(&sheet.timing) {
        Timing::Always => Duration::Fight,
        Timing::BeforeJudge | Timing::AfterJudge | Timing::Reaction if lasts => Duration::ThisJudge,
        _ => Duration::Instant,
    }
}

/// What no ability can be.
fn check(sheet: &AbilitySheet, span: Span, place: Place<'_>, problems: &mut Problems) {
    let timing = value(&sheet.timing);
    let at = |key: &str| join(place.path, key);
    let effects = sheet.effects.iter().flat_map(|effects| &effects.value);
    let has = |is: fn(&Effect) -> bool| sheet.effects.iter().flat_map(|e| &e.value).any(|e| is(&e.value));
    let is_attack = matches!(value(&sheet.judge), AbilityJudge::Attack { .. });
    let is_empty = sheet.effects.as_ref().is_some_and(|effects| effects.value.is_empty());
    if is_empty && !is_attack {
        let message =
            format!("{} does nothing: it has no `effects` and no attack as its `judge`", place.owner);
        problems.missing(span, at("effects"), message);
        return;
    }
    match (&sheet.trigger, timing) {
        (None, Timing::Reaction) => {
            let message = format!("{} has no `trigger`; a Reaction answers something", place.owner);
            problems.missing(span, at("trigger"), message);
        }
        (Some(trigger), timing) if !matches!(timing, Timing::Reaction | Timing::Auto) => {
            let message = "only `reaction` and `auto` have a `trigger`";
            problems.add(trigger.span, at("trigger"), message);
        }
        _ => {}
    }
    let about_judges = match timing {
        Timing::BeforeJudge => {
            Some((has(shapes_a_judge), "about the Judge before it, such as `modify_judge`"))
        }
        Timing::AfterJudge => Some((has(mends_a_judge), "about the Judge behind it, such as `reroll`")),
        _ => None,
    };
    if let (Some((false, what)), Some(timing)) = (about_judges, &sheet.timing) {
        problems.add(timing.span, at("timing"), format!("{} has no effect {what}", place.owner));
    }
    if timing == Timing::Always && is_attack {
        let message = "what works always attacks nobody: give the attack a `timing`";
        problems.add(sheet.judge.as_ref().map_or(span, |judge| judge.span), at("judge"), message);
    }
    let duration = sheet.duration.as_ref().map_or_else(|| usual_duration(sheet), |given| given.value);
    for effect in effects {
        if effect.value == Effect::LiftNearDeath && timing != Timing::CleanUp {
            let message = "`lift_near_death` works in Clean-Up only: its `timing` is `cleanup`";
            problems.add(effect.span, at("effects"), message);
        }
        if let (Some(word), Duration::Instant) = (lasting(&effect.value), duration) {
            let message = format!("`{word}` would last no time: say a `duration`");
            problems.add(effect.span, at("effects"), message);
        }
    }
    if let Some(uses) = sheet.uses.as_ref().filter(|uses| uses.value.charges > 0)
        && value(&sheet.kind) != AbilityKind::Item
    {
        problems.add(uses.span, at("uses"), "only an `item` has `charges`");
    }
}

/// The list of abilities that are all read, for what is checked when all units are known.
pub(super) fn names(drafts: &[At<AbilityDraft>]) -> Vec<String> {
    drafts.iter().map(|draft| draft.value.ability.name.clone()).collect()
}
