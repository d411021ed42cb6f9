//! Scenarios that differ in one stat stay on the same dice: what that buys in a comparison.
//!
//! The variance of the difference of two win rates, from independent fights, over that of the
//! difference taken fight by fight. The keyed streams are there for these numbers; a change that
//! lets one unit's rolls shift another's would bring them down at once.

use fray_engine::contract::{Outcome, System};
use fray_engine::fight::play;
use fray_engine::observe::Nobody;
use fray_engine::roster::SideId;
use fray_rules::games::night_wizard::NightWizard;
use fray_rules::games::night_wizard::data::rulings::{Mortality, Rulings};
use fray_rules::games::night_wizard::data::setup::{Setup, SideSetup, UnitKind, UnitSetup};
use fray_sim::play::dice::Dice;

const FIGHTS: u64 = 100_000;

/// A duel in which the monster has this many more HP and this much more Action Value.
fn duel(more_hp: i32, more_action: i32) -> NightWizard {
    let side = |name: &str, unit| SideSetup { name: name.to_owned(), units: vec![unit] };
    NightWizard::new(&Setup {
        rulings: Rulings { mortality: Mortality::Off, ..Rulings::default() },
        max_rounds: 1000,
        ..Setup::of(vec![
            side("pcs", UnitSetup::plain("pc", UnitKind::Pc, [30, 10, 8, 14, 8, 12])),
            side(
                "monsters",
                UnitSetup::plain("monster", UnitKind::Npc, [33 + more_hp, 9, 9, 14, 8, 11 + more_action]),
            ),
        ])
    })
}

/// Returns whether the first side wins each of the fights.
fn wins(system: &NightWizard) -> Vec<bool> {
    let mut dice = Dice::new(system.roster(), 2016);
    let mut state = Default::default();
    let win = |fight| {
        dice.fight(fight);
        play(system, &mut state, &mut dice, &mut Nobody).outcome == Outcome::Win(SideId(0))
    };
    (0..FIGHTS).map(win).collect()
}

/// Returns how many times fewer fights a paired comparison needs.
fn variance_reduction(changed: &NightWizard) -> f64 {
    let (a, b) = (wins(&duel(0, 0)), wins(changed));
    let n = FIGHTS as f64;
    let share =
        |of: &dyn Fn(bool, bool) -> bool| a.iter().zip(&b).filter(|&(&a, &b)| of(a, b)).count() as f64 / n;
    let (p_a, p_b) = (share(&|a, _| a), share(&|_, b| b));
    let (only_a, only_b) = (share(&|a, b| a && !b), share(&|a, b| b && !a));
    let independent = p_a * (1.0 - p_a) + p_b * (1.0 - p_b);
    let paired = only_a + only_b - (only_a - only_b).powi(2);
    independent / paired
}

#[test]
fn one_more_hp_is_seen_with_a_tenth_of_the_fights() {
    let reduction = variance_reduction(&duel(1, 0));
    assert!(reduction >= 10.0, "{reduction}");
}

#[test]
fn one_more_action_value_is_seen_with_a_sixth_of_the_fights() {
    let reduction = variance_reduction(&duel(0, 1));
    assert!(reduction >= 6.0, "{reduction}");
}
