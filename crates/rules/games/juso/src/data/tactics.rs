//! Who does what when the rules leave a choice (D-01 to D-16). A plan is a list of choices, each with
//! the condition under which it is taken. Keys and names are the ledger's.

use crate::data::rulings::{Rulings, Switch};
use crate::data::setup::{AttackKind, COLUMNS, UnitSetup};
use crate::data::vocabulary::Timing;
use fray_kit::declare::facts::{Facts, NO_TARGET, OF_SIDE_ALONE, Stands};
use fray_kit::declare::tactics::Takes;
use fray_kit::tactics::range::Range;
use fray_kit::{facts, tactics};

/// A plan for a decision of Juso.
pub type Plan<T> = fray_kit::tactics::plan::Plan<T, Fact>;

/// One entry of it.
pub type Entry<T> = fray_kit::tactics::plan::Entry<T, Fact>;

facts! {
    /// What a condition may ask, seen by the unit that decides. Decisions of a side (`order`,
    /// `concede_at`) may ask what is [of a side](Fact::is_of_side) alone.
    pub enum Fact {
        /// The number of the round; 0 in the battle-start phase.
        Round: Number = "round";
        /// Its present life; with `%`, of its full life.
        Life: OfMaximum = "life" in Range::from(0..).up_to_whole();
        /// Its cores.
        Cores: Number = "cores";
        /// Its high mana (JU-09).
        HighMana: Number = "high_mana";
        /// How many enemies are active.
        Enemies: Number = "enemies";
        /// How many of its side are active, itself included.
        Allies: Number = "allies";
        /// How many active enemies are in melee state with it (JU-29).
        Melee: Number = "melee";
        /// Its own number (JU-07); 0 off the board.
        Own: Number = "own" in 0..=COLUMNS;
        /// 1 if its side holds the flag, 0 otherwise.
        Flag: Number = "flag" in 0..=1;
        /// 1 if its side is the first side of this round (JU-15), 0 otherwise.
        First: Number = "first" in 0..=1;
        /// The present life of the target of an ability; with `%`, of its full life. Only in an ability and in
        /// the decision `ability`; judged for each possible target.
        TargetLife: OfMaximum = "target_life" in Range::from(0..).up_to_whole();
        /// The columns between the unit and the target of an ability. Only in an ability and in the decision
        /// `ability`; judged for each possible target.
        Distance: Number = "distance" in 0..=COLUMNS - 1;
    }
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

/// What decides whether a tactic can matter.
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

/// What numbers of cores and of dice a tactic may name: more than any attack has.
const DICE: Takes = Takes::Bare(0, 40);

tactics! {
    /// The decisions that a scenario can set: those of units, then those of sides.
    pub const DECISIONS of Subject<'_>, asking Fact;

    /// The decisions of a unit. Without a placement the ruling `placement` decides.
    struct Tactics {
        /// Where the unit stands at the start; if nothing is said, the ruling `placement` decides.
        "D-01" placement: Placement {
            /// On its `col`, or where units without one stand.
            AsConfigured = "as_configured";
            /// Anywhere on own numbers 1 to 7, all equally likely.
            /// Good for fights without a plan.
            OwnHalf = "own_half";
        }

        /// Whom the unit attacks, among the active foes in reach.
        "D-04" target: Target {
            /// The nearest; then the one with the lower life, then listed order.
            Nearest = "nearest";
            /// The one with the lowest life; then the nearer, then listed order.
            /// Good for taking foes out one by one.
            Weakest = "weakest";
            /// The first in listed order.
            /// Good for a fixed order of kills.
            First = "first";
            /// The one with the highest own number; then listed order.
            /// Good for pushing back whoever threatens the flag.
            MostForward = "most_forward";
            /// One at random, all equally likely.
            /// Good for beasts and mobs without a plan.
            Random = "random";
        }

        /// Which weapon the unit uses.
        "D-05" weapon: WeaponChoice [matters if "it has several weapons": |of| of.unit.weapons.len() > 1] {
            /// The first listed that works.
            Listed = "listed";
            /// The one with a foe in reach and the largest expected damage roll; ties go to listed order.
            /// Good for weapons of different reach or power.
            Best = "best";
        }

        /// What the unit does when it is its turn.
        "D-06" stance: Stance {
            /// It closes in and attacks.
            Strike = "strike";
            /// It never moves while on the board and attacks what is in reach.
            /// Good for shooters in a good place, and guards of a column.
            Hold = "hold";
            /// It keeps the largest distance at which it can shoot.
            /// Good for shooters that are weak in melee.
            Kite = "kite", [matters if "one of its weapons reaches beyond the next column": |of, _| reaches_far(of)];
            /// It moves forward if that takes the flag, otherwise it strikes.
            /// Good for fast units where the flag decides.
            FlagRunner = "flag_runner";
            /// It slips past an enemy for a back attack, otherwise it strikes.
            /// Good for foes that are weak from behind.
            SlipBehind = "slip_behind";
            /// It leaves the board backward and stays away.
            /// Good for whoever only has to survive.
            Withdraw = "withdraw";
        }

        /// How many cores an attack spends on dice.
        "D-07" core_attack: CoreAttack [matters if "it can have cores": |of| has_cores(of)] {
            /// All, up to the limit.
            Max = "max";
            /// The fewest with which it hits with the chance `core_p` before any die is split off; all, if none does.
            /// Good for keeping cores for defence and abilities.
            Needed = "needed";
            /// This many, at most what is there and the limit.
            /// Good for even spending.
            Number(u8) = "a number" takes DICE;
        } numbers {
            /// How many cores attacks keep back; 0, if nothing is said.
            "D-07" core_reserve: u8 = 0 takes DICE;
            /// The chance to hit that `needed` is content with, in millionths; in a file from 0 to 1, and 0.75, if nothing is said.
            "D-07" core_p_ppm as "core_p": u32 = 750_000 takes Takes::Fraction;
        }

        /// How many dice of an attack go to the effect.
        "D-08" split: Split [matters if "it is a PC, or the ruling `enemy_split` is `yes`": |of| splits(of)] {
            /// The most of chance to hit times damage dice; ties go to fewer dice.
            Ev = "ev";
            /// The highest chance that this one blow ends the fight for the target; ties go to `ev`, then to fewer dice.
            /// That is its death, or its life at 0 where nobody brings it back or nothing kills.
            /// Good for finishing a foe whose life is nearly gone.
            Kill = "kill";
            /// This many, cut to the most that are legal and count.
            /// Good for effects that need a certain number of dice.
            Number(u8) = "a number" takes DICE;
        }

        /// How a PC answers a melee attack.
        "D-09" defend: Defend [matters if "it is a PC": |of| of.unit.is_pc()] {
            /// With agility defence.
            Agility = "agility";
            /// With body defence.
            /// Good for heavy armour.
            Body = "body";
            /// With body defence where the agility pool is 0 and armour alone does not stop the attack.
            /// Good for units without agility.
            AgilityThenBody = "agility_then_body";
            /// With the one that loses less life on average; ties go to agility.
            /// Good for pools that are close to each other.
            Best = "best";
            /// Not at all.
            /// Good for seeing what defence is worth.
            None = "none";
        }

        /// What the unit does after a knockback.
        "D-10" on_damage: OnDamage {
            /// Nothing.
            None = "none";
            /// It endures as much as its cores allow.
            /// Good for holding the line while cores last.
            EndureAll = "endure_all", [matters if "it can have cores": |of, _| has_cores(of)];
            /// It endures just enough to stay on the board, if it can.
            /// Good for saving cores without being thrown off the board.
            EndureBoard = "endure_board", [matters if "it can have cores": |of, _| has_cores(of)];
            /// It retreats by its full level of retreat-defence.
            /// Good for shooters that want distance.
            Retreat = "retreat", [matters if "its `retreat_defence` is 1 or more": |of, _| of.unit.retreat_defence > 0];
        }

        /// When a unit off the board comes back.
        "D-11" return_when as "return": Return {
            /// As soon as it may.
            Asap = "asap";
            /// Not at all.
            /// Good for units that have done their part.
            Never = "never";
            /// Only while fewer than this many enemies are active.
            /// Good for coming back only to a fight that can be won.
            Below(u8) = "below" takes Takes::Number(1, 99);
        }

        /// When the unit withdraws for the rest of the fight.
        "D-12" leave_at: LeaveAt {
            /// Never.
            Never = "never";
            /// At this life or less.
            /// Good for those who have to survive.
            Life(u8) = "a number" takes Takes::Bare(0, 99);
        }

        /// On which square an area is laid; ties go to the nearest, then to the lower column. By `net` it is laid on none
        /// that is not worth it, and only if it beats the best attack on one unit.
        "D-13" area: AreaSquare [matters if "one of its attacks or abilities strikes a square": |of| of.unit.strikes_squares()] {
            /// The one with the most expected harm to enemies less that to allies, each at most the life left.
            Net = "net";
            /// The one with the most enemies, whoever of the own side stands there.
            /// Good for those who spare nobody.
            Most = "most";
            /// The one with the most enemies among those that hold no ally.
            /// Good for never hitting a friend.
            MostSafe = "most_safe";
        }

        /// Whether a unit with `first_aid` gives it to an incapacitated ally in close range.
        "D-14" first_aid: FirstAid [matters if "it may give first aid": |of| of.unit.first_aid] {
            /// When no active enemy is within reach of its weapons.
            IfFree = "if_free";
            /// Whenever it can.
            /// Good for a healer who does nothing else.
            Always = "always";
            /// Never.
            /// Good for seeing what first aid is worth.
            Never = "never";
        }

        /// Which abilities the unit uses. One that can do nothing to a target, such as healing for the unhurt, is not used on it,
        /// and a sub action that the attack of the slot needs for its step is not spent before it.
        "D-16" ability: AbilityUse [matters if "it has an ability that is not passive": |of| has_abilities(of)] {
            /// The first usable of its list whose own condition holds.
            FirstUsable = "first_usable";
            /// None.
            /// Good for seeing what the abilities are worth.
            Never = "never";
            /// This one, if it is usable, and no other.
            /// Good for one ability that does all the work.
            This(u8) = "this" takes Takes::Own("ability");
        }
    }

    /// The decisions of a side.
    struct SideTactics {
        /// Who of the side acts when; a decision of the side.
        "D-03" order: SideOrder {
            /// Listed order.
            List = "list";
            /// The highest movement rating first; ties go to listed order.
            /// Good for taking the flag first.
            FastestFirst = "fastest_first";
            /// The highest own number first; ties go to listed order.
            /// Good for making room for those behind.
            FrontFirst = "front_first";
            /// The lowest own number first; ties go to listed order.
            /// Good for shooting before the own line closes in.
            BackFirst = "back_first";
            /// All orders equally likely, drawn anew each round.
            /// Good for mobs without a plan.
            Random = "random";
        }

        /// When the side gives up, at the end of a round; a decision of the side.
        "D-15" concede_at: ConcedeAt {
            /// Never.
            Never = "never";
            /// When at least this part of it is dead or incapacitated.
            /// Good for foes that give up a lost fight.
            Fraction(u32) = "a number" takes Takes::Fraction;
        }
    }
}
