//! The cost of an answer: the fights of each search against those of a full grid at equal certainty. The
//! numbers are counts of fights and depend on seeds alone. [`matrix`](crate::matrix) has the same of
//! matrices.

use core::sync::atomic::AtomicBool;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use fray_engine::roster::SideId;
use fray_sim::control::Control;
use fray_sim::scenario::{Options, Scenario, load_scenario};
use fray_sim::stats::Z;
use fray_sim::vary::axis::SweepPoints;
use fray_sim::vary::best::{self, Requested, best};
use fray_sim::vary::metrics::Metric;
use fray_sim::vary::pick::Wanted;
use fray_sim::vary::solve::goal::SolveGoal;
use fray_sim::vary::solve::key::Key;
use fray_sim::vary::solve::points::Settings;
use fray_sim::vary::solve::solve;
use fray_sim::vary::sweep::{Players, Until};
use fray_sim::vary::sweep_set::SweepSet;
use fray_sim::vary::tactics::switches;
use fray_sim::vary::weights::{self, parts, weigh};

use crate::SEED;

/// The values of the grid.
const VALUES: &str = "Ogre.hp=8:71";
const N_VALUES: f64 = 64.0;

/// The win rates that are asked for, in percent. Two neighbouring values are equally near to the fourth.
const TARGETS: [f64; 5] = [55.0, 60.0, 63.0, 65.0, 70.0];

/// The target of the pick.
const TARGET: f64 = 0.65;

/// The half width of the interval of every value of the grid, and the tolerance of the search.
const TOLERANCE: f64 = 0.005;

/// The most fights of a value of a pick.
const MOST: u64 = 1 << 17;

/// The fights of each tactic in a search, and of each version of a scenario in a table of weights.
const FIGHTS: u64 = 20_000;

static NEVER: AtomicBool = AtomicBool::new(false);

fn watch() -> Control<'static> {
    Control { stop: &NEVER, played: &|_| {} }
}

fn duel() -> (PathBuf, Scenario) {
    scenario("night-wizard/duel")
}

fn scenario(name: &str) -> (PathBuf, Scenario) {
    let configs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs");
    let path = configs.join(name).with_extension("toml");
    let scenario = load_scenario(&path, &Options::default()).expect("a scenario of the repository");
    (path, scenario)
}

/// The fights of a search, certification included, and its answer.
fn searched(target: f64, seed: u64) -> (f64, Option<i64>) {
    let (path, base) = duel();
    let wish = SolveGoal::new(&format!("win_rate(wizards) = {target}%"), &base.engine().about(), None)
        .expect("a goal");
    let terms =
        Settings { seed, most: 10_000_000, until: None, may_solve: false, watch: watch(), told: &|_| {} };
    let key = Key::parse("Ogre.hp=8:71", None).expect("a key");
    let found =
        solve(&path, &Options::default(), &base, vec![key], vec![wish], terms).expect("no fight breaks");
    let nearest = found.lines[0].found.as_ref().map(|found| found.nearest);
    (found.fights as f64, nearest)
}

/// The fights of a pick, and how many values it leaves.
fn picked(seed: u64) -> (f64, usize) {
    let (path, base) = duel();
    let Ok(SweepSet::Varied(axis)) = SweepSet::parse(VALUES, None) else { panic!("{VALUES} is a range") };
    let points = SweepPoints::new(&path, &Options::default(), &base, vec![axis], false).expect("points");
    let (metrics, _) = Metric::named(&base.engine().about(), &[]).expect("win rates");
    let players = Players::new(&points, metrics, seed, false).expect("all have win rates");
    let until = Until::Picked { metric: 0, wanted: Wanted::Closest(TARGET), most: MOST };
    let sweep = players.play(until, watch(), &mut |_| {}).expect("no fight breaks");
    let picked = sweep.picked.expect("a pick");
    (picked.fights as f64, picked.left.len())
}

/// The fights of a search for the best tactics of a side, and those of a grid of all combinations.
fn climbed(name: &str, side: u8, seed: u64) -> (f64, f64) {
    let (path, base) = scenario(name);
    let (options, side) = (Options::default(), SideId(side));
    let mut choices: BTreeMap<(Option<String>, &str), u32> = BTreeMap::new();
    for switch in switches(&path, &options, &base, Some(side), &NEVER).all {
        *choices.entry((switch.unit, switch.key)).or_insert(1) += 1;
    }
    let combinations: f64 = choices.values().map(|&n| f64::from(n)).product();
    let asked = Requested { path: &path, options: &options, base: &base, side };
    let terms = best::Settings { seed, fresh_seed: seed + 1, fights: FIGHTS, watch: watch() };
    let best = best(asked, terms, &mut |_| {}).expect("no fight breaks");
    (best.fights as f64, combinations * FIGHTS as f64)
}

/// The fights of a table of weights, and those that independent dice need for intervals as narrow.
fn weighed(name: &str, seed: u64) -> (f64, f64) {
    let (path, base) = scenario(name);
    let (metrics, _) = Metric::named(&base.engine().about(), &[]).expect("win rates");
    let parts = parts(&path, &Options::default(), &base, None, false, &NEVER);
    let terms = weights::Settings { seed, fights: FIGHTS, may_solve: false, watch: watch(), told: &|_| {} };
    let weights = weigh(&base, &parts, metrics, terms).expect("no fight breaks");
    let p = fray_sim::play::run::run(base.engine(), seed, 0..FIGHTS, &|_| {}).expect("no fight breaks");
    let p = p.wins(0) as f64 / FIGHTS as f64;
    let (mut spent, mut independent, mut of_base) = (FIGHTS as f64, 0.0, FIGHTS as f64);
    for row in &weights.rows {
        for (_, effects) in &row.effects {
            spent += row.fights as f64;
            // What changed nothing in any fight may still change one in thousands.
            let half = effects[0].map(|effect| effect.within.half()).filter(|&half| half > 0.0);
            let fights = half.map_or(FIGHTS as f64, |half| 2.0 * p * (1.0 - p) * (Z / half).powi(2));
            independent += fights;
            of_base = fights.max(of_base);
        }
    }
    (spent, independent + of_base)
}

pub(crate) fn print() {
    println!("fights of an answer / fights of a full grid at equal certainty");
    for target in TARGETS {
        let p = target / 100.0;
        let grid = N_VALUES * p * (1.0 - p) * (Z / TOLERANCE).powi(2);
        let (fights, nearest) = searched(target, SEED);
        println!(
            "  solve duel, Ogre.hp of {N_VALUES} for {target} %, each of the grid to 0.5 pt  {:.4}  ({fights} \
             fights, nearest {nearest:?})",
            fights / grid
        );
    }
    let (fights, left) = picked(SEED);
    let most = N_VALUES * MOST as f64;
    println!(
        "  sweep --pick, {MOST} for each of {N_VALUES}  {:.4}  ({fights} fights, {left} left)",
        fights / most
    );
    for (name, side) in [("night-wizard/duel", 0), ("night-wizard/brawl", 1), ("juso/duel", 0)] {
        let (fights, grid) = climbed(name, side, SEED);
        println!(
            "  tactics --best {name}, {FIGHTS} for each combination  {:.3e}  ({fights} fights)",
            fights / grid
        );
    }
    for name in ["night-wizard/duel", "juso/duel"] {
        let (fights, grid) = weighed(name, SEED);
        println!(
            "  weights {name}, independent dice with as narrow intervals  {:.4}  ({fights} fights)",
            fights / grid
        );
    }
}
