//! Reads the Markdown of a RULES.md: its headings, its paragraphs and points, and the numbers in them.

use core::fmt;

/// The number of a rule or decision: `JU-07`, `D-02`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    pub(crate) prefix: String,
    pub(crate) value: u32,
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:02}", self.prefix, self.value)
    }
}

impl Number {
    /// Reads a number as somebody writes it: `7`, `ju-7`, `JU07`. Digits alone have the prefix of the game.
    pub(crate) fn read(written: &str, usual: &str) -> Option<Self> {
        let written = written.trim();
        let digits = written.find(|c: char| c.is_ascii_digit())?;
        let prefix = written[..digits].trim_end_matches('-');
        let is_word = prefix.chars().all(|c| c.is_ascii_alphabetic());
        let value = written[digits..].parse().ok().filter(|_| is_word)?;
        let prefix = if prefix.is_empty() { usual.to_owned() } else { prefix.to_uppercase() };
        Some(Self { prefix, value })
    }

    /// Reads a number where a text cites it: with its prefix in capitals.
    fn of_word(word: &str) -> Option<Self> {
        let (prefix, digits) = word.split_once('-')?;
        let is_prefix = (1..=3).contains(&prefix.len()) && prefix.bytes().all(|c| c.is_ascii_uppercase());
        let value = digits.parse().ok().filter(|_| is_prefix)?;
        Some(Self { prefix: prefix.to_owned(), value })
    }

    /// The numbers that a text cites, in order; a short range, as in `A-07 to A-09`, with all that lie in it.
    fn cited(text: &str) -> Vec<Self> {
        const LONGEST: u32 = 10;
        let mut all: Vec<Self> = Vec::new();
        let mut is_range = false;
        let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
        for word in words.filter(|word| !word.is_empty()) {
            let Some(number) = Self::of_word(word) else {
                is_range = word == "to" && all.last().is_some();
                continue;
            };
            let from =
                all.last().filter(|last| is_range && last.prefix == number.prefix).map(|last| last.value);
            let between = from.filter(|from| number.value.saturating_sub(*from) <= LONGEST);
            for value in between.map_or(0..0, |from| from + 1..number.value) {
                all.push(Self { prefix: number.prefix.clone(), value });
            }
            all.push(number);
            is_range = false;
        }
        all
    }
}

/// A point or paragraph of the text.
#[derive(Clone, Debug)]
pub(crate) struct Rule<'a> {
    /// The heading above it.
    pub(crate) heading: &'a str,
    lines: Vec<&'a str>,
}

impl Rule<'_> {
    /// It as the file has it.
    pub(crate) fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// The numbers that it is about: those in bold type.
    pub(crate) fn numbers(&self) -> Vec<Number> {
        let text = self.text();
        text.split("**").skip(1).step_by(2).flat_map(Number::cited).collect()
    }

    /// All numbers in it.
    pub(crate) fn cited(&self) -> Vec<Number> {
        Number::cited(&self.text())
    }
}

/// The points and paragraphs of a text.
pub(crate) fn rules(text: &str) -> Vec<Rule<'_>> {
    let mut all: Vec<Rule<'_>> = Vec::new();
    let mut heading = "";
    let mut is_open = false;
    for line in text.lines() {
        if let Some(title) = line.strip_prefix('#') {
            heading = title.trim_start_matches('#').trim();
            is_open = false;
        } else if line.trim().is_empty() {
            is_open = false;
        } else if is_open && !["- ", "* ", "| "].iter().any(|start| line.starts_with(start)) {
            all.last_mut().expect("an open rule").lines.push(line);
        } else if line.starts_with("  ") && all.last().is_some_and(|last| last.heading == heading) {
            // A paragraph of the point above.
            all.last_mut().expect("a rule above").lines.extend(["", line]);
            is_open = true;
        } else {
            all.push(Rule { heading, lines: vec![line] });
            is_open = true;
        }
    }
    all
}

/// The rules that are about a number, or where there are none those that cite it; `None` if nothing does.
pub(crate) fn of<'r, 'a>(all: &'r [Rule<'a>], number: &Number) -> Option<Vec<&'r Rule<'a>>> {
    let about: Vec<_> = all.iter().filter(|rule| rule.numbers().contains(number)).collect();
    if !about.is_empty() {
        return Some(about);
    }
    let citing: Vec<_> = all.iter().filter(|rule| rule.cited().contains(number)).collect();
    (!citing.is_empty()).then_some(citing)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# A game\n\nRules are A-01 to A-90.\n\n## Dice\n\n- **A-01 Roll.** A die,\n  as high as \
                        it is.\n- **A-02, A-03** see A-07.\n\n  More of it.\n\n## End\n\nAll over. **D-1** too.\n";

    #[test]
    fn points_and_paragraphs_are_rules_with_their_lines() {
        let all = rules(TEXT);
        let texts: Vec<String> = all.iter().map(Rule::text).collect();
        assert_eq!(
            texts,
            [
                "Rules are A-01 to A-90.\n",
                "- **A-01 Roll.** A die,\n  as high as it is.\n",
                "- **A-02, A-03** see A-07.\n\n  More of it.\n",
                "All over. **D-1** too.\n",
            ]
        );
        assert_eq!(all[2].heading, "Dice");
    }

    #[test]
    fn a_rule_is_found_by_any_way_to_write_its_number() {
        let all = rules(TEXT);
        let text = |written: &str| {
            let found = of(&all, &Number::read(written, "A").expect("a number"));
            found.map(|rules| rules.iter().map(|rule| rule.text()).collect::<String>())
        };
        assert_eq!(text("1"), text("a-1"));
        assert_eq!(text("A-01").as_deref(), Some("- **A-01 Roll.** A die,\n  as high as it is.\n"));
        assert!(text("3").is_some_and(|text| text.contains("More of it")));
        assert!(text("7").is_some_and(|text| text.contains("see A-07")), "it is cited");
        assert!(text("D1").is_some_and(|text| text.contains("All over")));
        assert_eq!(text("8"), None);
        assert!(Number::cited("A-04 to A-06").iter().any(|number| number.value == 5), "a range");
        assert_eq!(Number::read("A", "A"), None);
        assert_eq!(Number::read("A-0x", "A"), None);
    }

    #[test]
    fn most_rules_of_every_game_are_found_by_their_number() {
        for info in fray_rules::GAMES {
            let all = rules(info.rulebook);
            let numbers = || info.rules.each().filter_map(|number| Number::read(&number, info.rules.prefix));
            let found = numbers().filter(|number| of(&all, number).is_some()).count();
            assert_eq!(found, numbers().count(), "{}", info.name());
        }
    }
}
