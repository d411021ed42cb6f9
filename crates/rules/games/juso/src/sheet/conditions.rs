//! The values of facts in a scenario, and units that can wait for each other for ever.

use fray_kit::sheet::conditions::Judge;
use fray_kit::sheet::declare::join;
use fray_kit::sheet::envelope::UnitDoc;
use fray_kit::sheet::node::Table;
use fray_kit::sheet::problem::Problems;
use fray_kit::tactics::range::Range;
use fray_kit::tactics::when::{Term, When};

use crate::data::rulings::{Rulings, Switch};
use crate::data::setup::{COLUMNS, Reach, SideSetup, UnitSetup};
use crate::data::tactics::{Fact, Stance};

/// The units of a scenario with where they stand in it, and the `tactics` that their side hands down.
type Owners<'a> = [(&'a UnitDoc, Option<&'a Table>)];

/// Warns of conditions that have one answer in this scenario, and of units that wait for each other.
pub(super) fn warn(
    rulings: &Rulings,
    max_rounds: u32,
    sides: &[SideSetup],
    owners: &Owners<'_>,
    problems: &mut Problems,
) {
    let n_units: usize = sides.iter().map(|side| side.units.len()).sum();
    let mut judge = Judge::default();
    let mut rest = owners;
    for side in sides {
        let (own, others) = rest.split_at(side.units.len());
        rest = others;
        let n_own = side.units.len() as i32;
        let n_foes = n_units as i32 - n_own;
        for (unit, (doc, _)) in side.units.iter().zip(own) {
            judge.unit(&doc.node, &doc.path, |fact| {
                Some(vec![match fact {
                    Fact::Round => Range::new(0, max_rounds as i32),
                    Fact::Allies => Range::new(0, n_own),
                    Fact::Enemies | Fact::Melee => Range::new(0, n_foes),
                    Fact::Life => Range::new(0, unit.life).of(unit.life),
                    Fact::Cores if !may_have_cores(unit, rulings) => Range::new(0, 0),
                    Fact::HighMana if !may_have_high_mana(unit) => Range::new(0, 0),
                    _ => return None,
                }])
            });
        }
        waiting(side, own, problems);
    }
    judge.warn(problems);
}

/// JU-14: whether the unit may come to have cores; abilities may give them.
fn may_have_cores(unit: &UnitSetup, rulings: &Rulings) -> bool {
    let gains = unit.is_pc() || rulings.enemy_cores == Switch::On;
    gains && unit.core_base > 0 || unit.start_cores > 0 || !unit.special.is_empty()
}

/// JU-09: whether the unit may come to have high mana; abilities may give it.
fn may_have_high_mana(unit: &UnitSetup) -> bool {
    unit.is_pc() && unit.core_base > 0 || !unit.special.is_empty()
}

/// Warns of units of a side that all `hold` as long as a number of them are left, each counting the others.
fn waiting(side: &SideSetup, owners: &Owners<'_>, problems: &mut Problems) {
    for left in 2..=side.units.len() {
        let holders: Vec<usize> =
            (0..side.units.len()).filter(|&at| may_hold(&side.units[at], left)).collect();
        let waits = holders.iter().find(|&&at| !may_hold(&side.units[at], 1));
        let Some(&at) = waits.filter(|_| holders.len() >= left) else { continue };
        let names: Vec<&str> = holders.iter().map(|&at| side.units[at].name.as_str()).collect();
        let message = format!(
            "{} can `hold` for ever because of one another: while {left} of them are left, `allies` is {left} \
             for each, the unit itself counted",
            names.join(", ")
        );
        let help = format!(
            "ask for more allies than can hold, as in `allies >= {}`, or let one of them move",
            holders.len() + 1
        );
        let doc = owners[at].0;
        problems.warn(doc.name.span, join(&doc.path, "tactics.stance"), message, help);
        return;
    }
}

/// Returns whether a unit may choose `hold` in every round to come while `left` units of its side are left,
/// and does not reach the whole board anyway.
fn may_hold(unit: &UnitSetup, left: usize) -> bool {
    let far = Reach::Squares(COLUMNS as u8 - 1);
    if unit.weapons.iter().any(|weapon| weapon.range == far) {
        return false;
    }
    for entry in &unit.tactics.stance.entries {
        // Other facts may be anything; rounds go on.
        let known = |term: &&Term<Fact>| matches!(term.fact, Fact::Allies | Fact::Round);
        let holds = |term: &Term<Fact>| {
            let value = if term.fact == Fact::Round { i32::MAX } else { left as i32 };
            When { terms: vec![*term] }.holds(|_| (value, 1))
        };
        let terms = entry.when.as_ref().map_or(&[][..], |when| &when.terms);
        let may = terms.iter().filter(known).all(holds);
        let must = may && terms.iter().all(|term| known(&term));
        if entry.what == Stance::Hold && may {
            return true;
        }
        if must {
            return false;
        }
    }
    false
}
