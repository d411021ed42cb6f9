//! The play-by-play in the words of the game: turns flush left, who acts under its turn, what comes of it
//! under the actor.

use core::fmt;

use crate::Stonebound;
use crate::data::metrics::{ABILITIES, By, COUNTER};
use crate::data::rulings::{Deck, VALUES};
use crate::data::vocabulary::{DamageKind, Effect, Element, EvadeKind, Removal, Stat, StatusId};
use crate::dice::draws::SurvivalOutcome;
use crate::state::{Cards, DEAD};
use fray_engine::roster::{SideId, UnitId};
use fray_kit::declare::events::Show;
use fray_kit::events;

events! {
    /// One line of the play-by-play.
    pub enum Event of Stonebound as game {
        /// The roll-off (SB-04).
        RollOff { winner: SideId } ["{winner} wins the roll-off"],
        /// Who begins.
        MovesFirst { first: SideId } ["{first} moves first"],
        /// A side's turn begins (SB-05).
        Turn { side: SideId } ["Turn of {side}"],
        /// Cards are drawn (SB-09).
        Draws { side: SideId, n: u32, hand: Cards } ["  {side} draws {n}, holds {cards}", cards = Text::Hand(hand)],
        /// The deck is refilled (SB-07).
        Reshuffles ["  the discards become the deck"],
        /// An activation.
        Acts { unit: UnitId, at: u16, hp: i32, pd: i32, sd: i32 } [
            "  {unit} acts{place}, HP {hp}, PD {pd}, SD {sd}", place = game.place(at)
        ],
        /// It sleeps (SB-50).
        Sleeps { unit: UnitId } ["    sleeps"],
        /// It does nothing.
        Idles { unit: UnitId } ["    does nothing"],
        /// Its Move (SB-17).
        Moves { unit: UnitId, from: u16, to: u16, steps: u32 } [
            if steps == 1 => "    moves 1 step{to_place}", to_place = game.to_place(to);
            "    moves {steps} steps{to_place}", to_place = game.to_place(to)
        ],
        /// It is moved (SB-53), or changes its place by an ability.
        Moved { unit: UnitId, from: u16, to: u16 } ["    {unit} is now{place}", place = game.place(to)],
        /// An attack (SB-21).
        Attacks { unit: UnitId, target: UnitId, action: u8, kind: DamageKind, counter: bool } [
            if counter => "    {unit} counters: attack on {target} ({kind})";
            if action < COUNTER => "    {unit} attacks {target} ({kind})";
            "    {unit} attacks {target} with {name} ({kind})", name = game.action_name(unit, action)
        ],
        /// Blind stops it (SB-42).
        Blinded { unit: UnitId } ["    {unit} is blind and misses"],
        /// Evasion and negation (SB-23).
        Defends { unit: UnitId, damage: SurvivalOutcome, effects: SurvivalOutcome } [
            if damage.stands() && effects.stands() => "    {unit} neither evades nor negates it";
            if damage == effects => "    {unit}: all is {damage}";
            if effects.stands() => "    {unit}: the damage is {damage}";
            if damage.stands() => "    {unit}: the added effects are {effects}";
            "    {unit}: the damage is {damage}, the added effects are {effects}"
        ],
        /// The damage is worked out (SB-30).
        Damage { points: i32, kind: DamageKind, defence: i32, less: i32, crit: bool, damage: i32, stands: bool } [
            if !stands && crit => "    critical {points}, no damage";
            if !stands => "    {points}, no damage";
            "    {hit}{points}{defended}{reduced} = {damage}",
            hit = if crit { "critical " } else { "" },
            defended = Text::Less(defence, kind), reduced = Text::Reduced(less)
        ],
        /// HP lost.
        Hurt { unit: UnitId, damage: i32, hp: i32, cause: By } [
            "    {unit} loses {damage} HP{by}, {hp} left", by = Text::By(cause)
        ],
        /// A defence is eroded (SB-31).
        Erodes { unit: UnitId, pd: bool, by: i32, left: i32 } [
            if pd => "    {unit}: PD - {by}, {left} left";
            "    {unit}: SD - {by}, {left} left"
        ],
        /// A defence fell to 0.
        Exhausted { unit: UnitId, pd: bool } [
            if pd => "    {unit} has no PD left";
            "    {unit} has no SD left"
        ],
        /// A unit falls (SB-40).
        Incapacitated { unit: UnitId } ["    {unit} is incapacitated"],
        /// HP back (SB-52).
        Heals { unit: UnitId, healed: i32, hp: i32 } ["    {unit} is healed {healed}, HP {hp}"],
        /// A unit is brought back (SB-52).
        Revived { unit: UnitId, hp: i32 } ["    {unit} is back with HP {hp}"],
        /// The roll of a reaction or of an ability (SB-03).
        Reacts { unit: UnitId, skill: u8, succeeds: bool } [
            "    {unit}: {name} {succeeds}", name = game.skill_name(unit, skill)
        ],
        /// An ability is used, or a reaction that needs no roll.
        Uses { unit: UnitId, skill: u8, target: UnitId } [
            if unit == target => "    {unit} uses {name}", name = game.skill_name(unit, skill);
            "    {unit} uses {name} on {target}", name = game.skill_name(unit, skill)
        ],
        /// A counter that cannot reach (SB-38).
        CounterOutOfRange { unit: UnitId } ["    {unit} is out of range for a counter"],
        /// The second attack of a double is lost (SB-15).
        SecondLost { unit: UnitId } ["    the second attack of {unit} is lost"],
        /// A status is laid (SB-41).
        Status { unit: UnitId, status: StatusId, stacks: u8 } [
            if stacks == 1 => "    {unit} is under [{status}]";
            "    {unit} is under [{status}] x {stacks}"
        ],
        /// A status ends.
        StatusEnds { unit: UnitId, status: StatusId } ["    {unit} is rid of [{status}]"],
        /// Something lasting begins (SB-52).
        Gains { unit: UnitId, mark: u8, doubled: bool } [
            if doubled => "    {unit}: {what}, doubled", what = game.mark_name(mark);
            "    {unit}: {what}", what = game.mark_name(mark)
        ],
        /// Something lasting ends.
        Loses { unit: UnitId, mark: u8 } ["    {unit}: {what} is over", what = game.mark_name(mark)],
        /// An attack is taken upon oneself (SB-37).
        Redirects { unit: UnitId } ["    {unit} takes it upon itself"],
        /// Damage is reduced (SB-37).
        Reduces { unit: UnitId, less: i32 } ["    {unit} takes {less} off the damage"],
        /// An activation more (SB-05).
        OnceMore { unit: UnitId } ["    {unit} will act once more"],
        /// Cards are laid down (SB-08).
        Pays { unit: UnitId, element: Element, paid: [u8; VALUES] } [
            "    pays {cards}", cards = Text::Paid(element, paid)
        ],
        /// A fuse is set (SB-10).
        Sets { unit: UnitId, skill: u8 } ["    {unit} fuses {name}", name = game.skill_name(unit, skill)],
        /// A fuse goes.
        Unfuses { unit: UnitId, skill: u8 } ["    the fuse {name} of {unit} goes", name = game.skill_name(unit, skill)],
        /// A card is discarded (SB-57).
        Discards { unit: UnitId, kind: u8 } ["    the side of {unit} discards {card}", card = Text::Card(kind.into())],
        /// SB-63.
        Stalemate ["Nothing has changed for too long: a draw"],
    }
}

/// A part of a line that is not always there or not always worded alike.
enum Text {
    Nothing,
    At(u16, u16),
    To(u16, u16),
    Less(i32, DamageKind),
    Reduced(i32),
    By(By),
    Hand(Cards),
    Card(usize),
    Paid(Element, [u8; VALUES]),
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing | Self::Reduced(0) | Self::Less(_, DamageKind::H) => Ok(()),
            Self::At(x, y) => write!(f, " at ({x}, {y})"),
            Self::To(x, y) => write!(f, " to ({x}, {y})"),
            Self::Less(defence, DamageKind::P) => write!(f, " - PD {defence}"),
            Self::Less(defence, DamageKind::S) => write!(f, " - SD {defence}"),
            Self::Reduced(less) => write!(f, " - {less}"),
            Self::By(by) => f.write_str(match by {
                By::Attack | By::Counter | By::Reaction | By::Ability => "",
                By::Burn => " to [Burn]",
                By::Poison => " to [Poison]",
                By::Hazard => " to the hazard",
                By::Status => " to a status",
            }),
            Self::Card(kind) if *kind == DEAD => f.write_str("a stone of no use"),
            Self::Card(kind) => {
                write!(f, "{} {}", Element::WORDS[kind / VALUES], Deck::VALUE_NAMES[kind % VALUES])
            }
            Self::Hand(cards) => {
                let held = cards.iter().enumerate().filter(|card| *card.1 > 0);
                let mut join = "";
                for (kind, n) in held {
                    f.write_str(join)?;
                    if *n > 1 {
                        write!(f, "{n} x ")?;
                    }
                    write!(f, "{}", Self::Card(kind))?;
                    join = ", ";
                }
                if join.is_empty() { f.write_str("nothing") } else { Ok(()) }
            }
            Self::Paid(element, paid) => {
                let mut join = "";
                for (value, n) in paid.iter().enumerate().filter(|paid| *paid.1 > 0) {
                    f.write_str(join)?;
                    if *n > 1 {
                        write!(f, "{n} x ")?;
                    }
                    write!(f, "{} {}", Element::WORDS[*element as usize], Deck::VALUE_NAMES[value])?;
                    join = ", ";
                }
                Ok(())
            }
        }
    }
}

impl Stonebound {
    fn place(&self, at: u16) -> Text {
        self.board.as_ref().map_or(Text::Nothing, |board| {
            let (x, y) = board.xy(at);
            Text::At(x, y)
        })
    }

    fn to_place(&self, at: u16) -> Text {
        self.board.as_ref().map_or(Text::Nothing, |board| {
            let (x, y) = board.xy(at);
            Text::To(x, y)
        })
    }

    fn skill_name(&self, unit: UnitId, skill: u8) -> &str {
        &self.unit(unit).skills[skill as usize].ability.id
    }

    fn action_name(&self, unit: UnitId, action: u8) -> &str {
        action.checked_sub(ABILITIES).map_or("a counter", |skill| self.skill_name(unit, skill))
    }

    /// Returns what a lasting effect is.
    fn mark_name(&self, mark: u8) -> String {
        let lasting = &self.marks[mark as usize];
        match lasting.effect {
            Effect::Stat(change) => {
                format!("{} {:+}", Stat::WORDS[change.stat as usize].to_uppercase(), change.by)
            }
            Effect::Evasion(evasion) => {
                let against = match evasion.kind {
                    EvadeKind::A => "everything",
                    EvadeKind::P => "P",
                    EvadeKind::S => "S",
                };
                format!("evasion {} of {against}", evasion.n)
            }
            Effect::Negation(negation) => format!("negation {}", negation.n),
            Effect::Forbid(ban) => {
                format!(
                    "no {}",
                    <crate::data::vocabulary::Ban as fray_kit::declare::rulings::RulingType>::show(ban)
                )
            }
            Effect::Immune(Removal::All) => "immune to all statuses".to_owned(),
            Effect::Immune(Removal::One(status)) => {
                format!("immune to [{}]", self.statuses[status.idx()].name)
            }
            _ => format!("an effect of {}", self.roster.unit(lasting.unit)),
        }
    }
}

impl Show<Stonebound> for StatusId {
    fn show(&self, game: &Stonebound, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &game.statuses[self.idx()].name;
        let mut letters = name.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        write!(f, "{}{}", first.unwrap_or_default(), letters.as_str())
    }
}

impl Show<Stonebound> for DamageKind {
    fn show(&self, _: &Stonebound, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::WORDS[*self as usize])
    }
}

impl Show<Stonebound> for SurvivalOutcome {
    fn show(&self, _: &Stonebound, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stands => "there",
            Self::Evaded => "evaded",
            Self::Negated => "negated",
        })
    }
}
