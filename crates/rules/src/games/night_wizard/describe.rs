//! The play-by-play in the words of the game: headings flush left, who acts under its round, what
//! comes of it under the actor.

use core::fmt::{self, Write};

use super::NightWizard;
use super::contest::Contest;
use super::events::{DrawnRolls, Event, MoveKind, Side};
use super::metrics::Exhaustion;
use super::setup::AttackKind;
use super::setup::ability::JudgeKind;
use super::setup::gear::Status;
use crate::board::grid::Place;
use crate::engine::roster::UnitId;

impl NightWizard {
    pub(super) fn describe_event(&self, event: &Event, line: &mut dyn Write) -> fmt::Result {
        let name = |unit| Name { wizard: self, unit };
        match *event {
            Event::Numbers { unit, crit, fumble } => {
                write!(line, "{}: critical on {crit}, fumble on {fumble}", name(unit))
            }
            Event::Surprise { side } => write!(line, "Surprise by {}", self.roster.side(side)),
            Event::Round => line.write_str("Setup"),
            Event::Arrives { unit } => write!(line, "  {} arrives", name(unit)),
            Event::Count { unit, base, penalty, rolled: Some(rolled), prana, count } => {
                write!(line, "  {}: Action Count ", name(unit))?;
                tell_fixed(base, penalty, line)?;
                write!(line, " + {rolled}")?;
                if prana > 0 {
                    write!(line, " + {prana} (prana)")?;
                }
                // NW-11: a ruling may put a floor under the roll.
                let raised = if count == base + rolled + prana { "" } else { ", raised" };
                write!(line, "{raised} = {count}")
            }
            Event::Count { unit, rolled: None, count, .. } => {
                let why = if self.hot(unit).fixed_count { "fixed" } else { "unconscious" };
                write!(line, "  {}: Action Count {count} ({why})", name(unit))
            }
            Event::Tie { side } => write!(line, "Tie: {} first, by chance", self.roster.side(side)),
            Event::Delay { unit, from, to } => {
                write!(line, "{} delays: Action Count {from} to {to}", name(unit))
            }
            Event::Main { unit, count } => write!(line, "{} acts at count {count}", name(unit)),
            Event::Surprises { unit } => write!(line, "{} acts by surprise", name(unit)),
            Event::Obeys { unit, count } => write!(line, "{} obeys and acts at count {count}", name(unit)),
            Event::Nothing { unit } => write!(line, "  {} does nothing more", name(unit)),
            Event::Exhausted { unit, why, count } => {
                let why = match why {
                    Exhaustion::Setup => ": too low to act",
                    Exhaustion::MainEnd | Exhaustion::Delay | Exhaustion::NearDeath => "",
                    Exhaustion::Limit => ": no more Mains this round",
                    Exhaustion::Cost | Exhaustion::OffturnCost => " by a cost",
                    Exhaustion::Cover => " by a cover",
                    Exhaustion::Effect => " by an ability",
                };
                write!(line, "  {} is Exhausted at count {count}{why}", name(unit))
            }
            Event::MainOver { unit, count } => write!(line, "  {} goes to count {count}", name(unit)),
            Event::NearDeath { unit } => write!(line, "  {} falls: Near Death", name(unit)),
            Event::Lifted { unit } => write!(line, "  {} stands up with 1 HP", name(unit)),
            Event::Dead { unit } => write!(line, "  {} is dead", name(unit)),
            Event::CleanUp => line.write_str("Clean-Up"),
            Event::Mortality { unit, judge, difficulty, lives } => {
                write!(line, "  {}: Mortality ", name(unit))?;
                tell_side(judge, line)?;
                let verdict = if lives { "stands up" } else { "fails" };
                write!(line, " against {difficulty}: {verdict}")
            }
            Event::NextFight { fight } => write!(line, "Fight {fight}"),
            Event::Attacks { .. } | Event::Hit { .. } | Event::Damage { .. } | Event::Covers { .. } => {
                self.tell_attack(event, line)
            }
            _ => self.tell_ability(event, line),
        }
    }

    /// Both sides of a contest with their dice.
    fn with_rolls(&self, sides: [Side; 2], drawn: Option<DrawnRolls>) -> [Side; 2] {
        let Some(DrawnRolls { active, passive, opposed }) = drawn else { return sides };
        let contest = Contest { judges: &self.judges, active, passive, from: i32::MIN, to: i32::MAX };
        let (active, passive) = contest.rolls(opposed).unzip();
        [Side { rolled: active, ..sides[0] }, Side { rolled: passive, ..sides[1] }]
    }

    fn tell_attack(&self, event: &Event, line: &mut dyn Write) -> fmt::Result {
        let name = |unit| Name { wizard: self, unit };
        match *event {
            Event::Attacks { unit, target, weapon } => match self.weapon_name(unit, weapon) {
                "" => write!(line, "  declares an attack on {}", name(target)),
                weapon => write!(line, "  declares an attack on {} with {weapon}", name(target)),
            },
            Event::Hit { target, kind, hit, dodge, rolls, hits, .. } => {
                let [hit, dodge] = self.with_rolls([hit, dodge], rolls);
                let (to_hit, to_dodge) = match kind {
                    AttackKind::Physical => ("Hit", "Dodge"),
                    AttackKind::Magic => ("Magic Hit", "Resistance"),
                };
                write!(line, "  attacks {}: {to_hit} ", name(target))?;
                tell_side(hit, line)?;
                write!(line, " against {to_dodge} ")?;
                tell_side(dodge, line)?;
                line.write_str(if hits { ": hit" } else { ": miss" })
            }
            Event::Covers { unit, ward } => write!(line, "  {} covers {}", name(unit), name(ward)),
            Event::Damage { target, kinds, attack, defense, rolls, margin, damage, hp, .. } => {
                let [attack, defense] = self.with_rolls([attack, defense], rolls);
                let to_hurt = match kinds[0] {
                    AttackKind::Physical => "Attack",
                    AttackKind::Magic => "Magic Attack",
                };
                let to_soak = match kinds[1] {
                    AttackKind::Physical => "Defense",
                    AttackKind::Magic => "Magic Defense",
                };
                if attack.rolled.is_none() && defense == Side::default() {
                    write!(line, "  {} damage", attack.fixed)?;
                } else {
                    write!(line, "  {to_hurt} ")?;
                    tell_side(attack, line)?;
                    write!(line, " against {to_soak} ")?;
                    tell_side(defense, line)?;
                }
                // NW-22: an effect may have changed what the Judges say.
                match damage {
                    _ if damage != margin => {
                        write!(line, ": {margin}, by effects {damage} damage")?;
                    }
                    0 => line.write_str(": no damage")?,
                    _ => write!(line, ": {damage} damage")?,
                }
                write!(line, ", {} has {hp} HP left", name(target))
            }
            _ => Ok(()),
        }
    }

    fn tell_ability(&self, event: &Event, line: &mut dyn Write) -> fmt::Result {
        let name = |unit| Name { wizard: self, unit };
        match *event {
            Event::Uses { unit, ability } => {
                write!(line, "  {} uses {}", name(unit), self.ability_name(ability))
            }
            Event::Pays { unit, count, hp, mp, prana } => {
                write!(line, "  {} pays ", name(unit))?;
                tell_cost([count, hp, mp, prana], line)
            }
            Event::CannotPay { unit, count, hp, mp, prana } => {
                write!(line, "  {} cannot pay ", name(unit))?;
                tell_cost([count, hp, mp, prana], line)
            }
            Event::Tries { unit, judge, difficulty, is_success } => {
                write!(line, "  {}: ", name(unit))?;
                tell_side(judge, line)?;
                let verdict = if is_success { "succeeds" } else { "fails" };
                write!(line, " against {difficulty}: {verdict}")
            }
            Event::Contests { unit, target, judge, answer, is_success } => {
                write!(line, "  {}: ", name(unit))?;
                tell_side(judge, line)?;
                write!(line, " against {} ", name(target))?;
                tell_side(answer, line)?;
                line.write_str(if is_success { ": succeeds" } else { ": fails" })
            }
            Event::Again { unit, kind, judge } => {
                write!(line, "  {}: {} now ", name(unit), kind_word(kind))?;
                tell_side(judge, line)
            }
            Event::Heals { unit, hp } => write!(line, "  {} is healed to {hp} HP", name(unit)),
            Event::Magic { unit, mp } => write!(line, "  {} has {mp} MP", name(unit)),
            Event::Prana { unit, prana } => write!(line, "  {} has {prana} prana", name(unit)),
            Event::CountChanges { unit, count } => write!(line, "  {} goes to count {count}", name(unit)),
            Event::Inflicted { unit, status: Status::Poison, level } => {
                write!(line, "  {} suffers poison {level}", name(unit))
            }
            Event::Inflicted { unit, status, .. } => {
                write!(line, "  {} suffers {}", name(unit), Status::WORDS[status as usize])
            }
            Event::Recovered { unit, status } => {
                write!(line, "  {} recovers from {}", name(unit), Status::WORDS[status as usize])
            }
            Event::Poisoned { unit, damage, hp } => {
                write!(line, "  Poison: {damage} damage, {} has {hp} HP left", name(unit))
            }
            Event::Enchants { unit, from, to } => {
                write!(line, "  {} changes enchantments:", name(unit))?;
                for (at, enchantment) in self.enchantment_names(unit).enumerate() {
                    match (from >> at & 1, to >> at & 1) {
                        (0, 1) => write!(line, " +{enchantment}")?,
                        (1, 0) => write!(line, " -{enchantment}")?,
                        _ => {}
                    }
                }
                Ok(())
            }
            Event::Wears { unit, loadout } => {
                write!(line, "  {} changes to {}", name(unit), self.loadout_name(unit, loadout))
            }
            Event::TakesOff { unit } => write!(line, "  {} takes off", name(unit)),
            Event::Lands { unit } => write!(line, "  {} lands", name(unit)),
            Event::FallsDown { unit } => write!(line, "  {} falls out of the air, unharmed", name(unit)),
            Event::Moves { .. } | Event::AllOut { .. } => self.tell_move(event, line),
            Event::Flees { unit } => write!(line, "  {} flees", name(unit)),
            Event::Rests { unit, judge } => {
                write!(line, "  {} rests: ", name(unit))?;
                tell_side(judge, line)
            }
            _ => Ok(()),
        }
    }
}

impl NightWizard {
    fn tell_move(&self, event: &Event, line: &mut dyn Write) -> fmt::Result {
        let name = |unit| Name { wizard: self, unit };
        match *event {
            Event::AllOut { unit, judge, squares } => {
                write!(line, "  {} moves All-Out: ", name(unit))?;
                tell_side(judge, line)?;
                write!(line, ": {}", Squares(squares))
            }
            Event::Moves { unit, from, to, squares, steps, kind } => {
                let verb = match kind {
                    MoveKind::Walks | MoveKind::Runs
                        if from.x == to.x && from.y == to.y && from.z != to.z =>
                    {
                        if from.z < to.z {
                            "climbs"
                        } else {
                            "descends"
                        }
                    }
                    MoveKind::Walks | MoveKind::Runs => "moves",
                    MoveKind::Carried => "is moved",
                    MoveKind::Leaps => "is gone from",
                };
                write!(line, "  {} {verb} {} to {}", name(unit), Spot(from), Spot(to))?;
                if kind != MoveKind::Leaps {
                    write!(line, ", {}", Squares(squares))?;
                }
                // NW-38.
                if steps > squares && kind != MoveKind::Leaps {
                    write!(line, " for {steps} steps: withdrawal")?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// `(2,3)`, or `(2,3,1)` above height 0.
struct Spot(Place);

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { x, y, z } = self.0;
        if z == 0 { write!(f, "({x},{y})") } else { write!(f, "({x},{y},{z})") }
    }
}

/// `1 square`, `2 squares`.
struct Squares(u32);

impl fmt::Display for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} square{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

fn kind_word(kind: JudgeKind) -> &'static str {
    match kind {
        JudgeKind::All => "Judge",
        JudgeKind::Hit => "Hit",
        JudgeKind::Dodge => "Dodge",
        JudgeKind::Attack => "Attack",
        JudgeKind::Defense => "Defense",
        JudgeKind::ActionCount => "Action Count",
        JudgeKind::Mortality => "Mortality",
        JudgeKind::Waking => "waking",
        JudgeKind::AllOut => "All-Out Movement",
        JudgeKind::Appearance => "Appearance",
        JudgeKind::Ability => "ability",
    }
}

/// `5 count, 3 MP`.
fn tell_cost(cost: [i32; 4], line: &mut dyn Write) -> fmt::Result {
    let mut first = true;
    for (n, word) in cost.into_iter().zip(["count", "HP", "MP", "prana"]) {
        if n > 0 {
            write!(line, "{}{n} {word}", if first { "" } else { ", " })?;
            first = false;
        }
    }
    if first { line.write_str("nothing yet") } else { Ok(()) }
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

/// `8 + 7 = 15`, `8 + 24 (2 criticals) = 32`, `8 - 10 (fumble) = -2`, `12 (cannot roll)`,
/// `8 + 3 + 7 + 5 (prana) = 23` with an active modifier of 3.
fn tell_side(side: Side, line: &mut dyn Write) -> fmt::Result {
    let value = side.value();
    tell_fixed(side.fixed, side.penalty, line)?;
    let Some(rolled) = side.rolled else {
        return line.write_str(" (cannot roll)");
    };
    if side.active != 0 {
        write!(line, " {} {}", if side.active < 0 { '-' } else { '+' }, side.active.abs())?;
    }
    if rolled.is_fumble {
        return write!(line, " - {} (fumble) = {value}", -rolled.total);
    }
    write!(line, " + {}", rolled.total)?;
    match rolled.criticals {
        0 => {}
        1 => line.write_str(" (critical)")?,
        n => write!(line, " ({n} criticals)")?,
    }
    if side.prana > 0 {
        write!(line, " + {} (prana)", side.prana)?;
    }
    write!(line, " = {value}")
}

/// The fixed part of a Judge, with what bad statuses and surprise took from it told apart.
fn tell_fixed(fixed: i32, penalty: i32, line: &mut dyn Write) -> fmt::Result {
    match penalty {
        0 => write!(line, "{fixed}"),
        _ => write!(line, "{} - {} (penalty)", fixed - penalty, -penalty),
    }
}
