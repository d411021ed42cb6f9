//! `fray list columns`: every column of every table.

use fray_kit::sheet::problem::nearest;
use fray_sim::tables::dictionary::{ColumnInfo, TableInfo, common, tables};
use fray_sim::tables::json::Versioned;
use serde::Serialize;

use super::{Row, lines};
use crate::args::ListArgs;
use crate::exit::{Exit, Failure, print, print_json};

/// Prints tables with their columns, which are the same in all games.
///
/// # Errors
/// If there is no table of the name that is asked for, or nothing can be written.
pub(super) fn print_all(args: &ListArgs) -> Result<Exit, Failure> {
    let all = asked_for(args.system.as_deref())?;
    if args.json {
        print_json(&Versioned::new(&Object::new(all)))?;
    } else {
        print(&(lines(&rows_of(all)).join("\n") + "\n"))?;
    }
    Ok(Exit::Ok)
}

/// The table of this name, with or without its ending; all of them without a name.
fn asked_for(name: Option<&str>) -> Result<Vec<TableInfo>, Failure> {
    let all = tables();
    let Some(name) = name else { return Ok(all) };
    let stem = name.strip_suffix(".csv").unwrap_or(name);
    if fray_sim::play::game::find(stem).is_some() {
        return Err(Failure::usage(format!("the columns are the same in all games: leave out `{name}`")));
    }
    let found: Vec<TableInfo> = all.iter().filter(|table| table.name == stem).cloned().collect();
    if found.is_empty() {
        let near = nearest(stem, all.iter().map(|table| table.name));
        let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        return Err(Failure::usage(format!("there is no table `{name}`{near}")));
    }
    Ok(found)
}

/// All tables as rows of name, kind, sentence.
pub(super) fn rows() -> Vec<Row> {
    rows_of(tables())
}

fn rows_of(all: Vec<TableInfo>) -> Vec<Row> {
    let row =
        |it: &ColumnInfo| [format!("  {}", it.name), it.kind.word().to_owned(), it.sentence.to_string()];
    let mut rows = vec![[
        "common columns".to_owned(),
        String::new(),
        "Most tables begin with these, so that the files of several runs can be read as one table."
            .to_owned(),
    ]];
    rows.extend(common().iter().map(row));
    for table in all {
        let TableInfo { name, verbs, sentence, has_common, columns } = table;
        let common = if has_common { "" } else { " Has no common columns." };
        let sentence = format!("{sentence} Written by {verbs}.{common}");
        rows.push([format!("{name}.csv"), String::new(), sentence]);
        rows.extend(columns.iter().map(row));
    }
    rows
}

#[derive(Serialize)]
struct Object {
    common: Vec<Column>,
    tables: Vec<Table>,
}

#[derive(Serialize)]
struct Table {
    table: &'static str,
    verbs: &'static str,
    sentence: String,
    has_common: bool,
    columns: Vec<Column>,
}

#[derive(Serialize)]
struct Column {
    name: &'static str,
    kind: &'static str,
    sentence: String,
}

impl Object {
    fn new(all: Vec<TableInfo>) -> Self {
        let column = |ColumnInfo { name, kind, sentence }: ColumnInfo| Column {
            name,
            kind: kind.word(),
            sentence: sentence.into_owned(),
        };
        let table = |TableInfo { name, verbs, sentence, has_common, columns }: TableInfo| Table {
            table: name,
            verbs,
            sentence: sentence.into_owned(),
            has_common,
            columns: columns.into_iter().map(column).collect(),
        };
        Self {
            common: common().into_iter().map(column).collect(),
            tables: all.into_iter().map(table).collect(),
        }
    }
}
