//! What is counted, and the clocks.

use crate::{clocks, metrics};

const fn any(_: u32) -> bool {
    true
}

const fn is_some(n: u32) -> bool {
    n > 0
}

/// What a Judge's dice came to, as a number: 0 fumbled, 1 ordinary, n + 1 for n criticals.
const fn is_fumble(luck: u32) -> bool {
    luck == 0
}

const fn is_critical(luck: u32) -> bool {
    luck > 1
}

metrics! {
    /// What a fight of Night Wizard counts, for every unit.
    pub enum Metric {
        /// Main Processes taken.
        Mains = "mains": Kind::Count;
        /// HP taken off others; damage beyond their last HP is overkill and not in it.
        DamageDealt = "damage_dealt": Kind::Count;
        /// HP lost to damage; damage beyond the last HP is not in it.
        DamageTaken = "damage_taken": Kind::Count;
        /// Times the unit delayed, sitting out included.
        Delays = "delays": Kind::Count;
        /// Times the unit fell into Near Death.
        NearDeaths = "near_deaths": Kind::Count;
        /// The part of damage dealt that was magic damage.
        MagicDamage = "magic_damage": Kind::Count;
        /// Damage taken for others by cover, after Defense.
        CoverDamage = "cover_damage": Kind::Count;
        /// Covers made.
        Covers = "covers": Kind::Count;
        /// Action Count paid as a cost; the 10 of Mains and covers are not in it.
        CountSpent = "count_spent": Kind::Count;
        /// HP paid as a cost.
        HpSpent = "hp_spent": Kind::Count;
        /// MP paid.
        MpSpent = "mp_spent": Kind::Count;
        /// Prana spent.
        PranaSpent = "prana_spent": Kind::Count;
        /// What dice of prana and dice like them added to Judges.
        PranaGained = "prana_gained": Kind::Count;
        /// Abilities used.
        AbilitiesUsed = "abilities_used": Kind::Count;
        /// HP regained by abilities and prana.
        Healed = "healed": Kind::Count;
        /// Times an attack was denied because no target was in range and in sight.
        AttacksDenied = "attacks_denied": Kind::Count;
        /// Squares moved.
        SquaresMoved = "squares_moved": Kind::Count;
        /// Steps out of a square that hindered the unit.
        Withdrawals = "withdrawals": Kind::Count;
        /// Mains in which the unit moved and did nothing else.
        OnlyMoved = "only_moved": Kind::Count;
        /// Rounds at whose end the unit was in flight.
        RoundsInFlight = "rounds_in_flight": Kind::Count;
        /// Fights that the unit left by an exit.
        Fled = "fled": Kind::Count;
        /// Fights in which the unit fell at least once.
        Dropped = "dropped": Kind::Share { of: Metric::NearDeaths as usize, among: any, is: is_some };
        /// Fights at whose end the unit stands.
        Survived = "survived": Kind::Ratio;
        /// Fights at whose end the unit is dead.
        Died = "died": Kind::Ratio;
        /// HP at the end of the fight, 0 for those who are down.
        HpLeft = "hp_left": Kind::Value;
        /// Action Count at Setup, of each round.
        StartingCount = "starting_count": Kind::Value;
        /// Main Processes taken in a round, of each round that the unit began standing.
        MainsPerRound = "mains_per_round": Kind::Value;
        /// How far its Action Count is below 0 at the end of a round, of each round that the unit began standing.
        CountWasted = "count_wasted": Kind::Value;
        /// Mortality Judges passed, of those rolled.
        Mortality = "mortality": Kind::Ratio;
        /// Points of prana on one Judge that took some.
        PranaDice = "prana_per_judge": Kind::Value;
        /// Bad statuses inflicted, each as its number: 0 unconscious, 1 pressure, 2 panic, 3 poison, 4 capture, 5 paralysis, 6 daze.
        Statuses = "statuses_inflicted": Kind::Value;
        /// Bad statuses in force at the end of a round, each as its number.
        StatusRounds = "status_rounds": Kind::Value;
        /// Actions spent on shaking off bad statuses or on waking, each as the number of the status.
        ActionsLost = "status_actions": Kind::Value;
        /// How the dice of Hit Judges went.
        HitLuck = "hit_luck": Kind::Hidden;
        /// Hit Judges that fumbled; counted where more than the core of the game is played, as are all shares of fumbles and criticals.
        HitFumbled = "hit_fumbled": Kind::Share { of: Metric::HitLuck as usize, among: any, is: is_fumble };
        /// Hit Judges with a critical.
        HitCritical = "hit_critical": Kind::Share { of: Metric::HitLuck as usize, among: any, is: is_critical };
        /// How the dice of Dodge Judges went.
        DodgeLuck = "dodge_luck": Kind::Hidden;
        /// Dodge Judges that fumbled.
        DodgeFumbled = "dodge_fumbled": Kind::Share { of: Metric::DodgeLuck as usize, among: any, is: is_fumble };
        /// Dodge Judges with a critical.
        DodgeCritical = "dodge_critical": Kind::Share { of: Metric::DodgeLuck as usize, among: any, is: is_critical };
        /// How the dice of Attack Judges went.
        AttackLuck = "attack_luck": Kind::Hidden;
        /// Attack Judges that fumbled.
        AttackFumbled = "attack_fumbled": Kind::Share { of: Metric::AttackLuck as usize, among: any, is: is_fumble };
        /// Attack Judges with a critical.
        AttackCritical = "attack_critical": Kind::Share { of: Metric::AttackLuck as usize, among: any, is: is_critical };
        /// How the dice of Defense Judges went.
        DefenseLuck = "defense_luck": Kind::Hidden;
        /// Defense Judges that fumbled.
        DefenseFumbled = "defense_fumbled": Kind::Share { of: Metric::DefenseLuck as usize, among: any, is: is_fumble };
        /// Defense Judges with a critical.
        DefenseCritical = "defense_critical": Kind::Share { of: Metric::DefenseLuck as usize, among: any, is: is_critical };
        /// How the dice of all other Judges went.
        OtherLuck = "other_luck": Kind::Hidden;
        /// Other Judges that fumbled.
        OtherFumbled = "other_fumbled": Kind::Share { of: Metric::OtherLuck as usize, among: any, is: is_fumble };
        /// Other Judges with a critical.
        OtherCritical = "other_critical": Kind::Share { of: Metric::OtherLuck as usize, among: any, is: is_critical };
        /// Criticals one after another, of each Judge that had one.
        Chain = "critical_chain": Kind::Value;
    }
}

clocks! {
    /// The clocks of Night Wizard.
    pub enum Clock {
        /// A count below the line that lets a unit enter a Main: it is out for the round (NW-12, NW-16).
        Exhausted(Exhaustion) = "exhausted" {
            /// Too low a count at Setup, or still in Near Death.
            Setup = "setup",
            /// The cost of a Main.
            MainEnd = "main_end",
            /// A delay, or sitting out.
            Delay = "delay",
            /// Near Death.
            NearDeath = "near_death",
            /// The limit of Mains in a round.
            Limit = "limit",
            /// A cost in its own Main.
            Cost = "cost",
            /// A cost in the Main of another.
            OffturnCost = "offturn_cost",
            /// A cover.
            Cover = "cover",
            /// An ability that lowered the count.
            Effect = "effect",
        }
        /// The last MP are gone.
        MpEmpty(Spent) = "mp_empty" {
            /// They were spent.
            Spent = "spent",
            /// They were drained, or lost with an enchantment.
            Drained = "drained",
        }
        /// The last prana is spent.
        PranaEmpty(PranaSpent) = "prana_empty" {
            /// It was spent.
            Spent = "spent",
        }
        /// A fall into Near Death.
        NearDeath(NearDeathCause) = "near_death" {
            /// By damage of an attack or an ability.
            Damage = "damage",
            /// By a cost in HP.
            Cost = "cost",
            /// By Poison.
            Poison = "poison",
        }
    }
}
