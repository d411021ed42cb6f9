//! How far the sides of the shipped scenarios play below what looking ahead would win (`contrib/gaps.py` measures it):
//! every side is in the table, and where the gap is over five points beyond noise the scenario says why.

use std::collections::BTreeMap;
use std::path::Path;

use fray_sim::scenario::{Loaded, Options, load};

use crate::support::config_files;

/// The largest gap that needs no reason.
const MOST: f64 = 0.05;

/// A row of the table: what a side wins as its file plays, and the lower limit with looking ahead if that was measured.
type Gap = (f64, Option<f64>);

fn table() -> BTreeMap<(String, String), Gap> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/goldens/gaps.csv");
    let mut reader = csv::Reader::from_path(&path).expect("the table");
    let rows = reader.deserialize::<BTreeMap<String, String>>().map(|row| row.expect("a row"));
    rows.map(|row| {
        let file: f64 = row["file"].parse().expect("a rate");
        let lo = (!row["lo"].is_empty()).then(|| row["lo"].parse::<f64>().expect("a rate"));
        assert!((0.0..=1.0).contains(&file) && lo.is_none_or(|lo| (0.0..=1.0).contains(&lo)), "{row:?}");
        ((row["scenario"].clone(), row["side"].clone()), (file, lo))
    })
    .collect()
}

/// The reason that a scenario gives for a side: what follows `# ceiling SIDE:`.
fn reason<'a>(text: &'a str, side: &str) -> Option<&'a str> {
    let of_line = |line: &'a str| line.strip_prefix("# ceiling ")?.strip_prefix(side)?.strip_prefix(": ");
    text.lines().find_map(of_line).map(str::trim).filter(|reason| !reason.is_empty())
}

#[test]
fn who_plays_below_its_ceiling_says_why() {
    let table = table();
    let mut unexplained = Vec::new();
    for file in config_files() {
        let Ok(Loaded::Scenario(scenario)) = load(&file, &Options::default()) else { continue };
        let text = std::fs::read_to_string(&file).expect("a text");
        let folder = file.parent().and_then(Path::file_name);
        let game = folder.expect("a folder").to_string_lossy();
        let name = format!("{game}/{}", file.file_name().expect("a file").to_string_lossy());
        for side in scenario.engine().about().roster.sides {
            let key = (name.clone(), side.name.clone());
            let row = table.get(&key);
            let (plays, lo) =
                row.unwrap_or_else(|| panic!("{key:?}: no gap stated: run contrib/gaps.py {name}"));
            let is_below = lo.is_some_and(|lo| lo - plays > MOST);
            let has_reason = reason(&text, &side.name).is_some();
            assert!(is_below || !has_reason, "{key:?}: `# ceiling {}: ...` stands where it does", side.name);
            if is_below && !has_reason {
                unexplained.push(key);
            }
        }
    }
    let unmeasured: Vec<_> = table.iter().filter(|(_, (_, lo))| lo.is_none()).collect();
    assert!(unmeasured.is_empty(), "sides without a figure: {unmeasured:?}");
    assert!(
        unexplained.is_empty(),
        "`# ceiling SIDE: ...` says why a side plays below its ceiling: {unexplained:#?}"
    );
    // Rows of scenarios that are no longer there would be overlooked.
    let configs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs");
    for (scenario, side) in table.keys() {
        assert!(configs.join(scenario).is_file(), "{scenario}, {side}: there is no such scenario");
    }
}
