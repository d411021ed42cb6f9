//! Who does what when the rules leave a choice: for each decision the choices, the default first. A
//! plan is a list of them, each with the condition under which it is taken. What a condition may ask
//! stands in `fact`.

mod fact;

pub use fact::Fact;

use crate::data::rulings::{Delays, Mortality, Rulings, Switch};
use crate::data::setup::UnitSetup;
use fray_engine::roster::UnitId;
use fray_kit::declare::tactics::Takes;
use fray_kit::tactics;
use fray_kit::tactics::when::{self, Term};

/// A plan for a decision of Night Wizard.
pub type Plan<T> = fray_kit::tactics::plan::Plan<T, Fact>;

/// One entry of it.
pub type Entry<T> = fray_kit::tactics::plan::Entry<T, Fact>;

/// What decides whether a tactic can matter.
pub type Subject<'a> = fray_kit::tactics::Subject<'a, UnitSetup, Rulings>;

/// NW-33: whether a set of enchantments may be in force together.
fn may_enchant(of: &Subject<'_>, choice: Enchant) -> bool {
    let Enchant::Set(set) = choice else { return true };
    let all = of.unit.enchantments.iter().enumerate();
    let chosen: Vec<i32> = all.filter(|(i, _)| set >> i & 1 == 1).map(|(_, own)| own.level).collect();
    let most = of.unit.enchantment_limit - i32::from(of.rulings.enchantment_limit_strict);
    chosen.iter().sum::<i32>() <= most && chosen.len() as i32 <= of.unit.memory
}

tactics! {
    /// The decisions that a scenario can set.
    pub const DECISIONS of Subject<'_>, asking Fact;

    /// The decisions of a unit.
    struct Tactics {
        /// Whom the unit attacks, among its legal targets; ties go to listed order.
        "D-target" target: Target {
            /// The first in listed order.
            /// Good for bringing everybody's attacks down on one enemy: the order in the file decides which.
            First = "first";
            /// The nearest; on one square the first in listed order.
            /// Good for melee units on a map: it walks least.
            Nearest = "nearest";
            /// The one with the fewest HP.
            /// Good for taking enemies out one by one, which ends their attacks soonest.
            Weakest = "weakest";
            /// The one with the highest Attack less the unit's own Defense.
            /// Good for a few dangerous attackers among many harmless ones.
            Threat = "threat";
            /// The one that has lost the most HP.
            /// Good for allies whose attacks add up on one enemy.
            MostDamaged = "most_damaged";
            /// The one against whom an attack does the most expected harm: the HP that it takes off, as far as they are left, by the chance of a hit.
            /// Good for enemies that differ in Dodge, in Defense or in what elements do to them.
            BestDamage = "best_damage";
            /// One at random, all equally likely.
            /// Good for beasts and mobs without a plan.
            Random = "random";
            /// The one attacked last, as long as it is legal; otherwise the first.
            /// Good for a duellist that stays with its prey.
            Same = "same";
        }

        /// What the unit does when it is its turn, before its Main.
        "D-delay" delay: Delay [matters if "the ruling `delay` is `allowed`": |of| of.rulings.delay == Delays::Allowed], untargeted {
            /// It acts.
            /// Good for nearly everybody: whoever acts first takes enemies out first.
            Act = "act";
            /// It lowers its count to this value, if it is above.
            /// Good for acting behind an enemy, or after an ally.
            To(i32) = "to" takes Takes::Number(-999, 999);
            /// It sits out the round.
            /// Good for a unit that only reacts and whose Mains would cost it something.
            SitOut = "sit_out";
            /// It lets this ally take its next Main first, if that loses it no Main.
            /// Good for an attacker that waits for what its ally does for it; without that it only acts later.
            AfterAlly(UnitId) = "after_ally" takes Takes::Ally;
            /// It lets this enemy take its next Main first.
            /// Good for letting an enemy come within reach first.
            AfterEnemy(UnitId) = "after_enemy" takes Takes::Enemy;
            /// It sits out the round if no target is within reach of this Main.
            /// Good for a guard that leaves its place for nobody, as long as the enemy comes.
            Hold = "hold";
        }

        /// Whether enemies in Near Death are attacked.
        "D-downed" downed: Downed {
            /// They are not.
            /// Good for nearly every fight: whoever still stands hits back.
            Ignore = "ignore";
            /// They are, like any other, unless they are certain to stay down.
            /// Good for rulings by which every point below 0 makes it harder to get up again.
            FinishOff = "finish_off", [matters if "the ruling `mortality_per_hp` is 1 or more and `mortality` is not `off`": |of, _| of.rulings.mortality_per_hp.0 > 0 && of.rulings.mortality != Mortality::Off];
        }

        /// What the unit does with a Main that has nothing to do.
        "D-pass" pass: Pass, untargeted {
            /// It takes the Main, which costs its count, and does nothing.
            /// Good for a unit that may have something to do in a later Main of the round.
            PassMain = "pass_main";
            /// It sits out the round.
            /// Good for skipping Mains that come to nothing.
            SitOut = "sit_out";
        }

        /// Which of the tied units of one side and kind goes first; the first of them in listed order decides.
        "D-tie" tie: Tie, untargeted {
            /// By `tie_priority`, then listed order.
            /// Good for an order that the stat blocks say.
            Listed = "listed";
            /// The one with the highest Attack.
            /// Good for striking hard before the enemy acts.
            HighestAttack = "highest_attack";
            /// The one with the fewest HP.
            /// Good for letting those in danger act before they fall.
            LowestHp = "lowest_hp";
        }

        /// Which of its usable weapons and attack spells the unit uses.
        "D-weapon" weapon: ChooseWeapon [matters if "it has several weapons and attack spells": |of| of.unit.weapons.len() > 1] {
            /// The first listed with a target in range; an area that hits friends only where it is worth more than any other attack.
            /// Good for a favourite weapon with others to fall back on.
            First = "first";
            /// The one with the most expected harm, less that to friends.
            /// Good for weapons of different elements or powers, and for areas; it asks for MP as if they never ran out.
            BestDamage = "best_damage";
            /// The one that costs the least Action Count.
            /// Good for more Mains in a round.
            CheapestCount = "cheapest_count";
            /// The one that costs the fewest MP.
            /// Good for casters in long fights.
            ConserveMp = "conserve_mp";
        }

        /// Which abilities the unit uses in a window.
        "D-ability" ability: UseAbility [matters if "it has abilities": |of| !of.unit.abilities.is_empty()] {
            /// In listed order, each whose cost is payable and that has a target.
            /// Good for abilities that are listed by their worth.
            Listed = "listed";
            /// None.
            /// Good for seeing what the abilities are worth.
            Never = "never";
            /// As listed, if this many MP are left after it.
            /// Good for saving MP for a Reaction or for flight.
            KeepMp(i32) = "keep_mp" takes Takes::Number(0, 999);
            /// As listed, one ability a round.
            /// Good for making MP last.
            OncePerRound = "once_per_round";
            /// As listed, below this percentage of HP: those of the target for what is meant for the own side, otherwise its own.
            /// Good for healers who leave scratches alone, and for emergencies.
            HpBelow(i32) = "hp_below" takes Takes::Number(1, 100);
        }

        /// Which costs the unit is ready to pay.
        "D-cost" cost: PayCost, untargeted {
            /// Count always; HP if at least 1 is left.
            /// Good for abilities that are worth their cost.
            Pay = "pay";
            /// As `pay`, but never count that would lose it a Main this round.
            /// Good for units whose attacks are worth more than what count buys.
            KeepMains = "keep_mains";
            /// Count and HP, whatever is left.
            /// Good for a unit that has to win now.
            Freely = "freely";
        }

        /// Where the unit goes.
        "D-move" move_ as "move": Movement {
            /// Towards its target, along a cheapest path, until it is in range; nowhere, if it has nothing to use there.
            /// Good for whoever fights hand to hand.
            Approach = "approach";
            /// Nowhere.
            /// Good for archers in a good place, and guards of a square.
            Stay = "stay";
            /// To a square from which the best attack that it can pay reaches its target and, if that leaves it the choice, so far away from every enemy.
            /// Good for ranged units that are weak up close.
            KeepDistance(i32) = "keep_distance" takes Takes::Number(0, 99);
            /// To the square of this ally.
            /// Good for a bodyguard, who covers those in its square.
            Ward(UnitId) = "ward" takes Takes::Ally;
            /// It approaches, attacks, and goes as far away as it can, if the Minor Action may follow the Major.
            /// Good for ranged units that are faster than their enemies.
            Kite = "kite", [matters if "the ruling `minor_after_major` is `true`": |of, _| of.rulings.minor_after_major];
            /// To attack; when it cannot, out of its enemies' sight to where its next Main can, and if there is no such place nearer.
            /// Good for fast units among walls.
            Flank = "flank";
        }

        /// How a unit whose target is out of reach spends its Major Action.
        "D-allout" allout: AllOut {
            /// A second Normal Movement.
            /// Good for units whose Movement Power is high for their Agility.
            Walk = "walk";
            /// All-Out Movement, if its mean is larger than Movement Power.
            /// Good for slow units on large maps.
            BestMean = "best_mean";
            /// All-Out Movement.
            /// Good for closing in at any price.
            Always = "always";
        }

        /// When the unit flies.
        "D-flight" flight: Flight {
            /// Never.
            /// Good for saving the Minor Action and the MP.
            Never = "never";
            /// From its first Main on.
            /// Good for crossing walls and enemies that block the way.
            Start = "start";
            /// When an enemy stands in its square.
            /// Good for getting out of a melee.
            Engaged = "engaged";
            /// It hovers out of reach of enemies without a ranged weapon, as high as it still reaches its target.
            /// Good for ranged units whose enemies have no ranged weapons.
            Hover = "hover";
        }

        /// Prana on the Action Count Judge.
        "D-prana-init" prana_init: PranaInit [matters if "it has prana": |of| of.unit.prana > 0], untargeted {
            /// None.
            None = "none";
            /// As much as it may, while it lasts.
            /// Good for short fights, in which the first Mains decide.
            Max = "max";
            /// As much as it may, if Action Value and 7 together are below this.
            /// Good for slow units that would get a Main less.
            Below(i32) = "below" takes Takes::Number(-99, 999);
        }

        /// Prana on attacks.
        "D-prana-atk" prana_atk: PranaAttack [matters if "it has prana": |of| of.unit.prana > 0] {
            /// As much as it may on Attack.
            MaxAttack = "max_attack";
            /// None.
            /// Good for series of fights, in which prana has to last.
            None = "none";
            /// This much on Hit.
            /// Good for enemies with a high Dodge.
            Hit(i32) = "hit" takes Takes::Number(1, 20);
            /// As much as it may on Attack, if the target has half of its HP or less.
            /// Good for finishing an enemy.
            LowHp = "low_hp";
        }

        /// Prana on Dodge and Defense, the attacker's value known.
        "D-prana-def" prana_def: PranaDefense [matters if "it has prana": |of| of.unit.prana > 0] {
            /// As much as it may on Defense, if without prana the damage can put it in Near Death, and with it need not.
            Lethal = "lethal";
            /// None.
            /// Good for keeping prana for attacks.
            None = "none";
            /// On Dodge: the fewest dice with which it succeeds with this probability in percent, if there are any.
            /// Good for fragile units that dodge well.
            Chance(i32) = "chance" takes Takes::Number(1, 100);
        }

        /// Prana on Mortality and waking Judges.
        "D-prana-mort" prana_mort: PranaMortality [matters if "it has prana": |of| of.unit.prana > 0], untargeted {
            /// As much as it may.
            Max = "max";
            /// None.
            /// Good for keeping prana for attacks.
            None = "none";
        }

        /// Whom the unit covers.
        "D-cover" cover: Cover {
            /// Nobody.
            /// Good for whoever would fall by the blow itself.
            Nobody = "nobody";
            /// This ally.
            /// Good for a bodyguard.
            Guard(UnitId) = "guard" takes Takes::Ally;
            /// An ally with the fewest HP of those hit, itself not counted.
            /// Good for a tough unit beside fragile ones.
            GuardWeakest = "guard_weakest";
            /// An ally whom the expected damage would put in Near Death.
            /// Good for covering only where it saves somebody.
            GuardFalling = "guard_falling";
            /// Any ally, if its own count is above 10.
            /// Good for covering without losing the last Main.
            GuardSpare = "guard_spare";
        }

        /// Which bad statuses the unit shakes off, and with which action.
        "D-recover" recover: Recover, untargeted {
            /// With the Minor Action Panic, Daze, and Pressure if it bars an ability that it would use; Capture always.
            Minor = "minor";
            /// None.
            /// Good for statuses that end soon by themselves.
            Never = "never";
            /// As `minor`, with the Major Action before the Minor.
            /// Good for statuses that cost more than an attack is worth.
            MajorFirst = "major_first";
        }

        /// What an Unconscious unit does in its Main.
        "D-wake" wake: Wake, untargeted {
            /// It tries to wake.
            Try = "try";
            /// Nothing.
            /// Good for seeing what waking is worth.
            Pass = "pass";
        }

        /// Which magic is memorised.
        "D-memory" memory: Memory, untargeted {
            /// What fills the memory at the start.
            Fixed = "fixed";
        }

        /// When prana becomes HP or MP, where a ruling gives a rate.
        "D-prana-convert" prana_convert: PranaConvert [matters if "it has prana": |of| of.unit.prana > 0], untargeted {
            /// Never.
            Never = "never";
            /// Into HP as far as they are missing, below this percentage of HP.
            /// Good for staying up in long fights.
            HpBelow(i32) = "hp_below" takes Takes::Number(1, 100), [matters if "the ruling `prana_to_hp_rate` is 1 or more": |of, _| of.rulings.prana_to_hp_rate.0 > 0];
            /// Into MP as far as they are missing, but this much prana is kept.
            /// Good for casters with prana to spare.
            Keep(i32) = "keep" takes Takes::Number(0, 999), [matters if "the ruling `prana_to_mp_rate` is 1 or more": |of, _| of.rulings.prana_to_mp_rate.0 > 0];
        }

        /// Which enchantments are in force.
        "D-enchant" enchant: Enchant, untargeted {
            /// Those that are.
            Fixed = "fixed";
            /// These, of its list.
            /// Good for trying combinations.
            Set(u32) = "set" takes Takes::Set("enchantment"), [legal if "`enchantment_limit` and `memory` allow these together": |of, set| may_enchant(of, set)];
        }

        /// Which loadout is worn.
        "D-loadout" loadout: Wear [matters if "it has several loadouts": |of| of.unit.loadouts.len() > 1], untargeted {
            /// The one it wears: the first of its list.
            First = "first";
            /// This one, of its list.
            /// Good for one set of gear for the whole fight.
            This(u8) = "this" takes Takes::Own("loadout");
            /// The first from which its target is in range, where the one it wears has none that is.
            /// Good for a unit with a bow and a blade.
            InRange = "in_range";
        }

        /// When Reaction abilities are used.
        "D-react" react: React {
            /// The first affordable.
            First = "first";
            /// The first affordable, if the mean damage of the attack is above this.
            /// Good for saving Reactions for heavy blows.
            Above(i32) = "above" takes Takes::Number(0, 9_999);
            /// Never.
            /// Good for seeing what Reactions are worth.
            Never = "never";
        }

        /// What the Lunar Robe is for in Setup.
        "D-robe" robe: Robe [matters if "it owns a Lunar Robe": |of| of.unit.lunar_robe], untargeted {
            /// Nothing: abilities are used instead.
            Abilities = "abilities";
            /// A switch to the loadout that `loadout` wants, if it is another.
            /// Good for a unit whose other loadout fits the first round.
            Switch = "switch";
        }

        /// When the unit leaves the fight, where the ruling `flee` allows it.
        "D-flee" flee: Flee [matters if "the ruling `flee` is `on`": |of| of.rulings.flee == Switch::On], untargeted {
            /// Never.
            Never = "never";
            /// Below this percentage of its HP.
            /// Good for enemies that value their lives.
            HpBelow(i32) = "hp_below" takes Takes::Number(1, 100);
            /// When more enemies than allies stand, itself counted.
            /// Good for mobs that break.
            Outnumbered = "outnumbered";
        }

        /// What the last Main is for, where the ruling `final_main` grants one.
        "D-final" final_ as "final": Final [matters if "the ruling `final_main` is `on`": |of| of.rulings.final_main == Switch::On], untargeted {
            /// Nothing.
            None = "none";
            /// Healing whoever of its side has lost the most HP.
            /// Good for the next fight of a series.
            Heal = "heal";
        }
    }
}

impl Tactics {
    /// Returns whether some condition of some decision asks for a fact.
    #[must_use]
    pub fn ask(&self, is: impl Fn(Fact) -> bool) -> bool {
        self.terms().into_iter().any(|term| is(term.fact))
    }

    /// The first round from which on no condition on rounds changes its answer.
    #[must_use]
    pub fn latest_round(&self) -> u32 {
        latest_round(self.terms().into_iter())
    }
}

/// The first round from which on no condition on rounds among `terms` changes its answer.
pub fn latest_round<'a>(terms: impl Iterator<Item = &'a Term<Fact>>) -> u32 {
    when::settled_from(terms, Fact::Round)
}
