//! Tactics that can be played and cannot do what they are for: warnings about units as they stand in a
//! scenario. Units in an include have no company there, which is no mistake.

use std::collections::BTreeSet;

use fray_engine::roster::UnitId;
use fray_kit::sheet::conditions::Judge;
use fray_kit::sheet::declare::join;
use fray_kit::sheet::problem::{FileId, Problems, Span};
use fray_kit::tactics::range::Range;

use super::unit::UnitDraft;
use crate::data::rulings::{Mortality, Rulings};
use crate::data::setup::{Setup, UnitSetup};
use crate::data::tactics::{Delay, Downed, Fact, Movement, Plan};

/// Warns of what is hardly meant; `setup` has the units of `drafts` in the same order.
pub(super) fn warn(drafts: &[UnitDraft<'_>], setup: &Setup, problems: &mut Problems) {
    let units: Vec<&UnitSetup> = setup.units().collect();
    let mut warner = Warner { drafts, units, setup, said: BTreeSet::new(), problems };
    for own in 0..drafts.len() {
        warner.finish_off(own);
        warner.circles(own);
    }
    warner.holds();
    conditions(drafts, setup, problems);
}

/// Warns of conditions that have one answer in this scenario.
fn conditions(drafts: &[UnitDraft<'_>], setup: &Setup, problems: &mut Problems) {
    let mut judge = Judge::default();
    for draft in drafts {
        let n_own = drafts.iter().filter(|other| other.side == draft.side).count() as i32;
        let n_foes = drafts.len() as i32 - n_own;
        judge.unit(&draft.doc.node, &draft.doc.path, |fact| {
            Some(vec![match fact {
                Fact::Round => Range::new(0, setup.max_rounds as i32),
                Fact::Allies => Range::new(0, n_own),
                Fact::Enemies => Range::new(0, n_foes),
                _ => return None,
            }])
        });
    }
    judge.warn(problems);
}

struct Warner<'a> {
    drafts: &'a [UnitDraft<'a>],
    /// These units as they were read, with their tactics and their squares.
    units: Vec<&'a UnitSetup>,
    setup: &'a Setup,
    /// The places that were warned of already: copies of a unit, and units of a side, share tactics.
    said: BTreeSet<Span>,
    problems: &'a mut Problems,
}

impl Warner<'_> {
    /// Returns where a decision of a unit stands.
    fn span_of(&self, own: usize, key: &str) -> Span {
        let doc = self.drafts[own].doc;
        doc.node.get("tactics").map_or(doc.name.span, |tactics| tactics.span_of(key))
    }

    fn say(&mut self, own: usize, key: &str, span: Span, message: String, help: &str) {
        if self.said.insert(span) {
            self.problems.warn(span, join(&self.drafts[own].doc.path, key), message, help);
        }
    }

    /// As [`say`](Self::say), of a decision, if the scenario itself says it.
    fn say_of_company(&mut self, own: usize, key: &str, message: String, help: &str) {
        let span = self.span_of(own, key);
        if span.file == FileId(0) {
            self.say(own, &format!("tactics.{key}"), span, message, help);
        }
    }

    /// D-downed, NW-29, NW-30: hits on the fallen where they kill nobody.
    fn finish_off(&mut self, own: usize) {
        let unit = self.units[own];
        let needs = finish_off_needs(&self.setup.rulings);
        if let Some(needs) = needs
            && unit.tactics.downed.any(|it| it == Downed::FinishOff)
        {
            let message = format!(
                "`finish_off` wastes the attacks of `{}`: by these rulings a hit cannot kill who has fallen",
                self.drafts[own].doc.name.value
            );
            let help = format!("it matters only if {needs}; take it out, or set the ruling");
            let span = self.span_of(own, "downed");
            self.say(own, "tactics.downed", span, message, &help);
        }
    }

    /// D-move, D-delay: units that follow each other in a circle, so that none of them does anything.
    fn circles(&mut self, own: usize) {
        let ward_of = |unit: &UnitSetup| match sole(&unit.tactics.move_) {
            Some(Movement::Ward(ward)) => Some(ward),
            _ => None,
        };
        if let Some(names) = self.circle(own, ward_of) {
            let message = format!("{names} go to each other's square, and none of them to an enemy");
            let help = "let one of them have another `move`, or give it a condition with `when`";
            self.say_of_company(own, "move", message, help);
        }
        let waits_for = |unit: &UnitSetup| match sole(&unit.tactics.delay) {
            Some(Delay::AfterAlly(other) | Delay::AfterEnemy(other)) => Some(other),
            _ => None,
        };
        if let Some(names) = self.circle(own, waits_for) {
            let message = format!(
                "{names} wait for each other: each lowers its count below the other's until none can"
            );
            let help = "let one of them act, or give its `delay` a condition with `when`";
            self.say_of_company(own, "delay", message, help);
        }
    }

    /// The names of the units of a circle that begins and ends with this one.
    fn circle(&self, own: usize, next: impl Fn(&UnitSetup) -> Option<UnitId>) -> Option<String> {
        let mut names = format!("`{}`", self.units[own].name);
        let mut at = next(self.units[own])?.idx();
        for _ in 0..self.units.len() {
            if at == own {
                return Some(names);
            }
            names += &format!(" and `{}`", self.units[at].name);
            at = next(self.units[at])?.idx();
        }
        None
    }

    /// D-delay: two sides of which every unit waits until somebody comes within its reach.
    fn holds(&mut self) {
        if self.setup.map.is_none() {
            return;
        }
        let mut holding: Vec<usize> = Vec::new();
        for side in 0..self.setup.sides.len() {
            let of_side = |&own: &usize| self.drafts[own].side.idx() == side;
            let own: Vec<usize> = (0..self.units.len()).filter(of_side).collect();
            if own.iter().all(|&own| sole(&self.units[own].tactics.delay) == Some(Delay::Hold)) {
                holding.extend(own);
            }
        }
        let sides: BTreeSet<usize> = holding.iter().map(|&own| self.drafts[own].side.idx()).collect();
        let is_near = |&own: &usize| {
            let far = |&other: &usize| {
                self.drafts[own].side == self.drafts[other].side
                    || is_out_of_reach(self.units[own], self.units[other])
            };
            !holding.iter().all(far)
        };
        if sides.len() < 2 || holding.iter().any(is_near) {
            return;
        }
        for own in holding {
            let message = format!(
                "`{}` holds until an enemy comes within reach, and those of another side do so too",
                self.units[own].name
            );
            let help = "let one side come: take `hold` out, or give it a condition with `when`";
            self.say_of_company(own, "delay", message, help);
        }
    }
}

/// Returns the condition of `finish_off` on the rulings, if they do not meet it.
fn finish_off_needs(rulings: &Rulings) -> Option<&'static str> {
    if rulings.mortality == Mortality::Off {
        Some("the ruling `mortality` is not `off`")
    } else if rulings.mortality_per_hp.0 < 1 {
        Some("the ruling `mortality_per_hp` is 1 or more")
    } else {
        None
    }
}

/// The choice of a plan without conditions.
fn sole<T: Copy>(plan: &Plan<T>) -> Option<T> {
    plan.entries.first().filter(|entry| entry.when.is_none()).map(|entry| entry.what)
}

/// Returns whether a unit cannot attack another in its first Main, wherever walls are.
fn is_out_of_reach(unit: &UnitSetup, other: &UnitSetup) -> bool {
    let apart = (0..3).map(|i| u32::from(unit.position[i].abs_diff(other.position[i]))).max().unwrap_or(0);
    let ranges = unit.weapons.iter().map(|weapon| weapon.range.most);
    let of_abilities = unit.abilities.iter().map(|ability| ability.target.range.most);
    let steps = unit.movement_power.max(0) as u32;
    let reaches = |most: Option<u8>| most.is_none_or(|most| apart <= u32::from(most) + steps);
    !ranges.chain(of_abilities).any(reaches) && apart > steps
}
