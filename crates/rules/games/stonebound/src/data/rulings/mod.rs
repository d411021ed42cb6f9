//! The silences of the rules text and fray's answers to them. Each key is read in one place.

mod answers;

pub use answers::{
    Actions, Activation, BlindDouble, CounterMode, CrtOrder, Deploy, Discard, DoubleReactions, EvasionGroups,
    Exhaust, First, HpEvadedBy, HpTypeErodes, KeepHand, LastBreath, Los, MultiCrit, MutualFall,
    ReactionTiming, Reshuffle, Revive, ScopeUnstated, Sleep, Unfuse,
};
pub use fray_kit::declare::rulings::{Switch, YesNo};

use crate::data::setup::Setup;
use crate::data::vocabulary::{Effect, Element, Status, Target};
use fray_kit::Rulings;
use fray_kit::declare::rulings::{Cell, Number, Other, RulingType, RulingValue};

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

/// The rulings of Stonebound, with the ledger's defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Rulings)]
#[rulings(of = Setup)]
pub struct Rulings {
    /// Whether teams keep within their stars: 5 of three units, 4 of two.
    #[ruling("SB-01", default = Switch::Off)]
    #[matters_if(
        "a side has two or three units",
        |setup| setup.sides.iter().any(|side| matches!(side.units.len(), 2 | 3))
    )]
    pub team_budget: Switch,
    /// Where units without a position stand.
    #[ruling("SB-04", default = Deploy::EndLines)]
    #[matters_if("there is a board", |setup| setup.map.is_some())]
    pub deploy: Deploy,
    /// Who moves first.
    #[ruling("SB-04", default = First::Rolloff)]
    pub first: First,
    /// How many units a turn activates.
    #[ruling("SB-05", default = Activation::AllUnits)]
    #[matters_if("a side has several units", |setup| setup.sides.iter().any(|side| side.units.len() > 1))]
    pub activation: Activation,
    /// How many abilities one Attack/Ability action may use.
    #[ruling("SB-06", default = OneOr(true))]
    #[matters_if(
        "a unit has an active ability",
        |setup| setup.any(crate::data::setup::UnitSetup::has_active)
    )]
    pub abilities_per_activation: OneOr<false>,
    /// The actions of an activation.
    #[ruling("SB-06", default = Actions::FuseMoveAttack)]
    #[matters_if("a unit has a fuse", Setup::has_fuses)]
    pub actions: Actions,
    /// The cards of the common deck; what is not listed is not in it.
    #[ruling("SB-07", default = Deck::STANDARD)]
    #[matters_if("a side holds stones", Setup::has_stones)]
    pub deck: Deck,
    /// What becomes of an empty deck.
    #[ruling("SB-07", default = Reshuffle::Discards)]
    #[matters_if("a side holds stones", Setup::has_stones)]
    pub reshuffle: Reshuffle,
    /// Whether stones are spent on an ability that its trigger, Blind, evasion or negation undid.
    #[ruling("SB-08", default = YesNo::Yes)]
    #[matters_if("a side holds stones", Setup::has_stones)]
    pub pay_on_fail: YesNo,
    /// What becomes of unspent stones at the end of a turn.
    #[ruling("SB-09", default = KeepHand::Yes)]
    #[matters_if("a side holds stones", Setup::has_stones)]
    pub keep_hand: KeepHand,
    /// How many fuses one Fuse action may set.
    #[ruling("SB-10", default = OneOr(false))]
    #[matters_if("a unit has a fuse", Setup::has_fuses)]
    pub fuses_per_action: OneOr<true>,
    /// Whether a fuse may be given up.
    #[ruling("SB-10", default = Unfuse::Free)]
    #[matters_if("a unit has a fuse", Setup::has_fuses)]
    pub unfuse: Unfuse,
    /// Where the floor of 0 after Shear stands.
    #[ruling("SB-12", default = CrtOrder::ShearFloorThenBonus)]
    pub crt_order: CrtOrder,
    /// When the first attack of a Double Attack is answered.
    #[ruling("SB-15", default = DoubleReactions::Between)]
    #[matters_if("a unit has a [Double Attack]", Setup::has_doubles)]
    pub double_reactions: DoubleReactions,
    /// Whether the second attack of a Double Attack finds another target when the first felled it.
    #[ruling("SB-15", default = false)]
    #[matters_if("a unit has a [Double Attack]", Setup::has_doubles)]
    pub double_retarget: bool,
    /// Whether +1 ATK by Cripple counts twice in a critical.
    #[ruling("SB-22", default = true)]
    #[matters_if("somebody can be under [Cripple]", |setup| setup.has_status(Status::CRIPPLE))]
    pub cripple_doubled: bool,
    /// Whether evasions of different scopes are rolled apart.
    #[ruling("SB-24", default = EvasionGroups::ByScope)]
    #[matters_if("somebody has evasion", Setup::has_evasion)]
    pub evasion_groups: EvasionGroups,
    /// Which evasion answers an HP attack.
    #[ruling("SB-25", default = HpEvadedBy::All)]
    #[matters_if("there are HP attacks", Setup::has_hp_attacks)]
    pub hp_evaded_by: HpEvadedBy,
    /// The scope of an evasion or a negation that names none.
    #[ruling("SB-27", default = ScopeUnstated::All)]
    #[matters_if("somebody has evasion or negation", |setup| setup.has_evasion() || setup.has_negation())]
    pub scope_unstated: ScopeUnstated,
    /// What an HP attack erodes.
    #[ruling("SB-33", default = HpTypeErodes::None)]
    #[matters_if("there are HP attacks", Setup::has_hp_attacks)]
    pub hp_type_erodes: HpTypeErodes,
    /// Whether a critical whose damage was negated erodes.
    #[ruling("SB-33", default = false)]
    #[matters_if("somebody has negation", Setup::has_negation)]
    pub negated_crit_erodes: bool,
    /// Whether a critical is rolled for each target or once.
    #[ruling("SB-35", default = MultiCrit::PerTarget)]
    #[matters_if(
        "an attack falls on several",
        |setup| setup.abilities().any(|ability| {
                !matches!(ability.falls_on(), Target::Enemy | Target::Itself | Target::Ally | Target::Attacker)
            })
    )]
    pub multi_crit: MultiCrit,
    /// When reactions happen.
    #[ruling("SB-37", default = ReactionTiming::After)]
    #[matters_if("a unit has a reaction", Setup::has_reactions)]
    pub reaction_timing: ReactionTiming,
    /// Whether a Counter can be critical.
    #[ruling("SB-38", default = true)]
    #[matters_if("a unit can counter", Setup::has_counters)]
    pub counter_can_crit: bool,
    /// Whether the rolls that go with attacks go with a Counter.
    #[ruling("SB-38", default = true)]
    #[matters_if("a unit can counter", Setup::has_counters)]
    pub counter_extras: bool,
    /// Whether a Counter is plain or as the unit's own attack.
    #[ruling("SB-38", default = CounterMode::Standard)]
    #[matters_if("a unit can counter", Setup::has_counters)]
    pub counter_mode: CounterMode,
    /// Whether a Counter needs its target in range.
    #[ruling("SB-38", default = true)]
    #[matters_if("a unit can counter", Setup::has_counters)]
    pub counter_needs_range: bool,
    /// Whether a fuse counts for the fall of its own unit.
    #[ruling("SB-39", default = LastBreath::FusedCounts)]
    #[matters_if("a unit has a fuse", Setup::has_fuses)]
    pub last_breath: LastBreath,
    /// Whether Blind is checked before each attack of a Double Attack.
    #[ruling("SB-42", default = BlindDouble::Each)]
    #[matters_if(
        "somebody can be under [Blind], and there are [Double Attack]s",
        |setup| setup.has_status(Status::BLIND) && setup.has_doubles()
    )]
    pub blind_double: BlindDouble,
    /// How long Burn lasts.
    #[ruling("SB-45", default = BurnDuration(None))]
    #[matters_if("somebody can burn", |setup| setup.has_status(Status::BURN))]
    pub burn_duration: BurnDuration,
    /// The most stacks of Burn.
    #[ruling("SB-45", default = Number(2))]
    #[matters_if("somebody can burn", |setup| setup.has_status(Status::BURN))]
    pub burn_max: Number<1, 9>,
    /// HP that a stack of Burn takes.
    #[ruling("SB-45", default = Number(2))]
    #[matters_if("somebody can burn", |setup| setup.has_status(Status::BURN))]
    pub burn_per_stack: Number<0, 99>,
    /// How many turns Silence lasts.
    #[ruling("SB-49", default = Number(1))]
    #[matters_if("somebody can be silenced", |setup| setup.has_status(Status::SILENCE))]
    pub silence_turns: Number<1, 9>,
    /// What Sleep is.
    #[ruling("SB-50", default = Sleep::AsWritten)]
    #[matters_if("somebody can be asleep", |setup| setup.has_status(Status::SLEEP))]
    pub sleep: Sleep,
    /// Whether healing goes beyond the starting HP.
    #[ruling("SB-52", default = false)]
    #[matters_if("somebody heals", |setup| setup.has_effect(|effect| matches!(effect, Effect::Heal(_))))]
    pub overheal: bool,
    /// What brings the fallen back.
    #[ruling("SB-52", default = Revive::ByAbilityFlag)]
    #[matters_if("never: it is the only answer that is played", |_| false)]
    pub revive: Revive,
    /// Whether blocked squares stop sight.
    #[ruling("SB-56", default = Los::None)]
    #[matters_if(
        "there are blocked squares",
        |setup| setup.map.as_ref().is_some_and(|map| map.squares.iter().any(|square| square.blocked))
    )]
    pub los: Los,
    /// Who says which stone is discarded.
    #[ruling("SB-57", default = Discard::Random)]
    #[matters_if(
        "an ability discards",
        |setup| setup.has_effect(|effect| matches!(effect, Effect::Discard(_)))
    )]
    pub discard: Discard,
    /// What happens when one event leaves nobody.
    #[ruling("SB-62", default = MutualFall::Draw)]
    pub mutual_fall: MutualFall,
    /// After how many quiet rounds a fight is a draw.
    #[ruling("SB-63", default = Stalemate(None))]
    pub stalemate: Stalemate,
    /// Whether a side may lay stones aside before it draws.
    #[ruling("SB-66", default = YesNo::No)]
    #[matters_if("a side holds stones", Setup::has_stones)]
    pub free_discard: YesNo,
    /// What runs out: the clock Exhaustion.
    #[ruling("Clocks", default = Exhaust::Defence)]
    pub exhaustion: Exhaust,
}
