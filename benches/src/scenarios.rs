//! The fights that are measured: one square, one weapon each, no Mortality Judges.

use fray_rules::games::night_wizard::data::rulings::{Mortality, Rulings};
use fray_rules::games::night_wizard::data::setup::{Setup, SideSetup, UnitKind, UnitSetup};
use fray_rules::games::night_wizard::data::tactics::{Plan, Target};

/// A fighter of the first side: HP, Hit, Dodge, Attack, Defense, Action Value.
pub(crate) const A: [i32; 6] = [30, 10, 8, 14, 8, 12];
/// A fighter of the second side.
pub(crate) const B: [i32; 6] = [33, 9, 9, 14, 8, 11];
/// The boss, who picks targets at random.
pub(crate) const BOSS: [i32; 6] = [150, 12, 9, 17, 9, 20];

/// A fight of `n_a` fighters against some others.
#[derive(Clone, Copy)]
pub(crate) struct Fight {
    pub(crate) name: &'static str,
    pub(crate) n_a: usize,
    pub(crate) n_b: usize,
    pub(crate) b: [i32; 6],
    /// Whether the second side picks its targets at random.
    pub(crate) random: bool,
    /// The bar for its cost in raw words, if it has one.
    pub(crate) bar: Option<f64>,
}

const fn even(name: &'static str, n: usize) -> Fight {
    Fight { name, n_a: n, n_b: n, b: B, random: false, bar: None }
}

pub(crate) const DUEL: Fight = Fight { bar: Some(500.0), ..even("duel", 1) };
pub(crate) const BRAWL: Fight =
    Fight { name: "4 against 1", n_a: 4, n_b: 1, b: BOSS, random: true, bar: Some(550.0) };

pub(crate) const FIGHTS: [Fight; 5] = [DUEL, BRAWL, even("2v2", 2), even("4v4", 4), even("8v8", 8)];

impl Fight {
    /// The scenario for the engine.
    pub(crate) fn setup(&self) -> Setup {
        let random = Plan::always(Target::Random);
        let side = |name: &str, n: usize, kind, stats, is_random: bool| {
            let unit = |i: usize| {
                let mut unit = UnitSetup::plain(&format!("{name}{i}"), kind, stats);
                if is_random {
                    unit.tactics.target = random.clone();
                }
                unit
            };
            SideSetup { name: name.to_owned(), units: (1..=n).map(unit).collect() }
        };
        Setup {
            rulings: Rulings { mortality: Mortality::Off, ..Rulings::default() },
            max_rounds: 1000,
            ..Setup::of(vec![
                side("a", self.n_a, UnitKind::Pc, A, false),
                side("b", self.n_b, UnitKind::Npc, self.b, self.random),
            ])
        }
    }
}
