//! Each part that a tally keeps is the same whatever else it keeps.

use std::path::{Path, PathBuf};

use crate::play::dice::Dice;
use crate::play::run::run_alone;
#[cfg(feature = "juso")]
use crate::scenario::source::Text;
#[cfg(feature = "juso")]
use crate::scenario::{Loaded, load_from};
use crate::scenario::{Options, load_scenario};
use crate::tally::Keep;
use crate::tally::columns::{Column, ColumnList, FightColumns, UnitColumn};
use crate::totals::{About, Totals};
#[cfg(feature = "juso")]
use crate::totals::{MetricTotals, codec};
use fray_engine::roster::{SideId, UnitId};
use fray_kit::memory;

const SEED: u64 = 2016;

/// Fights of each scenario.
const FIGHTS: u64 = 24;

/// Every scenario of the repository.
fn scenarios() -> Vec<PathBuf> {
    let configs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs");
    let list = |folder: &Path| {
        let entries = std::fs::read_dir(folder).expect("a folder");
        entries.map(|entry| entry.expect("an entry").path()).collect::<Vec<_>>()
    };
    let folders = list(&configs).into_iter().filter(|path| path.is_dir());
    let files = folders.flat_map(|folder| list(&folder));
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|of| of == "toml")).collect();
    files.sort();
    files
}

/// The lists of columns that are asked for: all, the ends of fights, one number of a fight, and those of one unit
/// with every third metric.
fn lists(about: &About) -> [Vec<Column>; 4] {
    let sides = || (0..about.roster.sides.len() as u8).map(SideId);
    let ends = || [Column::Draw, Column::Timeout, Column::Rounds, Column::Activations].into_iter();
    let ends = || ends().chain(sides().map(Column::Win));
    let of_fight = || sides().flat_map(|side| [Column::First(side), Column::WonFirst(side)]);
    let of_unit = |unit: UnitId, every: usize| {
        let common = [UnitColumn::Attacks, UnitColumn::Hits, UnitColumn::Soaked, UnitColumn::Damage];
        let common = common.into_iter().chain([UnitColumn::Overkill, UnitColumn::Rounds]);
        let of_clock =
            |clock| [UnitColumn::Strikes(clock), UnitColumn::Struck(clock), UnitColumn::First(clock)];
        let clocks = (0..about.clocks.len()).flat_map(of_clock);
        let metrics = (0..about.metrics.len()).step_by(every);
        let metrics = metrics.flat_map(|metric| [UnitColumn::Sum(metric), UnitColumn::Tries(metric)]);
        common.chain(clocks).chain(metrics).map(move |column| Column::Unit(unit, column)).collect::<Vec<_>>()
    };
    let all = ends().chain([Column::Stalled]).chain(of_fight());
    let all = all.chain(about.roster.everyone().flat_map(|unit| of_unit(unit, 1)));
    let last = UnitId(about.roster.units.len() as u8 - 1);
    [all.collect(), ends().collect(), vec![Column::Stalled], of_unit(last, 3)]
}

#[test]
fn what_a_tally_keeps_does_not_depend_on_what_else_it_keeps() {
    let mut n = 0;
    for file in scenarios() {
        // Bestiaries are no scenarios.
        let Ok(scenario) = load_scenario(&file, &Options::default()) else { continue };
        n += 1;
        let engine = scenario.engine();
        let about = engine.about();
        let player = |keep| engine.player(Dice::new(&about.roster, SEED), keep);
        let lists = lists(&about);
        let columns = |list: &Vec<Column>| {
            let mut columns = ColumnList::default();
            let places: Vec<usize> = list.iter().map(|&column| columns.place(column)).collect();
            (places, FightColumns::new(&about, columns))
        };
        let (places, mut all) = columns(&lists[0]);
        // The numbers beside the sums are all that there are.
        let mut of_both = player(Keep::Both);
        all.play(&mut *of_both, 0..FIGHTS);
        assert!(!all.is_zero(places[2]), "{}: there are rounds", file.display());
        for list in &lists {
            let (own, mut some) = columns(list);
            let mut player = player(some.keep());
            some.play(&mut *player, 0..FIGHTS);
            for (column, own) in list.iter().zip(own) {
                let place = lists[0].iter().position(|of| of == column).expect("one of all");
                let (known, seen) = (all.column(places[place]), some.column(own));
                assert_eq!(seen, known, "{}: {column:?}", file.display());
            }
            let mut totals = Totals::default();
            player.drain_into(&mut totals);
            assert!(totals == Totals::default(), "{}: nothing is summed", file.display());
        }
        let mut of_totals = player(Keep::Totals);
        of_totals.play(0..FIGHTS);
        assert!(of_totals.numbers().is_empty(), "{}", file.display());
        let [of_totals, of_both] = [of_totals, of_both].map(|mut player| {
            let mut totals = Totals::default();
            player.drain_into(&mut totals);
            totals
        });
        assert_eq!(of_totals.fights, FIGHTS);
        assert!(of_totals == of_both, "{}: the sums differ", file.display());
    }
    assert!(n >= 5 * fray_play::game::games().len(), "only {n} scenarios");
}

/// Remembered evaluations and searches, and known steps, save time and change nothing.
#[test]
fn fights_do_not_depend_on_what_is_remembered() {
    for file in scenarios() {
        let Ok(scenario) = load_scenario(&file, &Options::default()) else { continue };
        let totals = |is_on| {
            memory::set_on(is_on);
            let totals = run_alone(scenario.engine(), SEED, 0..FIGHTS);
            memory::set_on(true);
            totals.expect("the rules hold")
        };
        assert!(totals(true) == totals(false), "{}", file.display());
    }
}

/// A shooter that keeps all its cores and is never reached.
#[cfg(feature = "juso")]
const HOARD: &str = r#"system = "juso"
[run]
max_rounds = 41460
[[side]]
name = "left"
[[side.unit]]
name = "U1"
kind = "pc"
[[side.unit]]
name = "U2"
kind = "enemy"
[[side]]
name = "right"
[[side.unit]]
name = "hunters"
kind = "pc"
[[side.unit]]
name = "U4"
kind = "pc"
core_base = 10
core_carry = "all"
"#;

/// The count of a fight may be larger than 2^32, and takes no more room than any other.
#[cfg(feature = "juso")]
#[test]
fn counts_of_one_fight_neither_wrap_nor_take_room_by_their_size() {
    let loaded = load_from(&Text(HOARD), Path::new("hoard.toml"), &Options::default());
    let Ok(Loaded::Scenario(scenario)) = loaded else { panic!("a scenario") };
    let engine = scenario.engine();
    let about = engine.about();
    let mut player = engine.player(Dice::new(&about.roster, 1), Keep::Totals);
    player.play(0..1);
    let mut totals = Totals::default();
    player.drain_into(&mut totals);
    let at = about.metrics.iter().position(|metric| metric.name == "cores_carried").expect("a metric");
    let MetricTotals::Histogram(carried) = &totals.units[3].metrics[at] else { panic!("a count") };
    assert_eq!(carried.each().collect::<Vec<_>>(), [(4_295_377_854, 1)]);
    let side = &totals.sides[1].counts[at];
    assert!(side.sum() >= 4_295_377_854 && side.n() == 1, "{side:?}");
    let bytes = codec::encode(&totals);
    assert!(bytes.len() < 12_000_000, "{} bytes", bytes.len());
    assert!(codec::decode(&bytes) == Ok(totals));
}
