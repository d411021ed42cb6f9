//! The axes of a sweep: ranges and lists of values behind `--set`, the variants of the file and the rows of a
//! spreadsheet.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use fray_kit::sheet::declare::quoted;

use super::path::as_written;
use super::rung::LeftOut;
use super::sweep_set::split;
use crate::output::cell;
use crate::scenario::{Diagnosis, Loader, Options, Scenario, Set, SheetRow, SideTactics, Variant};

/// The most points of a sweep.
pub const MOST_POINTS: usize = 10_000;

/// The column of the names of variants.
const VARIANT: &str = "variant";

/// The column of the names of the rows of a spreadsheet.
const CANDIDATE: &str = "candidate";

/// Something that is varied, with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The path, or `variant` or `candidate`.
    pub name: String,
    /// The values.
    pub values: Vec<AxisValue>,
    /// Ends of ranges along a ladder for which another value stands.
    pub left_out: Vec<LeftOut>,
}

/// One value of an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AxisValue {
    /// The value as tables show it.
    pub name: String,
    /// The source of the change, for messages: a flag, or the variant.
    pub(super) from: String,
    /// The values that it sets in the scenario.
    pub(super) sets: Vec<Set>,
    /// The side that plays otherwise with it.
    pub(super) tactics: Option<SideTactics>,
}

/// A scenario of a sweep.
#[derive(Debug)]
pub struct SweepPoint {
    /// The varied paths with their values, for the columns of tables.
    pub varied: Vec<(String, String)>,
    /// The changes, as arguments of `--set`.
    pub sets: Vec<String>,
    /// The sides that play otherwise.
    pub tactics: Vec<SideTactics>,
    /// The scenario.
    pub scenario: Scenario,
}

/// The points of a sweep: every combination, the last axis fastest. The scenario of a point is made when it is asked
/// for, since thousands of them do not fit into memory.
#[derive(Debug)]
pub struct SweepPoints {
    /// The axes, the slowest first.
    pub axes: Vec<Axis>,
    path: PathBuf,
    /// The flags of all points.
    options: Options,
    /// The columns of tables: what they are called in flags, and the value that all points share, if they do.
    columns: Vec<(String, Option<String>)>,
    /// The names of the columns in tables.
    written: Vec<String>,
    /// Has read the file, so that all points are of one text whatever happens to the file.
    loader: Loader,
}

/// The reason for which there are no points.
#[derive(Debug)]
pub enum NoPoints {
    /// The request makes no sense, for the reason given.
    Refused(String),
    /// A point is no scenario: what it is called, and what is wrong with it.
    Wrong(String, Diagnosis),
}

/// An axis of the variants of a file, with the file as it is first.
fn variants(variants: &[Variant]) -> Axis {
    let none = AxisValue { name: String::new(), from: String::new(), sets: Vec::new(), tactics: None };
    let named = |variant: &Variant| AxisValue {
        name: variant.name.clone(),
        from: variant.flag(),
        sets: variant.sets.clone(),
        tactics: None,
    };
    let values = core::iter::once(none).chain(variants.iter().map(named)).collect();
    Axis { name: VARIANT.to_owned(), values, left_out: Vec::new() }
}

impl Axis {
    /// The rows of a spreadsheet of candidates.
    #[must_use]
    pub fn of_rows(file: &Path, rows: Vec<SheetRow>) -> Self {
        let from = |line: usize| format!("{}:{line}", file.display());
        let value =
            |row: SheetRow| AxisValue { name: row.name, from: from(row.line), sets: row.sets, tactics: None };
        let values = rows.into_iter().map(value).collect();
        Self { name: CANDIDATE.to_owned(), values, left_out: Vec::new() }
    }

    /// Ways in which a side plays, each with its name; none is as the file says.
    #[must_use]
    pub fn of_tactics(side: &str, ways: Vec<(String, Option<SideTactics>)>) -> Self {
        let value = |(name, tactics): (String, Option<SideTactics>)| AxisValue {
            name,
            from: String::new(),
            sets: Vec::new(),
            tactics,
        };
        let values = ways.into_iter().map(value).collect();
        Self { name: format!("{}.tactics", quoted(side)), values, left_out: Vec::new() }
    }

    /// Returns whether its values are versions with names, and not values of one path.
    fn has_names(&self) -> bool {
        [VARIANT, CANDIDATE].contains(&self.name.as_str())
    }
}

impl SweepPoints {
    /// The points of the scenario `base` in the file at `path`. `options` are the flags of all
    /// points; `axes` what flags vary. The variants of the file are varied, too, if they are asked for or
    /// nothing else is varied.
    ///
    /// # Errors
    /// If nothing is varied, something is set twice, or there are too many points.
    pub fn new(
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
        // Tables name a path as those of `run` do: with its side.
        let written: Vec<String> = columns.iter().map(|(name, _)| as_written(base, name)).collect();
        if let Some(at) = (0..columns.len()).find(|&at| written[..at].contains(&written[at])) {
            return refused(format!("`{}` is set twice", columns[at].0));
        }
        for name in ["run.fights", "run.precision", "run.seed"] {
            if names.contains(name) && axes.iter().any(|axis| axis.name == name) {
                return refused(format!("`{name}` changes no fight: it cannot be varied"));
            }
        }
        let n = axes.iter().try_fold(1_usize, |n, axis| n.checked_mul(axis.values.len()));
        if n.is_none_or(|n| n > MOST_POINTS) {
            return refused(format!("there are more than {MOST_POINTS} combinations"));
        }
        let (path, options, loader) = (path.to_owned(), options.clone(), Loader::default());
        Ok(Self { axes, path, options, columns, written, loader })
    }

    /// The number of points.
    #[must_use]
    pub fn n(&self) -> usize {
        self.axes.iter().map(|axis| axis.values.len()).product()
    }

    /// By axis, the number of the value of a point.
    #[must_use]
    pub fn at(&self, point: usize) -> Vec<usize> {
        let (mut at, mut rest) = (vec![0; self.axes.len()], point);
        for (place, axis) in at.iter_mut().zip(&self.axes).rev() {
            (*place, rest) = (rest % axis.values.len(), rest / axis.values.len());
        }
        at
    }

    /// Makes a point.
    ///
    /// # Errors
    /// If it is no scenario.
    pub fn point(&self, number: usize) -> Result<SweepPoint, NoPoints> {
        let mut point = point(self, number)?;
        for ((path, value), written) in point.varied.iter_mut().zip(&self.written) {
            path.clone_from(written);
            let mut merged = point.scenario.merged().iter();
            let meant = merged.find(|merged| merged.path == *written && !value.is_empty());
            // As `run` has it, however it was written.
            if let Some(meant) = meant {
                *value = cell(&meant.value.to_string());
            }
        }
        Ok(point)
    }

    /// Returns the name of a point: `Ogre.hp = 80, Ogre.attack = 12`.
    #[must_use]
    pub fn label(&self, point: usize) -> String {
        label(&self.axes, &self.at(point))
    }

    /// The neighbour that a point is compared with: it differs in one axis alone, by one value. That is
    /// the one before along the last axis, or where there is none along the axis before that.
    #[must_use]
    pub fn neighbour(&self, point: usize) -> Option<usize> {
        neighbour(&self.axes, &self.at(point), point)
    }

    /// Returns whether a point behind `played` has this one, which is not behind it, as its neighbour.
    pub(super) fn is_neighbour_behind(&self, point: usize, played: usize) -> bool {
        let mut stride = 1;
        for (axis, value) in self.axes.iter().zip(self.at(point)).rev() {
            if value + 1 < axis.values.len() && point + stride > played {
                return true;
            }
            if value > 0 {
                return false;
            }
            stride *= axis.values.len();
        }
        false
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
        if axis.has_names() {
            let paths: BTreeSet<&String> =
                axis.values.iter().flat_map(|value| &value.sets).map(|set| &set.path).collect();
            columns.extend(paths.into_iter().map(|path| (path.clone(), None)));
        }
    }
    let fixed = options.sets.iter().filter_map(|(_, text)| split(text));
    columns.extend(fixed.map(|set| (set.path, Some(set.value))));
    columns.extend(options.tactics.iter().map(|side| (side.column(), Some(side.word()))));
    columns
}

fn point(points: &SweepPoints, number: usize) -> Result<SweepPoint, NoPoints> {
    let SweepPoints { axes, path, options, columns, loader, .. } = points;
    let at = points.at(number);
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
    changed.tactics.extend(values.iter().filter_map(|value| value.tactics.clone()));
    let scenario = loader
        .load_scenario(path, &changed)
        .map_err(|diagnosis| NoPoints::Wrong(label(axes, &at), diagnosis))?;
    let sets = changed.sets.into_iter().filter(|(flag, _)| flag != "--max-rounds");
    Ok(SweepPoint { varied, sets: sets.map(|(_, set)| set).collect(), tactics: changed.tactics, scenario })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(n: usize) -> Axis {
        let value = AxisValue { name: String::new(), from: String::new(), sets: Vec::new(), tactics: None };
        Axis { name: String::new(), values: vec![value; n], left_out: Vec::new() }
    }

    #[test]
    fn a_neighbour_differs_in_one_axis_by_one_value() {
        let axes = [axis(2), axis(3)];
        let of = |at: [usize; 2]| neighbour(&axes, &at, at[0] * 3 + at[1]);
        assert_eq!([of([0, 0]), of([0, 2]), of([1, 0]), of([1, 1])], [None, Some(1), Some(0), Some(3)]);
    }

    #[test]
    fn a_point_is_kept_as_long_as_a_point_behind_is_compared_with_it() {
        let points = SweepPoints {
            axes: vec![axis(2), axis(1), axis(3), axis(2)],
            path: PathBuf::new(),
            options: Options::default(),
            columns: Vec::new(),
            written: Vec::new(),
            loader: Loader::default(),
        };
        for played in 0..points.n() {
            for point in 0..=played {
                let is_needed = (played + 1..points.n()).any(|it| points.neighbour(it) == Some(point));
                assert_eq!(points.is_neighbour_behind(point, played), is_needed, "{point} after {played}");
            }
        }
    }
}
