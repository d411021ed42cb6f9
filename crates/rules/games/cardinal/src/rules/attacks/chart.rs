//! The chart of defences (CA-20): which methods answer which attacks, as a scenario may say it.

use crate::data::setup::WeaponKind;
use crate::data::vocabulary::Method;
use fray_kit::declare::rulings::{Other, RulingType, RulingValue};
use fray_kit::sheet::declare::{Read, Shape};
use fray_kit::sheet::node::Node;
use fray_kit::sheet::problem::Problems;

/// CA-20: which methods answer which attacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chart {
    /// By kind of attack the methods that a list names, bit n for method n, and bit 7 where it names the
    /// kind at all.
    rows: [u8; WeaponKind::ALL.len()],
}

/// Marks a row of a [`Chart`] that the scenario gives.
const GIVEN: u8 = 1 << 7;

impl Chart {
    /// The methods that the scenario names for this kind; `None` where the table of the rules stands.
    #[inline(always)]
    #[must_use]
    pub fn row(&self, kind: WeaponKind) -> Option<u8> {
        let row = self.rows[kind as usize];
        (row & GIVEN != 0).then_some(row & !GIVEN)
    }

    /// The chart of these pairs of a kind and its methods; `None` if a word is unknown, a kind is named twice,
    /// or it is one that nothing answers (CA-29).
    fn of(pairs: &[(String, String)]) -> Option<Self> {
        let mut chart = Self::default();
        for (kind, methods) in pairs {
            let at = WeaponKind::WORDS.iter().position(|word| word == kind)?;
            if chart.rows[at] != 0 || WeaponKind::ALL[at] == WeaponKind::Resisted {
                return None;
            }
            let method = |word| Some(Method::ALL[Method::WORDS.iter().position(|known| *known == word)?]);
            let methods: Option<Vec<Method>> = methods.split_whitespace().map(method).collect();
            chart.set(WeaponKind::ALL[at], &methods?);
        }
        Some(chart)
    }

    /// Names the methods for a kind.
    pub fn set(&mut self, kind: WeaponKind, methods: &[Method]) {
        self.rows[kind as usize] = methods.iter().fold(GIVEN, |row, &method| row | 1 << method as u8);
    }
}

/// A [`Chart`] as an ability gives it: a list of pairs.
#[derive(Debug)]
pub struct ChartOf;

impl Read for ChartOf {
    type Out = Chart;

    fn shape() -> Shape {
        Shape::List(Box::new(Shape::List(Box::new(Shape::Text))))
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Chart> {
        let text = |node: &Node| node.as_text().map(str::to_owned);
        let pair = |node: &Node| match node.as_list()?.as_slice() {
            [kind, methods] => Some((text(kind)?, text(methods)?)),
            _ => None,
        };
        let pairs: Option<Vec<_>> = node.as_list().and_then(|list| list.iter().map(pair).collect());
        let chart = pairs.filter(|pairs| !pairs.is_empty()).and_then(|pairs| Chart::of(&pairs));
        if chart.is_none() {
            let message = format!("expected {PAIRS}, found {}", node.found());
            problems.add(node.span, key, message);
        }
        chart
    }
}

/// The form of a chart, for messages.
const PAIRS: &str = "a list of pairs like `[[\"thrown\", \"dodge parry\"], [\"magic\", \"\"]]`";

impl RulingType for Chart {
    const WORDS: &'static [&'static str] = &["standard"];
    const RANGE: Option<(i64, i64)> = None;
    const OTHER: Option<Other> = Some(Other::Texts(PAIRS));

    fn read(value: RulingValue<'_>) -> Option<Self> {
        match value {
            RulingValue::Word("standard") => Some(Self::default()),
            RulingValue::Texts(pairs) => Self::of(pairs),
            _ => None,
        }
    }

    fn show(self) -> String {
        let named = |(kind, row): (&str, u8)| {
            let methods = Method::ALL.into_iter().filter(|&method| row >> method as u8 & 1 == 1);
            let methods: Vec<&str> = methods.map(|method| Method::WORDS[method as usize]).collect();
            format!("[\"{kind}\", \"{}\"]", methods.join(" "))
        };
        let rows = WeaponKind::WORDS.into_iter().zip(self.rows).filter(|(_, row)| row & GIVEN != 0);
        let rows: Vec<String> = rows.map(named).collect();
        if rows.is_empty() { "standard".to_owned() } else { format!("[{}]", rows.join(", ")) }
    }
}
