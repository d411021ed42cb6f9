//! Every column of every table with a sentence, for `fray list columns` and the book.

use std::borrow::Cow;

use super::rows::{
    ActionRow, CellKind, CourseRow, DamageRow, ExhaustionRow, FelledRow, HealthRow, MetricRow, RoundRow, Row,
    SummaryRow,
};
use crate::compare::report::CompareRow;
use crate::luck::table::LuckRow;
use crate::vary::best::text::BestRow;
use crate::vary::ceiling::{CeilingRow, DepartureRow};
use crate::vary::matrix::text::MatrixRow;
use crate::vary::screen::text::{MorrisRow, SobolRow};
use crate::vary::solve::text::SolveRow;
use crate::vary::sweep::SweepRow;
use crate::vary::switches_text::{RulingRow, TacticRow};
use crate::vary::weights::text::WeightRow;
use crate::vary::why::text::WhyRow;

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnInfo {
    /// Its name.
    pub name: &'static str,
    /// What its cells are.
    pub kind: CellKind,
    /// What a cell says.
    pub sentence: Cow<'static, str>,
}

/// A table that a verb writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableInfo {
    /// The stem of the file.
    pub name: &'static str,
    /// The verbs that write it.
    pub verbs: &'static str,
    /// What a row is.
    pub sentence: Cow<'static, str>,
    /// Whether the rows begin with the columns of [`common`].
    pub has_common: bool,
    /// The other columns, in the order of the file.
    pub columns: Vec<ColumnInfo>,
}

/// The columns that most tables begin with.
#[must_use]
pub fn common() -> Vec<ColumnInfo> {
    columns(&[
        ("scenario", CellKind::Text, "The name of the scenario file without its ending."),
        ("system", CellKind::Text, "The game, by its name in scenario files."),
        (
            "PATH",
            CellKind::Text,
            "A column for each value that `--set`, a suite or a spreadsheet changes, named like its path: \
             `Ogre.hp`.",
        ),
    ])
}

/// All tables, those of a run first.
#[must_use]
pub fn tables() -> Vec<TableInfo> {
    const RUN: &str = "run, merge, sweep";
    let mut all = vec![
        of::<SummaryRow<'_>>(RUN),
        of::<MetricRow<'_>>(RUN),
        of::<DamageRow<'_>>(RUN),
        of::<ExhaustionRow<'_>>(RUN),
        of::<RoundRow<'_>>(RUN),
        of::<ActionRow<'_>>(RUN),
        of::<FelledRow<'_>>(RUN),
        of::<CourseRow<'_>>(RUN),
        of::<HealthRow<'_>>(RUN),
        of::<LuckRow<'_>>(RUN),
    ];
    all.push(not_played());
    all.push(compare());
    all.push(goals());
    all.extend([
        of::<SweepRow<'_>>("sweep"),
        of::<SolveRow<'_>>("solve"),
        of::<WeightRow<'_>>("weights"),
        of::<MorrisRow<'_>>("weights --method morris"),
        of::<SobolRow<'_>>("weights --method sobol"),
        of::<TacticRow<'_>>("tactics"),
        of::<BestRow<'_>>("tactics --best"),
        of::<CeilingRow<'_>>("tactics --ceiling"),
        of::<DepartureRow<'_>>("tactics --ceiling"),
        of::<RulingRow<'_>>("rulings"),
        of::<WhyRow<'_>>("why"),
        of::<MatrixRow<'_>>("matrix"),
    ]);
    all.push(check());
    all
}

fn of<R: Row>(verbs: &'static str) -> TableInfo {
    let columns = R::COLUMNS.iter().zip(R::ABOUT_COLUMNS).map(|(name, (sentence, kind))| ColumnInfo {
        name,
        kind: *kind,
        sentence: plain(sentence),
    });
    TableInfo {
        name: R::TABLE,
        verbs,
        sentence: plain(R::ABOUT),
        has_common: true,
        columns: columns.collect(),
    }
}

/// A doc comment as text: its lines begin with a blank.
fn plain(doc: &'static str) -> Cow<'static, str> {
    Cow::Borrowed(doc.trim())
}

fn columns(all: &[(&'static str, CellKind, &'static str)]) -> Vec<ColumnInfo> {
    let column = |&(name, kind, sentence): &(&'static str, CellKind, &'static str)| ColumnInfo {
        name,
        kind,
        sentence: plain(sentence),
    };
    all.iter().map(column).collect()
}

fn compare() -> TableInfo {
    let table = of::<CompareRow<'_>>("compare");
    let first = columns(&[
        ("against", CellKind::Text, "The name of B; that of A is in the column `scenario`."),
        ("pairs", CellKind::Integer, "The pairs of fights."),
    ]);
    TableInfo { columns: first.into_iter().chain(table.columns).collect(), ..table }
}

fn goals() -> TableInfo {
    TableInfo {
        name: "goals",
        verbs: "sweep",
        sentence: plain("A goal of the scenario on a metric, for each side or unit that it is about."),
        has_common: false,
        columns: columns(&[
            ("goal", CellKind::Text, "The goal, as it is written."),
            ("metric", CellKind::Text, "The metric."),
            ("side", CellKind::Text, "The side; empty for the fight."),
            ("unit", CellKind::Text, "The unit; empty for a side or the fight."),
            ("lo", CellKind::Number, "The least that is asked for; empty without a lower end."),
            ("hi", CellKind::Number, "The most that is asked for; empty without an upper end."),
        ]),
    }
}

fn not_played() -> TableInfo {
    TableInfo {
        name: "not_played",
        verbs: "run, merge",
        sentence: plain("A scenario of a batch that was asked for and not played."),
        has_common: false,
        columns: columns(&[
            ("scenario", CellKind::Text, "What its results would be called."),
            ("file", CellKind::Text, "Its file."),
            ("code", CellKind::Integer, "The exit code of the failure."),
            ("reason", CellKind::Text, "Why it was not played."),
        ]),
    }
}

fn check() -> TableInfo {
    TableInfo {
        name: "check",
        verbs: "check",
        sentence: plain("A test of a point of a suite."),
        has_common: false,
        columns: columns(&[
            ("point", CellKind::Text, "The point of the suite."),
            ("metric", CellKind::Text, "The metric with its side or unit, or the text of the goal."),
            ("kind", CellKind::Text, "The kind of test: `exact`, `rate`, `distribution`, `mean` or `goal`."),
            ("baseline", CellKind::Number, "The rate or mean in the baseline."),
            ("value", CellKind::Number, "The rate or mean in the fresh fights."),
            ("lo", CellKind::Number, "The lower end of the 95 % interval of the value."),
            ("hi", CellKind::Number, "The upper end of that interval."),
            ("p_holm", CellKind::Number, "The p-value, adjusted for all tests of the run by Holm's method."),
            ("verdict", CellKind::Text, "What the test says: `pass`, `fail` or `inconclusive` among others."),
            ("reproduce", CellKind::Text, "A command that shows the value again."),
            ("note", CellKind::Text, "What else there is to say of it."),
        ]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_and_column_is_named_once_and_has_a_sentence() {
        let all = tables();
        for (idx, table) in all.iter().enumerate() {
            assert!(all[..idx].iter().all(|other| other.name != table.name), "{}", table.name);
            assert!(table.sentence.ends_with('.'), "{}: {}", table.name, table.sentence);
            for (idx, column) in table.columns.iter().enumerate() {
                let at = format!("{}.{}: {}", table.name, column.name, column.sentence);
                assert!(table.columns[..idx].iter().all(|other| other.name != column.name), "{at}");
                assert!(column.sentence.ends_with('.') && !column.sentence.contains("  "), "{at}");
            }
        }
    }

    #[test]
    fn the_columns_of_a_check_are_those_that_are_written() {
        let names: Vec<_> = check().columns.iter().map(|column| column.name).collect();
        assert_eq!(names, crate::gate::report::Row::COLUMNS);
    }
}
