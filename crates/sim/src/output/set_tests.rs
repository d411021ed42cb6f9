use super::*;
use crate::output::ErrorKind;

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn open(dir: &Path, runs: &[&str], force: Force) -> Result<ResultsSet, OutputError> {
    ResultsSet::open(dir, names(runs), Some(7), force)
}

fn summary(dir: &Path, name: &str, rows: &str) {
    fs::create_dir_all(dir.join(name)).unwrap();
    fs::write(dir.join(name).join(SUMMARY), format!("scenario,side\n{rows}")).unwrap();
}

#[test]
fn one_summary_grows_in_the_order_given() {
    let dir = tempfile::tempdir().unwrap();
    let set = open(dir.path(), &["gate", "hall", "tower"], Force::Keep).unwrap();
    let text = || fs::read_to_string(dir.path().join(SUMMARY)).unwrap();
    summary(dir.path(), "tower", "tower,foe\n");
    set.write_summary(|i| i == 2).unwrap();
    assert_eq!(text(), "scenario,side\ntower,foe\n");
    summary(dir.path(), "gate", "gate,heroes\n\"ga\nte\",foe\n");
    set.write_summary(|i| i != 1).unwrap();
    assert_eq!(text(), "scenario,side\ngate,heroes\n\"ga\nte\",foe\ntower,foe\n");
    set.write_summary(|_| true).unwrap_err();
    assert!(text().ends_with("tower,foe\n"), "what could not be written whole changes nothing");
}

#[test]
fn another_set_is_kept_unless_forced() {
    let dir = tempfile::tempdir().unwrap();
    drop(open(dir.path(), &["gate", "hall"], Force::Keep).unwrap());
    assert_eq!(held_names(dir.path()).unwrap(), Some(names(&["gate", "hall"])));
    assert_eq!(held_seed(dir.path()).unwrap(), Some(7));
    assert!(open(dir.path(), &["gate", "hall"], Force::Keep).is_ok(), "the same again");
    for runs in [&["gate"][..], &["gate", "hall", "tower"]] {
        let error = open(dir.path(), runs, Force::Keep).unwrap_err();
        assert_eq!(error.kind, ErrorKind::AnotherRun);
    }
    let fewer = open(dir.path(), &["gate"], Force::Extend).unwrap_err();
    assert!(fewer.message.contains("results of `hall`, which is not part of this set"), "{fewer}");
    assert!(open(dir.path(), &["attic", "gate", "hall"], Force::Extend).is_ok(), "a set may grow");
    fs::write(dir.path().join(SUMMARY), "of others").unwrap();
    assert!(open(dir.path(), &["cave"], Force::Replace).is_ok());
    assert!(!dir.path().join(SUMMARY).exists(), "no summary of others beside the list of these");
    assert_eq!(held_names(dir.path()).unwrap(), Some(names(&["cave"])));
    fs::write(dir.path().join(SUMMARY), "of the cave").unwrap();
    open(dir.path(), &["attic", "cave"], Force::ExtendOrReplace).unwrap();
    assert!(dir.path().join(SUMMARY).exists(), "added to");
    open(dir.path(), &["well"], Force::ExtendOrReplace).unwrap();
    assert!(!dir.path().join(SUMMARY).exists(), "replaced");
}

#[test]
fn a_run_cannot_have_the_name_of_a_file() {
    let dir = tempfile::tempdir().unwrap();
    for name in [SUMMARY, MANIFEST, TALLIES] {
        assert!(open(dir.path(), &["gate", name], Force::Keep).is_err(), "{name}");
    }
}
