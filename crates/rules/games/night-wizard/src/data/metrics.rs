//! The metrics and the clocks.

use crate::NightWizard;
use crate::data::setup::ability::Effect;
use crate::data::setup::gear::Status;
use fray_engine::contract::Action;
use fray_engine::observe::ActionRef;
use fray_engine::roster::UnitId;
use fray_engine::{Clocks, metrics};
use fray_kit::Words;

/// Returns whether a Judge's dice fumbled: a quality of 0; 1 is ordinary, n + 1 has n criticals.
const fn is_fumble(quality: u32) -> bool {
    quality == 0
}

const fn is_critical(quality: u32) -> bool {
    quality > 1
}

/// The metrics of the quality of all Judges' dice.
const LUCK: &[usize] = &[
    Metric::HitLuck as usize,
    Metric::DodgeLuck as usize,
    Metric::AttackLuck as usize,
    Metric::DefenseLuck as usize,
    Metric::OtherLuck as usize,
];

/// What a fight of Night Wizard counts, for every unit.
#[metrics(units_die)]
pub enum Metric {
    /// Main Processes taken.
    Mains,
    /// HP taken off units of other sides; damage beyond their last HP is overkill and not in it.
    DamageDealt,
    /// HP lost to damage; damage beyond the last HP is not in it.
    DamageTaken,
    /// Times the unit delayed, sitting out included.
    Delays,
    /// Times the unit fell into Near Death.
    NearDeaths,
    /// The part of damage dealt that was magic damage.
    MagicDamage,
    /// Damage taken for others by cover, after Defense.
    CoverDamage,
    /// Covers made.
    Covers,
    /// Action Count paid as a cost; the 10 of Mains and covers are not in it.
    CountSpent,
    /// HP paid as a cost.
    HpSpent,
    /// MP paid.
    MpSpent,
    /// Prana spent.
    PranaSpent,
    /// What dice of prana and dice like them added to Judges.
    #[metric(sampled_only)]
    PranaGained,
    /// Abilities used.
    AbilitiesUsed,
    /// Times an attack was denied because no target was in range and in sight.
    AttacksDenied,
    /// Squares moved.
    SquaresMoved,
    /// Steps out of a square that hindered the unit.
    Withdrawals,
    /// Mains in which the unit moved and did nothing else.
    OnlyMoved,
    /// Rounds at whose end the unit was in flight.
    RoundsInFlight,
    /// Fights that the unit left by an exit.
    Fled,
    /// Bad statuses that the unit came to suffer.
    #[metric("statuses_suffered")]
    Statuses,
    /// Rounds at whose end the unit was Unconscious.
    #[metric("unconscious_rounds")]
    RoundsUnconscious,
    /// Rounds at whose end it was under Pressure.
    #[metric("pressure_rounds")]
    RoundsPressure,
    /// Rounds at whose end it was in Panic.
    #[metric("panic_rounds")]
    RoundsPanic,
    /// Rounds at whose end it was Poisoned.
    #[metric("poison_rounds")]
    RoundsPoison,
    /// Rounds at whose end it was Captured.
    #[metric("capture_rounds")]
    RoundsCapture,
    /// Rounds at whose end it was in Paralysis.
    #[metric("paralysis_rounds")]
    RoundsParalysis,
    /// Rounds at whose end it was in a Daze.
    #[metric("daze_rounds")]
    RoundsDaze,
    /// Minor and Major Actions given up to end bad statuses, or to wake.
    ActionsLost,
    /// Those of them to wake from Unconsciousness.
    #[metric("actions_lost_to_unconscious")]
    LostToUnconscious,
    /// Those to end Pressure.
    #[metric("actions_lost_to_pressure")]
    LostToPressure,
    /// Those to end Panic.
    #[metric("actions_lost_to_panic")]
    LostToPanic,
    /// Those to end Capture.
    #[metric("actions_lost_to_capture")]
    LostToCapture,
    /// Those to end a Daze.
    #[metric("actions_lost_to_daze")]
    LostToDaze,
    /// The part of damage dealt that was of the element fire.
    FireDamage,
    /// The part of water.
    WaterDamage,
    /// The part of earth.
    EarthDamage,
    /// The part of wind.
    WindDamage,
    /// The part of heaven.
    HeavenDamage,
    /// The part of the underworld.
    UnderworldDamage,
    /// The part of the void.
    VoidDamage,
    /// The part of elements of any other name.
    OtherElementDamage,
    /// HP at the end of the fight, 0 for those who are down.
    #[metric(value)]
    HpLeft,
    /// Action Count at Setup, of each round.
    #[metric(value)]
    StartingCount,
    /// Main Processes taken in a round, of each round that the unit began standing.
    #[metric(value, sampled_only)]
    MainsPerRound,
    /// How far its Action Count is below 0 at the end of a round, of each round that the unit began standing.
    #[metric(value, sampled_only)]
    CountWasted,
    /// The round in which the unit was for the first time Exhausted before every enemy that began it standing.
    #[metric(value, sampled_only)]
    ExhaustedFirst,
    /// The activation at which the unit was Exhausted as the last of its side, of each round in which it was.
    #[metric("side_exhausted_at", value, sampled_only)]
    SideExhausted,
    /// Mortality Judges passed, of those rolled.
    #[metric(ratio)]
    Mortality,
    /// Points of prana on one Judge that took some.
    #[metric("prana_per_judge", value)]
    PranaDice,
    /// How the dice of Hit Judges went.
    #[metric(kind = Kind::Hidden, sampled_only)]
    HitLuck,
    /// Hit Judges that fumbled.
    #[metric(kind = Kind::Share { of: Metric::HitLuck as usize, is: is_fumble })]
    HitFumbled,
    /// Hit Judges with a critical.
    #[metric(kind = Kind::Share { of: Metric::HitLuck as usize, is: is_critical })]
    HitCritical,
    /// How the dice of Dodge Judges went.
    #[metric(kind = Kind::Hidden, sampled_only)]
    DodgeLuck,
    /// Dodge Judges that fumbled.
    #[metric(kind = Kind::Share { of: Metric::DodgeLuck as usize, is: is_fumble })]
    DodgeFumbled,
    /// Dodge Judges with a critical.
    #[metric(kind = Kind::Share { of: Metric::DodgeLuck as usize, is: is_critical })]
    DodgeCritical,
    /// How the dice of Attack Judges went.
    #[metric(kind = Kind::Hidden, sampled_only)]
    AttackLuck,
    /// Attack Judges that fumbled.
    #[metric(kind = Kind::Share { of: Metric::AttackLuck as usize, is: is_fumble })]
    AttackFumbled,
    /// Attack Judges with a critical.
    #[metric(kind = Kind::Share { of: Metric::AttackLuck as usize, is: is_critical })]
    AttackCritical,
    /// How the dice of Defense Judges went.
    #[metric(kind = Kind::Hidden, sampled_only)]
    DefenseLuck,
    /// Defense Judges that fumbled.
    #[metric(kind = Kind::Share { of: Metric::DefenseLuck as usize, is: is_fumble })]
    DefenseFumbled,
    /// Defense Judges with a critical.
    #[metric(kind = Kind::Share { of: Metric::DefenseLuck as usize, is: is_critical })]
    DefenseCritical,
    /// How the dice of all other Judges went.
    #[metric(kind = Kind::Hidden, sampled_only)]
    OtherLuck,
    /// Other Judges that fumbled.
    #[metric(kind = Kind::Share { of: Metric::OtherLuck as usize, is: is_fumble })]
    OtherFumbled,
    /// Other Judges with a critical.
    #[metric(kind = Kind::Share { of: Metric::OtherLuck as usize, is: is_critical })]
    OtherCritical,
    /// Criticals one after another, of each Judge that had one.
    #[metric("critical_chain", kind = Kind::Above { of: LUCK, least: 1 })]
    Chain,
}

impl Metric {
    /// Returns how many rounds ended for a unit in this status.
    pub(crate) const fn rounds_in(status: Status) -> Self {
        match status {
            Status::Unconscious => Self::RoundsUnconscious,
            Status::Pressure => Self::RoundsPressure,
            Status::Panic => Self::RoundsPanic,
            Status::Poison => Self::RoundsPoison,
            Status::Capture => Self::RoundsCapture,
            Status::Paralysis => Self::RoundsParalysis,
            Status::Daze => Self::RoundsDaze,
        }
    }

    /// The actions that ended this status; none for those that no action ends (NW-51).
    pub(crate) const fn actions_lost_to(status: Status) -> Option<Self> {
        match status {
            Status::Unconscious => Some(Self::LostToUnconscious),
            Status::Pressure => Some(Self::LostToPressure),
            Status::Panic => Some(Self::LostToPanic),
            Status::Capture => Some(Self::LostToCapture),
            Status::Daze => Some(Self::LostToDaze),
            Status::Poison | Status::Paralysis => None,
        }
    }

    /// The damage of an element (NW-22), whose names are free text.
    pub(crate) fn damage_of(element: &str) -> Self {
        match element {
            "fire" => Self::FireDamage,
            "water" => Self::WaterDamage,
            "earth" => Self::EarthDamage,
            "wind" => Self::WindDamage,
            "heaven" => Self::HeavenDamage,
            "underworld" => Self::UnderworldDamage,
            "void" => Self::VoidDamage,
            _ => Self::OtherElementDamage,
        }
    }
}

/// The clocks of Night Wizard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Clocks)]
pub enum Clock {
    /// A count below the line that lets a unit enter a Main: it is out for the round (NW-12, NW-16).
    Exhausted(Exhaustion),
    /// The last MP are gone.
    MpEmpty(Spent),
    /// The last prana is spent.
    PranaEmpty(PranaSpent),
    /// A fall into Near Death.
    NearDeath(NearDeathCause),
}

/// What causes the clock `exhausted`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Exhaustion {
    /// Too low a count at Setup, or still in Near Death.
    Setup,
    /// The cost of a Main.
    MainEnd,
    /// A delay, or sitting out.
    Delay,
    /// Near Death.
    NearDeath,
    /// The limit of Mains in a round.
    Limit,
    /// A cost in its own Main.
    Cost,
    /// A cost in the Main of another.
    OffturnCost,
    /// A cover.
    Cover,
    /// An ability that lowered the count.
    Effect,
}

/// What causes the clock `mp_empty`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Spent {
    /// They were spent.
    Spent,
    /// They were drained, or lost with an enchantment.
    Drained,
}

/// What causes the clock `prana_empty`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum PranaSpent {
    /// It was spent.
    Spent,
}

/// What causes the clock `near_death`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum NearDeathCause {
    /// By damage of an attack or an ability.
    Damage,
    /// By a cost in HP.
    Cost,
    /// By Poison.
    Poison,
}

/// Places among the hazards.
pub(crate) const POISON: u8 = 0;
/// The cost of an action, where it is not known which.
pub(crate) const COST: u8 = 1;
/// Rest between two fights (NW-52).
pub(crate) const REST: u8 = 2;

/// Returns the causes that put units into Near Death, or heal them, without an action.
pub(crate) fn hazards() -> Vec<Action> {
    vec![Action::new("status", "poison"), Action::new("cost", "cost"), Action::new("rest", "rest")]
}

impl NightWizard {
    /// The weapons of a unit, its abilities, and prana turned into HP.
    pub(crate) fn actions_of(&self, unit: UnitId) -> Vec<Action> {
        let tables = &self.tables.units[unit.idx()];
        let name = |name: &str| if name.is_empty() { "attack".to_owned() } else { name.to_owned() };
        let weapons = tables.weapons.iter().map(|weapon| Action::new("weapon", name(&weapon.name)));
        let abilities = tables
            .abilities
            .iter()
            .map(|owned| Action::new("ability", self.tables.abilities[owned.ability as usize].name.clone()));
        weapons.chain(abilities).chain([Action::new("prana", "prana")]).collect()
    }

    /// The use of the ability in place `at` of a unit's list.
    #[inline(always)]
    pub(crate) fn ability_action(&self, by: UnitId, at: u8) -> ActionRef {
        ActionRef { by, action: self.tables.units[by.idx()].weapons.len() as u8 + at }
    }

    /// Prana turned into HP.
    pub(crate) fn prana_action(&self, by: UnitId) -> ActionRef {
        self.ability_action(by, self.tables.units[by.idx()].abilities.len() as u8)
    }

    /// The largest observation of a metric of this unit, where the scenario bounds it.
    pub(crate) fn largest_of(&self, unit: UnitId, metric: Metric) -> Option<u32> {
        match metric {
            Metric::HpLeft => self.most_hp(unit),
            Metric::DamageTaken => self.most_hp_lost(unit),
            Metric::DamageDealt => {
                let others = self.roster.everyone().filter(|&other| other != unit);
                others.map(|other| self.most_hp_lost(other)).sum()
            }
            Metric::ExhaustedFirst => Some(self.max_rounds),
            Metric::Felled => Some(self.most_felled(unit)),
            // Weapons attack the other sides, and give nothing back.
            Metric::AllyDamage if self.tables.abilities.is_empty() => Some(0),
            Metric::HealingGiven | Metric::HealingReceived if self.has_own_hp_alone() => Some(0),
            Metric::Fled if self.tables.board.grid.exits().is_empty() => Some(0),
            _ => None,
        }
    }

    /// The most units of other sides that the unit can put into Near Death, each time counted: each of them once, or once
    /// in a round if it may stand again, for which it needs a Mortality Judge, an ability that lifts Near Death, or another
    /// fight (NW-29, NW-30, NW-52).
    fn most_felled(&self, unit: UnitId) -> u32 {
        let mut effects = self.tables.abilities.iter().flat_map(|ability| &ability.steps);
        let any_again =
            self.tables.fights > 1 || effects.any(|step| matches!(step.effect, Effect::LiftNearDeath));
        let own = self.roster.units[unit.idx()].side;
        let others = self.roster.everyone().filter(|other| self.roster.units[other.idx()].side != own);
        let times = |other: UnitId| {
            if any_again || self.tables.units[other.idx()].entitled { self.max_rounds + 1 } else { 1 }
        };
        others.map(times).sum()
    }

    /// The most HP that the unit can have: those of its stat block, unless something raises them.
    fn most_hp(&self, unit: UnitId) -> Option<u32> {
        let raises = |effect: &Effect| matches!(effect, Effect::ChangeMax { hp, .. } if *hp > 0);
        let is_raised =
            self.tables.abilities.iter().any(|ability| ability.steps.iter().any(|step| raises(&step.effect)));
        (!is_raised).then(|| self.tables.units[unit.idx()].sheet.hp.max(0) as u32)
    }

    /// Returns whether nothing gives HP back but Mortality Judges: no ability, prana or next fight.
    fn has_own_hp_alone(&self) -> bool {
        self.tables.abilities.is_empty() && self.tables.fights == 1 && self.rulings.prana_to_hp_rate.0 == 0
    }

    /// The most HP that the unit can lose in a fight: its own, and what it has again after each
    /// Mortality Judge. Known where nothing else gives HP back: no ability, prana or next fight.
    fn most_hp_lost(&self, unit: UnitId) -> Option<u32> {
        let again = self.rulings.mortality_hp.0.max(0) as u32 * self.max_rounds;
        let own = self.tables.units[unit.idx()].sheet.hp.max(0) as u32;
        self.has_own_hp_alone().then(|| own + if self.tables.units[unit.idx()].entitled { again } else { 0 })
    }
}
