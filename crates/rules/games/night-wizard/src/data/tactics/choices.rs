//! The choices of each decision.

use super::{Subject, may_enchant};
use crate::data::rulings::{Delays, Mortality, Switch};
use fray_engine::roster::UnitId;
use fray_kit::Decision;
use fray_kit::declare::tactics::Takes;

/// Whom the unit attacks, among its legal targets; ties go to listed order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-target")]
pub enum Target {
    /// The first in listed order.
    /// Good for bringing everybody's attacks down on one enemy: the order in the file decides which.
    First,
    /// The nearest; on one square the first in listed order.
    /// Good for melee units on a map: it walks least.
    Nearest,
    /// The one with the fewest HP.
    /// Good for taking enemies out one by one, which ends their attacks soonest.
    Weakest,
    /// The one with the highest Attack less the unit's own Defense.
    /// Good for a few dangerous attackers among many harmless ones.
    Threat,
    /// The one that has lost the most HP.
    /// Good for allies whose attacks add up on one enemy.
    MostDamaged,
    /// The one against whom an attack does the most expected harm: the HP that it takes off, as far as they are left, by the chance of a hit.
    /// Good for enemies that differ in Dodge, in Defense or in what elements do to them.
    BestDamage,
    /// One at random, all equally likely.
    /// Good for beasts and mobs without a plan.
    Random,
    /// The one attacked last, as long as it is legal; otherwise the first.
    /// Good for a duellist that stays with its prey.
    Same,
}

/// What the unit does when it is its turn, before its Main.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-delay")]
#[matters_if("the ruling `delay` is `allowed`", |of| of.rulings.delay == Delays::Allowed)]
pub enum Delay {
    /// It acts.
    /// Good for nearly everybody: whoever acts first takes enemies out first.
    Act,
    /// It lowers its count to this value, if it is above.
    /// Good for acting behind an enemy, or after an ally.
    #[choice(takes = Takes::Number(-999, 999))]
    To(i32),
    /// It sits out the round.
    /// Good for a unit that only reacts and whose Mains would cost it something.
    SitOut,
    /// It lets this ally take its next Main first, if that loses it no Main.
    /// Good for an attacker that waits for what its ally does for it; without that it only acts later.
    #[choice(takes = Takes::Ally)]
    AfterAlly(UnitId),
    /// It lets this enemy take its next Main first.
    /// Good for letting an enemy come within reach first.
    #[choice(takes = Takes::Enemy)]
    AfterEnemy(UnitId),
    /// It sits out the round if no target is within reach of this Main.
    /// Good for a guard that leaves its place for nobody, as long as the enemy comes.
    Hold,
}

/// Whether enemies in Near Death are attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-downed")]
pub enum Downed {
    /// They are not.
    /// Good for nearly every fight: whoever still stands hits back.
    Ignore,
    /// They are, like any other, unless they are certain to stay down.
    /// Good for rulings by which every point below 0 makes it harder to get up again.
    #[matters_if(
        "the ruling `mortality_per_hp` is 1 or more and `mortality` is not `off`",
        |of, _| of.rulings.mortality_per_hp.0 > 0 && of.rulings.mortality != Mortality::Off
    )]
    FinishOff,
}

/// What the unit does with a Main that has nothing to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-pass")]
pub enum Pass {
    /// It takes the Main, which costs its count, and does nothing.
    /// Good for a unit that may have something to do in a later Main of the round.
    PassMain,
    /// It sits out the round.
    /// Good for skipping Mains that come to nothing.
    SitOut,
}

/// Which of the tied units of one side and kind goes first; the first of them in listed order decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-tie")]
pub enum Tie {
    /// By `tie_priority`, then listed order.
    /// Good for an order that the stat blocks say.
    Listed,
    /// The one with the highest Attack.
    /// Good for striking hard before the enemy acts.
    HighestAttack,
    /// The one with the fewest HP.
    /// Good for letting those in danger act before they fall.
    LowestHp,
}

/// Which of its usable weapons and attack spells the unit uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-weapon", key = "weapon")]
#[matters_if("it has several weapons and attack spells", |of| of.unit.weapons.len() > 1)]
pub enum ChooseWeapon {
    /// The first listed with a target in range; an area that hits friends only where it is worth more than any other attack.
    /// Good for a favourite weapon with others to fall back on.
    First,
    /// The one with the most expected harm, less that to friends.
    /// Good for weapons of different elements or powers, and for areas; it asks for MP as if they never ran out.
    BestDamage,
    /// The one that costs the least Action Count.
    /// Good for more Mains in a round.
    CheapestCount,
    /// The one that costs the fewest MP.
    /// Good for casters in long fights.
    ConserveMp,
}

/// Which abilities the unit uses in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-ability", key = "ability")]
#[matters_if("it has abilities", |of| !of.unit.abilities.is_empty())]
pub enum UseAbility {
    /// In listed order, each whose cost is payable and that has a target.
    /// Good for abilities that are listed by their worth.
    Listed,
    /// None.
    /// Good for seeing what the abilities are worth.
    Never,
    /// As listed, if this many MP are left after it.
    /// Good for saving MP for a Reaction or for flight.
    #[choice(takes = Takes::Number(0, 999))]
    KeepMp(i32),
    /// As listed, one ability a round.
    /// Good for making MP last.
    OncePerRound,
    /// As listed, below this percentage of HP: those of the target for what is meant for the own side, otherwise its own.
    /// Good for healers who leave scratches alone, and for emergencies.
    #[choice(takes = Takes::Number(1, 100))]
    HpBelow(i32),
}

/// Which costs the unit is ready to pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-cost", key = "cost")]
pub enum PayCost {
    /// Count always; HP if at least 1 is left.
    /// Good for abilities that are worth their cost.
    Pay,
    /// As `pay`, but never count that would lose it a Main this round.
    /// Good for units whose attacks are worth more than what count buys.
    KeepMains,
    /// Count and HP, whatever is left.
    /// Good for a unit that has to win now.
    Freely,
}

/// Where the unit goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-move", key = "move")]
pub enum Movement {
    /// Towards its target, along a cheapest path, until it is in range; nowhere, if it has nothing to use there.
    /// Good for whoever fights hand to hand.
    Approach,
    /// Nowhere.
    /// Good for archers in a good place, and guards of a square.
    Stay,
    /// To a square from which the best attack that it can pay reaches its target and, if that leaves it the choice, so far away from every enemy.
    /// Good for ranged units that are weak up close.
    #[choice(takes = Takes::Number(0, 99))]
    KeepDistance(i32),
    /// To the square of this ally.
    /// Good for a bodyguard, who covers those in its square.
    #[choice(takes = Takes::Ally)]
    Ward(UnitId),
    /// It approaches, attacks, and goes as far away as it can, if the Minor Action may follow the Major.
    /// Good for ranged units that are faster than their enemies.
    #[matters_if("the ruling `minor_after_major` is `true`", |of, _| of.rulings.minor_after_major)]
    Kite,
    /// To attack; when it cannot, out of its enemies' sight to where its next Main can, and if there is no such place nearer.
    /// Good for fast units among walls.
    Flank,
}

/// How a unit whose target is out of reach spends its Major Action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-allout", key = "allout")]
pub enum AllOut {
    /// A second Normal Movement.
    /// Good for units whose Movement Power is high for their Agility.
    Walk,
    /// All-Out Movement, if its mean is larger than Movement Power.
    /// Good for slow units on large maps.
    BestMean,
    /// All-Out Movement.
    /// Good for closing in at any price.
    Always,
}

/// When the unit flies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-flight")]
pub enum Flight {
    /// Never.
    /// Good for saving the Minor Action and the MP.
    Never,
    /// From its first Main on.
    /// Good for crossing walls and enemies that block the way.
    Start,
    /// When an enemy stands in its square.
    /// Good for getting out of a melee.
    Engaged,
    /// It hovers out of reach of enemies without a ranged weapon, as high as it still reaches its target.
    /// Good for ranged units whose enemies have no ranged weapons.
    Hover,
}

/// Prana on the Action Count Judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-prana-init")]
#[matters_if("it has prana", |of| of.unit.prana > 0)]
pub enum PranaInit {
    /// None.
    None,
    /// As much as it may, while it lasts.
    /// Good for short fights, in which the first Mains decide.
    Max,
    /// As much as it may, if Action Value and 7 together are below this.
    /// Good for slow units that would get a Main less.
    #[choice(takes = Takes::Number(-99, 999))]
    Below(i32),
}

/// Prana on attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-prana-atk", key = "prana_atk")]
#[matters_if("it has prana", |of| of.unit.prana > 0)]
pub enum PranaAttack {
    /// As much as it may on Attack.
    MaxAttack,
    /// None.
    /// Good for series of fights, in which prana has to last.
    None,
    /// This much on Hit.
    /// Good for enemies with a high Dodge.
    #[choice(takes = Takes::Number(1, 20))]
    Hit(i32),
    /// As much as it may on Attack, if the target has half of its HP or less.
    /// Good for finishing an enemy.
    LowHp,
}

/// Prana on Dodge and Defense, the attacker's value known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-prana-def", key = "prana_def")]
#[matters_if("it has prana", |of| of.unit.prana > 0)]
pub enum PranaDefense {
    /// As much as it may on Defense, if without prana the damage can put it in Near Death, and with it need not.
    Lethal,
    /// None.
    /// Good for keeping prana for attacks.
    None,
    /// On Dodge: the fewest dice with which it succeeds with this probability in percent, if there are any.
    /// Good for fragile units that dodge well.
    #[choice(takes = Takes::Number(1, 100))]
    Chance(i32),
}

/// Prana on Mortality and waking Judges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-prana-mort", key = "prana_mort")]
#[matters_if("it has prana", |of| of.unit.prana > 0)]
pub enum PranaMortality {
    /// As much as it may.
    Max,
    /// None.
    /// Good for keeping prana for attacks.
    None,
}

/// Whom the unit covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-cover")]
pub enum Cover {
    /// Nobody.
    /// Good for whoever would fall by the blow itself.
    Nobody,
    /// This ally.
    /// Good for a bodyguard.
    #[choice(takes = Takes::Ally)]
    Guard(UnitId),
    /// An ally with the fewest HP of those hit, itself not counted.
    /// Good for a tough unit beside fragile ones.
    GuardWeakest,
    /// An ally whom the expected damage would put in Near Death.
    /// Good for covering only where it saves somebody.
    GuardFalling,
    /// Any ally, if its own count is above 10.
    /// Good for covering without losing the last Main.
    GuardSpare,
}

/// Which bad statuses the unit shakes off, and with which action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-recover")]
pub enum Recover {
    /// With the Minor Action Panic, Daze, and Pressure if it bars an ability that it would use; Capture always.
    Minor,
    /// None.
    /// Good for statuses that end soon by themselves.
    Never,
    /// As `minor`, with the Major Action before the Minor.
    /// Good for statuses that cost more than an attack is worth.
    MajorFirst,
}

/// What an Unconscious unit does in its Main.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-wake")]
pub enum Wake {
    /// It tries to wake.
    Try,
    /// Nothing.
    /// Good for seeing what waking is worth.
    Pass,
}

/// Which magic is memorised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-memory")]
pub enum Memory {
    /// What fills the memory at the start.
    Fixed,
}

/// When prana becomes HP or MP, where a ruling gives a rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-prana-convert")]
#[matters_if("it has prana", |of| of.unit.prana > 0)]
pub enum PranaConvert {
    /// Never.
    Never,
    /// Into HP as far as they are missing, below this percentage of HP.
    /// Good for staying up in long fights.
    #[choice(takes = Takes::Number(1, 100))]
    #[matters_if("the ruling `prana_to_hp_rate` is 1 or more", |of, _| of.rulings.prana_to_hp_rate.0 > 0)]
    HpBelow(i32),
    /// Into MP as far as they are missing, but this much prana is kept.
    /// Good for casters with prana to spare.
    #[choice(takes = Takes::Number(0, 999))]
    #[matters_if("the ruling `prana_to_mp_rate` is 1 or more", |of, _| of.rulings.prana_to_mp_rate.0 > 0)]
    Keep(i32),
}

/// Which enchantments are in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-enchant")]
pub enum Enchant {
    /// Those that are.
    Fixed,
    /// These, of its list.
    /// Good for trying combinations.
    #[choice(takes = Takes::Set("enchantment"))]
    #[legal_if("`enchantment_limit` and `memory` allow these together", |of, set| may_enchant(of, set))]
    Set(u32),
}

/// Which loadout is worn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-loadout", key = "loadout")]
#[matters_if("it has several loadouts", |of| of.unit.loadouts.len() > 1)]
pub enum Wear {
    /// The one it wears: the first of its list.
    First,
    /// This one, of its list.
    /// Good for one set of gear for the whole fight.
    #[choice(takes = Takes::Own("loadout"))]
    This(u8),
    /// The first from which its target is in range, where the one it wears has none that is.
    /// Good for a unit with a bow and a blade.
    InRange,
}

/// When Reaction abilities are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-react")]
pub enum React {
    /// The first affordable.
    First,
    /// The first affordable, if the mean damage of the attack is above this.
    /// Good for saving Reactions for heavy blows.
    #[choice(takes = Takes::Number(0, 9_999))]
    Above(i32),
    /// Never.
    /// Good for seeing what Reactions are worth.
    Never,
}

/// What the Lunar Robe is for in Setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-robe")]
#[matters_if("it owns a Lunar Robe", |of| of.unit.lunar_robe)]
pub enum Robe {
    /// Nothing: abilities are used instead.
    Abilities,
    /// A switch to the loadout that `loadout` wants, if it is another.
    /// Good for a unit whose other loadout fits the first round.
    Switch,
}

/// When the unit leaves the fight, where the ruling `flee` allows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-flee")]
#[matters_if("the ruling `flee` is `on`", |of| of.rulings.flee == Switch::On)]
pub enum Flee {
    /// Never.
    Never,
    /// Below this percentage of its HP.
    /// Good for enemies that value their lives.
    #[choice(takes = Takes::Number(1, 100))]
    HpBelow(i32),
    /// When more enemies than allies stand, itself counted.
    /// Good for mobs that break.
    Outnumbered,
}

/// What the last Main is for, where the ruling `final_main` grants one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-final")]
#[matters_if("the ruling `final_main` is `on`", |of| of.rulings.final_main == Switch::On)]
pub enum Final {
    /// Nothing.
    None,
    /// Healing whoever of its side has lost the most HP.
    /// Good for the next fight of a series.
    Heal,
}
