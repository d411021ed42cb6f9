//! What a sweep varies: ranges and lists of values behind `--set`, and the variants of the file.

use std::collections::BTreeSet;
use std::path::Path;

use fray_rules::sheet::edit;
use fray_rules::sheet::problem::Problems;

use crate::scenario::source::Sources;
use crate::scenario::{Diagnosis, Options, Scenario, Set, Variant, load_scenario};

/// The most points of a sweep.
pub const MOST_POINTS: usize = 10_000;

/// The column of the names of variants.
const VARIANT: &str = "variant";

/// Something that is varied, with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The path, or `variant`.
    pub name: String,
    /// The values.
    pub values: Vec<AxisValue>,
}

/// One value of an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AxisValue {
    /// The value as tables show it.
    pub name: String,
    /// What changes the scenario, for messages: a flag, or the variant.
    from: String,
    /// What it changes in the scenario.
    sets: Vec<Set>,
}

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
    /// `PATH=A,B,C`, where an entry may be a range, too.
    ///
    /// # Errors
    /// What is wrong with a range.
    pub fn parse(text: &str) -> Result<Self, String> {
        let fixed = || Self::Fixed(text.to_owned());
        let Some(set) = split(text) else { return Ok(fixed()) };
        let entries = entries(&set.value);
        let mut values = Vec::new();
        for entry in &entries {
            match range(entry)? {
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
            name: value,
        };
        Ok(Self::Varied(Axis { name: set.path.clone(), values: values.into_iter().map(value).collect() }))
    }
}

/// The path and the value of `PATH=VALUE`; `None` if there is no path or no value.
fn split(text: &str) -> Option<Set> {
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

/// The values of `LO:HI` or `LO:HI:STEP`; `None` for what is no range. Numbers may have decimals, which
/// are counted exactly.
fn range(text: &str) -> Result<Option<Vec<String>>, String> {
    let parts: Vec<&str> = text.split(':').map(str::trim).collect();
    let numbers: Option<Vec<(i128, u32)>> = parts.iter().map(|part| decimal(part)).collect();
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

/// A scenario of a sweep.
#[derive(Debug)]
pub struct SweepPoint {
    /// By axis, the number of its value.
    pub at: Vec<usize>,
    /// The varied paths with their values, for the columns of tables.
    pub varied: Vec<(String, String)>,
    /// What is changed, as arguments of `--set`.
    pub sets: Vec<String>,
    /// The scenario.
    pub scenario: Scenario,
}

/// The points of a sweep.
#[derive(Debug)]
pub struct SweepPoints {
    /// What is varied, the slowest first.
    pub axes: Vec<Axis>,
    /// Every combination, the last axis fastest.
    pub all: Vec<SweepPoint>,
}

/// Why there are no points.
#[derive(Debug)]
pub enum NoPoints {
    /// What is asked for makes no sense, for the reason given.
    Refused(String),
    /// A point is no scenario: what it is called, and what is wrong with it.
    Wrong(String, Diagnosis),
}

/// An axis of the variants of a file, with the file as it is first.
fn variants(variants: &[Variant]) -> Axis {
    let none = AxisValue { name: String::new(), from: String::new(), sets: Vec::new() };
    let named = |variant: &Variant| AxisValue {
        name: variant.name.clone(),
        from: variant.flag(),
        sets: variant.sets.clone(),
    };
    let values = core::iter::once(none).chain(variants.iter().map(named)).collect();
    Axis { name: VARIANT.to_owned(), values }
}

impl SweepPoints {
    /// Reads the points of the scenario `base` in the file at `path`. `options` are the flags of all
    /// points; `axes` what flags vary. The variants of the file are varied, too, if they are asked for or
    /// nothing else is varied.
    ///
    /// # Errors
    /// If nothing is varied, something is set twice, there are too many points, or one is no scenario.
    pub fn read(
        path: &Path,
        options: &Options,
        base: &Scenario,
        mut axes: Vec<Axis>,
        with_variants: bool,
    ) -> Result<Self, NoPoints> {
        let refused = |message: String| Err(NoPoints::Refused(message));
        if with_variants || axes.is_empty() {
            match (base.variants.is_empty(), with_variants) {
                (false, _) => axes.insert(0, variants(&base.variants)),
                (true, true) => return refused("the file has no `[[variant]]`".to_owned()),
                (true, false) => {
                    let message = "nothing is varied: expected a range like `--set Ogre.hp=20:40:5`, a list \
                                   like `--set Ogre.hp=20,30`, or a `[[variant]]` in the file";
                    return refused(message.to_owned());
                }
            }
        }
        let columns = columns(&axes, options);
        let names: BTreeSet<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
        if let Some((name, _)) = columns
            .iter()
            .enumerate()
            .find_map(|(at, column)| columns[..at].iter().any(|other| other.0 == column.0).then_some(column))
        {
            return refused(format!("`{name}` is set twice"));
        }
        for name in ["run.fights", "run.seed"] {
            if names.contains(name) && axes.iter().any(|axis| axis.name == name) {
                return refused(format!("`{name}` changes no fight: it cannot be varied"));
            }
        }
        let n = axes.iter().try_fold(1_usize, |n, axis| n.checked_mul(axis.values.len()));
        let Some(n) = n.filter(|&n| n <= MOST_POINTS) else {
            return refused(format!("there are more than {MOST_POINTS} combinations"));
        };
        let mut all = Vec::with_capacity(n);
        for number in 0..n {
            all.push(point(path, options, &axes, &columns, number)?);
        }
        Ok(Self { axes, all })
    }

    /// What a point is called: `Ogre.hp = 80, Ogre.attack = 12`.
    #[must_use]
    pub fn label(&self, point: usize) -> String {
        label(&self.axes, &self.all[point].at)
    }

    /// The neighbour that a point is compared with: it differs in one axis alone, by one value. That is
    /// the one before along the last axis, or where there is none along the axis before that.
    #[must_use]
    pub fn neighbour(&self, point: usize) -> Option<usize> {
        neighbour(&self.axes, &self.all[point].at, point)
    }
}

/// The number of the point before `point` along the last axis in which it is not the first.
pub(super) fn neighbour(axes: &[Axis], at: &[usize], point: usize) -> Option<usize> {
    let mut stride = 1;
    for (axis, &value) in axes.iter().zip(at).rev() {
        if value > 0 {
            return Some(point - stride);
        }
        stride *= axis.values.len();
    }
    None
}

/// The varied values of a point in words.
fn label(axes: &[Axis], at: &[usize]) -> String {
    let value = |(axis, &at): (&Axis, &usize)| {
        let value = &axis.values[at].name;
        if value.is_empty() { "the file as it is".to_owned() } else { format!("{} = {value}", axis.name) }
    };
    axes.iter().zip(at).map(value).collect::<Vec<_>>().join(", ")
}

/// The columns of a sweep: names, and the value that all points share, if they do.
fn columns(axes: &[Axis], options: &Options) -> Vec<(String, Option<String>)> {
    let mut columns = Vec::new();
    for axis in axes {
        columns.push((axis.name.clone(), None));
        if axis.name == VARIANT {
            let paths: BTreeSet<&String> =
                axis.values.iter().flat_map(|value| &value.sets).map(|set| &set.path).collect();
            columns.extend(paths.into_iter().map(|path| (path.clone(), None)));
        }
    }
    let fixed = options.sets.iter().filter_map(|(_, text)| split(text));
    columns.extend(fixed.map(|set| (set.path, Some(set.value))));
    columns
}

fn point(
    path: &Path,
    options: &Options,
    axes: &[Axis],
    columns: &[(String, Option<String>)],
    number: usize,
) -> Result<SweepPoint, NoPoints> {
    let mut at = vec![0; axes.len()];
    let mut rest = number;
    for (place, axis) in at.iter_mut().zip(axes).rev() {
        (*place, rest) = (rest % axis.values.len(), rest / axis.values.len());
    }
    let values: Vec<&AxisValue> = axes.iter().zip(&at).map(|(axis, &at)| &axis.values[at]).collect();
    let cell = |(name, fixed): &(String, Option<String>)| {
        let axis = axes.iter().position(|axis| axis.name == *name);
        let set = || values.iter().flat_map(|value| &value.sets).find(|set| set.path == *name);
        let text = match (fixed, axis) {
            (Some(fixed), _) => fixed.clone(),
            (None, Some(axis)) => values[axis].name.clone(),
            (None, None) => set().map_or_else(String::new, |set| set.value.clone()),
        };
        (name.clone(), text)
    };
    let varied: Vec<(String, String)> = columns.iter().map(cell).collect();
    let mut changed = options.clone();
    // Flags win over what the file says, and so over its variants.
    let mut sets = Vec::new();
    for value in &values {
        sets.extend(value.sets.iter().map(|set| (value.from.clone(), set.to_string())));
    }
    changed.sets.splice(0..0, sets);
    let scenario =
        load_scenario(path, &changed).map_err(|diagnosis| NoPoints::Wrong(label(axes, &at), diagnosis))?;
    let sets = changed.sets.into_iter().filter(|(flag, _)| flag != "--max-rounds");
    Ok(SweepPoint { at, varied, sets: sets.map(|(_, set)| set).collect(), scenario })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Result<Vec<String>, String> {
        Ok(match SweepSet::parse(text)? {
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
    fn ranges_that_make_no_sense_are_refused() {
        for (text, part) in [
            ("Ogre.hp=80:160:0", "never ends"),
            ("Ogre.hp=160:80", "160:80:-10"),
            ("Ogre.hp=80:160:-1", "80:160:10"),
            ("Ogre.hp=1:1000000", "more than 10000"),
            ("Ogre.hp=1:5,3", "the value 3 twice"),
        ] {
            let error = values(text).expect_err(text);
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn a_neighbour_differs_in_one_axis_by_one_value() {
        let axis = |n: usize| Axis {
            name: String::new(),
            values: vec![AxisValue { name: String::new(), from: String::new(), sets: Vec::new() }; n],
        };
        let axes = [axis(2), axis(3)];
        let of = |at: [usize; 2]| neighbour(&axes, &at, at[0] * 3 + at[1]);
        assert_eq!([of([0, 0]), of([0, 2]), of([1, 0]), of([1, 1])], [None, Some(1), Some(0), Some(3)]);
    }
}
