//! `plan`, `shard` and `merge --plan`: many machines write what one would have written.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use fray_sim::parts::PartialRun;
use fray_sim::plan::points::Frozen;
use fray_sim::plan::task::Tasks;
use fray_sim::plan::{Plan, shard};

use crate::shell::{Ended, Shell, config, configs, duel};

/// `fray` with the words of a line.
fn fray(shell: &Shell, line: &str) -> Ended {
    shell.fray(&line.split_whitespace().collect::<Vec<_>>())
}

/// Plans with tasks of 65,536 fights, and returns how many tasks there are.
#[track_caller]
fn plan(shell: &Shell, flags: &str) -> usize {
    fray(shell, &format!("plan {flags} --shard-fights 1 --out plan")).ends_with(0);
    Plan::read(&shell.path("plan")).expect("a plan").tasks.len()
}

#[track_caller]
fn shard(shell: &Shell, task: usize) -> Ended {
    fray(shell, &format!("shard --plan plan --task {task} --out results")).ends_with(0)
}

fn merge(shell: &Shell, flags: &str) -> Ended {
    fray(shell, &format!("merge --plan plan results {flags}"))
}

/// The file of a task.
fn file(shell: &Shell, task: usize) -> PathBuf {
    let plan = Plan::read(&shell.path("plan")).expect("a plan");
    let folder = shell.path("plan");
    let tasks = Tasks::new(&plan, &folder);
    shell.path("results").join(tasks.file(task))
}

/// A plan of the duel in three tasks.
fn three(shell: &Shell) {
    assert_eq!(plan(shell, &format!("{} --fights 140000 --seed 5", duel())), 3);
}

/// The file with this ending of the only point of the plan.
fn point_file(shell: &Shell, ending: &str) -> String {
    let plan = Plan::read(&shell.path("plan")).expect("a plan");
    let file = Frozen::file(Path::new("plan"), &plan.points[0]).with_extension(ending);
    file.display().to_string()
}

#[test]
fn the_sum_of_the_tasks_of_a_run_is_the_run() {
    let shell = Shell::new();
    three(&shell);
    for task in [2, 0, 1] {
        shard(&shell, task);
    }
    merge(&shell, "--out sum").ends_with(0);
    shell.duel("whole", &["--fights", "140000", "--seed", "5"]);
    assert_eq!(shell.bytes("sum"), shell.bytes("whole"));
    assert_eq!(shell.manifest("sum")["values"], shell.manifest("whole")["values"]);
    // It can be extended like any other results.
    shell.duel("sum", &["--fights", "140100", "--seed", "5", "--extend"]);
}

#[test]
fn a_folder_and_a_sweep_are_planned_as_they_would_be_played() {
    let shell = Shell::new();
    // Few fights of many points are one task.
    assert_eq!(plan(&shell, &format!("{} --fights 300 --seed 5", configs("juso"))), 1);
    shard(&shell, 0);
    merge(&shell, "--out sum").ends_with(0);
    fray(&shell, &format!("run {} --fights 300 --seed 5 --out whole -q", configs("juso"))).ends_with(0);
    assert_eq!(shell.text("sum/summary.csv"), shell.text("whole/summary.csv"));
    for name in ["duel", "swarm"] {
        assert_eq!(shell.bytes(&format!("sum/{name}")), shell.bytes(&format!("whole/{name}")));
    }

    let flags = "--set Ogre.hp=25,26 --tactics wizards=file,random --fights 300";
    fray(&shell, &format!("plan {} {flags} --shard-fights 1 --out plan --force", duel())).ends_with(0);
    shard(&shell, 0);
    merge(&shell, "--out tables").ends_with(0);
    fray(&shell, &format!("sweep {} {flags} --out swept -q", duel())).ends_with(0);
    assert_eq!(shell.tables("tables"), shell.tables("swept"));
}

#[test]
fn the_tables_of_a_sweep_are_merged_over_their_own_and_no_others() {
    let shell = Shell::new();
    let flags = format!("{} --set Ogre.hp=25,26 --seed 5", duel());
    plan(&shell, &format!("{flags} --fights 300"));
    merge(&shell, "--out tables --partial").ends_with(4);
    assert!(shell.names("tables").is_empty(), "no rows are no tables");
    shard(&shell, 0);
    merge(&shell, "--out tables").ends_with(0);
    let first = shell.tables("tables");
    // A merge that was killed between two tables goes on.
    fs::remove_file(shell.path("tables/rounds.csv")).expect("it is there");
    merge(&shell, "--out tables").ends_with(0);
    assert_eq!(shell.tables("tables"), first);
    // More rows are other results, as other fights are.
    let longer = shell.text("tables/rounds.csv") + "more\n";
    shell.write("tables/rounds.csv", &longer);
    let ended = merge(&shell, "--out tables").ends_with(30);
    assert!(ended.err.contains("rounds.csv: holds other results; --force replaces them"), "{}", ended.err);
    merge(&shell, "--out tables --force").ends_with(0);
    assert_eq!(shell.tables("tables"), first);
    fray(&shell, "plan --extend plan --fights 400 --shard-fights 1").ends_with(0);
    merge(&shell, "--out tables").ends_with(4);
    shard(&shell, 1);
    merge(&shell, "--out tables").ends_with(30);
    assert_eq!(shell.tables("tables"), first);
    merge(&shell, "--out tables --force").ends_with(0);
    assert_eq!(shell.rows("tables", "summary")[3]["fights"], "400");
}

#[test]
fn the_points_of_a_cross_are_named_and_built_where_they_are_played() {
    let shell = crate::nights::arena();
    let line = "night.toml --fights 300 --seed 5";
    assert_eq!(plan(&shell, line), 1);
    let held = Plan::read(&shell.path("plan")).expect("a plan");
    assert!(held.points.len() == 6 && held.points.iter().all(|point| point.cross.is_some()));
    // The texts of the template are kept once, and are all that a task needs.
    let files: Vec<_> = fs::read_dir(shell.path("plan/points")).expect("a folder").collect();
    assert_eq!(files.len(), 1);
    fray(&shell, &format!("run {line} --out whole -q")).ends_with(0);
    let template = shell.text("arena.toml");
    fs::remove_file(shell.path("arena.toml")).expect("it is there");
    shard(&shell, 0);
    merge(&shell, "--out sum").ends_with(0);
    assert_eq!(shell.bytes("sum/pair/pack"), shell.bytes("whole/pair/pack"));
    assert_eq!(shell.text("sum/summary.csv"), shell.text("whole/summary.csv"));
    assert_eq!(shell.manifest("sum/axes/runt")["values"], shell.manifest("whole/axes/runt")["values"]);
    // A comment makes no other plan, and what was lost is written again.
    let file = held.crosses[0].file(&shell.path("plan"));
    shell.write("arena.toml", &format!("# Sand.\n{template}"));
    fs::write(&file, "changed").expect("it can be written");
    fs::remove_dir_all(shell.path("results")).expect("it is there");
    assert!(
        fray(&shell, "shard --plan plan --task 0 --out results").ends_with(2).err.contains("was changed")
    );
    assert_eq!(plan(&shell, line), 1);
    shard(&shell, 0);
    merge(&shell, "--out sum --force").ends_with(0);
    assert_eq!(shell.text("sum/summary.csv"), shell.text("whole/summary.csv"));
    // Another pack is another plan.
    let id = |line: &str| fray(&shell, &format!("plan {line} --id")).ends_with(0).out;
    assert_eq!(id(line).trim_end(), held.plan_id);
    shell.write("night.toml", &crate::nights::night("2 runt + 1 slinger"));
    assert_ne!(id(line).trim_end(), held.plan_id);
    // More fights are more tasks of the same texts.
    fray(&shell, "plan --extend plan --fights 500 --out more --shard-fights 1").ends_with(0);
    let more = Plan::read(&shell.path("more")).expect("a plan");
    assert!(more.crosses[0].file(&shell.path("more")).exists());
    // What fits to some pairs alone is told for the others, pair by pair.
    let wrong = fray(&shell, &format!("plan {line} --set slinger.life=9 --id")).ends_with(10);
    assert!(wrong.err.contains("slinger"), "{}", wrong.err);
}

#[test]
fn the_cells_of_a_matrix_are_points() {
    let shell = Shell::new();
    crate::matrix::folder(&shell);
    assert_eq!(plan(&shell, "--matrix folder --fights 1024 --seed 5"), 1);
    shard(&shell, 0);
    merge(&shell, "--out sum").ends_with(0);
    let plan = Plan::read(&shell.path("plan")).expect("a plan");
    let point = &plan.points[1];
    let (text, seed) = (Frozen::file(Path::new("plan"), point).display().to_string(), point.seed.to_string());
    shell.fray(&["run", &text, "--seed", &seed, "--fights", "1024", "--out", "cell", "-q"]).ends_with(0);
    assert_eq!(shell.signature(&format!("sum/{}", point.name)), shell.signature("cell"));
    // They are the cells of the matrix.
    fray(&shell, "matrix folder --fights 1024 --seed 5 --out matrix -q").ends_with(0);
    let cells = shell.rows("matrix", "matrix");
    assert_eq!(cells.len(), plan.points.len());
    assert_eq!(cells[1]["a_wins"], shell.rows("cell", "summary")[0]["wins"]);
}

#[test]
fn missing_tasks_are_listed_for_a_job_array() {
    let shell = Shell::new();
    three(&shell);
    shard(&shell, 1);
    let ended = merge(&shell, "--out sum --missing missing.txt").ends_with(4);
    assert!(ended.err.contains("missing: 2 of 3 tasks: 0,2"), "{}", ended.err);
    assert_eq!(shell.text("missing.txt"), "0,2\n");
    assert!(shell.names("sum").is_empty(), "nothing half is written");
    // What is there, if it is asked for.
    merge(&shell, "--out sum --partial").ends_with(4);
    let row = &shell.rows("sum", "summary")[0];
    assert_eq!((row["fights"].as_str(), row["stop"].as_str()), ("65536", "interrupted"));
    for task in [0, 2] {
        shard(&shell, task);
    }
    merge(&shell, "--out sum --missing missing.txt").ends_with(0);
    assert_eq!(shell.text("missing.txt"), "");
    assert_eq!(shell.rows("sum", "summary")[0]["fights"], "140000");
}

#[test]
fn copies_count_once_and_what_does_not_fit_is_named() {
    let shell = Shell::new();
    three(&shell);
    (0..3).for_each(|task| drop(shard(&shell, task)));
    let first = fs::read(file(&shell, 0)).expect("a shard");
    shell.write("results/copy.fshard", "");
    let copy = shell.path("results/copy.fshard");
    let with = |bytes: &[u8], flags: &str| {
        fs::write(&copy, bytes).expect("a file");
        merge(&shell, flags)
    };
    assert!(with(&first, "").ends_with(0).err.contains("1 part was the same as another"));
    // What is no file is passed over.
    fs::remove_file(&copy).expect("it is there");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("nowhere", &copy).expect("a link");
        merge(&shell, "").ends_with(0);
        fs::remove_file(&copy).expect("it is there");
    }
    // Damaged, of another plan.
    let mut flipped = first.clone();
    flipped[1000] ^= 1;
    for bytes in [&first[..first.len() / 2], &flipped, b"PNG"] {
        assert!(with(bytes, "").ends_with(0).err.contains("; ignored"));
        with(bytes, "--strict").ends_with(5);
    }
    // Other counts of the same fights, and more fights than theirs.
    let plan = Plan::read(&shell.path("plan")).expect("a plan");
    let (header, part) = shard::parts(&first).expect("whole").remove(0);
    let tallies = shard::tallies(part).expect("whole");
    let mut altered = PartialRun::decode(tallies).expect("tallies");
    altered.played.totals.activations.add(1, 1);
    let rules = header.rules.as_str();
    let bytes = shard::encode(&plan.plan_id, rules, &header.point, &altered);
    assert!(with(&bytes, "").ends_with(6).err.contains("contradict each other"));
    let part = format!("{} --seed 5 --range 0..1000 --out part -q", duel());
    fray(&shell, &format!("run {part}")).ends_with(0);
    let shorter =
        PartialRun::decode(&fs::read(shell.path("part/tallies")).expect("tallies")).expect("tallies");
    let bytes = shard::encode(&plan.plan_id, rules, &header.point, &shorter);
    assert!(with(&bytes, "").err.contains("overlap in the fights 0..1000"));
    with(&bytes, "").ends_with(5);
}

#[test]
fn a_finished_task_is_not_played_again() {
    let shell = Shell::new();
    three(&shell);
    assert!(shard(&shell, 0).err.contains("65536 fights"));
    let bytes = fs::read(file(&shell, 0)).expect("a shard");
    // Without the scenarios of the plan nothing can be played.
    fs::rename(shell.path("plan/points"), shell.path("elsewhere")).expect("it is there");
    assert!(shard(&shell, 0).err.contains("already complete"));
    fray(&shell, "shard --plan plan --task 1 --out results").ends_with(2);
    fs::rename(shell.path("elsewhere"), shell.path("plan/points")).expect("it is there");
    // Another scenario in its place is neither played nor kept beside results.
    let scenario = point_file(&shell, "toml");
    let text = shell.text(&scenario);
    shell.write(&scenario, &text.replace("max_rounds = 100", "max_rounds = 99"));
    let ended = fray(&shell, "shard --plan plan --task 1 --out results").ends_with(2);
    assert!(ended.err.contains("it was changed after it was planned"), "{}", ended.err);
    assert!(
        merge(&shell, "--out sum --partial").ends_with(2).err.contains("it was changed after it was planned")
    );
    shell.write(&scenario, &text);
    assert_eq!(fs::read(file(&shell, 0)).expect("a shard"), bytes);
    // A damaged file is played again, to the same bytes.
    fs::write(file(&shell, 0), &bytes[..bytes.len() - 1]).expect("a file");
    shard(&shell, 0);
    assert_eq!(fs::read(file(&shell, 0)).expect("a shard"), bytes);
    let mut to_stdout =
        shell.command(&["shard", "--plan", "plan", "--task", "0", "--stdout", "--threads", "2"]);
    assert!(to_stdout.output().expect("it starts").stdout == bytes, "the same bytes, whatever the threads");
}

#[test]
fn engines_say_which_task_in_their_own_ways() {
    let shell = Shell::new();
    three(&shell);
    let by = |name: &str, value: &str, flags: &[&str]| {
        let args = [&["shard", "--plan", "plan", "--out", "results"], flags].concat();
        crate::shell::ended(shell.command(&args).env(name, value))
    };
    assert!(by("SLURM_ARRAY_TASK_ID", "1", &[]).ends_with(0).err.contains("task 1: "));
    assert!(by("HQ_TASK_ID", "0", &["--task-offset", "2"]).ends_with(0).err.contains("task 2: "));
    // The second job of two tasks has what is left: one.
    let ended = by("JOB_COMPLETION_INDEX", "1", &["--tasks-per-job", "2"]).ends_with(0);
    assert!(ended.err.contains("task 2: already complete"), "{}", ended.err);
    assert!(by("PBS_ARRAY_INDEX", "3", &[]).ends_with(2).err.contains("the plan has the tasks 0 to 2"));
    by("PBS_ARRAY_INDEX", "x", &[]).ends_with(2);
    fray(&shell, "shard --plan plan --out results").ends_with(2);
    fray(&shell, "shard --plan nowhere --task 0 --out results").ends_with(2);
    // A file in the place of the folder.
    shell.write("taken", "");
    fray(&shell, "shard --plan plan --task 0 --out taken").ends_with(75);
}

#[test]
fn a_plan_is_the_same_on_every_machine_and_is_not_changed_by_hand() {
    let shell = Shell::new();
    three(&shell);
    let text = shell.text("plan/plan.json");
    let other = shell.path("other");
    let duel = duel();
    let args = ["plan", &duel, "--fights", "140000", "--seed", "5", "--shard-fights", "65536"];
    shell.fray(&[&args[..], &["--out", &other.display().to_string()]].concat()).ends_with(0);
    assert_eq!(shell.text("other/plan.json"), text);
    let id = shell.fray(&[&args[..], &["--id"]].concat()).ends_with(0).out;
    assert_eq!(id.trim_end(), Plan::read(&other).expect("a plan").plan_id);
    let array = shell.fray(&[&args[..], &["--out", "plan", "--array"]].concat()).ends_with(0);
    assert_eq!(array.out, "0-2\n", "the plan that is there is shown");
    let lines = shell.fray(&[&args[..], &["--out", "plan", "--commands"]].concat()).ends_with(0).out;
    assert_eq!(lines.lines().nth(2), Some("fray shard --plan plan --task 2 --out results"));
    // What is lost or changed of its scenarios is written again.
    let [file, run] = ["toml", "json"].map(|ending| point_file(&shell, ending));
    fs::remove_file(shell.path(&run)).expect("it is there");
    let scenario = shell.text(&file);
    shell.write(&file, "changed");
    shell.fray(&[&args[..], &["--out", "plan"]].concat()).ends_with(0);
    assert_eq!(shell.text(&file), scenario);
    assert_eq!(shell.text(&run), shell.text(&run.replacen("plan", "other", 1)));
    // Another plan is not replaced.
    fray(&shell, &format!("plan {duel} --fights 10 --out plan")).ends_with(30);
    shell.write("plan/plan.json", &text.replace("\"seed\":5", "\"seed\":6"));
    assert!(merge(&shell, "").ends_with(2).err.contains("changed by hand"));
}

#[test]
fn more_fights_are_more_tasks_and_the_old_ones_stay() {
    let shell = Shell::new();
    assert_eq!(plan(&shell, &format!("{} --fights 70000 --seed 5", duel())), 2);
    (0..2).for_each(|task| drop(shard(&shell, task)));
    let line = "plan --extend plan --fights 140000 --shard-fights 1 --array";
    assert_eq!(fray(&shell, line).ends_with(0).out, "2-3\n");
    assert_eq!(fray(&shell, line).ends_with(0).out, "\n", "nothing more is needed");
    let none = fray(&shell, "plan --extend plan --fights 140000 --out elsewhere").ends_with(0);
    assert!(none.out.is_empty() && none.err.contains("the plan stays as it is"), "{none:?}");
    // Points, seeds and changes are those of the plan.
    for flag in ["--seed 6", "--set Ogre.hp=9", "--max-rounds 9", "--tactics wizards=random"] {
        let ended = fray(&shell, &format!("{line} {flag}")).ends_with(2);
        assert!(ended.err.contains("cannot be used with"), "{}", ended.err);
    }
    assert!(shard(&shell, 0).err.contains("already complete"), "a shard of the plan before");
    merge(&shell, "--missing missing.txt --state before.fshard").ends_with(4);
    assert_eq!(shell.text("missing.txt"), "2-3\n");
    (2..4).for_each(|task| drop(shard(&shell, task)));
    merge(&shell, "--out sum").ends_with(0);
    shell.duel("whole", &["--fights", "140000", "--seed", "5"]);
    assert_eq!(shell.bytes("sum"), shell.bytes("whole"));
    // The sum of the old tasks stands for their files.
    for task in 0..2 {
        let plan = Plan::read(&shell.path("plan")).expect("a plan");
        let folder = shell.path("plan");
        let tasks = Tasks::new(&plan, &folder);
        fs::remove_file(tasks.done(task, &shell.path("results")).expect("it is there")).expect("it goes");
    }
    merge(&shell, "before.fshard --out again").ends_with(0);
    assert_eq!(shell.bytes("again"), shell.bytes("whole"));
}

#[test]
fn a_target_is_met_in_rounds_of_twice_the_fights() {
    let shell = Shell::new();
    let flags = "--seed 5 --target-error 2pt --min-fights 1000 --max-fights 6000";
    assert_eq!(plan(&shell, &format!("{} {flags}", duel())), 1);
    let round = "plan --extend plan --shard-fights 1 --results results --array";
    // Nothing is decided before the fights are there.
    fray(&shell, round).ends_with(4);
    let mut rounds = 0;
    loop {
        let tasks = Plan::read(&shell.path("plan")).expect("a plan").tasks.len();
        (0..tasks).for_each(|task| drop(shard(&shell, task)));
        let ended = merge(&shell, "--out sum --force").ends_with(0);
        if fray(&shell, round).ends_with(0).out == "\n" {
            break;
        }
        assert!(ended.err.contains("not met their target"), "{}", ended.err);
        rounds += 1;
        assert!(rounds < 4);
    }
    // A win rate near 72 % is known to 2 points after about 2,000 fights, with luck taken out after some 600.
    let row = &shell.rows("sum", "summary")[0];
    assert_eq!((row["fights"].as_str(), row["stop"].as_str()), ("1000", "target"));
    // A target that cannot be met within the limit is undecided.
    let flags = "--seed 5 --target-error 0.1pt --min-fights 1000 --max-fights 1000 --shard-fights 1";
    fray(&shell, &format!("plan {} {flags} --out plan --force", duel())).ends_with(0);
    shard(&shell, 0);
    merge(&shell, "--out sum --force").ends_with(4);
    assert_eq!(shell.rows("sum", "summary")[0]["stop"], "max");
    fray(&shell, round).ends_with(4);
}

#[test]
fn a_killed_task_leaves_a_whole_file_or_none() {
    let shell = Shell::new();
    assert_eq!(plan(&shell, &format!("{} --fights 60000 --seed 5", duel())), 1);
    let whole = {
        shard(&shell, 0);
        fs::read(file(&shell, 0)).expect("a shard")
    };
    for moment in 0..20_u64 {
        let _ = fs::remove_file(file(&shell, 0));
        let running = shell.start(&["shard", "--plan", "plan", "--task", "0", "--out", "results"]);
        // Moments spread unevenly over the start, the fights and the end.
        sleep(Duration::from_micros(moment * moment * 700));
        drop(running);
        if let Ok(bytes) = fs::read(file(&shell, 0)) {
            assert!(bytes == whole, "killed after {moment} steps: half a file");
        }
    }
    // Whoever plays it in the end clears away what was begun.
    let _ = fs::remove_file(file(&shell, 0));
    shard(&shell, 0);
    assert!(fs::read(file(&shell, 0)).expect("a shard") == whole);
    let folder = file(&shell, 0).parent().expect("a folder").to_owned();
    let left: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|it| it.expect("a file").file_name()).collect();
    assert_eq!(left.len(), 2, "the shard, who played it, and nothing that was begun: {left:?}");
}

#[test]
fn a_dry_run_says_what_it_would_take_and_writes_nothing() {
    let shell = Shell::new();
    let flags = format!("{} --fights 2e6 --seed 5 --dry-run", config("duel.toml"));
    for verb in ["run", "plan"] {
        let text = fray(&shell, &format!("{verb} {flags}")).ends_with(0).out;
        assert!(text.contains("1 point, 2,000,000 fights"), "{text}");
        assert!(text.contains("on one core; results take about"), "{text}");
        let object = fray(&shell, &format!("{verb} {flags} --json")).ends_with(0).json();
        assert_eq!(object["fights"], 2_000_000);
        assert!(object["core_seconds"].as_f64().is_some_and(|seconds| seconds > 0.0));
    }
    assert!(shell.names(".").is_empty());
    // What no machine could hold is refused before it is cut.
    let many = fray(&shell, &format!("plan {} --fights 1e18 --seed 5 --shard-fights 1 --dry-run", duel()));
    assert!(many.ends_with(2).err.contains("15,258,789,062,500 tasks, and a plan has at most 1,000,000"));
    let text =
        fray(&shell, &format!("run {} --fights 1e19 --seed 5 --dry-run", configs("juso"))).ends_with(0).out;
    assert!(text.contains("0,000,000,000,000,000,000 fights"), "{text}");
    // A sweep has as many points as combinations.
    let text = fray(&shell, &format!("plan {flags} --set Ogre.hp=20,21")).ends_with(0).out;
    assert!(text.contains("2 points, 4,000,000 fights"), "{text}");
}

#[test]
fn results_keep_a_scenario_that_needs_no_other_file() {
    let shell = Shell::new();
    let (brawl, set) =
        (config("brawl.toml"), ["--set", "run.max_rounds=9", "--fights", "200", "--seed", "5"]);
    shell.fray(&[&["run", &brawl, "--out", "kept", "-q"], &set[..]].concat()).ends_with(0);
    fs::create_dir(shell.path("away")).expect("a folder");
    fs::copy(shell.path("kept/scenario.toml"), shell.path("away/again.toml")).expect("a copy");
    shell.fray(&["run", "away/again.toml", "--fights", "200", "--out", "again", "-q"]).ends_with(0);
    assert_eq!(shell.signature("again"), shell.signature("kept"));
    let kept = fray_sim::scenario::scenario_of_results(&shell.path("kept")).expect("it is kept");
    assert_eq!(format!("{:016x}", kept.hash), shell.manifest("kept")["scenario_hash"]);
    // Whoever asks for a folder does not mean the copies in it.
    fray(&shell, "run . --fights 10 --out all -q").ends_with(0);
    assert!(shell.names("all").iter().any(|name| name == "again"));
    assert!(!shell.names("all").iter().any(|name| name.contains("scenario") || name == "kept"));
    // Random tactics stand beside the text.
    let random = ["run", &brawl, "--out", "random", "-q", "--tactics", "wizards=random", "--fights", "200"];
    shell.fray(&random).ends_with(0);
    let kept = fray_sim::scenario::scenario_of_results(&shell.path("random")).expect("it is kept");
    assert_eq!(format!("{:016x}", kept.hash), shell.manifest("random")["scenario_hash"]);
    // A scenario of this name that somebody wrote is never replaced.
    shell.write("mine/scenario.toml", &fs::read_to_string(&brawl).expect("a scenario"));
    shell.fray(&["run", &brawl, "--out", "mine", "--force", "--fights", "10"]).ends_with(30);
}
