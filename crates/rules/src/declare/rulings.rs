//! Rulings: the answers to the silences of a rules text.

/// What a ruling key is: the answer to one silence of the rules text.
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
    /// What else it may be.
    pub other: Option<Other>,
    /// From one legal number to the next.
    pub step: i64,
    /// The default, as it would stand in a file.
    pub default: &'static str,
    /// One sentence for the designer.
    pub sentence: &'static str,
}

/// What a ruling may be beside a word of its list and a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Other {
    /// The name of a side.
    Side,
    /// A list of pairs of numbers, of this meaning.
    Pairs(&'static str),
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
}

/// A type that a ruling can have.
pub trait RulingType: Sized + Copy {
    /// The legal words.
    const WORDS: &'static [&'static str];
    /// The legal range of numbers.
    const RANGE: Option<(i64, i64)>;
    /// What else is legal.
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

/// A ruling that is the word `none` or a number between `MIN` and `MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaybeNumber<const MIN: i64, const MAX: i64>(pub Option<i32>);

impl<const MIN: i64, const MAX: i64> RulingType for MaybeNumber<MIN, MAX> {
    const WORDS: &'static [&'static str] = &["none"];
    const RANGE: Option<(i64, i64)> = Some((MIN, MAX));

    fn read(value: RulingValue<'_>) -> Option<Self> {
        match value {
            RulingValue::Word("none") => Some(Self(None)),
            RulingValue::Number(n) if (MIN..=MAX).contains(&n) => Some(Self(Some(n as i32))),
            _ => None,
        }
    }

    fn show(self) -> String {
        self.0.map_or_else(|| "none".to_owned(), |n| n.to_string())
    }
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

/// Declares one ruling that is a choice of words: an enum whose variants carry the ledger's
/// words.
#[macro_export]
macro_rules! words {
    ($($(#[$outer:meta])* $vis:vis enum $name:ident { $(#[doc = $doc:literal] $variant:ident = $word:literal,)* })*) => {$(
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        $vis enum $name {
            $(#[doc = $doc] $variant,)*
        }

        impl $crate::declare::rulings::RulingType for $name {
            const WORDS: &'static [&'static str] = &[$($word),*];
            const RANGE: Option<(i64, i64)> = None;

            fn read(value: $crate::declare::rulings::RulingValue<'_>) -> Option<Self> {
                match value {
                    $($crate::declare::rulings::RulingValue::Word($word) => Some(Self::$variant),)*
                    _ => None,
                }
            }

            fn show(self) -> String {
                match self { $(Self::$variant => $word.to_owned()),* }
            }
        }
    )*};
}

/// Declares the rulings of a system: a struct with one field a key, its defaults, its list, and
/// how a value given by name is read.
#[macro_export]
macro_rules! rulings {
    ($(#[$outer:meta])* $vis:vis struct $set:ident {
        $(#[doc = $sentence:literal] $rule:literal $key:ident : $type:ty = $default:expr, $shown:literal;)*
    }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis struct $set {
            $(#[doc = $sentence] pub $key: $type,)*
        }

        impl Default for $set {
            fn default() -> Self {
                Self { $($key: $default),* }
            }
        }

        impl $set {
            /// All keys, sorted by name within their rules, as declared.
            pub const ALL: &'static [$crate::declare::rulings::RulingInfo] = &[
                $($crate::declare::rulings::RulingInfo {
                    key: stringify!($key),
                    rule: $rule,
                    words: <$type as $crate::declare::rulings::RulingType>::WORDS,
                    range: <$type as $crate::declare::rulings::RulingType>::RANGE,
                    other: <$type as $crate::declare::rulings::RulingType>::OTHER,
                    step: <$type as $crate::declare::rulings::RulingType>::STEP,
                    default: $shown,
                    sentence: $crate::declare::trimmed($sentence),
                }),*
            ];

            /// Sets one key. `None` if there is no such key; `Some(false)` if the value is not
            /// legal, which leaves the ruling as it was.
            pub fn set(&mut self, key: &str, value: $crate::declare::rulings::RulingValue<'_>) -> Option<bool> {
                match key {
                    $(stringify!($key) => {
                        let read = <$type as $crate::declare::rulings::RulingType>::read(value);
                        if let Some(value) = read {
                            self.$key = value;
                        }
                        Some(read.is_some())
                    })*
                    _ => None,
                }
            }

            /// The value of one key as it would stand in a file.
            #[must_use]
            pub fn show(&self, key: &str) -> Option<String> {
                match key {
                    $(stringify!($key) => Some($crate::declare::rulings::RulingType::show(self.$key)),)*
                    _ => None,
                }
            }
        }
    };
}
