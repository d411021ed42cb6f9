//! The silences of the rules text and fray's answers to them. Each key is read in one place.

pub use fray_kit::declare::rulings::{Switch, YesNo};

use crate::data::setup::Setup;
use crate::data::vocabulary::{Effect, Element, Status, Target};
use fray_kit::declare::rulings::{Cell, Number, Other, RulingType, RulingValue};
use fray_kit::rulings;

/// 1, or as many as can be paid: `any` of what goes on, `unlimited` of what is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OneOr<const IS_ANY: bool>(
    /// Whether it is 1.
    pub bool,
);

impl<const IS_ANY: bool> RulingType for OneOr<IS_ANY> {
    const WORDS: &'static [&'static str] = if IS_ANY { &["any"] } else { &["unlimited"] };
    const RANGE: Option<(i64, i64)> = Some((1, 1));

    fn read(value: RulingValue<'_>) -> Option<Self> {
        match value {
            RulingValue::Word(word) if Self::WORDS.contains(&word) => Some(Self(false)),
            RulingValue::Number(1) => Some(Self(true)),
            _ => None,
        }
    }

    fn show(self) -> String {
        if self.0 { "1".to_owned() } else { Self::WORDS[0].to_owned() }
    }
}

/// `burn_duration`: until it is removed, or so many turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BurnDuration(pub Option<u8>);

impl RulingType for BurnDuration {
    const WORDS: &'static [&'static str] = &["until_removed"];
    const RANGE: Option<(i64, i64)> = Some((1, 99));

    fn read(value: RulingValue<'_>) -> Option<Self> {
        match value {
            RulingValue::Word("until_removed") => Some(Self(None)),
            RulingValue::Number(n) if (1..=99).contains(&n) => Some(Self(Some(n as u8))),
            _ => None,
        }
    }

    fn show(self) -> String {
        self.0.map_or_else(|| "until_removed".to_owned(), |n| n.to_string())
    }
}

/// `stalemate`: off, or after so many quiet rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stalemate(pub Option<u16>);

impl RulingType for Stalemate {
    const WORDS: &'static [&'static str] = &["off"];
    const RANGE: Option<(i64, i64)> = Some((2, 1000));

    fn read(value: RulingValue<'_>) -> Option<Self> {
        match value {
            RulingValue::Word("off") => Some(Self(None)),
            RulingValue::Number(n) if (2..=1000).contains(&n) => Some(Self(Some(n as u16))),
            _ => None,
        }
    }

    fn show(self) -> String {
        self.0.map_or_else(|| "off".to_owned(), |n| n.to_string())
    }
}

/// How many values a card can have: 1, 2, 3 and infinite.
pub const VALUES: usize = 4;

/// The cards of the deck by element and value (SB-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deck(pub [[u8; VALUES]; Element::ALL.len()]);

impl Deck {
    /// SB-07: ten of 1 star, six of 2, three of 3 and an infinite one of each element.
    pub const STANDARD: Self = Self([[10, 6, 3, 1]; Element::ALL.len()]);

    /// The words of the values.
    pub const VALUE_NAMES: [&'static str; VALUES] = ["1", "2", "3", "infinite"];

    fn put(&mut self, row: &[Cell<'_>]) -> Option<()> {
        let &[Cell::Word(element), value, Cell::Number(cards)] = row else { return None };
        let element = Element::WORDS.iter().position(|word| *word == element)?;
        let value = match value {
            Cell::Number(n @ 1..=3) => n as usize - 1,
            Cell::Word("infinite") => VALUES - 1,
            _ => return None,
        };
        self.0[element][value] = u8::try_from(cards).ok().filter(|n| *n <= 99)?;
        Some(())
    }
}

impl RulingType for Deck {
    const WORDS: &'static [&'static str] = &["standard"];
    const RANGE: Option<(i64, i64)> = None;
    const OTHER: Option<Other> = Some(Other::Rows(
        "a list of `[\"element\", value, cards]`, value 1 to 3 or \"infinite\", cards 0 to 99",
    ));

    fn read(value: RulingValue<'_>) -> Option<Self> {
        match value {
            RulingValue::Word("standard") => Some(Self::STANDARD),
            RulingValue::Rows(rows) => {
                let mut deck = Self([[0; VALUES]; Element::ALL.len()]);
                rows.iter().try_for_each(|row| deck.put(row))?;
                Some(deck)
            }
            _ => None,
        }
    }

    fn show(self) -> String {
        if self == Self::STANDARD {
            return "standard".to_owned();
        }
        let value = |v: usize| if v + 1 == VALUES { "\"infinite\"".to_owned() } else { (v + 1).to_string() };
        let rows = self.0.iter().zip(Element::WORDS).flat_map(|(cards, element)| {
            let of = cards.iter().enumerate().filter(|of| *of.1 > 0);
            of.map(move |(v, n)| format!("[\"{element}\", {}, {n}]", value(v)))
        });
        format!("[{}]", rows.collect::<Vec<_>>().join(", "))
    }
}

rulings! {
    /// The rulings of Stonebound, with the ledger's defaults.
    pub struct Rulings of Setup {
        /// Whether teams keep within their stars: 5 of three units, 4 of two.
        "SB-01" team_budget: Switch = Switch::Off,
            if "a side has two or three units" => |setup| setup.sides.iter().any(|side| matches!(side.units.len(), 2 | 3));
        /// Where units without a position stand.
        "SB-04" deploy: enum Deploy {
            /// On the end line of their side.
            EndLines = "end_lines",
            /// Nowhere: every unit needs a position.
            Given = "given",
        } = Deploy::EndLines,
            if "there is a board" => |setup| setup.map.is_some();
        /// Who moves first.
        "SB-04" first: enum First {
            /// Whoever wins the roll-off chooses.
            Rolloff = "rolloff",
            /// The side listed first.
            SideA = "side_a",
            /// The side listed second.
            SideB = "side_b",
        } = First::Rolloff;
        /// How many units a turn activates.
        "SB-05" activation: enum Activation {
            /// Every living unit once.
            AllUnits = "all_units",
            /// One; none twice before every living unit of the side has had its activation.
            OneUnit = "one_unit",
        } = Activation::AllUnits,
            if "a side has several units" => |setup| setup.sides.iter().any(|side| side.units.len() > 1);
        /// How many abilities one Attack/Ability action may use.
        "SB-06" abilities_per_activation: OneOr<false> = OneOr(true),
            if "a unit has an active ability" => |setup| setup.any(crate::data::setup::UnitSetup::has_active);
        /// The actions of an activation.
        "SB-06" actions: enum Actions {
            /// Fuse, Move and Attack/Ability.
            FuseMoveAttack = "fuse_move_attack",
            /// Move and Attack/Ability; setting fuses takes the latter.
            MoveAttack = "move_attack",
        } = Actions::FuseMoveAttack,
            if "a unit has a fuse" => Setup::has_fuses;
        /// The cards of the common deck; what is not listed is not in it.
        "SB-07" deck: Deck = Deck::STANDARD, if "a side holds stones" => Setup::has_stones;
        /// What becomes of an empty deck.
        "SB-07" reshuffle: enum Reshuffle {
            /// It is refilled from the shuffled discards.
            Discards = "discards",
            /// Nothing: nothing more is drawn.
            None = "none",
        } = Reshuffle::Discards, if "a side holds stones" => Setup::has_stones;
        /// Whether stones are spent on an ability that its trigger, Blind, evasion or negation undid.
        "SB-08" pay_on_fail: YesNo = YesNo::Yes, if "a side holds stones" => Setup::has_stones;
        /// What becomes of unspent stones at the end of a turn.
        "SB-09" keep_hand: enum KeepHand {
            /// They are kept.
            Yes = "yes",
            /// They are discarded.
            Discard = "discard",
        } = KeepHand::Yes, if "a side holds stones" => Setup::has_stones;
        /// How many fuses one Fuse action may set.
        "SB-10" fuses_per_action: OneOr<true> = OneOr(false), if "a unit has a fuse" => Setup::has_fuses;
        /// Whether a fuse may be given up.
        "SB-10" unfuse: enum Unfuse {
            /// Freely, in the activation of its unit.
            Free = "free",
            /// Never.
            Never = "never",
        } = Unfuse::Free, if "a unit has a fuse" => Setup::has_fuses;
        /// Where the floor of 0 after Shear stands.
        "SB-12" crt_order: enum CrtOrder {
            /// Before Break and modifiers are added.
            ShearFloorThenBonus = "shear_floor_then_bonus",
            /// At the end, once.
            SumThenClamp = "sum_then_clamp",
        } = CrtOrder::ShearFloorThenBonus;
        /// When the first attack of a Double Attack is answered.
        "SB-15" double_reactions: enum DoubleReactions {
            /// Before the second.
            Between = "between",
            /// After the second, with its answers.
            AfterBoth = "after_both",
        } = DoubleReactions::Between, if "a unit has a [Double Attack]" => Setup::has_doubles;
        /// Whether the second attack of a Double Attack finds another target when the first felled it.
        "SB-15" double_retarget: bool = false, if "a unit has a [Double Attack]" => Setup::has_doubles;
        /// Whether +1 ATK by Cripple counts twice in a critical.
        "SB-22" cripple_doubled: bool = true,
            if "somebody can be under [Cripple]" => |setup| setup.has_status(Status::CRIPPLE);
        /// Whether evasions of different scopes are rolled apart.
        "SB-24" evasion_groups: enum EvasionGroups {
            /// One sum and one roll for each scope.
            ByScope = "by_scope",
            /// One sum, one roll, scope all.
            OneRoll = "one_roll",
        } = EvasionGroups::ByScope, if "somebody has evasion" => Setup::has_evasion;
        /// Which evasion answers an HP attack.
        "SB-25" hp_evaded_by: enum HpEvadedBy {
            /// That of all.
            All = "all",
            /// None.
            Nothing = "nothing",
            /// That against the kind of the attacker's class.
            ClassType = "class_type",
        } = HpEvadedBy::All, if "there are HP attacks" => Setup::has_hp_attacks;
        /// The scope of an evasion or a negation that names none.
        "SB-27" scope_unstated: enum ScopeUnstated {
            /// Damage and effects.
            All = "all",
            /// Damage.
            Damage = "damage",
        } = ScopeUnstated::All,
            if "somebody has evasion or negation" => |setup| setup.has_evasion() || setup.has_negation();
        /// What an HP attack erodes.
        "SB-33" hp_type_erodes: enum HpTypeErodes {
            /// Nothing.
            None = "none",
            /// PD.
            Physical = "physical",
            /// SD.
            Spirit = "spirit",
        } = HpTypeErodes::None, if "there are HP attacks" => Setup::has_hp_attacks;
        /// Whether a critical whose damage was negated erodes.
        "SB-33" negated_crit_erodes: bool = false, if "somebody has negation" => Setup::has_negation;
        /// Whether a critical is rolled for each target or once.
        "SB-35" multi_crit: enum MultiCrit {
            /// For each target.
            PerTarget = "per_target",
            /// Once for all.
            Shared = "shared",
        } = MultiCrit::PerTarget,
            if "an attack falls on several" => |setup| setup.abilities().any(|ability| {
                !matches!(ability.falls_on(), Target::Enemy | Target::Itself | Target::Ally | Target::Attacker)
            });
        /// When reactions happen.
        "SB-37" reaction_timing: enum ReactionTiming {
            /// After the damage is applied.
            After = "after",
            /// On the damage that would be done, before it is.
            Before = "before",
        } = ReactionTiming::After, if "a unit has a reaction" => Setup::has_reactions;
        /// Whether a Counter can be critical.
        "SB-38" counter_can_crit: bool = true, if "a unit can counter" => Setup::has_counters;
        /// Whether the rolls that go with attacks go with a Counter.
        "SB-38" counter_extras: bool = true, if "a unit can counter" => Setup::has_counters;
        /// Whether a Counter is plain or as the unit's own attack.
        "SB-38" counter_mode: enum CounterMode {
            /// Plain; only No CRT carries over.
            Standard = "standard",
            /// As the unit's own attack.
            AsAttack = "as_attack",
        } = CounterMode::Standard, if "a unit can counter" => Setup::has_counters;
        /// Whether a Counter needs its target in range.
        "SB-38" counter_needs_range: bool = true, if "a unit can counter" => Setup::has_counters;
        /// Whether a fuse counts for the fall of its own unit.
        "SB-39" last_breath: enum LastBreath {
            /// What was fused at that moment counts.
            FusedCounts = "fused_counts",
            /// It is gone.
            Lost = "lost",
        } = LastBreath::FusedCounts, if "a unit has a fuse" => Setup::has_fuses;
        /// Whether Blind is checked before each attack of a Double Attack.
        "SB-42" blind_double: enum BlindDouble {
            /// Before each.
            Each = "each",
            /// Once.
            Once = "once",
        } = BlindDouble::Each,
            if "somebody can be under [Blind], and there are [Double Attack]s" => |setup| setup.has_status(Status::BLIND) && setup.has_doubles();
        /// How long Burn lasts.
        "SB-45" burn_duration: BurnDuration = BurnDuration(None),
            if "somebody can burn" => |setup| setup.has_status(Status::BURN);
        /// The most stacks of Burn.
        "SB-45" burn_max: Number<1, 9> = Number(2),
            if "somebody can burn" => |setup| setup.has_status(Status::BURN);
        /// HP that a stack of Burn takes.
        "SB-45" burn_per_stack: Number<0, 99> = Number(2),
            if "somebody can burn" => |setup| setup.has_status(Status::BURN);
        /// How many turns Silence lasts.
        "SB-49" silence_turns: Number<1, 9> = Number(1),
            if "somebody can be silenced" => |setup| setup.has_status(Status::SILENCE);
        /// What Sleep is.
        "SB-50" sleep: enum Sleep {
            /// As RULES.md says it.
            AsWritten = "as_written",
            /// What `[status.sleep]` of the scenario says.
            Data = "data",
        } = Sleep::AsWritten,
            if "somebody can be asleep" => |setup| setup.has_status(Status::SLEEP);
        /// Whether healing goes beyond the starting HP.
        "SB-52" overheal: bool = false,
            if "somebody heals" => |setup| setup.has_effect(|effect| matches!(effect, Effect::Heal(_)));
        /// What brings the fallen back.
        "SB-52" revive: enum Revive {
            /// An ability that says so.
            ByAbilityFlag = "by_ability_flag",
        } = Revive::ByAbilityFlag, if "never: it is the only answer that is played" => |_| false;
        /// Whether blocked squares stop sight.
        "SB-56" los: enum Los {
            /// No.
            None = "none",
            /// Yes, between centres.
            CentreLine = "centre_line",
        } = Los::None,
            if "there are blocked squares" => |setup| setup.map.as_ref().is_some_and(|map| map.squares.iter().any(|square| square.blocked));
        /// Who says which stone is discarded.
        "SB-57" discard: enum Discard {
            /// Chance.
            Random = "random",
            /// The enemy who has it discarded.
            Chosen = "chosen",
        } = Discard::Random,
            if "an ability discards" => |setup| setup.has_effect(|effect| matches!(effect, Effect::Discard(_)));
        /// What happens when one event leaves nobody.
        "SB-62" mutual_fall: enum MutualFall {
            /// The fight is a draw.
            Draw = "draw",
            /// The side whose turn it is wins.
            ActiveSideWins = "active_side_wins",
        } = MutualFall::Draw;
        /// After how many quiet rounds a fight is a draw.
        "SB-63" stalemate: Stalemate = Stalemate(None);
        /// Whether a side may lay stones aside before it draws.
        "SB-66" free_discard: YesNo = YesNo::No, if "a side holds stones" => Setup::has_stones;
        /// What runs out: the clock Exhaustion.
        "Clocks" exhaustion: enum Exhaust {
            /// A defence falls to 0.
            Defence = "defence",
            /// A side ends its turn without a stone.
            Stones = "stones",
            /// A unit is incapacitated.
            Incapacitated = "incapacitated",
        } = Exhaust::Defence;
    }
}
