//! The play-by-play in the words of the game.

use core::fmt::{self, Write};

use super::NightWizard;
use super::events::{Event, Side};
use super::judge::Rolled;
use super::metrics::Exhaustion;
use crate::roster::UnitId;

impl NightWizard {
    pub(super) fn tell_event(&self, event: &Event, line: &mut dyn Write) -> fmt::Result {
        let name = |unit: UnitId| self.roster.unit(unit);
        match *event {
            Event::Numbers { unit, crit, fumble } => {
                write!(line, "{} rolls critical number {crit} and fumble number {fumble}", name(unit))
            }
            Event::Round => line.write_str("Setup"),
            Event::Count { unit, rolled: Some(rolled), count } => {
                let base = self.hot(unit).action_value;
                write!(line, "  {}: Action Count {base} + {rolled} = {count}", name(unit))
            }
            Event::Count { unit, rolled: None, count } => {
                write!(line, "  {}: Action Count {count} (fixed)", name(unit))
            }
            Event::Tie { side } => {
                write!(line, "The tie goes to {} by chance", self.roster.side(side))
            }
            Event::Delay { unit, from, to } => {
                write!(line, "{} delays from count {from} to {to}", name(unit))
            }
            Event::Main { unit, count } => write!(line, "{} acts at count {count}", name(unit)),
            Event::Nothing { unit } => write!(line, "  {} has nobody to attack", name(unit)),
            Event::Hit { unit, target, hit, dodge, hits } => {
                let verdict = if hits { "hit" } else { "miss" };
                write!(line, "  {} attacks {}: Hit ", name(unit), name(target))?;
                tell_side(hit, line)?;
                line.write_str(" against Dodge ")?;
                tell_side(dodge, line)?;
                write!(line, ": {verdict}")
            }
            Event::Damage { target, attack, defense, damage, hp } => {
                line.write_str("  Damage: Attack ")?;
                tell_side(attack, line)?;
                line.write_str(" against Defense ")?;
                tell_side(defense, line)?;
                write!(line, ": {damage} damage, {} has {hp} HP left", name(target))
            }
            Event::Exhausted { unit, why, count } => {
                let why = match why {
                    Exhaustion::Setup => "too low to act this round",
                    Exhaustion::MainEnd => "after its Main",
                    Exhaustion::Delay => "sits out the round",
                    Exhaustion::NearDeath => "fallen",
                    Exhaustion::Limit => "no more Mains allowed this round",
                };
                write!(line, "  {} is Exhausted at count {count} ({why})", name(unit))
            }
            Event::MainOver { unit, count } => write!(line, "  {} goes to count {count}", name(unit)),
            Event::NearDeath { unit } => write!(line, "  {} falls into Near Death", name(unit)),
            Event::Dead { unit } => write!(line, "  {} is dead", name(unit)),
            Event::CleanUp => line.write_str("Clean-Up"),
            Event::Mortality { unit, judge, difficulty, lives } => {
                write!(line, "  {}: Mortality Judge ", name(unit))?;
                tell_side(judge, line)?;
                let verdict = if lives { "lives" } else { "fails" };
                write!(line, " against difficulty {difficulty}: {verdict}")
            }
        }
    }
}

/// `8 + 7 = 15`, `8 + 24 (2 criticals) = 32`, `8 - 10 (fumble) = -2`, `12 (no roll)`.
fn tell_side(side: Side, line: &mut dyn Write) -> fmt::Result {
    let Some(rolled) = side.rolled else {
        return write!(line, "{} (no roll)", side.fixed);
    };
    tell_dice(side.fixed, rolled, line)?;
    write!(line, " = {}", side.value())
}

fn tell_dice(fixed: i32, rolled: Rolled, line: &mut dyn Write) -> fmt::Result {
    if rolled.is_fumble {
        return write!(line, "{fixed} - {} (fumble)", -rolled.total);
    }
    write!(line, "{fixed} + {}", rolled.total)?;
    match rolled.criticals {
        0 => Ok(()),
        1 => line.write_str(" (critical)"),
        n => write!(line, " ({n} criticals)"),
    }
}
