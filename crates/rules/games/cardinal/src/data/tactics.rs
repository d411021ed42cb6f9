//! Who does what when the rules leave a choice (D-01 to D-19). A plan is a list of choices, each with
//! the condition under which it is taken. Keys and names are the ledger's.

use crate::data::rulings::{AttackHelpless, DeathSave, FirstAidReturns, Rulings};
use crate::data::setup::UnitSetup;
use crate::data::vocabulary::{Band, Kind, Status, Statuses};
use fray_kit::declare::facts::{Facts, NO_TARGET, Stands};
use fray_kit::declare::tactics::Takes;
use fray_kit::tactics::range::Range;
use fray_kit::{facts, tactics};

/// A plan for a decision of Cardinal.
pub type Plan<T> = fray_kit::tactics::plan::Plan<T, Fact>;

/// One entry of it.
pub type Entry<T> = fray_kit::tactics::plan::Entry<T, Fact>;

facts! {
    /// What a condition may ask, seen by the unit that decides.
    pub enum Fact {
        /// The number of the round; 0 before round 1.
        Round: Number = "round";
        /// Hostiles who are not out; with `%`, of those who began the fight.
        Enemies: OfMaximum = "enemies";
        /// Hostiles who are neither out nor Afraid; with `%`, of those who began the fight.
        EnemiesAble: OfMaximum = "enemies_able";
        /// Units of its side who are not out, itself included; with `%`, of those who began the fight.
        Allies: OfMaximum = "allies";
        /// Units of its side who are neither out nor Afraid, itself included; with `%`, of those who began the fight.
        AlliesAble: OfMaximum = "allies_able";
        /// Other units of its side who are Afraid.
        AlliesAfraid: Number = "allies_afraid";
        /// Other units of its side who are Reeling.
        AlliesReeling: Number = "allies_reeling";
        /// Other units of its side who are Dying.
        AlliesDying: Number = "allies_dying";
        /// How many of Hurt, Afraid and Injured it has.
        Wounds: Number = "wounds" in 0..=3;
        /// Its points of ward; with `%`, of those it began with.
        Ward: OfMaximum = "ward" in 0..=20;
        /// Hostiles who are not out and within Near.
        NearEnemies: Number = "near_enemies";
        /// Hostiles whom it could attack from where it stands with a ready, loaded weapon.
        InReach: Number = "in_reach";
        /// 1 if the weapon it would use is ready and loaded, else 0.
        Loaded: Flag = "loaded";
        /// How far its target is, in paces.
        Distance: Number = "distance" in 1..;
        /// How many of Hurt, Afraid and Injured its target has.
        TargetWounds: Number = "target_wounds" in 0..=3;
        /// The points of ward of its target.
        TargetWard: Number = "target_ward" in 0..=20;
    } about {
        /// 1 if it has this status, else 0.
        HasStatus(Status): Flag = "has_status" { "reeling" => Reeling, "hurt" => Hurt, "afraid" => Afraid, "injured" => Injured, "dying" => Dying, "dead" => Dead, "overkilled" => Overkilled, "guarding" => Guarding, "focused" => Focused, "terrified" => Terrified, "knockdown" => Knockdown, "blinded" => Blinded, "confused" => Confused, "slowed" => Slowed, "immobilized" => Immobilized, "half_buried" => HalfBuried, "on_fire" => OnFire, "grappled" => Grappled, "enraged" => Enraged, "berserk" => Berserk, "asleep" => Asleep, "unconscious" => Unconscious, "fatigued" => Fatigued, "sick" => Sick, "silenced" => Silenced, "burdened" => Burdened, "over_burdened" => OverBurdened, "hiding" => Hiding, "flying" => Flying, "mesmerized" => Mesmerized, "controlled" => Controlled, "marionette" => Marionette,  };
        /// 1 if its target has this status, else 0.
        TargetHasStatus(Status): Flag = "target_has_status" { "reeling" => Reeling, "hurt" => Hurt, "afraid" => Afraid, "injured" => Injured, "dying" => Dying, "dead" => Dead, "overkilled" => Overkilled, "guarding" => Guarding, "focused" => Focused, "terrified" => Terrified, "knockdown" => Knockdown, "blinded" => Blinded, "confused" => Confused, "slowed" => Slowed, "immobilized" => Immobilized, "half_buried" => HalfBuried, "on_fire" => OnFire, "grappled" => Grappled, "enraged" => Enraged, "berserk" => Berserk, "asleep" => Asleep, "unconscious" => Unconscious, "fatigued" => Fatigued, "sick" => Sick, "silenced" => Silenced, "burdened" => Burdened, "over_burdened" => OverBurdened, "hiding" => Hiding, "flying" => Flying, "mesmerized" => Mesmerized, "controlled" => Controlled, "marionette" => Marionette,  };
    }
}

impl Fact {
    /// Returns whether it is about the unit's target.
    #[inline]
    #[must_use]
    pub fn is_of_target(self) -> bool {
        matches!(self, Self::Distance | Self::TargetWounds | Self::TargetWard | Self::TargetHasStatus(_))
    }
}

impl Facts for Fact {
    fn known(self, place: Stands<'_>) -> Result<Range, &'static str> {
        let Stands::Decision(key, choice) = place else { return Ok(self.range()) };
        // Only the attack that is interrupted gives a target.
        let is_blind =
            Tactics::UNTARGETED.contains(&key) || key == "focus" && choice != "interrupt_first_attack";
        match self {
            _ if self.is_of_target() && is_blind => Err(NO_TARGET),
            // D-02 is decided before round 1.
            Self::Round if key == "ready_tie" => Ok(Range::new(0, 0)),
            // Who is out decides nothing.
            Self::Allies => Ok((1..).into()),
            Self::HasStatus(status) if Statuses::OUT.has(status) => Ok(Range::new(0, 0)),
            _ => Ok(self.range()),
        }
    }
}

/// The unit that has a tactic, and the rulings in force: what decides whether the tactic can matter.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The unit.
    pub unit: &'a UnitSetup,
    /// The rulings.
    pub rulings: &'a Rulings,
    /// Whether there is a map.
    pub has_map: bool,
}

impl Subject<'_> {
    fn parries(&self) -> bool {
        !self.unit.shield.parry.is_empty() || self.unit.weapons.iter().any(|weapon| !weapon.parry.is_empty())
    }

    fn counters(&self) -> bool {
        self.unit.weapons.iter().any(|weapon| !weapon.counter.is_empty())
    }

    fn rallies(&self) -> bool {
        !self.unit.rally().is_empty()
    }

    fn shoots(&self) -> bool {
        self.has_map && self.unit.weapons.iter().any(|weapon| weapon.range > Band::Close)
    }

    fn may_finish(&self) -> bool {
        self.rulings.attack_helpless == AttackHelpless::Allowed
    }

    fn aid_matters(&self) -> bool {
        self.rulings.first_aid_returns != FirstAidReturns::Never || self.rulings.death_save == DeathSave::On
    }

    fn has_abilities(&self) -> bool {
        !self.unit.abilities.is_empty()
    }

    fn has_areas(&self) -> bool {
        self.unit.abilities.iter().any(|ability| ability.target.radius().is_some())
    }

    fn grapples(&self) -> bool {
        self.unit.weapons.iter().any(|weapon| weapon.effects.contains(&Kind::Grapple))
    }
}

tactics! {
    /// The decisions that a scenario can set.
    pub const DECISIONS of Subject<'_>, asking Fact;

    /// The decisions of a unit.
    struct Tactics {
        /// What kind of turn it takes.
        "D-01" turn: TurnKind, untargeted {
            /// An action turn.
            Action = "action";
            /// A focus turn when nobody can be attacked this turn and a Dash would bring it no nearer.
            /// Good for those who wait for the foe to come.
            FocusWhenNoTarget = "focus_when_no_target";
        }

        /// Whether on a tie of initiative it takes the Ready action and is Reeling.
        "D-02" ready_tie: ReadyTie, untargeted {
            /// If none of its weapons is ready.
            IfUnready = "if_unready";
            /// Never.
            /// Good for those who would rather stand firm than armed.
            Never = "never";
        }

        /// What it does with its actions.
        "D-03" tactic: Tactic, untargeted {
            /// It closes in, Attacks and Guards.
            AttackGuard = "attack_guard";
            /// It Aims before it Attacks.
            /// Good for fights that one good hit ends, and against high defences.
            AimAttack = "aim_attack";
            /// It Attacks and keeps no Guard.
            /// Good for seeing what Guard is worth.
            Attack = "attack";
            /// It Guards, and neither attacks nor moves.
            /// Good for those whom others protect.
            Guard = "guard";
            /// It Attacks and Rallies, whatever `rally` says.
            /// Good for leaders.
            AttackRally = "attack_rally", [matters if "its rally pool is not empty": |of, _| of.rallies()];
            /// It picks its target among all whom Stride and Dash bring within reach.
            /// Good for hunters of one kind of foe.
            DashAttack = "dash_attack";
            /// After its Attack it moves away as far as its weapon still reaches.
            /// Good for shooters.
            Kite = "kite", [matters if "one of its weapons reaches beyond Close and there is a map": |of, _| of.shoots()];
        }

        /// Whom it attacks.
        "D-04" target: TargetChoice {
            /// Those who are not Afraid before those who are; then listed order.
            AbleFirst = "able_first";
            /// Reeling ones before others.
            /// Good for making use of the extra die.
            ReelingFirst = "reeling_first";
            /// The one with the most of Hurt, Afraid and Injured.
            /// Good for taking foes out for good.
            Weakest = "weakest";
            /// The nearest.
            /// Good for beasts.
            Nearest = "nearest";
            /// The one whom it hits with the highest chance.
            /// Good for sure blows.
            BestOdds = "best_odds";
            /// The one whose attack on it is expected to hurt most.
            /// Good for stopping the worst foe.
            MostDangerous = "most_dangerous";
            /// One at random.
            /// Good for mobs without a plan.
            Random = "random";
            /// The one whom its attack is expected to hurt most.
            /// Good for the quickest end.
            BestDamage = "best_damage";
        }

        /// How it defends.
        "D-05" defence: DefenceChoice {
            /// With the method that leaves the lowest chance of being hit.
            Best = "best";
            /// With Dodge.
            /// Good for the nimble.
            Dodge = "dodge";
            /// With Parry, otherwise Dodge.
            /// Good for shields.
            Parry = "parry", [matters if "a weapon or its shield parries": |of, _| of.parries()];
            /// With Counter, otherwise Parry or Dodge.
            /// Good for those who strike better than they defend.
            Counter = "counter", [matters if "one of its weapons counters": |of, _| of.counters()];
            /// With Counter if it is likelier to hit than to be hit, otherwise as `best` without Counter.
            /// Good for duellists.
            CounterIfFavoured = "counter_if_favoured", [matters if "one of its weapons counters": |of, _| of.counters()];
            /// With the method whose expected damage dealt less damage taken is largest.
            /// Good for weighing blow against blow.
            Net = "net", [matters if "one of its weapons counters": |of, _| of.counters()];
        }

        /// What it does about being Reeling.
        "D-06" reeling: ReelingChoice, untargeted {
            /// It Recovers as its first action.
            Recover = "recover";
            /// It takes no turn and waits for a Rally; it is Knocked Down.
            /// Good for seeing what Recover is worth.
            WaitForRally = "wait_for_rally";
        }

        /// What it spends Focus on.
        "D-07" focus: FocusUse {
            /// A third action, when its script has one.
            ThirdAction = "third_action";
            /// An interrupt before the first Attack of the round on it.
            /// Good for striking before being struck.
            InterruptFirstAttack = "interrupt_first_attack", [matters if "the ruling `interrupt` is `true`": |of, _| of.rulings.interrupt];
            /// Nothing.
            /// Good for keeping off Reeling once.
            Never = "never";
        }

        /// What it does while Afraid.
        "D-08" afraid: AfraidChoice, untargeted {
            /// It Guards.
            Guard = "guard";
            /// It moves where no hostile sees it, if it can be there this turn.
            /// Good for getting over the fright.
            BreakSight = "break_sight", [matters if "there is a map": |of, _| of.has_map];
            /// It moves near the nearest able ally who Rallies, and Guards.
            /// Good for those who have a leader.
            StayNearLeader = "stay_near_leader", [matters if "there is a map": |of, _| of.has_map];
        }

        /// When it Rallies.
        "D-09" rally: RallyChoice [matters if "its rally pool is not empty": |of| of.rallies()] {
            /// After its Attack, Afraid allies before Reeling ones.
            SecondAction = "second_action";
            /// Before its Attack.
            /// Good for leaders who fight little.
            RallyFirst = "rally_first";
            /// Never.
            /// Good for those who care for themselves.
            Never = "never";
            /// After its Attack, Afraid allies alone.
            /// Good for those who would rather Guard than help the Reeling.
            AfraidOnly = "afraid_only";
        }

        /// Whether it Retreats.
        "D-10" retreat: RetreatChoice {
            /// If it is not Reeling.
            IfNotReeling = "if_not_reeling";
            /// Never.
            /// Good for holding a gate.
            HoldGround = "hold_ground";
        }

        /// Whether it uses Tactics dice, hides and uses gifts that exhaust.
        "D-11" extras: Extras, untargeted {
            /// Whenever it adds a die.
            Use = "use";
            /// All but what would then be exhausted.
            /// Good for keeping gifts for later.
            SaveGifts = "save_gifts", [matters if "it has abilities": |of, _| of.has_abilities()];
        }

        /// Where it moves.
        "D-12" movement as "move": MoveChoice [matters if "there is a map": |of| of.has_map], untargeted {
            /// It closes in; with a weapon that reaches far only as near as it must.
            Close = "close";
            /// As `close`, in the square of its Stride with the best cover.
            /// Good for shooters on broken ground.
            SeekCover = "seek_cover";
            /// It never moves.
            /// Good for guards of a place.
            Hold = "hold";
            /// It Runs while it is farther than this many paces.
            /// Good for long approaches without fire.
            Run(i32) = "run" takes Takes::Number(1, 11_000);
        }

        /// Whether it attacks helpless enemies.
        "D-13" helpless: HelplessChoice {
            /// It spares them.
            Spare = "spare";
            /// After all others, where its Stride brings it within reach.
            /// Good for the merciless.
            Finish = "finish", [legal if "the ruling `attack_helpless` is `allowed`": |of, _| of.may_finish()];
        }

        /// When it gives First Aid.
        "D-14" first_aid: FirstAidChoice [matters if "a ruling gives First Aid an effect in the fight": |of| of.aid_matters()] {
            /// If no enemy is within Near, to effect.
            IfFree = "if_free";
            /// Before its Attack, going to the Dying.
            /// Good for medics.
            Medic = "medic";
            /// Never.
            /// Good for seeing what First Aid is worth.
            Never = "never";
        }

        /// Which weapon it uses.
        "D-15" weapon: WeaponChoice [matters if "it has several weapons": |of| of.unit.weapons.len() > 1] {
            /// The first listed that can attack somebody now.
            Listed = "listed";
            /// The one that is expected to hurt its target most.
            /// Good for several weapons of one reach.
            BestDamage = "best_damage";
        }

        /// Which abilities it uses.
        "D-16" ability: AbilityChoice [matters if "it has abilities": |of| of.has_abilities()] {
            /// The first listed that it can use to effect.
            Listed = "listed";
            /// None.
            /// Good for seeing what the abilities are worth.
            Never = "never";
            /// Only on an able hostile who is unhurt.
            /// Good for keeping them for fresh foes.
            Save = "save";
        }

        /// Where it lays an area.
        "D-17" area: AreaChoice [matters if "one of its abilities has an area": |of| of.has_areas()] {
            /// Where it hurts the hostiles most, less what it does to its own side.
            Net = "net";
            /// Where it hurts the hostiles most, among areas that meet nobody of its side.
            /// Good for casters among friends.
            Safe = "safe";
            /// Where it covers the most hostiles, whoever else is there.
            /// Good for those without friends.
            Most = "most";
        }

        /// At what height it fights.
        "D-18" flight: FlightChoice [matters if "it flies": |of| of.unit.flying], untargeted {
            /// It stays where its weapon reaches its target, and Flies to the nearest such place.
            Engage = "engage";
            /// It lands, and fights on the ground.
            /// Good for those who need both actions.
            Land = "land";
            /// It stays above the reach of every hostile melee weapon, if a weapon of its own reaches down.
            /// Good for shooters and spellcasters.
            Hover = "hover";
        }

        /// What it does about a hold.
        "D-19" grapple: GrappleChoice, untargeted {
            /// It lets go when it could not attack otherwise, and breaks free when it reaches nobody.
            FightOn = "fight_on";
            /// It never lets go.
            /// Good for keeping one foe out of the fight.
            Hold = "hold", [matters if "one of its weapons grapples": |of, _| of.grapples()];
            /// It breaks free before any Attack.
            /// Good for those who have to get away.
            BreakFree = "break_free";
        }
    }
}
