//! Every column of every table with a sentence, for `fray list columns` and the book.

use std::borrow::Cow;

use super::rows::{
    ActionRow, CellKind, CourseRow, DamageRow, ExhaustionRow, FelledRow, HealthRow, MetricRow, RoundRow, Row,
    SummaryRow,
};
use crate::coach::CoachRow;
use crate::compare::report::CompareRow;
use crate::luck::table::LuckRow;
use crate::vary::best::text::BestRow;
use crate::vary::budget::text::BudgetRow;
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
    /// The kind of text in its cells.
    pub kind: CellKind,
    /// The meaning of a cell, in a sentence.
    pub sentence: Cow<'static, str>,
}

/// A table that a verb writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableInfo {
    /// The stem of the file.
    pub name: &'static str,
    /// The verbs that write it.
    pub verbs: &'static str,
    /// The meaning of a row, in a sentence.
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
        of::<BudgetRow<'_>>("budget"),
        of::<CoachRow<'_>>("coach"),
    ]);
    all.extend([check(), nights(), history(), history_values()]);
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

fn nights() -> TableInfo {
    TableInfo {
        name: "nights",
        verbs: "compare of two batches",
        sentence: plain("A metric of a point in two batches, what moved first."),
        has_common: false,
        columns: columns(&[
            ("point", CellKind::Text, "The point."),
            ("metric", CellKind::Text, "The metric, as goals write it."),
            ("kind", CellKind::Text, "`ratio` for a rate, `count` for a mean."),
            ("a", CellKind::Number, "Its value in the first batch."),
            ("b", CellKind::Number, "Its value in the second batch."),
            ("difference", CellKind::Number, "The second less the first."),
            ("lo", CellKind::Number, "The lower end of its 95 % interval."),
            ("hi", CellKind::Number, "The upper end of its 95 % interval."),
            (
                "p_adjusted",
                CellKind::Number,
                "The p-value, adjusted for all points and metrics by Holm's method.",
            ),
            ("moved", CellKind::Text, "Whether that is at most the accepted error: `true` or `false`."),
            (
                "edited",
                CellKind::Text,
                "Whether scenario or rules of the point were changed: `true` or `false`.",
            ),
        ]),
    }
}

fn history() -> TableInfo {
    TableInfo {
        name: "history",
        verbs: "history add, as one file for each call, named by date and content",
        sentence: plain("A metric of a point in a night, with the sums that it is computed from."),
        has_common: false,
        columns: columns(&[
            ("point", CellKind::Text, "The point."),
            ("date", CellKind::Text, "The date and time of its last fights, in UTC."),
            ("metric", CellKind::Text, "The metric, as goals write it."),
            (
                "kind",
                CellKind::Text,
                "`ratio` for a rate, `count` for a mean over fights, `value` for one over observations.",
            ),
            ("value", CellKind::Number, "The rate or mean."),
            ("lo", CellKind::Number, "The lower end of its 95 % interval."),
            ("hi", CellKind::Number, "The upper end of its 95 % interval."),
            ("fights", CellKind::Integer, "The fights; of what has tries those with a try."),
            ("tries", CellKind::Integer, "The tries or observations; of a number a fight the fights."),
            ("sum", CellKind::Integer, "The successes, or the sum of the values."),
            (
                "squares",
                CellKind::Integer,
                "The sum of the squares of the values; empty for a rate of fights.",
            ),
            (
                "products",
                CellKind::Integer,
                "The sum over fights of successes times tries; empty but for what has tries.",
            ),
            (
                "tries_squared",
                CellKind::Integer,
                "The sum over fights of squared tries; empty but for what has tries.",
            ),
            ("most_tries", CellKind::Integer, "The most tries of a fight; empty but for what has tries."),
            ("seed", CellKind::Integer, "The seed."),
            ("signature", CellKind::Text, "The signature of the tallies."),
            ("scenario_hash", CellKind::Text, "The hash of what the scenario means."),
            ("system", CellKind::Text, "The game, by its name in scenario files."),
            ("rules", CellKind::Text, "The digest of the rules that played the fights."),
            ("fray", CellKind::Text, "The version of fray."),
        ]),
    }
}

fn history_values() -> TableInfo {
    TableInfo {
        name: "scenarios",
        verbs: "history add, as files named by content, where scenarios are new",
        sentence: plain(
            "A value of a block of a scenario, such as a unit; or, without a path, a block of a scenario.",
        ),
        has_common: false,
        columns: columns(&[
            ("of", CellKind::Text, "The hash of the block; without a path that of the scenario."),
            (
                "path",
                CellKind::Text,
                "The path of the value, as for `--set`; empty for a block of a scenario.",
            ),
            ("value", CellKind::Text, "The value, in TOML; without a path the hash of the block."),
            ("origin", CellKind::Text, "The file and line of the value, or the flag."),
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
        let names = |table: TableInfo| table.columns.iter().map(|column| column.name).collect::<Vec<_>>();
        assert_eq!(names(check()), crate::gate::report::Row::COLUMNS);
        assert_eq!(names(nights()), crate::compare::nights::NightRow::COLUMNS);
        assert_eq!(names(history()), crate::history::results::COLUMNS);
        assert_eq!(names(history_values()), crate::history::values::COLUMNS);
    }

    /// The tables whose rows are a type are here with its columns by construction; what is left is that none is missing.
    #[test]
    fn every_table_that_the_source_names_has_an_entry() {
        let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let (mut folders, mut named) = (vec![crates.join("cli/src"), crates.join("sim/src")], Vec::new());
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder of the source") {
                let path = entry.expect("a file").path();
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                if path.is_dir() {
                    folders.push(path);
                } else if name.ends_with(".rs") && !name.contains("tests") {
                    let text = std::fs::read_to_string(&path).expect("a file of the source");
                    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
                    for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
                        let words = line.split('"').skip(1).step_by(2);
                        let tables = words.filter_map(|word| word.strip_suffix(".csv"));
                        let is_name = |stem: &&str| stem.bytes().all(|c| c.is_ascii_lowercase() || c == b'_');
                        named.extend(
                            tables.filter(is_name).filter(|stem| !stem.is_empty()).map(str::to_owned),
                        );
                    }
                }
            }
        }
        assert!(named.len() >= 20, "{named:?}");
        let known: Vec<_> = tables().iter().map(|table| table.name).collect();
        named.retain(|stem| !known.contains(&stem.as_str()));
        assert_eq!(named, Vec::<String>::new(), "tables without an entry");
    }
}
