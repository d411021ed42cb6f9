//! From what a scenario means to what a fight needs: everything that can be known before the
//! first roll.

mod numbers;
mod reads;
mod tables;
mod units;

use numbers::{changed_numbers, judges, number_changes, numbers, rolls_numbers};

use crate::board;
use crate::data::rulings::{ActionOrder, CrossSideTie, NearDeathAt};
use crate::data::setup::{Setup, UnitKind, UnitSetup};
use crate::data::tactics::{Tactics, Target};
use crate::dice::contest::JudgeId;
use crate::state::tables::Tables;
use crate::{NightWizard, UnitHot};
use fray_engine::roster::{MAX_SIDES, MAX_UNITS, Roster, UnitId};

impl NightWizard {
    /// Prepares a scenario.
    ///
    /// # Panics
    /// If it has no two sides, a side without units, or more sides or units than
    /// [`MAX_SIDES`] and [`MAX_UNITS`], or a [`fault`](NightWizard::fault); the reader of scenario
    /// files reports these as errors.
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        Self::prepare(setup, true)
    }

    /// Prepares a scenario without anything that only makes it faster: remembered attack numbers
    /// and starts, sets of those who have nothing to decide, tables of steps. For tests that nothing
    /// of it changes what is played.
    #[doc(hidden)]
    #[must_use]
    pub fn without_shortcuts(setup: &Setup) -> Self {
        Self::prepare(setup, false)
    }

    /// Returns why a scenario is too large to be prepared; `None`: it is not.
    #[must_use]
    pub fn fault(setup: &Setup) -> Option<String> {
        let sheets: Vec<&UnitSetup> = setup.units().collect();
        let on_the_board = || if setup.map.is_some() { board::fault(setup) } else { None };
        numbers::fault(setup, &numbers(setup, &sheets).0).or_else(on_the_board)
    }

    fn prepare(setup: &Setup, has_shortcuts: bool) -> Self {
        let roster = Roster::of(setup.sides.iter().map(|side| {
            let units = side.units.iter().map(|unit| unit.name.as_str());
            (side.name.as_str(), units)
        }));
        let n_units = roster.units.len();
        assert!((2..=MAX_SIDES).contains(&setup.sides.len()), "2 to {MAX_SIDES} sides");
        assert!(n_units <= MAX_UNITS, "at most {MAX_UNITS} units");
        assert!(roster.sides.iter().all(|side| !side.units.is_empty()), "every side has units");
        let rulings = setup.rulings;
        let sheets: Vec<&UnitSetup> = setup.units().collect();

        let (mut all_numbers, numbers_of, first_rolled) = numbers(setup, &sheets);
        assert!(numbers::fault(setup, &all_numbers).is_none(), "a scenario within the limits");
        let table = changed_numbers(&mut all_numbers, &number_changes(setup));
        let (mut judges, damage_judge) = judges(setup, &all_numbers);
        let by_place = places(&roster, &sheets);
        let mut hot: Box<[UnitHot; MAX_UNITS]> = Box::default();
        for (id, info) in roster.each() {
            let sheet = sheets[id.idx()];
            let place = by_place.iter().position(|&unit| unit == id).expect("everyone has a place");
            hot[id.idx()] = UnitHot {
                enemies: roster.everyone().without(roster.sides[info.side.idx()].units),
                start_hp: sheet.start_hp,
                action_value: sheet.fixed_action_count.unwrap_or(sheet.action_value) as i16,
                place: place as u8,
                numbers: numbers_of[id.idx()],
                fixed_count: sheet.fixed_action_count.is_some(),
                rolls_numbers: rolls_numbers(setup, sheet),
                is_plain: is_plain(&sheet.tactics),
                takes_first: sheet.tactics.target.entries.is_empty(),
            };
        }

        let places_of = |is: &dyn Fn(UnitId) -> bool| {
            let places = by_place[..n_units].iter().enumerate();
            places.filter(|(_, unit)| is(**unit)).fold(0_u32, |set, (place, _)| set | 1 << place)
        };
        let pc_places = places_of(&|unit| sheets[unit.idx()].kind == UnitKind::Pc);
        let npc_places = places_of(&|unit| sheets[unit.idx()].kind == UnitKind::Npc);
        let mut side_places = [0; MAX_SIDES];
        for (places, side) in side_places.iter_mut().zip(&roster.sides) {
            *places = places_of(&|unit| side.units.has(unit));
        }
        let mixed = |kind: u32| side_places.iter().filter(|&&places| places & kind != 0).count() > 1;
        let cross_ties =
            rulings.cross_side_tie == CrossSideTie::Random && (mixed(pc_places) || mixed(npc_places));
        let chance_or_list = cross_ties || rulings.action_order == ActionOrder::Listed;

        // NW-05: the Judges of enemies are rolled against each other all the time.
        for attacker in roster.everyone() {
            for target in hot[attacker.idx()].enemies {
                let (active, passive) = (&hot[attacker.idx()], &hot[target.idx()]);
                if !active.rolls_numbers && !passive.rolls_numbers {
                    for behind in [0, damage_judge] {
                        judges.build_table(
                            JudgeId::from(active.numbers) + behind,
                            JudgeId::from(passive.numbers) + behind,
                        );
                    }
                }
            }
        }
        let tables = Box::new(Tables::new(setup, &sheets, &judges, &table, has_shortcuts));
        let reads = reads::reads(setup, &sheets, tables.has_places);
        // On one square everybody is as near as the first.
        let is_other = |target| !matches!(target, Target::First | Target::Nearest);
        for unit in roster.everyone() {
            let takes_first = !tables.has_places && !sheets[unit.idx()].tactics.target.any(is_other);
            hot[unit.idx()].takes_first |= takes_first && !reads.last_target;
        }
        let mut wizard = Self {
            max_rounds: setup.max_rounds.saturating_mul(setup.series.fights.max(1)),
            judges,
            damage_judge,
            first_rolled,
            by_place,
            pc_places,
            side_places,
            cross_ties,
            chance_or_list,
            least_hp: match rulings.near_death_at {
                NearDeathAt::BelowZero => 0,
                NearDeathAt::ZeroOrBelow => 1,
            },
            reads,
            tables,
            hot,
            rulings,
            roster,
        };
        wizard.note_start();
        wizard
    }
}

/// NW-13(c): the order of ties: PCs first, then `tie_priority`, then listed order.
fn places(roster: &Roster, sheets: &[&UnitSetup]) -> [UnitId; MAX_UNITS] {
    let mut order: Vec<UnitId> = roster.everyone().collect();
    order.sort_by_key(|unit| {
        let sheet = sheets[unit.idx()];
        (sheet.kind != UnitKind::Pc, -i64::from(sheet.tie_priority))
    });
    let mut places = [UnitId(0); MAX_UNITS];
    places[..order.len()].copy_from_slice(&order);
    places
}

fn is_plain(tactics: &Tactics) -> bool {
    let Tactics { delay, downed, pass, .. } = tactics;
    delay.entries.is_empty() && downed.entries.is_empty() && pass.entries.is_empty()
}
