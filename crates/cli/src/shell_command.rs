//! Commands as text, to be kept with the results or pasted into a shell.

use std::path::{Path, PathBuf};

use fray_sim::scenario::{SidePlay, SideTactics};

use crate::args::PlayArgs;

/// The command line of this process.
pub(crate) fn current() -> String {
    std::env::args_os().map(|arg| quoted(&arg.to_string_lossy())).collect::<Vec<_>>().join(" ")
}

/// A command line that is put together word by word.
#[derive(Debug)]
pub(crate) struct ShellCommand(String);

impl ShellCommand {
    /// `fray VERB SCENARIO` with everything that decides its fights: the seed and the changed values.
    pub(crate) fn new(verb: &str, scenario: &Path, seed: u64, play: &PlayArgs) -> Self {
        Self::several(verb, &[scenario.to_owned()], Some(seed), play)
    }

    /// `fray VERB SCENARIO...` with the changed values; without `seed` each scenario has its own.
    pub(crate) fn several(verb: &str, scenarios: &[PathBuf], seed: Option<u64>, play: &PlayArgs) -> Self {
        let mut command = Self(format!("fray {verb}"));
        for scenario in scenarios {
            command.0 += &format!(" {}", quoted(&scenario.to_string_lossy()));
        }
        for set in &play.set.sets {
            command = command.with("--set", set);
        }
        if let Some(rounds) = &play.max_rounds {
            command = command.with("--max-rounds", rounds);
        }
        match seed {
            Some(seed) => command.with("--seed", &seed.to_string()),
            None => command,
        }
    }

    /// Adds a flag and its value. The `=` keeps a value that begins with a dash from being read as a
    /// flag.
    pub(crate) fn with(mut self, flag: &str, value: &str) -> Self {
        let sign = if value.starts_with('-') { '=' } else { ' ' };
        self.0 += &format!(" {flag}{sign}{}", quoted(value));
        self
    }

    /// Adds the tactics of sides. Those that a search has found are changed values.
    pub(crate) fn with_tactics(self, sides: &[SideTactics]) -> Self {
        sides.iter().fold(self, |command, side| match &side.play {
            SidePlay::Best(sets) => sets.iter().fold(command, |command, set| command.with("--set", set)),
            _ => command.with("--tactics", &format!("{}={}", side.side, side.word())),
        })
    }

    /// Adds a flag without a value, if it was given.
    pub(crate) fn with_if(mut self, given: bool, flag: &str) -> Self {
        if given {
            self.0 += &format!(" {flag}");
        }
        self
    }
}

impl core::fmt::Display for ShellCommand {
    fn fmt(&self, f: &mut core::fmt::Formatter) -> core::fmt::Result {
        f.write_str(&self.0)
    }
}

/// A word quoted so that the shell of this system reads it back unchanged.
pub(crate) fn quoted(word: &str) -> String {
    if cfg!(windows) { quoted_for_windows(word) } else { quoted_for_posix(word) }
}

/// A word quoted for a POSIX shell.
fn quoted_for_posix(word: &str) -> String {
    if is_plain(word, "_-./=:,@%+") { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// A word quoted for PowerShell, and for the older command prompt where both have a way.
fn quoted_for_windows(word: &str) -> String {
    match word {
        // To PowerShell a comma parts the elements of a list.
        _ if is_plain(word, r"_-.\/=:+") => word.to_owned(),
        // A backslash before the closing quote would keep it from being one.
        _ if !word.contains(['"', '$', '`', '%']) && !word.ends_with('\\') => format!("\"{word}\""),
        _ => format!("'{}'", word.replace('\'', "''")),
    }
}

/// Returns whether no shell gives this word a meaning: letters, digits and these signs.
fn is_plain(word: &str, signs: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || signs.contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_a_shell_where_they_need_it() {
        for (word, text) in [
            ("configs/duel.toml", "configs/duel.toml"),
            ("Ogre.hp=30", "Ogre.hp=30"),
            ("a b", "'a b'"),
            ("", "''"),
            ("it's", r"'it'\''s'"),
            ("Boss.crit=[7, 11]", "'Boss.crit=[7, 11]'"),
            ("$HOME", "'$HOME'"),
            ("Imp#1.hp=3", "'Imp#1.hp=3'"),
        ] {
            assert_eq!(quoted_for_posix(word), text);
        }
        for (word, text) in [
            (r"configs\juso\duel.toml", r"configs\juso\duel.toml"),
            (r"C:\My Monsters\it's.toml", "\"C:\\My Monsters\\it's.toml\""),
            (r"C:\My Monsters\", r"'C:\My Monsters\'"),
            ("Ogre.hp=20,30", "\"Ogre.hp=20,30\""),
            ("", "\"\""),
            ("Ogre.name=\"it's\"", "'Ogre.name=\"it''s\"'"),
            ("$HOME", "'$HOME'"),
        ] {
            assert_eq!(quoted_for_windows(word), text);
        }
    }
}
