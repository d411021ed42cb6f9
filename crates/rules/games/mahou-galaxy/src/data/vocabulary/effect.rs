//! The effects of abilities.

use super::{DebtKind, Direction, DistractType, DrainKind, Element, GrantKind, GripKind, HealWhat, On, What};
use crate::data::setup::{Cell, Quarters, RollName, RollSet, SetText, SetTexts, Stance, Stat};
use fray_kit::sheet::declare::{Read, Shape, join};
use fray_kit::sheet::node::{Node, Value};
use fray_kit::sheet::problem::Problems;
use fray_kit::sheet::types::{Int, Items, Line, Name};
use fray_kit::{Choices, Record, either};

/// An effect with the moment at which it comes and how long it lasts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// The result at which it comes; that of the ability's `resolve`, if nothing is said.
    pub on: Option<On>,
    /// Its duration.
    pub duration: Duration,
    /// The effect.
    pub effect: Effect,
}

/// How long an effect lasts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Choices)]
#[choices("a duration")]
pub enum Duration {
    /// Not at all.
    #[default]
    Instant,
    /// So many rounds, counted when a round begins.
    Rounds(Rounds),
    /// Until the user's next full turn begins, or would have begun if it is out.
    OwnTurn,
    /// Until the end of the target's next full turn.
    TargetTurn,
    /// Until the target reaches a number with a die of a stat, at the end of one of its full turns.
    UntilSaved(Save),
    /// To the end of the fight.
    Fight,
}

/// Dice that say how hard it is to escape.
#[derive(Clone, Debug, PartialEq, Eq, Record)]
#[record("difficulty of a hold")]
pub struct GripDice {
    /// The dice.
    #[key("MG-49", reads = SetTexts, default = "[]")]
    pub sets: Vec<SetText>,
    /// Added to them.
    #[key("MG-49", reads = Int<-50, 200>, default = "0")]
    pub flat: i16,
}

/// The difficulty of escaping from a hold that an ability makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HoldDifficulty {
    /// So hard.
    Fixed(u8),
    /// As dice of the user show.
    Rolled(GripDice),
    /// As hard as its attack roll was good.
    Result,
}

either!(HoldDifficulty {
    Int<1, 99> => |n| Self::Fixed(n as u8),
    GripDice => Self::Rolled,
    "result" => Self::Result,
});

/// How strong a distraction is.
#[derive(Clone, Debug, PartialEq, Eq, Record)]
#[record("rating")]
pub struct Rating {
    /// The dice.
    #[key("MG-60", reads = SetTexts, default = "[]")]
    pub sets: Vec<SetText>,
    /// Added to them.
    #[key("MG-60", reads = Int<-50, 200>, default = "0")]
    pub flat: i16,
}

/// The roll that ends an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Record)]
#[record("save")]
pub struct Save {
    /// The stat of the target.
    #[key("MG-65", required)]
    pub stat: Stat,
    /// What it has to reach.
    #[key("MG-65", reads = Int<1, 99>, required)]
    pub difficulty: u8,
}

/// How many rounds an effect lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounds {
    /// So many.
    Fixed(u8),
    /// As many as dice of the user show, one at least.
    Rolled(SetText),
}

either!(Rounds {
    Int<1, 99> => |n| Self::Fixed(n as u8),
    SetText => Self::Rolled,
});

/// What an ability does.
#[derive(Clone, Debug, PartialEq, Eq, Choices)]
#[choices("an effect")]
pub enum Effect {
    /// Damage (MG-33 to MG-35).
    Damage {
        /// The dice.
        #[key("MG-33", reads = SetTexts, default = "[]")]
        sets: Vec<SetText>,
        /// Added to them.
        #[key("MG-33", reads = Int<-50, 200>, default = "0")]
        flat: i16,
        /// Whether no soak stops it.
        #[key("MG-35", default = "false")]
        ignore_soak: bool,
    },
    /// HP or MP back, up to the maximum.
    Heal {
        /// What is given back.
        #[key("MG-66", default = "\"hp\"")]
        what: HealWhat,
        /// The dice.
        #[key("MG-66", reads = SetTexts, default = "[]")]
        sets: Vec<SetText>,
        /// Added to them.
        #[key("MG-66", reads = Int<-50, 200>, default = "0")]
        flat: i16,
    },
    /// A number changes.
    Modify {
        /// Which.
        #[key("MG-66", required)]
        what: What,
        /// By how much.
        #[key("MG-66", reads = Int<-60, 60>, required)]
        amount: i8,
    },
    /// Tokens at once.
    Grant {
        /// Of this kind.
        #[key("MG-12", required)]
        token: GrantKind,
        /// How many.
        #[key("MG-12", reads = Int<1, 20>, required)]
        n: u8,
    },
    /// Tokens are lost at once.
    Drain {
        /// Of this kind.
        #[key("MG-12", required)]
        token: DrainKind,
        /// How many.
        #[key("MG-12", reads = Int<1, 20>, required)]
        n: u8,
    },
    /// Tokens of grants to come are lost.
    Debt {
        /// Of this kind.
        #[key("MG-38", required)]
        token: DebtKind,
        /// How many.
        #[key("MG-38", reads = Int<1, 8>, default = "1")]
        n: u8,
    },
    /// The target falls.
    Fall {},
    /// The target stands, without paying for it.
    Stand {},
    /// The target drops an item that it holds.
    Drop {
        /// Its name; `best` is the one of the greatest mean damage.
        #[key("MG-38", reads = Line, default = "\"best\"")]
        item: String,
    },
    /// The target is moved in a straight line, until something blocks its way.
    MoveTarget {
        /// So far at most.
        #[key("MG-66", reads = super::Feet, required)]
        feet: u16,
        /// In this direction.
        #[key("MG-66", required)]
        direction: Direction,
    },
    /// The target is brought to the nearest cell from which it reaches a foe.
    Teleport {
        /// So far at most.
        #[key("MG-44", reads = super::Wide<5, 5000>, required)]
        feet: u16,
    },
    /// A state or the effects of an ability end.
    End {
        /// `fallen`, `held`, `smitten`, `enraged`, `terrified` or the name of an ability.
        #[key("MG-66", reads = Line, required)]
        effect: String,
    },
    /// Terrain comes over the cells of the area, key by key over what is there.
    Terrain(Cell),
    /// Units join the side of the user, in the nearest free cells; they act from the next round on.
    Summon {
        /// The ID of their stat block.
        #[key("MG-66", reads = Name, required)]
        unit: String,
        /// How many of them.
        #[key("MG-66", reads = Int<1, 8>, default = "1")]
        number: u8,
    },
    /// The target is held by the user.
    Hold {
        /// How hard it is to escape.
        #[key("MG-49", required)]
        h: HoldDifficulty,
        /// Of this stance.
        #[key("MG-50", required)]
        stance: Stance,
        /// Of this kind: a bind needs no upkeep.
        #[key("MG-57", default = "\"grapple\"")]
        kind: GripKind,
    },
    /// The target cannot see.
    Blind {},
    /// The target cannot move and has no tokens.
    Immobile {},
    /// The target has no speak tokens.
    Silence {},
    /// A distraction.
    Distract {
        /// Of this type.
        #[key("MG-60", key = "type", required)]
        kind: DistractType,
        /// How strong it is.
        #[key("MG-60", required)]
        rating: Rating,
    },
    /// The soak pool is rolled anew at the next damage.
    ResetSoak {},
    /// The soak pool is at least this.
    SetSoak {
        /// So much.
        #[key("MG-35", reads = super::Hundreds, required)]
        n: u16,
    },
    /// Rolls explode on the two highest faces.
    ExplodeTwo {
        /// Which rolls.
        #[key("MG-04", reads = Items<RollName>, required)]
        rolls: RollSet,
    },
    /// Damage at each round's end.
    Ongoing {
        /// The dice.
        #[key("MG-67", reads = SetTexts, default = "[]")]
        sets: Vec<SetText>,
        /// Added to them.
        #[key("MG-67", reads = Int<-50, 200>, default = "0")]
        flat: i16,
        /// Whether no soak stops it.
        #[key("MG-35", default = "false")]
        ignore_soak: bool,
    },
    /// Damage of an element is multiplied.
    ElementShield {
        /// The element.
        #[key("MG-65", required)]
        element: Element,
        /// What is left of it, as a multiple of it in quarters.
        #[key("MG-65", key = "factor", reads = Quarters<4>, required)]
        quarters: u8,
    },
    /// A stat has another die.
    ReplaceDie {
        /// The stat.
        #[key("MG-02", required)]
        stat: Stat,
        /// Its faces.
        #[key("MG-02", reads = Int<2, 20>, required)]
        faces: u8,
        /// Added to each roll.
        #[key("MG-02", reads = Int<-1, 20>, default = "0")]
        plus: i8,
    },
}

/// The states that the effect `end` ends; those of a distraction end with its penalty.
pub const ENDED_STATES: [&str; 5] = ["fallen", "held", "smitten", "enraged", "terrified"];

/// Whether an effect lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It happens at once.
    Once,
    /// It lasts on its target and wants a duration.
    Lasts,
    /// It lies on the map and wants a duration that no target has a say in.
    Lies,
}

impl Effect {
    /// Returns whether it lasts.
    #[must_use]
    pub fn how(&self) -> How {
        match self {
            Self::Modify { .. }
            | Self::Blind {}
            | Self::Immobile {}
            | Self::Silence {}
            | Self::ExplodeTwo { .. }
            | Self::Ongoing { .. }
            | Self::ElementShield { .. }
            | Self::ReplaceDie { .. } => How::Lasts,
            Self::Terrain(_) => How::Lies,
            _ => How::Once,
        }
    }
}

impl Read for Act {
    type Out = Self;

    fn shape() -> Shape {
        Shape::Either(vec![Effect::shape(), Shape::ReadBySystem])
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self> {
        let mut node = node.clone();
        let (mut on, mut duration) = (None, None);
        if let Value::Table(table) = &mut node.value
            && table.entries.len() > 1
        {
            on = table.take("on");
            duration = table.take("duration");
        }
        let span = duration.as_ref().map_or(node.span, |entry| entry.value.span);
        let on = match &on {
            Some(entry) => Some(On::read(&entry.value, &join(key, "on"), problems)?),
            None => None,
        };
        let duration = match &duration {
            Some(entry) => Duration::read(&entry.value, &join(key, "duration"), problems)?,
            None => Duration::Instant,
        };
        let effect = Effect::read(&node, key, problems)?;
        let terrain = node.as_table().and_then(|table| table.get("terrain")?.value.as_table());
        if terrain.is_some_and(|keys| keys.entries.is_empty()) {
            let message = "this terrain changes nothing: say what with a key such as `blocks_move`";
            problems.add(node.span, join(key, "terrain"), message);
            return None;
        }
        match (effect.how(), duration) {
            (How::Lies, Duration::TargetTurn | Duration::UntilSaved(_)) => {
                let message = "terrain has no target whose turn or roll would end it: expected `rounds`, `own_turn` or `fight`";
                problems.add(span, join(key, "duration"), message);
                None
            }
            (How::Lies, _) if matches!(on, Some(On::Hit | On::Crit | On::Resisted)) => {
                let message = "terrain comes with the casting, not with what its targets roll: expected `always` or `fail`";
                problems.add(node.span, join(key, "on"), message);
                None
            }
            (How::Lasts | How::Lies, Duration::Instant) => {
                problems.add(span, join(key, "duration"), "this lasts: say how long with `duration`");
                None
            }
            (How::Once, duration) if duration != Duration::Instant => {
                problems.add(span, join(key, "duration"), "this happens at once and takes no `duration`");
                None
            }
            _ => Some(Self { on, duration, effect }),
        }
    }
}
