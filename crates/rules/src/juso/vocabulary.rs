//! The words in which abilities and statuses are written: data, nothing that acts (JU-80).

use super::setup::{AttackKind, Attribute};
use super::tactics::Fact;
use crate::when::When;

/// The most statuses of a scenario, the shipped ones included.
pub const MAX_STATUSES: usize = 32;
/// The most abilities of one unit.
pub const MAX_ABILITIES: usize = 16;
/// The most statuses and abilities of all units together: the rules number them in a byte.
pub const MAX_MARKS: usize = 250;

/// An ability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ability {
    /// Its name.
    pub id: String,
    /// When it is used.
    pub timing: Timing,
    /// What a use costs.
    pub cost: Cost,
    /// The condition of its use, seen by the unit that has it.
    pub when: Option<When<Fact>>,
    /// The status that the target must have.
    pub target_has: Option<StatusId>,
    /// Whom it is used on.
    pub target: AbilityTarget,
    /// How far from the unit the target may be, in columns.
    pub range: AbilityRange,
    /// What is rolled for it.
    pub roll: AbilityRoll,
    /// What it does, in order.
    pub effects: Vec<Effect>,
    /// How long its lasting effects last: changed values and dice, statuses.
    pub duration: Duration,
}

impl Ability {
    /// An ability without cost, condition and roll, on the unit itself, that does nothing.
    #[must_use]
    pub fn plain(id: &str, timing: Timing) -> Self {
        Self {
            id: id.to_owned(),
            timing,
            cost: Cost::default(),
            when: None,
            target_has: None,
            target: AbilityTarget::Itself,
            range: AbilityRange::Any,
            roll: AbilityRoll::None,
            effects: Vec::new(),
            duration: Duration::Instant,
        }
    }
}

/// When an ability is used. At one moment a unit uses one ability, the first that it can (D-16);
/// in an activation as many as it has actions for, each once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// In the battle-start phase, after high mana is rolled.
    BattleStart,
    /// In the preparation phase, after cores are gained.
    Preparation,
    /// As the main action of an activation.
    Main,
    /// As a sub action.
    Sub,
    /// As main and sub action (JU-22).
    Full,
    /// Drinking a potion: a sub or main action by the ruling `potion` (JU-22).
    Potion,
    /// Declared with an attack of the unit, before dice are rolled.
    WithAttack,
    /// When the unit is attacked, before it rolls its defence.
    OnDefence,
    /// When the unit takes damage: after special armour, before the death check.
    OnDamage,
    /// When the unit was knocked back, beside retreat-defence and enduring.
    OnKnockback,
    /// When an attack of the unit has killed.
    OnKill,
    /// In the round end phase, before cores are lost.
    RoundEnd,
    /// Always, as long as its condition holds.
    Passive,
}

/// What a use costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Cores, 0 to 40.
    pub cores: u8,
    /// High mana, 0 to 40.
    pub high_mana: u8,
    /// Life, 0 to 99; the unit must keep 1.
    pub life: u8,
    /// The most uses in a round, 1 to 99.
    pub uses_per_round: Option<u8>,
    /// The most uses in a fight, 1 to 99.
    pub uses_per_fight: Option<u8>,
}

/// Whom an ability is used on. At the timings of an attack (`WithAttack`, `OnKill`), `Enemy`
/// and `Square` are the target of the attack; at those of a defence and of damage `Attacker` and
/// `Enemy` are the attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AbilityTarget {
    /// The unit itself (`self`).
    Itself,
    /// One ally in range: for an ability that revives the nearest incapacitated one, otherwise the
    /// active one with the lowest life; ties the nearer, then listed order.
    Ally,
    /// One active enemy in range, by D-04.
    Enemy,
    /// Everybody on a square in range that holds an enemy, by D-13.
    Square,
    /// All active allies in range and the unit itself.
    AllAllies,
    /// All active enemies in range.
    AllEnemies,
    /// Who attacks the unit.
    Attacker,
}

/// How far an ability reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AbilityRange {
    /// Columns that differ by at most 1.
    Close,
    /// `core_base` columns (JU-53).
    Mid,
    /// `core_base` + perception columns (JU-53).
    Far,
    /// This many columns, 0 to 13.
    Number(u8),
    /// The whole board.
    Any,
}

/// The dice that a roll is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pool {
    /// Ability + class level (JU-02).
    Ability(Attribute),
    /// This many dice, 0 to 40: for enemies.
    Dice(u8),
}

/// What the successes of a roll are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Versus {
    /// The target's defence value against attacks of this kind; a PC rolls that defence instead
    /// (JU-81).
    Value(AttackKind),
    /// This difficulty.
    Fixed(i8),
    /// The target's defence roll against attacks of this kind; an enemy, which rolls none, has its
    /// defence value instead.
    DefenceRoll(AttackKind),
}

/// What is rolled for an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AbilityRoll {
    /// Nothing: it works.
    None,
    /// A base roll against each target.
    Check {
        /// Its dice.
        pool: Pool,
        /// Against what.
        versus: Versus,
        /// Whether dice may be split off for the effect (JU-05).
        split: bool,
        /// Whether it strikes a square, with the added difficulty of JU-54 and JU-56.
        area: bool,
    },
    /// A success-degree roll of this many dice (JU-03): 0 successes fail; the successes are what
    /// `split` amounts read.
    Degree(u8),
}

/// How much: a fixed number, and the successes of a success-degree roll of so many dice and, with
/// `split`, of the split dice of the roll too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    /// The fixed part, 0 to 99.
    pub fixed: u8,
    /// Dice, 0 to 40.
    pub dice: u8,
    /// Whether the split dice join, or the successes of a roll of degree are added.
    pub split: bool,
}

impl Amount {
    /// A fixed number.
    #[must_use]
    pub const fn fixed(fixed: u8) -> Self {
        Self { fixed, dice: 0, split: false }
    }

    /// Dice.
    #[must_use]
    pub const fn dice(dice: u8) -> Self {
        Self { fixed: 0, dice, split: false }
    }
}

/// Which way along the board, seen by the one who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards the far end.
    Forward,
    /// Towards the own end.
    Backward,
}

/// A main or a sub action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// Main.
    Main,
    /// Sub.
    Sub,
}

/// What an ability does to each of its targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Damage, with the whole flow of JU-65.
    Damage {
        /// How much; a roll of it is the damage roll.
        amount: Amount,
        /// Special armour does not reduce it (JU-67).
        ignore_special_armour: bool,
        /// It does not knock back (JU-69).
        no_knockback: bool,
        /// It counts as a back attack wherever the two stand (JU-73).
        as_back_attack: bool,
    },
    /// Life back, at most to full life; not for the incapacitated.
    Heal(Amount),
    /// An incapacitated target has this life again, 1 to 99 (JU-77).
    Revive(u8),
    /// Cores.
    GainCore(Amount),
    /// Cores lost.
    LoseCore(Amount),
    /// High mana.
    GainHighMana(Amount),
    /// The unit that has the ability moves.
    MoveSelf {
        /// Which way.
        direction: Direction,
        /// How far.
        amount: Amount,
        /// Whether enemies do not stop it.
        through_enemies: bool,
    },
    /// The target is moved.
    MoveTarget {
        /// Which way.
        direction: Direction,
        /// How far.
        amount: Amount,
        /// Whether its enemies do not stop it.
        through_enemies: bool,
    },
    /// The target is knocked back so many squares, less its machine level and type reduction.
    Knockback(Amount),
    /// Less damage of this attack (timing `OnDamage`).
    ReduceDamage(Amount),
    /// Less knockback of this attack (`OnDefence`, `OnDamage`); squares of it taken back
    /// (`OnKnockback`).
    ReduceKnockback(Amount),
    /// Attack dice, -20 to 20.
    AttackDice(i8),
    /// Defence dice, -20 to 20.
    DefenceDice(i8),
    /// Damage dice, -20 to 20.
    DamageDice(i8),
    /// A value of the stat block changes.
    ChangeValue(Change),
    /// The difficulty of the base roll of this attack (`WithAttack`) or of the defence against it
    /// (`OnDefence`), -20 to 20; nothing at other timings.
    ChangeDifficulty(i8),
    /// Defences do not lose dice by repetition (JU-62).
    RepeatDefenceImmunity,
    /// One more action in this activation, or in the next one of a target that is not acting.
    /// What is left of its stance is then played again.
    ExtraAction(ActionKind),
    /// One action less in the present activation, or in the next.
    LoseAction(ActionKind),
    /// A status.
    AddStatus(StatusId),
    /// A status ends.
    RemoveStatus(StatusId),
    /// The flag goes to the unit's side.
    TakeFlag,
    /// This weapon of the target's list, from 0, is used from now on, before the others.
    SwitchWeapon(u8),
}

/// How long a lasting effect lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duration {
    /// A status for the fight, or until it is removed; changed values and dice to the end of the
    /// attack that the ability is used in.
    Instant,
    /// To the end of this attack.
    ThisAttack,
    /// To the end of this activation.
    ThisActivation,
    /// To the end of this round.
    RoundEnd,
    /// To the end of the n-th round from now, this one included: 1 is `RoundEnd`; 1 to 99.
    Rounds(u8),
    /// To the end of the fight.
    Fight,
}

/// A number of the stat block that can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the stat block's")]
pub enum Stat {
    Perception,
    Agility,
    Wisdom,
    Strength,
    LevelPerception,
    LevelAgility,
    LevelWisdom,
    LevelStrength,
    SkillMelee,
    SkillRanged,
    SkillJujutsu,
    SkillDefence,
    SkillResist,
    CoreBase,
    CoreCarry,
    Armour,
    /// Dice of the shield.
    Shield,
    SpecialArmour,
    MachineLevel,
    RetreatDefence,
    Alert,
    RangedMod,
    MovingMod,
    /// Squares of the movement rating.
    Movement,
    DefenceMelee,
    DefenceRanged,
    DefenceJujutsu,
    /// `weapon.power` of every weapon.
    Power,
    /// `weapon.damage` of every weapon.
    Damage,
    /// `weapon.range` of ranged and jujutsu weapons.
    Range,
    /// Dice of every attack.
    AttackDice,
    /// Dice of every defence.
    DefenceDice,
    /// Dice of every damage roll, which the limit of JU-44 does not count.
    DamageDice,
}

impl Stat {
    /// How many there are.
    pub const COUNT: usize = 33;
    /// Every value with its name in a file.
    pub const ALL: [(&'static str, Self); Self::COUNT] = [
        ("perception", Self::Perception),
        ("agility", Self::Agility),
        ("wisdom", Self::Wisdom),
        ("strength", Self::Strength),
        ("level_perception", Self::LevelPerception),
        ("level_agility", Self::LevelAgility),
        ("level_wisdom", Self::LevelWisdom),
        ("level_strength", Self::LevelStrength),
        ("skill_melee", Self::SkillMelee),
        ("skill_ranged", Self::SkillRanged),
        ("skill_jujutsu", Self::SkillJujutsu),
        ("skill_defence", Self::SkillDefence),
        ("skill_resist", Self::SkillResist),
        ("core_base", Self::CoreBase),
        ("core_carry", Self::CoreCarry),
        ("armour", Self::Armour),
        ("shield", Self::Shield),
        ("special_armour", Self::SpecialArmour),
        ("machine_level", Self::MachineLevel),
        ("retreat_defence", Self::RetreatDefence),
        ("alert", Self::Alert),
        ("ranged_mod", Self::RangedMod),
        ("moving_mod", Self::MovingMod),
        ("movement", Self::Movement),
        ("defence_melee", Self::DefenceMelee),
        ("defence_ranged", Self::DefenceRanged),
        ("defence_jujutsu", Self::DefenceJujutsu),
        ("power", Self::Power),
        ("damage", Self::Damage),
        ("range", Self::Range),
        ("attack_dice", Self::AttackDice),
        ("defence_dice", Self::DefenceDice),
        ("damage_dice", Self::DamageDice),
    ];
}

/// A change of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Of what.
    pub stat: Stat,
    /// How.
    pub how: How,
}

/// How a value changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// By this much, -99 to 99.
    By(i8),
    /// To this, 0 to 99; what is added is added to it.
    To(i8),
}

/// A status of [`Setup::statuses`](super::setup::Setup::statuses), by its place there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct StatusId(pub u8);

/// What a status forbids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Bans {
    pub main: bool,
    pub sub: bool,
    /// Moves of its own. Knockback moves it all the same.
    pub moves: bool,
    pub attack: bool,
    pub defend: bool,
    pub spend_core: bool,
}

/// A named bundle of changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// Its name.
    pub name: String,
    /// What it changes.
    pub changes: Vec<Change>,
    /// What it forbids.
    pub bans: Bans,
    /// Whether it is used up by the next activation of its bearer, whatever the duration.
    pub one_activation: bool,
    /// The roll that ends it, made in the round end phase by an active bearer.
    pub removal: Option<Removal>,
}

/// A difficulty roll that ends a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Removal {
    /// Its dice.
    pub pool: Pool,
    /// Its difficulty, 0 to 20.
    pub difficulty: u8,
}

impl Status {
    /// JU-38: enemies do not know of the unit.
    pub const UNNOTICED: StatusId = StatusId(0);
    /// JU-51: hidden, -1 to -3 dice.
    pub const HIDDEN: [StatusId; 3] = [StatusId(1), StatusId(2), StatusId(3)];
    /// JU-51: flying, -2 dice.
    pub const FLYING: StatusId = StatusId(4);
    /// JU-51: moving, -1 to -3 dice.
    pub const MOVING: [StatusId; 3] = [StatusId(5), StatusId(6), StatusId(7)];
    /// Loses the next sub action.
    pub const PRONE: StatusId = StatusId(8);
    /// Cannot move.
    pub const HELD: StatusId = StatusId(9);
    /// Loses the next main action.
    pub const STUNNED: StatusId = StatusId(10);
    /// -2 attack dice.
    pub const BLINDED: StatusId = StatusId(11);

    /// The shipped statuses, at the places of the constants above.
    #[must_use]
    pub fn shipped() -> Vec<Self> {
        let plain = |name: &str| Self { name: name.to_owned(), ..Self::default() };
        let changed =
            |name: &str, stat, by| Self { changes: vec![Change { stat, how: How::By(by) }], ..plain(name) };
        let next = |name: &str, bans| Self { bans, one_activation: true, ..plain(name) };
        vec![
            plain("unnoticed"),
            changed("hidden_1", Stat::RangedMod, -1),
            changed("hidden_2", Stat::RangedMod, -2),
            changed("hidden_3", Stat::RangedMod, -3),
            changed("flying", Stat::RangedMod, -2),
            changed("moving_1", Stat::MovingMod, -1),
            changed("moving_2", Stat::MovingMod, -2),
            changed("moving_3", Stat::MovingMod, -3),
            next("prone", Bans { sub: true, ..Bans::default() }),
            Self { bans: Bans { moves: true, ..Bans::default() }, ..plain("held") },
            next("stunned", Bans { main: true, ..Bans::default() }),
            changed("blinded", Stat::AttackDice, -2),
        ]
    }
}
