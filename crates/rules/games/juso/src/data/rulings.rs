//! The silences of the rules text and fray's answers to them. Each key is read in one place.

pub use fray_kit::declare::rulings::{Switch, YesNo};

use crate::data::setup::{Setup, UnitSetup};
use crate::data::vocabulary::Timing;
use fray_kit::declare::rulings::{Need, Number};
use fray_kit::rulings;

// What several rulings need.
const CORES: Need<Setup> = Need {
    what: "a unit can have cores",
    holds: |setup| {
        let enemies = setup.rulings.enemy_cores == Switch::On;
        setup.any(|unit| (unit.is_pc() || enemies) && unit.can_have_cores())
    },
};
const UNNOTICED: Need<Setup> = Need { what: "a unit can be unnoticed", holds: Setup::has_changes };
const SHOTS: Need<Setup> = Need { what: "a unit shoots", holds: |setup| setup.any(UnitSetup::shoots) };
const AREAS: Need<Setup> = Need {
    what: "an attack or an ability strikes a square",
    holds: |setup| setup.any(UnitSetup::strikes_squares),
};
const KNOCKBACK: Need<Setup> = Need {
    what: "there is knockback",
    holds: |setup| setup.rulings.knockback == Switch::On || setup.has_changes(),
};
const RETREAT: Need<Setup> = Need {
    what: "a unit has retreat-defence",
    holds: |setup| setup.has_changes() || setup.any(|unit| unit.retreat_defence > 0),
};
const ONE_ANSWER: Need<Setup> =
    Need { what: "never: it is the only answer that is played", holds: |_| false };

rulings! {
    /// The rulings of Juso, with the ledger's defaults.
    pub struct Rulings of Setup {
        /// The least difficulty of a defence whose attack armour has weakened; 1: a roll is always needed.
        "JU-04" armour_floor: Number<0, 1> = Number(0),
            if "a unit has armour" => |setup| setup.has_changes() || setup.any(|unit| unit.armour > 0);
        /// Whether enemies split their attack dice as PCs do.
        "JU-05" enemy_split: YesNo = YesNo::No,
            if "there are enemies" => |setup| setup.any(UnitSetup::is_enemy);
        /// The least number of dice that stay in the base roll.
        "JU-05" split_min_base: Number<0, 1> = Number(1),
            if "somebody splits dice" => |setup| setup.rulings.enemy_split.is_yes() || setup.any(UnitSetup::is_pc);
        /// What cores may buy dice for.
        "JU-06" core_dice_on: enum CoreDiceOn {
            /// Attacks.
            Attack = "attack",
            /// Attacks and defences.
            AttackAndDefence = "attack_and_defence",
            /// Every base roll.
            AnyBaseRoll = "any_base_roll",
        } = CoreDiceOn::Attack, needs CORES;
        /// Whether bought dice may be split off for the effect.
        "JU-06" core_dice_split: enum CoreDiceSplit {
            /// On either part.
            Yes = "yes",
            /// On the base roll.
            BaseOnly = "base_only",
        } = CoreDiceSplit::Yes, needs CORES;
        /// Whether units stand where the scenario puts them or anywhere on their own half.
        "JU-08" placement: enum PlacementRule {
            /// Where the scenario puts them.
            AsConfigured = "as_configured",
            /// Each by chance on own numbers 1 to 7.
            OwnHalf = "own_half",
        } = PlacementRule::AsConfigured;
        /// Whether high mana buys dice as cores do.
        "JU-09" high_mana_use: enum HighManaUse {
            /// Abilities.
            AbilityCostOnly = "ability_cost_only",
            /// Abilities and, after the cores, dice.
            AlsoCoreDice = "also_core_dice",
        } = HighManaUse::AbilityCostOnly, needs CORES;
        /// Who gets the die of agitation if both groups have it at one level.
        "JU-10" agitation_tie: enum AgitationTie {
            /// Nobody.
            None = "none",
            /// Both.
            Both = "both",
        } = AgitationTie::None,
            if "both sides have agitation" => |setup| setup.sides.iter().all(|side| side.units.iter().any(|unit| unit.agitation > 0));
        /// Whether the surprised side skips its activations in round 1.
        "JU-12" surprise_free_round: YesNo = YesNo::No,
            if "a side is surprised" => |setup| setup.surprise.is_some();
        /// Whether incapacitated PCs gain cores.
        "JU-14" down_core_gain: YesNo = YesNo::No, needs CORES;
        /// Whether enemies gain and spend cores.
        "JU-14" enemy_cores: Switch = Switch::Off,
            if "an enemy can have cores" => |setup| setup.any(|unit| unit.is_enemy() && unit.can_have_cores());
        /// Whether units off the board gain cores.
        "JU-14" offboard_core_gain: YesNo = YesNo::No, needs CORES;
        /// The order of activations.
        "JU-15" order: enum Order {
            /// All of the first side, then all of the second.
            SideBlocks = "side_blocks",
            /// One of each side in turn.
            Alternating = "alternating",
            /// Whoever holds the flag at that moment.
            LiveFlag = "live_flag",
        } = Order::SideBlocks;
        /// When the end of the battle is looked for.
        "JU-18" end_check: enum EndCheck {
            /// After every activation.
            Activation = "activation",
            /// At the end of a round.
            RoundEnd = "round_end",
        } = EndCheck::Activation;
        /// What a full action uses up.
        "JU-22" full_action: enum FullAction {
            /// The main and the sub action.
            MainPlusSub = "main_plus_sub",
        } = FullAction::MainPlusSub, needs ONE_ANSWER;
        /// Whether weapons behind the first of the list need readying.
        "JU-22" listed_weapons: enum ListedWeapons {
            /// All are at hand.
            AtHand = "at_hand",
            /// All but the first need readying.
            NeedReady = "need_ready",
        } = ListedWeapons::AtHand,
            if "a unit has several weapons" => Setup::has_several_weapons;
        /// Which action drinking a potion is.
        "JU-22" potion: enum Potion {
            /// The sub action.
            Sub = "sub",
            /// The main action.
            Main = "main",
        } = Potion::Sub,
            if "an ability is a potion" => |setup| setup.abilities().any(|ability| ability.timing == Timing::Potion);
        /// Which action readying a weapon is.
        "JU-22" ready_weapon: enum ReadyWeapon {
            /// The sub action.
            Sub = "sub",
            /// Nothing.
            Free = "free",
        } = ReadyWeapon::Sub,
            if "a unit has several weapons and `listed_weapons` is `need_ready`" => |setup| setup.rulings.listed_weapons == ListedWeapons::NeedReady && setup.has_several_weapons();
        /// When the flag is judged.
        "JU-23" flag_eval: enum FlagEval {
            /// After every change of position or activity.
            Immediate = "immediate",
            /// At the end of a round.
            RoundEnd = "round_end",
        } = FlagEval::Immediate;
        /// Whether any ally behind a piece or only the nearest can be cut off from it.
        "JU-26" cutoff_scope: enum CutoffScope {
            /// Any of them.
            AnyAllyBehind = "any_ally_behind",
            /// The nearest.
            NearestAllyBehind = "nearest_ally_behind",
        } = CutoffScope::AnyAllyBehind;
        /// Whether the row of two who have passed each other is kept.
        "JU-27" back_to_back: enum BackToBack {
            /// Once, and kept while they stand so.
            Sticky = "sticky",
            /// At every judgement.
            Live = "live",
        } = BackToBack::Sticky;
        /// When the second side may make large moves.
        "JU-31" second_side_large_move: enum SecondSideLargeMove {
            /// In the first round.
            FirstRound = "first_round",
            /// In every round.
            Always = "always",
            /// In none.
            Never = "never",
        } = SecondSideLargeMove::FirstRound;
        /// The most small moves of a unit in a round.
        "JU-33" small_moves_per_round: Number<1, 2> = Number(1);
        /// Whether a move may end on an enemy's square.
        "JU-34" enter_enemy_square: enum EnterEnemySquare {
            /// It may not.
            No = "no",
            /// It may, as its last square.
            LastSquare = "last_square",
        } = EnterEnemySquare::No;
        /// Whether a group without a piece on the board has lost.
        "JU-35" empty_board_ends: YesNo = YesNo::No;
        /// Whether a group that has left the board for good has lost, at the end of the round.
        "JU-35" withdrawal_ends: YesNo = YesNo::No;
        /// How many rounds after it left a unit may return.
        "JU-36" return_delay: Number<1, 2> = Number(2);
        /// Whether failed sneaking is noticed.
        "JU-38" sneak_failure: enum SneakFailure {
            /// The unit is noticed.
            Noticed = "noticed",
            /// It stays unnoticed.
            Stays = "stays",
        } = SneakFailure::Noticed, needs UNNOTICED;
        /// Whether an unnoticed unit can be picked as a target.
        "JU-38" unnoticed_target: YesNo = YesNo::No, needs UNNOTICED;
        /// How many split dice can count with a weapon.
        "JU-44" split_cap: enum SplitCap {
            /// All dice together at most twice the weapon's own.
            Total2x = "total_2x",
            /// Split dice alone at most twice the weapon's own.
            Extra2x = "extra_2x",
            /// No limit.
            None = "none",
        } = SplitCap::Total2x;
        /// Whether the catalogue has the weapons that only the prose knows.
        "JU-47" weapon_catalogue: enum WeaponCatalogue {
            /// Those of the table and of the prose.
            TablePlusProse = "table_plus_prose",
            /// Those of the table.
            Table = "table",
        } = WeaponCatalogue::TablePlusProse;
        /// The damage dice of fists and kicks.
        "JU-48" unarmed_damage: Number<0, 40> = Number(1),
            if "a PC has no weapon, or fights with fists" => |setup| setup.any(UnitSetup::uses_fists);
        /// Whether a unit in melee state may shoot.
        "JU-49" shoot_in_melee: enum ShootInMelee {
            /// Allowed.
            Allowed = "allowed",
            /// Forbidden.
            Forbidden = "forbidden",
        } = ShootInMelee::Allowed, needs SHOTS;
        /// Whether a thrown weapon is lost.
        "JU-50" thrown_lost: YesNo = YesNo::No,
            if "a weapon is thrown" => |setup| setup.weapons().any(|weapon| weapon.is_thrown());
        /// Whether a moving target is one by its stat block or by the squares it moved.
        "JU-51" moving_penalty: enum MovingPenalty {
            /// The stat block and statuses.
            FlagOnly = "flag_only",
            /// The squares it moved by its own action this round.
            ByDistance = "by_distance",
        } = MovingPenalty::FlagOnly, needs SHOTS;
        /// Whether ranged modifiers change the shooter's dice or the defence value.
        "JU-51" ranged_mod_target: enum RangedModTarget {
            /// The shooter's dice.
            ShooterPool = "shooter_pool",
            /// The defence value.
            DefenceValue = "defence_value",
        } = RangedModTarget::ShooterPool, needs SHOTS;
        /// Whether ranged modifiers apply to the shots of enemies.
        "JU-51" ranged_mods_for_enemies: YesNo = YesNo::Yes,
            if "an enemy shoots" => |setup| setup.any(|unit| unit.is_enemy() && unit.shoots());
        /// What an area adds to the difficulty of a PC's jujutsu attack.
        "JU-54" area_bonus: Number<0, 2, 2> = Number(2), needs AREAS;
        /// Whether the effect of an area is rolled once or for each target.
        "JU-54" area_effect_roll: enum AreaEffectRoll {
            /// Once for all targets.
            Shared = "shared",
            /// For each target.
            Each = "each",
        } = AreaEffectRoll::Shared, needs AREAS;
        /// Whether allies on the square of an area are targets too.
        "JU-54" area_hits_allies: YesNo = YesNo::Yes, needs AREAS;
        /// What an area adds to the difficulty of resisting an enemy's jujutsu attack.
        "JU-56" enemy_area_bonus: Number<0, 2, 2> = Number(2), needs AREAS;
        /// Shields together with two-handed weapons.
        "JU-63" shield_with_two_hands: enum ShieldWithTwoHands {
            /// An error in a scenario.
            Forbidden = "forbidden",
            /// Allowed.
            Allowed = "allowed",
        } = ShieldWithTwoHands::Forbidden,
            if "a unit has a shield and a two-handed weapon" => |setup| setup.any(UnitSetup::has_too_few_hands);
        /// Whether an enemy's armour stands in its defence values already.
        "JU-64" enemy_armour: enum EnemyArmour {
            /// It does.
            Baked = "baked",
            /// It adds to the melee and the ranged one.
            Adds = "adds",
        } = EnemyArmour::Baked,
            if "an enemy has armour" => |setup| setup.any(|unit| unit.is_enemy() && unit.armour > 0);
        /// When a hit kills.
        "JU-68" death_rule: enum DeathRule {
            /// Damage of at least the present life.
            CurrentLife = "current_life",
            /// Damage above the present life.
            Over = "over",
            /// Damage of at least the full life.
            MaxLife = "max_life",
            /// Never: life stops at 0.
            Never = "never",
        } = DeathRule::CurrentLife;
        /// Whether hits knock back.
        "JU-69" knockback: Switch = Switch::On;
        /// Whether enemies on the way stop a knockback.
        "JU-70" knockback_blocked: enum KnockbackBlocked {
            /// Nothing.
            No = "no",
            /// An enemy's square stops it before that square.
            ByEnemy = "by_enemy",
        } = KnockbackBlocked::No, needs KNOCKBACK;
        /// What makes an attack a back attack.
        "JU-73" back_attack_geometry: enum BackAttackGeometry {
            /// The attacker stands nearer to the victim's own end than the victim.
            Relative = "relative",
            /// The attacker stands on own number 8 or more, the victim on 7 or less.
            AbsoluteHalves = "absolute_halves",
        } = BackAttackGeometry::Relative, needs KNOCKBACK;
        /// Whether the part that a back attack adds can kill.
        "JU-73" back_attack_kills: YesNo = YesNo::No, needs KNOCKBACK;
        /// What retreat-defence costs in cores.
        "JU-74" retreat_defence_cost: Number<0, 40> = Number(0), needs RETREAT;
        /// Whether retreat-defence may leave the board.
        "JU-74" retreat_past_edge: enum RetreatPastEdge {
            /// It may.
            Leaves = "leaves",
            /// It stops on own number 1.
            Stops = "stops",
        } = RetreatPastEdge::Leaves, needs RETREAT;
        /// Which defences the passive skill of evasion helps.
        "JU-78" evasion_scope: enum EvasionScope {
            /// Agility, body and perception.
            AgilityBodyPerception = "agility_body_perception",
            /// These and resistance.
            All = "all",
        } = EvasionScope::AgilityBodyPerception;
        /// Whether tactics read all public numbers, defence values included.
        "Decisions" tactics_know_values: enum Yes {
            /// Yes.
            Yes = "yes",
        } = Yes::Yes, needs ONE_ANSWER;
    }
}
