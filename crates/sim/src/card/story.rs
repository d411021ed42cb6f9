//! The character of the fight, in two sentences.

use fray_engine::roster::UnitId;

use super::Card;
use super::text::{indented, name};
use crate::stats::rate::clopper_pearson;
use crate::stats::{ALPHA, Interval, Rate};
use crate::tables::format::thousands;
use crate::totals::pair_of_rounds;

/// Rates nearer than this to 0 or to 1 are told in hundredths.
const CERTAIN: f64 = 0.05;

impl Card<'_> {
    /// Returns who wins how often; how long it takes and who falls first.
    pub(super) fn story(&self) -> Vec<String> {
        match self.sentences() {
            nothing if nothing.is_empty() => Vec::new(),
            text => indented(&text, "", self.look.width),
        }
    }

    /// Returns the character of the fight, in two sentences; empty without fights.
    #[must_use]
    pub fn sentences(&self) -> String {
        if self.totals.fights == 0 {
            return String::new();
        }
        format!("{} {}", self.who_wins(), self.how_it_goes())
    }

    fn who_wins(&self) -> String {
        let n = self.totals.fights;
        let rate = |events| Rate { events, n };
        let mut sides: Vec<(usize, Rate)> =
            (0..self.totals.sides.len()).map(|side| (side, rate(self.totals.wins(side)))).collect();
        sides.sort_by_key(|(_, rate)| core::cmp::Reverse(rate.events));
        let undecided = rate(self.totals.draws.n() + self.totals.timeouts.n());
        let rest = match undecided.value().unwrap_or(0.0) {
            few if few < CERTAIN => ".".to_owned(),
            _ => format!("; {} are undecided.", of_fights(undecided)),
        };
        let [(first, best), others @ ..] = sides.as_slice() else { return String::new() };
        let overlaps = |(_, other): &&(usize, Rate)| match (best.interval(), other.interval()) {
            (Some(best), Some(other)) => other.hi >= best.lo,
            _ => false,
        };
        let as_strong: Vec<usize> = others.iter().filter(overlaps).map(|(side, _)| *side).collect();
        if as_strong.is_empty() {
            let side = &self.about.roster.sides[*first];
            let is_one = side.units.len() == 1 && !side.name.ends_with('s');
            let verb = if is_one { "wins" } else { "win" };
            return format!("{} {verb} {}{rest}", self.side(*first, true), of_fights(*best));
        }
        let mut names = vec![self.side(*first, false)];
        names.extend(as_strong.into_iter().map(|side| self.side(side, false)));
        let last = names.pop().unwrap_or_default();
        let fights = match n {
            1 => "One fight does".to_owned(),
            _ => format!("{} fights do", thousands(n.into())),
        };
        format!("{fights} not show which wins more often, {} or {last}{rest}", names.join(", "))
    }

    /// The name of a side in a sentence.
    fn side(&self, side: usize, begins: bool) -> String {
        let name = name(&self.about.roster.sides[side].name);
        match (name.starts_with(char::is_lowercase), begins) {
            (true, true) => format!("The {name}"),
            (true, false) => format!("the {name}"),
            (false, _) => name,
        }
    }

    fn how_it_goes(&self) -> String {
        let takes = self.length();
        match self.first_down() {
            Some((unit, round)) => {
                let unit = name(self.about.roster.unit(unit));
                format!("{takes}; in at least half of all fights {unit} is down by the end of round {round}.")
            }
            // Who mostly loses with its last unit up is beaten in another way.
            None if self.is_nobody_down() && self.one_mostly_wins() => format!("{takes}."),
            None if self.is_nobody_down() => format!("{takes}; no unit goes down in half of all fights."),
            None => format!("{takes}; whether any unit goes down in half of all fights is not certain yet."),
        }
    }

    /// Returns whether a side wins in half of the fights at least, with a confidence of 95 %.
    fn one_mostly_wins(&self) -> bool {
        let n = self.totals.fights;
        (0..self.totals.sides.len())
            .any(|side| at_least_half(Rate { events: self.totals.wins(side), n }, ALPHA))
    }

    /// The fewest rounds that are known to be enough for half of the fights, with the share of the fights
    /// that end by then.
    fn length(&self) -> String {
        let n = self.totals.fights;
        let mut events = 0;
        for (round, count) in self.totals.rounds().each() {
            events += count;
            let s = if round == 1 { "" } else { "s" };
            if round >= self.about.max_rounds {
                return format!("No fight takes more than {round} round{s}");
            }
            if at_least_half(Rate { events, n }, ALPHA) {
                let share = capital(&of_fights(Rate { events, n }));
                return format!("{share} are over within {round} round{s}");
            }
        }
        "How long fights take is not certain yet".to_owned()
    }

    /// The unit that is first known to be down in half of the fights, with the round at whose end it is. A
    /// unit that comes later than the first round is none. With a probability of 95 % all units that this
    /// could name are down in half of the fights.
    fn first_down(&self) -> Option<(UnitId, u64)> {
        let alpha = 2.0 * ALPHA / self.about.roster.units.len().max(1) as f64;
        let each = self.about.roster.everyone().filter_map(|unit| {
            let mut downs = self.downs(unit);
            downs.find(|(_, down)| at_least_half(*down, alpha)).map(|(round, down)| (round, down, unit))
        });
        let first = each.min_by_key(|&(round, down, unit)| (round, core::cmp::Reverse(down.events), unit));
        first.map(|(round, _, unit)| (unit, round))
    }

    /// Returns whether no unit is down in half of the fights at the end of any round, with a confidence of 95 %.
    fn is_nobody_down(&self) -> bool {
        let alpha = 2.0 * ALPHA / self.about.roster.units.len().max(1) as f64;
        let mut units = self.about.roster.everyone();
        units.all(|unit| {
            let most = self.downs(unit).max_by_key(|(_, down)| down.events);
            most.is_none_or(|(_, Rate { events, n })| at_least_half(Rate { events: n - events, n }, alpha))
        })
    }

    /// By round, the fights at whose end a unit is down; none of a unit that comes later than the first.
    fn downs(&self, unit: UnitId) -> impl Iterator<Item = (u64, Rate)> {
        let n = self.totals.fights;
        let totals = &self.totals.units[unit.idx()];
        let began = [0, 1].map(|round| totals.began.get(pair_of_rounds(round, round)).copied());
        let is_there = began.into_iter().flatten().any(|fights| fights > 0);
        let last = if is_there { self.totals.rounds().largest().map_or(0, |last| last + 1) } else { 0 };
        let ends = &totals.round_ends;
        let mut over = 0;
        (0..last).filter_map(move |round| {
            over += ends.over.get(round);
            let up = ends.active.get(round) + ends.exhausted.get(round) + over;
            let is_played = round > 0 || up > 0;
            is_played.then(|| (round, Rate { events: n.saturating_sub(up), n }))
        })
    }
}

/// Returns whether a rate is one half or more: the lower end of its interval is, which it exceeds with a
/// probability of half of `alpha` at most.
fn at_least_half(rate: Rate, alpha: f64) -> bool {
    rate.n > 0 && rate.events >= rate.n / 2 && clopper_pearson(rate.events, rate.n, alpha).lo >= 0.5
}

/// A text that begins a sentence.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// A rate in words: `7 out of 10 fights`. Its whole interval rounds to what is said, in hundredths close to
/// none and to all.
fn of_fights(rate: Rate) -> String {
    let Some(Interval { lo, hi }) = rate.interval() else { return "no fights".into() };
    let scale = if hi < CERTAIN || lo > 1.0 - CERTAIN { 100.0 } else { 10.0 };
    let [low, high] = [lo, hi].map(|end| (end * scale).round());
    match (low <= 0.0, high >= scale) {
        (true, true) => "an unknown share of the fights".into(),
        (true, false) => format!("fewer than {} out of {scale} fights", (hi * scale).floor() + 1.0),
        (false, true) => format!("more than {} out of {scale} fights", (lo * scale).ceil() - 1.0),
        (false, false) if low == high => format!("{low} out of {scale} fights"),
        (false, false) if low + 1.0 == high => format!("{low} to {high} out of {scale} fights"),
        (false, false) => format!("between {low} and {high} out of {scale} fights"),
    }
}

#[cfg(test)]
/// The rates that a text of [`of_fights`] means.
pub(super) fn ends_of(text: &str) -> (f64, f64) {
    let numbers: Vec<f64> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
    match (text.split(' ').next().unwrap(), &numbers[..]) {
        ("an", _) => (0.0, 1.0),
        ("fewer", [most, scale]) => (0.0, most / scale),
        ("more", [least, scale]) => (least / scale, 1.0),
        (_, [at, scale]) => ((at - 0.5) / scale, (at + 0.5) / scale),
        (_, [low, high, scale]) => ((low - 0.5) / scale, (high + 0.5) / scale),
        _ => panic!("{text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_told_as_the_fights_allow() {
        let told = |events, n| of_fights(Rate { events, n });
        assert_eq!(told(72_000, 100_000), "7 out of 10 fights");
        assert_eq!(told(75_000, 100_000), "7 to 8 out of 10 fights");
        assert_eq!(told(6, 10), "between 3 and 9 out of 10 fights");
        assert_eq!(told(98_200, 100_000), "98 out of 100 fights");
        assert_eq!(told(99_990, 100_000), "more than 99 out of 100 fights");
        assert_eq!(told(3_000, 100_000), "3 out of 100 fights");
        assert_eq!(told(10, 100_000), "fewer than 1 out of 100 fights");
        // Sixty fights say nothing of hundredths.
        assert_eq!(told(60, 60), "more than 9 out of 10 fights");
        assert_eq!(told(0, 60), "fewer than 1 out of 10 fights");
        assert_eq!(told(2000, 2000), "more than 99 out of 100 fights");
        assert_eq!(told(200, 200), "more than 98 out of 100 fights");
        assert_eq!(told(1, 1), "an unknown share of the fights");
        assert_eq!(told(0, 0), "no fights");
    }

    /// The range that words give of a rate contains its whole interval.
    #[test]
    fn the_words_have_the_whole_interval() {
        for n in [1, 2, 3, 7, 20, 60, 100, 399, 1000, 60_000] {
            for events in (0..=n).step_by((n as usize / 97).max(1)) {
                let rate = Rate { events, n };
                let (said, within) = (of_fights(rate), rate.interval().unwrap());
                let (lo, hi) = ends_of(&said);
                assert!(lo <= within.lo && within.hi <= hi, "{events} of {n}: {said}");
            }
        }
    }
}
