//! Warnings about declarations that can be played and come to nothing in this scenario: sides of which nobody
//! attacks, healing at full health, targets that aim no area. Declarations in an include serve other fights
//! too and are not warned of.

use fray_kit::sheet::declare::{join, shown};
use fray_kit::sheet::envelope::UnitDoc;
use fray_kit::sheet::node::Node;
use fray_kit::sheet::problem::{FileId, Problems, Span};
use fray_kit::tactics::range::Range;
use fray_kit::tactics::when::{Term, When};

use crate::choose::facts::Fact;
use crate::data::rulings::GrappleArmed;
use crate::data::setup::{RollName, Setup, SideSetup, Stance, UnitSetup, Weapon};
use crate::data::tactics::{AbilityUse, Plan, Scheme, StanceChoice, Target as Choice};
use crate::data::vocabulary::{Ability, Effect, HealWhat, Hits, Target, Timing};
use crate::dice::Die;
use crate::state::prepare::passive;

/// Warns of it.
pub(super) fn warn(setup: &Setup, docs: &[&UnitDoc], problems: &mut Problems) {
    let mut rest = docs;
    for side in &setup.sides {
        let (own, others) = rest.split_at(side.units.len());
        rest = others;
        no_attack(side, own, problems);
        let mut seen: Option<&UnitDoc> = None;
        for (unit, doc) in side.units.iter().zip(own) {
            // Copies share their text.
            if !seen.is_some_and(|seen| core::ptr::eq(seen, *doc)) {
                healing_of_the_whole(side, unit, doc, problems);
                target_of_an_area(unit, doc, problems);
                too_dear(unit, doc, problems);
                never_grapples(setup, unit, doc, problems);
                never_hits(setup, side, unit, doc, problems);
            }
            seen = Some(doc);
        }
    }
}

/// MG-41, MG-64, MG-66: abilities that cost more magic than there ever is, or a piece of which there is none.
fn too_dear(unit: &UnitSetup, doc: &UnitDoc, problems: &mut Problems) {
    let Some(span) = doc.node.get("abilities").map(|list| list.span).filter(|span| span.file == FileId(0))
    else {
        return;
    };
    let (path, owner) = (join(&doc.path, "abilities"), shown(&doc.name.value));
    if let Some(ability) = unit.abilities.iter().find(|ability| ability.cost.item && ability.stock == 0) {
        let name = shown(&ability.name);
        let message = format!("unit `{owner}` has no piece of the item that ability `{name}` takes");
        problems.warn(span, path.clone(), message, "give the ability a `stock` of 1 or more");
    }
    let is_dear = |ability: &&Ability| i32::from(ability.cost.mp) > unit.mp_max;
    if let Some(ability) = unit.abilities.iter().find(is_dear) {
        let message = format!(
            "ability `{}` costs {} mp, and unit `{owner}` never has more than {} to pay with",
            shown(&ability.name),
            ability.cost.mp,
            unit.mp_max
        );
        let help = "give it a higher `mp_max`, or the ability a lower cost";
        problems.warn(span, path, message, help);
    }
}

/// MG-48: a wrestler whose hands are full.
fn never_grapples(setup: &Setup, unit: &UnitSetup, doc: &UnitDoc, problems: &mut Problems) {
    let arms = |weapon: &&Weapon| !weapon.is_handless() && !weapon.fist && weapon.hands <= unit.hands;
    if setup.rulings.grapple_armed == GrappleArmed::Never
        && unit.tactics.alone.plan.any(|plan| plan == Scheme::Grapple)
        && let Some(weapon) = unit.weapons.iter().find(arms)
        && let Some(span) = given(doc, "plan")
    {
        let message = format!(
            "unit `{}` grapples nobody while it has `{}` in hand: a grappler is unarmed, MG-48",
            shown(&doc.name.value),
            shown(&weapon.name)
        );
        let help = "take the weapon out, or allow it with the ruling `grapple.armed = \"free_hand\"`";
        problems.warn(span, join(&doc.path, "tactics.plan"), message, help);
    }
}

/// MG-17, MG-23: a named stance whose attacks reach no number of a foe, even of one that lies and is held.
fn never_hits(setup: &Setup, side: &SideSetup, unit: &UnitSetup, doc: &UnitDoc, problems: &mut Problems) {
    // What abilities change is not known before.
    if setup.abilities().next().is_some() {
        return;
    }
    let Some(span) = given(doc, "stance") else { return };
    let foes =
        || setup.sides.iter().filter(|other| !core::ptr::eq(*other, side)).flat_map(|side| &side.units);
    for entry in &unit.tactics.aimed.stance.entries {
        let stance = match entry.what {
            StanceChoice::Strong => Stance::Strong,
            StanceChoice::Fast => Stance::Fast,
            StanceChoice::Precise => Stance::Precise,
            _ => continue,
        };
        if foes().any(|foe| may_hit(setup, unit, foe, stance)) {
            continue;
        }
        let message = format!(
            "unit `{}` never hits with the stance `{}`: no roll of it reaches the number of a foe",
            shown(&doc.name.value),
            Stance::WORDS[stance as usize]
        );
        let help = "name another stance, or leave the choice to `best_damage`";
        problems.warn(span, join(&doc.path, "tactics.stance"), message, help);
        return;
    }
}

/// Returns whether the highest roll of an attack or a kick with this stance can reach the lowest number of a foe.
fn may_hit(setup: &Setup, unit: &UnitSetup, foe: &UnitSetup, stance: Stance) -> bool {
    // MG-39, MG-51: 2 less of who lies, 4 more against who is held.
    let may_lie = setup.map.is_some() || setup.has_holds() || setup.any(|unit| unit.facet_skills.0 != 0);
    let at_best = if may_lie { 2 } else { 0 } + if setup.has_holds() { 4 } else { 0 };
    let rulings = &setup.rulings;
    let stats = [unit, foe].map(|it| it.stats.all());
    let die = Die::of_stat(stats[0][stance.stat() as usize], setup.dice())
        .on_two(unit.explode_two.has(RollName::Attack));
    let modifier = |weapon: &Weapon| weapon.attack_mod + unit.bonuses.get(RollName::Attack);
    let armed = unit.weapons.iter().filter(|weapon| weapon.stances.has(stance)).map(modifier);
    let bare = [unit.bonuses.get(RollName::Attack).max(unit.bonuses.get(RollName::Kick))];
    let best = armed.chain(bare).max().unwrap_or(0);
    let cells = setup.map.iter().flat_map(|map| &map.patches).filter_map(|patch| patch.cell.attack_mod);
    let size = rulings.size_attack_per_step.0 * (foe.size - unit.size);
    let plus =
        best + size.max(0) + rulings.gm_attack_mod.0 + i32::from(cells.max().unwrap_or(0).max(0)) + at_best;
    let number = passive(stats[1][stance.defence() as usize]) - rulings.exhausted_passive.0;
    die.at_least(number.max(rulings.attack_min_target.0) - plus) > 0.0
}

/// Returns where a decision of a unit stands, if the scenario itself says it.
fn given(doc: &UnitDoc, key: &str) -> Option<Span> {
    let span = doc.node.get("tactics")?.get(key)?.span;
    (span.file == FileId(0)).then_some(span)
}

/// The entries of a plan that can be reached, if its default never is.
fn settled<T>(plan: &Plan<T>) -> Option<&[fray_kit::tactics::plan::Entry<T, Fact>]> {
    let last = plan.entries.iter().position(|entry| entry.when.is_none())?;
    Some(&plan.entries[..=last])
}

/// MG-D1: a side that can only hold out.
fn no_attack(side: &SideSetup, docs: &[&UnitDoc], problems: &mut Problems) {
    let strikes = |unit: &UnitSetup| {
        let stays = |plan| matches!(plan, Scheme::Turtle | Scheme::Pass);
        let plan = settled(&unit.tactics.alone.plan);
        !plan.is_some_and(|plan| plan.iter().all(|entry| stays(entry.what))) || harms(unit)
    };
    if side.units.iter().any(strikes) {
        return;
    }
    let Some((doc, span)) = docs.iter().find_map(|doc| Some((doc, given(doc, "plan")?))) else {
        return;
    };
    let message = format!(
        "with this `plan` unit `{}` attacks nobody, and neither does anybody else of side `{}`",
        shown(&doc.name.value),
        shown(&side.name)
    );
    let help = "let one of them attack, unless all are meant to hold out";
    problems.warn(span, join(&doc.path, "tactics.plan"), message, help);
}

/// Returns whether a unit has an ability that hurts others by itself.
fn harms(unit: &UnitSetup) -> bool {
    let hurts = |effect: &Effect| {
        matches!(
            effect,
            Effect::Damage { .. } | Effect::Ongoing { .. } | Effect::Terrain(_) | Effect::MoveTarget { .. }
        )
    };
    let never = settled(&unit.tactics.aimed.ability)
        .is_some_and(|plan| plan.iter().all(|entry| entry.what == AbilityUse::Never));
    !never && unit.abilities.iter().any(|ability| ability.timing != Timing::Passive && ability.has(hurts))
}

/// MG-66, MG-D18: healing that is used only where nothing is missing.
fn healing_of_the_whole(side: &SideSetup, unit: &UnitSetup, doc: &UnitDoc, problems: &mut Problems) {
    let items = doc.node.get("abilities").and_then(Node::as_list).unwrap_or_default();
    for (at, (ability, item)) in unit.abilities.iter().zip(&items[..]).enumerate() {
        let Some(what) = healed(ability) else { continue };
        // MG-81: hit points that it costs are missing when it heals.
        if ability.area.is_some() || ability.cost.hp > 0 {
            continue;
        }
        let targets: Vec<&UnitSetup> = match ability.target {
            Target::Itself => vec![unit],
            Target::Ally => side.units.iter().collect(),
            Target::Enemy | Target::Cell => continue,
        };
        let helps = |tactic: Option<&When<Fact>>| {
            targets.iter().any(|target| may_miss(unit, target, what, ability.when.as_ref(), tactic))
        };
        let (name, owner) = (shown(&ability.name), shown(&doc.name.value));
        let all = match what {
            HealWhat::Hp => "hit points",
            HealWhat::Mp => "magic points",
        };
        if !helps(None) {
            let when = item.get("when").filter(|when| when.span.file == FileId(0));
            if let Some(when) = when {
                let message = format!(
                    "`heal` of ability `{name}` gives nothing back: `when` lets unit `{owner}` use it only where all {all} are there"
                );
                let help = "turn the comparison round, or take the condition out";
                problems.warn(when.span, join(&doc.path, "abilities.when"), message, help);
            }
            continue;
        }
        let wants = |how: AbilityUse| match how {
            AbilityUse::Never => false,
            AbilityUse::This(this) => usize::from(this) == at,
            AbilityUse::Useful | AbilityUse::KeepMp(_) | AbilityUse::Overdraft => true,
        };
        let Some(plan) = settled(&unit.tactics.aimed.ability) else { continue };
        let mut wanting = plan.iter().filter(|entry| wants(entry.what)).peekable();
        let is_wanted = wanting.peek().is_some();
        if is_wanted
            && wanting.all(|entry| entry.when.as_ref().is_some_and(|when| !helps(Some(when))))
            && let Some(span) = given(doc, "ability")
        {
            let message = format!(
                "`heal` of ability `{name}` gives nothing back: this `ability` lets unit `{owner}` use it only where all {all} are there"
            );
            let help = "turn the comparison round, or take the condition out";
            problems.warn(span, join(&doc.path, "tactics.ability"), message, help);
        }
    }
}

/// Returns the number that an ability heals; `None` if it heals none, or both.
fn healed(ability: &Ability) -> Option<HealWhat> {
    let mut all = ability.effects.iter().filter_map(|act| match act.effect {
        Effect::Heal { what, .. } => Some(what),
        _ => None,
    });
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

/// Returns whether something can be missing of a target when the condition of an ability of `unit`, and that
/// of the tactic by which it is used, hold. The tactic knows no target of healing.
fn may_miss(
    unit: &UnitSetup,
    target: &UnitSetup,
    what: HealWhat,
    ability: Option<&When<Fact>>,
    tactic: Option<&When<Fact>>,
) -> bool {
    let (own, theirs, most) = match what {
        HealWhat::Hp => (Fact::Hp, Some(Fact::TargetHp), target.hp_max),
        HealWhat::Mp => (Fact::Mp, None, target.mp_max),
    };
    let is_user = core::ptr::eq(unit, target);
    let of_ability = ability.iter().flat_map(|when| &when.terms);
    let of_ability = of_ability.filter(|term| is_user && term.fact == own || Some(term.fact) == theirs);
    let of_tactic = tactic.iter().flat_map(|when| &when.terms).filter(|term| is_user && term.fact == own);
    let terms: Vec<&Term<Fact>> = of_ability.chain(of_tactic).collect();
    Range::new(i32::MIN, most - 1).of(most).fits(&terms)
}

/// MG-74, MG-D4: a named target of who has an area that hits both sides, which goes where it is worth most.
fn target_of_an_area(unit: &UnitSetup, doc: &UnitDoc, problems: &mut Problems) {
    let hits_all = |ability: &&Ability| {
        ability.timing != Timing::Passive && ability.area.is_some_and(|area| area.hits == Hits::All)
    };
    if let Some(ability) = unit.abilities.iter().find(hits_all)
        && unit.tactics.alone.target.any(|target| target != Choice::Net)
        && let Some(span) = given(doc, "target")
    {
        let message = format!(
            "this `target` does not aim ability `{}` of unit `{}`, whose area hits all: it goes where it is worth most over both sides, as under `net`",
            shown(&ability.name),
            shown(&doc.name.value)
        );
        let help = "write `target = \"net\"`, or take it out; for attacks alone it is right";
        problems.warn(span, join(&doc.path, "tactics.target"), message, help);
    }
}
