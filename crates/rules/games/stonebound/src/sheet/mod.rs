//! The tables of scenario files of Stonebound: keys letter for letter as in the ledger, and what they mean.

mod ability;
mod condition;
mod lint;
mod map;
mod unit;

use fray_engine::roster::MAX_UNITS;
use fray_kit::sheet::conditions::Judge;
use fray_kit::sheet::declare::{Extent, Place, join, quoted, shown};
use fray_kit::sheet::envelope::{Document, SideDoc, UnitDoc};
use fray_kit::sheet::library::Library;
use fray_kit::sheet::node::{Node, Table};
use fray_kit::sheet::places::{Size, Square, Start};
use fray_kit::sheet::plan::{self, Chooser, Named};
use fray_kit::sheet::problem::Problems;
use fray_kit::sheet::rulings as sheet_rulings;
use fray_kit::sheet::schema::Parts;
use fray_kit::tactics::range::Range;

use crate::data::rulings::{Rulings, Sleep, Switch};
use crate::data::setup::{MAX_PLAYERS, Setup, SideSetup, UnitSetup};
use crate::data::tactics::{Fact, GoTactics, SideTactics, Subject, TurnTactics};
use crate::data::vocabulary::{Ability, MAX_MARKS, MAX_STATUSES, Status};
use crate::state::prepare;
pub(crate) use ability::{Abilities, Extras, Statuses};
use map::{MapSheet, SideSheet};

/// The declarations from which the JSON Schema and the lists are made.
pub const PARTS: Parts = Parts {
    system: "stonebound",
    title: "Stonebound",
    unit: &UnitSetup::INFO,
    side: Some(&SideSheet::INFO),
    map: Some(&MapSheet::INFO),
    needs_map: false,
    series: None,
    libraries: &[("ability", &Ability::INFO), ("status", &Status::INFO)],
    when: "hp < 30% and enemies >= 2",
    facts: Fact::INFO,
    rulings: Rulings::ALL,
    tactics: crate::data::tactics::DECISIONS,
    ladder: None,
};

/// Reads a document as a scenario of the game. `None` if something is wrong with it, which is noted then or
/// was before.
#[must_use]
pub fn read(document: &Document, library: &Library, problems: &mut Problems) -> Option<Setup> {
    let mut rulings = Rulings::default();
    let set = |key: &str, value: fray_kit::declare::rulings::RulingValue<'_>| rulings.set(key, value);
    sheet_rulings::read(&document.rulings, Rulings::ALL, &[], set, problems);
    let map = map::read(document, problems);
    let statuses = statuses(library, Some(rulings.sleep), problems);
    if rulings.sleep == Sleep::Data && library.get("status", "sleep").is_none() {
        let message = "`sleep = \"data\"` needs a `[status.sleep]`, SB-50";
        problems.add(document.rulings.span, "rulings.sleep", message.to_owned());
    }
    let mut sides = Vec::new();
    let mut named = Vec::new();
    let mut owners: Vec<(&UnitDoc, Option<&Table>)> = Vec::new();
    for (side, doc) in document.sides.iter().enumerate() {
        let path = quoted(&doc.name.value);
        let (hand_max, stones) = map::side(doc, &path, problems);
        let of_side = side_tactics(doc);
        let tactics = of_side.map_or_else(SideTactics::default, |node| {
            side_choices(node, &statuses, &rulings, &join(&path, "tactics"), problems)
        });
        let mut units = Vec::new();
        for unit in &doc.units {
            let read = unit::read(unit, &rulings, &statuses, problems);
            lint::warn_of_kind(&read, unit, problems);
            lint::warn_of_worthless(&read, unit, problems);
            for name in unit.names() {
                let mut copy = read.clone();
                copy.name.clone_from(&name);
                units.push(copy);
                named.push(Named { base: unit.name.value.clone(), name, side });
                owners.push((unit, of_side.and_then(Node::as_table)));
            }
        }
        check_team(doc, &units, &rulings, problems);
        sides.push(SideSetup { name: doc.name.value.clone(), hand_max, stones, tactics, units });
    }
    if let Some(doc) = document.sides.get(MAX_PLAYERS) {
        let message = format!("Stonebound is played by 2 to {MAX_PLAYERS} sides, SB-01");
        problems.add(doc.name.span, quoted(&doc.name.value), message);
    }
    if named.len() > MAX_UNITS || sides.len() > MAX_PLAYERS {
        return None;
    }
    for (own, unit) in sides.iter_mut().flat_map(|side| &mut side.units).enumerate() {
        let (doc, of_side) = owners[own];
        let owner = Owner { doc, of_side, own };
        read_tactics(unit, owner, &named, &statuses, &rulings, problems);
    }
    let max_rounds = document.run.max_rounds.as_ref().map_or(100, |n| n.value.unsigned_abs());
    let setup = Setup { rulings, max_rounds, map, statuses, sides, mirrored: false };
    check_board(&setup, &owners, problems);
    let n_marks: usize =
        setup.units().flat_map(UnitSetup::effects).filter(|effect| effect.is_lasting()).count();
    if let Some((unit, _)) = owners.last()
        && n_marks > MAX_MARKS
    {
        let message = format!(
            "expected at most {MAX_MARKS} lasting effects of all units together, copies counted, found {n_marks}"
        );
        problems.add(unit.name.span, join(&unit.path, "abilities"), message);
    }
    if problems.is_empty() {
        warn_of_conditions(&setup, &owners, problems);
    }
    problems.is_empty().then_some(setup)
}

/// Warns of conditions that have one answer in this scenario.
fn warn_of_conditions(setup: &Setup, owners: &[(&UnitDoc, Option<&Table>)], problems: &mut Problems) {
    let n_units = setup.units().count() as i32;
    let mut judge = Judge::default();
    let mut rest = owners;
    for side in &setup.sides {
        let (own, others) = rest.split_at(side.units.len());
        rest = others;
        let n_own = side.units.len() as i32;
        let n_foes = n_units - n_own;
        for (unit, (doc, _)) in side.units.iter().zip(own) {
            judge.unit(&doc.node, &doc.path, |fact| {
                Some(vec![match fact {
                    Fact::Round => Range::new(1, setup.max_rounds as i32),
                    Fact::Hp if !setup.rulings.overheal => Range::new(0, unit.hp.into()).of(unit.hp.into()),
                    Fact::Allies => Range::new(0, n_own),
                    Fact::Enemies | Fact::InRange | Fact::InReach | Fact::Threats => Range::new(0, n_foes),
                    Fact::Fuses if !unit.has_fuses() => Range::new(0, 0),
                    _ => return None,
                }])
            });
        }
    }
    judge.warn(problems);
}

/// The owner of the tactics that are read.
#[derive(Clone, Copy)]
struct Owner<'a> {
    doc: &'a UnitDoc,
    /// The tactics of its side, which it has inherited.
    of_side: Option<&'a Table>,
    /// Its place among all units.
    own: usize,
}

fn read_tactics(
    unit: &mut UnitSetup,
    owner: Owner<'_>,
    named: &[Named],
    statuses: &[Status],
    rulings: &Rulings,
    problems: &mut Problems,
) {
    let Owner { doc, of_side, own } = owner;
    let Some(entry) = doc.node.as_table().and_then(|table| table.get("tactics")) else { return };
    let path = join(&doc.path, "tactics");
    let standard = core::iter::once("standard".to_owned());
    let abilities = standard.chain(unit.abilities.iter().map(|ability| ability.id.clone())).collect();
    let side = named[own].side;
    let allies = named.iter().filter(|other| other.side == side).map(|other| other.name.clone()).collect();
    let owns = [("ability", abilities), ("ally", allies)];
    let chooser = Chooser { units: named, own, path: &path, owns: &owns };
    (unit.tactics, unit.aim) = unit::choices(&entry.value, of_side, statuses, chooser, problems);
    unit::refuse(&entry.value, unit, rulings, &path, problems);
}

/// SB-01: the stars of a team.
fn check_team(doc: &SideDoc, units: &[UnitSetup], rulings: &Rulings, problems: &mut Problems) {
    let most = match units.len() {
        2 => 4,
        3 => 5,
        _ => return,
    };
    let stars: u32 = units.iter().map(|unit| u32::from(unit.stars)).sum();
    if rulings.team_budget == Switch::On && stars > most {
        let message =
            format!("a team of {} has at most {most} stars, SB-01; this one has {stars}", units.len());
        problems.add(doc.name.span, quoted(&doc.name.value), message);
    }
}

/// SB-04, SB-65: positions on the board, and what has no meaning without one.
fn check_board(setup: &Setup, owners: &[(&UnitDoc, Option<&Table>)], problems: &mut Problems) {
    let units: Vec<&UnitSetup> = setup.units().collect();
    let given = |doc: &UnitDoc, key: &str| {
        let entry = doc.node.as_table().and_then(|table| table.get(key));
        entry.map_or(doc.name.span, |entry| entry.value.span)
    };
    let Some(map) = &setup.map else {
        for (unit, (doc, _)) in units.iter().zip(owners) {
            if unit.position.is_some() {
                let path = join(&doc.path, "position");
                let start = Start { name: &unit.name, span: given(doc, "position"), path: &path };
                start.is_without_map("without one everybody is in reach of everybody, SB-65", problems);
            }
            let of_abilities = unit.abilities.iter().find_map(lint::needs_board);
            let of_extras =
                unit.on_attack.iter().flat_map(|extra| &extra.effects).find_map(lint::effect_needs_board);
            if let Some(what) = of_abilities.or(of_extras) {
                let message = format!("`{what}` needs a `[map]`, SB-65");
                problems.add(given(doc, "abilities"), join(&doc.path, "abilities"), message);
            }
        }
        if setup.rulings.deploy == crate::data::rulings::Deploy::Given
            && let Some((doc, _)) = owners.first()
        {
            problems.add(
                doc.name.span,
                "rulings.deploy",
                "`deploy = \"given\"` needs a `[map]`, SB-65".to_owned(),
            );
        }
        return;
    };
    let mut taken: Vec<([u8; 2], &str)> = Vec::new();
    for (unit, (doc, _)) in units.iter().zip(owners) {
        let path = join(&doc.path, "position");
        let span = given(doc, "position");
        let Some([x, y]) = unit.position else {
            if prepare::needs_positions(setup) {
                let message = format!("`{}` needs a `position`, SB-04", shown(&unit.name));
                problems.add(doc.name.span, path, message);
            }
            continue;
        };
        let is_blocked = map.squares.iter().any(|square| square.blocked && (square.x, square.y) == (x, y));
        let start = Start { name: &unit.name, span, path: &path };
        let square = Square::new(x, y);
        if !start.is_on(Size::new(map.width, map.height), square, problems) {
        } else if is_blocked {
            start.is_blocked(square, "`squares` makes it `blocked`, SB-56", problems);
        } else if let Some((_, other)) = taken.iter().find(|other| other.0 == [x, y]) {
            start.is_taken(square, other, problems);
        } else {
            taken.push(([x, y], &unit.name));
        }
    }
    if let Some(own) = prepare::without_room(setup).filter(|_| problems.is_empty()) {
        let (doc, unit) = (owners[own].0, units[own]);
        let message = format!(
            "there is no free square for `{}` on the board of {} x {}, SB-04",
            shown(&unit.name),
            map.width,
            map.height
        );
        problems.add(doc.name.span, join(&doc.path, "position"), message);
    }
}

/// The table `tactics` of a side.
fn side_tactics(doc: &SideDoc) -> Option<&Node> {
    Some(&doc.node.as_table()?.get("tactics")?.value)
}

/// Reads the choices of the side itself in its table `tactics`. The rest is read with its units.
fn side_choices(
    node: &Node,
    statuses: &[Status],
    rulings: &Rulings,
    path: &str,
    problems: &mut Problems,
) -> SideTactics {
    condition::check_tactics(node, statuses, path, problems);
    let Some(table) = node.as_table() else { return SideTactics::default() };
    let chooser = Chooser { units: &[], own: 0, path, owns: &[] };
    let tactics = SideTactics {
        go: GoTactics::read(table, chooser, problems),
        turn: TurnTactics::read(table, chooser, problems),
    };
    let subject = Subject { unit: None, rulings };
    plan::refuse(node, &tactics.turn.unmet(&subject), path, problems);
    tactics
}

/// The statuses of a scenario: those of the game, and its own in the order of their names. `sleep` may be
/// one of its own where the ruling says so.
fn statuses(library: &Library, sleep: Option<Sleep>, problems: &mut Problems) -> Vec<Status> {
    let mut statuses = Status::shipped();
    for (id, block) in library.section("status") {
        let path = join("status", id);
        let place = Place { path: &path, owner: "the status" };
        let mut ignored = Problems::default();
        if id == "sleep" && sleep != Some(Sleep::AsWritten) {
            statuses[Status::SLEEP.idx()] = ability::read_status(&block.node, id, place, &mut ignored);
        } else if Status::OF_GAME.contains(&id) {
            let message = format!("`{id}` is a status of the game and cannot be another one");
            problems.add(block.span, path, message);
        } else if statuses.len() == MAX_STATUSES {
            let n = MAX_STATUSES - Status::OF_GAME.len();
            problems.add(block.span, path, format!("a scenario has at most {n} statuses of its own"));
            break;
        } else {
            statuses.push(ability::read_status(&block.node, id, place, &mut ignored));
        }
    }
    statuses
}

/// Checks named blocks by themselves, used or not: what is there has to be right.
pub fn check(library: &Library, problems: &mut Problems) {
    // What is wrong with the number of statuses is said where the scenario is read.
    let statuses = statuses(library, None, &mut Problems::default());
    library.check_each(&PARTS, problems, |section, id, block, place, problems| match section {
        "unit" => unit::check(&block.node, place, &statuses, problems),
        "ability" => {
            let mut found = Problems::default();
            ability::read(&block.node, Extent::Part, place, false, &statuses, &mut found);
            problems.extend(found.sorted().into_iter().filter(|problem| !problem.may_follow));
        }
        "status" => drop(ability::read_status(&block.node, id, place, problems)),
        _ => {}
    });
}
