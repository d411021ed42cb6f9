//! What is counted, and the clocks.

use crate::Juso;
use fray_engine::contract::Action;
use fray_engine::observe::ActionRef;
use fray_engine::roster::UnitId;
use fray_engine::{clocks, metrics};

metrics! {
    /// What a fight of Juso counts, for every unit.
    pub enum Metric where units_die = true {
        /// Attacks made; an area counts once.
        Attacks = "attacks": Kind::Count;
        /// Life taken off units of the other side; damage beyond their last point is overkill and not in it.
        DamageDealt = "damage_dealt": Kind::Count;
        /// Life lost to damage; damage beyond the last point is not in it.
        DamageTaken = "damage_taken": Kind::Count;
        /// Units killed.
        Kills = "kills": Kind::Count;
        /// Units killed in one blow: from full life.
        OneBlowKills = "one_blow_kills": Kind::Count;
        /// Damage stopped by special armour.
        Soak = "soak": Kind::Count;
        /// Special armour left over when it stopped all damage of a hit.
        SoakWasted = "soak_wasted": Kind::Count;
        /// Defences won by armour alone, at difficulty 0 or less.
        ArmourDefences = "armour_defences": Kind::Count;
        /// Squares the unit was knocked back, those it endured not counted.
        KnockedBack = "knocked_back": Kind::Count;
        /// Squares of knockback that it endured.
        Endured = "endured": Kind::Count;
        /// Squares of knockback turned into damage to it by back attacks.
        BackAttacked = "back_attacked": Kind::Count;
        /// Points of damage that it retreated from.
        Retreated = "retreated": Kind::Count;
        /// Times it lost the flag.
        FlagLosses = "flag_losses": Kind::Count, of_side;
        /// Rounds that it ended off the board.
        RoundsOff = "rounds_off": Kind::Count;
        /// Times it left the board.
        Leaves = "leaves": Kind::Count;
        /// Large moves it wanted and might not make on the second side.
        LargeMovesDenied = "large_moves_denied": Kind::Count;
        /// Cores gained by the roll of the preparation phase.
        CoresGained = "cores_gained": Kind::Count;
        /// Cores spent on dice.
        CoresOnDice = "cores_on_dice": Kind::Count;
        /// Cores spent on enduring and retreat-defence.
        CoresOnEnduring = "cores_on_enduring": Kind::Count;
        /// Cores spent on abilities.
        CoresOnAbilities = "cores_on_abilities": Kind::Count;
        /// Cores lost at round ends.
        CoresLost = "cores_lost": Kind::Count;
        /// Cores carried over round ends.
        CoresCarried = "cores_carried": Kind::Count;
        /// Uses of abilities.
        Abilities = "abilities": Kind::Count;
        /// Attacks that hit before any defence: base rolls of a PC, attacks of an enemy with a success.
        HitBefore = "hit_before_defence": Kind::Ratio;
        /// Agility defences that stopped the attack.
        AgilityDefence = "agility_defence": Kind::Ratio;
        /// Body defences that took away some knockback.
        BodyDefence = "body_defence": Kind::Ratio;
        /// Perception defences that stopped the attack.
        PerceptionDefence = "perception_defence": Kind::Ratio;
        /// Resistances that stopped the attack.
        Resistance = "resistance": Kind::Ratio;
        /// First defences of a round that stopped the attack.
        Defence1 = "defence_1": Kind::Ratio;
        /// Second defences of a round that stopped the attack.
        Defence2 = "defence_2": Kind::Ratio;
        /// Third defences of a round that stopped the attack.
        Defence3 = "defence_3": Kind::Ratio;
        /// Later defences of a round that stopped the attack.
        Defence4Up = "defence_4_up": Kind::Ratio;
        /// Attempts to slip past that succeeded.
        Slip = "slip": Kind::Ratio;
        /// Attempts to sneak that succeeded.
        Sneak = "sneak": Kind::Ratio;
        /// Rounds at whose end it held the flag.
        FlagRounds = "flag_rounds": Kind::Ratio, of_side;
        /// Dice split off for the effect, of each attack.
        SplitDice = "split_dice": Kind::Value;
        /// Cores spent on dice, of each attack.
        CoresPerAttack = "cores_per_attack": Kind::Value;
        /// Squares the target is knocked back by a hit, before it endures.
        KnockbackPerHit = "knockback_per_hit": Kind::Value;
        /// Dice lost to obstacles, of each shot.
        ObstacleDice = "obstacle_dice": Kind::Value;
        /// Life at the end of the fight, 0 for those who are down.
        LifeLeft = "life_left": Kind::Value;
        /// High mana at the end of the fight.
        HighManaLeft = "high_mana_left": Kind::Value, sampled_only;
    }
}

clocks! {
    /// The clocks of Juso.
    pub enum Clock {
        /// A spend of its own choice took the unit's last core.
        Exhausted(Exhaustion) = "exhausted" {
            /// Dice of an attack or of another roll.
            Attack = "attack",
            /// The cost of an ability.
            Ability = "ability",
            /// Enduring or retreat-defence.
            Endure = "endure",
        }
        /// An attack with no core dice because there was no core.
        DryAttack(DryAttack) = "dry_attack" {
            /// An attack.
            Attack = "attack",
        }
        /// A defence whose pool is 0 by repetition.
        GuardBroken(GuardBroken) = "guard_broken" {
            /// A defence.
            Defence = "defence",
        }
        /// The unit left the board.
        LeftBoard(LeftBoard) = "left_board" {
            /// By its own move.
            Move = "move",
            /// By knockback, retreat-defence or an ability.
            Knockback = "knockback",
        }
        /// The unit was incapacitated.
        Incapacitated(Incapacitated) = "incapacitated" {
            /// By damage.
            Damage = "damage",
        }
        /// The unit died.
        Dead(Dead) = "dead" {
            /// By damage.
            Damage = "damage",
        }
        /// The unit's side lost the flag; counted for the first unit of the side.
        FlagLost(FlagLost) = "flag_lost" {
            /// A change of position or activity.
            Passed = "passed",
            /// An ability.
            Taken = "taken",
        }
    }
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

    pub(crate) fn first_aid_deed(&self, by: UnitId) -> ActionRef {
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
