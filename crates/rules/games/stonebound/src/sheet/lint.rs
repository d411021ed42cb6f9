//! Abilities that are written right and could not work: an effect at a moment that does not know it, a
//! target that is never there, a condition that can never be known. They are refused, never half-played.

use fray_kit::declare::facts::NO_TARGET_OF_PASSIVE;
use fray_kit::sheet::conditions::refuse_in_ability;
use fray_kit::sheet::declare::{Place, join, shown};
use fray_kit::sheet::envelope::UnitDoc;
use fray_kit::sheet::node::Node;
use fray_kit::sheet::problem::{Problems, Span};
use fray_kit::tactics::range::Range;

use crate::data::setup::UnitSetup;
use crate::data::tactics::Fact;
use crate::data::vocabulary::{
    Ability, AbilityMark, ActionUse, DamageKind, Duration, Effect, Extra, Kind, MAX_EFFECTS, Status, Target,
    Timing, Trigger,
};

/// Notes what could not work.
pub(super) fn check(
    ability: &Ability,
    node: &Node,
    is_reaction: bool,
    statuses: &[Status],
    place: Place<'_>,
    problems: &mut Problems,
) {
    let given = |key: &str| node.as_table().and_then(|table| table.get(key)).map(|entry| &entry.value);
    let mut refuse =
        |span: Span, key: &str, message: &str| problems.add(span, join(place.path, key), message.to_owned());
    let effects = given("effects").and_then(Node::as_list).unwrap_or_default();
    if effects.is_empty() || effects.len() > MAX_EFFECTS {
        let span = given("effects").map_or(node.span, |effects| effects.span);
        refuse(span, "effects", &format!("expected 1 to {MAX_EFFECTS} effects"));
    }
    for (effect, node) in ability.effects.iter().zip(&effects) {
        if let Some(message) = misplaced(effect, ability, statuses) {
            refuse(node.span, "effects", message);
        }
    }
    let of_keys = [
        ("kind", kind(ability, is_reaction)),
        ("timing", timing(ability)),
        ("target", target(ability)),
        ("cost", cost(ability)),
        ("action", action(ability)),
        ("trigger", trigger(ability)),
        ("duration", duration(ability)),
    ];
    for (key, message) in of_keys {
        if let Some(message) = message {
            refuse(given(key).map_or(node.span, |value| value.span), key, message);
        }
    }
    refuse_in_ability(node, place.path, |fact| known(ability, fact), problems);
}

/// Notes what could not work in a roll that goes with attacks.
pub(super) fn check_extra(extra: &Extra, node: &Node, key: &str, problems: &mut Problems) {
    let mut refuse = |message: &str| problems.add(node.span, key, message.to_owned());
    if extra.effects.is_empty() || extra.effects.len() > MAX_EFFECTS {
        refuse("expected 1 to 8 effects");
    }
    for effect in &extra.effects {
        match effect {
            Effect::StandardAttack(_) => {
                refuse("an attack brings no further attack: use `damage` with `not_attack = true`")
            }
            Effect::Damage(blast) if !blast.not_attack => {
                refuse("damage that goes with an attack has `not_attack = true`");
            }
            Effect::Counter
            | Effect::Redirect
            | Effect::ReduceDamage(_)
            | Effect::Reflect(_)
            | Effect::Revive(_)
            | Effect::Teleport
            | Effect::ExtraActivation => {
                refuse("this is for abilities, not for a roll that goes with attacks")
            }
            Effect::Stat(change) if is_odd(change.duration) => {
                refuse("a duration here is `end_of_turn`, `{ turns = n }` or `fight`")
            }
            Effect::AddStatus(add) if is_odd(add.duration) => {
                refuse("a duration here is `end_of_turn`, `{ turns = n }` or `fight`")
            }
            _ => {}
        }
    }
}

fn is_odd(duration: Option<Duration>) -> bool {
    matches!(duration, Some(Duration::Instant | Duration::WhileFused | Duration::ThisAttack))
}

/// Returns why an effect could do nothing.
fn misplaced(effect: &Effect, ability: &Ability, statuses: &[Status]) -> Option<&'static str> {
    let moment = ability.moment();
    if moment.is_none() {
        return misplaced_in_passive(effect, statuses);
    }
    match effect {
        Effect::Counter
            if moment.is_none_or(|moment| !moment.answers_attack() || moment == Timing::BeforeDamage) =>
        {
            Some("`counter` answers an attack on the unit or its side")
        }
        Effect::Counter if matches!(moment, Some(Timing::OnIncapacitated(_))) => {
            Some("a fall is no attack that could be countered")
        }
        Effect::Redirect if moment != Some(Timing::BeforeDamage) || ability.falls_on() != Target::Ally => {
            Some("`redirect` is for the timing `before_damage` with `target = \"ally\"`")
        }
        Effect::ReduceDamage(_) if moment != Some(Timing::BeforeDamage) => {
            Some("`reduce_damage` is for the timing `before_damage`")
        }
        Effect::Reflect(_)
            if !matches!(
                moment,
                Some(
                    Timing::BeforeDamage
                        | Timing::OnHpDamage(_)
                        | Timing::OnHit(_)
                        | Timing::OnAllyDamaged
                        | Timing::OnAttacked
                )
            ) =>
        {
            Some("`reflect` answers an attack that does damage")
        }
        Effect::Revive(_) if moment != Some(Timing::Activation) || ability.falls_on() != Target::Ally => {
            Some("`revive` is for an active ability with `target = \"ally\"`")
        }
        Effect::Teleport
            if moment != Some(Timing::Activation) || ability.falls_on() != Target::EmptySquare =>
        {
            Some("`teleport` is for an active ability with `target = \"empty_square\"`")
        }
        Effect::Swap if matches!(ability.falls_on(), Target::Itself | Target::EmptySquare) => {
            Some("`swap` needs another unit as its target")
        }
        Effect::Push(_) | Effect::Pull(_) if ability.falls_on() == Target::Itself => {
            Some("nobody pushes or pulls itself")
        }
        Effect::StandardAttack(_) | Effect::Damage(_)
            if ability.falls_on() == Target::Itself && moment != Some(Timing::Activation) =>
        {
            None
        }
        _ if own_while_fused(effect) => Some("`while_fused` is for abilities that are always on"),
        _ => None,
    }
}

/// The reason for which an effect could do nothing in an ability that is always on, if there is one. A status
/// that it keeps on its targets neither counts down nor ends by damage.
fn misplaced_in_passive(effect: &Effect, statuses: &[Status]) -> Option<&'static str> {
    let is_kept = match effect {
        Effect::AddStatus(add) => {
            let ends = matches!(add.status, Status::FREEZE | Status::SLEEP);
            if ends || statuses.get(add.status.idx()).is_some_and(|status| status.ends_on_damage) {
                return Some(
                    "a status that counts down or ends on damage cannot be kept up by an ability that is always on",
                );
            }
            true
        }
        effect => effect.is_lasting(),
    };
    (!is_kept || effect.own_duration().is_some_and(|own| own != Duration::WhileFused)).then_some(
        "an ability that is always on only changes numbers, evades, negates, forbids, makes immune or keeps up statuses, while it is on",
    )
}

fn own_while_fused(effect: &Effect) -> bool {
    effect.own_duration() == Some(Duration::WhileFused)
}

fn kind(ability: &Ability, is_reaction: bool) -> Option<&'static str> {
    match ability.kind {
        Kind::Active | Kind::Fuse | Kind::Aura if is_reaction => {
            Some("what stands in `reactions` is `innate`")
        }
        Kind::Aura if ability.timing.is_some() => Some("an aura is on for all in range, and has no timing"),
        _ => None,
    }
}

fn timing(ability: &Ability) -> Option<&'static str> {
    match (ability.kind, ability.timing) {
        (Kind::Active, Some(timing)) if timing != Timing::Activation => {
            Some("an active ability is used in an activation; a reaction is `innate` or a `fuse`")
        }
        (Kind::Fuse | Kind::Innate, Some(Timing::Activation)) => {
            Some("what is used in an activation is of the kind `active`")
        }
        _ => None,
    }
}

fn target(ability: &Ability) -> Option<&'static str> {
    let moment = ability.moment();
    match (moment, ability.falls_on()) {
        (None, Target::Itself | Target::AllAllies | Target::AllEnemies) => None,
        (None, _) => Some("an ability that is always on is for `self`, `all_allies` or `all_enemies`"),
        (Some(Timing::Activation), Target::Attacker) => {
            Some("in an activation nobody has attacked: there is no `attacker`")
        }
        (Some(Timing::Activation), _) => None,
        (Some(_), Target::Area { .. } | Target::Line { .. } | Target::EmptySquare) => {
            Some("areas, lines and empty squares are for active abilities")
        }
        (
            Some(Timing::StartOfTurn | Timing::EndOfTurn | Timing::OnMove),
            Target::Attacker | Target::Enemy,
        ) => Some("nobody has attacked at this timing: there is no `attacker` and no one `enemy`"),
        _ => None,
    }
}

fn cost(ability: &Ability) -> Option<&'static str> {
    let is_free = matches!(ability.kind, Kind::Innate | Kind::Aura);
    (is_free && ability.cost.is_some()).then_some("what is always on costs nothing")
}

fn action(ability: &Ability) -> Option<&'static str> {
    match (ability.kind, ability.action) {
        (Kind::Active, Some(ActionUse::Fuse)) => Some("the Fuse action sets fuses; `kind` is `active`"),
        (Kind::Innate | Kind::Aura, Some(_)) => Some("what is always on takes no action"),
        _ => None,
    }
}

fn trigger(ability: &Ability) -> Option<&'static str> {
    (ability.is_passive() && ability.trigger != Trigger::Always)
        .then_some("what is always on is never rolled")
}

fn duration(ability: &Ability) -> Option<&'static str> {
    match (ability.moment(), ability.duration) {
        (None, Some(duration)) if duration != Duration::WhileFused => {
            Some("an ability that is always on lasts while it is on")
        }
        (Some(_), Some(Duration::WhileFused)) => Some("`while_fused` is for abilities that are always on"),
        (Some(moment), Some(Duration::ThisAttack)) if moment != Timing::BeforeDamage => {
            Some("only at `before_damage` an attack is still to be resolved")
        }
        (Some(_), Some(Duration::Instant)) if ability.effects.iter().any(Effect::is_lasting) => {
            Some("this lasts: say how long, or leave `duration` out")
        }
        _ => None,
    }
}

/// The values that a fact can have in the condition of an ability.
fn known(ability: &Ability, fact: Fact) -> Result<Range, &'static str> {
    let of_target = fact.is_of_target();
    match (ability.moment(), ability.falls_on()) {
        (None, _) if of_target => Err(NO_TARGET_OF_PASSIVE),
        (None, _) if !fact.is_of_passive() => Err("what is always on does not ask for what it may change"),
        (Some(Timing::StartOfTurn | Timing::EndOfTurn | Timing::OnMove), _) if of_target => {
            Err("there is no target at this timing")
        }
        (Some(Timing::Activation), target)
            if of_target && !matches!(target, Target::Enemy | Target::Ally) =>
        {
            Err("only an ability for an `enemy` or an `ally` knows its target")
        }
        _ => Ok(fact.range()),
    }
}

/// SB-19, SB-29: warns of a unit that attacks S by its `type` alone: its abilities without a mark are of the
/// kind of its class, which is P where none is given.
pub(super) fn warn_of_kind(unit: &UnitSetup, doc: &UnitDoc, problems: &mut Problems) {
    let table = doc.node.as_table();
    let Some(entry) = table.and_then(|table| table.get("type")) else { return };
    if unit.kind() != DamageKind::S || table.is_some_and(|table| table.get("class").is_some()) {
        return;
    }
    let is_cast = |ability: &&Ability| {
        let is_on_enemies = matches!(
            ability.falls_on(),
            Target::Enemy | Target::AllEnemies | Target::Area { .. } | Target::Line { .. }
        );
        let is_blow = ability.effects.first().is_some_and(Effect::is_blow);
        ability.is_used() && ability.mark == AbilityMark::None && is_on_enemies && !is_blow
    };
    if let Some(ability) = unit.abilities.iter().find(is_cast) {
        let message = format!(
            "unit `{}`: `type` is S and the class is left at marauder, so that `{}`, which has no mark, is P",
            shown(&doc.name.value),
            shown(&ability.id)
        );
        let help = "give the unit its class, or the ability a `mark`, SB-29";
        problems.warn(entry.value.span, join(&doc.path, "type"), message, help);
    }
}

/// D-05: warns of an ability that can affect nobody, or the poisoned alone: all that it does has no worth but what
/// `worth` says, and that says none.
pub(super) fn warn_of_worthless(unit: &UnitSetup, doc: &UnitDoc, problems: &mut Problems) {
    let entry = doc.node.as_table().and_then(|table| table.get("abilities"));
    let is_named =
        |effect: &Effect| matches!(effect, Effect::Teleport | Effect::Swap | Effect::ExtraActivation);
    let is_shove = |effect: &Effect| matches!(effect, Effect::Push(_) | Effect::Pull(_));
    for ability in &unit.abilities {
        let has_none = ability.worth.is_none_or(|worth| worth == 0);
        let shoves = ability.effects.iter().any(is_shove);
        let is_worthless = ability.effects.iter().all(|effect| is_named(effect) || is_shove(effect));
        // Who says `worth = 0` of a push means it.
        if !ability.is_used() || !has_none || !is_worthless || shoves && ability.worth.is_some() {
            continue;
        }
        let when = if shoves { "used on the poisoned alone" } else { "never used" };
        let message = format!(
            "unit `{}`: `{}` has no `worth`, so that it is {when}",
            shown(&doc.name.value),
            shown(&ability.id)
        );
        let help = "say in `worth` how many HP a use is worth, D-05";
        let span = entry.map_or(doc.name.span, |entry| entry.value.span);
        problems.warn(span, join(&doc.path, "abilities"), message, help);
    }
}

/// SB-65: the part of an ability that has no meaning without a board, in words; `None` if there is none.
pub(super) fn needs_board(ability: &Ability) -> Option<&'static str> {
    let of_target = match ability.falls_on() {
        Target::Area { .. } => Some("area"),
        Target::Line { .. } => Some("line"),
        Target::EmptySquare => Some("empty_square"),
        _ => None,
    };
    let of_timing = (ability.moment() == Some(Timing::OnMove)).then_some("on_move");
    of_target.or(of_timing).or_else(|| ability.effects.iter().find_map(effect_needs_board))
}

/// SB-65: the part of an effect that has no meaning without a board, in words; `None` if there is none.
pub(super) fn effect_needs_board(effect: &Effect) -> Option<&'static str> {
    match effect {
        Effect::Push(_) => Some("push"),
        Effect::Pull(_) => Some("pull"),
        Effect::Teleport => Some("teleport"),
        Effect::Swap => Some("swap"),
        _ => None,
    }
}
