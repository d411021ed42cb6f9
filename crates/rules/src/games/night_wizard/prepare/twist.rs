//! Changes of critical and fumble numbers, and what they can make of those of a scenario (NW-53).

use super::tables::abilities;
use crate::games::night_wizard::setup::ability::Effect;
use crate::games::night_wizard::setup::{Numbers, Setup};

/// The most pairs of critical and fumble numbers of one scenario.
pub(super) const MOST_LUCKS: usize = 256;

/// A change of critical or fumble numbers (NW-53).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::games::night_wizard) struct Twist {
    /// Removing comes after adding.
    removes: bool,
    of_fumble: bool,
    numbers: Numbers,
}

impl Twist {
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

/// The twists of a scenario in the order in which they apply.
pub(in crate::games::night_wizard) fn twists(setup: &Setup) -> Vec<Twist> {
    let mut all: Vec<Twist> = abilities(setup).flat_map(|it| &it.effects).filter_map(Twist::of).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Adds the critical and fumble numbers that twists can make of `numbers`, and says what each
/// makes of each.
pub(in crate::games::night_wizard) fn twisted(
    numbers: &mut Vec<(Numbers, Numbers)>,
    twists: &[Twist],
) -> Vec<usize> {
    let mut table = Vec::new();
    let mut at = 0;
    while at < numbers.len() && numbers.len() <= MOST_LUCKS {
        for twist in twists {
            let to = twist.apply(numbers[at]);
            table.push(numbers.iter().position(|&known| known == to).unwrap_or_else(|| {
                numbers.push(to);
                numbers.len() - 1
            }));
        }
        at += 1;
    }
    table
}
