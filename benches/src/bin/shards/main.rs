//! The cost of many tasks: a task over its fights, and adding ten thousand of them.
//!
//! `cargo run --release -p fray-benches --bin shards`. The numbers are measured and printed, and nothing depends
//! on them.

use std::path::{Path, PathBuf};
use std::time::Instant;

use fray_sim::output::{ResultName, Run, write_whole};
use fray_sim::parts::PartialRun;
use fray_sim::plan::cut::Uncut;
use fray_sim::plan::merge::Found;
use fray_sim::plan::points::Frozen;
use fray_sim::plan::task::Tasks;
use fray_sim::plan::{Kind, Piece, Plan, PlanPoint, rules_digest, shard};
use fray_sim::play::run::{Played, run_alone};
use fray_sim::scenario::{Options, Scenario, load_scenario};
use fray_sim::totals::ranges::Ranges;

const SEED: u64 = 2016;

/// The number of shards that are added.
const SHARDS: u64 = 10_000;

/// The scenarios: one of few numbers and one of many.
const SCENARIOS: [&str; 2] = ["night-wizard/duel.toml", "night-wizard/brawl.toml"];

fn main() {
    fray_play::game::install(fray_rules::GAMES);
    let dir = std::env::temp_dir().join(format!("fray-shards-{}", std::process::id()));
    for name in SCENARIOS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs").join(name);
        let scenario = load_scenario(&path, &Options::default()).expect("a shipped scenario");
        cost_of_a_task(name, &scenario, &dir.join("cost"));
        merge_of_many(name, &scenario, &dir.join("many"), 1);
        merge_of_many(name, &scenario, &dir.join("points"), 5000);
        let _ = std::fs::remove_dir_all(&dir);
    }
}

/// A plan of this scenario as `points` points of so many fights, written into a folder.
fn planned(scenario: &Scenario, folder: &Path, points: u64, fights: u64, size: u64) -> Plan {
    let run = Run {
        system: scenario.info.name().to_owned(),
        rules_version: String::new(),
        scenario: String::new(),
        scenario_hash: format!("{:016x}", scenario.hash),
        seed: SEED,
        range: (0, fights),
        values: Vec::new(),
        clever: Vec::new(),
    };
    let text = scenario.text(Some(SEED)).expect("a text");
    let point = |at: u64| {
        let name = ResultName::new(&format!("point {at}")).expect("a name");
        let point = PlanPoint::new(name, &scenario.title, &scenario.stem, &run, scenario.beside.clone());
        let file = Frozen::file(folder, &point);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("it can be made");
        std::fs::write(file, &text).expect("it can be written");
        point
    };
    let mut plan = Plan::new(Kind::Batch, (0..points).map(point).collect(), None);
    let uncut = |point: usize| Uncut { piece: Piece { point, lo: 0, hi: fights }, size };
    let all: Vec<Uncut> = (0..plan.points.len()).map(uncut).collect();
    plan.add_tasks(&all).expect("few enough");
    plan
}

/// Reading the scenario, playing, encoding and writing, over playing alone; each three times, in turn.
fn cost_of_a_task(name: &str, scenario: &Scenario, folder: &Path) {
    let n = 1 << 20;
    let plan = planned(scenario, folder, 1, n, n);
    write_whole(&folder.join(fray_sim::plan::PLAN), &plan.encode()).expect("it can be written");
    let (mut alone, mut tasks) = (f64::MAX, f64::MAX);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    for _ in 0..3 {
        let started = Instant::now();
        let totals = run_alone(scenario.engine(), SEED, 0..n).expect("no fight breaks a rule");
        alone = alone.min(started.elapsed().as_secs_f64());
        let started = Instant::now();
        let plan = Plan::read(folder).expect("a plan");
        let task = Tasks::new(&plan, folder);
        let bytes = pool.install(|| task.play(0)).expect("no fight breaks a rule");
        write_whole(&folder.join("results").join(task.file(0)), &bytes).expect("it can be written");
        tasks = tasks.min(started.elapsed().as_secs_f64());
        assert_eq!(totals.fights, n);
    }
    let more = 1000.0 * (tasks - alone);
    println!(
        "{name}: a task of {n} fights takes {tasks:.2} s, its fights alone {alone:.2} s: {more:.0} ms more, {:.2} % \
         of a task of 60 s",
        more / 600.0
    );
}

/// Adds many small shards, of one point or of many.
fn merge_of_many(name: &str, scenario: &Scenario, folder: &Path, points: u64) {
    let each = SHARDS / points;
    let grain = fray_sim::plan::cut::GRAIN;
    let plan = planned(scenario, folder, points, each * grain, grain);
    let results = folder.join("results");
    let point = &plan.points[0];
    // A thousand fights stand for the fights of a shard: about as many numbers differ from zero.
    let totals = run_alone(scenario.engine(), SEED, 0..1000).expect("no fight breaks a rule");
    let tasks = Tasks::new(&plan, folder);
    let mut size = 0;
    for (task, pieces) in plan.tasks.iter().enumerate() {
        let Piece { point: at, lo, hi } = pieces[0];
        let mut totals = totals.clone();
        // The numbers have to fit together: as many fights as the shard has.
        totals.fights = hi - lo;
        let played = Played { ranges: Ranges::from(lo..hi), totals };
        let partial = PartialRun {
            of: point.identity(scenario.engine(), &point.scenario_hash),
            asked: (lo, hi),
            played,
        };
        let rules = rules_digest(&point.system);
        let bytes = shard::encode(&plan.plan_id, rules, plan.points[at].name.as_str(), &partial);
        size += bytes.len();
        let file: PathBuf = results.join(tasks.file(task));
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("it can be made");
        std::fs::write(file, bytes).expect("it can be written");
    }
    let started = Instant::now();
    let found = Found::new(&plan, &[results]).expect("they can be read");
    let mut fights = 0;
    for at in 0..plan.points.len() {
        let sum = found.sum(&plan, at).expect("they can be read");
        assert!(sum.missing.is_empty() && sum.notes.is_empty() && found.notes.is_empty(), "{:?}", sum.notes);
        fights += sum.partial.map_or(0, |partial| partial.played.totals.fights);
    }
    println!(
        "{name}: {} shards of {points} points, {} KB each, {fights} fights, added in {:.2} s; {} MB at most",
        plan.tasks.len(),
        size / plan.tasks.len() / 1000,
        started.elapsed().as_secs_f64(),
        most_memory_mb()
    );
}

/// The most memory that this process had until now, where the system says so.
fn most_memory_mb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<u64>().ok())
        .map_or(0, |kb| kb / 1000)
}
