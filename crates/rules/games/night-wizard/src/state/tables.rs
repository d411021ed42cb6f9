//! The tables that a scenario prepares for a whole fight.

use crate::board::Board;
use crate::data::metrics::Metric;
use crate::data::setup::ability::{
    Ability, Amount, AttributeId, Cost, Effect, JudgeKind, Range, Timing, Trigger,
};
use crate::data::setup::{Enchantment, Loadout, Status, UnitSetup, Weapon};
use crate::dice::contest::ContestId;
use crate::dice::judge_draws::Distributions;
use crate::state::State;
use crate::state::extras::TurnState;
use fray_engine::roster::{MAX_UNITS, SideId, UnitId, UnitSet};
use fray_kit::board::grid::Place;
use fray_kit::prepared;

/// More Mains than a unit can have in a round of any sane fight: the bound of rounds in which
/// abilities raise counts without end.
pub(crate) const MOST_MAINS: u16 = 500;

/// How many abilities may be in use inside one another.
pub(crate) const MOST_NESTED: u8 = 6;

/// How many triggers may answer one another.
pub(crate) const MOST_ANSWERS: u8 = 4;

/// The element of damage, by its number from 1; 0 is none.
pub(crate) type Element = u8;

/// A whole fight's tables.
#[derive(Debug)]
pub(crate) struct Tables {
    /// Whether what was prepared to be faster is used; tests do without it.
    pub(crate) has_shortcuts: bool,
    /// Whether nothing happens but attacks on one square.
    pub(crate) is_plain: bool,
    /// By unit; those behind the last are empty.
    pub(crate) units: Box<[UnitTables; MAX_UNITS]>,
    /// The abilities of all units, each once.
    pub(crate) abilities: Vec<PreparedAbility>,
    /// Lasting effects that a unit can have at once, and the amounts behind them.
    pub(crate) n_slots: usize,
    pub(crate) n_amounts: usize,
    pub(crate) distributions: Distributions,
    /// The critical and fumble numbers as effects change them, at `numbers * n_number_changes + change`.
    pub(crate) changed_numbers: Vec<u8>,
    pub(crate) n_number_changes: usize,
    /// By timing, the units that have abilities of it without a trigger.
    pub(crate) timed: [UnitSet; N_TIMINGS],
    /// By trigger, the units that have abilities for it.
    pub(crate) triggered: [UnitSet; N_TRIGGERS],
    /// By trigger, the units that have abilities for it, and those whose Auto Actions may answer anything
    /// (NW-19).
    pub(crate) answers: [UnitSet; N_TRIGGERS],
    /// Abilities that work always: whose, which of its list.
    pub(crate) always: Vec<(UnitId, u8)>,
    /// Whether what follows from gear and effects can change in a fight.
    pub(crate) derives_anew: bool,
    /// Whether some of them depend on what changes without notice: conditions, places.
    pub(crate) is_volatile: bool,
    /// The order of windows (NW-09).
    pub(crate) window: Vec<UnitId>,
    /// Whether units can be in different places.
    pub(crate) has_places: bool,
    pub(crate) board: Board,
    /// The units that may cover others.
    pub(crate) coverers: UnitSet,
    /// Whether some unit breaks ties by a tactic of its own.
    pub(crate) ties: bool,
    /// The units that use prana on the Action Count Judge.
    pub(crate) late_rollers: UnitSet,
    /// By kind of Judge, the units that may use abilities just before or just after theirs, or whose quality
    /// is read.
    pub(crate) before: [UnitSet; JudgeKind::COUNT],
    pub(crate) after: [UnitSet; JudgeKind::COUNT],
    pub(crate) reads_quality: UnitSet,
    /// By kind, the units whose Judges cannot be drawn as one with those that they are set against: something
    /// may be declared for them, or read of them alone.
    pub(crate) apart: [UnitSet; JudgeKind::COUNT],
    /// By kind, the units that may put prana on Judges of an attack.
    pub(crate) spends: [UnitSet; JudgeKind::COUNT],
    /// The units whose Mains, without bad statuses, are a Major Action that is an attack, and nothing else.
    pub(crate) only_attacks: UnitSet,
    /// The units whose robe may be opened, or enchantments rearranged, in Setup.
    pub(crate) dressers: UnitSet,
    /// Whether any ability has a trigger.
    pub(crate) has_triggers: bool,
    /// Whether somebody takes a last Main after the fight.
    pub(crate) has_last_mains: bool,
    /// Whether some ability changes counts.
    pub(crate) changes_counts: bool,
    /// Whether some use is limited per Main.
    pub(crate) counts_mains: bool,
    /// Whether any changes damage, elements or kinds of damage.
    pub(crate) changes_damage: bool,
    /// Whether any lifts Near Death.
    pub(crate) lifts: bool,
    pub(crate) surprise: Option<SideId>,
    pub(crate) late: UnitSet,
    pub(crate) fights: u32,
    pub(crate) rounds_of_fight: u32,
    /// By element, the metric that counts its damage.
    pub(crate) damage_of: Vec<Metric>,
    /// The start of a fight, if nothing is rolled for it.
    pub(crate) start: Option<Box<State>>,
    /// A turn of which nothing is known yet. It is copied in one piece: to write it field by field
    /// takes longer than all else that opens a turn.
    pub(crate) fresh: TurnState,
}

/// How many timings and triggers there are.
pub(crate) const N_TIMINGS: usize = Timing::CleanUp as usize + 1;
pub(crate) const N_TRIGGERS: usize = Trigger::EnemyLeaves as usize + 1;

/// The tables of a unit for a whole fight.
#[derive(Debug, Default)]
pub(crate) struct UnitTables {
    /// Its stat block; without `release`, if it may use no prana.
    pub(crate) sheet: UnitSetup,
    /// Its attributes.
    pub(crate) base: [i32; AttributeId::COUNT],
    /// Whether it rolls a Mortality Judge (NW-30).
    pub(crate) entitled: bool,
    pub(crate) weapons: Vec<PreparedWeapon>,
    pub(crate) abilities: Vec<OwnedAbility>,
    /// Its weapons that it can use whatever happens, as bits.
    pub(crate) always_usable: u32,
    /// The others.
    pub(crate) sometimes_usable: u32,
    /// The weapon that it attacks with whatever happens, whoever the target is, if there is one.
    pub(crate) fixed_weapon: Option<u8>,
    /// The ranges of its weapons, then of its abilities.
    pub(crate) ranges: Vec<Range>,
    /// Whether those of its weapons and of its attacks are all the same.
    pub(crate) has_one_range: bool,
    /// Abilities that attack as a Major Action, as bits.
    pub(crate) attacks: u64,
    /// Abilities that work on enemies otherwise, with the Minor or the Major Action, as bits.
    pub(crate) hexes: u64,
    /// Whether MP buy it anything.
    pub(crate) spends_mp: bool,
    /// Whether prana buys it anything.
    pub(crate) spends_prana: bool,
    /// The attributes that it never reads, as bits.
    pub(crate) unread: u32,
    /// NW-45: whether it has special abilities that Pressure bars.
    pub(crate) has_specials: bool,
    /// Abilities that heal friends, with the Minor or the Major Action, as bits.
    pub(crate) healing: u64,
    /// Whether it has a weapon whose area hits friends, too.
    pub(crate) has_wide_weapons: bool,
    /// Whether a condition of D-target speaks of the target.
    pub(crate) targets_by_condition: bool,
    /// Whether D-ability is settled for each possible target.
    pub(crate) uses_by_target: bool,
    /// Its abilities by timing, as bits.
    pub(crate) by_timing: [u64; N_TIMINGS],
    /// The abilities for just before a Judge and just after it, by its kind.
    pub(crate) before: [u64; JudgeKind::COUNT],
    pub(crate) after: [u64; JudgeKind::COUNT],
    /// The abilities with a trigger, by trigger.
    pub(crate) by_trigger: [u64; N_TRIGGERS],
    pub(crate) enchantments: Vec<PreparedEnchantment>,
    pub(crate) loadouts: Vec<PreparedLoadout>,
    /// The changes of damage by element: flat, percent.
    pub(crate) element_mods: Vec<(i32, i32)>,
    /// Its first element.
    pub(crate) element: Element,
    pub(crate) spot: Place,
    pub(crate) starts_in_flight: bool,
    /// The others of its command group (NW-53).
    pub(crate) fellows: UnitSet,
    /// The units of its side that may cover it (NW-24).
    pub(crate) coverers: UnitSet,
    /// The place of its first use.
    pub(crate) first_use: usize,
    /// Abilities of a counted use, as bits.
    pub(crate) limited: u64,
}

/// The numbers of an attack on one target while both are as they began the fight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttackNumbers {
    /// The least difference of the dice of Hit and Dodge that hits (NW-20).
    pub(crate) needed: i32,
    /// Attack less Defense before their dice (NW-21).
    pub(crate) base: i32,
    /// Hit against Dodge, and Attack against Defense.
    pub(crate) contests: [ContestId; 2],
}

prepared! {
    /// A weapon or attack spell.
    pub(in crate) struct PreparedWeapon of Weapon {
        /// The number of its element.
        element: Element,
        price: PreparedCost,
        /// Enchantments that must be in force: all of these, one of those.
        needs_all: u32,
        needs_any: u32,
        /// The numbers of an attack with it, by target; `None` where they are not known before the fight
        /// starts.
        numbers: Option<Box<[Option<AttackNumbers>; MAX_UNITS]>>,
    }

    /// An ability, with a duration that is never over at once where an effect lasts.
    pub(in crate) struct PreparedAbility of Ability {
        price: PreparedCost,
        steps: Vec<AbilityStep>,
        /// The slot of its lasting effects.
        slot: usize,
        /// Whether its changes of damage are of the user's own attacks (NW-22).
        is_dealt: bool,
        /// Whether it changes the damage of an attack that goes on.
        is_of_damage: bool,
        /// Whether it heals somebody.
        heals: bool,
        /// Whether it does damage.
        hurts: bool,
        /// Whether it is bad for those whom it works on: damage, bad statuses, a loss of MP.
        harms: bool,
        /// Whether it is good for them, and nothing bad: HP, MP, prana, the end of statuses.
        helps: bool,
        /// Whether its condition speaks of the target.
        asks_target: bool,
        /// Whether all that lasts of it is one sum, and nothing that works always can follow from it.
        is_sum: bool,
        /// Whether it lifts Near Death (NW-30).
        lifts: bool,
        /// Whether it is for a Judge that fumbled, and no other.
        needs_fumble: bool,
        /// Judges that its effects name, as bits.
        judges: u16,
    }

    /// An enchantment.
    pub(in crate) struct PreparedEnchantment of Enchantment {
        /// The number of its name.
        named: u16,
    }

    /// A loadout.
    pub(in crate) struct PreparedLoadout of Loadout {
        /// The number of its name.
        named: u16,
        /// Its weapons, as bits.
        held: u32,
    }
}

/// A cost (NW-17).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PreparedCost {
    pub(crate) count: Amount,
    pub(crate) hp: Amount,
    pub(crate) mp: Amount,
    pub(crate) prana: Amount,
    /// Bad statuses, and the level of Poison.
    pub(crate) statuses: u8,
    pub(crate) poison: i32,
    pub(crate) is_free: bool,
    /// With every die at its least and without what attributes make of it.
    pub(crate) least: AbilityCost,
    /// Whether an attribute makes something of it.
    pub(crate) is_scaled: bool,
    /// Whether nothing of it is rolled or scaled: it is its least.
    pub(crate) is_fixed: bool,
}

/// The numbers of a cost.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AbilityCost {
    pub(crate) count: i32,
    pub(crate) hp: i32,
    pub(crate) mp: i32,
    pub(crate) prana: i32,
}

impl AbilityCost {
    /// With 0 in place of what is below it.
    pub(crate) fn at_least_nothing(self) -> Self {
        let Self { count, hp, mp, prana } = self;
        Self { count: count.max(0), hp: hp.max(0), mp: mp.max(0), prana: prana.max(0) }
    }
}

impl PreparedCost {
    /// The bill, each amount in turn read by `value`.
    pub(crate) fn bill(&self, mut value: impl FnMut(Amount) -> i32) -> AbilityCost {
        AbilityCost {
            count: value(self.count),
            hp: value(self.hp),
            mp: value(self.mp),
            prana: value(self.prana),
        }
    }

    /// Prepares a cost.
    pub(crate) fn of(cost: &Cost) -> Self {
        let Cost { count, hp, mp, prana, ref statuses } = *cost;
        let amounts = [count, hp, mp, prana];
        let is_scaled = amounts.iter().any(|it| it.scaled.is_some());
        let poison = statuses.iter().filter(|it| it.status == Status::Poison).map(|it| it.level);
        let price = Self { count, hp, mp, prana, ..Self::default() };
        Self {
            statuses: statuses.iter().fold(0, |set, it| set | it.status.bit()),
            poison: poison.max().unwrap_or(0),
            is_free: amounts.iter().all(Amount::is_zero) && statuses.is_empty(),
            least: price.bill(|it| it.plus.saturating_add(it.dice.into())),
            is_scaled,
            is_fixed: !is_scaled && amounts.iter().all(|it| it.dice == 0),
            ..price
        }
    }
}

/// The places of the bits of a set, in ascending order: abilities, weapons, enchantments in listed
/// order.
#[inline(always)]
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    core::iter::from_fn(move || {
        let at = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            at
        })
    })
}

/// The places in a list for which something holds, as bits.
pub(crate) fn places_of<T>(list: &[T], is: impl Fn(&T) -> bool) -> u64 {
    list.iter().enumerate().filter(|(_, it)| is(it)).fold(0, |set, (at, _)| set | 1 << at)
}

/// An ability as one unit owns it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OwnedAbility {
    pub(crate) ability: u16,
    /// Enchantments of which one must be in force.
    pub(crate) needs_any: u32,
    pub(crate) is_invocation: bool,
}

/// One effect with what its names mean.
#[derive(Clone, Debug)]
pub(crate) struct AbilityStep {
    pub(crate) effect: Effect,
    /// The element, enchantment or loadout it names; the change of critical and fumble numbers.
    pub(crate) named: u16,
    /// The amount, if it has one.
    pub(crate) by: Option<Amount>,
    /// The place of the amount while the effect lasts.
    pub(crate) amount: u16,
    /// Whether it is in force for a time rather than done at once.
    pub(crate) lasts: bool,
    /// Whether the ability's own attack has it already: a change of its damage, or what rides on
    /// that (NW-22).
    pub(crate) is_of_attack: bool,
}
