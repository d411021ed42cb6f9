//! A budget as rows and as the terminal shows it.

use fray_kit::sheet::text::shown;
use serde::Serialize;

use super::curve::Crossing;
use super::{Budget, Known, Pair};
use crate::card::text::{Grid, GridRow, Look, indented};
use crate::stats::Interval;
use crate::tables::format::{Number, counted, decimals, fixed};
use crate::tables::rows::row;

/// Mixed packs that are named without being asked for.
const NAMED: usize = 6;

row! {
    /// A party and a monster: how many of the monster meet the goal.
    "budget" BudgetRow {
        /// The party.
        party: &'a str,
        /// The monster.
        monster: &'a str,
        /// What is counted: a stat block, a pack of them or the path of a key.
        of: &'a str,
        /// The goal.
        goal: &'a str,
        /// How many there are in the cross, or the present value of the key.
        now: Number,
        /// The number that meets the goal, by a straight line between two whole ones; empty where it lies beyond.
        value: Number,
        /// The lower end of its 95 % interval; empty where that lies beyond what was tried.
        lo: Number,
        /// The upper end of that interval.
        hi: Number,
        /// Where it lies beyond what was tried: `below` the least number or `above` the largest.
        beyond: &'static str,
        /// The least number that was tried.
        least: Number,
        /// The largest number that was tried.
        most: Number,
        /// The fights of all numbers that were tried.
        fights: u64,
        /// The monster in which the others are counted.
        reference: Option<&'a str>,
        /// How many of the reference one of it is worth against this party.
        exchange: Number,
        /// The lower end of its 95 % interval.
        exchange_lo: Number,
        /// The upper end of that interval.
        exchange_hi: Number,
        /// A pack of both, of each about half of what meets the goal.
        mixed: Option<&'a str>,
        /// What the pack is worth as a share of the sum of its parts: above 1 it is worth more.
        mixed_worth: Number,
        /// The lower end of its 95 % interval.
        mixed_lo: Number,
        /// The upper end of that interval.
        mixed_hi: Number,
    }
}

#[derive(Serialize)]
struct Object<'a> {
    scenario: &'a str,
    system: &'a str,
    seed: u64,
    goal: &'a str,
    reference: Option<&'a str>,
    budget: Vec<BudgetRow<'a>>,
}

/// A number with its interval: `2.6 (2.4 to 2.9)`. A straight line between whole numbers is good for one digit, and of
/// less than 1 for two.
#[must_use]
pub fn number(value: f64, within: Interval, [least, most]: [i64; 2]) -> String {
    let finest = if value < 1.0 { 2 } else { 1 };
    let half = within.half();
    let digits = if half.is_finite() && half > 0.0 { decimals(half).clamp(0, finest) } else { finest };
    let unit = 10_f64.powi(digits);
    let lo = if within.lo.is_finite() {
        fixed((within.lo * unit).floor() / unit, digits)
    } else {
        format!("less than {least}")
    };
    let hi = if within.hi.is_finite() {
        fixed((within.hi * unit).ceil() / unit, digits)
    } else {
        format!("more than {most}")
    };
    if within.lo == within.hi {
        fixed(value, digits)
    } else {
        format!("{} ({lo} to {hi})", fixed(value, digits))
    }
}

impl Known {
    /// The least and the largest number that were tried.
    fn tried(&self) -> [i64; 2] {
        let points = &self.curve.points;
        [points.first(), points.last()].map(|end| end.map_or(0, |(at, _)| *at))
    }

    /// The number as a text.
    #[must_use]
    pub fn text(&self) -> String {
        match self.crossing {
            None => "-".to_owned(),
            Some(Crossing::Below(least)) => format!("less than {least}"),
            Some(Crossing::Above(most)) => format!("more than {most}"),
            Some(Crossing::At { value, within }) => number(value, within, self.tried()),
        }
    }
}

impl Budget {
    /// The rows of `budget.csv`.
    #[must_use]
    pub fn rows<'a>(&'a self, pairs: &'a [Pair], goal: &'a str) -> Vec<BudgetRow<'a>> {
        let finite = |end: f64| Number::new(end.is_finite().then_some(end));
        let row = |known: &'a Known| {
            let pair = &pairs[known.pair];
            let number = known.crossing.and_then(Crossing::known);
            let lo =
                |of: Option<(f64, Interval)>| of.map_or(Number::new(None), |(_, within)| finite(within.lo));
            let hi =
                |of: Option<(f64, Interval)>| of.map_or(Number::new(None), |(_, within)| finite(within.hi));
            let value = |of: Option<(f64, Interval)>| Number::new(of.map(|(value, _)| value));
            let mixed = known.mixed.as_ref().map(|mixed| mixed.worth);
            let [least, most] = known.tried().map(|end| Number::from(end as f64));
            BudgetRow {
                party: &pair.party,
                monster: &pair.monster,
                of: &known.of,
                goal,
                now: Number::new(known.now.map(|now| now as f64)),
                value: value(number),
                lo: lo(number),
                hi: hi(number),
                beyond: match known.crossing {
                    Some(Crossing::Below(_)) => "below",
                    Some(Crossing::Above(_)) => "above",
                    _ => "",
                },
                least,
                most,
                fights: known.fights,
                reference: known.exchange.and(self.reference.as_deref()),
                exchange: value(known.exchange),
                exchange_lo: lo(known.exchange),
                exchange_hi: hi(known.exchange),
                mixed: known.mixed.as_ref().map(|mixed| mixed.pack.as_str()),
                mixed_worth: value(mixed),
                mixed_lo: lo(mixed),
                mixed_hi: hi(mixed),
            }
        };
        self.known.iter().map(row).collect()
    }

    /// The object of `--json`.
    #[must_use]
    pub fn object<'a>(
        &'a self,
        (scenario, system): (&'a str, &'a str),
        pairs: &'a [Pair],
        goal: &'a str,
        seed: u64,
    ) -> impl Serialize + 'a {
        let reference = self.reference.as_deref();
        Object { scenario, system, seed, goal, reference, budget: self.rows(pairs, goal) }
    }

    /// The text for the terminal; with `all` every mixed pack.
    #[must_use]
    pub fn render(&self, pairs: &[Pair], goal: &str, look: Look, all: bool) -> String {
        let mut lines = look.headings(&format!("How many meet {}", shown(goal)));
        lines.extend(self.table(pairs, &Known::text).lines(look));
        if let Some(reference) = &self.reference {
            let worth = |known: &Known| match known.exchange {
                Some((value, within)) => number(value, within, [0, 0]),
                None => "-".to_owned(),
            };
            lines.push(String::new());
            lines.extend(look.headings(&format!("What one of each is worth, in {}", shown(reference))));
            lines.extend(self.table(pairs, &worth).lines(look));
        }
        let mixed: Vec<&Known> = self.known.iter().filter(|known| known.mixed.is_some()).collect();
        if !mixed.is_empty() {
            lines.push(String::new());
            lines.extend(look.headings("Packs against the sum of their parts"));
            lines.extend(self.packs(pairs, &mixed, look, all));
        }
        lines.push(String::new());
        let note =
            "Between whole numbers a straight line says where the goal is met; in brackets 95 % intervals.";
        lines.extend(indented(note, "  ", look.width).iter().map(|line| look.dim(line)));
        lines.join("\n") + "\n"
    }

    /// A table of monster by party.
    fn table(&self, pairs: &[Pair], cell: &dyn Fn(&Known) -> String) -> Grid {
        let mut parties: Vec<&str> = Vec::new();
        let mut monsters: Vec<&str> = Vec::new();
        let mut cells = std::collections::BTreeMap::new();
        for known in &self.known {
            let pair = &pairs[known.pair];
            for (names, name) in [(&mut parties, &pair.party), (&mut monsters, &pair.monster)] {
                if !names.contains(&name.as_str()) {
                    names.push(name);
                }
            }
            cells.insert((pair.monster.as_str(), pair.party.as_str()), cell(known));
        }
        let row = |monster: &&str| GridRow {
            label: format!("  {}", shown(monster)),
            cells: parties
                .iter()
                .map(|party| cells.get(&(*monster, *party)).cloned().unwrap_or_default())
                .collect(),
            notes: Vec::new(),
        };
        let rows = monsters.iter().map(row).collect();
        Grid { columns: parties.iter().map(|party| shown(party).into_owned()).collect(), rows }
    }

    /// Returns how many packs are worth more or less than their parts, and those that are so most clearly.
    fn packs(&self, pairs: &[Pair], mixed: &[&Known], look: Look, all: bool) -> Vec<String> {
        let worth =
            |known: &&Known| known.mixed.as_ref().map_or((1.0, Interval { lo: 1.0, hi: 1.0 }), |it| it.worth);
        let more = mixed.iter().filter(|it| worth(it).1.lo > 1.0).count();
        let less = mixed.iter().filter(|it| worth(it).1.hi < 1.0).count();
        let text = format!(
            "of {}, {more} are certainly worth more than the sum of their parts and {less} less; {} may be worth the same",
            counted(mixed.len() as u64, "pack"),
            mixed.len() - more - less
        );
        let mut lines = indented(&text, "  ", look.width);
        let mut sorted: Vec<&&Known> = mixed.iter().collect();
        let beyond = |known: &&Known| {
            let (value, within) = worth(known);
            (value.ln().abs() / within.half().max(1e-9)).min(1e9)
        };
        sorted.sort_by(|a, b| beyond(b).total_cmp(&beyond(a)));
        for known in sorted.into_iter().take(if all { usize::MAX } else { NAMED }) {
            let (value, within) = worth(known);
            let party = shown(&pairs[known.pair].party);
            let pack = known.mixed.as_ref().map_or("", |it| it.pack.as_str());
            let percent = |share: f64| fixed(share * 100.0, 0);
            let text = format!(
                "{}: to {party} it is worth {} % of the sum of its parts ({} to {})",
                shown(pack),
                percent(value),
                percent(within.lo),
                percent(within.hi)
            );
            lines.extend(indented(&text, "    ", look.width));
        }
        lines
    }
}
