//! The ranges from which a unit can attack (NW-20, NW-37, D-move).

use crate::board::reach;
use crate::data::setup::ability::Who;
use crate::rules::prelude::*;
use crate::state::tables::places_of;
use fray_kit::board::grid::Grid;
use fray_kit::board::grid::reach::{Goal, NEVER, Reach, Row};

/// Ranges of which any will do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranges<'a> {
    pub(crate) widest: Range,
    /// The ranges of the unit's weapons and abilities.
    all: &'a [Range],
    /// The ranges that count, as bits; none where the widest holds all of them.
    any: u128,
}

impl<'a> Ranges<'a> {
    /// The ranges of `all` that `any` has the bits of, at least one.
    fn of(all: &'a [Range], any: u128) -> Self {
        if any.is_power_of_two() {
            return all[any.trailing_zeros() as usize].into();
        }
        let these = Self { widest: Range::default(), all, any };
        let most = |range: &Range| range.most.map_or(u32::from(u8::MAX) + 1, u32::from);
        let widest = these.each().max_by_key(|it| (most(it), u8::MAX - it.least)).unwrap_or_default();
        // No other ends farther away.
        let is_all = these.each().all(|it| it.least >= widest.least);
        Self { widest, all, any: if is_all { 0 } else { any } }
    }

    /// The only range, if one is enough.
    pub(crate) fn only(&self) -> Option<Range> {
        (self.any == 0).then_some(self.widest)
    }

    fn each(&self) -> impl Iterator<Item = Range> + 'a {
        let all = self.all;
        let (low, high) = (bits(self.any as u64), bits((self.any >> 64) as u64));
        low.chain(high.map(|at| at + 64)).map(move |at| all[usize::from(at)])
    }
}

impl From<Range> for Ranges<'_> {
    fn from(widest: Range) -> Self {
        Self { widest, all: &[], any: 0 }
    }
}

/// The places from which a target is in one of several ranges, and in sight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnyReach<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) target: Place,
    pub(crate) ranges: Ranges<'a>,
}

impl<'a> AnyReach<'a> {
    fn each(&self) -> impl Iterator<Item = Reach<'a>> + 'a {
        let (grid, target) = (self.grid, self.target);
        self.ranges.each().map(move |range| reach(grid, target, range))
    }
}

impl Goal for AnyReach<'_> {
    fn holds(&self, at: Place) -> bool {
        self.each().any(|goal| goal.holds(at))
    }

    fn at_least(&self, at: Place, flies: bool) -> u32 {
        self.each().map(|goal| goal.at_least(at, flies)).min().unwrap_or(NEVER)
    }

    fn row(&self, row: Row) -> Option<u64> {
        self.each().try_fold(0, |bits, goal| Some(bits | goal.row(row)?))
    }

    fn within(&self, from: Place, steps: u32, flies: bool) -> Option<[Place; 2]> {
        reach(self.grid, self.target, self.ranges.widest).within(from, steps, flies)
    }

    fn top(&self) -> Option<u8> {
        reach(self.grid, self.target, self.ranges.widest).top()
    }
}

impl UnitTables {
    /// Notes the ranges of its weapons, and behind them those of its abilities.
    pub(crate) fn note_ranges(&mut self, abilities: &[PreparedAbility]) {
        let of_weapons = self.weapons.iter().map(|weapon| weapon.range);
        let of_abilities = self.abilities.iter().map(|owned| abilities[owned.ability as usize].target.range);
        self.ranges = of_weapons.chain(of_abilities).collect();
        let those = |is: &dyn Fn(&PreparedAbility) -> bool| {
            places_of(&self.abilities, |owned| is(&abilities[owned.ability as usize]))
        };
        let [minor, major] = [Timing::Minor, Timing::Major].map(|timing| self.by_timing[timing as usize]);
        let is_hex =
            |it: &PreparedAbility| matches!(it.target.who, Who::Enemy | Who::Any) && it.is_for_enemies();
        let (attacks, hexes) = (major & those(&PreparedAbility::is_attack), those(&is_hex));
        (self.attacks, self.hexes) = (attacks, (minor | major) & hexes & !attacks);
        let is_healing =
            |it: &PreparedAbility| it.heals && !matches!(it.target.who, Who::Myself | Who::Enemy);
        self.healing = (minor | major) & those(&is_healing);
        let (of_weapons, of_abilities) = self.ranges.split_at(self.weapons.len());
        let attacks = of_abilities.iter().enumerate().filter(|(at, _)| self.attacks >> at & 1 == 1);
        let of_attacks = attacks.map(|(_, range)| range);
        self.has_one_range = of_weapons.iter().chain(of_attacks).all(|range| *range == self.ranges[0]);
    }
}

impl<'a, F: Features, C: Chance, O: Observer<NightWizard>> Turn<'a, F, C, O> {
    /// The ranges of what the unit can attack with: a target in any of them is near enough. Of who has
    /// no attack those of what it can do to enemies otherwise; `None`, if it has nothing.
    pub(crate) fn wanted_ranges(&self, unit: UnitId) -> Option<Ranges<'a>> {
        let unit_tables = self.unit_tables(unit);
        if unit_tables.has_one_range && unit_tables.always_usable != 0 {
            return Some(unit_tables.ranges[0].into());
        }
        let mut any = self.usable(unit).fold(0, |any, (at, _)| any | 1 << at);
        any |= self.counted_on(unit, unit_tables.attacks);
        if any == 0 {
            any = self.counted_on(unit, unit_tables.hexes);
        }
        (any != 0).then(|| Ranges::of(&unit_tables.ranges, any))
    }

    /// The ranges, by place, of the abilities on which the unit counts.
    fn counted_on(&self, unit: UnitId, abilities: u64) -> u128 {
        let n_weapons = self.unit_tables(unit).weapons.len();
        let place = |at: u8| u128::from(self.counts_on(unit, at)) << (n_weapons + usize::from(at));
        bits(abilities).fold(0, |any, at| any | place(at))
    }

    /// D-move, `keep_distance`: the range of the attack with the most expected harm to `target` that the
    /// unit can pay; of equal ones the widest. `None`, if it has no attack.
    pub(crate) fn range_of_best_attack(&self, unit: UnitId, target: UnitId) -> Option<Range> {
        let unit_tables = self.unit_tables(unit);
        if unit_tables.has_one_range && unit_tables.always_usable != 0 {
            return Some(unit_tables.ranges[0]);
        }
        let of_weapons = self.usable(unit).map(|(at, weapon)| {
            let declared = self.weapon_attack(unit, weapon);
            (self.harm_to(&declared, target), unit_tables.ranges[at])
        });
        let attacks = bits(unit_tables.attacks).filter(|&at| self.counts_on(unit, at));
        let of_abilities = attacks.map(|at| {
            let range = unit_tables.ranges[unit_tables.weapons.len() + usize::from(at)];
            (self.harm_of_ability(unit, at, target), range)
        });
        let width = |range: Range| range.most.map_or(u32::from(u8::MAX) + 1, u32::from);
        let best = of_weapons.chain(of_abilities).max_by_key(|&(harm, range)| (harm, width(range)));
        best.map(|(_, range)| range)
    }
}
