//! The decisions and their choices, each declared once: the reader, the lists and the JSON Schema
//! come from here. Keys and names are the ledger's, D-01 to D-16.

use crate::decisions;
use crate::sheet::decisions::{self, DecisionInfo, Takes};
use crate::sheet::declare::join;
use crate::sheet::node::{Entry as NodeEntry, Node, Table};
use crate::sheet::plan::{self, Chooser};
use crate::sheet::problem::Problems;

use super::super::tactics::{
    AbilityUse, AreaSquare, ConcedeAt, CoreAttack, Defend, Entry, Fact, FirstAid, LeaveAt, OnDamage,
    Placement, Return, SideOrder, SideTactics, Split, Stance, Tactics, Target, WeaponChoice,
};

/// What numbers of cores and of dice a tactic may name: more than any attack has.
const DICE: Takes = Takes::Bare(0, 40);

decisions! {
    const OF_UNIT, fn read_plans -> Tactics asking Fact::ALL, Fact::measure;

    /// Where the unit stands at the start; if nothing is said, the ruling `placement` decides.
    placement "D-01": Placement {
        /// On its `col`, or where units without one stand.
        "as_configured" Takes::Nothing => |_| Placement::AsConfigured;
        /// Anywhere on own numbers 1 to 7, each as likely as the others.
        "own_half" Takes::Nothing => |_| Placement::OwnHalf;
    }

    /// Whom the unit attacks, among the active foes in reach.
    target "D-04": Target {
        /// The nearest; then the one with the lower life, then listed order.
        "nearest" Takes::Nothing => |_| Target::Nearest;
        /// The one with the lowest life; then the nearer, then listed order.
        "weakest" Takes::Nothing => |_| Target::Weakest;
        /// The first in listed order.
        "first" Takes::Nothing => |_| Target::First;
        /// The one with the highest own number; then listed order.
        "most_forward" Takes::Nothing => |_| Target::MostForward;
        /// One at random, each as likely as the others.
        "random" Takes::Nothing => |_| Target::Random;
    }

    /// Which weapon the unit uses.
    weapon "D-05": WeaponChoice {
        /// The first listed that works.
        "listed" Takes::Nothing => |_| WeaponChoice::Listed;
        /// The one with a foe in reach and the largest expected damage roll; ties go to listed order.
        "best" Takes::Nothing => |_| WeaponChoice::Best;
    }

    /// What the unit does when it is its turn.
    stance "D-06": Stance {
        /// It closes in and attacks.
        "strike" Takes::Nothing => |_| Stance::Strike;
        /// It never moves while on the board and attacks what is in reach.
        "hold" Takes::Nothing => |_| Stance::Hold;
        /// It keeps the largest distance at which it can shoot.
        "kite" Takes::Nothing => |_| Stance::Kite;
        /// It moves forward if that takes the flag, otherwise it strikes.
        "flag_runner" Takes::Nothing => |_| Stance::FlagRunner;
        /// It slips past an enemy for a back attack, otherwise it strikes.
        "slip_behind" Takes::Nothing => |_| Stance::SlipBehind;
        /// It leaves the board backward and stays away.
        "withdraw" Takes::Nothing => |_| Stance::Withdraw;
    }

    /// How many cores an attack spends on dice.
    core_attack "D-07": CoreAttack {
        /// All, up to the limit.
        "max" Takes::Nothing => |_| CoreAttack::Max;
        /// The fewest with which it hits with the chance `core_p` before any die is split off; all, if none does.
        "needed" Takes::Nothing => |_| CoreAttack::Needed;
        /// This many, at most what is there and the limit.
        "a number" DICE => |n| CoreAttack::Number(n as u8);
    }

    /// How many dice of an attack go to the effect.
    split "D-08": Split {
        /// The most of chance to hit times damage dice; ties go to fewer dice.
        "ev" Takes::Nothing => |_| Split::Ev;
        /// The highest chance that this one blow kills; ties go to `ev`, then to fewer dice.
        "kill" Takes::Nothing => |_| Split::Kill;
        /// This many, cut to the most that are legal and count.
        "a number" DICE => |n| Split::Number(n as u8);
    }

    /// How a PC answers a melee attack.
    defend "D-09": Defend {
        /// With agility defence.
        "agility" Takes::Nothing => |_| Defend::Agility;
        /// With body defence.
        "body" Takes::Nothing => |_| Defend::Body;
        /// With body defence where the agility pool is 0 and armour alone does not stop the attack.
        "agility_then_body" Takes::Nothing => |_| Defend::AgilityThenBody;
        /// With the one that loses less life on average; ties go to agility.
        "best" Takes::Nothing => |_| Defend::Best;
        /// Not at all.
        "none" Takes::Nothing => |_| Defend::None;
    }

    /// What the unit does after a knockback.
    on_damage "D-10": OnDamage {
        /// Nothing.
        "none" Takes::Nothing => |_| OnDamage::None;
        /// It endures as much as its cores allow.
        "endure_all" Takes::Nothing => |_| OnDamage::EndureAll;
        /// It endures just enough to stay on the board, if it can.
        "endure_board" Takes::Nothing => |_| OnDamage::EndureBoard;
        /// It retreats by its full level of retreat-defence.
        "retreat" Takes::Nothing => |_| OnDamage::Retreat;
    }

    /// When a unit off the board comes back.
    return_when as "return" "D-11": Return {
        /// As soon as it may.
        "asap" Takes::Nothing => |_| Return::Asap;
        /// Not at all.
        "never" Takes::Nothing => |_| Return::Never;
        /// Only while fewer than this many enemies are active.
        "below" Takes::Number(1, 99) => |n| Return::Below(n as u8);
    }

    /// When the unit withdraws for the rest of the fight.
    leave_at "D-12": LeaveAt {
        /// Never.
        "never" Takes::Nothing => |_| LeaveAt::Never;
        /// At this life or less.
        "a number" Takes::Bare(0, 99) => |n| LeaveAt::Life(n as u8);
    }

    /// On which square an area is laid; ties go to the nearest, then to the lower column.
    area "D-13": AreaSquare {
        /// The one with the most enemies.
        "most" Takes::Nothing => |_| AreaSquare::Most;
        /// The same without squares that hold an ally.
        "most_safe" Takes::Nothing => |_| AreaSquare::MostSafe;
    }

    /// Whether a unit with `first_aid` gives it to an incapacitated ally in close range.
    first_aid "D-14": FirstAid {
        /// When no active enemy is within reach of its weapons.
        "if_free" Takes::Nothing => |_| FirstAid::IfFree;
        /// Whenever it can.
        "always" Takes::Nothing => |_| FirstAid::Always;
        /// Never.
        "never" Takes::Nothing => |_| FirstAid::Never;
    }

    /// Which abilities the unit uses.
    ability "D-16": AbilityUse {
        /// The first usable of its list whose own condition holds.
        "first_usable" Takes::Nothing => |_| AbilityUse::FirstUsable;
        /// None.
        "never" Takes::Nothing => |_| AbilityUse::Never;
        /// This one, if it is usable, and no other.
        "this" Takes::Own("ability") => |at| AbilityUse::This(at as u8);
    }
}

decisions! {
    const OF_SIDE, fn read_side_plans -> SideTactics asking Fact::OF_SIDE, Fact::measure;

    /// Who of the side acts when; a decision of the side.
    order "D-03": SideOrder {
        /// Listed order.
        "list" Takes::Nothing => |_| SideOrder::List;
        /// The highest movement rating first; ties go to listed order.
        "fastest_first" Takes::Nothing => |_| SideOrder::FastestFirst;
        /// The highest own number first; ties go to listed order.
        "front_first" Takes::Nothing => |_| SideOrder::FrontFirst;
        /// The lowest own number first; ties go to listed order.
        "back_first" Takes::Nothing => |_| SideOrder::BackFirst;
        /// Every order as likely as the others, drawn anew each round.
        "random" Takes::Nothing => |_| SideOrder::Random;
    }

    /// When the side gives up, at the end of a round; a decision of the side.
    concede_at "D-15": ConcedeAt {
        /// Never.
        "never" Takes::Nothing => |_| ConcedeAt::Never;
        /// When at least this part of it is dead or incapacitated.
        "a number" Takes::Fraction => |part| ConcedeAt::Fraction(part as u32);
    }
}

/// Numbers that stand beside D-07: they are not chosen by conditions.
const NUMBERS: &[DecisionInfo] = &[
    DecisionInfo {
        key: "core_reserve",
        id: "D-07",
        sentence: "How many cores attacks keep back; 0, if nothing is said.",
        choices: &[("a number", DICE, "This many.")],
    },
    DecisionInfo {
        key: "core_p",
        id: "D-07",
        sentence: "The chance to hit that `needed` is content with; 0.75, if nothing is said.",
        choices: &[("a number", Takes::Fraction, "This chance.")],
    },
];

const N_ALL: usize = OF_UNIT.len() + OF_SIDE.len() + NUMBERS.len();

/// The decisions that are played, in the ledger's order.
pub(super) const DECISIONS: &[DecisionInfo] = &in_order([OF_UNIT, OF_SIDE, NUMBERS]);

const fn in_order(lists: [&[DecisionInfo]; 3]) -> [DecisionInfo; N_ALL] {
    let mut all = [OF_UNIT[0]; N_ALL];
    let (mut n, mut list) = (0, 0);
    while list < lists.len() {
        let mut i = 0;
        while i < lists[list].len() {
            let mut at = n;
            while at > 0 && number_of(lists[list][i].id) < number_of(all[at - 1].id) {
                all[at] = all[at - 1];
                at -= 1;
            }
            all[at] = lists[list][i];
            (n, i) = (n + 1, i + 1);
        }
        list += 1;
    }
    all
}

/// 7 for `D-07`.
const fn number_of(id: &str) -> u8 {
    let digits = id.as_bytes();
    (digits[2] - b'0') * 10 + digits[3] - b'0'
}

/// Reads the table `tactics` of a unit. `of_side` is that of its side, which it has inherited.
pub(super) fn read(
    node: &Node,
    of_side: Option<&Table>,
    chooser: Chooser<'_>,
    problems: &mut Problems,
) -> Tactics {
    let Some(table) = decisions::open(node, DECISIONS, chooser.path, problems) else {
        return Tactics::default();
    };
    for decision in OF_SIDE {
        let own = table.get(decision.key).filter(|own| !is_inherited(own, of_side));
        if let Some(own) = own {
            let message =
                format!("`{0}` is decided by the side: `{0}` stands in its `tactics`", decision.key);
            problems.add(own.span, join(chooser.path, decision.key), message);
        }
    }
    let mut tactics = read_plans(table, chooser, problems);
    if table.get("placement").is_some()
        && tactics.placement.entries.last().is_none_or(|last| last.when.is_some())
    {
        // The default stands at the end, so that it wins over the ruling.
        tactics.placement.entries.push(Entry { what: Placement::AsConfigured, when: None });
    }
    let mut number = |key: &str, takes| {
        let node = &table.get(key)?.value;
        plan::number(node, takes, &join(chooser.path, key), problems)
    };
    if let Some(n) = number("core_reserve", DICE) {
        tactics.core_reserve = n as u8;
    }
    if let Some(n) = number("core_p", Takes::Fraction) {
        tactics.core_p_ppm = n as u32;
    }
    tactics
}

/// Reads what the table `tactics` of a side says of the side itself. The rest is read with its
/// units.
pub(super) fn read_side(table: &Table, path: &str, problems: &mut Problems) -> SideTactics {
    read_side_plans(table, Chooser { units: &[], own: 0, path, owns: &[] }, problems)
}

fn is_inherited(own: &NodeEntry, of_side: Option<&Table>) -> bool {
    of_side.and_then(|table| table.get(&own.key)).is_some_and(|entry| entry.span == own.span)
}
