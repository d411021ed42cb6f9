//! Trees written as TOML so that each line holds one part of them: a line that is refused says which.

use serde_json::{Map, Value};

/// A step from a table or a list to a part of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    Key(String),
    Place(usize),
}

/// The text of a file, and of each of its lines the part of the tree that it writes.
pub(crate) fn written(tree: &Value) -> (String, Vec<Vec<Step>>) {
    let mut lines = Lines { text: String::new(), paths: Vec::new() };
    lines.table(tree.as_object().expect("a table"), &mut Vec::new(), "");
    (lines.text, lines.paths)
}

/// Takes a part out of a tree; false if it is not there.
pub(crate) fn remove(tree: &mut Value, path: &[Step]) -> bool {
    let Some((last, before)) = path.split_last() else { return false };
    let mut at = tree;
    for step in before {
        let inner = match step {
            Step::Key(key) => at.get_mut(key),
            Step::Place(place) => at.get_mut(*place),
        };
        let Some(inner) = inner else { return false };
        at = inner;
    }
    match (last, at) {
        (Step::Key(key), Value::Object(table)) => table.remove(key).is_some(),
        (Step::Place(place), Value::Array(list)) if *place < list.len() => {
            list.remove(*place);
            true
        }
        _ => false,
    }
}

struct Lines {
    text: String,
    paths: Vec<Vec<Step>>,
}

impl Lines {
    fn line(&mut self, line: &str, path: &[Step]) {
        self.text.push_str(line);
        self.text.push('\n');
        self.paths.push(path.to_vec());
    }

    /// A table under its header: first its values, then the tables in it.
    fn table(&mut self, table: &Map<String, Value>, path: &mut Vec<Step>, header: &str) {
        let is_table = |value: &Value| value.is_object();
        let is_tables = |value: &Value| {
            value.as_array().is_some_and(|list| !list.is_empty() && list.iter().all(Value::is_object))
        };
        // Sides, units and named blocks have headers; what lies deeper is written in lines of its table.
        let has_headers = header.is_empty() || header == "side";
        for (key, value) in table.iter().filter(|(_, value)| !value.is_null()) {
            if has_headers
                && (is_table(value) || (is_tables(value) && ["side", "unit"].contains(&key.as_str())))
            {
                continue;
            }
            path.push(Step::Key(key.clone()));
            match value {
                Value::Array(list) if !list.is_empty() => {
                    self.line(&format!("{} = [", quoted(key)), path);
                    for (place, one) in list.iter().enumerate() {
                        path.push(Step::Place(place));
                        self.line(&format!("  {},", inline(one)), path);
                        path.pop();
                    }
                    self.line("]", path);
                }
                Value::Object(inner) if !inner.is_empty() => {
                    for (name, one) in inner {
                        path.push(Step::Key(name.clone()));
                        self.line(&format!("{}.{} = {}", quoted(key), quoted(name), inline(one)), path);
                        path.pop();
                    }
                }
                value => self.line(&format!("{} = {}", quoted(key), inline(value)), path),
            }
            path.pop();
        }
        if !has_headers {
            return;
        }
        for (key, value) in table {
            let name = if header.is_empty() { quoted(key) } else { format!("{header}.{}", quoted(key)) };
            path.push(Step::Key(key.clone()));
            match value {
                Value::Object(inner)
                    if header.is_empty() && !inner.is_empty() && inner.values().all(Value::is_object) =>
                {
                    // Named blocks.
                    for (block, value) in inner {
                        path.push(Step::Key(block.clone()));
                        let header = format!("{name}.{}", quoted(block));
                        self.line(&format!("[{header}]"), path);
                        self.table(value.as_object().expect("a table"), path, &header);
                        path.pop();
                    }
                }
                Value::Object(inner) => {
                    self.line(&format!("[{name}]"), path);
                    self.table(inner, path, &name);
                }
                Value::Array(list) if is_tables(value) && ["side", "unit"].contains(&key.as_str()) => {
                    for (place, value) in list.iter().enumerate() {
                        path.push(Step::Place(place));
                        self.line(&format!("[[{name}]]"), path);
                        self.table(value.as_object().expect("a table"), path, &name);
                        path.pop();
                    }
                }
                _ => {}
            }
            path.pop();
        }
    }
}

/// A key as it has to be written.
fn quoted(key: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !key.is_empty() && key.chars().all(is_bare) { key.to_owned() } else { Value::from(key).to_string() }
}

/// A value on one line.
fn inline(value: &Value) -> String {
    match value {
        Value::Array(list) => format!("[{}]", list.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::Object(table) => {
            let parts: Vec<String> = table
                .iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(key, value)| format!("{} = {}", quoted(key), inline(value)))
                .collect();
            format!("{{ {} }}", parts.join(", "))
        }
        value => value.to_string(),
    }
}
