//! The keys of `[map]`.

use fray_kit::Sheet;
use fray_kit::sheet::declare::{Extent, Given, Place};
use fray_kit::sheet::envelope::Document;
use fray_kit::sheet::places::{Size, Square};
use fray_kit::sheet::problem::Problems;
use fray_kit::sheet::types::{Int, List};

use crate::data::setup::{MapSetup, Patch};

/// The map: square cells of 5 feet.
#[derive(Debug, Default, Sheet)]
#[sheet("[map]")]
pub(super) struct MapSheet {
    /// Columns.
    #[key("MG-43", required)]
    pub(super) width: Given<Int<1, 500>>,
    /// Rows.
    #[key("MG-43", required)]
    pub(super) height: Given<Int<1, 500>>,
    /// What lies on it; a later entry overrides an earlier one key by key.
    #[key("MG-44", default = "[]")]
    pub(super) terrain: Given<List<Patch>>,
}

/// The map of a document.
pub(super) fn read(document: &Document, problems: &mut Problems) -> Option<MapSetup> {
    let entry = document.map.as_ref()?;
    let place = Place { path: "map", owner: "`[map]`" };
    let sheet = MapSheet::read(&entry.value, Extent::Whole, None, place, problems);
    let (width, height) = (sheet.width.as_ref()?.value as u16, sheet.height.as_ref()?.value as u16);
    let map = MapSetup { width, height, patches: Vec::new() };
    let patches = value_of(&sheet);
    for (patch, span) in &patches {
        let last = Square::new(patch.to.x, patch.to.y);
        Size::new(width, height).check_one("terrain", last, *span, problems);
        let of_nobody = |hazard: &crate::data::setup::Hazard| {
            hazard.damage.iter().any(|set| matches!(set.die, crate::data::setup::Side::Stat(_)))
        };
        if patch.cell.hazard.as_ref().is_some_and(of_nobody) {
            problems.add(
                *span,
                "map.terrain",
                "a hazard has no stats: its dice have numbers of faces, such as `1d6`",
            );
        }
        if patch.cell.hazard.is_some() && patches.len() > 200 {
            problems.add(*span, "map.terrain", "a map has at most 200 entries where there are hazards");
        }
    }
    Some(MapSetup { patches: patches.into_iter().map(|it| it.0).collect(), ..map })
}

fn value_of(sheet: &MapSheet) -> Vec<(Patch, fray_kit::sheet::problem::Span)> {
    let listed = sheet.terrain.as_ref().map(|list| &list.value);
    listed.into_iter().flatten().map(|at| (at.value.clone(), at.span)).collect()
}
