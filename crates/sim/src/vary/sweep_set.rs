//! A `--set` of a sweep: a value, a range of values or a list of them.

use fray_kit::sheet::edit;
use fray_kit::sheet::ladder::Ladder;
use fray_kit::sheet::problem::Problems;

use super::axis::{Axis, AxisValue, MOST_POINTS};
use super::rung::LeftOut;
use crate::scenario::Set;
use crate::scenario::source::Sources;

/// A `--set` of a sweep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SweepSet {
    /// One value for all points, or a text that cannot be read, which the scenario's loader says.
    Fixed(String),
    /// Several values.
    Varied(Axis),
}

impl SweepSet {
    /// Reads `PATH=VALUE`, `PATH=LO:HI:STEP` (both ends included, the step is 1 if it is left out) or
    /// `PATH=A,B,C`, where an entry may be a range, too. The ends of a range may be values of the ladder of the
    /// system, as in `Boar.body=d6:2d12`.
    ///
    /// # Errors
    /// The fault of a range, in words.
    pub fn parse(text: &str, ladder: Option<&Ladder>) -> Result<Self, String> {
        let fixed = || Self::Fixed(text.to_owned());
        let Some(set) = split(text) else { return Ok(fixed()) };
        let entries = entries(&set.value);
        if entries.len() > 1 && entries.contains(&"") {
            return Err(format!("the list `{}` has an empty entry", set.value));
        }
        let (mut values, mut left_out) = (Vec::new(), Vec::new());
        for entry in &entries {
            let of_ladder = ladder.map_or(Ok(None), |ladder| rungs(entry, ladder))?;
            if let (Some(ladder), Some(rungs)) = (ladder, &of_ladder) {
                left_out.extend(replaced(&set.path, entry, rungs, ladder));
            }
            match of_ladder.map_or_else(|| range(entry), |rungs| Ok(Some(rungs)))? {
                Some(range) => values.extend(range),
                None => values.push((*entry).to_owned()),
            }
            if values.len() > MOST_POINTS {
                return Err(format!("`{}` has more than {MOST_POINTS} values", set.path));
            }
        }
        if let [value] = &values[..]
            && *value == set.value
        {
            return Ok(fixed());
        }
        if let Some(twice) = (1..values.len()).find(|&at| values[..at].contains(&values[at])) {
            return Err(format!("`{}` has the value {} twice", set.path, values[twice]));
        }
        let value = |value: String| AxisValue {
            from: "--set".to_owned(),
            sets: vec![Set { value: value.clone(), ..set.clone() }],
            tactics: None,
            name: value,
        };
        let values = values.into_iter().map(value).collect();
        Ok(Self::Varied(Axis { name: set.path.clone(), values, left_out }))
    }
}

/// The path and the value of `PATH=VALUE`; `None` if there is no path or no value.
pub(super) fn split(text: &str) -> Option<Set> {
    let mut problems = Problems::default();
    let file = Sources::default().add("--set", text);
    let (path, end) = edit::Path::parse(file, text, &mut problems)?;
    let value = text.get(end..)?.strip_prefix('=')?.trim();
    (!value.is_empty()).then(|| Set { path: path.to_string(), value: value.to_owned() })
}

/// The entries of a list: what its commas part, but for those in brackets or quotes.
fn entries(text: &str) -> Vec<&str> {
    let (mut entries, mut from, mut depth, mut quote, mut escaped) = (Vec::new(), 0, 0_u32, None, false);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(_), _) if escaped => escaped = false,
            (Some('"'), '\\') => escaped = true,
            (Some(open), c) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => {
                entries.push(text[from..at].trim());
                from = at + 1;
            }
            (None, _) => {}
        }
    }
    entries.push(text[from..].trim());
    entries
}

/// The values of `LO:HI` or `LO:HI:STEP` with ends in a ladder; `None` for what is no such range.
fn rungs(text: &str, ladder: &Ladder) -> Result<Option<Vec<String>>, String> {
    let parts: Vec<&str> = text.split(':').map(|part| part.trim().trim_matches('"')).collect();
    let (lo, hi, step) = match parts[..] {
        [lo, hi] => (lo, hi, "1"),
        [lo, hi, step] => (lo, hi, step),
        _ => return Ok(None),
    };
    let place = |end: &str| (ladder.place)(&end.into());
    let Some(n) = place(lo).zip(place(hi)).map(|(lo, hi)| hi - lo) else { return Ok(None) };
    let step = step.parse::<i64>().ok().filter(|step| *step != 0 && n * step >= 0);
    let Some(step) = step else {
        let sign = if n < 0 { "-" } else { "" };
        return Err(format!(
            "the range `{text}` never ends: expected a step towards its end, as in {lo}:{hi}:{sign}1"
        ));
    };
    let values = (0..=n / step).map(|at| {
        let value = ladder.stepped(&lo.into(), at * step)?;
        value.as_str().map(str::to_owned)
    });
    let values: Option<Vec<String>> = values.collect();
    values.map(Some).ok_or_else(|| format!("`{text}` is no range of {}", ladder.noun))
}

/// The end of a range with these values, where another value of its place stands last.
fn replaced(path: &str, range: &str, values: &[String], ladder: &Ladder) -> Option<LeftOut> {
    let (end, last) = (range.split(':').nth(1)?.trim().trim_matches('"'), values.last()?);
    let place = |text: &str| (ladder.place)(&text.into());
    // A step may pass the end by.
    LeftOut::end(path, end, last).filter(|_| place(end) == place(last))
}

/// The values of `LO:HI` or `LO:HI:STEP`; `None` for what is no range. Numbers may have decimals, which
/// are counted exactly.
fn range(text: &str) -> Result<Option<Vec<String>>, String> {
    let parts: Vec<&str> = text.split(':').map(str::trim).collect();
    let numbers: Option<Vec<(i128, u32)>> = parts.iter().map(|part| decimal(part)).collect();
    if numbers.is_none() && is_almost_a_range(text) {
        return Err(format!(
            "`{text}` is no range: expected its ends, as in 80:160, or with a step 80:160:10"
        ));
    }
    let Some(numbers) = numbers.filter(|numbers| (2..=3).contains(&numbers.len())) else { return Ok(None) };
    let decimals = numbers.iter().map(|&(_, decimals)| decimals).max().unwrap_or(0);
    let scaled = |(number, of): (i128, u32)| number * 10_i128.pow(decimals - of);
    let (lo, hi) = (scaled(numbers[0]), scaled(numbers[1]));
    let step = numbers.get(2).map_or(10_i128.pow(decimals), |&step| scaled(step));
    if step == 0 || (hi - lo).signum() * step.signum() < 0 {
        let example = if lo <= hi { "80:160:10" } else { "160:80:-10" };
        return Err(format!(
            "the range `{text}` never ends: expected a step towards its end, as in {example}"
        ));
    }
    let n = (hi - lo) / step;
    if n >= MOST_POINTS as i128 {
        return Err(format!("the range `{text}` has more than {MOST_POINTS} values"));
    }
    let written = |number: i128| {
        let unit = 10_u128.pow(decimals);
        let (sign, number) = (if number < 0 { "-" } else { "" }, number.unsigned_abs());
        match decimals {
            0 => format!("{sign}{number}"),
            _ => format!("{sign}{}.{:0width$}", number / unit, number % unit, width = decimals as usize),
        }
    };
    Ok(Some((0..=n).map(|i| written(lo + i * step)).collect()))
}

/// Returns whether a text has the numbers of a range and nothing else, but not as a range is written: an end is left
/// out, or the sign between them is another.
fn is_almost_a_range(text: &str) -> bool {
    let is_number = |part: &&str| decimal(part.trim_start_matches('=')).is_some();
    let parts: Vec<&str> = text.split(':').flat_map(|part| part.split("..")).map(str::trim).collect();
    parts.len() > 1
        && parts.iter().any(is_number)
        && parts.iter().all(|part| part.is_empty() || is_number(part))
}

/// A decimal number of at most 15 digits as a whole number and how many of its digits are decimals.
fn decimal(text: &str) -> Option<(i128, u32)> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    let has_dot = digits.contains('.');
    let is_plain = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_plain(whole) || (has_dot && !is_plain(decimals)) || whole.len() + decimals.len() > 15 {
        return None;
    }
    let number: i128 = format!("{whole}{decimals}").parse().ok()?;
    Some((sign * number, decimals.len() as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Result<Vec<String>, String> {
        Ok(match SweepSet::parse(text, None)? {
            SweepSet::Fixed(_) => Vec::new(),
            SweepSet::Varied(axis) => axis.values.into_iter().map(|value| value.name).collect(),
        })
    }

    #[test]
    fn ranges_and_lists_have_their_values() {
        for (text, expected) in [
            ("Ogre.hp=80:160:40", &["80", "120", "160"][..]),
            ("Ogre.hp=80:83", &["80", "81", "82", "83"]),
            ("Ogre.hp=80:85:2", &["80", "82", "84"]),
            ("Ogre.hp=2:-2:-2", &["2", "0", "-2"]),
            ("Ogre.x=0.1:0.3:0.1", &["0.1", "0.2", "0.3"]),
            ("Ogre.hp= 1, 5:6 ,9", &["1", "5", "6", "9"]),
            ("Ogre.tactics.target=weakest,first", &["weakest", "first"]),
            ("Ogre.crit=[7],[7, 10]", &["[7]", "[7, 10]"]),
            ("Ogre.note=\"a,b\",'c'", &["\"a,b\"", "'c'"]),
            ("Ogre.damage=\"a\\\",b\",2", &["\"a\\\",b\"", "2"]),
            ("Ogre.hp=5:5", &["5"]),
            ("Ogre.hp=80", &[]),
            ("Ogre.crit=[7, 10]", &[]),
            ("Ogre.note=a:b", &[]),
            ("Ogre", &[]),
        ] {
            let found = values(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn a_range_goes_along_a_ladder() {
        fn place(value: &serde_json::Value) -> Option<i64> {
            value.as_str()?.strip_prefix('d')?.parse().ok()
        }
        let ladder = Ladder {
            noun: "dice",
            place,
            above: |value| Some(format!("d{}", place(value)? + 1).into()),
            below: |value| Some(format!("d{}", place(value)? - 1).into()),
        };
        let values = |text: &str| match SweepSet::parse(text, Some(&ladder)) {
            Ok(SweepSet::Varied(axis)) => axis.values.into_iter().map(|value| value.name).collect(),
            Ok(SweepSet::Fixed(_)) => Vec::new(),
            Err(error) => vec![error],
        };
        assert_eq!(values("Boar.body=d4:d8:2"), ["d4", "d6", "d8"]);
        assert_eq!(values("Boar.body=d6:d4:-1"), ["d6", "d5", "d4"]);
        assert_eq!(values("Boar.body=d4:d5,d9"), ["d4", "d5", "d9"]);
        assert_eq!(values("Boar.body=1:2"), ["1", "2"], "numbers are numbers all the same");
        assert!(values("Boar.body=d8:d4")[0].contains("as in d8:d4:-1"));
    }

    /// Of two values that count as much the steps reach one: the other is said to be left out.
    #[test]
    fn an_end_of_a_range_that_the_steps_pass_by_is_left_out() {
        fn place(value: &serde_json::Value) -> Option<i64> {
            value
                .as_str()?
                .split('+')
                .map(|die| die.trim_start_matches('1').strip_prefix('d')?.parse::<i64>().ok())
                .sum()
        }
        let ladder = Ladder {
            noun: "dice",
            place,
            above: |value| Some(format!("d{}", place(value)? + 1).into()),
            below: |value| Some(format!("d{}", place(value)? - 1).into()),
        };
        let left_out = |text: &str| match SweepSet::parse(text, Some(&ladder)) {
            Ok(SweepSet::Varied(axis)) => axis.left_out,
            other => panic!("{text}: {other:?}"),
        };
        let found = left_out("Boar.body=d4:d4+d3");
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].text(),
            "Boar.body = d4+d3 was left out, as the steps led to d7, which counts as much"
        );
        for whole in ["Boar.body=d4:d7", "Boar.body=d4:1d7", "Boar.body=d4:d7:2", "Boar.body=4:7"] {
            assert_eq!(left_out(whole), [], "{whole}");
        }
    }

    #[test]
    fn ranges_that_make_no_sense_are_refused() {
        for (text, part) in [
            ("Ogre.hp=80:160:0", "never ends"),
            ("Ogre.hp=160:80", "160:80:-10"),
            ("Ogre.hp=80:160:-1", "80:160:10"),
            ("Ogre.hp=1:1000000", "more than 10000"),
            ("Ogre.hp=1:5,3", "the value 3 twice"),
            ("Ogre.hp=20,,30", "the list `20,,30` has an empty entry"),
            ("Ogre.hp=20,30,", "an empty entry"),
            ("Ogre.hp=1:", "`1:` is no range: expected its ends"),
            ("Ogre.hp=:5", "is no range"),
            ("Ogre.hp=1..5", "is no range"),
            ("Ogre.hp=1..=5", "is no range"),
            ("Ogre.hp=3,1:5:", "`1:5:` is no range"),
        ] {
            let error = values(text).expect_err(text);
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
