//! Who does what when the rules leave a choice: one enum per decision, each entry with the
//! condition under which it is tried.

use super::setup::Status;
use crate::roster::UnitId;
use crate::when::{Term, When};

/// A tactic, or a list tried in order: the first entry whose condition holds is used, and the
/// decision's default where none does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<T> {
    /// The entries in order.
    pub entries: Vec<Entry<T>>,
}

/// One entry of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<T> {
    /// What is done.
    pub what: T,
    /// When; always, if nothing is said.
    pub when: Option<When<Fact>>,
}

impl<T> Default for Plan<T> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

/// What a condition may ask, seen by the unit that decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The number of the round.
    Round,
    /// Its present Action Count.
    Count,
    /// Its present HP; with `%`, of its maximum.
    Hp,
    /// Its present HP in percent of its maximum, rounded down.
    HpPercent,
    /// Its present MP; with `%`, of its maximum.
    Mp,
    /// Its present prana; with `%`, of its maximum.
    Prana,
    /// How many enemies stand.
    Enemies,
    /// How many of its side stand, itself included.
    Allies,
    /// The present HP of its target; with `%`, of its maximum. Without a target the condition
    /// does not hold.
    TargetHp,
    /// How far its target is away; without one the condition does not hold.
    Distance,
    /// 1 if it has this bad status, else 0.
    HasStatus(Status),
    /// 1 if its target has this bad status, else 0.
    TargetHasStatus(Status),
    /// 1 if it is in flight, else 0.
    Flying,
    /// 1 if it is not Exhausted, else 0.
    NotExhausted,
}

impl Fact {
    /// Whether it is about the unit's target.
    #[must_use]
    pub fn is_of_target(self) -> bool {
        matches!(self, Self::TargetHp | Self::Distance | Self::TargetHasStatus(_))
    }

    /// Whether the core of the game knows it.
    #[must_use]
    pub fn is_of_core(self) -> bool {
        matches!(self, Self::Round | Self::Count | Self::Hp | Self::Enemies | Self::Allies)
    }

    /// Every fact with its name in a condition.
    pub const ALL: &'static [(&'static str, Self)] = &[
        ("round", Self::Round),
        ("count", Self::Count),
        ("hp", Self::Hp),
        ("enemies", Self::Enemies),
        ("allies", Self::Allies),
    ];
}

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

macro_rules! tactics {
    ($($(#[doc = $id:literal])+ $key:ident: $choice:ty;)*) => {
        /// All decisions of one unit.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Tactics {
            $($(#[doc = $id])+ pub $key: Plan<$choice>,)*
        }

        impl Tactics {
            /// Whether some condition of some decision asks for a fact.
            #[must_use]
            pub fn ask(&self, is: impl Fn(Fact) -> bool + Copy) -> bool {
                false $(|| self.$key.terms().any(|term| is(term.fact)))*
            }

            /// The first round from which on no condition on rounds changes its answer.
            #[must_use]
            pub fn latest_round(&self) -> u32 {
                let latest = 0;
                $(let latest = latest.max(latest_round(self.$key.terms()));)*
                latest
            }
        }
    };
}

tactics! {
    /// D-target.
    target: Target;
    /// D-delay.
    delay: Delay;
    /// D-downed.
    downed: Downed;
    /// D-pass.
    pass: Pass;
    /// D-tie.
    tie: Tie;
    /// D-weapon.
    weapon: ChooseWeapon;
    /// D-ability.
    ability: UseAbility;
    /// D-cost.
    cost: PayCost;
    /// D-move.
    move_: Movement;
    /// D-allout.
    allout: AllOut;
    /// D-flight.
    flight: Flight;
    /// D-prana-init.
    prana_init: PranaInit;
    /// D-prana-atk.
    prana_atk: PranaAttack;
    /// D-prana-def.
    prana_def: PranaDefense;
    /// D-prana-mort.
    prana_mort: PranaMortality;
    /// D-cover.
    cover: Cover;
    /// D-recover.
    recover: Recover;
    /// D-wake.
    wake: Wake;
    /// D-memory.
    memory: Memory;
    /// D-prana-convert.
    prana_convert: PranaConvert;
    /// D-enchant.
    enchant: Enchant;
    /// D-loadout.
    loadout: Wear;
    /// D-react.
    react: React;
    /// D-robe.
    robe: Robe;
    /// D-flee.
    flee: Flee;
    /// D-final.
    final_: Final;
}

/// The first round from which on no condition on rounds among `terms` changes its answer.
pub fn latest_round<'a>(terms: impl Iterator<Item = &'a Term<Fact>>) -> u32 {
    let rounds = terms.filter(|term| term.fact == Fact::Round);
    rounds.map(|term| term.value.max(0) as u32 + 1).max().unwrap_or(0)
}

impl<T: Copy + Default> Plan<T> {
    /// The first entry whose condition holds, or the decision's default. `fact` gives the
    /// present value and, for facts with a maximum, that too.
    #[inline(always)]
    pub fn choose(&self, fact: impl Fn(Fact) -> (i32, i32)) -> T {
        for entry in &self.entries {
            if entry.when.as_ref().is_none_or(|when| when.holds(&fact)) {
                return entry.what;
            }
        }
        T::default()
    }

    /// The same with conditions judged as a whole.
    pub fn choose_if(&self, holds: impl Fn(&When<Fact>) -> bool) -> T {
        for entry in &self.entries {
            if entry.when.as_ref().is_none_or(&holds) {
                return entry.what;
            }
        }
        T::default()
    }

    /// Whether some entry satisfies `is`.
    #[must_use]
    pub fn any(&self, is: impl Fn(T) -> bool) -> bool {
        self.entries.iter().any(|entry| is(entry.what))
    }

    /// The terms of all its conditions.
    pub fn terms(&self) -> impl Iterator<Item = &Term<Fact>> {
        self.entries.iter().filter_map(|entry| entry.when.as_ref()).flat_map(|when| &when.terms)
    }
}
