//! What an ability does.

use super::{DebtKind, Direction, DistractType, DrainKind, Element, GrantKind, GripKind, HealWhat, On, What};
use crate::data::setup::{Cell, Quarters, RollName, RollSet, SetText, SetTexts, Stance, Stat};
use fray_kit::sheet::declare::{Read, Shape, join};
use fray_kit::sheet::node::{Node, Value};
use fray_kit::sheet::problem::Problems;
use fray_kit::sheet::types::{Int, Items, Line, Name};
use fray_kit::{choices, either, record};

/// An effect with the moment at which it comes and how long it lasts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// The result at which it comes; that of the ability's `resolve`, if nothing is said.
    pub on: Option<On>,
    /// How long it lasts.
    pub duration: Duration,
    /// What it does.
    pub effect: Effect,
}

choices! {
    /// How long an effect lasts.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Duration is "a duration" {
        /// Not at all.
        "instant" Instant = default,
        /// So many rounds, counted when a round begins.
        "rounds" Rounds(Rounds),
        /// Until the user's next full turn begins, or would have begun if it is out.
        "own_turn" OwnTurn,
        /// Until the end of the target's next full turn.
        "target_turn" TargetTurn,
        /// Until the target reaches a number with a die of a stat, at the end of one of its full turns.
        "until_saved" UntilSaved(Save),
        /// To the end of the fight.
        "fight" Fight,
    }
}

record! {
    /// Dice that say how hard it is to escape.
    pub struct GripDice is "difficulty of a hold" {
        /// The dice.
        "MG-49" sets: Vec<SetText> as SetTexts = "[]";
        /// Added to them.
        "MG-49" flat: i16 as Int<-50, 200> = "0";
    }
}

/// How hard it is to escape from a hold that an ability makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grip {
    /// So hard.
    Fixed(u8),
    /// As dice of the user show.
    Rolled(GripDice),
    /// As hard as its attack roll was good.
    Result,
}

either!(Grip {
    Int<1, 99> => |n| Self::Fixed(n as u8),
    GripDice => Self::Rolled,
    "result" => Self::Result,
});

record! {
    /// How strong a distraction is.
    pub struct Rating is "rating" {
        /// The dice.
        "MG-60" sets: Vec<SetText> as SetTexts = "[]";
        /// Added to them.
        "MG-60" flat: i16 as Int<-50, 200> = "0";
    }

    /// The roll that ends an effect.
    #[derive(Copy)]
    pub struct Save is "save" {
        /// The stat of the target.
        "MG-65" stat: Stat, required;
        /// What it has to reach.
        "MG-65" difficulty: u8 as Int<1, 99>, required;
    }
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

choices! {
    /// What an ability does.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Effect is "an effect" {
        /// Damage (MG-33 to MG-35).
        "damage" Damage {
            /// The dice.
            "MG-33" sets: Vec<SetText> as SetTexts = "[]";
            /// Added to them.
            "MG-33" flat: i16 as Int<-50, 200> = "0";
            /// Whether no soak stops it.
            "MG-35" ignore_soak: bool = "false";
        },
        /// HP or MP back, up to the maximum.
        "heal" Heal {
            /// What is given back.
            "MG-66" what: HealWhat = "\"hp\"";
            /// The dice.
            "MG-66" sets: Vec<SetText> as SetTexts = "[]";
            /// Added to them.
            "MG-66" flat: i16 as Int<-50, 200> = "0";
        },
        /// A number changes.
        "modify" Modify {
            /// Which.
            "MG-66" what: What, required;
            /// By how much.
            "MG-66" amount: i8 as Int<-60, 60>, required;
        },
        /// Tokens at once.
        "grant" Grant {
            /// Of this kind.
            "MG-12" token: GrantKind, required;
            /// How many.
            "MG-12" n: u8 as Int<1, 20>, required;
        },
        /// Tokens are lost at once.
        "drain" Drain {
            /// Of this kind.
            "MG-12" token: DrainKind, required;
            /// How many.
            "MG-12" n: u8 as Int<1, 20>, required;
        },
        /// Tokens of grants to come are lost.
        "debt" Debt {
            /// Of this kind.
            "MG-38" token: DebtKind, required;
            /// How many.
            "MG-38" n: u8 as Int<1, 8> = "1";
        },
        /// The target falls.
        "fall" Fall {},
        /// The target stands, without paying for it.
        "stand" Stand {},
        /// The target drops an item that it holds.
        "drop" Drop {
            /// Its name; `best` is the one of the greatest mean damage.
            "MG-38" item: String as Line = "\"best\"";
        },
        /// The target is moved in a straight line, until something blocks its way.
        "move_target" MoveTarget {
            /// So far at most.
            "MG-66" feet: u16 as super::Feet, required;
            /// In this direction.
            "MG-66" direction: Direction, required;
        },
        /// The target is brought to the nearest cell from which it reaches a foe.
        "teleport" Teleport {
            /// So far at most.
            "MG-44" feet: u16 as super::Wide<5, 5000>, required;
        },
        /// A state or the effects of an ability end.
        "end" End {
            /// `fallen`, `held`, `smitten`, `enraged`, `terrified` or the name of an ability.
            "MG-66" effect: String as Line, required;
        },
        /// Terrain comes over the cells of the area, key by key over what is there.
        "terrain" Terrain(Cell),
        /// Units join the side of the user, in the nearest free cells; they act from the next round on.
        "summon" Summon {
            /// The ID of their stat block.
            "MG-66" unit: String as Name, required;
            /// How many of them.
            "MG-66" number: u8 as Int<1, 8> = "1";
        },
        /// The target is held by the user.
        "hold" Hold {
            /// How hard it is to escape.
            "MG-49" h: Grip, required;
            /// Of this stance.
            "MG-50" stance: Stance, required;
            /// Of this kind: a bind needs no upkeep.
            "MG-57" kind: GripKind = "\"grapple\"";
        },
        /// The target cannot see.
        "blind" Blind {},
        /// The target cannot move and has no tokens.
        "immobile" Immobile {},
        /// The target has no speak tokens.
        "silence" Silence {},
        /// A distraction.
        "distract" Distract {
            /// Of this type.
            "MG-60" kind("type"): DistractType, required;
            /// How strong it is.
            "MG-60" rating: Rating, required;
        },
        /// The soak pool is rolled anew at the next damage.
        "reset_soak" ResetSoak {},
        /// The soak pool is at least this.
        "set_soak" SetSoak {
            /// So much.
            "MG-35" n: u16 as super::Hundreds, required;
        },
        /// Rolls explode on the two highest faces.
        "explode_two" ExplodeTwo {
            /// Which rolls.
            "MG-04" rolls: RollSet as Items<RollName>, required;
        },
        /// Damage at each round's end.
        "ongoing" Ongoing {
            /// The dice.
            "MG-67" sets: Vec<SetText> as SetTexts = "[]";
            /// Added to them.
            "MG-67" flat: i16 as Int<-50, 200> = "0";
            /// Whether no soak stops it.
            "MG-35" ignore_soak: bool = "false";
        },
        /// Damage of an element is multiplied.
        "element_shield" ElementShield {
            /// The element.
            "MG-65" element: Element, required;
            /// What is left of it, as a multiple of it in quarters.
            "MG-65" quarters("factor"): u8 as Quarters<4>, required;
        },
        /// A stat has another die.
        "replace_die" ReplaceDie {
            /// The stat.
            "MG-02" stat: Stat, required;
            /// Its faces.
            "MG-02" faces: u8 as Int<2, 20>, required;
            /// Added to each roll.
            "MG-02" plus: i8 as Int<-1, 20> = "0";
        },
    }
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
