//! Critical and fumble numbers of a scenario: those of its units, what effects can make of them, and
//! their Judges (NW-02 to NW-04, NW-53).

use super::tables::abilities;
use crate::data::rulings::{CfRolledFor, CfSource};
use crate::data::setup::ability::Effect;
use crate::data::setup::{Numbers, Setup, UnitKind, UnitSetup};
use crate::dice::contest::{JudgeId, Judges};
use crate::dice::judge::Judge;

/// The most pairs of critical and fumble numbers of one scenario.
const MOST_PAIRS: usize = 256;

/// NW-04: whether the numbers of a unit are rolled.
pub(super) fn rolls_numbers(setup: &Setup, sheet: &UnitSetup) -> bool {
    setup.rulings.cf_source == CfSource::RolledPerFight
        && (setup.rulings.cf_rolled_for == CfRolledFor::All || sheet.kind == UnitKind::Pc)
}

/// Critical and fumble numbers, the rolled ones last; which of them each unit has; where the
/// rolled ones begin.
pub(super) fn numbers(setup: &Setup, sheets: &[&UnitSetup]) -> (Vec<(Numbers, Numbers)>, Vec<u8>, u8) {
    let mut numbers: Vec<(Numbers, Numbers)> = Vec::new();
    let mut numbers_of = Vec::new();
    for sheet in sheets {
        let of_unit = (sheet.crit, sheet.fumble);
        let at = numbers.iter().position(|&n| n == of_unit).unwrap_or_else(|| {
            numbers.push(of_unit);
            numbers.len() - 1
        });
        numbers_of.push(at as u8);
    }
    let first_rolled = numbers.len() as u8;
    if sheets.iter().any(|sheet| rolls_numbers(setup, sheet)) {
        for crit in 2..=12 {
            numbers.extend((2..=12).map(|fumble| (Numbers::of(&[crit]), Numbers::of(&[fumble]))));
        }
    }
    (numbers, numbers_of, first_rolled)
}

/// The Judges to hit and behind them in the same order those for damage, if they differ (NW-02);
/// how far these are behind.
pub(super) fn judges(setup: &Setup, numbers: &[(Numbers, Numbers)]) -> (Judges, JudgeId) {
    let mut judges: Vec<Judge> = numbers.iter().map(|&(crit, fumble)| Judge::new(crit, fumble)).collect();
    let mut damage_judge = 0;
    if !setup.rulings.crit_on_damage {
        damage_judge = judges.len() as JudgeId;
        judges.extend(numbers.iter().map(|&(_, fumble)| Judge::new(Numbers::default(), fumble)));
    }
    (Judges::new(judges), damage_judge)
}

/// A change of critical or fumble numbers (NW-53).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NumberChange {
    /// Removing comes after adding.
    removes: bool,
    of_fumble: bool,
    numbers: Numbers,
}

impl NumberChange {
    pub(super) fn of(effect: &Effect) -> Option<Self> {
        match *effect {
            Effect::Critical { add, numbers } => Some(Self { removes: !add, of_fumble: false, numbers }),
            Effect::Fumble { add, numbers } => Some(Self { removes: !add, of_fumble: true, numbers }),
            _ => None,
        }
    }

    /// A chain in which every total is critical would never end: the 2 stays ordinary.
    fn apply(self, (mut crit, mut fumble): (Numbers, Numbers)) -> (Numbers, Numbers) {
        let set = if self.of_fumble { &mut fumble } else { &mut crit };
        set.0 = if self.removes { set.0 & !self.numbers.0 } else { set.0 | self.numbers.0 };
        if (2..=12).all(|v| crit.has(v)) {
            crit.0 &= !(1 << 2);
        }
        (crit, fumble)
    }
}

/// The changes of a scenario in the order in which they apply.
pub(super) fn number_changes(setup: &Setup) -> Vec<NumberChange> {
    let mut all: Vec<NumberChange> =
        abilities(setup).flat_map(|it| &it.effects).filter_map(NumberChange::of).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Adds the critical and fumble numbers that changes can make of `numbers`, and says what each
/// makes of each.
pub(super) fn changed_numbers(numbers: &mut Vec<(Numbers, Numbers)>, changes: &[NumberChange]) -> Vec<usize> {
    let mut table = Vec::new();
    let mut at = 0;
    while at < numbers.len() && numbers.len() <= MOST_PAIRS {
        for change in changes {
            let to = change.apply(numbers[at]);
            table.push(numbers.iter().position(|&known| known == to).unwrap_or_else(|| {
                numbers.push(to);
                numbers.len() - 1
            }));
        }
        at += 1;
    }
    table
}

/// Returns why a scenario is too large to be prepared; `None`: it is not.
pub(super) fn fault(setup: &Setup, numbers: &[(Numbers, Numbers)]) -> Option<String> {
    for unit in setup.units() {
        let lists = [
            (unit.abilities.len(), 64, "abilities"),
            (unit.weapons.len(), 32, "weapons"),
            (unit.enchantments.len(), 32, "enchantments"),
            (unit.loadouts.len(), 255, "loadouts"),
        ];
        if let Some((n, most, what)) = lists.iter().find(|(n, most, _)| n > most) {
            return Some(format!("`{}` has {n} {what}; at most {most} can be played", unit.name));
        }
    }
    let changes = number_changes(setup);
    if changes.len() > 64 {
        return Some(format!(
            "{} different changes of critical and fumble numbers; at most 64 can be played",
            changes.len()
        ));
    }
    let mut all = numbers.to_vec();
    changed_numbers(&mut all, &changes);
    (all.len() > MOST_PAIRS).then(|| {
        format!("abilities can make more than {MOST_PAIRS} different pairs of critical and fumble numbers")
    })
}
