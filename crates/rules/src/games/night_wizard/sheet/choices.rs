//! The decisions and their choices, each declared once: the reader, the lists and the JSON Schema
//! come from here.

use crate::decisions;
use crate::engine::roster::UnitId;
use crate::sheet::decisions::{self, Takes};
use crate::sheet::node::Node;
use crate::sheet::plan::Chooser;
use crate::sheet::problem::Problems;

use super::super::setup::UnitSetup;
use super::super::tactics::{
    AllOut, ChooseWeapon, Cover, Delay, Downed, Enchant, Fact, Final, Flee, Flight, Memory, Movement, Pass,
    PayCost, PranaAttack, PranaConvert, PranaDefense, PranaInit, PranaMortality, React, Recover, Robe,
    Tactics, Target, Tie, UseAbility, Wake, Wear,
};

decisions! {
    /// The decisions.
    pub(super) const DECISIONS, fn read_plans -> Tactics asking Fact::ALL, Fact::measure;

    /// Whom the unit attacks, among its legal targets; ties go to listed order.
    target "D-target": Target {
        /// The first in listed order.
        "first" Takes::Nothing => |_| Target::First;
        /// The nearest; on one square the first in listed order.
        "nearest" Takes::Nothing => |_| Target::Nearest;
        /// The one with the fewest HP.
        "weakest" Takes::Nothing => |_| Target::Weakest;
        /// The one with the highest Attack less the unit's own Defense.
        "threat" Takes::Nothing => |_| Target::Threat;
        /// The one that has lost the most HP.
        "most_damaged" Takes::Nothing => |_| Target::MostDamaged;
        /// The one against whom an attack has the highest expected damage.
        "best_damage" Takes::Nothing => |_| Target::BestDamage;
        /// One at random, each as likely as the others.
        "random" Takes::Nothing => |_| Target::Random;
        /// The one attacked last, as long as it is legal; otherwise the first.
        "same" Takes::Nothing => |_| Target::Same;
    }

    /// What the unit does when it is its turn, before its Main.
    delay "D-delay": Delay {
        /// It acts.
        "act" Takes::Nothing => |_| Delay::Act;
        /// It lowers its count to this value, if it is above.
        "to" Takes::Number(-999, 999) => Delay::To;
        /// It sits out the round.
        "sit_out" Takes::Nothing => |_| Delay::SitOut;
        /// It lets this ally take its next Main first.
        "after_ally" Takes::Ally => |unit| Delay::AfterAlly(UnitId(unit as u8));
        /// It lets this enemy take its next Main first.
        "after_enemy" Takes::Enemy => |unit| Delay::AfterEnemy(UnitId(unit as u8));
        /// It sits out the round if no target is within reach of this Main.
        "hold" Takes::Nothing => |_| Delay::Hold;
    }

    /// Whether enemies in Near Death are attacked.
    downed "D-downed": Downed {
        /// They are not.
        "ignore" Takes::Nothing => |_| Downed::Ignore;
        /// They are, like any other.
        "finish_off" Takes::Nothing => |_| Downed::FinishOff;
    }

    /// What the unit does with a Main that has nothing to do.
    pass "D-pass": Pass {
        /// It takes the Main, which costs its count, and does nothing.
        "pass_main" Takes::Nothing => |_| Pass::PassMain;
        /// It sits out the round.
        "sit_out" Takes::Nothing => |_| Pass::SitOut;
    }

    /// Which of the tied units of one side and kind goes first; the first of them in listed order decides.
    tie "D-tie": Tie {
        /// By `tie_priority`, then listed order.
        "listed" Takes::Nothing => |_| Tie::Listed;
        /// The one with the highest Attack.
        "highest_attack" Takes::Nothing => |_| Tie::HighestAttack;
        /// The one with the fewest HP.
        "lowest_hp" Takes::Nothing => |_| Tie::LowestHp;
    }

    /// Which of its usable weapons and attack spells the unit uses.
    weapon "D-weapon": ChooseWeapon {
        /// The first listed with a target in range.
        "first" Takes::Nothing => |_| ChooseWeapon::First;
        /// The one with the highest expected damage.
        "best_damage" Takes::Nothing => |_| ChooseWeapon::BestDamage;
        /// The one that costs the least Action Count.
        "cheapest_count" Takes::Nothing => |_| ChooseWeapon::CheapestCount;
        /// The one that costs the fewest MP.
        "conserve_mp" Takes::Nothing => |_| ChooseWeapon::ConserveMp;
    }

    /// Which abilities the unit uses in a window.
    ability "D-ability": UseAbility {
        /// In listed order, each whose cost is payable and that has a target.
        "listed" Takes::Nothing => |_| UseAbility::Listed;
        /// None.
        "never" Takes::Nothing => |_| UseAbility::Never;
        /// As listed, if so many MP are left after it.
        "keep_mp" Takes::Number(0, 999) => UseAbility::KeepMp;
        /// As listed, one ability a round.
        "once_per_round" Takes::Nothing => |_| UseAbility::OncePerRound;
        /// As listed, below this percentage of its HP.
        "hp_below" Takes::Number(1, 100) => UseAbility::HpBelow;
    }

    /// Which costs the unit is ready to pay.
    cost "D-cost": PayCost {
        /// Count always; HP if at least 1 is left.
        "pay" Takes::Nothing => |_| PayCost::Pay;
        /// The same, but never count that would lose it a Main this round.
        "keep_mains" Takes::Nothing => |_| PayCost::KeepMains;
        /// Count and HP, whatever is left.
        "freely" Takes::Nothing => |_| PayCost::Freely;
    }

    /// Where the unit goes.
    move_ as "move" "D-move": Movement {
        /// Towards its target, along a cheapest path, until it is in range.
        "approach" Takes::Nothing => |_| Movement::Approach;
        /// Nowhere.
        "stay" Takes::Nothing => |_| Movement::Stay;
        /// To a square from which it reaches its target and, if it can, so far away from every enemy.
        "keep_distance" Takes::Number(0, 99) => Movement::KeepDistance;
        /// To the square of this ally.
        "ward" Takes::Ally => |unit| Movement::Ward(UnitId(unit as u8));
        /// It approaches, attacks, and goes as far away as it can, if the Minor Action may follow the Major.
        "kite" Takes::Nothing => |_| Movement::Kite;
        /// It approaches to attack, and goes out of its enemies' sight when it does not.
        "flank" Takes::Nothing => |_| Movement::Flank;
    }

    /// How a unit whose target is out of reach spends its Major Action.
    allout "D-allout": AllOut {
        /// A second Normal Movement.
        "walk" Takes::Nothing => |_| AllOut::Walk;
        /// All-Out Movement, if its mean is larger than Movement Power.
        "best_mean" Takes::Nothing => |_| AllOut::BestMean;
        /// All-Out Movement.
        "always" Takes::Nothing => |_| AllOut::Always;
    }

    /// When the unit flies.
    flight "D-flight": Flight {
        /// Never.
        "never" Takes::Nothing => |_| Flight::Never;
        /// From its first Main on.
        "start" Takes::Nothing => |_| Flight::Start;
        /// When an enemy stands in its square.
        "engaged" Takes::Nothing => |_| Flight::Engaged;
        /// It hovers out of reach of enemies without a ranged weapon, as high as it still reaches its target.
        "hover" Takes::Nothing => |_| Flight::Hover;
    }

    /// Prana on the Action Count Judge.
    prana_init "D-prana-init": PranaInit {
        /// None.
        "none" Takes::Nothing => |_| PranaInit::None;
        /// As much as it may, while it lasts.
        "max" Takes::Nothing => |_| PranaInit::Max;
        /// As much as it may, if Action Value and 7 together are below this.
        "below" Takes::Number(-99, 999) => PranaInit::Below;
    }

    /// Prana on attacks.
    prana_atk "D-prana-atk": PranaAttack {
        /// None.
        "none" Takes::Nothing => |_| PranaAttack::None;
        /// As much as it may on Attack.
        "max_attack" Takes::Nothing => |_| PranaAttack::MaxAttack;
        /// So much on Hit.
        "hit" Takes::Number(1, 20) => PranaAttack::Hit;
        /// As much as it may on Attack, if the target has half of its HP or less.
        "low_hp" Takes::Nothing => |_| PranaAttack::LowHp;
    }

    /// Prana on Dodge and Defense, the attacker's value known.
    prana_def "D-prana-def": PranaDefense {
        /// None.
        "none" Takes::Nothing => |_| PranaDefense::None;
        /// On Dodge: the fewest dice with which it succeeds with this probability in percent, if there are any.
        "chance" Takes::Number(1, 100) => PranaDefense::Chance;
        /// As much as it may on Defense, if without prana the damage can put it in Near Death.
        "lethal" Takes::Nothing => |_| PranaDefense::Lethal;
    }

    /// Prana on Mortality and waking Judges.
    prana_mort "D-prana-mort": PranaMortality {
        /// As much as it may.
        "max" Takes::Nothing => |_| PranaMortality::Max;
        /// None.
        "none" Takes::Nothing => |_| PranaMortality::None;
    }

    /// Whom the unit covers.
    cover "D-cover": Cover {
        /// Nobody.
        "nobody" Takes::Nothing => |_| Cover::Nobody;
        /// This ally.
        "guard" Takes::Ally => |unit| Cover::Guard(UnitId(unit as u8));
        /// An ally with the fewest HP of those hit, itself not counted.
        "guard_weakest" Takes::Nothing => |_| Cover::GuardWeakest;
        /// An ally whom the expected damage would put in Near Death.
        "guard_falling" Takes::Nothing => |_| Cover::GuardFalling;
        /// Any ally, if its own count is above 10.
        "guard_spare" Takes::Nothing => |_| Cover::GuardSpare;
    }

    /// Which bad statuses the unit shakes off, and with which action.
    recover "D-recover": Recover {
        /// With the Minor Action Panic, Daze, and Pressure if it owns special abilities; Capture always.
        "minor" Takes::Nothing => |_| Recover::Minor;
        /// None.
        "never" Takes::Nothing => |_| Recover::Never;
        /// The same as `minor`, with the Major Action before the Minor.
        "major_first" Takes::Nothing => |_| Recover::MajorFirst;
    }

    /// What an Unconscious unit does in its Main.
    wake "D-wake": Wake {
        /// It tries to wake.
        "try" Takes::Nothing => |_| Wake::Try;
        /// Nothing.
        "pass" Takes::Nothing => |_| Wake::Pass;
    }

    /// Which magic is memorised.
    memory "D-memory": Memory {
        /// What fills the memory at the start.
        "fixed" Takes::Nothing => |_| Memory::Fixed;
    }

    /// When prana becomes HP or MP, where a ruling gives a rate.
    prana_convert "D-prana-convert": PranaConvert {
        /// Never.
        "never" Takes::Nothing => |_| PranaConvert::Never;
        /// Into HP as far as they are missing, below this percentage of HP.
        "hp_below" Takes::Number(1, 100) => PranaConvert::HpBelow;
        /// Into MP as far as they are missing, but so much prana is kept.
        "keep" Takes::Number(0, 999) => PranaConvert::Keep;
    }

    /// Which enchantments are in force.
    enchant "D-enchant": Enchant {
        /// Those that are.
        "fixed" Takes::Nothing => |_| Enchant::Fixed;
        /// These, of its list.
        "set" Takes::Set("enchantment") => |set| Enchant::Set(set.cast_unsigned());
    }

    /// Which loadout is worn.
    loadout "D-loadout": Wear {
        /// The one it wears: the first of its list.
        "first" Takes::Nothing => |_| Wear::First;
        /// This one, of its list.
        "this" Takes::Own("loadout") => |place| Wear::This(place as u8);
        /// The first from which its target is in range, where the one it wears has none that is.
        "in_range" Takes::Nothing => |_| Wear::InRange;
    }

    /// When Reaction abilities are used.
    react "D-react": React {
        /// The first affordable.
        "first" Takes::Nothing => |_| React::First;
        /// The first affordable, if the mean damage of the attack is above this.
        "above" Takes::Number(0, 9_999) => React::Above;
        /// Never.
        "never" Takes::Nothing => |_| React::Never;
    }

    /// What the Lunar Robe is for in Setup.
    robe "D-robe": Robe {
        /// Nothing: abilities are used instead.
        "abilities" Takes::Nothing => |_| Robe::Abilities;
        /// A switch to the loadout that `loadout` wants, if it is another.
        "switch" Takes::Nothing => |_| Robe::Switch;
    }

    /// When the unit leaves the fight, where the ruling `flee` allows it.
    flee "D-flee": Flee {
        /// Never.
        "never" Takes::Nothing => |_| Flee::Never;
        /// Below this percentage of its HP.
        "hp_below" Takes::Number(1, 100) => Flee::HpBelow;
        /// When more enemies than allies stand, itself counted.
        "outnumbered" Takes::Nothing => |_| Flee::Outnumbered;
    }

    /// What the last Main is for, where the ruling `final_main` grants one.
    final_ as "final" "D-final": Final {
        /// Nothing.
        "none" Takes::Nothing => |_| Final::None;
        /// Healing whoever of its side has lost the most HP.
        "heal" Takes::Nothing => |_| Final::Heal;
    }
}

/// What tactics of a unit can name among its own.
pub(super) fn owned(unit: &UnitSetup) -> [(&'static str, Vec<String>); 2] {
    [
        ("enchantment", unit.enchantments.iter().map(|own| own.name.clone()).collect()),
        ("loadout", unit.loadouts.iter().map(|own| own.name.clone()).collect()),
    ]
}

/// Reads a table `tactics`.
pub(super) fn read(node: &Node, chooser: Chooser<'_>, problems: &mut Problems) -> Tactics {
    let table = decisions::open(node, DECISIONS, chooser.path, problems);
    table.map(|table| read_plans(table, chooser, problems)).unwrap_or_default()
}
