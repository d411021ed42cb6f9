//! The decisions, each with its choices; the default is what a unit does that says nothing.

use crate::engine::roster::UnitId;

/// D-target: whom a unit attacks, among its legal targets. Ties go to listed order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// The first in listed order.
    #[default]
    First,
    /// The nearest; on one square the first in listed order.
    Nearest,
    /// The one with the fewest HP.
    Weakest,
    /// The one with the highest Attack less the unit's own Defense.
    Threat,
    /// The one that has lost the most HP.
    MostDamaged,
    /// The one against whom an attack has the highest expected damage.
    BestDamage,
    /// One at random, each as likely as the others.
    Random,
    /// The one attacked last, as long as it is legal; otherwise the first.
    Same,
}

/// D-delay: what the Initiative Character does with its turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Delay {
    /// Acts.
    #[default]
    Act,
    /// Lowers its count to this value, if it is above.
    To(i32),
    /// Sits out the round.
    SitOut,
    /// Lets this ally take its next Main first.
    AfterAlly(UnitId),
    /// Lets this enemy take its next Main first.
    AfterEnemy(UnitId),
    /// Sits out the round if no target is within reach of this Main.
    Hold,
}

/// D-downed: whether enemies in Near Death are legal targets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Downed {
    /// They are not.
    #[default]
    Ignore,
    /// They are, like any other.
    FinishOff,
}

/// D-pass: what a unit does whose Main has nothing to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pass {
    /// Takes the Main, which costs its count, and does nothing.
    #[default]
    PassMain,
    /// Sits out the round.
    SitOut,
}

/// D-tie: which of the tied units of one side and kind goes first, where the unit is one of
/// them; the tactic of the first of them in listed order decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tie {
    /// By `tie_priority`, then listed order.
    #[default]
    Listed,
    /// The one with the highest Attack.
    HighestAttack,
    /// The one with the fewest HP.
    LowestHp,
}

/// D-weapon: which of its usable weapons and attack spells a unit uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChooseWeapon {
    /// The first listed with a target in range.
    #[default]
    First,
    /// The one with the highest expected damage.
    BestDamage,
    /// The one that costs the least Action Count.
    CheapestCount,
    /// The one that costs the fewest MP.
    ConserveMp,
}

/// D-ability: which abilities a unit uses in a window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UseAbility {
    /// In listed order, each whose cost is payable and that has a target.
    #[default]
    Listed,
    /// None.
    Never,
    /// As listed, if so many MP are left after it.
    KeepMp(i32),
    /// As listed, one ability a round.
    OncePerRound,
    /// As listed, below this percentage of its HP.
    HpBelow(i32),
}

/// D-cost: which costs a unit is ready to pay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PayCost {
    /// Count always; HP if at least 1 is left.
    #[default]
    Pay,
    /// The same, but never count that would lose it a Main this round.
    KeepMains,
    /// Count and HP, whatever is left.
    Freely,
}

/// D-move: where a unit goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Movement {
    /// Towards its target, along a cheapest path, until it is in range.
    #[default]
    Approach,
    /// Nowhere.
    Stay,
    /// To a square from which it reaches its target and, if it can, so far away from every enemy.
    KeepDistance(i32),
    /// To the square of this ally.
    Ward(UnitId),
    /// It approaches, attacks, and goes as far away from its enemies as it can, if the Minor
    /// Action may follow the Major Action.
    Kite,
    /// It approaches to attack, and goes out of its enemies' sight when it does not.
    Flank,
}

/// D-allout: how a unit whose target is out of reach spends its Major Action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AllOut {
    /// A second Normal Movement.
    #[default]
    Walk,
    /// All-Out Movement, if its mean is larger than Movement Power.
    BestMean,
    /// All-Out Movement.
    Always,
}

/// D-flight: when a unit flies by its Lunar Robe (or an ability that takes off).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flight {
    /// Never.
    #[default]
    Never,
    /// From its first Main on.
    Start,
    /// When an enemy stands in its square.
    Engaged,
    /// It takes off and hovers out of the reach of those enemies that have no ranged weapon, as
    /// high as it still reaches its own target.
    Hover,
}

/// D-prana-init: prana on the Action Count Judge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PranaInit {
    /// None.
    #[default]
    None,
    /// As much as it may, while it lasts.
    Max,
    /// As much as it may, if Action Value and 7 together are below this.
    Below(i32),
}

/// D-prana-atk: prana on attacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PranaAttack {
    /// None.
    #[default]
    None,
    /// As much as it may on Attack.
    MaxAttack,
    /// So much on Hit.
    Hit(i32),
    /// As much as it may on Attack, if the target has half of its HP or less.
    LowHp,
}

/// D-prana-def: prana on Dodge and Defense, the attacker's value known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PranaDefense {
    /// None.
    #[default]
    None,
    /// On Dodge: the fewest dice with which it succeeds with this probability in percent, none if
    /// even the most do not.
    Chance(i32),
    /// As much as it may on Defense, if without prana the damage can put it in Near Death.
    Lethal,
}

/// D-prana-mort: prana on Mortality and waking Judges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PranaMortality {
    /// As much as it may.
    #[default]
    Max,
    /// None.
    None,
}

/// D-cover: whom a unit covers. The coverers of a target are asked in listed order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cover {
    /// Nobody.
    #[default]
    Nobody,
    /// This ally.
    Guard(UnitId),
    /// An ally with the fewest HP of those hit, itself not counted.
    GuardWeakest,
    /// An ally whom the expected damage would put in Near Death.
    GuardFalling,
    /// Any ally, if its own count is above 10.
    GuardSpare,
}

/// D-recover: which bad statuses a unit shakes off, and with which action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Recover {
    /// With the Minor Action Panic, Daze, and Pressure if it owns special abilities; Capture
    /// always.
    #[default]
    Minor,
    /// None.
    Never,
    /// The same, with the Major Action before the Minor.
    MajorFirst,
}

/// D-wake: what an Unconscious unit does in its Main.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wake {
    /// Tries to wake.
    #[default]
    Try,
    /// Nothing.
    Pass,
}

/// D-memory: which magic is memorised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Memory {
    /// What fills the memory at the start.
    #[default]
    Fixed,
}

/// D-prana-convert: when prana becomes HP or MP, where a ruling gives a rate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PranaConvert {
    /// Never.
    #[default]
    Never,
    /// Into HP as far as they are missing, below this percentage of HP.
    HpBelow(i32),
    /// Into MP as far as they are missing, but so much prana is kept.
    Keep(i32),
}

/// D-enchant: which enchantments are in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Enchant {
    /// Those that are.
    #[default]
    Fixed,
    /// These, of its list: bit n is the n-th.
    Set(u32),
}

/// D-loadout: which loadout is worn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wear {
    /// The one it wears.
    #[default]
    First,
    /// This one, of its list.
    This(u8),
    /// The first from which its target is in range, where the one it wears has none that is.
    InRange,
}

/// D-react: when Reaction abilities are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum React {
    /// The first affordable.
    #[default]
    First,
    /// The first affordable, if the mean damage of the attack is above this.
    Above(i32),
    /// Never.
    Never,
}

/// D-robe: what the Lunar Robe is for in Setup.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Robe {
    /// Nothing: abilities are used instead.
    #[default]
    Abilities,
    /// A switch to the loadout that D-loadout wants, if it is another.
    Switch,
}

/// D-flee: when a unit leaves the fight, where the ruling allows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flee {
    /// Never.
    #[default]
    Never,
    /// Below this percentage of its HP.
    HpBelow(i32),
    /// When more enemies than allies stand, itself counted.
    Outnumbered,
}

/// D-final: what the last Main is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Final {
    /// Nothing.
    #[default]
    None,
    /// Healing whoever of its side has lost the most HP.
    Heal,
}
