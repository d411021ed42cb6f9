//! The name of a run in a folder of several.

use core::fmt;

use fray_kit::sheet::text::{no_folder, shown};
use serde::{Deserialize, Serialize};

use super::MANIFEST;
use super::atomic::TEMPORARY;
use super::checked::CHECK;
use super::compared::TABLE;
use super::dir::{SCENARIO, TABLES};
use super::set::NOT_PLAYED;
use crate::parts::TALLIES;
use crate::totals::signature::fnv_1a;

/// The name of a run: in the column `scenario`, and of its folder. It is the name of one folder on every
/// system, or the names of folders in each other with `/` between them where the names of files are not
/// enough to tell runs apart (`juso/duel`). Whatever file it was read from, it never leads out of the folder
/// that it stands in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct ResultName(String);

/// The reason for which a text cannot name a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoResultName(String);

impl fmt::Display for NoResultName {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for NoResultName {}

impl ResultName {
    /// The name that is this text.
    ///
    /// # Errors
    /// If it is none: a path, empty, longer than a file name may be, with control characters, the
    /// beginning of a formula, or the name of a file that stands in such a folder.
    pub fn new(text: &str) -> Result<Self, NoResultName> {
        // File names end at 255 bytes on common systems.
        const LONGEST: usize = 255;
        let why = match text.len() {
            0..=LONGEST => text.split('/').find_map(no_results),
            _ => Some("expected a name of at most 255 bytes"),
        };
        match why {
            None => Ok(Self(text.to_owned())),
            Some(why) => Err(NoResultName(format!("results cannot be called `{}`: {why}", shown(text)))),
        }
    }

    /// A name for what this text describes: the text, where it is a short plain name; otherwise what
    /// can be kept of it, and a hash, so that different texts have different names.
    #[must_use]
    pub fn describing(text: &str) -> Self {
        const LONGEST: usize = 60;
        let is_plain = |c: char| c.is_alphanumeric() || "._-=, ".contains(c);
        if text.chars().count() <= LONGEST
            && text.chars().all(is_plain)
            && let Ok(name) = Self::new(text)
        {
            return name;
        }
        let kept = text.trim_start_matches(|c: char| !c.is_alphanumeric());
        let kept: String = kept.chars().take(40).map(|c| if is_plain(c) { c } else { '_' }).collect();
        let hash = format!("{:016x}", fnv_1a(text.as_bytes()));
        Self(if kept.is_empty() { hash } else { format!("{kept} {hash}") })
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ResultName {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for ResultName {
    type Error = NoResultName;

    fn try_from(text: String) -> Result<Self, NoResultName> {
        Self::new(&text)
    }
}

/// Returns why a text cannot name a folder of results; none if it can.
fn no_results(text: &str) -> Option<&'static str> {
    let is_file = |name: &str| name.eq_ignore_ascii_case(text);
    if TABLES.into_iter().chain([MANIFEST, TALLIES, SCENARIO, TABLE, CHECK, NOT_PLAYED]).any(is_file)
        || text.starts_with(TEMPORARY)
    {
        Some("results have a file of this name")
    } else {
        no_folder(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_never_leads_out_of_its_folder() {
        for path in [
            "",
            ".",
            "..",
            "...",
            "a.",
            "/",
            "/etc",
            "../up",
            "a/",
            "/a",
            "a//b",
            "a/..",
            "a/../b",
            "a/./b",
            "a/tallies",
            "a/ b",
            r"..\up",
            r"\\host\share",
            "C:",
            "C:up",
            "a\0b",
            "a\nb",
            "\u{202e}a",
            " a",
            "a ",
            "=1+1",
            "-a",
            "+a",
            "@a",
            "tallies",
            "Summary.CSV",
            "manifest.json",
            "compare.csv",
            "check.csv",
            ".fray-x",
            "con",
            "a/NUL.x",
            "a*b",
        ] {
            assert!(ResultName::new(path).is_err(), "{path:?}");
            assert!(serde_json::from_value::<ResultName>(path.into()).is_err(), "{path:?}");
        }
        assert!(ResultName::new(&"a".repeat(256)).is_err());
        for name in [
            "duel",
            "juso/duel",
            "a/b/c",
            "ogre 2",
            "..a",
            ".hidden",
            "a..b",
            "Ärger",
            "tallies.bak",
            "duel Ogre.hp=90",
        ] {
            assert_eq!(ResultName::new(name).map(|name| name.to_string()), Ok(name.to_owned()));
        }
    }

    #[test]
    fn different_texts_have_different_names() {
        let long = "Ogre.hp=30, ".repeat(6);
        let texts = [
            "Ogre.hp=30".to_owned(),
            "Ogre.crit=[7, 10]".to_owned(),
            "Ogre.crit=(7, 10)".to_owned(),
            long.clone() + "a",
            long + "b",
            "..".to_owned(),
            "/".to_owned(),
            "\u{10ffff}".repeat(300),
        ];
        let mut names: Vec<ResultName> = texts.iter().map(|text| ResultName::describing(text)).collect();
        assert_eq!(names[0].as_str(), "Ogre.hp=30", "a plain text is its own name");
        for name in &names {
            assert_eq!(ResultName::new(name.as_str()).as_ref(), Ok(name));
        }
        names.sort();
        names.dedup();
        assert_eq!(names.len(), texts.len());
    }
}
