//! Reading of the decisions of units and sides.

use fray_kit::sheet::declare::join;
use fray_kit::sheet::node::{Entry as NodeEntry, Node, Table};
use fray_kit::sheet::plan::{self, Chooser};
use fray_kit::sheet::problem::Problems;

use crate::data::tactics::{DECISIONS, Entry, Placement, SideTactics, Tactics};

/// Reads the table `tactics` of a unit. `of_side` is that of its side, which it has inherited.
pub(super) fn read(
    node: &Node,
    of_side: Option<&Table>,
    chooser: Chooser<'_>,
    problems: &mut Problems,
) -> Tactics {
    let Some(table) = plan::open(node, DECISIONS, chooser.path, problems) else {
        return Tactics::default();
    };
    for &key in SideTactics::KEYS {
        let own = table.get(key).filter(|own| !is_inherited(own, of_side));
        if let Some(own) = own {
            let message = format!("`{key}` is decided by the side: `{key}` stands in its `tactics`");
            problems.add(own.span, join(chooser.path, key), message);
        }
    }
    let mut tactics = Tactics::read(table, chooser, problems);
    if table.get("placement").is_some()
        && tactics.placement.entries.last().is_none_or(|last| last.when.is_some())
    {
        // The default stands at the end, so that it wins over the ruling.
        tactics.placement.entries.push(Entry { what: Placement::AsConfigured, when: None });
    }
    tactics
}

/// Reads what the table `tactics` of a side says of the side itself. The rest is read with its
/// units.
pub(super) fn read_side(table: &Table, path: &str, problems: &mut Problems) -> SideTactics {
    SideTactics::read(table, Chooser { units: &[], own: 0, path, owns: &[] }, problems)
}

fn is_inherited(own: &NodeEntry, of_side: Option<&Table>) -> bool {
    of_side.and_then(|table| table.get(&own.key)).is_some_and(|entry| entry.span == own.span)
}
