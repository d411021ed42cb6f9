//! Golden files: what a test saw, word for word, under `tests/goldens/`.

use std::path::Path;

/// The text is that of the file; after a change that is meant to move it, `FRAY_RENEW=1` writes
/// the file anew.
#[track_caller]
pub(crate) fn compare(file: impl AsRef<Path>, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/goldens").join(file);
    if std::env::var_os("FRAY_RENEW").is_some() {
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("the folder can be made");
        std::fs::write(&file, text).expect("the golden can be written");
        return;
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    // The first line that moved says more than two whole files.
    let moved = kept.lines().zip(text.lines()).enumerate().find(|(_, (old, new))| old != new);
    assert!(
        kept == text,
        "{} has moved, first at {moved:?}; if it should: FRAY_RENEW=1 cargo test -p fray-sim --test {}",
        file.display(),
        env!("CARGO_CRATE_NAME")
    );
}
