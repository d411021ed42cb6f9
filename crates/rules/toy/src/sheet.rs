//! Reading of a scenario file.

use fray_kit::sheet::conditions::Judge;
use fray_kit::sheet::declare::{Extent, Place, join, shown};
use fray_kit::sheet::envelope::{BlockFrame, Document, Frame, UnitDoc};
use fray_kit::sheet::library::Library;
use fray_kit::sheet::node::Node;
use fray_kit::sheet::plan::{Chooser, check_alone, open, units_of};
use fray_kit::sheet::problem::{At, Problems};
use fray_kit::sheet::rulings as sheet_rulings;
use fray_kit::sheet::schema::Parts;
use fray_kit::tactics::range::Range;

use super::data::{DECISIONS, Fact, Rulings, Setup, Tactics, UnitSetup};

/// The declarations from which the JSON Schema and the lists are made.
pub(super) const PARTS: Parts = Parts {
    system: "toy",
    title: "Potshots",
    unit: &UnitSetup::INFO,
    side: None,
    libraries: &[],
    map: None,
    needs_map: false,
    series: None,
    when: "hp < 50% and foes >= 2",
    facts: Fact::INFO,
    rulings: Rulings::ALL,
    tactics: DECISIONS,
    ladder: None,
};

/// Reads a document as a scenario of the game. `None` if something is wrong with it, which is noted.
pub(super) fn read(document: &Document, _: &Library, problems: &mut Problems) -> Option<Setup> {
    let mut rulings = Rulings::default();
    let set = |key: &str, value: fray_kit::declare::rulings::RulingValue<'_>| rulings.set(key, value);
    sheet_rulings::read(&document.rulings, Rulings::ALL, &[], set, problems);
    let (mut sides, mut named, mut docs) = (Vec::new(), Vec::new(), Vec::new());
    for (at, doc) in document.sides.iter().enumerate() {
        let read = |unit| read_unit(unit, problems);
        let units = units_of((at, doc), &mut named, read, |unit: &mut UnitSetup, name| unit.name = name);
        docs.extend(units.iter().map(|&(_, doc)| doc));
        sides.push((doc.name.value.clone(), units.into_iter().map(|(unit, _)| unit).collect::<Vec<_>>()));
    }
    if let Some(more) = document.sides.get(2).map(|side| &side.name) {
        let message = format!("two sides fight, TY-01; `{}` is one more", shown(&more.value));
        problems.add(more.span, join("side", &more.value), message);
    }
    // Whom tactics name is known when all units are.
    for (own, unit) in sides.iter_mut().flat_map(|side| &mut side.1).enumerate() {
        let Some(entry) = docs[own].node.as_table().and_then(|table| table.get("tactics")) else { continue };
        let path = join(&docs[own].path, "tactics");
        let chooser = Chooser { units: &named, own, path: &path, owns: &[] };
        unit.tactics = read_tactics(&entry.value, chooser, problems);
    }
    let max_rounds = document.run.max_rounds.map_or(100, |n| n.value.unsigned_abs());
    let sides: [(String, Vec<UnitSetup>); 2] = sides.try_into().ok().filter(|_| problems.is_empty())?;
    let mut judge = Judge::default();
    for (own, (unit, doc)) in sides.iter().flat_map(|side| &side.1).zip(&docs).enumerate() {
        let n_own = sides[usize::from(own >= sides[0].1.len())].1.len();
        let n_foes = (docs.len() - n_own) as i32;
        judge.unit(&doc.node, &doc.path, |fact| {
            Some(vec![match fact {
                Fact::Hp => Range::new(1, unit.hp.into()).of(unit.hp.into()),
                Fact::Shots => Range::new(0, unit.shots.into()),
                Fact::Foes => Range::new(1, n_foes),
            }])
        });
    }
    judge.warn(problems);
    Some(Setup { rulings, max_rounds, is_mirrored: false, sides })
}

/// Checks named blocks by themselves, used or not.
pub(super) fn check(library: &Library, problems: &mut Problems) {
    library.check_each(&PARTS, problems, |_, _, block, place, problems| {
        let frame = Some(&BlockFrame::INFO);
        let (_, beside) = UnitSetup::read(&block.node, Extent::Part, frame, place, problems);
        if let Some(At { value: Some(tactics), .. }) = &beside.tactics {
            check_alone(&join(place.path, "tactics"), problems, |chooser, problems| {
                read_tactics(tactics, chooser, problems);
            });
        }
    });
}

fn read_unit(unit: &UnitDoc, problems: &mut Problems) -> UnitSetup {
    let owner = format!("unit `{}`", shown(&unit.name.value));
    let place = Place { path: &unit.path, owner: &owner };
    // What is missing is noted at its name.
    let node = Node { span: unit.name.span, ..unit.node.clone() };
    UnitSetup::read(&node, unit.extent, Some(&Frame::INFO), place, problems).0
}

fn read_tactics(node: &Node, chooser: Chooser<'_>, problems: &mut Problems) -> Tactics {
    let table = open(node, DECISIONS, chooser.path, problems);
    table.map_or_else(Tactics::default, |table| Tactics::read(table, chooser, problems))
}
