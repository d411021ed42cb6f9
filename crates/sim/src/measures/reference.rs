//! A measure as it is written, before its names are looked up, and what each place allows of it.

use core::ops::Range;

use fray_kit::sheet::problem::did_you_mean;

use super::cast::{Cast, Named};
use super::cursor::{Cursor, Spanned, Unit, Who};
use super::{ParseError, Stat, View, Within};

/// A name with what its brackets say: `hp_left(Boss)`, `exhausted(Boss, every, round <= 2)`,
/// `median(rounds)`, `most_damage(Boss)`.
#[derive(Clone, Debug)]
pub(crate) struct Reference {
    /// `mean`, `median` or `p1` to `p99` around the name.
    pub(super) stat: Option<Spanned<Stat>>,
    /// The name of a metric, or of a property of one fight.
    pub(super) name: Spanned<String>,
    /// The side or unit.
    pub(super) who: Option<Spanned<Who>>,
    /// `first` or `every`.
    pub(super) view: Option<Spanned<View>>,
    pub(super) rounds: Within,
    pub(super) activations: Within,
    /// The first bound on rounds or activations.
    pub(super) bound: Option<Range<usize>>,
    /// The whole text of it.
    pub(super) at: Range<usize>,
}

/// The place in which a measure is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// In a goal or a target: it is measured over many fights.
    Fights,
    /// In `--metric`: its difference is measured in pairs of fights.
    Pairs,
    /// In `--find`: it describes one fight.
    OneFight,
}

/// The properties of one fight, each with the metric that measures it over many fights.
const OF_ONE_FIGHT: [(&str, &str); 7] = [
    ("win", "win_rate"),
    ("loss", "win_rate"),
    ("draw", "draw_rate"),
    ("timeout", "timeout_rate"),
    ("longest", "rounds"),
    ("shortest", "rounds"),
    ("most_damage", "damage"),
];

/// Rates over many fights, and what a search asks for instead.
const OF_ALL_FIGHTS: [(&str, &str); 3] = [
    ("win_rate", "`win` or `loss`, with the name of a side in brackets"),
    ("draw_rate", "`draw`"),
    ("timeout_rate", "`timeout`"),
];

impl Place {
    fn expected(self) -> &'static str {
        match self {
            Self::Fights | Self::Pairs => "the name of a metric, like `rounds` or `hp_left(Boss)`",
            Self::OneFight => "an outcome like `loss`, a condition like `rounds <= 3`, or `longest`",
        }
    }
}

impl Reference {
    /// Reads a reference and checks that its place allows what it asks for.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub(super) fn parse(cursor: &mut Cursor<'_>, place: Place) -> Result<Self, ParseError> {
        let start = cursor.at();
        let word = cursor.word(place.expected())?;
        let mut reference = match stat(word.value) {
            None => Self::call(cursor, word)?,
            Some(value) => {
                let is_open = cursor.eat("(");
                // A search may leave the brackets out: `p95 rounds`.
                if !is_open && place != Place::OneFight {
                    return Err(cursor.expected(&format!("`(` after `{}`", word.value)));
                }
                let name = cursor.word(place.expected())?;
                let inner = Self::call(cursor, name)?;
                if is_open {
                    cursor.expect(")", "`)`")?;
                }
                Self { stat: Some(Spanned { value, at: word.at }), ..inner }
            }
        };
        reference.at = start..cursor.last_end();
        reference.check(place)?;
        Ok(reference)
    }

    /// Reads a text that is one reference and nothing else.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub(crate) fn parse_text(text: &str, place: Place) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(text);
        let reference = Self::parse(&mut cursor, place)?;
        cursor.end("one metric is named, and nothing may follow it")?;
        Ok(reference)
    }

    /// The name, read already, with what stands in its brackets.
    fn call(cursor: &mut Cursor<'_>, name: Spanned<&str>) -> Result<Self, ParseError> {
        let at = name.at.clone();
        let name = Spanned { value: name.value.to_owned(), at: name.at };
        let (rounds, activations) = (Within::ALL, Within::ALL);
        let mut reference =
            Self { stat: None, name, who: None, view: None, rounds, activations, bound: None, at };
        let open = cursor.at();
        if !cursor.eat("(") {
            return Ok(reference);
        }
        let mut is_first = true;
        while !cursor.eat(")") {
            if !is_first {
                cursor.expect(",", "`,` or `)`")?;
            }
            if is_view_or_bound(cursor) {
                reference.view_or_bound(cursor)?;
            } else if is_first {
                reference.who = Some(cursor.who()?);
            } else {
                let expected = "`every`, or a bound like `round <= 2` or `activation < 3`";
                let help = "only one side or unit is named; a name with a comma is written in quotes";
                return Err(cursor.expected(expected).help(help));
            }
            is_first = false;
        }
        if is_first {
            return Err(ParseError::new(open..open + 1, "expected a name in the brackets"));
        }
        Ok(reference)
    }

    fn view_or_bound(&mut self, cursor: &mut Cursor<'_>) -> Result<(), ParseError> {
        let word = cursor.word("a bound")?;
        let view = |value| Some(Spanned { value, at: word.at.clone() });
        let target = match word.value {
            "every" => {
                self.view = view(View::Every);
                return Ok(());
            }
            "first" => {
                self.view = view(View::First);
                return Ok(());
            }
            "round" => &mut self.rounds,
            _ => &mut self.activations,
        };
        let within = within(cursor)?;
        *target = Within { lo: target.lo.max(within.lo), hi: target.hi.min(within.hi) };
        let at = word.at.start..cursor.last_end();
        if target.lo > target.hi {
            return Err(ParseError::new(at, format!("no {} fits these bounds", word.value)));
        }
        self.bound.get_or_insert(at);
        Ok(())
    }

    /// Refuses what the place cannot answer.
    fn check(&self, place: Place) -> Result<(), ParseError> {
        let name = self.name.value.as_str();
        if let Some(Spanned { at, .. }) = self.view.as_ref().filter(|_| name.ends_with("_every")) {
            return Err(ParseError::new(at.clone(), format!("`{name}` takes neither `every` nor `first`")));
        }
        let many = OF_ONE_FIGHT.iter().find(|(word, _)| *word == name).map(|(_, metric)| *metric);
        match (place, many, &self.stat, &self.bound) {
            (Place::Fights | Place::Pairs, Some(metric), ..) => {
                let message = format!("`{name}` describes one fight, which only `trace --find` asks for");
                Err(ParseError::new(self.name.at.clone(), message)
                    .help(format!("over many fights this is `{metric}`")))
            }
            (Place::Pairs, None, Some(Spanned { value: Stat::Quantile(_), at }), _) => {
                let message =
                    "a comparison is of rates and means: a quantile has no difference in a pair of fights";
                Err(ParseError::new(at.clone(), message).help(format!("write `{name}` without it")))
            }
            (Place::Pairs, None, _, Some(bound)) => {
                let message =
                    "a comparison counts all rounds and activations: bounds are for goals and targets";
                let help = format!("write `{name}`, `{name}_every` or `{name}_first_round`");
                Err(ParseError::new(bound.clone(), message).help(help))
            }
            (Place::OneFight, None, ..) => self.check_one_fight(),
            (Place::OneFight, Some(_), Some(Spanned { at, .. }), _) => {
                Err(ParseError::new(at.clone(), "one fight has no means and quantiles"))
            }
            (Place::OneFight, Some(_), None, _) => self.check_no_clock(),
            (Place::Fights | Place::Pairs, None, ..) => Ok(()),
        }
    }

    /// Refuses what is a number of many fights only.
    fn check_one_fight(&self) -> Result<(), ParseError> {
        let name = self.name.value.as_str();
        if let Some((_, instead)) = OF_ALL_FIGHTS.iter().find(|(word, _)| *word == name) {
            let message = format!("`{name}` speaks of all fights, and a search is for one");
            return Err(self.error(message).help(format!("write {instead}")));
        }
        match &self.stat {
            Some(Spanned { value: Stat::Mean, at }) => {
                let message = "a mean speaks of all fights, and a search is for one";
                let help = format!(
                    "write a condition like `{name} <= 3`, or `median {name}` for the fight in the middle"
                );
                Err(ParseError::new(at.clone(), message).help(help))
            }
            Some(Spanned { value: Stat::Quantile(_), .. }) | None => Ok(()),
        }
    }

    /// The name of the metric in the table of a comparison, where the view `every` of a clock has
    /// a name of its own. `is_known` says which names the table has.
    ///
    /// # Errors
    /// If the metric is no clock and has a view.
    pub(crate) fn table_name(&self, is_known: impl Fn(&str) -> bool) -> Result<String, ParseError> {
        let (name, every) = (&self.name.value, format!("{}_every", self.name.value));
        if is_known(name) && !is_known(&every) {
            self.check_no_clock()?;
        }
        let is_every = self.view.as_ref().is_some_and(|view| view.value == View::Every);
        Ok(if is_every { every } else { name.clone() })
    }

    /// Looks up the side or unit; `None` if there is none.
    ///
    /// # Errors
    /// If nothing has this name, or units of several sides have it.
    pub(crate) fn subject(&self, cast: &Cast<'_>) -> Result<Option<Named>, ParseError> {
        self.who.as_ref().map(|who| cast.find(who)).transpose()
    }

    /// An error about the reference as a whole.
    pub(crate) fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError::new(self.at.clone(), message)
    }

    /// Refuses `every`, `first` and bounds, which only clocks take.
    ///
    /// # Errors
    /// If there is one, with its place.
    pub(super) fn check_no_clock(&self) -> Result<(), ParseError> {
        let view = self.view.as_ref().map(|view| &view.at);
        let Some(at) = view.or(self.bound.as_ref()) else { return Ok(()) };
        let name = &self.name.value;
        let message = format!("`{name}` is not a clock and takes neither `every`, `first` nor bounds");
        let error = ParseError::new(at.clone(), message);
        // Who is named like a view is quoted, which nobody can guess.
        Err(match &self.view {
            Some(Spanned { value, .. }) if self.who.is_none() => {
                let word = if *value == View::First { "first" } else { "every" };
                error.help(format!("a side or unit of this name is written in quotes: {name}('{word}')"))
            }
            _ => error,
        })
    }

    /// Refuses the name of a side or unit.
    ///
    /// # Errors
    /// If there is one, with its place.
    pub(crate) fn check_no_name(&self) -> Result<(), ParseError> {
        let Some(who) = &self.who else { return Ok(()) };
        let name = &self.name.value;
        let message = format!("`{name}` belongs to the fight and takes no name");
        Err(ParseError::new(who.at.clone(), message).help(format!("write `{name}` alone")))
    }

    /// The error for a name that is none of the `known` metrics and describes no fight otherwise; `help`
    /// says what may be written.
    pub(super) fn unknown_of_one_fight<'a>(
        &self,
        known: impl Iterator<Item = &'a str>,
        help: &str,
    ) -> ParseError {
        let name = &self.name.value;
        let words = OF_ONE_FIGHT.iter().map(|(word, _)| *word);
        let meant = did_you_mean(name, words.chain(known).chain(["median", "p5", "p95"]));
        let message = format!("`{name}` is not a metric and describes no fight{meant}");
        ParseError::new(self.name.at.clone(), message).help(help)
    }

    /// The error for a name that is none of the `known` metrics: the nearest one, or all of them.
    pub(crate) fn unknown<'a>(&self, known: impl IntoIterator<Item = &'a str>) -> ParseError {
        let known: Vec<&str> = known.into_iter().collect();
        let name = &self.name.value;
        let meant = did_you_mean(name, known.iter().copied().chain(["mean", "median", "p5", "p95"]));
        let error = ParseError::new(self.name.at.clone(), format!("no metric is named `{name}`{meant}"));
        if !meant.is_empty() {
            return error;
        }
        let like: Vec<String> = like(name, &known).into_iter().map(|metric| format!("`{metric}`")).collect();
        let near = if like.is_empty() { String::new() } else { format!("near it: {}; ", like.join(", ")) };
        error.help(format!("{near}`fray list metrics` names all of them"))
    }
}

/// The metrics of which a name is a part, or that are a part of it, at most three: `hp_left` for `hp`.
fn like<'a>(name: &str, known: &[&'a str]) -> Vec<&'a str> {
    let words: Vec<&str> = name.split('_').filter(|word| word.len() > 1).collect();
    let shares = |metric: &&&str| metric.split('_').any(|word| words.contains(&word));
    known.iter().filter(shares).take(3).copied().collect()
}

fn stat(word: &str) -> Option<Stat> {
    match word {
        "mean" => Some(Stat::Mean),
        "median" => Some(Stat::Quantile(50)),
        _ => {
            let percent = word.strip_prefix('p')?.parse().ok()?;
            (1..100).contains(&percent).then_some(Stat::Quantile(percent))
        }
    }
}

/// Returns whether a view or a bound comes next, and not a name that begins like one.
fn is_view_or_bound(cursor: &Cursor<'_>) -> bool {
    let mut ahead = cursor.clone();
    match ahead.word("").map(|word| word.value) {
        Ok("every" | "first") => ahead.eat(",") || ahead.eat(")"),
        Ok("round" | "activation") => ahead.comparison().is_some() || ahead.eat_word("between"),
        _ => false,
    }
}

/// Reads the numbers that a bound allows.
fn within(cursor: &mut Cursor<'_>) -> Result<Within, ParseError> {
    if cursor.eat_word("between") {
        let lo = whole_number(cursor)?;
        if !cursor.eat_word("and") {
            return Err(cursor.expected("`and`"));
        }
        return Ok(Within { lo, hi: whole_number(cursor)? });
    }
    let sign = cursor.comparison().ok_or_else(|| cursor.expected("a sign like `<=`"))?;
    let n = whole_number(cursor)?;
    let (lo, hi) = match sign {
        "<=" => (0, n),
        ">=" => (n, u64::MAX),
        "<" => (0, n - 1),
        ">" => (n + 1, u64::MAX),
        _ => (n, n),
    };
    Ok(Within { lo, hi })
}

fn whole_number(cursor: &mut Cursor<'_>) -> Result<u64, ParseError> {
    const MOST: f64 = 1e6;
    let what = "a whole number from 1 to 1000000";
    let number = cursor.number(what)?;
    let value = number.value.value;
    if number.value.unit != Unit::None || value.fract() != 0.0 || !(1.0..=MOST).contains(&value) {
        return Err(ParseError::new(number.at, format!("expected {what}")));
    }
    Ok(value as u64)
}
