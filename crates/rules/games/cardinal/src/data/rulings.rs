//! The silences of the rules text and fray's answers to them. Each key is read in one place.

use crate::data::setup::Setup;
use crate::dice::pool::Pool;
use crate::rules::chart::Chart;
use fray_kit::declare::rulings::{Number, RulingType, RulingValue};
use fray_kit::{rulings, words};

words! {
    /// A die, or none.
    pub enum Die {
        /// None.
        None = "none",
        /// A d4.
        D4 = "d4",
        /// A d6.
        D6 = "d6",
        /// A d8.
        D8 = "d8",
        /// A d10.
        D10 = "d10",
        /// A d12.
        D12 = "d12",
    }
}

impl Die {
    /// The pool of this die alone.
    #[inline(always)]
    #[must_use]
    pub fn pool(self) -> Pool {
        let mut pool = Pool::NONE;
        if self != Self::None {
            pool.0[self as usize - 1] = 1;
        }
        pool
    }
}

/// A number from `MIN` to `MAX`, or the word `unlimited`, of which one is the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit<const MIN: i64, const MAX: i64>(pub Option<u8>);

impl<const MIN: i64, const MAX: i64> RulingType for Limit<MIN, MAX> {
    const WORDS: &'static [&'static str] = &["unlimited"];
    const RANGE: Option<(i64, i64)> = Some((MIN, MAX));

    fn read(value: RulingValue<'_>) -> Option<Self> {
        match value {
            RulingValue::Word("unlimited") => Some(Self(None)),
            RulingValue::Number(n) if (MIN..=MAX).contains(&n) => Some(Self(Some(n as u8))),
            _ => None,
        }
    }

    fn show(self) -> String {
        self.0.map_or_else(|| "unlimited".to_owned(), |n| n.to_string())
    }
}

rulings! {
    /// The rulings of Cardinal, with the ledger's defaults.
    pub struct Rulings of Setup {
        /// Whether bonus dice of one source stack.
        "CA-04" stack_same_source: bool = false,
            if "a unit has abilities" => Setup::has_abilities;
        /// Whether units roll for initiative before round 1.
        "CA-05" initiative_roll: bool = true;
        /// Who acts before whom.
        "CA-06" turn_order: enum TurnOrder {
            /// Everybody by chance, drawn once.
            D100 = "d100",
            /// All of the side listed first, then the others.
            SidesFirstA = "sides_first_a",
            /// All of the side listed last, then the others.
            SidesFirstB = "sides_first_b",
            /// Side by side in an order drawn once.
            SidesCoin = "sides_coin",
            /// By the dice of the initiative roll.
            HighestDie = "highest_die",
            /// By the key `order`, then listed order.
            Fixed = "fixed",
        } = TurnOrder::D100;
        /// How many actions a turn has.
        "CA-09" actions_per_turn: Number<1, 4> = Number(2);
        /// Whether an action may be taken again in a turn.
        "CA-09" repeat_action: enum RepeatAction {
            /// It may not.
            Never = "never",
            /// It may, after another one.
            NotInARow = "not_in_a_row",
        } = RepeatAction::Never;
        /// Whether Reload may be taken again in a turn all the same.
        "CA-09" reload_repeats: bool = true,
            if "a weapon needs reloading" => |setup| setup.weapons().any(|weapon| weapon.reload > 1);
        /// Whether a Focused unit that would become Reeling loses its Focus instead.
        "CA-10" focus_cancels_reeling: bool = true;
        /// Whether Focus can be spent on an interrupt.
        "CA-10" interrupt: bool = true;
        /// The die of Guard.
        "CA-12" guard_die: Die = Die::D8;
        /// Whether becoming Reeling ends Guard.
        "CA-12" reeling_ends_guard: bool = false;
        /// The die of Aim.
        "CA-13" aim_die: Die = Die::D8;
        /// Whether Run leaves the unit at a disadvantage until its next turn.
        "CA-15" run_exposes: bool = true,
            if "there is a map" => Setup::has_map;
        /// How far a Sprint goes.
        "CA-15" sprint: enum Sprint {
            /// The highest die of a Speed roll, and a Stride.
            SpeedHighestPlusStride = "speed_highest_plus_stride",
            /// The size of the largest Speed die.
            SpeedMax = "speed_max",
        } = Sprint::SpeedHighestPlusStride,
            if "there is a map" => Setup::has_map;
        /// How distance is measured.
        "CA-16" metric: enum DistanceMetric {
            /// The largest of the differences.
            Chebyshev = "chebyshev",
            /// The straight line, rounded up.
            EuclidCeil = "euclid_ceil",
            /// The sum of the differences, with straight steps alone.
            Manhattan = "manhattan",
        } = DistanceMetric::Chebyshev,
            if "there is a map" => Setup::has_map;
        /// Whether units pass through their allies.
        "CA-16" pass_allies: bool = true,
            if "there is a map" => Setup::has_map;
        /// Which defences cover, concealment and a shield's cover die help.
        "CA-18" cover_applies_to: enum CoverAppliesTo {
            /// Every method.
            All = "all",
            /// Dodge.
            DodgeOnly = "dodge_only",
        } = CoverAppliesTo::All;
        /// What breaks sight.
        "CA-19" los: enum LineOfSight {
            /// A blocking square on the line between the centres.
            CentreLine = "centre_line",
            /// Nothing.
            None = "none",
        } = LineOfSight::CentreLine,
            if "there is a map" => Setup::has_map;
        /// Which methods answer which attacks.
        "CA-20" defence_chart: Chart = Chart::default();
        /// How many defences a unit has in a round.
        "CA-20" defences_per_round: Limit<1, 20> = Limit(None);
        /// What a tie means.
        "CA-21" ties: enum Ties {
            /// A miss.
            Defender = "defender",
            /// A miss if the defender Retreats, otherwise the tied dice are successes.
            Retreat = "retreat",
            /// The tied dice are successes.
            Attacker = "attacker",
        } = Ties::Defender;
        /// What a tie with a Counter means.
        "CA-24" counter_tie: enum CounterTie {
            /// Nobody is hit.
            None = "none",
            /// Both are hit, each by the tied dice of the other.
            BothHit = "both_hit",
            /// The attacker hits.
            Attacker = "attacker",
            /// The Counter hits.
            Defender = "defender",
        } = CounterTie::None;
        /// How often a unit Retreats in a round.
        "CA-26" retreats_per_round: Limit<1, 20> = Limit(Some(1));
        /// Whether the helpless may be attacked.
        "CA-27" attack_helpless: enum AttackHelpless {
            /// Never.
            Never = "never",
            /// Allowed.
            Allowed = "allowed",
        } = AttackHelpless::Never;
        /// Whether an ally who threatens the target adds the Tactics dice of the attacker.
        "CA-28" tactics: enum TacticsDice {
            /// It does.
            On = "on",
            /// It does not.
            Off = "off",
        } = TacticsDice::On,
            if "a unit has the skill `tactics`" => |setup| setup.any(|unit| !unit.skill("tactics").is_empty());
        /// What a unit resists with.
        "CA-29" resist_pool: enum ResistPool {
            /// Body and Will.
            BodyWill = "body_will",
            /// Its own `resist_pool`.
            PerUnit = "per_unit",
        } = ResistPool::BodyWill;
        /// What a Slaying success is worth.
        "CA-31" slaying: enum Slaying {
            /// Two points.
            Double = "double",
            /// Three points.
            Triple = "triple",
        } = Slaying::Double;
        /// What a soak die has to be above.
        "CA-33" soak_tn: Number<1, 11> = Number(3);
        /// What the helpless soak with.
        "CA-33" helpless_soak: enum HelplessSoak {
            /// All their soak dice.
            BodyArmor = "body_armor",
            /// Armor alone.
            ArmorOnly = "armor_only",
            /// Nothing.
            None = "none",
        } = HelplessSoak::BodyArmor;
        /// What a botched soak adds to the damage.
        "CA-34" botch_soak: Number<0, 5> = Number(1);
        /// Whether Hurt and Injured count before soak.
        "CA-35" wound_bonus: enum WoundBonus {
            /// Before.
            BeforeSoak = "before_soak",
            /// After it, if a point is left.
            AfterSoak = "after_soak",
        } = WoundBonus::BeforeSoak;
        /// The die that attackers of the disadvantaged gain.
        "CA-40" reeling_die: Die = Die::D8;
        /// How often the Reeling give it.
        "CA-40" reeling_die_use: enum ReelingDieUse {
            /// Once.
            AttackerOnce = "attacker_once",
            /// Twice.
            AttackerAndDefence = "attacker_and_defence",
        } = ReelingDieUse::AttackerOnce;
        /// What the Reeling must do.
        "CA-42" reeling_forces: enum ReelingForces {
            /// Recover is their next action.
            NextAction = "next_action",
            /// Recover is their whole turn.
            WholeTurn = "whole_turn",
            /// Nothing.
            Optional = "optional",
        } = ReelingForces::NextAction;
        /// Whether the Dying roll at the end of a round.
        "CA-46" death_save: enum DeathSave {
            /// They do not.
            Off = "off",
            /// They do.
            On = "on",
        } = DeathSave::Off;
        /// Whether an Overkill frightens allies nearby.
        "CA-47" overkill_fear: bool = true;
        /// Whether it frightens only those who see it.
        "CA-47" overkill_needs_sight: bool = false,
            if "there is a map" => Setup::has_map;
        /// Who hears a Rally.
        "CA-50" rally_hearing: enum RallyHearing {
            /// Everybody within a range band.
            Any = "any",
            /// Those in sight.
            Sight = "sight",
        } = RallyHearing::Any,
            if "there is a map" => Setup::has_map;
        /// What a Rally rolls against.
        "CA-50" rally_tn: Number<0, 11> = Number(3);
        /// How many statuses a Rally takes off.
        "CA-50" rally_clears: enum RallyClears {
            /// All that it can.
            All = "all",
            /// One for each success.
            OnePerSuccess = "one_per_success",
        } = RallyClears::All;
        /// Whether First Aid brings the Dying back.
        "CA-52" first_aid_returns: enum FirstAidReturns {
            /// Never.
            Never = "never",
            /// With one success.
            OneSuccess = "one_success",
            /// With three in one roll.
            ThreeSuccesses = "three_successes",
        } = FirstAidReturns::Never;
        /// What the revived come back with.
        "CA-53" revive_statuses: enum ReviveStatuses {
            /// Hurt, Injured, Afraid and Reeling.
            HurtInjuredAfraidReeling = "hurt_injured_afraid_reeling",
            /// Nothing.
            None = "none",
        } = ReviveStatuses::HurtInjuredAfraidReeling,
            if "a unit has abilities" => Setup::has_abilities;
        /// What Break Free is rolled with.
        "CA-55" break_free_pools: enum BreakFreePools {
            /// Body and the skill of fighting.
            BodyFighting = "body_fighting",
            /// The `break_free_pool` of both.
            Data = "data",
        } = BreakFreePools::BodyFighting;
        /// What a fall does.
        "CA-56" fall_damage: enum FallDamage {
            /// A point for two paces, soaked.
            Per2Paces = "per_2_paces",
            /// Nothing.
            None = "none",
        } = FallDamage::Per2Paces,
            if "a unit flies" => |setup| setup.any(|unit| unit.flying);
        /// Whether a side that is Afraid or out has lost.
        "CA-60" yield_afraid: bool = true;
        /// What a fight in which nothing can change any more comes to.
        "CA-64" stalemate: enum Stalemate {
            /// It runs on to its last round.
            RunOn = "run_on",
            /// It is a draw.
            Draw = "draw",
        } = Stalemate::RunOn;
        /// Whether an area meets allies and its user.
        "CA-65" area_hits_allies: bool = true,
            if "an ability has an area" => |setup| setup.abilities().any(|ability| ability.target.radius().is_some());
    }
}
