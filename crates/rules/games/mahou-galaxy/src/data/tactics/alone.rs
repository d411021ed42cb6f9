//! The choices of decisions that are made before a target is known.

use super::Subject;
use fray_kit::Decision;
use fray_kit::declare::tactics::Takes;

/// What the unit does with its hands in its turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D1", key = "plan")]
pub enum Scheme {
    /// An attack with each hand, then a useful kick if its move tokens serve no defence that is worth more.
    Sound,
    /// One attack with the primary token.
    /// Good for keeping the other hand for defences.
    Attack,
    /// An attack with each hand.
    /// Good for mobs, and for tough units that need no defences.
    TwoHands,
    /// An attack with each hand, then a kick.
    /// Good for units whose kicks are worth more than their dodges.
    #[legal_if("its `agi` is 4 or more", |of, _| of.unit.stats.agi >= 4)]
    TwoHandsKick,
    /// One attack; everything else stays for defences.
    /// Good for outnumbered units with few blocks to waste.
    HitAndHold,
    /// No attack: all tokens stay for defences.
    /// Good for holding out until others come.
    Turtle,
    /// It grapples, then fights on with the hands that are left.
    /// Good for strong units with little armour against them.
    #[legal_if("it has a hand", |of, _| of.unit.hands > 0)]
    Grapple,
    /// No attack, kick, grapple or step.
    /// Good for training dummies.
    Pass,
}

/// Whom the unit attacks; ties go to listed order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D4")]
pub enum Target {
    /// The one with the lowest toughness, then the nearest.
    Weakest,
    /// The nearest, then the one with the lowest toughness.
    /// Good for melee units on wide maps.
    Nearest,
    /// The first in listed order.
    /// Good for fixed duels and for reading transcripts.
    First,
    /// The one whose best attack is worth most against it.
    /// Good for sides that live longer if one dangerous foe goes first.
    Threat,
    /// The one most often attacked by its side in this round.
    /// Good for felling foes one by one.
    Focus,
    /// One that its side holds.
    /// Good for sides with a wrestler, whose victims hardly defend themselves.
    Held,
    /// The one that it attacked last.
    /// Good for stubborn fighters.
    Same,
    /// The one on which its attack is worth most.
    /// Good for wearing down crowds of unlike foes.
    BestDamage,
    /// All candidates equally likely.
    /// Good for beasts and mobs without a plan.
    Random,
    /// As `best_damage`; areas go where they are worth most over both sides.
    /// Good for casters with areas among friends.
    Net,
}

/// Which number counts once an active defence is rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D8")]
pub enum Keep {
    /// The higher of the natural and the rolled one.
    Better,
    /// The rolled one.
    /// Good for tables that let an active defence replace the natural one.
    Always,
}

/// What the unit takes back in a partial turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D9")]
pub enum Refund {
    /// A hand token if a foe is in reach, else moves, else speech.
    Needed,
    /// A hand token.
    /// Good for strikers with little Agility.
    Hand,
    /// Move tokens.
    /// Good for dodgers.
    Move,
    /// A speak token.
    /// Good for talkers.
    Speak,
}

/// How the unit moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D16", key = "move")]
#[matters_if("there is a map", |of| of.has_map)]
pub enum Movement {
    /// The cheapest way to where it can attack.
    Approach,
    /// No step.
    /// Good for gunners in cover and for guards of a door.
    Stay,
    /// It attacks, then goes as far from its foes as it still reaches one.
    /// Good for shooters.
    Kite,
    /// As `approach`, with 4 tokens kept while a foe is in reach of it.
    /// Good for dodgers.
    KeepDodge,
    /// As `kite`, no farther than this many feet from every foe.
    /// Good for shooters with a short range.
    #[choice(takes = Takes::Number(5, 5000))]
    KeepDistance(i32),
    /// As `approach`, to cells with cover from its target, if it reaches one.
    /// Good for shooters on maps with cover.
    Cover,
}

/// Which tokens the unit holds at the end of its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D17", key = "hold")]
pub enum HoldTokens {
    /// All hand and move tokens if no attack was possible, until a foe becomes reachable.
    Ready,
    /// None.
    /// Good for units whose tokens should serve defences alone.
    None,
    /// All tokens that are left, speech too, until a foe becomes reachable.
    /// Good for guards who have tokens to spare for the next round.
    All,
    /// One hand token, for the moment that a foe in reach casts (`cast`), attacks an ally (`attacked`) or,
    /// by its name, begins its turn.
    /// Good for guards of casters, and against casters.
    #[choice(takes = Takes::Own("trigger"))]
    #[legal_if(
        "a foe casts, where it waits for that",
        |of, choice| choice != HoldTokens::Interrupt(0) || of.foes_cast
    )]
    Interrupt(u8),
}

/// Whether the unit leaves the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D21")]
pub enum Flee {
    /// Never.
    Never,
    /// Below this percentage of its hit points.
    /// Good for foes that do not fight to the end.
    #[choice(takes = Takes::Number(1, 100))]
    #[legal_if("there is a map", |of, _| of.has_map)]
    HpBelow(u8),
    /// When it is exhausted.
    /// Good for pupils who are told to save themselves.
    #[legal_if("there is a map", |of, _| of.has_map)]
    Exhausted,
}

/// Whether the unit draws or picks up its items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D22")]
pub enum PickUp {
    /// A weapon that does more damage on average than what the hand has now, and its shield.
    IfBetter,
    /// Nothing.
    /// Good for seeing what being disarmed costs.
    Never,
    /// Everything.
    /// Good for units that would rather hold their gear than strike.
    Always,
}
