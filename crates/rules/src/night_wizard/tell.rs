//! The play-by-play in the words of the game: headings flush left, who acts under its round, what
//! comes of it under the actor.

use core::fmt::{self, Write};

use super::NightWizard;
use super::events::{Event, Side};
use super::metrics::Exhaustion;
use super::setup::AttackKind;
use crate::roster::UnitId;

impl NightWizard {
    pub(super) fn tell_event(&self, event: &Event, line: &mut dyn Write) -> fmt::Result {
        let name = |unit| Name { wizard: self, unit };
        match *event {
            Event::Numbers { unit, crit, fumble } => {
                write!(line, "{}: critical on {crit}, fumble on {fumble}", name(unit))
            }
            Event::Round => line.write_str("Setup"),
            Event::Count { unit, rolled: Some(rolled), count } => {
                let base = self.hot(unit).action_value;
                write!(line, "  {}: Action Count {base} + {rolled}", name(unit))?;
                // NW-11: a ruling may put a floor under the roll.
                let raised = if count == i32::from(base) + rolled { "" } else { ", raised" };
                write!(line, "{raised} = {count}")
            }
            Event::Count { unit, rolled: None, count } => {
                write!(line, "  {}: Action Count {count} (fixed)", name(unit))
            }
            Event::Tie { side } => write!(line, "Tie: {} first, by chance", self.roster.side(side)),
            Event::Delay { unit, from, to } => {
                write!(line, "{} delays: Action Count {from} to {to}", name(unit))
            }
            Event::Main { unit, count } => write!(line, "{} acts at count {count}", name(unit)),
            Event::Nothing { .. } => line.write_str("  has nobody to attack"),
            Event::Hit { unit, target, hit, dodge, hits } => {
                let (to_hit, to_dodge) = match self.unit(unit).strike.hit_kind {
                    AttackKind::Physical => ("Hit", "Dodge"),
                    AttackKind::Magic => ("Magic Hit", "Resistance"),
                };
                write!(line, "  attacks {}: {to_hit} ", name(target))?;
                tell_side(hit, line)?;
                write!(line, " against {to_dodge} ")?;
                tell_side(dodge, line)?;
                line.write_str(if hits { ": hit" } else { ": miss" })
            }
            Event::Damage { unit, target, attack, defense, damage, hp } => {
                let strike = &self.unit(unit).strike;
                let to_hurt = match strike.hit_kind {
                    AttackKind::Physical => "Attack",
                    AttackKind::Magic => "Magic Attack",
                };
                let to_soak = match strike.damage_kind {
                    AttackKind::Physical => "Defense",
                    AttackKind::Magic => "Magic Defense",
                };
                write!(line, "  {to_hurt} ")?;
                tell_side(attack, line)?;
                write!(line, " against {to_soak} ")?;
                tell_side(defense, line)?;
                // NW-22: an element may have changed what the Judges say.
                let rolled = (attack.value() - defense.value()).max(0);
                match damage {
                    _ if damage != rolled => write!(line, ": {rolled}, by its element {damage} damage")?,
                    0 => line.write_str(": no damage")?,
                    _ => write!(line, ": {damage} damage")?,
                }
                write!(line, ", {} has {hp} HP left", name(target))
            }
            Event::Exhausted { unit, why, count } => {
                let why = match why {
                    Exhaustion::Setup => ": too low to act",
                    Exhaustion::MainEnd | Exhaustion::Delay | Exhaustion::NearDeath => "",
                    Exhaustion::Limit => ": no more Mains this round",
                };
                write!(line, "  {} is Exhausted at count {count}{why}", name(unit))
            }
            Event::MainOver { unit, count } => write!(line, "  {} goes to count {count}", name(unit)),
            Event::NearDeath { unit } => write!(line, "  {} falls: Near Death", name(unit)),
            Event::Dead { unit } => write!(line, "  {} is dead", name(unit)),
            Event::CleanUp => line.write_str("Clean-Up"),
            Event::Mortality { unit, judge, difficulty, lives } => {
                write!(line, "  {}: Mortality ", name(unit))?;
                tell_side(judge, line)?;
                let verdict = if lives { "stands up" } else { "fails" };
                write!(line, " against {difficulty}: {verdict}")
            }
        }
    }
}

/// A unit's name, with its side where two sides share it.
struct Name<'a> {
    wizard: &'a NightWizard,
    unit: UnitId,
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let roster = &self.wizard.roster;
        let name = roster.unit(self.unit);
        if roster.units.iter().filter(|unit| unit.name == name).count() > 1 {
            write!(f, "{}/", roster.side(roster.units[self.unit.idx()].side))?;
        }
        f.write_str(name)
    }
}

/// `8 + 7 = 15`, `8 + 24 (2 criticals) = 32`, `8 - 10 (fumble) = -2`, `12 (cannot roll)`.
fn tell_side(side: Side, line: &mut dyn Write) -> fmt::Result {
    let (fixed, value) = (side.fixed, side.value());
    let Some(rolled) = side.rolled else {
        return write!(line, "{fixed} (cannot roll)");
    };
    if rolled.is_fumble {
        return write!(line, "{fixed} - {} (fumble) = {value}", -rolled.total);
    }
    write!(line, "{fixed} + {}", rolled.total)?;
    match rolled.criticals {
        0 => {}
        1 => line.write_str(" (critical)")?,
        n => write!(line, " ({n} criticals)")?,
    }
    write!(line, " = {value}")
}
