//! The parts of the state that a scenario reads or changes.

use super::tables::abilities;
use crate::Reads;
use crate::data::rulings::{ActionOrder, Delays, Switch};
use crate::data::setup::ability::Effect;
use crate::data::setup::{Setup, UnitSetup};
use crate::data::tactics::{Delay, Downed, Fact, Tactics, Target, UseAbility, latest_round};
use crate::rules::abilities::gear::HANDS;

/// Returns the parts of the state that this scenario reads.
pub(super) fn reads(setup: &Setup, sheets: &[&UnitSetup], has_places: bool) -> Reads {
    let rulings = &setup.rulings;
    let all = |is: &dyn Fn(&Tactics) -> bool| sheets.iter().any(|sheet| is(&sheet.tactics));
    let conditions = || abilities(setup).filter_map(|it| it.when.as_ref()).flat_map(|when| &when.terms);
    let asks =
        |is: &dyn Fn(Fact) -> bool| conditions().any(|term| is(term.fact)) || all(&|tactics| tactics.ask(is));
    let allowed = rulings.delay == Delays::Allowed;
    let waits = |delay| matches!(delay, Delay::AfterAlly(_) | Delay::AfterEnemy(_));
    let any_ability = abilities(setup).next().is_some();
    let any_effect = |is: fn(&Effect) -> bool| abilities(setup).flat_map(|it| &it.effects).any(is);
    let changes_counts = any_effect(|effect| matches!(effect, Effect::ChangeCount(_) | Effect::SetCount(_)));
    let weapons = || sheets.iter().flat_map(|sheet| &sheet.weapons);
    let rounds_of_tactics = if all(&|tactics| tactics.ask(|fact| fact == Fact::Round)) {
        sheets.iter().map(|sheet| sheet.tactics.latest_round()).max().unwrap_or(0)
    } else {
        0
    };
    let arrival = sheets.iter().map(|sheet| sheet.arrives_round).filter(|&round| round > 1).max();
    let limit = if setup.series.fights > 1 { setup.max_rounds + 1 } else { 0 };
    Reads {
        round: rounds_of_tactics.max(latest_round(conditions())).max(arrival.unwrap_or(0)).max(limit),
        counts: any_ability
            || asks(&|fact| fact == Fact::Count)
            || all(&|it| it.delay.any(|delay| allowed && waits(delay) || matches!(delay, Delay::To(_))))
            || all(&|it| it.cover.decides())
            || all(&|it| it.tie.decides())
            || weapons().any(|weapon| weapon.count_cost != 0)
            || rulings.final_main == Switch::On,
        mains: changes_counts
            || rulings.max_mains_per_unit_per_round.0 > 0
            || rulings.action_order == ActionOrder::Listed
            || allowed && all(&|it| it.delay.any(waits)),
        last_target: all(&|it| it.target.any(|target| target == Target::Same)),
        hp_below_zero: rulings.mortality_per_hp.0 > 0
            || all(&|it| it.downed.any(|downed| downed == Downed::FinishOff))
            || asks(&|fact| fact == Fact::TargetHp)
            || any_ability && asks(&|fact| matches!(fact, Fact::Hp | Fact::HpPercent)),
        mp: sheets.iter().any(|sheet| sheet.mp > 0 || sheet.enchantments.iter().any(|it| it.magic_power > 0)),
        prana: sheets.iter().any(|sheet| sheet.prana > 0),
        statuses: any_effect(|effect| matches!(effect, Effect::Inflict(_)))
            || abilities(setup).any(|ability| !ability.cost.statuses.is_empty())
            || sheets.iter().any(|sheet| !sheet.start_statuses.is_empty())
            || weapons().any(|weapon| !weapon.inflict.is_empty()),
        places: has_places,
        gear: sheets.iter().any(|sheet| {
            let hands: u8 = sheet.weapons.iter().map(|weapon| weapon.hands).sum();
            !sheet.enchantments.is_empty() || !sheet.loadouts.is_empty() || hands > HANDS
        }),
        used_once: all(&|it| it.ability.any(|it| it == UseAbility::OncePerRound)),
        hands: rulings.auto_actions_per_main.0.is_some(),
    }
}
