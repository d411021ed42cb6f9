//! `--tactics SIDE=HOW`: sides that play otherwise than their scenario says.

use std::str::FromStr;

use fray_sim::play::rollout::{FEWEST_TRIALS, MOST_TRIALS, TRIALS};
use fray_sim::scenario::{Clever, SidePlay, SideTactics};

/// The way in which a side plays.
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
    /// Looking ahead at each turn, with so many trials, and what it chooses from once that is found.
    Clever(u32, Option<Clever>),
}

impl How {
    /// It as tables and flags write it.
    pub(crate) fn word(&self) -> String {
        match self {
            Self::File => "file".to_owned(),
            Self::Default => "default".to_owned(),
            Self::Random => "random".to_owned(),
            Self::Best(_) => "best".to_owned(),
            Self::Clever(TRIALS, _) => "clever".to_owned(),
            Self::Clever(trials, _) => format!("clever:{trials}"),
        }
    }

    /// Returns whether something has to be found before it is played.
    pub(crate) fn is_searched(&self) -> bool {
        matches!(self, Self::Best(None) | Self::Clever(_, None))
    }

    /// It for a side; `None` for what is in the file.
    ///
    /// # Panics
    /// If it [was not searched](How::is_searched) yet.
    pub(crate) fn of(&self, side: &str) -> Option<SideTactics> {
        let play = match self {
            Self::File => return None,
            Self::Default => SidePlay::Default,
            Self::Random => SidePlay::Random,
            Self::Best(found) => SidePlay::Best(found.clone().expect("the best tactics are searched first")),
            Self::Clever(_, found) => SidePlay::Clever(found.clone().expect("the choices are found first")),
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
        let expected = || {
            "expected SIDE=HOW, as in heroes=random; HOW is random, default, best, clever or file".to_owned()
        };
        let (side, hows) = text.split_once('=').ok_or_else(expected)?;
        let how = |word: &str| match word.trim() {
            "file" => Ok(How::File),
            "default" => Ok(How::Default),
            "random" => Ok(How::Random),
            "best" => Ok(How::Best(None)),
            "clever" => Ok(How::Clever(TRIALS, None)),
            other => match other.strip_prefix("clever:") {
                Some(trials) => trials_of(trials).map(|trials| How::Clever(trials, None)),
                None => Err(format!("`{other}` is not one of random, default, best, clever and file")),
            },
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

/// The number of trials behind `clever:`.
fn trials_of(text: &str) -> Result<u32, String> {
    let known = text.trim().parse().ok().filter(|trials| (FEWEST_TRIALS..=MOST_TRIALS).contains(trials));
    let message =
        || format!("clever:{text}: expected a number of trials from {FEWEST_TRIALS} to {MOST_TRIALS}");
    known.ok_or_else(message)
}

impl core::fmt::Display for SideHows {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let hows: Vec<String> = self.hows.iter().map(How::word).collect();
        write!(f, "{}={}", self.side, hows.join(","))
    }
}

/// The tactics of sides.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct SideTacticsArgs {
    /// Let a side play differently from the file. SIDE=random draws each decision of each unit anew for each fight,
    /// from the legal named tactics; SIDE=default plays the defaults of the rules; SIDE=best plays the best tactics
    /// that a search like that of `fray tactics --best` finds. SIDE=clever looks ahead: before each turn it plays out
    /// the rest of the fight 96 times with each of several named tactics, on separate dice, and picks what wins more
    /// often beyond noise (clever:N plays it out N times); only one side can. `sweep` takes several, as in
    /// heroes=file,default,random,best,clever, where `file` means as in the file.
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
        let clever = read("heroes=clever,clever:48").unwrap();
        assert_eq!(clever.hows, [How::Clever(TRIALS, None), How::Clever(48, None)]);
        assert_eq!(clever.to_string(), "heroes=clever,clever:48");
        for (text, part) in [
            ("heroes", "expected SIDE=HOW"),
            ("=random", "expected SIDE=HOW"),
            ("heroes=canny", "`canny` is not one of"),
            ("heroes=clever:7", "from 8 to 10000"),
            ("heroes=clever:many", "from 8 to 10000"),
            ("heroes=clever,clever:96", "clever is there twice"),
            ("heroes=", "`` is not one of"),
            ("heroes=best,best", "best is there twice"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
