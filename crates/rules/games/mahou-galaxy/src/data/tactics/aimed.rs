//! The choices of decisions about a target.

use super::Subject;
use crate::data::setup::{Skill, Stance};
use crate::data::vocabulary::Timing;
use fray_kit::Decision;
use fray_kit::declare::tactics::Takes;

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

/// What the unit says; with the speak tokens that abilities leave, if some of its turn cost any.
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
