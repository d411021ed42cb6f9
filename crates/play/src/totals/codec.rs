//! Totals as bytes: one canonical form, for the signature and for keeping them.

use core::fmt;

use crate::totals::{
    ActionTotals, ClockTotals, Histogram, MetricTotals, Plane, RoundEnds, SideTotals, Stalls, Totals,
    UnitTotals,
};
use fray_stats::FightSums;

use crate::luck::{CountLuck, CountSums, LuckProducts, LuckTotals};

/// The first bytes.
const MAGIC: &[u8; 8] = b"fraytall";

/// The version of [`encode`]'s layout; it stands in the first bytes.
pub const VERSION: u64 = 8;

/// The canonical bytes of totals: 64-bit little-endian numbers, lists with their length before
/// them. A histogram is a list of runs of neighbouring values, each with its first value and the list
/// of its counts, of which none is 0; a plane a list of rounds, each with its number and a histogram of
/// its activations. Equal observations have equal bytes.
///
/// ```text
/// "fraytall" version fights draws timeouts, activations a round, a fight, stalled unable unwilling
/// n sides: wins, n counts, damage, overkill, n by fight, course, wins of the course, acted first, won then
/// n units: n metrics (0 histogram | 1), attack, per activation, round, fight,
///          overkill, overkill a fight, n clocks (n every, censored, n first, never, n by rounds),
///          active, exhausted, out, over, n by fight, n health (fights, sum),
///          n actions (uses hits damage ally_damage healed felled), n felled by cause, n began
/// by fight: fights tries sum, squares products tries² (two numbers each, the lower first), most
/// ```
///
/// Where the account of luck was kept, it follows:
///
/// ```text
/// fights, n sums, fights multiplied, n sums, n products, n ends (number, squares, n products), rounds (the same),
/// fights with counts, n sums, n products, n counts (place, sum, squares, n products): but for numbers of fights, lists
/// and places two numbers each, the lower first
/// ```
#[must_use]
pub fn encode(totals: &Totals) -> Vec<u8> {
    let mut out = Encoder(encode_observed(totals, VERSION));
    if !totals.luck.is_empty() {
        out.luck(&totals.luck);
    }
    out.0
}

/// The versions in which what was observed has the layout of now; signatures are of the first. 7 and 8 changed only the
/// account of luck.
pub(super) const OBSERVED_VERSIONS: [u64; 2] = [7, 6];

/// The canonical bytes of what was observed, without the account of luck, under this version.
#[must_use]
pub(super) fn encode_observed(totals: &Totals, version: u64) -> Vec<u8> {
    let mut out = Encoder(MAGIC.to_vec());
    out.number(version);
    let Totals { fights, draws, timeouts, activations, fight_activations, stalls, sides, units, luck: _ } =
        totals;
    out.number(*fights);
    out.histogram(draws);
    out.histogram(timeouts);
    out.histogram(activations);
    out.histogram(fight_activations);
    let &Stalls { stalled, unable, unwilling } = stalls;
    out.numbers(&[stalled, unable, unwilling]);
    out.list(sides, Encoder::side);
    out.list(units, Encoder::unit);
    out.0
}

/// Totals from their canonical bytes.
///
/// # Errors
///
/// If these are not the bytes that [`encode`] writes for some totals, to the last one. No list
/// is longer than the bytes left could fill, so that nothing is allocated for a broken length.
pub fn decode(bytes: &[u8]) -> Result<Totals, DecodeError> {
    let Some(rest) = bytes.strip_prefix(MAGIC) else { return Err(DecodeError::NoTallies) };
    let mut input = Decoder(rest);
    let version = input.number()?;
    if version != VERSION {
        return Err(DecodeError::Version(version));
    }
    let totals = Totals {
        fights: input.number()?,
        draws: input.histogram()?,
        timeouts: input.histogram()?,
        activations: input.histogram()?,
        fight_activations: input.histogram()?,
        stalls: Stalls { stalled: input.number()?, unable: input.number()?, unwilling: input.number()? },
        sides: input.list(Decoder::side)?,
        units: input.list(Decoder::unit)?,
        luck: if input.0.is_empty() { LuckTotals::default() } else { input.luck()? },
    };
    if !input.0.is_empty() || encode(&totals) != bytes {
        return Err(DecodeError::Broken);
    }
    Ok(totals)
}

/// The reason for which bytes are no totals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// They do not begin as totals do.
    NoTallies,
    /// They have a layout of this other version.
    Version(u64),
    /// They are cut short, too long, or not in their canonical form.
    Broken,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::NoTallies => f.write_str("these are no tallies"),
            Self::Version(version) => {
                write!(f, "tallies of version {version}, where this program knows version {VERSION}")
            }
            Self::Broken => f.write_str("the tallies are damaged"),
        }
    }
}

impl core::error::Error for DecodeError {}

struct Encoder(Vec<u8>);

impl Encoder {
    fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    fn numbers(&mut self, numbers: &[u64]) {
        numbers.iter().for_each(|number| self.number(*number));
    }

    fn list<T>(&mut self, items: &[T], each: impl Fn(&mut Self, &T)) {
        self.number(items.len() as u64);
        items.iter().for_each(|item| each(self, item));
    }

    fn cells(&mut self, cells: &[u64]) {
        let used = cells.iter().rposition(|count| *count > 0).map_or(0, |last| last + 1);
        self.list(&cells[..used], |out, count| out.number(*count));
    }

    fn runs(&mut self, cells: &[(u64, u64)]) {
        let runs: Vec<_> = cells.chunk_by(|a, b| b.0 - a.0 == 1).collect();
        self.list(&runs, |out, run| {
            out.number(run[0].0);
            out.list(run, |out, (_, count)| out.number(*count));
        });
    }

    fn histogram(&mut self, histogram: &Histogram) {
        self.runs(&histogram.each().collect::<Vec<_>>());
    }

    fn plane(&mut self, plane: &Plane) {
        let cells: Vec<_> = plane.each().collect();
        let rounds: Vec<_> = cells.chunk_by(|a, b| a.0 == b.0).collect();
        self.list(&rounds, |out, cells| {
            out.number(cells[0].0);
            out.runs(&cells.iter().map(|&(_, activation, count)| (activation, count)).collect::<Vec<_>>());
        });
    }

    fn side(&mut self, side: &SideTotals) {
        let SideTotals { wins, counts, damage, overkill, by_fight, course, course_wins, first } = side;
        self.histogram(wins);
        self.list(counts, Self::histogram);
        self.histogram(damage);
        self.histogram(overkill);
        self.list(by_fight, Self::sums);
        self.plane(course);
        self.plane(course_wins);
        self.numbers(first);
    }

    fn sums(&mut self, sums: &FightSums) {
        let &FightSums { fights, tries, sum, squares, products, tries_squared, most_tries } = sums;
        [fights, tries, sum].into_iter().for_each(|number| self.number(number));
        for number in [squares, products, tries_squared] {
            self.number(number as u64);
            self.number((number >> 64) as u64);
        }
        self.number(most_tries);
    }

    fn luck(&mut self, luck: &LuckTotals) {
        let LuckTotals { fights, sums, part, counts } = luck;
        self.number(*fights);
        self.list(sums, Self::long);
        let LuckProducts { fights, sums, products, ends, rounds } = part;
        self.number(*fights);
        self.list(sums, Self::long);
        self.list(products, Self::long);
        self.list(ends, Self::count_sums);
        self.count_sums(rounds);
        let CountLuck { fights, sums, products, counts } = counts;
        self.number(*fights);
        self.list(sums, Self::long);
        self.list(products, Self::long);
        self.number(counts.len() as u64);
        for (place, sums) in counts {
            self.number(u64::from(*place));
            self.count_sums(sums);
        }
    }

    fn count_sums(&mut self, CountSums { sum, squares, products }: &CountSums) {
        self.long(&sum.cast_signed());
        self.long(&squares.cast_signed());
        self.list(products, Self::long);
    }

    fn long(&mut self, number: &i128) {
        self.number(*number as u64);
        self.number((*number >> 64) as u64);
    }

    fn unit(&mut self, unit: &UnitTotals) {
        let UnitTotals {
            metrics,
            attack,
            per_activation,
            per_round,
            per_fight,
            overkill,
            overkill_per_fight,
            clocks,
            round_ends,
            by_fight,
            health,
            actions,
            felled,
            began,
        } = unit;
        self.list(metrics, Self::metric);
        for damage in [attack, per_activation, per_round, per_fight, overkill, overkill_per_fight] {
            self.histogram(damage);
        }
        self.list(clocks, Self::clock);
        let RoundEnds { active, exhausted, out, over } = round_ends;
        for end in [active, exhausted, out, over] {
            self.histogram(end);
        }
        self.list(by_fight, Self::sums);
        let used = health.iter().rposition(|cell| *cell != [0; 2]).map_or(0, |last| last + 1);
        self.list(&health[..used], |out, cell| out.numbers(cell));
        self.list(actions, |out, action| out.numbers(&action.each()));
        self.cells(felled);
        self.cells(began);
    }

    fn metric(&mut self, metric: &MetricTotals) {
        match metric {
            MetricTotals::Histogram(seen) => {
                self.number(0);
                self.histogram(seen);
            }
            MetricTotals::Ratio => self.number(1),
        }
    }

    fn clock(&mut self, clock: &ClockTotals) {
        let ClockTotals { every, censored, first, never, by_rounds } = clock;
        self.list(every, Self::plane);
        self.plane(censored);
        self.list(first, Self::plane);
        self.number(*never);
        self.list(by_rounds, |out, sums| out.numbers(sums));
    }
}

struct Decoder<'a>(&'a [u8]);

impl Decoder<'_> {
    fn number(&mut self) -> Result<u64, DecodeError> {
        let (number, rest) = self.0.split_first_chunk().ok_or(DecodeError::Broken)?;
        self.0 = rest;
        Ok(u64::from_le_bytes(*number))
    }

    fn numbers<const N: usize>(&mut self) -> Result<[u64; N], DecodeError> {
        let mut numbers = [0; N];
        for number in &mut numbers {
            *number = self.number()?;
        }
        Ok(numbers)
    }

    /// A list; every item of every list takes a number's bytes at least.
    fn list<T>(&mut self, each: impl Fn(&mut Self) -> Result<T, DecodeError>) -> Result<Vec<T>, DecodeError> {
        let length = self.number()?;
        if length > (self.0.len() / size_of::<u64>()) as u64 {
            return Err(DecodeError::Broken);
        }
        (0..length).map(|_| each(self)).collect()
    }

    fn runs(&mut self) -> Result<Vec<(u64, u64)>, DecodeError> {
        let runs = self.list(|input| {
            let first = input.number()?;
            let counts = input.list(Self::number)?;
            first.checked_add(counts.len() as u64).ok_or(DecodeError::Broken)?;
            Ok((first..).zip(counts))
        })?;
        Ok(runs.into_iter().flatten().collect())
    }

    fn histogram(&mut self) -> Result<Histogram, DecodeError> {
        Ok(self.runs()?.into_iter().collect())
    }

    fn plane(&mut self) -> Result<Plane, DecodeError> {
        let rounds = self.list(|input| Ok((input.number()?, input.runs()?)))?;
        let cells = |(round, cells): (u64, Vec<(u64, u64)>)| {
            cells.into_iter().map(move |(activation, count)| (round, activation, count))
        };
        Ok(rounds.into_iter().flat_map(cells).collect())
    }

    fn side(&mut self) -> Result<SideTotals, DecodeError> {
        Ok(SideTotals {
            wins: self.histogram()?,
            counts: self.list(Self::histogram)?,
            damage: self.histogram()?,
            overkill: self.histogram()?,
            by_fight: self.list(Self::sums)?,
            course: self.plane()?,
            course_wins: self.plane()?,
            first: self.numbers()?,
        })
    }

    fn sums(&mut self) -> Result<FightSums, DecodeError> {
        Ok(FightSums {
            fights: self.number()?,
            tries: self.number()?,
            sum: self.number()?,
            squares: self.long_number()?,
            products: self.long_number()?,
            tries_squared: self.long_number()?,
            most_tries: self.number()?,
        })
    }

    fn luck(&mut self) -> Result<LuckTotals, DecodeError> {
        Ok(LuckTotals {
            fights: self.number()?,
            sums: self.list(Self::long)?,
            part: LuckProducts {
                fights: self.number()?,
                sums: self.list(Self::long)?,
                products: self.list(Self::long)?,
                ends: self.list(Self::count_sums)?,
                rounds: self.count_sums()?,
            },
            counts: CountLuck {
                fights: self.number()?,
                sums: self.list(Self::long)?,
                products: self.list(Self::long)?,
                counts: self.list(Self::count)?.into_iter().collect(),
            },
        })
    }

    fn count(&mut self) -> Result<(u32, CountSums), DecodeError> {
        let place = u32::try_from(self.number()?).map_err(|_| DecodeError::Broken)?;
        Ok((place, self.count_sums()?))
    }

    fn count_sums(&mut self) -> Result<CountSums, DecodeError> {
        let (sum, squares) = (self.long_number()?, self.long_number()?);
        Ok(CountSums { sum, squares, products: self.list(Self::long)? })
    }

    fn long(&mut self) -> Result<i128, DecodeError> {
        Ok(self.long_number()?.cast_signed())
    }

    fn long_number(&mut self) -> Result<u128, DecodeError> {
        Ok(u128::from(self.number()?) | u128::from(self.number()?) << 64)
    }

    // The fields of a struct are read in the order they are written in.
    fn unit(&mut self) -> Result<UnitTotals, DecodeError> {
        Ok(UnitTotals {
            metrics: self.list(Self::metric)?,
            attack: self.histogram()?,
            per_activation: self.histogram()?,
            per_round: self.histogram()?,
            per_fight: self.histogram()?,
            overkill: self.histogram()?,
            overkill_per_fight: self.histogram()?,
            clocks: self.list(Self::clock)?,
            round_ends: RoundEnds {
                active: self.histogram()?,
                exhausted: self.histogram()?,
                out: self.histogram()?,
                over: self.histogram()?,
            },
            by_fight: self.list(Self::sums)?,
            health: self.list(Self::numbers)?,
            actions: self.list(|input| input.numbers().map(ActionTotals::of))?,
            felled: self.list(Self::number)?,
            began: self.list(Self::number)?,
        })
    }

    fn metric(&mut self) -> Result<MetricTotals, DecodeError> {
        match self.number()? {
            0 => Ok(MetricTotals::Histogram(self.histogram()?)),
            1 => Ok(MetricTotals::Ratio),
            _ => Err(DecodeError::Broken),
        }
    }

    fn clock(&mut self) -> Result<ClockTotals, DecodeError> {
        Ok(ClockTotals {
            every: self.list(Self::plane)?,
            censored: self.plane()?,
            first: self.list(Self::plane)?,
            never: self.number()?,
            by_rounds: self.list(Self::numbers)?,
        })
    }
}
