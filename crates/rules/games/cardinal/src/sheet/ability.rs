//! Abilities: records in the vocabulary of the ledger (CA-54), and those that are written right and could
//! not work. They are refused, never half-played.

use fray_kit::sheet::conditions::refuse_in_ability;
use fray_kit::sheet::declare::{Extent, Place, Shape, join};
use fray_kit::sheet::library::{list_shape, read_list};
use fray_kit::sheet::node::Node;
use fray_kit::sheet::problem::Problems;
use fray_kit::sheet::types::Shaped;

use super::conditions;
use crate::data::vocabulary::{
    Ability, AbilityRoll, Again, Cost, Duration, Effect, MAX_ABILITIES, ModWord, Status, Statuses, Target,
    Timing, Trigger,
};

/// The list `abilities` of a unit. Those named by their ID are written out by the library before.
#[derive(Debug)]
pub(crate) struct Abilities;

impl Shaped for Abilities {
    fn shape() -> Shape {
        list_shape(&Ability::INFO)
    }
}

/// Reads the abilities of a unit.
pub(super) fn list(node: &Node, key: &str, problems: &mut Problems) -> Vec<Ability> {
    let read = |item: &Node, place: Place<'_>, problems: &mut Problems| {
        self::read(item, Extent::Whole, place, problems)
    };
    let list = read_list(node, key, &Ability::INFO, MAX_ABILITIES, |ability| &ability.name, read, problems);
    list.unwrap_or_default()
}

/// Reads an ability; nothing if something is wrong with it.
pub(super) fn read(
    node: &Node,
    extent: Extent,
    place: Place<'_>,
    problems: &mut Problems,
) -> Option<Ability> {
    let ability = Ability::read_table(node, extent, place, problems)?;
    if let Some((key, message)) = fault(&ability) {
        problems.add(node.span_of(key), join(place.path, key), message);
    }
    refuse_in_ability(node, place.path, |fact| conditions::known(fact, ability.timing), problems);
    Some(ability)
}

/// Returns why an ability could not work, with the key that says so.
pub(super) fn fault(ability: &Ability) -> Option<(&'static str, &'static str)> {
    let harms = ability.damage().is_some();
    let timing = ability.timing;
    if ability.effects.is_empty() || ability.effects.len() > 8 {
        return Some(("effects", "expected 1 to 8 effects"));
    }
    if ability.effects.iter().filter(|effect| matches!(effect, Effect::Damage { .. })).count() > 1 {
        return Some(("effects", "one `damage` is the attack that the ability is, CA-66"));
    }
    if harms && timing != Timing::Action {
        return Some((
            "timing",
            "an ability that does damage is the Attack action, CA-66: it has the timing `action`",
        ));
    }
    if harms && matches!(ability.target, Target::Itself | Target::Ally) {
        return Some((
            "target",
            "an ability that does damage is an attack, CA-66, on `enemy`, `all_near` or an area",
        ));
    }
    if harms && ability.roll == AbilityRoll::None {
        return Some(("roll", "an attack is rolled, or `auto`, CA-29"));
    }
    if !harms && matches!(ability.roll, AbilityRoll::Defence(_) | AbilityRoll::Auto) {
        return Some(("roll", "only what does damage meets a defence or strikes by itself, CA-29"));
    }
    if let AbilityRoll::Against(pool, number) = ability.roll
        && !harms
        && pool.max() <= u32::from(number)
    {
        return Some(("roll", "no die of this roll can be above the number, CA-02"));
    }
    if timing == Timing::Passive {
        if ability.target != Target::Itself {
            return Some(("target", "a passive ability is for `self`"));
        }
        if !ability.cost.is_empty() || ability.roll != AbilityRoll::None {
            return Some(("timing", "a passive ability is never used: it has neither cost nor roll"));
        }
        let lasting = |effect: &Effect| {
            matches!(
                effect,
                Effect::BonusDie { .. }
                    | Effect::PenaltyDie { .. }
                    | Effect::UpgradeDie { .. }
                    | Effect::ExtraSoak(_)
                    | Effect::Stride(_)
                    | Effect::Dash(_)
                    | Effect::Forbid(_)
                    | Effect::Force(_)
                    | Effect::DefenceChart(_)
                    | Effect::Reroll(_)
            )
        };
        if !ability.effects.iter().all(lasting) {
            return Some(("effects", "this happens once, and a passive ability is never used"));
        }
    }
    if matches!(timing, Timing::Reaction(_)) && !matches!(ability.target, Target::Itself | Target::Enemy) {
        return Some(("target", "a reaction is for `self` or for the `enemy` who caused it"));
    }
    if timing == Timing::Reaction(Trigger::Defeated) && ability.target == Target::Itself {
        return Some((
            "target",
            "who is defeated has nothing more to gain: a reaction to it is for the `enemy`",
        ));
    }
    if timing != Timing::Action && ability.cost.iter().any(|cost| matches!(cost, Cost::Actions(_))) {
        return Some(("cost", "`actions` are the cost of an ability with the timing `action`"));
    }
    if matches!(timing, Timing::StartOfFight) && ability.cost.contains(&Cost::Focus) {
        return Some(("cost", "nobody is Focused before the fight"));
    }
    ability.effects.iter().find_map(|effect| effect_fault(effect, ability.target, timing))
}

/// CA-62: whether what lasts until a roll can never be ended by it.
fn never_ends(duration: Duration) -> bool {
    match duration {
        Duration::UntilRoll { pool, against, successes } => {
            pool.dice().filter(|&size| size > u32::from(against)).count() < usize::from(successes)
        }
        _ => false,
    }
}

/// Returns why an effect could not work on such a target at such a time, with the key of the ability that says so.
pub(super) fn effect_fault(
    effect: &Effect,
    target: Target,
    timing: Timing,
) -> Option<(&'static str, &'static str)> {
    let barred = |status: &Status| matches!(status, Status::Flying | Status::Grappled | Status::Hiding);
    match effect {
        Effect::AddStatus { status, .. } if barred(status) => {
            return Some(("effects", "`flying`, `grappled` and `hiding` come of rules alone, CA-48"));
        }
        _ if effect.lasts().is_some_and(never_ends) => {
            return Some(("effects", "no roll of this pool can end it: say `fight`, CA-62"));
        }
        Effect::AddStatus { duration: Duration::Instant, .. } => {
            return Some(("effects", "a status that lasts an instant does nothing"));
        }
        Effect::AddStatus { status, duration }
            if *duration != Duration::Fight
                && matches!(status, Status::Dying | Status::Dead | Status::Overkilled) =>
        {
            return Some(("effects", "nobody is Dying or Dead for a time"));
        }
        _ if timing != Timing::Passive && effect.lasts() == Some(Duration::Instant) => {
            return Some(("effects", "this lasts: say how long with `duration`"));
        }
        Effect::BonusDie { to: word, .. }
        | Effect::PenaltyDie { to: word, .. }
        | Effect::UpgradeDie { pool: word, .. }
            if *word == ModWord::Initiative && !matches!(timing, Timing::Passive | Timing::StartOfFight) =>
        {
            return Some((
                "effects",
                "initiative is rolled before round 1, CA-05: `start_of_fight` or `passive`",
            ));
        }
        Effect::RemoveStatus(statuses) if statuses.is_empty() => {
            return Some(("effects", "`remove_status` names at least one status"));
        }
        Effect::RemoveStatus(statuses) if Statuses::of(statuses).any(Statuses::DEAD) => {
            return Some(("effects", "only `revive` brings back the Dead and the Overkilled, CA-53"));
        }
        Effect::Move { .. } if target == Target::Itself => {
            return Some(("target", "`move` is toward or away from somebody else, CA-16: not for `self`"));
        }
        Effect::Teleport(_) if target != Target::Itself || matches!(timing, Timing::Reaction(_)) => {
            return Some((
                "effects",
                "`teleport` is for `self`, toward the fight, and no reaction: where else to, nobody says",
            ));
        }
        Effect::Reroll(again)
            if matches!(target, Target::Enemy | Target::AllNear) && *again != Again::All =>
        {
            return Some((
                "effects",
                "a second roll of these dice helps whoever rolls: `all` is for hostiles",
            ));
        }
        Effect::Reroll(_) if target == Target::Enemy && timing == Timing::Reaction(Trigger::Hit) => {
            return Some(("timing", "at `hit` the attack is rolled already: react to `attacked`"));
        }
        Effect::Revive if !matches!(target, Target::Ally) => {
            return Some(("target", "`revive` is for `ally`: nobody else is Dead"));
        }
        _ => {}
    }
    None
}
