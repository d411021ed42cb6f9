//! The lists of weapons and abilities of a unit. Those named by their ID are written out before.

use fray_kit::readers;
use fray_kit::sheet::block::Block;
use fray_kit::sheet::declare::{Extent, Place, Shape, join};
use fray_kit::sheet::library::{list_shape, read_list};
use fray_kit::sheet::node::Node;
use fray_kit::sheet::problem::Problems;
use fray_kit::sheet::types::Shaped;

use super::lint;
use crate::data::setup::Weapon;
use crate::data::vocabulary::{
    Ability, Duration, Effect, Hits, HoldDifficulty, MAX_ABILITIES, MAX_EFFECTS, On, Resolve, Target, Timing,
    Trigger, Uses,
};

/// Hands number their weapons in a few bits.
const MAX_WEAPONS: usize = 14;

readers! {
    /// A list of weapons.
    pub(crate) struct Weapons of Vec<Weapon>: list_shape(&Weapon::INFO), |node, key, problems| {
        let read = |item: &Node, place: Place<'_>, problems: &mut Problems| {
            Some(weapon(item, Extent::Whole, place, problems))
        };
        read_list(node, key, &Weapon::INFO, MAX_WEAPONS, |weapon| &weapon.name, read, problems)
    };
}

/// Reads a weapon.
pub(super) fn weapon(node: &Node, extent: Extent, place: Place<'_>, problems: &mut Problems) -> Weapon {
    let weapon = Weapon::read_block(node, extent, place, problems);
    let given = |key: &str| node.as_table().and_then(|table| table.get(key)).map(|entry| &entry.value);
    if let Some(hands) =
        given("hands").filter(|_| weapon.hands > 0 && (weapon.fist || weapon.worn || weapon.attached))
    {
        let message = "one that is a fist, worn or attached takes no hand, MG-71";
        problems.add(hands.span, join(place.path, "hands"), message);
    }
    if weapon.stances.0 == 0 && extent == Extent::Whole {
        let span = given("stances").map_or(node.span, |stances| stances.span);
        problems.add(span, join(place.path, "stances"), "expected at least one stance");
    }
    weapon
}

/// The list `abilities` of a unit.
#[derive(Debug)]
pub(crate) struct Abilities;

impl Shaped for Abilities {
    fn shape() -> Shape {
        list_shape(&Ability::INFO)
    }
}

/// Reads the abilities of a unit.
pub(super) fn abilities(node: &Node, key: &str, has_map: bool, problems: &mut Problems) -> Vec<Ability> {
    let read = |item: &Node, place: Place<'_>, problems: &mut Problems| {
        let ability = Ability::read_table(item, Extent::Whole, place, problems)?;
        let list = item.as_table().and_then(|table| table.get("effects")?.value.as_list());
        // Effects that were refused are told already.
        let told = list.is_some_and(|list| list.len() > ability.effects.len());
        if let Some((key, message)) = contradiction(&ability, has_map).filter(|_| !told) {
            let span =
                item.as_table().and_then(|table| table.get(key)).map_or(item.span, |entry| entry.value.span);
            problems.add(span, join(place.path, key), message);
        }
        lint::check_ability(&ability, item, place.path, has_map, problems);
        Some(ability)
    };
    let list = read_list(node, key, &Ability::INFO, MAX_ABILITIES, |ability| &ability.name, read, problems);
    list.unwrap_or_default()
}

/// Returns whether some effect of an ability comes with this result.
fn comes_on(ability: &Ability, result: On) -> bool {
    ability.effects.iter().any(|act| act.on == Some(result))
}

/// Returns why an ability that is written right could not work.
fn contradiction(ability: &Ability, has_map: bool) -> Option<(&'static str, &'static str)> {
    let cost = &ability.cost;
    let tokens =
        cost.primary + cost.hand + cost.speak + cost.analyze + cost.escape > 0 || !cost.moves.is_none();
    let lasts = ability.effects.iter().all(|act| act.effect.how() == crate::data::vocabulary::How::Lasts);
    let damages = ability.has(|effect| matches!(effect, Effect::Damage { .. } | Effect::Ongoing { .. }));
    let summons = ability.has(|effect| matches!(effect, Effect::Summon { .. }));
    let lays = ability.has(|effect| matches!(effect, Effect::Terrain(_)));
    match ability {
        _ if ability.effects.is_empty() => Some(("effects", "expected at least one effect")),
        _ if ability.effects.len() > MAX_EFFECTS => Some(("effects", "an ability has at most 16 effects")),
        _ if ability.has(|effect| matches!(effect, Effect::Hold { h: HoldDifficulty::Result, .. }))
            && !matches!(ability.resolve, Resolve::Attack(_)) =>
        {
            Some(("effects", "a hold as hard as the `result` needs a `resolve` with an `attack`, MG-49"))
        }
        _ if !has_map && ability.area.is_some_and(|area| area.hits == Hits::All) => {
            Some(("area", "without a `[map]` an area hits `enemies` or `allies`, MG-74"))
        }
        _ if !has_map
            && ability
                .has(|effect| matches!(effect, Effect::MoveTarget { .. } | Effect::Teleport { .. })) =>
        {
            Some(("effects", "without a `[map]` nobody can be moved, MG-43"))
        }
        _ if comes_on(ability, On::Crit)
            && !matches!(ability.resolve, Resolve::Attack(roll) if roll.crit) =>
        {
            Some((
                "effects",
                "`on = \"crit\"` needs a `resolve` with an `attack` that has `crit = true`, MG-36",
            ))
        }
        _ if comes_on(ability, On::Fail) && ability.cast.is_none() => {
            Some(("effects", "`on = \"fail\"` needs a `cast` that can fail, MG-64"))
        }
        _ if comes_on(ability, On::Resisted) && ability.resolve == Resolve::Auto => {
            Some(("effects", "`on = \"resisted\"` needs a `resolve` that can be resisted, MG-81"))
        }
        _ if !cost.item && ability.stock > 0 => {
            Some(("stock", "no use takes a piece of it: expected `cost = { item = true }`, MG-66"))
        }
        _ if summons && (ability.target != Target::Itself || ability.area.is_some()) => Some((
            "target",
            "who is summoned comes to its summoner: expected `target = \"self\"` and no `area`",
        )),
        _ if summons && !matches!(ability.uses, Uses::PerFight(_)) => {
            Some(("uses", "a summoning has a number of uses in the fight: expected `{ per_fight = n }`"))
        }
        _ if lays && !has_map => Some(("effects", "terrain needs a `[map]`, MG-44")),
        _ if lays && ability.area.is_none() => {
            Some(("effects", "terrain lies on the cells of an `area`, MG-74"))
        }
        _ if lays && ability.timing == Timing::Passive => {
            Some(("effects", "terrain is laid when an ability is used: a passive one never is"))
        }
        _ if ability.has(|effect| matches!(effect, Effect::ExplodeTwo { rolls } if rolls.0 == 0)) => {
            Some(("effects", "expected at least one roll that explodes on two faces"))
        }
        _ if !has_map && ability.timing == Timing::Reaction(Trigger::EntersReach) => {
            Some(("timing", "without a `[map]` nobody comes within reach, MG-43"))
        }
        _ if ability.target == Target::Cell && ability.area.is_none() => {
            Some(("target", "a cell is the target of an ability with an `area`"))
        }
        _ if ability.uses == Uses::Unlimited && !tokens && cost.mp == 0 && cost.hp == 0 => {
            Some(("uses", "one that costs nothing needs a limit, MG-81"))
        }
        _ if ability.timing == Timing::Passive && !lasts => {
            Some(("effects", "a passive ability lasts: it has no effect that happens at once"))
        }
        _ if ability.timing == Timing::Passive
            && ability.effects.iter().any(|act| act.duration != Duration::Fight) =>
        {
            Some(("effects", "a passive ability is always on: expected `duration = \"fight\"`, MG-81"))
        }
        _ if ability.timing == Timing::Passive && (tokens || cost.mp > 0 || cost.hp > 0) => {
            Some(("cost", "a passive ability is never used, so it costs nothing"))
        }
        _ if ability.target == Target::Itself && damages => {
            Some(("target", "this harms the user alone and would never be used"))
        }
        _ => None,
    }
}
