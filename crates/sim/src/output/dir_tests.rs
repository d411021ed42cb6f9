use super::*;
use crate::fixture::{about, partial, point, totals};
use crate::output::Setting;
use crate::output::atomic::{STEPS, temporary_name};
use crate::tables::json::SCHEMA;
use crate::tables::rows::Stop;
use crate::totals::ranges::Ranges;

fn run(seed: u64) -> Run {
    let setting = |path: &str, value: &str, origin: &str| Setting {
        path: path.into(),
        value: value.into(),
        origin: origin.into(),
    };
    Run {
        system: "made-up".into(),
        rules_version: "1".into(),
        scenario: "configs/gate.toml".into(),
        scenario_hash: "abcd".into(),
        seed,
        range: (0, 4),
        values: vec![setting("Boss.hp", "80", "--set"), setting("run.max_rounds", "100", "default")],
        clever: Vec::new(),
    }
}

fn manifest(run: Run) -> Manifest {
    Manifest {
        schema: SCHEMA,
        fray: "0.1.0".into(),
        rules: None,
        date: None,
        run,
        fights: 4,
        played: Ranges::from(0..4),
        stop: Stop::Fixed,
        signature: signature(&partial(0..4).played.totals),
        threads: 2,
        wall_time_s: 0.5,
        command: "fray run configs/gate.toml".into(),
        resumed: Ranges::default(),
    }
}

fn write(results: &ResultsDir) -> Result<(), OutputError> {
    let (point, about) = (point(), about());
    let mut partial = partial(0..4);
    partial.of.seed = results.run.seed;
    let scenario = "# Written by fray: everything\n";
    let tables = Tables::new(&point, &about, &totals());
    results.write(&partial, &tables, Some(scenario), &manifest(results.run.clone()))
}

fn open(dir: &Path, run: Run, force: Force) -> Result<ResultsDir, OutputError> {
    let mut of = partial(0..4).of;
    of.seed = run.seed;
    ResultsDir::open(dir, run, &of, End::Fight, force)
}

fn files(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = entries.collect();
    names.sort();
    names
}

const ALL: [&str; 13] = [
    "actions.csv",
    "course.csv",
    "damage.csv",
    "exhaustion.csv",
    "felled.csv",
    "health.csv",
    "luck.csv",
    "manifest.json",
    "metrics.csv",
    "rounds.csv",
    "scenario.toml",
    "summary.csv",
    "tallies",
];

#[test]
fn a_run_is_its_tables_and_a_manifest_and_may_be_written_again() {
    let dir = tempfile::tempdir().unwrap();
    let place = dir.path().join("deep/gate");
    let results = open(&place, run(7), Force::Keep).unwrap();
    assert!(files(&place).is_empty(), "opening leaves nothing behind");
    write(&results).unwrap();
    write(&results).unwrap();
    assert_eq!(files(&place), ALL);
    let text = fs::read_to_string(place.join(MANIFEST)).unwrap();
    assert_eq!(serde_json::from_str::<Manifest>(&text).unwrap(), manifest(run(7)));
    drop(results);
    write(&open(&place, run(7), Force::Keep).unwrap()).unwrap();
}

#[test]
fn what_a_flag_changed_is_varied_and_what_the_file_says_is_not() {
    assert_eq!(run(7).varied(), [("Boss.hp".to_owned(), "80".to_owned())]);
}

// The signature is that of fights of the first of all games.
#[cfg(feature = "night-wizard")]
#[test]
fn the_manifest_reads_like_this() {
    let text = serde_json::to_string(&manifest(run(7))).unwrap();
    assert_eq!(
        text,
        "{\"schema\":2,\"fray\":\"0.1.0\",\"rules\":null,\"date\":null,\"system\":\"made-up\",\"rules_version\":\"1\",\
         \"scenario\":\"configs/gate.toml\",\"scenario_hash\":\"abcd\",\"seed\":7,\"range\":[0,4],\"values\":[\
         {\"path\":\"Boss.hp\",\"value\":\"80\",\"origin\":\"--set\"},\
         {\"path\":\"run.max_rounds\",\"value\":\"100\",\"origin\":\"default\"}],\
         \"fights\":4,\"played\":[[0,4]],\"stop\":\"fixed\",\"signature\":\"709299d3394e693a\",\"threads\":2,\"wall_time_s\":0.5,\
         \"command\":\"fray run configs/gate.toml\",\"resumed\":[]}"
    );
}

#[test]
fn another_run_is_kept_unless_forced() {
    let dir = tempfile::tempdir().unwrap();
    write(&open(dir.path(), run(7), Force::Keep).unwrap()).unwrap();
    type Change = fn(&mut Run);
    let changes: [(Change, &str); 5] = [
        (|run| run.seed = 8, "seed 7 instead of 8"),
        (|run| run.range = (0, 5), "fights 0..4 instead of 0..5"),
        (|run| run.values[0].value = "90".into(), "`Boss.hp` = 80 instead of 90"),
        (|run| drop(run.values.pop()), "2 values instead of 1"),
        (|run| run.scenario_hash = "ef".into(), "a different text of the scenario"),
    ];
    for (change, words) in changes {
        let mut other = run(7);
        change(&mut other);
        let error = open(dir.path(), other, Force::Keep).unwrap_err();
        assert_eq!(error.kind, ErrorKind::AnotherRun);
        assert!(error.message.contains(words), "{}", error.message);
    }
    write(&open(dir.path(), run(8), Force::Replace).unwrap()).unwrap();
    assert!(open(dir.path(), run(7), Force::Keep).is_err());
    assert!(open(dir.path(), run(8), Force::Keep).is_ok());
}

#[test]
fn where_a_value_came_from_makes_no_other_run() {
    let mut same = run(7);
    same.values[0].origin = "configs/gate.toml:3".into();
    same.scenario = "./configs/gate.toml".into();
    assert_eq!(same.difference(&run(7)), None);
}

#[test]
fn foreign_files_are_kept() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("summary.csv"), "mine").unwrap();
    let error = open(dir.path(), run(7), Force::Keep).unwrap_err();
    assert_eq!(error.kind, ErrorKind::AnotherRun);
    fs::write(dir.path().join(MANIFEST), "{}").unwrap();
    let error = open(dir.path(), run(7), Force::Keep).unwrap_err();
    assert_eq!(error.kind, ErrorKind::AnotherRun);
    assert_eq!(fs::read_to_string(dir.path().join("summary.csv")).unwrap(), "mine");
    let other = tempfile::tempdir().unwrap();
    fs::write(other.path().join("notes.txt"), "mine").unwrap();
    assert!(open(other.path(), run(7), Force::Keep).is_ok(), "files that we never write are no hindrance");
}

#[test]
fn a_failure_leaves_nothing_half() {
    let dir = tempfile::tempdir().unwrap();
    let results = open(dir.path(), run(8), Force::Keep).unwrap();
    // A folder in a file's place: the rename fails.
    fs::create_dir(dir.path().join("rounds.csv")).unwrap();
    fs::write(dir.path().join("rounds.csv/keep"), "").unwrap();
    let error = write(&results).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Output);
    let left = files(dir.path());
    assert!(left.iter().all(|name| !name.starts_with('.')), "no temporary file is left: {left:?}");
    assert!(!left.contains(&MANIFEST.to_string()), "no manifest claims the files");
}

/// A crash of the machine leaves the files that were on the disk: no file gets its name before it is there,
/// and one wait serves all.
#[test]
fn a_file_has_its_name_only_when_it_is_on_the_disk() {
    let dir = tempfile::tempdir().unwrap();
    let steps = |seed, force| {
        let results = open(dir.path(), run(seed), force).unwrap();
        STEPS.take();
        write(&results).unwrap();
        STEPS.take()
    };
    for (seed, force, is_same_run) in
        [(7, Force::Keep, false), (7, Force::Keep, true), (8, Force::Replace, false)]
    {
        let steps = steps(seed, force);
        let (mut written, mut on_disk, mut named) = (Vec::new(), Vec::new(), Vec::new());
        for step in &steps {
            match step {
                Step::Write(name) => written.push(name.clone()),
                Step::Sync => on_disk.append(&mut written),
                Step::Rename(name) => {
                    assert!(on_disk.contains(name), "{name} was not yet on the disk");
                    named.push(name.clone());
                }
                Step::Remove(name) => {
                    assert!(written.is_empty() && named.is_empty(), "{name}: the new files are ready first");
                }
            }
        }
        assert_eq!(steps.iter().filter(|step| **step == Step::Sync).count(), 1);
        assert_eq!(named.first().map(String::as_str), Some(TALLIES));
        assert_eq!(named.last().map(String::as_str), Some(MANIFEST));
        assert_eq!(named.len(), ALL.len());
        // Tallies and manifest of another run are gone before a file of this one is there.
        let removed = |name: &str| steps.contains(&Step::Remove(name.to_owned()));
        assert_eq!((removed(MANIFEST), removed(TALLIES)), (!is_same_run, !is_same_run));
    }
}

#[test]
fn a_failed_write_changes_no_file() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("summary.csv"), "old").unwrap();
    let full = |to: &mut io::BufWriter<&File>| {
        io::Write::write_all(to, b"half a")?;
        Err(io::Error::from(io::ErrorKind::StorageFull))
    };
    let error = stage(dir.path(), "summary.csv", full).err().unwrap();
    assert_eq!(error.kind, ErrorKind::Transient);
    assert_eq!(files(dir.path()), ["summary.csv"]);
    assert_eq!(fs::read_to_string(dir.path().join("summary.csv")).unwrap(), "old");
}

/// A CSV writer has errors of its own around those of the system, as soon as its buffer is full.
#[test]
fn a_full_disk_in_the_midst_of_a_table_is_worth_a_retry() {
    struct Full;
    impl io::Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut csv = csv::Writer::from_writer(Full);
    let errors = (0..10_000).find_map(|_| csv.write_record(["a cell"]).err());
    let error = io::Error::from(errors.expect("the buffer is full at some time"));
    assert_ne!(error.kind(), io::ErrorKind::StorageFull);
    assert_eq!(OutputError::io(Path::new("metrics.csv"), &error).kind, ErrorKind::Transient);
}

#[test]
fn a_file_in_the_folders_place_is_an_error_before_the_run() {
    let dir = tempfile::tempdir().unwrap();
    let place = dir.path().join("file");
    fs::write(&place, "").unwrap();
    assert_eq!(open(&place, run(7), Force::Replace).unwrap_err().kind, ErrorKind::Output);
}

#[test]
fn a_folder_in_a_files_place_is_an_error_before_the_run() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("rounds.csv")).unwrap();
    let error = open(dir.path(), run(7), Force::Replace).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Output);
    assert!(error.path.ends_with("rounds.csv"));
    let other = tempfile::tempdir().unwrap();
    fs::create_dir(other.path().join(TALLIES)).unwrap();
    assert!(open(other.path(), run(7), Force::Replace).is_err());
}

#[cfg(unix)]
#[test]
fn a_folder_is_open_once_at_a_time() {
    let dir = tempfile::tempdir().unwrap();
    let first = open(dir.path(), run(7), Force::Keep).unwrap();
    let error = open(dir.path(), run(7), Force::Keep).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Transient);
    drop(first);
    assert!(open(dir.path(), run(7), Force::Keep).is_ok());
}

#[test]
fn a_run_to_a_precision_goes_on_from_one_and_from_no_other() {
    let dir = tempfile::tempdir().unwrap();
    let of = partial(0..4).of;
    let most = || Run { range: (0, 1_000), ..run(7) };
    let held = |run: &Run, end| ResultsDir::held(dir.path(), run, &of, end, Force::Keep);
    let results = open(dir.path(), run(7), Force::Keep).unwrap();
    write(&results).unwrap();
    // So many fights were asked for, and no precision.
    assert!(held(&most(), End::Precision).is_err());
    let manifest = Manifest { stop: Stop::Target, ..manifest(run(7)) };
    fs::write(dir.path().join(MANIFEST), serde_json::to_vec(&manifest).unwrap()).unwrap();
    assert_eq!(held(&most(), End::Precision).unwrap().unwrap().partial, partial(0..4));
    assert!(held(&most(), End::Fight).is_err());
    let other = Run { scenario_hash: "ef".into(), ..most() };
    assert!(held(&other, End::Precision).is_err());
}

#[test]
fn what_is_held_is_added_to_or_refused() {
    let dir = tempfile::tempdir().unwrap();
    let of = partial(0..4).of;
    let longer = || Run { range: (0, 9), ..run(7) };
    let held = |run: &Run, force| ResultsDir::held(dir.path(), run, &of, End::Fight, force);
    assert_eq!(held(&longer(), Force::Extend).unwrap(), None);
    write(&open(dir.path(), run(7), Force::Keep).unwrap()).unwrap();
    let found = HeldPartialRun { partial: partial(0..4), wall_time_s: 0.5, is_complete: true, rules: None };
    assert_eq!(held(&run(7), Force::Keep).unwrap(), Some(found.clone()));
    assert_eq!(held(&longer(), Force::Extend).unwrap(), Some(found.clone()));
    assert!(held(&longer(), Force::Keep).is_err());
    assert_eq!(held(&longer(), Force::Replace).unwrap(), None);
    assert_eq!(held(&longer(), Force::ExtendOrReplace).unwrap(), Some(found.clone()));
    assert_eq!(held(&run(8), Force::ExtendOrReplace).unwrap(), None);
    let message = |error: OutputError| error.message;
    assert!(message(held(&run(8), Force::Extend).unwrap_err()).contains("another run (seed 7 instead of 8)"));
    let newer = RunIdentity { rules_version: "2".into(), ..of.clone() };
    let refused = ResultsDir::held(dir.path(), &run(7), &newer, End::Fight, Force::Extend).unwrap_err();
    assert!(refused.message.contains("another run (rules version 1 instead of 2)"), "{refused}");
    assert_eq!(
        ResultsDir::held(dir.path(), &run(7), &newer, End::Fight, Force::Keep).unwrap(),
        None,
        "made again"
    );

    // A write that was cut short between the tallies and the manifest.
    fs::remove_file(dir.path().join(MANIFEST)).unwrap();
    let no_time = HeldPartialRun { wall_time_s: 0.0, is_complete: false, ..found };
    assert_eq!(held(&longer(), Force::Extend).unwrap(), Some(no_time.clone()));
    assert_eq!(held(&run(7), Force::Keep).unwrap(), Some(no_time));
    assert!(held(&longer(), Force::Keep).is_err());
    let foreign = RunIdentity { seed: 8, ..of.clone() };
    for force in [Force::Keep, Force::Extend] {
        assert!(ResultsDir::held(dir.path(), &run(8), &foreign, End::Fight, force).is_err());
    }

    let tallies = dir.path().join(TALLIES);
    let mut bytes = fs::read(&tallies).unwrap();
    bytes.pop();
    fs::write(&tallies, bytes).unwrap();
    let damaged = message(held(&run(7), Force::Extend).unwrap_err());
    assert!(damaged.contains("cannot be added to (the tallies are damaged)"), "{damaged}");
    assert!(held(&run(7), Force::Keep).is_err());

    // What an earlier version counted otherwise is refused with the flag that plays it anew.
    fs::write(&tallies, "fray tallies 1\n{}").unwrap();
    let old = held(&run(7), Force::Extend).unwrap_err();
    assert_eq!(old.kind, ErrorKind::OldLayout);
    assert!(old.message.contains("`--force`"), "{old}");
    assert_eq!(held(&run(7), Force::ExtendOrReplace).unwrap(), None);
}

#[test]
fn more_fights_stand_in_the_place_of_fewer_without_a_moment_of_none() {
    let dir = tempfile::tempdir().unwrap();
    write(&open(dir.path(), run(7), Force::Keep).unwrap()).unwrap();
    let longer = open(dir.path(), Run { range: (0, 9), ..run(7) }, Force::Extend).unwrap();
    // A folder in a file's place: the rename of a table fails, after that of the tallies.
    fs::remove_file(dir.path().join("summary.csv")).unwrap();
    fs::create_dir_all(dir.path().join("summary.csv/keep")).unwrap();
    let (point, about) = (point(), about());
    let manifest = manifest(longer.run.clone());
    longer.write(&partial(0..9), &Tables::new(&point, &about, &totals()), None, &manifest).unwrap_err();
    assert_eq!(held_partial_run(dir.path()).unwrap(), Some(Ok(partial(0..9))));
    assert!(held_manifest(dir.path()).unwrap().is_some());
}

#[cfg(unix)]
#[test]
fn what_a_killed_process_left_is_cleared_away() {
    let dir = tempfile::tempdir().unwrap();
    let left = temporary_name(7);
    fs::write(dir.path().join(&left), "half a").unwrap();
    fs::write(dir.path().join(".fray-notes"), "mine").unwrap();
    let results = open(dir.path(), run(7), Force::Keep).unwrap();
    assert_eq!(files(dir.path()), [".fray-notes"]);
    // While another process writes here its files are left alone.
    fs::write(dir.path().join(&left), "half a").unwrap();
    assert!(open(dir.path(), run(7), Force::Keep).is_err());
    assert_eq!(files(dir.path()), [left, ".fray-notes".to_owned()]);
    drop(results);
}
