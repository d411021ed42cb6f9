//! The stat block.

use fray_kit::declare::tactics::Unmet;
use fray_kit::sheet::declare::{Extent, Place, Read, join, shown};
use fray_kit::sheet::envelope::{BlockFrame, Frame, UnitDoc};
use fray_kit::sheet::node::Node;
use fray_kit::sheet::places::{self, Size, Square};
use fray_kit::sheet::plan::{self, Chooser, check_alone};
use fray_kit::sheet::problem::{At, FileId, Problems, did_you_mean};
use fray_kit::sheet::types::Name;

use super::{condition, lists};
use crate::data::rulings::OutAt;
use crate::data::setup::{Beside, MapSetup, Setup, Start, UnitSetup};
use crate::data::tactics::{Aimed, Alone, Answers, DECISIONS, Tactics};
use crate::data::vocabulary::{Ability, ENDED_STATES, Effect, How, MAX_LAID_HAZARDS, MAX_MARKS};

/// Checks a block by itself.
pub(super) fn check(node: &Node, place: Place<'_>, problems: &mut Problems) {
    let (_, sheet) = UnitSetup::read(node, Extent::Part, Some(&BlockFrame::INFO), place, problems);
    if let Some(name) = node.as_table().and_then(|table| table.get("name")) {
        Name::read(&name.value, &join(place.path, "name"), problems);
    }
    if let Some(At { value: Some(abilities), .. }) = &sheet.abilities {
        let mut found = Problems::default();
        lists::abilities(abilities, &join(place.path, "abilities"), true, &mut found);
        problems.extend(found.sorted().into_iter().filter(|problem| !problem.may_follow));
    }
    if let Some(At { value: Some(tactics_node), .. }) = &sheet.tactics {
        check_alone(&join(place.path, "tactics"), problems, |chooser, problems| {
            tactics(tactics_node, chooser, problems);
        });
    }
}

/// Reads a unit of a document, without its tactics. One that is summoned has no place on the map yet. There
/// may be a map that cannot be read.
pub(super) fn read(
    unit: &UnitDoc,
    (map, has_map): (Option<&MapSetup>, bool),
    is_summoned: bool,
    problems: &mut Problems,
) -> UnitSetup {
    let owner = format!("unit `{}`", shown(&unit.name.value));
    let place = Place { path: &unit.path, owner: &owner };
    let mut node = unit.node.clone();
    node.span = unit.name.span;
    let (read, sheet) = UnitSetup::read(&node, unit.extent, Some(&Frame::INFO), place, problems);
    let given = |key: &str| node.as_table().and_then(|table| table.get(key)).map(|entry| &entry.value);
    let span = |key: &str| given(key).map_or(node.span, |value| value.span);
    let weapons = sheet.weapons.as_ref().map(|at| at.value.clone()).unwrap_or_default();
    let abilities = abilities(&sheet, place, has_map, problems);
    let read = UnitSetup { name: unit.name.value.clone(), weapons, abilities, ..read };
    for (key, now, most) in [("hp", read.start_hp(), read.hp_max), ("mp", read.start_mp(), read.mp_max)] {
        if now > most {
            let message = format!("`{key}` is {now}, more than `{key}_max`, which is {most}");
            problems.add(span(key), join(place.path, key), message);
        }
    }
    // MG-40, MG-41: nobody starts unconscious.
    if read.start_hp() < -read.stats.def.max(0) {
        problems.add(span("hp"), join(place.path, "hp"), "the unit would be out from the start, MG-40");
    }
    if read.mp_max > 0 && read.start_mp() < -read.stats.int.max(0) {
        problems.add(span("mp"), join(place.path, "mp"), "the unit would be out from the start, MG-41");
    }
    let path = join(place.path, "position");
    let start = places::Start { name: &read.name, span: span("position"), path: &path };
    match (map, read.position) {
        (_, Some(_)) if is_summoned => {
            let message = "who is summoned appears beside its summoner and has no `position`, MG-66";
            problems.add(span("position"), join(place.path, "position"), message);
        }
        (_, None) if is_summoned => {}
        (Some(map), Some(at))
            if start.is_on(Size::new(map.width, map.height), Square::new(at.x, at.y), problems) =>
        {
            check_start(&read, at, map, start, problems);
        }
        (Some(_), None) if given("position").is_none() => {
            let message = format!("{owner} has no `position`: on a map everybody starts in a cell, MG-73");
            problems.missing(node.span, join(place.path, "position"), message);
        }
        (None, Some(_)) if !has_map => {
            start.is_without_map("without one all stand within 5 feet, MG-43", problems);
        }
        _ => {}
    }
    read
}

/// MG-43, MG-44: notes why a unit cannot start in a cell, at its level above or on the ground there.
fn check_start(
    unit: &UnitSetup,
    at: Start,
    map: &MapSetup,
    start: places::Start<'_>,
    problems: &mut Problems,
) {
    let ground = map.ground(at.x, at.y);
    if let Some(wall) = map.wall(at.x, at.y) {
        let z = at.z.unwrap_or(ground);
        let over = unit.flies() && wall.is_some_and(|wall| z >= wall);
        if !over {
            let above = match wall {
                Some(wall) if unit.flies() => format!(", or at level {wall} or above"),
                _ => String::new(),
            };
            let help = format!(
                "nobody stands inside terrain with `blocks_move`, MG-44: place it beside that{above}"
            );
            start.is_blocked(Square::new(at.x, at.y), help, problems);
            return;
        }
    }
    let Some(z) = at.z else { return };
    let message = if z < ground {
        format!("level {z} lies in the ground, which is at level {ground} there, MG-44")
    } else if z > ground && !unit.flies() {
        format!(
            "at level {z} nobody stands: the ground is at level {ground}, and only `modes = [\"fly\"]` flies, MG-43"
        )
    } else {
        return;
    };
    problems.add(start.span, start.path, message);
}

fn abilities(
    sheet: &Beside,
    place: Place<'_>,
    has_map: bool,
    problems: &mut Problems,
) -> Vec<crate::data::vocabulary::Ability> {
    let node = sheet.abilities.as_ref().and_then(|abilities| abilities.value.as_ref());
    node.map_or_else(Vec::new, |node| {
        lists::abilities(node, &join(place.path, "abilities"), has_map, problems)
    })
}

/// Reads the table `tactics` of a unit.
pub(super) fn tactics(node: &Node, chooser: Chooser<'_>, problems: &mut Problems) -> Tactics {
    let Some(table) = plan::open(node, DECISIONS, chooser.path, problems) else {
        return Tactics::default();
    };
    Tactics {
        alone: Alone::read(table, chooser, problems),
        aimed: Aimed::read(table, chooser, problems),
        answers: Answers::read(table, chooser, problems),
    }
}

/// Warns of tactics that cannot matter. Those in an include serve other fights too and are passed over.
pub(super) fn warn_of_idle(tactics: &Node, unmet: &[Unmet], path: &str, problems: &mut Problems) {
    for Unmet { key, choice, need } in unmet.iter().filter(|unmet| !unmet.need.decides_legality) {
        let given = tactics.as_table().and_then(|table| table.get(key));
        if let Some(entry) = given.filter(|entry| entry.value.span.file == FileId(0)) {
            let message = format!("`{choice}` changes nothing: it matters only if {}", need.what);
            problems.warn(entry.value.span, join(path, key), message, "take it out, or give what it needs");
        }
    }
}

/// Notes names in effects that nothing has.
pub(super) fn check_names(setup: &Setup, docs: &[&UnitDoc], problems: &mut Problems) {
    let items: Vec<&str> = setup
        .units()
        .flat_map(|unit| {
            let weapons = unit.weapons.iter().map(|weapon| weapon.name.as_str());
            weapons.chain(unit.shield.iter().map(|shield| shield.name.as_str()))
        })
        .collect();
    let effects: Vec<&str> =
        ENDED_STATES.into_iter().chain(setup.abilities().map(|ability| ability.name.as_str())).collect();
    let lasting = |ability: &&Ability| ability.has(|effect| effect.how() == How::Lasts);
    let lasting: Vec<&str> = setup.abilities().filter(lasting).map(|it| it.name.as_str()).collect();
    let mut seen: Option<&UnitDoc> = None;
    for doc in docs {
        // Copies share their text.
        if !seen.is_some_and(|seen| core::ptr::eq(seen, *doc)) {
            condition::check(&doc.node, &doc.path, &lasting, problems);
        }
        seen = Some(doc);
    }
    for (unit, doc) in setup.units().zip(docs) {
        for act in unit.abilities.iter().flat_map(|ability| &ability.effects) {
            let (what, name, known) = match &act.effect {
                Effect::Drop { item } if item != "best" => ("item", item, &items),
                Effect::End { effect } => ("effect", effect, &effects),
                _ => continue,
            };
            if !known.contains(&name.as_str()) {
                let meant = did_you_mean(name, known.iter().copied());
                let message = format!("there is no {what} `{}`{meant}", shown(name));
                let node = doc.node.as_table().and_then(|table| table.get("abilities"));
                let span = node.map_or(doc.name.span, |entry| entry.value.span);
                problems.add(span, join(&doc.path, "abilities"), message);
            }
        }
    }
}

/// Notes more lasting effects than the rules can number, and fights that would be over at once.
pub(super) fn count_marks(setup: &Setup, last: Option<&UnitDoc>, problems: &mut Problems) {
    let n: usize = setup
        .abilities()
        .map(|ability| ability.effects.iter().filter(|act| act.effect.how() == How::Lasts).count())
        .sum();
    let Some(unit) = last else { return };
    if n > MAX_MARKS {
        let message =
            format!("expected at most {MAX_MARKS} lasting effects of all units together, found {n}");
        problems.add(unit.name.span, join(&unit.path, "abilities"), message);
    }
    let hazards = setup.terrains().filter(|cell| cell.hazard.is_some()).count();
    if hazards > MAX_LAID_HAZARDS {
        let message =
            format!("the abilities of a scenario lay at most {MAX_LAID_HAZARDS} hazards, found {hazards}");
        problems.add(unit.name.span, join(&unit.path, "abilities"), message);
    }
    let effects = setup.terrains().count();
    if effects > MAX_MARKS {
        let message = format!(
            "the abilities of a scenario have at most {MAX_MARKS} effects `terrain`, found {effects}"
        );
        problems.add(unit.name.span, join(&unit.path, "abilities"), message);
    }
    let dead = setup.rulings.hp_out_at == OutAt::ZeroOrLess && setup.any(|unit| unit.start_hp() <= 0);
    if dead {
        let message = "a unit starts at 0 hit points or less, which `hp.out_at = \"zero_or_less\"` makes out";
        problems.add(unit.name.span, "rulings.hp.out_at", message);
    }
}
