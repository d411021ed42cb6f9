//! The totals of actions, and of fights in which nobody acted.

use super::add_each;

/// The totals of one action of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ActionTotals {
    /// The number of uses.
    pub uses: u64,
    /// Targets of other sides that its attacks hit.
    pub hits: u64,
    /// Health that it took off units of other sides.
    pub damage: u64,
    /// Health that it took off its own side.
    pub ally_damage: u64,
    /// Health that it gave back.
    pub healed: u64,
    /// Units of other sides that it put out of the fight.
    pub felled: u64,
}

impl ActionTotals {
    /// The numbers, in the order of the fields.
    #[must_use]
    pub fn each(&self) -> [u64; 6] {
        let &Self { uses, hits, damage, ally_damage, healed, felled } = self;
        [uses, hits, damage, ally_damage, healed, felled]
    }

    /// From its numbers, in the order of the fields.
    #[must_use]
    pub fn of([uses, hits, damage, ally_damage, healed, felled]: [u64; 6]) -> Self {
        Self { uses, hits, damage, ally_damage, healed, felled }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        let (mut mine, theirs) = (self.each(), other.each());
        add_each(&mut mine, &theirs);
        *self = Self::of(mine);
    }
}

/// Fights in whose last whole round nobody acted to effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stalls {
    /// Fights, timeouts or not, in whose last whole round nobody acted to effect.
    pub stalled: u64,
    /// Of the timeouts among them, those in which nobody was able to act in that round.
    pub unable: u64,
    /// Of the timeouts among them, those in which somebody was able to act.
    pub unwilling: u64,
}

impl Stalls {
    pub(super) fn merge(&mut self, other: &Self) {
        self.stalled += other.stalled;
        self.unable += other.unable;
        self.unwilling += other.unwilling;
    }
}
