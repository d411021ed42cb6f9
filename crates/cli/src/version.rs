//! `fray --version -v`: the rules of each game and how the program was built, for whoever compares machines.

use std::ffi::OsString;

use crate::exit::{Exit, Failure, print};

/// Returns whether these arguments ask for the version and for all that is known of it, and for nothing else.
pub(crate) fn is_asked_in_full(args: impl Iterator<Item = OsString>) -> bool {
    let (mut version, mut verbose) = (false, false);
    for arg in args {
        match arg.to_str() {
            Some("--version" | "-V") => version = true,
            Some("-v" | "--verbose") => verbose = true,
            Some("-Vv" | "-vV") => (version, verbose) = (true, true),
            _ => return false,
        }
    }
    version && verbose
}

/// Prints all that is known of this program.
///
/// # Errors
/// If it cannot be printed.
pub(crate) fn print_in_full() -> Result<Exit, Failure> {
    print(&text())?;
    Ok(Exit::Ok)
}

fn text() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!("fray {version}\n");
    let width = fray_rules::GAMES.iter().map(|info| info.name().len()).max().unwrap_or(0);
    for info in fray_rules::GAMES {
        let name = info.name();
        text += &format!("rules    {name:width$}  version {version}, source {}\n", info.source);
    }
    let linked = if cfg!(target_feature = "crt-static") { "static" } else { "dynamic" };
    for (what, value) in [
        ("profile", env!("FRAY_PROFILE")),
        ("target", env!("FRAY_TARGET")),
        ("linked", linked),
        ("rustc", env!("FRAY_RUSTC")),
        ("commit", env!("FRAY_COMMIT")),
        // Every build plays all games and has all verbs.
        ("features", "none to choose"),
    ] {
        text += &format!("{what:8} {value}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_full_version_is_asked_for_by_both_flags_alone() {
        let asked = |line: &str| is_asked_in_full(line.split_whitespace().map(OsString::from));
        for line in ["--version -v", "-V -v", "-v --version", "-Vv", "--verbose -V"] {
            assert!(asked(line), "{line}");
        }
        for line in ["", "--version", "-v", "run -v --version", "--version -v x"] {
            assert!(!asked(line), "{line}");
        }
    }

    #[test]
    fn every_game_is_named_with_its_rules() {
        let text = text();
        for info in fray_rules::GAMES {
            let line = text.lines().find(|line| line.contains(info.name())).expect("a line");
            assert!(line.ends_with(info.source), "{line}");
        }
        assert!(text.contains("rustc    rustc 1."), "{text}");
    }
}
