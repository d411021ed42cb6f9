//! Who does what when the rules leave a choice (MG-D1 to MG-D22). A plan is a list of choices, each with
//! the condition under which it is taken. Keys and names are the ledger's. `facts` says what conditions ask,
//! `subject` what decides whether a choice can matter.

use crate::data::setup::{Skill, Stance};
use crate::data::vocabulary::Timing;
use fray_kit::declare::tactics::DecisionInfo;
use fray_kit::declare::tactics::Takes;
use fray_kit::declare::tactics::joined;
use fray_kit::{Decision, Decisions};

pub use crate::choose::facts::Fact;
pub use crate::choose::subject::Subject;

/// A plan for a decision of Mahou Galaxy.
pub type Plan<T> = fray_kit::tactics::plan::Plan<T, Fact>;

/// The decisions that a scenario can set.
pub const DECISIONS: &[DecisionInfo] = &joined::<
    { Alone::DECISIONS.len() + Aimed::DECISIONS.len() + Answers::DECISIONS.len() },
>(&[&Alone::DECISIONS, &Aimed::DECISIONS, &Answers::DECISIONS]);

/// The decisions of a unit that know no target.
#[derive(Clone, Debug, PartialEq, Eq, Decisions)]
#[decisions(asking = Fact)]
pub struct Alone {
    /// What the unit does with its hands in its turns.
    pub plan: Plan<Scheme>,
    /// Whom the unit attacks; ties go to listed order.
    pub target: Plan<Target>,
    /// Which number counts once an active defence is rolled.
    pub keep: Plan<Keep>,
    /// What the unit takes back in a partial turn.
    pub refund: Plan<Refund>,
    /// How the unit moves.
    pub movement: Plan<Movement>,
    /// Which tokens the unit holds at the end of its turn.
    pub hold: Plan<HoldTokens>,
    /// Whether the unit leaves the map.
    pub flee: Plan<Flee>,
    /// Whether the unit draws or picks up its items.
    pub pick_up: Plan<PickUp>,
}

/// The decisions of a unit that know their target.
#[derive(Clone, Debug, PartialEq, Eq, Decisions)]
#[decisions(asking = Fact)]
pub struct Aimed {
    /// The stance of its attacks.
    pub stance: Plan<StanceChoice>,
    /// The skill of its attacks.
    pub skill: Plan<SkillChoice>,
    /// Whether the unit answers before or after the attack roll.
    pub spot_timing: Plan<SpotTiming>,
    /// What the unit does with the token that a fast critical gives back.
    pub fast_refund: Plan<FastRefund>,
    /// What a precise critical does.
    pub precise: Plan<PreciseChoice>,
    /// What the unit does with whom it holds.
    pub grapple: Plan<GrappleChoice>,
    /// What the unit does while it is held.
    pub held: Plan<HeldChoice>,
    /// What the unit does with an escape.
    pub escape: Plan<EscapeChoice>,
    /// What the unit says.
    pub talk: Plan<Talk>,
    /// Which abilities the unit uses.
    pub ability: Plan<AbilityUse>,
    /// How the unit holds on to what is snatched at.
    pub snatch_resist: Plan<SnatchResist>,
    /// What the unit does in a strong state.
    pub distracted: Plan<Distracted>,
}

/// The decisions of a unit that may know an attack roll.
#[derive(Clone, Debug, PartialEq, Eq, Decisions)]
#[decisions(asking = Fact)]
pub struct Answers {
    /// How the unit answers an attack.
    pub spot: Plan<Spot>,
    /// Whether the unit uses active defences.
    pub active: Plan<ActiveDefence>,
}

/// What the unit does with its hands in its turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D1", key = "plan")]
pub enum Scheme {
    /// An attack with each hand, then a useful kick if its move tokens serve no defence that is worth more.
    Sound,
    /// One attack with the primary token.
    /// Good for keeping the other hand for defences.
    Attack,
    /// An attack with each hand.
    /// Good for mobs, and for tough units that need no defences.
    TwoHands,
    /// An attack with each hand, then a kick.
    /// Good for units whose kicks are worth more than their dodges.
    #[legal_if("its `agi` is 4 or more", |of, _| of.unit.stats.agi >= 4)]
    TwoHandsKick,
    /// One attack; everything else stays for defences.
    /// Good for outnumbered units with few blocks to waste.
    HitAndHold,
    /// No attack: all tokens stay for defences.
    /// Good for holding out until others come.
    Turtle,
    /// It grapples, then fights on with the hands that are left.
    /// Good for strong units with little armour against them.
    #[legal_if("it has a hand", |of, _| of.unit.hands > 0)]
    Grapple,
    /// No attack, kick, grapple or step.
    /// Good for training dummies.
    Pass,
}

/// Whom the unit attacks; ties go to listed order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D4")]
pub enum Target {
    /// The one with the lowest toughness, then the nearest.
    Weakest,
    /// The nearest, then the one with the lowest toughness.
    /// Good for melee units on wide maps.
    Nearest,
    /// The first in listed order.
    /// Good for fixed duels and for reading transcripts.
    First,
    /// The one whose best attack is worth most against it.
    /// Good for sides that live longer if one dangerous foe goes first.
    Threat,
    /// The one most often attacked by its side in this round.
    /// Good for felling foes one by one.
    Focus,
    /// One that its side holds.
    /// Good for sides with a wrestler, whose victims hardly defend themselves.
    Held,
    /// The one that it attacked last.
    /// Good for stubborn fighters.
    Same,
    /// The one on which its attack is worth most.
    /// Good for wearing down crowds of unlike foes.
    BestDamage,
    /// All candidates equally likely.
    /// Good for beasts and mobs without a plan.
    Random,
    /// As `best_damage`; areas go where they are worth most over both sides.
    /// Good for casters with areas among friends.
    Net,
}

/// Which number counts once an active defence is rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D8")]
pub enum Keep {
    /// The higher of the natural and the rolled one.
    Better,
    /// The rolled one.
    /// Good for tables that let an active defence replace the natural one.
    Always,
}

/// What the unit takes back in a partial turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D9")]
pub enum Refund {
    /// A hand token if a foe is in reach, else moves, else speech.
    Needed,
    /// A hand token.
    /// Good for strikers with little Agility.
    Hand,
    /// Move tokens.
    /// Good for dodgers.
    Move,
    /// A speak token.
    /// Good for talkers.
    Speak,
}

/// How the unit moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D16", key = "move")]
#[matters_if("there is a map", |of| of.has_map)]
pub enum Movement {
    /// The cheapest way to where it can attack.
    Approach,
    /// No step.
    /// Good for gunners in cover and for guards of a door.
    Stay,
    /// It attacks, then goes as far from its foes as it still reaches one.
    /// Good for shooters.
    Kite,
    /// As `approach`, with 4 tokens kept while a foe is in reach of it.
    /// Good for dodgers.
    KeepDodge,
    /// As `kite`, no farther than this many feet from every foe.
    /// Good for shooters with a short range.
    #[choice(takes = Takes::Number(5, 5000))]
    KeepDistance(i32),
    /// As `approach`, to cells with cover from its target, if it reaches one.
    /// Good for shooters on maps with cover.
    Cover,
}

/// Which tokens the unit holds at the end of its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D17", key = "hold")]
pub enum HoldTokens {
    /// All hand and move tokens if no attack was possible, until a foe becomes reachable.
    Ready,
    /// None.
    /// Good for units whose tokens should serve defences alone.
    None,
    /// All tokens that are left, speech too, until a foe becomes reachable.
    /// Good for guards who have tokens to spare for the next round.
    All,
    /// One hand token, for the moment that a foe in reach casts (`cast`), attacks an ally (`attacked`) or,
    /// by its name, begins its turn.
    /// Good for guards of casters, and against casters.
    #[choice(takes = Takes::Own("trigger"))]
    #[legal_if(
        "a foe casts, where it waits for that",
        |of, choice| choice != HoldTokens::Interrupt(0) || of.foes_cast
    )]
    Interrupt(u8),
}

/// Whether the unit leaves the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D21")]
pub enum Flee {
    /// Never.
    Never,
    /// Below this percentage of its hit points.
    /// Good for foes that do not fight to the end.
    #[choice(takes = Takes::Number(1, 100))]
    #[legal_if("there is a map", |of, _| of.has_map)]
    HpBelow(u8),
    /// When it is exhausted.
    /// Good for pupils who are told to save themselves.
    #[legal_if("there is a map", |of, _| of.has_map)]
    Exhausted,
}

/// Whether the unit draws or picks up its items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D22")]
pub enum PickUp {
    /// A weapon that does more damage on average than what the hand has now, and its shield.
    IfBetter,
    /// Nothing.
    /// Good for seeing what being disarmed costs.
    Never,
    /// Everything.
    /// Good for units that would rather hold their gear than strike.
    Always,
}

/// The stance of its attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D2", key = "stance")]
pub enum StanceChoice {
    /// The one whose attack is worth most.
    BestDamage,
    /// Strong.
    /// Good for high Strength against dodgers.
    #[legal_if("a weapon or its fist has the stance", |of, _| of.has_stance(Stance::Strong))]
    Strong,
    /// Fast.
    /// Good for high Agility with a facet, whose criticals give the token back.
    #[legal_if("a weapon or its fist has the stance", |of, _| of.has_stance(Stance::Fast))]
    Fast,
    /// Precise.
    /// Good for high Accuracy with a facet, whose criticals cripple.
    #[legal_if("a weapon or its fist has the stance", |of, _| of.has_stance(Stance::Precise))]
    Precise,
    /// The one that hits most often.
    /// Good for finishing weak foes.
    BestHit,
    /// The one that is a critical hit most often.
    /// Good for units that live by their facet.
    BestCritical,
    /// The one whose target number is lowest.
    /// Good for units whose three stats are alike.
    WeakestPassive,
}

/// The skill of its attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D3", key = "skill")]
pub enum SkillChoice {
    /// The one with the most dice, then one with an active facet.
    BestPool,
    /// One with an active facet, then the one with the most dice.
    /// Good for units that need criticals.
    FacetFirst,
    /// Gym.
    /// Good for seeing what the other skill is worth.
    #[legal_if("it has a weapon for it", |of, _| of.lists(Skill::Gym))]
    Gym,
    /// Martial Arts.
    /// Good for seeing what the other skill is worth.
    #[legal_if("it has a weapon for it", |of, _| of.lists(Skill::MartialArts))]
    MartialArts,
    /// Science.
    /// Good for weapons that are skilfully used with it.
    #[legal_if("it has a weapon for it", |of, _| of.lists(Skill::Science))]
    Science,
    /// Home Ec.
    /// Good for weapons that are skilfully used with it.
    #[legal_if("it has a weapon for it", |of, _| of.lists(Skill::HomeEc))]
    HomeEc,
    /// Art.
    /// Good for weapons that are skilfully used with it.
    #[legal_if("it has a weapon for it", |of, _| of.lists(Skill::Art))]
    Art,
    /// Music.
    /// Good for weapons that are skilfully used with it.
    #[legal_if("it has a weapon for it", |of, _| of.lists(Skill::Music))]
    Music,
    /// History.
    /// Good for weapons that are skilfully used with it.
    #[legal_if("it has a weapon for it", |of, _| of.lists(Skill::History))]
    History,
    /// Language.
    /// Good for weapons that are skilfully used with it.
    #[legal_if("it has a weapon for it", |of, _| of.lists(Skill::Language))]
    Language,
    /// Math.
    /// Good for weapons that are skilfully used with it.
    #[legal_if("it has a weapon for it", |of, _| of.lists(Skill::Math))]
    Math,
    /// Magic.
    /// Good for weapons that are skilfully used with it.
    #[legal_if("it has a weapon for it", |of, _| of.lists(Skill::Magic))]
    Magic,
}

/// Whether the unit answers before or after the attack roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D6")]
pub enum SpotTiming {
    /// After it, if it would hit.
    After,
    /// Before it.
    /// Good for seeing what knowing the roll is worth.
    Before,
}

/// What the unit does with the token that a fast critical gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D10")]
pub enum FastRefund {
    /// That attack again, on that target.
    Same,
    /// An attack on another target.
    /// Good for spreading blows over a crowd.
    NewTarget,
    /// A grapple.
    /// Good for wrestlers with a fast stance.
    Grapple,
    /// It keeps the token for defences.
    /// Good for units that live by blocks.
    Keep,
}

/// What a precise critical does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D11", key = "precise")]
#[matters_if("a facet covers a skill of it, and it has the precise stance", |of| of.has_precise_criticals())]
pub enum PreciseChoice {
    /// The target owes a hand token.
    Hand,
    /// It falls.
    /// Good for fights against dodgers.
    Trip,
    /// It drops its best weapon.
    /// Good for fights against foes whose weapon is far better than their fist.
    Disarm,
    /// It owes its next move tokens.
    /// Good for fights against dodgers who already lie.
    Move,
    /// It owes a speak token.
    /// Good for fights against talkers and casters.
    Speak,
}

/// What the unit does with whom it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D12", key = "grapple")]
pub enum GrappleChoice {
    /// It keeps the hold and attacks.
    Hold,
    /// With a hold of this difficulty or less it spends the primary token on a stronger one.
    /// Good for fights against strong victims who would break a weak hold.
    #[choice(takes = Takes::Number(1, 99))]
    Reinforce(u8),
    /// It pins a standing victim and falls with it.
    /// Good for wrestlers with allies around the victim.
    Pin,
    /// It pushes the victim into the nearest hazard that its moves reach, if it is strong enough; it jumps with it
    /// where that is shorter.
    /// Good for strong wrestlers near fires and pits.
    #[legal_if("there is a map", |of, _| of.has_map)]
    Drag,
    /// It throws the victim into the nearest hazard, against a wall or another foe, or over an edge.
    /// Good for strong wrestlers, whose throws hurt more than their blows.
    #[legal_if("there is a map", |of, _| of.has_map)]
    Throw,
    /// It slams the victim into a hazard within 5 feet, or down a height, if it is strong enough.
    /// Good for fights at the brink.
    #[legal_if("there is a map", |of, _| of.has_map)]
    Slam,
    /// It takes the victim's best weapon, then its armour.
    /// Good for fights against foes whose weapon is far better than their fist.
    Snatch,
    /// It lets go.
    /// Good for seeing what a hold is worth.
    LetGo,
}

/// What the unit does while it is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D13", key = "held")]
pub enum HeldChoice {
    /// It tries to escape, then attacks with what it keeps.
    Escape,
    /// It attacks first.
    /// Good for victims of a precise hold, who keep an offhand.
    Attack,
    /// It does not try.
    /// Good for seeing what escapes are worth.
    Wait,
}

/// What the unit does with an escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D14", key = "escape")]
pub enum EscapeChoice {
    /// It takes a token back.
    Refund,
    /// At 5 or more above the hold it grapples its grappler.
    /// Good for wrestlers among themselves.
    Counter,
    /// Out of a bind it takes the weapon that bound it; else as `counter`.
    /// Good for strong units among foes with nets and lassos.
    Disarm,
}

/// What the unit says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D15")]
pub enum Talk {
    /// Nothing.
    None,
    /// General distraction.
    /// Good for a first word against each of many foes.
    General,
    /// Infatuation, of those who are attracted.
    /// Good for charmers, against those who are attracted.
    #[legal_if("a foe is attracted to one of its `tags`", |of, _| of.charms)]
    Infatuate,
    /// Infuriation, if somebody else of its side is in.
    /// Good for tough units that want to be attacked instead of their friends.
    #[matters_if("somebody else is on its side", |of, _| of.has_allies)]
    Infuriate,
    /// Intimidation.
    /// Good for weakening strong foes in a duel.
    Intimidate,
    /// The type with the greatest chance times mean penalty.
    /// Good for talkers with several bonuses.
    Best,
    /// Infuriation; further words leave the foe free of the penalty only in attacks of this stance on it, or in
    /// casting (`cast`).
    /// Good for units that defend well against one stance.
    #[choice(takes = Takes::Own("bait"))]
    #[matters_if("somebody else is on its side", |of, _| of.has_allies)]
    Bait(u8),
    /// Intimidation; further words leave the foe free of the penalty only in moving away.
    /// Good for talkers with speak tokens to spare, against wrestlers' victims.
    Demand,
}

/// Which abilities the unit uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D18", key = "ability")]
#[matters_if("it has an ability that is not passive", |of| of.has_abilities())]
pub enum AbilityUse {
    /// Those that change something for the better.
    Useful,
    /// None.
    /// Good for seeing what abilities are worth.
    Never,
    /// This one and no other.
    /// Good for seeing what one ability does alone.
    #[choice(takes = Takes::Own("ability"))]
    #[legal_if(
        "that ability is not passive",
        |of, choice| match choice {
                AbilityUse::This(at) => of.unit.abilities.get(usize::from(at)).is_none_or(|it| it.timing != Timing::Passive),
                _ => true,
            }
    )]
    This(u8),
    /// Useful ones that leave this many magic points.
    /// Good for casters in a series of dangers.
    #[choice(takes = Takes::Number(0, 9999))]
    KeepMp(i32),
    /// Useful ones, below 1 magic point too if they put their targets out.
    /// Good for a last spell that ends the fight.
    Overdraft,
}

/// How the unit holds on to what is snatched at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D20")]
pub enum SnatchResist {
    /// With the token of an empty hand, if it has one.
    IfFree,
    /// With the token of an empty hand, else of one that drops what it holds.
    /// Good for units with one weapon that is worth all the rest.
    Drop,
    /// Not at all.
    /// Good for units that would rather block with the hand.
    Never,
}

/// What the unit does in a strong state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D19")]
pub enum Distracted {
    /// What the state asks for, if it can; else it tries to act all the same.
    InLine,
    /// Nothing but what the state asks for.
    /// Good for weak wills.
    Obey,
    /// It tries to act all the same.
    /// Good for high Intelligence.
    Try,
}

/// How the unit answers an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D5")]
pub enum Spot {
    /// With the single defence most likely to stop it, of tokens that it can spare; under `sound` whoever
    /// stands alone against several spends move tokens only where that is worth more than the kick they pay.
    Spare,
    /// Not at all.
    /// Good for mobs, and for kickers who want their moves.
    None,
    /// With a Spot Dodge of one die, as long as tokens last.
    /// Good for units with much Agility and poor hands.
    #[matters_if("its `agi` is 4 or more", |of, _| of.unit.stats.agi >= 4)]
    Dodge,
    /// With a Spot Dodge of this many dice, or not at all.
    /// Good for very agile units against few strong blows.
    #[choice("dodge", takes = Takes::Number(1, 15))]
    #[legal_if(
        "its `agi` is 4 or more for each die",
        |of, choice| match choice {
                    Spot::DodgeOf(m) => of.unit.stats.agi >= 4 * i32::from(m),
                    _ => true,
                }
    )]
    DodgeOf(u8),
    /// With a Spot Dodge of as many dice as the tokens pay.
    /// Good for fights against one great blow a round.
    #[matters_if("its `agi` is 4 or more", |of, _| of.unit.stats.agi >= 4)]
    DodgeAllIn,
    /// With a Spot Block of an offhand token.
    /// Good for units with a shield in the second hand.
    #[legal_if("it has two hands or more", |of, _| of.unit.hands >= 2)]
    BlockOffhand,
    /// With the single defence most likely to stop it.
    /// Good for guards who would rather stop a blow than strike one.
    BestOdds,
    /// With one defence after the other until it is stopped.
    /// Good for bosses under few heavy attacks.
    Several,
    /// With the best single defence if the damage could put it out.
    /// Good for tough units that save tokens for attacks.
    OnlyIfLethal,
    /// With the best single defence against the critical hit.
    /// Good for fights against facets whose plain hits are soaked.
    DenyCritical,
}

/// Whether the unit uses active defences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("MG-D7", key = "active")]
pub enum ActiveDefence {
    /// Never.
    Never,
    /// Before its full turn, against the first attack of the round whose stance it meets.
    /// Good for units that are attacked by many with one stance.
    React,
    /// In its turn, with what its attacks left.
    /// Good for units with tokens to spare after their attacks.
    InTurn,
    /// Both.
    /// Good for shield bearers who hold a line.
    Both,
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
