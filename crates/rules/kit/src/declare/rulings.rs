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

/// What several rulings need of a scenario of type `S`, if another answer than the default is to change
/// its fights.
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

/// What a ruling may be beside a word of its list and a number.
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

/// Declares types of rulings and of keys that are a choice of words: enums whose variants carry the
/// words of the file.
#[macro_export]
macro_rules! words {
    ($($(#[$outer:meta])* $vis:vis enum $name:ident { $($(#[$meta:meta])* $variant:ident = $word:literal,)* })*) => {$(
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        $vis enum $name {
            $($(#[$meta])* $variant,)*
        }

        impl $name {
            /// Every value, at the place of its word.
            $vis const ALL: [Self; [$($word),*].len()] = [$(Self::$variant),*];
            /// The words of the file, at the places of their values.
            $vis const WORDS: [&'static str; Self::ALL.len()] = [$($word),*];
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(Self::WORDS[*self as usize])
            }
        }

        impl $crate::declare::rulings::RulingType for $name {
            const WORDS: &'static [&'static str] = &Self::WORDS;
            const RANGE: Option<(i64, i64)> = None;

            fn read(value: $crate::declare::rulings::RulingValue<'_>) -> Option<Self> {
                let $crate::declare::rulings::RulingValue::Word(word) = value else { return None };
                let place = Self::WORDS.iter().position(|known| *known == word)?;
                Some(Self::ALL[place])
            }

            fn show(self) -> String {
                Self::WORDS[self as usize].to_owned()
            }
        }

        impl $crate::sheet::declare::Read for $name {
            type Out = Self;

            fn shape() -> $crate::sheet::declare::Shape {
                $crate::sheet::declare::Shape::Word(Self::WORDS.to_vec())
            }

            fn read(
                node: &$crate::sheet::node::Node,
                key: &str,
                problems: &mut $crate::sheet::problem::Problems,
            ) -> Option<Self> {
                $crate::sheet::types::word(node, key, &Self::WORDS, problems).map(|place| Self::ALL[place])
            }
        }
    )*};
}

words! {
    /// Yes or no.
    pub enum YesNo {
        /// Yes.
        Yes = "yes",
        /// No.
        No = "no",
    }

    /// On or off.
    pub enum Switch {
        /// On.
        On = "on",
        /// Off.
        Off = "off",
    }
}

impl YesNo {
    /// Returns whether it is yes.
    #[inline(always)]
    #[must_use]
    pub fn is_yes(self) -> bool {
        self == Self::Yes
    }
}

/// Declares words that name the numbers of a stat block: as [`words!`](crate::words), with the number behind
/// each.
#[macro_export]
macro_rules! stats {
    ($(#[$outer:meta])* $vis:vis enum $name:ident of $sheet:ident: $type:ty {
        $($(#[$meta:meta])* $variant:ident = $word:literal => $value:expr,)*
    }) => {
        $crate::words! {
            $(#[$outer])*
            $vis enum $name {
                $($(#[$meta])* $variant = $word,)*
            }
        }

        impl $name {
            /// How many there are.
            $vis const COUNT: usize = Self::ALL.len();

            /// The number that a stat block has for it.
            #[must_use]
            $vis fn of(self, $sheet: &$type) -> i32 {
                match self { $(Self::$variant => $value,)* }
            }
        }
    };
}

/// Declares the rulings of a system: a struct with one field a key, its defaults, its list, and
/// how a value given by name is read. The type of a ruling is given by name, or declared where it is
/// used, as an enum of words; `as "dice.explode"` names a key that is no word of Rust. `if "a clause" => |setup| ...` behind the default says whether another
/// answer than the default can change a fight of that scenario, and so does `needs` with the name of a
/// [`Need`](crate::declare::rulings::Need) that several rulings have; without either any may.
#[macro_export]
macro_rules! rulings {
    (@need) => { None };
    (@need $need:literal) => { Some($need) };
    (@need $need:ident) => { Some($need.what) };
    (@key $key:ident) => { stringify!($key) };
    (@key $key:ident $name:literal) => { $name };
    ($(#[$outer:meta])* $vis:vis struct $set:ident of $setup:ty {
        $($(#[doc = $sentence:literal])+ $rule:literal $key:ident $(as $key_name:literal)?:
            $(enum $name:ident { $(#[doc = $doc:literal] $variant:ident = $word:literal,)* })? $($type:ty)?
            = $default:expr $(, if $need:literal => $matters:expr)? $(, needs $shared:ident)?;)*
    }) => {
        $($($crate::words! {
            #[doc = concat!("The answers to the ruling `", stringify!($key), "`.")]
            $vis enum $name {
                $(#[doc = $doc] $variant = $word,)*
            }
        })?)*

        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis struct $set {
            $($(#[doc = $sentence])+ pub $key: $($name)? $($type)?,)*
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
                    default: || {
                        let default: $($name)? $($type)? = $default;
                        $crate::declare::rulings::RulingType::show(default)
                    },
                    need: $crate::rulings!(@need $($need)? $($shared)?),
                    ..$crate::declare::rulings::RulingInfo::of::<$($name)? $($type)?>(
                        $crate::rulings!(@key $key $($key_name)?),
                        $rule,
                        $crate::declare::trimmed(concat!($($sentence),+)),
                    )
                }),*
            ];

            /// Sets one key. `None` if there is no such key; `Some(false)` if the value is not
            /// legal, which leaves the ruling as it was.
            pub fn set(&mut self, key: &str, value: $crate::declare::rulings::RulingValue<'_>) -> Option<bool> {
                $(if key == $crate::rulings!(@key $key $($key_name)?) {
                    return Some($crate::declare::rulings::set(&mut self.$key, value));
                })*
                None
            }

            /// The value of one key as it would stand in a file.
            #[must_use]
            pub fn show(&self, key: &str) -> Option<String> {
                $(if key == $crate::rulings!(@key $key $($key_name)?) {
                    return Some($crate::declare::rulings::RulingType::show(self.$key));
                })*
                None
            }

            /// Returns whether another answer to this key can change a fight of the scenario.
            #[must_use]
            pub fn can_matter(key: &str, _setup: &$setup) -> bool {
                $(if key == $crate::rulings!(@key $key $($key_name)?) {
                    $(
                        let matters: fn(&$setup) -> bool = $matters;
                        return matters(_setup);
                    )?
                    $(return ($shared.holds)(_setup);)?
                })*
                true
            }
        }
    };
}
