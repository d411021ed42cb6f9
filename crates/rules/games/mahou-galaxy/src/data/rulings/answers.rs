//! The answers to rulings that are words.

use fray_kit::Words;

/// The answers to the ruling `area.damage_roll`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum AreaDamageRoll {
    /// For each.
    Each,
    /// Once for all.
    Shared,
}

/// The answers to the ruling `blind.applies`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum BlindApplies {
    /// All.
    All,
    /// Ranged ones.
    RangedOnly,
}

/// The answers to the ruling `dice.d4_minus1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum D4Minus1 {
    /// From each roll.
    PerRoll,
    /// Once.
    Once,
}

/// The answers to the ruling `dice.negative_skill`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum NegativeSkill {
    /// Two dice of which the lower counts, as with skill 0.
    AsZero,
    /// One more die for each point below 0; the lowest counts.
    OneFewerKeepLower,
}

/// The answers to the ruling `distraction.affects`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum DistractionAffects {
    /// Skill rolls.
    SkillRolls,
    /// All rolls but damage and soak.
    AllRolls,
}

/// The answers to the ruling `dodge.plus5_on`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum DodgePlus5 {
    /// Spot Dodge.
    Spot,
    /// Active Dodge.
    Active,
}

/// The answers to the ruling `end.when`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum EndWhen {
    /// When at most one side is left.
    OneSideLeft,
}

/// The answers to the ruling `env.order`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum EnvOrder {
    /// By unit.
    Id,
    /// All orders equally likely.
    Random,
}

/// The answers to the ruling `fastcrit.refund_kind`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum FastRefundKind {
    /// The token as it was.
    SameHand,
    /// An offhand token.
    Offhand,
}

/// The answers to the ruling `grapple.armed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum GrappleArmed {
    /// With nothing but shields and weapons that deal fist damage.
    Never,
    /// With anything, as long as one hand is bare or has a weapon that deals fist damage.
    FreeHand,
}

/// The answers to the ruling `grapple.drag`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Drag {
    /// With at least its Strength, 2 for each step of size counted in.
    StrAtLeast,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The answers to the ruling `grapple.max_held`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum MaxHeld {
    /// One.
    #[word("1")]
    One,
    /// As many as it has hands.
    Hands,
}

/// The answers to the ruling `grapple.multi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum GrappleMulti {
    /// What all of them leave.
    Intersection,
    /// What the first leaves.
    First,
}

/// The answers to the ruling `grapple.tie`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum GrappleTie {
    /// It holds.
    Hit,
    /// It does not.
    Miss,
}

/// The answers to the ruling `grapple.special_hand`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum SpecialHand {
    /// Any.
    Any,
    /// The primary one.
    Primary,
}

/// The answers to the ruling `grapple.upkeep_turns`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum UpkeepTurns {
    /// In full turns.
    Full,
    /// In every turn.
    Every,
}

/// The answers to the ruling `grapple.victim_walks`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum VictimWalks {
    /// It stays within 5 feet of who holds it.
    No,
    /// It drags them with it, if it is strong enough.
    Drag,
    /// It walks off, and the hold ends.
    Free,
}

/// The answers to the ruling `hands.reaction_primary`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum ReactionPrimary {
    /// It does.
    Spent,
    /// The first hand action of the own turn is primary all the same.
    FirstOfTurn,
}

/// The answers to the ruling `hands.token_binding`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum TokenBinding {
    /// It does.
    PerHand,
    /// Any weapon may use any token.
    Free,
}

/// The answers to the ruling `hp.out_at`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum OutAt {
    /// Below minus its Defense.
    BelowMinusDef,
    /// At 0.
    ZeroOrLess,
}

/// The answers to the ruling `initiative.partial_hand`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum PartialHand {
    /// A primary one.
    Primary,
    /// A primary one if the primary token was spent.
    SameAsSpent,
    /// An offhand one.
    Offhand,
}

/// The answers to the ruling `initiative.tie`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum InitiativeTie {
    /// Higher Accuracy, then Agility, then chance.
    StatThenRandom,
    /// Chance.
    Random,
    /// A new roll of both.
    Reroll,
    /// The side that is listed first.
    SideAFirst,
}

/// The answers to the ruling `magic.fail_cost`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum FailCost {
    /// All.
    Full,
    /// Half the MP, rounded down.
    Half,
    /// No MP.
    None,
}

/// The answers to the ruling `map.metric`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum MapMetric {
    /// The larger difference.
    Chebyshev,
    /// The straight line.
    Euclid,
    /// The sum of both differences.
    Manhattan,
}

/// The answers to the ruling `precisecrit.timing`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum PreciseTiming {
    /// With the next grant.
    NextGrant,
    /// Tokens of a full turn still to come are lost at once.
    NextTurn,
}

/// The answers to the ruling `range.rounding`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum RangeRounding {
    /// The quotient rounded up, less 1.
    #[word("ceil_minus_1")]
    CeilMinus1,
    /// The quotient rounded down.
    Floor,
}

/// The answers to the ruling `size.grapple_strong`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum SizeGrapple {
    /// The bigger.
    BiggerBetter,
    /// The smaller, as in attacks.
    AsAttack,
}

/// The answers to the ruling `smitten.policy`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum SmittenPolicy {
    /// They stand still.
    Passive,
    /// They attack whom their originator attacked last.
    SwitchSide,
}

/// The answers to the ruling `soak.refresh`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum SoakRefresh {
    /// A round.
    Round,
    /// Until the unit's own full turn.
    OwnFullTurn,
    /// Until anybody's next turn.
    EveryTurn,
}

/// The answers to the ruling `spell.oppose`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum SpellOppose {
    /// Nothing happens to the target.
    Negate,
    /// It has half the damage and nothing else.
    Half,
}

/// The answers to the ruling `talk.contrary_fail`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum ContraryFail {
    /// That kind of action in this turn.
    BarTurn,
    /// The action itself, its tokens spent.
    LoseAction,
}

/// The answers to the ruling `talk.exempt`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum TalkExempt {
    /// Always.
    AnyDifference,
    /// In a strong state.
    StrongStateOnly,
}

/// The answers to the ruling `talk.targets`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum TalkTargets {
    /// One chosen foe.
    Single,
    /// Every foe in sight.
    AllEnemiesInSight,
}

/// The answers to the ruling `weapon.hand_tokens`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum WeaponHandTokens {
    /// One token for each hand.
    Hands,
    /// One token.
    One,
}
