//! Reads a file and its includes.

use std::path::{Path, PathBuf};

use fray_kit::sheet::declare::{Extent, Place};
use fray_kit::sheet::envelope::Include;
use fray_kit::sheet::library::{Library, SECTIONS};
use fray_kit::sheet::node::{self, Node, Table};
use fray_kit::sheet::problem::{FileId, Problems, Span};

use super::source::{Files, MAX_FILES, Sources, beside, is_sheet, named_in};
use super::spreadsheet;

/// Reads files, each of them once.
pub(super) struct Reader<'a> {
    files: &'a dyn Files,
    /// The texts read so far.
    pub(super) sources: Sources,
    /// The named blocks read so far.
    pub(super) library: Library,
    /// The problems of syntax.
    pub(super) syntax: Problems,
    /// The other problems.
    pub(super) problems: Problems,
    /// Whether the first file is a spreadsheet.
    pub(super) is_spreadsheet: bool,
    /// The files that were read or are being read.
    seen: Vec<PathBuf>,
    /// The files that are being read; each is included by the one before it.
    open: Vec<PathBuf>,
}

/// Returns whether a document says anything that a scenario or an include says.
fn is_ours(root: &Table) -> bool {
    let keys = ["system", "title", "include", "run", "rulings", "map", "side", "goal"];
    SECTIONS.iter().chain(&keys).any(|key| root.get(key).is_some())
}

/// Returns whether a document is an include: no system and no sides.
pub(super) fn is_include(root: &Table) -> bool {
    root.get("system").is_none() && root.get("side").is_none()
}

impl<'a> Reader<'a> {
    pub(super) fn new(files: &'a dyn Files) -> Self {
        Self {
            files,
            sources: Sources::default(),
            library: Library::default(),
            syntax: Problems::default(),
            problems: Problems::default(),
            is_spreadsheet: false,
            seen: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Reads the file of the command line and its includes. `None` if it cannot be read.
    pub(super) fn main(&mut self, path: &Path) -> Option<Node> {
        let name = path.display().to_string();
        let file = FileId(0);
        let bytes = match self.files.read(path, false) {
            Ok(bytes) => bytes,
            Err(error) => {
                self.sources.add(name, "");
                self.problems.add(Span::new(file, 0, 0), "", format!("cannot be read: {}", reason(&error)));
                return None;
            }
        };
        let text = self.text(&name, bytes)?;
        let path = beside(path, &path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default());
        self.seen.push(path.clone());
        self.open.push(path.clone());
        if is_sheet(&path) {
            self.is_spreadsheet = true;
            if !spreadsheet::is_one(&text) {
                self.sources.hide(file);
            }
            spreadsheet::read(file, &text, &mut self.library, &mut self.problems);
            return Some(Node::table(Span::new(file, 0, 0)));
        }
        let root = node::parse(file, &text, &mut self.syntax);
        let table = root.as_table()?;
        let of_suite = ["point", "cross"].into_iter().find_map(|key| table.get(key));
        if let Some(point) = of_suite.filter(|_| is_include(table)) {
            let help = "`fray check`, `fray run`, `fray plan` and `fray validate` take suites";
            let message = format!("expected a scenario; with `{}` this is a suite", point.key);
            self.problems.add_help(point.span, point.key.as_str(), message, help);
            return None;
        }
        if !is_ours(table) {
            self.sources.hide(file);
            if text.len() > node::MAX_TEXT {
                // That is what is wrong with it, and was said.
                return None;
            }
            self.syntax = Problems::default();
            let message = "expected `system` for a scenario, or named blocks for an include";
            self.problems.missing(Span::new(file, 0, 0), "system", message);
            return None;
        }
        if is_include(table) {
            let mut known = SECTIONS.iter().chain(&["include"]);
            if self.syntax.is_empty() && known.all(|key| table.get(key).is_none()) {
                let message = "expected `system` for a scenario, or named blocks for an include";
                self.problems.missing(Span::new(file, 0, 0), "system", message);
            }
            self.check_include(&root);
        }
        self.library.add(table, &mut self.problems);
        self.follow(table, &path);
        Some(root)
    }

    /// Reads the includes of a document.
    fn follow(&mut self, root: &Table, from: &Path) {
        let Some(list) = root.get("include").and_then(|entry| entry.value.as_list()) else { return };
        let mut listed: Vec<PathBuf> = Vec::new();
        for item in &list {
            let Some(name) = item.as_text().filter(|name| !name.trim().is_empty()) else { continue };
            let path = named_in(from, name);
            let shown = path.display();
            let wrong = if listed.contains(&path) {
                Some(format!("`{shown}` is included twice"))
            } else if self.open.contains(&path) {
                Some(format!("`{shown}` includes itself{}", self.circle(&path)))
            } else if self.seen.len() >= MAX_FILES {
                Some(format!("expected at most {MAX_FILES} files in a scenario"))
            } else {
                None
            };
            listed.push(path.clone());
            if let Some(message) = wrong {
                self.problems.add(item.span, "include", message);
            } else if !self.seen.contains(&path) {
                self.seen.push(path.clone());
                self.open.push(path.clone());
                self.include(&path, item.span);
                self.open.pop();
            }
        }
    }

    fn include(&mut self, path: &Path, at: Span) {
        let name = path.display().to_string();
        let bytes = match self.files.read(path, true) {
            Ok(bytes) => bytes,
            Err(error) => {
                let message = format!("the include `{name}` cannot be read: {}", reason(&error));
                self.problems.add(at, "include", message);
                return;
            }
        };
        let file = FileId(self.sources.list.len() as u16);
        let Some(text) = self.text(&name, bytes) else { return };
        if text.len() > node::MAX_TEXT && !is_sheet(path) {
            let message = format!("the include `{name}` has more than {} MiB of text", node::MAX_TEXT >> 20);
            self.problems.add(at, "include", message);
            return;
        }
        let mut syntax = Problems::default();
        let root = node::parse(file, &text, &mut syntax);
        let is_ours = match root.as_table() {
            _ if is_sheet(path) => spreadsheet::is_one(&text),
            Some(table) => is_ours(table) || (table.entries.is_empty() && syntax.is_empty()),
            None => false,
        };
        if !is_ours {
            let what = if is_sheet(path) { "a header with `name`" } else { "named blocks like `[unit.ID]`" };
            let message = format!("`{name}` is not an include: expected {what}");
            self.problems.add(at, "include", message);
            return;
        }
        if is_sheet(path) {
            spreadsheet::read(file, &text, &mut self.library, &mut self.problems);
            return;
        }
        self.syntax.extend(syntax.sorted());
        let Some(table) = root.as_table() else { return };
        if table.entries.is_empty() {
            let message = format!("the include `{name}` is empty: expected named blocks like `[unit.ID]`");
            self.problems.add_help(
                at,
                "include",
                message,
                "take it out of the list, or write blocks into it",
            );
            return;
        }
        if !is_include(table) {
            let key = if table.get("system").is_some() { "system" } else { "side" };
            let message = format!("`{name}` has a `{key}`: a scenario cannot be included");
            self.problems.add(at, "include", message);
            return;
        }
        self.check_include(&root);
        self.library.add(table, &mut self.problems);
        self.follow(table, path);
    }

    fn check_include(&mut self, root: &Node) {
        let place = Place { path: "", owner: "the include" };
        Include::read(root, Extent::Whole, None, place, &mut self.problems);
    }

    /// Adds the bytes of a file to the sources; `None` if they are not UTF-8 text.
    fn text(&mut self, name: &str, bytes: Vec<u8>) -> Option<String> {
        match String::from_utf8(bytes) {
            Ok(text) => {
                self.sources.add(name, text.clone());
                Some(text)
            }
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let file = self.sources.add(name, String::from_utf8_lossy(error.as_bytes()));
                self.sources.hide(file);
                let message = format!("expected UTF-8 text, found another byte at offset {at}");
                let span = Span::new(file, at, at + 1);
                if is_sheet(Path::new(name)) {
                    self.syntax.add_help(span, "", message, "save the sheet as `CSV UTF-8`")
                } else {
                    self.syntax.add(span, "", message)
                }
                None
            }
        }
    }

    /// ": a.toml includes b.toml includes a.toml"; empty if a file includes itself directly.
    fn circle(&self, path: &Path) -> String {
        let start = self.open.iter().position(|open| open == path).unwrap_or(0);
        let names: Vec<String> = self.open[start..].iter().map(|open| open.display().to_string()).collect();
        if names.len() < 2 {
            String::new()
        } else {
            format!(": {} includes {}", names.join(" includes "), names[0])
        }
    }
}

/// The message of an operating system error, as a fragment.
fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or("").trim_end_matches('.');
    text.chars().flat_map(|c| if c == '\n' { ' ' } else { c }.to_lowercase()).collect()
}
