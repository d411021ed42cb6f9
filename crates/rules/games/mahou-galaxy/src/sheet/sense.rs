//! Conditions that can never be known where they stand, or can never hold: they are refused. Those that cannot
//! hold in this scenario alone draw a warning, since another number of units may let them.

use fray_engine::roster::MAX_UNITS;
use fray_kit::sheet::declare::join;
use fray_kit::sheet::envelope::UnitDoc;
use fray_kit::sheet::node::Node;
use fray_kit::sheet::plan;
use fray_kit::sheet::problem::{FileId, Problems};
use fray_kit::tactics::when::{Term, When};

use super::condition::{each_when, place, texts};
use crate::board::FEET;
use crate::choose::facts::Fact;
use crate::data::rulings::OutAt;
use crate::data::setup::{Setup, UnitSetup};
use crate::data::tactics::{ActiveDefence, Alone, Answers, SpotTiming, Talk};
use crate::data::vocabulary::{Ability, Effect, Timing, Trigger};
use crate::state::MAX_HANDS;

/// More than any number of a fight, and less.
const ANY: i32 = 1_000_000;
pub(super) const LEAST: i32 = -ANY;
/// The most hit points or magic points of a stat block, and its sizes.
const HIGHEST: i32 = 9999;
const SIZES: (i32, i32) = (-4, 8);
const OF_ROLL: &str =
    "no attack roll is known here: `spot` and `active` know it, and reactions to `hit` and `damaged`";

/// Where a condition stands.
#[derive(Clone, Copy, Debug)]
enum At<'a> {
    /// In a decision, by its key.
    Decision(&'a str),
    /// In an ability.
    Ability(&'a Ability),
}

impl At<'_> {
    /// Whether what is decided has to do with attacks that hit.
    fn is_of_hit(self) -> bool {
        match self {
            Self::Decision(key) => key == "spot",
            Self::Ability(ability) => ability.timing == Timing::Reaction(Trigger::Hit),
        }
    }
}

/// Notes conditions of a table `tactics` that ask for what their decision does not know.
pub(super) fn check_known(tactics: &Node, path: &str, problems: &mut Problems) {
    let entries = tactics.as_table().map_or(&[][..], |table| &table.entries);
    for entry in entries {
        let key = entry.key.as_str();
        each_when(&entry.value, &join(path, key), &mut |when, path| {
            for text in texts(when) {
                let unknown = |fact: Fact| match fact {
                    _ if fact.is_of_roll() && !Answers::KEYS.contains(&key) => Some(OF_ROLL),
                    _ if fact.is_of_target() && Alone::KEYS.contains(&key) => {
                        Some("this is decided without a target: the condition can never be known")
                    }
                    _ => None,
                };
                refuse_unknown(text, path, unknown, problems);
            }
        });
    }
}

/// Notes the first fact in a text that is unknown, in its place.
fn refuse_unknown(
    text: &Node,
    path: &str,
    unknown: impl Fn(Fact) -> Option<&'static str>,
    problems: &mut Problems,
) {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let written = text.as_text().unwrap_or_default();
    let mut at = 0;
    while let Some(start) = written[at..].find(is_word).map(|start| at + start) {
        let end = written[start..].find(|c| !is_word(c)).map_or(written.len(), |len| start + len);
        let word = &written[start..end];
        let fact = Fact::ALL.iter().find(|(name, _)| name.split(' ').next() == Some(word));
        if let Some(message) = fact.and_then(|&(_, fact)| unknown(fact)) {
            problems.add(text.place_in_text(start), path, format!("`{word}`: {message}"));
            return;
        }
        at = end;
    }
}

/// Notes conditions of units and abilities that can never be known or hold in this scenario.
pub(super) fn check(setup: &Setup, docs: &[&UnitDoc], problems: &mut Problems) {
    let mut seen: Option<&UnitDoc> = None;
    for (unit, doc) in setup.units().zip(docs) {
        // Copies share their text.
        if seen.is_some_and(|seen| core::ptr::eq(seen, *doc)) {
            continue;
        }
        seen = Some(doc);
        let mut node = doc.node.clone();
        place(&mut node, &setup.asked);
        let given = |key: &str| node.as_table().and_then(|table| table.get(key)).map(|entry| &entry.value);
        if let Some(tactics) = given("tactics") {
            let path = join(&doc.path, "tactics");
            for entry in tactics.as_table().map_or(&[][..], |table| &table.entries) {
                let at = At::Decision(&entry.key);
                each_when(&entry.value, &join(&path, &entry.key), &mut |when, path| {
                    refuse_never(setup, unit, at, when, path, problems);
                });
            }
            check_answers(unit, tactics, &path, problems);
        }
        let items = given("abilities").and_then(Node::as_list).unwrap_or_default();
        let path = join(&doc.path, "abilities");
        for (ability, item) in unit.abilities.iter().zip(&items) {
            each_when(item, &path, &mut |when, path| {
                let unknown = |fact: Fact| unknown_to(setup, ability, fact);
                texts(when).iter().for_each(|text| refuse_unknown(text, path, unknown, problems));
                if ability.timing == Timing::Passive {
                    let message = "a passive ability is always on: no condition is asked";
                    problems.add(when.span, path, message);
                } else {
                    refuse_never(setup, unit, At::Ability(ability), when, path, problems);
                }
            });
        }
    }
}

/// Why the condition of an ability can never know a fact.
fn unknown_to(setup: &Setup, ability: &Ability, fact: Fact) -> Option<&'static str> {
    let knows_roll = matches!(ability.timing, Timing::Reaction(Trigger::Hit | Trigger::Damaged));
    if fact.is_of_roll() && !knows_roll {
        return Some(OF_ROLL);
    }
    (fact.is_of_target() && ability.area.is_some() && setup.map.is_none())
        .then_some("an area without a `[map]` has no target: the condition can never be known")
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
    let late = answers.active.entries.iter().any(|entry| {
        let mut facts = entry.when.iter().flat_map(|when| &when.terms).map(|term| term.fact);
        entry.what == ActiveDefence::InTurn && facts.any(|fact| fact.is_of_roll() || fact.is_of_target())
    });
    if late {
        refuse("active", "in its turn the unit answers nobody: it knows neither a roll nor a target");
    }
}

/// Refuses a condition that can never hold, and warns of one that cannot in this scenario. What stands in an
/// include serves other fights too.
fn refuse_never(
    setup: &Setup,
    unit: &UnitSetup,
    at: At<'_>,
    node: &Node,
    path: &str,
    problems: &mut Problems,
) {
    let mut ignored = Problems::default();
    let Some(when) = plan::condition(node, Fact::ALL, Fact::measure, path, &mut ignored) else { return };
    if let Some(message) = never(&when, |fact, percent| vec![by_nature(at, fact, percent)]) {
        problems.add(node.span, path, format!("this can never hold: {message}"));
        return;
    }
    if let Some(message) = never(&when, |fact, _| in_scenario(setup, unit, at, fact))
        && node.span.file == FileId(0)
    {
        let help = "change the number, or take the entry out";
        problems.warn(node.span, path, format!("this cannot hold here: {message}"), help);
    }
}

/// Why a condition cannot hold, if facts are within these ranges.
fn never(when: &When<Fact>, ranges: impl Fn(Fact, bool) -> Vec<Range>) -> Option<String> {
    when.terms.iter().find_map(|term| {
        let is_like = |other: &&Term<Fact>| other.fact == term.fact && other.percent == term.percent;
        let terms: Vec<&Term<Fact>> = when.terms.iter().filter(is_like).collect();
        let ranges = ranges(term.fact, term.percent);
        if ranges.iter().any(|range| range.fits(&terms)) {
            return None;
        }
        let name = term.fact.name().split(' ').next().unwrap_or_default();
        let alone = |range: &Range| terms.iter().all(|term| range.fits(&[*term]));
        if ranges.iter().any(alone) {
            return Some(format!("what it asks of `{name}` excludes itself"));
        }
        let from = ranges.iter().map(|range| range.from).min()?;
        let to = ranges.iter().map(|range| range.to).max()?;
        let unit = if term.percent && ranges.iter().all(|range| range.most == 100) { "%" } else { "" };
        Some(match (from, to) {
            _ if from == to => format!("`{name}` is always {from}{unit}"),
            (_, ANY..) => format!("`{name}` is never less than {from}{unit}"),
            (..=LEAST, _) => format!("`{name}` is never more than {to}{unit}"),
            _ => format!("`{name}` goes from {from}{unit} to {to}{unit}"),
        })
    })
}

/// What a fact can be, and its maximum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    pub(super) from: i32,
    pub(super) to: i32,
    pub(super) most: i32,
}

impl Range {
    fn new(from: i32, to: i32) -> Self {
        Self { from, to, most: to }
    }

    /// Whether all terms hold for one of its numbers. Between the numbers that terms name nothing changes.
    pub(super) fn fits(self, terms: &[&Term<Fact>]) -> bool {
        let near = terms.iter().flat_map(|term| {
            let value = i64::from(term.value);
            let named = if term.percent { (value * i64::from(self.most)).div_euclid(100) } else { value };
            [named - 1, named, named + 1]
        });
        let all = near.chain([self.from.into(), self.to.into()]);
        all.filter_map(|value| i32::try_from(value).ok())
            .filter(|value| (self.from..=self.to).contains(value))
            .any(|value| terms.iter().all(|term| term.holds(value, self.most)))
    }
}

/// What a fact can be in whatever scenario, or its percentage.
fn by_nature(at: At<'_>, fact: Fact, percent: bool) -> Range {
    if percent {
        return Range { from: LEAST, to: 100, most: 100 };
    }
    let units = MAX_UNITS as i32;
    match fact {
        Fact::Round => Range::new(1, ANY),
        Fact::Hp | Fact::Mp | Fact::TargetHp => Range::new(LEAST, HIGHEST),
        Fact::Exhausted
        | Fact::Fallen
        | Fact::Held
        | Fact::Holding
        | Fact::Enraged
        | Fact::Terrified
        | Fact::Smitten
        | Fact::TargetExhausted
        | Fact::TargetFallen
        | Fact::TargetHeld
        | Fact::HasEffect(_)
        | Fact::TargetHasEffect(_) => Range::new(0, 1),
        // Fresh tokens and held ones.
        Fact::Hands | Fact::TargetHands => Range::new(0, 2 * MAX_HANDS as i32),
        Fact::Pass if matches!(at, At::Decision("flee")) => Range::new(0, 0),
        Fact::Allies => Range::new(0, units),
        Fact::AlliesOut | Fact::Enemies | Fact::InReach => Range::new(0, units - 1),
        Fact::TargetSize => Range::new(SIZES.0, SIZES.1),
        Fact::Margin if at.is_of_hit() => Range::new(0, ANY),
        Fact::Initiative | Fact::Margin | Fact::Roll => Range::new(LEAST, ANY),
        Fact::Toughness
        | Fact::SoakLeft
        | Fact::Penalty
        | Fact::Moves
        | Fact::Speaks
        | Fact::Pass
        | Fact::Distance
        | Fact::Attempts
        | Fact::TargetToughness
        | Fact::TargetDistance
        | Fact::TargetPenalty
        | Fact::TargetMoves => Range::new(0, ANY),
    }
}

/// What a fact can be in this scenario: nothing that could happen lies outside. A target may be anybody.
fn in_scenario(setup: &Setup, unit: &UnitSetup, at: At<'_>, fact: Fact) -> Vec<Range> {
    let number = |from: i32, to: i32| vec![Range::new(from, to)];
    let flag = |can: bool| number(0, i32::from(can));
    let of_targets = |range: &dyn Fn(&UnitSetup) -> Range| setup.units().map(range).collect();
    let own_side = setup.sides.iter().find(|side| side.units.iter().any(|it| core::ptr::eq(it, unit)));
    let n_own = own_side.map_or(1, |side| side.units.len() as i32);
    let n_foes = setup.units().count() as i32 - n_own;
    match fact {
        Fact::Round => number(1, setup.max_rounds as i32),
        Fact::Hp => vec![hp_of(setup, unit)],
        Fact::Mp => vec![Range { from: LEAST, to: unit.mp_max, most: unit.mp_max }],
        Fact::Toughness => vec![toughness_of(setup, unit)],
        Fact::Exhausted | Fact::TargetExhausted => flag(setup.rulings.hp_out_at != OutAt::ZeroOrLess),
        Fact::Held | Fact::Holding | Fact::TargetHeld => flag(setup.has_holds()),
        Fact::Enraged | Fact::Terrified | Fact::Smitten => flag(talks(setup)),
        Fact::Penalty | Fact::TargetPenalty => number(0, if talks(setup) { ANY } else { 0 }),
        Fact::Hands => number(0, 2 * i32::from(unit.hands)),
        Fact::TargetHands => of_targets(&|it| Range::new(0, 2 * i32::from(it.hands))),
        Fact::Allies => number(0, n_own),
        Fact::AlliesOut => number(0, n_own - 1),
        Fact::Enemies | Fact::InReach => number(0, n_foes),
        Fact::Distance | Fact::TargetDistance if setup.map.is_none() => number(0, FEET),
        Fact::TargetHp => of_targets(&|it| hp_of(setup, it)),
        Fact::TargetToughness => of_targets(&|it| toughness_of(setup, it)),
        Fact::TargetSize => of_targets(&|it| Range::new(it.size, it.size)),
        _ => vec![by_nature(at, fact, false)],
    }
}

/// The hit points of a unit, those at which it is out included.
fn hp_of(setup: &Setup, unit: &UnitSetup) -> Range {
    let from = match setup.rulings.hp_out_at {
        _ if setup.has_changes() => LEAST,
        OutAt::ZeroOrLess => 0,
        OutAt::BelowMinusDef => -unit.stats.def.max(0) - 1,
    };
    Range { from, to: unit.hp_max, most: unit.hp_max }
}

/// The hit points that it can lose before it is out.
fn toughness_of(setup: &Setup, unit: &UnitSetup) -> Range {
    let Range { from, to, .. } = hp_of(setup, unit);
    Range::new(0, if setup.has_changes() { ANY } else { to - from })
}

/// Whether somebody can be distracted.
fn talks(setup: &Setup) -> bool {
    let distracts = |ability: &Ability| ability.has(|effect| matches!(effect, Effect::Distract { .. }));
    setup.any(|unit| unit.tactics.aimed.talk.any(|talk| talk != Talk::None))
        || setup.abilities().any(distracts)
}
