//! NW-02 to NW-07, NW-53: prana, modifiers, what is declared before and after a Judge.

use super::*;
use crate::data::setup::AttributeId;
use crate::data::setup::Numbers;
use crate::data::setup::ability::{Area, JudgeKind, Keep, ModifierClass, Uses, Victims};
use crate::data::tactics::{PranaAttack, PranaDefense, PranaInit, Recover};

/// a, with Hit 12 in all, +3 active, C {10} F {5} and 2 prana on Hit, strikes at b.
fn prepared() -> Table {
    let modify = Effect::ModifyJudge { which: JudgeKind::Hit, amount: Amount::fixed(3) };
    let mut a = with_prana(pc("a", [50, 10, 0, 0, 0, 0]), 2, 2).numbers(&[10], &[5]);
    a.weapons = vec![Weapon { hit_mod: 2, ..Weapon::default() }];
    a.tactics.prana_atk = always(PranaAttack::Hit(2));
    let a =
        with(a, &[Ability { duration: Duration::ThisJudge, ..ability("aim", Timing::BeforeJudge, modify) }]);
    Table::strike(a, npc("b", [50, 0, 0, 0, 0, 0]))
}

#[test]
fn nw_03_06_07_worked_example_2() {
    let seen = prepared().tape("5+5, 4+4, 6 1,  1+1, 11 11");
    assert_eq!(seen.hits(), [(40, 2)]);
    assert_eq!((seen.sum(A, Metric::PranaSpent), seen.sum(A, Metric::PranaGained)), (2, 7));
    // A fumble: prana is gone and no dice of it are rolled, the active modifier is lost.
    let seen = prepared().tape("2+3, 6+6");
    assert_eq!(seen.hits(), [(2, 12)]);
    assert_eq!(seen.sum(A, Metric::PranaSpent), 2);
    let kept = prepared().ruling("fumble_drops_active", "false").tape("2+3, 6+6");
    assert_eq!(kept.hits(), [(5, 12)]);
}

#[test]
fn nw_06_worked_example_4() {
    // Attribute 6 without criticals against 18: a Mortality Judge.
    for (prana, ways, of) in [(0, 1, 36), (1, 3, 8), (2, 493, 648)] {
        let victim = UnitSetup { fixed_action_count: Some(9), ..pc("a", [2, 0, 0, 0, 0, 0]) };
        let victim = with_prana(with_spirit(victim, 6), 2, prana);
        let slayer = UnitSetup { fixed_action_count: Some(10), ..npc("c", [99, 99, 0, 99, 0, 0]) };
        let table = Table::of([&[victim, pc_at("b", 0)], &[slayer]]).ruling("mortality_difficulty", "18");
        let mut table = table;
        table.setup.sides[0].units[1].weapons = vec![Weapon::default(), Weapon::default()];
        assert_p(table.p(|seen| seen.standing.has(A)), ways, of);
    }
}

#[test]
fn nw_06_prana_mode_flat_adds_one_a_point() {
    let seen = prepared().ruling("prana_mode", "flat").tape("4+4,  1+1, 11 11");
    assert_eq!(seen.hits(), [(25, 2)], "12 + 3 + 8 + 2");
}

#[test]
fn nw_06_prana_users_pc_only_bars_npcs() {
    let mut table = prepared();
    table.setup.sides[0].units[0].kind = UnitKind::Npc;
    assert_eq!(table.clone().tape("4+4, 6 1, 1+1, 11 11").hits(), [(30, 2)]);
    assert_eq!(table.ruling("prana_users", "pc_only").tape("4+4, 1+1, 11 11").hits(), [(23, 2)]);
}

#[test]
fn nw_06_prana_is_at_most_release_and_what_there_is() {
    let mut table = prepared();
    table.setup.sides[0].units[0].start_prana = 1;
    assert_eq!(table.tape("4+4, 6, 1+1, 11 11").sum(A, Metric::PranaSpent), 1);
    assert_eq!(prepared().tape("4+4, 6 1, 1+1, 11 11").marks.len(), 1, "the last prana is spent");
}

#[test]
fn nw_07_status_penalty_class_active_is_lost_on_a_fumble() {
    let a = pc("a", [50, 10, 0, 0, 0, 0]).numbers(&[], &[5]);
    let mut a = with_status(a, Status::Daze, 1);
    a.tactics.recover = always(Recover::Never);
    let table = Table::strike(a, npc("b", [50, 0, 0, 0, 0, 0]));
    assert_eq!(table.clone().ruling("status_penalty_class", "passive").tape("2+3 66").hits(), [(-5, 12)]);
    let active = table.ruling("status_penalty_class", "active");
    assert_eq!(active.clone().tape("2+3 66").hits(), [(0, 12)]);
    assert_eq!(active.tape("2+2 66").hits(), [(9, 12)]);
}

#[test]
fn nw_05_flat_av_penalties_weigh_on_who_cannot_roll() {
    let b = with_status(npc("b", [50, 0, 9, 0, 0, 0]), Status::Unconscious, 1);
    let mut b = UnitSetup { ..b };
    b.start_statuses.push(Inflicted { status: Status::Paralysis, level: 1 });
    let table = Table::strike(pc("a", [50, 0, 0, 0, 0, 0]), b);
    assert_eq!(table.clone().ruling("flat_av_penalties", "false").tape("11").hits(), [(2, 9)]);
    assert_eq!(table.ruling("flat_av_penalties", "true").tape("11").hits(), [(2, 4)]);
}

#[test]
fn nw_06_prana_to_dodge_takes_the_fewest_dice_that_reach_the_chance() {
    // Hit 6 + 6 = 12 against Dodge 3: 13 takes 10 on two dice (1/6), 3d6 reach 10 with 62.5 %.
    let mut b = with_prana(npc("b", [50, 0, 3, 0, 0, 0]), 5, 3);
    b.tactics.prana_def = always(PranaDefense::Chance(60));
    let table = Table::strike(pc("a", [50, 6, 0, 0, 0, 0]), b);
    assert_eq!(table.tape("33, 55 1").sum(B, Metric::PranaSpent), 1);
    let mut sure = table.clone();
    sure.setup.sides[1].units[0].tactics.prana_def = always(PranaDefense::Chance(100));
    assert_eq!(sure.tape("33, 66").sum(B, Metric::PranaSpent), 0, "even the most do not reach it");
}

#[test]
fn nw_06_prana_to_defend_is_spent_only_on_what_can_fell() {
    let mut b = with_prana(npc("b", [5, 0, 0, 0, 0, 0]), 5, 3);
    b.tactics.prana_def = always(PranaDefense::Lethal);
    let table = Table::strike(pc("a", [50, 9, 0, 0, 0, 0]), b);
    // Attack 7 against 2 at least leaves 0 HP; Attack 8 would fell.
    assert_eq!(table.tape("66 11 34 11").sum(B, Metric::PranaSpent), 0);
    assert_eq!(table.tape("66 11 44 11 111").sum(B, Metric::PranaSpent), 3);
}

#[test]
fn nw_06_prana_on_attack() {
    let mut a = with_prana(pc("a", [50, 9, 0, 0, 0, 0]), 9, 2);
    a.tactics.prana_atk = always(PranaAttack::MaxAttack);
    let table = Table::strike(a, npc("b", [50, 0, 0, 0, 0, 0]));
    assert_eq!(table.tape("66 11  11 66 11").attacks, [(A, true, 12)]);
    let mut low = table.clone();
    low.setup.sides[0].units[0].tactics.prana_atk = always(PranaAttack::LowHp);
    assert_eq!(low.tape("66 11  11 11").sum(A, Metric::PranaSpent), 0);
    low.setup.sides[1].units[0].start_hp = 25;
    assert_eq!(low.tape("66 11  11 66 11").sum(A, Metric::PranaSpent), 2);
}

#[test]
fn nw_06_prana_is_spent_unless_a_tactic_keeps_it() {
    let a = with_prana(pc("a", [50, 9, 0, 0, 0, 0]), 9, 2);
    let table = Table::strike(a, npc("b", [50, 0, 0, 0, 0, 0]));
    assert_eq!(table.tape("66 11  11 66 11").sum(A, Metric::PranaSpent), 2);
    let mut kept = table.clone();
    kept.setup.sides[0].units[0].tactics.prana_atk = always(PranaAttack::None);
    assert_eq!(kept.tape("66 11  11 11").sum(A, Metric::PranaSpent), 0);
    // Attack 8 can leave less than 0 of 5 HP.
    let b = with_prana(npc("b", [5, 0, 0, 0, 0, 0]), 5, 3);
    let felled = Table::strike(pc("a", [50, 9, 0, 0, 0, 0]), b);
    assert_eq!(felled.tape("66 11 44 11 111").sum(B, Metric::PranaSpent), 3);
    // No three dice save it from Attack 60.
    let b = with_prana(npc("b", [5, 0, 0, 0, 0, 0]), 5, 3);
    let lost = Table::strike(pc("a", [50, 9, 0, 52, 0, 0]), b);
    assert_eq!(lost.tape("66 11 44 11").sum(B, Metric::PranaSpent), 0);
}

#[test]
fn nw_11_prana_on_the_action_count_rolls_after_all_others() {
    let mut a = with_prana(pc("a", [50, 0, 0, 0, 0, 4]), 3, 2);
    a.tactics.prana_init = always(PranaInit::Max);
    let table = Table::of([&[a], &[npc("b", [50, 0, 0, 0, 0, -9])]]);
    let seen = table.tape(&format!("66 34 61 {MISS}{MISS}{MISS}"));
    assert_eq!(seen.starting_counts(), [(B, 3), (A, 18)]);
    let mut below = table.clone();
    below.setup.sides[0].units[0].tactics.prana_init = always(PranaInit::Below(11));
    assert_eq!(below.tape(&format!("66 34 {MISS}{MISS}{MISS}")).starting_counts()[1], (A, 11));
}

#[test]
fn nw_06_53_a_cancelled_fumble_counts_as_shown() {
    let a = pc("a", [50, 10, 0, 0, 0, 0]).numbers(&[], &[5]);
    let a = with(a, &[ability("pardon", Timing::AfterJudge, Effect::CancelFumble)]);
    let table = Table::strike(a, npc("b", [50, 0, 0, 0, 0, 0]));
    // The order of NW-55: Hit, Dodge; then what is declared after.
    let seen = table.tape("2+3, 6+6, 11 11");
    assert_eq!(seen.hits(), [(15, 12)]);
    // An ordinary miss is no fumble.
    assert_eq!(table.tape("1+1, 6+6, 66 11").n_used(A), 0);
}

#[test]
fn nw_53_a_reroll_keeps_the_new_roll_or_the_best() {
    let reroll = |keep| {
        let effect = Effect::Reroll { which: JudgeKind::Hit, keep };
        let a = with(pc("a", [50, 0, 0, 0, 0, 0]), &[ability("again", Timing::AfterJudge, effect)]);
        Table::strike(a, npc("b", [50, 0, 0, 0, 0, 0]))
    };
    assert_eq!(reroll(Keep::New).tape("33, 66, 66, 11 11").hits(), [(12, 12)]);
    assert_eq!(reroll(Keep::New).tape("33, 66, 11").hits(), [(2, 12)]);
    assert_eq!(reroll(Keep::Best).tape("33, 66, 11").hits(), [(6, 12)]);
    assert_eq!(reroll(Keep::New).tape("66, 11, 11 11").n_used(A), 0, "what succeeds stays");
}

#[test]
fn nw_07_modifiers_of_effects_are_passive_or_active() {
    let strong = |class| {
        let effect = Effect::ModifyAttribute { name: AttributeId::Hit, amount: Amount::fixed(4), class };
        let a = pc("a", [50, 10, 0, 0, 0, 0]).numbers(&[], &[5]);
        let a = with(a, &[ability("strong", Timing::Always, effect)]);
        Table::strike(a, npc("b", [50, 0, 0, 0, 0, 0]))
    };
    assert_eq!(strong(ModifierClass::Passive).tape("2+3 66").hits(), [(4, 12)]);
    assert_eq!(strong(ModifierClass::Active).tape("2+3 66").hits(), [(0, 12)]);
    assert_eq!(strong(ModifierClass::Active).tape("2+2 66 11 11").hits(), [(18, 12)]);
}

#[test]
fn nw_53_critical_and_fumble_numbers_change() {
    let critical = Effect::Critical { add: true, numbers: Numbers::of(&[7, 8]) };
    let fumble = Effect::Fumble { add: false, numbers: Numbers::of(&[5]) };
    let lucky = Ability { effects: vec![critical, fumble], ..ability("lucky", Timing::Always, Effect::Swap) };
    let a = pc("a", [50, 0, 0, 0, 0, 0]).numbers(&[10], &[5]);
    let table = Table::strike(with(a, &[lucky]), npc("b", [50, 0, 0, 0, 0, 0]));
    assert_eq!(table.tape("2+6, 3+4, 5+5, 1+1, 11  11 11").hits(), [(32, 2)]);
    assert_eq!(table.tape("2+3, 66").hits(), [(5, 12)]);
}

#[test]
fn nw_02_a_chain_that_could_not_end_keeps_an_ordinary_number() {
    let all = Numbers::of(&[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    let lucky = ability("lucky", Timing::Always, Effect::Critical { add: true, numbers: all });
    let table = Table::strike(with(pc("a", [50, 0, 0, 0, 0, 0]), &[lucky]), npc("b", [50, 0, 9, 0, 0, 0]));
    assert_eq!(table.tape("66 1+1 66").hits(), [(12, 21)]);
}

#[test]
fn nw_19_triggers_of_quality_follow_the_dice() {
    let heal = |name: &str, trigger| Ability {
        trigger: Some(trigger),
        ..ability(name, Timing::Reaction, Effect::HealHp(Amount::fixed(3)))
    };
    let a = UnitSetup { start_hp: 10, ..pc("a", [50, 20, 0, 0, 0, 0]).numbers(&[10], &[5]) };
    let a = with(a, &[heal("joy", Trigger::JudgeCritical), heal("spite", Trigger::JudgeFumble)]);
    let table = Table::strike(a, npc("b", [50, 0, 0, 0, 0, 0]));
    let heals =
        |dice: &str| table.tape(dice).events.iter().filter(|e| matches!(e, Event::Heals { .. })).count();
    assert_eq!(heals("55 11, 11, 11 11"), 1);
    assert_eq!(heals("23, 11, 11 11"), 1);
    assert_eq!(heals("22, 11, 11 11"), 0);
}

#[test]
fn nw_06_points_under_prana_mode_flat_are_no_dice_gained() {
    let mut a = with_prana(pc("a", [50, 0, 0, 0, 0, 0]), 2, 2);
    a.tactics.prana_init = always(PranaInit::Max);
    let table = Table::of([&[a], &[npc_at("b", -1)]]);
    let gained = |mode, dice: &str| {
        let seen = table.clone().ruling("prana_mode", mode).tape(dice);
        (seen.starting_counts()[1].1, seen.sum(A, Metric::PranaSpent), seen.sum(A, Metric::PranaGained))
    };
    assert_eq!(gained("flat", &format!("11 {MISS}")), (4, 2, 0));
    assert_eq!(gained("dice", &format!("11 12 {MISS}")), (5, 2, 3));
}

/// `a` whets its blade by 5 for the first round.
fn whetted() -> Table {
    let (name, class) = (AttributeId::Attack, ModifierClass::Passive);
    let sharper = Effect::ModifyAttribute { name, amount: Amount::fixed(5), class };
    let whet = Ability {
        duration: Duration::ThisRound,
        uses: Uses { per_fight: 1, ..Uses::default() },
        ..ability("whet", Timing::Setup, sharper)
    };
    Table::of([&[with(pc_at("a", 5), &[whet])], &[npc_at("b", 0)]]).rounds(2)
}

#[test]
fn nw_07_21_an_attribute_that_changed_counts_in_plain_attacks_as_long_as_it_lasts() {
    let seen = whetted().tape(&TEN.repeat(2));
    assert_eq!(seen.attacks, [(A, true, 15), (A, true, 10)]);
    let mut of_target = whetted();
    of_target.setup.sides[0].units[0].abilities[0].target = one(Who::Enemy);
    of_target.setup.sides[0].units[0].abilities[0].effects = vec![Effect::ModifyAttribute {
        name: AttributeId::Defense,
        amount: Amount::fixed(3),
        class: ModifierClass::Passive,
    }];
    assert_eq!(of_target.tape(&TEN.repeat(2)).attacks, [(A, true, 7), (A, true, 10)]);
}

/// a, with 2 prana, of which one may go into a Judge, throws a bomb on its friend b and on c and d.
fn bomber(prana_atk: PranaAttack) -> Table {
    let bomb = Weapon { area: Area::Square(Victims::All), ..Weapon::default() };
    let mut a = with_prana(UnitSetup { weapons: vec![bomb], ..pc_at("a", 10) }, 2, 1);
    a.tactics.prana_atk = always(prana_atk);
    Table::of([&[a, pc_at("b", 0)], &[npc_at("c", 0), npc_at("d", 0)]])
}

#[test]
fn nw_06_25_no_prana_goes_into_the_damage_roll_on_a_friend() {
    let table = bomber(PranaAttack::MaxAttack).ruling("area_single_damage_roll", "false");
    let seen = table.tape("66 11 11 11,  11 11,  11 6 11,  11 6 11");
    let damage = |event: &Event| match *event {
        Event::Damage { target, damage, .. } => Some((target, damage)),
        _ => None,
    };
    let all: Vec<_> = seen.events.iter().filter_map(damage).collect();
    assert_eq!(all, [(B, 0), (C, 6), (D, 6)]);
    // Of one roll for all a friend alone may be left.
    let seen = bomber(PranaAttack::MaxAttack).tape("11 11 66 66,  11 11");
    assert_eq!((seen.hits().len(), seen.sum(A, Metric::PranaSpent)), (3, 0));
}

#[test]
fn nw_06_25_one_damage_roll_for_all_is_declared_against_an_enemy() {
    for (weak, spent) in [(0, 0), (1, 1)] {
        let mut table = bomber(PranaAttack::LowHp);
        let unit =
            if weak == 0 { &mut table.setup.sides[0].units[1] } else { &mut table.setup.sides[1].units[0] };
        unit.start_hp = 10;
        let dice = if spent == 1 { "66 11 11 11,  11 6,  11 11 11" } else { "66 11 11 11,  11,  11 11 11" };
        assert_eq!(table.tape(dice).sum(A, Metric::PranaSpent), spent);
    }
}
