//! The key that a search varies: its path, its present value and the range that was asked for. Values of a
//! ladder, such as dice, are searched by their places in it.

use fray_kit::sheet::declare::quoted;
use fray_kit::sheet::edit;
use fray_kit::sheet::problem::Problems;

use crate::scenario::source::Sources;
use crate::scenario::{Merged, Options, Scenario};
use crate::vary::path::{as_written, value};
use crate::vary::rung::{LeftOut, Rung, Rungs};

/// A whole number of a scenario that is varied, or a value of a ladder.
#[derive(Clone, Debug)]
pub struct Key {
    /// The path as `--set` writes it.
    pub path: String,
    /// The smallest and the largest value that may be tried, if they were given.
    pub range: Option<(i64, i64)>,
    /// The ladder in which its values stand; none of a whole number.
    rungs: Option<Rungs>,
    /// The units of a side of which the value is the number, and how many there are; none of any other key.
    pack: Option<(Vec<(i64, String)>, i64)>,
    /// Ends of the range for which another value of the ladder is tried.
    pub left_out: Vec<LeftOut>,
}

impl Key {
    /// The key of a value of a scenario, with every legal value.
    #[must_use]
    pub fn of(scenario: &Scenario, merged: &Merged) -> Self {
        Self {
            path: merged.path.clone(),
            range: None,
            rungs: Rungs::of(scenario, merged),
            pack: None,
            left_out: Vec::new(),
        }
    }

    /// The key of the units on a side: a number of copies of this pack, of which there are `present` now, and
    /// at most `most`.
    #[must_use]
    pub fn of_pack(side: &str, pack: Vec<(i64, String)>, present: i64, most: i64) -> Self {
        Self {
            path: format!("{}.units", quoted(side)),
            range: Some((1, most)),
            rungs: None,
            pack: Some((pack, present)),
            left_out: Vec::new(),
        }
    }

    /// A pack so many times, as files write it: `6 Goblin + 2 Shaman`.
    #[must_use]
    pub fn pack_text(pack: &[(i64, String)], times: i64) -> String {
        let member = |(count, id): &(i64, String)| match count.saturating_mul(times) {
            1 => id.clone(),
            n => format!("{n} {id}"),
        };
        pack.iter().map(member).collect::<Vec<_>>().join(" + ")
    }

    /// Reads `PATH` or `PATH=LO:HI`; the ends of a range of dice are dice of the scenario.
    ///
    /// # Errors
    /// The fault of the text, in words.
    pub fn parse(text: &str, scenario: Option<&Scenario>) -> Result<Self, String> {
        let mut problems = Problems::default();
        let file = Sources::default().add("--vary", text);
        let Some((path, end)) = edit::Path::parse(file, text, &mut problems) else {
            let problem = problems.sorted().into_iter().next();
            return Err(problem.map_or_else(|| format!("`{text}` is not a path"), |problem| problem.message));
        };
        let merged = scenario.and_then(|scenario| value(scenario, &path.to_string()));
        let rungs = scenario.zip(merged).and_then(|(scenario, merged)| Rungs::of(scenario, merged));
        let place = |end: &str| match &rungs {
            Some(rungs) => rungs.place(end),
            None => end.trim().parse::<i64>().ok(),
        };
        let mut left_out = Vec::new();
        let range = match text[end..].strip_prefix('=') {
            None => None,
            Some(range) => {
                let ends = range.split_once(':').and_then(|(lo, hi)| Some((place(lo)?, place(hi)?)));
                let ends = ends.filter(|(lo, hi)| lo <= hi);
                let wrong = || match &rungs {
                    Some(rungs) => format!(
                        "expected a range from less to more like `{path}={}:{}`",
                        rungs.rung(rungs.present()),
                        rungs.rung(rungs.present() + 1)
                    ),
                    None => format!("expected a range of whole numbers like `{path}=20:40`"),
                };
                let (lo, hi) = ends.ok_or_else(wrong)?;
                if let (Some(rungs), Some((first, last))) = (&rungs, range.split_once(':')) {
                    let of_end = |(asked, place): (&str, i64)| {
                        LeftOut::end(&path.to_string(), asked.trim(), &rungs.rung(place).to_string())
                    };
                    left_out.extend([(first, lo), (last, hi)].into_iter().filter_map(of_end));
                }
                Some((lo, hi))
            }
        };
        Ok(Self { path: path.to_string(), range, rungs, pack: None, left_out })
    }

    /// The value that a scenario has for this key, of a ladder its place; `None` if it has none, not even by
    /// default, or one that is no whole number and stands in no ladder.
    #[must_use]
    pub fn present(&self, scenario: &Scenario) -> Option<i64> {
        if let Some(rungs) = &self.rungs {
            return Some(rungs.present());
        }
        if let Some((_, present)) = &self.pack {
            return Some(*present);
        }
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
        format!("{}={}", self.path, self.written(value))
    }

    /// A value as files write it.
    #[must_use]
    pub fn written(&self, value: i64) -> String {
        if let Some((pack, _)) = &self.pack {
            return serde_json::Value::from(Self::pack_text(pack, value)).to_string();
        }
        match &self.rungs {
            // Beyond the ends of a ladder there is no legal value.
            Some(rungs) => rungs.value(value).unwrap_or_else(|| "\"beyond\"".to_owned()),
            None => value.to_string(),
        }
    }

    /// A value as tables write it.
    #[must_use]
    pub fn rung(&self, value: i64) -> Rung {
        self.rungs.as_ref().map_or(Rung::Number(value), |rungs| rungs.rung(value))
    }

    /// Returns these flags and the key at this value. The last of several values for a key wins.
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
        let key = |text: &str| Key::parse(text, None).map(|key| (key.path, key.range));
        assert_eq!(key("Ogre.hp"), Ok(("Ogre.hp".to_owned(), None)));
        assert_eq!(key("monsters/Ogre.hp=-3: 40"), Ok(("monsters/Ogre.hp".to_owned(), Some((-3, 40)))));
        for wrong in ["Ogre", "Ogre.hp=40:20", "Ogre.hp=20", "Ogre.hp=a:b", "Ogre.hp=1:2:3", ""] {
            assert!(key(wrong).is_err(), "{wrong}");
        }
    }
}
