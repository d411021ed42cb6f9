//! Night Wizard fights with maps, abilities and statuses: what a Main costs in w, how much of it is
//! spent on the map, and what fights rich in abilities cost.

use std::any::Any;
use std::path::Path;

use fray_engine::contract::System;
use fray_engine::observe::Observer;
use fray_engine::roster::UnitId;
use fray_rules::games::night_wizard::NightWizard;
use fray_rules::games::night_wizard::data::events::{Event, MoveKind};
use fray_rules::games::night_wizard::data::metrics::Metric;
use fray_rules::games::night_wizard::data::rulings::{Mortality, Rulings};
use fray_rules::games::night_wizard::data::setup::ability::{Inflicted, Range};
use fray_rules::games::night_wizard::data::setup::gear::Status;
use fray_rules::games::night_wizard::data::setup::{MapSetup, Setup, SideSetup, UnitKind, UnitSetup, Weapon};
use fray_rules::games::night_wizard::data::tactics::{Movement, Plan, Target};
use fray_rules::games::night_wizard::state::State;
use fray_sim::play::dice::Dice;
use fray_sim::scenario::{Options, load_scenario};
use fray_sim::tally::Tally;
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;

use crate::measure::{Spread, allocations, cpu_ns, raw_words};
use crate::scenarios::{A, B, BRAWL, DUEL, Fight};
use crate::{REPEATS, SEED, fights};

const WORDS: u64 = 4_000_000;
/// Mains of a repeat, about.
const MAINS: f64 = 200_000.0;

/// Counts Mains, and actions as the rules have them (NW-18, NW-19): attacks, moves, abilities,
/// gear, statuses shaken off; and in answer to attacks Dodge and Defense.
#[derive(Default)]
struct Counted {
    mains: u64,
    actions: u64,
}

impl Observer<NightWizard> for Counted {
    const WANTS_EVENTS: bool = true;

    fn activation(&mut self, _unit: UnitId) {
        self.mains += 1;
    }

    fn add(&mut self, _unit: UnitId, metric: Metric, n: u32) {
        if matches!(metric, Metric::ActionsLost) {
            self.actions += u64::from(n);
        }
    }

    fn event(&mut self, make: impl FnOnce() -> Event) {
        self.actions += u64::from(matches!(
            make(),
            Event::Attacks { .. }
                | Event::Uses { .. }
                | Event::Moves { kind: MoveKind::Walks | MoveKind::Runs, .. }
                | Event::Enchants { .. }
                | Event::Wears { .. }
                | Event::Hit { .. }
                | Event::Damage { .. }
        ));
    }
}

/// A side of `n` swords, every second of them a bow that keeps its distance, in a column.
fn side(name: &str, n: u8, column: u8, kind: UnitKind, stats: [i32; 6], bows: bool) -> SideSetup {
    let unit = |i: u8| {
        let mut unit = UnitSetup::plain(&format!("{name}{i}"), kind, stats);
        unit.position = [column, 2 * i, 0];
        unit.movement_power = 4;
        unit.tactics.target = Plan::always(Target::Nearest);
        if bows && i % 2 == 1 {
            let range = Range { least: 0, most: Some(5) };
            unit.weapons = vec![Weapon { range, ..Weapon::default() }];
            unit.tactics.move_ = Plan::always(Movement::KeepDistance(3));
        }
        unit
    };
    SideSetup { name: name.to_owned(), units: (0..n).map(unit).collect() }
}

fn setup(n: u8, bows: bool, map: Option<MapSetup>) -> Setup {
    let columns = if map.is_some() { [0, 11] } else { [0, 0] };
    let mut sides = vec![
        side("a", n, columns[0], UnitKind::Pc, A, bows),
        side("b", n, columns[1], UnitKind::Npc, B, bows),
    ];
    if map.is_none() {
        sides.iter_mut().flat_map(|side| &mut side.units).for_each(|unit| unit.position = [0; 3]);
    }
    Setup {
        rulings: Rulings { mortality: Mortality::Off, ..Rulings::default() },
        max_rounds: 1000,
        map,
        ..Setup::of(sides)
    }
}

/// A fight of the core with what the whole game has on one square: the blades of the first side
/// poison, those of the other daze, and who picked the first target picks the weakest.
fn full(fight: &Fight) -> NightWizard {
    let mut setup = fight.setup();
    for (side, status) in setup.sides.iter_mut().zip([Status::Poison, Status::Daze]) {
        for unit in &mut side.units {
            let inflict = vec![Inflicted { status, level: 1 }];
            unit.weapons = vec![Weapon { inflict, ..Weapon::default() }];
            if unit.tactics.target.entries.is_empty() {
                unit.tactics.target = Plan::always(Target::Weakest);
            }
        }
    }
    NightWizard::new(&setup)
}

/// Twelve by twelve squares, open or with an obstacle on every fifth one; the columns in which
/// units start are free.
fn map(walls: bool) -> MapSetup {
    let mut words = Pcg64Mcg::new(25);
    let squares = (0..12).flat_map(|y| (1..11).map(move |x| (x, y, None)));
    MapSetup {
        width: 12,
        height: 12,
        obstacles: squares.filter(|_| walls && words.next_u64().is_multiple_of(5)).collect(),
        obstructs: Vec::new(),
        exits: Vec::new(),
        floor_height: Vec::new(),
        fortress: false,
    }
}

/// Sixteen against sixteen on forty-eight by forty-eight squares with about two hundred obstacles between them.
fn wide() -> NightWizard {
    let mut words = Pcg64Mcg::new(48);
    let squares = (0..48).flat_map(|y| (1..47).map(move |x| (x, y, None)));
    let obstacles = squares.filter(|_| words.next_u64().is_multiple_of(11)).collect();
    let mut setup = setup(16, true, Some(MapSetup { width: 48, height: 48, obstacles, ..map(false) }));
    setup.sides[1].units.iter_mut().for_each(|unit| unit.position[0] = 47);
    NightWizard::new(&setup)
}

struct Row {
    mains: f64,
    /// Per Main.
    actions: f64,
    per_main: Spread,
    ns: f64,
    allocated: u64,
}

fn measure(system: &NightWizard) -> Row {
    let (mut dice, mut state) = (Dice::new(system.roster(), SEED), State::default());
    let mut counted = Counted::default();
    fights(system, &mut dice, &mut state, 0..1000, &mut counted);
    let per_fight = counted.mains as f64 / 1000.0;
    let actions = counted.actions as f64 / counted.mains as f64;
    let n = (MAINS / per_fight) as u64;
    let mut tally = Tally::new(system);
    fights(system, &mut dice, &mut state, 0..n, &mut tally);
    let (mut raw, mut costs, mut times) = (1, Vec::with_capacity(REPEATS), Vec::with_capacity(REPEATS));
    let before = allocations();
    for _ in 0..REPEATS {
        let word = cpu_ns(|| raw_words(WORDS, &mut raw)) / WORDS as f64;
        let time = cpu_ns(|| fights(system, &mut dice, &mut state, 0..n, &mut tally));
        let time = time / (n as f64 * per_fight);
        costs.push(time / word);
        times.push(time);
    }
    let allocated = allocations() - before;
    let (per_main, ns) = (Spread::of(costs), Spread::of(times).median);
    Row { mains: per_fight, actions, per_main, ns, allocated }
}

/// The rules of a scenario of the repository.
fn configured(name: &str) -> NightWizard {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/night-wizard").join(name);
    let rules: Box<dyn Any> = load_scenario(&path, &Options::default()).expect("a scenario").rules;
    *rules.downcast().expect("a scenario of Night Wizard")
}

/// The rows whose names have one of these in them; all, if there are none.
pub(crate) fn print(only: &[String]) {
    println!(
        "\n{:<44} {:>24} {:>8} {:>8} {:>8} {:>10} {:>6} {:>6}",
        "the whole game, maps of 12x12, per Main",
        "cost in w",
        "ns",
        "mains",
        "actions",
        "per action",
        "bar",
        "allocs"
    );
    // The bar is for the cost per action in w.
    let row = |name: &str, bar: Option<u32>, system: &dyn Fn() -> NightWizard| {
        if !only.is_empty() && !only.iter().any(|it| name.contains(it)) {
            return;
        }
        let Row { mains, actions, per_main, ns, allocated } = measure(&system());
        let per_action = per_main.median / actions;
        let bar = bar.map_or_else(String::new, |bar| bar.to_string());
        println!(
            "{name:<44} {per_main:>24} {ns:>8.1} {mains:>8.1} {actions:>8.2} {per_action:>10.1} {bar:>6} {allocated:>6}"
        );
    };
    for fight in [DUEL, BRAWL] {
        row(&format!("{} with statuses and tactics", fight.name), Some(25), &|| full(&fight));
    }
    for n in [1, 4] {
        let whole = || NightWizard::new(&setup(n, false, None));
        row(&format!("{n}v{n} swords, one square"), Some(25), &whole);
        for (kind, walls) in [("open", false), ("walls", true)] {
            for (who, bows) in [("swords", false), ("swords and bows", true)] {
                if bows && n == 1 {
                    continue;
                }
                let mapped = || NightWizard::new(&setup(n, bows, Some(map(walls))));
                row(&format!("{n}v{n} {who}, {kind}"), (!walls).then_some(60), &mapped);
            }
        }
    }
    for (name, bar, what) in [
        ("boss.toml", 90, "abilities: a boss and its hunters"),
        ("cover.toml", 90, "abilities: delays and covers"),
        ("party.toml", 170, "abilities: a party on a map"),
        ("warband.toml", 90, "abilities: enchantments, commands"),
    ] {
        row(what, Some(bar), &|| configured(name));
    }
    row("16v16 swords and bows, 48x48 (bar 600 ns)", None, &wide);
}
