//! Points of one shape: names like `party/monster`, or two varied keys, are the rows and columns of a table.

use std::collections::BTreeMap;

/// The separators that may stand between the two halves of a name.
const BETWEEN: [&str; 4] = ["-vs-", "_vs_", " vs ", "/"];
/// The most columns of a table that could have fewer.
const WIDE: usize = 12;

/// Points as a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The names of the rows, in the order of the points.
    pub rows: Vec<String>,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// By row and column, the number of the point.
    pub cells: Vec<Vec<Option<usize>>>,
    /// Whether the second half of each name is its row.
    pub is_turned: bool,
}

/// The two halves of a name; none if it has no such shape.
#[must_use]
pub fn halves(name: &str) -> Option<(&str, &str)> {
    let between = BETWEEN.into_iter().find(|between| name.contains(between))?;
    name.split_once(between).filter(|(a, b)| !a.is_empty() && !b.is_empty())
}

impl Shape {
    /// The table of points with these halves; none if they are rather a list: there are two rows and columns, and
    /// half of the cells at least.
    #[must_use]
    pub fn of<'n>(halves: impl IntoIterator<Item = Option<(&'n str, &'n str)>>) -> Option<Self> {
        let mut axes: [(Vec<&str>, BTreeMap<&str, usize>); 2] = Default::default();
        let mut points = Vec::new();
        for both in halves {
            let (a, b) = both?;
            points.push([(a, 0), (b, 1)].map(|(name, axis)| {
                let (names, places) = &mut axes[axis];
                *places.entry(name).or_insert_with(|| {
                    names.push(name);
                    names.len() - 1
                })
            }));
        }
        let [first, second] = axes.map(|(names, _)| names.into_iter().map(str::to_owned).collect::<Vec<_>>());
        if first.len() < 2 || second.len() < 2 || points.len() * 2 < first.len() * second.len() {
            return None;
        }
        let is_turned = second.len() > first.len() && second.len() > WIDE;
        let (rows, columns) = if is_turned { (second, first) } else { (first, second) };
        let mut cells = vec![vec![None; columns.len()]; rows.len()];
        for (at, [a, b]) in points.into_iter().enumerate() {
            let (row, column) = if is_turned { (b, a) } else { (a, b) };
            cells[row][column].get_or_insert(at);
        }
        Some(Self { rows, columns, cells, is_turned })
    }

    /// The points of a row.
    pub fn row(&self, row: usize) -> impl Iterator<Item = usize> {
        self.cells[row].iter().copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(names: &[&str]) -> Option<Shape> {
        Shape::of(names.iter().map(|name| halves(name)))
    }

    #[test]
    fn names_of_two_halves_are_a_table() {
        let shape = of(&["a/x", "a/y", "b/x"]).expect("a table");
        assert_eq!((shape.rows, shape.columns), (vec!["a".into(), "b".into()], vec!["x".into(), "y".into()]));
        assert_eq!(shape.cells, [[Some(0), Some(1)], [Some(2), None]]);
        assert_eq!(of(&["duel", "a/y", "b/x"]), None);
        assert_eq!(of(&["a/x", "a/y"]), None, "one row is a list");
        assert_eq!(of(&["a/x", "b/y", "c/z"]), None, "a diagonal is a list");
    }

    #[test]
    fn many_columns_are_rows() {
        let names: Vec<String> = (0..2).flat_map(|a| (0..20).map(move |b| format!("p{a}-vs-m{b}"))).collect();
        let shape = Shape::of(names.iter().map(|name| halves(name))).expect("a table");
        assert_eq!((shape.rows.len(), shape.columns.len(), shape.is_turned), (20, 2, true));
        assert_eq!(shape.row(1).collect::<Vec<_>>(), [1, 21]);
    }
}
