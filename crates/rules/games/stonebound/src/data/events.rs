//! The play-by-play in the words of the game: turns flush left, who acts under its turn, what comes of it
//! under the actor.

use core::fmt;
use fray_kit::Event;

use crate::Stonebound;
use crate::data::metrics::{ABILITIES, By, COUNTER};
use crate::data::rulings::{Deck, VALUES};
use crate::data::vocabulary::{DamageKind, Effect, Element, EvadeKind, Removal, Stat, StatusId};
use crate::dice::draws::SurvivalOutcome;
use crate::state::{Cards, DEAD};
use fray_engine::roster::{SideId, UnitId};
use fray_kit::declare::events::Show;

/// One line of the play-by-play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Event)]
#[event(of = Stonebound, game)]
#[expect(missing_docs, reason = "the fields are named by what they are")]
pub enum Event {
    /// The roll-off (SB-04).
    #[line("{winner} win the roll-off")]
    RollOff { winner: SideId },
    /// Who begins.
    #[line("{first} move first")]
    MovesFirst { first: SideId },
    /// A side's turn begins (SB-05).
    #[line("Turn of {side}")]
    Turn { side: SideId },
    /// Cards are drawn (SB-09).
    #[line("  {side} draw {n}, hold {cards}", cards = Text::Hand(hand))]
    Draws { side: SideId, n: u32, hand: Cards },
    /// The deck is refilled (SB-07).
    #[line("  the discards become the deck")]
    Reshuffles,
    /// An activation.
    #[line("  {unit} acts{place}, HP {hp}, PD {pd}, SD {sd}", place = game.place(at))]
    Acts { unit: UnitId, at: u16, hp: i32, pd: i32, sd: i32 },
    /// It sleeps (SB-50).
    #[line("    sleeps")]
    Sleeps { unit: UnitId },
    /// It does nothing.
    #[line("    does nothing")]
    Idles { unit: UnitId },
    /// Its Move (SB-17).
    #[line(if steps == 1 => "    moves 1 step{to_place}", to_place = game.to_place(to))]
    #[line("    moves {steps} steps{to_place}", to_place = game.to_place(to))]
    Moves { unit: UnitId, from: u16, to: u16, steps: u32 },
    /// It is moved (SB-53), or changes its place by an ability.
    #[line("    {unit} is now{place}", place = game.place(to))]
    Moved { unit: UnitId, from: u16, to: u16 },
    /// An attack (SB-21).
    #[line(if counter => "    {unit} counters: attack on {target} ({kind})")]
    #[line(if action < COUNTER => "    {unit} attacks {target} ({kind})")]
    #[line("    {unit} attacks {target} with {name} ({kind})", name = game.action_name(unit, action))]
    Attacks { unit: UnitId, target: UnitId, action: u8, kind: DamageKind, counter: bool },
    /// Blind stops it (SB-42).
    #[line("    {unit} is blind and misses")]
    Blinded { unit: UnitId },
    /// Evasion and negation (SB-23).
    #[line(if damage.stands() && effects.stands() => "    {unit} neither evades nor negates it")]
    #[line(if damage == effects => "    {unit}: all is {damage}")]
    #[line(if effects.stands() => "    {unit}: the damage is {damage}")]
    #[line(if damage.stands() => "    {unit}: the added effects are {effects}")]
    #[line("    {unit}: the damage is {damage}, the added effects are {effects}")]
    Defends { unit: UnitId, damage: SurvivalOutcome, effects: SurvivalOutcome },
    /// The damage is worked out (SB-30).
    #[line(if !stands && crit => "    critical {points}, no damage")]
    #[line(if !stands => "    {points}, no damage")]
    #[line(
        "    {hit}{points}{defended}{reduced} = {damage}",
        hit = if crit { "critical " } else { "" },
        defended = Text::Less(defence, kind),
        reduced = Text::Reduced(less)
    )]
    Damage { points: i32, kind: DamageKind, defence: i32, less: i32, crit: bool, damage: i32, stands: bool },
    /// HP lost.
    #[line("    {unit} loses {damage} HP{by}, {hp} left", by = Text::By(cause))]
    Hurt { unit: UnitId, damage: i32, hp: i32, cause: By },
    /// A defence is eroded (SB-31).
    #[line(if pd => "    {unit}: PD - {by}, {left} left")]
    #[line("    {unit}: SD - {by}, {left} left")]
    Erodes { unit: UnitId, pd: bool, by: i32, left: i32 },
    /// A defence fell to 0.
    #[line(if pd => "    {unit} has no PD left")]
    #[line("    {unit} has no SD left")]
    Exhausted { unit: UnitId, pd: bool },
    /// A unit falls (SB-40).
    #[line("    {unit} is incapacitated")]
    Incapacitated { unit: UnitId },
    /// HP back (SB-52).
    #[line("    {unit} is healed {healed}, HP {hp}")]
    Heals { unit: UnitId, healed: i32, hp: i32 },
    /// A unit is brought back (SB-52).
    #[line("    {unit} is back with HP {hp}")]
    Revived { unit: UnitId, hp: i32 },
    /// The roll of a reaction or of an ability (SB-03).
    #[line("    {unit}: {name} {succeeds}", name = game.skill_name(unit, skill))]
    Reacts { unit: UnitId, skill: u8, succeeds: bool },
    /// An ability is used, or a reaction that needs no roll.
    #[line(if unit == target => "    {unit} uses {name}", name = game.skill_name(unit, skill))]
    #[line("    {unit} uses {name} on {target}", name = game.skill_name(unit, skill))]
    Uses { unit: UnitId, skill: u8, target: UnitId },
    /// A counter that cannot reach (SB-38).
    #[line("    {unit} is out of range for a counter")]
    CounterOutOfRange { unit: UnitId },
    /// The second attack of a double is lost (SB-15).
    #[line("    the second attack of {unit} is lost")]
    SecondLost { unit: UnitId },
    /// A status is laid (SB-41).
    #[line(if stacks == 1 => "    {unit} is under [{status}]")]
    #[line("    {unit} is under [{status}] x {stacks}")]
    Status { unit: UnitId, status: StatusId, stacks: u8 },
    /// A status ends.
    #[line("    {unit} is rid of [{status}]")]
    StatusEnds { unit: UnitId, status: StatusId },
    /// Something lasting begins (SB-52).
    #[line(if doubled => "    {unit}: {what}, doubled", what = game.mark_name(mark))]
    #[line("    {unit}: {what}", what = game.mark_name(mark))]
    Gains { unit: UnitId, mark: u8, doubled: bool },
    /// Something lasting ends.
    #[line("    {unit}: {what} is over", what = game.mark_name(mark))]
    Loses { unit: UnitId, mark: u8 },
    /// An attack is taken upon oneself (SB-37).
    #[line("    {unit} takes it upon itself")]
    Redirects { unit: UnitId },
    /// Damage is reduced (SB-37).
    #[line("    {unit} takes {less} off the damage")]
    Reduces { unit: UnitId, less: i32 },
    /// An activation more (SB-05).
    #[line("    {unit} will act once more")]
    OnceMore { unit: UnitId },
    /// Cards are laid down (SB-08).
    #[line("    pays {cards}", cards = Text::Paid(element, paid))]
    Pays { unit: UnitId, element: Element, paid: [u8; VALUES] },
    /// A fuse is set (SB-10).
    #[line("    {unit} fuses {name}", name = game.skill_name(unit, skill))]
    Sets { unit: UnitId, skill: u8 },
    /// A fuse goes.
    #[line("    the fuse {name} of {unit} goes", name = game.skill_name(unit, skill))]
    Unfuses { unit: UnitId, skill: u8 },
    /// A card is discarded (SB-57).
    #[line("    the side of {unit} discards {card}", card = Text::Card(kind.into()))]
    Discards { unit: UnitId, kind: u8 },
    /// SB-63.
    #[line("Nothing has changed for too long: a draw")]
    Stalemate,
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

    /// Returns a lasting effect in words.
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
