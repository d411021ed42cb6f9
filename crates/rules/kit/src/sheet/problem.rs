//! Problems of a text, with their places.

use super::text::shown;

/// A text that was read: a file, or an argument of the command line. By its place in the list of
/// sources that whoever reads the texts keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileId(pub u16);

/// A place in a text, in bytes: from `start` up to but not including `end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// The text.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// The byte behind the last.
    pub end: u32,
}

impl Span {
    /// The bytes `start..end` of `file`.
    #[must_use]
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        let cut = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { file, start: cut(start), end: cut(end.max(start)) }
    }
}

/// A value with the place where it was given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// The place at which it was given; for a default, the place at which it could have been given.
    pub span: Span,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The place.
    pub span: Span,
    /// The key, as a path that `--set` would take; empty where there is none.
    pub key: String,
    /// A lower-case fragment of one line, without a full stop, that says what was expected.
    pub message: String,
    /// More for whoever mends it.
    pub help: Option<String>,
    /// Whether it may only follow from another one: something is missing that may stand in a line
    /// that could not be read.
    pub may_follow: bool,
}

/// All that is wrong so far. Reading goes on behind a problem, so that all are shown at once.
#[derive(Clone, Debug, Default)]
pub struct Problems {
    list: Vec<Problem>,
    warnings: Vec<Problem>,
}

/// The most problems that are kept; whoever has more of them will mend these first.
const MOST: usize = 1_000;

/// The most characters of a message and of a hint, which may list all names of a long list.
const LONGEST: usize = 500;
const LONGEST_HELP: usize = 1_500;

impl Problems {
    /// Notes a problem.
    pub fn add(&mut self, span: Span, key: impl Into<String>, message: impl Into<String>) {
        self.push(span, key.into(), message.into(), None, false);
    }

    /// Notes a problem with a hint.
    pub fn add_help(
        &mut self,
        span: Span,
        key: impl Into<String>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.push(span, key.into(), message.into(), Some(help.into()), false);
    }

    /// Notes that something is missing.
    pub fn missing(&mut self, span: Span, key: impl Into<String>, message: impl Into<String>) {
        self.push(span, key.into(), message.into(), None, true);
    }

    /// Notes that something is missing, with a hint.
    pub fn missing_help(
        &mut self,
        span: Span,
        key: impl Into<String>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.push(span, key.into(), message.into(), Some(help.into()), true);
    }

    /// Notes something that can be played and is hardly meant, with a hint. It is no problem: what
    /// it is about is played as it is written.
    pub fn warn(
        &mut self,
        span: Span,
        key: impl Into<String>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        if self.warnings.len() < MOST {
            self.warnings.push(problem(span, key.into(), message.into(), Some(help.into()), false));
        }
    }

    /// Takes the warnings, by place.
    pub fn take_warnings(&mut self) -> Vec<Problem> {
        by_place(core::mem::take(&mut self.warnings))
    }

    /// Takes problems over.
    pub fn extend(&mut self, problems: impl IntoIterator<Item = Problem>) {
        self.list.extend(problems);
    }

    /// Adds copies of the problems and warnings of `other`, as far as so many are kept.
    pub fn append(&mut self, other: &Self) {
        let room = |list: &Vec<Problem>| MOST.saturating_sub(list.len());
        self.list.extend(other.list.iter().take(room(&self.list)).cloned());
        self.warnings.extend(other.warnings.iter().take(room(&self.warnings)).cloned());
    }

    /// Returns whether no more are kept, so that looking for more is of no use.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.list.len() >= MOST
    }

    /// Returns whether nothing is wrong.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns how many problems there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The problems by place, one for a place and key: a block that two units use is wrong once.
    #[must_use]
    pub fn sorted(self) -> Vec<Problem> {
        by_place(self.list)
    }

    fn push(&mut self, span: Span, key: String, message: String, help: Option<String>, may_follow: bool) {
        if self.is_full() {
            return;
        }
        self.list.push(problem(span, key, message, help, may_follow));
    }
}

fn problem(span: Span, key: String, message: String, help: Option<String>, may_follow: bool) -> Problem {
    let help = help.as_deref().map(|help| one_line(help, LONGEST_HELP));
    let [key, message] = [key, message].map(|text| one_line(&text, LONGEST));
    Problem { span, key, message, help, may_follow }
}

/// Problems by place, one for a place and key.
fn by_place(mut list: Vec<Problem>) -> Vec<Problem> {
    // Stable: of several at one place the one found first stays.
    list.sort_by_key(|problem| (problem.span.file, problem.span.start));
    let mut kept: Vec<Problem> = Vec::new();
    for problem in list {
        let same =
            |old: &&Problem| old.span.file == problem.span.file && old.span.start == problem.span.start;
        let mut here = kept.iter().rev().take_while(same);
        if !here.any(|old| last_key(&old.key) == last_key(&problem.key)) {
            kept.push(problem);
        }
    }
    kept
}

/// A text that may quote whatever stands in a file, on one line of bearable length.
fn one_line(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        None => shown(text).into_owned(),
        Some((end, _)) => format!("{}...", shown(&text[..end])),
    }
}

fn last_key(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

/// The known name closest to what was written, if one is close enough to be meant.
#[must_use]
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 64;
    if written.len() > LONGEST {
        return None;
    }
    let lower = written.to_lowercase();
    known
        .into_iter()
        .map(|name| (strsim::osa_distance(&lower, &name.to_lowercase()), name))
        .filter(|&(distance, name)| {
            let length = name.chars().count().max(lower.chars().count());
            distance <= (length / 3).max(1) && distance < length
        })
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// "; did you mean `name`?", or nothing.
#[must_use]
pub fn did_you_mean<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(written, known).map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

/// "`a`, `b` or `c`".
#[must_use]
pub fn one_of<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| format!("`{word}`")).collect();
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => "nothing".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_one_that_may_be_meant() {
        let known = ["strength", "skill", "hp", "hit"];
        assert_eq!(nearest("streng", known), Some("strength"));
        assert_eq!(nearest("HP", known), Some("hp"));
        assert_eq!(nearest("hpp", known), Some("hp"));
        assert_eq!(nearest("zorkmid", known), None);
    }

    #[test]
    fn problems_come_by_place_and_once() {
        let mut problems = Problems::default();
        let at = |start| Span::new(FileId(0), start, start + 1);
        problems.add(at(9), "b.hp", "second");
        problems.add(at(3), "a.hp", "first");
        problems.add(at(9), "c.hp", "second for another unit");
        problems.add(at(9), "c.mp", "another key");
        problems.warn(at(5), "d.mp", "a warning", "the way out");
        problems.warn(at(2), "d.hp", "the first warning", "the way out");
        assert_eq!(problems.len(), 4, "a warning is no problem");
        let messages = |all: Vec<Problem>| all.into_iter().map(|it| it.message).collect::<Vec<String>>();
        assert_eq!(messages(problems.take_warnings()), ["the first warning", "a warning"]);
        assert_eq!(messages(problems.sorted()), ["first", "second", "another key"]);
    }
}
