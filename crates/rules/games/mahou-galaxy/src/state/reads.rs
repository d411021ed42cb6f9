//! The parts of the state that a scenario reads: the others stay out of an exact solver's keys.

use crate::data::rulings::{SmittenPolicy, WeaponHandTokens};
use crate::data::setup::{Setup, Stance, StanceSet, UnitSetup};
use crate::data::tactics::{
    ActiveDefence, Answers, Fact, HoldTokens, Refund, Scheme, Spot, StanceChoice, Tactics, Talk, Target,
};
use crate::data::vocabulary::{Timing, Uses};
use fray_kit::tactics::when::{Term, settled_from};

/// The parts of the state that some rule, ruling or tactic of this scenario reads, so that the others can
/// stay out of an exact solver's keys.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reads {
    /// The number of the round, up to this one.
    pub(crate) round: u32,
    /// The unit that each unit attacked last.
    pub(crate) last: bool,
    /// How often each unit was attacked this round.
    pub(crate) attacked: bool,
    /// Attempts of talk.
    pub(crate) talk: bool,
    /// How often a unit tried General distractions.
    pub(crate) attempts: bool,
    /// Whether speak tokens can be spent.
    pub(crate) speak: bool,
    /// Whether everybody can be idle.
    pub(crate) idle: bool,
    /// Uses in a round or in the fight.
    pub(crate) uses: bool,
    /// Grapples and holds.
    pub(crate) holds: bool,
    /// Weapons that can be taken from others.
    pub(crate) loot: bool,
    /// Held tokens that wait for more than a foe in reach.
    pub(crate) interrupts: bool,
    /// Abilities that react.
    pub(crate) reactions: bool,
    /// Falls beside those that precise criticals and holds bring.
    pub(crate) falls: bool,
    /// Precise criticals, and what comes of them.
    pub(crate) precise: bool,
    /// Active defences.
    pub(crate) active: bool,
    /// Held tokens.
    pub(crate) held_tokens: bool,
    /// The single hands that have a token: hands do not hold alike.
    pub(crate) hands: bool,
    /// The initiative as a number.
    pub(crate) initiative: bool,
    /// Whether some tactic has a condition.
    pub(crate) conditions: bool,
}

/// The conditions of a unit that ask for the attack roll which they answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RollReads {
    /// Whether one of its spot defences does.
    pub(crate) spot: bool,
    /// Whether one of its active defences does.
    pub(crate) active: bool,
    /// Whether one of its reactions does.
    pub(crate) reactions: bool,
}

impl RollReads {
    /// Returns which conditions of this unit ask for the roll.
    pub(crate) fn of(unit: &UnitSetup) -> Self {
        let of_roll = |term: &Term<Fact>| term.fact.is_of_roll();
        let Answers { spot, active } = &unit.tactics.answers;
        let mut whens = unit.abilities.iter().filter_map(|ability| ability.when.as_ref());
        Self {
            spot: spot.terms().any(of_roll),
            active: active.terms().any(of_roll),
            reactions: whens.any(|when| when.terms.iter().any(of_roll)),
        }
    }
}

/// The terms of all conditions of a unit.
fn terms_of(unit: &UnitSetup) -> Vec<&Term<Fact>> {
    let tactics = &unit.tactics;
    let terms = tactics.alone.terms().into_iter().chain(tactics.aimed.terms()).chain(tactics.answers.terms());
    let whens = unit.abilities.iter().filter_map(|ability| ability.when.as_ref());
    terms.chain(whens.flat_map(|when| &when.terms)).collect()
}

impl Reads {
    /// The values that this scenario reads.
    pub(crate) fn of(setup: &Setup) -> Self {
        let of_rounds = |unit: &UnitSetup| settled_from(terms_of(unit).into_iter(), Fact::Round);
        let any = |is: &dyn Fn(&UnitSetup) -> bool| setup.any(is);
        let targets = |unit: &UnitSetup, what: Target| unit.tactics.alone.target.any(|it| it == what);
        let has_abilities = setup.abilities().next().is_some();
        let precise = |unit: &UnitSetup| {
            // With the default a precise attack may be the best of all, and a weapon that lacks the stance
            // that is named falls to the default.
            let named = unit.tactics.aimed.stance.entries.iter().find_map(|entry| match entry.what {
                StanceChoice::Strong => Some(Stance::Strong),
                StanceChoice::Fast => Some(Stance::Fast),
                _ => None,
            });
            let never = named.is_some_and(|stance| {
                let has = |stances: StanceSet| stances.has(stance) || !stances.has(Stance::Precise);
                unit.tactics.aimed.stance.entries.len() == 1
                    && unit.tactics.aimed.stance.entries[0].when.is_none()
                    && has(StanceSet(setup.rulings.fist_stances.0))
                    && unit.weapons.iter().all(|weapon| has(weapon.stances))
            });
            unit.facet_skills.0 != 0 && !never
        };
        let snatches = any(&UnitSetup::snatches);
        let is_precise = has_abilities || snatches || any(&precise);
        let has_conditions = any(&|unit| {
            let Tactics { alone, aimed, answers } = &unit.tactics;
            !(alone.terms().is_empty() && aimed.terms().is_empty() && answers.terms().is_empty())
        });
        // Somebody who always has a useful attack keeps a round from being idle.
        let may_idle = setup.map.is_some()
            || has_abilities
            || is_precise
            || setup.dice().most < 64
            || setup.rulings.stance_needs_facet
            || !setup.rulings.initiative_nonpositive_acts
            || setup.surprise.is_some()
            || any(&UnitSetup::wrestles)
            || any(&|unit| {
                unit.hands == 0
                    || unit.shield.is_some()
                    || unit.weapons.iter().any(|weapon| weapon.damage.is_empty())
                    || unit.weapons.iter().any(|weapon| weapon.flat < 0 || weapon.name == "fist")
                    || unit
                        .tactics
                        .alone
                        .plan
                        .any(|plan| matches!(plan, Scheme::Turtle | Scheme::Pass | Scheme::Grapple))
                    || unit.tactics.aimed.talk.any(|talk| talk != Talk::None)
            });
        // MG-D17: who strikes in every turn never waits for a foe.
        let strikes = |unit: &UnitSetup| {
            let Tactics { alone, answers, .. } = &unit.tactics;
            let keeps_hands = |spot: Spot| {
                !matches!(spot, Spot::BestOdds | Spot::Several | Spot::OnlyIfLethal | Spot::DenyCritical)
            };
            let may_keep = may_idle
                || unit.has_two_handed()
                || alone.refund.any(|it| matches!(it, Refund::Move | Refund::Speak))
                || answers.active.any(|it| it != ActiveDefence::Never)
                || answers.spot.any(|it| !keeps_hands(it));
            !may_keep
        };
        let waits = |unit: &UnitSetup| {
            let hold = &unit.tactics.alone.hold;
            // Where no entry applies the default holds: a plan without one is `ready`.
            let never = hold.entries.iter().any(|entry| entry.when.is_none())
                && hold.entries.iter().all(|entry| entry.what == HoldTokens::None);
            !never && (hold.any(|it| it != HoldTokens::Ready) || !strikes(unit))
        };
        Self {
            round: setup.units().map(of_rounds).max().unwrap_or(0),
            last: any(&|unit| targets(unit, Target::Same))
                || setup.rulings.smitten_policy == SmittenPolicy::SwitchSide && setup.has_charms(),
            attacked: any(&|unit| targets(unit, Target::Focus)),
            talk: has_abilities || any(&|unit| unit.tactics.aimed.talk.any(|talk| talk != Talk::None)),
            attempts: any(&|unit| terms_of(unit).iter().any(|term| term.fact == Fact::Attempts)),
            speak: has_abilities
                || is_precise
                || has_conditions
                || any(&UnitSetup::wrestles)
                || any(&|unit| unit.tactics.aimed.talk.any(|talk| talk != Talk::None)),
            idle: may_idle,
            uses: setup.abilities().any(|ability| {
                matches!(ability.uses, Uses::PerRound(_) | Uses::PerFight(_))
                    || ability.stock > 0
                    || matches!(ability.timing, Timing::Reaction(_))
            }),
            holds: has_abilities || any(&UnitSetup::wrestles),
            loot: snatches,
            interrupts: any(&|unit| unit.tactics.alone.hold.any(|it| matches!(it, HoldTokens::Interrupt(_)))),
            reactions: setup.abilities().any(|ability| matches!(ability.timing, Timing::Reaction(_))),
            falls: setup.has_falls() || setup.map.is_some() && setup.rulings.jump_long.0 > 2,
            precise: is_precise,
            active: any(&|unit| {
                unit.tactics.answers.active.any(|it| it != ActiveDefence::Never)
                    || unit.tactics.alone.plan.any(|plan| plan == Scheme::Turtle)
            }),
            held_tokens: has_abilities || setup.rulings.hold_implicit || any(&waits),
            initiative: any(&|unit| terms_of(unit).iter().any(|term| term.fact == Fact::Initiative)),
            conditions: has_conditions,
            hands: has_abilities
                || setup.rulings.weapon_hand_tokens == WeaponHandTokens::One
                || any(&|unit| unit.tactics.alone.hold.any(|it| matches!(it, HoldTokens::Interrupt(_))))
                || any(&|unit| !unit.weapons.is_empty() || unit.shield.is_some()),
        }
    }
}
