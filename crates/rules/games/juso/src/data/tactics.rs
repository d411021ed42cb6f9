//! The decisions that the rules leave open (D-01 to D-16). A plan is a list of choices, each with the
//! condition under which it is taken. Keys and names are the ledger's.

use crate::data::rulings::{Rulings, Switch};
use crate::data::setup::{AttackKind, COLUMNS, UnitSetup};
use crate::data::vocabulary::Timing;
use fray_kit::declare::facts::{Facts, NO_TARGET, OF_SIDE_ALONE, Stands};
use fray_kit::declare::tactics::{DecisionInfo, Takes, joined};
use fray_kit::tactics::range::Range;
use fray_kit::{Decision, Decisions, FactList};

/// A plan for a decision of Juso.
pub type Plan<T> = fray_kit::tactics::plan::Plan<T, Fact>;

/// One entry of it.
pub type Entry<T> = fray_kit::tactics::plan::Entry<T, Fact>;

/// What a condition may ask, seen by the unit that decides. Decisions of a side (`order`,
/// `concede_at`) may ask what is [of a side](Fact::is_of_side) alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FactList)]
pub enum Fact {
    /// The number of the round; 0 in the battle-start phase.
    Round,
    /// Its present life; with `%`, of its full life.
    #[fact(of_maximum, range = Range::from(0..).up_to_whole())]
    Life,
    /// Its cores.
    Cores,
    /// Its high mana (JU-09).
    HighMana,
    /// How many enemies are active.
    Enemies,
    /// How many of its side are active, itself included.
    Allies,
    /// How many active enemies are in melee state with it (JU-29).
    Melee,
    /// Its own number (JU-07); 0 off the board.
    #[fact(range = 0..=COLUMNS)]
    Own,
    /// 1 if its side holds the flag, 0 otherwise.
    #[fact(range = 0..=1)]
    Flag,
    /// 1 if its side is the first side of this round (JU-15), 0 otherwise.
    #[fact(range = 0..=1)]
    First,
    /// The present life of the target of an ability; with `%`, of its full life. Only in an ability and in
    /// the decision `ability`; judged for each possible target.
    #[fact(of_maximum, range = Range::from(0..).up_to_whole())]
    TargetLife,
    /// The columns between the unit and the target of an ability. Only in an ability and in the decision
    /// `ability`; judged for each possible target.
    #[fact(range = 0..=COLUMNS - 1)]
    Distance,
}

impl Fact {
    /// Returns whether it is about a target, which only abilities have before all else is chosen.
    #[must_use]
    pub fn is_of_target(self) -> bool {
        matches!(self, Self::TargetLife | Self::Distance)
    }

    /// Returns whether it is about a side as a whole.
    #[must_use]
    pub fn is_of_side(self) -> bool {
        matches!(self, Self::Round | Self::Enemies | Self::Allies | Self::Flag | Self::First)
    }
}

impl Facts for Fact {
    fn known(self, place: Stands<'_>) -> Result<Range, &'static str> {
        match place {
            Stands::Decision(key, _) if SideTactics::KEYS.contains(&key) => {
                if self.is_of_side() {
                    Ok(self.range())
                } else {
                    Err(OF_SIDE_ALONE)
                }
            }
            // Only an ability knows its target before all else is chosen.
            Stands::Decision(key, _) if self.is_of_target() && key != "ability" => Err(NO_TARGET),
            // Who decides is active, but whoever is to come back.
            Stands::Decision(key, _) if self == Self::Allies && key != "return" => Ok((1..).into()),
            _ => Ok(self.range()),
        }
    }
}

/// The unit and the rulings that decide whether a tactic can matter.
pub type Subject<'a> = fray_kit::tactics::Subject<'a, UnitSetup, Rulings>;

/// JU-14: whether the unit can have cores.
fn has_cores(of: &Subject<'_>) -> bool {
    (of.unit.is_pc() || of.rulings.enemy_cores == Switch::On) && of.unit.can_have_cores()
}

/// JU-05: whether the unit may split its dice.
fn splits(of: &Subject<'_>) -> bool {
    of.unit.is_pc() || of.rulings.enemy_split.is_yes()
}

fn reaches_far(of: &Subject<'_>) -> bool {
    of.unit.weapons.iter().any(|weapon| weapon.kind != AttackKind::Melee)
}

fn has_abilities(of: &Subject<'_>) -> bool {
    of.unit.special.iter().any(|ability| ability.timing != Timing::Passive)
}

/// The range of the numbers of cores and dice that a tactic may name: up to more than any attack has.
const DICE: Takes = Takes::Bare(0, 40);

/// The decisions that a scenario can set: those of units, then those of sides.
pub const DECISIONS: &[DecisionInfo] =
    &joined::<{ Tactics::DECISIONS.len() + SideTactics::DECISIONS.len() }>(&[
        &Tactics::DECISIONS,
        &SideTactics::DECISIONS,
    ]);

/// The decisions of a unit. Without a placement the ruling `placement` decides.
#[derive(Clone, Debug, PartialEq, Eq, Decisions)]
#[decisions(asking = Fact)]
pub struct Tactics {
    /// Where the unit stands at the start; if nothing is said, the ruling `placement` decides.
    pub placement: Plan<Placement>,
    /// Whom the unit attacks, among the active foes in reach.
    pub target: Plan<Target>,
    /// Which weapon the unit uses.
    pub weapon: Plan<WeaponChoice>,
    /// What the unit does when it is its turn.
    pub stance: Plan<Stance>,
    /// How many cores an attack spends on dice.
    pub core_attack: Plan<CoreAttack>,
    /// How many cores attacks keep back; 0, if nothing is said.
    #[number("D-07", default = 0, takes = DICE)]
    pub core_reserve: u8,
    /// The chance to hit that `needed` is content with, in millionths; in a file from 0 to 1, and 0.75, if nothing is said.
    #[number("D-07", key = "core_p", default = 750_000, takes = Takes::Fraction)]
    pub core_p_ppm: u32,
    /// How many dice of an attack go to the effect.
    pub split: Plan<Split>,
    /// How a PC answers a melee attack.
    pub defend: Plan<Defend>,
    /// What the unit does after a knockback.
    pub on_damage: Plan<OnDamage>,
    /// When a unit off the board comes back.
    pub return_when: Plan<Return>,
    /// When the unit withdraws for the rest of the fight.
    pub leave_at: Plan<LeaveAt>,
    /// On which square an area is laid; ties go to the nearest, then to the lower column. By `net` it is laid on none
    /// that is not worth it, and only if it beats the best attack on one unit.
    pub area: Plan<AreaSquare>,
    /// Whether a unit with `first_aid` gives it to an incapacitated ally in close range.
    pub first_aid: Plan<FirstAid>,
    /// Which abilities the unit uses. One that can do nothing to a target, such as healing for the unhurt, is not used on it,
    /// and a sub action that the attack of the slot needs for its step is not spent before it.
    pub ability: Plan<AbilityUse>,
}

/// The decisions of a side.
#[derive(Clone, Debug, PartialEq, Eq, Decisions)]
#[decisions(asking = Fact)]
pub struct SideTactics {
    /// Who of the side acts when; a decision of the side.
    pub order: Plan<SideOrder>,
    /// When the side gives up, at the end of a round; a decision of the side.
    pub concede_at: Plan<ConcedeAt>,
}

/// Where the unit stands at the start; if nothing is said, the ruling `placement` decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-01")]
pub enum Placement {
    /// On its `col`, or where units without one stand.
    AsConfigured,
    /// Anywhere on own numbers 1 to 7, all equally likely.
    /// Good for fights without a plan.
    OwnHalf,
}

/// Whom the unit attacks, among the active foes in reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-04")]
pub enum Target {
    /// The nearest; then the one with the lower life, then listed order.
    Nearest,
    /// The one with the lowest life; then the nearer, then listed order.
    /// Good for taking foes out one by one.
    Weakest,
    /// The first in listed order.
    /// Good for a fixed order of kills.
    First,
    /// The one with the highest own number; then listed order.
    /// Good for pushing back whoever threatens the flag.
    MostForward,
    /// One at random, all equally likely.
    /// Good for beasts and mobs without a plan.
    Random,
}

/// Which weapon the unit uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-05", key = "weapon")]
#[matters_if("it has several weapons", |of| of.unit.weapons.len() > 1)]
pub enum WeaponChoice {
    /// The first listed that works.
    Listed,
    /// The one with a foe in reach and the largest expected damage roll; ties go to listed order.
    /// Good for weapons of different reach or power.
    Best,
}

/// What the unit does when it is its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-06")]
pub enum Stance {
    /// It closes in and attacks.
    Strike,
    /// It never moves while on the board and attacks what is in reach.
    /// Good for shooters in a good place, and guards of a column.
    Hold,
    /// It keeps the largest distance at which it can shoot.
    /// Good for shooters that are weak in melee.
    #[matters_if("one of its weapons reaches beyond the next column", |of, _| reaches_far(of))]
    Kite,
    /// It moves forward if that takes the flag, otherwise it strikes.
    /// Good for fast units where the flag decides.
    FlagRunner,
    /// It slips past an enemy for a back attack, otherwise it strikes.
    /// Good for foes that are weak from behind.
    SlipBehind,
    /// It leaves the board backward and stays away.
    /// Good for whoever only has to survive.
    Withdraw,
}

/// How many cores an attack spends on dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-07")]
#[matters_if("it can have cores", |of| has_cores(of))]
pub enum CoreAttack {
    /// All, up to the limit.
    Max,
    /// The fewest with which it hits with the chance `core_p` before any die is split off; all, if none does.
    /// Good for keeping cores for defence and abilities.
    Needed,
    /// This many, at most what is there and the limit.
    /// Good for even spending.
    #[choice("a number", takes = DICE)]
    Number(u8),
}

/// How many dice of an attack go to the effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-08")]
#[matters_if("it is a PC, or the ruling `enemy_split` is `yes`", |of| splits(of))]
pub enum Split {
    /// The most of chance to hit times damage dice; ties go to fewer dice.
    Ev,
    /// The highest chance that this one blow ends the fight for the target; ties go to `ev`, then to fewer dice.
    /// That is its death, or its life at 0 where nobody brings it back or nothing kills.
    /// Good for finishing a foe whose life is nearly gone.
    Kill,
    /// This many, cut to the most that are legal and count.
    /// Good for effects that need a certain number of dice.
    #[choice("a number", takes = DICE)]
    Number(u8),
}

/// How a PC answers a melee attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-09")]
#[matters_if("it is a PC", |of| of.unit.is_pc())]
pub enum Defend {
    /// With agility defence.
    Agility,
    /// With body defence.
    /// Good for heavy armour.
    Body,
    /// With body defence where the agility pool is 0 and armour alone does not stop the attack.
    /// Good for units without agility.
    AgilityThenBody,
    /// With the one that loses less life on average; ties go to agility.
    /// Good for pools that are close to each other.
    Best,
    /// Not at all.
    /// Good for seeing what defence is worth.
    None,
}

/// What the unit does after a knockback.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-10")]
pub enum OnDamage {
    /// Nothing.
    None,
    /// It endures as much as its cores allow.
    /// Good for holding the line while cores last.
    #[matters_if("it can have cores", |of, _| has_cores(of))]
    EndureAll,
    /// It endures just enough to stay on the board, if it can.
    /// Good for saving cores without being thrown off the board.
    #[matters_if("it can have cores", |of, _| has_cores(of))]
    EndureBoard,
    /// It retreats by its full level of retreat-defence.
    /// Good for shooters that want distance.
    #[matters_if("its `retreat_defence` is 1 or more", |of, _| of.unit.retreat_defence > 0)]
    Retreat,
}

/// When a unit off the board comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-11")]
pub enum Return {
    /// As soon as it may.
    Asap,
    /// Not at all.
    /// Good for units that have done their part.
    Never,
    /// Only while fewer than this many enemies are active.
    /// Good for coming back only to a fight that can be won.
    #[choice(takes = Takes::Number(1, 99))]
    Below(u8),
}

/// When the unit withdraws for the rest of the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-12")]
pub enum LeaveAt {
    /// Never.
    Never,
    /// At this life or less.
    /// Good for those who have to survive.
    #[choice("a number", takes = Takes::Bare(0, 99))]
    Life(u8),
}

/// On which square an area is laid; ties go to the nearest, then to the lower column. By `net` it is laid on none
/// that is not worth it, and only if it beats the best attack on one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-13", key = "area")]
#[matters_if("one of its attacks or abilities strikes a square", |of| of.unit.strikes_squares())]
pub enum AreaSquare {
    /// The one with the most expected harm to enemies less that to allies, each at most the life left.
    Net,
    /// The one with the most enemies, whoever of the own side stands there.
    /// Good for those who spare nobody.
    Most,
    /// The one with the most enemies among those that hold no ally.
    /// Good for never hitting a friend.
    MostSafe,
}

/// Whether a unit with `first_aid` gives it to an incapacitated ally in close range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-14")]
#[matters_if("it may give first aid", |of| of.unit.first_aid)]
pub enum FirstAid {
    /// When no active enemy is within reach of its weapons.
    IfFree,
    /// Whenever it can.
    /// Good for a healer who does nothing else.
    Always,
    /// Never.
    /// Good for seeing what first aid is worth.
    Never,
}

/// Which abilities the unit uses. One that can do nothing to a target, such as healing for the unhurt, is not used on it,
/// and a sub action that the attack of the slot needs for its step is not spent before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-16", key = "ability")]
#[matters_if("it has an ability that is not passive", |of| has_abilities(of))]
pub enum AbilityUse {
    /// The first usable of its list whose own condition holds.
    FirstUsable,
    /// None.
    /// Good for seeing what the abilities are worth.
    Never,
    /// This one, if it is usable, and no other.
    /// Good for one ability that does all the work.
    #[choice(takes = Takes::Own("ability"))]
    This(u8),
}

/// Who of the side acts when; a decision of the side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-03", key = "order")]
pub enum SideOrder {
    /// Listed order.
    List,
    /// The highest movement rating first; ties go to listed order.
    /// Good for taking the flag first.
    FastestFirst,
    /// The highest own number first; ties go to listed order.
    /// Good for making room for those behind.
    FrontFirst,
    /// The lowest own number first; ties go to listed order.
    /// Good for shooting before the own line closes in.
    BackFirst,
    /// All orders equally likely, drawn anew each round.
    /// Good for mobs without a plan.
    Random,
}

/// When the side gives up, at the end of a round; a decision of the side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-15")]
pub enum ConcedeAt {
    /// Never.
    Never,
    /// When at least this part of it is dead or incapacitated.
    /// Good for foes that give up a lost fight.
    #[choice("a number", takes = Takes::Fraction)]
    Fraction(u32),
}
