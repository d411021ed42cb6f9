//! The criteria of `--find`: conditions on the values of one fight, and which of the fights that meet
//! them is wanted.

use fray_engine::metrics::Kind;
use fray_engine::roster::{SideId, UnitId, UnitSet};

use super::cast::{Cast, Named};
use super::cursor::{Cursor, Spanned};
use super::goal::comparison;
use super::measure::names;
use super::reference::{Place, Reference};
use super::{Measure, ParseError, Region, Stat, View, What};
use crate::totals::About;

/// The fight that is looked for: `loss(wizards) and rounds <= 3, longest`. Either part may be left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Criteria {
    /// The conditions that the fight meets, all of them.
    pub conditions: Vec<Condition>,
    /// The one that is wanted of the fights that meet the conditions; the first if `None`.
    pub pick: Option<Pick>,
}

/// A condition on one fight.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// It ends so.
    Ends(Ends),
    /// The value of every subject of the measure lies in the region. A value is what a run of this fight
    /// alone would show; a subject without observations in the fight has none, and does not meet it.
    Value(Measure, Region),
}

/// An end of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// This side wins.
    Win(SideId),
    /// Another side than this one wins.
    Loss(SideId),
    /// The fight is a draw.
    Draw,
    /// The fight is a timeout.
    Timeout,
}

/// The wanted one of several fights. Of equal fights it is the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pick {
    /// The one with the most rounds.
    Longest,
    /// The one with the fewest rounds.
    Shortest,
    /// The one with the most damage as rolled, added up over these units.
    Damage(UnitSet),
    /// The one in which the rolls of this side came out best for it.
    Luckiest(SideId),
    /// The one in which they came out worst.
    Unluckiest(SideId),
    /// The one at the quantile of this many percent, from 1 to 99, of the values of a measure with one
    /// subject.
    Percentile(u32, Measure),
}

/// The help of errors: everything that may be written.
const HELP: &str = "write an outcome (win, loss, draw, timeout) or conditions like `rounds <= 3`, joined by \
    `and`, then longest, shortest, most_damage(Unit), luckiest(side), unluckiest(side) or a percentile like `p95 rounds`; `loss(side), \
    luckiest(side)` is the fight that the side lost in spite of luck";

impl Criteria {
    /// Reads criteria for the fights of a scenario. An outcome without a side is that of the
    /// first side.
    ///
    /// # Errors
    /// The first thing that is wrong with the text.
    pub fn parse(text: &str, about: &About) -> Result<Self, ParseError> {
        let mut criteria = Self::default();
        let mut cursor = Cursor::new(text);
        loop {
            criteria.add(&mut cursor, about)?;
            if !cursor.eat(",") && !cursor.eat_word("and") {
                break;
            }
        }
        let help = match cursor.peek_word() {
            Some("or") => "a fight has to meet all conditions; search once for each alternative",
            _ => "conditions are joined by `and`",
        };
        cursor.end(help)?;
        Ok(criteria)
    }

    /// Reads one part.
    fn add(&mut self, cursor: &mut Cursor<'_>, about: &About) -> Result<(), ParseError> {
        let reference = Reference::parse(cursor, Place::OneFight)?;
        let pick = match reference.name.value.as_str() {
            "win" | "loss" | "draw" | "timeout" => {
                return self.require(Condition::Ends(outcome(&reference, about)?), &reference, about);
            }
            "longest" | "shortest" | "most_damage" | "luckiest" | "unluckiest" => {
                superlative(&reference, about)?
            }
            _ => {
                let measure = measure(&reference, about)?;
                if reference.stat.is_none() {
                    let region = region(cursor, &reference, &measure, about)?;
                    return self.require(Condition::Value(measure, region), &reference, about);
                }
                percentile(cursor, &reference, measure, about)?
            }
        };
        if self.pick.is_some() {
            let message = "only one of `longest`, `shortest`, `most_damage`, `luckiest`, `unluckiest` and a percentile can be asked for";
            return Err(reference.error(message));
        }
        self.pick = Some(pick);
        Ok(())
    }

    fn require(
        &mut self,
        condition: Condition,
        reference: &Reference,
        about: &About,
    ) -> Result<(), ParseError> {
        if self.pick.is_some() {
            let help =
                "the longest, or the fight at a percentile, is that of the fights that meet the conditions";
            return Err(reference.error("conditions come first").help(help));
        }
        self.conditions.push(condition);
        let is_met = |winner: Option<SideId>, other: Ends| {
            self.conditions.iter().all(|condition| match condition {
                Condition::Ends(Ends::Win(side)) => winner == Some(*side),
                Condition::Ends(Ends::Loss(side)) => winner.is_some_and(|winner| winner != *side),
                Condition::Ends(ends) => winner.is_none() && *ends == other,
                Condition::Value(..) => true,
            })
        };
        let sides = (0..about.roster.sides.len()).map(|side| Some(SideId(side as u8)));
        let is_possible =
            sides.chain([None]).any(|winner| is_met(winner, Ends::Draw) || is_met(winner, Ends::Timeout));
        if is_possible { Ok(()) } else { Err(reference.error("a fight has one outcome")) }
    }
}

fn outcome(reference: &Reference, about: &About) -> Result<Ends, ParseError> {
    let name = reference.name.value.as_str();
    let of_side = |ends: fn(SideId) -> Ends| {
        let side = reference.who.as_ref().map(|who| Cast::of(&about.roster).side(who, name));
        Ok(ends(SideId(side.transpose()?.unwrap_or(0) as u8)))
    };
    match name {
        "win" => of_side(Ends::Win),
        "loss" => of_side(Ends::Loss),
        _ => {
            reference.check_no_name()?;
            Ok(if name == "draw" { Ends::Draw } else { Ends::Timeout })
        }
    }
}

fn superlative(reference: &Reference, about: &About) -> Result<Pick, ParseError> {
    let name = reference.name.value.as_str();
    if name == "luckiest" || name == "unluckiest" {
        let side = reference.who.as_ref().map(|who| Cast::of(&about.roster).side(who, name));
        let side = SideId(side.transpose()?.unwrap_or(0) as u8);
        return Ok(if name == "luckiest" { Pick::Luckiest(side) } else { Pick::Unluckiest(side) });
    }
    if name != "most_damage" {
        reference.check_no_name()?;
        return Ok(if name == "longest" { Pick::Longest } else { Pick::Shortest });
    }
    Ok(Pick::Damage(match reference.subject(&Cast::of(&about.roster))? {
        Some(Named::Side(side)) => about.roster.sides[side].units,
        Some(Named::Units(units)) => units.into_iter().map(|unit| UnitId(unit as u8)).collect(),
        None => {
            let message = "`most_damage` needs the name of a side or unit";
            return Err(reference.error(message).help("write most_damage(Unit)"));
        }
    }))
}

/// The measure whose value in one fight is looked at.
fn measure(reference: &Reference, about: &About) -> Result<Measure, ParseError> {
    let names = names(about);
    let known = names.iter().map(|(name, _)| name.as_str());
    if !known.clone().any(|name| name == reference.name.value) {
        return Err(reference.unknown_of_one_fight(known, HELP));
    }
    Measure::of(&Reference { stat: None, ..reference.clone() }, about)
}

/// Returns whether a fight has either 0 or 1 of it.
fn is_yes_or_no(measure: &Measure, about: &About) -> bool {
    match measure.what {
        What::Clock { view, .. } => view == View::First,
        What::Metric(idx) => {
            let kind = about.metrics[idx].kind;
            matches!(kind, Kind::Flag | Kind::Any { .. } | Kind::Stalled | Kind::WonFirst)
        }
        _ => false,
    }
}

/// The values that meet a condition: those of the comparison that follows, or without one that it is true.
fn region(
    cursor: &mut Cursor<'_>,
    reference: &Reference,
    measure: &Measure,
    about: &About,
) -> Result<Region, ParseError> {
    let is_rate = measure.is_rate(about);
    if is_compared(cursor) {
        return Ok(comparison(cursor, is_rate)?.1);
    }
    if is_yes_or_no(measure, about) {
        return Ok(Region { lo: 1.0, hi: 1.0, closed: true });
    }
    let written = measure.name(about, measure.of[0]);
    let compared = if is_rate { format!("{written} >= 50%") } else { format!("{written} <= 3") };
    let help = format!("write `{compared}`, or `p95 {written}` for the fight at a percentile of it");
    Err(reference.error(format!("`{}` needs a comparison here", reference.name.value)).help(help))
}

/// The fight at a percentile of a measure.
fn percentile(
    cursor: &mut Cursor<'_>,
    reference: &Reference,
    measure: Measure,
    about: &About,
) -> Result<Pick, ParseError> {
    let Some(Spanned { value: Stat::Quantile(percent), at }) = reference.stat.clone() else {
        unreachable!("a mean is refused where it is read")
    };
    let name = measure.name(about, measure.of[0]);
    if is_compared(cursor) {
        let message = "compared with a number, a percentile speaks of all fights";
        let help = format!("write `{name}` alone for a condition on one fight");
        return Err(ParseError::new(at, message).help(help));
    }
    if is_yes_or_no(&measure, about) {
        let message =
            format!("`{}` is true or false of a fight and has no percentiles", reference.name.value);
        return Err(ParseError::new(at, message).help(format!("write `{name}`")));
    }
    if measure.of.len() > 1 {
        let names: Vec<String> =
            measure.of.iter().map(|&of| format!("`{}`", measure.name(about, of))).collect();
        let message = format!("`{}` belongs to several sides or units here", reference.name.value);
        return Err(reference.error(message).help(format!("write one of {}", names.join(", "))));
    }
    Ok(Pick::Percentile(percent, measure))
}

/// Returns whether a comparison comes next.
fn is_compared(cursor: &Cursor<'_>) -> bool {
    cursor.peek_word() == Some("between") || cursor.clone().comparison().is_some()
}
