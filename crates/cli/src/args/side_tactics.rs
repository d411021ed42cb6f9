//! `--tactics SIDE=HOW`: sides that play otherwise than their scenario says.

use std::str::FromStr;

use fray_sim::scenario::{SidePlay, SideTactics};

/// How a side plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// As the file says.
    File,
    /// With the defaults of the rules.
    Default,
    /// With tactics drawn at random for each fight.
    Random,
    /// With the best tactics that a search finds, or has found: changes as arguments of `--set`.
    Best(Option<Vec<String>>),
}

impl How {
    /// It as tables and flags write it.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Default => "default",
            Self::Random => "random",
            Self::Best(_) => "best",
        }
    }

    /// It for a side; `None` for what is in the file.
    ///
    /// # Panics
    /// If the best tactics were not searched yet.
    pub(crate) fn of(&self, side: &str) -> Option<SideTactics> {
        let play = match self {
            Self::File => return None,
            Self::Default => SidePlay::Default,
            Self::Random => SidePlay::Random,
            Self::Best(found) => SidePlay::Best(found.clone().expect("the best tactics are searched first")),
        };
        Some(SideTactics { side: side.to_owned(), play })
    }
}

/// One `--tactics`: a side and how it plays; several ways are for `sweep`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SideHows {
    pub(crate) side: String,
    pub(crate) hows: Vec<How>,
}

impl FromStr for SideHows {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected =
            || "expected SIDE=HOW, as in heroes=random; HOW is random, default, best or file".to_owned();
        let (side, hows) = text.split_once('=').ok_or_else(expected)?;
        let how = |word: &str| match word.trim() {
            "file" => Ok(How::File),
            "default" => Ok(How::Default),
            "random" => Ok(How::Random),
            "best" => Ok(How::Best(None)),
            other => Err(format!("`{other}` is not one of random, default, best and file")),
        };
        let hows: Vec<How> = hows.split(',').map(how).collect::<Result<_, _>>()?;
        if let Some(twice) = (1..hows.len()).find(|&at| hows[..at].contains(&hows[at])) {
            return Err(format!("{} is there twice", hows[twice].word()));
        }
        match side.trim() {
            "" => Err(expected()),
            side => Ok(Self { side: side.to_owned(), hows }),
        }
    }
}

impl core::fmt::Display for SideHows {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let hows: Vec<&str> = self.hows.iter().map(How::word).collect();
        write!(f, "{}={}", self.side, hows.join(","))
    }
}

/// The tactics of sides.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct SideTacticsArgs {
    /// Let a side play otherwise than the file says: SIDE=random draws each decision of each of its units
    /// anew for each fight, among the legal named tactics; SIDE=default plays the defaults of the rules,
    /// SIDE=best the best that a search like that of `fray tactics --best` finds. For `sweep` there may be
    /// several, as in heroes=file,default,random,best, where `file` is what the file says.
    #[arg(long = "tactics", value_name = "SIDE=HOW")]
    pub(crate) tactics: Vec<SideHows>,
}

impl SideTacticsArgs {
    /// The sides that play in one other way, for the loader. Best tactics have to be searched before.
    pub(crate) fn fixed(&self) -> Vec<SideTactics> {
        let one = |it: &SideHows| match &it.hows[..] {
            [how] => how.of(&it.side),
            _ => None,
        };
        self.tactics.iter().filter_map(one).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_and_how_it_plays_are_read() {
        let read = |text: &str| text.parse::<SideHows>();
        assert_eq!(read("heroes=random").map(|it| it.to_string()), Ok("heroes=random".to_owned()));
        let several = read("the heroes = file, best").unwrap();
        assert_eq!((several.side.as_str(), several.hows), ("the heroes", vec![How::File, How::Best(None)]));
        for (text, part) in [
            ("heroes", "expected SIDE=HOW"),
            ("=random", "expected SIDE=HOW"),
            ("heroes=clever", "`clever` is not one of"),
            ("heroes=", "`` is not one of"),
            ("heroes=best,best", "best is there twice"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
