//! Random tactics of Cardinal: every decision, some under a condition.

use super::super::Choices;
use fray_kit::tactics::when::{Compare, Term, When};
use fray_rules::games::cardinal::data::tactics::{
    AbilityChoice, AfraidChoice, AreaChoice, DECISIONS, DefenceChoice, Entry, Extras, Fact, FirstAidChoice,
    FlightChoice, FocusUse, GrappleChoice, HelplessChoice, MoveChoice, Plan, RallyChoice, ReadyTie,
    ReelingChoice, RetreatChoice, Tactic, Tactics, TargetChoice, TurnKind, WeaponChoice,
};
use fray_rules::games::cardinal::data::vocabulary::Status;

fn plan<T: Copy>(choices: &mut Choices, all: &[T]) -> Plan<T> {
    match choices.int(0, 3) {
        0 | 1 => Plan::default(),
        2 => Plan::always(*choices.of(all)),
        _ => {
            let fact =
                *choices.of(&[Fact::Round, Fact::Wounds, Fact::EnemiesAble, Fact::HasStatus(Status::Hurt)]);
            let term = Term { fact, compare: Compare::AtLeast, value: choices.int(1, 3), percent: false };
            let when = Some(When { terms: vec![term] });
            let first = Entry { what: *choices.of(all), when };
            Plan { entries: vec![first, Entry { what: *choices.of(all), when: None }] }
        }
    }
}

pub(super) fn tactics(choices: &mut Choices) -> Tactics {
    assert_eq!(DECISIONS.len(), 19, "every decision is drawn");
    Tactics {
        turn: plan(choices, &[TurnKind::Action, TurnKind::FocusWhenNoTarget]),
        ready_tie: plan(choices, &[ReadyTie::IfUnready, ReadyTie::Never]),
        tactic: plan(
            choices,
            &[
                Tactic::AttackGuard,
                Tactic::AimAttack,
                Tactic::Attack,
                Tactic::Guard,
                Tactic::AttackRally,
                Tactic::DashAttack,
                Tactic::Kite,
            ],
        ),
        target: plan(
            choices,
            &[
                TargetChoice::AbleFirst,
                TargetChoice::ReelingFirst,
                TargetChoice::Weakest,
                TargetChoice::Nearest,
                TargetChoice::BestOdds,
                TargetChoice::MostDangerous,
                TargetChoice::Random,
                TargetChoice::BestDamage,
            ],
        ),
        defence: plan(
            choices,
            &[
                DefenceChoice::Best,
                DefenceChoice::Dodge,
                DefenceChoice::Parry,
                DefenceChoice::Counter,
                DefenceChoice::CounterIfFavoured,
                DefenceChoice::Net,
            ],
        ),
        reeling: plan(choices, &[ReelingChoice::Recover, ReelingChoice::WaitForRally]),
        focus: plan(choices, &[FocusUse::ThirdAction, FocusUse::InterruptFirstAttack, FocusUse::Never]),
        afraid: plan(choices, &[AfraidChoice::Guard, AfraidChoice::BreakSight, AfraidChoice::StayNearLeader]),
        rally: plan(
            choices,
            &[
                RallyChoice::SecondAction,
                RallyChoice::RallyFirst,
                RallyChoice::Never,
                RallyChoice::AfraidOnly,
            ],
        ),
        retreat: plan(choices, &[RetreatChoice::IfNotReeling, RetreatChoice::HoldGround]),
        extras: plan(choices, &[Extras::Use, Extras::SaveGifts]),
        movement: plan(
            choices,
            &[MoveChoice::Close, MoveChoice::SeekCover, MoveChoice::Hold, MoveChoice::Run(3)],
        ),
        helpless: plan(choices, &[HelplessChoice::Spare]),
        first_aid: plan(choices, &[FirstAidChoice::IfFree, FirstAidChoice::Medic, FirstAidChoice::Never]),
        weapon: plan(choices, &[WeaponChoice::Listed, WeaponChoice::BestDamage]),
        ability: plan(choices, &[AbilityChoice::Listed, AbilityChoice::Never, AbilityChoice::Save]),
        area: plan(choices, &[AreaChoice::Net, AreaChoice::Safe, AreaChoice::Most]),
        flight: plan(choices, &[FlightChoice::Engage, FlightChoice::Land, FlightChoice::Hover]),
        grapple: plan(choices, &[GrappleChoice::FightOn, GrappleChoice::Hold, GrappleChoice::BreakFree]),
    }
}
