//! What is counted, and the clocks.

use crate::{clocks, metrics};

const fn any(_: u32) -> bool {
    true
}

const fn is_some(n: u32) -> bool {
    n > 0
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
        }
    }
}
