//! Scenarios of any two fighters: the stat blocks of a folder and the first sides of its scenarios, each
//! against each, on the map and under the rulings of one scenario.

use std::path::Path;

use fray_kit::sheet::declare::{Extent, quoted};
use fray_kit::sheet::envelope::{Document, SideDoc, UnitDoc};
use fray_kit::sheet::library::Library;
use fray_kit::sheet::node::{Entry, Node, Table, Value};
use fray_kit::sheet::problem::{At, Problem, Problems, Span};
use fray_play::game::Game;

use super::include::Reader;
use super::source::Disk;
use super::text::{Beside, Head, TextMismatch, held_against, written};
use super::{BuiltScenario, Scenario, compose};

/// The keys that say where a unit begins. Fighters begin where the units of the template do.
const PLACES: [&str; 2] = ["position", "col"];

/// One who fights against the others: a stat block, or the first side of a scenario.
#[derive(Debug)]
pub struct Fighter {
    /// The ID of the block; the name of the scenario and of the side.
    pub name: String,
    node: Node,
    units: Vec<UnitDoc>,
    library: Library,
}

/// A fighter that cannot fight under the template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The fighter.
    pub name: String,
    /// The reason.
    pub reason: String,
}

/// Fighters, and where and under which rulings they fight.
#[derive(Debug)]
pub struct Pairing {
    info: &'static Game,
    document: Document,
    library: Library,
    /// The stat blocks that fight.
    pub fighters: Vec<Fighter>,
    /// The stat blocks that cannot fight.
    pub left_out: Vec<LeftOut>,
}

/// The named blocks of an include; none if it cannot be read.
#[must_use]
pub fn blocks(path: &Path) -> Option<Library> {
    let mut reader = Reader::new(&Disk);
    reader.main(path)?;
    (reader.problems.is_empty() && reader.syntax.is_empty()).then_some(reader.library)
}

impl Pairing {
    /// The fighters that these scenarios and includes have, in order: stat blocks first. Blocks of one ID and
    /// content are one fighter. Scenarios of other systems are passed over, and so are blocks that no
    /// scenario of this system can use.
    #[must_use]
    pub fn new(template: &Scenario, scenarios: &[Scenario], includes: &[Library]) -> Self {
        let mut document = template.document.clone();
        document.goals = Vec::new();
        document.series = None;
        let mut pairing = Self {
            info: template.info,
            document,
            library: template.library.clone(),
            fighters: Vec::new(),
            left_out: Vec::new(),
        };
        let of_system = |of: &&Scenario| of.info.name() == template.info.name();
        let scenarios: Vec<&Scenario> = scenarios.iter().filter(of_system).collect();
        let mut seen: Vec<(String, serde_json::Value)> = Vec::new();
        for library in includes.iter().chain(scenarios.iter().map(|of| &of.library)) {
            let mut checked = Problems::default();
            (pairing.info.check)(library, &mut checked);
            if !checked.is_empty() {
                continue;
            }
            for (id, block) in library.section("unit") {
                let found = (id.to_owned(), block.node.to_json());
                if !seen.contains(&found) {
                    let n = seen.iter().filter(|(known, _)| known == id).count();
                    let name = if n == 0 { id.to_owned() } else { format!("{id} ({})", n + 1) };
                    seen.push(found);
                    pairing.add(block_fighter(name, id, library));
                }
            }
        }
        for scenario in scenarios {
            let Some(side) = scenario.document.sides.first() else { continue };
            pairing.add(Fighter {
                name: format!("{}/{}", scenario.stem, side.name.value),
                node: side.node.clone(),
                units: side.units.clone(),
                library: scenario.library.clone(),
            });
        }
        pairing
    }

    /// Adds a fighter that can fight against itself.
    fn add(&mut self, fighter: Fighter) {
        let composed = self.composed(&fighter, &fighter);
        match composed {
            Ok(_) => self.fighters.push(fighter),
            Err(problems) => {
                let reason = problems.first().map_or_else(String::new, |problem| problem.message.clone());
                self.left_out.push(LeftOut { name: fighter.name, reason });
            }
        }
    }

    /// The scenario of two fighters by their numbers, the first of them listed first; `None` if they have
    /// different statuses of one name.
    #[must_use]
    pub fn pair(&self, first: usize, second: usize) -> Option<BuiltScenario> {
        self.composed(&self.fighters[first], &self.fighters[second]).ok()
    }

    /// The scenario of two fighters as one text, with this seed, and what plays it; `None` if the two cannot
    /// fight.
    ///
    /// # Errors
    /// If the text does not mean the scenario, which is an error in this program.
    pub fn pair_text(
        &self,
        first: usize,
        second: usize,
        seed: u64,
    ) -> Result<Option<(BuiltScenario, String)>, TextMismatch> {
        let (a, b) = (&self.fighters[first], &self.fighters[second]);
        let Ok((document, library)) = self.seated_pair(a, b) else { return Ok(None) };
        let Ok(composed) = compose(self.info, document.clone(), &library) else { return Ok(None) };
        let mut problems = Problems::default();
        let mut document = document;
        document.read_frame(Span::default(), &mut problems);
        let name = format!("{} against {}", a.name, b.name);
        let head = Head { name: &name, title: &name, seed: Some(seed) };
        let text = written(self.info, &document, &library, &Beside::default(), &head);
        held_against(&name, &text, &Beside::default(), composed.hash)?;
        Ok(Some((composed, text)))
    }

    fn composed(&self, first: &Fighter, second: &Fighter) -> Result<BuiltScenario, Vec<Problem>> {
        let (document, library) = self.seated_pair(first, second)?;
        compose(self.info, document, &library)
    }

    fn seated_pair(&self, first: &Fighter, second: &Fighter) -> Result<(Document, Library), Vec<Problem>> {
        let mut document = self.document.clone();
        let mut library = self.library.clone();
        for (section, id, block) in first.library.each().chain(second.library.each()) {
            match library.get(section, id) {
                Some(known) if section == "status" && known.node.to_json() != block.node.to_json() => {
                    let mut problems = Problems::default();
                    problems.add(block.span, id, format!("there are two statuses `{id}`"));
                    return Err(problems.sorted());
                }
                Some(_) => {}
                None => library.replace(section, id, Some(block.clone())),
            }
        }
        let seconds_name =
            if first.name == second.name { format!("{} (second)", second.name) } else { second.name.clone() };
        let names = [first.name.clone(), seconds_name];
        let sides = [first, second].into_iter().zip(names).zip(&self.document.sides);
        document.sides = sides.map(|((fighter, name), seat)| seated(fighter, name, seat)).collect();
        Ok((document, library))
    }
}

/// A stat block as a side of one unit.
fn block_fighter(name: String, id: &str, library: &Library) -> Fighter {
    let text = |key: &str| Entry {
        key: key.to_owned(),
        span: Span::default(),
        value: Node::text(Span::default(), id),
    };
    let node = Node { span: Span::default(), value: Value::Table(Table { entries: vec![text("use")] }) };
    let node = library.write_out(&node, id, &mut Problems::default());
    let own = node.get("name").and_then(Node::as_text).unwrap_or(id).to_owned();
    let unit = UnitDoc {
        name: At { value: own, span: Span::default() },
        count: 1,
        node,
        path: id.to_owned(),
        extent: Extent::Whole,
    };
    Fighter { name, node: Node::table(Span::default()), units: vec![unit], library: library.clone() }
}

/// A fighter as a side of this name, its units where those of the template's side begin.
fn seated(fighter: &Fighter, name: String, seat: &SideDoc) -> SideDoc {
    let mut units = fighter.units.clone();
    for (i, unit) in units.iter_mut().enumerate() {
        unit.path = format!("{}/{}", quoted(&name), quoted(&unit.name.value));
        let Value::Table(table) = &mut unit.node.value else { continue };
        let place = seat.units.get(i).and_then(|unit| unit.node.as_table());
        for key in PLACES {
            table.take(key);
            table.entries.extend(place.and_then(|place| place.get(key)).cloned());
        }
    }
    let mut node = fighter.node.clone();
    if let Value::Table(table) = &mut node.value {
        let value = Node::text(Span::default(), name.as_str());
        table.set(Entry { key: "name".to_owned(), span: Span::default(), value });
    }
    SideDoc { name: At { value: name, span: Span::default() }, node, units }
}
