//! What the play-by-play says.

use super::contest::{JudgeId, Opposed};
use super::judge::Rolled;
use super::judge_draws::JudgeRoll;
use super::metrics::Exhaustion;
use super::setup::AttackKind;
use super::setup::ability::JudgeKind;
use super::setup::gear::Status;
use crate::board::grid::Place;
use crate::engine::roster::{SideId, UnitId};

/// One line of the play-by-play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are named by what they are")]
pub enum Event {
    /// Critical and fumble number were rolled for the fight (NW-04).
    Numbers { unit: UnitId, crit: i32, fumble: i32 },
    /// The side takes its Mains before the first round (NW-10).
    Surprise { side: SideId },
    /// The round opens (NW-08).
    Round,
    /// A late arrival appears (NW-09).
    Arrives { unit: UnitId },
    /// An Action Count was set: `base` with what a `penalty` took from it; `rolled` is the total of
    /// the two dice, if any, `prana` what dice or points of prana added (NW-11).
    Count { unit: UnitId, base: i32, penalty: i32, rolled: Option<i32>, prana: i32, count: i32 },
    /// A tie between sides was broken by chance in favour of this one (NW-13).
    Tie { side: SideId },
    /// The unit delays to this count (NW-14).
    Delay { unit: UnitId, from: i32, to: i32 },
    /// The unit enters a Main Process at this count (NW-15).
    Main { unit: UnitId, count: i32 },
    /// The unit takes a Main before there are counts (NW-10).
    Surprises { unit: UnitId },
    /// The unit takes a Main at a command (NW-53).
    Obeys { unit: UnitId, count: i32 },
    /// The Main held nothing to do.
    Nothing { unit: UnitId },
    /// The unit declares an attack with one of its weapons (NW-20).
    Attacks { unit: UnitId, target: UnitId, weapon: u8 },
    /// The unit declares an ability (NW-53).
    Uses { unit: UnitId, ability: u16 },
    /// A cost is paid (NW-17).
    Pays { unit: UnitId, count: i32, hp: i32, mp: i32, prana: i32 },
    /// A cost could not be paid: the action is lost (NW-17).
    CannotPay { unit: UnitId, count: i32, hp: i32, mp: i32, prana: i32 },
    /// A Judge against a difficulty (NW-05).
    Tries { unit: UnitId, judge: Side, difficulty: i32, is_success: bool },
    /// A Judge of an ability against one of its target's (NW-53).
    Contests { unit: UnitId, target: UnitId, judge: Side, answer: Side, is_success: bool },
    /// A Judge after what was declared for it: rolled again, or changed (NW-53).
    Again { unit: UnitId, kind: JudgeKind, judge: Side },
    /// An attack and its answer; a `dodge` without dice is of a target that may not roll, unless
    /// the dice of both are in `rolls` (NW-20).
    Hit {
        unit: UnitId,
        target: UnitId,
        kind: AttackKind,
        hit: Side,
        dodge: Side,
        rolls: Option<DrawnRolls>,
        hits: bool,
    },
    /// The unit takes a hit in the place of another (NW-24).
    Covers { unit: UnitId, ward: UnitId },
    /// Damage of a hit: the kinds that hit and hurt, the two Judges and their difference, the
    /// damage after effects, HP left (NW-21, NW-22).
    Damage {
        unit: UnitId,
        target: UnitId,
        kinds: [AttackKind; 2],
        attack: Side,
        defense: Side,
        rolls: Option<DrawnRolls>,
        margin: i32,
        damage: i32,
        hp: i32,
    },
    /// HP regained (NW-27).
    Heals { unit: UnitId, hp: i32 },
    /// MP after a change.
    Magic { unit: UnitId, mp: i32 },
    /// Prana after a gain.
    Prana { unit: UnitId, prana: i32 },
    /// A count that an ability changed.
    CountChanges { unit: UnitId, count: i32 },
    /// A bad status; `level` is Poison's (NW-43).
    Inflicted { unit: UnitId, status: Status, level: i32 },
    /// A bad status ends.
    Recovered { unit: UnitId, status: Status },
    /// Poison in Clean-Up (NW-47).
    Poisoned { unit: UnitId, damage: i32, hp: i32 },
    /// Enchantments in force before and after, by their places in the unit's list (NW-33).
    Enchants { unit: UnitId, from: u32, to: u32 },
    /// The unit wears another loadout (NW-34).
    Wears { unit: UnitId, loadout: u8 },
    /// The unit takes off (NW-41).
    TakesOff { unit: UnitId },
    /// The unit lands.
    Lands { unit: UnitId },
    /// The unit falls out of its flight, without harm (NW-29, NW-41).
    FallsDown { unit: UnitId },
    /// The unit changes its place, over so many squares with so many steps (NW-37, NW-38).
    Moves { unit: UnitId, from: Place, to: Place, squares: u32, steps: u32, kind: MoveKind },
    /// The Judge of an All-Out Movement, and the squares it is worth (NW-39).
    AllOut { unit: UnitId, judge: Side, squares: u32 },
    /// The unit leaves the fight by an exit (NW-32).
    Flees { unit: UnitId },
    /// The unit is Exhausted for the round at this count (NW-16).
    Exhausted { unit: UnitId, why: Exhaustion, count: i32 },
    /// The Main ended at this count, and the unit may act again (NW-16).
    MainOver { unit: UnitId, count: i32 },
    /// The unit falls into Near Death (NW-29).
    NearDeath { unit: UnitId },
    /// An ability lifts Near Death (NW-30).
    Lifted { unit: UnitId },
    /// The unit is dead (NW-32).
    Dead { unit: UnitId },
    /// Clean-Up (NW-26).
    CleanUp,
    /// A Mortality Judge (NW-30).
    Mortality { unit: UnitId, judge: Side, difficulty: i32, lives: bool },
    /// The next fight of a series (NW-54).
    NextFight { fight: u32 },
    /// A Judge for natural recovery (NW-52).
    Rests { unit: UnitId, judge: Side },
}

/// How a unit comes to another place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// By Normal Movement, on foot or in flight.
    Walks,
    /// By All-Out Movement.
    Runs,
    /// By an effect, step by step.
    Carried,
    /// By an effect, without the way between.
    Leaps,
}

/// The dice of two opposed Judges that were drawn as one contest. What each of them shows is found
/// out when a line is printed: it takes far longer than the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnRolls {
    /// The Judge of the one who acts.
    pub active: JudgeId,
    /// The Judge of the one who answers.
    pub passive: JudgeId,
    /// What was drawn.
    pub opposed: Opposed,
}

/// One side of a Judge: the fixed part and the dice, if any were rolled (NW-01, NW-05).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// Attribute and passive modifiers.
    pub fixed: i32,
    /// What bad statuses and surprise add to it: 0 or below.
    pub penalty: i32,
    /// The dice part.
    pub rolled: Option<Rolled>,
    /// Active modifiers that count (NW-07).
    pub active: i32,
    /// What prana adds (NW-06).
    pub prana: i32,
}

impl Side {
    /// A fixed part and dice.
    #[must_use]
    pub fn of(fixed: i32, rolled: Option<Rolled>) -> Self {
        Self { fixed, rolled, ..Self::default() }
    }

    /// A Judge with modifiers and prana, `flat` of it at one a point.
    #[must_use]
    pub fn of_judge(fixed: i32, active: i32, thrown: JudgeRoll, flat: i32) -> Self {
        let JudgeRoll { value, criticals, is_fumble, prana, .. } = thrown;
        let total = value - active - flat - prana;
        let rolled = Some(Rolled { total, criticals, is_fumble });
        Self { fixed, rolled, active, prana: prana + flat, ..Self::default() }
    }

    /// The achievement value.
    #[must_use]
    pub fn value(self) -> i32 {
        self.fixed + self.active + self.prana + self.rolled.map_or(0, |rolled| rolled.total)
    }
}
