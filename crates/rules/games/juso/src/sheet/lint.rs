//! Abilities that are written right and could not work: an effect at a moment that does not know
//! it, a target that is never there. They are refused, never half-played.

use fray_kit::declare::facts::NO_TARGET_OF_PASSIVE;
use fray_kit::sheet::conditions;
use fray_kit::sheet::declare::{Place, join};
use fray_kit::sheet::node::Node;
use fray_kit::sheet::problem::{Problems, Span};

use crate::data::tactics::Fact;
use crate::data::vocabulary::{
    Ability, AbilityRoll, AbilityTarget, Check, Cost, Duration, Effect, Status, Timing,
};

/// Notes what could not work.
pub(super) fn check(
    ability: &Ability,
    node: &Node,
    statuses: &[Status],
    place: Place<'_>,
    problems: &mut Problems,
) {
    let given = |key: &str| node.get(key);
    let mut refuse =
        |span: Span, key: &str, message: &str| problems.add(span, join(place.path, key), message);
    let effects = given("effects").and_then(Node::as_list).unwrap_or_default();
    if effects.is_empty() {
        let span = given("effects").map_or(node.span, |effects| effects.span);
        refuse(span, "effects", "expected at least one effect");
    }
    for (effect, node) in ability.effects.iter().zip(&effects) {
        if let Some(message) = misplaced(effect, ability, statuses) {
            refuse(node.span, "effects", message);
        }
    }
    let costs = ability.timing == Timing::Passive && ability.cost != Cost::default();
    let of_keys = [
        ("target", target(ability)),
        ("roll", roll(ability)),
        ("cost", costs.then_some("a passive ability is never used, so it costs nothing")),
        ("duration", duration(ability)),
    ];
    for (key, message) in of_keys {
        if let Some(message) = message {
            refuse(given(key).map_or(node.span, |value| value.span), key, message);
        }
    }
    let known = |fact: Fact| match unknown_target(ability).filter(|_| fact.is_of_target()) {
        Some(why) => Err(why),
        None => Ok(fact.range()),
    };
    conditions::refuse_in_ability(node, place.path, known, problems);
}

/// Returns whether something is attacked when the ability is used.
fn in_attack(timing: Timing) -> bool {
    matches!(
        timing,
        Timing::WithAttack | Timing::OnDefence | Timing::OnDamage | Timing::OnKnockback | Timing::OnKill
    )
}

/// Returns whether what lasts needs no duration at this timing: it ends with the attack that is still to
/// be rolled or is being answered, or with the condition.
fn has_its_own_end(timing: Timing) -> bool {
    timing == Timing::Passive || (in_attack(timing) && timing != Timing::OnKill)
}

/// Returns why an effect could do nothing.
fn misplaced(effect: &Effect, ability: &Ability, statuses: &[Status]) -> Option<&'static str> {
    use Timing::{OnDamage, OnDefence, OnKnockback, Passive, WithAttack};
    let timing = ability.timing;
    let lasts = matches!(
        effect,
        Effect::AttackDice(_)
            | Effect::DefenceDice(_)
            | Effect::DamageDice(_)
            | Effect::ChangeValue(_)
            | Effect::RepeatDefenceImmunity
    );
    match effect {
        Effect::ReduceDamage(_) if timing != OnDamage => {
            Some("`reduce_damage` is for the timing `on_damage`: there is no damage at any other")
        }
        Effect::ReduceKnockback(_) if !matches!(timing, OnDefence | OnDamage | OnKnockback) => {
            Some("`reduce_knockback` is for the timings `on_defence`, `on_damage` and `on_knockback`")
        }
        Effect::ChangeDifficulty(_) if !matches!(timing, WithAttack | OnDefence) => {
            Some("`change_difficulty` is for the timings `with_attack` and `on_defence`")
        }
        Effect::AddStatus(status) if timing == Passive => {
            let status = &statuses[usize::from(status.0)];
            let is_more = *status == statuses[usize::from(Status::UNNOTICED.0)]
                || status.one_activation
                || status.removal.is_some();
            is_more
                .then_some("a passive ability gives changes and bans; this status is more, or ends by itself")
        }
        _ if timing == Passive && !lasts => Some("this happens once, and a passive ability is never used"),
        _ if lasts && ability.duration == Duration::Instant && !has_its_own_end(timing) => {
            Some("this lasts: say how long with `duration`")
        }
        Effect::Revive(_) if ability.target != AbilityTarget::Ally => {
            Some("`revive` is for `target = \"ally\"`: no other target is incapacitated")
        }
        Effect::SwitchWeapon(_) if ability.target != AbilityTarget::Itself => {
            Some("`switch_weapon` is for `target = \"self\"`, whose weapons it names")
        }
        effect if reads_split(effect) && !gives_split(ability) => {
            Some("`split` needs a `roll` with `split = true` or with `degree`")
        }
        _ => None,
    }
}

/// Returns why the target is never there.
fn target(ability: &Ability) -> Option<&'static str> {
    use AbilityTarget::{AllAllies, AllEnemies, Attacker, Enemy, Itself, Square};
    use Timing::{OnDamage, OnDefence, OnKill, OnKnockback, Passive};
    match (ability.timing, ability.target) {
        (timing, Attacker) if !matches!(timing, OnDefence | OnDamage | OnKnockback) => {
            Some("`attacker` is for the timings `on_defence`, `on_damage` and `on_knockback`")
        }
        (OnKill, Enemy | Square) => Some("at the timing `on_kill` the target of the attack is dead"),
        (Passive, target) if !matches!(target, Itself | AllAllies | AllEnemies) => {
            Some("a passive ability is for `self`, `all_allies` or `all_enemies`")
        }
        _ => None,
    }
}

/// Returns why a condition may not ask about the target.
fn unknown_target(ability: &Ability) -> Option<&'static str> {
    if ability.timing == Timing::Passive {
        Some(NO_TARGET_OF_PASSIVE)
    } else if ability.target == AbilityTarget::Itself {
        Some("the target is the unit itself")
    } else {
        None
    }
}

/// Returns why the roll makes no sense.
fn roll(ability: &Ability) -> Option<&'static str> {
    match ability.roll {
        AbilityRoll::None => None,
        _ if ability.timing == Timing::Passive => {
            Some("a passive ability is never used, so nothing is rolled for it")
        }
        AbilityRoll::Check(Check { area: true, .. }) if ability.target != AbilityTarget::Square => {
            Some("`area` is for `target = \"square\"`")
        }
        AbilityRoll::Check(Check { split: true, .. }) if !ability.effects.iter().any(reads_split) => {
            Some("no effect reads the dice that are split off: say `split` in an amount")
        }
        _ => None,
    }
}

/// Returns why the duration makes no sense.
fn duration(ability: &Ability) -> Option<&'static str> {
    use Timing::{BattleStart, Passive, Preparation, RoundEnd};
    match (ability.timing, ability.duration) {
        (Passive, duration) if duration != Duration::Instant => {
            Some("a passive ability lasts as long as its condition holds")
        }
        (timing, Duration::ThisAttack) if !in_attack(timing) => {
            Some("there is no attack at this timing that it could last for")
        }
        (BattleStart | Preparation | RoundEnd, Duration::ThisActivation) => {
            Some("nobody is activated at this timing")
        }
        _ => None,
    }
}

/// Returns whether the roll gives `split` amounts something to read.
fn gives_split(ability: &Ability) -> bool {
    matches!(ability.roll, AbilityRoll::Check(Check { split: true, .. }) | AbilityRoll::Degree(_))
}

fn reads_split(effect: &Effect) -> bool {
    effect.amount().is_some_and(|amount| amount.split)
}
