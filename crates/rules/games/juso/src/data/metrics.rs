//! The metrics and the clocks.

use crate::Juso;
use fray_engine::contract::Action;
use fray_engine::observe::ActionRef;
use fray_engine::roster::UnitId;
use fray_engine::{Clocks, metrics};
use fray_kit::Words;

/// What a fight of Juso counts, for every unit.
#[metrics(units_die)]
pub enum Metric {
    /// Attacks made; an area counts once.
    Attacks,
    /// Life taken off units of the other side; damage beyond their last point is overkill and not in it.
    DamageDealt,
    /// Life lost to damage; damage beyond the last point is not in it.
    DamageTaken,
    /// Units killed.
    Kills,
    /// Units killed in one blow: from full life.
    OneBlowKills,
    /// Damage stopped by special armour.
    Soak,
    /// Special armour left over when it stopped all damage of a hit.
    SoakWasted,
    /// Defences won by armour alone, at difficulty 0 or less.
    ArmourDefences,
    /// Squares the unit was knocked back, those it endured not counted.
    KnockedBack,
    /// Squares of knockback that it endured.
    Endured,
    /// Squares of knockback turned into damage to it by back attacks.
    BackAttacked,
    /// Points of damage that it retreated from.
    Retreated,
    /// Times it lost the flag.
    #[metric(of_side)]
    FlagLosses,
    /// Rounds that it ended off the board.
    RoundsOff,
    /// Times it left the board.
    Leaves,
    /// Large moves it wanted and might not make on the second side.
    LargeMovesDenied,
    /// Cores gained by the roll of the preparation phase.
    CoresGained,
    /// Cores spent on dice.
    CoresOnDice,
    /// Cores spent on enduring and retreat-defence.
    CoresOnEnduring,
    /// Cores spent on abilities.
    CoresOnAbilities,
    /// Cores lost at round ends.
    CoresLost,
    /// Cores carried over round ends.
    CoresCarried,
    /// Uses of abilities.
    Abilities,
    /// Attacks that hit before any defence: base rolls of a PC, attacks of an enemy with a success.
    #[metric("hit_before_defence", ratio)]
    HitBefore,
    /// Agility defences that stopped the attack.
    #[metric(ratio)]
    AgilityDefence,
    /// Body defences that took away some knockback.
    #[metric(ratio)]
    BodyDefence,
    /// Perception defences that stopped the attack.
    #[metric(ratio)]
    PerceptionDefence,
    /// Resistances that stopped the attack.
    #[metric(ratio)]
    Resistance,
    /// First defences of a round that stopped the attack.
    #[metric("defence_1", ratio)]
    Defence1,
    /// Second defences of a round that stopped the attack.
    #[metric("defence_2", ratio)]
    Defence2,
    /// Third defences of a round that stopped the attack.
    #[metric("defence_3", ratio)]
    Defence3,
    /// Later defences of a round that stopped the attack.
    #[metric("defence_4_up", ratio)]
    Defence4Up,
    /// Attempts to slip past that succeeded.
    #[metric(ratio)]
    Slip,
    /// Attempts to sneak that succeeded.
    #[metric(ratio)]
    Sneak,
    /// Rounds at whose end it held the flag.
    #[metric(ratio, of_side)]
    FlagRounds,
    /// Dice split off for the effect, of each attack.
    #[metric(value)]
    SplitDice,
    /// Cores spent on dice, of each attack.
    #[metric(value)]
    CoresPerAttack,
    /// Squares the target is knocked back by a hit, before it endures.
    #[metric(value)]
    KnockbackPerHit,
    /// Dice lost to obstacles, of each shot.
    #[metric(value)]
    ObstacleDice,
    /// Life at the end of the fight, 0 for those who are down.
    #[metric(value)]
    LifeLeft,
    /// High mana at the end of the fight.
    #[metric(value, sampled_only)]
    HighManaLeft,
}

/// The clocks of Juso.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Clocks)]
pub enum Clock {
    /// A spend of its own choice took the unit's last core.
    Exhausted(Exhaustion),
    /// An attack with no core dice because there was no core.
    DryAttack(DryAttack),
    /// A defence whose pool is 0 by repetition.
    GuardBroken(GuardBroken),
    /// The unit left the board.
    LeftBoard(LeftBoard),
    /// The unit was incapacitated.
    Incapacitated(Incapacitated),
    /// The unit died.
    Dead(Dead),
    /// The unit's side lost the flag; counted for the first unit of the side.
    FlagLost(FlagLost),
}

/// What causes the clock `exhausted`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Exhaustion {
    /// Dice of an attack or of another roll.
    Attack,
    /// The cost of an ability.
    Ability,
    /// Enduring or retreat-defence.
    Endure,
}

/// What causes the clock `dry_attack`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum DryAttack {
    /// An attack.
    Attack,
}

/// What causes the clock `guard_broken`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum GuardBroken {
    /// A defence.
    Defence,
}

/// What causes the clock `left_board`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum LeftBoard {
    /// By its own move.
    Move,
    /// By knockback, retreat-defence or an ability.
    Knockback,
}

/// What causes the clock `incapacitated`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Incapacitated {
    /// By damage.
    Damage,
}

/// What causes the clock `dead`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Dead {
    /// By damage.
    Damage,
}

/// What causes the clock `flag_lost`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum FlagLost {
    /// A change of position or activity.
    Passed,
    /// An ability.
    Taken,
}

impl Juso {
    /// The weapons of a unit, its abilities, and first aid.
    pub(crate) fn actions_of(&self, unit: UnitId) -> Vec<Action> {
        let it = self.unit(unit);
        let weapons =
            (0..it.profiles.len()).map(|at| match it.weapons.get(at).map(|weapon| weapon.name.as_str()) {
                Some("") | None => Action::new("weapon", "attack"),
                Some(name) => Action::new("weapon", name),
            });
        let abilities = it.abilities.iter().map(|skill| Action::new("ability", skill.ability.id.clone()));
        weapons.chain(abilities).chain([Action::new("first aid", "first aid")]).collect()
    }

    /// The place of an ability among the actions.
    pub(crate) fn ability_action(&self, unit: UnitId, at: usize) -> u8 {
        (self.unit(unit).profiles.len() + at) as u8
    }

    pub(crate) fn first_aid_action(&self, by: UnitId) -> ActionRef {
        ActionRef { by, action: self.ability_action(by, self.unit(by).abilities.len()) }
    }

    /// The largest observation of a metric of this unit, where the scenario bounds it.
    pub(crate) fn largest_of(&self, unit: UnitId, metric: Metric) -> Option<u32> {
        let life = |unit: UnitId| self.unit(unit).life.max(0) as u32;
        // Without abilities nobody regains life or rises again.
        let for_good = !self.has_abilities && !self.roster.everyone().any(|unit| self.unit(unit).first_aid);
        match metric {
            // Abilities heal up to the life of the stat block.
            Metric::LifeLeft => Some(life(unit)),
            Metric::DamageTaken if for_good => Some(life(unit)),
            Metric::DamageDealt if for_good => {
                Some(self.roster.everyone().filter(|&other| other != unit).map(life).sum())
            }
            Metric::Felled if for_good => Some(self.enemies(unit).len()),
            Metric::Kills | Metric::OneBlowKills if for_good => Some(self.everyone.len() - 1),
            Metric::HealingGiven | Metric::HealingReceived if for_good => Some(0),
            Metric::RoundsOff => Some(self.max_rounds),
            _ => None,
        }
    }
}
