//! Sides and units: small ids into fixed arrays, sets of units as bit masks, names outside the
//! fight.

/// The most units in one fight, all sides together.
pub const MAX_UNITS: usize = 32;
/// The most sides in one fight.
pub const MAX_SIDES: usize = 8;

/// A unit, by its place in listed order over all sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId(pub u8);

impl UnitId {
    /// The place in listed order; less than [`MAX_UNITS`].
    #[inline(always)]
    #[must_use]
    pub fn idx(self) -> usize {
        // The mask tells the compiler what the constructors promise, and removes bounds checks.
        self.0 as usize & (MAX_UNITS - 1)
    }
}

/// A side, by its place in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SideId(pub u8);

impl SideId {
    /// The place in the file; less than [`MAX_SIDES`].
    #[inline(always)]
    #[must_use]
    pub fn idx(self) -> usize {
        self.0 as usize & (MAX_SIDES - 1)
    }
}

/// A set of units. Bit i is unit i of the listed order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitSet(pub u32);

impl UnitSet {
    /// The set of this one unit.
    #[inline(always)]
    #[must_use]
    pub fn one(unit: UnitId) -> Self {
        Self(1 << unit.idx())
    }

    /// Returns whether nobody is in it.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns how many are in it.
    #[inline(always)]
    #[must_use]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether `unit` is in it.
    #[inline(always)]
    #[must_use]
    pub fn has(self, unit: UnitId) -> bool {
        self.0 >> unit.idx() & 1 == 1
    }

    /// The first unit in listed order. The set must not be empty.
    #[inline(always)]
    #[must_use]
    pub fn first(self) -> UnitId {
        UnitId(self.0.trailing_zeros() as u8)
    }

    /// The `n`-th unit in listed order, from 0. The set must have more than `n`.
    #[inline]
    #[must_use]
    pub fn nth(self, n: u32) -> UnitId {
        // As many turns as there are units, not as many as were drawn: a loop of a random length is
        // mispredicted each time.
        let mut rest = self.0;
        for i in 1..self.len() {
            rest = if i <= n { rest & (rest - 1) } else { rest };
        }
        Self(rest).first()
    }

    /// With `unit`.
    #[inline(always)]
    pub fn insert(&mut self, unit: UnitId) {
        self.0 |= 1 << unit.idx();
    }

    /// Without `unit`.
    #[inline(always)]
    pub fn remove(&mut self, unit: UnitId) {
        self.0 &= !(1 << unit.idx());
    }

    /// With `unit` or without it.
    #[inline(always)]
    pub fn set(&mut self, unit: UnitId, is_in: bool) {
        self.0 = self.0 & !(1 << unit.idx()) | u32::from(is_in) << unit.idx();
    }

    /// The units in both sets.
    #[inline(always)]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The units in either set.
    #[inline(always)]
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The units in this set and not in `other`.
    #[inline(always)]
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The units for whom `keep` holds.
    #[inline(always)]
    #[must_use]
    pub fn only(mut self, mut keep: impl FnMut(UnitId) -> bool) -> Self {
        for unit in self {
            if !keep(unit) {
                self.remove(unit);
            }
        }
        self
    }

    /// The unit with the least value; of equals the first in listed order. The set must not be empty.
    #[inline(always)]
    #[must_use]
    pub fn least<T: PartialOrd>(self, value: impl Fn(UnitId) -> T) -> UnitId {
        let mut best = self.first();
        let rest = self.without(Self::one(best));
        if rest.is_empty() {
            return best;
        }
        let mut lowest = value(best);
        for unit in rest {
            let its = value(unit);
            if its < lowest {
                (best, lowest) = (unit, its);
            }
        }
        best
    }
}

impl Iterator for UnitSet {
    type Item = UnitId;

    /// Takes the first unit in listed order out of the set.
    #[inline(always)]
    fn next(&mut self) -> Option<UnitId> {
        if self.0 == 0 {
            return None;
        }
        let unit = self.first();
        self.0 &= self.0 - 1;
        Some(unit)
    }
}

impl FromIterator<UnitId> for UnitSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = UnitId>>(units: I) -> Self {
        units.into_iter().fold(Self::default(), |set, unit| set.or(Self::one(unit)))
    }
}

/// The sides and units of a fight: everything that the outputs need to know of every system alike.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    /// The sides in file order.
    pub sides: Vec<RosterSide>,
    /// The units of all sides in listed order.
    pub units: Vec<RosterUnit>,
}

/// A side of the roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterSide {
    /// The name in the file.
    pub name: String,
    /// Its units.
    pub units: UnitSet,
}

/// A unit of the roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterUnit {
    /// The name, unique within its side; copies carry `#1`, `#2` and so on.
    pub name: String,
    /// The side it stands on.
    pub side: SideId,
}

impl Roster {
    /// Sides in file order, each with its name and the names of its units.
    #[must_use]
    pub fn of<'a, U: IntoIterator<Item = &'a str>>(sides: impl IntoIterator<Item = (&'a str, U)>) -> Self {
        let mut roster = Self::default();
        for (i, (name, names)) in sides.into_iter().enumerate() {
            let mut units = UnitSet::default();
            for name in names {
                units.insert(UnitId(roster.units.len() as u8));
                roster.units.push(RosterUnit { name: name.to_owned(), side: SideId(i as u8) });
            }
            roster.sides.push(RosterSide { name: name.to_owned(), units });
        }
        roster
    }

    /// All units.
    #[inline]
    #[must_use]
    pub fn everyone(&self) -> UnitSet {
        UnitSet(((1_u64 << self.units.len()) - 1) as u32)
    }

    /// The units in listed order with their ids.
    pub fn each(&self) -> impl Iterator<Item = (UnitId, &RosterUnit)> {
        self.units.iter().enumerate().map(|(i, unit)| (UnitId(i as u8), unit))
    }

    /// The name of a unit.
    #[must_use]
    pub fn unit(&self, unit: UnitId) -> &str {
        &self.units[unit.idx()].name
    }

    /// The name of a side.
    #[must_use]
    pub fn side(&self, side: SideId) -> &str {
        &self.sides[side.idx()].name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_unit_is_the_one_that_counting_finds() {
        for set in [0b1_u32, 0b1000, 0b1011, 0b1_0110_1000, 0x8000_0001, u32::MAX, 0xAAAA_AAAA] {
            let set = UnitSet(set);
            for (n, unit) in (0..).zip(set) {
                assert_eq!(set.nth(n), unit, "{n} of {:b}", set.0);
            }
        }
    }
}
