//! StatusCause a unit came to a status, and which cause of each clock that is.

use crate::data::metrics::{Afraid, Clock, Died, Exhausted, Hurt, Injured, Out, Overkilled, Reeled};

/// StatusCause a status came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusCause {
    /// An Attack.
    Attack,
    /// A Counter.
    Counter,
    /// The Overkill of an ally.
    Fear,
    /// An ability.
    Ability,
    /// Terrain or fire.
    Hazard,
    /// The stat block.
    Start,
    /// An initiative roll.
    Initiative,
    /// Its own attack from the ground.
    Knockdown,
    /// A death save.
    DeathSave,
}

impl StatusCause {
    pub(crate) fn exhausted(self) -> Option<Clock> {
        Some(Clock::Exhausted(match self {
            Self::Attack => Exhausted::Attack,
            Self::Counter => Exhausted::Counter,
            Self::Fear => Exhausted::Fear,
            Self::Ability => Exhausted::Ability,
            Self::Hazard | Self::DeathSave => Exhausted::Hazard,
            Self::Start => Exhausted::Start,
            Self::Initiative | Self::Knockdown => return None,
        }))
    }

    pub(crate) fn reeling(self) -> Option<Clock> {
        Some(Clock::Reeling(match self {
            Self::Attack => Reeled::Attack,
            Self::Counter => Reeled::Counter,
            Self::Ability => Reeled::Ability,
            Self::Start => Reeled::Start,
            Self::Initiative => Reeled::Initiative,
            Self::Knockdown => Reeled::Knockdown,
            Self::Fear | Self::Hazard | Self::DeathSave => return None,
        }))
    }

    pub(crate) fn hurt(self) -> Option<Clock> {
        Some(Clock::Hurt(match self {
            Self::Attack => Hurt::Attack,
            Self::Counter => Hurt::Counter,
            Self::Ability => Hurt::Ability,
            Self::Hazard => Hurt::Hazard,
            Self::Start => Hurt::Start,
            _ => return None,
        }))
    }

    pub(crate) fn injured(self) -> Option<Clock> {
        Some(Clock::Injured(match self {
            Self::Attack => Injured::Attack,
            Self::Counter => Injured::Counter,
            Self::Ability => Injured::Ability,
            Self::Hazard => Injured::Hazard,
            Self::Start => Injured::Start,
            _ => return None,
        }))
    }

    pub(crate) fn afraid(self) -> Option<Clock> {
        Some(Clock::Afraid(match self {
            Self::Attack => Afraid::Attack,
            Self::Counter => Afraid::Counter,
            Self::Fear => Afraid::Fear,
            Self::Ability => Afraid::Ability,
            Self::Hazard => Afraid::Hazard,
            Self::Start => Afraid::Start,
            _ => return None,
        }))
    }

    pub(crate) fn out(self) -> Option<Clock> {
        Some(Clock::Out(match self {
            Self::Attack => Out::Attack,
            Self::Counter => Out::Counter,
            Self::Ability => Out::Ability,
            Self::Hazard => Out::Hazard,
            Self::Start => Out::Start,
            _ => return None,
        }))
    }

    pub(crate) fn dead(self) -> Option<Clock> {
        Some(Clock::Dead(match self {
            Self::Attack => Died::Attack,
            Self::Counter => Died::Counter,
            Self::Ability => Died::Ability,
            Self::Hazard => Died::Hazard,
            Self::DeathSave => Died::DeathSave,
            _ => return None,
        }))
    }

    pub(crate) fn overkilled(self) -> Option<Clock> {
        Some(Clock::Overkilled(match self {
            Self::Attack => Overkilled::Attack,
            Self::Counter => Overkilled::Counter,
            Self::Ability => Overkilled::Ability,
            Self::Hazard => Overkilled::Hazard,
            _ => return None,
        }))
    }
}
