//! How the values of events stand in the lines of the play-by-play.

use core::fmt;

use super::NightWizard;
use super::events::Side;
use super::metrics::Exhaustion;
use super::setup::ability::JudgeKind;
use super::setup::gear::Status;
use super::sum::SumRoll;
use crate::board::grid::Place;
use crate::declare::events::Show;

impl fmt::Display for Side {
    /// `8 + 7 (3+4) = 15`, `8 + 24 (2 criticals, 1+3) = 32`, `8 - 10 (fumble) = -2`,
    /// `12 (cannot roll)`, `8 + 3 + 7 (3+4) + 5 (prana) = 23` with an active modifier of 3.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Fixed { fixed: self.fixed, penalty: self.penalty })?;
        let Some(rolled) = self.rolled else {
            return f.write_str(" (cannot roll)");
        };
        if self.active != 0 {
            write!(f, " {} {}", if self.active < 0 { '-' } else { '+' }, self.active.abs())?;
        }
        let value = self.value();
        if rolled.is_fumble {
            return write!(f, " - {} (fumble) = {value}", -rolled.total);
        }
        write!(f, " + {}", rolled.total)?;
        let criticals = match rolled.criticals {
            0 => None,
            1 => Some("critical".to_owned()),
            n => Some(format!("{n} criticals")),
        };
        let dice = rolled.last_dice().map(|[first, second]| format!("{first}+{second}"));
        let how: Vec<String> = criticals.into_iter().chain(dice).collect();
        if !how.is_empty() {
            write!(f, " ({})", how.join(", "))?;
        }
        write!(f, "{} = {value}", Prana(self.prana))
    }
}

/// The fixed part of a Judge, apart from what bad statuses and surprise took from it.
pub(super) struct Fixed {
    pub(super) fixed: i32,
    pub(super) penalty: i32,
}

impl fmt::Display for Fixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.penalty {
            0 => write!(f, "{}", self.fixed),
            penalty => write!(f, "{} - {} (penalty)", self.fixed - penalty, -penalty),
        }
    }
}

/// ` + 5 (prana)`; nothing without prana.
pub(super) struct Prana(pub(super) i32);

impl fmt::Display for Prana {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 > 0 { write!(f, " + {} (prana)", self.0) } else { Ok(()) }
    }
}

/// Two opposed Judges by their names.
pub(super) struct Judges {
    pub(super) names: [&'static str; 2],
    pub(super) sides: [Side; 2],
}

impl fmt::Display for Judges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (names, sides) = (self.names, self.sides);
        write!(f, "{} {} against {} {}", names[0], sides[0], names[1], sides[1])
    }
}

/// What two Judges of damage come to. NW-22: an effect may change what they say.
pub(super) struct Damage {
    pub(super) margin: i32,
    pub(super) damage: i32,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.damage {
            damage if damage != self.margin => write!(f, "{}, by effects {damage} damage", self.margin),
            0 => f.write_str("no damage"),
            damage => write!(f, "{damage} damage"),
        }
    }
}

/// `5 count, 3 MP`: costs in count, HP, MP and prana.
pub(super) struct Cost(pub(super) [i32; 4]);

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let costs = self.0.into_iter().zip(["count", "HP", "MP", "prana"]).filter(|cost| cost.0 > 0);
        let costs: Vec<String> = costs.map(|(n, word)| format!("{n} {word}")).collect();
        f.write_str(if costs.is_empty() { "nothing yet" } else { "" })?;
        f.write_str(&costs.join(", "))
    }
}

/// `1 square`, `2 squares`.
pub(super) struct Squares(pub(super) u32);

impl fmt::Display for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} square{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

/// NW-38: ` for 3 steps: withdrawal`, of a move that took more steps than squares.
pub(super) struct Withdrawal {
    pub(super) squares: u32,
    pub(super) steps: u32,
}

impl fmt::Display for Withdrawal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.steps > self.squares { write!(f, " for {} steps: withdrawal", self.steps) } else { Ok(()) }
    }
}

impl Show<NightWizard> for Side {
    fn show(&self, _: &NightWizard, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Show<NightWizard> for SumRoll {
    fn show(&self, _: &NightWizard, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Show<NightWizard> for Place {
    /// `(2,3)`, or `(2,3,1)` above height 0.
    fn show(&self, _: &NightWizard, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { x, y, z } = self;
        if *z == 0 { write!(f, "({x},{y})") } else { write!(f, "({x},{y},{z})") }
    }
}

impl Show<NightWizard> for Status {
    fn show(&self, _: &NightWizard, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::WORDS[*self as usize])
    }
}

impl Show<NightWizard> for Exhaustion {
    fn show(&self, _: &NightWizard, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Setup => ": too low to act",
            Self::MainEnd | Self::Delay | Self::NearDeath => "",
            Self::Limit => ": no more Mains this round",
            Self::Cost | Self::OffturnCost => " by a cost",
            Self::Cover => " by a cover",
            Self::Effect => " by an ability",
        })
    }
}

impl Show<NightWizard> for JudgeKind {
    fn show(&self, _: &NightWizard, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::All => "Judge",
            Self::Hit => "Hit",
            Self::Dodge => "Dodge",
            Self::Attack => "Attack",
            Self::Defense => "Defense",
            Self::ActionCount => "Action Count",
            Self::Mortality => "Mortality",
            Self::Waking => "waking",
            Self::AllOut => "All-Out Movement",
            Self::Appearance => "Appearance",
            Self::Ability => "ability",
        })
    }
}
