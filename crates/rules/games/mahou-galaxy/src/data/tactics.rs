//! Who does what when the rules leave a choice (MG-D1 to MG-D22). A plan is a list of choices, each with
//! the condition under which it is taken. Keys and names are the ledger's. `facts` says what conditions ask,
//! `subject` what decides whether a choice can matter.

use crate::data::setup::{Skill, Stance};
use crate::data::vocabulary::Timing;
use fray_kit::declare::tactics::Takes;
use fray_kit::tactics;

pub use crate::choose::facts::Fact;
pub use crate::choose::subject::Subject;

/// A plan for a decision of Mahou Galaxy.
pub type Plan<T> = fray_kit::tactics::plan::Plan<T, Fact>;

tactics! {
    /// The decisions that a scenario can set.
    pub const DECISIONS of Subject<'_>, asking Fact;

    /// The decisions of a unit that know no target.
    struct Alone {
        /// What the unit does with its hands in its turns.
        "MG-D1" plan: Scheme {
            /// An attack with each hand, then a useful kick if its move tokens serve no defence that is worth more.
            Sound = "sound";
            /// One attack with the primary token.
            /// Good for keeping the other hand for defences.
            Attack = "attack";
            /// An attack with each hand.
            /// Good for mobs, and for tough units that need no defences.
            TwoHands = "two_hands";
            /// An attack with each hand, then a kick.
            /// Good for units whose kicks are worth more than their dodges.
            TwoHandsKick = "two_hands_kick", [legal if "its `agi` is 4 or more": |of, _| of.unit.stats.agi >= 4];
            /// One attack; everything else stays for defences.
            /// Good for outnumbered units with few blocks to waste.
            HitAndHold = "hit_and_hold";
            /// No attack: all tokens stay for defences.
            /// Good for holding out until others come.
            Turtle = "turtle";
            /// It grapples, then fights on with the hands that are left.
            /// Good for strong units with little armour against them.
            Grapple = "grapple", [legal if "it has a hand": |of, _| of.unit.hands > 0];
            /// No attack, kick, grapple or step.
            /// Good for training dummies.
            Pass = "pass";
        }

        /// Whom the unit attacks; ties go to listed order.
        "MG-D4" target: Target {
            /// The one with the lowest toughness, then the nearest.
            Weakest = "weakest";
            /// The nearest, then the one with the lowest toughness.
            /// Good for melee units on wide maps.
            Nearest = "nearest";
            /// The first in listed order.
            /// Good for fixed duels and for reading transcripts.
            First = "first";
            /// The one whose best attack is worth most against it.
            /// Good for sides that live longer if one dangerous foe goes first.
            Threat = "threat";
            /// The one most often attacked by its side in this round.
            /// Good for felling foes one by one.
            Focus = "focus";
            /// One that its side holds.
            /// Good for sides with a wrestler, whose victims hardly defend themselves.
            Held = "held";
            /// The one that it attacked last.
            /// Good for stubborn fighters.
            Same = "same";
            /// The one on which its attack is worth most.
            /// Good for wearing down crowds of unlike foes.
            BestDamage = "best_damage";
            /// All candidates equally likely.
            /// Good for beasts and mobs without a plan.
            Random = "random";
            /// As `best_damage`; areas go where they are worth most over both sides.
            /// Good for casters with areas among friends.
            Net = "net";
        }

        /// Which number counts once an active defence is rolled.
        "MG-D8" keep: Keep {
            /// The higher of the natural and the rolled one.
            Better = "better";
            /// The rolled one.
            /// Good for tables that let an active defence replace the natural one.
            Always = "always";
        }

        /// What the unit takes back in a partial turn.
        "MG-D9" refund: Refund {
            /// A hand token if a foe is in reach, else moves, else speech.
            Needed = "needed";
            /// A hand token.
            /// Good for strikers with little Agility.
            Hand = "hand";
            /// Move tokens.
            /// Good for dodgers.
            Move = "move";
            /// A speak token.
            /// Good for talkers.
            Speak = "speak";
        }

        /// How the unit moves.
        "MG-D16" movement as "move": Movement [matters if "there is a map": |of| of.has_map] {
            /// The cheapest way to where it can attack.
            Approach = "approach";
            /// No step.
            /// Good for gunners in cover and for guards of a door.
            Stay = "stay";
            /// It attacks, then goes as far from its foes as it still reaches one.
            /// Good for shooters.
            Kite = "kite";
            /// As `approach`, with 4 tokens kept while a foe is in reach of it.
            /// Good for dodgers.
            KeepDodge = "keep_dodge";
            /// As `kite`, no farther than this many feet from every foe.
            /// Good for shooters with a short range.
            KeepDistance(i32) = "keep_distance" takes Takes::Number(5, 5000);
            /// As `approach`, to cells with cover from its target, if it reaches one.
            /// Good for shooters on maps with cover.
            Cover = "cover";
        }

        /// Which tokens the unit holds at the end of its turn.
        "MG-D17" hold: HoldTokens {
            /// All hand and move tokens if no attack was possible, until a foe becomes reachable.
            Ready = "ready";
            /// None.
            /// Good for units whose tokens should serve defences alone.
            None = "none";
            /// All tokens that are left, speech too, until a foe becomes reachable.
            /// Good for guards who have tokens to spare for the next round.
            All = "all";
            /// One hand token, for the moment that a foe in reach casts (`cast`), attacks an ally (`attacked`) or,
            /// by its name, begins its turn.
            /// Good for guards of casters, and against casters.
            Interrupt(u8) = "interrupt" takes Takes::Own("trigger"), [legal if "a foe casts, where it waits for that": |of, choice| choice != HoldTokens::Interrupt(0) || of.foes_cast];
        }

        /// Whether the unit leaves the map.
        "MG-D21" flee: Flee {
            /// Never.
            Never = "never";
            /// Below this percentage of its hit points.
            /// Good for foes that do not fight to the end.
            HpBelow(u8) = "hp_below" takes Takes::Number(1, 100), [legal if "there is a map": |of, _| of.has_map];
            /// When it is exhausted.
            /// Good for pupils who are told to save themselves.
            Exhausted = "exhausted", [legal if "there is a map": |of, _| of.has_map];
        }

        /// Whether the unit draws or picks up its items.
        "MG-D22" pick_up: PickUp {
            /// A weapon that does more damage on average than what the hand has now, and its shield.
            IfBetter = "if_better";
            /// Nothing.
            /// Good for seeing what being disarmed costs.
            Never = "never";
            /// Everything.
            /// Good for units that would rather hold their gear than strike.
            Always = "always";
        }
    }

    /// The decisions of a unit that know their target.
    struct Aimed {
        /// The stance of its attacks.
        "MG-D2" stance: StanceChoice {
            /// The one whose attack is worth most.
            BestDamage = "best_damage";
            /// Strong.
            /// Good for high Strength against dodgers.
            Strong = "strong", [legal if "a weapon or its fist has the stance": |of, _| of.has_stance(Stance::Strong)];
            /// Fast.
            /// Good for high Agility with a facet, whose criticals give the token back.
            Fast = "fast", [legal if "a weapon or its fist has the stance": |of, _| of.has_stance(Stance::Fast)];
            /// Precise.
            /// Good for high Accuracy with a facet, whose criticals cripple.
            Precise = "precise", [legal if "a weapon or its fist has the stance": |of, _| of.has_stance(Stance::Precise)];
            /// The one that hits most often.
            /// Good for finishing weak foes.
            BestHit = "best_hit";
            /// The one that is a critical hit most often.
            /// Good for units that live by their facet.
            BestCritical = "best_critical";
            /// The one whose target number is lowest.
            /// Good for units whose three stats are alike.
            WeakestPassive = "weakest_passive";
        }

        /// The skill of its attacks.
        "MG-D3" skill: SkillChoice {
            /// The one with the most dice, then one with an active facet.
            BestPool = "best_pool";
            /// One with an active facet, then the one with the most dice.
            /// Good for units that need criticals.
            FacetFirst = "facet_first";
            /// Gym.
            /// Good for seeing what the other skill is worth.
            Gym = "gym", [legal if "it has a weapon for it": |of, _| of.lists(Skill::Gym)];
            /// Martial Arts.
            /// Good for seeing what the other skill is worth.
            MartialArts = "martial_arts", [legal if "it has a weapon for it": |of, _| of.lists(Skill::MartialArts)];
            /// Science.
            /// Good for weapons that are skilfully used with it.
            Science = "science", [legal if "it has a weapon for it": |of, _| of.lists(Skill::Science)];
            /// Home Ec.
            /// Good for weapons that are skilfully used with it.
            HomeEc = "home_ec", [legal if "it has a weapon for it": |of, _| of.lists(Skill::HomeEc)];
            /// Art.
            /// Good for weapons that are skilfully used with it.
            Art = "art", [legal if "it has a weapon for it": |of, _| of.lists(Skill::Art)];
            /// Music.
            /// Good for weapons that are skilfully used with it.
            Music = "music", [legal if "it has a weapon for it": |of, _| of.lists(Skill::Music)];
            /// History.
            /// Good for weapons that are skilfully used with it.
            History = "history", [legal if "it has a weapon for it": |of, _| of.lists(Skill::History)];
            /// Language.
            /// Good for weapons that are skilfully used with it.
            Language = "language", [legal if "it has a weapon for it": |of, _| of.lists(Skill::Language)];
            /// Math.
            /// Good for weapons that are skilfully used with it.
            Math = "math", [legal if "it has a weapon for it": |of, _| of.lists(Skill::Math)];
            /// Magic.
            /// Good for weapons that are skilfully used with it.
            Magic = "magic", [legal if "it has a weapon for it": |of, _| of.lists(Skill::Magic)];
        }

        /// Whether the unit answers before or after the attack roll.
        "MG-D6" spot_timing: SpotTiming {
            /// After it, if it would hit.
            After = "after";
            /// Before it.
            /// Good for seeing what knowing the roll is worth.
            Before = "before";
        }

        /// What the unit does with the token that a fast critical gives back.
        "MG-D10" fast_refund: FastRefund {
            /// That attack again, on that target.
            Same = "same";
            /// An attack on another target.
            /// Good for spreading blows over a crowd.
            NewTarget = "new_target";
            /// A grapple.
            /// Good for wrestlers with a fast stance.
            Grapple = "grapple";
            /// It keeps the token for defences.
            /// Good for units that live by blocks.
            Keep = "keep";
        }

        /// What a precise critical does.
        "MG-D11" precise: PreciseChoice [matters if "a facet covers a skill of it, and it has the precise stance": |of| of.has_precise_criticals()] {
            /// The target owes a hand token.
            Hand = "hand";
            /// It falls.
            /// Good for fights against dodgers.
            Trip = "trip";
            /// It drops its best weapon.
            /// Good for fights against foes whose weapon is far better than their fist.
            Disarm = "disarm";
            /// It owes its next move tokens.
            /// Good for fights against dodgers who already lie.
            Move = "move";
            /// It owes a speak token.
            /// Good for fights against talkers and casters.
            Speak = "speak";
        }

        /// What the unit does with whom it holds.
        "MG-D12" grapple: GrappleChoice {
            /// It keeps the hold and attacks.
            Hold = "hold";
            /// With a hold of this difficulty or less it spends the primary token on a stronger one.
            /// Good for fights against strong victims who would break a weak hold.
            Reinforce(u8) = "reinforce" takes Takes::Number(1, 99);
            /// It pins a standing victim and falls with it.
            /// Good for wrestlers with allies around the victim.
            Pin = "pin";
            /// It pushes the victim into the nearest hazard that its moves reach, if it is strong enough; it jumps with it
            /// where that is shorter.
            /// Good for strong wrestlers near fires and pits.
            Drag = "drag", [legal if "there is a map": |of, _| of.has_map];
            /// It throws the victim into the nearest hazard, against a wall or another foe, or over an edge.
            /// Good for strong wrestlers, whose throws hurt more than their blows.
            Throw = "throw", [legal if "there is a map": |of, _| of.has_map];
            /// It slams the victim into a hazard within 5 feet, or down a height, if it is strong enough.
            /// Good for fights at the brink.
            Slam = "slam", [legal if "there is a map": |of, _| of.has_map];
            /// It takes the victim's best weapon, then its armour.
            /// Good for fights against foes whose weapon is far better than their fist.
            Snatch = "snatch";
            /// It lets go.
            /// Good for seeing what a hold is worth.
            LetGo = "let_go";
        }

        /// What the unit does while it is held.
        "MG-D13" held: HeldChoice {
            /// It tries to escape, then attacks with what it keeps.
            Escape = "escape";
            /// It attacks first.
            /// Good for victims of a precise hold, who keep an offhand.
            Attack = "attack";
            /// It does not try.
            /// Good for seeing what escapes are worth.
            Wait = "wait";
        }

        /// What the unit does with an escape.
        "MG-D14" escape: EscapeChoice {
            /// It takes a token back.
            Refund = "refund";
            /// At 5 or more above the hold it grapples its grappler.
            /// Good for wrestlers among themselves.
            Counter = "counter";
            /// Out of a bind it takes the weapon that bound it; else as `counter`.
            /// Good for strong units among foes with nets and lassos.
            Disarm = "disarm";
        }

        /// What the unit says.
        "MG-D15" talk: Talk {
            /// Nothing.
            None = "none";
            /// General distraction.
            /// Good for a first word against each of many foes.
            General = "general";
            /// Infatuation, of those who are attracted.
            /// Good for charmers, against those who are attracted.
            Infatuate = "infatuate", [legal if "a foe is attracted to one of its `tags`": |of, _| of.charms];
            /// Infuriation, if somebody else of its side is in.
            /// Good for tough units that want to be attacked instead of their friends.
            Infuriate = "infuriate", [matters if "somebody else is on its side": |of, _| of.has_allies];
            /// Intimidation.
            /// Good for weakening strong foes in a duel.
            Intimidate = "intimidate";
            /// The type with the greatest chance times mean penalty.
            /// Good for talkers with several bonuses.
            Best = "best";
            /// Infuriation; further words leave the foe free of the penalty only in attacks of this stance on it, or in
            /// casting (`cast`).
            /// Good for units that defend well against one stance.
            Bait(u8) = "bait" takes Takes::Own("bait"), [matters if "somebody else is on its side": |of, _| of.has_allies];
            /// Intimidation; further words leave the foe free of the penalty only in moving away.
            /// Good for talkers with speak tokens to spare, against wrestlers' victims.
            Demand = "demand";
        }

        /// Which abilities the unit uses.
        "MG-D18" ability: AbilityUse [matters if "it has an ability that is not passive": |of| of.has_abilities()] {
            /// Those that change something for the better.
            Useful = "useful";
            /// None.
            /// Good for seeing what abilities are worth.
            Never = "never";
            /// This one and no other.
            /// Good for seeing what one ability does alone.
            This(u8) = "this" takes Takes::Own("ability"), [legal if "that ability is not passive": |of, choice| match choice {
                AbilityUse::This(at) => of.unit.abilities.get(usize::from(at)).is_none_or(|it| it.timing != Timing::Passive),
                _ => true,
            }];
            /// Useful ones that leave this many magic points.
            /// Good for casters in a series of dangers.
            KeepMp(i32) = "keep_mp" takes Takes::Number(0, 9999);
            /// Useful ones, below 1 magic point too if they put their targets out.
            /// Good for a last spell that ends the fight.
            Overdraft = "overdraft";
        }

        /// How the unit holds on to what is snatched at.
        "MG-D20" snatch_resist: SnatchResist {
            /// With the token of an empty hand, if it has one.
            IfFree = "if_free";
            /// With the token of an empty hand, else of one that drops what it holds.
            /// Good for units with one weapon that is worth all the rest.
            Drop = "drop";
            /// Not at all.
            /// Good for units that would rather block with the hand.
            Never = "never";
        }

        /// What the unit does in a strong state.
        "MG-D19" distracted: Distracted {
            /// What the state asks for, if it can; else it tries to act all the same.
            InLine = "in_line";
            /// Nothing but what the state asks for.
            /// Good for weak wills.
            Obey = "obey";
            /// It tries to act all the same.
            /// Good for high Intelligence.
            Try = "try";
        }
    }

    /// The decisions of a unit that may know an attack roll.
    struct Answers {
        /// How the unit answers an attack.
        "MG-D5" spot: Spot {
            /// With the single defence most likely to stop it, of tokens that it can spare; under `sound` whoever
            /// stands alone against several spends move tokens only where that is worth more than the kick they pay.
            Spare = "spare";
            /// Not at all.
            /// Good for mobs, and for kickers who want their moves.
            None = "none";
            /// With a Spot Dodge of one die, as long as tokens last.
            /// Good for units with much Agility and poor hands.
            Dodge = "dodge", [matters if "its `agi` is 4 or more": |of, _| of.unit.stats.agi >= 4];
            /// With a Spot Dodge of this many dice, or not at all.
            /// Good for very agile units against few strong blows.
            DodgeOf(u8) = "dodge" takes Takes::Number(1, 15),
                [legal if "its `agi` is 4 or more for each die": |of, choice| match choice {
                    Spot::DodgeOf(m) => of.unit.stats.agi >= 4 * i32::from(m),
                    _ => true,
                }];
            /// With a Spot Dodge of as many dice as the tokens pay.
            /// Good for fights against one great blow a round.
            DodgeAllIn = "dodge_all_in", [matters if "its `agi` is 4 or more": |of, _| of.unit.stats.agi >= 4];
            /// With a Spot Block of an offhand token.
            /// Good for units with a shield in the second hand.
            BlockOffhand = "block_offhand", [legal if "it has two hands or more": |of, _| of.unit.hands >= 2];
            /// With the single defence most likely to stop it.
            /// Good for guards who would rather stop a blow than strike one.
            BestOdds = "best_odds";
            /// With one defence after the other until it is stopped.
            /// Good for bosses under few heavy attacks.
            Several = "several";
            /// With the best single defence if the damage could put it out.
            /// Good for tough units that save tokens for attacks.
            OnlyIfLethal = "only_if_lethal";
            /// With the best single defence against the critical hit.
            /// Good for fights against facets whose plain hits are soaked.
            DenyCritical = "deny_critical";
        }

        /// Whether the unit uses active defences.
        "MG-D7" active: ActiveDefence {
            /// Never.
            Never = "never";
            /// Before its full turn, against the first attack of the round whose stance it meets.
            /// Good for units that are attacked by many with one stance.
            React = "react";
            /// In its turn, with what its attacks left.
            /// Good for units with tokens to spare after their attacks.
            InTurn = "in_turn";
            /// Both.
            /// Good for shield bearers who hold a line.
            Both = "both";
        }
    }
}

/// The decisions of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tactics {
    /// Those that know no target.
    pub alone: Alone,
    /// Those that know their target.
    pub aimed: Aimed,
    /// Those that answer attacks.
    pub answers: Answers,
}
