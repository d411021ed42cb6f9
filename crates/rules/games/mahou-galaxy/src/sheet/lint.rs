//! The values of facts in an ability, and in a scenario; and answers to a roll that is never known.

use fray_kit::declare::facts::{Facts as _, Stands};
use fray_kit::sheet::conditions::{Judge, refuse_in_ability};
use fray_kit::sheet::declare::join;
use fray_kit::sheet::envelope::UnitDoc;
use fray_kit::sheet::node::Node;
use fray_kit::sheet::problem::Problems;
use fray_kit::tactics::range::Range;
use fray_kit::tactics::when::Term;

use crate::board::FEET;
use crate::choose::facts::{Fact, NO_ROLL};
use crate::data::rulings::OutAt;
use crate::data::setup::{Setup, UnitSetup};
use crate::data::tactics::{SpotTiming, Talk};
use crate::data::vocabulary::{Ability, Effect, Timing, Trigger};

/// Notes a condition of an ability that can never be known, or can never hold.
pub(super) fn check_ability(
    ability: &Ability,
    node: &Node,
    path: &str,
    has_map: bool,
    problems: &mut Problems,
) {
    if ability.timing == Timing::Passive && ability.when.is_some() {
        let message = "a passive ability is always on: no condition is asked";
        problems.add(node.span_of("when"), join(path, "when"), message);
        return;
    }
    let knows_roll = matches!(ability.timing, Timing::Reaction(Trigger::Hit | Trigger::Damaged));
    let known = |fact: Fact| match fact {
        _ if fact.is_of_roll() && !knows_roll => Err(NO_ROLL),
        _ if fact.is_of_target() && ability.area.is_some() && !has_map => {
            Err("an area without a `[map]` has no target")
        }
        Fact::Margin if ability.timing == Timing::Reaction(Trigger::Hit) => Ok((0..).into()),
        _ => fact.known(Stands::Ability),
    };
    refuse_in_ability(node, path, known, problems);
}

/// Warns of conditions that have one answer in this scenario, and refuses answers that cannot be known.
pub(super) fn check(setup: &Setup, docs: &[&UnitDoc], problems: &mut Problems) {
    let mut judge = Judge::default();
    let mut seen: Option<&UnitDoc> = None;
    for (unit, doc) in setup.units().zip(docs) {
        // Copies share their text.
        if seen.is_some_and(|seen| core::ptr::eq(seen, *doc)) {
            continue;
        }
        seen = Some(doc);
        if let Some(tactics) = doc.node.get("tactics") {
            check_answers(unit, tactics, &join(&doc.path, "tactics"), problems);
        }
        judge.unit(&doc.node, &doc.path, |fact| in_scenario(setup, unit, fact));
    }
    judge.warn(problems);
}

/// MG-D5 to MG-D7: notes answers that ask for a roll which is never made before them.
fn check_answers(unit: &UnitSetup, tactics: &Node, path: &str, problems: &mut Problems) {
    let of_roll = |term: &Term<Fact>| term.fact.is_of_roll();
    let (answers, timing) = (&unit.tactics.answers, &unit.tactics.aimed.spot_timing);
    let mut refuse = |key: &str, message: &str| {
        let given = tactics.as_table().and_then(|table| table.get(key));
        let span = given.map_or(tactics.span, |entry| entry.value.span);
        problems.add(span, join(path, key), message.to_owned());
    };
    let always_before =
        timing.entries.first().is_some_and(|entry| entry.what == SpotTiming::Before && entry.when.is_none());
    let asked =
        [("spot", answers.spot.terms().any(of_roll)), ("active", answers.active.terms().any(of_roll))];
    for (key, _) in asked.into_iter().filter(|(_, asks)| *asks && always_before) {
        refuse(key, "with `spot_timing = \"before\"` the attack roll is never known");
    }
}

/// Returns the range of a fact in this scenario: nothing that could happen lies outside. A target may be
/// anybody.
fn in_scenario(setup: &Setup, unit: &UnitSetup, fact: Fact) -> Option<Vec<Range>> {
    let number = |from: i32, to: i32| vec![Range::new(from, to)];
    let flag = |can: bool| number(0, i32::from(can));
    let of_targets = |range: &dyn Fn(&UnitSetup) -> Range| setup.units().map(range).collect();
    let own_side = setup.sides.iter().find(|side| side.units.iter().any(|it| core::ptr::eq(it, unit)));
    let n_own = own_side.map_or(1, |side| side.units.len() as i32);
    let n_foes = setup.units().count() as i32 - n_own;
    Some(match fact {
        Fact::Round => number(1, setup.max_rounds as i32),
        Fact::Hp => vec![hp_of(setup, unit)],
        Fact::Mp => vec![Range::new(i32::MIN, unit.mp_max).of(unit.mp_max)],
        Fact::Toughness => vec![toughness_of(setup, unit)],
        Fact::Exhausted | Fact::TargetExhausted => flag(setup.rulings.hp_out_at != OutAt::ZeroOrLess),
        Fact::Held | Fact::Holding | Fact::TargetHeld => flag(setup.has_holds()),
        Fact::Enraged | Fact::Terrified | Fact::Smitten => flag(talks(setup)),
        Fact::Penalty | Fact::TargetPenalty => number(0, if talks(setup) { i32::MAX } else { 0 }),
        Fact::Hands => number(0, 2 * i32::from(unit.hands)),
        Fact::TargetHands => of_targets(&|it| Range::new(0, 2 * i32::from(it.hands))),
        Fact::Allies => number(0, n_own),
        Fact::AlliesOut => number(0, n_own - 1),
        Fact::Enemies | Fact::InReach => number(0, n_foes),
        Fact::Distance | Fact::TargetDistance if setup.map.is_none() => number(0, FEET),
        Fact::TargetHp => of_targets(&|it| hp_of(setup, it)),
        Fact::TargetToughness => of_targets(&|it| toughness_of(setup, it)),
        Fact::TargetSize => of_targets(&|it| Range::new(it.size, it.size)),
        _ => return None,
    })
}

/// The hit points of a unit, those at which it is out included.
fn hp_of(setup: &Setup, unit: &UnitSetup) -> Range {
    Range::new(least_hp(setup, unit), unit.hp_max).of(unit.hp_max)
}

/// The fewest hit points that a unit can have.
fn least_hp(setup: &Setup, unit: &UnitSetup) -> i32 {
    match setup.rulings.hp_out_at {
        _ if setup.has_changes() => i32::MIN,
        OutAt::ZeroOrLess => 0,
        OutAt::BelowMinusDef => -unit.stats.def.max(0) - 1,
    }
}

/// The hit points that it can lose before it is out.
fn toughness_of(setup: &Setup, unit: &UnitSetup) -> Range {
    Range::new(0, if setup.has_changes() { i32::MAX } else { unit.hp_max - least_hp(setup, unit) })
}

/// Returns whether somebody can be distracted.
fn talks(setup: &Setup) -> bool {
    let distracts = |ability: &Ability| ability.has(|effect| matches!(effect, Effect::Distract { .. }));
    setup.any(|unit| unit.tactics.aimed.talk.any(|talk| talk != Talk::None))
        || setup.abilities().any(distracts)
}
