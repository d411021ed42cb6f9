//! The silences of the rules text and fray's answers to them. Each key is read in one place.

mod values;

pub use values::{FallDie, HoldEnds, MinTarget, MoveTable, Stances, Standstill, StartOrder};

use crate::data::setup::{Setup, UnitSetup};
use fray_kit::declare::rulings::{Number, RulingInfo};
use fray_kit::rulings;

/// The key of a scenario's surprise among its rulings: which side it is, the scenario says, so that it
/// stands in [`Setup`].
pub const SURPRISE: RulingInfo = RulingInfo::of_side(
    "surprise.side",
    "MG-70",
    "Which side is surprised: its units have no tokens before their full turn of round 1.",
);

/// A number that any table may have.
type Any = Number<-99, 99>;

rulings! {
    /// The rulings of Mahou Galaxy, with the ledger's defaults.
    pub struct Rulings of Setup {
        /// How often in a round a unit may analyze.
        "MG-63" analyze_per_round as "analyze.per_round": Number<0, 1> = Number(0),
            if "an ability costs `analyze`" => |setup| setup.costs_analyze();
        /// Whether the damage of an area is rolled for each whom it strikes.
        "MG-81" area_damage_roll as "area.damage_roll": enum AreaDamageRoll {
            /// For each.
            Each = "each",
            /// Once for all.
            Shared = "shared",
        } = AreaDamageRoll::Each, if "an area does damage" => Setup::has_damaging_areas;
        /// The least target number of an attack.
        "MG-23" attack_min_target as "attack.min_target": MinTarget = MinTarget(1);
        /// Whether a hit that binds does its damage too.
        "MG-79" bind_with_damage as "bind.with_damage": bool = true,
            if "a weapon binds" => |setup| setup.any(|unit| unit.weapons.iter().any(|weapon| weapon.bind));
        /// Whether the penalty of the blinded is for all attacks.
        "MG-19" blind_applies as "blind.applies": enum BlindApplies {
            /// All.
            All = "all",
            /// Ranged ones.
            RangedOnly = "ranged_only",
        } = BlindApplies::All, if "an ability blinds" => Setup::blinds;
        /// What heavy cover takes off the attacks of the unit behind it.
        "MG-47" cover_attack_heavy as "cover.attack_penalty.heavy": Number<0, 30> = Number(2), if "there is a map" => Setup::has_map;
        /// The bonus of light cover.
        "MG-47" cover_light as "cover.values.light": Number<0, 30> = Number(1), if "there is a map" => Setup::has_map;
        /// The bonus of half cover.
        "MG-47" cover_half as "cover.values.half": Number<0, 30> = Number(2), if "there is a map" => Setup::has_map;
        /// The bonus of heavy cover.
        "MG-47" cover_heavy as "cover.values.heavy": Number<0, 30> = Number(4), if "there is a map" => Setup::has_map;
        /// Whether the damage of a strong critical is doubled before or after soak.
        "MG-33" crit_double_before_soak as "crit.double_before_soak": bool = true;
        /// Whether results below 0 count 0.
        "MG-01" dice_clamp_zero as "dice.clamp_zero": bool = false;
        /// Whether the -1 of d4-1 is taken from each roll of a chain or once.
        "MG-04" dice_d4_minus1 as "dice.d4_minus1": enum D4Minus1 {
            /// From each roll.
            PerRoll = "per_roll",
            /// Once.
            Once = "once",
        } = D4Minus1::PerRoll;
        /// Whether dice explode.
        "MG-04" dice_explode as "dice.explode": bool = true;
        /// The most explosions of one die.
        "MG-04" dice_max_explosions as "dice.max_explosions": Number<0, 64> = Number(64);
        /// What a skill below 0 rolls.
        "MG-03" dice_negative_skill as "dice.negative_skill": enum NegativeSkill {
            /// Two dice of which the lower counts, as with skill 0.
            AsZero = "as_zero",
            /// One more die for each point below 0; the lowest counts.
            OneFewerKeepLower = "one_fewer_keep_lower",
        } = NegativeSkill::AsZero;
        /// Which rolls a distraction penalizes.
        "MG-06" distraction_affects as "distraction.affects": enum DistractionAffects {
            /// Skill rolls.
            SkillRolls = "skill_rolls",
            /// All rolls but damage and soak.
            AllRolls = "all_rolls",
        } = DistractionAffects::SkillRolls;
        /// Which dodge has the +5 against strong attacks.
        "MG-28" dodge_plus5_on as "dodge.plus5_on": enum DodgePlus5 {
            /// Spot Dodge.
            Spot = "spot",
            /// Active Dodge.
            Active = "active",
        } = DodgePlus5::Spot;
        /// How many feet a dropped item flies in a direction that chance says.
        "MG-39" drop_scatter_feet as "drop.scatter_feet": Number<0, 500> = Number(0), if "there is a map" => Setup::has_map;
        /// How many idle rounds in a row end the fight.
        "MG-76" end_standstill as "end.standstill": Standstill = Standstill(20);
        /// When the fight ends.
        "MG-68" end_when as "end.when": enum EndWhen {
            /// When at most one side is left.
            OneSideLeft = "one_side_left",
        } = EndWhen::OneSideLeft, if "never: it is the only answer that is played" => |_| false;
        /// The order of hazards and ongoing effects at a round's end.
        "MG-67" env_order as "env.order": enum EnvOrder {
            /// By unit.
            Id = "id",
            /// All orders equally likely.
            Random = "random",
        } = EnvOrder::Id, if "there are hazards or ongoing effects" => Setup::has_env;
        /// Whether the hold loosens before or after the comparison with an escape.
        "MG-52" escape_drop_before_roll as "escape.drop_before_roll": bool = false;
        /// What exhaustion takes off rolls.
        "MG-40" exhausted_roll as "exhausted.penalty.roll": Number<0, 30> = Number(0);
        /// How many move tokens exhaustion takes.
        "MG-40" exhausted_move as "exhausted.penalty.move": Number<0, 30> = Number(0);
        /// What exhaustion takes off passive defences.
        "MG-40" exhausted_passive as "exhausted.penalty.passive": Number<0, 30> = Number(0);
        /// The dice of a fall, for each full `fall.per_feet`.
        "MG-46" fall_die as "fall.die": FallDie = FallDie::DEFAULT, if "somebody can fall, or a throw can strike against something" => Setup::has_falls;
        /// The feet of a fall that roll `fall.die` once.
        "MG-46" fall_per_feet as "fall.per_feet": Number<1, 500> = Number(10), if "somebody can fall, or a throw can strike against something" => Setup::has_falls;
        /// Whether soak stops the damage of a fall.
        "MG-46" fall_soak as "fall.soak": bool = true, if "somebody can fall, or a throw can strike against something" => Setup::has_falls;
        /// Whether the active block or parry of the fallen loses 2 twice.
        "MG-23" fallen_active_double as "fallen.active_double": bool = false;
        /// What a fast critical gives back.
        "MG-37" fastcrit_refund_kind as "fastcrit.refund_kind": enum FastRefundKind {
            /// The token as it was.
            SameHand = "same_hand",
            /// An offhand token.
            Offhand = "offhand",
        } = FastRefundKind::SameHand;
        /// Whether the bare fist parries.
        "MG-27" fist_parry as "fist.parry": bool = false;
        /// The stances of the fist.
        "MG-17" fist_stances as "fist.stances": Stances = Stances(0b111);
        /// A modifier of every attack.
        "MG-25" gm_attack_mod as "gm.attack_mod": Any = Number(0);
        /// With what in its hands a unit can grapple.
        "MG-48" grapple_armed as "grapple.armed": enum GrappleArmed {
            /// With nothing but shields and weapons that deal fist damage.
            Never = "never",
            /// With anything, as long as one hand is bare or has a weapon that deals fist damage.
            FreeHand = "free_hand",
        } = GrappleArmed::Never, if "a unit grapples or binds" => Setup::has_holds;
        /// When a grappler can move its victim with it, and a held unit its grappler.
        "MG-53" grapple_drag as "grapple.drag": enum Drag {
            /// With at least its Strength, 2 for each step of size counted in.
            StrAtLeast = "str_at_least",
            /// Always.
            Always = "always",
            /// Never.
            Never = "never",
        } = Drag::StrAtLeast, if "there is a map" => Setup::has_map;
        /// What ends a hold beside an escape.
        "MG-51" grapple_end_on as "grapple.end_on": HoldEnds = HoldEnds(0b1111);
        /// How many units one grappler may hold.
        "MG-49" grapple_max_held as "grapple.max_held": enum MaxHeld {
            /// One.
            One = "1",
            /// As many as it has hands.
            Hands = "hands",
        } = MaxHeld::One, if "a unit grapples or binds" => Setup::has_holds;
        /// What the victim of several holds keeps.
        "MG-50" grapple_multi as "grapple.multi": enum GrappleMulti {
            /// What all of them leave.
            Intersection = "intersection",
            /// What the first leaves.
            First = "first",
        } = GrappleMulti::Intersection;
        /// Whether the pinned are immobile.
        "MG-24" grapple_pin_immobile as "grapple.pin_immobile": bool = false;
        /// Whether the grappler's +4 is for the roll that strengthens the hold too.
        "MG-51" grapple_plus4_on_reinforce as "grapple.plus4_on_reinforce": bool = false;
        /// Whether a grapple that equals its target number holds.
        "MG-48" grapple_tie as "grapple.tie": enum GrappleTie {
            /// It holds.
            Hit = "hit",
            /// It does not.
            Miss = "miss",
        } = GrappleTie::Hit;
        /// Which hand tokens pay for pins, slams, throws and snatches.
        "MG-53" grapple_special_hand as "grapple.special_hand": enum SpecialHand {
            /// Any.
            Any = "any",
            /// The primary one.
            Primary = "primary",
        } = SpecialHand::Any;
        /// In which turns a grappler pays for its hold.
        "MG-51" grapple_upkeep_turns as "grapple.upkeep_turns": enum UpkeepTurns {
            /// In full turns.
            Full = "full",
            /// In every turn.
            Every = "every",
        } = UpkeepTurns::Full;
        /// What an unmoved foe of a Fast hold does with its move tokens.
        "MG-75" grapple_victim_walks as "grapple.victim_walks": enum VictimWalks {
            /// It stays within 5 feet of who holds it.
            No = "no",
            /// It drags them with it, if it is strong enough.
            Drag = "drag",
            /// It walks off, and the hold ends.
            Free = "free",
        } = VictimWalks::No, if "there is a map" => Setup::has_map;
        /// Whether a primary token spent on a reaction leaves the own turn without one.
        "MG-18" hands_reaction_primary as "hands.reaction_primary": enum ReactionPrimary {
            /// It does.
            Spent = "spent",
            /// The first hand action of the own turn is primary all the same.
            FirstOfTurn = "first_of_turn",
        } = ReactionPrimary::Spent;
        /// Whether each token belongs to a hand.
        "MG-71" hands_token_binding as "hands.token_binding": enum TokenBinding {
            /// It does.
            PerHand = "per_hand",
            /// Any weapon may use any token.
            Free = "free",
        } = TokenBinding::PerHand;
        /// Whether held tokens last beyond the round.
        "MG-14" hold_carry_over_round as "hold.carry_over_round": bool = true;
        /// Whether all tokens left are held unasked.
        "MG-14" hold_implicit as "hold.implicit": bool = false;
        /// Where a unit goes out.
        "MG-40" hp_out_at as "hp.out_at": enum OutAt {
            /// Below minus its Defense.
            BelowMinusDef = "below_minus_def",
            /// At 0.
            ZeroOrLess = "zero_or_less",
        } = OutAt::BelowMinusDef;
        /// Whether cover helps the immobile.
        "MG-24" immobile_cover as "immobile.cover": bool = true, if "there is a map" => Setup::has_map;
        /// Whether a unit whose initiative is 0 or less takes its full turn.
        "MG-09" initiative_nonpositive_acts as "initiative.nonpositive_acts": bool = true;
        /// Which hand token a partial turn gives back.
        "MG-15" initiative_partial_hand as "initiative.partial_hand": enum PartialHand {
            /// A primary one.
            Primary = "primary",
            /// A primary one if the primary token was spent.
            SameAsSpent = "same_as_spent",
            /// An offhand one.
            Offhand = "offhand",
        } = PartialHand::Primary;
        /// Who is first of two with one initiative.
        "MG-11" initiative_tie as "initiative.tie": enum InitiativeTie {
            /// Higher Accuracy, then Agility, then chance.
            StatThenRandom = "stat_then_random",
            /// Chance.
            Random = "random",
            /// A new roll of both.
            Reroll = "reroll",
            /// The side that is listed first.
            SideAFirst = "side_a_first",
        } = InitiativeTie::StatThenRandom;
        /// How many times Strength in feet a long jump carries.
        "MG-45" jump_long as "jump.long.h": Number<2, 4> = Number(2), if "there is a map" => Setup::has_map;
        /// Whether the grappler's +4 is for kicks too.
        "MG-42" kick_grapple_bonus as "kick.grapple_bonus": bool = false;
        /// What a failed casting costs.
        "MG-64" magic_fail_cost as "magic.fail_cost": enum FailCost {
            /// All.
            Full = "full",
            /// Half the MP, rounded down.
            Half = "half",
            /// No MP.
            None = "none",
        } = FailCost::Full, if "an ability is cast" => Setup::casts;
        /// Whether foes block a cell.
        "MG-43" map_enemies_block as "map.enemies_block": bool = true, if "there is a map" => Setup::has_map;
        /// How distance is counted.
        "MG-43" map_metric as "map.metric": enum MapMetric {
            /// The larger difference.
            Chebyshev = "chebyshev",
            /// The straight line.
            Euclid = "euclid",
            /// The sum of both differences.
            Manhattan = "manhattan",
        } = MapMetric::Chebyshev, if "there is a map" => Setup::has_map;
        /// Whether MP may go below 0.
        "MG-41" mp_overdraft as "mp.overdraft": bool = true, if "a unit has MP" => |setup| setup.any(|unit| unit.mp_max > 0);
        /// When a debt of a precise critical is due.
        "MG-38" precisecrit_timing as "precisecrit.timing": enum PreciseTiming {
            /// With the next grant.
            NextGrant = "next_grant",
            /// Tokens of a full turn still to come are lost at once.
            NextTurn = "next_turn",
        } = PreciseTiming::NextGrant;
        /// The range penalty at exact multiples of the range.
        "MG-20" range_rounding as "range.rounding": enum RangeRounding {
            /// The quotient rounded up, less 1.
            CeilMinus1 = "ceil_minus_1",
            /// The quotient rounded down.
            Floor = "floor",
        } = RangeRounding::CeilMinus1, if "there is a map" => Setup::has_map;
        /// The order in which a round begins.
        "MG-08" round_start_order as "round.start_order": StartOrder = StartOrder([0, 1, 2, 3]);
        /// What a step of size changes in attack rolls.
        "MG-21" size_attack_per_step as "size.attack_per_step": Any = Number(2), if "units differ in size" => Setup::has_sizes;
        /// What a step of size changes in damage.
        "MG-21" size_damage_per_step as "size.damage_per_step": Any = Number(2), if "units differ in size" => Setup::has_sizes;
        /// What a step of size changes in grapples.
        "MG-48" size_grapple_per_step as "size.grapple_per_step": Any = Number(2), if "units differ in size" => Setup::has_sizes;
        /// Whom size helps in a strong grapple.
        "MG-48" size_grapple_strong as "size.grapple_strong": enum SizeGrapple {
            /// The bigger.
            BiggerBetter = "bigger_better",
            /// The smaller, as in attacks.
            AsAttack = "as_attack",
        } = SizeGrapple::BiggerBetter, if "units differ in size" => Setup::has_sizes;
        /// How far a move token carries by size, in percent.
        "MG-21" size_move_multiplier as "size.move_multiplier": MoveTable = MoveTable::DEFAULT, if "there is a map" => Setup::has_map;
        /// What the smitten do.
        "MG-62" smitten_policy as "smitten.policy": enum SmittenPolicy {
            /// They stand still.
            Passive = "passive",
            /// They attack whom their originator attacked last.
            SwitchSide = "switch_side",
        } = SmittenPolicy::Passive, if "a unit is attracted to another" => Setup::has_charms;
        /// Whether only who holds a unit can snatch from it.
        "MG-56" snatch_needs_hold as "snatch.needs_hold": bool = true, if "a unit snatches" => Setup::snatches;
        /// How long a soak pool lasts.
        "MG-34" soak_refresh as "soak.refresh": enum SoakRefresh {
            /// A round.
            Round = "round",
            /// Until the unit's own full turn.
            OwnFullTurn = "own_full_turn",
            /// Until anybody's next turn.
            EveryTurn = "every_turn",
        } = SoakRefresh::Round;
        /// What an opposing roll that succeeds does, where an ability does not say.
        "MG-65" spell_oppose as "spell.oppose": enum SpellOppose {
            /// Nothing happens to the target.
            Negate = "negate",
            /// It has half the damage and nothing else.
            Half = "half",
        } = SpellOppose::Negate, if "an ability leaves open what opposing it does" => Setup::leaves_opposing_open;
        /// Whether defences answer spells with an attack roll.
        "MG-32" spell_attack_defences as "spell.attack_defences": bool = true, if "an ability has an attack roll" => Setup::has_ability_attacks;
        /// Whether a stance needs an active facet.
        "MG-17" stance_needs_facet as "stance.needs_facet": bool = false;
        /// Whether standing up may be paid over several turns.
        "MG-39" stand_partial_payment as "stand.partial_payment": bool = true;
        /// A modifier of the roll of those who act against a strong state.
        "MG-62" talk_congruence as "talk.congruence": Any = Number(0);
        /// What failing that roll costs.
        "MG-62" talk_contrary_fail as "talk.contrary_fail": enum ContraryFail {
            /// That kind of action in this turn.
            BarTurn = "bar_turn",
            /// The action itself, its tokens spent.
            LoseAction = "lose_action",
        } = ContraryFail::BarTurn;
        /// When actions in line with a distraction are free of its penalty.
        "MG-62" talk_exempt as "talk.exempt": enum TalkExempt {
            /// Always.
            AnyDifference = "any_difference",
            /// In a strong state.
            StrongStateOnly = "strong_state_only",
        } = TalkExempt::AnyDifference;
        /// Whom the three named types of talk reach.
        "MG-58" talk_targets as "talk.targets": enum TalkTargets {
            /// One chosen foe.
            Single = "single",
            /// Every foe in sight.
            AllEnemiesInSight = "all_enemies_in_sight",
        } = TalkTargets::Single;
        /// What the roll has to reach that aims a throw at a point.
        "MG-55" throw_aim_difficulty as "throw.aim_difficulty": Number<0, 99> = Number(5), if "a unit throws" => Setup::throws;
        /// Whether a throw hurts the unit that it strikes too.
        "MG-55" throw_hurts_target as "throw.hurts_target": bool = true, if "a unit throws" => Setup::throws;
        /// Whether traumas are counted.
        "MG-69" trauma_enabled as "trauma.enabled": bool = false;
        /// Whether damage of exactly the threshold is no trauma.
        "MG-69" trauma_strict as "trauma.strict": bool = true;
        /// Whether an attack with a weapon pays for each hand that holds it.
        "MG-71" weapon_hand_tokens as "weapon.hand_tokens": enum WeaponHandTokens {
            /// One token for each hand.
            Hands = "hands",
            /// One token.
            One = "one",
        } = WeaponHandTokens::Hands, if "a weapon takes several hands" => |setup| setup.any(UnitSetup::has_two_handed);
    }
}
