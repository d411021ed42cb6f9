//! Facts: what a condition may ask. The derive [`FactList`](derive@crate::FactList) gives the names in conditions, how
//! each fact is compared, and the list for designers.

use crate::tactics::range::Range;
use crate::tactics::when::Measure;

/// A fact, for lists.
#[derive(Clone, Copy, Debug)]
pub struct FactInfo {
    /// The name in a condition.
    pub name: &'static str,
    /// The words of which one stands behind the name; none for most facts.
    pub words: &'static [&'static str],
    /// The comparison that it allows.
    pub measure: Measure,
    /// One sentence for the designer.
    pub sentence: &'static str,
}

/// The list of facts that the conditions of a system can ask about, as it is declared.
pub trait FactList: Copy + PartialEq + 'static {
    /// The list for designers.
    const INFO: &'static [FactInfo];

    /// Every fact that all scenarios know, with its name in a condition.
    fn all() -> &'static [(&'static str, Self)];

    /// The first word of its name in a condition.
    fn word(self) -> &'static str;

    /// The fact of this name about something that the scenario calls so; `None` if it is asked about no such things.
    fn given(fact: &str, name: GivenName) -> Option<Self>;

    /// The comparison that it allows.
    fn measure(self) -> Measure;

    /// The values that it can have, whatever the scenario and wherever the condition stands.
    fn range(self) -> Range;

    /// The name in a condition; without the word behind it where that is a name of the scenario's own.
    fn shown(self) -> &'static str {
        Self::all().iter().find(|(_, fact)| *fact == self).map_or_else(|| self.word(), |(name, _)| name)
    }

    /// Its place in the list for designers.
    fn info(self) -> Option<&'static FactInfo> {
        Self::INFO.iter().find(|info| info.name == self.word())
    }
}

/// The argument of a fact that is asked about something, such as the status of `has_status`.
pub trait AskedAbout: Copy + 'static {
    /// Its words, as lists have them; one in capitals stands for the names that a scenario gives.
    const SHOWN: &'static [&'static str];

    /// Every value that has a word in all scenarios.
    fn named() -> Vec<(&'static str, Self)>;

    /// Returns the value for a name that a scenario has given to something of its own; `None` where only the
    /// words of the game may stand.
    fn given(_name: GivenName) -> Option<Self> {
        None
    }
}

/// A name that a scenario gives to something of its own, in a condition: its digest, which is small enough for a fact
/// and tells all names of a scenario apart. Whether there is such a thing is said where the scenario is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenName(u64);

impl GivenName {
    /// The digest of a name: FNV-1a.
    #[must_use]
    pub const fn of(name: &str) -> Self {
        let (mut digest, mut at) = (0xcbf2_9ce4_8422_2325_u64, 0);
        while at < name.len() {
            digest = (digest ^ name.as_bytes()[at] as u64).wrapping_mul(0x0100_0000_01b3);
            at += 1;
        }
        Self(digest)
    }
}

/// A fact that is asked about something, with its names in conditions: its own with each of the words.
pub fn asked_about<T: AskedAbout, F>(
    fact: &str,
    make: fn(T) -> F,
) -> impl Iterator<Item = (&'static str, F)> {
    T::named().into_iter().map(move |(word, value)| (&*format!("{fact} {word}").leak(), make(value)))
}

/// The place in which a condition stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands<'a> {
    /// In a decision, by its key, at this choice.
    Decision(&'a str, &'a str),
    /// In an ability.
    Ability,
}

/// The facts of a system, with the values that each can have where a condition stands.
pub trait Facts: FactList {
    /// The values that it can have where a condition stands, whatever the scenario.
    ///
    /// # Errors
    /// Why it is not known there.
    fn known(self, _place: Stands<'_>) -> Result<Range, &'static str> {
        Ok(self.range())
    }
}

/// The reason for which a decision without a target knows no facts about one.
pub const NO_TARGET: &str = "this is decided without a target";

/// The reason for which the decision of a side knows no facts about a unit.
pub const OF_SIDE_ALONE: &str = "a side decides this, and no unit";

/// The reason for which a passive ability knows no facts about a target.
pub const NO_TARGET_OF_PASSIVE: &str = "a passive ability has no target";

/// The values of a fact of which nothing else is said.
#[doc(hidden)]
#[must_use]
pub const fn default_range(measure: Measure) -> Range {
    match measure {
        Measure::Flag => Range::new(0, 1),
        Measure::Number | Measure::OfMaximum => Range::new(0, i32::MAX),
    }
}
