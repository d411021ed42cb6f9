//! Rulings: the answers to the silences of a rules text.

use crate::Words;

/// The declaration of a ruling key, which answers one silence of the rules text.
#[derive(Clone, Copy, Debug)]
pub struct RulingInfo {
    /// The key in `[rulings]`.
    pub key: &'static str,
    /// The rules that name it: `NW-20`.
    pub rule: &'static str,
    /// The words it may be, in the ledger's order; the default is the first of words and number.
    pub words: &'static [&'static str],
    /// The range of the number it may be, both ends legal.
    pub range: Option<(i64, i64)>,
    /// The form of its values that are neither a listed word nor a number; `None` if there are no others.
    pub other: Option<Other>,
    /// From one legal number to the next.
    pub step: i64,
    /// The default, as it would stand in a file.
    pub default: fn() -> String,
    /// One sentence for the designer.
    pub sentence: &'static str,
    /// A clause that says when another answer than the default can change a fight; `None`: always.
    pub need: Option<&'static str>,
}

impl RulingInfo {
    /// A key with values of this type; its default and its need are still to be filled in.
    #[must_use]
    pub const fn of<T: RulingType>(key: &'static str, rule: &'static str, sentence: &'static str) -> Self {
        let (words, range, other, step) = (T::WORDS, T::RANGE, T::OTHER, T::STEP);
        Self { key, rule, words, range, other, step, default: String::new, sentence, need: None }
    }

    /// A key that is the name of a side, or `none`.
    #[must_use]
    pub const fn of_side(key: &'static str, rule: &'static str, sentence: &'static str) -> Self {
        let (words, other, default) = (&["none"], Some(Other::Side), || "none".to_owned());
        Self { key, rule, words, range: None, other, step: 1, default, sentence, need: None }
    }

    /// All of these, and `last` behind them: `N` is one more than they are.
    #[must_use]
    pub const fn and<const N: usize>(all: &[Self], last: Self) -> [Self; N] {
        let mut with = [last; N];
        let mut i = 0;
        while i < all.len() {
            with[i] = all[i];
            i += 1;
        }
        with
    }
}

/// The condition that a scenario of type `S` must meet for answers other than the default to change its
/// fights; several rulings may share it.
#[derive(Clone, Copy, Debug)]
pub struct Need<S> {
    /// A clause: "a unit has prana".
    pub what: &'static str,
    /// Whether it holds.
    pub holds: fn(&S) -> bool,
}

/// Puts a value of a file in place of a ruling. False if it is not legal, which leaves the ruling as
/// it was.
pub fn set<T: RulingType>(ruling: &mut T, value: RulingValue<'_>) -> bool {
    let read = T::read(value);
    if let Some(value) = read {
        *ruling = value;
    }
    read.is_some()
}

/// The form of a ruling's value that is neither a word of its list nor a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Other {
    /// The name of a side.
    Side,
    /// A list of pairs of numbers, of this meaning.
    Pairs(&'static str),
    /// A list of pairs of texts, of this meaning.
    Texts(&'static str),
    /// A list of words, each of which may be one of these.
    Words(&'static [&'static str]),
    /// A text of this form.
    Form(&'static str),
    /// A list of lists of words and numbers, of this meaning.
    Rows(&'static str),
}

/// The value of a ruling as a file gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulingValue<'a> {
    /// A word.
    Word(&'a str),
    /// A number.
    Number(i64),
    /// Pairs of numbers.
    Pairs(&'a [(i64, i64)]),
    /// Pairs of texts.
    Texts(&'a [(String, String)]),
    /// A list of words.
    Words(&'a [&'a str]),
    /// Lists of words and numbers that are no pairs of numbers.
    Rows(&'a [Vec<Cell<'a>>]),
}

/// An entry of a list that is a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell<'a> {
    /// A word.
    Word(&'a str),
    /// A number.
    Number(i64),
}

/// A type that a ruling can have.
pub trait RulingType: Sized + Copy {
    /// The legal words.
    const WORDS: &'static [&'static str];
    /// The legal range of numbers.
    const RANGE: Option<(i64, i64)>;
    /// The form of other legal values; `None` if there are none.
    const OTHER: Option<Other> = None;
    /// From one legal number to the next.
    const STEP: i64 = 1;
    /// The value, if it is legal.
    fn read(value: RulingValue<'_>) -> Option<Self>;
    /// The value as it would stand in a file.
    fn show(self) -> String;
}

/// A ruling that is a number between `MIN` and `MAX`, some steps of `STEP` above `MIN`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number<const MIN: i64, const MAX: i64, const STEP: i64 = 1>(pub i32);

impl<const MIN: i64, const MAX: i64, const STEP: i64> RulingType for Number<MIN, MAX, STEP> {
    const WORDS: &'static [&'static str] = &[];
    const RANGE: Option<(i64, i64)> = Some((MIN, MAX));
    const STEP: i64 = STEP;

    fn read(value: RulingValue<'_>) -> Option<Self> {
        match value {
            RulingValue::Number(n) if (MIN..=MAX).contains(&n) && (n - MIN) % STEP == 0 => {
                Some(Self(n as i32))
            }
            _ => None,
        }
    }

    fn show(self) -> String {
        self.0.to_string()
    }
}

/// Declares rulings that are a number between `MIN` and `MAX`, or a word.
macro_rules! number_or_word {
    ($($(#[doc = $doc:literal])+ $name:ident or $word:literal;)*) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name<const MIN: i64, const MAX: i64>(pub Option<i32>);

        impl<const MIN: i64, const MAX: i64> RulingType for $name<MIN, MAX> {
            const WORDS: &'static [&'static str] = &[$word];
            const RANGE: Option<(i64, i64)> = Some((MIN, MAX));

            fn read(value: RulingValue<'_>) -> Option<Self> {
                match value {
                    RulingValue::Word($word) => Some(Self(None)),
                    RulingValue::Number(n) if (MIN..=MAX).contains(&n) => Some(Self(Some(n as i32))),
                    _ => None,
                }
            }

            fn show(self) -> String {
                self.0.map_or_else(|| $word.to_owned(), |n| n.to_string())
            }
        }
    )*};
}

number_or_word! {
    /// A ruling that is the word `none` or a number between `MIN` and `MAX`.
    MaybeNumber or "none";
    /// A ruling that is the word `unlimited` or a limit between `MIN` and `MAX`.
    Unlimited or "unlimited";
}

/// `true` or `false`.
impl RulingType for bool {
    const WORDS: &'static [&'static str] = &["true", "false"];
    const RANGE: Option<(i64, i64)> = None;

    fn read(value: RulingValue<'_>) -> Option<Self> {
        match value {
            RulingValue::Word("true") => Some(true),
            RulingValue::Word("false") => Some(false),
            _ => None,
        }
    }

    fn show(self) -> String {
        self.to_string()
    }
}

/// Yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum YesNo {
    /// Yes.
    Yes,
    /// No.
    No,
}

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Switch {
    /// On.
    On,
    /// Off.
    Off,
}

impl YesNo {
    /// Returns whether it is yes.
    #[inline(always)]
    #[must_use]
    pub fn is_yes(self) -> bool {
        self == Self::Yes
    }
}
