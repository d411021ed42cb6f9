use super::*;
use crate::fixture::{about, point, totals};
use crate::output::{ErrorKind, Setting};
use crate::rows::{Point, Stop};

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
    }
}

fn manifest(run: Run) -> Manifest {
    Manifest {
        schema: SCHEMA,
        fray: "0.1.0".into(),
        run,
        fights: 4,
        stop: Stop::Fixed,
        signature: "00c0ffee00c0ffee".into(),
        threads: 2,
        wall_time_s: 0.5,
        command: "fray run configs/gate.toml".into(),
    }
}

fn write(results: &ResultsDir) -> Result<(), OutputError> {
    let (point, about) = (point(), about());
    results.write(&Tables::new(&point, &about, &totals()), &manifest(results.run.clone()))
}

fn files(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = entries.collect();
    names.sort();
    names
}

const ALL: [&str; 6] =
    ["damage.csv", "exhaustion.csv", "manifest.json", "metrics.csv", "rounds.csv", "summary.csv"];

#[test]
fn a_run_is_five_tables_and_a_manifest_and_may_be_written_again() {
    let dir = tempfile::tempdir().unwrap();
    let place = dir.path().join("deep/gate");
    let results = ResultsDir::open(&place, run(7), Force::Keep).unwrap();
    assert!(files(&place).is_empty(), "opening leaves nothing behind");
    write(&results).unwrap();
    write(&results).unwrap();
    assert_eq!(files(&place), ALL);
    let text = fs::read_to_string(place.join(MANIFEST)).unwrap();
    assert_eq!(serde_json::from_str::<Manifest>(&text).unwrap(), manifest(run(7)));
    drop(results);
    write(&ResultsDir::open(&place, run(7), Force::Keep).unwrap()).unwrap();
}

#[test]
fn the_manifest_reads_like_this() {
    let text = serde_json::to_string(&manifest(run(7))).unwrap();
    assert_eq!(
        text,
        "{\"schema\":1,\"fray\":\"0.1.0\",\"system\":\"made-up\",\"rules_version\":\"1\",\
         \"scenario\":\"configs/gate.toml\",\"scenario_hash\":\"abcd\",\"seed\":7,\"range\":[0,4],\"values\":[\
         {\"path\":\"Boss.hp\",\"value\":\"80\",\"origin\":\"--set\"},\
         {\"path\":\"run.max_rounds\",\"value\":\"100\",\"origin\":\"default\"}],\
         \"fights\":4,\"stop\":\"fixed\",\"signature\":\"00c0ffee00c0ffee\",\"threads\":2,\"wall_time_s\":0.5,\
         \"command\":\"fray run configs/gate.toml\"}"
    );
}

#[test]
fn another_run_is_kept_unless_forced() {
    let dir = tempfile::tempdir().unwrap();
    write(&ResultsDir::open(dir.path(), run(7), Force::Keep).unwrap()).unwrap();
    type Change = fn(&mut Run);
    let changes: [(Change, &str); 5] = [
        (|run| run.seed = 8, "seed 7 instead of 8"),
        (|run| run.range = (0, 5), "fights 0..4 instead of 0..5"),
        (|run| run.values[0].value = "90".into(), "`Boss.hp` = 80 instead of 90"),
        (|run| drop(run.values.pop()), "2 values instead of 1"),
        (|run| run.scenario_hash = "ef".into(), "another text of the scenario"),
    ];
    for (change, words) in changes {
        let mut other = run(7);
        change(&mut other);
        let error = ResultsDir::open(dir.path(), other, Force::Keep).unwrap_err();
        assert_eq!((error.kind, error.kind.exit_code()), (ErrorKind::AnotherRun, 30));
        assert!(error.message.contains(words), "{}", error.message);
    }
    write(&ResultsDir::open(dir.path(), run(8), Force::Replace).unwrap()).unwrap();
    assert!(ResultsDir::open(dir.path(), run(7), Force::Keep).is_err());
    assert!(ResultsDir::open(dir.path(), run(8), Force::Keep).is_ok());
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
    let error = ResultsDir::open(dir.path(), run(7), Force::Keep).unwrap_err();
    assert_eq!(error.kind, ErrorKind::AnotherRun);
    fs::write(dir.path().join(MANIFEST), "{}").unwrap();
    let error = ResultsDir::open(dir.path(), run(7), Force::Keep).unwrap_err();
    assert_eq!(error.kind, ErrorKind::AnotherRun);
    assert_eq!(fs::read_to_string(dir.path().join("summary.csv")).unwrap(), "mine");
    let other = tempfile::tempdir().unwrap();
    fs::write(other.path().join("notes.txt"), "mine").unwrap();
    assert!(
        ResultsDir::open(other.path(), run(7), Force::Keep).is_ok(),
        "files that we never write are no hindrance"
    );
}

#[test]
fn a_failure_leaves_nothing_half() {
    let dir = tempfile::tempdir().unwrap();
    let results = ResultsDir::open(dir.path(), run(8), Force::Keep).unwrap();
    // A folder in a file's place: the rename fails.
    fs::create_dir(dir.path().join("rounds.csv")).unwrap();
    fs::write(dir.path().join("rounds.csv/keep"), "").unwrap();
    let error = write(&results).unwrap_err();
    assert_eq!((error.kind, error.kind.exit_code()), (ErrorKind::Output, 30));
    let left = files(dir.path());
    assert!(left.iter().all(|name| !name.starts_with('.')), "no temporary file is left: {left:?}");
    assert!(!left.contains(&MANIFEST.to_string()), "no manifest claims the files");
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
    assert_eq!((error.kind, error.kind.exit_code()), (ErrorKind::Transient, 75));
    assert_eq!(files(dir.path()), ["summary.csv"]);
    assert_eq!(fs::read_to_string(dir.path().join("summary.csv")).unwrap(), "old");
}

#[test]
fn a_file_in_the_folders_place_is_an_error_before_the_run() {
    let dir = tempfile::tempdir().unwrap();
    let place = dir.path().join("file");
    fs::write(&place, "").unwrap();
    assert_eq!(ResultsDir::open(&place, run(7), Force::Replace).unwrap_err().kind, ErrorKind::Output);
}

#[test]
fn a_folder_in_a_files_place_is_an_error_before_the_run() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("rounds.csv")).unwrap();
    let error = ResultsDir::open(dir.path(), run(7), Force::Replace).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Output);
    assert!(error.path.ends_with("rounds.csv"));
    let other = tempfile::tempdir().unwrap();
    let named = vec![("summary.csv".to_string(), run(7))];
    assert!(ResultsSet::open(other.path(), named, Force::Keep).is_err());
}

#[cfg(unix)]
#[test]
fn a_folder_is_open_once_at_a_time() {
    let dir = tempfile::tempdir().unwrap();
    let first = ResultsDir::open(dir.path(), run(7), Force::Keep).unwrap();
    let error = ResultsDir::open(dir.path(), run(7), Force::Keep).unwrap_err();
    assert_eq!((error.kind, error.kind.exit_code()), (ErrorKind::Transient, 75));
    drop(first);
    assert!(ResultsDir::open(dir.path(), run(7), Force::Keep).is_ok());
}

#[test]
fn several_runs_have_a_folder_each_and_one_summary() {
    let dir = tempfile::tempdir().unwrap();
    let names = || vec![("gate".to_string(), run(7)), ("hall".to_string(), run(7))];
    let set = ResultsSet::open(dir.path(), names(), Force::Keep).unwrap();
    let (gate, about) = (point(), about());
    let hall = Point { scenario: "hall".into(), ..point() };
    let all = [Tables::new(&gate, &about, &totals()), Tables::new(&hall, &about, &totals())];
    set.runs
        .iter()
        .zip(&all)
        .for_each(|(run, tables)| run.write(tables, &manifest(run.run.clone())).unwrap());
    set.write_summary(&all).unwrap();
    assert_eq!(files(dir.path()), ["gate", "hall", MANIFEST, SUMMARY]);
    assert_eq!(files(&dir.path().join("hall")), ALL);
    let summary = fs::read_to_string(dir.path().join(SUMMARY)).unwrap();
    assert_eq!(summary.lines().count(), 5, "one header, two sides of two scenarios");
    assert!(summary.lines().nth(3).unwrap().starts_with("hall,80,heroes,"));
    drop(set);
    assert!(ResultsSet::open(dir.path(), names(), Force::Keep).is_ok(), "the same again");
    let fewer = ResultsSet::open(dir.path(), names()[..1].to_vec(), Force::Keep).unwrap_err();
    assert_eq!(fewer.kind, ErrorKind::AnotherRun);
    let alone = ResultsDir::open(dir.path(), run(7), Force::Keep).unwrap_err();
    assert_eq!(alone.kind, ErrorKind::AnotherRun);
    let twice = vec![("gate".to_string(), run(7)), ("gate".to_string(), run(7))];
    assert_eq!(
        ResultsSet::open(&dir.path().join("new"), twice, Force::Keep).unwrap_err().kind,
        ErrorKind::Output
    );
}
