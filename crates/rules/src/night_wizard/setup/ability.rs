//! Special abilities, invocations, items and enchantments as data: the ledger's vocabulary
//! (NW-53).

use super::super::rulings::Attribute;
use super::super::tactics::Fact;
use super::{AttackKind, Numbers, Status};
use crate::when::When;

/// An ability. Two abilities of one name are the same ability: their effects on one unit do not
/// stack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ability {
    /// Its name, which is also its identity.
    pub name: String,
    /// What it is; says which statuses and rulings bar it.
    pub kind: AbilityKind,
    /// When it may be used.
    pub timing: Timing,
    /// What must have happened, for `reaction` and `auto`.
    pub trigger: Option<Trigger>,
    /// What must hold, seen by the user.
    pub when: Option<When<Fact>>,
    /// What it costs (NW-17).
    pub cost: Cost,
    /// How often it may be used.
    pub uses: Uses,
    /// What it ignores.
    pub flags: Flags,
    /// On whom it works.
    pub target: TargetRule,
    /// What is rolled for it.
    pub judge: AbilityJudge,
    /// What it does, in order.
    pub effects: Vec<Effect>,
    /// How long its effects last.
    pub duration: Duration,
}

/// What an ability is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the ledger's words")]
pub enum AbilityKind {
    #[default]
    Special,
    Invocation,
    Enchantment,
    Item,
    Equipment,
}

/// When an ability may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Timing {
    /// It works all the time and is never declared.
    Always,
    /// In the Setup window (NW-09(c)).
    Setup,
    /// In the Initiative window (NW-13(a)).
    Initiative,
    /// At the start of the user's Main.
    MainStart,
    /// As a Minor Action, in the ledger also "just before" one.
    Minor,
    /// Before one of the Judges that its effects name.
    BeforeJudge,
    /// After it.
    AfterJudge,
    /// As a Major Action.
    #[default]
    Major,
    /// As a Reaction to its trigger.
    Reaction,
    /// As an Auto Action: in the user's Main, or when its trigger fires.
    Auto,
    /// In the Clean-Up window (NW-26, step 3).
    CleanUp,
}

/// What a Reaction or an Auto Action answers, seen by its user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Trigger {
    /// The user is the target of an attack that rolls Hit against Dodge.
    AttackedPhysical,
    /// The user is the target of an attack that rolls Magic Hit against Resistance.
    AttackedMagic,
    /// The user's attack missed.
    Missed,
    /// The user was hit.
    Hit,
    /// Before the user rolls Defense or Magic Defense.
    BeforeDefense,
    /// The user lost HP to an attack.
    Damaged,
    /// The user's attack did damage.
    DamageDealt,
    /// A bad status was inflicted on the user.
    StatusReceived,
    /// An ally of the user was hit.
    AllyHit,
    /// The user fell into Near Death.
    NearDeathSelf,
    /// An ally of the user fell into Near Death.
    NearDeathAlly,
    /// A Judge of the user was critical.
    JudgeCritical,
    /// A Judge of the user fumbled.
    JudgeFumble,
    /// An enemy entered the user's square.
    EnemyEnters,
    /// An enemy left the user's square.
    EnemyLeaves,
}

/// What an ability costs (NW-17).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Action Count.
    pub count: Amount,
    /// HP.
    pub hp: Amount,
    /// MP.
    pub mp: Amount,
    /// Prana.
    pub prana: Amount,
    /// Bad statuses that the user takes after the Major Action of its Main.
    pub statuses: Vec<Inflicted>,
}

/// A bad status with its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inflicted {
    /// Which.
    pub status: Status,
    /// Its level; read of Poison only.
    pub level: i32,
}

/// How often something may be used; 0 is without limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// In a Main (the user's, or whoever's is going on).
    pub per_main: u8,
    /// In a round.
    pub per_round: u8,
    /// In a fight.
    pub per_fight: u8,
    /// Of an item: in a series of fights, as its charges are not renewed.
    pub charges: u8,
}

/// What an ability ignores, or needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flags {
    /// It may be used as an Auto Action while Exhausted outside one's own Main (NW-19).
    pub exhausted_ok: bool,
    /// It may be used in Near Death (NW-29).
    pub usable_near_death: bool,
    /// It may be used while Unconscious (NW-44).
    pub usable_unconscious: bool,
    /// Pressure does not bar it (NW-45).
    pub ignores_pressure: bool,
    /// Its target square must be in sight (NW-36).
    pub needs_los: bool,
    /// Its area hits the user too (NW-40).
    pub hits_self: bool,
}

impl Default for Flags {
    fn default() -> Self {
        Self {
            exhausted_ok: false,
            usable_near_death: false,
            usable_unconscious: false,
            ignores_pressure: false,
            needs_los: true,
            hits_self: false,
        }
    }
}

/// On whom an ability works.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TargetRule {
    /// Who may be a target.
    pub who: Who,
    /// How many, 1 or more; `None`: all of them.
    pub number: Option<u8>,
    /// The area round the target.
    pub area: Area,
    /// How far the target may be.
    pub range: Range,
}

/// Who may be a target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Who {
    /// The user alone.
    #[default]
    Myself,
    /// Units of the user's side, the user included.
    Ally,
    /// Everybody else.
    Enemy,
    /// Anybody.
    Any,
    /// Allies of the user's `command_group`, without the user.
    CommandGroup,
}

/// How far a target may be (NW-40).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least distance.
    pub least: u8,
    /// The greatest; `None`: sight alone decides.
    pub most: Option<u8>,
}

impl Default for Range {
    fn default() -> Self {
        Self { least: 0, most: Some(0) }
    }
}

/// An area (NW-40).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Area {
    /// One target.
    #[default]
    Single,
    /// Those in the target's square.
    Square(Victims),
    /// Those within this distance of the target's square.
    Sphere(u8, Victims),
}

/// Whom an area hits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Victims {
    /// Those the attacker names: its enemies, or an ability's legal targets.
    #[default]
    Pick,
    /// Everybody there, friends too.
    All,
}

/// What is rolled for an ability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AbilityJudge {
    /// Nothing: it works.
    #[default]
    None,
    /// A Judge of the user against a difficulty (NW-05).
    Difficulty {
        /// The user's attribute.
        attribute: AttributeId,
        /// What it has to reach.
        difficulty: i32,
    },
    /// A Judge of the user against one of each target: a conflict, in which the target wins ties.
    Against {
        /// The user's attribute.
        attribute: AttributeId,
        /// The target's.
        against: AttributeId,
    },
    /// An attack (NW-20 to NW-25); the effects follow for each target that was hit.
    Attack {
        /// Which pair is rolled to hit, and which attack attribute is used.
        hit_kind: AttackKind,
        /// Whether Defense or Magic Defense answers.
        damage_kind: AttackKind,
        /// Active modifier of the Hit Judge.
        hit_mod: i32,
        /// Active modifier of the Attack Judge.
        attack_mod: i32,
    },
}

/// An attribute that abilities, enchantments and loadouts may name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum AttributeId {
    #[default]
    Hit,
    Dodge,
    Attack,
    Defense,
    MagicHit,
    Resistance,
    MagicAttack,
    MagicDefense,
    ActionValue,
    MovementPower,
    Strength,
    Skill,
    Agility,
    Spirit,
    Knowledge,
    Faith,
    Perception,
    Luck,
}

impl AttributeId {
    /// How many there are.
    pub const COUNT: usize = 18;
    /// All of them, by number.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Hit,
        Self::Dodge,
        Self::Attack,
        Self::Defense,
        Self::MagicHit,
        Self::Resistance,
        Self::MagicAttack,
        Self::MagicDefense,
        Self::ActionValue,
        Self::MovementPower,
        Self::Strength,
        Self::Skill,
        Self::Agility,
        Self::Spirit,
        Self::Knowledge,
        Self::Faith,
        Self::Perception,
        Self::Luck,
    ];
    /// The word of each in scenario files, by its number.
    pub const WORDS: [&'static str; Self::COUNT] = [
        "hit",
        "dodge",
        "attack",
        "defense",
        "magic_hit",
        "resistance",
        "magic_attack",
        "magic_defense",
        "action_value",
        "movement_power",
        "strength",
        "skill",
        "agility",
        "spirit",
        "knowledge",
        "faith",
        "perception",
        "luck",
    ];

    /// A basic attribute.
    #[must_use]
    pub fn basic(which: Attribute) -> Self {
        match which {
            Attribute::Strength => Self::Strength,
            Attribute::Skill => Self::Skill,
            Attribute::Agility => Self::Agility,
            Attribute::Spirit => Self::Spirit,
            Attribute::Knowledge => Self::Knowledge,
            Attribute::Faith => Self::Faith,
            Attribute::Perception => Self::Perception,
            Attribute::Luck => Self::Luck,
        }
    }
}

/// Which Judges an effect is about. `Hit` to `Defense` mean the magic Judge too where the attack
/// is magic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum JudgeKind {
    /// Every Judge.
    #[default]
    All,
    /// Hit, or Magic Hit.
    Hit,
    /// Dodge, or Resistance.
    Dodge,
    /// Attack, or Magic Attack.
    Attack,
    /// Defense, or Magic Defense.
    Defense,
    /// The Action Count Judge (NW-11).
    ActionCount,
    /// The Mortality Judge (NW-30).
    Mortality,
    /// The Judge to wake up (NW-44).
    Waking,
    /// The Agility Judge of All-Out Movement (NW-39).
    AllOut,
    /// Appearance Judges (NW-09).
    Appearance,
    /// The Judges of abilities (NW-53).
    Ability,
}

impl JudgeKind {
    /// How many there are.
    pub const COUNT: usize = 11;
}

/// An integer, dice, or `attribute * k + c`: `dice` d6 + `times` x attribute + `plus`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    /// How many d6.
    pub dice: u8,
    /// The user's attribute and how often it counts.
    pub scaled: Option<(AttributeId, i16)>,
    /// The constant.
    pub plus: i32,
}

impl Amount {
    /// The same every time.
    #[must_use]
    pub const fn fixed(plus: i32) -> Self {
        Self { dice: 0, scaled: None, plus }
    }

    /// Whether it is always 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        *self == Self::default()
    }
}

/// What a modifier is lost with (NW-07).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ModifierClass {
    /// Kept on a fumble.
    Passive,
    /// Lost on a fumble.
    #[default]
    Active,
}

/// One step of what an ability does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Changes an attribute as long as the ability lasts.
    ModifyAttribute {
        /// Which.
        name: AttributeId,
        /// By how much.
        amount: Amount,
        /// Whether a fumble loses it.
        class: ModifierClass,
    },
    /// An active modifier of Judges.
    ModifyJudge {
        /// Of which.
        which: JudgeKind,
        /// By how much.
        amount: Amount,
    },
    /// Dice added as prana would be.
    AddDice {
        /// To which Judges.
        which: JudgeKind,
        /// How many.
        n: u8,
    },
    /// The Judge is rolled again.
    Reroll {
        /// Which Judges.
        which: JudgeKind,
        /// Which roll counts.
        keep: Keep,
    },
    /// A fumble becomes a plain number with all modifiers (NW-06).
    CancelFumble,
    /// These totals become critical, or stop being so.
    Critical {
        /// Whether they are added or removed.
        add: bool,
        /// Which.
        numbers: Numbers,
    },
    /// These totals become fumbles, or stop being so.
    Fumble {
        /// Whether they are added or removed.
        add: bool,
        /// Which.
        numbers: Numbers,
    },
    /// Damage without an attack.
    Damage {
        /// How much.
        amount: Amount,
        /// Which Defense answers.
        kind: AttackKind,
        /// Its element, if it has one.
        element: Option<String>,
        /// Whether no Defense Judge is made.
        ignore_defense: bool,
    },
    /// Changes damage between the Damage Roll and its subtraction (NW-22): of the user's attack,
    /// or of the attack on the target, as the trigger has it.
    ChangeDamage {
        /// Added.
        add: Amount,
        /// Percent of the running total, added to it: 100 doubles, -50 halves.
        percent: i32,
        /// Set to zero.
        set_zero: bool,
    },
    /// The attack's element.
    SetElement(Option<String>),
    /// Which Defense answers the attack's damage.
    SetDamageKind(AttackKind),
    /// HP regained, up to the maximum.
    HealHp(Amount),
    /// MP regained, up to the maximum.
    RestoreMp(Amount),
    /// MP lost.
    DrainMp(Amount),
    /// Prana gained, up to the maximum.
    GainPrana(Amount),
    /// A bad status (NW-43).
    Inflict(Inflicted),
    /// Recovery from these bad statuses, or from any so many.
    RemoveStatus(RemoveStatus),
    /// Out of Near Death with 1 HP, without bad statuses: Clean-Up step 3 only (NW-30).
    LiftNearDeath,
    /// The Action Count changes by this.
    ChangeCount(Amount),
    /// The Action Count becomes this.
    SetCount(Amount),
    /// The target moves.
    Move {
        /// So many squares at most.
        steps: Amount,
        /// How.
        mode: MoveMode,
        /// Whether it has no say: withdrawal and statuses do not matter.
        forced: bool,
    },
    /// User and target change places.
    Swap,
    /// The target takes off (NW-41).
    TakeOff,
    /// It lands.
    Land,
    /// Leaving a hindered square costs so much more, or less if negative (NW-38).
    WithdrawCost(Amount),
    /// Covers cost no Action Count (NW-24).
    CoverFree,
    /// The target makes one more attack at once.
    ExtraAttack,
    /// The targets take a Main at once (NW-53).
    Command,
    /// The target's enchantment of this name comes into force, or ends.
    Enchant {
        /// Its name.
        name: String,
        /// Whether it comes into force.
        on: bool,
    },
    /// The target wears its loadout of this name.
    ChangeLoadout(String),
    /// Maximum HP and MP change as long as the ability lasts (NW-33).
    ChangeMax {
        /// Maximum HP.
        hp: i32,
        /// Maximum MP.
        mp: i32,
    },
    /// Damage of an element changes as long as the ability lasts.
    ElementMod {
        /// The element.
        element: String,
        /// Added to the damage.
        flat: i32,
        /// Percent added to it.
        percent: i32,
    },
    /// This status is not inflicted as long as the ability lasts.
    Immunity(Status),
}

/// Which of two rolls counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// The second.
    #[default]
    New,
    /// The better.
    Best,
}

/// Which bad statuses end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemoveStatus {
    /// These: bit n is the status of number n.
    These(u8),
    /// Any so many, the worst first.
    Any(u8),
}

/// How an effect moves its target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveMode {
    /// On the ground, as in Normal Movement, where its D-move leads it.
    #[default]
    Walk,
    /// The same through the air, without taking off for longer.
    Fly,
    /// To the same place without the way between.
    Teleport,
    /// Straight away from the user, as far as it can go.
    Push,
    /// Straight towards the user.
    Pull,
}

/// How long effects last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Duration {
    /// They are done at once.
    #[default]
    Instant,
    /// For the Judge they were declared for.
    ThisJudge,
    /// Until the Main that is going on ends.
    ThisMain,
    /// Until the next Clean-Up, step 2.
    ThisRound,
    /// Until Clean-Up step 2 of the n-th round, the present one the first (NW-56).
    Rounds(u8),
    /// Until the fight ends.
    Fight,
    /// As long as the enchantment that grants the ability is in force.
    WhileActive,
}
