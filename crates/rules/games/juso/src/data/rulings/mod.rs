//! The silences of the rules text and fray's answers to them. Each key is read in one place.

mod answers;

pub use answers::{
    AgitationTie, AreaEffectRoll, BackAttackGeometry, BackToBack, CoreDiceOn, CoreDiceSplit, CutoffScope,
    DeathRule, EndCheck, EnemyArmour, EnterEnemySquare, EvasionScope, FlagEval, FullAction, HighManaUse,
    KnockbackBlocked, ListedWeapons, MovingPenalty, Order, PlacementRule, Potion, RangedModTarget,
    ReadyWeapon, RetreatPastEdge, SecondSideLargeMove, ShieldWithTwoHands, ShootInMelee, SneakFailure,
    SplitCap, WeaponCatalogue, Yes,
};
pub use fray_kit::declare::rulings::{Switch, YesNo};

use crate::data::setup::{Setup, UnitSetup};
use crate::data::vocabulary::Timing;
use fray_kit::Rulings;
use fray_kit::declare::rulings::{Need, Number};

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

/// The rulings of Juso, with the ledger's defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Rulings)]
#[rulings(of = Setup)]
pub struct Rulings {
    /// The least difficulty of a defence whose attack armour has weakened; 1: a roll is always needed.
    #[ruling("JU-04", default = Number(0))]
    #[matters_if("a unit has armour", |setup| setup.has_changes() || setup.any(|unit| unit.armour > 0))]
    pub armour_floor: Number<0, 1>,
    /// Whether enemies split their attack dice as PCs do.
    #[ruling("JU-05", default = YesNo::No)]
    #[matters_if("there are enemies", |setup| setup.any(UnitSetup::is_enemy))]
    pub enemy_split: YesNo,
    /// The least number of dice that stay in the base roll.
    #[ruling("JU-05", default = Number(1))]
    #[matters_if(
        "somebody splits dice",
        |setup| setup.rulings.enemy_split.is_yes() || setup.any(UnitSetup::is_pc)
    )]
    pub split_min_base: Number<0, 1>,
    /// What cores may buy dice for.
    #[ruling("JU-06", default = CoreDiceOn::Attack)]
    #[needs(CORES)]
    pub core_dice_on: CoreDiceOn,
    /// Whether bought dice may be split off for the effect.
    #[ruling("JU-06", default = CoreDiceSplit::Yes)]
    #[needs(CORES)]
    pub core_dice_split: CoreDiceSplit,
    /// Whether units stand where the scenario puts them or anywhere on their own half.
    #[ruling("JU-08", default = PlacementRule::AsConfigured)]
    pub placement: PlacementRule,
    /// Whether high mana buys dice as cores do.
    #[ruling("JU-09", default = HighManaUse::AbilityCostOnly)]
    #[needs(CORES)]
    pub high_mana_use: HighManaUse,
    /// Who gets the die of agitation if both groups have it at one level.
    #[ruling("JU-10", default = AgitationTie::None)]
    #[matters_if(
        "both sides have agitation",
        |setup| setup.sides.iter().all(|side| side.units.iter().any(|unit| unit.agitation > 0))
    )]
    pub agitation_tie: AgitationTie,
    /// Whether the surprised side skips its activations in round 1.
    #[ruling("JU-12", default = YesNo::No)]
    #[matters_if("a side is surprised", |setup| setup.surprise.is_some())]
    pub surprise_free_round: YesNo,
    /// Whether incapacitated PCs gain cores.
    #[ruling("JU-14", default = YesNo::No)]
    #[needs(CORES)]
    pub down_core_gain: YesNo,
    /// Whether enemies gain and spend cores.
    #[ruling("JU-14", default = Switch::Off)]
    #[matters_if(
        "an enemy can have cores",
        |setup| setup.any(|unit| unit.is_enemy() && unit.can_have_cores())
    )]
    pub enemy_cores: Switch,
    /// Whether units off the board gain cores.
    #[ruling("JU-14", default = YesNo::No)]
    #[needs(CORES)]
    pub offboard_core_gain: YesNo,
    /// The order of activations.
    #[ruling("JU-15", default = Order::SideBlocks)]
    pub order: Order,
    /// When the end of the battle is looked for.
    #[ruling("JU-18", default = EndCheck::Activation)]
    pub end_check: EndCheck,
    /// What a full action uses up.
    #[ruling("JU-22", default = FullAction::MainPlusSub)]
    #[needs(ONE_ANSWER)]
    pub full_action: FullAction,
    /// Whether weapons behind the first of the list need readying.
    #[ruling("JU-22", default = ListedWeapons::AtHand)]
    #[matters_if("a unit has several weapons", Setup::has_several_weapons)]
    pub listed_weapons: ListedWeapons,
    /// Which action drinking a potion is.
    #[ruling("JU-22", default = Potion::Sub)]
    #[matters_if(
        "an ability is a potion",
        |setup| setup.abilities().any(|ability| ability.timing == Timing::Potion)
    )]
    pub potion: Potion,
    /// Which action readying a weapon is.
    #[ruling("JU-22", default = ReadyWeapon::Sub)]
    #[matters_if(
        "a unit has several weapons and `listed_weapons` is `need_ready`",
        |setup| setup.rulings.listed_weapons == ListedWeapons::NeedReady && setup.has_several_weapons()
    )]
    pub ready_weapon: ReadyWeapon,
    /// When the flag is judged.
    #[ruling("JU-23", default = FlagEval::Immediate)]
    pub flag_eval: FlagEval,
    /// Whether any ally behind a piece or only the nearest can be cut off from it.
    #[ruling("JU-26", default = CutoffScope::AnyAllyBehind)]
    pub cutoff_scope: CutoffScope,
    /// Whether the row of two who have passed each other is kept.
    #[ruling("JU-27", default = BackToBack::Sticky)]
    pub back_to_back: BackToBack,
    /// When the second side may make large moves.
    #[ruling("JU-31", default = SecondSideLargeMove::FirstRound)]
    pub second_side_large_move: SecondSideLargeMove,
    /// The most small moves of a unit in a round.
    #[ruling("JU-33", default = Number(1))]
    pub small_moves_per_round: Number<1, 2>,
    /// Whether a move may end on an enemy's square.
    #[ruling("JU-34", default = EnterEnemySquare::No)]
    pub enter_enemy_square: EnterEnemySquare,
    /// Whether a group without a piece on the board has lost.
    #[ruling("JU-35", default = YesNo::No)]
    pub empty_board_ends: YesNo,
    /// Whether a group that has left the board for good has lost, at the end of the round.
    #[ruling("JU-35", default = YesNo::No)]
    pub withdrawal_ends: YesNo,
    /// How many rounds after it left a unit may return.
    #[ruling("JU-36", default = Number(2))]
    pub return_delay: Number<1, 2>,
    /// Whether failed sneaking is noticed.
    #[ruling("JU-38", default = SneakFailure::Noticed)]
    #[needs(UNNOTICED)]
    pub sneak_failure: SneakFailure,
    /// Whether an unnoticed unit can be picked as a target.
    #[ruling("JU-38", default = YesNo::No)]
    #[needs(UNNOTICED)]
    pub unnoticed_target: YesNo,
    /// How many split dice can count with a weapon.
    #[ruling("JU-44", default = SplitCap::Total2x)]
    pub split_cap: SplitCap,
    /// Whether the catalogue has the weapons that only the prose knows.
    #[ruling("JU-47", default = WeaponCatalogue::TablePlusProse)]
    pub weapon_catalogue: WeaponCatalogue,
    /// The damage dice of fists and kicks.
    #[ruling("JU-48", default = Number(1))]
    #[matters_if("a PC has no weapon, or fights with fists", |setup| setup.any(UnitSetup::uses_fists))]
    pub unarmed_damage: Number<0, 40>,
    /// Whether a unit in melee state may shoot.
    #[ruling("JU-49", default = ShootInMelee::Allowed)]
    #[needs(SHOTS)]
    pub shoot_in_melee: ShootInMelee,
    /// Whether a thrown weapon is lost.
    #[ruling("JU-50", default = YesNo::No)]
    #[matters_if("a weapon is thrown", |setup| setup.weapons().any(|weapon| weapon.is_thrown()))]
    pub thrown_lost: YesNo,
    /// Whether a moving target is one by its stat block or by the squares it moved.
    #[ruling("JU-51", default = MovingPenalty::FlagOnly)]
    #[needs(SHOTS)]
    pub moving_penalty: MovingPenalty,
    /// Whether ranged modifiers change the shooter's dice or the defence value.
    #[ruling("JU-51", default = RangedModTarget::ShooterPool)]
    #[needs(SHOTS)]
    pub ranged_mod_target: RangedModTarget,
    /// Whether ranged modifiers apply to the shots of enemies.
    #[ruling("JU-51", default = YesNo::Yes)]
    #[matters_if("an enemy shoots", |setup| setup.any(|unit| unit.is_enemy() && unit.shoots()))]
    pub ranged_mods_for_enemies: YesNo,
    /// What an area adds to the difficulty of a PC's jujutsu attack.
    #[ruling("JU-54", default = Number(2))]
    #[needs(AREAS)]
    pub area_bonus: Number<0, 2, 2>,
    /// Whether the effect of an area is rolled once or for each target.
    #[ruling("JU-54", default = AreaEffectRoll::Shared)]
    #[needs(AREAS)]
    pub area_effect_roll: AreaEffectRoll,
    /// Whether allies on the square of an area are targets too.
    #[ruling("JU-54", default = YesNo::Yes)]
    #[needs(AREAS)]
    pub area_hits_allies: YesNo,
    /// What an area adds to the difficulty of resisting an enemy's jujutsu attack.
    #[ruling("JU-56", default = Number(2))]
    #[needs(AREAS)]
    pub enemy_area_bonus: Number<0, 2, 2>,
    /// Shields together with two-handed weapons.
    #[ruling("JU-63", default = ShieldWithTwoHands::Forbidden)]
    #[matters_if(
        "a unit has a shield and a two-handed weapon",
        |setup| setup.any(UnitSetup::has_too_few_hands)
    )]
    pub shield_with_two_hands: ShieldWithTwoHands,
    /// Whether an enemy's armour stands in its defence values already.
    #[ruling("JU-64", default = EnemyArmour::Baked)]
    #[matters_if("an enemy has armour", |setup| setup.any(|unit| unit.is_enemy() && unit.armour > 0))]
    pub enemy_armour: EnemyArmour,
    /// When a hit kills.
    #[ruling("JU-68", default = DeathRule::CurrentLife)]
    pub death_rule: DeathRule,
    /// Whether hits knock back.
    #[ruling("JU-69", default = Switch::On)]
    pub knockback: Switch,
    /// Whether enemies on the way stop a knockback.
    #[ruling("JU-70", default = KnockbackBlocked::No)]
    #[needs(KNOCKBACK)]
    pub knockback_blocked: KnockbackBlocked,
    /// What makes an attack a back attack.
    #[ruling("JU-73", default = BackAttackGeometry::Relative)]
    #[needs(KNOCKBACK)]
    pub back_attack_geometry: BackAttackGeometry,
    /// Whether the part that a back attack adds can kill.
    #[ruling("JU-73", default = YesNo::No)]
    #[needs(KNOCKBACK)]
    pub back_attack_kills: YesNo,
    /// What retreat-defence costs in cores.
    #[ruling("JU-74", default = Number(0))]
    #[needs(RETREAT)]
    pub retreat_defence_cost: Number<0, 40>,
    /// Whether retreat-defence may leave the board.
    #[ruling("JU-74", default = RetreatPastEdge::Leaves)]
    #[needs(RETREAT)]
    pub retreat_past_edge: RetreatPastEdge,
    /// Which defences the passive skill of evasion helps.
    #[ruling("JU-78", default = EvasionScope::AgilityBodyPerception)]
    pub evasion_scope: EvasionScope,
    /// Whether tactics read all public numbers, defence values included.
    #[ruling("Decisions", default = Yes::Yes)]
    #[needs(ONE_ANSWER)]
    pub tactics_know_values: Yes,
}
