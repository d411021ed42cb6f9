//! A version of a scenario: its file, its text if that is edited, and the values that are changed, as `--set` takes
//! them. Pages hold versions, undo and redo them and send them whole, so that the server has nothing to lose.

use std::path::PathBuf;

use fray_sim::scenario::render::rows;
use fray_sim::scenario::source::Sources;
use fray_sim::scenario::{Diagnosis, Loaded, Options, Row, Scenario, load_from};
use serde::{Deserialize, Serialize};

use crate::place::{Edited, Place, Refused};

/// The most changed values of a version.
pub(crate) const MOST_SETS: usize = 2_000;
/// The longest text of a version, in bytes.
pub(crate) const LONGEST_TEXT: usize = 512 << 10;

/// A version of a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Version {
    /// The name of the file.
    pub(crate) file: String,
    /// Its text; without one that of the file.
    #[serde(default)]
    pub(crate) text: Option<String>,
    /// The changed values: path and value in TOML, in the order in which they were changed.
    #[serde(default)]
    pub(crate) sets: Vec<(String, String)>,
}

/// The reason for which a version cannot be played.
#[derive(Debug)]
pub(crate) enum Wrong {
    /// It cannot be read.
    Refused(String),
    /// There are problems.
    Problems(Diagnosis),
}

impl From<Refused> for Wrong {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused.0)
    }
}

impl Wrong {
    /// A row for each problem, as those of `validate`.
    #[must_use]
    pub(crate) fn rows(&self) -> Vec<Row> {
        match self {
            Self::Problems(diagnosis) => rows(&diagnosis.sources, &diagnosis.problems),
            Self::Refused(message) => {
                let (file, key) = (String::new(), String::new());
                vec![Row { file, line: 0, column: 0, cell: None, key, message: message.clone(), help: None }]
            }
        }
    }
}

impl Version {
    /// The text that its changes are made to.
    ///
    /// # Errors
    /// If the file cannot be read, or the text is too long.
    pub(crate) fn text(&self, place: &Place) -> Result<String, Wrong> {
        let text = self.text.clone().map_or_else(|| place.text(&self.file), Ok)?;
        if text.len() > LONGEST_TEXT || self.sets.len() > MOST_SETS {
            return Err(Wrong::Refused("it is too long for this page".to_owned()));
        }
        Ok(text)
    }

    /// Its changed values as flags.
    #[must_use]
    pub(crate) fn options(&self) -> Options {
        let set = |(path, value): &(String, String)| ("--set".to_owned(), format!("{path}={value}"));
        Options { sets: self.sets.iter().map(set).collect(), ..Options::default() }
    }

    /// Reads it, as `fray run FILE --set ...` does.
    ///
    /// # Errors
    /// The fault of the version.
    pub(crate) fn load(&self, place: &Place) -> Result<Scenario, Wrong> {
        let text = self.text(place)?;
        let path = place.path(&self.file);
        let files = Edited { place, file: &self.file, text: &text };
        match load_from(&files, &path, &self.options()) {
            Ok(Loaded::Scenario(scenario)) => Ok(*scenario),
            Ok(Loaded::Include) => {
                Err(Wrong::Refused("without `system` this is an include and no scenario".to_owned()))
            }
            Err(diagnosis) => Err(Wrong::Problems(diagnosis)),
        }
    }

    /// The version of its file, or of its text, without changed values.
    #[must_use]
    pub(crate) fn plain(&self) -> Self {
        Self { sets: Vec::new(), ..self.clone() }
    }

    /// The number of changes that its file has not.
    #[must_use]
    pub(crate) fn unsaved(&self) -> usize {
        self.sets.len() + usize::from(self.text.is_some())
    }

    /// Returns the line below the title of the page: the file, the game, and the changes that are not saved.
    #[must_use]
    pub(crate) fn heading(&self, game: Option<&str>) -> String {
        let (kind, file) = self.file.split_once(':').unwrap_or(("", &self.file));
        let saved = match (self.unsaved(), kind) {
            (0, "file") => "as saved".to_owned(),
            (0, _) => "comes with fray".to_owned(),
            (1, _) => "1 change not saved".to_owned(),
            (n, _) => format!("{n} changes not saved"),
        };
        let fray = concat!("fray ", env!("CARGO_PKG_VERSION"));
        [Some(file), game, Some(&*saved), Some(fray)].into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }

    /// The command that gives the figures of so many fights; of an edited text, once it is saved.
    #[must_use]
    pub(crate) fn command(&self, place: &Place, seed: u64, fights: u64) -> String {
        let path: PathBuf = place.path(&self.file);
        let mut words = vec!["fray".to_owned(), "run".to_owned(), quoted(&path.to_string_lossy())];
        for (path, value) in &self.sets {
            words.extend(["--set".to_owned(), quoted(&format!("{path}={value}"))]);
        }
        words.extend(["--seed".to_owned(), seed.to_string(), "--fights".to_owned(), fights.to_string()]);
        words.join(" ")
    }
}

/// The files that a scenario was read from.
pub(crate) fn files(sources: &Sources) -> impl Iterator<Item = &str> {
    sources.list.iter().map(|source| source.name.as_str()).filter(|name| !name.starts_with("--"))
}

/// A word quoted so that a POSIX shell reads it back unchanged.
pub(crate) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./=:,@%+".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}
