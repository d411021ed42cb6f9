use super::*;
use crate::output::ErrorKind;

fn names(names: &[&str]) -> Vec<ResultName> {
    names.iter().map(|name| ResultName::new(name).unwrap()).collect()
}

fn of_seed(runs: &[&str], seed: u64) -> HeldSet {
    HeldSet { names: names(runs), seed: Some(seed), asked: None }
}

fn open(dir: &Path, runs: &[&str], force: Force) -> Result<ResultsSet, OutputError> {
    ResultsSet::open(dir, of_seed(runs, 7), force)
}

fn key(seed: u64) -> Option<RunKey> {
    Some(RunKey { seed, scenario_hash: "abcd".to_owned() })
}

/// A run of seed 7 with these rows in its summary.
fn summary(dir: &Path, name: &str, rows: &str) {
    let run = dir.join(name);
    fs::create_dir_all(&run).unwrap();
    fs::write(run.join(SUMMARY), format!("scenario,side\n{rows}")).unwrap();
    let manifest = serde_json::json!({
        "schema": SCHEMA, "fray": "1", "system": "juso", "rules_version": "1", "scenario": "gate.toml",
        "scenario_hash": "abcd", "seed": 7, "range": [0, 1], "values": [], "fights": 1, "played": [[0, 1]],
        "stop": "fixed", "signature": "", "threads": 1, "wall_time_s": 0.0, "command": "", "resumed": [],
    });
    fs::write(run.join(MANIFEST), manifest.to_string()).unwrap();
}

#[test]
fn one_summary_grows_in_the_order_given() {
    let dir = tempfile::tempdir().unwrap();
    let set = open(dir.path(), &["gate", "hall", "tower"], Force::Keep).unwrap();
    let text = || fs::read_to_string(dir.path().join(SUMMARY)).unwrap();
    summary(dir.path(), "tower", "tower,foe\n");
    set.write_summary(|i| key(7).filter(|_| i == 2)).unwrap();
    assert_eq!(text(), "scenario,side\ntower,foe\n");
    summary(dir.path(), "gate", "gate,heroes\n\"ga\nte\",foe\n");
    set.write_summary(|i| key(7).filter(|_| i != 1)).unwrap();
    assert_eq!(text(), "scenario,side\ngate,heroes\n\"ga\nte\",foe\ntower,foe\n");
    fs::remove_file(dir.path().join("tower").join(SUMMARY)).unwrap();
    set.write_summary(|_| key(7)).unwrap_err();
    assert!(text().ends_with("tower,foe\n"), "what could not be written whole changes nothing");
}

#[test]
fn what_a_run_of_the_summary_does_not_vary_is_empty() {
    let dir = tempfile::tempdir().unwrap();
    let set = open(dir.path(), &["gate", "hall", "tower"], Force::Keep).unwrap();
    for (name, text) in [
        ("gate", "scenario,system,side\ngate,juso,heroes\n"),
        ("hall", "scenario,system,Boss.hp,side\nhall,juso,80,heroes\n"),
        ("tower", "scenario,system,Boss.hp,Ann.hp,side\ntower,juso,90,7,heroes\n"),
    ] {
        summary(dir.path(), name, "");
        fs::write(dir.path().join(name).join(SUMMARY), text).unwrap();
    }
    set.write_summary(|_| key(7)).unwrap();
    assert_eq!(
        fs::read_to_string(dir.path().join(SUMMARY)).unwrap(),
        "scenario,system,Boss.hp,Ann.hp,side\ngate,juso,,,heroes\nhall,juso,80,,heroes\n\
         tower,juso,90,7,heroes\n"
    );
}

#[test]
fn a_summary_has_no_rows_of_another_run() {
    let dir = tempfile::tempdir().unwrap();
    let set = open(dir.path(), &["gate", "hall"], Force::Keep).unwrap();
    summary(dir.path(), "gate", "gate,heroes\n");
    summary(dir.path(), "hall", "hall,heroes\n");
    set.write_summary(|i| if i == 0 { key(7) } else { key(8) }).unwrap();
    assert_eq!(fs::read_to_string(dir.path().join(SUMMARY)).unwrap(), "scenario,side\ngate,heroes\n");
    fs::remove_file(dir.path().join("gate").join(MANIFEST)).unwrap();
    set.write_summary(|_| key(7)).unwrap();
    assert_eq!(fs::read_to_string(dir.path().join(SUMMARY)).unwrap(), "scenario,side\nhall,heroes\n");
}

#[test]
fn another_set_is_kept_unless_forced() {
    let dir = tempfile::tempdir().unwrap();
    drop(open(dir.path(), &["gate", "hall"], Force::Keep).unwrap());
    assert_eq!(held_set(dir.path()).unwrap(), Some(of_seed(&["gate", "hall"], 7)));
    assert_eq!(held_seed(dir.path()).unwrap(), Some(7));
    assert!(open(dir.path(), &["gate", "hall"], Force::Keep).is_ok(), "the same again");
    for force in [Force::Keep, Force::Extend] {
        let error = ResultsSet::open(dir.path(), of_seed(&["gate", "hall"], 8), force).unwrap_err();
        assert_eq!(error.kind, ErrorKind::AnotherRun, "another seed");
    }
    summary(dir.path(), "hall", "");
    for runs in [&["gate"][..], &["gate", "hall", "tower"]] {
        let error = open(dir.path(), runs, Force::Keep).unwrap_err();
        assert_eq!(error.kind, ErrorKind::AnotherRun);
    }
    assert!(open(dir.path(), &["attic", "gate", "hall"], Force::Extend).is_ok(), "a set may grow");
    fs::write(dir.path().join(SUMMARY), "of others").unwrap();
    assert!(open(dir.path(), &["cave"], Force::Replace).is_ok());
    assert!(!dir.path().join(SUMMARY).exists(), "no summary of others beside the list of these");
    assert_eq!(held_set(dir.path()).unwrap(), Some(of_seed(&["cave"], 7)));
    fs::write(dir.path().join(SUMMARY), "of the cave").unwrap();
    open(dir.path(), &["attic", "cave"], Force::ExtendOrReplace).unwrap();
    assert!(dir.path().join(SUMMARY).exists(), "added to");
    ResultsSet::open(dir.path(), of_seed(&["cave"], 8), Force::ExtendOrReplace).unwrap();
    assert!(!dir.path().join(SUMMARY).exists(), "replaced");
}

#[test]
fn a_set_recovers_from_a_scenario_that_is_gone() {
    let dir = tempfile::tempdir().unwrap();
    drop(open(dir.path(), &["gate", "hall", "well"], Force::Keep).unwrap());
    summary(dir.path(), "gate", "");
    summary(dir.path(), "hall", "");
    // The well was broken from the start: it has no results that would be left out.
    drop(open(dir.path(), &["gate", "hall"], Force::Keep).unwrap());
    let set = open(dir.path(), &["gate"], Force::Extend).unwrap();
    assert_eq!(set.former(), names(&["hall"]));
    assert!(dir.path().join("hall").exists(), "results are kept");
    drop(set);
    let again = open(dir.path(), &["gate", "hall"], Force::Extend).unwrap();
    assert_eq!(again.former(), [], "it is back");
    drop(again);
    drop(open(dir.path(), &["gate"], Force::Extend).unwrap());
    fs::write(dir.path().join("hall/notes.txt"), "mine").unwrap();
    summary(dir.path(), "gate", "");
    drop(open(dir.path(), &["cave"], Force::Replace).unwrap());
    assert!(!dir.path().join("gate").exists());
    let left: Vec<_> = fs::read_dir(dir.path().join("hall")).unwrap().collect();
    assert_eq!(left.len(), 1, "what is not ours stays: {left:?}");
}

#[cfg(unix)]
#[test]
fn what_a_link_leads_to_is_not_dropped() {
    let (dir, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    drop(open(dir.path(), &["gate"], Force::Keep).unwrap());
    summary(other.path(), "results", "");
    std::os::unix::fs::symlink(other.path().join("results"), dir.path().join("gate")).unwrap();
    drop(open(dir.path(), &["cave"], Force::Replace).unwrap());
    assert!(other.path().join("results").join(MANIFEST).exists());
}

#[test]
fn a_list_of_paths_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    for path in ["../up", "/etc", "..", ""] {
        let list = serde_json::json!({ "schema": SCHEMA, "runs": ["gate", path], "seed": 7 });
        fs::write(dir.path().join(MANIFEST), list.to_string()).unwrap();
        let error = held_set(dir.path()).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Mismatch);
        assert!(error.to_string().contains("results cannot be called"), "{error}");
        assert!(open(dir.path(), &["gate"], Force::Extend).is_err());
    }
}
