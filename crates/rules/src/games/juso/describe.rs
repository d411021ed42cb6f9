//! The play-by-play in the words of the game: headings flush left, who acts under its phase, what
//! comes of it under the actor.

use core::fmt::{self, Write};

use super::Juso;
use super::events::{Defence, Event, Move, Passes};
use super::setup::{AttackKind, End};
use super::vocabulary::{How, Stat};
use crate::engine::roster::UnitId;

impl Juso {
    pub(super) fn describe_event(&self, event: &Event, line: &mut dyn Write) -> fmt::Result {
        let name = |unit| Name { juso: self, unit };
        let side = |end: End| self.roster.side(end.side());
        match *event {
            Event::Placed { unit, own } => {
                write!(line, "{} stands on {}", name(unit), self.square(unit, own))
            }
            Event::HighMana { unit, dice, gained } => {
                write!(line, "{}: high mana {dice}d = {gained}", name(unit))
            }
            Event::Initiative { dice, rolled, winner } => write!(
                line,
                "Initiative: {}d = {} against {}d = {}: the flag goes to {}",
                dice[0],
                rolled[0],
                dice[1],
                rolled[1],
                side(winner)
            ),
            Event::FlagGiven { side: holder, surprise: true } => {
                write!(line, "Surprise: the flag goes to {}", side(holder))
            }
            Event::FlagGiven { side: holder, surprise: false } => {
                write!(line, "The flag is with {}", side(holder))
            }
            Event::Preparation => line.write_str("Preparation"),
            Event::Cores { unit, dice, gained, cores } => {
                write!(line, "  {}: cores {dice}d = {gained}, has {cores}", name(unit))
            }
            Event::Action { first } => write!(line, "Action: {} first", side(first)),
            Event::Acts { unit, column: 0, life, cores } => {
                write!(line, "{} acts off the board, life {life}{}", name(unit), Cores(cores))
            }
            Event::Acts { unit, column, life, cores } => {
                write!(line, "{} acts on column {column}, life {life}{}", name(unit), Cores(cores))
            }
            Event::Passes { unit, why } => {
                let why = match why {
                    Passes::Dead => "is dead",
                    Passes::Down => "is incapacitated",
                    Passes::Surprised => "is surprised",
                };
                write!(line, "{} {why}: its slot passes", name(unit))
            }
            Event::Stays { .. } => line.write_str("  does nothing"),
            Event::Moves { unit, how, from, to } => self.tell_move(unit, how, from, to, line),
            Event::Slips { sneaks, dice, difficulty, rolled, succeeds, .. } => {
                let what = if sneaks { "sneaks" } else { "slips past" };
                let verdict = if succeeds { "succeeds" } else { "fails" };
                write!(line, "  {what}: {dice}d = {rolled} against alert {difficulty}: {verdict}")
            }
            Event::Readies { unit, weapon } => match self.weapon(unit, weapon) {
                Some(name) => write!(line, "  readies {name}"),
                None => write!(line, "  readies weapon {}", weapon + 1),
            },
            Event::Attacks { unit, target, weapon, pool, cores, split } => {
                let (kind, with) = (self.attack_word(unit, weapon), self.with(unit, weapon));
                write!(line, "  {kind} {}{with}: pool {pool}", name(target))?;
                tell_dice(cores, split, line)
            }
            Event::AttacksArea { unit, column, weapon, pool, cores, split } => {
                let (kind, with) = (self.attack_word(unit, weapon), self.with(unit, weapon));
                write!(line, "  {kind} all on column {column}{with}: pool {pool}")?;
                tell_dice(cores, split, line)
            }
            Event::BaseRoll { unit, target, dice, rolled, value, hits } => {
                let roll = if self.unit(unit).is_pc { "base roll" } else { "power" };
                let verdict = if hits { "hit" } else { "miss" };
                write!(line, "  {roll} {dice}d = {rolled} against {value} of {}: {verdict}", name(target))
            }
            Event::PowerRoll { dice, rolled: 0, .. } => write!(line, "  power {dice}d = 0: fails"),
            Event::PowerRoll { dice, rolled, .. } => write!(line, "  power {dice}d = {rolled}"),
            Event::Defends { unit, how, dice, difficulty, rolled, stops } => {
                let how = match how {
                    Defence::Agility => "agility defence",
                    Defence::Perception => "perception defence",
                    Defence::Resistance => "resistance",
                };
                let verdict = if stops { "stopped" } else { "not stopped" };
                match dice {
                    Some(dice) => write!(
                        line,
                        "  {}: {how} {dice}d = {rolled} against {difficulty}: {verdict}",
                        name(unit)
                    ),
                    None => {
                        write!(line, "  {}: {how} against {difficulty}: {verdict} without a roll", name(unit))
                    }
                }
            }
            Event::BodyDefence { unit, dice, rolled } => {
                write!(line, "  {}: body defence {dice}d = {rolled} off the knockback", name(unit))
            }
            Event::DamageRoll { dice: 0, rolled, .. } => write!(line, "  damage {rolled}"),
            Event::DamageRoll { dice, rolled, .. } => write!(line, "  damage {dice}d = {rolled}"),
            Event::SpecialArmour { unit, stopped, left } => {
                write!(line, "  {}: special armour stops {stopped}, {left} left", name(unit))
            }
            Event::KnockedBack { unit, squares, from, to } => {
                write!(line, "  {} is knocked back {squares}: ", name(unit))?;
                write!(line, "{} to {}", self.square(unit, from), self.square(unit, to))
            }
            Event::Reduced { unit, stopped, left } => {
                write!(line, "  {}: stops {stopped} of the damage, {left} left", name(unit))
            }
            Event::BackAttack { unit, squares } => {
                write!(line, "  back attack on {}: {squares} more damage", name(unit))
            }
            Event::Endures { unit, squares, to, cores } => {
                let square = self.square(unit, to.max(0));
                write!(line, "  {} endures {squares}: {square}, cores left {cores}", name(unit))
            }
            Event::Retreats { unit, squares, to } => {
                write!(line, "  {} retreats {squares} from the blow: {}", name(unit), self.square(unit, to))
            }
            Event::Leaves { unit } => write!(line, "  {} leaves the board", name(unit)),
            Event::Loses { unit, damage, life } => {
                write!(line, "  {} takes {damage}, life {life} left", name(unit))
            }
            Event::Incapacitated { unit } => write!(line, "  {} is incapacitated", name(unit)),
            Event::Dead { unit } => write!(line, "  {} is dead", name(unit)),
            Event::Exhausted { unit, .. } => write!(line, "  {} has no core left", name(unit)),
            Event::FirstAid { target, dice, rolled, succeeds, .. } => {
                let verdict = if succeeds { "succeeds" } else { "fails" };
                write!(line, "  first aid for {}: {dice}d = {rolled} against 2: {verdict}", name(target))
            }
            Event::Flag { side: holder } => write!(line, "  the flag goes to {}", side(holder)),
            Event::Ability { unit, ability, target } => {
                let id = &self.unit(unit).abilities[ability as usize].ability.id;
                write!(line, "  {} uses {id}", name(unit))?;
                if target == unit { Ok(()) } else { write!(line, " on {}", name(target)) }
            }
            Event::AbilityRoll { unit, dice, rolled, difficulty, succeeds } => {
                let verdict = if succeeds { "succeeds" } else { "fails" };
                write!(line, "  {}: {dice}d = {rolled} against {difficulty}: {verdict}", name(unit))
            }
            Event::Heals { unit, life } => write!(line, "  {} has life {life}", name(unit)),
            Event::CoresChanged { unit, cores } => write!(line, "  {} has cores {cores}", name(unit)),
            Event::HighManaChanged { unit, mana } => write!(line, "  {} has high mana {mana}", name(unit)),
            Event::Status { unit, status, begins } => {
                let verb = if begins { "is" } else { "is no longer" };
                write!(line, "  {} {verb} {}", name(unit), self.statuses[status.0 as usize].name)
            }
            Event::Recovers { unit, status, dice, rolled, difficulty, succeeds } => {
                let what = &self.statuses[status.0 as usize].name;
                let verdict = if succeeds { "succeeds" } else { "fails" };
                write!(line, "  {}, {what}: {dice}d = {rolled} against {difficulty}: {verdict}", name(unit))
            }
            Event::Changes { unit, stat, how } => {
                let stat = Stat::WORDS[stat as usize].replace('_', " ");
                match how {
                    How::By(n) => write!(line, "  {}: {stat} {n:+}", name(unit)),
                    How::To(n) => write!(line, "  {}: {stat} {n}", name(unit)),
                }
            }
            Event::Unwearied { unit } => write!(line, "  {} defends without losing dice", name(unit)),
            Event::Ends { unit, mark } => {
                let mut skills = self.units.iter().flat_map(|unit| &unit.abilities);
                let id = skills.find(|skill| skill.mark == mark).map_or("", |skill| &skill.ability.id);
                write!(line, "  {}: {id} is over", name(unit))
            }
            Event::Noticed { unit } => write!(line, "  {} is noticed", name(unit)),
            Event::RoundEnd => line.write_str("Round end"),
            Event::CoresLost { unit, lost: 0, kept } => {
                write!(line, "  {}: cores kept {kept}", name(unit))
            }
            Event::CoresLost { unit, lost, kept } => {
                write!(line, "  {}: cores lost {lost}, kept {kept}", name(unit))
            }
            Event::Concedes { side: end } => write!(line, "{} concedes", side(end)),
        }
    }

    fn attack_word(&self, unit: UnitId, weapon: u8) -> &'static str {
        match self.unit(unit).arms[weapon as usize].kind {
            AttackKind::Melee => "melee attack on",
            AttackKind::Ranged => "ranged attack on",
            AttackKind::Jujutsu => "jujutsu attack on",
        }
    }

    /// The name of a weapon; none of fists and kicks and of weapons without a name.
    fn weapon(&self, unit: UnitId, weapon: u8) -> Option<&str> {
        let name = self.unit(unit).weapons.get(weapon as usize)?;
        (!name.is_empty()).then_some(name)
    }

    fn with(&self, unit: UnitId, weapon: u8) -> With<'_> {
        With(self.weapon(unit, weapon))
    }

    fn tell_move(&self, unit: UnitId, how: Move, from: i32, to: i32, line: &mut dyn Write) -> fmt::Result {
        let how = match how {
            Move::Large => "large move",
            Move::Small => "small move",
            Move::DoubleSub => "move with both subs",
            Move::Slip => "slips",
            Move::Ability => "is moved",
        };
        write!(line, "  {how}: {} to {}", self.square(unit, from), self.square(unit, to))
    }

    /// The column of an own number of the unit.
    fn square(&self, unit: UnitId, own: i32) -> Square {
        Square((own > 0).then(|| Self::column_of(self.unit(unit).side, own)))
    }
}

/// `column 4`, or off the board.
struct Square(Option<i32>);

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(column) => write!(f, "column {column}"),
            None => f.write_str("off the board"),
        }
    }
}

/// `, 2 cores, 1 split off`.
fn tell_dice(cores: i32, split: i32, line: &mut dyn Write) -> fmt::Result {
    match cores {
        0 => {}
        1 => line.write_str(" with 1 core")?,
        n => write!(line, " with {n} cores")?,
    }
    if split == 0 { Ok(()) } else { write!(line, ", {split} split off") }
}

/// ` with Club`, of a weapon with a name.
struct With<'a>(Option<&'a str>);

impl fmt::Display for With<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |name| write!(f, " with {name}"))
    }
}

/// Cores, if there are any.
struct Cores(i32);

impl fmt::Display for Cores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 { Ok(()) } else { write!(f, ", cores {}", self.0) }
    }
}

/// A unit's name, with its side where two sides share it.
struct Name<'a> {
    juso: &'a Juso,
    unit: UnitId,
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let roster = &self.juso.roster;
        let name = roster.unit(self.unit);
        if roster.units.iter().filter(|unit| unit.name == name).count() > 1 {
            write!(f, "{}/", roster.side(roster.units[self.unit.idx()].side))?;
        }
        f.write_str(name)
    }
}
