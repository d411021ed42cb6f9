//! From what a scenario means to what a fight needs: everything that can be known before the
//! first roll.

mod lone;
mod maker;
mod scope;
pub(super) mod tables;
mod twist;
mod words;

use scope::{fault as tables_fault, is_whole};
use twist::{twisted, twists};
pub(super) use words::attributes;

use super::board;
use super::contest::{JudgeId, Judges, NO_PAIR};
use super::judge::Judge;
use super::metrics::Metric;
use super::rulings::{
    ActionOrder, CfRolledFor, CfSource, CrossSideTie, Delays, HitTie, MainCostWhen, Mortality, NearDeathAt,
};
use super::setup::{AttackKind, Numbers, Setup, UnitKind, UnitSetup, Weapon};
use super::tables::Tables;
use super::tactics::{Delay, Fact, Tactics, Target};
use super::{NightWizard, Pair, Reads, Unit, UnitHot, WeaponProfile};
use crate::engine::roster::{MAX_SIDES, MAX_UNITS, Roster, UnitId, UnitSet};

impl NightWizard {
    /// Prepares a scenario.
    ///
    /// # Panics
    /// If it has no two sides, a side without units, or more sides or units than
    /// [`MAX_SIDES`] and [`MAX_UNITS`], or a [`fault`](NightWizard::fault); the reader of scenario
    /// files reports these as errors.
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        Self::prepare(setup, is_whole(setup))
    }

    /// Prepares a scenario as one that is more than the core, even if it is not: for tests that
    /// both play the same game.
    #[doc(hidden)]
    #[must_use]
    pub fn new_whole(setup: &Setup) -> Self {
        Self::prepare(setup, true)
    }

    /// Why a scenario is too large to be prepared; `None`: it is not.
    #[must_use]
    pub fn fault(setup: &Setup) -> Option<String> {
        let sheets: Vec<&UnitSetup> = setup.sides.iter().flat_map(|side| &side.units).collect();
        let on_the_board = || if setup.map.is_some() { board::fault(setup) } else { None };
        tables_fault(setup, &numbers(setup, &sheets).0).or_else(on_the_board)
    }

    fn prepare(setup: &Setup, is_whole: bool) -> Self {
        let roster = Roster::of(setup.sides.iter().map(|side| {
            let units = side.units.iter().map(|unit| unit.name.as_str());
            (side.name.as_str(), units)
        }));
        let n_units = roster.units.len();
        assert!((2..=MAX_SIDES).contains(&setup.sides.len()), "2 to {MAX_SIDES} sides");
        assert!(n_units <= MAX_UNITS, "at most {MAX_UNITS} units");
        assert!(roster.sides.iter().all(|side| !side.units.is_empty()), "every side has units");
        let rulings = setup.rulings;
        let sheets: Vec<&UnitSetup> = setup.sides.iter().flat_map(|side| &side.units).collect();

        let (mut all_numbers, luck_of, first_rolled) = numbers(setup, &sheets);
        assert!(!is_whole || tables_fault(setup, &all_numbers).is_none(), "a scenario within the limits");
        let table = if is_whole { twisted(&mut all_numbers, &twists(setup)) } else { Vec::new() };
        let (judges, damage_judge) = judges(setup, &all_numbers);
        let by_place = places(&roster, &sheets);
        let mut units: Box<[Unit; MAX_UNITS]> = Box::default();
        let mut hot: Box<[UnitHot; MAX_UNITS]> = Box::default();
        for (id, info) in roster.each() {
            let sheet = sheets[id.idx()];
            let place = by_place.iter().position(|&unit| unit == id).expect("everyone has a place");
            hot[id.idx()] = UnitHot {
                enemies: roster.everyone().without(roster.sides[info.side.idx()].units),
                start_hp: sheet.start_hp,
                action_value: sheet.fixed_action_count.unwrap_or(sheet.action_value) as i16,
                place: place as u8,
                luck: luck_of[id.idx()],
                fixed_count: sheet.fixed_action_count.is_some(),
                rolls_numbers: rolls_numbers(setup, sheet),
                is_plain: is_plain(&sheet.tactics),
                takes_first: sheet.tactics.target.entries.is_empty(),
            };
            units[id.idx()] = Unit {
                cf_shift: sheet.cf_shift,
                max_hp: sheet.hp,
                combat: [sheet.physical, sheet.magic],
                strike: strike(sheet),
                mortality: sheet.attributes.get(rulings.mortality_attribute),
                entitled: match rulings.mortality {
                    Mortality::Pc => sheet.kind == UnitKind::Pc,
                    Mortality::All => true,
                    Mortality::Off => false,
                },
                tactics: sheet.tactics.clone(),
            };
        }

        let of_kind = |kind| {
            let of_kind =
                |&(_, unit): &(usize, &UnitId)| sheets.get(unit.idx()).is_some_and(|s| s.kind == kind);
            by_place[..n_units].iter().enumerate().filter(of_kind).fold(0, |set, (place, _)| set | 1 << place)
        };
        let pc_places: u32 = of_kind(UnitKind::Pc);
        let npc_places: u32 = of_kind(UnitKind::Npc);
        let mut side_sets = [UnitSet::default(); MAX_SIDES];
        let mut side_places = [0; MAX_SIDES];
        for (i, side) in roster.sides.iter().enumerate() {
            side_sets[i] = side.units;
            side_places[i] = side.units.fold(0, |set, unit| set | 1 << hot[unit.idx()].place);
        }
        let mixed = |kind: u32| side_places.iter().filter(|&&places| places & kind != 0).count() > 1;
        let cross_ties =
            rulings.cross_side_tie == CrossSideTie::Random && (mixed(pc_places) || mixed(npc_places));
        let chance_or_list = cross_ties || rulings.action_order == ActionOrder::Listed;

        let mut wizard = Self {
            n_sides: roster.sides.len(),
            max_rounds: setup.max_rounds.saturating_mul(setup.series.fights.max(1)),
            side_sets,
            pairs: vec![Pair::default(); MAX_UNITS * MAX_UNITS].try_into().expect("the length is right"),
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
            is_usual: false,
            reads: reads(setup, &sheets),
            tables: None,
            hot,
            units,
            rulings,
            roster,
        };
        for attacker in wizard.roster.everyone() {
            for target in wizard.roster.everyone() {
                wizard.pairs[attacker.idx() * MAX_UNITS + target.idx()] =
                    wizard.make_pair(attacker, target, &sheets);
                if is_whole {
                    wizard.tell_luck(attacker, target);
                }
            }
        }
        wizard.is_usual = !is_whole
            && wizard.hot.iter().all(|unit| !unit.rolls_numbers)
            && wizard.roster.everyone().all(|unit| wizard.hot(unit).is_plain)
            && !wizard.chance_or_list
            && wizard.rulings.main_cost_when == MainCostWhen::End
            && wizard.rulings.max_mains_per_unit_per_round.0 == 0
            && wizard.rulings.crit_on_damage
            && wizard
                .units
                .iter()
                .all(|unit| unit.strike.damage_kind == AttackKind::Physical && unit.strike.element.is_none())
            && wizard.pairs.iter().all(Pair::keeps_damage);
        if is_whole {
            wizard.read_more(setup, &sheets);
            wizard.tables = Some(Box::new(Tables::new(setup, &sheets, &wizard.judges, &table)));
        }
        // On one square everybody is as near as the first.
        let is_one_square = wizard.tables.as_ref().is_none_or(|tables| tables.is_one_square());
        let is_other = |target| !matches!(target, Target::First | Target::Nearest);
        for unit in wizard.roster.everyone() {
            let takes_first = is_one_square && !wizard.unit(unit).tactics.target.any(is_other);
            wizard.hot[unit.idx()].takes_first |= takes_first && !wizard.reads.last_target;
        }
        wizard.note_start();
        wizard
    }

    fn make_pair(&mut self, attacker: UnitId, target: UnitId, sheets: &[&UnitSetup]) -> Pair {
        let strike = self.unit(attacker).strike;
        let tie = i32::from(self.rulings.hit_tie == HitTie::Defender);
        let element = element(sheets[attacker.idx()]);
        let change = element
            .and_then(|element| sheets[target.idx()].element_mods.get(element))
            .copied()
            .unwrap_or_default();
        let mut pair = Pair {
            needed: self.dodge_against(attacker, target) - strike.hit + tie,
            base: strike.attack - self.defense_against(attacker, target),
            flat: change.flat,
            percent: change.percent,
            hit_pair: NO_PAIR,
            damage_pair: NO_PAIR,
            threat: self.unit(target).strike.attack - self.defense_against(target, attacker),
            expected: 0,
        };
        if self.hot(attacker).enemies.has(target)
            && !self.hot(attacker).rolls_numbers
            && !self.hot(target).rolls_numbers
        {
            let (active, passive) = (self.hot(attacker).luck.into(), self.hot(target).luck.into());
            let behind = self.damage_judge;
            pair.hit_pair = self.judges.pair(active, passive);
            pair.damage_pair = self.judges.pair(active + behind, passive + behind);
        }
        if self.unit(attacker).tactics.target.any(|target| target == Target::BestDamage) {
            pair.expected = self.expected_damage(&pair, attacker, target);
        }
        pair
    }

    /// Makes ready the laws of the attack of one on the other with the luck of each roll.
    fn tell_luck(&mut self, attacker: UnitId, target: UnitId) {
        let (active, passive) = (self.hot(attacker), self.hot(target));
        if active.enemies.has(target) && !active.rolls_numbers && !passive.rolls_numbers {
            let (active, passive) = (JudgeId::from(active.luck), JudgeId::from(passive.luck));
            for behind in [0, self.damage_judge] {
                self.judges.build_table(active + behind, passive + behind);
            }
        }
    }

    /// The mean damage of an attack in 1/2^20 of a point, with the critical and fumble numbers of
    /// the stat blocks.
    fn expected_damage(&self, pair: &Pair, attacker: UnitId, target: UnitId) -> i64 {
        let (active, passive) = (self.hot(attacker).luck.into(), self.hot(target).luck.into());
        let p_hit = self.judges.differences(active, passive).at_least(pair.needed);
        let law = self.judges.differences(active + self.damage_judge, passive + self.damage_judge);
        let mean: f64 = (1 - pair.base..=law.most())
            .map(|difference| law.p(difference) * f64::from(pair.change(pair.base + difference)))
            .sum();
        (p_hit * mean * f64::from(1 << 20)) as i64
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

/// The first weapon with the attributes it uses (NW-07, NW-20, NW-23); bare hands are a physical
/// weapon without modifiers.
fn strike(sheet: &UnitSetup) -> WeaponProfile {
    let bare_hands = Weapon::default();
    let weapon = sheet.weapons.first().unwrap_or(&bare_hands);
    let combat = match weapon.hit_kind {
        AttackKind::Physical => sheet.physical,
        AttackKind::Magic => sheet.magic,
    };
    WeaponProfile {
        hit_kind: weapon.hit_kind,
        damage_kind: weapon.damage_kind,
        hit: combat.hit + weapon.hit_mod,
        attack: combat.attack + weapon.attack_mod,
        element: element(sheet).map(Metric::damage_of),
    }
}

/// NW-22: the weapon's element; if it names none, the unit's first for physical damage and no
/// element for magic damage.
fn element(sheet: &UnitSetup) -> Option<&str> {
    let weapon = sheet.weapons.first();
    if let Some(element) = weapon.and_then(|weapon| weapon.element.as_deref()) {
        return Some(element);
    }
    match weapon.map_or(AttackKind::Physical, |weapon| weapon.damage_kind) {
        AttackKind::Physical => sheet.elements.first().map(String::as_str),
        AttackKind::Magic => None,
    }
}

fn rolls_numbers(setup: &Setup, sheet: &UnitSetup) -> bool {
    setup.rulings.cf_source == CfSource::RolledPerFight
        && (setup.rulings.cf_rolled_for == CfRolledFor::All || sheet.kind == UnitKind::Pc)
}

/// Critical and fumble numbers, the rolled ones last; which of them each unit has; where the
/// rolled ones begin.
fn numbers(setup: &Setup, sheets: &[&UnitSetup]) -> (Vec<(Numbers, Numbers)>, Vec<u8>, u8) {
    let mut numbers: Vec<(Numbers, Numbers)> = Vec::new();
    let mut luck_of = Vec::new();
    for sheet in sheets {
        let of_unit = (sheet.crit, sheet.fumble);
        let at = numbers.iter().position(|&n| n == of_unit).unwrap_or_else(|| {
            numbers.push(of_unit);
            numbers.len() - 1
        });
        luck_of.push(at as u8);
    }
    let first_rolled = numbers.len() as u8;
    if sheets.iter().any(|sheet| rolls_numbers(setup, sheet)) {
        for crit in 2..=12 {
            numbers.extend((2..=12).map(|fumble| (Numbers::of(&[crit]), Numbers::of(&[fumble]))));
        }
    }
    (numbers, luck_of, first_rolled)
}

/// The Judges to hit and behind them in the same order those for damage, if they differ (NW-02);
/// how far these are behind.
fn judges(setup: &Setup, numbers: &[(Numbers, Numbers)]) -> (Judges, JudgeId) {
    let mut judges: Vec<Judge> = numbers.iter().map(|&(crit, fumble)| Judge::new(crit, fumble)).collect();
    let mut damage_judge = 0;
    if !setup.rulings.crit_on_damage {
        damage_judge = judges.len() as JudgeId;
        judges.extend(numbers.iter().map(|&(_, fumble)| Judge::new(Numbers::default(), fumble)));
    }
    (Judges::new(judges), damage_judge)
}

fn is_plain(tactics: &Tactics) -> bool {
    let Tactics { delay, downed, pass, .. } = tactics;
    delay.entries.is_empty() && downed.entries.is_empty() && pass.entries.is_empty()
}

/// What of the state this scenario reads.
fn reads(setup: &Setup, sheets: &[&UnitSetup]) -> Reads {
    let all = |is: &dyn Fn(&Tactics) -> bool| sheets.iter().any(|sheet| is(&sheet.tactics));
    let asks = |fact: Fact| all(&|t| t.ask(|asked| asked == fact));
    let allowed = setup.rulings.delay == Delays::Allowed;
    let waits = |delay| matches!(delay, Delay::AfterAlly(_) | Delay::AfterEnemy(_));
    Reads {
        round: if asks(Fact::Round) {
            sheets.iter().map(|sheet| sheet.tactics.latest_round()).max().unwrap_or(0)
        } else {
            0
        },
        counts: asks(Fact::Count)
            || allowed && all(&|t| t.delay.any(|delay| waits(delay) || matches!(delay, Delay::To(_)))),
        mains: setup.rulings.max_mains_per_unit_per_round.0 > 0
            || setup.rulings.action_order == ActionOrder::Listed
            || allowed && all(&|t| t.delay.any(waits)),
        last_target: all(&|t| t.target.any(|target| target == Target::Same)),
        hp_below_zero: setup.rulings.mortality_per_hp.0 > 0
            || all(&|t| t.downed.any(|downed| downed == super::tactics::Downed::FinishOff)),
    }
}
