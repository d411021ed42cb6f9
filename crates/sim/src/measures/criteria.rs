//! The criteria of `--find`: how a fight ends, and what there should be most or least of.

use fray_rules::engine::roster::{SideId, UnitId, UnitSet};

use super::ParseError;
use super::cast::{Cast, Named};
use super::cursor::Cursor;
use super::reference::{Place, Reference};
use crate::totals::About;

/// The fight that is looked for: `loss(wizards), longest`. Either part may be left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Criteria {
    /// How the fight ends; in any way if `None`.
    pub outcome: Option<Ends>,
    /// Which of the fights that end so; the first if `None`.
    pub most: Option<Most>,
}

/// How a fight ends.
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

/// What there should be most or least of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Most {
    /// The most rounds.
    Longest,
    /// The fewest rounds.
    Shortest,
    /// The most damage as rolled, added up over these units.
    Damage(UnitSet),
}

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
            let reference = Reference::parse(&mut cursor, Place::OneFight)?;
            criteria.add(&reference, about)?;
            if !cursor.eat(",") {
                break;
            }
        }
        cursor.end("an outcome and what follows it are separated by a comma")?;
        Ok(criteria)
    }

    fn add(&mut self, reference: &Reference, about: &About) -> Result<(), ParseError> {
        let wrong = |message: &str| Err(reference.error(message));
        let name = reference.name.value.as_str();
        if let "win" | "loss" | "draw" | "timeout" = name {
            if self.outcome.is_some() {
                return wrong("a fight has one outcome");
            }
            if self.most.is_some() {
                return wrong("the outcome comes first");
            }
            self.outcome = Some(outcome(reference, about)?);
            return Ok(());
        }
        if self.most.is_some() {
            return wrong("only one of `longest`, `shortest` and `most_damage` can be asked for");
        }
        self.most = Some(most(reference, about)?);
        Ok(())
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

fn most(reference: &Reference, about: &About) -> Result<Most, ParseError> {
    let name = reference.name.value.as_str();
    if name != "most_damage" {
        reference.check_no_name()?;
        return Ok(if name == "longest" { Most::Longest } else { Most::Shortest });
    }
    Ok(Most::Damage(match reference.subject(&Cast::of(&about.roster))? {
        Some(Named::Side(side)) => about.roster.sides[side].units,
        Some(Named::Units(units)) => units.into_iter().map(|unit| UnitId(unit as u8)).collect(),
        None => {
            let message = "`most_damage` needs the name of a side or unit";
            return Err(reference.error(message).help("write most_damage(Unit)"));
        }
    }))
}
