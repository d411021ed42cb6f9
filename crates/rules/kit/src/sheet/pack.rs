//! The units of a side in one line: `3 Goblin + 1 Shaman`.

use super::declare::{quoted, shown};
use super::envelope::{SideDoc, UnitDoc, written_out};
use super::library::Library;
use super::node::{Entry, Node, Table, Value};
use super::problem::{At, Problems, Span, did_you_mean};

/// The keys that say where a unit begins.
const PLACES: [&str; 2] = ["position", "col"];

/// Some copies of one stat block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The number of copies.
    pub count: i128,
    /// The ID of the stat block.
    pub id: At<String>,
}

/// Reads a pack: IDs of stat blocks with `+` between them, each behind its number if that is not one. A text that is
/// the ID of a block as it stands is that block.
pub fn read(node: &Node, key: &str, library: &Library, problems: &mut Problems) -> Option<Vec<Member>> {
    let Some(text) = node.as_text() else {
        let message = format!("expected units as in \"3 Goblin + 1 Shaman\", found {}", node.found());
        problems.add(node.span, key, message);
        return None;
    };
    let begin = match &node.value {
        Value::Text(text) => text.verbatim.map(|at| at as usize),
        _ => None,
    };
    let span_of = |part: &str| match begin {
        Some(begin) => {
            let at = begin + (part.as_ptr() as usize - text.as_ptr() as usize);
            Span::new(node.span.file, at, at + part.len())
        }
        None => node.span,
    };
    if library.get("unit", text.trim()).is_some() {
        let id = At { value: text.trim().to_owned(), span: node.span };
        return Some(vec![Member { count: 1, id }]);
    }
    let mut members: Vec<Member> = Vec::new();
    for part in text.split('+') {
        let part = part.trim();
        let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = part.split_at(digits);
        let is_counted = !number.is_empty() && rest.starts_with(char::is_whitespace);
        let id = if is_counted { rest.trim_start() } else { part };
        let count = if is_counted { number.parse().unwrap_or(i128::MAX) } else { 1 };
        let span = if part.is_empty() { node.span } else { span_of(id) };
        if id.is_empty() || (!is_counted && digits == part.len()) {
            problems.add(span, key, "expected the ID of a stat block, as in `3 Goblin + 1 Shaman`");
            return None;
        }
        if library.get("unit", id).is_none() {
            let meant = did_you_mean(id, library.ids("unit"));
            let message = format!("there is no `[unit.{}]` here or in an include{meant}", shown(id));
            problems.missing(span, key, message);
            return None;
        }
        if let Some(other) = members.iter_mut().find(|other| other.id.value == id) {
            other.count = other.count.saturating_add(count);
            continue;
        }
        members.push(Member { count, id: At { value: id.to_owned(), span } });
    }
    Some(members)
}

/// Puts a pack in the place of the units of a side. The first of it begins where the first unit of the side does,
/// and so on; where there are more of them than of those, the game finds them a place.
pub(super) fn set_units(
    side: &mut SideDoc,
    value: &Node,
    key: &str,
    library: &Library,
    problems: &mut Problems,
) {
    let Some(members) = read(value, key, library, problems) else { return };
    let path = quoted(&side.name.value);
    let seats: Vec<Vec<Entry>> = side.units.iter().map(places_of).collect();
    let mut units = Vec::new();
    let mut list = Vec::new();
    for (at, Member { count, id }) in members.into_iter().enumerate() {
        let entry = |key: &str, value| Entry { key: key.to_owned(), span: id.span, value };
        let mut entries = vec![entry("use", Node::text(id.span, id.value.as_str()))];
        if count != 1 {
            entries.push(entry("count", Node { span: id.span, value: Value::Int(count) }));
        }
        entries.extend(seats.get(at).into_iter().flatten().cloned());
        let node = Node { span: id.span, value: Value::Table(Table { entries }) };
        units.extend(written_out(&node, &path, library, problems));
        list.push(node);
    }
    side.units = units;
    if let Value::Table(table) = &mut side.node.value {
        let value = Node { span: value.span, value: Value::List(list) };
        table.set(Entry { key: "unit".to_owned(), span: value.span, value });
    }
}

/// The entries that say where a unit begins.
fn places_of(unit: &UnitDoc) -> Vec<Entry> {
    let table = unit.node.as_table();
    PLACES.iter().filter_map(|key| table?.get(key).cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::problem::FileId;
    use super::*;

    fn pack(text: &str) -> Result<Vec<(i128, String)>, (Span, String)> {
        let (mut library, mut problems) = (Library::default(), Problems::default());
        for id in ["Goblin", "Shaman", "2 Headed", "Salt + Iron"] {
            let block =
                Entry { key: id.to_owned(), span: Span::default(), value: Node::table(Span::default()) };
            library.insert("unit", &block, &mut problems);
        }
        let source = format!("\"{text}\"");
        let node = super::super::node::parse_value(FileId(1), &source, 0, &mut problems).unwrap();
        let found = read(&node, "foes.units", &library, &mut problems);
        match problems.sorted().into_iter().next() {
            Some(problem) => Err((problem.span, problem.message)),
            None => Ok(found.unwrap().into_iter().map(|it| (it.count, it.id.value)).collect()),
        }
    }

    #[test]
    fn a_pack_is_numbers_and_blocks() {
        let of = |list: &[(i128, &str)]| Ok(list.iter().map(|(n, id)| (*n, (*id).to_owned())).collect());
        assert_eq!(pack("3 Goblin + 1 Shaman"), of(&[(3, "Goblin"), (1, "Shaman")]));
        assert_eq!(pack("Goblin+Goblin"), of(&[(2, "Goblin")]), "one line of units for one block");
        assert_eq!(pack("2 Headed"), of(&[(1, "2 Headed")]), "what is an ID as it stands");
        assert_eq!(pack("Salt + Iron"), of(&[(1, "Salt + Iron")]));
    }

    #[test]
    fn what_is_wrong_with_a_pack_is_told_at_its_place() {
        let (span, message) = pack("3 Goblin + 1 Shamann").unwrap_err();
        assert_eq!(message, "there is no `[unit.Shamann]` here or in an include; did you mean `Shaman`?");
        assert_eq!(span, Span::new(FileId(1), 14, 21));
        for wrong in ["", "Goblin +", "3", "+"] {
            assert!(pack(wrong).unwrap_err().1.starts_with("expected the ID of a stat block"), "{wrong}");
        }
    }
}
