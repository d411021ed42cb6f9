//! The text of events' values in the lines of the play-by-play.

use core::fmt;

use crate::NightWizard;
use crate::data::events::Side;
use crate::data::metrics::Exhaustion;
use crate::data::setup::ability::JudgeKind;
use crate::data::setup::gear::Status;
use crate::dice::sum::SumRoll;
use fray_kit::board::grid::Place;
use fray_kit::declare::events::Show;
use fray_kit::shown_as_displayed;

impl fmt::Display for Side {
    /// `8 + 7 (3+4) = 15`, `8 + 24 (2 criticals, 1+3) = 32`, `8 - 10 (fumble) = -2`,
    /// `12 (cannot roll)`, `8 + 3 + 7 (3+4) + 5 (prana) = 23` with an active modifier of 3.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&fixed_part(self.fixed, self.penalty))?;
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
        write!(f, "{} = {value}", plus_prana(self.prana))
    }
}

/// The fixed part of a Judge, apart from what bad statuses and surprise took from it.
pub(crate) fn fixed_part(fixed: i32, penalty: i32) -> String {
    match penalty {
        0 => fixed.to_string(),
        penalty => format!("{} - {} (penalty)", fixed - penalty, -penalty),
    }
}

/// ` + 5 (prana)`; nothing without prana.
pub(crate) fn plus_prana(prana: i32) -> String {
    if prana > 0 { format!(" + {prana} (prana)") } else { String::new() }
}

/// Two opposed Judges by their names.
pub(crate) fn opposed(names: [&str; 2], sides: [Side; 2]) -> String {
    format!("{} {} against {} {}", names[0], sides[0], names[1], sides[1])
}

/// Returns the damage of two Judges in words. NW-22: an effect may change the margin.
pub(crate) fn damage_of(margin: i32, damage: i32) -> String {
    match damage {
        damage if damage != margin => format!("{margin}, by effects {damage} damage"),
        0 => "no damage".to_owned(),
        damage => format!("{damage} damage"),
    }
}

/// `5 count, 3 MP`: costs in count, HP, MP and prana.
pub(crate) fn cost_of(cost: [i32; 4]) -> String {
    let costs = cost.into_iter().zip(["count", "HP", "MP", "prana"]).filter(|cost| cost.0 > 0);
    let costs: Vec<String> = costs.map(|(n, word)| format!("{n} {word}")).collect();
    if costs.is_empty() { "nothing yet".to_owned() } else { costs.join(", ") }
}

/// `1 square`, `2 squares`.
pub(crate) fn in_squares(n: u32) -> String {
    format!("{n} square{}", if n == 1 { "" } else { "s" })
}

/// `2 squares for 3 steps: withdrawal`: how far a move was, and what it took more (NW-38).
pub(crate) fn distance_of(squares: u32, steps: u32) -> String {
    let withdrawal = if steps > squares { format!(" for {steps} steps: withdrawal") } else { String::new() };
    in_squares(squares) + &withdrawal
}

shown_as_displayed!(NightWizard: Side, SumRoll, Status);

impl Show<NightWizard> for Place {
    /// `(2,3)`, or `(2,3,1)` above height 0.
    fn show(&self, _: &NightWizard, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { x, y, z } = self;
        if *z == 0 { write!(f, "({x},{y})") } else { write!(f, "({x},{y},{z})") }
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
