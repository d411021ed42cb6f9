//! The key that a search varies: its path, its present value and the range that was asked for.

use fray_rules::sheet::edit;
use fray_rules::sheet::problem::Problems;

use crate::scenario::source::Sources;
use crate::scenario::{Options, Scenario};
use crate::vary::path::{as_written, value};

/// A whole number of a scenario that is varied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The path as `--set` writes it.
    pub path: String,
    /// The smallest and the largest value that may be tried, if they were given.
    pub range: Option<(i64, i64)>,
}

impl Key {
    /// Reads `PATH` or `PATH=LO:HI`.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut problems = Problems::default();
        let file = Sources::default().add("--vary", text);
        let Some((path, end)) = edit::Path::parse(file, text, &mut problems) else {
            let problem = problems.sorted().into_iter().next();
            return Err(problem.map_or_else(|| format!("`{text}` is no path"), |problem| problem.message));
        };
        let range = match text[end..].strip_prefix('=') {
            None => None,
            Some(range) => {
                let ends = range.split_once(':').and_then(|(lo, hi)| {
                    Some((lo.trim().parse::<i64>().ok()?, hi.trim().parse::<i64>().ok()?))
                });
                let ends = ends.filter(|(lo, hi)| lo <= hi);
                let wrong = || format!("expected a range of whole numbers like `{path}=20:40`");
                Some(ends.ok_or_else(wrong)?)
            }
        };
        Ok(Self { path: path.to_string(), range })
    }

    /// The value that a scenario has for this key; `None` if it has none, not even by default, or one that
    /// is no whole number.
    #[must_use]
    pub fn present(&self, scenario: &Scenario) -> Option<i64> {
        value(scenario, &self.path)?.value.as_i64()
    }

    /// The path as the columns of tables write it, with the side of a unit.
    #[must_use]
    pub fn column(&self, scenario: &Scenario) -> String {
        as_written(scenario, &self.path)
    }

    /// The argument of `--set` that gives the key this value.
    #[must_use]
    pub fn set(&self, value: i64) -> String {
        format!("{}={value}", self.path)
    }

    /// These flags and the key at this value. What is set last wins.
    #[must_use]
    pub fn options(&self, options: &Options, value: i64) -> Options {
        let mut options = options.clone();
        options.sets.push(("--vary".to_owned(), self.set(value)));
        options
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_a_path_and_perhaps_a_range() {
        let key = |text: &str| Key::parse(text).map(|key| (key.path, key.range));
        assert_eq!(key("Ogre.hp"), Ok(("Ogre.hp".to_owned(), None)));
        assert_eq!(key("monsters/Ogre.hp=-3: 40"), Ok(("monsters/Ogre.hp".to_owned(), Some((-3, 40)))));
        for wrong in ["Ogre", "Ogre.hp=40:20", "Ogre.hp=20", "Ogre.hp=a:b", "Ogre.hp=1:2:3", ""] {
            assert!(key(wrong).is_err(), "{wrong}");
        }
    }
}
