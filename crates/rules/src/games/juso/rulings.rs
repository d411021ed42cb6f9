//! The silences of the rules text and fray's answers to them. Each key is read in one place.

use crate::declare::rulings::Number;
use crate::{rulings, words};

words! {
    /// Yes or no.
    pub enum YesNo {
        /// Yes.
        Yes = "yes",
        /// No.
        No = "no",
    }

    /// On or off.
    pub enum Switch {
        /// On.
        On = "on",
        /// Off.
        Off = "off",
    }

    /// The only answer that is played.
    pub enum Yes {
        /// Yes.
        Yes = "yes",
    }

    /// Who gets the die of agitation if both groups have it at one level.
    pub enum AgitationTie {
        /// Nobody.
        None = "none",
        /// Both.
        Both = "both",
    }

    /// How often the effect of an area is rolled.
    pub enum AreaEffectRoll {
        /// Once for all targets.
        Shared = "shared",
        /// For each target.
        Each = "each",
    }

    /// What makes an attack a back attack.
    pub enum BackAttackGeometry {
        /// The attacker stands nearer to the victim's own end than the victim.
        Relative = "relative",
        /// The attacker stands on own number 8 or more, the victim on 7 or less.
        AbsoluteHalves = "absolute_halves",
    }

    /// How the row of two who have passed each other is chosen.
    pub enum BackToBack {
        /// Once, and kept while they stand so.
        Sticky = "sticky",
        /// At every judgement.
        Live = "live",
    }

    /// What cores may buy dice for.
    pub enum CoreDiceOn {
        /// Attacks.
        Attack = "attack",
        /// Attacks and defences.
        AttackAndDefence = "attack_and_defence",
        /// Every base roll.
        AnyBaseRoll = "any_base_roll",
    }

    /// Where bought dice may go.
    pub enum CoreDiceSplit {
        /// On either part.
        Yes = "yes",
        /// On the base roll.
        BaseOnly = "base_only",
    }

    /// Which allies behind a piece can be cut off from it.
    pub enum CutoffScope {
        /// Any of them.
        AnyAllyBehind = "any_ally_behind",
        /// The nearest.
        NearestAllyBehind = "nearest_ally_behind",
    }

    /// When a hit kills.
    pub enum DeathRule {
        /// Damage of at least the present life.
        CurrentLife = "current_life",
        /// Damage above the present life.
        Over = "over",
        /// Damage of at least the full life.
        MaxLife = "max_life",
        /// Never: life stops at 0.
        Never = "never",
    }

    /// When the end of the battle is looked for.
    pub enum EndCheck {
        /// After every activation.
        Activation = "activation",
        /// At the end of a round.
        RoundEnd = "round_end",
    }

    /// Whether an enemy's armour stands in its defence values.
    pub enum EnemyArmour {
        /// It does.
        Baked = "baked",
        /// It adds to the melee and the ranged one.
        Adds = "adds",
    }

    /// Whether a move may end on an enemy's square.
    pub enum EnterEnemySquare {
        /// It may not.
        No = "no",
        /// It may, as its last square.
        LastSquare = "last_square",
    }

    /// Which defences evasion helps.
    pub enum EvasionScope {
        /// Agility, body and perception.
        AgilityBodyPerception = "agility_body_perception",
        /// These and resistance.
        All = "all",
    }

    /// When the flag is judged.
    pub enum FlagEval {
        /// After every change of position or activity.
        Immediate = "immediate",
        /// At the end of a round.
        RoundEnd = "round_end",
    }

    /// What a full action uses up.
    pub enum FullAction {
        /// The main and the sub action.
        MainPlusSub = "main_plus_sub",
    }

    /// What high mana pays for.
    pub enum HighManaUse {
        /// Abilities.
        AbilityCostOnly = "ability_cost_only",
        /// Abilities and, after the cores, dice.
        AlsoCoreDice = "also_core_dice",
    }

    /// What stops a knockback.
    pub enum KnockbackBlocked {
        /// Nothing.
        No = "no",
        /// An enemy's square stops it before that square.
        ByEnemy = "by_enemy",
    }

    /// Whether listed weapons need readying.
    pub enum ListedWeapons {
        /// All are at hand.
        AtHand = "at_hand",
        /// All but the first need readying.
        NeedReady = "need_ready",
    }

    /// Where the number of a moving target comes from.
    pub enum MovingPenalty {
        /// The stat block and statuses.
        FlagOnly = "flag_only",
        /// The squares it moved by its own action this round.
        ByDistance = "by_distance",
    }

    /// The order of activations.
    pub enum Order {
        /// All of the first side, then all of the second.
        SideBlocks = "side_blocks",
        /// One of each side in turn.
        Alternating = "alternating",
        /// Whoever holds the flag at that moment.
        LiveFlag = "live_flag",
    }

    /// Where units stand at the start.
    pub enum PlacementRule {
        /// Where the scenario puts them.
        AsConfigured = "as_configured",
        /// Each by chance on own numbers 1 to 7.
        OwnHalf = "own_half",
    }

    /// What drinking a potion costs.
    pub enum Potion {
        /// The sub action.
        Sub = "sub",
        /// The main action.
        Main = "main",
    }

    /// What ranged modifiers change.
    pub enum RangedModTarget {
        /// The shooter's dice.
        ShooterPool = "shooter_pool",
        /// The defence value.
        DefenceValue = "defence_value",
    }

    /// What readying a weapon costs.
    pub enum ReadyWeapon {
        /// The sub action.
        Sub = "sub",
        /// Nothing.
        Free = "free",
    }

    /// Whether retreat-defence may leave the board.
    pub enum RetreatPastEdge {
        /// It may.
        Leaves = "leaves",
        /// It stops on own number 1.
        Stops = "stops",
    }

    /// When the second side may make large moves.
    pub enum SecondSideLargeMove {
        /// In the first round.
        FirstRound = "first_round",
        /// In every round.
        Always = "always",
        /// In none.
        Never = "never",
    }

    /// Shields together with two-handed weapons.
    pub enum ShieldWithTwoHands {
        /// An error in a scenario.
        Forbidden = "forbidden",
        /// Allowed.
        Allowed = "allowed",
    }

    /// Shooting while in melee state.
    pub enum ShootInMelee {
        /// Allowed.
        Allowed = "allowed",
        /// Forbidden.
        Forbidden = "forbidden",
    }

    /// What failed sneaking does.
    pub enum SneakFailure {
        /// The unit is noticed.
        Noticed = "noticed",
        /// It stays unnoticed.
        Stays = "stays",
    }

    /// How many split dice can count with a weapon.
    pub enum SplitCap {
        /// All dice together at most twice the weapon's own.
        Total2x = "total_2x",
        /// Split dice alone at most twice the weapon's own.
        Extra2x = "extra_2x",
        /// No limit.
        None = "none",
    }

    /// Which weapons the catalogue has.
    pub enum WeaponCatalogue {
        /// Those of the table and of the prose.
        TablePlusProse = "table_plus_prose",
        /// Those of the table.
        Table = "table",
    }
}

impl YesNo {
    /// Whether it is yes.
    #[inline(always)]
    #[must_use]
    pub fn is_yes(self) -> bool {
        self == Self::Yes
    }
}

rulings! {
    /// The rulings of Juso, with the ledger's defaults.
    pub struct Rulings {
        /// The least difficulty of a defence whose attack armour has weakened; 1: a roll is always needed.
        "JU-04" armour_floor: Number<0, 1> = Number(0), "0";
        /// Whether enemies split their attack dice as PCs do.
        "JU-05" enemy_split: YesNo = YesNo::No, "no";
        /// The least number of dice that stay in the base roll.
        "JU-05" split_min_base: Number<0, 1> = Number(1), "1";
        /// What cores may buy dice for.
        "JU-06" core_dice_on: CoreDiceOn = CoreDiceOn::Attack, "attack";
        /// Whether bought dice may be split off for the effect.
        "JU-06" core_dice_split: CoreDiceSplit = CoreDiceSplit::Yes, "yes";
        /// Whether units stand where the scenario puts them or anywhere on their own half.
        "JU-08" placement: PlacementRule = PlacementRule::AsConfigured, "as_configured";
        /// Whether high mana buys dice as cores do.
        "JU-09" high_mana_use: HighManaUse = HighManaUse::AbilityCostOnly, "ability_cost_only";
        /// Who gets the die of agitation if both groups have it at one level.
        "JU-10" agitation_tie: AgitationTie = AgitationTie::None, "none";
        /// Whether the surprised side skips its activations in round 1.
        "JU-12" surprise_free_round: YesNo = YesNo::No, "no";
        /// Whether incapacitated PCs gain cores.
        "JU-14" down_core_gain: YesNo = YesNo::No, "no";
        /// Whether enemies gain and spend cores.
        "JU-14" enemy_cores: Switch = Switch::Off, "off";
        /// Whether units off the board gain cores.
        "JU-14" offboard_core_gain: YesNo = YesNo::No, "no";
        /// The order of activations.
        "JU-15" order: Order = Order::SideBlocks, "side_blocks";
        /// When the end of the battle is looked for.
        "JU-18" end_check: EndCheck = EndCheck::Activation, "activation";
        /// What a full action uses up.
        "JU-22" full_action: FullAction = FullAction::MainPlusSub, "main_plus_sub";
        /// Whether weapons behind the first of the list need readying.
        "JU-22" listed_weapons: ListedWeapons = ListedWeapons::AtHand, "at_hand";
        /// Which action drinking a potion is.
        "JU-22" potion: Potion = Potion::Sub, "sub";
        /// Which action readying a weapon is.
        "JU-22" ready_weapon: ReadyWeapon = ReadyWeapon::Sub, "sub";
        /// When the flag is judged.
        "JU-23" flag_eval: FlagEval = FlagEval::Immediate, "immediate";
        /// Whether any ally behind a piece or only the nearest can be cut off from it.
        "JU-26" cutoff_scope: CutoffScope = CutoffScope::AnyAllyBehind, "any_ally_behind";
        /// Whether the row of two who have passed each other is kept.
        "JU-27" back_to_back: BackToBack = BackToBack::Sticky, "sticky";
        /// When the second side may make large moves.
        "JU-31" second_side_large_move: SecondSideLargeMove = SecondSideLargeMove::FirstRound, "first_round";
        /// The most small moves of a unit in a round.
        "JU-33" small_moves_per_round: Number<1, 2> = Number(1), "1";
        /// Whether a move may end on an enemy's square.
        "JU-34" enter_enemy_square: EnterEnemySquare = EnterEnemySquare::No, "no";
        /// Whether a group without a piece on the board has lost.
        "JU-35" empty_board_ends: YesNo = YesNo::No, "no";
        /// How many rounds after it left a unit may return.
        "JU-36" return_delay: Number<1, 2> = Number(2), "2";
        /// Whether failed sneaking is noticed.
        "JU-38" sneak_failure: SneakFailure = SneakFailure::Noticed, "noticed";
        /// Whether an unnoticed unit can be picked as a target.
        "JU-38" unnoticed_target: YesNo = YesNo::No, "no";
        /// How many split dice can count with a weapon.
        "JU-44" split_cap: SplitCap = SplitCap::Total2x, "total_2x";
        /// Whether the catalogue has the weapons that only the prose knows.
        "JU-47" weapon_catalogue: WeaponCatalogue = WeaponCatalogue::TablePlusProse, "table_plus_prose";
        /// The damage dice of fists and kicks.
        "JU-48" unarmed_damage: Number<0, 40> = Number(1), "1";
        /// Whether a unit in melee state may shoot.
        "JU-49" shoot_in_melee: ShootInMelee = ShootInMelee::Allowed, "allowed";
        /// Whether a thrown weapon is lost.
        "JU-50" thrown_lost: YesNo = YesNo::No, "no";
        /// Whether a moving target is one by its stat block or by the squares it moved.
        "JU-51" moving_penalty: MovingPenalty = MovingPenalty::FlagOnly, "flag_only";
        /// Whether ranged modifiers change the shooter's dice or the defence value.
        "JU-51" ranged_mod_target: RangedModTarget = RangedModTarget::ShooterPool, "shooter_pool";
        /// Whether ranged modifiers apply to the shots of enemies.
        "JU-51" ranged_mods_for_enemies: YesNo = YesNo::Yes, "yes";
        /// What an area adds to the difficulty of a PC's jujutsu attack.
        "JU-54" area_bonus: Number<0, 2, 2> = Number(2), "2";
        /// Whether the effect of an area is rolled once or for each target.
        "JU-54" area_effect_roll: AreaEffectRoll = AreaEffectRoll::Shared, "shared";
        /// Whether allies on the square of an area are targets too.
        "JU-54" area_hits_allies: YesNo = YesNo::Yes, "yes";
        /// What an area adds to the difficulty of resisting an enemy's jujutsu attack.
        "JU-56" enemy_area_bonus: Number<0, 2, 2> = Number(2), "2";
        /// Shields together with two-handed weapons.
        "JU-63" shield_with_two_hands: ShieldWithTwoHands = ShieldWithTwoHands::Forbidden, "forbidden";
        /// Whether an enemy's armour stands in its defence values already.
        "JU-64" enemy_armour: EnemyArmour = EnemyArmour::Baked, "baked";
        /// When a hit kills.
        "JU-68" death_rule: DeathRule = DeathRule::CurrentLife, "current_life";
        /// Whether hits knock back.
        "JU-69" knockback: Switch = Switch::On, "on";
        /// Whether enemies on the way stop a knockback.
        "JU-70" knockback_blocked: KnockbackBlocked = KnockbackBlocked::No, "no";
        /// What makes an attack a back attack.
        "JU-73" back_attack_geometry: BackAttackGeometry = BackAttackGeometry::Relative, "relative";
        /// Whether the part that a back attack adds can kill.
        "JU-73" back_attack_kills: YesNo = YesNo::No, "no";
        /// What retreat-defence costs in cores.
        "JU-74" retreat_defence_cost: Number<0, 40> = Number(0), "0";
        /// Whether retreat-defence may leave the board.
        "JU-74" retreat_past_edge: RetreatPastEdge = RetreatPastEdge::Leaves, "leaves";
        /// Which defences the passive skill of evasion helps.
        "JU-78" evasion_scope: EvasionScope = EvasionScope::AgilityBodyPerception, "agility_body_perception";
        /// Whether tactics read all public numbers, defence values included.
        "Decisions" tactics_know_values: Yes = Yes::Yes, "yes";
    }
}
