//! What the fight is like, in two sentences.

use fray_rules::engine::roster::UnitId;

use super::Card;
use super::text::{indented, name};
use crate::stats::{Rate, quantile};
use crate::totals::pair_of_rounds;

/// The largest half width of a win rate that is told as one number of ten.
const CERTAIN: f64 = 0.05;

impl Card<'_> {
    /// Who wins how often; how long it takes and who falls first.
    pub(super) fn story(&self) -> Vec<String> {
        match self.sentences() {
            nothing if nothing.is_empty() => Vec::new(),
            text => indented(&text, "", self.look.width),
        }
    }

    /// What the fight is like, in two sentences; nothing without fights.
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
        let overlaps = |(_, other): &(usize, Rate)| match (best.interval(), other.interval()) {
            (Some(best), Some(other)) => other.hi >= best.lo,
            _ => false,
        };
        match others.first().filter(|other| overlaps(other)) {
            Some((second, _)) => {
                let (first, second) = (self.side(*first, true), self.side(*second, false));
                format!("{first} and {second} are equally strong as far as these fights show{rest}")
            }
            None => {
                let side = &self.about.roster.sides[*first];
                let is_one = side.units.len() == 1 && !side.name.ends_with('s');
                let verb = if is_one { "wins" } else { "win" };
                format!("{} {verb} {}{rest}", self.side(*first, true), of_fights(*best))
            }
        }
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
        let Some(rounds) = quantile(&self.totals.rounds(), 50) else { return String::new() };
        let s = if rounds == 1 { "" } else { "s" };
        let takes = format!("Half of the fights take {rounds} round{s} or less");
        match self.first_down() {
            Some((unit, round)) => {
                let unit = name(self.about.roster.unit(unit));
                format!("{takes}; in half of them {unit} is down by the end of round {round}.")
            }
            None => format!("{takes}; no unit is down in half of them."),
        }
    }

    /// The unit that is down in half of the fights first, with the round at whose end it is. A unit
    /// that comes later than the first round is none.
    fn first_down(&self) -> Option<(UnitId, u64)> {
        let last = self.totals.rounds().largest().map_or(0, |last| last + 1);
        let each = self.about.roster.everyone().filter_map(|unit| {
            let totals = &self.totals.units[unit.idx()];
            let began = [0, 1].map(|round| totals.began.get(pair_of_rounds(round, round)).copied());
            began.into_iter().flatten().find(|fights| *fights > 0)?;
            let ends = &totals.round_ends;
            let mut over = 0;
            (0..last).find_map(|round| {
                over += ends.over.get(round);
                let up = ends.active.get(round) + ends.exhausted.get(round) + over;
                let is_played = round > 0 || up > 0;
                (is_played && up * 2 <= self.totals.fights).then_some((round, up, unit))
            })
        });
        each.min_by_key(|&(round, up, unit)| (round, up, unit)).map(|(round, _, unit)| (unit, round))
    }
}

/// A rate in words: `7 of 10 fights`, with fewer words the surer it is.
fn of_fights(rate: Rate) -> String {
    let (Some(value), Some(within)) = (rate.value(), rate.interval()) else { return "no fights".into() };
    if within.half() > CERTAIN {
        let (low, high) = ((within.lo * 10.0).floor(), (within.hi * 10.0).ceil());
        return format!("between {low} and {high} of 10 fights");
    }
    match (value * 10.0).round() {
        0.0 if (value * 100.0).round() < 1.0 => "less than 1 of 100 fights".into(),
        0.0 => format!("{} of 100 fights", (value * 100.0).round()),
        10.0 if (value * 100.0).round() > 99.0 => "more than 99 of 100 fights".into(),
        10.0 => format!("{} of 100 fights", (value * 100.0).round()),
        tenths => format!("{tenths} of 10 fights"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_told_as_the_fights_allow() {
        let told = |events, n| of_fights(Rate { events, n });
        assert_eq!(told(72_000, 100_000), "7 of 10 fights");
        assert_eq!(told(6, 10), "between 2 and 9 of 10 fights");
        assert_eq!(told(98_200, 100_000), "98 of 100 fights");
        assert_eq!(told(99_990, 100_000), "more than 99 of 100 fights");
        assert_eq!(told(3_000, 100_000), "3 of 100 fights");
        assert_eq!(told(10, 100_000), "less than 1 of 100 fights");
    }
}
