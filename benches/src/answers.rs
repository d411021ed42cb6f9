//! What an answer costs: the fights of a search and of a pick against those of a full grid at equal
//! certainty. The numbers are counts of fights and depend on seeds alone.

use core::sync::atomic::AtomicBool;
use std::path::{Path, PathBuf};

use fray_sim::scenario::{Options, Scenario, load_scenario};
use fray_sim::vary::axis::SweepPoints;
use fray_sim::vary::metrics::Metric;
use fray_sim::vary::pick::Wanted;
use fray_sim::vary::sample::Watch;
use fray_sim::vary::solve::key::Key;
use fray_sim::vary::solve::points::Terms;
use fray_sim::vary::solve::solve;
use fray_sim::vary::solve::wish::Wish;
use fray_sim::vary::sweep::{Players, Until};
use fray_sim::vary::sweep_set::SweepSet;

use crate::SEED;

/// The values of the grid.
const VALUES: &str = "Ogre.hp=8:71";
const N_VALUES: f64 = 64.0;

/// The win rate that is asked for.
const TARGET: f64 = 0.65;

/// The half width of the interval of every value of the grid, and the tolerance of the search.
const TOLERANCE: f64 = 0.005;

/// The most fights of a value of a pick.
const MOST: u64 = 1 << 17;

static NEVER: AtomicBool = AtomicBool::new(false);

fn watch() -> Watch<'static> {
    Watch { stop: &NEVER, played: &|_| {} }
}

fn duel() -> (PathBuf, Scenario) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/night-wizard/duel.toml");
    let scenario = load_scenario(&path, &Options::default()).expect("a scenario of the repository");
    (path, scenario)
}

/// The fights of a search, certification included, and its answer.
fn searched(seed: u64) -> (f64, Option<i64>) {
    let (path, base) = duel();
    let wish = Wish::new("win_rate(wizards) = 65%", &base.engine().about(), None).expect("a goal");
    let terms = Terms { seed, most: 10_000_000, may_solve: false, watch: watch(), told: &|_| {} };
    let key = Key::parse("Ogre.hp=8:71").expect("a key");
    let found =
        solve(&path, &Options::default(), &base, vec![key], vec![wish], terms).expect("no fight breaks");
    let nearest = found.lines[0].found.as_ref().map(|found| found.nearest);
    (found.fights() as f64, nearest)
}

/// The fights of a pick, and how many values it leaves.
fn picked(seed: u64) -> (f64, usize) {
    let (path, base) = duel();
    let Ok(SweepSet::Varied(axis)) = SweepSet::parse(VALUES) else { panic!("{VALUES} is a range") };
    let points = SweepPoints::read(&path, &Options::default(), &base, vec![axis], false).expect("points");
    let (metrics, _) = Metric::named(&base.engine().about(), &[]).expect("win rates");
    let players = Players::new(&points, metrics, seed, false).expect("all have win rates");
    let until = Until::Picked { metric: 0, wanted: Wanted::Closest(TARGET), most: MOST };
    let sweep = players.play(until, watch(), &mut |_| {}).expect("no fight breaks");
    let picked = sweep.picked.expect("a pick");
    (picked.fights as f64, picked.left.len())
}

pub(crate) fn print() {
    println!(
        "fights for the Ogre's HP at which the wizards win {TARGET} / fights of a grid of {N_VALUES} values"
    );
    let z = fray_sim::stats::Z;
    let grid = N_VALUES * TARGET * (1.0 - TARGET) * (z / TOLERANCE).powi(2);
    let (fights, nearest) = searched(SEED);
    println!(
        "  solve, each of the grid to 0.5 pt   {:.4}  ({fights} fights, answer {nearest:?})",
        fights / grid
    );
    let (fights, left) = picked(SEED);
    let most = N_VALUES * MOST as f64;
    println!("  pick, {MOST} for each of the grid  {:.4}  ({fights} fights, {left} left)", fights / most);
}
