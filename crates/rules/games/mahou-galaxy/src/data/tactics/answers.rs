//! The choices of those who are attacked.

use super::Subject;
use fray_kit::Decision;
use fray_kit::declare::tactics::Takes;

/// How the unit answers an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D5")]
pub enum Spot {
    /// With the single defence most likely to stop it, of tokens that it can spare; under `sound` whoever
    /// stands alone against several spends move tokens only where that is worth more than the kick they pay.
    Spare,
    /// Not at all.
    /// Good for mobs, and for kickers who want their moves.
    None,
    /// With a Spot Dodge of one die, as long as tokens last.
    /// Good for units with much Agility and poor hands.
    #[matters_if("its `agi` is 4 or more", |of, _| of.unit.stats.agi >= 4)]
    Dodge,
    /// With a Spot Dodge of this many dice, or not at all.
    /// Good for very agile units against few strong blows.
    #[choice("dodge", takes = Takes::Number(1, 15))]
    #[legal_if(
        "its `agi` is 4 or more for each die",
        |of, choice| match choice {
                    Spot::DodgeOf(m) => of.unit.stats.agi >= 4 * i32::from(m),
                    _ => true,
                }
    )]
    DodgeOf(u8),
    /// With a Spot Dodge of as many dice as the tokens pay.
    /// Good for fights against one great blow a round.
    #[matters_if("its `agi` is 4 or more", |of, _| of.unit.stats.agi >= 4)]
    DodgeAllIn,
    /// With a Spot Block of an offhand token.
    /// Good for units with a shield in the second hand.
    #[legal_if("it has two hands or more", |of, _| of.unit.hands >= 2)]
    BlockOffhand,
    /// With the single defence most likely to stop it.
    /// Good for guards who would rather stop a blow than strike one.
    BestOdds,
    /// With one defence after the other until it is stopped.
    /// Good for bosses under few heavy attacks.
    Several,
    /// With the best single defence if the damage could put it out.
    /// Good for tough units that save tokens for attacks.
    OnlyIfLethal,
    /// With the best single defence against the critical hit.
    /// Good for fights against facets whose plain hits are soaked.
    DenyCritical,
}

/// Whether the unit uses active defences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D7", key = "active")]
pub enum ActiveDefence {
    /// Never.
    Never,
    /// Before its full turn, against the first attack of the round whose stance it meets.
    /// Good for units that are attacked by many with one stance.
    React,
    /// In its turn, with what its attacks left.
    /// Good for units with tokens to spare after their attacks.
    InTurn,
    /// Both.
    /// Good for shield bearers who hold a line.
    Both,
}
