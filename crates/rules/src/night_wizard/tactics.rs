//! Who does what when the rules leave a choice: one enum per decision, each entry with the
//! condition under which it is tried.

use crate::roster::UnitId;
use crate::when::When;

/// A tactic, or a list tried in order: the first entry whose condition holds is used, and the
/// decision's default where none does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<T> {
    /// The entries in order.
    pub entries: Vec<Entry<T>>,
}

/// One entry of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<T> {
    /// What is done.
    pub what: T,
    /// When; always, if nothing is said.
    pub when: Option<When<Fact>>,
}

impl<T> Default for Plan<T> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

/// What a condition may ask, seen by the unit that decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The number of the round.
    Round,
    /// Its present Action Count.
    Count,
    /// Its present HP; with `%`, of its maximum.
    Hp,
    /// How many enemies stand.
    Enemies,
    /// How many of its side stand, itself included.
    Allies,
}

impl Fact {
    /// Every fact with its name in a condition.
    pub const ALL: &'static [(&'static str, Self)] = &[
        ("round", Self::Round),
        ("count", Self::Count),
        ("hp", Self::Hp),
        ("enemies", Self::Enemies),
        ("allies", Self::Allies),
    ];
}

/// D-target: whom a unit attacks, among its legal targets. Ties go to listed order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// The first in listed order.
    #[default]
    First,
    /// The nearest; on one square the first in listed order.
    Nearest,
    /// The one with the fewest HP.
    Weakest,
    /// The one with the highest Attack less the unit's own Defense.
    Threat,
    /// The one that has lost the most HP.
    MostDamaged,
    /// The one against whom an attack has the highest expected damage.
    BestDamage,
    /// One at random, each as likely as the others.
    Random,
    /// The one attacked last, as long as it is legal; otherwise the first.
    Same,
}

/// D-delay: what the Initiative Character does with its turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Delay {
    /// Acts.
    #[default]
    Act,
    /// Lowers its count to this value, if it is above.
    To(i32),
    /// Sits out the round.
    SitOut,
    /// Lets this ally take its next Main first.
    AfterAlly(UnitId),
    /// Lets this enemy take its next Main first.
    AfterEnemy(UnitId),
}

/// D-downed: whether enemies in Near Death are legal targets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Downed {
    /// They are not.
    #[default]
    Ignore,
    /// They are, like any other.
    FinishOff,
}

/// D-pass: what a unit does whose Main has nothing to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pass {
    /// Takes the Main, which costs its count, and does nothing.
    #[default]
    PassMain,
    /// Sits out the round.
    SitOut,
}

/// All decisions of one unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tactics {
    /// D-target.
    pub target: Plan<Target>,
    /// D-delay.
    pub delay: Plan<Delay>,
    /// D-downed.
    pub downed: Plan<Downed>,
    /// D-pass.
    pub pass: Plan<Pass>,
}

impl<T: Copy + Default> Plan<T> {
    /// The first entry whose condition holds, or the decision's default. `fact` gives the
    /// present value and, for facts with a maximum, that too.
    #[inline(always)]
    pub fn choose(&self, fact: impl Fn(Fact) -> (i32, i32)) -> T {
        for entry in &self.entries {
            if entry.when.as_ref().is_none_or(|when| when.holds(&fact)) {
                return entry.what;
            }
        }
        T::default()
    }

    /// Whether some entry satisfies `is`.
    #[must_use]
    pub fn any(&self, is: impl Fn(T) -> bool) -> bool {
        self.entries.iter().any(|entry| is(entry.what))
    }

    /// Whether some condition asks for `fact`.
    #[must_use]
    pub fn asks(&self, fact: Fact) -> bool {
        self.entries.iter().filter_map(|entry| entry.when.as_ref()).any(|when| when.asks(fact))
    }
}
