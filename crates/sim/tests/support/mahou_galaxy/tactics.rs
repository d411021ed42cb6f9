//! Random tactics of Mahou Galaxy: every decision, with conditions that stand where they may.

use super::super::Choices;
use fray_kit::tactics::plan::Entry;
use fray_kit::tactics::when::{Compare, Term, When};
use fray_rules::games::mahou_galaxy::data::tactics::{
    AbilityUse, ActiveDefence, Distracted, EscapeChoice, Fact, FastRefund, Flee, GrappleChoice, HeldChoice,
    HoldTokens, Keep, Movement, PickUp, Plan, PreciseChoice, Refund, Scheme, SkillChoice, SnatchResist,
    Spot as SpotChoice, SpotTiming, StanceChoice, Tactics, Talk, Target,
};

pub(super) fn tactics(choices: &mut Choices, n_abilities: usize, has_map: bool) -> Tactics {
    let mut tactics = Tactics::default();
    let alone = &mut tactics.alone;
    let schemes = [
        Scheme::Sound,
        Scheme::Attack,
        Scheme::TwoHands,
        Scheme::TwoHandsKick,
        Scheme::HitAndHold,
        Scheme::Turtle,
        Scheme::Grapple,
        Scheme::Pass,
    ];
    let targets = [
        Target::Weakest,
        Target::Nearest,
        Target::First,
        Target::Threat,
        Target::Focus,
        Target::Held,
        Target::Same,
        Target::BestDamage,
        Target::Random,
        Target::Net,
    ];
    let own = |fact: &Fact| !fact.is_of_target() && !fact.is_of_roll();
    let of_unit: Vec<_> = Fact::all().iter().copied().filter(|(_, fact)| own(fact)).collect();
    alone.plan = plan(choices, &schemes, &of_unit);
    alone.target = plan(choices, &targets, &of_unit);
    alone.keep = plan(choices, &[Keep::Better, Keep::Always], &of_unit);
    alone.refund = plan(choices, &[Refund::Needed, Refund::Hand, Refund::Move, Refund::Speak], &of_unit);
    alone.movement = plan(
        choices,
        &[
            Movement::Approach,
            Movement::Stay,
            Movement::Kite,
            Movement::KeepDodge,
            Movement::KeepDistance(20),
            Movement::Cover,
        ],
        &of_unit,
    );
    // A spell, an attack, and the turns of the first two units.
    let mut holds = vec![HoldTokens::Ready, HoldTokens::None, HoldTokens::All];
    holds.extend((0..4).map(HoldTokens::Interrupt));
    alone.hold = plan(choices, &holds, &of_unit);
    alone.pick_up = plan(choices, &[PickUp::IfBetter, PickUp::Never, PickUp::Always], &of_unit);
    if has_map {
        alone.flee = plan(choices, &[Flee::Never, Flee::HpBelow(30), Flee::Exhausted], &of_unit);
    }
    let (aimed, answers) = (&mut tactics.aimed, &mut tactics.answers);
    let facts = known(false);
    let stances = [
        StanceChoice::BestDamage,
        StanceChoice::Strong,
        StanceChoice::Fast,
        StanceChoice::Precise,
        StanceChoice::BestHit,
        StanceChoice::BestCritical,
        StanceChoice::WeakestPassive,
    ];
    let spots = [
        SpotChoice::Spare,
        SpotChoice::None,
        SpotChoice::Dodge,
        SpotChoice::DodgeOf(2),
        SpotChoice::DodgeAllIn,
        SpotChoice::BlockOffhand,
        SpotChoice::BestOdds,
        SpotChoice::Several,
        SpotChoice::OnlyIfLethal,
        SpotChoice::DenyCritical,
    ];
    aimed.stance = plan(choices, &stances, &facts);
    let skills = [SkillChoice::BestPool, SkillChoice::FacetFirst, SkillChoice::Gym, SkillChoice::MartialArts];
    aimed.skill = plan(choices, &skills, &facts);
    answers.spot = plan(choices, &spots, Fact::all());
    aimed.spot_timing = plan(choices, &[SpotTiming::After, SpotTiming::Before], &facts);
    let active = [ActiveDefence::Never, ActiveDefence::React, ActiveDefence::InTurn, ActiveDefence::Both];
    answers.active = plan(choices, &active, Fact::all());
    let refunds = [FastRefund::Same, FastRefund::NewTarget, FastRefund::Grapple, FastRefund::Keep];
    aimed.fast_refund = plan(choices, &refunds, &facts);
    let precise = [
        PreciseChoice::Hand,
        PreciseChoice::Trip,
        PreciseChoice::Disarm,
        PreciseChoice::Move,
        PreciseChoice::Speak,
    ];
    aimed.precise = plan(choices, &precise, &facts);
    let mut grapples = vec![
        GrappleChoice::Hold,
        GrappleChoice::Reinforce(8),
        GrappleChoice::Pin,
        GrappleChoice::Snatch,
        GrappleChoice::LetGo,
    ];
    if has_map {
        grapples.extend([GrappleChoice::Drag, GrappleChoice::Throw, GrappleChoice::Slam]);
    }
    aimed.grapple = plan(choices, &grapples, &facts);
    aimed.held = plan(choices, &[HeldChoice::Escape, HeldChoice::Attack, HeldChoice::Wait], &facts);
    aimed.escape =
        plan(choices, &[EscapeChoice::Refund, EscapeChoice::Counter, EscapeChoice::Disarm], &facts);
    let resists = [SnatchResist::IfFree, SnatchResist::Drop, SnatchResist::Never];
    aimed.snatch_resist = plan(choices, &resists, &facts);
    let talks = [
        Talk::None,
        Talk::General,
        Talk::Infatuate,
        Talk::Infuriate,
        Talk::Intimidate,
        Talk::Best,
        Talk::Bait(0),
        Talk::Bait(3),
        Talk::Demand,
    ];
    aimed.talk = plan(choices, &talks, &facts);
    let mut uses = vec![AbilityUse::Useful, AbilityUse::Never, AbilityUse::KeepMp(3), AbilityUse::Overdraft];
    if n_abilities > 0 {
        uses.push(AbilityUse::This(0));
    }
    aimed.ability = plan(choices, &uses, &facts);
    aimed.distracted = plan(choices, &[Distracted::InLine, Distracted::Obey, Distracted::Try], &facts);
    tactics
}

/// The facts that are known with a target, with an attack roll or without.
pub(super) fn known(behind_roll: bool) -> Vec<(&'static str, Fact)> {
    Fact::all().iter().copied().filter(|fact| behind_roll || !fact.1.is_of_roll()).collect()
}

pub(super) fn plan<T: Copy>(choices: &mut Choices, all: &[T], facts: &[(&str, Fact)]) -> Plan<T> {
    let entry = |choices: &mut Choices| {
        let when = choices.once_in(2).then(|| when(choices, facts));
        Entry { what: *choices.of(all), when }
    };
    Plan { entries: (0..choices.int(0, 2)).map(|_| entry(choices)).collect() }
}

pub(super) fn when(choices: &mut Choices, facts: &[(&str, Fact)]) -> When<Fact> {
    let term = Term {
        fact: choices.of(facts).1,
        compare: choices.of(Compare::ALL).1,
        value: choices.int(0, 6),
        percent: false,
    };
    When { terms: vec![term] }
}
