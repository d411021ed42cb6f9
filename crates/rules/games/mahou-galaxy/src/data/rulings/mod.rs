//! The silences of the rules text and fray's answers to them. Each key is read in one place.

mod answers;

pub use answers::{
    AreaDamageRoll, BlindApplies, ContraryFail, D4Minus1, DistractionAffects, DodgePlus5, Drag, EndWhen,
    EnvOrder, FailCost, FastRefundKind, GrappleArmed, GrappleMulti, GrappleTie, InitiativeTie, MapMetric,
    MaxHeld, NegativeSkill, OutAt, PartialHand, PreciseTiming, RangeRounding, ReactionPrimary, SizeGrapple,
    SmittenPolicy, SoakRefresh, SpecialHand, SpellOppose, TalkExempt, TalkTargets, TokenBinding, UpkeepTurns,
    VictimWalks, WeaponHandTokens,
};
mod values;

pub use values::{FallDie, HoldEnds, MinTarget, MoveTable, Stances, Standstill, StartOrder};

use crate::data::setup::{Setup, UnitSetup};
use fray_kit::Rulings;
use fray_kit::declare::rulings::{Number, RulingInfo};

/// The key of a scenario's surprise among its rulings: which side it is, the scenario says, so that it
/// stands in [`Setup`].
pub const SURPRISE: RulingInfo = RulingInfo::of_side(
    "surprise.side",
    "MG-70",
    "Which side is surprised: its units have no tokens before their full turn of round 1.",
);

/// A number that any table may have.
type Any = Number<-99, 99>;

/// The rulings of Mahou Galaxy, with the ledger's defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Rulings)]
#[rulings(of = Setup)]
pub struct Rulings {
    /// How often in a round a unit may analyze.
    #[ruling("MG-63", key = "analyze.per_round", default = Number(0))]
    #[matters_if("an ability costs `analyze`", |setup| setup.costs_analyze())]
    pub analyze_per_round: Number<0, 1>,
    /// Whether the damage of an area is rolled for each whom it strikes.
    #[ruling("MG-81", key = "area.damage_roll", default = AreaDamageRoll::Each)]
    #[matters_if("an area does damage", Setup::has_damaging_areas)]
    pub area_damage_roll: AreaDamageRoll,
    /// The least target number of an attack.
    #[ruling("MG-23", key = "attack.min_target", default = MinTarget(1))]
    pub attack_min_target: MinTarget,
    /// Whether a hit that binds does its damage too.
    #[ruling("MG-79", key = "bind.with_damage", default = true)]
    #[matters_if("a weapon binds", |setup| setup.any(|unit| unit.weapons.iter().any(|weapon| weapon.bind)))]
    pub bind_with_damage: bool,
    /// Whether the penalty of the blinded is for all attacks.
    #[ruling("MG-19", key = "blind.applies", default = BlindApplies::All)]
    #[matters_if("an ability blinds", Setup::blinds)]
    pub blind_applies: BlindApplies,
    /// What heavy cover takes off the attacks of the unit behind it.
    #[ruling("MG-47", key = "cover.attack_penalty.heavy", default = Number(2))]
    #[matters_if("there is a map", Setup::has_map)]
    pub cover_attack_heavy: Number<0, 30>,
    /// The bonus of light cover.
    #[ruling("MG-47", key = "cover.values.light", default = Number(1))]
    #[matters_if("there is a map", Setup::has_map)]
    pub cover_light: Number<0, 30>,
    /// The bonus of half cover.
    #[ruling("MG-47", key = "cover.values.half", default = Number(2))]
    #[matters_if("there is a map", Setup::has_map)]
    pub cover_half: Number<0, 30>,
    /// The bonus of heavy cover.
    #[ruling("MG-47", key = "cover.values.heavy", default = Number(4))]
    #[matters_if("there is a map", Setup::has_map)]
    pub cover_heavy: Number<0, 30>,
    /// Whether the damage of a strong critical is doubled before or after soak.
    #[ruling("MG-33", key = "crit.double_before_soak", default = true)]
    pub crit_double_before_soak: bool,
    /// Whether results below 0 count 0.
    #[ruling("MG-01", key = "dice.clamp_zero", default = false)]
    pub dice_clamp_zero: bool,
    /// Whether the -1 of d4-1 is taken from each roll of a chain or once.
    #[ruling("MG-04", key = "dice.d4_minus1", default = D4Minus1::PerRoll)]
    pub dice_d4_minus1: D4Minus1,
    /// Whether dice explode.
    #[ruling("MG-04", key = "dice.explode", default = true)]
    pub dice_explode: bool,
    /// The most explosions of one die.
    #[ruling("MG-04", key = "dice.max_explosions", default = Number(64))]
    pub dice_max_explosions: Number<0, 64>,
    /// What a skill below 0 rolls.
    #[ruling("MG-03", key = "dice.negative_skill", default = NegativeSkill::AsZero)]
    pub dice_negative_skill: NegativeSkill,
    /// Which rolls a distraction penalizes.
    #[ruling("MG-06", key = "distraction.affects", default = DistractionAffects::SkillRolls)]
    pub distraction_affects: DistractionAffects,
    /// Which dodge has the +5 against strong attacks.
    #[ruling("MG-28", key = "dodge.plus5_on", default = DodgePlus5::Spot)]
    pub dodge_plus5_on: DodgePlus5,
    /// How many feet a dropped item flies in a direction that chance says.
    #[ruling("MG-39", key = "drop.scatter_feet", default = Number(0))]
    #[matters_if("there is a map", Setup::has_map)]
    pub drop_scatter_feet: Number<0, 500>,
    /// How many idle rounds in a row end the fight.
    #[ruling("MG-76", key = "end.standstill", default = Standstill(20))]
    pub end_standstill: Standstill,
    /// When the fight ends.
    #[ruling("MG-68", key = "end.when", default = EndWhen::OneSideLeft)]
    #[matters_if("never: it is the only answer that is played", |_| false)]
    pub end_when: EndWhen,
    /// The order of hazards and ongoing effects at a round's end.
    #[ruling("MG-67", key = "env.order", default = EnvOrder::Id)]
    #[matters_if("there are hazards or ongoing effects", Setup::has_env)]
    pub env_order: EnvOrder,
    /// Whether the hold loosens before or after the comparison with an escape.
    #[ruling("MG-52", key = "escape.drop_before_roll", default = false)]
    pub escape_drop_before_roll: bool,
    /// What exhaustion takes off rolls.
    #[ruling("MG-40", key = "exhausted.penalty.roll", default = Number(0))]
    pub exhausted_roll: Number<0, 30>,
    /// How many move tokens exhaustion takes.
    #[ruling("MG-40", key = "exhausted.penalty.move", default = Number(0))]
    pub exhausted_move: Number<0, 30>,
    /// What exhaustion takes off passive defences.
    #[ruling("MG-40", key = "exhausted.penalty.passive", default = Number(0))]
    pub exhausted_passive: Number<0, 30>,
    /// The dice of a fall, for each full `fall.per_feet`.
    #[ruling("MG-46", key = "fall.die", default = FallDie::DEFAULT)]
    #[matters_if("somebody can fall, or a throw can strike against something", Setup::has_falls)]
    pub fall_die: FallDie,
    /// The feet of a fall that roll `fall.die` once.
    #[ruling("MG-46", key = "fall.per_feet", default = Number(10))]
    #[matters_if("somebody can fall, or a throw can strike against something", Setup::has_falls)]
    pub fall_per_feet: Number<1, 500>,
    /// Whether soak stops the damage of a fall.
    #[ruling("MG-46", key = "fall.soak", default = true)]
    #[matters_if("somebody can fall, or a throw can strike against something", Setup::has_falls)]
    pub fall_soak: bool,
    /// Whether the active block or parry of the fallen loses 2 twice.
    #[ruling("MG-23", key = "fallen.active_double", default = false)]
    pub fallen_active_double: bool,
    /// What a fast critical gives back.
    #[ruling("MG-37", key = "fastcrit.refund_kind", default = FastRefundKind::SameHand)]
    pub fastcrit_refund_kind: FastRefundKind,
    /// Whether the bare fist parries.
    #[ruling("MG-27", key = "fist.parry", default = false)]
    pub fist_parry: bool,
    /// The stances of the fist.
    #[ruling("MG-17", key = "fist.stances", default = Stances(0b111))]
    pub fist_stances: Stances,
    /// A modifier of every attack.
    #[ruling("MG-25", key = "gm.attack_mod", default = Number(0))]
    pub gm_attack_mod: Any,
    /// With what in its hands a unit can grapple.
    #[ruling("MG-48", key = "grapple.armed", default = GrappleArmed::Never)]
    #[matters_if("a unit grapples or binds", Setup::has_holds)]
    pub grapple_armed: GrappleArmed,
    /// When a grappler can move its victim with it, and a held unit its grappler.
    #[ruling("MG-53", key = "grapple.drag", default = Drag::StrAtLeast)]
    #[matters_if("there is a map", Setup::has_map)]
    pub grapple_drag: Drag,
    /// What ends a hold beside an escape.
    #[ruling("MG-51", key = "grapple.end_on", default = HoldEnds(0b1111))]
    pub grapple_end_on: HoldEnds,
    /// How many units one grappler may hold.
    #[ruling("MG-49", key = "grapple.max_held", default = MaxHeld::One)]
    #[matters_if("a unit grapples or binds", Setup::has_holds)]
    pub grapple_max_held: MaxHeld,
    /// What the victim of several holds keeps.
    #[ruling("MG-50", key = "grapple.multi", default = GrappleMulti::Intersection)]
    pub grapple_multi: GrappleMulti,
    /// Whether the pinned are immobile.
    #[ruling("MG-24", key = "grapple.pin_immobile", default = false)]
    pub grapple_pin_immobile: bool,
    /// Whether the grappler's +4 is for the roll that strengthens the hold too.
    #[ruling("MG-51", key = "grapple.plus4_on_reinforce", default = false)]
    pub grapple_plus4_on_reinforce: bool,
    /// Whether a grapple that equals its target number holds.
    #[ruling("MG-48", key = "grapple.tie", default = GrappleTie::Hit)]
    pub grapple_tie: GrappleTie,
    /// Which hand tokens pay for pins, slams, throws and snatches.
    #[ruling("MG-53", key = "grapple.special_hand", default = SpecialHand::Any)]
    pub grapple_special_hand: SpecialHand,
    /// In which turns a grappler pays for its hold.
    #[ruling("MG-51", key = "grapple.upkeep_turns", default = UpkeepTurns::Full)]
    pub grapple_upkeep_turns: UpkeepTurns,
    /// What an unmoved foe of a Fast hold does with its move tokens.
    #[ruling("MG-75", key = "grapple.victim_walks", default = VictimWalks::No)]
    #[matters_if("there is a map", Setup::has_map)]
    pub grapple_victim_walks: VictimWalks,
    /// Whether a primary token spent on a reaction leaves the own turn without one.
    #[ruling("MG-18", key = "hands.reaction_primary", default = ReactionPrimary::Spent)]
    pub hands_reaction_primary: ReactionPrimary,
    /// Whether each token belongs to a hand.
    #[ruling("MG-71", key = "hands.token_binding", default = TokenBinding::PerHand)]
    pub hands_token_binding: TokenBinding,
    /// Whether held tokens last beyond the round.
    #[ruling("MG-14", key = "hold.carry_over_round", default = true)]
    pub hold_carry_over_round: bool,
    /// Whether all tokens left are held unasked.
    #[ruling("MG-14", key = "hold.implicit", default = false)]
    pub hold_implicit: bool,
    /// Where a unit goes out.
    #[ruling("MG-40", key = "hp.out_at", default = OutAt::BelowMinusDef)]
    pub hp_out_at: OutAt,
    /// Whether cover helps the immobile.
    #[ruling("MG-24", key = "immobile.cover", default = true)]
    #[matters_if("there is a map", Setup::has_map)]
    pub immobile_cover: bool,
    /// Whether a unit whose initiative is 0 or less takes its full turn.
    #[ruling("MG-09", key = "initiative.nonpositive_acts", default = true)]
    pub initiative_nonpositive_acts: bool,
    /// Which hand token a partial turn gives back.
    #[ruling("MG-15", key = "initiative.partial_hand", default = PartialHand::Primary)]
    pub initiative_partial_hand: PartialHand,
    /// Who is first of two with one initiative.
    #[ruling("MG-11", key = "initiative.tie", default = InitiativeTie::StatThenRandom)]
    pub initiative_tie: InitiativeTie,
    /// How many times Strength in feet a long jump carries.
    #[ruling("MG-45", key = "jump.long.h", default = Number(2))]
    #[matters_if("there is a map", Setup::has_map)]
    pub jump_long: Number<2, 4>,
    /// Whether the grappler's +4 is for kicks too.
    #[ruling("MG-42", key = "kick.grapple_bonus", default = false)]
    pub kick_grapple_bonus: bool,
    /// What a failed casting costs.
    #[ruling("MG-64", key = "magic.fail_cost", default = FailCost::Full)]
    #[matters_if("an ability is cast", Setup::casts)]
    pub magic_fail_cost: FailCost,
    /// Whether foes block a cell.
    #[ruling("MG-43", key = "map.enemies_block", default = true)]
    #[matters_if("there is a map", Setup::has_map)]
    pub map_enemies_block: bool,
    /// How distance is counted.
    #[ruling("MG-43", key = "map.metric", default = MapMetric::Chebyshev)]
    #[matters_if("there is a map", Setup::has_map)]
    pub map_metric: MapMetric,
    /// Whether MP may go below 0.
    #[ruling("MG-41", key = "mp.overdraft", default = true)]
    #[matters_if("a unit has MP", |setup| setup.any(|unit| unit.mp_max > 0))]
    pub mp_overdraft: bool,
    /// When a debt of a precise critical is due.
    #[ruling("MG-38", key = "precisecrit.timing", default = PreciseTiming::NextGrant)]
    pub precisecrit_timing: PreciseTiming,
    /// The range penalty at exact multiples of the range.
    #[ruling("MG-20", key = "range.rounding", default = RangeRounding::CeilMinus1)]
    #[matters_if("there is a map", Setup::has_map)]
    pub range_rounding: RangeRounding,
    /// The order in which a round begins.
    #[ruling("MG-08", key = "round.start_order", default = StartOrder([0, 1, 2, 3]))]
    pub round_start_order: StartOrder,
    /// What a step of size changes in attack rolls.
    #[ruling("MG-21", key = "size.attack_per_step", default = Number(2))]
    #[matters_if("units differ in size", Setup::has_sizes)]
    pub size_attack_per_step: Any,
    /// What a step of size changes in damage.
    #[ruling("MG-21", key = "size.damage_per_step", default = Number(2))]
    #[matters_if("units differ in size", Setup::has_sizes)]
    pub size_damage_per_step: Any,
    /// What a step of size changes in grapples.
    #[ruling("MG-48", key = "size.grapple_per_step", default = Number(2))]
    #[matters_if("units differ in size", Setup::has_sizes)]
    pub size_grapple_per_step: Any,
    /// Whom size helps in a strong grapple.
    #[ruling("MG-48", key = "size.grapple_strong", default = SizeGrapple::BiggerBetter)]
    #[matters_if("units differ in size", Setup::has_sizes)]
    pub size_grapple_strong: SizeGrapple,
    /// How far a move token carries by size, in percent.
    #[ruling("MG-21", key = "size.move_multiplier", default = MoveTable::DEFAULT)]
    #[matters_if("there is a map", Setup::has_map)]
    pub size_move_multiplier: MoveTable,
    /// What the smitten do.
    #[ruling("MG-62", key = "smitten.policy", default = SmittenPolicy::Passive)]
    #[matters_if("a unit is attracted to another", Setup::has_charms)]
    pub smitten_policy: SmittenPolicy,
    /// Whether only who holds a unit can snatch from it.
    #[ruling("MG-56", key = "snatch.needs_hold", default = true)]
    #[matters_if("a unit snatches", Setup::snatches)]
    pub snatch_needs_hold: bool,
    /// How long a soak pool lasts.
    #[ruling("MG-34", key = "soak.refresh", default = SoakRefresh::Round)]
    pub soak_refresh: SoakRefresh,
    /// What an opposing roll that succeeds does, where an ability does not say.
    #[ruling("MG-65", key = "spell.oppose", default = SpellOppose::Negate)]
    #[matters_if("an ability leaves open what opposing it does", Setup::leaves_opposing_open)]
    pub spell_oppose: SpellOppose,
    /// Whether defences answer spells with an attack roll.
    #[ruling("MG-32", key = "spell.attack_defences", default = true)]
    #[matters_if("an ability has an attack roll", Setup::has_ability_attacks)]
    pub spell_attack_defences: bool,
    /// Whether a stance needs an active facet.
    #[ruling("MG-17", key = "stance.needs_facet", default = false)]
    pub stance_needs_facet: bool,
    /// Whether standing up may be paid over several turns.
    #[ruling("MG-39", key = "stand.partial_payment", default = true)]
    pub stand_partial_payment: bool,
    /// A modifier of the roll of those who act against a strong state.
    #[ruling("MG-62", key = "talk.congruence", default = Number(0))]
    pub talk_congruence: Any,
    /// What failing that roll costs.
    #[ruling("MG-62", key = "talk.contrary_fail", default = ContraryFail::BarTurn)]
    pub talk_contrary_fail: ContraryFail,
    /// When actions in line with a distraction are free of its penalty.
    #[ruling("MG-62", key = "talk.exempt", default = TalkExempt::AnyDifference)]
    pub talk_exempt: TalkExempt,
    /// Whom the three named types of talk reach.
    #[ruling("MG-58", key = "talk.targets", default = TalkTargets::Single)]
    pub talk_targets: TalkTargets,
    /// What the roll has to reach that aims a throw at a point.
    #[ruling("MG-55", key = "throw.aim_difficulty", default = Number(5))]
    #[matters_if("a unit throws", Setup::throws)]
    pub throw_aim_difficulty: Number<0, 99>,
    /// Whether a throw hurts the unit that it strikes too.
    #[ruling("MG-55", key = "throw.hurts_target", default = true)]
    #[matters_if("a unit throws", Setup::throws)]
    pub throw_hurts_target: bool,
    /// Whether traumas are counted.
    #[ruling("MG-69", key = "trauma.enabled", default = false)]
    pub trauma_enabled: bool,
    /// Whether damage of exactly the threshold is no trauma.
    #[ruling("MG-69", key = "trauma.strict", default = true)]
    pub trauma_strict: bool,
    /// Whether an attack with a weapon pays for each hand that holds it.
    #[ruling("MG-71", key = "weapon.hand_tokens", default = WeaponHandTokens::Hands)]
    #[matters_if("a weapon takes several hands", |setup| setup.any(UnitSetup::has_two_handed))]
    pub weapon_hand_tokens: WeaponHandTokens,
}
