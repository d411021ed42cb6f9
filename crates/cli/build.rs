//! Says how the program is built, for `fray --version -v`.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=FRAY_COMMIT");
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    // The folder of the profile is the one above `build` in the path of what scripts write.
    let out = variable("OUT_DIR");
    let folder = Path::new(&out).ancestors().nth(3).and_then(Path::file_name);
    let profile = folder.map_or_else(|| variable("PROFILE"), |name| name.to_string_lossy().into_owned());
    println!("cargo::rustc-env=FRAY_PROFILE={profile}");
    println!("cargo::rustc-env=FRAY_TARGET={}", variable("TARGET"));
    let rustc = said(Command::new(variable("RUSTC")).arg("--version"));
    println!("cargo::rustc-env=FRAY_RUSTC={}", rustc.unwrap_or_else(|| "unknown".to_owned()));
    println!("cargo::rustc-env=FRAY_COMMIT={}", commit().unwrap_or_else(|| "unknown".to_owned()));
}

/// The commit: what the environment says, or in a checkout what git says. Builds for tests do not ask, so
/// that a commit does not build them anew.
fn commit() -> Option<String> {
    if let Ok(commit) = std::env::var("FRAY_COMMIT") {
        return Some(commit);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if std::env::var("PROFILE").as_deref() != Ok("release") || !root.join(".git").exists() {
        return None;
    }
    // The log of HEAD grows with every commit; `HEAD` itself names a branch and stays as it is.
    let log = said(Command::new("git").args(["rev-parse", "--git-path", "logs/HEAD"]))?;
    println!("cargo::rerun-if-changed={log}");
    // What is edited makes the tree dirty.
    for part in ["Cargo.toml", "Cargo.lock", "crates"] {
        println!("cargo::rerun-if-changed={}", root.join(part).display());
    }
    said(Command::new("git").args(["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]))
}

/// Returns the output of a program, if it ends well.
fn said(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (!text.is_empty()).then_some(text)
}
