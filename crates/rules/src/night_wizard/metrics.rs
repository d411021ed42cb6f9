//! What is counted, and the clocks.

use crate::{clocks, metrics};

/// How a Judge went, as the value of a hidden histogram: a fumble, or 1 and the number of
/// criticals of its chain.
pub const FUMBLE: u32 = 0;

const fn any(_: u32) -> bool {
    true
}

const fn is_fumble(class: u32) -> bool {
    class == FUMBLE
}

const fn is_critical(class: u32) -> bool {
    class >= 2
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
        /// The part of its last cost that the unit had no Action Count left for, of each Exhaustion at a Main's end.
        CountWasted = "count_wasted": Kind::Value;
        /// Mortality Judges passed, of those rolled.
        Mortality = "mortality": Kind::Ratio;
        /// How its Judges to hit went.
        HitJudge = "hit_judge": Kind::Hidden;
        /// How its Judges to dodge or resist went.
        DodgeJudge = "dodge_judge": Kind::Hidden;
        /// How its Judges for damage went.
        AttackJudge = "attack_judge": Kind::Hidden;
        /// How its Judges against damage went.
        DefenseJudge = "defense_judge": Kind::Hidden;
        /// Judges to hit with at least one critical.
        HitCritical = "hit_critical": Kind::Share { of: Metric::HitJudge as usize, among: any, is: is_critical };
        /// Judges to hit that fumbled.
        HitFumble = "hit_fumble": Kind::Share { of: Metric::HitJudge as usize, among: any, is: is_fumble };
        /// Judges to dodge or resist with at least one critical.
        DodgeCritical = "dodge_critical": Kind::Share { of: Metric::DodgeJudge as usize, among: any, is: is_critical };
        /// Judges to dodge or resist that fumbled.
        DodgeFumble = "dodge_fumble": Kind::Share { of: Metric::DodgeJudge as usize, among: any, is: is_fumble };
        /// Judges for damage with at least one critical.
        AttackCritical = "attack_critical": Kind::Share { of: Metric::AttackJudge as usize, among: any, is: is_critical };
        /// Judges for damage that fumbled.
        AttackFumble = "attack_fumble": Kind::Share { of: Metric::AttackJudge as usize, among: any, is: is_fumble };
        /// Judges against damage with at least one critical.
        DefenseCritical = "defense_critical": Kind::Share { of: Metric::DefenseJudge as usize, among: any, is: is_critical };
        /// Judges against damage that fumbled.
        DefenseFumble = "defense_fumble": Kind::Share { of: Metric::DefenseJudge as usize, among: any, is: is_fumble };
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
